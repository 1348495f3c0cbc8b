//! One game of a match, under the rules of core.

use duiyi_core::base::{BySide, Millis, Outcome, Reason, Side};
use duiyi_core::game::{Game, MoveRow};
use duiyi_core::record::TimeControl;
use duiyi_core::record::note::Evaluation;
use duiyi_core::search::Stop;

use super::adjudication::Agreement;
use super::player::{ChosenMove, MatchLimits, MatchPlayer, MatchTurn};
use super::schedule::Fixture;
use super::score::Entrant;
use crate::engines::Decision;
use crate::thinking::{FaultCategory, SearchFault};

#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub fixture: Fixture,
    /// The moves, those of the opening included, with the evaluations that the players reported.
    pub moves: Vec<(MoveRow, Option<Evaluation>)>,
    pub outcome: Outcome,
    /// The player at fault and the fault, if it ended the game.
    pub fault: Option<(Entrant, SearchFault)>,
}

impl PlayedGame {
    #[must_use]
    pub fn winner(&self) -> Option<Entrant> {
        self.outcome.winner.map(|side| self.fixture.entrant(side))
    }
}

/// Plays a game and passes the board to `shown` before each move; `None` if it was stopped.
pub(crate) fn play(
    fixture: Fixture,
    players: &mut [MatchPlayer; 2],
    limits: &MatchLimits,
    stop: &Stop,
    shown: &dyn Fn(&Fixture, &Game),
) -> Option<PlayedGame> {
    let mut game = fixture.opening.game().clone();
    let mut moves = fixture.opening.rows().iter().map(|row| (row.clone(), None)).collect();
    let (outcome, fault) = referee(&fixture, &mut game, &mut moves, players, limits, stop, shown)?;
    let fault = fault.map(|(side, fault)| (fixture.entrant(side), fault));
    // An opponent that fails before the first move proves nothing of the other player.
    let has_begun = moves.len() > fixture.opening.rows().len();
    for entrant in [Entrant::A, Entrant::B] {
        if fault.as_ref().is_none_or(|(at_fault, _)| *at_fault != entrant && has_begun) {
            players[entrant as usize].succeeded();
        }
    }
    shown(&fixture, &game);
    Some(PlayedGame { fixture, moves, outcome, fault })
}

/// The outcome, with the side at fault.
type End = (Outcome, Option<(Side, SearchFault)>);

fn referee(
    fixture: &Fixture,
    game: &mut Game,
    moves: &mut Vec<(MoveRow, Option<Evaluation>)>,
    players: &mut [MatchPlayer; 2],
    limits: &MatchLimits,
    stop: &Stop,
    shown: &dyn Fn(&Fixture, &Game),
) -> Option<End> {
    let lost =
        |side: Side, fault: SearchFault| Some((Outcome::win(!side, fault.category.reason()), Some((side, fault))));
    for side in Side::ALL {
        let player = &mut players[fixture.entrant(side) as usize];
        player.heed(stop);
        if let Err(fault) = player.new_game(fixture.opening.start()) {
            // After a stop an engine is not waited for.
            return if stop.is_asked() { None } else { lost(side, fault) };
        }
    }
    let mut left = match limits.control {
        TimeControl::Fischer { main, .. } => Some(BySide::from_fn(|_| main)),
        TimeControl::None | TimeControl::PerMove { .. } | TimeControl::ByoYomi { .. } => None,
    };
    let mut agreement = Agreement::new(limits.adjudication);
    let mut agreed = None;
    loop {
        if let Some(outcome) = game.outcome().or(agreed) {
            return Some((outcome, None));
        }
        shown(fixture, game);
        let side = game.side_to_move();
        let turn = MatchTurn { game, limits, left, seed: fixture.seed, stop };
        let player = &mut players[fixture.entrant(side) as usize];
        let (allowed, thought) = (player.allowed(&turn), player.think(&turn));
        if stop.is_asked() {
            return None;
        }
        let ChosenMove { decision, score, depth, took } = match thought {
            Ok(thought) => thought,
            Err(fault) => return lost(side, fault),
        };
        if let Some(allowed) = allowed.filter(|&allowed| took > allowed) {
            let why = format!("the move took {} ms, {} were left", took.as_millis(), allowed.as_millis());
            return lost(side, SearchFault { category: FaultCategory::Timeout, code: "engine-overran", why });
        }
        if let (Some(left), TimeControl::Fischer { increment, .. }) = (&mut left, limits.control) {
            let used = Millis(u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
            left[side] = left[side].saturating_sub(used) + increment;
        }
        match decision {
            Decision::Resign => return Some((Outcome::win(!side, Reason::Resignation), None)),
            Decision::Play { mv, .. } => match game.play(&mv) {
                Ok(row) => {
                    moves.push((row, score.and_then(|score| Evaluation::after_move(score, side, depth))));
                    agreed = agreement.after(side, score);
                }
                Err(why) => {
                    let why = format!("{mv}: {why}");
                    return lost(side, SearchFault { category: FaultCategory::Illegal, code: "engine-illegal", why });
                }
            },
        }
    }
}
