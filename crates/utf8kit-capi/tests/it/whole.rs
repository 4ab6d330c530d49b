//! Whole texts in encodings by number, and the recognition of encodings, compared with the Rust library.

use std::ffi::CStr;
use std::ptr;
use utf8kit_capi::*;
use utf8kit_lint::Certainty;

#[test]
fn what_a_short_destination_leaves_is_not_read() {
    // (source, capacity, bytes read)
    for (source, capacity, read) in [
        (&b"abc"[..], 2, 2),
        ("aé".as_bytes(), 2, 1),
        ("aé".as_bytes(), 1, 1),
        ("a€é".as_bytes(), 4, 4),
        ("😀".as_bytes(), 3, 0),
    ] {
        let mut dst = [0u8; 8];
        // SAFETY: the pointers are those of so many bytes.
        let result = unsafe {
            let (src, dst) = (source.as_ptr().cast(), dst.as_mut_ptr().cast());
            utf8kit_decode(
                UTF8KIT_ENCODING_UTF_8,
                ptr::null(),
                src,
                source.len(),
                dst,
                capacity,
            )
        };
        let expected = (UTF8KIT_STOP_OUTPUT_FULL, read, read);
        assert_eq!(
            (result.stop, result.read, result.written),
            expected,
            "{source:X?}"
        );
    }
}

#[test]
fn detection_is_that_of_rust() {
    let french = "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël.";
    let windows: Vec<u8> = french
        .repeat(3)
        .chars()
        .map(|c| u8::try_from(c).unwrap_or(0x92))
        .collect();
    let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0? \xC2\xF1\xB8 \xF5\xEE\xF0\xEE\xF8\xEE, \xF1\xEF\xE0\xF1\xE8\xE1\xEE.";
    let texts = [
        french.as_bytes(),
        &windows,
        &windows[..12],
        b"\xE9",
        b"\xFF\xFEa\0",
        b"a\0b\0c\0",
        russian,
        &russian[..7],
        b"\x7FELF\x02\0\0\0",
        b"",
    ];
    let mut certainties = Vec::new();
    for text in texts {
        let expected = utf8kit_lint::recognize(text, true);
        let certainty = match expected.map(|recognized| recognized.certainty) {
            None => UTF8KIT_CERTAINTY_NONE,
            Some(Certainty::Possible) => UTF8KIT_CERTAINTY_POSSIBLE,
            Some(Certainty::Likely) => UTF8KIT_CERTAINTY_LIKELY,
            Some(Certainty::VeryLikely) => UTF8KIT_CERTAINTY_VERY_LIKELY,
            Some(Certainty::Certain) => UTF8KIT_CERTAINTY_CERTAIN,
        };
        // SAFETY: the pointer is that of so many bytes.
        let found = unsafe { utf8kit_detect(text.as_ptr().cast(), text.len(), true) };
        assert_eq!(found.certainty, certainty, "{text:X?}");
        let number = |name: &str| {
            // SAFETY: the pointer is that of so many bytes.
            unsafe { utf8kit_encoding_for_label(name.as_ptr().cast(), name.len()) }
        };
        let encoding = expected.map_or(UTF8KIT_ENCODING_NONE, |found| number(found.encoding));
        assert_eq!(found.encoding, encoding, "{text:X?}");
        let language = expected.and_then(|found| found.language);
        let language = language.map_or("", utf8kit_lint::Language::tag);
        // SAFETY: the tag ends in NUL.
        let tag = unsafe { CStr::from_ptr(found.language.as_ptr()) };
        assert_eq!(tag.to_str(), Ok(language), "{text:X?}");
        certainties.push(certainty);
    }
    certainties.sort_unstable();
    certainties.dedup();
    assert_eq!(certainties, [0, 1, 2, 3, 4], "not every certainty occurs");
}

/// What is detected can be decoded.
#[test]
fn names_that_are_detected_are_labels() {
    let number = |name: &str| {
        // SAFETY: the pointer is that of so many bytes.
        unsafe { utf8kit_encoding_for_label(name.as_ptr().cast(), name.len()) }
    };
    let unicode = [
        (&b"caf\xC3\xA9"[..], "UTF-8"),
        (b"\xFF\xFEa\0", "UTF-16LE"),
        (b"\xFE\xFF\0a", "UTF-16BE"),
        (b"\xFF\xFE\0\0a\0\0\0", "UTF-32LE"),
        (b"\0\0\xFE\xFF\0\0\0a", "UTF-32BE"),
        (b"\0\0\xFE\xFF\0\x11\0\0", "UCS-4BE"),
    ];
    for (text, expected) in unicode {
        assert_eq!(utf8kit_lint::recognize(text, true).unwrap().encoding, expected);
        assert_ne!(number(expected), UTF8KIT_ENCODING_NONE, "{expected}");
    }
    for name in [
        "windows-1251",
        "windows-1252",
        "ISO-8859-2",
        "ISO-8859-1",
        "KOI8-R",
        "KOI8-U",
        "IBM850",
        "IBM866",
        "macintosh",
        "x-mac-cyrillic",
        "TIS-620",
        "GBK",
        "gb18030",
        "Big5",
        "EUC-JP",
        "Shift_JIS",
        "EUC-KR",
        "ISO-2022-JP",
        "ISO-2022-KR",
        "HZ-GB-2312",
    ] {
        assert_ne!(number(name), UTF8KIT_ENCODING_NONE, "{name}");
    }
}
