//! Everything a shell needs to draw a game, as values.

use super::config::GameConfig;
use super::names::OpeningName;
use crate::base::{BySide, Millis, Outcome, Side};
use crate::gomoku::protocol::{Protocol, Turn};

/// Where the last move came from and went to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The square left; `None` where a stone was placed.
    pub from: Option<String>,
    /// The square reached.
    pub to: String,
}

/// One move in every notation. Gomoku has only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// `h2e2`, `h8`.
    pub uci: String,
    /// `炮二平五`.
    pub chinese: String,
    /// The same with the traditional characters.
    pub traditional: String,
    /// `C2=5`.
    pub wxf: String,
    /// `H2-E2`.
    pub iccs: String,
    /// Who moved.
    pub side: Side,
    /// The FEN letter of the piece, in Xiangqi.
    pub piece: Option<char>,
    /// The FEN letter of the piece taken.
    pub capture: Option<char>,
    /// Whether it gave check.
    pub check: bool,
}

/// Advice to the person to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub mv: String,
    /// Where it comes from and goes to.
    pub points: LastMove,
    /// The line expected, the move first.
    pub line: Vec<MoveRow>,
}

/// An opening that goes on: who is to decide what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningView {
    /// The protocol.
    pub protocol: Protocol,
    /// Who is to decide, by the colour held now.
    pub by: Side,
    /// What is to be decided.
    pub turn: Turn,
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
    /// All moves.
    pub moves: Vec<MoveRow>,
    /// FEN letters of the pieces each side has lost, most valuable first.
    pub lost: BySide<Vec<char>>,
    /// What is left on the clocks, where time is kept.
    pub clocks: Option<BySide<Millis>>,
    /// Whose time runs.
    pub clock_running: Option<Side>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
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
