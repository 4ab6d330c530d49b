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
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// A text that is written to a block of `malloc`, which may become the caller's.
struct Text {
    block: *mut u8,
    capacity: usize,
    len: usize,
}

impl Text {
    const fn new() -> Self {
        Text {
            block: ptr::null_mut(),
            capacity: 0,
            len: 0,
        }
    }

    /// Makes room for so many bytes more. Returns `None` if there is no memory.
    fn reserve(&mut self, more: usize) -> Option<()> {
        if self.capacity - self.len >= more {
            return Some(());
        }
        // A block that grows by a half at least is copied seldom.
        let least = self.len.checked_add(more)?;
        let size = least.max(self.capacity.saturating_add(self.capacity / 2));
        isize::try_from(size).ok()?;
        // SAFETY: the block is NULL or from these functions, and the size is not zero: `more` is not.
        let block = unsafe {
            match self.block.is_null() {
                true => malloc(size),
                false => realloc(self.block.cast(), size),
            }
        };
        if block.is_null() {
            return None;
        }
        (self.block, self.capacity) = (block.cast(), size);
        Some(())
    }

    /// Returns the room after the text. What converts writes to it, and does not read from it.
    fn room(&mut self) -> &mut [u8] {
        if self.block.is_null() {
            return &mut [];
        }
        // SAFETY: the block has so many bytes, and this is the only reference to them. The streams of the library write to a
        // destination and do not read from it.
        unsafe { std::slice::from_raw_parts_mut(self.block.add(self.len), self.capacity - self.len) }
    }

    /// Appends bytes. Returns `None` if there is no memory.
    fn append(&mut self, bytes: &[u8]) -> Option<()> {
        if bytes.is_empty() {
            return Some(());
        }
        self.reserve(bytes.len())?;
        self.room()[..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
        Some(())
    }

    /// Returns the text in memory of the caller, with a NUL after it, or NULL if there is no memory.
    ///
    /// # Safety
    ///
    /// `allocator` is NULL or a valid allocator.
    unsafe fn hand_over(mut self, allocator: *const utf8kit_allocator) -> *mut c_char {
        let size = self.len + 1;
        // SAFETY: the caller promises that the allocator is NULL or valid, and its function returns NULL or a block of this size. The
        // text and the NUL fit into it, and into a block of ours that is so long.
        unsafe {
            let block: *mut u8 = match allocator.as_ref() {
                None => {
                    if self.capacity != size {
                        let block = realloc(self.block.cast(), size);
                        // A block that is long enough stays if it cannot be made shorter.
                        if !block.is_null() {
                            (self.block, self.capacity) = (block.cast(), size);
                        } else if self.capacity < size {
                            return ptr::null_mut();
                        }
                    }
                    std::mem::replace(&mut self.block, ptr::null_mut())
                }
                Some(utf8kit_allocator {
                    allocate: Some(allocate),
                    user,
                }) => {
                    let block: *mut u8 = allocate(*user, size).cast();
                    if !block.is_null() && self.len > 0 {
                        block.copy_from_nonoverlapping(self.block, self.len);
                    }
                    block
                }
                Some(_) => ptr::null_mut(),
            };
            if !block.is_null() {
                block.add(self.len).write(0);
            }
            block.cast()
        }
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        // SAFETY: the block is NULL or from `malloc`, and nothing else has it.
        unsafe { free(self.block.cast()) };
    }
}

/// Room for the last vector that a kernel writes, and for the NUL.
const LEAST: usize = 64;

/// Collects what a codec writes of a source of `len` bytes. `step` is called with whether it finishes the text, the number of bytes
/// read, and a buffer. Returns `None` if there is no memory.
fn collect(
    mut step: impl FnMut(bool, usize, &mut [u8]) -> Step,
    len: usize,
    text: &mut Text,
) -> Option<Step> {
    // Most text fits.
    text.reserve(len.saturating_add(len / 8).saturating_add(LEAST))?;
    let mut read = 0;
    for finishes in [false, true] {
        loop {
            let step = step(finishes, read, text.room());
            text.len += step.written;
            read += step.read;
            match step.stop {
                Stop::OutputFull => text.reserve((len - read).saturating_add(LEAST))?,
                Stop::InputUsed => break,
                stop => {
                    return Some(Step {
                        read,
                        written: text.len,
                        stop,
                    });
                }
            }
        }
    }
    Some(Step {
        read,
        written: text.len,
        stop: Stop::InputUsed,
    })
}

const OUT_OF_MEMORY: utf8kit_result = utf8kit_result::stopped(UTF8KIT_STOP_OUT_OF_MEMORY, 0, 0);

/// Hands a text to the caller.
///
/// # Safety
///
/// `text` and `text_len` are NULL or valid for writes, and `allocator` as for [`Text::hand_over`].
unsafe fn hand_over(
    made: Text,
    result: utf8kit_result,
    allocator: *const utf8kit_allocator,
    text: *mut *mut c_char,
    text_len: *mut usize,
) -> utf8kit_result {
    // SAFETY: as the caller promises.
    unsafe {
        if let Some(text) = text.as_mut() {
            *text = ptr::null_mut();
        }
        if let Some(text_len) = text_len.as_mut() {
            *text_len = 0;
        }
        if text.is_null() || text_len.is_null() {
            return utf8kit_result::INVALID_ARGUMENT;
        }
        match result.stop {
            UTF8KIT_STOP_INPUT_USED => {}
            UTF8KIT_STOP_ILL_FORMED | UTF8KIT_STOP_NOT_REPRESENTABLE => {
                return utf8kit_result {
                    read: result.offset as usize,
                    written: 0,
                    ..result
                };
            }
            _ => return result,
        }
        let len = made.len;
        let made = made.hand_over(allocator);
        if made.is_null() {
            return OUT_OF_MEMORY;
        }
        text.write(made);
        text_len.write(len);
        result
    }
}

/// Converts a whole text in an encoding to new UTF-8, as `utf8kit_decode` does, and sets `text` and `text_len` to it. A NUL
/// that is not counted follows it. If the conversion stops, `text` is set to NULL.
#[must_use]
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
    let mut made = Text::new();
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
                src.len(),
                &mut made,
            );
            step.map_or(OUT_OF_MEMORY, |step| {
                utf8kit_result::of_step(step, decoder.replaced())
            })
        }),
        _ => utf8kit_result::INVALID_ARGUMENT,
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { hand_over(made, result, allocator, text, text_len) }
}

