//! Conversion to any [`Destination`].
//!
//! These functions are inlined into other crates, for each type of destination. What they call is compiled once, in this
//! crate: kernels, [`ConvertPrefix::convert_rest`], [`ConvertPrefix::convert_lossy_rest`].

use super::{ConvertPrefix, convert_lossy_with, convert_with};
use crate::codec::Encode;
use crate::destination::{Destination, Utf8Destination};
use crate::encoding::Utf8;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, ConvertErrorKind, DestinationFull, Lossy};
use crate::simd::dispatch::kernels;
use crate::stream::{Step, Stop};
#[cfg(feature = "alloc")]
use alloc::string::String;
use core::mem::MaybeUninit;

/// Converts all of `src`.
///
/// `len` returns a number of code units that is enough for all of `src` before its first error. A destination that grows
/// makes space for as many.
#[inline]
pub(crate) fn convert_to<S: ConvertPrefix<T>, T: Encode + Default, D: Destination<T::Unit>>(
    src: &[S::Unit],
    dst: D,
    len: impl FnOnce() -> usize,
) -> Result<D::Written, ConvertError> {
    // SAFETY: `convert_with` writes initialized units only, and returns how many from the beginning on.
    let (written, ()) = unsafe {
        dst.fill(len, |space| {
            convert_with::<S, T>(kernels(), src, space).map(|written| (written, ()))
        })?
    };
    Ok(written)
}

/// Converts all of `src` to UTF-8, as [`convert_to`] does.
#[inline]
pub(crate) fn convert_to_utf8<S: ConvertPrefix<Utf8>, D: Utf8Destination>(
    src: &[S::Unit],
    dst: D,
    len: impl FnOnce() -> usize,
) -> Result<D::Written, ConvertError> {
    // SAFETY: conversions to `Utf8` write whole, well-formed characters.
    convert_to::<S, Utf8, _>(src, unsafe { dst.into_space() }, len)
}

/// Returns the result of [`convert_to`] for a source that is well-formed and an encoding that can represent every character.
/// The only error is a destination that is too short.
#[inline]
pub(crate) fn infallible<W>(result: Result<W, ConvertError>) -> Result<W, DestinationFull> {
    result.map_err(|error| {
        debug_assert!(
            matches!(error.kind(), ConvertErrorKind::DestinationFull),
            "the source is well-formed, and the encoding can represent every character"
        );
        DestinationFull::new(error.read(), error.written(), 0)
    })
}

/// Converts all of `src`, and writes the substitute of `T` for each maximal subpart and for each character that `T`
/// cannot represent.
///
/// `len` returns a number of code units that is enough for most text, and `most_per_unit` are enough for each code unit of
/// any source. A destination that grows makes space for the former, and for the latter only if there are many errors.
#[inline]
pub(crate) fn convert_lossy_to<S: ConvertPrefix<T>, T: Encode + Default, D: Destination<T::Unit>>(
    src: &[S::Unit],
    mut dst: D,
    len: impl FnOnce() -> usize,
    most_per_unit: usize,
) -> Result<Lossy<D::Written>, DestinationFull> {
    if D::GROWS {
        // SAFETY: nothing is written.
        unsafe { dst.grow(0, len()) };
    }
    let (mut read, mut written, mut replaced) = (0, 0, 0);
    loop {
        // SAFETY: `convert_lossy_with` writes initialized units only.
        let space = unsafe { &mut dst.space()[written..] };
        match convert_lossy_with::<S, T>(kernels(), &src[read..], space) {
            Ok(last) => {
                return Ok(Lossy {
                    // SAFETY: the conversions have initialized as many units as they count, one after the other.
                    written: unsafe { dst.finish(written + last.written) },
                    replaced: replaced + last.replaced,
                });
            }
            Err(full) if D::GROWS => {
                read += full.read();
                written += full.written();
                replaced += full.replaced();
                let most = most_per_unit.saturating_mul(src.len() - read);
                // SAFETY: the conversions have initialized `written` units, one after the other.
                unsafe { dst.grow(written, most) };
            }
            Err(full) => return Err(full),
        }
    }
}

