//! `--column-unit`: what columns count, in each format.

use crate::common::{Place, Ran};
use serde_json::{Value, json};
#[cfg(unix)]
use std::process::Command;

/// Lines with a U+0000 each: after a signature, a tab, an emoji, a combining mark and a wide character, before CR LF, and after an
/// ill-formed sequence.
const TEXT: &[u8] = b"\xEF\xBB\xBFa\xF0\x9F\x91\x8D\te\xCC\x81\xE4\xB8\xAD\0b\r\n\
    \xC3\xA9\xF0\x9F\x91\x8D\0\r\n\
    \xF0\x9F\x98\t\0\n\
    \0\0\n";

/// In each unit, where U+0000 begins in each line, and how long it is.
const UNITS: [(&str, [(u64, u64); 4]); 4] = [
    ("character", [(7, 1), (3, 1), (3, 1), (1, 2)]),
    ("byte", [(13, 1), (7, 1), (5, 1), (1, 2)]),
    ("utf16", [(8, 1), (4, 1), (3, 1), (1, 2)]),
    ("display", [(12, 1), (4, 1), (9, 1), (1, 2)]),
];

fn place() -> Place {
    let place = Place::new();
    place.write("a.txt", TEXT);
    place
}

fn check(place: &Place, flags: &[&str]) -> Ran {
    place.run(["check", "--select=nul", "a.txt"].iter().chain(flags))
}

fn report(place: &Place, format: &str, unit: Option<&str>) -> String {
    let unit = unit.map(|unit| format!("--column-unit={unit}"));
    let format = format!("--format={format}");
    let flags: Vec<&str> = [Some(&*format), unit.as_deref()].into_iter().flatten().collect();
    let ran = check(place, &flags);
    assert_eq!((ran.code, &*ran.err), (Some(1), ""), "{flags:?}");
    ran.text().to_owned()
}

/// Returns what a format writes of the places of a unit, in their order.
fn written(format: &str, places: &[(u64, u64); 4]) -> Vec<String> {
    let places = places.iter().zip(1..);
    let write = |(&(column, len), line): (&(u64, u64), u64)| {
        let end = column + len;
        match format {
            "human" | "concise" => format!("a.txt:{line}:{column}: nul"),
            "github" => {
                format!("line={line},col={column},endColumn={end},title=nul::a.txt:{line}:{column}: ")
            }
            "gitlab" => format!(
                "\"begin\":{{\"line\":{line},\"column\":{column}}},\"end\":{{\"line\":{line},\"column\":{end}}}"
            ),
            "junit" => format!("name=\"nul:{line}:{column}\""),
            "checkstyle" => format!("line=\"{line}\" column=\"{column}\""),
            "sarif" => format!("\"startLine\":{line},\"startColumn\":{column},\"endColumn\":{end},"),
            "json" => format!("\"line\":{line},\"column\":{column},\"end_column\":{end},"),
            "html" => format!("<span class=\"at\">{line}:{column}</span>"),
            _ => panic!("no such format: {format}"),
        }
    };
    places.map(write).collect()
}

#[test]
fn each_format_has_columns_in_each_unit() {
    let place = place();
    for format in [
        "human",
        "concise",
        "github",
        "gitlab",
        "junit",
        "checkstyle",
        "json",
        "html",
        "sarif",
    ] {
        let columns = |unit: Option<&str>, expected: &[(u64, u64); 4]| {
            let text = report(&place, format, unit);
            let mut rest = &*text;
            for one in written(format, expected) {
                let at = rest.find(&one);
                let at = at.unwrap_or_else(|| panic!("{format}, {unit:?}: no {one} in {text}"));
                rest = &rest[at + one.len()..];
            }
        };
        for (unit, expected) in &UNITS {
            if format != "sarif" || matches!(*unit, "character" | "utf16") {
                columns(Some(unit), expected);
            }
        }
        columns(None, &UNITS[0].1);
    }
}

#[test]
fn json_has_all_units_and_says_which_one_is_the_column() {
    let place = place();
    for unit in [None, Some("byte")] {
        let text = report(&place, "json", unit);
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let (summary, findings) = lines.split_last().unwrap();
        assert_eq!(summary["summary"]["column_unit"], unit.unwrap_or("character"));
        for (nth, finding) in findings.iter().enumerate() {
            for (unit, places) in &UNITS {
                let (column, len) = places[nth];
                assert_eq!(
                    finding["columns"][unit],
                    json!([column, column + len]),
                    "{finding}"
                );
            }
        }
        assert_eq!(findings.len(), 4);
    }
}

