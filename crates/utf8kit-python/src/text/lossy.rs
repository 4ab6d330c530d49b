//! Decodes short UTF-8 with U+FFFD for what is ill-formed.
//!
//! A call for a few bytes takes as long as what is around the conversion. So the characters are decoded one after the other
//! into a buffer on the stack, without a vector kernel, which an error stops, and without a text of UTF-8 in between.

use super::string::{self, Made};
use super::utf8;
use pyo3::prelude::*;
use std::convert::Infallible;
use std::mem::MaybeUninit;
use utf8kit::utf8::{decode_first, is_valid, repair};

/// Up to this length, text is decoded here.
const SHORT: usize = 128;

/// Up to this length, text is repaired as a whole, and decoded then.
const REPAIRED: usize = 4096;

/// Bytes of ASCII that are decoded at once.
const WORD: usize = 8;

/// Decodes text of at most [`REPAIRED`] bytes with U+FFFD for each maximal subpart that is ill-formed. Returns `None` if it is
/// longer.
#[inline]
pub(super) fn decode_short<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Made<'py>> {
    if bytes.len() > REPAIRED {
        return None;
    }
    if bytes.len() > SHORT {
        return utf8::decode(py, repair(bytes).as_bytes()).ok();
    }
    if is_valid(bytes) {
        return utf8::decode(py, bytes).ok();
    }
    let mut buffer = [MaybeUninit::uninit(); SHORT + WORD];
    let (numbers, is_wide) = decode(bytes, &mut buffer);
    let len = numbers.len();
    // SAFETY: the closures write all units. There is an error, so one of them is U+FFFD, and none is greater than U+FFFF unless
    // one is.
    let made = unsafe {
        if is_wide {
            string::make(py, len, |units: &mut [MaybeUninit<u32>]| {
                units.write_copy_of_slice(numbers);
                Ok::<_, Infallible>(())
            })
        } else {
            string::make(py, len, |units: &mut [MaybeUninit<u16>]| {
                for (unit, &number) in units.iter_mut().zip(numbers) {
                    unit.write(number as u16);
                }
                Ok::<_, Infallible>(())
            })
        }
    };
    let Ok(made) = made;
    Some(made)
}

/// Decodes text with U+FFFD for what is ill-formed. Returns the numbers of the characters, and whether one is greater than
/// U+FFFF.
#[inline]
fn decode<'b>(bytes: &[u8], numbers: &'b mut [MaybeUninit<u32>; SHORT + WORD]) -> (&'b [u32], bool) {
    let (mut rest, mut len, mut is_wide) = (bytes, 0, false);
    let tail = |byte: u8, shift: u32| u32::from(byte & 0x3F) << shift;
    // Most characters are matched here, in fewer steps than the library takes, which decides on all others.
    while let Some(&first) = rest.first() {
        let three = |b, c| u32::from(first & 0x0F) << 12 | tail(b, 6) | tail(c, 0);
        let (number, read) = match *rest {
            [0x00..=0x7F, ..] => {
                let ascii = ascii(rest, &mut numbers[len..]);
                rest = &rest[ascii..];
                len += ascii;
                continue;
            }
            [0xC2..=0xDF, b @ 0x80..=0xBF, ..] => (u32::from(first & 0x1F) << 6 | tail(b, 0), 2),
            [0xE0..=0xEF, b @ 0x80..=0xBF, c @ 0x80..=0xBF, ..] if matches!(three(b, c), 0x0800..=0xD7FF | 0xE000..) => {
                (three(b, c), 3)
            }
            [0xF0, b @ 0x90..=0xBF, c @ 0x80..=0xBF, d @ 0x80..=0xBF, ..] => {
                is_wide = true;
                (tail(b, 12) | tail(c, 6) | tail(d, 0), 4)
            }
            _ => {
                let (c, read) = decode_first(rest).expect("there is a byte");
                let number = c.map_or(0xFFFD, u32::from);
                is_wide |= number > 0xFFFF;
                (number, read)
            }
        };
        numbers[len].write(number);
        rest = &rest[read..];
        len += 1;
    }
    // SAFETY: the loop has written a number for each that it has counted.
    (unsafe { numbers[..len].assume_init_ref() }, is_wide)
}

/// Decodes ASCII at the start of text, which has some. Returns how many bytes it has decoded. It may write more numbers.
#[inline]
fn ascii(bytes: &[u8], numbers: &mut [MaybeUninit<u32>]) -> usize {
    let mut len = 0;
    while let Some(word) = bytes[len..].first_chunk::<WORD>() {
        for (number, &byte) in numbers[len..][..WORD].iter_mut().zip(word) {
            number.write(byte.into());
        }
        let others = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        len += (others.trailing_zeros() / 8) as usize;
        if others != 0 {
            return len;
        }
    }
    let rest = bytes[len..].iter().take_while(|byte| byte.is_ascii());
    for (number, &byte) in numbers[len..].iter_mut().zip(rest) {
        number.write(byte.into());
        len += 1;
    }
    len
}
