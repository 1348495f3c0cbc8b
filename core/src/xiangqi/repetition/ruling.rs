//! A verdict on a repetition with its evidence.

use std::ops::Range;

use super::chase::{Attack, Attacks, Ground};
use super::cycle::Cycle;
use super::threat::{self, MateBudget};
use super::violation::Violation;
use super::{asian, chinese, simple};
use crate::base::{BySide, Outcome, Reason, Side};
use crate::position::History;
use crate::xiangqi::{Move, Piece, Position, Rule, Square};

/// The heaviest meaning of a move in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// It gave check (将).
    Check,
    /// It threatened to mate by checks (杀); only the Chinese rules ask.
    Threat,
    /// It chased a piece (捉); the simple rule does not ask.
    Chase,
    /// An idle move (闲).
    Idle,
}

/// Returns the violation of each side under `rule`.
fn violations(cycle: &Cycle<'_>, rule: Rule, budget: MateBudget) -> BySide<Option<Violation>> {
    match rule {
        Rule::Asian => asian::violations(cycle),
        Rule::Chinese => chinese::violations(cycle, budget),
        Rule::Simple => simple::violations(cycle),
    }
}

/// The result of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Neither side, or both, must deviate.
    Draw,
    /// This side must deviate, or it loses.
    MustDeviate(Side, Violation),
}

impl Verdict {
    /// Judges a cycle by the rule of the game.
    // Out of line: few nodes repeat anything.
    #[cold]
    pub(super) fn of(cycle: &Cycle<'_>, rule: Rule, budget: MateBudget) -> Verdict {
        Verdict::weigh(violations(cycle, rule, budget))
    }

    /// Weighs the violations. Under every rule perpetual check of one side alone outweighs any other violation; two
    /// equal violations make a draw.
    pub(super) const fn weigh(violations: BySide<Option<Violation>>) -> Verdict {
        match (violations.first, violations.second) {
            (Some(Violation::Check), Some(Violation::Check)) | (None, None) => Verdict::Draw,
            (Some(violation @ Violation::Check), _) | (Some(violation), None) => {
                Verdict::MustDeviate(Side::First, violation)
            }
            (_, Some(violation @ Violation::Check)) | (None, Some(violation)) => {
                Verdict::MustDeviate(Side::Second, violation)
            }
            (Some(_), Some(_)) => Verdict::Draw,
        }
    }

    /// Returns how the game ends by it.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Verdict::Draw => Outcome::draw(Reason::Repetition),
            Verdict::MustDeviate(side, violation) => Outcome::win(side.opponent(), violation.reason()),
        }
    }
}

/// A piece on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct PieceOnSquare {
    pub piece: Piece,
    /// Its square.
    pub at: Square,
}

impl PieceOnSquare {
    /// Looks at a point that is not empty.
    fn on(position: &Position, at: Square) -> PieceOnSquare {
        PieceOnSquare { piece: position.piece_at(at).expect("attackers, prey and protectors are pieces"), at }
    }
}

/// An attack that threatens to win a piece, after the move that begins it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// The attacker.
    pub hunter: PieceOnSquare,
    /// The attacked piece.
    pub prey: PieceOnSquare,
    /// Why it is a chase.
    pub ground: Ground,
    /// The pieces that seem to protect the prey, but cannot take back without exposing their general.
    pub false_roots: Vec<PieceOnSquare>,
}

impl Chase {
    fn of(attack: &Attack, position: &Position) -> Chase {
        let standing = |at| PieceOnSquare::on(position, at);
        Chase {
            hunter: standing(attack.hunter),
            prey: standing(attack.prey),
            ground: attack.ground,
            false_roots: attack.false_roots.into_iter().map(standing).collect(),
        }
    }
}

/// One move of a cycle as the judge saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct JudgedMove {
    pub mv: Move,
    /// The side that made it.
    pub side: Side,
    /// Its heaviest meaning, which counts.
    pub act: Act,
    /// Its chases, also where a heavier meaning counts.
    pub chases: Vec<Chase>,
    /// First move of the threatened mate; only under the Chinese rules.
    pub threat: Option<Move>,
}

/// A piece that one side chased with every move that the rule counts as a chase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunted {
    /// The piece on its square at the end of the cycle.
    pub standing: PieceOnSquare,
    /// Where it stood after each move of the cycle.
    pub path: Vec<Square>,
}

/// A verdict with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The rules it follows.
    pub rule: Rule,
    /// The result.
    pub verdict: Verdict,
    /// After how many moves the cycle begins and ends: at the first and the last occurrence judged.
    pub cycle: Range<usize>,
    /// The moves of the cycle.
    pub moves: Vec<JudgedMove>,
    /// The violation of each side.
    pub violations: BySide<Option<Violation>>,
    /// The pieces that each side has chased with every move that counts as a chase.
    pub hunted: BySide<Vec<Hunted>>,
}

impl Ruling {
    /// Judges the cycle from `first` to the end of `history`, at `position`.
    pub(super) fn of(history: &History<Position>, position: &Position, first: usize) -> Ruling {
        let (cycle, rule) = (Cycle::new(history, position, first), history.start().rule());
        let violations = violations(&cycle, rule, MateBudget::RULING);
        let mut moves: Vec<JudgedMove> = cycle
            .back()
            .map(|played| {
                let attacks = if rule == Rule::Simple { Attacks::new() } else { played.step().chases() };
                let chases: Vec<Chase> = attacks.iter().map(|attack| Chase::of(attack, &played.after)).collect();
                let threat = if rule == Rule::Chinese { threat::of(&played.after, MateBudget::RULING) } else { None };
                let act = match () {
                    () if played.check => Act::Check,
                    () if threat.is_some() => Act::Threat,
                    () if !chases.is_empty() => Act::Chase,
                    () => Act::Idle,
                };
                JudgedMove { mv: played.mv, side: played.side(), act, chases, threat }
            })
            .collect();
        moves.reverse();
        let hunted = BySide::from_fn(|side| match violations[side] {
            Some(Violation::Chase | Violation::Attack) => hunted(position, side, rule, &moves),
            Some(Violation::Check) | None => Vec::new(),
        });
        let verdict = Verdict::weigh(violations);
        Ruling { rule, verdict, cycle: first..history.len(), moves, violations, hunted }
    }

    /// Returns how the game ends by the ruling.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.verdict.outcome()
    }
}

/// Returns the pieces that `side` chased with each of the `moves` that count as a chase, which lead back to `position`.
fn hunted(position: &Position, side: Side, rule: Rule, moves: &[JudgedMove]) -> Vec<Hunted> {
    let counts = |judged: &&JudgedMove| judged.side == side && (rule == Rule::Asian || judged.act == Act::Chase);
    if !moves.iter().any(|judged| counts(&judged)) {
        return Vec::new();
    }
    let path_of = |start: Square| {
        let mut at = start;
        let follow = |judged: &JudgedMove| {
            at = if judged.mv.from() == at { judged.mv.to() } else { at };
            at
        };
        moves.iter().map(follow).collect::<Vec<Square>>()
    };
    let paths = position.board().side(!side).into_iter().map(path_of);
    let always = paths.filter(|path| {
        let mut turns = moves.iter().zip(path).filter(|(judged, _)| counts(judged));
        turns.all(|(judged, &at)| judged.chases.iter().any(|chase| chase.prey.at == at))
    });
    always.filter_map(|path| Some(Hunted { standing: PieceOnSquare::on(position, *path.last()?), path })).collect()
}
