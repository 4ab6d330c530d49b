//! `cargo xtask header`: generates the header of the C library from its sources, with cbindgen.
//!
//! Only builds of this program with the feature `header` have cbindgen. The others run Cargo to build one.

/// Where the header is.
#[cfg(feature = "header")]
const CRATE: &str = "crates/utf8kit-capi";

/// Starts this task in a build that has cbindgen.
#[cfg(not(feature = "header"))]
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    use crate::process::{cargo, run};
    let mut command = cargo(&["run", "--quiet", "--package", "xtask", "--features", "header"]);
    run(command.args(["--", "header"]).args(args))
}

/// Writes the header, or with `--check` compares it.
#[cfg(feature = "header")]
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let is_check = match args {
        [] => false,
        [arg] if arg == "--check" => true,
        _ => return Err(format!("expected --check or no argument, found {args:?}")),
    };
    let folder = std::path::Path::new(CRATE);
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    let bindings = cbindgen::Builder::new()
        .with_crate(folder)
        .with_config(config)
        .generate()
        .map_err(|error| format!("{CRATE}: {error}"))?;
    let mut generated = Vec::new();
    bindings.write(&mut generated);
    let path = folder.join("include/utf8kit.h");
    if !is_check {
        return std::fs::write(&path, generated).map_err(|error| format!("{}: {error}", path.display()));
    }
    if std::fs::read(&path).is_ok_and(|header| header == generated) {
        println!("{} is what the sources say", path.display());
        Ok(())
    } else {
        Err(format!(
            "{} is not what the sources say: run `cargo xtask header`",
            path.display()
        ))
    }
}
