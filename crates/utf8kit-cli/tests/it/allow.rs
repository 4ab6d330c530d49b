//! What comments in files allow, and what the configuration allows in some lines.

use crate::common::{Place, Ran};
use std::fs;

/// Returns `path:line rule` of each finding.
fn found(ran: &Ran) -> Vec<String> {
    let of = |finding: &serde_json::Value| {
        let text = |key: &str| finding[key].as_str().unwrap().to_owned();
        format!("{}:{} {}", text("path"), finding["line"], text("rule"))
    };
    ran.findings().iter().map(of).collect()
}

const CODE: &[u8] = b"a = 'x\0y'  # utf8: allow nul: the protocol wants it\nb = 'x\0y'\n\
    # utf8: allow-next-line nul\nc = 'x\0y'\n";

#[test]
fn a_comment_allows_what_a_rule_finds_wherever_the_text_comes_from() {
    let place = Place::new();
    place.write("a.py", CODE);
    let expected = ["a.py:2 nul"];
    for more in [
        &[][..],
        &["--piece-size", "1"],
        &["-j1"],
        &["--piece-size", "7", "-j4"],
    ] {
        let ran = place.run(["check", "--format=json", "a.py"].iter().chain(more));
        assert_eq!(
            (ran.code, found(&ran)),
            (Some(1), expected.map(str::to_owned).to_vec()),
            "{more:?}"
        );
        let last: serde_json::Value = serde_json::from_str(ran.text().lines().last().unwrap()).unwrap();
        assert_eq!(last["summary"]["allowed"], 2);
    }
    let stdin = place.run_with(["check", "--format=json", "--stdin-filename=a.py", "-"], CODE);
    assert_eq!(found(&stdin), expected);
    let all = place.run(["check", "--format=json", "--no-allow"]);
    assert_eq!(found(&all).len(), 3);
    let human = place.run(["check"]);
    assert!(
        human.report().contains("1 finding in 1 file, 2 findings allowed"),
        "{}",
        human.text()
    );
    for (flags, code) in [
        (["-q", "a.py"], 1),
        (["-l", "a.py"], 1),
        (["-q", "--ignore=nul"], 0),
    ] {
        assert_eq!(
            place.run(["check"].iter().chain(&flags)).code,
            Some(code),
            "{flags:?}"
        );
    }
    place.write("a.py", &CODE[..52]);
    for flags in [&["-q"][..], &["-l"], &[]] {
        assert_eq!(
            place.run(["check"].iter().chain(flags)).code,
            Some(0),
            "{flags:?}"
        );
    }
}

#[test]
fn members_of_archives_have_comments_too() {
    let place = Place::new();
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(CODE.len() as u64);
    header.set_mode(0o644);
    tar.append_data(&mut header, "a.py", CODE).unwrap();
    place.write("a.tar", tar.into_inner().unwrap());
    let ran = place.run(["check", "-z", "--format=json"]);
    assert_eq!(found(&ran).len(), 1, "{}", ran.text());
}

/// In another encoding of the family, in a legacy one, and in binary files, the comments are the same bytes.
#[test]
fn comments_count_in_other_encodings() {
    let place = Place::new();
    place.write("cesu.txt", b"\xED\xA0\xBD\xED\xB8\x80 \0 utf8: allow nul\n\0\n");
    let ran = place.run(["check", "--as=CESU-8", "--format=json"]);
    assert_eq!(found(&ran), ["cesu.txt:2 nul"]);
    let place = Place::new();
    let latin =
        b"# utf8: allow-file other-encoding: the test needs it\nd\xE9j\xE0 vu, \xE9t\xE9, fa\xE7ade\n";
    place.write("latin1.py", latin);
    assert_eq!(place.run(["check"]).code, Some(0));
    let fixed = place.run(["fix", "--transcode", "."]);
    assert_eq!(fixed.code, Some(0), "{}", fixed.text());
    assert_eq!(fs::read(place.path().join("latin1.py")).unwrap(), latin);
}

