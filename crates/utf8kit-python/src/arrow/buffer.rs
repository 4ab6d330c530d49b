//! Memory that arrays share.

use crate::memory::{self, NoMemory};
use std::any::Any;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

/// What keeps memory alive.
pub(super) type Owner = Arc<dyn Any + Send + Sync>;

/// Part of some memory that its owner keeps alive. Nobody changes it.
#[derive(Clone)]
pub(super) struct Buffer<T> {
    pointer: NonNull<T>,
    len: usize,
    owner: Owner,
}

// SAFETY: a buffer is a shared slice of plain numbers, and its owner can be shared.
unsafe impl<T: Sync> Send for Buffer<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Buffer<T> {}

impl<T: Copy + Send + Sync + 'static> Buffer<T> {
    /// Returns the buffer of `len` elements at `pointer`.
    ///
    /// # Safety
    ///
    /// `owner` keeps the elements alive and unchanged. They are aligned, and as many bytes as an allocation can have.
    pub(super) unsafe fn new(pointer: NonNull<T>, len: usize, owner: Owner) -> Buffer<T> {
        debug_assert!(pointer.is_aligned());
        Buffer { pointer, len, owner }
    }

    /// Returns the elements from `from` on, without a copy.
    pub(super) fn slice(&self, from: usize, len: usize) -> Buffer<T> {
        let part = &self[from..from + len];
        Buffer {
            pointer: NonNull::from(part).cast(),
            len,
            owner: Arc::clone(&self.owner),
        }
    }

    /// Returns the address and the owner of the memory.
    pub(super) fn shared(&self) -> Shared {
        /// What empty buffers point to: consumers do not expect the address of an empty vector.
        #[repr(align(64))]
        struct Zeros([u8; 64]);
        static ZEROS: Zeros = Zeros([0; 64]);
        Shared {
            pointer: match self.len {
                0 => NonNull::from(&ZEROS.0).cast(),
                _ => self.pointer.cast(),
            },
            _owner: Arc::clone(&self.owner),
        }
    }
}

impl<T> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: `new` promises it, and a vector keeps it.
        unsafe { std::slice::from_raw_parts(self.pointer.as_ptr(), self.len) }
    }
}

impl<T: Copy + Send + Sync + 'static> From<Vec<T>> for Buffer<T> {
    fn from(elements: Vec<T>) -> Buffer<T> {
        let len = elements.len();
        let owner = Arc::new(elements);
        // Where the vector's elements are does not change when the vector moves.
        let pointer = NonNull::from(owner.as_slice()).cast();
        Buffer { pointer, len, owner }
    }
}

/// A buffer of any type of elements, to hand out.
pub(super) struct Shared {
    pub(super) pointer: NonNull<u8>,
    _owner: Owner,
}

// SAFETY: it is an address and an owner, which can be shared.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// A bit for each row, the lowest of a byte first.
#[derive(Clone)]
pub(super) struct Bitmap {
    /// Ends with the byte of the last row.
    bytes: Buffer<u8>,
    /// The number of bits before that of the first row.
    offset: usize,
    len: usize,
}

impl Bitmap {
    pub(super) fn new(bytes: Buffer<u8>, offset: usize, len: usize) -> Bitmap {
        assert!(bytes.len() >= (offset + len).div_ceil(8));
        Bitmap { bytes, offset, len }
    }

    /// Returns the bit of a row.
    #[inline]
    pub(super) fn get(&self, row: usize) -> bool {
        debug_assert!(row < self.len);
        let bit = self.offset + row;
        self.bytes[bit / 8] >> (bit % 8) & 1 == 1
    }

    /// Returns the number of rows from `from` up to `to` whose bit is set.
    pub(super) fn count(&self, from: usize, to: usize) -> usize {
        let (mut bit, end) = (self.offset + from, self.offset + to);
        let mut count = 0;
        while bit < end {
            if bit.is_multiple_of(8) && end - bit >= 64 {
                let word = self.bytes[bit / 8..]
                    .first_chunk()
                    .expect("the rows are in the bytes");
                count += u64::from_le_bytes(*word).count_ones() as usize;
                bit += 64;
                continue;
            }
            let many = (8 - bit % 8).min(end - bit);
            let byte = u32::from(self.bytes[bit / 8]) >> (bit % 8) & ((1 << many) - 1);
            count += byte.count_ones() as usize;
            bit += many;
        }
        count
    }

    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    pub(super) const fn bytes(&self) -> &Buffer<u8> {
        &self.bytes
    }

    /// Returns the bits again, from the lowest bit of a byte on.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, NoMemory> {
        let compact = self.compact();
        let (from, shift) = (compact.bytes(), compact.offset());
        let byte = |i: usize| {
            let next = from.get(i + 1).map_or(0, |&next| u16::from(next));
            ((u16::from(from[i]) | next << 8) >> shift) as u8
        };
        let mut bytes = memory::with_capacity(self.len.div_ceil(8))?;
        bytes.extend((0..self.len.div_ceil(8)).map(byte));
        Ok(bytes)
    }

    /// Returns the bytes of the bitmap, with an offset below 8.
    pub(super) fn compact(&self) -> Bitmap {
        let first = self.offset / 8;
        let offset = self.offset % 8;
        let bytes = self.bytes.slice(first, (offset + self.len).div_ceil(8));
        Bitmap {
            bytes,
            offset,
            len: self.len,
        }
    }
}

/// Returns an empty vector for `capacity` elements, in huge pages if the system has them.
///
/// Writing to new memory costs more than copying: a page fault for each 4 KiB. With huge pages a copy of 100 MB takes a third
/// of the time.
pub(super) fn vec_with_capacity<T>(capacity: usize) -> Result<Vec<T>, NoMemory> {
    let elements: Vec<T> = memory::with_capacity(capacity)?;
    #[cfg(target_os = "linux")]
    advise_huge_pages(elements.as_ptr().addr(), capacity * size_of::<T>());
    Ok(elements)
}

/// Asks the kernel for huge pages in these bytes, if they are many.
#[cfg(target_os = "linux")]
fn advise_huge_pages(start: usize, bytes: usize) {
    use std::ffi::{c_int, c_void};

    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const MADV_HUGEPAGE: c_int = 14;
    /// A common multiple of the sizes of pages.
    const PAGE: usize = 64 << 10;
    const ENOUGH: usize = 4 << 20;
    if bytes < ENOUGH {
        return;
    }
    let first = start.next_multiple_of(PAGE);
    let end = (start + bytes) / PAGE * PAGE;
    // SAFETY: the pages are inside an allocation, and the advice does not change what is in them. It may fail.
    unsafe {
        madvise(
            std::ptr::without_provenance_mut(first),
            end - first,
            MADV_HUGEPAGE,
        )
    };
}
