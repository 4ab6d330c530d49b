//! Tests of functions on UTF-8 text that may be ill-formed: chunks, repair, characters and boundaries, compared with the
//! standard library and from either end. Boundaries also of UTF-16 and UTF-32.

use std::borrow::Cow;
use utf8kit::{Encoding, Endian, ErrorKind, Policy, stream::Decoder, utf8, utf16};
use utf8kit_test::{Random, VECTORS, hex, rows};

/// Returns all vectors, short damaged texts, and short sequences of bytes at the limits of ranges.
fn samples() -> Vec<Vec<u8>> {
    let mut random = Random::new(7);
    let mut samples: Vec<Vec<u8>> = rows(VECTORS).iter().map(|row| hex(row["bytes"])).collect();
    for _ in 0..3000 {
        let mut bytes = random.text(12, 4).into_bytes();
        let times = random.below(6);
        random.damage(&mut bytes, times);
        samples.push(bytes);
    }
    const LIMITS: [u8; 14] = [
        0x41, 0x80, 0x90, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4, 0xFF,
    ];
    for _ in 0..20_000 {
        samples.push(
            (0..random.below(7))
                .map(|_| LIMITS[random.below(LIMITS.len())])
                .collect(),
        );
    }
    samples
}

#[test]
fn chunks_equal_those_of_the_standard_library() {
    for bytes in samples() {
        let actual: Vec<_> = utf8::chunks(&bytes)
            .map(|chunk| (chunk.text(), chunk.ill_formed()))
            .collect();
        let std: Vec<_> = bytes
            .utf8_chunks()
            .map(|chunk| (chunk.valid(), chunk.invalid()))
            .collect();
        assert_eq!(actual, std, "{bytes:02X?}");
        let mut at = 0;
        for chunk in utf8::chunks(&bytes) {
            at += chunk.text().len();
            assert_eq!(chunk.error().is_some(), !chunk.ill_formed().is_empty());
            if let Some(error) = chunk.error() {
                assert_eq!((error.valid_up_to(), error.bytes()), (at, chunk.ill_formed()));
            }
            at += chunk.ill_formed().len();
        }
        assert_eq!(at, bytes.len());
    }
}

#[test]
fn chunks_with_the_same_text_and_error_are_equal() {
    let first = |bytes| utf8::chunks(bytes).next().unwrap();
    assert_eq!(first(b"ab"), first(b"ab"));
    assert_eq!(first(b"ab\xFFc"), first(b"ab\xFFd"));
    assert_ne!(first(b"ab"), first(b"ac"));
    assert_ne!(first(b"ab"), first(b"ab\xFF"));
    assert_ne!(first(b"ab\xFE"), first(b"ab\xFF"));
    assert_ne!(first(b"a\xFF"), first(b"b\xFF"));
}

#[test]
fn repair_equals_from_utf8_lossy() {
    for bytes in samples() {
        let std = String::from_utf8_lossy(&bytes);
        let actual = utf8::repair(&bytes);
        assert_eq!(actual, std, "{bytes:02X?}");
        assert_eq!(
            matches!(actual, Cow::Borrowed(_)),
            matches!(std, Cow::Borrowed(_))
        );
        assert_eq!(utf8::into_string_lossy(bytes.clone()), std);
        assert_eq!(
            utf8::repair_with(&bytes, Policy::Replace('\u{FFFD}')).unwrap(),
            std
        );
        match utf8::into_string(bytes.clone()) {
            Ok(text) => assert_eq!(text, std),
            Err(error) => {
                assert_eq!(error.as_bytes(), bytes);
                assert_eq!(error.clone().into_string_lossy(), std);
                assert_eq!(error.into_bytes(), bytes);
            }
        }
    }
    // So many errors that the first estimate of the capacity is too small.
    let bytes = [0xFF; 10_000];
    assert_eq!(utf8::repair(&bytes), "\u{FFFD}".repeat(10_000));
    assert_eq!(
        utf8::repair_with(&bytes, Policy::Escape).unwrap(),
        r"\xFF".repeat(10_000)
    );
}

