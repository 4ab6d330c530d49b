//! [`Encoding`]: which encoding.

#[cfg(feature = "utf16")]
use crate::Endian;

/// An encoding of text in bytes.
///
/// ```
/// use utf8kit::{Encoding, Endian};
///
/// let utf16 = Encoding::Utf16(Endian::Big);
/// assert!(utf16.is_valid(b"\x20\xAC"));
/// assert_eq!(utf16.name(), "UTF-16BE");
/// ```
///
/// # Relatives of UTF-8
///
/// RFC 2279, Annex R, CESU-8, Modified UTF-8 and WTF-8 agree with UTF-8 on most text, and none of them is UTF-8. RFC 3629
/// forbids labelling them as UTF-8 or reading them as UTF-8, so the caller always names the encoding, and the library never
/// guesses it. [`well_formed_in`](crate::well_formed_in) returns those in which some bytes are well-formed.
///
/// RFC 2279 and Annex R have numbers up to `0x7FFF_FFFF`, and WTF-8 has unpaired surrogates. A `char` cannot hold them.
/// Conversions to an encoding that lacks such a number stop at it. Conversions of numbers keep all of them:
/// [`code_points`](Self::code_points), [`Decoder::to_code_points`](crate::stream::Decoder::to_code_points) and
/// [`Encoder::encode_code_points`](crate::stream::Encoder::encode_code_points). So do those between WTF-8 and UTF-16 in code
/// units: WTF-8 exists for unpaired surrogates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
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
    Latin1,
    /// ASCII: U+0000..=U+007F, one byte each.
    Ascii,
    /// RFC 2279: 1 to 6 bytes, numbers `0..=0x7FFF_FFFF` without surrogates, only the shortest sequences.
    #[cfg(feature = "dialects")]
    Rfc2279,
    /// ISO/IEC 10646-1 Annex R (Amendment 2): the numbers of RFC 2279, with the error kinds of Annex R.
    ///
    /// `0xD800..=0xDFFF` are [`Undefined`](crate::ErrorKind::Undefined), in reading, where each is three bytes, and in
    /// writing. `0xFFFE` and `0xFFFF` are read, with a remark that they are undefined. Malformed text is divided as R.7
    /// says: a first byte with the continuation bytes that it has is one malformed sequence, and so are a run of
    /// surplus continuation bytes, each byte `0xFE` and each byte `0xFF`.
    #[cfg(feature = "dialects")]
    AnnexR,
    /// Annex R by the letter of R.5, which maps sequences that are longer than necessary. They are read, with the
    /// remark [`Overlong`](crate::ErrorKind::Overlong). Never use it for untrusted text; RFC 3629 section 10 gives the
    /// reasons.
    #[cfg(feature = "dialects")]
    AnnexR5,
    /// CESU-8 (UTR 26): a character over U+FFFF is a pair of surrogates, of three bytes each.
    #[cfg(feature = "dialects")]
    Cesu8,
    /// Modified UTF-8, as Java writes it: CESU-8 with `C0 80` for U+0000, so that no byte is `0x00`.
    #[cfg(feature = "dialects")]
    ModifiedUtf8,
    /// WTF-8: UTF-8 with unpaired surrogates, for text that is nearly UTF-16.
    #[cfg(feature = "dialects")]
    Wtf8,
}

impl Encoding {
    /// All encodings that the features of this crate enable, UTF-8 first.
    pub const ALL: &[Encoding] = &[
        Encoding::Utf8,
        #[cfg(feature = "utf16")]
        Encoding::Utf16(Endian::Little),
        #[cfg(feature = "utf16")]
        Encoding::Utf16(Endian::Big),
        #[cfg(feature = "utf32")]
        Encoding::Utf32(Endian::Little),
        #[cfg(feature = "utf32")]
        Encoding::Utf32(Endian::Big),
        Encoding::Latin1,
        Encoding::Ascii,
        #[cfg(feature = "dialects")]
        Encoding::Rfc2279,
        #[cfg(feature = "dialects")]
        Encoding::AnnexR,
        #[cfg(feature = "dialects")]
        Encoding::AnnexR5,
        #[cfg(feature = "dialects")]
        Encoding::Cesu8,
        #[cfg(feature = "dialects")]
        Encoding::ModifiedUtf8,
        #[cfg(feature = "dialects")]
        Encoding::Wtf8,
    ];

    /// UTF-8 and its relatives, UTF-8 first.
    #[cfg(feature = "dialects")]
    pub const RELATIVES: [Encoding; 7] = [
        Encoding::Utf8,
        Encoding::Rfc2279,
        Encoding::AnnexR,
        Encoding::AnnexR5,
        Encoding::Cesu8,
        Encoding::ModifiedUtf8,
        Encoding::Wtf8,
    ];

    /// Returns the name of the encoding.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, Endian};
    ///
    /// assert_eq!(Encoding::Cesu8.name(), "CESU-8");
    /// assert_eq!(Encoding::Utf16(Endian::Little).name(), "UTF-16LE");
    /// # }
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "utf16")]
            Encoding::Utf16(Endian::Little) => "UTF-16LE",
            #[cfg(feature = "utf16")]
            Encoding::Utf16(Endian::Big) => "UTF-16BE",
            #[cfg(feature = "utf32")]
            Encoding::Utf32(Endian::Little) => "UTF-32LE",
            #[cfg(feature = "utf32")]
            Encoding::Utf32(Endian::Big) => "UTF-32BE",
            Encoding::Utf8 => "UTF-8",
            Encoding::Latin1 => "Latin-1",
            Encoding::Ascii => "ASCII",
            #[cfg(feature = "dialects")]
            Encoding::Rfc2279 => "RFC 2279 UTF-8",
            #[cfg(feature = "dialects")]
            Encoding::AnnexR => "Annex R UTF-8",
            #[cfg(feature = "dialects")]
            Encoding::AnnexR5 => "Annex R UTF-8 by R.5",
            #[cfg(feature = "dialects")]
            Encoding::Cesu8 => "CESU-8",
            #[cfg(feature = "dialects")]
            Encoding::ModifiedUtf8 => "Modified UTF-8",
            #[cfg(feature = "dialects")]
            Encoding::Wtf8 => "WTF-8",
        }
    }
}
