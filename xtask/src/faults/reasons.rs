//! Faults that do not change the result of any public function, with the reasons.

use super::fault::{Fault, Flip};
use std::path::Path;

/// Returns the reason why a fault cannot change the result of a public function, if it is known.
pub(super) fn explain(fault: &Fault) -> Option<&'static str> {
    match &fault.flip {
        Flip::Entry { table, index, bit } => explain_entry(table, index, *bit),
        Flip::Number { number, bit } => {
            if TIME_ONLY.iter().any(|part| fault.text.contains(part)) {
                return Some(
                    "Selects one of two equivalent paths, or what is prefetched, which only affects time.",
                );
            }
            Row::all()
                .find(|row| row.names(&fault.file, &fault.text, *number) && row.bits >> bit & 1 != 0)
                .map(|row| row.reason)
        }
    }
}

/// Parts of lines whose numbers only affect time.
const TIME_ONLY: &[&str] = &[
    "const UTF16_",
    "frequent",
    "const SWITCH_AFTER",
    "const BLOCKS",
    "let mut clean_blocks = 0",
    "let mut clean_units = 0",
    "prefetch",
    "const AHEAD",
    "AHEAD + 64",
];

/// Numbers in the source with bits that do not change a result. Each row has the end of the file's path, a part of the line,
/// the number, the bits and the reason.
const NUMBERS: &str = include_str!("numbers.tsv");

/// A row of [`NUMBERS`].
struct Row {
    file: &'static str,
    part: &'static str,
    number: u64,
    /// The bits that do not change a result.
    bits: u64,
    reason: &'static str,
}

impl Row {
    fn all() -> impl Iterator<Item = Row> {
        let rows = NUMBERS.lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| {
            Row::read(row).unwrap_or_else(|| {
                panic!("numbers.tsv: found the row {row:?}, expected five columns with a number and bits")
            })
        })
    }

    fn read(row: &'static str) -> Option<Row> {
        let mut columns = row.split('\t');
        let file = columns.next()?.trim_start_matches('*');
        let part = columns.next()?;
        let number = u64::from_str_radix(columns.next()?.trim_start_matches("0x"), 16).ok()?;
        let mut bits = 0;
        for range in columns.next()?.split(',') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            for bit in first.parse::<u32>().ok()?..=last.parse().ok()? {
                bits |= 1 << bit;
            }
        }
        let reason = columns.next()?;
        columns.next().is_none().then_some(Row {
            file,
            part,
            number,
            bits,
            reason,
        })
    }

    /// Returns `true` if the row names this number.
    fn names(&self, file: &Path, line: &str, number: u64) -> bool {
        let file = file.to_string_lossy().replace('\\', "/"); // on Windows
        file.ends_with(self.file) && line.contains(self.part) && self.number == number
    }
}

