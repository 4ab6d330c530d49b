//! The encodings through which UTF-8 is double-encoded.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
#[cfg(feature = "legacy")]
use utf8kit::{Endian, Policy};
#[cfg(feature = "legacy")]
use utf8kit_encodings::{Encoding, Reading};

/// An encoding that bytes of UTF-8 were decoded with by mistake: its place in [`ALL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Through(u8);

/// The encodings, and how many bits each costs: how rare the mistake is.
const ALL: &[(&str, u8)] = &[
    ("windows-1252", 0),
    ("ISO-8859-1", 0),
    #[cfg(feature = "legacy")]
    ("windows-1250", 2),
    #[cfg(feature = "legacy")]
    ("windows-1251", 2),
    #[cfg(feature = "legacy")]
    ("ISO-8859-2", 4),
    #[cfg(feature = "legacy")]
    ("windows-1257", 3),
    #[cfg(feature = "legacy")]
    ("windows-1254", 2),
    #[cfg(feature = "legacy")]
    ("windows-1253", 3),
    #[cfg(feature = "legacy")]
    ("macintosh", 2),
    #[cfg(feature = "legacy")]
    ("IBM437", 2),
    #[cfg(feature = "legacy")]
    ("IBM850", 2),
    #[cfg(feature = "legacy")]
    ("IBM852", 3),
    #[cfg(feature = "legacy")]
    ("IBM866", 3),
    #[cfg(feature = "legacy")]
    ("KOI8-R", 3),
    #[cfg(feature = "legacy")]
    ("KOI8-U", 4),
    #[cfg(feature = "legacy")]
    ("ISO-8859-15", 3),
    #[cfg(feature = "legacy")]
    ("ISO-8859-9", 3),
    #[cfg(feature = "legacy")]
    ("ISO-8859-5", 4),
    #[cfg(feature = "legacy")]
    ("ISO-8859-7", 4),
    #[cfg(feature = "legacy")]
    ("windows-1255", 4),
    #[cfg(feature = "legacy")]
    ("windows-1256", 4),
    #[cfg(feature = "legacy")]
    ("windows-1258", 4),
    #[cfg(feature = "legacy")]
    ("windows-874", 4),
    #[cfg(feature = "legacy")]
    ("ISO-8859-3", 6),
    #[cfg(feature = "legacy")]
    ("ISO-8859-4", 6),
    #[cfg(feature = "legacy")]
    ("ISO-8859-6", 6),
    #[cfg(feature = "legacy")]
    ("ISO-8859-8", 6),
    #[cfg(feature = "legacy")]
    ("ISO-8859-10", 6),
    #[cfg(feature = "legacy")]
    ("ISO-8859-13", 5),
    #[cfg(feature = "legacy")]
    ("ISO-8859-14", 6),
    #[cfg(feature = "legacy")]
    ("ISO-8859-16", 6),
    #[cfg(feature = "legacy")]
    ("x-mac-cyrillic", 5),
    #[cfg(feature = "legacy")]
    ("MAC-CENTRALEUROPE", 6),
    #[cfg(feature = "legacy")]
    ("MACGREEK", 6),
    #[cfg(feature = "legacy")]
    ("MACTURKISH", 6),
    #[cfg(feature = "legacy")]
    ("MACICELAND", 7),
    #[cfg(feature = "legacy")]
    ("MACCROATIAN", 7),
    #[cfg(feature = "legacy")]
    ("MACROMANIA", 7),
    #[cfg(feature = "legacy")]
    ("IBM855", 5),
    #[cfg(feature = "legacy")]
    ("IBM857", 5),
    #[cfg(feature = "legacy")]
    ("IBM858", 4),
    #[cfg(feature = "legacy")]
    ("IBM860", 6),
    #[cfg(feature = "legacy")]
    ("IBM861", 6),
    #[cfg(feature = "legacy")]
    ("IBM862", 6),
    #[cfg(feature = "legacy")]
    ("IBM863", 6),
    #[cfg(feature = "legacy")]
    ("IBM865", 6),
    #[cfg(feature = "legacy")]
    ("IBM869", 6),
    #[cfg(feature = "legacy")]
    ("CP737", 5),
    #[cfg(feature = "legacy")]
    ("CP775", 6),
    #[cfg(feature = "legacy")]
    ("CP1125", 6),
    #[cfg(feature = "legacy")]
    ("KZ-1048", 7),
    #[cfg(feature = "legacy")]
    ("PTCP154", 7),
    #[cfg(feature = "legacy")]
    ("CP720", 6),
    #[cfg(feature = "legacy")]
    ("GBK", 2),
    #[cfg(feature = "legacy")]
    ("Big5", 3),
    #[cfg(feature = "legacy")]
    ("EUC-KR", 3),
    #[cfg(feature = "legacy")]
    ("Shift_JIS", 2),
    #[cfg(feature = "legacy")]
    ("EUC-JP", 4),
    #[cfg(feature = "legacy")]
    ("UTF-16LE", 4),
    #[cfg(feature = "legacy")]
    ("UTF-16BE", 6),
];

