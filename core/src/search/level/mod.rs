//! The five playing strengths, and how the weaker ones pick their move.
//!
//! A weak player is not a strong one that blunders at random. It looks at each move by itself and not far, it does not
//! think of every move, and it overlooks answers, the more easily the harder they are to see. All of it is modelled on
//! top of a sound search of every root move:
//!
//! * *Overlooked moves.* With probability [`Profile::miss_permille`] a move of its own does not come to mind.
//! * *Blind spots.* With probability [`Profile::blind_permille`] an answer is overlooked: root moves that it refutes are
//!   judged by how they look at a first glance ([`Profile::shallow_depth`]). Moves with the same refutation share one draw,
//!   because a person sees a threat or does not.
//! * *Difficulty.* Both chances grow with how hard the move is to see, which each game says in its own words
//!   ([`Searcher::difficulty`](super::Searcher::difficulty)).
//! * *Lapses.* Now and then ([`Profile::lapse_permille`]) a player of level 3 or 4 makes a move as carelessly as level 2
//!   makes all of its own. The floors of its own level still hold.
//! * *Bounded loss.* Of the moves as they appear, one that is more than [`Profile::loss_cp`] worse than the best is never
//!   played. The rest are sampled, half as often for every [`Profile::halving_cp`] lost. Far ahead, differences count for
//!   less, and what leads to a position that the game has already had counts for a draw.
//! * *Floors.* From level 2 on, a duty (a recapture, a piece that has stood free since a turn, the block of a four) is
//!   done if it loses no more against the best than [`Candidate::duty`] allows: [`OBVIOUS_CP`], and a recapture what it takes back besides, for to a short search it
//!   seems that the prey will still be there a move later. No move loses at once while another does not. From level 3
//!   on, a win at once is always played. Level 5 plays the best move.
//!
//! The numbers are the engines' own: `core/src/engine/*/levels.rs` has a row a level, and `docs/LEVELS.md` what they
//! were measured to be worth. A level below the highest is bounded by nodes and depth, never by the machine's speed, and
//! all of the choice is integer arithmetic on a seeded generator: every machine picks the same move.

use super::{Limits, TimeLimit};
use crate::base::{Depth, Millis, Rng, Score};

/// A playing strength, 1 to 5; 5 is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level of one game looks at its moves and picks among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The deepest iteration, in plies.
    pub depth: Option<Depth>,
    /// The most nodes of a search.
    pub nodes: Option<u64>,
    /// The number of root moves with exact scores to pick from; [`Profile::EVERY`] looks at each by itself.
    pub width: usize,
    /// The depth at which a move looks as it does where its answer is overlooked, in plies; zero looks at the board
    /// after the move and no further.
    pub shallow_depth: Depth,
    /// The probability that a move does not come to mind, in thousandths, at an [`DIFFICULTY`] of 1000.
    pub miss_permille: u32,
    /// The probability of overlooking an answer, in thousandths, at an [`DIFFICULTY`] of 1000.
    pub blind_permille: u32,
    /// The largest loss against what appears best that is still played, in centipawns.
    pub loss_cp: i32,
    /// The loss that halves a move's probability, in centipawns; at zero only moves equal to the best are played.
    pub halving_cp: i32,
    /// The probability of a lapse, in thousandths: that this move is made as carelessly as level 2 makes all of its own.
    pub lapse_permille: u32,
    /// The probability that level 1 does a duty that comes to mind, in thousandths; the levels above do theirs.
    pub obvious_permille: u32,
}

impl Profile {
    /// The width that looks at every root move by itself, so that any of them may be picked.
    pub const EVERY: usize = usize::MAX;

    /// Full strength.
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

