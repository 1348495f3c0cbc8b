use std::io::{BufRead, BufReader};

use duiyi_core::record::export::Export;
use duiyi_core::record::format::RECORD_BYTES_MAX;
use duiyi_core::record::note::{Colour, Evaluation, Glyph, Label, Mark, Note};
use duiyi_core::record::{Header, NodeId, Tree};
use duiyi_core::study::{Beginning, Change, SHOWN_MAX, Stopped, Study};

use super::*;
use crate::desk::export::ExportSubject;
use crate::desk::study::{OpenedStudy, SkippedPart, StudyUpdate};
use crate::testing::{CHILD, again};

/// The number of playable moves.
pub fn rows(opened: &OpenedStudy) -> usize {
    opened.nodes.iter().filter(|node| node.row.is_some()).count()
}

/// The visible content of a study, without its node ids, which change with every opening.
fn shown(opened: &OpenedStudy) -> Vec<(String, usize, Note)> {
    let mut shown = Vec::new();
    let mut next = vec![opened.nodes[0].id];
    while let Some(id) = next.pop() {
        let node = opened.nodes.iter().find(|node| node.id == id).expect("a child stands in the tree");
        shown.push((node.written.clone(), node.children.len(), node.note.clone().unwrap_or_default()));
        next.extend(node.children.iter().rev());
    }
    shown
}

pub(super) fn change(desk: &Desk, change: Change) -> StudyUpdate {
    let changed = desk.change_study(|_| Ok(change)).expect("it stands in the tree");
    assert_eq!(changed.state.unsaved, None);
    changed
}

fn describe(desk: &Desk, edit: impl FnOnce(&mut Header)) -> StudyUpdate {
    let described = desk.change_study(|study| {
        let mut header = study.header.clone();
        edit(&mut header);
        Ok(Change::Describe(Box::new(header)))
    });
    described.expect("a study is open")
}

const RECORD: &str =
    "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n1. 炮二平五 马8进7\n2. 车一平九 车9平8\n3. 兵七进一 *\n";

/// The library may come from a later program.
#[test]
fn a_change_keeps_a_reason_that_this_program_does_not_know() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play(FIVE);
    table.wait_for(is_saved);
    table.close();
    let library = Connection::open(folder.path().join("library.db")).expect("it is a library");
    library.execute("UPDATE game SET reason = 'left'", []).expect("it can be written");
    drop(library);
    let table = open(&folder);
    let rows = || table.desk.list(&Query::default()).expect("the library can be read").rows;
    let opened = table.desk.open_study(rows()[0].id).expect("the game can be read");
    change(&table.desk, Change::Comment(opened.nodes[1].id, "a".to_owned()));
    let saved = table.desk.open_study(rows()[0].id).expect("the game can be read").row.saved;
    assert_eq!((saved.result.as_str(), saved.reason.as_str()), ("1-0", "left"));
    assert!(saved.record.contains("C[a]"), "{}", saved.record);
}

#[test]
fn a_move_behind_the_shown_part_comes_to_the_page_and_files_nothing() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let text = format!("[Game \"Chinese Chess\"]\n\n{}", "C2=5 H8+7 C5=2 H7-8 ".repeat(SHOWN_MAX / 4 + 1));
    let mut study = Study::read(text.as_bytes()).expect("a record");
    study.go(Tree::ROOT);
    let variation = study.play("c3c4").expect("the move is legal");
    study.go(Tree::ROOT);
    let opened = table.desk.show_study(study).expect("it is not filed");
    assert_eq!((opened.nodes.len(), opened.skipped), (SHOWN_MAX, vec![SkippedPart::Rest { shown: SHOWN_MAX }]));
    assert!(opened.nodes.iter().all(|node| node.id != variation));
    let update = table.desk.play_in_study("c3c4").expect("the move is there");
    assert_eq!(update.state.place.node, variation);
    assert!(update.nodes.iter().any(|node| node.id == variation && node.row.is_some()));
    assert!(update.row.is_none() && update.state.unsaved.is_none());
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 0);
}

