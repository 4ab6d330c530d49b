//! Tests of the reading and writing of numbers: every number of an encoding survives, wherever the input is cut.

use crate::common::{damage, random_text, run_program};
use utf8kit::Endian::{Big, Little};
use utf8kit::stream::{Step, Stop};
use utf8kit::{Encoding as Base, ErrorKind, Policy, Replacement};
use utf8kit_encodings::{Decoder, Encoder, Encoding};
use utf8kit_test::{Random, is_installed, skip, to_hex};

const fn dialect(dialect: Base) -> Encoding {
    Encoding::Base(dialect)
}

/// The encodings with numbers to `0x7FFF_FFFF`.
const WIDE: [Encoding; 7] = [
    dialect(Base::Rfc2279),
    dialect(Base::AnnexR),
    dialect(Base::AnnexR5),
    Encoding::Ucs4(None),
    Encoding::Ucs4(Some(Big)),
    Encoding::Ucs4(Some(Little)),
    Encoding::Utf1,
];

/// What a stream wrote, and where it stopped.
type Output<U> = (Vec<U>, Vec<Stop>);

/// Calls `step` with each piece, or with `None` at the end, and a destination of `size` units until all is read.
fn drive<A, U: Copy + Default>(
    pieces: &[&[A]],
    size: usize,
    mut step: impl FnMut(Option<&[A]>, &mut [U]) -> Step,
) -> Output<U> {
    let (mut written, mut stops) = (vec![], vec![]);
    let mut buffer = vec![U::default(); size];
    for piece in pieces.iter().map(Some).chain([None]) {
        let mut rest = piece.copied();
        loop {
            let done = step(rest, &mut buffer);
            written.extend_from_slice(&buffer[..done.written]);
            rest = rest.map(|rest| &rest[done.read..]);
            match done.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(done.written > 0, "{size} units must be enough for progress"),
                stop => stops.push(stop),
            }
        }
        assert!(rest.is_none_or(<[A]>::is_empty));
    }
    (written, stops)
}

fn read_with(reader: &mut Decoder<'_>, pieces: &[&[u8]], size: usize) -> Output<u32> {
    let output = drive(pieces, size, |piece, numbers| match piece {
        Some(bytes) => reader.to_code_points(bytes, numbers),
        None => reader.finish_code_points(numbers),
    });
    let len: usize = pieces.iter().map(|piece| piece.len()).sum();
    assert_eq!(reader.position(), len as u64);
    output
}

fn write_with(writer: &mut Encoder<'_>, pieces: &[&[u32]], size: usize) -> Output<u8> {
    let output = drive(pieces, size, |piece, bytes| match piece {
        Some(numbers) => writer.encode_code_points(numbers, bytes),
        None => writer.finish(bytes),
    });
    let len: usize = pieces.iter().map(|piece| piece.len()).sum();
    assert_eq!(writer.position(), len as u64);
    output
}

fn read(encoding: Encoding, bytes: &[u8]) -> Vec<u32> {
    let (numbers, stops) = read_with(&mut Decoder::new(encoding, Policy::Fail), &[bytes], 4096);
    assert_eq!(stops, [], "{} {bytes:02X?}", encoding.name());
    numbers
}

fn write(encoding: Encoding, numbers: &[u32]) -> Vec<u8> {
    let (bytes, stops) = write_with(&mut Encoder::new(encoding, Policy::Fail), &[numbers], 4096);
    assert_eq!(stops, [], "{} {numbers:X?}", encoding.name());
    bytes
}

/// Returns the first and the last number of each length of a sequence in any encoding, and their neighbours.
fn boundaries() -> Vec<u32> {
    let ends = [
        0x7F,
        0x9F,
        0xFF,
        0x7FF,
        0x4015,
        0xD7FF,
        0xE000,
        0xFEFF,
        0xFFFD,
        0xFFFF,
        0x3_8E2D,
        0x10_FFFF,
        0x1F_FFFF,
        0x3FF_FFFF,
        0x7FFF_FFFE,
    ];
    let around = ends.into_iter().flat_map(|end: u32| end - 1..=end + 1);
    let mut numbers: Vec<u32> = around
        .filter(|number| !matches!(number, 0xD800..=0xDFFF))
        .collect();
    numbers.insert(0, 0);
    numbers
}

