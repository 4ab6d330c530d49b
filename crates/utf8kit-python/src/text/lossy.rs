//! Decodes short UTF-8 with U+FFFD for what is ill-formed.
//!
//! A call for a few bytes takes as long as what is around the conversion. So text that is mostly ASCII is decoded into a buffer
//! on the stack in one pass, without a vector kernel, which an error stops, and without a text of UTF-8 in between. Other text
//! is repaired as a whole first.

use super::string::{self, Made, Unit};
use super::utf8;
use pyo3::prelude::*;
use std::convert::Infallible;
use std::mem::MaybeUninit;
use utf8kit::utf8::{decode_first, repair};

/// Up to this length, all text is decoded character by character.
const SHORT: usize = 128;

/// Up to this length, text is, too, if at most one byte in [`SPARSE`] continues a character.
const MEDIUM: usize = 1024;

/// See [`MEDIUM`].
const SPARSE: usize = 8;

/// Up to this length, text is repaired as a whole.
const LONGEST: usize = 4096;

/// Bytes of ASCII that are decoded at once.
const BLOCK: usize = 16;

/// Decodes text of at most [`LONGEST`] bytes with U+FFFD for each maximal subpart that is ill-formed. Returns `None` if it is
/// longer.
#[inline]
pub(super) fn decode_short<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Made<'py>> {
    if bytes.len() > LONGEST {
        return None;
    }
    if bytes.is_ascii() {
        return utf8::decode(py, bytes).ok();
    }
    let is_sparse = || (bytes.len() - utf8kit::utf8::count(bytes)) * SPARSE <= bytes.len();
    let is_short = bytes.len() <= SHORT || (bytes.len() <= MEDIUM && is_sparse());
    if !is_short {
        return utf8::decode(py, repair(bytes).as_bytes()).ok();
    }
    Some(match may_be_wide(bytes) {
        false => one_by_one::<u16>(py, bytes),
        true => one_by_one::<u32>(py, bytes),
    })
}

/// Returns `true` if a byte begins sequences of characters over U+FFFF.
#[inline]
fn may_be_wide(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .fold(false, |found, &byte| found | (byte.wrapping_sub(0xF0) <= 0x04))
}

/// A unit of a `str` that a character becomes.
trait Number: Unit {
    /// Returns the unit of a character, which is at most [`Unit::MAX`].
    fn new(number: u32) -> Self;
}

impl Number for u8 {
    fn new(number: u32) -> Self {
        debug_assert!(number <= <Self as Unit>::MAX);
        number as u8
    }
}

impl Number for u16 {
    fn new(number: u32) -> Self {
        debug_assert!(number <= <Self as Unit>::MAX);
        number as u16
    }
}

impl Number for u32 {
    fn new(number: u32) -> Self {
        number
    }
}

/// Decodes text of at most [`MEDIUM`] bytes character by character.
#[inline]
fn one_by_one<'py, U: Number>(py: Python<'py>, bytes: &[u8]) -> Made<'py> {
    let mut buffer = [MaybeUninit::<U>::uninit(); MEDIUM + BLOCK];
    let (units, seen) = decode(bytes, &mut buffer);
    made(py, units, seen)
}

/// Makes a `str` of characters, of which `seen` has all bits that one of them has. One is not ASCII.
#[inline]
fn made<'py, U: Number>(py: Python<'py>, units: &[U], seen: u32) -> Made<'py> {
    match seen {
        ..=0xFF => narrowed::<U, u8>(py, units),
        0x100..=0xFFFF => narrowed::<U, u16>(py, units),
        _ => narrowed::<U, u32>(py, units),
    }
}

/// Makes a `str` of units of another type, which the greatest character needs.
#[inline]
fn narrowed<'py, U: Number, N: Number>(py: Python<'py>, units: &[U]) -> Made<'py> {
    // SAFETY: the closure writes all units. The greatest character needs this kind of `str`, as the caller knows.
    let Ok(made) = unsafe {
        string::make::<N, Infallible>(py, units.len(), |new| {
            for (new, &unit) in new.iter_mut().zip(units) {
                new.write(N::new(unit.into()));
            }
            Ok(())
        })
    };
    made
}

/// Decodes text with U+FFFD for what is ill-formed. Returns the characters, and all bits that those have that are not ASCII.
/// There is room for a character for each byte, and for a block more.
#[inline]
fn decode<'b, U: Number>(bytes: &[u8], units: &'b mut [MaybeUninit<U>]) -> (&'b [U], u32) {
    let (mut rest, mut len, mut seen) = (bytes, 0, 0);
    let tail = |byte: u8, shift: u32| u32::from(byte & 0x3F) << shift;
    // Most characters are matched here, in fewer steps than the library takes, which decides on all others.
    while let Some(&first) = rest.first() {
        let three = |b, c| u32::from(first & 0x0F) << 12 | tail(b, 6) | tail(c, 0);
        let (number, read) = match *rest {
            [0x00..=0x7F, ..] => {
                let ascii = ascii(rest, &mut units[len..]);
                rest = &rest[ascii..];
                len += ascii;
                continue;
            }
            [0xC2..=0xDF, b @ 0x80..=0xBF, ..] => (u32::from(first & 0x1F) << 6 | tail(b, 0), 2),
            [0xE0..=0xEF, b @ 0x80..=0xBF, c @ 0x80..=0xBF, ..] if matches!(three(b, c), 0x0800..=0xD7FF | 0xE000..) => {
                (three(b, c), 3)
            }
            [0xF0, b @ 0x90..=0xBF, c @ 0x80..=0xBF, d @ 0x80..=0xBF, ..] => {
                (tail(b, 12) | tail(c, 6) | tail(d, 0), 4)
            }
            _ => {
                let (c, read) = decode_first(rest).expect("there is a byte");
                (c.map_or(0xFFFD, u32::from), read)
            }
        };
        units[len].write(U::new(number));
        seen |= number;
        rest = &rest[read..];
        len += 1;
    }
    // SAFETY: the loop has written a character for each that it has counted.
    (unsafe { units[..len].assume_init_ref() }, seen)
}

/// Decodes ASCII at the start of text, which has some. Returns how many bytes it has decoded. It may write up to a block more.
#[inline]
fn ascii<U: Number>(bytes: &[u8], units: &mut [MaybeUninit<U>]) -> usize {
    let mut len = 0;
    while let Some(block) = bytes[len..].first_chunk::<BLOCK>() {
        let ascii = decode_block(block, &mut units[len..]);
        len += ascii;
        if ascii < BLOCK {
            return len;
        }
    }
    if let Some(half) = bytes[len..].first_chunk::<{ BLOCK / 2 }>() {
        let ascii = decode_block(half, &mut units[len..]);
        len += ascii;
        if ascii < BLOCK / 2 {
            return len;
        }
    }
    let rest = bytes[len..].iter().take_while(|byte| byte.is_ascii());
    for (unit, &byte) in units[len..].iter_mut().zip(rest) {
        unit.write(U::new(byte.into()));
        len += 1;
    }
    len
}

/// Writes all bytes as if they were ASCII. Returns how many are, before the first that is not.
#[inline]
fn decode_block<U: Number, const N: usize>(block: &[u8; N], units: &mut [MaybeUninit<U>]) -> usize {
    for (unit, &byte) in units[..N].iter_mut().zip(block) {
        unit.write(U::new(byte.into()));
    }
    let words = block.as_chunks::<8>().0;
    for (index, word) in words.iter().enumerate() {
        let others = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        if others != 0 {
            return index * 8 + (others.trailing_zeros() / 8) as usize;
        }
    }
    N
}
