//! The points whose combinations differ from those some stones ago.

use super::combo::{Combo, Combos};
use super::layout::{CELLS, cell_of};
use super::state::{PatternState, UndoEntry};
use crate::base::Side;

/// A reusable list of changed points with their former and present combinations.
#[derive(Clone, Debug)]
pub struct Changes {
    points: Vec<PatternChange>,
    /// For each cell the number of the last list that has it, and its index there.
    places: Box<[(u32, u16); CELLS]>,
    number: u32,
}

/// The combinations at a point before and after some stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternChange {
    /// Both sides' combinations before the stones.
    pub before: Combos,
    /// Both sides' combinations after the stones.
    pub after: Combos,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { points: Vec::with_capacity(CELLS), places: Box::new([(0, 0); CELLS]), number: 0 }
    }
}

impl Changes {
    /// Returns the changed points, each once, in no order.
    #[must_use]
    pub fn points(&self) -> &[PatternChange] {
        &self.points
    }

    /// Starts a new list.
    pub(super) fn begin(&mut self) {
        self.points.clear();
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            // The list number wraps once in four billion lists.
            self.places.fill((0, 0));
            self.number = 1;
        }
    }

    /// Applies the undo of the last pending stone, which `frame` describes, to the list alone.
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

    /// Returns the index in the list of the point at cell `at`. A new point starts with its present combinations.
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
