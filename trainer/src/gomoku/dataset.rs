//! Positions of Gomoku as inputs of the net.

use std::sync::Arc;

use duiyi_core::base::Side;
use duiyi_core::engine::gomoku::eval::{evaluate, tables};
use duiyi_core::engine::gomoku::field::Field;
use duiyi_core::engine::gomoku::net::neural::region;
use duiyi_core::engine::gomoku::net::packed::{self, Packed, SIZE};
use duiyi_core::engine::gomoku::weight_set::weight_set;
use duiyi_core::gomoku::pattern::LinePattern;
use duiyi_core::gomoku::point::Direction;
use duiyi_core::gomoku::{Position, Rule};

use crate::dataset::{self, Dataset};

/// What the net sees of an empty point.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The patterns of the four lines, in the view of the side to move and in the opponent's; 0 for one without stones.
    pub lines: [[u16; Direction::COUNT]; 2],
    /// The combinations of the side to move and of the opponent; 0 for none.
    pub combos: [u16; 2],
    pub region: usize,
}

/// Finds the spots of samples.
pub struct Spots {
    boards: Boards,
    /// The numbers of each pattern for both sides.
    numbers: Vec<[u16; 2]>,
    spots: Vec<Spot>,
}

impl Default for Spots {
    fn default() -> Spots {
        let number = |pattern: LinePattern| if pattern.has_stones() { pattern.index() as u16 } else { 0 };
        Spots {
            boards: Boards::default(),
            numbers: LinePattern::all().map(|pattern| [pattern, pattern.exchanged()].map(number)).collect(),
            spots: Vec::new(),
        }
    }
}

impl Spots {
    /// Returns the empty points of `sample` in line with a stone.
    pub fn of(&mut self, sample: &GomokuSample) -> &[Spot] {
        let mover = sample.mover;
        let patterns = self.boards.set_up(&sample.packed).patterns();
        self.spots.clear();
        for point in patterns.board().empty_points() {
            let both = Direction::ALL.map(|direction| self.numbers[patterns.line_pattern(point, direction).index()]);
            let combos = [mover, !mover].map(|side| patterns.combo(point, side).index() as u16);
            let lines = [mover, !mover].map(|side| both.map(|numbers| numbers[side.index()]));
            if lines[0] != [0; Direction::COUNT] || combos != [0; 2] {
                self.spots.push(Spot { lines, combos, region: region(point, SIZE) });
            }
        }
        &self.spots
    }

    /// Returns the spots of the last sample.
    #[must_use]
    pub fn last(&self) -> &[Spot] {
        &self.spots
    }
}

#[derive(Clone, Debug)]
pub struct GomokuSample {
    packed: Packed,
    mover: Side,
    /// The hand-crafted evaluation in centipawns, side to move's view.
    hand_crafted_cp: i16,
}

impl GomokuSample {
    fn new(packed: Packed, field: &Field) -> GomokuSample {
        GomokuSample { packed, mover: field.side_to_move(), hand_crafted_cp: evaluate(field, true).0 as i16 }
    }

    #[must_use]
    pub const fn packed(&self) -> &Packed {
        &self.packed
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
