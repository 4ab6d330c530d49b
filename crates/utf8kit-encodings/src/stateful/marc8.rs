//! MARC-8 (MARC 21 of the Library of Congress): a set of characters in the bytes below `0x80` and another one above, which escape
//! sequences exchange.
//!
//! A field begins with ASCII and ANSEL. Marks are before their letter, as in ANSEL. Characters of EACC have no marks.

use super::ansel::{self, Held, is_letter, is_mark};
use super::eacc;
use super::items::{character, ill_formed, incomplete};
use super::table::Table;
use crate::item::{Item, NumberBytes};
use crate::marks;
use std::sync::OnceLock;

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Set {
    Ascii,
    Ansel,
    Hebrew,
    Arabic,
    ExtendedArabic,
    Cyrillic,
    ExtendedCyrillic,
    Greek,
    GreekSymbols,
    Subscripts,
    Superscripts,
    Eacc,
}

/// The sets of one byte, in the order in which a character is looked for before EACC.
const SETS: [Set; 11] = [
    Set::Ascii,
    Set::Ansel,
    Set::Hebrew,
    Set::Arabic,
    Set::ExtendedArabic,
    Set::Cyrillic,
    Set::ExtendedCyrillic,
    Set::Greek,
    Set::GreekSymbols,
    Set::Subscripts,
    Set::Superscripts,
];

// The characters of each set from a byte on.
const HEBREW: (u8, &str) = (
    0x20,
    concat!(
        "\u{FFFD}!״#$%&׳()*+,־./0123456789:;<=>?",
        "\u{5B7}\u{5B8}\u{5B6}\u{5B5}\u{5B4}\u{5B9}\u{5BB}\u{5B0}\u{5B2}\u{5B3}\u{5B1}\u{5BC}\u{5BF}\u{5C1}\u{FB1E}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}[\u{FFFD}]\u{FFFD}\u{FFFD}",
        "אבגדהוזחטיךכלםמןנסעףפץצקרשתװױײ\u{FFFD}\u{FFFD}",
    ),
);
const ARABIC: (u8, &str) = (
    0x20,
    concat!(
        "\u{FFFD}!\"#$٪&'()٭+،-./٠١٢٣٤٥٦٧٨٩:؛<=>؟",
        "\u{FFFD}ءآأؤإئابةتثجحخدذرزسشصضطظعغ[\u{FFFD}]\u{FFFD}\u{FFFD}",
        "ـفقكلمنهوىي\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}\u{651}\u{652}ٱ\u{670}\u{FFFD}\u{FFFD}\u{FFFD}٬”“\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
    ),
);
const EXTENDED_ARABIC: (u8, &str) = (
    0x20,
    concat!(
        "\u{FFFD}۽ٲٳٹٺٻټٽپٿڀځڂڃڄڅچڿڇڈډڊڋڌڍڎڏڐڑڒړ",
        "ڔڕږڗژڙښڛڜۺڝڞۻڟڠۼڡڢڣڤڥڦڧڨکڪګڬڭڮگڰ",
        "ڱڲڳڴڵڶڷڸںڻڼڽڹھۀۄۅۆۊۋۍێېےۓ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{306}\u{30C}\u{FFFD}",
    ),
);
const CYRILLIC: (u8, &str) = (
    0x20,
    concat!(
        "\u{FFFD}!\"#$%&'()*+,-./0123456789:;<=>?",
        "юабцдефгхийклмнопярстужвьызшэщчъ",
        "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧ\u{FFFD}",
    ),
);
const EXTENDED_CYRILLIC: (u8, &str) = (
    0x40,
    concat!(
        "ґђѓєёѕіїјљњћќўџ\u{FFFD}ѣѳѵѫ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}[\u{FFFD}]\u{FFFD}_",
        "ҐЂЃЄЁЅІЇЈЉЊЋЌЎЏЪѢѲѴѪ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
    ),
);
const GREEK: (u8, &str) = (
    0x20,
    concat!(
        "\u{FFFD}\u{300}\u{301}\u{308}\u{342}\u{313}\u{314}\u{345}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}«»“”ʹ͵\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}·\u{FFFD}\u{FFFD}\u{FFFD};",
        "\u{FFFD}ΑΒ\u{FFFD}ΓΔΕϚϜΖΗΘΙΚΛΜΝΞΟΠϞΡΣ\u{FFFD}ΤΥΦΧΨΩϠ\u{FFFD}",
        "\u{FFFD}αβϐγδεϛϝζηθικλμνξοπϟρσςτυφχψωϡ\u{FFFD}",
    ),
);
const SUBSCRIPTS: (u8, &str) = (0x28, "₍₎\u{FFFD}₊\u{FFFD}₋\u{FFFD}\u{FFFD}₀₁₂₃₄₅₆₇₈₉");
const SUPERSCRIPTS: (u8, &str) = (0x28, "⁽⁾\u{FFFD}⁺\u{FFFD}⁻\u{FFFD}\u{FFFD}⁰¹²³⁴⁵⁶⁷⁸⁹");
const GREEK_SYMBOLS: (u8, &str) = (0x61, "αβγ");

