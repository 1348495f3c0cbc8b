//! The page of a player: results by side, openings, opponents and accuracy over the years.

use std::collections::{BTreeMap, HashMap};

use duiyi_core::base::{BySide, Side};
use rusqlite::{Connection, Row, params_from_iter};

use super::alias;
use super::facts::FaultCounts;
use super::row::text;

/// Most months of a page.
const MONTHS_MAX: usize = 24;

/// Most openings and opponents of a page.
const LINES_MAX: usize = 20;

/// The results of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlayerResults {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Games without a result.
    pub unfinished: u32,
}

impl PlayerResults {
    const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses + self.unfinished
    }

    fn add(&mut self, result: &str, side: Side) {
        *match (result, side) {
            ("1/2-1/2", _) => &mut self.draws,
            ("1-0", Side::First) | ("0-1", Side::Second) => &mut self.wins,
            ("1-0" | "0-1", _) => &mut self.losses,
            _ => &mut self.unfinished,
        } += 1;
    }
}

/// The results with one opening, or against one opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlayerLine {
    /// The opening, or the name of the opponent.
    pub name: String,
    /// The level of an opponent that is the built-in engine.
    pub level: Option<u8>,
    pub results: PlayerResults,
}

/// The mean accuracy of the reviewed games of a month or a year.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct AccuracyPoint {
    /// `2026-11`, or `2026` where no month is known.
    pub date: String,
    /// 0 to 100.
    pub mean: f64,
    pub games: u32,
}

/// The results of a month or a year.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlayerMonth {
    /// `2026-11`, or `2026` where no month is known.
    pub date: String,
    pub results: PlayerResults,
}

/// The page of a player.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlayerPage {
    /// The person's name; empty for the person at this computer.
    pub name: String,
    /// The other names.
    pub aliases: Vec<String>,
    pub sides: BySide<PlayerResults>,
    /// The most frequent openings.
    pub openings: Vec<PlayerLine>,
    /// The most frequent opponents.
    pub opponents: Vec<PlayerLine>,
    /// The results of the last months with games, in order of time.
    pub months: Vec<PlayerMonth>,
    /// The accuracy of games with a date, in order of time.
    pub accuracy: Vec<AccuracyPoint>,
    /// The number of reviewed games, with or without a date.
    pub reviewed: u32,
    /// The mean accuracy of the reviewed games, 0 to 100.
    pub mean_accuracy: Option<f64>,
    /// The faults in the reviewed games.
    pub faults: FaultCounts,
    /// Games that the index lacks: their accuracy is not known yet.
    pub unindexed: u32,
}

/// Collects the page of a player in the games of one kind or of all; without a name that of the person at this
/// computer: the human side of games against engines.
pub(super) fn page(
    connection: &Connection,
    player: Option<&str>,
    game: Option<&str>,
    unindexed: u32,
) -> rusqlite::Result<PlayerPage> {
    let persons = alias::all(connection)?;
    let person = player.map(|name| persons.get(name).map_or(name, String::as_str));
    let mut collected = Collected::default();
    let sql = "SELECT first_kind, first_name, first_level, second_kind, second_name, second_level, result, opening,
            date, first_accuracy, second_accuracy, first_faults, second_faults
        FROM game LEFT JOIN idx.facts ON facts.game_id = id
        WHERE deleted_at_ms IS NULL AND (?1 IS NULL OR game = ?1)";
    // Only the player's games: most of a library are those of others.
    let aliases = person.map(|person| alias::names_of(connection, person)).transpose()?.unwrap_or_default();
    let names: Vec<&str> = aliases.iter().map(String::as_str).chain(person).collect();
    let own = if person.is_none() {
        "(first_kind = 'human') <> (second_kind = 'human')".to_owned()
    } else {
        let places: Vec<String> = (2..names.len() + 2).map(|place| format!("?{place}")).collect();
        let places = places.join(",");
        format!("(first_name IN ({places}) OR second_name IN ({places}))")
    };
    let mut games = connection.prepare(&format!("{sql} AND {own}"))?;
    let values = std::iter::once(game).chain(names.into_iter().map(Some));
    let mut rows = games.query(params_from_iter(values))?;
    while let Some(row) = rows.next()? {
        let game = Played::read(row, &persons)?;
        for side in Side::ALL {
            let own = &game.players[side];
            let is_own = match person {
                Some(person) => own.kind != "engine" && own.person == person,
                None => own.kind == "human" && game.players[!side].kind != "human",
            };
            if is_own {
                collected.add(&game, side);
            }
        }
    }
    Ok(collected.page(person.unwrap_or_default().to_owned(), aliases, unindexed))
}

