//! The library from the outside, compared with tables, with simple models and with other programs.

mod clauses;
mod common;
mod converter;
#[cfg(feature = "legacy")]
mod detect;
mod encodings;
mod hangul;
mod iso2022;
mod labels;
#[cfg(feature = "legacy")]
mod legacy;
mod numbers;
#[cfg(feature = "legacy")]
mod single_byte;
mod streams;
mod text;
mod whole;
