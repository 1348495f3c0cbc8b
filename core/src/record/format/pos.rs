//! POS, the positions of RenLib: the number of stones, then a byte a stone in the order played, `row · 15 + column` from
//! the top left.

use super::encoding::TextEncoding;
use super::written::{expect_game, main_line};
use super::{Codec, LeftOut, Record, UnreadableRecord, Unwritable, Written};
use crate::game::{GameKind, Setup};
use crate::gomoku::{Point, Rule};
use crate::record::{Header, Tree};

/// The positions of RenLib.
pub struct Pos;

/// The lines of RenLib's boards.
pub const SIZE: u8 = 15;

/// The points of RenLib's boards.
const POINTS: usize = SIZE as usize * SIZE as usize;

impl Codec for Pos {
    fn name(&self) -> &'static str {
        "pos"
    }

    /// Nothing marks the form: a list of its own length, of points of which none comes twice.
    fn is_text(&self) -> bool {
        false
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let Some((&count, stones)) = bytes.split_first() else { return false };
        let mut seen = [false; POINTS];
        usize::from(count) == stones.len()
            && stones.iter().all(|&stone| {
                let is_first = seen.get_mut(usize::from(stone)).map(|seen| !std::mem::replace(seen, true));
                is_first == Some(true)
            })
    }

    fn read_as(&self, bytes: &[u8], _: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        let (&count, stones) = bytes.split_first().ok_or(UnreadableRecord::Unknown)?;
        let announced = &stones[..stones.len().min(usize::from(count))];
        let mut seen = [false; POINTS];
        let repeats = |&stone: &u8| seen.get_mut(usize::from(stone)).is_some_and(|seen| std::mem::replace(seen, true));
        // Other files have such an ending, too: texts, diagrams.
        if stones.len() > usize::from(count) && announced.iter().any(repeats) {
            return Err(UnreadableRecord::Unknown);
        }
        let header = Header { names_rule: false, ..Header::new(Setup::usual(GameKind::Gomoku)) };
        let mut record = Record::of_bytes(header);
        let mut node = Tree::ROOT;
        for (index, &stone) in stones.iter().take(usize::from(count)).enumerate() {
            let (row, column) = (stone / SIZE, stone % SIZE);
            // What is no point ends the line: the stones behind it would change their colours.
            let mv = if row < SIZE { Point::new(column, SIZE - 1 - row).to_string() } else { format!("{stone:#04x}") };
            node = record.push(node, mv, index + 1);
        }
        if stones.len() != usize::from(count) {
            record.fault(0, format!("{count} stones are announced and {} bytes follow", stones.len()));
        }
        Ok(record)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Gomoku, header)?;
        expect_size(self.name(), header)?;
        let mut left_out = LeftOut::default();
        let stones: Vec<u8> = main_line(tree, |mv| point(mv).is_some(), &mut left_out)
            .into_iter()
            .filter_map(point)
            .map(|point| (SIZE - 1 - point.row()) * SIZE + point.column())
            .collect();
        left_out.add_facts(header, &[]);
        left_out.add_rule(header, Rule::default());
        let count = u8::try_from(stones.len()).map_err(|_| Unwritable::TooLong { form: self.name() })?;
        Ok(Written { bytes: [&[count], &stones[..]].concat(), left_out })
    }
}

/// Makes sure that the board has as many lines as RenLib's.
///
/// # Errors
/// [`Unwritable::Size`].
pub(super) fn expect_size(form: &'static str, header: &Header) -> Result<(), Unwritable> {
    if header.setup.size() == Some(SIZE) { Ok(()) } else { Err(Unwritable::Size { form, size: SIZE }) }
}

/// Reads the name of a point that RenLib's boards have.
pub(super) fn point(mv: &str) -> Option<Point> {
    mv.parse().ok().filter(|point: &Point| point.is_on_board(SIZE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_are_no_list_of_points() {
        assert!(Pos.sniff(&[2, 112, 98]) && Pos.sniff(&[0]));
        for other in [&[][..], &[2, 112], &[2, 112, 112], &[1, 225], b"h8 i9"] {
            assert!(!Pos.sniff(other), "{other:?}");
        }
        assert_eq!(Pos.read(".".repeat(240).as_bytes()), Err(UnreadableRecord::Unknown));
        let record = Pos.read(&[3, 0, 255]).expect("it can be set up");
        assert_eq!((record.tree.main_moves().collect::<Vec<_>>(), record.faults().len()), (vec!["a15", "0xff"], 1));
    }
}
