//! The signature (byte order mark): U+FEFF at the very beginning of a text (RFC 3629 section 6).
//!
//! The text itself does not show whether an initial U+FEFF is a signature or a ZERO WIDTH NO-BREAK SPACE. So the caller
//! states the [`Case`], which is what the protocol says, and the [`Action`] to take; this module never guesses. U+FEFF
//! elsewhere is text, and at most one is a signature.
//!
//! ```
//! use utf8kit::signature::{Action, Case, Signature, detect, split};
//!
//! let bytes = b"\xEF\xBB\xBFhello";
//! assert_eq!(detect(bytes), Some(Signature::Utf8));
//!
//! // The protocol allows a signature, and the reader removes it.
//! let (signature, text) = split(bytes, Signature::Utf8, Case::Optional, Action::Strip);
//! assert_eq!((signature.is_some(), text), (true, &b"hello"[..]));
//!
//! // The protocol forbids a signature, so the same bytes are text (RFC 3629 section 6).
//! let (signature, text) = split(bytes, Signature::Utf8, Case::Forbidden, Action::Strip);
//! assert_eq!((signature, text), (None, &bytes[..]));
//! ```

use crate::{Encoding, Endian};

/// A signature, named after the encoding that it indicates.
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
    /// Every signature, the longer ones first.
    pub(crate) const ALL: [Signature; 5] = [
        Signature::Utf32(Endian::Big),
        Signature::Utf32(Endian::Little),
        Signature::Utf8,
        Signature::Utf16(Endian::Big),
        Signature::Utf16(Endian::Little),
    ];

    /// Returns the signature of text in `encoding`. Latin-1 and ASCII, which lack U+FEFF, have none; that of a relative
    /// of UTF-8 is that of UTF-8.
    ///
    /// ```
    /// use utf8kit::{Encoding, Endian, signature::Signature};
    ///
    /// let encoding = Encoding::Utf16(Endian::Big);
    /// assert_eq!(Signature::of(encoding), Some(Signature::Utf16(Endian::Big)));
    /// assert_eq!(Signature::of(Encoding::Ascii), None);
    /// ```
    #[must_use]
    pub const fn of(encoding: Encoding) -> Option<Self> {
        match encoding {
            Encoding::Utf8 => Some(Signature::Utf8),
            #[cfg(feature = "utf16")]
            Encoding::Utf16(endian) => Some(Signature::Utf16(endian)),
            #[cfg(feature = "utf32")]
            Encoding::Utf32(endian) => Some(Signature::Utf32(endian)),
            Encoding::Latin1 => None,
            Encoding::Ascii => None,
            #[cfg(feature = "dialects")]
            _ => Some(Signature::Utf8),
        }
    }

    /// Returns the encoding that the signature indicates, or `None` if the crate's feature for it is not enabled.
    ///
    /// ```
    /// use utf8kit::{Encoding, signature::Signature};
    ///
    /// assert_eq!(Signature::Utf8.encoding(), Some(Encoding::Utf8));
    /// ```
    #[must_use]
    pub const fn encoding(self) -> Option<Encoding> {
        match self {
            Signature::Utf8 => Some(Encoding::Utf8),
            #[cfg(feature = "utf16")]
            Signature::Utf16(endian) => Some(Encoding::Utf16(endian)),
            #[cfg(feature = "utf32")]
            Signature::Utf32(endian) => Some(Encoding::Utf32(endian)),
            #[cfg(not(feature = "utf32"))]
            _ => None,
        }
    }

    /// Returns the bytes of U+FEFF in this encoding.
    ///
    /// ```
    /// assert_eq!(utf8kit::signature::Signature::Utf8.bytes(), b"\xEF\xBB\xBF");
    /// ```
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Signature::Utf8 => b"\xEF\xBB\xBF",
            Signature::Utf16(Endian::Big) => b"\xFE\xFF",
            Signature::Utf16(Endian::Little) => b"\xFF\xFE",
            Signature::Utf32(Endian::Big) => b"\x00\x00\xFE\xFF",
            Signature::Utf32(Endian::Little) => b"\xFF\xFE\x00\x00",
        }
    }

    /// Returns the length of the signature in bytes.
    ///
    /// ```
    /// assert_eq!(utf8kit::signature::Signature::Utf8.len(), 3);
    /// ```
    #[allow(clippy::len_without_is_empty)] // never empty
    #[must_use]
    pub const fn len(self) -> usize {
        self.bytes().len()
    }

    /// Returns `true` if the bytes can have another meaning. `FF FE 00 00` is the signature of UTF-32, or that of
    /// UTF-16 followed by U+0000.
    ///
    /// ```
    /// use utf8kit::{Endian, signature::Signature};
    ///
    /// assert!(Signature::Utf32(Endian::Little).is_ambiguous());
    /// assert!(!Signature::Utf8.is_ambiguous());
    /// ```
    #[must_use]
    pub const fn is_ambiguous(self) -> bool {
        matches!(self, Signature::Utf32(Endian::Little))
    }
}

