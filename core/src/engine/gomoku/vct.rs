//! Victory by continuous threats (VCT, 连续做杀), by depth-first proof-number search.
//!
//! The attacker (OR node) plays only fours and threes, so every move threatens a five, a straight four or a double
//! four. The defender (AND node) may take any point that stops the threat, and may make fours first. A win therefore
//! holds against every defence. *None* means that no sequence of fours and threes wins, *unknown* that a limit was hit.
//!
//! [`solve_with_quiet`] also lets the attacker play a few quiet moves, each of which threatens a VCF: a λ² move in the
//! terms of T. Thomsen, "Lambda-search in game trees", 2000. Any legal reply may stop a VCF, so all of them are tried.
//!
//! Df-pn always expands the most-proving node (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). Threats
//! transpose often, and a sum over the children would count one position many times. Weak proof-number search therefore
//! takes the greatest number, plus one for each other open child (T. Ueda and others, 2008). Stones are never removed,
//! so there are no cycles.

use arrayvec::ArrayVec;

use super::field::Field;
use super::threats;
use super::vcf::{self, AttackResult, SolverVerdict};
use crate::base::{Key, Side};
use crate::gomoku::pattern::Class;
use crate::gomoku::{Point, Position, zobrist};

/// The result of a VCT search. [`SolverVerdict::Win`] carries a line of best play and an upper bound of its plies.
pub use super::vcf::VcfResult as VctResult;

/// Infinity, for proof and disproof numbers.
const NEVER: u32 = 1 << 23;
/// Node limit of the VCF search at a new OR node.
const FOURS_NODES: u64 = 64;
/// Node limit of the VCF search where a forced block may hide a threat.
const HIDDEN_NODES: u64 = 512;
/// The family of [`Key::feature`] that salts the key with the attacker.
const FAMILY_ATTACKER: u32 = 0x69;
/// The most quiet moves in a line.
pub const QUIET_MAX: u8 = 2;
/// The 1 + ε trick, ε in quarters: a child may exceed the second-best number by ε before the search switches. It keeps
/// siblings from thrashing.
const SLACK: u32 = 1;

/// Searches `position` for a VCT of `side` as if `side` were to move, within `nodes` nodes. The search polls `stop` at
/// each node and ends when it returns true.
#[must_use]
pub fn solve(position: &Position, side: Side, nodes: u64, stop: impl FnMut() -> bool) -> VctResult {
    solve_with_quiet(position, side, 0, nodes, stop)
}

/// Searches like [`solve`], with at most `quiet` quiet moves in each line, and never more than [`QUIET_MAX`].
#[must_use]
pub fn solve_with_quiet(
    position: &Position,
    side: Side,
    quiet: u8,
    nodes: u64,
    stop: impl FnMut() -> bool,
) -> VctResult {
    if position.winner().is_some() {
        return VctResult { verdict: SolverVerdict::None, nodes: 0 };
    }
    let entries = if quiet == 0 { 1 << 18 } else { 1 << 20 };
    VctSolver::new(entries).solve_with_quiet(&mut vcf::field(position, side), quiet, nodes, stop)
}

/// Proof number, disproof number, and plies of a proved win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
    plies: u16,
}

impl Numbers {
    const LOST: Numbers = Numbers { proof: NEVER, disproof: 0, plies: 0 };
    /// Nothing is known.
    const OPEN: Numbers = Numbers { proof: 1, disproof: 1, plies: 0 };

    const fn won(plies: usize) -> Numbers {
        Numbers { proof: 0, disproof: NEVER, plies: plies as u16 }
    }

    const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A VCT solver with its transposition table.
#[derive(Clone, Debug)]
pub struct VctSolver {
    /// The key, then proof number (24 bits), disproof number (24 bits) and plies (16 bits).
    table: Vec<[u64; 2]>,
    /// The key salt of the attacker, by the quiet moves that are left: the numbers of a position differ with both.
    salts: [Key; QUIET_MAX as usize + 1],
    /// Quiet moves that are left below the current node.
    quiet: u8,
    /// Whether the current search has quiet moves at all.
    allows_quiet: bool,
    fours: vcf::VcfSolver,
    /// Move stack of the current path.
    moves: Vec<Candidate>,
}

/// A generated move.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    point: Point,
    /// The initial proof number of the position after it.
    proof: u32,
    is_quiet: bool,
}

