//! Encoding of text that is nearly all ASCII: what is ASCII is copied, and each other character is encoded alone.
//!
//! Where other characters are frequent, the conversion by way of UTF-16 is several times as fast.

use crate::packed::store;
use utf8kit::codec::Output;

/// The number of code units that are converted at once. They stay in the L1 cache.
pub(super) const MANY: usize = 1024;

/// The number of code units that are looked up in no table if all are ASCII.
pub(super) const CHUNK: usize = 32;

/// Stands for a byte without a character: an unpaired surrogate.
pub(super) const NONE: u16 = 0xD800;

/// Of how many bytes one may be not ASCII. A letter has two such bytes.
const SPARSE: usize = 10;

/// The number of bytes of a block that are counted.
const SAMPLE: usize = 256;

/// Room for what a block becomes. If there are many characters of three bytes after all, it ends there.
const ROOM: usize = MANY + 128;

/// Returns the next block of `src` if its beginning has one byte that is not ASCII in [`SPARSE`], or less, and there is room.
fn block<'s>(src: &'s [u8], out: &Output<'_, u8>) -> Option<&'s [u8; MANY]> {
    let block: &[u8; MANY] = src.first_chunk()?;
    // Bytes are summed up in bytes, which vectors have many of.
    let sums = block[..SAMPLE]
        .chunks(128)
        .map(|chunk| chunk.iter().map(|byte| byte >> 7).sum::<u8>());
    let others: usize = sums.map(usize::from).sum();
    (others * SPARSE <= SAMPLE && out.room() >= ROOM).then_some(block)
}

/// Copies ASCII that `src` begins with to `place`, which is longer by [`CHUNK`], and returns its length. There can be more.
#[inline]
fn copy_ascii(src: &[u8], place: &mut [u8]) -> usize {
    let Some(chunk) = src.first_chunk::<CHUNK>() else {
        let len = src.iter().take_while(|byte| byte.is_ascii()).count();
        place[..len].copy_from_slice(&src[..len]);
        return len;
    };
    store(place, *chunk);
    if chunk.is_ascii() { CHUNK } else { ascii_len(chunk) }
}

/// Returns the length of the ASCII that `chunk` begins with, without a branch that cannot be predicted.
#[inline]
fn ascii_len(chunk: &[u8; CHUNK]) -> usize {
    const HIGH: u64 = 0x8080_8080_8080_8080;

    let (words, _) = chunk.as_chunks();
    words.iter().rev().fold(0, |after, word| {
        let len = (u64::from_le_bytes(*word) & HIGH).trailing_zeros() as usize / 8;
        len + after * usize::from(len == 8)
    })
}

/// Encodes blocks that are nearly all ASCII with a function that returns the byte of a character, up to a sequence that is ill-formed, that begins with `E0`, `ED`, or more than `EF`, or that
/// is no character of the page. Returns the number of bytes read.
pub(super) fn encode(byte_of: impl Fn(u32) -> Option<u8>, src: &[u8], out: &mut Output<'_, u8>) -> usize {
    let mut read = 0;
    while let Some(block) = block(&src[read..], out) {
        let converted = encode_block(&byte_of, block, out);
        read += converted;
        if converted == 0 {
            break;
        }
    }
    read
}

fn encode_block(byte_of: impl Fn(u32) -> Option<u8>, src: &[u8; MANY], out: &mut Output<'_, u8>) -> usize {
    let mut bytes = [0; ROOM];
    let (mut read, mut written) = (0, 0);
    while read < src.len() {
        let ascii = copy_ascii(&src[read..], &mut bytes[written..]);
        (read, written) = (read + ascii, written + ascii);
        let (number, len) = match src[read..] {
            [] | [0..=0x7F, ..] => continue,
            [lead @ 0xC2..=0xDF, a @ 0x80..=0xBF, ..] => {
                (u32::from(lead & 0x1F) << 6 | u32::from(a & 0x3F), 2)
            }
            [
                lead @ (0xE1..=0xEC | 0xEE | 0xEF),
                a @ 0x80..=0xBF,
                b @ 0x80..=0xBF,
                ..,
            ] => (
                u32::from(lead & 0x0F) << 12 | u32::from(a & 0x3F) << 6 | u32::from(b & 0x3F),
                3,
            ),
            _ => break,
        };
        let Some(byte) = byte_of(number) else {
            break;
        };
        bytes[written] = byte;
        (read, written) = (read + len, written + 1);
    }
    out.extend(&bytes[..written]);
    read
}
