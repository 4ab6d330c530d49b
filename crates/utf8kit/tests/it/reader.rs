//! Tests of `DecodeReader` with sources whose buffers are cut anywhere, damaged anywhere, and read in every way.
//!
//! The expected result is that of a decoder for the whole text.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use utf8kit::stream::{DecodeReader, Decoder, SignaturePolicy, Stop};
use utf8kit::{Encoding, Endian, IllFormed, Policy, Replacement, Subset};
use utf8kit_test::{Random, Sample};

/// A source whose buffers are the given pieces. It is interrupted before each of them.
struct Pieces<'a> {
    pieces: VecDeque<&'a [u8]>,
    current: &'a [u8],
    is_interrupted: bool,
    has_ended: bool,
}

impl<'a> Pieces<'a> {
    fn new(pieces: impl IntoIterator<Item = &'a [u8]>) -> Self {
        Pieces {
            pieces: pieces.into_iter().filter(|piece| !piece.is_empty()).collect(),
            current: &[],
            is_interrupted: false,
            has_ended: false,
        }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("a reader uses the buffer of its source")
    }
}

impl BufRead for Pieces<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // At a terminal, that would wait for more input.
        assert!(!self.has_ended, "the source is read after its end");
        if self.current.is_empty() {
            self.is_interrupted = !self.is_interrupted;
            if self.is_interrupted {
                return Err(ErrorKind::Interrupted.into());
            }
            match self.pieces.pop_front() {
                Some(piece) => self.current = piece,
                None => self.has_ended = true,
            }
        }
        Ok(self.current)
    }

    fn consume(&mut self, len: usize) {
        self.current = &self.current[len..];
    }
}

/// What a reader returns: text, and errors between.
#[derive(PartialEq, Debug, Default)]
struct Output {
    text: Vec<u8>,
    /// The offset in the text and in the source of each error, and its bytes.
    errors: Vec<(usize, u64, Vec<u8>)>,
}

impl Output {
    fn error(&mut self, error: &IllFormed) {
        self.errors
            .push((self.text.len(), error.offset(), error.bytes().to_vec()));
    }

    /// Returns what a decoder returns for the whole text.
    fn of(mut decoder: Decoder<'_>, source: &[u8]) -> Self {
        let (mut output, mut buffer, mut read) = (Output::default(), vec![0; 12 * source.len() + 8], 0);
        loop {
            let step = if read < source.len() {
                decoder.to_utf8(&source[read..], &mut buffer[..])
            } else {
                decoder.finish_utf8(&mut buffer[..])
            };
            let is_end = read == source.len();
            read += step.read;
            output.text.extend(&buffer[..step.written]);
            match step.stop {
                Stop::IllFormed(error) => output.error(&error),
                Stop::InputUsed if is_end => return output,
                Stop::InputUsed => {}
                stop => panic!("{stop:?}"),
            }
        }
    }

    /// Reads all from `reader`, in ways and sizes that are chosen at random.
    fn read<R: BufRead>(mut reader: DecodeReader<'_, R>, random: &mut Random) -> Self {
        let mut output = Output::default();
        loop {
            let before = output.text.len();
            let result = match random.below(8) {
                0..3 => reader.fill_buf().map(|bytes| {
                    let len = match random.below(3) {
                        0 => bytes.len(),
                        1 => bytes.len().min(1),
                        _ => random.below(bytes.len() + 1),
                    };
                    output.text.extend(&bytes[..len]);
                    (len, bytes.is_empty())
                }),
                3..5 => {
                    let mut buffer = vec![0; [1, 2, 7, 1023, 1024, 1025, 8192, 100_000][random.below(8)]];
                    reader.read(&mut buffer).map(|len| {
                        output.text.extend(&buffer[..len]);
                        (0, len == 0)
                    })
                }
                5..7 => reader.read_to_end(&mut output.text).map(|len| {
                    assert_eq!(len, output.text.len() - before);
                    (0, true)
                }),
                _ => {
                    let mut text = String::from("before");
                    let result = reader.read_to_string(&mut text);
                    let read = text.strip_prefix("before").unwrap();
                    output.text.extend(read.as_bytes());
                    match result {
                        // A part of a character is consumed.
                        Err(error) if !is_of_source(&error) => {
                            assert!(read.is_empty());
                            Ok((0, false))
                        }
                        result => result.map(|len| {
                            assert_eq!(len, read.len());
                            (0, true)
                        }),
                    }
                }
            };
            match result {
                Ok((consumed, is_end)) => {
                    reader.consume(consumed);
                    if is_end {
                        assert!(reader.fill_buf().unwrap().is_empty());
                        assert_eq!(reader.read(&mut [0; 2000]).unwrap(), 0);
                        return output;
                    }
                }
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::InvalidData);
                    let error = error.get_ref().unwrap().downcast_ref().unwrap();
                    output.error(error);
                }
            }
        }
    }
}

