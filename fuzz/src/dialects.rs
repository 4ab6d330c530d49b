//! Checks the dialects of UTF-8 against a decoder that follows their definitions byte by byte, and that text survives the
//! way to a dialect and back.

use utf8kit::stream::{Decoder, Encoder, Step, Stop};
use utf8kit::{ConvertError, Encoding, Policy, convert, well_formed_in};

pub(crate) fn run(input: (u8, &[u8])) {
    let (place, bytes) = input;
    let text = String::from_utf8_lossy(bytes);
    let start = &text[..text.floor_char_boundary(64)];
    let pairs = Encoding::Cesu8.encode(start, Policy::Fail).unwrap();
    for dialect in Encoding::RELATIVES {
        check_decoding(dialect, bytes);
        check_decoding(dialect, &pairs);
        check_round_trip(dialect, &text);
        // A text in the dialect, with one bit changed: pairs of surrogates are hardly made at random.
        let mut encoded = dialect.encode(start, Policy::Fail).unwrap().to_vec();
        let at = encoded.len() * usize::from(place) / 256;
        for bit in [0x01, 0x10, 0x40] {
            if let Some(byte) = encoded.get_mut(at) {
                *byte ^= bit;
                check_decoding(dialect, &encoded);
            }
        }
    }
    check_numbers(bytes);
    check_surrogates(bytes, place);
    assert!(
        well_formed_in(bytes).eq(Encoding::RELATIVES
            .into_iter()
            .filter(|&dialect| decode(dialect, bytes).1.is_none()))
    );
}

/// Appends `number` as a sequence of `len` bytes.
fn put(bytes: &mut Vec<u8>, number: u32, len: usize) {
    let bits = |place: usize| (number >> (6 * place)) as u8;
    match len {
        1 => bytes.push(bits(0)),
        _ => bytes.push(!(0xFF >> len) | bits(len - 1)),
    }
    bytes.extend((0..len - 1).rev().map(|place| 0x80 | bits(place) & 0x3F));
}

/// Checks sequences by themselves, of numbers of any length, in the shortest form and in a longer one.
fn check_numbers(bytes: &[u8]) {
    // Characters of all planes, between enough ASCII for a kernel.
    let chars = bytes.as_chunks().0.iter().take(16);
    let chars = chars.filter_map(|quad| char::from_u32(u32::from_le_bytes(*quad) % 0x11_0000));
    let text: String = chars.map(|c| format!("{c}aaaaaaaa")).collect();
    for dialect in Encoding::RELATIVES {
        check_round_trip(dialect, &text);
    }
    for quad in bytes.as_chunks().0.iter().take(4) {
        let number = u32::from_le_bytes(*quad) >> (1 + quad[0] % 31);
        let shortest = shortest(number);
        for len in shortest..=6.min(shortest + 1) {
            let mut sequence = Vec::new();
            put(&mut sequence, number, len);
            for dialect in Encoding::RELATIVES {
                check_decoding(dialect, &sequence);
            }
        }
    }
}

/// Checks text with many surrogates between ASCII.
fn check_surrogates(bytes: &[u8], place: u8) {
    let mut text = Vec::new();
    for [kind, byte] in bytes.as_chunks().0.iter().take(100) {
        match kind % 8 {
            0 => put(&mut text, 0xD800 | u32::from(*byte), 3),
            1 => put(&mut text, 0xDC00 | u32::from(*byte), 3),
            // Short enough to be walked through, or a run of a kernel.
            _ => text.resize(text.len() + usize::from(kind / 8), b'a'),
        }
    }
    for dialect in Encoding::RELATIVES {
        check_decoding(dialect, &text);
    }
    // A run after a high surrogate, up to a low one, where a kernel may begin again after an error.
    for place in ((bytes.len() + usize::from(place)) % 8..64).step_by(8) {
        for len in [16, 64] {
            let mut text = Vec::new();
            for (surrogate, len) in [(0xD800, place), (0xD801, len), (0xDC00, 0)] {
                put(&mut text, surrogate, 3);
                text.resize(text.len() + len, b'a');
            }
            check_decoding(Encoding::Wtf8, &text);
        }
    }
}

