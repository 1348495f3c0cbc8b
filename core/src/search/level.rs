//! The five playing strengths, and how the weaker ones pick their move.
//!
//! A weak player is not a strong one that blunders at random. It overlooks replies, and among near-equal moves it misses
//! the best. Both are modelled on top of a sound multi-PV search:
//!
//! * *Bounded loss.* A move more than [`Profile::loss_cp`] below the best is never played. The rest are sampled, half as
//!   often for every [`Profile::halving_cp`] lost.
//! * *Blind spots.* With probability [`Profile::blind_permille`] one reply is overlooked: root moves it refutes are
//!   judged by their score at depth [`Profile::glance`]. Moves with the same refutation share one draw, because a person
//!   sees a threat or does not.
//! * *Floors.* From level 2 on, a mandatory move (a recapture, the block of a four) is played if it is within the loss
//!   bound, and no move loses at once while another does not. From level 3 on, a win at once is always played. Level 5
//!   plays the best move.
//!
//! All of it is integer arithmetic on a seeded generator, so every machine picks the same move.

use super::{Limits, TimeLimit};
use crate::base::{Depth, Millis, Rng, Score};

/// A playing strength, 1 to 5; 5 is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level picks among the scored root moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The largest loss against the best move that is still played, in centipawns.
    pub loss_cp: i32,
    /// The loss that halves a move's probability, in centipawns; at zero only moves equal to the best are played.
    pub halving_cp: i32,
    /// The probability of overlooking a reply, in thousandths.
    pub blind_permille: u32,
    /// The number of PV lines: root moves with exact scores to pick from.
    pub width: usize,
    /// The depth of the shallow search that overlooked refutations leave standing, in plies.
    pub glance: Depth,
}

/// One row a level; first guesses until matches between neighbouring levels set them.
const PROFILES: [Profile; 5] = [
    Profile { loss_cp: 350, halving_cp: 90, blind_permille: 350, width: 12, glance: 1 },
    Profile { loss_cp: 220, halving_cp: 60, blind_permille: 220, width: 10, glance: 2 },
    Profile { loss_cp: 130, halving_cp: 35, blind_permille: 120, width: 8, glance: 2 },
    Profile { loss_cp: 60, halving_cp: 18, blind_permille: 50, width: 5, glance: 2 },
    Profile { loss_cp: 0, halving_cp: 0, blind_permille: 0, width: 1, glance: 0 },
];

/// The first level that plays mandatory moves and never allows a win at once if it can be helped.
const DUTIFUL: Level = Level(2);
/// The first level that never misses a win at once.
const SHARP: Level = Level(3);
/// Scores are clamped to this before they are compared, in centipawns: a bigger advantage is no more won.
const CEILING: i32 = 1500;
/// What a mate is worth beyond [`CEILING`], in centipawns, less one for each ply to it.
const PROVEN: i32 = 300;

impl Level {
    /// The weakest level.
    pub const MIN: Level = Level(1);
    /// Full strength.
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

    /// Returns the search limits of this level: 1, 2, 3, 5, 8 seconds and depth 4, 6, 8, 12, 20.
    ///
    /// They are upper bounds; an obvious move is played at once.
    #[must_use]
    pub const fn limits(self) -> Limits {
        const SECONDS: [u64; 5] = [1, 2, 3, 5, 8];
        const DEPTHS: [Depth; 5] = [4, 6, 8, 12, 20];
        let row = self.0 as usize - 1;
        Limits {
            depth: Some(DEPTHS[row]),
            nodes: None,
            time: Some(TimeLimit::Move { max: Millis::from_secs(SECONDS[row]), spend_all: false }),
        }
    }

    /// Returns how this level chooses.
    #[must_use]
    pub const fn profile(self) -> &'static Profile {
        &PROFILES[self.0 as usize - 1]
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
    /// The score of the shallow search, if there was time for one.
    pub shallow: Option<Score>,
    /// The opponent's best answer.
    pub reply: Option<M>,
    /// Whether the game marks it as a move that a person plays without thinking.
    pub mandatory: bool,
}

/// Picks one of `candidates` and returns its index. The first is the best move of the search; the order of the others
/// is free.
///
/// # Panics
/// If there is no candidate.
pub fn choose<M: Copy + Eq>(candidates: &[Candidate<M>], level: Level, rng: &mut Rng) -> usize {
    let best = candidates.iter().map(|candidate| candidate.deep).fold(candidates[0].deep, Score::max);
    if level == Level::MAX {
        return 0;
    }
    if level >= SHARP && best >= Score::mate_in(1) {
        return candidates.iter().position(|candidate| candidate.deep == best).unwrap_or(0);
    }
    let profile = level.profile();
    // All random draws come first, so that no floor below shifts the sequence.
    let mut judged = judge(candidates, profile, rng);
    let mut pool: Vec<usize> = (0..candidates.len()).collect();
    if level >= DUTIFUL {
        if !loses_at_once(best) {
            pool.retain(|&index| !loses_at_once(candidates[index].deep));
        }
        let is_duty = |index: &usize| {
            candidates[*index].mandatory && worth(best) - worth(candidates[*index].deep) <= profile.loss_cp
        };
        if pool.iter().any(is_duty) {
            pool.retain(is_duty);
            judged = candidates.iter().map(|candidate| worth(candidate.deep)).collect();
        }
    }
    let top = pool.iter().map(|&index| judged[index]).max().unwrap_or(0);
    let weight = |&index: &usize| weight(top - judged[index], profile);
    rng.pick_weighted(&pool, weight).copied().unwrap_or(0)
}

/// Returns each candidate's apparent worth: of the shallow score where the refutation is overlooked, else of the full
/// one.
fn judge<M: Copy + Eq>(candidates: &[Candidate<M>], profile: &Profile, rng: &mut Rng) -> Vec<i32> {
    let mut replies: Vec<(Option<M>, bool)> = Vec::new();
    let mut is_blind = |reply: Option<M>| match replies.iter().find(|(known, _)| *known == reply) {
        Some(&(_, blind)) => blind,
        None => {
            let blind = rng.chance_permille(profile.blind_permille);
            replies.push((reply, blind));
            blind
        }
    };
    candidates
        .iter()
        .map(|candidate| {
            let blind = is_blind(candidate.reply);
            worth(candidate.shallow.filter(|_| blind).unwrap_or(candidate.deep))
        })
        .collect()
}

/// Returns the score clamped to ±[`CEILING`], in centipawns; mates lie beyond it, the shorter the further.
fn worth(score: Score) -> i32 {
    match score.plies_to_mate() {
        Some(plies) if plies >= 0 && score.is_win() => CEILING + PROVEN - plies,
        Some(plies) => -CEILING - PROVEN - plies,
        None => score.0.clamp(-CEILING, CEILING),
    }
}

/// Returns whether the opponent wins with the next move.
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
mod tests;