/// Returns `true` if the source is ill-formed.
fn is_of_source(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<IllFormed>())
}

/// A replacement that takes one byte more or less than the ill-formed sequence.
fn take_other_lengths(bytes: &[u8], _: utf8kit::ErrorKind) -> Option<Replacement<'static>> {
    Some(Replacement::char('§').taking(if bytes.len() == 2 { 1 } else { bytes.len() + 1 }))
}

const POLICIES: [Policy<'static>; 7] = [
    Policy::Fail,
    Policy::Replace('\u{FFFD}'),
    Policy::Replace('?'),
    Policy::With("<é€>"),
    Policy::Drop,
    Policy::Escape,
    Policy::Custom(&take_other_lengths),
];

/// Checks that readers of `source`, in the pieces that each cut makes and in pieces of one byte, return what a decoder does.
fn check_every_cut(source: &[u8], decoder: &Decoder<'static>, random: &mut Random) {
    let expected = Output::of(decoder.clone(), source);
    for cut in 0..=source.len() {
        let (first, second) = source.split_at(cut);
        let reader = DecodeReader::with_decoder(Pieces::new([first, second]), decoder.clone());
        let found = Output::read(reader, random);
        assert_eq!(found, expected, "{source:02X?} cut at {cut}: {decoder:?}");
    }
    let reader = DecodeReader::with_decoder(Pieces::new(source.chunks(1)), decoder.clone());
    assert_eq!(
        Output::read(reader, random),
        expected,
        "{source:02X?}: {decoder:?}"
    );
}

#[test]
fn damage_at_every_place_is_read_as_whole_with_every_cut() {
    let text = "aé€\\𝄞b\u{7FF}\u{FFFF}🦀.";
    let mut random = Random::new(1);
    for policy in POLICIES {
        let decoder = Decoder::new(Encoding::Utf8, policy);
        check_every_cut(text.as_bytes(), &decoder, &mut random);
        for place in 0..text.len() {
            for damage in [0x41, 0x80, 0xC3, 0xE2, 0xF0, 0xFF] {
                let mut source = text.as_bytes().to_vec();
                source[place] = damage;
                check_every_cut(&source, &decoder, &mut random);
            }
            let mut source = text.as_bytes().to_vec();
            source.remove(place);
            check_every_cut(&source, &decoder, &mut random);
            check_every_cut(&text.as_bytes()[..place], &decoder, &mut random);
        }
    }
}

#[test]
fn other_encodings_and_signatures_are_read_as_whole_with_every_cut() {
    let mut random = Random::new(2);
    let units: Vec<u16> = "a€𝄞\\\u{FEFF}é"
        .encode_utf16()
        .chain([0xDC00, 0x41, 0xD800])
        .collect();
    let utf16: Vec<u8> = units.iter().copied().flat_map(u16::to_le_bytes).collect();
    let utf8 = b"\xEF\xBB\xBFa\xE2\x82\xAC\xEF\xBB\xBF\xFF\xE2\x82";
    for policy in POLICIES {
        for source in [&utf16[..], &utf16[..utf16.len() - 1], utf8, b"\xEF\xBB", b""] {
            for encoding in [Encoding::Utf16(Endian::Little), Encoding::Utf8, Encoding::Latin1] {
                let decoder = Decoder::new(encoding, policy);
                check_every_cut(source, &decoder, &mut random);
                for signature in [SignaturePolicy::Remove, SignaturePolicy::Detect] {
                    check_every_cut(source, &decoder.clone().with_signature(signature), &mut random);
                }
            }
        }
    }
}

