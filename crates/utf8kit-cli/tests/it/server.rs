//! The language server.

mod actions;
mod client;
mod pull;

use crate::common::Place;
use client::*;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// The rules that are found in what is typed, at places in the units that were agreed on.
#[test]
fn findings_follow_what_is_typed_in_each_unit() {
    for (offered, unit, column) in [
        (json!(["utf-16"]), "utf-16", 4),
        (json!(["utf-32"]), "utf-32", 3),
        (json!(["utf-16", "utf-8"]), "utf-8", 6),
        (json!(null), "utf-16", 4),
    ] {
        let place = Place::new();
        let mut client = Client::new(&place, &[]);
        let result = client.initialize(
            &json!({ "general": { "positionEncodings": offered } }),
            &Value::Null,
        );
        assert_eq!(result["capabilities"]["positionEncoding"], unit);
        assert_eq!(result["serverInfo"]["name"], "utf8");
        let uri = uri(&place.write("a.txt", "\t\u{1F600}x\u{202E}y\r\nb\r\n"));
        client.open(&uri, "plaintext", "\t\u{1F600}x\u{202E}y\r\nb\r\n");
        let bidi = |at: [u64; 4]| (at, "bidi-control".to_owned());
        let width = if unit == "utf-8" { 3 } else { 1 };
        assert_eq!(
            client.found(&uri),
            [bidi([0, column, 0, column + width])],
            "{unit}"
        );
        // A line before it, and a character in its line.
        let at = u32::try_from(column).unwrap();
        client.change(
            &uri,
            2,
            &[
                ([0, 0, 0, 0], "new\r\n"),
                ([1, 0, 1, 1], ""),
                ([2, 1, 2, 1], "\0"),
            ],
        );
        let found = client.found(&uri);
        let expected = [
            bidi([1, column - 1, 1, column - 1 + width]),
            ([2, 1, 2, 2], "nul".to_owned()),
        ];
        assert_eq!(found, expected, "{unit}");
        client.change(&uri, 3, &[([1, at - 1, 1, at - 1 + width as u32], "")]);
        assert_eq!(client.found(&uri).len(), 1);
        // The whole text.
        let params =
            json!({ "textDocument": { "uri": uri, "version": 4 }, "contentChanges": [{ "text": "clean" }] });
        client.notify("textDocument/didChange", &params);
        assert_eq!(client.found(&uri), []);
        client.notify(
            "textDocument/didClose",
            &json!({ "textDocument": { "uri": uri } }),
        );
        assert_eq!(client.found(&uri), []);
        assert_eq!(client.end(), Some(0));
    }
}

