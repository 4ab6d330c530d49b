//! The other rules from the outside: what each finds, what it must not find, in every format.

use crate::common::{Place, Ran, document};
use serde_json::Value;
use utf8kit_test::hex;

/// `kind line:column` of what one rule finds in one text.
fn found(rule: &str, bytes: &[u8]) -> Vec<String> {
    let place = Place::new();
    place.write("f.txt", bytes);
    let ran = place.run(["check", "--format", "json", "--select", rule, "f.txt"]);
    let findings = ran.findings();
    let fails = findings.iter().any(|finding| finding["level"] != "note");
    assert_eq!(ran.code, Some(i32::from(fails)));
    let is_of = |name: &str| rule.split(',').any(|rule| rule == name || rule == "default");
    assert!(
        findings
            .iter()
            .all(|finding| is_of(finding["rule"].as_str().unwrap()))
    );
    findings
        .iter()
        .map(|f| format!("{} {}:{}", f["kind"].as_str().unwrap(), f["line"], f["column"]))
        .collect()
}

#[test]
fn bidi_control() {
    let rule = |text: &str| found("bidi-control", text.as_bytes());
    // The comment that is code, of CVE-2021-42574.
    assert_eq!(
        rule("/*\u{202E} } \u{2066}if (admin)\u{2069} \u{2066} begin */\n"),
        ["unpaired 1:3", "unpaired 1:20"]
    );
    assert_eq!(
        rule("ok\nx \u{2067}y\n\u{2069}\n"),
        ["unpaired 2:3"],
        "a partner in the next line is none"
    );
    assert_eq!(
        rule("a \u{202B}b\u{202C} \u{2067}c\u{2069} \u{200F}d\u{200E}\n"),
        [] as [&str; 0]
    );
    assert_eq!(rule("last line \u{202D}x"), ["unpaired 1:11"]);
    let place = Place::new();
    place.write("f", "a \u{202B}b\u{202C} \u{200F}c\u{61C}\n");
    assert_eq!(place.run(["check", "f"]).code, Some(0));
    let all = place
        .run(["check", "--bidi", "all", "--format", "json", "f"])
        .findings();
    assert_eq!(all.len(), 4);
}

#[test]
fn bidi_control_finds_its_line_end_in_any_block() {
    let place = Place::new();
    let paired = format!("\u{2067}{}\u{2069}\n", "x".repeat(3000));
    let open = format!("\u{202E}{}\n", "y\u{FFFD}".repeat(3000));
    place.write("f", format!("{paired}{open}{paired}"));
    for piece in ["7", "100", "1000", "100000"] {
        let ran = place.run([
            "check",
            "--format",
            "json",
            "--max-per-file",
            "0",
            "--select",
            "bidi-control,replacement-char",
            "--piece-size",
            piece,
            "f",
        ]);
        let findings = ran.findings();
        assert_eq!(findings.len(), 3001, "{piece}");
        assert_eq!(
            (&findings[0]["rule"], &findings[0]["line"]),
            (&"bidi-control".into(), &2.into()),
            "in order"
        );
        let long = format!("{}{}", "\u{202E}", "\u{FFFD} ".repeat(6000));
        let ran = place.run_with(
            [
                "check",
                "--format",
                "json",
                "--max-per-file",
                "0",
                "--select",
                "default,replacement-char",
                "-",
            ],
            long.as_bytes(),
        );
        let findings = ran.findings();
        assert_eq!(
            findings.len(),
            6001,
            "what waits has a limit, and is told all the same"
        );
        assert_eq!(
            findings
                .iter()
                .filter(|finding| finding["rule"] == "bidi-control")
                .count(),
            1
        );
    }
}

