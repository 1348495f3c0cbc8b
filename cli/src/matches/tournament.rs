//! `duiyi tournament`: many engines against each other.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf, absolute};

use duiyi_core::base::Millis;
use duiyi_core::game::{GameKind, Setup, SetupCodes};
use duiyi_core::record::TimeControl;
use duiyi_core::search::Stop;
use duiyi_host::Reactor;
use duiyi_host::lines::is_format_control;
use duiyi_host::matches::{Adjudication, DrawRule, MatchLimits, PlayedGame, ResignRule};
use duiyi_host::pairing::swiss_rounds;
use duiyi_host::tournament::report::{PairingRow, TableRow};
use duiyi_host::tournament::setup::PLAYERS_MAX;
use duiyi_host::tournament::{
    Tournament, TournamentCourse, TournamentFormat, TournamentGame, TournamentPlayer, TournamentReport,
    TournamentSetup, TournamentStore, TournamentWatch,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use siphasher::sip::SipHasher13;
use unicode_width::UnicodeWidthStr as _;

use super::duel::name;
use super::spec::{PlayerSpec, player_spec_in, shortage};
use super::{BYTES_MAX, Clock, openings};
use crate::complain;
use crate::input;
use crate::machine;
use crate::problem::{Problem, Status};

/// The largest file that describes a tournament, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;
/// The largest number of an agreement: scores in centipawns, and moves.
const SCORE_MAX: i32 = 30_000;
/// The most games of a pairing.
const GAMES_MAX: u32 = 100_000;
/// The key of the terms for the checksum of the file of openings.
const CHECKSUM: &str = "openings-checksum";

/// Play many engines against each other: round robin, gauntlet, knockout or Swiss
///
/// The file says in TOML what is played, one key a line: game = "xiangqi" or "gomoku"; rule, size, as for `duiyi match`;
/// format = "round-robin", "gauntlet" (the first engine against each other one), "knockout" or "swiss" (with rounds = N);
/// games = the games of a pairing, colours changing after each; nodes, movetime in milliseconds, or tc = "10+0.1"; margin,
/// seed, concurrency, openings = "FILE", record = "FILE". Then for each engine, the strongest first, [[engine]] with
/// spec = "level:3" (or full, cmd:…, as for `duiyi match`) and, if you like, name = "…". Files are looked for beside it,
/// and so are the book= and eval= of an engine.
///
/// Games end by the rules, unless both engines agree: resign = { score = 1000, moves = 4 } ends those that one side has won by
/// both scores, in centipawns, for so many moves of each, and draw = { score = 10, moves = 8, after = 40 } even ones.
///
/// Each finished game is kept in FILE.tournament. Ctrl-C ends the tournament for now, and --resume goes on with it. The
/// output is the table: points, games won, drawn and lost, Sonneborn-Berger, Elo against the mean of all players with its
/// 95% error, the likelihood of being stronger than the next one, pairs of games with 0 to 2 points, and faults.
#[derive(clap::Args)]
pub struct Args {
    /// The file that describes the tournament
    file: PathBuf,
    /// Go on with a tournament that was interrupted
    #[arg(long)]
    resume: bool,
    /// Print table, pairings and games as one line of JSON
    #[arg(long)]
    json: bool,
    /// Print the result of each two engines before the table: Elo, its error, and the likelihood that the first is stronger
    #[arg(long, conflicts_with = "json")]
    pairings: bool,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TournamentFile {
    game: String,
    rule: Option<String>,
    size: Option<u8>,
    format: String,
    rounds: Option<u32>,
    #[serde(default = "two")]
    games: u32,
    nodes: Option<u64>,
    movetime: Option<u64>,
    tc: Option<String>,
    margin: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default = "one")]
    concurrency: u16,
    openings: Option<PathBuf>,
    record: Option<PathBuf>,
    resign: Option<ResignEntry>,
    draw: Option<DrawEntry>,
    engine: Vec<EngineEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResignEntry {
    score: i32,
    moves: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawEntry {
    score: i32,
    moves: u32,
    #[serde(default)]
    after: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineEntry {
    spec: String,
    name: Option<String>,
}

const fn two() -> u32 {
    2
}

const fn one() -> u16 {
    1
}

/// Plays the tournament and writes its table.
pub fn run(args: &Args, stop: &Stop, out: &mut dyn Write) -> Result<Status, Problem> {
    let text = input::read_text(&args.file, FILE_BYTES_MAX)?;
    let file = read(&args.file, &text)?;
    let reactor = Reactor::start();
    let setup = set_up(&args.file, &file, &reactor, stop)?;
    let record = file.record.as_deref().map(|record| beside(&args.file, record));
    let list = file.openings.as_deref().map(|list| input::read_text(&beside(&args.file, list), BYTES_MAX));
    let mut tournament = open(args, setup, &terms(&text, list.transpose()?.as_deref()), record.as_deref())?;
    // A file that cannot be written is told before hours of play.
    write_records(record.as_deref(), &tournament)?;
    let bar = ProgressBar::new(tournament.course().open() as u64);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}");
    bar.set_style(style.expect("the template is written as the bar wants it"));
    let names: Vec<String> = tournament.setup().players.iter().map(|player| player.name.clone()).collect();
    let played = tournament.play(&reactor, file.concurrency.into(), stop, &GameLines { bar: &bar, names: &names });
    bar.finish_and_clear();
    played.map_err(|why| Problem::Input(why.to_string()))?;
    write_records(record.as_deref(), &tournament)?;
    let report = TournamentReport::new(tournament.course(), &names);
    if args.json {
        writeln!(out, "{}", serde_json::json!(report))?;
    } else {
        if args.pairings {
            write_pairings(&report.pairings, out)?;
        }
        write_table(&report.table, out)?;
    }
    let left = tournament.course().open();
    if stop.is_asked() && left > 0 {
        let replays = if tournament.setup().format == TournamentFormat::Knockout { ", besides replays" } else { "" };
        complain(&format!("Games left: {left}{replays}; --resume goes on."));
    }
    Ok(Status::Done)
}

/// Writes a line for each game, beside the bar.
struct GameLines<'a> {
    bar: &'a ProgressBar,
    names: &'a [String],
}

impl TournamentWatch for GameLines<'_> {
    fn counted(&self, course: &TournamentCourse, game: &TournamentGame, played: &PlayedGame) {
        let fault = played.fault.as_ref().map(|(_, fault)| format!(": {fault}")).unwrap_or_default();
        self.bar.inc(1);
        // Replays of a knockout come on top.
        self.bar.set_length(self.bar.position() + course.open() as u64);
        self.bar.suspend(|| complain(&format!("{}{fault}", game_line(game, self.names))));
    }
}

