//! `cargo xtask package`: packs each crate that is published, and builds the packed files alone.
//!
//! `cargo package` builds each crate from its package, and from the packages of the crates that it depends on. Packages hold no
//! integration tests, because these need `utf8kit-test`, which is not published.

use crate::process::{self, cargo, output};
use std::path::PathBuf;

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

/// Packs and builds the crates, and checks what the packages contain.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("package takes no arguments, found {arg:?}"));
    }
    let names = published()?;
    for name in &names {
        check_contents(name)?;
    }
    forget_unpacked(&names);
    // The files may have changes that are not committed.
    let mut pack = cargo(&["package", "--quiet", "--allow-dirty", "--target-dir", TARGET]);
    for name in &names {
        pack.args(["--package", name]);
    }
    process::run(&mut pack)?;
    println!("packages that build from their files alone: {}", names.len());
    Ok(())
}

/// Where the packages are built.
const TARGET: &str = "target/packages";

/// Removes what cargo has unpacked and built of these packages: it takes a package of the same version for the same, also after a
/// change.
fn forget_unpacked(names: &[String]) {
    let _ = std::fs::remove_dir_all(TARGET);
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    for folder in ["registry/src", "registry/cache"] {
        let Some(registries) = home
            .as_ref()
            .and_then(|home| std::fs::read_dir(home.join(folder)).ok())
        else {
            continue;
        };
        // A registry without a host is the folder in which `cargo package` puts its packages.
        let of_folders = registries
            .flatten()
            .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"-"));
        for package in of_folders
            .flat_map(|entry| std::fs::read_dir(entry.path()))
            .flatten()
            .flatten()
        {
            let name = package.file_name().to_string_lossy().into_owned();
            let is_ours = names.iter().any(|own| {
                let version = name
                    .strip_prefix(own.as_str())
                    .and_then(|rest| rest.strip_prefix('-'));
                version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
            });
            if is_ours {
                let path = package.path();
                let _ = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_file(&path));
            }
        }
    }
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
