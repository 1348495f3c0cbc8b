//! Games on paper: PGN for Xiangqi, SGF for Gomoku, one after the other in one file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use duiyi_core::base::BySide;
use duiyi_core::record::format::{pgn, sgf};
use duiyi_core::record::{GameKind, GameTree, Header};
use duiyi_core::session::table::GOMOKU_SIZE_DEFAULT;
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
        let text = format!("{}\n", written(played, names, &day(unix_ms())));
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

/// Writes a game. How it was broken off stands as a comment at its last move.
fn written(played: &Played, names: &[String; 2], date: &str) -> String {
    let config = &played.plan.config;
    let name = |entrant: Entrant| names[entrant as usize].clone();
    let header = Header {
        size: (config.kind == GameKind::Gomoku).then(|| config.size.unwrap_or(GOMOKU_SIZE_DEFAULT)),
        start: config.start.clone(),
        names: BySide { first: name(played.plan.first), second: name(played.plan.first.other()) },
        date: date.to_owned(),
        outcome: Some(played.outcome),
        ..Header::new(config.kind, &config.rule)
    };
    let mut tree = GameTree::new();
    let mut node = GameTree::<String>::ROOT;
    for row in &played.rows {
        let text = if config.kind == GameKind::Xiangqi { &row.iccs } else { &row.uci };
        node = tree.push(node, text.clone());
    }
    if let Some((entrant, foul)) = &played.foul {
        tree.add_comment(node, &format!("{}: {foul}", name(*entrant)));
    }
    match config.kind {
        GameKind::Gomoku => sgf::write(&header, &tree),
        _ => pgn::write(&header, &tree),
    }
}