#[test]
fn every_change_is_in_the_library_before_it_is_told() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let opened = import(desk, RECORD).expect("its beginning can be played");
    let wrong = opened.state.unread.expect("the rook's own horse stands there");
    let line: Vec<NodeId> = opened.nodes.iter().map(|node| node.id).collect();
    change(desk, Change::Correct(wrong, "马二进三".to_owned()));
    desk.go(line[2].index()).expect("it stands in the tree");
    desk.play_in_study("兵七进一").expect("it can be played");
    let branch = desk.play_in_study("卒7进1").expect("it can be played").state.place.node;
    change(desk, Change::Comment(branch, "对挺卒".to_owned()));
    change(desk, Change::Judge(line[1], Some(Glyph(3))));
    let arrow = Mark { colour: Colour::Red, from: Some("h2".into()), to: "e2".into() };
    let triangle = Label { at: "e9".into(), text: Label::TRIANGLE.into() };
    change(desk, Change::Draw(line[1], vec![arrow], vec![triangle]));
    let told = describe(desk, |header| header.date = "2026.11.22".to_owned());
    assert_eq!(told.header.expect("the header was changed").date, "2026.11.22");
    change(desk, Change::Promote(branch));
    let before = desk.studied().expect("it is open");
    // Another program that reads the same folder now sees all of it.
    let other = open(&folder);
    let after = other.desk.open_study(opened.row.id).expect("it is in the library");
    assert_eq!((shown(&after), &after.header), (shown(&before), &before.header));
    assert_eq!(after.row.saved.moves, "h2e2 h9g7 c3c4 g6g5");
    assert_eq!((after.row.saved.first.name.as_str(), after.row.saved.plies), ("甲", 4));
    while desk.undo_study(false).is_ok() {}
    assert_eq!(shown(&desk.studied().expect("it is open")), shown(&opened));
    while desk.undo_study(true).is_ok() {}
    assert_eq!(shown(&desk.studied().expect("it is open")), shown(&before));
    assert_eq!(desk.list(&Query::default()).expect("the library can be read").total, 1);
}

#[test]
fn who_played_stays_known_until_a_name_is_changed() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(against_engine(2)).expect("a game begins");
    table.play("h8");
    table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Moved { ply: 2, .. })));
    table.desk.apply(Command::Resign).expect("a person may resign");
    table.wait_for(is_saved);
    let id = table.desk.list(&Query::default()).expect("the library can be read").rows[0].id;
    let opened = table.desk.open_study(id).expect("it is there");
    change(&table.desk, Change::Comment(opened.nodes[1].id, "a".to_owned()));
    let row = |desk: &Desk| desk.studied().expect("it is open").row.saved;
    assert_eq!((row(&table.desk).second.kind.as_str(), row(&table.desk).second.level), ("engine", Some(2)));
    assert_eq!(row(&table.desk).reason, "resignation");
    describe(&table.desk, |header| header.names.second = "Old friend".to_owned());
    assert_eq!((row(&table.desk).second.kind.as_str(), row(&table.desk).second.name.as_str()), ("human", "Old friend"));
}

#[test]
fn an_empty_board_is_filed_by_its_first_change() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let games = || table.desk.list(&Query::default()).expect("a list").total;
    let beginning = Beginning { setup: Setup::usual(GameKind::Xiangqi), moves: Vec::new() };
    let begun = table.desk.new_study(&beginning).expect("a board");
    assert_eq!((begun.row.id < 0, games(), begun.state.unsaved.is_some()), (true, 0, false));
    // An evaluation is not a change by the person.
    let found = Evaluation::read("0.30,9").expect("one");
    assert!(table.desk.keep_evaluation(begun.row.id, 0, found).expect("the study is open").is_some());
    assert_eq!(games(), 0);
    let told = table.desk.play_in_study("h2e2").expect("a legal move");
    let row = told.row.expect("the row has a number now");
    assert!(row.id > 0);
    assert_eq!(games(), 1);
    assert!(table.desk.play_in_study("h9g7").expect("a legal move").row.is_none(), "told once");
    assert_eq!(rows(&table.desk.open_study(row.id).expect("it is open")), 2);
    // Another empty board leaves it as it is.
    table.desk.new_study(&beginning).expect("a board");
    assert_eq!((games(), rows(&table.desk.open_study(row.id).expect("it is there"))), (1, 2));
}

