//! The five playing strengths, and how the weaker ones pick their move.
//!
//! A weak player is not a strong one that blunders at random. It looks at each move separately and not far. It does not
//! think of every move. It overlooks replies, the more often the harder they are to see. A sound search of every root
//! move comes first; the level then distorts its result:
//!
//! * *Overlooked moves.* With probability [`Profile::miss_permille`] an own move does not come to mind.
//! * *Blind spots.* With probability [`Profile::blind_permille`] a reply is overlooked. Root moves that it refutes keep
//!   their shallow score ([`Profile::shallow_depth`]). Moves with the same refutation share one draw, because a person
//!   sees a threat or does not.
//! * *Difficulty.* Both probabilities grow with the difficulty of the move
//!   ([`Searcher::difficulty`](super::Searcher::difficulty)).
//! * *Lapses.* With probability [`Profile::lapse_permille`] level 3 or 4 chooses by the profile of level 2. The floors
//!   of its own level still hold.
//! * *Bounded loss.* A move whose apparent loss exceeds [`Profile::loss_cp`] is never played. The others are sampled;
//!   every [`Profile::halving_cp`] lost halves the weight. Large advantages are compressed. A repetition counts as a
//!   draw for the side ahead.
//! * *Floors.* From level 2 on, an obvious move (a recapture, a piece en prise for a turn, the block of a four) is
//!   played if its loss stays within [`Candidate::obvious`]. That is [`OBVIOUS_CP`], for a recapture plus the value of
//!   the piece: a short search believes that the piece can be taken later. No move loses at once while another does
//!   not. From level 3 on, an immediate win is always played. Level 5 plays the best move.
//!
//! The profiles are in `core/src/engine/*/levels.rs`; `docs/LEVELS.md` has the measured strength. Nodes and depth bound
//! a level below the highest, never time, and the choice is integer arithmetic on a seeded generator. So every machine
//! plays the same move.

use super::{Limits, TimeLimit};
use crate::base::{Depth, Millis, Rng, Score};

/// A playing strength, 1 to 5; 5 is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level of one game searches and picks its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The deepest iteration, in plies.
    pub depth: Option<Depth>,
    /// The node limit of all threads.
    pub nodes: Option<u64>,
    /// The number of root moves with exact scores (MultiPV); [`Profile::EVERY`] searches each separately.
    pub width: usize,
    /// The depth of the shallow scores, in plies; zero is the static evaluation after the move.
    pub shallow_depth: Depth,
    /// The probability that a move does not come to mind, in thousandths, at a difficulty of [`DIFFICULTY`].
    pub miss_permille: u32,
    /// The probability of overlooking a reply, in thousandths, at a difficulty of [`DIFFICULTY`].
    pub blind_permille: u32,
    /// The largest apparent loss against the best move that is still played, in centipawns.
    pub loss_cp: i32,
    /// The loss that halves a move's probability, in centipawns; at zero only moves equal to the best are played.
    pub halving_cp: i32,
    /// The probability of a lapse, in thousandths: this move is chosen by the profile of level 2.
    pub lapse_permille: u32,
    /// The probability that level 1 plays an obvious move that comes to mind, in thousandths. Higher levels always do.
    pub obvious_permille: u32,
}

impl Profile {
    /// The width that searches every root move separately, so that each can be picked.
    pub const EVERY: usize = usize::MAX;

    /// Full strength: no limits and no errors.
    pub const FULL: Profile = Profile {
        depth: None,
        nodes: None,
        width: 1,
        shallow_depth: 1,
        miss_permille: 0,
        blind_permille: 0,
        loss_cp: 0,
        halving_cp: 0,
        lapse_permille: 0,
        obvious_permille: 0,
    };

