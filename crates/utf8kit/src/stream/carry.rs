//! The beginning of a character that a piece of the source cut off.

use crate::Kind;
use crate::error::Bad;

/// The longest sequence of octets that belongs together in any form: seven leaves room for every dialect.
pub(crate) const MAX: usize = 7;

/// At most one unfinished character, and where it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    octets: [u8; MAX],
    len: usize,
    /// The offset in the text of the first octet not done with: that of the first one kept, if there is one.
    pub(crate) position: u64,
}

/// What the kept octets and those behind them begin with.
pub(crate) enum Head<C> {
    /// Nothing is kept.
    Empty,
    /// More octets are needed; all that were given are kept.
    Unfinished,
    /// A character of this length.
    Character(C, usize),
    Bad(Bad),
}

impl Carry {
    pub(crate) const fn new() -> Self {
        Carry {
            octets: [0; MAX],
            len: 0,
            position: 0,
        }
    }

    pub(crate) fn octets(&self) -> &[u8] {
        &self.octets[..self.len]
    }

    /// Takes as many octets from `src` as the kept ones need to become a character or an error, and adds their number
    /// to `read`. `last`: the text has no octets behind `src`.
    pub(crate) fn complete<C>(
        &mut self,
        decode: impl Fn(&[u8]) -> Result<(C, usize), Bad>,
        src: &[u8],
        read: &mut usize,
        last: bool,
    ) -> Head<C> {
        if self.len == 0 {
            return Head::Empty;
        }
        loop {
            match decode(self.octets()) {
                Ok((c, len)) => return Head::Character(c, len),
                Err(Bad {
                    kind: Kind::UnexpectedEnd,
                    ..
                }) => match src.get(*read) {
                    Some(&octet) => {
                        self.octets[self.len] = octet;
                        self.len += 1;
                        *read += 1;
                    }
                    None if last => {
                        return Head::Bad(Bad {
                            kind: Kind::UnexpectedEnd,
                            len: self.len,
                        });
                    }
                    None => return Head::Unfinished,
                },
                Err(bad) => return Head::Bad(bad),
            }
        }
    }

    /// Keeps `octets`, the beginning of a character in which a piece ends.
    pub(crate) fn keep(&mut self, octets: &[u8]) {
        self.octets[..octets.len()].copy_from_slice(octets);
        self.len = octets.len();
    }

    /// Is done with the first `len` of the kept octets.
    pub(crate) fn drop_front(&mut self, len: usize) {
        self.octets.copy_within(len..self.len, 0);
        self.len -= len;
        self.position += len as u64;
    }
}
