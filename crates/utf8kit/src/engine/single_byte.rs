//! Single-byte encodings that are tables: [`ByteToUnit`], [`UnitToByte`].

use crate::codec::Output;
#[cfg(feature = "alloc")]
use crate::simd::arch::{Bytes, Slots, byte_of};
use crate::simd::arch::{UNDEFINED, UpperHalf};
use crate::simd::dispatch::kernels;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

/// What decodes a single-byte encoding that contains ASCII, as a table for kernels.
///
/// ```
/// use utf8kit::codec::{ByteToUnit, Decode, DecodeError, Description, Output, Stream, Utf8, Convert};
/// use utf8kit::{ErrorKind, Policy};
///
/// /// ASCII, and Cyrillic letters from `0xC0` on.
/// #[derive(Clone, Copy)]
/// struct Letters<'t>(&'t ByteToUnit);
///
/// static LETTERS: Description = Description::new("Letters");
///
/// impl Decode for Letters<'_> {
///     type Unit = u8;
///
///     fn description(&self) -> &'static Description {
///         &LETTERS
///     }
///
///     fn decode(&mut self, bytes: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
///         let unit = self.0.unit(bytes[0]).ok_or(DecodeError::new(ErrorKind::Undefined, 1))?;
///         Ok((unit.into(), 1))
///     }
/// }
///
/// impl Convert<Utf8> for Letters<'_> {
///     fn convert_run(&mut self, _: &mut Utf8, src: &[u8], out: &mut Output<'_, u8>) -> usize {
///         self.0.convert_to_utf8(src, out)
///     }
/// }
///
/// let units: [Option<u16>; 128] = std::array::from_fn(|index| (index as u16).checked_sub(0x40).map(|letter| 0x410 + letter));
/// let table = ByteToUnit::new(&units).unwrap();
/// let mut stream = Stream::decoder(Policy::Replace('?'));
/// let mut text = [0; 16];
/// let step = stream.step(&mut Letters(&table), &mut Utf8, b"\xE4\xE0, da\x80", &mut text, true);
/// assert_eq!(&text[..step.written], "да, da?".as_bytes());
/// ```
#[derive(Clone, Debug)]
pub struct ByteToUnit(UpperHalf);

impl ByteToUnit {
    /// Returns the table of the UTF-16 code units of the bytes from `0x80` on, or `None` if one of them is ASCII or a surrogate.
    pub fn new(units: &[Option<u16>; 128]) -> Option<Self> {
        let is_other = |&unit: &u16| matches!(unit, 0x80..=0xD7FF | 0xE000..);
        let units_are_other = units.iter().flatten().all(is_other);
        units_are_other.then(|| ByteToUnit(UpperHalf::new(&units.map(|unit| unit.unwrap_or(UNDEFINED)))))
    }

    /// Returns the code unit of a byte, or `None` if it has none.
    #[inline]
    pub fn unit(&self, byte: u8) -> Option<u16> {
        Some(self.0.unit(byte)).filter(|&unit| unit != UNDEFINED)
    }

    /// Converts a run to UTF-16, up to a byte without a code unit. Returns the number of bytes read.
    #[inline]
    pub fn convert_to_utf16(&self, src: &[u8], out: &mut Output<'_, u16>) -> usize {
        // SAFETY: a `Kernels` proves that the processor has the instruction set. The kernel has initialized as many code units as it
        // returns.
        unsafe {
            let (read, written) = kernels().page_to_utf16(&self.0, src, out.rest());
            out.advance(written);
            read
        }
    }

    /// Converts a run to UTF-8, up to a byte without a code unit. Returns the number of bytes read.
    #[inline]
    pub fn convert_to_utf8(&self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        // SAFETY: as in `convert_to_utf16`.
        unsafe {
            let (read, written) = kernels().page_to_utf8(&self.0, src, out.rest());
            out.advance(written);
            read
        }
    }
}

/// What encodes to a single-byte encoding of characters below U+10000, as tables for kernels.
///
/// ```
/// use utf8kit::codec::UnitToByte;
///
/// let mut bytes = vec![0; 1 << 16];
/// (0..0x80).for_each(|ascii| bytes[ascii] = ascii as u8);
/// bytes['ю' as usize] = 0xC0;
/// let table = UnitToByte::new(bytes.try_into().unwrap());
/// assert_eq!((table.byte('ю' as u16), table.byte('я' as u16)), (Some(0xC0), None));
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct UnitToByte {
    all: Box<Bytes>,
    slots: Option<Slots>,
}

#[cfg(feature = "alloc")]
impl UnitToByte {
    /// Returns the tables for the byte of each UTF-16 code unit. Zero stands for none, and is the byte of U+0000. Surrogates have
    /// none, and no byte has two code units.
    pub fn new(bytes: Box<[u8; 1 << 16]>) -> Self {
        let slots = Slots::new(&bytes);
        UnitToByte { all: bytes, slots }
    }

    /// Returns the byte of a code unit, or `None` if it has none.
    #[inline]
    pub fn byte(&self, unit: u16) -> Option<u8> {
        byte_of(&self.all, unit)
    }

    /// Converts a run of UTF-8, which may be ill-formed. Returns the number of bytes read: up to the first that is not converted, but
    /// also none where UTF-16 is faster, and up to a character that UTF-16 can go on with.
    #[inline]
    pub fn convert_from_utf8(&self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let Some(slots) = &self.slots else { return 0 };
        // SAFETY: as in `convert_from_utf16`.
        unsafe {
            let (read, written) = kernels().utf8_to_page(slots, src, out.rest());
            out.advance(written);
            read
        }
    }

    /// Converts a run of UTF-16, which may be ill-formed, up to a code unit without a byte. Returns the number of code units read.
    #[inline]
    pub fn convert_from_utf16(&self, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        /// Up to how many code units a vector takes longer to begin with.
        const SHORT: usize = 16;

        if src.len() <= SHORT {
            return self.convert_short(src, out);
        }
        // SAFETY: a `Kernels` proves that the processor has the instruction set. The kernel has initialized as many bytes as it
        // returns.
        unsafe {
            let (read, written) = kernels().utf16_to_page(&self.all, self.slots.as_ref(), src, out.rest());
            out.advance(written);
            read
        }
    }

    /// Does what [`convert_from_utf16`](Self::convert_from_utf16) does, one code unit after the other.
    #[inline]
    fn convert_short(&self, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        let mut done = 0;
        for (place, &unit) in out.rest().iter_mut().zip(src) {
            let Some(byte) = byte_of(&self.all, unit) else {
                break;
            };
            place.write(byte);
            done += 1;
        }
        // SAFETY: as many are initialized.
        unsafe { out.advance(done) };
        done
    }
}
