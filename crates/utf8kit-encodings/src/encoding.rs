//! [`Encoding`]: its variants, and what is known of each.

#[cfg(feature = "legacy")]
use crate::legacy::Legacy;
#[cfg(feature = "legacy")]
use crate::single_byte::has_ascii;
use utf8kit::{Encoding as Base, Endian};

/// An encoding: of Unicode text, or, with the feature `legacy`, of before Unicode.
///
/// [`Encoding::for_label`] finds an encoding by its charset label, and so does [`str::parse`].
///
/// ```
/// use utf8kit::{Endian, ErrorKind, Policy};
/// use utf8kit_encodings::Encoding;
///
/// let utf16le = Encoding::Base(utf8kit::Encoding::Utf16(Endian::Little));
/// assert_eq!(utf16le.name(), "UTF-16LE");
/// assert_eq!(utf16le.encode("é", Policy::Fail).unwrap(), b"\xE9\0");
/// assert_eq!(Encoding::Utf16.encode("é", Policy::Fail).unwrap(), b"\xFF\xFE\xE9\0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// An encoding of the [`utf8kit`] crate: UTF-8, UTF-16 and UTF-32 in a given byte order, ISO-8859-1,
    /// ASCII, or a relative of UTF-8.
    Base(Base),
    /// UTF-8 with a signature, as Python's `utf-8-sig`: a decoder removes a signature at the beginning, if there is one, and
    /// an encoder writes one.
    Utf8Signature,
    /// UTF-8 without characters over U+FFFF, which MySQL calls `utf8mb3`. A decoder reads all of UTF-8, and an encoder writes no
    /// sequence of four bytes.
    Utf8Mb3,
    /// UTF-16 (RFC 2781). A decoder takes the byte order from the signature, and assumes big-endian if there
    /// is none. An encoder writes little-endian with a signature.
    Utf16,
    /// UTF-32. A decoder takes the byte order from the signature, and assumes big-endian if there is none. An
    /// encoder writes little-endian with a signature.
    Utf32,
    /// UCS-2 (ISO/IEC 10646-1:1993). With `None`, a decoder takes the byte order from the signature, and
    /// assumes big-endian if there is none; an encoder writes big-endian without a signature. A pair of surrogates is
    /// decoded to one character, as RFC 2279 section 2 requires; see [`ucs`](crate::ucs).
    Ucs2(Option<Endian>),
    /// UCS-4 (ISO/IEC 10646-1:1993). With `None`, a decoder takes the byte order from the signature, and
    /// assumes big-endian if there is none; an encoder writes big-endian without a signature.
    Ucs4(Option<Endian>),
    /// UTF-7 (RFC 2152).
    Utf7,
    /// UTF-7 for the names of mailboxes in IMAP (RFC 3501 section 5.1.3).
    Utf7Imap,
    /// UTF-1 (ISO-IR 178).
    Utf1,
    /// UTF-8 of RFC 2279, of 1 to 6 bytes, with the Hangul syllables at their Unicode 1.1 code points (RFC 2279 section 5). A
    /// decoder moves them to their current code points, and [reports](crate::Decoder::hangul) whether the label was right. There
    /// is no encoder, because RFC 3629 dropped the label.
    Unicode11Utf8,
    /// The same, and an encoder writes it: syllables at their Unicode 1.1 code points. It lacks the syllables that Unicode
    /// 1.1 did not have, and the characters that are at the old code points today. Its label,
    /// `UNICODE-1-1-UTF-8-OLD-HANGUL`, is none of IANA's, so that nobody writes such text by mistake: see
    /// [`migrate_to_unicode_1_1`](crate::hangul::migrate_to_unicode_1_1).
    OldHangulUtf8,
    /// ISO/IEC 2022 with UTF-8 and other encodings of ISO/IEC 10646 in the parts that are announced as such (ISO/IEC 10646-1,
    /// Annex R, R.6). A decoder leaves out the announcements and returns. Outside these parts it decodes ASCII, with the escape
    /// sequences of control functions, and everything else is ill-formed: every other byte, and the designation of another
    /// character set. An encoder announces UTF-8, or [what else](crate::Encoder::iso2022) is asked for, and returns at the end.
    /// See [`iso2022`](crate::iso2022).
    Iso2022,
    /// A code page, or an East Asian encoding.
    #[cfg(feature = "legacy")]
    Legacy(Legacy),
}

impl Encoding {
    /// UTF-8 (RFC 3629).
    pub const UTF_8: Encoding = Encoding::Base(Base::Utf8);

    /// Returns the encoding of the library that this is, if it is a relative of UTF-8.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!("CESU-8".parse::<Encoding>().unwrap().utf8_relative(), Some(utf8kit::Encoding::Cesu8));
    /// assert_eq!(Encoding::UTF_8.utf8_relative(), None);
    /// ```
    pub fn utf8_relative(self) -> Option<Base> {
        match self {
            Encoding::Base(base) if base != Base::Utf8 && Base::RELATIVES.contains(&base) => Some(base),
            _ => None,
        }
    }

    /// Returns the characters of `0x80..=0xFF` in a single-byte encoding with ASCII, as [`Policy::Legacy`](utf8kit::Policy::Legacy) takes
    /// them. U+FFFD stands for a byte without a character.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let latin1: Encoding = "ISO-8859-1".parse().unwrap();
    /// assert_eq!(latin1.upper_half().unwrap()[0x69], 'é');
    /// assert_eq!(Encoding::UTF_8.upper_half(), None);
    /// ```
    pub fn upper_half(self) -> Option<[char; 128]> {
        match self {
            Encoding::Base(Base::Latin1) => {
                Some(core::array::from_fn(|place| char::from(0x80 | place as u8)))
            }
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => {
                let all = legacy.characters().filter(has_ascii)?;
                let character = |place: usize| all[0x80 + place].unwrap_or(char::REPLACEMENT_CHARACTER);
                Some(core::array::from_fn(character))
            }
            _ => None,
        }
    }

