//! Node counting and limits, checked at each node.
//!
//! A stop and the clock end a search at any node after the first iteration, so every legal root move is searched once.
//! Node limits are exact and have no such exception.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Clock, Statistics, Stop};
use crate::base::Millis;

/// Nodes between two polls of clock and stop: a quarter of a millisecond at 1 Mnps.
const POLL: u64 = 256;

/// The state that Lazy SMP threads share besides the transposition table.
#[derive(Debug, Default)]
pub struct SharedState {
    /// Set when the main thread is done.
    over: AtomicBool,
    /// Nodes of all threads at their last polls.
    nodes: AtomicU64,
}

impl SharedState {
    /// Stops all threads at their next node.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Returns whether all threads must stop.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }
}

/// One thread's node count and limits.
pub struct Control<'a> {
    shared: &'a SharedState,
    stop: &'a Stop,
    clock: &'a dyn Clock,
    /// The hard time limit; with `None` the clock is never read.
    hard: Option<Millis>,
    /// The node limit of all threads together.
    node_limit: u64,
    /// Nodes of this thread.
    nodes: u64,
    /// The nodes of this thread that are in the shared total.
    reported_nodes: u64,
    next_poll: u64,
    stopped: bool,
    /// Whether a stop and the clock wait for the iteration under way.
    guaranteed: bool,
    /// Whether a stop or the clock would have ended the search without the guarantee.
    stop_pending: bool,
    depth_selective: usize,
    /// The counts of this thread's node function.
    pub statistics: Statistics,
}

impl<'a> Control<'a> {
    /// Makes the control of one thread. `hard` bounds the time, `nodes` the nodes of all threads that share `shared`.
    #[must_use]
    pub fn new(
        shared: &'a SharedState,
        stop: &'a Stop,
        clock: &'a dyn Clock,
        hard: Option<Millis>,
        nodes: Option<u64>,
    ) -> Control<'a> {
        let node_limit = nodes.unwrap_or(u64::MAX);
        Control {
            shared,
            stop,
            clock,
            hard,
            node_limit,
            nodes: 0,
            reported_nodes: 0,
            next_poll: 0,
            stopped: false,
            guaranteed: false,
            stop_pending: false,
            depth_selective: 0,
            statistics: Statistics::default(),
        }
    }

    /// Counts a node at `ply`; returns true if the search must stop instead.
    ///
    /// Every node calls it first, quiescence included. A refused node is not counted, so one thread meets its node
    /// limit exactly.
    #[inline]
    #[must_use]
    pub fn visit(&mut self, ply: usize) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.depth_selective = self.depth_selective.max(ply);
        false
    }

    /// Counts a node of a VCF or VCT search beside the iteration. Also returns true if only the guaranteed iteration
    /// still has time.
    #[inline]
    #[must_use]
    pub fn visit_side_search(&mut self, ply: usize) -> bool {
        self.visit(ply) || self.stop_pending
    }

    /// Makes a stop and the clock wait until [`Control::end_guarantee`], even if one has already ended the shallow
    /// searches.
    pub fn guarantee_first_iteration(&mut self) {
        (self.guaranteed, self.stopped) = (true, false);
        self.poll();
    }

    /// Ends the guarantee. A pending stop takes effect.
    pub fn end_guarantee(&mut self) {
        self.guaranteed = false;
        self.poll();
    }

    /// Returns whether the search is stopped; scores returned since then are void.
    #[inline]
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the nodes of this thread.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds to the shared node total, checks every limit and returns whether to stop.
    #[cold]
    pub fn poll(&mut self) -> bool {
        let total = self.total_nodes();
        self.stop_pending =
            self.stop_pending || self.stop.is_asked() || self.hard.is_some_and(|hard| self.clock.elapsed() >= hard);
        self.stopped = self.stopped
            || total >= self.node_limit
            || self.shared.is_over()
            || (self.stop_pending && !self.guaranteed);
        self.next_poll = self.nodes + POLL.min(self.node_limit.saturating_sub(total));
        self.stopped
    }

    /// Adds this thread's nodes to the shared total and returns it; the other threads lag by one poll at most.
    pub fn total_nodes(&mut self) -> u64 {
        let fresh = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        self.shared.nodes.fetch_add(fresh, Relaxed) + fresh
    }

    /// Returns the time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Millis {
        self.clock.elapsed()
    }

    /// Returns the selective depth: the deepest ply since [`Control::begin_iteration`].
    #[must_use]
    pub const fn depth_selective(&self) -> usize {
        self.depth_selective
    }

    /// Resets the selective depth for a new iteration.
    pub const fn begin_iteration(&mut self) {
        self.depth_selective = 0;
    }
}
