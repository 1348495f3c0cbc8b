//! Moves of elsewhere as variations: a line, or other studies with their notes.

use std::collections::{BTreeMap, HashMap};

use super::change::{self, Part, Step};
use super::walk::walk;
use super::{Study, format};
use crate::game::{Game, Refusal};
use crate::record::{Header, NodeId, Note, Tree};

/// A study whose tree another study takes over.
#[derive(Clone, Copy, Debug)]
pub struct OtherStudy<'a> {
    /// Its tree and set-up.
    pub study: &'a Study,
    /// Where it is from, such as its players. It becomes a comment at the end of a main line that is new.
    pub source: &'a str,
}

wire! {
    /// What a merge has added.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Merged {
        /// The new moves.
        pub moves: usize,
        /// Moves that cannot be played here, with all moves after them.
        pub left_out: usize,
        /// Studies that begin with a position which is not in this one.
        pub apart: usize,
    }
}

/// A merge in progress.
#[derive(Default)]
struct Merge {
    merged: Merged,
    inverse: Step,
    /// By node, the notes of all studies so far. Each is written once at the end: a comment that every game makes longer
    /// would else be copied, and kept in the undo step, as often as there are games.
    notes: BTreeMap<NodeId, Note>,
}

impl Study {
    /// Plays `moves` from the start, each like [`Study::play`], and moves the cursor to the last. New moves form a
    /// variation in one undo step.
    ///
    /// # Errors
    /// The refusal of the first illegal move. Nothing has changed.
    pub fn merge(&mut self, moves: &[String]) -> Result<NodeId, Refusal> {
        let mut game = Game::new(&self.header.setup);
        let line = moves.iter().map(|mv| game.advance(mv)).collect::<Result<Vec<_>, _>>()?;
        let mut inverse = Step::new();
        let end = line.into_iter().fold(Tree::ROOT, |node, mv| self.follow(node, mv, &mut inverse));
        self.keep(inverse);
        Ok(self.go(end))
    }

    /// Adds lines of moves from the cursor as variations in one undo step, and returns the number of new moves. The cursor
    /// stays.
    ///
    /// # Errors
    /// The refusal of the first illegal move. Nothing has changed.
    pub fn add_lines(&mut self, lines: &[Vec<String>]) -> Result<usize, Refusal> {
        let read = |line: &Vec<String>| {
            let mut game = self.game.clone();
            line.iter().map(|mv| game.advance(mv)).collect::<Result<Vec<_>, _>>()
        };
        let lines = lines.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        self.commenting = None;
        let (before, cursor, mut inverse) = (self.tree.len(), self.cursor, Step::new());
        for line in lines {
            line.into_iter().fold(cursor, |node, mv| self.follow(node, mv, &mut inverse));
        }
        self.keep(inverse);
        Ok(self.tree.len() - before)
    }

