//! Solves whole endings under the Asian rule for repetitions, for one side that has to hold.
//!
//! Play without end is a game on a finite graph. The holder may repeat for ever if it is not at fault: again and again it
//! makes a move that does not check, and for each enemy piece a move that does not chase that piece. Such a condition is
//! a generalized Büchi objective (W. Thomas, "On the synthesis of strategies in infinite games", STACS 1995), solved by a
//! greatest fixpoint of attractors. Checks and chases in turn satisfy it, as the rule allows.
//!
//! What holds here holds under the rule. The faults of the other side, which help the holder alone, are left out, and the
//! holder's pieces may be confined to a few squares.

use std::collections::HashMap;

use duiyi_core::base::Side;
use duiyi_core::position::Position as _;
use duiyi_core::xiangqi::{Move, Piece, Position, Role, Setup, Square, repetition, setup};

/// No position: the pieces cannot be so.
const NONE: u32 = u32::MAX;
/// The target of a capture after which the holder holds.
const HELD: u32 = u32::MAX - 1;
/// The target of a capture after which the holder loses.
const LOST: u32 = u32::MAX - 2;
/// The bit of a move that gives check. The bit `n + 1` is that of a move that chases the piece of index `n`.
const CHECK: u16 = 1;

/// A piece and the squares that it can be on. Those of the holder's opponent must be all that the piece can reach.
pub type Place = (Piece, Vec<Square>);

/// All positions of some pieces, solved for the holder.
#[derive(Debug)]
struct Ending {
    places: Vec<Place>,
    /// The number of each position, by its place value; [`NONE`] for none.
    numbers: Vec<u32>,
    /// The place value of each position.
    codes: Vec<u32>,
    /// Which positions the holder holds.
    by_rule: Vec<bool>,
    /// Which it holds with an idle move again and again.
    idly: Vec<bool>,
}

impl Ending {
    fn solution(&self, number: usize) -> Solution {
        match (self.by_rule[number], self.idly[number]) {
            (false, _) => Solution::Lost,
            (true, false) => Solution::Mixed,
            (true, true) => Solution::Idle,
        }
    }
}

/// The moves of all positions of an ending.
struct Graph {
    /// Where the moves of each position begin; one more at the end.
    first: Vec<u32>,
    /// The number of the position after each move, [`HELD`] or [`LOST`].
    target: Vec<u32>,
    acts: Vec<u16>,
    is_holders: Vec<bool>,
}

/// Whether the holder is safe in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solution {
    /// It can be made to lose.
    Lost,
    /// It holds, but not with idle moves: it must check and chase in turn.
    Mixed,
    /// It holds and makes an idle move again and again.
    Idle,
}

/// Solves endings for `holder`, each once.
#[derive(Debug)]
pub struct Solver {
    holder: Side,
    /// The bits of all pieces.
    whole: u32,
    /// By the indices of the pieces that are left, as bits.
    endings: HashMap<u32, Ending>,
}

impl Solver {
    /// Solves the ending of `places`, the generals among them, and all that captures make of it.
    pub fn new(holder: Side, places: &[Place]) -> Solver {
        let whole = (1 << places.len()) - 1;
        let mut solver = Solver { holder, whole, endings: HashMap::new() };
        solver.solve(places, whole);
        solver
    }

    /// Returns the solution of a position with all the pieces; `None` if a piece is where it cannot be.
    pub fn solution(&self, position: &Position) -> Option<Solution> {
        let ending = &self.endings[&self.whole];
        let number = ending.numbers[code_of(&ending.places, position)? as usize] as usize;
        Some(ending.solution(number))
    }

