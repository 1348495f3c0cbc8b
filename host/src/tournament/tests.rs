use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use duiyi_core::base::{Millis, Outcome, Reason, Side};
use duiyi_core::engine::scripted::ScriptedStrategy;
use duiyi_core::game::{GameKind, Refusal, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Stop};
use duiyi_core::session::Player;
use proptest::prelude::*;

use super::*;
use crate::desk::Desk;
use crate::engines::EngineProtocol;
use crate::matches::{Adjudication, MatchBook, MatchLimits, MatchOpening, MatchResults, PlayedGame, PlayerBooks};
use crate::pairing::PairingRules;
use crate::reactor::Reactor;
use crate::thinking::{EngineSettings, EngineSpec, FaultCategory};

fn setup(format: TournamentFormat, players: usize, games: u32) -> TournamentSetup {
    let player = |number: usize| {
        let spec = match number {
            0 => EngineSpec::BuiltIn(EngineSettings {
                nodes: Some(60),
                ..EngineSettings::new(String::new(), Level::new(1))
            }),
            1 => EngineSpec::Scripted(ScriptedStrategy::of("greedy:2").expect("it is one")),
            2 => EngineSpec::Scripted(ScriptedStrategy::of("greedy:1").expect("it is one")),
            _ => EngineSpec::Scripted(ScriptedStrategy::Beginner),
        };
        TournamentPlayer { name: format!("player {number}"), spec, books: PlayerBooks::default() }
    };
    TournamentSetup {
        format,
        games,
        limits: MatchLimits {
            control: TimeControl::None,
            nodes: Some(60),
            margin: Millis(0),
            adjudication: Adjudication::default(),
        },
        openings: MatchOpening::shipped(&Setup::usual(GameKind::Gomoku)),
        seed: 5,
        players: (0..players).map(player).collect(),
    }
}

/// Plays on `boards` boards and stops once `games` more are over. Each board may finish another one meanwhile.
fn play(setup: TournamentSetup, path: &Path, boards: usize, games: usize) -> Tournament {
    let store = TournamentStore::open(path, "terms").expect("the file is ours");
    let mut tournament = Tournament::new(setup, store).expect("the games are of this tournament");
    let (reactor, stop) = (Reactor::start(), Stop::new());
    let watch = StopAfter { left: AtomicUsize::new(games), stop: &stop };
    tournament.play(&reactor, boards, &stop, &watch).expect("every game is kept");
    tournament
}

/// Asks for a stop after a number of games.
struct StopAfter<'a> {
    left: AtomicUsize,
    stop: &'a Stop,
}

impl TournamentWatch for StopAfter<'_> {
    fn counted(&self, _: &TournamentCourse, _: &TournamentGame, _: &PlayedGame) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.ask();
        }
    }
}

#[test]
fn an_interrupted_tournament_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let formats = [
        (TournamentFormat::RoundRobin, 4, 2, 12),
        (TournamentFormat::Gauntlet, 4, 3, 9),
        (TournamentFormat::Swiss { rounds: 3 }, 5, 2, 12),
        (TournamentFormat::Knockout, 5, 2, 8),
    ];
    for (index, (format, players, games, count)) in formats.into_iter().enumerate() {
        let path = |name: &str| folder.path().join(format!("{index}-{name}.tournament"));
        let whole = play(setup(format, players, games), &path("whole"), 2, usize::MAX);
        assert!(
            whole.course().games().count() >= count && whole.course().open() == 0,
            "{format:?}: {}",
            whole.course().games().count()
        );
        for _ in 0..2 {
            let tournament = play(setup(format, players, games), &path("parts"), 1, 1);
            assert!(tournament.course().open() > 0, "{format:?}: the stop came too late");
        }
        let parts = play(setup(format, players, games), &path("parts"), 2, usize::MAX);
        assert_eq!(
            parts.course().games().collect::<Vec<_>>(),
            whole.course().games().collect::<Vec<_>>(),
            "{format:?}"
        );
        assert_eq!(parts.course().standings(), whole.course().standings());
        let colours: HashSet<_> = whole.course().games().map(|game| (game.round, game.players, game.number)).collect();
        assert_eq!(colours.len(), whole.course().games().count());
    }
}

