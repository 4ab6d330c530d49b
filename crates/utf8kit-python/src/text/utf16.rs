//! UTF-16: `str` from bytes and bytes from `str`.

use super::detached;
use super::string::{self, Made, Units};
use pyo3::prelude::*;
use std::mem::MaybeUninit;
use utf8kit::{utf16, utf32};

/// The order of the bytes of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
    /// As the signature says, or the order of the machine. A signature is written.
    Signature,
}

/// The order of this machine.
const NATIVE: Order = if cfg!(target_endian = "big") {
    Order::Big
} else {
    Order::Little
};

/// Decodes UTF-16. Returns `None` if it is ill-formed.
pub(super) fn decode<'py>(py: Python<'py>, bytes: &[u8], order: Order) -> Option<Made<'py>> {
    let (bytes, order) = match order {
        Order::Signature => match bytes {
            [0xFF, 0xFE, rest @ ..] => (rest, Order::Little),
            [0xFE, 0xFF, rest @ ..] => (rest, Order::Big),
            _ => (bytes, NATIVE),
        },
        order => (bytes, order),
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        // CPython makes empty strings, and reports what is cut.
        return None;
    }
    if order == Order::Little {
        decode_pairs::<Little>(py, pairs)
    } else {
        decode_pairs::<Big>(py, pairs)
    }
}

/// Reads and writes code units in an order of bytes.
trait Endian {
    fn get(pair: [u8; 2]) -> u16;
    fn put(unit: u16) -> [u8; 2];
}

struct Little;

impl Endian for Little {
    fn get(pair: [u8; 2]) -> u16 {
        u16::from_le_bytes(pair)
    }

    fn put(unit: u16) -> [u8; 2] {
        unit.to_le_bytes()
    }
}

struct Big;

impl Endian for Big {
    fn get(pair: [u8; 2]) -> u16 {
        u16::from_be_bytes(pair)
    }

    fn put(unit: u16) -> [u8; 2] {
        unit.to_be_bytes()
    }
}

fn decode_pairs<'py, E: Endian>(py: Python<'py>, pairs: &[[u8; 2]]) -> Option<Made<'py>> {
    let len = pairs.len();
    let (all, has_surrogates) = detached(py, len, || scan::<E>(pairs));
    // SAFETY: in each case but the last, all units are written, which are no greater than the bits of all of them together; and
    // as the bits say that one is greater than what a smaller kind holds, one is.
    match all {
        _ if has_surrogates => decode_surrogates::<E>(py, pairs),
        0..0x80 => unsafe {
            string::make::<string::Ascii, ()>(py, len, |units| {
                fill(units, pairs, |pair| string::Ascii::new(E::get(pair) as u8))
            })
        }
        .ok(),
        0x80..0x100 => {
            unsafe { string::make::<u8, ()>(py, len, |units| fill(units, pairs, |pair| E::get(pair) as u8)) }
                .ok()
        }
        _ => unsafe {
            string::make::<u16, ()>(py, len, |units| detached(py, len, || fill(units, pairs, E::get)))
        }
        .ok(),
    }
}

/// Returns the bits of all units, and whether there is a surrogate.
fn scan<E: Endian>(pairs: &[[u8; 2]]) -> (u16, bool) {
    const CHUNK: usize = 32;
    let is_surrogate = |unit: u16| u16::from(unit & 0xF800 == 0xD800);
    let (mut all, mut surrogates) = ([0u16; CHUNK], [0u16; CHUNK]);
    let (chunks, rest) = pairs.as_chunks::<CHUNK>();
    for chunk in chunks {
        for ((all, surrogates), &pair) in all.iter_mut().zip(&mut surrogates).zip(chunk) {
            let unit = E::get(pair);
            *all |= unit;
            *surrogates |= is_surrogate(unit);
        }
    }
    let mut all = all.into_iter().fold(0, |all, unit| all | unit);
    let mut surrogate = surrogates.into_iter().fold(0, |all, unit| all | unit);
    for &pair in rest {
        all |= E::get(pair);
        surrogate |= is_surrogate(E::get(pair));
    }
    (all, surrogate != 0)
}

