//! Text of DICOM with code extensions (PS3.5, 6.1.2.5; PS3.3, C.12.1.1.2): ISO 2022 with a set G0 in the bytes below `0x80` and a set G1
//! above, which escape sequences designate.
//!
//! The first value of Specific Character Set says which sets a text begins in. They are back before a control character and a
//! backslash, and in the name of a person (PN) before `^` and `=`. Sets of pairs of bytes are never the first; a text with such a set
//! begins in ASCII alone, and characters that several sets have are written in that one.

use super::items::{character, ill_formed, incomplete};
use super::table::Table;
use crate::east_asian;
use crate::item::{Item, NumberBytes};
use crate::single_byte;
use std::sync::OnceLock;

/// The sets that a text begins in, and whether it is a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) first: First,
    /// Whether the text is the name of a person.
    pub(super) is_name: bool,
}

/// The first value of Specific Character Set that is neither empty nor ASCII, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    Ir6,
    Ir13,
    Ir100,
    Ir101,
    Ir109,
    Ir110,
    Ir126,
    Ir127,
    Ir138,
    Ir144,
    Ir148,
    Ir166,
    Ir203,
    Ir149,
    Ir58,
    Ir87,
}

impl First {
    /// Returns the set that a character is written in, if it is there.
    fn preferred(self) -> Place {
        match self {
            First::Ir13 | First::Ir87 => Place::G0(2),
            first => Place::G1(first as u8),
        }
    }
}

/// The last character of all sets.
pub(super) const MAX: char = '￦';

/// A set of characters.
#[derive(Clone, Copy, Debug)]
enum Characters {
    /// None.
    Nothing,
    /// Those of ASCII.
    Ascii,
    /// ISO-IR 14: ASCII with an overline. Its yen sign is the backslash, which separates values.
    Roman,
    /// ISO-IR 13.
    Katakana,
    /// ISO-IR 100.
    Latin1,
    /// The right half of another part of ISO 8859, without characters that later editions have added.
    RightHalf(&'static str, &'static str),
    /// Pairs of bytes.
    Pairs(east_asian::Set),
}

/// A set as G0 or G1.
struct Set {
    /// The sequence that designates it.
    designation: &'static [u8],
    characters: Characters,
}

/// The sets that can be G0.
#[rustfmt::skip]
static G0: [Set; 4] = [
    Set { designation: b"\x1B(B", characters: Characters::Ascii },
    Set { designation: b"\x1B(J", characters: Characters::Roman },
    Set { designation: b"\x1B$B", characters: Characters::Pairs(east_asian::Set::JisX0208) },
    Set { designation: b"\x1B$(D", characters: Characters::Pairs(east_asian::Set::JisX0212) },
];

/// The sets that can be G1, in the order of [`First`].
#[rustfmt::skip]
static G1: [Set; 15] = [
    Set { designation: b"", characters: Characters::Nothing },
    Set { designation: b"\x1B)I", characters: Characters::Katakana },
    Set { designation: b"\x1B-A", characters: Characters::Latin1 },
    Set { designation: b"\x1B-B", characters: Characters::RightHalf("ISO-8859-2", "") },
    Set { designation: b"\x1B-C", characters: Characters::RightHalf("ISO-8859-3", "") },
    Set { designation: b"\x1B-D", characters: Characters::RightHalf("ISO-8859-4", "") },
    Set { designation: b"\x1B-F", characters: Characters::RightHalf("ISO-8859-7", "€₯ͺ") },
    Set { designation: b"\x1B-G", characters: Characters::RightHalf("ISO-8859-6", "") },
    Set { designation: b"\x1B-H", characters: Characters::RightHalf("ISO-8859-8", "\u{200E}\u{200F}") },
    Set { designation: b"\x1B-L", characters: Characters::RightHalf("ISO-8859-5", "") },
    Set { designation: b"\x1B-M", characters: Characters::RightHalf("ISO-8859-9", "") },
    Set { designation: b"\x1B-T", characters: Characters::RightHalf("ISO-8859-11", "") },
    Set { designation: b"\x1B-b", characters: Characters::RightHalf("ISO-8859-15", "") },
    Set { designation: b"\x1B$)C", characters: Characters::Pairs(east_asian::Set::KsX1001) },
    Set { designation: b"\x1B$)A", characters: Characters::Pairs(east_asian::Set::Gb2312) },
];

