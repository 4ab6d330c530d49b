//! The registers of an instruction set: what all topics share.

use super::copy::copy_short;
use super::enter::Kernel;
use core::ops::{BitAnd, BitOr, BitXor};

/// An instruction set that the processor has.
///
/// Vectors hold bytes; their positions count upwards in memory. An operation works on each byte independently unless its
/// name or its comment says otherwise.
pub(crate) trait Vectors: Copy {
    /// A vector register.
    type Bytes: Copy
        + BitAnd<Output = Self::Bytes>
        + BitOr<Output = Self::Bytes>
        + BitXor<Output = Self::Bytes>;
    /// The number of bytes in a vector: 16, 32 or 64.
    const LEN: usize;
    /// Whether loads and stores of the first bytes only are as fast as whole ones.
    const HAS_MASKS: bool = false;
    /// Whether [`Self::load_short`] is faster than reading the bytes in words.
    const HAS_SHORT_LOADS: bool = false;

    /// Runs `kernel` in a function of its own that is compiled for this instruction set, so that the kernel's constants
    /// have all registers. The compiler may still inline it into code of the same set;
    /// [`enter_outlined`] prevents that.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    /// Returns `unit` in each 32-bit lane.
    fn splat_u32(self, unit: u32) -> Self::Bytes;

    /// Returns `unit` in each 16-bit lane.
    #[inline(always)]
    fn splat_u16(self, unit: u16) -> Self::Bytes {
        self.splat_u32(0x1_0001 * u32::from(unit))
    }

    /// Returns `byte` in each position.
    #[inline(always)]
    fn splat(self, byte: u8) -> Self::Bytes {
        self.splat_u32(0x0101_0101 * u32::from(byte))
    }

    /// Returns the [`Self::LEN`] bytes at `from`.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] bytes can be read at `from`.
    unsafe fn load(self, from: *const u8) -> Self::Bytes;

    /// Writes the [`Self::LEN`] bytes of `v` to `to`.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] bytes can be written at `to`.
    unsafe fn store(self, to: *mut u8, v: Self::Bytes);

    /// Returns the `len` bytes at `from`, at most [`Self::LEN`], followed by zeros.
    ///
    /// # Safety
    ///
    /// `len` is at most [`Self::LEN`]. `len` bytes can be read at `from`; no others are read.
    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> Self::Bytes {
        const { assert!(Self::LEN <= 32, "the buffer holds a vector") };
        debug_assert!(len <= Self::LEN);
        let mut bytes = [0; 32];
        // SAFETY: the caller promises `len` bytes, and the buffer holds a whole vector.
        unsafe {
            copy_short(from, bytes.as_mut_ptr(), len);
            self.load(bytes.as_ptr())
        }
    }

    /// Returns the last `left` of the `len` bytes at `from`. Zeros fill the rest of the vector, before or after these bytes.
    ///
    /// # Safety
    ///
    /// `len` bytes can be read at `from`, and `left` is at most `len` and at most [`Self::LEN`].
    #[inline(always)]
    unsafe fn load_last(self, from: *const u8, len: usize, left: usize) -> Self::Bytes {
        /// A vector of zeros and a vector of ones.
        static KEPT: [u8; 64] = {
            let mut kept = [0; 64];
            let mut i = 32;
            while i < kept.len() {
                kept[i] = 0xFF;
                i += 1;
            }
            kept
        };
        debug_assert!(left <= len && left <= Self::LEN);
        debug_assert!(Self::HAS_MASKS || Self::LEN <= 32);
        // SAFETY: the last `left` bytes are some of the `len` ones. If these are a vector or more, a vector ends with them,
        // and a vector is at the place in `KEPT`, `LEN - left` bytes before the ones.
        unsafe {
            if Self::HAS_MASKS || len < Self::LEN {
                return self.load_short(from.add(len - left), left);
            }
            let kept = self.load(KEPT.as_ptr().add(32 - (Self::LEN - left)));
            self.load(from.add(len - Self::LEN)) & kept
        }
    }

    /// Writes the first `len` bytes of `v`, at most [`Self::LEN`].
    ///
    /// # Safety
    ///
    /// `len` is at most [`Self::LEN`]. `len` bytes can be written at `to`; no others are written.
    #[inline(always)]
    unsafe fn store_short(self, to: *mut u8, v: Self::Bytes, len: usize) {
        const { assert!(Self::LEN <= 32, "the buffer holds a vector") };
        debug_assert!(len <= Self::LEN);
        let mut bytes = [0; 32];
        // SAFETY: the buffer holds a whole vector, and the caller promises `len` bytes at `to`.
        unsafe {
            self.store(bytes.as_mut_ptr(), v);
            copy_short(bytes.as_ptr(), to, len);
        }
    }

    /// Returns the greater byte at each position, unsigned.
    fn max(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Returns `true` if any byte is not zero.
    fn any(self, v: Self::Bytes) -> bool;
}

/// Calls [`Vectors::enter`] out of line.
///
/// Code of the same instruction set could inline `enter` itself. Outlined, the kernel does not take registers from its
/// caller.
#[inline(never)]
pub(crate) fn enter_outlined<S: Vectors, K: Kernel<S>>(simd: S, kernel: K) -> K::Output {
    simd.enter(kernel)
}
