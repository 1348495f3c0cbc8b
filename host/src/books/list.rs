//! The books of a person in their order of priority, what they say of a position, and their changes. The order is kept in
//! `books.json`; books in the folder `books` of the data folder are always in the list.
//!
//! # Stability
//! The names of the fields outlive the program.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use duiyi_core::base::{Rng, Side};
use duiyi_core::game::{BuiltInBooks, Game, GameKind, MoveRow, Refusal};
use serde::{Deserialize, Serialize};

use super::OpeningBook;
use super::edit::{self, BookChange, BookEdit};
use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use super::orders::orders;
use super::own::{self, BookWriter};
use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice, create_private, expect_file, is_device_name};

/// The id of the books that the program carries.
pub const BUILT_IN: &str = "built-in";

/// The ending of our own books.
const ENDING: &str = "book";
/// Most books in the list.
const BOOKS_MAX: usize = 100;
/// Most changes that can be undone.
const CHANGES_MAX: usize = 10_000;
/// Most characters of a name.
const NAME_MAX: usize = 60;

const CONTENT: SharedFileFormat =
    SharedFileFormat { bytes_max: 1 << 20, version: 1, aside: "books-set-aside", name: "The list of opening books" };

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Written {
    #[serde(default)]
    books: Vec<BookUse>,
}

/// What a book is used for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BookUse {
    /// [`BUILT_IN`], a file name in the folder of books, or a path.
    pub id: String,
    /// Whether it answers for the first side.
    #[serde(default = "on")]
    pub first: bool,
    /// Whether it answers for the second side.
    #[serde(default = "on")]
    pub second: bool,
    /// Whether the engine plays its best move instead of one by lot.
    #[serde(default)]
    pub best: bool,
}

const fn on() -> bool {
    true
}

impl BookUse {
    fn new(id: String) -> BookUse {
        BookUse { id, first: true, second: true, best: false }
    }

    const fn is_for(&self, side: Side) -> bool {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }
}

/// A book of the list.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ListedBook {
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub used: BookUse,
    /// The name of the file without its ending; empty for the built-in books.
    pub name: String,
    /// Its path; `None` for the built-in books.
    pub path: Option<String>,
    /// Its game; `None` for the built-in books, and for one that cannot be opened.
    pub game: Option<GameKind>,
    /// Whether its moves can be changed.
    pub editable: bool,
    /// Whether the version before its last change as a whole is kept.
    pub kept: bool,
    /// Whether it can be taken off the list.
    pub removable: bool,
    /// The error that makes it unusable.
    pub trouble: Option<Refusal>,
}

/// A move of a book in every notation.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ListedMove {
    pub row: MoveRow,
    /// The moves that lead to images of the same position, in coordinates.
    pub alike: Vec<String>,
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub book: BookMove,
}

/// What a book says of a position.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BookAnswer {
    /// The id of the book.
    pub id: String,
    /// The best first.
    pub moves: Vec<ListedMove>,
    /// The error of reading it.
    pub trouble: Option<Refusal>,
}

/// The books and their files; without a data folder the list lasts as long as the program.
#[derive(Debug, Default)]
pub struct BookList {
    written: SharedFile<Written>,
    /// The folder of own books.
    folder: Option<PathBuf>,
    built_in: BuiltInBooks,
    /// The books in use; `None` for one that takes too long to read. It is not asked again before the list or its file
    /// changes, as each look-up would cost the engine seconds of its clock.
    pub(super) open: HashMap<PathBuf, Option<OpeningBook>>,
    /// The books that are being changed as a whole.
    busy: HashSet<PathBuf>,
    /// The changes of this session, the last one last.
    changes: Vec<BookChange>,
}

impl BookList {
    /// Reads the list in the data folder at `path`. An unreadable file is set aside and reported.
    #[must_use]
    pub fn load(path: Option<PathBuf>) -> (BookList, Option<Notice>) {
        let dir = path.and_then(|path| DataDir::open(path).ok());
        let (written, notice) = SharedFile::load(dir.as_ref().map(DataDir::book_list), CONTENT);
        let folder = dir.as_ref().map(DataDir::books);
        (BookList { written, folder, ..BookList::default() }, notice)
    }

    /// Lists the books, the first in priority first. Files are opened anew, as another program may have replaced them.
    pub fn list(&mut self) -> Vec<ListedBook> {
        self.open.clear();
        self.uses().into_iter().map(|used| self.listed(used)).collect()
    }

