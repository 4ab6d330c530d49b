//! Tests of numbers in pieces: those of UCS-4, up to `0x7FFF_FFFF`, and unpaired surrogates, read from and written to the
//! dialects that have them.

use crate::whole::Whole as _;
use utf8kit::stream::{Decoder, Encoder, Step, Stop};
use utf8kit::{ConvertErrorKind, Encoding, ErrorKind, Policy, Replacement};
use utf8kit_test::{Random, cuts};

/// The dialects with numbers to `0x7FFF_FFFF`.
const WIDE: [Encoding; 3] = [Encoding::Rfc2279, Encoding::AnnexR, Encoding::AnnexR5];

/// Returns texts of numbers: those where sequences get longer and random ones, surrogates and too large ones included.
fn texts(count: usize) -> Vec<Vec<u32>> {
    const NUMBERS: [u32; 22] = [
        0,
        0x5C,
        0x7F,
        0x80,
        0x7FF,
        0x800,
        0xD7FF,
        0xD800,
        0xDBFF,
        0xDC00,
        0xDFFF,
        0xE000,
        0xFFFE,
        0xFFFF,
        0x1_0000,
        0x10_FFFF,
        0x11_0000,
        0x1F_FFFF,
        0x20_0000,
        0x3FF_FFFF,
        0x7FFF_FFFF,
        0x8000_0000,
    ];
    let mut random = Random::new(16);
    let mut number = || match random.below(3) {
        0 => NUMBERS[random.below(NUMBERS.len())],
        1 => (random.next() as u32) >> random.below(32),
        _ => 0x61,
    };
    let mut texts: Vec<Vec<u32>> = (0..count)
        .map(|i| (0..i % 9).map(|_| number()).collect())
        .collect();
    texts.push((0..200).map(|_| number()).collect());
    // A high surrogate before a low one, with and without something between that is dropped.
    texts.push(vec![0xD800, 0xDC00, 0x61, 0xDBFF, 0xDFFF]);
    texts.push(vec![0xD800, 0x11_0000, 0xDC00, 0x61, 0xDC00]);
    texts
}

/// Runs a stream over `pieces` with destinations of `size` units. Returns all that it writes and every other stop than the
/// end of the source or the destination.
fn run<S, U: Copy + Default>(
    pieces: &[&[S]],
    size: usize,
    mut step: impl FnMut(Option<&[S]>, &mut [U]) -> Step,
) -> (Vec<U>, Vec<Stop>) {
    let (mut out, mut stops) = (Vec::new(), Vec::new());
    for piece in pieces.iter().map(|piece| Some(*piece)).chain([None]) {
        let mut rest = piece;
        loop {
            let mut buffer = vec![U::default(); size];
            let Step { read, written, stop } = step(rest, &mut buffer);
            out.extend_from_slice(&buffer[..written]);
            rest = rest.map(|rest| &rest[read..]);
            match stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(read + written > 0, "no progress with {size} units"),
                stop => stops.push(stop),
            }
        }
        assert!(rest.is_none_or(<[S]>::is_empty));
    }
    (out, stops)
}

/// Returns the text whole, in single units, and unless it is long, cut at each place.
fn pieces<U>(text: &[U]) -> Vec<Vec<&[U]>> {
    if text.len() < 40 {
        cuts(text)
    } else {
        vec![vec![text], text.chunks(1).collect()]
    }
}

/// Writes `numbers` one at a time, by `Encoding::encode_number` alone.
fn modelled(dialect: Encoding, policy: Policy<'_>, numbers: &[u32]) -> (Vec<u8>, Vec<(u64, u32)>) {
    let (mut bytes, mut lacking) = (Vec::new(), Vec::new());
    let put = |number, bytes: &mut Vec<u8>| {
        let mut out = [0; 6];
        dialect
            .encode_number(number, &mut out)
            .map(|out| bytes.extend_from_slice(out))
    };
    let mut i = 0;
    while i < numbers.len() {
        let number = numbers[i];
        // In WTF-8, what is written must not end with a pair.
        let is_pair = dialect == Encoding::Wtf8
            && matches!(number, 0xDC00..=0xDFFF)
            && matches!(bytes[..], [.., 0xED, 0xA0..=0xAF, _]);
        let mut taken = 1;
        if is_pair || put(number, &mut bytes).is_err() {
            match policy.replacement_of_number(number) {
                Some(replacement) => {
                    for c in replacement.as_str().chars() {
                        put(c.into(), &mut bytes).unwrap();
                    }
                    taken = replacement.taken(1);
                }
                None => lacking.push((i as u64, number)),
            }
        }
        i += taken;
    }
    (bytes, lacking)
}

