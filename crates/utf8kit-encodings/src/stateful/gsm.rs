//! The alphabets of GSM in bytes, a septet each (3GPP TS 23.038): the default one (6.2.1) and those of languages (annex A), each with a
//! table of what one septet stands for after another one.

use super::gsm_alphabets::*;
use super::items::{character, ill_formed, incomplete};
use super::table::Table;
use crate::item::{Item, NumberBytes};
use std::sync::OnceLock;

/// A language that has tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    /// The tables that a text has without a language.
    Default,
    Turkish,
    Spanish,
    Portuguese,
    Bengali,
    Gujarati,
    Hindi,
    Kannada,
    Malayalam,
    Oriya,
    Punjabi,
    Tamil,
    Telugu,
    Urdu,
}

const LANGUAGES: usize = Language::Urdu as usize + 1;

impl Language {
    /// Returns the characters of the septets (the locking shift table).
    fn alphabet(self) -> &'static Table {
        static TABLES: [OnceLock<Table>; LANGUAGES] = [const { OnceLock::new() }; LANGUAGES];
        TABLES[self as usize].get_or_init(|| {
            let characters = match self {
                Language::Default | Language::Spanish => DEFAULT,
                Language::Turkish => TURKISH_LOCKING,
                Language::Portuguese => PORTUGUESE_LOCKING,
                Language::Bengali => BENGALI_LOCKING,
                Language::Gujarati => GUJARATI_LOCKING,
                Language::Hindi => HINDI_LOCKING,
                Language::Kannada => KANNADA_LOCKING,
                Language::Malayalam => MALAYALAM_LOCKING,
                Language::Oriya => ORIYA_LOCKING,
                Language::Punjabi => PUNJABI_LOCKING,
                Language::Tamil => TAMIL_LOCKING,
                Language::Telugu => TELUGU_LOCKING,
                Language::Urdu => URDU_LOCKING,
            };
            Table::new((0..=0x7F).zip(characters.chars()))
        })
    }

    /// Returns the characters of the septets after [`ESCAPE`] (the single shift table).
    fn extension(self) -> &'static Table {
        static TABLES: [OnceLock<Table>; LANGUAGES] = [const { OnceLock::new() }; LANGUAGES];
        TABLES[self as usize].get_or_init(|| {
            let own = match self {
                Language::Default => &[],
                Language::Turkish => TURKISH_SINGLE,
                Language::Spanish => SPANISH_SINGLE,
                Language::Portuguese => PORTUGUESE_SINGLE,
                Language::Bengali => BENGALI_SINGLE,
                Language::Gujarati => GUJARATI_SINGLE,
                Language::Hindi => HINDI_SINGLE,
                Language::Kannada => KANNADA_SINGLE,
                Language::Malayalam => MALAYALAM_SINGLE,
                Language::Oriya => ORIYA_SINGLE,
                Language::Punjabi => PUNJABI_SINGLE,
                Language::Tamil => TAMIL_SINGLE,
                Language::Telugu => TELUGU_SINGLE,
                Language::Urdu => URDU_SINGLE,
            };
            let common = match self {
                Language::Default | Language::Turkish | Language::Spanish | Language::Portuguese => &[],
                _ => INDIA,
            };
            let all = [EXTENSION, common, own].concat();
            Table::new(
                all.into_iter()
                    .flat_map(|(first, characters)| (first..).zip(characters.chars())),
            )
        })
    }
}

/// The tables of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    locking: Language,
    single: Language,
}

impl Part {
    /// Returns all tables of a language.
    pub(super) const fn all(language: Language) -> Self {
        Part {
            locking: language,
            single: language,
        }
    }

    /// Returns the default alphabet with the single shift table of a language.
    pub(super) const fn single(language: Language) -> Self {
        Part {
            locking: Language::Default,
            single: language,
        }
    }

    /// Returns the last character.
    pub(super) const fn max(self) -> char {
        match self.locking {
            Language::Portuguese => '∞',
            _ => '€',
        }
    }

    /// Returns the character of a septet.
    pub(super) fn character_of(self, septet: u8) -> Option<char> {
        self.locking.alphabet().character(septet)
    }

    /// Returns the character of a septet after [`ESCAPE`].
    pub(super) fn extension_of(self, septet: u8) -> Option<char> {
        self.single.extension().character(septet)
    }

    /// Returns the septet of a character, and whether it is one after [`ESCAPE`].
    pub(super) fn septet_of(self, c: char) -> Option<(u8, bool)> {
        let plain = self.locking.alphabet().byte(c).map(|septet| (septet, false));
        plain.or_else(|| Some((self.single.extension().byte(c)?, true)))
    }
}

/// The septet that begins a character of the extension table.
pub(super) const ESCAPE: u8 = 0x1B;

pub(super) fn read(part: Part, bytes: &[u8], last: bool) -> Item {
    if bytes[0] != ESCAPE {
        return match part.character_of(bytes[0]) {
            Some(c) => character(c, 1),
            None => ill_formed(1),
        };
    }
    let Some(&next) = bytes.get(1) else {
        return incomplete(bytes, last);
    };
    match part.extension_of(next) {
        Some(c) => character(c, 2),
        None if next < 0x80 => ill_formed(2),
        None => ill_formed(1),
    }
}

pub(super) fn write(part: Part, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    let (septet, is_extension) = part.septet_of(c)?;
    if is_extension {
        out.push(ESCAPE);
    }
    out.push(septet);
    Some(())
}
