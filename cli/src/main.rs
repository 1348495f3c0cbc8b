//! The program `duiyi`, a wrapper around its library.

use std::process::ExitCode;

use duiyi_host::allocator::EndingAllocator;

#[global_allocator]
static ALLOCATOR: EndingAllocator = EndingAllocator;

fn main() -> ExitCode {
    duiyi_cli::program()
}
