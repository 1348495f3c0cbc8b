//! Xiangqi's rules against data that others have counted and written.

use std::thread;

use duiyi_core::position::perft::perft;
use duiyi_core::xiangqi::Position;

/// Every row to its full depth: 1.4 thousand million leaves.
#[test]
fn perft_counts_what_three_other_generators_count() {
    let rows: Vec<Vec<&str>> =
        include_str!("../data/xiangqi-perft.tsv").lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 725);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for worker in 0..workers {
            let rows = &rows;
            scope.spawn(move || {
                for row in rows.iter().skip(worker).step_by(workers) {
                    let position: Position = row[0].parse().expect(row[0]);
                    for (depth, leaves) in (1..).zip(&row[1..]).filter(|(_, leaves)| !leaves.is_empty()) {
                        assert_eq!(perft(&position, depth).to_string(), *leaves, "{} at depth {depth}", row[0]);
                    }
                }
            });
        }
    });
}