    /// Lists the positions with all the pieces.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Solution)> + '_ {
        let ending = &self.endings[&self.whole];
        let position = |number| position(&ending.places, ending.codes[number]).expect("it has a number");
        (0..ending.codes.len()).map(move |number| (position(number), ending.solution(number)))
    }

    fn solve(&mut self, whole: &[Place], left: u32) {
        if self.endings.contains_key(&left) {
            return;
        }
        let is_left = |index: usize| left >> index & 1 == 1;
        for index in (0..whole.len()).filter(|&index| is_left(index)) {
            if whole[index].0.role != Role::General {
                self.solve(whole, left & !(1 << index));
            }
        }
        let places: Vec<Place> =
            whole.iter().enumerate().filter(|(index, _)| is_left(*index)).map(|(_, place)| place.clone()).collect();
        let indices: Vec<usize> = (0..whole.len()).filter(|&index| is_left(index)).collect();
        let (numbers, codes) = number(&places);
        let graph = self.graph(&places, &indices, left, &numbers, &codes);
        let goals: Vec<u16> = (0..=places.len()).map(|bit| 1 << bit).collect();
        let (by_rule, idly) = (graph.hold(&goals), graph.hold(&[u16::MAX]));
        self.endings.insert(left, Ending { places, numbers, codes, by_rule, idly });
    }

    fn graph(&self, places: &[Place], indices: &[usize], left: u32, numbers: &[u32], codes: &[u32]) -> Graph {
        let mut graph = Graph { first: vec![0], target: Vec::new(), acts: Vec::new(), is_holders: Vec::new() };
        for &code in codes {
            let squares = squares(places, code);
            let position = position(places, code).expect("it has a number");
            let is_holders = position.side_to_move() == self.holder;
            graph.is_holders.push(is_holders);
            for mv in position.legal_moves() {
                let mut after = position;
                let captured = after.make(mv);
                let moved = squares.iter().position(|&square| square == mv.from()).expect("a piece moves");
                let Some(place) = places[moved].1.iter().position(|&square| square == mv.to()) else {
                    assert!(is_holders, "{mv} leaves the ending: {position:?}");
                    continue;
                };
                let (target, acts) = if captured.is_some() {
                    let taken = squares.iter().position(|&square| square == mv.to()).expect("a piece is taken");
                    let ending = left & !(1 << indices[taken]);
                    (if self.holds(ending, &after) { HELD } else { LOST }, 0)
                } else {
                    let scale: usize = places[..moved].iter().map(|(_, squares)| squares.len()).product();
                    let old = places[moved].1.iter().position(|&square| square == mv.from()).expect("it is there");
                    let board = (code as usize / 2) + place * scale - old * scale;
                    let next = (board * 2) as u32 | (code & 1 ^ 1);
                    let acts = if is_holders { acts(&position, mv, &squares) } else { 0 };
                    (numbers[next as usize], acts)
                };
                graph.target.push(target);
                graph.acts.push(acts);
            }
            graph.first.push(graph.target.len() as u32);
        }
        graph
    }

    /// Returns whether the holder holds a position after a capture.
    fn holds(&self, ending: u32, position: &Position) -> bool {
        if position.count_legal_moves() == 0 {
            return position.side_to_move() != self.holder;
        }
        let ending = &self.endings[&ending];
        if !position.has_attackers() {
            return true;
        }
        let code = code_of(&ending.places, position).expect("a capture leaves the other pieces where they can be");
        ending.by_rule[ending.numbers[code as usize] as usize]
    }
}

impl Graph {
    fn moves(&self, number: usize) -> std::ops::Range<usize> {
        self.first[number] as usize..self.first[number + 1] as usize
    }

    /// Returns the positions in which the holder can go on for ever and, for each goal, again and again makes a move
    /// without the acts of the goal.
    fn hold(&self, goals: &[u16]) -> Vec<bool> {
        let mut held = vec![true; self.is_holders.len()];
        let mut settled = 0;
        for &goal in goals.iter().cycle() {
            let reached = self.attract(&held, goal);
            settled = if reached == held { settled + 1 } else { 0 };
            held = reached;
            if settled >= goals.len() {
                break;
            }
        }
        held
    }

