//! The pictures of a game: of one position, and of each position of a line.

use std::ops::ControlFlow;

use super::outlines::Lettering;
use super::page_words::PageWords;
use super::picture::{Heading, Picture};
use super::style::PictureStyle;
use crate::base::Side;
use crate::game::{Game, GameKind};
use crate::record::{Header, NodeId, Tree};

wire! {
    both:
    /// The part of a record that an animation shows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ReplayPart {
        /// From the start, through the present position, to the end of its line.
        #[default]
        Game,
        /// From the present position to the end of its line.
        Line,
    }
}

/// Draws the position at `at`, or the last one before it that can be reached.
#[must_use]
pub fn picture_at(
    header: &Header,
    tree: &Tree,
    at: NodeId,
    style: &PictureStyle,
    lettering: Option<Lettering>,
) -> Picture {
    let mut reached = None;
    let path = path_to(tree, at);
    let mut player = Player::new(header, tree, style, lettering);
    for &node in &path {
        match player.advance(node) {
            true => reached = Some(node),
            false => break,
        }
    }
    player.draw(reached.unwrap_or(Tree::ROOT))
}

/// Draws each position of a part of the record in turn, until `take` breaks or a move cannot be played. Returns how many
/// were drawn.
pub fn replay(
    header: &Header,
    tree: &Tree,
    (at, part): (NodeId, ReplayPart),
    style: &PictureStyle,
    lettering: Option<Lettering>,
    take: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> usize {
    let nodes = nodes_of(tree, at);
    let from = if part == ReplayPart::Line { tree.path(at).count().saturating_sub(1) } else { 0 };
    let mut player = Player::new(header, tree, style, lettering);
    let mut drawn = 0;
    for (index, node) in nodes.into_iter().enumerate() {
        if !player.advance(node) {
            break;
        }
        if index >= from {
            drawn += 1;
            if take(&player.draw(node)).is_break() {
                break;
            }
        }
    }
    drawn
}

/// Returns how many positions [`replay`] draws if all moves can be played.
#[must_use]
pub fn replay_len(tree: &Tree, at: NodeId, part: ReplayPart) -> usize {
    let before = if part == ReplayPart::Line { tree.path(at).count().saturating_sub(1) } else { 0 };
    nodes_of(tree, at).len() - before
}

fn path_to(tree: &Tree, at: NodeId) -> Vec<NodeId> {
    let mut path: Vec<NodeId> = tree.path(at).collect();
    path.reverse();
    path
}

/// The nodes from the root through `at` to the end of its line.
fn nodes_of(tree: &Tree, at: NodeId) -> Vec<NodeId> {
    let mut nodes = path_to(tree, at);
    let mut last = at;
    while let Some(next) = tree.main_child(last) {
        nodes.push(next);
        last = next;
    }
    nodes
}

/// Plays the nodes of a line and draws their positions.
struct Player<'a> {
    header: &'a Header,
    tree: &'a Tree,
    style: &'a PictureStyle,
    lettering: Option<Lettering<'a>>,
    words: &'static PageWords,
    game: Game,
    /// The last move with its number; empty at the start.
    last: String,
    stones: Vec<String>,
}

impl<'a> Player<'a> {
    fn new(
        header: &'a Header,
        tree: &'a Tree,
        style: &'a PictureStyle,
        lettering: Option<Lettering<'a>>,
    ) -> Player<'a> {
        let (game, words) = (Game::new(&header.setup), PageWords::of(style.language));
        Player { header, tree, style, lettering, words, game, last: String::new(), stones: Vec::new() }
    }

    /// Plays the move of a node; false if that is impossible. The root has none.
    fn advance(&mut self, node: NodeId) -> bool {
        let Some(mv) = self.tree.mv(node) else { return true };
        let number = self.number();
        let Ok(row) = self.game.play(mv) else { return false };
        let signs: String = self.tree.note(node).glyphs.iter().filter_map(|glyph| glyph.sign()).collect();
        self.last = format!("{number}{}{signs}", row_in(&row, self.style));
        self.stones.push(row.to);
        true
    }

    /// The number before the next move: of the round in Xiangqi, with dots for Black, of the stone elsewhere.
    fn number(&self) -> String {
        let before = usize::from(Game::new(&self.header.setup).side_to_move() == Side::Second);
        move_number(self.game.kind(), self.game.ply() + before)
    }

    fn draw(&self, node: NodeId) -> Picture {
        let is_end = self.tree.main_child(node).is_none() && self.tree.main_line().last() == Some(node);
        let result = self.header.outcome.filter(|_| is_end);
        let result = result.map(|outcome| self.words.result(self.game.kind(), outcome.winner).to_owned());
        let event = super::page_words::event_of(self.header).unwrap_or_default().to_owned();
        // The start of a game has a fact, too, so that all pictures of a replay have one height.
        let is_start = self.last.is_empty() && self.tree.main_child(Tree::ROOT).is_some();
        let last = if is_start { self.words.beginning.to_owned() } else { self.last.clone() };
        let facts = [event, self.words.date(&self.header.date), last, result.unwrap_or_default()];
        let names = [self.header.names.first.clone(), self.header.names.second.clone()];
        let heading = Heading { names, facts: facts.into_iter().filter(|fact| !fact.trim().is_empty()).collect() };
        Picture::new(&self.game, self.tree.note(node), &self.stones, &heading, self.style, self.lettering)
    }
}

/// Writes the number of the move after `plies` plies, before it.
pub(super) fn move_number(kind: GameKind, plies: usize) -> String {
    match kind {
        GameKind::Xiangqi if plies.is_multiple_of(2) => format!("{}. ", plies / 2 + 1),
        GameKind::Xiangqi => format!("{}... ", plies / 2 + 1),
        GameKind::Gomoku | GameKind::TicTacToe => format!("{}. ", plies + 1),
    }
}

/// Writes a move in the style's notation; stones in capitals, as the boards' edges are.
pub(super) fn row_in(row: &crate::game::MoveRow, style: &PictureStyle) -> String {
    use crate::xiangqi::notation::NotationStyle;
    if row.piece.is_none() {
        return row.uci.to_ascii_uppercase();
    }
    let text = match style.notation {
        NotationStyle::Uci => &row.uci,
        NotationStyle::Iccs => &row.iccs,
        NotationStyle::Wxf => &row.wxf,
        NotationStyle::Chinese => &row.chinese,
        NotationStyle::Traditional => &row.traditional,
        NotationStyle::Vietnamese => &row.vietnamese,
    };
    text.clone()
}
