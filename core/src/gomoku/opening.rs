//! The names of openings, found through the eight symmetries.
//!
//! The 26 Renju openings are the classes of the third stone within the central 5 × 5: thirteen with White's stone beside
//! Black's first (direct), thirteen with it at the corner (indirect). Names: the standard list of the Renju
//! International Federation, in Chinese, Japanese and English.
//!
//! Few fourth stones have names of their own that everybody agrees on, so the two that matter most after each of the 26
//! are told apart by letters: A (甲) is the one our engine likes best for White under Renju, B (乙) the next, as
//! `duiyi go --game gomoku --rule renju --moves "h8 h9 i9" --multipv 2 --nodes 150000` found them.

use super::point::Point;
use super::symmetry::Symmetry;

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Name {
    /// The usual short code: `D1` to `D13`, `I1` to `I13`, with `-A` or `-B` for a fourth stone; empty for the beginnings
    /// that have none.
    pub code: &'static str,
    /// The stones on 15 lines, Black's first.
    pub stones: &'static str,
    pub chinese: &'static str,
    pub japanese: &'static str,
    pub english: &'static str,
}

/// Every named opening, the longer ones after those they begin with.
#[rustfmt::skip]
static NAMES: [Name; 81] = [
    Name { code: "", stones: "h8", chinese: "天元", japanese: "天元", english: "Centre" },
    Name { code: "", stones: "h8 h9", chinese: "直指", japanese: "直接", english: "Direct Opening" },
    Name { code: "", stones: "h8 i9", chinese: "斜指", japanese: "間接", english: "Indirect Opening" },
    Name { code: "D1", stones: "h8 h9 h10", chinese: "寒星", japanese: "寒星", english: "Cold Star" },
    Name { code: "D2", stones: "h8 h9 i10", chinese: "溪月", japanese: "渓月", english: "Valley Moon" },
    Name { code: "D3", stones: "h8 h9 j10", chinese: "疏星", japanese: "疎星", english: "Sparse Star" },
    Name { code: "D4", stones: "h8 h9 i9", chinese: "花月", japanese: "花月", english: "Flower Moon" },
    Name { code: "D5", stones: "h8 h9 j9", chinese: "残月", japanese: "残月", english: "Waning (Lingering) Moon" },
    Name { code: "D6", stones: "h8 h9 i8", chinese: "雨月", japanese: "雨月", english: "Rain Moon" },
    Name { code: "D7", stones: "h8 h9 j8", chinese: "金星", japanese: "金星", english: "Gold Star (Venus)" },
    Name { code: "D8", stones: "h8 h9 h7", chinese: "松月", japanese: "松月", english: "Pine Moon" },
    Name { code: "D9", stones: "h8 h9 i7", chinese: "丘月", japanese: "丘月", english: "Hill Moon" },
    Name { code: "D10", stones: "h8 h9 j7", chinese: "新月", japanese: "新月", english: "New Moon" },
    Name { code: "D11", stones: "h8 h9 h6", chinese: "瑞星", japanese: "瑞星", english: "Auspicious Star" },
    Name { code: "D12", stones: "h8 h9 i6", chinese: "山月", japanese: "山月", english: "Mountain Moon" },
    Name { code: "D13", stones: "h8 h9 j6", chinese: "游星", japanese: "遊星", english: "Wandering Star (Planet)" },
    Name { code: "I1", stones: "h8 i9 j10", chinese: "长星", japanese: "長星", english: "Long Star" },
    Name { code: "I2", stones: "h8 i9 j9", chinese: "峡月", japanese: "峡月", english: "Gorge Moon" },
    Name { code: "I3", stones: "h8 i9 j8", chinese: "恒星", japanese: "恒星", english: "Fixed Star" },
    Name { code: "I4", stones: "h8 i9 j7", chinese: "水月", japanese: "水月", english: "Water Moon" },
    Name { code: "I5", stones: "h8 i9 j6", chinese: "流星", japanese: "流星", english: "Shooting Star (Meteor)" },
    Name { code: "I6", stones: "h8 i9 i8", chinese: "云月", japanese: "雲月", english: "Cloud Moon" },
    Name { code: "I7", stones: "h8 i9 i7", chinese: "浦月", japanese: "浦月", english: "Bay (Coastal) Moon" },
    Name { code: "I8", stones: "h8 i9 i6", chinese: "岚月", japanese: "嵐月", english: "Storm (Mist) Moon" },
    Name { code: "I9", stones: "h8 i9 h7", chinese: "银月", japanese: "銀月", english: "Silver Moon" },
    Name { code: "I10", stones: "h8 i9 h6", chinese: "明星", japanese: "明星", english: "Bright Star" },
    Name { code: "I11", stones: "h8 i9 g7", chinese: "斜月", japanese: "斜月", english: "Slanting Moon" },
    Name { code: "I12", stones: "h8 i9 g6", chinese: "名月", japanese: "名月", english: "Famous (Harvest) Moon" },
    Name { code: "I13", stones: "h8 i9 f6", chinese: "彗星", japanese: "彗星", english: "Comet" },
    Name { code: "D1-A", stones: "h8 h9 h10 g11", chinese: "寒星·四手甲", japanese: "寒星 四甲", english: "Cold Star, fourth stone A" },
    Name { code: "D1-B", stones: "h8 h9 h10 g7", chinese: "寒星·四手乙", japanese: "寒星 四乙", english: "Cold Star, fourth stone B" },
    Name { code: "D2-A", stones: "h8 h9 i10 j8", chinese: "溪月·四手甲", japanese: "渓月 四甲", english: "Valley Moon, fourth stone A" },
    Name { code: "D2-B", stones: "h8 h9 i10 i8", chinese: "溪月·四手乙", japanese: "渓月 四乙", english: "Valley Moon, fourth stone B" },
    Name { code: "D3-A", stones: "h8 h9 j10 i9", chinese: "疏星·四手甲", japanese: "疎星 四甲", english: "Sparse Star, fourth stone A" },
    Name { code: "D3-B", stones: "h8 h9 j10 g9", chinese: "疏星·四手乙", japanese: "疎星 四乙", english: "Sparse Star, fourth stone B" },
    Name { code: "D4-A", stones: "h8 h9 i9 g7", chinese: "花月·四手甲", japanese: "花月 四甲", english: "Flower Moon, fourth stone A" },
    Name { code: "D4-B", stones: "h8 h9 i9 j10", chinese: "花月·四手乙", japanese: "花月 四乙", english: "Flower Moon, fourth stone B" },
    Name { code: "D5-A", stones: "h8 h9 j9 j8", chinese: "残月·四手甲", japanese: "残月 四甲", english: "Waning, fourth stone A" },
    Name { code: "D5-B", stones: "h8 h9 j9 i10", chinese: "残月·四手乙", japanese: "残月 四乙", english: "Waning, fourth stone B" },
    Name { code: "D6-A", stones: "h8 h9 i8 j8", chinese: "雨月·四手甲", japanese: "雨月 四甲", english: "Rain Moon, fourth stone A" },
    Name { code: "D6-B", stones: "h8 h9 i8 g8", chinese: "雨月·四手乙", japanese: "雨月 四乙", english: "Rain Moon, fourth stone B" },
    Name { code: "D7-A", stones: "h8 h9 j8 i8", chinese: "金星·四手甲", japanese: "金星 四甲", english: "Gold Star, fourth stone A" },
    Name { code: "D7-B", stones: "h8 h9 j8 g7", chinese: "金星·四手乙", japanese: "金星 四乙", english: "Gold Star, fourth stone B" },
    Name { code: "D8-A", stones: "h8 h9 h7 g7", chinese: "松月·四手甲", japanese: "松月 四甲", english: "Pine Moon, fourth stone A" },
    Name { code: "D8-B", stones: "h8 h9 h7 g8", chinese: "松月·四手乙", japanese: "松月 四乙", english: "Pine Moon, fourth stone B" },
    Name { code: "D9-A", stones: "h8 h9 i7 j6", chinese: "丘月·四手甲", japanese: "丘月 四甲", english: "Hill Moon, fourth stone A" },
    Name { code: "D9-B", stones: "h8 h9 i7 g8", chinese: "丘月·四手乙", japanese: "丘月 四乙", english: "Hill Moon, fourth stone B" },
    Name { code: "D10-A", stones: "h8 h9 j7 g9", chinese: "新月·四手甲", japanese: "新月 四甲", english: "New Moon, fourth stone A" },
    Name { code: "D10-B", stones: "h8 h9 j7 g8", chinese: "新月·四手乙", japanese: "新月 四乙", english: "New Moon, fourth stone B" },
    Name { code: "D11-A", stones: "h8 h9 h6 g10", chinese: "瑞星·四手甲", japanese: "瑞星 四甲", english: "Auspicious Star, fourth stone A" },
    Name { code: "D11-B", stones: "h8 h9 h6 g9", chinese: "瑞星·四手乙", japanese: "瑞星 四乙", english: "Auspicious Star, fourth stone B" },
    Name { code: "D12-A", stones: "h8 h9 i6 i10", chinese: "山月·四手甲", japanese: "山月 四甲", english: "Mountain Moon, fourth stone A" },
    Name { code: "D12-B", stones: "h8 h9 i6 g10", chinese: "山月·四手乙", japanese: "山月 四乙", english: "Mountain Moon, fourth stone B" },
    Name { code: "D13-A", stones: "h8 h9 j6 g9", chinese: "游星·四手甲", japanese: "遊星 四甲", english: "Wandering Star, fourth stone A" },
    Name { code: "D13-B", stones: "h8 h9 j6 i7", chinese: "游星·四手乙", japanese: "遊星 四乙", english: "Wandering Star, fourth stone B" },
    Name { code: "I1-A", stones: "h8 i9 j10 i8", chinese: "长星·四手甲", japanese: "長星 四甲", english: "Long Star, fourth stone A" },
    Name { code: "I1-B", stones: "h8 i9 j10 k10", chinese: "长星·四手乙", japanese: "長星 四乙", english: "Long Star, fourth stone B" },
    Name { code: "I2-A", stones: "h8 i9 j9 i8", chinese: "峡月·四手甲", japanese: "峡月 四甲", english: "Gorge Moon, fourth stone A" },
    Name { code: "I2-B", stones: "h8 i9 j9 j8", chinese: "峡月·四手乙", japanese: "峡月 四乙", english: "Gorge Moon, fourth stone B" },
    Name { code: "I3-A", stones: "h8 i9 j8 i8", chinese: "恒星·四手甲", japanese: "恒星 四甲", english: "Fixed Star, fourth stone A" },
    Name { code: "I3-B", stones: "h8 i9 j8 k9", chinese: "恒星·四手乙", japanese: "恒星 四乙", english: "Fixed Star, fourth stone B" },
    Name { code: "I4-A", stones: "h8 i9 j7 g8", chinese: "水月·四手甲", japanese: "水月 四甲", english: "Water Moon, fourth stone A" },
    Name { code: "I4-B", stones: "h8 i9 j7 j8", chinese: "水月·四手乙", japanese: "水月 四乙", english: "Water Moon, fourth stone B" },
    Name { code: "I5-A", stones: "h8 i9 j6 g9", chinese: "流星·四手甲", japanese: "流星 四甲", english: "Shooting Star, fourth stone A" },
    Name { code: "I5-B", stones: "h8 i9 j6 f8", chinese: "流星·四手乙", japanese: "流星 四乙", english: "Shooting Star, fourth stone B" },
    Name { code: "I6-A", stones: "h8 i9 i8 g8", chinese: "云月·四手甲", japanese: "雲月 四甲", english: "Cloud Moon, fourth stone A" },
    Name { code: "I6-B", stones: "h8 i9 i8 j8", chinese: "云月·四手乙", japanese: "雲月 四乙", english: "Cloud Moon, fourth stone B" },
    Name { code: "I7-A", stones: "h8 i9 i7 g9", chinese: "浦月·四手甲", japanese: "浦月 四甲", english: "Bay, fourth stone A" },
    Name { code: "I7-B", stones: "h8 i9 i7 j6", chinese: "浦月·四手乙", japanese: "浦月 四乙", english: "Bay, fourth stone B" },
    Name { code: "I8-A", stones: "h8 i9 i6 g9", chinese: "岚月·四手甲", japanese: "嵐月 四甲", english: "Storm, fourth stone A" },
    Name { code: "I8-B", stones: "h8 i9 i6 i10", chinese: "岚月·四手乙", japanese: "嵐月 四乙", english: "Storm, fourth stone B" },
    Name { code: "I9-A", stones: "h8 i9 h7 j8", chinese: "银月·四手甲", japanese: "銀月 四甲", english: "Silver Moon, fourth stone A" },
    Name { code: "I9-B", stones: "h8 i9 h7 h10", chinese: "银月·四手乙", japanese: "銀月 四乙", english: "Silver Moon, fourth stone B" },
    Name { code: "I10-A", stones: "h8 i9 h6 g9", chinese: "明星·四手甲", japanese: "明星 四甲", english: "Bright Star, fourth stone A" },
    Name { code: "I10-B", stones: "h8 i9 h6 h7", chinese: "明星·四手乙", japanese: "明星 四乙", english: "Bright Star, fourth stone B" },
    Name { code: "I11-A", stones: "h8 i9 g7 h7", chinese: "斜月·四手甲", japanese: "斜月 四甲", english: "Slanting Moon, fourth stone A" },
    Name { code: "I11-B", stones: "h8 i9 g7 i8", chinese: "斜月·四手乙", japanese: "斜月 四乙", english: "Slanting Moon, fourth stone B" },
    Name { code: "I12-A", stones: "h8 i9 g6 j8", chinese: "名月·四手甲", japanese: "名月 四甲", english: "Famous, fourth stone A" },
    Name { code: "I12-B", stones: "h8 i9 g6 i8", chinese: "名月·四手乙", japanese: "名月 四乙", english: "Famous, fourth stone B" },
    Name { code: "I13-A", stones: "h8 i9 f6 j8", chinese: "彗星·四手甲", japanese: "彗星 四甲", english: "Comet, fourth stone A" },
    Name { code: "I13-B", stones: "h8 i9 f6 i8", chinese: "彗星·四手乙", japanese: "彗星 四乙", english: "Comet, fourth stone B" },
];

