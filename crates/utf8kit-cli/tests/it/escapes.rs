//! Faults of text in escapes: what is found and repaired, and what looks like it and is right.

use crate::common::Place;

/// Returns `kind` of each finding of the rule in a file.
fn kinds(place: &Place, name: &str) -> Vec<String> {
    let ran = place.run([
        "check",
        "--no-config",
        "--select",
        "escapes",
        "--format",
        "json",
        name,
    ]);
    let kind = |finding: &serde_json::Value| finding["kind"].as_str().unwrap().to_owned();
    ran.findings().iter().map(kind).collect()
}

fn read(place: &Place, name: &str) -> String {
    std::fs::read_to_string(place.path().join(name)).unwrap()
}

/// Repairs a file, and again, which must change nothing, and returns what is in it.
fn fixed(place: &Place, name: &str) -> String {
    let fix = || {
        place.run(["fix", "--no-config", name]);
        read(place, name)
    };
    let text = fix();
    assert_eq!(fix(), text, "{name}");
    text
}

/// A file, its text, the kinds of what is found, and the repaired text.
type Case = (&'static str, &'static str, &'static [&'static str], &'static str);

const DOUBLE: &[&str] = &["double-encoded"];

/// `\u` in data.
const UNITS: &[Case] = &[
    (
        "a.json",
        r#"{"a": "caf\u00c3\u00a9"}"#,
        DOUBLE,
        r#"{"a": "caf\u00e9"}"#,
    ),
    (
        "b.json",
        r#"["\u00C3\u0089T\u00C3\u0089"]"#,
        DOUBLE,
        r#"["\u00C9T\u00C9"]"#,
    ),
    (
        "a.properties",
        "titel=Gr\\u00C3\\u00B6\\u00C3\\u009Fe\n",
        DOUBLE,
        "titel=Gr\\u00F6\\u00DFe\n",
    ),
    (
        "a.jsonl",
        "{\"q\": \"don\\u00e2\\u20ac\\u2122t\\nstop\"}\n",
        DOUBLE,
        "{\"q\": \"don\\u2019t\\nstop\"}\n",
    ),
    (
        "a.ndjson",
        "{\"a\":\"\\u00d0\\u009f\\u00d1\\u0080\\u00d0\\u00b8\\u00d0\\u00b2\\u00d0\\u00b5\\u00d1\\u0082\"}\n",
        DOUBLE,
        "{\"a\":\"\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442\"}\n",
    ),
    // An emoji becomes a pair.
    (
        "c.json",
        r#"{"a": "ok \u00f0\u009f\u0098\u0080 \\ \u00f0\u009f\u0098\u0081"}"#,
        DOUBLE,
        r#"{"a": "ok \ud83d\ude00 \\ \ud83d\ude01"}"#,
    ),
    // Twice.
    (
        "a.geojson",
        r#"{"name": "caf\u00c3\u0083\u00c2\u00a9"}"#,
        DOUBLE,
        r#"{"name": "caf\u00e9"}"#,
    ),
    // By the text alone.
    (
        "noname",
        r#"{"a": "\u00c3\u00a9t\u00c3\u00a9"}"#,
        DOUBLE,
        r#"{"a": "\u00e9t\u00e9"}"#,
    ),
    // What Python kept.
    (
        "d.json",
        r#"["m\udcc3\udca4rz", "\udce2\udc82\udcac"]"#,
        &["bytes", "bytes"],
        r#"["m\u00e4rz", "\u20ac"]"#,
    ),
    ("e.json", r#"["caf\udce9"]"#, &["bytes"], r#"["caf\udce9"]"#),
    // Bytes that do not follow each other.
    (
        "d2.json",
        r#"["\udcc3x\udca4"]"#,
        &["bytes", "bytes"],
        r#"["\udcc3x\udca4"]"#,
    ),
    (
        "f.json",
        r#"["a\ud83d", "\ude00b"]"#,
        &["surrogate", "surrogate"],
        r#"["a\ud83d", "\ude00b"]"#,
    ),
    // Python keeps no byte of ASCII.
    ("g.json", r#"["a\udc41"]"#, &["surrogate"], r#"["a\udc41"]"#),
];

const REFERENCES: &[Case] = &[
    ("a.html", "<p>caf&#195;&#169;", DOUBLE, "<p>caf&#233;"),
    ("b.html", "<p>caf&#xC3;&#xA9;", DOUBLE, "<p>caf&#xE9;"),
    ("c.html", "<p>caf&#xc3;&#xa9;", DOUBLE, "<p>caf&#xe9;"),
    ("d.html", "<p>caf&Atilde;&copy;", DOUBLE, "<p>caf&eacute;"),
    ("e.html", "<p>don&acirc;&euro;&trade;t", DOUBLE, "<p>don&rsquo;t"),
    (
        "a.xml",
        "<a>don&#226;&#128;&#153;t</a>",
        DOUBLE,
        "<a>don&#8217;t</a>",
    ),
    (
        "b.xml",
        "<a>&#55357;&#56832;</a>",
        &["surrogate"],
        "<a>&#128512;</a>",
    ),
    (
        "c.xml",
        "<a>&#xD83D;&#xDE00;</a>",
        &["surrogate"],
        "<a>&#x1F600;</a>",
    ),
    ("f.html", "<p>&#55357;", &["surrogate"], "<p>&#55357;"),
    (
        "a.md",
        "&ETH;&#159;&Ntilde;&#128;&ETH;&cedil;&ETH;&sup2;&ETH;&micro;&Ntilde;&#130;\n",
        DOUBLE,
        "&#1055;&#1088;&#1080;&#1074;&#1077;&#1090;\n",
    ),
];

const PERCENT: &[Case] = &[
    (
        "a.txt",
        "https://a.example/caf%C3%83%C2%A9\n",
        DOUBLE,
        "https://a.example/caf%C3%A9\n",
    ),
    (
        "b.txt",
        "https://a.example/caf%c3%83%c2%a9\n",
        DOUBLE,
        "https://a.example/caf%c3%a9\n",
    ),
    (
        "a.csv",
        "1;/gr%C3%83%C2%B6%C3%83%C5%B8e;2\n",
        DOUBLE,
        "1;/gr%C3%B6%C3%9Fe;2\n",
    ),
    (
        "a.html",
        "<a href=\"/caf%C3%83%C2%A9?x=1&amp;y=2\">",
        DOUBLE,
        "<a href=\"/caf%C3%A9?x=1&amp;y=2\">",
    ),
    (
        "a.xml",
        "<loc>http://a/%C3%83%C2%A9t%C3%83%C2%A9</loc>",
        DOUBLE,
        "<loc>http://a/%C3%A9t%C3%A9</loc>",
    ),
    (
        "a.md",
        "[x](/d%C3%83%C2%A9j%C3%83%C2%A0)\n",
        DOUBLE,
        "[x](/d%C3%A9j%C3%A0)\n",
    ),
    (
        "a.log",
        "GET /%C3%90%C2%9F%C3%91%C2%80%C3%90%C2%B8%C3%90%C2%B2%C3%90%C2%B5%C3%91%C2%82 200\n",
        DOUBLE,
        "GET /%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82 200\n",
    ),
    (
        "a.json",
        r#"{"u": "/caf%C3%83%C2%A9"}"#,
        DOUBLE,
        r#"{"u": "/caf%C3%A9"}"#,
    ),
    (
        "c.txt",
        "q=don%C3%A2%E2%82%AC%E2%84%A2t\n",
        DOUBLE,
        "q=don%E2%80%99t\n",
    ),
    ("d.txt", "/caf%C3%83%C6%92%C3%82%C2%A9\n", DOUBLE, "/caf%C3%A9\n"),
];

const MAIL: &[Case] = &[
    (
        "a.eml",
        "Subject: =?UTF-8?Q?=C5=BEad=C4?=\n =?UTF-8?Q?=97jim?=\n",
        &["cut"],
        "Subject: =?UTF-8?Q?=C5=BEad=C4=97?=\n =?UTF-8?Q?jim?=\n",
    ),
    // In Base64, and in lower case.
    (
        "b.eml",
        "Subject: =?utf-8?b?Y2Fmww==?= =?utf-8?b?qXM=?=\n",
        &["cut"],
        "Subject: =?utf-8?b?Y2Fmw6k=?= =?utf-8?b?cw==?=\n",
    ),
    // The first line has no room.
    (
        "c.eml",
        "Subject: aaaaaaaaaaaaaaaa =?UTF-8?Q?bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb=C3?=\n =?UTF-8?Q?=A9c?=\n",
        &["cut"],
        "Subject: aaaaaaaaaaaaaaaa =?UTF-8?Q?bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb?=\n =?UTF-8?Q?=C3=A9c?=\n",
    ),
    // Nothing would be left of a word.
    (
        "d.eml",
        "Subject: =?UTF-8?Q?=C3?= =?UTF-8?Q?=A9?=\n",
        &["cut"],
        "Subject: =?UTF-8?Q?=C3?= =?UTF-8?Q?=A9?=\n",
    ),
    (
        "e.eml",
        "To: =?UTF-8?Q?Caf=C3=83=C2=A9_a?= <a@b>\n",
        DOUBLE,
        "To: =?UTF-8?Q?Caf=C3=A9_a?= <a@b>\n",
    ),
    (
        "f.eml",
        "To: =?UTF-8?B?Q2Fmw4PCqQ==?= <a@b>\n",
        DOUBLE,
        "To: =?UTF-8?B?Q2Fmw6k=?= <a@b>\n",
    ),
    (
        "g.eml",
        "To: =?ISO-8859-1?Q?Caf=C3=A9?= <a@b>\n",
        DOUBLE,
        "To: =?ISO-8859-1?Q?Caf=E9?= <a@b>\n",
    ),
    (
        "h.eml",
        "To: =?UTF-8?Q?Caf=E9?= <a@b>\n",
        &["ill-formed"],
        "To: =?UTF-8?Q?Caf=E9?= <a@b>\n",
    ),
    (
        "i.eml",
        "To: =?ISO-88509-1?Q?Caf=E9?= <a@b>\n",
        &["charset"],
        "To: =?ISO-88509-1?Q?Caf=E9?= <a@b>\n",
    ),
    // A body, and what a line divides.
    (
        "j.eml",
        "Subject: x\n\nun caf=C3=83=C2=A9 noi=\nr d=C3=\n=83=C2=A9j=C3=83=C2=A0\n",
        DOUBLE,
        "Subject: x\n\nun caf=C3=A9 noi=\nr d=C3=A9=\nj=C3=A0\n",
    ),
    // Two characters are cut: the second is found when the first is repaired.
    (
        "k.eml",
        "Subject: =?UTF-8?Q?a=C3?=\n =?UTF-8?Q?=A9b=C3?=\n =?UTF-8?Q?=A9c?=\n",
        &["cut"],
        "Subject: =?UTF-8?Q?a=C3=A9?=\n =?UTF-8?Q?b=C3=A9?=\n =?UTF-8?Q?c?=\n",
    ),
    // The signs between, written as what every header can have, would make the word too long.
    (
        "l.eml",
        "To: =?UTF-8?Q?Caf=C3=83=C2=A9!!!!!!!!!!!!!!!!!!!!!!!!=C3=83=C2=A9t=C3=83=C2=A9?=\n",
        DOUBLE,
        "To: =?UTF-8?Q?Caf=C3=83=C2=A9!!!!!!!!!!!!!!!!!!!!!!!!=C3=83=C2=A9t=C3=83=C2=A9?=\n",
    ),
    (
        "mail",
        "From: a@b\nSubject: =?UTF-8?Q?Caf=C3=83=C2=A9?=\n",
        DOUBLE,
        "From: a@b\nSubject: =?UTF-8?Q?Caf=C3=A9?=\n",
    ),
];

const OCTAL: &[Case] = &[
    (
        "a.txt",
        "\"caf\\303\\203\\302\\251.txt\"\n",
        DOUBLE,
        "\"caf\\303\\251.txt\"\n",
    ),
    (
        "b.diff",
        "+++ \"b/\\303\\203\\302\\251t\\303\\203\\302\\251\"\n",
        DOUBLE,
        "+++ \"b/\\303\\251t\\303\\251\"\n",
    ),
];

#[test]
fn faults_in_escapes_are_found_and_repaired_in_the_same_escapes() {
    for (name, text, found, repaired) in [UNITS, REFERENCES, PERCENT, MAIL, OCTAL].concat() {
        let place = Place::new();
        place.write(name, text);
        assert_eq!(kinds(&place, name), found, "{text}");
        assert_eq!(fixed(&place, name), repaired, "{text}");
        let left = kinds(&place, name);
        assert_eq!(left.is_empty(), text != repaired, "{text}: {left:?}");
    }
}

/// A file and its text, in which nothing is found.
const RIGHT: &[(&str, &str)] = &[
    (
        "emoji.json",
        r#"{"a": "\ud83d\ude00 \uD83C\uDF89 \ud83d\udc68\u200d\ud83d\udcbb"}"#,
    ),
    (
        "french.json",
        r#"{"a": "caf\u00e9 \u00e0 la cr\u00e8me, d\u00e9j\u00e0 \u00ab pr\u00eat \u00bb"}"#,
    ),
    (
        "russian.json",
        r#"{"a": "\u0432\u0441\u0451 \u0435\u0449\u0451 \u041f\u0440\u0438\u0432\u0435\u0442"}"#,
    ),
    (
        "escaped.json",
        r#"{"a": "\\u00c3\\u00a9 \\ud83d", "b": "\\\\u00c3\\\\u00a9"}"#,
    ),
    (
        "pattern.json",
        r#"{"pattern": "[\ud800-\udbff][\udc00-\udfff]|\ud83c[\udf00-\udfff]"}"#,
    ),
    (
        "portuguese.json",
        r#"{"a": "S\u00c3O PAULO, N\u00c3O, IRM\u00c3\u2014AVIS\u00c3O"}"#,
    ),
    (
        "portuguese.html",
        "<p>S&Atilde;O PAULO, N&#195;O, IRM&Atilde;S &Atilde;&nbsp;",
    ),
    (
        "min.js",
        r#"!function(){var e=/[\ud800-\udbff](?![\udc00-\udfff])/,t="\u00c3\u00a9",n="\ud83d"}();"#,
    ),
    (
        "test.py",
        "assert fix('caf\\u00c3\\u00a9') == 'caf\\u00e9', '\\udcc3\\udca4'\n",
    ),
    ("A.java", "String s = \"\\u00C3\\u00A9\"; // \\ud83d\n"),
    (
        "binary.txt",
        "data:;base64,%89PNG%0D%0A%1A%0A%00%FF%C3%28%D8%FF%E0\n",
    ),
    (
        "right.txt",
        "https://a.example/caf%C3%A9/%E6%97%A5%E6%9C%AC/100%25\n",
    ),
    ("latin.txt", "https://a.example/caf%E9?x=%C3\n"),
    (
        "base64.eml",
        "Subject: x\n\nZT3DqSA9P1VURi04P1E/PUMzPz0=\n=?no word?=\n",
    ),
    (
        "right.eml",
        "Subject: =?UTF-8?Q?=C5=BEad=C4=97?=\n =?UTF-8?Q?jim?= =?ISO-8859-1?Q?Caf=E9?= =?UTF-8?B?w6k=?=\n\nd=C3=A9j=C3=\n=A0 =\n",
    ),
    ("other.eml", "Subject: =?UTF-8?Q?a=C5?= x =?UTF-8?Q?b?=\n"),
    ("git.txt", "M\t\"caf\\303\\251.txt\"\n"),
    ("path.txt", "C:\\users\\203\\302 \\u00c3\\u00a9\n"),
    ("latex.tex", "\\'e \\\"u 50\\% \\303\\251\n"),
    (
        "table.html",
        "&Agrave;&Aacute;&Acirc;&Atilde;&Auml;&Aring;&AElig;&Ccedil;<td>&Acirc;&nbsp;</td><td>&Atilde;&nbsp;</td>",
    ),
    ("text.txt", "caf&Atilde;&copy; =C3=83=C2=A9\n"),
    (
        "code.md",
        "Write `&#233;`, not `&Atilde;&copy;` or `x %C3%83%C2%A9 &#55357;&#56832; y`.\n",
    ),
    ("plain.csv", "50%,=C3,&amp;,\\\n"),
];

#[test]
fn what_looks_like_a_fault_and_is_right_is_silent() {
    for &(name, text) in RIGHT {
        let place = Place::new();
        place.write(name, text);
        let expected: &[&str] = match name {
            // A word ends inside of a character, and no other goes on.
            "other.eml" => &["ill-formed"],
            _ => &[],
        };
        assert_eq!(kinds(&place, name), expected, "{text}");
        assert_eq!(fixed(&place, name), text);
    }
}

/// Tests have such strings for a reason.
#[test]
fn source_is_reported_on_request() {
    let place = Place::new();
    place.write(
        "a.py",
        "s = 'caf\\u00c3\\u00a9 \\u00f0\\u0178\\u02dc\\u20ac \\ud83d'\n",
    );
    place.write(
        "a.js",
        "let s = 'caf\\u00c3\\u00a9 \\u00f0\\u0178\\u02dc\\u20ac \\ud83d'\n",
    );
    assert!(kinds(&place, "a.py").is_empty() && kinds(&place, "a.js").is_empty());
    place.run(["fix", "--no-config", "--likely", "a.py", "a.js"]);
    assert_eq!(read(&place, "a.py"), "s = 'caf\\u00e9 \\U0001f600 \\ud83d'\n");
    assert_eq!(
        read(&place, "a.js"),
        "let s = 'caf\\u00e9 \\ud83d\\ude00 \\ud83d'\n"
    );
}

/// Standard input has no name, unless one is given, and the text shows what it is.
#[test]
fn standard_input_is_repaired_as_a_file_is() {
    let place = Place::new();
    let text = r#"{"a": "caf\u00c3\u00a9"}"#;
    let ran = place.run_with(["fix", "-"], text.as_bytes());
    assert_eq!(ran.text(), r#"{"a": "caf\u00e9"}"#);
    let text = "a=caf\\u00c3\\u00a9\n";
    let ran = place.run_with(["fix", "-"], text.as_bytes());
    assert_eq!(ran.text(), text);
    let ran = place.run_with(["fix", "--stdin-filename", "a.properties", "-"], text.as_bytes());
    assert_eq!(ran.text(), "a=caf\\u00e9\n");
}

/// The finding is at the escapes, in bytes, and the message shows the text safely.
#[test]
fn a_finding_has_the_place_of_the_escapes() {
    let place = Place::new();
    place.write(
        "a.json",
        "{\n \"\u{E4}\": \"x\\u00d0\\u009f\\u00d1\\u0080\\u00d0\\u00b8\"}",
    );
    let ran = place.run(["check", "--no-config", "--format", "json", "a.json"]);
    let findings = ran.findings();
    let finding = &findings[0];
    assert_eq!(
        [
            &finding["offset"],
            &finding["length"],
            &finding["line"],
            &finding["column"]
        ],
        [11, 36, 2, 9]
    );
    let message = finding["message"].as_str().unwrap();
    let expected = "`\\u00d0\\u009f\\u00d1\\u0080…` is `\u{D0}\\u{9F}\u{D1}\\u{80}\u{D0}\u{B8}`, which is probably `При`";
    assert!(message.starts_with(expected), "{message}");
    assert_eq!(finding["fixable"], true);
    assert_eq!(finding["clause"], "RFC 3629 section 3");
}

#[test]
fn a_message_has_the_bytes_of_one_character() {
    let place = Place::new();
    place.write("a.json", r#"["\udcc3\udca4\udca4"]"#);
    let ran = place.run(["check", "a.json"]);
    assert!(
        ran.text()
            .contains("is probably `ä`: Python kept its bytes, `C3 A4`,"),
        "{}",
        ran.text()
    );
    assert_eq!(fixed(&place, "a.json"), r#"["\u00e4\udca4"]"#);
}

/// An escape beside a character that is not escaped, however far it is from the start of what is examined.
#[test]
fn half_of_a_double_encoded_character_can_be_escaped() {
    let place = Place::new();
    let before = "abc ".repeat(40);
    for half in ["caf\u{C3}\\u00a9", "caf\\u00c3\u{A9}"] {
        place.write("a.json", format!(r#"{{"b": "{before}", "a": "{half} au lait"}}"#));
        assert_eq!(kinds(&place, "a.json"), DOUBLE, "{half}");
        assert_eq!(
            fixed(&place, "a.json"),
            format!(r#"{{"b": "{before}", "a": "caf\u00e9 au lait"}}"#)
        );
    }
}

/// Bytes that Python kept as surrogates, in WTF-8.
#[test]
fn bytes_that_python_kept_become_the_characters_that_they_were() {
    let place = Place::new();
    place.write("f", b"m\xED\xB3\x83\xED\xB2\xA4rz \xED\xB3\xA9\n");
    let ran = place.run(["check", "--no-config", "f"]);
    assert!(
        ran.text().contains("Python kept the byte `C3` as it (`surrogateescape`), and those after it: `utf8 fix --on-error meant` writes `ä`"),
        "{}",
        ran.text()
    );
    assert!(!ran.text().contains("WTF-8"), "{}", ran.text());
    place.run(["fix", "--no-config", "--on-error", "meant", "f"]);
    assert_eq!(
        std::fs::read(place.path().join("f")).unwrap(),
        b"m\xC3\xA4rz \xED\xB3\xA9\n"
    );
}

/// The names that Git prints are right, and `convert` reads them.
#[test]
fn names_that_git_prints_are_unescaped() {
    let place = Place::new();
    place.write("f", "M\t\"caf\\303\\251.txt\"\n");
    assert!(
        place
            .run(["check", "--no-config", "f"])
            .text()
            .starts_with("No findings")
    );
    assert_eq!(
        place.run(["convert", "--unescape", "f"]).text(),
        "M\t\"café.txt\"\n"
    );
}

#[test]
fn the_rule_is_selected_and_ignored_as_others_are() {
    let place = Place::new();
    place.write("a.json", r#"{"a": "caf\u00c3\u00a9"}"#);
    assert_eq!(place.run(["check", "--no-config", "a.json"]).code, Some(1));
    assert_eq!(
        place
            .run(["check", "--no-config", "--ignore", "escapes", "a.json"])
            .code,
        Some(0)
    );
    place.write("utf8kit.toml", "ignore = [\"escapes\"]\n");
    assert_eq!(place.run(["check", "a.json"]).code, Some(0));
    assert!(
        place
            .run(["explain", "escapes"])
            .text()
            .contains("surrogateescape")
    );
}

/// The last bytes of a word that was cut belong to the one before, and it can be cut at its own end.
#[test]
fn words_that_are_cut_in_a_row_are_repaired_in_turn() {
    let place = Place::new();
    let cut = "Subject: =?UTF-8?Q?=C5=BEad=C4?=\n =?UTF-8?Q?=97jim=C4?=\n =?UTF-8?Q?=97x?=\n";
    place.write("a.eml", cut);
    let found = place.run(["check", "--format=json", "a.eml"]).findings();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["offset"], 9);
    let ran = place.run(["fix", "a.eml"]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    let whole = "Subject: =?UTF-8?Q?=C5=BEad=C4=97?=\n =?UTF-8?Q?jim=C4=97?=\n =?UTF-8?Q?x?=\n";
    assert_eq!(
        std::fs::read_to_string(place.path().join("a.eml")).unwrap(),
        whole
    );
}
