//! Bytes that are written at once, and where a text in bytes is cut.

/// Writes `bytes` to the beginning of `place`, which is at least as long.
///
/// `copy_from_slice` can be a call, if the function is compiled in another unit of the crate.
#[inline]
pub(super) fn store<const N: usize>(place: &mut [u8], bytes: [u8; N]) {
    *place.first_chunk_mut().expect("room for the bytes") = bytes;
}

/// Bytes at the end of a piece in which a place to cut it is searched.
pub(crate) const END: usize = 4096;

/// Returns how many of `bytes` to take as a piece, so that no ill-formed sequence is cut: a message shows all of it. These
/// sequences have no ASCII.
pub(crate) fn whole_sequences(bytes: &[u8]) -> usize {
    let end = bytes.iter().rev().take(END);
    match end.clone().position(u8::is_ascii) {
        Some(after) => bytes.len() - after,
        None if bytes.len() < END => 0,
        None => bytes.len(),
    }
}
