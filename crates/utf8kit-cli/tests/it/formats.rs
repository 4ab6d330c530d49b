//! The formats that services read.

use crate::common::{MARKUP as NAME, Place, native};
use serde_json::Value;
use std::collections::HashSet;

/// Returns a place with a file of two equal findings and one with a note, a warning and an error.
fn place() -> Place {
    let place = Place::new();
    place.write(NAME, b"one \xFF\n\xC3\xA4 two \xFE \xFE\n");
    place.write("sub/e.rs", "let a = \"\u{202E}\";\nlet b = \"<\u{1}>&\";\n");
    place.write("clean", "nothing\n");
    place
}

fn run(place: &Place, format: &str, more: &[&str]) -> String {
    let ran = place.run(
        ["check", "--select", "all", "--format", format]
            .iter()
            .chain(more),
    );
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    ran.text().to_owned()
}

/// Reads XML as far as reports need it: elements with their attributes, in order. Panics where it is not well-formed.
fn elements(document: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut rest = document
        .strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .expect("a declaration");
    let mut open = Vec::new();
    let mut elements = Vec::new();
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>') && !rest[..start].contains('&') || rest[..start].contains(';'));
        let end = start + rest[start..].find('>').expect("the tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_owned()));
            continue;
        }
        let is_empty = tag.ends_with('/');
        let (name, attributes) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
        let mut pairs = Vec::new();
        let mut parts = attributes.trim().split('"');
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            let value = [
                ("&lt;", "<"),
                ("&gt;", ">"),
                ("&quot;", "\""),
                ("&#39;", "'"),
                ("&amp;", "&"),
            ]
            .iter()
            .fold(value.to_owned(), |value, (from, to)| value.replace(from, to));
            pairs.push((name.trim().trim_end_matches('=').to_owned(), value));
        }
        if !is_empty {
            open.push(name.to_owned());
        }
        elements.push((name.to_owned(), pairs));
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(document.chars().all(|c| c == '\n' || !c.is_control()));
    elements
}

fn attribute<'a>(element: &'a (String, Vec<(String, String)>), name: &str) -> &'a str {
    let found = element.1.iter().find(|(known, _)| known == name);
    &found.unwrap_or_else(|| panic!("{element:?} has no {name}")).1
}

#[test]
fn concise_is_a_line_for_each_finding() {
    let text = run(&place(), "concise", &["--max-per-file", "1"]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[0],
        format!("{NAME}:1:5: ill-formed: `FF` never occurs in UTF-8")
    );
    assert!(lines[1].starts_with(&format!("{NAME}: 2 more: ")), "{text}");
    assert!(
        lines[2].starts_with(&native("sub/e.rs:1:10: bidi-control: ")),
        "{text}"
    );
    assert!(text.contains("findings in 2 of 3 files"), "{text}");
}

#[test]
fn gitlab_has_a_fingerprint_for_each_finding() {
    let place = place();
    place.write("copy", std::fs::read(place.path().join(NAME)).unwrap());
    let text = run(&place, "gitlab", &[]);
    let issues: Vec<Value> = serde_json::from_str(&text).expect("an array");
    assert!(issues.len() >= 8, "{text}");
    let fingerprints: HashSet<_> = issues
        .iter()
        .map(|issue| issue["fingerprint"].as_str().unwrap())
        .collect();
    assert_eq!(fingerprints.len(), issues.len(), "{text}");
    for issue in &issues {
        assert!(["info", "minor", "major", "critical"].contains(&issue["severity"].as_str().unwrap()));
        assert!(issue["location"]["positions"]["begin"]["line"].as_u64().unwrap() >= 1);
        assert!(!issue["description"].as_str().unwrap().is_empty());
    }
    let of = |rule: &str| issues.iter().find(|issue| issue["check_name"] == rule).unwrap();
    assert_eq!(of("bidi-control")["severity"], "critical");
    assert_eq!(of("ill-formed")["location"]["path"], NAME);
    // The second of two equal findings keeps its fingerprint when lines are added.
    let path = place.path().join("copy");
    let old = std::fs::read(&path).unwrap();
    std::fs::write(&path, [b"new\n", &old[..]].concat()).unwrap();
    let later: Vec<Value> = serde_json::from_str(&run(&place, "gitlab", &[])).unwrap();
    let later: HashSet<_> = later
        .iter()
        .map(|issue| issue["fingerprint"].as_str().unwrap())
        .collect();
    assert_eq!(later, fingerprints);
    // Nothing is an empty array.
    let ran = place.run(["check", "--format", "gitlab", "clean"]);
    assert_eq!(serde_json::from_str::<Vec<Value>>(ran.text()).unwrap().len(), 0);
}

#[test]
fn checkstyle_has_an_error_for_each_finding() {
    let place = place();
    let elements = elements(&run(&place, "checkstyle", &[]));
    let files = elements.iter().filter(|(name, _)| name == "file");
    let files: Vec<_> = files.map(|file| attribute(file, "name")).collect();
    assert_eq!(files, [NAME, "sub/e.rs"]);
    let errors: Vec<_> = elements.iter().filter(|(name, _)| name == "error").collect();
    assert_eq!(attribute(errors[0], "source"), "utf8.ill-formed");
    assert_eq!(
        (attribute(errors[1], "line"), attribute(errors[1], "column")),
        ("2", "7")
    );
    assert!(
        errors
            .iter()
            .all(|error| ["error", "warning", "info"].contains(&attribute(error, "severity")))
    );
    assert!(
        errors
            .iter()
            .any(|error| attribute(error, "message").contains("U+202E"))
    );
    let cut = run(&place, "checkstyle", &["--max-per-file", "1"]);
    assert!(
        cut.contains("message=\"2 findings more, which the report leaves out\""),
        "{cut}"
    );
}

