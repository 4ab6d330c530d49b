//! Text that arrives in pieces. The caller owns the structures.

use crate::codec::{Codec, Decoder, Encoder, Validator};
use crate::encoding::{self, utf8kit_encoding};
use crate::memory::{Unit, destination, source};
use crate::policy::{self, Checked, utf8kit_policy};
use crate::result::{UTF8KIT_STOP_INPUT_USED, UTF8KIT_STOP_INVALID_ARGUMENT, utf8kit_result, utf8kit_stop};
use std::ffi::c_char;
use utf8kit::Policy;
use utf8kit::stream::{SignaturePolicy, Step};

/// What a decoder or validator does with a signature, U+FEFF at the very beginning of a text. The numbers are fixed.
pub type utf8kit_signature_policy = u32;

/// What the encoding's definition says: UTF-16, UTF-32, UCS-2 and UCS-4 without a byte order take it from the signature, and
/// in other encodings it is text.
pub const UTF8KIT_SIGNATURE_DEFAULT: utf8kit_signature_policy = 0;
/// It is text.
pub const UTF8KIT_SIGNATURE_KEEP: utf8kit_signature_policy = 1;
/// Remove the signature of the encoding.
pub const UTF8KIT_SIGNATURE_REMOVE: utf8kit_signature_policy = 2;
/// Remove a signature of UTF-16 or UTF-32 in either byte order, which then is that of the text.
pub const UTF8KIT_SIGNATURE_BYTE_ORDER: utf8kit_signature_policy = 3;
/// Remove a signature of UTF-8, UTF-16 or UTF-32: the text is in its encoding. Without one it is in the encoding given.
pub const UTF8KIT_SIGNATURE_DETECT: utf8kit_signature_policy = 4;

/// Returns the policy with this number. `None` in it is the encoding's own.
fn signature_policy(number: utf8kit_signature_policy) -> Option<Option<SignaturePolicy>> {
    Some(match number {
        UTF8KIT_SIGNATURE_DEFAULT => None,
        UTF8KIT_SIGNATURE_KEEP => Some(SignaturePolicy::Keep),
        UTF8KIT_SIGNATURE_REMOVE => Some(SignaturePolicy::Remove),
        UTF8KIT_SIGNATURE_BYTE_ORDER => Some(SignaturePolicy::ByteOrder),
        UTF8KIT_SIGNATURE_DETECT => Some(SignaturePolicy::Detect),
        _ => return None,
    })
}

/// Decodes text that arrives in pieces. Its size is 512 bytes.
///
/// Set it to zero or initialize it before it is used. It must not be copied or moved after that; a copy, and a structure of another
/// type, is refused with `UTF8KIT_STOP_INVALID_ARGUMENT`. It holds no memory: there is nothing to free.
#[repr(C)]
pub struct utf8kit_decoder {
    /// The library's.
    state: [u64; 64],
}

/// Encodes text that arrives in pieces. Its size is 512 bytes. The rules of `utf8kit_decoder` apply.
#[repr(C)]
pub struct utf8kit_encoder {
    /// The library's.
    state: [u64; 64],
}

/// Validates text that arrives in pieces. Its size is 512 bytes. The rules of `utf8kit_decoder` apply.
#[repr(C)]
pub struct utf8kit_validator {
    /// The library's.
    state: [u64; 64],
}

/// What is in a structure of each type, so that a function refuses one of another type: Python's `ctypes` and others pass any address.
trait Tagged {
    /// It is odd, and addresses are even: no structure of zeros has it.
    const TAG: usize;
}

impl Tagged for utf8kit_decoder {
    const TAG: usize = 0x5A7D_0001;
}

impl Tagged for utf8kit_encoder {
    const TAG: usize = 0x5A7E_0003;
}

impl Tagged for utf8kit_validator {
    const TAG: usize = 0x5A7F_0005;
}

/// Returns what the first field of an initialized structure is.
#[inline]
fn mark<T: Tagged>(place: *const T) -> usize {
    place.addr() ^ T::TAG
}

/// What is in one of these structures. `F` is the function of a policy, which the codec refers to.
#[repr(C)]
struct State<C, F> {
    /// The [`mark`] of its address and type: one that was copied, moved, never initialized or is of another type has another one.
    mark: usize,
    codec: C,
    function: F,
}

