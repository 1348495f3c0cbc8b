//! The moves that stop a win of the other side.

use super::win::Prover;
use super::{Threat, all_stone_rows, fives};
use crate::base::Side;
use crate::engine::gomoku::field::Field;
use crate::engine::gomoku::threats;
use crate::engine::gomoku::vcf::SolverVerdict;
use crate::gomoku::pattern::Class;
use crate::gomoku::{Point, Position};
use crate::position::Position as _;

/// Node limit of all searches of a list together, some seconds.
const NODES_MAX: u64 = 3_000_000;
/// The most own fours in a row that delay the win before a stone stops it.
const FOURS_MAX: usize = 2;

/// What a move does against a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// The attacker has no five, VCF or VCT afterwards.
    Holds,
    Fails,
    /// A limit ended the search.
    Unknown,
}

/// The threat, the moves that stop it, and those of which a limit leaves that open.
pub(in crate::explain) struct Answers {
    pub(in crate::explain) threat: Threat,
    pub(in crate::explain) holding: Vec<Point>,
    pub(in crate::explain) open: Vec<Point>,
}

/// Tries each legal move against the win that the other side has after a pass; `None` without such a win. `stop` is polled at
/// each move, and the rest stays open.
pub(in crate::explain) fn defences(position: &Position, mut stop: impl FnMut() -> bool) -> Option<Answers> {
    if position.winner().is_some() {
        return None;
    }
    let (defender, attacker) = (position.side_to_move(), !position.side_to_move());
    let five = fives(position, attacker, &all_stone_rows(position, attacker)).into_iter().next();
    let mut prover = Prover::new(position);
    let threat = five.or_else(|| prover.win(position, attacker))?;
    let mut field = prover.field(position, defender);
    let mut search = Search { prover, nodes: 0, held: Vec::new() };
    let (mut holding, mut open) = (Vec::new(), Vec::new());
    // Moves that stop the win at once are tried first in the lines behind a four.
    let (fours, others): (Vec<Point>, Vec<Point>) =
        field.legal_points(defender).partition(|&point| field.class(point, defender) >= Class::Four);
    for point in others.into_iter().chain(fours) {
        let answer = if stop() { Answer::Unknown } else { search.answer(&mut field, point, FOURS_MAX) };
        match answer {
            Answer::Holds => {
                search.held.push(point);
                holding.push(point);
            }
            Answer::Unknown => open.push(point),
            Answer::Fails => {}
        }
    }
    Some(Answers { threat, holding, open })
}

struct Search {
    prover: Prover,
    nodes: u64,
    /// Moves that have stopped the win so far.
    held: Vec<Point>,
}

impl Search {
    /// Returns what `point`, a legal move of the side to move, does; at most `fours` own fours delay the win.
    fn answer(&mut self, field: &mut Field, point: Point, fours: usize) -> Answer {
        let defender = field.side_to_move();
        if field.class(point, defender) >= Class::Five {
            return Answer::Holds;
        }
        field.play(point);
        let answer = if field.fives(defender) == 0 {
            self.attack(field)
        } else if field.first_at_least(!defender, Class::Five).is_some() {
            Answer::Fails
        } else {
            self.behind_four(field, defender, fours)
        };
        field.undo();
        answer
    }

    /// Returns what an own four does, after which the attacker must block. In Caro it may have a choice of blocks.
    fn behind_four(&mut self, field: &mut Field, defender: Side, fours: usize) -> Answer {
        let mut worst = Answer::Holds;
        for block in threats::blocks(field, defender) {
            if !field.is_legal(block, !defender) {
                continue;
            }
            field.play(block);
            let answer = self.position(field, fours);
            field.undo();
            match answer {
                Answer::Fails => return Answer::Fails,
                Answer::Unknown => worst = Answer::Unknown,
                Answer::Holds => {}
            }
        }
        worst
    }

    /// Returns whether the side to move, the defender, has a move that stops the win.
    fn position(&mut self, field: &mut Field, fours: usize) -> Answer {
        let defender = field.side_to_move();
        field.pass();
        let unforced = self.attack(field);
        field.pass();
        if unforced == Answer::Holds || fours == 0 {
            return if unforced == Answer::Holds { unforced } else { Answer::Unknown };
        }
        let empty: Vec<Point> = field.patterns().board().empty_points().collect();
        let known = self.held.clone();
        let points = known.iter().copied().filter(|point| empty.contains(point));
        let mut best = Answer::Fails;
        for point in points.chain(empty.iter().copied().filter(|point| !known.contains(point))) {
            if !field.is_legal(point, defender) {
                continue;
            }
            match self.answer(field, point, fours - 1) {
                Answer::Holds => return Answer::Holds,
                Answer::Unknown => best = Answer::Unknown,
                Answer::Fails => {}
            }
        }
        best
    }

