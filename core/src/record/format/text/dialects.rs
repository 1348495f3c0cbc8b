//! Texts as other programs write them.

use super::*;
use crate::base::{Outcome, Side};

#[test]
fn a_number_at_the_end_of_a_line_is_no_move_number() {
    let facts = |text: &str| {
        let record = Text.read(text.as_bytes()).expect("it is a record");
        assert_eq!((record.faults(), record.tree.len(), record.tree.note(Tree::ROOT).is_empty()), (vec![], 2, true));
        record.header
    };
    let header = facts("红方：玩家1\r\n黑方：玩家2\r\n日期：2024.05.06\r\n结果：1/2-1/2\r\n\r\n炮二平五 马8进7\r\n");
    assert_eq!((header.names.first.as_str(), header.names.second.as_str()), ("玩家1", "玩家2"));
    assert_eq!((header.date.as_str(), header.outcome), ("2024.05.06", Some(Outcome::draw(Reason::Unstated))));
    assert_eq!(facts("日期：2024.05.06\n炮二平五\n马8进7").date, "2024.05.06");
    assert_eq!(facts("结果：1-0\nh2e2 h9g7").outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
    assert_eq!(facts("Black: Player 2\n\nC2=5 H8+7").names.second, "Player 2");
    for (text, tag) in [("轮次：3\n炮二平五 马8进7", "3"), ("轮次：3\n1\n炮二平五 马8进7", "3")] {
        assert_eq!(facts(text).tags, [("Round".to_owned(), tag.to_owned())]);
    }
    // A number before a move is the move's, behind a label or on a line of its own.
    for numbered in ["着法：1. 炮二平五 马8进7", "1.\n炮二平五 马8进7", "1\n\n炮二平五\n1\n马8进7"]
    {
        facts(numbered);
    }
    let record = Text.read("第3局\n4k4/9/9/9/9/9/9/9/9/3K5 w\n7. d0d1".as_bytes()).expect("it is a record");
    assert!(matches!(record.header.setup, Setup::Xiangqi { start } if start.to_setup().move_number == 7));
}

#[test]
fn what_a_program_writes_under_the_moves_is_a_comment() {
    let read = |text: &str| {
        let record = Text.read(text.as_bytes()).expect("it is a record");
        let comments = record.tree.main_line().map(|node| record.tree.note(node).comment.clone());
        (record.tree.len(), comments.collect::<Vec<_>>().join("|"), record.faults())
    };
    // 东萍
    let text = " \n  1.炮二平五      马８进７  \n  2.马二进三      车９平８  \n \n棋谱由 http://www.dpxq.com/ 生成\n";
    assert_eq!(read(text), (4, "|||棋谱由 http://www.dpxq.com/ 生成".to_owned(), vec![]));
    // XQStudio, with remarks between the moves
    let text = "-----------\n  1. 炮二平五  马８进７    2. 马二进三  …………\n\n红方跳正马。\n\n  2. …………  车９平８\n\
                -----------\n棋谱由XQStudio生成 (http://www.qipaile.net/xqstudio)\n";
    let comments = "||红方跳正马。|棋谱由XQStudio生成 (http://www.qipaile.net/xqstudio)";
    assert_eq!(read(text), (4, comments.to_owned(), vec![]));
    // vschess
    let text = "（开局说明）\n 7. ………… 马8进7\n（黑方起马）\n 8. 马二进三 车9平8（出车\n红未动）\n和棋\n";
    let (moves, comments, faults) = read(text);
    assert_eq!((moves, comments.as_str(), faults), (3, "黑方起马||出车\n红未动", vec![]));
    let record = Text.read("1. 炮二平五 马8进7 （黑胜）".as_bytes()).expect("it is a record");
    assert_eq!(record.header.outcome, Some(Outcome::win(Side::Second, Reason::Unstated)));
    // Parentheses that do not fit, and a move that is misprinted.
    let (moves, comments, faults) = read("1. 炮二平五 马8进7\n炮二一五\n2. 马二进三）（未完");
    assert_eq!((moves, comments.as_str(), faults.len()), (4, "|||未完", 2));
    let (moves, _, faults) = read("1. 炮二平五 （好\n1. … 马8进7 2. 马二进三）");
    assert_eq!((moves, faults.len()), (1, 1));
}

#[test]
fn the_variations_of_a_text_do_not_go_on_from_the_main_line() {
    let text = "【主变: 红胜】\n  1. 炮二平五   马８进７ \n  2. 马二进三{1} 车９平８ \n \n *第  2 回合红: 有[变1-0-2]\n \n\
                【变1-0-2】\n    {rnbakabnr/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR r}\n  2. 马八进七    马２进３ \n";
    let record = Text.read(text.as_bytes()).expect("it is a record");
    let faults: Vec<String> = record.faults().iter().map(ToString::to_string).collect();
    assert_eq!((record.tree.len(), faults), (4, vec!["line 7: the variations from here on are not read".to_owned()]));
}

#[test]
fn xml_of_another_program_is_unknown() {
    // 鹏飞
    let text =
        r#"<n version="2" m="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"><n m="h2e2"/></n>"#;
    for text in [text.to_owned(), format!("<?xml version=\"1.0\"?>{text}")] {
        assert_eq!(Text.read(text.as_bytes()), Err(UnreadableRecord::Unknown));
    }
}

#[test]
fn a_line_of_unplayable_moves_is_no_remark() {
    use crate::record::format::pgn::Pgn;
    let moves = |text: &str| {
        let record = Pgn::ICCS.read(format!("[Red \"甲\"]\n\n{text}").as_bytes()).expect("it is a record");
        record.tree.main_moves().map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves("1. h2e2 xx 2. yy\nzz 3. ww vv\nuu\n$1 $2 $3\n*"), "h2e2 xx yy zz ww vv uu");
    assert_eq!(moves("1. h2e2 xx\nsee you soon\n2. yy *"), "h2e2 xx yy");
    // A move that would come back as a remark is written as a word that does not.
    let mut tree = Tree::new();
    let first = tree.push(Tree::ROOT, "h2e2");
    tree.note_mut(first).comment = "a long comment that fills the line so that the next move begins another".to_owned();
    tree.push(first, "unplayable");
    let written = Pgn::ICCS.write(&Header::new(Setup::usual(GameKind::Xiangqi)), &tree).expect("it has a form");
    assert_eq!(Pgn::ICCS.read(&written.bytes).map(|record| record.tree.len()), Ok(2));
}

#[test]
fn a_position_or_a_title_among_the_moves_is_no_remark() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w";
    let told =
        |text: &str| Text.read(text.as_bytes()).map_or(true, |record| !record.faults().is_empty() || stops(&record));
    for text in [
        // A list of openings has the position behind its moves.
        format!("h2e2h9g7h0g2\n{fen}"),
        format!("1. h2e2 h9g7\nFEN: {fen}\n2. h0g2 i9h9"),
        // Two games, a game and its variation, and two games with labels, without a result between them.
        "甲先胜乙\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n丙先负丁\n1. 兵七进一 炮2平3 2. 炮八平六 卒3进1".to_owned(),
        "LIU - KE\nCup 1997\nh2e2 h9g7 h0g2 i9h9\n\nLV - LIN\nCup 1998\nc3c4 g6g5 b0c2 b9c7".to_owned(),
        "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n如改走下着：\n2. 兵七进一 卒7进1".to_owned(),
        "红方: 甲\n1. 炮二平五 马8进7\n标题: 赛二\n红方: 丙\n1. 炮二平五 马8进7".to_owned(),
    ] {
        assert!(told(&text), "{text}");
    }
    let text = "1. 炮二平五 马8进7\n红方先走中炮开局。\n2. 马二进三\n黑方应以出车。\n2... 车9平8\n由某程序生成的棋谱";
    let record = Text.read(text.as_bytes()).expect("it is a record");
    assert_eq!((record.faults(), record.tree.len()), (vec![], 4));
}

