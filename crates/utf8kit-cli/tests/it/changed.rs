//! What Git says is changed: `--since` and `--staged`.

use crate::common::{Place, Ran, native};
use std::process::Command;

/// A repository with a commit.
struct Repository(Place);

impl Repository {
    fn new(files: &[(&str, &[u8])]) -> Repository {
        let repository = Repository(Place::new());
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        for (name, bytes) in files {
            repository.0.write(name, bytes);
        }
        repository.commit();
        repository
    }

    fn git(&self, arguments: &[&str]) {
        let mut command = Command::new("git");
        command.args([
            "-c",
            "user.name=n",
            "-c",
            "user.email=e",
            "-c",
            "core.autocrlf=false",
        ]);
        command.args(arguments).current_dir(self.0.path());
        // Neither what surrounds the test nor its user decides.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1");
        let output = command.output().expect("Git runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "m"]);
    }

    /// Returns `path:line` of each finding.
    fn found(&self, flags: &[&str]) -> Vec<String> {
        let ran = self.check(flags);
        let place = |finding: &serde_json::Value| {
            format!("{}:{}", finding["path"].as_str().unwrap(), finding["line"])
        };
        ran.findings().iter().map(place).collect()
    }

    fn check(&self, flags: &[&str]) -> Ran {
        let ran = self
            .0
            .run(["check", "--select=nul", "--format=json"].iter().chain(flags));
        assert_eq!(ran.err, "", "{}", ran.text());
        ran
    }
}

#[test]
fn only_changed_lines_and_files_are_checked() {
    let repository = Repository::new(&[
        ("kept.txt", b"old \0\n"),
        ("sub/changed.txt", b"old \0\nb\nc\n"),
        (
            "moved.txt",
            b"old \0, and a text by which it is found again\nx\ny\nz\n",
        ),
        ("gone.txt", b"\0\n"),
    ]);
    let place = &repository.0;
    place.write("sub/changed.txt", b"old \0\nb new \0\nc\nnew \0\n");
    place.write("new.txt", b"what is \0\nall new \0\n");
    // Names with these are quoted by Git. On Windows, no name has a quotation mark.
    let mark = if cfg!(windows) { "" } else { "\"" };
    repository.git(&["mv", "moved.txt", &format!("sub/moved \u{e9}{mark}q.txt")]);
    std::fs::remove_file(place.path().join("gone.txt")).unwrap();
    place.write("ignored.txt", b"\0\n");
    place.write(".gitignore", b"ignored.txt\n");
    let changed = ["new.txt:1", "new.txt:2", "sub/changed.txt:2", "sub/changed.txt:4"];
    assert_eq!(repository.found(&["--since=HEAD"]), changed);
    assert_eq!(repository.found(&["--since=HEAD", "sub"]), changed[2..]);
    assert_eq!(repository.found(&["--since=HEAD", "--exclude=sub"]), changed[..2]);
    assert_eq!(repository.found(&["--since=HEAD", "-g*.md"]), changed[..0]);
    // What is staged is checked as it is there.
    assert_eq!(repository.found(&["--staged"]), changed[..0]);
    repository.git(&["add", "--all"]);
    place.write("new.txt", b"unstaged \0\n\0\n\0\n\0\n");
    place.write("sub/changed.txt", b"clean\n");
    assert_eq!(repository.found(&["--staged"]), changed);
    assert_eq!(repository.found(&["--staged", "-j1", "sub"]), changed[2..]);
    let mut in_sub = crate::common::utf8();
    in_sub.current_dir(place.path().join("sub"));
    in_sub.args(["check", "--select=nul", "--staged", "--format=concise"]);
    let here = crate::common::finish(in_sub, b"");
    assert!(here.text().starts_with("changed.txt:2:"), "{}", here.text());
    let mut above = crate::common::utf8();
    above.current_dir(place.path().join("sub"));
    above.args(["check", "--select=nul", "--staged", "--format=concise", ".."]);
    let above = crate::common::finish(above, b"");
    assert!(
        above.text().starts_with(&native("../new.txt:1:")),
        "{}",
        above.text()
    );
}

/// What a person has set for their own `git diff` changes no report.
#[test]
fn settings_of_git_for_people_have_no_effect() {
    let lines = |second: &str| format!("1 \0\n{second} \0\n3 \0\n4 \0\n5 \0\n6 \0\n");
    let repository = Repository::new(&[("same.txt", b"\0\n"), ("sub/a.txt", lines("2").as_bytes())]);
    let place = &repository.0;
    place.write("sub/a.txt", lines("new").replace("4 ", "new "));
    let found = |is_odd: bool| {
        let mut command = crate::common::utf8();
        command.current_dir(place.path().join("sub"));
        command.args(["check", "--select=nul", "--since=HEAD", "--format=concise"]);
        if is_odd {
            command.env("GIT_DIFF_OPTS", "--unified=3");
        }
        let ran = crate::common::finish(command, b"");
        let places = ran.text().lines().filter(|line| line.contains(": nul: "));
        places
            .map(|line| line.split_terminator(" nul").next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let changed = ["a.txt:2:5:", "a.txt:4:5:"];
    assert_eq!(found(false), changed);
    assert_eq!(found(true), changed);
    for setting in [
        "diff.relative=true",
        "diff.interHunkContext=3",
        "diff.autoRefreshIndex=false",
        "diff.noprefix=true",
        "diff.mnemonicPrefix=true",
        "diff.external=false",
        "color.ui=always",
        "diff.renames=false",
        "core.quotePath=false",
    ] {
        // The file is as it was, but has another time.
        place.write("same.txt", b"\0\n");
        let (name, value) = setting.split_once('=').unwrap();
        repository.git(&["config", name, value]);
        assert_eq!(found(false), changed, "{setting}");
        repository.git(&["config", "--unset", name]);
    }
}

/// The line of the declaration is not changed, but what it is wrong about.
#[test]
fn a_text_that_its_declaration_is_wrong_about_now_is_found() {
    let text = |second: &str, third: &str| format!("scriptencoding latin1\n\n{second}\n{third}\n");
    let found = |before: &[u8], after: &str| {
        let repository = Repository::new(&[("a.vim", before)]);
        repository.0.write("a.vim", after);
        let ran = repository
            .0
            .run(["check", "--since=HEAD", "--format=concise", "--color=never"]);
        ran.text()
            .lines()
            .filter(|line| line.starts_with("a.vim:1:16: wrong-declaration:"))
            .count()
    };
    let ascii = text("call one()", "call two()");
    let one = text("\\ 'one ä'", "call two()");
    assert_eq!(found(ascii.as_bytes(), &one), 1);
    // As in an editor that converts a file and does not know its declaration.
    let latin = one.replace('ä', "\u{1}").into_bytes();
    let latin: Vec<_> = latin
        .into_iter()
        .map(|byte| if byte == 1 { 0xE4 } else { byte })
        .collect();
    assert_eq!(found(&latin, &one), 1);
    // It was wrong before, and what is changed is right in each encoding.
    assert_eq!(found(one.as_bytes(), &text("\\ 'one ä'", "call three()")), 0);
}

/// What happened on the other branch since is not ours.
#[test]
fn changes_begin_where_the_branches_part() {
    let repository = Repository::new(&[("a.txt", b"a\n")]);
    repository.git(&["checkout", "--quiet", "-b", "topic"]);
    repository.0.write("ours.txt", b"\0\n");
    repository.commit();
    repository.git(&["checkout", "--quiet", "main"]);
    repository.0.write("a.txt", b"\0\n");
    repository.commit();
    repository.git(&["checkout", "--quiet", "topic"]);
    assert_eq!(repository.found(&["--since=main"]), ["ours.txt:1"]);
    assert_eq!(repository.found(&["--since=main", "--staged"]), ["ours.txt:1"]);
}

/// Links, submodules and files that Git converts need no rule of their own.
#[cfg(unix)]
#[test]
fn links_have_no_text_and_links_that_became_files_are_new() {
    let repository = Repository::new(&[("file.txt", b"\0\n"), ("target", b"t\n")]);
    let place = repository.0.path();
    std::os::unix::fs::symlink("target", place.join("link.txt")).unwrap();
    repository.commit();
    for name in ["link.txt", "file.txt"] {
        std::fs::remove_file(place.join(name)).unwrap();
    }
    std::os::unix::fs::symlink("target", place.join("file.txt")).unwrap();
    repository.0.write("link.txt", b"\0\n");
    assert_eq!(repository.found(&["--since=HEAD"]), ["link.txt:1"]);
    repository.git(&["add", "--all"]);
    assert_eq!(repository.found(&["--staged"]), ["link.txt:1"]);
}

#[test]
fn a_repository_without_a_commit_has_staged_files() {
    let place = Place::new();
    let repository = Repository(place);
    repository.git(&["init", "--quiet"]);
    repository.0.write("a.txt", b"\0\n");
    repository.git(&["add", "--all"]);
    assert_eq!(repository.found(&["--staged"]), ["a.txt:1"]);
}

/// What a walk would not find, as without Git.
#[test]
fn changed_files_that_are_hidden_or_excluded_are_left_out() {
    let files = [".hidden", "out.txt", ".d/a.txt", "vendor/a.txt", "a.txt"];
    let repository = Repository::new(&files.map(|name| (name, &b"a\n"[..])));
    for name in files {
        repository.0.write(name, b"\0\n");
    }
    let config = "exclude = [\"vendor\", \"out.txt\"]\n";
    repository.0.write("utf8kit.toml", config);
    repository.git(&["add", "--all"]);
    for flag in ["--since=HEAD", "--staged"] {
        assert_eq!(repository.found(&[flag]), [".d/a.txt:1", ".hidden:1", "a.txt:1"]);
        assert_eq!(repository.found(&[flag, "--hidden=no"]), ["a.txt:1"]);
    }
}

#[test]
fn what_git_cannot_tell_is_an_error() {
    let repository = Repository::new(&[("a.txt", b"a\n")]);
    let place = &repository.0;
    for (arguments, message) in [
        (
            &["check", "--since=nowhere"][..],
            "--since nowhere: Git knows no such revision",
        ),
        (&["check", "--since=--output=x"], "Git knows no such revision"),
        (&["check", "--since=HEAD", "missing"], "missing: no such file"),
        (
            &["fix", "--since=HEAD", "."],
            "--since, --staged and --watch are for `utf8 check`",
        ),
    ] {
        let ran = place.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.text());
        assert!(
            ran.err.to_lowercase().contains(&message.to_lowercase()),
            "{}",
            ran.err
        );
    }
    assert!(!place.path().join("x").exists());
    let outside = Place::new();
    let ran = outside.run(["check", "--staged"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("not a git repository"), "{}", ran.err);
}

/// A hook names files that the configuration excludes.
#[test]
fn named_files_are_left_out_if_that_is_wanted() {
    let place = Place::new();
    place.write("vendor/lib/a.txt", b"\0\n");
    place.write("b.txt", b"\0\n");
    place.write("utf8kit.toml", "exclude = [\"vendor\"]\n");
    let named = [
        "check",
        "--format=concise",
        "-g!b.txt",
        "vendor/lib/a.txt",
        "vendor",
        "b.txt",
    ];
    let found = |ran: &Ran| ran.text().lines().filter(|line| line.contains(": nul: ")).count();
    assert_eq!(found(&place.run(named)), 2);
    let ran = place.run(named.iter().chain(&["--force-exclude"]));
    assert_eq!((ran.code, found(&ran)), (Some(0), 0), "{}", ran.text());
}
