//! Memory between pages that must not be accessed.

use std::fmt::Debug;
use std::marker::PhantomData;

/// Where in its memory a source or a destination lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At the beginning: the bytes before it cannot be read or written.
    Start,
    /// At the end: the bytes after it cannot be read or written.
    End,
}

/// A buffer of units at either end of pages between two that must not be accessed.
pub struct GuardedBuffer<U> {
    pages: Pages,
    units: PhantomData<U>,
}

/// A code unit: an integer type, so that every pattern of bits is a value of it.
pub trait CodeUnit: Copy + Default + PartialEq + Debug + 'static {}
impl CodeUnit for u8 {}
impl CodeUnit for u16 {}
impl CodeUnit for u32 {}

/// The byte that fills a destination and the memory around it.
const CANARY: u8 = 0xA5;
/// The number of bytes beside a destination that are checked.
const CHECKED: usize = 256;

impl<U: CodeUnit> GuardedBuffer<U> {
    /// Returns a buffer for up to `units` units.
    pub fn new(units: usize) -> Self {
        GuardedBuffer {
            pages: Pages::new(units * size_of::<U>()),
            units: PhantomData,
        }
    }

    /// Copies `units` to `place`, and returns the copy.
    pub fn source(&mut self, units: &[U], place: Place) -> &[U] {
        let copy = self.units(units.len(), place);
        copy.copy_from_slice(units);
        copy
    }

    /// Returns a destination of `len` units. It and the memory around it are filled with one byte.
    pub fn destination(&mut self, len: usize, place: Place) -> &mut [U] {
        let size = len * size_of::<U>();
        self.around(size, place).fill(CANARY);
        self.bytes(size, place).fill(CANARY);
        self.units(len, place)
    }

    /// Returns the destination of `len` units as it is.
    pub fn existing(&mut self, len: usize, place: Place) -> &mut [U] {
        self.units(len, place)
    }

    /// Returns `true` if the memory around a destination of `len` units has not changed.
    pub fn is_clean_around(&mut self, len: usize, place: Place) -> bool {
        self.around(len * size_of::<U>(), place)
            .iter()
            .all(|&byte| byte == CANARY)
    }

    /// Returns the memory beside a destination of `size` bytes that is to be checked.
    fn around(&mut self, size: usize, place: Place) -> &mut [u8] {
        let bytes = self.pages.bytes();
        let free = bytes.len() - size;
        let checked = free.min(CHECKED);
        match place {
            Place::Start => &mut bytes[size..][..checked],
            Place::End => &mut bytes[free - checked..free],
        }
    }

    /// Returns `size` bytes at `place`.
    fn bytes(&mut self, size: usize, place: Place) -> &mut [u8] {
        let bytes = self.pages.bytes();
        let start = match place {
            Place::Start => 0,
            Place::End => bytes.len() - size,
        };
        &mut bytes[start..start + size]
    }

    /// Returns `len` units at `place`.
    fn units(&mut self, len: usize, place: Place) -> &mut [U] {
        let bytes = self.bytes(len * size_of::<U>(), place);
        assert!(bytes.as_ptr().cast::<U>().is_aligned());
        // SAFETY: `bytes` holds exactly `len` units and is borrowed as long as the result. The assertion above checks the
        // alignment. Every pattern of bits is a value of `U`, because `U` is a `CodeUnit`.
        unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), len) }
    }
}

#[cfg(unix)]
use guarded::Pages;
#[cfg(not(unix))]
use unguarded::Pages;

/// Pages between two that must not be accessed.
#[cfg(unix)]
mod guarded {
    use std::ptr::{self, NonNull};

    const PAGE: usize = 1 << 16; // The largest page size of the systems that tests run on.

    pub(super) struct Pages {
        /// The first accessible byte. The mapping has one more page before it, and one after the last.
        bytes: NonNull<u8>,
        len: usize,
    }

    impl Pages {
        pub(super) fn new(len: usize) -> Self {
            let len = len.next_multiple_of(PAGE);
            // SAFETY: this makes a new private mapping, which overlaps no other memory.
            let mapping = unsafe {
                libc::mmap(
                    ptr::null_mut(),
                    len + 2 * PAGE,
                    libc::PROT_NONE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                    -1,
                    0,
                )
            };
            assert!(
                mapping != libc::MAP_FAILED,
                "mmap: {}",
                std::io::Error::last_os_error()
            );
            // SAFETY: the mapping is longer than one page.
            let bytes = unsafe { mapping.byte_add(PAGE) };
            // SAFETY: these `len` bytes are inside the mapping, and no other code has a pointer to it.
            let result = unsafe { libc::mprotect(bytes, len, libc::PROT_READ | libc::PROT_WRITE) };
            assert!(result == 0, "mprotect: {}", std::io::Error::last_os_error());
            Pages {
                bytes: NonNull::new(bytes.cast()).expect("mmap succeeded"),
                len,
            }
        }

        pub(super) fn bytes(&mut self) -> &mut [u8] {
            // SAFETY: these `len` bytes are readable and writable, the system has initialised them to zero, and only `self`
            // gives access to them.
            unsafe { std::slice::from_raw_parts_mut(self.bytes.as_ptr(), self.len) }
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            // SAFETY: `new` made this mapping, and no borrow of it is left.
            unsafe { libc::munmap(self.bytes.as_ptr().byte_sub(PAGE).cast(), self.len + 2 * PAGE) };
        }
    }
}

/// Memory without guard pages, for systems without `mmap`: only writes close to a destination are detected.
#[cfg(not(unix))]
mod unguarded {
    pub(super) struct Pages(Vec<u64>);

    impl Pages {
        pub(super) fn new(len: usize) -> Self {
            Pages(vec![0; len.div_ceil(8) + 64])
        }

        pub(super) fn bytes(&mut self) -> &mut [u8] {
            // SAFETY: this is the memory of the vector, which is borrowed as long as the result. Any bytes are valid `u64`s.
            unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * 8) }
        }
    }
}