/// Returns a random number of at most 31 bits, of any number of bits, that is not a surrogate.
fn any_number(random: &mut Random) -> u32 {
    let number = random.below(0x8000_0000) as u32 >> random.below(31);
    if matches!(number, 0xD800..=0xDFFF) {
        0x41
    } else {
        number
    }
}

/// RFC 2279 section 2: a sequence of up to three bytes is a character of UCS-2, whichever of the two RFCs defines UTF-8.
#[test]
fn sequences_of_up_to_three_bytes_convert_to_ucs2() {
    let bmp: Vec<u32> = (0..=0xFFFF)
        .filter(|number| !matches!(number, 0xD800..=0xDFFF))
        .collect();
    let ucs2: Vec<u8> = bmp
        .iter()
        .flat_map(|&number| (number as u16).to_be_bytes())
        .collect();
    for from in [Base::Utf8, Base::Rfc2279] {
        let mut bytes = vec![];
        for &number in &bmp {
            let mut buffer = [0; 6];
            let sequence = from.encode_number(number, &mut buffer).unwrap();
            assert!(sequence.len() <= 3, "{number:#X}");
            bytes.extend_from_slice(sequence);
        }
        let numbers = read(Encoding::Base(from), &bytes);
        assert!(write(Encoding::Ucs2(Some(Big)), &numbers) == ucs2, "{from:?}");
        let numbers = read(Encoding::Ucs2(Some(Big)), &ucs2);
        assert!(write(Encoding::Base(from), &numbers) == bytes, "{from:?}");
    }
}

/// A character over U+FFFF, which has four bytes or more, stops a conversion to UCS-2 at its offset. What is before it is
/// written, and what is after it is not.
#[test]
fn ucs2_lacks_characters_over_u_ffff() {
    for from in Base::RELATIVES {
        for number in [0x1_0000, 0x1_F600, 0x10_FFFF, 0x11_0000, 0x20_0000, 0x7FFF_FFFF] {
            let mut buffer = [0; 6];
            let Ok(sequence) = from.encode_number(number, &mut buffer) else {
                continue;
            };
            assert!(sequence.len() > 3, "{number:#X} in {from:?}");
            let text = [&b"a\xC3\xA9\xE2\x82\xAC"[..], sequence, b"b"].concat();
            let numbers = read(Encoding::Base(from), &text);
            let mut encoder = Encoder::new(Encoding::Ucs2(Some(Big)), Policy::Fail);
            let mut bytes = [0xA5; 16];
            let step = encoder.encode_code_points(&numbers, &mut bytes);
            let (read, written, stop) = (step.read, step.written, step.stop);
            assert_eq!((read, written), (4, 6), "{number:#X} in {from:?}");
            assert_eq!(bytes[..6], *b"\0a\0\xE9\x20\xAC");
            assert_eq!(stop, Stop::NotRepresentable { number, offset: 3 });
        }
    }
}

/// Every number passes from each wide encoding to each other one and back.
#[test]
fn numbers_to_7fffffff_pass_between_all_encodings_that_have_them() {
    let mut random = Random::new(11);
    let mut numbers = boundaries();
    numbers.extend((0..5000).map(|_| any_number(&mut random)));
    for from in WIDE {
        assert_eq!(from.max(), 0x7FFF_FFFF);
        let bytes = write(from, &numbers);
        assert!(read(from, &bytes) == numbers, "{}", from.name());
        for to in WIDE {
            let converted = write(to, &read(from, &bytes));
            assert!(
                read(to, &converted) == numbers,
                "{} to {}",
                from.name(),
                to.name()
            );
            assert!(
                converted == write(to, &numbers),
                "{} to {}",
                from.name(),
                to.name()
            );
        }
    }
    // Alone, U+FEFF is a signature in UCS-4 without a byte order.
    for number in boundaries().into_iter().filter(|&number| number != 0xFEFF) {
        for from in WIDE {
            let bytes = write(from, &[number]);
            for to in WIDE {
                let converted = write(to, &read(from, &bytes));
                assert_eq!(read(to, &converted), [number]);
            }
        }
    }
}

