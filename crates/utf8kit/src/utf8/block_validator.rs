//! Validation of text that comes in blocks, with one question at the end.

use crate::simd::dispatch::{Kernels, kernels};
use crate::simd::validate_utf8::LastBlock;

/// Validates UTF-8 that comes in blocks of 64 bytes, and says at the end whether all of it is well-formed (RFC 3629 section 4).
///
/// This is for parsers that go through a text block by block anyway: a block that is in the cache is validated at once,
/// wherever its characters are cut. Where and what an error is, [`validate`](super::validate) says. A
/// [`Validator`](crate::stream::Validator) takes pieces of any size, and says so itself.
///
/// ```
/// use utf8kit::utf8::BlockValidator;
///
/// fn is_valid_line(text: &[u8]) -> bool {
///     let mut validator = BlockValidator::new();
///     let (blocks, rest) = text.as_chunks();
///     for block in blocks {
///         // Other work on the block.
///         validator.push(core::slice::from_ref(block));
///     }
///     validator.finish(rest)
/// }
///
/// let text = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. ".repeat(3);
/// assert!(is_valid_line(text.as_bytes()));
/// assert!(!is_valid_line(&text.as_bytes()[..3]));
/// ```
#[derive(Clone, Debug)]
pub struct BlockValidator {
    last: LastBlock,
    has_error: bool,
}

impl BlockValidator {
    /// The number of bytes in a block: 64.
    pub const LEN: usize = 64;

    /// Creates a validator at the beginning of a text.
    #[must_use]
    pub const fn new() -> Self {
        BlockValidator {
            last: LastBlock::none(),
            has_error: false,
        }
    }

    /// Validates the next blocks of the text. Many at once take less time for each.
    #[inline]
    pub fn push(&mut self, blocks: &[[u8; BlockValidator::LEN]]) {
        self.push_by(kernels(), blocks);
    }

    #[inline]
    fn push_by(&mut self, kernels: Kernels, blocks: &[[u8; BlockValidator::LEN]]) {
        // SAFETY: a `Kernels` proves that the processor has the instruction set, and the kernel asks for nothing more.
        self.has_error |= unsafe { kernels.utf8_blocks(&mut self.last, blocks) };
    }

    /// Returns `true` if an error has shown. A character that is cut after the last block shows only with what follows.
    ///
    /// ```
    /// use utf8kit::utf8::BlockValidator;
    ///
    /// let mut validator = BlockValidator::new();
    /// validator.push(&[[0xFF; 64]]);
    /// assert!(validator.has_error());
    /// ```
    #[inline]
    #[must_use]
    pub const fn has_error(&self) -> bool {
        // Some instruction sets compare a last byte of the blocks only with what follows it.
        self.has_error || matches!(self.last.end(), [.., 0xC0 | 0xC1 | 0xF5..=0xFF])
    }

    /// Ends the text with `rest`, of any length. Returns `true` if all of the text is well-formed.
    ///
    /// ```
    /// use utf8kit::utf8::BlockValidator;
    ///
    /// assert!(BlockValidator::new().finish("ça".as_bytes()));
    /// assert!(!BlockValidator::new().finish(b"a\xC3"));
    /// ```
    #[must_use]
    pub fn finish(self, rest: &[u8]) -> bool {
        self.finish_by(kernels(), rest)
    }

    fn finish_by(mut self, kernels: Kernels, rest: &[u8]) -> bool {
        let (blocks, rest) = rest.as_chunks();
        self.push_by(kernels, blocks);
        // Nothing continues a character after the end.
        let mut end = [0; BlockValidator::LEN];
        end.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
        self.push_by(kernels, &[end]);
        !self.has_error
    }
}

impl Default for BlockValidator {
    fn default() -> Self {
        BlockValidator::new()
    }
}

#[cfg(all(test, feature = "tiers"))]
mod tests {
    use super::*;
    use crate::simd::dispatch::available;
    use std::vec::Vec;

    /// Returns whether `text` is well-formed, in pushes of so many blocks, in turn.
    fn is_valid(kernels: Kernels, text: &[u8], pushes: &[usize]) -> bool {
        let mut validator = BlockValidator::new();
        let mut rest = text;
        for count in pushes.iter().cycle() {
            let Some((blocks, more)) = rest.split_at_checked(count * BlockValidator::LEN) else {
                break;
            };
            validator.push_by(kernels, blocks.as_chunks().0);
            rest = more;
        }
        validator.finish_by(kernels, rest)
    }

