//! A client of the language server, which writes and reads its messages over pipes.

use crate::common::{Place, in_url, utf8};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A wait that nothing needs, however slow the machine is. After it, a test fails.
pub(super) const LONG: Duration = Duration::from_secs(60);

/// A client of one server.
pub(super) struct Client {
    pub(super) child: Child,
    pub(super) input: Option<ChildStdin>,
    pub(super) messages: Receiver<Value>,
    /// Notifications that were read while a response was waited for.
    pub(super) kept: Vec<Value>,
    pub(super) requests: u64,
}

impl Client {
    /// Starts a server in a place, without a word to it.
    pub(super) fn new(place: &Place, args: &[&str]) -> Client {
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
    pub(super) fn begin(place: &Place, capabilities: &Value) -> Client {
        let mut client = Client::new(place, &["--stdio"]);
        client.initialize(capabilities, &Value::Null);
        client
    }

    pub(super) fn initialize(&mut self, capabilities: &Value, options: &Value) -> Value {
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options });
        let result = self.request("initialize", &params)["result"].clone();
        self.notify("initialized", &json!({}));
        result
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .expect("the server reads");
    }

    pub(super) fn send(&mut self, body: &str) {
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(super) fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    pub(super) fn request(&mut self, method: &str, params: &Value) -> Value {
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

    pub(super) fn next(&mut self) -> Value {
        if !self.kept.is_empty() {
            return self.kept.remove(0);
        }
        self.messages.recv_timeout(LONG).expect("a message")
    }

    pub(super) fn open(&mut self, uri: &str, language: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    }

    /// Changes a text in each of some ranges: the line and the character where it begins and ends, and what comes there.
    pub(super) fn change(&mut self, uri: &str, version: u64, changes: &[([u32; 4], &str)]) {
        let changes: Vec<_> = changes
            .iter()
            .map(|(range, text)| json!({ "range": lsp(*range), "text": text }))
            .collect();
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes });
        self.notify("textDocument/didChange", &params);
    }

    /// Returns the next findings of a document: for each, its place, and its rule.
    pub(super) fn found(&mut self, uri: &str) -> Vec<([u64; 4], String)> {
        let published = self.published(uri);
        published
            .iter()
            .map(|diagnostic| (place(diagnostic), text(&diagnostic["code"])))
            .collect()
    }

    pub(super) fn published(&mut self, uri: &str) -> Vec<Value> {
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

    pub(super) fn actions(&mut self, uri: &str, range: [u32; 4], only: &[&str]) -> Vec<Value> {
        let context = match only {
            [] => json!({ "diagnostics": [] }),
            only => json!({ "diagnostics": [], "only": only }),
        };
        let params = json!({ "textDocument": { "uri": uri }, "range": lsp(range), "context": context });
        let response = self.request("textDocument/codeAction", &params);
        response["result"].as_array().expect("an array").clone()
    }

    pub(super) fn hover(&mut self, uri: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        self.request("textDocument/hover", &params)["result"].clone()
    }

    /// Ends the session as the protocol says, and returns the exit code.
    pub(super) fn end(mut self) -> Option<i32> {
        assert_eq!(self.request("shutdown", &Value::Null)["result"], Value::Null);
        self.notify("exit", &Value::Null);
        self.ended().0
    }

    /// Returns the exit code, and what was written to standard error.
    pub(super) fn ended(mut self) -> (Option<i32>, String) {
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

pub(super) fn lsp([line, character, to_line, to_character]: [u32; 4]) -> Value {
    json!({ "start": { "line": line, "character": character }, "end": { "line": to_line, "character": to_character } })
}

pub(super) fn place(diagnostic: &Value) -> [u64; 4] {
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

pub(super) fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

pub(super) fn titles(actions: &[Value]) -> Vec<String> {
    actions.iter().map(|action| text(&action["title"])).collect()
}

pub(super) fn uri(path: &Path) -> String {
    format!("file://{}", in_url(path))
}

/// Makes the edits of an action in a text of short ASCII lines, or in one that has no character before them in their line.
pub(super) fn edited(shown: &str, uri: &str, action: &Value) -> String {
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
