//! The facts of a game that its record has and the columns of the library lack: event, round, the code of the opening,
//! and the accuracy of a reviewed game. They are in the index, which can be rebuilt at any time.

use std::sync::OnceLock;

use duiyi_core::base::{BySide, Side};
use duiyi_core::game::{Game, GameKind, Naming, Setup};
use duiyi_core::record::Tree;
use duiyi_core::record::format::Record;
use duiyi_core::review::report::accuracy;
use duiyi_core::review::{ForcedWin, Judged, Phase, Review, ReviewLabel};
use duiyi_core::study::Study;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

use super::fold;

/// Longest event, round or code that is kept, in characters.
const CHARS_MAX: usize = 200;

/// The table of the facts, by the number of the game. `event_key` is the folded event.
pub(super) const SCHEMA: &str = "
    CREATE TABLE idx.facts (
        game_id INTEGER PRIMARY KEY,
        event TEXT NOT NULL,
        event_key TEXT NOT NULL,
        round TEXT NOT NULL,
        opening_code TEXT NOT NULL,
        first_accuracy REAL,
        second_accuracy REAL,
        first_faults TEXT NOT NULL,
        second_faults TEXT NOT NULL
    ) STRICT;";

/// The faults of one side in reviewed games, by sign, by kind and by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FaultCounts {
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
    /// Forced wins given away.
    pub missed_wins: u32,
    /// Forced wins given to the opponent.
    pub allowed_wins: u32,
    pub opening: u32,
    pub middle: u32,
    pub ending: u32,
}

impl FaultCounts {
    const fn numbers(&mut self) -> [&mut u32; 8] {
        let FaultCounts { inaccuracies, mistakes, blunders, missed_wins, allowed_wins, opening, middle, ending } = self;
        [inaccuracies, mistakes, blunders, missed_wins, allowed_wins, opening, middle, ending]
    }

    /// Counts a fault.
    fn count(&mut self, judged: &Judged, phase: Option<Phase>) {
        *match judged.label {
            Some(ReviewLabel::Inaccuracy) => &mut self.inaccuracies,
            Some(ReviewLabel::Mistake) => &mut self.mistakes,
            Some(ReviewLabel::Blunder) => &mut self.blunders,
            _ => return,
        } += 1;
        match judged.forced {
            Some(ForcedWin::Missed { .. }) => self.missed_wins += 1,
            Some(ForcedWin::Allowed { .. }) => self.allowed_wins += 1,
            None => {}
        }
        match phase {
            Some(Phase::Opening) => self.opening += 1,
            Some(Phase::Middle) => self.middle += 1,
            Some(Phase::Ending) => self.ending += 1,
            None => {}
        }
    }

    pub(super) fn add(&mut self, mut other: FaultCounts) {
        for (sum, number) in self.numbers().into_iter().zip(other.numbers()) {
            *sum = sum.saturating_add(*number);
        }
    }

    fn write(mut self) -> String {
        self.numbers().map(|number| number.to_string()).join(" ")
    }

    /// Reads what [`FaultCounts::write`] has written; what is no number counts nothing.
    pub(super) fn read(text: &str) -> FaultCounts {
        let mut counts = FaultCounts::default();
        for (count, number) in counts.numbers().into_iter().zip(text.split(' ')) {
            *count = number.parse().unwrap_or(0);
        }
        counts
    }
}

/// The facts of one game; empty where the record has none.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct GameFacts {
    pub event: String,
    pub round: String,
    /// The code of the opening, such as `C91`; empty for an opening without one.
    pub opening_code: String,
    /// Accuracy of each side by the last review, 0 to 100; `None` without a review of the whole game.
    pub accuracy: BySide<Option<f64>>,
    /// The faults of each side. Lists do not have them.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub faults: BySide<FaultCounts>,
}

