//! What our prover and engine find in a composition, and the verdict that follows.

use super::{Composition, StatedResult};
use crate::base::Side;
use crate::xiangqi::Move;

/// The least evaluation that counts as winning, in centipawns.
pub const WINNING_CP: i32 = 600;
/// The greatest evaluation that counts as level.
pub const LEVEL_CP: i32 = 250;

wire! {
    tagged:
    /// What is known of a position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ClassicFinding {
        /// A mate proved by the rules: a strategy answers each defence. `moves` bounds its length.
        Proved { winner: Side, moves: u16 },
        /// The engine sees a mate in `moves`; not proved.
        Mate { winner: Side, moves: u16 },
        /// The engine's evaluation in centipawns, Red's view; an opinion.
        Score { cp: i32 },
    }
}

impl ClassicFinding {
    /// Returns the evaluation in centipawns from the view of `side`; a mate counts as ±30,000.
    #[must_use]
    pub fn cp_for(self, side: Side) -> i32 {
        let for_red =
            match self {
                ClassicFinding::Proved { winner, .. } | ClassicFinding::Mate { winner, .. } => {
                    if winner == Side::First { 30_000 } else { -30_000 }
                }
                ClassicFinding::Score { cp } => cp,
            };
        if side == Side::First { for_red } else { -for_red }
    }

    /// Returns whether `side` wins: by mate, or in the engine's opinion.
    #[must_use]
    pub fn is_win_of(self, side: Side) -> bool {
        self.cp_for(side) >= WINNING_CP
    }

    /// Returns whether a mate by `side` is proved or seen.
    #[must_use]
    pub fn is_mate_of(self, side: Side) -> bool {
        matches!(self, ClassicFinding::Proved { winner, .. } | ClassicFinding::Mate { winner, .. } if winner == side)
    }

    /// Returns the proved winner.
    #[must_use]
    pub const fn proved_winner(self) -> Option<Side> {
        match self {
            ClassicFinding::Proved { winner, .. } => Some(winner),
            ClassicFinding::Mate { .. } | ClassicFinding::Score { .. } => None,
        }
    }
}

/// Better play than the manual's at one ply of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// Moves of the main line before it.
    pub after: usize,
    /// The better move and its continuation; never empty.
    pub line: Vec<Move>,
    /// The value of the better play.
    pub finding: ClassicFinding,
}

/// The findings in one composition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub start: ClassicFinding,
    /// The position after the manual's first move.
    pub first: ClassicFinding,
    /// The end of the main line.
    pub end: ClassicFinding,
    /// Another first move that wins as well.
    pub other: Option<(Move, ClassicFinding)>,
    /// A composition: a defence that the manual overlooks. A game: the greatest mistake of the main line.
    pub improvement: Option<Improvement>,
}

wire! {
    /// Our verdict on what a manual states.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ClassicVerdict {
        /// The stated result holds, and the manual's first move keeps it.
        Sound,
        /// The stated win holds, but another first move wins as well.
        AnotherWins,
        /// The stated win holds, but the manual's first move is not seen to win.
        FirstMoveFails,
        /// The line works only against a mistake; the right defence holds longer or draws.
        MissedDefence,
        /// The stated result is wrong.
        ResultWrong,
        /// Neither confirmed nor refuted.
        Unclear,
    }
}

impl ClassicVerdict {
    pub const ALL: [ClassicVerdict; 6] = [
        ClassicVerdict::Sound,
        ClassicVerdict::AnotherWins,
        ClassicVerdict::FirstMoveFails,
        ClassicVerdict::MissedDefence,
        ClassicVerdict::ResultWrong,
        ClassicVerdict::Unclear,
    ];
}

impl Judgement {
    /// Compares the findings with what `composition` states.
    #[must_use]
    pub fn verdict(&self, composition: &Composition) -> ClassicVerdict {
        let Some(winner) = composition.claimed_winner() else { return self.verdict_on_draw(composition) };
        if self.start.is_mate_of(!winner) {
            return ClassicVerdict::ResultWrong;
        }
        if self.improvement.is_some() {
            return ClassicVerdict::MissedDefence;
        }
        if !self.start.is_win_of(winner) {
            return ClassicVerdict::Unclear;
        }
        if !self.first.is_win_of(winner) {
            return ClassicVerdict::FirstMoveFails;
        }
        if self.other.is_some() { ClassicVerdict::AnotherWins } else { ClassicVerdict::Sound }
    }

    /// Only a mate refutes a result: the engine knows no fortresses, and long mates are beyond its sight.
    fn verdict_on_draw(&self, composition: &Composition) -> ClassicVerdict {
        match self.start {
            ClassicFinding::Proved { .. } | ClassicFinding::Mate { .. }
                if composition.stated == Some(StatedResult::Draw) =>
            {
                ClassicVerdict::ResultWrong
            }
            ClassicFinding::Score { cp } if composition.stated == Some(StatedResult::Draw) && cp.abs() < LEVEL_CP => {
                ClassicVerdict::Sound
            }
            _ => ClassicVerdict::Unclear,
        }
    }

    /// Returns whether the verdict rests on a proof by the rules; otherwise it is the engine's opinion.
    ///
    /// A proved win is a proof of [`ClassicVerdict::Sound`], [`ClassicVerdict::AnotherWins`] and [`ClassicVerdict::ResultWrong`] alone.
    #[must_use]
    pub fn is_proved(&self, composition: &Composition) -> bool {
        let winner = self.start.proved_winner();
        match self.verdict(composition) {
            ClassicVerdict::Sound => {
                winner.is_some() && winner == composition.claimed_winner() && self.first.proved_winner() == winner
            }
            ClassicVerdict::AnotherWins => {
                let other = self.other.and_then(|(_, finding)| finding.proved_winner());
                winner.is_some() && self.first.proved_winner() == winner && other == winner
            }
            ClassicVerdict::ResultWrong => winner.is_some(),
            ClassicVerdict::MissedDefence => {
                let defender = composition.claimed_winner().map(|side| !side);
                let proved = self.improvement.as_ref().and_then(|better| better.finding.proved_winner());
                proved.is_some() && proved == defender
            }
            ClassicVerdict::FirstMoveFails | ClassicVerdict::Unclear => false,
        }
    }
}