#[test]
fn updates_are_numbered_and_name_their_study() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let id = import(desk, "h8 i9 h9").expect("it is a record").row.id;
    let numbered = |update: StudyUpdate| (update.study, update.state.seq);
    assert_eq!(numbered(desk.play_in_study("j10").expect("the move is played")), (id, 1));
    let found = |text| Evaluation::read(text).expect("it is one");
    let kept = desk.keep_evaluation(id, 0, found("0.31,14")).expect("a study is open");
    assert_eq!(kept.map(numbered), Some((id, 2)));
    assert_eq!(desk.studied().expect("it is open").state.seq, 2);
    // The first change files an empty board; the page knows it by the number before.
    let beginning = Beginning { setup: Setup::usual(GameKind::Xiangqi), moves: Vec::new() };
    let begun = desk.new_study(&beginning).expect("a board");
    assert!(desk.keep_evaluation(id, 0, found("0.32,15")).expect("it is open").is_none());
    let filed = desk.play_in_study("h2e2").expect("a legal move");
    assert!(filed.row.as_ref().is_some_and(|row| row.id > 0));
    assert_eq!(numbered(filed), (begun.row.id, 1));
    // The changes of a study behind count, too.
    assert_eq!(desk.open_study(id).expect("it is open").state.seq, 3);
}

#[test]
fn a_game_goes_on_from_a_study_and_comes_back_as_a_variation() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let setup = Setup::gomoku(Rule::Renju, 15, None).expect("a usual board");
    let moves = ["h8", "i9", "h9"].map(str::to_owned).to_vec();
    let begun = table.desk.new_study(&Beginning { setup: setup.clone(), moves }).expect("it can be played");
    assert_eq!((rows(&begun), begun.state.place.board.side_to_move), (3, Side::Second));
    let config = GameConfig { setup, ..friends(GameKind::Gomoku) };
    let played = ["h8", "i9"].map(str::to_owned);
    let seen = table.desk.begin_from(config.clone(), &played).expect("it can be played");
    assert_eq!((seen.snapshot.ply, seen.snapshot.board.side_to_move), (2, Side::First));
    table.play("j10 k11");
    let uid = seen.uid;
    let opened = table.desk.bring_game(begun.row.id).expect("it begins alike");
    assert_eq!((rows(&opened), opened.state.can_undo, opened.state.can_redo), (5, true, false));
    assert_eq!(opened.row.saved.moves, "h8 i9 h9", "the main line stays");
    table.close();
    let table = open(&folder);
    let seen = table.desk.resume(&uid, None).expect("what was played before the start is in the journal");
    assert_eq!(seen.snapshot.ply, 4);
    assert_eq!(rows(&table.desk.open_study(begun.row.id).expect("it is there")), 5);
    let five = FIVE.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let over = table.desk.begin_from(config, &five).expect_err("nothing is left to play");
    assert_eq!(over.0.code, "game-over");
    assert_eq!(table.desk.seen().expect("the game before it goes on").uid, uid);
}

#[test]
fn what_cannot_be_written_is_told_and_written_with_the_next_change() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let opened = import(&table.desk, "h8 i9 h9").expect("it is a record");
    let block = Block::at(folder.path().join("library.db"));
    let lost = table.desk.play_in_study("j10").expect("the move is played all the same");
    assert!(lost.state.unsaved.is_some());
    block.lift();
    let kept = table.desk.play_in_study("j9").expect("the move is played");
    assert_eq!(kept.state.unsaved, None);
    let other = open(&folder);
    assert_eq!(rows(&other.desk.open_study(opened.row.id).expect("it is there")), 5);
}

/// A new record would lose the skipped parts.
#[test]
fn a_record_with_parts_that_were_passed_over_stays_beside_its_study() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let text = "(;GM[4]SZ[15];B[hh]\n%% what is this\n;W[gg];B[zz])";
    let opened = import(&table.desk, text).expect("it is a record");
    assert!(!opened.skipped.is_empty());
    let told = table.desk.play_in_study("h8").expect("it is known");
    assert!(told.header.is_none() && told.nodes.is_empty(), "nothing was changed");
    let told = change(&table.desk, Change::Comment(opened.nodes[1].id, "a".to_owned()));
    let row = told.row.expect("it is another game of the library now");
    assert_ne!(row.id, opened.row.id);
    change(&table.desk, Change::Comment(opened.nodes[1].id, "ab".to_owned()));
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 2);
    let other = open(&folder);
    let kept = other.desk.open_study(opened.row.id).expect("it is there").row.saved.record;
    assert_eq!(kept, text);
}

