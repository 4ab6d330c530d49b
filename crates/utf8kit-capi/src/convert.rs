//! Whole texts in any encoding, with any error policy.

use crate::codec::{Codec, Encoder, Validator};
use crate::encoding::{self, utf8kit_encoding};
use crate::memory::{convert, destination, measure, source};
use crate::policy::{self, utf8kit_policy};
use crate::result::{Converted as _, utf8kit_result};
use std::ffi::c_char;
use utf8kit::stream::{Step, Stop};
use utf8kit::{Encoding as Base, Policy};
use utf8kit_encodings::{Converter, Encoding};

/// A text that is converted as a whole.
struct Whole {
    step: Step,
    /// The offset of what is not yet converted.
    position: u64,
    replaced: u64,
}

impl Whole {
    /// Returns the result, in which what stopped the text is not read.
    fn into_result(self) -> utf8kit_result {
        let result = utf8kit_result::of_step(self.step, self.replaced);
        let read = match self.step.stop {
            Stop::InputUsed => result.read,
            Stop::OutputFull => self.position as usize,
            _ => result.offset as usize,
        };
        utf8kit_result { read, ..result }
    }
}

/// Converts a text with the first function, and ends it with the second one if the first one used all of it.
fn whole<C: Codec, B>(
    mut codec: C,
    dst: &mut [B],
    convert: impl FnOnce(&mut C, &mut [B]) -> Step,
    finish: impl FnOnce(&mut C, &mut [B]) -> Step,
) -> Whole {
    let mut step = convert(&mut codec, dst);
    if step.stop == Stop::InputUsed {
        let last = finish(&mut codec, &mut dst[step.written..]);
        step.written += last.written;
        step.stop = last.stop;
    }
    Whole {
        step,
        position: codec.position(),
        replaced: codec.replaced(),
    }
}

/// Calls a conversion with the arguments, if they are allowed.
///
/// # Safety
///
/// As the [contract](crate) says.
unsafe fn with_arguments<'a, A, B>(
    encoding: Option<Encoding>,
    policy: *const utf8kit_policy,
    (src, len): (*const A, usize),
    (dst, capacity): (*mut B, usize),
    convert: impl FnOnce(Encoding, Policy<'_>, &'a [A::Inner], &'a mut [B::Inner]) -> utf8kit_result,
) -> utf8kit_result
where
    A: crate::memory::Unit,
    B: crate::memory::Unit,
    A::Inner: 'a,
    B::Inner: 'a,
{
    // SAFETY: the caller keeps to the contract.
    let arguments = unsafe {
        (
            policy::check(policy),
            source(src, len),
            destination(dst, capacity),
        )
    };
    let (Some(policy), Some(src), Some(dst), Some(encoding)) =
        (arguments.0, arguments.1, arguments.2, encoding)
    else {
        return utf8kit_result::INVALID_ARGUMENT;
    };
    // SAFETY: the layouts are the same. The streams of the library write to a destination and do not read from it.
    let dst = unsafe { std::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), dst.len()) };
    policy.with(|policy| convert(encoding, policy, src, dst))
}

/// Decodes a whole text to UTF-8. Outlined, so that the result is written once, where the caller wants it.
#[inline(never)]
fn decode_to_utf8(encoding: Encoding, policy: Policy<'_>, src: &[u8], dst: &mut [u8]) -> utf8kit_result {
    encoding.decode_to_utf8(src, policy, dst).into_result(src.len())
}

/// Converts a whole text between encodings of the library itself.
///
/// # Safety
///
/// As the [contract](crate) says.
#[inline(always)]
unsafe fn convert_bases(
    (from, to): (Base, Base),
    policy: *const utf8kit_policy,
    src: (*const c_char, usize),
    dst: (*mut c_char, usize),
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    match unsafe { policy::check(policy) } {
        // SAFETY: as above.
        Some(policy) => policy.with(|policy| unsafe {
            convert(src, dst, |src, dst| utf8kit::convert(src, from, to, policy, dst))
        }),
        None => utf8kit_result::INVALID_ARGUMENT,
    }
}

/// Converts a whole text from one encoding to another, and no memory is needed for anything between them.
///
/// `policy` says what to write instead of ill-formed sequences, and of characters and numbers that `to` cannot represent; NULL is to
/// stop. A signature is read and written as the definitions of the encodings say. Numbers that are not characters are converted
/// between the encodings that have them.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_convert(
    from: utf8kit_encoding,
    to: utf8kit_encoding,
    policy: *const utf8kit_policy,
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    let from = encoding::encoding(from);
    let Some(to) = encoding::encoding(to).filter(|to| to.can_be_written()) else {
        return utf8kit_result::INVALID_ARGUMENT;
    };
    if let (Some(Encoding::Base(from)), Encoding::Base(to)) = (from, to) {
        // SAFETY: the caller keeps to the contract.
        return unsafe { convert_bases((from, to), policy, (src, len), (dst, capacity)) };
    }
    // SAFETY: the caller keeps to the contract.
    unsafe {
        with_arguments(
            from,
            policy,
            (src, len),
            (dst, capacity),
            |from, policy, src, dst| {
                if to == Encoding::Base(Base::Utf8) {
                    return decode_to_utf8(from, policy, src, dst);
                }
                let whole = whole(
                    Converter::new(from, to, policy),
                    dst,
                    |converter, dst| converter.convert(src, dst),
                    |converter, dst| converter.finish(dst),
                );
                whole.into_result()
            },
        )
    }
}

