//! The step on the board as it crosses: the attempt with its place in the course and the error of the disk.

use duiyi_core::explain::MatingPattern;
use duiyi_core::game::Ruled;
use duiyi_core::lesson::{LessonGoal, LessonState, LessonVerdict};
use duiyi_host::lessons::LessonRoom;

use super::*;

dto_struct! {
    /// The step on the board.
    pub struct CurrentLesson {
        pub id: String,
        pub setup: Setup,
        /// The code of the chapter.
        pub chapter: String,
        /// The index of the step in its chapter.
        pub index: usize,
        /// The ids of the steps of the chapter.
        pub steps: Vec<String>,
        /// Whether each of them is solved.
        pub solved: Vec<bool>,
        /// The id of the next step; absent after the last one of the course.
        pub next: Option<String>,
        /// The code of the goal.
        pub goal: &'static str,
        /// The greatest number of the learner's moves, if the goal has one.
        pub moves: Option<u8>,
        /// The squares of the goal: to reach, or of pieces left to capture.
        pub targets: Vec<String>,
        /// The learner's side.
        pub side: Side,
        pub state: LessonState,
        pub board: BoardView,
        /// The moves on the board, replies included; those before the task come first.
        pub rows: Vec<MoveRow>,
        /// The number of moves before the task.
        pub before: usize,
        /// The next attempt of a solution after a hint, in coordinates.
        pub hint: Option<String>,
        /// The hint in every notation, if it is a move.
        pub hint_row: Option<MoveRow>,
        /// Wrong attempts so far.
        pub mistakes: u32,
        /// The name of the mate, once the step is over.
        pub pattern: Option<MatingPattern>,
        /// The legal targets of the piece to look at, once the step is over.
        pub reach: Vec<String>,
        /// The ruling on the repetition, once the step is over.
        pub ruled: Option<Ruled>,
        /// The error of the disk; the progress is then not saved.
        pub unsaved: Option<Refusal>,
    }

    /// The effect of an attempt.
    pub struct LessonTurn {
        pub verdict: LessonVerdict,
        pub lesson: CurrentLesson,
    }
}

impl CurrentLesson {
    /// # Errors
    /// `no-lesson` if none is on the board.
    pub fn of(room: &LessonRoom) -> Result<CurrentLesson, Refusal> {
        let none = || Refusal::plain("no-lesson", "no lesson is on the board");
        let attempt = room.attempt().ok_or_else(none)?;
        let place = room.place().ok_or_else(none)?;
        let (step, state) = (attempt.step(), attempt.state());
        let moves = match &step.goal {
            LessonGoal::Reach { moves, .. }
            | LessonGoal::Capture { moves, .. }
            | LessonGoal::Mate { moves, .. }
            | LessonGoal::Stalemate { moves } => Some(*moves),
            _ => None,
        };
        let is_over = state != LessonState::Open;
        let pattern = if let LessonGoal::Mate { pattern, .. } = step.goal { pattern } else { None };
        Ok(CurrentLesson {
            id: step.id.clone(),
            setup: step.start.setup(),
            chapter: place.chapter,
            index: place.index,
            steps: place.steps,
            solved: place.solved,
            next: place.next,
            goal: step.goal.code(),
            moves,
            targets: attempt.targets(),
            side: step.start.side_to_move(),
            state,
            board: attempt.board(),
            rows: attempt.rows().to_vec(),
            before: step.before.len(),
            hint: attempt.hint().map(str::to_owned),
            hint_row: attempt.hint().and_then(|mv| attempt.game().line(&[mv.to_owned()]).pop()),
            mistakes: attempt.mistakes(),
            pattern: pattern.filter(|_| is_over),
            reach: if is_over { attempt.reach() } else { Vec::new() },
            ruled: attempt.ruled(),
            unsaved: room.unsaved().cloned().map(Refusal::from),
        })
    }
}