/// Those of UTF-16, which are the last.
#[cfg(feature = "legacy")]
const UTF_16: usize = 2;

/// Those with characters of two bytes, before them.
#[cfg(feature = "legacy")]
const EAST_ASIAN: usize = 5;

/// Those with single-byte characters.
#[cfg(feature = "legacy")]
const SINGLE: usize = ALL.len() - EAST_ASIAN - UTF_16;

const _: () = assert!(ALL.len() <= u64::BITS as usize);

/// A set of encodings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Encodings(u64);

impl Encodings {
    /// The number of all encodings.
    #[cfg(feature = "legacy")]
    pub(super) const COUNT: usize = ALL.len();

    /// Every encoding.
    pub(crate) const ALL: Encodings = Encodings(u64::MAX);

    /// None.
    pub(crate) const NONE: Encodings = Encodings(0);

    /// Returns the set of one.
    pub(crate) const fn of(through: Through) -> Encodings {
        Encodings(1 << through.0)
    }

    pub(crate) const fn and(self, other: Encodings) -> Encodings {
        Encodings(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Encodings) -> Encodings {
        Encodings(self.0 | other.0)
    }

    pub(crate) const fn minus(self, other: Encodings) -> Encodings {
        Encodings(self.0 & !other.0)
    }

    pub(crate) const fn without(self, through: Through) -> Encodings {
        Encodings(self.0 & !(1 << through.0))
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn contains(self, through: Through) -> bool {
        self.0 & 1 << through.0 != 0
    }

    /// Returns those with single-byte characters.
    #[cfg(feature = "legacy")]
    pub(super) const fn single() -> Encodings {
        Encodings((1 << SINGLE) - 1)
    }

    /// Returns those by which the mistake is made often.
    #[cfg(feature = "legacy")]
    pub(super) fn usual() -> Encodings {
        /// No more bits than these.
        const MOST: i32 = 4;
        let usual = Encodings::single()
            .iter()
            .filter(|through| through.rarity() <= MOST);
        usual.fold(Encodings::NONE, |all, through| all.or(Encodings::of(through)))
    }

    /// Returns its encodings, the more frequent ones first.
    pub(crate) fn iter(self) -> impl Iterator<Item = Through> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Through(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            (usize::from(next.0) < ALL.len()).then_some(next)
        })
    }

    /// Returns the names of the most frequent of the encodings: `windows-1250 or ISO-8859-2`.
    pub(crate) fn names(self) -> String {
        /// As many are enough to know where to look.
        const MOST: usize = 2;
        let names: Vec<&str> = self.iter().map(Through::name).take(MOST).collect();
        names.join(" or ")
    }
}

impl fmt::Debug for Encodings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Through::name)).finish()
    }
}

impl Through {
    pub(crate) const WINDOWS_1252: Through = Through(0);
    pub(crate) const LATIN_1: Through = Through(1);
    pub(crate) const WINDOWS_1250: Through = Through(2);
    #[cfg(feature = "legacy")]
    pub(crate) const WINDOWS_1251: Through = Through(3);
    pub(crate) const ISO_8859_2: Through = Through(4);

