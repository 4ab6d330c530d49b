//! Handles on every tier, for tests and measurements. No part of what the library promises: do not use it.
//!
//! Two levels: what a tier's kernels do by themselves, and what comes out when the reference engine goes on where they
//! stop. The second also without any kernel, which is what every tier has to agree with.

use crate::dispatch::{RunAheadOn, Tier, ValidPrefixOn};
use crate::engine::{self, LossyAhead, RunAhead, ValidPrefix, as_uninit};
use crate::error::DecodeError;
use crate::reference::{Ascii, Decode, Encode, Latin1, Utf8, Utf16, Utf16Bytes, Utf32, Utf32Bytes};
use crate::{ConvertError, DestinationFull, Endian, IllFormed, Lossy};
use core::cell::Cell;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Every tier that this build has and this machine can run, the least first.
pub fn available() -> impl Iterator<Item = Tier> {
    Tier::ALL.into_iter().filter(|tier| tier.is_available())
}

std::thread_local! {
    /// Whose kernels [`On`] runs in this thread: a tier's, which is available, or nobody's.
    static CHOSEN: Cell<Option<Tier>> = const { Cell::new(None) };
}

/// The form `S` with the kernels that are [`CHOSEN`]: one type for all, so that the engine is compiled once for them.
struct On<S>(PhantomData<S>);

impl<S: Decode> Decode for On<S> {
    type Unit = S::Unit;
    const NAME: &'static str = S::NAME;

    fn decode(units: &[S::Unit]) -> Result<(char, usize), DecodeError> {
        S::decode(units)
    }
}

impl<S: ValidPrefixOn> ValidPrefix for On<S> {
    fn valid_prefix(src: &[S::Unit]) -> usize {
        CHOSEN.get().map_or(0, |tier| S::valid_prefix_on(tier, src))
    }
}

impl<S: RunAheadOn<T>, T: Encode> RunAhead<T> for On<S> {
    fn run_ahead(src: &[S::Unit], dst: &mut [MaybeUninit<T::Unit>]) -> (usize, usize) {
        CHOSEN
            .get()
            .map_or((0, 0), |tier| S::run_ahead_on(tier, src, dst))
    }

    fn convert(src: &[S::Unit], dst: &mut [MaybeUninit<T::Unit>]) -> Result<usize, ConvertError> {
        if let Some(result) = CHOSEN
            .get()
            .and_then(|tier| S::convert_on::<Self>(tier, src, dst))
        {
            return result;
        }
        let (read, written) = <Self as RunAhead<T>>::run_ahead(src, dst);
        engine::convert_from::<Self, T>(src, dst, read, written)
    }

    fn run_ahead_lossy(src: &[S::Unit], dst: &mut [MaybeUninit<T::Unit>]) -> LossyAhead {
        match CHOSEN.get() {
            Some(tier) => S::run_ahead_lossy_on(tier, src, dst),
            None => LossyAhead::default(),
        }
    }
}

/// Stops whoever asks for a tier that would not run.
#[track_caller]
fn require(tier: Tier) -> Tier {
    assert!(tier.is_available(), "this machine cannot run the tier {tier}");
    tier
}

/// Chooses the kernels of a tier for this thread.
#[track_caller]
fn choose(tier: Tier) {
    CHOSEN.set(Some(require(tier)));
}

/// Chooses the reference engine alone for this thread.
fn choose_reference() {
    CHOSEN.set(None);
}

/// The kernel alone: how many bytes at the beginning it proves well-formed.
pub fn valid_prefix_utf8(tier: Tier, bytes: &[u8]) -> usize {
    Utf8::valid_prefix_on(require(tier), bytes)
}

/// The kernel, then the reference engine.
pub fn validate_utf8(tier: Tier, bytes: &[u8]) -> Result<(), IllFormed> {
    choose(tier);
    engine::validate::<On<Utf8>>(bytes)
}

