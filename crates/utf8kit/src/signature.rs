//! U+FEFF at the very beginning of a text: the signature, also called byte order mark (RFC 3629 section 6).
//!
//! Whether an initial U+FEFF is a signature or a ZERO WIDTH NO-BREAK SPACE cannot be seen from the text. So the caller
//! states the [`Case`] — what the protocol says — and the [`Action`] to take; nothing here guesses. Anywhere but at the
//! beginning U+FEFF is text, and only one is ever a signature.
//!
//! ```
//! use utf8kit::signature::{Action, Case, Signature, detect, split};
//!
//! let bytes = b"\xEF\xBB\xBFhello";
//! assert_eq!(detect(bytes), Some(Signature::Utf8));
//!
//! // A protocol that allows the signature, and a reader for which it would be in the way.
//! let (signature, text) = split(bytes, Signature::Utf8, Case::Optional, Action::Strip);
//! assert_eq!((signature.is_some(), text), (true, &b"hello"[..]));
//!
//! // Where the protocol forbids it, the same bytes are text (3629-6.5).
//! let (signature, text) = split(bytes, Signature::Utf8, Case::Forbidden, Action::Strip);
//! assert_eq!((signature, text), (None, &bytes[..]));
//! ```

use crate::Endian;

/// A signature, named after the encoding that it announces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Signature {
    /// `EF BB BF`: UTF-8.
    Utf8,
    /// `FE FF` or `FF FE`: UTF-16.
    Utf16(Endian),
    /// `00 00 FE FF` (ISO/IEC 10646-1 Annex F) or `FF FE 00 00`: UTF-32.
    Utf32(Endian),
}

impl Signature {
    /// Returns the bytes of U+FEFF in this encoding.
    ///
    /// ```
    /// assert_eq!(utf8kit::signature::Signature::Utf8.bytes(), b"\xEF\xBB\xBF");
    /// ```
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Signature::Utf8 => b"\xEF\xBB\xBF",
            Signature::Utf16(Endian::Big) => b"\xFE\xFF",
            Signature::Utf16(Endian::Little) => b"\xFF\xFE",
            Signature::Utf32(Endian::Big) => b"\x00\x00\xFE\xFF",
            Signature::Utf32(Endian::Little) => b"\xFF\xFE\x00\x00",
        }
    }

    /// Returns its length in bytes.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub const fn len(self) -> usize {
        self.bytes().len()
    }

    /// Returns `true` if the bytes can mean something else as well. `FF FE 00 00` is UTF-32, or UTF-16 text that begins
    /// with U+0000.
    pub const fn is_ambiguous(self) -> bool {
        matches!(self, Signature::Utf32(Endian::Little))
    }
}

/// The signature that `bytes` begin with, if any, the longer ones tested first.
///
/// This only looks. It is for text whose encoding nothing else tells (3629-6.6); where UTF-8 is mandated, a signature
/// found is no reason to take the text for another encoding.
///
/// ```
/// use utf8kit::{Endian, signature::{Signature, detect}};
///
/// assert_eq!(detect(b"\xFF\xFEA\0"), Some(Signature::Utf16(Endian::Little)));
/// assert!(detect(b"\xFF\xFE\0\0").unwrap().is_ambiguous());
/// assert_eq!(detect(b"plain"), None);
/// ```
pub fn detect(bytes: &[u8]) -> Option<Signature> {
    [
        Signature::Utf32(Endian::Big),
        Signature::Utf32(Endian::Little),
        Signature::Utf8,
        Signature::Utf16(Endian::Big),
        Signature::Utf16(Endian::Little),
    ]
    .into_iter()
    .find(|signature| bytes.starts_with(signature.bytes()))
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

/// The signature of `bytes`, which are in `encoding`, and the text to process.
///
/// With [`Action::Keep`] the text is all of `bytes`. With [`Action::Ignore`] and [`Action::Strip`] it begins behind the
/// signature; the two differ in what the caller does with the data and its offsets: ignored, it still counts
/// ([`Signature::len`] bytes come before the text), stripped, it does not. Only one U+FEFF is ever taken off.
///
/// ```
/// use utf8kit::signature::{Action, Case, Signature, split};
///
/// let twice = b"\xEF\xBB\xBF\xEF\xBB\xBF";
/// let (_, text) = split(twice, Signature::Utf8, Case::Optional, Action::Strip);
/// assert_eq!(text, b"\xEF\xBB\xBF"); // the second is text
/// ```
pub fn split(bytes: &[u8], signature: Signature, case: Case, action: Action) -> (Option<Signature>, &[u8]) {
    match (case, bytes.strip_prefix(signature.bytes())) {
        (Case::Optional, Some(text)) => {
            let text = if action == Action::Keep { bytes } else { text };
            (Some(signature), text)
        }
        _ => (None, bytes),
    }
}
