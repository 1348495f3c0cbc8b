//! A game to be studied: its record as a tree, and a cursor that stands in it with a position.
//!
//! A record is read as a whole: every variation is walked with positions, and its moves stand in the tree in
//! coordinates. Every [`Change`] is made of [`Edit`]s, so it can be undone.

pub mod annotate;
pub mod beginning;
pub mod change;
pub mod node;
mod resolve;
mod walk;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use crate::base::{BySide, Outcome};
use crate::game::{BoardView, Game, MoveRow, Naming, OpeningName, Refusal, Setup, opening};
use crate::gomoku::protocol::Person;
use crate::record::format::{self, ReadFault, Record};
use crate::record::note::{Evaluation, Note};
use crate::record::{Edit, EditError, Header, NodeId, Tree};

pub use annotate::Aside;
pub use beginning::Beginning;
pub use change::Change;
pub use node::Node;
pub use resolve::{Stopped, resolve};

use change::{Part, Step};
use walk::{travel, walk};

/// How many nodes of a study are shown, main lines first; each costs who shows it a kilobyte. The record stays whole.
pub const SHOWN_MAX: usize = 10_000;

/// How many changes can be undone; older ones stay as they are.
const UNDO_MAX: usize = 1_000;

/// Why a move behind one that cannot be played is not corrected.
const UNREAD: &str = "a move before this one cannot be played; correct that one first";

fn gone(why: EditError) -> Refusal {
    Refusal::plain("move-gone", why)
}

/// A record with a cursor.
///
/// # Examples
/// ```
/// use duiyi_core::study::Study;
///
/// let mut study = Study::read("1. 炮二平五 马8进7 (1... 炮8平5) 2. 马二进三".as_bytes())?;
/// assert_eq!(study.moves().collect::<Vec<_>>(), ["h2e2", "h9g7", "h0g2"]);
/// assert!(study.faults().is_empty());
///
/// study.go(study.end());
/// study.play("i9h9")?;
/// assert_eq!(study.moves().count(), 4);
/// assert!(study.undo());
/// # Ok::<(), duiyi_core::game::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Study {
    /// Who played what, and how it ended.
    pub header: Header,
    tree: Tree,
    cursor: NodeId,
    /// The game at the cursor.
    game: Game,
    /// The inverses of the changes made, the last one at the back.
    undo: VecDeque<Step>,
    /// The inverses of the changes undone.
    redo: Vec<Step>,
    /// The nodes that look different since that was asked last, and whether all behind them do, too.
    touched: BTreeMap<NodeId, bool>,
    /// Whether the header was changed since that was asked last.
    described: bool,
    /// The node whose comment was changed last, if nothing else was done since.
    commenting: Option<NodeId>,
    swapped: bool,
    faults: Vec<ReadFault>,
    stopped: Option<Stopped>,
    /// The node of the move at which the reading stopped.
    unread: Option<NodeId>,
}

impl Study {
    /// Opens a game that was played: `steps` under `setup`, an opening's decisions first, by the players who sat down
    /// as `names` tells.
    ///
    /// # Errors
    /// Why a step cannot be taken.
    pub fn of(
        setup: &Setup,
        names: &BySide<String>,
        steps: &[String],
        outcome: Option<Outcome>,
        date: &str,
    ) -> Result<Study, Refusal> {
        let mut game = Game::new(setup);
        let mut decisions = opening::begin(setup);
        let mut tree = Tree::new();
        let mut node = Tree::ROOT;
        for step in steps {
            if let Some(row) = opening::step(decisions.as_mut(), &mut game, step)? {
                node = tree.push(node, row.uci);
            }
        }
        let decisions = decisions.as_ref();
        let header = Header {
            names: decisions.map_or_else(|| names.clone(), |decisions| opening::seats(names, decisions)),
            date: date.to_owned(),
            opening: decisions.map(opening::note).unwrap_or_default(),
            outcome: outcome.or_else(|| game.outcome()),
            ..Header::new(setup.clone().opened())
        };
        let swapped = decisions.is_some_and(|decisions| decisions.black() == Person::Responder);
        Ok(Study { swapped, cursor: node, ..Study::at_start(header, tree, game) })
    }

    /// Reads a record in any known form. Of the main line the moves up to the first one that cannot be played can be
    /// shown; everything else of the record stays in the tree as well.
    ///
    /// # Errors
    /// `unsupported-record` if there is no game in it, a code of `FenError` or `wrong-size` if it cannot be set up,
    /// `broken-record` if not even its first move can be played.
    pub fn read(bytes: &[u8]) -> Result<Study, Refusal> {
        Study::of_record(format::read(bytes)?)
    }

