//! The terms of a tournament of the window, as its file keeps them.
//!
//! # Stability
//! The names of the fields outlive the program: a tournament goes on after an update.

use duiyi_core::base::Millis;
use duiyi_core::game::{Setup, SetupCodes};
use duiyi_core::record::TimeControl;
use duiyi_core::search::Level;
use duiyi_core::session::Player;
use serde::{Deserialize, Serialize};

use super::own_openings::OwnOpenings;
use super::plan::{TournamentConditions, TournamentEntrant, TournamentPlan};
use crate::matches::MatchBook;
use crate::pairing::TournamentFormat;

/// A plan, and the seed of its openings and of the choices of weak levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub seed: u64,
    pub plan: TournamentPlan,
}

#[derive(Serialize, Deserialize)]
struct WrittenTerms {
    seed: u64,
    game: String,
    rule: String,
    size: Option<u8>,
    format: String,
    /// The rounds of a Swiss.
    rounds: Option<u32>,
    games: u32,
    main_ms: Option<u64>,
    increment_ms: Option<u64>,
    move_ms: Option<u64>,
    nodes: Option<u64>,
    adjudicates: bool,
    boards: u16,
    collection: String,
    openings: Option<WrittenOpenings>,
    engines: Vec<WrittenEntrant>,
}

/// The person's own openings.
#[derive(Serialize, Deserialize)]
struct WrittenOpenings {
    name: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct WrittenEntrant {
    /// The level of the built-in engine.
    level: Option<u8>,
    /// The id of an external engine.
    engine: Option<String>,
    name: String,
    book: Option<String>,
    /// Whether the best move of the book is played.
    best: bool,
}

impl Terms {
    pub fn write(&self) -> String {
        let TournamentPlan { setup, conditions, entrants, openings, collection } = &self.plan;
        let TournamentConditions { format, games, control, nodes, adjudicates, boards } = *conditions;
        let codes = setup.codes(None);
        let (main, increment, each) = match control {
            TimeControl::Fischer { main, increment } => (Some(main.0), Some(increment.0), None),
            TimeControl::PerMove { each } => (None, None, Some(each.0)),
            TimeControl::None | TimeControl::ByoYomi { .. } => (None, None, None),
        };
        let written = WrittenTerms {
            seed: self.seed,
            game: codes.game.to_owned(),
            rule: codes.rule.to_owned(),
            size: codes.size,
            format: format.code().to_owned(),
            rounds: if let TournamentFormat::Swiss { rounds } = format { Some(rounds) } else { None },
            games,
            main_ms: main,
            increment_ms: increment,
            move_ms: each,
            nodes,
            adjudicates,
            boards,
            collection: collection.clone(),
            openings: openings.as_ref().map(|own| WrittenOpenings { name: own.name.clone(), text: own.text.clone() }),
            engines: entrants.iter().map(written_entrant).collect(),
        };
        serde_json::to_string(&written).expect("the terms are plain text and numbers")
    }

    /// # Errors
    /// One sentence.
    pub fn read(text: &str) -> Result<Terms, String> {
        let written: WrittenTerms =
            serde_json::from_str(text).map_err(|_| "the terms of the window are missing".to_owned())?;
        let codes =
            SetupCodes { game: &written.game, rule: &written.rule, size: written.size, ..SetupCodes::default() };
        let setup = Setup::read(codes).map_err(|why| why.to_string())?;
        let format = TournamentFormat::from_code(&written.format, written.rounds.unwrap_or(1));
        let format = format.ok_or_else(|| format!("'{}' is no format of a tournament", written.format))?;
        let control = match (written.main_ms, written.move_ms) {
            (Some(main), _) => {
                TimeControl::Fischer { main: Millis(main), increment: Millis(written.increment_ms.unwrap_or(0)) }
            }
            (None, Some(each)) => TimeControl::PerMove { each: Millis(each) },
            (None, None) => TimeControl::None,
        };
        let entrants = written.engines.into_iter().map(entrant).collect::<Option<Vec<_>>>();
        let conditions = TournamentConditions {
            format,
            games: written.games,
            control,
            nodes: written.nodes,
            adjudicates: written.adjudicates,
            boards: written.boards,
        };
        let entrants = entrants.ok_or_else(|| "an engine has neither a level nor a program".to_owned())?;
        let openings = written.openings.map(|own| OwnOpenings::new(&own.name, &own.text, &setup)).transpose();
        let openings = openings.map_err(|why| why.message)?;
        let plan = TournamentPlan { setup, conditions, entrants, openings, collection: written.collection };
        Ok(Terms { seed: written.seed, plan })
    }
}

fn written_entrant(entrant: &TournamentEntrant) -> WrittenEntrant {
    let (level, engine) = match &entrant.player {
        Player::Engine { level } => (Some(level.number()), None),
        Player::External { id, .. } => (None, Some(id.clone())),
        Player::Human { .. } => (None, None),
    };
    WrittenEntrant {
        level,
        engine,
        name: entrant.player.record_name(),
        book: entrant.book.as_ref().map(|book| book.id.clone()),
        best: entrant.book.as_ref().is_some_and(|book| book.best),
    }
}

fn entrant(written: WrittenEntrant) -> Option<TournamentEntrant> {
    let player = match (written.level, written.engine) {
        (Some(level), _) => Player::Engine { level: Level::new(level)? },
        (None, Some(id)) => Player::External { id, name: written.name },
        (None, None) => return None,
    };
    let best = written.best;
    Some(TournamentEntrant { player, book: written.book.map(|id| MatchBook { id, best }) })
}
