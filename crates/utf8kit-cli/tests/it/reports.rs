//! `--report`: reports in files beside the one on standard output.

use crate::common::Place;
#[cfg(unix)]
use crate::common::utf8;
use std::fs;

const MANY: &str = "bad \u{202E}\n";

#[test]
fn each_report_is_what_its_format_writes_alone() {
    let place = Place::new();
    place.write("src/many.txt", MANY.repeat(60));
    place.write("src/null.tsv", "a\0\n");
    place.write("src/right.txt", "right\n");
    let formats = [
        "human",
        "concise",
        "json",
        "sarif",
        "github",
        "gitlab",
        "junit",
        "checkstyle",
        "rdjsonl",
        "html",
    ];
    let alone = |format: &str| {
        let ran = place.run(["check", "-j1", "--format", format, "src"]);
        assert_eq!((ran.code, &*ran.err), (Some(1), ""), "{format}");
        ran.out
    };
    let reports = formats[1..]
        .iter()
        .map(|format| format!("--report={format}=r.{format}"));
    let ran = place.run(
        ["check", "-j1", "src"]
            .map(str::to_owned)
            .into_iter()
            .chain(reports),
    );
    assert_eq!((ran.code, &*ran.err), (Some(1), ""));
    assert_eq!(ran.out, alone("human"));
    for format in &formats[1..] {
        let written = fs::read(place.path().join(format!("r.{format}"))).unwrap();
        assert!(written == alone(format), "{format}");
    }
    // Another number of threads writes the same.
    let ran = place.run(["check", "-j4", "--format=json", "--report", "sarif=again", "src"]);
    assert_eq!(ran.out, alone("json"));
    assert_eq!(fs::read(place.path().join("again")).unwrap(), alone("sarif"));
    assert_eq!(place.names().len(), 11, "{:?}", place.names());
}

#[test]
fn limits_hold_for_each_report() {
    let place = Place::new();
    place.write("a.txt", MANY.repeat(30));
    let ran = place.run(["check", "--report=json=r", "a.txt"]);
    assert!(ran.text().contains("10 more: 10 bidi-control"), "{}", ran.text());
    let report = fs::read_to_string(place.path().join("r")).unwrap();
    assert_eq!(report.lines().count(), 31);
    place.run(["check", "--max=3", "--report=json=r", "a.txt"]);
    let report = fs::read_to_string(place.path().join("r")).unwrap();
    assert_eq!(report.lines().count(), 4, "{report}");
}

#[test]
fn an_old_report_is_not_checked() {
    let place = Place::new();
    place.write("r", MANY);
    place.write("a.txt", MANY);
    let ran = place.run(["check", "--report=json=./r"]);
    assert!(
        ran.text()
            .ends_with("1 finding in 1 file; `utf8 fix` repairs none\nutf8 explain bidi-control\n")
    );
}

#[test]
fn what_is_repaired_has_a_report_too() {
    let place = Place::new();
    place.write("a.txt", "\u{C3}\u{A9}t\u{C3}\u{A9} \0\n");
    let ran = place.run(["fix", "--report=json=r", "a.txt"]);
    assert_eq!(ran.code, Some(1));
    let report = fs::read_to_string(place.path().join("r")).unwrap();
    assert!(
        report.starts_with("{\"fixed\":{\"double-encoded\":1},\"path\":\"a.txt\"}\n"),
        "{report}"
    );
    assert!(report.contains("\"rule\":\"nul\""), "{report}");
    assert_eq!(
        place.run(["fix", "--diff", "--report=json=r", "a.txt"]).code,
        Some(2)
    );
    assert_eq!(place.run(["fix", "--report=html=r", "a.txt"]).code, Some(2));
}

