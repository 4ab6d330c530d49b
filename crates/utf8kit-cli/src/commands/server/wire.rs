//! Messages on the wire: headers, and JSON of a length that they say (Language Server Protocol 3.17, Base Protocol).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// The longest message that is read: 1 GiB. Nobody edits such a text.
const LONGEST: u64 = 1 << 30;

/// The longest line of a header.
const LONGEST_HEADER: u64 = 4 << 10;

/// A message of the client.
#[derive(Deserialize, Debug)]
pub(super) struct Incoming {
    /// What names a request. A notification has none.
    #[serde(default, deserialize_with = "present")]
    pub(super) id: Option<Value>,
    /// A response has none.
    pub(super) method: Option<String>,
    #[serde(default)]
    pub(super) params: Value,
}

/// Reads a member that is there, also if it is `null`.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// What was read.
#[derive(Debug)]
pub(super) enum Received {
    Message(Incoming),
    /// A message with an error. The next one can be read.
    Malformed(Malformed),
}

/// Why a message is not one of the protocol.
#[derive(Debug)]
pub(super) struct Malformed {
    /// What names the request, as far as that is known, or `null`.
    pub(super) id: Value,
    pub(super) code: Code,
    pub(super) message: String,
}

/// The codes of errors of JSON-RPC and of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Code {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    ServerNotInitialized = -32002,
}

/// Reads the next message, and the number of its bytes; `None` at the end of the input.
///
/// # Errors
///
/// Errors if it cannot be known where the next message begins.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<(Received, usize)>> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let mut len = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() && is_first {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            return Err(invalid(
                "the input ends in a header, or the header is too long".to_owned(),
            ));
        }
        is_first = false;
        let line = line.trim_ascii();
        if line.is_empty() {
            break;
        }
        let Some(colon) = memchr::memchr(b':', line) else {
            return Err(invalid("expected a header `Content-Length: N`".to_owned()));
        };
        if line[..colon].eq_ignore_ascii_case(b"content-length") {
            let digits = std::str::from_utf8(line[colon + 1..].trim_ascii()).ok();
            len = digits
                .and_then(|digits| digits.parse::<u64>().ok())
                .filter(|len| *len <= LONGEST);
            if len.is_none() {
                return Err(invalid(format!(
                    "expected a Content-Length of at most {LONGEST} bytes"
                )));
            }
        }
    }
    let Some(len) = len else {
        return Err(invalid("expected a header `Content-Length: N`".to_owned()));
    };
    // What a header promises is not allocated before it comes.
    let mut body = Vec::new();
    if input.by_ref().take(len).read_to_end(&mut body)? as u64 != len {
        return Err(invalid("the input ends in a message".to_owned()));
    }
    Ok(Some((parse(&body), body.len())))
}

fn parse(body: &[u8]) -> Received {
    let body = String::from_utf8_lossy(body);
    let parsed = serde_json::from_str::<Value>(&body)
        .or_else(|error| serde_json::from_str(&without_lone_surrogates(&body)).map_err(|_| error));
    let value = match parsed {
        Ok(value) => value,
        Err(error) => {
            return Received::Malformed(Malformed {
                id: Value::Null,
                code: Code::ParseError,
                message: error.to_string(),
            });
        }
    };
    let id = value.get("id").cloned().unwrap_or_default();
    let message = match value {
        // The members of a structure can come in an array for serde, but not for JSON-RPC.
        Value::Object(_) => serde_json::from_value::<Incoming>(value).map_err(|error| error.to_string()),
        _ => Err("expected an object".to_owned()),
    };
    match message {
        Ok(message) if message.id.is_some() || message.method.is_some() => Received::Message(message),
        message => Received::Malformed(Malformed {
            id,
            code: Code::InvalidRequest,
            message: message
                .err()
                .unwrap_or("expected an `id` or a `method`".to_owned()),
        }),
    }
}

/// Returns JSON with `\ufffd` in place of each escape of a surrogate without its other half. It has as many code units as before, so that
/// positions in UTF-16 stay right.
fn without_lone_surrogates(json: &str) -> String {
    let bytes = json.as_bytes();
    let mut out = String::with_capacity(json.len());
    let mut done = 0;
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        at += found;
        at += match (escaped(&bytes[at..]), bytes.get(at + 6..).and_then(escaped)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str(&json[done..at]);
                out.push_str("\\ufffd");
                done = at + 6;
                6
            }
            (Some(_), _) => 6,
            (None, _) => 2, // `\\` is no beginning of an escape
        };
        at = at.min(bytes.len());
    }
    out.push_str(&json[done..]);
    out
}

