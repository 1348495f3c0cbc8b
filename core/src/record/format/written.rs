//! A game written in a form, and the parts that the form cannot hold.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use crate::base::Reason;
use crate::game::{GameKind, Setup};
use crate::gomoku;
use crate::record::{Header, NodeId, Note, Tree};
use crate::xiangqi::{self, Rule};

/// A game in some form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// The parts that are missing from it.
    pub left_out: LeftOut,
}

/// Something of a game that a form may have no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum RecordPart {
    /// A move that could not be played when the record was read, or one that follows it.
    Unplayable,
    /// A move of a variation.
    Variation,
    Comment,
    /// A sign such as `!`.
    Glyph,
    /// An arrow or a ring.
    Mark,
    /// A text at a point of the board.
    Label,
    /// A clock's time.
    Clock,
    /// An engine's evaluation.
    Evaluation,
    /// A fact above the moves: a name, a date, a tag.
    Fact,
}

impl RecordPart {
    const COUNT: usize = 9;
    pub(crate) const ALL: [RecordPart; RecordPart::COUNT] = [
        RecordPart::Unplayable,
        RecordPart::Variation,
        RecordPart::Comment,
        RecordPart::Glyph,
        RecordPart::Mark,
        RecordPart::Label,
        RecordPart::Clock,
        RecordPart::Evaluation,
        RecordPart::Fact,
    ];

    /// Every part's word for programs.
    pub const CODES: [&'static str; RecordPart::COUNT] =
        ["unplayable", "variation", "comment", "glyph", "mark", "label", "clock", "evaluation", "fact"];

    /// Returns the word for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        RecordPart::CODES[self as usize]
    }

    /// Returns the singular and the plural.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            RecordPart::Unplayable => ("move that cannot be played", "moves that cannot be played"),
            RecordPart::Variation => ("move of a variation", "moves of variations"),
            RecordPart::Comment => ("comment", "comments"),
            RecordPart::Glyph => ("sign", "signs"),
            RecordPart::Mark => ("mark", "marks"),
            RecordPart::Label => ("label", "labels"),
            RecordPart::Clock => ("clock time", "clock times"),
            RecordPart::Evaluation => ("evaluation", "evaluations"),
            RecordPart::Fact => ("fact about the game", "facts about the game"),
        }
    }
}

/// How much of each part of a game was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut([usize; RecordPart::COUNT]);

impl LeftOut {
    /// Returns how many of `part` were left out.
    #[must_use]
    pub const fn count(&self, part: RecordPart) -> usize {
        self.0[part as usize]
    }

    /// Returns whether the form had room for everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == LeftOut::default()
    }

    /// Returns the parts that were left out, each with how many of it.
    pub fn parts(&self) -> impl Iterator<Item = (RecordPart, usize)> + '_ {
        RecordPart::ALL.into_iter().map(|part| (part, self.count(part))).filter(|&(_, count)| count > 0)
    }

    /// Counts `count` more of `part`.
    pub(in crate::record) const fn add(&mut self, part: RecordPart, count: usize) {
        self.0[part as usize] += count;
    }

    /// Counts everything that is noted at a node.
    pub(super) fn add_note(&mut self, note: &Note) {
        self.add(RecordPart::Comment, usize::from(!note.comment.is_empty()));
        self.add(RecordPart::Glyph, note.glyphs.len());
        self.add(RecordPart::Mark, note.marks.len());
        self.add(RecordPart::Label, note.labels.len());
        self.add(RecordPart::Clock, usize::from(note.clock.is_some()));
        self.add(RecordPart::Evaluation, usize::from(note.evaluation.is_some()));
    }

    /// Counts the counters of the start as one fact, unless they are those of every start.
    pub(super) fn add_counters(&mut self, header: &Header) {
        if let Setup::Xiangqi { start } = &header.setup {
            let xiangqi::Setup { quiet_plies, move_number, .. } = start.to_setup();
            self.add(RecordPart::Fact, usize::from((quiet_plies, move_number) != (0, 1)));
        }
    }

    /// Counts the facts that a form cannot carry but for those in `carried`: names, date, opening, result (`Result`), its
    /// reason (`Termination`), a rule of Xiangqi that no reader would take (`Rule`), and every tag. Of several tags
    /// with one name the first is carried.
    pub(super) fn add_facts(&mut self, header: &Header, carried: &[&str]) {
        let is_carried = |name: &str| carried.contains(&name);
        let facts = [
            ("Red", &header.names.first),
            ("Black", &header.names.second),
            ("Date", &header.date),
            ("Opening", &header.opening),
        ];
        let facts = facts.iter().filter(|(name, value)| !value.is_empty() && !is_carried(name)).count();
        let mut seen = HashSet::new();
        let tags = header.tags.iter().filter(|&(name, _)| !is_carried(name) || !seen.insert(name)).count();
        let is_outcome_lost = header.outcome.is_some_and(|outcome| match is_carried("Result") {
            false => true,
            true => {
                outcome.reason != Reason::Unstated && !is_carried("Termination") && header.tag("Termination").is_none()
            }
        });
        let is_rule_lost = match &header.setup {
            Setup::Xiangqi { start } => start.rule() != Rule::default() && !is_carried("Rule"),
            Setup::Gomoku { .. } | Setup::TicTacToe => false,
        };
        self.add(RecordPart::Fact, facts + tags + usize::from(is_outcome_lost) + usize::from(is_rule_lost));
    }

    /// Counts the rule of a game of Gomoku that a form without a place for it is not read under.
    pub(super) fn add_rule(&mut self, header: &Header, usual: gomoku::Rule) {
        self.add(RecordPart::Fact, usize::from(header.setup.rule_code() != usual.code()));
    }
}