/// # Errors
/// One sentence that names the file and the line.
fn read(path: &Path, text: &str) -> Result<TournamentFile, Problem> {
    toml::from_str(text).map_err(|why| {
        let line = why.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        Problem::Input(format!("{}, line {line}: {}", path.display(), why.message().replace('\n', " ")))
    })
}

/// Returns a path of the file, which is meant from the file's folder.
fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent().map_or_else(|| path.to_owned(), |folder| folder.join(path))
}

/// Returns what the file says about the games, in one form, and the checksum of its list of openings: the terms of the
/// tournament, which may not change.
fn terms(text: &str, openings: Option<&str>) -> String {
    let mut table: toml::Table = toml::from_str(text).unwrap_or_default();
    for key in ["concurrency", "record"] {
        table.remove(key);
    }
    if let Some(openings) = openings {
        table.insert(CHECKSUM.to_owned(), format!("{:016x}", checksum(openings.as_bytes())).into());
    }
    table.to_string()
}

/// Returns a hash that stays the same from version to version.
fn checksum(bytes: &[u8]) -> u64 {
    SipHasher13::new().hash(bytes)
}

fn set_up(path: &Path, file: &TournamentFile, reactor: &Reactor, stop: &Stop) -> Result<TournamentSetup, Problem> {
    let at = |key: &str, why: &dyn std::fmt::Display| Problem::at(format!("{}, {key}", path.display()), why);
    let kind: GameKind = file.game.parse().map_err(|_| at("game", &"the game is xiangqi or gomoku"))?;
    if kind == GameKind::TicTacToe {
        return Err(at("game", &"tournaments are played at xiangqi or gomoku"));
    }
    if kind != GameKind::Gomoku && file.size.is_some() {
        return Err(at("size", &"only Gomoku asks for this"));
    }
    let rule = file.rule.as_deref().unwrap_or_default();
    let codes = SetupCodes { game: kind.code(), rule, size: file.size, ..SetupCodes::default() };
    let start = Setup::read(codes).map_err(|why| at(if why.code == "wrong-size" { "size" } else { "rule" }, &why))?;
    if !(1..=GAMES_MAX).contains(&file.games) {
        return Err(at("games", &format!("a pairing has from 1 to {GAMES_MAX} games")));
    }
    if !(2..=PLAYERS_MAX).contains(&file.engine.len()) {
        return Err(at("engine", &format!("a tournament has from 2 to {PLAYERS_MAX} engines")));
    }
    let format = format(file).map_err(|(key, why)| at(key, &why))?;
    let limits = limits(file).map_err(|(key, why)| at(key, &why))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut players: Vec<TournamentPlayer> = Vec::new();
    for (number, engine) in file.engine.iter().enumerate() {
        let place = format!("engine {}", number + 1);
        let player = player_spec_in(folder, &engine.spec).map_err(|why| at(&place, &why))?;
        let PlayerSpec { engine: spec, books } = player;
        if let Some(why) = spec.refusal(kind) {
            return Err(at(&place, &why));
        }
        if limits.is_endless_for(&spec) {
            return Err(at("movetime", &"an external engine needs tc, movetime or nodes"));
        }
        // An engine that cannot start ends the tournament before it begins.
        let found = name(reactor, &spec, &limits, &format!("{}, {place}", path.display()), stop)?;
        let name = engine.name.clone().unwrap_or(found);
        if name.trim().is_empty() || players.iter().any(|player| player.name == name) {
            return Err(at(&place, &format!("the name '{name}' is empty or another engine has it; give it a name")));
        }
        // The table and the records have each name on one line of a terminal.
        if name.contains(is_format_control) {
            return Err(at(&place, &format!("the name '{name}' has a control character; give it another name")));
        }
        players.push(TournamentPlayer { name, spec, books });
    }
    let largest = |a: &TournamentPlayer, b: &TournamentPlayer| shortage([&a.spec, &b.spec], file.concurrency);
    let pairs = players.iter().enumerate().flat_map(|(index, a)| players[..index].iter().map(move |b| (a, b)));
    if let Some(why) = pairs.filter_map(|(a, b)| largest(a, b)).next() {
        return Err(at("concurrency", &why));
    }
    if !(1..=machine::threads_max()).contains(&usize::from(file.concurrency)) {
        return Err(at("concurrency", &format!("from 1 to {} games at a time", machine::threads_max())));
    }
    let list = file.openings.as_deref().map(|list| beside(path, list));
    let openings = openings(&start, list.as_deref(), file.seed)?;
    Ok(TournamentSetup { format, games: file.games, limits, openings, seed: file.seed, players })
}

