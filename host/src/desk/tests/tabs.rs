use std::io::{BufRead, BufReader};

use duiyi_core::base::Score;
use duiyi_core::record::note::Evaluation;
use duiyi_core::review::{Found, Review};
use duiyi_core::study::{Beginning, Change, Study};
use duiyi_core::xiangqi;
use serde_json::{Value, json};

use super::*;
use crate::desk::study::{StudyReview, TABS_MAX};
use crate::testing::{CHILD, again, names_in};

const RECORDS: [&str; 3] = ["h8 i9 h9", "h8 i8 j10 a1", "h8 a1 b2 c3 d4"];

/// Opens the records as studies and returns their numbers, the last one in front.
fn open_all(desk: &Desk) -> Vec<i64> {
    let ids: Vec<i64> = RECORDS.iter().map(|text| import(desk, text).expect("it can be read").row.id).collect();
    for &id in &ids {
        desk.open_study(id).expect("it is there");
    }
    ids
}

fn ids(opened: &OpenedStudy) -> Vec<i64> {
    opened.tabs.iter().map(|tab| tab.id).collect()
}

fn code<T>(answer: Result<T, DeskError>) -> &'static str {
    answer.map_or_else(|error| error.0.code, |_| "done")
}

fn reopened(folder: &TempDir) -> (Desk, Option<OpenedStudy>) {
    let (desk, _, _) = open_with_notices(folder);
    let opened = desk.reopened();
    (desk, opened)
}

#[test]
fn each_tab_keeps_its_tree_its_place_and_what_can_be_taken_back() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let all = open_all(desk);
    desk.open_study(all[0]).expect("it is open");
    desk.go(2).expect("the node is there");
    let told = desk.play_in_study("k11").expect("a legal move");
    assert!(told.state.can_undo);
    let at = told.state.place.node;
    let other = desk.open_study(all[2]).expect("it is open");
    assert_eq!((ids(&other), other.state.can_undo), (all.clone(), false));
    let back = desk.open_study(all[0]).expect("it is open");
    assert_eq!((back.state.place.node, back.state.can_undo), (at, true));
    desk.undo_study(false).expect("the move can be taken back");
    // The one before comes to the front.
    let next = desk.close_study(all[0]).expect("it is on disk").expect("two are left");
    assert_eq!((next.row.id, ids(&next)), (all[2], vec![all[1], all[2]]));
    let next = desk.close_study(all[1]).expect("it is on disk").expect("one is left");
    assert_eq!(next.row.id, all[2], "the study in front stays there");
    assert!(desk.close_study(all[2]).expect("it is on disk").is_none());
    assert_eq!(code(desk.play_in_study("a1")), "no-study");
}

#[test]
fn an_empty_board_gives_way_and_the_oldest_tab_is_closed_when_there_are_too_many() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let blank = Beginning { setup: Setup::usual(GameKind::Xiangqi), moves: Vec::new() };
    desk.new_study(&blank).expect("a board");
    let all = open_all(desk);
    let opened = desk.studied().expect("it is open");
    assert_eq!(ids(&opened), all);
    for moves in ["a1", "b1", "c1", "d1", "e1"] {
        import(desk, &format!("h8 {moves}")).expect("it can be read");
    }
    // The last one is the ninth, and the first one the longest time ago.
    desk.open_study(all[0]).expect("it is open");
    let opened = desk.new_study(&blank).expect("a board");
    assert_eq!((opened.tabs.len(), ids(&opened).contains(&all[1])), (TABS_MAX, false));
}

#[test]
fn a_study_that_is_not_on_disk_never_gives_way() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let id = import(desk, "h8 i9 h9").expect("it can be read").row.id;
    let block = Block::at(folder.path().join("library.db"));
    let told = desk.play_in_study("a1").expect("a legal move");
    assert!(told.state.unsaved.is_some());
    let stone = Setup::gomoku(Rule::Freestyle, 15, None).expect("a usual board");
    for count in 1..TABS_MAX {
        let moves = vec!["h8".to_owned(), format!("a{count}")];
        desk.new_study(&Beginning { setup: stone.clone(), moves }).expect("there is room");
    }
    let one_more = Beginning { setup: stone, moves: vec!["o1".to_owned()] };
    assert_eq!(code(desk.new_study(&one_more)), "unsaved-study");
    assert_eq!(code(desk.close_study(id)), "unsaved-study");
    desk.give_up_unsaved();
    let opened = desk.new_study(&one_more).expect("the first one was given up");
    assert!(!ids(&opened).contains(&id));
    block.lift();
}

