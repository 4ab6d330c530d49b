//! `--statistics`: what findings are counted by.

use crate::common::{Place, native};
use serde_json::{Value, json};

/// A tree of files with findings in several directories and encodings.
fn tree() -> Place {
    let place = Place::new();
    place.write("src/deep/a.txt", "\u{202E} a\n\u{202E} b\n");
    place.write("src/deep/b.txt", b"plain \xC0\xAF\n");
    place.write("src/c.txt", b"a\xC0\xAF\xC0\xAF\xC0\xAFb\n");
    place.write("d.txt", "é\u{202E}\n");
    place.write("clean/e.txt", "nothing é\n");
    place.write("clean/f.txt", "nothing\n");
    place
}

fn table(place: &Place, flags: &[&str]) -> String {
    let ran = place.run(["check"].iter().chain(flags));
    assert_eq!((ran.code, &*ran.err), (Some(1), ""), "{flags:?}");
    // The table comes before the summary.
    let is_table = |line: &&str| !line.contains(" finding in ") && !line.contains(" findings in ");
    ran.text()
        .lines()
        .take_while(is_table)
        .collect::<Vec<_>>()
        .join("\n")
}

fn json_of(place: &Place, flags: &[&str]) -> Value {
    let ran = place.run(["check", "--format=json"].iter().chain(flags));
    serde_json::from_str(ran.text().lines().next().unwrap()).unwrap()
}

#[test]
fn directories_and_files_with_the_most_findings_come_first() {
    let place = tree();
    assert_eq!(
        table(&place, &["--statistics=directory"]),
        native(
            "findings  places  files  directory\n\
             \x20      3       3      2  src/deep\n\
             \x20      1       1      1  .\n\
             \x20      1       3      1  src"
        )
    );
    assert_eq!(
        table(&place, &["--statistics=file"]),
        native(
            "findings  places  file\n\
             \x20      2       2  src/deep/a.txt\n\
             \x20      1       1  d.txt\n\
             \x20      1       3  src/c.txt\n\
             \x20      1       1  src/deep/b.txt"
        )
    );
}

#[test]
fn encodings_count_files_without_findings_too() {
    let place = tree();
    place.write(
        "g.txt",
        b"caf\xE9 na\xEFve d\xE9j\xE0 vu, tr\xE8s \xE9l\xE9gant\n".repeat(9),
    );
    place.write("data", b"\x7FELF\x02\0\0\0\xFF\xFE\xFD".repeat(1000));
    let ran = place.run(["check", "--statistics=encoding", "--ignore=other-encoding"]);
    let rows: Vec<Vec<&str>> = ran
        .text()
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0], ["findings", "places", "files", "checked", "encoding"]);
    let json = json_of(&place, &["--statistics=encoding", "--ignore=other-encoding"]);
    let checked: u64 = json["statistics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["checked"].as_u64().unwrap())
        .sum();
    // The binary file is not checked.
    assert_eq!(checked, 7, "{json}");
    let of = |encoding: &str| {
        let mut rows = json["statistics"].as_array().unwrap().iter();
        rows.find(|row| row["encoding"] == encoding).cloned()
    };
    let row = |encoding: &str, findings: u64, places: u64, files: u64, checked: u64| json!({"encoding": encoding, "findings": findings, "places": places, "files": files, "checked": checked});
    assert_eq!(of("UTF-8"), Some(row("UTF-8", 3, 3, 2, 3)));
    assert_eq!(of("US-ASCII"), Some(row("US-ASCII", 0, 0, 0, 1)));
    assert_eq!(json["by"], "encoding");
}

