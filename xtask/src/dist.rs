//! `cargo xtask dist`: packs the command and the C library for one kind of machine, as a release has them.
//!
//! `.github/install-utf8.sh` finds the archive of the command by its name.

use crate::process::{self, cargo, find_program, host, output};
use crate::version::VERSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the archives are written.
const DIST: &str = "target/dist";

/// The documents that an archive has.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// What the command prints about itself, and the file for it.
const GENERATED: [(&str, &str); 5] = [
    ("man", "utf8.1"),
    ("bash", "utf8.bash"),
    ("zsh", "_utf8"),
    ("fish", "utf8.fish"),
    ("powershell", "_utf8.ps1"),
];

const USAGE: &str = "cargo xtask dist [--target TRIPLE]";

/// Packs the command; without `--target`, for this machine, and the C library too.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let target = match args {
        [] => None,
        [flag, target] if flag == "--target" => Some(target.as_str()),
        _ => return Err(format!("found {args:?}; {USAGE}")),
    };
    let triple = match target {
        Some(triple) => triple.to_owned(),
        None => host()?,
    };
    command(target, &triple)?;
    if target.is_none() {
        let name = format!("utf8kit-c-{VERSION}-{triple}");
        let folder = empty(&name)?;
        // The flags hold for all that this builds.
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut install = Command::new(this);
        install.args(["install-c", "--prefix"]).arg(&folder);
        process::run(install.env("CARGO_ENCODED_RUSTFLAGS", flags()?))?;
        make_movable(&folder)?;
        add_documents(&folder)?;
        archive(&name)?;
    }
    Ok(())
}

/// Makes `pkg-config` find the libraries wherever their archive is unpacked.
fn make_movable(folder: &Path) -> Result<(), String> {
    let files = folder.join("lib/pkgconfig");
    let failed = |error: std::io::Error| format!("{}: {error}", files.display());
    let folder = std::path::absolute(folder).map_err(failed)?;
    for file in fs::read_dir(&files).map_err(failed)? {
        let file = file.map_err(failed)?.path();
        let text = fs::read_to_string(&file).map_err(failed)?;
        let text = text.replace(&folder.display().to_string(), "${pcfiledir}/../..");
        fs::write(&file, text).map_err(failed)?;
    }
    Ok(())
}

/// Packs the command, with its man page and its completions.
fn command(target: Option<&str>, triple: &str) -> Result<(), String> {
    let mut build = cargo(&["build", "--quiet", "--release", "--locked", "-p", "utf8kit-cli"]);
    let mut built = process::target_folder();
    if let Some(target) = target {
        build.args(["--target", target]);
        built.push(target);
    }
    process::run(build.env("CARGO_ENCODED_RUSTFLAGS", flags()?))?;
    let program = match triple.contains("windows") {
        true => "utf8.exe",
        false => "utf8",
    };
    let built = built.join("release").join(program);
    let name = format!("utf8-{VERSION}-{triple}");
    let folder = empty(&name)?;
    copy(&built, &folder.join(program))?;
    add_documents(&folder)?;
    for (what, file) in GENERATED {
        // A program for another machine does not run here, and its archive has no man page.
        let Some(text) = output(Command::new(&built).args(["--generate", what])) else {
            println!("{} does not run here: the archive has no {file}", built.display());
            continue;
        };
        fs::write(folder.join(file), text).map_err(|error| format!("{file}: {error}"))?;
    }
    archive(&name)
}

/// Returns the flags of the compiler with which the same sources are the same bytes in any folder: no path of this machine is in what is
/// built.
fn flags() -> Result<String, String> {
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" })?;
        Some(Path::new(&home).join(".cargo"))
    });
    let given = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
    for (folder, name) in [(Some(root), "/utf8kit"), (home, "/cargo")] {
        flags.extend(folder.map(|folder| format!("--remap-path-prefix={}={name}", folder.display())));
    }
    // A folder may have a space in its name.
    Ok(flags.join("\u{1F}"))
}

/// Makes an empty folder below that of the archives.
fn empty(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(DIST).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn add_documents(folder: &Path) -> Result<(), String> {
    DOCUMENTS
        .into_iter()
        .try_for_each(|name| copy(Path::new(name), &folder.join(name)))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to)
        .map(drop)
        .map_err(|error| format!("{}: {error}", from.display()))
}

