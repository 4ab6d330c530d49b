//! `cargo xtask supply`: what is built into the packages that others wrote, and whether each file that names it pins it.
//!
//! `docs/dependencies.md` has a row for each crate. What asks for it, its license and what it runs while it is built come from Cargo;
//! the reason for each crate that we ask for ourselves is in `supply.tsv`.

use crate::process::{self, cargo, find_program, output};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

const PAGE: &str = "docs/dependencies.md";

/// The reasons: the name of a crate, a tab, why we use it.
const REASONS: &str = include_str!("supply.tsv");

/// The packages that are published with crates of others, and the workspace of each.
const PACKAGES: [(&str, &str); 7] = [
    ("utf8kit-encodings", "Cargo.toml"),
    ("utf8kit-lint", "Cargo.toml"),
    ("utf8kit-cli", "Cargo.toml"),
    ("utf8kit-capi", "Cargo.toml"),
    ("utf8kit-iconv", "Cargo.toml"),
    ("utf8kit-wasm", "Cargo.toml"),
    ("utf8kit-python", "crates/utf8kit-python/Cargo.toml"),
];

/// The package without crates of others.
const ALONE: &str = "utf8kit";

/// The lock files of Cargo.
const LOCKS: [&str; 5] = [
    "Cargo.lock",
    "bench/Cargo.lock",
    "crates/utf8kit-python/Cargo.lock",
    "fuzz/Cargo.lock",
    "tests/no_std/Cargo.lock",
];

/// Those of npm.
const NPM_LOCKS: [&str; 2] = [
    "crates/utf8kit-wasm/runtimes/package-lock.json",
    "web/package-lock.json",
];

/// What pip installs, and with checksums all that it needs.
const REQUIREMENTS: [&str; 2] = [
    "crates/utf8kit-python/tests/requirements.txt",
    "crates/utf8kit-python/tests/requirements.lock",
];

/// What is known of a crate.
#[derive(Default, Debug, PartialEq)]
struct Crate {
    license: String,
    is_macro: bool,
    /// The crates that ask for it. Ours are none of them.
    parents: BTreeSet<String>,
    /// Our packages that ask for it.
    ours: BTreeSet<String>,
}

/// Compares the page with what Cargo says, or writes it with `--update`, and checks the lock files. With `--sbom`, writes what each
/// package consists of in the format CycloneDX instead.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let is_update = match args {
        [] => false,
        [arg] if arg == "--update" => true,
        [arg] if arg == "--sbom" => return bill_of_materials(),
        _ => {
            return Err(format!(
                "expected --update, --sbom or no argument, found {args:?}"
            ));
        }
    };
    let crates = crates()?;
    let page = page(&crates, &building()?)?;
    if is_update {
        fs::write(PAGE, &page).map_err(|error| format!("{PAGE}: {error}"))?;
    } else if fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))? != page {
        return Err(format!(
            "{PAGE} does not say what Cargo says: look at what changed, and run `cargo xtask supply --update`"
        ));
    }
    check_locks()?;
    println!(
        "{PAGE} has a reason for each of {} crates, and all is pinned",
        crates.len()
    );
    Ok(())
}

/// Returns all crates of others that are built into our packages, on any system.
fn crates() -> Result<BTreeMap<String, Crate>, String> {
    let tree = |package: &str, manifest: &str| {
        let mut tree = cargo(&[
            "tree",
            "--locked",
            "--all-features",
            "--edges",
            "normal,build",
            "--target",
            "all",
        ]);
        tree.args(["--prefix", "depth", "--format", "{p}|{l}", "-p", package]);
        tree.args(["--manifest-path", manifest]);
        output(&mut tree).ok_or_else(|| format!("`cargo tree -p {package}` fails"))
    };
    let mut crates = BTreeMap::new();
    for (package, manifest) in PACKAGES {
        add(&tree(package, manifest)?, package, &mut crates)?;
    }
    let mut none = BTreeMap::new();
    add(&tree(ALONE, "Cargo.toml")?, ALONE, &mut none)?;
    if !none.is_empty() {
        return Err(format!("{ALONE} is to have no dependencies, and has {none:?}"));
    }
    Ok(crates)
}

