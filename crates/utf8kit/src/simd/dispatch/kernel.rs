//! What there is of each kernel. The macro [`kernels`] makes all of it from the rows in `dispatch/rows.rs`.

use core::mem::MaybeUninit;

/// Defines the kernels. A row is:
///
/// ```text
/// /// What it does.
/// #[cfg(features that it needs)]
/// name(arguments) -> result {
///     vector: the kernel over the vector trait,
///     short: { the kernel for short text, with its limit and, if it can stop early, the sizes of code units },
///     portable: a function of plain code with the same arguments and result,
/// }
/// ```
///
/// `short` can be missing. A row with two names, as `utf16le_to_utf8, utf16be_to_utf8 [BIG](..)`, defines two kernels: with
/// the constant `BIG` as `false` and as `true`.
macro_rules! kernels {
    ($(
        $(#[doc = $doc:literal])*
        $(#[cfg($($cfg:tt)*)])?
        $name:ident $(, $big_endian:ident [$big:ident])? ($($arguments:tt)*) -> $result:ty { $($body:tt)* }
    )*) => {
        $(
            $(#[cfg($($cfg)*)])?
            kernel! { [$($doc)*] $name $(, $big_endian [$big])? => ($($arguments)*) -> $result, { $($body)* } }
        )*

        /// Lets each kernel find its function again. It names all kernels, so that they are part of programs that select a tier.
        pub(super) fn find_again() {
            $(
                $(#[cfg($($cfg)*)])?
                {
                    $name::find_again();
                    $($big_endian::find_again();)?
                }
            )*
        }

        /// Checks the function of each kernel for an instruction set.
        #[cfg(all(test, feature = "tiers"))]
        pub(crate) fn check_all(tier: Tier) {
            use crate::simd::tests::contracts::check;
            $(
                check(stringify!($name), tier, $name::of_tier);
                $(check(stringify!($big_endian), tier, $big_endian::of_tier);)?
            )*
        }
    };
}
pub(super) use kernels;

/// Defines one kernel, or for a row with two names two: a module with a function for each instruction set, and the method of
/// [`Kernels`](super::Kernels) that calls the one in use.
macro_rules! kernel {
    ($docs:tt $little_endian:ident, $big_endian:ident [$big:ident] => $($row:tt)*) => {
        kernel! { $docs $little_endian [const $big: bool = false;] => $($row)* }
        kernel! { $docs $big_endian [const $big: bool = true;] => $($row)* }
    };
    ($docs:tt $name:ident => $($row:tt)*) => {
        kernel! { $docs $name [] => $($row)* }
    };
    (
        [$($doc:literal)*] $name:ident [$($byte_order:tt)*] => ($($argument:ident: $type:ty),*) -> $result:ty,
        { vector: $vector:expr, $(short: $short:tt,)? portable: $portable:expr, }
    ) => {
        pub(super) mod $name {
            use super::*;

            $($byte_order)*

            type Function = unsafe fn($($type),*) -> $result;

            sets! { functions ($($argument: $type),*) -> $result, $vector, [$($short)?] }

            /// The function where no set of vectors is chosen. A module of WebAssembly without an operating system has only one set.
            #[cfg(all(
                target_family = "wasm",
                target_os = "unknown",
                target_feature = "simd128",
                not(feature = "tiers")
            ))]
            const FALLBACK: Function = simd128;
            #[cfg(not(all(
                target_family = "wasm",
                target_os = "unknown",
                target_feature = "simd128",
                not(feature = "tiers")
            )))]
            const FALLBACK: Function = $portable;

            /// Returns the function of an instruction set.
            #[inline(always)]
            pub(super) fn of_tier(tier: Tier) -> Function {
                sets! { match_tier tier, FALLBACK }
            }

            selected! { ($($argument: $type),*) -> $result }

            impl Kernels {
                $(#[doc = $doc])*
                ///
                /// # Safety
                ///
                /// The pointers, if there are any, are as described. This value proves that the instruction set is available.
                #[inline]
                pub(crate) unsafe fn $name(self, $($argument: $type),*) -> $result {
                    #[cfg(any(test, feature = "tiers"))]
                    if let Some(tier) = self.tier {
                        // SAFETY: the instruction set is available. The caller promises the rest.
                        return unsafe { of_tier(tier)($($argument),*) };
                    }
                    // SAFETY: the caller promises it.
                    unsafe { selected($($argument),*) }
                }
            }
        }
    };
}
pub(super) use kernel;

