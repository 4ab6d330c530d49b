//! Lists of files: `--files-from`, and notes about files that have no findings.

use crate::common::{Place, native};

/// Returns the names that `check -l` prints with these arguments and standard input.
fn listed(place: &Place, args: &[&str], input: &[u8]) -> Vec<String> {
    let ran = place.run_with([&["check", "-l"][..], args].concat(), input);
    assert_eq!(ran.err, "");
    ran.text()
        .split_terminator(['\n', '\0'])
        .map(str::to_owned)
        .collect()
}

#[test]
fn files_from_has_a_path_on_each_line() {
    let place = Place::new();
    for name in ["a", "b", "c", "sub/d"] {
        place.write(name, b"\xFF");
    }
    place.write("list", b"a\r\n\nsub\n");
    assert_eq!(
        listed(&place, &["--files-from", "list"], b""),
        ["a".to_owned(), native("sub/d")]
    );
    assert_eq!(
        listed(&place, &["--files-from", "list", "c"], b""),
        ["c", "a", "sub/d"].map(native)
    );
    assert_eq!(listed(&place, &["--files-from", "-"], b"b\nc"), ["b", "c"]);
    // An empty list has no files; it does not stand for the working directory.
    assert_eq!(listed(&place, &["--files-from", "-"], b""), [""; 0]);
    for verb in ["count", "detect"] {
        let ran = place.run([verb, "--files-from", "list"]);
        assert!(
            ran.report().contains(&native("sub/d")) && !ran.report().contains('c'),
            "{}",
            ran.text()
        );
    }
}

/// A list of Git's has links beside the files that they lead to.
#[cfg(unix)]
#[test]
fn files_from_follows_no_links() {
    let place = Place::new();
    place.write("a", b"\xFF");
    place.write("sub/b", b"\xFF");
    for (link, target) in [("file", "a"), ("directory", "sub"), ("dangling", "nowhere")] {
        std::os::unix::fs::symlink(target, place.path().join(link)).unwrap();
    }
    let list = b"a\nfile\ndirectory\ndangling\n";
    assert_eq!(listed(&place, &["--files-from", "-"], list), ["a"]);
    // One that is named is followed.
    assert_eq!(listed(&place, &["file"], b""), ["file"]);
}

#[test]
fn files_from_can_have_paths_that_end_with_nul() {
    let place = Place::new();
    // A name of Windows has no control character.
    let odd = if cfg!(windows) { "a " } else { "a\r" };
    place.write("b", b"\xFF");
    place.write(format!("{odd}.txt"), b"\xFF");
    assert_eq!(listed(&place, &["-0", "--files-from", "-"], b"b\0"), ["b"]);
    assert_eq!(
        listed(
            &place,
            &["-0", "--files-from", "-"],
            format!("{odd}.txt\0b").as_bytes()
        ),
        [&format!("{odd}.txt"), "b"]
    );
    let ran = place.run(["count", "-0"]);
    assert_eq!((ran.code, &*ran.err), (Some(2), "utf8: -0 is for --files-from\n"));
}

#[test]
fn a_path_or_a_list_that_is_missing_is_an_error() {
    let place = Place::new();
    place.write("list", b"missing\n");
    for (args, message) in [
        (
            ["check", "--files-from", "none"],
            "utf8: none: No such file or directory\n",
        ),
        (
            ["check", "--files-from", "list"],
            "utf8: missing: No such file or directory\n",
        ),
    ] {
        let ran = place.run(args);
        assert_eq!((ran.code, &*ran.err), (Some(2), message));
    }
}

/// Every format says which files are binary or repaired.
#[test]
fn formats_have_notes_about_files_without_findings() {
    let place = Place::new();
    place.write("b.bin", b"MZ\0\0\0\x01\x02\x03");
    let ran = place.run(["check", "--list-binary", "--format", "github", "."]);
    let note = "b.bin: skipped: the file is binary\n";
    assert!(ran.text().starts_with(note), "{}", ran.text());
    let notes = |ran: &crate::common::Ran| -> Vec<String> {
        let log: serde_json::Value = serde_json::from_slice(&ran.out).unwrap();
        let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        let text = |note: &serde_json::Value| {
            assert_eq!(note["level"], "note");
            let place = &note["locations"][0]["physicalLocation"]["artifactLocation"];
            format!(
                "{}: {}",
                place["uri"].as_str().unwrap(),
                note["message"]["text"].as_str().unwrap()
            )
        };
        notes.as_array().unwrap().iter().map(text).collect()
    };
    let ran = place.run(["check", "--list-binary", "--format", "sarif", "."]);
    assert_eq!(notes(&ran), ["b.bin: skipped: the file is binary"]);

    place.write("a.txt", b"x\xFFy\n");
    let fix = |args: &[&str]| place.run([&["fix", "--on-error=replace", "a.txt", "--format"], args].concat());
    let ran = fix(&["github", "--check"]);
    let note = "a.txt: would fix 1 place: 1 ill-formed\n";
    assert!(ran.text().starts_with(note), "{}", ran.text());
    assert_eq!(
        notes(&fix(&["sarif", "--check"])),
        ["a.txt: would fix 1 place: 1 ill-formed"]
    );
    let ran = fix(&["github"]);
    let note = "a.txt: fixed 1 place: 1 ill-formed\n";
    assert!(ran.text().starts_with(note), "{}", ran.text());
}
