//! The rules of moves and ends of a game, case by case, and what must hold in any position.

use super::super::movegen::Destinations;
use super::*;
use crate::base::{Outcome, Reason, Rng};
use crate::position::perft::perft;
use crate::position::{History, MoveList, Position as _};

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

fn mv(text: &str) -> Move {
    text.parse().expect(text)
}

/// Calls `check` with the positions of `games` random games of up to 150 plies and the moves played there.
fn random_games(seed: u64, games: usize, mut check: impl FnMut(&Position, Move)) {
    let mut rng = Rng::from_seed(seed);
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            check(&position, mv);
            position.play_unchecked(mv);
        }
    }
}

#[track_caller]
fn refused(fen: &str, text: &str, code: &str, at: Option<&str>, sentence: &str) {
    let reason = position(fen).legality(mv(text)).expect_err("the move is illegal");
    assert!(IllegalMove::CODES.contains(&code), "{code} is in the list for those who need words for each");
    let found = (reason.code(), reason.at().map(|square| square.to_string()), reason.to_string());
    assert_eq!(found, (code, at.map(String::from), sentence.to_string()), "{fen} {text}");
}

#[track_caller]
fn allowed(fen: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(position(fen).legality(mv(text)), Ok(()), "{fen} {text}");
    }
}

#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (0..=4).map(|depth| perft(&Position::start(), depth)).collect();
    assert_eq!(counts, [1, 44, 1_920, 79_666, 3_290_240]);
}

#[test]
fn every_refusal_has_its_reason_and_its_neighbour_is_allowed() {
    let start = fen::START;
    refused(start, "e4e5", "no-piece", Some("e4"), "there is no piece on e4");
    refused(start, "a9a8", "opponents-piece", Some("a9"), "the chariot on a9 is Black's, and it is Red's turn");
    refused(start, "a0b0", "own-piece", Some("b0"), "b0 is occupied by a horse of the same side");
    refused(start, "a0b1", "wrong-shape", Some("b1"), "the chariot does not move from a0 to b1");
    refused(start, "b0b2", "own-piece", Some("b2"), "b2 is occupied by a cannon of the same side");
    refused(start, "b0b1", "wrong-shape", Some("b1"), "the horse does not move from b0 to b1");
    refused(start, "b0d1", "blocked-leg", Some("c0"), "the horse's leg is blocked on c0");
    refused(start, "a0a5", "blocked-path", Some("a3"), "the way is blocked on a3");
    refused(start, "b2b8", "blocked-path", Some("b7"), "the way is blocked on b7");
    refused(start, "b2b7", "no-screen", Some("b7"), "the cannon needs a screen to take on b7");
    refused(start, "a3b3", "pawn-sideways", Some("b3"), "a soldier may not move sideways before crossing the river");
    refused(start, "a3a2", "pawn-retreat", Some("a2"), "a soldier may not move backwards");
    refused(start, "a3a5", "wrong-shape", Some("a5"), "the soldier does not move from a3 to a5");
    allowed(start, &["a0a2", "b0c2", "b2b6", "b2b9", "b2g2", "a3a4", "c0e2", "d0e1", "e0e1"]);

    let two_screens = "1r2k4/1n7/9/1c7/9/9/9/1C7/9/3K5 w";
    let second = "the cannon may jump over only one piece; there is a second on b8";
    refused(two_screens, "b2b9", "too-many-screens", Some("b8"), second);
    refused(two_screens, "b2b7", "blocked-path", Some("b6"), "the way is blocked on b6");
    allowed(two_screens, &["b2b8", "b2b5"]);

    let palace = "4k4/9/9/9/2b6/2B6/9/3A5/3K5/9 w";
    refused(palace, "d1c1", "leaves-palace", Some("c1"), "the general may not leave the palace");
    refused(palace, "d2c1", "leaves-palace", Some("c1"), "the advisor may not leave the palace");
    refused(palace, "d2e2", "wrong-shape", Some("e2"), "the advisor does not move from d2 to e2");
    refused(palace, "d1e2", "wrong-shape", Some("e2"), "the general does not move from d1 to e2");
    refused(palace, "c4e6", "crosses-river", Some("e6"), "the elephant may not cross the river");
    allowed(palace, &["d1d0", "d2e1", "c4e2", "c4a2"]);
    let eye = "3k5/9/9/9/9/2B6/1p1N5/9/9/4K4 w";
    refused(eye, "c4e2", "blocked-eye", Some("d3"), "the elephant's eye is blocked on d3");
    refused(eye, "c4a2", "blocked-eye", Some("b3"), "the elephant's eye is blocked on b3");

    let pawn = "4k4/9/9/2P6/9/9/9/9/9/3K5 w";
    refused(pawn, "c6c5", "pawn-retreat", Some("c5"), "a soldier may not move backwards");
    refused(pawn, "c6d7", "wrong-shape", Some("d7"), "the soldier does not move from c6 to d7");
    allowed(pawn, &["c6c7", "c6b6", "c6d6"]);
}

#[test]
fn the_generals_safety() {
    let faced = "4k4/9/9/9/9/9/4N4/9/9/4K4 w";
    refused(faced, "e3d5", "facing-generals", Some("e9"), "the generals would face each other");
    allowed(faced, &["e0d0", "e0e1"]);

    let pinned = "3k5/4r4/9/9/9/9/4H4/9/9/4K4 w";
    refused(pinned, "e3c4", "exposes-general", Some("e8"), "the general would be in check from e8");
    let into = "3k5/5r3/9/9/9/9/9/9/9/4K4 w";
    refused(into, "e0f0", "exposes-general", Some("f8"), "the general would be in check from f8");
    refused(into, "e0d0", "facing-generals", Some("d9"), "the generals would face each other");
    allowed(into, &["e0e1"]);

    let checked = "3k5/4r4/9/9/9/9/9/9/R8/4K4 w";
    refused(checked, "a1a2", "stays-in-check", Some("e8"), "the general would still be in check from e8");
    allowed(checked, &["a1e1", "e0f0"]);
}

