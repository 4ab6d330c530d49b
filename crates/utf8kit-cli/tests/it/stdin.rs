//! What a verb without a path reads: standard input if somebody has given it, and otherwise the tree. Nothing is rewritten that was
//! not named.

use crate::common::{Place, Ran, finish, utf8};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// A misread word, which `fix` repairs.
const MISREAD: &str = "caf\u{C3}\u{A9}\n";

/// A tree with one file, which is misread.
fn place() -> Place {
    let place = Place::new();
    place.write("tree.txt", MISREAD);
    place
}

fn read(place: &Place, name: &str) -> String {
    std::fs::read_to_string(place.path().join(name)).expect("it is there")
}

/// Runs a verb in `place` with a standard input.
fn run(place: &Place, args: &[&str], stdin: impl Into<Stdio>) -> Ran {
    let mut command = utf8();
    let output = command
        .args(args)
        .current_dir(place.path())
        .stdin(stdin)
        .output()
        .expect("the command starts");
    Ran {
        code: output.status.code(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

#[test]
fn fix_without_a_path_repairs_a_pipe_and_leaves_the_tree() {
    let place = place();
    let ran = place.run_with(["fix"], "na\u{C3}\u{AF}ve\n".as_bytes());
    assert_eq!((ran.text(), ran.code), ("naïve\n", Some(0)), "{}", ran.err);
    assert!(ran.err.contains("<stdin>: fixed 1 place"), "{}", ran.err);
    assert_eq!(read(&place, "tree.txt"), MISREAD);
}

#[test]
fn fix_without_a_path_repairs_a_file_on_standard_input() {
    let place = place();
    let input = place.write("input.txt", "na\u{C3}\u{AF}ve\n");
    let ran = run(&place, &["fix"], File::open(input).unwrap());
    assert_eq!((ran.text(), ran.code), ("naïve\n", Some(0)), "{}", ran.err);
    assert_eq!(read(&place, "input.txt"), "na\u{C3}\u{AF}ve\n");
    assert_eq!(read(&place, "tree.txt"), MISREAD);
}

#[test]
fn fix_rewrites_a_directory_only_if_it_is_named() {
    let place = place();
    let ran = run(&place, &["fix"], Stdio::null());
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "utf8: name the files to repair, or `.` for all files below the working directory\n"
    );
    assert_eq!(read(&place, "tree.txt"), MISREAD);
    // What changes nothing needs no name.
    let ran = run(&place, &["fix", "--check"], Stdio::null());
    assert_eq!(
        (ran.code, ran.text().contains("Would fix 1 place")),
        (Some(1), true)
    );
    let ran = run(&place, &["fix", "."], Stdio::null());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(read(&place, "tree.txt"), "café\n");
}

#[test]
fn check_and_detect_without_a_path_read_a_pipe() {
    let place = place();
    let ran = place.run_with(["check"], b"a\xFF\n");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.text().starts_with("<stdin>:1:2: ill-formed: "),
        "{}",
        ran.text()
    );
    assert!(!ran.text().contains("tree.txt"));
    let ran = place.run_with(["detect"], "naïve\n".as_bytes());
    assert_eq!((ran.text(), ran.code), ("UTF-8         <stdin>\n", Some(0)));
}

#[test]
fn check_without_a_path_reads_the_tree_if_standard_input_is_the_null_device() {
    let ran = run(&place(), &["check"], Stdio::null());
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.text().starts_with("tree.txt:1:4: double-encoded: "),
        "{}",
        ran.text()
    );
}

