//! UTF-1, registered as ISO-IR 178 and withdrawn from ISO/IEC 10646 when UTF-8 came.
//!
//! The C0 and C1 controls, SPACE, ASCII and U+007F stand for themselves, a byte each. Every other number is
//! counted in base 190 with the bytes that are neither: `21..7E` and `A0..FF`. So ASCII bytes occur inside
//! characters, `/` among them, which is why it was given up. Sequences have 1, 2, 3 or 5 bytes and reach
//! 7FFFFFFF.
//!
//! ```
//! use utf8kit_family::utf1;
//!
//! assert_eq!(utf1::encode(0x4015, &mut [0; 5]).unwrap(), b"\xF5\xFF");
//! assert_eq!(utf1::decode_first(b"\xF5\xFF."), Some((Ok(0x4015), 2)));
//! ```

use utf8kit::ErrorKind;

/// The digits there are: `21..7E` and `A0..FF`.
const BASE: u32 = 190;
/// The first number of three bytes, and of five.
const THREE: u32 = 0x4016;
const FIVE: u32 = 0x3_8E2E;
const LAST: u32 = 0x7FFF_FFFF;

/// The byte for a digit.
fn digit(number: u32) -> u8 {
    match number {
        0..0x5E => number as u8 + 0x21,
        _ => (number + 0x42) as u8,
    }
}

/// The digit that a byte stands for.
fn value(byte: u8) -> Option<u32> {
    match byte {
        0x21..=0x7E => Some(u32::from(byte) - 0x21),
        0xA0..=0xFF => Some(u32::from(byte) - 0x42),
        _ => None,
    }
}

/// Writes a number to the beginning of `out` and returns its bytes.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`] over 7FFFFFFF; [`ErrorKind::Surrogate`] for D800..DFFF.
pub fn encode(number: u32, out: &mut [u8; 5]) -> Result<&[u8], ErrorKind> {
    let power = |digits: u32| BASE.pow(digits);
    let (first, rest, digits) = match number {
        0xD800..=0xDFFF => return Err(ErrorKind::Surrogate),
        0..0xA0 => {
            out[0] = number as u8;
            return Ok(&out[..1]);
        }
        0xA0..0x100 => {
            out[..2].copy_from_slice(&[0xA0, number as u8]);
            return Ok(&out[..2]);
        }
        0x100..THREE => (0xA1, number - 0x100, 1),
        THREE..FIVE => (0xF6, number - THREE, 2),
        FIVE..=LAST => (0xFC, number - FIVE, 4),
        _ => return Err(ErrorKind::TooLarge),
    };
    out[0] = first + (rest / power(digits)) as u8;
    for place in 1..=digits {
        out[place as usize] = digit(rest / power(digits - place) % BASE);
    }
    Ok(&out[..1 + digits as usize])
}

/// The first number of `bytes`, or what is wrong there, and its length in bytes; `None` if they are empty.
///
/// [`ErrorKind::UnexpectedEnd`]: what is there could still become a number.
pub fn decode_first(bytes: &[u8]) -> Option<(Result<u32, ErrorKind>, usize)> {
    let &first = bytes.first()?;
    let (base, from, digits) = match first {
        0x00..=0x9F => return Some((Ok(u32::from(first)), 1)),
        0xA0 => {
            return Some(match bytes.get(1) {
                None => (Err(ErrorKind::UnexpectedEnd), 1),
                Some(&second @ 0xA0..) => (Ok(u32::from(second)), 2),
                Some(_) => (Err(ErrorKind::MissingContinuation), 1),
            });
        }
        0xA1..=0xF5 => (0xA1, 0x100, 1),
        0xF6..=0xFB => (0xF6, THREE, 2),
        0xFC..=0xFD => (0xFC, FIVE, 4),
        0xFE..=0xFF => return Some((Err(ErrorKind::NeverValid), 1)),
    };
    let mut number = u64::from(first - base);
    for place in 1..=digits {
        match bytes.get(place).map(|&byte| value(byte)) {
            None => return Some((Err(ErrorKind::UnexpectedEnd), place)),
            Some(None) => return Some((Err(ErrorKind::MissingContinuation), place)),
            Some(Some(digit)) => number = number * u64::from(BASE) + u64::from(digit),
        }
    }
    let len = 1 + digits;
    Some(match u32::try_from(number + u64::from(from)) {
        Ok(0xD800..=0xDFFF) => (Err(ErrorKind::Surrogate), len),
        Ok(number @ 0..=LAST) => (Ok(number), len),
        _ => (Err(ErrorKind::TooLarge), len),
    })
}