#[test]
fn junit_has_a_test_that_failed_for_each_finding() {
    let place = place();
    let text = run(&place, "junit", &[]);
    let elements = elements(&text);
    let suites: Vec<_> = elements.iter().filter(|(name, _)| name == "testsuite").collect();
    assert_eq!(suites.len(), 3);
    assert_eq!(
        (attribute(suites[0], "name"), attribute(suites[0], "failures")),
        (NAME, "3")
    );
    let sum = |name: &str| -> usize {
        suites
            .iter()
            .map(|suite| attribute(suite, name).parse::<usize>().unwrap())
            .sum()
    };
    let count = |name: &str| elements.iter().filter(|(known, _)| known == name).count();
    assert_eq!(
        (sum("tests"), sum("failures")),
        (count("testcase"), count("failure"))
    );
    assert!(text.contains("name=\"1 file without findings\""), "{text}");
    // A file that cannot be read is an error, and a report of nothing has a test.
    let ran = place.run(["check", "--format", "junit", "clean", "missing"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.text().contains("errors=\"1\"") && ran.text().contains("1 file could not be read"),
        "{}",
        ran.text()
    );
    let ran = place.run(["check", "--format", "junit", "clean"]);
    assert_eq!((ran.code, elements_count(ran.text(), "testcase")), (Some(0), 1));
}

fn elements_count(document: &str, name: &str) -> usize {
    elements(document)
        .iter()
        .filter(|(known, _)| known == name)
        .count()
}

#[test]
fn columns_of_rdjsonl_count_bytes() {
    let place = place();
    let long = format!("{}\u{202E}\n", "ä".repeat(10_000));
    place.write("long", long);
    let text = run(&place, "rdjsonl", &[]);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |path: &str, nth: usize| {
        let of_path = lines.iter().filter(|line| line["location"]["path"] == path);
        of_path.clone().nth(nth).unwrap()["location"]["range"].clone()
    };
    assert_eq!(of(NAME, 1)["start"], serde_json::json!({"line": 2, "column": 8}));
    assert_eq!(of(NAME, 1)["end"], serde_json::json!({"line": 2, "column": 9}));
    // What is before it in the line is not kept, but counted.
    assert_eq!(
        of("long", 0),
        serde_json::json!({"start": {"line": 1, "column": 20_001}, "end": {"line": 1, "column": 20_004}})
    );
    assert!(
        lines
            .iter()
            .all(|line| ["ERROR", "WARNING", "INFO"].contains(&line["severity"].as_str().unwrap()))
    );
    place.write("signature.json", "\u{FEFF}{}");
    let ran = place.run(["check", "--format", "rdjsonl", "signature.json"]);
    let line: Value = serde_json::from_str(ran.text()).unwrap();
    assert_eq!(
        line["suggestions"],
        serde_json::json!([{
            "range": {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 4}},
            "text": "",
        }])
    );
}

/// GitHub shows ten annotations of a level: those about security come first, whatever the order of files.
#[test]
fn github_annotates_the_worst() {
    let place = Place::new();
    place.write("a", "a\u{FEFF}b".repeat(40));
    place.write("z.rs", "let a = \"\u{202E}\";\n".repeat(12));
    let ran = place.run(["check", "--format", "github", "--max-per-file", "0"]);
    let commands: Vec<_> = ran.text().lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(commands.len(), 20, "{}", ran.text());
    assert!(commands[0].starts_with(
        "::error file=z.rs,line=1,col=10,endColumn=11,title=bidi-control::z.rs:1:10: bidi-control: "
    ));
    assert!(
        commands[9].starts_with("::error file=z.rs,line=10,")
            && commands[10].starts_with("::notice file=a,line=1,col=2,")
    );
    assert_eq!(
        ran.text().lines().filter(|line| line.starts_with("a:1:")).count(),
        40
    );
    assert_eq!(
        place
            .run(["check", "--format", "github", "--max-per-file", "0", "-j", "1"])
            .text(),
        ran.text()
    );
}

/// On Windows, too: what one system writes, another compares.
#[test]
fn what_programs_read_has_paths_with_slashes() {
    let place = Place::new();
    place.write("sub/a.txt", "caf\u{C3}\u{A9} cr\u{C3}\u{A8}me\n");
    let file = &*native("sub/a.txt");
    for (args, part) in [
        (["check", "--format=json", "sub"], "{\"path\":\"sub/a.txt\","),
        (["check", "--format=sarif", "sub"], "{\"uri\":\"sub/a.txt\","),
        (["check", "--format=github", "sub"], " file=sub/a.txt,"),
        (["check", "--format=gitlab", "sub"], "{\"path\":\"sub/a.txt\","),
        (
            ["check", "--format=checkstyle", "sub"],
            "<file name=\"sub/a.txt\">",
        ),
        (
            ["check", "--format=junit", "sub"],
            "<testsuite name=\"sub/a.txt\" ",
        ),
        (["check", "--format=rdjsonl", "sub"], "{\"path\":\"sub/a.txt\","),
        (["fix", "--diff", "sub"], "--- sub/a.txt\n+++ sub/a.txt\n"),
        (["detect", "--format=json", "sub"], "\"path\":\"sub/a.txt\""),
        (["count", "--json", "sub"], "\"path\":\"sub/a.txt\""),
        (["inspect", "--json", file], "\"path\":\"sub/a.txt\""),
    ] {
        let ran = place.run(args);
        assert!(ran.text().contains(part), "{args:?}: {}", ran.text());
    }
}