/// Defines the function of a kernel for each instruction set.
macro_rules! functions {
    (
        $arguments:tt -> $result:ty, $vector:expr, $short:tt;
        $(#[cfg($($cfg:tt)*)] $set:ident $function:ident $enable:ident $define:ident;)*
    ) => {$(
        #[cfg($($cfg)*)]
        $define! { $set $function $enable $arguments -> $result, $vector, $short }
    )*};
}
pub(super) use functions;

/// Returns the function for a tier.
macro_rules! match_tier {
    (
        $tier:expr, $fallback:expr;
        $(#[cfg($($cfg:tt)*)] $set:ident $function:ident $enable:ident $define:ident;)*
    ) => {
        match $tier {
            $(
                #[cfg($($cfg)*)]
                Tier::$set => $function,
            )*
            _ => $fallback,
        }
    };
}
pub(super) use match_tier;

/// Defines the function of a kernel for an instruction set: the kernel over the vector trait, compiled with the target features.
macro_rules! function {
    ($set:ident $function:ident $enable:ident $arguments:tt -> $result:ty, $vector:expr, $short:tt) => {
        $enable! {
            unsafe fn $function $arguments -> $result {
                // SAFETY: the caller promises that the instruction set is available.
                let simd = unsafe { $set::assume_available() };
                Kernel::run($vector, simd)
            }
        }
    };
}
pub(super) use function;

/// Defines the function of a kernel for an instruction set that tries the kernel for short text first, if there is one. Without the sizes
/// of code units, that kernel gets as far as the other one. With them, the other one continues where it stops.
///
/// That kernel uses few registers, all of its arguments are in registers, and the other function is a tail call. So
/// little has to be saved, and short text costs little more than its bytes. UTF-16 to UTF-8 saves most: its kernel calls
/// another one for less than a vector.
macro_rules! short_first {
    ($set:ident $function:ident $enable:ident $arguments:tt -> $result:ty, $vector:expr, []) => {
        function! { $set $function $enable $arguments -> $result, $vector, [] }
    };
    (
        $set:ident $function:ident $enable:ident $arguments:tt -> $result:ty, $vector:expr,
        [{ |$src:ident, $dst:ident| $short:expr, up to $most:expr }]
    ) => {
        function! { $set long $enable $arguments -> $result, $vector, [] }

        $enable! {
            unsafe fn $function($src: &[u8], $dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
                if $src.len() > $most {
                    // SAFETY: the caller promises that the instruction set is available.
                    return unsafe { long($src, $dst) };
                }
                // SAFETY: the caller promises that the instruction set is available.
                let simd = unsafe { $set::assume_available() };
                Kernel::run($short, simd)
            }
        }
    };
    (
        $set:ident $function:ident $enable:ident $arguments:tt -> $result:ty, $vector:expr,
        [{ |$src:ident, $dst:ident| $short:expr, up to $most:expr, units of $unit:literal and $unit_to:literal }]
    ) => {
        function! { $set long $enable $arguments -> $result, $vector, [] }

        $enable! {
            unsafe fn $function($src: &[u8], $dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
                if $src.len() > $most {
                    // SAFETY: the caller promises that the instruction set is available.
                    return unsafe { long($src, $dst) };
                }
                // SAFETY: the caller promises that the instruction set is available.
                let simd = unsafe { $set::assume_available() };
                let (read, written) = Kernel::run($short, simd);
                if $unit * read == $src.len() {
                    return (read, written);
                }
                let src = crate::parts::from($src, $unit * read);
                let dst = crate::parts::from_mut($dst, $unit_to * written);
                // SAFETY: the caller promises that the instruction set is available.
                unsafe { after_short((read, written), src, dst, long) }
            }
        }
    };
}
pub(super) use short_first;

/// A conversion that there is a kernel for short text of.
type Convert = unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> (usize, usize);

/// Continues where a kernel for short text stopped early.
///
/// # Safety
///
/// The processor has the instruction set of the function `long`.
#[cold]
#[inline(never)]
pub(super) unsafe fn after_short(
    (read, written): (usize, usize),
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    long: Convert,
) -> (usize, usize) {
    // SAFETY: the caller promises the instruction set.
    let (more_read, more_written) = unsafe { long(src, dst) };
    (read + more_read, written + more_written)
}
