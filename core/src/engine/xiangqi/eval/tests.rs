//! The evaluation is fair, and its incremental sums equal those from scratch.

use super::*;
use crate::base::Rng;
use crate::engine::xiangqi::groups::GROUPS;
use crate::engine::xiangqi::weights::WEIGHTS;
use crate::position::Position as _;
use crate::xiangqi::{Setup, Square};

/// Every tenth position of the perft suite.
pub fn positions() -> impl Iterator<Item = Position> {
    let rows = include_str!("../../../../../tests/data/xiangqi-perft.tsv").lines().step_by(10);
    rows.map(|row| row.split('\t').next().unwrap_or_default().parse().expect(row))
}

fn evaluate(position: &Position) -> Score {
    HandCrafted::new(position).evaluate(position)
}

/// Maps the square of every piece by `place`, and swaps its side if `swap`.
pub fn rebuilt(position: &Position, swap: bool, place: impl Fn(Square) -> Square) -> Position {
    let old = position.to_setup();
    let side = |side: Side| if swap { !side } else { side };
    let mut setup = Setup { side_to_move: side(old.side_to_move), ..Setup::EMPTY };
    for (piece, square) in old.board.placed() {
        setup.board.set(place(square), Some(Piece::new(side(piece.side), piece.role)));
    }
    Position::from_setup(setup).expect("the image of a possible position is possible")
}

#[test]
fn turning_the_board_round_or_mirroring_it_changes_nothing() {
    let mut seen = 0;
    for position in positions() {
        let score = evaluate(&position);
        let mirrored = rebuilt(&position, false, Square::mirrored);
        assert_eq!(evaluate(&mirrored), score, "{position:?} mirrored");
        let turned = rebuilt(&position, true, Square::flipped);
        assert_eq!(evaluate(&turned), score, "{position:?} turned round");
        seen += i32::from(score.0.abs() > 50);
    }
    assert!(seen > 30, "only {seen} positions are not level, so little was tested");
}

#[test]
fn running_sums_equal_those_from_scratch() {
    let mut rng = Rng::from_seed(20);
    for start in positions() {
        let (mut position, mut evaluator) = (start, HandCrafted::new(&start));
        let mut path = Vec::new();
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            path.push(*evaluator.sums());
            evaluator.push_move(&position, mv);
            position.make(mv);
            assert_eq!(evaluator.sums(), HandCrafted::new(&position).sums(), "{position:?}");
        }
        while let Some(sums) = path.pop() {
            evaluator.pop();
            assert_eq!(*evaluator.sums(), sums, "taken back on the way from {start:?}");
        }
    }
}

/// Checks that the first board is better than the second by at least `margin`, for Red to move.
#[track_caller]
fn better(first: &str, second: &str, margin: i32) {
    let [first, second] = [first, second].map(|fen| evaluate(&fen.parse().expect(fen)));
    assert!(first >= second + margin, "{} against {}", first.0, second.0);
}

#[test]
fn what_players_know() {
    // A hollow cannon against a cannon beside the general's file, with all pieces on the board.
    better(
        "rnbakabnr/9/1c5c1/p1p3p1p/9/4C4/P1P1P1P1P/7C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p3p1p/9/5C3/P1P1P1P1P/7C1/9/RNBAKABNR w",
        50,
    );
    // A free horse against a horse with blocked legs.
    better(
        "2bakab2/9/9/p1p1p1p1p/9/2P6/P3P1P1P/2N6/9/2BAKAB2 w",
        "2bakab2/9/9/p1p1p1p1p/9/9/P1P1P1P1P/2N6/9/2BAKAB2 w",
        10,
    );
    // Linked pawns across the river against isolated ones.
    better(
        "r1bakab1r/9/2n3n2/3PP4/9/9/9/2N1B1N2/9/R2AKAB1R w",
        "r1bakab1r/9/2n3n2/3P1P3/9/9/9/2N1B1N2/9/R2AKAB1R w",
        10,
    );
    // Two rooks against a general without advisors.
    better("2b1k1b2/9/9/9/R8/R8/9/9/4A4/2BAK1B2 w", "3akab2/9/9/9/R8/R8/9/9/4A4/2BAK1B2 w", 60);
}