    /// Returns this profile, or that of level 2 in a lapse. `seed` is the seed of this turn.
    #[must_use]
    pub fn at(rows: &'static [Profile; 5], row: usize, seed: u64) -> &'static Profile {
        /// Separates this draw from those of the choice.
        const SALT: u64 = 0x6c61_7073_6573;
        let row = &rows[row];
        let lapses = Rng::from_seed(seed ^ SALT).chance_permille(row.lapse_permille);
        if lapses { &rows[CAREFUL.index()] } else { row }
    }

    /// Returns `limits`, tightened to the limits of the level.
    #[must_use]
    pub fn narrowed(&self, limits: Limits) -> Limits {
        let least = |own: Option<u64>, other: Option<u64>| own.into_iter().chain(other).min();
        Limits {
            depth: self.depth.into_iter().chain(limits.depth).min(),
            nodes: least(self.nodes, limits.nodes),
            time: limits.time,
        }
    }
}

/// The difficulty of an ordinary move, in thousandths.
pub const DIFFICULTY: u32 = 1000;
/// The least loss against the best that an obvious move is allowed, in centipawns.
pub const OBVIOUS_CP: i32 = 150;
/// The first level that always plays obvious moves and avoids immediate losses.
const CAREFUL: Level = Level(2);
/// The first level that never misses an immediate win.
const SHARP: Level = Level(3);
/// The advantage up to which moves are compared at full scale, in centipawns.
const CEILING: i32 = 1500;
/// The divisor of an advantage beyond [`CEILING`]. A bigger one hardly wins more, but a hanging piece is still worth
/// taking.
const BEYOND: i32 = 4;
/// The greatest compressed advantage, in centipawns.
const MOST: i32 = 3000;
/// The value of a mate beyond [`MOST`], in centipawns, less one for each ply to it.
const PROVEN: i32 = 300;

impl Level {
    /// The weakest level, for beginners.
    pub const MIN: Level = Level(1);
    /// Full strength: the best move, always.
    pub const MAX: Level = Level(5);

    /// Returns level `number`, if it is in 1..=5.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 5 { Some(Level(number)) } else { None }
    }

    /// Returns the number, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the longest time for a move: 1, 2, 3, 5, 8 seconds.
    ///
    /// An obvious move is played at once. Levels 1 to 4 usually end sooner, by the nodes and depth of their
    /// [`Profile`].
    #[must_use]
    pub const fn limits(self) -> Limits {
        const SECONDS: [u64; 5] = [1, 2, 3, 5, 8];
        let max = Millis::from_secs(SECONDS[self.0 as usize - 1]);
        Limits { depth: None, nodes: None, time: Some(TimeLimit::Move { max, spend_all: false }) }
    }

    /// Returns the index in a table with a row for each level.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::MAX
    }
}

/// A root move to pick from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The score of the full search.
    pub deep: Score,
    /// The shallow score, if there was time for one.
    pub shallow: Option<Score>,
    /// The opponent's best answer.
    pub reply: Option<M>,
    /// The difficulty of the move, in thousandths.
    pub difficulty: u32,
    /// The difficulty of the reply, in thousandths.
    pub reply_difficulty: u32,
    /// For an obvious move, the loss against the best at which it is still played, in centipawns.
    pub obvious: Option<i32>,
    /// Whether the move repeats a position of this game. The side ahead avoids it.
    pub repeats: bool,
}

/// Picks one of `candidates` and returns its index. The first must be the best move of the search; the others may come
/// in any order.
///
/// # Panics
/// If there is no candidate.
pub fn choose<M: Copy + Eq>(candidates: &[Candidate<M>], level: Level, profile: &Profile, rng: &mut Rng) -> usize {
    let best = candidates.iter().map(|candidate| candidate.deep).fold(candidates[0].deep, Score::max);
    if level == Level::MAX {
        return 0;
    }
    if level >= SHARP && wins_at_once(best) {
        return candidates.iter().position(|candidate| candidate.deep == best).unwrap_or(0);
    }
    // All random draws come first, so that no floor shifts the sequence.
    let mut judged = judge(candidates, profile, rng);
    let mut pool = come_to_mind(candidates, profile, rng);
    let all = || 0..candidates.len();
    let is_obvious = |index: &usize| {
        let Candidate { obvious, deep, .. } = candidates[*index];
        obvious.is_some_and(|most| worth(best) - worth(deep) <= most)
    };
    let obvious_moves: Vec<usize> = if level >= CAREFUL {
        all().filter(is_obvious).collect()
    } else if profile.obvious_permille > 0 && rng.chance_permille(profile.obvious_permille) {
        pool.iter().copied().filter(is_obvious).collect()
    } else {
        Vec::new()
    };
    if !obvious_moves.is_empty() {
        pool = obvious_moves;
        judged = candidates.iter().map(|candidate| worth(candidate.deep)).collect();
    }
    if level >= CAREFUL && !loses_at_once(best) {
        pool.retain(|&index| !loses_at_once(candidates[index].deep));
        if pool.is_empty() {
            pool = all().filter(|&index| !loses_at_once(candidates[index].deep)).collect();
        }
    }
    let top = pool.iter().map(|&index| judged[index]).max().unwrap_or(0);
    let weight = |&index: &usize| weight(top - judged[index], profile);
    rng.pick_weighted(&pool, weight).copied().unwrap_or(0)
}