#[test]
fn tabs_come_back_with_their_places_after_a_restart() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let all = open_all(&table.desk);
    table.desk.open_study(all[1]).expect("it is open");
    table.desk.go(3).expect("the node is there");
    table.desk.save_pending().expect("there is nothing to write");
    table.close();
    let (desk, opened) = reopened(&folder);
    let opened = opened.expect("three were open");
    assert_eq!((ids(&opened), opened.row.id), (all.clone(), all[1]));
    assert_eq!(opened.state.place.node.index(), 3);
    drop(desk);
    // A game that is opened first joins them.
    let (desk, _, _) = open_with_notices(&folder);
    let fourth = import(&desk, "h8 o1").expect("it can be read");
    assert_eq!(ids(&fourth), [all[0], all[1], fourth.row.id, all[2]]);
}

#[test]
fn what_the_library_could_not_take_comes_back_after_a_restart() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let id = import(&table.desk, "h8 i9 h9").expect("it can be read").row.id;
    let block = Block::at(folder.path().join("library.db"));
    table.desk.play_in_study("a1").expect("a legal move");
    table.desk.keep_tabs();
    block.lift();
    table.close();
    let (desk, opened) = reopened(&folder);
    let opened = opened.expect("it was open");
    assert_eq!((opened.row.id, super::study::rows(&opened), opened.state.unsaved.is_none()), (id, 4, true));
    let row = desk.list(&Query::default()).expect("a list").total;
    assert_eq!(row, 1);
}

/// A kill may come between the library and the list.
#[test]
fn a_list_older_than_the_library_changes_nothing_in_it() {
    let folder = TempDir::new().expect("a test has a folder");
    let list = folder.path().join("studies.json");
    let table = open(&folder);
    let refused = import(&table.desk, "h8 i9 h9").expect("it can be read").row.id;
    let block = Block::at(folder.path().join("library.db"));
    table.desk.play_in_study("a1").expect("a legal move");
    let setup = Setup::gomoku(Rule::Renju, 15, None).expect("a usual board");
    let study = Study::of(&setup, &Default::default(), &["h8".to_owned()], None, "").expect("a legal move");
    assert!(table.desk.show_study(study).expect("it opens").row.id < 0);
    table.desk.keep_tabs();
    let stale = fs::read(&list).expect("there is a list");
    block.lift();
    let unfiled = table.desk.play_in_study("i9").expect("a legal move").row.expect("it is filed now").id;
    table.desk.open_study(refused).expect("it is open");
    assert_eq!(table.desk.play_in_study("b1").expect("a legal move").state.unsaved, None);
    table.close();
    // The change of the list is nowhere else, so that it becomes a game of its own, once.
    for _ in 0..2 {
        fs::write(&list, &stale).expect("it can be written");
        let (desk, opened) = reopened(&folder);
        let all = ids(&opened.expect("two were open"));
        assert_eq!((all.len(), all[0], all[2]), (3, refused, unfiled));
        for (id, rows) in [(refused, 5), (all[1], 4), (unfiled, 2)] {
            assert_eq!(super::study::rows(&desk.open_study(id).expect("it is open")), rows);
        }
        assert_eq!(desk.list(&Query::default()).expect("a list").total, 3);
    }
}

/// The list has the only copy of what the library refused.
#[test]
fn a_change_that_is_in_the_list_alone_is_filed_or_stays_there() {
    let folder = TempDir::new().expect("a test has a folder");
    let record = |rule: &str| json!({"rule": rule, "text": "(;GM[4]SZ[15];B[hh])", "unsaved": true, "filed": null});
    let mut studies: Vec<Value> =
        (0..TABS_MAX).map(|number| json!({"uid": format!("gone-{number}"), "path": ""})).collect();
    studies[0]["record"] = record("of a newer version");
    studies.push(json!({"uid": "late", "path": "", "record": record("freestyle")}));
    let list = folder.path().join("studies.json");
    fs::write(&list, json!({"version": 1, "front": 0, "studies": studies}).to_string()).expect("it can be written");
    let (desk, opened) = reopened(&folder);
    assert!(opened.is_none());
    assert_eq!(desk.list(&Query::default()).expect("a list").total, 1, "one more than there are tabs");
    import(&desk, RECORDS[0]).expect("it can be read");
    let kept: Value = serde_json::from_slice(&fs::read(&list).expect("there is a list")).expect("it is JSON");
    let kept = kept["studies"].as_array().expect("a list");
    assert_eq!((kept.len(), &kept[1]), (2, &studies[0]));
}

