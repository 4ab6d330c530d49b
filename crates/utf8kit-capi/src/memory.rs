//! Slices from the pointers of C.

use crate::result::{Converted, utf8kit_result};
use core::ffi::c_char;
use core::fmt::{self, Write as _};
use core::mem::MaybeUninit;

/// Units of text as C passes them, and as the library takes them.
pub(crate) trait Unit: Copy {
    /// The unit of the library.
    type Inner: Copy;
}

impl Unit for c_char {
    type Inner = u8;
}

impl Unit for u16 {
    type Inner = u16;
}

impl Unit for u32 {
    type Inner = u32;
}

/// Returns `true` if a pointer to so many units is allowed: it is not NULL, it is aligned, and they fit in memory.
#[inline]
fn is_allowed<T>(pointer: *const T, len: usize) -> bool {
    !pointer.is_null() && pointer.is_aligned() && len <= isize::MAX as usize / size_of::<T>()
}

/// Returns a source, or `None` if the arguments are not allowed.
///
/// # Safety
///
/// As the [contract](crate) says. The source outlives `'a`.
#[inline]
pub(crate) unsafe fn source<'a, A: Unit>(src: *const A, len: usize) -> Option<&'a [A::Inner]> {
    const { assert!(size_of::<A>() == size_of::<A::Inner>() && align_of::<A>() == align_of::<A::Inner>()) };
    if is_allowed(src, len) {
        // SAFETY: the caller promises that `src` has so many initialized units. The pointer is aligned and not NULL, and the
        // types have the same size and alignment and no invalid values.
        return Some(unsafe { core::slice::from_raw_parts(src.cast(), len) });
    }
    (len == 0).then_some(&[])
}

/// Returns a destination, or `None` if the arguments are not allowed.
///
/// # Safety
///
/// As the [contract](crate) says. Nothing else uses the destination during `'a`.
#[inline]
pub(crate) unsafe fn destination<'a, B: Unit>(
    dst: *mut B,
    capacity: usize,
) -> Option<&'a mut [MaybeUninit<B::Inner>]> {
    const { assert!(size_of::<B>() == size_of::<B::Inner>() && align_of::<B>() == align_of::<B::Inner>()) };
    if is_allowed(dst, capacity) {
        // SAFETY: the caller promises that `dst` has room for so many units, and that nothing else uses it. The pointer is
        // aligned and not NULL.
        return Some(unsafe { core::slice::from_raw_parts_mut(dst.cast(), capacity) });
    }
    (capacity == 0).then_some(&mut [])
}

/// Calls a conversion of the library.
///
/// # Safety
///
/// As the [contract](crate) says.
#[inline(always)]
pub(crate) unsafe fn convert<'a, A, B, R>(
    (src, len): (*const A, usize),
    (dst, capacity): (*mut B, usize),
    conversion: impl FnOnce(&'a [A::Inner], &'a mut [MaybeUninit<B::Inner>]) -> R,
) -> utf8kit_result
where
    A: Unit,
    B: Unit,
    A::Inner: 'a,
    B::Inner: 'a,
    R: Converted,
{
    // SAFETY: the caller keeps to the contract.
    match unsafe { (source(src, len), destination(dst, capacity)) } {
        (Some(src), Some(dst)) => conversion(src, dst).into_result(len),
        _ => utf8kit_result::INVALID_ARGUMENT,
    }
}

/// Calls a function of the library that returns `bool`, a count or a length, or returns `refused` if the source is not allowed.
///
/// # Safety
///
/// As the [contract](crate) says.
#[inline(always)]
pub(crate) unsafe fn measure<'a, A, R>(
    src: *const A,
    len: usize,
    refused: R,
    f: impl FnOnce(&'a [A::Inner]) -> R,
) -> R
where
    A: Unit,
    A::Inner: 'a,
{
    // SAFETY: the caller keeps to the contract.
    match unsafe { source(src, len) } {
        Some(src) => f(src),
        None => refused,
    }
}

/// Calls a validation of the library.
///
/// # Safety
///
/// As the [contract](crate) says.
#[inline(always)]
pub(crate) unsafe fn validate<'a, A>(
    src: *const A,
    len: usize,
    f: impl FnOnce(&'a [A::Inner]) -> Option<utf8kit::IllFormed>,
) -> utf8kit_result
where
    A: Unit,
    A::Inner: 'a,
{
    // SAFETY: the caller keeps to the contract.
    match unsafe { source(src, len) } {
        Some(src) => utf8kit_result::of_check(len, f(src)),
        None => utf8kit_result::INVALID_ARGUMENT,
    }
}

/// A message that is written to memory of the caller, as much of it as fits. It takes no memory itself.
struct Message<'d> {
    dst: &'d mut [MaybeUninit<u8>],
    written: usize,
    /// The number of bytes of the whole message.
    len: usize,
}

impl fmt::Write for Message<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_whole = self.written == self.len;
        self.len += text.len();
        // A NUL follows.
        let room = self.dst.len().saturating_sub(self.written + 1);
        if is_whole && room > 0 {
            let fits = utf8kit::utf8::floor_boundary(text.as_bytes(), room.min(text.len()));
            let places = self.dst.get_mut(self.written..).unwrap_or_default();
            for (place, byte) in places.iter_mut().zip(text.bytes().take(fits)) {
                place.write(byte);
            }
            self.written += fits;
        }
        Ok(())
    }
}

/// Writes a message as all functions do that write one: as much as fits is written to `dst`, with a NUL after it if `capacity` is
/// not zero. Returns the number of bytes of the whole message without the NUL.
///
/// # Safety
///
/// As the [contract](crate) says.
pub(crate) unsafe fn write_message(text: impl fmt::Display, dst: *mut c_char, capacity: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    let dst = unsafe { destination(dst, capacity) }.unwrap_or_default();
    let mut message = Message {
        dst,
        written: 0,
        len: 0,
    };
    // It does not fail.
    let _ = write!(message, "{text}");
    if let Some(end) = message.dst.get_mut(message.written) {
        end.write(0);
    }
    message.len
}

/// Calls an operation of the library on a text in place, or returns `refused` if the arguments are not allowed.
///
/// # Safety
///
/// As the [contract](crate) says; the text is initialized.
pub(crate) unsafe fn in_place<A: Unit, R>(
    text: *mut A,
    len: usize,
    refused: R,
    f: impl FnOnce(&mut [A::Inner]) -> R,
) -> R {
    // SAFETY: the caller keeps to the contract.
    match unsafe { destination(text, len) } {
        // SAFETY: the layouts are the same, and the text is initialized.
        Some(text) => f(unsafe { core::slice::from_raw_parts_mut(text.as_mut_ptr().cast(), text.len()) }),
        None => refused,
    }
}
