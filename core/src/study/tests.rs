use super::*;
use crate::game::GameKind;
use crate::record::format::Place;

fn study(text: &str) -> Study {
    Study::read(text.as_bytes()).expect("it is a record")
}

#[test]
fn a_record_is_kept_up_to_its_first_impossible_move() {
    let study = study("1. 炮二平五 马8进7 2. 车一平九 车9平8");
    assert_eq!(study.rows().len(), 2);
    assert_eq!(study.tree().len(), 4, "the rest is kept as text");
    assert!(study.faults()[0].to_string().starts_with("line 1: move 3, '车一平九':"), "{}", study.faults()[0]);
    let stopped = study.stopped().expect("the rook's way is blocked");
    assert_eq!((stopped.place, stopped.ply, stopped.written.as_str()), (Place::Line(1), 3, "车一平九"));
    assert!(crate::xiangqi::IllegalMove::CODES.contains(&stopped.why.code), "{}", stopped.why.code);
    let broken = Study::read("1. 车一平九 车9平8".as_bytes()).expect_err("nothing of it can be played");
    assert_eq!(broken.code, "broken-record");
    assert_eq!(Study::read(b"good morning").expect_err("that is no record").code, "unsupported-record");
}

#[test]
fn every_variation_is_walked_and_a_broken_one_is_told() {
    let study = study(
        "[Game \"x\"]\n\n1. 炮二平五 马8进7 (1... 炮8平5 2. 马二进三\n(2. 车一平九) 马8进7)\n2. 马二进三 (2. C2=5 N8+7) 车9平8",
    );
    assert!(study.stopped().is_none());
    assert_eq!(study.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(), [4, 5].map(Place::Line));
    let moves: Vec<&str> = study.tree().subtree(Tree::ROOT).filter_map(|node| study.tree().mv(node)).collect();
    assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9", "C2=5", "N8+7", "h7e7", "h0g2", "h9g7", "车一平九"]);
}

#[test]
fn a_gb18030_record_opens() {
    let text = b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed8\xbd\xf87\n";
    assert_eq!(Study::read(text).expect("it is a record").moves().collect::<Vec<_>>(), ["h2e2", "h9g7"]);
}

#[test]
fn the_cursor_stands_where_it_was_sent() {
    let mut study = study("h8 i9 h9 i8 h10 i10");
    let line = study.tree().line(Tree::ROOT);
    study.go(line[1]);
    let branch = study.play("j10").expect("the point is free");
    study.play("j9").expect("the point is free");
    assert_eq!((study.game().ply(), study.tree().children(line[1]).count()), (4, 2));
    assert_eq!(study.go(line[4]), line[4]);
    assert_eq!(study.go(branch), branch);
    for &node in study.tree().line(Tree::ROOT).iter().rev() {
        study.go(node);
        let frames = study.frames_of(&study.tree().line(node));
        assert_eq!(frames[study.game().ply()].placement, study.game().placement());
    }
    study.go(Tree::ROOT);
    assert_eq!(study.play("h8").expect("it is known"), line[0], "a known move makes no second line");
    assert_eq!(study.play("h8").expect_err("the point is taken").code, "occupied");
    assert_eq!(study.tree().len(), 8);
}

#[test]
fn changes_are_undone_and_done_again() {
    let mut study = study("h8 i9 h9 i8");
    let before = study.tree().clone();
    let line = study.tree().line(Tree::ROOT);
    study.go(line[1]);
    let branch = study.play("j10").expect("the point is free");
    study.edit(Edit::Reorder { node: branch, at: 0 }).expect("it stands in the tree");
    assert_eq!(study.moves().collect::<Vec<_>>(), ["h8", "i9", "j10"]);
    study.edit(Edit::Remove { node: line[1] }).expect("it stands in the tree");
    assert_eq!((study.cursor(), study.game().ply(), study.tree().len()), (line[0], 1, 1));
    while study.undo() {}
    assert_eq!(study.tree(), &before);
    while study.redo() {}
    assert_eq!(study.tree().len(), 1);
    assert!(study.undo() && study.tree().len() == 5);
    assert!(study.edit(Edit::Remove { node: Tree::ROOT }).is_err());
}

#[test]
fn an_opening_is_told_by_its_stones_and_its_note() {
    let setup = Setup::gomoku(crate::gomoku::Rule::Renju, 15, Some(crate::gomoku::protocol::Protocol::Swap2));
    let setup = setup.expect("a usual board");
    let names = BySide { first: "a".to_owned(), second: "b".to_owned() };
    let steps = ["h8", "i9", "j10", "swap", "h9"].map(str::to_owned);
    let study = Study::of(&setup, &names, &steps, None, "").expect("it can be played");
    assert!(study.is_swapped() && study.header.names.first == "b");
    assert_eq!(study.header.opening, "swap2 h8 i9 j10 swap");
    let again = Study::read(&study.write()).expect("our own record");
    assert_eq!((&again.header, again.frames()), (&study.header, study.frames()));
    assert_eq!(again.header.setup.kind(), GameKind::Gomoku);
}
