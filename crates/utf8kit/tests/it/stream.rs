//! Tests of streams: text that arrives in pieces, cut anywhere, and with destinations of any size, gives the same result as
//! the whole.

use utf8kit::stream::{Decoder, Encoder, Step, Stop, Validator};
use utf8kit::{Encoding, Endian, ErrorKind, IllFormed, Policy, Replacement, utf8};
use utf8kit_test::{Random, VECTORS, cuts, hex, rows, text};

/// Every encoding that is not a dialect.
const ENCODINGS: [Encoding; 7] = [
    Encoding::Utf8,
    Encoding::Utf16(Endian::Little),
    Encoding::Utf16(Endian::Big),
    Encoding::Utf32(Endian::Little),
    Encoding::Utf32(Endian::Big),
    Encoding::Latin1,
    Encoding::Ascii,
];

/// Decodes `pieces` with a destination of `size` bytes. Returns what the decoder wrote, and the errors at which it stopped.
fn decode_to_utf8(
    encoding: Encoding,
    policy: Policy<'_>,
    pieces: &[&[u8]],
    size: usize,
) -> (Vec<u8>, Vec<IllFormed>) {
    let mut decoder = Decoder::new(encoding, policy);
    let (mut text, mut errors) = (Vec::new(), Vec::new());
    let mut buffer = vec![0xEE; size + 8];
    let mut total = 0;
    for (i, piece) in pieces.iter().chain([&&b""[..]]).enumerate() {
        let last = i == pieces.len();
        let mut rest = *piece;
        loop {
            let Step { read, written, stop } = match last {
                false => decoder.to_utf8(rest, &mut buffer[..size]),
                true => decoder.finish_utf8(&mut buffer[..size]),
            };
            assert!(buffer[size..].iter().all(|&byte| byte == 0xEE));
            text.extend_from_slice(&buffer[..written]);
            rest = &rest[read..];
            total += read as u64;
            match stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(
                    written > 0 || size < 4,
                    "no progress with a destination of {size} bytes"
                ),
                Stop::IllFormed(error) => errors.push(error),
                Stop::NotRepresentable { .. } => panic!("UTF-8 can represent every character"),
                stop => panic!("this test does not know {stop:?}"),
            }
            if written == 0 && read == 0 && matches!(stop, Stop::OutputFull) {
                return (text, errors);
            }
        }
        assert!(rest.is_empty());
    }
    assert_eq!(decoder.position(), total);
    (text, errors)
}

#[test]
fn vectors_cut_anywhere_decode_as_the_whole() {
    for row in rows(VECTORS) {
        let (id, bytes) = (row["id"], &hex(row["bytes"]));
        let expected = text(row["std63_lossy"]).unwrap();
        let whole: Vec<_> = utf8::chunks(bytes).filter_map(|chunk| chunk.error()).collect();
        assert_eq!(whole.is_empty(), text(row["std63"]).is_some(), "{id}");
        for pieces in cuts(bytes) {
            for size in [4, 5, 7, 100] {
                let (text, errors) =
                    decode_to_utf8(Encoding::Utf8, Policy::Replace('\u{FFFD}'), &pieces, size);
                assert_eq!(text, expected.as_bytes(), "{id} in {pieces:02X?}");
                assert_eq!(errors, []);

                let (text, errors) = decode_to_utf8(Encoding::Utf8, Policy::Fail, &pieces, size);
                assert_eq!(
                    text,
                    utf8::repair_with(bytes, Policy::Drop).unwrap().as_bytes(),
                    "{id}"
                );
                let actual: Vec<_> = errors
                    .iter()
                    .map(|error| (error.offset(), error.kind(), error.bytes()))
                    .collect();
                let expected: Vec<_> = whole
                    .iter()
                    .map(|error| (error.valid_up_to() as u64, error.kind(), error.bytes()))
                    .collect();
                assert_eq!(actual, expected, "{id} in {pieces:02X?}");
            }
            assert_eq!(
                validate(Encoding::Utf8, &pieces),
                decode_to_utf8(Encoding::Utf8, Policy::Fail, &pieces, 8).1
            );
        }
    }
}

