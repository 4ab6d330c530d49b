//! Streams with destinations of every size.

use std::fmt::Debug;
use utf8kit::stream::{Decoder, Encoder, Step, Stop};
use utf8kit::{Encoding, Policy};
use utf8kit_test::step_if_emulated;

/// The number of guard values before and after a destination.
const MARGIN: usize = 8;

/// Calls `write` with a destination of `size` units between guard values. Asserts that they are unchanged, and returns what it
/// returned and the destination.
fn guarded<U: Copy + PartialEq + Debug, R>(
    size: usize,
    guard: U,
    write: impl FnOnce(&mut [U]) -> R,
) -> (R, Vec<U>) {
    let mut buffer = vec![guard; MARGIN + size + MARGIN];
    let result = write(&mut buffer[MARGIN..][..size]);
    assert_eq!(
        buffer[..MARGIN],
        [guard; MARGIN],
        "before a destination of {size}"
    );
    assert_eq!(
        buffer[MARGIN + size..],
        [guard; MARGIN],
        "after a destination of {size}"
    );
    (result, buffer[MARGIN..][..size].to_vec())
}

/// Returns texts of numbers that `dialect` has: of each length alone, mixed, and after runs that the kernels convert.
fn dialect_texts(dialect: Encoding) -> Vec<Vec<u32>> {
    let lengths = [
        0x00,
        0x7F,
        0x80,
        0x7FF,
        0x800,
        0xD7FF,
        0xE000,
        0xFFFF,
        0x1_0000,
        0x10_FFFF,
        0x11_0000,
        0x1F_FFFF,
        0x20_0000,
        0x3FF_FFFF,
        0x400_0000,
        0x7FFF_FFFF,
    ];
    let has = |number: &u32| dialect.encode_number(*number, &mut [0; 6]).is_ok();
    let lengths: Vec<u32> = lengths.into_iter().filter(has).collect();
    let mut texts: Vec<Vec<u32>> = lengths.iter().map(|number| vec![*number; 5]).collect();
    for run in [0x61, 0xE9, 0x20AC, 0x1_F600] {
        for len in [1, 15, 16, 70] {
            let mut text = vec![run; len];
            text.extend(&lengths);
            text.extend(vec![run; 20]);
            text.extend(lengths.iter().rev());
            texts.push(text);
        }
    }
    texts
}

/// Returns `numbers` in `dialect`, whole and each number by itself.
fn dialect_bytes(dialect: Encoding, numbers: &[u32]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let encode = |number: &u32| dialect.encode_number(*number, &mut [0; 6]).unwrap().to_vec();
    let each: Vec<Vec<u8>> = numbers.iter().map(encode).collect();
    (each.concat(), each)
}

/// Calls `step` with pieces of `source` of `len` units and destinations of `size` units, until it has read all of it, and then
/// `finish` until that has written all. Asserts that neither writes outside a destination, and returns all that they write.
fn stream_through<S, U: Copy + PartialEq + Debug>(
    source: &[S],
    (len, size): (usize, usize),
    guard: U,
    mut step: impl FnMut(Option<&[S]>, &mut [U]) -> Step,
) -> Vec<U> {
    let mut all = vec![];
    let ends = source.chunks(len).map(Some).chain([None]);
    for piece in ends {
        let mut piece = piece;
        loop {
            let (step, dst) = guarded(size, guard, |dst| step(piece, dst));
            all.extend(&dst[..step.written]);
            piece = piece.map(|piece| &piece[step.read..]);
            match step.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(
                    step.written > 0 || step.read > 0,
                    "a destination of {size} makes no progress"
                ),
                stop => panic!("{stop:?}"),
            }
        }
    }
    all
}

/// Readers write numbers, decoders text and encoders sequences of up to six bytes, in destinations of every size that makes
/// progress.
#[test]
fn streams_of_dialects_respect_every_destination_size() {
    for dialect in Encoding::RELATIVES {
        for numbers in dialect_texts(dialect).into_iter().step_by(step_if_emulated(5)) {
            let (bytes, _) = dialect_bytes(dialect, &numbers);
            let text: String = numbers
                .iter()
                .filter_map(|number| char::from_u32(*number))
                .collect();
            let in_dialect = dialect.encode(&text, Policy::Fail).unwrap();
            for piece in [1, 5, 64, 1000] {
                for size in 1..9 {
                    let mut reader = Decoder::new(dialect, Policy::Fail);
                    let found =
                        stream_through(&bytes, (piece, size), 0xA5C3_96F0, |piece, dst| match piece {
                            Some(piece) => reader.to_code_points(piece, dst),
                            None => reader.finish_code_points(dst),
                        });
                    assert_eq!(
                        found, numbers,
                        "{dialect:?}, pieces of {piece}, destinations of {size}"
                    );
                }
                for size in 4..11 {
                    let mut decoder = Decoder::new(dialect, Policy::Fail);
                    let found = stream_through(&in_dialect, (piece, size), 0xA5, |piece, dst| match piece {
                        Some(piece) => decoder.to_utf8(piece, dst),
                        None => decoder.finish_utf8(dst),
                    });
                    assert_eq!(
                        found,
                        text.as_bytes(),
                        "{dialect:?}, pieces of {piece}, destinations of {size}"
                    );
                }
                let units: Vec<u16> = text.encode_utf16().collect();
                for size in 6..13 {
                    let mut encoder = Encoder::new(dialect, Policy::Fail);
                    let found = stream_through(&units, (piece, size), 0xA5, |piece, dst| match piece {
                        Some(piece) => encoder.encode_utf16(piece, dst),
                        None => encoder.finish(dst),
                    });
                    assert_eq!(
                        found, *in_dialect,
                        "{dialect:?}, pieces of {piece}, destinations of {size}"
                    );
                }
            }
        }
    }
}