    /// Returns `true` if a text of ASCII has the same bytes in this encoding, whichever characters it has.
    ///
    /// That is not so where a byte of ASCII changes what follows, as ESC does in ISO 2022, or where a text begins with a signature.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let shift_jis: Encoding = "Shift_JIS".parse().unwrap();
    /// assert!(Encoding::UTF_8.is_ascii_compatible() && shift_jis.is_ascii_compatible());
    /// assert!(!Encoding::Utf7.is_ascii_compatible() && !Encoding::Utf16.is_ascii_compatible());
    /// ```
    pub fn is_ascii_compatible(self) -> bool {
        match self {
            // Modified UTF-8 has another U+0000.
            Encoding::Base(base) => match base {
                Base::Ascii | Base::Latin1 | Base::Utf8 => true,
                base => base != Base::ModifiedUtf8 && Base::RELATIVES.contains(&base),
            },
            Encoding::Utf8Mb3 | Encoding::Utf1 | Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8 => true,
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => legacy.is_ascii_compatible(),
            _ => false,
        }
    }

    /// Returns `true` if a text of ASCII has the same bytes in this encoding, and what is before a character of ASCII never changes what
    /// follows it. So a text can be divided before and after such a character, and its parts be decoded and encoded by themselves.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let [shift_jis, ansel]: [Encoding; 2] = ["Shift_JIS", "ANSEL"].map(|label| label.parse().unwrap());
    /// assert!(shift_jis.is_divisible_at_ascii());
    /// // A mark of ANSEL precedes the letter that it belongs to.
    /// assert!(ansel.is_ascii_compatible() && !ansel.is_divisible_at_ascii());
    /// ```
    pub fn is_divisible_at_ascii(self) -> bool {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            return legacy.is_ascii_compatible() && !legacy.is_stateful();
        }
        self.is_ascii_compatible()
    }

    /// Returns `true` if this is an encoding of before Unicode, other than Latin-1 and ASCII.
    ///
    /// ```
    /// assert!(!utf8kit_encodings::Encoding::Utf7.is_legacy());
    /// ```
    pub const fn is_legacy(self) -> bool {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(_) = self {
            return true;
        }
        false
    }

    /// Returns `true` if the encoding leaves `0xFFFE` and `0xFFFF` undefined, though it has them: Annex R.
    pub(crate) const fn leaves_undefined(self) -> bool {
        matches!(self, Encoding::Base(Base::AnnexR | Base::AnnexR5))
    }

    /// Returns how many of `units`, of UTF-16 or code points, the encoding leaves undefined.
    pub(crate) fn undefined_of<U: Copy + Into<u32>>(self, units: &[U]) -> u64 {
        if !self.leaves_undefined() {
            return 0;
        }
        let is_undefined = |unit: &&U| (**unit).into() & !1 == 0xFFFE;
        units.iter().filter(is_undefined).count() as u64
    }

    /// Returns `true` if text can be encoded in this encoding: all but [`Unicode11Utf8`](Self::Unicode11Utf8).
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert!(Encoding::Utf7.can_be_written());
    /// assert!(!Encoding::Unicode11Utf8.can_be_written());
    /// ```
    pub const fn can_be_written(self) -> bool {
        !matches!(self, Encoding::Unicode11Utf8)
    }

    /// Returns the largest number that this encoding has.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!(Encoding::Ucs4(None).max(), 0x7FFF_FFFF);
    /// assert_eq!("RFC2279".parse::<Encoding>().unwrap().max(), 0x7FFF_FFFF);
    /// assert_eq!(Encoding::Ucs2(None).max(), 0xFFFF);
    /// assert_eq!(Encoding::Utf16.max(), 0x10_FFFF);
    /// ```
    pub fn max(self) -> u32 {
        match self {
            Encoding::Base(Base::Rfc2279 | Base::AnnexR | Base::AnnexR5)
            | Encoding::Unicode11Utf8
            | Encoding::OldHangulUtf8
            | Encoding::Ucs4(_)
            | Encoding::Utf1
            | Encoding::Iso2022 => 0x7FFF_FFFF,
            Encoding::Ucs2(_) | Encoding::Utf8Mb3 => 0xFFFF,
            Encoding::Base(Base::Latin1) => 0xFF,
            Encoding::Base(Base::Ascii) => 0x7F,
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => legacy.max(),
            _ => 0x10_FFFF,
        }
    }

    /// Returns `true` if this encoding has unpaired surrogates: WTF-8. A [`Decoder`](crate::Decoder) and an
    /// [`Encoder`](crate::Encoder) treat UTF-16 so, too, if they are told to.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert!("WTF-8".parse::<Encoding>().unwrap().has_surrogates());
    /// assert!(!Encoding::Utf16.has_surrogates());
    /// ```
    pub const fn has_surrogates(self) -> bool {
        matches!(self, Encoding::Base(Base::Wtf8))
    }

    /// Returns the encoding with this byte order if it has none.
    pub(crate) fn in_byte_order(self, endian: Endian) -> Encoding {
        match self {
            Encoding::Utf16 => Encoding::Base(Base::Utf16(endian)),
            Encoding::Utf32 => Encoding::Base(Base::Utf32(endian)),
            Encoding::Ucs2(None) => Encoding::Ucs2(Some(endian)),
            Encoding::Ucs4(None) => Encoding::Ucs4(Some(endian)),
            encoding => encoding,
        }
    }
}