/// Converts all of `src` to UTF-8, as [`convert_lossy_to`] does.
#[inline]
pub(crate) fn convert_lossy_to_utf8<S: ConvertPrefix<Utf8>, D: Utf8Destination>(
    src: &[S::Unit],
    dst: D,
    len: impl FnOnce() -> usize,
    most_per_unit: usize,
) -> Result<Lossy<D::Written>, DestinationFull> {
    // SAFETY: conversions to `Utf8` write whole, well-formed characters.
    convert_lossy_to::<S, Utf8, _>(src, unsafe { dst.into_space() }, len, most_per_unit)
}

/// Returns all of `src` as a new `String`. `len` is what the function of [`convert_to`] returns.
#[cfg(feature = "alloc")]
pub(crate) fn to_string<S: ConvertPrefix<Utf8>>(src: &[S::Unit], len: usize) -> Result<String, IllFormed> {
    let mut text = String::with_capacity(len);
    match convert_to_utf8::<S, _>(src, &mut text, || len) {
        Ok(_) => Ok(text),
        Err(error) => match error.kind() {
            ConvertErrorKind::IllFormed(error) => Err(error),
            _ => unreachable!("a `String` grows, and UTF-8 can represent every character"),
        },
    }
}

/// Returns all of `src` as a new `String`, with U+FFFD for each maximal subpart. `len` and `most_per_unit` are as for
/// [`convert_lossy_to`].
#[cfg(feature = "alloc")]
pub(crate) fn to_string_lossy<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    len: usize,
    most_per_unit: usize,
) -> String {
    let mut text = String::new();
    append_lossy::<S>(src, &mut text, len, most_per_unit);
    text
}

/// Appends all of `src` to `text` as [`convert_lossy_to`] does.
#[cfg(feature = "alloc")]
pub(crate) fn append_lossy<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    text: &mut String,
    len: usize,
    most_per_unit: usize,
) {
    match convert_lossy_to_utf8::<S, _>(src, text, || len, most_per_unit) {
        Ok(_) => {}
        Err(_) => unreachable!("a `String` grows"),
    }
}

/// Calls `step` with what is left of a source of `len` units and of the space of `dst`. A destination that grows makes space for
/// as many units, and for more as long as a step stops because it is full.
#[inline]
pub(crate) fn step_to<A, T, D: Destination<T>>(
    src: &[A],
    mut dst: D,
    mut step: impl FnMut(&[A], &mut [MaybeUninit<T>]) -> Step,
) -> Step<D::Written> {
    if D::GROWS {
        // SAFETY: nothing is written.
        unsafe { dst.grow(0, src.len()) };
    }
    let (mut read, mut written) = (0, 0);
    loop {
        // SAFETY: a step writes initialized units only.
        let space = unsafe { &mut dst.space()[written..] };
        let done = step(&src[read..], space);
        read += done.read;
        assert!(read <= src.len(), "an encoding claims more than its source");
        written += done.written;
        if D::GROWS && done.stop == Stop::OutputFull {
            let rest = src.len() - read;
            // SAFETY: the steps have initialized `written` units, one after the other.
            unsafe { dst.grow(written, rest + rest / 2 + 64) };
            continue;
        }
        return Step {
            read,
            // SAFETY: the steps have initialized `written` units, one after the other.
            written: unsafe { dst.finish(written) },
            stop: done.stop,
        };
    }
}

/// Does what [`step_to`] does for a conversion to UTF-8.
///
/// # Safety
///
/// What `step` writes is well-formed UTF-8, and whole characters.
#[inline]
pub(crate) unsafe fn step_to_utf8<A, D: Utf8Destination>(
    src: &[A],
    dst: D,
    step: impl FnMut(&[A], &mut [MaybeUninit<u8>]) -> Step,
) -> Step<D::Written> {
    // SAFETY: the caller promises it.
    step_to(src, unsafe { dst.into_space() }, step)
}
