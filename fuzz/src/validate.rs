//! Checks that each tier, the standard library, simdutf and encoding_rs validate UTF-8 alike and report the same position
//! of the first error.

use utf8kit::tiers;

pub(crate) fn run(bytes: &[u8]) {
    let expected = std::str::from_utf8(bytes);
    for tier in tiers::available() {
        match (tiers::validate_utf8(tier, bytes), expected) {
            (Ok(()), Ok(_)) => {}
            (Err(ours), Err(theirs)) => {
                assert_eq!(ours.valid_up_to(), theirs.valid_up_to(), "{tier}");
                assert_eq!(ours.error_len(), theirs.error_len(), "{tier}");
            }
            (ours, theirs) => panic!("{tier}: {ours:?}, std: {theirs:?}"),
        }
        let result = tiers::validate_utf8(tier, bytes);
        assert_eq!(result, tiers::reference_validate_utf8(bytes), "{tier}");
    }
    #[cfg(feature = "simdutf")]
    assert_eq!(simdutf::validate_utf8(bytes), expected.is_ok());
    let valid_up_to = expected.map_or_else(|error| error.valid_up_to(), str::len);
    assert_eq!(encoding_rs::Encoding::utf8_valid_up_to(bytes), valid_up_to);
}
