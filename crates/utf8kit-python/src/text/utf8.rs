//! UTF-8: `str` from bytes and bytes from `str`.

use super::string::{self, Ascii, Made, Units, detached};
use crate::memory::{self, NoMemory};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::convert::Infallible;
use std::mem::MaybeUninit;
use utf8kit::{latin1, utf8, utf16, utf32};

/// Up to this length, text is looked through before it is copied, which costs nothing while it stays in the cache.
const SHORT: usize = 4096;

/// Decodes UTF-8, or fails if it is ill-formed.
#[inline]
pub(super) fn decode<'py>(py: Python<'py>, bytes: &[u8]) -> Result<Made<'py>, ()> {
    let len = bytes.len();
    if string::IS_COPIED && (len <= SHORT_BYTES || (len <= SHORT && bytes.is_ascii())) {
        return match utf8::is_valid(bytes) {
            true => Ok(string::decode_by_python(py, bytes)),
            false => Err(()),
        };
    }
    // The number of bytes of ASCII at the beginning.
    let mut ascii = 0;
    if bytes[..len.min(SHORT)].is_ascii() {
        if len <= SHORT {
            return Ok(ascii_string(py, bytes));
        }
        // SAFETY: if it succeeds, the closure has written `len` bytes of ASCII, which is what the `str` is for.
        let made = unsafe {
            string::make::<Ascii, _>(py, len, |units| {
                detached(py, len, || copy_ascii(bytes, as_bytes(units)))
            })
        };
        match made {
            Ok(made) => return Ok(made),
            Err(copied) => ascii = copied,
        }
    }
    if len <= SHORT_BYTES {
        return decode_short(py, bytes);
    }
    let (count, max) = detached(py, len, || scan(&bytes[ascii..]));
    let count = ascii + count;
    // In well-formed UTF-8, the greatest byte says how great the greatest character is, and each character has one byte that
    // is counted. If the bytes are ill-formed, the conversion fails or does not write all units.
    if count == 0 {
        return Err(());
    }
    match max {
        // SAFETY: `all` requires all units. The greatest character is between U+0080 and U+00FF.
        0..=0xC3 => unsafe {
            string::make::<u8, _>(py, count, |units| {
                detached(py, len, || all(count, utf8::to_latin1(bytes, units)))
            })
        },
        // SAFETY: `all` requires all units. The greatest character is between U+0100 and U+FFFF.
        0xC4..=0xEF => unsafe {
            string::make::<u16, _>(py, count, |units| {
                detached(py, len, || all(count, utf8::to_utf16(bytes, units)))
            })
        },
        // SAFETY: `all` requires all units. The greatest character is over U+FFFF.
        0xF0..=0xFF => unsafe {
            string::make::<u32, _>(py, count, |units| {
                detached(py, len, || all(count, utf8::to_utf32(bytes, units)))
            })
        },
    }
}

/// Up to this length, text is decoded in a buffer first: the kernels take less time where there is room for their vectors.
const SHORT_BYTES: usize = 256;

/// Decodes text of at most [`SHORT_BYTES`] bytes, which are not all ASCII.
#[inline]
fn decode_short<'py>(py: Python<'py>, bytes: &[u8]) -> Result<Made<'py>, ()> {
    fn copied<'py, U: string::Unit>(py: Python<'py>, units: &[U]) -> Made<'py> {
        // SAFETY: the closure writes all units. Their kind is that of the greatest character, as the caller knows.
        let Ok(made) = unsafe {
            string::make::<U, Infallible>(py, units.len(), |new| {
                new.write_copy_of_slice(units);
                Ok(())
            })
        };
        made
    }
    let max = bytes.iter().fold(0, |max, &byte| byte.max(max));
    // The greatest byte of well-formed text says which kind of `str` it needs, as in `decode`.
    Ok(match max {
        0..=0xC3 => {
            let mut buffer = [MaybeUninit::uninit(); SHORT_BYTES];
            copied::<u8>(py, utf8::to_latin1(bytes, &mut buffer).map_err(|_| ())?)
        }
        0xC4..=0xEF => {
            let mut buffer = [MaybeUninit::uninit(); SHORT_BYTES];
            copied::<u16>(py, utf8::to_utf16(bytes, &mut buffer).map_err(|_| ())?)
        }
        0xF0..=0xFF => {
            let mut buffer = [MaybeUninit::uninit(); SHORT_BYTES];
            copied::<u32>(py, utf8::to_utf32(bytes, &mut buffer).map_err(|_| ())?)
        }
    })
}

