//! Checks what reads configurations and baselines that somebody else wrote: an error names a place in the file and cannot control a
//! terminal; a table of another file says the same; a baseline that is written again stays as it is.

use std::fmt::Write as _;
use utf8kit_cli::fuzzing::{baseline, configuration};

/// What configurations are made of, beside what the fuzzer makes.
const PARTS: [&str; 40] = [
    "select",
    "ignore",
    "exclude",
    "baseline",
    "bidi",
    "levels",
    "extend",
    "signature",
    "files",
    "glob",
    "lines",
    "encoding",
    "forbidden",
    "required",
    "optional",
    " = ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "\n",
    "\"",
    "'",
    "\"\"\"",
    "[[files]]\n",
    "[levels]\n",
    "true",
    "false",
    "all",
    "unpaired",
    "ill-formed",
    "error",
    "warning",
    "UTF-8",
    "windows-1252",
    "**/*.c",
    ".",
    "#",
    "\\u001b",
];

pub(crate) fn run(input: (u8, &[u8])) {
    let (selector, bytes) = input;
    let mut text = Vec::new();
    match selector % 4 {
        0 => text.extend_from_slice(bytes),
        // A byte over 0x7F is a part.
        1 => {
            for &byte in bytes {
                match byte.checked_sub(0x80) {
                    Some(part) => text.extend_from_slice(PARTS[usize::from(part) % PARTS.len()].as_bytes()),
                    None => text.push(byte),
                }
            }
        }
        2 => keys(&mut text, bytes),
        _ => {
            check_baseline(&entries(bytes));
            text.extend_from_slice(bytes);
        }
    }
    check_configuration(&text);
    check_baseline(&text);
}

/// Writes keys with lists of strings, most of which are allowed.
fn keys(text: &mut Vec<u8>, bytes: &[u8]) {
    for part in bytes.split(|&byte| byte == b'\n') {
        let Some((&key, value)) = part.split_first() else {
            continue;
        };
        let value: String = value.iter().map(|&byte| char::from(byte)).collect();
        let mut line = String::new();
        let key = PARTS[usize::from(key) % 15];
        let _ = writeln!(line, "{key} = [{value:?}]");
        text.extend_from_slice(line.as_bytes());
    }
}

/// Returns a baseline with an entry for each part, of which the last one may be cut off.
fn entries(bytes: &[u8]) -> Vec<u8> {
    let mut text = String::from("{\"utf8_baseline\":1}\n");
    for part in bytes.chunks(7) {
        let path: String = part.iter().map(|&byte| char::from(byte & 0x7F)).collect();
        let path = path.replace(|c: char| c.is_control() || c == '"' || c == '\\', "/");
        let _ = write!(text, "{{\"path\":\"{path}\",");
        if part[0] & 1 == 1 {
            let digits: String = part.iter().map(|byte| format!("{byte:02X} ")).collect();
            let _ = write!(text, "\"path_bytes\":\"{}\",", digits.trim_end());
        }
        let context = u64::from(part[0]) << 56 | u64::from(part[part.len() - 1]);
        let _ = writeln!(
            text,
            "\"rule\":\"nul\",\"kind\":\"k\",\"context\":\"{context:016x}\",\"count\":{}}}",
            part[0]
        );
    }
    let cut = match bytes {
        [first, ..] if first & 2 == 2 => usize::from(first >> 2),
        _ => 0,
    };
    text.truncate(text.len().saturating_sub(cut));
    text.into_bytes()
}

fn check_configuration(text: &[u8]) {
    let lines = |before: &[u8]| [before, b"\n", text].concat();
    // As long as the line of a table.
    let file = lines(b"# utf8kit.toml");
    let read = configuration(&file, false);
    if let Err(error) = &read {
        check_message(error, &file);
    }
    // Other tables are not of the table, and what is after them is not either.
    let has_tables = text
        .split(|&byte| byte == b'\n' || byte == b'\r')
        .any(|line| line.trim_ascii_start().starts_with(b"["));
    if !has_tables {
        let table = configuration(&lines(b"[tool.utf8kit]"), true);
        assert_eq!(table, read, "{:?}", String::from_utf8_lossy(text));
    }
}

fn check_baseline(text: &[u8]) {
    match baseline(text) {
        Ok(again) => assert_eq!(baseline(again.as_bytes()).as_ref(), Ok(&again)),
        Err(error) => check_message(&error, text),
    }
}

/// An error is `line:column: message`, of a place in the file, in one line, without what controls a terminal or reorders text.
fn check_message(message: &str, text: &[u8]) {
    let place = |part: Option<&str>| part.and_then(|part| part.parse::<usize>().ok()).unwrap_or(0);
    let mut parts = message.splitn(3, ':');
    let (line, column) = (place(parts.next()), place(parts.next()));
    let count = text.split(|&byte| byte == b'\n').count();
    assert!((1..=count).contains(&line) && column > 0, "{message} {count}");
    let line = text
        .split(|&byte| byte == b'\n')
        .nth(line - 1)
        .unwrap_or_default();
    assert!(column <= line.len() + 1, "{message}");
    let is_hidden =
        |c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    assert!(!message.contains(is_hidden), "{message:?}");
}
