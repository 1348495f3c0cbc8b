//! A game to be studied: its record as a tree, and a cursor that stands in it with a position.
//!
//! A record is read as a whole: every variation is walked with positions, and its moves stand in the tree in
//! coordinates. Every change is an [`Edit`], so it can be undone.

pub mod frame;

mod resolve;

use std::collections::VecDeque;

use crate::base::{BySide, Outcome};
use crate::game::{Game, MoveRow, Naming, OpeningName, Refusal, Setup, opening};
use crate::gomoku::protocol::Person;
use crate::record::format::{self, Fault};
use crate::record::{Edit, EditError, Header, NodeId, Tree};

pub use frame::Frame;
pub use resolve::{Stopped, resolve};

/// How many changes can be undone; older ones stay as they are.
const UNDO_MAX: usize = 1_000;

/// A record with a cursor.
#[derive(Clone, Debug)]
pub struct Study {
    /// Who played what, and how it ended.
    pub header: Header,
    tree: Tree,
    cursor: NodeId,
    /// The game at the cursor.
    game: Game,
    /// The inverses of the changes made, the last one at the back.
    undo: VecDeque<Edit>,
    /// The inverses of the changes undone.
    redo: Vec<Edit>,
    swapped: bool,
    faults: Vec<Fault>,
    stopped: Option<Stopped>,
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
        let mut record = format::read(bytes).map_err(|why| match why {
            format::UnreadableRecord::Setup(refusal) => refusal,
            why => Refusal::plain("unsupported-record", why),
        })?;
        let (game, stopped) = resolve::resolve(&mut record);
        let mut faults = record.faults();
        faults.sort_by_key(|fault| fault.place);
        if let Some(stopped) = &stopped {
            faults.push(Fault::from(stopped));
            if stopped.ply == 1 {
                return Err(Refusal::plain("broken-record", Fault::from(stopped)));
            }
        }
        let mut study = Study { faults, stopped, ..Study::at_start(record.header, record.tree, game) };
        study.cursor = study.end();
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
            swapped: false,
            faults: Vec::new(),
            stopped: None,
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
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Returns where the reading of the main line ended, if it did not reach the end.
    #[must_use]
    pub const fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Returns the last node of the main line that can be played.
    #[must_use]
    pub fn end(&self) -> NodeId {
        let plies = self.stopped.as_ref().map_or(usize::MAX, |stopped| stopped.ply - 1);
        self.tree.main_line().take(plies).last().unwrap_or(Tree::ROOT)
    }

    /// Moves the cursor to `node`, or to the last node before it that can be played, and returns where it stands.
    ///
    /// The way leads back to where the two lines part and forward from there, so that a step costs a step.
    pub fn go(&mut self, node: NodeId) -> NodeId {
        let mut path: Vec<NodeId> = self.tree.path(node).collect();
        path.reverse();
        let mut here: Vec<NodeId> = self.tree.path(self.cursor).collect();
        here.reverse();
        let shared = path.iter().zip(&here).take_while(|(a, b)| a == b).count();
        if shared < here.len() {
            self.game.rewind(shared - 1);
        }
        self.cursor = here[shared - 1];
        for &next in &path[shared..] {
            let mv = self.tree.mv(next).expect("only the root has no move");
            if self.game.advance(mv).is_err() {
                break;
            }
            self.cursor = next;
        }
        self.cursor
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
                self.edit(Edit::Add { parent, at, mv: mv.into() }).expect("the cursor stands in the tree");
                self.tree.children(parent).last().expect("a move was just added")
            }
        };
        Ok(self.go(node))
    }

    /// Changes the tree. A cursor that stood in what was removed goes back to where that began.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    pub fn edit(&mut self, edit: Edit) -> Result<(), EditError> {
        let inverse = self.apply(edit)?;
        self.redo.clear();
        self.remember(inverse);
        Ok(())
    }

    /// Takes the last change back; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(edit) = self.undo.pop_back() else { return false };
        let inverse = self.apply(edit).expect("what was done can be undone");
        self.redo.push(inverse);
        true
    }

    /// Makes the last change again that was taken back; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(edit) = self.redo.pop() else { return false };
        let inverse = self.apply(edit).expect("what was undone can be done again");
        self.remember(inverse);
        true
    }

    fn apply(&mut self, edit: Edit) -> Result<Edit, EditError> {
        let removed = match edit {
            Edit::Remove { node } => self.tree.parent(node),
            _ => None,
        };
        let inverse = self.tree.apply(edit)?;
        if let Some(before) = removed.filter(|_| self.tree.find(self.cursor.index()).is_none()) {
            self.go(before);
        }
        Ok(inverse)
    }

    fn remember(&mut self, inverse: Edit) {
        if self.undo.len() == UNDO_MAX {
            self.undo.pop_front();
        }
        self.undo.push_back(inverse);
    }

    /// Returns what there is to see at the start and after each move of the main line that can be played.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame> {
        self.frames_of(&self.tree.line(self.end()))
    }

    /// Returns what there is to see at the start and after each of the first `plies` moves of the main line, as far as
    /// they can be played.
    #[must_use]
    pub fn frames_to(&self, plies: usize) -> Vec<Frame> {
        let line = self.tree.line(self.end());
        self.frames_of(&line[..line.len().min(plies)])
    }

    /// Returns what there is to see at the start and after each move of `line`, as far as it can be played.
    #[must_use]
    fn frames_of(&self, line: &[NodeId]) -> Vec<Frame> {
        let mut game = Game::new(&self.header.setup);
        let mut frames = vec![Frame::of(&game, None)];
        frames.extend(line.iter().map_while(|&node| {
            let row = game.play(self.tree.mv(node)?).ok()?;
            Some(Frame::of(&game, Some(row)))
        }));
        frames
    }

    /// Returns the moves of the main line that can be played, in every notation.
    #[must_use]
    pub fn rows(&self) -> Vec<MoveRow> {
        let mut game = Game::new(&self.header.setup);
        self.moves().map_while(|mv| game.play(mv).ok()).collect()
    }

    /// Returns the moves of the main line that can be played, in coordinates.
    pub fn moves(&self) -> impl Iterator<Item = &str> + '_ {
        let plies = self.stopped.as_ref().map_or(usize::MAX, |stopped| stopped.ply - 1);
        self.tree.main_moves().take(plies)
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