#[test]
fn repair_to_a_string_appends_what_repair_returns_and_counts_the_errors() {
    let check = |bytes: &[u8]| {
        for capacity in [0, 3 * bytes.len() + 8] {
            let mut text = String::with_capacity(capacity);
            text.push('¿');
            let done = utf8::repair_to(bytes, &mut text).unwrap();
            assert_eq!(
                text,
                format!("¿{}", String::from_utf8_lossy(bytes)),
                "{bytes:02X?}"
            );
            let errors = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty());
            assert_eq!(done.replaced, errors.count(), "{bytes:02X?}");
            assert_eq!(done.written, text.len() - "¿".len(), "{bytes:02X?}");
        }
    };
    let samples = samples();
    samples.iter().for_each(|bytes| check(bytes));
    // Texts of every length about the largest that is repaired in a buffer.
    let long = samples.concat();
    for (turn, start) in (0..long.len() - 400).step_by(997).enumerate() {
        check(&long[start..][..200 + turn % 200]);
    }
    for end in [4095, 4096, 4097, 10_000] {
        check(&long[..end]);
        check(&[0xFF; 10_000][..end]);
    }
}

/// Asserts that an owner of `bytes` is converted as `Vec` is, and that the text is where the bytes were.
fn check_owner<B>(bytes: &[u8])
where
    B: utf8::IntoString + Clone + std::fmt::Debug + for<'a> From<&'a [u8]>,
{
    let owner = B::from(bytes);
    let std = String::from_utf8_lossy(bytes);
    // A clone of an `Rc` refers to the same bytes.
    assert_eq!(*utf8::into_string_lossy(owner.clone()), *std, "{bytes:02X?}");
    let address = owner.as_ref().as_ptr();
    match utf8::into_string(owner) {
        Ok(text) => {
            assert_eq!(*text, *std);
            assert_eq!(text.as_ptr(), address);
        }
        Err(error) => {
            assert_eq!(Some(error.error()), utf8::validate(bytes).err());
            assert_eq!(*error.clone().into_string_lossy(), *std);
            assert_eq!(error.as_bytes(), bytes);
            assert_eq!(error.into_bytes().as_ref().as_ptr(), address);
        }
    }
}

#[test]
fn every_owner_of_bytes_is_converted_without_a_copy_or_given_back() {
    for bytes in samples() {
        check_owner::<Vec<u8>>(&bytes);
        check_owner::<Box<[u8]>>(&bytes);
        check_owner::<std::rc::Rc<[u8]>>(&bytes);
        check_owner::<std::sync::Arc<[u8]>>(&bytes);
        let is_well_formed = utf8::is_valid(&bytes);
        let borrowed = utf8::into_string_lossy(Cow::Borrowed(&bytes[..]));
        assert_eq!(matches!(borrowed, Cow::Borrowed(_)), is_well_formed);
        assert_eq!(borrowed, String::from_utf8_lossy(&bytes));
        let owned: Cow<[u8]> = Cow::Owned(bytes.clone());
        assert_eq!(
            utf8::into_string(owned).map_err(|error| error.into_bytes()),
            utf8::into_string(bytes.clone())
                .map(Cow::Owned)
                .map_err(|error| Cow::Owned(error.into_bytes()))
        );
        let mut changed = bytes.clone();
        let text = utf8::validate_mut(&mut changed).map(|text| text.make_ascii_lowercase());
        assert_eq!(text.err(), utf8::validate(&bytes).err());
        let expected = match is_well_formed {
            true => bytes.to_ascii_lowercase(),
            false => bytes,
        };
        assert_eq!(changed, expected);
    }
}

#[test]
fn a_shared_owner_is_converted_while_others_refer_to_the_bytes() {
    let bytes: std::sync::Arc<[u8]> = std::sync::Arc::from("où".as_bytes());
    let (other, weak) = (bytes.clone(), std::sync::Arc::downgrade(&bytes));
    let text = utf8::into_string(bytes).unwrap();
    assert_eq!((&*text, &*other), ("où", "où".as_bytes()));
    drop(other);
    assert_eq!(weak.upgrade().as_deref(), Some("où".as_bytes()));
    drop(text);
    assert_eq!(weak.upgrade(), None);
}

