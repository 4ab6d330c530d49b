//! The algorithms that run ahead of the reference engine.

pub(crate) mod ascii;
pub(crate) mod length;
