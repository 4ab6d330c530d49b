//! What hides in source, and spaces in code: what is found by default, what is found by name, and what looks like it and is right.

use crate::common::Place;
use serde_json::Value;
use std::collections::BTreeMap;

/// Returns `rule kind` of what is found in a file, each once.
fn found(place: &Place, name: &str, text: &str) -> Vec<String> {
    place.write(name, text);
    let ran = place.run(["check", "--no-config", "--format", "json", name]);
    let mut found: Vec<_> = ran
        .findings()
        .iter()
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["kind"].as_str().unwrap()
            )
        })
        .collect();
    found.dedup();
    found
}

/// What each trick is, the file, its text, and what is found by default.
const TRICKS: &[(&str, &str, &str, &str)] = &[
    // Data in any file.
    (
        "variation selectors",
        "README.md",
        "Hello\u{FE01}\u{FE02}\u{E0101}\u{E01EF} world\n",
        "hidden-data hidden-data",
    ),
    (
        "selectors after an emoji",
        "a.txt",
        "😀\u{E0148}\u{E0155}\u{E015C}\u{E015C}\n",
        "hidden-data hidden-data",
    ),
    (
        "zero-width bits",
        "a.csv",
        "a,b\u{200B}\u{200C}\u{200D}\u{200B},c\n",
        "hidden-data hidden-data",
    ),
    (
        "Hangul fillers as bits",
        "a.json",
        "{\"a\": \"\u{FFA0}\u{3164}\u{3164}\u{FFA0}\"}\n",
        "hidden-data hidden-data",
    ),
    (
        "U+2065",
        "a.txt",
        "x\u{2065}\u{2065}\u{2065}y\n",
        "hidden-data hidden-data",
    ),
    (
        "tags that are no flag",
        "prompt.md",
        "Hi\u{E0069}\u{E0067}\u{E006E}\u{E006F}\n",
        "tag-character tag",
    ),
    ("one tag", "prompt.md", "Hi\u{E0041}\n", "tag-character tag"),
    // In names.
    (
        "U+200B in a name",
        "a.py",
        "is_ad\u{200B}min = True\n",
        "invisible-in-code in-name",
    ),
    (
        "U+200C in a name",
        "a.go",
        "func user\u{200C}Name() {}\n",
        "invisible-in-code in-name",
    ),
    (
        "U+200D in a name",
        "A.java",
        "int us\u{200D}er;\n",
        "invisible-in-code in-name",
    ),
    (
        "U+200E in a name",
        "a.rs",
        "let us\u{200E}er = 1;\n",
        "invisible-in-code in-name",
    ),
    (
        "U+200F in a name",
        "a.c",
        "int us\u{200F}er;\n",
        "invisible-in-code in-name",
    ),
    (
        "U+061C in a name",
        "a.ts",
        "let us\u{61C}er = 1\n",
        "invisible-in-code in-name",
    ),
    (
        "U+00AD in a name",
        "a.rb",
        "us\u{AD}er = 1\n",
        "invisible-in-code in-name",
    ),
    (
        "U+034F in a name",
        "a.swift",
        "let us\u{34F}er = 1\n",
        "invisible-in-code in-name",
    ),
    (
        "U+115F in a name",
        "a.php",
        "<?php $us\u{115F}er = 1;\n",
        "invisible-in-code in-name",
    ),
    (
        "U+1160 in a name",
        "a.kt",
        "val us\u{1160}er = 1\n",
        "invisible-in-code in-name",
    ),
    (
        "a selector in a name",
        "a.py",
        "x1\u{FE0F} = 1\n",
        "invisible-in-code in-name",
    ),
    // Between tokens.
    (
        "U+3164 as a name",
        "a.js",
        "const { timeout, \u{3164} } = req.query;\n",
        "invisible-in-code between-tokens",
    ),
    (
        "U+FFA0 as a name",
        "a.js",
        "function f(a, \u{FFA0}) {}\n",
        "invisible-in-code between-tokens",
    ),
    (
        "U+2800 between tokens",
        "a.sh",
        "rm \u{2800} -rf x\n",
        "invisible-in-code between-tokens",
    ),
    (
        "U+FFF9 between tokens",
        "a.lua",
        "x = \u{FFF9} 1\n",
        "invisible-in-code between-tokens",
    ),
    (
        "U+FFFB between tokens",
        "a.sql",
        "SELECT \u{FFFB} 1;\n",
        "invisible-in-code between-tokens",
    ),
    (
        "U+1D173 between tokens",
        "a.pl",
        "my $x = \u{1D173} 1;\n",
        "invisible-in-code between-tokens",
    ),
    (
        "U+1D17A between tokens",
        "a.cs",
        "var x = \u{1D17A} 1;\n",
        "invisible-in-code between-tokens",
    ),
    (
        "U+200B in a key of YAML",
        "a.yml",
        "na\u{200B}me: x\n",
        "invisible-in-code in-name",
    ),
    (
        "U+2060 after #!",
        "run",
        "#!/bin/sh\nrm \u{2060} x\n",
        "invisible-in-code between-tokens",
    ),
    // Anywhere in source.
    (
        "backspace in a comment",
        "a.py",
        "x = 1 # ok\x08\x08\x08\n",
        "control-in-source backspace",
    ),
    (
        "escape in a comment",
        "a.c",
        "int a; // \x1B[2K\x1B[1A\n",
        "control-in-source escape",
    ),
    (
        "escape in a string",
        "a.sh",
        "echo '\x1B[8mhidden'\n",
        "control-in-source escape",
    ),
    (
        "C1 in a comment",
        "a.go",
        "x := 1 // \u{9B}2K\n",
        "control-in-source c1",
    ),
    (
        "C1 in a string",
        "a.rs",
        "let a = \"x\u{9B}8mhidden\";\n",
        "control-in-source c1",
    ),
    (
        "a CR that ends a comment",
        "a.c",
        "int a;\n// comment\rint b;\nint c;\n",
        "control-in-source carriage-return",
    ),
    (
        "U+2028 that ends a comment",
        "a.js",
        "// comment\u{2028}alert(1)\n",
        "control-in-source line-separator",
    ),
    (
        "U+2029 in a string",
        "a.py",
        "x = 'a\u{2029}b'\n",
        "control-in-source line-separator",
    ),
    (
        "an isolate that is only closed",
        "a.rs",
        "let a = 1; // b\u{2069} c\n",
        "bidi-control unopened",
    ),
    (
        "an override in a comment",
        "a.c",
        "/* \u{202E} } if (x) */\n",
        "bidi-control unpaired",
    ),
    (
        "private use in a name",
        "a.py",
        "us\u{E000}er = 1\n",
        "private-use-in-code private-use-in-code",
    ),
    (
        "private use between tokens",
        "a.js",
        "x = \u{F0000} 1\n",
        "private-use-in-code private-use-in-code",
    ),
    (
        "private use in a word of a comment",
        "a.js",
        "// us\u{E000}er\n",
        "private-use-in-code private-use-in-code",
    ),
];

