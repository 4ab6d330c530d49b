//! UTF-8 to UTF-16, strict and lossy, in both orders of bytes, with any room: every tier, the reference engine, the
//! standard library, simdutf and encoding_rs agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utf8kit::Endian::{Big, Little};
use utf8kit::tiers;

fuzz_target!(|input: (u8, &[u8])| {
    let (less, bytes) = input;
    let lossy: Vec<u16> = String::from_utf8_lossy(bytes).encode_utf16().collect();
    check_peers(bytes, &lossy);

    // The needed size, and somewhat less.
    for room in [lossy.len(), lossy.len().saturating_sub(less.into())] {
        let mut expected = vec![0; room];
        let strict = tiers::reference_utf8_to_utf16(bytes, &mut expected);
        let written = strict.unwrap_or_else(|error| error.written());
        for tier in tiers::available() {
            let mut units = vec![0; room];
            assert_eq!(tiers::utf8_to_utf16(tier, bytes, &mut units), strict, "{tier}");
            assert_eq!(units[..written], expected[..written], "{tier}");
            for order in [Little, Big] {
                let mut pairs = vec![0; 2 * room];
                let result = tiers::utf8_to_utf16_bytes(tier, bytes, order, &mut pairs);
                assert_eq!(
                    result,
                    tiers::reference_utf8_to_utf16_bytes(bytes, order, &mut vec![0; 2 * room]),
                    "{tier}"
                );
                for (pair, unit) in pairs.chunks_exact(2).zip(&expected[..written]) {
                    assert_eq!(
                        pair,
                        if order == Big {
                            unit.to_be_bytes()
                        } else {
                            unit.to_le_bytes()
                        },
                        "{tier}"
                    );
                }
            }
        }
    }
    for tier in tiers::available() {
        let mut units = vec![0; lossy.len()];
        let result = tiers::utf8_to_utf16_lossy(tier, bytes, &mut units);
        assert_eq!(result.map(|lossy| lossy.written), Ok(lossy.len()), "{tier}");
        assert_eq!(units, lossy, "{tier}");
    }
});

fn check_peers(bytes: &[u8], lossy: &[u16]) {
    let mut units = vec![0; bytes.len() + 1];
    let written = encoding_rs::mem::convert_utf8_to_utf16(bytes, &mut units);
    assert_eq!(units[..written], *lossy);
    // SAFETY: it writes at most one unit for each byte.
    let written = unsafe { simdutf::convert_utf8_to_utf16(bytes.as_ptr(), bytes.len(), units.as_mut_ptr()) };
    if std::str::from_utf8(bytes).is_ok() {
        assert_eq!(units[..written], *lossy);
    } else {
        assert_eq!(written, 0);
    }
}
