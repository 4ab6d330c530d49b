//! The mistake itself: bytes of UTF-8 decoded one by one as Windows-1252 or Latin-1.

use super::script::{Script, script};

/// The set of tables with which bytes may have been decoded.
pub(super) type Tables = u8;
pub(super) const LATIN_1: Tables = 1;
pub(super) const WINDOWS_1252: Tables = 2;

/// The characters of Windows-1252 at 0x80..=0x9F. The five undefined bytes are C1 controls, as browsers decode them.
const WINDOWS_80_9F: [u16; 32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
];

/// Returns the character of `byte` in Windows-1252.
pub(crate) fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => char::from_u32(WINDOWS_80_9F[usize::from(byte) - 0x80].into()).unwrap_or('\u{FFFD}'),
        _ => char::from(byte),
    }
}

/// Returns the byte that decodes to `c`, and the tables that decode it so.
fn byte(c: char) -> Option<(u8, Tables)> {
    let number = u32::from(c);
    match number {
        0x80..=0x9F => {
            let undefined = u32::from(WINDOWS_80_9F[number as usize - 0x80]) == number;
            Some((
                number as u8,
                if undefined {
                    LATIN_1 | WINDOWS_1252
                } else {
                    LATIN_1
                },
            ))
        }
        0xA0..=0xFF => Some((number as u8, LATIN_1 | WINDOWS_1252)),
        _ => {
            let place = WINDOWS_80_9F
                .iter()
                .position(|&other| u32::from(other) == number)?;
            Some((0x80 + place as u8, WINDOWS_1252))
        }
    }
}

/// Two to four characters where one was meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Misread {
    /// The length in bytes.
    pub(super) len: usize,
    /// The first character that stands there.
    pub(super) lead: char,
    /// The last one.
    pub(super) last: char,
    pub(super) meant: char,
    pub(super) script: Script,
    /// Whether correct text has every character but the first after a letter: closing quotation marks, dashes, `®`.
    pub(super) is_natural: bool,
    /// Whether every character but the first is punctuation that closes or joins.
    pub(super) is_punctuated: bool,
    /// Whether one of the characters is a C1 control.
    pub(super) has_control: bool,
    pub(super) tables: Tables,
}

impl Misread {
    /// Returns `true` if the character meant belongs to a script other than Latin.
    pub(super) fn is_foreign(&self) -> bool {
        matches!(self.script, Script::EastAsian | Script::Other(_))
    }
}

/// Returns `true` for characters that correct text has directly after a letter.
fn follows_letters(c: char) -> bool {
    matches!(
        c,
        '\u{85}'
            | '…'
            | '†'
            | '‡'
            | '‹'
            | '‘'
            | '’'
            | '“'
            | '”'
            | '•'
            | '–'
            | '—'
            | '™'
            | '›'
            | '\u{A0}'
            | '©'
            | 'ª'
            | '«'
            | '®'
            | '°'
            | '²'
            | '³'
            | '´'
            | '·'
            | '¹'
            | 'º'
            | '»'
            | '\u{AD}'
    )
}

fn closes_or_joins(c: char) -> bool {
    matches!(
        c,
        '\u{85}'
            | '…'
            | '‘'
            | '’'
            | '“'
            | '”'
            | '–'
            | '—'
            | '›'
            | '\u{A0}'
            | '«'
            | '»'
            | '\u{AD}'
            | '·'
            | '•'
    )
}

/// Returns `true` for a sign that stands for a continuation byte, and that correct text does not have after a letter.
pub(super) fn only_continues(c: char) -> bool {
    matches!(byte(c), Some((0x80..=0xBF, _))) && !c.is_alphabetic() && !follows_letters(c)
}

/// Returns the misread character that `text` begins with: a lead byte and continuation bytes that encode a character of a
/// script.
pub(super) fn first(text: &str) -> Option<Misread> {
    let mut chars = text.chars();
    let lead = chars.next()?;
    let (byte_of_lead, mut tables) = byte(lead)?;
    let count = match byte_of_lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = [byte_of_lead, 0, 0, 0];
    let (mut len, mut last) = (lead.len_utf8(), lead);
    let (mut is_natural, mut is_punctuated, mut has_control) = (true, true, false);
    for place in &mut bytes[1..count] {
        last = chars.next()?;
        let (byte, also) = byte(last)?;
        *place = byte;
        tables &= also;
        len += last.len_utf8();
        // A control that Windows-1252 has a mark for may be that mark: text in Windows-1252 is often read as Latin-1.
        let shown = windows_1252(byte);
        is_natural &= follows_letters(shown);
        is_punctuated &= closes_or_joins(shown);
        has_control |= matches!(last, '\u{80}'..='\u{84}' | '\u{86}'..='\u{9F}');
    }
    if tables == 0 {
        return None;
    }
    let meant = str::from_utf8(&bytes[..count]).ok()?.chars().next()?;
    Some(Misread {
        len,
        lead,
        last,
        meant,
        script: script(meant)?,
        is_natural,
        is_punctuated,
        has_control,
        tables,
    })
}

/// Returns the length of the misread character that `text` begins with, if U+FFFD stands for one or more of its bytes.
pub(super) fn cut(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let lead = chars.next()?;
    let count = match byte(lead)?.0 {
        0xC3..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut len = lead.len_utf8();
    let mut is_cut = false;
    for _ in 1..count {
        let c = chars.next()?;
        match c {
            '\u{FFFD}' => is_cut = true,
            c if matches!(byte(c), Some((0x80..=0xBF, _))) => {}
            _ => return None,
        }
        len += c.len_utf8();
    }
    is_cut.then_some(len)
}

/// Returns the misread characters that `text` begins with, all by one table.
pub(super) fn sequence(text: &str) -> Vec<Misread> {
    let mut found = Vec::new();
    let (mut at, mut tables) = (0, LATIN_1 | WINDOWS_1252);
    while let Some(misread) = first(&text[at..]) {
        tables &= misread.tables;
        if tables == 0 {
            break;
        }
        at += misread.len;
        found.push(misread);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_windows_1252() {
        for byte_read in 0x80..=0xFF {
            let bytes = [byte_read];
            let (text, had_errors) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
            assert!(!had_errors);
            let c = text.chars().next().unwrap();
            assert_eq!(windows_1252(byte_read), c);
            let (byte, tables) = byte(c).unwrap();
            assert_eq!(byte, byte_read);
            assert!(tables & WINDOWS_1252 != 0, "{byte_read:02X}");
            let (byte, tables) = super::byte(char::from(byte_read)).unwrap();
            assert_eq!(byte, byte_read);
            assert!(tables & LATIN_1 != 0, "{byte_read:02X}");
        }
    }

    #[test]
    fn one_table_for_a_sequence() {
        assert_eq!(sequence("\u{C3}©\u{C3}©").len(), 2);
        assert_eq!(sequence("\u{C3}©é").len(), 1);
        // U+0080 is only Latin-1, U+2122 only Windows-1252.
        assert_eq!(sequence("â\u{80}\u{94}â€”").len(), 1);
        assert!(sequence("â\u{80}™").is_empty());
        // An overlong encoding, a surrogate, the end.
        for text in ["Á©", "í\u{A0}\u{AD}", "â€", "Ã", ""] {
            assert!(sequence(text).is_empty(), "{text:?}");
        }
    }
}
