//! What the kernels ask of an instruction set.
//!
//! An instruction set is a type of no size that implements [`Simd`]. To have a value of it is proof that the processor
//! has the instructions, so that everything that works on registers only is safe to call. Each method is
//! `#[inline(always)]`: it takes the instructions from the function it ends up in, and [`Simd::enter`] is the only
//! function that enables them. (Closures would lose them; the kernels have none around vector code. Around plain code,
//! [`Plain`], they are inlined like any function, and compiled with what is enabled there.)

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod count;
mod lanes;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse41;
mod wide;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
pub(crate) use neon::{Neon, enable_neon};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use simd128::{Simd128, enable_simd128};
#[cfg(target_arch = "x86_64")]
pub(crate) use {
    avx2::{Avx2, enable_avx2},
    avx512::{Avx512, enable_avx512},
    sse41::{Sse41, enable_sse41},
};

pub(crate) use count::{
    Count, Measure, Starts, StartsOfUtf16, Sum, Utf8OfLatin1, Utf8OfUtf16, Utf8OfUtf32, Utf16OfUtf8,
    Utf16OfUtf32,
};

use core::ops::{BitAnd, BitOr, BitXor};
pub(crate) use wide::Wide;

/// Does the processor have all of these features? Without `std`: is the target sure to?
#[cfg(target_arch = "x86_64")]
macro_rules! has_all {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        {
            $(std::arch::is_x86_feature_detected!($feature))&&*
        }
        #[cfg(not(feature = "std"))]
        {
            $(cfg!(target_feature = $feature))&&*
        }
    }};
}
#[cfg(target_arch = "x86_64")]
use has_all;

/// The operators of a register's type, an instruction each. Works through the macro `op` of where it is used.
macro_rules! operators {
    ($register:ident; $($trait:ident $method:ident $instruction:ident;)*) => {$(
        impl $trait for $register {
            type Output = $register;
            #[inline(always)]
            fn $method(self, other: $register) -> $register {
                $register(op!($instruction(self.0, other.0)))
            }
        }
    )*};
}
use operators;

/// Methods that are one instruction on registers. Likewise.
macro_rules! instructions {
    ($register:ident; $($method:ident($($argument:ident),*) = $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $method(self, $($argument: $register),*) -> $register {
            $register(op!($instruction($($argument.0),*)))
        }
    )*};
}
use instructions;

/// A constant vector. It lies within a line of the cache: a loop that loads it takes twice as long where it lies in two
/// pages, which else is a matter of luck.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Table([u8; 64]);

/// The greatest bytes that the end of a vector, which is the end of these, does not cut.
static UNCUT: Table = {
    let mut most = [0xFF; 64];
    most[61] = 0xEF;
    most[62] = 0xDF;
    most[63] = 0xBF;
    Table(most)
};

/// A piece of vector code, to be run by [`Simd::enter`].
pub(crate) trait Kernel<S: Simd> {
    type Output;

    /// Implementations are `#[inline(always)]`.
    fn run(self, simd: S) -> Self::Output;
}

/// Plain code, to be compiled for an instruction set.
pub(crate) struct Plain<F>(pub(crate) F);

impl<S: Simd, R, F: FnOnce() -> R> Kernel<S> for Plain<F> {
    type Output = R;

    #[inline(always)]
    fn run(self, _: S) -> R {
        (self.0)()
    }
}

/// [`Simd::enter`] from code that is itself of this instruction set, where the compiler would inline it.
#[inline(never)]
pub(crate) fn enter_apart<S: Simd, K: Kernel<S>>(simd: S, kernel: K) -> K::Output {
    simd.enter(kernel)
}

/// Copies `N` to `2 * N` bytes in two pieces, which may overlap.
///
/// # Safety
///
/// `len` bytes, `N` at least, can be read at `from` and written at `to`, and the two do not overlap.
#[inline(always)]
unsafe fn copy_ends<const N: usize>(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: `len` is `N` at least; bytes have no alignment.
    unsafe {
        let first = from.cast::<[u8; N]>().read();
        let last = from.add(len - N).cast::<[u8; N]>().read();
        to.cast::<[u8; N]>().write(first);
        to.add(len - N).cast::<[u8; N]>().write(last);
    }
}

