//! Forms in which each unit is a character or an error by itself: how far a text is well-formed.

use super::ascii::prefix_of;
use crate::code_unit::{CodeUnit, InBytes, units_of};
use crate::vector::{Kernel, Simd};

/// Such a form.
pub(crate) trait Single {
    type Unit: CodeUnit;

    /// Is this a character?
    fn is_character(number: <Self::Unit as CodeUnit>::Number) -> bool;

    /// What tells of a vector and of all before whether they are characters: of none, and of zeros, that is zeros.
    fn accumulate<S: Simd>(simd: S, all: S::Bytes, v: S::Bytes) -> S::Bytes;

    /// Were they?
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

/// UTF-32.
pub(crate) struct Scalar<const BIG: bool>;

impl<const BIG: bool> Single for Scalar<BIG> {
    type Unit = InBytes<4, BIG>;

    #[inline(always)]
    fn is_character(number: u32) -> bool {
        // The surrogates, moved to the beginning, fall off there.
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

/// A unit of UTF-16 that is no surrogate.
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

/// How many units at the beginning of `src` are characters.
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

/// [`Prefix`] in plain code.
#[inline(always)]
pub(crate) fn prefix<F: Single>(src: &[u8]) -> usize {
    prefix_of(units_of::<F::Unit>(src), |units| {
        let all = units.iter().map(|unit| F::is_character(unit.number()));
        all.fold(true, |all, is_character| all & is_character)
    })
}

impl<S: Simd, F: Single> Kernel<S> for Prefix<'_, F> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let done = whole_vectors::<S, F>(simd, self.src);
        if done == self.src.len() {
            return done;
        }
        let rest = self.src[done..].iter();
        done + rest.take_while(|unit| F::is_character(unit.number())).count()
    }
}

/// All of the units if they are characters, or else how many are in whole vectors of them at the beginning.
#[inline(always)]
pub(super) fn whole_vectors<S: Simd, F: Single>(simd: S, src: &[F::Unit]) -> usize {
    /// Vectors that are looked at together.
    const BLOCK: usize = 8;
    let (from, len) = (src.as_ptr().cast::<u8>(), size_of_val(src));
    let none = simd.splat(0);
    let mut done = 0;
    // SAFETY: `done` and `at` stay within `len`, and vectors are loaded where they are left.
    unsafe {
        while len - done > BLOCK * S::LEN {
            let mut all = none;
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
