//! A forced win with the tree that proves it: one move of the attacker, every answer that matters of the defender.

use std::collections::VecDeque;

use super::names;
use super::win::{AttackKind, AttackLimits, AttackVerdict, Prover};
use crate::base::Side;
use crate::engine::gomoku::field::Field;
use crate::engine::gomoku::threats;
use crate::explain::threat::{ThreatSearch, ThreatSearchResult};
use crate::gomoku::pattern::Class;
use crate::gomoku::{Point, Position};

/// Node limits of the search for the win.
const LIMITS: AttackLimits = AttackLimits { fours: 1_000_000, threes: 300_000, quiet: 1_000_000 };
/// Node limits of the search after an answer, where a win is known to exist.
const LIMITS_AFTER: AttackLimits = AttackLimits { fours: 40_000, threes: 30_000, quiet: 300_000 };
/// Branches from which on no answers are added.
const LINES_MAX: usize = 200;

/// A branch that grows, with the attacker to move at its end.
struct Branch {
    line: Vec<Point>,
    /// The place of each answer among its like, which orders the branches.
    order: Vec<usize>,
}

/// Searches for a win of `side` as if it were to move. `stop` is polled at each node.
pub(in crate::explain) fn attack(position: &Position, side: Side, mut stop: impl FnMut() -> bool) -> ThreatSearch {
    let mut prover = Prover::new(position);
    let mut field = prover.field(position, side);
    let (verdict, mut nodes) = prover.attack(&mut field, LIMITS, &mut stop);
    let (first, result) = match verdict {
        AttackVerdict::Win { line, kind: AttackKind::Vcf } => (line, ThreatSearchResult::Vcf),
        AttackVerdict::Win { line, kind: AttackKind::Vct } => (line, ThreatSearchResult::Vct),
        AttackVerdict::Win { line, kind: AttackKind::Quiet } => (line, ThreatSearchResult::Quiet),
        AttackVerdict::None => (Vec::new(), ThreatSearchResult::None),
        AttackVerdict::Unknown => (Vec::new(), ThreatSearchResult::Unknown),
    };
    let mut attack = ThreatSearch { side, result, lines: Vec::new(), whole: true, nodes };
    if first.is_empty() {
        return attack;
    }
    let mut known = Some(first);
    let mut open = VecDeque::from([Branch { line: Vec::new(), order: Vec::new() }]);
    let mut ended: Vec<Branch> = Vec::new();
    while let Some(Branch { mut line, order }) = open.pop_front() {
        line.iter().for_each(|&point| field.play(point));
        let win = known.take().or_else(|| {
            let (verdict, more) = prover.attack(&mut field, LIMITS_AFTER, &mut stop);
            nodes += more;
            if let AttackVerdict::Win { line, .. } = verdict { Some(line) } else { None }
        });
        let answers = win.as_ref().map(|win| answers(&mut prover, &mut field, win)).unwrap_or_default();
        line.iter().for_each(|_| field.undo());
        attack.whole &= win.is_some();
        let win = win.unwrap_or_default();
        let is_full = ended.len() + open.len() + answers.len() > LINES_MAX || stop();
        if answers.is_empty() || is_full {
            attack.whole &= answers.is_empty();
            line.extend(win);
            ended.push(Branch { line, order });
            continue;
        }
        for (number, answer) in answers.into_iter().enumerate() {
            let line = line.iter().copied().chain([win[0], answer]).collect();
            open.push_back(Branch { line, order: order.iter().copied().chain([number]).collect() });
        }
    }
    ended.sort_by(|one, other| one.order.cmp(&other.order));
    attack.lines = ended.into_iter().map(|branch| names(branch.line)).collect();
    attack.nodes = nodes;
    attack
}

/// Lists the answers to the first move of `win` that stop its threat or delay it; none if nothing does. The answer of the line
/// comes first.
fn answers(prover: &mut Prover, field: &mut Field, win: &[Point]) -> Vec<Point> {
    let (first, attacker) = (win[0], field.side_to_move());
    if field.class(first, attacker) >= Class::Five {
        return Vec::new();
    }
    field.play(first);
    let mut answers: Vec<Point> = if field.fives(attacker) > 0 {
        threats::blocks(field, attacker).into_iter().filter(|&block| field.is_legal(block, !attacker)).collect()
    } else if let Some(threat) = field.first_at_least(attacker, Class::DoubleFour) {
        threats::answers(field, threat).into_iter().chain(threats::fours(field)).collect()
    } else {
        stops(prover, field)
    };
    field.undo();
    let told = win.get(1).copied();
    answers.sort_by_key(|&answer| (Some(answer) != told, answer));
    answers.dedup();
    answers
}

