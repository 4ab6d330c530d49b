//! Checks the dialects of UTF-8 against a decoder that follows their definitions byte by byte, and that text survives the
//! way to a dialect and back.

use utf8kit::dialect::{Dialect, well_formed_in};

pub(crate) fn run(input: (u8, &[u8])) {
    let (_, bytes) = input;
    for dialect in Dialect::ALL {
        check_decoding(dialect, bytes);
        check_round_trip(dialect, &String::from_utf8_lossy(bytes));
    }
    assert!(
        well_formed_in(bytes).eq(Dialect::ALL
            .into_iter()
            .filter(|&dialect| decode(dialect, bytes).1.is_none()))
    );
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
fn decode(dialect: Dialect, bytes: &[u8]) -> (Vec<u32>, Option<usize>) {
    let (mut numbers, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let previous = numbers.last().copied();
        match first(dialect, &bytes[at..], previous) {
            Some((number, len)) => {
                numbers.push(number);
                at += len;
            }
            None => return (numbers, Some(at)),
        }
    }
    (numbers, None)
}

/// Returns the first number after `previous` and its length in bytes, or `None` for an error.
fn first(dialect: Dialect, bytes: &[u8], previous: Option<u32>) -> Option<(u32, usize)> {
    let is_high = |number: u32| (0xD800..0xDC00).contains(&number);
    let is_low = |number: u32| (0xDC00..0xE000).contains(&number);
    let is_surrogate = |number: u32| is_high(number) || is_low(number);
    let longest = match dialect {
        Dialect::Rfc2279 | Dialect::AnnexR | Dialect::AnnexR5 => 6,
        Dialect::Cesu8 | Dialect::ModifiedUtf8 => 3,
        _ => 4,
    };
    let (number, len) = sequence(bytes, longest)?;
    if dialect == Dialect::ModifiedUtf8 && number == 0 {
        return (len == 2).then_some((0, 2));
    }
    if len != shortest(number) && dialect != Dialect::AnnexR5 {
        return None;
    }
    match dialect {
        Dialect::Cesu8 | Dialect::ModifiedUtf8 if is_surrogate(number) => {
            let (low, _) =
                sequence(&bytes[len..], longest).filter(|&(low, _)| is_high(number) && is_low(low))?;
            Some((0x1_0000 + ((number - 0xD800) << 10) + (low - 0xDC00), 6))
        }
        Dialect::Wtf8 if is_low(number) && previous.is_some_and(is_high) => None,
        Dialect::Wtf8 => (number <= 0x10_FFFF).then_some((number, len)),
        Dialect::Utf8 => char::from_u32(number).map(|_| (number, len)),
        _ => (!is_surrogate(number)).then_some((number, len)),
    }
}

fn check_decoding(dialect: Dialect, bytes: &[u8]) {
    let (numbers, error) = decode(dialect, bytes);
    let actual = dialect.validate(bytes);
    assert_eq!(
        actual.err().map(|error| error.valid_up_to()),
        error,
        "{dialect:?}"
    );
    let valid = &bytes[..error.unwrap_or(bytes.len())];

    let mut actual = vec![0; valid.len()];
    assert_eq!(
        dialect.to_code_points(valid, &mut actual),
        Ok(numbers.len()),
        "{dialect:?}"
    );
    assert_eq!(actual[..numbers.len()], numbers, "{dialect:?}");
    assert_eq!(dialect.count(valid), numbers.len(), "{dialect:?}");
    // R.5 maps longer sequences, too, which are never written.
    if dialect != Dialect::AnnexR5 {
        let mut back = vec![0; valid.len()];
        assert_eq!(
            dialect.from_code_points(&numbers, &mut back),
            Ok(valid.len()),
            "{dialect:?}"
        );
        assert_eq!(back, valid, "{dialect:?}");
    }

    // The text before the first number that is not a character.
    let text: String = numbers
        .iter()
        .map_while(|&number| char::from_u32(number))
        .collect();
    let all = text.chars().count() == numbers.len();
    let mut actual = vec![0; 2 * valid.len()];
    let result = dialect.to_utf8(valid, &mut actual);
    assert_eq!(result.is_ok(), all, "{dialect:?}");
    let written = result.unwrap_or_else(|error| error.written());
    assert_eq!(&actual[..written], text.as_bytes(), "{dialect:?}");
    assert_eq!(
        dialect.decode(valid).is_ok_and(|actual| actual == text),
        all,
        "{dialect:?}"
    );

    // WTF-8 exists for UTF-16 with unpaired surrogates.
    if all || dialect == Dialect::Wtf8 {
        let units: Vec<u16> = numbers
            .iter()
            .flat_map(|&number| match char::from_u32(number) {
                Some(c) => c.encode_utf16(&mut [0; 2]).to_vec(),
                None => vec![number as u16],
            })
            .collect();
        let mut actual = vec![0; valid.len()];
        assert_eq!(
            dialect.to_utf16(valid, &mut actual),
            Ok(units.len()),
            "{dialect:?}"
        );
        assert_eq!(actual[..units.len()], units, "{dialect:?}");
        if dialect != Dialect::AnnexR5 {
            let mut back = vec![0; valid.len()];
            assert_eq!(
                dialect.from_utf16(&units, &mut back),
                Ok(valid.len()),
                "{dialect:?}"
            );
            assert_eq!(back, valid, "{dialect:?}");
        }
    }
}

fn check_round_trip(dialect: Dialect, text: &str) {
    let encoded = dialect.encode_str(text);
    let expected: Vec<u32> = text.chars().map(u32::from).collect();
    assert_eq!(decode(dialect, &encoded), (expected, None), "{dialect:?}");
    assert_eq!(dialect.decode(&encoded).unwrap(), text, "{dialect:?}");
    let mut bytes = vec![0; encoded.len()];
    assert_eq!(
        dialect.from_utf8(text.as_bytes(), &mut bytes),
        Ok(encoded.len()),
        "{dialect:?}"
    );
    assert_eq!(bytes, *encoded, "{dialect:?}");
}
