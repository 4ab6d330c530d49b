//! Sets what glibc's allocator does with large blocks of memory. Other systems have nothing to set.

/// Has each large block mapped anew. For each member of an archive, the decoder of bzip2 takes 4 MB that are zero, of which a small
/// member uses a part. glibc would give it memory that was used before, and fill it: for small members, that took nine tenths of
/// the time.
pub(crate) fn map_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // To set it for each member would take time, too.
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| set(libc::M_MMAP_THRESHOLD, 1 << 20));
    }
}

/// Has what is freed kept for what comes next. The repairs of a block take up to 40 times as much memory as the block. glibc would
/// return that after each, and the system fill it with zeros again: a sixth of the time, where each accent of French is double-encoded.
pub(crate) fn keep_freed_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        set(libc::M_MMAP_THRESHOLD, 32 << 20); // the most that glibc takes
        set(libc::M_TRIM_THRESHOLD, 256 << 20);
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn set(parameter: libc::c_int, value: libc::c_int) {
    // SAFETY: the call sets a size from which on blocks are mapped or returned. What other threads do at the same time is right with
    // any size. It returns 0 if it fails, and then nothing is lost but time.
    unsafe { libc::mallopt(parameter, value) };
}
