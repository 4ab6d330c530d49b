//! The GitHub Action and the hook for pre-commit.

use crate::common::{Place, document, finish};
use std::process::Command;

/// Returns the script of the action's last step.
fn script(action: &str) -> String {
    let (_, script) = action.rsplit_once("run: |\n").expect("a step with a script");
    script
        .lines()
        .map(|line| format!("{}\n", line.trim_start()))
        .collect()
}

#[test]
fn the_action_checks_the_paths_with_the_arguments() {
    let (_, action) = document("action.yml");
    let place = Place::new();
    place.write("src/a b.txt", b"x\xFFy\n");
    place.write("src/c.txt", "fine");
    place.write("other", b"\xFF");
    let run = |paths: &str, args: &str| {
        let mut command = Command::new("bash");
        command.args(["-e", "-o", "pipefail", "-c", &script(&action)]);
        command.current_dir(place.path());
        command.env("UTF8", env!("CARGO_BIN_EXE_utf8"));
        command.env("UTF8_PATHS", paths).env("UTF8_ARGS", args);
        finish(command, b"")
    };
    let all = run("", "");
    assert_eq!(all.code, Some(1), "{}", all.err);
    assert!(
        all.text().contains("::error file=other,line=1,"),
        "{}",
        all.text()
    );
    assert!(
        all.text().contains("::error file=src/a b.txt,line=1,"),
        "{}",
        all.text()
    );
    // A path has blanks, and `./` is not part of the name by which GitHub knows a file.
    let one = run("./src/a b.txt\nsrc/c.txt\n", "");
    assert!(
        one.text().contains("\n::error file=src/a b.txt,line=1,"),
        "{}",
        one.text()
    );
    assert!(
        one.report()
            .ends_with("1 finding in 1 of 2 files; `utf8 fix --on-error=escape` repairs 1\n"),
        "{}",
        one.text()
    );
    let none = run("", "--ignore ill-formed --glob *.txt");
    assert_eq!((none.code, none.text()), (Some(0), "No findings in 2 files\n"));
}

/// pre-commit runs `cargo install --bins --path .`, which needs a package at the root, and then the program of `entry`.
#[test]
fn the_hook_runs_a_program_of_the_root_package() {
    let (_, hooks) = document(".pre-commit-hooks.yaml");
    let (_, manifest) = document("Cargo.toml");
    assert!(hooks.contains("language: rust\n"));
    let (_, entry) = hooks.split_once("entry: ").expect("an entry");
    let program = entry.split_whitespace().next().expect("a program");
    assert!(manifest.contains("[package]\n"));
    assert!(
        manifest.contains(&format!("[[bin]]\nname = \"{program}\"\n")),
        "{program}"
    );
}
