//! Mail: each part is converted from the encoding that it declares, and then declares UTF-8.

use super::decode::{Declaration, HEAD, convert as convert_to};
use super::edit::Editor;
use crate::encodings::on_error::OnError;
use crate::io::read::Sequential;
use crate::message::reason;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use utf8kit::Encoding as Base;
use utf8kit::stream::{Stop, Validator};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Certainty, MailParts, RECOGNIZE_LEN};

/// Bytes that are read at once.
const BUFFER: usize = 64 << 10;

/// Returns the reader of a file's lines, if the file is mail.
pub(super) fn begin(old: &File) -> io::Result<Option<MailParts>> {
    let mut head = Vec::new();
    Sequential::new(old).take(BUFFER as u64).read_to_end(&mut head)?;
    Ok(MailParts::begin(&head))
}

/// What was done with the parts of a message.
#[derive(Default)]
pub(super) struct Converted {
    /// The names of their encodings.
    pub(super) encodings: Vec<&'static str>,
    pub(super) parts: u64,
    /// The number of names that are `utf-8` now.
    pub(super) names: u64,
}

/// Writes `old` to `new` with its parts converted to UTF-8, `from` an encoding if it is known, or each from that which it declares.
///
/// # Errors
///
/// Returns why a part cannot be converted.
pub(super) fn convert<W: Write>(
    old: &File,
    mut mail: MailParts,
    from: Option<Encoding>,
    new: W,
) -> Result<Converted, String> {
    let mut lines = BufReader::with_capacity(BUFFER, Sequential::new(old));
    let mut writer = Writer {
        old,
        from,
        editor: Editor::new(old, new),
        converted: Converted::default(),
    };
    let mut part = Part::new(mail.number(), 0);
    let mut at = 0;
    loop {
        let len = read_line(&mut lines, |bytes, is_first| {
            if is_first {
                mail.line(bytes, at);
                if mail.number() != part.number {
                    let before = std::mem::replace(&mut part, Part::new(mail.number(), at));
                    writer.end(before)?;
                }
                part.note(&mail, bytes, at);
            }
            part.push(bytes, mail.is_body());
            Ok(())
        })?;
        if len == 0 {
            break;
        }
        at += len;
    }
    writer.end(part)?;
    writer.editor.finish().map_err(|error| reason(&error))?;
    Ok(writer.converted)
}

/// Reads a line, and calls `take` with one part of it after the other: the first has all that counts of a header field.
fn read_line(
    lines: &mut impl BufRead,
    mut take: impl FnMut(&[u8], bool) -> Result<(), String>,
) -> Result<u64, String> {
    let mut len = 0;
    let mut start = Vec::new();
    loop {
        let bytes = lines.fill_buf().map_err(|error| reason(&error))?;
        let end = memchr::memchr(b'\n', bytes).map(|at| at + 1);
        let used = end.unwrap_or(bytes.len());
        let is_over = end.is_some() || bytes.is_empty();
        let is_started = len > start.len() as u64;
        match is_started {
            true => take(&bytes[..used], false)?,
            false => {
                start.extend_from_slice(&bytes[..used]);
                if !start.is_empty() && (is_over || start.len() >= MailParts::LINE_LEN) {
                    take(&start, true)?;
                    start.clear();
                }
            }
        }
        lines.consume(used);
        len += used as u64;
        if is_over {
            return Ok(len);
        }
    }
}

/// A part that is read.
struct Part {
    number: u64,
    header: Range<u64>,
    body: Range<u64>,
    /// Whether they are UTF-8 so far.
    are_utf8: [Validity; 2],
    /// The places of the name of the encoding, and of the length of the body.
    name: Option<Range<u64>>,
    length: Option<(Range<u64>, u64)>,
    declared: Option<MailParts>,
    /// The body from its first byte on that is not ASCII, or from its start.
    sample: Vec<u8>,
    has_escapes: bool,
}

/// Whether text is UTF-8.
struct Validity {
    validator: Validator,
    is_ill_formed: bool,
}

impl Validity {
    fn new() -> Validity {
        Validity {
            validator: Validator::new(Base::Utf8),
            is_ill_formed: false,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.is_ill_formed |= matches!(self.validator.push(bytes).stop, Stop::IllFormed(_));
    }

    fn end(&mut self) -> bool {
        self.is_ill_formed || matches!(self.validator.finish().stop, Stop::IllFormed(_))
    }
}

impl Part {
    fn new(number: u64, at: u64) -> Part {
        Part {
            number,
            header: at..at,
            body: at..at,
            are_utf8: [Validity::new(), Validity::new()],
            name: None,
            length: None,
            declared: None,
            sample: Vec::new(),
            has_escapes: false,
        }
    }

    /// Notes what a line says of the part.
    fn note(&mut self, mail: &MailParts, line: &[u8], at: u64) {
        if mail.is_body() {
            if self.declared.is_none() {
                self.declared = Some(mail.clone());
            }
            return;
        }
        self.name = mail.charset().map(|(_, place)| place).or(self.name.take());
        const LENGTH: &[u8] = b"content-length:";
        if line.len() > LENGTH.len() && line[..LENGTH.len()].eq_ignore_ascii_case(LENGTH) {
            let value = line[LENGTH.len()..].trim_ascii_start();
            let start = line.len() - value.len();
            let value = value.trim_ascii_end();
            let number = str::from_utf8(value).ok().and_then(|value| value.parse().ok());
            let place = at + start as u64..at + (start + value.len()) as u64;
            self.length = number.map(|number| (place, number));
        }
    }

