//! Checks that each tier, the reference engine, the standard library, simdutf and encoding_rs convert UTF-16 to UTF-8
//! alike: strictly and lossily, from both byte orders, into destinations of any size.

use utf8kit::Endian::{Big, Little};
use utf8kit::{ConvertErrorKind, Encoding, Policy, tiers};

pub(crate) fn run(input: (u8, &[u8])) {
    let (shortage, pairs) = input;
    let units: Vec<u16> = pairs
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let lossy = String::from_utf16_lossy(&units);
    check_other_libraries(&units, &lossy);
    check_odd_byte(&units, pairs.len() % 2 == 1);

    // A destination of the needed size, and a smaller one.
    for capacity in [lossy.len(), lossy.len().saturating_sub(shortage.into())] {
        let mut expected = vec![0; capacity];
        let strict = tiers::reference_utf16_to_utf8(&units, &mut expected);
        let written = strict.unwrap_or_else(|error| error.written());
        for tier in tiers::available() {
            let mut bytes = vec![0; capacity];
            assert_eq!(tiers::utf16_to_utf8(tier, &units, &mut bytes), strict, "{tier}");
            assert_eq!(bytes[..written], expected[..written], "{tier}");
            // `pairs` may end with an odd byte.
            for endian in [Little, Big] {
                let mut bytes = vec![0; capacity];
                let result = tiers::utf16_bytes_to_utf8(tier, pairs, endian, &mut bytes);
                let mut expected = vec![0; capacity];
                let expected_result = tiers::reference_utf16_bytes_to_utf8(pairs, endian, &mut expected);
                assert_eq!(result, expected_result, "{tier}");
                let written = expected_result.unwrap_or_else(|error| error.written());
                assert_eq!(bytes[..written], expected[..written], "{tier}");
            }
        }
    }
    for tier in tiers::available() {
        let mut bytes = vec![0; lossy.len()];
        let result = tiers::utf16_to_utf8_lossy(tier, &units, &mut bytes);
        assert_eq!(result.map(|lossy| lossy.written), Ok(lossy.len()), "{tier}");
        assert_eq!(bytes, lossy.as_bytes(), "{tier}");
    }
}

/// Checks the error for a byte after the last code unit of well-formed text, or of text that ends in a high surrogate, which
/// the byte can then belong to.
fn check_odd_byte(units: &[u16], is_odd: bool) {
    let (text, cut) = match units.split_last() {
        Some((0xD800..=0xDBFF, text)) => (text, 2),
        _ => (units, 0),
    };
    let Ok(text) = String::from_utf16(text) else {
        return;
    };
    let error_len = cut + usize::from(is_odd);
    let mut bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    bytes.extend(is_odd.then_some(0xD8));
    let expected = match error_len {
        0 => text.clone(),
        _ => text.clone() + "\u{FFFD}",
    };
    for tier in tiers::available() {
        let mut strict = vec![0; text.len()];
        let result = tiers::utf16_bytes_to_utf8(tier, &bytes, Big, &mut strict);
        let error = result.err().map(|error| match error.kind() {
            ConvertErrorKind::IllFormed(error) => (error.valid_up_to(), error.bytes().len()),
            kind => panic!("{tier}: {kind:?}"),
        });
        let is_cut = error_len > 0;
        assert_eq!(
            error,
            is_cut.then_some((bytes.len() - error_len, error_len)),
            "{tier}"
        );
        assert_eq!(strict, text.as_bytes(), "{tier}");
        assert_eq!(
            tiers::lossy_lengths::utf16_bytes_to_utf8(tier, &bytes, Big),
            expected.len(),
            "{tier}"
        );
    }
    let lossy = Encoding::Utf16(Big).decode(&bytes, Policy::Replace('\u{FFFD}'));
    assert_eq!(lossy.unwrap(), expected);
}

fn check_other_libraries(units: &[u16], lossy: &str) {
    let mut bytes = vec![0; 3 * units.len() + 1];
    let written = encoding_rs::mem::convert_utf16_to_utf8(units, &mut bytes);
    assert_eq!(bytes[..written], *lossy.as_bytes());
    #[cfg(feature = "simdutf")]
    {
        // SAFETY: the function writes at most three bytes for each code unit, for which `bytes` has space.
        let written =
            unsafe { simdutf::convert_utf16_to_utf8(units.as_ptr(), units.len(), bytes.as_mut_ptr()) };
        if String::from_utf16(units).is_ok() {
            assert_eq!(bytes[..written], *lossy.as_bytes());
        } else {
            assert_eq!(written, 0);
        }
    }
}