/// Levels, rules, excluded files, baselines and comments are those of `utf8 check`.
#[test]
fn the_configuration_is_obeyed_as_by_check() {
    let place = Place::new();
    let bad = "one \0\ntwo \u{202E}\nthree caf\u{C3}\u{A9} d\u{C3}\u{A9}j\u{C3}\u{A0}\n// utf8: allow-next-line nul\n\0\n";
    place.write(
        "utf8kit.toml",
        "exclude = [\"out\"]\nbaseline = \"known\"\n[levels]\nbidi-control = \"note\"\n[[files]]\nglob = [\"*.md\"]\nignore = [\"nul\"]\n",
    );
    let names = ["src/a.txt", "src/a.md", "out/a.txt"];
    let paths = names.map(|name| place.write(name, bad));
    place.write("known", "{\"utf8_baseline\":1}\n");
    let ran = place.run([
        "check",
        "--select",
        "double-encoded",
        "--write-baseline",
        "known",
        "src/a.md",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let mut client = Client::begin(&place, &json!({}));
    for (name, path) in names.iter().zip(&paths) {
        let uri = uri(path);
        client.open(&uri, "plaintext", bad);
        let published = client.published(&uri);
        let mut args = vec!["check", "--format", "json", "--force-exclude"];
        args.push(name);
        let ran = place.run(args);
        let expected: Vec<_> = ran
            .text()
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .filter(|line| line["rule"].is_string())
            .collect();
        let one = |finding: &Value| {
            let severity = ["", "error", "warning", "note"];
            let level = severity.iter().position(|level| finding["level"] == *level);
            json!([
                finding["rule"],
                finding["message"],
                level,
                finding["line"].as_u64().unwrap() - 1
            ])
        };
        let shown = |diagnostic: &Value| {
            assert_eq!(diagnostic["source"], "utf8");
            assert!(text(&diagnostic["codeDescription"]["href"]).starts_with("https://"));
            let line = &diagnostic["range"]["start"]["line"];
            json!([
                diagnostic["code"],
                diagnostic["message"],
                diagnostic["severity"],
                line
            ])
        };
        let published: Vec<_> = published.iter().map(shown).collect();
        assert_eq!(published, expected.iter().map(one).collect::<Vec<_>>(), "{name}");
        let count = match *name {
            "src/a.txt" => 3,
            "src/a.md" => 1,
            _ => 0,
        };
        assert_eq!(published.len(), count, "{name}: {published:?}");
    }
    // A configuration that is saved counts.
    let config = place.write(
        "utf8kit.toml",
        "ignore = [\"bidi-control\", \"double-encoded\", \"nul\"]\n",
    );
    client.open(&uri(&config), "toml", "");
    client.notify(
        "textDocument/didSave",
        &json!({ "textDocument": { "uri": uri(&config) } }),
    );
    for path in &paths[..1] {
        assert_eq!(client.found(&uri(path)), []);
    }
    assert_eq!(client.end(), Some(0));
}

/// Editors strip a signature, which the file has.
#[test]
fn a_signature_that_no_editor_shows_is_known_and_takes_no_column() {
    let place = Place::new();
    let path = place.write("a.json", "\u{FEFF}{}\0\n");
    let uri = uri(&path);
    let mut client = Client::begin(&place, &json!({}));
    client.open(&uri, "json", "{}\0\n");
    let signature = ([0, 0, 0, 0], "signature".to_owned());
    assert_eq!(client.found(&uri), [signature, ([0, 2, 0, 3], "nul".to_owned())]);
    client.change(&uri, 2, &[([0, 0, 0, 0], " ")]);
    assert_eq!(client.found(&uri)[1].0, [0, 3, 0, 4]);
    let actions = client.actions(&uri, [0, 3, 0, 3], &[]);
    assert_eq!(titles(&actions)[0], "Remove `\\x00` (nul)");
    assert_eq!(edited(" {}\0\n", &uri, &actions[0]), " {}\n");
    // Without it, once the editor has written the file that way.
    std::fs::write(&path, " {}\0\n").unwrap();
    client.notify("textDocument/didSave", &json!({ "textDocument": { "uri": uri } }));
    assert_eq!(client.found(&uri), [([0, 3, 0, 4], "nul".to_owned())]);
    assert_eq!(client.end(), Some(0));
}

/// A file that is not UTF-8 is judged by its bytes until it is changed: no text of an editor has them.
#[test]
fn the_bytes_of_a_file_count_until_its_text_is_changed() {
    let place = Place::new();
    let latin: Vec<u8> =
        "Le caf\u{E9} est tr\u{E8}s agr\u{E9}able \u{E0} No\u{EB}l, o\u{F9} l'\u{E9}t\u{E9} s'ach\u{E8}ve.\n"
            .chars()
            .map(|c| c as u8)
            .collect();
    let path = place.write("a.txt", &latin);
    let uri = uri(&path);
    let shown = String::from_utf8_lossy(&latin).into_owned();
    let right: String = latin.iter().map(|&byte| char::from(byte)).collect();
    let mut client = Client::new(&place, &[]);
    client.initialize(&json!({}), &json!({ "reopenWithEncoding": true }));
    client.open(&uri, "plaintext", &shown);
    assert_eq!(client.found(&uri), [([0, 6, 0, 7], "other-encoding".to_owned())]);
    let actions = client.actions(&uri, [0, 6, 0, 6], &[]);
    let arguments = &actions[0]["command"]["arguments"];
    assert_eq!(actions[0]["command"]["command"], "utf8.reopenWithEncoding");
    assert_eq!(
        (&arguments[0], &arguments[1]),
        (&json!(uri), &json!("windows-1252"))
    );
    assert_eq!(edited(&shown, &uri, &actions[1]), right);
    assert_eq!(actions.len(), 2);
    let hover = text(&client.hover(&uri, 0, 6)["contents"]["value"]);
    assert!(
        hover.contains("other-encoding") && hover.contains("In the file: `E9`"),
        "{hover}"
    );
    // What is typed has nothing of the file any more.
    client.change(&uri, 2, &[([0, 0, 0, 0], "x")]);
    assert_eq!(client.found(&uri), []);
    // A client that has opened it in its encoding has nothing to change but that.
    client.notify(
        "textDocument/didClose",
        &json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(client.found(&uri), []);
    client.open(&uri, "plaintext", &right);
    assert_eq!(client.found(&uri).len(), 1);
    assert_eq!(
        titles(&client.actions(&uri, [0, 6, 0, 6], &[])),
        ["Reopen with the encoding windows-1252"]
    );

    let mixed = b"na\xC3\xAFve caf\xE9\r\nx \xC0\xAF\n";
    let path = place.write("b.txt", mixed);
    let uri = self::uri(&path);
    let shown = String::from_utf8_lossy(mixed).into_owned();
    client.open(&uri, "plaintext", &shown);
    let ill_formed = |at| (at, "ill-formed".to_owned());
    assert_eq!(
        client.found(&uri),
        [ill_formed([0, 9, 0, 10]), ill_formed([1, 2, 1, 4])]
    );
    let actions = client.actions(&uri, [0, 9, 0, 9], &[]);
    assert!(
        edited(&shown, &uri, &actions[0]).starts_with("na\u{EF}ve café\r\n"),
        "{actions:?}"
    );
    let actions = client.actions(&uri, [1, 2, 1, 2], &[]);
    assert!(
        edited(&shown, &uri, &actions[0]).ends_with("\r\nx /\n"),
        "{actions:?}"
    );
    assert_eq!(client.end(), Some(0));
}

#[test]
fn hover_shows_a_character_its_bits_and_the_clause() {
    let place = Place::new();
    let shown = "a€\u{1F600} \0\n";
    let mut client = Client::begin(&place, &json!({}));
    client.open("untitled:1", "plaintext", shown);
    assert_eq!(client.found("untitled:1"), [([0, 5, 0, 6], "nul".to_owned())]);
    assert_eq!(client.hover("untitled:1", 0, 0), Value::Null);
    let euro = client.hover("untitled:1", 0, 1);
    assert_eq!(
        euro["contents"]["value"],
        "**U+20AC** EURO SIGN, currency symbol (Sc), Currency Symbols\n\n\
         UTF-8 `E2 82 AC` = `1110·0010 10·000010 10·101100`, UTF-16 `20AC`, UTF-32 `000020AC`"
    );
    assert_eq!(euro["range"], lsp([0, 1, 0, 2]));
    assert_eq!(client.hover("untitled:1", 0, 3)["range"], lsp([0, 2, 0, 4]));
    let nul = text(&client.hover("untitled:1", 0, 5)["contents"]["value"]);
    let clause = utf8kit_lint::Rule::Nul.clause();
    assert!(
        nul.starts_with(&format!("**nul** ({clause}): ")) && nul.contains("**U+0000**"),
        "{nul}"
    );
    assert_eq!(client.hover("untitled:1", 9, 9), Value::Null);
    assert_eq!(client.hover("untitled:2", 0, 0), Value::Null);
    assert_eq!(client.end(), Some(0));
}

/// A document without a file has the language that the editor says.
#[test]
fn an_unsaved_document_is_in_its_language() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    for (language, count) in [("shellscript", 1), ("plaintext", 0), ("", 0), ("no language", 0)] {
        client.open("untitled:1", language, "rm\u{A0}-r\n");
        assert_eq!(client.found("untitled:1").len(), count, "{language}");
    }
    assert_eq!(client.end(), Some(0));
}

/// A text that takes long to check is checked around a change at once, and then as a whole, with the same result as at the start.
#[test]
fn a_long_text_is_checked_around_a_change_and_then_as_a_whole() {
    let place = Place::new();
    let line = "let a = \"Gr\u{F6}\u{DF}e \u{6F22}\u{5B57}\"; // comment\n";
    let half = line.repeat(60_000);
    let shown = format!("let x = '\0';\n{half}let y = '\0';\n{half}let z\u{200B} = '\0';\n");
    let mut client = Client::begin(&place, &json!({}));
    let uri = uri(&place.write("a.rs", &shown));
    client.open(&uri, "rust", &shown);
    let nul = |line| ([line, 9, line, 10], "nul".to_owned());
    let invisible = ([120_002, 5, 120_002, 6], "invisible-in-code".to_owned());
    let last = ([120_002, 10, 120_002, 11], "nul".to_owned());
    assert_eq!(
        client.found(&uri),
        [nul(0), nul(60_001), invisible.clone(), last.clone()]
    );
    client.change(&uri, 2, &[([60_003, 0, 60_003, 0], "\u{202E}\0")]);
    let new = [
        ([60_003, 0, 60_003, 1], "bidi-control".to_owned()),
        ([60_003, 1, 60_003, 2], "nul".to_owned()),
    ];
    let expected = [&[nul(0), nul(60_001)][..], &new, &[invisible, last]].concat();
    assert_eq!(client.found(&uri), expected);
    // The comment that allows all of them is far from the next change.
    client.change(&uri, 3, &[([0, 12, 0, 12], "// utf8: allow-file nul")]);
    while client.found(&uri).len() != 2 {}
    client.change(&uri, 4, &[([60_003, 1, 60_003, 2], "\0\0")]);
    assert_eq!(client.found(&uri).len(), 2);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn no_more_than_a_thousand_findings_are_shown() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    client.open("untitled:1", "plaintext", &"a\u{202E}\n".repeat(1001));
    let published = client.published("untitled:1");
    assert_eq!(published.len(), 1001);
    assert!(text(&published[1000]["message"]).contains("the first 1000 findings"));
    assert_eq!(client.end(), Some(0));
}

/// What is wrong with a message has an answer, or no effect, and the session goes on.
#[test]
fn a_wrong_message_does_not_end_the_session() {
    let place = Place::new();
    let mut client = Client::new(&place, &[]);
    assert_eq!(
        client.request("textDocument/hover", &json!({}))["error"]["code"],
        -32002
    );
    client.notify("textDocument/didOpen", &json!({}));
    client.initialize(&json!({ "general": 7 }), &json!("x"));
    client.send("{]");
    assert_eq!(client.next()["error"]["code"], -32700);
    client.send("[]");
    assert_eq!(client.next()["error"]["code"], -32600);
    client.send(&"[".repeat(100_000));
    assert_eq!(client.next()["error"]["code"], -32700);
    client.raw(b"Content-Length: 3\r\n\r\n\"\xFF\"");
    assert_eq!(client.next()["error"]["code"], -32600);
    assert_eq!(client.request("no/such", &json!({}))["error"]["code"], -32601);
    assert_eq!(
        client.request("textDocument/hover", &json!([1]))["error"]["code"],
        -32602
    );
    assert_eq!(client.request("initialize", &json!({}))["error"]["code"], -32600);
    client.notify("no/such", &json!({}));
    client.notify("textDocument/didOpen", &json!({ "textDocument": 1 }));
    client.change("untitled:1", 2, &[([0, 0, 0, 0], "x")]);
    client.notify(
        "textDocument/didClose",
        &json!({ "textDocument": { "uri": "untitled:1" } }),
    );
    client.send(r#"{"jsonrpc":"2.0","id":"utf8-1","result":null}"#);
    client.open("untitled:1", "plaintext", "a\0\n");
    assert_eq!(client.found("untitled:1").len(), 1);
    // Places outside of the text, and ranges whose end is before their start.
    let changes = [
        ([9, 9, 99, 9], "\u{202E}b"),
        ([0, 5, 0, 1], ""),
        ([1, 1, 0, 0], " "),
    ];
    client.change("untitled:1", 2, &changes);
    let found = client.found("untitled:1");
    assert_eq!(found.len(), 2);
    assert_eq!(found[1], ([1, 0, 1, 1], "bidi-control".to_owned()));
    // An escape of half a character is as long as it.
    let change =
        r#"{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"\ud83d"}"#;
    let document = r#"{"uri":"untitled:1","version":3}"#;
    client.send(&format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{document},"contentChanges":[{change}]}}}}"#
    ));
    assert_eq!(client.found("untitled:1")[0].0, [0, 2, 0, 3]);
    assert_eq!(client.request("shutdown", &Value::Null)["result"], Value::Null);
    assert_eq!(
        client.request("textDocument/hover", &json!({}))["error"]["code"],
        -32600
    );
    client.notify("exit", &Value::Null);
    assert_eq!(client.ended().0, Some(0));
}

