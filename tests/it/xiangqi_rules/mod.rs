//! Xiangqi's rules against data from other programs.

pub mod plain;

use std::thread;

use duiyi_core::position::Position as _;
use duiyi_core::position::perft::perft;
use duiyi_core::xiangqi::notation::{self, NotationStyle};
use duiyi_core::xiangqi::{Move, Position};

/// Every row to its full depth: 1.4 thousand million leaves.
#[test]
fn perft_agrees_with_three_other_generators() {
    let rows: Vec<Vec<&str>> =
        include_str!("../../data/xiangqi-perft.tsv").lines().map(|line| line.split('\t').collect()).collect();
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

/// Every row written and parsed; in contested rows only the Chinese column is right.
#[test]
fn notation_agrees_with_two_other_tools() {
    let mut rows = 0;
    for row in rows_of(include_str!("../../data/xiangqi-notation.tsv")) {
        let [fen, uci, iccs, chinese, wxf] = row[..] else { panic!("{row:?}") };
        for (style, text) in [
            (NotationStyle::Uci, uci),
            (NotationStyle::Iccs, iccs),
            (NotationStyle::Chinese, chinese),
            (NotationStyle::Wxf, wxf),
        ] {
            check_notation(fen, uci, style, text);
        }
        rows += 1;
    }
    for row in rows_of(include_str!("../../data/xiangqi-notation-contested.tsv")) {
        check_notation(row[0], row[1], NotationStyle::Chinese, row[2]);
        rows += 1;
    }
    assert_eq!(rows, 334 + 10);
}

#[track_caller]
fn check_notation(fen: &str, uci: &str, style: NotationStyle, text: &str) {
    let position: Position = fen.parse().expect(fen);
    let mv: Move = uci.parse().expect(uci);
    assert_eq!(notation::write(&position, mv, style), text, "{fen} {uci}");
    assert_eq!(notation::read(&position, text), Ok(mv), "{fen} {text}");
    let traditional = notation::write(&position, mv, NotationStyle::Traditional);
    assert_eq!(notation::read(&position, &traditional), Ok(mv), "{fen} {traditional}");
}

#[test]
fn openings_play_to_their_last_position_in_three_notations() {
    let mut rows = 0;
    for row in rows_of(include_str!("../../data/xiangqi-openings.tsv")) {
        let [ecco, _, _, chinese, uci, wxf, end] = row[..] else { panic!("{row:?}") };
        for moves in [chinese, uci, wxf] {
            let mut position = Position::start();
            for text in moves.split_whitespace() {
                let mv = notation::read(&position, text).unwrap_or_else(|error| panic!("{ecco} {text}: {error}"));
                position.play(mv).expect("a move that was read is legal");
            }
            assert!(position.to_fen().starts_with(&format!("{end} - - ")), "{ecco} {moves}: {position:?}");
        }
        rows += 1;
    }
    assert_eq!(rows, 74);
}

/// Splits the rows after the heading at tabs.
fn rows_of(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}
