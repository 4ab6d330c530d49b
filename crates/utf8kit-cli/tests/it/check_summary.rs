//! `utf8 check` where findings are many: runs, the most for each file, counts, binary files.

use crate::common::{Place, native};
use serde_json::{Value, json};

/// The lines of the format `json`.
fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect()
}

#[test]
fn a_pdf_document_is_binary() {
    let place = Place::new();
    place.write("a.pdf", b"%PDF-1.5\n%\xD0\xD4\xC5\xD8\n5 0 obj\n\xFF\xFE\xFD");
    place.write("b.txt", "%PDF-1.5\nhow a document begins\n");
    let tree = place.run(["check"]);
    assert_eq!(
        (tree.code, tree.text()),
        (Some(0), "No findings in 1 file, 1 binary file skipped\n")
    );
    let named = place.run(["check", "a.pdf"]);
    assert_eq!(
        (named.code, named.report()),
        (
            Some(1),
            "a.pdf:1:1: nul: the file is binary, not text: it is a PDF document (offset 0)\n1 finding in 1 file; `utf8 fix` repairs none\n"
        )
    );
}

#[test]
fn many_nul_are_one_finding_in_every_format() {
    // More than a block has.
    const COUNT: usize = 300_000;
    let place = Place::new();
    let text = [b"a".to_vec(), vec![0; COUNT], b"b\n".to_vec()].concat();
    place.write("f.txt", &text);
    let human = place.run(["check"]);
    assert_eq!(human.code, Some(1));
    assert!(
        human.text().starts_with(
            "f.txt:1:2: nul: U+0000 in text: `utf8 fix --select nul` removes it; the first of 300000 in a row (offset 1)\n  | a\\x00"
        ),
        "{}",
        human.text()
    );
    for args in [&["-j", "1"][..], &["-j", "3"], &["--piece-size", "777"]] {
        let ran = place.run(["check", "--format", "json"].iter().chain(args));
        let findings = ran.findings();
        assert_eq!(findings.len(), 1, "{args:?}");
        let brief = ["offset", "length", "count", "end_column"].map(|name| findings[0][name].clone());
        assert_eq!(brief, [1, COUNT, COUNT, COUNT + 2].map(Value::from));
        let summary = &lines(ran.text())[1]["summary"];
        assert_eq!(
            (&summary["findings"], &summary["places"]),
            (&json!(1), &json!(COUNT))
        );
    }
    assert_eq!(
        place
            .run(["check", "--format", "github"])
            .report()
            .lines()
            .count(),
        3
    );
    let sarif: Value = serde_json::from_str(place.run(["check", "--format", "sarif"]).text()).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["occurrenceCount"], COUNT);
}

#[test]
fn the_context_of_a_run_is_that_around_all_of_it() {
    let place = Place::new();
    place.write("f", b"one \xFF\xFF\xFF two\n");
    let text = "f:1:5: ill-formed: `FF` never occurs in UTF-8; the first of 3 in a row (offset 4)\n  \
                | one \\xFF\\xFF\\xFF two\n  |     ^^^^^^^^^^^^\n1 finding in 1 file; `utf8 fix --on-error=escape` repairs 1\n";
    for piece in ["1", "2", "5", "6", "7", "100"] {
        assert_eq!(
            place.run(["check", "--piece-size", piece]).report(),
            text,
            "{piece}"
        );
    }
}

/// 300 ill-formed sequences and 21 NUL, none of them next to another.
fn many(place: &Place) {
    let text = [b"a \xFF\n".repeat(300), b"b \0\n".repeat(21)].concat();
    place.write("many.txt", text);
    place.write("one", b"\xFF");
    place.write("zero", b"");
}