/// Makes a `str` of ASCII.
#[inline]
fn ascii_string<'py>(py: Python<'py>, bytes: &[u8]) -> Made<'py> {
    if bytes.len() <= 1 {
        // CPython keeps these.
        return string::decode_by_python(py, bytes);
    }
    // SAFETY: the closure writes all units, which are ASCII.
    let Ok(made) = unsafe {
        string::make::<Ascii, Infallible>(py, bytes.len(), |units| {
            as_bytes(units).write_copy_of_slice(bytes);
            Ok(())
        })
    };
    made
}

/// Returns units of ASCII as bytes.
fn as_bytes(units: &mut [MaybeUninit<Ascii>]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: `Ascii` is a transparent byte.
    unsafe { &mut *(std::ptr::from_mut(units) as *mut [MaybeUninit<u8>]) }
}

/// Copies `bytes` as long as they are ASCII. Returns how many are, if not all are.
fn copy_ascii(bytes: &[u8], units: &mut [MaybeUninit<u8>]) -> Result<(), usize> {
    match utf8kit::ascii::to_utf8(bytes, units) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.read()),
    }
}

/// Returns the number of bytes that are not continuation bytes, and the greatest byte.
fn scan(bytes: &[u8]) -> (usize, u8) {
    // The sums of this many bytes fit in a byte each, which the compiler adds up in vectors.
    const CHUNK: usize = 32;
    let mut count = 0;
    let mut max = [0u8; CHUNK];
    let (chunks, rest) = bytes.as_chunks::<CHUNK>();
    for group in chunks.chunks(255) {
        let mut counts = [0u8; CHUNK];
        for chunk in group {
            for ((count, max), &byte) in counts.iter_mut().zip(&mut max).zip(chunk) {
                *count += u8::from(byte.cast_signed() >= -0x40);
                *max = (*max).max(byte);
            }
        }
        count += counts.iter().map(|&count| usize::from(count)).sum::<usize>();
    }
    let mut greatest = max.into_iter().fold(0, u8::max);
    for &byte in rest {
        count += usize::from(byte.cast_signed() >= -0x40);
        greatest = greatest.max(byte);
    }
    (count, greatest)
}

/// Up to this length, text is encoded in a buffer first: that takes less time than to count its bytes before.
pub(super) const SHORT_TEXT: usize = 1000;

/// Up to this length, text is encoded character by character: that takes less time than to call a kernel.
const FEW: usize = 8;

/// Encodes a few characters in UTF-8. Returns `None` if one is a surrogate.
#[inline]
fn encode_few<'py, U: string::Unit>(
    py: Python<'py>,
    units: &[U],
    buffer: &mut [MaybeUninit<u8>],
) -> Option<Made<'py>> {
    let mut len = 0;
    for &unit in units {
        let mut bytes = [0; 4];
        let c = char::from_u32(unit.into())?;
        let encoded = c.encode_utf8(&mut bytes).len();
        // All four bytes, of which the next character overwrites those that this one has not.
        buffer[len..][..4].write_copy_of_slice(&bytes);
        len += encoded;
    }
    // SAFETY: the loop has written that many bytes.
    Some(new_bytes(py, unsafe { buffer[..len].assume_init_ref() }))
}

/// Encodes a `str` in UTF-8. Returns `None` if it holds a surrogate.
#[inline]
pub(super) fn encode_str<'py>(py: Python<'py>, text: &Bound<'py, PyString>) -> PyResult<Option<Made<'py>>> {
    if string::IS_COPIED {
        return Ok(string::encode_by_python(text));
    }
    Ok(encode(py, string::units(text)?.units()))
}

