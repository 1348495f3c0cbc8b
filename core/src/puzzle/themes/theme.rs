//! The themes by name, in the order of the window's lists.

use crate::explain::MatingPattern;
use crate::game::GameKind;

/// What a puzzle is about. A puzzle may have several themes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PuzzleTheme {
    HorseCannon,
    DoubleCannon,
    PalaceHorse,
    CornerHorse,
    HeavenEarthCannons,
    IronBolt,
    TwinRooks,
    Smothered,
    HeartPiercer,
    AnglerHorse,
    OctagonHorse,
    FacingGeneral,
    /// The last move leaves the other side without a move, and it is not in check (困毙).
    Stalemate,
    /// A mate without a name.
    OtherMate,
    /// A move of the solver attacks two targets at once, and its piece then takes one (捉双).
    Fork,
    /// A move of the solver pins a piece and wins it, or the mate holds because a defender is pinned (牵制).
    Pin,
    /// A move of the solver opens the line of another piece, which checks or then takes a piece (闪击, 抽将).
    Discovery,
    /// Two pieces check at once (双将).
    DoubleCheck,
    /// A rook, cannon or horse is given away, and the defence that lasts longest takes it (弃子).
    Sacrifice,
    /// A move of the solver that is no check (做杀).
    QuietMove,
    /// A move of the solver also answers a check, or stops a mate, a five or a forced win (解将还将, 守中有攻).
    Defence,
    MateIn1,
    MateIn2,
    MateIn3,
    /// A mate in four moves or more.
    LongMate,
    /// A four and an open three (四三) decide.
    FourThree,
    /// Two fours (双四) decide.
    DoubleFour,
    /// A straight four (活四) decides.
    StraightFour,
    /// Black loses because the only block is a forbidden point (抓禁).
    FoulTrap,
    Vcf2,
    Vcf3,
    Vcf4,
    Vcf5,
    /// A win by continuous fours of six moves or more.
    LongVcf,
    /// A quiet move, then a win by continuous fours.
    Vct,
    /// A better move than the person once played.
    Better,
}

wire! {
    /// The lists in which the window shows the themes of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ThemeGroup {
        /// Named mates, and the shapes that decide a game of Gomoku.
        Shapes,
        /// Means of attack and defence.
        Tactics,
        /// The kind and length of the win.
        Lengths,
    }
}

impl PuzzleTheme {
    pub const COUNT: usize = 36;

    /// All themes, in display order.
    pub const ALL: [PuzzleTheme; PuzzleTheme::COUNT] = [
        PuzzleTheme::HorseCannon,
        PuzzleTheme::DoubleCannon,
        PuzzleTheme::PalaceHorse,
        PuzzleTheme::CornerHorse,
        PuzzleTheme::HeavenEarthCannons,
        PuzzleTheme::IronBolt,
        PuzzleTheme::TwinRooks,
        PuzzleTheme::Smothered,
        PuzzleTheme::HeartPiercer,
        PuzzleTheme::AnglerHorse,
        PuzzleTheme::OctagonHorse,
        PuzzleTheme::FacingGeneral,
        PuzzleTheme::Stalemate,
        PuzzleTheme::OtherMate,
        PuzzleTheme::Fork,
        PuzzleTheme::Pin,
        PuzzleTheme::Discovery,
        PuzzleTheme::DoubleCheck,
        PuzzleTheme::Sacrifice,
        PuzzleTheme::QuietMove,
        PuzzleTheme::Defence,
        PuzzleTheme::MateIn1,
        PuzzleTheme::MateIn2,
        PuzzleTheme::MateIn3,
        PuzzleTheme::LongMate,
        PuzzleTheme::FourThree,
        PuzzleTheme::DoubleFour,
        PuzzleTheme::StraightFour,
        PuzzleTheme::FoulTrap,
        PuzzleTheme::Vcf2,
        PuzzleTheme::Vcf3,
        PuzzleTheme::Vcf4,
        PuzzleTheme::Vcf5,
        PuzzleTheme::LongVcf,
        PuzzleTheme::Vct,
        PuzzleTheme::Better,
    ];