#[test]
fn cannons_screens_and_horses_legs_bind_too() {
    // The cannon on e7 has two screens; neither may leave the file, and none may take the other.
    let screens = "3k5/9/4c4/9/9/4R4/9/4n4/9/4K4 w";
    refused(screens, "e4a4", "exposes-general", Some("e7"), "the general would be in check from e7");
    refused(screens, "e4e2", "exposes-general", Some("e7"), "the general would be in check from e7");
    allowed(screens, &["e4e6", "e4e3", "e4e7"]);
    // Nothing between: no piece may become the screen.
    let hollow = "3k5/9/4c4/9/R8/9/9/9/9/4K4 w";
    refused(hollow, "a5e5", "exposes-general", Some("e7"), "the general would be in check from e7");
    allowed(hollow, &["a5d5", "a5f5"]);
    // The rook stands on the leg of the horse; it may take the horse but not step aside.
    let leg = "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w";
    refused(leg, "d1a1", "exposes-general", Some("d2"), "the general would be in check from d2");
    allowed(leg, &["d1d2"]);
}

#[test]
fn mate_and_stalemate_lose() {
    let ends = |fen: &str| position(fen).outcome(&History::new(position(fen)));
    let mate = "R3k4/9/4P4/9/9/9/9/9/9/3K1R3 b";
    assert_eq!(ends(mate), Some(Outcome::win(Side::First, Reason::Checkmate)));
    // Without the check it is stalemate, and a step further away neither.
    let stalemate = "4k4/9/4P4/9/9/9/9/9/9/3K1R3 b";
    assert_eq!(ends(stalemate), Some(Outcome::win(Side::First, Reason::Stalemate)));
    assert_eq!(ends("4k4/9/9/4P4/9/9/9/9/9/3K1R3 b"), None);
    let stalemate = "4k4/R8/9/9/9/9/9/9/9/3K1R3 b";
    assert_eq!(ends(stalemate), Some(Outcome::win(Side::First, Reason::Stalemate)));
    refused(stalemate, "e9e8", "game-over", None, "the game is over");
    assert_eq!(ends("4k4/9/9/9/9/9/9/9/9/3K1A3 w"), Some(Outcome::draw(Reason::NoAttackers)));
    assert_eq!(ends("4k4/9/9/9/9/9/P8/9/9/3K1A3 w"), None);
}

#[test]
fn incremental_state_equals_state_from_scratch() {
    random_games(1, 40, |position, mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        let read: Position = after.to_fen().parse().expect("a legal move leads to a possible position");
        assert_eq!(read, after, "{position:?} {mv}");
        assert_eq!(position.gives_check(mv), after.is_check(), "{position:?} {mv}");
        assert_eq!(after.placement(), after.to_fen().split(' ').next().expect("a first field"));
    });
}

#[test]
fn the_list_is_every_move_that_is_legal_by_itself() {
    let mut seen = 0;
    random_games(2, 30, |position, _| {
        seen += 1;
        if seen % 9 != 0 {
            return;
        }
        let mut listed = position.legal_moves();
        listed.sort_unstable();
        let all = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| Move::new(from, to)));
        let mut destinations = Destinations::new();
        let all = all.inspect(|&mv| assert_eq!(destinations.allow(position, mv), position.is_legal(mv), "{mv}"));
        let legal: Vec<Move> = all.filter(|&mv| position.is_legal(mv)).collect();
        assert_eq!(listed[..], legal[..], "{position:?}");
        assert_eq!(position.count_legal_moves(), legal.len() as u64);
        let (captures, quiets): (Vec<Move>, _) = legal.into_iter().partition(|&mv| position.captured(mv).is_some());
        let sorted = |mut list: MoveList<Move>| {
            list.sort_unstable();
            list.to_vec()
        };
        assert_eq!((sorted(position.captures()), sorted(position.quiets())), (captures, quiets), "{position:?}");
    });
    assert!(seen > 1000);
}

#[test]
fn attackers_are_the_pieces_that_reach_a_point() {
    random_games(3, 10, |position, _| {
        let occupied = position.board().occupied();
        for to in occupied {
            let reaching: Bitboard = occupied.into_iter().filter(|&from| position.reach(from).contains(to)).collect();
            assert_eq!(position.attackers_to(to, occupied), reaching, "{position:?} {to}");
        }
    });
}

#[test]
fn a_refused_move_changes_nothing_and_any_text_is_read_or_refused() {
    let mut start = Position::start();
    assert!(start.play(mv("a0b0")).is_err());
    assert_eq!(start, Position::start());
    let mut rng = Rng::from_seed(4);
    let alphabet: Vec<char> = "rnbakcpRNBAKCPhe123456789/ wb-0帅x".chars().collect();
    for _ in 0..20_000 {
        let mut letters: Vec<char> = fen::START.chars().collect();
        for _ in 0..=rng.below(4) {
            let (at, letter) = (rng.below(letters.len()), alphabet[rng.below(alphabet.len())]);
            match rng.below(3) {
                0 => letters[at] = letter,
                1 => letters.insert(at, letter),
                _ => _ = letters.remove(at),
            }
        }
        let text: String = letters.into_iter().collect();
        match text.parse::<Position>() {
            Ok(position) => assert_eq!(position.to_fen().parse(), Ok(position), "{text}"),
            Err(error) => assert!(!error.to_string().is_empty() && !error.code().is_empty()),
        }
    }
}
