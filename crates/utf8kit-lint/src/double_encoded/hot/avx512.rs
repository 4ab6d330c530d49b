//! Finds strange steps and rare ideographs with AVX-512 VBMI, which looks up 64 bytes at once.
//!
//! Each character has a *kind*, which its first byte and the two after it tell. A kind has two sets of bits: what it may follow
//! ([`NEXT`]) and what it may stand before ([`BEFORE_IT`]). A step is strange if the set of the one and that of the other have no bit
//! in common. As much is passed over as by the plain test for all processors, or less.
//!
//! The vectors of the three bytes are loaded; the kind is looked up by the first, and corrected by what the others are, if the kind
//! has a use for it. The set of the character before is that at its first byte, one to four bytes back.

use super::around::{Around, BEFORE, Seen};
use super::east_asian::{BLOCK, Bits, EastAsian, Part};
use crate::double_encoded::segment::CELL;
use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;

/// A small Latin letter after a Latin letter, and a capital one after another.
const LATIN_SMALL: u8 = 1;
const LATIN_CAPITAL: u8 = 1 << 1;
/// As of Latin letters.
const CYRILLIC_SMALL: u8 = 1 << 2;
const CYRILLIC_CAPITAL: u8 = 1 << 3;
/// Other letters.
const OTHER: u8 = 1 << 4;
/// What is no letter after a sign, and before one.
const AFTER_SIGN: u8 = 1 << 5;
const BEFORE_SIGN: u8 = 1 << 6;
/// ASCII, marks, and characters of East Asia.
const PLAIN: u8 = 1 << 7;

/// A mark stands beside all but signs, and a space beside all.
const MARK: u8 = !(AFTER_SIGN | BEFORE_SIGN);
const ANY: u8 = 0xFF;
const NOTHING: u8 = 0;

/// Kinds: those of the first bytes, and what they become.
mod kind {
    pub(super) const CONTINUES: u8 = 0;
    pub(super) const C2: u8 = 1;
    pub(super) const C2_OPEN: u8 = C2 + 2;
    pub(super) const C2_CONTROL: u8 = C2 + 4;
    pub(super) const C3: u8 = 6;
    pub(super) const C3_SIGN: u8 = C3 + 1;
    pub(super) const C4: u8 = 8;
    pub(super) const C5: u8 = 9;
    pub(super) const C6: u8 = 10;
    pub(super) const C7: u8 = 11;
    pub(super) const C8: u8 = 12;
    pub(super) const CE: u8 = 13;
    pub(super) const CF: u8 = 14;
    pub(super) const D0: u8 = 15;
    pub(super) const D1: u8 = 16;
    pub(super) const D2: u8 = 18;
    pub(super) const OTHER: u8 = 19;
    pub(super) const E1: u8 = 20;
    pub(super) const E1_LATIN: u8 = E1 + 16;
    pub(super) const E1_CAPITAL: u8 = E1_LATIN + 4;
    pub(super) const E2: u8 = 21;
    pub(super) const E2_MARK: u8 = E2 + 8;
    pub(super) const E2_OPEN: u8 = E2_MARK + 1;
    pub(super) const E2_SIGN: u8 = E2_MARK + 2;
    pub(super) const EAST_ASIAN: u8 = 22;
    pub(super) const SIGN: u8 = 24;
    pub(super) const EF: u8 = 25;
    pub(super) const EF_WIDE: u8 = EF + 32;
    pub(super) const PLAIN: u8 = 26;
    pub(super) const SMALL: u8 = 27;
    pub(super) const CAPITAL: u8 = 28;
    /// What is added if the second byte is one of those that the kind has a use for.
    pub(super) const SPECIAL: u8 = 32;
}

/// The kind of each first byte.
const KINDS: [u8; 256] = {
    let mut kinds = [kind::CONTINUES; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' => kind::SMALL,
            b'A'..=b'Z' => kind::CAPITAL,
            0..0x80 => kind::PLAIN,
            0x80..0xC2 => kind::CONTINUES,
            0xC2 => kind::C2,
            0xC3 => kind::C3,
            0xC4 => kind::C4,
            0xC5 => kind::C5,
            0xC6 => kind::C6,
            0xC7 => kind::C7,
            0xC8 => kind::C8,
            0xCE => kind::CE,
            0xCF => kind::CF,
            0xD0 => kind::D0,
            0xD1 => kind::D1,
            0xD2..=0xD3 => kind::D2,
            0xC9..=0xE0 => kind::OTHER,
            0xE1 => kind::E1,
            0xE2 => kind::E2,
            0xE3..=0xED => kind::EAST_ASIAN,
            0xEF => kind::EF,
            0xEE | 0xF0.. => kind::SIGN,
        };
        byte += 1;
    }
    kinds
};

