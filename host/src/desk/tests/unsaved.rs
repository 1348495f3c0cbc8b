//! Games and studies that could not be written: they are written later, or left only when the person gives them up.

use std::fs;
use std::path::Path;

use super::*;

fn code<T>(answer: Result<T, DeskError>) -> &'static str {
    answer.err().expect("it is refused").0.code
}

/// The moves of the only unfinished game of a folder.
fn unfinished(folder: &Path) -> Vec<String> {
    let (desk, _) = Desk::open(Some(folder.to_owned()), |_| {});
    let left = desk.unfinished().expect("the journals can be read");
    assert_eq!(left.len(), 1, "{left:?}");
    left[0].journal.plies.iter().map(|ply| ply.mv.clone()).collect()
}

// Windows neither renames a folder with an open file nor removes such a file.
#[cfg(unix)]
#[test]
fn what_could_not_be_written_is_written_when_the_game_is_left() {
    type Leave = fn(&Desk) -> Result<(), DeskError>;
    let ways: [(&str, Leave); 4] = [
        ("leave", Desk::leave),
        ("close", Desk::save_pending),
        ("new game", |desk| desk.new_game(friends(GameKind::Xiangqi)).map(drop)),
        ("from here", |desk| desk.begin_from(friends(GameKind::Gomoku), &["a1".to_owned()]).map(drop)),
    ];
    for keeps_content in [true, false] {
        for (way, leave) in ways {
            let folder = TempDir::new().expect("a test has a folder");
            let table = open(&folder);
            table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
            table.play("h8 a1");
            let block = Block::at(folder.path().join("journal"));
            table.play("h9 a2 h10");
            assert_eq!(code(leave(&table.desk)), "unsaved", "{way}");
            assert_eq!(table.desk.seen().expect("the game stays").snapshot.ply, 5, "{way}");
            if keeps_content {
                block.lift()
            } else {
                block.lift_without_content()
            }
            leave(&table.desk).expect("the disk takes it now");
            table.desk.give_up_unsaved();
            table.desk.leave().expect("the second game may be left");
            table.close();
            let (desk, _) = Desk::open(Some(folder.path().to_owned()), |_| {});
            let left = desk.unfinished().expect("the journals can be read");
            let longest = left.iter().map(|game| game.journal.plies.len()).max();
            assert_eq!(longest, Some(5), "{way}: {left:?}");
        }
    }
}

// Windows neither renames a folder with an open file nor removes such a file.
#[cfg(unix)]
#[test]
fn a_result_that_could_not_be_filed_is_filed_later() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    let library = Block::at(folder.path().join("library.db"));
    let journal = Block::at(folder.path().join("journal"));
    table.play(FIVE);
    assert_eq!(code(table.desk.rematch(None)), "unsaved");
    journal.lift_without_content();
    library.lift();
    table.desk.rematch(None).expect("the disk takes it now");
    table.wait_for(is_saved);
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 1);
}

// Windows neither renames a folder with an open file nor removes such a file.
#[cfg(unix)]
#[test]
fn a_resignation_after_one_move_is_kept_too() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play("h8");
    let library = Block::at(folder.path().join("library.db"));
    let journal = Block::at(folder.path().join("journal"));
    table.desk.apply(Command::Resign).expect("a person may resign");
    assert_eq!(code(table.desk.leave()), "unsaved");
    journal.lift();
    library.lift();
    table.desk.leave().expect("the disk takes it now");
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 1);
}

// Windows neither renames a folder with an open file nor removes such a file.
#[cfg(unix)]
#[test]
fn a_game_that_was_given_up_is_left() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play("h8 a1");
    let block = Block::at(folder.path().join("journal"));
    table.play("h9");
    assert_eq!(code(table.desk.leave()), "unsaved");
    table.desk.give_up_unsaved();
    table.desk.leave().expect("it was given up");
    assert!(table.desk.seen().is_none());
    block.lift();
    table.close();
    assert_eq!(unfinished(folder.path()), ["h8", "a1"], "what was on disk stays");
}

// Windows neither renames a folder with an open file nor removes such a file.
#[cfg(unix)]
#[test]
fn a_file_that_vanishes_is_written_anew_with_the_whole_game() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play("h8 a1");
    table.close();
    // A resumed game as well as a new one.
    let table = open(&folder);
    let uid = table.desk.unfinished().expect("the journals can be read")[0].journal.header.id.clone();
    table.desk.resume(&uid, None).expect("it goes on");
    table.play("h9");
    fs::remove_file(folder.path().join("journal").join(format!("{uid}.jsonl"))).expect("a file can be removed");
    table.play("a2");
    table.desk.save_pending().expect("the disk takes it");
    table.play("h10");
    table.close();
    assert_eq!(unfinished(folder.path()), ["h8", "a1", "h9", "a2", "h10"]);
}

#[test]
fn a_folder_that_comes_later_takes_the_game() {
    let parent = TempDir::new().expect("a test has a folder");
    let folder = parent.path().join("data");
    fs::write(&folder, "").expect("a file can stand there");
    let (sender, updates) = mpsc::channel();
    let (desk, notices) = Desk::open(Some(folder.clone()), move |update| {
        let _ = sender.send(update);
    });
    assert_eq!(notices.len(), 1, "{notices:?}");
    let table = Watched { desk, updates };
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins all the same");
    table.play("h8 a1");
    assert_eq!(code(table.desk.save_pending()), "unsaved");
    fs::remove_file(&folder).expect("a file can be removed");
    table.desk.save_pending().expect("the folder can be made now");
    table.play("h9");
    table.close();
    assert_eq!(unfinished(&folder), ["h8", "a1", "h9"]);
}

#[test]
fn a_desk_that_is_meant_for_memory_holds_nobody_back() {
    let (desk, _) = Desk::open(None, |_| {});
    desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    desk.apply(Command::Play("h8".to_owned())).expect("the move is legal");
    desk.new_game(friends(GameKind::Gomoku)).expect("another begins");
    desk.save_pending().expect("there is nothing to write to");
}

#[test]
fn a_study_is_left_only_when_it_is_written_or_given_up() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let first = import(&table.desk, "h8 h9 i9").expect("it can be read").row.id;
    table.desk.open_study(first).expect("it opens");
    let block = Block::at(folder.path().join("library.db"));
    let update = table.desk.play_in_study("a1").expect("the move is legal");
    assert!(update.state.unsaved.is_some());
    for refused in [code(table.desk.close_study(first)), code(table.desk.save_pending())] {
        assert_eq!(refused, "unsaved-study");
    }
    block.lift();
    table.desk.close_study(first).expect("the library takes it now");
    let opened = table.desk.open_study(first).expect("it opens");
    assert_eq!(opened.nodes.len(), 5, "the start, three moves and a variation");

    let block = Block::at(folder.path().join("library.db"));
    table.desk.play_in_study("a2").expect("the move is legal");
    assert_eq!(code(table.desk.save_pending()), "unsaved-study");
    table.desk.give_up_unsaved();
    table.desk.save_pending().expect("it was given up");
    table.desk.play_in_study("a3").expect("the move is legal");
    assert_eq!(code(table.desk.save_pending()), "unsaved-study", "this move was not");
    table.desk.give_up_unsaved();
    block.lift();
    table.desk.close_study(first).expect("the library takes it now");
    assert_eq!(
        table.desk.open_study(first).expect("it opens").nodes.len(),
        7,
        "what was given up is tried all the same"
    );
}
