//! Conversion through a buffer, for encodings that write to initialized memory, and in tables.

#[cfg(feature = "legacy")]
use utf8kit::ascii;
use utf8kit::codec::Output;

/// The number of bytes that are converted at a time through a buffer. They stay in the L1 cache.
const BLOCK: usize = 2048;

/// Converts with `convert`, which writes to initialized memory, and copies what it writes. Returns the number of units read.
pub(crate) fn through_buffer(
    src: &[u8],
    out: &mut Output<'_, u8>,
    mut convert: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    let mut buffer = [0; BLOCK];
    let mut read = 0;
    loop {
        let room = out.room().min(BLOCK);
        let (more, written) = convert(&src[read..], &mut buffer[..room]);
        out.extend(&buffer[..written]);
        read += more;
        // What stopped before the buffer was nearly full stopped for another reason.
        if written + 64 < BLOCK {
            return read;
        }
    }
}

/// Returns the ASCII that `text` begins with, if it is long enough that a kernel is faster, or nothing.
#[cfg(feature = "legacy")]
pub(crate) fn long_ascii(text: &[u8]) -> &[u8] {
    let is_long = text
        .first_chunk()
        .is_some_and(|chunk: &[u8; 64]| chunk.is_ascii());
    let end = || ascii::validate(text).map_or_else(|error| error.valid_up_to(), str::len);
    &text[..if is_long { end() } else { 0 }]
}

/// The number of blocks of 16 bytes of ASCII, one after another, from which on a kernel is faster.
#[cfg(feature = "legacy")]
pub(crate) const LONG_RUN: usize = 8;

/// Encodes `text`, which is well-formed, with `encode`, which returns up to four bytes of a number and their length, or `None`
/// if the encoding lacks it. Stops there, where `bytes` ends or nearly ends, and in a long run of ASCII if that `is_ascii` in the
/// encoding, too. Returns the number of bytes read and written.
#[cfg(feature = "legacy")]
#[inline]
pub(crate) fn encode_characters(
    text: &str,
    bytes: &mut [u8],
    is_ascii: bool,
    encode: impl Fn(u32) -> Option<([u8; 4], usize)>,
) -> (usize, usize) {
    let text = text.as_bytes();
    let (mut read, mut written) = (0, 0);
    let mut ascii = 0;
    while read < text.len() && written + 16 <= bytes.len() {
        let lead = text[read];
        if is_ascii && lead < 0x80 {
            if let Some(chunk) = text[read..].first_chunk::<16>()
                && chunk[1].is_ascii()
                && chunk.is_ascii()
            {
                store(&mut bytes[written..], *chunk);
                (read, written) = (read + 16, written + 16);
                ascii += 1;
                if ascii == LONG_RUN {
                    break;
                }
                continue;
            }
            bytes[written] = lead;
            (read, written) = (read + 1, written + 1);
            continue;
        }
        ascii = 0;
        // `text` is well-formed, so that the masks only join what is there.
        let trail = |at: usize| u32::from(text.get(read + at).copied().unwrap_or(0) & 0x3F);
        let (number, len) = match lead {
            0x00..=0x7F => (lead.into(), 1),
            0x80..=0xDF => (u32::from(lead & 0x1F) << 6 | trail(1), 2),
            0xE0..=0xEF => (u32::from(lead & 0x0F) << 12 | trail(1) << 6 | trail(2), 3),
            0xF0.. => {
                let [lead, trail @ ..] = text[read..].first_chunk::<4>().map_or([0; 4], |bytes| *bytes);
                let shifted = |number: u32, byte: u8| number << 6 | u32::from(byte & 0x3F);
                (trail.into_iter().fold((lead & 0x07).into(), shifted), 4)
            }
        };
        let Some((sequence, sequence_len)) = encode(number) else {
            break;
        };
        store(&mut bytes[written..], sequence);
        (read, written) = (read + len, written + sequence_len);
    }
    (read, written)
}

/// Writes `bytes` to the beginning of `place`, which is at least as long.
///
/// `copy_from_slice` can be a call, if the function is compiled in another unit of the crate.
#[cfg(feature = "legacy")]
#[inline]
pub(crate) fn store<const N: usize>(place: &mut [u8], bytes: [u8; N]) {
    *place.first_chunk_mut().expect("room for the bytes") = bytes;
}
