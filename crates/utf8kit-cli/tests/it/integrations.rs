//! The GitHub Action and the hook for pre-commit.

use crate::common::{Place, document, finish};
use std::path::Path;
use std::process::Command;
use utf8kit_test::is_installed;

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

/// Each hook runs what `utf8` understands, and gets all files that are no links.
#[test]
fn the_hooks_run_verbs_with_the_files_that_are_named() {
    for (name, ids) in [
        (".pre-commit-hooks.yaml", &["utf8-check", "utf8-fix"][..]),
        (
            "packaging/pre-commit/.pre-commit-hooks.yaml",
            &["utf8-check", "utf8-fix", "utf8-check-system", "utf8-fix-system"],
        ),
    ] {
        let (_, hooks) = document(name);
        let hooks: Vec<_> = hooks.split("- id: ").skip(1).collect();
        let named = hooks.iter().map(|hook| hook.lines().next().expect("an id"));
        assert_eq!(named.collect::<Vec<_>>(), ids);
        for hook in hooks {
            assert!(hook.contains("types: [file]\n"), "{hook}");
            let (_, entry) = hook.split_once("entry: ").expect("an entry");
            let entry = entry.lines().next().expect("a line");
            let place = Place::new();
            place.write("utf8kit.toml", "exclude = [\"excluded.txt\"]\n");
            place.write("excluded.txt", b"\xFF");
            place.write("twice.txt", "caf\u{C3}\u{A9} d\u{C3}\u{A9}j\u{C3}\u{A0} vu\n");
            place.write("wide.txt", b"\xFF\xFEa\0");
            let files = ["twice.txt", "wide.txt", "excluded.txt"];
            let ran = place.run(entry.split(' ').skip(1).chain(files));
            assert_eq!(ran.code, Some(1), "{entry}: {}", ran.err);
            assert!(
                ran.text().contains("wide.txt:1:1: other-encoding"),
                "{}",
                ran.text()
            );
            assert!(!ran.text().contains("excluded.txt"), "{}", ran.text());
            let text = std::fs::read_to_string(place.path().join("twice.txt")).unwrap();
            assert_eq!(
                text == "caf\u{E9} d\u{E9}j\u{E0} vu\n",
                entry.contains(" fix "),
                "{entry}"
            );
        }
    }
}

/// The commands of the guide make Git show and store files as it says.
#[test]
fn git_converts_by_the_commands_of_the_guide() {
    if !is_installed("git") || !is_installed("bash") {
        return;
    }
    let (_, guide) = document("docs/integrations.md");
    let (_, section) = guide
        .split_once("## Git's differences and filters")
        .expect("a section");
    let (section, _) = section.split_once("\n## ").expect("another one");
    let blocks: Vec<_> = section
        .split("```sh\n")
        .skip(1)
        .map(|block| block.split_once("```").unwrap().0)
        .collect();
    assert_eq!(blocks.len(), 3);
    let place = Place::new();
    let utf8 = Path::new(env!("CARGO_BIN_EXE_utf8"))
        .parent()
        .expect("in a directory");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([utf8.to_owned()].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let shell = |script: &str| {
        let mut command = Command::new("bash");
        command
            .args(["-e", "-c", script])
            .current_dir(place.path())
            .env("PATH", &path);
        let ran = finish(command, b"");
        assert_eq!(ran.code, Some(0), "{script}: {}", ran.err);
        ran
    };
    shell(
        "git init -q . && git config user.name a && git config user.email a@b && git config core.autocrlf false",
    );
    blocks.iter().for_each(|block| {
        shell(block);
    });
    place.write("a.strings", b"\xFF\xFEa\0\n\0");
    place.write("a.ini", b"caf\xE9\n");
    place.write("a.md", "caf\u{C3}\u{A9} d\u{C3}\u{A9}j\u{C3}\u{A0} vu\n");
    place.write("b.md", b"caf\xE9\n");
    shell("git add -A && git commit -qm a");
    assert_eq!(shell("git show :a.ini").text(), "caf\u{E9}\n");
    assert_eq!(shell("git show :a.md").text(), "caf\u{E9} d\u{E9}j\u{E0} vu\n");
    assert_eq!(shell("git show :b.md").out, b"caf\xE9\n");
    shell("rm a.ini && git checkout -q a.ini");
    assert_eq!(std::fs::read(place.path().join("a.ini")).unwrap(), b"caf\xE9\n");
    place.write("a.strings", b"\xFF\xFEb\0\n\0");
    let shown = shell("git diff a.strings");
    assert!(shown.text().ends_with("\n-a\n+b\n"), "{}", shown.text());
}
