//! Where conversions write: slices, memory that need not be initialised, and vectors and strings, which grow.
//!
//! A conversion asks its destination for space, writes to the beginning of that, and then says how much it has written.
//! This is the trait [`Space`], which only this module implements. [`Destination`] and [`Utf8Destination`] are what callers
//! see of it.

use crate::parts;
use crate::uninit;
use core::mem::MaybeUninit;
use sealed::{IntoSpace, Space};

/// A place to write code units of type `T` to: a slice, memory that need not be initialised, or the end of a `Vec`.
///
/// One function serves them all:
///
/// | destination | what is written | [`Written`](Self::Written) |
/// | --- | --- | --- |
/// | `&mut [T]`, `&mut [T; N]` | the beginning of the slice | the number of code units |
/// | `&mut [MaybeUninit<T>]`, `&mut [MaybeUninit<T>; N]` | the beginning of the slice | the code units, as `&mut [T]` |
/// | `&mut Vec<T>` | code units after those that it holds; it grows as needed | the number of code units appended |
///
/// `T` is `u8`, `u16` or `u32`. A destination in UTF-8 may be a `String` too: see [`Utf8Destination`]. This trait is
/// sealed: no other type can implement it.
///
/// # After an error
///
/// The error says how many code units are [`written`](crate::ConvertError::written). These are whole characters, and they are
/// initialised. What a slice holds after them is unspecified, whatever the result. Nothing outside of the slice is written.
///
/// A `Vec` is unchanged, but may have more capacity. It is never too short, so that a conversion to it never returns
/// [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) or
/// [`DestinationFull`](crate::DestinationFull).
///
/// # Examples
///
/// ```
/// use std::mem::MaybeUninit;
/// use utf8kit::utf8;
///
/// // A slice, or an array:
/// let mut units = [0; 8];
/// assert_eq!(utf8::to_utf16("où".as_bytes(), &mut units), Ok(2));
/// assert_eq!(units[..2], [0x6F, 0xF9]);
///
/// // Memory that need not be initialised:
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let units = utf8::to_utf16("où".as_bytes(), &mut buffer).unwrap();
/// assert_eq!(units, [0x6F, 0xF9]);
///
/// // A `Vec`, which grows:
/// let mut units = vec![0x3E];
/// assert_eq!(utf8::to_utf16("où".as_bytes(), &mut units), Ok(2));
/// assert_eq!(units, [0x3E, 0x6F, 0xF9]);
/// ```
///
/// A `Vec` that holds code units to be overwritten is a destination as a slice: `&mut units[..]`.
#[diagnostic::on_unimplemented(
    message = "a conversion cannot write code units of type `{T}` to `{Self}`",
    note = "destinations are `&mut [{T}]`, `&mut [MaybeUninit<{T}>]`, arrays of both, and `&mut Vec<{T}>`"
)]
pub trait Destination<T>: Space<T, Done = <Self as Destination<T>>::Written> {
    /// What a conversion returns for what it has written: the number of code units, or these code units themselves if the
    /// destination need not be initialised.
    type Written;
}

/// A place to write UTF-8 to: any [`Destination`] of bytes, or the end of a `String`.
///
/// Only conversions to UTF-8 take it, so that a `String` never holds another encoding. After an error, a `String` is
/// unchanged, like a `Vec`. This trait is sealed: no other type can implement it.
///
/// ```
/// use utf8kit::utf16;
///
/// let mut text = String::from("π = ");
/// assert_eq!(utf16::to_utf8(&[0x33, 0x2E, 0x31, 0x34], &mut text), Ok(4));
/// assert_eq!(text, "π = 3.14");
///
/// assert!(utf16::to_utf8(&[0x31, 0xD800], &mut text).is_err());
/// assert_eq!(text, "π = 3.14");
/// ```
///
/// Latin-1 is not UTF-8:
///
/// ```compile_fail,E0277
/// let mut text = String::new();
/// utf8kit::utf8::to_latin1("é".as_bytes(), &mut text);
/// ```
#[diagnostic::on_unimplemented(
    message = "a conversion cannot write UTF-8 to `{Self}`",
    note = "destinations are `&mut [u8]`, `&mut [MaybeUninit<u8>]`, arrays of both, `&mut Vec<u8>` and `&mut String`"
)]
pub trait Utf8Destination:
    IntoSpace<Bytes: Destination<u8, Written = <Self as Utf8Destination>::Written>>
{
    /// What a conversion returns for what it has written: the number of bytes, or these bytes themselves if the destination
    /// need not be initialised.
    type Written;
}

