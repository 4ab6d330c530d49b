//! The C functions, called from Rust.

mod common;
mod conversions;
mod messages;
mod misuse;
mod whole;