/// Returns the number and the length, in bytes, of the first sequence of at most `longest` bytes, if it is complete.
fn sequence(bytes: &[u8], longest: usize) -> Option<(u32, usize)> {
    let first = *bytes.first()?;
    let len = match first.leading_ones() as usize {
        0 => return Some((first.into(), 1)),
        len if (2..=longest.min(6)).contains(&len) => len,
        _ => return None,
    };
    let mut number = u32::from(first) & (0x7F >> len);
    for byte in bytes.get(1..len)? {
        if byte & 0xC0 != 0x80 {
            return None;
        }
        number = number << 6 | u32::from(byte & 0x3F);
    }
    Some((number, len))
}

/// Returns the length, in bytes, of the shortest sequence for `number`.
fn shortest(number: u32) -> usize {
    match number {
        0..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        0x1_0000..0x20_0000 => 4,
        0x20_0000..0x400_0000 => 5,
        _ => 6,
    }
}

/// Returns the numbers before the first error, and its offset in bytes.
fn decode(dialect: Encoding, bytes: &[u8]) -> (Vec<u32>, Option<usize>) {
    let (mut numbers, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match first(dialect, &bytes[at..]) {
            Some((number, len)) => {
                numbers.push(number);
                at += len;
            }
            None => return (numbers, Some(at)),
        }
    }
    (numbers, None)
}

/// Returns the first number and its length in bytes, or `None` for an error.
fn first(dialect: Encoding, bytes: &[u8]) -> Option<(u32, usize)> {
    let is_high = |number: u32| (0xD800..0xDC00).contains(&number);
    let is_low = |number: u32| (0xDC00..0xE000).contains(&number);
    let is_surrogate = |number: u32| is_high(number) || is_low(number);
    let longest = match dialect {
        Encoding::Rfc2279 | Encoding::AnnexR | Encoding::AnnexR5 => 6,
        Encoding::Cesu8 | Encoding::ModifiedUtf8 => 3,
        _ => 4,
    };
    let (number, len) = sequence(bytes, longest)?;
    if dialect == Encoding::ModifiedUtf8 && number == 0 {
        return (len == 2).then_some((0, 2));
    }
    if len != shortest(number) && dialect != Encoding::AnnexR5 {
        return None;
    }
    match dialect {
        Encoding::Cesu8 | Encoding::ModifiedUtf8 if is_surrogate(number) => {
            let (low, _) =
                sequence(&bytes[len..], longest).filter(|&(low, _)| is_high(number) && is_low(low))?;
            Some((0x1_0000 + ((number - 0xD800) << 10) + (low - 0xDC00), 6))
        }
        Encoding::Wtf8
            if is_high(number)
                && sequence(&bytes[len..], longest).is_some_and(|(low, len)| len == 3 && is_low(low)) =>
        {
            None
        }
        Encoding::Wtf8 => (number <= 0x10_FFFF).then_some((number, len)),
        Encoding::Utf8 => char::from_u32(number).map(|_| (number, len)),
        _ => (!is_surrogate(number)).then_some((number, len)),
    }
}

