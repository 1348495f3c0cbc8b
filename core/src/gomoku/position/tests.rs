//! Set-up, placement, refusals and ends of a game.

use super::*;
use crate::gomoku::notation::read_moves;
use crate::gomoku::setup::PlacementError;
use crate::position::Position as _;

fn point(name: &str) -> Point {
    name.parse().expect("the test names a point")
}

fn setup(rule: Rule, black: &str, white: &str, side: Option<Side>) -> Setup {
    let read = |text| read_moves(text, 22).expect("the test lists points");
    Setup { black: read(black), white: read(white), side, ..Setup::empty(15, rule) }
}

fn position(rule: Rule, black: &str, white: &str, side: Side) -> Position {
    Position::from_setup(setup(rule, black, white, Some(side))).expect("the test describes a position")
}

fn outcome(position: &Position) -> Option<Outcome> {
    position.outcome(&History::new(position.clone()))
}

#[test]
fn the_empty_board() {
    for size in MIN_SIZE..=MAX_SIZE {
        let position = Position::new(size, Rule::Renju).expect("every size from 5 to 22 is a board");
        assert_eq!(position.legal_moves().len(), usize::from(size) * usize::from(size));
        assert_eq!(position.side_to_move(), Side::First);
        assert_eq!(outcome(&position), None);
    }
    let position = Position::new(15, Rule::Freestyle).expect("15 lines are a board");
    assert_eq!(position.placement(), ["15"; 15].join("/"));
}

#[test]
fn a_setup_is_refused_by_name() {
    #[track_caller]
    fn check(setup: Setup, sentence: &str) {
        assert_eq!(Position::from_setup(setup).expect_err("the setup is wrong").to_string(), sentence);
    }
    check(Setup::empty(23, Rule::Freestyle), "board size 23 is outside 5 to 22");
    check(Setup::empty(4, Rule::Freestyle), "board size 4 is outside 5 to 22");
    check(Setup::empty(0, Rule::Freestyle), "board size 0 is outside 5 to 22");
    check(setup(Rule::Renju, "h8 h8", "i9", None), "stone h8 is placed twice");
    check(setup(Rule::Renju, "h8", "h8", None), "stone h8 is placed twice");
    check(setup(Rule::Renju, "h8 p1", "i9", None), "stone p1 is off the 15 x 15 board");
    let counts = "3 black and 1 white stones do not say whose turn it is: name the side to move";
    check(setup(Rule::Renju, "h8 a1 c3", "i9", None), counts);
    check(setup(Rule::Freestyle, "a1 b1 c1 d1 e1", "a9 b9 c9 d9", None), "there is already a five in a row at a1");
    check(setup(Rule::Renju, "a9", "a1 b1 c1 d1 e1 f1", Some(Side::First)), "there is already a five in a row at a1");
    let six = setup(Rule::Standard, "a1 b1 c1 d1 e1 f1", "", Some(Side::Second));
    assert!(Position::from_setup(six).is_ok());
}

#[test]
fn the_count_gives_the_side_to_move() {
    let side = |black, white| Position::from_setup(setup(Rule::Renju, black, white, None)).map(|p| p.side_to_move());
    assert_eq!(side("h8", ""), Ok(Side::Second));
    assert_eq!(side("h8", "i9"), Ok(Side::First));
    assert!(side("", "i9").is_err());
}

#[test]
fn placement_reads_back() {
    let first = position(Rule::Renju, "a1 h8 o15 n15", "o1 h9", Side::First);
    assert_eq!(first.placement(), "13xx/15/15/15/15/15/7o7/7x7/15/15/15/15/15/15/x13o");
    let back = Setup::from_placement(&first.placement(), Rule::Renju).expect("it was just written");
    assert_eq!(Setup { side: Some(Side::First), ..back }, first.to_setup());

    let error = |text: &str| Setup::from_placement(text, Rule::Renju).expect_err("the text is wrong");
    assert_eq!(error("5/5/5/5"), PlacementError::Rows { rows: 4 });
    assert_eq!(error(""), PlacementError::Rows { rows: 1 });
    assert_eq!(error("5/5/6/5/5"), PlacementError::Width { row: 3, size: 5 });
    assert_eq!(error("5/5/5/5/4"), PlacementError::Width { row: 1, size: 5 });
    assert_eq!(error("5/5/5/5/5x"), PlacementError::Width { row: 1, size: 5 });
    assert_eq!(error("5/5/5/5/99999999999999999999999999"), PlacementError::Width { row: 1, size: 5 });
    assert_eq!(error("5/2X2/5/5/5"), PlacementError::Letter { letter: 'X', row: 4 });
}