/// Returns every named opening with its stones on a board of `size` lines, those that go on after those they begin with.
/// Openings that do not fit on the board are left out.
pub fn openings(size: u8) -> impl Iterator<Item = (&'static Name, Vec<Point>)> {
    NAMES.iter().filter_map(move |name| {
        let stones: Option<Vec<Point>> = name.stones.split(' ').map(|stone| on_board(stone, size)).collect();
        Some((name, stones?))
    })
}

/// How many stones the longest named opening has.
const STONES_MAX: usize = 4;

/// Returns the name of the longest opening that the first stones are, on a board of `size` lines, however they are
/// turned or mirrored around the centre. The order of Black's stones does not matter.
#[must_use]
pub fn name(stones: &[Point], size: u8) -> Option<&'static Name> {
    (1..=stones.len().min(STONES_MAX)).rev().find_map(|count| {
        let played = &stones[..count];
        // A first stone in the centre names no opening after further moves.
        let is_worth_saying = |name: &&Name| !name.code.is_empty() || count == stones.len();
        NAMES.iter().filter(is_worth_saying).find(|name| is(name, played, size))
    })
}

fn is(name: &Name, played: &[Point], size: u8) -> bool {
    let known = name.stones.split(' ').filter_map(|stone| on_board(stone, size));
    let mut known: Vec<Point> = known.collect();
    if known.len() != played.len() {
        return false;
    }
    sort(&mut known);
    Symmetry::ALL.into_iter().any(|symmetry| {
        let mut image: Vec<Point> = played.iter().map(|&point| symmetry.apply(point, size)).collect();
        sort(&mut image);
        image == known
    })
}

