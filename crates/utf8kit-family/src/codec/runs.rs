//! Conversion of runs of plain numbers: those that are one code unit of a fixed width in the encoding.
//!
//! Each run is converted in blocks that the compiler vectorizes. A block with a number that is not plain ends the run: the
//! caller reads or writes that number alone.

use super::{NumberReader, NumberWriter};
use crate::utf1;
use utf8kit::stream::{self, Stop};
use utf8kit::{Encoding as Base, Endian, Policy};

/// The number of code units in a block.
const BLOCK: usize = 32;

/// Decodes characters from `src` to UTF-8 in `dst`. Returns the number of bytes read and the number of bytes written.
///
/// The kernels of the library convert UTF-16 and UTF-32, which have the same characters as UCS-2 and UCS-4.
pub(super) fn decode(reader: &mut NumberReader, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let base = match *reader {
        NumberReader::Iso2022(reader) => {
            let len = reader.copy(src, dst);
            return (len, len);
        }
        NumberReader::Utf7(ref mut reader) => return reader.decode_plain(src, dst),
        NumberReader::Utf1 => {
            let len = utf1::copy(src, dst);
            return (len, len);
        }
        NumberReader::Ucs2(endian) => Base::Utf16(endian),
        NumberReader::Ucs4(endian) => Base::Utf32(endian),
        _ => return (0, 0),
    };
    // For few bytes the decoder costs more than it saves.
    if src.len() < WORTHWHILE || dst.len() < WORTHWHILE {
        return (0, 0);
    }
    let mut decoder = stream::Decoder::new(base, Policy::Fail);
    let step = decoder.to_utf8(src, dst);
    let read = match step.stop {
        Stop::IllFormed(error) => error.offset() as usize,
        _ => step.read - decoder.held().len(),
    };
    (read, step.written)
}

/// Encodes characters of `text` in `dst`. Returns the number of bytes read and the number of bytes written.
pub(super) fn encode(writer: &mut NumberWriter, text: &str, dst: &mut [u8]) -> (usize, usize) {
    let endian = match *writer {
        NumberWriter::Utf7(ref mut writer) => return writer.encode_plain(text, dst),
        NumberWriter::Utf1 => {
            let len = utf1::copy(text.as_bytes(), dst);
            return (len, len);
        }
        NumberWriter::Ucs2(endian) => endian,
        _ => return (0, 0),
    };
    if text.len() < WORTHWHILE || dst.len() < WORTHWHILE {
        return (0, 0);
    }
    // What can fit, and is before the first character over U+FFFF, which UCS-2 lacks.
    let text = &text[..text.floor_char_boundary(2 * dst.len())];
    let end = text.bytes().position(|byte| byte >= 0xF0).unwrap_or(text.len());
    let step = stream::Encoder::new(Base::Utf16(endian), Policy::Fail).encode(&text[..end], dst);
    (step.read, step.written)
}

/// The number of bytes from which on the library's streams convert a run.
const WORTHWHILE: usize = 64;

/// Reads plain numbers from `src` to `dst`. Returns the number of bytes read and the number of numbers written.
pub(super) fn read(reader: NumberReader, src: &[u8], dst: &mut [u32]) -> (usize, usize) {
    use Endian::{Big, Little};
    let be16 = |unit| u32::from(u16::from_be_bytes(unit));
    let le16 = |unit| u32::from(u16::from_le_bytes(unit));
    match reader {
        NumberReader::Utf7(_) | NumberReader::Utf1 | NumberReader::Iso2022(_) => (0, 0),
        NumberReader::Ucs2(Big) | NumberReader::Utf16 { endian: Big, .. } => {
            read_units(src, dst, be16, is_ucs4)
        }
        NumberReader::Ucs2(Little) | NumberReader::Utf16 { endian: Little, .. } => {
            read_units(src, dst, le16, is_ucs4)
        }
        NumberReader::Ucs4(Big) => read_units(src, dst, u32::from_be_bytes, is_ucs4),
        NumberReader::Ucs4(Little) => read_units(src, dst, u32::from_le_bytes, is_ucs4),
        NumberReader::Utf32(Big) => read_units(src, dst, u32::from_be_bytes, is_scalar),
        NumberReader::Utf32(Little) => read_units(src, dst, u32::from_le_bytes, is_scalar),
        NumberReader::Latin1 => read_units(src, dst, |[byte]| byte.into(), |_| true),
        NumberReader::Ascii => read_units(src, dst, |[byte]| byte.into(), |number| number < 0x80),
    }
}

