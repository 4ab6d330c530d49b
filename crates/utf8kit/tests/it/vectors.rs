//! Tests of UTF-8 against all of `vectors.tsv`: the columns `std63` (RFC 3629) and `std63_lossy`.

use crate::destinations::to_vec;
use utf8kit::{Encoding, Endian, Policy, convert, utf8, utf16, utf32};
use utf8kit_test::{VECTORS, hex, rows, text};

/// Returns for each row its name, the bytes, the text if they are well-formed, and the text with replacements.
fn vectors() -> impl Iterator<Item = (&'static str, Vec<u8>, Option<String>, String)> {
    rows(VECTORS).into_iter().map(|row| {
        let lossy = text(row["std63_lossy"]).unwrap();
        (row["id"], hex(row["bytes"]), text(row["std63"]), lossy)
    })
}

/// Returns each vector alone, and inside a text that is long enough for the kernels.
fn vectors_in_context() -> impl Iterator<Item = (String, Vec<u8>, Option<String>, String)> {
    let around = [
        "",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef012",
        "é€𝄞 ж漢🦀 ",
    ];
    vectors().flat_map(move |(id, bytes, text, lossy)| {
        around.map(|around| {
            // A sequence that the end of the text cuts has the same error length when a character follows.
            let bytes = [around.as_bytes(), &bytes, around.as_bytes()].concat();
            let text = text.as_ref().map(|text| format!("{around}{text}{around}"));
            (
                format!("{id} in {around:?}"),
                bytes,
                text,
                format!("{around}{lossy}{around}"),
            )
        })
    })
}

#[test]
fn validation_matches_the_vectors() {
    for (id, bytes, text, _) in vectors_in_context() {
        assert_eq!(utf8::validate(&bytes).ok(), text.as_deref(), "{id}");
        assert_eq!(utf8::is_valid(&bytes), text.is_some(), "{id}");
    }
}

#[test]
fn into_string_matches_the_vectors() {
    for (id, bytes, text, lossy) in vectors_in_context() {
        match utf8::into_string(bytes.clone()) {
            Ok(string) => assert_eq!(Some(string), text, "{id}"),
            Err(error) => {
                assert_eq!(text, None, "{id}");
                assert_eq!(error.into_bytes(), bytes, "{id}");
            }
        }
        assert_eq!(utf8::into_string_lossy(bytes), lossy, "{id}");
    }
}

#[test]
fn repair_matches_the_vectors() {
    for (id, bytes, text, lossy) in vectors_in_context() {
        let repaired = utf8::repair(&bytes);
        assert_eq!(repaired, lossy, "{id}");
        assert_eq!(
            matches!(repaired, std::borrow::Cow::Borrowed(_)),
            text.is_some(),
            "{id}"
        );
    }
}

#[test]
fn chunks_match_the_vectors() {
    for (id, bytes, text, lossy) in vectors_in_context() {
        let (mut joined, mut covered, mut errors) = (String::new(), Vec::new(), 0);
        for chunk in utf8::chunks(&bytes) {
            joined.push_str(chunk.text());
            covered.extend_from_slice(chunk.text().as_bytes());
            if let Some(error) = chunk.error() {
                assert_eq!(error.valid_up_to(), covered.len(), "{id}");
                joined.push('\u{FFFD}');
                covered.extend_from_slice(chunk.ill_formed());
                errors += 1;
            }
        }
        assert_eq!((joined, covered), (lossy, bytes), "{id}");
        assert_eq!(errors == 0, text.is_some(), "{id}");
    }
}

#[test]
fn chars_lossy_matches_the_vectors() {
    for (id, bytes, _, lossy) in vectors_in_context() {
        assert_eq!(utf8::chars_lossy(&bytes).collect::<String>(), lossy, "{id}");
        let backwards: String = lossy.chars().rev().collect();
        assert_eq!(
            utf8::chars_lossy(&bytes).rev().collect::<String>(),
            backwards,
            "{id}"
        );
    }
}

