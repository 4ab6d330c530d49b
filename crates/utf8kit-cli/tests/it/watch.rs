//! `check --watch`: what changes is checked again.

use crate::common::{LONG, Place, utf8};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use utf8kit_test::skip;

/// A run that watches.
struct Watching {
    child: Child,
    /// The lines of standard output and of standard error.
    lines: Receiver<String>,
}

impl Watching {
    /// Starts a run, and waits until it watches.
    fn begin(place: &Place, args: &[&str]) -> Watching {
        let mut child = utf8()
            .args(["check", "--watch", "--format=concise"])
            .args(args)
            .current_dir(place.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let (sender, lines) = channel();
        let errors = sender.clone();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        std::thread::spawn(move || {
            stdout
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        std::thread::spawn(move || {
            stderr
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| errors.send(line))
        });
        let watching = Watching { child, lines };
        // The two outputs come in any order. The first check ends with how many files it has checked.
        let (mut watches, mut has_checked) = (false, false);
        while !(watches && has_checked) {
            let line = watching.lines.recv_timeout(LONG).expect("a line");
            match line.contains("Ctrl-C ends") {
                true => watches = true,
                false => has_checked |= line.contains(" file"),
            }
        }
        watching
    }

    /// Returns the lines up to one with this text.
    fn until(&self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self
                .lines
                .recv_timeout(LONG)
                .unwrap_or_else(|_| panic!("{text}: {lines:?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| line.contains(text)) {
                return lines;
            }
        }
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let status = std::process::Command::new("kill").args([signal, &id]).status();
        assert!(status.expect("it runs").success());
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes a file at once, so that no look finds a part of it.
fn put(place: &Place, name: &str, bytes: &[u8]) {
    let outside = Place::new();
    let whole = outside.write("whole", bytes);
    std::fs::rename(whole, place.path().join(name)).expect("both are in one file system");
}

#[test]
fn what_changes_is_checked_again() {
    let place = Place::new();
    place.write("a.txt", "fine\n");
    place.write("b.txt", b"b\xFF\n");
    place.write(".ignore", "ignored\n");
    place.write("ignored/a.txt", "");
    let watching = Watching::begin(&place, &[]);
    put(&place, "a.txt", b"a\xFF\n");
    let lines = watching.until("a.txt:1:2: ill-formed");
    assert!(!lines.iter().any(|line| line.starts_with("b.txt")), "{lines:?}");
    // What is ignored is not looked at; a directory that is new is, with what comes into it at once; so is a new name.
    put(&place, "ignored/a.txt", b"\xFF");
    place.write("new/deep/c.txt", b"c\xFF\n");
    let lines = watching.until("new/deep/c.txt:1:2: ill-formed");
    assert!(!lines.iter().any(|line| line.contains("ignored")), "{lines:?}");
    std::fs::rename(place.path().join("new"), place.path().join("moved")).unwrap();
    watching.until("moved/deep/c.txt:1:2: ill-formed");
    // One that replaces another, as editors save, and one that is gone.
    let other = place.write("moved/other", b"\0d\xFF\n");
    std::fs::rename(other, place.path().join("moved/deep/c.txt")).unwrap();
    watching.until("moved/deep/c.txt:1:3: ill-formed");
    std::fs::remove_dir_all(place.path().join("moved")).unwrap();
    put(&place, "a.txt", b"aaa\xFF\n");
    watching.until("a.txt:1:4: ill-formed");
}

#[test]
fn a_configuration_that_changes_has_all_checked_again() {
    let place = Place::new();
    place.write("a.txt", b"a\xFF\0\n");
    place.write("sub/b.txt", b"b\xFF\n");
    let watching = Watching::begin(&place, &[]);
    put(&place, "utf8kit.toml", b"ignore = [\"ill-formed\"]\n");
    let lines = watching.until("a.txt:1:3: nul");
    assert!(!lines.iter().any(|line| line.contains("ill-formed")), "{lines:?}");
    // A wrong one is told, and one that is right again counts.
    put(&place, "utf8kit.toml", b"ignor = []\n");
    watching.until("utf8kit.toml:1:1: no key is called `ignor`");
    put(&place, "utf8kit.toml", b"\n");
    watching.until("sub/b.txt:1:2: ill-formed");
    // One that is removed counts no more.
    put(&place, "sub/utf8kit.toml", b"ignore = [\"ill-formed\"]\n");
    watching.until("a.txt:1:3: nul");
    std::fs::remove_file(place.path().join("sub/utf8kit.toml")).unwrap();
    watching.until("sub/b.txt:1:2: ill-formed");
}

#[test]
fn a_baseline_that_changes_has_all_checked_again() {
    let place = Place::new();
    place.write("utf8kit.toml", "baseline = \"base\"\n");
    place.write("base", "{\"utf8_baseline\":1}\n");
    place.write("a.txt", b"a\xFF\n");
    let watching = Watching::begin(&place, &[]);
    put(&place, "base", b"{\"utf8_baseline\":1}\n\n");
    watching.until("a.txt:1:2: ill-formed");
}

#[test]
fn a_configuration_above_in_the_repository_counts() {
    let place = Place::new();
    std::fs::create_dir(place.path().join(".git")).unwrap();
    place.write("sub/b.txt", b"b\xFF\n");
    let watching = Watching::begin(&place, &["sub"]);
    put(&place, "utf8kit.toml", b"[levels]\nill-formed = \"note\"\n");
    watching.until("sub/b.txt:1:2: ill-formed");
}

#[test]
fn it_ends_by_a_signal_and_when_nobody_reads() {
    use std::os::unix::process::ExitStatusExt;
    let place = Place::new();
    place.write("a.txt", b"a\xFF\n");
    let mut watching = Watching::begin(&place, &[]);
    watching.signal("-INT");
    assert_eq!(watching.child.wait().unwrap().signal(), Some(2));
    if !cfg!(target_os = "linux") {
        skip("elsewhere it looks again after a pause");
        return;
    }
    let mut child = utf8()
        .args(["check", "--watch", "--color=never"])
        .current_dir(place.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    // It ends although nothing changes.
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let place = Place::new();
    for (args, message) in [
        (&["-"][..], "--watch is for files"),
        (
            &["--format=sarif", "."],
            "--watch is for the formats human, concise and json",
        ),
        (&["--staged"], "cannot be used with"),
    ] {
        let ran = place.run([&["check", "--watch"], args].concat());
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    let ran = place.run_with(["check", "--watch"], b"x");
    assert!(
        ran.code == Some(2) && ran.err.contains("name what to watch"),
        "{}",
        ran.err
    );
}