#[test]
fn rules_are_the_default() {
    let place = tree();
    let expected = table(&place, &["--statistics"]);
    assert!(
        expected.starts_with("findings  places  files  rule "),
        "{expected}"
    );
    assert_eq!(table(&place, &["--statistics=rule"]), expected);
    // A path that follows is a path.
    assert!(table(&place, &["--statistics", "src"]).contains("  2  ill-formed "));
    for (flags, message) in [
        (
            &["--statistics=size"][..],
            "possible values: rule, directory, file, encoding",
        ),
        (
            &["--statistics=file", "--format=html"],
            "--statistics is for the formats human and json",
        ),
        (&["--statistics=file", "-q"], "cannot be used with"),
    ] {
        let ran = place.run(["check"].iter().chain(flags));
        assert_eq!((ran.code, ran.text()), (Some(2), ""), "{flags:?}");
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}

#[test]
fn the_order_of_threads_does_not_matter_and_max_limits_the_rows() {
    let place = Place::new();
    for n in 0..150 {
        let findings = "\u{202E}x\n".repeat(1 + n % 7);
        place.write(format!("d{}/e{}/f{n:03}.txt", n % 4, n % 50), findings);
    }
    for by in ["rule", "directory", "file", "encoding"] {
        for max in [&[][..], &["--max=3"]] {
            let flag = format!("--statistics={by}");
            let run = |jobs: &str| {
                let flags = [&*flag, "--format=json", jobs];
                let ran = place.run(["check"].iter().chain(&flags).chain(max));
                ran.text().to_owned()
            };
            let one = run("-j1");
            assert!((0..5).all(|_| run("-j7") == one), "{by}");
            let line: Value = serde_json::from_str(one.lines().next().unwrap()).unwrap();
            let rows = line["statistics"].as_array().unwrap();
            let sum = |name: &str| {
                let shown: u64 = rows.iter().map(|row| row[name].as_u64().unwrap()).sum();
                shown + line["more"][name].as_u64().unwrap_or(0)
            };
            // Whatever is shown, all is counted.
            assert_eq!((sum("findings"), sum("files")), (594, 150), "{line}");
            let all = match by {
                "file" => 150,
                "directory" => 100,
                _ => 1,
            };
            let most = if max.is_empty() { 100 } else { 3 };
            assert_eq!(rows.len(), all.min(most), "{by}");
            let more = line["more"]["rows"].as_u64().unwrap_or(0);
            assert_eq!(more as usize, all - all.min(most));
            let findings: Vec<_> = rows.iter().map(|row| row["findings"].as_u64()).collect();
            assert!(findings.is_sorted_by(|a, b| a >= b), "{line}");
        }
    }
    let text = table(&place, &["--statistics=file", "--max=3"]);
    assert_eq!(
        text,
        native(
            "findings  places  file\n\
             \x20      7       7  d0/e20/f020.txt\n\
             \x20      7       7  d0/e26/f076.txt\n\
             \x20      7       7  d0/e32/f132.txt\n\
             147 more files with 573 findings; --max says how many are shown"
        )
    );
}

#[test]
fn a_baseline_shows_what_is_new_as_before_and_gone() {
    let place = tree();
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    // One finding more, one less, and a file less.
    place.write("d.txt", "é\u{202E}\nnew \u{202E}\n");
    place.write("src/deep/b.txt", "\n");
    std::fs::remove_file(place.path().join("src/c.txt")).unwrap();
    let counts = |by: &str| {
        let flag = format!("--statistics={by}");
        let line = json_of(&place, &["--baseline=base", &flag]);
        let rows = line["statistics"].as_array().unwrap().iter();
        rows.map(|row| {
            let name = ["rule", "path", "encoding"]
                .iter()
                .find_map(|name| row[name].as_str());
            let compared = [&row["baseline"]["suppressed"], &row["baseline"]["gone"]];
            let [suppressed, gone] = compared.map(|count| count.as_u64().unwrap());
            (
                name.unwrap().to_owned(),
                row["findings"].as_u64().unwrap(),
                suppressed,
                gone,
            )
        })
        .collect::<Vec<_>>()
    };
    let row = |name: &str, new, suppressed, gone| (name.to_owned(), new, suppressed, gone);
    assert_eq!(
        counts("file"),
        [
            row("d.txt", 1, 1, 0),
            row("src/deep/a.txt", 0, 2, 0),
            row("src/c.txt", 0, 0, 1),
            row("src/deep/b.txt", 0, 0, 1),
        ]
    );
    assert_eq!(
        counts("directory"),
        [row(".", 1, 1, 0), row("src/deep", 0, 2, 1), row("src", 0, 0, 1)]
    );
    assert_eq!(
        counts("rule"),
        [row("ill-formed", 0, 0, 2), row("bidi-control", 1, 3, 0)]
    );
    let encodings = counts("encoding");
    assert_eq!(encodings[0], row("UTF-8", 1, 3, 0));
    assert!(encodings.contains(&row("unknown", 0, 0, 1)), "{encodings:?}");
    let text = table(&place, &["--baseline=base", "--statistics=directory"]);
    assert!(
        text.starts_with(
            "findings  places  files  baseline  gone  directory\n       1       1      1         1     0  .\n"
        ),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn what_a_path_has_reaches_no_terminal() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let name = std::path::Path::new(std::ffi::OsStr::from_bytes(b"a\x1B\xFF/f"));
    place.write(name, "\u{202E}\n");
    let text = table(&place, &["--statistics=directory"]);
    assert!(text.ends_with("  a\\x1B\\xFF"), "{text}");
    let row = json_of(&place, &["--statistics=directory"])["statistics"][0].clone();
    assert_eq!(row["path_bytes"], "61 1B FF");
}

/// Each kind of a rule has its own row.
#[test]
fn a_baseline_is_compared_by_kind() {
    let place = Place::new();
    place.write("a.txt", b"\xC0\xAF x\n\xFF\n\xFF \xE2\x82 a\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    place.write("a.txt", b"\xFF\n\xFF \xE2\x82 a\n");
    let line = json_of(&place, &["--baseline=base", "--statistics=rule"]);
    let rows = line["statistics"].as_array().unwrap().iter();
    let rows: Vec<_> = rows
        .map(|row| (row["kind"].as_str().unwrap(), row["baseline"].to_string()))
        .collect();
    let compared = |suppressed, gone| format!("{{\"gone\":{gone},\"suppressed\":{suppressed}}}");
    assert_eq!(
        rows,
        [
            ("missing-continuation", compared(1, 0)),
            ("never-valid", compared(2, 0)),
            ("overlong", compared(0, 1)),
        ]
    );
}

#[test]
fn the_page_has_directories_and_the_baseline_as_pictures() {
    let place = tree();
    let page = |flags: &[&str]| {
        let ran = place.run(["check", "--format=html"].iter().chain(flags));
        ran.text().to_owned()
    };
    let plain = page(&[]);
    assert!(plain.contains(&format!(
        "<tr><th scope=\"row\"><code>{}</code></th><td class=\"number\">3</td><td class=\"number\">3</td>\
         <td class=\"number\">2</td><td class=\"bar\"><span style=\"width:100.0%\"></span></td></tr>",
        native("src/deep")
    )));
    assert!(
        plain.contains("<code>src</code></th><td class=\"number\">1</td>") && plain.contains("width:33.3%")
    );
    assert!(!plain.contains("Since the baseline"));
    place.run(["check", "--write-baseline", "base"]);
    place.write("src/c.txt", "\u{202E} new\n");
    let compared = page(&["--baseline=base"]);
    for row in [
        "New</th><td class=\"number\">1</td><td class=\"bar\"><span style=\"width:25.0%\">",
        "As before, not shown</th><td class=\"number\">4</td><td class=\"bar\"><span style=\"width:100.0%\">",
        "Gone</th><td class=\"number\">1</td>",
    ] {
        assert!(compared.contains(row), "{row} in {compared}");
    }
    assert!(compared.contains("--prune-baseline"));
}
