//! How much of what opponents play a repertoire answers.

use std::collections::BTreeMap;

use duiyi_core::base::Side;
use duiyi_core::game::{Game, MoveRow};

use super::graph::{after, key_of, right_moves, shares};
use crate::books::{BookFileError, OpeningBook};

/// A line that fewer games reach is not followed.
const CHANCE_MIN: f64 = 1e-3;
/// Longest line, in plies.
const PLIES_MAX: usize = 60;
/// Most gaps in an answer; the likeliest are kept.
const GAPS_MAX: usize = 12;

/// A reply of the opponent that the book does not answer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RepertoireGap {
    /// The line from the start, with the reply.
    pub line: Vec<MoveRow>,
    /// The chance that a game gets there if the person follows the book, 0 to 1.
    pub chance: f64,
}

/// What a repertoire covers.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RepertoireCoverage {
    /// The chance that a game meets no gap as long as the replies are known, 0 to 1.
    pub covered: f64,
    /// The likeliest gaps first.
    pub gaps: Vec<RepertoireGap>,
}

/// A position on the way: a line to it, and the chance of all lines to it.
struct Reached {
    line: Vec<String>,
    chance: f64,
}

impl RepertoireCoverage {
    /// Walks through `book` from `start`, where the person has `side`. `replies` returns what opponents play in a position
    /// with its frequency; a line ends where it knows nothing.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn of(
        book: &OpeningBook,
        start: &Game,
        side: Side,
        mut replies: impl FnMut(&Game) -> Vec<(String, u64)>,
    ) -> Result<RepertoireCoverage, BookFileError> {
        let mut gaps: Vec<Reached> = Vec::new();
        let mut layer = BTreeMap::from([(key_of(start), Reached { line: Vec::new(), chance: 1.0 })]);
        for _ in 0..PLIES_MAX {
            // Lines that transpose meet in the next layer, where their chances add up.
            let mut next: BTreeMap<String, Reached> = BTreeMap::new();
            for reached in layer.into_values() {
                let Some(game) = after(start, &reached.line) else { continue };
                let moves: Vec<(String, f64)> = if game.side_to_move() == side {
                    let right = right_moves(book.moves(&game)?);
                    if right.is_empty() && game.outcome().is_none() && !reached.line.is_empty() {
                        gaps.push(reached);
                        continue;
                    }
                    let shares = shares(&right);
                    right.into_iter().map(|known| known.mv).zip(shares).collect()
                } else {
                    frequencies(replies(&game))
                };
                for (mv, share) in moves {
                    let chance = reached.chance * share;
                    let line: Vec<String> = reached.line.iter().cloned().chain([mv]).collect();
                    let Some(game) = after(start, &line).filter(|_| chance >= CHANCE_MIN) else { continue };
                    next.entry(key_of(&game)).or_insert(Reached { line, chance: 0.0 }).chance += chance;
                }
            }
            layer = next;
        }
        gaps.sort_by(|one, other| other.chance.total_cmp(&one.chance).then_with(|| one.line.cmp(&other.line)));
        let covered = 1.0 - gaps.iter().map(|gap| gap.chance).sum::<f64>();
        let gap = |gap: &Reached| RepertoireGap { line: start.line(&gap.line), chance: gap.chance };
        Ok(RepertoireCoverage { covered, gaps: gaps.iter().take(GAPS_MAX).map(gap).collect() })
    }
}

/// Returns moves with their shares, which add up to 1.
fn frequencies(replies: Vec<(String, u64)>) -> Vec<(String, f64)> {
    let total: u64 = replies.iter().map(|reply| reply.1).sum();
    replies.into_iter().map(|(mv, games)| (mv, games as f64 / total.max(1) as f64)).collect()
}
