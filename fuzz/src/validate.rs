//! Checks that each tier, the standard library, simdutf and encoding_rs validate UTF-8 alike and report the same position
//! of the first error, and that validation in blocks has the same result.

use crate::pieces::cut_before_ascii;
use utf8kit::tiers;
use utf8kit::utf8::BlockValidator;

pub(crate) fn run(bytes: &[u8]) {
    // Random changes seldom cut the last character alone.
    for cut in 0..bytes.len().min(4) {
        check(&bytes[..bytes.len() - cut]);
    }
    check(&cut_before_ascii(bytes));
}

fn check(bytes: &[u8]) {
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
    check_blocks(bytes, expected.is_ok());
}

/// Checks the validator of blocks, which are pushed by one, by four and all at once: few and many are different code.
fn check_blocks(bytes: &[u8], is_valid: bool) {
    let (blocks, rest) = bytes.as_chunks();
    for at_once in [1, 4, blocks.len().max(1)] {
        let mut validator = BlockValidator::new();
        blocks.chunks(at_once).for_each(|blocks| validator.push(blocks));
        assert_eq!(validator.finish(rest), is_valid, "{at_once} blocks at once");
    }
}