/// Returns whether a move of this difficulty is overlooked; `draw` is uniform below 1000.
fn is_overlooked(draw: usize, permille: u32, difficulty: u32) -> bool {
    // The cap leaves a chance of 5 % to see any move.
    let chance = (permille * difficulty / DIFFICULTY).min(950.max(permille));
    draw < chance as usize
}

/// Returns each candidate's apparent score: the shallow one where the refutation is overlooked, else the full one.
fn judge<M: Copy + Eq>(candidates: &[Candidate<M>], profile: &Profile, rng: &mut Rng) -> Vec<i32> {
    let mut draws: Vec<(Option<M>, usize)> = Vec::new();
    let mut draw = |reply: Option<M>| match draws.iter().find(|(known, _)| *known == reply) {
        Some(&(_, draw)) => draw,
        None => {
            let draw = rng.below(1000);
            draws.push((reply, draw));
            draw
        }
    };
    candidates
        .iter()
        .map(|candidate| {
            // A winning move without a reply has none to overlook.
            let blind = is_overlooked(draw(candidate.reply), profile.blind_permille, candidate.reply_difficulty)
                && !wins_at_once(candidate.deep);
            let apparent = candidate.shallow.filter(|_| blind).unwrap_or(candidate.deep);
            worth(if candidate.repeats { apparent.min(Score::DRAW) } else { apparent })
        })
        .collect()
}

/// Returns the candidates that come to mind; all of them if none does.
fn come_to_mind<M>(candidates: &[Candidate<M>], profile: &Profile, rng: &mut Rng) -> Vec<usize> {
    let thought_of: Vec<usize> = candidates
        .iter()
        .enumerate()
        .filter_map(|(index, candidate)| {
            (!is_overlooked(rng.below(1000), profile.miss_permille, candidate.difficulty)).then_some(index)
        })
        .collect();
    if thought_of.is_empty() { (0..candidates.len()).collect() } else { thought_of }
}

/// Returns the value of a score for comparing moves, in centipawns. Evaluations lie within ±[`MOST`]; mates lie beyond,
/// shorter ones further; an immediate win is twice as far, so that it is not put off.
fn worth(score: Score) -> i32 {
    match score.plies_to_mate() {
        Some(_) if wins_at_once(score) => MOST + 2 * PROVEN,
        Some(plies) if plies >= 0 && score.is_win() => MOST + PROVEN - plies,
        Some(plies) => -MOST - PROVEN - plies,
        None => {
            let plain = score.0.clamp(-CEILING, CEILING);
            (plain + (score.0 - plain) / BEYOND).clamp(-MOST, MOST)
        }
    }
}

/// Returns whether the score is a mate by this move.
fn wins_at_once(score: Score) -> bool {
    score >= Score::mate_in(1)
}

/// Returns whether the score is a mate by the opponent's next move.
fn loses_at_once(score: Score) -> bool {
    score <= Score::mated_in(2)
}

/// Returns the sampling weight of a move that loses `loss` centipawns: 2^(−loss / halving), in 65536ths.
fn weight(loss: i32, profile: &Profile) -> u64 {
    /// 2^(−i / 32) in 65536ths, rounded to nearest.
    const EXP2: [u64; 32] = [
        65536, 64132, 62757, 61413, 60097, 58809, 57549, 56316, 55109, 53928, 52773, 51642, 50535, 49452, 48393, 47356,
        46341, 45348, 44376, 43425, 42495, 41584, 40693, 39821, 38968, 38133, 37316, 36516, 35734, 34968, 34219, 33486,
    ];
    if loss > profile.loss_cp {
        0
    } else if loss <= 0 {
        EXP2[0]
    } else if profile.halving_cp == 0 {
        0
    } else {
        let steps = loss * 32 / profile.halving_cp;
        EXP2[(steps % 32) as usize] >> (steps / 32).min(63)
    }
}

#[cfg(test)]
pub(super) mod tests;
