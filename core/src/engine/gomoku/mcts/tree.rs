//! The search tree: nodes and edges in two arenas of a fixed size.
//!
//! Values are integers, so a sum does not depend on its order. [`MctsTree::choose`] uses only floating-point operations
//! that every machine rounds alike.

use std::cmp::Reverse;
use std::num::NonZeroU32;

use super::value::{VALUE_MAX, score};
use crate::base::Score;
use crate::gomoku::Point;

/// The exploration constant of PUCT.
const EXPLORATION: f64 = 1.4;
/// First-play urgency reduction after the whole prior is tried, in values.
const UNTRIED: f64 = 0.3 * VALUE_MAX as f64;
/// The sum of a node's priors.
pub const PRIORS: u64 = 1 << 16;

/// A proof, from the side to move's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProvenValue {
    /// No proof yet.
    #[default]
    Open,
    /// A win within this many plies.
    Win(u16),
    Draw,
    /// A loss in this many plies, if the winner follows the proof.
    Loss(u16),
}

impl ProvenValue {
    /// Returns the same proof one ply earlier, from the parent's view.
    #[must_use]
    pub const fn before(self) -> ProvenValue {
        match self {
            ProvenValue::Open => ProvenValue::Open,
            ProvenValue::Win(plies) => ProvenValue::Loss(plies + 1),
            ProvenValue::Draw => ProvenValue::Draw,
            ProvenValue::Loss(plies) => ProvenValue::Win(plies + 1),
        }
    }

    /// Returns the value of a proof, if there is one.
    #[must_use]
    pub const fn value(self) -> Option<i32> {
        match self {
            ProvenValue::Open => None,
            ProvenValue::Win(_) => Some(VALUE_MAX),
            ProvenValue::Draw => Some(0),
            ProvenValue::Loss(_) => Some(-VALUE_MAX),
        }
    }

    /// Returns the score of a proof, if there is one.
    #[must_use]
    pub fn score(self) -> Option<Score> {
        match self {
            ProvenValue::Open => None,
            ProvenValue::Win(plies) => Some(Score::mate_in(plies.into())),
            ProvenValue::Draw => Some(Score::DRAW),
            ProvenValue::Loss(plies) => Some(Score::mated_in(plies.into())),
        }
    }

    /// Converts a mate score to its proof.
    #[must_use]
    pub const fn of(score: Score) -> ProvenValue {
        match score.plies_to_mate() {
            Some(plies) if score.is_win() => ProvenValue::Win(plies as u16),
            Some(plies) => ProvenValue::Loss(plies.unsigned_abs() as u16),
            None => ProvenValue::Open,
        }
    }
}

pub type Id = u32;

pub const ROOT: Id = 0;

#[derive(Clone, Copy, Debug, Default)]
pub struct MctsNode {
    /// The sum of all backed-up values, side to move's view.
    sum: i64,
    visits: u32,
    first_edge: u32,
    edges: u16,
    /// Whether the edges are a complete set of answers, so that a loss by each proves a loss.
    whole: bool,
    proven: ProvenValue,
}

impl MctsNode {
    #[must_use]
    pub const fn visits(&self) -> u32 {
        self.visits
    }

    #[must_use]
    pub const fn proven(&self) -> ProvenValue {
        self.proven
    }

    /// Returns whether the node has edges.
    #[must_use]
    pub const fn is_expanded(&self) -> bool {
        self.edges > 0
    }

    /// Returns whether the edges are a complete set of answers.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns the mean value Q, side to move's view, within ±[`VALUE_MAX`]; a proof's value if there is one.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self.proven.value() {
            Some(value) => value.into(),
            None => self.sum as f64 / f64::from(self.visits.max(1)),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub point: Point,
    /// The policy prior P, in [`PRIORS`]ths.
    prior: u16,
    /// The child, after its first visit.
    node: Option<NonZeroU32>,
}

impl Edge {
    /// Makes an unvisited edge. `prior` is a share of [`PRIORS`].
    #[must_use]
    pub fn new(point: Point, prior: u64) -> Edge {
        Edge { point, prior: prior.clamp(1, PRIORS - 1) as u16, node: None }
    }

    /// Returns the child, after its first visit.
    #[must_use]
    pub fn node(&self) -> Option<Id> {
        self.node.map(NonZeroU32::get)
    }
}

const _: () = assert!(size_of::<MctsNode>() == 24 && size_of::<Edge>() == 8);

#[derive(Debug)]
pub struct MctsTree {
    nodes: Vec<MctsNode>,
    edges: Vec<Edge>,
    nodes_max: usize,
    edges_max: usize,
}

