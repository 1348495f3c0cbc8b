//! Records of match games: PGN for Xiangqi, SGF for Gomoku.

use duiyi_core::base::BySide;
use duiyi_core::odds::Handicap;
use duiyi_core::record::format::{self, Record};
use duiyi_core::record::{Header, Tree};

use super::game::PlayedGame;
use super::score::Entrant;

/// Writes a game as [`recorded`] does.
#[must_use]
pub fn written(played: &PlayedGame, names: &[String; 2], date: &str) -> Vec<u8> {
    let record = recorded(played, names, date);
    format::save(&record.header, &record.tree)
}

/// Makes the record of a game between players of these names on the day `date`. The last move has a comment about a
/// fault, and each move its evaluation.
#[must_use]
pub fn recorded(played: &PlayedGame, names: &[String; 2], date: &str) -> Record {
    let setup = played.fixture.opening.setup();
    let name = |entrant: Entrant| names[entrant as usize].clone();
    let first = played.fixture.first;
    let mut record = Record::new(Header {
        names: BySide { first: name(first), second: name(first.other()) },
        date: date.to_owned(),
        outcome: Some(played.outcome),
        ..Header::new(setup.clone())
    });
    record.header.tags.extend(played.fixture.odds.map(|odds| (Handicap::TAG.to_owned(), odds.to_string())));
    let tree = &mut record.tree;
    let node = played.moves.iter().fold(Tree::ROOT, |node, (row, evaluation)| {
        let node = tree.push(node, &row.uci);
        tree.note_mut(node).evaluation = *evaluation;
        node
    });
    if let Some((entrant, fault)) = &played.fault {
        tree.note_mut(node).add_comment(&format!("{}: {fault}", name(*entrant)));
    }
    record
}