fn check_decoding(dialect: Encoding, bytes: &[u8]) {
    let (numbers, error) = decode(dialect, bytes);
    let actual = dialect.validate(bytes);
    assert_eq!(
        actual.err().map(|error| error.valid_up_to()),
        error,
        "{dialect:?}"
    );
    let valid = &bytes[..error.unwrap_or(bytes.len())];

    let mut actual = vec![0; valid.len()];
    let mut decoder = Decoder::new(dialect, Policy::Fail);
    let mut written = all_of(decoder.to_code_points(valid, &mut actual[..]));
    // WTF-8 keeps a high surrogate at the end, because a low one after it is an error of both.
    written += all_of(decoder.finish_code_points(&mut actual[written..]));
    assert_eq!(written, numbers.len(), "{dialect:?}");
    assert_eq!(actual[..numbers.len()], numbers, "{dialect:?}");
    assert_eq!(dialect.count(valid), numbers.len(), "{dialect:?}");
    // R.5 maps longer sequences, too, which are never written.
    if dialect != Encoding::AnnexR5 {
        let mut back = vec![0; valid.len()];
        let mut encoder = Encoder::new(dialect, Policy::Fail);
        let mut written = all_of(encoder.encode_code_points(&numbers, &mut back[..]));
        written += all_of(encoder.finish(&mut back[written..]));
        assert_eq!(written, valid.len(), "{dialect:?}");
        assert_eq!(back, valid, "{dialect:?}");
    }

    // The text before the first number that is not a character.
    let text: String = numbers
        .iter()
        .map_while(|&number| char::from_u32(number))
        .collect();
    let all = text.chars().count() == numbers.len();
    let (actual, result) = converted(valid, dialect, Encoding::Utf8);
    assert_eq!(result.is_ok(), all, "{dialect:?}");
    assert_eq!(actual, text.as_bytes(), "{dialect:?}");
    let decoded = dialect.decode(valid, Policy::Fail);
    assert_eq!(decoded.is_ok_and(|actual| actual == text), all, "{dialect:?}");

    // WTF-8 exists for UTF-16 with unpaired surrogates.
    if all || dialect == Encoding::Wtf8 {
        let units: Vec<u16> = numbers
            .iter()
            .flat_map(|&number| match char::from_u32(number) {
                Some(c) => c.encode_utf16(&mut [0; 2]).to_vec(),
                None => vec![number as u16],
            })
            .collect();
        let mut actual = vec![0; valid.len()];
        let mut decoder = Decoder::new(dialect, Policy::Fail);
        let mut written = all_of(decoder.to_utf16(valid, &mut actual[..]));
        written += all_of(decoder.finish_utf16(&mut actual[written..]));
        assert_eq!(written, units.len(), "{dialect:?}");
        assert_eq!(actual[..units.len()], units, "{dialect:?}");
        if dialect != Encoding::AnnexR5 {
            let mut back = vec![0; valid.len()];
            let mut encoder = Encoder::new(dialect, Policy::Fail);
            let written = all_of(encoder.encode_utf16(&units, &mut back[..]));
            let written = written + all_of(encoder.finish(&mut back[written..]));
            assert_eq!((written, &back[..]), (valid.len(), valid), "{dialect:?}");
        }
    }
}

/// Returns the number of units written by a step that used all of its input.
fn all_of(step: Step) -> usize {
    assert_eq!(step.stop, Stop::InputUsed);
    step.written
}

/// Returns what is converted before the first error.
fn converted(bytes: &[u8], from: Encoding, to: Encoding) -> (Vec<u8>, Result<(), ConvertError>) {
    // An error leaves a `Vec` as it was, but what a slice holds before it is the beginning of the text.
    let mut converted = vec![0; 6 * bytes.len()];
    let result = convert(bytes, from, to, Policy::Fail, &mut converted[..]);
    let written = match &result {
        Ok(done) => done.written,
        Err(error) => error.written(),
    };
    converted.truncate(written);
    (converted, result.map(|_| ()))
}

fn check_round_trip(dialect: Encoding, text: &str) {
    let encoded = dialect.encode(text, Policy::Fail).unwrap();
    let expected: Vec<u32> = text.chars().map(u32::from).collect();
    assert_eq!(decode(dialect, &encoded), (expected, None), "{dialect:?}");
    assert_eq!(
        dialect.decode(&encoded, Policy::Fail).unwrap(),
        text,
        "{dialect:?}"
    );
    let (bytes, result) = converted(text.as_bytes(), Encoding::Utf8, dialect);
    assert!(result.is_ok(), "{dialect:?}");
    assert_eq!(bytes, *encoded, "{dialect:?}");
}
