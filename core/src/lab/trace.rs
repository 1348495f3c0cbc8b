//! The recorded tree of a small search: each node with its window, its value and its fate.

use std::fmt::Display;

use super::LabMethod;
use crate::base::{Depth, Score};
use crate::search::Window;

pub const TREE_NODES_MAX: usize = 20_000;

wire! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NodeFate {
        /// The rules end the game here.
        Over,
        /// Depth zero: a static evaluation.
        Leaf,
        /// A table entry ended the node.
        Known,
        /// All moves were searched: an exact value.
        Exact,
        /// No move raised alpha: an upper bound.
        Low,
        /// A beta cutoff: a lower bound.
        Cut,
    }
}

impl NodeFate {
    pub const ALL: [NodeFate; 6] =
        [NodeFate::Over, NodeFate::Leaf, NodeFate::Known, NodeFate::Exact, NodeFate::Low, NodeFate::Cut];
}

/// One node. Score and window are in the view of its side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The move to this node; empty at the root.
    pub mv: String,
    pub alpha: Score,
    pub beta: Score,
    pub score: Score,
    pub fate: NodeFate,
    /// Size of the subtree, this node included.
    pub nodes: u32,
    /// Indices of the children in search order. A re-searched child occurs twice.
    pub children: Vec<u32>,
    /// Moves skipped by a beta cutoff.
    pub pruned: Vec<String>,
}

/// A recorded tree. The root is the first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTree {
    pub method: LabMethod,
    pub depth: Depth,
    pub steps: Vec<TreeNode>,
}

/// Records a tree during the search.
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
    /// Starts at the root.
    pub fn new() -> Recorder<M> {
        Recorder { steps: vec![Raw::new(None, Window::FULL)], open: vec![0] }
    }

    /// Starts the node after `mv`, with the parent's `window`.
    pub fn enter(&mut self, mv: M, window: Window) {
        let id = self.steps.len() as u32;
        let window = Window { alpha: -window.beta, beta: -window.alpha };
        self.present().children.push(id);
        self.steps.push(Raw::new(Some(mv), window));
        self.open.push(id);
    }

    /// Ends the last started node.
    pub fn leave(&mut self) {
        let nodes = self.present().nodes;
        self.open.pop();
        self.present().nodes += nodes;
    }

    /// Records score and fate of the present node.
    pub fn close(&mut self, score: Score, fate: NodeFate) {
        (self.present().score, self.present().fate) = (score, fate);
    }

    /// Records the moves skipped at the present node.
    pub fn cut(&mut self, left: &[M]) {
        self.present().pruned = left.to_vec();
    }

    /// Returns whether the tree has reached [`TREE_NODES_MAX`].
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