#[test]
fn games_of_another_tournament_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.tournament");
    play(setup(TournamentFormat::RoundRobin, 4, 2), &path, 1, 3);
    let store = TournamentStore::open(&path, "other terms").expect("the file is ours");
    assert_eq!(store.terms().expect("it has terms"), "terms");
    let error = Tournament::new(setup(TournamentFormat::Gauntlet, 2, 2), store).expect_err("the players are others");
    assert!(matches!(error, TournamentError::OtherGames { .. }), "{error}");
}

#[test]
fn a_tournament_of_an_earlier_version_keeps_its_pairings() {
    let folder = tempfile::tempdir().expect("a folder");
    let firsts = |path: &Path| -> Vec<usize> {
        let tournament = play(setup(TournamentFormat::Gauntlet, 4, 1), path, 1, usize::MAX);
        tournament.course().games().map(|game| game.players[0]).collect()
    };
    let old = folder.path().join("old.tournament");
    drop(TournamentStore::open(&old, "terms").expect("a new file"));
    rusqlite::Connection::open(&old).and_then(|old| old.pragma_update(None, "user_version", 1)).expect("a database");
    play(setup(TournamentFormat::Gauntlet, 4, 1), &old, 1, 2);
    assert_eq!(firsts(&old), [0, 0, 0]);
    assert_eq!(firsts(&folder.path().join("new.tournament")), [0, 2, 0]);

    // A round robin of version 2, in which the second player moves first in all its games.
    let old = folder.path().join("second.tournament");
    drop(TournamentStore::open(&old, "terms").expect("a new file"));
    rusqlite::Connection::open(&old).and_then(|old| old.pragma_update(None, "user_version", 2)).expect("a database");
    let firsts = |path: &Path, games: usize| -> Vec<usize> {
        let tournament = play(setup(TournamentFormat::RoundRobin, 3, 1), path, 1, games);
        tournament.course().games().map(|game| game.players[0]).collect()
    };
    firsts(&old, 1);
    assert_eq!(firsts(&old, usize::MAX), [1, 1, 0]);
    assert_eq!(firsts(&folder.path().join("third.tournament"), usize::MAX), [1, 0, 2]);
}

#[test]
fn a_file_is_locked_and_a_strange_one_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.tournament");
    let held = TournamentStore::open(&path, "").expect("a new file");
    assert!(matches!(TournamentStore::open(&path, ""), Err(TournamentStoreError::InUse(_))));
    drop(held);
    TournamentStore::open(&path, "").expect("it is free again");
    let text = folder.path().join("a.txt");
    std::fs::write(
        &text,
        "a text that is longer than the header of a database, and is none of them at all: words, words, words",
    )
    .expect("it is written");
    let strange = TournamentStore::open(&text, "").expect_err("it is a text");
    assert!(matches!(strange, TournamentStoreError::NotATournament(_)), "{strange}");
    let other = folder.path().join("b.db");
    rusqlite::Connection::open(&other).and_then(|other| other.execute_batch("CREATE TABLE a (b)")).expect("a database");
    assert!(matches!(TournamentStore::open(&other, ""), Err(TournamentStoreError::NotATournament(_))));
    let missing = TournamentStore::open(&folder.path().join("no/a.tournament"), "").expect_err("there is no folder");
    assert!(missing.to_string().contains("a.tournament"), "{missing}");
}

fn game(number: usize, players: [usize; 2], winner: Option<Side>) -> TournamentGame {
    let outcome = Outcome { winner, reason: Reason::Five };
    TournamentGame { number, round: 1, players, outcome, plies: 9, fault: None, record: Vec::new() }
}