mod sealed {
    use core::mem::MaybeUninit;

    /// Space that code units of type `T` are written to.
    pub trait Space<T>: Sized {
        /// What [`finish`](Self::finish) returns.
        type Done;

        /// Whether the space grows.
        const GROWS: bool = false;

        /// Returns all of the space.
        ///
        /// # Safety
        ///
        /// Only initialised units are written to it.
        unsafe fn space(&mut self) -> &mut [MaybeUninit<T>];

        /// Makes space for `additional` units after the first `written`, and keeps these.
        ///
        /// # Panics
        ///
        /// Panics if the space does not grow ([`GROWS`](Self::GROWS)).
        ///
        /// # Safety
        ///
        /// The first `written` units of the space are initialised.
        unsafe fn grow(&mut self, written: usize, additional: usize) {
            unreachable!("no space for {additional} code units after {written}: it does not grow");
        }

        /// Ends the writing to the space with `written` units.
        ///
        /// # Safety
        ///
        /// The first `written` units of the space are initialised.
        unsafe fn finish(self, written: usize) -> Self::Done;

        /// Makes space for `len()` units if the space grows, and calls `write` with it. Returns what is written, and what
        /// else `write` returns.
        ///
        /// # Safety
        ///
        /// `write` writes initialised units only, and the first number that it returns is that of the units from the
        /// beginning on that it has written.
        #[inline]
        unsafe fn fill<R, E>(
            mut self,
            len: impl FnOnce() -> usize,
            write: impl FnOnce(&mut [MaybeUninit<T>]) -> Result<(usize, R), E>,
        ) -> Result<(Self::Done, R), E> {
            if Self::GROWS {
                // SAFETY: no units are written.
                unsafe { self.grow(0, len()) };
            }
            // SAFETY: the caller promises that `write` writes initialised units only.
            let (written, rest) = write(unsafe { self.space() })?;
            // SAFETY: the caller promises that `write` has initialised as many units.
            Ok((unsafe { self.finish(written) }, rest))
        }
    }

    /// A destination that gives up its bytes, for UTF-8.
    pub trait IntoSpace: Sized {
        type Bytes;

        /// Returns the bytes.
        ///
        /// # Safety
        ///
        /// What is written to them, as [`Space::grow`] and [`Space::finish`] count it, is well-formed UTF-8.
        unsafe fn into_space(self) -> Self::Bytes;
    }
}

impl<T: Copy> Destination<T> for &mut [T] {
    type Written = usize;
}

impl<T: Copy> Space<T> for &mut [T] {
    type Done = usize;

    #[inline]
    unsafe fn space(&mut self) -> &mut [MaybeUninit<T>] {
        // SAFETY: `MaybeUninit<T>` has the layout of `T`. The result borrows the slice, and the caller promises that the
        // slice is initialised when the borrow ends.
        unsafe { core::slice::from_raw_parts_mut(self.as_mut_ptr().cast(), self.len()) }
    }

    #[inline]
    unsafe fn finish(self, written: usize) -> usize {
        debug_assert!(written <= self.len(), "{written} of {} code units", self.len());
        written
    }
}

impl<T: Copy, const N: usize> Destination<T> for &mut [T; N] {
    type Written = usize;
}

