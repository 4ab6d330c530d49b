//! Checks that each tier, the reference engine, the standard library, simdutf and encoding_rs convert UTF-8 to UTF-16
//! alike: strictly and lossily, to both byte orders, into destinations of any size.

use utf8kit::Endian::{Big, Little};
use utf8kit::tiers;

pub(crate) fn run(input: (u8, &[u8])) {
    let (shortage, bytes) = input;
    let lossy: Vec<u16> = String::from_utf8_lossy(bytes).encode_utf16().collect();
    check_other_libraries(bytes, &lossy);

    // A destination of the needed size, and a smaller one.
    for capacity in [lossy.len(), lossy.len().saturating_sub(shortage.into())] {
        let mut expected = vec![0; capacity];
        let strict = tiers::reference_utf8_to_utf16(bytes, &mut expected);
        let written = strict.unwrap_or_else(|error| error.written());
        for tier in tiers::available() {
            let mut units = vec![0; capacity];
            assert_eq!(tiers::utf8_to_utf16(tier, bytes, &mut units), strict, "{tier}");
            assert_eq!(units[..written], expected[..written], "{tier}");
            for endian in [Little, Big] {
                let mut pairs = vec![0; 2 * capacity];
                let result = tiers::utf8_to_utf16_bytes(tier, bytes, endian, &mut pairs);
                assert_eq!(
                    result,
                    tiers::reference_utf8_to_utf16_bytes(bytes, endian, &mut vec![0; 2 * capacity]),
                    "{tier}"
                );
                for (pair, unit) in pairs.chunks_exact(2).zip(&expected[..written]) {
                    assert_eq!(
                        pair,
                        if endian == Big {
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
}

fn check_other_libraries(bytes: &[u8], lossy: &[u16]) {
    let mut units = vec![0; bytes.len() + 1];
    let written = encoding_rs::mem::convert_utf8_to_utf16(bytes, &mut units);
    assert_eq!(units[..written], *lossy);
    #[cfg(feature = "simdutf")]
    {
        // SAFETY: the function writes at most one code unit for each byte, for which `units` has space.
        let written =
            unsafe { simdutf::convert_utf8_to_utf16(bytes.as_ptr(), bytes.len(), units.as_mut_ptr()) };
        if std::str::from_utf8(bytes).is_ok() {
            assert_eq!(units[..written], *lossy);
        } else {
            assert_eq!(written, 0);
        }
    }
}