fn explain_entry(table: &str, index: &[usize], bit: u32) -> Option<&'static str> {
    const NOT_KEPT: &str =
        "The byte is after the kept ones: the next store overwrites it, or nothing reads it.";
    const IGNORED: &str = "The instruction ignores this bit of an index.";
    const NO_INDEX: &str = "No input gives this index.";
    let bits_of_index = index[0].count_ones() as usize;
    // Of four bytes, those before the last byte of an ill-formed sequence.
    let inner = !(index[0] | index[0] >> 4) & 0xF;
    let repaired = 3 * (index[0] & 0xF).count_ones() as usize + (index[0] >> 4).count_ones() as usize;
    let reason = match table {
        "UNITS" if index[1] >= 2 * bits_of_index => NOT_KEPT,
        "PAIRS" if index[1] >= 8 + bits_of_index => NOT_KEPT,
        "BYTES" if index[2] >= index[1].count_ones() as usize => NOT_KEPT,
        // The index has two bits for each of four code units: its length minus one.
        "QUADS" if index[1] >= 4 + (0..4).map(|unit| index[0] >> (2 * unit) & 3).sum::<usize>() => NOT_KEPT,
        // The index has two bits for each of four groups: a group whose first byte is used also uses the second.
        "TRIPLES" if index[0] & !(index[0] << 1) & 0xAA != 0 => NO_INDEX,
        "TRIPLES" if index[1] >= 4 + bits_of_index => NOT_KEPT,
        "REPAIRED" if index[0] & index[0] >> 4 & 0xF != 0 => NO_INDEX,
        "REPAIRED" if inner << 1 & index[0] >> 4 & 0xF != 0 || matches!(inner, 7 | 14 | 15) => NO_INDEX,
        "REPAIRED" if index[1] >= repaired && index[1] != 15 => NOT_KEPT,
        "REPAIRED" if (4..7).contains(&bit) && index[1] != 15 => IGNORED,
        "FOUR" if index[1] > 6 => "No shuffle control selects this byte.",
        "FOUR" if index[0] == 0 && index[1] >= 4 && [0xEF, 0xBF, 0xBD][index[1] - 4] >> bit & 1 == 1 => {
            "The OR sets the bit in any case."
        }
        "BEFORE_HIGH" | "BEFORE_HIGH_BELOW_FOUR" if index[0] < 8 && matches!(bit, 2..=5) => {
            "A continuation byte after ASCII is an error in any case."
        }
        "BEFORE_LOW_BELOW_FOUR" | "CURRENT_HIGH_BELOW_FOUR" if bit == 5 => "No previous byte has this bit.",
        "REQUIRED" | "FAILED" if bit == 3 => "The other table never has this bit.",
        "REQUIRED_BELOW_FOUR" if bit < 4 => "Only the four high bits are errors.",
        "REQUIRED" if bit == 5 && index[0] > 0 => {
            "A byte that starts no character does not continue one either."
        }
        "FAILED" if bit == 5 && index[0] == 0xF8 >> 2 => "0xF8..=0xFB require a bit that no byte has.",
        "BITS_12_AND_6" | "BITS_6_AND_0" | "BITS_10_AND_7" | "BITS_18_12_6_AND_0" if bit >= 6 => IGNORED,
        "WORDS" | "HIGHEST" | "HALVES" | "HALVES_TOGETHER" | "QUARTERS" | "LOWER_AND_UPPER" if bit >= 6 => {
            IGNORED
        }
        "UNITS" | "PAIRS" | "TRIPLES" | "BYTES" | "QUADS" | "SHIFTED" | "SWAPPED_U16" | "SWAPPED_U32"
            if (4..7).contains(&bit) =>
        {
            IGNORED
        }
        "LAST_UNIT" if (4..7).contains(&bit) || index[0] > 1 && bit < 7 => IGNORED,
        "SHIFTED" if index[0] == 1 => NO_INDEX,
        "INTERLEAVE" | "NARROW" | "SPREAD" if bit == 7 => IGNORED,
        "SWAP_WIDE" if (4..7).contains(&bit) => IGNORED,
        "MARKS" if !matches!(index[0], 4..=6 | 0x20..=0x30) => NO_INDEX,
        "LEAST" if (64 * index[0] + index[1]).is_multiple_of(3) && matches!(bit, 5 | 6) => {
            "A lead byte that is not kept is at most 0x9F."
        }
        _ => return None,
    };
    Some(reason)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::{Site, Workspace, parse_number};
    use super::*;

    /// A reason that names no number of the library is left over from removed code.
    #[test]
    fn every_reason_names_a_number_of_the_library() {
        let library = Workspace { folder: "..".into() };
        let numbers: Vec<_> = library
            .sites()
            .unwrap()
            .into_iter()
            .filter_map(|site| match site {
                Site::Number { file, start, end } => Some((file, start, end)),
                Site::Table { .. } => None,
            })
            .map(|(file, start, end)| {
                let source = library.read(&file).unwrap();
                let line = source[..start].rfind('\n').map_or(0, |before| before + 1);
                let line = source[line..].lines().next().unwrap().trim().to_owned();
                (file, line, parse_number(&source[start..end]).unwrap().0)
            })
            .collect();
        let parts = TIME_ONLY.iter().filter(|part| {
            let has_it = |(_, line, _): &(_, String, _)| line.contains(**part);
            !numbers.iter().any(has_it)
        });
        let rows = Row::all().filter(|row| {
            let mut numbers = numbers.iter();
            !numbers.any(|(file, line, number)| row.names(file, line, *number))
        });
        let left_over: Vec<_> = parts.copied().chain(rows.map(|row| row.part)).collect();
        assert!(
            left_over.is_empty(),
            "these name no number of the library: {left_over:#?}"
        );
    }
}
