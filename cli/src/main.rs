//! The program `duiyi`; everything it does is in its library.

use std::process::ExitCode;

fn main() -> ExitCode {
    duiyi_cli::program()
}