#[test]
fn well_formed_text_is_returned_without_a_copy() {
    let bytes = b"as it is".to_vec();
    let address = bytes.as_ptr();
    assert_eq!(utf8::repair(&bytes).as_ptr(), address);
    assert_eq!(
        utf8::repair_with(&bytes, Policy::Escape).unwrap().as_ptr(),
        address
    );
    let text = utf8::into_string_lossy(bytes);
    assert_eq!(text.as_ptr(), address);
}

#[test]
fn chars_lossy_gives_the_same_from_either_end() {
    for bytes in samples() {
        let forwards: String = utf8::chars_lossy(&bytes).collect();
        assert_eq!(forwards, String::from_utf8_lossy(&bytes), "{bytes:02X?}");
        let backwards: Vec<char> = utf8::chars_lossy(&bytes).rev().collect();
        assert_eq!(
            backwards.into_iter().rev().collect::<String>(),
            forwards,
            "{bytes:02X?}"
        );
        // Alternately from both ends.
        let (mut front, mut back) = (String::new(), Vec::new());
        let mut chars = utf8::chars_lossy(&bytes);
        while let Some(c) = chars.next() {
            front.push(c);
            back.extend(chars.next_back());
        }
        front.extend(back.into_iter().rev());
        assert_eq!(front, forwards);
    }
}

#[test]
fn char_indices_lossy_gives_the_characters_and_their_bytes_from_either_end() {
    for bytes in samples() {
        // What the chunks of the standard library contain.
        let mut expected = Vec::new();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                expected.push((at..at + c.len_utf8(), c));
                at += c.len_utf8();
            }
            if !chunk.invalid().is_empty() {
                expected.push((at..at + chunk.invalid().len(), '\u{FFFD}'));
                at += chunk.invalid().len();
            }
        }
        let indices = || utf8::char_indices_lossy(&bytes);
        assert_eq!(indices().collect::<Vec<_>>(), expected, "{bytes:02X?}");
        let mut backwards: Vec<_> = indices().rev().collect();
        backwards.reverse();
        assert_eq!(backwards, expected, "{bytes:02X?}");
        assert!(indices().map(|(_, c)| c).eq(utf8::chars_lossy(&bytes)));

        // Alternately from both ends, with the number of those that are left.
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut rest = indices();
        let mut chars = utf8::chars_lossy(&bytes);
        while let Some(item) = rest.next() {
            front.push(item);
            back.extend(rest.next_back());
            chars.next();
            chars.next_back();
            let left = expected.len() - front.len() - back.len();
            assert_eq!(
                (rest.clone().count(), chars.clone().count()),
                (left, left),
                "{bytes:02X?}"
            );
            assert!(rest.size_hint().0 <= left && rest.size_hint().1 >= Some(left));
        }
        front.extend(back.into_iter().rev());
        assert_eq!(front, expected, "{bytes:02X?}");
    }
}

#[test]
fn boundaries_are_where_characters_and_maximal_subparts_begin() {
    for bytes in samples() {
        let mut boundaries = vec![false; bytes.len() + 3];
        let mut at = 0;
        while let Some((_, len)) = utf8::decode_first(&bytes[at..]) {
            boundaries[at] = true;
            at += len;
        }
        boundaries[bytes.len()] = true;
        for index in 0..bytes.len() + 3 {
            assert_eq!(
                utf8::is_boundary(&bytes, index),
                boundaries[index],
                "{bytes:02X?} at {index}"
            );
            let floor = (0..=index.min(bytes.len()))
                .rev()
                .find(|&i| boundaries[i])
                .unwrap();
            assert_eq!(
                utf8::floor_boundary(&bytes, index),
                floor,
                "{bytes:02X?} at {index}"
            );
            let ceil = (index..bytes.len())
                .find(|&i| boundaries[i])
                .unwrap_or(bytes.len());
            assert_eq!(
                utf8::ceil_boundary(&bytes, index),
                ceil,
                "{bytes:02X?} at {index}"
            );
        }
    }
    assert_eq!(utf8::floor_boundary(b"abc", usize::MAX), 3);
    assert_eq!(utf8::ceil_boundary(b"abc", usize::MAX), 3);
    assert!(!utf8::is_boundary(b"abc", usize::MAX));
}

