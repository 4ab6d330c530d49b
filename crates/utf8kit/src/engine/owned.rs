//! Conversion to a `Vec` or a `String`.

use super::{ConvertPrefix, convert_lossy_with, convert_with};
use crate::dispatch::kernels;
use crate::error::{ConvertError, ConvertErrorKind, IllFormed};
use crate::reference::{Encode, Utf8};
use alloc::{string::String, vec::Vec};

/// Returns the error of a conversion whose destination is large enough, to an encoding that can represent every
/// character.
pub(crate) fn ill_formed(error: ConvertError) -> IllFormed {
    match error.kind() {
        ConvertErrorKind::IllFormed(error) => error,
        _ => unreachable!("the destination is large enough, and the encoding can represent every character"),
    }
}

/// Returns the result of a conversion that cannot fail: the source is well-formed, the destination is large enough,
/// and the encoding can represent every character.
pub(crate) fn certain<T>(result: Result<T, ConvertError>) -> T {
    match result {
        Ok(done) => done,
        Err(_) => {
            unreachable!("the source is well-formed, the destination large enough, the encoding complete")
        }
    }
}

/// Appends all of `src` to `dst` and returns the number of code units appended. After an error, `dst` is unchanged.
///
/// `capacity` code units must be enough for all of `src` before its first error.
pub(crate) fn append_all<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut Vec<T::Unit>,
    capacity: usize,
) -> Result<usize, ConvertError> {
    dst.reserve(capacity);
    let len = dst.len();
    let written = convert_with::<S, T>(kernels(), src, dst.spare_capacity_mut())?;
    debug_assert!(written <= dst.capacity() - len);
    // SAFETY: `convert_with` has initialized `written` units of the spare capacity, from its beginning.
    unsafe { dst.set_len(len + written) };
    Ok(written)
}

/// Returns all of `src`, converted, as a new `Vec`. `capacity` is as for [`append_all`].
pub(crate) fn to_vec<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    capacity: usize,
) -> Result<Vec<T::Unit>, ConvertError> {
    let mut units = Vec::with_capacity(capacity);
    append_all::<S, T>(src, &mut units, capacity)?;
    Ok(units)
}

/// Appends all of `src` to `dst` as text, like [`append_all`].
pub(crate) fn append_text<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    dst: &mut String,
    capacity: usize,
) -> Result<usize, ConvertError> {
    // SAFETY: conversions to `Utf8` write whole, well-formed characters, and after an error nothing is appended.
    append_all::<S, Utf8>(src, unsafe { dst.as_mut_vec() }, capacity)
}

/// Returns all of `src` as text. `capacity` is as for [`append_all`].
pub(crate) fn to_string<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    capacity: usize,
) -> Result<String, ConvertError> {
    let mut text = String::with_capacity(capacity);
    append_text::<S>(src, &mut text, capacity)?;
    Ok(text)
}

/// Appends all of `src` to `dst` as text, with U+FFFD for each maximal subpart, and returns the number of these.
///
/// `capacity` bytes are enough for most input; `most_per_unit` bytes are enough for each code unit of any input.
pub(crate) fn append_text_lossy<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    dst: &mut String,
    capacity: usize,
    most_per_unit: usize,
) -> usize {
    // SAFETY: conversions to `Utf8` write whole, well-formed characters.
    let bytes = unsafe { dst.as_mut_vec() };
    bytes.reserve(capacity);
    let (mut read, mut replaced) = (0, 0);
    loop {
        let room = bytes.spare_capacity_mut();
        let (more, written, more_replaced, all) =
            match convert_lossy_with::<S, Utf8>(kernels(), &src[read..], room) {
                Ok(done) => (src.len() - read, done.written, done.replaced, true),
                Err(full) => (full.read(), full.written(), full.replaced(), false),
            };
        read += more;
        replaced += more_replaced;
        let len = bytes.len();
        debug_assert!(written <= bytes.capacity() - len);
        // SAFETY: the conversion has initialized `written` units of the spare capacity, from its beginning.
        unsafe { bytes.set_len(len + written) };
        if all {
            return replaced;
        }
        // There were many errors: this capacity is enough for any input.
        bytes.reserve(most_per_unit.saturating_mul(src.len() - read));
    }
}

/// Returns all of `src` as text, with U+FFFD for each maximal subpart, like [`append_text_lossy`].
pub(crate) fn to_string_lossy<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    capacity: usize,
    most_per_unit: usize,
) -> String {
    let mut text = String::new();
    append_text_lossy::<S>(src, &mut text, capacity, most_per_unit);
    text
}
