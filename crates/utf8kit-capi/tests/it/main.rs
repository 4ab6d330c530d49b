//! The C functions, called from Rust, and the header.

mod common;
mod conversions;
mod header;
mod messages;
mod whole;
