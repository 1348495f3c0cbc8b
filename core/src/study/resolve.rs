//! From written moves to coordinates: replays each line and keeps illegal moves as text.

use smol_str::{SmolStr, ToSmolStr};

use crate::game::{Game, Refusal, Setup};
use crate::record::format::{Location, ReadFault, Record, RefusedMove};
use crate::record::{Header, NodeId, Tree, walk};
use crate::xiangqi::Move;
use crate::xiangqi::notation::{self, algebraic, iccs, vietnamese};

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
    fn leaves_nothing(&self, header: &Header) -> bool {
        self.ply == 1 && header.setup.start_fen().is_none()
    }
}

/// Converts the moves of `record` to coordinates. Returns the game at the end of the main line, and the move that ended
/// it early. An illegal move of a variation becomes a fault; it and the moves after it stay as text, two
/// squares of Xiangqi in plain coordinates, since every form can write those.
pub fn resolve(record: &mut Record) -> (Game, Option<Stopped>) {
    resolve_with(record, |game, _, written| game.advance(written))
}

/// Returns the faults of a resolved record in the order of their places; that of the move that ended the main line
/// comes last.
///
/// # Errors
/// That last fault, if the record has nothing to show.
pub fn faults_of(record: &Record, stopped: Option<&Stopped>) -> Result<Vec<ReadFault>, ReadFault> {
    let mut faults = record.faults();
    faults.sort_by_key(|fault| fault.place);
    if let Some(stopped) = stopped {
        let fault = ReadFault::from(stopped);
        if stopped.leaves_nothing(&record.header) {
            return Err(fault);
        }
        faults.push(fault);
    }
    Ok(faults)
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
    let mut unplayed = Vec::new();
    let tree = &record.tree;
    let dialect = Dialect::of(&setup, tree);
    walk(&setup, tree, |game, node| {
        let written = tree.mv(node).expect("only the root has no move");
        let plain = dialect.and_then(|dialect| dialect.in_coordinates(game, written));
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
                unplayed.push(node);
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
    if matches!(setup, Setup::Xiangqi { .. }) {
        unplayed.into_iter().for_each(|node| plain_squares(&mut record.tree, node));
    }
    (end.unwrap_or_else(|| Game::new(&setup)), stopped)
}

/// Writes the move of `top`, which was not played, and those behind it in plain coordinates if they are in ICCS:
/// `H0-H2` as `h0h2`.
fn plain_squares(tree: &mut Tree, top: NodeId) {
    for node in tree.subtree(top).collect::<Vec<_>>() {
        let Some(written) = tree.mv(node) else { continue };
        let Some(plain) = iccs::parse(written).map(|mv| mv.to_smolstr()).filter(|plain| plain != written) else {
            continue;
        };
        tree.rewrite(node, plain);
    }
}

/// A notation of Xiangqi whose moves alone may mean something else.
#[derive(Clone, Copy)]
enum Dialect {
    /// Algebraic moves or coordinates, with ranks counted from `first_rank`.
    Algebraic { first_rank: u8 },
    /// Vietnamese moves, of which `C3.1` is another in WXF.
    Vietnamese,
}

impl Dialect {
    /// Returns the dialect of a record, if its main line shows one.
    fn of(setup: &Setup, tree: &Tree) -> Option<Dialect> {
        if !matches!(setup, Setup::Xiangqi { .. }) {
            return None;
        }
        if notation::are_vietnamese(tree.main_moves()) {
            return Some(Dialect::Vietnamese);
        }
        first_rank(setup, tree).map(|first_rank| Dialect::Algebraic { first_rank })
    }

    /// Turns a move of the dialect into coordinates, if it can be played.
    fn in_coordinates(self, game: &Game, written: &str) -> Option<SmolStr> {
        let Game::Xiangqi(played) = game else { return None };
        let read = match self {
            Dialect::Algebraic { first_rank } => algebraic::read(played.position(), written, first_rank)?,
            Dialect::Vietnamese => vietnamese::read(played.position(), written)?,
        };
        Some(read.ok()?.to_smolstr())
    }
}

/// Returns the number that a record gives the first rank of the board, where its moves are algebraic: chess servers
/// count from 1 or from 0, and do not say so. The main line that can be played further decides.
fn first_rank(setup: &Setup, tree: &Tree) -> Option<u8> {
    let first = tree.main_moves().next()?;
    let is_algebraic = tree.main_moves().any(algebraic::is_algebraic);
    // Coordinates with ranks from 1 look like ours until they are played.
    if !is_algebraic && (first.parse::<Move>().is_err() || Game::new(setup).advance(first).is_ok()) {
        return None;
    }
    let plies = |first_rank: u8| {
        let mut game = Game::new(setup);
        let played = |written: &&str| {
            let plain = Dialect::Algebraic { first_rank }.in_coordinates(&game, written);
            game.advance(plain.as_deref().unwrap_or(written)).is_ok()
        };
        tree.main_moves().take_while(played).count()
    };
    let (from_0, from_1) = (plies(0), plies(1));
    Some(u8::from(from_1 > from_0 || from_1 == from_0 && is_algebraic))
}

impl From<&Stopped> for ReadFault {
    /// Describes the illegal move as a fault.
    fn from(stopped: &Stopped) -> ReadFault {
        let Stopped { place, ply, written, why } = stopped.clone();
        ReadFault::of_move(place, RefusedMove { ply, written, why })
    }
}
