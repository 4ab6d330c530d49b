//! Drives decoders and encoders over pieces, with destinations of any size, and checks the contract of streams.

use utf8kit::stream::{Decoder, Encoder, Step, Stop};
use utf8kit::{Encoding, Endian, ErrorKind, IllFormed, Policy, Replacement};

/// Every encoding.
pub(crate) const ENCODINGS: [Encoding; 14] = [
    Encoding::Utf8,
    Encoding::Utf16(Endian::Little),
    Encoding::Utf16(Endian::Big),
    Encoding::Utf32(Endian::Little),
    Encoding::Utf32(Endian::Big),
    Encoding::Latin1,
    Encoding::Ascii,
    Encoding::Utf8,
    Encoding::Rfc2279,
    Encoding::AnnexR,
    Encoding::AnnexR5,
    Encoding::Cesu8,
    Encoding::ModifiedUtf8,
    Encoding::Wtf8,
];

/// A legacy encoding whose characters have two and three bytes in UTF-8.
pub(crate) static LEGACY: [char; 128] = {
    let mut table = ['\u{20AC}'; 128];
    table[0x69] = '\u{E9}';
    table
};

/// A custom policy whose replacement, and what it takes, depend on the error.
pub(crate) fn custom(bytes: &[u8], kind: ErrorKind) -> Option<Replacement<'static>> {
    Some(match (bytes, kind) {
        (_, ErrorKind::UnexpectedEnd) => Replacement::EMPTY,
        ([0xFF, ..], _) => Replacement::from("a text that is longer than any escaped sequence is").taking(3),
        ([0xF5..=0xFE, ..], _) => Replacement::from(format!("[{bytes:02X?}]")).taking(6),
        (_, ErrorKind::MissingContinuation | ErrorKind::Surrogate) => Replacement::char('\u{2020}').taking(1),
        _ => Replacement::from("é"),
    })
}

/// Every policy, and two custom ones.
pub(crate) static POLICIES: [Policy<'static>; 10] = [
    Policy::Fail,
    Policy::Replace('\u{FFFD}'),
    Policy::Replace('?'),
    Policy::With("<é>"),
    Policy::Drop,
    Policy::Escape,
    Policy::BackslashReplace,
    Policy::Legacy(&LEGACY),
    Policy::Custom(&custom),
    Policy::Custom(&|bytes, kind| (kind != ErrorKind::Surrogate).then(|| Replacement::escaped(bytes))),
];

/// What a stream wrote, and where it stopped.
pub(crate) type Output<T> = (Vec<T>, Vec<Stop>);

/// Calls `step` with each piece, or with `None` at the end, and a destination of `size` units until all is read.
/// `least` units are enough for progress.
fn drive<S, T: Copy + Default>(
    pieces: &[&[S]],
    size: usize,
    least: usize,
    mut step: impl FnMut(Option<&[S]>, &mut [T]) -> Step,
) -> Output<T> {
    let (mut written, mut stops) = (Vec::new(), Vec::new());
    let mut buffer = vec![T::default(); size];
    for piece in pieces.iter().map(Some).chain([None]) {
        let mut rest = piece.copied();
        loop {
            let done = step(rest, &mut buffer);
            written.extend_from_slice(&buffer[..done.written]);
            rest = rest.map(|rest| &rest[done.read..]);
            match done.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(
                    done.written > 0 || size < least,
                    "no progress with a destination of {size} units"
                ),
                stop => stops.push(stop),
            }
        }
        assert!(rest.is_none_or(<[S]>::is_empty));
    }
    (written, stops)
}

/// Decodes `pieces` to UTF-8 with destinations of `size` bytes.
pub(crate) fn decode(decoder: &mut Decoder<'_>, pieces: &[&[u8]], size: usize) -> Output<u8> {
    let start = decoder.position() + decoder.held().len() as u64;
    let output = drive(pieces, size, 4, |piece, text| match piece {
        Some(bytes) => decoder.to_utf8(bytes, text),
        None => decoder.finish_utf8(text),
    });
    let total: usize = pieces.iter().map(|piece| piece.len()).sum();
    assert_eq!(decoder.position() - start, total as u64);
    assert_eq!((decoder.held(), decoder.pending()), (&b""[..], ""));
    assert!(std::str::from_utf8(&output.0).is_ok());
    output
}

/// Decodes `pieces` to UTF-16 with destinations of `size` code units.
pub(crate) fn decode_utf16(decoder: &mut Decoder<'_>, pieces: &[&[u8]], size: usize) -> Output<u16> {
    drive(pieces, size, 2, |piece, text| match piece {
        Some(bytes) => decoder.to_utf16(bytes, text),
        None => decoder.finish_utf16(text),
    })
}

/// Encodes `pieces` of UTF-16 with destinations of `size` bytes.
pub(crate) fn encode_utf16(encoder: &mut Encoder<'_>, pieces: &[&[u16]], size: usize) -> Output<u8> {
    let output = drive(pieces, size, 6, |piece, bytes| match piece {
        Some(units) => encoder.encode_utf16(units, bytes),
        None => encoder.finish(bytes),
    });
    let total: usize = pieces.iter().map(|piece| piece.len()).sum();
    assert_eq!(encoder.position(), total as u64);
    assert_eq!((encoder.held(), encoder.pending()), (None, ""));
    output
}

/// Encodes pieces of `text`, cut at `cut` bytes, with destinations of `size` bytes.
pub(crate) fn encode(encoder: &mut Encoder<'_>, text: &str, cut: usize, size: usize) -> Output<u8> {
    let (a, b) = text.split_at(cut);
    let output = drive(
        &[a.as_bytes(), b.as_bytes()],
        size,
        6,
        |piece, bytes| match piece {
            Some(text) => encoder.encode(std::str::from_utf8(text).unwrap(), bytes),
            None => encoder.finish(bytes),
        },
    );
    assert_eq!(encoder.position(), text.len() as u64);
    output
}

/// Returns the error of a stop.
pub(crate) fn ill_formed(stop: &Stop) -> IllFormed {
    match stop {
        Stop::IllFormed(error) => *error,
        stop => panic!("{stop:?}"),
    }
}