    /// Returns this row of a game's table, or that of level 2 where the player's attention lapses. `seed` is this turn's.
    #[must_use]
    pub fn at(rows: &'static [Profile; 5], row: usize, seed: u64) -> &'static Profile {
        /// Keeps this draw apart from those of the choice.
        const SALT: u64 = 0x6c61_7073_6573;
        let row = &rows[row];
        let lapses = Rng::from_seed(seed ^ SALT).chance_permille(row.lapse_permille);
        if lapses { &rows[CAREFUL.index()] } else { row }
    }

    /// Returns `limits` narrowed by the level's own.
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
/// What a duty may at least lose against the best and is still done, in centipawns.
pub const OBVIOUS_CP: i32 = 150;
/// The first level that does its duties and never allows a win at once if it can be helped.
const CAREFUL: Level = Level(2);
/// The first level that never misses a win at once.
const SHARP: Level = Level(3);
/// The advantage up to which all of it counts when moves are compared, in centipawns.
const CEILING: i32 = 1500;
/// The share of what lies beyond [`CEILING`] that counts, one in so many: a bigger advantage is hardly more won, but who
/// is far ahead still takes what hangs.
const BEYOND: i32 = 4;
/// What counts of an advantage at most, in centipawns.
const MOST: i32 = 3000;
/// What a mate is worth beyond [`MOST`], in centipawns, less one for each ply to it.
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

    /// Returns the time that this level may take for a move: 1, 2, 3, 5, 8 seconds.
    ///
    /// It is an upper bound; an obvious move is played at once, and levels 1 to 4 end sooner by the nodes and the depth
    /// of their [`Profile`].
    #[must_use]
    pub const fn limits(self) -> Limits {
        const SECONDS: [u64; 5] = [1, 2, 3, 5, 8];
        let max = Millis::from_secs(SECONDS[self.0 as usize - 1]);
        Limits { depth: None, nodes: None, time: Some(TimeLimit::Move { max, spend_all: false }) }
    }

    /// Returns the place of the level in a table with a row for each.
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
    /// The score at a first glance, if there was time for one.
    pub shallow: Option<Score>,
    /// The opponent's best answer.
    pub reply: Option<M>,
    /// How hard the move is to see, in thousandths.
    pub difficulty: u32,
    /// How hard the answer is to see, in thousandths.
    pub reply_difficulty: u32,
    /// What it may lose against the best and is still played, in centipawns, if it is a move that a person plays without
    /// thinking.
    pub obvious: Option<i32>,
    /// Whether it leads to a position that this game has already had: nobody who is ahead goes in circles.
    pub repeats: bool,
}

/// Picks one of `candidates` and returns its index. The first is the best move of the search; the order of the others
/// is free.
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
    // All random draws come first, so that no floor below shifts the sequence.
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

/// Returns whether something this hard to see is overlooked, `draw` being uniform below 1000.
fn is_overlooked(draw: usize, permille: u32, difficulty: u32) -> bool {
    // However hard it is to see, now and then it is seen, unless nothing ever is.
    let chance = (permille * difficulty / DIFFICULTY).min(950.max(permille));
    draw < chance as usize
}

/// Returns each candidate's apparent worth: that of the first glance where the refutation is overlooked, else of the full
/// search.
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
            // A move that wins by itself has no answer to overlook.
            let blind = is_overlooked(draw(candidate.reply), profile.blind_permille, candidate.reply_difficulty)
                && !wins_at_once(candidate.deep);
            let apparent = candidate.shallow.filter(|_| blind).unwrap_or(candidate.deep);
            worth(if candidate.repeats { apparent.min(Score::DRAW) } else { apparent })
        })
        .collect()
}

/// Returns the candidates that come to mind, all of them if none does.
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

/// Returns what a score counts for when moves are compared, in centipawns: ±[`MOST`] at most; mates lie beyond it, the
/// shorter the further, and a win at once as far again: who sees it does not put it off.
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

/// Returns whether the move wins by itself.
fn wins_at_once(score: Score) -> bool {
    score >= Score::mate_in(1)
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
pub(super) mod tests;