#[test]
fn a_record_that_cannot_be_read_stays_beside_its_study() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let id = import(desk, RECORD).expect("its beginning can be played").row.id;
    let mut saved = desk.room.lock().library().and_then(|library| Ok(library.load(id)?)).expect("it is there").saved;
    saved.record = "a form of the future".to_owned();
    desk.room.lock().library().and_then(|library| Ok(library.save(&saved)?)).expect("it can be written");
    let found = Evaluation::read("0.31,14").expect("it is one");
    let other = open(&folder);
    let opened = other.desk.open_study(id).expect("its moves can be played");
    assert_eq!((opened.skipped, opened.nodes.len()), (vec![SkippedPart::Record], 3));
    other.desk.keep_evaluation(id, opened.nodes[1].id.index(), found).expect("a study is open");
    assert_eq!(other.desk.study_record().expect("a study is open"), saved.record);
    let told = change(&other.desk, Change::Comment(opened.nodes[1].id, "a".to_owned()));
    assert_ne!(told.row.expect("it is another game of the library now").id, id);
    assert_eq!(other.desk.open_study(id).expect("it is there").row.saved.record, saved.record);
}

/// A row has the rule and the moves that the version of its import read in the record.
#[test]
fn a_record_that_is_read_better_than_at_its_import_is_shown_whole() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let text = "(;GM[4]SZ[15]RU[连珠];B[hh]C[天元];W[ii](;B[ih])(;B[hi]))";
    let mut saved = import(desk, text).expect("it is a record").row.saved;
    assert_eq!(saved.rule, "renju");
    let third = saved.moves.rfind(' ').expect("it has three moves");
    saved.moves.truncate(third);
    (saved.rule, saved.plies, saved.record) = ("freestyle".to_owned(), 2, text.to_owned());
    let id = desk.room.lock().library().and_then(|library| Ok(library.save(&saved)?)).expect("it can be written");
    let other = open(&folder);
    let opened = other.desk.open_study(id).expect("it is there");
    assert_eq!((opened.skipped.len(), opened.nodes.len(), opened.setup.rule_code()), (0, 5, "renju"));
    assert_eq!(opened.nodes[1].note.as_ref().expect("it is noted").comment, "天元");
    change(&other.desk, Change::Comment(opened.nodes[2].id, "a".to_owned()));
    assert_eq!(other.desk.list(&Query::default()).expect("the library can be read").total, 1, "no other game is made");
    // The change keeps the rule, the comment and the variation of the record.
    let opened = open(&folder).desk.open_study(id).expect("it is there");
    let changed = &opened.row.saved;
    assert_eq!((changed.rule.as_str(), opened.setup.rule_code(), opened.nodes.len()), ("renju", "renju", 5));
    assert!(changed.record.contains("RU[renju]") && changed.record.contains("C[天元]"), "{}", changed.record);
    // A record with other moves is not that of the row.
    saved.moves = "a1 b2".to_owned();
    desk.room.lock().library().and_then(|library| Ok(library.save(&saved)?)).expect("it can be written");
    let opened = open(&folder).desk.open_study(id).expect("its moves can be played");
    assert_eq!(opened.skipped, [SkippedPart::Record]);
}

/// A record in another form may be shorter than what it becomes here.
#[test]
fn a_study_longer_than_a_record_may_be_is_read_whole() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let comment = "很长".repeat(3_000);
    let opened = import(&table.desk, RECORD).expect("its beginning can be played");
    for part in 0..5 {
        let games =
            (0..50).map(|game| format!("[Game \"Chinese Chess\"]\n\n1. 炮二平五 {{{part}.{game}{comment}}} *\n\n"));
        table.desk.merge_text(&games.collect::<String>()).expect("it joins");
    }
    let long = table.desk.study_record().expect("a study is open").len();
    assert!(long > RECORD_BYTES_MAX, "{long}");
    let again = open(&folder).desk.open_study(opened.row.id).expect("it is there");
    assert!(again.skipped.is_empty(), "{:?}", again.skipped);
    assert!(again.nodes[1].note.as_ref().expect("it is noted").comment.contains(&comment));
}