/// Annex R, tables 2 and 3, as bytes.
#[test]
fn the_largest_number_of_each_class_has_these_bytes() {
    for (number, rfc2279, ucs4) in [
        (0x7F, &b"\x7F"[..], b"\0\0\0\x7F"),
        (0x7FF, b"\xDF\xBF", b"\0\0\x07\xFF"),
        (0xFFFD, b"\xEF\xBF\xBD", b"\0\0\xFF\xFD"),
        (0x1F_FFFF, b"\xF7\xBF\xBF\xBF", b"\0\x1F\xFF\xFF"),
        (0x3FF_FFFF, b"\xFB\xBF\xBF\xBF\xBF", b"\x03\xFF\xFF\xFF"),
        (0x7FFF_FFFF, b"\xFD\xBF\xBF\xBF\xBF\xBF", b"\x7F\xFF\xFF\xFF"),
    ] {
        assert_eq!(write(dialect(Base::Rfc2279), &[number]), rfc2279);
        assert_eq!(write(dialect(Base::AnnexR), &[number]), rfc2279);
        assert_eq!(write(Encoding::Ucs4(Some(Big)), &[number]), ucs4);
        assert_eq!(read(Encoding::Ucs4(None), ucs4), [number]);
        assert_eq!(read(dialect(Base::Rfc2279), rfc2279), [number]);
    }
}

/// UTF-16 with unpaired surrogates passes through WTF-8, and WTF-8 through UTF-16, as in the library.
#[test]
fn unpaired_surrogates_pass_between_utf_16_and_wtf_8() {
    let wtf8 = dialect(Base::Wtf8);
    assert!(wtf8.has_surrogates());
    let mut random = Random::new(12);
    for round in 0..2000 {
        let units: Vec<u16> = (0..random.below(80))
            .map(|_| match random.below(4) {
                0 => 0xD800 + random.below(0x800) as u16,
                1 if round % 2 == 0 => 0xDBFF,
                _ => random.below(0x1_0000) as u16,
            })
            .collect();
        let mut expected = vec![];
        let mut encoder = utf8kit::stream::Encoder::new(Base::Wtf8, Policy::Fail);
        assert_eq!(encoder.encode_utf16(&units, &mut expected).stop, Stop::InputUsed);
        assert_eq!(encoder.finish(&mut expected).stop, Stop::InputUsed);
        for endian in [Big, Little] {
            let bytes: Vec<u8> = units
                .iter()
                .flat_map(|unit| match endian {
                    Big => unit.to_be_bytes(),
                    Little => unit.to_le_bytes(),
                })
                .collect();
            let utf16 = Encoding::Base(Base::Utf16(endian));
            let (_, stops) = read_with(&mut Decoder::new(utf16, Policy::Fail), &[&bytes], 256);
            let unpaired = char::decode_utf16(units.iter().copied()).filter(Result::is_err);
            assert_eq!(stops.len(), unpaired.count());
            let mut reader = Decoder::new(utf16, Policy::Fail).with_unpaired_surrogates();
            let (numbers, stops) = read_with(&mut reader, &[&bytes], 256);
            assert_eq!(stops, []);
            assert_eq!(write(wtf8, &numbers), expected);
            assert_eq!(read(wtf8, &expected), numbers);
            let mut writer = Encoder::new(utf16, Policy::Fail).with_unpaired_surrogates();
            assert_eq!(write_with(&mut writer, &[&numbers], 256), (bytes, vec![]));
        }
    }
    // Two surrogates that would be a pair, and surrogates where they are not allowed.
    let lacking = |number, offset| Stop::NotRepresentable { number, offset };
    let mut utf16 = Encoder::new(Encoding::Base(Base::Utf16(Big)), Policy::Fail).with_unpaired_surrogates();
    let output = write_with(&mut utf16, &[&[0xD800, 0xDC00, 0x61]], 12);
    assert_eq!(output, (b"\xD8\0\0a".to_vec(), vec![lacking(0xDC00, 1)]));
    let mut writer = Encoder::new(wtf8, Policy::Fail);
    let output = write_with(&mut writer, &[&[0xD800], &[0xDC00, 0x61]], 12);
    assert_eq!(output, (b"\xED\xA0\x80a".to_vec(), vec![lacking(0xDC00, 1)]));
    for encoding in [
        Encoding::UTF_8,
        Encoding::Utf16,
        Encoding::Utf32,
        Encoding::Ucs2(None),
        Encoding::Ucs4(None),
        Encoding::Utf1,
        Encoding::Utf7,
        dialect(Base::Rfc2279),
        dialect(Base::AnnexR),
        dialect(Base::Cesu8),
        dialect(Base::ModifiedUtf8),
        Encoding::Base(Base::Latin1),
    ] {
        assert!(!encoding.has_surrogates());
        let mut writer = Encoder::new(encoding, Policy::Fail).with_signature(false);
        let (_, stops) = write_with(&mut writer, &[&[0x61, 0xD800]], 12);
        assert_eq!(stops, [lacking(0xD800, 1)], "{}", encoding.name());
    }
}

