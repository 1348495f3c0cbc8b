//! What the terminal says during a game.

use std::io::{self, Write};

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::record::GameKind;
use duiyi_core::session::{GameConfig, MoveRow};

const HELP: &str = "\
a move      h2e2, H2-E2, C2=5 or 炮二平五 in Xiangqi; h8 in Gomoku; b2 in tic-tac-toe
move M      the same
board       draw the board again
undo        take your last move back, and the answer to it
hint        ask the engine for the best move
draw        offer a draw; the other person answers 'accept' or 'decline'
resign      give the game up
save FILE   write the game down: PGN for Xiangqi, SGF for Gomoku
load FILE   go on with a game from a file
quit        leave";

/// Says which game it is and who plays.
pub fn greet(out: &mut dyn Write, config: &GameConfig) -> io::Result<()> {
    let kind = config.kind;
    let game = match kind {
        GameKind::Xiangqi => "Xiangqi".to_owned(),
        GameKind::Gomoku => format!("Gomoku, {}", config.rule),
        GameKind::TicTacToe => "Tic-tac-toe".to_owned(),
    };
    let seat = |at: Side| match config.players[at].level() {
        Some(level) => format!("{}: Duiyi level {}", side(kind, at), level.number()),
        None => format!("{}: you", side(kind, at)),
    };
    writeln!(out, "{game}. {}, {}. Type 'help' for help.", seat(Side::First), seat(Side::Second))
}

/// Lists what can be typed.
pub fn help(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HELP}")
}

/// Names a side as the game does.
pub const fn side(kind: GameKind, side: Side) -> &'static str {
    match (kind, side) {
        (GameKind::Xiangqi, Side::First) => "Red",
        (GameKind::Xiangqi, Side::Second) => "Black",
        (GameKind::Gomoku, Side::First) => "Black (X)",
        (GameKind::Gomoku, Side::Second) => "White (O)",
        (GameKind::TicTacToe, Side::First) => "X",
        (GameKind::TicTacToe, Side::Second) => "O",
    }
}

/// Announces a move: `1. Red plays 炮二平五 (h2e2)`.
pub fn moved(config: &GameConfig, row: &MoveRow, ply: usize) -> String {
    let check = if row.check { ", check" } else { "" };
    format!("{ply}. {} plays {}{check}", side(config.kind, row.side), written(config.kind, row))
}

/// Writes a line of play.
pub fn line(kind: GameKind, rows: &[MoveRow]) -> String {
    let words: Vec<String> = rows.iter().map(|row| written(kind, row)).collect();
    words.join(" ")
}

/// Says how the game ended, for people.
pub fn ended(kind: GameKind, outcome: Outcome) -> String {
    let how = match outcome.reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "no legal move is left",
        Reason::Five => "five in a row",
        Reason::Three => "three in a row",
        Reason::BoardFull => "the board is full",
        Reason::Forbidden => "a forbidden point",
        Reason::PerpetualCheck => "perpetual check loses",
        Reason::PerpetualChase => "perpetual chase loses",
        Reason::Repetition => "the position has come back too often",
        Reason::MoveLimit => "too many moves without a capture",
        Reason::NoAttackers => "nobody has a piece left that can attack",
        Reason::Resignation => "resignation",
        Reason::Agreement => "agreement",
        Reason::TimeForfeit => "time",
        Reason::Forfeit => "the loser's engine could not go on",
        Reason::Abandoned => "the game was stopped",
    };
    match outcome.winner {
        Some(winner) => format!("{} wins: {how}", side(kind, winner)),
        None => format!("A draw: {how}"),
    }
}

fn written(kind: GameKind, row: &MoveRow) -> String {
    if kind == GameKind::Xiangqi { format!("{} ({})", row.chinese, row.uci) } else { row.uci.clone() }
}
