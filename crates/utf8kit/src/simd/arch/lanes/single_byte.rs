//! Single-byte encodings: the steps, and their code for 128-bit lanes.

use super::*;
use crate::simd::arch::Vectors;
use crate::simd::arch::page::{Encoded, Found, Leads, Slots, UpperHalf};

/// Steps of the kernels for single-byte encodings that contain ASCII. Code units are in the machine's order.
pub(crate) trait SingleByte: Vectors {
    /// Returns the code unit of each byte.
    fn look_up(self, page: &UpperHalf, bytes: Self::Bytes) -> Found<Self::Bytes>;

    /// Whether a byte is looked up among 128 as fast as among 16. Then there are the methods that follow.
    const LOOKS_UP_128: bool = false;

    /// Returns the byte of each code unit of `a` and then of `b`, and whether all are in the slots or ASCII.
    fn bytes_of(self, _slots: &Slots, _a: Self::Bytes, _b: Self::Bytes) -> (Self::Bytes, bool) {
        unreachable!("there is none")
    }

    /// Returns what `current`, UTF-8, encodes to. Of the text before, `prev1` and `prev2` are one and two bytes earlier, and `before` is
    /// what the vector before was.
    fn bytes_of_utf8(
        self,
        _slots: &Slots,
        _current: Self::Bytes,
        [_prev1, _prev2]: [Self::Bytes; 2],
        _before: Leads,
    ) -> Encoded<Self::Bytes> {
        unreachable!("there is none")
    }
}

impl<S: Lanes> SingleByte for S {
    #[inline(always)]
    fn look_up(self, page: &UpperHalf, bytes: S::Bytes) -> Found<S::Bytes> {
        // The interleaving works on lanes, and this order compensates.
        let bytes = self.in_order(bytes);
        let nibbles = bytes & self.splat(0x0F);
        let rows = bytes & self.splat(0xF0);
        let is_ascii = self.equal(self.max(bytes, self.splat(0x7F)), self.splat(0x7F));
        let (mut low, mut high) = (bytes & is_ascii, self.splat(0));
        for row in 0..8 {
            let is_row = self.equal(rows, self.splat(0x80 + 0x10 * row as u8));
            let entries =
                |table: &[LaneTable; 8]| is_row & self.swizzle(self.load_lane(&table[row]), nibbles);
            low = low | entries(&page.low);
            high = high | entries(&page.high);
        }
        let undefined = self.equal(high, self.splat(0xD8));
        let units = match cfg!(target_endian = "big") {
            true => self.interleave_u8(high, low),
            false => self.interleave_u8(low, high),
        };
        Found {
            units,
            is_defined: !self.any_high_bit(undefined),
        }
    }
}
