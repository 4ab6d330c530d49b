//! Functions that return new text.

use crate::codec::{Codec, Decoder, Encoder};
use crate::encoding::{self, utf8kit_encoding};
use crate::memory::source;
use crate::policy::{self, utf8kit_policy};
use crate::reserve;
use crate::result::{
    UTF8KIT_STOP_ILL_FORMED, UTF8KIT_STOP_INPUT_USED, UTF8KIT_STOP_NOT_REPRESENTABLE,
    UTF8KIT_STOP_OUT_OF_MEMORY, utf8kit_result,
};
use std::ffi::{c_char, c_void};
use std::ptr;
use utf8kit::stream::{Step, Stop};

/// Where the functions that return new text take its memory from. Where a function takes a pointer to one, NULL is `malloc`, and
/// `free` frees the text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utf8kit_allocator {
    /// Returns a block of `size` bytes, which is never zero, or NULL if there is none.
    pub allocate: Option<unsafe extern "C" fn(user: *mut c_void, size: usize) -> *mut c_void>,
    /// The first argument of `allocate`.
    pub user: *mut c_void,
}

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
}

/// Returns a copy of `bytes` in memory of the caller, with a NUL after it, or NULL if there is no memory.
///
/// # Safety
///
/// `allocator` is NULL or a valid allocator.
unsafe fn copy(bytes: &[u8], allocator: *const utf8kit_allocator) -> *mut c_char {
    let size = bytes.len() + 1;
    // SAFETY: the caller promises that the allocator is NULL or valid, and its function returns NULL or a block of this size.
    // The text and the NUL fit into it.
    unsafe {
        let block = match allocator.as_ref() {
            None => malloc(size),
            Some(utf8kit_allocator {
                allocate: Some(allocate),
                user,
            }) => allocate(*user, size),
            Some(_) => ptr::null_mut(),
        };
        if block.is_null() {
            return ptr::null_mut();
        }
        let text: *mut u8 = block.cast();
        text.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        text.add(bytes.len()).write(0);
        text.cast()
    }
}

/// Collects what a codec writes. `step` is called with whether it finishes the text, the number of bytes read, and a buffer.
/// Returns `None` if there is no memory.
fn collect(mut step: impl FnMut(bool, usize, &mut [u8]) -> Step, text: &mut Vec<u8>) -> Option<Step> {
    let mut buffer = [0; 16 << 10];
    let mut read = 0;
    for finishes in [false, true] {
        loop {
            let step = step(finishes, read, &mut buffer);
            append(text, &buffer[..step.written])?;
            read += step.read;
            match step.stop {
                Stop::OutputFull => {}
                Stop::InputUsed => break,
                stop => {
                    return Some(Step {
                        read,
                        written: text.len(),
                        stop,
                    });
                }
            }
        }
    }
    Some(Step {
        read,
        written: text.len(),
        stop: Stop::InputUsed,
    })
}

/// Appends bytes. Returns `None` if there is no memory.
fn append(text: &mut Vec<u8>, bytes: &[u8]) -> Option<()> {
    text.try_reserve(bytes.len()).ok()?;
    text.extend_from_slice(bytes);
    Some(())
}

const OUT_OF_MEMORY: utf8kit_result = utf8kit_result::stopped(UTF8KIT_STOP_OUT_OF_MEMORY, 0, 0);

/// Hands a text to the caller.
///
/// # Safety
///
/// `text` and `text_len` are NULL or valid for writes, and `allocator` as for [`copy`].
unsafe fn hand_over(
    bytes: &[u8],
    result: utf8kit_result,
    allocator: *const utf8kit_allocator,
    text: *mut *mut c_char,
    text_len: *mut usize,
) -> utf8kit_result {
    // SAFETY: as the caller promises.
    unsafe {
        if text.is_null() || text_len.is_null() {
            return utf8kit_result::INVALID_ARGUMENT;
        }
        text.write(ptr::null_mut());
        text_len.write(0);
        let result = match result.stop {
            UTF8KIT_STOP_INPUT_USED => result,
            UTF8KIT_STOP_ILL_FORMED | UTF8KIT_STOP_NOT_REPRESENTABLE => {
                return utf8kit_result {
                    read: result.offset as usize,
                    written: 0,
                    ..result
                };
            }
            _ => return result,
        };
        let copied = copy(bytes, allocator);
        if copied.is_null() {
            return OUT_OF_MEMORY;
        }
        text.write(copied);
        text_len.write(bytes.len());
        result
    }
}

