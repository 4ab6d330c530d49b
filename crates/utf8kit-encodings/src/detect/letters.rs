//! What is a letter, and of which script. `cargo xtask models` counts by it, too.

/// The script of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Thai,
    Lao,
    Georgian,
}

impl Script {
    pub(super) const COUNT: usize = Script::Georgian as usize + 1;

    /// Returns the script of a letter. Those of others count as Latin.
    pub(super) fn of(letter: char) -> Script {
        match letter {
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Script::Greek,
            '\u{400}'..='\u{52F}' => Script::Cyrillic,
            '\u{530}'..='\u{58F}' => Script::Armenian,
            '\u{590}'..='\u{5FF}' => Script::Hebrew,
            '\u{600}'..='\u{6FF}' | '\u{FB50}'..='\u{FEFF}' => Script::Arabic,
            '\u{E00}'..='\u{E7F}' => Script::Thai,
            '\u{E80}'..='\u{EFF}' => Script::Lao,
            '\u{10A0}'..='\u{10FF}' => Script::Georgian,
            _ => Script::Latin,
        }
    }
}

/// Returns the letter that stands for `c`: of a capital letter the small one, if it is one character.
pub(super) fn fold(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        // Romanian had a cedilla before it had a comma, and Persian and Urdu had Arabic letters before they had their own.
        (Some('ș'), None) => 'ş',
        (Some('ț'), None) => 'ţ',
        (Some('ی'), None) => 'ي',
        (Some('ک'), None) => 'ك',
        (Some(lower), None) => lower,
        _ => c,
    }
}

/// Returns `true` for letters and for the marks that follow them.
pub(super) fn is_letter(c: char) -> bool {
    c.is_alphabetic()
        || matches!(c, '\u{300}'..='\u{36F}' | '\u{5B0}'..='\u{5C4}' | '\u{64B}'..='\u{652}' | '\u{E31}'..='\u{E4E}' | '\u{EB1}'..='\u{ECD}')
}