impl Candidate {
    const fn forced(point: Point) -> Candidate {
        Candidate { point, proof: 1, is_quiet: false }
    }
}

/// Node count and limits of one call.
struct Budget<S> {
    nodes: u64,
    nodes_max: u64,
    stop: S,
    ended: bool,
    /// Whether a search for a hidden threat hit its limit, so that a failure proves nothing.
    is_incomplete: bool,
}

impl<S> Budget<S> {
    const fn new(nodes_max: u64, stop: S) -> Budget<S> {
        Budget { nodes: 0, nodes_max, stop, ended: false, is_incomplete: false }
    }
}

/// A node before its expansion.
enum Look {
    Settled(Numbers),
    /// The node has moves on the stack and no verdict.
    Open,
}

impl VctSolver {
    /// Makes a solver whose table has `entries` entries, a power of two.
    #[must_use]
    pub fn new(entries: usize) -> VctSolver {
        debug_assert!(entries.is_power_of_two());
        let fours = vcf::VcfSolver::new(entries.min(1 << 14));
        VctSolver {
            table: vec![[0; 2]; entries],
            salts: [Key(0); QUIET_MAX as usize + 1],
            quiet: 0,
            allows_quiet: false,
            fours,
            moves: Vec::new(),
        }
    }

    /// Searches for a VCT of the side to move.
    pub fn solve<S: FnMut() -> bool>(&mut self, field: &mut Field, nodes: u64, stop: S) -> VctResult {
        self.solve_with_quiet(field, 0, nodes, stop)
    }