/// Encodes the characters of a `str` in UTF-8. Returns `None` if one is a surrogate.
#[inline]
fn encode<'py>(py: Python<'py>, units: Units<'_>) -> Option<Made<'py>> {
    // The kernels take less time where there is room for their vectors.
    let mut buffer = [MaybeUninit::uninit(); 4 * SHORT_TEXT];
    match units {
        Units::Ascii(units) => Some(new_bytes(py, units)),
        Units::Latin1(units) if units.len() <= SHORT_TEXT => {
            Some(new_bytes(py, latin1::to_utf8(units, &mut buffer).ok()?))
        }
        Units::Two(units) if units.len() <= FEW => encode_few(py, units, &mut buffer),
        Units::Four(units) if units.len() <= FEW => encode_few(py, units, &mut buffer),
        Units::Two(units) if units.len() <= SHORT_TEXT => {
            // Two surrogates in a `str` are not one character.
            let bytes = utf16::to_utf8(units, &mut buffer).ok()?;
            (!has_surrogates(units)).then(|| new_bytes(py, bytes))
        }
        Units::Four(units) if units.len() <= SHORT_TEXT => {
            Some(new_bytes(py, utf32::to_utf8(units, &mut buffer).ok()?))
        }
        Units::Latin1(units) => {
            let len = latin1::utf8_len(units);
            string::make_bytes(py, len, |bytes| {
                detached(py, len, || latin1::to_utf8(units, bytes).ok())
            })
        }
        Units::Two(units) => {
            let len = detached(py, units.len(), || len_without_surrogates(units))?;
            string::make_bytes(py, len, |bytes| {
                detached(py, len, || utf16::to_utf8(units, bytes).ok())
            })
        }
        Units::Four(units) => {
            let len = detached(py, units.len(), || utf32::utf8_len(units));
            string::make_bytes(py, len, |bytes| {
                detached(py, len, || utf32::to_utf8(units, bytes).ok())
            })
        }
    }
}

/// Returns the UTF-8 of a `str`, or `None` if it holds a surrogate.
pub(super) fn to_vec(units: Units<'_>) -> Result<Option<Vec<u8>>, NoMemory> {
    let len = match units {
        Units::Ascii(units) => units.len(),
        Units::Latin1(units) => latin1::utf8_len(units),
        Units::Two(units) => match len_without_surrogates(units) {
            Some(len) => len,
            None => return Ok(None),
        },
        Units::Four(units) => utf32::utf8_len(units),
    };
    let mut bytes: Vec<u8> = memory::with_capacity(len)?;
    let room = bytes.spare_capacity_mut();
    let written = match units {
        Units::Ascii(units) => latin1::to_utf8(units, room).ok(),
        Units::Latin1(units) => latin1::to_utf8(units, room).ok(),
        Units::Two(units) => utf16::to_utf8(units, room).ok(),
        Units::Four(units) => utf32::to_utf8(units, room).ok(),
    };
    let Some(written) = written.map(|written| written.len()) else {
        return Ok(None);
    };
    debug_assert!(written <= bytes.capacity());
    // SAFETY: the conversion has written as many bytes to the start of the room.
    unsafe { bytes.set_len(written) };
    Ok(Some(bytes))
}

/// Makes `bytes` of these.
#[inline]
pub(super) fn new_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> Made<'py> {
    // SAFETY: the pointer and the length are those of a slice. The result is a new reference, or an error is set.
    unsafe {
        let made = ffi::PyBytes_FromStringAndSize(bytes.as_ptr().cast(), bytes.len().cast_signed());
        Bound::from_owned_ptr_or_opt(py, made)
    }
}

/// Returns `true` if a unit is a surrogate.
pub(super) fn has_surrogates(units: &[u16]) -> bool {
    units.chunks(256).any(|chunk| {
        chunk
            .iter()
            .fold(false, |found, &unit| found | (unit & 0xF800 == 0xD800))
    })
}

/// Succeeds if `len` units were written.
fn all<U, E>(len: usize, written: Result<&mut [U], E>) -> Result<(), ()> {
    match written {
        Ok(written) if written.len() == len => Ok(()),
        _ => Err(()),
    }
}

/// Returns the number of bytes of UTF-8 that the characters need, or `None` if there is a surrogate, which no UTF-8 has. Two
/// surrogates in a `str` are not one character either.
fn len_without_surrogates(units: &[u16]) -> Option<usize> {
    const CHUNK: usize = 32;
    let mut len = units.len();
    let (chunks, rest) = units.as_chunks::<CHUNK>();
    let more = |unit: u16| u16::from(unit >= 0x80) + u16::from(unit >= 0x800);
    let is_surrogate = |unit: u16| u16::from(unit & 0xF800 == 0xD800);
    for group in chunks.chunks(0x4000) {
        let (mut extra, mut surrogates) = ([0u16; CHUNK], [0u16; CHUNK]);
        for chunk in group {
            for ((extra, surrogates), &unit) in extra.iter_mut().zip(&mut surrogates).zip(chunk) {
                *extra += more(unit);
                *surrogates |= is_surrogate(unit);
            }
        }
        if surrogates != [0; CHUNK] {
            return None;
        }
        len += extra.iter().map(|&extra| usize::from(extra)).sum::<usize>();
    }
    for &unit in rest {
        if is_surrogate(unit) != 0 {
            return None;
        }
        len += usize::from(more(unit));
    }
    Some(len)
}