/// Lists the replies after which the other side has no VCF at once: those that stop the threat of a quiet move.
fn stops(prover: &mut Prover, field: &mut Field) -> Vec<Point> {
    let mut stops: Vec<Point> = field.legal_points(field.side_to_move()).collect();
    stops.retain(|&reply| {
        field.play(reply);
        let is_idle = prover.has_vcf(field);
        field.undo();
        !is_idle
    });
    stops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gomoku::vcf::SolverVerdict;
    use crate::engine::gomoku::vct;
    use crate::gomoku::Rule;
    use crate::gomoku::notation::read_moves;
    use crate::position::Position as _;

    /// Four stones in a square, and White far away.
    const SQUARE: &str = "h8 a1 i8 a15 h9 o1 i9 o15";

    fn position(moves: &str) -> Position {
        let mut position = Position::new(15, Rule::Freestyle).expect("a size that is allowed");
        for mv in read_moves(moves, 15).expect("the test names points") {
            position.play_unchecked(mv);
        }
        position
    }

    #[test]
    fn a_win_by_fours_is_one_line_and_a_win_by_threes_a_tree() {
        let fours = attack(&position("h8 a1 i8 a3 j8 a5"), Side::First, || false);
        assert_eq!(fours.result, ThreatSearchResult::Vcf, "{fours:?}");
        assert!(fours.whole && !fours.lines.is_empty());
        let threes = attack(&position(SQUARE), Side::First, || false);
        assert!(matches!(threes.result, ThreatSearchResult::Vcf | ThreatSearchResult::Vct), "{threes:?}");
        assert!(threes.lines.len() > 1, "{threes:?}");
    }

    /// VP060 of the collection in tests/data: no fours and threes alone win it.
    const QUIET: &str = "i10 h8 e5 j8 i9 j6 i7 i8 k8 h9 j7 h7 h6 g10 h11 g12 g8 g13 j9 l7 g11 f11 e12 l6 l9 i6 i11 k11";

    #[test]
    fn a_win_with_a_quiet_move_is_told_apart_and_lists_the_replies_that_stop_its_threat() {
        let start = position(QUIET);
        let attack = attack(&start, Side::First, || false);
        assert_eq!(attack.result, ThreatSearchResult::Quiet, "{attack:?}");
        assert!(attack.whole && attack.lines.len() > 1, "{attack:?}");
        for line in &attack.lines {
            let mut after = start.clone();
            for mv in line {
                let point: Point = mv.parse().expect("a point");
                assert!(after.is_legal(point), "{line:?}");
                after.play_unchecked(point);
            }
            assert_eq!(after.winner(), Some(Side::First), "{line:?}");
        }
    }

    /// Every branch is legal and ends in five, or where no answer helps; every answer leaves a win.
    #[test]
    fn the_tree_proves_the_win() {
        let start = position(SQUARE);
        let attack = attack(&start, Side::First, || false);
        assert!(attack.lines.len() > 1, "{attack:?}");
        for line in &attack.lines {
            let mut after = start.clone();
            for (ply, mv) in line.iter().enumerate() {
                let point: Point = mv.parse().expect("a point");
                assert!(after.is_legal(point), "{line:?}");
                after.play_unchecked(point);
                if ply % 2 == 1 {
                    let verdict = vct::solve(&after, Side::First, 100_000, || false).verdict;
                    assert!(matches!(verdict, SolverVerdict::Win { .. }), "{line:?} at {mv}");
                }
            }
            assert_eq!(after.winner(), Some(Side::First), "{line:?}");
        }
    }

    #[test]
    fn nothing_is_found_without_a_win_and_a_stop_leaves_it_open() {
        let calm = attack(&position("h8 a1"), Side::First, || false);
        assert_eq!((calm.result, calm.lines.len()), (ThreatSearchResult::None, 0));
        let other = attack(&position("h8 a1 i8 a3 j8"), Side::First, || false);
        assert_eq!(other.result, ThreatSearchResult::Vcf, "the side that is not to move");
        let stopped = attack(&position(SQUARE), Side::First, || true);
        assert!(matches!(stopped.result, ThreatSearchResult::Unknown | ThreatSearchResult::Vcf), "{stopped:?}");
    }
}
