//! Parts of slices, without a panic.
//!
//! The offsets are what kernels and decoders return, and so never exceed the length. The compiler cannot know that, and would keep
//! a path that panics for each of them. `cargo xtask panics` links functions of the C library alone, and fails if one can panic
//! that could not.

/// Returns the units from `at` on, as `&units[at..]` does. If there are fewer, which only a wrong kernel causes, returns none.
#[inline(always)]
pub(crate) const fn from<U>(units: &[U], at: usize) -> &[U] {
    debug_assert!(at <= units.len());
    match units.split_at_checked(at) {
        Some((_, rest)) => rest,
        None => {
            wrong();
            &[]
        }
    }
}

/// Returns the first `len` units, as `&units[..len]` does. If there are fewer, which only a wrong kernel causes, returns all.
#[inline(always)]
pub(crate) const fn to<U>(units: &[U], len: usize) -> &[U] {
    debug_assert!(len <= units.len());
    match units.split_at_checked(len) {
        Some((first, _)) => first,
        None => {
            wrong();
            units
        }
    }
}

/// Returns the units from `at` on, to change, as [`from`] does.
#[inline(always)]
pub(crate) fn from_mut<U>(units: &mut [U], at: usize) -> &mut [U] {
    debug_assert!(at <= units.len());
    match units.get_mut(at..) {
        Some(rest) => rest,
        None => {
            wrong();
            &mut []
        }
    }
}

/// Returns the first `len` units, to change, or as many as there are, as [`to`] does.
#[inline(always)]
pub(crate) fn to_mut<U>(units: &mut [U], len: usize) -> &mut [U] {
    debug_assert!(len <= units.len());
    let mut len = len;
    if len > units.len() {
        wrong();
        len = units.len();
    }
    units.get_mut(..len).unwrap_or_default()
}

/// What only a wrong kernel causes. That it is cold makes the test before it a branch, which nothing waits for.
#[cold]
const fn wrong() {}
