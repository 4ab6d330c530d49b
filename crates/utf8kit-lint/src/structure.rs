//! Texts whose encoding shows in how their bytes are arranged, where letters leave a doubt: they have few letters, or none.
//!
//! - Frames of the code pages of DOS: `C9 CD CD CD BB` is `╔═══╗` there, and no word elsewhere.
//! - Japanese in half-width katakana alone, of which each is a byte in Shift_JIS.
//! - Lines that end with `85`: NEL of ISO-8859-1, which line ends of EBCDIC become in a conversion.

use crate::certainty::{Certainty, Second};
use crate::encoding::Legacy;
use crate::guess::Guess;
use utf8kit_encodings::detect::candidates;

/// Returns the encoding that the arrangement of `bytes` shows. `first` is the one in which their letters read best.
pub(crate) fn guess(bytes: &[u8], first: Option<Legacy>) -> Option<Guess> {
    let (encoding, second) = if ends_lines_with_nel(bytes) {
        (Legacy::for_label(b"ISO-8859-1")?, first)
    } else if has_frames(bytes) {
        (of_frames(bytes, first)?, None)
    } else if is_katakana(bytes) {
        (Legacy::for_label(b"Shift_JIS")?, first)
    } else {
        return None;
    };
    Some(Guess {
        encoding,
        certainty: Certainty::Likely,
        language: None,
        is_declared: false,
        is_told: true,
        neighbors: 0,
        second: second.filter(|second| *second != encoding).map(|second| Second {
            encoding: second.name(),
            bits: None,
        }),
    })
}

/// NEL in ISO-8859-1.
const NEL: u8 = 0x85;

/// Returns `true` if the text has lines that end with NEL, and nothing else that ends lines or is not ASCII.
fn ends_lines_with_nel(bytes: &[u8]) -> bool {
    const FEWEST: usize = 2;
    let lines = memchr::memchr_iter(NEL, bytes).count();
    // A line that begins with an ellipsis has it before a small letter or a space.
    let begins_line = |byte: &u8| !matches!(byte, b' ' | b'a'..=b'z');
    lines >= FEWEST
        && bytes.last() == Some(&NEL)
        && bytes.iter().all(|&byte| byte == NEL || byte.is_ascii())
        && memchr::memchr2(b'\n', b'\r', bytes).is_none()
        && bytes
            .windows(2)
            .all(|pair| pair[0] != NEL || begins_line(&pair[1]))
}

/// A style of frames, in the code pages of DOS: its line, what begins and what ends one.
struct Style {
    line: u8,
    starts: &'static [u8],
    ends: &'static [u8],
}

/// All of them: double and single lines, with corners of both.
const STYLES: [Style; 2] = [
    Style {
        line: 0xCD,
        starts: b"\xC9\xC8\xCC\xD5\xD4\xC6",
        ends: b"\xBB\xBC\xB9\xB8\xBE\xB5",
    },
    Style {
        line: 0xC4,
        starts: b"\xDA\xC0\xC3\xD6\xD3\xC7",
        ends: b"\xBF\xD9\xB4\xB7\xBD\xB6",
    },
];

/// All bytes of frames and blocks.
const OF_FRAMES: std::ops::RangeInclusive<u8> = 0xB0..=0xDF;

/// Returns `true` if the text has two lines of frames or more, each with its corners.
fn has_frames(bytes: &[u8]) -> bool {
    const FEWEST: usize = 2;
    const SHORTEST: usize = 2;
    let of_style = |style: &Style| {
        let mut count = 0;
        let mut at = 0;
        while let Some(start) = memchr::memchr(style.line, &bytes[at..]).map(|start| at + start) {
            let len = bytes[start..]
                .iter()
                .take_while(|byte| **byte == style.line)
                .count();
            at = start + len;
            let before = start.checked_sub(1).map(|before| bytes[before]);
            let is_whole = before.is_some_and(|byte| style.starts.contains(&byte))
                && bytes.get(at).is_some_and(|byte| style.ends.contains(byte));
            count += usize::from(len >= SHORTEST && is_whole);
        }
        count
    };
    STYLES.iter().map(of_style).sum::<usize>() >= FEWEST
}

/// Returns the code page of a text that has frames: that in which the rest reads best, or the first one.
fn of_frames(bytes: &[u8], first: Option<Legacy>) -> Option<Legacy> {
    let frame = "╔═╗║╚╝";
    let has_frames = |encoding: &Legacy| encoding.decode(b"\xC9\xCD\xBB\xBA\xC8\xBC").0 == frame;
    if let Some(first) = first.filter(has_frames) {
        return Some(first);
    }
    let rest: Vec<u8> = bytes
        .iter()
        .map(|&byte| if OF_FRAMES.contains(&byte) { b' ' } else { byte })
        .collect();
    let of_rest = match rest.is_ascii() {
        true => None,
        false => candidates(&rest)
            .iter()
            .filter_map(|candidate| Legacy::new(candidate.encoding))
            .find(|encoding| has_frames(encoding) && encoding.decode(bytes).1),
    };
    of_rest.or_else(|| Legacy::for_label(b"IBM437"))
}