/// The program may die between the library's row and the end of the journal. The journal is then found much later.
#[test]
fn a_journal_that_was_left_does_not_undo_what_was_studied() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let uid = table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins").uid;
    table.play("h8 a1 i8");
    let (journal, left) =
        (folder.path().join("journal").join(format!("{uid}.jsonl")), folder.path().join("left.jsonl"));
    std::fs::hard_link(&journal, &left).expect("the folder can be written");
    table.play("a2 j8 a3 k8 a4 l8");
    table.wait_for(is_saved);
    let id = table.desk.list(&Query::default()).expect("the library can be read").rows[0].id;
    let opened = table.desk.open_study(id).expect("it is there");
    assert_eq!(table.desk.study_to_review().expect("it is open").person, None, "two people played it");
    change(&table.desk, Change::Comment(opened.nodes[1].id, "天元".to_owned()));
    table.close();
    std::fs::rename(&left, &journal).expect("the folder can be written");
    let table = open(&folder);
    let again = table.desk.open_study(id).expect("it is there");
    assert_eq!(again.nodes[1].note.as_ref().expect("it is noted").comment, "天元");
    assert!(!journal.exists(), "it has nothing left to tell");
}

#[test]
fn a_game_is_written_elsewhere_while_it_is_played() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let pgn = Export::named("pgn").expect("there is such a form");
    let style = duiyi_core::record::export::PictureStyle::default();
    assert_eq!(table.desk.export(ExportSubject::Game, pgn, &style).expect_err("nothing is played").0.code, "no-game");
    table.desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins");
    table.play("h2e2 h9g7");
    let text = String::from_utf8(table.desk.export(ExportSubject::Game, pgn, &style).expect("it can be written"))
        .expect("a text");
    assert!(text.contains("H2-E2 H9-G7"), "{text}");
    assert_eq!(
        table.desk.export(ExportSubject::Study, pgn, &style).expect_err("nothing is studied").0.code,
        "no-study"
    );
}

#[test]
fn a_running_game_is_written_and_studied_with_the_day_of_its_start() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins");
    table.play("h2e2 h9g7");
    // Noon of 4 May 2020 in universal time.
    let began_ms = 1_588_593_600_000;
    desk.room.lock().game.as_mut().expect("a game is on the desk").header.started_at_ms = began_ms;
    let date = format!("[Date \"{}\"]", crate::clock::day(began_ms));
    let pgn = Export::named("pgn").expect("there is such a form");
    let style = duiyi_core::record::export::PictureStyle::default();
    let text =
        String::from_utf8(desk.export(ExportSubject::Game, pgn, &style).expect("it can be written")).expect("a text");
    assert!(text.contains(&date), "{text}");
    let studied = desk.study_game().expect("two people play").row.saved.record;
    assert!(studied.contains(&date), "{studied}");
}

#[test]
fn an_evaluation_files_no_game_that_is_unfinished_again() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let uid = desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins").uid;
    table.play("h2e2 h9g7");
    desk.discard(&uid).expect("the game can be discarded");
    let games = || desk.list(&Query::default()).expect("the library can be read");
    let id = games().rows[0].id;
    let node = desk.open_study(id).expect("it is there").nodes[1].id.index();
    desk.take_back_discard(&uid).expect("it can be taken back");
    let found = Evaluation::read("0.31,14").expect("it is one");
    let told = desk.keep_evaluation(id, node, found).expect("the study is open").expect("it is new");
    assert_eq!((told.state.unsaved, games().total), (None, 0));
    assert_eq!(desk.unfinished().expect("the journals can be read").len(), 1);
}

#[test]
fn what_is_not_there_is_refused() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let code = |why: Result<StudyUpdate, crate::desk::DeskError>| why.expect_err("nothing is open").0.code;
    assert_eq!(code(table.desk.play_in_study("h8")), "no-study");
    import(&table.desk, "h8 i9 h9").expect("it is a record");
    assert_eq!(code(table.desk.undo_study(false)), "nothing-to-undo");
    table.desk.go(1).expect("that is the first move");
    assert_eq!(code(table.desk.play_in_study("h8")), "occupied");
    assert_eq!(table.desk.go(99).expect_err("there is no such move").0.code, "move-gone");
    assert_eq!(table.desk.open_study(99).expect_err("there is no such game").0.code, "no-game");
    assert!(table.desk.studied().is_some(), "the study before it stays open");
}

/// The other process: edits for ever and prints each acknowledged edit.
fn edit_for_ever(folder: &std::path::Path) {
    let (desk, _) = Desk::open(Some(folder.to_owned()), |_| {});
    let id = desk.list(&Query::default()).expect("the library can be read").rows[0].id;
    desk.open_study(id).expect("it is there");
    for count in 0.. {
        desk.change_study(|study| {
            let node = study.tree().main_line().last().expect("it has a move");
            Ok(Change::Comment(node, format!("{count}")))
        })
        .expect("it stands in the tree");
        println!("told {count}");
    }
}