impl Set {
    /// Returns the set whose number is `number`, or ASCII.
    fn of(number: u8) -> Set {
        let is_this = |set: &Set| *set as u8 == number;
        let all = SETS.into_iter().chain([Set::Eacc]);
        all.into_iter().find(is_this).unwrap_or(Set::Ascii)
    }

    /// Returns the characters of the bytes `0x21` to `0x7E`.
    fn table(self) -> &'static Table {
        static TABLES: [OnceLock<Table>; 12] = [const { OnceLock::new() }; 12];
        TABLES[self as usize].get_or_init(|| {
            let (first, characters) = match self {
                Set::Ascii => return Table::new((0x21..=0x7E).map(|byte| (byte, char::from(byte)))),
                Set::Ansel => (0x20, ansel::UPPER),
                Set::Hebrew => HEBREW,
                Set::Arabic => ARABIC,
                Set::ExtendedArabic => EXTENDED_ARABIC,
                Set::Cyrillic => CYRILLIC,
                Set::ExtendedCyrillic => EXTENDED_CYRILLIC,
                Set::Greek => GREEK,
                Set::GreekSymbols => GREEK_SYMBOLS,
                Set::Subscripts => SUBSCRIPTS,
                Set::Superscripts => SUPERSCRIPTS,
                Set::Eacc => (0x20, ""),
            };
            Table::new((first..=0x7E).zip(characters.chars()))
        })
    }

    /// Returns the sequence that makes this G0, from ASCII.
    fn designation(self) -> &'static [u8] {
        match self {
            Set::Ascii => b"\x1B(B",
            Set::Ansel => b"\x1B(!E",
            Set::Hebrew => b"\x1B(2",
            Set::Arabic => b"\x1B(3",
            Set::ExtendedArabic => b"\x1B(4",
            Set::Cyrillic => b"\x1B(N",
            Set::ExtendedCyrillic => b"\x1B(Q",
            Set::Greek => b"\x1B(S",
            Set::GreekSymbols => b"\x1Bg",
            Set::Subscripts => b"\x1Bb",
            Set::Superscripts => b"\x1Bp",
            Set::Eacc => b"\x1B$1",
        }
    }

    /// Returns `true` if the set is left with a sequence of its own, before another set is designated.
    fn is_left_by_itself(self) -> bool {
        matches!(self, Set::GreekSymbols | Set::Subscripts | Set::Superscripts)
    }

    /// Returns the byte of `c` where this is G0 and ANSEL is G1. There is none where EACC is G0: readers take every byte for a part of it.
    fn byte(self, c: char) -> Option<u8> {
        if self == Set::Eacc {
            return None;
        }
        let control = || ansel::CONTROLS.iter().find(|&&(_, control)| control == c);
        match c {
            ' ' | '\x7F' => Some(c as u8),
            _ => (self.table().byte(c))
                .or_else(|| Set::Ansel.table().byte(c).map(|byte| byte | 0x80))
                .or_else(|| control().map(|&(byte, _)| byte)),
        }
    }
}

/// The sets that bytes are of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sets {
    g0: Set,
    g1: Set,
}

impl Default for Sets {
    fn default() -> Self {
        Sets {
            g0: Set::Ascii,
            g1: Set::Ansel,
        }
    }
}

impl Sets {
    /// Returns the sets whose number is `number`.
    pub(super) fn of(number: u8) -> Sets {
        Sets {
            g0: Set::of(number & 0xF),
            g1: Set::of(number >> 4 ^ Set::Ansel as u8),
        }
    }

    /// Returns a number for the sets, which is zero at the beginning of a text.
    pub(super) fn number(self) -> u8 {
        self.g0 as u8 | (self.g1 as u8 ^ Set::Ansel as u8) << 4
    }

    fn character(self, byte: u8) -> Option<char> {
        match byte {
            ..=0x20 | 0x7F => Some(char::from(byte)).filter(|&c| c != '\x1B'),
            0x21..=0x7E => self.g0.table().character(byte),
            0xA1..=0xFE => self.g1.table().character(byte & 0x7F),
            _ => ansel::CONTROLS
                .iter()
                .find(|control| control.0 == byte)
                .map(|control| control.1),
        }
    }

    /// Returns `true` for a byte of EACC.
    fn is_eacc(self, byte: u8) -> bool {
        match byte {
            0x21..=0x7E => self.g0 == Set::Eacc,
            0xA1..=0xFE => self.g1 == Set::Eacc,
            _ => false,
        }
    }
}

/// Reads a character. The state is a mark whose letter is read, and which is to be returned next.
pub(super) fn read(sets: &mut Sets, state: &mut u8, bytes: &[u8], last: bool) -> Item {
    match bytes[0] {
        0x1B => return read_escape(sets, bytes, last),
        byte if *state == 0 && sets.is_eacc(byte) => return read_eacc(bytes, last),
        _ => {}
    }
    let item = ansel::read_marked(|byte| sets.character(byte), state, bytes, last);
    if let Item::Number(RECORD_END | FIELD_END, _) = item {
        *sets = Sets::default();
    }
    item
}

