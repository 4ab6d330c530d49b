//! Validation, conversion, encoders.

use crate::decoders::{DONE, ERROR, Error, FULL, describe_error, find, policy, step};
use crate::memory::{owned, set_numbers, slice, slice_mut, string};
use std::ptr;
use utf8kit::{ConvertError, ConvertErrorKind, utf8, utf16};
use utf8kit_encodings::{Encoder, Encoding};

/// Returns the number of bytes before the first ill-formed sequence, or `len` if there is none.
///
/// # Safety
///
/// `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn validate(src: *const u8, len: usize) -> usize {
    // SAFETY: the caller promises it.
    match utf8::validate(unsafe { slice(src, len) }) {
        Ok(_) => len,
        Err(error) => error.valid_up_to(),
    }
}

/// Describes the first ill-formed sequence of UTF-8 as output: the offset, the length, the kind, the message, the clause, and the bytes.
/// Returns `false` if there is none.
///
/// # Safety
///
/// `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn describe(src: *const u8, len: usize) -> bool {
    // SAFETY: the caller promises it.
    match utf8::validate(unsafe { slice(src, len) }) {
        Ok(_) => false,
        Err(error) => {
            describe_error(&Error::from(&error));
            true
        }
    }
}

/// Describes the first unpaired surrogate of UTF-16 as [`describe`] does. The offset and the length are in code units. Returns
/// `false` if there is none.
///
/// # Safety
///
/// `src` has `len` code units and is aligned.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn describe_utf16(src: *const u16, len: usize) -> bool {
    // SAFETY: the caller promises it.
    match utf16::validate(unsafe { slice(src, len) }) {
        Ok(_) => false,
        Err(error) => {
            describe_error(&Error {
                length: 1,
                ..Error::from(&error)
            });
            true
        }
    }
}

/// Returns the number of characters, of which each maximal subpart of an ill-formed sequence is one.
///
/// # Safety
///
/// `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn count(src: *const u8, len: usize) -> usize {
    // SAFETY: the caller promises it.
    utf8::lossy_count(unsafe { slice(src, len) })
}

/// Returns the number of UTF-16 code units that the text decodes to, with U+FFFD for each error.
///
/// # Safety
///
/// `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn utf16_length(src: *const u8, len: usize) -> usize {
    // SAFETY: the caller promises it.
    utf8::lossy_utf16_len(unsafe { slice(src, len) })
}

/// Converts UTF-8 to UTF-16. Returns `DONE`, `FULL` or `ERROR`; the numbers are those of bytes read, which do not include an
/// error, and of code units written. If `lossy`, errors become U+FFFD.
///
/// # Safety
///
/// `src` has `len` bytes, and `dst` has room for `room` code units and is aligned.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn to_utf16(
    src: *const u8,
    len: usize,
    dst: *mut u16,
    room: usize,
    lossy: bool,
) -> u32 {
    // SAFETY: the caller promises it.
    let (src, dst) = unsafe { (slice(src, len), slice_mut(dst, room)) };
    match lossy {
        true => lossy_result(len, utf8::to_utf16_lossy(src, dst)),
        false => result(len, utf8::to_utf16(src, dst)),
    }
}

/// Converts UTF-16 to UTF-8, as [`to_utf16`] does.
///
/// # Safety
///
/// `src` has `len` code units and is aligned, and `dst` has room for `room` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn from_utf16(
    src: *const u16,
    len: usize,
    dst: *mut u8,
    room: usize,
    lossy: bool,
) -> u32 {
    // SAFETY: the caller promises it.
    let (src, dst) = unsafe { (slice(src, len), slice_mut(dst, room)) };
    match lossy {
        true => lossy_result(len, utf16::to_utf8_lossy(src, dst)),
        false => result(len, utf16::to_utf8(src, dst)),
    }
}

fn result(len: usize, result: Result<usize, ConvertError>) -> u32 {
    let (numbers, stop) = match result {
        Ok(written) => ([len, written], DONE),
        Err(error) => (
            [error.read(), error.written()],
            match error.kind() {
                ConvertErrorKind::DestinationFull => FULL,
                _ => ERROR,
            },
        ),
    };
    set_numbers(numbers);
    stop
}

fn lossy_result(len: usize, result: Result<utf8kit::Lossy, utf8kit::DestinationFull>) -> u32 {
    let (numbers, stop) = match result {
        Ok(lossy) => ([len, lossy.written], DONE),
        Err(full) => ([full.read(), full.written()], FULL),
    };
    set_numbers(numbers);
    stop
}

/// Returns an encoder, or null if no encoding that can be written has this label or there is no memory.
///
/// # Safety
///
/// `label` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn encoder(
    label: *const u8,
    len: usize,
    on_error: u32,
    reading: u32,
) -> *mut Encoder<'static> {
    // SAFETY: the caller promises it.
    let found = find(unsafe { string(label, len) }, reading).filter(|encoding| encoding.can_be_written());
    found.map_or(ptr::null_mut(), |encoding: Encoding| {
        owned(Encoder::new(encoding, policy(on_error, '?')))
    })
}

/// Encodes UTF-8, or ends the text if `finish`. It returns what `decoder_step` does. A character is not cut by the end of
/// `src`.
///
/// # Safety
///
/// [`encoder`] has returned `encoder`, which is not freed. `src` has `len` bytes, and `dst` has room for `room` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn encoder_step(
    encoder: *mut Encoder<'static>,
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    finish: bool,
) -> u32 {
    // SAFETY: the caller promises it.
    let (encoder, src, dst) = unsafe { (&mut *encoder, string(src, len), slice_mut(dst, room)) };
    step(match finish {
        true => encoder.finish(dst),
        false => encoder.encode(src, dst),
    })
}

/// Returns the encoder to the start of a new text.
///
/// # Safety
///
/// [`encoder`] has returned `encoder`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn encoder_reset(encoder: *mut Encoder<'static>) {
    // SAFETY: the caller promises it.
    unsafe { &mut *encoder }.reset();
}

/// Frees an encoder.
///
/// # Safety
///
/// [`encoder`] has returned `encoder`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn encoder_free(encoder: *mut Encoder<'static>) {
    // SAFETY: `encoder` made it from a box.
    drop(unsafe { Box::from_raw(encoder) });
}