impl GameFacts {
    /// Collects the facts of a record and of its last position.
    pub(super) fn of(record: Option<&Record>, end: Option<&Game>) -> GameFacts {
        let tag = |names: &[&str]| record.map(|record| tag_of(record, names)).unwrap_or_default();
        let code = end.and_then(opening_code).map_or_else(|| tag(&["ECCO"]), str::to_owned);
        let (accuracy, faults) = record.and_then(reviewed).unwrap_or_default();
        GameFacts { event: tag(&["Event", "EV"]), round: tag(&["Round", "RO"]), opening_code: code, accuracy, faults }
    }

    pub(super) fn write(&self, transaction: &Transaction, id: i64) -> rusqlite::Result<()> {
        let GameFacts { event, round, opening_code, accuracy, faults } = self;
        transaction
            .prepare_cached("INSERT OR REPLACE INTO idx.facts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?
            .execute(params![
                id,
                event,
                fold::folded(event),
                round,
                opening_code,
                accuracy.first,
                accuracy.second,
                faults.first.write(),
                faults.second.write()
            ])
            .map(drop)
    }

    /// Returns the facts of a game; none of a game that the index lacks.
    pub(super) fn read(connection: &Connection, id: i64) -> rusqlite::Result<GameFacts> {
        let sql =
            "SELECT event, round, opening_code, first_accuracy, second_accuracy FROM idx.facts WHERE game_id = ?1";
        let read = |row: &Row| {
            Ok(GameFacts {
                event: row.get(0)?,
                round: row.get(1)?,
                opening_code: row.get(2)?,
                accuracy: BySide { first: row.get(3)?, second: row.get(4)? },
                faults: BySide::default(),
            })
        };
        Ok(connection.prepare_cached(sql)?.query_row([id], read).optional()?.unwrap_or_default())
    }
}

/// Returns the value of the first of these tags that the record has, without line breaks and `?` for unknown.
fn tag_of(record: &Record, names: &[&str]) -> String {
    let mut tags = record.header.tags.iter();
    let value = tags.find(|(name, _)| names.contains(&name.as_str())).map_or("", |(_, value)| value.trim());
    let words: Vec<&str> = value.split(|letter: char| letter.is_whitespace() || letter.is_control()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(CHARS_MAX).collect::<String>().trim_matches('?').to_owned()
}

fn opening_code(end: &Game) -> Option<&'static str> {
    static XIANGQI: OnceLock<Naming> = OnceLock::new();
    static OTHERS: OnceLock<Naming> = OnceLock::new();
    let naming = match end {
        // The names take a millisecond to prepare.
        Game::Xiangqi(_) => XIANGQI.get_or_init(|| Naming::new(&Game::new(&Setup::usual(GameKind::Xiangqi)))),
        _ => OTHERS.get_or_init(Naming::default),
    };
    naming.of(end).map(|name| name.code).filter(|code| !code.is_empty())
}

/// Returns each side's accuracy and faults by the evaluations in a record; `None` if a position lacks one.
fn reviewed(record: &Record) -> Option<(BySide<Option<f64>>, BySide<FaultCounts>)> {
    let tree = &record.tree;
    // The last position has no evaluation if the rules decide the game.
    let has_evaluation = |node| tree.note(node).evaluation.is_some() || tree.main_child(node).is_none();
    let mut line = std::iter::successors(Some(Tree::ROOT), |&node| tree.main_child(node));
    // The search that finds no evaluation is cheap; a replay is not.
    if !line.all(has_evaluation) || tree.main_child(Tree::ROOT).is_none() {
        return None;
    }
    let review = Review::read(&Study::of_record(record.clone()).ok()?)?;
    let (judged, phases) = (review.judge_all(), review.phases());
    let mean = |side: Side| {
        let losses: Vec<f64> = judged.iter().filter(|mv| mv.side == side).map(|mv| accuracy(mv.loss())).collect();
        (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
    };
    let mut faults = BySide::<FaultCounts>::default();
    judged.iter().for_each(|mv| faults[mv.side].count(mv, phases.get(mv.ply - 1).copied()));
    Some((BySide::from_fn(mean), faults))
}

#[cfg(test)]
mod tests;