#[test]
fn no_edit_that_was_told_is_lost_when_the_program_is_killed() {
    const NAME: &str = "desk::tests::study::no_edit_that_was_told_is_lost_when_the_program_is_killed";
    if let Some(folder) = std::env::var_os(CHILD) {
        return edit_for_ever(std::path::Path::new(&folder));
    }
    let folder = TempDir::new().expect("a test has a folder");
    let id = import(&open(&folder).desk, "h8 i9 h9").expect("it is a record").row.id;
    let rounds = std::env::var("DUIYI_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(5);
    for round in 0..rounds {
        let mut child = again(NAME, folder.path()).spawn().expect("this program runs again");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let wanted = 3 + round * 7 % 20;
        let mut told = None;
        for line in lines.by_ref() {
            told =
                line.expect("it is text").strip_prefix("told ").map(|count| count.parse::<usize>().unwrap()).or(told);
            if told.is_some_and(|told| told >= wanted) {
                break;
            }
        }
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
        let told = lines
            .filter_map(|line| line.ok()?.strip_prefix("told ")?.parse::<usize>().ok())
            .last()
            .or(told)
            .expect("it has told something");
        let opened = open(&folder).desk.open_study(id).expect("it is there");
        let kept: usize = opened
            .nodes
            .last()
            .expect("it has moves")
            .note
            .as_ref()
            .expect("it is noted")
            .comment
            .parse()
            .expect("a number");
        assert!(kept >= told, "{told} was told, and {kept} is there");
    }
}

/// Many variations, just below the limit of shown moves.
#[test]
fn a_large_tree_is_edited_quickly() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let setup = Setup::gomoku(Rule::Freestyle, 15, None).expect("a usual board");
    table.desk.new_study(&Beginning { setup, moves: Vec::new() }).expect("a board");
    let mut record = String::from("(;GM[4]SZ[15]");
    let letters: Vec<char> = ('a'..='o').collect();
    for nth in 0..999 {
        // Ten stones each, apart from each other, so that neither side wins.
        let at = |stone: usize| (nth / 5 + stone * 31) % 225;
        record.push('(');
        for stone in 0..10 {
            let (point, colour) = ((at(stone) + nth * 7) % 225, if stone % 2 == 0 { 'B' } else { 'W' });
            record.push_str(&format!(";{colour}[{}{}]", letters[point % 15], letters[point / 15]));
        }
        record.push(')');
    }
    record.push(')');
    let began = std::time::Instant::now();
    let opened = import(&table.desk, &record).expect("it is a record");
    println!("{} moves opened in {:?}", rows(&opened), began.elapsed());
    assert_eq!(rows(&opened), 9_990);
    let mut took: Vec<Duration> = (0..20)
        .map(|count| {
            let began = std::time::Instant::now();
            change(&table.desk, Change::Comment(opened.nodes[1 + count * 400].id, format!("{count}")));
            began.elapsed()
        })
        .collect();
    took.sort_unstable();
    println!("an edit: median {:?}, greatest {:?}", took[10], took[19]);
    // A single edit may wait for the disk, or for a busy processor.
    assert!(took[10] < Duration::from_secs(2), "{took:?}");
}

#[test]
fn what_an_engine_found_is_kept_with_the_study_and_not_undone() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let opened = import(desk, "1. 炮二平五 马8进7").expect("it is a record");
    let (id, node) = (opened.row.id, opened.nodes[1].id);
    let keep = |text| {
        let found = Evaluation::read(text).expect("it is one");
        desk.keep_evaluation(id, node.index(), found).expect("a study is open")
    };
    let changed = keep("0.31,14").expect("it is news");
    assert_eq!((changed.nodes.len(), changed.state.can_undo, changed.state.can_redo), (1, false, false));
    assert_eq!(changed.state.unsaved, None);
    assert!(keep("0.90,9").is_none(), "it is less well founded");
    assert_eq!(
        desk.keep_evaluation(id + 1, node.index(), Evaluation::read("9.00,99").expect("one")).map(|_| ()),
        Ok(())
    );
    let kept =
        |desk: &Desk| desk.open_study(id).expect("it is there").nodes[1].note.as_ref().and_then(|note| note.evaluation);
    assert_eq!(kept(desk), Evaluation::read("0.31,14"));
    assert_eq!(kept(&open(&folder).desk), Evaluation::read("0.31,14"), "it is in the library");
    let (of, game) = desk.game_at(node.index()).expect("it can be played");
    assert_eq!((of, game.ply()), (id, 1));
    assert_eq!(desk.game_at(99).expect_err("there is no such move").0.code, "move-gone");
}