#[test]
fn fix_leaves_what_is_allowed() {
    let place = Place::new();
    let text = "a = 'caf\u{c3}\u{a9}'  # utf8: allow double-encoded\nb = 'caf\u{c3}\u{a9}'\n";
    place.write("a.py", text);
    let ran = place.run(["fix", "."]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    let fixed = text.replacen("b = 'caf\u{c3}\u{a9}'", "b = 'café'", 1);
    assert_eq!(fs::read(place.path().join("a.py")).unwrap(), fixed.as_bytes());
    place.write("a.py", text);
    let ran = place.run(["fix", "--no-allow", "."]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    assert!(
        fs::read_to_string(place.path().join("a.py"))
            .unwrap()
            .starts_with("a = 'café'")
    );
}

#[test]
fn comments_without_use_are_found_if_that_is_asked_for() {
    let place = Place::new();
    place.write(
        "clean.py",
        "x = 1  # utf8: allow nul\ny = 2  # utf8: allow nulls\n",
    );
    place.write("used.py", CODE);
    assert_eq!(place.run(["check", "clean.py"]).code, Some(0));
    let unused = ["check", "--select=default,unused-allow", "--format=json"];
    let expected = [
        "clean.py:1 unused-allow",
        "clean.py:2 unused-allow",
        "used.py:2 nul",
    ];
    assert_eq!(found(&place.run(unused)), expected);
    // What was not checked may have a use.
    let ran = place.run(["check", "--select=unused-allow,replacement-char", "--format=json"]);
    assert_eq!(found(&ran), ["clean.py:2 unused-allow"]);
    let stdin = place.run_with(
        ["check", "--select=default,unused-allow", "--format=json", "-"],
        b"x # utf8: allow nul",
    );
    assert_eq!(found(&stdin), ["<stdin>:1 unused-allow"]);
    for format in [
        "human",
        "concise",
        "sarif",
        "github",
        "gitlab",
        "junit",
        "checkstyle",
        "rdjsonl",
        "html",
    ] {
        let ran = place.run(["check", "--select=unused-allow,nul", "--format", format]);
        assert_eq!(ran.code, Some(1), "{format}: {}", ran.err);
        assert!(ran.text().contains("unused-allow"), "{format}");
    }
}

#[test]
fn the_configuration_allows_in_lines_that_match() {
    let place = Place::new();
    place.write("data.csv", b"id,text\n1,x\0y\nkey-2,x\0y\n\xC3\xA9-key-3,\0\n");
    place.write("other.txt", b"key-2,x\0y\n");
    place.write(
        "utf8kit.toml",
        "[[files]]\nglob = [\"*.csv\"]\nlines = '^(\\w-)?key-\\d,.*y?$'\nignore = [\"nul\"]\n",
    );
    let expected = ["data.csv:2 nul", "other.txt:1 nul"];
    assert_eq!(found(&place.run(["check", "--format=json"])), expected);
    let all = place.run(["check", "--format=json", "--no-config"]);
    assert_eq!(found(&all).len(), 4);
    let shown = place.run(["config", "data.csv"]);
    assert!(
        shown.text().contains("lines = \"^(\\\\w-)?key-\\\\d,.*y?$\""),
        "{}",
        shown.text()
    );
    assert!(shown.text().contains("ignore = [\"nul\"]"), "{}", shown.text());
}

#[test]
fn errors_in_the_configuration_of_lines_are_named() {
    let place = Place::new();
    for (keys, message) in [
        ("lines = '('", "utf8kit.toml:3:9: lines: unclosed group"),
        (
            "lines = 1",
            "utf8kit.toml:3:9: lines: expected a string, found a number",
        ),
        (
            "lines = 'x'\nselect = [\"nul\"]",
            "utf8kit.toml:4:10: a table with `lines` has no keys but `glob` and `ignore`",
        ),
        (
            "lines = 'x'\nencoding = \"CESU-8\"",
            "utf8kit.toml:4:12: a table with `lines` has no keys but `glob` and `ignore`",
        ),
    ] {
        place.write("utf8kit.toml", format!("[[files]]\nglob = [\"*\"]\n{keys}\n"));
        let ran = place.run(["check"]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}