/// A number over the largest one of an encoding is lacking there, and a smaller one is not.
#[test]
fn a_number_over_the_largest_is_lacking() {
    for encoding in Encoding::all().filter(|encoding| encoding.can_be_written()) {
        let max = encoding.max();
        if max < 0x7FFF_FFFF {
            let mut writer = Encoder::new(encoding, Policy::Fail);
            // Every encoding has digits.
            let (_, stops) = write_with(&mut writer, &[&[0x30, max + 1]], 12);
            let expected = Stop::NotRepresentable {
                number: max + 1,
                offset: 1,
            };
            assert_eq!(stops, [expected], "{}", encoding.name());
        }
        // In ANSEL, the largest is a mark, which needs a letter.
        let numbers = [0x30, max];
        assert_eq!(read(encoding, &write(encoding, &numbers)), numbers, "{encoding}");
    }
    for number in [0x8000_0000, u32::MAX] {
        for encoding in WIDE {
            let (_, stops) = write_with(&mut Encoder::new(encoding, Policy::Fail), &[&[number]], 12);
            assert_eq!(stops, [Stop::NotRepresentable { number, offset: 0 }]);
        }
    }
}

/// A custom policy whose replacement takes fewer units than the sequence, the sequence, or more.
fn taking(bytes: &[u8], kind: ErrorKind) -> Option<Replacement<'static>> {
    match kind {
        ErrorKind::UnexpectedEnd => Some("<end>".into()),
        ErrorKind::Surrogate | ErrorKind::MissingContinuation => Some(Replacement::char('?').taking(1)),
        ErrorKind::Undefined => Some(Replacement::char('!').taking(bytes.len() + 1)),
        ErrorKind::NeverValid => Some(Replacement::char('!').taking(3)),
        _ => Some(Replacement::EMPTY),
    }
}

fn policies() -> [Policy<'static>; 6] {
    [
        Policy::Fail,
        Policy::Replace('\u{FFFD}'),
        Policy::Drop,
        Policy::Escape,
        Policy::BackslashReplace,
        Policy::Custom(&taking),
    ]
}

