//! The end of the memory is one sentence, as a panic is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write as _};
use std::process;

/// A caller that asks for so many bytes at once, such as a transposition table, can do with less.
const LARGE: usize = 1 << 20;

/// Exit status of a program without memory, as for other invalid surroundings.
const STATUS: i32 = 2;

/// The allocator of the system. Where it refuses a small block, the program ends with one sentence instead of an abort.
/// The refusal of a large block goes to the caller.
pub struct EndingAllocator;

#[expect(unsafe_code, reason = "an allocator has no safe form")]
// SAFETY: every call goes to the allocator of the system unchanged, and its block comes back unchanged.
unsafe impl GlobalAlloc for EndingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this function, which is the same.
        granted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        granted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        granted(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Returns the block, unless a small one was refused.
fn granted(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() && size < LARGE {
        // The error output has no buffer, so this takes no memory.
        let _ = io::stderr().write_all(
            b"duiyi: there is no memory left; what was saved is on disk. Close other programs, and start again.\n",
        );
        process::exit(STATUS);
    }
    block
}
