//! Tests of the errors of UTF-16 and UTF-32, which the engine marks and repairs many at a time: errors around each of its bounds, with
//! every policy and in pieces, against plain code.

use utf8kit::stream::{Decoder, Stop};
use utf8kit::{
    ConvertErrorKind, Encoding, Endian, ErrorKind, Policy, Replacement, convert, converted_len, utf16, utf32,
};
use utf8kit_test::Random;

/// Code units of which some are errors, and how plain code decodes them: a character or an error, with its number of code units.
trait Text: Copy + 'static {
    const ERRORS: &'static [&'static [Self]];
    const SIZE: usize;

    fn of(c: char) -> Vec<Self>;
    fn decode(units: &[Self]) -> Vec<(Option<char>, usize)>;
    fn encoding(endian: Endian) -> Encoding;
    fn bytes(self, endian: Endian) -> Vec<u8>;
}

impl Text for u16 {
    const ERRORS: &'static [&'static [u16]] = &[
        &[0xD800],
        &[0xDFFF],
        &[0xDBFF, 0xD83D, 0xDE00],
        &[0xD83D, 0xDE00, 0xDC00],
        &[0xDC00, 0xD800],
        &[0xFFFD, 0xDBFF, 0xDBFF],
    ];
    const SIZE: usize = 2;

    fn of(c: char) -> Vec<u16> {
        c.encode_utf16(&mut [0; 2]).to_vec()
    }

    fn decode(units: &[u16]) -> Vec<(Option<char>, usize)> {
        char::decode_utf16(units.iter().copied())
            .map(|c| c.map_or((None, 1), |c| (Some(c), c.len_utf16())))
            .collect()
    }

    fn encoding(endian: Endian) -> Encoding {
        Encoding::Utf16(endian)
    }

    fn bytes(self, endian: Endian) -> Vec<u8> {
        match endian {
            Endian::Little => self.to_le_bytes().to_vec(),
            Endian::Big => self.to_be_bytes().to_vec(),
        }
    }
}

impl Text for u32 {
    const ERRORS: &'static [&'static [u32]] = &[
        &[0xD800],
        &[0xDFFF],
        &[0x11_0000, 0xFFFD],
        &[u32::MAX],
        &[0xFFFD_0000],
    ];
    const SIZE: usize = 4;

    fn of(c: char) -> Vec<u32> {
        vec![c.into()]
    }

    fn decode(units: &[u32]) -> Vec<(Option<char>, usize)> {
        units.iter().map(|&unit| (char::from_u32(unit), 1)).collect()
    }

    fn encoding(endian: Endian) -> Encoding {
        Encoding::Utf32(endian)
    }

    fn bytes(self, endian: Endian) -> Vec<u8> {
        match endian {
            Endian::Little => self.to_le_bytes().to_vec(),
            Endian::Big => self.to_be_bytes().to_vec(),
        }
    }
}

/// The numbers of code units around which something changes: short text, a word of marks in code units and in bytes, all marks, a
/// chunk that is repaired in code units and in bytes.
const BOUNDS: [usize; 9] = [4, 8, 16, 32, 64, 128, 512, 1024, 2048];

/// Calls `check` with texts of a script that have errors at each distance from each bound, and from each other, and at the ends.
fn each_text<T: Text>(mut check: impl FnMut(&[T])) {
    let mut random = Random::new(41);
    for (i, script) in ["plain ascii", "où été", "天地玄黃", "a😀🦀 é"]
        .into_iter()
        .enumerate()
    {
        let characters: Vec<Vec<T>> = script.chars().map(T::of).collect();
        for bound in BOUNDS {
            for from in -2..=2 {
                let first = bound.saturating_add_signed(from);
                let gap = [1, 3, 9, 17, 33, 65, 130, 600][random.below(8)];
                let end = [0, 1, 7, 20, 100, 2100][random.below(6)];
                let mut text: Vec<T> = vec![];
                let mut fill = |text: &mut Vec<T>, len: usize| {
                    let end = text.len() + len;
                    while text.len() < end {
                        let character = &characters[random.below(characters.len())];
                        // A pair is not cut.
                        let fits = text.len() + character.len() <= end;
                        text.extend(if fits { character.clone() } else { T::of('!') });
                    }
                };
                fill(&mut text, first);
                let errors = T::ERRORS.len();
                text.extend(T::ERRORS[(i + bound + first) % errors]);
                fill(&mut text, gap);
                text.extend(T::ERRORS[first % errors]);
                fill(&mut text, end);
                if first % 3 == 0 {
                    text.extend(T::ERRORS[bound % errors]);
                }
                check(&text);
            }
        }
    }
    check(&[]);
    for error in T::ERRORS {
        check(error);
        check(&error.repeat(700));
    }
}

fn replaced<T: Text>(units: &[T], with: &str) -> (String, usize) {
    let decoded = T::decode(units);
    let text = decoded
        .iter()
        .map(|(c, _)| c.map_or(with.to_owned(), String::from))
        .collect();
    (text, decoded.iter().filter(|(c, _)| c.is_none()).count())
}

