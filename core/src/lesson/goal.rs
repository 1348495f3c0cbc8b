//! The goals of steps, and their words in the data.

use crate::explain::{ForcingShape, MatingPattern};
use crate::gomoku::Foul;
use crate::xiangqi::Square;

/// A way out of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EscapeWay {
    Any,
    /// Capture the checking piece.
    Capture,
    /// Put a piece between.
    Block,
    /// Move the general.
    Walk,
    /// Move the screen of a checking cannon away.
    Unscreen,
}

/// The goal of a step. The opponent waits in [`Reach`](LessonGoal::Reach) and [`Capture`](LessonGoal::Capture).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonGoal {
    /// Xiangqi: look at the moves of the piece on a square. The attempt is a square.
    Look { at: Square },
    /// Xiangqi: bring one piece to a square within some moves.
    Reach { from: Square, to: Square, moves: u8 },
    /// Xiangqi: capture the pieces on these squares within some moves.
    Capture { targets: Vec<Square>, moves: u8 },
    /// Xiangqi: give check with a piece that cannot be captured.
    Check,
    /// Xiangqi: get out of check in one way.
    Escape { way: EscapeWay },
    /// Xiangqi: mate within some moves, against every defence. A win without check counts, too.
    Mate {
        moves: u8,
        /// The name of the solution's mate. Any other mate solves the step as well.
        pattern: Option<MatingPattern>,
    },
    /// Xiangqi: leave the opponent without a move. The solution's last move gives no check.
    Stalemate { moves: u8 },
    /// Xiangqi: name the side that must deviate from the repetition. The attempt is `first`, `second` or `neither`.
    Deviate,
    /// Gomoku: complete a five.
    Five,
    /// Gomoku: make a four.
    Four,
    /// Gomoku: make a four that two points complete.
    OpenFour,
    /// Gomoku: make an open three.
    OpenThree,
    /// Gomoku: make two threats with one stone.
    Double { shape: ForcingShape },
    /// Gomoku: find a point that is forbidden to Black. The attempt is the point.
    Forbidden { foul: Foul },
    /// Gomoku: win by continuous fours.
    Vcf,
    /// Any game: leave the opponent without a forced win: of `moves` moves in Xiangqi, by fours in Gomoku.
    Defend { moves: u8 },
}

impl LessonGoal {
    /// Returns the word for files and the window.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            LessonGoal::Look { .. } => "look",
            LessonGoal::Reach { .. } => "reach",
            LessonGoal::Capture { .. } => "capture",
            LessonGoal::Check => "check",
            LessonGoal::Escape { .. } => "escape",
            LessonGoal::Mate { .. } => "mate",
            LessonGoal::Stalemate { .. } => "stalemate",
            LessonGoal::Deviate => "deviate",
            LessonGoal::Five => "five",
            LessonGoal::Four => "four",
            LessonGoal::OpenFour => "open-four",
            LessonGoal::OpenThree => "open-three",
            LessonGoal::Double { .. } => "double",
            LessonGoal::Forbidden { .. } => "forbidden",
            LessonGoal::Vcf => "vcf",
            LessonGoal::Defend { .. } => "defend",
        }
    }

    /// Reads a goal from the words of the data; `None` for any others.
    pub(super) fn read(text: &str) -> Option<LessonGoal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let square = |word: &str| word.parse::<Square>().ok();
        let count = |word: &str| word.parse::<u8>().ok().filter(|&moves| moves > 0);
        Some(match words[..] {
            ["look", at] => LessonGoal::Look { at: square(at)? },
            ["reach", from, to, moves] => {
                LessonGoal::Reach { from: square(from)?, to: square(to)?, moves: count(moves)? }
            }
            ["capture", ref targets @ .., moves] if !targets.is_empty() => {
                let targets = targets.iter().map(|at| square(at)).collect::<Option<_>>()?;
                LessonGoal::Capture { targets, moves: count(moves)? }
            }
            ["check"] => LessonGoal::Check,
            ["escape"] => LessonGoal::Escape { way: EscapeWay::Any },
            ["escape", way] => LessonGoal::Escape { way: escape_way(way)? },
            ["mate", moves] => LessonGoal::Mate { moves: count(moves)?, pattern: None },
            ["mate", moves, name] => LessonGoal::Mate { moves: count(moves)?, pattern: Some(pattern(name)?) },
            ["stalemate", moves] => LessonGoal::Stalemate { moves: count(moves)? },
            ["deviate"] => LessonGoal::Deviate,
            ["five"] => LessonGoal::Five,
            ["four"] => LessonGoal::Four,
            ["open-four"] => LessonGoal::OpenFour,
            ["open-three"] => LessonGoal::OpenThree,
            ["double", name] => LessonGoal::Double { shape: shape(name)? },
            ["forbidden", name] => {
                LessonGoal::Forbidden { foul: Foul::ALL.into_iter().find(|foul| foul.code() == name)? }
            }
            ["vcf"] => LessonGoal::Vcf,
            ["defend"] => LessonGoal::Defend { moves: 1 },
            ["defend", moves] => LessonGoal::Defend { moves: count(moves)? },
            _ => return None,
        })
    }
}

fn escape_way(word: &str) -> Option<EscapeWay> {
    Some(match word {
        "capture" => EscapeWay::Capture,
        "block" => EscapeWay::Block,
        "walk" => EscapeWay::Walk,
        "unscreen" => EscapeWay::Unscreen,
        _ => return None,
    })
}

/// Reads a pattern from its name in Rust.
fn pattern(word: &str) -> Option<MatingPattern> {
    MatingPattern::ALL.into_iter().find(|pattern| format!("{pattern:?}") == word)
}

fn shape(word: &str) -> Option<ForcingShape> {
    Some(match word {
        "four-three" => ForcingShape::FourThree,
        "double-four" => ForcingShape::DoubleFour,
        "double-three" => ForcingShape::DoubleThree,
        _ => return None,
    })
}
