//! The move that decided a lost game, by proof.

use super::fact::{Fact, slips, win_given};
use super::threat::{MatingPattern, ThreatKind};
use super::xiangqi;
use crate::base::Side;
use crate::game::{Game, MoveRow};

/// Number of the loser's moves that are examined, from the end.
const MOVES_MAX: usize = 8;

wire! {
    /// The move that decided a lost game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Lesson {
        /// Move number, from 1.
        pub ply: usize,
        pub played: MoveRow,
        /// The proved reason against the move.
        pub fact: Fact,
        /// The name of the mate on the board.
        pub mate: Option<MatingPattern>,
    }
}

/// Explains a game that `loser` lost: the first of its last moves since when a win has been proved without a break. In
/// Gomoku a four or an open three that one stone would have stopped comes before everything else, the latest first.
#[must_use]
pub fn lesson(game: &Game, loser: Side) -> Option<Lesson> {
    let mate = match game {
        Game::Xiangqi(played) => xiangqi::mate_on_board(played),
        Game::Gomoku(_) | Game::TicTacToe(_) => None,
    };
    let mut decisive = None;
    let mut game = game.clone();
    let mut examined = 0;
    while let Some(last) = game.last_move()
        && examined < MOVES_MAX
    {
        let ply = game.ply();
        let mv = format!("{}{}", last.from.as_deref().unwrap_or(""), last.to);
        game.rewind(ply - 1);
        if game.side_to_move() != loser {
            continue;
        }
        examined += 1;
        let slip = slips(&game, &mv).into_iter().next();
        let is_slip = slip.is_some();
        let Some(fact) = slip.or_else(|| win_given(&game, &mv)) else { break };
        let played = game.line(std::slice::from_ref(&mv)).pop()?;
        // What gives no choice is no mistake.
        if game.legal_moves().len() > 1 {
            decisive = Some(Lesson { ply, played, fact, mate });
        }
        if is_slip {
            break;
        }
    }
    decisive
}

impl Lesson {
    /// Returns the kind of the threat that decided.
    #[must_use]
    pub const fn what(&self) -> &ThreatKind {
        &self.fact.threat().what
    }
}