/// Converts to as much as is exactly enough, to less, and to more, and compares.
fn check_lossy<U: Copy + Default + PartialEq + std::fmt::Debug>(
    expected: &[U],
    replaced: usize,
    lossy: impl Fn(&mut [U]) -> Result<utf8kit::Lossy, utf8kit::DestinationFull>,
) {
    let len = expected.len();
    for space in [len, len + 1, len + 500] {
        let mut out = vec![U::default(); space];
        let done = lossy(&mut out).unwrap();
        assert_eq!((done.written, done.replaced), (len, replaced));
        assert!(out[..len] == *expected, "{out:X?} for {expected:X?}");
    }
    for less in [1, 2, 5, 40, 300].into_iter().filter(|&less| less <= len) {
        let mut out = vec![U::default(); len - less];
        let full = lossy(&mut out).unwrap_err();
        assert!(
            full.written() <= len - less && full.written() + 4 > len - less,
            "{full:?}"
        );
        assert!(out[..full.written()] == expected[..full.written()]);
        assert!(full.replaced() <= replaced);
    }
}

#[test]
fn unpaired_surrogates_are_replaced() {
    each_text::<u16>(|units| {
        let (text, count) = replaced(units, "\u{FFFD}");
        let numbers: Vec<u32> = text.chars().map(u32::from).collect();
        check_lossy(text.as_bytes(), count, |out| utf16::to_utf8_lossy(units, out));
        check_lossy(&numbers, count, |out| utf16::to_utf32_lossy(units, out));
        check_lossy(&text.encode_utf16().collect::<Vec<_>>(), count, |out| {
            utf16::to_well_formed(units, out)
        });
        assert_eq!(utf16::to_string_lossy(units), text);
        assert_eq!(utf16::lossy_utf8_len(units), text.len());
        assert_eq!(utf16::lossy_count(units), numbers.len());
        let lost = utf16::to_latin1_lossy(units, &mut vec![0; units.len()]).unwrap();
        let over = numbers.iter().filter(|&&number| number > 0xFF).count();
        assert_eq!((lost.written, lost.replaced), (numbers.len(), over));
    });
}

#[test]
fn numbers_that_are_no_scalar_values_are_replaced() {
    each_text::<u32>(|units| {
        let (text, count) = replaced(units, "\u{FFFD}");
        check_lossy(text.as_bytes(), count, |out| utf32::to_utf8_lossy(units, out));
        check_lossy(&text.encode_utf16().collect::<Vec<_>>(), count, |out| {
            utf32::to_utf16_lossy(units, out)
        });
        assert_eq!(utf32::lossy_utf8_len(units), text.len());
        assert_eq!(utf32::lossy_utf16_len(units), text.encode_utf16().count());
    });
}

#[test]
fn the_first_error_is_found() {
    each_text::<u16>(|units| {
        let decoded = Text::decode(units);
        let valid = decoded.iter().take_while(|(c, _)| c.is_some());
        let at: usize = valid.map(|(_, len)| len).sum();
        let expected = (at < units.len()).then_some(at);
        assert_eq!(
            utf16::validate(units).err().map(|error| error.valid_up_to()),
            expected
        );
        let error = utf16::to_utf8(units, &mut vec![0; 3 * units.len()]).err();
        assert_eq!(error.map(|error| error.read()), expected);
        let chunks: usize = utf16::chunks(units)
            .filter(|chunk| chunk.error().is_some())
            .count();
        assert_eq!(chunks, decoded.iter().filter(|(c, _)| c.is_none()).count());
    });
}

/// The policies, and what each writes for an error of which `bytes` are the bytes in the order of the text.
fn policies() -> Vec<Policy<'static>> {
    fn custom(bytes: &[u8], kind: ErrorKind) -> Option<Replacement<'static>> {
        Some(format!("<{bytes:02X?}{kind:?}>").into())
    }
    vec![
        Policy::Replace('\u{FFFD}'),
        Policy::Replace('?'),
        Policy::Replace('\u{1F980}'),
        Policy::Drop,
        Policy::With("[?]"),
        Policy::Custom(&custom),
    ]
}

