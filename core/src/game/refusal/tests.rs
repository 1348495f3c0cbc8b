//! Obstacles to moves, derived from the rules.

use super::*;
use crate::game::{Game, Setup, SetupCodes};

/// Plays `moves` and returns the refusal of the last.
#[track_caller]
fn refused(words: SetupCodes<'_>, moves: &str) -> Refusal {
    let mut game = Game::new(&Setup::read(words).expect("it is a game"));
    let mut moves: Vec<&str> = moves.split(' ').collect();
    let last = moves.pop().expect("a move");
    for mv in moves {
        game.play(mv).expect(mv);
    }
    game.play(last).expect_err(last)
}

/// Checks the obstacles to the last of Xiangqi `moves`: part, piece, point and file.
#[track_caller]
fn xiangqi(fen: &str, moves: &str, expected: &[(ObstaclePart, char, &str, u8)], message: &str) {
    let why = refused(SetupCodes { game: "xiangqi", start: Some(fen), ..SetupCodes::default() }, moves);
    let found: Vec<_> = why.obstacles.iter().map(|it| (it.part, it.piece, it.points.join(" "), it.file)).collect();
    let expected: Vec<_> =
        expected.iter().map(|&(part, piece, at, file)| (part, Some(piece), at.to_owned(), Some(file))).collect();
    assert_eq!((found, why.message.as_str()), (expected, message), "{fen} {moves}");
}

#[test]
fn a_refusal_names_the_piece_in_the_way() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let leg = [(ObstaclePart::Leg, 'B', "g0", 3)];
    xiangqi(start, "h0f1", &leg, "the horse's leg is blocked on g0 by the elephant");
    xiangqi(start, "马二进四", &leg, "the horse's leg is blocked on g0 by the elephant");
    xiangqi(start, "a0a5", &[(ObstaclePart::Way, 'P', "a3", 9)], "the way is blocked on a3 by the soldier");
    xiangqi(start, "a0b0", &[(ObstaclePart::Own, 'N', "b0", 8)], "b0 is occupied by a horse of the same side");
    let eye = "4k4/9/9/9/9/9/9/9/3p5/2BK5 w";
    xiangqi(eye, "c0e2", &[(ObstaclePart::Eye, 'p', "d1", 6)], "the elephant's eye is blocked on d1 by the soldier");
    let screens = "3kr4/9/4P4/9/4P4/9/9/9/4C4/5K3 w";
    let two = [(ObstaclePart::Screen, 'P', "e5", 5), (ObstaclePart::Screen, 'P', "e7", 5)];
    xiangqi(screens, "e1e9", &two, "the cannon may jump over only one piece; there is a second on e7");
}

#[test]
fn a_refusal_names_the_generals_and_the_checker() {
    let faced = "4k4/9/9/9/9/9/4N4/9/9/4K4 w";
    let generals = [(ObstaclePart::General, 'K', "e0", 5), (ObstaclePart::General, 'k', "e9", 5)];
    xiangqi(faced, "e3d5", &generals, "the generals would face each other on e0 and e9");
    let into = "3k5/5r3/9/9/9/9/9/9/9/4K4 w";
    let check = [(ObstaclePart::Checker, 'r', "f8", 4), (ObstaclePart::General, 'K', "f0", 4)];
    xiangqi(into, "e0f0", &check, "the general would be in check from f8, the chariot");
    let black = "3ak4/9/9/9/9/9/9/9/4R4/3K5 b";
    let exposed = [(ObstaclePart::Checker, 'R', "e2", 5), (ObstaclePart::General, 'k', "e9", 5)];
    xiangqi(black, "d9e8 e1e2 e8f9", &exposed, "the general would be in check from e2, the chariot");
    let stays = [(ObstaclePart::Checker, 'R', "e1", 5), (ObstaclePart::General, 'k', "e8", 5)];
    xiangqi(black, "e9e8", &stays, "the general would still be in check from e1, the chariot");
}

#[test]
fn a_foul_shows_its_rows() {
    let renju = SetupCodes { game: "gomoku", rule: "renju", ..SetupCodes::default() };
    let why = refused(renju, "h9 a1 h10 a15 i8 o1 j8 o15 h8");
    let mut rows: Vec<_> = why.obstacles.iter().map(|row| (row.part, row.points.clone())).collect();
    for (_, points) in &mut rows {
        points.sort();
    }
    rows.sort_by(|one, other| one.1.cmp(&other.1));
    let expected =
        [["h10", "h8", "h9"], ["h8", "i8", "j8"]].map(|row| (ObstaclePart::Three, row.map(str::to_owned).to_vec()));
    assert_eq!(rows, expected);
    assert!(why.message.ends_with(')') && why.message.contains("h8"), "{}", why.message);
}