#[test]
fn the_exit_code_says_how_a_session_ended() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    client.notify("exit", &Value::Null);
    assert_eq!(client.ended(), (Some(1), String::new()));
    // The client is gone.
    assert_eq!(
        Client::begin(&place, &json!({})).ended(),
        (Some(1), String::new())
    );
    let mut client = Client::begin(&place, &json!({}));
    client.request("shutdown", &Value::Null);
    assert_eq!(client.ended(), (Some(0), String::new()));
    for wrong in [
        "Content-Length: 99999999999999\r\n\r\n{}",
        "x\r\n\r\n",
        "Content-Length: 9\r\n\r\n{}",
    ] {
        let mut client = Client::begin(&place, &json!({}));
        client.raw(wrong.as_bytes());
        let (code, message) = client.ended();
        assert_eq!(code, Some(2), "{wrong}");
        assert!(
            message.starts_with("utf8: standard input: ") && message.lines().count() == 1,
            "{message}"
        );
    }
}

/// What is wrong with a configuration is said once.
#[test]
fn a_wrong_configuration_is_a_message() {
    let place = Place::new();
    place.write("utf8kit.toml", "select = [\"nonesuch\"]\n");
    let mut client = Client::begin(
        &place,
        &json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } }),
    );
    let registered = client.next();
    assert_eq!(registered["method"], "client/registerCapability");
    let watchers = &registered["params"]["registrations"][0]["registerOptions"]["watchers"];
    assert_eq!(watchers[0]["globPattern"], "**/utf8kit.toml");
    let uris = ["a.txt", "b.txt"].map(|name| uri(&place.write(name, "\0")));
    client.open(&uris[0], "plaintext", "\0");
    let message = client.next();
    assert_eq!(message["method"], "window/showMessage");
    assert!(text(&message["params"]["message"]).contains("nonesuch"));
    assert_eq!(client.found(&uris[0]), []);
    client.open(&uris[1], "plaintext", "\0");
    assert_eq!(client.next()["method"], "textDocument/publishDiagnostics");
    place.write("utf8kit.toml", "");
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    for uri in &uris {
        assert_eq!(client.found(uri).len(), 1);
    }
    assert_eq!(client.end(), Some(0));
}

