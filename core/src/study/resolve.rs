//! From written moves to coordinates: replays each line and keeps illegal moves as text.

use smol_str::{SmolStr, ToSmolStr};

use crate::game::{Game, Refusal, Setup};
use crate::record::format::{Location, ReadFault, Record, RefusedMove};
use crate::record::{Header, NodeId, Tree, walk};
use crate::xiangqi::Move;
use crate::xiangqi::notation::algebraic;

wire! {
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
}

impl Stopped {
    /// Returns whether the record has nothing to show: its very first move is refused, and its start is the usual one.
    #[must_use]
    pub fn leaves_nothing(&self, header: &Header) -> bool {
        self.ply == 1 && header.setup.start_fen().is_none()
    }
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
    let first_rank = first_rank(&setup, tree);
    walk(&setup, tree, |game, node| {
        let written = tree.mv(node).expect("only the root has no move");
        let plain = first_rank.and_then(|first_rank| in_coordinates(game, written, first_rank));
        match play(game, node, plain.as_deref().unwrap_or(written)) {
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
                let (ply, why) = (game.ply() + 1, record.refusal(node, why));
                if end.is_none() {
                    end = Some(game.clone());
                    stopped = Some(Stopped { place: record.place(node), ply, written: written.to_owned(), why });
                } else {
                    refused.push((node, RefusedMove { ply, written: written.to_owned(), why }));
                }
                false
            }
        }
    });
    words.into_iter().for_each(|(node, mv)| record.tree.rewrite(node, mv));
    refused.into_iter().for_each(|(node, refused)| record.refuse(node, refused));
    (end.unwrap_or_else(|| Game::new(&setup)), stopped)
}

/// Returns the number that a record gives the first rank of a Xiangqi board, where its moves are algebraic: chess servers
/// count from 1 or from 0, and do not say so. The main line that can be played further decides.
fn first_rank(setup: &Setup, tree: &Tree) -> Option<u8> {
    if !matches!(setup, Setup::Xiangqi { .. }) {
        return None;
    }
    let first = tree.main_moves().next()?;
    let is_algebraic = tree.main_moves().any(algebraic::is_algebraic);
    // Coordinates with ranks from 1 look like ours until they are played.
    if !is_algebraic && (first.parse::<Move>().is_err() || Game::new(setup).advance(first).is_ok()) {
        return None;
    }
    let plies = |first_rank: u8| {
        let mut game = Game::new(setup);
        let played = |written: &&str| {
            let plain = in_coordinates(&game, written, first_rank);
            game.advance(plain.as_deref().unwrap_or(written)).is_ok()
        };
        tree.main_moves().take_while(played).count()
    };
    let (from_0, from_1) = (plies(0), plies(1));
    Some(u8::from(from_1 > from_0 || from_1 == from_0 && is_algebraic))
}

/// Turns an algebraic move into coordinates, if it can be played; ranks are counted from `first_rank`.
fn in_coordinates(game: &Game, written: &str, first_rank: u8) -> Option<SmolStr> {
    let Game::Xiangqi(played) = game else { return None };
    let mv = algebraic::read(played.position(), written, first_rank)?.ok()?;
    Some(mv.to_smolstr())
}

impl From<&Stopped> for ReadFault {
    /// Describes the illegal move as a fault.
    fn from(stopped: &Stopped) -> ReadFault {
        let Stopped { place, ply, written, why } = stopped.clone();
        ReadFault::of_move(place, RefusedMove { ply, written, why })
    }
}
