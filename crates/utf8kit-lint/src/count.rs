//! Counts bytes.

/// Returns the number of bytes that `is_counted` returns `true` for.
///
/// The sums of short parts are bytes too, so that the compiler compares and adds a vector of bytes at a time.
pub(crate) fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> usize {
    let in_part = |part: &[u8]| {
        part.iter()
            .fold(0, |sum: u8, &byte| sum + u8::from(is_counted(byte)))
    };
    bytes
        .chunks(usize::from(u8::MAX))
        .map(|part| usize::from(in_part(part)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_count_overflows() {
        for len in [0, 1, 254, 255, 256, 511, 10_000] {
            assert_eq!(count(&vec![7; len], |byte| byte == 7), len);
            assert_eq!(count(&vec![7; len], |byte| byte == 8), 0);
        }
    }
}
