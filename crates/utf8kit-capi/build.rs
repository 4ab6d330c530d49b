//! Gives the shared library its name: programs that are linked with it ask for this one.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = |part| std::env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap_or_default();
    // The part of the version that changes when programs have to be compiled again.
    let compatible = match (version("MAJOR"), version("MINOR")) {
        (major, minor) if major == "0" => format!("0.{minor}"),
        (major, _) => major,
    };
    let argument = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos" | "ios") => format!("-Wl,-install_name,@rpath/libutf8kit.{compatible}.dylib"),
        Ok("windows" | "none" | "unknown") => return,
        _ => format!("-Wl,-soname,libutf8kit.so.{compatible}"),
    };
    println!("cargo::rustc-cdylib-link-arg={argument}");
}
