//! The eight symmetries of the square board.

use super::point::Point;

/// A turn or a reflection of the board that maps points to points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    // First the diagonal is applied, then the mirrors.
    transpose: bool,
    mirror_columns: bool,
    mirror_rows: bool,
}

impl Symmetry {
    /// Leaves every point where it is.
    pub const IDENTITY: Symmetry = Symmetry::from_bits(0);
    /// Every symmetry, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::IDENTITY,
        Symmetry::from_bits(1),
        Symmetry::from_bits(2),
        Symmetry::from_bits(3),
        Symmetry::from_bits(4),
        Symmetry::from_bits(5),
        Symmetry::from_bits(6),
        Symmetry::from_bits(7),
    ];

    const fn from_bits(bits: u8) -> Symmetry {
        Symmetry { transpose: bits & 4 != 0, mirror_columns: bits & 1 != 0, mirror_rows: bits & 2 != 0 }
    }

    /// Returns the image of `point`, which must be on a board of `size` lines.
    #[must_use]
    pub const fn apply(self, point: Point, size: u8) -> Point {
        debug_assert!(point.is_on_board(size));
        let (column, row) = if self.transpose { (point.row(), point.column()) } else { (point.column(), point.row()) };
        Point::new(
            if self.mirror_columns { size - 1 - column } else { column },
            if self.mirror_rows { size - 1 - row } else { row },
        )
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry { transpose: true, mirror_columns: self.mirror_rows, mirror_rows: self.mirror_columns }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::gomoku::Board;

    #[test]
    fn eight_different_maps_each_with_its_inverse() {
        for size in [5, 15, 22] {
            let points: Vec<Point> = Board::new(size).points().collect();
            let mut images = BTreeSet::new();
            for symmetry in Symmetry::ALL {
                let image: Vec<Point> = points.iter().map(|&point| symmetry.apply(point, size)).collect();
                assert_eq!(image.iter().collect::<BTreeSet<_>>().len(), points.len());
                for (&point, &there) in points.iter().zip(&image) {
                    assert_eq!(symmetry.inverse().apply(there, size), point);
                }
                images.insert(image);
            }
            assert_eq!(images.len(), 8);
        }
    }

    #[test]
    fn the_centre_stays_and_a_corner_visits_the_corners() {
        let centre = Point::new(7, 7);
        assert!(Symmetry::ALL.iter().all(|symmetry| symmetry.apply(centre, 15) == centre));
        let corners: BTreeSet<Point> =
            Symmetry::ALL.iter().map(|symmetry| symmetry.apply(Point::new(0, 0), 15)).collect();
        assert_eq!(corners.len(), 4);
    }
}
