//! What `.gitattributes` and `.editorconfig` say about files.

use crate::common::{Place, native};

/// "one", a line end, "two", in UTF-16LE without a signature.
const WIDE: &[u8] = b"o\0n\0e\0\n\0t\0w\0o\0\n\0";

#[test]
fn binary_files_are_skipped_unless_they_are_named() {
    let place = Place::new();
    place.write(".gitattributes", "*.dat binary\n");
    place.write("sub/a.dat", b"one \xFF\n");
    place.write("b", b"two \xFF\n");
    let ran = place.run(["check"]);
    assert!(
        ran.text()
            .contains("1 finding in 1 of 2 files, 1 binary file skipped"),
        "{}",
        ran.text()
    );
    assert_eq!(place.run(["check", "sub/a.dat"]).code, Some(1));
    assert_eq!(
        place.run(["check", "-l", "--no-config"]).text(),
        native("b\nsub/a.dat\n")
    );
    // A directory can say otherwise.
    place.write("sub/.gitattributes", "*.dat !binary text\n");
    assert_eq!(place.run(["check", "-l"]).text(), native("b\nsub/a.dat\n"));
}

/// Git would see a change where it promised none.
#[test]
fn fix_leaves_what_git_keeps_as_it_is() {
    let place = Place::new();
    place.write(".gitattributes", "kept -text\nbin binary\n");
    for name in ["kept", "bin", "other"] {
        place.write(name, b"one \xFF\n");
    }
    let read = |name: &str| std::fs::read(place.path().join(name)).unwrap();
    let ran = place.run(["fix", "--on-error=replace", "."]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(
        ran.err,
        "utf8: kept: left as it is, because `.gitattributes` says `-text`; to repair it, name it\n"
    );
    assert_eq!([read("kept"), read("bin")], [b"one \xFF\n"; 2]);
    assert_eq!(read("other"), "one \u{FFFD}\n".as_bytes());
    let ran = place.run(["fix", "--on-error=replace", "--diff", "."]);
    assert!(!ran.text().contains("+++"), "{}", ran.text());
    // What has nothing to repair needs no message, and what is named is repaired.
    place.write("kept", b"one\n");
    assert_eq!(place.run(["fix", "--on-error=replace", "."]).err, "");
    assert_eq!(place.run(["fix", "--on-error=replace", "bin"]).code, Some(0));
    assert_eq!(read("bin"), "one \u{FFFD}\n".as_bytes());
}

#[test]
fn files_are_checked_in_the_encoding_that_git_or_the_editor_has() {
    let place = Place::new();
    place.write("a.txt", WIDE);
    place.write("b.txt", b"gr\xFC\xDFe aus M\xFCnchen und sch\xF6ne Tage\n");
    place.write("bad.txt", [WIDE, b"\0\xD8\n\0"].concat());
    assert_eq!(place.run(["check", "-l"]).text(), "a.txt\nb.txt\nbad.txt\n");
    for (name, text) in [
        (
            ".gitattributes",
            "a.txt working-tree-encoding=UTF-16LE\nbad.txt working-tree-encoding=UTF-16LE\nb.txt working-tree-encoding=latin1\n",
        ),
        (
            ".editorconfig",
            "root = true\n[*.txt]\ncharset = utf-16le\n[b.txt]\ncharset = latin1\n",
        ),
    ] {
        place.write(name, text);
        let ran = place.run(["check", "--format", "json"]);
        let findings = ran.findings();
        assert_eq!(findings.len(), 1, "{name}: {}", ran.text());
        assert_eq!(
            (&findings[0]["path"], &findings[0]["line"]),
            (&"bad.txt".into(), &3.into())
        );
        let shown = place.run(["config", "a.txt"]);
        assert!(shown.text().contains("in UTF-16LE\n"), "{}", shown.text());
        // Git would refuse the file in another encoding.
        let ran = place.run(["fix", "--transcode", "a.txt", "b.txt"]);
        assert_eq!(
            (ran.code, ran.text()),
            (Some(0), "No findings in 2 files\n"),
            "{}",
            ran.err
        );
        assert_eq!(std::fs::read(place.path().join("a.txt")).unwrap(), WIDE);
        std::fs::remove_file(place.path().join(name)).unwrap();
    }
    // The configuration of `utf8` comes first.
    place.write(".editorconfig", "[*]\ncharset = utf-16be\n");
    place.write(
        "utf8kit.toml",
        "[[files]]\nglob = [\"*.txt\"]\nencoding = \"UTF-16LE\"\n",
    );
    assert_eq!(place.run(["check", "a.txt"]).code, Some(0));
    assert_eq!(
        place
            .run(["check", "--no-config", "--as", "UTF-16LE", "a.txt"])
            .code,
        Some(0)
    );
}

/// The next run of the program that writes it would undo a repair.
#[test]
fn fix_leaves_what_is_generated_as_it_is() {
    let place = Place::new();
    place.write(
        ".gitattributes",
        "*.js linguist-generated\nours.js -linguist-generated\nx.js linguist-generated=false\n",
    );
    for name in ["made.js", "ours.js", "x.js"] {
        place.write(name, b"one \xFF\n");
    }
    assert_eq!(place.run(["check", "-l"]).text(), "made.js\nours.js\nx.js\n");
    let ran = place.run(["fix", "--on-error=replace", "."]);
    assert_eq!(
        ran.err,
        "utf8: made.js: left as it is, because `.gitattributes` says `linguist-generated`: repair what it is made from, or name \
         it\n"
    );
    assert_eq!(place.run(["check", "-l"]).text(), "made.js\n");
    assert_eq!(place.run(["fix", "--on-error=replace", "made.js"]).code, Some(0));
}

/// Git would convert the text once more, and an editor show other characters.
#[test]
fn a_text_in_utf_8_is_not_in_the_encoding_that_is_said() {
    let place = Place::new();
    place.write(
        ".gitattributes",
        "a.ini working-tree-encoding=windows-1252\nwide.txt working-tree-encoding=UTF-16LE\n",
    );
    place.write(
        ".editorconfig",
        "[*.csv]\ncharset = latin1\n[*.rc]\ncharset = utf-16le\n",
    );
    for name in ["a.ini", "b.csv"] {
        place.write(name, "a = one\nb = sch\u{F6}n\n");
    }
    for name in ["wide.txt", "w.rc"] {
        place.write(name, "a = one\nb = \u{202E}two\n");
    }
    // What is right, and what says nothing.
    place.write("sub/b.csv", b"a = one\nb = sch\xF6n\n");
    place.write("sub/a.csv", b"a = one\n");
    place.write("sub/w.rc", WIDE);
    place.write("sub/empty.rc", b"");
    let ran = place.run(["check", "--format=concise"]);
    let found: Vec<_> = ran.text().lines().filter(|line| line.contains(": ")).collect();
    let says = |place: &str, by: &str, encoding: &str, sure: &str| {
        format!(
            "{place}: wrong-declaration: {by} says that the text is in {encoding}, but it is {sure}UTF-8: correct that, or \
             convert the text"
        )
    };
    let (git, editor) = (
        "`working-tree-encoding` in `.gitattributes`",
        "`charset` in `.editorconfig`",
    );
    assert_eq!(found[0], says("a.ini:2:8", git, "windows-1252", ""));
    assert_eq!(found[1], says("b.csv:2:8", editor, "ISO-8859-1", ""));
    assert_eq!(found[2], says("w.rc:1:1", editor, "UTF-16LE", "ASCII or "));
    assert!(found[3].starts_with("w.rc:2:5: bidi-control: "), "{}", ran.text());
    assert_eq!(found[4], says("wide.txt:1:1", git, "UTF-16LE", "ASCII or "));
    assert!(
        found[5].starts_with("wide.txt:2:5: bidi-control: "),
        "{}",
        ran.text()
    );
    assert_eq!(found.len(), 6, "{}", ran.text());
    // The configuration of `utf8` comes first.
    place.write(
        "utf8kit.toml",
        "[[files]]\nglob = [\"*\"]\nencoding = \"UTF-8\"\n",
    );
    let ran = place.run(["check", "-l", "a.ini", "b.csv", "wide.txt"]);
    assert_eq!(ran.text(), "wide.txt\n");
    let ran = place.run(["check", "--ignore=bidi-control", "wide.txt"]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
}

/// Git converts what is staged to UTF-8.
#[test]
fn a_text_in_utf_16_without_zero_bytes_is_in_the_encoding_that_is_said() {
    let place = Place::new();
    place.write(".gitattributes", "*.txt working-tree-encoding=UTF-16LE\n");
    // More than is looked at, and less, which ends like a character of UTF-8 that is cut off.
    place.write("long.txt", b"\x99\x99/n".repeat(4000));
    place.write("short.txt", b"\x99\x99\xE9\x99");
    let ran = place.run(["check"]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
}

#[test]
fn what_is_staged_is_not_in_the_encoding_of_the_working_tree() {
    let place = Place::new();
    place.write(".gitattributes", "*.txt working-tree-encoding=UTF-16LE\n");
    place.write(
        "a.txt",
        "a \u{202E}b\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>(),
    );
    for arguments in [&["init", "--quiet"][..], &["add", "--all"]] {
        let mut git = std::process::Command::new("git");
        git.args(arguments).current_dir(place.path());
        assert!(git.status().expect("Git runs").success());
    }
    let ran = place.run(["check", "--staged", "--format=concise"]);
    assert!(
        ran.text().starts_with("a.txt:1:3: bidi-control: "),
        "{}",
        ran.text()
    );
    let ran = place.run(["check", "--format=concise"]);
    assert!(
        ran.text().starts_with("a.txt:1:3: bidi-control: "),
        "{}",
        ran.text()
    );
    assert_eq!(
        ran.text()
            .lines()
            .filter(|line| line.starts_with("a.txt:"))
            .count(),
        1
    );
}

#[test]
fn a_signature_that_the_editor_writes_is_no_finding() {
    let place = Place::new();
    place.write("a.json", "\u{FEFF}{}\n");
    place.write("b.json", "{}\n");
    assert_eq!(place.run(["check", "-l"]).text(), "a.json\n");
    place.write(".editorconfig", "[*.json]\ncharset = utf-8-bom\n");
    assert_eq!(place.run(["check", "-l"]).text(), "b.json\n");
}

/// What is above a repository says nothing about it, and what is no file, or too long, nothing at all.
#[test]
fn attributes_end_at_the_repository() {
    let place = Place::new();
    place.write(".gitattributes", "* binary\n");
    place.write("repo/.git/HEAD", "");
    place.write("repo/sub/a", b"one \xFF\n");
    assert_eq!(place.run(["check", "-l"]).text(), native("repo/sub/a\n"));
    std::fs::create_dir_all(place.path().join("repo/.gitattributes")).unwrap();
    place.write("repo/.editorconfig", "[*]\ncharset = latin1\n".repeat(100_000));
    assert_eq!(place.run(["check", "-l"]).text(), native("repo/sub/a\n"));
}
