use super::*;
use crate::base::{Reason, Side};

#[track_caller]
fn check(text: &str, moves: &str) -> Header {
    let record = read(text).expect("it is a list of points");
    assert_eq!(record.tree.main_moves().collect::<Vec<_>>().join(" "), moves, "{text}");
    record.header
}

#[test]
fn a_game_without_points_is_a_game_of_its_own() {
    let tags = |black: &str| format!("[Black \"{black}\"]\n[White \"x\"]\n[Result \"1-0\"]\n\n");
    let text = tags("a") + &tags("b") + "1-0\n" + &tags("c") + "1. h8 i9 2. j10 1-0\n" + &tags("d");
    assert!(is_tagged(&text) && !is_tagged(&(tags("a") + &tags("b"))));
    let games = games(&text);
    let games: Vec<_> = games.iter().map(|game| game.read().expect("a game of the list")).collect();
    let facts: Vec<_> = games.iter().map(|game| (game.header.names.first.as_str(), game.tree.len())).collect();
    assert_eq!(facts, [("a", 0), ("b", 0), ("c", 3), ("d", 0)]);
    assert!(games.iter().all(|game| game.header.outcome.is_some() && game.header.setup.size() == Some(15)));
    let faults = read(&text).expect("a list").faults();
    assert_eq!(faults[0].to_string(), "line 5: 3 more games are not read");
}

#[test]
fn numbers_may_be_joined_to_the_points_before_them() {
    check("1.h8i92.j10k113.l12", "h8 i9 j10 k11 l12");
    check("1.h8 2.i93.j1", "h8 i9 j1");
    assert!(read("1.h8i93.j10").is_none());
}

#[test]
fn points_are_read_with_passes_and_results() {
    let win = |side| Some(Outcome::win(side, Reason::Unstated));
    assert_eq!(check("h8i9--j10", "h8 i9 pass j10").outcome, None);
    assert_eq!(check("h8 i9 1-0", "h8 i9").outcome, win(Side::First));
    assert_eq!(check("1. h8 i9 2. j10 0-1", "h8 i9 j10").outcome, win(Side::Second));
    assert_eq!(check("h8 i9\nj10 1/2-1/2\n", "h8 i9 j10").outcome, Some(Outcome::draw(Reason::Unstated)));
    assert_eq!(check("h8 i9 j10 黑胜", "h8 i9 j10").outcome, win(Side::First));
    assert_eq!(check("h8-i9-j10", "h8 i9 j10").outcome, None);
    assert_eq!(check("h8, i9, j10 *", "h8 i9 j10").outcome, None);
}

#[test]
fn what_xiangqi_refuses_is_gomoku() {
    assert_eq!(check("h8i9k12", "h8 i9 k12").setup.size(), Some(15));
    check("h8i9", "h8 i9");
    check("h8i9 j10k11", "h8 i9 j10 k11");
    for xiangqi in ["h2e2", "h2e2 h9g7", "h2e2h9g7", "1. h2e2 h9g7", "b2e2 h9g7 1-0", "h3e3 h10g8", "h3e3h10g8"] {
        assert!(read(xiangqi).is_none(), "{xiangqi}");
    }
    // Its second move is refused.
    check("h2e2 h8h7", "h2 e2 h8 h7");
    check("h3e3 h10g9", "h3 e3 h10 g9");
    // One point a word is no move of Xiangqi.
    check("h2 e2 h9 g7", "h2 e2 h9 g7");
}

#[test]
fn a_list_may_have_tags() {
    let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020-01-02\"]\n[Round \"-\"]\n[Black \"one\"]\n[White \"two\"]\n\
        [Result \"0-1\"]\n\n1. h8 i9 2. j10 h7 0-1\n";
    let header = check(text, "h8 i9 j10 h7");
    assert_eq!((header.names.second.as_str(), header.date.as_str()), ("two", "2020.01.02"));
    assert_eq!(header.outcome.and_then(|outcome| outcome.winner), Some(Side::Second));
    assert!(is_tagged(text) && !is_tagged("h8 i9") && !is_tagged("[Red \"a\"]\n1. h2e2 h9g7"));
}

