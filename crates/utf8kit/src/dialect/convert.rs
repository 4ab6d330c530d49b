//! Whole texts between a dialect and UTF-8, UTF-16 and code points.

use super::rules::{is_high, is_low, is_surrogate};
use super::{Dialect, Text, with_dialect};
use crate::ErrorKind;
use crate::dispatch::Kernels;
use crate::engine::{self, Conversion, ConvertPrefix, StoppedBy, ValidPrefix};
use crate::error::{ConvertError, DecodeError, IllFormed};
use crate::reference::{Encode, LONGEST, Utf8, Utf16, Utf32};
use core::mem::MaybeUninit;

/// Conversions. `dst` is the destination; what they return is the number of code units written.
///
/// # Errors
///
/// [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if the source is not well-formed, or
/// if the destination's form cannot hold a number of it, of kind [`TooLarge`](ErrorKind::TooLarge) or
/// [`Surrogate`](ErrorKind::Surrogate);
/// [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull).
impl Dialect {
    /// Converts bytes of this dialect to UTF-8. `bytes.len()` bytes hold any result.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut text = [0; 8];
    /// assert_eq!(Dialect::ModifiedUtf8.to_utf8(b"a\xC0\x80b", &mut text), Ok(3));
    /// assert_eq!(&text[..3], b"a\0b");
    /// ```
    pub fn to_utf8(self, bytes: &[u8], dst: &mut [u8]) -> Result<usize, ConvertError> {
        with_dialect!(self, S => engine::convert::<S, Utf8>(bytes, engine::as_uninit(dst)))
    }

    /// Converts bytes of this dialect to UTF-16 in the machine's order. WTF-8's lone surrogates stay what
    /// they are.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut units = [0; 4];
    /// assert_eq!(Dialect::Wtf8.to_utf16(b"a\xED\xA0\x80", &mut units), Ok(2));
    /// assert_eq!(units[..2], [0x61, 0xD800]);
    /// ```
    pub fn to_utf16(self, bytes: &[u8], dst: &mut [u16]) -> Result<usize, ConvertError> {
        with_dialect!(self, S => self.decode_as::<S, Utf16>(bytes, dst, |number| {
            is_surrogate(number).then_some(number as u16)
        }))
    }

    /// Converts bytes of this dialect to UCS-2, in 16-bit units: what has up to three bytes, straight to
    /// it.
    ///
    /// # Errors
    ///
    /// Besides those of all conversions,
    /// [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) for a character over
    /// U+FFFF: UCS-2 has no surrogates, and no way to write it (RFC 2279 section 2).
    ///
    /// ```
    /// use utf8kit::{ConvertErrorKind, dialect::Dialect};
    ///
    /// let mut units = [0; 4];
    /// assert_eq!(Dialect::Rfc2279.to_ucs2("é€".as_bytes(), &mut units), Ok(2));
    /// let error = Dialect::Rfc2279.to_ucs2("é\u{10000}".as_bytes(), &mut units).unwrap_err();
    /// assert_eq!((error.kind(), error.read()), (ConvertErrorKind::NotRepresentable('\u{10000}'), 2));
    /// ```
    pub fn to_ucs2(self, bytes: &[u8], dst: &mut [u16]) -> Result<usize, ConvertError> {
        with_dialect!(self, S => engine::convert::<S, Ucs2>(bytes, engine::as_uninit(dst)))
    }

    /// Converts bytes of this dialect to numbers: UTF-32 where all are scalar values, else UCS-4 or, from
    /// WTF-8, with lone surrogates.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut numbers = [0; 4];
    /// assert_eq!(Dialect::Rfc2279.to_code_points(b"\xF8\x88\x80\x80\x80!", &mut numbers), Ok(2));
    /// assert_eq!(numbers[..2], [0x20_0000, 0x21]);
    /// ```
    pub fn to_code_points(self, bytes: &[u8], dst: &mut [u32]) -> Result<usize, ConvertError> {
        with_dialect!(self, S => self.decode_as::<S, Utf32>(bytes, dst, Some))
    }

    /// Converts UTF-8 to this dialect. `2 * text.len()` bytes hold any result.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut bytes = [0; 8];
    /// assert_eq!(Dialect::Cesu8.from_utf8("\u{10FFFF}".as_bytes(), &mut bytes), Ok(6));
    /// assert_eq!(bytes[..6], *b"\xED\xAF\xBF\xED\xBF\xBF");
    /// ```
    pub fn from_utf8(self, text: &[u8], dst: &mut [u8]) -> Result<usize, ConvertError> {
        with_dialect!(self, T => engine::convert::<Utf8, T>(text, engine::as_uninit(dst)))
    }

