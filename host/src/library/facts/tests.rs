use duiyi_core::record::format;

use super::super::tests::{fresh, game};
use super::super::{FinishedGame, GameRow, Library, Query};
use super::*;

fn with_record(number: u32, record: &str) -> FinishedGame {
    FinishedGame { record: record.to_owned(), ..game(number) }
}

fn rows(library: &Library) -> Vec<GameRow> {
    library.list(&Query { facts: true, reversed: true, ..Query::default() }).unwrap().rows
}

#[test]
fn a_row_has_event_round_and_code_of_its_record() {
    let (_temp, mut library) = fresh();
    let pgn = "[Game \"Chinese Chess\"]\n[Event \" 第一届\t杯赛 \"]\n[Round \"3\"]\n\n1. h2e2 h9g7 *\n";
    let sgf = FinishedGame {
        game: "gomoku".into(),
        rule: "freestyle".into(),
        size: Some(15),
        moves: "h8 i9".into(),
        ..with_record(2, "(;GM[4]SZ[15]EV[Spring Cup]RO[final];B[hh];W[ig])")
    };
    let unknown = "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Round \"?\"]\n[ECCO \"Z99\"]\n\n1. a0a1 *\n";
    let unnamed = FinishedGame { moves: "a0a1".into(), ..with_record(3, unknown) };
    library.save_all(&[with_record(1, pgn), sgf, unnamed, with_record(4, "no record")]).unwrap();
    let facts: Vec<GameFacts> = rows(&library).into_iter().map(|row| row.facts).collect();
    assert_eq!((facts[0].event.as_str(), facts[0].round.as_str()), ("第一届 杯赛", "3"));
    assert!(facts[0].opening_code.starts_with(|letter: char| letter.is_ascii_uppercase()), "{facts:?}");
    assert_eq!((facts[1].event.as_str(), facts[1].round.as_str()), ("Spring Cup", "final"));
    assert_eq!((facts[2].event.as_str(), facts[2].round.as_str()), ("", ""), "? is unknown");
    assert_eq!(facts[2].opening_code, "Z99", "the record's, where the moves have no name");
    assert_eq!((facts[3].event.as_str(), facts[3].accuracy), ("", BySide::default()));
    let plain = library.list(&Query::default()).unwrap().rows;
    assert!(plain.iter().all(|row| row.facts == GameFacts::default()), "nobody asked");
}

#[test]
fn a_reviewed_game_has_the_accuracy_of_its_report() {
    let reviewed = "[Game \"Chinese Chess\"]\n\n{[%eval 0.30]} 1. h2e2 {[%eval 0.20]} h9g7 {[%eval 3.20]} \
                    2. h0g2 {[%eval 3.10]} *\n";
    let study = Study::read(reviewed.as_bytes()).unwrap();
    let report = Review::read(&study).expect("every position has an evaluation").report();
    let (accuracy, faults) = super::reviewed(&format::read(reviewed.as_bytes()).unwrap()).unwrap();
    assert_eq!(accuracy, report.sides.as_ref().map(|side| side.accuracy));
    assert!(accuracy.first.unwrap() > 90.0 && accuracy.second.unwrap() < 60.0, "{accuracy:?}");
    let mistakes = FaultCounts { blunders: 1, opening: 1, ..FaultCounts::default() };
    assert_eq!(faults, BySide { first: FaultCounts::default(), second: mistakes });
    assert_eq!(FaultCounts::read(&mistakes.write()), mistakes);
    assert_eq!(FaultCounts::read("no numbers"), FaultCounts::default());
    for partly in [
        "[Game \"Chinese Chess\"]\n\n{[%eval 0.30]} 1. h2e2 h9g7 {[%eval 3.20]} *\n",
        "[Game \"Chinese Chess\"]\n\n1. h2e2 {[%eval 0.20]} *\n",
        "[Game \"Chinese Chess\"]\n\n{[%eval 0.30]} 1. h2e2 {[%eval 0.20]} h9g7 *\n",
        "[Game \"Chinese Chess\"]\n\n*\n",
    ] {
        assert_eq!(super::reviewed(&format::read(partly.as_bytes()).unwrap()), None, "{partly}");
    }
    let (_temp, mut library) = fresh();
    library.save(&with_record(1, reviewed)).unwrap();
    assert_eq!(rows(&library)[0].facts.accuracy, accuracy);
    // Another review replaces the facts, and a purge takes them away.
    library.save(&with_record(1, "[Game \"Chinese Chess\"]\n[Event \"Cup\"]\n\n1. h2e2 h9g7 *\n")).unwrap();
    let row = rows(&library).remove(0);
    assert_eq!((row.facts.event.as_str(), row.facts.accuracy), ("Cup", BySide::default()));
    library.delete(row.id).unwrap();
    library.purge(row.id).unwrap();
    assert_eq!(rows(&library), []);
    let left: i64 = library.connection.query_row("SELECT count(*) FROM idx.facts", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}

/// White leaves a four open with the tenth stone, and Black makes five.
#[test]
fn a_game_that_ends_on_the_board_has_its_faults_and_the_one_that_loses_it_is_of_the_middle() {
    let even = ["B[hh]", "W[gh]", "B[ih]", "W[am]", "B[jh]", "W[ak]", "B[kh]", "W[ai]", "B[aa]"];
    let even = even.map(|mv| format!(";{mv}KV[0.00]")).concat();
    let reviewed = format!("(;GM[4]SZ[15]KV[0.00]{even};W[co]KV[#1];B[lh])");
    let (accuracy, faults) = super::reviewed(&format::read(reviewed.as_bytes()).unwrap()).unwrap();
    assert_eq!(accuracy.first, Some(100.0));
    let lost = FaultCounts { blunders: 1, allowed_wins: 1, middle: 1, ..FaultCounts::default() };
    assert_eq!(faults, BySide { first: FaultCounts::default(), second: lost });
}
