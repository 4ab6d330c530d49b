//! Baselines from the outside.

use crate::common::{Place, Ran};

fn paths(ran: &Ran) -> Vec<String> {
    let findings = ran.findings();
    findings
        .iter()
        .map(|finding| finding["path"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_baseline_suppresses_what_it_has() {
    let place = Place::new();
    place.write("a", b"x\xFFy\nz\xFE\n");
    place.write("sub/b", b"x\xFFy\n");
    let wrote = place.run(["check", "--write-baseline", "base.jsonl"]);
    assert_eq!(wrote.code, Some(0), "{}", wrote.err);
    assert_eq!(wrote.text(), "Wrote 3 findings in 2 files to base.jsonl\n");
    let check = |more: &[&str]| place.run(["check", "--baseline", "base.jsonl"].iter().chain(more));
    for more in [&[][..], &["-q"], &["-l"], &["--piece-size", "1"], &["sub"]] {
        assert_eq!(check(more).code, Some(0), "{more:?}");
    }
    // Moved lines are known, one more of them is not, and one is gone.
    place.write("a", b"new\n\n  x\xFFy\n x\xFFy\n");
    let ran = check(&[]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.text().starts_with("a:4:3: "), "{}", ran.text());
    let end = "1 finding in 1 of 3 files, 2 findings of the baseline not shown; `utf8 fix --on-error=escape` repairs 1\n\
               1 finding of the baseline is gone: remove it with --prune-baseline\n";
    assert!(ran.report().ends_with(end), "{}", ran.text());
    assert_eq!((check(&["-q"]).code, check(&["-l"]).text()), (Some(1), "a\n"));
    assert_eq!(check(&["--select", "nul"]).text(), "No findings in 3 files\n");
    place.write("utf8kit.toml", "baseline = \"base.jsonl\"\n");
    std::fs::remove_file(place.path().join("sub/b")).unwrap();
    let json = place.run(["check", "--format", "json", "--max-per-file", "0"]);
    let last: serde_json::Value = serde_json::from_str(json.text().lines().last().unwrap()).unwrap();
    assert_eq!(
        last["summary"]["baseline"],
        serde_json::json!({"suppressed": 1, "gone": 2})
    );
}

#[test]
fn invalid_baselines_are_errors() {
    let head = "{\"utf8_baseline\":1}\n";
    for (text, message) in [
        (String::new(), "base:1:1: expected the first line"),
        (
            "{\"utf8_baseline\":2}\n".to_owned(),
            "base:1:1: this is a baseline of version 2",
        ),
        (
            format!("{head}<<<<<<< a\n"),
            "base:2:1: this line marks a conflict of a merge",
        ),
        (
            format!("{head}\n=======\n"),
            "base:3:1: this line marks a conflict of a merge",
        ),
        (format!("{head}{{\"path\":1}}\n"), "base:2:"),
    ] {
        let place = Place::new();
        place.write("base", text);
        let ran = place.run(["check", "--baseline", "base"]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    let place = Place::new();
    let entry = "\"rule\":\"nul\",\"kind\":\"nul\",\"context\":\"0\",\"count\":1}\n";
    place.write(
        "base",
        format!("{head}{{\"path\":\"../x\",{entry}{{\"path\":\"/x\",{entry}"),
    );
    let ran = place.run(["check", "--baseline", "base"]);
    assert_eq!((ran.code, ran.text()), (Some(0), "No findings in 1 file\n"));
}

#[cfg(unix)]
#[test]
fn a_baseline_distinguishes_paths_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let name = OsStr::from_bytes(b"caf\xE9 \x1B");
    place.write(name, b"x\xFFy\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    let base = std::fs::read_to_string(place.path().join("base")).unwrap();
    assert!(base.contains("\"path_bytes\":\"63 61 66 E9 20 1B\""), "{base}");
    assert!(!base.contains('\x1B'), "{base}");
    assert_eq!(place.run(["check", "--baseline", "base"]).code, Some(0));
    std::fs::remove_file(place.path().join(name)).unwrap();
    place.write(OsStr::from_bytes(b"caf\xEA \x1B"), b"another \xFF\n");
    let ran = place.run(["check", "--baseline", "base"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.text().contains("1 finding of the baseline is gone"),
        "{}",
        ran.text()
    );
}

#[test]
fn statistics_and_summaries_count_only_what_the_baseline_lacks() {
    let place = Place::new();
    let old = "old \u{202E}\n".repeat(30);
    place.write("a", &old);
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    let new: String = (0..5).map(|i| format!("new {i} \u{202E}\n")).collect();
    place.write("a", format!("{old}{new}"));
    let check = |more: &[&str]| place.run(["check", "--baseline", "base"].iter().chain(more));
    let ran = check(&["--statistics"]);
    assert_eq!(ran.code, Some(1));
    let row = ran.text().lines().nth(1).unwrap();
    assert_eq!(row.split_whitespace().next(), Some("5"), "{}", ran.text());
    assert!(
        ran.text().contains("30 findings of the baseline not shown"),
        "{}",
        ran.text()
    );
    let ran = check(&["--max-per-file", "2"]);
    assert_eq!(ran.text().matches("bidi-control: ").count(), 2, "{}", ran.text());
    assert!(ran.text().contains("3 more: 3 bidi-control"), "{}", ran.text());
    assert!(
        ran.text().contains("5 findings in 1 of 2 files"),
        "{}",
        ran.text()
    );
    // More than are shown are written.
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    assert_eq!(check(&[]).code, Some(0));
}

#[test]
fn a_baseline_is_written_to_standard_output() {
    let place = Place::new();
    place.write("sub/a", b"x\xFFy\n");
    let ran = place.run(["check", "--write-baseline", "-"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(
        ran.text()
            .starts_with("{\"utf8_baseline\":1}\n{\"path\":\"sub/a\","),
        "{}",
        ran.text()
    );
    assert_eq!(place.names(), ["sub"]);
    // Its paths are relative to the working directory.
    place.write("base", &ran.out);
    assert_eq!(place.run(["check", "--baseline", "base"]).code, Some(0));
}

#[test]
fn a_baseline_applies_to_the_files_of_its_configuration_and_of_those_that_extend_it() {
    let place = Place::new();
    place.write("utf8kit.toml", "baseline = \"base\"\n");
    place.write("a", b"x\xFFy\n");
    place.write("sub/a", b"x\xFFy\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    assert_eq!(place.run(["check"]).code, Some(0));
    place.write("sub/utf8kit.toml", "");
    assert_eq!(place.run(["check"]).code, Some(0));
    place.write("sub/utf8kit.toml", "extend = false\n");
    assert_eq!(paths(&place.run(["check", "--format", "json"])), ["sub/a"]);
    place.write("sub/utf8kit.toml", "extend = false\nbaseline = \"../base\"\n");
    assert_eq!(place.run(["check"]).code, Some(0));
}

/// Returns the lines of the baseline `base` without its first.
fn entries(place: &Place) -> Vec<String> {
    let text = std::fs::read_to_string(place.path().join("base")).unwrap();
    text.lines().skip(1).map(str::to_owned).collect()
}

/// A file in another encoding is one finding, wherever its first such byte is and whatever stands around it.
#[test]
fn a_finding_of_a_file_stays_known_when_its_line_is_edited() {
    let place = Place::new();
    let text =
        "Ein längerer Text über Größe, Mühe und schöne Wörter.\nUnd noch eine Zeile für die Sprache.\n";
    let latin1 = |text: &str| -> Vec<u8> { text.chars().map(|char| char as u8).collect() };
    place.write("a.txt", latin1(text));
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    assert!(
        entries(&place)[0].contains("other-encoding"),
        "{:?}",
        entries(&place)
    );
    place.write("a.txt", latin1(&format!("Völlig neue erste Zeile.\n{text}")));
    let ran = place.run(["check", "--baseline", "base"]);
    assert_eq!(
        (ran.code, ran.text().contains("gone")),
        (Some(0), false),
        "{}",
        ran.text()
    );
    // Another file in the same encoding is new.
    place.write("b.txt", latin1(text));
    assert_eq!(place.run(["check", "--baseline", "base", "-l"]).text(), "b.txt\n");
}

#[test]
fn a_renamed_file_keeps_its_entries() {
    let place = Place::new();
    place.write("old/a", b"one \xFF\ntwo \xFE\n");
    place.write("b", b"three \xFD\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    place.write("new/c", b"one \xFF\nand an edited line\ntwo \xFE\n");
    std::fs::remove_dir_all(place.path().join("old")).unwrap();
    let check = |more: &[&str]| place.run(["check", "--baseline", "base"].iter().chain(more));
    let ran = check(&[]);
    assert_eq!(
        (ran.code, ran.text().contains("gone")),
        (Some(0), false),
        "{}",
        ran.text()
    );
    // A copy of a file that is still there is new, and a second file is not the renamed one, too.
    place.write("copy", b"three \xFD\n");
    place.write("new/d", b"one \xFF\ntwo \xFE\n");
    let ran = check(&["--format", "json", "-j", "1"]);
    assert_eq!(ran.findings().len(), 3, "{}", ran.text());
    // `--prune-baseline` writes the new path.
    std::fs::remove_file(place.path().join("copy")).unwrap();
    std::fs::remove_file(place.path().join("new/d")).unwrap();
    let ran = check(&["--prune-baseline"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), "utf8: base: 0 findings removed\n")
    );
    let paths: Vec<_> = entries(&place).iter().map(|line| line[..14].to_owned()).collect();
    assert_eq!(
        paths,
        [r#"{"path":"b","r"#, r#"{"path":"new/c"#, r#"{"path":"new/c"#]
    );
}

#[test]
fn writing_replaces_only_what_was_checked() {
    let place = Place::new();
    place.write("a/x", b"one \xFF\0");
    place.write("b/y", b"two \xFE\n");
    place.write("b/z", b"three \xFD\n");
    let write = |more: &[&str]| {
        let ran = place.run(["check", "--write-baseline", "base"].iter().chain(more));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        entries(&place)
    };
    let all = write(&[]);
    assert_eq!(write(&["a"]), all);
    assert_eq!(write(&["--select", "not-nfc"]), all);
    // What is checked again is replaced, and what is not there any more goes, below the paths that are checked.
    place.write("a/x", b"one \xFC\n");
    place.write("b/y", b"repaired\n");
    std::fs::remove_file(place.path().join("b/z")).unwrap();
    let changed = write(&["a"]);
    assert_eq!((changed.len(), &changed[1..]), (3, &all[all.len() - 2..]));
    assert_eq!(write(&["b"]), changed[..1]);
}

#[test]
fn only_a_baseline_is_replaced_by_one() {
    let place = Place::new();
    place.write("a", b"one \xFF\n");
    place.write("notes", "precious\n");
    let ran = place.run(["check", "--write-baseline", "notes"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "utf8: notes:1:1: expected the first line of a baseline, {\"utf8_baseline\":1}; --write-baseline replaces only a \
         baseline\n"
    );
    assert_eq!(std::fs::read(place.path().join("notes")).unwrap(), b"precious\n");
    place.write("base", "{\"utf8_baseline\":0}\nan old format\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    assert_eq!(entries(&place).len(), 1);
}

#[test]
fn pruning_removes_what_is_gone_and_adds_nothing() {
    let place = Place::new();
    place.write("a", b"one \xFF\ntwo \xFE\n");
    place.write("b", b"three \xFD\n");
    place.write("c", b"four \0 of five words\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    let all = entries(&place);
    place.write("a", b"one \xFF\nnew \xFC\n");
    place.write("c", b"repaired\n");
    std::fs::remove_file(place.path().join("b")).unwrap();
    // What is not checked is not known to be gone, but a file that is not there is.
    let ran = place.run([
        "check",
        "--baseline",
        "base",
        "--prune-baseline",
        "--select",
        "nul",
        "a",
    ]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), "utf8: base: 1 finding removed\n")
    );
    assert_eq!(entries(&place).len(), all.len() - 1);
    place.write("utf8kit.toml", "baseline = \"base\"\n");
    let ran = place.run(["check", "--prune-baseline"]);
    assert_eq!(ran.code, Some(1), "the new finding is reported: {}", ran.text());
    assert_eq!(ran.err, "utf8: base: 2 findings removed\n");
    let left = entries(&place);
    assert!(left.len() == 1 && all.contains(&left[0]), "{left:?}");
    let ran = place.run(["check", "--no-config", "--prune-baseline"]);
    assert_eq!(
        (ran.code, ran.err.contains("no file has a baseline")),
        (Some(2), true)
    );
}

/// A baseline that many configurations name is read once, and what is gone from it is counted once.
#[test]
fn a_baseline_of_many_configurations_is_one() {
    let place = Place::new();
    for directory in ["a", "b", "c"] {
        place.write(format!("{directory}/utf8kit.toml"), "baseline = \"../base\"\n");
        place.write(format!("{directory}/x"), b"one \xFF\n");
    }
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    std::fs::remove_file(place.path().join("c/x")).unwrap();
    let ran = place.run(["check"]);
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.text().contains("\n1 finding of the baseline is gone"),
        "{}",
        ran.text()
    );
    place.run(["check", "--prune-baseline"]);
    assert_eq!(entries(&place).len(), 2);
}