impl<T: Copy, const N: usize> Space<T> for &mut [T; N] {
    type Done = usize;

    #[inline]
    unsafe fn space(&mut self) -> &mut [MaybeUninit<T>] {
        // SAFETY: as for a slice.
        unsafe { core::slice::from_raw_parts_mut(self.as_mut_ptr().cast(), N) }
    }

    #[inline]
    unsafe fn finish(self, written: usize) -> usize {
        debug_assert!(written <= N, "{written} of {N} code units");
        written
    }
}

impl<'d, T: Copy> Destination<T> for &'d mut [MaybeUninit<T>] {
    type Written = &'d mut [T];
}

impl<'d, T: Copy> Space<T> for &'d mut [MaybeUninit<T>] {
    type Done = &'d mut [T];

    #[inline]
    unsafe fn space(&mut self) -> &mut [MaybeUninit<T>] {
        self
    }

    #[inline]
    unsafe fn finish(self, written: usize) -> &'d mut [T] {
        // SAFETY: the caller promises that these units are initialised.
        unsafe { uninit::items_mut(parts::to_mut(self, written)) }
    }
}

impl<'d, T: Copy, const N: usize> Destination<T> for &'d mut [MaybeUninit<T>; N] {
    type Written = &'d mut [T];
}

impl<'d, T: Copy, const N: usize> Space<T> for &'d mut [MaybeUninit<T>; N] {
    type Done = &'d mut [T];

    #[inline]
    unsafe fn space(&mut self) -> &mut [MaybeUninit<T>] {
        *self
    }

    #[inline]
    unsafe fn finish(self, written: usize) -> &'d mut [T] {
        // SAFETY: the caller promises that these units are initialised.
        unsafe { uninit::items_mut(parts::to_mut(self, written)) }
    }
}

impl<D: Destination<u8>> Utf8Destination for D {
    type Written = <D as Destination<u8>>::Written;
}

impl<D: Destination<u8>> IntoSpace for D {
    type Bytes = D;

    #[inline]
    unsafe fn into_space(self) -> D {
        self
    }
}

#[cfg(feature = "alloc")]
mod growing {
    use super::sealed::{IntoSpace, Space};
    use super::{Destination, Utf8Destination};
    use alloc::{string::String, vec::Vec};
    use core::mem::MaybeUninit;

    impl<T: Copy> Destination<T> for &mut Vec<T> {
        type Written = usize;
    }

    /// The space is the spare capacity. The length changes at the end, so that the `Vec` is unchanged after an error.
    impl<T: Copy> Space<T> for &mut Vec<T> {
        type Done = usize;
        const GROWS: bool = true;

        #[inline]
        unsafe fn space(&mut self) -> &mut [MaybeUninit<T>] {
            self.spare_capacity_mut()
        }

        #[inline]
        unsafe fn grow(&mut self, written: usize, additional: usize) {
            let len = self.len();
            debug_assert!(written <= self.capacity() - len);
            // SAFETY: the caller promises that the first `written` units of the spare capacity are initialised. `reserve`
            // keeps the units up to this length.
            unsafe { self.set_len(len + written) };
            self.reserve(additional);
            self.truncate(len);
        }

        #[inline]
        unsafe fn finish(self, written: usize) -> usize {
            let len = self.len();
            debug_assert!(written <= self.capacity() - len);
            // SAFETY: the caller promises that the first `written` units of the spare capacity are initialised.
            unsafe { self.set_len(len + written) };
            written
        }
    }

    impl Utf8Destination for &mut String {
        type Written = usize;
    }

    impl<'d> IntoSpace for &'d mut String {
        type Bytes = &'d mut Vec<u8>;

        #[inline]
        unsafe fn into_space(self) -> &'d mut Vec<u8> {
            // SAFETY: the caller promises that UTF-8 is appended. `grow` and `finish` change the bytes in no other way.
            unsafe { self.as_mut_vec() }
        }
    }
}