proptest! {
    #[test]
    fn the_table_counts_what_a_plain_count_does(results in prop::collection::vec(0u8..3, 24)) {
        let winner = |result| [Some(Side::First), Some(Side::Second), None][usize::from(result)];
        let pairs = [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]];
        let games: Vec<TournamentGame> = results
            .iter()
            .enumerate()
            .map(|(number, &result)| {
                let [a, b] = pairs[number / 4];
                game(number, if number % 2 == 0 { [a, b] } else { [b, a] }, winner(result))
            })
            .collect();
        let mut points: HashMap<usize, f64> = HashMap::new();
        for game in &games {
            let [first, second] = match game.outcome.winner {
                Some(Side::First) => [1.0, 0.0],
                Some(Side::Second) => [0.0, 1.0],
                None => [0.5, 0.5],
            };
            *points.entry(game.players[0]).or_default() += first;
            *points.entry(game.players[1]).or_default() += second;
        }
        let table = standings(TournamentFormat::RoundRobin, 4, &games.iter().collect::<Vec<_>>(), &[0; 4]);
        prop_assert_eq!(table.len(), 4);
        for row in &table {
            prop_assert_eq!(f64::from(row.half_points) / 2.0, points[&row.player]);
            prop_assert_eq!(row.games(), 12);
            prop_assert_eq!(row.pairs.iter().sum::<u32>(), 6);
            let of_pairs: u32 = row.pairs.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
            prop_assert_eq!(of_pairs, row.half_points);
        }
        prop_assert!(table.windows(2).all(|pair| pair[0].half_points >= pair[1].half_points));
        prop_assert!(table.iter().map(|row| row.elo).sum::<f64>().abs() < 1e-6);
    }
}

#[test]
fn the_sonneborn_berger_score_of_a_long_pairing_is_exact() {
    let games: Vec<TournamentGame> = (0..70_000).map(|number| game(number, [0, 1], None)).collect();
    let table = standings(TournamentFormat::RoundRobin, 70_000, &games.iter().collect::<Vec<_>>(), &[0; 2]);
    // Half of the 35,000 points of the other player in each game, in quarter points.
    assert_eq!(table[0].sonneborn_berger, 4 * 70_000 * 35_000 / 2);
}

#[test]
fn faults_and_byes_are_counted() {
    let mut lost = game(0, [0, 1], Some(Side::Second));
    lost.fault = Some((0, FaultCategory::Timeout));
    let table = standings(TournamentFormat::Swiss { rounds: 1 }, 1, &[&lost], &[0, 0, 4]);
    let order: Vec<(usize, u32)> = table.iter().map(|row| (row.player, row.half_points)).collect();
    assert_eq!(order, [(2, 4), (1, 2), (0, 0)]);
    assert_eq!(table[2].faults, [0, 0, 1]);
    // Two games won against a player of two points; the other winner has beaten a player without points.
    assert_eq!(table.iter().map(|row| row.sonneborn_berger).collect::<Vec<_>>(), [16, 0, 0]);
}

#[test]
fn players_whom_nothing_tells_apart_share_a_place() {
    let places = |format, games: &[TournamentGame], players: usize| {
        let table = standings(format, 1, &games.iter().collect::<Vec<_>>(), &vec![0; players]);
        table.iter().map(|row| (row.player, row.place)).collect::<Vec<_>>()
    };
    // Both beat the last, and drew: 1.5 points and a Sonneborn-Berger of 0.75 each.
    let level = [game(0, [0, 1], None), game(1, [0, 2], Some(Side::First)), game(2, [1, 2], Some(Side::First))];
    assert_eq!(places(TournamentFormat::RoundRobin, &level, 3), [(0, 1), (1, 1), (2, 3)]);
    // Three have a point, but only one of them beat a player with points.
    let broken =
        [game(0, [0, 3], Some(Side::First)), game(1, [1, 0], Some(Side::First)), game(2, [2, 3], Some(Side::First))];
    assert_eq!(places(TournamentFormat::RoundRobin, &broken, 4), [(1, 1), (0, 2), (2, 2), (3, 4)]);
    // A knockout has one winner.
    assert_eq!(places(TournamentFormat::Knockout, &level[..1], 2), [(0, 1), (1, 2)]);
}

#[test]
fn the_winner_of_a_knockout_stands_first_however_many_points_others_have() {
    // The second player wins the final by one point after three close pairings; the third lost once, after two wins.
    let mut games = [
        game(0, [0, 3], Some(Side::First)),
        game(1, [3, 0], Some(Side::Second)),
        game(2, [1, 2], None),
        game(3, [2, 1], Some(Side::Second)),
        game(4, [0, 1], None),
        game(5, [1, 0], Some(Side::First)),
    ];
    for late in &mut games[4..] {
        late.round = 2;
    }
    let table = standings(TournamentFormat::Knockout, 2, &games.iter().collect::<Vec<_>>(), &[0; 4]);
    assert_eq!(table.iter().map(|row| row.player).collect::<Vec<_>>(), [1, 0, 2, 3]);
}