/// In every encoding, with every policy and treatment of a signature: a piece of any length and a destination of any size.
#[test]
fn a_cut_changes_nothing_that_is_read() {
    use utf8kit::stream::SignaturePolicy::{ByteOrder, Detect, Keep, Remove};
    let mut random = Random::new(13);
    let mut ill_formed = 0;
    for encoding in Encoding::all() {
        for round in 0..40 {
            let mut bytes: Vec<u8> = match encoding.can_be_written() {
                true => {
                    let numbers: Vec<u32> = (0..random.below(6))
                        .map(|_| any_number(&mut random) % (encoding.max() + 1))
                        .collect();
                    let mut writer =
                        Encoder::new(encoding, Policy::Replace('?')).with_signature(round % 3 == 0);
                    write_with(&mut writer, &[&numbers], 100).0
                }
                false => "a\x1B%G\u{3400}\x1B%@\u{3401}".into(),
            };
            for _ in 0..round % 4 {
                damage(&mut random, &mut bytes);
            }
            for (i, policy) in policies().into_iter().enumerate() {
                let signature = [Keep, Remove, ByteOrder, Detect][(round + i) % 4];
                let mut reader = Decoder::new(encoding, policy).with_signature(signature);
                if round % 2 == 1 {
                    reader = reader.with_unpaired_surrogates();
                }
                let whole = read_with(&mut reader, &[&bytes], 400);
                let (replaced, remarked, found) = (reader.replaced(), reader.remarked(), reader.encoding());
                ill_formed += whole.1.len();
                for cut in 0..=bytes.len() {
                    let (a, b) = bytes.split_at(cut);
                    for size in [1, 2, 400] {
                        reader.reset();
                        let actual = read_with(&mut reader, &[a, b], size);
                        assert_eq!(actual, whole, "{} {policy:?} {a:02X?} {b:02X?}", encoding.name());
                        assert_eq!(
                            (reader.replaced(), reader.remarked(), reader.encoding()),
                            (replaced, remarked, found)
                        );
                    }
                }
                let single: Vec<&[u8]> = bytes.chunks(1).collect();
                reader.reset();
                assert_eq!(read_with(&mut reader, &single, 1), whole);
                // Text and numbers are the same where all numbers are characters.
                let mut decoder = Decoder::new(encoding, policy).with_signature(signature);
                let (text, stops) = drive(&[&bytes], 400, |piece, text| match piece {
                    Some(bytes) => decoder.to_utf8(bytes, text),
                    None => decoder.finish_utf8(text),
                });
                assert_eq!(decoder.encoding(), found);
                let all_chars = whole.0.iter().all(|&number| char::from_u32(number).is_some());
                if stops == whole.1 && all_chars && round % 2 == 0 && decoder.replaced() == replaced {
                    let text = String::from_utf8(text).unwrap();
                    let numbers: Vec<u32> = text.chars().map(u32::from).collect();
                    assert_eq!(numbers, whole.0, "{} {policy:?} {bytes:02X?}", encoding.name());
                }
            }
        }
    }
    assert!(
        ill_formed > 300,
        "only {ill_formed} errors: the damage tests too little"
    );
}

/// In every encoding, with every policy: a piece of any length and a destination of any size.
#[test]
fn a_cut_changes_nothing_that_is_written() {
    let mut random = Random::new(14);
    for encoding in Encoding::all().filter(|encoding| encoding.can_be_written()) {
        for round in 0..40 {
            let numbers: Vec<u32> = (0..random.below(9))
                .map(|_| match random.below(3) {
                    0 => 0xD800 + random.below(0x800) as u32,
                    1 => random.below(0x80) as u32,
                    _ => any_number(&mut random) << random.below(2),
                })
                .collect();
            for policy in policies() {
                let mut writer = Encoder::new(encoding, policy).with_signature(round % 3 == 0);
                if round % 2 == 1 {
                    writer = writer.with_unpaired_surrogates();
                }
                let whole = write_with(&mut writer, &[&numbers], 1000);
                let (replaced, remarked) = (writer.replaced(), writer.remarked());
                for cut in 0..=numbers.len() {
                    let (a, b) = numbers.split_at(cut);
                    for size in [12, 13, 1000] {
                        writer.reset();
                        let actual = write_with(&mut writer, &[a, b], size);
                        assert_eq!(actual, whole, "{} {policy:?} {a:X?} {b:X?}", encoding.name());
                        assert_eq!((writer.replaced(), writer.remarked()), (replaced, remarked));
                    }
                }
                let single: Vec<&[u32]> = numbers.chunks(1).collect();
                writer.reset();
                assert_eq!(write_with(&mut writer, &single, 12), whole);
                // What is written is well-formed. Without a signature, UTF-16 and UTF-32 would be read as big-endian.
                let is_utf16 = matches!(encoding, Encoding::Utf16 | Encoding::Base(Base::Utf16(_)));
                if !is_utf16 && encoding != Encoding::Utf32 {
                    read(encoding, &whole.0);
                }
            }
        }
    }
}

