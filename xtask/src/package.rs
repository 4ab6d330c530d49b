//! `cargo xtask package`: packs each crate under `crates/` as for a registry, and tests the packed files alone.
//!
//! The crates depend on each other and may not be published yet. Therefore the packed files are unpacked beside each
//! other into one workspace, which uses the unpacked crates instead of the registry's.

use crate::process::{self, cargo};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the unpacked crates.
const FOLDER: &str = "target/packaged";

/// Files that every package must contain.
const REQUIRED: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Fields that every packed manifest must contain.
const FIELDS: [&str; 6] = [
    "description",
    "license",
    "readme",
    "repository",
    "rust-version",
    "keywords",
];

/// Tests that the step of `cargo xtask test` skips, by parts of their names: those that take longest and read no file of
/// the package. They run in the workspace.
const SLOW: [&str; 7] = [
    "every_length",
    "every_destination_size",
    "every_sequence_of_classes",
    "random_text_with_damage",
    "special_sequences",
    "a_killed_run",
    "an_interrupted_run",
];

/// Packs the crates, checks the packages' contents, and runs their tests; with `--quick`, without the slowest tests.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let is_quick = match args {
        [] => false,
        [arg] if arg == "--quick" => true,
        _ => return Err(format!("package takes no argument but --quick, found {args:?}")),
    };
    let crates = crates()?;
    let mut pack = cargo(&[
        "package",
        "--quiet",
        "--no-verify",
        "--allow-dirty",
        "--target-dir",
        "target",
    ]);
    for name in crates.keys() {
        pack.args(["-p", name]);
    }
    process::run(&mut pack)?;
    let mut packages = BTreeMap::new();
    for (name, version) in crates {
        let folder = unpack(&name, &version)?;
        check_contents(&name, &folder)?;
        packages.insert(name, folder);
    }
    write_workspace(&packages)?;
    // The project's target folder, so that dependencies are not built again.
    let mut test = cargo(&["test", "--quiet", "--workspace", "--all-features", "--target-dir"]);
    test.arg("../../target").current_dir(FOLDER);
    if is_quick {
        test.arg("--").args(SLOW.iter().flat_map(|name| ["--skip", name]));
    }
    process::run(&mut test)?;
    println!(
        "packages whose tests pass from the packed files: {}",
        packages.len()
    );
    Ok(())
}

/// Returns the names and versions of the publishable crates under `crates/`.
fn crates() -> Result<BTreeMap<String, String>, String> {
    let mut crates = BTreeMap::new();
    for entry in fs::read_dir("crates").map_err(|error| format!("crates: {error}"))? {
        let folder = entry.map_err(|error| format!("crates: {error}"))?.path();
        let manifest = folder.join("Cargo.toml");
        let Ok(text) = fs::read_to_string(&manifest) else {
            continue;
        };
        if text.lines().any(|line| line.trim() == "publish = false") {
            continue;
        }
        let mut query = cargo(&["pkgid", "--manifest-path"]);
        let id = process::output(query.arg(&manifest))
            .ok_or_else(|| format!("{}: `cargo pkgid` fails", manifest.display()))?;
        // `path+file:///…/utf8kit#0.1.0`, or `…/folder#name@0.1.0` where the folder has another name.
        let (path, id) = id
            .trim()
            .rsplit_once('#')
            .ok_or_else(|| format!("`cargo pkgid` prints {id:?}, which has no `#`"))?;
        let folder_name = path.rsplit('/').next().unwrap_or("");
        let (name, version) = id.split_once('@').unwrap_or((folder_name, id));
        crates.insert(name.to_owned(), version.to_owned());
    }
    Ok(crates)
}

/// Unpacks a crate into [`FOLDER`] unless it is there already, and returns its folder.
fn unpack(name: &str, version: &str) -> Result<PathBuf, String> {
    let full_name = format!("{name}-{version}");
    let folder = Path::new(FOLDER).join(&full_name);
    let packed = PathBuf::from(format!("target/package/{full_name}.crate"));
    let unpacked = Path::new(FOLDER).join(format!("{full_name}.crate"));
    let bytes = fs::read(&packed).map_err(|error| format!("{}: {error}", packed.display()))?;
    if folder.exists() && fs::read(&unpacked).is_ok_and(|old| old == bytes) {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    // `-m`: Cargo packs all files with the same old time, by which it would not see that they have changed.
    let mut tar = Command::new("tar");
    process::run(tar.arg("-xzmf").arg(&packed).args(["-C", FOLDER]))?;
    fs::write(&unpacked, bytes).map_err(|error| format!("{}: {error}", unpacked.display()))?;
    Ok(folder)
}

/// Checks that the package has the required files and that its manifest has the required fields.
fn check_contents(name: &str, folder: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    for file in REQUIRED {
        let path = folder.join(file);
        // A symbolic link that was checked out as a text file contains a path of a few bytes.
        if !fs::metadata(&path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 100) {
            problems.push(format!(
                "it has no {file}, or {file} is not more than 100 bytes long"
            ));
        }
    }
    let manifest = folder.join("Cargo.toml");
    let manifest =
        fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    for field in FIELDS {
        if !manifest
            .lines()
            .any(|line| line.starts_with(&format!("{field} = ")))
        {
            problems.push(format!("its Cargo.toml has no field `{field}`"));
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    Err(format!("the package of {name}: {}", problems.join("; ")))
}

/// Writes a workspace of the unpacked crates, with the project's locked dependencies and test profile.
fn write_workspace(packages: &BTreeMap<String, PathBuf>) -> Result<(), String> {
    let mut members = Vec::new();
    let mut patches = String::new();
    for (name, folder) in packages {
        let folder = folder.file_name().unwrap_or_default().to_string_lossy();
        members.push(format!("{folder:?}"));
        patches.push_str(&format!("{name} = {{ path = {folder:?} }}\n"));
    }
    let members = members.join(", ");
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[patch.crates-io]\n{patches}\n\
         [profile.test]\nopt-level = 2\ndebug = \"line-tables-only\"\n"
    );
    let write = |name: &str, text: &[u8]| {
        let path = Path::new(FOLDER).join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    write("Cargo.toml", manifest.as_bytes())?;
    let lock = fs::read("Cargo.lock").map_err(|error| format!("Cargo.lock: {error}"))?;
    write("Cargo.lock", &lock)
}
