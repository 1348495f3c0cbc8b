//! Verdicts on repetitions against cases judged by others.

use std::fs;
use std::path::Path;

use duiyi_core::base::{Outcome, Side};
use duiyi_core::position::{History, Position as _};
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

/// Names the outcome in the words of the tables.
const fn word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome { winner: Some(Side::First), .. }) => "red_wins",
        Some(Outcome { winner: Some(Side::Second), .. }) => "black_wins",
        Some(Outcome { winner: None, .. }) => "draw",
        None => "none",
    }
}

/// Judges every row (name, FEN, moves, verdict, kind) and returns how many there are and which are judged otherwise.
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