/// Checks conversions of bytes in both orders, whole and in pieces, to each encoding.
fn check_bytes<T: Text>() {
    each_text::<T>(|units| {
        for endian in [Endian::Little, Endian::Big] {
            let from = T::encoding(endian);
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.bytes(endian)).collect();
            let (with_substitutes, _) = replaced(units, "\u{FFFD}");
            assert_eq!(
                converted_len(&bytes, from, Encoding::Utf8),
                with_substitutes.len()
            );
            for policy in policies() {
                let mut expected = String::new();
                let (mut at, mut errors) = (0, 0);
                for (c, len) in T::decode(units) {
                    let end = at + len * T::SIZE;
                    match c {
                        Some(c) => expected.push(c),
                        None => {
                            errors += 1;
                            let ends_high = T::SIZE == 2 && end == bytes.len() && units[at / 2].is_high();
                            let kind = match () {
                                _ if ends_high => ErrorKind::UnexpectedEnd,
                                _ if units[at / T::SIZE].is_surrogate() => ErrorKind::Surrogate,
                                _ => ErrorKind::TooLarge,
                            };
                            expected.push_str(policy.replacement(&bytes[at..end], kind).unwrap().as_str());
                        }
                    }
                    at = end;
                }
                for to in [
                    Encoding::Utf8,
                    Encoding::Utf16(Endian::Big),
                    Encoding::Utf16(Endian::Little),
                    Encoding::Utf32(Endian::Big),
                ] {
                    let mut out = vec![];
                    let done = convert(&bytes, from, to, policy, &mut out).unwrap();
                    assert_eq!(done.replaced, errors, "{policy:?} {to:?}");
                    let mut again = vec![];
                    let _ = convert(&out, to, Encoding::Utf8, Policy::Fail, &mut again).unwrap();
                    assert!(again == expected.as_bytes(), "{policy:?} {to:?}");
                }
                check_pieces(from, policy, &bytes, &expected, errors);
            }
            let first = T::decode(units)
                .iter()
                .take_while(|(c, _)| c.is_some())
                .map(|(_, len)| len * T::SIZE)
                .sum();
            let error = convert(&bytes, from, Encoding::Utf8, Policy::Fail, &mut vec![]).err();
            assert_eq!(
                error.map(|error| error.read()),
                (first < bytes.len()).then_some(first)
            );
            assert!(error.is_none_or(|error| matches!(error.kind(), ConvertErrorKind::IllFormed(_))));
        }
    });
}

/// Decodes `bytes` in two and in more pieces.
fn check_pieces(from: Encoding, policy: Policy<'_>, bytes: &[u8], expected: &str, errors: u64) {
    let cuts = [1, 2, 3, 5, 16, 63, 64, 67, 130, 511, 1026, 2050, 4096];
    for (i, piece) in cuts.into_iter().enumerate() {
        if piece < 60 && bytes.len() > 300 {
            continue;
        }
        let mut decoder = Decoder::new(from, policy);
        let mut text = String::new();
        let mut out = vec![0; [7, 100, 5000][i % 3].max(4)];
        for part in bytes.chunks(piece).map(Some).chain([None]) {
            let mut rest = part.unwrap_or_default();
            loop {
                let step = match part {
                    Some(_) => decoder.to_utf8(rest, &mut out[..]),
                    None => decoder.finish_utf8(&mut out[..]),
                };
                text.push_str(std::str::from_utf8(&out[..step.written]).unwrap());
                rest = &rest[step.read..];
                match step.stop {
                    Stop::InputUsed => break,
                    Stop::OutputFull => {}
                    stop => panic!("{stop:?}"),
                }
            }
        }
        assert_eq!(text, expected, "pieces of {piece}, {policy:?}");
        assert_eq!(decoder.replaced(), errors);
    }
}

trait Surrogate {
    fn is_high(&self) -> bool;
    fn is_surrogate(&self) -> bool;
}

impl<T: Text> Surrogate for T {
    fn is_high(&self) -> bool {
        let bytes = self.bytes(Endian::Big);
        bytes.len() == 2 && bytes[0] & 0xFC == 0xD8
    }

    fn is_surrogate(&self) -> bool {
        let bytes = self.bytes(Endian::Big);
        matches!(bytes[..], [0xD8..=0xDF, _] | [0, 0, 0xD8..=0xDF, _])
    }
}

#[test]
fn policies_replace_unpaired_surrogates() {
    check_bytes::<u16>();
}

#[test]
fn policies_replace_numbers_that_are_no_scalar_values() {
    check_bytes::<u32>();
}

#[test]
fn unpaired_surrogates_that_are_numbers_stay() {
    each_text::<u16>(|units| {
        let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let from = Encoding::Utf16(Endian::Big);
        let mut decoder = Decoder::new(from, Policy::Replace('\u{FFFD}')).with_unpaired_surrogates();
        let mut numbers = vec![0; units.len()];
        let read = decoder.to_code_points(&bytes, &mut numbers[..]);
        let rest = decoder.finish_code_points(&mut numbers[read.written..]);
        let decoded = char::decode_utf16(units.iter().copied());
        let expected: Vec<u32> = decoded
            .map(|c| c.map_or_else(|e| e.unpaired_surrogate().into(), u32::from))
            .collect();
        assert_eq!(numbers[..read.written + rest.written], expected);
        let mut decoder = Decoder::new(from, Policy::Replace('\u{FFFD}')).with_unpaired_surrogates();
        let mut same = vec![0; units.len()];
        let read = decoder.to_utf16(&bytes, &mut same[..]);
        let rest = decoder.finish_utf16(&mut same[read.written..]);
        assert_eq!((read.written + rest.written, &same[..]), (units.len(), units));
    });
}
