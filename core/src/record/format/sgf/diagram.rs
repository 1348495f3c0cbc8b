//! Stones that are set up before the first move: a position, which the properties of several nodes may make together.

use smol_str::SmolStr;

use super::super::record::shown;
use super::letters::{area, from_letters};
use crate::base::{BySide, Side};
use crate::game::arrange::arrange;
use crate::game::{Refusal, Setup};
use crate::gomoku::free_stones;
use crate::record::note::Note;

/// Stones set up, with what is noted beside them.
#[derive(Clone, Debug, Default)]
pub struct StoneDiagram {
    /// `AB`, `AW` and `AE` in their order: the side, or `None` for an empty point, with the points and their line.
    changes: Vec<(Option<Side>, String, usize)>,
    /// The side of `PL`, with its line.
    to_move: Option<(Side, usize)>,
    /// What is noted at the nodes that have the stones.
    pub note: Note,
}

/// Why a diagram is refused.
pub struct RefusedDiagram {
    pub line: usize,
    pub why: Refusal,
}

impl StoneDiagram {
    /// Takes a value of `AB`, `AW` or `AE`.
    pub fn change(&mut self, side: Option<Side>, value: &str, line: usize) {
        self.changes.push((side, value.trim().to_owned(), line));
    }

    /// Takes `PL`.
    pub const fn set_side_to_move(&mut self, side: Side, line: usize) {
        self.to_move = Some((side, line));
    }

    /// Returns whether stones were set up.
    #[must_use]
    pub fn has_stones(&self) -> bool {
        self.changes.iter().any(|(side, ..)| side.is_some())
    }

    /// Returns whether there is anything to be set up.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.to_move.is_none()
    }

    /// Returns the number of free stones, if the diagram is that of a game with odds: black stones on the marked points,
    /// and White is to move. `setup` is that of an even game.
    #[must_use]
    pub fn free_stones(&self, setup: &Setup, mover: Option<Side>) -> Option<u8> {
        let Setup::Gomoku { size, rule, .. } = *setup else { return None };
        let to_move = self.to_move.map(|(side, _)| side).or(mover);
        let stones = u8::try_from(self.changes.len()).ok().filter(|stones| free_stones::COUNTS.contains(stones))?;
        setup.clone().with_free_stones(stones).ok()?;
        let marked = free_stones::setup(size, rule, stones).black;
        let are_marked = self.changes.iter().all(|(side, value, _)| {
            let point = from_letters(value, size);
            *side == Some(Side::First)
                && marked.iter().any(|marked| point.as_deref() == Some(marked.to_string().as_str()))
        });
        let mut values: Vec<&str> = self.changes.iter().map(|(_, value, _)| value.as_str()).collect();
        values.sort_unstable();
        values.dedup();
        (are_marked && values.len() == usize::from(stones) && to_move == Some(Side::Second)).then_some(stones)
    }

    /// Returns moves that lead to the diagram, with their lines. `mover` makes the first move after it, if there is one.
    ///
    /// # Errors
    /// A point off the board, or a side to move that is not the one whose turn it is after so many stones.
    pub fn moves(
        &self,
        setup: &Setup,
        size: u8,
        mover: Option<Side>,
        points_left: &mut usize,
    ) -> Result<Vec<(SmolStr, usize)>, RefusedDiagram> {
        let mut stones: Vec<(SmolStr, Side, usize)> = Vec::new();
        // The index of the stone on each point, so that a rectangle set up again and again costs no more than its points.
        let mut places = fxhash::FxHashMap::default();
        for (side, value, line) in &self.changes {
            let points = area(value, size, points_left);
            if points.is_empty() {
                let why = Refusal::plain("off-board", format_args!("'{}' is no point of the board", shown(value)));
                return Err(RefusedDiagram { line: *line, why });
            }
            for point in points {
                let place = places.remove(&point);
                if let Some(place) = place {
                    let (_, _, line): &mut (SmolStr, Side, usize) = &mut stones[place];
                    // Line 0 marks a stone that was taken off.
                    *line = 0;
                }
                if let Some(side) = side {
                    places.insert(point.clone(), stones.len());
                    stones.push((point, *side, *line));
                }
            }
        }
        stones.retain(|(_, _, line)| *line > 0);
        let line = self.changes.first().map(|(.., line)| *line).or(self.to_move.map(|(_, line)| line)).unwrap_or(1);
        let of =
            |wanted: Side| stones.iter().filter(move |(_, side, _)| *side == wanted).map(|(at, ..)| at.to_string());
        let sides = BySide { first: of(Side::First).collect::<Vec<_>>(), second: of(Side::Second).collect() };
        let (black, white) = (sides.first.len(), sides.second.len());
        let turn = if black == white { Side::First } else { Side::Second };
        let to_move = self.to_move.map(|(side, _)| side).or(mover).unwrap_or(turn);
        if to_move != turn {
            let name = if to_move == Side::First { "Black" } else { "White" };
            let why = format_args!("{name} cannot be to move with {black} black and {white} white stones set up");
            return Err(RefusedDiagram { line, why: Refusal::plain("stones-count", why) });
        }
        let order = arrange(setup, &sides).map_err(|why| RefusedDiagram { line, why })?;
        let lines: fxhash::FxHashMap<SmolStr, usize> = stones.into_iter().map(|(at, _, line)| (at, line)).collect();
        Ok(order.iter().map(|mv| (mv.into(), lines.get(mv.as_str()).copied().unwrap_or(line))).collect())
    }
}
