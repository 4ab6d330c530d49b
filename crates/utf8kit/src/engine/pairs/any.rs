//! Conversion from and to an encoding that is chosen at run time. The choice is made once for a run of characters, not for each.

use crate::codec::{Decode, Encode, Output};
use crate::encoding::any::Held as _;
use crate::encoding::*;
#[cfg(feature = "utf32")]
use crate::engine::assume_init;
#[cfg(feature = "utf16")]
use crate::engine::in_order;
use crate::engine::prefix::ConvertPrefix;
use crate::engine::{Conversion, Convert, StoppedBy, convert_prefix};
use crate::simd::dispatch::kernels;
use crate::simd::repair_utf8::Repaired;
use core::mem::MaybeUninit;

/// Evaluates `$work` with the types of two encodings between which kernels convert, or `$other` for another pair.
macro_rules! with_pair {
    ($from:expr, $to:expr, $source:ident, $target:ident => $work:expr, _ => $other:expr) => {
        match ($from, $to) {
            (Encoding::Utf8, to) => {
                type $source = Utf8;
                with_encoding!(to, $target => $work)
            }
            (from, Encoding::Utf8) => {
                type $target = Utf8;
                with_encoding!(from, $source => $work)
            }
            #[cfg(feature = "utf16")]
            (Encoding::Utf16(from), Encoding::Utf16(to)) => {
                in_order!(from, Utf16Bytes as $source => in_order!(to, Utf16Bytes as $target => $work))
            }
            #[cfg(feature = "utf16")]
            (Encoding::Utf16(from), Encoding::Ascii) => {
                type $target = Ascii;
                in_order!(from, Utf16Bytes as $source => $work)
            }
            #[cfg(feature = "utf16")]
            (Encoding::Ascii, Encoding::Utf16(to)) => {
                type $source = Ascii;
                in_order!(to, Utf16Bytes as $target => $work)
            }
            #[cfg(feature = "utf16")]
            (Encoding::Utf16(from), Encoding::Latin1) => {
                type $target = Latin1;
                in_order!(from, Utf16Bytes as $source => $work)
            }
            #[cfg(feature = "utf16")]
            (Encoding::Latin1, Encoding::Utf16(to)) => {
                type $source = Latin1;
                in_order!(to, Utf16Bytes as $target => $work)
            }
            _ => $other,
        }
    };
}

/// Converts the beginning of a text by a kernel. Returns the number of code units read and written.
pub(crate) fn run<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> (usize, usize) {
    convert_prefix::<S, T>(kernels(), src, dst)
}

/// A function that converts the beginning of a text between encodings in bytes.
type Run<R> = fn(&[u8], &mut [MaybeUninit<u8>]) -> R;

/// Returns [`run`] for a pair of encodings, or for a pair without kernels a function that reads nothing.
///
/// This is faster than [`Any`], which has a state, and an encoding is in the same state after a run as at the beginning. It is a
/// function, and always inlined, so that where the encodings are constants nothing is left but the call of the kernel.
#[inline(always)]
pub(crate) fn kernel_of(from: Encoding, to: Encoding) -> Run<(usize, usize)> {
    with_pair!(from, to, S, T => run::<S, T>, _ => |_, _| (0, 0))
}

/// Returns a function that converts the beginning of a text and replaces its errors by U+FFFD, where one kernel does both.
#[inline(always)]
pub(crate) fn repair_of(from: Encoding, to: Encoding) -> Option<Run<Repaired>> {
    match (from, to) {
        #[cfg(feature = "utf16")]
        (Encoding::Utf16(from), Encoding::Utf16(to)) => Some(
            in_order!(from, Utf16Bytes as S => in_order!(to, Utf16Bytes as T => {
                |src, dst| <S as ConvertPrefix<T>>::repair_prefix(kernels(), src, dst)
            })),
        ),
        _ => None,
    }
}

