//! Languages.

use core::fmt;

/// A language that a text is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Language {
    tag: &'static str,
    name: &'static str,
}

impl Language {
    #[cfg(feature = "legacy")]
    pub(super) const fn new(tag: &'static str, name: &'static str) -> Language {
        Language { tag, name }
    }

    /// Returns its tag by BCP 47: `hu`, `pt-BR`, `zh-Hans`.
    pub const fn tag(self) -> &'static str {
        self.tag
    }

    /// Returns its English name: `Hungarian`, `Brazilian Portuguese`, `Simplified Chinese`.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl fmt::Display for Language {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}