/// A person moved the file, or a synchroniser brings it later.
#[test]
fn a_missing_library_is_reported_and_waited_for() {
    let folder = TempDir::new().expect("a test has a folder");
    let (library, away) = (folder.path().join("library.db"), folder.path().join("away"));
    let table = open(&folder);
    let all = open_all(&table.desk);
    table.desk.list(&Query { text: "somebody".to_owned(), ..Query::default() }).expect("the index is made");
    let uid = table.desk.studied().expect("it is open").row.saved.uid;
    table.desk.fold_library();
    table.close();
    let list = fs::read(folder.path().join("studies.json")).expect("there is a list");
    fs::rename(&library, &away).expect("it goes");
    // The list of a restore of the missing library waits for it, too.
    let log = folder.path().join("library.db-restore");
    fs::write(&log, "duiyi-restore-1\tthe missing one\t/backup\n").expect("it can be written");

    let (sender, updates) = mpsc::channel();
    let (desk, notices) = Desk::open(Some(folder.path().to_owned()), move |update| {
        let _ = sender.send(update);
    });
    assert_eq!(notices.iter().map(|notice| notice.code).collect::<Vec<_>>(), ["library-missing"]);
    assert!(desk.reopened().is_none());
    assert_eq!(code(desk.game_to_review(&uid)), "library-missing", "a review of many games does not skip it");
    desk.keep_tabs();
    assert_eq!(fs::read(folder.path().join("studies.json")).expect("there is a list"), list);
    Watched { desk, updates }.close();
    fs::remove_file(&log).expect("it was not set aside");
    fs::rename(&away, &library).expect("it comes back");
    let (_desk, opened) = reopened(&folder);
    assert_eq!(ids(&opened.expect("three were open")), all);
}

#[test]
fn a_value_that_does_not_fit_costs_no_other_study() {
    for (old, new, lost) in [("\"path\":\"\"", "\"path\":5", 1), ("\"version\":1", "\"version\":99", 0)] {
        let folder = TempDir::new().expect("a test has a folder");
        let list = folder.path().join("studies.json");
        let table = open(&folder);
        let all = open_all(&table.desk);
        table.close();
        let text = fs::read_to_string(&list).expect("there is a list");
        assert!(text.contains(old), "{text}");
        let damaged = text.replacen(old, new, 1);
        fs::write(&list, &damaged).expect("it can be written");
        let (desk, _, _) = open_with_notices(&folder);
        let notice = desk.check_kept_studies().expect("it is reported");
        let aside = notice.at.expect("it has a name");
        assert_eq!((notice.code, fs::read_to_string(aside).expect("it is kept")), ("studies-set-aside", damaged));
        assert_eq!(desk.check_kept_studies(), None);
        let opened = desk.reopened().expect("the others are open");
        assert_eq!(ids(&opened), all[lost..], "{new}");
    }
}

/// Each command would leave another copy of it.
#[test]
fn a_damaged_list_that_may_not_be_written_is_named_and_not_copied() {
    let folder = TempDir::new().expect("a test has a folder");
    let list = folder.path().join("studies.json");
    let table = open(&folder);
    open_all(&table.desk);
    table.close();
    let text = fs::read_to_string(&list).expect("there is a list");
    fs::write(&list, text.replacen("\"version\":1", "\"version\":99", 1)).expect("it can be written");
    let before = fs::metadata(&list).expect("it is there").permissions();
    let mut closed = before.clone();
    closed.set_readonly(true);
    fs::set_permissions(&list, closed).expect("it is ours");
    let (desk, _, _) = open_with_notices(&folder);
    let notice = desk.check_kept_studies().expect("it is reported");
    assert_eq!(notice.code, "unwritable");
    assert!(notice.at.expect("it has a name").ends_with("studies.json"));
    for _ in 0..2 {
        assert!(desk.reopened().is_none());
    }
    let names = names_in(folder.path());
    assert!(!names.iter().any(|name| name.starts_with("studies.corrupt")), "{names:?}");
    fs::set_permissions(&list, before).expect("it is ours");
    assert_eq!(desk.reopened().expect("three were open").tabs.len(), 3);
}

