//! Victory by continuous fours (VCF, 连续冲四胜), searched exhaustively.
//!
//! The attacker plays only fours. Each leaves one reply, so only the attacker's nodes branch. Caro alone may leave a
//! second reply, beyond the end of the five; then both must lose. The last four has two completions, or its only block
//! is forbidden to Black. *None* is proved: every sequence of fours was tried. *Unknown* means that a limit was hit.
//!
//! A block may itself make a four. The attacker must then stop it, and the attack goes on only if that stone makes a
//! four too. Stones are never removed, so there are no cycles and a table of failures is exact.

use std::cmp::Reverse;
use std::sync::Arc;

use super::field::Field;
use super::threats::{self, Blocks};
use crate::base::{Key, Side};
use crate::gomoku::pattern::{Class, Tables};
use crate::gomoku::{Point, Position};
use crate::position::Position as _;

/// The limits of one VCF search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VcfLimits {
    /// The most fours played before the five.
    pub fours: u32,
    pub nodes: u64,
}

impl VcfLimits {
    /// No limits: the verdict is a win or a disproof.
    pub const NONE: VcfLimits = VcfLimits { fours: FOURS_MAX, nodes: u64::MAX };
}

/// An upper bound: no board has room for more fours.
const FOURS_MAX: u32 = 250;
/// Iterative deepening adds one four to its step for every `GROWTH` fours reached.
const GROWTH: u32 = 6;
/// Salts the keys of linked searches, whose failures prove less than those of all fours. The key leaves out the last
/// four, so another order of the same fours is not tried again.
const LINKED: Key = Key(0x3c6e_f372_fe94_f82b);

/// The result of a VCF search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VcfResult {
    pub verdict: SolverVerdict,
    pub nodes: u64,
}

/// The verdict of a VCF or VCT search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverVerdict {
    Win {
        /// Fours and blocks in turn, the five last; of two blocks the one that lasts longer. Where the last block is
        /// forbidden to Black, the line ends with the four.
        moves: Vec<Point>,
        /// Plies to the five, the five included.
        plies: usize,
    },
    /// A disproof: no sequence of fours wins.
    None,
    /// A limit ended the search first.
    Unknown,
}

/// Searches `position` for the shortest VCF of `side` as if `side` were to move. `stop` is polled at every node and
/// ends the search by returning true.
#[must_use]
pub fn solve(position: &Position, side: Side, limits: VcfLimits, stop: impl FnMut() -> bool) -> VcfResult {
    if position.winner().is_some() {
        return VcfResult { verdict: SolverVerdict::None, nodes: 0 };
    }
    VcfSolver::new(1 << 16).shortest(&mut field(position, side), limits, stop)
}

/// Returns the field of `position` as if `side` were to move.
#[must_use]
pub fn field(position: &Position, side: Side) -> Field {
    let mut field = Field::new(position, Arc::new(Tables::new(position.rule())));
    if position.side_to_move() != side {
        field.pass();
    }
    field
}

/// How an attack ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackResult {
    /// The plies of the win.
    Win(usize),
    /// Every sequence of fours fails.
    Exhausted,
    /// Longer sequences of fours remain.
    TooShort,
    /// The node limit or the caller stopped it.
    Ended,
}

/// A VCF solver with its table of failures.
#[derive(Clone, Debug)]
pub struct VcfSolver {
    /// The upper 56 bits of a key, and one more than the number of fours that failed.
    table: Vec<u64>,
    moves: Vec<(Class, Point)>,
    /// The winning line, last move first.
    line: Vec<Point>,
}

/// Node count and limits of one call, and which fours it plays.
struct Budget<S> {
    nodes: u64,
    nodes_max: u64,
    stop: S,
    /// Whether each four must share a line with the four before.
    is_linked: bool,
}

impl<S: FnMut() -> bool> Budget<S> {
    /// Makes the budget of a call that plays any fours.
    const fn new(limits: VcfLimits, stop: S) -> Budget<S> {
        Budget { nodes: 0, nodes_max: limits.nodes, stop, is_linked: false }
    }

    /// Counts a node; returns true if the search must stop instead.
    fn visit(&mut self) -> bool {
        if self.nodes >= self.nodes_max || (self.stop)() {
            return true;
        }
        self.nodes += 1;
        false
    }
}