const fn with<const N: usize>(mut table: [u8; 64], entries: [(u8, u8); N]) -> [u8; 64] {
    let mut at = 0;
    while at < N {
        table[entries[at].0 as usize] = entries[at].1;
        at += 1;
    }
    table
}

/// For each second byte, by its low bits: a bit for each set that it is in. For each kind: the bit of the set that is special.
const SECOND: [u8; 64] = {
    let mut table = [0; 64];
    let mut low = 0;
    while low < 64 {
        let byte = 0x80 | low as u8;
        let is_odd = byte & 1 == 1;
        // Marks.
        let of_c2 = matches!(byte, 0xA0 | 0xAB | 0xAD | 0xB7 | 0xBB);
        // Capitals.
        let of_c3 = byte < 0x9F && byte != 0x97;
        let of_c4 = if byte < 0xB8 { !is_odd } else { is_odd };
        let of_c5 = match byte {
            0x80..0x89 => is_odd,
            0x89..0xB8 => byte != 0x89 && !is_odd,
            0xB8 => true,
            _ => is_odd && byte != 0xBF,
        };
        // Small letters.
        let of_c6 = matches!(byte, 0xA1 | 0xB0);
        // Signs.
        let of_ce = matches!(byte, 0x80..=0x85 | 0x87);
        // Capitals.
        let of_d0 = byte < 0xB0;
        table[low] = of_c2 as u8
            | (of_c3 as u8) << 1
            | (of_c4 as u8) << 2
            | (of_c5 as u8) << 3
            | (of_c6 as u8) << 4
            | (of_ce as u8) << 5
            | (of_d0 as u8) << 6
            | (!is_odd as u8) << 7;
        low += 1;
    }
    table
};
const SPECIAL: [u8; 64] = with(
    [0; 64],
    [
        (kind::C2, 1),
        (kind::C3, 1 << 1),
        (kind::C4, 1 << 2),
        (kind::C5, 1 << 3),
        (kind::C6, 1 << 4),
        (kind::CE, 1 << 5),
        (kind::D0, 1 << 6),
        (kind::C8, 1 << 7),
        (kind::D2, 1 << 7),
    ],
);

/// For each second byte: what is added to the kinds that have a use for it. For each kind: of which bits it has.
const ADDED: [u8; 64] = {
    let mut table = [0; 64];
    let mut low = 0;
    while low < 64 {
        let byte = 0x80 | low as u8;
        let of_c3 = matches!(byte, 0x97 | 0xB7);
        let of_c2 = matches!(byte, 0xA1 | 0xBF);
        let is_control = byte < 0xA0;
        let of_e2 = byte == 0x80;
        let of_e1 = matches!(byte, 0xB8..=0xBB);
        let of_ef = byte == 0xBC;
        table[low] = (of_c3 as u8 * (kind::C3_SIGN - kind::C3))
            | (of_c2 as u8 * (kind::C2_OPEN - kind::C2))
            | (is_control as u8 * (kind::C2_CONTROL - kind::C2))
            | (of_e2 as u8 * (kind::E2_MARK - kind::E2))
            | (of_e1 as u8 * (kind::E1_LATIN - kind::E1))
            | (of_ef as u8 * (kind::EF_WIDE - kind::EF));
        low += 1;
    }
    table
};
const USES: [u8; 64] = with(
    [0; 64],
    [
        (kind::C3, kind::C3_SIGN - kind::C3),
        (
            kind::C2,
            (kind::C2_OPEN - kind::C2) | (kind::C2_CONTROL - kind::C2),
        ),
        (kind::E2, kind::E2_MARK - kind::E2),
        (kind::E1, kind::E1_LATIN - kind::E1),
        (kind::EF, kind::EF_WIDE - kind::EF),
    ],
);

