//! Signatures, and the encoding of text that does not say which it is in.

use crate::encoding::{UTF8KIT_ENCODING_NONE, number, utf8kit_encoding};
use crate::memory::{measure, source};
use crate::reserve;
use std::ffi::c_char;
use utf8kit::signature;
use utf8kit_encodings::{Encoding, Reading};
use utf8kit_lint::{Certainty, Language};

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
#[must_use]
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

/// What is known of the encoding of a text.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct utf8kit_detection {
    /// The encoding, or `UTF8KIT_ENCODING_NONE` if the bytes are not text.
    pub encoding: utf8kit_encoding,
    /// How sure that is: `UTF8KIT_CERTAINTY_...`.
    pub certainty: utf8kit_certainty,
    /// The language that the text reads best in, if it was recognized by its letters: a tag of BCP 47, such as `hu` or `zh-Hans`,
    /// followed by NULs. Else empty.
    pub language: [c_char; 16],
    /// The number of bytes of the signature that the text begins with, or zero. What follows it is converted without one; an encoding
    /// whose decoder removes it, such as UTF-16, has none here.
    pub signature_len: usize,
}

/// Returns the encoding of a text, and how sure that is. `whole` says that the text does not go on after `len` bytes.
///
/// A signature decides, the places of zero bytes do, well-formed UTF-8 is UTF-8; then a declaration counts that fits, and at last the
/// letters, in encodings and languages of the world. 64 KiB that are not ASCII decide; all of the text counts where it is UTF-8.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_detect(src: *const c_char, len: usize, whole: bool) -> utf8kit_detection {
    // SAFETY: the caller keeps to the contract.
    let found = unsafe { source(src, len) }.and_then(|src| {
        reserve::with(|| {
            let recognized = utf8kit_lint::recognize(src, whole)?;
            // A label takes memory, too.
            let encoding = Encoding::for_label(recognized.encoding, Reading::Iconv);
            let signature = signature::detect(src)
                .filter(|signature| encoding == signature.encoding().map(Encoding::Base))
                .map_or(0, |signature| signature.len());
            Some((
                recognized,
                encoding.map_or(UTF8KIT_ENCODING_NONE, number),
                signature,
            ))
        })
    });
    let Some((recognized, encoding, signature_len)) = found else {
        return utf8kit_detection::default();
    };
    let mut language = [0; 16];
    let tag = recognized.language.map_or("", Language::tag);
    for (to, byte) in language.iter_mut().zip(tag.bytes().take(15)) {
        *to = byte as c_char;
    }
    utf8kit_detection {
        encoding,
        certainty: match recognized.certainty {
            Certainty::Possible => UTF8KIT_CERTAINTY_POSSIBLE,
            Certainty::Likely => UTF8KIT_CERTAINTY_LIKELY,
            Certainty::VeryLikely => UTF8KIT_CERTAINTY_VERY_LIKELY,
            Certainty::Certain => UTF8KIT_CERTAINTY_CERTAIN,
        },
        language,
        signature_len,
    }
}
