//! The weights of the evaluation's features, from `data/weights/xiangqi.txt`.

use super::groups::COUNT;
use super::tapered::{Tapered, taper};
use crate::engine::weight_table;

/// Pairs of middle game and ending values, in centipawns.
const NUMBERS: [i16; 2 * COUNT] = weight_table::numbers(include_str!("../../../../data/weights/xiangqi.txt"));

/// The weight of each feature, in the order of [`super::groups::GROUPS`].
pub const WEIGHTS: [Tapered; COUNT] = pairs(&NUMBERS);

const fn pairs(numbers: &[i16; 2 * COUNT]) -> [Tapered; COUNT] {
    let mut weights = [taper(0, 0); COUNT];
    let mut index = 0;
    while index < COUNT {
        weights[index] = taper(numbers[2 * index] as i32, numbers[2 * index + 1] as i32);
        index += 1;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::super::groups::GROUPS;
    use crate::engine::weight_table::sections;

    #[test]
    fn each_section_is_a_group_of_features() {
        let found = sections(include_str!("../../../../data/weights/xiangqi.txt"));
        assert_eq!(found, GROUPS.iter().map(|group| (group.code, 2 * group.len)).collect::<Vec<_>>());
    }
}