    /// Opens a record that was read, as [`Study::read`] does.
    ///
    /// # Errors
    /// `broken-record` if not even its first move can be played.
    pub fn of_record(mut record: Record) -> Result<Study, Refusal> {
        let end = resolve::resolve(&mut record);
        Study::of_resolved(record, end)
    }

    /// Opens a record as [`Study::of_record`] does, and returns its [`Study::nodes`] with it. The record is replayed once
    /// for both.
    ///
    /// # Errors
    /// `broken-record` if not even its first move can be played.
    pub fn with_nodes(mut record: Record) -> Result<(Study, Vec<Node>), Refusal> {
        let mut rows = HashMap::new();
        let end = resolve::resolve_with(&mut record, |game, node, written| {
            if rows.len() >= SHOWN_MAX {
                return game.advance(written);
            }
            let row = game.play(written)?;
            let mv = row.uci.as_str().into();
            rows.insert(node, row);
            Ok(mv)
        });
        let study = Study::of_resolved(record, end)?;
        let shown = study.tree.subtree(Tree::ROOT).take(SHOWN_MAX);
        let nodes = shown.map(|id| study.look(id, rows.remove(&id))).collect();
        Ok((study, nodes))
    }

    /// Opens a record whose moves are in coordinates, with the game at the end of its main line.
    fn of_resolved(record: Record, (game, stopped): (Game, Option<Stopped>)) -> Result<Study, Refusal> {
        let mut faults = record.faults();
        faults.sort_by_key(|fault| fault.place);
        if let Some(stopped) = &stopped {
            faults.push(ReadFault::from(stopped));
            if stopped.ply == 1 {
                return Err(Refusal::plain("broken-record", ReadFault::from(stopped)));
            }
        }
        let unread = stopped.as_ref().and_then(|stopped| record.tree.main_line().nth(stopped.ply - 1));
        let plies = stopped.as_ref().map_or(usize::MAX, |stopped| stopped.ply - 1);
        let end = record.tree.main_line().take(plies).last().unwrap_or(Tree::ROOT);
        let mut study = Study { faults, stopped, unread, ..Study::at_start(record.header, record.tree, game) };
        study.cursor = end;
        study.header.outcome = study.game.outcome().or(study.header.outcome);
        Ok(study)
    }

    const fn at_start(header: Header, tree: Tree, game: Game) -> Study {
        Study {
            header,
            tree,
            cursor: Tree::ROOT,
            game,
            undo: VecDeque::new(),
            redo: Vec::new(),
            touched: BTreeMap::new(),
            described: false,
            commenting: None,
            swapped: false,
            faults: Vec::new(),
            stopped: None,
            unread: None,
        }
    }

    /// Returns the moves and what is noted beside them.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the node at which the cursor stands.
    #[must_use]
    pub const fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// Returns the game up to the cursor.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns whether the players changed colours in the opening; the header has them where they came to sit.
    #[must_use]
    pub const fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Returns what of the record could not be used; where its main line stopped is the last fault.
    #[must_use]
    pub fn faults(&self) -> &[ReadFault] {
        &self.faults
    }

