//! Mail and HTTP: the header of a message, and of each of its parts, declares the encoding of what follows it.
//!
//! A text is mail if it begins with header fields, as RFC 5322 writes them, up to an empty line, and these name a content type and
//! something else that only a header has. It is read line by line, so that a text of any length can be: [`Mail`] knows what the line that
//! it read last is part of. What a body quotes is no header.

use super::names::{Declared, Vocabulary};
use super::places::{Name, name_at};
use std::ops::Range;

/// Bytes of a line that count. RFC 5322 allows 998.
pub(crate) const LINE_LEN: usize = 1024;

/// Lines of a header that are read to see whether it is one.
const HEADER_LINES: usize = 1000;

/// Parts that can be in each other.
const MOST_BOUNDARIES: usize = 32;

/// Fields of which each shows, beside the content type, that a header is one.
const SIGNS: [&[u8]; 8] = [
    b"mime-version",
    b"received",
    b"message-id",
    b"return-path",
    b"subject",
    b"from",
    b"date",
    b"server",
];

/// The field that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Type,
    TransferEncoding,
    Other,
}

/// A part of a message, or a message that has no parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// The name of its encoding, and where that stands in the text.
    pub(crate) charset: Option<(String, Range<u64>)>,
    /// Whether its bytes are in base64 or in quoted-printable, which are ASCII.
    pub(crate) is_encoded: bool,
    is_message: bool,
    boundary: Option<Vec<u8>>,
    /// Its number, from 1.
    pub(crate) number: u64,
}

impl Part {
    /// Returns the encoding that the bytes of the part are declared to be in.
    pub(crate) fn encoding(&self) -> Option<Declared> {
        let (name, _) = self.charset.as_ref().filter(|_| !self.is_encoded)?;
        Vocabulary::Usual.find(name.as_bytes())
    }
}

/// A text that is mail, as far as it is read.
#[derive(Clone, Debug)]
pub(crate) struct Mail {
    /// The boundaries of the parts that the line is in, the outermost first.
    boundaries: Vec<Vec<u8>>,
    /// Whether the text is a series of messages, each after a line that begins with `From `.
    is_series: bool,
    is_header: bool,
    /// Whether the line that was read last is of a body.
    is_body: bool,
    field: Field,
    part: Part,
}

impl Mail {
    /// Returns a reader at the start of a text that begins with `text`, if it is mail.
    pub(crate) fn begin(text: &[u8]) -> Option<Mail> {
        let is_series = text.starts_with(b"From ");
        // Most texts end here.
        let head = &text[..text.len().min(LINE_LEN)];
        let first = content(&head[..memchr::memchr(b'\n', head).unwrap_or(head.len())]);
        let has_start_line = is_series || is_start_line(first);
        if !has_start_line && field(first).is_none() {
            return None;
        }
        let mut mail = Mail {
            boundaries: Vec::new(),
            is_series,
            is_header: true,
            is_body: false,
            field: Field::Other,
            part: Part {
                number: 1,
                ..Part::default()
            },
        };
        let start = mail.clone();
        let (mut has_type, mut has_sign) = (false, has_start_line);
        for (number, line) in text
            .split_inclusive(|&byte| byte == b'\n')
            .take(HEADER_LINES)
            .enumerate()
        {
            let line = content(line);
            if number == 0 && has_start_line {
                continue;
            }
            if line.is_empty() {
                break;
            }
            if matches!(line[0], b' ' | b'\t') && number > 0 {
                mail.line(line, 0);
                continue;
            }
            let (name, _) = field(line)?;
            has_sign |= SIGNS.iter().any(|sign| name.eq_ignore_ascii_case(sign));
            mail.line(line, 0);
            has_type |= mail.field == Field::Type;
        }
        let declares = mail.part.charset.is_some() || mail.part.boundary.is_some() || mail.part.is_message;
        (has_type && has_sign && (declares || is_series)).then_some(start)
    }

    /// Reads a line, with or without its end, or the first [`LINE_LEN`] bytes of a longer one, which begins at `at` in the text.
    pub(crate) fn line(&mut self, line: &[u8], at: u64) {
        let line = content(line);
        self.is_body = false;
        if self.is_series && line.starts_with(b"From ") {
            self.boundaries.clear();
            self.begin_part();
        } else if self.is_header {
            self.header_line(line, at);
        } else if let Some((depth, is_end)) = self.delimiter(line) {
            self.boundaries.truncate(depth + usize::from(!is_end));
            self.begin_part();
            // After the last part comes text that belongs to none.
            self.is_header = !is_end;
        } else {
            self.is_body = true;
        }
    }

    /// Returns the part that the line which was read last is in the body of.
    pub(crate) fn body(&self) -> Option<&Part> {
        self.is_body.then_some(&self.part)
    }

    /// Returns the part whose header or body is read.
    pub(crate) fn part(&self) -> &Part {
        &self.part
    }