    fn listed(&mut self, used: BookUse) -> ListedBook {
        let Some(path) = self.path_of(&used.id) else {
            let (name, path, game) = (String::new(), None, None);
            return ListedBook {
                used,
                name,
                path,
                game,
                editable: false,
                kept: false,
                removable: false,
                trouble: None,
            };
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let removable = self.folder.as_deref() != path.parent();
        let (game, editable, trouble) = match self.opened(&path) {
            Ok(book) => (Some(book.game()), matches!(book, OpeningBook::Own(_)), None),
            Err(error) => (None, false, Some(error.into())),
        };
        let kept = editable && own::kept_path(&path).is_file();
        ListedBook { used, name, path: Some(path.display().to_string()), game, editable, kept, removable, trouble }
    }

    /// Returns the uses in force: those of the file, and those of new books of the folder before the built-in one.
    fn uses(&self) -> Vec<BookUse> {
        let mut uses = self.written.get().books.clone();
        if !uses.iter().any(|used| used.id == BUILT_IN) {
            uses.push(BookUse::new(BUILT_IN.to_owned()));
        }
        // A book of the folder that is gone is not shown and takes no room; [`BookList::write`] keeps its place.
        uses.retain(|used| {
            self.path_of(&used.id).is_none_or(|path| path.exists() || self.folder.as_deref() != path.parent())
        });
        let known = &self.written.get().books;
        let own = self.folder.as_ref().and_then(|folder| folder.read_dir().ok());
        let mut names: Vec<String> = own
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING)))
            .filter(|name| !name.starts_with('.') && !known.iter().any(|used| used.id == *name))
            .collect();
        names.sort();
        names.truncate(BOOKS_MAX.saturating_sub(uses.len()));
        let before = uses.iter().position(|used| used.id == BUILT_IN).unwrap_or(uses.len());
        uses.splice(before..before, names.into_iter().map(BookUse::new));
        uses
    }

    /// Returns the path of a book; `None` for the built-in ones.
    fn path_of(&self, id: &str) -> Option<PathBuf> {
        let path = self.folder.as_deref().unwrap_or(Path::new("")).join(id);
        // In a list from Windows a path looks like a name to other systems. A drive is a letter, a colon, a separator.
        let is_foreign = (id.contains('\\') || id.get(1..3) == Some(":/")) && !path.exists();
        (id != BUILT_IN).then(|| if is_foreign { PathBuf::from(id) } else { path })
    }

    /// Returns the path of a book in the list.
    ///
    /// # Errors
    /// `no-book` for any other id, and for the built-in books.
    pub fn find(&self, id: &str) -> Result<PathBuf, BookFileError> {
        let known = self.uses().into_iter().find(|used| used.id == id);
        known.and_then(|used| self.path_of(&used.id)).ok_or_else(|| BookFileError::NoBook(id.to_owned()))
    }

    fn opened(&mut self, path: &Path) -> Result<&OpeningBook, BookFileError> {
        if !self.open.contains_key(path) {
            self.open.insert(path.to_owned(), Some(OpeningBook::open(path)?));
        }
        self.open[path].as_ref().ok_or_else(|| BookFileError::Slow(path.to_owned()))
    }

    /// Returns the moves that the book at `path` has for the position of `game`.
    fn moves(&mut self, path: &Path, game: &Game) -> Result<Vec<BookMove>, BookFileError> {
        let moves = self.opened(path).and_then(|book| book.moves(game));
        if matches!(moves, Err(BookFileError::Slow(_))) {
            self.open.insert(path.to_owned(), None);
        }
        moves
    }

    /// Writes the list, with the books that are not shown after those that they followed. Its files are opened anew.
    fn write(&mut self, mut uses: Vec<BookUse>) -> Result<(), BookFileError> {
        self.open.clear();
        let shown = self.uses();
        let place = |uses: &[BookUse], id: &str| uses.iter().position(|used| used.id == id);
        let before = &self.written.get().books;
        for (index, used) in before.iter().enumerate().filter(|(_, used)| place(&shown, &used.id).is_none()) {
            let after = before[..index].iter().rev().find_map(|other| place(&uses, &other.id));
            uses.insert(after.map_or(0, |at| at + 1), used.clone());
        }
        Ok(self.written.change(|written| written.books = uses)?)
    }

    /// Adds a file as the first book, if it is a book and not in the list.
    ///
    /// # Errors
    /// [`BookFileError`]; the list is unchanged.
    pub fn add(&mut self, path: &Path) -> Result<String, BookFileError> {
        let path = std::path::absolute(path).map_err(|error| FileError::new(path, error))?;
        OpeningBook::open(&path)?;
        let is_inside = self.folder.as_deref().is_some_and(|folder| path.parent() == Some(folder));
        let id = if is_inside { path.file_name().and_then(|name| name.to_str()) } else { path.to_str() };
        let id = id.ok_or_else(|| BookFileError::BadName(path.display().to_string()))?.to_owned();
        if self.written.get().books.iter().any(|used| used.id == id) {
            return Ok(id);
        }
        // A new book of the folder is among them.
        let mut uses = self.uses();
        uses.retain(|used| used.id != id);
        if uses.len() >= BOOKS_MAX {
            return Err(BookFileError::TooMany);
        }
        uses.insert(0, BookUse::new(id.clone()));
        self.write(uses)?;
        Ok(id)
    }

    /// Takes a book off the list; its file stays.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn remove(&mut self, id: &str) -> Result<(), BookFileError> {
        let mut uses = self.uses();
        uses.retain(|used| used.id != id);
        self.write(uses)
    }

    /// Sets order and uses. Unknown ids are ignored, and books that `uses` lacks keep their place at the end.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn arrange(&mut self, uses: Vec<BookUse>) -> Result<(), BookFileError> {
        let mut known = self.uses();
        let mut arranged: Vec<BookUse> = Vec::with_capacity(known.len());
        for used in uses {
            if let Some(at) = known.iter().position(|known| known.id == used.id) {
                known.remove(at);
                arranged.push(used);
            }
        }
        arranged.append(&mut known);
        self.write(arranged)
    }

    /// Makes an empty book of ours in the folder of books, and puts it first.
    ///
    /// # Errors
    /// The name cannot be used, a book has it, or it cannot be written.
    pub fn create(&mut self, name: &str, game: GameKind) -> Result<String, BookFileError> {
        let path = self.new_path(name)?;
        BookWriter::create(&path, game)?.finish()?;
        self.add(&path)
    }

    /// Returns the path of a new book in the folder of books. A deleted book of that name loses its place in the list.
    ///
    /// # Errors
    /// The name cannot be used, a book has it, there is no folder, or the list cannot be written.
    pub fn new_path(&mut self, name: &str) -> Result<PathBuf, BookFileError> {
        let name = name.trim();
        let is_plain = |c: char| c.is_alphanumeric() || " -_()".contains(c);
        let is_usable = !name.is_empty() && name.chars().count() <= NAME_MAX && name.chars().all(is_plain);
        if !is_usable || is_device_name(name) {
            return Err(BookFileError::BadName(name.to_owned()));
        }
        let folder = self.folder.as_deref().ok_or_else(|| BookFileError::NoBook(name.to_owned()))?;
        create_private(folder).map_err(|error| FileError::new(folder, error))?;
        let id = format!("{name}.{ENDING}");
        let path = folder.join(&id);
        if path.exists() {
            return Err(BookFileError::Exists(path));
        }
        if self.written.get().books.iter().any(|used| used.id == id) {
            self.written.change(|written| written.books.retain(|used| used.id != id))?;
        }
        Ok(path)
    }

    /// Returns what each book for the side to move says of the position of `game`, in the order of priority. Books of
    /// another game are left out.
    pub fn answers(&mut self, game: &Game) -> Vec<BookAnswer> {
        let side = game.side_to_move();
        let uses = self.uses().into_iter().filter(|used| used.is_for(side));
        let answer = |used: BookUse| {
            let moves = match self.path_of(&used.id) {
                None => Ok(self.built_in(game)),
                Some(path) => self.moves(&path, game),
            };
            match moves {
                Ok(moves) => Some(BookAnswer { id: used.id, moves: listed(game, moves), trouble: None }),
                Err(BookFileError::OtherGame { .. }) => None,
                Err(error) => Some(BookAnswer { id: used.id, moves: Vec::new(), trouble: Some(error.into()) }),
            }
        };
        uses.filter_map(answer).collect()
    }

    /// Returns other orders of `moves` that lead from `start` to the same position by moves of the books.
    pub fn orders(&mut self, start: &Game, moves: &[String]) -> Vec<Vec<MoveRow>> {
        let uses = self.uses();
        let known = |game: &Game| -> Vec<String> {
            let image = game.image();
            let mut of = |used: &BookUse| match self.path_of(&used.id) {
                None => self.built_in(game),
                Some(path) => self.moves(&path, game).unwrap_or_default(),
            };
            uses.iter().flat_map(&mut of).flat_map(|book| image.moves_alike(&book.mv)).collect()
        };
        orders(start, moves, known).iter().map(|line| start.line(line)).collect()
    }

    fn built_in(&mut self, game: &Game) -> Vec<BookMove> {
        let moves = self.built_in.moves(game).into_iter();
        let mut moves: Vec<BookMove> =
            moves.map(|(mv, weight)| BookMove { mv, weight: weight.into(), ..BookMove::default() }).collect();
        moves.sort_by(|a, b| (b.weight, &a.mv).cmp(&(a.weight, &b.mv)));
        moves
    }

    /// Chooses the move of the first book that knows the position. A move that any book forbids, or that ends the game by
    /// repetition, is never chosen; a book that cannot be read says nothing.
    pub fn choose(&mut self, game: &Game, rng: &mut Rng) -> Option<String> {
        let answers = self.answers(game);
        let uses = self.uses();
        let is_forbidden = |mv: &ListedMove| {
            let all = answers.iter().flat_map(|answer| &answer.moves);
            all.filter(|other| other.book.sign == MoveSign::Forbidden).any(|other| other.alike.contains(&mv.row.uci))
        };
        answers.iter().find_map(|BookAnswer { id, moves, .. }| {
            let is_best = uses.iter().any(|used| used.id == *id && used.best);
            let allowed = moves.iter().filter(|mv| !is_forbidden(mv)).map(|mv| mv.book.clone());
            super::chosen_of(allowed.collect(), game, is_best, rng)
        })
    }

    /// Gives a move of the position weight, sign and remark, or removes it. The change is on the disk when this returns.
    ///
    /// # Errors
    /// [`BookFileError`]; the book is unchanged.
    pub fn edit(&mut self, id: &str, game: &Game, mv: &str, edit: Option<BookEdit>) -> Result<(), BookFileError> {
        let change = edit::edit(&self.editable(id)?, game, mv, edit)?;
        self.changed(change);
        Ok(())
    }

    /// Adds the moves of a line that begins at `start`, each with weight 1 unless the book has it.
    ///
    /// # Errors
    /// [`BookFileError`]; the book is unchanged.
    pub fn add_line(&mut self, id: &str, start: &Game, moves: &[String]) -> Result<usize, BookFileError> {
        let change = edit::add_line(&self.editable(id)?, start, moves)?;
        let added = change.rows();
        if added > 0 {
            self.changed(change);
        }
        Ok(added)
    }

    /// Returns the path of a book that can be changed now.
    fn editable(&self, id: &str) -> Result<PathBuf, BookFileError> {
        let path = self.find(id)?;
        if self.busy.contains(&path) { Err(BookFileError::Busy(path)) } else { Ok(path) }
    }

    /// Refuses other changes of a book until [`BookList::release`].
    pub(super) fn reserve(&mut self, id: &str) -> Result<PathBuf, BookFileError> {
        let path = self.editable(id)?;
        self.busy.insert(path.clone());
        Ok(path)
    }

    pub(super) fn release(&mut self, path: &Path) {
        self.busy.remove(path);
    }

    /// Puts a new file in the place of a book, which is kept beside it.
    pub(super) fn replace(&mut self, path: &Path, writer: BookWriter) -> Result<(), BookFileError> {
        // Windows replaces no file that is open.
        self.open.remove(path);
        writer.finish_keeping()?;
        // What was changed before belongs to the other file.
        self.changes.retain(|change| change.path() != path);
        self.changed(BookChange::Whole(path.to_owned()));
        Ok(())
    }

    /// Swaps a book with its version before its last change as a whole.
    ///
    /// # Errors
    /// [`BookFileError`]; the book is unchanged.
    pub fn swap_with_kept(&mut self, id: &str) -> Result<(), BookFileError> {
        let path = self.editable(id)?;
        self.swap(&path)?;
        self.changes.retain(|change| change.path() != path);
        Ok(())
    }

    fn swap(&mut self, path: &Path) -> Result<(), BookFileError> {
        if !own::kept_path(path).is_file() {
            return Err(BookFileError::NothingKept(path.to_owned()));
        }
        self.open.remove(path);
        Ok(own::swap_with_kept(path).map_err(|error| FileError::new(path, error))?)
    }

    fn changed(&mut self, change: BookChange) {
        if self.changes.len() >= CHANGES_MAX {
            self.changes.remove(0);
        }
        self.changes.push(change);
    }

    /// Undoes the last change of this session; false if there is none. Changes whose files are gone are forgotten.
    ///
    /// # Errors
    /// [`BookFileError`]; the change can be undone later.
    pub fn undo(&mut self) -> Result<bool, BookFileError> {
        while self.changes.last().is_some_and(BookChange::is_of_lost_file) {
            self.changes.pop();
        }
        let Some(change) = self.changes.last().cloned() else { return Ok(false) };
        let path = change.path().to_owned();
        expect_file(&path)?;
        if self.busy.contains(&path) {
            return Err(BookFileError::Busy(path));
        }
        match change {
            BookChange::Rows { before, .. } => edit::undo(&path, before)?,
            BookChange::Whole(_) => self.swap(&path)?,
        }
        self.changes.pop();
        Ok(true)
    }

    /// Returns the number of changes that can be undone.
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.changes.iter().filter(|change| !change.is_of_lost_file()).count()
    }
}

fn listed(game: &Game, moves: Vec<BookMove>) -> Vec<ListedMove> {
    let image = game.image();
    let listed = |book: BookMove| {
        let row = game.line(std::slice::from_ref(&book.mv)).pop()?;
        Some(ListedMove { row, alike: image.moves_alike(&book.mv), book })
    };
    moves.into_iter().filter_map(listed).collect()
}