/// Implements [`Convert`] from and to any encoding by the implementation for the encoding.
macro_rules! convert {
    ($($other:ty)*) => {$(
        impl Convert<$other> for Any {
            #[inline]
            fn convert_run(
                &mut self,
                target: &mut $other,
                src: &[u8],
                out: &mut Output<'_, <$other as Encode>::Unit>,
            ) -> usize {
                with_any!(self, source => source.convert_run(target, src, out))
            }

            fn advance(
                &mut self,
                target: &mut $other,
                conversion: &mut Conversion<'_, '_, u8, <$other as Encode>::Unit>,
                through: Option<u8>,
            ) -> Option<StoppedBy> {
                with_any!(self, source => source.advance(target, conversion, through))
            }
        }

        impl Convert<Any> for $other {
            #[inline]
            fn convert_run(
                &mut self,
                target: &mut Any,
                src: &[<$other as Decode>::Unit],
                out: &mut Output<'_, u8>,
            ) -> usize {
                with_any!(target, target => self.convert_run(&mut target, src, out))
            }

            fn advance(
                &mut self,
                target: &mut Any,
                conversion: &mut Conversion<'_, '_, <$other as Decode>::Unit, u8>,
                through: Option<u8>,
            ) -> Option<StoppedBy> {
                with_any!(target, target => self.advance(&mut target, conversion, through))
            }
        }
    )*};
}
convert!(Utf8);
#[cfg(feature = "utf16")]
convert!(Utf16);
#[cfg(feature = "utf32")]
convert!(Numbers);

impl Convert<Any> for Any {
    fn convert_run(&mut self, target: &mut Any, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        with_pair!(self.encoding(), target.encoding(), S, T => {
            let (mut from, mut to) = (S::load(self), T::load(target));
            let read = from.convert_run(&mut to, src, out);
            from.store(self);
            to.store(target);
            read
        }, _ => {
            #[cfg(feature = "utf32")]
            let read = self.convert_run_of_numbers(target, src, out);
            #[cfg(not(feature = "utf32"))]
            let read = 0;
            read
        })
    }

    fn advance(
        &mut self,
        target: &mut Any,
        conversion: &mut Conversion<'_, '_, u8, u8>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        with_pair!(self.encoding(), target.encoding(), S, T => {
            let (mut from, mut to) = (S::load(self), T::load(target));
            let stop = from.advance(&mut to, conversion, through);
            from.store(self);
            to.store(target);
            stop
        }, _ => conversion.advance_by_number(self, target, through))
    }
}

#[cfg(feature = "utf32")]
impl Any {
    /// Converts by the kernels to numbers and from numbers.
    fn convert_run_of_numbers(&mut self, target: &mut Any, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        /// They stay in the L1 cache.
        const NUMBERS: usize = 1024;
        let mut buffer = [const { MaybeUninit::uninit() }; NUMBERS];
        let mut read = 0;
        loop {
            let before = *self;
            // No number is written in less than a byte.
            let most = NUMBERS.min(out.room());
            let mut numbers = Output::new(&mut buffer[..most]);
            let ahead = self.convert_run(&mut Numbers, &src[read..], &mut numbers);
            let len = numbers.written();
            // SAFETY: the conversion has initialized as many numbers as it counts.
            let taken = Numbers.convert_run(target, unsafe { assume_init(&mut buffer, len) }, out);
            if taken < len {
                // As many numbers again, to learn their length in the source. A kernel can stop earlier now.
                *self = before;
                let mut numbers = Output::new(&mut buffer[..taken]);
                read += self.convert_run(&mut Numbers, &src[read..], &mut numbers);
                for _ in numbers.written()..taken {
                    match self.decode(&src[read..], true) {
                        Ok((_, len)) => read += len,
                        Err(_) => unreachable!("the kernel has decoded these numbers"),
                    }
                }
                return read;
            }
            read += ahead;
            if ahead == 0 {
                return read;
            }
        }
    }
}