/// Brings the stones of a colour into one order: Black's are the first, the third and so on.
fn sort(stones: &mut [Point]) {
    if stones.len() >= 3 && stones[2] < stones[0] {
        stones.swap(0, 2);
    }
}

/// Returns where a stone that is named on 15 lines stands on a board of another size, as far from the centre.
fn on_board(stone: &str, size: u8) -> Option<Point> {
    let point: Point = stone.parse().ok()?;
    let moved = |place: u8| (place + size / 2).checked_sub(7).filter(|&place| place < size);
    Point::checked(moved(point.column())?, moved(point.row())?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::gomoku::notation::read_moves;

    #[test]
    fn every_third_stone_in_the_middle_has_one_name() {
        let mut seen = BTreeSet::new();
        for second in ["h9", "i9"] {
            for column in 5..10 {
                for row in 5..10 {
                    let stones = [Point::new(7, 7), second.parse().expect("a point"), Point::new(column, row)];
                    if stones[2] == stones[0] || stones[2] == stones[1] {
                        continue;
                    }
                    let named = NAMES.iter().filter(|name| is(name, &stones, 15)).count();
                    assert_eq!(named, 1, "{stones:?}");
                    seen.insert(name(&stones, 15).expect("it has a name").code);
                }
            }
        }
        assert_eq!(seen.len(), 26);
    }

    #[test]
    fn a_fourth_stone_goes_on_from_its_opening() {
        let fourths: Vec<&Name> = NAMES.iter().filter(|name| name.code.contains('-')).collect();
        assert_eq!(fourths.len(), 52);
        for fourth in fourths {
            let stones = read_moves(fourth.stones, 15).expect("the list names points");
            let opening = name(&stones[..3], 15).expect("its first three stones are an opening");
            assert!(fourth.code.starts_with(&format!("{}-", opening.code)), "{}", fourth.code);
            assert!(fourth.chinese.starts_with(opening.chinese), "{}", fourth.chinese);
            assert_eq!(NAMES.iter().filter(|other| is(other, &stones, 15)).count(), 1, "{}", fourth.code);
        }
    }

    #[test]
    fn a_name_is_seen_from_every_side_and_on_every_board() {
        for known in &NAMES {
            let stones = read_moves(known.stones, 15).expect("the list names points");
            for symmetry in Symmetry::ALL {
                let mut image: Vec<Point> = stones.iter().map(|&point| symmetry.apply(point, 15)).collect();
                assert_eq!(name(&image, 15), Some(known));
                if image.len() == 3 && known.code.starts_with('D') {
                    image.swap(0, 2);
                    assert!(name(&image, 15).is_some(), "the order of Black's stones does not matter");
                }
            }
            let larger: Vec<Point> = stones.iter().map(|p| Point::new(p.column() + 2, p.row() + 2)).collect();
            assert_eq!(name(&larger, 19), Some(known));
        }
        let played = read_moves("h8 h9 i9 a1 b1", 15).expect("five points");
        assert_eq!(name(&played, 15).map(|name| name.chinese), Some("花月"), "no name is known for this fourth");
        let elsewhere = read_moves("h8 a1", 15).expect("two points");
        assert_eq!(name(&elsewhere, 15), None);
        assert_eq!(name(&[], 15), None);
        assert_eq!(name(&[Point::new(0, 0)], 15), None);
    }
}