/// A desk with a folder, and the tournaments in it.
fn room(folder: &Path) -> (Desk, WindowTournament, mpsc::Receiver<TournamentNews>) {
    let (send, news) = mpsc::channel();
    let (desk, _) = Desk::open(Some(folder.to_owned()), |_| {});
    // The receiver may be gone when the tournament hears of a stop.
    let tell = move |news| drop(send.send(news));
    let tournament = WindowTournament::new(desk.clone(), Some(folder.to_owned()), tell);
    (desk, tournament, news)
}

fn plan(format: TournamentFormat, levels: &[u8], games: u32) -> TournamentPlan {
    let entrant = |&level: &u8| {
        let player = Player::Engine { level: Level::new(level).expect("a level") };
        TournamentEntrant { player, book: None }
    };
    TournamentPlan {
        setup: Setup::gomoku(duiyi_core::gomoku::Rule::Freestyle, 7, None).expect("a small board"),
        conditions: TournamentConditions {
            format,
            games,
            control: TimeControl::PerMove { each: Millis(20) },
            nodes: None,
            adjudicates: false,
            boards: 2,
        },
        entrants: levels.iter().map(entrant).collect(),
        openings: None,
        collection: "small".to_owned(),
    }
}

fn no_book(_: &str) -> Result<std::path::PathBuf, Refusal> {
    Err(Refusal::plain("no-book", "there is no such book"))
}

/// Waits until the tournament rests.
fn rested(tournament: &WindowTournament, news: &mpsc::Receiver<TournamentNews>) -> TournamentProgress {
    let rests = |news: &TournamentNews| matches!(news, TournamentNews::Change { change } if !change.state.running);
    news.iter().find(rests).expect("a tournament rests at last");
    tournament.view().expect("it is shown")
}

#[test]
fn a_tournament_of_the_window_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (desk, mut tournament, news) = room(folder.path());
    assert!(tournament.view().is_none() && tournament.list().is_empty());
    tournament.begin(plan(TournamentFormat::RoundRobin, &[1, 2, 3], 2), &[], no_book).expect("three levels can play");
    let refused = tournament.begin(plan(TournamentFormat::RoundRobin, &[1, 2], 2), &[], no_book);
    assert_eq!(refused.expect_err("one at a time").code, "tournament-running");
    let is_counted = |news: &TournamentNews| matches!(news, TournamentNews::Change { change } if change.played > 0);
    news.iter().find(is_counted).expect("a game is over");
    tournament.stop();
    let before = rested(&tournament, &news);
    assert!(!before.games.is_empty() && before.games.iter().all(|game| game.id.is_some()), "{before:?}");
    drop((desk, tournament));

    let (desk, mut tournament, news) = room(folder.path());
    let found = tournament.view().expect("the latest one is shown");
    assert_eq!(found.games, before.games);
    assert_eq!((&found.state.table, found.state.open), (&before.state.table, before.state.open));
    let listed = TournamentEntry { id: found.id.clone(), collection: "small".to_owned(), fault: None };
    assert_eq!(tournament.list(), std::slice::from_ref(&listed));
    // A damaged file is named with its reason, and can be removed.
    let damaged = folder.path().join("tournaments/0-0.tournament");
    std::fs::write(&damaged, "no database at all").expect("it can be written");
    let [first, second] = &tournament.list()[..] else { panic!("two files") };
    assert_eq!((first, second.id.as_str()), (&listed, "0-0"));
    assert_eq!(second.fault.as_ref().map(|why| why.code), Some("tournament-file"));
    tournament.remove("0-0").expect("nothing is played");
    assert!(!damaged.exists());
    tournament.go_on(&[], no_book).expect("it goes on");
    let end = rested(&tournament, &news);
    assert_eq!((end.games.len(), end.state.open), (6, 0));
    assert!(before.games.iter().all(|game| end.games.contains(game)), "no game is played twice");
    let half_points: u32 = end.state.table.iter().map(|row| row.half_points).sum();
    assert_eq!(half_points, 12);
    let kept: HashSet<Option<i64>> = end.games.iter().map(|game| game.id).collect();
    assert!(kept.len() == 6 && !kept.contains(&None), "every game is in the library once: {kept:?}");
    drop(desk);
    tournament.remove(&end.id).expect("it rests");
    assert!(tournament.view().is_none());
}