/// Whether the moves of a record cannot all be played.
fn stops(record: &Record) -> bool {
    let mut game = crate::game::Game::new(&record.header.setup);
    record.tree.main_moves().any(|mv| game.advance(mv).is_err())
}

#[test]
fn a_full_width_parenthesis_ends_where_it_is_closed() {
    let read = |text: &str| {
        let record = Text.read(text.as_bytes()).expect("it is a record");
        let comments: Vec<String> =
            record.tree.subtree(Tree::ROOT).map(|node| record.tree.note(node).comment.clone()).collect();
        (record.faults().len(), record.tree.len(), record.header.outcome, comments.concat())
    };
    for (text, comment) in [
        ("1. 炮二平五 （当头炮) 马８进７\n2. 炮八平六 车９平８", "当头炮"),
        ("1. 炮二平五 （如改走马二进三（先手），则好） 马８进７\n2. 炮八平六 车９平８", "如改走马二进三（先手），则好"),
        ("1. 炮二平五 马８进７（和） 2. 炮八平六 车９平８", "和"),
        ("1. 炮二平五 马８进７ （(a) 见\n下） 2. 炮八平六 车９平８", "(a) 见\n下"),
    ] {
        assert_eq!(read(text), (0, 4, None, comment.to_owned()), "{text}");
    }
    assert_eq!(read("1. 炮二平五 马８进７ （和）").2, Some(Outcome::draw(Reason::Unstated)));
}

#[test]
fn lines_and_letters_without_sides_are_no_board() {
    let moves = "1. 炮二平五 马8进7\n2. 马二进三 车9平8";
    let ruler = "--------+".repeat(9) + "\n";
    for before in [
        "车马象士将士象马车\n＋＋＋＋＋＋＋＋＋\n＋炮＋＋＋＋＋炮＋\n卒＋卒＋卒＋卒＋卒\n＋＋＋＋＋＋＋＋＋\n\
         兵＋兵＋兵＋兵＋兵\n＋炮＋＋＋＋＋炮＋\n＋＋＋＋＋＋＋＋＋\n车马相仕帅仕相马车\n\n",
        "局面：\n+---+\n",
        "典型局面：\n车马炮\n\n",
        &ruler.repeat(6),
        &(".".repeat(15) + "\n").repeat(15),
    ] {
        let record = Text.read((before.to_owned() + moves).as_bytes()).expect("it is a record");
        assert_eq!((record.faults(), record.tree.len()), (vec![], 4), "{before}");
    }
}