#[test]
fn text_longer_than_the_buffers_is_read_as_whole() {
    let mut random = Random::new(3);
    let mut sample = Sample::new();
    for round in 0..8 {
        let mut source = random.text(120_000, 1 + round % 4).into_bytes();
        let errors = [0, 1, 20, 30_000][round / 2];
        random.damage(&mut source, errors);
        for policy in sample
            .numbers(0..=POLICIES.len() - 1)
            .map(|policy| POLICIES[policy])
        {
            let decoder = || Decoder::new(Encoding::Utf8, policy);
            let expected = Output::of(decoder(), &source);
            let whole = DecodeReader::with_decoder(&source[..], decoder());
            assert!(
                Output::read(whole, &mut random) == expected,
                "{round}: {policy:?}"
            );
            for capacity in [3, 1000, 8192, 65_537] {
                let source = BufReader::with_capacity(capacity, &source[..]);
                let reader = DecodeReader::with_decoder(source, decoder());
                assert!(
                    Output::read(reader, &mut random) == expected,
                    "{round}, capacity {capacity}: {policy:?}"
                );
            }
        }
    }
}

/// Returns `true` if `part` is a part of `whole`, not only equal to one.
fn is_within(part: &[u8], whole: &[u8]) -> bool {
    whole.as_ptr_range().contains(&part.as_ptr())
}

#[test]
fn well_formed_text_is_lent_from_the_source() {
    let source = "né€𝄞 ".repeat(20_000).into_bytes();
    let mut reader = DecodeReader::new(&source[..], Encoding::Utf8, Policy::Fail);
    let mut read = 0;
    loop {
        let text = reader.fill_buf().unwrap();
        assert!(is_within(text, &source) || text.is_empty());
        assert_eq!(text, &source[read..][..text.len()]);
        let len = text.len().min(1000);
        if len == 0 {
            break;
        }
        reader.consume(len);
        read += len;
        assert_eq!(reader.decoder().position(), read as u64);
    }
    assert_eq!(read, source.len());
}

#[test]
fn text_is_lent_again_after_a_cut_character_and_after_an_error() {
    let (first, second) = (b"ab\xE2\x82".to_vec(), b"\xACcd\xFFef".to_vec());
    let source = Pieces::new([&first[..], &second]);
    let mut reader = DecodeReader::new(source, Encoding::Utf8, Policy::Fail);
    let mut next = |expected: &[u8], lender: &[u8]| {
        let text = reader.fill_buf().unwrap();
        assert_eq!((text, is_within(text, lender)), (expected, !lender.is_empty()));
        reader.consume(expected.len());
    };
    next(b"ab", &first);
    next("€".as_bytes(), &[]);
    next(b"cd", &second);
    assert!(reader.fill_buf().is_err());
    let text = reader.fill_buf().unwrap();
    assert_eq!((text, is_within(text, &second)), (&b"ef"[..], true));
}

/// Reads all from `reader`, `len` bytes at a time, or with 0 all at once.
fn read_by(mut reader: DecodeReader<'_, impl BufRead>, len: usize) -> Vec<u8> {
    let mut output = Vec::new();
    let mut buffer = vec![0; len];
    loop {
        let read = match len {
            0 => {
                reader.read_to_end(&mut output).unwrap();
                0
            }
            _ => reader.read(&mut buffer).unwrap(),
        };
        output.extend(&buffer[..read]);
        if read == 0 {
            return output;
        }
    }
}

