//! What a `str` holds, and what is made.

use pyo3::prelude::*;

/// An object that nobody else refers to yet. If there is none, a Python error is set: there is no memory for it. This is a
/// pointer, so that what returns it takes no time to move.
pub(crate) type Made<'py> = Option<Bound<'py, PyAny>>;

/// The characters of a `str`.
#[derive(Clone, Copy)]
pub(crate) enum Units<'s> {
    /// Characters up to U+007F.
    Ascii(&'s [u8]),
    /// Characters up to U+00FF.
    Latin1(&'s [u8]),
    /// Characters up to U+FFFF.
    Two(&'s [u16]),
    /// All characters.
    Four(&'s [u32]),
}

impl Units<'_> {
    /// Returns the number of characters.
    pub(crate) fn len(&self) -> usize {
        match self {
            Units::Ascii(units) | Units::Latin1(units) => units.len(),
            Units::Two(units) => units.len(),
            Units::Four(units) => units.len(),
        }
    }
}

/// A code unit of a `str`, and the greatest character of a `str` of it.
///
/// # Safety
///
/// A `str` that `PyUnicode_New` makes for [`MAX`](Self::MAX) holds units of this type.
pub(crate) unsafe trait Unit: Copy + Send + Into<u32> {
    const MAX: u32;
}

/// A character up to U+007F.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Ascii(u8);

impl Ascii {
    /// Returns the unit of a character up to U+007F.
    pub(crate) fn new(byte: u8) -> Self {
        debug_assert!(byte.is_ascii());
        Ascii(byte)
    }
}

impl From<Ascii> for u32 {
    fn from(unit: Ascii) -> u32 {
        unit.0.into()
    }
}

// SAFETY: a `str` whose greatest character is U+007F holds bytes.
unsafe impl Unit for Ascii {
    const MAX: u32 = 0x7F;
}

// SAFETY: a `str` whose greatest character is U+00FF holds bytes.
unsafe impl Unit for u8 {
    const MAX: u32 = 0xFF;
}

// SAFETY: a `str` whose greatest character is U+FFFF holds 16-bit units.
unsafe impl Unit for u16 {
    const MAX: u32 = 0xFFFF;
}

// SAFETY: a `str` whose greatest character is U+10FFFF holds 32-bit units.
unsafe impl Unit for u32 {
    const MAX: u32 = 0x10_FFFF;
}