#[test]
fn formats_keep_the_units_of_those_who_defined_them() {
    let place = place();
    let kind = |unit| {
        let report: Value = serde_json::from_str(&report(&place, "sarif", unit)).unwrap();
        report["runs"][0]["columnKind"].clone()
    };
    assert_eq!(kind(None), "unicodeCodePoints");
    assert_eq!(kind(Some("character")), "unicodeCodePoints");
    assert_eq!(kind(Some("utf16")), "utf16CodeUnits");
    assert_eq!(
        report(&place, "rdjsonl", None),
        report(&place, "rdjsonl", Some("byte"))
    );
    for (flags, message) in [
        (
            &["--format=sarif", "--column-unit=byte"][..],
            "--column-unit byte: the format sarif has columns in character or utf16\n",
        ),
        (
            &["--report=sarif=r", "--column-unit=display"],
            "--column-unit display: the format sarif has columns in character or utf16\n",
        ),
        (
            &["--format=rdjsonl", "--column-unit=character"],
            "--column-unit character: the format rdjsonl has columns in byte\n",
        ),
    ] {
        let ran = check(&place, flags);
        let expected = format!("utf8: {message}");
        assert_eq!((ran.code, ran.text(), &*ran.err), (Some(2), "", &*expected));
    }
    assert_eq!(place.names(), ["a.txt"]);
}