#[test]
fn every_trick_is_found_by_default() {
    let place = Place::new();
    for (trick, name, text, expected) in TRICKS {
        assert_eq!(found(&place, name, text), [*expected], "{trick}");
    }
}

/// Files that look like the tricks, and are right.
const RIGHT: &[(&str, &str)] = &[
    ("a.py", "x = 'us\u{200B}er' # us\u{200B}er \u{3164} \u{2800}\n"),
    (
        "a.txt",
        "us\u{200B}er \u{AD} \u{2028} \x1B[1m \u{85} \u{E000} \u{2069}\n",
    ),
    // UAX #31: joiners in names, of scripts that join.
    ("a.py", "نامه\u{200C}ای = 1\nक्\u{200D}ष = 2\n"),
    // UTS #55: marks of direction beside right-to-left text.
    ("a.rs", "let שלום\u{200E} = \"\u{5D0}\"\u{200E}; // \u{200F}\n"),
    (
        "a.swift",
        "let ❤\u{FE0F} = 1; let 👩\u{200D}🚀 = \"👩\u{200D}🚀\"\n",
    ),
    (
        "a.md",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} 👨\u{200D}👩\u{200D}👧\u{200D}👦 葛\u{E0100} 1\u{FE0F}\u{20E3}\n",
    ),
    (
        "a.md",
        "លើ\u{200B}\u{200B}\u{200B}ចំណុច ภาษา\u{200B}ไทย ᠠ\u{180B}\n",
    ),
    ("a.py", "spinner = '\u{2800}\u{2800}⠋⠙\u{2800}'\n"),
    (
        "a.css",
        ".fa::before { content: '\u{F015}' } /* \u{F015} home */\n",
    ),
    ("a.html", "<i class=icon>\u{F015}</i> a\u{A0}b co\u{AD}operate\n"),
    (
        "a.js",
        "const C1 = '\u{80}'; const LS = /[\u{2028}\u{2029}]/; const t = '\u{80}\u{81}é\u{82}';\n",
    ),
    (
        "a.sh",
        "RED='\x1B[31m' RESET='\x1B[0m' BOLD='\x1B[1;38;5;9m' ESC='\x1B'\n",
    ),
    ("a.vim", "map x dd\x1B:w\r\nmap y \x1B\n"),
    ("a.c", "int a;\r\nint b;\r\n"),
    ("a.c", "int a;\rint b;\r// c\rint d;\r"),
    ("a.txt", "a\nb\rc\n"),
    ("a.js", "x = '\u{2067}ab\u{2069}' // \u{2068}c\u{2069}\n"),
];

