//! The language server, with a client that writes and reads its messages.

use crate::common::{Place, utf8};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A wait that nothing needs, however slow the machine is. After it, a test fails.
const LONG: Duration = Duration::from_secs(60);

/// A client of one server.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications that were read while a response was waited for.
    kept: Vec<Value>,
    requests: u64,
}

impl Client {
    /// Starts a server in a place, without a word to it.
    fn new(place: &Place, args: &[&str]) -> Client {
        let mut child = utf8()
            .arg("server")
            .args(args)
            .current_dir(place.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            messages,
            kept: Vec::new(),
            requests: 0,
        }
    }

    /// Starts a server and a session.
    fn begin(place: &Place, capabilities: &Value) -> Client {
        let mut client = Client::new(place, &["--stdio"]);
        client.initialize(capabilities, &Value::Null);
        client
    }

    fn initialize(&mut self, capabilities: &Value, options: &Value) -> Value {
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options });
        let result = self.request("initialize", &params)["result"].clone();
        self.notify("initialized", &json!({}));
        result
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .expect("the server reads");
    }

    fn send(&mut self, body: &str) {
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        loop {
            let message = self.messages.recv_timeout(LONG).expect("a response");
            if message["id"] == id {
                return message;
            }
            self.kept.push(message);
        }
    }

    fn next(&mut self) -> Value {
        if !self.kept.is_empty() {
            return self.kept.remove(0);
        }
        self.messages.recv_timeout(LONG).expect("a message")
    }

    fn open(&mut self, uri: &str, language: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    }

    /// Changes a text in each of some ranges: the line and the character where it begins and ends, and what comes there.
    fn change(&mut self, uri: &str, version: u64, changes: &[([u32; 4], &str)]) {
        let changes: Vec<_> = changes
            .iter()
            .map(|(range, text)| json!({ "range": lsp(*range), "text": text }))
            .collect();
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes });
        self.notify("textDocument/didChange", &params);
    }

    /// Returns the next findings of a document: for each, its place, and its rule.
    fn found(&mut self, uri: &str) -> Vec<([u64; 4], String)> {
        let published = self.published(uri);
        published
            .iter()
            .map(|diagnostic| (place(diagnostic), text(&diagnostic["code"])))
            .collect()
    }

    fn published(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let message = self.next();
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri {
                return message["params"]["diagnostics"]
                    .as_array()
                    .expect("an array")
                    .clone();
            }
        }
    }

    fn actions(&mut self, uri: &str, range: [u32; 4], only: &[&str]) -> Vec<Value> {
        let context = match only {
            [] => json!({ "diagnostics": [] }),
            only => json!({ "diagnostics": [], "only": only }),
        };
        let params = json!({ "textDocument": { "uri": uri }, "range": lsp(range), "context": context });
        let response = self.request("textDocument/codeAction", &params);
        response["result"].as_array().expect("an array").clone()
    }

    fn hover(&mut self, uri: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        self.request("textDocument/hover", &params)["result"].clone()
    }

    /// Ends the session as the protocol says, and returns the exit code.
    fn end(mut self) -> Option<i32> {
        assert_eq!(self.request("shutdown", &Value::Null)["result"], Value::Null);
        self.notify("exit", &Value::Null);
        self.ended().0
    }

    /// Returns the exit code, and what was written to standard error.
    fn ended(mut self) -> (Option<i32>, String) {
        self.input = None;
        let mut messages = String::new();
        let mut errors = self.child.stderr.take().expect("a pipe");
        errors.read_to_string(&mut messages).expect("messages are UTF-8");
        (self.child.wait().expect("it ends").code(), messages)
    }
}

/// Reads a message of the server.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    output.read_line(&mut header).ok()?;
    let len = header
        .strip_prefix("Content-Length: ")?
        .trim_end()
        .parse()
        .expect("a length");
    output.read_line(&mut header).ok()?;
    let mut body = vec![0; len];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}

fn lsp([line, character, to_line, to_character]: [u32; 4]) -> Value {
    json!({ "start": { "line": line, "character": character }, "end": { "line": to_line, "character": to_character } })
}

fn place(diagnostic: &Value) -> [u64; 4] {
    let at = |pointer: &str| {
        diagnostic["range"]
            .pointer(pointer)
            .and_then(Value::as_u64)
            .expect("a number")
    };
    [
        at("/start/line"),
        at("/start/character"),
        at("/end/line"),
        at("/end/character"),
    ]
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn titles(actions: &[Value]) -> Vec<String> {
    actions.iter().map(|action| text(&action["title"])).collect()
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Makes the edits of an action in a text of short ASCII lines, or in one that has no character before them in their line.
fn edited(shown: &str, uri: &str, action: &Value) -> String {
    let edits = action["edit"]["changes"][uri].as_array().expect("edits");
    let mut result = shown.to_owned();
    let offset = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let start: usize = shown.split_inclusive('\n').take(line).map(str::len).sum();
        let units = position["character"].as_u64().unwrap() as usize;
        let mut left = units;
        let rest = &shown[start..];
        let len: usize = rest
            .chars()
            .take_while(|c| {
                let takes = left > 0;
                left = left.saturating_sub(c.len_utf16());
                takes
            })
            .map(char::len_utf8)
            .sum();
        start + len
    };
    for edit in edits.iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        result.replace_range(range, edit["newText"].as_str().unwrap());
    }
    result
}

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
    client.send(r#"{"jsonrpc":"2.0","id":"utf8-watch","result":null}"#);
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

fn latin_1(text: &str) -> Vec<u8> {
    text.chars().map(|c| c as u8).collect()
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
