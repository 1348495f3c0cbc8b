//! A study: the tree of a record with a cursor, and the game at the cursor.
//!
//! Reading replays every variation, and the tree stores coordinates. Every [`Change`] consists of [`Edit`]s, so undo
//! can invert it.

pub mod annotate;
pub mod beginning;
pub mod change;
pub mod header;
pub mod merge;
pub mod node;
mod resolve;
mod undo;
mod verdict;
mod walk;

use std::collections::{BTreeMap, HashMap, VecDeque};

use smol_str::SmolStr;

use crate::base::{BySide, Outcome};
use crate::game::{BoardView, Game, MoveRow, Naming, OpeningName, Refusal, Setup, opening};
use crate::gomoku::protocol::{OpeningProtocol, Person};
use crate::record::format::{self, ReadFault, Record};
use crate::record::note::{Evaluation, Note};
use crate::record::{Edit, EditError, Header, NodeId, Tree};

pub use annotate::Aside;
pub use beginning::Beginning;
pub use change::Change;
pub use header::StudyHeader;
pub use merge::{Merged, OtherStudy};
pub use node::{Node, SHOWN_MAX};
pub use resolve::{Stopped, faults_of, resolve};
pub use verdict::verdict;

use change::{Part, Step};
use walk::{travel, walk};

/// The refusal of a correction after an earlier illegal move.
const UNREAD: &str = "a move before this one cannot be played; correct that one first";

fn gone(why: EditError) -> Refusal {
    Refusal::plain("move-gone", why)
}

/// A record with a cursor and the game there.
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
    /// Players, event, set-up and result.
    pub header: Header,
    tree: Tree,
    cursor: NodeId,
    /// The game at the cursor.
    game: Game,
    /// The inverses of the changes, latest last.
    undo: VecDeque<Step>,
    /// The inverses of the undone changes.
    redo: Vec<Step>,
    /// Changed nodes since the last [`Study::take_changes`], and whether all their descendants changed too.
    touched: BTreeMap<NodeId, bool>,
    /// Nodes that existing moves have led to since the last [`Study::take_changes`], where a page may lack them.
    followed: Vec<NodeId>,
    /// Whether the header changed since the last [`Study::take_changes`].
    described: bool,
    /// The node of the last comment, if no other change followed.
    commenting: Option<NodeId>,
    swapped: bool,
    faults: Vec<ReadFault>,
    stopped: Option<Stopped>,
    /// The node of the move where reading stopped.
    unread: Option<NodeId>,
}

impl Study {
    /// Makes a study of a played game. `steps` are an opening's decisions, then moves, under `setup`. `names` are the
    /// players at the start, before colour swaps.
    ///
    /// # Errors
    /// The refusal of the first illegal step.
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

    /// Reads a record in any known format. The main line is playable up to its first illegal move. The tree keeps
    /// everything else too.
    ///
    /// # Errors
    /// `unsupported-record` for bytes without a game. A code of `FenError` or `wrong-size` for an invalid set-up.
    /// `broken-record` for an illegal first move.
    pub fn read(bytes: &[u8]) -> Result<Study, Refusal> {
        Study::of_record(format::read(bytes)?)
    }

    /// Makes a study of legal moves in coordinates, with the cursor at the start.
    #[must_use]
    pub fn of_tree(header: Header, tree: Tree) -> Study {
        let game = Game::new(&header.setup);
        Study::at_start(header, tree, game)
    }

    /// Makes a study of a parsed record, like [`Study::read`].
    ///
    /// # Errors
    /// `broken-record` if the first move is illegal.
    pub fn of_record(mut record: Record) -> Result<Study, Refusal> {
        let end = resolve::resolve(&mut record);
        Study::of_resolved(record, end)
    }

    /// Makes a study like [`Study::of_record`], with its [`Study::nodes`]. One replay serves both.
    ///
    /// # Errors
    /// `broken-record` if the first move is illegal.
    pub fn with_nodes(mut record: Record) -> Result<(Study, Vec<Node>), Refusal> {
        let mut rows = HashMap::new();
        // The cursor comes to the end of the main line, which is read first.
        let rows_max = record.tree.main_line().count().clamp(SHOWN_MAX, 2 * SHOWN_MAX);
        let end = resolve::resolve_with(&mut record, |game, node, written| {
            if rows.len() >= rows_max {
                return game.advance(written);
            }
            let row = game.play(written)?;
            let mv = row.uci.as_str().into();
            rows.insert(node, (row, game.key()));
            Ok(mv)
        });
        let study = Study::of_resolved(record, end)?;
        let nodes = study.shown().into_iter().map(|id| study.look(id, rows.remove(&id))).collect();
        Ok((study, nodes))
    }