/// The places in which a character is looked for that the sets in use lack: those of single bytes before those of pairs.
#[rustfmt::skip]
static ORDER: [Place; 18] = [
    Place::G0(0), Place::G0(1), Place::G1(2), Place::G1(3), Place::G1(4), Place::G1(5), Place::G1(6), Place::G1(7), Place::G1(8),
    Place::G1(9), Place::G1(10), Place::G1(11), Place::G1(12), Place::G1(1), Place::G0(2), Place::G1(13), Place::G1(14), Place::G0(3),
];

/// A set as G0 or as G1.
#[derive(Clone, Copy)]
enum Place {
    G0(u8),
    G1(u8),
}

impl Place {
    /// Returns the bytes of `c`, without their highest bit: one, or two in a number.
    fn code(self, c: char) -> Option<u16> {
        match self.set().characters {
            Characters::Pairs(set) => set.pair(c).map(u16::from_be_bytes),
            _ => self.table().byte(c).map(u16::from),
        }
    }

    fn set(self) -> &'static Set {
        match self {
            Place::G0(place) => &G0[usize::from(place)],
            Place::G1(place) => &G1[usize::from(place)],
        }
    }

    /// Returns the characters of a set of single bytes, without the highest bit of these.
    fn table(self) -> &'static Table {
        static TABLES: [OnceLock<Table>; G0.len() + G1.len()] =
            [const { OnceLock::new() }; G0.len() + G1.len()];
        let index = match self {
            Place::G0(place) => usize::from(place),
            Place::G1(place) => G0.len() + usize::from(place),
        };
        TABLES[index].get_or_init(|| match self.set().characters {
            Characters::Nothing | Characters::Pairs(_) => Table::new([]),
            Characters::Ascii => Table::new((0x20..=0x7F).zip(' '..)),
            Characters::Roman => Table::new((0x20..=0x7F).zip((' '..='}').chain(['‾', '\x7F']))),
            Characters::Katakana => Table::new((0x21..=0x5F).zip('｡'..)),
            Characters::Latin1 => Table::new((0x20..=0x7F).zip('\u{A0}'..)),
            Characters::RightHalf(name, added) => {
                let characters = single_byte::characters(name).expect("the pages have it");
                let half = (0x20..=0x7F).zip(&characters[0xA0..]);
                let is_there = |c: &char| !added.contains(*c);
                Table::new(half.filter_map(|(byte, &c)| Some((byte, c.filter(is_there)?))))
            }
        })
    }
}

/// The places of the sets in use.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sets {
    g0: u8,
    g1: u8,
}

impl Sets {
    /// Returns the sets that a text begins in.
    fn first(part: Part) -> Sets {
        Sets {
            g0: u8::from(part.first == First::Ir13),
            g1: match part.first {
                First::Ir149 | First::Ir58 | First::Ir87 => 0,
                first => first as u8,
            },
        }
    }

    /// Returns the sets of a state, which is zero for those that a text begins in.
    fn of(part: Part, state: u8) -> Sets {
        let first = Sets::first(part);
        Sets {
            g0: state & 3 ^ first.g0,
            g1: state >> 2 ^ first.g1,
        }
    }

    fn state(self, part: Part) -> u8 {
        let first = Sets::first(part);
        (self.g0 ^ first.g0) | (self.g1 ^ first.g1) << 2
    }

    fn use_place(&mut self, place: Place) {
        match place {
            Place::G0(place) => self.g0 = place,
            Place::G1(place) => self.g1 = place,
        }
    }

    fn has(self, place: Place) -> bool {
        match place {
            Place::G0(place) => self.g0 == place,
            Place::G1(place) => self.g1 == place,
        }
    }
}