/// Returns all errors that a validator finds in `pieces`.
fn validate(encoding: Encoding, pieces: &[&[u8]]) -> Vec<IllFormed> {
    let mut validator = Validator::new(encoding);
    let mut errors = Vec::new();
    for piece in pieces {
        let mut rest = *piece;
        loop {
            let step = validator.push(rest);
            assert_eq!(step.written, 0);
            rest = &rest[step.read..];
            match step.stop {
                Stop::InputUsed => break,
                Stop::IllFormed(error) => errors.push(error),
                stop => panic!("{stop:?}"),
            }
        }
        assert!(rest.is_empty());
    }
    if let Stop::IllFormed(error) = validator.finish().stop {
        errors.push(error);
    }
    assert_eq!(validator.finish().stop, Stop::InputUsed);
    assert_eq!(
        validator.position(),
        pieces.iter().map(|piece| piece.len() as u64).sum::<u64>()
    );
    errors
}

#[test]
fn every_encoding_cut_anywhere_decodes_as_the_whole() {
    let mut random = Random::new(1);
    for encoding in ENCODINGS {
        for round in 0..60 {
            let mut bytes: Vec<u8> = (0..random.below(24)).map(|_| random.next() as u8).collect();
            if round % 2 == 0 {
                // Damaged text in the encoding.
                let text = random.text(
                    6,
                    if matches!(encoding, Encoding::Latin1 | Encoding::Ascii) {
                        1
                    } else {
                        4
                    },
                );
                bytes = encode(encoding, Policy::Fail, &text, 64).0;
                let times = random.below(3);
                random.damage(&mut bytes, times);
            }
            let whole = decode_to_utf8(encoding, Policy::Fail, &[&bytes], 200);
            let escaped = decode_to_utf8(encoding, Policy::Escape, &[&bytes], 400);
            assert!(std::str::from_utf8(&whole.0).is_ok() && std::str::from_utf8(&escaped.0).is_ok());
            for pieces in cuts(&bytes) {
                assert_eq!(
                    decode_to_utf8(encoding, Policy::Fail, &pieces, 4),
                    whole,
                    "{encoding:?} {pieces:02X?}"
                );
                assert_eq!(
                    decode_to_utf8(encoding, Policy::Escape, &pieces, 4),
                    escaped,
                    "{encoding:?} {pieces:02X?}"
                );
                assert_eq!(validate(encoding, &pieces), whole.1, "{encoding:?} {pieces:02X?}");
                assert_eq!(
                    decode_to_utf16(encoding, &pieces),
                    String::from_utf8_lossy(&whole.0)
                        .encode_utf16()
                        .collect::<Vec<_>>()
                );
            }
        }
    }
}

/// Decodes `pieces` to UTF-16 with a destination of two units, the smallest that is allowed. Drops ill-formed sequences.
fn decode_to_utf16(encoding: Encoding, pieces: &[&[u8]]) -> Vec<u16> {
    let mut decoder = Decoder::new(encoding, Policy::Drop);
    let mut units = Vec::new();
    let mut buffer = [0; 2];
    for (piece, last) in pieces
        .iter()
        .map(|piece| (*piece, false))
        .chain([(&b""[..], true)])
    {
        let mut rest = piece;
        loop {
            let step = match last {
                false => decoder.to_utf16(rest, &mut buffer[..]),
                true => decoder.finish_utf16(&mut buffer[..]),
            };
            units.extend_from_slice(&buffer[..step.written]);
            rest = &rest[step.read..];
            match step.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => {}
                stop => panic!("{stop:?}"),
            }
        }
    }
    units
}

