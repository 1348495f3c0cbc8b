//! The sentences of a game in the terminal.

use std::io::{self, Write};

use duiyi_core::base::{BySide, Outcome, Reason, Score, Side};
use duiyi_core::game::{GameKind, MoveRow, Setup};
use duiyi_core::gomoku::protocol::{OpeningChoice, OpeningTurn};
use duiyi_core::record::TimeControl;
use duiyi_core::review::Curve;
use duiyi_core::session::{Clocks, GameConfig, PendingDecision};

use crate::counted::counted;

const HELP: &str = "\
a move      h2e2, H2-E2, C2=5 or 炮二平五 in Xiangqi; h8 in Gomoku; b2 in tic-tac-toe
move M      the same
board       show the board again
swap, keep, add, ten, 3   answer an opening choice when asked
undo        take back your last move and the reply
hint        show where to look; again: the move; again: the line and why
threats     list the threats of both sides
draw        offer a draw; the opponent types 'accept' or 'decline'
resign      resign the game
save FILE   save the game: PGN for Xiangqi, SGF for Gomoku
load FILE   continue a saved game
quit        leave";

/// Returns a line with the game, the rule and the players.
pub fn greet(out: &mut dyn Write, config: &GameConfig) -> io::Result<()> {
    let kind = config.setup.kind();
    let game = match kind {
        GameKind::Xiangqi => format!("Xiangqi, {} rules", config.setup.rule_code()),
        GameKind::Gomoku => format!("Gomoku, {}", config.setup.rule_code()),
        GameKind::TicTacToe => "Tic-tac-toe".to_owned(),
    };
    let odds = config.odds.map(|odds| format!(" Odds: {}, given by {}.", odds.odds, side(kind, odds.giver)));
    writeln!(out, "{game}. {}{} Type 'help' for help.", seats(config), odds.unwrap_or_default())
}

/// Returns a line with the player of each side.
pub fn seats(config: &GameConfig) -> String {
    let kind = config.setup.kind();
    let seat = |at: Side| match config.players[at].level() {
        Some(level) => format!("{}: Duiyi level {}", side(kind, at), level.number()),
        None => format!("{}: you", side(kind, at)),
    };
    format!("{}, {}.", seat(Side::First), seat(Side::Second))
}

/// Returns a prompt for the next decision of an opening, with the words to type.
pub fn opening(view: &PendingDecision) -> String {
    let stone = "place a stone";
    let what = match view.turn {
        OpeningTurn::Place { reach: Some(0) } => format!("{stone} on the centre point"),
        OpeningTurn::Place { reach: Some(reach) } => format!("{stone} in the central {0} x {0} area", 2 * reach + 1),
        OpeningTurn::Place { reach: None } => format!("{stone} anywhere"),
        OpeningTurn::Swap => "'swap' the colours or 'keep' them".to_owned(),
        OpeningTurn::SwapOrAdd => {
            "'swap' the colours, 'keep' them, or 'add' two stones and let the opponent choose".to_owned()
        }
        OpeningTurn::Number { most } => format!("choose how many fifth moves Black must offer, 1 to {most}"),
        OpeningTurn::Fifth => format!("{stone} in the central 9 x 9 area, or offer 'ten'"),
        OpeningTurn::Offer { left } => format!("offer a fifth move ({left} left, no mirror images)"),
        OpeningTurn::Pick => format!("pick one of the fifth stones {}", view.offers.join(" ")),
    };
    format!("{}, {} to decide: {what}", view.protocol, side(GameKind::Gomoku, view.by))
}

/// Announces a decision without a stone.
pub fn decided(kind: GameKind, by: Side, choice: OpeningChoice) -> String {
    let what = match choice {
        OpeningChoice::Swap => "swaps the colours".to_owned(),
        OpeningChoice::Keep => "keeps the colours".to_owned(),
        OpeningChoice::AddTwo => "adds two stones".to_owned(),
        OpeningChoice::OfferTen => "will offer ten fifth moves".to_owned(),
        OpeningChoice::Number(number) => format!("asks for {}", counted(number, "fifth move")),
        OpeningChoice::Offer(at) => format!("offers {at}"),
        OpeningChoice::Place(at) | OpeningChoice::Pick(at) => format!("plays {at}"),
    };
    format!("{} {what}", side(kind, by))
}

pub fn help(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HELP}")
}

/// Returns the game's name of a side.
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