#[test]
fn what_looks_like_a_trick_and_is_right_is_not_found() {
    let place = Place::new();
    for (name, text) in RIGHT {
        assert_eq!(found(&place, name, text), [] as [&str; 0], "{name}: {text:?}");
    }
}

/// Source with a space that is none, and the same with U+0020.
const SPACES: &[(&str, &str)] = &[
    ("a.sh", "rm\u{A0}-r 'a\u{A0}b' # c\u{A0}d\n"),
    ("a.yaml", "name:\u{A0}value\n- 1\u{A0}234,56 €\n"),
    ("b.yaml", "a:\n\u{A0}\u{A0}b: 1\n"),
    ("a.py", "if\u{A0}x: # 1\u{A0}234\n    y =\u{2003}'\u{A0}'\n"),
    ("a.c", "int\u{A0}a = 1; /* \u{A0} */ char *b = \"\u{A0}\";\n"),
    ("a.js", "const a\u{3000}= `\u{A0}${b\u{202F}}\u{A0}`;\n"),
    ("a.sql", "SELECT '\u{A0}',\u{A0}1; -- \u{A0}\n"),
    ("a.rb", "x\u{A0}= \"\u{A0}\" # \u{A0}\n"),
    ("Makefile", "all:\u{A0}a.o # \u{A0}\n"),
    ("a.toml", "a\u{2009}= '\u{A0}' # \u{A0}\n"),
    ("a.css", "a\u{205F}{ content: '\u{A0}' } /* \u{A0} */\n"),
    ("run", "#!/usr/bin/env perl\nmy\u{A0}$x = q{\u{A0}}; # \u{A0}\n"),
    ("a.lisp", "(setf\u{A0}x \"\u{A0}\") ; \u{A0}\n"),
];

#[test]
fn spaces_in_code_are_found_and_repaired_on_request() {
    let place = Place::new();
    for (name, text) in SPACES {
        let found = found(&place, name, text);
        assert!(
            !found.is_empty() && found.iter().all(|kind| kind.starts_with("space-in-code ")),
            "{name}: {found:?}"
        );
        // It is no repair that `fix` does by itself.
        assert_eq!(place.run(["fix", "--no-config", name]).code, Some(1), "{name}");
        assert_eq!(std::fs::read_to_string(place.path().join(name)).unwrap(), *text);
        // What the last line of a check prints repairs it.
        let checked = place.run(["check", "--no-config", name]);
        assert!(
            checked
                .text()
                .contains("`utf8 fix --select=space-in-code` repairs"),
            "{}",
            checked.text()
        );
        assert_eq!(
            place
                .run(["fix", "--no-config", "--select=space-in-code", name])
                .code,
            Some(0),
            "{name}"
        );
        let repaired = std::fs::read_to_string(place.path().join(name)).unwrap();
        assert_eq!(repaired.chars().count(), text.chars().count());
        let kept = text
            .chars()
            .zip(repaired.chars())
            .filter(|(_, new)| !new.is_ascii())
            .count();
        assert!(
            kept > 0 || *name == "b.yaml",
            "what is in comments and strings stays: {repaired:?}"
        );
        assert_eq!(
            place.run(["check", "--no-config", name]).code,
            Some(0),
            "{name}: {repaired:?}"
        );
    }
}

/// Spaces that are right: in data, in comments and in strings.
const RIGHT_SPACES: &[(&str, &str)] = &[
    ("a.csv", "1\u{A0}234,56;2\u{202F}345\n"),
    ("a.txt", "a\u{A0}b\u{3000}c\n"),
    ("a.md", "10\u{A0}%\n"),
    ("a.json", "{\"a\": \"1\u{A0}234\"}\n"),
    ("a.html", "<p>a\u{A0}b</p>\n"),
    (
        "a.yaml",
        "price: 1\u{A0}234 €\ntext: |\n  \u{A0}« a\u{A0}»\nq: 'a:\u{A0}b' # \u{A0}\nmsg: Attention\u{A0}!\n",
    ),
    (
        "a.sh",
        "cat <<EOF\n\u{A0}it's\nEOF\necho \"a\u{A0}$(b '\u{A0}')\" # \u{A0}\n",
    ),
    (
        "a.pl",
        "=pod\n\nDon't\u{A0}do\n\n=cut\nprint qq{\u{A0}}; s/\u{A0}\"/ /; # \u{A0}\n",
    ),
    ("a.jsx", "return <p>don't\u{A0}do {'\u{A0}'}</p>;\n"),
    ("a.rs", "/// a\u{A0}b\nfn f<'a>() { r#\"\u{A0}\"#; '\u{A0}' }\n"),
    ("a.py", "'''\n\u{A0}'' \u{A0}\n'''\nx = f\"\u{A0}\" # \u{A0}\n"),
    ("a.sql", "INSERT INTO a VALUES ('it''s\u{A0}', '\u{A0}');\n"),
    ("a.unknown", "a =\u{A0}1\n"),
    ("a.bat", "echo a\u{A0}b\n"),
];