/// The same for each third byte.
const THIRD: [u8; 64] = {
    let mut table = [0; 64];
    let mut low = 0;
    while low < 64 {
        let byte = 0x80 | low as u8;
        // `‚` and `„`.
        let is_open = matches!(byte, 0x9A | 0x9E);
        // `†`, `‡` and `‰`.
        let is_sign = matches!(byte, 0xA0 | 0xA1 | 0xB0);
        let is_capital = byte & 1 == 0;
        table[low] = (is_open as u8 * (kind::E2_OPEN - kind::E2_MARK))
            | (is_sign as u8 * (kind::E2_SIGN - kind::E2_MARK))
            | (is_capital as u8 * (kind::E1_CAPITAL - kind::E1_LATIN));
        low += 1;
    }
    table
};
const USES_THIRD: [u8; 64] = with(
    [0; 64],
    [
        (
            kind::E2_MARK,
            (kind::E2_OPEN - kind::E2_MARK) | (kind::E2_SIGN - kind::E2_MARK),
        ),
        (kind::E1_LATIN, kind::E1_CAPITAL - kind::E1_LATIN),
    ],
);

/// The sets of a kind: of its step from the character before, and of that to the next.
const SETS: [(u8, u8, u8); 40] = {
    const SMALL: (u8, u8) = (LATIN_SMALL | LATIN_CAPITAL, LATIN_SMALL);
    const CAPITAL: (u8, u8) = (LATIN_CAPITAL, LATIN_SMALL | LATIN_CAPITAL);
    const SIGN: (u8, u8) = (BEFORE_SIGN, AFTER_SIGN);
    const WIDE: u8 = AFTER_SIGN | BEFORE_SIGN | PLAIN;
    [
        (kind::C2, SIGN.0, SIGN.1),
        (kind::C2 + kind::SPECIAL, MARK, MARK),
        (kind::C2_OPEN, SIGN.0, MARK),
        (kind::C2_CONTROL, NOTHING, ANY),
        (kind::C3, SMALL.0, SMALL.1),
        (kind::C3 + kind::SPECIAL, CAPITAL.0, CAPITAL.1),
        (kind::C3_SIGN, SIGN.0, SIGN.1),
        (kind::C4, SMALL.0, SMALL.1),
        (kind::C4 + kind::SPECIAL, CAPITAL.0, CAPITAL.1),
        (kind::C5, SMALL.0, SMALL.1),
        (kind::C5 + kind::SPECIAL, CAPITAL.0, CAPITAL.1),
        // What these are is not known.
        (kind::C6, LATIN_CAPITAL, LATIN_SMALL),
        (kind::C7, LATIN_CAPITAL, LATIN_SMALL),
        (kind::C6 + kind::SPECIAL, SMALL.0, SMALL.1),
        (kind::C8, SMALL.0, SMALL.1),
        (kind::C8 + kind::SPECIAL, CAPITAL.0, CAPITAL.1),
        (kind::CE, OTHER, OTHER),
        (kind::CE + kind::SPECIAL, SIGN.0, SIGN.1),
        (kind::CF, OTHER, OTHER),
        (kind::D0, CYRILLIC_SMALL, CYRILLIC_SMALL),
        (
            kind::D0 + kind::SPECIAL,
            CYRILLIC_CAPITAL,
            CYRILLIC_SMALL | CYRILLIC_CAPITAL,
        ),
        (kind::D1, CYRILLIC_SMALL, CYRILLIC_SMALL),
        (kind::D2, CYRILLIC_SMALL, CYRILLIC_SMALL),
        (
            kind::D2 + kind::SPECIAL,
            CYRILLIC_CAPITAL,
            CYRILLIC_SMALL | CYRILLIC_CAPITAL,
        ),
        (kind::OTHER, OTHER, OTHER),
        (kind::E1, OTHER, OTHER),
        (kind::E1_LATIN, SMALL.0, SMALL.1),
        (kind::E1_CAPITAL, CAPITAL.0, CAPITAL.1),
        (kind::E2, SIGN.0, SIGN.1),
        (kind::E2_MARK, MARK, MARK),
        (kind::E2_OPEN, SIGN.0, MARK),
        (kind::E2_SIGN, SIGN.0, SIGN.1),
        (kind::EAST_ASIAN, WIDE, WIDE),
        (kind::SIGN, SIGN.0, SIGN.1),
        (kind::EF, SIGN.0, SIGN.1),
        (kind::EF_WIDE, WIDE, WIDE),
        (kind::PLAIN, ANY, ANY),
        // A small letter after a character of East Asia may be after another.
        (kind::SMALL, LATIN_SMALL | LATIN_CAPITAL, LATIN_SMALL | PLAIN),
        (
            kind::CAPITAL,
            LATIN_CAPITAL | PLAIN,
            LATIN_SMALL | LATIN_CAPITAL | PLAIN,
        ),
        (kind::CONTINUES, ANY, NOTHING),
    ]
};

