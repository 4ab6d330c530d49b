//! Finds the places where a rule may have something to report, for all rules in one pass.
//!
//! Three bytes are enough to recognize the start of everything that these rules report. Stretches of 256 bytes are
//! tested together, in plain code without branches that compilers vectorize. Only where some place in a stretch
//! matches is each place tested.

/// The patterns to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Patterns {
    pub(crate) nul: bool,
    pub(crate) bidi: bool,
    pub(crate) double: bool,
    pub(crate) feff: bool,
    pub(crate) tag: bool,
    /// The patterns of rules that are off by default: see [`is_rare`].
    pub(crate) rare: bool,
}

/// Places tested together.
const BLOCK: usize = 256;

/// The byte that places after the end of the text are taken for. No pattern begins with it.
const AFTER_END: u8 = b' ';

impl Patterns {
    /// Returns the first place in `bytes[from..to]` where a pattern begins.
    pub(crate) fn find(self, bytes: &[u8], from: usize, to: usize) -> Option<usize> {
        debug_assert!(to <= bytes.len());
        let mut at = from;
        while at < to {
            let has_any = match bytes[at..].first_chunk() {
                Some(block) => self.any(block),
                // The last places, and spaces after them as in `matches_at`.
                None => {
                    let mut block = [AFTER_END; BLOCK + 2];
                    block[..bytes.len() - at].copy_from_slice(&bytes[at..]);
                    self.any(&block)
                }
            };
            if has_any {
                let end = to.min(at + BLOCK);
                if let Some(found) = (at..end).find(|&at| self.matches_at(bytes, at)) {
                    return Some(found);
                }
            }
            at += BLOCK;
        }
        None
    }

    /// Returns `true` if any of the first 256 places in `block` matches.
    fn any(self, block: &[u8; BLOCK + 2]) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected;
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                // SAFETY: the processor has AVX-512BW and AVX-512VL, as the condition has just found.
                return unsafe { self.any_avx512(block) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2, as the condition has just found.
                return unsafe { self.any_avx2(block) };
            }
        }
        self.any_plain(block)
    }

    /// The same code, compiled for AVX-512.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512bw,avx512vl")]
    fn any_avx512(self, block: &[u8]) -> bool {
        self.any_plain(block)
    }

    /// The same code, compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn any_avx2(self, block: &[u8]) -> bool {
        self.any_plain(block)
    }

    #[inline(always)]
    fn any_plain(self, block: &[u8]) -> bool {
        // Most stretches have nothing that a pattern begins with, and one pass over two bytes of each place finds that out.
        // A minimum is zero if some place has a zero, and so combines the tests without comparing for each. A maximum costs less
        // than another test, and bytes from 0xF3 on are rare.
        let (first, second) = (&block[..BLOCK], &block[1..=BLOCK]);
        let (mut double, mut other, mut highest) = (u8::MAX, u8::MAX, 0);
        for i in 0..BLOCK {
            let (x, y) = (first[i], second[i]);
            let bidi = (x ^ 0xE2) | ((y | 1) ^ 0x81);
            let feff = (x ^ 0xEF) | (y ^ 0xBB);
            double = double.min(x ^ 0xC3);
            other = other.min(x).min(bidi).min(feff);
            highest = highest.max(x); // tag characters begin with 0xF3
        }
        ((other == 0 || highest >= 0xF3)
            && any_place(block, |x, y, z| {
                (self.nul & (x == 0))
                    | (self.bidi & is_bidi(x, y, z))
                    | (self.feff & is_feff(x, y, z))
                    | (self.tag & is_tag(x, y, z))
            }))
            || (double == 0 && self.double && any_place(block, is_double))
            || (self.rare && any_place(block, is_rare))
    }

    fn matches_at(self, bytes: &[u8], at: usize) -> bool {
        let byte = |i: usize| bytes.get(at + i).copied().unwrap_or(AFTER_END);
        let (x, y, z) = (byte(0), byte(1), byte(2));
        (self.nul && x == 0)
            || (self.double && is_double(x, y, z))
            || (self.bidi && is_bidi(x, y, z))
            || (self.feff && is_feff(x, y, z))
            || (self.tag && is_tag(x, y, z))
            || (self.rare && is_rare(x, y, z))
    }
}

#[inline(always)]
fn within(byte: u8, first: u8, last: u8) -> bool {
    byte.wrapping_sub(first) <= last - first
}

/// Matches U+202A..=U+202E and U+2066..=U+2069.
#[inline(always)]
fn is_bidi(x: u8, y: u8, z: u8) -> bool {
    (x == 0xE2) & (((y == 0x80) & within(z, 0xAA, 0xAE)) | ((y == 0x81) & within(z, 0xA6, 0xA9)))
}

