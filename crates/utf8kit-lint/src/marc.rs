//! Records of libraries in MARC 21 (ISO 2709), which count the bytes of their fields.
//!
//! A record has a leader of 24 bytes, a directory of 12 bytes for each field (its tag, its length with what ends it, and where it begins),
//! and the fields. `1E` ends the directory and each field, `1D` the record. Converted as a text, the numbers would be wrong: a record is
//! written anew from its fields.

use crate::declared::{CODING, FIELD_END, LEADER, RECORD_END};
use utf8kit::utf8;

/// Bytes of an entry of the directory.
const ENTRY: usize = 12;

/// Bytes of the tag in it.
const TAG: usize = 3;

/// What a record and a field hold at most: five and four digits.
const MOST_OF_RECORD: usize = 99_999;
const MOST_OF_FIELD: usize = 9_999;

/// What becomes of a record in UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarcRecord {
    /// It is in UTF-8, and its leader says so, or it is ASCII alone.
    Unchanged,
    /// It is in UTF-8, and its leader says MARC-8: with `a` at this place, it says UTF-8.
    Leader(usize),
    /// It is this record in UTF-8.
    Converted(Vec<u8>),
}

/// Returns what becomes of a record of MARC 21 in UTF-8. `record` is all of it, with the `1D` that ends it. `decode` returns a field in UTF-8.
///
/// Numbers that are wrong become right. Fields come in the order in which the directory says that they begin.
///
/// # Errors
///
/// Errors with the reason if the record has no directory, if it has more or fewer fields than that, or if one or all of it is too long
/// in UTF-8; and if `decode` does.
///
/// ```
/// use utf8kit_lint::{MarcRecord, marc_record};
///
/// let record = b"00049nam a2200037 i 4500245001100000\x1E00\x1FaTitle\x1E\x1D";
/// assert_eq!(marc_record(record, &mut |_| unreachable!()), Ok(MarcRecord::Unchanged));
/// ```
pub fn marc_record(
    record: &[u8],
    decode: &mut dyn FnMut(&[u8]) -> Result<String, String>,
) -> Result<MarcRecord, String> {
    if record.len() <= LEADER {
        return Err("it is shorter than a leader".to_owned());
    }
    let says_utf8 = record[CODING] == b'a';
    // What an escape sequence designates is not in UTF-8.
    if utf8::is_valid(record) && (says_utf8 || memchr::memchr(0x1B, record).is_none()) {
        return Ok(match says_utf8 || record.is_ascii() {
            true => MarcRecord::Unchanged,
            false => MarcRecord::Leader(CODING),
        });
    }
    let rest = &record[LEADER..];
    let end = memchr::memchr(FIELD_END, rest).filter(|end| end.is_multiple_of(ENTRY) && *end > 0);
    let end = end.ok_or("it has no directory")?;
    let mut entries: Vec<&[u8]> = rest[..end].chunks_exact(ENTRY).collect();
    if !entries
        .iter()
        .all(|entry| entry[TAG..].iter().all(u8::is_ascii_digit))
    {
        return Err("its directory is damaged".to_owned());
    }
    // Five digits, which compare as the numbers do.
    entries.sort_by(|one, other| one[ENTRY - 5..].cmp(&other[ENTRY - 5..]));
    let data = rest[end + 1..]
        .strip_suffix(&[RECORD_END])
        .unwrap_or(&rest[end + 1..]);
    let fields: Vec<&[u8]> = data.split_inclusive(|byte| *byte == FIELD_END).collect();
    if fields.len() != entries.len() {
        return Err(format!(
            "its directory has {} fields, and there are {}",
            entries.len(),
            fields.len()
        ));
    }
    let mut directory = Vec::with_capacity(end + 1);
    let mut converted: Vec<u8> = Vec::with_capacity(data.len());
    for (entry, field) in entries.iter().zip(fields) {
        let start = converted.len();
        converted.extend_from_slice(decode(field)?.as_bytes());
        let len = converted.len() - start;
        if len > MOST_OF_FIELD {
            return Err(format!(
                "a field has {len} bytes in UTF-8, more than {MOST_OF_FIELD}"
            ));
        }
        directory.extend_from_slice(&entry[..TAG]);
        directory.extend_from_slice(format!("{len:04}{start:05}").as_bytes());
    }
    directory.push(FIELD_END);
    let base = LEADER + directory.len();
    let len = base + converted.len() + 1;
    if len > MOST_OF_RECORD {
        return Err(format!("it has {len} bytes in UTF-8, more than {MOST_OF_RECORD}"));
    }
    let mut leader = record[..LEADER].to_vec();
    leader[..5].copy_from_slice(format!("{len:05}").as_bytes());
    leader[CODING] = b'a';
    leader[12..17].copy_from_slice(format!("{base:05}").as_bytes());
    Ok(MarcRecord::Converted(
        [leader, directory, converted, vec![RECORD_END]].concat(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes bytes over 0x7F as Latin-1.
    fn decoded(record: &[u8]) -> Result<MarcRecord, String> {
        marc_record(record, &mut |field| {
            Ok(field.iter().copied().map(char::from).collect())
        })
    }

    #[test]
    fn numbers_are_those_of_the_converted_fields() {
        // The second entry comes first.
        let record = b"00075nam  2200061 i 4500650000700006245000600000\x1E00aM\xFC\x1E10b\xE4x\xF6\x1E\x1D";
        let expected = "00066nam a2200049 i 4500245000700000650000900007\x1E00aMü\x1E10bäxö\x1E\x1D";
        assert_eq!(expected.len(), 66);
        assert_eq!(decoded(record), Ok(MarcRecord::Converted(expected.into())));
    }

    #[test]
    fn records_that_are_in_utf_8_keep_their_bytes() {
        let record = |coding: char, text: &str| {
            format!("00100nam {coding}2200037 i 4500245001900000\x1E00\x1Fa{text}\x1E\x1D").into_bytes()
        };
        assert_eq!(decoded(&record('a', "ü")), Ok(MarcRecord::Unchanged));
        assert_eq!(decoded(&record(' ', "u")), Ok(MarcRecord::Unchanged));
        assert_eq!(decoded(&record(' ', "ü")), Ok(MarcRecord::Leader(9)));
        // Greek in MARC-8 is ASCII with an escape sequence.
        let greek = decoded(&record(' ', "\x1BgA\x1Bs"));
        assert!(matches!(greek, Ok(MarcRecord::Converted(_))), "{greek:?}");
    }

    #[test]
    fn what_is_no_whole_record_is_refused() {
        let leader = b"00100nam  2200037 i 4500";
        for (rest, why) in [
            (&b"245001900000\xE4\x1D"[..], "no directory"),
            (b"24500190000\x1E\xE4\x1E\x1D", "no directory"),
            (b"245001900x00\x1E\xE4\x1E\x1D", "damaged"),
            (b"245001900000\x1E\xE4\x1Eb\x1E\x1D", "1 fields, and there are 2"),
        ] {
            let error = decoded(&[&leader[..], rest].concat()).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        assert!(decoded(b"\xE4").is_err());
        let long = [&leader[..], b"245001900000\x1E", &[0xE4; 5000], b"\x1E\x1D"].concat();
        assert_eq!(
            decoded(&long),
            Err("a field has 10001 bytes in UTF-8, more than 9999".to_owned())
        );
    }
}