#[test]
fn the_key_does_not_ask_how_the_stones_came() {
    let mut one = Position::new(15, Rule::Freestyle).expect("15 lines are a board");
    let mut two = one.clone();
    for name in ["h8", "i9", "g7"] {
        one.play(point(name)).expect("the point is empty");
    }
    for name in ["g7", "i9", "h8"] {
        two.play(point(name)).expect("the point is empty");
    }
    let set_up = position(Rule::Freestyle, "h8 g7", "i9", Side::Second);
    assert_eq!((one.key(), two.key()), (set_up.key(), set_up.key()));
    assert_ne!(set_up.key(), position(Rule::Freestyle, "h8 g7", "i9", Side::First).key());
    assert_ne!(set_up.key(), position(Rule::Renju, "h8 g7", "i9", Side::Second).key());
    assert_ne!(set_up.key(), position(Rule::Freestyle, "h8 i9", "g7", Side::Second).key());
}

#[test]
fn five_ends_the_game() {
    let mut position = position(Rule::Freestyle, "d8 e8 f8 h8", "a1 b1 c1", Side::First);
    position.play(point("g8")).expect("the point is empty");
    assert_eq!(outcome(&position), Some(Outcome::win(Side::First, Reason::Five)));
    assert_eq!(position.winning_line(), read_moves("d8 e8 f8 g8 h8", 15).ok());
    assert!(position.legal_moves().is_empty());
    let refusal = position.play(point("a2")).expect_err("nobody moves after a five");
    assert_eq!(
        (refusal.code(), refusal.at(), refusal.to_string().as_str()),
        ("game-over", point("a2"), "the game is over")
    );
}

#[test]
fn six_wins_under_freestyle_alone() {
    for (rule, side, wins) in [
        (Rule::Freestyle, Side::First, true),
        (Rule::Freestyle, Side::Second, true),
        (Rule::Standard, Side::First, false),
        (Rule::Standard, Side::Second, false),
        (Rule::Renju, Side::Second, true),
    ] {
        let six = "b5 c5 d5 f5 g5";
        let (black, white) = if side == Side::First { (six, "") } else { ("", six) };
        let mut position = position(rule, black, white, side);
        position.play(point("e5")).expect("only Black under Renju is bound");
        assert_eq!(position.winner(), wins.then_some(side), "{rule} {side:?}");
        assert_eq!(position.winning_line().map(|line| line.len()), wins.then_some(6));
    }
}

#[test]
fn refusals_name_their_reason() {
    #[track_caller]
    fn check(position: &Position, at: &str, code: &str, sentence: &str) {
        let refusal = position.legality(point(at)).expect_err("the move is illegal");
        assert_eq!((refusal.code(), refusal.at()), (code, point(at)));
        assert_eq!(refusal.to_string(), sentence);
        assert!(IllegalMove::CODES.contains(&refusal.code()));
        assert!(position.clone().play(point(at)).is_err());
    }
    let renju = position(Rule::Renju, "g8 i8 h7 h9", "a1 c1 e1", Side::First);
    check(&renju, "g8", "occupied", "there is already a stone on g8");
    check(&renju, "a1", "occupied", "there is already a stone on a1");
    check(&renju, "p8", "off-board", "p8 is off the 15 x 15 board");
    check(&renju, "h8", "double-three", "h8 is forbidden to Black: it makes two open threes at once");
    let fours = position(Rule::Renju, "d8 e8 f8 h5 h6 h7", "c8 h4", Side::First);
    check(&fours, "h8", "double-four", "h8 is forbidden to Black: it makes two fours at once");
    let six = position(Rule::Renju, "d8 e8 f8 h8 i8", "", Side::First);
    check(&six, "g8", "overline", "g8 is forbidden to Black: it makes more than five in a row");
}

#[test]
fn a_refusal_shows_the_rows() {
    #[track_caller]
    fn check(black: &str, white: &str, at: &str, rows: &[&str]) {
        let position = position(Rule::Renju, black, white, Side::First);
        let expected: Vec<_> = rows.iter().map(|row| read_moves(row, 15).expect("the test lists points")).collect();
        match position.legality(point(at)) {
            Err(IllegalMove::Forbidden { lines, .. }) => assert_eq!(lines, expected),
            other => panic!("{at} is forbidden, not {other:?}"),
        }
    }
    check("g8 i8 h7 h9", "", "h8", &["g8 h8 i8", "h7 h8 h9"]);
    check("d8 e8 f8 h5 h6 h7", "c8 h4", "h8", &["d8 e8 f8 h8", "h5 h6 h7 h8"]);
    check("e8 g8 i8 k8", "", "h8", &["e8 g8 h8 i8", "g8 h8 i8 k8"]);
    check("d8 e8 f8 h8 i8", "", "g8", &["d8 e8 f8 g8 h8 i8"]);
}

