//! What crosses of puzzles.

use duiyi_core::puzzle::{self, AttemptVerdict, PuzzleAttempt, PuzzleGoal, PuzzleGrade};
use duiyi_host::puzzles::{PuzzleRequest, PuzzleSummary, PuzzleTrainer, Refutation};

use super::count;
use super::*;

dto! {
    /// Which puzzle is wished for.
    #[serde(tag = "kind")]
    #[derive(Deserialize)]
    pub enum PuzzleWish {
        /// The one of the day.
        Daily { game: GameKind },
        /// The one that has been due longest.
        Due,
        /// One that has not been solved yet.
        Fresh { game: GameKind, goal: Option<PuzzleGoal>, grade: Option<u8> },
        /// An own mistake.
        Own,
    }

    /// How the puzzle stands.
    #[derive(Copy)]
    pub enum PuzzleState {
        /// A move is to be found.
        Solving,
        /// A wrong move stands on the board.
        Wrong,
        /// The person has found every move.
        Solved,
        /// The solution was shown.
        Shown,
    }

    /// How a move was judged.
    #[derive(Copy)]
    pub enum PuzzleVerdict { Right, Wrong, Solved }
}

dto_struct! {
    /// The puzzles of a goal and grade.
    pub struct PuzzleShelf {
        pub goal: PuzzleGoal,
        /// 1 to 5.
        pub grade: u8,
        pub count: u32,
        pub solved: u32,
    }

    /// A puzzle of the day.
    pub struct DailyPuzzle {
        pub game: GameKind,
        pub solved: bool,
    }

    /// What there is to do.
    pub struct PuzzleOverview {
        /// Days in a row.
        pub streak: u32,
        pub due: u32,
        pub own: u32,
        pub daily: Vec<DailyPuzzle>,
        pub shelves: Vec<PuzzleShelf>,
    }

    /// What was given away of the next move: a part of the board, or the move.
    pub struct PuzzleHint {
        /// The piece that moves; in Gomoku the points of which one is right.
        pub part: Vec<String>,
        pub from: Option<String>,
        /// Absent while only the part is known.
        pub to: Option<String>,
        /// The move as it is written.
        pub row: Option<MoveRow>,
    }

    /// The puzzle on the board.
    pub struct PuzzleView {
        pub id: String,
        pub setup: Setup,
        pub goal: PuzzleGoal,
        /// 1 to 5.
        pub grade: u8,
        /// How many moves are to be found.
        pub moves: u32,
        /// The solver's side.
        pub side: Side,
        pub state: PuzzleState,
        pub board: BoardView,
        /// The moves since the beginning; a wrong one is the last.
        pub rows: Vec<MoveRow>,
        /// What was given away of the next move.
        pub hint: Option<PuzzleHint>,
        /// Wrong moves so far.
        pub misses: u32,
        pub helped: bool,
        /// Days until it comes again.
        pub again: Option<u32>,
        /// What the disk refused: what was done is not kept.
        pub unsaved: Option<ApiError>,
    }

    /// What a move has done.
    pub struct PuzzleStep {
        /// The move as it was played.
        pub row: MoveRow,
        pub verdict: PuzzleVerdict,
        /// What the defence answered.
        pub reply: Option<MoveRow>,
        pub puzzle: PuzzleView,
    }

    /// What follows on a wrong move.
    #[cfg_attr(test, ts(rename = "Refuted"))]
    pub struct RefutationView {
        pub line: Vec<MoveRow>,
        /// Whether the solver wins all the same, only in another way.
        pub wins: bool,
    }
}

impl TryFrom<PuzzleWish> for PuzzleRequest {
    type Error = ApiError;

    fn try_from(wish: PuzzleWish) -> Result<PuzzleRequest, ApiError> {
        Ok(match wish {
            PuzzleWish::Daily { game } => PuzzleRequest::Daily(game),
            PuzzleWish::Due => PuzzleRequest::Due,
            PuzzleWish::Own => PuzzleRequest::Own,
            PuzzleWish::Fresh { game, goal, grade } => {
                let no_grade = || ApiError::plain("wrong-level", "a grade is a number from 1 to 5");
                let grade = grade.map(|number| PuzzleGrade::new(number).ok_or_else(no_grade)).transpose()?;
                PuzzleRequest::Fresh { kind: game, goal, grade }
            }
        })
    }
}