    /// Returns the names that declare the encoding of the parts of `text` that have bytes over 0x7F, or of the last part if none has.
    pub(super) fn names(mut self, text: &[u8]) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        let mut at = 0;
        let mut last = 0;
        let name_of = |part: &Part| {
            let (_, place) = part.charset.as_ref().filter(|_| !part.is_encoded)?;
            Some(Name {
                is_switch: true,
                is_certain: true,
                ..Name::new(place.start as usize..place.end as usize)
            })
        };
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            self.line(&line[..line.len().min(LINE_LEN)], at);
            at += line.len() as u64;
            if let Some(part) = self.body().filter(|part| part.number > last && !line.is_ascii()) {
                last = part.number;
                names.extend(name_of(part));
            }
        }
        if last == 0 {
            names.extend(name_of(&self.part));
        }
        names
    }

    fn begin_part(&mut self) {
        self.is_header = true;
        self.field = Field::Other;
        self.part = Part {
            number: self.part.number + 1,
            ..Part::default()
        };
    }

    fn header_line(&mut self, line: &[u8], at: u64) {
        let Some(first) = line.first() else {
            return self.end_header();
        };
        let value = match first {
            b' ' | b'\t' => 0,
            _ => match field(line) {
                Some((name, value)) => {
                    self.field = if name.eq_ignore_ascii_case(b"content-type") {
                        Field::Type
                    } else if name.eq_ignore_ascii_case(b"content-transfer-encoding") {
                        Field::TransferEncoding
                    } else {
                        Field::Other
                    };
                    value
                }
                // The status line of HTTP, or no header.
                None => return,
            },
        };
        let is = |text: &[u8]| {
            let value = line[value..].trim_ascii_start();
            value.len() >= text.len() && value[..text.len()].eq_ignore_ascii_case(text)
        };
        match self.field {
            Field::Type => {
                self.part.is_message |= is(b"message/rfc822") || is(b"message/global");
                let text = |place: &Range<usize>| String::from_utf8_lossy(&line[place.clone()]).into_owned();
                if let Some(place) = parameter(line, value, b"charset").and_then(|at| name_at(line, at)) {
                    let in_text = at + place.start as u64..at + place.end as u64;
                    self.part.charset.get_or_insert_with(|| (text(&place), in_text));
                }
                if let Some(at) = parameter(line, value, b"boundary") {
                    let is_quoted = line[..at].ends_with(b"\"");
                    let is_end = |byte: &u8| match is_quoted {
                        true => *byte == b'"',
                        false => *byte == b';' || byte.is_ascii_whitespace(),
                    };
                    let end = line[at..].iter().position(is_end).unwrap_or(line.len() - at);
                    self.part.boundary = (end > 0).then(|| line[at..at + end].to_vec());
                }
            }
            Field::TransferEncoding => {
                self.part.is_encoded |= is(b"base64") || is(b"quoted-printable");
            }
            Field::Other => {}
        }
    }

    fn end_header(&mut self) {
        self.is_header = false;
        if let Some(boundary) = self.part.boundary.take()
            && self.boundaries.len() < MOST_BOUNDARIES
        {
            self.boundaries.push(boundary);
            // What stands before the first part belongs to none.
            self.part.charset = None;
        }
        if self.part.is_message && !self.part.is_encoded {
            self.begin_part();
        }
    }

    /// Returns the number of boundaries around the one that a line is, and whether it ends the last part.
    fn delimiter(&self, line: &[u8]) -> Option<(usize, bool)> {
        let line = line.strip_prefix(b"--")?;
        self.boundaries
            .iter()
            .enumerate()
            .rev()
            .find_map(
                |(depth, boundary)| match line.strip_prefix(&boundary[..])?.trim_ascii_end() {
                    b"" => Some((depth, false)),
                    b"--" => Some((depth, true)),
                    _ => None,
                },
            )
    }
}

