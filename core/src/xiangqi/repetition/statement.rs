//! A ruling in the parts of a sentence, for faces to put into words.

use super::ruling::{Act, PieceOnSquare, Ruling};
use super::violation::Violation;
use crate::base::Side;
use crate::xiangqi::{Move, Piece};

/// The acts of one side in a cycle: "(Red) chased (the cannon now on b7) with (the rook) by (a8b8 b8a8)".
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Statement {
    pub side: Side,
    /// Its violation; `None` if at least one move was idle.
    pub violation: Option<Violation>,
    /// Its moves in the cycle that differ, in order.
    pub moves: Vec<Move>,
    /// How many of its moves in the cycle were checks, threats of mate, chases and idle, in this order.
    pub counts: [usize; 4],
    /// The perpetually chased pieces, on their present squares.
    pub prey: Vec<PieceOnSquare>,
    /// The chasing pieces, each kind once.
    pub hunters: Vec<Piece>,
    /// The kinds of pieces that seemed to protect the prey and could not take back without exposing their general.
    pub false_roots: Vec<Piece>,
}

impl Ruling {
    /// Sums up the acts of `side`.
    #[must_use]
    pub fn statement(&self, side: Side) -> Statement {
        let mut statement = Statement {
            side,
            violation: self.violations[side],
            moves: Vec::new(),
            counts: [0; 4],
            prey: self.hunted[side].iter().map(|hunted| hunted.standing).collect(),
            hunters: Vec::new(),
            false_roots: Vec::new(),
        };
        for (ply, judged) in self.moves.iter().enumerate().filter(|(_, judged)| judged.side == side) {
            add(&mut statement.moves, judged.mv);
            statement.counts[match judged.act {
                Act::Check => 0,
                Act::Threat => 1,
                Act::Chase => 2,
                Act::Idle => 3,
            }] += 1;
            let hunted_at = |square| self.hunted[side].iter().any(|hunted| hunted.path[ply] == square);
            for chase in judged.chases.iter().filter(|chase| hunted_at(chase.prey.at)) {
                add(&mut statement.hunters, chase.hunter.piece);
                chase.false_roots.iter().for_each(|root| add(&mut statement.false_roots, root.piece));
            }
        }
        statement
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