/// Writes a codec into a structure. `make` is given the policy.
///
/// # Safety
///
/// `place` is NULL or valid for writes, and the pointers of the policy are valid as long as the structure is used.
unsafe fn init<T: Tagged, C>(
    place: *mut T,
    policy: *const utf8kit_policy,
    make: impl FnOnce(Policy<'static>) -> Option<C>,
) -> utf8kit_stop {
    // SAFETY: the caller keeps the policy's pointers valid as long as they are used.
    let Some(policy) = (unsafe { policy::check(policy) }) else {
        return UTF8KIT_STOP_INVALID_ARGUMENT;
    };
    match policy {
        // SAFETY: as the caller promises.
        Checked::Plain(policy) => unsafe { write(place, (), |_| make(policy)) },
        Checked::Call(callback) => {
            let function = move |bytes: &[u8], kind| callback.call(bytes, kind);
            // SAFETY: as the caller promises.
            unsafe { write(place, function, |function| make(Policy::Custom(function))) }
        }
    }
}

/// Writes a function into a structure, and the codec that refers to it.
///
/// # Safety
///
/// `place` is NULL or valid for writes.
unsafe fn write<T: Tagged, C, F: 'static>(
    place: *mut T,
    function: F,
    make: impl FnOnce(&'static F) -> Option<C>,
) -> utf8kit_stop {
    const {
        assert!(size_of::<State<C, F>>() <= size_of::<T>());
        assert!(align_of::<State<C, F>>() <= align_of::<T>());
        // Nothing is dropped: replacements of a policy of C borrow their text.
        assert!(!std::mem::needs_drop::<F>());
    };
    if place.is_null() || !place.is_aligned() {
        return UTF8KIT_STOP_INVALID_ARGUMENT;
    }
    let state: *mut State<C, F> = place.cast();
    // SAFETY: the structure is large enough for the state, as asserted, and valid for writes. The function stays where it is,
    // because the caller neither copies nor moves the structure, and the codec is not used after it.
    unsafe {
        (&raw mut (*state).mark).write(0);
        (&raw mut (*state).function).write(function);
        let Some(codec) = make(&(*state).function) else {
            return UTF8KIT_STOP_INVALID_ARGUMENT;
        };
        (&raw mut (*state).codec).write(codec);
        (&raw mut (*state).mark).write(mark(place));
    }
    UTF8KIT_STOP_INPUT_USED
}

/// Returns the codec in a structure, or `None` if it was not initialized here.
///
/// # Safety
///
/// `place` is NULL or points to a structure that is zero or was initialized for `C`, and nothing else uses it.
#[inline]
unsafe fn codec<'a, T: Tagged, C: 'a>(place: *mut T) -> Option<&'a mut C> {
    if place.is_null() || !place.is_aligned() {
        return None;
    }
    let state: *mut State<C, ()> = place.cast();
    // SAFETY: the structure is zero or initialized, and `repr(C)` puts both fields at the same place for each `F`. Only `C` is written
    // to a structure of the type `T`.
    unsafe { ((*state).mark == mark(place)).then(|| &mut (*state).codec) }
}

/// Calls a step of a codec.
///
/// # Safety
///
/// As the [contract](crate) says; `place` is a structure for `C`.
#[inline]
unsafe fn step<T: Tagged, C, A: Unit, B: Unit>(
    place: *mut T,
    (src, len): (*const A, usize),
    (dst, capacity): (*mut B, usize),
    replaced: impl Fn(&C) -> u64,
    step: impl FnOnce(&mut C, &[A::Inner], &mut [B::Inner]) -> Step,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    let arguments = unsafe { (codec::<T, C>(place), source(src, len), destination(dst, capacity)) };
    let (Some(codec), Some(src), Some(dst)) = arguments else {
        return utf8kit_result::INVALID_ARGUMENT;
    };
    // SAFETY: the layouts are the same. The streams of the library write to a destination and do not read from it.
    let dst = unsafe { std::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), dst.len()) };
    let before = replaced(codec);
    let step = step(codec, src, dst);
    utf8kit_result::of_step(step, replaced(codec) - before)
}

/// The source of a call that ends a text.
const NO_SOURCE: (*const c_char, usize) = (std::ptr::null(), 0);

