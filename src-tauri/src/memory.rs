//! What the window does with memory that it no longer needs.

/// Has large blocks go back to the system as soon as they are free.
///
/// Left alone, the C library takes the first large block that is freed as a sign that more will come, and keeps as much
/// from then on: after a record of two mebibytes was read, twenty that nobody used.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's allocator has no other handle")]
pub fn return_large_blocks() {
    /// Where a block of memory begins to be large, in bytes: the C library's own first bound.
    const LARGE: libc::c_int = 128 << 10;
    // SAFETY: `mallopt` may be called at any time; it sets two bounds of the allocator, under the allocator's own lock. What
    // it refuses stays as it was.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
    }
}

/// Other systems' allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}

/// Gives the system the free pages between what is in use, once the answer under way has left: a record that was read
/// leaves many small ones behind.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's allocator has no other handle")]
pub fn return_free_pages() {
    /// How long the longest answer is on its way to the page.
    const ANSWERED: std::time::Duration = std::time::Duration::from_secs(1);
    tauri::async_runtime::spawn_blocking(|| {
        std::thread::sleep(ANSWERED);
        // SAFETY: `malloc_trim` may be called at any time; it works under the allocator's own locks, and touches free
        // pages only.
        unsafe { libc::malloc_trim(0) }
    });
}

/// Other systems' allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_free_pages() {}
