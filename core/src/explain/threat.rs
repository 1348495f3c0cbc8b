//! Threats as data: points, pieces and kinds, no sentences.

use crate::base::Side;
use crate::game::{MoveRow, PlacedPiece};

wire! {
    /// The effect of a side's next move, or of its move after a pass.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Threat {
        pub side: Side,
        pub what: ThreatKind,
        /// A line that shows the threat, with the longest defence. Empty for a threat without a move, such as a pin.
        pub line: Vec<MoveRow>,
    }
}

wire! {
    tagged:
    /// The kinds of threats, the most serious of each game first.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ThreatKind {
        /// A forced mate by checks. Its first move may be quiet; if it checks too, this is 连将杀.
        Mate {
            /// Upper bound of its moves.
            moves: usize,
            /// The name of the mating net, if all longest defences share it.
            pattern: Option<MatingPattern>,
        },
        /// A profitable capture, even after recapture.
        Capture {
            taker: PlacedPiece,
            taken: PlacedPiece,
            root: Protection,
        },
        /// A double attack that wins a piece. One target may be the general.
        Fork {
            /// The attacker, on its square after the move.
            by: PlacedPiece,
            /// Its profitable targets, the general first.
            targets: Vec<PlacedPiece>,
        },
        /// A discovered attack that wins a piece. It opens a line, a horse leg or a screen.
        Discovery {
            /// The piece that uncovers, on its square before the move.
            mover: PlacedPiece,
            /// The piece with the uncovered attack.
            by: PlacedPiece,
            /// The target: a lost piece or the general.
            target: PlacedPiece,
        },
        /// A cannon's attack over a piece that moves in as its screen (架炮), which wins a piece.
        Screen {
            /// The screen, on its square before the move.
            mover: PlacedPiece,
            /// The cannon.
            by: PlacedPiece,
            /// The target: a lost piece or the general.
            target: PlacedPiece,
        },
        /// A piece that cannot leave without loss.
        Pin {
            pinned: PlacedPiece,
            /// The piece that pins.
            by: PlacedPiece,
            /// The piece behind: the general or a more valuable piece.
            behind: PlacedPiece,
        },
        Check {
            /// The moving piece, on its present square.
            by: PlacedPiece,
        },

        /// A four: one more stone makes a five (冲四, 活四).
        Five {
            /// The stones of the five, without the last.
            row: Vec<String>,
            /// The foul that keeps Black from blocking.
            foul: Option<&'static str>,
        },
        /// A win by continuous fours (VCF).
        Vcf {
            /// Number of the winner's moves, the five included.
            moves: usize,
            /// The shape of its first move.
            shape: Option<ForcingShape>,
            /// The rows that meet in its first move, without that stone: of a straight four the open three.
            rows: Vec<Vec<String>>,
            /// The foul that keeps Black from blocking a four of the line.
            foul: Option<&'static str>,
        },
        /// A win by continuous threats (VCT).
        Vct {
            /// Number of the winner's moves in the line, the five included. A shorter win may exist.
            moves: usize,
            /// The shape of its first move.
            shape: Option<ForcingShape>,
        },
        /// An open three: one more stone makes a straight four (活三).
        OpenThree {
            row: Vec<String>,
            /// Points that make the straight four.
            fours: Vec<String>,
        },
        /// A point where a stone makes several threats at once.
        Shape {
            shape: ForcingShape,
            /// The rows that meet there, without the stone itself.
            rows: Vec<Vec<String>>,
        },
        /// A forbidden point of Black.
        Forbidden {
            at: String,
            /// The code of the foul.
            foul: &'static str,
            /// The rows of the foul, with the stone itself.
            rows: Vec<Vec<String>>,
        },
        /// A stone that no five can join to another one: no stone is within four points on its lines. Only a fault.
        Apart { at: String },
    }
}

wire! {
    /// The moves of the side to move that stop a win of the other side. Each legal move was tried.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Defences {
        /// The win that the other side has after a pass.
        pub threat: Threat,
        /// The moves after which a complete search finds no win by fours or threes.
        pub holding: Vec<String>,
        /// The moves of which the limit of the search leaves that open.
        pub open: Vec<String>,
    }
}

wire! {
    /// What a search for a forced win found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ThreatSearchResult {
        /// A win by continuous fours.
        Vcf,
        /// A win by continuous fours and threes.
        Vct,
        /// A win by continuous fours and threes and one quiet move, which threatens a VCF.
        Quiet,
        /// No sequence of fours and threes wins.
        None,
        /// The limit of the search, or a stop, left that open.
        Unknown,
    }
}

wire! {
    /// A search for a forced win of one side in Gomoku, with the tree that proves it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ThreatSearch {
        /// The side that was to win, as if it were to move.
        pub side: Side,
        pub result: ThreatSearchResult,
        /// The branches of the tree, each from the attacker's first move to its end: after each move of the attacker come
        /// the answers that stop its threat, or delay it by a four. The main line is the first.
        pub lines: Vec<Vec<String>>,
        /// Whether the tree has every such answer; a large tree is cut, and its last branches are single lines.
        pub whole: bool,
        /// The nodes of all searches.
        pub nodes: u64,
    }
}

wire! {
    /// The protection of a captured piece.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Protection {
        /// Unprotected (无根).
        None,
        /// The protectors cannot recapture, because their general would be lost (假根).
        Sham,
        /// Protected by recapture, but the exchange on its point loses material all the same (有根也吃亏): its captor is worth
        /// less, or has more attackers behind it.
        Cheap,
    }
}

wire! {
    /// A named mating net.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum MatingPattern {
        /// 马后炮: a cannon checks over its own horse, which leaves one point before the general and closes its escapes.
        HorseCannon,
        /// 重炮: a cannon checks over the other cannon.
        DoubleCannon,
        /// 卧槽马: a horse checks the general at home from the point before the elephant's.
        PalaceHorse,
        /// 挂角马: a horse checks the general at home from the corner of the palace.
        CornerHorse,
        /// 天地炮: a cannon on the middle file pins the defenders, the other holds the back rank, and a third piece mates.
        HeavenEarthCannons,
        /// 铁门栓: a rook or pawn mates beside the general, while a cannon on the middle file pins the defenders.
        IronBolt,
        /// 双车错: one rook checks, the other closes the next line.
        TwinRooks,
        /// 闷宫: a cannon checks along the back rank over an advisor, and the other advisor blocks the way out.
        Smothered,
        /// 大胆穿心: a rook takes the advisor in the middle of the palace.
        HeartPiercer,
        /// 钓鱼马: a horse before the palace, two files beside the general, closes its escapes, and another piece mates.
        AnglerHorse,
        /// 八角马: a horse on the corner of the palace diagonal to the general closes its escapes, and another piece mates.
        OctagonHorse,
        /// 白脸将: the other general closes the escapes.
        FacingGeneral,
    }
}

impl MatingPattern {
    pub const ALL: [MatingPattern; 12] = [
        MatingPattern::HorseCannon,
        MatingPattern::DoubleCannon,
        MatingPattern::PalaceHorse,
        MatingPattern::CornerHorse,
        MatingPattern::HeavenEarthCannons,
        MatingPattern::IronBolt,
        MatingPattern::TwinRooks,
        MatingPattern::Smothered,
        MatingPattern::HeartPiercer,
        MatingPattern::AnglerHorse,
        MatingPattern::OctagonHorse,
        MatingPattern::FacingGeneral,
    ];
}

wire! {
    /// A shape that one answer hardly ever stops.
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