/// What each kind may follow, and what it may stand before.
const NEXT: [u8; 64] = sets(false);
const BEFORE_IT: [u8; 64] = sets(true);

const fn sets(before: bool) -> [u8; 64] {
    let mut table = [0; 64];
    let mut at = 0;
    while at < SETS.len() {
        let (kind, next, before_it) = SETS[at];
        table[kind as usize] = if before { before_it } else { next };
        at += 1;
    }
    table
}

/// Returns `true` if the processor has the instructions of the functions here.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Returns what is seen in a cell, `bytes` without the first [`BEFORE`] and the last [`AFTER`](super::around::AFTER).
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn seen(bytes: &Around) -> Seen {
    // Those of the character that begins at each of the bytes before the cell, in the last lanes.
    let rotated = load(&ROTATED, 0);
    let head = _mm512_permutexvar_epi8(kinds(bytes, 0), load(&BEFORE_IT, 0));
    let mut last = _mm512_permutexvar_epi8(rotated, head);
    let mut strange = 0;
    let mut east_asian = 0;
    for at in (BEFORE..BEFORE + CELL).step_by(BLOCK) {
        let kinds = kinds(bytes, at);
        let next = _mm512_permutexvar_epi8(kinds, load(&NEXT, 0));
        let this = _mm512_permutexvar_epi8(kinds, load(&BEFORE_IT, 0));
        // The sets one to four bytes back.
        let back = _mm512_alignr_epi64::<6>(this, last);
        let one = _mm512_alignr_epi8::<15>(this, back);
        let two = _mm512_alignr_epi8::<14>(this, back);
        let three = _mm512_alignr_epi8::<13>(this, back);
        let four = _mm512_alignr_epi8::<12>(this, back);
        last = this;
        let [prev1, prev2, prev3] = [load(bytes, at - 1), load(bytes, at - 2), load(bytes, at - 3)];
        let is_three = _mm512_cmpge_epu8_mask(prev3, _mm512_set1_epi8(0xE0_u8 as i8));
        let is_two = _mm512_cmpge_epu8_mask(prev2, _mm512_set1_epi8(0xC0_u8 as i8));
        let before = _mm512_mask_blend_epi8(is_three, four, three);
        let before = _mm512_mask_blend_epi8(is_two, before, two);
        let before = _mm512_mask_blend_epi8(_mm512_movepi8_mask(prev1), one, before);
        let begins = !_mm512_cmpeq_epi8_mask(kinds, _mm512_set1_epi8(kind::CONTINUES as i8));
        strange |= _mm512_mask_testn_epi8_mask(begins, before, next);
        east_asian |= _mm512_cmpeq_epi8_mask(kinds, _mm512_set1_epi8(kind::EAST_ASIAN as i8));
    }
    Seen {
        is_strange: strange != 0,
        is_east_asian: east_asian != 0,
    }
}