/// Long inputs, whose plain numbers are converted in blocks, and numbers that are not plain anywhere in them.
#[test]
fn runs_are_converted_as_single_numbers_are() {
    let mut random = Random::new(15);
    for encoding in [
        Encoding::Ucs2(None),
        Encoding::Ucs2(Some(Little)),
        Encoding::Ucs4(None),
        Encoding::Ucs4(Some(Little)),
        Encoding::Base(Base::Utf16(Big)),
        Encoding::Base(Base::Utf16(Little)),
        Encoding::Base(Base::Utf32(Big)),
        Encoding::Base(Base::Utf32(Little)),
        Encoding::Base(Base::Latin1),
        Encoding::Base(Base::Ascii),
    ] {
        for round in 0..100 {
            let mut numbers: Vec<u32> = (0..200)
                .map(|_| any_number(&mut random) % (encoding.max() + 1))
                .map(|number| {
                    if matches!(number, 0xD800..=0xDFFF) {
                        0x41
                    } else {
                        number
                    }
                })
                .collect();
            for _ in 0..random.below(4) {
                numbers[random.below(200)] = [0xD800, 0xDC00, 0x1_0000, 0x8000_0000][round % 4];
            }
            for policy in [Policy::Fail, Policy::Replace('?'), Policy::Escape] {
                let mut writer = Encoder::new(encoding, policy).with_unpaired_surrogates();
                let whole = write_with(&mut writer, &[&numbers], 4000);
                writer.reset();
                let single: Vec<&[u32]> = numbers.chunks(1).collect();
                assert_eq!(whole, write_with(&mut writer, &single, 24), "{}", encoding.name());

                let mut bytes = whole.0;
                for _ in 0..round % 3 {
                    let at = random.below(bytes.len());
                    bytes[at] = random.next() as u8;
                }
                let mut reader = Decoder::new(encoding, policy);
                let whole = read_with(&mut reader, &[&bytes], 4000);
                for size in [1, 31, 33, 64] {
                    reader.reset();
                    assert_eq!(
                        whole,
                        read_with(&mut reader, &[&bytes], size),
                        "{}",
                        encoding.name()
                    );
                }
                reader.reset();
                let single: Vec<&[u8]> = bytes.chunks(1).collect();
                assert_eq!(whole, read_with(&mut reader, &single, 4), "{}", encoding.name());
            }
        }
    }
}

/// The numbers around each limit, between plain numbers that are converted in blocks.
#[test]
fn limits_in_runs_are_converted_as_single_numbers_are() {
    let limits = [0x7F, 0xFF, 0xD7FF, 0xDFFF, 0xFFFF, 0x10_FFFF, 0x7FFF_FFFF];
    for encoding in [
        Encoding::Ucs2(Some(Big)),
        Encoding::Ucs2(Some(Little)),
        Encoding::Ucs4(Some(Big)),
        Encoding::Ucs4(Some(Little)),
        Encoding::Base(Base::Utf16(Big)),
        Encoding::Base(Base::Utf16(Little)),
        Encoding::Base(Base::Utf32(Big)),
        Encoding::Base(Base::Utf32(Little)),
        Encoding::Base(Base::Latin1),
        Encoding::Base(Base::Ascii),
    ] {
        for number in limits.into_iter().flat_map(|last: u32| [last, last + 1]) {
            let mut numbers = [0x41; 100];
            numbers[40] = number;
            let mut writer = Encoder::new(encoding, Policy::Replace('?'));
            let whole = write_with(&mut writer, &[&numbers], 4000);
            writer.reset();
            let single: Vec<&[u32]> = numbers.chunks(1).collect();
            assert_eq!(
                whole,
                write_with(&mut writer, &single, 24),
                "{encoding:?} {number:X}"
            );

            let mut bytes = write(encoding, &[0x41; 100]);
            let width = bytes.len() / 100;
            let unit = match encoding {
                Encoding::Ucs2(Some(Little)) | Encoding::Ucs4(Some(Little)) => number.to_le_bytes().to_vec(),
                Encoding::Base(Base::Utf16(Little) | Base::Utf32(Little)) => number.to_le_bytes().to_vec(),
                _ => number.to_be_bytes()[4 - width..].to_vec(),
            };
            bytes[40 * width..][..width].copy_from_slice(&unit[..width]);
            let mut reader = Decoder::new(encoding, Policy::Replace('?'));
            let whole = read_with(&mut reader, &[&bytes], 4000);
            reader.reset();
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(
                whole,
                read_with(&mut reader, &single, 4),
                "{encoding:?} {number:X}"
            );
        }
    }
}

