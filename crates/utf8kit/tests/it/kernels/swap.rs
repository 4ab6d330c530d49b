//! Tests of the reversal of bytes.

use super::operation::OnTier;
use utf8kit::tiers::{available, swaps};
use utf8kit::{DestinationFull, Tier};
use utf8kit_test::{CodeUnit, GuardedBuffer, Place};

/// Checks every tier with texts of every length at both ends of the memory, in place and with destinations that are as
/// large, larger and smaller.
fn check<U: CodeUnit>(
    unit: fn(usize) -> U,
    swapped: fn(U) -> U,
    in_place: fn(Tier, &mut [U]),
    copy: OnTier<U, U, Result<usize, DestinationFull>>,
) {
    const MAX: usize = 1100;
    let (mut source, mut destination) = (GuardedBuffer::<U>::new(MAX), GuardedBuffer::<U>::new(MAX));
    for len in (0..=300).chain([511, 512, 513, 1000, 1024]) {
        let units: Vec<U> = (0..len).map(unit).collect();
        let expected: Vec<U> = units.iter().map(|&unit| swapped(unit)).collect();
        for (tier, place) in available().flat_map(|tier| [(tier, Place::Start), (tier, Place::End)]) {
            destination.destination(len, place).copy_from_slice(&units);
            let changed = destination.existing(len, place);
            in_place(tier, changed);
            assert!(*changed == *expected, "{tier}, {place:?}: {len} units");
            assert!(
                destination.is_clean_around(len, place),
                "{tier}, {place:?}: {len} units"
            );

            let placed = source.source(&units, place);
            for size in [len, len + 1, len + 40, len / 2, len.saturating_sub(1)] {
                let to = destination.destination(size, place);
                let before = to.to_vec();
                let written = size.min(len);
                let result = copy(tier, placed, to).map_err(|full| (full.read(), full.written()));
                let is_full = (size < len).then_some(Err((size, size)));
                assert_eq!(
                    result,
                    is_full.unwrap_or(Ok(len)),
                    "{tier}, {place:?}: {len} units to {size}"
                );
                assert!(
                    to[..written] == expected[..written],
                    "{tier}, {place:?}: {len} units to {size}"
                );
                assert!(
                    to[written..] == before[written..],
                    "{tier}, {place:?}: {len} units to {size}"
                );
                assert!(
                    destination.is_clean_around(size, place),
                    "{tier}, {place:?}: {len} units to {size}"
                );
            }
        }
    }
}

#[test]
fn utf16_is_reversed_unit_by_unit() {
    let unit = |i: usize| 0x0102_u16.wrapping_mul(i as u16).wrapping_add(0xA1);
    check(unit, u16::swap_bytes, swaps::utf16, swaps::utf16_to);
}

#[test]
fn utf32_is_reversed_unit_by_unit() {
    let unit = |i: usize| 0x0102_0305_u32.wrapping_mul(i as u32).wrapping_add(0xA1);
    check(unit, u32::swap_bytes, swaps::utf32, swaps::utf32_to);
}
