use super::*;
use crate::game::GameKind;
use crate::record::Note;
use crate::record::format::Location;
use crate::record::note::{Colour, Glyph, Mark};

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
    assert_eq!((stopped.place, stopped.ply, stopped.written.as_str()), (Location::Line(1), 3, "车一平九"));
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
    assert_eq!(study.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(), [4, 5].map(Location::Line));
    let moves: Vec<&str> = study.tree().subtree(Tree::ROOT).filter_map(|node| study.tree().mv(node)).collect();
    assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9", "C2=5", "N8+7", "h7e7", "h0g2", "h9g7", "车一平九"]);
}

#[test]
fn a_record_opened_with_its_nodes_is_replayed_once_and_shows_the_same() {
    let texts = [
        "1. 炮二平五 马8进7 2. 车一平九 车9平8",
        "[Game \"x\"]\n\n1. 炮二平五 马8进7 (1... 炮8平5 2. 马二进三\n(2. 车一平九) 马8进7)\n2. 马二进三 (2. C2=5 N8+7) 车9平8",
        "h8 i9 h9 i8 h10 i10",
    ];
    for text in texts {
        let (opened, nodes) =
            Study::with_nodes(format::read(text.as_bytes()).expect("a record")).expect("it is played");
        let read = study(text);
        assert_eq!(nodes, read.nodes(), "{text}");
        assert_eq!((opened.cursor(), opened.faults()), (read.cursor(), read.faults()));
        assert_eq!(opened.game().placement(), read.game().placement());
    }
    let broken = format::read("1. 车一平九 车9平8".as_bytes()).expect("a record");
    assert_eq!(Study::with_nodes(broken).expect_err("nothing of it can be played").code, "broken-record");
}

#[test]
fn the_final_game_is_the_same_wherever_the_cursor_is() {
    let mut study = study("h8 i9 h9 i8 h10 i10");
    let end = study.game().placement();
    for &node in [Tree::ROOT].iter().chain(&study.tree().line(Tree::ROOT)) {
        study.go(node);
        assert_eq!(study.final_game().placement(), end);
    }
    study.go(Tree::ROOT);
    for mv in ["a1", "a2", "a3", "a4", "a5", "a6"] {
        study.play(mv).expect("the point is free");
        assert_eq!(study.final_game().placement(), end, "a variation is no main line");
    }
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
        let mut game = Game::new(&study.header.setup);
        for &before in &study.tree().line(node)[..study.game().ply()] {
            game.advance(study.tree().mv(before).expect("a move")).expect("it can be played");
        }
        assert_eq!(game.placement(), study.board().placement);
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
    study.change(Change::Promote(branch)).expect("it stands in the tree");
    assert_eq!(study.moves().collect::<Vec<_>>(), ["h8", "i9", "j10"]);
    study.change(Change::Remove(line[1])).expect("it stands in the tree");
    assert_eq!((study.cursor(), study.game().ply(), study.tree().len()), (line[0], 1, 1));
    while study.undo() {}
    assert_eq!(study.tree(), &before);
    while study.redo() {}
    assert_eq!(study.tree().len(), 1);
    assert!(study.undo() && study.tree().len() == 5);
    assert_eq!(study.change(Change::Remove(Tree::ROOT)).expect_err("the start stays").code, "move-gone");
    assert_eq!(study.find(99).expect_err("there is no such move").code, "move-gone");
}

#[test]
fn an_opening_is_told_by_its_stones_and_its_note() {
    let setup = Setup::gomoku(crate::gomoku::Rule::Renju, 15, Some(crate::gomoku::protocol::OpeningProtocol::Swap2));
    let setup = setup.expect("a usual board");
    let names = BySide { first: "a".to_owned(), second: "b".to_owned() };
    let steps = ["h8", "i9", "j10", "swap", "h9"].map(str::to_owned);
    let study = Study::of(&setup, &names, &steps, None, "").expect("it can be played");
    assert!(study.is_swapped() && study.header.names.first == "b");
    assert_eq!(study.header.opening, "swap2 h8 i9 j10 swap");
    let again = Study::read(&study.write()).expect("our own record");
    assert_eq!((&again.header, again.rows()), (&study.header, study.rows()));
    assert_eq!(again.header.setup.kind(), GameKind::Gomoku);
}