    /// Those of UTF-16, each with the order of its bytes.
    #[cfg(feature = "legacy")]
    pub(super) const UTF_16: [(Through, Endian); UTF_16] = [
        (Through((SINGLE + EAST_ASIAN) as u8), Endian::Little),
        (Through((SINGLE + EAST_ASIAN + 1) as u8), Endian::Big),
    ];

    /// Returns the name of the encoding.
    pub(crate) const fn name(self) -> &'static str {
        ALL[self.0 as usize].0
    }

    /// Returns the encoding of a name.
    #[cfg(feature = "legacy")]
    pub(crate) fn of_name(name: &str) -> Option<Through> {
        let place = ALL.iter().position(|(other, _)| *other == name)?;
        Some(Through(place as u8))
    }

    /// Returns its characters of the bytes from 0x80 on, if it is a single-byte encoding. Those without one are C1 controls.
    #[cfg(feature = "legacy")]
    pub(crate) fn characters(self) -> Option<Vec<char>> {
        characters(self.name())
    }

    /// Returns its place among all.
    #[cfg(feature = "legacy")]
    pub(super) fn place(self) -> usize {
        usize::from(self.0)
    }

    /// Returns how many bits it costs: how rare the mistake is.
    pub(super) fn rarity(self) -> i32 {
        ALL[usize::from(self.0)].1.into()
    }
}

/// What a character is in the single-byte encodings that have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes {
    /// The encodings in which it is a byte that continues a sequence.
    pub(super) continues: Encodings,
    /// Those in which it is a byte that begins a sequence of two, three or four.
    pub(super) begins: [Encodings; 3],
    /// The bytes that it is, each with the encodings.
    bytes: Vec<(Encodings, u8)>,
}

impl Bytes {
    /// Returns the byte in an encoding, and the encodings in which it is the same, or in which the character is not there either.
    pub(crate) fn of(&self, through: Through) -> (Option<u8>, Encodings) {
        let mut without = Encodings::ALL;
        for &(encodings, byte) in &self.bytes {
            if encodings.contains(through) {
                return (Some(byte), encodings);
            }
            without = without.minus(encodings);
        }
        (None, without)
    }
}

/// The bytes of each character.
pub(crate) struct Table {
    /// The place of each character of the Basic Multilingual Plane in `bytes`, or 0.
    places: Vec<u16>,
    bytes: Vec<Bytes>,
}

impl Table {
    /// Returns the table of all single-byte encodings.
    pub(crate) fn get() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(Table::new)
    }

    fn new() -> Table {
        let mut table = Table {
            places: vec![0; 0x10000],
            bytes: vec![Bytes::default()],
        };
        for (place, &(name, _)) in ALL.iter().enumerate() {
            let Some(characters) = characters(name) else {
                continue;
            };
            for byte in 0x80..=0xFF {
                let c = characters[usize::from(byte) - 0x80];
                if !c.is_ascii() {
                    table.add(c, byte, Encodings::of(Through(place as u8)));
                }
            }
        }
        table
    }

    fn add(&mut self, c: char, byte: u8, encoding: Encodings) {
        let Some(place) = self.places.get_mut(c as usize) else {
            return;
        };
        if *place == 0 {
            *place = self.bytes.len() as u16;
            self.bytes.push(Bytes::default());
        }
        let bytes = &mut self.bytes[usize::from(*place)];
        match bytes.bytes.iter_mut().find(|(_, other)| *other == byte) {
            Some((encodings, _)) => *encodings = encodings.or(encoding),
            None => bytes.bytes.push((encoding, byte)),
        }
        let kinds: [RangeInclusive<u8>; 3] = [0xC2..=0xDF, 0xE0..=0xEF, 0xF0..=0xF4];
        for (begins, kind) in bytes.begins.iter_mut().zip(kinds) {
            if kind.contains(&byte) {
                *begins = begins.or(encoding);
            }
        }
        if byte < 0xC0 {
            bytes.continues = bytes.continues.or(encoding);
        }
    }

    /// Returns the bytes of a character.
    pub(crate) fn bytes(&self, c: char) -> &Bytes {
        &self.bytes[usize::from(self.places.get(c as usize).copied().unwrap_or(0))]
    }
}

