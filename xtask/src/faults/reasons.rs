//! Faults that change nothing that a caller could see, and why.

use super::{Fault, Flip};

/// Why a fault changes nothing that a caller could see, for those that cannot.
pub(super) fn explain(fault: &Fault) -> Option<&'static str> {
    match &fault.what {
        Flip::Entry { table, index, bit } => explain_entry(table, index, *bit),
        Flip::Number { number, bit } => {
            let is_it = |(file, text, of, bits, _): &&(&str, &str, u64, &[u32], &str)| {
                fault.file.to_string_lossy().ends_with(file)
                    && fault.text.contains(text)
                    && of == number
                    && bits.contains(bit)
            };
            if OVER_TIME.iter().any(|piece| fault.text.contains(piece)) {
                return Some("decides which way is taken, or what is fetched ahead: over time only");
            }
            NUMBERS.iter().find(is_it).map(|(.., reason)| *reason)
        }
    }
}

/// Pieces of lines whose numbers change nothing but the time it takes.
const OVER_TIME: &[&str] = &[
    "const UTF16_",
    "frequent",
    "prefetch",
    "const AHEAD",
    "AHEAD + 64",
];

/// The file, a piece of the line, the number, the bits, and why they do not matter.
const NUMBERS: &[(&str, &str, u64, &[u32], &str)] = &[
    (
        "kernel/utf8.rs",
        "from_le_bytes(around) & 0x80 != 0",
        0,
        &[0, 1, 2, 3, 4, 5, 6],
        "always unequal: errors are looked for where none can be, over time only",
    ),
    (
        "lanes/wide.rs",
        "let mut octets = [0; 64];",
        0x40,
        &[0, 1, 2, 3, 4, 5],
        "a larger place",
    ),
    (
        "lanes/spread.rs",
        "if room >= 2 * S::LEN",
        2,
        &[0, 2, 3, 4, 5],
        "asks for more room than is needed: the way for less is right for more",
    ),
    (
        "kernel/latin1.rs",
        "const MORE: usize = 16",
        0x10,
        &[0, 1, 2, 3],
        "asks for more room than is needed: the way for less is right for more",
    ),
    (
        "kernel/latin1.rs",
        "let cut = (some.first >> (left - 1) & 1)",
        1,
        &[1, 2, 3, 4, 5],
        "behind what is left there is no first octet",
    ),
    (
        "utf32_to_utf16.rs",
        "min(4 * S::LEN) & !3",
        3,
        &[2, 3, 4, 5, 6, 7],
        "fewer whole units go the short way, the others the long one",
    ),
    (
        "",
        "if S::LEN > 16",
        0x10,
        &[0, 1, 2, 3],
        "a vector has 16 octets or 32",
    ),
    (
        "lanes/spread.rs",
        "let mut octets = [0; 16];",
        0,
        &[0, 1, 2, 3],
        "what is not written over is not read",
    ),
    (
        "lanes/tables.rs",
        "OVERLONG_4: u8 = 1 << 6",
        1,
        &[2, 3],
        "shifted out of the octet",
    ),
    (
        "lanes/tables.rs",
        "TOO_LARGE: u8 = 1 << 5",
        1,
        &[3],
        "shifted out of the octet",
    ),
    (
        "lanes/tables.rs",
        "TWO: u8 = 1 << 7",
        1,
        &[1, 2, 3],
        "shifted out of the octet",
    ),
    (
        "avx2.rs",
        "permute2x128_si256::<0x81>",
        0x81,
        &[2, 4, 5, 6],
        "bit 7 makes the lane 0 whatever 4 and 5 say; 2 and 6 mean nothing",
    ),
    (
        "avx2.rs",
        "permute2x128_si256::<0x08>",
        8,
        &[0, 1, 2, 6],
        "bit 3 makes the lane 0 whatever 0 and 1 say; 2 and 6 mean nothing",
    ),
    (
        "avx512/tables.rs",
        "0xF5.. =>",
        0xF5,
        &[0, 2],
        "F1 to F4 have lines of their own before",
    ),
    (
        "avx512.rs",
        "::<0xFE>(high1, high2, dc)",
        0xFE,
        &[6, 7],
        "high1 has bits 0 to 3, high2 has 4 to 7: never both",
    ),
    (
        "avx512.rs",
        "::<0xEA>(current.0, low_bits, above)",
        0xEA,
        &[3, 7],
        "above has only bits that low_bits lacks",
    ),
    (
        "avx512.rs",
        "let later = self.ternary::<0xA8>(asked, failed",
        0xA8,
        &[4],
        "finds errors that are none, with a bit that nothing cancels; their stretch is gone over again by vectors",
    ),
    (
        "lanes/tables.rs",
        "0xF0, 0, 0, 0, 0x80, 0xE0",
        0,
        &[0, 1, 2, 3],
        "an octet that no character of this length has",
    ),
    (
        "lanes/tables.rs",
        "0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,",
        0xFF,
        &[6, 7],
        "the first three octets have six bits at most",
    ),
    (
        "lanes/tables.rs",
        "[0x80, 0, 0x80, 0, 0x80, 0x80, 0, 0,",
        0,
        &[0, 1, 2, 3],
        "only bit 7 counts",
    ),
    (
        "lanes/tables.rs",
        "[0x80, 0, 0x80, 0, 0x80, 0x80, 0, 0,",
        0x80,
        &[0, 1, 2, 3, 4, 5, 6],
        "only bit 7 counts",
    ),
    (
        "utf16_to_utf32.rs",
        "& 0xFC00 == 0xD800",
        0xFC00,
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        "a last vector that begins with a low surrogate is left to the reference engine, over time only",
    ),
    (
        "utf16_to_utf32.rs",
        "& 0xFC00 == 0xD800",
        0xD800,
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        "a last vector that begins with a low surrogate is left to the reference engine, over time only",
    ),
    (
        "lanes/tables.rs",
        "while group < 4",
        4,
        &[1],
        "adds entries behind what is kept",
    ),
    (
        "",
        "let (two, three) = (2 * S::LEN, 4 * S::LEN);",
        2,
        &[0, 2, 3],
        "asks for more than is needed: another way goes over the rest",
    ),
    (
        "",
        "let (two, three) = (2 * S::LEN, 4 * S::LEN);",
        4,
        &[0, 1, 3],
        "asks for more than is needed: another way goes over the rest",
    ),
    (
        "utf16_to_utf8.rs",
        "4 * S::LEN) {",
        4,
        &[0, 1, 3],
        "asks for more than is needed: another way goes over the rest",
    ),
    (
        "utf16_to_utf8.rs",
        "4 * S::LEN) {",
        2,
        &[0, 2, 3],
        "asks for more than is needed: another way goes over the rest",
    ),
    (
        "avx512/spread.rs",
        "::<0xEA>(units.0, self.splat_unit(0x3F), low)",
        0xEA,
        &[3],
        "low has no bit of 3F that the unit lacks",
    ),
    (
        "avx512/spread.rs",
        "::<0xEA>(bits, self.splat_unit(0x3F0F), marks)",
        0xEA,
        &[3, 7],
        "marks has a bit of 3F0F only in octets that are left out",
    ),
    (
        "avx512/spread.rs",
        "::<0x52>(firsts, high, self.splat_unit(0x40A0))",
        0x52,
        &[5, 7],
        "firsts has a bit of 40A0 only in octets that are left out, and would be without it",
    ),
    (
        "avx512.rs",
        "let next = self.ternary::<0xF8>(next,",
        0x40,
        &[0, 1, 2, 3, 4, 5],
        "the comparison with C0 looks at bits 6 and 7 only",
    ),
    (
        "avx512/tables.rs",
        "let mut table = [0; 64];",
        0,
        &[0, 1, 2, 3],
        "every entry is written over",
    ),
    (
        "utf8_repair.rs",
        "4 * S::LEN",
        4,
        &[0, 1, 3],
        "asks for more than is needed: another way goes over the rest",
    ),
    (
        "utf8_repair.rs",
        ">= 2 * S::LEN",
        2,
        &[0, 2, 3],
        "asks for more than is needed: another way goes over the rest",
    ),
    (
        "utf8_repair.rs",
        "errors.ends >> (S::LEN - 3)",
        3,
        &[2, 3],
        "asks for more than is needed: another way goes over the rest",
    ),
    (
        "utf8_repair.rs",
        "good",
        4,
        &[0, 1, 2, 3],
        "decides which of two ways is taken: over time only",
    ),
    (
        "lanes.rs",
        "errors.ends.count_ones() <= 2",
        2,
        &[0, 1, 2, 3],
        "decides which of two ways is taken: over time only",
    ),
    (
        "utf8_repair.rs",
        "simd.splat(0)",
        0,
        &[0, 1, 2, 3],
        "finds errors that are none, or nothing: only bit 7 of a carry counts, or the vector is searched again",
    ),
    (
        "kernel/utf8.rs",
        "simd.splat(0)",
        0,
        &[0, 1, 2, 3],
        "finds errors that are none, or nothing: only bit 7 of a carry counts, or all is gone over again by vectors",
    ),
    (
        "utf8.rs",
        "u16::from_le_bytes(around) & 0x80",
        0x80,
        &[0, 1, 2, 3, 4, 5, 6],
        "asks to test more than is needed",
    ),
    (
        "utf8.rs",
        "const SOME: usize = 16",
        16,
        &[0, 1, 2, 3, 4],
        "decides which of two ways is taken: over time only",
    ),
    (
        "utf8.rs",
        "const CHUNK: [usize; 2] = [16, 128]",
        16,
        &[0, 1, 2, 3],
        "decides after how many vectors errors are looked for: over time only",
    ),
    (
        "utf8.rs",
        "const CHUNK: [usize; 2] = [16, 128]",
        128,
        &[0, 1, 2, 3, 4, 5, 6],
        "decides after how many vectors errors are looked for: over time only",
    ),
    (
        "utf8.rs",
        "chunk = most.min(2 * chunk)",
        2,
        &[0, 2, 3],
        "decides after how many vectors errors are looked for: over time only",
    ),
    (
        "utf8.rs",
        "let mut judged = 0",
        0,
        &[0, 1, 2, 3],
        "decides which of two ways is taken: over time only",
    ),
    (
        "avx2.rs",
        "let mut i = 0;",
        0,
        &[0],
        "the first word counts for a whole vector only, behind which nothing is left",
    ),
    (
        "",
        "while ends.left(&progress) > 0",
        0,
        &[0],
        "what is left is whole units, of two octets or four",
    ),
    (
        "avx512.rs",
        "self.splat(0xFF - 0xC0).0",
        0xFF,
        &[0, 1, 2, 3],
        "leaves out some of F7 to FE as well as FF: nothing can follow these",
    ),
    (
        "avx512.rs",
        "self.splat(0xFF - 0xC0).0",
        0xC0,
        &[0, 1, 2, 3],
        "leaves out some of F7 to FE as well as FF: nothing can follow these",
    ),
];