#[test]
fn an_incomplete_sequence_at_the_end_is_split_off() {
    for bytes in samples() {
        let (text, rest) = utf8::split_incomplete(&bytes);
        assert_eq!([text, rest].concat(), bytes);
        // There is a tail exactly if the last error is an incomplete sequence.
        let last = utf8::chunks(&bytes).last().and_then(|chunk| chunk.error());
        let expected = last
            .filter(|error| error.error_len().is_none())
            .map_or(&[][..], |_| rest);
        assert_eq!(rest, expected, "{bytes:02X?}");
        assert_eq!(
            last.is_some_and(|error| error.error_len().is_none()),
            !rest.is_empty(),
            "{bytes:02X?}"
        );
    }
}

/// Returns all texts of up to five code units that are one of these: characters, and surrogates at the limits of both halves.
fn samples_of_utf16() -> Vec<Vec<u16>> {
    const UNITS: [u16; 7] = [0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];
    let mut samples = vec![vec![]];
    let mut from = 0;
    for _ in 0..5 {
        let to = samples.len();
        for at in from..to {
            for unit in UNITS {
                samples.push([&samples[at][..], &[unit]].concat());
            }
        }
        from = to;
    }
    samples
}

#[test]
fn boundaries_of_utf16_are_where_characters_and_unpaired_surrogates_begin() {
    for units in samples_of_utf16() {
        let mut boundaries = vec![0];
        for result in char::decode_utf16(units.iter().copied()) {
            let len = result.map_or(1, char::len_utf16);
            boundaries.push(boundaries.last().unwrap() + len);
        }
        for index in 0..units.len() + 3 {
            let message = format!("{units:04X?} at {index}");
            assert_eq!(
                utf16::is_boundary(&units, index),
                boundaries.contains(&index),
                "{message}"
            );
            let floor = boundaries.iter().rfind(|&&boundary| boundary <= index).unwrap();
            assert_eq!(utf16::floor_boundary(&units, index), *floor, "{message}");
            let ceil = boundaries.iter().find(|&&boundary| boundary >= index);
            assert_eq!(
                utf16::ceil_boundary(&units, index),
                *ceil.unwrap_or(&units.len()),
                "{message}"
            );
        }
        assert_eq!(utf16::floor_boundary(&units, usize::MAX), units.len());
        assert_eq!(utf16::ceil_boundary(&units, usize::MAX), units.len());
        assert!(!utf16::is_boundary(&units, usize::MAX));
    }
}

/// Returns the characters of UTF-16 as the standard library decodes them, each with its range, and `None` for an unpaired
/// surrogate.
fn characters_of_utf16(units: &[u16]) -> Vec<(std::ops::Range<usize>, Option<char>)> {
    let mut at = 0;
    char::decode_utf16(units.iter().copied())
        .map(|result| {
            let start = at;
            at += result.as_ref().map_or(1, |c| c.len_utf16());
            (start..at, result.ok())
        })
        .collect()
}

