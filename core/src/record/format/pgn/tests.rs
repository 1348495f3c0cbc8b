use std::ops::ControlFlow;

use super::*;
use crate::base::{Millis, Reason, Side};
use crate::record::NodeId;
use crate::record::format::{Location, RecordPart};
use crate::record::note::{Evaluation, Glyph, Worth};
use crate::xiangqi;

fn read(text: &str) -> Record {
    Pgn::ICCS.read(text.as_bytes()).expect("it can be set up")
}

fn moves(record: &Record) -> Vec<&str> {
    record.tree.main_moves().collect()
}

#[test]
fn a_chinese_game_is_read() {
    let game = read(
        "[Game \"Chinese Chess\"]\n[RedTeam \"北京\"]\n[Red \"甲\"]\n[Black \"乙 \\\"丙\\\"\"]\n[Result \"1-0\"]\n\n\
         1. 炮二平五! {当头炮} 马8进7\n2.马二进三 $5 (2. 兵七进一 卒7进1) 车9平8?? 1-0\n",
    );
    assert_eq!(game.faults(), []);
    assert_eq!(moves(&game), ["炮二平五", "马8进7", "马二进三", "车9平8"]);
    assert_eq!(game.header.names.second, "乙 \"丙\"");
    assert_eq!(game.header.tags, [("RedTeam".to_owned(), "北京".to_owned())]);
    assert_eq!(game.header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
    let line: Vec<NodeId> = game.tree.main_line().collect();
    assert_eq!(game.tree.note(line[0]).comment, "当头炮");
    let glyphs: Vec<_> = line.iter().flat_map(|&node| &game.tree.note(node).glyphs).collect();
    assert_eq!(glyphs, [&Glyph(1), &Glyph(5), &Glyph(4)]);
    assert_eq!(game.tree.len(), 6);
    assert_eq!((game.at(line[0]), game.at(line[3])), (7, 8));
}

#[test]
fn a_comment_before_the_first_move_of_a_variation_is_about_that_move() {
    let game =
        read("1. H2-E2 {a} H9-G7 ({b} 1... B9-C7 {c}) ({d} {[%clk 0:00:01] e} C9-E7 2. H0-G2) ({f}) 2. B0-C2 {g}");
    let comments: Vec<(&str, &str)> = game
        .tree
        .subtree(Tree::ROOT)
        .filter_map(|node| Some((game.tree.mv(node)?, game.tree.note(node).comment.as_str())))
        .collect();
    let expected =
        [("H2-E2", "a\nf"), ("H9-G7", ""), ("B0-C2", "g"), ("B9-C7", "b\nc"), ("C9-E7", "d\ne"), ("H0-G2", "")];
    assert_eq!(comments, expected);
    assert_eq!(game.faults(), []);
    let written = Pgn::ICCS.write(&game.header, &game.tree).expect("it is a game of Xiangqi").bytes;
    assert_eq!(Pgn::ICCS.read(&written).expect("it is a record").tree, game.tree);
}

#[test]
fn commands_in_comments_are_read_and_the_rest_is_text() {
    let game = read("1. H2-E2 {[%clk 0:10:02.5] [%eval -0.35,12] [%csl Ge2,Rh9][%cal Bh2e2] a [%x y] b}");
    let note = game.tree.note(game.tree.main_line().next().expect("it has a move"));
    assert_eq!(note.clock, Some(Millis(602_500)));
    assert_eq!(note.evaluation, Some(Evaluation { worth: Worth::Centipawns(-35), depth: Some(12) }));
    assert_eq!((note.marks.len(), note.comment.as_str()), (3, "a [%x y] b"));
    for odd in ["[%clk 1]", "[%cal Gz2]", "[%eval]", "[%", "[%csl 炮]", "[%cal G炮a]", "[%clk 9999999:0:0]"] {
        let game = read(&format!("1. H2-E2 {{{odd}}}"));
        assert_eq!(game.tree.note(game.tree.main_line().next().expect("a move")).comment, odd);
    }
}

#[test]
fn a_collection_is_read_game_by_game() {
    let text = "[Red \"a\"]\n\n1. C2=5 h8+7 1-0\nsaved with love\n\n[Red \"b\"]\n[FEN \"9/9\"]\n1. x *\n\
                [Red \"c\"]\n1. C2=5 [%x] h8+7 (1... c8=5\n[Red \"d\"]\n1. c8=5 0-1";
    let mut games = Vec::new();
    let ended = Pgn::ICCS.read_each(text.as_bytes(), &mut |game| {
        games.push(game.map(|game| (game.header.names.first.clone(), game.tree.len(), game.faults().len())));
        ControlFlow::Continue(())
    });
    assert_eq!(ended, ControlFlow::Continue(()));
    assert!(matches!(games.remove(1), Err(UnreadableRecord::Setup(_))));
    assert_eq!(
        games,
        [("a", 2, 0), ("c", 4, 1), ("d", 1, 0)].map(|(name, moves, faults)| Ok((name.to_owned(), moves, faults)))
    );
}

#[test]
fn a_move_reads_the_same_after_a_number() {
    for (text, means) in [
        ("1. H2-E2 2..$5 H9-G7", "1. H2-E2 $5 H9-G7"),
        ("1. H2-E2 ..2...h9g7 3.x", "1. H2-E2 h9g7 x"),
        ("1. H2-E2 ..2 1.1-0! H9-G7", "1. H2-E2 1-0"),
        ("1. H2-E2 (1. .* 1.b2e2) .* H9-G7", "1. H2-E2 (1. b2e2) *"),
    ] {
        let [game, meant] = [text, means].map(read);
        assert_eq!((moves(&game), game.tree.len()), (moves(&meant), meant.tree.len()), "{text}");
        assert_eq!(game.header.outcome, meant.header.outcome, "{text}");
    }
}

#[test]
fn a_move_that_is_no_word_becomes_one_and_keeps_its_place() {
    for odd in ["c;c4", "c(4", "a b", "[A", "$5", "1-0", "*", "12.", "c4!", "H2E2h9g7", "c，4", "\u{1a}5+5", ""] {
        let mut game = read("1. H2-E2 (1. C3-C4) H9-G7 *");
        let end = game.tree.main_line().last().expect("it has moves");
        let broken = game.tree.push(end, odd);
        game.tree.push(broken, "g6g5");
        game.tree.push(end, "g3g4");
        let written = Pgn::ICCS.write(&game.header, &game.tree).expect("it is a game of Xiangqi");
        assert!(written.left_out.is_empty(), "{odd}");
        let again = Pgn::ICCS.read(&written.bytes).expect("it was written");
        assert_eq!((again.tree.len(), again.faults().len()), (game.tree.len(), 0), "{odd}");
        assert_eq!(moves(&again)[..2], moves(&game)[..2], "{odd}");
        assert_eq!(moves(&again)[3], "G6-G5", "{odd}");
        assert!(moves(&again)[2].parse::<xiangqi::Move>().is_err(), "{odd} is no move");
    }
    let mut game = read("1. H2-E2 *");
    game.tree.push(Tree::ROOT, "c3c9x");
    let written = Pgn::ICCS.write(&game.header, &game.tree).expect("it is a game of Xiangqi");
    assert!(String::from_utf8_lossy(&written.bytes).contains(" c3c9x"), "what is one word stays as it is");
}

#[test]
fn broken_text_is_a_fault_with_its_line() {
    let game = read("[Red \"x]\n\n1. H2-E2 {never closed\n H9-G7");
    assert_eq!(game.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(), [1, 3].map(Location::Line));
    assert_eq!(moves(&game), ["H2-E2"]);
    assert_eq!(read(") ( ( } {").faults().len(), 6);
    assert!(Pgn::ICCS.read(b"[FEN \"9/9\"]").is_err_and(|why| matches!(why, UnreadableRecord::Setup(_))));
}

/// The events, the moves and the number of faults of each game.
fn each(text: &str) -> Vec<(String, Vec<String>, usize)> {
    let mut games = Vec::new();
    let _ = Pgn::ICCS.read_each(text.as_bytes(), &mut |game| {
        let game = game.expect("each game can be set up");
        let event = game.header.tags.iter().find(|(name, _)| name == "Event").map(|(_, event)| event.clone());
        games.push((
            event.unwrap_or_default(),
            game.tree.main_moves().map(str::to_owned).collect(),
            game.faults().len(),
        ));
        ControlFlow::Continue(())
    });
    games
}

fn of_event(event: &str, moves: &str) -> String {
    format!("[Game \"Chinese Chess\"]\n[Event \"{event}\"]\n[Result \"1-0\"]\n\n{moves}")
}

/// Reported for other programs: games are joined without a line break.
#[test]
fn tags_may_follow_a_result_without_a_break() {
    let joined =
        of_event("one", "1. h2e2 h9g7 1-0") + &of_event("two", "1. h2e2 b9c7 *") + &of_event("three", "1. b0c2 *");
    let games = each(&joined);
    let events: Vec<_> = games.iter().map(|(event, moves, faults)| (event.as_str(), moves.len(), *faults)).collect();
    assert_eq!(events, [("one", 2, 0), ("two", 2, 0), ("three", 1, 0)]);
}

/// Reported for other programs: a forgotten brace takes the games behind it.
#[test]
fn a_comment_that_is_not_closed_ends_before_the_next_game() {
    let text = of_event("one", "1. h2e2 { oops h9g7 1-0\n\n") + &of_event("two", "1. h2e2 {good} b9c7 1-0\n\n");
    let games = each(&(text.clone() + &of_event("three", "1. h2e2 1-0\n")));
    let events: Vec<_> = games.iter().map(|(event, moves, faults)| (event.as_str(), moves.len(), *faults)).collect();
    assert_eq!(events, [("one", 1, 1), ("two", 2, 0), ("three", 1, 0)]);
    // A comment that quotes one tag, or a game without an empty line, is whole.
    let quoted = each(&of_event("one", "1. h2e2 {see\n\n[Event \"two\"] of May} h9g7 1-0\n"));
    assert_eq!(quoted.iter().map(|(_, moves, faults)| (moves.len(), *faults)).collect::<Vec<_>>(), [(2, 0)]);
}

/// The library keeps studies in this form, and a person may paste a game into a comment.
#[test]
fn a_comment_that_quotes_tags_is_read_as_it_was_written() {
    let game = read("1. H2-E2 H9-G7 (1... B9-C7) 2. H0-G2 *");
    for quoted in [
        "from:\n\n[Event \"Cup\"]\n[Red \"A\"]",
        "from:\n\n[Event \"Cup\"]\n[Red \"A\"]\n\n1. C3-C4 *\n\n[Event \"Cup\"]\n[Red \"B\"]",
        "对局\n\n[赛事 “杯赛”]\n[红方 “胡荣华”]\n\n好",
        "\"[\"]\n[\n\n[",
    ] {
        for node in game.tree.subtree(Tree::ROOT) {
            let mut tree = game.tree.clone();
            tree.note_mut(node).comment = quoted.to_owned();
            let written = Pgn::ICCS.write(&game.header, &tree).expect("it is a game of Xiangqi").bytes;
            let again = Pgn::ICCS.read(&written).expect("our own");
            assert_eq!((again.tree.len(), again.faults()), (tree.len(), vec![]), "{quoted}");
            let mut comments = again.tree.subtree(Tree::ROOT).map(|node| again.tree.note(node).comment.as_str());
            assert!(comments.any(|comment| comment == quoted), "{quoted}");
            assert_eq!(each(&String::from_utf8_lossy(&written)).len(), 1, "{quoted}");
        }
    }
}

#[test]
fn a_tag_of_another_form_never_becomes_a_tag_of_ours() {
    let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
    for name in ["Fen", "FEN", "RESULT", "white", "date", "Game", "format"] {
        header.tags = vec![(name.to_owned(), "another".to_owned()), ("Round".to_owned(), "1".to_owned())];
        let written = Pgn::ICCS.write(&header, &Tree::new()).expect("it is written");
        assert_eq!(written.left_out.count(RecordPart::Fact), 1, "{name}");
        let again = Pgn::ICCS.read(&written.bytes).expect("it is read");
        assert_eq!(
            again.header,
            Header { tags: header.tags[1..].to_vec(), names_rule: again.header.names_rule, ..header.clone() }
        );
    }
}

#[test]
fn a_second_event_is_reported() {
    let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
    header.tags = ["Event", "Event", "Round", "Round"].map(|name| (name.to_owned(), "1".to_owned())).to_vec();
    let written = Pgn::ICCS.write(&header, &Tree::new()).expect("it is written");
    assert_eq!(written.left_out.to_string(), "1 fact about the game");
    assert_eq!(Pgn::ICCS.read(&written.bytes).expect("it is read").header.tags, header.tags[1..]);
}

/// Disservin/chess-library#119, niklasf/chessops#164.
#[test]
fn a_game_without_moves_is_a_game_of_its_own() {
    let tags = |round: u8, red: &str| {
        format!("[Event \"Club\"]\n[Round \"{round}\"]\n[White \"{red}\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n")
    };
    let forfeit = tags(1, "a") + "1. h2e2 h9g7 1-0\n\n" + &tags(2, "c") + "[Source \"forfeit\"]\n\n" + &tags(3, "d");
    let rounds = |text: &str| {
        let mut rounds = Vec::new();
        let _ = Pgn::ICCS.read_each(text.as_bytes(), &mut |game| {
            let game = game.expect("each game can be set up");
            let tags: Vec<&str> = game.header.tags.iter().map(|(_, value)| value.as_str()).collect();
            rounds.push((game.header.names.first.clone(), tags.join(" "), game.tree.len()));
            ControlFlow::Continue(())
        });
        rounds
    };
    let expected = |games: &[(&str, &str, usize)]| {
        games.iter().map(|&(red, tags, moves)| (red.to_owned(), tags.to_owned(), moves)).collect::<Vec<_>>()
    };
    let three = [("a", "Club 1", 2), ("c", "Club 2 forfeit", 0), ("d", "Club 3", 1)];
    assert_eq!(rounds(&(forfeit.clone() + "1. h2e2 1-0\n")), expected(&three));
    // Also without an empty line, and with text between.
    let packed = (tags(1, "a") + &tags(2, "c")).replace("\n\n", "\n") + "\n1. h2e2 1-0\n";
    assert_eq!(rounds(&packed), expected(&[("a", "Club 1", 0), ("c", "Club 2", 1)]));
    let text = tags(1, "a").replace("\n\n", "\n{Black is absent}\n") + &tags(2, "c");
    assert_eq!(rounds(&text), expected(&[("a", "Club 1", 0), ("c", "Club 2", 0)]));
    let faults = |text: &str| read(text).faults().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(faults(&(tags(1, "a") + &tags(2, "c"))), ["line 7: the games behind the first one are not read"]);
    assert_eq!(faults(&(tags(1, "a") + "1. h2e2 1-0\n\n\n" + &tags(2, "c")))[0][..7], *"line 10");
    // A tag that is repeated, and tags with an empty line between them, are of one game.
    let one = tags(1, "a").replace("[White", "[Round \"1\"]\n\n[White") + "[Source \"s\"]\n[Round \"2\"]\n\n1. h2e2 *";
    assert_eq!(rounds(&one), expected(&[("a", "Club 1 1 s 2", 1)]));
}

/// LeelaChessZero/lc0#1647.
#[test]
fn a_mark_of_a_file_costs_no_tag_of_the_game_behind_it() {
    for mark in ["\u{feff}", "\u{1a}", "\u{1a}\r\n\u{feff}"] {
        let text = "\u{feff}".to_owned() + &of_event("one", "1. h2e2 h9g7 1-0\r\n\r\n") + mark;
        let games = each(&(text + &of_event("two", "1. h2e2 1-0\n\u{1a}")));
        let games: Vec<_> = games.iter().map(|(event, moves, faults)| (event.as_str(), moves.len(), *faults)).collect();
        assert_eq!(games, [("one", 2, 0), ("two", 1, 0)]);
    }
}

/// The moves with the numbers of their glyphs.
fn glyphs(text: &str) -> Vec<String> {
    let game = read(text);
    assert_eq!(game.faults(), [], "{text}");
    let worded = |node| {
        let glyphs: String = game.tree.note(node).glyphs.iter().map(|glyph| format!("${}", glyph.0)).collect();
        format!("{}{glyphs}", game.tree.mv(node).unwrap_or_default())
    };
    game.tree.subtree(Tree::ROOT).skip(1).map(worded).collect()
}

/// mliebelt/pgn-parser#26, lichess-org/scalachess#217, jackstenglein/chess-dojo#963.
#[test]
fn signs_of_an_assessment_are_no_moves() {
    assert_eq!(
        glyphs("1. h2e2 h9g7?? ∓ 2. h0g2 += i9h9 ± {x} 3. i0h0 -+ 1-0"),
        ["h2e2", "h9g7$4$17", "h0g2$14", "i9h9$16", "i0h0$19"]
    );
    assert_eq!(
        glyphs("1. h2e2 h9g7 D 2. h0g2!+- i9h9= 3. i0h0 +/- b9c7 N 4. b0c2⩲! (4. c3c4 ∞) 1-0"),
        ["h2e2", "h9g7$220", "h0g2$1$18", "i9h9$10", "i0h0$16", "b9c7$146", "b0c2$1$14", "c3c4$13"]
    );
    assert_eq!(glyphs("1. h2e2 + h9g7 # 2. h0g2 *"), ["h2e2", "h9g7", "h0g2"]);
    // A sign in parentheses is about the move before them.
    assert_eq!(glyphs("1. h2e2 h9g7 (=) 2. h0g2 (±) (2. c3c4 (∓)) *"), ["h2e2", "h9g7$10", "h0g2$16", "c3c4$17"]);
}

/// jackstenglein/chess-dojo#2147.
#[test]
fn a_score_ends_the_moves_in_any_spelling() {
    for (score, winner) in [
        ("0.5-0.5", None),
        ("0,5-0,5", None),
        ("3. 0.5 - 0.5", None),
        ("1/2 – 1/2", None),
        ("½：½", None),
        ("1 - 0", Some(Side::First)),
        ("0 : 1 {x}", Some(Side::Second)),
    ] {
        let game = read(&format!("[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 {score}"));
        assert_eq!((game.tree.len(), game.faults()), (4, vec![]), "{score}");
        assert_eq!(game.header.outcome, Some(Outcome { winner, reason: Reason::Unstated }), "{score}");
    }
    let joined = of_event("one", "1. h2e2 1 - 0") + &of_event("two", "0 - 1\n\n") + &of_event("three", "1. h2e2 *");
    assert_eq!(each(&joined).iter().map(|(_, moves, _)| moves.len()).collect::<Vec<_>>(), [1, 0, 1]);
}

#[test]
fn a_text_in_brackets_without_tags_and_moves_is_no_game() {
    for text in [
        "[DHJHtmlXQ]\n[DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34]\n[/DHJHtmlXQ]",
        "[{\"id\": 1,\"red\": \"LIU\",\"moves\": \"h2e2 b9c7\"}]",
        "[dhtmlxq]\n[dhtmlxq_red]Li[/dhtmlxq_red]",
        "[",
    ] {
        assert_eq!(Pgn::ICCS.read(text.as_bytes()), Err(UnreadableRecord::Unknown), "{text}");
        assert_eq!(crate::record::format::read(text.as_bytes()), Err(UnreadableRecord::Unknown), "{text}");
    }
    let game = read("[第一局] 1. h2e2 h9g7");
    assert_eq!((game.tree.len(), game.tree.note(Tree::ROOT).comment.as_str(), game.faults()), (2, "[第一局]", vec![]));
    for text in ["[x]\n1. h2e2", "[Red \"a\"]", "[x]\n[Red \"a\"]", "1. h2e2"] {
        assert!(Pgn::ICCS.read(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn quotation_marks_of_word_processors_enclose_a_value() {
    let game = read("[Red “李红”]\n[Date “2024.05.06”]\n[Result “0-1”]\n\n1. 炮二平五 马8进7 0-1");
    assert_eq!(
        (game.header.names.first.as_str(), game.header.date.as_str(), game.tree.len()),
        ("李红", "2024.05.06", 2)
    );
}
