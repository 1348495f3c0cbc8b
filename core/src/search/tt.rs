//! The transposition table: what earlier visits of a position found, shared by all threads without a lock.
//!
//! A slot is two words, the data and the key mixed with the data by exclusive or, so a slot torn between two
//! writers answers to neither key (R. Hyatt and T. Mann, "A lockless transposition table implementation for
//! parallel search", ICGA Journal 25(1), 2002). A slot that was never written carries no bound and never answers.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::memory;
use crate::base::{Depth, Key, Score};

/// Slots that share one cache line; a key may stand in any slot of its cluster.
const SLOTS: usize = 4;
/// The stored form of "no move".
const NO_MOVE: u16 = u16::MAX;
/// The stored form of "no static evaluation".
const NO_EVAL: i16 = i16::MIN;
/// Added to a depth so that leaf searches' negative depths are stored as a byte.
const DEPTH_OFFSET: Depth = 64;
/// Searches before a generation number returns: six bits.
const GENERATIONS: u8 = 64;
/// How many plies of depth an entry loses in worth with every search that passes.
const AGE_COST: i32 = 8;
/// The largest table, in MiB.
const MAX_MIB: usize = 1 << 16;

/// A move that fits the table's sixteen bits.
pub trait TtMove: Copy + Eq {
    /// Returns the move as any number below `u16::MAX`.
    fn pack(self) -> u16;
    /// Returns the move that [`TtMove::pack`] made `bits` from.
    fn unpack(bits: u16) -> Self;
}

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this: every move failed low.
    Upper,
    /// The true score is at least this: a move failed high.
    Lower,
    /// The score is the true one.
    Exact,
}

impl Bound {
    /// Returns what `score` says, having been searched inside the window `alpha`..`beta`.
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
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The best move known. Two positions may, very rarely, share a key: check that it can be played.
    pub mv: Option<M>,
    /// The score relative to the root of the present search, for the side to move.
    pub score: Score,
    /// The static evaluation, for the side to move, when it was taken.
    pub eval: Option<Score>,
    /// The depth searched below the position.
    pub depth: Depth,
    /// How `score` relates to the true score.
    pub bound: Bound,
}

impl<M> Entry<M> {
    /// Returns the stored score if it answers a search of `depth` inside `alpha`..`beta` without searching.
    #[must_use]
    pub fn cutoff(&self, depth: Depth, alpha: Score, beta: Score) -> Option<Score> {
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (answers && self.depth >= depth).then_some(self.score)
    }
}

/// One entry and its check word.
#[derive(Debug, Default)]
struct Slot {
    /// The key, exclusive or `data`.
    check: AtomicU64,
    /// Move (bits 0–15), score (16–31), evaluation (32–47), depth (48–55), bound (56–57), generation (58–63).
    data: AtomicU64,
}

/// One cache line of slots.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

/// A transposition table of a fixed size. All methods that search threads use take `&self`.
#[derive(Debug)]
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Makes an empty table of `mebibytes`, at least one; a smaller one where the machine refuses that much memory.
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

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: older entries are now the first to be replaced. The driver calls it.
    pub fn begin_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Announces that the position `key` will be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        memory::prefetch(self.cluster(key));
    }

    /// Returns what is known of the position `key`, met `ply` plies below the root.
    #[must_use]
    pub fn probe<M: TtMove>(&self, key: Key, ply: usize) -> Option<Entry<M>> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key.0 { decode(data, ply) } else { None }
        })
    }

    /// Remembers `entry` for the position `key`, met `ply` plies below the root.
    ///
    /// A much deeper bound of the same search outlives a shallow one; an entry without a move keeps the move that
    /// was known before.
    pub fn store<M: TtMove>(&self, key: Key, ply: usize, entry: &Entry<M>) {
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

    /// Returns how full the table is with entries of the present search, in thousandths, from a sample.
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

    /// Returns the cluster of `key`: the key as a fraction of the whole table (multiply and shift).
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[((u128::from(key.0) * self.clusters.len() as u128) >> 64) as usize]
    }
}

/// Packs an entry into a word; see [`Slot::data`].
fn encode<M>(move_bits: u16, ply: usize, entry: &Entry<M>, generation: u8) -> u64 {
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
}

/// Unpacks a word; `None` for a slot that was never written.
fn decode<M: TtMove>(data: u64, ply: usize) -> Option<Entry<M>> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let move_bits = data as u16;
    let eval = (data >> 32) as i16;
    Some(Entry {
        mv: (move_bits != NO_MOVE).then(|| M::unpack(move_bits)),
        score: Score(i32::from((data >> 16) as i16)).from_tt(ply),
        eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
        depth: depth_of(data),
        bound,
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
    (data >> 58) as u8
}

/// Returns how much an entry deserves to stay: its depth, less for every search since; an empty slot deserves least.
fn worth(data: u64, generation: u8) -> i32 {
    if !has_bound(data) {
        return i32::MIN;
    }
    let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
    depth_of(data) - AGE_COST * i32::from(age)
}

#[cfg(test)]
mod tests;
