//! The actions that the language server offers, and what they make of a text.

use super::client::*;
use crate::common::Place;
use serde_json::{Value, json};

fn latin_1(text: &str) -> Vec<u8> {
    text.chars().map(|c| c as u8).collect()
}

#[test]
fn each_repair_is_an_action() {
    let place = Place::new();
    let shown = "caf\u{C3}\u{A9} d\u{C3}\u{A9}j\u{C3}\u{A0} vu\nGr\u{C3}\u{B6}\u{C3}\u{9F}e\na\u{FEFF}b\n";
    let uri = uri(&place.write("a.txt", shown));
    let mut client = Client::begin(&place, &json!({}));
    client.open(&uri, "plaintext", shown);
    assert_eq!(client.found(&uri).len(), 3);
    let actions = client.actions(&uri, [0, 3, 0, 4], &[]);
    assert_eq!(
        titles(&actions),
        [
            "Replace `\u{C3}\u{A9} d\u{C3}\u{A9}j\u{C3}\\u{A0}` by `é déjà` (double-encoded)",
            "Repair all 2 of `double-encoded` in this file"
        ]
    );
    assert_eq!(actions[0]["isPreferred"], true);
    assert_eq!(actions[0]["diagnostics"][0]["code"], "double-encoded");
    assert!(edited(shown, &uri, &actions[0]).starts_with("café déjà vu\nGr\u{C3}"));
    let all = "café déjà vu\nGröße\na\u{FEFF}b\n";
    assert_eq!(edited(shown, &uri, &actions[1]), all);
    let actions = client.actions(&uri, [2, 1, 2, 1], &["quickfix"]);
    assert_eq!(
        titles(&actions)[..2],
        [
            "Remove `\\u{FEFF}` (inner-feff)",
            "Replace `\\u{FEFF}` by `\\u{2060}` (inner-feff)"
        ]
    );
    assert_eq!(client.actions(&uri, [2, 3, 2, 3], &[]), Vec::<Value>::new());
    assert_eq!(
        client.actions(&uri, [0, 3, 0, 4], &["refactor"]),
        Vec::<Value>::new()
    );
    let actions = client.actions(&uri, [2, 0, 2, 0], &["source.fixAll"]);
    assert_eq!(edited(shown, &uri, &actions[0]), all);
    assert_eq!(client.end(), Some(0));
}

/// An action that allows a finding writes a comment that `utf8 check` reads, and none where it would be text.
#[test]
fn a_comment_allows_a_finding_where_the_language_has_one() {
    for (name, shown, expected) in [
        (
            "a.rs",
            "let a = \"\0\";\r\nb\n",
            Some("let a = \"\0\"; // utf8: allow nul\r\nb\n"),
        ),
        (
            "a.py",
            "a = '\0' # why\n",
            Some("a = '\0' # why utf8: allow nul\n"),
        ),
        ("a.css", "a { \0 } ", Some("a { \0 } /* utf8: allow nul */")),
        ("a.py", "a = '''\0\n'''\n", None),
        ("a.sh", "a \0 \\\nb\n", None),
        ("a.sh", "#!/bin/sh \0\n", None),
        ("a.txt", "a \0\n", None),
        ("a.dockerfile", "ENV a=\0\n", None),
    ] {
        let place = Place::new();
        let path = place.write(name, shown);
        let uri = uri(&path);
        let mut client = Client::begin(&place, &json!({}));
        client.open(&uri, "", shown);
        let found = client.found(&uri);
        assert_eq!(found.len(), 1, "{name} {found:?}");
        let column = u32::try_from(found[0].0[1]).unwrap();
        let actions = client.actions(&uri, [0, column, 0, column], &[]);
        let allow = actions
            .iter()
            .find(|action| text(&action["title"]).starts_with("Allow `nul`"));
        assert_eq!(
            allow.map(|allow| edited(shown, &uri, allow)).as_deref(),
            expected,
            "{name}"
        );
        if let Some(expected) = expected {
            place.write(name, expected);
            assert_eq!(place.run(["check", name]).code, Some(0), "{name}");
        }
        assert_eq!(client.end(), Some(0));
    }
}