    fn check(kernels: Kernels, text: &[u8], pushes: &[usize]) {
        let expected = core::str::from_utf8(text).is_ok();
        let tier = kernels.tier();
        assert_eq!(
            is_valid(kernels, text, pushes),
            expected,
            "{tier} {pushes:?} {text:X?}"
        );
    }

    #[test]
    fn sequences_are_seen_at_each_place_of_blocks() {
        let sequences: [&[u8]; 24] = [
            b"",
            b"\xC3\xA9",
            b"\xE2\x82\xAC",
            b"\xED\x9F\xBF",
            b"\xEF\xBF\xBF",
            b"\xF0\x90\x80\x80",
            b"\xF4\x8F\xBF\xBF",
            b"\x80",
            b"\xBF\xBF",
            b"\xC3",
            b"\xC1\xBF",
            b"\xC3\xA9\xA9",
            b"\xE2\x82",
            b"\xE2",
            b"\xE0\x9F\xBF",
            b"\xED\xA0\x80",
            b"\xE2\x82\xAC\x80",
            b"\xF0\x8F\xBF\xBF",
            b"\xF0\x9F\x99",
            b"\xF4\x90\x80\x80",
            b"\xF0\x9F",
            b"\xF0\x9F\x99\x82\x80",
            b"\xF5\x80\x80\x80",
            b"\xFF",
        ];
        let most = if cfg!(miri) { 1 } else { 5 };
        for kernels in available() {
            for sequence in sequences {
                for filler in ["a", "é", "字"] {
                    for blocks in 1..=most {
                        for place in 60..=68 {
                            let mut text = filler.repeat((64 * blocks + place) / filler.len()).into_bytes();
                            text.resize(64 * (blocks - 1) + place, b'a');
                            text.truncate(64 * (blocks - 1) + place);
                            if core::str::from_utf8(&text).is_err() {
                                continue;
                            }
                            text.extend(sequence);
                            for after in [0, 1, 64, 200] {
                                let text = [&*text, &std::vec![b'a'; after]].concat();
                                for pushes in [&[1][..], &[2], &[1, 3], &[5], &[100]] {
                                    check(kernels, &text, pushes);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn long_text_is_validated_in_any_blocks() {
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let words = [
            "word ",
            "déjà ",
            "слово ",
            "字",
            "🙂",
            "long plain text without any sign, ",
        ];
        let rounds = if cfg!(miri) { 2 } else { 300 };
        for _ in 0..rounds {
            let dense = random(words.len());
            let mut text = Vec::new();
            let most = if random(4) == 0 { 40_000 } else { 3000 };
            let len = random(most);
            while text.len() < len {
                let other = if random(8) == 0 {
                    random(words.len())
                } else {
                    dense
                };
                text.extend(words[other].as_bytes());
            }
            if random(2) == 0 && !text.is_empty() {
                let place = random(text.len());
                match random(3) {
                    0 => text[place] = [0x80, 0xC3, 0xF0, 0xFF][random(4)],
                    1 => text.truncate(place),
                    _ => drop(text.remove(place)),
                }
            }
            let count = 1 + random(3);
            let mut push = || {
                let bits = random(9);
                1 + random(1 << bits)
            };
            let pushes: Vec<usize> = (0..count).map(|_| push()).collect();
            for kernels in available() {
                check(kernels, &text, &pushes);
            }
        }
    }

    #[test]
    fn every_end_of_a_block_shows_the_same_on_all_tiers() {
        let step = if cfg!(miri) { 0x35 } else { 1 };
        for before in [0x61, 0x80, 0xC3, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xFF] {
            for end in (0..=0xFFFF_u16).step_by(step) {
                let mut block = [b'a'; 64];
                block[61] = before;
                [block[62], block[63]] = end.to_be_bytes();
                let mut shown = available().map(|kernels| {
                    let mut validator = BlockValidator::new();
                    validator.push_by(kernels, &[block]);
                    validator.has_error()
                });
                let first = shown.next();
                assert!(shown.all(|shown| Some(shown) == first), "{before:02X} {end:04X}");
            }
        }
    }

    #[test]
    fn an_error_shows_once_it_cannot_be_completed() {
        for kernels in available() {
            let mut validator = BlockValidator::new();
            let mut block = [b'a'; 64];
            block[63] = 0xE2;
            validator.push_by(kernels, &[block]);
            assert!(!validator.has_error());
            validator.push_by(kernels, &[]);
            assert!(!validator.has_error());
            validator.push_by(kernels, &[[b'a'; 64]]);
            assert!(validator.has_error());
            validator.push_by(kernels, &[[b'a'; 64]]);
            assert!(validator.has_error() && !validator.finish_by(kernels, b""));
        }
    }
}
