//! The points at which a stone would make something else than some stones ago.

use super::combo::{Combo, Combos};
use super::layout::{CELLS, cell_of};
use super::state::{PatternState, UndoEntry};
use crate::base::Side;

/// A list of points with what would have been made there and what would be made there now, and the room to make it.
#[derive(Clone, Debug)]
pub struct Changes {
    points: Vec<PatternChange>,
    /// The number of the list that a cell was last put on, and its place there.
    places: Box<[(u32, u16); CELLS]>,
    number: u32,
}

/// What has become of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternChange {
    /// What would have been made there.
    pub before: Combos,
    /// What would be made there now.
    pub after: Combos,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { points: Vec::with_capacity(CELLS), places: Box::new([(0, 0); CELLS]), number: 0 }
    }
}

impl Changes {
    /// Returns the points, each once.
    #[must_use]
    pub fn points(&self) -> &[PatternChange] {
        &self.points
    }

    /// Begins a new list.
    pub(super) fn begin(&mut self) {
        self.points.clear();
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            // Once in four billion lists the numbers begin anew.
            self.places.fill((0, 0));
            self.number = 1;
        }
    }

    /// Takes back, on the list alone, the stone of `frame`, the last one on the board of `state` that was not yet.
    #[inline]
    pub(super) fn take_back(&mut self, frame: &UndoEntry, state: &PatternState) {
        let stone = cell_of(frame.point, Side::First);
        let place = self.place(stone, state);
        self.points[place].after = [Combo::default(); Side::COUNT];
        for cell in frame.changed() {
            let (at, side) = cell.point_and_side();
            let place = self.place(at, state);
            self.points[place].before[side] = cell.combo;
        }
    }

    /// Returns the place of the point at `at` on the list; a point that comes anew is as it is now.
    #[inline]
    fn place(&mut self, at: usize, state: &PatternState) -> usize {
        let (number, place) = &mut self.places[at % CELLS];
        if *number != self.number {
            (*number, *place) = (self.number, self.points.len() as u16);
            let now = state.combos_at(at);
            self.points.push(PatternChange { before: now, after: now });
        }
        usize::from(*place)
    }
}