#[test]
fn many_findings_of_a_file_are_counted_by_rule() {
    let place = Place::new();
    many(&place);
    let ran = place.run(["check"]);
    let text = ran.report();
    assert_eq!(
        text.lines().filter(|line| line.contains("ill-formed: `")).count(),
        21
    );
    assert!(
        text.contains("\nmany.txt: … 301 more: 280 ill-formed, 21 nul\none:1:1: "),
        "{text}"
    );
    assert!(
        text.ends_with(
            "322 findings in 2 of 3 files; `utf8 fix --on-error=escape` repairs 301, `utf8 fix --select=nul` 21\n"
        ),
        "{text}"
    );
    for jobs in ["1", "2", "8"] {
        for piece in ["100", "1000"] {
            assert_eq!(
                place.run(["check", "-j", jobs, "--piece-size", piece]).report(),
                text
            );
        }
    }
    let three = place.run(["check", "--max-per-file", "3"]);
    assert!(
        three
            .text()
            .contains("many.txt: … 318 more: 297 ill-formed, 21 nul\n")
    );
    let all = place.run(["check", "--max-per-file", "0"]);
    assert!(!all.text().contains("more: ") && all.text().lines().count() == 322 * 3 + 2);
    // The most of the whole run counts findings that are printed.
    let some = place.run(["check", "--max", "21"]);
    assert!(some.text().contains("\none:1:1: "), "{}", some.text());
}

#[test]
fn machine_formats_are_bounded_and_say_what_is_left_out() {
    let place = Place::new();
    place.write("f", b"\xC0\x80\n".repeat(1500));
    place.write("z", b"\xFF");
    let ran = place.run(["check", "--format", "json"]);
    let json_lines = lines(ran.text());
    assert_eq!(json_lines.len(), 1003);
    assert_eq!(
        json_lines[1000],
        json!({ "path": "f", "left_out": { "findings": 500, "by_rule": { "ill-formed": 500 } } })
    );
    assert_eq!(json_lines[1001]["path"], "z");
    assert_eq!(json_lines[1002]["summary"]["findings"], 1501);

    let ran = place.run(["check", "--format", "sarif"]);
    let document: Value = serde_json::from_str(ran.text()).unwrap();
    let run = &document["runs"][0];
    assert_eq!(run["results"].as_array().unwrap().len(), 1001);
    let notes = run["invocations"][0]["toolExecutionNotifications"]
        .as_array()
        .unwrap();
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0]["message"]["text"], "500 more: 500 ill-formed");
    assert_eq!(
        notes[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "f"
    );
    assert_eq!(run["properties"]["findings"], 1501);

    let ran = place.run(["check", "--format", "github"]);
    assert!(ran.text().contains("f: 1480 more: 1480 ill-formed\n"));
    // The findings that are shown, the note, ten annotations, and the end.
    assert_eq!(ran.text().lines().count(), 34);
}

#[test]
fn sarif_has_what_code_scanning_shows() {
    let place = Place::new();
    let document: Value = serde_json::from_str(place.run(["check", "--format", "sarif"]).text()).unwrap();
    let driver = &document["runs"][0]["tool"]["driver"];
    assert!(driver["informationUri"].as_str().unwrap().starts_with("https://"));
    for rule in driver["rules"].as_array().unwrap() {
        for text in ["shortDescription", "fullDescription", "help"] {
            assert!(!rule[text]["text"].as_str().unwrap().is_empty());
        }
        assert!(rule["help"]["markdown"].as_str().unwrap().contains("]("));
    }
}

#[test]
fn statistics_count_by_rule_and_kind() {
    let place = Place::new();
    many(&place);
    place.write("two", b"\xFF\xFF \xC0\xAF");
    let ran = place.run(["check", "--statistics"]);
    assert_eq!(
        (ran.code, ran.report()),
        (
            Some(1),
            "findings  places  files  rule        kind\n     \
                  302     303      3  ill-formed  never-valid\n       \
                    1       1      1  ill-formed  overlong\n      \
                   21      21      1  nul         nul\n\
             324 findings in 3 of 4 files; `utf8 fix --on-error=escape` repairs 302, `utf8 fix --on-error=meant` 1, \
             `utf8 fix --select=nul` 21\n"
        )
    );
    let ran = place.run(["check", "--statistics", "--format", "json"]);
    let json_lines = lines(ran.text());
    assert_eq!(json_lines.len(), 2);
    assert_eq!(
        json_lines[0]["statistics"][1],
        json!({ "rule": "ill-formed", "kind": "overlong", "findings": 1, "places": 1, "files": 1 })
    );
    let ran = place.run(["check", "--statistics", "--format", "sarif"]);
    assert_eq!((ran.code, ran.report()), (Some(2), ""));
    let ran = place.run(["check", "--statistics", "zero"]);
    assert_eq!((ran.code, ran.report()), (Some(0), "No findings in 1 file\n"));
}

