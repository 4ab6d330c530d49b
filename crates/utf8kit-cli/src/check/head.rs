//! What the first octets of a file tell: another encoding, a binary file, a signature.

use utf8kit::signature::{self, Encoding};
use utf8kit::stream::{Form, Stop, Validator};
use utf8kit::{Endian, utf8};

/// Octets that are looked at.
const HEAD: usize = 8 << 10;

/// What a file seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seems {
    /// Text in UTF-8, right or wrong.
    Text,
    /// UTF-16 or UTF-32; `announced` by a signature, or else recognised by its zeros.
    Wide {
        encoding: Encoding,
        announced: bool,
    },
    Binary,
}

/// Judges a file by its first octets; `whole` says that there are no more.
pub(crate) fn look(octets: &[u8], whole: bool) -> Seems {
    let head = &octets[..octets.len().min(HEAD)];
    let whole = whole && head.len() == octets.len();
    match signature::detect(head).map(|signature| signature.encoding()) {
        Some(Encoding::Utf8) => {}
        // Four octets of a binary file may look like it: the rest must be text too.
        Some(encoding) if is_text(encoding, &head[encoding.signature().len()..], whole) => {
            return Seems::Wide {
                encoding,
                announced: true,
            };
        }
        _ => {
            if let Some(encoding) = by_zeros(head, whole) {
                return Seems::Wide {
                    encoding,
                    announced: false,
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

/// The encoding in whose pattern the zeros stand, if `head` is readable in it.
fn by_zeros(head: &[u8], whole: bool) -> Option<Encoding> {
    memchr::memchr(0, head)?;
    let mut zeros = [0; 4];
    for chunk in head.chunks_exact(4) {
        for (count, &octet) in zeros.iter_mut().zip(chunk) {
            *count += usize::from(octet == 0);
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

/// Are `octets`, but for a character cut off at their end unless they are the `whole` text, well-formed in `encoding`
/// and without controls that text does not have?
fn is_text(encoding: Encoding, octets: &[u8], whole: bool) -> bool {
    let (form, unit) = match encoding {
        Encoding::Utf16(endian) => (Form::Utf16(endian), 2),
        Encoding::Utf32(endian) => (Form::Utf32(endian), 4),
        _ => return utf8::is_valid(octets),
    };
    let mut validator = Validator::new(form);
    let well_formed = validator.push(octets).stop == Stop::InputUsed
        && (!whole || validator.finish().stop == Stop::InputUsed);
    let is_little = matches!(
        encoding,
        Encoding::Utf16(Endian::Little) | Encoding::Utf32(Endian::Little)
    );
    well_formed
        && octets.chunks_exact(unit).all(|unit| {
            let number = unit.iter().enumerate().fold(0u32, |number, (i, &octet)| {
                let shift = if is_little { i } else { unit.len() - 1 - i };
                number | u32::from(octet) << (8 * shift)
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
        let octets = |unit: u16| match endian {
            Endian::Little => unit.to_le_bytes(),
            Endian::Big => unit.to_be_bytes(),
        };
        text.encode_utf16().flat_map(octets).collect()
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
                    announced: false
                }
            );
            let signed = utf16("\u{FEFF}日本語", endian);
            assert_eq!(
                look(&signed, true),
                Seems::Wide {
                    encoding,
                    announced: true
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
                announced: false
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
