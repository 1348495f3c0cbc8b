//! The transposition table, shared by all threads without a lock.
//!
//! A slot is two words, the data and key XOR data, so a slot torn between two writers matches neither key (R. Hyatt and
//! T. Mann, "A lockless transposition table implementation for parallel search", ICGA Journal 25(1), 2002). An empty
//! slot has no bound and never hits.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::memory;
use crate::base::{Depth, Key, Score};

/// Slots in a cluster, which is one cache line; a key may be in any of them.
const SLOTS: usize = 4;
/// The stored form of "no move".
const NO_MOVE: u16 = u16::MAX;
/// The stored form of "no static evaluation".
const NO_EVAL: i16 = i16::MIN;
/// Added to the depth, so that negative quiescence depths fit a byte.
const DEPTH_OFFSET: Depth = 64;
/// Searches before the generation wraps: five bits.
const GENERATIONS: u8 = 32;
/// Plies of depth that an entry loses in replacement value with each generation of age.
const AGE_COST: i32 = 8;
/// The largest table, in MiB.
const MAX_MIB: usize = 1 << 16;

/// A move that fits the table's sixteen bits.
pub trait TtMove: Copy + Eq {
    /// Returns the move as any number below `u16::MAX`.
    fn pack(self) -> u16;
    /// Returns the move of `bits`, made by [`TtMove::pack`]; any move for other bits.
    fn unpack(bits: u16) -> Self;
}

/// The bound type of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Upper bound: every move failed low.
    Upper,
    /// Lower bound: a move failed high.
    Lower,
    /// Exact score, from a PV node.
    Exact,
}

impl Bound {
    /// Returns the bound type of `score` after a search with the window `alpha`..`beta`.
    #[must_use]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score <= alpha {
            Bound::Upper
        } else if score >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Returns whether `score`, bounded so, causes a cutoff in the window `alpha`..`beta`.
    #[must_use]
    pub fn cuts(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    /// Returns whether the bound excludes `eval`: an exact score, a lower bound above it or an upper bound below it.
    #[must_use]
    pub fn contradicts(self, score: Score, eval: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        }
    }
}

/// One entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry<M> {
    /// The hash move. On a key collision it may be illegal here: check before playing.
    pub mv: Option<M>,
    /// The score, mate distance counted from the root of the present search; side to move's view.
    pub score: Score,
    /// The static evaluation, if there is one; side to move's view.
    pub eval: Option<Score>,
    /// The depth searched below the position.
    pub depth: Depth,
    /// The bound type of `score`.
    pub bound: Bound,
    /// Whether the position is, or once was, part of a principal variation.
    pub pv: bool,
}

impl<M> TtEntry<M> {
    /// Returns the score if the entry is deep enough and its bound causes a cutoff in the window `alpha`..`beta`.
    #[must_use]
    pub fn cutoff(&self, depth: Depth, alpha: Score, beta: Score) -> Option<Score> {
        (self.depth >= depth && self.bound.cuts(self.score, alpha, beta)).then_some(self.score)
    }

    /// Returns the better estimate of the position: the score if its bound improves on the static evaluation `eval`.
    #[must_use]
    pub fn better_than(&self, eval: Score) -> Score {
        match self.bound {
            Bound::Exact => self.score,
            Bound::Lower => self.score.max(eval),
            Bound::Upper => self.score.min(eval),
        }
    }
}

/// One entry and its check word.
#[derive(Debug, Default)]
struct Slot {
    /// The key XOR `data`.
    check: AtomicU64,
    /// Move (bits 0–15), score (16–31), evaluation (32–47), depth (48–55), bound (56–57), generation (58–62), principal
    /// variation (63).
    data: AtomicU64,
}

/// One cache line of slots.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