/// Bytes that continue a sequence, and that text may lose after it was decoded in an encoding.
#[cfg(feature = "legacy")]
pub(super) struct Lost {
    /// Those without a character. Programs drop them, or write U+FFFD or `?`.
    pub(super) undefined: Vec<u8>,
    /// Those that are dropped: also a soft hyphen.
    pub(super) dropped: Vec<u8>,
    /// The one that is a no-break space. Programs make a space of it.
    pub(super) space: Option<u8>,
}

#[cfg(feature = "legacy")]
impl Lost {
    /// Returns those of a single-byte encoding.
    pub(super) fn of(through: Through) -> &'static Lost {
        static ALL_OF_THEM: OnceLock<Vec<Lost>> = OnceLock::new();
        let all = ALL_OF_THEM.get_or_init(|| ALL.iter().map(|(name, _)| Lost::new(name)).collect());
        &all[through.place()]
    }

    fn new(name: &str) -> Lost {
        let characters = characters(name).unwrap_or_default();
        let those = |is: fn(char) -> bool| -> Vec<u8> {
            let bytes = (0x80..=0xBF).zip(&characters);
            bytes.filter(|&(_, &c)| is(c)).map(|(byte, _)| byte).collect()
        };
        Lost {
            undefined: those(char::is_control),
            dropped: those(|c| c.is_control() || c == '\u{AD}'),
            space: those(|c| c == '\u{A0}').first().copied(),
        }
    }
}

/// Returns the characters of the bytes from 0x80 on. Those without one are C1 controls, as browsers decode them.
fn characters(name: &str) -> Option<Vec<char>> {
    match name {
        "ISO-8859-1" => Some((0x80..=0xFF).map(char::from).collect()),
        "windows-1252" => Some((0x80..=0xFF).map(super::windows_1252).collect()),
        #[cfg(feature = "legacy")]
        _ => match Encoding::for_label(name, Reading::Iconv)? {
            Encoding::Legacy(legacy) => {
                let characters = legacy.characters()?;
                let all =
                    (0x80..=0xFF).map(|byte: u8| characters[usize::from(byte)].unwrap_or(char::from(byte)));
                Some(all.collect())
            }
            _ => None,
        },
        #[cfg(not(feature = "legacy"))]
        _ => None,
    }
}

/// An encoding with characters of two bytes.
#[cfg(feature = "legacy")]
pub(crate) struct EastAsian {
    pub(super) through: Through,
    pub(crate) encoding: Encoding,
    /// The bytes of the characters of each block of 256, from when one is asked for.
    blocks: [OnceLock<Box<[CharacterBytes; 256]>>; 256],
}

/// The bytes of a character in such an encoding, and how many they are: none if the encoding does not have it.
#[cfg(feature = "legacy")]
#[derive(Clone, Copy, Default)]
struct CharacterBytes {
    bytes: [u8; 3],
    len: u8,
}

#[cfg(feature = "legacy")]
impl EastAsian {
    /// Returns all of them.
    pub(super) fn all() -> &'static [EastAsian] {
        static ALL_OF_THEM: OnceLock<Vec<EastAsian>> = OnceLock::new();
        ALL_OF_THEM.get_or_init(|| {
            let encoding = |(at, &(name, _)): (usize, &(&str, u8))| {
                Some(EastAsian {
                    through: Through((SINGLE + at) as u8),
                    encoding: Encoding::for_label(name, Reading::Web)?,
                    blocks: [const { OnceLock::new() }; 256],
                })
            };
            let all = ALL[SINGLE..SINGLE + EAST_ASIAN].iter();
            all.enumerate().filter_map(encoding).collect()
        })
    }

    /// Returns the one that texts go through, if that has characters of two bytes.
    pub(crate) fn of(through: Through) -> Option<&'static EastAsian> {
        EastAsian::all().iter().find(|other| other.through == through)
    }

    /// Returns the bytes of a character, if the encoding has it.
    pub(crate) fn bytes(&self, c: char) -> Option<&[u8]> {
        let [block, place] = u16::try_from(u32::from(c)).ok()?.to_be_bytes();
        let all = self.blocks[usize::from(block)].get_or_init(|| self.block(block));
        let character = &all[usize::from(place)];
        (character.len > 0).then(|| &character.bytes[..usize::from(character.len)])
    }

    fn block(&self, block: u8) -> Box<[CharacterBytes; 256]> {
        // In lines of their own, so that what the encoding does not have leaves an empty one.
        let mut lines = String::new();
        for place in 0..=u8::MAX {
            let c = char::from_u32(u16::from_be_bytes([block, place]).into());
            lines.extend(c.filter(|&c| c != '\n'));
            lines.push('\n');
        }
        let lines = self.encoding.encode(&lines, Policy::Drop).unwrap_or_default();
        let mut all = Box::new([CharacterBytes::default(); 256]);
        for (character, line) in all.iter_mut().zip(lines.split(|&byte| byte == b'\n')) {
            if let Some(bytes) = character.bytes.get_mut(..line.len()) {
                bytes.copy_from_slice(line);
                character.len = line.len() as u8;
            }
        }
        all
    }
}