#[test]
fn a_writer_writes_what_encode_writes_however_the_numbers_are_cut() {
    let custom = |bytes: &[u8], kind: ErrorKind| match kind {
        ErrorKind::Undefined if bytes.len() == 6 => Some(Replacement::from("<6>").taking(2)),
        ErrorKind::Undefined => None,
        _ => Some(Replacement::char('?')),
    };
    let policies = [
        Policy::Fail,
        Policy::Replace('\u{FFFD}'),
        Policy::Drop,
        Policy::Escape,
        Policy::BackslashReplace,
        Policy::Custom(&custom),
    ];
    let mut lacking_in_all = 0;
    for numbers in texts(120) {
        for dialect in Encoding::RELATIVES {
            for policy in policies {
                let (bytes, lacking) = modelled(dialect, policy, &numbers);
                lacking_in_all += lacking.len();
                for pieces in pieces(&numbers) {
                    for size in [6, 7, 64, 1024] {
                        let mut writer = Encoder::new(dialect, policy);
                        let (written, stops) = run(&pieces, size, |piece, out| match piece {
                            Some(piece) => writer.encode_code_points(piece, out),
                            None => writer.finish(out),
                        });
                        let stops: Vec<_> = stops
                            .into_iter()
                            .map(|stop| match stop {
                                Stop::NotRepresentable { number, offset } => (offset, number),
                                stop => panic!("{stop:?}"),
                            })
                            .collect();
                        let case = || format!("{dialect:?} {policy:?} {pieces:X?} in {size} bytes");
                        assert_eq!((&written, &stops), (&bytes, &lacking), "{}", case());
                        assert_eq!(writer.position(), numbers.len() as u64, "{}", case());
                    }
                }
            }
        }
    }
    assert!(
        lacking_in_all > 500,
        "only {lacking_in_all} numbers could not be written"
    );
}

#[test]
fn every_number_to_7fffffff_comes_back_from_its_dialect() {
    for numbers in texts(200) {
        for dialect in WIDE.into_iter().chain([Encoding::Wtf8]) {
            let numbers: Vec<u32> = numbers
                .iter()
                .copied()
                .filter(|&number| dialect.encode_number(number, &mut [0; 6]).is_ok())
                .scan(0, |before, number| {
                    let is_pair = matches!(*before, 0xD800..=0xDBFF) && matches!(number, 0xDC00..=0xDFFF);
                    *before = number;
                    Some((!is_pair).then_some(number))
                })
                .flatten()
                .collect();
            let mut writer = Encoder::new(dialect, Policy::Fail);
            let (bytes, stops) = run(&[&numbers], 4096, |piece, out| match piece {
                Some(piece) => writer.encode_code_points(piece, out),
                None => writer.finish(out),
            });
            assert_eq!(stops, [], "{numbers:X?}");
            let undefined = numbers.iter().filter(|&&n| n & !1 == 0xFFFE).count() as u64;
            let remarked = if matches!(dialect, Encoding::AnnexR | Encoding::AnnexR5) {
                undefined
            } else {
                0
            };
            assert_eq!(writer.remarked(), remarked, "{dialect:?} {numbers:X?}");
            for pieces in pieces(&bytes) {
                for size in [1, 5, 1024] {
                    let mut reader = Decoder::new(dialect, Policy::Fail);
                    let (read, stops) = run(&pieces, size, |piece, out| match piece {
                        Some(piece) => reader.to_code_points(piece, out),
                        None => reader.finish_code_points(out),
                    });
                    assert_eq!(
                        (read, stops),
                        (numbers.clone(), vec![]),
                        "{dialect:?} {pieces:02X?}"
                    );
                    assert_eq!(reader.remarked(), remarked, "{dialect:?} {pieces:02X?}");
                }
            }
        }
    }
}

#[test]
fn what_is_legal_in_the_source_is_never_called_ill_formed() {
    let bytes = b"a\xFD\xBF\xBF\xBF\xBF\xBF";
    let error = Encoding::Rfc2279.decode(bytes, Policy::Fail).unwrap_err();
    assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable(0x7FFF_FFFF));
    assert_eq!(
        error.to_string(),
        "7FFF FFFF at offset 1 is not a Unicode scalar value, and cannot be represented in the destination's encoding"
    );
    for dialect in WIDE {
        let mut decoder = Decoder::new(dialect, Policy::Fail);
        for pieces in cuts(bytes) {
            decoder.reset();
            let (text, stops) = run(&pieces, 8, |piece, out| match piece {
                Some(piece) => decoder.to_utf8(piece, out),
                None => decoder.finish_utf8(out),
            });
            let number = 0x7FFF_FFFF;
            assert_eq!(
                (text, stops),
                (b"a".to_vec(), vec![Stop::NotRepresentable { number, offset: 1 }])
            );
        }
    }
    // A surrogate is legal in WTF-8, and not in UTF-8.
    let error = Encoding::Wtf8.decode(b"\xED\xA0\x80", Policy::Fail).unwrap_err();
    assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable(0xD800));
    let kinds = std::sync::Mutex::new(vec![]);
    let custom = |bytes: &[u8], kind| {
        kinds.lock().unwrap().push((bytes.to_vec(), kind));
        Some(Replacement::char('?'))
    };
    assert_eq!(
        Encoding::Wtf8
            .decode(b"\xED\xA0\x80", Policy::Custom(&custom))
            .unwrap(),
        "?"
    );
    assert_eq!(
        kinds.into_inner().unwrap(),
        [(b"\xED\xA0\x80".to_vec(), ErrorKind::Undefined)]
    );
}

