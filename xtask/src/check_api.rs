//! `cargo xtask check-api`: compares the public API of the libraries with that of an earlier commit.
//!
//! `docs/api.md` is the API as it is, and differs with every change. This task says what a change means for those who use a release:
//! cargo-semver-checks decides whether the version allows it, and cargo-public-api lists it.

use crate::process::{self, cargo, output, succeeds, target_folder};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The libraries whose API is subject to semantic versioning.
const CRATES: [&str; 3] = ["utf8kit", "utf8kit-encodings", "utf8kit-lint"];

/// Compares with the commit that is named, or with the last release before this commit.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let base = match args {
        [] => last_release(),
        [base] if !base.starts_with('-') => Some(base.clone()),
        _ => return Err(format!("check-api takes a commit, found {args:?}")),
    };
    let Some(base) = base else {
        println!("There is no release to compare with: no tag `v…` before this commit.");
        return Ok(());
    };
    for tool in ["semver-checks", "public-api"] {
        if !succeeds(&mut cargo(&[tool, "--version"])) {
            return Err(format!(
                "cargo-{tool} is not installed; `cargo install cargo-{tool} --locked`"
            ));
        }
    }
    let folder = target_folder().join("api-base");
    check_out(&base, &folder)?;
    let result = CRATES
        .iter()
        .try_for_each(|package| list_changes(package, &base, &folder));
    let result = result.and_then(|()| {
        let mut command = cargo(&["semver-checks", "--baseline-root"]);
        command.arg(&folder);
        command.args(CRATES.iter().flat_map(|package| ["-p", package]));
        process::run(&mut command)
    });
    remove(&folder);
    result
}

/// Returns the tag of the last release before this commit.
fn last_release() -> Option<String> {
    let mut describe = Command::new("git");
    describe.args(["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD^"]);
    output(&mut describe).map(|tag| tag.trim().to_owned())
}

/// Checks out a commit into a folder.
fn check_out(commit: &str, folder: &Path) -> Result<(), String> {
    remove(folder);
    let mut git = Command::new("git");
    git.args(["worktree", "add", "--quiet", "--detach"])
        .arg(folder)
        .arg(commit);
    process::run(&mut git)
}

/// Removes what [`check_out`] made, if it is there.
fn remove(folder: &Path) {
    succeeds(
        Command::new("git")
            .args(["worktree", "remove", "--force"])
            .arg(folder),
    );
    succeeds(Command::new("git").args(["worktree", "prune"]));
}

/// Prints which items of a crate are gone, and which are new.
fn list_changes(package: &str, base: &str, folder: &Path) -> Result<(), String> {
    let manifest = format!("crates/{package}/Cargo.toml");
    let before = items(&folder.join(&manifest))?;
    let after = items(Path::new(&manifest))?;
    println!("{package}, since {base}:");
    for item in before.difference(&after) {
        println!("- {item}");
    }
    for item in after.difference(&before) {
        println!("+ {item}");
    }
    Ok(())
}

/// Returns the public items of a crate, one a line, without those that every type has.
fn items(manifest: &Path) -> Result<BTreeSet<String>, String> {
    let mut command = cargo(&["public-api", "--all-features", "-sss", "--manifest-path"]);
    command.arg(manifest);
    let listed = output(&mut command).ok_or_else(|| {
        format!("{command:?} fails; it needs `rustup toolchain install nightly --profile minimal`")
    })?;
    Ok(listed.lines().map(str::to_owned).collect())
}