/// reviewdog replaces bytes of the lines as the file has them, where a signature is one of them.
#[test]
fn rdjsonl_counts_the_bytes_of_a_signature() {
    let place = place();
    let text = report(&place, "rdjsonl", None);
    let columns: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["location"]["range"].clone())
        .map(|range| {
            (
                range["start"]["column"].as_u64().unwrap(),
                range["end"]["column"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(columns, [(16, 17), (7, 8), (5, 6), (1, 3)]);
}

/// Columns in a text in another encoding are those of the text that editors show.
#[test]
fn a_text_in_utf_16_has_the_columns_of_its_text() {
    let place = Place::new();
    let text = String::from_utf8_lossy(TEXT).replace('\u{FFFD}', "");
    let bytes = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    place.write("a.txt", text.as_bytes());
    place.write("b.txt", bytes(&text));
    let columns = |path: &str, flags: &[&str]| -> Vec<Value> {
        let args = ["check", "--select=nul", "--format=json", path];
        let ran = place.run(args.iter().chain(flags));
        ran.findings()
            .into_iter()
            .map(|finding| finding["columns"].clone())
            .collect()
    };
    let of_utf8 = columns("a.txt", &[]);
    assert_eq!(of_utf8.len(), 4);
    assert_eq!(columns("b.txt", &["--as=UTF-16LE"]), of_utf8);
    // An unpaired surrogate is shown as U+FFFD.
    place.write("c.txt", [bytes("\t"), vec![0x00, 0xD8], bytes("\0")].concat());
    let expected = json!({"character": [3, 4], "byte": [5, 6], "utf16": [3, 4], "display": [10, 11]});
    assert_eq!(columns("c.txt", &["--as=UTF-16LE"]), [expected]);
}

/// However a text is read, its columns are the same.
#[test]
fn columns_do_not_depend_on_where_a_text_is_cut() {
    let place = Place::new();
    let line = "é👍\t中e\u{301}\0\0".repeat(400);
    place.write("a.txt", format!("\u{FEFF}{line}\n{line}"));
    let run = |flags: &[&str]| {
        let args = ["check", "--select=nul", "--format=json", "--max-per-file=0"];
        place.run(args.iter().chain(flags)).findings()
    };
    let whole = run(&["a.txt"]);
    assert_eq!(whole.len(), 800);
    for size in ["--piece-size=64", "--piece-size=1000"] {
        assert_eq!(run(&[size, "a.txt"]), whole, "{size}");
    }
    // A period of the text: the tab ends at a multiple of 8 each time.
    let columns = |nth: usize| whole[nth]["columns"].clone();
    assert_eq!(columns(399)["byte"][0], 400 * 15 - 1);
    assert_eq!(columns(399)["utf16"][0], 400 * 9 - 1);
    assert_eq!(columns(399)["character"][0], 400 * 8 - 1);
    assert_eq!(columns(399)["display"][0], 399 * 16 + 12);
}

/// The place of a name is in the name.
#[test]
fn names_have_columns_too() {
    let place = Place::new();
    place.write("é👍\u{202E}.txt", "");
    let ran = place.run(["check", "--names", "--format=json"]);
    let expected = json!({"character": [3, 4], "byte": [7, 10], "utf16": [4, 5], "display": [4, 4]});
    assert_eq!(ran.findings()[0]["columns"], expected);
}

#[test]
fn fix_explains_at_columns_of_the_unit() {
    let place = Place::new();
    let text = "👍 caf\u{C3}\u{A9} cr\u{C3}\u{A8}me\n";
    for (unit, column) in [("character", 6), ("byte", 9), ("utf16", 7), ("display", 7)] {
        place.write("a.txt", text);
        let ran = place.run(["fix", "--explain", "--column-unit", unit, "a.txt"]);
        let begin = format!("a.txt:1:{column}: ");
        assert!(ran.text().starts_with(&begin), "{unit}: {}", ran.text());
    }
}

/// Terminals do not agree how wide an emoji of several characters is: what joins them is escaped, and carets stand below the finding.
#[test]
fn carets_align_after_emoji_and_wide_characters() {
    let place = Place::new();
    place.write(
        "a.md",
        "a 👨\u{200D}👩 x\0\nkey 1\u{FE0F}\u{20E3} ❤\u{FE0F} 👍\u{1F3FD} 🇩🇪 中文 e\u{301} x\0\n",
    );
    let ran = place.run(["check", "--select=nul", "a.md"]);
    let shown: Vec<_> = ran
        .text()
        .lines()
        .filter(|line| line.starts_with("  |"))
        .collect();
    let expected = [
        "  | a 👨\\u{200D}👩 x\\x00",
        &format!("  | {}^^^^", " ".repeat(16)),
        "  | key 1\\u{FE0F}\\u{20E3} ❤\\u{FE0F} 👍\\u{1F3FD} 🇩🇪 中文 e\u{301} x\\x00",
        &format!("  | {}^^^^", " ".repeat(55)),
    ];
    assert_eq!(shown, expected);
    // A page of HTML has no columns.
    let page = place.run(["check", "--select=nul", "--format=html", "a.md"]);
    assert!(page.text().contains("👨\u{200D}👩 x"), "{}", page.text());
    // Joiners of letters are kept.
    place.write("a.md", "क्\u{200D}ष \0\n");
    let ran = place.run(["check", "--select=nul", "a.md"]);
    assert!(ran.text().contains("  | क्\u{200D}ष \\x00\n"), "{}", ran.text());
}

/// Vim goes to the character, where it counts bytes.
#[cfg(unix)]
#[test]
fn vim_goes_to_the_character() {
    if Command::new("vim").arg("--version").output().is_err() {
        return;
    }
    let place = Place::new();
    place.write("a.txt", "\u{FEFF}a👍\te\u{301}中\u{202E}x\r\n\té\u{202E}y\r\n");
    let ran = place.run(["check", "--format=concise", "--column-unit=byte", "a.txt"]);
    place.write("quickfix", ran.text());
    // The character under the cursor at each place.
    let script = "for nth in [1, 2]\n  execute 'cc ' . nth\n  let under = matchstr(getline('.'), '\\%' . col('.') . 'c.')\n\
        \x20 call writefile([printf('%x', char2nr(under))], 'under', 'a')\nendfor\nqall!\n";
    place.write("script.vim", script);
    let status = Command::new("vim")
        .args([
            "-es",
            "-u",
            "NONE",
            "-i",
            "NONE",
            "-n",
            "-c",
            "set encoding=utf-8 fileencodings=ucs-bom,utf-8",
        ])
        .args([
            "-c",
            "set errorformat=%f:%l:%c:\\ %m",
            "-c",
            "cgetfile quickfix",
            "-c",
            "source script.vim",
        ])
        .current_dir(place.path())
        .status()
        .unwrap();
    assert!(status.success());
    let under = std::fs::read_to_string(place.path().join("under")).unwrap();
    assert_eq!(under, "202e\n202e\n");
}
