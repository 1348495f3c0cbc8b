//! The commands that a game in progress accepts.

use super::effect::SearchId;
use crate::base::Score;
use crate::explain::Fact;
use crate::gomoku::protocol::OpeningChoice;
use crate::search::SearchInfo;

/// A person's request, or an answer to an [`Effect`](super::Effect).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a move for the person to move, in any notation of the game. In an opening: takes a decision, in the words
    /// of [`OpeningChoice`](crate::gomoku::protocol::OpeningChoice).
    Play(String),
    /// Lets the engine move for the side to move, even in a person's place.
    AiMove,
    /// Pauses a game of two engines. [`Command::AiMove`] then makes single moves.
    Pause,
    /// Resumes a paused game of two engines.
    GoOn,
    /// Ends the engine's search early, with the best move so far.
    MoveNow,
    /// Takes back the last move of the acting person, with the engine's answer to it.
    Undo,
    /// Requests the best move. The answer is [`Event::Hint`](super::Event::Hint).
    Hint,
    /// Resigns for the acting person.
    Resign,
    /// Offers a draw for the acting person.
    OfferDraw,
    /// Answers the opponent's draw offer.
    AnswerDraw {
        /// True accepts the draw; false declines and the game goes on.
        accept: bool,
    },
    /// Checks the clock at the moment of an [`Effect::WakeAt`](super::Effect::WakeAt).
    Tick,
    /// The result of an engine's search.
    Searched {
        /// The search. An answer to any other search is stale and ignored.
        id: SearchId,
        /// The result, with moves in coordinates.
        info: SearchInfo<String>,
    },
    /// The result of a search for a hint.
    Advised {
        /// The search. An answer to any other search is stale and ignored.
        id: SearchId,
        /// The result, with moves in coordinates.
        info: SearchInfo<String>,
        /// Proved facts about its move.
        reasons: Vec<Fact>,
    },
    /// The evaluation of the board, from the coach's search.
    Evaluated {
        /// The number of moves on that board. An answer for another board is stale and ignored.
        ply: usize,
        /// Score, side to move's view.
        score: Score,
    },
    /// An engine's decisions in an opening.
    Decided {
        /// The search. An answer to any other search is stale and ignored.
        id: SearchId,
        /// The decisions: one, or several in a fixed sequence.
        choices: Vec<OpeningChoice>,
    },
    /// An external engine's answer.
    ExternalAnswered {
        /// The search. An answer to any other search is stale and ignored.
        id: SearchId,
        /// The move or the decision to stop.
        answer: ExternalAnswer,
    },
    /// A search ended without an answer.
    EngineFailed {
        /// The search. Any other search is stale and ignored.
        id: SearchId,
        /// The cause, as one sentence.
        why: String,
    },
}

/// The answer of an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalAnswer {
    /// A move, perhaps with a draw offer.
    Play {
        /// The move, in any notation of the game.
        mv: String,
        /// Whether the move comes with a draw offer.
        draw: bool,
        /// The engine's score, if it reports one.
        score: Option<Score>,
    },
    /// The engine resigns, which loses the game.
    Resign,
    /// The engine failed, which loses the game.
    Fail {
        /// The cause, as a word for programs.
        code: &'static str,
        /// The cause, as one sentence.
        why: String,
    },
}
