//! Assertions at pointer steps, in debug builds.

/// A buffer that a kernel reads or writes. Release builds know nothing of it and assert nothing.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    #[cfg(debug_assertions)]
    start: usize,
    #[cfg(debug_assertions)]
    end: usize,
}

impl Bounds {
    #[inline(always)]
    pub(super) fn of<T>(_buffer: &[T]) -> Self {
        Bounds {
            #[cfg(debug_assertions)]
            start: _buffer.as_ptr().addr(),
            #[cfg(debug_assertions)]
            end: _buffer.as_ptr_range().end.addr(),
        }
    }

    /// Asserts that the `before` bytes before `at` and the `len` bytes from there on are in the buffer.
    #[inline(always)]
    #[track_caller]
    pub(super) fn debug_assert_within(self, _at: *const u8, _before: usize, _len: usize) {
        #[cfg(debug_assertions)]
        {
            let Bounds { start, end } = self;
            let at = _at.addr();
            assert!(
                (start..=end).contains(&at),
                "a pointer is outside of its buffer of {} bytes: at offset {}",
                end - start,
                at.wrapping_sub(start) as isize
            );
            assert!(
                _before <= at - start && _len <= end - at,
                "{_before} bytes before and {_len} bytes after offset {} are not in a buffer of {} bytes",
                at - start,
                end - start
            );
        }
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::Bounds;

    #[test]
    fn all_of_a_buffer_is_within_it() {
        let buffer = [0_u16; 4];
        let start = buffer.as_ptr().cast::<u8>();
        Bounds::of(&buffer).debug_assert_within(start, 0, 8);
        Bounds::of(&buffer).debug_assert_within(start.wrapping_add(8), 8, 0);
        Bounds::of(&buffer).debug_assert_within(start.wrapping_add(3), 3, 5);
    }

    #[test]
    #[should_panic(expected = "4 bytes before and 5 bytes after offset 3 are not in a buffer of 8 bytes")]
    fn a_byte_before_a_buffer_is_found() {
        let buffer = [0; 8];
        Bounds::of(&buffer).debug_assert_within(buffer.as_ptr().wrapping_add(3), 4, 5);
    }

    #[test]
    #[should_panic(expected = "0 bytes before and 6 bytes after offset 3 are not in a buffer of 8 bytes")]
    fn a_byte_after_a_buffer_is_found() {
        let buffer = [0; 8];
        Bounds::of(&buffer).debug_assert_within(buffer.as_ptr().wrapping_add(3), 0, 6);
    }

    #[test]
    #[should_panic(expected = "a pointer is outside of its buffer of 8 bytes: at offset -1")]
    fn a_pointer_outside_of_a_buffer_is_found() {
        let buffer = [0; 8];
        Bounds::of(&buffer).debug_assert_within(buffer.as_ptr().wrapping_sub(1), 0, 0);
    }
}
