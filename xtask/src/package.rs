//! `cargo xtask package`: packs each crate that is published, and checks that the packed files compile alone.
//!
//! Each crate is compiled from its package, and from the packages of the crates that it depends on. `cargo package` would build them,
//! which takes four times as long as `cargo check` and finds nothing more. Packages hold no integration tests, because these need
//! `utf8kit-test`, which is not published.

use crate::process::{self, cargo, output};
use std::path::Path;
use std::process::Command;

/// Files that every package must contain.
const REQUIRED: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Fields that every manifest must have, its own or those of the workspace.
const FIELDS: [&str; 6] = [
    "description",
    "license",
    "readme",
    "repository",
    "rust-version",
    "keywords",
];

/// Packs and compiles the crates, and checks what the packages contain.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("package takes no arguments, found {arg:?}"));
    }
    let names = published()?;
    for name in &names {
        check_contents(name)?;
    }
    let _ = std::fs::remove_dir_all(TARGET);
    // The files may have changes that are not committed.
    let mut pack = cargo(&["package", "--quiet", "--allow-dirty", "--no-verify"]);
    pack.args(["--target-dir", TARGET]);
    for name in &names {
        pack.args(["--package", name]);
    }
    process::run(&mut pack)?;
    check_unpacked(&names)?;
    println!("packages that compile from their files alone: {}", names.len());
    Ok(())
}

/// Where the packages are.
const TARGET: &str = "target/packages";

/// Unpacks the packages into a workspace of their own, in which each takes the others from there, and checks each by itself, with the
/// features that its users get.
fn check_unpacked(names: &[String]) -> Result<(), String> {
    let folder = Path::new(TARGET).join("unpacked");
    let say = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(say)?;
    let version = env!("CARGO_PKG_VERSION");
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n[patch.crates-io]\n".to_owned();
    for name in names {
        let package = format!("{name}-{version}");
        let mut unpack = Command::new("tar");
        unpack
            // Cargo takes files for unchanged that are older than what it has built of them.
            .arg("-xmzf")
            .arg(format!("{TARGET}/package/{package}.crate"))
            .arg("-C");
        process::run(unpack.arg(&folder))?;
        manifest.push_str(&format!("{name} = {{ path = \"{package}\" }}\n"));
    }
    std::fs::write(folder.join("Cargo.toml"), manifest).map_err(say)?;
    std::fs::copy("Cargo.lock", folder.join("Cargo.lock")).map_err(say)?;
    for name in names {
        let mut check = cargo(&["check", "--quiet", "--package", name, "--manifest-path"]);
        check.arg(folder.join("Cargo.toml"));
        // What the crates depend on was checked by `clippy`.
        process::run(check.arg("--target-dir").arg(process::target_folder()))?;
    }
    Ok(())
}

/// Returns the names of the crates under `crates/` that are published.
fn published() -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("crates: {error}");
    let mut names = Vec::new();
    for entry in std::fs::read_dir("crates").map_err(failed)? {
        let folder = entry.map_err(failed)?.path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        if manifest.is_empty() || manifest.lines().any(|line| line == "publish = false") {
            continue;
        }
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let name = name.ok_or_else(|| format!("{}/Cargo.toml names no package", folder.display()))?;
        for field in FIELDS {
            if !manifest.lines().any(|line| line.starts_with(field)) {
                return Err(format!("the package of {name}: its Cargo.toml has no `{field}`"));
            }
        }
        names.push(name.to_owned());
    }
    names.sort();
    Ok(names)
}

/// Checks that a package has the required files and no tests.
fn check_contents(name: &str) -> Result<(), String> {
    let list = output(&mut cargo(&[
        "package",
        "--list",
        "--allow-dirty",
        "--package",
        name,
    ]))
    .ok_or_else(|| format!("`cargo package --list --package {name}` fails"))?;
    let files: Vec<&str> = list.lines().collect();
    for required in REQUIRED {
        if !files.contains(&required) {
            return Err(format!("the package of {name} has no {required}"));
        }
        // A symbolic link that was checked out as a text file contains a path of a few bytes.
        let path = format!("crates/{name}/{required}");
        let len = std::fs::metadata(&path).map_or(0, |file| file.len());
        if len < 100 {
            return Err(format!("{path} has {len} bytes, expected at least 100"));
        }
    }
    match files.iter().find(|file| file.starts_with("tests/")) {
        Some(file) => Err(format!(
            "the package of {name} has {file}: `exclude` does not name \"tests\""
        )),
        None => Ok(()),
    }
}
