//! The profile of each level at Xiangqi.

use crate::base::Rng;
use crate::search::{Level, Profile};

/// A row per level; `docs/LEVELS.md` has their measured strength.
const PROFILES: [Profile; 5] = [
    Profile {
        depth: Some(1),
        nodes: Some(4_000),
        width: Profile::EVERY,
        shallow_depth: 0,
        miss_permille: 430,
        blind_permille: 530,
        loss_cp: 200,
        halving_cp: 40,
        lapse_permille: 0,
        obvious_permille: 700,
    },
    Profile {
        depth: Some(2),
        nodes: Some(8_000),
        width: Profile::EVERY,
        shallow_depth: 0,
        miss_permille: 135,
        blind_permille: 220,
        loss_cp: 190,
        halving_cp: 48,
        lapse_permille: 0,
        obvious_permille: 0,
    },
    Profile {
        depth: Some(3),
        nodes: Some(12_000),
        width: Profile::EVERY,
        shallow_depth: 0,
        miss_permille: 20,
        blind_permille: 60,
        loss_cp: 80,
        halving_cp: 18,
        lapse_permille: 0,
        obvious_permille: 0,
    },
    Profile {
        depth: Some(8),
        nodes: Some(8_000),
        width: 6,
        shallow_depth: 1,
        miss_permille: 0,
        blind_permille: 90,
        loss_cp: 90,
        halving_cp: 26,
        lapse_permille: 0,
        obvious_permille: 0,
    },
    // The upper neighbour of level 4, for its good days.
    Profile { nodes: Some(16_000), ..Profile::FULL },
];

/// Separates the draw of the day form from the draws of moves.
const SALT: u64 = 0x666f_726d;

/// Returns the profile of `level` for the turn that `seed` identifies.
///
/// `day_form` is the seed of the player's form in this game. In one game of four the level plays like its upper
/// neighbour, in another like its lower one. Without it a level would win or lose nearly every game against the next.
/// Level 1 has no form, since no level is below it.
#[must_use]
pub fn profile(level: Level, day_form: u64, seed: u64) -> &'static Profile {
    if level == Level::MAX {
        return &Profile::FULL;
    }
    // Two levels in one game draw separate forms.
    let row = match Rng::from_seed(day_form ^ SALT ^ u64::from(level.number()) << 32).below(4) {
        _ if level == Level::MIN => 0,
        0 => level.index() - 1,
        1 => level.index() + 1,
        _ => level.index(),
    };
    Profile::at(&PROFILES, row, seed)
}
