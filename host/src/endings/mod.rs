//! Endings for a person to play out: the list with the stars, and the ending on the board against the engine.
//!
//! A move is judged by a table that a thread solves while the person thinks, and where there is none, by the search for
//! the reply.

pub mod opponent;
pub mod progress;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use duiyi_core::ending::{Ending, EndingAttempt, EndingGoal, EndingState, EndingTable, Endings};
use duiyi_core::game::{Game, GameKind, MoveRow, Refusal};
use duiyi_core::search::Stop;

use crate::desk::DeskError;
use crate::files::{DataDir, FileError, Notice};
use crate::latest_task::LatestTask;

pub use opponent::EndingReply;
pub use progress::EndingProgress;

/// An ending in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct EndingRow {
    pub id: String,
    pub goal: EndingGoal,
    /// The moves of the fastest win, or those to hold for.
    pub moves: u16,
    /// The most stars so far; 0 if the result was never reached.
    pub stars: u8,
}

/// The endings of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct EndingClass {
    pub game: GameKind,
    pub code: String,
    pub endings: Vec<EndingRow>,
}

/// The built-in endings, read at the first call.
fn endings() -> &'static Endings {
    static BUILT_IN: OnceLock<Endings> = OnceLock::new();
    BUILT_IN.get_or_init(Endings::built_in)
}

/// The table of the ending on the board: solved by the first that asks, while others wait. `None` if there is none.
#[derive(Clone, Debug)]
pub struct EndingJudge {
    ending: Ending,
    stop: Stop,
    table: Arc<OnceLock<Option<EndingTable>>>,
}

impl EndingJudge {
    /// Returns the table. Blocks until it is solved, some seconds at most, or stopped, which leaves none.
    #[must_use]
    pub fn table(&self) -> Option<&EndingTable> {
        self.table.get_or_init(|| EndingTable::solve(&self.ending, || self.stop.is_asked())).as_ref()
    }
}

/// A position in which the opponent is to reply.
#[derive(Clone, Debug)]
pub struct EndingQuestion {
    pub game: Game,
    pub goal: EndingGoal,
    id: String,
}

/// The ending on the board and the progress.
pub struct EndingRoom {
    progress: EndingProgress,
    attempt: Option<EndingAttempt>,
    judge: Option<EndingJudge>,
    solving: LatestTask,
    /// The last error of the disk: the stars of the ending are lost.
    unsaved: Option<DeskError>,
}

impl EndingRoom {
    /// Opens the progress in the data folder at `path`; without one, progress that lasts as long as the program.
    #[must_use]
    pub fn open(path: Option<PathBuf>) -> (EndingRoom, Option<Notice>) {
        let dir = path.and_then(|path| DataDir::open(path).ok());
        let (progress, notice) = EndingProgress::load(dir.as_ref());
        let solving = LatestTask::default();
        (EndingRoom { progress, attempt: None, judge: None, solving, unsaved: None }, notice)
    }

    /// Lists the classes with the stars.
    #[must_use]
    pub fn list(&self) -> Vec<EndingClass> {
        let mut classes: Vec<EndingClass> = Vec::new();
        for ending in &endings().all {
            let (id, game) = (ending.id(), ending.start.kind());
            let stars = self.progress.stars(&id);
            let row = EndingRow { id, goal: ending.goal, moves: ending.moves, stars };
            match classes.iter_mut().find(|class| class.game == game && class.code == ending.class) {
                Some(class) => class.endings.push(row),
                None => classes.push(EndingClass { game, code: ending.class.clone(), endings: vec![row] }),
            }
        }
        classes
    }

    #[must_use]
    pub const fn attempt(&self) -> Option<&EndingAttempt> {
        self.attempt.as_ref()
    }

    /// Returns the last error of the disk: the stars of the ending are lost.
    #[must_use]
    pub const fn unsaved(&self) -> Option<&DeskError> {
        self.unsaved.as_ref()
    }

    /// Returns the most stars of the ending on the board.
    #[must_use]
    pub fn best(&self) -> u8 {
        self.attempt.as_ref().map_or(0, |attempt| self.progress.stars(&attempt.ending().id()))
    }