const RECORD_END: u32 = 0x1D;
const FIELD_END: u32 = 0x1E;

/// Reads a character of EACC. All its bytes are in one half.
fn read_eacc(bytes: &[u8], last: bool) -> Item {
    let mut code = [0; 3];
    for (place, &byte) in code.iter_mut().zip(bytes) {
        *place = byte.wrapping_sub(bytes[0] & 0x80);
    }
    match eacc::len(&code[..bytes.len().min(3)]) {
        3 => match eacc::character(code) {
            Some(c) => character(c, 3),
            None => ill_formed(3),
        },
        len if len == bytes.len() => incomplete(bytes, last),
        len => ill_formed(len),
    }
}

/// Reads a designation.
fn read_escape(sets: &mut Sets, bytes: &[u8], last: bool) -> Item {
    let (is_g0, start) = match bytes[1..] {
        [b'(' | b',', ..] => (true, 2),
        [b')' | b'-', ..] => (false, 2),
        [b'$', b')' | b'-', ..] => (false, 3),
        [b'$', b',', ..] => (true, 3),
        [b'$', ..] => (true, 2),
        [b's', ..] => {
            sets.g0 = Set::Ascii;
            return Item::Skip(2);
        }
        [last, ..] => {
            let of_this = |set: &Set| set.designation() == [0x1B, last];
            return match SETS.into_iter().find(of_this) {
                Some(set) => {
                    sets.g0 = set;
                    Item::Skip(2)
                }
                None => ill_formed(1),
            };
        }
        [] => return incomplete(bytes, last),
    };
    let (set, len) = match (bytes[1], &bytes[start..]) {
        (_, []) | (b'(' | b')' | b',' | b'-', b"!") => return incomplete(bytes, last),
        (b'$', [b'1', ..]) => (Some(Set::Eacc), start + 1),
        (b'$', _) => (None, 0),
        (_, [b'!', b'E', ..]) => (Some(Set::Ansel), start + 2),
        (_, &[last, ..]) => {
            let of_this = |set: &Set| set.designation() == [0x1B, b'(', last];
            (SETS.into_iter().find(of_this), start + 1)
        }
    };
    let Some(set) = set else {
        return ill_formed(1);
    };
    match is_g0 {
        true => sets.g0 = set,
        false => sets.g1 = set,
    }
    Item::Skip(len)
}

/// Makes `set` G0.
fn designate(current: &mut Set, set: Set, out: &mut NumberBytes<'_>) {
    if current.is_left_by_itself() && *current != set {
        out.extend(b"\x1Bs");
        *current = Set::Ascii;
    }
    if *current != set {
        out.extend(set.designation());
        *current = set;
    }
}

/// Writes a character. G1 is ANSEL.
pub(super) fn write(current: &mut Set, held: &mut Held, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    if c < ' ' {
        end(current, held, out);
        out.push(Some(c as u8).filter(|&byte| byte != 0x1B)?);
        return Some(());
    }
    if is_mark(c) {
        if current.byte(c).is_none() {
            move_held(current, held, c, out)?;
        }
        return held.add(current.byte(c)?);
    }
    if current.byte(c).is_none() {
        let Some(set) = SETS.into_iter().find(|set| set.byte(c).is_some()) else {
            if let Some(code) = eacc::code(c) {
                held.flush(out);
                designate(current, Set::Eacc, out);
                out.extend(&code);
                return Some(());
            }
            let (letter, mark) = marks::decompose(c)?;
            write(current, held, letter, out)?;
            return write(current, held, mark, out);
        };
        held.flush(out);
        designate(current, set, out);
    }
    let byte = current.byte(c)?;
    if is_letter(c) {
        held.begin(byte, out);
    } else {
        held.flush(out);
        out.push(byte);
    }
    Some(())
}

/// Makes a set G0 that has `mark` and what is held, if there is one.
fn move_held(current: &mut Set, held: &mut Held, mark: char, out: &mut NumberBytes<'_>) -> Option<()> {
    let before = Sets {
        g0: *current,
        g1: Set::Ansel,
    };
    let set = SETS.into_iter().find(|set| {
        let has = |byte: &mut u8| before.character(*byte).is_some_and(|c| set.byte(c).is_some());
        set.byte(mark).is_some() && held.bytes_mut().all(has)
    })?;
    for byte in held.bytes_mut() {
        *byte = set.byte(before.character(*byte)?)?;
    }
    designate(current, set, out);
    Some(())
}

/// Writes what is held, and returns to ASCII.
pub(super) fn end(current: &mut Set, held: &mut Held, out: &mut NumberBytes<'_>) {
    held.flush(out);
    designate(current, Set::Ascii, out);
}