/// Encodes `text` with a destination of `size` bytes. Returns the bytes, and the characters that the encoding lacks with
/// their offsets.
fn encode(encoding: Encoding, policy: Policy<'_>, text: &str, size: usize) -> (Vec<u8>, Vec<(char, u64)>) {
    let mut encoder = Encoder::new(encoding, policy);
    let (mut bytes, mut not_representable) = (Vec::new(), Vec::new());
    let mut buffer = vec![0; size];
    let mut rest = text;
    loop {
        let Step { read, written, stop } = encoder.encode(rest, &mut buffer[..]);
        bytes.extend_from_slice(&buffer[..written]);
        rest = &rest[read..];
        match stop {
            Stop::InputUsed => break,
            Stop::OutputFull => assert!(written > 0),
            Stop::NotRepresentable { number, offset } => {
                not_representable.push((char::from_u32(number).unwrap(), offset));
            }
            stop => panic!("{stop:?}"),
        }
    }
    assert_eq!(encoder.finish(&mut buffer[..]).stop, Stop::InputUsed);
    assert_eq!(encoder.position(), text.len() as u64);
    (bytes, not_representable)
}

#[test]
fn encoded_text_decodes_to_itself() {
    let mut random = Random::new(2);
    for encoding in ENCODINGS {
        let max_len = if matches!(encoding, Encoding::Latin1 | Encoding::Ascii) {
            1
        } else {
            4
        };
        for len in [0, 1, 2, 3, 10, 100, 1000] {
            let text = random.text(len, max_len);
            let (bytes, not_representable) = encode(encoding, Policy::Fail, &text, 4);
            assert_eq!(not_representable, []);
            assert_eq!(encode(encoding, Policy::Fail, &text, 10_000).0, bytes);
            assert_eq!(
                decode_to_utf8(encoding, Policy::Fail, &[&bytes], 10_000),
                (text.into_bytes(), vec![])
            );
        }
    }
}

#[test]
fn characters_that_the_encoding_lacks_are_reported_or_replaced() {
    let text = "né €!\\";
    assert_eq!(
        encode(Encoding::Latin1, Policy::Fail, text, 4),
        (b"n\xE9 !\\".to_vec(), vec![('€', 4)])
    );
    assert_eq!(
        encode(Encoding::Ascii, Policy::Fail, text, 4),
        (b"n !\\".to_vec(), vec![('é', 1), ('€', 4)])
    );
    assert_eq!(
        encode(Encoding::Ascii, Policy::Replace('?'), text, 4).0,
        b"n? ?!\\"
    );
    assert_eq!(encode(Encoding::Ascii, Policy::Drop, text, 4).0, b"n !\\");
    assert_eq!(
        encode(Encoding::Latin1, Policy::Escape, text, 4).0,
        b"n\xE9 \\xE2\\x82\\xAC!\\"
    );
    // The encoding lacks the replacement as well.
    let replaced = (b"?".to_vec(), vec![]);
    assert_eq!(
        encode(Encoding::Ascii, Policy::Replace('\u{FFFD}'), "€", 4),
        replaced
    );
    assert_eq!(encode(Encoding::Ascii, Policy::With("€"), "€", 4).1, [('€', 0)]);
    let replace = |bytes: &[u8], kind: ErrorKind| match (bytes, kind) {
        (b"\xE2\x82\xAC", ErrorKind::Undefined) => Some(Replacement::char('E')),
        _ => None,
    };
    assert_eq!(
        encode(Encoding::Ascii, Policy::Custom(&replace), text, 4),
        (b"n E!\\".to_vec(), vec![('é', 1)])
    );
}

#[test]
fn a_destination_that_is_too_small_stays_unchanged() {
    let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}'));
    for size in 0..3 {
        let mut buffer = [0; 3];
        let step = decoder.to_utf8(b"\xFF", &mut buffer[..size]);
        assert_eq!((step.written, step.stop, buffer), (0, Stop::OutputFull, [0; 3]));
        assert_eq!(step.read, if size == 0 { 1 } else { 0 }); // it is replaced once, and the replacement is pending
        if step.read == 0 {
            continue;
        }
        assert_eq!(decoder.replaced(), 1);
    }
    let mut buffer = [0; 3];
    assert_eq!(decoder.finish_utf8(&mut buffer[..]).written, 3);
    assert_eq!(buffer, *b"\xEF\xBF\xBD");
}