#[test]
fn nul_and_the_rules_that_are_off() {
    assert_eq!(found("nul", b"ab\nc\0d\0"), ["nul 2:2", "nul 2:4"]);
    assert_eq!(found("nul", b"no 0"), [] as [&str; 0]);
    assert_eq!(
        found("replacement-char", "a\u{FFFD}b".as_bytes()),
        ["replacement-char 1:2"]
    );
    assert_eq!(
        found("inner-feff", "\u{FEFF}a\u{FEFF}b".as_bytes()),
        ["inner-feff 1:2"],
        "the first is a signature"
    );
    assert_eq!(
        found(
            "noncharacter",
            "\u{FFFE}\u{FFFF}\u{FDD0}\u{FDEF}\u{FDF0}\u{1FFFE}\u{10FFFF}\u{FFFD}".as_bytes()
        )
        .len(),
        2,
        "each run is one"
    );
    assert_eq!(
        found(
            "control",
            "\t\r\n\u{7}\u{1B}[0m\u{7F}\u{80}\u{9F}\u{A0}".as_bytes()
        )
        .len(),
        3
    );
    assert_eq!(
        found("not-nfc", "é e\u{301} 한 \u{212B}\n".as_bytes()),
        ["not-nfc 1:3", "not-nfc 1:8"]
    );
    // None of them is on by default, but inner-feff, which is a note.
    let place = Place::new();
    place.write("f", "\u{FFFD}a\u{FFFE}\u{7}e\u{301}\u{3400}\u{AC00}");
    assert_eq!(place.run(["check"]).code, Some(0));
    place.write("f", "\u{FFFD}a\u{FEFF}e\u{301}");
    let ran = place.run(["check"]);
    assert!(
        ran.text().contains("No findings, 1 note in 1 file\n"),
        "{}",
        ran.text()
    );
    assert_eq!(ran.code, Some(0));
    let count = |args: &[&str]| {
        let args = ["check", "--format", "json", "--select", "all"]
            .iter()
            .chain(args);
        place.run(args).findings().len()
    };
    assert_eq!(count(&[]), 3);
    assert_eq!(count(&["--ignore", "inner-feff"]), 2);
}

#[test]
fn tag_characters_are_found_by_default_outside_flags() {
    let scotland = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}";
    let text = format!("{scotland} 😀\u{E0041}\u{E0042}\n");
    assert_eq!(found("tag-character", text.as_bytes()), ["tag 1:10"]);
    assert_eq!(found("invisible", text.as_bytes()), ["tag 1:10"]);
    assert_eq!(found("default", text.as_bytes()), ["tag 1:10"]);
    assert_eq!(found("default,invisible", text.as_bytes()), ["tag 1:10"]);
    assert_eq!(found("default", scotland.as_bytes()), [] as [&str; 0]);
}

#[test]
fn invisible() {
    let rule = |text: &str| found("invisible", text.as_bytes());
    assert_eq!(
        rule("a\u{200B}\u{200B}b c\u{AD}d\ne\u{FE0F} \u{3164}"),
        [
            "zero-width 1:2",
            "soft-hyphen 1:7",
            "variation-selector 2:2",
            "filler 2:4"
        ]
    );
    assert_eq!(
        rule("می\u{200C}خواهم 👩\u{200D}🚀 ❤\u{FE0F} क्\u{200D}ष"),
        [] as [&str; 0]
    );
    assert_eq!(
        found("default", "a\u{200B}\u{AD} \u{FE0F}".as_bytes()),
        [] as [&str; 0]
    );
    // A row is another finding.
    assert_eq!(
        found(
            "invisible,hidden-data",
            "a\u{200B}\u{AD}\u{FE0F}b\u{200B}".as_bytes()
        ),
        ["hidden-data 1:2", "zero-width 1:6"]
    );
    assert_eq!(
        found("invisible", "a\u{200B}\u{AD}\u{FE0F}".as_bytes()),
        ["zero-width 1:2", "soft-hyphen 1:3", "variation-selector 1:4"]
    );
    assert_eq!(
        found("invisible", b"\xE2\x80\xE2\x80\x8B\xF3\xA0\x81\xED\xA0\x80"),
        ["zero-width 1:2"]
    );
}

#[test]
fn confusable() {
    let rule = |text: &str| found("confusable", text.as_bytes());
    assert_eq!(
        rule("paypal p\u{430}ypal, \u{440}\u{430}ypal\n"),
        ["mixed-script 1:9", "mixed-script 1:18"]
    );
    assert_eq!(rule("Привет, hello_мир Tシャツ 漢字 naïve\n"), [] as [&str; 0]);
    assert_eq!(rule("µm 3ж ж3 한글漢字\n"), [] as [&str; 0]);
    assert_eq!(found("default", "p\u{430}ypal".as_bytes()), [] as [&str; 0]);
    let place = Place::new();
    place.write("f", "p\u{430}ypal");
    for piece in ["1", "2", "3", "1000"] {
        let args = [
            "check",
            "--format",
            "json",
            "--select",
            "confusable",
            "--piece-size",
            piece,
            "f",
        ];
        let findings = place.run(args).findings();
        assert_eq!(
            findings[0]["message"],
            "`p\u{430}ypal` mixes Latin and Cyrillic: U+0070 is Latin, U+0430 is Cyrillic"
        );
    }
}