/// Returns the ideographs and syllables of a cell, `bytes` without the first [`BEFORE`] and the last [`AFTER`](super::around::AFTER).
///
/// The bytes of the characters of three bytes are put side by side: three blocks have no more of them than a vector has lanes.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn east_asian(bytes: &Around, bits: &Bits) -> EastAsian {
    const BLOCKS: usize = CELL / BLOCK;
    const { assert!(BLOCKS == 4) };
    let mut leads = [0; BLOCKS];
    let mut packed = [[_mm512_setzero_si512(); VECTORS]; 3];
    let mut len = 0;
    for (block, leads) in leads.iter_mut().enumerate() {
        let at = BEFORE + block * BLOCK;
        let all = [load(bytes, at), load(bytes, at + 1), load(bytes, at + 2)];
        let high = _mm512_and_si512(all[0], _mm512_set1_epi8(0xF0_u8 as i8));
        let begins = _mm512_cmpeq_epi8_mask(high, _mm512_set1_epi8(0xE0_u8 as i8));
        // Those that are ill-formed could be more.
        *leads = all[1..].iter().fold(begins, |leads, &bytes| {
            _mm512_mask_cmplt_epi8_mask(leads, bytes, _mm512_set1_epi8(0xC0_u8 as i8))
        });
        let behind = u64::MAX.checked_shl(len).unwrap_or(0);
        for (packed, bytes) in packed.iter_mut().zip(all) {
            let own = _mm512_maskz_compress_epi8(*leads, bytes);
            match block {
                3 => packed[1] = own,
                _ => packed[0] = _mm512_mask_expand_epi8(packed[0], behind, own),
            }
        }
        if block < 3 {
            len += leads.count_ones();
        }
    }
    let lanes = [len, leads[3].count_ones()].map(|len| (1_u64.checked_shl(len).unwrap_or(0)).wrapping_sub(1));
    let [mut rare, mut frequent] = classes(packed, lanes, bits);
    let mut all = EastAsian::default();
    for (block, leads) in leads.into_iter().enumerate() {
        let vector = block / 3;
        // The next bits, at the places of the characters.
        all.rare[block] = _pdep_u64(rare[vector], leads);
        all.frequent[block] = _pdep_u64(frequent[vector], leads);
        let count = leads.count_ones();
        rare[vector] = rare[vector].checked_shr(count).unwrap_or(0);
        frequent[vector] = frequent[vector].checked_shr(count).unwrap_or(0);
    }
    all
}

/// The vectors that the characters of a cell take.
const VECTORS: usize = 2;

/// Returns which characters are rare and which are frequent, a bit for each. `packed` are their first, second and third bytes, as far as
/// `lanes` has them.
///
/// Each has the number of its part, and a bit in it. The bits of a part are looked up for all of them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn classes(packed: [[__m512i; VECTORS]; 3], lanes: [u64; VECTORS], bits: &Bits) -> [[u64; VECTORS]; 2] {
    let zero = _mm512_setzero_si512();
    let mut kinds_of_all = zero;
    let [mut parts, mut places, mut own_bits, mut kinds] = [[zero; VECTORS]; 4];
    for vector in 0..VECTORS {
        let [first, second, third] = packed.map(|vectors| vectors[vector]);
        // Bits that come from the byte beside are masked out.
        let high = _mm512_and_si512(_mm512_slli_epi16::<2>(first), _mm512_set1_epi8(0x3C));
        let low = _mm512_and_si512(_mm512_srli_epi16::<4>(second), _mm512_set1_epi8(3));
        parts[vector] = _mm512_or_si512(high, low);
        let high = _mm512_and_si512(_mm512_slli_epi16::<3>(second), _mm512_set1_epi8(0x78));
        let low = _mm512_and_si512(_mm512_srli_epi16::<3>(third), _mm512_set1_epi8(7));
        places[vector] = _mm512_or_si512(high, low);
        own_bits[vector] = _mm512_maskz_permutexvar_epi8(lanes[vector], third, load(&BIT, 0));
        kinds[vector] = _mm512_maskz_permutexvar_epi8(lanes[vector], parts[vector], load(&bits.kinds, 0));
        kinds_of_all = _mm512_or_si512(kinds_of_all, kinds[vector]);
    }
    // Each character becomes what is looked up for it, in one of two vectors, so that no look-up waits for the one before.
    let mut looked_up = [places; 2];
    for (numbers, kind) in Bits::USUAL {
        if _mm512_test_epi8_mask(kinds_of_all, _mm512_set1_epi8(kind as i8)) == 0 {
            continue;
        }
        for first in numbers.step_by(2) {
            for (found, part) in looked_up.iter_mut().zip(first..) {
                let [low, high] = [load(&bits.rare[part], 0), load(&bits.rare[part], BLOCK)];
                let number = _mm512_set1_epi8(part as i8);
                for vector in 0..VECTORS {
                    let is_of_it = _mm512_cmpeq_epi8_mask(parts[vector], number);
                    found[vector] = _mm512_mask2_permutex2var_epi8(low, found[vector], is_of_it, high);
                }
            }
        }
    }
    let mut rare = [zero; VECTORS];
    for vector in 0..VECTORS {
        let is_usual = _mm512_test_epi8_mask(kinds[vector], _mm512_set1_epi8(Bits::ALL_USUAL as i8));
        let is_odd = _mm512_test_epi8_mask(parts[vector], _mm512_set1_epi8(1));
        let [even, odd] = [0, 1].map(|number| looked_up[number][vector]);
        rare[vector] = _mm512_maskz_mov_epi8(is_usual, _mm512_mask_blend_epi8(is_odd, even, odd));
    }
    let mut frequent = [zero; VECTORS];
    let look_up = |found: &mut [__m512i; VECTORS], number: usize, part: &Part| {
        let [low, high] = [load(part, 0), load(part, BLOCK)];
        let number = _mm512_set1_epi8(number as i8);
        for vector in 0..VECTORS {
            let is_of_it = _mm512_cmpeq_epi8_mask(parts[vector], number);
            let bits = _mm512_maskz_permutex2var_epi8(is_of_it, low, places[vector], high);
            found[vector] = _mm512_or_si512(found[vector], bits);
        }
    };
    // Of the other parts, a text has few.
    for vector in 0..VECTORS {
        let mut rest = _mm512_test_epi8_mask(kinds[vector], _mm512_set1_epi8(Bits::OTHER as i8));
        if rest == 0 {
            continue;
        }
        let numbers = to_array(parts[vector]);
        while rest != 0 {
            let part = usize::from(numbers[rest.trailing_zeros() as usize]);
            look_up(&mut rare, part, &bits.rare[part]);
            look_up(&mut frequent, part, &bits.frequent[part]);
            rest &= !_mm512_cmpeq_epi8_mask(parts[vector], _mm512_set1_epi8(part as i8));
        }
    }
    let mut all = [[0; VECTORS]; 2];
    for vector in 0..VECTORS {
        let is_all = _mm512_test_epi8_mask(kinds[vector], _mm512_set1_epi8(Bits::ALL as i8));
        all[0][vector] = _mm512_test_epi8_mask(rare[vector], own_bits[vector]);
        let frequent = _mm512_test_epi8_mask(frequent[vector], own_bits[vector]);
        all[1][vector] = frequent | is_all & !all[0][vector];
    }
    all
}