impl MctsTree {
    /// Makes a tree of at most `bytes` bytes, with a root.
    #[must_use]
    pub fn new(bytes: usize) -> MctsTree {
        let half = bytes / 2;
        let nodes_max = (half / size_of::<MctsNode>()).clamp(2, u32::MAX as usize);
        let edges_max = (half / size_of::<Edge>()).clamp(Point::COUNT, u32::MAX as usize);
        MctsTree { nodes: vec![MctsNode::default()], edges: Vec::new(), nodes_max, edges_max }
    }

    #[must_use]
    pub fn node(&self, id: Id) -> &MctsNode {
        &self.nodes[id as usize]
    }

    /// Returns a node's edges: the visited ones, then the others by descending prior.
    #[must_use]
    pub fn edges(&self, id: Id) -> &[Edge] {
        let node = self.node(id);
        &self.edges[node.first_edge as usize..][..node.edges.into()]
    }

    /// Returns whether `moves` edges and one child still fit.
    #[must_use]
    pub fn has_room(&self, moves: usize) -> bool {
        self.nodes.len() < self.nodes_max && self.edges.len() + moves <= self.edges_max
    }

    /// Expands a node by `moves`. `whole` marks a complete set of answers.
    pub fn expand(&mut self, id: Id, moves: &[Edge], whole: bool) {
        let first_edge = self.edges.len() as u32;
        self.edges.extend_from_slice(moves);
        let node = &mut self.nodes[id as usize];
        *node = MctsNode { first_edge, edges: moves.len() as u16, whole, ..*node };
    }

    /// Adds the child of edge number `edge` of `id`.
    pub fn add(&mut self, id: Id, edge: usize) -> Id {
        let child = NonZeroU32::new(self.nodes.len() as u32).expect("the root comes first");
        self.nodes.push(MctsNode::default());
        self.edges[self.nodes[id as usize].first_edge as usize + edge].node = Some(child);
        child.get()
    }

    /// Sets the proof of a node.
    pub fn prove(&mut self, id: Id, proven: ProvenValue) {
        self.nodes[id as usize].proven = proven;
    }