/// Returns the signature that `bytes` begins with, if any. Longer signatures take precedence.
///
/// Use this for text whose encoding nothing else identifies (RFC 3629 section 6). Where UTF-8 is mandatory, a signature
/// is no reason to read the text in another encoding.
///
/// ```
/// use utf8kit::{Endian, signature::{Signature, detect}};
///
/// assert_eq!(detect(b"\xFF\xFEA\0"), Some(Signature::Utf16(Endian::Little)));
/// assert!(detect(b"\xFF\xFE\0\0").unwrap().is_ambiguous());
/// assert_eq!(detect(b"plain"), None);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Signature> {
    Signature::ALL
        .into_iter()
        .find(|signature| bytes.starts_with(signature.bytes()))
}

/// What the protocol or the file format says about a signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Case {
    /// A signature is forbidden, because the protocol mandates the encoding or labels it reliably. An initial U+FEFF is
    /// then a ZERO WIDTH NO-BREAK SPACE and is kept (RFC 3629 section 6).
    Forbidden,
    /// A signature is allowed: an initial U+FEFF is one (RFC 3629 section 6).
    Optional,
}

/// What to do with a signature. The default is to keep it, as RFC 3629 section 6 recommends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Action {
    /// Keep it in the text and process it as a character.
    #[default]
    Keep,
    /// Keep it in the data and count it in offsets, but do not process it. This is enough for display.
    Ignore,
    /// Remove it. Use this only where necessary, as for the second of two texts that are joined (RFC 3629 section 6).
    Strip,
}

/// Returns the signature of `bytes`, if `case` allows one, and the text to process. `signature` is that of the encoding
/// of `bytes`.
///
/// With [`Action::Keep`] the text is all of `bytes`. With [`Action::Ignore`] and [`Action::Strip`] it begins after the
/// signature. These two differ in how the caller counts offsets: an ignored signature still counts ([`Signature::len`]
/// bytes before the text), a stripped one does not. At most one U+FEFF is removed.
///
/// ```
/// use utf8kit::signature::{Action, Case, Signature, split};
///
/// let twice = b"\xEF\xBB\xBF\xEF\xBB\xBF";
/// let (_, text) = split(twice, Signature::Utf8, Case::Optional, Action::Strip);
/// assert_eq!(text, b"\xEF\xBB\xBF"); // the second is text
/// ```
#[must_use]
pub fn split(bytes: &[u8], signature: Signature, case: Case, action: Action) -> (Option<Signature>, &[u8]) {
    match (case, bytes.strip_prefix(signature.bytes())) {
        (Case::Optional, Some(text)) => {
            let text = if action == Action::Keep { bytes } else { text };
            (Some(signature), text)
        }
        _ => (None, bytes),
    }
}
