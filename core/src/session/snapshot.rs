//! Everything a shell needs to draw a game, as values.

use super::config::GameConfig;
use crate::base::{BySide, Millis, Outcome, Side};
use crate::explain::Fact;
use crate::game::{LastMove, MoveRow, OpeningName, RepetitionWarning, Ruled};
use crate::gomoku::protocol::{OpeningProtocol, OpeningTurn};

/// Advice to the person to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub mv: String,
    /// Where it comes from and goes to.
    pub points: LastMove,
    /// The line expected, the move first.
    pub line: Vec<MoveRow>,
    /// What is proved of the move.
    pub reasons: Vec<Fact>,
}

/// An opening that goes on: who is to decide what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningView {
    /// The protocol.
    pub protocol: OpeningProtocol,
    /// Who is to decide, by the colour held now.
    pub by: Side,
    /// What is to be decided.
    pub turn: OpeningTurn,
    /// The decisions that are no points, as the words to ask for them with; none while no person may decide.
    pub words: Vec<String>,
    /// The fifths offered so far.
    pub offers: Vec<String>,
    /// How many fifths Black will have to offer, as far as that is settled.
    pub fifths: Option<u8>,
}

/// What may be asked for now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// A person may move.
    pub play: bool,
    /// There is a move to take back.
    pub undo: bool,
    /// Advice may be asked for.
    pub hint: bool,
    /// A draw may be offered.
    pub offer_draw: bool,
    /// The game may be given up.
    pub resign: bool,
    /// An engine thinks and can be hurried.
    pub move_now: bool,
    /// The game is over and can be played again.
    pub rematch: bool,
    /// Two engines play and can be paused.
    pub pause: bool,
    /// Two engines are paused and can play on, or make a single move.
    pub go_on: bool,
}

/// A game at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// How it was set up.
    pub config: GameConfig,
    /// The board, rows from the top down separated by `/`; see each game's `placement`.
    pub placement: String,
    /// Whose turn it is.
    pub side_to_move: Side,
    /// The number of moves so far.
    pub ply: usize,
    /// Where the side to move may go: from square (empty in Gomoku) and targets. Empty while no person may move.
    pub destinations: Vec<(String, Vec<String>)>,
    /// The square of the general in check.
    pub check: Option<String>,
    /// The last move.
    pub last_move: Option<LastMove>,
    /// The number of the first move in `moves`, from 0: the moves before it are those of the snapshot before.
    pub moves_from: usize,
    /// The moves from there on; all of them in a snapshot that stands for itself.
    pub moves: Vec<MoveRow>,
    /// FEN letters of the pieces each side has lost, most valuable first.
    pub lost: BySide<Vec<char>>,
    /// What is left on the clocks, where time is kept.
    pub clocks: Option<BySide<Millis>>,
    /// Whose time runs.
    pub clock_running: Option<Side>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Why a repetition has ended the game.
    pub ruled: Option<Ruled>,
    /// The moves of the side to move that would end the game by repetition, or let the opponent end it.
    pub repetitions: Vec<RepetitionWarning>,
    /// Which engine thinks, and for how long already.
    pub thinking: Option<(Side, Millis)>,
    /// Who offers a draw.
    pub draw_offer: Option<Side>,
    /// The stones of the winning row.
    pub winning_line: Vec<String>,
    /// Points Black may not play under Renju, with the code of the foul.
    pub forbidden: Vec<(String, &'static str)>,
    /// Advice, once asked for.
    pub hint: Option<Hint>,
    /// The opening, while it goes on. Then `side_to_move` is the colour of the next stone, not who decides.
    pub opening: Option<OpeningView>,
    /// What the opening is called that the game has followed.
    pub opening_name: Option<OpeningName>,
    /// What may be asked for.
    pub can: Abilities,
}

/// Sorts the pieces that were taken by who lost them, most valuable first.
pub(super) fn lost_pieces(moves: &[MoveRow]) -> BySide<Vec<char>> {
    const BY_VALUE: &str = "rchnbeap";
    let worth = |piece: &char| BY_VALUE.find(piece.to_ascii_lowercase()).unwrap_or(BY_VALUE.len());
    let mut lost = BySide::from_fn(|side: Side| -> Vec<char> {
        moves.iter().filter(|row| row.side != side).filter_map(|row| row.capture).collect()
    });
    for side in Side::ALL {
        lost[side].sort_by_key(worth);
    }
    lost
}
