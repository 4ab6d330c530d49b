//! The signature (byte order mark): U+FEFF at the very beginning of a text (RFC 3629 section 6).
//!
//! The text itself does not show whether an initial U+FEFF is a signature or a ZERO WIDTH NO-BREAK SPACE. So the caller
//! states what the protocol says, as a [`SignaturePolicy`]; this module never guesses. U+FEFF elsewhere is text, and at most
//! one is a signature. The streams take the same policy.
//!
//! ```
//! use utf8kit::Encoding;
//! use utf8kit::signature::{Signature, SignaturePolicy, detect, split};
//!
//! let bytes = b"\xEF\xBB\xBFhello";
//! assert_eq!(detect(bytes), Some(Signature::Utf8));
//!
//! // The protocol allows a signature, and the reader removes it.
//! assert_eq!(split(bytes, Encoding::Utf8, SignaturePolicy::Remove), (Encoding::Utf8, &b"hello"[..]));
//!
//! // The protocol forbids a signature, so the same bytes are text (RFC 3629 section 6).
//! assert_eq!(split(bytes, Encoding::Utf8, SignaturePolicy::Keep), (Encoding::Utf8, &bytes[..]));
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

    /// Returns the encoding of a text with this signature, which would be in `encoding` without one.
    pub(crate) fn encoding_of(self, encoding: Encoding) -> Encoding {
        match self.encoding() {
            // A relative of UTF-8 has the signature of UTF-8.
            Some(indicated) if Signature::of(encoding) != Some(self) => indicated,
            _ => encoding,
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

/// What to do with a signature, U+FEFF at the very beginning of a text.
///
/// A [`Decoder`](crate::stream::Decoder) counts a signature that is removed in offsets. It may come in several pieces. A text
/// that ends inside one has none, and its bytes are decoded as usual.
///
/// ```
/// use utf8kit::{Encoding, Endian, Policy, stream::{Decoder, SignaturePolicy}};
///
/// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Detect);
/// let mut text = [0; 8];
/// assert_eq!(decoder.to_utf8(b"\xFE", &mut text).written, 0);
/// assert_eq!(decoder.to_utf8(b"\xFF\x20\xAC", &mut text).written, 3);
/// assert_eq!(&text[..3], "€".as_bytes());
/// assert_eq!((decoder.encoding(), decoder.position()), (Encoding::Utf16(Endian::Big), 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum SignaturePolicy {
    /// It is text, U+FEFF: because the protocol forbids a signature, or because it is to stay, as RFC 3629 section 6
    /// recommends.
    #[default]
    Keep,
    /// Remove the signature of the encoding that the caller names. Others are text. In Latin-1 and ASCII there is none.
    Remove,
    /// Remove the signature of UTF-16 or UTF-32 in either byte order, which then is that of the text: what the label
    /// `UTF-16` means (RFC 2781 section 4.3). Without a signature, the text is in the encoding that the caller names; for this
    /// label, that should be [`Encoding::Utf16`] with [`Endian::Big`]. For an encoding without a
    /// byte order, this is [`Remove`](Self::Remove).
    #[cfg(feature = "utf16")]
    ByteOrder,
    /// Remove the signature that [`detect`] finds; the text is in its encoding. Without a
    /// signature, the text is in the encoding that the caller names. Use this where nothing else identifies the encoding, or where
    /// a signature takes precedence, as on the web. A signature of UTF-16 or UTF-32 is text if the feature for it is
    /// not enabled.
    Detect,
}

impl SignaturePolicy {
    /// Returns `true` if `signature` is not text at the beginning of a text in `encoding`.
    pub(crate) fn applies(self, signature: Signature, encoding: Encoding) -> bool {
        let own = Signature::of(encoding) == Some(signature);
        match self {
            SignaturePolicy::Keep => false,
            SignaturePolicy::Remove => own,
            #[cfg(feature = "utf16")]
            SignaturePolicy::ByteOrder => {
                own || matches!((encoding, signature), (Encoding::Utf16(_), Signature::Utf16(_)))
                    || is_utf32(encoding) && matches!(signature, Signature::Utf32(_))
            }
            SignaturePolicy::Detect => own || signature.encoding().is_some(),
        }
    }
}

#[cfg(feature = "utf16")]
fn is_utf32(encoding: Encoding) -> bool {
    #[cfg(feature = "utf32")]
    return matches!(encoding, Encoding::Utf32(_));
    #[cfg(not(feature = "utf32"))]
    {
        let _ = encoding;
        false
    }
}

/// Returns the encoding of a text and the text without the signature that `policy` removes. `encoding` is that of a text without
/// a signature.
///
/// This is what a stream does. For the second of two texts that are joined, the policy is [`SignaturePolicy::Remove`]: else
/// U+FEFF would be inside of the text.
///
/// ```
/// use utf8kit::{Encoding, Endian};
/// use utf8kit::signature::{SignaturePolicy, split};
///
/// let twice = b"\xEF\xBB\xBF\xEF\xBB\xBF";
/// let (_, text) = split(twice, Encoding::Utf8, SignaturePolicy::Remove);
/// assert_eq!(text, b"\xEF\xBB\xBF"); // the second is text
///
/// let (encoding, text) = split(b"\xFE\xFF\0A", Encoding::Utf8, SignaturePolicy::Detect);
/// assert_eq!((encoding, text), (Encoding::Utf16(Endian::Big), &b"\0A"[..]));
/// ```
#[must_use]
pub fn split(bytes: &[u8], encoding: Encoding, policy: SignaturePolicy) -> (Encoding, &[u8]) {
    let applies = |signature: &Signature| policy.applies(*signature, encoding);
    let mut signatures = Signature::ALL.into_iter().filter(applies);
    match signatures.find(|signature| bytes.starts_with(signature.bytes())) {
        Some(signature) => (signature.encoding_of(encoding), &bytes[signature.len()..]),
        None => (encoding, bytes),
    }
}