    /// Returns the place of the ending on the board: its index in its class, how many the class has, and the id of the
    /// next ending, also in the next class of the game.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize, Option<String>)> {
        let ending = self.attempt.as_ref()?.ending();
        let of_game = endings().all.iter().filter(|one| one.start.kind() == ending.start.kind());
        let next = of_game.skip_while(|one| *one != ending).nth(1).map(Ending::id);
        let class = endings().all.iter().filter(|one| one.class == ending.class);
        let index = class.clone().position(|one| one == ending)?;
        Some((index, class.count(), next))
    }

    /// Puts an ending on the board, from its start, and begins to solve its table.
    ///
    /// # Errors
    /// `no-ending` if there is no such ending.
    pub fn begin(&mut self, id: &str) -> Result<&EndingAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-ending", "there is no such ending"));
        let ending = endings().get(id).ok_or_else(none)?.clone();
        let is_same = self.judge.as_ref().is_some_and(|judge| judge.ending == ending);
        if !is_same {
            if let Some(judge) = self.judge.take() {
                judge.stop.ask();
            }
            let judge = EndingJudge { ending: ending.clone(), stop: Stop::new(), table: Arc::default() };
            self.judge = Some(judge.clone());
            self.solving.start("ending-table", move |_| {
                let _ = judge.table();
            });
        }
        self.unsaved = None;
        Ok(self.attempt.insert(EndingAttempt::new(ending)))
    }

    /// Stops the table of the ending `id`, if it is not solved yet: a move that waits for it is judged without one. The
    /// ending gets another table when it begins again.
    pub fn leave(&mut self, id: &str) {
        let is_open = |judge: &mut EndingJudge| judge.ending.id() == id && judge.table.get().is_none();
        if let Some(judge) = self.judge.take_if(is_open) {
            judge.stop.ask();
        }
    }

    /// Returns the judge of the moves of the ending on the board.
    #[must_use]
    pub fn judge(&self) -> Option<EndingJudge> {
        self.judge.clone()
    }

    /// Plays a move of the person, in any notation, and judges it by the table, if there is one: a caller who must not
    /// wait asks [`judge`](EndingRoom::judge) for it before.
    ///
    /// # Errors
    /// The refusal of the move; `no-ending` without an ending on the board.
    pub fn play(&mut self, text: &str) -> Result<MoveRow, DeskError> {
        let judge = self.judge.clone();
        let attempt = self.present()?;
        let row = attempt.play(text)?;
        match judge.as_ref().and_then(EndingJudge::table) {
            Some(table) if attempt.game().outcome().is_none() && !table.keeps(attempt.game()) => {
                let refutation = table.refutation(attempt.game());
                attempt.judge(false, refutation.as_deref());
            }
            _ => attempt.judge(true, None),
        }
        self.note_reached();
        Ok(row)
    }

    /// Returns the position in which the opponent is to reply.
    ///
    /// # Errors
    /// `no-ending` without an ending on the board; `not-now` if the opponent is not to reply.
    pub fn question(&mut self) -> Result<EndingQuestion, DeskError> {
        let attempt = self.present()?;
        if attempt.state() != EndingState::Replying {
            return Err(DeskError(Refusal::plain("not-now", "the opponent is not to move")));
        }
        let (game, ending) = (attempt.game().clone(), attempt.ending());
        Ok(EndingQuestion { game, goal: ending.goal, id: ending.id() })
    }

    /// Accepts the reply to a question: plays it, or, where no table has judged the move, takes it as the refutation. A
    /// reply to a position that is not on the board any more is dropped.
    ///
    /// # Errors
    /// `no-ending` without an ending on the board.
    pub fn answer(&mut self, question: &EndingQuestion, reply: &EndingReply) -> Result<(), DeskError> {
        let judge = self.judge.clone();
        let attempt = self.present()?;
        let is_present = attempt.state() == EndingState::Replying
            && attempt.ending().id() == question.id
            && attempt.game().key() == question.game.key();
        if is_present {
            // Only here: the table of another ending may not be solved yet.
            let has_table = judge.is_some_and(|judge| judge.table().is_some());
            match &reply.mv {
                Some(mv) if has_table || reply.keeps => {
                    attempt.reply(mv)?;
                }
                mv => attempt.judge(false, mv.as_deref()),
            }
        }
        self.note_reached();
        Ok(())
    }

    /// Takes the move back that gave the result away.
    ///
    /// # Errors
    /// `no-ending` without an ending on the board.
    pub fn take_back(&mut self) -> Result<(), DeskError> {
        self.present()?.take_back();
        Ok(())
    }

    fn present(&mut self) -> Result<&mut EndingAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-ending", "no ending is on the board"));
        self.attempt.as_mut().ok_or_else(none)
    }

    fn note_reached(&mut self) {
        let Some(attempt) = &self.attempt else { return };
        if let Some(stars) = attempt.stars() {
            let kept: Result<(), FileError> = self.progress.reach(&attempt.ending().id(), stars);
            self.unsaved = kept.err().map(DeskError::from);
        }
    }
}

impl Drop for EndingRoom {
    fn drop(&mut self) {
        if let Some(judge) = &self.judge {
            judge.stop.ask();
        }
    }
}

#[cfg(test)]
mod tests;