/// Adds the crates of a tree. Each line is a depth, a name, a version, remarks, and after a bar the license.
fn add(tree: &str, package: &str, crates: &mut BTreeMap<String, Crate>) -> Result<(), String> {
    let mut path: Vec<String> = Vec::new();
    for line in tree.lines() {
        let wrong = || format!("cannot read `{line}` of `cargo tree`");
        let end = line.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let depth: usize = line[..end].parse().map_err(|_| wrong())?;
        let (what, license) = line[end..].split_once('|').ok_or_else(wrong)?;
        let name = what.split(' ').next().ok_or_else(wrong)?;
        path.truncate(depth);
        path.push(name.to_owned());
        if is_ours(name) {
            continue;
        }
        let found = crates.entry(name.to_owned()).or_default();
        license.trim_end_matches(" (*)").clone_into(&mut found.license);
        found.is_macro |= what.contains("(proc-macro)");
        match depth.checked_sub(1).map(|above| path[above].as_str()) {
            Some(parent) if !is_ours(parent) => found.parents.insert(parent.to_owned()),
            Some(parent) => found.ours.insert(parent.to_owned()),
            None => found.ours.insert(package.to_owned()),
        };
    }
    Ok(())
}

fn is_ours(name: &str) -> bool {
    name == "utf8kit" || name.starts_with("utf8kit-")
}

/// Returns the names of crates that run a program while they are built.
fn building() -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for (_, manifest) in PACKAGES {
        let mut metadata = cargo(&["metadata", "--locked", "--format-version", "1"]);
        let metadata = output(metadata.args(["--manifest-path", manifest]));
        names.extend(scripts(&metadata.ok_or("`cargo metadata` fails")?));
    }
    Ok(names)
}

/// Returns the crates that have a build script, of what `cargo metadata` prints: there, the targets of a package follow its `id`.
fn scripts(metadata: &str) -> Vec<String> {
    let mut names = Vec::new();
    let packages = metadata.split("\"id\":\"").skip(1);
    for package in packages.filter(|package| package.contains("\"kind\":[\"custom-build\"]")) {
        // `registry+https://…#name@version`.
        let id = package.split('"').next().unwrap_or_default();
        let name = id.rsplit_once('#').map_or(id, |(_, name)| name);
        names.push(name.split('@').next().unwrap_or(name).to_owned());
    }
    names
}

/// Returns the page.
fn page(crates: &BTreeMap<String, Crate>, building: &BTreeSet<String>) -> Result<String, String> {
    let mut reasons: BTreeMap<&str, &str> =
        REASONS.lines().filter_map(|line| line.split_once('\t')).collect();
    let mut page = format!(
        "# Dependencies\n\n\
         What others wrote that is built into our packages, on any system. `cargo xtask supply` compares this page with what Cargo says,\n\
         and fails where something is new, so that somebody looks at it. The library `{ALONE}` has no dependencies. `deny.toml` says which\n\
         licenses and sources are allowed.\n\n\
         *Script* runs a program while the crate is built, and *macro* is a program that runs in the compiler: both can do what the user can\n\
         who builds.\n\n\
         | crate | of | license | while it is built | reason |\n| --- | --- | --- | --- | --- |\n",
    );
    for (name, found) in crates {
        let reason = match (found.ours.is_empty(), reasons.remove(name.as_str())) {
            (true, None) => {
                let parents: Vec<_> = found.parents.iter().map(|parent| format!("`{parent}`")).collect();
                format!("for {}", parents.join(", "))
            }
            (false, Some(reason)) => reason.to_owned(),
            (false, None) => {
                return Err(format!(
                    "xtask/src/supply.tsv has no reason for {name}, which {:?} needs",
                    found.ours
                ));
            }
            (true, Some(_)) => {
                return Err(format!(
                    "xtask/src/supply.tsv has a reason for {name}, which we do not ask for"
                ));
            }
        };
        let runs: Vec<_> = [(building.contains(name), "script"), (found.is_macro, "macro")]
            .into_iter()
            .filter_map(|(is_so, word)| is_so.then_some(word))
            .collect();
        let ours: Vec<_> = found
            .ours
            .iter()
            .map(|name| name.trim_start_matches("utf8kit-"))
            .collect();
        let _ = writeln!(
            page,
            "| `{name}` | {} | {} | {} | {reason} |",
            ours.join(", "),
            found.license,
            runs.join(", ")
        );
    }
    match reasons.into_keys().next() {
        Some(name) => Err(format!(
            "xtask/src/supply.tsv has a reason for {name}, which nothing needs"
        )),
        None => Ok(page),
    }
}