#[test]
fn policies_replace_the_same_whole_and_in_pieces() {
    let table = core::array::from_fn(|i| char::from_u32(0x400 + i as u32).unwrap());
    type MakePolicy = fn(&[char; 128]) -> Policy<'_>;
    let policies: [(MakePolicy, &str); 4] = [
        (|_| Policy::Replace('?'), "a\\??z?"),
        (|_| Policy::Drop, "a\\z"),
        (|_| Policy::Escape, r"a\\\xE2\x82\xFFz\xC3"),
        (|table| Policy::Legacy(table), "a\\\u{462}\u{402}\u{47F}z\u{443}"),
    ];
    let bytes = b"a\\\xE2\x82\xFFz\xC3";
    for (policy, expected) in policies {
        assert_eq!(utf8::repair_with(bytes, policy(&table)).unwrap(), expected);
        for pieces in cuts(bytes) {
            assert_eq!(
                decode_to_utf8(Encoding::Utf8, policy(&table), &pieces, 4).0,
                expected.as_bytes()
            );
        }
    }
    let error = utf8::repair_with(bytes, Policy::Fail).unwrap_err();
    assert_eq!((error.valid_up_to(), error.bytes()), (2, &b"\xE2\x82"[..]));
}

#[test]
fn readers_and_writers_convert_as_streams() {
    use std::io::{BufReader, Read, Write};
    use utf8kit::stream::{DecodeReader, EncodeWriter};

    /// Returns one byte at a time.
    struct OneByteReader<'a>(&'a [u8]);
    impl Read for OneByteReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = self.0.len().min(buffer.len()).min(1);
            (&mut self.0).take(1).read(&mut buffer[..len])
        }
    }

    let text = Random::new(3).text(2000, 4);
    for encoding in [
        Encoding::Utf8,
        Encoding::Utf16(Endian::Big),
        Encoding::Utf32(Endian::Little),
    ] {
        let mut writer = EncodeWriter::new(Vec::new(), encoding, Policy::Fail);
        for byte in text.as_bytes() {
            writer.write_all(&[*byte]).unwrap();
        }
        let bytes = writer.finish().unwrap();
        assert_eq!(bytes, encode(encoding, Policy::Fail, &text, 100_000).0);
        let mut decoded = String::new();
        DecodeReader::new(BufReader::new(OneByteReader(&bytes)), encoding, Policy::Fail)
            .read_to_string(&mut decoded)
            .unwrap();
        assert_eq!(decoded, text);
    }

    // A reader returns the text before an error, then the error, then the text after it.
    let mut reader = DecodeReader::new(&b"ab\xFFcd\xE2\x82"[..], Encoding::Utf8, Policy::Fail);
    let mut buffer = [0; 8];
    assert_eq!(reader.read(&mut buffer).unwrap(), 2);
    let error = reader.read(&mut buffer).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    assert_eq!(
        error.to_string(),
        "ill-formed UTF-8 at offset 2: `FF` never occurs in UTF-8"
    );
    assert_eq!(reader.read(&mut buffer).unwrap(), 2);
    assert_eq!(
        reader.read(&mut buffer).unwrap_err().kind(),
        std::io::ErrorKind::InvalidData
    );
    assert_eq!(reader.read(&mut buffer).unwrap(), 0);

    let mut writer = EncodeWriter::new(Vec::new(), Encoding::Latin1, Policy::Fail);
    writer.write_all(b"\xE2\x82").unwrap();
    assert!(writer.write_all(b"\xAC").is_err()); // Latin-1 lacks U+20AC
    let mut writer = EncodeWriter::new(Vec::new(), Encoding::Latin1, Policy::Fail);
    writer.write_all(b"\xC3").unwrap();
    assert!(writer.finish().is_err()); // the end cuts a sequence
}

