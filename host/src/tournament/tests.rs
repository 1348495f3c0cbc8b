use std::collections::{HashMap, HashSet};
use std::path::Path;

use duiyi_core::base::{Millis, Outcome, Reason, Side};
use duiyi_core::engine::scripted::ScriptedStrategy;
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Stop};
use proptest::prelude::*;

use super::*;
use crate::matches::{Adjudication, MatchLimits, MatchOpening, PlayerBooks};
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
    let mut left = games;
    tournament
        .play(&reactor, boards, &stop, &mut |_, _| {
            left = left.saturating_sub(1);
            if left == 0 {
                stop.ask();
            }
        })
        .expect("every game is kept");
    tournament
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
        assert!(whole.games().count() >= count && whole.open() == 0, "{format:?}: {}", whole.games().count());
        for _ in 0..2 {
            let tournament = play(setup(format, players, games), &path("parts"), 1, 1);
            assert!(tournament.open() > 0, "{format:?}: the stop came too late");
        }
        let parts = play(setup(format, players, games), &path("parts"), 2, usize::MAX);
        assert_eq!(parts.games().collect::<Vec<_>>(), whole.games().collect::<Vec<_>>(), "{format:?}");
        assert_eq!(parts.standings(), whole.standings());
        let colours: HashSet<_> = whole.games().map(|game| (game.round, game.players, game.number)).collect();
        assert_eq!(colours.len(), whole.games().count());
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
        let table = standings(TournamentFormat::RoundRobin, &games.iter().collect::<Vec<_>>(), &[0; 4]);
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
fn faults_and_byes_are_counted() {
    let mut lost = game(0, [0, 1], Some(Side::Second));
    lost.fault = Some((0, FaultCategory::Timeout));
    let table = standings(TournamentFormat::Swiss { rounds: 1 }, &[&lost], &[0, 0, 4]);
    let order: Vec<(usize, u32)> = table.iter().map(|row| (row.player, row.half_points)).collect();
    assert_eq!(order, [(2, 4), (1, 2), (0, 0)]);
    assert_eq!(table[2].faults, [0, 0, 1]);
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
    let table = standings(TournamentFormat::Knockout, &games.iter().collect::<Vec<_>>(), &[0; 4]);
    assert_eq!(table.iter().map(|row| row.player).collect::<Vec<_>>(), [1, 0, 2, 3]);
}
