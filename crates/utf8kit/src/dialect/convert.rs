//! Conversions of whole texts between a dialect and UTF-8, UTF-16 and code points.

use super::rules::{is_high, is_low, is_surrogate};
use super::{Dialect, Text, with_dialect};
use crate::dispatch::Kernels;
use crate::engine::{
    self, Conversion, ConvertPrefix, StoppedBy, ValidPrefix, as_uninit, assume_init, convert_rest,
};
use crate::error::{ConvertError, ConvertErrorKind, IllFormed};
use crate::reference::{Encode, LONGEST, Utf8, Utf16, Utf32};
use core::mem::MaybeUninit;

/// Conversions. `dst` is the destination. Each conversion returns the number of code units written.
///
/// # Errors
///
/// Each conversion returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`] if the source is not well-formed;
/// - [`ConvertErrorKind::NotScalarValue`] if the destination's encoding cannot
///   represent a number in it that is not a character;
/// - [`ConvertErrorKind::DestinationFull`] if `dst` is too short.
///
/// Its `read` is in code units of the source, its `written` in code units of the destination.
impl Dialect {
    /// Converts bytes of this dialect to UTF-8 and returns the number of bytes written. `bytes.len()` bytes are enough.
    ///
    /// # Errors
    ///
    /// Returns the errors of all conversions, which are listed above.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut text = [0; 8];
    /// assert_eq!(Dialect::ModifiedUtf8.to_utf8(b"a\xC0\x80b", &mut text), Ok(3));
    /// assert_eq!(&text[..3], b"a\0b");
    /// ```
    pub fn to_utf8(self, bytes: &[u8], dst: &mut [u8]) -> Result<usize, ConvertError> {
        with_dialect!(self, S => engine::convert::<S, Utf8>(bytes, dst))
    }

    /// Converts as [`to_utf8`](Self::to_utf8) does, into memory that need not be initialised, and returns the bytes
    /// written.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`to_utf8`](Self::to_utf8).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(Dialect::ModifiedUtf8.to_utf8_uninit(b"a\xC0\x80", &mut buffer).unwrap(), b"a\0");
    /// ```
    pub fn to_utf8_uninit<'d>(
        self,
        bytes: &[u8],
        dst: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut [u8], ConvertError> {
        with_dialect!(self, S => engine::convert_uninit::<S, Utf8>(bytes, dst))
    }

    /// Converts bytes of this dialect to UTF-16 in the machine's byte order and returns the number of code units
    /// written. `bytes.len()` code units are enough. The unpaired surrogates of WTF-8 are kept.
    ///
    /// # Errors
    ///
    /// Returns the errors of all conversions, which are listed above.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut units = [0; 4];
    /// assert_eq!(Dialect::Wtf8.to_utf16(b"a\xED\xA0\x80", &mut units), Ok(2));
    /// assert_eq!(units[..2], [0x61, 0xD800]);
    /// ```
    pub fn to_utf16(self, bytes: &[u8], dst: &mut [u16]) -> Result<usize, ConvertError> {
        // SAFETY: the conversion writes initialized units only.
        let dst = unsafe { as_uninit(dst) };
        self.to_utf16_uninit(bytes, dst).map(|written| written.len())
    }

