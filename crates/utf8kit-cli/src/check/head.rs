//! What the first bytes of a file tell: another encoding, a binary file, a signature.

use utf8kit::signature::{self, Signature};
use utf8kit::stream::{Stop, Validator};
use utf8kit::{Encoding, Endian, utf8};

/// Bytes that are looked at.
const HEAD: usize = 8 << 10;

/// What a file seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seems {
    /// Text in UTF-8, right or wrong.
    Text,
    /// UTF-16 or UTF-32, announced by a signature or else recognised by its zeros.
    Wide {
        encoding: Encoding,
        signature: Option<Signature>,
    },
    Binary,
}

/// Judges a file by its first bytes; `whole` says that there are no more.
pub(crate) fn look(bytes: &[u8], whole: bool) -> Seems {
    let head = &bytes[..bytes.len().min(HEAD)];
    let whole = whole && head.len() == bytes.len();
    match signature::detect(head) {
        Some(Signature::Utf8) => {}
        // Four bytes of a binary file may look like it: the rest must be text too.
        Some(signature) if is_text(announced_by(signature), &head[signature.len()..], whole) => {
            return Seems::Wide {
                encoding: announced_by(signature),
                signature: Some(signature),
            };
        }
        _ => {
            if let Some(encoding) = by_zeros(head, whole) {
                return Seems::Wide {
                    encoding,
                    signature: None,
                };
            }
        }
    }
    if memchr::memchr(0, head).is_some() {
        Seems::Binary
    } else {
        Seems::Text
    }
}

fn announced_by(signature: Signature) -> Encoding {
    match signature {
        Signature::Utf16(endian) => Encoding::Utf16(endian),
        Signature::Utf32(endian) => Encoding::Utf32(endian),
        _ => Encoding::Utf8,
    }
}

/// The encoding in whose pattern the zeros stand, if `head` is readable in it.
fn by_zeros(head: &[u8], whole: bool) -> Option<Encoding> {
    memchr::memchr(0, head)?;
    let mut zeros = [0; 4];
    for chunk in head.chunks_exact(4) {
        for (count, &byte) in zeros.iter_mut().zip(chunk) {
            *count += usize::from(byte == 0);
        }
    }
    let chunks = head.len() / 4;
    let [a, b, c, d] = zeros;
    // Of UTF-16, half of the code units or, where there are many, an eighth: scripts other than Latin have blanks too.
    let enough = |zeros: usize| zeros >= chunks || (chunks >= 16 && zeros * 4 > chunks);
    let candidates = [
        (
            Encoding::Utf32(Endian::Little),
            d == chunks && c * 2 > chunks && a * 2 <= chunks,
        ),
        (
            Encoding::Utf32(Endian::Big),
            a == chunks && b * 2 > chunks && d * 2 <= chunks,
        ),
        (
            Encoding::Utf16(Endian::Little),
            enough(b + d) && (a + c) * 8 <= b + d,
        ),
        (
            Encoding::Utf16(Endian::Big),
            enough(a + c) && (b + d) * 8 <= a + c,
        ),
    ];
    candidates
        .into_iter()
        .find(|&(encoding, pattern)| chunks > 0 && pattern && is_text(encoding, head, whole))
        .map(|(encoding, _)| encoding)
}

/// Are `bytes`, but for a character cut off at their end unless they are the `whole` text, well-formed in `encoding`
/// and without controls that text does not have?
fn is_text(encoding: Encoding, bytes: &[u8], whole: bool) -> bool {
    let unit = match encoding {
        Encoding::Utf16(_) => 2,
        Encoding::Utf32(_) => 4,
        _ => return utf8::is_valid(bytes),
    };
    let mut validator = Validator::new(encoding);
    let well_formed = validator.push(bytes).stop == Stop::InputUsed
        && (!whole || validator.finish().stop == Stop::InputUsed);
    let is_little = matches!(
        encoding,
        Encoding::Utf16(Endian::Little) | Encoding::Utf32(Endian::Little)
    );
    well_formed
        && bytes.chunks_exact(unit).all(|unit| {
            let number = unit.iter().enumerate().fold(0u32, |number, (i, &byte)| {
                let shift = if is_little { i } else { unit.len() - 1 - i };
                number | u32::from(byte) << (8 * shift)
            });
            !matches!(number, 0..=8 | 0xE..=0x1A | 0x1C..=0x1F | 0x7F..=0x84 | 0x86..=0x9F | 0xFFFF)
        })
}

/// The encoding's name.
pub(crate) fn name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf16(Endian::Little) => "UTF-16LE",
        Encoding::Utf16(Endian::Big) => "UTF-16BE",
        Encoding::Utf32(Endian::Little) => "UTF-32LE",
        Encoding::Utf32(Endian::Big) => "UTF-32BE",
        _ => "UTF-8",
    }
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
    fn recognises_wide_text_with_and_without_signature() {
        for endian in [Endian::Little, Endian::Big] {
            let encoding = Encoding::Utf16(endian);
            let plain = utf16("Ein Satz mit \u{20AC} und \u{1F600}\r\n", endian);
            assert_eq!(
                look(&plain, true),
                Seems::Wide {
                    encoding,
                    signature: None
                }
            );
            let signed = utf16("\u{FEFF}日本語", endian);
            assert_eq!(
                look(&signed, true),
                Seems::Wide {
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
            look(&wide, true),
            Seems::Wide {
                encoding: Encoding::Utf32(Endian::Little),
                signature: None
            }
        );
    }

    #[test]
    fn the_rest_is_text_or_binary() {
        assert_eq!(look(b"", true), Seems::Text);
        assert_eq!(look(b"a", true), Seems::Text);
        assert_eq!(look(b"\xFF\xFE\xFD", true), Seems::Text);
        assert_eq!(
            look(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", false),
            Seems::Binary
        );
        assert_eq!(look(b"a\0b", true), Seems::Binary);
        assert_eq!(look(b"\0", true), Seems::Binary);
        assert_eq!(look(b"\xEF\xBB\xBFa", true), Seems::Text);
    }
}
