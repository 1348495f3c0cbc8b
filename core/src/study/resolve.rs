//! From written moves to coordinates: replays each line and keeps illegal moves as text.

use smol_str::SmolStr;

use crate::game::{Game, Refusal};
use crate::record::format::{Location, ReadFault, Record};
use crate::record::{NodeId, walk};

/// The first illegal move of a record's main line. The reader skips the moves after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Position of the move in the file.
    pub place: Location,
    /// Number of the move, from 1.
    pub ply: usize,
    /// The text of the move.
    pub written: String,
    /// The refusal of the move.
    pub why: Refusal,
}

/// Converts the moves of `record` to coordinates. Returns the game at the end of the main line, and the move that ended
/// it early. An illegal move of a variation becomes a fault; it and the moves after it stay as text.
pub fn resolve(record: &mut Record) -> (Game, Option<Stopped>) {
    resolve_with(record, |game, _, written| game.advance(written))
}

/// Resolves a record like [`resolve`]. `play` plays the written move of a node and returns its coordinates.
pub(super) fn resolve_with(
    record: &mut Record,
    mut play: impl FnMut(&mut Game, NodeId, &str) -> Result<SmolStr, Refusal>,
) -> (Game, Option<Stopped>) {
    let setup = record.header.setup.clone();
    // The main line comes first, and this is the game at its end.
    let mut end = None;
    let mut stopped = None;
    let mut words = Vec::new();
    let mut refused = Vec::new();
    let tree = &record.tree;
    walk(&setup, tree, |game, node| {
        let written = tree.mv(node).expect("only the root has no move");
        match play(game, node, written) {
            Ok(mv) => {
                if end.is_none() && tree.main_child(node).is_none() {
                    end = Some(game.clone());
                }
                if mv != written {
                    words.push((node, mv));
                }
                true
            }
            Err(why) => {
                let ply = game.ply() + 1;
                if end.is_none() {
                    end = Some(game.clone());
                    stopped = Some(Stopped { place: record.place(node), ply, written: written.to_owned(), why });
                } else {
                    refused.push((record.at(node), told(ply, written, &why)));
                }
                false
            }
        }
    });
    words.into_iter().for_each(|(node, mv)| record.tree.rewrite(node, mv));
    refused.into_iter().for_each(|(at, why)| record.fault(at, why));
    (end.unwrap_or_else(|| Game::new(&setup)), stopped)
}

impl From<&Stopped> for ReadFault {
    /// Describes the illegal move as a fault.
    fn from(stopped: &Stopped) -> ReadFault {
        ReadFault { place: stopped.place, message: told(stopped.ply, &stopped.written, &stopped.why) }
    }
}

fn told(ply: usize, written: &str, why: &Refusal) -> String {
    let shown: String = written.chars().take(20).flat_map(char::escape_debug).collect();
    format!("move {ply}, '{shown}': {why}")
}