/// Returns the number of bytes that `utf8kit_convert` writes with `UTF8KIT_ACTION_REPLACE`, and for a text that needs no
/// replacement with every policy. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_converted_len(
    from: utf8kit_encoding,
    to: utf8kit_encoding,
    src: *const c_char,
    len: usize,
) -> usize {
    let to = encoding::encoding(to).filter(|to| to.can_be_written());
    let (Some(from), Some(to)) = (encoding::encoding(from), to) else {
        return 0;
    };
    // SAFETY: the caller keeps to the contract.
    unsafe {
        measure(src, len, 0, |src| match (from, to) {
            (Encoding::Base(from), Encoding::Base(to)) => utf8kit::converted_len(src, from, to),
            _ => len_by_conversion(src, from, to),
        })
    }
}

/// Converts to a buffer, again and again, and returns how much that is.
fn len_by_conversion(mut src: &[u8], from: Encoding, to: Encoding) -> usize {
    let mut converter = Converter::new(from, to, Policy::Replace('\u{FFFD}'));
    let mut buffer = [0; 1024];
    let mut len = 0usize;
    loop {
        let is_end = src.is_empty();
        let step = match is_end {
            false => converter.convert(src, &mut buffer),
            true => converter.finish(&mut buffer),
        };
        src = &src[step.read..];
        len = len.saturating_add(step.written);
        if is_end && step.stop == Stop::InputUsed {
            return len;
        }
    }
}

/// Checks that a text is well-formed in an encoding.
///
/// `read` is the offset of the first error, and `len` if there is none. In encodings that have numbers which are not
/// characters (RFC 2279, Annex R, WTF-8), these are well-formed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_validate(
    encoding: utf8kit_encoding,
    src: *const c_char,
    len: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    let (Some(src), Some(encoding)) = (unsafe { source(src, len) }, encoding::encoding(encoding)) else {
        return utf8kit_result::INVALID_ARGUMENT;
    };
    let mut validator = Validator::new(encoding);
    let mut step = validator.push(src);
    if step.stop == Stop::InputUsed {
        step.stop = validator.finish().stop;
    }
    let position = validator.position();
    Whole {
        step,
        position,
        replaced: 0,
    }
    .into_result()
}

/// Converts a whole text in an encoding to UTF-8.
///
/// `policy` says what to write instead of ill-formed sequences; NULL is to stop. If `dst` is too short, it may be filled up in the
/// middle of a replacement: begin again with a longer one, or use a `utf8kit_decoder`, which goes on from there.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decode(
    encoding: utf8kit_encoding,
    policy: *const utf8kit_policy,
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    let encoding = encoding::encoding(encoding);
    if let Some(Encoding::Base(from)) = encoding {
        // SAFETY: the caller keeps to the contract.
        return unsafe { convert_bases((from, Base::Utf8), policy, (src, len), (dst, capacity)) };
    }
    // SAFETY: the caller keeps to the contract.
    unsafe { with_arguments(encoding, policy, (src, len), (dst, capacity), decode_to_utf8) }
}

/// Converts a whole text in an encoding to UTF-16 in native byte order, as `utf8kit_decode` does to UTF-8.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decode_to_utf16(
    encoding: utf8kit_encoding,
    policy: *const utf8kit_policy,
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        with_arguments(
            encoding::encoding(encoding),
            policy,
            (src, len),
            (dst, capacity),
            |encoding, policy, src, dst| encoding.decode_to_utf16(src, policy, dst).into_result(src.len()),
        )
    }
}

/// Converts a whole text in UTF-8 to an encoding.
///
/// `policy` says what to write instead of characters that the encoding cannot represent; NULL is to stop. Text that is not
/// well-formed stops the conversion with any policy.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encode(
    encoding: utf8kit_encoding,
    policy: *const utf8kit_policy,
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        with_arguments(
            encoding::encoding(encoding),
            policy,
            (src, len),
            (dst, capacity),
            |encoding, policy, src, dst| {
                if !encoding.can_be_written() {
                    return utf8kit_result::INVALID_ARGUMENT;
                }
                // Otherwise each call with a short destination would validate all of a long rest.
                if src.len() <= dst.len().saturating_mul(2).saturating_add(64)
                    && let Ok(text) = utf8kit::utf8::validate(src)
                {
                    let done = match encoding {
                        Encoding::Base(to) => utf8kit::convert(src, Base::Utf8, to, policy, dst),
                        _ => encoding.encode_to(text, policy, dst),
                    };
                    return done.into_result(src.len());
                }
                let Some(encoder) = Encoder::new(encoding, policy) else {
                    return utf8kit_result::INVALID_ARGUMENT;
                };
                let whole = whole(
                    encoder,
                    dst,
                    |encoder, dst| encoder.encode(src, dst),
                    |encoder, dst| encoder.finish(dst),
                );
                whole.into_result()
            },
        )
    }
}

/// Converts a whole text in UTF-16 in native byte order to an encoding, as `utf8kit_encode` does from UTF-8. The policy is
/// applied to unpaired surrogates, too.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encode_from_utf16(
    encoding: utf8kit_encoding,
    policy: *const utf8kit_policy,
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        with_arguments(
            encoding::encoding(encoding),
            policy,
            (src, len),
            (dst, capacity),
            |encoding, policy, src, dst| {
                let Some(encoder) = Encoder::new(encoding, policy) else {
                    return utf8kit_result::INVALID_ARGUMENT;
                };
                let whole = whole(
                    encoder,
                    dst,
                    |encoder, dst| encoder.encode_utf16(src, dst),
                    |encoder, dst| encoder.finish(dst),
                );
                whole.into_result()
            },
        )
        .in_utf16()
    }
}
