//! [`Legacy`]: which encoding it is.

use crate::east_asian::{self, EastAsian};
use crate::single_byte::{self, EbcdicLineEnd, Page};
use crate::stateful;
use std::collections::TryReserveError;
use std::fmt;
use utf8kit::codec::Description;

/// An encoding that is not of Unicode: a code page, an East Asian encoding, or one with shifts or marks.
///
/// ```
/// use utf8kit::Policy;
/// use utf8kit_encodings::Encoding;
///
/// let encoding: Encoding = "cp437".parse().unwrap();
/// assert!(matches!(encoding, Encoding::Legacy(legacy) if legacy.name() == "IBM437"));
/// assert_eq!(encoding.decode(b"na\x8Bve", Policy::Fail).unwrap(), "naïve");
/// let error = encoding.encode("€", Policy::Fail).unwrap_err();
/// assert_eq!(error.to_string(), "U+20AC at offset 0 cannot be represented in the destination's encoding");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Legacy {
    index: u16,
    line_end: EbcdicLineEnd,
}

/// What an encoding is.
pub(super) enum Kind {
    SingleByte(usize, EbcdicLineEnd),
    EastAsian(usize),
    Stateful(usize),
}

/// The number of encodings, with those that only browsers have.
pub(crate) const COUNT: usize = single_byte::COUNT + east_asian::COUNT + stateful::COUNT;

impl Legacy {
    /// Returns all of them.
    pub(crate) fn all() -> impl Iterator<Item = Legacy> {
        Legacy::every().filter(|legacy| legacy.east_asian().is_none_or(EastAsian::is_listed))
    }

    /// Returns all of them, and those that only browsers have.
    fn every() -> impl Iterator<Item = Legacy> {
        (0..COUNT).map(Legacy::at)
    }

    /// Returns the encoding with this index, which is less than [`COUNT`].
    pub(crate) const fn at(index: usize) -> Legacy {
        debug_assert!(index < COUNT);
        Legacy {
            index: index as u16,
            line_end: EbcdicLineEnd::Lf,
        }
    }

    pub(super) const fn kind(self) -> Kind {
        let index = self.index as usize;
        let Some(multi_byte) = index.checked_sub(single_byte::COUNT) else {
            return Kind::SingleByte(index, self.line_end);
        };
        match multi_byte.checked_sub(east_asian::COUNT) {
            None => Kind::EastAsian(multi_byte),
            Some(stateful) => Kind::Stateful(stateful),
        }
    }