/// Returns `true` for a character before which the first sets are back.
fn is_delimiter(c: char, is_name: bool) -> bool {
    matches!(c, ..' ' | '\\') || is_name && matches!(c, '^' | '=')
}

/// Reads a character. The state is that of [`Sets`].
pub(super) fn read(part: Part, state: &mut u8, bytes: &[u8], last: bool) -> Item {
    let sets = Sets::of(part, *state);
    let place = match bytes[0] {
        0x1B => return read_escape(part, state, bytes, last),
        control @ ..0x20 => {
            *state = 0;
            return character(char::from(control), 1);
        }
        byte @ (b' ' | 0x7F) => return character(char::from(byte), 1),
        0x21..=0x7E => Place::G0(sets.g0),
        0x80..=0x9F => return ill_formed(1),
        0xA0.. => Place::G1(sets.g1),
    };
    let Characters::Pairs(set) = place.set().characters else {
        return match place.table().character(bytes[0] & 0x7F) {
            Some(c) => {
                if bytes[0] < 0x80 && is_delimiter(c, part.is_name) {
                    *state = 0;
                }
                character(c, 1)
            }
            None => ill_formed(1),
        };
    };
    let high = bytes[0] & 0x80;
    match bytes.get(1).map(|byte| byte ^ high) {
        _ if !matches!(bytes[0] ^ high, 0x21..=0x7E) => ill_formed(1),
        None => incomplete(bytes, last),
        Some(trail @ 0x21..=0x7E) => match set.character(bytes[0] ^ high, trail) {
            Some(c) => character(c, 2),
            None => ill_formed(2),
        },
        Some(_) => ill_formed(1),
    }
}

/// Returns all places with a sequence that designates them.
fn places() -> impl Iterator<Item = Place> {
    let g0 = (0..G0.len() as u8).map(Place::G0);
    g0.chain((1..G1.len() as u8).map(Place::G1))
}

fn read_escape(part: Part, state: &mut u8, bytes: &[u8], last: bool) -> Item {
    if let Some(place) = places().find(|place| bytes.starts_with(place.set().designation)) {
        let mut sets = Sets::of(part, *state);
        sets.use_place(place);
        *state = sets.state(part);
        return Item::Skip(place.set().designation.len());
    }
    match places().any(|place| place.set().designation.starts_with(bytes)) {
        true => incomplete(bytes, last),
        false => ill_formed(1),
    }
}

/// Writes a character. `^` and `=` delimit in every text: what follows them is designated again, which readers of no name pass.
pub(super) fn write(part: Part, state: &mut u8, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    if is_delimiter(c, true) {
        if c == '\x1B' {
            return None;
        }
        end(part, state, out);
        out.push(c as u8);
        return Some(());
    }
    let mut sets = Sets::of(part, *state);
    let first = Sets::first(part);
    let in_use = [
        Place::G1(sets.g1),
        Place::G0(sets.g0),
        Place::G0(first.g0),
        part.first.preferred(),
    ];
    let (place, code) = in_use
        .into_iter()
        .chain(ORDER)
        .find_map(|place| Some((place, place.code(c)?)))?;
    if !sets.has(place) {
        out.extend(place.set().designation);
        sets.use_place(place);
        *state = sets.state(part);
    }
    let high = match place {
        Place::G0(_) => 0,
        Place::G1(_) => 0x80,
    };
    let [lead, trail] = code.to_be_bytes();
    if lead != 0 {
        out.push(lead | high);
    }
    out.push(trail | high);
    Some(())
}

/// Designates the sets that a text begins in, if others are in use.
pub(super) fn end(part: Part, state: &mut u8, out: &mut NumberBytes<'_>) {
    let (sets, first) = (Sets::of(part, *state), Sets::first(part));
    if sets.g0 != first.g0 {
        out.extend(Place::G0(first.g0).set().designation);
    }
    if sets.g1 != first.g1 {
        out.extend(Place::G1(first.g1).set().designation);
    }
    *state = 0;
}
