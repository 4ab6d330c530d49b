//! The C functions, called from Rust.

mod clauses;
mod common;
mod conversions;
mod encodings;
mod manifest;
mod messages;
mod misuse;
mod whole;