/// Checks that what is installed for building and testing has one version, and where the format has them, a checksum.
fn check_locks() -> Result<(), String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    for path in LOCKS {
        if let Some(name) = unpinned_crate(&read(path)?) {
            return Err(format!(
                "{path}: {name} is not of the registry, or has no checksum"
            ));
        }
    }
    for path in NPM_LOCKS {
        if let Some(name) = unpinned_module(&read(path)?) {
            return Err(format!("{path}: {name} has no checksum"));
        }
    }
    let [requirements, lock] = REQUIREMENTS;
    let lacking = lacking_requirement(&read(requirements)?, &read(lock)?);
    lacking.map_or(Ok(()), |problem| Err(format!("{lock}: {problem}")))
}

/// Returns what is wrong with a lock file of pip: a requirement that it has not, or a package without checksums.
fn lacking_requirement(requirements: &str, lock: &str) -> Option<String> {
    let lines = |text: &str| -> Vec<String> {
        let text = text.replace("\\\n", " ");
        let lines = text
            .lines()
            .filter(|line| !(line.is_empty() || line.starts_with('#')));
        lines.map(str::to_owned).collect()
    };
    let locked = lines(lock);
    let unpinned = locked
        .iter()
        .find(|line| !line.contains("==") || !line.contains(" --hash=sha256:"));
    if let Some(line) = unpinned {
        return Some(format!("{line}: expected one version and its checksums"));
    }
    let has = |wanted: &String| {
        locked
            .iter()
            .any(|line| line.split(' ').next() == Some(wanted.as_str()))
    };
    let lacking = lines(requirements).into_iter().find(|wanted| !has(wanted))?;
    Some(format!(
        "expected {lacking}, which requirements.txt names; its first lines say how it is made"
    ))
}

/// Returns a crate of a `Cargo.lock` that has a source which is not the registry, or no checksum. A crate in the tree has no source.
fn unpinned_crate(lock: &str) -> Option<&str> {
    lock.split("[[package]]\n").skip(1).find_map(|package| {
        let value = |key: &str| {
            let line = package
                .lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
            line.map(|value| value.trim_matches('"'))
        };
        let is_pinned = match value("source") {
            None => true,
            Some(source) => {
                source.starts_with("registry+https://")
                    && value("checksum").is_some_and(|sum| sum.len() == 64)
            }
        };
        (!is_pinned).then(|| value("name").unwrap_or(package))
    })
}

/// Returns a package of a `package-lock.json` that is downloaded without a checksum.
fn unpinned_module(lock: &str) -> Option<&str> {
    let mut name = "";
    let mut is_open = false;
    for line in lock.lines().map(str::trim) {
        if line.starts_with("\"node_modules/") {
            if is_open {
                return Some(name);
            }
            name = line.split('"').nth(1).unwrap_or(line);
        } else if line.starts_with("\"resolved\":") {
            is_open = true;
        } else if line.starts_with("\"integrity\": \"sha512-") || line.starts_with("\"link\":") {
            is_open = false;
        }
    }
    is_open.then_some(name)
}

/// Writes what the command and the C library consist of to `target/dist`, by cargo-cyclonedx.
fn bill_of_materials() -> Result<(), String> {
    if find_program("cargo-cyclonedx").is_none() {
        return Err("cargo-cyclonedx is not installed: `cargo install cargo-cyclonedx --locked`".to_owned());
    }
    let folder = Path::new("target/dist");
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (package, name) in [("utf8kit-cli", "utf8"), ("utf8kit-capi", "utf8kit-c")] {
        let written = format!("crates/{package}/{name}.json");
        let mut bill = Command::new("cargo-cyclonedx");
        bill.args([
            "cyclonedx",
            "--quiet",
            "--format",
            "json",
            "--spec-version",
            "1.5",
            "--target",
            "all",
        ]);
        bill.args(["--manifest-path", &format!("crates/{package}/Cargo.toml")]);
        process::run(bill.args(["--override-filename", name]))?;
        let to = folder.join(format!("{name}-{}.cdx.json", env!("CARGO_PKG_VERSION")));
        let failed = |error: std::io::Error| format!("{written}: {error}");
        // Where it was written is nobody's business.
        let bill = fs::read_to_string(&written).map_err(failed)?;
        let bill = bill.replace(&format!("file://{}", root.display()), "file:///utf8kit");
        fs::write(&to, bill).map_err(|error| format!("{}: {error}", to.display()))?;
        // It writes a file for each package of the workspace.
        for folder in bill_folders()? {
            let _ = fs::remove_file(folder.join(format!("{name}.json")));
        }
        println!("{}", to.display());
    }
    Ok(())
}