impl From<&PuzzleSummary> for PuzzleOverview {
    fn from(overview: &PuzzleSummary) -> PuzzleOverview {
        let shelf = |shelf: &duiyi_host::puzzles::PuzzleCount| PuzzleShelf {
            goal: shelf.goal,
            grade: shelf.grade.number(),
            count: count(shelf.count),
            solved: count(shelf.solved),
        };
        let daily = |&(kind, solved): &(GameKind, bool)| DailyPuzzle { game: kind, solved };
        PuzzleOverview {
            streak: overview.streak,
            due: count(overview.due),
            own: count(overview.own),
            daily: overview.daily.iter().map(daily).collect(),
            shelves: overview.shelves.iter().map(shelf).collect(),
        }
    }
}

impl PuzzleView {
    /// Shows the puzzle on the board.
    ///
    /// # Errors
    /// `no-puzzle` if there is none.
    pub fn of(room: &PuzzleTrainer) -> Result<PuzzleView, ApiError> {
        let attempt = room.attempt().ok_or_else(|| ApiError::plain("no-puzzle", "no puzzle is on the board"))?;
        let puzzle = attempt.puzzle();
        let state = match (attempt.wrong(), attempt.is_over(), attempt.shown()) {
            (Some(_), ..) => PuzzleState::Wrong,
            (None, true, true) => PuzzleState::Shown,
            (None, true, false) => PuzzleState::Solved,
            (None, false, _) => PuzzleState::Solving,
        };
        let is_open = matches!(state, PuzzleState::Solving);
        let played: Vec<String> =
            puzzle.line[..attempt.ply()].iter().cloned().chain(attempt.wrong().map(str::to_owned)).collect();
        let memory = room.diary().tried(&puzzle.id()).memory;
        Ok(PuzzleView {
            id: puzzle.id(),
            setup: puzzle.start.setup(),
            goal: puzzle.goal,
            grade: puzzle.grade.number(),
            moves: count(puzzle.moves()),
            side: puzzle.start.side_to_move(),
            state,
            board: if is_open { BoardView::of(attempt.game()) } else { BoardView::still(attempt.game()) },
            rows: puzzle.start.game().line(&played),
            hint: hint(attempt),
            misses: attempt.misses(),
            helped: attempt.helped(),
            again: memory.map(|memory| memory.wait()),
            unsaved: room.unsaved().cloned().map(ApiError::from),
        })
    }
}

fn hint(attempt: &PuzzleAttempt) -> Option<PuzzleHint> {
    let wanted = attempt.wanted()?;
    let points = attempt.game().points_of(wanted)?;
    match attempt.hint() {
        puzzle::HintLevel::None => None,
        puzzle::HintLevel::Where => Some(PuzzleHint { part: attempt.part(), from: None, to: None, row: None }),
        puzzle::HintLevel::Move => Some(PuzzleHint {
            part: Vec::new(),
            from: points.from,
            to: Some(points.to),
            row: attempt.game().line(&[wanted.to_owned()]).pop(),
        }),
    }
}

impl PuzzleStep {
    /// Tells what the move `row` has done.
    pub fn of(row: &MoveRow, verdict: &AttemptVerdict, puzzle: PuzzleView) -> PuzzleStep {
        let (verdict, reply) = match verdict {
            AttemptVerdict::Right { reply } => (PuzzleVerdict::Right, Some(reply.clone())),
            AttemptVerdict::Wrong => (PuzzleVerdict::Wrong, None),
            AttemptVerdict::Solved => (PuzzleVerdict::Solved, None),
        };
        PuzzleStep { row: row.clone(), verdict, reply, puzzle }
    }
}

impl From<&Refutation> for RefutationView {
    fn from(refutation: &Refutation) -> RefutationView {
        RefutationView { line: refutation.line.clone(), wins: refutation.wins }
    }
}
