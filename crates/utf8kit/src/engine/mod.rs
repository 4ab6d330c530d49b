//! The narrow waist between the kernels and the reference engine.
//!
//! A kernel runs ahead: it accepts any input, processes only what it has proved well-formed, and returns how much it
//! has read and written. It stops at a character boundary and never passes the end of either buffer; (0, 0) is a
//! correct result. It reports no errors and knows no policy.
//!
//! The engine takes over where the kernel stops. It walks on with the *reference engine*, which is the plain code of each
//! [encoding](crate::encoding): [`Decode`](crate::codec::Decode) and [`Encode`](crate::codec::Encode). That determines the
//! error and converts the tail; the caller applies the policy. Then the engine starts the kernel again, after a number of
//! code units that grows while the kernel gets nowhere ([`backoff`]). Around errors of UTF-8, another kernel marks all of
//! them at once ([`marked`]), so that the engine knows how far the text is well-formed.
//!
//! So a kernel followed by the reference engine gives the same result as the reference engine alone. Every kernel is
//! tested for this one property (`reference_only`).

mod backoff;
mod convert;
mod destination;
#[cfg(feature = "utf16")]
mod in_place;
mod length;
mod lossy_len;
mod marked;
mod pairs;
mod prefix;
#[cfg(feature = "tiers")]
pub(crate) mod reference_only;
mod search;
#[cfg(feature = "utf16")]
mod single_byte;
mod uninit;

pub(crate) use convert::*;
pub use convert::{Conversion, Convert, StoppedBy};
pub(crate) use destination::*;
#[cfg(feature = "utf16")]
pub(crate) use in_place::*;
pub(crate) use length::*;
pub(crate) use lossy_len::*;
#[cfg(feature = "utf16")]
pub(crate) use pairs::{Buffer, RepairUnits, repair_chunk, run};
pub(crate) use pairs::{Run, kernel_of, repair_of};
pub(crate) use prefix::{ConvertPrefix, ValidPrefix};
pub(crate) use search::*;
#[cfg(feature = "utf16")]
pub use single_byte::ByteToUnit;
#[cfg(all(feature = "utf16", feature = "alloc"))]
pub use single_byte::UnitToByte;
pub(crate) use uninit::*;

/// Evaluates `$work` with `$encoding` as the type `$bytes` in the byte order `$endian`.
#[cfg(feature = "utf16")]
macro_rules! in_order {
    ($endian:expr, $bytes:ident as $encoding:ident => $work:expr) => {
        match $endian {
            $crate::Endian::Little => {
                type $encoding = $bytes<false>;
                $work
            }
            $crate::Endian::Big => {
                type $encoding = $bytes<true>;
                $work
            }
        }
    };
}
#[cfg(feature = "utf16")]
pub(crate) use in_order;