/// A number that the source has and text lacks is given to the policy with its bytes, and is not called ill-formed.
#[test]
fn text_lacks_numbers_that_are_not_characters() {
    let kinds = std::sync::Mutex::new(vec![]);
    let custom = |bytes: &[u8], kind| {
        kinds.lock().unwrap().push((bytes.to_vec(), kind));
        Some(Replacement::char('?'))
    };
    for (encoding, bytes) in [
        (Encoding::Ucs4(None), &b"\0\x11\0\0"[..]),
        (Encoding::Utf1, b"\xFD\xBD\x2B\xB9\x40"),
        (dialect(Base::Rfc2279), b"\xFD\xBF\xBF\xBF\xBF\xBF"),
        (dialect(Base::AnnexR), b"\xFD\xBF\xBF\xBF\xBF\xBF"),
        (dialect(Base::Wtf8), b"\xED\xA0\x80"),
    ] {
        assert_eq!(encoding.decode(bytes, Policy::Custom(&custom)).unwrap(), "?");
        let given = kinds.lock().unwrap().pop().unwrap();
        assert_eq!(given, (bytes.to_vec(), ErrorKind::Undefined));
        assert_eq!(read(encoding, bytes).len(), 1);
    }
    let mut bytes = [0; 24];
    let mut writer = Encoder::new(Encoding::UTF_8, Policy::Custom(&custom));
    let step = writer.encode_code_points(&[0x7FFF_FFFF, 0xD800, 0x8000_0000], &mut bytes);
    assert_eq!(&bytes[..step.written], b"???");
    let expected: [&[u8]; 3] = [b"\xFD\xBF\xBF\xBF\xBF\xBF", b"\xED\xA0\x80", b"\x80\0\0\0"];
    let expected = expected.map(|bytes| (bytes.to_vec(), ErrorKind::Undefined));
    assert_eq!(*kinds.lock().unwrap(), expected);
    // The encoding lacks the replacement, too.
    let mut writer = Encoder::new(Encoding::Base(Base::Ascii), Policy::With("é"));
    let step = writer.encode_code_points(&[0x7FFF_FFFF], &mut bytes);
    assert_eq!(
        step.stop,
        Stop::NotRepresentable {
            number: 0x7FFF_FFFF,
            offset: 0
        }
    );
}

/// What Annex R leaves undefined is counted where it is read and where it is written.
#[test]
fn annex_r_remarks_are_counted() {
    for annex_r in [Base::AnnexR, Base::AnnexR5] {
        let numbers = [0x61, 0xFFFE, 0xFFFF, 0x1_FFFE];
        let mut writer = Encoder::new(dialect(annex_r), Policy::Fail);
        let (bytes, _) = write_with(&mut writer, &[&numbers], 100);
        assert_eq!(writer.remarked(), 2);
        let mut reader = Decoder::new(dialect(annex_r), Policy::Fail);
        read_with(&mut reader, &[&bytes], 100);
        assert_eq!(reader.remarked(), 2);
    }
}

