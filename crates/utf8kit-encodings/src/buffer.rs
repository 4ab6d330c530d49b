//! Conversion through a buffer, for encodings that write to initialized memory.

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