#[test]
fn a_record_with_gaps_stays_as_it_came_while_an_engine_looks_on() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let text = "1. 炮二平五 (1. 车一平九) 马8进7";
    let opened = import(desk, text).expect("its main line can be played");
    let [SkippedPart::Move(Stopped { ply: 1, written, why, .. })] = &opened.skipped[..] else {
        panic!("a move of the variation is skipped: {:?}", opened.skipped)
    };
    assert_eq!((written.as_str(), why.code), ("车一平九", "own-piece"));
    let found = Evaluation::read("0.31,14").expect("it is one");
    let changed = desk.keep_evaluation(opened.row.id, opened.nodes[1].id.index(), found).expect("a study is open");
    assert_eq!(changed.expect("it is news").nodes[0].note.as_ref().and_then(|note| note.evaluation), Some(found));
    assert_eq!(desk.study_record().expect("a study is open"), text);
    assert_eq!(desk.list(&Query::default()).expect("the library can be read").total, 1);
}

#[test]
fn a_game_of_two_people_is_studied_while_it_is_played_and_one_against_an_engine_is_not() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    assert_eq!(desk.study_game().expect_err("there is no game").0.code, "no-game");
    desk.new_game(friends(GameKind::Gomoku)).expect("it can be begun");
    for mv in ["h8", "i9", "h9"] {
        desk.apply(Command::Play(mv.to_owned())).expect("the point is free");
    }
    let opened = desk.study_game().expect("nobody is helped against an engine");
    assert_eq!((rows(&opened), opened.state.place.node), (3, opened.nodes[3].id));
    desk.apply(Command::Play("i8".to_owned())).expect("the game goes on");
    let again = desk.bring_game(opened.row.id).expect("the study is there");
    assert_eq!((rows(&again), again.nodes.len()), (4, 5), "the same line, one move longer");
    desk.new_game(against_engine(1)).expect("it can be begun");
    assert_eq!(desk.study_game().expect_err("a person plays an engine").0.code, "still-playing");
    desk.apply(Command::Resign).expect("a person may resign");
    let over = desk.study_game().expect("it is over");
    assert_eq!((over.row.saved.reason.as_str(), rows(&over)), ("resignation", 0));
}

#[test]
fn games_of_a_text_and_of_the_library_join_the_open_study() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    assert_eq!(desk.merge_text("1. 炮二平五").expect_err("nothing is open").0.code, "no-study");
    let other = import(desk, "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n1. 炮二平五 马2进3 *")
        .expect("it is played");
    let own = import(desk, "1. 炮二平五 马8进7 *").expect("it is played");
    let two = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 炮8平5 *\n\n[Game \"Chinese Chess\"]\n\n1. 兵七进一 卒7进1 *\n";
    let merge = desk.merge_text(two).expect("both begin at the usual start");
    assert_eq!((merge.merged.moves, merge.merged.apart, merge.unread), (3, 0, 0));
    assert_eq!(merge.update.state.unsaved, None);
    let merge = desk.merge_games(&[other.row.id, own.row.id, 4_000]).expect("it joins");
    assert_eq!(merge.merged.moves, 1);
    let saved = desk.study_record().expect("a study is open");
    assert!(saved.contains("甲 – 乙"), "{saved}");
    let kept = desk.studied().expect("a study is open");
    assert_eq!(rows(&kept), 6);
    let line = desk.variation(kept.nodes[1].id.index()).expect("it is in the tree");
    assert!(line.contains("1. H2-E2") && !line.contains("C3-C4"), "{line}");
    desk.undo_study(false).expect("the second merge");
    desk.undo_study(false).expect("the first merge");
    assert_eq!(rows(&desk.studied().expect("a study is open")), 2);
    assert_eq!(desk.merge_text("good morning").expect_err("no record").0.code, "unsupported-record");
    let long = format!("h2e2 {}", " ".repeat(RECORD_BYTES_MAX));
    let why = desk.merge_text(&long).expect_err("it is too long");
    assert!(why.0.message.contains("too large"), "{}", why.0.message);
    assert_eq!(desk.merge_text("(;GM[4]SZ[15];B[hh])").expect_err("another game").0.code, "other-start");
}
