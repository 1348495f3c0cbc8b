//! Reasons for a bad move and for a better one.

use super::threat::{Threat, ThreatKind};
use super::{gomoku, xiangqi};
use crate::game::Game;
use crate::gomoku::Point;
use crate::position::Position;

wire! {
    pair("bearing", "threat"):
    /// One proved reason, for or against a move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Fact {
        /// A new threat that the move allows.
        Allows(Threat),
        /// An old threat that the move does not stop.
        Ignores(Threat),
        /// A threat of the better move.
        Does(Threat),
        /// An old threat that the better move stops.
        Stops(Threat),
    }
}

impl Fact {
    /// Returns the threat, without its role.
    #[must_use]
    pub const fn threat(&self) -> &Threat {
        match self {
            Fact::Allows(threat) | Fact::Ignores(threat) | Fact::Does(threat) | Fact::Stops(threat) => threat,
        }
    }
}

/// Explains the fault of `played` and the merit of the first move of `best`. Both begin at `game`; `line`
/// answers `played`. Moves are in coordinates. A stone apart is no fault beside a merit that was missed.
#[must_use]
pub fn why(game: &Game, played: &str, line: &[String], best: &[String]) -> Vec<Fact> {
    let merits = merits(game, best);
    let mut facts = faults(game, played, line);
    facts.retain(|fact| merits.is_empty() || !matches!(fact.threat().what, ThreatKind::Apart { .. }));
    facts.extend(merits);
    facts
}

/// Lists the opponent's gains after `played`: the merits of the first move of `line`, the answer. Without a proof for
/// that move, lists the best proved threats of the opponent.
#[must_use]
pub fn faults(game: &Game, played: &str, line: &[String]) -> Vec<Fact> {
    let mut after = game.clone();
    if after.play(played).is_err() || after.outcome().is_some() {
        return Vec::new();
    }
    let answered = threats_of_move(&after, line);
    let told = if answered.is_empty() { best_threats(&after) } else { answered };
    if told.is_empty() {
        return apart(game, played).map(Fact::Allows).into_iter().collect();
    }
    told.into_iter().map(|threat| against(game, threat)).collect()
}

/// Lists the plain threats that `played` leaves although another stone would stop them, without a search for its cost:
/// a four or an open three of Gomoku. It tells them in a lost game, too, where no move costs anything.
#[must_use]
pub fn slips(game: &Game, played: &str) -> Vec<Fact> {
    let Game::Gomoku(game) = game else { return Vec::new() };
    let threat = played.parse().ok().and_then(|point| gomoku::threat_left(game.position(), point));
    threat.map(Fact::Ignores).into_iter().collect()
}

/// Returns the win that the side to move has after `played`, as a fact against that move.
pub(super) fn win_given(game: &Game, played: &str) -> Option<Fact> {
    let mut after = game.clone();
    after.play(played).ok()?;
    if after.outcome().is_some() {
        return None;
    }
    best_threats(&after).into_iter().next().map(|threat| against(game, threat))
}

/// Makes a fact of a threat after a move from `game`: was it there before the move?
fn against(game: &Game, threat: Threat) -> Fact {
    let before = threats_after_pass(game, &coordinates(&threat));
    if before.iter().any(|known| is_same(known, &threat)) { Fact::Ignores(threat) } else { Fact::Allows(threat) }
}

/// Returns that a stone is apart from all others.
fn apart(game: &Game, played: &str) -> Option<Threat> {
    let Game::Gomoku(game) = game else { return None };
    let point: Point = played.parse().ok()?;
    let what = ThreatKind::Apart { at: point.to_string() };
    let side = Position::side_to_move(game.position());
    gomoku::is_apart(game.position(), point).then_some(Threat { side, what, line: Vec::new() })
}

/// Lists the threats that the first move of `best` makes, and those of the opponent that it stops.
#[must_use]
pub fn merits(game: &Game, best: &[String]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = threats_of_move(game, best).into_iter().map(Fact::Does).collect();
    facts.extend(threats_stopped(game, best).into_iter().map(Fact::Stops));
    facts
}

/// Lists the attacks by which the first move of `line` wins a piece of Xiangqi: a fork, a discovered attack, a pin. Unlike
/// [`merits`], it lists them beside a mate.
#[must_use]
pub fn attacks_made(game: &Game, line: &[String]) -> Vec<ThreatKind> {
    match game {
        Game::Xiangqi(played) => xiangqi::attacks_made(played.position(), &moves(line)),
        Game::Gomoku(_) | Game::TicTacToe(_) => Vec::new(),
    }
}

/// Lists the threats that the side to move carries out with the first move of `line`.
fn threats_of_move(game: &Game, line: &[String]) -> Vec<Threat> {
    match game {
        Game::Xiangqi(played) => xiangqi::threats_of_move(played.position(), &moves(line)),
        Game::Gomoku(played) => gomoku::threats_of_move(played.position(), &moves(line)),
        Game::TicTacToe(_) => Vec::new(),
    }
}

/// Lists the best proved threats of the side to move.
fn best_threats(game: &Game) -> Vec<Threat> {
    match game {
        Game::Xiangqi(played) => xiangqi::best_threats(played.position()),
        Game::Gomoku(played) => gomoku::best_threats(played.position()),
        Game::TicTacToe(_) => Vec::new(),
    }
}

/// Lists the threats of the first move of `line`, played by the other side after a pass.
fn threats_after_pass(game: &Game, line: &[String]) -> Vec<Threat> {
    match game {
        Game::Xiangqi(played) => xiangqi::passed(played.position())
            .map_or_else(Vec::new, |position| xiangqi::threats_of_move(&position, &moves(line))),
        Game::Gomoku(played) => gomoku::threats_of_move(&gomoku::passed(played.position()), &moves(line)),
        Game::TicTacToe(_) => Vec::new(),
    }
}

/// Lists the waiting side's threats that the first move of `line` removes.
fn threats_stopped(game: &Game, line: &[String]) -> Vec<Threat> {
    match game {
        Game::Xiangqi(played) => xiangqi::threats_stopped(played.position(), &moves(line)),
        Game::Gomoku(played) => gomoku::threats_stopped(played.position(), &moves(line)),
        Game::TicTacToe(_) => Vec::new(),
    }
}

/// Parses coordinates up to the first invalid word.
fn moves<M: std::str::FromStr>(line: &[String]) -> Vec<M> {
    line.iter().map_while(|mv| mv.parse().ok()).collect()
}

fn coordinates(threat: &Threat) -> Vec<String> {
    threat.line.iter().map(|row| row.uci.clone()).collect()
}

/// Returns whether two threats of one side are the same, in spite of different lines.
fn is_same(one: &Threat, other: &Threat) -> bool {
    match (&one.what, &other.what) {
        (ThreatKind::Capture { taken, .. }, ThreatKind::Capture { taken: also, .. }) => taken == also,
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}
