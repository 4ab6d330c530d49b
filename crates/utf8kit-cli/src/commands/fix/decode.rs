//! Whole texts decoded, with the name of UTF-8 where they declare their encoding.

use crate::encodings::on_error::OnError;
use crate::io::transcode;
use crate::message::reason;
use std::io::{self, Read, Write};
use std::ops::Range;
use utf8kit_encodings::Encoding;

/// Bytes at the start of a text that can have a declaration, in any encoding.
pub(super) const HEAD: u64 = 9 << 10;

/// A declaration of another encoding in a text that is converted to UTF-8: what reads the text would decode it by that.
pub(super) struct Declaration {
    /// Where the name stands in the converted text.
    place: Range<usize>,
    /// The name of UTF-8, to write there.
    name: String,
}

impl Declaration {
    /// Returns the declarations of a text in an encoding, in order. `text` starts where it starts.
    pub(super) fn all(text: impl Read, encoding: Encoding) -> Result<Vec<Declaration>, String> {
        let mut head = Vec::new();
        // UTF-32 has four bytes for each of ASCII.
        let len = if is_wide(encoding.name()) { 4 * HEAD } else { HEAD };
        let read = text.take(len).read_to_end(&mut head);
        read.map_err(|error| reason(&error))?;
        Declaration::in_head(&head, encoding)
    }

    /// Returns the declarations of a text that begins with `head`.
    pub(super) fn in_head(head: &[u8], encoding: Encoding) -> Result<Vec<Declaration>, String> {
        let decoded = |bytes: &[u8]| {
            let mut text = String::new();
            let bytes = Box::new(io::Cursor::new(bytes.to_vec()));
            transcode::decode(bytes, encoding, &OnError::Replace, true, &mut |part| {
                text.push_str(part);
                Ok(())
            })
            .map(|()| text)
        };
        if is_wide(encoding.name()) {
            let found = utf8kit_lint::names_of_utf8(decoded(head)?.as_bytes()).into_iter();
            return Ok(found.map(|(place, name)| Declaration { place, name }).collect());
        }
        let in_text = |(place, name): (Range<usize>, String)| {
            let start = decoded(&head[..place.start])?.len();
            let place = start..start + place.len();
            Ok(Declaration { place, name })
        };
        let found = utf8kit_lint::names_of_utf8(head).into_iter();
        found.map(in_text).collect()
    }
}

/// Returns `true` if an encoding has code units of several bytes.
pub(super) fn is_wide(name: &str) -> bool {
    ["UTF-16", "UTF-32", "UCS-"]
        .iter()
        .any(|wide| name.starts_with(wide))
}

/// Writes `input`, decoded `from` an encoding, to `new`, with the name of UTF-8 in its declarations.
pub(super) fn convert(
    input: Box<dyn Read>,
    from: Encoding,
    on_error: &OnError,
    new: &mut dyn Write,
    strips_signature: bool,
    declarations: &[Declaration],
) -> Result<(), String> {
    let mut new = io::BufWriter::with_capacity(64 << 10, new);
    let mut written = 0;
    let mut declarations = declarations.iter().peekable();
    transcode::decode(input, from, on_error, strips_signature, &mut |text| {
        let before = written;
        written += text.len();
        let mut at = 0;
        while let Some(Declaration { place, name }) =
            declarations.next_if(|found| found.place.start < written)
        {
            let start = place.start - before;
            new.write_all(&text.as_bytes()[at..start])?;
            new.write_all(name.as_bytes())?;
            // They stand in the first bytes, which come as one piece.
            at = (start + place.len()).min(text.len());
        }
        new.write_all(&text.as_bytes()[at..])
    })?;
    new.flush()
        .map_err(|error| format!("cannot write the repaired text: {}", reason(&error)))
}