#[test]
fn the_choice_of_a_swap_turns_columns_into_colours() {
    let tags = "[Site \"PlayOK\"]\n[Black \"one\"]\n[White \"two\"]\n[Result \"0-1\"]\n[BlackElo \"1500\"]\n\n";
    let header = check(&format!("{tags}1. h8 i9 2. l9 black 3. g9 g10 4. h10\ni11 0-1\n"), "h8 i9 l9 g9 g10 h10 i11");
    assert_eq!(
        (header.names.first.as_str(), header.outcome.and_then(|outcome| outcome.winner)),
        ("two", Some(Side::First))
    );
    assert!(header.tags.contains(&("WhiteElo".to_owned(), "1500".to_owned())), "{:?}", header.tags);
    assert_eq!(header.opening, "swap2 h8 i9 l9 swap");
    let header = check(&format!("{tags}1. h8 i9 2. l9 white\n3. -- g9 4. g10 -- 0-1"), "h8 i9 l9 g9 g10 pass");
    assert_eq!(
        (header.names.first.as_str(), header.outcome.and_then(|outcome| outcome.winner)),
        ("one", Some(Side::Second))
    );
    assert_eq!(header.opening, "swap2 h8 i9 l9 keep");
    // Two stones are added, and the first player chooses.
    let stones = "1. h8 i9 2. l10 n12 3. h4";
    let header = check(&format!("{tags}{stones} -- 4. black j6 5. h7 0-1"), "h8 i9 l10 n12 h4 j6 h7");
    assert_eq!((header.names.first.as_str(), header.opening.as_str()), ("one", "swap2 h8 i9 l10 add n12 h4 keep"));
    let header = check(&format!("{tags}{stones}\n-- 4. white\n-- 5. j6 h7 0-1"), "h8 i9 l10 n12 h4 j6 h7");
    assert_eq!((header.names.first.as_str(), header.opening.as_str()), ("two", "swap2 h8 i9 l10 add n12 h4 swap"));
    assert_eq!(header.outcome.and_then(|outcome| outcome.winner), Some(Side::First));
    // Without a choice the column is a pass.
    check(&format!("{tags}{stones} -- 4. j6 h7"), "h8 i9 l10 n12 h4 pass j6 h7");
    check(&format!("{tags}{stones} --"), "h8 i9 l10 n12 h4 pass");
    // A winner is no choice.
    assert_eq!(check("h8 i9 j10 black", "h8 i9 j10").outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
}

#[test]
fn a_named_size_shows_that_the_letter_i_is_left_out() {
    // Gomoku 3D.
    let game = |size: &str, points: &str| read(&format!("[Event \"x\"]\n[Size \"{size}\"]\n\n{points}"));
    #[track_caller]
    fn expect(game: Option<Record>, size: u8, moves: &str, faults: &[&str]) {
        let game = game.expect("it is a list of points");
        let told: Vec<String> = game.faults().iter().map(ToString::to_string).collect();
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>().join(" "), moves);
        assert_eq!((game.header.setup.size(), told), (Some(size), faults.iter().map(|&f| f.to_owned()).collect()));
    }
    expect(game("15", "1. H8 J9\n2. K10 P3"), 15, "h8 i9 j10 o3", &[]);
    expect(game("19", "1. H8 T19"), 19, "h8 s19", &[]);
    expect(game("15", "1. H8 J9"), 15, "h8 j9", &[]);
    expect(game("9", "1. e5 j9"), 9, "e5 i9", &[]);
    let fault = ["line 2: the points do not fit on 15 lines; 19 are taken"];
    expect(game("15", "1. I8 P3"), 19, "i8 p3", &fault);
    expect(game("15", "1. H8 P16"), 19, "h8 p16", &fault);
}

#[test]
fn a_void_game_keeps_the_word() {
    let header = check("[Black \"a\"]\n[Result \"Void\"]\n\n1. h8 i9 void", "h8 i9");
    assert_eq!((header.outcome, header.tags), (None, vec![("Termination".to_owned(), "Void".to_owned())]));
}

#[test]
fn a_pass_is_refused_in_a_sentence() {
    let mut record = read("h8 i9 -- j10").expect("it is a list of points");
    let (_, stopped) = crate::study::resolve(&mut record);
    assert_eq!(stopped.expect("the line ends").why.message, "Gomoku has no pass");
}

#[test]
fn games_begin_with_tags() {
    let text = "[Black \"one\"]\n\n1. h8 i9 1-0\n\n\n[Black \"two\"]\n\n1. h8 g7\n[Black \"three\"]\n1. a0\n";
    let record = read(text).expect("it is a list");
    let faults: Vec<String> = record.faults().iter().map(ToString::to_string).collect();
    assert_eq!((record.tree.len(), faults), (2, vec!["line 6: 2 more games are not read".to_owned()]));
    let games: Vec<(usize, Option<Record>)> = games(text).iter().map(|game| (game.line, game.read())).collect();
    assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 6, 9]);
    let second = games[1].1.as_ref().expect("it is a list");
    assert_eq!(second.at(second.tree.main_line().next().expect("a move")), 8);
    assert!(games[2].1.is_none());
}

#[test]
fn games_may_be_lines() {
    let openings = "f12e11d10\n\nf15f10c14\nf12 a1\n";
    let games = games(openings);
    assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 3, 4]);
    let record = read(openings).expect("it is a list");
    assert_eq!((record.tree.len(), record.faults().len()), (3, 1));
    // One game may have several lines.
    check("h8 i9\nj10 h7", "h8 i9 j10 h7");
    assert!(read("h8 i9\nh8 and more").is_none() && read("h2e2 h9g7\nh2e2 h9g7").is_none());
}

#[test]
fn other_texts_are_none() {
    for text in ["", "hello", "h8 h8", "1-0", "h8 i9 1-0 j10", "a0 b1", "h8 i9 and more", "8, 7"] {
        assert!(read(text).is_none(), "{text}");
    }
}
