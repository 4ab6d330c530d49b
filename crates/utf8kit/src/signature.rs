//! U+FEFF at the very beginning of a text: the signature, also called byte order mark (RFC 3629 section 6).
//!
//! Whether an initial U+FEFF is a signature or a ZERO WIDTH NO-BREAK SPACE cannot be seen from the text. So the caller
//! states the [`Case`] — what the protocol says — and the [`Action`] to take; nothing here guesses. Anywhere but at the
//! beginning U+FEFF is text, and only one is ever a signature.
//!
//! ```
//! use utf8kit::signature::{Action, Case, Encoding, detect, split};
//!
//! let octets = b"\xEF\xBB\xBFhello";
//! assert_eq!(detect(octets).unwrap().encoding(), Encoding::Utf8);
//!
//! // A protocol that allows the signature, and a reader for which it would be in the way.
//! let (signature, text) = split(octets, Encoding::Utf8, Case::Optional, Action::Strip);
//! assert_eq!((signature.is_some(), text), (true, &b"hello"[..]));
//!
//! // Where the protocol forbids it, the same octets are text (3629-6.5).
//! let (signature, text) = split(octets, Encoding::Utf8, Case::Forbidden, Action::Strip);
//! assert_eq!((signature, text), (None, &octets[..]));
//! ```

use crate::Endian;

/// An encoding that has a signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// `EF BB BF`.
    Utf8,
    /// `FE FF` or `FF FE`.
    Utf16(Endian),
    /// `00 00 FE FF` (ISO/IEC 10646-1 Annex F) or `FF FE 00 00`.
    Utf32(Endian),
}

impl Encoding {
    /// U+FEFF in this encoding.
    ///
    /// ```
    /// assert_eq!(utf8kit::signature::Encoding::Utf8.signature(), b"\xEF\xBB\xBF");
    /// ```
    pub const fn signature(self) -> &'static [u8] {
        match self {
            Encoding::Utf8 => b"\xEF\xBB\xBF",
            Encoding::Utf16(Endian::Big) => b"\xFE\xFF",
            Encoding::Utf16(Endian::Little) => b"\xFF\xFE",
            Encoding::Utf32(Endian::Big) => b"\x00\x00\xFE\xFF",
            Encoding::Utf32(Endian::Little) => b"\xFF\xFE\x00\x00",
        }
    }
}

/// A signature that some octets begin with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    encoding: Encoding,
}

impl Signature {
    /// The encoding that it announces.
    pub const fn encoding(self) -> Encoding {
        self.encoding
    }

    /// Its length in octets.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub const fn len(self) -> usize {
        self.encoding.signature().len()
    }

    /// May the octets as well mean something else? `FF FE 00 00` is UTF-32, or UTF-16 text that begins with U+0000.
    pub const fn is_guess(self) -> bool {
        matches!(self.encoding, Encoding::Utf32(Endian::Little))
    }
}

/// The signature that `octets` begin with, if any, the longer ones tested first.
///
/// This only looks. It is for text whose encoding nothing else tells (3629-6.6); where UTF-8 is mandated, a signature
/// found is no reason to take the text for another encoding.
///
/// ```
/// use utf8kit::{Endian, signature::{detect, Encoding}};
///
/// assert_eq!(detect(b"\xFF\xFEA\0").unwrap().encoding(), Encoding::Utf16(Endian::Little));
/// assert!(detect(b"\xFF\xFE\0\0").unwrap().is_guess());
/// assert_eq!(detect(b"plain"), None);
/// ```
pub fn detect(octets: &[u8]) -> Option<Signature> {
    [
        Encoding::Utf32(Endian::Big),
        Encoding::Utf32(Endian::Little),
        Encoding::Utf8,
        Encoding::Utf16(Endian::Big),
        Encoding::Utf16(Endian::Little),
    ]
    .into_iter()
    .find(|encoding| octets.starts_with(encoding.signature()))
    .map(|encoding| Signature { encoding })
}

/// What the protocol or the file's kind says about a signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Case {
    /// It is forbidden: the encoding is mandated or labelled reliably (3629-6.3). An initial U+FEFF is then ZERO WIDTH
    /// NO-BREAK SPACE and kept (3629-6.5).
    Forbidden,
    /// It may be there (3629-6.4): an initial U+FEFF is taken for one.
    Optional,
}

/// What to do with a signature found. The default, recommended by RFC 3629 section 6, is to keep it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Action {
    /// It stays in the text and is processed as any character.
    #[default]
    Keep,
    /// It stays in the data and counts in offsets, and is hidden from processing: enough for display.
    Ignore,
    /// It is taken off: where really needed, as for the second of two texts that are joined (3629-6.2).
    Strip,
}

/// The signature of `octets`, which are in `encoding`, and the text to process.
///
/// With [`Action::Keep`] the text is all of `octets`. With [`Action::Ignore`] and [`Action::Strip`] it begins behind the
/// signature; the two differ in what the caller does with the data and its offsets: ignored, it still counts
/// ([`Signature::len`] octets come before the text), stripped, it does not. Only one U+FEFF is ever taken off.
///
/// ```
/// use utf8kit::signature::{Action, Case, Encoding, split};
///
/// let twice = b"\xEF\xBB\xBF\xEF\xBB\xBF";
/// let (_, text) = split(twice, Encoding::Utf8, Case::Optional, Action::Strip);
/// assert_eq!(text, b"\xEF\xBB\xBF"); // the second is text
/// ```
pub fn split(octets: &[u8], encoding: Encoding, case: Case, action: Action) -> (Option<Signature>, &[u8]) {
    match (case, octets.strip_prefix(encoding.signature())) {
        (Case::Optional, Some(text)) => {
            let text = if action == Action::Keep { octets } else { text };
            (Some(Signature { encoding }), text)
        }
        _ => (None, octets),
    }
}
