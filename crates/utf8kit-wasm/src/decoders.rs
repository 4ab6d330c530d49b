//! Decoders of encodings, their errors, and what they have in common with encoders.

use crate::json::Json;
use crate::memory::{owned, set_long_number, set_numbers, set_output, slice, slice_mut, string};
use std::ptr;
use utf8kit::stream::{SignaturePolicy, Step, Stop};
use utf8kit::{ErrorKind, Number, Policy, Replacement};
use utf8kit_encodings::{Decoder, Encoding, Reading};

/// A function read all of its source.
pub(crate) const DONE: u32 = 0;
/// The destination is full.
pub(crate) const FULL: u32 = 1;
/// There is an error, which is not written to the destination.
pub(crate) const ERROR: u32 = 2;

/// An error in words.
pub(crate) struct Error {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) clause: &'static str,
    pub(crate) bytes: Vec<u8>,
}

impl From<&utf8kit::IllFormed> for Error {
    fn from(error: &utf8kit::IllFormed) -> Error {
        Error {
            offset: error.offset(),
            length: error.bytes().len() as u64,
            kind: error.kind().name(),
            message: error.reason().to_string(),
            clause: error.clause(),
            bytes: error.bytes().to_vec(),
        }
    }
}

pub(crate) fn describe_error(error: &Error) {
    let mut json = Json::default();
    json.object(|json| {
        json.key("offset").number(error.offset);
        json.key("length").number(error.length);
        json.key("kind").string(error.kind);
        json.key("message").string(&error.message);
        json.key("clause").string(error.clause);
        json.key("bytes")
            .array(|json| error.bytes.iter().for_each(|&byte| json.number(byte.into())));
    });
    set_output(json.into_bytes());
}

/// Returns the policy with this number: fail, replace with `character`, drop, escape; replace with U+FFFD and drop what is ill-formed,
/// but stop at what UTF-8 lacks.
pub(crate) fn policy(number: u32, character: char) -> Policy<'static> {
    fn is_ill_formed(kind: ErrorKind) -> bool {
        kind != ErrorKind::Undefined
    }
    match number {
        1 => Policy::Replace(character),
        2 => Policy::Drop,
        3 => Policy::Escape,
        4 => Policy::Custom(&|_, kind| {
            is_ill_formed(kind).then(|| Replacement::char(char::REPLACEMENT_CHARACTER))
        }),
        5 => Policy::Custom(&|_, kind| is_ill_formed(kind).then_some(Replacement::EMPTY)),
        _ => Policy::Fail,
    }
}

/// Outputs the names of all encodings as an array.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn encodings() {
    let mut json = Json::default();
    json.array(|json| {
        for encoding in Encoding::all().filter(is_known) {
            json.string(encoding.name());
        }
    });
    set_output(json.into_bytes());
}

/// Returns `true` if the module has the encoding. Another feature of the crate may have compiled more of them.
fn is_known(encoding: &Encoding) -> bool {
    cfg!(feature = "legacy") || !encoding.is_legacy()
}

/// Returns the encoding that `label` names in the reading with this number: 0 to `iconv`, or without the feature `legacy` to IANA,
/// which takes less code; 1 to browsers; 2 to IANA.
pub(crate) fn find(label: &str, reading: u32) -> Option<Encoding> {
    let reading = match reading {
        1 => Reading::Web,
        0 if cfg!(feature = "legacy") => Reading::Iconv,
        _ => Reading::Iana,
    };
    Encoding::for_label(label, reading).filter(is_known)
}

/// Outputs the name of the encoding with this label, in the reading with this number. Returns 0 if there is none, 1 if it is only read, and 2 if it is read and
/// written.
///
/// # Safety
///
/// `label` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn encoding_name(label: *const u8, len: usize, reading: u32) -> u32 {
    // SAFETY: the caller promises it.
    let Some(encoding) = find(unsafe { string(label, len) }, reading) else {
        return 0;
    };
    set_output(encoding.name().as_bytes().to_vec());
    1 + u32::from(encoding.can_be_written())
}

/// Returns `true` if the encoding with this label has unpaired surrogates, which strings have, too.
///
/// # Safety
///
/// `label` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn has_surrogates(label: *const u8, len: usize, reading: u32) -> bool {
    // SAFETY: the caller promises it.
    find(unsafe { string(label, len) }, reading).is_some_and(Encoding::has_surrogates)
}