/// Thousands of games would be sent thousands of times.
#[test]
fn the_news_of_a_game_have_its_result_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_desk, mut tournament, news) = room(folder.path());
    let mut small = plan(TournamentFormat::RoundRobin, &[1, 2, 3], 2);
    small.conditions.nodes = Some(20);
    tournament.begin(small, &[], no_book).expect("three levels can play");
    let mut games = Vec::new();
    let changes = news.iter().filter_map(|news| match news {
        TournamentNews::Change { change } => Some(change),
        _ => None,
    });
    for change in changes {
        if let Some(PlacedResult { place, result }) = change.latest {
            games.insert(place, result);
        }
        assert_eq!(games.len(), change.played);
        if !change.state.running {
            break;
        }
    }
    assert_eq!(games.len(), 6);
    assert_eq!(tournament.view().expect("it is shown").games, games);
}

#[test]
fn the_openings_of_a_file_are_kept_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_desk, mut tournament, news) = room(folder.path());
    let mut own = plan(TournamentFormat::RoundRobin, &[1, 2, 3], 2);
    assert!(tournament.own_openings().is_empty());
    assert_eq!(tournament.openings_of(GameKind::Gomoku).expect_err("none yet").code, "tournament-openings");
    let file = folder.path().join("mine.txt");
    let take = |tournament: &WindowTournament, text: &[u8]| {
        std::fs::write(&file, text).expect("it can be written");
        tournament.take_openings(&file, &own.setup)
    };
    let taken = take(&tournament, b"\xef\xbb\xbf# mine\r\nd4 d5\r\n\r\ne5, c3, g1\r\n").expect("two openings");
    assert_eq!((taken.name.as_str(), taken.count), ("mine.txt", 2));
    // A move off the board or twice on one point, a FEN of the other game, nothing, a picture: each is named with its line.
    for (text, line) in [
        (&b"d4\nz9"[..], 2),
        (b"d4 d4", 1),
        (b"a1 a2 b1 b2 c1 c2 d1 d2 e1", 1),
        (b"\n4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", 2),
        (b"# nothing\n", 1),
        (b"\x89PNG\r\n\x1a\n\0\0", 1),
    ] {
        let refusal = take(&tournament, text).expect_err("no openings");
        assert_eq!((refusal.code, refusal.at), ("tournament-openings", Some(format!("mine.txt:{line}"))));
    }
    let large = "d4 d5\n".repeat(1 << 18);
    assert_eq!(take(&tournament, large.as_bytes()).expect_err("too large").code, "too-large");
    // The last good list stays, whatever becomes of the file, and a restart finds it.
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!(tournament.own_openings(), std::slice::from_ref(&taken));
    own.openings = Some(tournament.openings_of(GameKind::Gomoku).expect("it is kept"));
    own.conditions.nodes = Some(20);
    tournament.begin(own, &[], no_book).expect("three levels can play");
    let end = rested(&tournament, &news);
    assert_eq!((end.state.open, end.games.len(), end.plan.openings), (0, 6, Some(taken)));
    assert!(tournament.list().iter().all(|entry| entry.fault.is_none()), "a list of openings is no tournament");
    let (name, ending, records) = tournament.export(TournamentExport::Games).expect("it rests");
    let records = String::from_utf8(records).expect("a text");
    assert_eq!((name.as_str(), ending, records.matches("(;").count()), ("small", "sgf", 6));
    // Each pair of games begins from one of the two openings.
    let begins: Vec<bool> = records.split("(;").skip(1).map(|game| game.contains(";B[dd];W[dc]")).collect();
    assert!(begins.chunks(2).all(|pair| pair[0] == pair[1]) && begins.contains(&true), "{records}");
    let (_, ending, report) = tournament.export(TournamentExport::Table).expect("it rests");
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    let count = |part: &str| report[part].as_array().map(Vec::len);
    assert_eq!((ending, count("table"), count("pairings"), count("games")), ("json", Some(3), Some(3), Some(6)));
    assert_eq!(report["games_left"], 0);
}

