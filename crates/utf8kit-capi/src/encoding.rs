//! The numbers of encodings.

mod constants;
#[cfg(feature = "std")]
mod find;

pub use constants::*;
#[cfg(feature = "std")]
pub use find::*;
use utf8kit::codec::Description;

/// Returns how errors in an encoding are described.
#[cfg(feature = "std")]
pub(crate) fn description(number: utf8kit_encoding) -> Option<&'static Description> {
    find::encoding(number).map(utf8kit_encodings::Encoding::description)
}

/// Returns how errors in an encoding are described.
#[cfg(not(feature = "std"))]
pub(crate) fn description(number: utf8kit_encoding) -> Option<&'static Description> {
    use utf8kit::{Encoding, Endian};
    let encoding = match number {
        UTF8KIT_ENCODING_UTF_8 => Encoding::Utf8,
        UTF8KIT_ENCODING_UTF_16LE | UTF8KIT_ENCODING_UTF_16BE => Encoding::Utf16(Endian::Big),
        UTF8KIT_ENCODING_UTF_32LE | UTF8KIT_ENCODING_UTF_32BE => Encoding::Utf32(Endian::Big),
        UTF8KIT_ENCODING_LATIN_1 => Encoding::Latin1,
        UTF8KIT_ENCODING_ASCII => Encoding::Ascii,
        _ => return None,
    };
    Some(encoding.description())
}
