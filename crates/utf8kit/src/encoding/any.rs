//! An encoding that is chosen at run time.
//!
//! [`Any`] holds what any encoding remembers between two characters, and passes each call to the encoding itself. In conversions from
//! and to UTF-8, UTF-16 and numbers, the choice is made once for a run of characters, not for each.

use crate::codec::{Convert, Decode, DecodeError, Description, Encode, MAX_ENCODED, Output};
#[cfg(feature = "dialects")]
use crate::encoding::relative::{Related, Relative, State};
use crate::encoding::*;
#[cfg(feature = "utf32")]
use crate::engine::assume_init;
#[cfg(feature = "utf16")]
use crate::engine::in_order;
use crate::engine::{Conversion, StoppedBy, convert_prefix};
use crate::simd::dispatch::kernels;
use crate::{Encoding, ErrorKind};
use core::mem::MaybeUninit;

/// Any encoding of this crate, chosen at run time.
#[derive(Clone, Copy, Debug)]
pub struct Any {
    encoding: Encoding,
    /// The rules of UTF-16, and what it remembers.
    #[cfg(feature = "utf16")]
    utf16: Utf16,
    /// What the relatives of UTF-8 remember.
    #[cfg(feature = "dialects")]
    state: State,
}

/// An encoding whose state [`Any`] can hold.
pub(crate) trait Held {
    fn load(any: &Any) -> Self;

    /// Stores what the encoding remembers.
    #[inline]
    fn store(&self, _any: &mut Any)
    where
        Self: Sized,
    {
    }
}

/// Implements [`Held`] for encodings that remember nothing.
macro_rules! held {
    ($($encoding:ident)*) => {$(
        impl Held for $encoding {
            #[inline]
            fn load(_: &Any) -> Self {
                $encoding
            }
        }
    )*};
}
held!(Utf8 Ascii);
#[cfg(feature = "latin1")]
held!(Latin1);

#[cfg(feature = "utf16")]
impl<const BIG: bool> Held for Utf16Bytes<BIG> {
    #[inline]
    fn load(any: &Any) -> Self {
        Utf16Bytes(any.utf16)
    }

    #[inline]
    fn store(&self, any: &mut Any) {
        any.utf16 = self.0;
    }
}

#[cfg(feature = "utf32")]
impl<const BIG: bool> Held for Utf32Bytes<BIG> {
    #[inline]
    fn load(_: &Any) -> Self {
        Utf32Bytes
    }
}

#[cfg(feature = "dialects")]
impl<R: Relative> Held for Related<R> {
    #[inline]
    fn load(any: &Any) -> Self {
        Related::with_state(any.state)
    }

    #[inline]
    fn store(&self, any: &mut Any) {
        any.state = self.state;
    }
}

impl Any {
    /// Returns `encoding` at the beginning of a text.
    #[inline]
    pub const fn new(encoding: Encoding) -> Self {
        Any {
            encoding,
            #[cfg(feature = "utf16")]
            utf16: Utf16::STRICT,
            #[cfg(feature = "dialects")]
            state: State::START,
        }
    }

    /// Returns the encoding with unpaired surrogates of UTF-16 as numbers. It changes nothing in other encodings.
    #[cfg(feature = "utf16")]
    #[must_use]
    pub const fn with_unpaired_surrogates(mut self) -> Self {
        self.utf16 = Utf16::WITH_UNPAIRED;
        self
    }

    /// Returns the encoding.
    #[inline]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the same options for `encoding`, at the beginning of a text.
    pub(crate) const fn restarted(self, encoding: Encoding) -> Self {
        Any {
            #[cfg(feature = "utf16")]
            utf16: self.utf16.restarted(),
            ..Any::new(encoding)
        }
    }

    /// Returns the number of sequences read so far that were longer than necessary.
    #[cfg(feature = "dialects")]
    pub const fn overlong(&self) -> u64 {
        self.state.overlong
    }
}

/// Evaluates `$work` with the encoding of `$any`, and stores what it remembers then.
macro_rules! with_any {
    ($any:expr, $value:ident => $work:expr) => {{
        use $crate::encoding::any::Held as _;
        let any: &mut $crate::encoding::Any = $any;
        $crate::encoding::with_encoding!(any.encoding(), S => {
            let mut $value = S::load(any);
            let result = $work;
            $value.store(any);
            result
        })
    }};
}
pub(crate) use with_any;

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
            #[cfg(all(feature = "utf16", feature = "latin1"))]
            (Encoding::Utf16(from), Encoding::Latin1) => {
                type $target = Latin1;
                in_order!(from, Utf16Bytes as $source => $work)
            }
            #[cfg(all(feature = "utf16", feature = "latin1"))]
            (Encoding::Latin1, Encoding::Utf16(to)) => {
                type $source = Latin1;
                in_order!(to, Utf16Bytes as $target => $work)
            }
            _ => $other,
        }
    };
}

/// Converts the beginning of a text by a kernel, if there is one for the pair. Returns the number of bytes read and written.
///
/// This is faster than [`Any`], which has a state, and an encoding is in the same state after a run as at the beginning.
pub(crate) fn convert_beginning(
    from: Encoding,
    to: Encoding,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    with_pair!(from, to, S, T => convert_prefix::<S, T>(kernels(), src, dst), _ => (0, 0))
}

impl Decode for Any {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        with_encoding!(self.encoding, S => S::load(self).description())
    }

    fn decode(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        with_any!(self, source => source.decode(bytes, last))
    }

    fn after_run(&mut self) {
        with_any!(self, source => Decode::after_run(&mut source));
    }

    fn lacking(&self, number: u32) -> Option<ErrorKind> {
        with_encoding!(self.encoding, S => S::load(self).lacking(number))
    }

    fn whole_len(&self, bytes: &[u8], error: DecodeError) -> usize {
        with_encoding!(self.encoding, S => S::load(self).whole_len(bytes, error))
    }
}

impl Encode for Any {
    type Unit = u8;

    fn substitute(&self) -> char {
        with_encoding!(self.encoding, T => T::load(self).substitute())
    }

    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        with_any!(self, target => target.encode(number, out))
    }

    fn after_run(&mut self) {
        with_any!(self, target => Encode::after_run(&mut target));
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
        with_pair!(self.encoding, target.encoding, S, T => {
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
        with_pair!(self.encoding, target.encoding, S, T => {
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