#[test]
fn a_full_board_is_a_draw() {
    // No five along rows, columns or diagonals: rows of pairs, shifted.
    let mut position = Position::new(5, Rule::Renju).expect("5 lines are a board");
    let order = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 b3 a3 d3 c3 a4 e3 c4 b4 e4 d4 a5 b5 c5 d5 e5";
    for (ply, mv) in read_moves(order, 5).expect("the test lists points").into_iter().enumerate() {
        assert_eq!(outcome(&position), None, "after {ply} plies: {position:?}");
        position.play(mv).expect("the point is empty");
    }
    assert_eq!(outcome(&position), Some(Outcome::draw(Reason::BoardFull)));
    assert!(position.legal_moves().is_empty());
}

#[test]
fn only_forbidden_points_left_is_a_draw() {
    // One empty point, and it joins six black stones: Black cannot move, White could.
    let mut black = Vec::new();
    let mut white = Vec::new();
    let hole = point("d4");
    for row in 0..7 {
        for column in 0..7 {
            let at = Point::new(column, row);
            if at == hole {
                continue;
            }
            let is_black = row == 3 || (column / 2 + row) % 2 == 0;
            if is_black { black.push(at) } else { white.push(at) }
        }
    }
    let setup = Setup { black, white, side: Some(Side::First), ..Setup::empty(7, Rule::Renju) };
    let position = Position::from_setup(setup.clone()).expect("nobody has five");
    assert_eq!(position.forbidden_points(), [(hole, Foul::Overline)]);
    assert!(position.legal_moves().is_empty());
    assert_eq!(outcome(&position), Some(Outcome::draw(Reason::BoardFull)));

    let white_to_move = Position::from_setup(Setup { side: Some(Side::Second), ..setup }).expect("nobody has five");
    assert_eq!(white_to_move.legal_moves().as_slice(), [hole]);
    assert_eq!(outcome(&white_to_move), None);
}

#[test]
fn a_blocked_point_is_for_neither_side() {
    let free = setup(Rule::Freestyle, "d8 e8 g8 h8", "d9 e9 g9 h9", Some(Side::First));
    let blocked = Setup { blocked: vec![point("f8"), point("c9")], ..free.clone() };
    let mut position = Position::from_setup(blocked.clone()).expect("nobody has five");
    assert_eq!(position.to_setup().blocked, [point("f8"), point("c9")]);
    assert_ne!(position.key(), Position::from_setup(free).expect("nobody has five").key());
    assert_eq!(position.legality(point("f8")), Err(IllegalMove::Occupied { at: point("f8") }));
    assert_eq!(position.legal_moves().len(), 225 - 8 - 2);
    assert!(position.placement().contains("/2#oo1oo7/3xx#xx7/"), "{}", position.placement());
    for (mv, winner) in [("i8", None), ("f9", Some(Side::Second))] {
        position.play_unchecked(point(mv));
        assert_eq!(position.winner(), winner, "{mv}");
    }
    for at in ["f8", "d8"] {
        let twice = Setup { blocked: vec![point("f8"), point(at)], ..blocked.clone() };
        assert_eq!(Position::from_setup(twice), Err(SetupError::Twice { at: point(at) }));
    }
    let off = Setup { blocked: vec![point("p1")], ..blocked };
    assert_eq!(Position::from_setup(off), Err(SetupError::OffBoard { at: point("p1"), size: 15 }));
}

#[test]
fn where_only_blocked_points_are_left_the_game_is_drawn() {
    let points: Vec<Point> = Position::new(5, Rule::Freestyle).expect("a board").points().collect();
    let blocked = points.iter().copied().filter(|at| *at != point("a1") && *at != point("e5")).collect();
    let mut position = Position::from_setup(Setup { blocked, ..Setup::empty(5, Rule::Freestyle) }).expect("no five");
    for mv in ["e5", "a1"] {
        assert_eq!(outcome(&position), None);
        position.play_unchecked(point(mv));
    }
    assert_eq!(outcome(&position), Some(Outcome::draw(Reason::BoardFull)));
}