#[test]
fn wtf_8_keeps_unpaired_surrogates_of_utf_16_in_pieces() {
    let mut random = Random::new(8);
    for case in 0..300 {
        let units: Vec<u16> = (0..case % 12)
            .map(|_| match random.below(4) {
                0 => 0xD83D,
                1 => 0xDE00,
                2 => 0x20AC,
                _ => 0x61,
            })
            .collect();
        let mut whole = vec![0; 3 * units.len()];
        let len = Encoding::Wtf8.encode_utf16(&units, &mut whole).unwrap();
        whole.truncate(len);
        for pieces in cuts(&units) {
            for size in [4, 5, 64] {
                let mut encoder = Encoder::new(Encoding::Wtf8, Policy::Fail);
                let (bytes, stops) = run(&pieces, size, |piece, out| match piece {
                    Some(piece) => encoder.encode_utf16(piece, out),
                    None => encoder.finish(out),
                });
                assert_eq!((&bytes, stops), (&whole, vec![]), "{pieces:X?}");
                assert_eq!((encoder.position(), encoder.replaced()), (units.len() as u64, 0));
            }
        }
        for pieces in cuts(&whole) {
            for size in [2, 3, 64] {
                let mut decoder = Decoder::new(Encoding::Wtf8, Policy::Fail);
                let (back, stops) = run(&pieces, size, |piece, out| match piece {
                    Some(piece) => decoder.to_utf16(piece, out),
                    None => decoder.finish_utf16(out),
                });
                assert_eq!((&back, stops), (&units, vec![]), "{pieces:02X?}");
                assert_eq!((decoder.position(), decoder.replaced()), (whole.len() as u64, 0));
            }
        }
    }
}

#[test]
fn wtf_8_rejects_a_pair_of_three_byte_sequences_in_pieces() {
    let pair = b"\xED\xA1\x8C\xED\xBE\xB4";
    for pieces in cuts(pair) {
        let mut decoder = Decoder::new(Encoding::Wtf8, Policy::Fail);
        let (units, stops) = run(&pieces, 4, |piece, out: &mut [u16]| match piece {
            Some(piece) => decoder.to_utf16(piece, out),
            None => decoder.finish_utf16(out),
        });
        let [Stop::IllFormed(error)] = stops[..] else {
            panic!("{stops:?}")
        };
        assert_eq!(
            (units, error.offset(), error.kind()),
            (vec![], 0, ErrorKind::Surrogate)
        );
        assert_eq!(error.bytes(), pair);
    }
}

#[test]
fn a_reset_writer_begins_anew() {
    let mut writer = Encoder::new(Encoding::Wtf8, Policy::Escape);
    let mut bytes = [0; 64];
    // The high surrogate waits for a low one, and the escaped number does not fit.
    let _ = writer.encode_code_points(&[0x41, 0xD83D], &mut bytes);
    writer.reset();
    assert_eq!(writer.position(), 0);
    let step = writer.encode_code_points(&[0xDE00, 0x42], &mut bytes);
    assert_eq!(
        (&bytes[..step.written], step.stop),
        (&b"\xED\xB8\x80B"[..], Stop::InputUsed)
    );
}

/// What a policy puts for a number that an encoding lacks.
#[test]
fn a_number_has_the_replacement_of_its_bytes() {
    let text = |policy: Policy<'_>, number| {
        policy
            .replacement_of_number(number)
            .map(|it| it.as_str().to_owned())
    };
    for (number, escaped, backslashed) in [
        (0x20AC, r"\xE2\x82\xAC", r"\u20ac"),
        (0xD800, r"\xED\xA0\x80", r"\ud800"),
        (0xDFFF, r"\xED\xBF\xBF", r"\udfff"),
        (0x11_0000, r"\xF4\x90\x80\x80", r"\U00110000"),
        (0x7FFF_FFFF, r"\xFD\xBF\xBF\xBF\xBF\xBF", r"\U7fffffff"),
        (0x8000_0001, r"\x80\x00\x00\x01", r"\U80000001"),
    ] {
        assert_eq!(text(Policy::BackslashReplace, number).unwrap(), backslashed);
        assert_eq!(text(Policy::Escape, number).unwrap(), escaped);
        assert_eq!(text(Policy::Drop, number).unwrap(), "");
        assert_eq!(text(Policy::Replace('?'), number).unwrap(), "?");
        assert_eq!(text(Policy::Fail, number), None);
    }
}