/// Copies up to 64 bytes without a call.
///
/// # Safety
///
/// `len` bytes can be read at `from` and written at `to`, and the two do not overlap.
#[inline(always)]
pub(crate) unsafe fn copy_short(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the caller promises `len` bytes at both places.
    unsafe {
        match len {
            32.. => copy_ends::<32>(from, to, len),
            16.. => copy_ends::<16>(from, to, len),
            8.. => copy_ends::<8>(from, to, len),
            4.. => copy_ends::<4>(from, to, len),
            2.. => copy_ends::<2>(from, to, len),
            1 => copy_ends::<1>(from, to, len),
            0 => {}
        }
    }
}

/// Surrogates in a vector of units: [`Simd::UNIT_BITS`] bits for each unit, the first one's the lowest.
#[derive(Clone, Copy)]
pub(crate) struct Surrogates {
    pub(crate) high: u64,
    pub(crate) low: u64,
}

/// The maximal subparts that end in a vector of text: a bit for each position, that of the first byte the lowest.
#[derive(Clone, Copy, Default)]
pub(crate) struct Errors {
    /// Their last bytes.
    pub(crate) ends: u64,
    /// The last bytes of those with two bytes.
    pub(crate) two: u64,
    /// The last bytes of those with three.
    pub(crate) three: u64,
}

impl Errors {
    /// The length of the one that ends at `end`.
    #[inline(always)]
    fn len(self, end: usize) -> usize {
        1 + (self.two >> end & 1) as usize + 2 * (self.three >> end & 1) as usize
    }

    /// How many bytes of the first one stand before this vector.
    #[inline(always)]
    pub(crate) fn bytes_before(self) -> usize {
        ((self.two | self.three) & 1) as usize + (self.three & 1) as usize + (self.three >> 1 & 1) as usize
    }

    /// The bytes of this vector that belong to one and do not end it.
    #[inline(always)]
    fn inner(self) -> u64 {
        self.two >> 1 | self.three >> 1 | self.three >> 2
    }
}

/// Which units of two vectors are written: those whose bytes are not written already.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    /// How many of both come before them.
    pub(crate) skip: usize,
    /// The first units of the second vector that are the last of the first; then `skip` is no more than a vector's.
    pub(crate) overlap: usize,
}

impl Chosen {
    /// How many units are left out at the beginning of each vector, which has `len`.
    #[inline(always)]
    pub(crate) fn left_out(self, len: usize) -> [usize; 2] {
        let Chosen { skip, overlap } = self;
        [skip.min(len), overlap + skip.saturating_sub(len)]
    }
}

/// The vectors of an instruction set that the processor has.
///
/// Vectors hold bytes; their positions count upwards in memory. Operations are on each byte by itself if nothing
/// else is said.
pub(crate) trait Vectors: Copy {
    /// A vector.
    type Bytes: Copy
        + BitAnd<Output = Self::Bytes>
        + BitOr<Output = Self::Bytes>
        + BitXor<Output = Self::Bytes>;
    /// A choice among the positions of a vector.
    type Mask: Copy;
    /// The bytes of a vector, at least 16.
    const LEN: usize;
}

/// The kernels' steps on them, but for UTF-32's, which are in [`Wide`].
pub(crate) trait Simd: Wide {
    /// Are loads and stores of some bytes only as quick as others?
    const HAS_MASKS: bool;
    /// Is [`Self::load_short`] quicker than to look at the bytes in words?
    const HAS_SHORT_LOADS: bool;
    /// How many equal bits a unit has in [`Surrogates`].
    const UNIT_BITS: u32;
    /// Pairs of vectors of UTF-8 that are converted after a look at their kind: one or two.
    const UTF8_PAIRS: usize;
    /// So many times, after text that was not ASCII, nobody asks for ASCII.
    const UTF16_PATIENCE: u32;
    /// So many pairs of vectors of UTF-16 that need no three bytes for a unit are converted like those that do, where many
    /// before did.
    const UTF16_MEMORY: u32;
    /// So many vectors of UTF-16 are text for which modes are worth while.
    const UTF16_LONG: usize;