#[test]
fn repertoires() {
    let text = "\t\r\n\u{B}\u{C}\0\u{7F}\u{80}\u{A0}\u{FDD0}\u{FFFE}\u{1FFFE}\u{10FFFD}x";
    assert_eq!(found("unicode-scalars", text.as_bytes()), [] as [&str; 0]);
    let columns = |rule: &str| {
        let found = found(rule, text.as_bytes());
        let places = found
            .iter()
            .map(|found| found.strip_prefix(&format!("{rule} 2:")).unwrap());
        places.map(|column| column.parse().unwrap()).collect::<Vec<u32>>()
    };
    assert_eq!(columns("xml-characters"), [1, 8]);
    assert_eq!(columns("unicode-assignables"), [1, 7]);
    let net_unicode = found("net-unicode", "a\u{80}\r\n\u{C}b".as_bytes());
    assert_eq!(net_unicode, ["net-unicode 1:2"]);
    // In the configuration, for some files.
    let place = Place::new();
    place.write(
        "utf8kit.toml",
        "[[files]]\nglob = [\"*.xml\"]\nselect = [\"xml-characters\"]\n",
    );
    place.write("a.xml", "\u{7}");
    place.write("b.txt", "\u{7}");
    let findings = place.run(["check", "--format", "json"]).findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0]["clause"], "RFC 9839 section 4.2");
}

#[test]
fn old_hangul() {
    let old = "\u{3400}\u{3401}";
    let place = Place::new();
    for (text, count) in [
        (format!("{old}\n\u{AC00}\n{old}"), 2),
        (format!("{old}\u{4E00}"), 0),
    ] {
        place.write("f", &text);
        for piece in ["1", "5", "1000"] {
            let args = [
                "check",
                "--format",
                "json",
                "--select",
                "old-hangul",
                "--piece-size",
                piece,
            ];
            assert_eq!(place.run(args.iter().chain(&["f"])).findings().len(), count);
            let ran = place.run_with(args.iter().chain(&["-"]), text.as_bytes());
            assert_eq!(ran.findings().len(), count);
        }
    }
    place.write("f", format!("{old}\u{AC00}"));
    let ran = place.run(["check", "--select", "old-hangul", "f"]);
    assert!(ran.text().contains("`가각` in Unicode 1.1"), "{}", ran.text());
}

