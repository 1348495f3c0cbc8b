//! The profile and the tactical vision of each level at Gomoku, by rule.

use crate::gomoku::Rule;
use crate::search::{Level, Profile};

/// Level 1, every rule.
const FIRST: Profile = Profile {
    depth: Some(1),
    nodes: Some(4_000),
    width: Profile::EVERY,
    shallow_depth: 0,
    miss_permille: 150,
    blind_permille: 300,
    loss_cp: 80,
    halving_cp: 20,
    lapse_permille: 0,
    obvious_permille: 0,
};
/// Level 2, freestyle. The other rules are sharper and need fewer oversights.
const SECOND: Profile = Profile {
    depth: Some(2),
    nodes: Some(8_000),
    width: Profile::EVERY,
    shallow_depth: 0,
    miss_permille: 85,
    blind_permille: 180,
    loss_cp: 60,
    halving_cp: 15,
    lapse_permille: 0,
    obvious_permille: 0,
};
/// Level 3, freestyle.
const THIRD: Profile = Profile {
    depth: Some(6),
    nodes: Some(4_000),
    width: 6,
    shallow_depth: 1,
    miss_permille: 20,
    blind_permille: 60,
    loss_cp: 40,
    halving_cp: 10,
    lapse_permille: 325,
    obvious_permille: 0,
};
/// Level 4, freestyle.
const FOURTH: Profile = Profile {
    depth: Some(12),
    nodes: Some(10_000),
    width: 3,
    shallow_depth: 1,
    miss_permille: 0,
    blind_permille: 20,
    loss_cp: 20,
    halving_cp: 6,
    lapse_permille: 150,
    obvious_permille: 0,
};

/// A row per level; `docs/LEVELS.md` has their measured strength.
const FREESTYLE: [Profile; 5] = [FIRST, SECOND, THIRD, FOURTH, Profile::FULL];
const STANDARD: [Profile; 5] = [
    FIRST,
    Profile { miss_permille: 83, blind_permille: 177, ..SECOND },
    Profile { lapse_permille: 345, ..THIRD },
    FOURTH,
    Profile::FULL,
];
const RENJU: [Profile; 5] = [
    FIRST,
    Profile { miss_permille: 74, blind_permille: 168, ..SECOND },
    Profile { lapse_permille: 290, ..THIRD },
    Profile { lapse_permille: 150, ..FOURTH },
    Profile::FULL,
];

/// Returns the profile of `level` under `rule` for the turn that `seed` identifies. Caro uses standard's rows.
#[must_use]
pub fn profile(level: Level, rule: Rule, seed: u64) -> &'static Profile {
    let rows = match rule {
        Rule::Freestyle => &FREESTYLE,
        Rule::Standard | Rule::Caro => &STANDARD,
        Rule::Renju => &RENJU,
    };
    Profile::at(rows, level.index(), seed)
}

/// The threes and forced wins that a level sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TacticalVision {
    /// Longest own VCF at the root, in fours.
    pub own_fours: u32,
    /// Longest enemy VCF that the root looks for, in fours.
    pub enemy_fours: u32,
    /// Longest VCF at each leaf, in fours.
    pub tree_fours: u32,
    /// Node limit of a VCT search at the root, for either side.
    pub threat_nodes: u64,
    /// Probability of overlooking the enemy's open three, in thousandths, at a
    /// [`DIFFICULTY`](crate::search::level::DIFFICULTY) of 1000.
    pub blind_permille: u32,
    /// Whether the level treats open threes as threats, at the root and at leaves.
    pub threes: bool,
}

/// The vision of levels 1 to 5. Level 1 sees fives and fours, and some threes; level 5 misses no forced win.
///
/// | level | own fours | enemy's fours | fours at leaves | positions for threats | overlooks threes |
/// |---|---|---|---|---|---|
/// | 1 | 0 | 0 | 0 | 0 | often |
/// | 2 | 0 | 0 | 0 | 0 | at times |
/// | 3 | 4 | 2 | 1 | 0 | never |
/// | 4 | 8 | 5 | 3 | 500 | never |
/// | 5 | all | all | 8 | 20,000 | never |
const VISION: [TacticalVision; 5] = [
    TacticalVision { own_fours: 0, enemy_fours: 0, tree_fours: 0, threat_nodes: 0, blind_permille: 300, threes: true },
    TacticalVision { own_fours: 0, enemy_fours: 0, tree_fours: 0, threat_nodes: 0, blind_permille: 220, threes: true },
    TacticalVision { own_fours: 4, enemy_fours: 2, tree_fours: 1, threat_nodes: 0, blind_permille: 0, threes: true },
    TacticalVision { own_fours: 8, enemy_fours: 5, tree_fours: 3, threat_nodes: 500, blind_permille: 0, threes: true },
    TacticalVision {
        own_fours: 250,
        enemy_fours: 250,
        tree_fours: 8,
        threat_nodes: 20_000,
        blind_permille: 0,
        threes: true,
    },
];

#[must_use]
pub const fn vision(level: Level, rule: Rule) -> TacticalVision {
    let vision = VISION[level.index()];
    // Sharper rules let level 2 overlook fewer threes.
    let blind_permille = match (level.number(), rule) {
        (2, Rule::Standard | Rule::Caro) => 160,
        (2, Rule::Renju) => 150,
        _ => vision.blind_permille,
    };
    TacticalVision { blind_permille, ..vision }
}
