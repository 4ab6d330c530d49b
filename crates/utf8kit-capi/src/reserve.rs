//! Memory that is left when the system has none.
//!
//! A few functions, [`utf8kit_detect`](crate::utf8kit_detect) and
//! [`utf8kit_fix_double_encoding`](crate::utf8kit_fix_double_encoding), use code that cannot fail for lack of memory: the program
//! would end. How much that code takes does not depend on the length of the text, so this much is set aside for it, and for no other
//! code ([`with`]). The system provides it when it is touched for the first time, and most programs never do.

use linked_list_allocator::Heap;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const LEN: usize = 16 << 20;

/// The most that a call was ever seen to take, with what is made once.
const OF_A_CALL: usize = 4 << 20;

/// Calls that may use the reserve at the same time. The rest is for the gaps between their blocks, and for what is kept.
const CALLS: usize = LEN / OF_A_CALL - 1;

thread_local! {
    /// Whether this thread runs code that cannot fail for lack of memory.
    static CANNOT_FAIL: Cell<bool> = const { Cell::new(false) };
}

/// The calls that run and found no memory when they began.
static WITHOUT_MEMORY: AtomicUsize = AtomicUsize::new(0);

/// Calls `work`, which takes the reserve if the system has no memory. If so many other calls do that it may not suffice, it waits
/// for one of them.
pub(crate) fn with<R>(work: impl FnOnce() -> R) -> R {
    let probe = Layout::new::<[u8; OF_A_CALL]>();
    // SAFETY: the layout is not of size zero, and the block is from this allocator.
    let has_memory = unsafe {
        // Or the compiler leaves out a block that nothing uses.
        let block = std::hint::black_box(System.alloc(probe));
        if !block.is_null() {
            System.dealloc(block, probe);
        }
        !block.is_null()
    };
    if !has_memory {
        let may_begin = |calls| (calls < CALLS).then_some(calls + 1);
        while WITHOUT_MEMORY
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, may_begin)
            .is_err()
        {
            std::thread::yield_now();
        }
    }
    CANNOT_FAIL.set(true);
    let result = work();
    CANNOT_FAIL.set(false);
    if !has_memory {
        WITHOUT_MEMORY.fetch_sub(1, Ordering::Release);
    }
    result
}

/// Returns `true` if a block of this size is taken from the reserve when the system has none.
fn may_take(size: usize) -> bool {
    CANNOT_FAIL.get() && size < LEN
}

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
        match block.is_null() && may_take(layout.size()) {
            true => RESERVE.take(layout),
            false => block,
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() || !may_take(layout.size()) {
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
