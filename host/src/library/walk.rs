//! Reading every readable row of a table that may be damaged.
//!
//! A damaged page hides a run of neighbouring rows. Bisection of a failing range of numbers finds the rows around it.

use rusqlite::{Connection, ErrorCode, Row, params};

/// Most failed reads. A damaged page costs about two per row on it; a damaged root makes every read fail.
const FAILURES_MAX: u32 = 20_000;

/// The end of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WalkEnd {
    /// Reads that failed. With none, the walk has passed every row of the table.
    pub(super) failures: u32,
    /// Failed reads of a single number: rows that exist and cannot be read.
    pub(super) unreadable: u32,
    /// Rows without a usable number or value.
    pub(super) unusable: u32,
}

/// Passes every readable row to `take`, by number, until `take` fails.
///
/// `sql` has two parameters, the first and the last number; its first column is the number. A statement that cannot be
/// prepared counts as a failed read.
pub(super) fn walk<T, E>(
    from: &Connection,
    sql: &str,
    read: impl Fn(&Row) -> rusqlite::Result<T>,
    mut take: impl FnMut(i64, T) -> Result<(), E>,
) -> Result<WalkEnd, E> {
    let mut end = WalkEnd::default();
    let Ok(mut statement) = from.prepare(sql) else { return Ok(WalkEnd { failures: 1, ..end }) };
    let mut ranges = vec![(i64::MIN, i64::MAX)];
    while let Some((first, last)) = ranges.pop() {
        let mut next = Some(first);
        let failed = match statement.query(params![first, last]) {
            Err(error) => Some(error),
            Ok(mut rows) => loop {
                match rows.next() {
                    Ok(Some(row)) => {
                        let Ok(id) = row.get::<_, i64>(0) else {
                            end.unusable += 1;
                            continue;
                        };
                        match read(row) {
                            Ok(value) => take(id, value)?,
                            Err(_) => end.unusable += 1,
                        }
                        next = id.checked_add(1);
                    }
                    Ok(None) => break None,
                    Err(error) => break Some(error),
                }
            },
        };
        let Some(error) = failed else { continue };
        end.failures += 1;
        // The time is over, or there is no end of failures.
        if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) || end.failures > FAILURES_MAX {
            return Ok(end);
        }
        let Some(first) = next.filter(|&next| next <= last) else { continue };
        if first == last {
            end.unreadable += 1;
        } else {
            let middle = first.midpoint(last).min(last - 1);
            ranges.extend([(middle + 1, last), (first, middle)]);
        }
    }
    Ok(end)
}
