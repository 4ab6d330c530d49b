//! Which tier runs: the kernels' side of the waist.

use crate::engine::{RunAhead, ValidPrefix};
use crate::kernel::ascii;
pub(crate) use crate::kernel::length::{
    count_utf8, count_utf16, utf8_len_of_latin1, utf8_len_of_utf16, utf8_len_of_utf32, utf16_len_of_utf8,
    utf16_len_of_utf32,
};
use crate::reference::{Ascii, Latin1, Utf8, Utf16, Utf16Octets, Utf32, Utf32Octets};
use core::mem::MaybeUninit;

/// For each form: what finds its well-formed beginning.
macro_rules! valid_prefix {
    ($($source:ty => $kernel:expr;)*) => {$(
        impl ValidPrefix for $source {
            #[inline]
            fn valid_prefix(src: &[Self::Unit]) -> usize {
                $kernel(src)
            }
        }
    )*};
}

/// For each pair of forms: what converts from the one to the other.
macro_rules! run_ahead {
    ($($source:ty, $target:ty => $kernel:expr;)*) => {$(
        impl RunAhead<$target> for $source {
            #[inline]
            fn run_ahead(
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as crate::reference::Encode>::Unit>],
            ) -> (usize, usize) {
                $kernel(src, dst)
            }
        }
    )*};
}

/// For pairs without a kernel.
fn none<A, B>(_: &[A], _: &mut [MaybeUninit<B>]) -> (usize, usize) {
    (0, 0)
}

/// UTF-8 as it is.
fn copy_valid(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    let len = Utf8::valid_prefix(&src[..src.len().min(dst.len())]);
    for (place, octet) in dst.iter_mut().zip(&src[..len]) {
        place.write(*octet);
    }
    (len, len)
}

valid_prefix! {
    Utf8 => ascii::prefix;
    Utf16 => ascii::prefix;
    Utf16Octets<false> => |_: &[u8]| 0;
    Utf16Octets<true> => |_: &[u8]| 0;
    Utf32 => ascii::prefix;
    Utf32Octets<false> => |_: &[u8]| 0;
    Utf32Octets<true> => |_: &[u8]| 0;
    Latin1 => |src: &[u8]| src.len();
    Ascii => ascii::prefix;
}

run_ahead! {
    Utf8, Utf8 => copy_valid;
    Utf8, Utf16 => ascii::convert;
    Utf8, Utf16Octets<false> => none;
    Utf8, Utf16Octets<true> => none;
    Utf8, Utf32 => ascii::convert;
    Utf8, Utf32Octets<false> => none;
    Utf8, Utf32Octets<true> => none;
    Utf8, Latin1 => ascii::convert;
    Utf8, Ascii => ascii::convert;
    Utf16, Utf8 => ascii::convert;
    Utf16, Utf16 => ascii::convert;
    Utf16, Utf32 => ascii::convert;
    Utf16, Latin1 => ascii::convert;
    Utf16, Ascii => ascii::convert;
    Utf16Octets<false>, Utf8 => none;
    Utf16Octets<true>, Utf8 => none;
    Utf16Octets<false>, Utf16 => none;
    Utf16Octets<true>, Utf16 => none;
    Utf32, Utf8 => ascii::convert;
    Utf32, Utf16 => ascii::convert;
    Utf32, Latin1 => ascii::convert;
    Utf32, Ascii => ascii::convert;
    Utf32Octets<false>, Utf8 => none;
    Utf32Octets<true>, Utf8 => none;
    Utf32Octets<false>, Utf16 => none;
    Utf32Octets<true>, Utf16 => none;
    Latin1, Utf8 => ascii::convert;
    Latin1, Utf16 => ascii::convert;
    Latin1, Utf32 => ascii::convert;
    Ascii, Utf8 => ascii::convert;
    Ascii, Utf16 => ascii::convert;
    Ascii, Utf32 => ascii::convert;
}
