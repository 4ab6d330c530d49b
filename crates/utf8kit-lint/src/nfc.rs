//! The rule `not-nfc`: text that is not in Normalization Form C.

use std::ops::Range;
use unicode_normalization::{
    IsNormalized, UnicodeNormalization, char::canonical_combining_class, is_nfc, is_nfc_quick,
};
use utf8kit::utf8;

/// Bytes of a cluster that are normalized together.
const LONGEST: usize = 256;

/// Returns `true` if `c` begins a cluster: it neither combines with the characters before it nor moves before them.
fn is_boundary(c: char) -> bool {
    c.is_ascii()
        || (canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) != IsNormalized::Maybe)
}

/// Returns the first cluster in `bytes[from..]`, beginning before `to`, that is not in Normalization Form C, and what it
/// is in that form.
pub(crate) fn find(bytes: &[u8], from: usize, to: usize) -> Option<(Range<usize>, String)> {
    let mut at = from;
    while at < to {
        at += bytes[at..to].iter().take_while(|byte| byte.is_ascii()).count();
        // The last ASCII letter may be the base of marks after `to`.
        let is_base_of_marks = at > from && bytes.get(at).is_some_and(|byte| !byte.is_ascii());
        if at >= to && !is_base_of_marks {
            return None;
        }
        let valid = match utf8::validate(&bytes[at..]) {
            Ok(text) => text.len(),
            Err(error) if error.valid_up_to() == 0 => {
                at += error.bytes().len();
                continue;
            }
            Err(error) => error.valid_up_to(),
        };
        let end = at + valid;
        // An ASCII letter may be the base of the marks after it.
        if at > from && bytes[at - 1].is_ascii() {
            at -= 1;
        }
        let valid = utf8::validate(&bytes[at..end]).ok()?;
        let mut start = 0;
        while start < valid.len() && at + start < to {
            let rest = &valid[start..];
            let len = rest
                .char_indices()
                .skip(1)
                .find(|&(i, c)| is_boundary(c) || i >= LONGEST)
                .map_or(rest.len(), |(i, _)| i);
            let cluster = &rest[..len];
            if !cluster.is_ascii() && !is_nfc(cluster) {
                return Some((at + start..at + start + len, cluster.nfc().collect()));
            }
            start += len;
        }
        at += start;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cluster_is_found_with_its_base() {
        let text = "plain é e\u{301}x";
        let at = text.find("e\u{301}").unwrap();
        assert_eq!(
            find(text.as_bytes(), 0, text.len()),
            Some((at..at + 3, "é".to_owned()))
        );
        let right = "é ü 한 q\u{308}";
        assert_eq!(find(right.as_bytes(), 0, right.len()), None);
        assert_eq!(
            find("\u{1112}\u{1161}\u{11AB}".as_bytes(), 0, 9),
            Some((0..9, "한".to_owned()))
        );
        assert_eq!(find("\u{212B}".as_bytes(), 0, 3), Some((0..3, "Å".to_owned())));
        assert_eq!(find(b"\xFFa\xFFe\xCC\x81", 0, 6), Some((3..6, "é".to_owned())));
    }

    #[test]
    fn a_cluster_belongs_to_the_block_of_its_base() {
        let text = "ae\u{301}".as_bytes();
        assert_eq!(find(text, 0, 2), Some((1..4, "é".to_owned())));
        assert_eq!(find(text, 0, 1), None);
        assert_eq!(find(text, 2, 4), None);
        assert_eq!(find("aé".as_bytes(), 0, 1), None);
        assert_eq!(find(b"a\xFF", 0, 1), None);
    }
}