#[test]
fn two_players_have_the_statistics_of_their_match() {
    // The second player wins 2.5 of 4 against the first; the third has met only the second, once.
    let games = [
        game(0, [0, 1], Some(Side::Second)),
        game(1, [1, 0], Some(Side::First)),
        game(2, [0, 1], Some(Side::First)),
        game(3, [1, 0], None),
        game(4, [2, 1], Some(Side::First)),
    ];
    let scores = pairing_scores(4, &games.iter().collect::<Vec<_>>());
    assert_eq!(scores.iter().map(|score| score.players).collect::<Vec<_>>(), [[0, 1], [1, 2]]);
    let MatchResults { wins, draws, losses, pairs } = scores[0].results;
    assert_eq!(([wins, draws, losses], pairs), ([1, 1, 2], [1, 0, 0, 1, 0]));
    let MatchResults { wins, losses, pairs, .. } = scores[1].results;
    assert_eq!(([wins, losses], pairs), ([0, 1], [0; 5]));
    // A match of two in the same order of games counts the same.
    let mut as_match = MatchResults { wins: 1, draws: 1, losses: 2, ..MatchResults::default() };
    as_match.pairs = [1, 0, 0, 1, 0];
    assert_eq!(Some(scores[0].strength), as_match.strength());
    assert!(scores[0].strength.los < 50.0);
}

#[test]
fn only_games_from_one_opening_are_a_pair() {
    let pairs = |games_each: u32, games: &[TournamentGame]| {
        let games: Vec<&TournamentGame> = games.iter().collect();
        let table = standings(TournamentFormat::Swiss { rounds: 9 }, games_each, &games, &[0; 2]);
        let of_table = table[0].pairs.iter().sum::<u32>();
        assert_eq!(pairing_scores(games_each, &games)[0].results.pairs.iter().sum::<u32>(), of_table);
        of_table
    };
    let turned = |number: usize| game(number, if number.is_multiple_of(2) { [0, 1] } else { [1, 0] }, None);
    assert_eq!(pairs(2, &[0, 1, 2, 3].map(turned)), 2);
    // Each game of a pairing with one game has an opening of its own, and so has the last of three.
    assert_eq!(pairs(1, &[0, 1, 2, 3, 4, 5].map(turned)), 0);
    assert_eq!(pairs(3, &[0, 1, 2, 3, 4, 5].map(turned)), 2);
    assert_eq!(pairs(3, &[2, 3].map(turned)), 0);
    // The first game is still in progress on another board.
    assert_eq!(pairs(4, &[1, 2].map(turned)), 0);
}

#[test]
fn the_games_that_are_left_include_those_of_later_rounds() {
    let left = |format, players, games: Vec<TournamentGame>| {
        TournamentCourse::new(format, PairingRules::AlternatingFirst, players, 2, games).expect("the games fit").open()
    };
    let swiss = TournamentFormat::Swiss { rounds: 3 };
    for (format, players, expected) in [
        (swiss, 4, 12),
        (swiss, 5, 12),
        (TournamentFormat::RoundRobin, 5, 20),
        (TournamentFormat::Gauntlet, 5, 8),
        (TournamentFormat::Knockout, 5, 8),
    ] {
        assert_eq!(left(format, players, Vec::new()), expected, "{format:?} {players}");
    }
    assert_eq!(left(swiss, 2, vec![game(0, [0, 1], None)]), 5);
    let level = vec![game(0, [0, 1], None), game(1, [1, 0], None)];
    assert_eq!(left(TournamentFormat::Knockout, 2, level), 2, "a replay is due");
    let won = vec![game(0, [0, 1], None), game(1, [1, 0], Some(Side::First))];
    assert_eq!(left(TournamentFormat::Knockout, 2, won), 0);
}

#[test]
fn the_rounds_of_a_long_swiss_are_those_that_a_restart_pairs() {
    let (format, players) = (TournamentFormat::Swiss { rounds: 19 }, 20);
    let course_of = |games: Vec<TournamentGame>| {
        TournamentCourse::new(format, PairingRules::AlternatingFirst, players, 1, games).expect("the games fit")
    };
    let mut course = course_of(Vec::new());
    let mut rounds = 0;
    loop {
        let due = course.due();
        if due.is_empty() {
            break;
        }
        rounds += 1;
        for due in due {
            let winner = [Some(Side::First), Some(Side::Second), None][(7 * due.number + due.players[0]) % 3];
            course.add(TournamentGame { round: due.round, ..game(due.number, due.players, winner) });
            // In the middle of a round and at its end, in turn.
            if due.number % 25 == 0 {
                let again = course_of(course.games().cloned().collect());
                assert_eq!((again.due(), again.open()), (course.due(), course.open()));
                assert_eq!(again.standings(), course.standings());
            }
        }
    }
    assert_eq!((rounds, course.games().count(), course.open()), (19, 190, 0));
    let played: Vec<TournamentGame> = course.games().cloned().collect();
    assert_eq!(course_of(played).games().collect::<Vec<_>>(), course.games().collect::<Vec<_>>());
}

