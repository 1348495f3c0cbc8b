//! Damaged journals: the playable part is offered, and nothing disappears without a notice.

use std::fs;
use std::path::PathBuf;

use super::*;

/// Leaves a game of these moves unfinished, and returns its journal.
fn leave(folder: &TempDir, config: GameConfig, moves: &str) -> PathBuf {
    let table = open(folder);
    let uid = table.desk.new_game(config).expect("a game begins").uid;
    table.play(moves);
    table.close();
    folder.path().join("journal").join(format!("{uid}.jsonl"))
}

/// Rewrites the journal as a program without checksums would, with `old` replaced by `new`.
fn rewrite(path: &PathBuf, old: &str, new: &str) {
    let text = fs::read_to_string(path).expect("the journal is there");
    let plain = text.lines().map(|line| line.split(",\"sum\":").next().unwrap_or_default().to_owned() + "}\n");
    let plain: String = plain.collect();
    assert!(plain.contains(old), "{plain}");
    fs::write(path, plain.replacen(old, new, 1)).expect("it can be written");
}

fn names(folder: &TempDir) -> Vec<String> {
    crate::testing::names_in(&folder.path().join("journal"))
}

#[test]
fn a_game_with_a_move_that_cannot_be_played_is_offered_up_to_there() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = leave(&folder, friends(GameKind::Xiangqi), "h2e2 h9g7 h0g2 i9h9");
    rewrite(&path, "h0g2", "h0h9");
    for _ in 0..2 {
        // Every start gives the same result, and a scan changes nothing.
        let table = open(&folder);
        let (left, told) = table.desk.unfinished_with_notices().expect("the journals can be read");
        assert_eq!((left.len(), left[0].journal.plies.len()), (1, 2));
        assert!(left[0].damage.as_ref().is_some_and(|why| why.contains("move 3")), "{:?}", left[0].damage);
        assert_eq!((told.len(), told[0].code, told[0].at.as_ref()), (1, "game-cut-short", Some(&path)));
        table.close();
    }
    let table = open(&folder);
    let uid = table.desk.unfinished().expect("the journals can be read")[0].journal.header.id.clone();
    assert_eq!(table.desk.resume(&uid, None).expect("it goes on").snapshot.ply, 2);
    table.play("h0g2");
    table.close();
    let table = open(&folder);
    let left = table.desk.unfinished().expect("the journals can be read");
    assert_eq!((left.len(), left[0].journal.plies.len(), &left[0].damage), (1, 3, &None));
    assert_eq!(names(&folder).iter().filter(|name| name.contains(".jsonl.corrupt-")).count(), 1, "the file is kept");
}

#[test]
fn a_damaged_game_can_be_filed_as_a_record() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = leave(&folder, friends(GameKind::Gomoku), "h8 a1 i8");
    rewrite(&path, "i8", "zz");
    let table = open(&folder);
    let uid = table.desk.unfinished().expect("the journals can be read")[0].journal.header.id.clone();
    table.desk.discard(&uid).expect("it can be filed");
    let page = table.desk.list(&Query::default()).expect("the library can be read");
    let filed = table.desk.open_study(page.rows[0].id).expect("the game can be read").row.saved;
    assert_eq!((page.total, filed.moves.as_str()), (1, "h8 a1"));
    assert!(table.desk.unfinished().expect("the journals can be read").is_empty());
    assert!(names(&folder)[0].contains(".jsonl.corrupt-"));
}

#[test]
fn a_result_for_a_reason_of_a_later_program_is_filed_with_its_winner() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = leave(&folder, friends(GameKind::Gomoku), "h8 a1");
    rewrite(&path, "h8", "h8");
    let end = "{\"entry\":\"end\",\"winner\":\"first\",\"reason\":\"left\",\"at_ms\":1700000000000}\n";
    let text = fs::read_to_string(&path).expect("the journal is there") + end;
    fs::write(&path, text).expect("it can be written");
    let table = open(&folder);
    let page = table.desk.list(&Query::default()).expect("the library can be read");
    let saved = &page.rows[0].saved;
    assert_eq!((saved.result.as_str(), saved.winner.as_deref(), saved.plies), ("1-0", Some("first"), 2));
}

#[test]
fn a_game_of_an_unknown_rule_or_size_is_told_and_left_alone() {
    for (old, new) in [("\"freestyle\"", "\"future\""), ("\"size\":15", "\"size\":99"), ("\"gomoku\"", "\"go\"")] {
        let folder = TempDir::new().expect("a test has a folder");
        let path = leave(&folder, friends(GameKind::Gomoku), "h8 a1");
        rewrite(&path, old, new);
        let before = fs::read(&path).expect("the journal is there");
        let (desk, _updates, told) = open_with_notices(&folder);
        let (games, notices) = desk.unfinished_with_notices().expect("the journals can be read");
        assert!(told.is_empty() && games.is_empty());
        assert_eq!((notices.len(), notices[0].code), (1, "unknown-game"), "{new}");
        assert_eq!(fs::read(&path).expect("it keeps its name"), before);
    }
}

#[test]
fn a_journal_that_nobody_can_read_is_set_aside_and_told_once() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = leave(&folder, friends(GameKind::Gomoku), "h8 a1");
    fs::write(&path, "garbage\n").expect("it can be written");
    let (desk, _updates, told) = open_with_notices(&folder);
    assert!(told.len() == 1 && told[0].contains("is kept as"), "{told:?}");
    assert!(desk.unfinished_with_notices().expect("the journals can be read").1.is_empty());
    // A journal damaged during the run keeps its name and is reported.
    fs::write(&path, "garbage\n").expect("it can be written");
    assert_eq!(desk.unfinished_with_notices().expect("the journals can be read").1[0].code, "corrupt");
    assert!(path.is_file());
}

/// 3,000 bits flip in journals of both games, spread evenly: the game is offered unchanged, or its damage is reported.
#[test]
fn no_game_disappears_untold_when_bits_flip() {
    const FLIPS: usize = 1_500;
    let swap2 = opened_by(Some(OpeningProtocol::Swap2));
    let (mut same, mut cut, mut told) = (0, 0, 0);
    for (config, moves) in
        [(friends(GameKind::Xiangqi), "h2e2 h9g7 h0g2 i9h9 i0h0"), (swap2, "h8 i9 j10 add a1 o1 swap")]
    {
        let folder = TempDir::new().expect("a test has a folder");
        let path = leave(&folder, config, moves);
        let table = open(&folder);
        let whole = fs::read(&path).expect("the journal is there");
        let before = table.desk.unfinished().expect("the journals can be read").remove(0).journal;
        for flip in 0..FLIPS {
            let bit = flip * whole.len() * 8 / FLIPS;
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &bytes).expect("it can be written");
            let (games, notices) = table.desk.unfinished_with_notices().expect("the journals can be read");
            match (&games[..], &notices[..]) {
                ([game], []) => {
                    assert_eq!((&game.journal, &game.damage), (&before, &None), "bit {bit}");
                    same += 1;
                }
                ([game], [_]) => {
                    assert!(game.damage.is_some() && before.plies.starts_with(&game.journal.plies), "bit {bit}");
                    cut += 1;
                }
                ([], [_]) => told += 1,
                other => panic!("bit {bit}: {other:?}"),
            }
            assert_eq!(fs::read(&path).expect("it keeps its name"), bytes);
        }
    }
    assert_eq!(same + cut + told, 2 * FLIPS);
    assert!(cut > FLIPS, "most leave moves to go on with: {same} {cut} {told}");
    println!("{same} flips without effect, {cut} offered up to the damage, {told} told");
}
