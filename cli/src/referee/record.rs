//! Games on paper: PGN for Xiangqi, SGF for Gomoku, one after the other in one file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use duiyi_core::base::BySide;
use duiyi_core::record::{Header, Tree, format};
use duiyi_host::clock::{day, unix_ms};
use duiyi_host::score::Entrant;

use super::game::Played;

/// A file that grows by whole games.
#[derive(Debug)]
pub struct Book {
    file: File,
}

impl Book {
    /// Opens `path`; games are added to what is there.
    ///
    /// # Errors
    /// The system's.
    pub fn open(path: &Path) -> io::Result<Book> {
        Ok(Book { file: OpenOptions::new().create(true).append(true).open(path)? })
    }

    /// Adds a game in one piece.
    ///
    /// # Errors
    /// The system's.
    pub fn add(&mut self, played: &Played, names: &[String; 2]) -> io::Result<()> {
        let mut text = written(played, names, &day(unix_ms()));
        text.push(b'\n');
        self.file.write_all(&text)?;
        self.file.flush()
    }
}

/// Writes a game. How it was broken off stands as a comment at its last move.
fn written(played: &Played, names: &[String; 2], date: &str) -> Vec<u8> {
    let setup = &played.plan.setup;
    let name = |entrant: Entrant| names[entrant as usize].clone();
    let header = Header {
        names: BySide { first: name(played.plan.first), second: name(played.plan.first.other()) },
        date: date.to_owned(),
        outcome: Some(played.outcome),
        ..Header::new(setup.clone())
    };
    let mut tree = Tree::new();
    let node = played.rows.iter().fold(Tree::ROOT, |node, row| tree.push(node, &row.uci));
    if let Some((entrant, foul)) = &played.foul {
        tree.note_mut(node).add_comment(&format!("{}: {foul}", name(*entrant)));
    }
    format::usual(setup.kind()).write(&header, &tree)
}