/// Returns the code unit of an escape that `json` begins with.
fn escaped(json: &[u8]) -> Option<u16> {
    let digits = json.strip_prefix(b"\\u")?.get(..4)?;
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_hex)?;
    u16::from_str_radix(digits, 16).ok()
}

/// A notification of the server. It is not made a [`Value`] first: a thousand findings would take 20 ms.
#[derive(Serialize)]
struct Notification<'p, P> {
    jsonrpc: &'static str,
    method: &'static str,
    params: &'p P,
}

/// The answer to a request. It is not made a [`Value`] first: thousands of edits would take long.
#[derive(Serialize)]
struct Response<'r, R> {
    jsonrpc: &'static str,
    id: &'r Value,
    result: &'r R,
}

/// Writes the messages of the server.
pub(super) struct Writer<W> {
    out: W,
    /// Requests so far: each has a name of its own, as several can wait for their answers.
    requests: u64,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(out: W) -> Writer<W> {
        Writer { out, requests: 0 }
    }

    fn write(&mut self, message: &impl Serialize) -> io::Result<()> {
        let body = serde_json::to_string(message)?;
        write!(self.out, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        self.out.flush()
    }

    pub(super) fn notify(&mut self, method: &'static str, params: &impl Serialize) -> io::Result<()> {
        self.write(&Notification {
            jsonrpc: "2.0",
            method,
            params,
        })
    }

    /// Asks the client for something. Its answer is not waited for. `params` are left out if the method has none: JSON-RPC allows no
    /// `null` there.
    pub(super) fn request(&mut self, method: &str, params: Option<&Value>) -> io::Result<()> {
        self.requests += 1;
        let mut message =
            json!({ "jsonrpc": "2.0", "id": format!("utf8-{}", self.requests), "method": method });
        if let Some(params) = params {
            message["params"] = params.clone();
        }
        self.write(&message)
    }

    pub(super) fn respond(&mut self, id: &Value, result: &impl Serialize) -> io::Result<()> {
        self.write(&Response {
            jsonrpc: "2.0",
            id,
            result,
        })
    }

    pub(super) fn fail(&mut self, id: &Value, code: Code, message: &str) -> io::Result<()> {
        let error = json!({ "code": code as i32, "message": message });
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "error": error }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surrogate_without_its_other_half_is_replaced() {
        for (json, expected) in [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\udc00\uD800""#, r#""\ufffd\ufffd""#),
            (r#""\uD83D\uDE00""#, r#""\uD83D\uDE00""#),
            (r#""\uD83D\uD83D\uDE00é""#, r#""\ufffd\uD83D\uDE00é""#),
            (r#""\\ud800""#, r#""\\ud800""#),
            (r#""\\\ud800\n""#, r#""\\\ufffd\n""#),
            (r#""\u00e9\ud8""#, r#""\u00e9\ud8""#),
            (r"\", r"\"),
        ] {
            assert_eq!(without_lone_surrogates(json), expected);
        }
    }

    #[test]
    fn messages_are_read_one_after_the_other() {
        let mut input = &b"Content-Length: 14\r\nContent-Type: x\r\n\r\n{\"method\":\"a\"}content-length:2\n\n{]Content-Length: 2\r\n\r\n{}"[..];
        let mut next = || read(&mut input);
        assert!(
            matches!(next(), Ok(Some((Received::Message(Incoming { id: None, method: Some(method), .. }), 14))) if method == "a")
        );
        for expected in [Code::ParseError, Code::InvalidRequest] {
            let Ok(Some((Received::Malformed(Malformed { code, .. }), 2))) = next() else {
                panic!("expected an error");
            };
            assert_eq!(code, expected);
        }
        assert!(matches!(next(), Ok(None)));
    }

    #[test]
    fn what_has_no_end_is_an_error() {
        let long = format!("A: {}\r\n\r\n", "x".repeat(5000));
        for input in [
            "Content-Length: 18446744073709551615\r\n\r\n{}",
            "Content-Length: 99999999999999999999\r\n\r\n{}",
            "Content-Length: -1\r\n\r\n{}",
            "Content-Length: 3\r\n\r\n{}",
            "Content-Length: 3",
            "Content-Type: x\r\n\r\n{}",
            "x\r\n\r\n",
            &long,
        ] {
            assert!(read(&mut input.as_bytes()).is_err(), "{input:.60}");
        }
    }
}
