//! Conversion in blocks, which are written in place.

use crate::packed::TextUnit;
use crate::runs::long_ascii;
use utf8kit::Encoding as Base;
use utf8kit::codec::{Any, Convert, Output, Utf16};

/// The number of bytes that take longer one by one than to start a run.
pub(super) const WORTHWHILE: usize = 16;

/// The number of units that are written at a time. They stay in the L1 cache.
pub(super) const BLOCK: usize = 2048;

/// The number of bytes up to which a text is short: it is converted without what long ones need.
pub(super) const SHORT: usize = 32;

/// The least size of a block but the first, in units, and of a buffer. Where a conversion stops early, little is done in vain, and a short
/// text needs no more.
pub(super) const SHORTEST: usize = 128;

/// The size of the first block, in bytes. More than this is not set to zero without a call.
const FIRST: usize = 128;

/// Converts with `convert`, which returns the number of units read and written, and of substitutes, until it reads nothing. Before, and
/// between, `ascii` converts a long run of ASCII and returns its length. Returns the number of units read.
pub(super) fn in_blocks<S, U: TextUnit>(
    src: &[S],
    out: &mut Output<'_, U>,
    ascii: impl Fn(&[S], &mut Output<'_, U>) -> usize,
    mut convert: impl FnMut(&[S], &mut [U]) -> (usize, usize, usize),
) -> usize {
    let read = one_block(src, out, &ascii, &mut convert, FIRST / size_of::<U>());
    match read {
        0 => 0,
        _ if read == src.len() => read,
        _ => read + in_long_blocks(&src[read..], out, ascii, convert),
    }
}

/// Does what [`in_blocks`] does, in blocks that grow.
#[inline(never)]
fn in_long_blocks<S, U: TextUnit>(
    src: &[S],
    out: &mut Output<'_, U>,
    ascii: impl Fn(&[S], &mut Output<'_, U>) -> usize,
    mut convert: impl FnMut(&[S], &mut [U]) -> (usize, usize, usize),
) -> usize {
    let mut size = SHORTEST;
    let mut read = 0;
    loop {
        let rest = &src[read..];
        size = match rest.len() {
            ..=SHORTEST => SHORTEST,
            _ => (4 * size).min(BLOCK),
        };
        let more = one_block(rest, out, &ascii, &mut convert, size);
        if more == 0 {
            return read;
        }
        read += more;
    }
}

/// Converts a long run of ASCII and what becomes `size` units after it. Returns the number of units read.
#[inline]
pub(super) fn one_block<S, U: TextUnit>(
    src: &[S],
    out: &mut Output<'_, U>,
    ascii: &impl Fn(&[S], &mut Output<'_, U>) -> usize,
    convert: &mut impl FnMut(&[S], &mut [U]) -> (usize, usize, usize),
    size: usize,
) -> usize {
    let mut read = ascii(src, out);
    out.extend_with(size, |places| {
        let (more, written, replaced) = convert(&src[read..], places);
        read += more;
        (written, replaced)
    });
    read
}

/// Writes a long run of ASCII that `src` begins with, if it `is_ascii` in the encoding, too. Returns its length.
#[inline]
pub(super) fn extend_ascii<U: TextUnit>(is_ascii: bool, src: &[u8], out: &mut Output<'_, U>) -> usize {
    if !is_ascii {
        return 0;
    }
    match long_ascii(&src[..src.len().min(out.room())]) {
        [] => 0,
        run => U::extend_ascii(out, run),
    }
}

/// Writes a long run of ASCII that `src` begins with, if it `is_ascii` in the encoding, too. Returns its length.
#[inline]
pub(super) fn narrow_ascii(is_ascii: bool, src: &[u16], out: &mut Output<'_, u8>) -> usize {
    let is_long = src
        .first_chunk()
        .is_some_and(|chunk: &[u16; 64]| chunk.iter().fold(0, |all, unit| all | unit) < 0x80);
    match is_ascii && is_long {
        true => Utf16::default().convert_run(&mut Any::new(Base::Ascii), src, out),
        false => 0,
    }
}
