//! Arguments checked against the machine's memory and processors.

use clap::builder::RangedI64ValueParser;

pub use duiyi_host::machine::{hash_mib_max, shortage, threads_max};

/// Parses a number of threads or parallel games.
pub fn threads() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=i64::try_from(threads_max()).unwrap_or(i64::MAX))
}