/// Thousands of edits in one message are made, whatever their order.
#[test]
fn many_edits_in_one_change_are_made_in_order() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    client.open("untitled:1", "plaintext", &"a line\n".repeat(4000));
    assert_eq!(client.found("untitled:1"), []);
    let down: Vec<_> = (0..4000)
        .rev()
        .map(|line| {
            (
                [line, 1, line, 1],
                if line % 100 == 0 { "\u{202E}\n" } else { "" },
            )
        })
        .collect();
    client.change("untitled:1", 2, &down);
    let expected: Vec<_> = (0..40)
        .map(|n| ([n * 101, 1, n * 101, 2], "bidi-control".to_owned()))
        .collect();
    assert_eq!(client.found("untitled:1"), expected);
    // Each has moved the next one up by a line.
    let up: Vec<_> = (0..40).map(|n| ([n * 100, 1, n * 100 + 1, 0], "")).collect();
    client.change("untitled:1", 3, &up);
    assert_eq!(client.found("untitled:1"), []);
    assert_eq!(client.hover("untitled:1", 4000, 0), Value::Null);
    assert_eq!(client.end(), Some(0));
}

/// What a file of several blocks holds is known as to `utf8 check`.
#[test]
fn a_long_file_in_another_encoding_is_judged_as_by_check() {
    let place = Place::new();
    let wide: Vec<u8> = format!("\u{FEFF}{}", "a line of text\r\n".repeat(20_000))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let bytes = [&wide[..], "and lines in UTF-8\n".repeat(50).as_bytes()].concat();
    assert!(bytes.len() > 2 * (256 << 10));
    let path = place.write("a.txt", &bytes);
    let uri = uri(&path);
    let ran = place.run(["check", "--format", "json", "a.txt"]);
    let expected: Vec<_> = ran
        .text()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["rule"].is_string())
        .map(|line| line["message"].clone())
        .collect();
    let mut client = Client::begin(&place, &json!({}));
    client.open(&uri, "plaintext", &String::from_utf8_lossy(&bytes));
    let found: Vec<_> = client
        .published(&uri)
        .iter()
        .map(|found| found["message"].clone())
        .collect();
    assert_eq!(found, expected);
    let only_wide = place.write("b.txt", &wide);
    let other = place.run(["check", "--format", "json", only_wide.to_str().unwrap()]);
    assert!(
        !other.text().contains(expected[0].as_str().unwrap()),
        "the end of the file decides"
    );
    assert_eq!(client.end(), Some(0));
}

