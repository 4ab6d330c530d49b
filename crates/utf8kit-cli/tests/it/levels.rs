//! Levels of findings, and which of them fail a run.

use crate::common::Place;

#[test]
fn levels_are_those_of_the_rules_unless_somebody_says_otherwise() {
    let place = Place::new();
    place.write("a.txt", "one\u{FEFF}two\n\0\n");
    let levels = |flags: &[&str]| -> Vec<String> {
        let ran = place.run(["check", "--format=json"].iter().chain(flags));
        let level = |finding: &serde_json::Value| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["level"].as_str().unwrap()
            )
        };
        ran.findings().iter().map(level).collect()
    };
    assert_eq!(levels(&[]), ["inner-feff note", "nul error"]);
    place.write(
        "utf8kit.toml",
        "[levels]\ninner-feff = \"error\"\nnul = \"note\"\n",
    );
    assert_eq!(levels(&[]), ["inner-feff error", "nul note"]);
    assert_eq!(
        levels(&["--level=nul=warning"]),
        ["inner-feff error", "nul warning"]
    );
    assert_eq!(
        levels(&["--level=nul=warning,nul=note"]),
        ["inner-feff error", "nul note"]
    );
    assert_eq!(
        levels(&["--no-config", "--level", "inner-feff=warning"]),
        ["inner-feff warning", "nul error"]
    );
    let shown = place.run(["config", "--level=nul=error", "."]);
    assert!(
        shown
            .text()
            .contains("\n[levels]\nnul = \"error\"  # --level\ninner-feff = \"error\"  # utf8kit.toml:2\n\n"),
        "{}",
        shown.text()
    );
}

#[test]
fn every_format_has_the_levels() {
    let place = Place::new();
    place.write("a.txt", b"\0\n");
    for (format, note, warning) in [
        ("json", "\"level\":\"note\"", "\"level\":\"warning\""),
        (
            "sarif",
            "\"ruleIndex\":6,\"level\":\"note\"",
            "\"ruleIndex\":6,\"level\":\"warning\"",
        ),
        ("github", "::notice ", "::warning "),
        ("gitlab", "\"severity\":\"info\"", "\"severity\":\"minor\""),
        ("checkstyle", "severity=\"info\"", "severity=\"warning\""),
        ("rdjsonl", "\"severity\":\"INFO\"", "\"severity\":\"WARNING\""),
        ("junit", "failures=\"0\"", "failures=\"1\""),
        ("human", " (note, offset 0)\n", " (warning, offset 0)\n"),
        ("concise", " (note)\n", " (warning)\n"),
        ("html", " <small>note, ", " <small>warning, "),
    ] {
        for (level, expected) in [("note", note), ("warning", warning)] {
            let ran = place.run(["check", "--format", format, &format!("--level=nul={level}")]);
            assert!(ran.text().contains(expected), "{format}: {}", ran.text());
        }
    }
    // What is about security is critical only as an error.
    place.write("a.txt", "\u{202E}x\n");
    for (level, severity) in [("note", "info"), ("warning", "minor"), ("error", "critical")] {
        let ran = place.run([
            "check",
            "--format=gitlab",
            &format!("--level=bidi-control={level}"),
        ]);
        let expected = format!("\"severity\":\"{severity}\"");
        assert!(ran.text().contains(&expected), "{}", ran.text());
    }
}

#[test]
fn a_run_fails_on_the_level_that_is_asked_for() {
    let place = Place::new();
    place.write("note.txt", "one\u{FEFF}two\n");
    place.write("warning.txt", "one\u{200B}two\n");
    place.write("error.txt", b"\0\n");
    for (name, codes) in [
        ("note.txt", [1, 0, 0]),
        ("warning.txt", [1, 1, 0]),
        ("error.txt", [1, 1, 1]),
    ] {
        for (level, code) in ["note", "warning", "error"].into_iter().zip(codes) {
            let fail_on = format!("--fail-on={level}");
            for more in [&[][..], &["-q"], &["-l"], &["--format=sarif"]] {
                let arguments = ["check", "--select=default,invisible", &fail_on, name];
                let ran = place.run(arguments.iter().chain(more));
                assert_eq!(ran.code, Some(code), "{name} {level} {more:?}: {}", ran.text());
                let is_listed = ran.text() == format!("{name}\n");
                assert_eq!(
                    is_listed,
                    code == 1 && more == ["-l"],
                    "{name} {level}: {}",
                    ran.text()
                );
            }
        }
    }
    assert_eq!(place.run(["check", "note.txt"]).code, Some(0));
    assert_eq!(
        place.run(["check", "--level=inner-feff=error", "note.txt"]).code,
        Some(1)
    );
    assert_eq!(
        place.run(["check", "--level=nul=note", "error.txt"]).code,
        Some(0)
    );
}

#[test]
fn wrong_levels_are_named() {
    let place = Place::new();
    for (argument, message) in [
        ("--level=nul", "expected RULE=LEVEL"),
        (
            "--level=nul=bad",
            "expected `note`, `warning` or `error`, found `bad`",
        ),
        ("--level=nuls=note", "did you mean `nul`?"),
        (
            "--fail-on=bad",
            "expected `note`, `warning` or `error`, found `bad`",
        ),
    ] {
        let ran = place.run(["check", argument]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    for (keys, message) in [
        (
            "levels = 1",
            "1:10: levels: expected a table: `[levels]`, found a number",
        ),
        (
            "[levels]\nnuls = \"note\"",
            "2:1: levels: `nuls`: no such rule; did you mean `nul`?",
        ),
        (
            "[levels]\nnul = \"bad\"",
            "2:7: nul: expected `note`, `warning` or `error`, found `bad`",
        ),
        ("[levels]\nnul = 1", "2:7: nul: expected a string, found a number"),
    ] {
        place.write("utf8kit.toml", keys);
        let ran = place.run(["check"]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}
