//! Tells by their bytes that letters did not go through an encoding with two bytes for a character. Most letters of East Asian text did not.

use super::through::{EastAsian, Through};
use std::mem;
use std::sync::OnceLock;
use utf8kit::Endian;

/// Encodings, a bit for each: those of [`EastAsian::all`], and those of [`Through::UTF_16`] from [`UTF_16`] on.
type Bits = u8;

const UTF_16: usize = 5;

/// Those of [`EastAsian::all`].
const EAST_ASIAN: Bits = (1 << UTF_16) - 1;

/// What the bytes of a character are as part of UTF-8.
#[derive(Clone, Copy, Default)]
struct Part {
    /// The encodings in which no well-formed text has them side by side, or which do not have the character.
    never: Bits,
    /// The encodings in which they begin with the first byte of a sequence.
    begins: Bits,
    /// Those in which they begin with a byte that continues one.
    continues: Bits,
    /// Those in which they end with the first byte of a sequence.
    opens: Bits,
    /// Those in which they end with a byte of ASCII.
    closes: Bits,
}

impl Part {
    /// Returns those of a character.
    fn of(c: char) -> Part {
        /// For the characters of each block of 256, from when one is asked for.
        static BLOCKS: [OnceLock<Box<[Part; 256]>>; 256] = [const { OnceLock::new() }; 256];
        let Ok(unit) = u16::try_from(u32::from(c)) else {
            return Part {
                never: EAST_ASIAN,
                ..Part::default()
            };
        };
        let [block, place] = unit.to_be_bytes();
        let block = BLOCKS[usize::from(block)].get_or_init(|| Part::block(block));
        block[usize::from(place)]
    }

    fn block(block: u8) -> Box<[Part; 256]> {
        let mut all = Box::new([Part::default(); 256]);
        for (place, part) in all.iter_mut().enumerate() {
            let unit = u16::from_be_bytes([block, place as u8]);
            let Some(c) = char::from_u32(unit.into()) else {
                continue;
            };
            for (at, encoding) in EastAsian::all().iter().enumerate() {
                part.add(at, encoding.bytes(c).unwrap_or_default());
            }
            for (at, (_, endian)) in Through::UTF_16.into_iter().enumerate() {
                let bytes = match endian {
                    Endian::Little => unit.to_le_bytes(),
                    Endian::Big => unit.to_be_bytes(),
                };
                part.add(UTF_16 + at, &bytes);
            }
        }
        all
    }

    fn add(&mut self, encoding: usize, bytes: &[u8]) {
        self.never |= Bits::from(!may_be_text(bytes)) << encoding;
        let [first, last] = [bytes.first(), bytes.last()].map(|byte| byte.copied().unwrap_or(0));
        self.begins |= Bits::from(matches!(first, 0xC2..=0xF4)) << encoding;
        self.continues |= Bits::from(matches!(first, 0x80..0xC0)) << encoding;
        self.opens |= Bits::from(matches!(last, 0xC2..=0xF4)) << encoding;
        self.closes |= Bits::from(last.is_ascii()) << encoding;
    }

    /// Returns the encodings in which no well-formed text has the first byte after the last one of `before`.
    fn never_after(self, before: Part) -> Bits {
        before.opens & !self.continues | before.closes & self.continues
    }
}

/// Returns `true` if well-formed text may have these bytes side by side.
fn may_be_text(bytes: &[u8]) -> bool {
    let is_byte = |&byte: &u8| !matches!(byte, 0xC0..=0xC1 | 0xF5..);
    let may_follow = |pair: &[u8]| match pair[0] {
        0..0x80 => !matches!(pair[1], 0x80..0xC0),
        0x80..0xC0 => true,
        0xE0 => matches!(pair[1], 0xA0..0xC0),
        0xED => matches!(pair[1], 0x80..0xA0),
        0xF0 => matches!(pair[1], 0x90..0xC0),
        0xF4 => matches!(pair[1], 0x80..0x90),
        _ => matches!(pair[1], 0x80..0xC0),
    };
    !bytes.is_empty() && bytes.iter().all(is_byte) && bytes.windows(2).all(may_follow)
}

/// Returns the encodings with two bytes for a character that letters may have gone through. The ends may cut a sequence.
pub(super) fn may_be_pairs(
    letters: impl Iterator<Item = char>,
    is_cut: [bool; 2],
) -> impl Iterator<Item = &'static EastAsian> {
    // What a cut sequence before the letters goes on with is no part of them, nor is a cut sequence at their end.
    let mut begun = if is_cut[0] { 0 } else { EAST_ASIAN };
    let (mut broken, mut never) = (0, 0);
    let mut before = Part::default();
    for part in letters.map(Part::of) {
        broken |= begun & part.never_after(before);
        never |= broken & part.begins;
        begun |= part.begins;
        broken |= begun & part.never;
        before = part;
        let is_settled = if is_cut[1] { never } else { never | broken };
        if is_settled & EAST_ASIAN == EAST_ASIAN {
            break;
        }
    }
    if !is_cut[1] {
        never |= broken;
    }
    let all = EastAsian::all().iter().enumerate();
    all.filter_map(move |(at, encoding)| (never & 1 << at == 0).then_some(encoding))
}