#[test]
fn a_change_that_becomes_a_game_of_its_own_closes_no_tab() {
    let folder = TempDir::new().expect("a test has a folder");
    let list = folder.path().join("studies.json");
    let table = open(&folder);
    let import_one = |number| import(&table.desk, &format!("h8 a{number}")).expect("it can be read").row.id;
    let all: Vec<i64> = (1..=TABS_MAX).map(import_one).collect();
    table.close();
    let mut kept: Value = serde_json::from_slice(&fs::read(&list).expect("there is a list")).expect("it is JSON");
    kept["front"] = json!(0);
    let text = "(;GM[4]SZ[15];B[hh];W[aa])";
    kept["studies"][TABS_MAX - 1]["record"] =
        json!({"rule": "freestyle", "text": text, "unsaved": true, "filed": null});
    fs::write(&list, kept.to_string()).expect("it can be written");
    let (desk, opened) = reopened(&folder);
    let opened = opened.expect("eight were open");
    assert_eq!((ids(&opened), opened.row.id), (all.clone(), all[0]));
    assert_eq!(desk.list(&Query::default()).expect("a list").total, 9, "the change is filed");
}

#[test]
fn a_board_with_moves_that_is_no_game_yet_comes_back_with_its_rule() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let setup = Setup::xiangqi(xiangqi::Rule::Chinese);
    let moves = ["h2e2".to_owned()];
    let study = Study::of(&setup, &Default::default(), &moves, None, "").expect("a legal move");
    let shown = table.desk.show_study(study).expect("it opens");
    assert!(shown.row.id < 0);
    table.close();
    let opened = reopened(&folder).1.expect("it was open");
    assert!(opened.row.id < 0);
    assert_eq!((super::study::rows(&opened), opened.setup.rule_code()), (1, setup.rule_code()));
}

/// A complete review of the study in front.
fn complete_review(desk: &Desk) -> StudyReview {
    let mut of = desk.study_to_review().expect("a study is open");
    for ply in 0..=of.review.moves().len() {
        of.review.record_result(ply, Found { score: Score(10), depth: 5, line: Vec::new() });
    }
    of
}

#[test]
fn a_review_of_many_games_reaches_a_study_behind() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let all = open_all(&table.desk);
    table.desk.open_study(all[0]).expect("it is open");
    let StudyReview { uid, review, .. } = complete_review(&table.desk);
    table.desk.open_study(all[1]).expect("it is open");
    assert!(table.desk.keep_review_of(&uid, &review).expect("its moves are the same").is_none());
    table.desk.open_study(all[0]).expect("it is open");
    let kept: Option<Review> = table.desk.reviewed().expect("a study is open");
    assert!(kept.is_some());
    // A later change does not write over it.
    table.desk.play_in_study("o15").expect("a legal move");
    assert!(table.desk.reviewed().expect("a study is open").is_some());
}

/// A change makes a record with skipped parts another game.
#[test]
fn a_review_reaches_a_study_that_became_another_game_meanwhile() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let text = "(;GM[4]SZ[15];B[hh]\n%% what is this\n;W[gg];B[zz])";
    let opened = import(desk, text).expect("it is a record");
    let StudyReview { uid, review, .. } = complete_review(desk);
    super::study::change(desk, Change::Comment(opened.nodes[1].id, "a".to_owned()));
    let other = desk.studied().expect("it is open").row;
    assert_ne!((other.id, &other.saved.uid), (opened.row.id, &uid));
    assert!(desk.keep_review_of(&uid, &review).expect("its moves are the same").is_some());
    assert!(desk.reviewed().expect("a study is open").is_some());
    // The review would cost the original record its skipped parts.
    desk.close_study(other.id).expect("it is on disk");
    assert_eq!(code(desk.keep_review_of(&uid, &review)), "no-game");
    assert_eq!(desk.open_study(opened.row.id).expect("it is there").row.saved.record, text);
}

#[test]
fn a_damaged_list_costs_the_tabs_only() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let all = open_all(&table.desk);
    table.close();
    for bad in [
        "",
        "{",
        "[]",
        "{\"version\":99}",
        "{\"version\":1,\"front\":9,\"studies\":[{\"uid\":\"gone\",\"path\":\"\"}]}",
    ] {
        fs::write(folder.path().join("studies.json"), bad).expect("it can be written");
        let (desk, opened) = reopened(&folder);
        assert!(opened.is_none(), "{bad}");
        assert_eq!(desk.open_study(all[0]).expect("it is in the library").tabs.len(), 1);
    }
}

/// The other process: opens three studies, goes to places, and waits to be killed.
fn open_and_wait(folder: &std::path::Path) {
    let (desk, _) = Desk::open(Some(folder.to_owned()), |_| {});
    let all = open_all(&desk);
    desk.open_study(all[0]).expect("it is open");
    desk.go(2).expect("the node is there");
    thread::sleep(Duration::from_secs(1));
    println!("open {all:?}");
    thread::sleep(PATIENCE);
}

