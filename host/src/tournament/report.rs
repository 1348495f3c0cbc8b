//! A tournament as JSON: the table, each two players, and the games.

use serde::Serialize;

use super::course::TournamentCourse;
use super::pairing_score::PairingScore;
use super::standings::Standing;
use super::store::TournamentGame;
use crate::thinking::FaultCategory;

/// # Stability
/// Scripts read the names of the fields: a name stays, and new ones may come.
#[derive(Debug, Serialize)]
pub struct TournamentReport {
    /// The best player first.
    pub table: Vec<TableRow>,
    /// Each two players who have met.
    pub pairings: Vec<PairingRow>,
    /// In the order of the schedule.
    pub games: Vec<ReportedGame>,
    /// The replays of a knockout count once they are due.
    pub games_left: usize,
}

/// A row of the table. Ratings and likelihoods have one decimal.
#[derive(Debug, Serialize)]
pub struct TableRow {
    /// Players with equal points and Sonneborn-Berger share it, except in a knockout.
    pub place: usize,
    pub name: String,
    pub points: f64,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub sonneborn_berger: f64,
    pub elo: f64,
    pub error: f64,
    /// The likelihood of being stronger than the next one, in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub los: Option<f64>,
    pub pairs: [u32; 5],
    pub illegal: u32,
    pub crash: u32,
    pub timeout: u32,
}

/// The result of two players, from the first one's point of view.
#[derive(Debug, Serialize)]
pub struct PairingRow {
    pub players: [String; 2],
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub pairs: [u32; 5],
    pub elo: f64,
    pub error: f64,
    /// The likelihood that the first player is stronger, in per cent.
    pub los: f64,
    /// The limit of the difference where one player won every game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
}

#[derive(Debug, Serialize)]
pub struct ReportedGame {
    pub round: u32,
    pub first: String,
    pub second: String,
    /// "1-0", "1/2-1/2" or "0-1".
    pub result: &'static str,
    pub reason: String,
    pub plies: u32,
}

impl TournamentReport {
    /// `names` are those of the players, in the order of the entrants.
    #[must_use]
    pub fn new(course: &TournamentCourse, names: &[String]) -> TournamentReport {
        TournamentReport {
            table: course.standings().iter().map(|row| table_row(row, names)).collect(),
            pairings: course.pairing_scores().iter().map(|score| pairing_row(score, names)).collect(),
            games: course.games().map(|game| reported(game, names)).collect(),
            games_left: course.open(),
        }
    }
}

/// Rounds to one decimal; a negative zero would print a sign.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

fn table_row(row: &Standing, names: &[String]) -> TableRow {
    TableRow {
        place: row.place,
        name: names[row.player].clone(),
        points: f64::from(row.half_points) / 2.0,
        games: row.games(),
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        sonneborn_berger: row.sonneborn_berger as f64 / 4.0,
        elo: rounded(row.elo),
        error: rounded(row.error),
        los: row.superiority.map(rounded),
        pairs: row.pairs,
        illegal: row.faults[FaultCategory::Illegal as usize],
        crash: row.faults[FaultCategory::Crash as usize],
        timeout: row.faults[FaultCategory::Timeout as usize],
    }
}

fn pairing_row(score: &PairingScore, names: &[String]) -> PairingRow {
    PairingRow {
        players: score.players.map(|player| names[player].clone()),
        wins: score.results.wins,
        draws: score.results.draws,
        losses: score.results.losses,
        pairs: score.results.pairs,
        elo: rounded(score.strength.elo),
        error: rounded(score.strength.error),
        los: rounded(score.strength.los),
        bound: score.strength.bound.map(rounded),
    }
}

fn reported(game: &TournamentGame, names: &[String]) -> ReportedGame {
    let [first, second] = game.players.map(|player| names[player].clone());
    ReportedGame {
        round: game.round,
        first,
        second,
        result: game.result(),
        reason: game.outcome.reason.to_string(),
        plies: game.plies,
    }
}