    /// Takes a part of a line.
    fn push(&mut self, bytes: &[u8], is_body: bool) {
        self.are_utf8[usize::from(is_body)].push(bytes);
        if !is_body {
            self.header.end += bytes.len() as u64;
            self.body = self.header.end..self.header.end;
            return;
        }
        self.body.end += bytes.len() as u64;
        self.has_escapes |= memchr::memchr2(0x1B, 0x0E, bytes).is_some();
        if self.sample.is_ascii() && !bytes.is_ascii() {
            self.sample.clear();
        }
        let room = RECOGNIZE_LEN.saturating_sub(self.sample.len()).min(bytes.len());
        self.sample.extend_from_slice(&bytes[..room]);
    }
}

/// What is written.
struct Writer<'f, W: Write> {
    old: &'f File,
    from: Option<Encoding>,
    editor: Editor<'f, W>,
    converted: Converted,
}

impl<W: Write> Writer<'_, W> {
    /// Writes a part, of which all is read.
    fn end(&mut self, mut part: Part) -> Result<(), String> {
        let [header, body] = &mut part.are_utf8;
        let (is_header, is_body) = (header.end(), body.end());
        let declared = part.declared.as_ref();
        let seven_bit = declared
            .and_then(MailParts::seven_bit)
            .filter(|_| part.has_escapes);
        if !is_header && !is_body && seven_bit.is_none() {
            return Ok(());
        }
        let failed = |why: &str| {
            Err(format!(
                "the part of the message at offset {} {why}",
                part.body.start
            ))
        };
        if is_body && declared.is_some_and(MailParts::is_encoded) {
            return failed(
                "has bytes over 0x7F, although it is encoded in ASCII, so the file is left as it is",
            );
        }
        let recognized = declared.and_then(|mail| mail.recognize(&part.sample));
        // `--from` is for what the parts do not say themselves.
        let encoding = match (seven_bit, recognized, self.from) {
            (Some(encoding), ..) => encoding,
            (None, Some((encoding, Certainty::VeryLikely | Certainty::Certain)), _) => encoding,
            (None, _, Some(from)) => from,
            _ => return failed("is in an encoding that is not certain, so the file is left as it is"),
        };
        let mut edits: Vec<(Range<u64>, String)> = Vec::new();
        if let Some(name) = part.name.clone() {
            edits.push((name, "utf-8".to_owned()));
            self.converted.names += 1;
        }
        if let Some((place, _)) = part
            .length
            .clone()
            .filter(|(_, len)| *len == part.body.end - part.body.start)
        {
            let len = self.len_of(&part.body, encoding)?;
            edits.push((place, len.to_string()));
        }
        edits.sort_by_key(|(place, _)| place.start);
        let mut at = part.header.start;
        for (place, text) in edits {
            if is_header {
                self.decode(at..place.start, encoding)?;
            }
            at = place.end;
            self.editor
                .replace(&place, &text)
                .map_err(|error| reason(&error))?;
        }
        if is_header {
            self.decode(at..part.header.end, encoding)?;
        }
        if is_body || seven_bit.is_some() {
            self.decode(part.body.clone(), encoding)?;
        }
        self.converted.parts += 1;
        if !self.converted.encodings.contains(&encoding.name()) {
            self.converted.encodings.push(encoding.name());
        }
        Ok(())
    }

    /// Returns a reader of a range. There is one at a time, because they have one position.
    fn input(&self, range: &Range<u64>) -> Result<Box<dyn Read>, String> {
        let input = || -> io::Result<Box<dyn Read>> {
            let mut input = self.old.try_clone()?;
            input.seek(SeekFrom::Start(range.start))?;
            Ok(Box::new(input.take(range.end - range.start)))
        };
        input().map_err(|error| reason(&error))
    }

    /// Returns the number of bytes of a range that is decoded.
    fn len_of(&self, range: &Range<u64>, encoding: Encoding) -> Result<u64, String> {
        let mut len = Count(0);
        let head = self.head(range)?;
        decode(self.input(range)?, &head, encoding, &mut len)?;
        Ok(len.0)
    }

    /// Returns the start of a range, which can declare its encoding: HTML does.
    fn head(&self, range: &Range<u64>) -> Result<Vec<u8>, String> {
        let mut head = Vec::new();
        let read = self.input(range)?.take(HEAD).read_to_end(&mut head);
        read.map_err(|error| reason(&error)).map(|_| head)
    }

    /// Writes a range decoded.
    fn decode(&mut self, range: Range<u64>, encoding: Encoding) -> Result<(), String> {
        let head = self.head(&range)?;
        let input = self.input(&range)?;
        let replaced = self
            .editor
            .replace_by(&range, |new| Ok(decode(input, &head, encoding, new)));
        replaced.map_err(|error| reason(&error))?
    }
}

/// Decodes an input that begins with `head`.
fn decode(input: Box<dyn Read>, head: &[u8], encoding: Encoding, new: &mut dyn Write) -> Result<(), String> {
    let declarations = Declaration::in_head(head, encoding)?;
    convert_to(input, encoding, &OnError::Fail, new, true, &declarations)
}

/// Counts what is written.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