    /// Returns the positions of `held` from which the holder can force a move without the acts of `goal`, and never has
    /// to leave `held`.
    fn attract(&self, held: &[bool], goal: u16) -> Vec<bool> {
        let is_held = |target: u32| target == HELD || (target != LOST && held[target as usize]);
        let mut reached = vec![false; held.len()];
        let mut open: Vec<u32> = (0..held.len() as u32).filter(|&number| held[number as usize]).collect();
        loop {
            let before = open.len();
            open.retain(|&number| {
                let number = number as usize;
                let arrives = |at: usize| {
                    let target = self.target[at];
                    is_held(target) && (target == HELD || reached[target as usize])
                };
                reached[number] = if self.is_holders[number] {
                    let is_goal = |at: usize| is_held(self.target[at]) && self.acts[at] & goal == 0;
                    self.moves(number).any(|at| is_goal(at) || arrives(at))
                } else {
                    self.moves(number).all(arrives)
                };
                !reached[number]
            });
            if open.len() == before {
                return reached;
            }
        }
    }
}

/// Returns the bits of a move that captures nothing.
fn acts(position: &Position, mv: Move, squares: &[Square]) -> u16 {
    let chased = repetition::chased(position, mv);
    let chases = squares.iter().enumerate().filter(|(_, square)| chased.contains(**square));
    let check = if position.gives_check(mv) { CHECK } else { 0 };
    chases.fold(check, |acts, (index, _)| acts | 2 << index)
}

/// Numbers the possible positions.
fn number(places: &[Place]) -> (Vec<u32>, Vec<u32>) {
    let size = places.iter().map(|(_, squares)| squares.len()).product::<usize>() * 2;
    let (mut numbers, mut codes) = (vec![NONE; size], Vec::new());
    for code in 0..size as u32 {
        if position(places, code).is_some() {
            numbers[code as usize] = codes.len() as u32;
            codes.push(code);
        }
    }
    (numbers, codes)
}

/// Returns the square of each piece in the position with a place value.
fn squares(places: &[Place], code: u32) -> Vec<Square> {
    let mut rest = code as usize / 2;
    let digit = |(_, squares): &Place| {
        let square = squares[rest % squares.len()];
        rest /= squares.len();
        square
    };
    places.iter().map(digit).collect()
}

/// Returns the position with a place value, if it is possible.
fn position(places: &[Place], code: u32) -> Option<Position> {
    let mut setup = Setup { side_to_move: Side::ALL[(code & 1) as usize], ..Setup::EMPTY };
    let mut rest = code as usize / 2;
    for (piece, squares) in places {
        if setup.board.set(squares[rest % squares.len()], Some(*piece)).is_some() {
            return None;
        }
        rest /= squares.len();
    }
    Position::from_setup(setup).ok()
}

/// Returns the place value of a position; `None` if a piece is where it cannot be.
fn code_of(places: &[Place], position: &Position) -> Option<u32> {
    let digit = |(piece, squares): &Place| squares.iter().position(|square| position.piece_at(*square) == Some(*piece));
    let code = places.iter().rev().try_fold(0, |code, place| Some(code * place.1.len() + digit(place)?))?;
    Some((code * 2 + position.side_to_move() as usize) as u32)
}

/// Reads the places of an ending: `r:* n:e8,g7 P:>6` is a black rook anywhere, a black horse on two squares and a red pawn
/// at least six ranks from Red's own.
pub fn read(text: &str) -> Vec<Place> {
    let place = |word: &str| {
        let (piece, squares) = word.split_once(':').expect(word);
        let piece = piece.chars().next().and_then(Piece::from_letter).expect(word);
        let all = setup::possible(piece).into_iter();
        let squares = match squares.strip_prefix('>') {
            _ if squares == "*" => all.collect(),
            Some(rank) => {
                let rank: u8 = rank.parse().expect(word);
                all.filter(|square| square.rank_from(piece.side) >= rank).collect()
            }
            None => squares.split(',').map(|square| square.parse().expect(word)).collect(),
        };
        (piece, squares)
    };
    text.split_whitespace().map(place).collect()
}