#[test]
fn a_record_gives_the_steps_of_its_opening_back() {
    use crate::gomoku::Rule;
    use crate::gomoku::protocol::OpeningProtocol;
    let named = |opening: &str, moves: &str| {
        let mut study = Study::read(moves.as_bytes()).expect("moves");
        study.header.opening = opening.to_owned();
        study.steps()
    };
    for (protocol, words) in [
        (OpeningProtocol::Swap2, "h8 i9 j10 add c3 d4 swap h9"),
        (OpeningProtocol::Rif, "h8 i9 j10 swap a1 g7 g9 g7 g8"),
        (OpeningProtocol::Taraguchi10, "h8 swap i9 swap j10 keep k11 keep l12 swap h9"),
    ] {
        let setup = Setup::gomoku(Rule::Renju, 15, Some(protocol)).expect("a usual board");
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        for count in 1..=words.len() {
            let steps = words[..count].to_vec();
            let study = Study::of(&setup, &BySide::default(), &steps, None, "").expect("it can be played");
            let again = Study::read(&study.write()).expect("our own record");
            assert_eq!(again.steps(), Ok((setup.clone(), steps)), "{protocol}");
        }
    }
    // The name of a line is no protocol.
    let (setup, steps) = named("D7 Ranka", "h8 i9").expect("nothing is lost");
    assert_eq!((setup, steps), (Setup::usual(GameKind::Gomoku), vec!["h8".to_owned(), "i9".to_owned()]));
    for (opening, moves) in
        [("swap2", "h8 i9 j10 a1"), ("swap2 h8 i9 j10 keep", "h8 i9 j11 a1"), ("swap2 h8 i9", "h8 i9 j10 a1")]
    {
        assert_eq!(named(opening, moves).expect_err("it does not fit").code, "wrong-opening", "{opening}");
    }
}

/// Rebuilds the tree from its nodes, as a page does.
fn told(nodes: &HashMap<NodeId, Node>) -> Vec<(String, bool, Note)> {
    let mut seen = Vec::new();
    let mut next = vec![Tree::ROOT];
    while let Some(id) = next.pop() {
        let node = &nodes[&id];
        seen.push((node.written.clone(), node.row.is_some(), node.note.clone().unwrap_or_default()));
        next.extend(node.children.iter().rev());
    }
    seen
}

fn by_name(nodes: Vec<Node>) -> HashMap<NodeId, Node> {
    nodes.into_iter().map(|node| (node.id, node)).collect()
}

#[test]
fn who_is_told_what_changed_has_the_whole() {
    let mut study = study("h8 i9 h9 i8 h10 i10");
    let line = study.tree().line(Tree::ROOT);
    let mut page = by_name(study.nodes());
    let mut check = |study: &mut Study| {
        page.extend(by_name(study.take_changes().0));
        assert_eq!(told(&page), told(&by_name(study.nodes())));
    };
    study.go(line[1]);
    let branch = study.play("j10").expect("the point is free");
    study.play("j9").expect("the point is free");
    check(&mut study);
    for change in [
        Change::Promote(branch),
        Change::Comment(branch, "better".to_owned()),
        Change::Judge(branch, Some(Glyph(1))),
        Change::Demote(branch),
        Change::Remove(branch),
        Change::MakeMain(line[4]),
        Change::Draw(line[0], vec![Mark { colour: Colour::Red, from: None, to: "h8".into() }], Vec::new()),
    ] {
        study.change(change).expect("it stands in the tree");
        check(&mut study);
    }
    while study.undo() {
        check(&mut study);
    }
    while study.redo() {
        check(&mut study);
    }
}

#[test]
fn a_line_is_promoted_at_the_nearest_fork_and_made_main_at_all() {
    let mut study = study("h8 i9 h9");
    let line = study.tree().line(Tree::ROOT);
    study.go(line[0]);
    study.play("j10").expect("the point is free");
    study.play("j9").expect("the point is free");
    let fork = study.play("a1").expect("the point is free");
    study.go(study.tree().parent(fork).expect("it has one"));
    study.play("b2").expect("the point is free");
    let deep = study.play("c3").expect("the point is free");
    study.change(Change::Promote(deep)).expect("it stands in the tree");
    assert_eq!(study.moves().collect::<Vec<_>>(), ["h8", "i9", "h9"], "only the nearest fork");
    assert_eq!(study.tree().line(fork).len(), 4);
    study.change(Change::MakeMain(fork)).expect("it stands in the tree");
    assert_eq!(study.moves().collect::<Vec<_>>(), ["h8", "j10", "j9", "a1"]);
    assert!(study.undo());
    assert_eq!(study.moves().collect::<Vec<_>>(), ["h8", "i9", "h9"], "one step");
}