/// Converts a whole text in an encoding to new UTF-8, as `utf8kit_decode` does, and sets `text` and `text_len` to it. A NUL
/// that is not counted follows it. If the conversion stops, `text` is set to NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decode_alloc(
    encoding: utf8kit_encoding,
    policy: *const utf8kit_policy,
    src: *const c_char,
    len: usize,
    allocator: *const utf8kit_allocator,
    text: *mut *mut c_char,
    text_len: *mut usize,
) -> utf8kit_result {
    let mut bytes = Vec::new();
    // SAFETY: the caller keeps to the contract.
    let result = match unsafe {
        (
            policy::check(policy),
            source(src, len),
            encoding::encoding(encoding),
        )
    } {
        (Some(policy), Some(src), Some(encoding)) => policy.with(|policy| {
            let mut decoder = Decoder::new(encoding, policy);
            let step = collect(
                |finishes, read, dst| match finishes {
                    false => decoder.to_utf8(&src[read..], dst),
                    true => decoder.finish_utf8(dst),
                },
                &mut bytes,
            );
            step.map_or(OUT_OF_MEMORY, |step| {
                utf8kit_result::of_step(step, decoder.replaced())
            })
        }),
        _ => utf8kit_result::INVALID_ARGUMENT,
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { hand_over(&bytes, result, allocator, text, text_len) }
}

/// Converts a whole text in UTF-8 to new text in an encoding, as `utf8kit_encode` does, and sets `text` and `text_len` to it. A
/// NUL that is not counted follows it. If the conversion stops, `text` is set to NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encode_alloc(
    encoding: utf8kit_encoding,
    policy: *const utf8kit_policy,
    src: *const c_char,
    len: usize,
    allocator: *const utf8kit_allocator,
    text: *mut *mut c_char,
    text_len: *mut usize,
) -> utf8kit_result {
    let mut bytes = Vec::new();
    // SAFETY: the caller keeps to the contract.
    let result = match unsafe {
        (
            policy::check(policy),
            source(src, len),
            encoding::encoding(encoding),
        )
    } {
        (Some(policy), Some(src), Some(encoding)) => policy.with(|policy| {
            let Some(mut encoder) = Encoder::new(encoding, policy) else {
                return utf8kit_result::INVALID_ARGUMENT;
            };
            let step = collect(
                |finishes, read, dst| match finishes {
                    false => encoder.encode(&src[read..], dst),
                    true => encoder.finish(dst),
                },
                &mut bytes,
            );
            step.map_or(OUT_OF_MEMORY, |step| {
                utf8kit_result::of_step(step, encoder.replaced())
            })
        }),
        _ => utf8kit_result::INVALID_ARGUMENT,
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { hand_over(&bytes, result, allocator, text, text_len) }
}

/// Undoes double encoding: UTF-8 that was decoded as another encoding, such as Windows-1252, and encoded again. `cafÃ©` becomes
/// `café`. Only parts that are certain are changed, by the rule `double-encoded` of the command `utf8`; `replaced` is their number. Sets
/// `text` and `text_len` to new text, after which there is a NUL that is not counted. Ill-formed sequences stay as they are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_fix_double_encoding(
    src: *const c_char,
    len: usize,
    allocator: *const utf8kit_allocator,
    text: *mut *mut c_char,
    text_len: *mut usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    let Some(src) = (unsafe { source(src, len) }) else {
        // SAFETY: the caller keeps to the contract.
        return unsafe { hand_over(&[], utf8kit_result::INVALID_ARGUMENT, allocator, text, text_len) };
    };
    let mut bytes = Vec::new();
    let result = match undo_double_encoding(src, &mut bytes) {
        Some(replaced) => utf8kit_result {
            replaced,
            ..utf8kit_result::done(len, bytes.len())
        },
        None => OUT_OF_MEMORY,
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { hand_over(&bytes, result, allocator, text, text_len) }
}

/// Parts that are found at once.
const AT_ONCE: usize = 1000;

/// Appends a text with its double encoding undone, and returns the number of parts that were. Returns `None` if there is no memory.
fn undo_double_encoding(src: &[u8], text: &mut Vec<u8>) -> Option<usize> {
    text.try_reserve_exact(src.len()).ok()?;
    let (mut done, mut replaced) = (0, 0);
    let mut parts = utf8kit_lint::inspect::double_encoded_parts(src);
    loop {
        let found: Vec<_> = reserve::with(|| parts.by_ref().take(AT_ONCE).collect());
        for part in &found {
            append(text, &src[done..part.offset])?;
            append(text, part.meant.as_bytes())?;
            done = part.offset + part.length;
            replaced += 1;
        }
        if found.len() < AT_ONCE {
            break;
        }
    }
    append(text, &src[done..])?;
    Some(replaced)
}
