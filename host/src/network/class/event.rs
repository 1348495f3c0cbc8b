//! What a class offers, asks and reports.

use std::path::PathBuf;
use std::time::Duration;

use duiyi_core::base::{BySide, Outcome, Side};
use duiyi_core::game::Setup;
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Coach, Event, GameConfig, Player, Session};

use super::class_journal::KeptClass;
use super::damage::{ClassDamage, ClassFileError};
use crate::network::code::TableCode;
use crate::network::shown_game::ShownGame;
use crate::pairing::TournamentFormat;

/// A class to open.
#[derive(Clone, Debug)]
pub struct ClassOffer {
    /// The teacher's name.
    pub teacher: String,
    pub setup: Setup,
    pub clock: TimeControl,
    /// The time for which a guest tries to come back after a lost connection.
    pub wait: Duration,
}

impl ClassOffer {
    /// Returns the game without its players.
    pub(super) fn config(&self) -> GameConfig {
        let nobody = Player::Human { name: String::new() };
        GameConfig {
            setup: self.setup.clone(),
            players: BySide { first: nobody.clone(), second: nobody },
            clock: self.clock,
            coach: Coach::default(),
            odds: None,
        }
    }
}

/// A class that was cut off: its program ended before its teacher ended the class.
#[derive(Clone, Debug)]
pub struct CutOffClass {
    pub offer: ClassOffer,
    /// The names of the guests.
    pub guests: Vec<String>,
    /// The rounds of the present tournament that were begun.
    pub round: u32,
    /// The games that are not over.
    pub playing: usize,
    /// In milliseconds since 1970.
    pub began_at_ms: i64,
    /// What its file has lost.
    pub damage: Option<ClassDamage>,
    pub(super) kept: KeptClass,
}

/// The classes in a data folder that no program holds.
#[derive(Debug, Default)]
pub struct FoundClasses {
    /// Those that can go on, newest first.
    pub cut_off: Vec<CutOffClass>,
    /// Why others cannot.
    pub unreadable: Vec<ClassFileError>,
}

impl CutOffClass {
    /// Returns the ids of the games of the class, whose journals are parts of it.
    pub(crate) fn games(&self) -> impl Iterator<Item = &str> {
        self.kept.games()
    }
}

/// How a class begins.
#[derive(Clone, Debug)]
pub enum ClassStart {
    New(Box<ClassOffer>),
    /// Goes on with its code, its seats and its games.
    GoOn(Box<CutOffClass>),
}

impl ClassStart {
    #[must_use]
    pub fn offer(&self) -> &ClassOffer {
        match self {
            ClassStart::New(offer) => offer,
            ClassStart::GoOn(class) => &class.offer,
        }
    }
}

/// What the teacher does.
#[derive(Clone, Debug)]
pub enum ClassRequest {
    /// Begins a tournament of the guests who are here. Its first round is paired and not begun.
    Pair(TournamentFormat),
    /// Begins the next round.
    Begin,
    /// Decides a game; without a winner it is a draw. The number of the board is that of [`ClassBoard`], and the winner is
    /// named by the colour at the start.
    Decide { board: usize, winner: Option<Side> },
    /// Closes the seat of a guest. Its game is lost.
    Remove { name: String },
    /// Shows a game to everybody who does not play; `None` takes it away.
    Show(Option<Box<ShownGame>>),
    /// Shows a board to the spectators; `None` shows them what everybody sees, or else the first game that goes on.
    Watch(Option<usize>),
    /// Ends the class for good.
    Close,
}

/// What happens in a class.
#[derive(Clone, Debug)]
pub enum ClassEvent {
    /// The class is open at this address.
    Open { address: String, code: TableCode },
    /// The file of the class that goes on was damaged, and is kept at this place.
    Damaged { damage: ClassDamage, aside: PathBuf },
    /// Somebody gave a wrong code, so many times by now. A closed door takes no further guest.
    WrongCode { count: u32, is_closed: bool },
    /// A guest has come, come back or gone, or begun or ended a game.
    Guests { guests: Vec<ClassGuest>, spectators: usize },
    /// A round is paired; it waits for [`ClassRequest::Begin`].
    Paired(NextRound),
    /// A round has begun, with so many games.
    Began { round: u32, games: usize },
    /// A game has begun or changed, or one of its players has come or gone.
    Board { events: Vec<Event>, board: Box<ClassBoard> },
    /// All games of a round are over. Round 0: the first one can no longer begin, since too few guests are left.
    RoundOver(ClassResults),
    /// A request was refused, for this reason.
    Refused { why: String },
    /// The class is closed, for a reason if it was not the teacher; such a class can go on. The last event.
    Closed { why: Option<String> },
}

/// A guest of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassGuest {
    pub name: String,
    pub is_here: bool,
    /// The number of the board at which the guest plays.
    pub board: Option<usize>,
}

/// A round that is paired and not begun.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct NextRound {
    /// From 1.
    pub round: u32,
    /// By the colour at the start.
    pub pairs: Vec<BySide<String>>,
    /// The guest without an opponent.
    pub bye: Option<String>,
}

/// The results after a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassResults {
    pub round: u32,
    /// Whether the tournament is over.
    pub is_last: bool,
    /// The names of the players by number.
    pub names: Vec<String>,
    /// The best player first.
    pub standings: Vec<ClassStanding>,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassStanding {
    pub player: usize,
    /// From 1. Players with equal points and Sonneborn-Berger share it.
    pub place: usize,
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// In half points, those for rounds without an opponent included.
    pub half_points: u32,
    /// The points of the beaten and half of those of the drawn opponents (Sonneborn and Berger), in quarter points. A
    /// round without an opponent is a win against a player of the same points (FIDE Handbook C.07, article 16.4).
    pub sonneborn_berger: u32,
}

/// A game of two guests.
#[derive(Clone, Debug)]
pub struct ClassBoard {
    /// From 1, over the whole class.
    pub number: usize,
    pub round: u32,
    /// By the colour at the start.
    pub players: BySide<String>,
    /// Whether the players are connected and have the game in their journals.
    pub is_here: BySide<bool>,
    pub session: Session,
    /// The result, by the colours at the start.
    pub outcome: Option<Outcome>,
}
