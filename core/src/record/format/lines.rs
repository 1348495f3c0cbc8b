//! Lines, the form for scripts: where the game begins, then a line for each path from there to a leaf of the tree, the
//! main line first. Xiangqi begins with a FEN and has moves as `h2e2`; Gomoku begins with size and rule, `15 renju`, and
//! has moves as `h8`.

use std::collections::{HashMap, HashSet};

use smol_str::SmolStr;

use super::codec::read_text;
use super::encoding::{TextEncoding, decode};
use super::record::shown;
use super::written::{pruned, refuse_free_stones};
use super::{Codec, LeftOut, Record, UnreadableRecord, Unwritable, Written};
use crate::game::setup::read_fen;
use crate::game::{Game, GameKind, Setup};
use crate::gomoku::Rule;
use crate::record::{Header, NodeId, Tree, walk};
use crate::xiangqi::Move;

/// Every path of a tree.
pub struct PathLines;

/// How long the written form may become: a tree has more to say in this form than in any other, as each path repeats
/// what it shares with those before it.
const BYTES_MAX: usize = 64 << 20;

impl Codec for PathLines {
    fn name(&self) -> &'static str {
        "lines"
    }

    /// Gomoku is known by its first line. A FEN may also begin one game that is broken into lines: it is a tree if a
    /// later line begins as the first one does, or cannot go on from it.
    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode(bytes);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let Some(head) = lines.next() else { return false };
        if gomoku(head).is_some() {
            return true;
        }
        let Some(Ok(Setup::Xiangqi { start })) = head.contains('/').then(|| xiangqi(head)) else { return false };
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
        let first_word = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
        let begins = |line: &str| first_word(line).parse::<Move>().ok().and_then(|mv| start.piece_at(mv.from()));
        let mut all = [first, second].into_iter().chain(lines);
        if !all.all(|line| begins(line).is_some_and(|piece| piece.side == start.side_to_move())) {
            return false;
        }
        let mut game = Game::new(&Setup::Xiangqi { start });
        first_word(first) == first_word(second)
            || first.split_whitespace().any(|word| game.advance(word).is_err())
            || game.advance(&first_word(second)).is_err()
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, read_paths)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        refuse_free_stones(self.name(), header)?;
        let mut left_out = LeftOut::default();
        let head = match &header.setup {
            Setup::Xiangqi { start } => start.to_fen(),
            Setup::Gomoku { rule, size, .. } => format!("{size} {rule}"),
            Setup::TicTacToe => return Err(Unwritable::Game { form: self.name(), kind: GameKind::TicTacToe }),
        };
        // A path ends before the first unplayable move: scripts play every move.
        let mut playable = HashSet::from([Tree::ROOT]);
        walk(&header.setup, tree, |game, node| {
            let is_playable = game.advance(tree.mv(node).expect("only the root has no move")).is_ok();
            is_playable && playable.insert(node)
        });
        let tree = pruned(tree, |node| playable.contains(&node), &mut left_out);
        left_out.add_facts(header, &[]);
        let mut text = head + "\n";
        let mut path: Vec<&str> = Vec::new();
        let mut depths: Vec<usize> = Vec::new();
        for node in tree.subtree(Tree::ROOT) {
            left_out.add_note(tree.note(node));
            let depth = tree.parent(node).map_or(0, |parent| depths[parent.index()] + 1);
            depths.resize(depths.len().max(node.index() + 1), 0);
            depths[node.index()] = depth;
            path.truncate(depth.saturating_sub(1));
            path.extend(tree.mv(node));
            if tree.main_child(node).is_none() && node != Tree::ROOT {
                text.push_str(&path.join(" "));
                text.push('\n');
                if text.len() > BYTES_MAX {
                    return Err(Unwritable::TooLong { form: self.name() });
                }
            }
        }
        Ok(Written { bytes: text.into_bytes(), left_out })
    }
}

fn read_paths(text: &str) -> Result<Record, UnreadableRecord> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let head = lines.next().map_or("", |(_, line)| line.trim());
    let setup = match gomoku(head) {
        Some(setup) => setup,
        None if head.contains('/') => xiangqi(head)?,
        None => return Err(UnreadableRecord::Unknown),
    };
    let mut record = Record::new(Header { names_rule: setup.kind() == GameKind::Gomoku, ..Header::new(setup) });
    let mut known: HashMap<(NodeId, SmolStr), NodeId> = HashMap::new();
    for (index, line) in lines {
        let mut node = Tree::ROOT;
        for word in line.split_whitespace() {
            if word.len() > 5 {
                record.fault(index + 1, format!("'{}' is no move in coordinates", shown(word)));
                break;
            }
            let mv = SmolStr::from(word);
            node = *known.entry((node, mv)).or_insert_with_key(|(node, mv)| record.push(*node, mv.clone(), index + 1));
        }
    }
    Ok(record)
}

fn xiangqi(head: &str) -> Result<Setup, crate::game::Refusal> {
    read_fen(head).map(|start| Setup::Xiangqi { start })
}

/// Reads `15 renju`.
fn gomoku(head: &str) -> Option<Setup> {
    let (size, rule) = head.split_once(' ')?;
    let rule: Rule = rule.trim().parse().ok()?;
    Setup::gomoku(rule, size.parse().ok()?, None).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = crate::xiangqi::fen::START;

    #[test]
    fn a_tree_differs_from_one_game_broken_into_lines() {
        let is_tree = |moves: &str| PathLines.sniff(format!("{START}\n{moves}").as_bytes());
        assert!(is_tree("h2e2 h9g7 h0g2\nh2e2 b9c7"));
        assert!(is_tree("h2e2 h9g7 h0g2\nb2e2"));
        assert!(!is_tree("h2e2 h9g7\nh0g2 i9h9"));
        assert!(!is_tree("h2e2 h9g7 h0g2\ni9h9 i0h0"));
        assert!(!is_tree("h2e2 h9g7") && !is_tree("") && !is_tree("h2e2\n1. C2=5"));
        assert!(PathLines.sniff(b"15 renju\nh8 i9") && !PathLines.sniff(b"1 h8") && !PathLines.sniff(b""));
    }

    #[test]
    fn shared_moves_are_one_node() {
        let record =
            PathLines.read(b"15 freestyle\nh8 i9 j10\nh8 i9 g7\n\nh8 h9\ntoo-long\n").expect("it can be set up");
        assert_eq!((record.tree.len(), record.faults().len()), (5, 1));
        assert!(matches!(PathLines.read(b"h8 i9"), Err(UnreadableRecord::Unknown)));
        assert!(matches!(PathLines.read(b"9/9 w\n"), Err(UnreadableRecord::Setup(_))));
    }
}