#[test]
fn a_binary_file_is_one_line_if_named() {
    let place = Place::new();
    place.write("binary", b"\x7FELF\x02\0\0\0\xFF\xFE\xFD".repeat(1000));
    let ran = place.run(["check", "binary"]);
    assert_eq!(ran.code, Some(1));
    let [line, summary] = ran.report().lines().collect::<Vec<_>>()[..] else {
        panic!("{}", ran.report())
    };
    assert!(line.starts_with("binary:1:6: nul: the file is binary"), "{line}");
    assert_eq!(summary, "1 finding in 1 file; `utf8 fix` repairs none");
    let ran = place.run_with(
        ["check", "--format", "json", "-"],
        b"\x7FELF\x02\0\0\0\xFF\xFE\xFD",
    );
    assert_eq!(ran.findings()[0]["kind"], "binary");
    // Whoever selects rules gets those.
    let ran = place.run(["check", "--select", "ill-formed", "binary"]);
    assert!(
        ran.report().contains("binary: … 980 more: 980 ill-formed"),
        "{}",
        ran.report()
    );
}

#[test]
fn skipped_files_are_named() {
    let place = Place::new();
    place.write("t/binary", b"\x7FELF\x02\0\0\0");
    place.write("t/text", "fine");
    let ran = place.run(["check", "--list-binary"]);
    let text =
        native("t/binary: skipped: the file is binary\nNo findings in 1 file, 1 binary file skipped\n");
    assert_eq!((ran.code, ran.text()), (Some(0), &*text));
    let ran = place.run(["check", "--list-binary", "--format", "json"]);
    assert_eq!(
        lines(ran.text())[0],
        json!({ "path": "t/binary", "skipped": "binary" })
    );
    let ran = place.run(["check", "--list-binary", "--format", "sarif"]);
    let document: Value = serde_json::from_str(ran.text()).unwrap();
    assert_eq!(
        document["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
        "skipped: the file is binary"
    );
}

#[test]
fn nul_in_a_text_is_a_finding_not_a_reason_to_skip() {
    let place = Place::new();
    let clean = "Größe 漢字\n".repeat(1000);
    place.write("log", [clean.as_bytes(), b"\0", clean.as_bytes()].concat());
    place.write("start", format!("a\0b\n{clean}"));
    place.write("by-name.c", b"\x01\0\0\0 int\n");
    place.write("by-name.PNG", b"\x01\0\0\0 int\n");
    place.write("archive", ["name", &"\0".repeat(96), &clean].concat());
    let found: Vec<_> = place
        .run(["check", "--format", "json"])
        .findings()
        .iter()
        .map(|finding| format!("{} {}", finding["path"].as_str().unwrap(), finding["count"]))
        .collect();
    assert_eq!(found, ["by-name.c 3", "log 1", "start 1"]);
}

#[test]
fn the_exit_code_can_be_zero_with_findings() {
    let place = Place::new();
    place.write("bad", b"\xFF");
    for args in [&[][..], &["-q"], &["-l"], &["--statistics"]] {
        let ran = place.run(["check", "--exit-zero"].iter().chain(args));
        assert_eq!(ran.code, Some(0), "{args:?}");
    }
    assert_eq!(place.run(["check", "--exit-zero", "missing"]).code, Some(2));
}

#[cfg(unix)]
#[test]
fn a_list_of_files_feeds_another_run() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    place.write(OsStr::from_bytes(b"a\nb \xFF"), b"\xFF");
    place.write("c", b"\xFF");
    place.write("d", b"fine");
    let list = place.run(["check", "-l", "-0"]).out;
    assert_eq!(list, b"a\nb \xFF\0c\0");
    let again = place.run_with(["check", "-l", "-0", "--files-from", "-"], &list);
    assert_eq!(again.out, list);
    // Without -0, a name that is not UTF-8 is printed as it is too; only a line end needs -0.
    std::fs::remove_file(place.path().join(OsStr::from_bytes(b"a\nb \xFF"))).unwrap();
    place.write(OsStr::from_bytes(b"\xE9 x"), b"\xFF");
    let list = place.run(["check", "-l"]).out;
    assert_eq!(list, b"c\n\xE9 x\n");
    let again = place.run_with(["check", "-l", "--files-from", "-"], &list);
    assert_eq!((again.code, again.out), (Some(1), list));
    let ran = place.run(["check", "-0"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(2), "utf8: -0 is for --files-from and for -l\n")
    );
}