/// Returns a decoder, or null if no encoding has this label or there is no memory. `on_error` is the number of a policy, and `signature` is 0 for what the
/// encoding defines, 1 to keep it, 2 to remove it, 3 to take the byte order from it, or 4 to take the encoding from it.
///
/// # Safety
///
/// `label` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn decoder(
    label: *const u8,
    len: usize,
    on_error: u32,
    signature: u32,
    reading: u32,
) -> *mut Decoder<'static> {
    // SAFETY: the caller promises it.
    let Some(encoding) = find(unsafe { string(label, len) }, reading) else {
        return ptr::null_mut();
    };
    let mut decoder = Decoder::new(encoding, policy(on_error, char::REPLACEMENT_CHARACTER));
    if let Some(signature) = match signature {
        1 => Some(SignaturePolicy::Keep),
        2 => Some(SignaturePolicy::Remove),
        3 => Some(SignaturePolicy::ByteOrder),
        4 => Some(SignaturePolicy::Detect),
        _ => None,
    } {
        decoder = decoder.with_signature(signature);
    }
    owned(decoder)
}

/// Decodes `src` to UTF-8, or ends the text if `finish`. Returns `DONE`, `FULL` or `ERROR`; the numbers are those of bytes read,
/// which include an error, and of bytes written. The output describes an error.
///
/// # Safety
///
/// [`decoder`] has returned `decoder`, which is not freed. `src` has `len` bytes, and `dst` has room for `room` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn decoder_step(
    decoder: *mut Decoder<'static>,
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    finish: bool,
) -> u32 {
    // SAFETY: the caller promises it.
    let (decoder, src, dst) = unsafe { (&mut *decoder, slice(src, len), slice_mut(dst, room)) };
    step(match finish {
        true => decoder.finish_utf8(dst),
        false => decoder.to_utf8(src, dst),
    })
}

/// Returns a number in UTF-8, or an unpaired surrogate as WTF-8 has it.
fn bytes_of(number: u32) -> Vec<u8> {
    match (char::from_u32(number), number) {
        (Some(c), _) => c.to_string().into_bytes(),
        (None, 0xD800..=0xDFFF) => {
            let [high, low] = [number >> 6, number].map(|bits| 0x80 | bits as u8 & 0x3F);
            vec![0xED, high, low]
        }
        _ => Vec::new(),
    }
}

pub(crate) fn step(step: Step) -> u32 {
    set_numbers([step.read, step.written]);
    let lacking = |offset, bytes: Vec<u8>, message| Error {
        offset,
        length: bytes.len() as u64,
        kind: "not-representable",
        message,
        clause: "",
        bytes,
    };
    let error = match step.stop {
        Stop::InputUsed => return DONE,
        Stop::OutputFull => return FULL,
        Stop::IllFormed(error) => Error::from(&error),
        Stop::NotRepresentable { number, offset } => lacking(
            offset,
            bytes_of(number),
            format!("the encoding cannot represent {}", Number(number)),
        ),
        _ => lacking(0, Vec::new(), "unknown error".to_owned()),
    };
    describe_error(&error);
    ERROR
}

/// Outputs the name of the encoding of the text, as far as it is known. The numbers are those of bytes that are decoded,
/// replaced or reported (the first is its low half, the second its high half). Returns the number of errors replaced.
///
/// # Safety
///
/// [`decoder`] has returned `decoder`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn decoder_state(decoder: *const Decoder<'static>) -> u32 {
    // SAFETY: the caller promises it.
    let decoder = unsafe { &*decoder };
    set_output(decoder.encoding().name().as_bytes().to_vec());
    set_long_number(decoder.position());
    u32::try_from(decoder.replaced()).unwrap_or(u32::MAX)
}

/// Returns the decoder to the start of a new text.
///
/// # Safety
///
/// [`decoder`] has returned `decoder`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn decoder_reset(decoder: *mut Decoder<'static>) {
    // SAFETY: the caller promises it.
    unsafe { &mut *decoder }.reset();
}

/// Frees a decoder.
///
/// # Safety
///
/// [`decoder`] has returned `decoder`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn decoder_free(decoder: *mut Decoder<'static>) {
    // SAFETY: `decoder` made it from a box.
    drop(unsafe { Box::from_raw(decoder) });
}