/// The reference engine alone.
pub fn reference_validate_utf8(bytes: &[u8]) -> Result<(), IllFormed> {
    choose_reference();
    engine::validate::<On<Utf8>>(bytes)
}

/// For a conversion between forms without an order of bytes: the kernel alone, returning the units (read, written); the
/// kernel then the reference engine; the reference engine alone; and these two lossy.
macro_rules! conversion {
    (
        $source:ty: $read:ty, $target:ty: $written:ty;
        $run_ahead:ident, $convert:ident, $convert_lossy:ident, $reference:ident, $reference_lossy:ident
    ) => {
        /// The kernel alone: the units (read, written).
        pub fn $run_ahead(tier: Tier, source: &[$read], destination: &mut [$written]) -> (usize, usize) {
            <$source as RunAheadOn<$target>>::run_ahead_on(require(tier), source, as_uninit(destination))
        }

        /// The kernel, then the reference engine: the units written.
        pub fn $convert(
            tier: Tier,
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<usize, ConvertError> {
            choose(tier);
            engine::convert::<On<$source>, $target>(source, as_uninit(destination))
        }

        /// The kernel, then the reference engine, with U+FFFD for what is ill-formed.
        pub fn $convert_lossy(
            tier: Tier,
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<Lossy, DestinationFull> {
            choose(tier);
            engine::convert_lossy::<On<$source>, $target>(source, as_uninit(destination))
        }

        /// The reference engine alone: the units written.
        pub fn $reference(source: &[$read], destination: &mut [$written]) -> Result<usize, ConvertError> {
            choose_reference();
            engine::convert::<On<$source>, $target>(source, as_uninit(destination))
        }

        /// The reference engine alone, with U+FFFD for what is ill-formed.
        pub fn $reference_lossy(
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<Lossy, DestinationFull> {
            choose_reference();
            engine::convert_lossy::<On<$source>, $target>(source, as_uninit(destination))
        }
    };
}

conversion! {
    Utf8: u8, Utf16: u16;
    run_ahead_utf8_to_utf16, utf8_to_utf16, utf8_to_utf16_lossy,
    reference_utf8_to_utf16, reference_utf8_to_utf16_lossy
}

conversion! {
    Utf8: u8, Utf8: u8;
    run_ahead_utf8_to_utf8, utf8_to_utf8, utf8_to_utf8_lossy,
    reference_utf8_to_utf8, reference_utf8_to_utf8_lossy
}

conversion! {
    Utf16: u16, Utf8: u8;
    run_ahead_utf16_to_utf8, utf16_to_utf8, utf16_to_utf8_lossy,
    reference_utf16_to_utf8, reference_utf16_to_utf8_lossy
}

/// UTF-8 to UTF-16 in bytes, and back; wrapped below for both orders.
#[allow(unreachable_pub)]
mod order {
    use super::*;

    pub(super) mod big {
        use super::*;
        conversion! {
            Utf8: u8, Utf16Bytes<true>: u8;
            run_ahead_utf8_to_utf16, utf8_to_utf16, utf8_to_utf16_lossy,
            reference_utf8_to_utf16, reference_utf8_to_utf16_lossy
        }
        conversion! {
            Utf16Bytes<true>: u8, Utf8: u8;
            run_ahead_utf16_to_utf8, utf16_to_utf8, utf16_to_utf8_lossy,
            reference_utf16_to_utf8, reference_utf16_to_utf8_lossy
        }
    }

    pub(super) mod little {
        use super::*;
        conversion! {
            Utf8: u8, Utf16Bytes<false>: u8;
            run_ahead_utf8_to_utf16, utf8_to_utf16, utf8_to_utf16_lossy,
            reference_utf8_to_utf16, reference_utf8_to_utf16_lossy
        }
        conversion! {
            Utf16Bytes<false>: u8, Utf8: u8;
            run_ahead_utf16_to_utf8, utf16_to_utf8, utf16_to_utf8_lossy,
            reference_utf16_to_utf8, reference_utf16_to_utf8_lossy
        }
    }
}

/// The same functions with an order of bytes.
macro_rules! in_either_order {
    ($($(#[$doc:meta])* $name:ident = $function:ident($($tier:ident)?) -> $result:ty;)*) => {$(
        $(#[$doc])*
        pub fn $name($($tier: Tier,)? source: &[u8], order: Endian, destination: &mut [u8]) -> $result {
            match order {
                Endian::Little => order::little::$function($($tier,)? source, destination),
                Endian::Big => order::big::$function($($tier,)? source, destination),
            }
        }
    )*};
}

in_either_order! {
    /// The kernel alone: the bytes (read, written).
    run_ahead_utf8_to_utf16_bytes = run_ahead_utf8_to_utf16(tier) -> (usize, usize);
    /// The kernel, then the reference engine: the bytes written.
    utf8_to_utf16_bytes = utf8_to_utf16(tier) -> Result<usize, ConvertError>;
    /// The kernel, then the reference engine, with U+FFFD for what is ill-formed.
    utf8_to_utf16_bytes_lossy = utf8_to_utf16_lossy(tier) -> Result<Lossy, DestinationFull>;
    /// The reference engine alone: the bytes written.
    reference_utf8_to_utf16_bytes = reference_utf8_to_utf16() -> Result<usize, ConvertError>;
    /// The reference engine alone, with U+FFFD for what is ill-formed.
    reference_utf8_to_utf16_bytes_lossy = reference_utf8_to_utf16_lossy() -> Result<Lossy, DestinationFull>;
    /// The kernel alone: the bytes (read, written).
    run_ahead_utf16_bytes_to_utf8 = run_ahead_utf16_to_utf8(tier) -> (usize, usize);
    /// The kernel, then the reference engine: the bytes written.
    utf16_bytes_to_utf8 = utf16_to_utf8(tier) -> Result<usize, ConvertError>;
    /// The kernel, then the reference engine, with U+FFFD for what is ill-formed.
    utf16_bytes_to_utf8_lossy = utf16_to_utf8_lossy(tier) -> Result<Lossy, DestinationFull>;
    /// The reference engine alone: the bytes written.
    reference_utf16_bytes_to_utf8 = reference_utf16_to_utf8() -> Result<usize, ConvertError>;
    /// The reference engine alone, with U+FFFD for what is ill-formed.
    reference_utf16_bytes_to_utf8_lossy = reference_utf16_to_utf8_lossy() -> Result<Lossy, DestinationFull>;
}

/// A module for each other form that can be ill-formed: the functions above for it.
macro_rules! validations {
    ($($name:ident: $source:ty, $unit:ty;)*) => {$(
        #[doc = concat!("Tests whether text is well-formed `", stringify!($source), "`.")]
        pub mod $name {
            use super::*;

            /// The kernel alone: how many units at the beginning it proves well-formed.
            pub fn valid_prefix(tier: Tier, units: &[$unit]) -> usize {
                <$source>::valid_prefix_on(require(tier), units)
            }

            /// The kernel, then the reference engine.
            pub fn validate(tier: Tier, units: &[$unit]) -> Result<(), IllFormed> {
                choose(tier);
 engine::validate::<On<$source>>(units)
            }

            /// The reference engine alone.
            pub fn reference(units: &[$unit]) -> Result<(), IllFormed> {
                choose_reference();
 engine::validate::<On<$source>>(units)
            }
        }
    )*};
}

validations! {
    validate_utf16: Utf16, u16;
    validate_utf16_little: Utf16Bytes<false>, u8;
    validate_utf16_big: Utf16Bytes<true>, u8;
    validate_utf32: Utf32, u32;
    validate_utf32_little: Utf32Bytes<false>, u8;
    validate_utf32_big: Utf32Bytes<true>, u8;
    validate_ascii: Ascii, u8;
}

/// Lengths in other units.
pub mod lengths {
    use super::*;
    use crate::dispatch;
    use crate::kernel::code_unit::units_in;

    macro_rules! lengths {
        ($($name:ident($units:ident: $unit:ty) = $on:ident($($argument:tt)*);)*) => {$(
            #[doc = concat!("`", stringify!($on), "`")]
            pub fn $name(tier: Tier, $units: &[$unit]) -> usize {
                dispatch::$on(require(tier), $($argument)*)
            }
        )*};
    }

    lengths! {
        count_utf8(bytes: u8) = count_utf8_on(bytes);
        utf16_of_utf8(bytes: u8) = utf16_len_of_utf8_on(bytes);
        utf8_of_latin1(bytes: u8) = utf8_len_of_latin1_on(bytes);
        count_utf16(units: u16) = count_utf16_on(units);
        count_utf16_big(bytes: u8) = count_utf16_on(units_in::<2, true>(bytes));
        utf8_of_utf16(units: u16) = utf8_len_of_utf16_on(units);
        utf8_of_utf16_big(bytes: u8) = utf8_len_of_utf16_on(units_in::<2, true>(bytes));
        utf8_of_utf32(units: u32) = utf8_len_of_utf32_on(units);
        utf8_of_utf32_big(bytes: u8) = utf8_len_of_utf32_on(units_in::<4, true>(bytes));
        utf16_of_utf32(units: u32) = utf16_len_of_utf32_on(units);
    }
}

/// A module for each other conversion: the functions above for it.
macro_rules! conversions {
    ($($name:ident: $source:ty: $read:ty, $target:ty: $written:ty;)*) => {$(
        #[doc = concat!("Converts `", stringify!($source), "` to `", stringify!($target), "`.")]
        pub mod $name {
            use super::*;
            conversion! {
                $source: $read, $target: $written;
                run_ahead, convert, convert_lossy, reference, reference_lossy
            }
        }
    )*};
}

conversions! {
    utf8_to_utf32: Utf8: u8, Utf32: u32;
    utf8_to_utf32_little: Utf8: u8, Utf32Bytes<false>: u8;
    utf8_to_utf32_big: Utf8: u8, Utf32Bytes<true>: u8;
    utf8_to_latin1: Utf8: u8, Latin1: u8;
    utf8_to_ascii: Utf8: u8, Ascii: u8;
    utf16_to_utf16: Utf16: u16, Utf16: u16;
    utf16_to_utf32: Utf16: u16, Utf32: u32;
    utf16_to_latin1: Utf16: u16, Latin1: u8;
    utf16_to_ascii: Utf16: u16, Ascii: u8;
    utf16_little_to_utf16: Utf16Bytes<false>: u8, Utf16: u16;
    utf16_big_to_utf16: Utf16Bytes<true>: u8, Utf16: u16;
    utf32_to_utf8: Utf32: u32, Utf8: u8;
    utf32_to_utf16: Utf32: u32, Utf16: u16;
    utf32_to_latin1: Utf32: u32, Latin1: u8;
    utf32_to_ascii: Utf32: u32, Ascii: u8;
    utf32_little_to_utf8: Utf32Bytes<false>: u8, Utf8: u8;
    utf32_big_to_utf8: Utf32Bytes<true>: u8, Utf8: u8;
    utf32_little_to_utf16: Utf32Bytes<false>: u8, Utf16: u16;
    utf32_big_to_utf16: Utf32Bytes<true>: u8, Utf16: u16;
    latin1_to_utf8: Latin1: u8, Utf8: u8;
    latin1_to_utf16: Latin1: u8, Utf16: u16;
    latin1_to_utf32: Latin1: u8, Utf32: u32;
    ascii_to_utf8: Ascii: u8, Utf8: u8;
    ascii_to_utf16: Ascii: u8, Utf16: u16;
    ascii_to_utf32: Ascii: u8, Utf32: u32;
}
