//! The weights of the evaluation and of the move policy, from `data/weights/gomoku.txt`.

use std::sync::LazyLock;

use super::weight_set::{THREAT_MASKS, WEIGHT_SETS};
use crate::base::Side;
use crate::engine::weight_table;
use crate::gomoku::pattern::{Combo, LinePattern, Value};

/// Numbers of a table by weight set and combination, two each.
const PAIRS: usize = WEIGHT_SETS * Combo::COUNT * 2;
/// Index of the first number of [`THREATS`], and of [`LINES`].
const MASKS: usize = 2 * PAIRS;
const PATTERNS: usize = MASKS + WEIGHT_SETS * THREAT_MASKS;
/// All numbers: [`POINTS`], [`MOVES`], [`THREATS`], [`LINES`].
static NUMBERS: [i16; PATTERNS + WEIGHT_SETS * LinePattern::COUNT] =
    weight_table::numbers(include_str!("../../../../data/weights/gomoku.txt"));

/// Value of an empty point in centipawns, by weight set and by the combination made there: for the side to move, then
/// for the waiting side.
pub static POINTS: [[Value; Combo::COUNT]; WEIGHT_SETS] = pairs(&NUMBERS, 0);

/// Policy of a move in [`UNIT`](super::params::UNIT)s, by weight set and combination: for the combination it makes,
/// then for the one it denies the enemy.
pub static MOVES: [[Value; Combo::COUNT]; WEIGHT_SETS] = pairs(&NUMBERS, PAIRS);

/// Value of both sides' threats in centipawns, by weight set of the side to move and by threat mask.
pub static THREATS: [[i16; THREAT_MASKS]; WEIGHT_SETS] = masks(&NUMBERS, MASKS);

/// Policy of a move by a line through it in [`UNIT`](super::params::UNIT)s, by the weight set and side of the mover.
/// The file has the patterns of the first side; the second side sees them with the stones exchanged.
pub static LINES: LazyLock<[[Box<[i16]>; Side::COUNT]; WEIGHT_SETS]> = LazyLock::new(|| {
    std::array::from_fn(|set| {
        let first = PATTERNS + set * LinePattern::COUNT;
        let of = |pattern: LinePattern| NUMBERS[first + pattern.index()];
        [LinePattern::all().map(of).collect(), LinePattern::all().map(|pattern| of(pattern.exchanged())).collect()]
    })
});

const fn pairs(numbers: &[i16], first: usize) -> [[Value; Combo::COUNT]; WEIGHT_SETS] {
    let mut table = [[[0; 2]; Combo::COUNT]; WEIGHT_SETS];
    let mut index = 0;
    while index < PAIRS {
        table[index / 2 / Combo::COUNT][index / 2 % Combo::COUNT][index % 2] = numbers[first + index];
        index += 1;
    }
    table
}

const fn masks(numbers: &[i16], first: usize) -> [[i16; THREAT_MASKS]; WEIGHT_SETS] {
    let mut table = [[0; THREAT_MASKS]; WEIGHT_SETS];
    let mut index = 0;
    while index < WEIGHT_SETS * THREAT_MASKS {
        table[index / THREAT_MASKS][index % THREAT_MASKS] = numbers[first + index];
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::weight_set::WEIGHT_SET_NAMES;
    use super::*;
    use crate::engine::weight_table::sections;

    #[test]
    fn each_section_is_a_weight_set_of_a_table() {
        let pairs = 2 * Combo::COUNT;
        let tables = [("POINTS", pairs), ("MOVES", pairs), ("THREATS", THREAT_MASKS), ("LINES", LinePattern::COUNT)];
        let expected: Vec<_> = tables
            .iter()
            .flat_map(|(table, count)| WEIGHT_SET_NAMES.map(|set| (format!("{table} {set}"), *count)))
            .collect();
        let found = sections(include_str!("../../../../data/weights/gomoku.txt"));
        assert_eq!(found.into_iter().map(|(name, count)| (name.to_owned(), count)).collect::<Vec<_>>(), expected);
    }
}
