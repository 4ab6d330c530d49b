//! Recognizes text in which escape sequences, shifts or controls say what bytes mean: ASCII in an encoding of seven bits, and text of
//! ISO/IEC 2022 in eight bits, whose sets of characters escape sequences designate.
//!
//! The latter is in files of DICOM, and in mail of before MIME. `1B 24 29 43` makes the bytes over 0x7F those of KS X 1001, `1B 24 29 41`
//! those of GB 2312. In EUC-KR and GBK, the same bytes are the same characters, and the escape sequences would stay.

#[cfg(feature = "legacy")]
use crate::encoding::Legacy;
use crate::seven_bit;
use crate::switched::Switched;
#[cfg(feature = "legacy")]
use utf8kit::utf8;

/// Returns the encoding of `bytes`, if it is such a one.
pub(crate) fn recognize(bytes: &[u8]) -> Option<Switched> {
    match bytes.is_ascii() {
        true => seven_bit::recognize(bytes),
        false => designated(bytes),
    }
}

#[cfg(not(feature = "legacy"))]
fn designated(_: &[u8]) -> Option<Switched> {
    None
}

/// The sequences that designate a set for the bytes over 0x7F, and the encodings that have them.
#[cfg(feature = "legacy")]
const DESIGNATIONS: [(&[u8], &str); 2] = [(b"\x1B$)C", "DICOM-IR-149"), (b"\x1B$)A", "DICOM-IR-58")];

/// Returns the encoding of `bytes`, which are not ASCII, if a sequence designates what they mean.
#[cfg(feature = "legacy")]
fn designated(bytes: &[u8]) -> Option<Switched> {
    if utf8::is_valid(bytes) {
        return None;
    }
    let found =
        |(sequence, name): (&[u8], &'static str)| Some((memchr::memmem::find(bytes, sequence)?, name));
    let (at, name) = DESIGNATIONS.into_iter().filter_map(found).min()?;
    let (text, is_whole) = Legacy::for_label(name.as_bytes())?.decode(bytes);
    (is_whole && !text.is_ascii()).then(|| Switched::new(name, at, text))
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    fn recognized(bytes: &[u8]) -> Option<(&'static str, usize, String)> {
        recognize(bytes).map(|found| (found.encoding, found.at, found.text))
    }

    #[test]
    fn the_first_designation_names_the_encoding() {
        let korean = b"H=\x1B$)C\xB1\xE8^\x1B$)C\xB9\xCE\n";
        assert_eq!(
            recognized(korean),
            Some(("DICOM-IR-149", 2, "H=\u{AE40}^\u{BBFC}\n".to_owned()))
        );
        let chinese = b"A=\x1B$)A\xCD\xF5^\xD0\xA1\n";
        assert_eq!(
            recognized(chinese),
            Some(("DICOM-IR-58", 2, "A=\u{738B}^\u{5C0F}\n".to_owned()))
        );
        let in_utf8 = "\x1B$)C\u{AE40}\u{BBFC}".as_bytes();
        assert_eq!(recognized(in_utf8), None);
        // Nothing is designated, nothing of the set is there, a byte that it does not have.
        assert_eq!(recognized(b"H=\xB1\xE8\n"), None);
        assert_eq!(recognized(b"H=\x1B$)C"), None);
        assert_eq!(recognized(b"H=\x1B$)C\xB1\xE8\x80"), None);
    }
}
