//! [`Set`]: the sets of ISO/IEC 2022 that these encodings have, for encodings that switch between sets.

use super::{ALL, Decoding, Encoding, Kind};
use crate::packed::TextUnit;

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
    #[inline]
    fn place(self) -> (usize, usize) {
        match self {
            Set::KsX1001 => (const { index_of(Kind::EucKr) }, 0),
            Set::Gb2312 => (const { index_of(Kind::Gb2312) }, 0),
            Set::Cns11643Plane1 => (const { index_of(Kind::EucTw) }, 0),
            Set::Cns11643Plane2 => (const { index_of(Kind::EucTw) }, 1),
            Set::JisX0208 => (const { index_of(Kind::EucJp) }, 0),
            Set::JisX0212 => (const { index_of(Kind::EucJp) }, 1),
        }
    }

    /// Decodes pairs of bytes to `text`, until one of them ends or nearly ends, or something that is no character. Returns the number
    /// of bytes read and of code units written.
    pub(crate) fn decode<U: TextUnit>(self, bytes: &[u8], text: &mut [U]) -> (usize, usize) {
        match self.place() {
            (index, 0) => Decoding::of(index).decode_shifted(bytes, text),
            _ => (0, 0),
        }
    }

    /// Returns the character of two bytes.
    pub(crate) fn character(self, lead: u8, trail: u8) -> Option<char> {
        let (index, plane) = self.place();
        Decoding::of(index).character(plane, lead | 0x80, trail | 0x80)
    }

    /// Encodes characters that the set has to `bytes`, until one of them ends. Returns the number of bytes read and written.
    pub(crate) fn encode(self, text: &str, bytes: &mut [u8]) -> (usize, usize) {
        let (index, plane) = self.place();
        let encoding = Encoding::of(index);
        let (places, _) = bytes.as_chunks_mut();
        let (mut read, mut written) = (0, 0);
        for (c, place) in text.chars().zip(places) {
            let Some(pair) = encoding.pair(plane, c).filter(|_| !c.is_ascii()) else {
                break;
            };
            *place = pair.map(|byte| byte & 0x7F);
            (read, written) = (read + c.len_utf8(), written + 2);
        }
        (read, written)
    }

    /// Returns the two bytes of a character.
    #[inline]
    pub(crate) fn pair(self, c: char) -> Option<[u8; 2]> {
        let (index, plane) = self.place();
        Encoding::of(index)
            .pair(plane, c)
            .map(|pair| pair.map(|byte| byte & 0x7F))
    }
}

/// Returns the index of the encoding of a kind.
const fn index_of(kind: Kind) -> usize {
    let mut index = 0;
    while ALL[index].kind as u8 != kind as u8 {
        index += 1;
    }
    index
}