/// The marks of voiced sounds, and the first one alone.
const VOICED: u8 = 0xDE;
const HALF_VOICED: u8 = 0xDF;

/// Returns `true` if all that is not ASCII is katakana of half width in Shift_JIS: words of their own, whose marks follow letters that
/// have them, with many letters that are signs in other encodings.
fn is_katakana(bytes: &[u8]) -> bool {
    const FEWEST: usize = 8;
    const FEWEST_LETTERS: usize = 5;
    let (mut all, mut marks, mut signs) = (0, 0, 0);
    let mut has = [false; 256];
    let mut before = b' ';
    for &byte in bytes {
        if !byte.is_ascii() {
            let fits = match byte {
                VOICED => matches!(before, 0xB3 | 0xB6..=0xC4 | 0xCA..=0xCE),
                HALF_VOICED => matches!(before, 0xCA..=0xCE),
                0xA1..=0xDD => true,
                _ => false,
            };
            if !fits || before.is_ascii_alphabetic() {
                return false;
            }
            all += 1;
            marks += usize::from(byte >= VOICED);
            signs += usize::from(byte < 0xC0);
            has[usize::from(byte)] = true;
        } else if byte.is_ascii_alphabetic() && !before.is_ascii() {
            return false;
        }
        before = byte;
    }
    let letters = has.iter().filter(|has| **has).count();
    all >= FEWEST && marks > 0 && letters >= FEWEST_LETTERS && signs * 5 >= all && signs < all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8]) -> Option<&'static str> {
        guess(bytes, None).map(|guess| guess.encoding.name())
    }

    #[test]
    fn lines_that_end_with_nel_are_latin_1() {
        assert_eq!(name(b"Line 1\x85Line 2\x85"), Some("ISO-8859-1"));
        for other in [
            // Ellipses of windows-1252.
            &b"Wait\x85 what\x85"[..],
            b"one\x85two\x85",
            b"One\x85\nTwo\x85\n",
            b"One\x85Two",
            b"One\x85",
            b"Caf\xE9\x85Two\x85",
        ] {
            assert_eq!(name(other), None, "{other:X?}");
        }
    }

    #[test]
    fn katakana_have_enough_of_the_columns_before_0xc0() {
        // One letter of 12 is in these columns. The letter 0xC0, of which there are two, is not.
        let few = b"\xB6\xDE\xC0\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC0";
        assert!(!is_katakana(few));
        let enough = b"\xB6\xDE\xBF\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xBF";
        assert!(is_katakana(enough));
    }

    #[test]
    fn frames_are_of_a_code_page_of_dos() {
        let double = b"\xC9\xCD\xCD\xCD\xBB\r\n\xBA a \xBA\r\n\xC8\xCD\xCD\xCD\xBC\r\n";
        let single = b"\xDA\xC4\xC4\xBF\n\xB3ab\xB3\n\xC0\xC4\xC4\xD9\n";
        assert_eq!(name(double), Some("IBM437"));
        assert_eq!(name(single), Some("IBM437"));
        let (ibm866, ..) = encoding_rs::IBM866.encode("Привет, Москва");
        let bytes = [&double[..5], b"\n\xBA ", &ibm866, b" \xBA\n", &double[14..]].concat();
        assert_eq!(name(&bytes), Some("IBM866"));
        // One line of a frame, and a frame without corners.
        assert_eq!(name(b"\xC9\xCD\xCD\xCD\xBB\n"), None);
        assert_eq!(name(b"\xCD\xCD\xCD\n\xCD\xCD\xCD\n"), None);
    }

    #[test]
    fn words_of_half_width_katakana_are_shift_jis() {
        let katakana = b"\xC3\xBD\xC4 \xB6\xDE\xB0\xC0 \xB6\xC5 \xD2\xB2 \xD4\xCF\xC0\xDE \xC0\xDB\xB3\n";
        assert_eq!(name(katakana), Some("Shift_JIS"));
        // Without a mark, few, and a mark that nothing comes before.
        assert_eq!(name(b"\xC3\xBD\xC4 \xB6\xB0\xC0 \xB6\xC5 \xD2\xB2"), None);
        assert_eq!(name(b"\xB6\xDE\xB0\xC0"), None);
        assert_eq!(name(b"\xC3\xBD\xC4 \xDE\xB0\xC0 \xB6\xC5 \xD2\xB2\xC3\xBD"), None);
        // Capitals of Russian in windows-1251 and ISO-8859-5, and a letter of ASCII beside them.
        for encoding in [encoding_rs::WINDOWS_1251, encoding_rs::ISO_8859_5] {
            let (capitals, ..) = encoding.encode("ПРИВЕТ МОСКВА ЮЖНАЯ ЭРА");
            assert_eq!(name(&capitals), None);
        }
        assert_eq!(name(b"a\xC3\xBD\xC4 \xB6\xDE\xB0\xC0 \xB6\xC5 \xD2\xB2"), None);
    }
}