#[test]
fn utf8_is_passed_through_and_other_encodings_are_decoded_with_every_cut() {
    let utf16 = b"\xFF\xFEa\0\x3D\xD8\x00\xDE\\\0";
    let sources: [(&[u8], &[u8]); 10] = [
        (utf16, "a\u{1F600}\\".as_bytes()),
        (b"", b""),
        (b"\xEF\xBB\xBFa\xFF\\\xE2\x82", b"a\xFF\\\xE2\x82"),
        (b"\xEF\xBB", b"\xEF\xBB"),
        (b"\xEF\xBB\x80\x80", b"\xEF\xBB\x80\x80"),
        (b"\xFE", b"\xFE"),
        (b"\xFE\xFEa", b"\xFE\xFEa"),
        (b"\xFF", b"\xFF"),
        (b"\x80a\\\xC3\xA9\xED\xA0\x80", b"\x80a\\\xC3\xA9\xED\xA0\x80"),
        ("né€𝄞".as_bytes(), "né€𝄞".as_bytes()),
    ];
    for policy in [Policy::Fail, Policy::Replace('?'), Policy::BackslashReplace] {
        for (source, expected) in sources {
            let decoder = Decoder::new(Encoding::Utf8, policy).with_signature(SignaturePolicy::Detect);
            for cut in 0..=source.len() {
                let (first, second) = source.split_at(cut);
                for len in [0, 1, 3, 2000] {
                    let pieces = Pieces::new([first, second]);
                    let reader = DecodeReader::with_decoder(pieces, decoder.clone()).with_utf8_passthru();
                    assert_eq!(
                        read_by(reader, len),
                        expected,
                        "{source:02X?} cut at {cut}, by {len}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_passed_through_is_lent_and_counted_whatever_the_policy() {
    let source = b"\xEF\xBB\xBFa\\\xFF".to_vec();
    let decoder = Decoder::new(Encoding::Utf8, Policy::Escape).with_signature(SignaturePolicy::Remove);
    let mut reader = DecodeReader::with_decoder(&source[..], decoder).with_utf8_passthru();
    let bytes = reader.fill_buf().unwrap();
    assert_eq!((bytes, is_within(bytes, &source)), (&b"a\\\xFF"[..], true));
    reader.consume(2);
    assert_eq!(reader.decoder().position(), 5);
    let mut text = String::from("before");
    let error = reader.read_to_string(&mut text).unwrap_err();
    let error: &IllFormed = error.get_ref().unwrap().downcast_ref().unwrap();
    assert_eq!((error.offset(), &text[..]), (5, "before"));
    let mut reader = DecodeReader::new(&source[..5], Encoding::Utf8, Policy::Fail).with_utf8_passthru();
    assert_eq!(reader.read_to_string(&mut text).unwrap(), 5);
    assert_eq!(text, "before\u{FEFF}a\\");
}

#[test]
fn the_source_is_returned_with_what_is_not_consumed() {
    let mut reader = DecodeReader::new("né\nrest".as_bytes(), Encoding::Utf8, Policy::Fail);
    reader.read_until(b'\n', &mut Vec::new()).unwrap();
    assert_eq!(reader.into_inner(), b"rest");
}

#[test]
fn lines_are_the_lines_of_the_repaired_text() {
    let source = b"caf\xC3\xA9\ncaf\xE9\r\n\n\xE2\x82\nlast";
    let expected: Vec<String> = String::from_utf8_lossy(source)
        .lines()
        .map(String::from)
        .collect();
    for len in 1..=source.len() {
        let pieces = Pieces::new(source.chunks(len));
        let reader = DecodeReader::new(pieces, Encoding::Utf8, Policy::Replace('\u{FFFD}'));
        let lines: Vec<String> = reader.lines().collect::<Result<_, _>>().unwrap();
        assert_eq!(lines, expected, "pieces of {len}");
    }
}

#[test]
fn a_string_is_unchanged_if_a_part_of_a_character_is_left() {
    let mut reader = DecodeReader::new("é!".as_bytes(), Encoding::Utf8, Policy::Fail);
    assert_eq!(reader.fill_buf().unwrap(), "é!".as_bytes());
    reader.consume(1);
    let mut text = String::from("before");
    let error = reader.read_to_string(&mut text).unwrap_err();
    assert_eq!((error.kind(), &*text), (ErrorKind::InvalidData, "before"));
    let mut rest = vec![];
    reader.read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"\xA9!");
}

#[test]
fn a_string_of_exactly_the_needed_capacity_does_not_grow() {
    let source = "n€".repeat(1000);
    let mut text = String::with_capacity(source.len());
    let (capacity, address) = (text.capacity(), text.as_ptr());
    let mut reader = DecodeReader::new(source.as_bytes(), Encoding::Utf8, Policy::Fail);
    assert_eq!(reader.read_to_string(&mut text).unwrap(), source.len());
    assert_eq!((text.capacity(), text.as_ptr()), (capacity, address));
    assert_eq!(text, source);
}

#[test]
fn a_subset_is_required_however_the_text_is_read() {
    let ascii = Subset::new(&[0..=0x7F]);
    let reader = |policy| {
        let decoder = Decoder::new(Encoding::Utf8, policy).within(&ascii);
        DecodeReader::with_decoder(&b"caf\xC3\xA9s"[..], decoder)
    };
    let mut text = String::new();
    reader(Policy::Replace('?')).read_to_string(&mut text).unwrap();
    assert_eq!(text, "caf?s");
    let mut buffer = [0; 20];
    let read = reader(Policy::Replace('?')).read(&mut buffer).unwrap();
    assert_eq!(&buffer[..read], b"caf?s");
    assert_eq!(reader(Policy::Replace('?')).fill_buf().unwrap(), b"caf?s");
    assert_eq!(
        reader(Policy::Replace('?')).lines().next().unwrap().unwrap(),
        "caf?s"
    );
    assert!(reader(Policy::Fail).read_to_end(&mut vec![]).is_err());
}
