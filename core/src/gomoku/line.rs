//! A stretch of eleven cells around a point, and what a stone in its middle makes there.
//!
//! Five cells to each side are enough for every question of the rules: a five through the middle reaches four cells
//! away, and the fifth cell tells a five from an overline. Words follow the Renju International Federation's rules,
//! section 9: *five*, *overline*, *four*, *straight four*, *three*.

/// How many cells to each side of the middle a [`Line`] holds.
pub const REACH: i8 = 5;
/// How many cells a [`Line`] holds.
pub const LENGTH: u32 = 2 * REACH as u32 + 1;
const MIDDLE: u16 = 1 << REACH;

/// Eleven cells in a row as one side sees them, its own stone always in the middle.
///
/// Bit `REACH + offset` belongs to the cell `offset` steps from the middle. Cells in neither mask are the enemy's or off
/// the board, which is the same to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    own: u16,
    empty: u16,
}

/// What the fours through the middle of a [`Line`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fours {
    /// No four.
    None,
    /// A four that one point turns into a five.
    One,
    /// An unbroken four that two points turn into a five.
    Straight,
    /// Two fours in one line, such as `B_BBB_B`.
    Two,
}

impl Fours {
    /// Returns how many fours the foul of the double-four counts.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Fours::None => 0,
            Fours::One | Fours::Straight => 1,
            Fours::Two => 2,
        }
    }
}

impl Line {
    /// Builds a line from the masks of own stones and empty cells; the middle becomes an own stone.
    #[must_use]
    pub const fn new(own: u16, empty: u16) -> Line {
        Line { own: own | MIDDLE, empty: empty & !own & !MIDDLE }
    }

    /// Returns this line with an own stone at `offset` too.
    #[must_use]
    pub const fn with(self, offset: i8) -> Line {
        let bit = 1 << (REACH + offset);
        Line { own: self.own | bit, empty: self.empty & !bit }
    }

    /// Returns whether the cell at `offset` is empty.
    #[must_use]
    pub const fn is_empty_at(self, offset: i8) -> bool {
        self.empty >> (REACH + offset) & 1 == 1
    }

    /// Returns whether the cell at `offset` holds an own stone.
    #[must_use]
    pub const fn is_own_at(self, offset: i8) -> bool {
        self.own >> (REACH + offset) & 1 == 1
    }

    /// Returns the first and the last offset of the unbroken run through the middle.
    #[must_use]
    pub const fn run(self) -> (i8, i8) {
        let right = (self.own >> REACH).trailing_ones() as i8 - 1;
        let left = (self.own << (15 - REACH)).leading_ones() as i8 - 1;
        (-left, right)
    }

    /// Returns the number of stones in the run through the middle, counted no further than the line reaches.
    #[must_use]
    pub const fn run_len(self) -> u32 {
        let (first, last) = self.run();
        (last - first + 1) as u32
    }

    /// Returns whether the run is a five, `exact` meaning that more than five do not count.
    #[must_use]
    pub const fn is_five(self, exact: bool) -> bool {
        if exact { self.run_len() == 5 } else { self.run_len() >= 5 }
    }

    /// Returns whether the run is longer than five.
    #[must_use]
    pub const fn is_overline(self) -> bool {
        self.run_len() > 5
    }

    /// Returns the empty cells at the two ends of the run. A stone that joins the run without a gap can only go there.
    #[must_use]
    pub const fn ends(self) -> [Option<i8>; 2] {
        let (first, last) = self.run();
        [self.end(first - 1), self.end(last + 1)]
    }

    const fn end(self, offset: i8) -> Option<i8> {
        if offset >= -REACH && offset <= REACH && self.is_empty_at(offset) { Some(offset) } else { None }
    }

    /// Returns the cells that turn the run into a five. Meaningful only while it is none.
    #[must_use]
    pub const fn completions(self, exact: bool) -> [Option<i8>; 2] {
        let [left, right] = self.ends();
        [self.completing(left, exact), self.completing(right, exact)]
    }