#[test]
fn wrong_reports_are_refused_before_anything_is_read() {
    let place = Place::new();
    place.write("a.txt", MANY);
    place.write("r", "old");
    for (flags, message) in [
        (&["--report=json"][..], "expected FORMAT=FILE"),
        (
            &["--report=yaml=r"],
            "expected one of the formats human, concise, json, sarif,",
        ),
        (
            &["--report=json=-"],
            "expected a file after `=`: standard output has the report of --format",
        ),
        (&["--report=json="], "expected a file after `=`"),
        (
            &["--report=human=r"],
            "utf8: --report: r: another report has this format\n",
        ),
        (
            &["--report=json=r", "--report=json=s"],
            "utf8: --report: s: another report has this format\n",
        ),
        (
            &["--report=json=r", "--report=sarif=r"],
            "utf8: --report: r: another report is written to this file\n",
        ),
        (
            &["--report=json=no/r"],
            "utf8: --report: no/r: expected a file in a directory that exists\n",
        ),
        (
            &["--report=json=."],
            "utf8: --report: .: expected a file in a directory that exists\n",
        ),
        (&["--report=json=r", "-q"], "cannot be used with"),
        (&["--report=json=r", "--statistics"], "cannot be used with"),
    ] {
        let ran = place.run(["check", "a.txt"].iter().chain(flags));
        assert_eq!((ran.code, &*ran.out), (Some(2), &b""[..]), "{flags:?}");
        assert!(ran.err.contains(message), "{flags:?}: {}", ran.err);
        assert_eq!(place.names(), ["a.txt", "r"]);
    }
    assert_eq!(fs::read(place.path().join("r")).unwrap(), b"old");
}

#[cfg(unix)]
#[test]
fn a_report_that_cannot_be_written_is_told() {
    let place = Place::new();
    place.write("a.txt", MANY);
    let ran = place.run(["check", "--report=json=/dev/full", "a.txt"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(2), "utf8: /dev/full: No space left on device\n")
    );
    assert!(ran.text().contains("1 finding"), "the other one is whole");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_if_the_run_stops_early() {
    let place = Place::new();
    place.write("a.txt", MANY.repeat(100));
    place.write("b.txt", MANY.repeat(100));
    place.write("r", "old");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = utf8()
        .args(["check", "--format=json", "--report=sarif=r", "a.txt", "b.txt"])
        .current_dir(place.path())
        .stdout(writer)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
    assert_eq!(fs::read(place.path().join("r")).unwrap(), b"old");
}

#[cfg(target_os = "linux")]
#[test]
fn reports_name_what_could_not_be_read() {
    let place = Place::new();
    let args = [
        "check",
        "--format=json",
        "--report=sarif=r",
        "/proc/self/mem",
        "none.txt",
    ];
    let ran = place.run(args);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.text()
            .contains("{\"path\":\"/proc/self/mem\",\"failed\":\"Input/output error\"}\n"),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains("none.txt"), "{}", ran.text());
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(place.path().join("r")).unwrap()).unwrap();
    let notes = &report["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notes[0]["level"], "error");
    assert_eq!(notes[0]["message"]["text"], "Input/output error");
    let place_of = &notes[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(place_of, "file:///proc/self/mem");
    assert!(
        notes[1]["message"]["text"].as_str().unwrap().contains("none.txt"),
        "{notes}"
    );
    // Only the summary is there if all is silent.
    assert_eq!(place.run(["check", "-q", "/proc/self/mem"]).text(), "");
    assert_eq!(place.run(["check", "-l", "/proc/self/mem"]).text(), "");
}

#[test]
fn a_signature_has_no_column() {
    let place = Place::new();
    place.write("a.txt", "\u{FEFF}x\0\n\0\n");
    let utf16: Vec<u8> = "\u{FEFF}x\0y".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("b.txt", utf16);
    let columns = |flags: &[&str]| {
        let ran = place.run(
            ["check", "--format=json", "--signature=forbid"]
                .iter()
                .chain(flags),
        );
        let column = |finding: serde_json::Value| {
            (
                finding["line"].as_u64().unwrap(),
                finding["column"].as_u64().unwrap(),
                finding["end_column"].as_u64().unwrap(),
            )
        };
        ran.findings().into_iter().map(column).collect::<Vec<_>>()
    };
    assert_eq!(columns(&["a.txt"]), [(1, 1, 1), (1, 2, 3), (2, 1, 2)]);
    let of_utf16 = columns(&["--as=UTF-16LE", "b.txt"]);
    assert!(of_utf16.contains(&(1, 2, 3)), "{of_utf16:?}");
    // `inspect` finds the place that `check` prints.
    let place_of = place.run(["inspect", "a.txt:1:2"]);
    assert!(place_of.text().contains("U+0000"), "{}", place_of.text());
}