/// Converts a whole text in UTF-8 to new text in an encoding, as `utf8kit_encode` does, and sets `text` and `text_len` to it. A
/// NUL that is not counted follows it. If the conversion stops, `text` is set to NULL.
#[must_use]
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
    let mut made = Text::new();
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
                src.len(),
                &mut made,
            );
            step.map_or(OUT_OF_MEMORY, |step| {
                utf8kit_result::of_step(step, encoder.replaced())
            })
        }),
        _ => utf8kit_result::INVALID_ARGUMENT,
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { hand_over(made, result, allocator, text, text_len) }
}

/// Undoes double encoding: UTF-8 that was decoded as another encoding, such as Windows-1252, and encoded again. `cafÃ©` becomes
/// `café`. Only parts that are certain are changed, by the rule `double-encoded` of the command `utf8`; `replaced` is their number. Sets
/// `text` and `text_len` to new text, after which there is a NUL that is not counted. Ill-formed sequences stay as they are.
#[must_use]
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
        return unsafe {
            hand_over(
                Text::new(),
                utf8kit_result::INVALID_ARGUMENT,
                allocator,
                text,
                text_len,
            )
        };
    };
    let mut made = Text::new();
    let result = match undo_double_encoding(src, &mut made) {
        Some(replaced) => utf8kit_result {
            replaced,
            ..utf8kit_result::done(len, made.len)
        },
        None => OUT_OF_MEMORY,
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { hand_over(made, result, allocator, text, text_len) }
}

/// Parts that are found at once.
const AT_ONCE: usize = 1000;

/// Appends a text with its double encoding undone, and returns the number of parts that were. Returns `None` if there is no memory.
fn undo_double_encoding(src: &[u8], text: &mut Text) -> Option<usize> {
    text.reserve(src.len().saturating_add(1))?;
    let (mut done, mut replaced) = (0, 0);
    let mut parts = utf8kit_lint::inspect::double_encoded_parts(src);
    loop {
        let found: Vec<_> = reserve::with(|| parts.by_ref().take(AT_ONCE).collect());
        for part in &found {
            text.append(&src[done..part.offset])?;
            text.append(part.meant.as_bytes())?;
            done = part.offset + part.length;
            replaced += 1;
        }
        if found.len() < AT_ONCE {
            break;
        }
    }
    text.append(&src[done..])?;
    Some(replaced)
}
