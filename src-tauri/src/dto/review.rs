//! What crosses of a review: what each move has cost, and what both sides made of the game.

use duiyi_core::explain::Fact;
use duiyi_core::review::{self, Forced, Judged, Phase, Report, Review, Tried};

use super::count;
use super::*;
use duiyi_host::desk::study::StudyUpdate;

dto! {
    /// What is proved of a move that let a forced win pass.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(rename = "Forced"))]
    pub enum ForcedView {
        /// The mover had one in so many moves.
        Missed { moves: u32 },
        /// The other side has one in so many moves, and had none.
        Allowed { moves: u32 },
    }

    /// What a move is called.
    #[derive(Copy)]
    pub enum ReviewLabel { Fine, Inaccuracy, Mistake, Blunder }

    /// How a review goes.
    #[serde(tag = "kind")]
    pub enum ReviewNews {
        /// These moves look different now.
        Progress {
            done: usize,
            total: usize,
            moves: Vec<ReviewedMove>,
        },
        /// All of it.
        Done {
            review: ReviewView,
            /// What it has changed in the study; absent where it could not be kept.
            change: Option<Box<StudyUpdate>>,
            unkept: Option<ApiError>,
        },
        /// So many mistakes of the person who played it are puzzles now. It comes after the end.
        Puzzles {
            new: usize,
        },
        /// The engine failed, or what it found could not be kept.
        Failed { why: ApiError },
    }
}

dto_struct! {
    /// One move, judged. Chances and scores are the first side's.
    pub struct ReviewedMove {
        /// Its number, from 1.
        pub ply: u32,
        pub node: u32,
        pub side: Side,
        /// The chance of the first side after it, 0 to 1.
        pub chance: f64,
        /// `0.35` or `#-4`, as records carry it; absent where the game has ended.
        pub score: Option<String>,
        /// The share of the mover's chances that it gave away, 0 to 1.
        pub loss: f64,
        pub label: Option<ReviewLabel>,
        pub forced: Option<ForcedView>,
        /// What is proved of a fault, and of the better move.
        pub why: Vec<Fact>,
        /// The better line, where the move is a fault.
        pub best: Vec<MoveRow>,
        /// What answers the move, where it is a fault.
        pub answer: Vec<MoveRow>,
    }

    /// What one side made of the game.
    pub struct ReviewedSide {
        /// 0 to 100; absent where it made no move.
        pub accuracy: Option<f64>,
        pub fine: u32,
        pub inaccuracies: u32,
        pub mistakes: u32,
        pub blunders: u32,
    }

    /// A reviewed game.
    #[cfg_attr(test, ts(rename = "Review"))]
    pub struct ReviewView {
        pub moves: Vec<ReviewedMove>,
        pub first: ReviewedSide,
        pub second: ReviewedSide,
        /// The moves that cost most, by their numbers, the worst first.
        pub swings: Vec<u32>,
        /// The phase of every move.
        pub phases: Vec<Phase>,
    }

    /// A move that was tried again.
    pub struct TriedMove {
        pub row: MoveRow,
        pub is_right: bool,
        pub loss: f64,
        pub forced: Option<ForcedView>,
        /// The board after the move, and after each move of what answers it.
        pub film: Vec<FilmFrame>,
    }

    /// One board of a film.
    pub struct FilmFrame {
        pub row: MoveRow,
        pub board: BoardView,
    }
}

/// How many moves of what answers a wrong try are shown, at most.
const ANSWER_PLIES: usize = 5;
/// How many moves of a line are shown.
const LINE_PLIES: usize = 8;

impl From<&Forced> for ForcedView {
    fn from(forced: &Forced) -> ForcedView {
        match *forced {
            Forced::Missed(plies) => ForcedView::Missed { moves: count(plies.div_ceil(2)) },
            Forced::Allowed(plies) => ForcedView::Allowed { moves: count(plies.saturating_sub(1).div_ceil(2)) },
        }
    }
}

impl From<review::Label> for ReviewLabel {
    fn from(label: review::Label) -> ReviewLabel {
        match label {
            review::Label::Fine => ReviewLabel::Fine,
            review::Label::Inaccuracy => ReviewLabel::Inaccuracy,
            review::Label::Mistake => ReviewLabel::Mistake,
            review::Label::Blunder => ReviewLabel::Blunder,
        }
    }
}

impl From<&review::SideReport> for ReviewedSide {
    fn from(side: &review::SideReport) -> ReviewedSide {
        let [fine, inaccuracies, mistakes, blunders] = side.counts.map(count);
        ReviewedSide { accuracy: side.accuracy, fine, inaccuracies, mistakes, blunders }
    }
}

impl ReviewView {
    /// Writes down a whole review.
    pub fn of(review: &Review, report: &Report) -> ReviewView {
        ReviewView {
            moves: ReviewView::moves_of(review, &report.moves),
            first: (&report.sides.first).into(),
            second: (&report.sides.second).into(),
            swings: report.swings.iter().copied().map(count).collect(),
            phases: report.phases.clone(),
        }
    }

    /// Writes down some moves of a review.
    pub fn moves_of(review: &Review, judged: &[Judged]) -> Vec<ReviewedMove> {
        judged.iter().map(|judged| reviewed(review, judged)).collect()
    }
}

fn reviewed(review: &Review, judged: &Judged) -> ReviewedMove {
    let is_fault = judged.label.is_some_and(review::Label::is_fault);
    let rows = |plies: usize, line: &[String]| {
        let shown = &line[..line.len().min(LINE_PLIES)];
        if is_fault { review.game_at(plies).line(shown) } else { Vec::new() }
    };
    let chance = if judged.side == Side::First { judged.chance_after } else { 1.0 - judged.chance_after };
    ReviewedMove {
        ply: count(judged.ply),
        node: count(review.nodes()[judged.ply - 1].index()),
        side: judged.side,
        chance,
        score: judged.worth().map(|worth| worth.to_string()),
        loss: judged.loss(),
        label: judged.label.map(ReviewLabel::from),
        forced: judged.forced.as_ref().map(ForcedView::from),
        why: review.why(judged),
        best: rows(judged.ply - 1, &judged.best),
        answer: rows(judged.ply, &judged.answer),
    }
}

impl TriedMove {
    /// Writes down what came of a try.
    pub fn of(review: &Review, ply: usize, tried: &Tried) -> TriedMove {
        let mut game = review.game_at(ply - 1);
        let mut film = Vec::new();
        let answer = tried.answer.iter().take(if tried.is_right { 0 } else { ANSWER_PLIES });
        for mv in std::iter::once(&tried.mv).chain(answer) {
            let Ok(row) = game.play(mv) else { break };
            film.push(FilmFrame { row, board: BoardView::still(&game) });
        }
        let row = film.first().expect("the move that was tried can be played").row.clone();
        TriedMove {
            row,
            is_right: tried.is_right,
            loss: tried.loss,
            forced: tried.forced.as_ref().map(ForcedView::from),
            film,
        }
    }
}