#[cfg(all(test, feature = "legacy"))]
impl Through {
    /// Returns the encoding of a name.
    pub(super) fn named(name: &str) -> Through {
        Through::of_name(name).unwrap_or_else(|| panic!("{name}"))
    }

    /// Returns what the bytes of `text` are in this encoding.
    pub(super) fn decode(self, text: &str) -> String {
        let Some(characters) = characters(self.name()) else {
            let encoding = Encoding::for_label(self.name(), Reading::Web).unwrap();
            return encoding.decode(text.as_bytes(), Policy::Fail).unwrap();
        };
        let one = |byte: u8| match byte {
            0..0x80 => char::from(byte),
            _ => characters[usize::from(byte) - 0x80],
        };
        text.bytes().map(one).collect()
    }
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_encodings() {
        for (place, &(name, _)) in ALL.iter().enumerate() {
            assert_eq!(characters(name).is_some(), place < SINGLE, "{name}");
        }
        assert_eq!(EastAsian::all().len(), EAST_ASIAN);
        assert_eq!(
            Through::UTF_16.map(|(through, _)| through.name()),
            ["UTF-16LE", "UTF-16BE"]
        );
        assert_eq!(Through::WINDOWS_1250.name(), "windows-1250");
        assert_eq!(Through::ISO_8859_2.name(), "ISO-8859-2");
    }

    #[test]
    fn bytes_without_a_character_are_controls() {
        let of = |c, name| Table::get().bytes(c).of(Through::named(name)).0;
        // Windows-1251 has no character for 0x98, and windows-1250 has `‚` for 0x82.
        assert_eq!(of('\u{98}', "windows-1251"), Some(0x98));
        assert_eq!(of('\u{82}', "windows-1250"), None);
        assert_eq!(of('\u{82}', "ISO-8859-2"), Some(0x82));
        assert_eq!(of('√', "macintosh"), Some(0xC3));
    }

    #[test]
    fn characters_of_two_bytes_are_as_the_encoding_writes_them() {
        for of in EastAsian::all() {
            for c in "é\u{A0}АΩ、あｱ一的漢龍힣가€🙂\u{E000}\u{FFFD}".chars() {
                let bytes = of.encoding.encode(c.encode_utf8(&mut [0; 4]), Policy::Fail).ok();
                assert_eq!(of.bytes(c), bytes.as_deref(), "{c} in {:?}", of.through);
            }
        }
    }

    #[test]
    fn the_table_tells_what_begins_and_what_continues_sequences() {
        for through in Encodings::ALL.iter() {
            let Some(characters) = characters(through.name()) else {
                continue;
            };
            for (byte, c) in (0x80..=0xFF).zip(characters) {
                let bytes = Table::get().bytes(c);
                // Where an encoding has a character twice, the first byte counts.
                let byte = bytes.of(through).0.unwrap_or(byte);
                let kinds = [0xC2..=0xDF_u8, 0xE0..=0xEF, 0xF0..=0xF4];
                for (begins, kind) in bytes.begins.iter().zip(kinds) {
                    assert!(
                        !kind.contains(&byte) || begins.contains(through),
                        "{through:?} {byte:X}"
                    );
                }
                assert!(
                    byte >= 0xC0 || bytes.continues.contains(through),
                    "{through:?} {byte:X}"
                );
            }
        }
    }
}