/// The destination of a validator.
const NO_DESTINATION: (*mut c_char, usize) = (std::ptr::null_mut(), 0);

/// Begins a text in an encoding. `policy` says what to write instead of ill-formed sequences; NULL is to stop.
///
/// Returns `UTF8KIT_STOP_INPUT_USED`, or `UTF8KIT_STOP_INVALID_ARGUMENT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_init(
    decoder: *mut utf8kit_decoder,
    encoding: utf8kit_encoding,
    signature: utf8kit_signature_policy,
    policy: *const utf8kit_policy,
) -> utf8kit_stop {
    let make = |policy| {
        let decoder = Decoder::new(encoding::encoding(encoding)?, policy);
        Some(match signature_policy(signature)? {
            None => decoder,
            Some(signature) => decoder.with_signature(signature),
        })
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { init(decoder, policy, make) }
}

/// Decodes the next piece to UTF-8.
///
/// - `UTF8KIT_STOP_INPUT_USED`: all of the piece is read. An incomplete character at its end is kept inside.
/// - `UTF8KIT_STOP_OUTPUT_FULL`: call again with more space and the rest of the piece. A destination of 4 bytes always makes
///   progress.
/// - `UTF8KIT_STOP_ILL_FORMED`: `read` includes the ill-formed bytes, and nothing is written for them. To go on after them, call
///   again with the rest of the piece.
///
/// Decode one text only to UTF-8 or only to UTF-16.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_to_utf8(
    decoder: *mut utf8kit_decoder,
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            decoder,
            (src, len),
            (dst, capacity),
            Decoder::replaced,
            |decoder, src, dst| decoder.to_utf8(src, dst),
        )
    }
}

/// Ends a text that is decoded to UTF-8, and writes the rest of it. Call it again while it does not return
/// `UTF8KIT_STOP_INPUT_USED`.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_finish_utf8(
    decoder: *mut utf8kit_decoder,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            decoder,
            NO_SOURCE,
            (dst, capacity),
            Decoder::replaced,
            |decoder, _, dst| decoder.finish_utf8(dst),
        )
    }
}

/// Decodes the next piece to UTF-16 in native byte order, as `utf8kit_decoder_to_utf8` does to UTF-8. A destination of 2 units
/// always makes progress.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_to_utf16(
    decoder: *mut utf8kit_decoder,
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            decoder,
            (src, len),
            (dst, capacity),
            Decoder::replaced,
            |decoder, src, dst| decoder.to_utf16(src, dst),
        )
    }
}

/// Ends a text that is decoded to UTF-16, and writes the rest of it.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_finish_utf16(
    decoder: *mut utf8kit_decoder,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            decoder,
            NO_SOURCE,
            (dst, capacity),
            Decoder::replaced,
            |decoder, _, dst| decoder.finish_utf16(dst),
        )
    }
}

/// Returns the encoding of the text: the one that the decoder was initialized with, or that of the signature that it found.
/// Returns `UTF8KIT_ENCODING_NONE` if the decoder is not initialized.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_encoding(decoder: *const utf8kit_decoder) -> utf8kit_encoding {
    // SAFETY: the caller keeps to the contract.
    unsafe { codec(decoder.cast_mut()) }
        .map_or(0, |decoder: &mut Decoder| encoding::number(decoder.encoding()))
}

/// Returns the offset of the first byte of the text that is not yet decoded, replaced or reported.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_position(decoder: *const utf8kit_decoder) -> u64 {
    // SAFETY: the caller keeps to the contract.
    unsafe { codec(decoder.cast_mut()) }.map_or(0, |decoder: &mut Decoder| decoder.position())
}

/// Begins a new text with the same encoding and policies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_decoder_reset(decoder: *mut utf8kit_decoder) {
    // SAFETY: the caller keeps to the contract.
    if let Some(decoder) = unsafe { codec::<_, Decoder>(decoder) } {
        decoder.reset();
    }
}

/// Begins a text that is written in an encoding. `policy` says what to write instead of characters that the encoding cannot
/// represent, and of unpaired surrogates; NULL is to stop.
///
/// Returns `UTF8KIT_STOP_INPUT_USED`, or `UTF8KIT_STOP_INVALID_ARGUMENT`, for an encoding that is only read, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoder_init(
    encoder: *mut utf8kit_encoder,
    encoding: utf8kit_encoding,
    policy: *const utf8kit_policy,
) -> utf8kit_stop {
    let make = |policy| Encoder::new(encoding::encoding(encoding)?, policy);
    // SAFETY: the caller keeps to the contract.
    unsafe { init(encoder, policy, make) }
}