    /// Runs `work` in a function of its own, compiled for this instruction set: its constants get the registers to
    /// themselves. Called from code that is of this set already it may be inlined all the same; [`enter_apart`] is not.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    fn splat(self, byte: u8) -> Self::Bytes;

    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`.
    unsafe fn load(self, from: *const u8) -> Self::Bytes;

    /// The `len` bytes at `from`, at most [`Vectors::LEN`], and then zeros.
    ///
    /// # Safety
    ///
    /// `len` bytes can be read at `from`.
    unsafe fn load_short(self, from: *const u8, len: usize) -> Self::Bytes;

    /// The last `left` bytes of `len` ones at `from`, `left` at most [`Vectors::LEN`], and zeros.
    ///
    /// # Safety
    ///
    /// `len` bytes can be read at `from`; `left` is `len` at most.
    unsafe fn load_last(self, from: *const u8, len: usize, left: usize) -> Self::Bytes;

    /// What loading one, two and three bytes further back would find, if zeros stood there.
    fn after_zeros(self, v: Self::Bytes) -> [Self::Bytes; 3];

    /// What loading one byte further on would find, if a zero stood there.
    fn before_zero(self, v: Self::Bytes) -> Self::Bytes;

    /// Fetches so many lines of the cache, some way ahead of `to`, if that is worth while: stores that are not aligned wait for
    /// both lines that they touch.
    #[inline(always)]
    fn prefetch(self, _to: *mut u8, _lines: usize) {}

    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn store(self, to: *mut u8, v: Self::Bytes);

    /// Writes the first `len` bytes, at most [`Vectors::LEN`].
    ///
    /// # Safety
    ///
    /// `len` bytes can be written at `to`.
    unsafe fn store_short(self, to: *mut u8, v: Self::Bytes, len: usize);

    fn max(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Is one of the bytes not zero?
    fn any(self, v: Self::Bytes) -> bool;

    /// Is one of the bytes 80 or more?
    fn any_not_ascii(self, v: Self::Bytes) -> bool;

    /// Is one of the bytes F0 or more?
    fn any_starts_four(self, v: Self::Bytes) -> bool;

    /// A bit for each byte of `floor` or more, that of the first the lowest.
    fn bits_from(self, v: Self::Bytes, floor: u8) -> u64;

    /// A bit for each byte that continues a character, 80..BF.
    fn bits_continuing(self, v: Self::Bytes) -> u64;

    /// A bit for each byte that is C2 or C3.
    fn bits_first_of_latin1(self, v: Self::Bytes) -> u64;

    /// `current` with 40 more in bytes after C3. `back1` is the text shifted by one byte.
    fn latin1_of(self, current: Self::Bytes, back1: Self::Bytes) -> Self::Bytes;

    /// A bit for each byte of `current` that may be the second of a character whose first stands in `back1`.
    fn bits_second(self, current: Self::Bytes, back1: Self::Bytes) -> u64;

    // The steps of the kernels.

    /// Is one of the bytes of `errors` not zero, or does the end of `v` cut a character?
    fn any_or_cut(self, errors: Self::Bytes, v: Self::Bytes) -> bool;

    /// What of one vector the error test of the next one needs: see [`Self::utf8_errors`].
    fn utf8_carry(self, current: Self::Bytes, back1: Self::Bytes) -> Self::Bytes;

    /// Not zero where the text `current`, which stands also shifted by one byte, is ill-formed by what stands there and
    /// up to three bytes before. `carry` is [`Self::utf8_carry`] of the vector before this one and becomes this one's.
    ///
    /// # Safety
    ///
    /// `current` stands at `at`, and the three bytes before can be read too.
    unsafe fn utf8_errors_at(
        self,
        carry: &mut Self::Bytes,
        current: Self::Bytes,
        at: *const u8,
    ) -> Self::Bytes;

    /// Not zero where the text `current`, which stands also shifted by one, two and three bytes, is ill-formed by what
    /// stands there and before.
    fn utf8_errors(
        self,
        current: Self::Bytes,
        back1: Self::Bytes,
        back2: Self::Bytes,
        back3: Self::Bytes,
    ) -> Self::Bytes;

    /// [`Self::utf8_errors`] of text that has no byte of F0 or more, for [`Self::any_below_four`]: such bytes are errors
    /// where they are before another, that is all but the last one of the text.
    fn utf8_errors_below_four(
        self,
        current: Self::Bytes,
        back1: Self::Bytes,
        back2: Self::Bytes,
    ) -> Self::Bytes;

    /// Is there an error in what [`Self::utf8_errors_below_four`] found?
    #[inline(always)]
    fn any_below_four(self, errors: Self::Bytes) -> bool {
        self.any(errors)
    }

    /// The low bytes and the high bytes of the UTF-16 units that the characters ending at each position would have,
    /// and the positions where a unit is due: see [`crate::kernel::utf8_to_units`]. `next` is the text shifted the other
    /// way. Unless `FOUR`, no byte is F0 or more.
    fn utf16_planes<const FOUR: bool>(
        self,
        current: Self::Bytes,
        back1: Self::Bytes,
        back2: Self::Bytes,
        back3: Self::Bytes,
        next: Self::Bytes,
    ) -> (Self::Bytes, Self::Bytes, Self::Mask);

    /// Writes the vector of text at `from` with U+FFFD for its `errors`: the place behind what is written.
    ///
    /// # Safety
    ///
    /// Two vectors can be read at `from`. At `to`, three bytes for each of the vector's and a vector more can be written.
    unsafe fn put_repaired(self, to: *mut u8, from: *const u8, errors: Errors) -> *mut u8;

    /// Only the positions from `from` and before `to` of `mask`; both are at most [`Vectors::LEN`].
    fn between(self, mask: Self::Mask, from: usize, to: usize) -> Self::Mask;

    /// Writes the units whose bytes stand at the positions `mask` of `low` and `high`; how many they were.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] units can be written at `to`.
    unsafe fn put_units<const BIG: bool>(
        self,
        to: *mut u8,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: Self::Mask,
    ) -> usize;

    /// The same where no more than `room` units can be written, or `None` if they are more.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`.
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: Self::Mask,
    ) -> Option<usize>;

    /// Writes a unit for each of the bytes at `from`, which are ASCII or Latin-1.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, as many units written at `to`.
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// The same for the first `len` of these bytes, where `room` units can be written.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`, and are `len` at least.
    unsafe fn put_first_units<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        bytes: Self::Bytes,
        len: usize,
    );

    /// Writes the bytes of `v` whose bit is set in `kept`, the first's the lowest; how many.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes and 16 more can be written at `to`.
    unsafe fn put_bytes(self, to: *mut u8, v: Self::Bytes, kept: u64) -> usize;

    /// The same where no more than `room` bytes can be written, as many at least as are kept.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`, and no more bits of `kept` are set.
    unsafe fn put_bytes_within(self, to: *mut u8, room: usize, v: Self::Bytes, kept: u64);

    /// Writes bytes of Latin-1 in UTF-8; the number of bytes.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_latin1(self, to: *mut u8, v: Self::Bytes) -> usize;

    /// The same where no more than `room` bytes can be written, as many at least as those will be.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`, and the first `len` bytes of `v` need no more; the others are zero.
    unsafe fn put_latin1_within(self, to: *mut u8, room: usize, v: Self::Bytes, len: usize) -> usize;

    // UTF-16 as a source; vectors hold half as many units as bytes.

    /// Units in the machine's order, from such as stand in the text.
    fn native_units<const BIG: bool>(self, v: Self::Bytes) -> Self::Bytes;

    /// Has one of the units one of these bits?
    fn any_units(self, v: Self::Bytes, bits: u16) -> bool;

    /// What tells of a vector of units in the text's order, and of all before, whether there are surrogates. Of none before,
    /// and of zeros, that is zeros.
    fn gather_surrogates<const BIG: bool>(self, all: Self::Bytes, v: Self::Bytes) -> Self::Bytes;

    /// Were there?
    fn any_gathered(self, all: Self::Bytes) -> bool;

    /// Not zero where it was before, and where of units in the text's order and the ones after them, one is a high surrogate
    /// before something else or a low one after something else.
    fn gather_unpaired<const BIG: bool>(
        self,
        all: Self::Bytes,
        v: Self::Bytes,
        next: Self::Bytes,
    ) -> Self::Bytes;

    /// Is one of the units of so many vectors at `at` a surrogate?
    ///
    /// # Safety
    ///
    /// They can be read there.
    #[inline(always)]
    unsafe fn any_surrogates<const BIG: bool>(self, at: *const u8, vectors: usize) -> bool {
        let mut all = self.splat(0);
        for i in 0..vectors {
            // SAFETY: the caller promises these vectors.
            all = self.gather_surrogates::<BIG>(all, unsafe { self.load(at.add(i * Self::LEN)) });
        }
        self.any_gathered(all)
    }

    /// The greater of what came before and each 32-bit number, the surrogates greater than all others.
    fn max_scalar(self, most: Self::Bytes, numbers: Self::Bytes) -> Self::Bytes;

    /// Is what [`Self::max_scalar`] found at most U+10FFFF everywhere?
    fn is_scalar_max(self, most: Self::Bytes) -> bool;

    /// Is one of the units a surrogate?
    #[inline(always)]
    fn any_surrogate(self, units: Self::Bytes) -> bool {
        let Surrogates { high, low } = self.surrogates(units);
        high | low != 0
    }

    /// Which units are high surrogates, and which low ones.
    fn surrogates(self, units: Self::Bytes) -> Surrogates;

    /// The units of two vectors, in the text's order and below 100, as a byte each.
    fn narrow<const BIG: bool>(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Writes [`Self::narrow`] of them.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be written at `to`.
    #[inline(always)]
    unsafe fn put_narrow<const BIG: bool>(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) {
        // SAFETY: the caller promises the same.
        unsafe { self.store(to, self.narrow::<BIG>(a, b)) }
    }

    /// Writes the units of two vectors, all below 800, in UTF-8; the number of bytes.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_two(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// Writes the units of two vectors, no surrogates, in UTF-8; the number of bytes, and if a unit has three.
    ///
    /// # Safety
    ///
    /// Four times [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_three(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> (usize, bool);

    /// Writes any units in UTF-8, a surrogate as the two bytes that are its share; the number of bytes. `back1` has the
    /// units before each.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_any(self, to: *mut u8, units: Self::Bytes, back1: Self::Bytes) -> usize;

    /// The same for the units before `stop`, where no more than `room` bytes can be written, or `None` if they are more.
    /// The first `skip` units are not counted: their bytes stand before `to` already.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`; the bytes of `skip` units stand before it and can be written too.
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: Self::Bytes,
        back1: Self::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes the first `len` units, all below 800, in UTF-8, or does not if that is more than `room` bytes; how many.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`.
    unsafe fn put_two_short(self, to: *mut u8, room: usize, units: Self::Bytes, len: usize) -> Option<usize>;

    /// [`Self::put_two`] of the `chosen` units where no more than `room` bytes can be written, or `None` if they are more.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`; the bytes of units left out before stand before it and can be written too.
    unsafe fn put_two_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize>;

    /// The same for units that are no surrogates.
    ///
    /// # Safety
    ///
    /// That of [`Self::put_two_within`].
    unsafe fn put_three_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize>;
}

/// [`Simd::put_repaired`] by copying from error to error.
///
/// # Safety
///
/// That of [`Simd::put_repaired`].
#[inline(always)]
unsafe fn put_repaired_one_by_one<S: Simd>(
    simd: S,
    mut to: *mut u8,
    from: *const u8,
    errors: Errors,
) -> *mut u8 {
    // The bytes done with.
    let mut done = 0;
    let mut ends = errors.ends;
    // SAFETY: `done` is at most a vector's length, so that a vector can be read there. What is written before `to` is at
    // most three bytes for each of the `done` ones.
    unsafe {
        while ends != 0 {
            let end = ends.trailing_zeros() as usize;
            ends &= ends - 1;
            simd.store(to, simd.load(from.add(done)));
            // The maximal subpart may have begun before this vector.
            to = to.add((end + 1 - done).saturating_sub(errors.len(end)));
            to.cast::<[u8; 3]>().write(*b"\xEF\xBF\xBD");
            to = to.add(3);
            done = end + 1;
        }
        simd.store(to, simd.load(from.add(done)));
        to.add(S::LEN - done)
    }
}
