//! Memory that is left when the system has none.
//!
//! A few functions, [`utf8kit_recognize`](crate::utf8kit_recognize) and
//! [`utf8kit_fix_double_encoding`](crate::utf8kit_fix_double_encoding), use code that cannot fail for lack of memory: the program
//! would end. How much that code takes does not depend on the length of the text, so this much is set aside. The system provides
//! it when it is touched for the first time, and most programs never do.

use linked_list_allocator::Heap;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most that was ever seen to be needed is a quarter of it.
const LEN: usize = 8 << 20;

#[repr(align(4096))]
struct Arena(UnsafeCell<[u8; LEN]>);

// SAFETY: only the heap in `RESERVE` uses the bytes.
unsafe impl Sync for Arena {}

static ARENA: Arena = Arena(UnsafeCell::new([0; LEN]));

struct Reserve {
    is_locked: AtomicBool,
    heap: UnsafeCell<Heap>,
}

// SAFETY: the heap is used by the thread that has the lock.
unsafe impl Sync for Reserve {}

static RESERVE: Reserve = Reserve {
    is_locked: AtomicBool::new(false),
    heap: UnsafeCell::new(Heap::empty()),
};

impl Reserve {
    /// Calls `work` with the heap. A lock of the standard library may take memory itself.
    fn with<R>(&self, work: impl FnOnce(&mut Heap) -> R) -> R {
        while self.is_locked.swap(true, Ordering::Acquire) {
            std::hint::spin_loop();
        }
        // SAFETY: this thread has the lock, and `work` does not come back here: the heap allocates nothing.
        let result = work(unsafe { &mut *self.heap.get() });
        self.is_locked.store(false, Ordering::Release);
        result
    }

    #[cold]
    fn take(&self, layout: Layout) -> *mut u8 {
        self.with(|heap| {
            if heap.size() == 0 {
                // SAFETY: the arena is as long as this, nothing else uses it, and it is there until the program ends.
                unsafe { heap.init(ARENA.0.get().cast(), LEN) };
            }
            heap.allocate_first_fit(layout)
                .map_or(ptr::null_mut(), |block| block.as_ptr())
        })
    }

    /// Takes a block back.
    ///
    /// # Safety
    ///
    /// The block is from [`Reserve::take`] with this layout, and is not used again.
    #[cold]
    unsafe fn give_back(&self, block: *mut u8, layout: Layout) {
        if let Some(block) = ptr::NonNull::new(block) {
            // SAFETY: as the caller promises.
            self.with(|heap| unsafe { heap.deallocate(block, layout) });
        }
    }
}

fn is_reserved(block: *mut u8) -> bool {
    block.addr().wrapping_sub(ARENA.0.get().addr()) < LEN
}

/// The memory of the system, and the reserve if it has none.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

// SAFETY: each block is from one of two allocators, which keep to the contract, and goes back to that.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc(layout) };
        match block.is_null() && layout.size() < LEN {
            true => RESERVE.take(layout),
            false => block,
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() || layout.size() >= LEN {
            return block;
        }
        let block = RESERVE.take(layout);
        if !block.is_null() {
            // SAFETY: the block has this size.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises; the block goes back to where it is from.
        unsafe {
            match is_reserved(block) {
                true => RESERVE.give_back(block, layout),
                false => System.dealloc(block, layout),
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises. The new layout has the alignment of the old one, and the size is not zero and does not
        // overflow with it. Both blocks have the bytes that are copied.
        unsafe {
            if !is_reserved(block) {
                let moved = System.realloc(block, layout, size);
                if !moved.is_null() {
                    return moved;
                }
            }
            let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}
