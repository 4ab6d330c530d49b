//! Runs the Rust examples of the documents as doctests: `cargo test -p xtask --doc`.
//!
//! The README of `crates/utf8kit` is a doctest of that crate.

/// The examples of the project's README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Project;

/// The examples of the guide's chapter about the library.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
pub struct Library;

/// The example of utf8kit-encodings's README.
#[cfg(doctest)]
#[doc = include_str!("../../crates/utf8kit-encodings/README.md")]
pub struct Family;