#[test]
fn an_empty_input_that_nobody_named_is_an_error() {
    const EMPTY: &str = "utf8: <stdin>: standard input was empty; name `.` for the tree\n";
    for verb in ["check", "fix", "detect"] {
        let place = place();
        // A pipe that is closed, and an empty file.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(writer);
        for stdin in [
            Stdio::from(reader),
            File::open(place.write(".git/empty", "")).unwrap().into(),
        ] {
            let ran = run(&place, &[verb], stdin);
            assert!(ran.err.starts_with(EMPTY), "{verb}: {}", ran.err);
            assert_eq!(ran.code, Some(2), "{verb}");
            assert_eq!(read(&place, "tree.txt"), MISREAD, "{verb}");
        }
        // A name makes it an answer.
        let ran = run(&place, &[verb, "-"], Stdio::null());
        assert_eq!(ran.code, Some(0), "{verb}: {}", ran.err);
    }
    // These verbs have no tree instead: nothing is counted and converted to nothing.
    let ran = run(&place(), &["count"], Stdio::null());
    assert_eq!(
        (ran.text().trim_start(), ran.code),
        ("0  0  0  0  0  <stdin>\n", Some(0))
    );
    let ran = run(&place(), &["convert"], Stdio::null());
    assert_eq!((ran.text(), ran.code), ("", Some(0)));
}

#[test]
fn a_pipe_that_nobody_writes_to_is_named_after_a_second() {
    for (verb, expected) in [
        (
            "check",
            "utf8: waiting for standard input; name `.` for the tree\n",
        ),
        ("fix", "utf8: waiting for standard input; name `.` for the tree\n"),
        (
            "detect",
            "utf8: waiting for standard input; name `.` for the tree\n",
        ),
        (
            "count",
            "utf8: waiting for standard input; name a file to read that\n",
        ),
        (
            "convert",
            "utf8: waiting for standard input; name a file to read that\n",
        ),
        (
            "inspect",
            "utf8: waiting for standard input; name a file to read that\n",
        ),
    ] {
        let place = place();
        let mut child = utf8()
            .arg(verb)
            .current_dir(place.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let stdin = child.stdin.take().expect("it is piped");
        let mut err = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut line = String::new();
        // The input stays open until the line has come.
        err.read_line(&mut line).expect("a line");
        assert_eq!(line, expected, "{verb}");
        drop(stdin);
        let mut rest = String::new();
        err.read_to_string(&mut rest).expect("messages are UTF-8");
        let code = child.wait().expect("it ends").code();
        let has_tree = matches!(verb, "check" | "fix" | "detect");
        assert_eq!(
            rest.contains("standard input was empty"),
            has_tree,
            "{verb}: {rest}"
        );
        assert_eq!(code, Some(if has_tree { 2 } else { 0 }), "{verb}");
        assert_eq!(read(&place, "tree.txt"), MISREAD, "{verb}");
    }
}

#[test]
fn a_name_for_standard_input_means_standard_input() {
    let place = place();
    for verb in ["check", "detect", "fix", "count", "convert", "inspect"] {
        let ran = place.run_with([verb, "--stdin-filename", "name.txt"], b"a\xFF\n");
        let all = format!("{}{}", String::from_utf8_lossy(&ran.out), ran.err);
        assert!(all.contains("name.txt"), "{verb}: {all}");
        assert!(!all.contains("tree.txt"), "{verb}: {all}");
        let ran = place.run_with([verb, "--stdin-filename", "name.txt", "tree.txt"], b"a\xFF\n");
        assert_eq!(ran.code, Some(2), "{verb}");
        assert!(
            ran.err.contains("--stdin-filename is for the path `-`"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn whoever_expects_the_text_in_a_file_learns_that_it_was_changed_in_place() {
    let place = place();
    let run = |args: &[&str]| {
        let mut command = utf8();
        command.args(args).current_dir(place.path());
        let out = File::create(place.path().join("out")).unwrap();
        let output = command.stdin(Stdio::null()).stdout(out).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        run(&["fix", "tree.txt"]),
        "utf8: tree.txt was changed in place; to write its text to standard output, use `utf8 fix - < tree.txt`\n"
    );
    assert_eq!(run(&["fix", "tree.txt"]), "");
    place.write("tree.txt", MISREAD);
    assert_eq!(
        run(&["fix", "."]),
        "utf8: 1 file was changed in place; standard output has the report\n"
    );
    place.write("tree.txt", MISREAD);
    assert_eq!(
        finish(
            {
                let mut fix = utf8();
                fix.args(["fix", "tree.txt"]).current_dir(place.path());
                fix
            },
            b""
        )
        .err,
        ""
    );
}
