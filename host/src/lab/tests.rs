use std::sync::mpsc;
use std::time::Duration;

use duiyi_core::game::{GameKind, Setup, SetupCodes};

use super::*;

const PATIENCE: Duration = Duration::from_secs(60);

fn start(runner: &mut LabRunner, kind: GameKind, depth: Depth) -> mpsc::Receiver<String> {
    let (told, heard) = mpsc::channel();
    runner.start(Game::new(&Setup::usual(kind)), depth, move |news| _ = told.send(word(&news)));
    heard
}

fn word(news: &LabEvent) -> String {
    match news {
        LabEvent::Measured(measure) => format!("{} {}", measure.method, measure.depth),
        LabEvent::Iterated(_) => "engine".to_owned(),
        LabEvent::Compared(_) => "rivals".to_owned(),
        LabEvent::Done => "done".to_owned(),
        LabEvent::Failed { message, .. } => message.clone(),
    }
}

#[test]
fn an_experiment_is_told_in_order() {
    let mut runner = LabRunner::default();
    for kind in GameKind::ALL {
        let heard = start(&mut runner, kind, 1);
        let mut words: Vec<String> = Vec::new();
        while words.last().is_none_or(|last| last != "done") {
            words.push(heard.recv_timeout(PATIENCE).expect("it comes to its end"));
        }
        let methods = ["minimax 1", "alpha-beta 1", "ordered 1", "hashed 1", "null-window 1", "engine"];
        assert_eq!(words[..6], methods);
        assert_eq!(words.contains(&"rivals".to_owned()), kind == GameKind::Gomoku);
    }
}

#[test]
fn nothing_is_told_of_one_that_was_stopped() {
    let mut runner = LabRunner::default();
    let heard = start(&mut runner, GameKind::Xiangqi, lab::DEPTH_MAX);
    assert_eq!(heard.recv_timeout(PATIENCE).as_deref(), Ok("minimax 1"));
    runner.stop();
    let told = heard.try_iter().count();
    // The thread drops its sender when it ends: before its five million nodes are spent.
    assert!(told < 25 && heard.recv_timeout(PATIENCE).is_err());
}

#[test]
fn a_tree_is_kept_until_another_is_asked_for() {
    let mut runner = LabRunner::default();
    let setup = SetupCodes { game: "tictactoe", ..SetupCodes::default() };
    let board = Diagram { setup, placement: "3/1x1/o2", side_to_move: Side::First };
    let (game, tree) = runner.walk(&board, LabMethod::AlphaBeta, 9).expect("a position");
    assert_eq!((game.placement().as_str(), tree.depth, tree.method), ("3/1x1/o2", 7, LabMethod::AlphaBeta));
    let first = std::ptr::from_ref(&tree.steps[0]);
    let again = std::ptr::from_ref(&runner.walk(&board, LabMethod::AlphaBeta, 9).expect("a position").1.steps[0]);
    assert_eq!(first, again);
    assert_eq!(runner.walk(&board, LabMethod::Minimax, 2).expect("a position").1.depth, 2);
    assert!(runner.walk(&Diagram { placement: "9", ..board }, LabMethod::Minimax, 2).is_err());
    assert!(runner.solved().children(&duiyi_core::tictactoe::Position::new()).count() == 9);
}
