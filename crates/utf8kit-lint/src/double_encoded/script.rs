//! The script of a character, as far as it decides whether somebody may have meant the character.

/// Scripts between which one word does not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Script {
    Latin,
    /// Punctuation, symbols, pictures: of no script.
    Common,
    /// Chinese, Japanese and Korean, which mix.
    EastAsian,
    /// Any other, by its first character.
    Other(u32),
    /// C1 controls: never meant, but present where the mistake was made twice.
    Control,
}

/// Returns `true` for most letters of East Asia, which have no capitals. Asking that first saves a search in tables for each.
pub(super) fn is_east_asian_letter(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

/// Returns what [`char::is_alphanumeric`] does.
pub(super) fn is_alphanumeric(c: char) -> bool {
    is_east_asian_letter(c) || c.is_alphanumeric()
}

/// The other scripts: a name, and the first and the last character of the blocks of living scripts.
const OTHERS: &[(u32, u32, u32)] = &[
    (0x370, 0x373, 0x3FF), // Greek, but for two numeral signs
    (0x370, 0x1F00, 0x1FFF),
    (0x400, 0x400, 0x52F), // Cyrillic
    (0x531, 0x531, 0x58F), // Armenian
    (0x591, 0x591, 0x5C7), // Hebrew
    (0x591, 0x5D0, 0x5EA),
    (0x591, 0x5F0, 0x5F4),
    (0x600, 0x600, 0x6FF), // Arabic
    (0x600, 0x750, 0x77F),
    (0x600, 0xFB50, 0xFDFF),
    (0x600, 0xFE70, 0xFEFC),
    (0x780, 0x780, 0x7B1),    // Thaana
    (0x900, 0x900, 0x97F),    // Devanagari, and what follows it
    (0x980, 0x980, 0x9FE),    // Bengali
    (0xA00, 0xA01, 0xA76),    // Gurmukhi
    (0xA80, 0xA81, 0xAFF),    // Gujarati
    (0xB00, 0xB01, 0xB77),    // Oriya
    (0xB80, 0xB82, 0xBFA),    // Tamil
    (0xC00, 0xC00, 0xC7F),    // Telugu
    (0xC80, 0xC80, 0xCF3),    // Kannada
    (0xD00, 0xD00, 0xD7F),    // Malayalam
    (0xD80, 0xD81, 0xDF4),    // Sinhala
    (0xE00, 0xE01, 0xE5B),    // Thai
    (0xE80, 0xE81, 0xEDF),    // Lao
    (0xF00, 0xF00, 0xFDA),    // Tibetan
    (0x1000, 0x1000, 0x109F), // Myanmar
    (0x10A0, 0x10A0, 0x10FF), // Georgian
    (0x10A0, 0x1C90, 0x1CBF),
    (0x1200, 0x1200, 0x139F), // Ethiopic
    (0x13A0, 0x13A0, 0x13FD), // Cherokee
    (0x1780, 0x1780, 0x17F9), // Khmer
    (0x1800, 0x1800, 0x18AA), // Mongolian
];

/// Returns the script of `c`; `None` for private use, unassigned code points, and characters that are hardly written.
pub(super) fn script(c: char) -> Option<Script> {
    match c {
        '\u{80}'..='\u{9F}' => Some(Script::Control),
        '\u{D7}' | '\u{F7}' => Some(Script::Common),
        // Letters of the languages that are written with them, of pinyin, of phonetic notation; combining marks.
        '\u{C0}'..='\u{17F}'
        | 'Ɓ'
        | 'Ɔ'
        | 'Ɖ'
        | 'Ɗ'
        | 'Ə'
        | 'Ɛ'
        | 'ƒ'
        | 'Ɣ'
        | 'Ƙ'
        | 'ƙ'
        | 'Ɲ'
        | 'Ơ'
        | 'ơ'
        | 'Ư'
        | 'ư'
        | 'Ʋ'
        | 'Ƴ'
        | 'ƴ'
        | '\u{1CD}'..='\u{1DC}'
        | 'Ǧ'
        | 'ǧ'
        | 'Ǫ'
        | 'ǫ'
        | 'Ș'
        | 'ș'
        | 'Ț'
        | 'ț'
        | 'Ȳ'
        | 'ȳ'
        | '\u{250}'..='\u{2AF}'
        | '\u{2B0}'..='\u{2DD}'
        | '\u{300}'..='\u{30C}'
        | '\u{31B}'
        | '\u{323}'..='\u{328}'
        | '\u{330}'
        | '\u{331}'
        | '\u{1E00}'..='\u{1EF9}' => Some(Script::Latin),
        '\u{A0}'..='\u{BF}'
        | '\u{2000}'..='\u{2064}'
        | '\u{2070}'..='\u{209C}'
        | '\u{20A0}'..='\u{20C0}'
        | '\u{20D0}'..='\u{20F0}'
        | '\u{2100}'..='\u{2426}'
        | '\u{2460}'..='\u{297F}'
        | '\u{2A00}'..='\u{2A7E}'
        | '\u{2B00}'..='\u{2BFF}'
        | '\u{FB00}'..='\u{FB06}'
        | '\u{FE0E}'
        | '\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFFD}'
        | '\u{1D400}'..='\u{1D7FF}'
        | '\u{1F000}'..='\u{1FAFF}' => Some(Script::Common),
        '\u{1100}'..='\u{11FF}'
        | '\u{2E80}'..='\u{2FD5}'
        | '\u{3000}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAD9}'
        | '\u{FF01}'..='\u{FFEE}'
        | '\u{20000}'..='\u{323AF}' => Some(Script::EastAsian),
        _ => OTHERS
            .iter()
            .find(|&&(_, first, last)| (first..=last).contains(&u32::from(c)))
            .map(|&(script, ..)| Script::Other(script)),
    }
}