    /// Selects an edge by PUCT, Q + c·P·√N / (1 + n) (C. Rosin, "Multi-armed bandits with episode context", 2011).
    /// `None` if every edge is a proved loss, or if the tree is full and no edge was visited.
    #[must_use]
    pub fn choose(&self, id: Id) -> Option<usize> {
        let node = self.node(id);
        let urge = EXPLORATION * f64::from(VALUE_MAX) * f64::from(node.visits).sqrt() / PRIORS as f64;
        let mut best: Option<(f64, usize)> = None;
        let mut tried = 0;
        for (index, edge) in self.edges(id).iter().enumerate() {
            let (mean, visits) = match edge.node() {
                Some(child) => (-self.node(child).mean(), self.node(child).visits),
                None if self.nodes.len() == self.nodes_max => break,
                None => (node.mean() - UNTRIED * (f64::from(tried) / PRIORS as f64).sqrt(), 0),
            };
            let loses = edge.node().is_some_and(|child| matches!(self.node(child).proven, ProvenValue::Win(_)));
            let worth = mean + urge * f64::from(edge.prior) / (1.0 + f64::from(visits));
            if !loses && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, index));
            }
            if edge.node.is_none() {
                // Later edges are unvisited too, with smaller priors.
                break;
            }
            tried += u32::from(edge.prior);
        }
        best.map(|(_, index)| index)
    }

    /// Backs up `value`, of the last node of `path`, and every proof that it completes (M. Winands and others,
    /// "Monte-Carlo tree search solver", 2008).
    pub fn back_up(&mut self, path: &[Id], mut value: i32) {
        let mut below = ProvenValue::Open;
        for &id in path.iter().rev() {
            if below != ProvenValue::Open {
                self.update_proven(id);
            }
            let node = &mut self.nodes[id as usize];
            value = node.proven.value().unwrap_or(value);
            node.sum += i64::from(value);
            node.visits += 1;
            below = node.proven;
            value = -value;
        }
    }

    /// Proves a node from the proofs of its children.
    pub fn update_proven(&mut self, id: Id) {
        let proven_of = |edge: &Edge| edge.node().map_or(ProvenValue::Open, |child| self.node(child).proven.before());
        let proven_values = || self.edges(id).iter().map(proven_of);
        let is_decided = self.node(id).whole && proven_values().all(|proven| proven != ProvenValue::Open);
        let best = proven_values().filter(|&proven| proven != ProvenValue::Open).max_by_key(|proven| proven.score());
        if let Some(proven) = best.filter(|proven| is_decided || matches!(proven, ProvenValue::Win(_))) {
            self.prove(id, proven);
        }
    }

    /// Ranks a node's edges: proved wins, the shortest first; then by visits; proved losses last, the longest first.
    #[must_use]
    pub fn ranking(&self, id: Id) -> Vec<usize> {
        let edges = self.edges(id);
        let key = |&index: &usize| {
            let Some(node) = edges[index].node().map(|child| self.node(child)) else { return (1, 0, 0) };
            match node.proven.before() {
                ProvenValue::Win(plies) => (2, -i64::from(plies), 0),
                ProvenValue::Loss(plies) => (0, i64::from(plies), 0),
                ProvenValue::Open | ProvenValue::Draw => (1, i64::from(node.visits), -node.sum),
            }
        };
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by_key(|index| Reverse(key(index)));
        order
    }

    /// Returns the score of an edge, from the view of the side that plays it.
    #[must_use]
    pub fn score(&self, id: Id, edge: usize) -> Score {
        match self.edges(id)[edge].node().map(|child| self.node(child)) {
            Some(child) => child.proven.before().score().unwrap_or_else(|| score(-child.mean())),
            None => score(self.node(id).mean() - UNTRIED),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(column: u8) -> Point {
        Point::new(column, 0)
    }

    /// Makes a tree whose root has `moves` equally likely moves.
    fn tree(moves: u8, whole: bool) -> MctsTree {
        let mut tree = MctsTree::new(1 << 20);
        let edges: Vec<Edge> = (0..moves).map(|column| Edge::new(point(column), PRIORS / u64::from(moves))).collect();
        tree.expand(ROOT, &edges, whole);
        tree
    }

    /// Visits the chosen move with `value` or a proof, from the view of the side that answers.
    fn visit(tree: &mut MctsTree, edge: usize, value: i32, proven: ProvenValue) {
        let child = tree.edges(ROOT)[edge].node().unwrap_or_else(|| tree.add(ROOT, edge));
        tree.prove(child, proven);
        tree.back_up(&[ROOT, child], value);
    }

    #[test]
    fn the_better_move_is_tried_more_often() {
        let mut tree = tree(3, true);
        for _ in 0..1000 {
            let edge = tree.choose(ROOT).expect("no move loses");
            visit(&mut tree, edge, [100, -300, 0][edge], ProvenValue::Open);
        }
        let visits: Vec<u32> =
            tree.edges(ROOT).iter().map(|edge| tree.node(edge.node().expect("tried")).visits()).collect();
        assert!(visits[1] > visits[2] && visits[2] > visits[0], "{visits:?}");
        assert_eq!(tree.ranking(ROOT), [1, 2, 0]);
        assert_eq!(tree.node(ROOT).visits(), 1000);
        assert!(tree.score(ROOT, 1) > tree.score(ROOT, 2) && tree.score(ROOT, 0) < Score::DRAW);
    }

    #[test]
    fn proofs_climb() {
        let mut losing = tree(2, true);
        visit(&mut losing, 0, 0, ProvenValue::Win(3));
        assert_eq!((losing.node(ROOT).proven(), losing.choose(ROOT)), (ProvenValue::Open, Some(1)));
        visit(&mut losing, 1, 0, ProvenValue::Win(5));
        assert_eq!((losing.node(ROOT).proven(), losing.choose(ROOT)), (ProvenValue::Loss(6), None));
        assert_eq!(losing.ranking(ROOT), [1, 0], "a loss is put off");
        let mut partial = tree(2, false);
        (0..2).for_each(|edge| visit(&mut partial, edge, 0, ProvenValue::Win(3)));
        assert_eq!(partial.node(ROOT).proven(), ProvenValue::Open, "other moves may be better");
        visit(&mut partial, 0, 0, ProvenValue::Loss(4));
        assert_eq!(partial.node(ROOT).proven(), ProvenValue::Win(5), "one win is enough");
        let mut drawn = tree(2, true);
        visit(&mut drawn, 0, 0, ProvenValue::Win(3));
        visit(&mut drawn, 1, 0, ProvenValue::Draw);
        assert_eq!(drawn.node(ROOT).proven(), ProvenValue::Draw);
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = MctsTree::new(size_of::<MctsNode>() * 2 * 3);
        tree.expand(ROOT, &[Edge::new(point(0), 2 * PRIORS / 3), Edge::new(point(1), PRIORS / 3)], true);
        assert!(tree.has_room(1) && !tree.has_room(Point::COUNT));
        (0..4).for_each(|_| visit(&mut tree, 0, 9000, ProvenValue::Open));
        assert_eq!(tree.choose(ROOT), Some(1), "the first move was bad");
        tree.add(0, 1);
        assert!(!tree.has_room(0));
        tree.prove(2, ProvenValue::Win(1));
        assert_eq!(tree.choose(ROOT), Some(0), "there is room for no other");
    }
}