/// Returns the encodings of UTF-16 that letters may have gone through. The ends may cut a sequence.
pub(super) fn may_be_units(
    mut letters: impl DoubleEndedIterator<Item = char>,
    is_cut: [bool; 2],
) -> impl Iterator<Item = (Through, Endian)> {
    /// Letters of which a cut sequence may have bytes.
    const CUT: usize = 2;
    for _ in 0..CUT {
        if is_cut[0] {
            letters.next();
        }
        if is_cut[1] {
            letters.next_back();
        }
    }
    let mut before = Part::default();
    let mut never = 0;
    for part in letters.map(Part::of) {
        never |= part.never | part.never_after(mem::replace(&mut before, part));
        if never & !EAST_ASIAN == !EAST_ASIAN {
            break;
        }
    }
    let all = Through::UTF_16.into_iter().enumerate();
    all.filter_map(move |(at, of)| (never & 1 << (UTF_16 + at) == 0).then_some(of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit::Policy;
    use utf8kit_encodings::{Encoding, Reading};

    /// Well-formed text has bytes side by side if something may stand before and after them.
    #[test]
    fn bytes_that_stand_side_by_side_are_those_of_some_text() {
        let before: [&[u8]; 7] = [
            b"",
            b"\xC3",
            b"\xE1",
            b"\xE1\x80",
            b"\xF1",
            b"\xF1\x80",
            b"\xF1\x80\x80",
        ];
        let after: [&[u8]; 4] = [b"", b"\x80", b"\x80\x80", b"\x80\x80\x80"];
        let more: [&[u8]; 3] = [b"", b"\x90", b"\xA0"];
        let is_part = |bytes: &[u8]| {
            before.iter().any(|before| {
                more.iter().any(|next| {
                    after
                        .iter()
                        .any(|after| std::str::from_utf8(&[before, bytes, next, after].concat()).is_ok())
                })
            })
        };
        for bytes in 0..=u16::MAX {
            let bytes = bytes.to_be_bytes();
            assert_eq!(may_be_text(&bytes), is_part(&bytes), "{bytes:X?}");
        }
        assert!(may_be_text(b"\x8E\xA2\xA1") && !may_be_text(b"\x8F\xC3\xC3") && !may_be_text(b""));
    }

    /// Nothing that is UTF-8 in an encoding is passed over, and most else is, however short it is.
    #[test]
    fn letters_that_are_text_may_be_it() {
        use super::super::segment::{decode_pairs, letters_of};
        use super::super::utf16;

        let mut state = 1_u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        let right: Vec<char> =
            "的一是不了在人有我他这中大来上国个到说们為時後發過장점이것만あいのがアュ、。「」🙂é"
                .chars()
                .collect();
        let meant: Vec<char> = "aé—ж漢字的ひ한🙂 q".chars().collect();
        let ways = EastAsian::all().iter().map(|of| of.through);
        let ways: Vec<Through> = ways.chain(Through::UTF_16.map(|(through, _)| through)).collect();
        let (mut is, mut may_be, mut all) = (0, 0, 0);
        for round in 0..40_000 {
            // Right letters, what went through an encoding, or both.
            let mut text = String::new();
            for _ in 0..1 + random(3) {
                if random(2) == 0 {
                    text.extend((0..random(8)).map(|_| right[random(right.len())]));
                } else {
                    let meant: String = (0..1 + random(8)).map(|_| meant[random(meant.len())]).collect();
                    let through = Encoding::for_label(ways[random(ways.len())].name(), Reading::Web).unwrap();
                    text += &through.decode(meant.as_bytes(), Policy::Drop).unwrap_or_default();
                }
            }
            text.retain(|c| !c.is_ascii());
            let letters: Vec<_> = letters_of(&text, 0..text.len()).collect();
            if letters.is_empty() {
                continue;
            }
            let is_cut = [round & 1 == 1, round & 2 == 2];
            let pairs: Vec<Through> = may_be_pairs(text.chars(), is_cut).map(|of| of.through).collect();
            let characters: Vec<char> = text.chars().collect();
            let units: Vec<Through> = may_be_units(characters.iter().copied(), is_cut)
                .map(|(of, _)| of)
                .collect();
            for encoding in EastAsian::all() {
                let is_text = decode_pairs(&letters, encoding, is_cut).is_some();
                let is_tried = pairs.contains(&encoding.through);
                assert!(!is_text || is_tried, "{text} {is_cut:?} {:?}", encoding.through);
                (is, may_be, all) = (is + u32::from(is_text), may_be + u32::from(is_tried), all + 1);
            }
            for (through, endian) in Through::UTF_16 {
                let places: Vec<_> = letters.iter().map(|letter| letter.range.clone()).collect();
                let is_text =
                    utf16::decode(characters.iter().copied().zip(&places), endian, is_cut).is_some();
                assert!(
                    !is_text || units.contains(&through),
                    "{text} {is_cut:?} {through:?}"
                );
            }
        }
        assert!(is > 4_000 && may_be < all / 2, "{is} {may_be} {all}");
    }
}