/// For each third byte: its bit.
const BIT: [u8; 64] = {
    let mut bits = [0; 64];
    let mut low = 0;
    while low < 64 {
        bits[low] = 1 << (low % 8);
        low += 1;
    }
    bits
};

/// The first lanes as the last.
const ROTATED: [u8; BLOCK] = {
    let mut lanes = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        lanes[at] = ((at + BEFORE) % BLOCK) as u8;
        at += 1;
    }
    lanes
};

/// Returns the kinds of the characters that begin in 64 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn kinds(bytes: &Around, at: usize) -> __m512i {
    let [first, second, third] = [load(bytes, at), load(bytes, at + 1), load(bytes, at + 2)];
    let low = _mm512_permutex2var_epi8(load(&KINDS, 0), first, load(&KINDS, 64));
    let high = _mm512_permutex2var_epi8(load(&KINDS, 128), first, load(&KINDS, 192));
    let kinds = _mm512_mask_blend_epi8(_mm512_movepi8_mask(first), low, high);
    let is_special = _mm512_test_epi8_mask(
        _mm512_permutexvar_epi8(second, load(&SECOND, 0)),
        _mm512_permutexvar_epi8(kinds, load(&SPECIAL, 0)),
    );
    let added = _mm512_and_si512(
        _mm512_permutexvar_epi8(second, load(&ADDED, 0)),
        _mm512_permutexvar_epi8(kinds, load(&USES, 0)),
    );
    let more = _mm512_add_epi8(kinds, added);
    let special = _mm512_set1_epi8(kind::SPECIAL as i8);
    let kinds = _mm512_mask_add_epi8(more, is_special, more, special);
    let added = _mm512_and_si512(
        _mm512_permutexvar_epi8(third, load(&THIRD, 0)),
        _mm512_permutexvar_epi8(kinds, load(&USES_THIRD, 0)),
    );
    _mm512_add_epi8(kinds, added)
}

/// Loads 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn load<const N: usize>(bytes: &[u8; N], at: usize) -> __m512i {
    let block: &[u8; BLOCK] = bytes[at..].first_chunk().expect("a block is left");
    // SAFETY: `block` is 64 bytes that can be read.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

/// Returns the lanes of a vector.
#[inline]
#[target_feature(enable = "avx512f")]
fn to_array(vector: __m512i) -> [u8; BLOCK] {
    let mut lanes = [0; BLOCK];
    // SAFETY: `lanes` is 64 bytes that can be written.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), vector) }
    lanes
}