#[test]
fn characters_of_utf16_are_the_same_from_either_end() {
    for units in samples_of_utf16() {
        let expected: Vec<_> = characters_of_utf16(&units)
            .into_iter()
            .map(|(range, c)| (range, c.unwrap_or('\u{FFFD}')))
            .collect();
        let mut backwards: Vec<_> = utf16::char_indices_lossy(&units).rev().collect();
        backwards.reverse();
        assert_eq!(backwards, expected, "{units:04X?}");
        assert!(utf16::char_indices_lossy(&units).eq(expected.iter().cloned()));
        let chars = expected.iter().map(|&(_, c)| c);
        assert!(utf16::chars_lossy(&units).eq(chars.clone()), "{units:04X?}");
        assert!(utf16::chars_lossy(&units).rev().eq(chars.rev()), "{units:04X?}");
        // Alternately from both ends, with the number of those that are left.
        let (mut chars, mut indices) = (utf16::chars_lossy(&units), utf16::char_indices_lossy(&units));
        let mut left = expected.as_slice();
        while let [first, rest @ ..] = left {
            assert_eq!(
                (chars.next(), indices.next()),
                (Some(first.1), Some(first.clone()))
            );
            left = rest;
            if let [rest @ .., last] = left {
                assert_eq!(
                    (chars.next_back(), indices.next_back()),
                    (Some(last.1), Some(last.clone()))
                );
                left = rest;
            }
            assert_eq!(chars.clone().count(), left.len());
            assert_eq!(indices.clone().count(), left.len());
            assert!(chars.size_hint().0 <= left.len() && chars.size_hint().1 >= Some(left.len()));
            assert_eq!(chars.size_hint(), indices.size_hint());
        }
        assert_eq!((chars.next(), indices.next_back()), (None, None));
    }
}

#[test]
fn the_first_and_last_characters_of_utf16_are_those_of_the_text() {
    for units in samples_of_utf16() {
        let characters = characters_of_utf16(&units);
        let check = |decoded: Option<(Result<char, utf8kit::IllFormed>, usize)>, expected| {
            let Some((range, c)): Option<&(std::ops::Range<usize>, Option<char>)> = expected else {
                assert_eq!(decoded, None);
                return;
            };
            let (result, len) = decoded.unwrap();
            assert_eq!(len, range.len(), "{units:04X?}");
            match result {
                Ok(decoded) => assert_eq!(Some(decoded), *c, "{units:04X?}"),
                Err(error) => {
                    assert_eq!(*c, None, "{units:04X?}");
                    let expected = utf16::validate(&units[range.start..]).unwrap_err();
                    assert_eq!(error.valid_up_to(), range.start);
                    assert_eq!((error.kind(), error.bytes()), (expected.kind(), expected.bytes()));
                }
            }
        };
        check(utf16::decode_first(&units), characters.first());
        check(utf16::decode_last(&units), characters.last());
    }
}

#[test]
fn chunks_of_utf16_end_at_unpaired_surrogates() {
    let mut samples = samples_of_utf16();
    let mut random = Random::new(16);
    for turn in 0..500 {
        let mut units: Vec<u16> = random.text(300, 4).encode_utf16().collect();
        for _ in 0..turn % 5 * 3 {
            let at = random.below(units.len());
            units[at] = [0xD800, 0xDBFF, 0xDC00, 0xDFFF][random.below(4)];
        }
        samples.push(units);
    }
    for units in samples {
        let mut expected = vec![];
        let mut start = 0;
        for (range, c) in characters_of_utf16(&units) {
            if c.is_none() {
                expected.push((&units[start..range.start], &units[range.clone()]));
                start = range.end;
            }
        }
        if start < units.len() {
            expected.push((&units[start..], &[][..]));
        }
        let chunks = || utf16::chunks(&units);
        let actual: Vec<_> = chunks().map(|chunk| (chunk.text(), chunk.ill_formed())).collect();
        assert_eq!(actual, expected, "{units:04X?}");
        let mut at = 0;
        for chunk in chunks() {
            at += chunk.text().len();
            assert!(utf16::is_valid(chunk.text()));
            assert_eq!(chunk.error().is_some(), !chunk.ill_formed().is_empty());
            if let Some(error) = chunk.error() {
                let expected = utf16::validate(&units[at..]).unwrap_err();
                assert_eq!(error.valid_up_to(), at);
                assert_eq!((error.kind(), error.bytes()), (expected.kind(), expected.bytes()));
            }
            at += chunk.ill_formed().len();
        }
        assert_eq!(at, units.len());
    }
}

