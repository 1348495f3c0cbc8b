//! Threats as data: points, pieces and kinds, no sentences.

use crate::base::Side;
use crate::game::{MoveRow, PlacedPiece};

wire! {
    /// The effect of a side's next move, or of its move after a pass.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Threat {
        /// The side that threatens.
        pub side: Side,
        pub what: ThreatKind,
        /// The moves that show it, its own first; of several defences the one that holds out longest. Empty where nothing is
        /// played, as with a pin.
        pub line: Vec<MoveRow>,
    }
}

wire! {
    tagged:
    /// The kinds of threats, the gravest of each game first.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ThreatKind {
        /// A mate against every defence, by checks from its second move on (连将杀 where the first is a check, too).
        Mate {
            /// How many moves it takes at most.
            moves: usize,
            /// The name of the mating net, where every longest defence ends in the same.
            pattern: Option<MatingPattern>,
        },
        /// A piece that is taken with profit, whatever takes back.
        Capture {
            /// The capturing piece.
            taker: PlacedPiece,
            taken: PlacedPiece,
            /// How it is protected.
            root: Protection,
        },
        /// Two or more pieces, the general among them, attacked with one move of which one is lost.
        Fork {
            /// The attacker, on its square after the move.
            by: PlacedPiece,
            /// Its profitable targets, the general first.
            targets: Vec<PlacedPiece>,
        },
        /// An attack opened by a piece that leaves the line, the leg or the screen, and that wins a piece.
        Discovery {
            /// The piece that moves away, on its square after the move.
            mover: PlacedPiece,
            /// The piece of the discovered attack.
            by: PlacedPiece,
            /// The target: a piece that is lost, or the general.
            target: PlacedPiece,
        },
        /// A piece that cannot leave without loss.
        Pin {
            /// The piece that is held.
            pinned: PlacedPiece,
            /// The piece that holds it.
            by: PlacedPiece,
            /// The piece behind it: the general, or a more valuable piece.
            behind: PlacedPiece,
        },
        Check {
            /// The piece that moves, on its present square.
            by: PlacedPiece,
        },

        /// Four stones that one more makes a five (冲四, 活四).
        Five {
            /// The stones that will be the five, without the one to come.
            row: Vec<String>,
            /// Why the other side, Black, may not block it.
            foul: Option<&'static str>,
        },
        /// A win by continuous fours (VCF).
        Vcf {
            /// How many moves it takes, the five included.
            moves: usize,
            /// The shape that its first move makes.
            shape: Option<ForcingShape>,
        },
        /// A win by continuous threats (VCT).
        Vct {
            /// How many moves the line shown takes, the five included: the search proves the win, not that it is the shortest.
            moves: usize,
            /// The shape that its first move makes.
            shape: Option<ForcingShape>,
        },
        /// Three stones that one more makes a straight four (活三).
        OpenThree {
            /// The stones.
            row: Vec<String>,
            /// Where the straight four is made.
            fours: Vec<String>,
        },
        /// A point where a stone makes more than one answer can stop.
        Shape {
            /// What it makes.
            shape: ForcingShape,
            /// The rows that meet there, each without the stone to come.
            rows: Vec<Vec<String>>,
        },
        /// A point that the rules forbid to Black.
        Forbidden {
            at: String,
            /// The code of the foul.
            foul: &'static str,
            /// The rows of the foul, each with the point.
            rows: Vec<Vec<String>>,
        },
    }
}

wire! {
    /// How a piece that is taken is protected.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Protection {
        /// Unprotected (无根).
        None,
        /// The protectors cannot recapture: their general would be lost (假根).
        Sham,
        /// Protected by recapture, but the captured piece is worth more (有根, 以小换大).
        Cheap,
    }
}

wire! {
    /// A mating net with a name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum MatingPattern {
        /// 马后炮: a cannon checks over its own horse, which stands one point away from the general and closes its ways out.
        HorseCannon,
        /// 重炮: a cannon checks over the other cannon.
        DoubleCannon,
        /// 卧槽马: a horse checks the general at home from the point before the elephant's.
        PalaceHorse,
        /// 挂角马: a horse checks the general at home from the corner of the palace.
        CornerHorse,
        /// 铁门栓: a rook or a pawn mates beside the general, while a cannon on the middle file holds what could take it.
        IronBolt,
        /// 双车错: one rook checks, the other closes the next line.
        TwinRooks,
        /// 闷宫: a cannon checks along the back rank over an advisor, and the other advisor blocks the way out.
        Smothered,
        /// 大胆穿心: a rook takes the advisor in the middle of the palace.
        HeartPiercer,
        /// 白脸将: the ways out lie open to the other general.
        FacingGeneral,
    }
}

impl MatingPattern {
    /// Every pattern.
    pub const ALL: [MatingPattern; 9] = [
        MatingPattern::HorseCannon,
        MatingPattern::DoubleCannon,
        MatingPattern::PalaceHorse,
        MatingPattern::CornerHorse,
        MatingPattern::IronBolt,
        MatingPattern::TwinRooks,
        MatingPattern::Smothered,
        MatingPattern::HeartPiercer,
        MatingPattern::FacingGeneral,
    ];
}

wire! {
    /// A shape that one answer cannot stop, or hardly.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ForcingShape {
        /// 活四: a four with two completions.
        StraightFour,
        /// 双四: two fours.
        DoubleFour,
        /// 四三: a four and an open three.
        FourThree,
        /// 三三: two open threes.
        DoubleThree,
    }
}
