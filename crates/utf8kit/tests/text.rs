//! Octets taken apart and mended: the same answers from either end, and as the standard library's.

#![cfg(feature = "alloc")]

mod support;

use std::borrow::Cow;
use support::{Random, VECTORS, octets, rows};
use utf8kit::{Policy, utf8};

/// Short texts with every kind of damage, and all the vectors.
fn samples() -> Vec<Vec<u8>> {
    let mut random = Random::new(7);
    let mut samples: Vec<Vec<u8>> = rows(VECTORS).iter().map(|row| octets(row["octets"])).collect();
    for _ in 0..3000 {
        let mut octets = random.text(12, 4).into_bytes();
        let times = random.below(6);
        random.damage(&mut octets, times);
        samples.push(octets);
    }
    // All sorts of octets next to each other.
    const TELLING: [u8; 14] = [
        0x41, 0x80, 0x90, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4, 0xFF,
    ];
    for _ in 0..20_000 {
        samples.push(
            (0..random.below(7))
                .map(|_| TELLING[random.below(TELLING.len())])
                .collect(),
        );
    }
    samples
}

#[test]
fn chunks_are_those_of_the_standard_library() {
    for octets in samples() {
        let ours: Vec<_> = utf8::chunks(&octets)
            .map(|chunk| (chunk.text(), chunk.ill_formed()))
            .collect();
        let std: Vec<_> = octets
            .utf8_chunks()
            .map(|chunk| (chunk.valid(), chunk.invalid()))
            .collect();
        assert_eq!(ours, std, "{octets:X?}");
        let mut at = 0;
        for chunk in utf8::chunks(&octets) {
            at += chunk.text().len();
            assert_eq!(chunk.error().is_some(), !chunk.ill_formed().is_empty());
            if let Some(error) = chunk.error() {
                assert_eq!((error.valid_up_to(), error.octets()), (at, chunk.ill_formed()));
            }
            at += chunk.ill_formed().len();
        }
        assert_eq!(at, octets.len());
    }
}

#[test]
fn repair_is_that_of_the_standard_library() {
    for octets in samples() {
        let std = String::from_utf8_lossy(&octets);
        let ours = utf8::repair(&octets);
        assert_eq!(ours, std, "{octets:X?}");
        assert_eq!(matches!(ours, Cow::Borrowed(_)), matches!(std, Cow::Borrowed(_)));
        assert_eq!(utf8::into_string_lossy(octets.clone()), std);
        assert_eq!(
            utf8::repair_with(&octets, Policy::Replace('\u{FFFD}')).unwrap(),
            std
        );
        match utf8::into_string(octets.clone()) {
            Ok(text) => assert_eq!(text, std),
            Err(refused) => assert_eq!(refused.into_octets(), octets),
        }
    }
    // Much that is bad, so that the first guess at the room does not do.
    let octets = [0xFF; 10_000];
    assert_eq!(utf8::repair(&octets), "\u{FFFD}".repeat(10_000));
    assert_eq!(
        utf8::repair_with(&octets, Policy::Escape).unwrap(),
        r"\xFF".repeat(10_000)
    );
}

#[test]
fn what_is_well_formed_is_returned_as_it_is() {
    let octets = b"as it is".to_vec();
    let place = octets.as_ptr();
    assert_eq!(utf8::repair(&octets).as_ptr(), place);
    assert_eq!(
        utf8::repair_with(&octets, Policy::Escape).unwrap().as_ptr(),
        place
    );
    let text = utf8::into_string_lossy(octets);
    assert_eq!(text.as_ptr(), place);
}

#[test]
fn characters_from_either_end() {
    for octets in samples() {
        let forwards: String = utf8::chars_lossy(&octets).collect();
        assert_eq!(forwards, String::from_utf8_lossy(&octets), "{octets:X?}");
        let backwards: Vec<char> = utf8::chars_lossy(&octets).rev().collect();
        assert_eq!(
            backwards.into_iter().rev().collect::<String>(),
            forwards,
            "{octets:X?}"
        );
        // From both ends by turns.
        let (mut front, mut back) = (String::new(), Vec::new());
        let mut chars = utf8::chars_lossy(&octets);
        while let Some(c) = chars.next() {
            front.push(c);
            back.extend(chars.next_back());
        }
        front.extend(back.into_iter().rev());
        assert_eq!(front, forwards);
    }
}

#[test]
fn boundaries_are_where_characters_and_maximal_subparts_begin() {
    for octets in samples() {
        let mut boundaries = vec![false; octets.len() + 3];
        let mut at = 0;
        while let Some((_, len)) = utf8::decode_first(&octets[at..]) {
            boundaries[at] = true;
            at += len;
        }
        boundaries[octets.len()] = true;
        for index in 0..octets.len() + 3 {
            assert_eq!(
                utf8::is_boundary(&octets, index),
                boundaries[index],
                "{octets:X?} at {index}"
            );
            let floor = (0..=index.min(octets.len()))
                .rev()
                .find(|&i| boundaries[i])
                .unwrap();
            assert_eq!(
                utf8::floor_boundary(&octets, index),
                floor,
                "{octets:X?} at {index}"
            );
            let ceil = (index..octets.len())
                .find(|&i| boundaries[i])
                .unwrap_or(octets.len());
            assert_eq!(
                utf8::ceil_boundary(&octets, index),
                ceil,
                "{octets:X?} at {index}"
            );
        }
    }
    assert_eq!(utf8::floor_boundary(b"abc", usize::MAX), 3);
    assert_eq!(utf8::ceil_boundary(b"abc", usize::MAX), 3);
    assert!(!utf8::is_boundary(b"abc", usize::MAX));
}

#[test]
fn an_unfinished_tail_is_split_off() {
    for octets in samples() {
        let (text, rest) = utf8::split_incomplete(&octets);
        assert_eq!([text, rest].concat(), octets);
        // The tail is there exactly if the last error is that the text ends.
        let last = utf8::chunks(&octets).last().and_then(|chunk| chunk.error());
        let expected = last
            .filter(|error| error.error_len().is_none())
            .map_or(&[][..], |_| rest);
        assert_eq!(rest, expected, "{octets:X?}");
        assert_eq!(
            last.is_some_and(|error| error.error_len().is_none()),
            !rest.is_empty(),
            "{octets:X?}"
        );
    }
}