/// A configuration and a baseline can have any names.
#[test]
fn what_the_configuration_was_read_from_is_read_again_when_saved() {
    let place = Place::new();
    let config = place.write("my.toml", "baseline = \"known\"\n");
    let known = place.write("known", "{\"utf8_baseline\":1}\n");
    let path = place.write("src/a.txt", "a \0\n");
    let mut client = Client::new(&place, &["--config", "my.toml"]);
    let watches = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    client.initialize(&watches, &Value::Null);
    let registered = client.next();
    let watchers = &registered["params"]["registrations"][0]["registerOptions"]["watchers"];
    assert_eq!(
        watchers.as_array().unwrap().last().unwrap()["globPattern"],
        "**/my.toml"
    );
    client.open(&uri(&path), "plaintext", "a \0\n");
    assert_eq!(client.found(&uri(&path)).len(), 1);
    for file in [&known, &config] {
        client.open(&uri(file), "plaintext", "");
        client.found(&uri(file));
    }
    let saved = |path: &Path| json!({ "textDocument": { "uri": uri(path) } });
    let ran = place.run([
        "check",
        "--config",
        "my.toml",
        "--write-baseline",
        "known",
        "src/a.txt",
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    client.notify("textDocument/didSave", &saved(&known));
    assert_eq!(client.found(&uri(&path)), []);
    place.write("my.toml", "");
    client.notify("textDocument/didSave", &saved(&config));
    assert_eq!(client.found(&uri(&path)).len(), 1);
    assert_eq!(client.end(), Some(0));
}

/// A change that cannot be read leaves a text that the editor does not have.
#[test]
fn a_change_that_cannot_be_read_ends_findings_until_a_whole_text_comes() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    let change = |change: Value| json!({ "textDocument": { "uri": "untitled:1", "version": 2 }, "contentChanges": [change] });
    client.open("untitled:1", "plaintext", "a\0b\n");
    assert_eq!(client.found("untitled:1").len(), 1);
    // After the line, however far.
    let far = json!({ "line": 0, "character": 1_u64 << 32 });
    client.notify(
        "textDocument/didChange",
        &change(json!({ "range": { "start": far, "end": far }, "text": "\0" })),
    );
    assert_eq!(client.found("untitled:1").len(), 2);
    let wrong = json!({ "line": -1, "character": 0 });
    client.notify(
        "textDocument/didChange",
        &change(json!({ "range": { "start": wrong, "end": wrong }, "text": "x" })),
    );
    assert_eq!(client.found("untitled:1"), []);
    client.change("untitled:1", 3, &[([0, 0, 0, 0], "\0")]);
    client.notify(
        "textDocument/didSave",
        &json!({ "textDocument": { "uri": "untitled:1" } }),
    );
    assert_eq!(client.hover("untitled:1", 0, 1), Value::Null);
    let params =
        json!({ "textDocument": { "uri": "untitled:1" }, "range": lsp([0, 0, 9, 0]), "context": null });
    assert_eq!(
        client.request("textDocument/codeAction", &params)["result"],
        Value::Null
    );
    client.notify("textDocument/didChange", &change(json!({ "text": "c\0\n" })));
    assert_eq!(client.found("untitled:1"), [([0, 1, 0, 2], "nul".to_owned())]);
    assert!(client.request("textDocument/codeAction", &params)["result"].is_array());
    assert_eq!(client.end(), Some(0));
}

/// The half of a character that an edit leaves is still one unit.
#[test]
fn half_a_pair_of_surrogates_stays() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    let mut version = 1;
    for (range, new, expected) in [
        ([0, 1, 0, 2], "", 2),
        ([0, 2, 0, 3], "", 2),
        ([0, 2, 0, 2], "xy", 5),
        ([0, 2, 0, 4], "", 3),
        ([0, 1, 0, 3], "", 1),
        ([0, 0, 0, 2], "x", 2),
    ] {
        version += 1;
        client.open("untitled:1", "plaintext", "a\u{1F600}\0\u{1F600}\0");
        client.found("untitled:1");
        client.change("untitled:1", version, &[(range, new)]);
        let mut found = client.found("untitled:1");
        found.retain(|(_, rule)| rule == "nul");
        let nul = found.iter().map(|found| found.0[1]).min().unwrap();
        let last = found.iter().map(|found| found.0[3]).max().unwrap();
        let units = 7 + new.len() as u64 - u64::from(range[3] - range[1]);
        assert_eq!(last, units, "{range:?} {found:?}");
        let first = if range == [0, 2, 0, 4] {
            units - 1
        } else {
            expected
        };
        assert_eq!(nul, first, "{range:?} {found:?}");
    }
    assert_eq!(client.end(), Some(0));
}

