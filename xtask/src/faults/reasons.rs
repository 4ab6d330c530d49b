//! Faults that change nothing that a caller could see, and why.

use super::{Fault, Flip};
use std::path::Path;

/// Why a fault changes nothing that a caller could see, for those that cannot.
pub(super) fn explain(fault: &Fault) -> Option<&'static str> {
    match &fault.what {
        Flip::Entry { table, index, bit } => explain_entry(table, index, *bit),
        Flip::Number { number, bit } => {
            if OVER_TIME.iter().any(|piece| fault.text.contains(piece)) {
                return Some("decides which way is taken, or what is fetched ahead: over time only");
            }
            Row::all()
                .find(|row| row.is_about(&fault.file, &fault.text, *number) && row.bits >> bit & 1 != 0)
                .map(|row| row.reason)
        }
    }
}

/// Pieces of lines whose numbers change nothing but the time it takes.
const OVER_TIME: &[&str] = &[
    "const UTF16_",
    "frequent",
    "const QUIET",
    "let mut quiet = 0",
    "prefetch",
    "const AHEAD",
    "AHEAD + 64",
];

/// Numbers in the source whose bits change nothing that a caller could see, and why. A row for each: the end of the file's
/// path, a piece of the line, the number, its bits, the reason.
const NUMBERS: &str = include_str!("numbers.tsv");

/// A row of [`NUMBERS`].
struct Row {
    file: &'static str,
    piece: &'static str,
    number: u64,
    /// Its bits that do not matter.
    bits: u64,
    reason: &'static str,
}

impl Row {
    fn all() -> impl Iterator<Item = Row> {
        let rows = NUMBERS.lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| Row::read(row).unwrap_or_else(|| panic!("numbers.tsv: {row}")))
    }

    fn read(row: &'static str) -> Option<Row> {
        let mut columns = row.split('\t');
        let file = columns.next()?.trim_start_matches('*');
        let piece = columns.next()?;
        let number = u64::from_str_radix(columns.next()?, 16).ok()?;
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
            piece,
            number,
            bits,
            reason,
        })
    }

    /// Is it about this number?
    fn is_about(&self, file: &Path, line: &str, number: u64) -> bool {
        file.to_string_lossy().ends_with(self.file) && line.contains(self.piece) && self.number == number
    }
}

fn explain_entry(table: &str, index: &[usize], bit: u32) -> Option<&'static str> {
    const BEHIND: &str = "behind what is kept: the next store writes over it, or nobody reads it";
    const IGNORED: &str = "the instruction ignores this bit of an index";
    const NO_INDEX: &str = "no index gets here";
    let bits_of_index = index[0].count_ones() as usize;
    // Of four bytes: those that come before the last of what is ill-formed.
    let inner = !(index[0] | index[0] >> 4) & 0xF;
    let repaired = 3 * (index[0] & 0xF).count_ones() as usize + (index[0] >> 4).count_ones() as usize;
    let reason = match table {
        "UNITS" if index[1] >= 2 * bits_of_index => BEHIND,
        "PAIRS" if index[1] >= 8 + bits_of_index => BEHIND,
        "BYTES" if index[2] >= index[1].count_ones() as usize => BEHIND,
        // Two bits for each of four units: its length less one.
        "QUADS" if index[1] >= 4 + (0..4).map(|unit| index[0] >> (2 * unit) & 3).sum::<usize>() => BEHIND,
        // Two bits for each of four groups: a first byte that is used comes with a second.
        "TRIPLES" if index[0] & !(index[0] << 1) & 0xAA != 0 => NO_INDEX,
        "TRIPLES" if index[1] >= 4 + bits_of_index => BEHIND,
        "REPAIRED" if index[0] & index[0] >> 4 & 0xF != 0 => NO_INDEX,
        "REPAIRED" if inner << 1 & index[0] >> 4 & 0xF != 0 || matches!(inner, 7 | 14 | 15) => NO_INDEX,
        "REPAIRED" if index[1] >= repaired && index[1] != 15 => BEHIND,
        "REPAIRED" if (4..7).contains(&bit) && index[1] != 15 => IGNORED,
        "FOUR" if index[1] > 6 => "no control chooses this byte",
        "FOUR" if index[0] == 0 && index[1] >= 4 && [0xEF, 0xBF, 0xBD][index[1] - 4] >> bit & 1 == 1 => {
            "the OR sets the bit in any case"
        }
        "BEFORE_HIGH" | "BEFORE_HIGH_BELOW_FOUR" if index[0] < 8 && matches!(bit, 2..=5) => {
            "what continues ASCII fails in any case"
        }
        "BEFORE_LOW_BELOW_FOUR" | "CURRENT_HIGH_BELOW_FOUR" if bit == 5 => "no byte before has this bit",
        "ASKED" | "FAILED" if bit == 3 => "the other table never has this bit",
        "ASKED_BELOW_FOUR" if bit < 4 => "only the four high bits are errors",
        "ASKED" if bit == 5 && index[0] > 0 => "what starts no character does not continue one either",
        "FAILED" if bit == 5 && index[0] == 0xF8 >> 2 => "F8 to FB ask for what no byte gives",
        "BITS_12_AND_6" | "BITS_6_AND_0" | "BITS_10_AND_7" | "BITS_18_12_6_AND_0" if bit >= 6 => IGNORED,
        "WORDS" | "HIGHEST" | "HALVES" | "HALVES_TOGETHER" | "QUARTERS" | "LOWER_AND_UPPER" if bit >= 6 => {
            IGNORED
        }
        "UNITS" | "PAIRS" | "TRIPLES" | "BYTES" | "QUADS" if (4..7).contains(&bit) => IGNORED,
        "INTERLEAVE" | "NARROW" | "SPREAD" if bit == 7 => IGNORED,
        "SWAP_WIDE" if (4..7).contains(&bit) => IGNORED,
        "MARKS" if !matches!(index[0], 4..=6 | 0x20..=0x30) => NO_INDEX,
        "LEAST" if (64 * index[0] + index[1]).is_multiple_of(3) && matches!(bit, 5 | 6) => {
            "a first byte that is left out is 9F at most"
        }
        _ => return None,
    };
    Some(reason)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::{Site, Workspace, parse_number};
    use super::*;

    /// What is about nothing that stands in the library has been forgotten there.
    #[test]
    fn every_reason_is_about_a_number_of_the_library() {
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
        let pieces = OVER_TIME.iter().filter(|piece| {
            let has_it = |(_, line, _): &(_, String, _)| line.contains(**piece);
            !numbers.iter().any(has_it)
        });
        let rows = Row::all().filter(|row| {
            let mut numbers = numbers.iter();
            !numbers.any(|(file, line, number)| row.is_about(file, line, *number))
        });
        let forgotten: Vec<_> = pieces.copied().chain(rows.map(|row| row.piece)).collect();
        assert!(forgotten.is_empty(), "{forgotten:#?}");
    }
}
