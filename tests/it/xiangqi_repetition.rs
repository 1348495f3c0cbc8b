//! Verdicts on repetitions against cases from other sources.

use std::fs;
use std::path::Path;

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::engine::{Engine, EngineRequest, World, xiangqi::XiangqiEngine};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{Level, Limits, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_core::xiangqi::{Position, Rule};

/// Returns the path of a row's moves, each of them legal, and the position at its end.
#[track_caller]
fn path(id: &str, fen: &str, moves: &str, rule: Rule) -> (History<Position>, Position) {
    let mut position = fen.parse::<Position>().expect(fen).under(rule);
    let mut history = History::new(position);
    for mv in moves.split_whitespace() {
        let mv = mv.parse().expect(mv);
        assert_eq!(position.legality(mv), Ok(()), "{id} {mv}");
        history.play_unchecked(&mut position, mv);
    }
    (history, position)
}

/// Returns the outcome in the words of the tables.
const fn word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome { winner: Some(Side::First), .. }) => "red_wins",
        Some(Outcome { winner: Some(Side::Second), .. }) => "black_wins",
        Some(Outcome { winner: None, .. }) => "draw",
        None => "none",
    }
}

/// Judges every row (name, FEN, moves, verdict, kind) and returns their number and the rows with a different verdict.
fn judge(table: &str) -> (usize, Vec<String>) {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for row in table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>()) {
        let [id, fen, moves, verdict, kind] = row[..] else { panic!("{row:?}") };
        let (history, position) = path(id, fen, moves, Rule::Asian);
        let judged = word(position.outcome(&history));
        if judged != verdict {
            wrong.push(format!("{id} {kind}: {judged} in place of {verdict}: {fen} {moves}"));
        }
        rows += 1;
    }
    (rows, wrong)
}

#[test]
fn random_cycles_are_judged_as_others_judge_them() {
    let (rows, wrong) = judge(include_str!("../data/xiangqi-cycles.tsv"));
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(rows, 443);
}

#[test]
fn the_diagrams_of_the_book_are_judged_as_the_book_does() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = workspace.ancestors().skip(1).map(|folder| folder.join("shared/data/xiangqi-repetition.tsv"));
    let Some(table) = beside.into_iter().find_map(|path| fs::read_to_string(path).ok()) else {
        println!("skipped: ../shared/data/xiangqi-repetition.tsv is absent");
        return;
    };
    let (rows, wrong) = judge(&table);
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(rows, 110);
}

/// The engine's choices in positions where one move completes a repetition.
#[derive(Default)]
struct Choices {
    /// The move would lose: the number of positions, and of those where the engine played it.
    lost: usize,
    walked_in: usize,
    /// The move would win: the number of positions, and of those where the engine played it.
    won: usize,
    taken: usize,
}

/// Makes the engine play the last move of every cycle that one side loses.
fn choices(rule: Rule, nodes: u64) -> Choices {
    let mut engine = XiangqiEngine::new(1);
    let mut choices = Choices::default();
    for row in
        include_str!("../data/xiangqi-cycles.tsv").lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>())
    {
        let [id, fen, moves, verdict, _] = row[..] else { panic!("{row:?}") };
        let loser = match verdict {
            "red_wins" => Side::Second,
            "black_wins" => Side::First,
            _ => continue,
        };
        let (before_last, _) = moves.rsplit_once(' ').expect("a cycle has moves");
        // The test judges by the Asian rules; the engine plays by `rule`.
        let (history, position) = path(id, fen, before_last, rule);
        engine.clear();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let options = SearchOptions { threads: 1, ..SearchOptions::new(limits, Level::MAX, 1) };
        let request = EngineRequest { history, options };
        let thought = engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent });
        let best = thought.best.expect("the game goes on");
        let (history, end) = path(id, fen, &format!("{before_last} {best}"), Rule::Asian);
        let outcome = end.outcome(&history);
        let by_repetition = outcome.is_some_and(|outcome| {
            outcome.winner == Some(!loser) && matches!(outcome.reason, Reason::PerpetualCheck | Reason::PerpetualChase)
        });
        if position.side_to_move() == loser {
            choices.lost += 1;
            choices.walked_in += usize::from(by_repetition);
        } else {
            choices.won += 1;
            choices.taken += usize::from(outcome.is_some_and(|outcome| outcome.winner == Some(!loser)));
        }
    }
    choices
}

#[test]
fn the_engine_neither_walks_into_a_lost_repetition_nor_misses_a_won_one() {
    for rule in [Rule::Simple, Rule::Asian] {
        let Choices { lost, walked_in, won, taken } = choices(rule, 3_000);
        println!("{rule}: walked into {walked_in} of {lost} lost repetitions, took {taken} of {won} won ones");
        assert!(lost + won > 200);
        if rule == Rule::Asian {
            assert_eq!((walked_in, taken), (0, won));
        }
    }
}
