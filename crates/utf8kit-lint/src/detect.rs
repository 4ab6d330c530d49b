//! Recognizes UTF-16, UTF-32 and binary files by their first bytes.

use crate::count::count;
use crate::mixed::is_mixed;
use crate::wide::WideCheck;
use utf8kit::signature::{self, Signature};
use utf8kit::stream::{Stop, Validator};
use utf8kit::{Encoding as Base, Endian, ErrorKind, utf8};
use utf8kit_encodings::Encoding;
use utf8kit_encodings::detect::Language;

/// The number of bytes that [`detect()`] examines: 8 KiB.
pub const DETECT_LEN: usize = 8 << 10;

/// The result of [`detect()`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detected {
    /// Text in UTF-8, with or without errors, or in a legacy encoding.
    Text,
    /// UTF-16, UTF-32, or UCS-4, whose signature is that of UTF-32, if a number over U+10FFFF shows that it is that.
    Wide {
        /// The encoding, with its byte order.
        encoding: Encoding,
        /// The signature at the start. Without one, the zero bytes show the encoding.
        signature: Option<Signature>,
    },
    /// Not text: there is a zero byte, and more than U+0000 that text does not have, or it is a PDF document, whose parts
    /// are compressed, or it has as many controls as compressed or random bytes have.
    Binary,
}

/// Returns whether a text that begins with `bytes` is text in one-byte units, in UTF-16 or UTF-32, or binary. `whole` says that `bytes` is all of it.
///
/// Only the first [`DETECT_LEN`] bytes count. A text that has a few U+0000 and is well-formed UTF-8 without other controls
/// is text all the same. What has a signature or the pattern of zero bytes of UTF-16 or UTF-32 must
/// also be free of controls that text does not have. Without a signature it must be well-formed, with one it may have a few
/// ill-formed sequences.
///
/// ```
/// use utf8kit::{Endian, signature::Signature};
/// use utf8kit_encodings::Encoding;
/// use utf8kit_lint::{Detected, detect};
///
/// assert_eq!(detect(b"text", true), Detected::Text);
/// assert_eq!(detect(b"\x7FELF\x02\0\0", false), Detected::Binary);
/// assert_eq!(detect(b"%PDF-1.5\n%\xD0\xD4\xC5\xD8\n", false), Detected::Binary);
/// let encoding = Encoding::Base(utf8kit::Encoding::Utf16(Endian::Little));
/// let signature = Some(Signature::Utf16(Endian::Little));
/// assert_eq!(detect(b"\xFF\xFEa\0", true), Detected::Wide { encoding, signature });
/// assert_eq!(detect(b"a\0b\0", true), Detected::Wide { encoding, signature: None });
/// ```
pub fn detect(bytes: &[u8], whole: bool) -> Detected {
    let head = &bytes[..bytes.len().min(DETECT_LEN)];
    let whole = whole && head.len() == bytes.len();
    match signature::detect(head) {
        Some(Signature::Utf8) => {}
        Some(signature @ Signature::Utf32(endian)) if is_ucs4(endian, head, whole) => {
            return Detected::Wide {
                encoding: Encoding::Ucs4(Some(endian)),
                signature: Some(signature),
            };
        }
        // Four bytes of a binary file may look like a signature: the rest must be text too.
        Some(signature) if is_mostly_text(announced_by(signature), &head[signature.len()..], whole) => {
            return Detected::Wide {
                encoding: Encoding::Base(announced_by(signature)),
                signature: Some(signature),
            };
        }
        _ => {
            if let Some(encoding) = by_zeros(head, whole) {
                return Detected::Wide {
                    encoding: Encoding::Base(encoding),
                    signature: None,
                };
            }
        }
    }
    if let Some((endian, _)) = by_characters(head) {
        return Detected::Wide {
            encoding: Encoding::Base(Base::Utf16(endian)),
            signature: None,
        };
    }
    let has_nul = memchr::memchr(0, head).is_some();
    let is_binary = match has_nul {
        true => !is_text_with_nul(head, whole) && !is_mixed(head),
        false => is_pdf(head) || is_image(head) || is_noise(head),
    };
    if is_binary {
        Detected::Binary
    } else {
        Detected::Text
    }
}

/// Returns `true` if a text without zero bytes that begins with `head` is a PDF document. Its second line has four bytes over
/// 0x7F, which say that it is binary (ISO 32000 section 7.5.2).
pub(crate) fn is_pdf(head: &[u8]) -> bool {
    head.starts_with(b"%PDF-") && !head.is_ascii()
}