/// Returns the evaluation of a board whose side to move, `mover`, has `score`: `evaluation: Red 56%, Black 44%`.
pub fn evaluation(setup: &Setup, mover: Side, score: Score) -> String {
    let kind = setup.kind();
    if let Some(plies) = score.plies_to_mate() {
        let winner = side(kind, if plies > 0 { mover } else { mover.opponent() });
        if score.is_by_ruling() {
            return format!("evaluation: {winner} wins by the repetition rule");
        }
        return format!("evaluation: {winner} wins in {}", plies.unsigned_abs().div_ceil(2));
    }
    let percent = |chance: f64| (100.0 * chance).round().clamp(1.0, 99.0);
    let chance = percent(Curve::of(setup).chance(score));
    let first = if mover == Side::First { chance } else { 100.0 - chance };
    format!("evaluation: {} {first}%, {} {}%", side(kind, Side::First), side(kind, Side::Second), 100.0 - first)
}

/// Announces a move: `1. Red plays 炮二平五 (h2e2)`.
pub fn moved(config: &GameConfig, row: &MoveRow, ply: usize) -> String {
    let check = if row.check { ", check" } else { "" };
    format!("{ply}. {} plays {}{check}", side(config.setup.kind(), row.side), written(config.setup.kind(), row))
}

/// Returns a line of moves in text.
pub fn line(kind: GameKind, rows: &[MoveRow]) -> String {
    let words: Vec<String> = rows.iter().map(|row| written(kind, row)).collect();
    words.join(" ")
}

/// Returns a sentence with the result and its reason.
pub fn ended(kind: GameKind, outcome: Outcome) -> String {
    let how = match outcome.reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "no legal move is left",
        Reason::Five => "five in a row",
        Reason::Three => "three in a row",
        Reason::BoardFull => "the board is full",
        Reason::Forbidden => "Black played a forbidden move",
        Reason::PerpetualCheck => "perpetual check loses",
        Reason::PerpetualChase => "perpetual chase loses",
        Reason::PerpetualAttack => "perpetual threats lose",
        Reason::Repetition => "threefold repetition",
        Reason::MoveLimit => "too many moves without a capture",
        Reason::NoAttackers => "neither side has attacking material",
        Reason::Resignation => "resignation",
        Reason::Agreement => "agreement",
        Reason::TimeForfeit => "the clock ran out",
        Reason::Forfeit => "engine failure",
        Reason::Unstated => "no reason given",
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

/// Writes the seconds on the clocks of both sides, and the periods left in byo-yomi: `clock 540 28x3`.
pub fn clocks(controls: BySide<TimeControl>, clocks: &Clocks, out: &mut dyn Write) -> io::Result<()> {
    let face = |side: Side| {
        let (control, left) = (controls[side], clocks.left[side]);
        let periods = control.periods_left(left).map(|periods| format!("x{periods}")).unwrap_or_default();
        format!("{}{periods}", control.displayed(left).0 / 1_000)
    };
    writeln!(out, "clock {} {}", face(Side::First), face(Side::Second))
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::Millis;

    use super::*;

    #[test]
    fn a_clock_in_byo_yomi_shows_one_period_and_their_number() {
        let (period, main) = (Millis(30_000), Millis(600_000));
        let byo_yomi = TimeControl::ByoYomi { main, period, periods: 3 };
        let left = BySide { first: Millis(690_000), second: Millis(58_000) };
        let mut out = Vec::new();
        let seen = Clocks { left, running: Some(Side::First), controls: None };
        clocks(BySide::from_fn(|_| byo_yomi), &seen, &mut out).expect("a vector takes all");
        assert_eq!(out, b"clock 600 28x2\n");
    }

    #[test]
    fn one_fifth_move_is_not_several() {
        let asked = |number| decided(GameKind::Gomoku, Side::Second, OpeningChoice::Number(number));
        assert_eq!([1, 2].map(asked), ["White (O) asks for 1 fifth move", "White (O) asks for 2 fifth moves"]);
    }

    #[test]
    fn a_chance_has_its_sign_beside_the_number() {
        let setup = Setup::usual(GameKind::Xiangqi);
        assert_eq!(evaluation(&setup, Side::First, Score::DRAW), "evaluation: Red 50%, Black 50%");
    }

    #[test]
    fn a_win_by_a_ruling_on_a_repetition_has_no_count() {
        let setup = Setup::usual(GameKind::Xiangqi);
        let told = |score| evaluation(&setup, Side::First, score);
        assert_eq!(told(Score::mate_in(5)), "evaluation: Red wins in 3");
        assert_eq!(told(Score::mate_in(503)), "evaluation: Red wins by the repetition rule");
        assert_eq!(told(Score::mated_in(504)), "evaluation: Black wins by the repetition rule");
    }
}