impl VcfSolver {
    /// Makes a solver whose table has `entries` entries, a power of two.
    #[must_use]
    pub fn new(entries: usize) -> VcfSolver {
        debug_assert!(entries.is_power_of_two());
        VcfSolver { table: vec![0; entries], moves: Vec::new(), line: Vec::new() }
    }

    /// Finds the shortest VCF of the side to move.
    ///
    /// Iterative deepening over the number of fours, in steps that grow; after a win, bisection. One four at a time, a
    /// long win would be searched dozens of times.
    pub fn shortest(&mut self, field: &mut Field, limits: VcfLimits, stop: impl FnMut() -> bool) -> VcfResult {
        let mut budget = Budget::new(limits, stop);
        let mut win = None;
        // Iterative deepening keeps this: fewer fours than `low` fail, and `high` wins or is the limit.
        let (mut low, mut high, mut bound) = (0, limits.fours, 0);
        let verdict = loop {
            match self.begin(field, bound, &mut budget) {
                AttackResult::Win(plies) => {
                    win = Some((self.line(), plies));
                    high = plies as u32 / 2;
                }
                AttackResult::Exhausted => break SolverVerdict::None,
                AttackResult::TooShort => low = bound + 1,
                AttackResult::Ended => break SolverVerdict::Unknown,
            }
            match &win {
                Some(_) if low >= high => break SolverVerdict::Unknown,
                Some(_) => bound = low + (high - low) / 2,
                None if low > high => break SolverVerdict::Unknown,
                None => bound = (low + low / GROWTH).min(high),
            }
        };
        let verdict = win.map_or(verdict, |(moves, plies)| SolverVerdict::Win { moves, plies });
        VcfResult { verdict, nodes: budget.nodes }
    }

    /// Finds any VCF of the side to move within `limits`, not always the shortest.
    pub fn any(&mut self, field: &mut Field, limits: VcfLimits, stop: impl FnMut() -> bool) -> AttackResult {
        self.begin(field, limits.fours, &mut Budget::new(limits, stop))
    }

    /// Finds a linked VCF of the side to move: each four shares a line with the four before, where its stone can help.
    /// Late in a game most fours are unrelated, and their permutations take most of the nodes. A failure proves
    /// nothing.
    pub fn linked(&mut self, field: &mut Field, limits: VcfLimits, stop: impl FnMut() -> bool) -> AttackResult {
        self.begin(field, limits.fours, &mut Budget { is_linked: true, ..Budget::new(limits, stop) })
    }

    /// Returns the line of the last win.
    #[must_use]
    pub fn line(&self) -> Vec<Point> {
        self.line.iter().rev().copied().collect()
    }

    fn begin<S: FnMut() -> bool>(&mut self, field: &mut Field, fours: u32, budget: &mut Budget<S>) -> AttackResult {
        self.moves.clear();
        self.line.clear();
        self.attack(field, None, fours, budget)
    }