    /// Makes a study of a record in coordinates, with the game at the end of its main line.
    fn of_resolved(record: Record, (game, stopped): (Game, Option<Stopped>)) -> Result<Study, Refusal> {
        let faults = resolve::faults_of(&record, stopped.as_ref());
        let faults = faults.map_err(|fault| Refusal::plain("broken-record", fault))?;
        let unread = stopped.as_ref().and_then(|stopped| record.tree.main_line().nth(stopped.ply - 1));
        let plies = stopped.as_ref().map_or(usize::MAX, |stopped| stopped.ply - 1);
        let end = record.tree.main_line().take(plies).last().unwrap_or(Tree::ROOT);
        let mut study = Study { faults, stopped, unread, ..Study::at_start(record.header, record.tree, game) };
        study.cursor = end;
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
            followed: Vec::new(),
            described: false,
            commenting: None,
            swapped: false,
            faults: Vec::new(),
            stopped: None,
            unread: None,
        }
    }

    /// Returns the moves with their notes.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the node of the cursor.
    #[must_use]
    pub const fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// Returns the game at the cursor.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns whether the opening swapped the players' colours. The header has the players after the swap.
    #[must_use]
    pub const fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Returns the faults of the record. An illegal move of the main line is the last.
    #[must_use]
    pub fn faults(&self) -> &[ReadFault] {
        &self.faults
    }

    /// Returns the illegal move that ends the main line, until a correction.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stopped> {
        self.unread().and(self.stopped.as_ref())
    }

    /// Returns whether reading stopped in the main line, corrected since or not. If so, that is the last fault.
    #[must_use]
    pub const fn is_stopped_at_reading(&self) -> bool {
        self.stopped.is_some()
    }

    /// Returns the node of the illegal move in the main line, while it is unchanged.
    #[must_use]
    pub fn unread(&self) -> Option<NodeId> {
        let stopped = self.stopped.as_ref()?;
        let is_there = |node: &NodeId| {
            self.tree.find(node.index()).is_some() && self.tree.mv(*node) == Some(stopped.written.as_str())
        };
        self.unread.filter(is_there)
    }

    /// Returns the last playable node of the main line.
    #[must_use]
    pub fn end(&self) -> NodeId {
        let mut game = Game::new(&self.header.setup);
        let is_played = |node: &NodeId| self.tree.mv(*node).is_some_and(|mv| game.advance(mv).is_ok());
        self.tree.main_line().take_while(is_played).last().unwrap_or(Tree::ROOT)
    }

    /// Returns the node with this index.
    ///
    /// # Errors
    /// `move-gone` if the tree has no such node.
    pub fn find(&self, index: usize) -> Result<NodeId, Refusal> {
        self.tree.find(index).ok_or_else(|| gone(EditError::NoNode))
    }

    /// Moves the cursor to `node`, or to the last playable node before it, and returns its place.
    pub fn go(&mut self, node: NodeId) -> NodeId {
        self.commenting = None;
        self.stand(node)
    }

    fn stand(&mut self, node: NodeId) -> NodeId {
        self.cursor = travel(&self.tree, &mut self.game, self.cursor, node);
        self.cursor
    }

    /// Returns the game at `node`; `None` after an illegal move.
    #[must_use]
    pub fn game_at(&self, node: NodeId) -> Option<Game> {
        let mut game = self.game.clone();
        (travel(&self.tree, &mut game, self.cursor, node) == node).then_some(game)
    }

    /// Plays a move in any notation at the cursor and moves the cursor. It follows an existing move or appends a
    /// variation, and deletes nothing.
    ///
    /// # Errors
    /// The refusal. Nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<NodeId, Refusal> {
        let mv = self.game.read(text)?;
        let mut inverse = Step::new();
        let node = self.follow(self.cursor, mv.into(), &mut inverse);
        self.keep(inverse);
        Ok(self.go(node))
    }

    /// Returns the child of `parent` with this move, as [`Study::child`] does. [`Study::take_changes`] has the child also
    /// where it is not new and a page may lack it.
    fn follow(&mut self, parent: NodeId, mv: SmolStr, inverse: &mut Step) -> NodeId {
        let node = self.child(parent, mv, inverse);
        if self.is_shown_in_part() {
            let nodes = self.with_main_move(node);
            self.followed.extend(nodes);
        }
        node
    }

    /// Returns the child of `parent` with this move in coordinates. A new one is its last child, and its inverse is added
    /// to `inverse`.
    fn child(&mut self, parent: NodeId, mv: SmolStr, inverse: &mut Step) -> NodeId {
        let known = self.tree.children(parent).find(|&child| self.tree.mv(child) == Some(&mv));
        known.unwrap_or_else(|| {
            let at = self.tree.children(parent).count();
            inverse.push(self.apply_part(Part::Tree(Edit::Add { parent, at, mv })));
            self.tree.children(parent).last().expect("a move was just added")
        })
    }

    /// Changes the study in one undo step. A cursor on a removed move goes to the parent of the removed line.
    ///
    /// # Errors
    /// `move-gone` if the move does not exist, or the refusal of a correction. Nothing has changed.
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
            // Successive versions of one comment form one undo step.
            self.apply(step);
        } else {
            self.make(step);
        }
        self.commenting = commented;
        Ok(())
    }

    /// Stores an engine's evaluation at `node`, unless a deeper one exists. Returns whether it was stored. It is no
    /// user change, so it neither creates an undo step nor clears the redo stack.
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

    /// Corrects the move of `node` and reads the legal moves after it.
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

    /// Returns the board at the cursor.
    #[must_use]
    pub fn board(&self) -> BoardView {
        BoardView::of(&self.game)
    }

    /// Returns the playable moves of the main line in every notation.
    #[must_use]
    pub fn rows(&self) -> Vec<MoveRow> {
        let mut game = Game::new(&self.header.setup);
        self.tree.main_moves().map_while(|mv| game.play(mv).ok()).collect()
    }

    /// Returns the playable moves of the main line in coordinates.
    pub fn moves(&self) -> impl Iterator<Item = &str> + '_ {
        let mut game = Game::new(&self.header.setup);
        self.tree.main_moves().take_while(move |mv| game.advance(mv).is_ok())
    }

    /// Returns what [`Study::of`] needs to play the main line again: the set-up, with its opening protocol, and the decisions
    /// and moves.
    ///
    /// # Errors
    /// `wrong-opening` if the header names a protocol whose decisions are missing or lead to other stones.
    pub fn steps(&self) -> Result<(Setup, Vec<String>), Refusal> {
        let setup = &self.header.setup;
        let moves: Vec<String> = self.moves().map(str::to_owned).collect();
        let named = self.header.opening.split_whitespace().next().and_then(|word| word.parse::<OpeningProtocol>().ok());
        let (Some(protocol), &Setup::Gomoku { rule, size, .. }) = (named, setup) else {
            return Ok((setup.clone(), moves));
        };
        let opening = opening::read_note(&self.header.opening, size).filter(|opening| {
            let stones: Vec<String> = opening.stones().iter().map(ToString::to_string).collect();
            // Moves go on only after the last decision.
            setup.free_stones() == 0
                && moves.starts_with(&stones)
                && (opening.turn().is_none() || moves.len() == stones.len())
        });
        let Some(opening) = opening else {
            let why = format_args!("the record does not say how its opening {protocol} was decided");
            return Err(Refusal::plain("wrong-opening", why));
        };
        let decided = opening.decided().iter().map(|(_, choice)| choice.to_string());
        let steps = decided.chain(moves[opening.stones().len()..].iter().cloned()).collect();
        Ok((Setup::gomoku(rule, size, Some(protocol))?, steps))
    }

    /// Replays the moves under another set-up that allows them, since records often omit the rule.
    #[must_use]
    pub fn under(mut self, setup: Setup) -> Study {
        let cursor = self.cursor;
        self.game = Game::new(&setup);
        self.header.setup = setup;
        self.cursor = Tree::ROOT;
        self.go(cursor);
        self
    }

    /// Returns the game at the end of the playable main line. At that end no replay is necessary.
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

    /// Returns the end of the game by its rules, where that is not what the record says: see [`verdict`]. A main line that
    /// could not be read to its end has none.
    ///
    /// The main line is replayed unless the cursor is at its end.
    #[must_use]
    pub fn verdict(&self) -> Option<Outcome> {
        let game = self.unread().is_none().then(|| self.final_game())?;
        verdict(&self.header, &game)
    }

    /// Returns the name of the opening of the game at the cursor.
    #[must_use]
    pub fn opening_name(&self) -> Option<OpeningName> {
        Naming::new(&self.game).of(&self.game)
    }

    /// Writes the record in the usual format of its game.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        format::save(&self.header, &self.tree)
    }
}

#[cfg(test)]
mod tests;