/// A lone CR ends a line for editors, but not for findings.
#[test]
fn the_line_that_a_finding_is_in_is_converted() {
    let japanese = "これは日本語の文章です。\n".repeat(20);
    let legacy =
        b"\x93\x8C\x8B\x9E\x93\x73\x82\xCC\x93\x56\x8B\x43\x82\xCD\x90\xB0\x82\xEA\x82\xC5\x82\xB7\x81\x42";
    let right = "東京都の天気は晴れです。";
    for end in ["\n", "\r\n"] {
        let place = Place::new();
        let bytes = [
            japanese.as_bytes(),
            b"a\rkeep this line\n",
            legacy,
            end.as_bytes(),
            japanese.as_bytes(),
        ]
        .concat();
        let uri = uri(&place.write("a.txt", &bytes));
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let mut client = Client::begin(&place, &json!({}));
        client.open(&uri, "plaintext", &shown);
        let found = client.found(&uri);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0[..2], [22, 0]);
        let actions = client.actions(&uri, [22, 0, 22, 3], &[]);
        assert_eq!(titles(&actions), ["Convert the line from Shift_JIS"]);
        let units = String::from_utf8_lossy(legacy).chars().count();
        let range = &actions[0]["edit"]["changes"][&uri][0];
        assert_eq!(range["range"], lsp([22, 0, 22, u32::try_from(units).unwrap()]));
        assert_eq!(range["newText"], right);
        // The text has a line more than the file: no line is the file's.
        client.notify(
            "textDocument/didClose",
            &json!({ "textDocument": { "uri": uri } }),
        );
        client.found(&uri);
        client.open(&uri, "plaintext", &format!("not saved\n{shown}"));
        assert_eq!(client.found(&uri), []);
        assert_eq!(client.actions(&uri, [0, 0, 99, 0], &[]), Vec::<Value>::new());
        assert_eq!(client.end(), Some(0));
    }
}

/// An editor can have a text that was never saved when it opens a document, or says that it was saved.
#[test]
fn a_text_that_is_not_the_files_has_nothing_of_the_file() {
    let right =
        "Le caf\u{E9} est tr\u{E8}s agr\u{E9}able \u{E0} No\u{EB}l, o\u{F9} l'\u{E9}t\u{E9} s'ach\u{E8}ve.\n";
    let place = Place::new();
    let uri = uri(&place.write("a.txt", latin_1(right)));
    let mut client = Client::begin(&place, &json!({}));
    client.open(&uri, "plaintext", "my work\0\nsecond line\n");
    assert_eq!(client.found(&uri), [([0, 7, 0, 8], "nul".to_owned())]);
    let titles = titles(&client.actions(&uri, [0, 7, 1, 0], &[]));
    assert_eq!(titles, ["Remove `\\x00` (nul)"]);
    client.change(&uri, 2, &[([0, 7, 0, 8], "")]);
    assert_eq!(client.found(&uri), []);
    client.notify("textDocument/didSave", &json!({ "textDocument": { "uri": uri } }));
    assert_eq!(client.found(&uri), []);
    // Line ends are no difference.
    let crlf = format!("{right}{right}").replace('\n', "\r\n");
    place.write("a.txt", latin_1(&crlf));
    for shown in [
        crlf.replace('\r', ""),
        String::from_utf8_lossy(&latin_1(&crlf.replace('\r', ""))).into_owned(),
    ] {
        client.open(&uri, "plaintext", &shown);
        assert_eq!(client.found(&uri), [([0, 6, 0, 7], "other-encoding".to_owned())]);
        let actions = client.actions(&uri, [0, 6, 0, 6], &[]);
        assert_eq!(actions.len(), usize::from(shown.contains('\u{FFFD}')));
    }
    assert_eq!(client.end(), Some(0));
}

/// What would take time with the square of the findings has an answer.
#[test]
fn many_findings_have_an_answer() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    let ill_formed = "na\u{EF}ve caf\u{FF} and more\n"
        .replace('\u{FF}', "\u{0}")
        .into_bytes();
    let ill_formed: Vec<u8> = ill_formed
        .iter()
        .map(|&byte| if byte == 0 { 0xE9 } else { byte })
        .collect();
    let bytes = ill_formed.repeat(200_000);
    let uri = uri(&place.write("a.txt", &bytes));
    client.open(&uri, "plaintext", &String::from_utf8_lossy(&bytes));
    assert_eq!(client.published(&uri).len(), 1001);
    let titles_of = |actions: Vec<Value>| titles(&actions);
    let actions = titles_of(client.actions(&uri, [0, 0, 0, 12], &[]));
    assert!(
        !actions.is_empty() && actions.iter().all(|title| title.starts_with("Replace")),
        "{actions:?}"
    );
    let actions = titles_of(client.actions(&uri, [0, 0, 1000, 0], &[]));
    assert!((1..=200).contains(&actions.len()), "{}", actions.len());

    let nuls = "let a = \"\0\"; // a comment\n".repeat(40_000);
    client.open("untitled:1", "rust", &nuls);
    assert_eq!(client.published("untitled:1").len(), 1001);
    let actions = titles_of(client.actions("untitled:1", [0, 0, 40_000, 0], &[]));
    assert_eq!(
        actions.iter().filter(|title| title.starts_with("Allow")).count(),
        1
    );
    assert_eq!(
        actions.iter().filter(|title| title.starts_with("Remove")).count(),
        50
    );
    assert_eq!(actions.len(), 51);

    let joined = "a\u{FEFF}b".repeat(100_000);
    client.open("untitled:2", "plaintext", &joined);
    client.published("untitled:2");
    let actions = titles_of(client.actions("untitled:2", [0, 1, 0, 1], &[]));
    assert_eq!(actions.len(), 2, "{actions:?}");
    let actions = client.actions("untitled:2", [0, 0, 0, 0], &["source.fixAll"]);
    assert_eq!(actions, Vec::<Value>::new());
    assert_eq!(client.end(), Some(0));
}