/// glibc's `iconv` reads and writes UTF-8 of 5 and 6 bytes, as RFC 2279 has it, where the other side is UCS-4.
#[test]
fn ucs4_and_rfc_2279_agree_with_glibc() {
    let mut random = Random::new(16);
    let mut numbers = boundaries();
    numbers.extend((0..20_000).map(|_| any_number(&mut random)));
    let ucs4 = write(Encoding::Ucs4(Some(Big)), &numbers);
    let rfc2279 = write(dialect(Base::Rfc2279), &numbers);
    let Some(theirs) = iconv("UCS-4BE", "UTF-8", &ucs4) else {
        return;
    };
    assert!(theirs == rfc2279, "UCS-4 to RFC 2279");
    assert!(write(Encoding::Ucs4(Some(Big)), &read(dialect(Base::Rfc2279), &theirs)) == ucs4);
    let little = iconv("UCS-4BE", "UCS-4LE", &ucs4).unwrap();
    assert!(little == write(Encoding::Ucs4(Some(Little)), &numbers));
    assert!(read(Encoding::Ucs4(Some(Little)), &little) == numbers);
    // Both refuse what UCS-4 lacks.
    assert_eq!(iconv("UCS-4BE", "UTF-8", b"\x80\0\0\0"), None);
}

/// Returns what `iconv` makes of `bytes`. If it is not glibc's, or an error stops it, returns `None`.
fn iconv(from: &str, to: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    if !is_installed("iconv") {
        return None;
    }
    let version = Command::new("iconv").arg("--version").output();
    let is_glibc = version.is_ok_and(|output| {
        let version = String::from_utf8_lossy(&output.stdout).into_owned();
        version.contains("GLIBC") || version.contains("GNU libc")
    });
    if !is_glibc {
        skip("iconv is not that of glibc");
        return None;
    }
    let mut child = Command::new("iconv")
        .args(["-f", from, "-t", to])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output.status.success().then_some(output.stdout)
}

/// On random texts, with and without a signature, whole and damaged.
#[test]
fn signatures_agree_with_python() {
    let codecs = [
        (Encoding::Utf8Signature, "utf-8-sig"),
        (Encoding::Utf16, "utf-16"),
        (Encoding::Utf32, "utf-32"),
    ];
    let mut random = Random::new(17);
    let (mut lines, mut cases) = (vec![], vec![]);
    for round in 0..3000 {
        let (encoding, codec) = codecs[round % 3];
        let text = loop {
            let text = random_text(&mut random, 12);
            // An empty text gets no signature here.
            if !text.is_empty() {
                break text;
            }
        };
        let utf32: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        lines.push(format!("e {codec} {}", to_hex(&utf32)));
        let bytes = encoding.encode(&text, Policy::Fail).unwrap();
        cases.push((encoding, text.clone(), None));
        let mut damaged = bytes;
        if round % 2 == 0 {
            damage(&mut random, &mut damaged);
        }
        lines.push(format!("d {codec} {}", to_hex(&damaged)));
        cases.push((encoding, text, Some(damaged)));
    }
    let Some(answers) = run_program("python3", &["tests/codecs.py"], &lines) else {
        return;
    };
    assert_eq!(answers.len(), cases.len());
    for ((encoding, text, bytes), answer) in cases.iter().zip(&answers) {
        let name = encoding.name();
        let Some(bytes) = bytes else {
            assert_eq!(
                to_hex(&encoding.encode(text, Policy::Fail).unwrap()),
                *answer,
                "{name} {text:?}"
            );
            continue;
        };
        // Without a signature, Python assumes the byte order of the machine.
        if name != "UTF-8-SIG" && !bytes.starts_with(b"\xFF\xFE") && !bytes.starts_with(b"\xFE\xFF") {
            continue;
        }
        if name == "UTF-32" && !bytes.starts_with(b"\xFF\xFE\0\0") {
            continue;
        }
        let ours = match encoding.decode(bytes, Policy::Fail) {
            Ok(text) => to_hex(
                &text
                    .chars()
                    .flat_map(|c| u32::from(c).to_be_bytes())
                    .collect::<Vec<u8>>(),
            ),
            Err(_) => "!".into(),
        };
        assert_eq!(ours, *answer, "{name} {bytes:02X?}");
    }
}
