//! An attempt at a step: a state machine of moves, hints and mistakes.

use super::judge::{self, Judged, LessonFault, Task};
use super::{LessonGoal, LessonStep};
use crate::game::{BoardView, Game, LastMove, MoveRow, Refusal, Ruled};
use crate::xiangqi::Square;

wire! {
    tagged:
    /// The verdict on one attempt.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LessonVerdict {
        /// A move towards the goal.
        Right {
            row: MoveRow,
            /// The opponent's reply; absent where the opponent waits.
            reply: Option<MoveRow>,
        },
        Solved {
            /// The last move, if the attempt is one.
            row: Option<MoveRow>,
        },
        /// A mistake. The board does not change.
        Wrong {
            /// The attempt as a move, if it is one.
            row: Option<MoveRow>,
            fault: LessonFault,
        },
    }
}

wire! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum LessonState {
        /// The learner is to try.
        Open,
        /// The learner has met the goal.
        Solved,
        /// The solution was shown.
        Shown,
    }
}

#[derive(Clone, Debug)]
pub struct LessonAttempt {
    step: LessonStep,
    game: Game,
    /// The accepted attempts, in coordinates.
    accepted: Vec<String>,
    /// The moves on the board, replies included.
    rows: Vec<MoveRow>,
    state: LessonState,
    mistakes: u32,
    /// The next attempt of a solution, after a hint.
    hint: Option<String>,
}

impl LessonAttempt {
    /// Starts an attempt.
    #[must_use]
    pub fn new(step: LessonStep) -> LessonAttempt {
        let mut game = step.start.game();
        let rows = step.before.iter().map_while(|mv| game.play(mv).ok()).collect();
        LessonAttempt { step, game, accepted: Vec::new(), rows, state: LessonState::Open, mistakes: 0, hint: None }
    }

    #[must_use]
    pub const fn step(&self) -> &LessonStep {
        &self.step
    }

    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    #[must_use]
    pub const fn state(&self) -> LessonState {
        self.state
    }

    /// Returns the moves on the board, replies included.
    #[must_use]
    pub fn rows(&self) -> &[MoveRow] {
        &self.rows
    }

    /// Returns the number of wrong attempts.
    #[must_use]
    pub const fn mistakes(&self) -> u32 {
        self.mistakes
    }

    /// Returns the next attempt of a solution, once [`ask`](LessonAttempt::ask) has found it.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Returns the squares of the task: the one to reach, or those of pieces that are left to capture. Where one capture
    /// solves the step, its square would be the answer.
    #[must_use]
    pub fn targets(&self) -> Vec<String> {
        match (&self.step.goal, &self.game) {
            (LessonGoal::Reach { to, .. }, _) => vec![to.to_string()],
            (LessonGoal::Capture { targets, moves: 2.. }, Game::Xiangqi(played)) => {
                let learner = self.step.start.side_to_move();
                let is_left =
                    |at: &&Square| played.position().piece_at(**at).is_some_and(|piece| piece.side != learner);
                targets.iter().filter(is_left).map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the squares that the piece of [`LessonGoal::Look`] can go to; empty for another goal.
    #[must_use]
    pub fn reach(&self) -> Vec<String> {
        let LessonGoal::Look { at } = self.step.goal else { return Vec::new() };
        let pieces = self.game.destinations().into_iter();
        pieces.filter(|(from, _)| *from == at.to_string()).flat_map(|(_, targets)| targets).collect()
    }

    /// Returns the ruling that answers [`LessonGoal::Deviate`], once the step is over.
    #[must_use]
    pub fn ruled(&self) -> Option<Ruled> {
        if self.state == LessonState::Open { None } else { self.game.ruled() }
    }

    /// Returns the board. It shows no forbidden point where finding one is the task, and no legal move after the end.
    #[must_use]
    pub fn board(&self) -> BoardView {
        let view = if self.state == LessonState::Open { BoardView::of } else { BoardView::still };
        let mut board = view(&self.game);
        let last = self.rows.last().map(|row| LastMove { from: row.from.clone(), to: row.to.clone() });
        board.last_move = board.last_move.or(last);
        if matches!(self.step.goal, LessonGoal::Forbidden { .. }) && self.state == LessonState::Open {
            let hidden = std::mem::take(&mut board.forbidden);
            board.destinations.entry(String::new()).or_default().extend(hidden.into_iter().map(|point| point.point));
        }
        board
    }

    /// Judges an attempt: a move in any notation, a point or square, or `first`, `second` or `neither`.
    ///
    /// # Errors
    /// The refusal of the rules, or `game-over` after the end of the step.
    pub fn attempt(&mut self, text: &str) -> Result<LessonVerdict, Refusal> {
        if self.state != LessonState::Open {
            return Err(Refusal::plain("game-over", "the step is over"));
        }
        match self.judge(text)? {
            Judged::Refused { row, fault } => {
                self.mistakes = self.mistakes.saturating_add(1);
                Ok(LessonVerdict::Wrong { row, fault })
            }
            Judged::Accepted(accepted) => {
                self.hint = None;
                self.accepted.push(accepted.row.as_ref().map_or_else(|| text.to_owned(), |row| row.uci.clone()));
                self.rows.extend(accepted.row.iter().chain(&accepted.reply).cloned());
                if let Some(next) = accepted.next {
                    self.game = next;
                }
                match (accepted.row, accepted.is_solved) {
                    (Some(row), false) => Ok(LessonVerdict::Right { row, reply: accepted.reply }),
                    (row, _) => {
                        self.state = LessonState::Solved;
                        Ok(LessonVerdict::Solved { row })
                    }
                }
            }
        }
    }

    /// Finds the next attempt of a solution from the present board, also after a first move of another solution.
    pub fn ask(&mut self) {
        if self.state == LessonState::Open {
            self.hint = self.next_attempt();
        }
    }

    /// Starts again and plays the solution to its end.
    pub fn show(&mut self) {
        if self.state != LessonState::Open {
            return;
        }
        let mistakes = self.mistakes;
        *self = LessonAttempt::new(self.step.clone());
        for mv in self.step.solution.clone() {
            // A test plays every solution, so none is refused.
            let _ = self.attempt(&mv);
        }
        self.mistakes = mistakes;
        self.state = LessonState::Shown;
    }

    fn judge(&self, text: &str) -> Result<Judged, Refusal> {
        judge::judge(Task { game: &self.game, goal: &self.step.goal, accepted: &self.accepted }, text)
    }

    /// Returns the data's solution as far as it was followed, else a move that solves the step, else any right one.
    fn next_attempt(&self) -> Option<String> {
        let known = self.step.solution.starts_with(&self.accepted).then(|| self.step.solution.get(self.accepted.len()));
        if let Some(known) = known.flatten() {
            return Some(known.clone());
        }
        let mut right = None;
        for mv in self.game.legal_moves() {
            match self.judge(&mv) {
                Ok(Judged::Accepted(accepted)) if accepted.is_solved => return Some(mv),
                Ok(Judged::Accepted(_)) => right = right.or(Some(mv)),
                _ => {}
            }
        }
        right
    }
}
