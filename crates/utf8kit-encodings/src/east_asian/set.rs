//! [`Set`]: the sets of ISO/IEC 2022 that these encodings have, for encodings that switch between sets.

use super::{ALL, Decoding, Encoding, Kind};

/// A set of characters of two bytes from `21` to `7E`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Set {
    KsX1001,
    Gb2312,
    Cns11643Plane1,
    Cns11643Plane2,
    JisX0208,
    JisX0212,
}

impl Set {
    /// Returns the encoding with the set in its high bytes, and the plane there.
    fn place(self) -> (usize, usize) {
        let (kind, plane) = match self {
            Set::KsX1001 => (Kind::EucKr, 0),
            Set::Gb2312 => (Kind::Gb2312, 0),
            Set::Cns11643Plane1 => (Kind::EucTw, 0),
            Set::Cns11643Plane2 => (Kind::EucTw, 1),
            Set::JisX0208 => (Kind::EucJp, 0),
            Set::JisX0212 => (Kind::EucJp, 1),
        };
        let index = ALL.iter().position(|encoding| encoding.kind == kind);
        (index.expect("all kinds are listed"), plane)
    }

    /// Returns the character of two bytes.
    pub(crate) fn character(self, lead: u8, trail: u8) -> Option<char> {
        let (index, plane) = self.place();
        Decoding::of(index).character(plane, lead | 0x80, trail | 0x80)
    }

    /// Returns the two bytes of a character.
    pub(crate) fn pair(self, c: char) -> Option<[u8; 2]> {
        let (index, plane) = self.place();
        Encoding::of(index)
            .pair(plane, c)
            .map(|pair| pair.map(|byte| byte & 0x7F))
    }
}
