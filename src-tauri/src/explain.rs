//! What is proved about a position, for the page: the threats on a board, the reasons of a hint or of a review.

use duiyi_core::explain;
use duiyi_core::game::Game;
use serde::{Deserialize, Serialize};
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{MoveRow, Side};

/// Lists what threatens on the board of the game.
#[tauri::command(async)]
pub fn threats(app: State<'_, App>) -> Answer<ThreatsSeen> {
    Ok(ThreatsSeen::of(&app.desk.game()?))
}

/// Lists what threatens at the cursor of the study.
#[tauri::command(async)]
pub fn threats_in_study(app: State<'_, App>) -> Answer<ThreatsSeen> {
    Ok(ThreatsSeen::of(&app.desk.game_in_study()?))
}

/// Declares types that travel as JSON with names in camel case.
macro_rules! crossing {
    ($($(#[$attribute:meta])* pub $kind:ident $name:ident $body:tt)+) => {
        $(
            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $(#[$attribute])*
            pub $kind $name $body
        )+
    };
}

crossing! {
    /// A piece on its point, by its FEN letter.
    pub struct Placed { pub piece: String, pub at: String }

    /// How a piece that is taken is protected.
    #[serde(rename_all = "camelCase")]
    pub enum Root { None, Sham, Cheap }

    /// A mating net with a name.
    #[serde(rename_all = "camelCase")]
    pub enum Pattern {
        HorseCannon,
        DoubleCannon,
        PalaceHorse,
        CornerHorse,
        IronBolt,
        #[serde(rename = "twinChariots")]
        TwinRooks,
        Smothered,
        HeartPiercer,
        FacingGeneral,
    }

    /// What one stone makes that one answer hardly stops.
    #[serde(rename_all = "camelCase")]
    pub enum Shape { StraightFour, DoubleFour, FourThree, DoubleThree }

    /// What a threat is; see `explain::ThreatKind`.
    #[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
    pub enum What {
        Mate { moves: u32, pattern: Option<Pattern> },
        Capture { taker: Placed, taken: Placed, root: Root },
        Fork { by: Placed, targets: Vec<Placed> },
        Discovery { mover: Placed, by: Placed, target: Placed },
        Pin { pinned: Placed, by: Placed, behind: Placed },
        Check { by: Placed },
        Five { row: Vec<String>, foul: Option<String> },
        Fours { moves: u32, shape: Option<Shape> },
        Threes { moves: u32, shape: Option<Shape> },
        OpenThree { row: Vec<String>, fours: Vec<String> },
        Shape { shape: Shape, rows: Vec<Vec<String>> },
        Forbidden { at: String, foul: String, rows: Vec<Vec<String>> },
    }

    /// Something that a side does with its next move, or would if it were its turn.
    pub struct Threat {
        /// Whom it helps.
        pub side: Side,
        pub what: What,
        /// The moves that show it.
        pub line: Vec<MoveRow>,
    }

    /// What a fact says of a threat.
    #[serde(rename_all = "camelCase")]
    pub enum Bearing { Allows, Ignores, Does, Stops }

    /// One proved reason why a move is bad or good.
    pub struct Fact { pub bearing: Bearing, pub threat: Threat }

    /// The threats on a board, with the board they are of.
    #[serde(rename_all = "camelCase")]
    pub struct ThreatsSeen { pub placement: String, pub side_to_move: Side, pub threats: Vec<Threat> }
}

impl ThreatsSeen {
    fn of(game: &Game) -> ThreatsSeen {
        ThreatsSeen {
            placement: game.placement(),
            side_to_move: game.side_to_move().into(),
            threats: explain::threats(game).iter().map(Threat::from).collect(),
        }
    }
}

impl From<&explain::Fact> for Fact {
    fn from(fact: &explain::Fact) -> Fact {
        let bearing = match fact {
            explain::Fact::Allows(_) => Bearing::Allows,
            explain::Fact::Ignores(_) => Bearing::Ignores,
            explain::Fact::Does(_) => Bearing::Does,
            explain::Fact::Stops(_) => Bearing::Stops,
        };
        Fact { bearing, threat: fact.threat().into() }
    }
}

impl From<&explain::Threat> for Threat {
    fn from(threat: &explain::Threat) -> Threat {
        Threat {
            side: threat.side.into(),
            what: (&threat.what).into(),
            line: threat.line.iter().map(MoveRow::from).collect(),
        }
    }
}

impl From<&explain::PlacedPiece> for Placed {
    fn from(placed: &explain::PlacedPiece) -> Placed {
        Placed { piece: placed.piece.to_string(), at: placed.at.clone() }
    }
}

impl From<&explain::ThreatKind> for What {
    fn from(what: &explain::ThreatKind) -> What {
        use explain::ThreatKind as Is;
        let count = |moves: usize| u32::try_from(moves).unwrap_or(u32::MAX);
        match what {
            Is::Mate { moves, pattern } => What::Mate { moves: count(*moves), pattern: pattern.map(Pattern::from) },
            Is::Capture { taker, taken, root } => {
                What::Capture { taker: taker.into(), taken: taken.into(), root: (*root).into() }
            }
            Is::Fork { by, targets } => {
                What::Fork { by: by.into(), targets: targets.iter().map(Placed::from).collect() }
            }
            Is::Discovery { mover, by, target } => {
                What::Discovery { mover: mover.into(), by: by.into(), target: target.into() }
            }
            Is::Pin { pinned, by, behind } => What::Pin { pinned: pinned.into(), by: by.into(), behind: behind.into() },
            Is::Check { by } => What::Check { by: by.into() },
            Is::Five { row, foul } => What::Five { row: row.clone(), foul: foul.map(str::to_owned) },
            Is::Vcf { moves, shape } => What::Fours { moves: count(*moves), shape: shape.map(Shape::from) },
            Is::Vct { moves, shape } => What::Threes { moves: count(*moves), shape: shape.map(Shape::from) },
            Is::OpenThree { row, fours } => What::OpenThree { row: row.clone(), fours: fours.clone() },
            Is::Shape { shape, rows } => What::Shape { shape: (*shape).into(), rows: rows.clone() },
            Is::Forbidden { at, foul, rows } => {
                What::Forbidden { at: at.clone(), foul: (*foul).to_owned(), rows: rows.clone() }
            }
        }
    }
}

/// Turns each variant into the one of the same name.
macro_rules! alike {
    ($($core:ident => $name:ident { $($variant:ident),+ })+) => {
        $(
            impl From<explain::$core> for $name {
                fn from(value: explain::$core) -> $name {
                    match value {
                        $(explain::$core::$variant => $name::$variant,)+
                    }
                }
            }
        )+
    };
}

alike! {
    Protection => Root { None, Sham, Cheap }
    ForcingShape => Shape { StraightFour, DoubleFour, FourThree, DoubleThree }
    MatingPattern => Pattern {
        HorseCannon, DoubleCannon, PalaceHorse, CornerHorse, IronBolt, TwinRooks, Smothered, HeartPiercer,
        FacingGeneral
    }
}
