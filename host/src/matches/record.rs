//! Games on paper: PGN for Xiangqi, SGF for Gomoku.

use duiyi_core::base::BySide;
use duiyi_core::record::format::{pgn, sgf};
use duiyi_core::record::{GameKind, GameTree, Header};
use duiyi_core::session::table::GOMOKU_SIZE_DEFAULT;

use super::game::Played;
use super::score::Entrant;

/// Writes a game between players of these names on the day `date`. How it was broken off stands as a comment at its last
/// move.
#[must_use]
pub fn written(played: &Played, names: &[String; 2], date: &str) -> String {
    let config = played.game.opening.config();
    let name = |entrant: Entrant| names[entrant as usize].clone();
    let first = played.game.first;
    let header = Header {
        size: (config.kind == GameKind::Gomoku).then(|| config.size.unwrap_or(GOMOKU_SIZE_DEFAULT)),
        start: config.start.clone(),
        names: BySide { first: name(first), second: name(first.other()) },
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
    if let Some((entrant, fault)) = &played.fault {
        tree.add_comment(node, &format!("{}: {fault}", name(*entrant)));
    }
    match config.kind {
        GameKind::Gomoku => sgf::write(&header, &tree),
        _ => pgn::write(&header, &tree),
    }
}