/// Encodes the next piece of a text in UTF-8. A piece ends at a character boundary: `utf8kit_utf8_complete_len` returns where. A
/// destination of 6 bytes always makes progress, and in ISO/IEC 2022, which is announced with the first character, one of 7. An
/// ill-formed sequence stops it with `UTF8KIT_STOP_ILL_FORMED`, and `read` includes it.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoder_from_utf8(
    encoder: *mut utf8kit_encoder,
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            encoder,
            (src, len),
            (dst, capacity),
            Encoder::replaced,
            |encoder, src, dst| encoder.encode(src, dst),
        )
    }
}

/// Encodes the next piece of a text in UTF-16 in native byte order. A surrogate pair may be cut between two pieces.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoder_from_utf16(
    encoder: *mut utf8kit_encoder,
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            encoder,
            (src, len),
            (dst, capacity),
            Encoder::replaced,
            |encoder, src, dst| encoder.encode_utf16(src, dst),
        )
        .in_utf16()
    }
}

/// Ends a text, and writes the rest of it. Call it again while it does not return `UTF8KIT_STOP_INPUT_USED`.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoder_finish(
    encoder: *mut utf8kit_encoder,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            encoder,
            NO_SOURCE,
            (dst, capacity),
            Encoder::replaced,
            |encoder, _, dst| encoder.finish(dst),
        )
        .in_utf16()
    }
}

/// Returns the offset of the first byte of UTF-8, or unit of UTF-16, that is not yet encoded, replaced or reported.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoder_position(encoder: *const utf8kit_encoder) -> u64 {
    // SAFETY: the caller keeps to the contract.
    unsafe { codec(encoder.cast_mut()) }.map_or(0, |encoder: &mut Encoder| encoder.position())
}

/// Begins a new text with the same encoding and policy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoder_reset(encoder: *mut utf8kit_encoder) {
    // SAFETY: the caller keeps to the contract.
    if let Some(encoder) = unsafe { codec::<_, Encoder>(encoder) } {
        encoder.reset();
    }
}

/// Begins a text in an encoding.
///
/// Returns `UTF8KIT_STOP_INPUT_USED`, or `UTF8KIT_STOP_INVALID_ARGUMENT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_validator_init(
    validator: *mut utf8kit_validator,
    encoding: utf8kit_encoding,
    signature: utf8kit_signature_policy,
) -> utf8kit_stop {
    let make = |_| {
        let validator = Validator::new(encoding::encoding(encoding)?);
        Some(match signature_policy(signature)? {
            None => validator,
            Some(signature) => validator.with_signature(signature),
        })
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { init(validator, std::ptr::null(), make) }
}

/// Validates the next piece. Stops after the first error, which `read` includes; to go on after it, call again with the rest of
/// the piece.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_validator_push(
    validator: *mut utf8kit_validator,
    src: *const c_char,
    len: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            validator,
            (src, len),
            NO_DESTINATION,
            |_| 0,
            |validator: &mut Validator, src, _| validator.push(src),
        )
    }
}

/// Ends a text. Call it again while it does not return `UTF8KIT_STOP_INPUT_USED`.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_validator_finish(validator: *mut utf8kit_validator) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        step(
            validator,
            NO_SOURCE,
            NO_DESTINATION,
            |_| 0,
            |validator: &mut Validator, _, _| validator.finish(),
        )
    }
}

/// Returns the offset of the first byte of the text that is not yet validated or reported.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_validator_position(validator: *const utf8kit_validator) -> u64 {
    // SAFETY: the caller keeps to the contract.
    unsafe { codec(validator.cast_mut()) }.map_or(0, |validator: &mut Validator| validator.position())
}

/// Begins a new text in the same encoding.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_validator_reset(validator: *mut utf8kit_validator) {
    // SAFETY: the caller keeps to the contract.
    if let Some(validator) = unsafe { codec::<_, Validator>(validator) } {
        validator.reset();
    }
}