struct Participant {
    kind: String,
    person: String,
    level: Option<u8>,
}

struct Played {
    players: BySide<Participant>,
    result: String,
    opening: String,
    date: String,
    accuracy: BySide<Option<f64>>,
    faults: BySide<FaultCounts>,
}

impl Played {
    fn read(row: &Row, persons: &HashMap<String, String>) -> rusqlite::Result<Played> {
        let word = |at: usize| Ok::<String, rusqlite::Error>(text(row, at).unwrap_or_default());
        let player = |at: usize| {
            let name = word(at + 1)?;
            let level = row.get::<_, Option<i64>>(at + 2).ok().flatten().and_then(|level| u8::try_from(level).ok());
            let person = persons.get(&name).cloned().unwrap_or(name);
            Ok::<Participant, rusqlite::Error>(Participant { kind: word(at)?, person, level })
        };
        Ok(Played {
            players: BySide { first: player(0)?, second: player(3)? },
            result: word(6)?,
            opening: word(7)?,
            date: word(8)?,
            accuracy: BySide { first: row.get(9)?, second: row.get(10)? },
            faults: BySide { first: FaultCounts::read(&word(11)?), second: FaultCounts::read(&word(12)?) },
        })
    }
}

#[derive(Default)]
struct Collected {
    sides: BySide<PlayerResults>,
    openings: HashMap<String, PlayerResults>,
    opponents: HashMap<(String, Option<u8>), PlayerResults>,
    months: BTreeMap<String, PlayerResults>,
    faults: FaultCounts,
    /// Of all reviewed games.
    reviewed: MeanAccuracy,
    /// Of the reviewed games of each month.
    accuracy: BTreeMap<String, MeanAccuracy>,
}

#[derive(Default)]
struct MeanAccuracy {
    sum: f64,
    games: u32,
}

impl MeanAccuracy {
    fn add(&mut self, accuracy: f64) {
        self.sum += accuracy;
        self.games += 1;
    }

    fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / f64::from(self.games))
    }
}

impl Collected {
    fn add(&mut self, game: &Played, side: Side) {
        let count = |results: &mut PlayerResults| results.add(&game.result, side);
        count(&mut self.sides[side]);
        if !game.opening.is_empty() {
            count(self.openings.entry(game.opening.clone()).or_default());
        }
        let other = &game.players[!side];
        let level = other.level.filter(|_| other.kind == "engine");
        let name = if level.is_some() { String::new() } else { other.person.clone() };
        if level.is_some() || !name.is_empty() {
            count(self.opponents.entry((name, level)).or_default());
        }
        self.faults.add(game.faults[side]);
        let accuracy = game.accuracy[side];
        if let Some(accuracy) = accuracy {
            self.reviewed.add(accuracy);
        }
        let Some(month) = game.date.get(..7).or(game.date.get(..4)).map(|month| month.replace('.', "-")) else {
            return;
        };
        count(self.months.entry(month.clone()).or_default());
        if let Some(accuracy) = accuracy {
            self.accuracy.entry(month).or_default().add(accuracy);
        }
    }

    fn page(self, name: String, aliases: Vec<String>, unindexed: u32) -> PlayerPage {
        let openings = self.openings.into_iter().map(|(name, results)| PlayerLine { name, level: None, results });
        let opponents = self.opponents.into_iter().map(|((name, level), results)| PlayerLine { name, level, results });
        let point = |(date, of_month): (String, MeanAccuracy)| {
            Some(AccuracyPoint { date, mean: of_month.mean()?, games: of_month.games })
        };
        let skipped = self.months.len().saturating_sub(MONTHS_MAX);
        let months = self.months.into_iter().skip(skipped);
        PlayerPage {
            name,
            aliases,
            sides: self.sides,
            openings: most_frequent(openings.collect()),
            opponents: most_frequent(opponents.collect()),
            months: months.map(|(date, results)| PlayerMonth { date, results }).collect(),
            faults: self.faults,
            accuracy: self.accuracy.into_iter().filter_map(point).collect(),
            reviewed: self.reviewed.games,
            mean_accuracy: self.reviewed.mean(),
            unindexed,
        }
    }
}

fn most_frequent(mut lines: Vec<PlayerLine>) -> Vec<PlayerLine> {
    lines.sort_by(|one, other| {
        let games = other.results.games().cmp(&one.results.games());
        games.then_with(|| (&one.name, one.level).cmp(&(&other.name, other.level)))
    });
    lines.truncate(LINES_MAX);
    lines
}

#[cfg(test)]
mod tests;
