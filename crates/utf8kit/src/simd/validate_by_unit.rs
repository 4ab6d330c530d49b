//! Validates encodings in which each code unit by itself is a character or an error.
//!
//! The results of the vectors of a block are combined and tested once.

use super::bounds::Bounds;
use super::convert_ascii::prefix_of;
use crate::code_unit::{CodeUnit, InBytes, units_of};
use crate::parts;
use crate::simd::arch::{Kernel, Simd};

/// An encoding in which each code unit by itself is a character or an error.
pub(crate) trait Single {
    type Unit: CodeUnit;

    /// Returns `true` if `number` is a character.
    fn is_character(number: <Self::Unit as CodeUnit>::Number) -> bool;

    /// Accumulates whether all code units so far are characters. The initial value, and the result for zeros, is
    /// zero.
    fn accumulate<S: Simd>(simd: S, all: S::Bytes, v: S::Bytes) -> S::Bytes;

    /// Returns `true` if all accumulated code units are characters.
    fn all_characters<S: Simd>(simd: S, all: S::Bytes) -> bool;
}

/// ASCII.
pub(crate) struct Ascii;

impl Single for Ascii {
    type Unit = u8;

    #[inline(always)]
    fn is_character(byte: u8) -> bool {
        byte < 0x80
    }

    #[inline(always)]
    fn accumulate<S: Simd>(_: S, all: S::Bytes, v: S::Bytes) -> S::Bytes {
        all | v
    }

    #[inline(always)]
    fn all_characters<S: Simd>(simd: S, all: S::Bytes) -> bool {
        !simd.any_not_ascii(all)
    }
}

/// ASCII in UTF-16.
#[cfg(feature = "utf16")]
pub(crate) struct AsciiUnits<const BIG: bool>;

#[cfg(feature = "utf16")]
impl<const BIG: bool> Single for AsciiUnits<BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Unit = InBytes<2, BIG>;

    #[inline(always)]
    fn is_character(unit: u16) -> bool {
        unit < 0x80
    }

    #[inline(always)]
    fn accumulate<S: Simd>(_: S, all: S::Bytes, v: S::Bytes) -> S::Bytes {
        all | v
    }

    #[inline(always)]
    fn all_characters<S: Simd>(simd: S, all: S::Bytes) -> bool {
        let is_native = BIG == cfg!(target_endian = "big");
        !simd.any_units(all, if is_native { 0xFF80 } else { 0x80FF })
    }
}

/// UTF-32.
pub(crate) struct Scalar<const BIG: bool>;

impl<const BIG: bool> Single for Scalar<BIG> {
    type Unit = InBytes<4, BIG>;

    #[inline(always)]
    fn is_character(number: u32) -> bool {
        // The XOR and the subtraction map the surrogates to the greatest numbers.
        (number ^ 0xD800).wrapping_sub(0x800) < 0x11_0000 - 0x800
    }

    #[inline(always)]
    fn accumulate<S: Simd>(simd: S, all: S::Bytes, v: S::Bytes) -> S::Bytes {
        simd.max_scalar(all, simd.native_wide::<BIG>(v))
    }

    #[inline(always)]
    fn all_characters<S: Simd>(simd: S, all: S::Bytes) -> bool {
        simd.is_scalar_max(all)
    }
}

/// UTF-16 without surrogates.
pub(crate) struct Bmp<const BIG: bool>;

impl<const BIG: bool> Single for Bmp<BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Unit = InBytes<2, BIG>;

    #[inline(always)]
    fn is_character(unit: u16) -> bool {
        unit & 0xF800 != 0xD800
    }

    #[inline(always)]
    fn accumulate<S: Simd>(simd: S, all: S::Bytes, v: S::Bytes) -> S::Bytes {
        simd.gather_surrogates::<BIG>(all, v)
    }

    #[inline(always)]
    fn all_characters<S: Simd>(simd: S, all: S::Bytes) -> bool {
        !simd.any_gathered(all)
    }
}

