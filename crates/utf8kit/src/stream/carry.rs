//! The incomplete sequence at the end of a piece of input.

use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Unit};

/// The maximum length of an ill-formed sequence, in bytes. Seven is enough for every encoding.
pub(crate) const MAX: usize = 7;

/// The code units that are read and not yet processed: an incomplete sequence, or what may become a signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    /// The code units in memory order, followed by zeros. One byte more than they need, so that they are moved as one number.
    bytes: Bytes,
    /// The number of code units.
    len: usize,
    /// The number of code units to skip, after a replacement that takes more than its ill-formed sequence.
    skip: usize,
    /// The offset in the text of the first code unit not yet processed. If any are kept, it is that of the first one.
    pub(crate) position: u64,
}

/// As many bytes as [`Carry`] keeps, aligned for every code unit.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Bytes([u8; MAX + 1]);

/// What the kept code units and those after them begin with.
pub(crate) enum Head {
    /// None are kept.
    Empty,
    /// More are needed; all that were given are kept.
    Unfinished,
    /// A number, and its length in code units.
    Number(u32, usize),
    /// An ill-formed sequence.
    IllFormed(DecodeError),
}

impl Carry {
    pub(crate) const fn new() -> Self {
        Carry {
            bytes: Bytes([0; MAX + 1]),
            len: 0,
            skip: 0,
            position: 0,
        }
    }