    fn page(self) -> Option<&'static Page> {
        match self.kind() {
            Kind::SingleByte(index, _) => Some(single_byte::page(index)),
            Kind::EastAsian(_) | Kind::Stateful(_) => None,
        }
    }

    fn east_asian(self) -> Option<&'static EastAsian> {
        match self.kind() {
            Kind::EastAsian(index) => Some(east_asian::encoding(index)),
            Kind::SingleByte(..) | Kind::Stateful(_) => None,
        }
    }

    /// Returns the name of the encoding.
    pub const fn name(self) -> &'static str {
        match self.kind() {
            Kind::SingleByte(index, _) => single_byte::page(index).name,
            Kind::EastAsian(index) => east_asian::encoding(index).name,
            Kind::Stateful(index) => stateful::encoding(index).name,
        }
    }

    /// Returns the number of the encoding, which is the same in every version, and from 1000 on. The C library has these numbers. Those of
    /// pages of EBCDIC with [another line end](Self::with_line_end) are 10,000 higher for NL, and 20,000 for any.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let Ok(Encoding::Legacy(marc_8)) = "MARC-8".parse() else { panic!() };
    /// assert_eq!(marc_8.number(), 1210);
    /// ```
    pub fn number(self) -> u16 {
        match self.kind() {
            Kind::SingleByte(index, line_end) => single_byte::page(index).number + 10_000 * line_end as u16,
            Kind::EastAsian(index) => east_asian::encoding(index).number,
            Kind::Stateful(index) => stateful::encoding(index).number,
        }
    }

    /// Returns its other names.
    pub(crate) const fn names(self) -> &'static [&'static str] {
        match self.kind() {
            Kind::SingleByte(index, _) => single_byte::page(index).names,
            Kind::EastAsian(index) => east_asian::encoding(index).names,
            Kind::Stateful(index) => stateful::encoding(index).names,
        }
    }

    /// Returns what error messages say about the encoding.
    pub(crate) fn description(self) -> &'static Description {
        match self.kind() {
            Kind::SingleByte(index, _) => single_byte::description(index),
            Kind::EastAsian(index) => east_asian::description(index),
            Kind::Stateful(index) => stateful::description(index),
        }
    }

    /// Returns the encoding that reads what the Encoding Standard reads in `web`.
    pub(crate) fn of_web(web: &'static encoding_rs::Encoding) -> Option<Legacy> {
        Legacy::every().find(|legacy| {
            let page = legacy.page().and_then(Page::web);
            page.or(legacy.east_asian().and_then(EastAsian::web)) == Some(web)
        })
    }

    /// Returns the character of each byte, or `None` if the encoding has characters of several bytes.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let Ok(Encoding::Legacy(koi8_r)) = "KOI8-R".parse() else { panic!() };
    /// assert_eq!(koi8_r.characters().unwrap()[0xC0], Some('ю'));
    /// ```
    pub fn characters(self) -> Option<[Option<char>; 256]> {
        self.page().map(|page| page.characters(self.line_end))
    }

    /// Returns this page of EBCDIC with another line end, or `None` if this is another encoding.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{EbcdicLineEnd, Encoding};
    ///
    /// let Ok(Encoding::Legacy(page)) = "IBM1047".parse() else { panic!() };
    /// let unix = Encoding::Legacy(page.with_line_end(EbcdicLineEnd::Nl).unwrap());
    /// assert_eq!(unix.decode(b"\xC1\x15", Policy::Fail).unwrap(), "A\n");
    /// assert_eq!(unix.encode("A\n", Policy::Fail).unwrap(), b"\xC1\x15");
    /// ```
    #[must_use]
    pub fn with_line_end(self, line_end: EbcdicLineEnd) -> Option<Legacy> {
        self.page().filter(|page| page.is_ebcdic())?;
        Some(Legacy { line_end, ..self })
    }

    /// Makes the tables of a single-byte encoding, which decoders and encoders make otherwise when they first need them, and end the
    /// program if there is no memory. Does nothing for an encoding of several bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let Ok(Encoding::Legacy(koi8_r)) = "KOI8-R".parse() else { panic!() };
    /// koi8_r.try_prepare().unwrap();
    /// ```
    pub fn try_prepare(self) -> Result<(), TryReserveError> {
        if let Kind::SingleByte(index, line_end) = self.kind() {
            let _ = single_byte::Decoding::try_of(index, line_end)?;
            let _ = single_byte::Encoding::try_of(index, line_end)?;
        }
        Ok(())
    }

    /// Returns `true` if a text of ASCII has the same bytes in the encoding.
    pub(crate) fn is_ascii_compatible(self) -> bool {
        match self.kind() {
            Kind::SingleByte(..) => self.characters().as_ref().is_some_and(single_byte::has_ascii),
            Kind::EastAsian(index) => east_asian::encoding(index).is_ascii_compatible(),
            Kind::Stateful(index) => stateful::Reader::new(index).is_ascii_compatible(),
        }
    }

    /// Returns `true` if the encoding has shifts or marks.
    pub(crate) fn is_stateful(self) -> bool {
        matches!(self.kind(), Kind::Stateful(_))
    }

    /// Returns the largest number that the encoding has.
    pub(crate) fn max(self) -> u32 {
        let max = match self.kind() {
            Kind::SingleByte(..) => self.characters().into_iter().flatten().flatten().max(),
            Kind::EastAsian(index) => east_asian::Encoding::of(index).max(),
            Kind::Stateful(index) => Some(stateful::encoding(index).max),
        };
        max.map_or(0, u32::from)
    }

    /// Returns the bytes of U+FEFF at the beginning of a text, or none if the encoding has no signature.
    pub(crate) fn signature(self) -> &'static [u8] {
        self.east_asian().map_or(b"", EastAsian::signature)
    }
}

impl fmt::Debug for Legacy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Legacy").field(&self.name()).finish()
    }
}
