//! One game, judged by the rules of core alone.

use duiyi_core::base::{BySide, Millis, Outcome, Reason, Side};
use duiyi_core::game::{Game, MoveRow, Setup};
use duiyi_core::search::Stop;

use duiyi_host::score::Entrant;

use super::Bounds;
use super::player::{Choice, Foul, FoulKind, Player, Turn};

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its number, from 0; games 2k and 2k + 1 share an opening.
    pub number: usize,
    /// The set-up.
    pub setup: Setup,
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// Who moves first from the start of the game on.
    pub first: Entrant,
    /// The seed of the weak levels' choices.
    pub seed: u64,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its plan.
    pub plan: Plan,
    /// The moves, those of the opening included.
    pub rows: Vec<MoveRow>,
    /// How it ended.
    pub outcome: Outcome,
    /// Who did what wrong, if that ended it.
    pub foul: Option<(Entrant, Foul)>,
}

impl Played {
    /// Returns who won.
    pub fn winner(&self) -> Option<Entrant> {
        self.outcome.winner.map(|side| seat_of(self.plan.first, side))
    }
}

/// Returns who sits on `side`.
const fn seat_of(first: Entrant, side: Side) -> Entrant {
    match side {
        Side::First => first,
        Side::Second => first.other(),
    }
}

/// Plays a game; `None` if it was broken off.
pub fn play(plan: &Plan, a: &mut Player, b: &mut Player, bounds: &Bounds, stop: &Stop) -> Option<Played> {
    let mut table = Game::new(&plan.setup);
    let mut rows: Vec<MoveRow> = Vec::new();
    let ended = |rows, outcome, foul| Some(Played { plan: plan.clone(), rows, outcome, foul });
    let lost = |side: Side, reason| Outcome::win(!side, reason);
    let start = table.clone();
    for word in &plan.opening {
        rows.push(table.play(word).expect("the openings were played when the match began"));
    }
    for side in Side::ALL {
        let entrant = seat_of(plan.first, side);
        let player = if entrant == Entrant::A { &mut *a } else { &mut *b };
        if let Err(foul) = player.new_game(&start) {
            return ended(rows, lost(side, Reason::Abandoned), Some((entrant, foul)));
        }
    }
    let mut left = bounds.tc.map(|tc| BySide::from_fn(|_| tc.main));
    loop {
        if let Some(outcome) = table.outcome() {
            a.behaved();
            b.behaved();
            return ended(rows, outcome, None);
        }
        let side = table.side_to_move();
        let entrant = seat_of(plan.first, side);
        let player = if entrant == Entrant::A { &mut *a } else { &mut *b };
        let turn = Turn { table: &table, bounds, left, seed: plan.seed, stop };
        let (allowed, thought) = (turn.allowed(), player.think(&turn));
        if stop.is_asked() {
            return None;
        }
        let (choice, took) = match thought {
            Ok(thought) => thought,
            Err(foul) => {
                let timeout = foul.kind == FoulKind::Timeout;
                let reason = if timeout { Reason::TimeForfeit } else { Reason::Abandoned };
                return ended(rows, lost(side, reason), Some((entrant, foul)));
            }
        };
        if let Some(allowed) = allowed.filter(|&allowed| took > allowed) {
            let why = format!("the move took {} ms, {} were left", took.as_millis(), allowed.as_millis());
            let foul = Foul { kind: FoulKind::Timeout, why };
            return ended(rows, lost(side, Reason::TimeForfeit), Some((entrant, foul)));
        }
        if let (Some(left), Some(tc)) = (&mut left, bounds.tc) {
            let used = Millis(u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
            left[side] = left[side].saturating_sub(used) + tc.increment;
        }
        match choice {
            Choice::Resign => return ended(rows, lost(side, Reason::Resignation), None),
            Choice::Play(mv) => match table.play(&mv) {
                Ok(row) => rows.push(row),
                Err(why) => {
                    let foul = Foul { kind: FoulKind::Illegal, why: format!("{mv}: {why}") };
                    return ended(rows, lost(side, Reason::Abandoned), Some((entrant, foul)));
                }
            },
        }
    }
}