    /// Returns what is kept of a text in bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes.0[..self.len]
    }

    /// Returns what is kept of a text in code units of this type.
    #[inline]
    pub(crate) fn units<U: Unit>(&self) -> &[U] {
        // A caller may go on in units of another type, and an encoding of the caller's may ask for more than is kept.
        let len = self.len.min(self.bytes.0.len() / size_of::<U>());
        // SAFETY: `Unit` is `u8`, `u16` or `u32`, for which the bytes are aligned and of which any bytes are a value. `len` of
        // them are no more than there are bytes.
        unsafe { core::slice::from_raw_parts(self.bytes.0.as_ptr().cast(), len) }
    }

    /// Skips what is to be skipped of `src` from `read` on, and appends as many code units as the kept ones need to become a
    /// number or an error. Adds the number of both to `read`, and moves `source` to the state after it. `last` states that
    /// the text ends with `src`.
    #[inline]
    pub(crate) fn complete<S: Decode>(
        &mut self,
        source: &mut S,
        src: &[S::Unit],
        read: &mut usize,
        last: bool,
    ) -> Head {
        if self.skip > 0 {
            self.skip_ahead(src, read);
        }
        match self.len {
            0 => Head::Empty,
            _ => self.complete_kept(source, src, read, last),
        }
    }

    fn complete_kept<S: Decode>(
        &mut self,
        source: &mut S,
        src: &[S::Unit],
        read: &mut usize,
        last: bool,
    ) -> Head {
        // Mostly the code units that follow complete a character. Then it is decoded once, and not after each of them.
        let kept = self.len;
        if let Some(next) = S::Unit::as_bytes(&src[*read..]).first_chunk() {
            let bits = 8 * size_of::<S::Unit>() * kept;
            let mut all = *self;
            let number = self.number() | u64::from_le_bytes(*next) << bits;
            all.set::<S::Unit>(number, Self::longest::<S::Unit>());
            let mut after = *source;
            if let Ok((number, len)) = after.decode(all.units(), false) {
                *source = after;
                if len > kept {
                    *read += len - kept;
                    self.set::<S::Unit>(all.number(), len);
                }
                return Head::Number(number, len);
            }
        }
        loop {
            let is_end = last && *read == src.len();
            let mut after = *source;
            match after.decode(self.units(), is_end) {
                Ok((number, len)) => {
                    *source = after;
                    return Head::Number(number, len);
                }
                Err(error) if error.kind == ErrorKind::UnexpectedEnd && !is_end => match src.get(*read) {
                    Some(&unit) => {
                        self.push(unit);
                        *read += 1;
                    }
                    None => return Head::Unfinished,
                },
                Err(error) => {
                    *source = after;
                    return Head::IllFormed(error);
                }
            }
        }
    }

    /// Returns the maximum number of code units of this type that are kept.
    const fn longest<U: Unit>() -> usize {
        MAX / size_of::<U>()
    }

    /// Returns the kept code units and those of `next`, as many as fit.
    pub(crate) fn with_next<U: Unit>(&self, next: &[U]) -> Carry {
        let mut all = *self;
        for &unit in next.iter().take(Self::longest::<U>().saturating_sub(self.len)) {
            all.push(unit);
        }
        all
    }

    /// Keeps one more code unit.
    pub(crate) fn push<U: Unit>(&mut self, unit: U) {
        let size = size_of::<U>();
        let (bytes, _) = unit.ne_bytes();
        self.bytes.0[size * self.len..][..size].copy_from_slice(&bytes[..size]);
        self.len += 1;
    }

    /// Keeps the last `len` code units of `src`, a piece or the end of one.
    #[inline]
    pub(crate) fn keep_last<U: Unit>(&mut self, src: &[U], len: usize) {
        debug_assert!(len <= Self::longest::<U>() && len <= src.len());
        match U::as_bytes(src).last_chunk() {
            Some(last) if len > 0 => {
                let bits = 64 - 8 * size_of::<U>() * len;
                self.set::<U>(u64::from_le_bytes(*last) >> bits, len);
            }
            _ => {
                self.set::<U>(0, 0);
                for &unit in &src[src.len() - len..] {
                    self.push(unit);
                }
            }
        }
    }

    /// Removes the first `len` kept code units, which are processed.
    pub(crate) fn drop_front<U: Unit>(&mut self, len: usize) {
        debug_assert!(len <= self.len);
        let bits = 8 * size_of::<U>() * len;
        let number = self.number().checked_shr(bits as u32).unwrap_or(0);
        self.set::<U>(number, self.len - len);
        self.position += len as u64;
    }

    /// Returns the kept bytes as a number whose lowest byte is the first.
    fn number(&self) -> u64 {
        u64::from_le_bytes(self.bytes.0)
    }

    /// Keeps the first `len` code units of a number whose lowest byte is the first.
    fn set<U: Unit>(&mut self, number: u64, len: usize) {
        let bits = 8 * size_of::<U>() * len;
        let mask = (!0u64).checked_shl(bits as u32).unwrap_or(0);
        self.bytes.0 = (number & !mask).to_le_bytes();
        self.len = len;
    }

    /// Skips the next `len` code units: the kept ones now, and those that follow before anything else is read.
    pub(crate) fn skip<U: Unit>(&mut self, len: usize) {
        let kept = len.min(self.len);
        self.drop_front::<U>(kept);
        self.skip = len - kept;
    }

    /// Skips what is to be skipped of `src` from `read` on. None are kept then.
    #[cold]
    fn skip_ahead<U>(&mut self, src: &[U], read: &mut usize) {
        let len = self.skip.min(src.len() - *read);
        *read += len;
        self.position += len as u64;
        self.skip -= len;
    }

    /// Returns `true` if the next code unit of the source is the next to process.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0 && self.skip == 0
    }

    /// Returns the number of kept code units.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

/// Returns `true` if all of `units`, which are not empty, are the beginning of one sequence.
#[inline]
pub(super) fn is_incomplete<S: Decode>(source: &S, units: &[S::Unit]) -> bool {
    let mut source = *source;
    size_of_val(units) <= MAX
        && source
            .decode(units, false)
            .is_err_and(|error| error.kind == ErrorKind::UnexpectedEnd && error.len == units.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_another_type_are_within_what_is_kept() {
        let mut carry = Carry::new();
        (0..7u8).for_each(|byte| carry.push(byte));
        assert_eq!(carry.units::<u8>(), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(carry.units::<u16>().len(), 4);
        assert_eq!(carry.units::<u32>().len(), 2);
        // An encoding can claim any length.
        carry.set::<u8>(0, usize::MAX / 8);
        assert_eq!(carry.units::<u8>().len(), 8);
    }
}