fn explain_entry(table: &str, index: &[usize], bit: u32) -> Option<&'static str> {
    const BEHIND: &str = "behind what is kept: the next store writes over it, or nobody reads it";
    const IGNORED: &str = "the instruction ignores this bit of an index";
    const NO_INDEX: &str = "no index gets here";
    let bits_of_index = index[0].count_ones() as usize;
    // Of four octets: those that come before the last of what is ill-formed.
    let inner = !(index[0] | index[0] >> 4) & 0xF;
    let repaired = 3 * (index[0] & 0xF).count_ones() as usize + (index[0] >> 4).count_ones() as usize;
    let reason = match table {
        "UNITS" if index[1] >= 2 * bits_of_index => BEHIND,
        "PAIRS" if index[1] >= 8 + bits_of_index => BEHIND,
        "OCTETS" if index[2] >= index[1].count_ones() as usize => BEHIND,
        // Two bits for each of four units: its length less one.
        "QUADS" if index[1] >= 4 + (0..4).map(|unit| index[0] >> (2 * unit) & 3).sum::<usize>() => BEHIND,
        // Two bits for each of four groups: a first octet that is used comes with a second.
        "TRIPLES" if index[0] & !(index[0] << 1) & 0xAA != 0 => NO_INDEX,
        "TRIPLES" if index[1] >= 4 + bits_of_index => BEHIND,
        "REPAIRED" if index[0] & index[0] >> 4 & 0xF != 0 => NO_INDEX,
        "REPAIRED" if inner << 1 & index[0] >> 4 & 0xF != 0 || matches!(inner, 7 | 14 | 15) => NO_INDEX,
        "REPAIRED" if index[1] >= repaired && index[1] != 15 => BEHIND,
        "REPAIRED" if (4..7).contains(&bit) && index[1] != 15 => IGNORED,
        "FOUR" if index[1] > 6 => "no control chooses this octet",
        "FOUR" if index[0] == 0 && index[1] >= 4 && [0xEF, 0xBF, 0xBD][index[1] - 4] >> bit & 1 == 1 => {
            "the OR sets the bit in any case"
        }
        "BEFORE_HIGH" | "BEFORE_HIGH_BELOW_FOUR" if index[0] < 8 && matches!(bit, 2..=5) => {
            "what continues ASCII fails in any case"
        }
        "BEFORE_LOW_BELOW_FOUR" | "CURRENT_HIGH_BELOW_FOUR" if bit == 5 => "no octet before has this bit",
        "ASKED" | "FAILED" if bit == 3 => "the other table never has this bit",
        "ASKED_BELOW_FOUR" if bit < 4 => "only the four high bits are errors",
        "ASKED" if bit == 5 && index[0] > 0 => "what starts no character does not continue one either",
        "FAILED" if bit == 5 && index[0] == 0xF8 >> 2 => "F8 to FB ask for what no octet gives",
        "BITS_12_AND_6" | "BITS_6_AND_0" | "BITS_10_AND_7" | "BITS_18_12_6_AND_0" if bit >= 6 => IGNORED,
        "WORDS" | "HIGHEST" | "HALVES" | "HALVES_TOGETHER" | "QUARTERS" | "LOWER_AND_UPPER" if bit >= 6 => {
            IGNORED
        }
        "UNITS" | "PAIRS" | "TRIPLES" | "OCTETS" | "QUADS" if (4..7).contains(&bit) => IGNORED,
        "INTERLEAVE" | "NARROW" | "SPREAD" if bit == 7 => IGNORED,
        "SWAP_WIDE" if (4..7).contains(&bit) => IGNORED,
        "MARKS" if !matches!(index[0], 4..=6 | 0x20..=0x30) => NO_INDEX,
        "LEAST" if (64 * index[0] + index[1]).is_multiple_of(3) && matches!(bit, 5 | 6) => {
            "a first octet that is left out is 9F at most"
        }
        _ => return None,
    };
    Some(reason)
}