/// A key of the file, and what is wrong with it.
type Fault = (&'static str, String);

fn format(file: &TournamentFile) -> Result<TournamentFormat, Fault> {
    let rounds = file.rounds.unwrap_or_else(|| swiss_rounds(file.engine.len()));
    let Some(format) = TournamentFormat::from_code(&file.format, rounds) else {
        let why = format!("'{}' is none of round-robin, gauntlet, knockout and swiss", file.format);
        return Err(("format", why));
    };
    if let TournamentFormat::Swiss { .. } = format {
        let is_sound = (1..=1000).contains(&rounds);
        return if is_sound { Ok(format) } else { Err(("rounds", "a Swiss has from 1 to 1000 rounds".to_owned())) };
    }
    match file.rounds {
        Some(_) => Err(("rounds", "only a Swiss asks for this".to_owned())),
        None => Ok(format),
    }
}

fn limits(file: &TournamentFile) -> Result<MatchLimits, Fault> {
    let control = match (&file.tc, file.movetime) {
        (Some(_), Some(_)) => return Err(("movetime", "give tc or movetime, not both".to_owned())),
        (Some(tc), None) => tc.parse::<Clock>().map_err(|why| ("tc", why))?.0,
        (None, Some(ms)) if (1..=86_400_000).contains(&ms) => TimeControl::PerMove { each: Millis(ms) },
        (None, Some(_)) => return Err(("movetime", "from 1 to 86400000 milliseconds".to_owned())),
        (None, None) => TimeControl::None,
    };
    match (file.nodes, file.margin) {
        (Some(0), _) => Err(("nodes", "at least one node a move".to_owned())),
        (_, Some(3_600_001..)) => Err(("margin", "at most 3600000 milliseconds".to_owned())),
        (nodes, margin) => {
            let margin = Millis(margin.unwrap_or(100));
            Ok(MatchLimits { control, nodes, margin, adjudication: adjudication(file)? })
        }
    }
}

fn adjudication(file: &TournamentFile) -> Result<Adjudication, Fault> {
    let is_sound = |moves: u32| (1..=SCORE_MAX as u32).contains(&moves);
    let resign = file.resign.as_ref().map(|&ResignEntry { score, moves }| ResignRule { score, moves });
    let draw = file.draw.as_ref().map(|&DrawEntry { score, moves, after }| DrawRule { score, moves, after });
    if resign.is_some_and(|rule| !(1..=SCORE_MAX).contains(&rule.score) || !is_sound(rule.moves)) {
        return Err(("resign", format!("score and moves are from 1 to {SCORE_MAX}")));
    }
    if draw.is_some_and(|rule| {
        !(0..=SCORE_MAX).contains(&rule.score) || !is_sound(rule.moves) || rule.after > SCORE_MAX as u32
    }) {
        return Err(("draw", format!("score and after are from 0, moves from 1 to {SCORE_MAX}")));
    }
    Ok(Adjudication { resign, draw })
}

/// Opens the file of the games, or begins it.
fn open(args: &Args, setup: TournamentSetup, terms: &str, record: Option<&Path>) -> Result<Tournament, Problem> {
    let place = args.file.with_extension("tournament");
    let is_begun = place.exists();
    let shown = place.display();
    if args.resume && !is_begun {
        return Err(Problem::at("--resume", format!("there is no {shown}; begin the tournament without it")));
    }
    if let Some(record) = record.filter(|record| is_of_store(record, &place)) {
        return Err(Problem::at(record.display(), "the tournament keeps its games there; name another file as record"));
    }
    if let Some(record) = record.filter(|record| !is_begun && record.exists()) {
        return Err(Problem::at(record.display(), "there is such a file already; name another one as record"));
    }
    let store = TournamentStore::open(&place, terms).map_err(|why| Problem::Input(why.to_string()))?;
    let before = store.terms().map_err(|why| Problem::Input(why.to_string()))?;
    if is_begun && !args.resume {
        return Err(Problem::at(
            shown,
            "this tournament has begun; --resume goes on with it, another name begins anew",
        ));
    }
    if let Some((line, now)) = difference(&before, terms) {
        let why = format!("the file has changed since the tournament began: '{line}' is now '{now}'");
        return Err(Problem::at(args.file.display(), why));
    }
    let checksum = |terms: &str| terms.lines().find(|line| line.starts_with(CHECKSUM)).map(str::to_owned);
    // A tournament of an earlier version has none.
    if checksum(&before).is_some_and(|before| checksum(terms) != Some(before)) {
        let why =
            "the openings have changed since the tournament began; restore their file, or begin under another name";
        return Err(Problem::at(args.file.display(), why));
    }
    Tournament::new(setup, store).map_err(|why| Problem::Input(why.to_string()))
}

/// Returns whether `path` is the file of the games or one that SQLite makes beside it. Neither needs to be there yet.
fn is_of_store(path: &Path, store: &Path) -> bool {
    let folder = |path: &Path| absolute(path).ok()?.parent()?.canonicalize().ok();
    // Some systems take names for equal that differ in case.
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let (name, of_store) = (name(path), name(store));
    let is_near = name.strip_prefix(&of_store).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    input::is_same_file(path, store) || is_near && folder(path) == folder(store)
}

/// Returns the first line in which the terms differ, besides the checksum: before and now.
fn difference<'a>(before: &'a str, now: &'a str) -> Option<(&'a str, &'a str)> {
    let lines = |terms: &'a str| terms.lines().filter(|line| !line.starts_with(CHECKSUM));
    let (mut before, mut now) = (lines(before), lines(now));
    loop {
        match (before.next(), now.next()) {
            (None, None) => return None,
            (before, now) if before == now => {}
            (before, now) => return Some((before.unwrap_or_default(), now.unwrap_or_default())),
        }
    }
}

