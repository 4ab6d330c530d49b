//! Tests of the two orders, by code point and by UTF-16 code unit, against those of the numbers.

use utf8kit::order;
use utf8kit::{Encoding, Policy};
use utf8kit_test::Random;

/// Characters on both sides of every limit at which the orders could differ.
const EDGES: [u32; 16] = [
    0, 1, 0x7F, 0x80, 0x7FF, 0x800, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xEFFF, 0xFFFD, 0xFFFF, 0x1_0000,
    0x1_F600, 0x10_FFFF,
];

/// Returns random text, often with characters of [`EDGES`].
fn text(random: &mut Random) -> String {
    // Some texts begin with a long common prefix, for the loop over blocks.
    let mut text = "é".repeat(random.choose(&[0, 0, 20, 50]));
    for _ in 0..random.below(4) {
        let number = match random.below(3) {
            0 => random.below(0x11_0000) as u32,
            _ => random.choose(&EDGES),
        };
        text.push(char::from_u32(number).unwrap_or('\u{E000}'));
    }
    text
}

/// On 100,000 random pairs of texts, in every encoding.
#[test]
fn orders_are_those_of_code_points_and_utf16_code_units() {
    let mut random = Random::new(1);
    let mut orders_differ = 0;
    for _ in 0..100_000 {
        let (a, b) = (text(&mut random), text(&mut random));
        let (numbers_a, numbers_b): (Vec<u32>, Vec<u32>) = (
            a.chars().map(u32::from).collect(),
            b.chars().map(u32::from).collect(),
        );
        let (units_a, units_b): (Vec<u16>, Vec<u16>) =
            (a.encode_utf16().collect(), b.encode_utf16().collect());
        let (by_code_point, by_unit) = (numbers_a.cmp(&numbers_b), units_a.cmp(&units_b));
        orders_differ += usize::from(by_code_point != by_unit);

        assert_eq!(
            order::utf8_by_code_point(a.as_bytes(), b.as_bytes()),
            by_code_point,
            "{a:?} {b:?}"
        );
        assert_eq!(
            order::utf8_by_utf16_unit(a.as_bytes(), b.as_bytes()),
            by_unit,
            "{a:?} {b:?}"
        );
        assert_eq!(
            order::utf16_by_code_point(&units_a, &units_b),
            by_code_point,
            "{a:?} {b:?}"
        );
        assert_eq!(
            order::utf16_by_utf16_unit(&units_a, &units_b),
            by_unit,
            "{a:?} {b:?}"
        );
        for dialect in [Encoding::Cesu8, Encoding::ModifiedUtf8] {
            let (a, b) = (
                dialect.encode(&a, Policy::Fail).unwrap(),
                dialect.encode(&b, Policy::Fail).unwrap(),
            );
            assert_eq!(
                order::cesu8_by_code_point(&a, &b),
                by_code_point,
                "{a:02X?} {b:02X?}"
            );
            assert_eq!(order::cesu8_by_utf16_unit(&a, &b), by_unit, "{a:02X?} {b:02X?}");
        }
    }
    assert!(
        orders_differ > 1000,
        "the two orders differ for only {orders_differ} pairs: the texts test too little"
    );
}

/// Antisymmetric and transitive, also for ill-formed text.
#[test]
fn orders_are_total_over_any_bytes_and_units() {
    let bytes = [
        0x00, 0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xED, 0xEE, 0xEF, 0xF0, 0xFF,
    ];
    let mut strings: Vec<Vec<u8>> = vec![vec![]];
    for a in bytes {
        strings.push(vec![a]);
        strings.extend(bytes.map(|b| vec![a, b]));
        strings.extend(bytes.map(|b| vec![0xED, a, b]));
    }
    for compare in [
        order::utf8_by_code_point,
        order::utf8_by_utf16_unit,
        order::cesu8_by_code_point,
        order::cesu8_by_utf16_unit,
    ] {
        strings.sort_by(|a, b| compare(a, b));
        strings.dedup();
        for (i, a) in strings.iter().enumerate() {
            for (j, b) in strings.iter().enumerate() {
                assert_eq!(compare(a, b), i.cmp(&j), "{a:02X?} {b:02X?}");
            }
        }
    }
    // Surrogates encode the characters over U+FFFF, so they come last by code point.
    let mut units: Vec<u16> = (0..=0xFFFF).collect();
    units.sort_by(|a, b| order::utf16_by_code_point(&[*a], &[*b]));
    let (others, surrogates) = units.split_at(0x1_0000 - 0x800);
    assert!(others.is_sorted() && surrogates.iter().copied().eq(0xD800..=0xDFFF));
}
