//! The plain search with pruning against the same without, on a game that is not solved to its end.

use duiyi_core::base::{Score, Side};
use duiyi_core::gomoku;
use duiyi_core::position::Position as _;
use duiyi_core::position::perft::perft;
use duiyi_core::position::solver::{Pruning, search};

/// Counts own neighbours of own stones: any function of the position will do.
fn crowding(position: &gomoku::Position) -> Score {
    let worth = |side| {
        let stones = |point: gomoku::Point| {
            let step = |n| gomoku::Point::checked(point.column() + n, point.row()).and_then(|p| position.stone_at(p));
            i32::from(step(0) == Some(side)) + i32::from(step(0) == Some(side) && step(1) == Some(side)) * 3
        };
        position.points().map(stones).sum::<i32>()
    };
    Score(worth(position.side_to_move()) - worth(position.side_to_move().opponent()))
}

#[test]
fn pruning_changes_nothing_but_the_count() {
    let setup = gomoku::Setup {
        black: ["b1", "c1", "d1", "b3"].map(|name| name.parse().expect("a point")).to_vec(),
        white: ["b2", "c2", "d2", "e3"].map(|name| name.parse().expect("a point")).to_vec(),
        side: Some(Side::First),
        ..gomoku::Setup::empty(5, gomoku::Rule::Renju)
    };
    let position = gomoku::Position::from_setup(setup).expect("nobody has five");
    for depth in 0..=4 {
        let plain = search(&position, depth, Pruning::Off, crowding);
        let pruned = search(&position, depth, Pruning::On, crowding);
        assert_eq!((plain.score, &plain.best), (pruned.score, &pruned.best), "depth {depth}");
        assert!(depth < 3 || pruned.nodes < plain.nodes, "depth {depth}");
        assert_eq!(plain.nodes, (0..=depth as u32).map(|d| perft(&position, d)).sum::<u64>(), "depth {depth}");
    }
}

#[test]
fn the_shortest_win_is_preferred() {
    let setup = gomoku::Setup {
        black: ["a1", "b1", "c1", "d1"].map(|name| name.parse().expect("a point")).to_vec(),
        white: ["a3", "b3", "c3", "d3"].map(|name| name.parse().expect("a point")).to_vec(),
        ..gomoku::Setup::empty(5, gomoku::Rule::Freestyle)
    };
    let position = gomoku::Position::from_setup(setup).expect("nobody has five");
    let solution = search(&position, 3, Pruning::On, |_| Score::DRAW);
    assert_eq!(solution.score, Score::mate_in(1));
    assert_eq!(solution.best, ["e1".parse().expect("a point")]);
}