/// Writes all games so far in the order of the schedule, whole or not at all: after a crash the file is made again from what
/// the tournament keeps.
///
/// # Errors
/// One sentence that names the file, also if it has anything but games of this tournament.
fn write_records(path: Option<&Path>, tournament: &Tournament) -> Result<(), Problem> {
    let Some(path) = path else { return Ok(()) };
    let records = tournament.course().records();
    if let Some(found) = fs::metadata(path).ok().filter(fs::Metadata::is_file) {
        let is_short = found.len() <= records.len() as u64;
        if !is_short || !tournament.course().has_written(&input::read(path, found.len())?) {
            let why = "this file has something else than games of this tournament; name another file as record";
            return Err(Problem::at(path.display(), why));
        }
    }
    input::write(path, &records)
}

fn game_line(game: &TournamentGame, names: &[String]) -> String {
    let [first, second] = game.players.map(|player| &names[player]);
    let (result, reason) = (game.result(), game.outcome.reason);
    format!("round {} game {}: {first} {result} {second} ({reason}, {} plies)", game.round, game.number + 1, game.plies)
}

/// Returns the nearest whole number; a negative zero would print a sign.
fn whole(value: f64) -> f64 {
    value.round() + 0.0
}

/// Writes the result of each two engines as `duiyi match` does, with the pairs of games.
fn write_pairings(pairings: &[PairingRow], out: &mut dyn Write) -> io::Result<()> {
    for PairingRow { players: [a, b], wins, draws, losses, pairs, elo, error, los, .. } in pairings {
        let pairs = pairs.map(|count| count.to_string()).join(" ");
        let elo = whole(*elo);
        writeln!(out, "{a} vs {b}: +{wins} ={draws} -{losses} elo {elo:.0} ±{error:.0} los {los:.1} pairs {pairs}")?;
    }
    Ok(())
}

