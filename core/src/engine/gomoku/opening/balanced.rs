//! Stones that leave the board even, for a player who offers the colours: three for *swap*, two more for *swap2*.

use std::collections::BTreeSet;

use super::{Opener, proposals};
use crate::base::Side;
use crate::engine::gomoku::{GomokuEngine, keeps};
use crate::game::Game;
use crate::gomoku::protocol::OpeningProtocol;
use crate::gomoku::{Point, Position, Symmetry, opening};
use crate::position::Position as _;
use crate::search::{Clock, Level, Limits, Stop};

/// Node limit of the search of one candidate.
const NODES: u64 = 10_000;
/// Node limit of a search that compares points.
const NODES_TO_COMPARE: u64 = 40_000;
/// Most candidates that are searched.
const CANDIDATES_MAX: usize = 80;
/// Fourth stones behind each of which fifths are compared.
const FOURTHS: usize = 10;
/// Points that a search compares.
const COMPARED: usize = 16;
/// Fifths that are kept of each fourth.
const FIFTHS: usize = 2;
/// Greatest distance of a new stone from the others, in lines.
const NEAR: u8 = 2;
/// Most results.
const RESULTS_MAX: usize = 12;
/// Transposition table of the search, in MiB.
const HASH_MIB: usize = 16;

wire! {
    /// Stones that may follow those on the board.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BalancedStones {
        /// The new stones, in their order.
        pub stones: Vec<String>,
        /// The value of the board after them for Black, in centipawns.
        pub score: i32,
    }
}

wire! {
    /// The ways to an even board in a swap opening, those closest to even first.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BalancedOpenings {
        /// The number of stones on the board after them: 3 for *swap*, 5 for *swap2*.
        pub stones_after: u8,
        pub list: Vec<BalancedStones>,
        /// Whether every candidate was searched.
        pub whole: bool,
    }
}

/// Finds stones that leave an even board of three stones, or of five if three or four are there. `None` with more stones, in
/// another game, or if Black did not begin. It takes some seconds; once `stop` is asked, it returns what it has.
#[must_use]
pub fn balanced(game: &Game, clock: &dyn Clock, stop: &Stop) -> Option<BalancedOpenings> {
    let Game::Gomoku(played) = game else { return None };
    let position = played.position();
    let count = position.stone_count();
    let is_regular = (count % 2 == 0) == (position.side_to_move() == Side::First);
    if count > 4 || !is_regular {
        return None;
    }
    let limits = Limits { depth: None, nodes: Some(NODES), time: None };
    let opener = Opener::new(position.rule(), Level::MAX, 1, &limits, clock, stop);
    let mut search = Search { opener, engine: GomokuEngine::new(HASH_MIB), found: Vec::new() };
    let stones_after = if count < 3 { 3 } else { 5 };
    if count < 3 {
        search.threes(position);
    } else {
        search.fives(position);
    }
    let Search { mut found, .. } = search;
    found.sort_by_key(|(stones, score)| (score.abs(), stones.clone()));
    found.truncate(RESULTS_MAX);
    let named = |(stones, score): (Vec<Point>, i32)| BalancedStones {
        stones: stones.iter().map(ToString::to_string).collect(),
        score,
    };
    Some(BalancedOpenings { stones_after, list: found.into_iter().map(named).collect(), whole: !stop.is_asked() })
}

struct Search<'a> {
    opener: Opener<'a>,
    engine: GomokuEngine,
    /// New stones with the value after them.
    found: Vec<(Vec<Point>, i32)>,
}

impl Search<'_> {
    /// Weighs boards of three stones: the proposals, the named openings, and third stones near the others.
    fn threes(&mut self, position: &Position) {
        let played: Vec<Point> = stones_of(position);
        let size = position.size();
        let proposed = proposals::all(position.rule(), OpeningProtocol::Swap2).filter(|_| size == proposals::SIZE);
        let named = opening::openings(size).map(|(_, stones)| stones).filter(|stones| stones.len() == 3);
        let images = proposed.chain(named).flat_map(|stones| {
            Symmetry::ALL.map(|symmetry| stones.iter().map(|&at| symmetry.apply(at, size)).collect::<Vec<_>>())
        });
        let mut rests: Vec<Vec<Point>> = images
            .filter(|stones| stones.starts_with(&played))
            .map(|stones| stones[played.len()..].to_vec())
            .filter(|rest| play(position, rest).is_some())
            .collect();
        if played.len() == 2 {
            rests.extend(near(position).into_iter().map(|point| vec![point]));
        }
        let rests = unlike(position, rests);
        for rest in rests.into_iter().take(CANDIDATES_MAX) {
            let Some(after) = play(position, &rest) else { continue };
            self.weigh(after, rest);
        }
    }

    /// Weighs boards of five stones: for each good fourth, the fifths closest to even.
    fn fives(&mut self, position: &Position) {
        if position.stone_count() == 4 {
            self.fifths(position, &[], CANDIDATES_MAX);
            return;
        }
        for (fourth, _) in self.compared(position, FOURTHS) {
            let Some(after) = play(position, &[fourth]) else { continue };
            self.fifths(&after, &[fourth], FIFTHS);
        }
    }

    /// Weighs the fifth stones that a search finds closest to even.
    fn fifths(&mut self, position: &Position, before: &[Point], count: usize) {
        let mut fifths = self.compared(position, COMPARED);
        fifths.sort_by_key(|&(_, score)| score.abs());
        for (fifth, _) in fifths.into_iter().take(count) {
            let Some(after) = play(position, &[fifth]) else { continue };
            self.weigh(after, before.iter().copied().chain([fifth]).collect());
        }
    }

    fn weigh(&mut self, after: Position, stones: Vec<Point>) {
        if self.opener.stop.is_asked() {
            return;
        }
        let best = self.opener.scored(&mut self.engine, after, &[], 1).first().copied();
        // A search that was stopped knows little of its board.
        if let Some((_, score)) = best.filter(|_| !self.opener.stop.is_asked()) {
            self.found.push((stones, score));
        }
    }

    /// Returns the best points near the stones for the side to move.
    fn compared(&mut self, position: &Position, count: usize) -> Vec<(Point, i32)> {
        let fresh = unlike(position, near(position).into_iter().map(|point| vec![point]).collect());
        let points: Vec<Point> = fresh.into_iter().flatten().collect();
        let opener = Opener { nodes: NODES_TO_COMPARE, ..self.opener };
        opener.scored(&mut self.engine, position.clone(), &points, count.min(points.len()))
    }
}

