//! Puzzles from the mistakes of a person's own game: a multi-PV search finds every move as good as the best one.

use duiyi_core::base::Side;
use duiyi_core::engine::SearchRequest;
use duiyi_core::puzzle::{Puzzle, PuzzleStart};
use duiyi_core::review::{Judged, Review, ReviewLabel};
use duiyi_core::search::{Level, Stop};

use super::{ReviewEffort, open_mind};
use crate::clock::MonotonicClock;
use crate::thinking::{Mind, SearchQuestion};

/// The limit of puzzles from one game, the worst mistakes first.
const PUZZLES_MAX: usize = 8;
/// The number of lines (multi-PV) at each mistake.
const LINES: usize = 6;
/// A position with more good moves makes no puzzle.
const RIGHT_MAX: usize = 3;

/// Finds the mistakes of `side` that make puzzles: a new search finds a few good moves, and the played move is not
/// among them. `stop` ends the search early; the puzzles found so far are returned.
pub fn own_mistakes(review: &Review, side: Side, effort: ReviewEffort, stop: &Stop) -> Vec<Puzzle> {
    let is_mistake = |judged: &Judged| judged.side == side && judged.label >= Some(ReviewLabel::Mistake);
    let mut mistakes: Vec<Judged> = review.judge_all().into_iter().filter(is_mistake).collect();
    mistakes.sort_by(|a, b| b.loss().total_cmp(&a.loss()).then(a.ply.cmp(&b.ply)));
    mistakes.truncate(PUZZLES_MAX);
    let mut mind = open_mind();
    let puzzles = mistakes.iter().filter(|_| !stop.is_asked());
    puzzles.filter_map(|judged| puzzle_of(review, judged, effort, stop, &mut mind)).collect()
}

fn puzzle_of(review: &Review, judged: &Judged, effort: ReviewEffort, stop: &Stop, mind: &mut Mind) -> Option<Puzzle> {
    let game = review.game_at(judged.ply - 1);
    let start = PuzzleStart::of(&game)?;
    let mut request = SearchRequest::new(effort.limits(2, 1), Level::MAX, 0);
    request.options.multipv = LINES;
    let clock = MonotonicClock::start();
    let question = SearchQuestion { game: &game, moves: &[], request, clocks: None, clock: &clock };
    let found = mind.think(&question, stop, None).ok()?.info;
    let is_right = |score| review.is_right(judged.ply, score);
    let lines = found.lines.into_iter().filter(|line| is_right(line.score));
    let mut right: Vec<String> = lines.filter_map(|line| line.pv.into_iter().next()).collect();
    if stop.is_asked() || right.is_empty() || right.len() > RIGHT_MAX || right.contains(&judged.played) {
        return None;
    }
    let also = right.split_off(1);
    Some(Puzzle::of_mistake(start, right, also))
}