#[test]
fn spaces_in_data_comments_and_strings_are_right() {
    let place = Place::new();
    for (name, text) in RIGHT_SPACES {
        assert_eq!(found(&place, name, text), [] as [&str; 0], "{name}: {text:?}");
    }
}

#[test]
fn rules_about_source_can_be_ignored_by_the_configuration() {
    let place = Place::new();
    let text = "us\u{200B}er\u{A0}= \u{E000} # \x08 \u{200B}\u{200B}\u{200B}\n";
    place.write("a.py", text);
    let rules = [
        "hidden-data",
        "invisible-in-code",
        "control-in-source",
        "private-use-in-code",
        "space-in-code",
    ];
    let count = || -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for finding in place.run(["check", "--format", "json", "a.py"]).findings() {
            *counts
                .entry(finding["rule"].as_str().unwrap().to_owned())
                .or_default() += 1;
        }
        counts
    };
    assert_eq!(count().len(), rules.len());
    for rule in rules {
        place.write(
            "utf8kit.toml",
            format!("[[files]]\nglob = [\"*.py\"]\nignore = [\"{rule}\"]\n"),
        );
        let counts = count();
        assert_eq!(
            (counts.len(), counts.get(rule)),
            (rules.len() - 1, None),
            "{rule}"
        );
        place.write("utf8kit.toml", format!("select = [\"{rule}\"]\n"));
        assert_eq!(count().into_keys().collect::<Vec<_>>(), [rule]);
        let explained = place.run(["explain", rule]);
        assert!(explained.text().contains("utf8kit.toml"), "{rule}");
    }
}

/// A file is read in pieces, on several threads, through a pipe and in an archive: what is found is the same.
#[test]
fn parts_of_source_are_the_same_in_any_pieces() {
    let place = Place::new();
    let part =
        "x = '''\nit's a\u{A0}b\n''' # don't\u{A0}\nif\u{A0}y: us\u{200B}er = \"\u{200B}\" # \u{E000}\n";
    let text = ["z = 1 # plain\n".repeat(3000), part.repeat(40)]
        .concat()
        .repeat(3);
    place.write("a.py", &text);
    let findings = |args: &[&str], input: &str| -> Vec<(Value, Value)> {
        let all = [
            &["check", "--no-config", "--format", "json", "--max-per-file", "0"],
            args,
        ]
        .concat();
        let ran = place.run_with(all, input.as_bytes());
        ran.findings()
            .into_iter()
            .map(|finding| (finding["offset"].clone(), finding["kind"].clone()))
            .collect()
    };
    let whole = findings(&["a.py"], "");
    assert_eq!(whole.len(), 2 * 120);
    for size in ["100", "1000", "10000", "65536"] {
        assert_eq!(findings(&["--piece-size", size, "a.py"], ""), whole, "{size}");
        let piped = findings(&["--piece-size", size, "--stdin-filename", "a.py", "-"], &text);
        assert_eq!(piped, whole, "{size}, piped");
    }
}

#[test]
fn json_escapes_what_must_not_reach_a_terminal() {
    let place = Place::new();
    let name = "a\u{9B}\u{202E}\u{2066}b.txt";
    place.write(
        name,
        "caf\u{C3}\u{A9} \u{202E}\n\u{C3}\u{82}\u{C2}\u{85}\u{E2}\u{20AC}\u{AE}",
    );
    let text = |args: &[&str]| place.run([args, &[name]].concat()).text().to_owned();
    for args in [
        &["check", "--format", "json"][..],
        &["detect", "--format", "json"],
        &["count", "--json"],
    ] {
        let text = text(args);
        assert!(
            !text.contains(
                |c| matches!(c, '\u{80}'..='\u{9F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
            ),
            "{text:?}"
        );
        assert!(text.contains(r"a\u009b\u202e\u2066b.txt"), "{args:?}: {text}");
        let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert!(first.to_string().contains(name), "{first}");
    }
}
