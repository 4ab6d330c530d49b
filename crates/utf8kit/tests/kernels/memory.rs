//! Memory around which nothing may be touched.

use std::marker::PhantomData;

/// Where in its memory something lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At the very beginning: what comes before cannot be read or written.
    Start,
    /// At the very end: what comes after cannot be read or written.
    End,
}

/// Units that lie at either end of [`Pages`].
pub struct Guarded<U> {
    pages: Pages,
    units: PhantomData<U>,
}

/// A unit for which every pattern of bits is a value.
pub trait Plain: Copy + 'static {}
impl Plain for u8 {}
impl Plain for u16 {}
impl Plain for u32 {}

/// What fills a destination and the memory around it.
const CANARY: u8 = 0xA5;
/// How many bytes of it are looked at.
const WATCHED: usize = 256;

impl<U: Plain> Guarded<U> {
    pub fn new(units: usize) -> Self {
        Guarded {
            pages: Pages::new(units * size_of::<U>()),
            units: PhantomData,
        }
    }

    /// A copy of `units`.
    pub fn source(&mut self, units: &[U], place: Place) -> &[U] {
        let copy = self.units(units.len(), place);
        copy.copy_from_slice(units);
        copy
    }

    /// Room for `len` units, where what lies around is known, and nothing is left of what was written before.
    pub fn destination(&mut self, len: usize, place: Place) -> &mut [U] {
        let size = len * size_of::<U>();
        self.around(size, place).fill(CANARY);
        self.bytes(size, place).fill(CANARY);
        self.units(len, place)
    }

    /// The bytes beside room for `len` units that should be as they were.
    pub fn is_clean_around(&mut self, len: usize, place: Place) -> bool {
        self.around(len * size_of::<U>(), place)
            .iter()
            .all(|&byte| byte == CANARY)
    }

    fn around(&mut self, size: usize, place: Place) -> &mut [u8] {
        let bytes = self.pages.bytes();
        let free = bytes.len() - size;
        let watched = free.min(WATCHED);
        match place {
            Place::Start => &mut bytes[size..][..watched],
            Place::End => &mut bytes[free - watched..free],
        }
    }

    fn bytes(&mut self, size: usize, place: Place) -> &mut [u8] {
        let bytes = self.pages.bytes();
        let start = match place {
            Place::Start => 0,
            Place::End => bytes.len() - size,
        };
        &mut bytes[start..start + size]
    }

    fn units(&mut self, len: usize, place: Place) -> &mut [U] {
        let bytes = self.bytes(len * size_of::<U>(), place);
        assert!(bytes.as_ptr().cast::<U>().is_aligned());
        // SAFETY: the memory is that of `bytes`, borrowed for as long, and holds `len` units; it is aligned as the line
        // above says; every pattern of bits is a unit.
        unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), len) }
    }
}

#[cfg(unix)]
use guarded::Pages;
#[cfg(not(unix))]
use plain::Pages;

/// Whole pages between two that nobody may touch.
#[cfg(unix)]
mod guarded {
    use std::ptr::{self, NonNull};

    const PAGE: usize = 1 << 16; // The largest page of any system that tests run on.

    pub struct Pages {
        /// The first byte that may be touched; a page before it and a page after the last belong to the mapping.
        bytes: NonNull<u8>,
        len: usize,
    }

    impl Pages {
        pub fn new(len: usize) -> Self {
            let len = len.next_multiple_of(PAGE);
            // SAFETY: a new private mapping, at no particular address, of no file.
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
            // SAFETY: one page inside the mapping.
            let bytes = unsafe { mapping.byte_add(PAGE) };
            // SAFETY: `len` bytes from there are inside the mapping, which nobody else knows.
            let result = unsafe { libc::mprotect(bytes, len, libc::PROT_READ | libc::PROT_WRITE) };
            assert!(result == 0, "mprotect: {}", std::io::Error::last_os_error());
            Pages {
                bytes: NonNull::new(bytes.cast()).expect("mmap succeeded"),
                len,
            }
        }

        pub fn bytes(&mut self) -> &mut [u8] {
            // SAFETY: these `len` bytes are readable, writable and zeroed by the system, and belong to `self`.
            unsafe { std::slice::from_raw_parts_mut(self.bytes.as_ptr(), self.len) }
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            // SAFETY: the mapping that `new` made, and nothing borrows it any more.
            unsafe { libc::munmap(self.bytes.as_ptr().byte_sub(PAGE).cast(), self.len + 2 * PAGE) };
        }
    }
}

/// Where there is no `mmap`: memory without guards, so that only writes just beside a destination are noticed.
#[cfg(not(unix))]
mod plain {
    pub struct Pages(Vec<u64>);

    impl Pages {
        pub fn new(len: usize) -> Self {
            Pages(vec![0; len.div_ceil(8) + 64])
        }

        pub fn bytes(&mut self) -> &mut [u8] {
            // SAFETY: the memory of the vector, borrowed for as long; any bytes are valid `u64`s.
            unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * 8) }
        }
    }
}
