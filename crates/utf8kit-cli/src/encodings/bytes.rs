//! Where a text in bytes is cut.

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
