//! Each fault and its cost, row by row. The external engines are scripts of [`crate::testing::scripted_engine`].

use std::convert::Infallible;
use std::ops::ControlFlow;

use duiyi_core::base::{Millis, Outcome, Reason, Side};
use duiyi_core::engine::scripted::ScriptedStrategy;
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Stop};

use super::schedule::schedule;
use super::*;
use crate::engines::{EngineCommand, EngineProtocol};
use crate::reactor::Reactor;
use crate::testing::scripted;
use crate::thinking::{EngineSettings, EngineSpec};

/// A UCI engine; `go` is its action on a search request.
fn engine(go: &str) -> EngineSpec {
    let script =
        format!("uci) echo uciok;; isready) echo readyok;; go depth 1) echo bestmove h2e2;; quit) exit;; go*) {go}");
    EngineSpec::External(scripted(&script).with_protocol(EngineProtocol::Uci))
}

/// Plays at most two plies between `first` and a weak level; returns the outcome, the entrant at fault with the code,
/// and the counts.
fn end(first: &EngineSpec) -> (Outcome, Option<(Entrant, &'static str)>, [u32; 3]) {
    let opening = MatchOpening::plain(Setup::usual(GameKind::Xiangqi));
    let control = TimeControl::PerMove { each: Millis(100) };
    let limits = MatchLimits { control, nodes: Some(10), margin: Millis(0), adjudication: Adjudication::default() };
    let weak = EngineSpec::BuiltIn(EngineSettings::new("weak".to_owned(), Level::new(1)));
    let (reactor, stop) = (&Reactor::start(), &Stop::new());
    let runner = MatchRunner {
        reactor,
        specs: [first, &weak],
        books: Default::default(),
        limits: &limits,
        boards: 1,
        stop,
        shown: &|_, _| {},
    };
    let (mut summary, mut outcome) = (MatchSummary::default(), None);
    let Ok(()) = runner.play(schedule(vec![opening], 1, 1), |played| {
        summary.take(&played);
        outcome = Some(played.outcome);
        Ok::<ControlFlow<()>, Infallible>(ControlFlow::Continue(()))
    });
    let fault = summary.last_fault.map(|(entrant, fault)| (entrant, fault.code));
    (outcome.expect("the game was played"), fault, summary.faults[0])
}

#[test]
fn each_fault_has_one_verdict() {
    let missing = EngineSpec::External(EngineCommand::new("/no/such/engine", &[]));
    let (forfeit, time) = (Reason::Forfeit, Reason::TimeForfeit);
    for (spec, reason, code, counts) in [
        (engine("echo bestmove a0a9"), forfeit, "engine-illegal", [1, 0, 0]),
        (engine("echo bestmove wat"), forfeit, "engine-unreadable", [1, 0, 0]),
        (engine("exit 3"), forfeit, "engine-died", [0, 1, 0]),
        (engine("flood info string flood"), forfeit, "engine-flooded", [0, 1, 0]),
        (missing, forfeit, "engine-missing", [0, 1, 0]),
        (engine("sleep 0.5; echo bestmove h2e2"), time, "engine-overran", [0, 0, 1]),
        (engine("sleep 100"), time, "engine-overran", [0, 0, 1]),
    ] {
        let fault = Some((Entrant::A, code));
        assert_eq!(end(&spec), (Outcome::win(Side::Second, reason), fault, counts), "{spec:?}");
    }
    let resigns = (Outcome::win(Side::Second, Reason::Resignation), None, [0, 0, 0]);
    assert_eq!(end(&engine("echo bestmove resign")), resigns, "to resign is no fault");
}

/// The first engine fails in each game that it begins; the other one resigns each game that it begins.
#[test]
fn an_engine_that_wins_between_its_faults_is_started_again() {
    let script = |begin: &str| {
        format!(
            "uci) echo uciok;; isready) echo readyok;; go depth 1) echo bestmove h2e2;; quit) exit;; \
             go*) {begin}"
        )
    };
    let spec = |begin: &str| EngineSpec::External(scripted(&script(begin)).with_protocol(EngineProtocol::Uci));
    let opening = MatchOpening::plain(Setup::usual(GameKind::Xiangqi));
    let control = TimeControl::PerMove { each: Millis(60_000) };
    let limits = MatchLimits { control, nodes: None, margin: Millis(0), adjudication: Adjudication::default() };
    let (reactor, stop) = (&Reactor::start(), &Stop::new());
    let player = |spec: &EngineSpec| MatchPlayer::new(reactor, spec, &limits);
    let mut players = [player(&spec("exit 3")), player(&spec("echo bestmove resign"))];
    let mut results = Vec::new();
    // Eight faults in a row end the restarts.
    for fixture in schedule(vec![opening], 20, 1) {
        let played = game::play(fixture, &mut players, &limits, stop, &|_, _| {}).expect("it is not stopped");
        results.push((played.winner(), played.fault.map(|(_, fault)| fault.code)));
    }
    let pair = [(Some(Entrant::B), Some("engine-died")), (Some(Entrant::A), None)];
    assert_eq!(results, pair.repeat(10));
}

#[test]
fn an_engine_with_a_time_of_its_own_has_that_time() {
    let opening = MatchOpening::plain(Setup::usual(GameKind::Gomoku));
    let control = TimeControl::PerMove { each: Millis(1) };
    let limits = MatchLimits { control, nodes: None, margin: Millis(0), adjudication: Adjudication::default() };
    let own = EngineSettings { time: Some(Millis(5_000)), ..EngineSettings::full_strength(1) };
    let own = EngineSettings { nodes: Some(20_000), ..own };
    let (reactor, stop) = (&Reactor::start(), Stop::new());
    let specs = [EngineSpec::BuiltIn(own), EngineSpec::Scripted(ScriptedStrategy::Beginner)];
    let mut players = specs.each_ref().map(|spec| MatchPlayer::new(reactor, spec, &limits));
    let fixture = schedule(vec![opening], 1, 1).next().expect("a game");
    let played = game::play(fixture, &mut players, &limits, &stop, &|_, _| {}).expect("it is not stopped");
    assert_eq!((played.winner(), played.fault), (Some(Entrant::A), None));
}

#[test]
fn only_an_external_engine_needs_a_limit_of_the_match() {
    let external = EngineSpec::External(EngineCommand::new("engine", &[]));
    let own = EngineSpec::BuiltIn(EngineSettings::full_strength(1));
    let second = Millis(1_000);
    for (control, nodes, is_endless) in [
        (TimeControl::None, None, true),
        (TimeControl::ByoYomi { main: second, period: second, periods: 1 }, None, true),
        (TimeControl::None, Some(300), false),
        (TimeControl::PerMove { each: second }, None, false),
        (TimeControl::Fischer { main: second, increment: second }, None, false),
    ] {
        let limits = MatchLimits { control, nodes, margin: Millis(0), adjudication: Adjudication::default() };
        assert_eq!((limits.is_endless_for(&external), limits.is_endless_for(&own)), (is_endless, false), "{control:?}");
    }
}

/// Games with a book against the same engine without one. `DUIYI_BOOK_LINES` sets the lines of the book, 300 by default, and
/// `DUIYI_BOOK_MATCH` the games.
#[test]
fn a_player_follows_its_book_and_plays_no_forbidden_move() {
    use duiyi_core::base::Rng;
    use duiyi_core::game::Game;

    use crate::books::{BookEdit, BookList, GameCounter, MoveSign, OpeningBook, unwatched};
    use crate::testing::likely_line;

    let number = |name: &str, usual: usize| std::env::var(name).map_or(usual, |text| text.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let (mut list, _) = BookList::load(Some(folder.path().to_owned()));
    let path = list.new_path("lines").expect("a path");
    let setup = Setup::usual(GameKind::Xiangqi);
    let (start, mut rng) = (Game::new(&setup), Rng::from_seed(17));
    let mut counter = GameCounter::create(&path, GameKind::Xiangqi, 12).expect("a book");
    let lines: Vec<Vec<String>> =
        (0..number("DUIYI_BOOK_LINES", 300)).map(|_| likely_line(&start, 12, &mut rng)).collect();
    for line in &lines {
        counter.count(&start, line.iter().map(String::as_str), Some(None)).expect("room");
    }
    counter.finish(1, &mut unwatched).expect("a book");
    let id = list.add(&path).expect("a book");
    let forbid = |list: &mut BookList, game: &Game, mv: &str| {
        let edit = BookEdit { weight: 1_000_000, sign: MoveSign::Forbidden, remark: String::new() };
        list.edit(&id, game, mv, Some(edit)).expect("a change");
    };
    // The likeliest move of each side, with the greatest weight of all.
    for line in lines.iter().take(20) {
        let mut game = start.clone();
        for mv in line.iter().take(2) {
            let best = OpeningBook::open(&path).and_then(|book| book.moves(&game)).expect("moves");
            let best = best.iter().find(|book| book.sign != MoveSign::Forbidden);
            if let Some(best) = best.filter(|_| game.ply() > 0 || line == &lines[0]) {
                forbid(&mut list, &game, &best.mv);
            }
            game.advance(mv).expect("a move that was played");
        }
    }

    let book = OpeningBook::open(&path).expect("a book");
    let control = TimeControl::PerMove { each: Millis(10_000) };
    let limits =
        MatchLimits { control, nodes: Some(20), margin: Millis(60_000), adjudication: Adjudication::default() };
    let own = EngineSettings { hash_mib: 1, ..EngineSettings::full_strength(1) };
    let spec = EngineSpec::BuiltIn(own);
    let (reactor, stop) = (&Reactor::start(), &Stop::new());
    let games = u32::try_from(number("DUIYI_BOOK_MATCH", 4)).expect("a number of games");
    // For each entrant: its moves in positions of the book, those that were the book's, and forbidden ones.
    let mut counts = [[0_u32; 3]; 2];
    for best in [false, true] {
        let books = [PlayerBooks { paths: vec![path.clone()], best }, PlayerBooks::default()];
        let runner =
            MatchRunner { reactor, specs: [&spec, &spec], books, limits: &limits, boards: 1, stop, shown: &|_, _| {} };
        let opening = MatchOpening::plain(setup.clone());
        let Ok(()) = runner.play(schedule(vec![opening], games, 5), |played| {
            let mut game = start.clone();
            for (row, _) in &played.moves {
                let known = book.moves(&game).expect("moves");
                let counts = &mut counts[played.fixture.entrant(game.side_to_move()) as usize];
                let alike = game.image().moves_alike(&row.uci);
                let found = known.iter().find(|book| alike.contains(&book.mv));
                let allowed: Vec<_> = known.iter().filter(|book| book.sign != MoveSign::Forbidden).collect();
                counts[0] += u32::from(!allowed.is_empty());
                counts[1] += u32::from(found.is_some_and(|book| book.sign != MoveSign::Forbidden));
                counts[2] += u32::from(found.is_some_and(|book| book.sign == MoveSign::Forbidden));
                game.advance(&row.uci).expect("a move that was played");
            }
            Ok::<ControlFlow<()>, Infallible>(ControlFlow::Continue(()))
        });
    }
    let [with, without] = counts;
    println!("moves in the book's positions, the book's, forbidden: {with:?} with a book, {without:?} without");
    assert!(with[0] >= 2 * games && with[1] == with[0] && with[2] == 0, "{with:?}");
    assert!(without[1] < without[0], "{without:?}");
}