#[test]
fn a_wrong_move_is_corrected_and_the_rest_is_read() {
    let mut study =
        study("[Game \"x\"]\n\n1. 炮二平五 马8进7 2. 车一平九 车9平8 3. 兵七进一 (3. 兵三进一) 卒7进1 4. 马二进三");
    let wrong = study.unread().expect("the third move cannot be played");
    assert_eq!(study.nodes().iter().filter(|node| node.row.is_some()).count(), 2);
    assert_eq!(study.change(Change::Correct(wrong, "车一平九".to_owned())).expect_err("as before").code, "own-piece");
    study.change(Change::Correct(wrong, "马二进三".to_owned())).expect("that can be played");
    assert!(study.stopped().is_none());
    // The horse has already moved, so the last move is illegal now.
    assert_eq!(study.moves().collect::<Vec<_>>(), ["h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "g6g5"]);
    let (changed, _) = study.take_changes();
    assert_eq!(changed.iter().filter(|node| node.row.is_some()).count(), 5, "the variation is read as well");
    study.go(study.end());
    assert!(study.undo());
    assert_eq!((study.game().ply(), study.stopped().map(|stopped| stopped.ply)), (2, Some(3)));
    assert!(study.redo());
    assert_eq!(study.moves().count(), 6);
}

#[test]
fn a_comment_is_one_step_while_it_is_written() {
    let mut study = study("h8 i9");
    let line = study.tree().line(Tree::ROOT);
    for text in ["a", "a good", "a good move"] {
        study.change(Change::Comment(line[0], text.to_owned())).expect("it stands in the tree");
    }
    study.change(Change::Comment(line[1], "another".to_owned())).expect("it stands in the tree");
    assert!(study.undo());
    assert_eq!(study.tree().note(line[0]).comment, "a good move");
    assert!(study.undo());
    assert_eq!(study.tree().note(line[0]).comment, "");
    assert_eq!(study.can_undo_and_redo(), (false, true));
}

#[test]
fn the_header_is_changed_like_the_tree_and_the_game_stays_the_same() {
    let mut study = study("h8 i9");
    let before = study.header.clone();
    let setup = Setup::usual(GameKind::Xiangqi);
    let names = BySide { first: "甲".to_owned(), second: "乙".to_owned() };
    let header = Header { names, setup, tags: vec![("EV".to_owned(), "Cup".to_owned())], ..before.clone() };
    study.change(Change::Describe(Box::new(header))).expect("it can be written down");
    assert_eq!((study.header.names.first.as_str(), study.header.setup.kind()), ("甲", GameKind::Gomoku));
    assert!(study.take_changes().1);
    assert!(study.undo());
    assert!(study.take_changes().1);
    assert_eq!(study.header, before);
}

#[test]
fn a_game_played_from_here_comes_back_as_one_variation() {
    let mut study = study("h8 i9 h9 i8");
    let moves = ["h8", "i9", "j10", "j9", "k9"].map(str::to_owned);
    let end = study.merge(&moves).expect("it can be played");
    assert_eq!((study.cursor(), study.tree().len()), (end, 7));
    assert_eq!(study.moves().count(), 4, "the main line stays");
    study.merge(&moves).expect("it is there already");
    assert_eq!(study.tree().len(), 7);
    assert!(study.merge(&["h8".to_owned(), "h8".to_owned()]).is_err());
    assert!(study.undo());
    assert_eq!((study.tree().len(), study.can_undo_and_redo()), (4, (false, true)));
}

/// A record whose main line alone is longer than what is shown.
fn long_record() -> String {
    let mut text = String::from("[Game \"Chinese Chess\"]\n\n");
    for _ in 0..SHOWN_MAX / 4 + 1 {
        text.push_str("C2=5 H8+7 C5=2 H7-8 ");
    }
    text
}

#[test]
fn a_tree_too_large_to_show_is_shown_from_its_start() {
    let mut study = study(&long_record());
    study.go(Tree::ROOT);
    let nodes = study.nodes();
    assert_eq!((nodes.len(), nodes[0].id), (SHOWN_MAX, Tree::ROOT));
    assert!(study.is_shown_in_part());
    assert!(nodes[1..].iter().zip(&nodes).all(|(node, before)| node.parent == Some(before.id)));
}

#[test]
fn a_long_record_is_opened_with_the_nodes_up_to_its_cursor() {
    let record = format::read(long_record().as_bytes()).expect("a record");
    let (study, nodes) = Study::with_nodes(record).expect("it is played");
    let path = study.tree().path(study.cursor()).count();
    assert_eq!(nodes.len(), path.max(SHOWN_MAX));
    assert_eq!(nodes, study.nodes());
}

#[test]
fn a_line_far_longer_than_the_shown_part_is_shown_from_its_start() {
    let shuffle = "h0g2 h9g7 g2h0 g7h9 ";
    let record = format!("[Game \"Chinese Chess\"]\n\n{}*\n", shuffle.repeat(3 * SHOWN_MAX / 4));
    let record = format::read(record.as_bytes()).expect("a record");
    let (study, nodes) = Study::with_nodes(record).expect("it is played");
    assert_eq!((study.tree().len(), nodes.len()), (3 * SHOWN_MAX, SHOWN_MAX));
    assert_eq!(nodes, study.nodes());
}

/// Checks that a page has the path to the cursor, and beside each of its variations the main move.
#[track_caller]
fn check_path(page: &HashMap<NodeId, Node>, study: &Study) {
    for node in study.tree().path(study.cursor()) {
        let known = page.get(&node).expect("the page has the path");
        let Some(parent) = known.parent else { continue };
        let children = &page[&parent].children;
        assert!(known.row.is_some() && children.contains(&node) && page.contains_key(&children[0]));
    }
}

#[test]
fn moves_behind_the_shown_part_are_followed_with_their_nodes() {
    let mut study = study(&long_record());
    let lines = [["c3c4", "g6g5", "h0g2"], ["c3c4", "c6c5", "b0c2"]];
    for line in lines {
        study.go(Tree::ROOT);
        for mv in line {
            study.play(mv).expect("the move is legal");
        }
    }
    let end = study.cursor();
    check_path(&by_name(study.nodes()), &study);

    study.go(Tree::ROOT);
    let shown = by_name(study.nodes());
    study.clear_changes();
    assert!(!shown.contains_key(&end));
    let mut page = shown.clone();
    for mv in lines[1] {
        study.play(mv).expect("the move is there");
        assert!(!study.is_changed(), "nothing is to be written");
        page.extend(by_name(study.take_changes().0));
        check_path(&page, &study);
    }
    assert_eq!(study.cursor(), end);

    let mut page = shown;
    study.merge(&lines[0].map(str::to_owned)).expect("the moves are there");
    assert!(!study.is_changed());
    page.extend(by_name(study.take_changes().0));
    check_path(&page, &study);
    assert!(study.take_changes().0.is_empty());
}

#[test]
fn a_move_that_is_followed_in_a_short_study_is_no_change() {
    let mut study = study("h8 i9");
    study.go(Tree::ROOT);
    study.play("h8").expect("the move is there");
    assert!(!study.is_shown_in_part() && !study.is_changed() && study.take_changes().0.is_empty());
}

#[test]
fn what_an_engine_found_stays_whatever_is_undone() {
    let mut study = study("h8 i9 h9 i8");
    let node = study.end();
    let found = |text| crate::record::note::Evaluation::read(text).expect("it is one");
    let kept = |study: &Study| study.tree().note(node).evaluation;
    study.change(Change::Comment(node, "before".to_owned())).expect("the move is there");
    study.change(Change::Comment(Tree::ROOT, "another".to_owned())).expect("the start is there");
    assert!(study.undo());
    let _ = study.take_changes();
    assert!(study.evaluate(node, found("0.40,9")));
    assert_eq!(study.can_undo_and_redo(), (true, true), "it is no step");
    assert_eq!(study.take_changes().0.iter().map(|node| node.id).collect::<Vec<_>>(), [node]);
    assert!(!study.evaluate(node, found("0.90,8")), "it is less well founded");
    assert!(study.redo() && study.undo() && study.undo());
    assert_eq!((study.tree().note(node).comment.as_str(), kept(&study)), ("", Some(found("0.40,9"))));
    study.change(Change::Remove(node)).expect("the move is there");
    assert!(!study.evaluate(node, found("#2,9")), "it is gone");
    assert!(study.undo());
    assert_eq!(kept(&study), Some(found("0.40,9")));
    let written = study.write();
    assert_eq!(Study::read(&written).expect("it is a record").tree().note(node).evaluation, Some(found("0.40,9")));
}

#[test]
fn a_record_decides_whether_its_moves_are_vietnamese() {
    let moves = |text: &str| study(text).tree().main_moves().map(str::to_owned).collect::<Vec<_>>().join(" ");
    // Without the others `C3.1` would be a move of the cannon on c7 in WXF.
    assert_eq!(moves("1. C7.1 P2-3\n2. P2-5 T3.5\n3. M2.3 C3.1"), "c3c4 b7c7 h2e2 c9e7 h0g2 c6c5");
    assert_eq!(moves("1. P7+1 C2=3\n2. C2=5 E3+5\n3. H2+3 C3.1"), "c3c4 b7c7 h2e2 c9e7 h0g2 c7a7");
}

#[test]
fn squares_that_no_move_goes_between_are_kept_as_coordinates() {
    let resolved = |bytes: &[u8]| {
        let mut record = crate::record::format::read(bytes).expect("it is a record");
        let (_, stopped) = crate::study::resolve(&mut record);
        assert_eq!(stopped.map(|stopped| stopped.ply), Some(3));
        record
    };
    let record = resolved(b"[Red \"a\"]\n\n1. H2-E2 H9-G7 2. H0-H2 (2. H0-G2) G7-F5 3. xx *");
    let moves: Vec<&str> = record.tree.subtree(Tree::ROOT).filter_map(|node| record.tree.mv(node)).collect();
    assert_eq!(moves, ["h2e2", "h9g7", "h0h2", "g7f5", "xx", "h0g2"]);
    assert_eq!(resolved(&crate::record::format::save(&record.header, &record.tree)).tree, record.tree);
}
