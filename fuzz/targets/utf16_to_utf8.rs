//! UTF-16 to UTF-8, strict and lossy, from both orders of bytes, with any room: every tier, the reference engine, the
//! standard library, simdutf and encoding_rs agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utf8kit::Endian::{Big, Little};
use utf8kit::tiers;

fuzz_target!(|input: (u8, &[u8])| {
    let (less, pairs) = input;
    let units: Vec<u16> = pairs
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let lossy = String::from_utf16_lossy(&units);
    check_peers(&units, &lossy);

    // The needed size, and somewhat less.
    for room in [lossy.len(), lossy.len().saturating_sub(less.into())] {
        let mut expected = vec![0; room];
        let strict = tiers::reference_utf16_to_utf8(&units, &mut expected);
        let written = strict.unwrap_or_else(|error| error.written());
        for tier in tiers::available() {
            let mut bytes = vec![0; room];
            assert_eq!(tiers::utf16_to_utf8(tier, &units, &mut bytes), strict, "{tier}");
            assert_eq!(bytes[..written], expected[..written], "{tier}");
            // An odd byte at the end included.
            for order in [Little, Big] {
                let mut bytes = vec![0; room];
                let result = tiers::utf16_bytes_to_utf8(tier, pairs, order, &mut bytes);
                let mut expected = vec![0; room];
                let due = tiers::reference_utf16_bytes_to_utf8(pairs, order, &mut expected);
                assert_eq!(result, due, "{tier}");
                let written = due.unwrap_or_else(|error| error.written());
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
});

fn check_peers(units: &[u16], lossy: &str) {
    let mut bytes = vec![0; 3 * units.len() + 1];
    let written = encoding_rs::mem::convert_utf16_to_utf8(units, &mut bytes);
    assert_eq!(bytes[..written], *lossy.as_bytes());
    // SAFETY: it writes at most three bytes for each unit.
    let written = unsafe { simdutf::convert_utf16_to_utf8(units.as_ptr(), units.len(), bytes.as_mut_ptr()) };
    if String::from_utf16(units).is_ok() {
        assert_eq!(bytes[..written], *lossy.as_bytes());
    } else {
        assert_eq!(written, 0);
    }
}