    /// Searches an attacking node with at most `fours` fours, the first of them on a line with `link`.
    fn attack<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        link: Option<Point>,
        fours: u32,
        budget: &mut Budget<S>,
    ) -> AttackResult {
        if budget.visit() {
            return AttackResult::Ended;
        }
        let attacker = field.side_to_move();
        if field.fives(attacker) > 0 {
            self.line.extend(field.first_at_least(attacker, Class::Five));
            return AttackResult::Win(1);
        }
        let key = if budget.is_linked { field.key() ^ LINKED } else { field.key() };
        if let Some(answer) = self.known(key, fours) {
            return answer;
        }
        let start = self.moves.len();
        self.list_fours(field, link);
        self.moves[start..].sort_unstable_by_key(|&(class, point)| (Reverse(class), point));
        let answer = if self.moves.len() == start {
            AttackResult::Exhausted
        } else if fours == 0 {
            AttackResult::TooShort
        } else {
            self.try_fours(field, start, fours, budget)
        };
        self.moves.truncate(start);
        match answer {
            AttackResult::Exhausted => self.remember(key, FOURS_MAX),
            AttackResult::TooShort => self.remember(key, fours),
            AttackResult::Win(_) | AttackResult::Ended => {}
        }
        answer
    }

    /// Generates the legal fours of the side to move that leave the opponent no five. An enemy five limits them to its
    /// blocks, and `link` limits them to its lines.
    fn list_fours(&mut self, field: &Field, link: Option<Point>) {
        let attacker = field.side_to_move();
        if !field.patterns().has_at_least(attacker, Class::Four) {
            return;
        }
        let is_threatened = field.fives(!attacker) > 0;
        let blocks = if is_threatened { threats::blocks(field, !attacker) } else { Blocks::new() };
        if is_threatened && blocks.is_empty() {
            return;
        }
        let patterns = field.patterns();
        let fours = patterns
            .points_at_least(attacker, Class::Four)
            .filter(|&point| {
                if is_threatened {
                    blocks.contains(&point)
                } else {
                    link.is_none_or(|link| point.fits_a_five_with(link))
                }
            })
            .filter(|&point| field.is_legal(point, attacker))
            .map(|point| (field.class(point, attacker), point));
        self.moves.extend(fours);
    }

    /// Tries the fours from `start` on, the best classes first.
    fn try_fours<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        start: usize,
        fours: u32,
        budget: &mut Budget<S>,
    ) -> AttackResult {
        let mut answer = AttackResult::Exhausted;
        for index in start..self.moves.len() {
            match self.try_four(field, self.moves[index].1, fours, budget) {
                AttackResult::Exhausted => {}
                AttackResult::TooShort => answer = AttackResult::TooShort,
                ended => return ended,
            }
        }
        answer
    }

    /// Plays one four and searches after each block. The four wins if every block loses.
    fn try_four<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        four: Point,
        fours: u32,
        budget: &mut Budget<S>,
    ) -> AttackResult {
        let attacker = field.side_to_move();
        let start = self.line.len();
        field.play(four);
        let mut blocks = threats::blocks(field, attacker);
        if blocks.is_empty() {
            // Several fives without a common block. The position before had no five, so any of them completes this
            // four.
            blocks.extend(field.five(attacker));
        }
        let mut answer = AttackResult::Exhausted;
        let mut longest = 0;
        for &block in &blocks {
            let before = self.line.len();
            answer = self.try_block(field, four, block, fours, budget);
            let AttackResult::Win(plies) = answer else { break };
            // The line shows the block that lasts longer.
            if plies > longest {
                longest = plies;
                self.line.drain(start..before);
            } else {
                self.line.truncate(before);
                answer = AttackResult::Win(longest);
            }
        }
        field.undo();
        if let AttackResult::Win(plies) = answer {
            self.line.push(four);
            return AttackResult::Win(plies + 2);
        }
        self.line.truncate(start);
        answer
    }

    /// Answers `four` with `block` and continues. The plies of a win count from the attacker's next move.
    fn try_block<S: FnMut() -> bool>(
        &mut self,
        field: &mut Field,
        four: Point,
        block: Point,
        fours: u32,
        budget: &mut Budget<S>,
    ) -> AttackResult {
        let (defender, attacker) = (field.side_to_move(), !field.side_to_move());
        if !field.is_legal(block, defender) {
            return if field.can_move(defender) { AttackResult::Win(1) } else { AttackResult::Exhausted };
        }
        field.play(block);
        let answer = if field.fives(attacker) > 0 {
            self.line.extend(field.first_at_least(attacker, Class::Five));
            AttackResult::Win(1)
        } else {
            self.attack(field, budget.is_linked.then_some(four), fours - 1, budget)
        };
        field.undo();
        if matches!(answer, AttackResult::Win(_)) {
            self.line.push(block);
        }
        answer
    }

    fn known(&self, key: Key, fours: u32) -> Option<AttackResult> {
        let known = self.table[self.place(key)];
        let failed = (known & 0xff) as u32;
        if known ^ u64::from(failed) != key.0 & !0xff || failed <= fours {
            return None;
        }
        Some(if failed > FOURS_MAX { AttackResult::Exhausted } else { AttackResult::TooShort })
    }

    fn remember(&mut self, key: Key, fours: u32) {
        let place = self.place(key);
        self.table[place] = key.0 & !0xff | u64::from(fours + 1);
    }

    fn place(&self, key: Key) -> usize {
        (key.0 >> 8) as usize & (self.table.len() - 1)
    }
}
