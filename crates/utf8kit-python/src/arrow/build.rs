//! New columns.

use super::export::{Buffer, Chunk};
use std::sync::Arc;

/// Returns a vector for this many values, which are to be written.
///
/// The first write to a page of new memory takes longer than what is written there. So large vectors have large pages.
pub(super) fn with_capacity<T>(len: usize) -> Vec<T> {
    let vec = Vec::with_capacity(len);
    #[cfg(target_os = "linux")]
    {
        const LARGE: usize = 4 << 20;
        const PAGE: usize = 4096;
        let (start, bytes) = (vec.as_ptr() as usize, vec.capacity() * size_of::<T>());
        if bytes >= LARGE {
            let first = start.next_multiple_of(PAGE);
            // SAFETY: the pages are inside the memory of the vector. The advice changes nothing but the size of pages.
            unsafe {
                libc::madvise(
                    first as *mut libc::c_void,
                    start + bytes - first,
                    libc::MADV_HUGEPAGE,
                );
            }
        }
    }
    vec
}

/// A bit for each row.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    len: usize,
    /// The number of bits that are zero.
    pub(super) zeros: usize,
}

impl Bits {
    /// Returns this number of ones.
    pub(super) fn ones(len: usize) -> Bits {
        Bits {
            bytes: vec![0xFF; len.div_ceil(8)],
            len,
            zeros: 0,
        }
    }

    pub(super) fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(8) {
            self.bytes.push(0);
        }
        self.bytes[self.len / 8] |= u8::from(bit) << (self.len % 8);
        self.zeros += usize::from(!bit);
        self.len += 1;
    }

    /// Makes a bit zero, which is one.
    pub(super) fn clear(&mut self, index: usize) {
        debug_assert!(index < self.len && self.bytes[index / 8] >> (index % 8) & 1 == 1);
        self.bytes[index / 8] &= !(1 << (index % 8));
        self.zeros += 1;
    }

    pub(super) fn into_buffer(self) -> Buffer {
        Buffer::Bytes(Arc::new(self.bytes))
    }
}

/// Makes a column of values that come one after the other.
pub(super) struct Builder {
    present: Bits,
    offsets: Vec<i64>,
    data: Vec<u8>,
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder {
            present: Bits::default(),
            offsets: vec![0],
            data: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, value: Option<&[u8]>) {
        self.present.push(value.is_some());
        self.data.extend_from_slice(value.unwrap_or_default());
        self.offsets.push(self.data.len() as i64);
    }

    /// Returns the rows, with 64-bit offsets.
    pub(super) fn into_chunk(self) -> Chunk {
        let len = self.offsets.len() - 1;
        let null_count = self.present.zeros;
        let validity = if null_count == 0 {
            Buffer::None
        } else {
            self.present.into_buffer()
        };
        let buffers = vec![
            validity,
            Buffer::Offsets64(Arc::new(self.offsets)),
            Buffer::Bytes(Arc::new(self.data)),
        ];
        Chunk {
            null_count: null_count as i64,
            ..Chunk::new(len, buffers)
        }
    }

    /// The number of bytes of all values.
    pub(super) fn bytes(&self) -> usize {
        self.data.len()
    }

    /// Returns the rows, with 32-bit offsets. There are less than 2 GiB of bytes.
    pub(super) fn into_small_chunk(self) -> Chunk {
        let small = self
            .offsets
            .iter()
            .map(|&offset| i32::try_from(offset).expect("there are less than 2 GiB"));
        let small = Buffer::Offsets32(Arc::new(small.collect()));
        let mut chunk = self.into_chunk();
        chunk.buffers[1] = small;
        chunk
    }
}
