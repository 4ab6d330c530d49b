//! Finds the name of an encoding in the records of genealogists (GEDCOM) and of libraries (MARC 21).

use super::names::Vocabulary;
use super::places::Name;

/// Finds the value of the line `1 CHAR`, which belongs to the header. Line ends may be carriage returns.
pub(super) fn gedcom(text: &[u8]) -> Option<Name> {
    const CHAR: &[u8] = b"1 CHAR ";
    let is_whole = text
        .strip_prefix(b"0 HEAD")
        .is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace));
    // A part without the first line is doubtful.
    if !is_whole && !text.starts_with(CHAR) {
        return None;
    }
    let mut start = 0;
    for line in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        let rest = line[indent..].trim_ascii_end();
        if let Some(value) = rest.strip_prefix(CHAR) {
            let value = value.trim_ascii_start();
            let end = start + indent + rest.len();
            return (!value.is_empty()).then(|| Name {
                is_certain: is_whole,
                vocabulary: Vocabulary::Gedcom,
                ..Name::new(end - value.len()..end)
            });
        }
        let is_next_record = start > 0 && rest.starts_with(b"0 ");
        if is_next_record || !(rest.is_empty() || rest[0].is_ascii_digit()) {
            return None;
        }
        start += line.len();
    }
    None
}

/// The length of the leader of a record in MARC 21.
pub(crate) const LEADER: usize = 24;

/// The place in the leader of the character that stands for the encoding.
pub(crate) const CODING: usize = 9;

/// What ends the directory, and each field.
pub(crate) const FIELD_END: u8 = 0x1E;

/// Returns where the leader of the record in MARC 21 that `text` begins with names the encoding.
///
/// The directory follows the leader: twelve digits for each field, of which the first three may be letters.
pub(super) fn marc(text: &[u8]) -> Option<Name> {
    let leader = text.get(..LEADER)?;
    let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    let is_leader = is_number(&leader[..5])
        && leader[5..10]
            .iter()
            .all(|byte| matches!(byte, b' ' | b'a'..=b'z' | b'0'..=b'9'))
        && &leader[10..12] == b"22"
        && is_number(&leader[12..17])
        && leader[17..20]
            .iter()
            .all(|byte| byte.is_ascii_graphic() || *byte == b' ')
        && &leader[20..] == b"4500";
    if !is_leader {
        return None;
    }
    const ENTRY: usize = 12;
    let directory = &text[LEADER..];
    let directory = &directory[..memchr::memchr(FIELD_END, directory)?];
    let is_entry = |entry: &[u8]| {
        let (tag, places) = entry.split_at(3);
        tag.iter().all(u8::is_ascii_alphanumeric) && is_number(places)
    };
    let is_directory = directory.len().is_multiple_of(ENTRY) && directory.chunks(ENTRY).all(is_entry);
    (is_directory && !directory.is_empty()).then(|| Name {
        utf8: "a",
        vocabulary: Vocabulary::Marc,
        ..Name::new(CODING..CODING + 1)
    })
}

/// What ends a record in MARC 21.
pub(crate) const RECORD_END: u8 = 0x1D;

/// Returns `true` if the leader of the record in MARC 21 that has the place `at` of `bytes` is known, and names no UTF-8.
/// `is_start` says that the text starts with `bytes`.
pub(crate) fn is_marc_8_at(bytes: &[u8], at: usize, is_start: bool) -> bool {
    let record = match memchr::memrchr(RECORD_END, &bytes[..at]) {
        Some(end) => end + 1,
        None if is_start => 0,
        None => return false,
    };
    bytes.get(record + CODING) == Some(&b' ')
}