    /// Returns where the reading of the main line ended, if it did not reach the end and nobody has corrected it since.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stopped> {
        self.unread().and(self.stopped.as_ref())
    }

    /// Returns whether the main line could not be read to its end, corrected since or not: then that is the last fault.
    #[must_use]
    pub const fn is_stopped_at_reading(&self) -> bool {
        self.stopped.is_some()
    }

    /// Returns the move at which the reading of the main line ended, as long as it is the one that was read.
    #[must_use]
    pub fn unread(&self) -> Option<NodeId> {
        let stopped = self.stopped.as_ref()?;
        let is_there = |node: &NodeId| {
            self.tree.find(node.index()).is_some() && self.tree.mv(*node) == Some(stopped.written.as_str())
        };
        self.unread.filter(is_there)
    }

    /// Returns the last node of the main line that can be played.
    #[must_use]
    pub fn end(&self) -> NodeId {
        let mut game = Game::new(&self.header.setup);
        let is_played = |node: &NodeId| self.tree.mv(*node).is_some_and(|mv| game.advance(mv).is_ok());
        self.tree.main_line().take_while(is_played).last().unwrap_or(Tree::ROOT)
    }

    /// Returns the node of this name, if it stands in the tree.
    ///
    /// # Errors
    /// `move-gone`.
    pub fn find(&self, index: usize) -> Result<NodeId, Refusal> {
        self.tree.find(index).ok_or_else(|| gone(EditError::NoNode))
    }

    /// Moves the cursor to `node`, or to the last node before it that can be played, and returns where it stands.
    pub fn go(&mut self, node: NodeId) -> NodeId {
        self.commenting = None;
        self.stand(node)
    }

    fn stand(&mut self, node: NodeId) -> NodeId {
        self.cursor = travel(&self.tree, &mut self.game, self.cursor, node);
        self.cursor
    }

    /// Returns the game up to `node`, if it can be played up to there.
    #[must_use]
    pub fn game_at(&self, node: NodeId) -> Option<Game> {
        let mut game = self.game.clone();
        (travel(&self.tree, &mut game, self.cursor, node) == node).then_some(game)
    }

    /// Plays a move, in any notation, at the cursor and goes there: along the line that has it, or as a new variation
    /// behind those that are there. Nothing is ever deleted by it.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<NodeId, Refusal> {
        let mv = self.game.read(text)?;
        let parent = self.cursor;
        let known = self.tree.children(parent).find(|&child| self.tree.mv(child) == Some(&mv));
        let node = match known {
            Some(node) => node,
            None => {
                let at = self.tree.children(parent).count();
                self.make(vec![Part::Tree(Edit::Add { parent, at, mv: mv.into() })]);
                self.tree.children(parent).last().expect("a move was just added")
            }
        };
        Ok(self.go(node))
    }

    /// Plays `moves` from the start, as [`Study::play`] does each, and goes to the last: what is new in them becomes a
    /// variation, and is undone as one step.
    ///
    /// # Errors
    /// Why one of them cannot be played; nothing has changed.
    pub fn merge(&mut self, moves: &[String]) -> Result<NodeId, Refusal> {
        let mut game = Game::new(&self.header.setup);
        for mv in moves {
            game.advance(mv)?;
        }
        self.go(Tree::ROOT);
        let before = self.tree.len();
        for mv in moves {
            self.play(mv).expect("the line was played through before");
        }
        // Taking back the first new move takes the rest with it.
        for _ in 1..self.tree.len() - before {
            self.undo.pop_back();
        }
        Ok(self.cursor)
    }

    /// Changes the study as one step. A cursor that stood in what was removed goes back to where that began.
    ///
    /// # Errors
    /// `move-gone` if the move is not in the tree, or why a correction cannot be played; nothing has changed.
    pub fn change(&mut self, change: Change) -> Result<(), Refusal> {
        let tree = &self.tree;
        let commenting = self.commenting.take();
        let (step, commented) = match change {
            Change::Remove(Tree::ROOT) => return Err(gone(EditError::Root)),
            Change::Remove(node) => (vec![Part::Tree(Edit::Remove { node })], None),
            Change::Promote(node) => (change::reorder(tree, node, -1).map(Part::Tree).into_iter().collect(), None),
            Change::Demote(node) => (change::reorder(tree, node, 1).map(Part::Tree).into_iter().collect(), None),
            Change::MakeMain(node) => (change::make_main(tree, node), None),
            Change::Comment(node, text) => {
                let edit = change::annotate(tree, node, |note| text.trim().clone_into(&mut note.comment));
                (edit.map(Part::Tree).into_iter().collect(), Some(node))
            }
            Change::Judge(node, glyph) => {
                let edit = change::annotate(tree, node, |note| change::judge(note, glyph));
                (edit.map(Part::Tree).into_iter().collect(), None)
            }
            Change::Draw(node, marks, labels) => {
                let edit = change::annotate(tree, node, |note| (note.marks, note.labels) = (marks, labels));
                (edit.map(Part::Tree).into_iter().collect(), None)
            }
            Change::Correct(node, text) => (self.correction(node, &text)?, None),
            Change::Describe(header) => {
                let header = Box::new(Header { setup: self.header.setup.clone(), ..*header });
                (if *header == self.header { Vec::new() } else { vec![Part::Header(header)] }, None)
            }
        };
        if step.is_empty() {
            return Ok(());
        }
        if commented.is_some() && commented == commenting && self.redo.is_empty() {
            // A comment that is still being written is one step, however often it is kept meanwhile.
            self.apply(step);
        } else {
            self.make(step);
        }
        self.commenting = commented;
        Ok(())
    }

    /// Notes what an engine found at `node`, unless what stands there is as well founded; returns whether it was noted.
    /// Nobody wished for it, so it is no step: it neither is undone nor takes away what can be made again.
    pub fn evaluate(&mut self, node: NodeId, found: Evaluation) -> bool {
        let is_news = |known: &Option<Evaluation>| known.as_ref().is_none_or(|known| found.outweighs(known));
        if self.tree.find(node.index()).is_none() || !is_news(&self.tree.note(node).evaluation) {
            return false;
        }
        let note = Box::new(Note { evaluation: Some(found), ..self.tree.note(node).clone() });
        self.tree.apply(Edit::Annotate { node, note }).expect("the node stands in the tree");
        self.touched.entry(node).or_insert(false);
        true
    }

    /// Corrects the move of `node` and reads what follows it, as far as it can be played now.
    fn correction(&self, node: NodeId, text: &str) -> Result<Step, Refusal> {
        let parent = self.tree.parent(node).ok_or_else(|| gone(EditError::Root))?;
        let game = self.game_at(parent).ok_or_else(|| Refusal::plain("move-unread", UNREAD))?;
        let corrected = game.read(text)?;
        let mut step = Step::new();
        walk(&self.tree, game, node, |next, game| {
            let written = self.tree.mv(next).expect("only the root has no move");
            let Ok(mv) = game.advance(if next == node { &corrected } else { written }) else { return false };
            if mv != written {
                step.push(change::rewrite(next, mv));
            }
            true
        });
        Ok(step)
    }

    /// Takes the last change back; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.undo.pop_back() else { return false };
        self.commenting = None;
        let inverse = self.apply(step);
        self.redo.push(inverse);
        true
    }

    /// Makes the last change again that was taken back; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.redo.pop() else { return false };
        self.commenting = None;
        let inverse = self.apply(step);
        self.remember(inverse);
        true
    }

    /// Returns whether there is a change to take back, and one to make again.
    #[must_use]
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// Makes a new step and remembers how to take it back.
    fn make(&mut self, step: Step) {
        let inverse = self.apply(step);
        self.redo.clear();
        self.remember(inverse);
    }

    /// Applies a step and returns its inverse.
    fn apply(&mut self, step: Step) -> Step {
        let cursor = self.cursor;
        let rewrites = step.iter().any(|part| matches!(part, Part::Tree(Edit::Rewrite { .. })));
        if rewrites {
            // The moves up to the cursor may become other ones.
            self.stand(Tree::ROOT);
        }
        let mut inverse: Step = step.into_iter().map(|part| self.apply_part(part)).collect();
        inverse.reverse();
        if rewrites {
            self.stand(cursor);
        }
        inverse
    }

    fn apply_part(&mut self, part: Part) -> Part {
        let edit = match part {
            Part::Header(header) => {
                self.described = true;
                return Part::Header(Box::new(std::mem::replace(&mut self.header, *header)));
            }
            Part::Tree(Edit::Annotate { node, mut note }) => {
                // What an engine found is in no wish; whatever a person does or undoes, it stays.
                note.evaluation = self.tree.note(node).evaluation;
                Edit::Annotate { node, note }
            }
            Part::Tree(edit) => edit,
        };
        let removed = match edit {
            Edit::Remove { node } => self.tree.parent(node),
            _ => None,
        };
        let touched = match edit {
            Edit::Add { parent, .. } => parent,
            Edit::Remove { node } | Edit::Restore { node, .. } | Edit::Reorder { node, .. } => {
                self.tree.parent(node).unwrap_or(Tree::ROOT)
            }
            Edit::Annotate { node, .. } | Edit::Rewrite { node, .. } => node,
        };
        let with_all_behind = match edit {
            Edit::Restore { node, .. } | Edit::Rewrite { node, .. } => Some(node),
            _ => None,
        };
        let inverse = self.tree.apply(edit).expect("a step is made of what stands in the tree");
        self.touched.entry(touched).or_insert(false);
        if let Edit::Remove { node } = inverse {
            self.touched.entry(node).or_insert(false);
        }
        if let Some(node) = with_all_behind {
            self.touched.insert(node, true);
        }
        if let Some(before) = removed.filter(|_| self.tree.find(self.cursor.index()).is_none()) {
            self.stand(before);
        }
        Part::Tree(inverse)
    }

    fn remember(&mut self, inverse: Step) {
        if self.undo.len() == UNDO_MAX {
            self.undo.pop_front();
        }
        self.undo.push_back(inverse);
    }

    /// Returns everything there is to see of every node, as far as [`SHOWN_MAX`] of them.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        self.nodes_below(Tree::ROOT)
    }

    /// Returns the nodes that look different since this was asked last, and whether the header does.
    pub fn take_changes(&mut self) -> (Vec<Node>, bool) {
        let mut nodes = Vec::new();
        let mut told = HashSet::new();
        for (top, with_all_behind) in std::mem::take(&mut self.touched) {
            if told.contains(&top) || self.tree.find(top.index()).is_none() {
                continue;
            }
            let seen = if with_all_behind { self.nodes_below(top) } else { vec![self.node(top)] };
            nodes.extend(seen.into_iter().filter(|node| told.insert(node.id)));
        }
        (nodes, std::mem::take(&mut self.described))
    }

    /// Forgets what changed since [`Study::take_changes`].
    pub fn clear_changes(&mut self) {
        self.touched.clear();
        self.described = false;
    }

    fn node(&self, id: NodeId) -> Node {
        let before = self.tree.parent(id).and_then(|parent| self.game_at(parent));
        self.look(id, before.and_then(|mut game| game.play(self.tree.mv(id)?).ok()))
    }

    fn nodes_below(&self, top: NodeId) -> Vec<Node> {
        let shown: Vec<NodeId> = self.tree.subtree(top).take(SHOWN_MAX).collect();
        let mut rows: HashMap<NodeId, Option<MoveRow>> = shown.iter().map(|&node| (node, None)).collect();
        if let Some(game) = self.game_at(self.tree.parent(top).unwrap_or(Tree::ROOT)) {
            walk(&self.tree, game, top, |node, game| {
                let Some(row) = rows.get_mut(&node) else { return false };
                let Some(mv) = self.tree.mv(node) else { return true };
                *row = game.play(mv).ok();
                row.is_some()
            });
        }
        shown.into_iter().map(|id| self.look(id, rows.remove(&id).flatten())).collect()
    }

    fn look(&self, id: NodeId, row: Option<MoveRow>) -> Node {
        let tree = &self.tree;
        Node {
            id,
            parent: tree.parent(id),
            children: tree.children(id).collect(),
            written: tree.mv(id).unwrap_or_default().to_owned(),
            row,
            note: Some(tree.note(id)).filter(|note| !note.is_empty()).cloned(),
        }
    }

    /// Returns what there is to see where the cursor stands.
    #[must_use]
    pub fn board(&self) -> BoardView {
        BoardView::of(&self.game)
    }

    /// Returns the moves of the main line that can be played, in every notation.
    #[must_use]
    pub fn rows(&self) -> Vec<MoveRow> {
        let mut game = Game::new(&self.header.setup);
        self.tree.main_moves().map_while(|mv| game.play(mv).ok()).collect()
    }

    /// Returns the moves of the main line that can be played, in coordinates.
    pub fn moves(&self) -> impl Iterator<Item = &str> + '_ {
        let mut game = Game::new(&self.header.setup);
        self.tree.main_moves().take_while(move |mv| game.advance(mv).is_ok())
    }

    /// Puts the same moves under another set-up that allows them: a record does not always say by which rule it was
    /// played.
    #[must_use]
    pub fn under(mut self, setup: Setup) -> Study {
        let cursor = self.cursor;
        self.game = Game::new(&setup);
        self.header.setup = setup;
        self.cursor = Tree::ROOT;
        self.go(cursor);
        self
    }

    /// Returns the game at the end of the main line, or before its first move that cannot be played. Nothing is replayed
    /// where the cursor is at the end.
    #[must_use]
    pub fn final_game(&self) -> Game {
        let is_end = self.tree.main_child(self.cursor).is_none();
        let last = self.game.ply().checked_sub(1).and_then(|index| self.tree.main_line().nth(index));
        if is_end && last.unwrap_or(Tree::ROOT) == self.cursor {
            return self.game.clone();
        }
        let mut game = Game::new(&self.header.setup);
        let _ = self.tree.main_moves().try_for_each(|mv| game.advance(mv).map(drop));
        game
    }

    /// Returns what the opening is called that the game up to the cursor has followed.
    #[must_use]
    pub fn opening_name(&self) -> Option<OpeningName> {
        Naming::new(&self.game).of(&self.game)
    }

    /// Writes the game in the form that its kind is usually saved in.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        format::save(&self.header, &self.tree)
    }
}

#[cfg(test)]
mod tests;