    /// Converts UTF-16 in the machine's order to this dialect; offsets are in code units. Pairs are undone
    /// first. A lone surrogate is ill-formed, but in WTF-8. `3 * units.len()` bytes hold any result.
    ///
    /// ```
    /// use utf8kit::{ConvertErrorKind, ErrorKind, dialect::Dialect};
    ///
    /// let mut bytes = [0; 8];
    /// assert_eq!(Dialect::Wtf8.from_utf16(&[0xDC00, 0x61], &mut bytes), Ok(4));
    /// let error = Dialect::Rfc2279.from_utf16(&[0xDC00, 0x61], &mut bytes).unwrap_err();
    /// let ConvertErrorKind::IllFormed(error) = error.kind() else { panic!() };
    /// assert_eq!(error.kind(), ErrorKind::Surrogate);
    /// ```
    pub fn from_utf16(self, units: &[u16], dst: &mut [u8]) -> Result<usize, ConvertError> {
        with_dialect!(self, T => self.encode_as::<Utf16, T>(units, dst, |at, _| {
            if self == Dialect::Wtf8 { Ok(u32::from(units[at])) } else { Err(None) }
        }))
    }

    /// Converts numbers to this dialect; offsets are in numbers. `6 * code_points.len()` bytes hold any
    /// result.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut bytes = [0; 8];
    /// assert_eq!(Dialect::Rfc2279.from_code_points(&[0x20_0000], &mut bytes), Ok(5));
    /// assert_eq!(bytes[..5], *b"\xF8\x88\x80\x80\x80");
    /// assert!(Dialect::Rfc2279.from_code_points(&[0x8000_0000], &mut bytes).is_err());
    /// ```
    pub fn from_code_points(self, code_points: &[u32], dst: &mut [u8]) -> Result<usize, ConvertError> {
        with_dialect!(self, T => self.encode_as::<Utf32, T>(code_points, dst, |at, _| {
            let number = code_points[at];
            // WTF-8 has a character in place of such a pair.
            let after_high = at > 0 && is_high(code_points[at - 1]);
            if after_high && is_low(number) { Err(Some(ErrorKind::Surrogate)) } else { Ok(number) }
        }))
    }

    /// Goes on where the dialect has a number that is no character.
    pub(super) fn validate_as<S: ValidPrefix<Unit = u8>>(self, bytes: &[u8]) -> Result<(), IllFormed> {
        let mut offset = 0;
        while let Err(error) = engine::validate::<S>(&bytes[offset..]) {
            offset += error.valid_up_to();
            match self.read_at(bytes, offset) {
                Ok((_, len)) => offset += len,
                Err(bad) => return Err(IllFormed::new(S::NAME, bad, offset, &bytes[offset..])),
            }
        }
        Ok(())
    }

    /// Converts to `T`, with `unit` for numbers that are no characters.
    fn decode_as<S, T>(
        self,
        bytes: &[u8],
        dst: &mut [T::Unit],
        unit: impl Fn(u32) -> Option<T::Unit>,
    ) -> Result<usize, ConvertError>
    where
        S: ConvertPrefix<T, Unit = u8>,
        T: Encode,
    {
        let mut conversion = Conversion::<S, T>::new(bytes, engine::as_uninit(dst));
        loop {
            let bad = match conversion.advance() {
                StoppedBy::IllFormed(bad) => bad,
                stop => return conversion.end(stop),
            };
            let at = conversion.read;
            let (unit, len) = match self.read_at(bytes, at) {
                Ok((number, len)) => match unit(number) {
                    Some(unit) => (unit, len),
                    None => return conversion.end(StoppedBy::IllFormed(bad)),
                },
                Err(bad) => return conversion.end(StoppedBy::IllFormed(bad)),
            };
            if !conversion.put_units(&[unit]) {
                return conversion.end(StoppedBy::DestinationFull);
            }
            conversion.skip(len);
        }
    }

    /// Converts from `S`. `number` says what stands at an offset where `S` has no character, or why that is
    /// an error if for another reason than `S` has.
    fn encode_as<S, T>(
        self,
        src: &[S::Unit],
        dst: &mut [u8],
        number: impl Fn(usize, DecodeError) -> Result<u32, Option<ErrorKind>>,
    ) -> Result<usize, ConvertError>
    where
        S: ConvertPrefix<T>,
        T: Encode<Unit = u8>,
    {
        let mut conversion = Conversion::<S, T>::new(src, engine::as_uninit(dst));
        loop {
            let bad = match conversion.advance() {
                StoppedBy::IllFormed(bad) => bad,
                stop => return conversion.end(stop),
            };
            let mut bytes = [0; LONGEST];
            let written = number(conversion.read, bad)
                .and_then(|number| self.rules().write(number, &mut bytes).map_err(Some));
            match written {
                Ok(len) if conversion.put_units(&bytes[..len]) => conversion.skip(1),
                Ok(_) => return conversion.end(StoppedBy::DestinationFull),
                Err(kind) => {
                    let kind = kind.unwrap_or(bad.kind);
                    return conversion.end(StoppedBy::IllFormed(DecodeError { kind, ..bad }));
                }
            }
        }
    }
}

/// UCS-2 as a form to write, in 16-bit units.
struct Ucs2;

impl Encode for Ucs2 {
    type Unit = u16;
    const SUBSTITUTE: char = '\u{FFFD}';

    #[inline]
    fn encode(c: char, out: &mut [u16; LONGEST]) -> Option<usize> {
        out[0] = u16::try_from(c as u32).ok()?;
        Some(1)
    }
}

impl<const PLACE: usize> ConvertPrefix<Ucs2> for Text<PLACE> {
    fn convert_prefix(_: &'static Kernels, _: &[u8], _: &mut [MaybeUninit<u16>]) -> (usize, usize) {
        (0, 0)
    }
}