    const fn completing(self, end: Option<i8>, exact: bool) -> Option<i8> {
        match end {
            Some(offset) if self.with(offset).is_five(exact) => end,
            _ => None,
        }
    }

    /// Returns what the fours through the middle are. Meaningful only while the run is no five.
    ///
    /// Two completions five cells apart have the four stones between them: the straight four.
    #[must_use]
    pub const fn fours(self, exact: bool) -> Fours {
        match self.completions(exact) {
            [None, None] => Fours::None,
            [Some(left), Some(right)] if right - left == 5 => Fours::Straight,
            [Some(_), Some(_)] => Fours::Two,
            _ => Fours::One,
        }
    }

    /// Returns the cells that turn the run into a straight four: with one of them the middle belongs to a three, if the
    /// rules let the stone be played there. Meaningful only while the run is no five.
    #[must_use]
    pub const fn straight_four_points(self, exact: bool) -> [Option<i8>; 2] {
        let [left, right] = self.ends();
        [self.straightening(left, exact), self.straightening(right, exact)]
    }

    const fn straightening(self, end: Option<i8>, exact: bool) -> Option<i8> {
        match end {
            Some(offset) => {
                let four = self.with(offset);
                if !four.is_five(false) && matches!(four.fours(exact), Fours::Straight) { end } else { None }
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads eleven cells: `B` own, `_` empty, `W` enemy or edge; the middle may be written `p`.
    fn line(text: &str) -> Line {
        assert_eq!(text.len(), LENGTH as usize);
        let mask = |of: &[u8]| {
            text.bytes().enumerate().filter(|(_, cell)| of.contains(cell)).map(|(place, _)| 1 << place).sum::<u16>()
        };
        Line::new(mask(b"Bp"), mask(b"_"))
    }

    #[track_caller]
    fn check(text: &str, exact: bool, five: bool, fours: Fours, three: bool) {
        let line = line(text);
        assert_eq!(line.is_five(exact), five, "five in {text}");
        if !five {
            assert_eq!(line.fours(exact), fours, "fours in {text}");
            let points = line.straight_four_points(exact);
            assert_eq!(points != [None, None], three, "three in {text}");
        }
    }

    #[test]
    fn fives_and_overlines() {
        check("___BBpBB___", true, true, Fours::None, false);
        check("__BBBpBB___", true, false, Fours::None, false);
        check("__BBBpBB___", false, true, Fours::None, false);
        assert!(line("__BBBpBB___").is_overline());
        assert!(line("BBBBBpBBBBB").is_overline());
        assert_eq!(line("BBBBBpBBBBB").run_len(), LENGTH);
    }

    #[test]
    fn fours() {
        check("____BpBB___", true, false, Fours::Straight, false);
        check("___WBpBB___", true, false, Fours::One, false);
        check("___BBp_B___", true, false, Fours::One, false);
        // Two fours in one line, the second pair only for the side that may make six.
        check("__B_BpB_B__", true, false, Fours::Two, false);
        check("_BB_Bp_BB__", true, false, Fours::Two, false);
        check("_BBB_p_BBB_", true, false, Fours::Two, false);
        // One end of the unbroken four would be an overline: only one completion is left.
        check("____BpBB_B_", true, false, Fours::One, false);
        check("____BpBB_B_", false, false, Fours::Straight, false);
        check("__B_BpBB_B_", true, false, Fours::None, false);
    }

    #[test]
    fn threes() {
        check("____BpB____", true, false, Fours::None, true);
        check("____Bp_B___", true, false, Fours::None, true);
        check("___WBpB____", true, false, Fours::None, false);
        check("__W_BpB_W__", true, false, Fours::None, false);
        check("__W_BpB__W_", true, false, Fours::None, true);
        // Black's four would have an overline at one end.
        check("___WB_pB_B_", true, false, Fours::None, false);
        check("__B_BpB_W__", true, false, Fours::One, false);
        check("_B__BpB__W_", true, false, Fours::None, true);
        check("_B__BpB_W__", true, false, Fours::None, false);
        check("_B__BpB_W__", false, false, Fours::None, true);
    }
}
