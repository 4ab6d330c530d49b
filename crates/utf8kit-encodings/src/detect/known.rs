//! What the models say of a language.

use super::language::Language;
use super::letters::Script;

/// What is known of a language with letters.
pub(super) struct Letters {
    pub(super) language: Language,
    pub(super) script: Script,
    /// Its letters, the most frequent first. Their classes follow those of no letter and of a foreign one.
    pub(super) letters: &'static str,
    /// The cost of each class after each, a row for each class before; and a row for each class by itself.
    pub(super) costs: &'static [u8],
    /// Other characters beyond ASCII that its texts have.
    pub(super) symbols: &'static str,
    pub(super) symbol_costs: &'static [u8],
    /// What a letter beyond ASCII, or a letter after one, costs in the mean.
    pub(super) mean: u8,
}

/// What is known of a language with characters for words or syllables.
pub(super) struct Characters {
    pub(super) language: Language,
    /// The most frequent ones, the most frequent first.
    pub(super) characters: &'static str,
    pub(super) costs: &'static [u8],
}