/// Returns `true` if a text without zero bytes that begins with `head` is a binary image in PBM, PGM or PPM: `P4`, blanks and
/// comments, and its size.
pub(crate) fn is_image(head: &[u8]) -> bool {
    let [b'P', b'4'..=b'6', b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = head else {
        return false;
    };
    if utf8::is_valid(head) {
        return false;
    }
    // The width, the height and, but in PBM, the greatest value.
    let wanted = if head[1] == b'4' { 2 } else { 3 };
    let mut words = rest
        .split_inclusive(|&byte| byte == b'\n')
        .take(20)
        .filter(|line| !line.starts_with(b"#"))
        .flat_map(|line| line.split(u8::is_ascii_whitespace))
        .filter(|word| !word.is_empty());
    (0..wanted).all(|_| {
        words
            .next()
            .is_some_and(|word| word.len() < 8 && word.iter().all(u8::is_ascii_digit))
    })
}

/// Returns `true` if bytes without a zero among them are no text in any encoding: at least one in 32 is a control that text does
/// not have, and one in eight is over 0x7F; or one in twelve is such a control. Of random or compressed bytes, one in twelve is.
pub(crate) fn is_noise(head: &[u8]) -> bool {
    const FEWEST: usize = 4;
    if utf8::is_valid(head) {
        return false;
    }
    let controls = count(head, is_control);
    controls >= FEWEST
        && controls * 32 >= head.len()
        && (controls * 12 >= head.len() || count(head, |byte| !byte.is_ascii()) * 8 >= head.len())
}

/// Returns `true` for the controls that text does not have. Those that move a cursor, ring a bell or shift are in text.
const fn is_control(byte: u8) -> bool {
    matches!(byte, 1..=6 | 0x10..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// Zero bytes in a row that pad something binary. An archive of texts has them.
const PADDING: [u8; 8] = [0; 8];

/// Returns `true` if `head` is text but for some zero bytes: one of 32 bytes at most. Unless it is the `whole` text, its end
/// may cut a character.
fn is_text_with_nul(head: &[u8], whole: bool) -> bool {
    let is_well_formed = match utf8::validate(head) {
        Ok(_) => true,
        Err(error) => !whole && error.kind() == ErrorKind::UnexpectedEnd,
    };
    let zeros = memchr::memchr_iter(0, head).count();
    let is_control = |&byte: &u8| matches!(byte, 1..=7 | 0xE..=0x1A | 0x1C..=0x1F | 0x7F);
    is_well_formed
        && zeros < head.len()
        && zeros * 32 <= head.len() + 32
        && !head.iter().any(is_control)
        && memchr::memmem::find(head, &PADDING).is_none()
}

fn announced_by(signature: Signature) -> Base {
    match signature {
        Signature::Utf16(endian) => Base::Utf16(endian),
        Signature::Utf32(endian) => Base::Utf32(endian),
        _ => Base::Utf8,
    }
}

/// Returns the encoding whose pattern the zero bytes have, if `head` is text in it.
pub(crate) fn by_zeros(head: &[u8], whole: bool) -> Option<Base> {
    memchr::memchr(0, head)?;
    let mut zeros = [0; 4];
    for chunk in head.chunks_exact(4) {
        for (count, &byte) in zeros.iter_mut().zip(chunk) {
            *count += usize::from(byte == 0);
        }
    }
    let chunks = head.len() / 4;
    let [a, b, c, d] = zeros;
    // In UTF-16, half of the code units, or an eighth where there are many: scripts other than Latin have spaces too.
    let enough = |zeros: usize, endian| match chunks {
        MANY_CHUNKS.. => zeros >= chunks || zeros * 4 > chunks,
        _ => zeros >= chunks && is_enough_of_few(head, endian),
    };
    let candidates = [
        (
            Base::Utf32(Endian::Little),
            d == chunks && c * 2 > chunks && a * 2 <= chunks,
        ),
        (
            Base::Utf32(Endian::Big),
            a == chunks && b * 2 > chunks && d * 2 <= chunks,
        ),
        (
            Base::Utf16(Endian::Little),
            (a + c) * 8 <= b + d && enough(b + d, Endian::Little),
        ),
        (
            Base::Utf16(Endian::Big),
            (b + d) * 8 <= a + c && enough(a + c, Endian::Big),
        ),
    ];
    candidates
        .into_iter()
        // A line of another encoding at the end of a long text may be cut.
        .find(|&(encoding, pattern)| {
            chunks > 0 && pattern && is_text(encoding, head, whole && chunks < MANY_CHUNKS)
        })
        .map(|(encoding, _)| encoding)
}

/// Returns the byte order of a text in UTF-16 that few zero bytes or none show, as in Chinese, and the language.
#[cfg(feature = "legacy")]
pub(crate) fn by_characters(head: &[u8]) -> Option<(Endian, Language)> {
    match utf8::validate(head) {
        Err(error) if error.kind() != ErrorKind::UnexpectedEnd => {
            let found = utf8kit_encodings::detect::utf16(head)?;
            errors_in(Base::Utf16(found.0), head, false)?;
            Some(found)
        }
        _ => None,
    }
}

#[cfg(not(feature = "legacy"))]
pub(crate) fn by_characters(_: &[u8]) -> Option<(Endian, Language)> {
    None
}

/// Chunks of four bytes from which on a text is long enough for its zero bytes to be no accident.
const MANY_CHUNKS: usize = 16;

/// Returns `true` if a short text has enough code units up to U+00FF for UTF-16: more than half, or half if all others have the
/// same first byte, as the letters of one script have. A single stray zero byte in other text has none of these.
fn is_enough_of_few(text: &[u8], endian: Endian) -> bool {
    let high = text
        .as_chunks::<2>()
        .0
        .iter()
        .map(|&[first, second]| match endian {
            Endian::Little => second,
            Endian::Big => first,
        });
    let (zeros, others): (Vec<u8>, Vec<u8>) = high.partition(|&byte| byte == 0);
    zeros.len() > others.len()
        || (zeros.len() == others.len() && others.len() > 1 && others.iter().all(|byte| *byte == others[0]))
}

/// Returns `true` if `bytes` are well-formed in `encoding` and have no controls that text does not have. Unless they
/// are the `whole` text, their end may cut a character.
fn is_text(encoding: Base, bytes: &[u8], whole: bool) -> bool {
    errors_in(encoding, bytes, whole) == Some(0)
}

/// Returns `true` if `bytes` have no controls that text does not have and at most one ill-formed sequence, or one in 64 code
/// units.
fn is_mostly_text(encoding: Base, bytes: &[u8], whole: bool) -> bool {
    let units = bytes.len() / unit_len(encoding);
    errors_in(encoding, bytes, whole)
        .is_some_and(|errors| errors == 0 || (errors <= units / 64 + 1 && errors <= units))
}

const fn unit_len(encoding: Base) -> usize {
    match encoding {
        Base::Utf16(_) => 2,
        Base::Utf32(_) => 4,
        _ => 1,
    }
}

/// Returns `true` if `head`, which begins with the signature of UTF-32, is text in UCS-4 that UTF-32 cannot have. Unless it is the
/// `whole` text, its end may cut a number.
fn is_ucs4(endian: Endian, head: &[u8], whole: bool) -> bool {
    let utf32 = Base::Utf32(endian);
    let text = &head[Signature::Utf32(endian).len()..];
    if errors_in(utf32, text, whole).is_none() {
        return false;
    }
    let mut wide = WideCheck::new(Encoding::Base(utf32));
    wide.push(head);
    wide.finish(whole);
    wide.encoding() != Encoding::Base(utf32)
}

/// Returns the number of ill-formed sequences, or `None` if there are controls that text does not have.
fn errors_in(encoding: Base, bytes: &[u8], whole: bool) -> Option<usize> {
    let unit = unit_len(encoding);
    if unit == 1 {
        return Some(usize::from(!utf8::is_valid(bytes)));
    }
    let is_little = matches!(
        encoding,
        Base::Utf16(Endian::Little) | Base::Utf32(Endian::Little)
    );
    let is_plain = bytes.chunks_exact(unit).all(|unit| {
        let number = unit.iter().enumerate().fold(0u32, |number, (i, &byte)| {
            let shift = if is_little { i } else { unit.len() - 1 - i };
            number | u32::from(byte) << (8 * shift)
        });
        !matches!(number, 0..=8 | 0xE..=0x1A | 0x1C..=0x1F | 0x7F..=0x84 | 0x86..=0x9F | 0xFFFF)
    });
    if !is_plain {
        return None;
    }
    let mut validator = Validator::new(encoding);
    let mut errors = 0;
    let mut rest = bytes;
    loop {
        let step = validator.push(rest);
        if step.stop == Stop::InputUsed {
            break;
        }
        errors += 1;
        rest = &rest[step.read..];
        if errors > bytes.len() {
            return None; // more cannot be
        }
    }
    if whole && validator.finish().stop != Stop::InputUsed {
        errors += 1;
    }
    Some(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, endian: Endian) -> Vec<u8> {
        let bytes = |unit: u16| match endian {
            Endian::Little => unit.to_le_bytes(),
            Endian::Big => unit.to_be_bytes(),
        };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn spaces_are_enough_zeros_in_a_long_text() {
        for endian in [Endian::Little, Endian::Big] {
            let text = utf16(&"\u{441}\u{43B}\u{43E}\u{432}\u{43E} ".repeat(11), endian);
            assert_eq!(by_zeros(&text, true), Some(Base::Utf16(endian)));
            let text = utf16(&"\u{441}\u{43B}\u{43E}\u{432}\u{43E}".repeat(11), endian);
            assert_eq!(by_zeros(&[&text, &utf16(" ", endian)[..]].concat(), true), None);
        }
    }

    #[test]
    fn characters_whose_last_byte_is_zero_are_moved_by_a_byte() {
        assert_eq!(by_zeros(&b"\0\x80\0\0".repeat(20), true), None);
        assert_eq!(
            by_zeros(&b"\x01\x80\0\0".repeat(20), true),
            Some(Base::Utf32(Endian::Little))
        );
    }

    #[test]
    fn wide_text_is_recognized_with_and_without_signature() {
        for endian in [Endian::Little, Endian::Big] {
            let encoding = Encoding::Base(Base::Utf16(endian));
            let plain = utf16("Ein Satz mit \u{20AC} und \u{1F600}\r\n", endian);
            assert_eq!(
                detect(&plain, true),
                Detected::Wide {
                    encoding,
                    signature: None
                }
            );
            let signed = utf16("\u{FEFF}日本語", endian);
            assert_eq!(
                detect(&signed, true),
                Detected::Wide {
                    encoding,
                    signature: Some(Signature::Utf16(endian))
                }
            );
        }
        let wide: Vec<u8> = "ab\u{1F600}\n"
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect();
        assert_eq!(
            detect(&wide, true),
            Detected::Wide {
                encoding: Encoding::Base(Base::Utf32(Endian::Little)),
                signature: None
            }
        );
    }

    #[test]
    fn text_with_a_signature_may_have_a_few_errors() {
        let wide = Detected::Wide {
            encoding: Encoding::Base(Base::Utf16(Endian::Little)),
            signature: Some(Signature::Utf16(Endian::Little)),
        };
        assert_eq!(detect(b"\xFF\xFEa\0\x00\xD8b\0", true), wide);
        assert_eq!(detect(b"\xFF\xFEa\0b", true), wide);
        assert_eq!(
            detect(&[&b"\xFF\xFE"[..], &b"\x41\xD8".repeat(9)].concat(), true),
            Detected::Text
        );
        let mut state = 1u32;
        let random: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(4000)
        .collect();
        assert_eq!(
            detect(&[b"\xFF\xFE", &random[..]].concat(), true),
            Detected::Binary
        );
    }

    /// Annex F: `00 00 FE FF` is the signature of UCS-4 as well as of UTF-32.
    #[test]
    fn numbers_over_unicode_after_the_signature_are_ucs_4() {
        for endian in [Endian::Big, Endian::Little] {
            let detected = |numbers: &[u32]| {
                let bytes = |number: &u32| match endian {
                    Endian::Little => number.to_le_bytes(),
                    Endian::Big => number.to_be_bytes(),
                };
                let bytes: Vec<u8> = numbers.iter().flat_map(bytes).collect();
                detect(&bytes, true)
            };
            let wide = |encoding| Detected::Wide {
                encoding,
                signature: Some(Signature::Utf32(endian)),
            };
            let ucs4 = wide(Encoding::Ucs4(Some(endian)));
            let utf32 = wide(Encoding::Base(Base::Utf32(endian)));
            assert_eq!(detected(&[0xFEFF, 0x61, 0x11_0000]), ucs4);
            assert_eq!(detected(&[0xFEFF, 0x7FFF_FFFF]), ucs4);
            assert_eq!(detected(&[0xFEFF, 0x10_FFFF]), utf32);
            assert_ne!(detected(&[0x61, 0x62, 0x11_0000]), ucs4);
            for lacking in [0x8000_0000, 0xD800, 0] {
                assert_ne!(detected(&[0xFEFF, 0x11_0000, lacking]), ucs4, "{lacking:X}");
            }
            // A line of single bytes that was added to a text in UTF-32, and a text that was moved by a byte.
            assert_ne!(detected(&[0xFEFF, 0x61, 0x62, 0x656E_640A]), ucs4);
            let moved = [0xFEFF, 0x61, 0x62, 0x6100_0000, 0x6200_0000, 0x6300_0000];
            assert_ne!(detected(&moved), ucs4);
        }
    }

    #[test]
    fn short_text_needs_evidence_to_be_utf_16() {
        let wide = |text: &str| {
            for endian in [Endian::Little, Endian::Big] {
                let expected = Detected::Wide {
                    encoding: Encoding::Base(Base::Utf16(endian)),
                    signature: None,
                };
                assert_eq!(detect(&utf16(text, endian), true), expected, "{text:?}");
            }
        };
        for text in [
            "ab",
            "a\n",
            "a\r\n",
            "é!",
            "5 €\n",
            "€5\n",
            "Да\r\n",
            "Да, 1\n",
            "x = 日本\n",
            "OK 😁\n",
            "αβγ 12",
        ] {
            wide(text);
        }
        for bytes in [
            &b"a\0b\xFFc\n"[..],
            b"a\0b\xFF",
            b"a\0bc",
            b"ab\0\n",
            b"x\0yz\n ",
            b"caf\xE9\0\n",
            b"a\0b caf\xE9 c",
            b"ab\0cdefg",
            b"name\0value\0x\0",
        ] {
            let found = detect(bytes, true);
            assert!(matches!(found, Detected::Binary | Detected::Text), "{bytes:?}");
        }
        assert_eq!(detect(b"a\0bc", true), Detected::Text);
    }

    #[test]
    fn the_rest_is_text_or_binary() {
        assert_eq!(detect(b"", true), Detected::Text);
        assert_eq!(detect(b"a", true), Detected::Text);
        assert_eq!(detect(b"\xFF\xFE\xFD", true), Detected::Text);
        assert_eq!(
            detect(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", false),
            Detected::Binary
        );
        assert_eq!(detect(b"\0", true), Detected::Binary);
        assert_eq!(detect(b"\xEF\xBB\xBFa", true), Detected::Text);
    }

    /// Returns `len` random bytes without a zero.
    fn random(len: usize, mut state: u32) -> Vec<u8> {
        std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .filter(|&byte| byte != 0)
        .take(len)
        .collect()
    }

    #[test]
    fn random_bytes_are_binary_and_no_text_in_another_encoding_is() {
        for (len, seed) in [(100, 1), (300, 2), (1000, 3), (8192, 4), (20_000, 5)] {
            assert_eq!(detect(&random(len, seed), false), Detected::Binary, "{len}");
        }
        let damaged = "Größe\x1B[1m und Maß\r\n".as_bytes().repeat(40);
        let damaged: Vec<u8> = damaged.into_iter().filter(|&byte| byte != 0xBC).collect();
        let texts: [&[u8]; 5] = [
            // windows-1251, Shift_JIS, windows-1252 with C1, a few controls, and UTF-8 without some of its bytes.
            &b"\xC2\xF7\xE5\xF0\xE0 \xE2\xE5\xF7\xE5\xF0\xEE\xEC\r\n".repeat(50),
            &b"\x8D\xF0\x93\xFA\x82\xCC\x97[\x95\xFB\n".repeat(50),
            &b"\x93caf\xE9\x94 \x97 \x80\n".repeat(50),
            b"caf\xE9 \x01\x02\x03",
            &damaged,
        ];
        for text in texts {
            assert_eq!(detect(text, true), Detected::Text, "{text:x?}");
        }
        // Controls in text that is UTF-8.
        assert_eq!(detect("é\u{1}\u{2}".repeat(100).as_bytes(), true), Detected::Text);
    }

    #[test]
    fn text_with_a_few_nul_is_text() {
        assert_eq!(detect(b"a\0b", true), Detected::Text);
        assert_eq!(
            detect(&"Größe\0 ".repeat(2000).into_bytes(), true),
            Detected::Binary
        );
        let mut text = "Größe ".repeat(2000).into_bytes();
        text[104] = 0;
        assert_eq!(detect(&text, true), Detected::Text);
        text[200..208].fill(0);
        assert_eq!(detect(&text, true), Detected::Binary);
        for ending in ["\u{1}", "\u{7F}"] {
            assert_eq!(
                detect(format!("a\0b, a longer text{ending}").as_bytes(), true),
                Detected::Binary
            );
        }
        assert_eq!(detect(b"a\0b, a longer text\xC3", true), Detected::Binary);
        assert_eq!(detect(b"a\0b, a longer text\xC3", false), Detected::Text);
        assert_eq!(detect(b"a\0b, a longer text\xFF", false), Detected::Binary);
    }
}
