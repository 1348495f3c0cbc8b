//! Incremental accumulators equal those from scratch, and the net is fair to both sides.

use super::super::network::tests::any;
use super::*;
use crate::base::Rng;
use crate::engine::xiangqi::eval::tests::{positions, rebuilt};
use crate::position::Position as _;

fn nets() -> [Arc<Network>; 2] {
    [any(32, Base::None, 3), any(64, Base::HandCrafted, 4)].map(Arc::new)
}

fn evaluate(net: &Arc<Network>, position: &Position) -> Score {
    Neural::new(Arc::clone(net), position).evaluate(position)
}

#[test]
fn turning_the_board_round_or_mirroring_it_changes_nothing() {
    for net in nets() {
        let mut seen = 0;
        for position in positions() {
            let score = evaluate(&net, &position);
            let mirrored = rebuilt(&position, false, Square::mirrored);
            assert_eq!(evaluate(&net, &mirrored), score, "{position:?} mirrored");
            let turned = rebuilt(&position, true, Square::flipped);
            assert_eq!(evaluate(&net, &turned), score, "{position:?} turned round");
            seen += i32::from(score.0.abs() > 50);
        }
        assert!(seen > 30, "only {seen} positions are not level, so little was tested");
    }
}

#[test]
fn accumulators_brought_up_to_date_equal_those_from_scratch() {
    let mut rng = Rng::from_seed(21);
    for net in nets() {
        let mut turns = 0;
        for start in positions() {
            let (mut position, mut evaluator) = (start, Neural::new(Arc::clone(&net), &start));
            let (mut path, mut seen) = (vec![start], [false; Side::COUNT]);
            // Random moves and undos. Several plies may pass before an evaluation.
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() || (path.len() > 1 && rng.below(4) == 0) {
                    if path.len() == 1 {
                        break;
                    }
                    path.pop();
                    position = path[path.len() - 1];
                    evaluator.pop();
                } else {
                    let mv = moves[rng.below(moves.len())];
                    evaluator.push_move(&position, mv);
                    position.make(mv);
                    path.push(position);
                }
                if rng.below(2) == 0 {
                    let mirrored = Side::ALL.map(|viewer| evaluator.plies[evaluator.ply].is_mirrored(viewer));
                    turns += i32::from(std::mem::replace(&mut seen, mirrored) != mirrored);
                    assert_eq!(evaluator.evaluate(&position), evaluate(&net, &position), "{position:?}");
                    let mut fresh = Neural::new(Arc::clone(&net), &position);
                    // A decided position does not consult the net.
                    [&mut evaluator, &mut fresh].into_iter().for_each(|evaluator| evaluator.look(&position));
                    for viewer in Side::ALL {
                        let sums = &evaluator.accumulators[evaluator.place(evaluator.ply, viewer)];
                        assert_eq!(sums, &fresh.accumulators[fresh.place(0, viewer)], "{position:?}");
                    }
                }
            }
        }
        assert!(turns > 50, "the board was mirrored only {turns} times on the way");
    }
}

#[test]
fn pieces_told_one_by_one_are_those_of_a_board() {
    for net in nets() {
        let (start, end) = (Position::start(), positions().last().expect("a position"));
        let mut evaluator = Neural::new(Arc::clone(&net), &start);
        let told: Vec<_> = start
            .board()
            .placed()
            .map(|piece| (piece, false))
            .chain(end.board().placed().map(|piece| (piece, true)))
            .collect();
        for &((piece, square), comes) in &told {
            evaluator.push();
            if comes { evaluator.put(piece, square) } else { evaluator.removed(piece, square) }
        }
        assert_eq!(evaluator.evaluate(&end), evaluate(&net, &end));
        told.iter().for_each(|_| evaluator.pop());
        assert_eq!(evaluator.evaluate(&start), evaluate(&net, &start));
        evaluator.reset(&end);
        assert_eq!(evaluator.evaluate(&end), evaluate(&net, &end));
    }
}

#[test]
fn a_net_on_top_counts_less_the_more_is_decided() {
    let net = Network::built_in();
    let says = |fen: &str| {
        let position: Position = fen.parse().expect("a position");
        (evaluate(&net, &position).0, HandCrafted::new(&position).evaluate(&position).0)
    };
    let (even, by_hand) = says("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
    assert_ne!(even, by_hand);
    let (won, by_hand) = says("3aka3/9/9/9/9/9/9/4C4/4A4/R1B1KABNR w");
    assert!(by_hand > FADED, "{by_hand}");
    assert_eq!(won, by_hand);
}

#[test]
fn every_machine_says_the_same() {
    for net in nets() {
        for position in positions() {
            let mut plain = Neural::with_lanes(Arc::clone(&net), &position, Lanes::PLAIN);
            assert_eq!(plain.evaluate(&position), evaluate(&net, &position), "{position:?}");
        }
    }
}

#[test]
fn an_advantage_that_nobody_wins_with_is_none() {
    let position: Position = "2bakab2/9/9/9/9/9/9/9/4A4/3AK4 w".parse().expect("a position");
    for seed in 0..8 {
        assert_eq!(evaluate(&Arc::new(any(32, Base::None, seed)), &position), Score(0));
    }
}
