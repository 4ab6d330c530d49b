//! The encodings that streams read and write.

#[cfg(any(feature = "utf16", feature = "utf32"))]
use crate::Endian;
#[cfg(feature = "dialects")]
use crate::dialect::Dialect;

/// An encoding of text in bytes.
///
/// ```
/// use utf8kit::{Encoding, Endian, stream::{Stop, Validator}};
///
/// let mut validator = Validator::new(Encoding::Utf16(Endian::Big));
/// assert_eq!(validator.push(b"\x20\xAC").stop, Stop::InputUsed);
/// assert_eq!(validator.finish().stop, Stop::InputUsed);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8 (RFC 3629).
    #[default]
    Utf8,
    /// UTF-16 in the given byte order (RFC 2781).
    #[cfg(feature = "utf16")]
    Utf16(Endian),
    /// UTF-32 in the given byte order.
    #[cfg(feature = "utf32")]
    Utf32(Endian),
    /// Latin-1 (ISO/IEC 8859-1): U+0000..=U+00FF, one byte each.
    #[cfg(feature = "latin1")]
    Latin1,
    /// ASCII: U+0000..=U+007F, one byte each.
    Ascii,
    /// A dialect of UTF-8. Some dialects encode numbers that are not characters. A decoder stops at them; a validator
    /// accepts them. See [`dialect`](crate::dialect).
    #[cfg(feature = "dialects")]
    Dialect(Dialect),
}

/// Evaluates `$body` with `$encoding` as an alias of the reference type of an [`Encoding`].
macro_rules! with_encoding {
    ($value:expr, $encoding:ident => $body:expr) => {{
        use $crate::reference;
        match $value {
            $crate::Encoding::Utf8 => {
                type $encoding = reference::Utf8;
                $body
            }
            #[cfg(feature = "utf16")]
            $crate::Encoding::Utf16($crate::Endian::Little) => {
                type $encoding = reference::Utf16Bytes<false>;
                $body
            }
            #[cfg(feature = "utf16")]
            $crate::Encoding::Utf16($crate::Endian::Big) => {
                type $encoding = reference::Utf16Bytes<true>;
                $body
            }
            #[cfg(feature = "utf32")]
            $crate::Encoding::Utf32($crate::Endian::Little) => {
                type $encoding = reference::Utf32Bytes<false>;
                $body
            }
            #[cfg(feature = "utf32")]
            $crate::Encoding::Utf32($crate::Endian::Big) => {
                type $encoding = reference::Utf32Bytes<true>;
                $body
            }
            #[cfg(feature = "latin1")]
            $crate::Encoding::Latin1 => {
                type $encoding = reference::Latin1;
                $body
            }
            $crate::Encoding::Ascii => {
                type $encoding = reference::Ascii;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::Dialect(dialect) => $crate::dialect::with_dialect!(dialect, $encoding => $body),
        }
    }};
}
pub(crate) use with_encoding;
