//! Runs of ASCII, in plain code that compilers turn into whatever the target has.

use core::mem::MaybeUninit;

/// A code unit that is an ASCII character if its number is under 80.
pub(crate) trait AsciiUnit: Copy {
    fn number(self) -> u32;
    /// The unit for `number`, which is under 80.
    fn from_number(number: u32) -> Self;
}

macro_rules! ascii_unit {
    ($($unit:ty)*) => {$(
        impl AsciiUnit for $unit {
            #[inline(always)]
            fn number(self) -> u32 {
                u32::from(self)
            }
            #[inline(always)]
            fn from_number(number: u32) -> Self {
                number as $unit
            }
        }
    )*};
}
ascii_unit!(u8 u16 u32);

/// Units looked at together.
const BLOCK: usize = 16;

#[inline(always)]
fn is_ascii<A: AsciiUnit>(block: &[A; BLOCK]) -> bool {
    block.iter().fold(0, |all, unit| all | unit.number()) < 0x80
}

/// How many units at the beginning of `src` are ASCII, as far as whole blocks go.
#[inline]
pub(crate) fn prefix<A: AsciiUnit>(src: &[A]) -> usize {
    let (blocks, _) = src.as_chunks::<BLOCK>();
    BLOCK * blocks.iter().take_while(|block| is_ascii(block)).count()
}

/// Converts the ASCII at the beginning of `src`, as far as whole blocks go: as many units written as read.
#[inline]
pub(crate) fn convert<A: AsciiUnit, B: AsciiUnit>(src: &[A], dst: &mut [MaybeUninit<B>]) -> (usize, usize) {
    let (from, _) = src.as_chunks::<BLOCK>();
    let (to, _) = dst.as_chunks_mut::<BLOCK>();
    let mut done = 0;
    for (from, to) in from.iter().zip(to) {
        if !is_ascii(from) {
            break;
        }
        for (unit, place) in from.iter().zip(to) {
            place.write(B::from_number(unit.number()));
        }
        done += BLOCK;
    }
    (done, done)
}
