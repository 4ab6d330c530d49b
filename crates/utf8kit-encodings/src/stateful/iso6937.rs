//! ISO/IEC 6937 and its relatives: a mark and a letter are two bytes, which stand for one character.

use super::items::{character, ill_formed, incomplete};
use super::table::Table;
use crate::item::{Item, NumberBytes};
use crate::marks;
use std::sync::OnceLock;

/// An encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Iso6937,
    /// Of 1983.
    Iso6937Of1983,
    T61,
    X3110,
}

/// For each byte that is a mark, the mark, its form with a space, and the letters that it can have.
const MARKS: [(u8, char, Option<char>, &str); 13] = [
    (0xC1, '\u{300}', None, "AEIOUaeiou"),
    (0xC2, '\u{301}', Some('´'), "ACEILNORSUYZaceilnorsuyz"),
    (0xC3, '\u{302}', None, "ACEGHIJOSUWYaceghijosuwy"),
    (0xC4, '\u{303}', None, "AINOUainou"),
    (0xC5, '\u{304}', Some('¯'), "AEIOUaeiou"),
    (0xC6, '\u{306}', Some('˘'), "AGUagu"),
    (0xC7, '\u{307}', Some('˙'), "CEGIZcegz"),
    (0xC8, '\u{308}', Some('¨'), "AEIOUYaeiouy"),
    (0xCA, '\u{30A}', Some('˚'), "AUau"),
    (0xCB, '\u{327}', Some('¸'), "CGKLNRSTcgklnrst"),
    (0xCD, '\u{30B}', Some('˝'), "OUou"),
    (0xCE, '\u{328}', Some('˛'), "AEIUaeiu"),
    (0xCF, '\u{30C}', Some('ˇ'), "CDELNRSTZcdelnrstz"),
];

/// The characters from `0x20` to `0x7F`, where they are not ASCII.
fn lower_half(part: Part) -> &'static str {
    match part {
        Part::Iso6937 => "",
        Part::Iso6937Of1983 => " !\"#¤",
        Part::T61 => concat!(
            " !\"\u{FFFD}\u{FFFD}%&'()*+,-./0123456789:;<=>?",
            "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\u{FFFD}]\u{FFFD}_",
            "\u{FFFD}abcdefghijklmnopqrstuvwxyz\u{FFFD}|\u{FFFD}\u{FFFD}\x7F",
        ),
        Part::X3110 => " !\"\u{FFFD}\u{FFFD}",
    }
}

/// The characters from `0xA0` on.
fn upper_half(part: Part) -> [&'static str; 3] {
    const NONE: &str = "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}";
    const LETTERS: &str = "\u{2126}ÆÐªĦ\u{FFFD}ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u{FFFD}";
    match part {
        Part::Iso6937 => [
            "\u{A0}¡¢£\u{FFFD}¥\u{FFFD}§¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿",
            "—¹®©™♪¬¦\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}⅛⅜⅝⅞",
            "\u{2126}ÆÐªĦ\u{FFFD}ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u{AD}",
        ],
        Part::Iso6937Of1983 => [
            "\u{FFFD}¡¢£$¥#§¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿",
            "—¹®©™♪\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}⅛⅜⅝⅞",
            LETTERS,
        ],
        Part::T61 => [
            "\u{FFFD}¡¢£$¥#§¤\u{FFFD}\u{FFFD}«\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}°±²³×µ¶·÷\u{FFFD}\u{FFFD}»¼½¾¿",
            NONE,
            LETTERS,
        ],
        Part::X3110 => [
            "\u{FFFD}¡¢£$¥#§¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿",
            "—¹®©™♪─│╱╲◢◣⅛⅜⅝⅞",
            "\u{2126}ÆÐªĦ┼ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u{FFFD}",
        ],
    }
}

/// Returns the characters of single bytes.
fn table(part: Part) -> &'static Table {
    static TABLES: [OnceLock<Table>; 4] = [const { OnceLock::new() }; 4];
    TABLES[part as usize].get_or_init(|| {
        let latin1 = (0..0xA0).map(|byte| (byte, char::from(byte)));
        let lower = (0x20..=0x7F_u8).zip(lower_half(part).chars());
        let [first, second, third] = upper_half(part);
        let upper = (0xA0..=0xFF)
            .zip(first.chars())
            .chain((0xD0..=0xFF).zip(second.chars()))
            .chain((0xE0..=0xFF).zip(third.chars()));
        let mut rows: Vec<(u8, char)> = latin1.collect();
        for (byte, c) in lower {
            rows[usize::from(byte)].1 = c;
        }
        // Of the two bytes for `#` and for `¤` of 1983, the upper one is written.
        Table::new(upper.chain(rows))
    })
}

pub(super) fn read(part: Part, bytes: &[u8], last: bool) -> Item {
    let Some(&(_, mark, spacing, letters)) = MARKS.iter().find(|(byte, ..)| *byte == bytes[0]) else {
        return match table(part).character(bytes[0]) {
            Some(c) => character(c, 1),
            None => ill_formed(1),
        };
    };
    let Some(&letter) = bytes.get(1) else {
        return incomplete(bytes, last);
    };
    let composed = match char::from(letter) {
        ' ' => spacing,
        letter if letters.contains(letter) => marks::compose(letter, mark),
        _ => None,
    };
    match composed {
        Some(c) => character(c, 2),
        // The byte after the mark can be ASCII.
        None => ill_formed(1),
    }
}

pub(super) fn write(part: Part, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    if let Some(byte) = table(part).byte(c) {
        out.push(byte);
        return Some(());
    }
    let (byte, letter) = match marks::decompose(c) {
        Some((letter, mark)) => {
            let &(byte, _, _, letters) = MARKS.iter().find(|(_, known, ..)| *known == mark)?;
            letters.contains(letter).then_some((byte, letter as u8))?
        }
        None => (
            MARKS.iter().find(|(_, _, spacing, _)| *spacing == Some(c))?.0,
            b' ',
        ),
    };
    out.extend(&[byte, letter]);
    Some(())
}
