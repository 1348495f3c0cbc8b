//! Positions of Gomoku as inputs of the net.

use std::sync::Arc;

use duiyi_core::base::Side;
use duiyi_core::engine::gomoku::eval::{evaluate, tables};
use duiyi_core::engine::gomoku::field::Field;
use duiyi_core::engine::gomoku::net::packed::{self, Packed, SIZE};
use duiyi_core::engine::gomoku::weight_set::weight_set;
use duiyi_core::gomoku::pattern::Combo;
use duiyi_core::gomoku::{Position, Rule};

use crate::dataset::{self, Dataset};

/// Bits of a combination's number.
const BITS: u32 = 10;
const _: () = assert!(Combo::COUNT <= 1 << BITS);

/// Equal empty points: the combination that the side to move would make there, in the lowest bits, the opponent's, and
/// the number of such points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot(u32);

impl Spot {
    /// Returns the combinations of the side to move and of the opponent.
    #[inline]
    #[must_use]
    pub const fn combos(self) -> [usize; 2] {
        let mask = (1 << BITS) - 1;
        [(self.0 & mask) as usize, (self.0 >> BITS & mask) as usize]
    }

    /// Returns the number of such points.
    #[inline]
    #[must_use]
    pub const fn count(self) -> f32 {
        (self.0 >> (2 * BITS)) as f32
    }
}

#[derive(Clone, Debug)]
pub struct GomokuSample {
    packed: Packed,
    mover: Side,
    /// The hand-crafted evaluation in centipawns, side to move's view.
    hand_crafted_cp: i16,
    /// The empty points at which either side would make a shape.
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

    #[must_use]
    pub const fn packed(&self) -> &Packed {
        &self.packed
    }

    /// Returns the points with shapes.
    #[must_use]
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Returns the kinds of the side to move and of the opponent.
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

/// One reusable board for each rule, and its number of stones.
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
    /// Sets up a position with its patterns. Incremental changes cost less than a new board.
    ///
    /// # Panics
    /// If the colours of the stones cannot alternate, as they do in a position.
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

/// Parses a file of positions; `None` if it is not one.
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
