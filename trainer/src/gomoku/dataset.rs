//! Positions of Gomoku as the net sees them.

use std::sync::Arc;

use duiyi_core::base::Side;
use duiyi_core::engine::gomoku::eval::{evaluate, tables};
use duiyi_core::engine::gomoku::field::Field;
use duiyi_core::engine::gomoku::net::packed::{self, Packed, SIZE};
use duiyi_core::engine::gomoku::weight_set::weight_set;
use duiyi_core::gomoku::pattern::Combo;
use duiyi_core::gomoku::{Position, Rule};

use crate::dataset::{self, Dataset};

/// Bits of the number of a combination.
const BITS: u32 = 10;
const _: () = assert!(Combo::COUNT <= 1 << BITS);

/// Empty points that look alike: the combination that the side to move would make there, in the lowest bits, the one that
/// the other would, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot(u32);

impl Spot {
    /// Returns the number of the combination of the side to move and of that of the other.
    #[inline]
    #[must_use]
    pub const fn combos(self) -> [usize; 2] {
        let mask = (1 << BITS) - 1;
        [(self.0 & mask) as usize, (self.0 >> BITS & mask) as usize]
    }

    /// Returns how many such points there are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> f32 {
        (self.0 >> (2 * BITS)) as f32
    }
}

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct GomokuSample {
    packed: Packed,
    mover: Side,
    /// The hand-crafted evaluation in centipawns, side to move's view.
    hand_crafted_cp: i16,
    /// The empty points at which anybody would make anything.
    spots: Box<[Spot]>,
}

impl GomokuSample {
    fn new(packed: Packed, field: &Field) -> GomokuSample {
        let (mover, patterns) = (field.side_to_move(), field.patterns());
        let spot = |point| {
            let [own, enemy] = [mover, !mover].map(|side| patterns.combo(point, side).index() as u32);
            own | enemy << BITS
        };
        let mut points: Vec<u32> = patterns.board().empty_points().map(spot).filter(|&spot| spot != 0).collect();
        points.sort_unstable();
        let alike = points.chunk_by(|one, other| one == other);
        GomokuSample {
            packed,
            mover,
            hand_crafted_cp: evaluate(field, true).0 as i16,
            spots: alike.map(|points| Spot(points[0] | (points.len() as u32) << (2 * BITS))).collect(),
        }
    }

    /// Returns the position.
    #[must_use]
    pub const fn packed(&self) -> &Packed {
        &self.packed
    }

    /// Returns the points that count.
    #[must_use]
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Returns the kind of the side to move and that of the other.
    #[must_use]
    pub fn weight_sets(&self) -> [usize; 2] {
        [self.mover, !self.mover].map(|side| weight_set(self.packed.rule(), side))
    }
}

impl dataset::Sample for GomokuSample {
    fn side_to_move(&self) -> Side {
        self.mover
    }

    fn score(&self) -> i16 {
        self.packed.label().score
    }

    fn winner(&self) -> Option<Side> {
        self.packed.label().winner
    }

    fn hand_crafted_cp(&self) -> i16 {
        self.hand_crafted_cp
    }

    fn part(&self) -> &'static str {
        self.packed.rule().code()
    }
}

/// A board for each rule, on which one position after the other is set up; and how many stones there are.
pub struct Boards([(Field, usize); Rule::COUNT]);

impl Default for Boards {
    fn default() -> Boards {
        Boards(Rule::ALL.map(|rule| {
            let empty = Position::new(SIZE, rule).expect("the board has a usual size");
            (Field::new(&empty, Arc::new(tables(rule))), 0)
        }))
    }
}

impl Boards {
    /// Sets up a position with its patterns. Stones that come and go cost less than a board from nothing.
    ///
    /// # Panics
    /// If the stones cannot have come by turns, as those of a position do.
    pub fn set_up(&mut self, packed: &Packed) -> &Field {
        let (field, count) = &mut self.0[packed.rule() as usize];
        (0..*count).for_each(|_| field.undo());
        *count = packed.stones().count();
        let of = |side| packed.stones().filter(move |(owner, _)| *owner == side).map(|(_, point)| point);
        let mut stones = Side::ALL.map(of);
        for place in 0..*count {
            field.play(stones[place % Side::COUNT].next().expect("stones come by turns"));
        }
        field
    }
}

/// Reads a file of positions; `None` if it is none.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Dataset<GomokuSample>> {
    let (sources, positions) = packed::read(bytes)?;
    let (mut dataset, mut boards) = (Dataset::new(sources), Boards::default());
    for bytes in positions {
        let packed = Packed::from_bytes(*bytes)?;
        dataset.push(GomokuSample::new(packed, boards.set_up(&packed)), packed.label().game.into());
    }
    Some(dataset)
}