/// Returns the folders of the packages of the workspace.
fn bill_folders() -> Result<Vec<std::path::PathBuf>, String> {
    let entries = fs::read_dir("crates").map_err(|error| format!("crates: {error}"))?;
    let crates = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(crates.chain([".".into(), "xtask".into()]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_has_one_version_and_checksums() {
        let lock = "# a\na==1 ; x == 'y' \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\nb==2 \\\n    --hash=sha256:02\n";
        assert_eq!(lacking_requirement("a==1\n\nb==2\n", lock), None);
        assert!(
            lacking_requirement("a==1\nc==3\n", lock)
                .unwrap()
                .contains("c==3")
        );
        assert!(lacking_requirement("a==2\n", lock).unwrap().contains("a==2"));
        assert!(
            lacking_requirement("a==1\n", "a==1\n")
                .unwrap()
                .contains("checksums")
        );
        assert!(lacking_requirement("", "a \\\n    --hash=sha256:00\n").is_some());
    }

    #[test]
    fn a_tree_says_who_needs_what() {
        let tree = "0utf8kit-cli v0.1.0 (/x)|MIT\n1a v1.0.0|MIT\n2b v1.0.0 (proc-macro)|Zlib\n1utf8kit v0.1.0 (/y)|MIT\n1b v1.0.0 (proc-macro)|Zlib (*)\n";
        let mut crates = BTreeMap::new();
        add(tree, "utf8kit-cli", &mut crates).unwrap();
        let names: Vec<_> = crates.keys().map(String::as_str).collect();
        assert_eq!(names, ["a", "b"]);
        let b = &crates["b"];
        assert!(b.is_macro && b.license == "Zlib", "{b:?}");
        assert_eq!((b.parents.len(), b.ours.len()), (1, 1));
        assert!(add("x", "y", &mut crates).is_err());
    }

    #[test]
    fn a_crate_that_is_new_needs_a_reason() {
        let with = |name: &str, ours: &[&str]| {
            let mut crates = BTreeMap::new();
            let ours = ours.iter().map(|&name| name.to_owned()).collect();
            crates.insert(
                name.to_owned(),
                Crate {
                    ours,
                    ..Crate::default()
                },
            );
            page(&crates, &BTreeSet::new()).unwrap_err()
        };
        assert!(with("new", &["utf8kit-cli"]).contains("no reason for new"));
        assert!(with("clap", &[]).contains("do not ask for"));
        assert!(with("clap", &["utf8kit-cli"]).contains("which nothing needs"));
    }

    #[test]
    fn build_scripts_are_found() {
        let metadata = r#"{"packages":[{"name":"a","id":"registry+https://x#a@1.0.0","targets":[{"kind":["lib"]}]},
            {"name":"b","id":"registry+https://x#b@1.0.0","targets":[{"kind":["lib"]},{"kind":["custom-build"]}]}]}"#;
        assert_eq!(scripts(metadata), ["b"]);
    }

    #[test]
    fn what_is_not_pinned_is_found() {
        let sum = "0".repeat(64);
        let lock = |source: &str, sum: &str| {
            format!(
                "[[package]]\nname = \"a\"\n\n[[package]]\nname = \"b\"\nsource = \"{source}\"\nchecksum = \"{sum}\"\n"
            )
        };
        assert_eq!(unpinned_crate(&lock("registry+https://x", &sum)), None);
        assert_eq!(unpinned_crate(&lock("git+https://x", &sum)), Some("b"));
        assert_eq!(unpinned_crate(&lock("registry+https://x", "")), Some("b"));
        let npm = "\"node_modules/a\": {\n\"resolved\": \"https://x\",\n\"integrity\": \"sha512-x\"\n},\n\"node_modules/b\": {\n\"resolved\": \"y\"\n";
        assert_eq!(unpinned_module(npm), Some("node_modules/b"));
        assert_eq!(
            unpinned_module(&npm.replace("\"y\"", "\"y\",\n\"integrity\": \"sha512-y\"")),
            None
        );
    }
}