/// Packs a folder, and writes the checksum beside the archive.
fn archive(name: &str) -> Result<(), String> {
    let file = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    tar.current_dir(DIST).args(["-czf", &file]);
    // Of the same files, GNU tar makes the same archive then.
    if cfg!(target_os = "linux") {
        let time = output(Command::new("git").args(["log", "-1", "--format=%ct"]));
        let time = time.map_or_else(|| "0".to_owned(), |time| time.trim().to_owned());
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
        tar.args(["--mode=u=rwX,go=rX", &format!("--mtime=@{time}")]);
    }
    process::run(tar.arg(name))?;
    let mut sum = match find_program("sha256sum").is_some() || cfg!(windows) {
        true => Command::new("sha256sum"),
        false => {
            let mut shasum = Command::new("shasum");
            shasum.args(["-a", "256"]);
            shasum
        }
    };
    let sum = output(sum.current_dir(DIST).arg(&file)).ok_or("found no program for SHA-256")?;
    let path = format!("{DIST}/{file}.sha256");
    fs::write(&path, sum).map_err(|error| format!("{path}: {error}"))?;
    println!("{DIST}/{file}");
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.github/install-utf8.sh");

    /// Makes an empty folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("utf8kit-dist-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Writes a script of the shell that prints `words`.
    fn program(path: &Path, words: &str) {
        fs::write(path, format!("#!/bin/sh\necho {words}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The targets of the script, as `(system-processor, target)`.
    fn targets() -> Vec<(String, String)> {
        let script = fs::read_to_string(SCRIPT).unwrap();
        let lines = script.lines().filter(|line| line.contains(") target="));
        lines
            .filter_map(|line| {
                let (machine, rest) = line.trim().split_once(") target=")?;
                let target = rest
                    .split_whitespace()
                    .next()
                    .filter(|target| target.contains('-'))?;
                Some((machine.to_owned(), target.to_owned()))
            })
            .collect()
    }

    #[test]
    fn the_library_of_an_archive_is_found_wherever_it_is_unpacked() {
        let root = folder("movable");
        let folder = root.join("lib/pkgconfig");
        fs::create_dir_all(&folder).unwrap();
        let stated = root.display();
        let text = format!("prefix={stated}\nlibdir={stated}/lib\nName: utf8kit\n");
        let files = ["utf8kit.pc", "utf8kit-core.pc"].map(|name| folder.join(name));
        for file in &files {
            fs::write(file, &text).unwrap();
        }
        make_movable(&root).unwrap();
        for file in &files {
            assert_eq!(
                fs::read_to_string(file).unwrap(),
                "prefix=${pcfiledir}/../..\nlibdir=${pcfiledir}/../../lib\nName: utf8kit\n"
            );
        }
        let _ = fs::remove_dir_all(&root);
    }

    #[test]
    fn a_release_has_each_binary_that_the_action_downloads() {
        let workflow = concat!(env!("CARGO_MANIFEST_DIR"), "/../.github/workflows/release.yml");
        let workflow = fs::read_to_string(workflow).unwrap();
        let targets = targets();
        assert!(targets.len() >= 5);
        for (_, target) in targets {
            assert!(workflow.contains(&format!("target: {target},")), "{target}");
        }
    }

    #[test]
    fn the_action_installs_a_release_with_the_right_checksum_and_builds_otherwise() {
        let machine = output(Command::new("sh").args(["-c", "echo $(uname -s)-$(uname -m)"])).unwrap();
        let Some((_, target)) = targets().into_iter().find(|(name, _)| name == machine.trim()) else {
            println!("no released binary for {machine}: not tested");
            return;
        };
        if find_program("curl").is_none() {
            println!("found no curl: not tested");
            return;
        }
        let root = folder("install");
        let name = format!("utf8-{VERSION}-{target}");
        let release = root.join(format!("v{VERSION}"));
        fs::create_dir_all(release.join(&name)).unwrap();
        fs::create_dir_all(root.join("stub")).unwrap();
        program(&release.join(&name).join("utf8"), "released");
        program(&root.join("stub/cargo"), "cargo $1");
        let archive = release.join(format!("{name}.tar.gz"));
        let tar = [Path::new("-czf"), &archive, Path::new(&name)];
        assert!(process::succeeds(
            Command::new("tar").current_dir(&release).args(tar)
        ));
        let sums = "if command -v sha256sum >/dev/null; then sha256sum \"$0\"; else shasum -a 256 \"$0\"; fi";
        let sum = output(Command::new("sh").args(["-c", sums]).arg(&archive)).unwrap();
        let sum_path = release.join(format!("{name}.tar.gz.sha256"));
        fs::write(&sum_path, &sum).unwrap();

        let path = std::env::var("PATH").unwrap();
        let path = format!("{}:{path}", root.join("stub").display());
        let install = |reference: &str| {
            let to = root.join("to");
            let _ = fs::remove_dir_all(&to);
            let mut script = Command::new("bash");
            script
                .args([Path::new(SCRIPT), &to])
                .arg(reference)
                .env("PATH", &path);
            let said = output(script.env("UTF8_RELEASES", format!("file://{}", root.display())));
            let installed = output(&mut Command::new(to.join("bin/utf8")));
            (said, installed.unwrap_or_default())
        };
        let (major, _) = VERSION.split_once('.').unwrap();
        for reference in [format!("v{VERSION}"), format!("v{major}")] {
            assert_eq!(
                install(&reference),
                (Some(String::new()), "released\n".to_owned())
            );
        }
        let built = (Some("cargo install\n".to_owned()), String::new());
        for reference in ["main", "", "v", "v9", &format!("v{VERSION}-rc")] {
            assert_eq!(install(reference), built, "{reference}");
        }
        fs::write(&sum_path, sum.replace(['0', '1', '2'], "9")).unwrap();
        assert_eq!(install(&format!("v{VERSION}")), (None, String::new()));
        fs::remove_file(&sum_path).unwrap();
        assert_eq!(install(&format!("v{VERSION}")), built);
        let _ = fs::remove_dir_all(&root);
    }
}
