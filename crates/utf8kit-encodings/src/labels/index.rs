//! Finds names of encodings by their hash, which the compiler has computed.

use super::tables::{ICONV_LABELS, LABELS};
use crate::Encoding;
#[cfg(feature = "legacy")]
use crate::legacy::{self, Legacy};
use std::num::NonZeroU16;

/// The encodings that a label can name.
pub(super) struct Found {
    /// The one that has the label.
    pub(super) exact: Option<Encoding>,
    /// The first one with a label that is the same [as far as it counts](Compared).
    pub(super) similar: Option<Encoding>,
}

/// Returns the encodings that have `label` as `iconv` reads it.
pub(super) fn find(label: &str) -> Found {
    let mut found = Found {
        exact: None,
        similar: None,
    };
    let mut slot = hash(label) % SLOTS;
    while let Some(name) = NAMES[slot] {
        let known = name.label();
        if known.eq_ignore_ascii_case(label) {
            found.exact = Some(name.encoding());
            return found;
        }
        if found.similar.is_none() && Compared::of(known).eq(Compared::of(label)) {
            found.similar = Some(name.encoding());
        }
        slot = (slot + 1) % SLOTS;
    }
    found
}

/// What of a label counts by the charset alias matching of UTS 22: letters and numbers count, their case, punctuation and leading
/// zeros do not.
pub(super) struct Compared<'l> {
    rest: &'l [u8],
    is_after_digit: bool,
}

impl<'l> Compared<'l> {
    pub(super) const fn of(label: &'l str) -> Self {
        Compared {
            rest: label.as_bytes(),
            is_after_digit: false,
        }
    }

    const fn next_byte(&mut self) -> Option<u8> {
        while let [byte, rest @ ..] = self.rest {
            self.rest = rest;
            if byte.is_ascii_alphanumeric() && (*byte != b'0' || self.is_after_digit) {
                self.is_after_digit = byte.is_ascii_digit();
                return Some(byte.to_ascii_lowercase());
            }
        }
        None
    }
}

impl Iterator for Compared<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.next_byte()
    }
}

/// Returns a hash of what counts of a label (FNV-1a).
const fn hash(label: &str) -> usize {
    let mut compared = Compared::of(label);
    let mut hash: u32 = 0x811C_9DC5;
    while let Some(byte) = compared.next_byte() {
        hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
    }
    (hash ^ hash >> 16) as usize
}

/// A name of an encoding, by its place in the tables.
#[derive(Clone, Copy)]
struct Name {
    /// Counted from 1, so that no name takes no room of its own.
    row: NonZeroU16,
    column: u8,
}

impl Name {
    /// Returns the name at a place, or `None` after the last name of a row.
    const fn at(row: usize, column: usize) -> Option<&'static str> {
        let (column, labels) = match row {
            ..FIRST_ICONV => (column, LABELS[row].1),
            ..FIRST_LEGACY => (column, ICONV_LABELS[row - FIRST_ICONV].1),
            #[cfg(feature = "legacy")]
            _ if column == 0 => return Some(Legacy::at(row - FIRST_LEGACY).name()),
            #[cfg(feature = "legacy")]
            _ => (column - 1, Legacy::at(row - FIRST_LEGACY).names()),
            #[cfg(not(feature = "legacy"))]
            _ => (column, &[] as &[&str]),
        };
        if column < labels.len() {
            Some(labels[column])
        } else {
            None
        }
    }

    fn row(self) -> usize {
        usize::from(self.row.get()) - 1
    }

    fn label(self) -> &'static str {
        Name::at(self.row(), self.column.into()).expect("the index has places of names")
    }

    fn encoding(self) -> Encoding {
        match self.row() {
            row @ ..FIRST_ICONV => LABELS[row].0,
            #[cfg(feature = "legacy")]
            row @ FIRST_LEGACY.. => Encoding::Legacy(Legacy::at(row - FIRST_LEGACY)),
            row => ICONV_LABELS[row - FIRST_ICONV].0,
        }
    }
}

/// The rows of the tables: first those of [`LABELS`].
const FIRST_ICONV: usize = LABELS.len();
const FIRST_LEGACY: usize = FIRST_ICONV + ICONV_LABELS.len();
#[cfg(feature = "legacy")]
const ROWS: usize = FIRST_LEGACY + legacy::COUNT;
#[cfg(not(feature = "legacy"))]
const ROWS: usize = FIRST_LEGACY;

/// The number of places, of which a quarter or more are free.
const SLOTS: usize = {
    let (mut row, mut count) = (0, 0);
    while row < ROWS {
        let mut column = 0;
        while Name::at(row, column).is_some() {
            column += 1;
        }
        count += column;
        row += 1;
    }
    (count + count / 3).next_power_of_two()
};

/// The names, each at its hash or at the next place that is free. What has the same hash is in the order of the tables.
static NAMES: [Option<Name>; SLOTS] = {
    let mut names = [None; SLOTS];
    let mut row = 0;
    while row < ROWS {
        let mut column = 0;
        while let Some(label) = Name::at(row, column) {
            let mut slot = hash(label) % SLOTS;
            while names[slot].is_some() {
                slot = (slot + 1) % SLOTS;
            }
            names[slot] = Some(Name {
                row: NonZeroU16::new(row as u16 + 1).expect("it is not zero"),
                column: column as u8,
            });
            column += 1;
        }
        row += 1;
    }
    names
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_and_what_is_like_it_is_found_as_one_by_one() {
        let names: Vec<(&str, Vec<u8>, Encoding)> = Encoding::all()
            .flat_map(|encoding| encoding.labels().map(move |name| (name, encoding)))
            .map(|(name, encoding)| (name, Compared::of(name).collect(), encoding))
            .collect();
        assert!(names.len() > 60);
        for (i, (name, ..)) in names.iter().enumerate() {
            let like = [
                name.to_string(),
                name.to_lowercase(),
                name.replace(['-', '_', ':', ' '], ""),
                format!("_{name}-"),
                name.replace('-', "-0"),
                format!("{name}x"),
                name[1..].to_owned(),
                format!("{name}{}", names[i / 2].0),
            ];
            for label in like {
                let Found { exact, similar } = find(&label);
                let expected = names.iter().find(|(name, ..)| name.eq_ignore_ascii_case(&label));
                assert_eq!(exact, expected.map(|(.., encoding)| *encoding), "{label}");
                let compared: Vec<u8> = Compared::of(&label).collect();
                let expected = names.iter().find(|(_, name, _)| *name == compared);
                assert!(
                    exact.is_some() || similar == expected.map(|(.., encoding)| *encoding),
                    "{label}"
                );
            }
        }
        for label in ["", "-", "0", "0-0", "KLINGON"] {
            assert!(
                find(label).exact.is_none() && find(label).similar.is_none(),
                "{label}"
            );
        }
    }
}