/// Lists the stones in an order in which they may have been played.
fn stones_of(position: &Position) -> Vec<Point> {
    let of = |side| position.points().filter(move |&at| position.stone_at(at) == Some(side));
    let mut white = of(Side::Second);
    let mut stones = Vec::new();
    for stone in of(Side::First) {
        stones.push(stone);
        stones.extend(white.next());
    }
    stones
}

fn play(position: &Position, stones: &[Point]) -> Option<Position> {
    let mut after = position.clone();
    for &stone in stones {
        if !after.is_legal(stone) {
            return None;
        }
        after.play_unchecked(stone);
    }
    Some(after)
}

/// Lists the legal points near the stones; of an empty board the centre.
fn near(position: &Position) -> Vec<Point> {
    let stones = stones_of(position);
    let distance =
        |one: &Point, other: Point| one.column().abs_diff(other.column()).max(one.row().abs_diff(other.row()));
    let points = position.legal_moves().into_iter();
    points.filter(|&point| stones.iter().any(|stone| distance(stone, point) <= NEAR)).collect()
}

/// Keeps one of the lines that are images of each other on this board. The order of the stones of one side does not matter.
fn unlike(position: &Position, lines: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let size = position.size();
    let symmetries: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(|&symmetry| keeps(position, symmetry)).collect();
    let class = |line: &Vec<Point>| {
        symmetries
            .iter()
            .map(|symmetry| {
                let image = line.iter().map(|&at| symmetry.apply(at, size));
                let mut image: Vec<(usize, Point)> = image.enumerate().map(|(ply, at)| (ply % 2, at)).collect();
                image.sort_unstable();
                image
            })
            .min()
    };
    let mut seen = BTreeSet::new();
    lines.into_iter().filter(|line| seen.insert(class(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameKind, Setup};
    use crate::search::clock::StoppedClock;

    fn found(moves: &str) -> Option<BalancedOpenings> {
        let mut game = Game::new(&Setup::usual(GameKind::Gomoku));
        moves.split_whitespace().for_each(|mv| drop(game.advance(mv).expect(mv)));
        balanced(&game, &StoppedClock, &Stop::new())
    }

    #[test]
    fn three_stones_follow_an_empty_board_and_those_that_are_there() {
        for (moves, new) in [("", 3), ("h8", 2), ("h8 i9", 1)] {
            let found = found(moves).expect("a swap opening");
            assert_eq!((found.stones_after, found.whole), (3, true));
            assert!(found.list.len() > 3 && found.list.iter().all(|stones| stones.stones.len() == new), "{moves}");
            assert!(found.list.is_sorted_by_key(|stones| stones.score.abs()));
            assert!(found.list[0].score.abs() < 150, "{moves}: {found:?}");
        }
    }

    #[test]
    fn a_fourth_and_a_fifth_follow_three_stones() {
        let pairs = found("h8 i9 j10").expect("a swap opening");
        assert_eq!((pairs.stones_after, pairs.whole), (5, true));
        assert!(pairs.list.len() > 3 && pairs.list.iter().all(|stones| stones.stones.len() == 2));
        let fifths = found("h8 i9 j10 j9").expect("a swap opening");
        assert!(fifths.list.len() > 3 && fifths.list.iter().all(|stones| stones.stones.len() == 1));
        assert_eq!(found("h8 i9 j10 j9 g7"), None, "the opening is over");
    }

    #[test]
    fn a_search_that_is_stopped_is_not_whole() {
        let stop = Stop::new();
        stop.ask();
        let game = Game::new(&Setup::usual(GameKind::Gomoku));
        let found = balanced(&game, &StoppedClock, &stop).expect("a swap opening");
        assert_eq!((found.list.len(), found.whole), (0, false));
        assert_eq!(balanced(&Game::new(&Setup::usual(GameKind::Xiangqi)), &StoppedClock, &stop), None);
    }
}
