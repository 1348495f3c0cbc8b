//! What a running search asks at every node: whether to go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Clock, Stop};
use crate::base::Millis;

/// Nodes between two looks at the clock and the stop request: a quarter of a millisecond at a million nodes a second.
const POLL: u64 = 256;

/// What the threads of one search share besides the transposition table.
#[derive(Debug, Default)]
pub struct Shared {
    /// Set when the main thread has ended.
    over: AtomicBool,
    /// Nodes of all threads, as far as they have been handed in.
    nodes: AtomicU64,
}

impl Shared {
    /// Tells every thread to end.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Returns whether the threads were told to end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }
}

/// One thread's node counter and its bounds.
pub struct Control<'a> {
    shared: &'a Shared,
    stop: &'a Stop,
    clock: &'a dyn Clock,
    /// The moment to end at; `None` means that the clock is never asked.
    hard: Option<Millis>,
    /// The most nodes of all threads together.
    node_limit: u64,
    /// Nodes of this thread.
    nodes: u64,
    /// How many of them are in the shared total.
    handed_in: u64,
    next_poll: u64,
    stopped: bool,
    depth_selective: usize,
}

impl<'a> Control<'a> {
    /// Makes the control of one thread. `hard` bounds the time, `nodes` the nodes of all threads that share `shared`.
    #[must_use]
    pub fn new(
        shared: &'a Shared,
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
            handed_in: 0,
            next_poll: 0,
            stopped: false,
            depth_selective: 0,
        }
    }

    /// Counts one node at `ply` and returns whether the search must end now instead.
    ///
    /// Call it first in every node, leaf nodes included. A node that is refused is not counted, so one thread
    /// visits exactly as many nodes as it was allowed.
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

    /// Returns whether the search must end; a score returned after that means nothing.
    #[inline]
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the nodes this thread has visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Hands in the nodes, looks at the bounds and returns whether the search must end.
    #[cold]
    pub fn poll(&mut self) -> bool {
        let total = self.total_nodes();
        self.stopped = self.stopped
            || total >= self.node_limit
            || self.stop.is_asked()
            || self.shared.is_over()
            || self.hard.is_some_and(|hard| self.clock.elapsed() >= hard);
        self.next_poll = self.nodes + POLL.min(self.node_limit.saturating_sub(total));
        self.stopped
    }

    /// Hands in this thread's nodes and returns the nodes of all threads, some hundreds a thread apart at most.
    pub fn total_nodes(&mut self) -> u64 {
        let fresh = self.nodes - self.handed_in;
        self.handed_in = self.nodes;
        self.shared.nodes.fetch_add(fresh, Relaxed) + fresh
    }

    /// Returns the time since the search was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Millis {
        self.clock.elapsed()
    }

    /// Returns the deepest ply visited since [`Control::begin_iteration`].
    #[must_use]
    pub const fn depth_selective(&self) -> usize {
        self.depth_selective
    }

    /// Begins an iteration: the deepest ply is counted anew.
    pub const fn begin_iteration(&mut self) {
        self.depth_selective = 0;
    }
}