/// Matches U+FEFF.
#[inline(always)]
fn is_feff(x: u8, y: u8, z: u8) -> bool {
    (x == 0xEF) & (y == 0xBB) & (z == 0xBF)
}

/// Matches U+E0000..=U+E007F.
#[inline(always)]
fn is_tag(x: u8, y: u8, z: u8) -> bool {
    (x == 0xF3) & (y == 0xA0) & within(z, 0x80, 0x81)
}

/// Matches U+00C2..=U+00F4 before U+0080..=U+00BF or a character that Windows-1252 has at 0x80..=0x9F, or before U+FFFD, and
/// U+00C3 before a space.
#[inline(always)]
fn is_double(x: u8, y: u8, z: u8) -> bool {
    let is_byte = (z | 0x20 == 0xE2) | within(z, 0xC5, 0xC6) | (z == 0xCB) | (z == 0xEF);
    (x == 0xC3) & within(y, 0x82, 0xB4) & (is_byte | ((y == 0x83) & (z == b' ')))
}

/// Returns `true` if any of the first 256 places matches, with the two bytes after it.
#[inline(always)]
fn any_place(block: &[u8], matches: impl Fn(u8, u8, u8) -> bool) -> bool {
    let (first, second, third) = (&block[..BLOCK], &block[1..=BLOCK], &block[2..BLOCK + 2]);
    let mut any = false;
    for i in 0..BLOCK {
        any |= matches(first[i], second[i], third[i]);
    }
    any
}

/// Matches controls, U+FFFD, noncharacters, and the marks that only set a direction for their neighbours.
#[inline(always)]
fn is_rare(x: u8, y: u8, z: u8) -> bool {
    let control = ((x < 0x20) & (x != b'\t') & (x != b'\n') & (x != b'\r')) | (x == 0x7F);
    let c1 = (x == 0xC2) & (y < 0xA0);
    let specials = (x == 0xEF) & (((y == 0xBF) & (z >= 0xBD)) | (y == 0xB7));
    let last_of_plane = (x >= 0xF0) & (y & 0x8F == 0x8F) & (z == 0xBF);
    let marks = ((x == 0xE2) & (y == 0x80) & ((z == 0x8E) | (z == 0x8F))) | ((x == 0xD8) & (y == 0x9C));
    control | c1 | specials | last_of_plane | marks
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Patterns = Patterns {
        nul: true,
        bidi: true,
        double: true,
        feff: true,
        tag: true,
        rare: true,
    };

    #[test]
    fn stretches_and_single_places_agree() {
        let interesting = [
            "\0",
            "\u{202E}",
            "\u{2066}",
            "Ã©",
            "â€™",
            "\u{FFFD}",
            "\u{FEFF}",
            "\u{1FFFE}",
            "\u{E0041}",
            "\u{85}",
            "\u{200F}",
        ];
        for patterns in [
            ALL,
            Patterns { rare: false, ..ALL },
            Patterns {
                nul: false,
                bidi: false,
                feff: false,
                tag: false,
                ..ALL
            },
        ] {
            for mark in interesting {
                for at in (0..20).chain(240..270).chain([500]) {
                    let mut text = "é…".repeat(200).into_bytes();
                    let at = at / 5 * 5;
                    text.splice(at..at, mark.bytes());
                    let slow = (0..text.len()).find(|&at| patterns.matches_at(&text, at));
                    assert_eq!(patterns.find(&text, 0, text.len()), slow, "{mark:?} at {at}");
                }
            }
        }
    }

    #[test]
    fn places_near_the_end_agree() {
        let marks: [&[u8]; 7] = [
            b"\0",
            "\u{202E}".as_bytes(),
            "Ã©".as_bytes(),
            b"\xC3\x83", // before the end, which counts as a space
            "\u{FEFF}".as_bytes(),
            b"\xE2\x80",
            b"\xF3\xA0",
        ];
        for mark in marks {
            for len in (0..12).chain(BLOCK - 12..BLOCK + 12).chain([600]) {
                for after in 0..4 {
                    let text = [&vec![b'a'; len][..], mark, &b"aaa"[..after]].concat();
                    for (from, to) in [(0, text.len()), (len / 2, text.len()), (0, text.len() - 1)] {
                        let slow = (from..to).find(|&at| ALL.matches_at(&text, at));
                        assert_eq!(
                            ALL.find(&text, from, to),
                            slow,
                            "{mark:X?} at {len}, {from}..{to}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn common_text_has_no_match() {
        let text = "Größe – “naïve” l’été, 漢字 \t\r\n Привет ‘…’ ".repeat(50);
        assert_eq!(ALL.find(text.as_bytes(), 0, text.len()), None);
    }
}
