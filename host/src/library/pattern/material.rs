//! Material: how many pieces of each kind a board has.

use super::line::{CellChange, Cells};

/// The letters of pieces, by case.
const LETTERS: usize = 26;

/// The number of pieces of each letter. `None` is any number. The first side has capital letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::library) struct Material {
    first: [Option<u8>; LETTERS],
    second: [Option<u8>; LETTERS],
}

/// The pieces that a signature has none of unless it names them: chariots, horses, cannons.
const MAJOR: [u8; 3] = [b'r', b'n', b'c'];

/// The pieces that a signature leaves free unless it names them: advisors, elephants, soldiers.
const MINOR: [u8; 3] = [b'a', b'b', b'p'];

impl Material {
    /// Returns the material of a board, kind by kind.
    pub(super) fn of(cells: &Cells) -> Material {
        let Tally { first, second } = Tally::of(Some(cells));
        Material { first: first.map(Some), second: second.map(Some) }
    }

    pub(super) fn fits(&self, tally: &Tally) -> bool {
        let fits = |wanted: &[Option<u8>; LETTERS], has: [u8; LETTERS]| {
            wanted.iter().zip(has).all(|(wanted, has)| wanted.is_none_or(|wanted| wanted == has))
        };
        fits(&self.first, tally.first) && fits(&self.second, tally.second)
    }

    /// Reads a signature such as `R+H/CC`: the first side before the stroke. H and N are the horse, E and B the elephant,
    /// S and P the soldier; `-` is a side without them.
    pub(in crate::library) fn read(text: &str) -> Option<Material> {
        let (first, second) = text.split_once('/')?;
        Some(Material { first: side(first)?, second: side(second)? })
    }
}

fn side(text: &str) -> Option<[Option<u8>; LETTERS]> {
    let mut wanted = [None; LETTERS];
    MAJOR.iter().for_each(|&piece| wanted[index(piece)] = Some(0));
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    for letter in text.bytes().filter(|letter| !b"+- ".contains(letter)) {
        let piece = match letter.to_ascii_lowercase() {
            b'h' => b'n',
            b'e' => b'b',
            b's' => b'p',
            letter => letter,
        };
        if !MAJOR.contains(&piece) && !MINOR.contains(&piece) {
            return None;
        }
        let count = &mut wanted[index(piece)];
        *count = Some(count.unwrap_or(0_u8).checked_add(1).filter(|&count| count <= 5)?);
    }
    Some(wanted)
}

fn index(letter: u8) -> usize {
    usize::from(letter.to_ascii_lowercase() - b'a')
}

/// The pieces of each letter on a board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    first: [u8; LETTERS],
    second: [u8; LETTERS],
}

impl Tally {
    /// Counts the pieces of a board; none without one.
    pub(super) fn of(board: Option<&Cells>) -> Tally {
        let mut tally = Tally::default();
        for (_, piece) in board.into_iter().flat_map(Cells::pieces) {
            let count = tally.count(piece);
            *count = count.saturating_add(1);
        }
        tally
    }

    /// Takes part in a move that changes the number of pieces.
    pub(super) fn change(&mut self, change: &CellChange) {
        for &(_, before, after) in change.cells.iter().flatten() {
            if before != 0 {
                let count = self.count(before);
                *count = count.saturating_sub(1);
            }
            if after != 0 {
                let count = self.count(after);
                *count = count.saturating_add(1);
            }
        }
    }

    fn count(&mut self, piece: u8) -> &mut u8 {
        let side = if piece.is_ascii_uppercase() { &mut self.first } else { &mut self.second };
        &mut side[index(piece)]
    }
}
