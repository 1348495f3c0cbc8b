//! The tree of a small search, written down to be walked: each node with its window, its value, and what became of it.

use std::fmt::Display;

use super::LabMethod;
use crate::base::{Depth, Score};
use crate::search::Window;

/// The most nodes of a tree.
pub const TREE_NODES_MAX: usize = 20_000;

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeFate {
    /// The game was over.
    Over,
    /// The depth was reached, and the position judged.
    Leaf,
    /// The transposition table knew it.
    Known,
    /// All moves were searched, and the value is exact.
    Exact,
    /// All moves were searched, and none is as good as what the side to move has elsewhere: the value is an upper bound.
    Low,
    /// A move was too good, and the rest was left out: the value is a lower bound.
    Cut,
}

impl NodeFate {
    /// Every fate.
    pub const ALL: [NodeFate; 6] =
        [NodeFate::Over, NodeFate::Leaf, NodeFate::Known, NodeFate::Exact, NodeFate::Low, NodeFate::Cut];
}

/// One node. Scores and windows are those of the side that is to move at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The move that leads here; empty at the root.
    pub mv: String,
    /// What the side to move has elsewhere.
    pub alpha: Score,
    /// What the opponent has elsewhere: a value from here on cuts off.
    pub beta: Score,
    /// The value found.
    pub score: Score,
    /// How it ended.
    pub fate: NodeFate,
    /// The nodes below, itself among them.
    pub nodes: u32,
    /// The children, in the order in which they were searched; one that was searched again stands twice.
    pub children: Vec<u32>,
    /// The moves that a cut-off left out.
    pub pruned: Vec<String>,
}

/// A tree; its root is the first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTree {
    /// The method that searched it.
    pub method: LabMethod,
    /// How deep.
    pub depth: Depth,
    /// The nodes.
    pub steps: Vec<TreeNode>,
}

/// Writes down a tree while it is searched.
pub(super) struct Recorder<M> {
    steps: Vec<Raw<M>>,
    open: Vec<u32>,
}

struct Raw<M> {
    mv: Option<M>,
    window: Window,
    score: Score,
    fate: NodeFate,
    nodes: u32,
    children: Vec<u32>,
    pruned: Vec<M>,
}

impl<M> Raw<M> {
    const fn new(mv: Option<M>, window: Window) -> Raw<M> {
        let (score, fate) = (Score::DRAW, NodeFate::Leaf);
        Raw { mv, window, score, fate, nodes: 1, children: Vec::new(), pruned: Vec::new() }
    }
}

impl<M: Copy + Display> Recorder<M> {
    /// Begins at the root.
    pub fn new() -> Recorder<M> {
        Recorder { steps: vec![Raw::new(None, Window::FULL)], open: vec![0] }
    }

    /// Begins the node after `mv`, searched with the parent's `window`.
    pub fn enter(&mut self, mv: M, window: Window) {
        let id = self.steps.len() as u32;
        let window = Window { alpha: -window.beta, beta: -window.alpha };
        self.present().children.push(id);
        self.steps.push(Raw::new(Some(mv), window));
        self.open.push(id);
    }

    /// Ends the node begun last.
    pub fn leave(&mut self) {
        let nodes = self.present().nodes;
        self.open.pop();
        self.present().nodes += nodes;
    }

    /// Tells what became of the present node.
    pub fn close(&mut self, score: Score, fate: NodeFate) {
        (self.present().score, self.present().fate) = (score, fate);
    }

    /// Tells what was left out at the present node.
    pub fn cut(&mut self, left: &[M]) {
        self.present().pruned = left.to_vec();
    }

    /// Returns whether the tree may not grow further.
    pub fn is_full(&self) -> bool {
        self.steps.len() > TREE_NODES_MAX
    }

    fn present(&mut self) -> &mut Raw<M> {
        let id = self.open.last().expect("the root is never left");
        &mut self.steps[*id as usize]
    }

    pub fn finish(self, method: LabMethod, depth: Depth) -> SearchTree {
        let step = |raw: Raw<M>| TreeNode {
            mv: raw.mv.map_or_else(String::new, |mv| mv.to_string()),
            alpha: raw.window.alpha,
            beta: raw.window.beta,
            score: raw.score,
            fate: raw.fate,
            nodes: raw.nodes,
            children: raw.children,
            pruned: raw.pruned.iter().map(ToString::to_string).collect(),
        };
        SearchTree { method, depth, steps: self.steps.into_iter().map(step).collect() }
    }
}
