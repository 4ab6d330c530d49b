//! The names that a program opens a descriptor with.

use std::ffi::CStr;

/// The longest names of a descriptor that is kept.
const LONGEST: usize = 23;

/// The two names of a descriptor, as the program wrote them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Names {
    bytes: [[u8; LONGEST + 1]; 2],
}

impl Names {
    /// Returns two names, or `None` if one is too long, or does not begin with a letter or a digit: then it may stand for the encoding
    /// of the locale, which can change.
    pub(crate) fn new(names: [&CStr; 2]) -> Option<Names> {
        let mut bytes = [[0; LONGEST + 1]; 2];
        for (place, name) in bytes.iter_mut().zip(names) {
            let name = name.to_bytes();
            if name.len() > LONGEST || !name.first()?.is_ascii_alphanumeric() {
                return None;
            }
            place[..name.len()].copy_from_slice(name);
        }
        Some(Names { bytes })
    }

    /// Returns a number that differs for most names.
    pub(crate) fn hash(&self) -> u64 {
        let words = self.bytes.as_flattened().as_chunks().0.iter();
        words.fold(0, |hash: u64, word| {
            (hash ^ u64::from_le_bytes(*word))
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(29)
        })
    }
}
