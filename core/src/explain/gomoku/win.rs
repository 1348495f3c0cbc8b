//! Forced wins: VCF, VCT, and a first move that wins against every answer.

use std::sync::Arc;

use super::names;
use super::stone_rows::StoneRows;
use super::turn::rows_of_line;
use crate::base::Side;
use crate::engine::gomoku::field::Field;
use crate::engine::gomoku::vcf::{self, SolverVerdict};
use crate::engine::gomoku::vct;
use crate::explain::threat::{Threat, ThreatKind};
use crate::gomoku::pattern::{Class, Tables};
use crate::gomoku::point::Direction;
use crate::gomoku::{Point, Position, forbidden};

/// Node limit of one VCF search.
const FOURS_NODES: u64 = 40_000;
/// Node limit of one VCT search.
const THREES_NODES: u64 = 8_000;
/// Node limit of the VCT searches of all answers together.
const ANSWERS_NODES: u64 = 60_000;

/// Node limit of the search that tells which replies leave a VCF as it is.
const IDLE_NODES: u64 = 512;

/// The VCF and VCT solvers with their tables.
pub(super) struct Prover {
    tables: Arc<Tables>,
    fours: vcf::VcfSolver,
    threes: vct::VctSolver,
    /// The solver for wins with a quiet move, which needs a larger table. Made when it is first needed.
    quiet: Option<vct::VctSolver>,
}

/// Node limits of a search for a win.
#[derive(Clone, Copy)]
pub(super) struct AttackLimits {
    pub(super) fours: u64,
    pub(super) threes: u64,
    pub(super) quiet: u64,
}

/// What a win is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AttackKind {
    Vcf,
    Vct,
    /// A VCT with one quiet move, which threatens a VCF.
    Quiet,
}

/// What a search for a win found.
pub(super) enum AttackVerdict {
    Win {
        line: Vec<Point>,
        kind: AttackKind,
    },
    /// No sequence of fours and threes wins.
    None,
    /// A limit ended the search.
    Unknown,
}

struct Win {
    line: Vec<Point>,
    plies: usize,
    by_fours: bool,
}

impl Prover {
    /// Makes a prover for the rule of `position`.
    pub(super) fn new(position: &Position) -> Prover {
        Prover {
            tables: Arc::new(Tables::new(position.rule())),
            fours: vcf::VcfSolver::new(1 << 14),
            threes: vct::VctSolver::new(1 << 15),
            quiet: None,
        }
    }

    pub(super) fn field(&self, position: &Position, side: Side) -> Field {
        use crate::position::Position as _;
        let mut field = Field::new(position, Arc::clone(&self.tables));
        if position.side_to_move() != side {
            field.pass();
        }
        field
    }

    /// Returns a win of `side` as if it were to move: a VCF, else a VCT.
    pub(super) fn win(&mut self, position: &Position, side: Side) -> Option<Threat> {
        let mut field = self.field(position, side);
        let win = self.solve(&mut field, &mut { THREES_NODES })?;
        Some(threat(position, side, &win))
    }

    /// Returns whether a complete search finds no VCF of `side`, as if it were to move, and with `threes` no VCT.
    pub(super) fn is_without_win(&mut self, position: &Position, side: Side, threes: bool) -> bool {
        let mut field = self.field(position, side);
        let limits = vcf::VcfLimits { nodes: FOURS_NODES, ..vcf::VcfLimits::NONE };
        self.fours.shortest(&mut field, limits, || false).verdict == SolverVerdict::None
            && !(threes && self.threes.solve(&mut field, THREES_NODES, || false).verdict != SolverVerdict::None)
    }

    /// Returns the win that starts at `first`, a legal point that makes no five. It must hold against every answer;
    /// `feared` is tried first.
    pub(super) fn beginning(&mut self, position: &Position, first: Point, feared: Option<Point>) -> Option<Threat> {
        use crate::position::Position as _;
        let side = position.side_to_move();
        let mut field = self.field(position, side);
        field.play(first);
        if field.first_at_least(!side, Class::Five).is_some() {
            return None;
        }
        let mut nodes = ANSWERS_NODES;
        let empty: Vec<Point> = field.patterns().board().empty_points().collect();
        let feared = feared.filter(|feared| empty.contains(feared));
        let answers = feared.into_iter().chain(empty.iter().copied().filter(|&answer| Some(answer) != feared));
        let makes_four = field.fives(side) > 0;
        let mut longest = Win { line: vec![first], plies: 1, by_fours: makes_four };
        for answer in answers {
            if !field.is_legal(answer, !side) {
                continue;
            }
            field.play(answer);
            let win = self.solve(&mut field, &mut nodes);
            field.undo();
            let mut win = win?;
            win.line.splice(0..0, [first, answer]);
            let by_fours = longest.by_fours && win.by_fours;
            if win.plies + 2 > longest.plies {
                longest = Win { plies: win.plies + 2, ..win };
            }
            longest.by_fours = by_fours;
        }
        (longest.plies > 1).then(|| threat(position, side, &longest))
    }