#[test]
fn a_joined_file_is_recognized_in_any_block() {
    let place = Place::new();
    place.write("f", "\u{FEFF}one\n\u{FEFF}two\u{FEFF}\u{FEFF}");
    for piece in ["1", "2", "3", "4", "5", "6", "7", "8", "100"] {
        let ran = place.run(["check", "--format", "json", "--piece-size", piece]);
        let findings = ran.findings();
        let kinds: Vec<_> = findings
            .iter()
            .map(|finding| finding["kind"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["line-start", "inner-feff", "repeated"], "{piece}");
    }
}

#[test]
fn other_encoding() {
    let text = "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël.\n".repeat(4);
    let bytes = encoding_rs::WINDOWS_1252.encode(&text).0;
    let place = Place::new();
    place.write("latin.txt", &bytes);
    let findings = place.run(["check", "--format", "json"]).findings();
    assert_eq!(
        findings.len(),
        1,
        "one for the file, in place of those for each byte"
    );
    assert_eq!(
        (&findings[0]["rule"], &findings[0]["kind"]),
        (&"other-encoding".into(), &"windows-1252".into())
    );
    assert_eq!(
        (&findings[0]["line"], &findings[0]["column"]),
        (&1.into(), &5.into())
    );
    assert!(findings[0]["message"].as_str().unwrap().contains("likely"));
    let ran = place.run(["check", "--format", "json", "--ignore", "other-encoding"]);
    assert_eq!(ran.findings().len(), 4 * 16);
    assert!(
        ran.findings()
            .iter()
            .all(|finding| finding["rule"] == "ill-formed")
    );

    // UTF-8 with errors stays UTF-8.
    place.write(
        "latin.txt",
        ["Größe – ".repeat(100).as_bytes(), b"\xFF\xC0\xE9 \xE8 \xFC"].concat(),
    );
    let findings = place.run(["check", "--format", "json"]).findings();
    assert!(findings.len() == 5 && findings.iter().all(|finding| finding["rule"] == "ill-formed"));
    assert_eq!(place.run(["check", "--select", "other-encoding"]).code, Some(0));
}

#[test]
fn ten_thousand_errors_are_ten_thousand_findings() {
    let place = Place::new();
    place.write("f", b"some text \xC0\x80 and more\n".repeat(10_000));
    for args in [
        &["check", "--format", "json", "--max-per-file", "0"][..],
        &[
            "check",
            "--format",
            "json",
            "--max-per-file",
            "0",
            "--piece-size",
            "333",
        ],
    ] {
        let findings = place.run(args).findings();
        assert_eq!(findings.len(), 10_000);
        assert_eq!(
            (&findings[9_999]["line"], &findings[9_999]["column"]),
            (&10_000.into(), &11.into())
        );
    }
}

/// A name with what workflow commands and URIs escape. No name of Windows has a colon.
const ODD: &str = if cfg!(windows) { "a,b,c%.txt" } else { "a,b:c%.txt" };

/// Returns a name with its odd characters percent-encoded.
fn escaped(name: &str) -> String {
    name.replace('%', "%25").replace(',', "%2C").replace(':', "%3A")
}

fn two_findings(format: &str) -> (Place, Ran) {
    let place = Place::new();
    place.write(ODD, b"line\nx\xC3\xA9\xFF\n");
    place.write("z z.json", "\u{FEFF}{}");
    let ran = place.run(["check", "--format", format]);
    assert_eq!(ran.code, Some(1));
    (place, ran)
}

#[test]
fn github_annotations() {
    let (_place, ran) = two_findings("github");
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(
        lines[0],
        format!("{ODD}:2:3: ill-formed: `FF` never occurs in UTF-8")
    );
    assert!(lines[1].starts_with("z z.json:1:1: signature: "));
    assert_eq!(
        lines[2],
        format!(
            "::error file={},line=2,col=3,endColumn=4,title=ill-formed::{}:2:3: ill-formed: `FF` never occurs in UTF-8 (offset 8)",
            escaped(ODD),
            ODD.replace('%', "%25")
        )
    );
    assert!(lines[3].starts_with(
        "::error file=z z.json,line=1,col=1,endColumn=1,title=signature::z z.json:1:1: signature: "
    ));
    assert_eq!(
        lines[4],
        "2 findings in 2 files; `utf8 fix` repairs 1, `utf8 fix --on-error=escape` 1"
    );
}

#[test]
fn sarif_is_what_its_schema_asks_for() {
    let (place, ran) = two_findings("sarif");
    let document: Value = serde_json::from_str(ran.text()).unwrap();
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), utf8kit_lint::Rule::ALL.len());
    for rule in rules {
        let uri = rule["helpUri"].as_str().unwrap();
        let publishers = [
            "https://www.rfc-editor.org/rfc/rfc",
            "https://www.unicode.org/",
            "https://www.iso.org/",
            "https://github.com/utf8kit/utf8kit/blob/main/docs/",
        ];
        assert!(
            publishers.iter().any(|publisher| uri.starts_with(publisher)),
            "{uri}"
        );
        assert!(rule["help"]["text"].as_str().unwrap().contains("See "));
    }
    assert_eq!(
        rules[0]["helpUri"],
        "https://www.rfc-editor.org/rfc/rfc3629#section-3"
    );
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(result["ruleId"], rules[index]["id"]);
        assert!(
            result["properties"]["clause"]
                .as_str()
                .unwrap()
                .starts_with("RFC 3629 section ")
        );
        assert!(["error", "warning", "note", "none"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let region = &result["locations"][0]["physicalLocation"]["region"];
        for field in ["startLine", "startColumn", "endColumn"] {
            assert!(region[field].as_u64().unwrap() >= 1);
        }
    }
    let location = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], escaped(ODD));
    assert_eq!(
        location["region"],
        serde_json::json!({ "startLine": 2, "startColumn": 3, "endColumn": 4, "byteOffset": 8, "byteLength": 1 })
    );
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    // Nothing found is a document too.
    let clean = place.run(["check", "--format", "sarif", "--select", "nul"]);
    let document: Value = serde_json::from_str(clean.text()).unwrap();
    assert_eq!(document["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn colours_depend_on_the_flag_and_the_environment() {
    let place = Place::new();
    place.write("f", b"\xFF");
    let is_coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = crate::common::utf8();
        command
            .arg("check")
            .args(args)
            .current_dir(place.path())
            .envs(variables.iter().copied());
        crate::common::finish(command, b"").text().contains('\u{1b}')
    };
    assert!(!is_coloured(&[], &[]), "no terminal");
    assert!(is_coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!is_coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn the_configuration_is_found_in_a_parent_directory() {
    let place = Place::new();
    place.write(
        "utf8kit.toml",
        "select = [\"default\", \"control\"]\nignore = [\"nul\"]\nbidi = \"all\"\n\
         [signature]\nforbidden = [\"*.conf\"]\nrequired = [\"*.csv\"]\noptional = [\"old/*.json\"]\n\
         [[files]]\nglob = [\"data/**\"]\nignore = [\"ill-formed\"]\nselect = [\"replacement-char\"]\n",
    );
    place.write("a/a.conf", "\u{FEFF}x");
    place.write("a/b.csv", "x");
    place.write("a/c.txt", "\u{7}\u{200F}");
    place.write("data/d", b"\xFF \xEF\xBF\xBD");
    place.write("old/x.json", "\u{FEFF}{}");
    place.write("old/deep/y.json", "\u{FEFF}{}");
    let told = |args: &[&str], directory: &str| {
        let mut command = crate::common::utf8();
        command
            .args(["check", "--format", "json"])
            .args(args)
            .current_dir(place.path().join(directory));
        let findings = crate::common::finish(command, b"").findings();
        findings
            .iter()
            .map(|f| format!("{} {}", f["path"].as_str().unwrap(), f["rule"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    let all = [
        "a/a.conf signature",
        "a/b.csv signature",
        "a/c.txt control",
        "a/c.txt bidi-control",
        "data/d replacement-char",
        "old/deep/y.json signature",
    ];
    assert_eq!(told(&[], "."), all);
    assert_eq!(
        told(&[], "a"),
        [
            "a.conf signature",
            "b.csv signature",
            "c.txt control",
            "c.txt bidi-control"
        ]
    );
    assert_eq!(told(&["d"], "data"), ["d replacement-char"]);
    assert_eq!(told(&["--select", "control"], "."), ["a/c.txt control"]);
    assert_eq!(
        told(&["--no-config"], "."),
        [
            "data/d ill-formed",
            "old/deep/y.json signature",
            "old/x.json signature"
        ]
    );
    place.write("other.toml", "select = [\"nul\"]\n");
    assert_eq!(told(&["--config", "other.toml"], "."), [] as [&str; 0]);
}

#[test]
fn errors_in_a_configuration_name_line_and_key() {
    let cases = [
        (
            "select = [\"nul\"]\nslect = 3\n",
            "utf8kit.toml:2:1: no key is called `slect`; did you mean `select`?",
        ),
        (
            "\nignore = [\"ill-fromed\"]\n",
            "utf8kit.toml:2:11: ignore: `ill-fromed`: no such rule; did you mean `ill-formed`?",
        ),
        (
            "bidi = \"some\"\n",
            "utf8kit.toml:1:8: bidi: expected `unpaired` or `all`, found `some`",
        ),
        (
            "[signature]\nforbidden = [\"*.{a\"]\n",
            "utf8kit.toml:2:14: forbidden: ",
        ),
        ("select = \n", "utf8kit.toml:1:10: "),
        (
            "[[files]]\nignore = []\n",
            "utf8kit.toml:1:1: `[[files]]` has no key `glob`",
        ),
    ];
    for (text, message) in cases {
        let place = Place::new();
        place.write("utf8kit.toml", text);
        let ran = place.run(["check"]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""));
        assert!(ran.err.starts_with(&format!("utf8: {message}")), "{}", ran.err);
    }
    let place = Place::new();
    assert_eq!(
        place.run(["check", "--config", "missing.toml"]).err,
        "utf8: missing.toml: No such file or directory\n"
    );
    assert_eq!(place.run(["check", "--config", "a", "--no-config"]).code, Some(2));
}

#[test]
fn the_help_fits_a_screen() {
    let place = Place::new();
    for verb in ["check", "convert", "inspect", "count"] {
        let ran = place.run([verb, "--help"]);
        assert_eq!(ran.code, Some(0));
        assert!(
            ran.text().lines().count() <= 74 && ran.text().lines().all(|line| line.chars().count() <= 110)
        );
        assert_eq!(place.run([verb, "-h"]).text(), ran.text());
    }
}

#[test]
fn completions_and_man_pages_list_the_flags() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = place.run(["--generate", shell]);
        assert!(
            ran.code == Some(0) && ran.text().contains("stdin-filename"),
            "{shell}"
        );
    }
    let page = place.run(["--generate", "man-inspect"]);
    assert!(page.text().contains(".TH utf8-inspect 1") && page.text().contains("scalar"));
    let page = place.run(["--generate", "man-check"]);
    assert!(page.text().contains(".TH utf8-check 1") && page.text().contains("stdin\\-filename"));
    assert!(
        place
            .run(["--generate", "man"])
            .text()
            .contains("utf8\\-convert(1)")
    );
}

#[test]
fn explain_prints_the_sections_of_the_document() {
    let place = Place::new();
    let (_, document) = document("docs/rules.md");
    let all = place.run(["explain"]);
    assert_eq!((all.code, &*all.err), (Some(0), ""));
    let from = document.find("\n## ").unwrap() + 1;
    assert!(all.text() == &document[from..], "{}", all.text());
    let two = place.run(["explain", "nul", "bidi-control"]);
    let titles: Vec<_> = two
        .text()
        .lines()
        .filter(|line| line.starts_with("## "))
        .collect();
    assert_eq!(titles, ["## bidi-control", "## nul"]);
    let unknown = place.run(["explain", "bidi-contrl"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("`bidi-control`"), "{}", unknown.err);
}

/// The rows are those of docs/STANDARDS.md, which has a test for each, and the two names do what they say.
#[test]
fn explain_prints_where_rfc_2279_and_rfc_3629_differ() {
    let place = Place::new();
    let shown = place.run(["explain", "RFC2279"]);
    assert_eq!((shown.code, &*shown.err), (Some(0), ""));
    for name in ["UTF-8", "rfc3629", "utf8"] {
        assert_eq!(place.run(["explain", name]).text(), shown.text());
    }
    let (_, standards) = document("docs/STANDARDS.md");
    let rows: Vec<_> = shown
        .text()
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(2)
        .collect();
    assert_eq!(rows.len(), 11);
    for row in rows {
        assert!(standards.contains(&format!(" {row} ")), "{row}");
    }
    let both = place.run(["explain", "nul,RFC2279"]);
    assert!(both.text().starts_with("## nul\n") && both.text().ends_with(shown.text()));
    for (bytes, rfc_2279, utf_8) in [
        ("F4 8F BF BF", true, true),
        ("F4 90 80 80", true, false),
        ("FD BF BF BF BF BF", true, false),
        ("F5", false, false),
        ("FE", false, false),
        ("C0 80", false, false),
        ("FC 80 80 80 80 80", false, false),
        ("ED A0 80", false, false),
        ("EF BF BE", true, true),
        ("EF BB BF 61", true, true),
    ] {
        place.write("f", hex(bytes));
        for (name, is_well_formed) in [("RFC2279", rfc_2279), ("UTF-8", utf_8)] {
            let ran = place.run(["convert", "-f", name, "-t", "RFC2279", "f"]);
            assert_eq!(ran.code == Some(0), is_well_formed, "{name}: {bytes}");
            if is_well_formed {
                assert_eq!(ran.out, hex(bytes), "{name}");
            }
        }
    }
}