/// Returns a line without its end.
fn content(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns `true` for the first line of a request or of a response in HTTP.
fn is_start_line(line: &[u8]) -> bool {
    line.starts_with(b"HTTP/1.") || line.ends_with(b" HTTP/1.1") || line.ends_with(b" HTTP/1.0")
}

/// Returns the name of a header field, and where its value begins.
fn field(line: &[u8]) -> Option<(&[u8], usize)> {
    const LONGEST: usize = 76;
    let colon = memchr::memchr(b':', &line[..line.len().min(LONGEST)])?;
    let name = &line[..colon];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (colon > 0 && name.iter().all(is_name)).then_some((name, colon + 1))
}

/// Returns where the value of a parameter begins, without its quotation mark.
fn parameter(line: &[u8], from: usize, name: &[u8]) -> Option<usize> {
    let lower = line.to_ascii_lowercase();
    memchr::memmem::find_iter(&lower[from..], name).find_map(|found| {
        let at = from + found;
        let is_start = at == 0 || matches!(lower[at - 1], b';' | b' ' | b'\t');
        let rest = &line[at + name.len()..];
        let value = rest.trim_ascii_start().strip_prefix(b"=").filter(|_| is_start)?;
        let value = value.trim_ascii_start();
        let value = value.strip_prefix(b"\"").unwrap_or(value);
        Some(line.len() - value.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parts that lines of a body are in, with the line: the name of the encoding, or `-`.
    fn bodies(text: &str) -> Option<Vec<(String, String)>> {
        let mut mail = Mail::begin(text.as_bytes())?;
        let (mut all, mut at) = (Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            mail.line(line.as_bytes(), at);
            at += line.len() as u64;
            if let Some(part) = mail.body() {
                let name = part
                    .charset
                    .as_ref()
                    .filter(|_| !part.is_encoded)
                    .map(|(name, place)| {
                        assert_eq!(&text[place.start as usize..place.end as usize], name);
                        name.clone()
                    });
                all.push((name.unwrap_or("-".into()), line.trim_end().to_owned()));
            }
        }
        Some(all)
    }

    fn parts(text: &str) -> Vec<(String, String)> {
        bodies(text).unwrap_or_else(|| panic!("no mail: {text}"))
    }

    fn expected(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter()
            .map(|(name, line)| (name.to_string(), line.to_string()))
            .collect()
    }

    #[test]
    fn the_header_declares_the_encoding_of_the_body() {
        let text =
            "From: a@example.org\r\nContent-Type: text/plain;\r\n\tcharset=\"iso-8859-2\"\r\n\r\nbody\r\n";
        assert_eq!(parts(text), expected(&[("iso-8859-2", "body")]));
        let text = "HTTP/1.1 200 OK\nContent-Type: text/html; charset=koi8-r\n\n<p>\n";
        assert_eq!(parts(text), expected(&[("koi8-r", "<p>")]));
        let text = "MIME-Version: 1.0\nContent-type: text/plain; format=flowed; Charset = latin1\n\nbody";
        assert_eq!(parts(text), expected(&[("latin1", "body")]));
        let text = "MIME-Version: 1.0\nContent-Type: text/plain; charset=latin1\nContent-Transfer-Encoding: Base64\n\nbody";
        assert_eq!(parts(text), expected(&[("-", "body")]));
    }

    #[test]
    fn each_part_declares_its_own() {
        let text = "Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"a b\"; charset=x\n\npreamble\n\
            --a b\nContent-Type: text/plain; charset=latin1\n\none\n--a\n\
            --a b  \nContent-Type: multipart/alternative; boundary=in\n\n\
            --in\nContent-Type: text/html; charset=utf-8\n\ntwo\n\
            --in\n\nthree\n--in--\nbetween\n\
            --a b\nContent-Type: message/rfc822\n\n\
            Subject: y\nContent-Type: text/plain; charset=cp1251\n\nfour\n--a b--\nepilogue\n";
        let all = expected(&[
            ("-", "preamble"),
            ("latin1", "one"),
            ("latin1", "--a"),
            ("utf-8", "two"),
            ("-", "three"),
            ("-", "between"),
            ("cp1251", "four"),
            ("-", "epilogue"),
        ]);
        assert_eq!(parts(text), all);
    }

    #[test]
    fn messages_of_a_series_begin_with_from() {
        let text = "From a@example.org Thu Nov 26 2026\nContent-Type: text/plain; charset=latin1\n\none\n\n\
            From b@example.org Thu Nov 26 2026\nContent-Type: text/plain; charset=latin2\n\n>From two\n";
        let all = expected(&[("latin1", "one"), ("latin1", ""), ("latin2", ">From two")]);
        assert_eq!(parts(text), all);
        // In a single message it is a line like others.
        let text = "Subject: x\nContent-Type: text/plain; charset=latin1\n\nFrom here on\n";
        assert_eq!(parts(text), expected(&[("latin1", "From here on")]));
    }

    #[test]
    fn what_is_no_mail_has_no_parts() {
        for text in [
            "",
            "\nSubject: x\nContent-Type: text/plain; charset=latin1\n\nbody\n",
            "A header:\nSubject: x\nContent-Type: text/plain; charset=latin1\n\nbody\n",
            "Content-Type: text/plain; charset=latin1\n\nis what the header says.\n",
            "Subject: x\n\nContent-Type: text/plain; charset=latin1\n",
            "Subject: x\nContent-Type: text/plain\n\nbody\n",
            "name: x\nfrom: y\n\nbody\n",
            "Subject: x\n  Content-Type: text/plain; charset=latin1\n\nbody\n",
            "From here on: Content-Type: text/plain; charset=latin1\n\nbody\n",
        ] {
            assert_eq!(bodies(text), None, "{text}");
        }
    }
}