/// An array is no structure, `null` is as good as nothing, and an error has the id of its request.
#[test]
fn messages_have_the_types_of_the_protocol() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    client.send(r#"[7, "textDocument/hover", {}]"#);
    assert_eq!(client.next()["error"]["code"], -32600);
    client.send(r#"{"jsonrpc":"2.0","id":"mine","method":1}"#);
    let error = client.next();
    assert_eq!(
        (&error["id"], &error["error"]["code"]),
        (&json!("mine"), &json!(-32600))
    );
    let response = client.request("textDocument/codeAction", &json!([{ "uri": "untitled:1" }]));
    assert_eq!(response["error"]["code"], -32602);
    let item = json!({ "uri": "untitled:1", "languageId": null, "version": null, "text": "a\0\n" });
    client.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    assert_eq!(client.found("untitled:1").len(), 1);
    let params =
        json!({ "textDocument": { "uri": "untitled:1" }, "range": lsp([0, 0, 0, 9]), "context": null });
    let response = client.request("textDocument/codeAction", &params);
    assert_eq!(response["result"].as_array().expect("an array").len(), 1);
    assert_eq!(client.end(), Some(0));
}

/// What stands at the start of a line where a part begins is not at the start of a text.
#[test]
fn a_part_of_a_text_does_not_begin_as_a_text() {
    let place = Place::new();
    let line = "let a = \"Gr\u{F6}\u{DF}e \u{6F22}\u{5B57}\"; // comment\n";
    let marked = format!("\u{FEFF}{line}").repeat(900);
    let shown = format!("{}{marked}{line}", line.repeat(120_000));
    let mut client = Client::begin(&place, &json!({}));
    client.open("untitled:1", "plaintext", &shown);
    let found = client.found("untitled:1");
    assert_eq!(found.len(), 900);
    client.change("untitled:1", 2, &[([120_900, 0, 120_900, 0], "x")]);
    assert_eq!(client.found("untitled:1"), found);
    assert_eq!(client.end(), Some(0));
}

/// Messages that come all the time do not put off a check for ever.
#[test]
fn a_flood_of_messages_does_not_stop_a_check() {
    let place = Place::new();
    let mut client = Client::begin(&place, &json!({}));
    client.open(
        "untitled:1",
        "plaintext",
        &format!("{}\0", "\u{E9}t\u{E9} \u{202F}\n".repeat(400_000)),
    );
    let started = Instant::now();
    let published = loop {
        client.notify("no/such", &Value::Null);
        if let Ok(message) = client.messages.try_recv() {
            break message;
        }
        assert!(started.elapsed() < LONG, "no findings");
    };
    assert_eq!(published["method"], "textDocument/publishDiagnostics");
    assert_eq!(client.end(), Some(0));
}