/// Writes plain numbers of `src` to `dst`. Returns the number of numbers read and the number of bytes written.
pub(super) fn write(writer: NumberWriter, src: &[u32], dst: &mut [u8]) -> (usize, usize) {
    use Endian::{Big, Little};
    let be16 = |number: u32| (number as u16).to_be_bytes();
    let le16 = |number: u32| (number as u16).to_le_bytes();
    match writer {
        NumberWriter::Utf7(_) | NumberWriter::Utf1 | NumberWriter::OldHangulUtf8 => (0, 0),
        NumberWriter::Ucs2(Big) | NumberWriter::Utf16 { endian: Big, .. } => {
            write_units(src, dst, be16, is_ucs2)
        }
        NumberWriter::Ucs2(Little) | NumberWriter::Utf16 { endian: Little, .. } => {
            write_units(src, dst, le16, is_ucs2)
        }
        NumberWriter::Ucs4(Big) => write_units(src, dst, u32::to_be_bytes, is_ucs4),
        NumberWriter::Ucs4(Little) => write_units(src, dst, u32::to_le_bytes, is_ucs4),
        NumberWriter::Utf32(Big) => write_units(src, dst, u32::to_be_bytes, is_scalar),
        NumberWriter::Utf32(Little) => write_units(src, dst, u32::to_le_bytes, is_scalar),
        NumberWriter::Latin1 => write_units(src, dst, |number| [number as u8], |number| number < 0x100),
        NumberWriter::Ascii => write_units(src, dst, |number| [number as u8], |number| number < 0x80),
    }
}

fn is_surrogate(number: u32) -> bool {
    number.wrapping_sub(0xD800) < 0x800
}

fn is_ucs2(number: u32) -> bool {
    (number < 0x1_0000) & !is_surrogate(number)
}

fn is_scalar(number: u32) -> bool {
    (number < 0x11_0000) & !is_surrogate(number)
}

fn is_ucs4(number: u32) -> bool {
    (number < 0x8000_0000) & !is_surrogate(number)
}

#[inline(always)]
fn read_units<const N: usize>(
    src: &[u8],
    dst: &mut [u32],
    number: impl Fn([u8; N]) -> u32,
    is_plain: impl Fn(u32) -> bool,
) -> (usize, usize) {
    let (blocks, _) = src.as_chunks::<N>().0.as_chunks::<BLOCK>();
    let (places, _) = dst.as_chunks_mut::<BLOCK>();
    let mut count = 0;
    for (block, place) in blocks.iter().zip(places) {
        let mut all_plain = true;
        for (unit, place) in block.iter().zip(place) {
            *place = number(*unit);
            all_plain &= is_plain(*place);
        }
        if !all_plain {
            // What is before the first other number is plain.
            count += block.iter().take_while(|unit| is_plain(number(**unit))).count();
            break;
        }
        count += BLOCK;
    }
    (N * count, count)
}

#[inline(always)]
fn write_units<const N: usize>(
    src: &[u32],
    dst: &mut [u8],
    bytes: impl Fn(u32) -> [u8; N],
    is_plain: impl Fn(u32) -> bool,
) -> (usize, usize) {
    let (blocks, _) = src.as_chunks::<BLOCK>();
    let (places, _) = dst.as_chunks_mut::<N>().0.as_chunks_mut::<BLOCK>();
    let mut count = 0;
    for (block, place) in blocks.iter().zip(places) {
        let mut all_plain = true;
        for (number, place) in block.iter().zip(place) {
            *place = bytes(*number);
            all_plain &= is_plain(*number);
        }
        if !all_plain {
            count += block.iter().take_while(|number| is_plain(**number)).count();
            break;
        }
        count += BLOCK;
    }
    (count, N * count)
}
