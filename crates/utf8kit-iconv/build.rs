//! Keeps the library in a process that has loaded it: a descriptor may outlive the program's plug-in that opened it, and what was
//! prepared for encodings would be lost with each `dlclose`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
