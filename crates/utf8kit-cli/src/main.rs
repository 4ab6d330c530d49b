//! The command `utf8`. Everything is in the library beside it.

fn main() -> std::process::ExitCode {
    utf8kit_cli::main()
}
