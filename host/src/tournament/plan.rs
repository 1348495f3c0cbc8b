//! What a tournament of the window is made of.

use std::path::PathBuf;

use duiyi_core::game::{GameKind, Refusal, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::session;

use super::own_openings::OwnOpenings;
use super::setup::{PLAYERS_MAX, TournamentPlayer, TournamentSetup};
use crate::engine_list::EngineConfig;
use crate::machine;
use crate::matches::window_players::{MARGIN, openings, player_books, spec};
use crate::matches::{Adjudication, DrawRule, MatchBook, MatchLimits, ResignRule};
use crate::pairing::TournamentFormat;

/// Most games of a pairing: the window shows them all.
const GAMES_MAX: u32 = 1_000;

/// Most rounds of a Swiss, as in the terminal.
const ROUNDS_MAX: u32 = 1_000;

/// When scores that agree end a game, if they may.
const AGREEMENT: Adjudication = Adjudication {
    resign: Some(ResignRule { score: 800, moves: 4 }),
    draw: Some(DrawRule { score: 10, moves: 10, after: 40 }),
};

/// What a tournament of the window is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentPlan {
    /// The usual start of a game under a rule.
    pub setup: Setup,
    pub conditions: TournamentConditions,
    /// From 2 to [`PLAYERS_MAX`], the strongest first.
    pub entrants: Vec<TournamentEntrant>,
    /// The person's own openings, which take the place of the built-in ones.
    pub openings: Option<OwnOpenings>,
    /// The tag of the games in the library, beside [`crate::library::MATCH_TAG`].
    pub collection: String,
}

/// How the games of a tournament are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentConditions {
    pub format: TournamentFormat,
    /// The games of a pairing; colours change after each.
    pub games: u32,
    pub control: TimeControl,
    /// Nodes for each move, beside the time.
    pub nodes: Option<u64>,
    /// Whether scores of both players that agree end a game.
    pub adjudicates: bool,
    /// Games at a time.
    pub boards: u16,
}

/// A player of a tournament, different from every other one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentEntrant {
    /// Not a person.
    pub player: session::Player,
    pub book: Option<MatchBook>,
}

impl TournamentPlan {
    /// # Errors
    /// `tournament-setup`: one sentence about what does not fit.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let TournamentConditions { format, games, boards, .. } = self.conditions;
        let rounds = if let TournamentFormat::Swiss { rounds } = format { rounds } else { 1 };
        let is_twice = |(index, entrant): (usize, &TournamentEntrant)| self.entrants[..index].contains(entrant);
        let why = if self.setup.kind() == GameKind::TicTacToe {
            "tournaments are played at Xiangqi or Gomoku".to_owned()
        } else if !(2..=PLAYERS_MAX).contains(&self.entrants.len()) {
            format!("a tournament has from 2 to {PLAYERS_MAX} engines")
        } else if !(1..=GAMES_MAX).contains(&games) {
            format!("a pairing has from 1 to {GAMES_MAX} games")
        } else if !(1..=ROUNDS_MAX).contains(&rounds) {
            format!("a Swiss has from 1 to {ROUNDS_MAX} rounds")
        } else if !(1..=machine::threads_max()).contains(&usize::from(boards)) {
            format!("from 1 to {} games at a time", machine::threads_max())
        } else if self.entrants.iter().enumerate().any(is_twice) {
            "the same engine with the same book takes part once".to_owned()
        } else {
            return Ok(());
        };
        Err(Refusal::plain("tournament-setup", why))
    }

    /// Returns the names of the players for records. Equal names get a number.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for TournamentEntrant { player, .. } in &self.entrants {
            let name = player.record_name();
            let numbered = (2..).map(|number| format!("{name} {number}"));
            let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name));
            names.extend(free);
        }
        names
    }

    /// Returns what the runner plays. `seed` seeds the order of the openings and the choices of weak levels.
    pub(super) fn resolve(
        &self,
        seed: u64,
        engines: &[EngineConfig],
        path_of: impl Fn(&str) -> Result<PathBuf, Refusal>,
    ) -> Result<TournamentSetup, Refusal> {
        let mut players = Vec::new();
        for (name, TournamentEntrant { player, book }) in self.names().into_iter().zip(&self.entrants) {
            let spec = spec(player, engines)?;
            if let Some(why) = spec.refusal(self.setup.kind()) {
                return Err(Refusal::plain("tournament-setup", format!("{name}: {why}")));
            }
            let books = player_books(book.as_ref(), &path_of)?;
            players.push(TournamentPlayer { name, spec, books });
        }
        let own = self.openings.as_ref().map(|own| own.openings(&self.setup)).transpose()?;
        let has_books = self.entrants.iter().any(|entrant| entrant.book.is_some());
        let openings = openings(&self.setup, own, has_books, seed);
        let TournamentConditions { format, games, control, nodes, adjudicates, .. } = self.conditions;
        let adjudication = if adjudicates { AGREEMENT } else { Adjudication::default() };
        let limits = MatchLimits { control, nodes, margin: MARGIN, adjudication };
        if players.iter().any(|player| limits.is_endless_for(&player.spec)) {
            let why = "an external engine needs a clock, a time for each move or a number of nodes";
            return Err(Refusal::plain("tournament-setup", why));
        }
        Ok(TournamentSetup { format, games, limits, openings, seed, players })
    }
}