impl fmt::Display for LeftOut {
    /// Writes `2 comments, 1 mark`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (part, count)) in self.parts().enumerate() {
            let (one, several) = part.names();
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{count} {}", if count == 1 { one } else { several })?;
        }
        Ok(())
    }
}

/// Why a form cannot hold a game at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Unwritable {
    /// It is a form of another game's.
    #[error("{form} cannot hold {kind}; choose one of {}", kind.forms())]
    Game { form: &'static str, kind: GameKind },
    /// The form has only boards of one size.
    #[error("{form} holds boards of {size} lines only; choose sgf or psq")]
    Size {
        form: &'static str,
        /// The lines of its boards.
        size: u8,
    },
    /// The form holds moves alone, and the game has none.
    #[error("{form} stores only moves, and this game has none; choose sgf")]
    NoMoves { form: &'static str },
    /// It would be longer than the form allows.
    #[error("the game is too long for {form}; choose xqf, pgn, ubb, sgf or lib")]
    TooLong { form: &'static str },
    /// The form has no place for stones before the first move.
    #[error("{form} has no place for free stones; choose sgf")]
    FreeStones { form: &'static str },
    /// The form is only read.
    #[error("{form} can be read but not written; choose xqf, pgn or ubb")]
    ReadOnly { form: &'static str },
}

impl GameKind {
    const fn forms(self) -> &'static str {
        match self {
            GameKind::Xiangqi => "pgn, xqf, ubb, txt, lines",
            GameKind::Gomoku => "sgf, lib, psq, rec, pos, txt, lines",
            GameKind::TicTacToe => "sgf, txt",
        }
    }
}

/// Makes sure that `header` is of a game that `form` is for, a form that has moves alone.
///
/// # Errors
/// [`Unwritable::Game`], [`Unwritable::FreeStones`].
pub(super) fn expect_game(form: &'static str, game: GameKind, header: &Header) -> Result<(), Unwritable> {
    let kind = header.setup.kind();
    if kind != game {
        return Err(Unwritable::Game { form, kind });
    }
    refuse_free_stones(form, header)
}

/// Makes sure that the game has no stones before its first move.
///
/// # Errors
/// [`Unwritable::FreeStones`].
pub(super) const fn refuse_free_stones(form: &'static str, header: &Header) -> Result<(), Unwritable> {
    if header.setup.free_stones() == 0 { Ok(()) } else { Err(Unwritable::FreeStones { form }) }
}

/// Returns the tree without the moves that `is_writable` refuses, and counts what is missing, as [`pruned`] does.
pub(super) fn writable<'a>(
    tree: &'a Tree,
    is_writable: impl Fn(&str) -> bool,
    left_out: &mut LeftOut,
) -> Cow<'a, Tree> {
    pruned(tree, |node| tree.mv(node).is_none_or(&is_writable), left_out)
}

/// Returns the tree without the nodes that `is_kept` refuses and what follows them, and counts those. What stands beside
/// the main move goes with it: it would be read as the move that was played.
pub(super) fn pruned<'a>(tree: &'a Tree, is_kept: impl Fn(NodeId) -> bool, left_out: &mut LeftOut) -> Cow<'a, Tree> {
    if tree.subtree(Tree::ROOT).all(&is_kept) {
        return Cow::Borrowed(tree);
    }
    let mut kept = Tree::new();
    // Node of the new tree, by the index of the old node.
    let mut copies: Vec<Option<NodeId>> = Vec::new();
    for node in tree.subtree(Tree::ROOT) {
        let copy = match tree.parent(node) {
            None => Some(Tree::ROOT),
            Some(parent) => copies[parent.index()]
                .filter(|_| is_kept(node) && tree.main_child(parent).is_none_or(&is_kept))
                .map(|parent| kept.push(parent, tree.mv(node).expect("only the root has no move"))),
        };
        match copy {
            Some(copy) if !tree.note(node).is_empty() => *kept.note_mut(copy) = tree.note(node).clone(),
            Some(_) => {}
            None => left_out.add(RecordPart::Unplayable, 1),
        }
        copies.resize(copies.len().max(node.index() + 1), None);
        copies[node.index()] = copy;
    }
    Cow::Owned(kept)
}

/// Returns the moves of the main line up to the first that `is_writable` refuses, and counts everything else: for forms
/// that are a list of moves.
pub(super) fn main_line<'a>(
    tree: &'a Tree,
    mut is_writable: impl FnMut(&str) -> bool,
    left_out: &mut LeftOut,
) -> Vec<&'a str> {
    let moves: Vec<&str> = tree.main_moves().take_while(|mv| is_writable(mv)).collect();
    let main_length = tree.main_line().count();
    left_out.add(RecordPart::Unplayable, main_length - moves.len());
    left_out.add(RecordPart::Variation, tree.len() - main_length);
    tree.subtree(Tree::ROOT).for_each(|node| left_out.add_note(tree.note(node)));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variation_is_never_left_as_the_main_line() {
        let mut tree = Tree::new();
        let main = tree.push(Tree::ROOT, "h8");
        tree.push(main, "odd");
        let beside = tree.push(main, "h9");
        tree.push(beside, "h10");
        let other = tree.push(Tree::ROOT, "g7");
        tree.push(other, "g8");
        tree.push(other, "odd");
        let mut left_out = LeftOut::default();
        let kept = writable(&tree, |mv| mv != "odd", &mut left_out);
        assert_eq!(kept.main_moves().collect::<Vec<_>>(), ["h8"]);
        assert_eq!(kept.subtree(Tree::ROOT).filter_map(|node| kept.mv(node)).collect::<Vec<_>>(), ["h8", "g7", "g8"]);
        assert_eq!(left_out.count(RecordPart::Unplayable), 4);
    }
}
