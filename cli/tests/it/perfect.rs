//! Tic-tac-toe at the highest level, against every line of play.

use duiyi_core::base::Side;
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::{Game, Setup};
use duiyi_core::search::{Level, Stop, clock};

/// Makes the engine play `side` from here against every reply and returns the number of games.
fn play_all(table: &Game, side: Side, seed: u64, engines: &mut Engines) -> u32 {
    if let Some(outcome) = table.outcome() {
        assert_ne!(outcome.winner, Some(side.opponent()), "the engine lost: {}", table.placement());
        return 1;
    }
    let moves = if table.side_to_move() == side {
        let ask = SearchRequest::new(Level::MAX.limits(), Level::MAX, seed);
        let thought = engines.think(table, &ask, &clock::StoppedClock, &Stop::new(), &mut |_| {});
        vec![thought.best.expect("the game goes on")]
    } else {
        table.legal_moves()
    };
    let mut games = 0;
    for mv in moves {
        let mut next = table.clone();
        next.play(&mv).expect("the move is legal");
        games += play_all(&next, side, seed, engines);
    }
    games
}

#[test]
fn level_five_never_loses_whatever_its_opponent_plays() {
    let start = Game::new(&Setup::TicTacToe);
    let mut engines = Engines::new(1);
    for side in Side::ALL {
        for seed in 0..3 {
            let games = play_all(&start, side, seed, &mut engines);
            assert!(games > 50, "{games}");
        }
    }
}