#[test]
fn tabs_come_back_after_a_kill() {
    const NAME: &str = "desk::tests::tabs::tabs_come_back_after_a_kill";
    if let Some(folder) = std::env::var_os(CHILD) {
        return open_and_wait(std::path::Path::new(&folder));
    }
    let folder = TempDir::new().expect("a test has a folder");
    let mut child = again(NAME, folder.path()).spawn().expect("this program runs again");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let told = lines.find_map(|line| Some(line.ok()?.split_once("open ")?.1.to_owned())).expect("it tells");
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    let opened = reopened(&folder).1.expect("three were open");
    assert_eq!((format!("{:?}", ids(&opened)), opened.state.place.node.index()), (told, 2));
}

#[test]
fn a_change_takes_a_deleted_game_out_of_the_trash() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let desk = &table.desk;
    let id = import(desk, "h8 i9 h9").expect("it can be read").row.id;
    desk.delete(id).expect("it is there");
    // What an engine finds is no change of a person.
    let found = Evaluation::read("0.30,20").expect("one");
    desk.keep_evaluation(id, 1, found).expect("a study is open").expect("the first one");
    assert_eq!(desk.list(&Query::default()).expect("it can be read").total, 0);
    let told = desk.play_in_study("a1").expect("a legal move");
    assert!(told.is_restored && told.row.is_some_and(|row| row.deleted_at_ms.is_none()));
    assert_eq!(desk.list(&Query::default()).expect("it can be read").total, 1);
    let told = desk.play_in_study("b1").expect("a legal move");
    assert!(!told.is_restored && told.row.is_none());
    table.close();
    let (_desk, opened) = reopened(&folder);
    assert_eq!(super::study::rows(&opened.expect("it was open")), 5);
}

// Windows does not rename an open library, and a locked one takes no deletion.
#[cfg(unix)]
#[test]
fn a_change_that_is_not_on_disk_comes_back_from_the_trash() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let id = import(&table.desk, "h8 i9 h9").expect("it can be read").row.id;
    table.desk.delete(id).expect("it is there");
    let block = Block::at(folder.path().join("library.db"));
    let told = table.desk.play_in_study("a1").expect("a legal move");
    assert!(told.state.unsaved.is_some());
    table.desk.keep_tabs();
    block.lift();
    table.close();
    let (desk, opened) = reopened(&folder);
    let opened = opened.expect("its change is in the list");
    assert_eq!((opened.row.id, super::study::rows(&opened)), (id, 4));
    assert_eq!(desk.list(&Query::default()).expect("it can be read").total, 1);
}

#[test]
fn studies_and_the_game_follow_into_another_library() {
    let (folder, elsewhere) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    // Another library, whose games have other numbers.
    {
        let other = open(&elsewhere);
        import(&other.desk, "h8 o1").expect("it can be read");
        import(&other.desk, RECORDS[1]).expect("it can be read");
    }
    let table = open(&folder);
    let desk = &table.desk;
    desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play(FIVE);
    let played = table.wait_for(is_saved).game;
    let all = open_all(desk);
    desk.open_study(all[1]).expect("it is open");
    desk.play_in_study("o15").expect("a legal move");
    desk.undo_study(false).expect("the move can be taken back");
    desk.choose_library_folder(Some(elsewhere.path()), &mut |_| {}).expect("it has a library");
    let opened = desk.reopened().expect("three are open");
    // It has the second record, and none of the others.
    assert_eq!(ids(&opened)[1], 2);
    assert!(ids(&opened)[0] < 0 && ids(&opened)[2] < 0, "{:?}", ids(&opened));
    assert_eq!(desk.open_study(1).expect("it is there").row.saved.moves, "h8 o1");
    let moves = |id: i64| desk.open_study(id).expect("it is open").row.saved.moves;
    assert_eq!((moves(2), moves(ids(&opened)[0])), (RECORDS[1].to_owned(), RECORDS[0].to_owned()));
    // The game on the board is filed there, too, and an update has its row.
    let update = table.wait_for(is_saved);
    assert_eq!((update.game.uid.as_str(), update.game.saved), (played.uid.as_str(), Some(3)));
    assert_eq!(desk.study_game().expect("it is filed").row.saved.uid, played.uid);
    // Back in the former library each has its row again.
    desk.choose_library_folder(None, &mut |_| {}).expect("it has a library");
    let back = desk.reopened().expect("they are open");
    assert!(all.iter().all(|id| ids(&back).contains(id)), "{:?}", ids(&back));
    assert_eq!(desk.seen().expect("it is on the board").saved, played.saved);
}