    /// Adds the moves and notes of `others` in one undo step. Each joins where its first position is found: at the cursor,
    /// or at the first such move of the tree. Existing moves keep their order, and notes are added to what is there.
    ///
    /// # Errors
    /// `other-start` if the first position of none is in this study. Nothing has changed.
    pub fn merge_studies(&mut self, others: &[OtherStudy<'_>]) -> Result<Merged, Refusal> {
        self.commenting = None;
        let mut merge = Merge::default();
        for other in others {
            match self.place_of(&Game::new(&other.study.header.setup)) {
                Some(place) => self.take_over(*other, place, &mut merge),
                None => merge.merged.apart += 1,
            }
        }
        let Merge { merged, mut inverse, notes } = merge;
        if !others.is_empty() && merged.apart == others.len() {
            let why = "the game begins with a position that the study does not have; open it on its own";
            return Err(Refusal::plain("other-start", why));
        }
        for (node, note) in notes {
            // The evaluations are stored already.
            let edit = change::annotate(&self.tree, node, |ours| *ours = Note { evaluation: ours.evaluation, ..note });
            inverse.extend(edit.map(|edit| self.apply_part(Part::Tree(edit))));
        }
        if !inverse.is_empty() {
            self.keep(inverse);
            // One walk through the tree is sooner done than a replay for each of many moves.
            self.touched.insert(Tree::ROOT, true);
        }
        Ok(merged)
    }

    /// Returns the node with the position of `start`: the cursor, or the first of the tree.
    fn place_of(&self, start: &Game) -> Option<NodeId> {
        // What a person sees: the rules may differ, the kind of game may not.
        let seen = |game: &Game| (std::mem::discriminant(game), game.side_to_move(), game.placement());
        let wanted = seen(start);
        let is_same = |game: &Game| seen(game) == wanted;
        if is_same(&self.game) {
            return Some(self.cursor);
        }
        let mut found = None;
        walk(&self.tree, Game::new(&self.header.setup), Tree::ROOT, |node, game| {
            let is_reached = found.is_none() && self.tree.mv(node).is_none_or(|mv| game.advance(mv).is_ok());
            if is_reached && is_same(game) {
                found = Some(node);
            }
            is_reached && found.is_none()
        });
        found
    }

    /// Adds the tree of `other`, whose first position is that of `place`.
    fn take_over(&mut self, other: OtherStudy<'_>, place: NodeId, merge: &mut Merge) {
        let Some(game) = self.game_at(place) else { return };
        let theirs = &other.study.tree;
        let end = theirs.main_line().last();
        let mut here = HashMap::from([(Tree::ROOT, place)]);
        walk(theirs, game, Tree::ROOT, |node, game| {
            let Some(parent) = theirs.parent(node) else {
                self.add_note(place, theirs.note(node), merge);
                return true;
            };
            let parent = here[&parent];
            let Ok(mv) = game.advance(theirs.mv(node).expect("only the root has no move")) else {
                merge.merged.left_out += theirs.subtree(node).count();
                return false;
            };
            let before = self.tree.len();
            let ours = self.child(parent, mv, &mut merge.inverse);
            let is_new = self.tree.len() > before;
            merge.merged.moves += usize::from(is_new);
            here.insert(node, ours);
            let mut note = theirs.note(node).clone();
            if is_new && Some(node) == end {
                note.add_comment(other.source);
            }
            self.add_note(ours, &note, merge);
            true
        });
    }

    fn add_note(&mut self, node: NodeId, theirs: &Note, merge: &mut Merge) {
        if let Some(found) = theirs.evaluation {
            self.evaluate(node, found);
        }
        if !theirs.is_empty() {
            add_note(merge.notes.entry(node).or_insert_with(|| self.tree.note(node).clone()), theirs);
        }
    }

    /// Writes the line through `node` with all that follows it as a record of its own.
    #[must_use]
    pub fn variation(&self, node: NodeId) -> Vec<u8> {
        let mut tree = Tree::new();
        let mut path: Vec<NodeId> = self.tree.path(node).collect();
        path.reverse();
        let mut there = HashMap::new();
        for one in path.into_iter().chain(self.tree.subtree(node).skip(1)) {
            let copy = match (self.tree.parent(one), self.tree.mv(one)) {
                (Some(parent), Some(mv)) => tree.push(there[&parent], mv),
                _ => Tree::ROOT,
            };
            tree.note_mut(copy).clone_from(self.tree.note(one));
            there.insert(one, copy);
        }
        // The result is that of the main line.
        let outcome = self.header.outcome.filter(|_| self.tree.main_line().any(|one| one == node));
        format::save(&Header { outcome, ..self.header.clone() }, &tree)
    }
}

/// Adds to a note what another has besides. One sign of judgement is enough, a clock has one time, and a place of the board
/// has one mark and one label.
fn add_note(ours: &mut Note, theirs: &Note) {
    if !has_lines(&ours.comment, &theirs.comment) {
        ours.add_comment(&theirs.comment);
    }
    let is_judged = ours.glyphs.iter().any(|glyph| glyph.sign().is_some());
    let glyphs = theirs.glyphs.iter().filter(|glyph| !is_judged || glyph.sign().is_none());
    for &glyph in glyphs {
        if !ours.glyphs.contains(&glyph) {
            ours.glyphs.push(glyph);
        }
    }
    for mark in &theirs.marks {
        if !ours.marks.iter().any(|known| known.is_over(mark)) {
            ours.marks.push(mark.clone());
        }
    }
    for label in &theirs.labels {
        if !ours.labels.iter().any(|known| known.at == label.at) {
            ours.labels.push(label.clone());
        }
    }
    ours.clock = ours.clock.or(theirs.clock);
}

/// Returns whether a comment has these lines, one after the other. They are whole: "good" is a part of "not good".
fn has_lines(comment: &str, lines: &str) -> bool {
    let between = format!("\n{lines}\n");
    let (first, last) = (&between[1..], &between[..between.len() - 1]);
    comment == lines || comment.starts_with(first) || comment.ends_with(last) || comment.contains(&between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Edit;
    use crate::record::note::{Colour, Label, Mark};
    use crate::study::Change;

    fn study(text: &str) -> Study {
        Study::read(text.as_bytes()).expect("it is a record")
    }

    fn merge(into: &mut Study, text: &str, source: &str) -> Result<Merged, Refusal> {
        into.merge_studies(&[OtherStudy { study: &study(text), source }])
    }

    fn at(study: &Study, line: &[&str]) -> NodeId {
        line.iter().fold(Tree::ROOT, |node, mv| {
            let mut children = study.tree().children(node);
            children.find(|&child| study.tree().mv(child) == Some(mv)).unwrap_or_else(|| panic!("{mv} is missing"))
        })
    }

    #[test]
    fn a_game_joins_the_tree_where_it_leaves_it() {
        let mut ours = study("1. 炮二平五 马8进7 2. 马二进三 {ours} 车9平8");
        let before = ours.write();
        let theirs = "1. 炮二平五 马8进7 (1... 马2进3 2. 兵七进一) 2. 马二进三 {theirs} 卒7进1 3. 车一平二";
        let merged = merge(&mut ours, theirs, "Li – Xu, 1999").expect("both begin at the usual start");
        assert_eq!(merged, Merged { moves: 4, left_out: 0, apart: 0 });
        let tree = ours.tree();
        let shared = at(&ours, &["h2e2", "h9g7", "h0g2"]);
        assert_eq!(tree.note(shared).comment, "ours\ntheirs");
        assert_eq!(tree.main_child(shared).and_then(|node| tree.mv(node)), Some("i9h9"), "the main line stays");
        let end = at(&ours, &["h2e2", "h9g7", "h0g2", "g6g5", "i0h0"]);
        assert_eq!(tree.note(end).comment, "Li – Xu, 1999");
        at(&ours, &["h2e2", "b9c7", "c3c4"]);
        let again = merge(&mut ours, theirs, "Li – Xu, 1999").expect("it fits as before");
        assert_eq!(again, Merged::default(), "nothing is added twice");
        assert!(ours.undo());
        assert_eq!(ours.write(), before, "one undo takes all of it back");
        assert!(!ours.undo());
        assert!(ours.redo());
        at(&ours, &["h2e2", "b9c7", "c3c4"]);
    }

    #[test]
    fn a_comment_that_is_part_of_another_one_is_added() {
        let added = |ours: &str, theirs: &str| {
            let [mut ours, theirs] = [ours, theirs].map(|text| Note { comment: text.to_owned(), ..Note::EMPTY });
            add_note(&mut ours, &theirs);
            ours.comment
        };
        assert_eq!(added("不好", "好"), "不好\n好");
        assert_eq!(added("not good", "good"), "not good\ngood");
        assert_eq!(added("good", "not good"), "good\nnot good");
        assert_eq!(added("good", "good"), "good");
        assert_eq!(added("first\ngood\nlast", "good\nlast"), "first\ngood\nlast");
        assert_eq!(added("good", ""), "good");
        assert_eq!(added("", "good"), "good");
    }

    #[test]
    fn a_comment_that_grows_with_each_of_many_games_is_kept_once_for_undo() {
        let mut ours = study("1. 炮二平五 马8进7");
        ours.change(Change::Comment(Tree::ROOT, "ours".to_owned())).expect("the root is there");
        let before = ours.write();
        let game = |number: usize| {
            let mut game = study("1. 炮二平五 马8进7 2. 马二进三");
            let comment = Change::Comment(Tree::ROOT, format!("game {number}"));
            game.change(comment).expect("the root is there");
            game
        };
        let games: Vec<Study> = (0..200).map(game).collect();
        let others: Vec<OtherStudy<'_>> = games.iter().map(|study| OtherStudy { study, source: "" }).collect();
        assert_eq!(ours.merge_studies(&others).expect("all begin at the usual start").moves, 1);
        let step = ours.undo.back().expect("the merge can be undone");
        let is_of_root = |part: &&Part| matches!(part, Part::Tree(Edit::Annotate { node: Tree::ROOT, .. }));
        assert_eq!(step.iter().filter(is_of_root).count(), 1);
        let merged = ours.write();
        let lines: Vec<String> = ours.tree().note(Tree::ROOT).comment.lines().map(str::to_owned).collect();
        assert_eq!((lines.len(), lines[0].as_str(), lines[200].as_str()), (201, "ours", "game 199"));
        assert!(ours.undo());
        assert_eq!(ours.write(), before);
        assert!(ours.redo());
        assert_eq!(ours.write(), merged);
    }

    #[test]
    fn a_place_of_the_board_has_one_mark_and_one_label() {
        let mark =
            |colour: Colour, from: Option<&str>, to: &str| Mark { colour, from: from.map(Into::into), to: to.into() };
        let label = |text: &str| Label { at: "e2".into(), text: text.into() };
        let own = [mark(Colour::Green, None, "e2"), mark(Colour::Green, Some("h2"), "e2")];
        let mut ours = Note { marks: own.to_vec(), labels: vec![label("a")], ..Note::EMPTY };
        let other = mark(Colour::Red, None, "e9");
        let marks = vec![mark(Colour::Red, None, "e2"), other.clone(), mark(Colour::Red, Some("h2"), "e2")];
        add_note(&mut ours, &Note { marks, labels: vec![label("b")], ..Note::EMPTY });
        assert_eq!(ours.marks, [&own[..], &[other]].concat());
        assert_eq!(ours.labels, [label("a")]);
    }

    #[test]
    fn lines_become_variations_of_the_move_in_view() {
        let mut study = study("1. 炮二平五 马8进7 2. 马二进三");
        let before = study.write();
        let cursor = at(&study, &["h2e2"]);
        study.go(cursor);
        let lines = [vec!["h9g7", "i0i1"], vec!["b9c7", "h0g2"], vec!["b9c7", "b0c2"]];
        let lines = lines.map(|line| line.into_iter().map(str::to_owned).collect());
        assert_eq!(study.add_lines(&lines), Ok(4));
        assert_eq!(study.cursor(), cursor);
        assert_eq!(study.tree().main_child(cursor).and_then(|node| study.tree().mv(node)), Some("h9g7"));
        at(&study, &["h2e2", "h9g7", "i0i1"]);
        at(&study, &["h2e2", "b9c7", "b0c2"]);
        assert_eq!(study.add_lines(&lines), Ok(0), "nothing is added twice");
        assert!(study.undo());
        assert_eq!(study.write(), before, "one undo takes all of it back");
        let refused = study.add_lines(&[vec!["h9g7".into()], vec!["a0a9".into()]]);
        assert!(refused.is_err());
        assert_eq!(study.write(), before);
    }

    #[test]
    fn a_game_that_begins_later_joins_at_its_position() {
        let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1";
        let mut ours = study("1. 炮二平五 马8进7 2. 马二进三 车9平8");
        ours.go(ours.end());
        let merged = merge(&mut ours, &format!("[Game \"Chinese Chess\"]\n[FEN \"{fen}\"]\n\n1. 兵七进一 *"), "");
        assert_eq!(merged.expect("the position is in the study").moves, 1);
        at(&ours, &["h2e2", "h9g7", "c3c4"]);
        let elsewhere = "[Game \"Chinese Chess\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n\n1. a0a9 *";
        let before = ours.write();
        assert_eq!(merge(&mut ours, elsewhere, "").expect_err("no such position").code, "other-start");
        assert_eq!(ours.write(), before);
        let (fits, apart) = (study("1. 兵七进一"), study(elsewhere));
        let others = [&fits, &apart].map(|study| OtherStudy { study, source: "" });
        assert_eq!(ours.merge_studies(&others), Ok(Merged { moves: 1, left_out: 0, apart: 1 }));
    }

    #[test]
    fn moves_that_the_rule_here_forbids_are_counted() {
        // Black's double three at h8 is a move in freestyle alone.
        let moves = "(;GM[4]SZ[15]RU[renju];B[hh])";
        let mut ours = study(moves);
        let theirs = "(;GM[4]SZ[15]RU[freestyle];B[hf];W[aa];B[hg];W[ac];B[ih];W[ae];B[jh];W[ag];B[hh];W[ai];B[ho])";
        let merged = merge(&mut ours, theirs, "").expect("both begin with an empty board");
        assert_eq!(merged, Merged { moves: 8, left_out: 3, apart: 0 });
        let other_game = merge(&mut ours, "1. 炮二平五", "");
        assert_eq!(other_game.expect_err("another game").code, "other-start");
    }

    #[test]
    fn a_variation_is_a_record_that_joins_where_it_was() {
        let text = "1. 炮二平五 马8进7 (1... 炮8平5 {a reply} 2. 马二进三 马8进7 (2... 马2进3)) 2. 马二进三 1-0";
        let mut ours = study(text);
        let head = at(&ours, &["h2e2", "h7e7"]);
        let copied = ours.variation(head);
        let copy = Study::read(&copied).expect("it is a record");
        assert_eq!(copy.moves().collect::<Vec<_>>(), ["h2e2", "h7e7", "h0g2", "h9g7"]);
        assert_eq!((copy.tree().len(), copy.header.outcome), (5, None));
        ours.change(Change::Remove(head)).expect("it is there");
        let others = [OtherStudy { study: &copy, source: "" }];
        assert_eq!(ours.merge_studies(&others).expect("it begins at the usual start").moves, 4);
        assert_eq!(Study::read(&ours.variation(at(&ours, &["h2e2", "h7e7"]))).expect("a record").write(), copy.write());
        assert!(Study::read(&ours.variation(at(&ours, &["h2e2"]))).expect("a record").header.outcome.is_some());
    }
}
