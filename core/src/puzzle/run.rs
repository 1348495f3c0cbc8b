//! A timed run: puzzles that become harder, until the time is over or the third one is missed.

use std::collections::BTreeSet;

use super::{Collection, Puzzle, PuzzleGrade};
use crate::base::{Millis, Rng, Stamp};
use crate::game::GameKind;

/// The numbers of puzzles after which the next grade begins.
const STEPS: [usize; 4] = [4, 9, 15, 22];

wire! {
    /// The reason why a timed run is over.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RunEnd {
        Time,
        Misses,
        /// The solver stopped it.
        Stopped,
        /// Every puzzle was played.
        Puzzles,
    }
}

/// A run in progress or its result.
#[derive(Clone, Debug)]
pub struct TimedRun {
    game: GameKind,
    deadline: Stamp,
    /// The ids of the puzzles that it has put on the board.
    seen: BTreeSet<String>,
    solved: u32,
    missed: u32,
    end: Option<RunEnd>,
}

impl TimedRun {
    /// The length of a run.
    pub const TIME: Millis = Millis::from_secs(300);
    /// The miss that ends a run.
    pub const MISSES_MAX: u32 = 3;

    #[must_use]
    pub const fn new(game: GameKind, now: Stamp) -> TimedRun {
        let deadline = Stamp(now.0.saturating_add(TimedRun::TIME.0));
        TimedRun { game, deadline, seen: BTreeSet::new(), solved: 0, missed: 0, end: None }
    }

    /// Draws the next puzzle, of the grade that the run has reached or a harder one. `None` once the run is over; it is
    /// over if every such puzzle was played.
    pub fn next<'a>(&mut self, collection: &'a Collection, rng: &mut Rng) -> Option<&'a Puzzle> {
        if self.end.is_some() {
            return None;
        }
        let reached = PuzzleGrade::ALL[STEPS.iter().filter(|&&step| self.seen.len() >= step).count()];
        let left: Vec<(&Puzzle, String)> = collection
            .puzzles()
            .iter()
            .filter(|puzzle| puzzle.start.kind() == self.game && puzzle.grade >= reached)
            .map(|puzzle| (puzzle, puzzle.id()))
            .filter(|(_, id)| !self.seen.contains(id))
            .collect();
        let Some(grade) = left.iter().map(|(puzzle, _)| puzzle.grade).min() else {
            self.end = Some(RunEnd::Puzzles);
            return None;
        };
        let mut of_grade: Vec<_> = left.into_iter().filter(|(puzzle, _)| puzzle.grade == grade).collect();
        let (puzzle, id) = of_grade.swap_remove(rng.below(of_grade.len()));
        self.seen.insert(id);
        Some(puzzle)
    }

    /// Counts a solved puzzle. After the time it does not count, and the run is over.
    pub fn solve(&mut self, now: Stamp) {
        if self.is_running(now) {
            self.solved += 1;
        }
    }

    /// Counts a missed puzzle.
    pub fn miss(&mut self, now: Stamp) {
        if self.is_running(now) {
            self.missed += 1;
            self.end = (self.missed == TimedRun::MISSES_MAX).then_some(RunEnd::Misses);
        }
    }

    /// Ends the run before its time.
    pub fn stop(&mut self, now: Stamp) {
        if self.is_running(now) {
            self.end = Some(RunEnd::Stopped);
        }
    }

    /// Returns whether the run goes on at `now`; past its time it is over.
    pub fn is_running(&mut self, now: Stamp) -> bool {
        if self.end.is_none() && now >= self.deadline {
            self.end = Some(RunEnd::Time);
        }
        self.end.is_none()
    }

    #[must_use]
    pub const fn game(&self) -> GameKind {
        self.game
    }

    #[must_use]
    pub const fn solved(&self) -> u32 {
        self.solved
    }

    #[must_use]
    pub const fn missed(&self) -> u32 {
        self.missed
    }

    /// Returns why the run is over, as far as it is known; [`is_running`](TimedRun::is_running) looks at the time.
    #[must_use]
    pub const fn end(&self) -> Option<RunEnd> {
        self.end
    }

    /// Returns the time that is left at `now`.
    #[must_use]
    pub fn left(&self, now: Stamp) -> Millis {
        self.deadline - now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Stamp = Stamp(1_000);

    fn run() -> TimedRun {
        TimedRun::new(GameKind::Gomoku, START)
    }

    #[test]
    fn puzzles_become_harder_and_come_once() {
        let (collection, mut rng) = (Collection::built_in(), Rng::from_seed(1));
        for game in [GameKind::Xiangqi, GameKind::Gomoku] {
            let mut run = TimedRun::new(game, START);
            let (mut grades, mut ids) = (Vec::new(), BTreeSet::new());
            for _ in 0..40 {
                let puzzle = run.next(&collection, &mut rng).expect("there are more");
                assert_eq!(puzzle.start.kind(), game);
                assert!(ids.insert(puzzle.id()));
                grades.push(puzzle.grade.number());
            }
            assert!(grades.is_sorted() && grades[0] == 1 && grades[39] == 5, "{grades:?}");
        }
    }

    #[test]
    fn the_third_miss_ends_a_run() {
        let mut run = run();
        run.solve(START);
        run.miss(START);
        run.miss(START);
        assert_eq!((run.end(), run.is_running(START)), (None, true));
        run.miss(START);
        run.solve(START);
        assert_eq!((run.end(), run.solved(), run.missed()), (Some(RunEnd::Misses), 1, 3));
        assert!(run.next(&Collection::built_in(), &mut Rng::from_seed(1)).is_none());
    }

    #[test]
    fn nothing_counts_after_the_time() {
        let mut run = run();
        let last = Stamp(START.0 + TimedRun::TIME.0 - 1);
        run.solve(last);
        assert_eq!((run.solved(), run.left(last)), (1, Millis(1)));
        let late = Stamp(last.0 + 1);
        run.solve(late);
        run.stop(late);
        assert_eq!((run.solved(), run.end(), run.left(late)), (1, Some(RunEnd::Time), Millis(0)));
    }

    #[test]
    fn a_run_can_be_stopped() {
        let mut run = run();
        run.stop(START);
        assert_eq!(run.end(), Some(RunEnd::Stopped));
    }
}
