//! The encodings, one file for each: its rules and clauses, how it is read and written.
//!
//! Each is a type that implements [`Decode`](crate::codec::Decode) and [`Encode`](crate::codec::Encode), as plain code. This is
//! the reference engine: it alone decides what is well-formed. `relative` has what the relatives of UTF-8 share, `numbers` numbers
//! instead of text, and `any` the encoding that an [`Encoding`] names, chosen at run time.

mod ascii;
mod latin1;
mod numbers;
#[cfg(feature = "utf16")]
mod utf16;
#[cfg(feature = "utf32")]
mod utf32;
mod utf8;

#[cfg(feature = "dialects")]
mod annex_r;
#[cfg(feature = "dialects")]
mod cesu8;
#[cfg(feature = "dialects")]
mod modified_utf8;
#[cfg(feature = "dialects")]
pub(crate) mod relative;
#[cfg(feature = "dialects")]
mod rfc2279;
#[cfg(feature = "dialects")]
mod wtf8;

pub(crate) mod any;

mod id;

pub(crate) use any::{with_any, with_encoding};

pub use any::Any;
pub use ascii::Ascii;
pub use id::Encoding;
pub use latin1::Latin1;
pub use numbers::Numbers;
pub use utf8::Utf8;
#[cfg(feature = "utf16")]
pub use utf16::{Utf16, Utf16Bytes};
#[cfg(feature = "utf32")]
pub use utf32::{Utf32, Utf32Bytes};

#[cfg(feature = "dialects")]
pub(crate) use {
    annex_r::{AnnexR, AnnexR5},
    cesu8::Cesu8,
    modified_utf8::ModifiedUtf8,
    rfc2279::Rfc2279,
    wtf8::Wtf8,
};

pub(crate) use utf8::DESCRIPTION as UTF8;