#[test]
fn a_tournament_that_cannot_be_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_desk, mut tournament, _) = room(folder.path());
    let mut begin = |plan: TournamentPlan| tournament.begin(plan, &[], no_book).expect_err("it cannot be");
    let swiss = TournamentFormat::Swiss { rounds: 0 };
    let mut no_board = plan(TournamentFormat::Gauntlet, &[1, 2], 1);
    no_board.conditions.boards = 0;
    for (wrong, part) in [
        (plan(TournamentFormat::Knockout, &[1], 2), "from 2 to 64"),
        (plan(TournamentFormat::Knockout, &[1, 2], 0), "from 1 to 1000 games"),
        (plan(swiss, &[1, 2], 1), "rounds"),
        (plan(TournamentFormat::Gauntlet, &[1, 2, 1], 1), "takes part once"),
        (no_board, "at a time"),
    ] {
        let refusal = begin(wrong);
        assert!(refusal.code == "tournament-setup" && refusal.message.contains(part), "{refusal:?}");
    }
    let mut absent = plan(TournamentFormat::Gauntlet, &[1, 2], 1);
    absent.entrants[1].player = Player::External { id: "g".to_owned(), name: "Gone".to_owned() };
    assert_eq!(begin(absent).code, "engine-gone");
    let mut endless = plan(TournamentFormat::Gauntlet, &[1, 2], 1);
    endless.entrants[1].player = Player::External { id: "g".to_owned(), name: "Fish".to_owned() };
    endless.conditions.control = TimeControl::None;
    let engines = [crate::engine_list::entry::tests::engine("g", "engine", EngineProtocol::Gomocup)];
    let refusal = tournament.begin(endless, &engines, no_book).expect_err("no search would end");
    assert!(refusal.code == "tournament-setup" && refusal.message.contains("number of nodes"), "{refusal:?}");
    let mut begin = |plan: TournamentPlan| tournament.begin(plan, &[], no_book).expect_err("it cannot be");
    let mut person = plan(TournamentFormat::Gauntlet, &[1, 2], 1);
    person.entrants[0].player = Player::Human { name: String::new() };
    assert_eq!(begin(person).code, "no-person");
    for id in ["../settings", "", "00-11"] {
        assert_eq!(tournament.show(id).expect_err("there is none").code, "tournament-file");
    }
    assert!(tournament.list().is_empty());
}

#[test]
fn the_terms_of_a_tournament_come_back_as_they_were() {
    let mut all = plan(TournamentFormat::Swiss { rounds: 5 }, &[1, 5], 3);
    all.entrants[0].book = Some(MatchBook { id: "b1".to_owned(), best: true });
    all.entrants.push(TournamentEntrant {
        player: Player::External { id: "g1".to_owned(), name: "Fish".to_owned() },
        book: None,
    });
    let mut xiangqi = TournamentPlan { setup: Setup::usual(GameKind::Xiangqi), ..all.clone() };
    xiangqi.conditions = TournamentConditions {
        control: TimeControl::Fischer { main: Millis(60_000), increment: Millis(600) },
        nodes: Some(7),
        adjudicates: true,
        ..all.conditions
    };
    let mut nodes = plan(TournamentFormat::Gauntlet, &[1, 2], 1);
    (nodes.conditions.control, nodes.conditions.nodes) = (TimeControl::None, Some(100));
    let mut own = plan(TournamentFormat::Gauntlet, &[1, 2], 1);
    own.openings = Some(OwnOpenings::new("mine.txt", "d4\nc3 c4 # two\n", &own.setup).expect("openings"));
    for plan in [all, xiangqi, nodes, own] {
        let terms = terms::Terms { seed: 9, plan };
        assert_eq!(terms::Terms::read(&terms.write()), Ok(terms));
    }
    for foreign in ["", "terms", "{}", "[[engine]]\nspec = \"level-1\""] {
        terms::Terms::read(foreign).expect_err("not of the window");
    }
}