    /// Converts as [`to_utf16`](Self::to_utf16) does, into memory that need not be initialised, and returns the code
    /// units written.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`to_utf16`](Self::to_utf16).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(Dialect::Wtf8.to_utf16_uninit(b"a\xED\xA0\x80", &mut buffer).unwrap(), [0x61, 0xD800]);
    /// ```
    pub fn to_utf16_uninit<'d>(
        self,
        bytes: &[u8],
        dst: &'d mut [MaybeUninit<u16>],
    ) -> Result<&'d mut [u16], ConvertError> {
        let written = with_dialect!(self, S => self.decode_as::<S, Utf16>(bytes, dst, |number| {
            is_surrogate(number).then_some(number as u16)
        }))?;
        // SAFETY: the conversion has initialized as many units as it returns.
        Ok(unsafe { assume_init(dst, written) })
    }

    /// Converts bytes of this dialect to UCS-2, in 16-bit code units, and returns the number of code units written.
    /// `bytes.len()` code units are enough.
    ///
    /// # Errors
    ///
    /// Besides the errors of all conversions, returns
    /// [`ConvertErrorKind::NotRepresentable`] for a character over U+FFFF,
    /// which UCS-2 cannot represent (RFC 2279 section 2).
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
        with_dialect!(self, S => engine::convert::<S, Ucs2>(bytes, dst))
    }

    /// Converts as [`to_ucs2`](Self::to_ucs2) does, into memory that need not be initialised, and returns the code
    /// units written.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`to_ucs2`](Self::to_ucs2).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(Dialect::Rfc2279.to_ucs2_uninit("é€".as_bytes(), &mut buffer).unwrap(), [0xE9, 0x20AC]);
    /// ```
    pub fn to_ucs2_uninit<'d>(
        self,
        bytes: &[u8],
        dst: &'d mut [MaybeUninit<u16>],
    ) -> Result<&'d mut [u16], ConvertError> {
        with_dialect!(self, S => engine::convert_uninit::<S, Ucs2>(bytes, dst))
    }

    /// Converts bytes of this dialect to numbers and returns how many were written. `bytes.len()` numbers are enough.
    /// They are UTF-32 if all are scalar values. Otherwise they are UCS-4, or from WTF-8 include unpaired surrogates.
    ///
    /// # Errors
    ///
    /// Returns the errors of all conversions, which are listed above.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut numbers = [0; 4];
    /// assert_eq!(Dialect::Rfc2279.to_code_points(b"\xF8\x88\x80\x80\x80!", &mut numbers), Ok(2));
    /// assert_eq!(numbers[..2], [0x20_0000, 0x21]);
    /// ```
    pub fn to_code_points(self, bytes: &[u8], dst: &mut [u32]) -> Result<usize, ConvertError> {
        // SAFETY: the conversion writes initialized units only.
        let dst = unsafe { as_uninit(dst) };
        self.to_code_points_uninit(bytes, dst)
            .map(|written| written.len())
    }

    /// Converts as [`to_code_points`](Self::to_code_points) does, into memory that need not be initialised, and returns
    /// the numbers written.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`to_code_points`](Self::to_code_points).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(Dialect::Rfc2279.to_code_points_uninit(b"\xF8\x88\x80\x80\x80!", &mut buffer).unwrap(), [0x20_0000, 0x21]);
    /// ```
    pub fn to_code_points_uninit<'d>(
        self,
        bytes: &[u8],
        dst: &'d mut [MaybeUninit<u32>],
    ) -> Result<&'d mut [u32], ConvertError> {
        let written = with_dialect!(self, S => self.decode_as::<S, Utf32>(bytes, dst, Some))?;
        // SAFETY: the conversion has initialized as many units as it returns.
        Ok(unsafe { assume_init(dst, written) })
    }

    /// Converts UTF-8 to this dialect and returns the number of bytes written. `2 * text.len()` bytes are enough.
    ///
    /// # Errors
    ///
    /// Returns the errors of all conversions, which are listed above.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut bytes = [0; 8];
    /// assert_eq!(Dialect::Cesu8.from_utf8("\u{10FFFF}".as_bytes(), &mut bytes), Ok(6));
    /// assert_eq!(bytes[..6], *b"\xED\xAF\xBF\xED\xBF\xBF");
    /// ```
    pub fn from_utf8(self, text: &[u8], dst: &mut [u8]) -> Result<usize, ConvertError> {
        with_dialect!(self, T => engine::convert::<Utf8, T>(text, dst))
    }

    /// Converts as [`from_utf8`](Self::from_utf8) does, into memory that need not be initialised, and returns the bytes
    /// written.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`from_utf8`](Self::from_utf8).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(Dialect::Cesu8.from_utf8_uninit("\u{10FFFF}".as_bytes(), &mut buffer).unwrap(), b"\xED\xAF\xBF\xED\xBF\xBF");
    /// ```
    pub fn from_utf8_uninit<'d>(
        self,
        text: &[u8],
        dst: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut [u8], ConvertError> {
        with_dialect!(self, T => engine::convert_uninit::<Utf8, T>(text, dst))
    }

    /// Converts UTF-16 in the machine's byte order to this dialect and returns the number of bytes written. `3 *
    /// units.len()` bytes are enough. A surrogate pair is converted to one number first. An unpaired surrogate is
    /// ill-formed, except in WTF-8.
    ///
    /// # Errors
    ///
    /// Returns the errors of all conversions, which are listed above.
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
        // SAFETY: the conversion writes initialized units only.
        let dst = unsafe { as_uninit(dst) };
        self.from_utf16_uninit(units, dst).map(|written| written.len())
    }

    /// Converts as [`from_utf16`](Self::from_utf16) does, into memory that need not be initialised, and returns the
    /// bytes written.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`from_utf16`](Self::from_utf16).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(Dialect::Wtf8.from_utf16_uninit(&[0xDC00, 0x61], &mut buffer).unwrap(), b"\xED\xB0\x80a");
    /// ```
    pub fn from_utf16_uninit<'d>(
        self,
        units: &[u16],
        dst: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut [u8], ConvertError> {
        let written = with_dialect!(self, T => self.encode_as::<Utf16, T>(units, dst, |at| {
            (self == Dialect::Wtf8).then(|| u32::from(units[at]))
        }))?;
        // SAFETY: the conversion has initialized as many units as it returns.
        Ok(unsafe { assume_init(dst, written) })
    }

    /// Converts numbers to this dialect and returns the number of bytes written. `6 * code_points.len()` bytes are
    /// enough.
    ///
    /// # Errors
    ///
    /// Returns the errors of all conversions, which are listed above.
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
        // SAFETY: the conversion writes initialized units only.
        let dst = unsafe { as_uninit(dst) };
        self.from_code_points_uninit(code_points, dst)
            .map(|written| written.len())
    }

    /// Converts as [`from_code_points`](Self::from_code_points) does, into memory that need not be initialised, and
    /// returns the bytes written.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`from_code_points`](Self::from_code_points).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::dialect::Dialect;
    ///
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(Dialect::Rfc2279.from_code_points_uninit(&[0x20_0000], &mut buffer).unwrap(), b"\xF8\x88\x80\x80\x80");
    /// ```
    pub fn from_code_points_uninit<'d>(
        self,
        code_points: &[u32],
        dst: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut [u8], ConvertError> {
        let written = with_dialect!(self, T => self.encode_as::<Utf32, T>(code_points, dst, |at| {
            let number = code_points[at];
            // WTF-8 encodes such a pair as one character.
            let after_high = at > 0 && is_high(code_points[at - 1]);
            (!(after_high && is_low(number))).then_some(number)
        }))?;
        // SAFETY: the conversion has initialized as many units as it returns.
        Ok(unsafe { assume_init(dst, written) })
    }

    /// Checks that `bytes` is well-formed. Continues after numbers that the dialect has and that are not characters.
    pub(super) fn validate_as<S: ValidPrefix<Unit = u8>>(self, bytes: &[u8]) -> Result<(), IllFormed> {
        let mut offset = 0;
        while let Err(error) = engine::validate::<S>(&bytes[offset..]) {
            offset += error.valid_up_to();
            match self.read_at(bytes, offset) {
                Ok((_, len)) => offset += len,
                Err(error) => return Err(IllFormed::new(S::NAME, error, offset, &bytes[offset..])),
            }
        }
        Ok(())
    }

    /// Converts `bytes` to `T`. `unit` returns the code unit for a number that is not a character, if `T` has one.
    fn decode_as<S, T>(
        self,
        bytes: &[u8],
        dst: &mut [MaybeUninit<T::Unit>],
        unit: impl Fn(u32) -> Option<T::Unit>,
    ) -> Result<usize, ConvertError>
    where
        S: ConvertPrefix<T, Unit = u8>,
        T: Encode,
    {
        let mut conversion = Conversion::<S, T>::to_uninit(bytes, dst);
        loop {
            let error = match conversion.advance() {
                StoppedBy::IllFormed(error) => error,
                stop => return conversion.end(stop),
            };
            let at = conversion.read;
            let (unit, len) = match self.read_at(bytes, at) {
                Ok((number, len)) => match unit(number) {
                    Some(unit) => (unit, len),
                    None => return conversion.end(StoppedBy::IllFormed(error)),
                },
                Err(error) => return conversion.end(StoppedBy::IllFormed(error)),
            };
            if !conversion.put_units(&[unit]) {
                return conversion.end(StoppedBy::DestinationFull);
            }
            conversion.skip(len);
        }
    }

    /// Converts `src` from `S`. Where `S` has no character, `number` returns the number at an offset, or `None` if `src` is
    /// ill-formed there.
    fn encode_as<S, T>(
        self,
        src: &[S::Unit],
        dst: &mut [MaybeUninit<u8>],
        number: impl Fn(usize) -> Option<u32>,
    ) -> Result<usize, ConvertError>
    where
        S: ConvertPrefix<T>,
        T: Encode<Unit = u8>,
    {
        let mut conversion = Conversion::<S, T>::to_uninit(src, dst);
        loop {
            let error = match conversion.advance() {
                StoppedBy::IllFormed(error) => error,
                stop => return conversion.end(stop),
            };
            let Some(number) = number(conversion.read) else {
                return conversion.end(StoppedBy::IllFormed(error));
            };
            let mut bytes = [0; LONGEST];
            match self.rules().write(number, &mut bytes) {
                Ok(len) if conversion.put_units(&bytes[..len]) => conversion.skip(1),
                Ok(_) => return conversion.end(StoppedBy::DestinationFull),
                Err(_) => {
                    let kind = ConvertErrorKind::NotScalarValue(number);
                    return Err(ConvertError::new(kind, conversion.read, conversion.written));
                }
            }
        }
    }
}

/// UCS-2 as an encoding to write, in 16-bit code units.
struct Ucs2;

// SAFETY: writes one unit, the number of the character.
unsafe impl Encode for Ucs2 {
    type Unit = u16;
    const SUBSTITUTE: char = '\u{FFFD}';

    #[inline]
    fn encode(c: char, out: &mut [u16; LONGEST]) -> Option<usize> {
        out[0] = u16::try_from(c as u32).ok()?;
        Some(1)
    }
}

// SAFETY: reads and writes nothing.
unsafe impl<const PLACE: usize> ConvertPrefix<Ucs2> for Text<PLACE> {
    convert_rest!(Ucs2);

    fn convert_prefix(_: Kernels, _: &[u8], _: &mut [MaybeUninit<u16>]) -> (usize, usize) {
        (0, 0)
    }
}