#[test]
fn endings_that_nobody_wins_are_nearly_level() {
    let score = |fen: &str| evaluate(&fen.parse().expect(fen)).0;
    assert!(score("2bakab2/9/9/9/9/9/9/R8/4A4/3AK4 w") < 250, "a rook against the whole defence");
    assert!(score("3k5/9/9/9/9/9/9/R8/9/3AK4 w") > 700, "a rook against a bare king");
    assert!(score("2bakab2/9/9/9/9/9/9/N8/4A4/3AK4 w") < 100, "a horse against the whole defence");
}

#[test]
fn a_trace_weighed_is_the_evaluation() {
    for position in positions() {
        let trace = Trace::of(&position);
        let value = |pick: fn(Tapered) -> i32| {
            trace.features.iter().map(|&(feature, times)| pick(WEIGHTS[usize::from(feature)]) * i32::from(times)).sum()
        };
        let (mg, eg): (i32, i32) = (value(Tapered::mg), value(Tapered::eg));
        let red = (mg * trace.phase + eg * (PHASE_MAX - trace.phase)) / PHASE_MAX;
        let red = red * trace.chances[usize::from(red <= 0)] / CERTAIN;
        let us = if position.side_to_move() == Side::First { red } else { -red };
        assert_eq!(Score(us), evaluate(&position), "{position:?}");
    }
}

/// Reads the boards of `docs/EVALUATION-xiangqi.md`: each position with a feature and Red's count of it.
fn documented() -> Vec<(Position, &'static str, usize, i16)> {
    let page = include_str!("../../../../../docs/EVALUATION-xiangqi.md");
    let sections = page.split("\n## ").skip(1);
    let read = |section: &'static str| {
        let mut parts = section.split("```text\n").nth(1).expect(section).split("```");
        let board = parts.next().expect(section);
        let ranks = board.lines().take(10).map(|line| line[2..].split(' ').collect::<String>());
        let fen = ranks.map(|rank| rank.replace('.', "1")).collect::<Vec<_>>().join("/");
        let line = parts.next().and_then(|rest| rest.trim().strip_prefix("Red: `")).expect(section);
        let (code, rest) = line.split_once("` ").expect(section);
        let (offset, times) = rest.split_once(", ").expect(section);
        let times = match times.trim_end_matches('.') {
            "once" => 1,
            "twice" => 2,
            many => many.trim_end_matches(" times").parse().expect(section),
        };
        let position = format!("{fen} w").parse().unwrap_or_else(|why| panic!("{code}: {why}"));
        (position, code, offset.parse().expect(section), times)
    };
    sections.map(read).collect()
}

#[test]
fn every_term_is_documented_with_a_board_that_shows_it() {
    let documented = documented();
    let mut wrong = Vec::new();
    for (group, (position, code, offset, times)) in GROUPS.iter().zip(&documented) {
        assert_eq!(*code, group.code, "a section for each group, in their order");
        let [red, _] = tally(position);
        let seen: Vec<_> = (0..group.len).map(|at| (at, red.0[group.start + at])).filter(|seen| seen.1 != 0).collect();
        if !seen.contains(&(*offset, *times)) {
            wrong.push(format!("{code} {offset} × {times}, but Red has {seen:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(documented.len(), GROUPS.len(), "a section for each group, and no other");
}

#[test]
fn pieces_counted_one_by_one_are_those_of_the_board() {
    for position in positions() {
        assert_eq!(HandCrafted::new(&position).sums().counts, PieceCounts::of_board(position.board()), "{position:?}");
    }
}
