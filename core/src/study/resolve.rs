//! From the words of a record to moves: each line is walked with positions, and what cannot be played stays as text.

use smol_str::SmolStr;

use crate::game::{Game, Refusal};
use crate::record::format::{Location, ReadFault, Record};
use crate::record::{NodeId, walk};

/// The first move of a record's main line that could not be played; nothing after it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Where it stands.
    pub place: Location,
    /// The move's number, counted from 1.
    pub ply: usize,
    /// The move as it was written.
    pub written: String,
    /// Why it cannot be played.
    pub why: Refusal,
}

/// Writes the moves of `record` in coordinates and returns the game at the end of its main line, and where that stopped,
/// if it did. A variation's move that cannot be played is a fault, and neither it nor what follows it is changed.
pub fn resolve(record: &mut Record) -> (Game, Option<Stopped>) {
    resolve_with(record, |game, _, written| game.advance(written))
}

/// Resolves a record as [`resolve`] does. `play` plays the written move of a node and returns it in coordinates.
pub(super) fn resolve_with(
    record: &mut Record,
    mut play: impl FnMut(&mut Game, NodeId, &str) -> Result<SmolStr, Refusal>,
) -> (Game, Option<Stopped>) {
    let setup = record.header.setup.clone();
    // The game at the end of the main line, which is walked first.
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
    /// Says that a move could not be played.
    fn from(stopped: &Stopped) -> ReadFault {
        ReadFault { place: stopped.place, message: told(stopped.ply, &stopped.written, &stopped.why) }
    }
}

fn told(ply: usize, written: &str, why: &Refusal) -> String {
    let shown: String = written.chars().take(20).flat_map(char::escape_debug).collect();
    format!("move {ply}, '{shown}': {why}")
}
