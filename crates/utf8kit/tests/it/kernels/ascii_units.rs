//! Tests of whether UTF-16 is ASCII.

use utf8kit::Endian::{Big, Little};
use utf8kit::tiers::{available, utf16_bytes_is_ascii, utf16_is_ascii};
use utf8kit_test::{GuardedBuffer, Place};

/// Asserts what every tier returns for `units`, at both ends of the memory, and for the same in bytes.
fn check(memory: &mut GuardedBuffer<u16>, bytes: &mut GuardedBuffer<u8>, units: &[u16]) {
    let expected = units.iter().all(|&unit| unit <= 0x7F);
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for (tier, place) in available().flat_map(|tier| [(tier, Place::Start), (tier, Place::End)]) {
        assert_eq!(
            utf16_is_ascii(tier, memory.source(units, place)),
            expected,
            "{tier}: {units:04X?}"
        );
        for (text, endian) in [(&little, Little), (&big, Big)] {
            let is_ascii = utf16_bytes_is_ascii(tier, bytes.source(text, place), endian);
            assert_eq!(is_ascii, expected, "{tier}, {endian:?}: {units:04X?}");
            if let Some((_, odd)) = text.split_last() {
                let is_ascii = utf16_bytes_is_ascii(tier, bytes.source(odd, place), endian);
                assert!(
                    !is_ascii,
                    "{tier}, {endian:?}, an odd byte at the end: {units:04X?}"
                );
            }
        }
    }
}

#[test]
fn utf16_is_ascii_if_every_unit_is() {
    const LONGEST: usize = 700;
    let (mut memory, mut bytes) = (GuardedBuffer::new(LONGEST), GuardedBuffer::new(2 * LONGEST));
    for len in (0..=140).chain([255, 256, 257, 511, 512, 513, LONGEST]) {
        for fill in [0, 0x7F] {
            let mut units = vec![fill; len];
            check(&mut memory, &mut bytes, &units);
            let last = len.saturating_sub(40);
            for at in (0..len.min(40)).chain(last.max(40)..len) {
                units[at] = 1 << (7 + at % 9);
                check(&mut memory, &mut bytes, &units);
                units[at] = fill;
            }
        }
    }
}