    /// Returns whether the side to move, the attacker, has no win.
    fn attack(&mut self, field: &mut Field) -> Answer {
        if self.nodes >= NODES_MAX {
            return Answer::Unknown;
        }
        let (verdict, nodes) = self.prover.verdict(field);
        self.nodes += nodes;
        match verdict {
            SolverVerdict::Win { .. } => Answer::Fails,
            SolverVerdict::None => Answer::Holds,
            SolverVerdict::Unknown => Answer::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gomoku::{vcf, vct};
    use crate::gomoku::Rule;
    use crate::gomoku::notation::read_moves;

    fn position(moves: &str, rule: Rule) -> Position {
        let mut position = Position::new(15, rule).expect("a size that is allowed");
        for mv in read_moves(moves, 15).expect("the test names points") {
            assert!(position.is_legal(mv), "{mv}");
            position.play_unchecked(mv);
        }
        position
    }

    fn texts(points: &[Point]) -> Vec<String> {
        let mut texts: Vec<String> = points.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    #[track_caller]
    fn check(moves: &str, holding: &[&str]) {
        let answers = defences(&position(moves, Rule::Freestyle), || false).expect("a threat");
        assert_eq!(
            (texts(&answers.holding), texts(&answers.open)),
            (holding.iter().map(|&at| at.to_owned()).collect(), vec![])
        );
    }

    #[test]
    fn a_four_has_one_defence_and_an_open_three_those_on_its_line() {
        check("h8 g8 i8 a1 j8 a3 k8", &["l8"]);
        check("h8 a1 i8 a3 j8", &["g8", "k8"]);
        // A straight four has none.
        check("h8 a1 i8 a3 j8 o15 k8", &[]);
    }

    #[test]
    fn an_own_four_that_only_delays_is_no_defence() {
        // White has three stones in the corner: b1 or e1 makes a four, and Black blocks it.
        let moves = "h8 a1 i8 b1 j8 c1 k9 o15 l10 d15 k8";
        let answers = defences(&position(moves, Rule::Freestyle), || false).expect("a straight four");
        assert_eq!(texts(&answers.holding), Vec::<String>::new());
    }

    #[test]
    fn an_own_four_holds_only_if_it_holds_against_each_block() {
        // Black's four on f8 is blocked at g8, and in Caro also at h8, where White's stone makes an open three.
        let position = position("c8 b8 d8 k5 e8 j6 o1 i11", Rule::Caro);
        let [four, block, other] = ["f8", "g8", "h8"].map(|at| at.parse::<Point>().expect(at));
        let prover = Prover::new(&position);
        let mut field = prover.field(&position, position.side_to_move());
        let mut search = Search { prover, nodes: 0, held: Vec::new() };
        let mut blocked_at = |at| {
            let mut field = search.prover.field(&position, position.side_to_move());
            field.play(four);
            field.play(at);
            search.position(&mut field, 0)
        };
        assert_eq!([block, other].map(&mut blocked_at), [Answer::Holds, Answer::Unknown]);
        assert_eq!(search.answer(&mut field, four, 0), Answer::Unknown);
    }

    #[test]
    fn nothing_is_defended_without_a_threat() {
        assert!(defences(&position("h8 a1", Rule::Freestyle), || false).is_none());
        let stopped = defences(&position("h8 a1 i8 a3 j8", Rule::Freestyle), || true).expect("a threat");
        assert!(stopped.holding.is_empty() && stopped.open.len() > 200);
    }

    /// Each listed move, played by the rules, leaves the plain solvers without a win; each other one leaves them a win, unless it
    /// is a four.
    #[test]
    fn the_list_equals_a_plain_scan() {
        for (moves, rule) in [
            ("h8 h9 i9 g7 j10 k11 i8 g8 i10", Rule::Freestyle),
            ("h8 i9 i8 g8 j8 i10 h10", Rule::Renju),
            ("h8 a1 i8 a3 j8", Rule::Standard),
        ] {
            let position = position(moves, rule);
            let attacker = !position.side_to_move();
            let Some(answers) = defences(&position, || false) else { continue };
            for point in position.board().empty_points().filter(|&point| position.is_legal(point)) {
                let mut after = position.clone();
                after.play_unchecked(point);
                let makes_four = all_stone_rows(&after, !attacker).iter().any(|made| made.five.is_some());
                if makes_four || answers.open.contains(&point) {
                    continue;
                }
                let limits = vcf::VcfLimits { nodes: 1_000_000, ..vcf::VcfLimits::NONE };
                let fours = vcf::solve(&after, attacker, limits, || false).verdict;
                let wins = matches!(fours, SolverVerdict::Win { .. })
                    || matches!(vct::solve(&after, attacker, 200_000, || false).verdict, SolverVerdict::Win { .. });
                assert_eq!(answers.holding.contains(&point), !wins, "{moves}: {point}");
            }
        }
    }
}
