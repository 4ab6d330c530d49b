//! UTF-1, registered as ISO-IR 178 and withdrawn from ISO/IEC 10646 when UTF-8 replaced it.
//!
//! The numbers below `0xA0` (ASCII and the C1 controls) are encoded as one byte of that value. Every other
//! number is encoded in base 190, whose digits are the bytes `0x21..=0x7E` and `0xA0..=0xFF`. A sequence has 1,
//! 2, 3 or 5 bytes and encodes numbers up to `0x7FFF_FFFF`. The bytes of ASCII characters, `/` among them,
//! occur inside sequences: this is why UTF-1 was given up.
//!
//! ```
//! use utf8kit_encodings::utf1;
//!
//! assert_eq!(utf1::encode(0x4015, &mut [0; 5]).unwrap(), b"\xF5\xFF");
//! assert_eq!(utf1::decode_first(b"\xF5\xFF."), Some((Ok(0x4015), 2)));
//! ```

use utf8kit::ErrorKind;

/// The number of digits: `0x21..=0x7E` and `0xA0..=0xFF`.
const BASE: u32 = 190;
/// The first number that is encoded in three bytes.
const FIRST_OF_3: u32 = 0x4016;
/// The first number that is encoded in five bytes.
const FIRST_OF_5: u32 = 0x3_8E2E;
/// The largest number.
const MAX: u32 = 0x7FFF_FFFF;

/// Returns the byte that encodes a digit.
fn digit_to_byte(digit: u32) -> u8 {
    match digit {
        0..0x5E => digit as u8 + 0x21,
        _ => (digit + 0x42) as u8,
    }
}

/// Returns the digit that a byte encodes, or `None` if it encodes none.
fn byte_to_digit(byte: u8) -> Option<u32> {
    match byte {
        0x21..=0x7E => Some(u32::from(byte) - 0x21),
        0xA0..=0xFF => Some(u32::from(byte) - 0x42),
        _ => None,
    }
}

/// Encodes `number` in the beginning of `out`, and returns the bytes written.
///
/// # Errors
///
/// Returns [`ErrorKind::Surrogate`] for `0xD800..=0xDFFF` and [`ErrorKind::TooLarge`] for numbers over
/// `0x7FFF_FFFF`.
///
/// ```
/// use utf8kit::ErrorKind;
/// use utf8kit_encodings::utf1;
///
/// assert_eq!(utf1::encode(0xE9, &mut [0; 5]).unwrap(), b"\xA0\xE9");
/// assert_eq!(utf1::encode(0xD800, &mut [0; 5]), Err(ErrorKind::Surrogate));
/// ```
pub fn encode(number: u32, out: &mut [u8; 5]) -> Result<&[u8], ErrorKind> {
    let power = |digits: u32| BASE.pow(digits);
    let (first_lead, rest, digits) = match number {
        0xD800..=0xDFFF => return Err(ErrorKind::Surrogate),
        0..0xA0 => {
            out[0] = number as u8;
            return Ok(&out[..1]);
        }
        0xA0..0x100 => {
            out[..2].copy_from_slice(&[0xA0, number as u8]);
            return Ok(&out[..2]);
        }
        0x100..FIRST_OF_3 => (0xA1, number - 0x100, 1),
        FIRST_OF_3..FIRST_OF_5 => (0xF6, number - FIRST_OF_3, 2),
        FIRST_OF_5..=MAX => (0xFC, number - FIRST_OF_5, 4),
        _ => return Err(ErrorKind::TooLarge),
    };
    out[0] = first_lead + (rest / power(digits)) as u8;
    for place in 1..=digits {
        out[place as usize] = digit_to_byte(rest / power(digits - place) % BASE);
    }
    Ok(&out[..1 + digits as usize])
}

/// Returns the first number of `bytes`, or the kind of its error, and the length of the sequence in bytes.
/// Returns `None` if `bytes` is empty.
///
/// [`ErrorKind::UnexpectedEnd`] means that more bytes could complete the sequence.
///
/// ```
/// use utf8kit::ErrorKind;
/// use utf8kit_encodings::utf1;
///
/// assert_eq!(utf1::decode_first(b"\xA0\xE9"), Some((Ok(0xE9), 2)));
/// assert_eq!(utf1::decode_first(b"\xA0"), Some((Err(ErrorKind::UnexpectedEnd), 1)));
/// assert_eq!(utf1::decode_first(b"\xFE!"), Some((Err(ErrorKind::NeverValid), 1)));
/// ```
pub fn decode_first(bytes: &[u8]) -> Option<(Result<u32, ErrorKind>, usize)> {
    let &first = bytes.first()?;
    let (first_lead, first_number, digits) = match first {
        0x00..=0x9F => return Some((Ok(u32::from(first)), 1)),
        0xA0 => {
            return Some(match bytes.get(1) {
                None => (Err(ErrorKind::UnexpectedEnd), 1),
                Some(&second @ 0xA0..) => (Ok(u32::from(second)), 2),
                Some(_) => (Err(ErrorKind::MissingContinuation), 1),
            });
        }
        0xA1..=0xF5 => (0xA1, 0x100, 1),
        0xF6..=0xFB => (0xF6, FIRST_OF_3, 2),
        0xFC..=0xFD => (0xFC, FIRST_OF_5, 4),
        0xFE..=0xFF => return Some((Err(ErrorKind::NeverValid), 1)),
    };
    let mut number = u64::from(first - first_lead);
    for place in 1..=digits {
        match bytes.get(place).map(|&byte| byte_to_digit(byte)) {
            None => return Some((Err(ErrorKind::UnexpectedEnd), place)),
            Some(None) => return Some((Err(ErrorKind::MissingContinuation), place)),
            Some(Some(digit)) => number = number * u64::from(BASE) + u64::from(digit),
        }
    }
    let len = 1 + digits;
    Some(match u32::try_from(number + u64::from(first_number)) {
        Ok(0xD800..=0xDFFF) => (Err(ErrorKind::Surrogate), len),
        Ok(number @ 0..=MAX) => (Ok(number), len),
        _ => (Err(ErrorKind::TooLarge), len),
    })
}

/// Returns the number of bytes of the characters at the beginning that are the same in UTF-8: ASCII.
pub(crate) fn plain_len(src: &[u8]) -> usize {
    // Compilers vectorize the test of a whole chunk.
    let (chunks, _) = src.as_chunks::<64>();
    let whole = 64 * chunks.iter().take_while(|chunk| chunk.is_ascii()).count();
    whole + src[whole..].iter().take_while(|byte| byte.is_ascii()).count()
}
