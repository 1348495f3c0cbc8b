//! The five levels a person chooses from, and how the weaker ones choose their move.
//!
//! A weak player is not a strong one that plays nonsense at times. It overlooks replies, and among moves that look
//! much the same to it, it does not find the best. Both are modelled here on top of a sound search:
//!
//! * *Bounded loss.* A move that seems to lose more than [`Profile::loss_cp`] against the best is never played; the
//!   others are chosen by chance, a move [`Profile::halving_cp`] worse half as often.
//! * *Blind spots.* With a chance of [`Profile::blind_permille`] the player overlooks one certain reply. All moves that
//!   are refuted by this reply are then judged by their score at a first glance. Where several moves fail to the
//!   same threat, it is seen or overlooked for all of them, as a person does.
//! * *Floors.* From level 2, a move the game marks as mandatory (a recapture, the block of a four) is played if it
//!   is among the best, and no move loses at once while another does not. From level 3 a win at once is always
//!   played. Level 5 plays the best move.
//!
//! Everything is integer arithmetic on a seeded generator: the same on every machine.

use super::{Limits, TimeLimit};
use crate::base::{Depth, Millis, Rng, Score};

/// A playing strength, 1 to 5; 5 is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level chooses among the moves that the search has scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The most a move may seem to lose against the best move, in centipawns.
    pub loss_cp: i32,
    /// The loss that makes a move half as likely, in centipawns; at zero only equally good moves are played.
    pub halving_cp: i32,
    /// The chance to overlook a reply, in thousandths.
    pub blind_permille: u32,
    /// How many root moves are searched with true scores to choose from.
    pub width: usize,
    /// The depth of the first glance, in plies.
    pub glance: Depth,
}

/// The levels' numbers, first guesses until matches between neighbouring levels set them.
const PROFILES: [Profile; 5] = [
    Profile { loss_cp: 350, halving_cp: 90, blind_permille: 350, width: 12, glance: 1 },
    Profile { loss_cp: 220, halving_cp: 60, blind_permille: 220, width: 10, glance: 2 },
    Profile { loss_cp: 130, halving_cp: 35, blind_permille: 120, width: 8, glance: 2 },
    Profile { loss_cp: 60, halving_cp: 18, blind_permille: 50, width: 5, glance: 2 },
    Profile { loss_cp: 0, halving_cp: 0, blind_permille: 0, width: 1, glance: 0 },
];

/// The first level with a sense of duty: it recaptures, blocks, and does not lose at once.
const DUTIFUL: Level = Level(2);
/// The first level that never misses a win at once.
const SHARP: Level = Level(3);
/// Beyond this advantage, in centipawns, one position is as won as another.
const CEILING: i32 = 1500;
/// What a proven end is worth beyond [`CEILING`], in centipawns, less one for each ply to it.
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

    /// Returns the upper bounds of thinking at this level: 1, 2, 3, 5, 8 seconds and depth 4, 6, 8, 12, 20.
    ///
    /// These are bounds, not waiting rooms: an obvious move is played at once.
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

/// A root move to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The true score.
    pub deep: Score,
    /// The score at a first glance, if there was time for one.
    pub shallow: Option<Score>,
    /// The opponent's best answer.
    pub reply: Option<M>,
    /// Whether the game marks the move as one that a person plays without thinking.
    pub mandatory: bool,
}

/// Chooses one of `candidates` and returns its index. The first one is the search's own choice; the others may stand
/// in any order.
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
    // The draws are made first and for every candidate, so that no floor below shifts the sequence.
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

/// Returns what each candidate seems worth to the player: the true worth, or for moves whose refutation it
/// overlooks, the worth at a first glance.
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

/// Returns the score as a person weighs it, in centipawns: more than enough is enough, but an end in sight is better.
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

/// Returns the relative chance of a move that seems to lose `loss` centipawns: 2^(−loss / halving), in 65536ths.
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