    /// Returns whether the side to move of `field` has a VCF or a VCT, and the nodes of the searches.
    pub(super) fn verdict(&mut self, field: &mut Field) -> (SolverVerdict, u64) {
        let limits = vcf::VcfLimits { nodes: FOURS_NODES, ..vcf::VcfLimits::NONE };
        let fours = self.fours.shortest(field, limits, || false);
        if matches!(fours.verdict, SolverVerdict::Win { .. }) {
            return (fours.verdict, fours.nodes);
        }
        let threes = self.threes.solve(field, THREES_NODES, || false);
        let nodes = fours.nodes + threes.nodes;
        match threes.verdict {
            SolverVerdict::None => (fours.verdict, nodes),
            verdict => (verdict, nodes),
        }
    }

    /// Searches for a win of the side to move of `field` within these limits: a VCF, else a VCT, else one with a quiet
    /// move.
    pub(super) fn attack(
        &mut self,
        field: &mut Field,
        limits: AttackLimits,
        mut stop: impl FnMut() -> bool,
    ) -> (AttackVerdict, u64) {
        let fours_limits = vcf::VcfLimits { nodes: limits.fours, ..vcf::VcfLimits::NONE };
        let fours = self.fours.shortest(field, fours_limits, &mut stop);
        if let SolverVerdict::Win { moves, .. } = fours.verdict {
            return (AttackVerdict::Win { line: moves, kind: AttackKind::Vcf }, fours.nodes);
        }
        let threes = self.threes.solve(field, limits.threes, &mut stop);
        let nodes = fours.nodes + threes.nodes;
        let failure = match (threes.verdict, fours.verdict) {
            (SolverVerdict::Win { moves, .. }, _) => {
                return (AttackVerdict::Win { line: moves, kind: AttackKind::Vct }, nodes);
            }
            (SolverVerdict::None, SolverVerdict::None) => AttackVerdict::None,
            _ => AttackVerdict::Unknown,
        };
        let solver = self.quiet.get_or_insert_with(|| vct::VctSolver::new(1 << 18));
        let quiet = solver.solve_with_quiet(field, 1, limits.quiet, stop);
        let verdict = match quiet.verdict {
            SolverVerdict::Win { moves, .. } => AttackVerdict::Win { line: moves, kind: AttackKind::Quiet },
            SolverVerdict::None | SolverVerdict::Unknown => failure,
        };
        (verdict, nodes + quiet.nodes)
    }

    /// Returns whether a short search finds a VCF of the side to move of `field`.
    pub(super) fn has_vcf(&mut self, field: &mut Field) -> bool {
        let limits = vcf::VcfLimits { nodes: IDLE_NODES, ..vcf::VcfLimits::NONE };
        matches!(self.fours.any(field, limits, || false), vcf::AttackResult::Win(_))
    }

    /// Solves for the side to move of `field`: a VCF, else a VCT within the rest of `nodes`.
    fn solve(&mut self, field: &mut Field, nodes: &mut u64) -> Option<Win> {
        let limits = vcf::VcfLimits { nodes: FOURS_NODES, ..vcf::VcfLimits::NONE };
        if let SolverVerdict::Win { moves, plies } = self.fours.shortest(field, limits, || false).verdict {
            return Some(Win { line: moves, plies, by_fours: true });
        }
        let told = self.threes.solve(field, (*nodes).min(THREES_NODES), || false);
        *nodes = nodes.saturating_sub(told.nodes);
        match told.verdict {
            SolverVerdict::Win { moves, plies } => Some(Win { line: moves, plies, by_fours: false }),
            SolverVerdict::None | SolverVerdict::Unknown => None,
        }
    }
}

/// Returns the first foul that keeps Black from blocking a single four of White's `line`.
fn foul_of_line(position: &Position, side: Side, line: &[Point]) -> Option<&'static str> {
    if !position.rule().has_fouls(!side) {
        return None;
    }
    let mut board = position.board().clone();
    let mut mover = side;
    line.iter().find_map(|&point| {
        board.place(point, mover);
        mover = !mover;
        if mover == side {
            return None;
        }
        let completes = |at: &Point| {
            Direction::ALL.into_iter().any(|on| board.line(*at, on, side).is_five(position.rule().five(side)))
        };
        let mut fives = board.empty_points().filter(completes);
        let (five, other) = (fives.next()?, fives.next());
        if other.is_some() { None } else { forbidden::foul(&board, five).map(forbidden::Foul::code) }
    })
}

fn threat(position: &Position, side: Side, win: &Win) -> Threat {
    let first = win.line.first().and_then(|&first| StoneRows::at(position.board(), position.rule(), side, first));
    let shape = first.as_ref().and_then(StoneRows::shape);
    let what = if win.by_fours {
        let rows = first.map_or_else(Vec::new, |made| made.rows().into_iter().map(names).collect());
        ThreatKind::Vcf { moves: win.plies.div_ceil(2), shape, rows, foul: foul_of_line(position, side, &win.line) }
    } else {
        ThreatKind::Vct { moves: win.line.len().div_ceil(2), shape }
    };
    Threat { side, what, line: rows_of_line(position, side, &win.line) }
}