fn write_table(table: &[TableRow], out: &mut dyn Write) -> io::Result<()> {
    let head = ["", "name", "points", "games", "+", "=", "-", "SB", "elo", "±", "los", "pairs", "faults"];
    let mut rows = vec![head.map(str::to_owned)];
    for row in table {
        let faults: Vec<String> = [("illegal", row.illegal), ("crash", row.crash), ("timeout", row.timeout)]
            .into_iter()
            .filter(|&(_, count)| count > 0)
            .map(|(word, count)| format!("{word} {count}"))
            .collect();
        rows.push([
            row.place.to_string(),
            row.name.clone(),
            format!("{:.1}", row.points),
            row.games.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            format!("{:.2}", row.sonneborn_berger),
            format!("{:.0}", whole(row.elo)),
            format!("{:.0}", row.error),
            row.los.map(|los| format!("{los:.1}")).unwrap_or_default(),
            row.pairs.map(|count| count.to_string()).join(" "),
            faults.join(", "),
        ]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let space = " ".repeat(width - cell.width());
            // Names and faults begin at the left, numbers end at the right.
            if matches!(column, 1 | 11 | 12) { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_that_rounds_to_zero_has_no_sign() {
        let players = ["A", "B"].map(str::to_owned);
        let row = PairingRow {
            players,
            wins: 1,
            draws: 0,
            losses: 1,
            pairs: [0, 0, 1, 0, 0],
            elo: -0.3,
            error: 100.0,
            los: 50.0,
            bound: None,
        };
        let mut out = Vec::new();
        write_pairings(&[row], &mut out).expect("a vector takes all");
        let expected = "A vs B: +1 =0 -1 elo 0 ±100 los 50.0 pairs 0 0 1 0 0\n";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
