//! Finds encodings by their numbers and labels.

use super::constants::*;
use crate::memory::measure;
use std::ffi::{CStr, CString, c_char};
use std::sync::LazyLock;
use utf8kit::Encoding as Base;
use utf8kit::Endian::{Big, Little};
use utf8kit_encodings::{EbcdicLineEnd, Encoding, Reading};

/// The encodings of Unicode text, Latin-1 and ASCII: the number, the encoding of the library, and the name.
#[rustfmt::skip]
const ENCODINGS: [(utf8kit_encoding, Encoding, &CStr); 29] = {
    use utf8kit::Encoding::{Ascii, Latin1, Utf8, Utf16, Utf32};
    const fn dialect(dialect: Base) -> Encoding {
        Encoding::Base(dialect)
    }
    [
        (UTF8KIT_ENCODING_UTF_8, Encoding::Base(Utf8), c"UTF-8"),
        (UTF8KIT_ENCODING_UTF_16LE, Encoding::Base(Utf16(Little)), c"UTF-16LE"),
        (UTF8KIT_ENCODING_UTF_16BE, Encoding::Base(Utf16(Big)), c"UTF-16BE"),
        (UTF8KIT_ENCODING_UTF_32LE, Encoding::Base(Utf32(Little)), c"UTF-32LE"),
        (UTF8KIT_ENCODING_UTF_32BE, Encoding::Base(Utf32(Big)), c"UTF-32BE"),
        (UTF8KIT_ENCODING_LATIN_1, Encoding::Base(Latin1), c"ISO-8859-1"),
        (UTF8KIT_ENCODING_ASCII, Encoding::Base(Ascii), c"US-ASCII"),
        (UTF8KIT_ENCODING_RFC_2279, dialect(Base::Rfc2279), c"RFC2279"),
        (UTF8KIT_ENCODING_ANNEX_R, dialect(Base::AnnexR), c"Annex-R"),
        (UTF8KIT_ENCODING_ANNEX_R5, dialect(Base::AnnexR5), c"Annex-R.5"),
        (UTF8KIT_ENCODING_CESU_8, dialect(Base::Cesu8), c"CESU-8"),
        (UTF8KIT_ENCODING_MODIFIED_UTF_8, dialect(Base::ModifiedUtf8), c"Modified-UTF-8"),
        (UTF8KIT_ENCODING_WTF_8, dialect(Base::Wtf8), c"WTF-8"),
        (UTF8KIT_ENCODING_UTF_8_SIGNATURE, Encoding::Utf8Signature, c"UTF-8-SIG"),
        (UTF8KIT_ENCODING_UTF_16, Encoding::Utf16, c"UTF-16"),
        (UTF8KIT_ENCODING_UTF_32, Encoding::Utf32, c"UTF-32"),
        (UTF8KIT_ENCODING_UCS_2, Encoding::Ucs2(None), c"ISO-10646-UCS-2"),
        (UTF8KIT_ENCODING_UCS_2LE, Encoding::Ucs2(Some(Little)), c"UCS-2LE"),
        (UTF8KIT_ENCODING_UCS_2BE, Encoding::Ucs2(Some(Big)), c"UCS-2BE"),
        (UTF8KIT_ENCODING_UCS_4, Encoding::Ucs4(None), c"ISO-10646-UCS-4"),
        (UTF8KIT_ENCODING_UCS_4LE, Encoding::Ucs4(Some(Little)), c"UCS-4LE"),
        (UTF8KIT_ENCODING_UCS_4BE, Encoding::Ucs4(Some(Big)), c"UCS-4BE"),
        (UTF8KIT_ENCODING_UTF_7, Encoding::Utf7, c"UTF-7"),
        (UTF8KIT_ENCODING_UTF_7_IMAP, Encoding::Utf7Imap, c"UTF-7-IMAP"),
        (UTF8KIT_ENCODING_UTF_1, Encoding::Utf1, c"ISO-10646-UTF-1"),
        (UTF8KIT_ENCODING_UNICODE_1_1_UTF_8, Encoding::Unicode11Utf8, c"UNICODE-1-1-UTF-8"),
        (UTF8KIT_ENCODING_OLD_HANGUL_UTF_8, Encoding::OldHangulUtf8, c"UNICODE-1-1-UTF-8-OLD-HANGUL"),
        (UTF8KIT_ENCODING_ISO_2022, Encoding::Iso2022, c"ISO-2022"),
        (UTF8KIT_ENCODING_UTF_8_MB3, Encoding::Utf8Mb3, c"utf8mb3"),
    ]
};

/// The number of the first encoding that is not of Unicode.
const FIRST_LEGACY: utf8kit_encoding = 1000;

/// What is added to the number of a page of EBCDIC with another line end: once for NL, twice for any.
const LINE_ENDS: utf8kit_encoding = 10_000;

