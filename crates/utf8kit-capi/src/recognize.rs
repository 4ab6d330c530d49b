//! Signatures, and the encoding of text that does not say which it is in.

use crate::encoding::{number, utf8kit_encoding};
use crate::memory::{measure, source, write_message};
use crate::reserve;
use std::ffi::c_char;
use utf8kit::signature;
use utf8kit_encodings::Encoding;
use utf8kit_lint::Certainty;

/// How sure it is that a text is in an encoding. The numbers are fixed, and a larger one is surer.
pub type utf8kit_certainty = u32;

/// The bytes are not text.
pub const UTF8KIT_CERTAINTY_NONE: utf8kit_certainty = 0;
/// The text is short, or has few bytes that decide.
pub const UTF8KIT_CERTAINTY_POSSIBLE: utf8kit_certainty = 1;
/// Most such texts are in this encoding.
pub const UTF8KIT_CERTAINTY_LIKELY: utf8kit_certainty = 2;
/// Nearly all such texts are in this encoding.
pub const UTF8KIT_CERTAINTY_VERY_LIKELY: utf8kit_certainty = 3;
/// The bytes leave no doubt.
pub const UTF8KIT_CERTAINTY_CERTAIN: utf8kit_certainty = 4;

/// Returns the encoding whose signature a text starts with, or `UTF8KIT_ENCODING_NONE`, and sets `signature_len` to the number of
/// bytes of the signature, or to zero. `signature_len` may be NULL.
///
/// `FF FE 00 00` is the signature of UTF-32; it can also be that of UTF-16 before U+0000.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_signature(
    src: *const c_char,
    len: usize,
    signature_len: *mut usize,
) -> utf8kit_encoding {
    let find = |bytes| {
        let signature = signature::detect(bytes)?;
        Some((number(Encoding::Base(signature.encoding()?)), signature.len()))
    };
    // SAFETY: the caller keeps to the contract.
    unsafe {
        let (encoding, len) = measure(src, len, None, find).unwrap_or((0, 0));
        if let Some(signature_len) = signature_len.as_mut() {
            *signature_len = len;
        }
        encoding
    }
}

/// Returns how sure it is which encoding a text is in, and writes the name of the encoding, such as `UTF-8`, `UTF-16LE` or
/// `windows-1252`, to `name`, cut to what fits and followed by a NUL. 32 bytes are enough. `whole` says that the text does not go on
/// after `len` bytes.
///
/// `utf8kit_encoding_for_label` knows the names of the encodings of Unicode. The library converts no others: for those it returns
/// `UTF8KIT_ENCODING_NONE`, and most of them are names that `iconv_open` knows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_recognize(
    src: *const c_char,
    len: usize,
    whole: bool,
    name: *mut c_char,
    capacity: usize,
) -> utf8kit_certainty {
    // SAFETY: the caller keeps to the contract.
    let recognized =
        unsafe { source(src, len) }.and_then(|src| reserve::with(|| utf8kit_lint::recognize(src, whole)));
    let (found, certainty) = match recognized {
        None => ("", UTF8KIT_CERTAINTY_NONE),
        Some(recognized) => (
            recognized.encoding,
            match recognized.certainty {
                Certainty::Possible => UTF8KIT_CERTAINTY_POSSIBLE,
                Certainty::Likely => UTF8KIT_CERTAINTY_LIKELY,
                Certainty::VeryLikely => UTF8KIT_CERTAINTY_VERY_LIKELY,
                Certainty::Certain => UTF8KIT_CERTAINTY_CERTAIN,
            },
        ),
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { write_message(found, name, capacity) };
    certainty
}
