//! Tests of whether UTF-16 is ASCII.

use utf8kit::tiers::{available, utf16_is_ascii};
use utf8kit_test::{GuardedBuffer, Place};

/// Asserts what every tier returns for `units`, at both ends of the memory.
fn check(memory: &mut GuardedBuffer<u16>, units: &[u16]) {
    let expected = units.iter().all(|&unit| unit <= 0x7F);
    for (tier, place) in available().flat_map(|tier| [(tier, Place::Start), (tier, Place::End)]) {
        assert_eq!(
            utf16_is_ascii(tier, memory.source(units, place)),
            expected,
            "{tier}: {units:04X?}"
        );
    }
}

#[test]
fn utf16_is_ascii_if_every_unit_is() {
    const LONGEST: usize = 700;
    let mut memory = GuardedBuffer::new(LONGEST);
    for len in (0..=140).chain([255, 256, 257, 511, 512, 513, LONGEST]) {
        for fill in [0, 0x7F] {
            let mut units = vec![fill; len];
            check(&mut memory, &units);
            let last = len.saturating_sub(40);
            for at in (0..len.min(40)).chain(last.max(40)..len) {
                units[at] = 1 << (7 + at % 9);
                check(&mut memory, &units);
                units[at] = fill;
            }
        }
    }
}
