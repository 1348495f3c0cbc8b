//! What can be asked of a game in progress.

use super::effect::SearchId;
use crate::base::Score;
use crate::explain::Fact;
use crate::gomoku::protocol::OpeningChoice;
use crate::search::SearchInfo;

/// A wish of a person, or news from the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a move, written in any notation of the game, for the person to move. In an opening: takes a decision,
    /// written as [`OpeningChoice`](crate::gomoku::protocol::OpeningChoice) is.
    Play(String),
    /// Lets the engine move for the side to move, whoever plays it.
    AiMove,
    /// Stops two engines that play each other; then [`Command::AiMove`] lets one of them make a single move.
    Pause,
    /// Lets paused engines play on.
    GoOn,
    /// Asks a thinking engine to play the best move it has.
    MoveNow,
    /// Takes back the last move of the person who asks, with the engine's answer to it.
    Undo,
    /// Asks for the best move.
    Hint,
    /// Gives the game up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Answers the other person's offer.
    AnswerDraw {
        /// Whether the draw is agreed.
        accept: bool,
    },
    /// Looks at the clock: a moment that [`super::Effect::WakeAt`] named has come.
    Tick,
    /// Brings an engine's answer.
    Thought {
        /// The search it answers; an answer to any other search is stale and ignored.
        id: SearchId,
        /// The answer, its moves in coordinates.
        thought: SearchInfo<String>,
    },
    /// Brings advice.
    Advised {
        /// The search it answers; an answer to any other search is stale and ignored.
        id: SearchId,
        /// The answer, its moves in coordinates.
        thought: SearchInfo<String>,
        /// What is proved of its move.
        reasons: Vec<Fact>,
    },
    /// Brings an engine's decisions in an opening.
    Decided {
        /// The search it answers; an answer to any other search is stale and ignored.
        id: SearchId,
        /// The decisions, one or several that belong together.
        choices: Vec<OpeningChoice>,
    },
    /// Brings a guest's answer.
    ExternalAnswered {
        /// The search it answers; an answer to any other search is stale and ignored.
        id: SearchId,
        /// What it decides.
        answer: ExternalAnswer,
    },
    /// Tells that a search ended without an answer.
    EngineFailed {
        /// The search.
        id: SearchId,
        /// What happened, in one sentence.
        why: String,
    },
}

/// What a guest decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalAnswer {
    /// A move.
    Play {
        /// The move, in any notation of the game.
        mv: String,
        /// Whether it offers a draw with it.
        draw: bool,
        /// What it thinks of its own chances, where it says so.
        score: Option<Score>,
    },
    /// It gives up.
    Resign,
    /// It cannot go on, which loses the game.
    Fail {
        /// What happened, as a word for programs.
        code: &'static str,
        /// What happened, in one sentence.
        why: String,
    },
}