    /// Returns the word for the index and the window.
    ///
    /// # Stability
    /// The index of the built-in puzzles contains these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            PuzzleTheme::HorseCannon => "horseCannon",
            PuzzleTheme::DoubleCannon => "doubleCannon",
            PuzzleTheme::PalaceHorse => "palaceHorse",
            PuzzleTheme::CornerHorse => "cornerHorse",
            PuzzleTheme::HeavenEarthCannons => "heavenEarthCannons",
            PuzzleTheme::IronBolt => "ironBolt",
            PuzzleTheme::TwinRooks => "twinRooks",
            PuzzleTheme::Smothered => "smothered",
            PuzzleTheme::HeartPiercer => "heartPiercer",
            PuzzleTheme::AnglerHorse => "anglerHorse",
            PuzzleTheme::OctagonHorse => "octagonHorse",
            PuzzleTheme::FacingGeneral => "facingGeneral",
            PuzzleTheme::Stalemate => "stalemate",
            PuzzleTheme::OtherMate => "otherMate",
            PuzzleTheme::Fork => "fork",
            PuzzleTheme::Pin => "pin",
            PuzzleTheme::Discovery => "discovery",
            PuzzleTheme::DoubleCheck => "doubleCheck",
            PuzzleTheme::Sacrifice => "sacrifice",
            PuzzleTheme::QuietMove => "quietMove",
            PuzzleTheme::Defence => "defence",
            PuzzleTheme::MateIn1 => "mateIn1",
            PuzzleTheme::MateIn2 => "mateIn2",
            PuzzleTheme::MateIn3 => "mateIn3",
            PuzzleTheme::LongMate => "longMate",
            PuzzleTheme::FourThree => "fourThree",
            PuzzleTheme::DoubleFour => "doubleFour",
            PuzzleTheme::StraightFour => "straightFour",
            PuzzleTheme::FoulTrap => "foulTrap",
            PuzzleTheme::Vcf2 => "vcf2",
            PuzzleTheme::Vcf3 => "vcf3",
            PuzzleTheme::Vcf4 => "vcf4",
            PuzzleTheme::Vcf5 => "vcf5",
            PuzzleTheme::LongVcf => "longVcf",
            PuzzleTheme::Vct => "vct",
            PuzzleTheme::Better => "better",
        }
    }

    /// Returns the list of the window to which the theme belongs; `None` for a person's own mistakes.
    #[must_use]
    pub const fn group(self) -> Option<ThemeGroup> {
        match self {
            PuzzleTheme::Better => None,
            PuzzleTheme::Fork
            | PuzzleTheme::Pin
            | PuzzleTheme::Discovery
            | PuzzleTheme::DoubleCheck
            | PuzzleTheme::Sacrifice
            | PuzzleTheme::QuietMove
            | PuzzleTheme::Defence => Some(ThemeGroup::Tactics),
            PuzzleTheme::MateIn1
            | PuzzleTheme::MateIn2
            | PuzzleTheme::MateIn3
            | PuzzleTheme::LongMate
            | PuzzleTheme::Vcf2
            | PuzzleTheme::Vcf3
            | PuzzleTheme::Vcf4
            | PuzzleTheme::Vcf5
            | PuzzleTheme::LongVcf
            | PuzzleTheme::Vct => Some(ThemeGroup::Lengths),
            _ => Some(ThemeGroup::Shapes),
        }
    }

    /// Returns whether puzzles of `game` may have the theme.
    #[must_use]
    pub const fn suits(self, game: GameKind) -> bool {
        match game {
            GameKind::Xiangqi => (self as u8) < PuzzleTheme::FourThree as u8 || matches!(self, PuzzleTheme::Better),
            GameKind::Gomoku => self as u8 >= PuzzleTheme::FourThree as u8 || matches!(self, PuzzleTheme::Defence),
            GameKind::TicTacToe => false,
        }
    }
}

impl From<MatingPattern> for PuzzleTheme {
    fn from(pattern: MatingPattern) -> PuzzleTheme {
        match pattern {
            MatingPattern::HorseCannon => PuzzleTheme::HorseCannon,
            MatingPattern::DoubleCannon => PuzzleTheme::DoubleCannon,
            MatingPattern::PalaceHorse => PuzzleTheme::PalaceHorse,
            MatingPattern::CornerHorse => PuzzleTheme::CornerHorse,
            MatingPattern::HeavenEarthCannons => PuzzleTheme::HeavenEarthCannons,
            MatingPattern::IronBolt => PuzzleTheme::IronBolt,
            MatingPattern::TwinRooks => PuzzleTheme::TwinRooks,
            MatingPattern::Smothered => PuzzleTheme::Smothered,
            MatingPattern::HeartPiercer => PuzzleTheme::HeartPiercer,
            MatingPattern::AnglerHorse => PuzzleTheme::AnglerHorse,
            MatingPattern::OctagonHorse => PuzzleTheme::OctagonHorse,
            MatingPattern::FacingGeneral => PuzzleTheme::FacingGeneral,
        }
    }
}