    /// Searches for a VCT of the side to move with at most `quiet` quiet moves in each line.
    pub fn solve_with_quiet<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        quiet: u8,
        nodes: u64,
        stop: S,
    ) -> VctResult {
        let mut budget = Budget::new(nodes, stop);
        self.moves.clear();
        let quiet = quiet.min(QUIET_MAX);
        (self.quiet, self.allows_quiet) = (quiet, quiet > 0);
        let attacker = field.side_to_move().index() as u32;
        self.salts = std::array::from_fn(|left| Key::feature(FAMILY_ATTACKER, attacker + 2 * left as u32));
        let numbers = self.node(field, true, NEVER, NEVER, &mut budget);
        let verdict = if numbers.proof == 0 {
            let mut moves = Vec::new();
            self.follow(field, true, &mut moves);
            SolverVerdict::Win { moves, plies: usize::from(numbers.plies) }
        } else if numbers.disproof == 0 && !budget.is_incomplete {
            SolverVerdict::None
        } else {
            SolverVerdict::Unknown
        };
        VctResult { verdict, nodes: budget.nodes }
    }

    /// Searches a node, OR if `attacking`, until a number reaches its threshold.
    fn node<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        attacking: bool,
        proof_max: u32,
        disproof_max: u32,
        budget: &mut Budget<S>,
    ) -> Numbers {
        if budget.nodes >= budget.nodes_max || (budget.stop)() {
            budget.ended = true;
            return Numbers::OPEN;
        }
        budget.nodes += 1;
        let start = self.moves.len();
        let is_new = self.known(field.key()).is_none();
        let look =
            if attacking { self.look_attack(field, is_new, budget) } else { self.look_defence(field, is_new, budget) };
        let numbers = match look {
            Look::Settled(numbers) => numbers,
            Look::Open => self.expand(field, attacking, start, proof_max, disproof_max, budget),
        };
        self.moves.truncate(start);
        if !budget.ended || numbers.is_settled() {
            self.store(field.key(), numbers);
        }
        numbers
    }

    /// Descends into the best child again and again until a number reaches its threshold.
    fn expand<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        attacking: bool,
        start: usize,
        proof_max: u32,
        disproof_max: u32,
        budget: &mut Budget<S>,
    ) -> Numbers {
        loop {
            let mut one = NEVER;
            let mut second = NEVER;
            let mut best = start;
            let (mut most, mut open) = (0, 0_u32);
            let mut plies = 0;
            for index in start..self.moves.len() {
                let child = self.child(field, index);
                // `wish` must reach zero in one child, `burden` in every child.
                let (wish, burden) =
                    if attacking { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
                if wish == 0 {
                    if attacking {
                        plies = if one == 0 { plies.min(child.plies) } else { child.plies };
                        one = 0;
                        continue;
                    }
                    return Numbers::LOST;
                }
                if wish < one {
                    (second, one, best) = (one, wish, index);
                } else if wish < second {
                    second = wish;
                }
                if burden > 0 {
                    most = most.max(burden);
                    open += 1;
                }
                if !attacking {
                    plies = plies.max(child.plies);
                }
            }
            if attacking && one == 0 {
                return Numbers::won(usize::from(plies) + 1);
            }
            if open == 0 {
                return if attacking { Numbers::LOST } else { Numbers::won(usize::from(plies) + 1) };
            }
            let all = (most + open - 1).min(NEVER - 1);
            let numbers = if attacking {
                Numbers { proof: one, disproof: all, plies: 0 }
            } else {
                Numbers { proof: all, disproof: one, plies: 0 }
            };
            if budget.ended || numbers.proof >= proof_max || numbers.disproof >= disproof_max {
                return numbers;
            }
            let child = self.child(field, best);
            let (wish_max, burden_max) = if attacking { (proof_max, disproof_max) } else { (disproof_max, proof_max) };
            let child_burden = if attacking { child.disproof } else { child.proof };
            let wish_max = wish_max.min(second.saturating_add(1 + second * SLACK / 4)).min(NEVER);
            let burden_max = burden_max.saturating_sub(all - child_burden.min(all)).min(NEVER);
            let (proof, disproof) = if attacking { (wish_max, burden_max) } else { (burden_max, wish_max) };
            let Candidate { point, is_quiet, .. } = self.moves[best];
            field.play(point);
            self.quiet -= u8::from(is_quiet);
            self.node(field, !attacking, proof, disproof, budget);
            self.quiet += u8::from(is_quiet);
            field.undo();
        }
    }

    /// Settles an OR node statically, or generates its fours, threes and quiet moves.
    fn look_attack<S: FnMut() -> bool>(&mut self, field: &mut Field, is_new: bool, budget: &mut Budget<S>) -> Look {
        let (attacker, defender) = (field.side_to_move(), !field.side_to_move());
        if field.fives(attacker) > 0 {
            return Look::Settled(Numbers::won(1));
        }
        if field.fives(defender) > 0 {
            return if self.list_blocks(field, defender) { Look::Open } else { Look::Settled(Numbers::LOST) };
        }
        if field.first_at_least(attacker, Class::DoubleFour).is_some() && field.keeps_a_move(defender, 1) {
            return Look::Settled(Numbers::won(3));
        }
        if is_new && let Some(plies) = self.wins_by_fours(field, FOURS_NODES, budget) {
            return Look::Settled(Numbers::won(plies));
        }
        let threats = field.patterns().points_at_least(attacker, Class::OpenThree);
        let legal = threats.filter(|&point| field.is_legal(point, attacker));
        let ranked =
            legal.map(|point| Candidate { point, proof: first_proof(field.class(point, attacker)), is_quiet: false });
        let start = self.moves.len();
        self.moves.extend(ranked);
        if self.quiet > 0 {
            let is_quiet = |&point: &Point| (Class::Two..Class::OpenThree).contains(&field.class(point, attacker));
            let quiet = field.legal_points(attacker).filter(is_quiet);
            self.moves.extend(quiet.map(|point| Candidate { point, proof: QUIET_PROOF, is_quiet: true }));
        }
        if self.moves.len() == start { Look::Settled(Numbers::LOST) } else { Look::Open }
    }

    /// Settles an AND node statically, or generates its defences.
    fn look_defence<S: FnMut() -> bool>(&mut self, field: &mut Field, is_new: bool, budget: &mut Budget<S>) -> Look {
        let (defender, attacker) = (field.side_to_move(), !field.side_to_move());
        if field.fives(defender) > 0 {
            return Look::Settled(Numbers::LOST);
        }
        if field.fives(attacker) > 0 {
            return match self.list_blocks(field, attacker) {
                true => Look::Open,
                // A side without a legal move has drawn.
                false if !field.can_move(defender) => Look::Settled(Numbers::LOST),
                false => Look::Settled(Numbers::won(2)),
            };
        }
        let Some(defences) = defences(field).or_else(|| self.hidden_threat(field, is_new, budget)) else {
            // A search that a stop ended has not looked for the threat.
            return Look::Settled(if budget.ended { Numbers::OPEN } else { Numbers::LOST });
        };
        if defences.is_empty() {
            // Its move, and the straight four.
            return if field.keeps_a_move(defender, 2) {
                Look::Settled(Numbers::won(4))
            } else {
                Look::Settled(Numbers::LOST)
            };
        }
        self.moves.extend(defences.into_iter().map(Candidate::forced));
        Look::Open
    }

    /// Generates the legal moves that stop every five of `threatening`. Returns whether there are any.
    fn list_blocks(&mut self, field: &Field, threatening: Side) -> bool {
        let start = self.moves.len();
        let legal =
            threats::blocks(field, threatening).into_iter().filter(|&point| field.is_legal(point, !threatening));
        self.moves.extend(legal.map(Candidate::forced));
        self.moves.len() > start
    }

    /// Generates every legal move if the attacker's last stone, a forced block or a quiet move, leaves a VCF but no
    /// direct threat. A null move finds the VCF.
    fn hidden_threat<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        is_new: bool,
        budget: &mut Budget<S>,
    ) -> Option<threats::Points> {
        field.pass();
        let result = self.search_fours(field, HIDDEN_NODES, budget);
        field.pass();
        budget.is_incomplete |= result == AttackResult::Ended;
        if !matches!(result, AttackResult::Win(_)) {
            return None;
        }
        let legal: threats::Points = field.legal_points(field.side_to_move()).collect();
        if is_new && self.allows_quiet {
            self.store_idle_replies(field, &legal, budget);
        }
        Some(legal)
    }

    /// Stores the replies that do not stop the VCF: most of them are far away, and one more node each would bury the
    /// others under their number.
    fn store_idle_replies<S: FnMut() -> bool>(&mut self, field: &mut Field, replies: &[Point], budget: &mut Budget<S>) {
        for &reply in replies {
            field.play(reply);
            if !budget.ended
                && field.fives(!field.side_to_move()) == 0
                && let Some(plies) = self.wins_by_fours(field, FOURS_NODES, budget)
            {
                self.store(field.key(), Numbers::won(plies));
            }
            field.undo();
        }
    }

    /// Returns the plies of a VCF of the side to move, if a short search finds one.
    fn wins_by_fours<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        nodes: u64,
        budget: &mut Budget<S>,
    ) -> Option<usize> {
        match self.search_fours(field, nodes, budget) {
            AttackResult::Win(plies) => Some(plies),
            AttackResult::Exhausted | AttackResult::TooShort | AttackResult::Ended => None,
        }
    }

    /// Searches for a VCF of the side to move within `nodes` nodes.
    fn search_fours<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        nodes: u64,
        budget: &mut Budget<S>,
    ) -> AttackResult {
        if !field.patterns().has_at_least(field.side_to_move(), Class::Four) {
            return AttackResult::Exhausted;
        }
        let limits = vcf::VcfLimits { nodes, ..vcf::VcfLimits::NONE };
        let count = || {
            budget.nodes += 1;
            budget.ended |= (budget.stop)();
            budget.ended
        };
        self.fours.any(field, limits, count)
    }

    /// Returns the numbers of the child after a generated move.
    fn child(&self, field: &Field, index: usize) -> Numbers {
        let Candidate { point, proof, is_quiet } = self.moves[index];
        let key = field.key() ^ zobrist::stone(field.side_to_move(), point) ^ zobrist::WHITE_TO_MOVE;
        let known = self.known_with(key, self.quiet - u8::from(is_quiet));
        known.unwrap_or(Numbers { proof, disproof: 1, plies: 0 })
    }

    /// Appends the PV of a proved win: the shortest known win against the longest defence.
    fn follow(&mut self, field: &mut Field, attacking: bool, line: &mut Vec<Point>) {
        let side = field.side_to_move();
        if attacking && let Some(five) = field.five(side) {
            line.push(five);
            return;
        }
        let endless = vcf::VcfLimits::NONE;
        if attacking
            && field.fives(!side) == 0
            && field.patterns().has_at_least(side, Class::Four)
            && let AttackResult::Win(_) =
                self.fours.any(field, vcf::VcfLimits { nodes: 4 * FOURS_NODES, ..endless }, || false)
        {
            line.extend(self.fours.line());
            return;
        }
        let start = self.moves.len();
        let mut free = Budget::new(u64::MAX, || false);
        let look = if attacking {
            self.look_attack(field, false, &mut free)
        } else {
            self.look_defence(field, false, &mut free)
        };
        let chosen = if matches!(look, Look::Open) { self.best_of_won(field, attacking, start) } else { None };
        self.moves.truncate(start);
        if let Some(Candidate { point, is_quiet, .. }) = chosen {
            line.push(point);
            field.play(point);
            self.quiet -= u8::from(is_quiet);
            self.follow(field, !attacking, line);
            self.quiet += u8::from(is_quiet);
            field.undo();
        } else if attacking && let Some(four) = field.first_at_least(side, Class::DoubleFour) {
            line.push(four);
            field.play(four);
            if let Some(block) = field.five(side) {
                line.push(block);
                field.play(block);
                line.extend(field.five(side));
                field.undo();
            }
            field.undo();
        }
    }

    /// Returns the move that wins soonest, or the defence that loses latest. Searches a child again if its entry was
    /// overwritten.
    fn best_of_won(&mut self, field: &mut Field, attacking: bool, start: usize) -> Option<Candidate> {
        let mut best: Option<(u16, Candidate)> = None;
        for index in start..self.moves.len() {
            let candidate = self.moves[index];
            let mut child = self.child(field, index);
            if !child.is_settled() && !attacking {
                let mut again = Budget::new(AGAIN_NODES, || false);
                field.play(candidate.point);
                child = self.node(field, !attacking, NEVER, NEVER, &mut again);
                field.undo();
            }
            let better =
                |plies: u16| best.is_none_or(|(known, _)| if attacking { plies < known } else { plies > known });
            if child.proof == 0 && better(child.plies) {
                best = Some((child.plies, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    fn known(&self, key: Key) -> Option<Numbers> {
        self.known_with(key, self.quiet)
    }

    fn known_with(&self, key: Key, quiet: u8) -> Option<Numbers> {
        let key = key ^ self.salts[usize::from(quiet)];
        let [known, data] = self.table[self.place(key)];
        let numbers = Numbers {
            proof: (data & 0xff_ffff) as u32,
            disproof: (data >> 24 & 0xff_ffff) as u32,
            plies: (data >> 48) as u16,
        };
        // An empty entry holds two zeros, and no node does.
        (known == key.0 && data != 0).then_some(numbers)
    }

    fn store(&mut self, key: Key, numbers: Numbers) {
        let key = key ^ self.salts[usize::from(self.quiet)];
        let place = self.place(key);
        let Numbers { proof, disproof, plies } = numbers;
        self.table[place] = [key.0, u64::from(proof) | u64::from(disproof) << 24 | u64::from(plies) << 48];
    }

    fn place(&self, key: Key) -> usize {
        key.0 as usize & (self.table.len() - 1)
    }
}

/// Node limit of repeated searches while `follow` builds a line.
const AGAIN_NODES: u64 = 20_000;

/// Returns the initial proof number. A threat with fewer answers comes first.
const fn first_proof(class: Class) -> u32 {
    match class {
        Class::FourThree | Class::DoubleThree => 1,
        Class::FourPlus | Class::OpenThreePlus => 2,
        Class::Four => 3,
        _ => 4,
    }
}

/// The initial proof number of a quiet move, which has more answers than any threat.
const QUIET_PROOF: u32 = 12;

/// The most threats considered together.
const THREATS_MAX: usize = 3;

/// Lists the moves that may stop the waiting side's threats, own fours among them. `None` without such a threat.
fn defences(field: &Field) -> Option<threats::Points> {
    let (defender, attacker) = (field.side_to_move(), !field.side_to_move());
    let threats = field.patterns().points_at_least(attacker, Class::DoubleFour);
    let mut legal = threats.filter(|&point| field.is_legal(point, attacker));
    let mut points = threats::answers(field, legal.next()?);
    let others: ArrayVec<Point, THREATS_MAX> = legal.take(THREATS_MAX).collect();
    for threat in others {
        // Every threat must be stopped at once.
        let also = threats::answers(field, threat);
        points.retain(|point| also.contains(point));
    }
    for four in field.patterns().points_at_least(defender, Class::Four) {
        if field.is_legal(four, defender) && !points.contains(&four) {
            points.push(four);
        }
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use crate::gomoku::notation::read_moves;
    use crate::position::Position as _;

    /// White, to move, faces an open three and has threats too.
    const GAME: &str = "i7 h7 i6 h5 f6 f5 f9 h6 h8 h4 h3 i9 g9 f10 e9 d9 i4";

    fn after_game() -> Position {
        let mut position = Position::new(15, Rule::Freestyle).expect("a size that is allowed");
        for mv in read_moves(GAME, 15).expect("the test names points") {
            position.play_unchecked(mv);
        }
        position
    }

    /// The root uses one solver for both sides, so each search meets positions that the other has proved.
    #[test]
    fn what_one_side_proved_is_no_proof_for_the_other() {
        let position = after_game();
        let mut field = vcf::field(&position, Side::Second);
        let mut shared = VctSolver::new(1 << 16);
        shared.solve(&mut field, 20_000, || false);
        field.pass();
        shared.solve(&mut field, 20_000, || false);
        field.pass();
        let (mut wins, mut none) = (0, 0);
        for mv in position.board().empty_points() {
            field.play(mv);
            let told = shared.solve(&mut field, 20_000, || false).verdict;
            match VctSolver::new(1 << 16).solve(&mut field, 20_000, || false).verdict {
                SolverVerdict::Win { .. } => {
                    assert!(matches!(told, SolverVerdict::Win { .. } | SolverVerdict::Unknown), "{mv}: {told:?}");
                    wins += 1;
                }
                SolverVerdict::None => {
                    assert!(matches!(told, SolverVerdict::None | SolverVerdict::Unknown), "{mv}: {told:?}");
                    none += 1;
                }
                SolverVerdict::Unknown => {}
            }
            field.undo();
        }
        assert!(wins > 100 && none > 1, "{wins} wins and {none} without one are too few to say anything");
    }

    #[test]
    fn a_stop_at_any_node_ends_the_search_and_proves_nothing() {
        let position = after_game();
        let mut field = vcf::field(&position, Side::Second);
        let mut looked_at = 0;
        for mv in position.board().empty_points() {
            field.play(mv);
            let mut calls = 0;
            let count = || {
                calls += 1;
                false
            };
            let whole = VctSolver::new(1 << 12).solve(&mut field, 20_000, count);
            if whole.verdict == SolverVerdict::None {
                for asked in (1..=calls).step_by(1 + calls / 100) {
                    let mut calls = 0;
                    let once = || {
                        calls += 1;
                        calls == asked
                    };
                    let result = VctSolver::new(1 << 12).solve(&mut field, 20_000, once);
                    assert_eq!((result.verdict, calls), (SolverVerdict::Unknown, asked), "{mv}");
                    looked_at += 1;
                }
            }
            field.undo();
        }
        assert!(looked_at > 20, "{looked_at} stops are too few to say anything");
    }
}