#[test]
fn a_reader_reads_again_after_an_interruption() {
    use std::io::{BufReader, Error, ErrorKind, Read, Result};
    use utf8kit::stream::DecodeReader;

    /// Fails with an error of each kind in turn before it reads.
    struct Failing<'a>(&'a [ErrorKind], &'a [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            match self.0.split_off_first() {
                Some(&kind) => Err(Error::from(kind)),
                None => self.1.read(buffer),
            }
        }
    }

    let errors = [
        ErrorKind::Interrupted,
        ErrorKind::TimedOut,
        ErrorKind::Interrupted,
    ];
    let mut reader = DecodeReader::new(
        BufReader::new(Failing(&errors, b"text")),
        Encoding::Utf8,
        Policy::Fail,
    );
    let mut text = String::new();
    assert_eq!(
        reader.read_to_string(&mut text).unwrap_err().kind(),
        ErrorKind::TimedOut
    );
    assert_eq!((reader.read_to_string(&mut text).unwrap(), &*text), (4, "text"));
}

#[test]
fn a_reader_reports_numbers_that_are_not_characters() {
    use std::io::{ErrorKind, Read};
    use utf8kit::stream::DecodeReader;

    let bytes = &b"ab\xFD\xBF\xBF\xBF\xBF\xBFc"[..];
    let mut reader = DecodeReader::new(bytes, Encoding::Rfc2279, Policy::Fail);
    let mut buffer = [0; 8];
    assert_eq!(reader.read(&mut buffer).unwrap(), 2);
    let error = reader.read(&mut buffer).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    assert!(error.to_string().contains("7FFF FFFF at offset 2"), "{error}");
    assert_eq!((reader.read(&mut buffer).unwrap(), buffer[0]), (1, b'c'));
}

/// What a kernel leaves of a piece: an incomplete character, an error, or what does not fit.
#[test]
fn a_step_continues_where_a_kernel_stops() {
    for len in [0, 1, 3, 31, 64, 100, 1000] {
        let ascii = vec![b'a'; len];
        let with = |tail: &[u8]| [&ascii[..], tail].concat();
        let mut text = vec![0; len + 3];

        // The destination is full before the incomplete character, which is kept all the same.
        let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
        let step = decoder.to_utf8(&with(b"\xE2\x82"), &mut text[..len]);
        assert_eq!(
            (step.read, step.written, step.stop),
            (len + 2, len, Stop::InputUsed)
        );
        assert_eq!(
            (decoder.position(), decoder.held()),
            (len as u64, &b"\xE2\x82"[..])
        );
        assert_eq!(decoder.to_utf8(b"\xAC", &mut text[..]).written, 3);

        // A whole character that does not fit is not read.
        let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
        let step = decoder.to_utf8(&with("€".as_bytes()), &mut text[..len + 2]);
        assert_eq!((step.read, step.written, step.stop), (len, len, Stop::OutputFull));
        assert_eq!((decoder.position(), decoder.held()), (len as u64, &b""[..]));

        let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
        let step = decoder.to_utf8(&with(b"\xFFa"), &mut text[..]);
        let Stop::IllFormed(error) = step.stop else {
            panic!("{step:?}")
        };
        assert_eq!(
            (error.offset(), step.read, step.written),
            (len as u64, len + 1, len)
        );
        assert_eq!(decoder.position(), len as u64 + 1);

        // Errors at both ends of a piece.
        let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}'));
        let mut text = vec![0; len + 16];
        let step = decoder.to_utf8(&[b"\xFF", &ascii[..], b"\xFF\xE2"].concat(), &mut text[..]);
        assert_eq!(
            (step.read, step.written, step.stop),
            (len + 3, len + 6, Stop::InputUsed)
        );
        assert_eq!((decoder.replaced(), decoder.held()), (2, &b"\xE2"[..]));
        assert_eq!(decoder.finish_utf8(&mut text[..]).written, 3);
        assert_eq!(decoder.replaced(), 3);
    }
}
