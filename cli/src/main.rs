//! The program `duiyi`, a wrapper around its library.

use std::process::ExitCode;

fn main() -> ExitCode {
    duiyi_cli::program()
}
