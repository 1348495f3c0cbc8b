//! The triangular PV table: the principal variation below each ply of the current path.

use arrayvec::ArrayVec;

use crate::base::depth::MAX_PLY;

/// The principal variations by ply.
///
/// A node calls [`PvTable::clear`] on entry and [`PvTable::raise`] when a move raises alpha.
#[derive(Clone, Debug)]
pub struct PvTable<M> {
    lines: Vec<ArrayVec<M, MAX_PLY>>,
}

impl<M: Copy> PvTable<M> {
    /// Makes a table without lines.
    #[must_use]
    pub fn new() -> PvTable<M> {
        PvTable { lines: vec![ArrayVec::new(); MAX_PLY + 2] }
    }

    /// Clears the line at `ply`, counted from the root.
    pub fn clear(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    /// Sets the line at `ply` to `mv` followed by the child's line.
    pub fn raise(&mut self, ply: usize, mv: M) {
        let Some([line, below]) = self.lines.get_mut(ply..ply + 2) else { return };
        line.clear();
        line.push(mv);
        // The child's line always fits, except at the deepest ply.
        let room = line.remaining_capacity().min(below.len());
        line.extend(below[..room].iter().copied());
    }

    /// Returns the line at `ply`; empty beyond the deepest ply.
    #[must_use]
    pub fn line(&self, ply: usize) -> &[M] {
        self.lines.get(ply).map_or(&[], |line| line)
    }
}

impl<M: Copy> Default for PvTable<M> {
    fn default() -> PvTable<M> {
        PvTable::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_grows_from_its_tail() {
        let mut pv = PvTable::new();
        pv.clear(2);
        pv.raise(1, 'b');
        pv.raise(0, 'a');
        assert_eq!(pv.line(0), ['a', 'b']);
        pv.clear(1);
        pv.raise(0, 'c');
        assert_eq!(pv.line(0), ['c']);
    }

    #[test]
    fn the_deepest_plies_are_safe() {
        let mut pv = PvTable::new();
        for ply in (0..MAX_PLY + 10).rev() {
            pv.clear(ply);
            pv.raise(ply, ply);
        }
        assert_eq!(pv.line(0).len(), MAX_PLY);
        assert_eq!(pv.line(0)[..3], [0, 1, 2]);
        assert!(pv.line(MAX_PLY + 5).is_empty());
    }
}
