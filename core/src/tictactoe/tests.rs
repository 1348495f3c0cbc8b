//! The whole game, solved.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::base::Score;
use crate::position::perft::perft;
use crate::position::solver::{Pruning, solve};

fn outcome(position: &Position) -> Option<Outcome> {
    position.outcome(&History::new(position.clone()))
}

/// Collects every position that play can reach.
fn reachable() -> HashSet<Position> {
    let mut seen = HashSet::from([Position::new()]);
    let mut open = vec![Position::new()];
    while let Some(position) = open.pop() {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

#[test]
fn every_reachable_position_is_solved() {
    let all = reachable();
    // Known counts: 5,478 positions, 765 up to symmetry; 958 ends, of which 626 are won by the first side.
    assert_eq!(all.len(), 5478);
    assert_eq!(all.iter().map(Position::key).collect::<HashSet<_>>().len(), 5478);
    let ends: Vec<Outcome> = all.iter().filter_map(outcome).collect();
    let won = |side| ends.iter().filter(|end| end.winner == side).count();
    assert_eq!((won(Some(Side::First)), won(Some(Side::Second)), won(None)), (626, 316, 16));

    // Solved a third way, from the ends backwards, without the oracle's code.
    let mut by_marks: Vec<&Position> = all.iter().collect();
    by_marks.sort_by_key(|position| std::cmp::Reverse(position.taken().count_ones()));
    let mut values: HashMap<&Position, i32> = HashMap::new();
    for position in by_marks {
        let value = match outcome(position) {
            Some(end) => end.winner.map_or(0, |side| if side == position.side { 1 } else { -1 }),
            None => {
                let after = |square: Square| {
                    let mut next = position.clone();
                    next.play_unchecked(square);
                    -values[&next]
                };
                position.legal_moves().into_iter().map(after).max().expect("the game goes on")
            }
        };
        values.insert(position, value);
        let solution = solve(position, Pruning::On);
        let sign = i32::from(solution.score.is_win()) - i32::from(solution.score.is_loss());
        assert_eq!(sign, value, "{position:?}");
        assert_eq!(solution.best.is_empty(), outcome(position).is_some());
    }
}

#[test]
fn the_start_is_a_draw_and_pruning_saves_most_of_the_work() {
    let start = Position::new();
    let plain = solve(&start, Pruning::Off);
    let pruned = solve(&start, Pruning::On);
    println!("nodes without pruning {}, with pruning {}", plain.nodes, pruned.nodes);
    assert_eq!((plain.score, pruned.score), (Score::DRAW, Score::DRAW));
    assert_eq!((&plain.best, plain.best.len()), (&pruned.best, Square::COUNT));
    // The known size of the full tree, root included.
    assert_eq!(plain.nodes, 549_946);
    assert!(pruned.nodes * 10 < plain.nodes, "{}", pruned.nodes);
    assert_eq!((1..=5).map(|depth| perft(&start, depth)).collect::<Vec<_>>(), [9, 72, 504, 3024, 15120]);
}

#[test]
fn the_perfect_player_never_loses_and_a_careless_one_does() {
    let mut rng = Rng::from_seed(3);
    let mut losses = [0; 2];
    for game in 0..60 {
        for (careless, mistakes) in [(0, 0), (1, 600)] {
            let mut position = Position::new();
            let subject = Side::ALL[game % 2];
            while outcome(&position).is_none() {
                let permille = if position.side_to_move() == subject { mistakes } else { 300 };
                let best = solve(&position, Pruning::On).best;
                let square = choose(&position, &best, permille, &mut rng).expect("the game goes on");
                position.play(square).expect("it was chosen among the legal moves");
            }
            losses[careless] += i32::from(position.winner() == Some(subject.opponent()));
            assert_eq!(choose(&position, &[], 0, &mut rng), None);
            assert_eq!(choose(&position, &[], 1000, &mut rng), None);
        }
    }
    assert_eq!(losses[0], 0);
    assert!(losses[1] > 0);
}

#[test]
fn refusals_and_names() {
    let mut position = Position::new();
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    for text in ["", "a", "a0", "a4", "d1", "a11", "é"] {
        assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
    }
    let square = |name: &str| name.parse::<Square>().expect("the test names a cell");
    for name in ["a1", "a2", "b1", "b2"] {
        position.play(square(name)).expect("the cell is empty");
    }
    let refusal = position.play(square("a2")).expect_err("the cell is taken");
    assert_eq!((refusal.code(), refusal.to_string().as_str()), ("occupied", "there is already a mark on a2"));
    position.play(square("c1")).expect("the cell is empty");
    assert_eq!(outcome(&position), Some(Outcome::win(Side::First, Reason::Three)));
    assert_eq!(position.winning_line(), Some(vec![square("a1"), square("b1"), square("c1")]));
    assert_eq!(position.mark_at(square("a2")), Some(Side::Second));
    assert_eq!(position.play(square("c3")).map_err(|refusal| refusal.code()), Err("game-over"));
}

#[test]
fn everything_is_known() {
    let (solved, all) = (Solved::new(), reachable());
    for position in &all {
        let known = solved.of(position).expect("it can be reached");
        assert_eq!(known.score, solve(position, Pruning::On).score, "{position:?}");
        assert_eq!(known.nodes, u32::try_from(solve(position, Pruning::Off).nodes).expect("a small tree"));
        assert_eq!(from_placement(&to_placement(position)).as_ref(), Ok(position));
    }
    // H. Schaefer, "How many games of Tic-Tac-Toe are there?": 255,168 games, won by X 131,184, by O 77,904, drawn 46,080.
    let start = solved.of(&Position::new()).expect("the start");
    assert_eq!(start.games, GameCounts { first: 131_184, second: 77_904, drawn: 46_080 });
    assert_eq!((start.nodes, start.score, start.games.total()), (549_946, Score::DRAW, 255_168));
    let children: u32 = solved.children(&Position::new()).map(|(_, known)| known.games.total()).sum();
    assert_eq!((children, solved.children(&Position::new()).count()), (start.games.total(), Square::COUNT));
}

#[test]
fn other_boards_are_refused() {
    use ParsePlacementError::{Shape, Turns, Won};
    for (text, why) in [
        ("", Shape),
        ("3/3", Shape),
        ("3/3/4", Shape),
        ("3/3/31", Shape),
        // 259 columns are 3 in eight bits.
        (&format!("3/3/{}1", "3".repeat(86)), Shape),
        ("xxxx/3/3", Shape),
        ("3/3/2z", Shape),
        ("é/3/3", Shape),
        ("o2/3/3", Turns),
        ("xx1/3/3", Turns),
        ("xxx/ooo/3", Won),
        // X has won, and O has moved since.
        ("xxx/oo1/2o", Won),
    ] {
        assert_eq!(from_placement(text), Err(why), "{text:?}");
    }
    assert!(from_placement("xxx/oo1/3").is_ok());
}