fn fill<S: Copy, U>(units: &mut [MaybeUninit<U>], source: &[S], convert: impl Fn(S) -> U) -> Result<(), ()> {
    for (unit, &from) in units.iter_mut().zip(source) {
        unit.write(convert(from));
    }
    Ok(())
}

/// Decodes text with characters over U+FFFF. Returns `None` if a surrogate is unpaired.
fn decode_surrogates<'py, E: Endian>(py: Python<'py>, pairs: &[[u8; 2]]) -> Option<Made<'py>> {
    let copied: Vec<u16>;
    // SAFETY: any two bytes are a code unit.
    let units = match unsafe { pairs.as_flattened().align_to::<u16>() } {
        ([], units, []) if E::put(1) == 1u16.to_ne_bytes() => units,
        _ => {
            copied = pairs.iter().map(|&pair| E::get(pair)).collect();
            &copied
        }
    };
    let count = utf16::count(units);
    if count == 0 {
        return None;
    }
    // SAFETY: the conversion writes `count` units or fails. If it does not fail, the surrogates are pairs, each of which is a
    // character over U+FFFF.
    unsafe {
        string::make::<u32, ()>(py, count, |numbers| {
            detached(py, count, || match utf16::to_utf32_uninit(units, numbers) {
                Ok(written) if written.len() == count => Ok(()),
                _ => Err(()),
            })
        })
    }
    .ok()
}

/// Encodes a `str` in UTF-16. Returns `None` if it holds a surrogate.
pub(super) fn encode<'py>(py: Python<'py>, units: Units<'_>, order: Order) -> Option<Made<'py>> {
    let signature = usize::from(order == Order::Signature);
    let order = if order == Order::Signature { NATIVE } else { order };
    if order == Order::Little {
        encode_units::<Little>(py, units, signature)
    } else {
        encode_units::<Big>(py, units, signature)
    }
}

fn encode_units<'py, E: Endian>(py: Python<'py>, units: Units<'_>, signature: usize) -> Option<Made<'py>> {
    let len = match units {
        Units::Ascii(units) | Units::Latin1(units) => units.len(),
        Units::Two(units) => {
            if detached(py, units.len(), || has_surrogates(units)) {
                return None;
            }
            units.len()
        }
        Units::Four(units) => detached(py, units.len(), || {
            utf32::is_valid(units).then(|| utf32::utf16_len(units))
        })?,
    };
    // SAFETY: each arm writes `len` pairs, after the signature, or fails.
    let made = unsafe {
        string::make_bytes(py, 2 * (signature + len), |bytes| {
            let (pairs, _) = bytes.as_chunks_mut::<2>();
            let (start, pairs) = pairs.split_at_mut(signature);
            for pair in start {
                *pair = E::put(0xFEFF).map(MaybeUninit::new);
            }
            let put = |unit: u16| E::put(unit).map(MaybeUninit::new);
            detached(py, len, || match units {
                Units::Ascii(units) | Units::Latin1(units) => copy(pairs, units, |unit| put(u16::from(unit))),
                Units::Two(units) => copy(pairs, units, put),
                Units::Four(units) => write_numbers(pairs, units, put),
            })
        })
    };
    made.ok()
}

fn copy<S: Copy, T>(pairs: &mut [T], source: &[S], convert: impl Fn(S) -> T) -> Result<(), ()> {
    for (pair, &from) in pairs.iter_mut().zip(source) {
        *pair = convert(from);
    }
    Ok(())
}

/// Writes characters, of which none is a surrogate, and which need as many pairs as there are.
fn write_numbers<T>(pairs: &mut [T], numbers: &[u32], put: impl Fn(u16) -> T) -> Result<(), ()> {
    let mut pairs = pairs.iter_mut();
    let mut units = [0; 2];
    for &number in numbers {
        for unit in char::from_u32(number).ok_or(())?.encode_utf16(&mut units) {
            *pairs.next().ok_or(())? = put(*unit);
        }
    }
    if pairs.next().is_some() { Err(()) } else { Ok(()) }
}

fn has_surrogates(units: &[u16]) -> bool {
    units.chunks(256).any(|chunk| {
        chunk
            .iter()
            .fold(false, |found, &unit| found | (unit & 0xF800 == 0xD800))
    })
}