/// Returns the number of code units at the beginning of `src` that are characters.
pub(crate) struct Prefix<'s, F: Single> {
    src: &'s [F::Unit],
}

impl<'s, F: Single> Prefix<'s, F> {
    #[inline(always)]
    pub(crate) fn new(src: &'s [u8]) -> Self {
        Prefix {
            src: units_of::<F::Unit>(src),
        }
    }
}

/// Does what [`Prefix`] does, in plain code.
#[inline(always)]
pub(crate) fn prefix<F: Single>(src: &[u8]) -> usize {
    prefix_of(units_of::<F::Unit>(src), |units| {
        let all = units.iter().map(|unit| F::is_character(unit.number()));
        all.fold(true, |all, is_character| all & is_character)
    })
}

/// Returns `true` if all code units are characters.
#[cfg(feature = "utf16")]
pub(crate) struct IsValid<'s, F: Single> {
    pub(crate) src: &'s [F::Unit],
}

#[cfg(feature = "utf16")]
impl<S: Simd, F: Single> Kernel<S> for IsValid<'_, F> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        whole_vectors::<S, F>(simd, self.src) == self.src.len()
    }
}

impl<S: Simd, F: Single> Kernel<S> for Prefix<'_, F> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let done = whole_vectors::<S, F>(simd, self.src);
        if done == self.src.len() {
            return done;
        }
        let rest = parts::from(self.src, done).iter();
        done + rest.take_while(|unit| F::is_character(unit.number())).count()
    }
}

/// Returns the number of bytes from `at` to the next address from which vectors do not cross cache lines, which takes two reads for
/// each. Returns 0 if code units do not begin there.
#[inline(always)]
fn to_boundary<S: Simd, U>(at: *const u8) -> usize {
    let ahead = at.addr().wrapping_neg() % S::LEN;
    match ahead % size_of::<U>() {
        0 => ahead,
        _ => 0,
    }
}

/// Returns the number of all code units if they are characters. Otherwise returns the number of those before
/// the first vector with an error.
#[inline(always)]
pub(super) fn whole_vectors<S: Simd, F: Single>(simd: S, src: &[F::Unit]) -> usize {
    /// The number of vectors that are tested together.
    const BLOCK: usize = 8;
    let (from, len) = (src.as_ptr().cast::<u8>(), size_of_val(src));
    let text = Bounds::of(src);
    let none = simd.splat(0);
    let mut done = 0;
    // SAFETY: `done` and `at` stay within `len`, and only vectors that are left are loaded. `load_last` reads within
    // the `len` bytes.
    unsafe {
        if len > 2 * BLOCK * S::LEN {
            text.debug_assert_within(from, 0, S::LEN);
            if !F::all_characters(simd, F::accumulate(simd, none, simd.load(from))) {
                return 0;
            }
            done = to_boundary::<S, F::Unit>(from);
        }
        while len - done > BLOCK * S::LEN {
            let mut all = none;
            text.debug_assert_within(from.add(done), 0, BLOCK * S::LEN + 1);
            for i in 0..BLOCK {
                all = F::accumulate(simd, all, simd.load(from.add(done + i * S::LEN)));
            }
            if !F::all_characters(simd, all) {
                break;
            }
            done += BLOCK * S::LEN;
        }
        if len - done <= BLOCK * S::LEN {
            let (mut all, mut at) = (none, done);
            while len - at > S::LEN {
                text.debug_assert_within(from.add(at), 0, S::LEN + 1);
                all = F::accumulate(simd, all, simd.load(from.add(at)));
                at += S::LEN;
            }
            all = F::accumulate(simd, all, simd.load_last(from, len, len - at));
            if F::all_characters(simd, all) {
                return src.len();
            }
        }
        while len - done >= S::LEN
            && F::all_characters(simd, F::accumulate(simd, none, simd.load(from.add(done))))
        {
            done += S::LEN;
        }
    }
    done / size_of::<F::Unit>()
}
