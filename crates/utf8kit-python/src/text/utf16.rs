//! UTF-16: `str` from bytes and bytes from `str`.

use super::string::{self, Made, Units, detached};
use super::utf8::{SHORT_TEXT, has_surrogates};
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
    const ORDER: Order;

    fn get(pair: [u8; 2]) -> u16;
}

struct Little;

impl Endian for Little {
    const ORDER: Order = Order::Little;

    fn get(pair: [u8; 2]) -> u16 {
        u16::from_le_bytes(pair)
    }
}

struct Big;

impl Endian for Big {
    const ORDER: Order = Order::Big;

    fn get(pair: [u8; 2]) -> u16 {
        u16::from_be_bytes(pair)
    }
}

/// Code units that are looked at and copied while they are in the cache.
const BLOCK: usize = 2048;

fn decode_pairs<'py, E: Endian>(py: Python<'py>, pairs: &[[u8; 2]]) -> Option<Made<'py>> {
    // Most text shows at its beginning which characters it has.
    let (first, has_surrogates) = scan::<E>(&pairs[..pairs.len().min(BLOCK)]);
    if !has_surrogates && let Some(made) = decode_up_to::<E>(py, pairs, first) {
        return Some(made);
    }
    let (all, has_surrogates) = detached(py, pairs.len(), || scan::<E>(pairs));
    if has_surrogates {
        decode_surrogates::<E>(py, pairs)
    } else {
        decode_up_to::<E>(py, pairs, all)
    }
}

/// Decodes text without surrogates, of which some units together have the bits `some`. Returns `None` if another unit needs a
/// greater kind of `str`, or is a surrogate.
fn decode_up_to<'py, E: Endian>(py: Python<'py>, pairs: &[[u8; 2]], some: u16) -> Option<Made<'py>> {
    let len = pairs.len();
    // SAFETY: `fill` writes all units, which are at most the greatest character of the kind. As the bits of some of them say
    // that one is greater than what a smaller kind holds, one is.
    unsafe {
        match some {
            0..0x80 => string::make(py, len, |units| {
                detached(py, len, || {
                    fill::<E, _>(units, pairs, 0x7F, |unit| string::Ascii::new(unit as u8))
                })
            }),
            0x80..0x100 => string::make(py, len, |units| {
                detached(py, len, || fill::<E, _>(units, pairs, 0xFF, |unit| unit as u8))
            }),
            _ => string::make(py, len, |units| {
                detached(py, len, || fill::<E, _>(units, pairs, 0xFFFF, |unit| unit))
            }),
        }
    }
    .ok()
}

/// Writes all units, unless one is over `max` or a surrogate.
fn fill<E: Endian, U>(
    units: &mut [MaybeUninit<U>],
    pairs: &[[u8; 2]],
    max: u16,
    convert: impl Fn(u16) -> U,
) -> Result<(), ()> {
    for (units, pairs) in units.chunks_mut(BLOCK).zip(pairs.chunks(BLOCK)) {
        let (all, has_surrogates) = scan::<E>(pairs);
        if has_surrogates || all & !max != 0 {
            return Err(());
        }
        for (unit, &pair) in units.iter_mut().zip(pairs) {
            unit.write(convert(E::get(pair)));
        }
    }
    Ok(())
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

/// Decodes text with characters over U+FFFF. Returns `None` if a surrogate is unpaired.
fn decode_surrogates<'py, E: Endian>(py: Python<'py>, pairs: &[[u8; 2]]) -> Option<Made<'py>> {
    let copied: Vec<u16>;
    // SAFETY: any two bytes are a code unit.
    let units = match unsafe { pairs.as_flattened().align_to::<u16>() } {
        ([], units, []) if E::ORDER == NATIVE => units,
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
            detached(py, count, || match utf16::to_utf32(units, numbers) {
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
    let len = match units {
        Units::Ascii(units) | Units::Latin1(units) => units.len(),
        Units::Two(units) => units.len(),
        Units::Four(units) => detached(py, units.len(), || utf32::utf16_len(units)),
    };
    string::make_bytes(py, 2 * (signature + len), |bytes| {
        // SAFETY: uninitialized bytes are uninitialized units.
        let ([], to, []) = (unsafe { bytes.align_to_mut::<MaybeUninit<u16>>() }) else {
            unreachable!("CPython puts the content of `bytes` after numbers of 64 bits");
        };
        let (start, to) = to.split_at_mut(signature);
        let swaps = order != NATIVE;
        if let [start] = start {
            start.write(if swaps { 0xFFFE } else { 0xFEFF });
        }
        detached(py, len, || write(units, to, swaps))?;
        // SAFETY: the signature and all units after it are written.
        Some(unsafe { bytes.assume_init_mut() })
    })
}

/// Writes UTF-16 in the order of the machine, or in the other, to all of `to`, or returns `None`. `to` is as long as the text
/// needs.
fn write(units: Units<'_>, to: &mut [MaybeUninit<u16>], swaps: bool) -> Option<()> {
    let order = |unit: u16| if swaps { unit.swap_bytes() } else { unit };
    match units {
        Units::Ascii(units) | Units::Latin1(units) => {
            for (to, &unit) in to.iter_mut().zip(units) {
                to.write(order(u16::from(unit)));
            }
        }
        Units::Two(units) => {
            for (to, units) in to.chunks_mut(BLOCK).zip(units.chunks(BLOCK)) {
                if has_surrogates(units) {
                    return None;
                }
                for (to, &unit) in to.iter_mut().zip(units) {
                    to.write(order(unit));
                }
            }
        }
        Units::Four(units) if units.len() <= SHORT_TEXT => {
            // The kernel takes less time where there is room for its vectors.
            let mut buffer = [MaybeUninit::uninit(); 2 * SHORT_TEXT];
            let written = utf32::to_utf16(units, &mut buffer).ok()?;
            if written.len() != to.len() {
                return None;
            }
            for (to, &mut unit) in to.iter_mut().zip(written) {
                to.write(order(unit));
            }
        }
        Units::Four(units) => {
            let len = to.len();
            let written = utf32::to_utf16(units, to).ok()?;
            if written.len() != len {
                return None;
            }
            if swaps {
                utf16::swap_bytes(written);
            }
        }
    }
    Some(())
}
