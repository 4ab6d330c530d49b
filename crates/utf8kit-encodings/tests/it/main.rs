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
mod streams;
mod text;