/// The encodings that are not of Unicode, by their numbers from [`FIRST_LEGACY`] on, and their names.
static LEGACY: LazyLock<Vec<Option<(Encoding, CString)>>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for encoding in Encoding::all() {
        if let Encoding::Legacy(legacy) = encoding {
            let place = usize::from(legacy.number()) - FIRST_LEGACY as usize;
            all.resize(all.len().max(place + 1), None);
            all[place] = Some((encoding, CString::new(legacy.name()).expect("a name has no NUL")));
        }
    }
    all
});

/// Returns the encoding with this number, and its name.
fn find(number: utf8kit_encoding) -> Option<(Encoding, &'static CStr)> {
    // Without the table, most programs do not name the others.
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    if let Some(&(_, encoding, name)) = ENCODINGS.get(index) {
        return Some((encoding, name));
    }
    let line_end = match number / LINE_ENDS {
        0 => EbcdicLineEnd::Lf,
        1 => EbcdicLineEnd::Nl,
        2 => EbcdicLineEnd::Any,
        _ => return None,
    };
    let place = usize::try_from((number % LINE_ENDS).checked_sub(FIRST_LEGACY)?).ok()?;
    let (encoding, name) = LEGACY.get(place)?.as_ref()?;
    match (encoding, line_end) {
        (encoding, EbcdicLineEnd::Lf) => Some((*encoding, name)),
        (Encoding::Legacy(page), line_end) => Some((Encoding::Legacy(page.with_line_end(line_end)?), name)),
        _ => None,
    }
}

/// Returns the encoding with this number.
///
/// For most numbers it does not call [`find`], whose result does not fit in registers.
pub(crate) fn encoding(number: utf8kit_encoding) -> Option<Encoding> {
    if let Some(index) = (number as usize).checked_sub(1)
        && let Some(&(_, encoding, _)) = ENCODINGS.get(index)
    {
        return Some(encoding);
    }
    match number.checked_sub(FIRST_LEGACY) {
        Some(place) if number < LINE_ENDS => Some(LEGACY.get(place as usize)?.as_ref()?.0),
        _ => find(number).map(|(encoding, _)| encoding),
    }
}

/// Returns the number of an encoding, or `UTF8KIT_ENCODING_NONE` if it has none.
pub(crate) fn number(encoding: Encoding) -> utf8kit_encoding {
    if let Encoding::Legacy(legacy) = encoding {
        return legacy.number().into();
    }
    let found = ENCODINGS.iter().find(|&&(_, other, _)| other == encoding);
    found.map_or(UTF8KIT_ENCODING_NONE, |&(number, ..)| number)
}

/// Returns the encoding with this charset label, such as `utf8`, `UTF-16LE`, `l1`, `CESU-8` or `cp437`, in `len` bytes, as `iconv`
/// reads labels: `ISO-8859-1` is not windows-1252, and `GB2312` is not GBK. Case does not matter. A page of EBCDIC may have its line end
/// after a comma: `IBM1047,nl` for NL (byte 15), `IBM1047,any` for LF or NL. Returns `UTF8KIT_ENCODING_NONE` if the label is unknown.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_encoding_for_label(label: *const c_char, len: usize) -> utf8kit_encoding {
    let by_label = |label| {
        let encoding = Encoding::for_label(str::from_utf8(label).ok()?, Reading::Iconv)?;
        Some(number(encoding))
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(label, len, None, by_label) }.unwrap_or(UTF8KIT_ENCODING_NONE)
}

/// Returns the name of an encoding, which is a string that ends in NUL and is never freed. Returns NULL if no encoding has
/// this number.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_encoding_name(encoding: utf8kit_encoding) -> *const c_char {
    find(encoding).map_or(std::ptr::null(), |(_, name)| name.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_has_its_number_and_the_name_that_labels_have() {
        for (&(listed, ..), number) in ENCODINGS.iter().zip(1..) {
            assert_eq!(listed, number);
        }
        assert!(LEGACY.iter().all(Option::is_some));
        for encoding in Encoding::all() {
            let (found, name) = find(number(encoding)).expect("it has a number");
            assert_eq!((found, name.to_str()), (encoding, Ok(encoding.name())));
        }
        let pages = ["IBM1047", "IBM1047,nl", "IBM1047,any"];
        let numbers = pages.map(|label| {
            let found: Encoding = label.parse().expect("a page of EBCDIC");
            let number = number(found);
            assert_eq!(find(number), Some((found, c"IBM1047")), "{label}");
            number
        });
        assert_eq!(numbers.map(|number| number - numbers[0]), [0, 10_000, 20_000]);
        let windows = number("windows-1252".parse().expect("a known label"));
        for unknown in [
            0,
            30,
            999,
            1000 + LEGACY.len() as u32,
            windows + LINE_ENDS,
            numbers[0] + 3 * LINE_ENDS,
            u32::MAX,
        ] {
            assert_eq!(encoding(unknown), None);
        }
    }
}