/// A transposition table of a fixed size. All methods of the search threads take `&self`.
#[derive(Debug)]
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Makes an empty table of `mebibytes`, at least one; a smaller one if the allocation fails.
    #[must_use]
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let mut wanted = mebibytes.clamp(1, MAX_MIB) * (1 << 20) / size_of::<Cluster>();
        let mut clusters = Vec::new();
        while clusters.try_reserve_exact(wanted).is_err() && wanted > 1 {
            wanted /= 2;
        }
        memory::prefer_huge_pages(clusters.spare_capacity_mut());
        clusters.resize_with(wanted, Cluster::default);
        TranspositionTable { clusters, generation: AtomicU8::new(0) }
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }

    /// Removes all entries. It takes time in proportion to the size.
    pub fn clear(&mut self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new generation: entries of earlier searches are replaced first. The driver calls it.
    pub fn begin_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Prefetches the cluster of `key`.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        memory::prefetch(self.cluster(key));
    }

    /// Returns the entry of `key`, its mate scores adjusted to `ply` plies below the root.
    #[must_use]
    pub fn probe<M: TtMove>(&self, key: Key, ply: usize) -> Option<TtEntry<M>> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key.0 { decode(data, ply) } else { None }
        })
    }

    /// Stores `entry` for `key`, found `ply` plies below the root.
    ///
    /// For the same key and generation, a much deeper entry is kept over a bound. An entry without a move keeps the
    /// hash move that was there.
    pub fn store<M: TtMove>(&self, key: Key, ply: usize, entry: &TtEntry<M>) {
        let generation = self.generation.load(Relaxed);
        let mut bits = entry.mv.map_or(NO_MOVE, M::pack);
        let mut victim = &self.cluster(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if has_bound(data) && slot.check.load(Relaxed) ^ data == key.0 {
                let keep = entry.bound != Bound::Exact
                    && generation_of(data) == generation
                    && entry.depth + 3 < depth_of(data);
                if keep {
                    return;
                }
                if bits == NO_MOVE {
                    bits = data as u16;
                }
                victim = slot;
                break;
            }
            let worth = worth(data, generation);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = encode(bits, ply, entry, generation);
        victim.check.store(key.0 ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// Returns the hashfull: the share of slots of this generation in a sample, in thousandths.
    #[must_use]
    pub fn permille(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| has_bound(data) && generation_of(data) == generation)
            .count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }

    /// Returns the cluster of `key`, by multiply and shift.
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[((u128::from(key.0) * self.clusters.len() as u128) >> 64) as usize]
    }
}

/// Packs an entry into a word; see [`Slot::data`].
fn encode<M>(move_bits: u16, ply: usize, entry: &TtEntry<M>, generation: u8) -> u64 {
    let score = entry.score.to_tt(ply).0 as i16;
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval.0 as i16);
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u8;
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(move_bits)
        | u64::from(score as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(depth) << 48
        | bound << 56
        | u64::from(generation) << 58
        | u64::from(entry.pv) << 63
}

/// Unpacks a word; `None` for a slot that was never written.
fn decode<M: TtMove>(data: u64, ply: usize) -> Option<TtEntry<M>> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let move_bits = data as u16;
    let eval = (data >> 32) as i16;
    Some(TtEntry {
        mv: (move_bits != NO_MOVE).then(|| M::unpack(move_bits)),
        score: Score(i32::from((data >> 16) as i16)).from_tt(ply),
        eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
        depth: depth_of(data),
        bound,
        pv: data >> 63 != 0,
    })
}

/// Returns whether the slot was ever written.
const fn has_bound(data: u64) -> bool {
    data >> 56 & 3 != 0
}

/// Returns the depth in a written word.
const fn depth_of(data: u64) -> Depth {
    (data >> 48 & 0xff) as Depth - DEPTH_OFFSET
}

/// Returns the generation in a written word.
const fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8 % GENERATIONS
}

/// Returns the replacement value: depth less [`AGE_COST`] per generation of age; an empty slot has the least.
fn worth(data: u64, generation: u8) -> i32 {
    if !has_bound(data) {
        return i32::MIN;
    }
    let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
    depth_of(data) - AGE_COST * i32::from(age)
}

#[cfg(test)]
mod tests;