#[test]
fn to_utf16_matches_the_vectors() {
    for (id, bytes, text, lossy) in vectors_in_context() {
        let expected = text.map(|text| text.encode_utf16().collect::<Vec<_>>());
        let mut units = vec![0; utf8::max_utf16_len(bytes.len())];
        let written = utf8::to_utf16(&bytes, &mut units[..]).ok();
        assert_eq!(written.map(|n| units[..n].to_vec()), expected, "{id}");
        assert_eq!(to_vec(|dst| utf8::to_utf16(&bytes, dst)).ok(), expected, "{id}");
        if let Some(expected) = &expected {
            assert_eq!(utf8::utf16_len(&bytes), expected.len(), "{id}");
        }

        let done = utf8::to_utf16_lossy(&bytes, &mut units[..]).unwrap();
        assert_eq!(utf16::to_string(&units[..done.written]).unwrap(), lossy, "{id}");
        assert_eq!(done.replaced == 0, expected.is_some(), "{id}");
    }
}

#[test]
fn to_utf32_matches_the_vectors() {
    for (id, bytes, text, lossy) in vectors_in_context() {
        let expected = text.map(|text| text.chars().map(u32::from).collect::<Vec<_>>());
        let mut units = vec![0; utf8::max_utf32_len(bytes.len())];
        let written = utf8::to_utf32(&bytes, &mut units[..]).ok();
        assert_eq!(written.map(|n| units[..n].to_vec()), expected, "{id}");
        if let Some(expected) = &expected {
            assert_eq!(utf8::count(&bytes), expected.len(), "{id}");
        }

        let done = utf8::to_utf32_lossy(&bytes, &mut units[..]).unwrap();
        assert_eq!(utf32::to_string(&units[..done.written]).unwrap(), lossy, "{id}");
        assert_eq!(done.replaced == 0, expected.is_some(), "{id}");
    }
}

#[test]
fn to_utf16_and_utf32_bytes_match_the_vectors() {
    for (id, bytes, text, lossy) in vectors_in_context() {
        for endian in [Endian::Little, Endian::Big] {
            for to in [Encoding::Utf16(endian), Encoding::Utf32(endian)] {
                let converted = |policy| to_vec(|dst| convert(&bytes, Encoding::Utf8, to, policy, dst));
                let back = |bytes: Vec<u8>| to.decode(&bytes, Policy::Fail).unwrap().into_owned();
                assert_eq!(converted(Policy::Fail).ok().map(back), text, "{id}");
                let replaced = converted(Policy::Replace('\u{FFFD}')).unwrap();
                assert_eq!(back(replaced), lossy, "{id}");
            }
        }
    }
}

#[test]
fn to_latin1_and_ascii_match_the_vectors() {
    for (id, bytes, text, lossy) in vectors_in_context() {
        for max in [0xFFu32, 0x7F] {
            let fits = |c: char| u32::from(c) <= max;
            let expected = text.as_ref().filter(|text| text.chars().all(fits));
            let expected = expected.map(|text| text.chars().map(|c| c as u8).collect::<Vec<_>>());
            let lossy: Vec<_> = lossy
                .chars()
                .map(|c| if fits(c) { c as u8 } else { b'?' })
                .collect();

            let mut dst = vec![0; bytes.len()];
            let done = if max == 0xFF {
                assert_eq!(to_vec(|dst| utf8::to_latin1(&bytes, dst)).ok(), expected, "{id}");
                utf8::to_latin1_lossy(&bytes, &mut dst[..]).unwrap()
            } else {
                assert_eq!(to_vec(|dst| utf8::to_ascii(&bytes, dst)).ok(), expected, "{id}");
                utf8::to_ascii_lossy(&bytes, &mut dst[..]).unwrap()
            };
            assert_eq!(dst[..done.written], lossy, "{id}");
            assert_eq!(done.replaced == 0, expected.is_some(), "{id}");
        }
    }
}
