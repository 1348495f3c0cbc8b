//! From the words of a record to moves: each line is walked with positions, and what cannot be played stays as text.

use crate::game::{Game, Refusal};
use crate::record::Tree;
use crate::record::format::{Fault, Record};

/// The first move of a record's main line that could not be played; nothing after it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The line it stands on, counted from 1.
    pub line: usize,
    /// The move's number, counted from 1.
    pub ply: usize,
    /// The move as it was written.
    pub written: String,
    /// Why it cannot be played.
    pub why: Refusal,
}

/// Writes the moves of `record` in coordinates and returns the game at the end of its main line, and where that stopped,
/// if it did. A variation's move that cannot be played is a fault, and neither it nor what follows it is changed.
pub(super) fn resolve(record: &mut Record) -> (Game, Option<Stopped>) {
    let mut game = Game::new(&record.header.setup);
    let mut end = None;
    let mut stopped = None;
    let mut next = record.tree.main_child(Tree::ROOT);
    // Variations still to be walked, each with the position it begins from. Their number, not their depth, is bounded
    // by the record's length; no function calls itself.
    let mut variations = Vec::new();
    loop {
        let node = match next.take() {
            Some(node) => node,
            None => {
                let variation = variations.pop();
                // The main line is walked first.
                let end_so_far = end.take().unwrap_or_else(|| game.clone());
                let Some((node, place)) = variation else { return (end_so_far, stopped) };
                end = Some(end_so_far);
                game.return_to(place);
                node
            }
        };
        if let Some(sibling) = record.tree.next_sibling(node) {
            variations.push((sibling, game.checkpoint()));
        }
        let written = record.tree.mv(node).expect("only the root has no move").to_owned();
        match game.advance(&written) {
            Ok(mv) => {
                record.tree.rewrite(node, mv);
                next = record.tree.main_child(node);
            }
            Err(why) => {
                let (line, ply) = (record.line(node), game.ply() + 1);
                if end.is_none() {
                    stopped = Some(Stopped { line, ply, written, why });
                } else {
                    record.fault(line, told(ply, &written, &why));
                }
            }
        }
    }
}

/// Says that a move could not be played.
pub(super) fn fault(stopped: &Stopped) -> Fault {
    Fault { line: stopped.line, message: told(stopped.ply, &stopped.written, &stopped.why) }
}

fn told(ply: usize, written: &str, why: &Refusal) -> String {
    let shown: String = written.chars().take(20).flat_map(char::escape_debug).collect();
    format!("move {ply}, '{shown}': {why}")
}