#[test]
fn chunks_of_utf16_with_the_same_text_and_error_are_equal() {
    let first = |units| utf16::chunks(units).next().unwrap();
    assert_eq!(first(&[0x61, 0xDC00, 0x62]), first(&[0x61, 0xDC00]));
    assert_ne!(first(&[0x61, 0xD800, 0x62]), first(&[0x61, 0xD800])); // the latter is incomplete
    assert_ne!(first(&[0x61]), first(&[0x62]));
    assert_ne!(first(&[0x61]), first(&[0x61, 0xDC00]));
}

/// Returns the offset at which the text is incomplete, or its length: the error of a validation, after all others.
fn incomplete_from(len: usize, validate: impl Fn(usize) -> Result<(), utf8kit::IllFormed>) -> usize {
    let mut from = 0;
    while let Err(error) = validate(from) {
        from += error.valid_up_to();
        match error.error_len() {
            Some(len) => from += len,
            None => {
                assert_eq!(error.kind(), ErrorKind::UnexpectedEnd);
                return from;
            }
        }
    }
    len
}

#[test]
fn an_incomplete_character_of_utf16_at_the_end_is_split_off() {
    for units in samples_of_utf16() {
        let from = incomplete_from(units.len(), |from| utf16::validate(&units[from..]));
        assert_eq!(
            utf16::split_incomplete(&units),
            units.split_at(from),
            "{units:04X?}"
        );
        for endian in [Endian::Little, Endian::Big] {
            let to_bytes = match endian {
                Endian::Little => u16::to_le_bytes,
                Endian::Big => u16::to_be_bytes,
            };
            let bytes: Vec<u8> = units.iter().copied().flat_map(to_bytes).collect();
            for bytes in [&bytes, &bytes[..bytes.len().saturating_sub(1)]] {
                let from = incomplete_from(bytes.len(), |from| {
                    Encoding::Utf16(endian).validate(&bytes[from..])
                });
                assert_eq!(
                    Encoding::Utf16(endian).split_incomplete(bytes),
                    bytes.split_at(from),
                    "{bytes:02X?} {endian:?}"
                );
            }
        }
    }
}

#[test]
fn an_incomplete_code_unit_of_utf32_at_the_end_is_split_off() {
    let bytes = [0x41, 0, 0, 0, 0, 0xD8, 0, 0, 0x42, 0, 0, 0];
    for len in 0..=bytes.len() {
        let bytes = &bytes[..len];
        for endian in [Endian::Little, Endian::Big] {
            let from = incomplete_from(len, |from| Encoding::Utf32(endian).validate(&bytes[from..]));
            assert_eq!(
                Encoding::Utf32(endian).split_incomplete(bytes),
                bytes.split_at(from),
                "{len}"
            );
        }
    }
}

/// What is split off is what a decoder keeps of the same bytes.
#[test]
fn an_incomplete_character_is_split_off_in_every_encoding() {
    let mut random = Random::new(53);
    let mut split = [0; 14];
    for _ in 0..3000 {
        for (&encoding, split) in Encoding::ALL.iter().zip(&mut split) {
            let text = random.text(4, 4);
            let mut bytes = encoding.encode(&text, Policy::Drop).unwrap().into_owned();
            bytes.truncate(random.below(bytes.len() + 1));
            if random.below(4) == 0 {
                bytes.extend(
                    [0xC3, 0xE2, 0xED, 0xF0, 0xFC, 0xA0, 0xD8, 0x80].map(|byte| byte + random.below(2) as u8),
                );
                bytes.truncate(bytes.len() - random.below(8));
            }
            let mut decoder = Decoder::new(encoding, Policy::Replace('?'));
            let mut text = String::new();
            assert_eq!(decoder.to_utf8(&bytes, &mut text).read, bytes.len());
            let held = decoder.held().len();
            let expected = bytes.split_at(bytes.len() - held);
            assert_eq!(
                encoding.split_incomplete(&bytes),
                expected,
                "{encoding}: {bytes:02X?}"
            );
            *split += usize::from(held > 0);
        }
    }
    for (encoding, split) in Encoding::ALL.iter().zip(split) {
        let never = matches!(encoding, Encoding::Latin1 | Encoding::Ascii);
        assert_eq!(split > 100, !never, "{encoding}: {split}");
    }
}
