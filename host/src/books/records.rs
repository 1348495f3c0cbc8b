//! Records of games as the source of a book: collections and trees of any format.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::format::{self, COLLECTION_BYTES_MAX};
use duiyi_core::study::Study;
use parking_lot::Mutex;

use super::counted::GameCounter;
use super::error::BookFileError;
use super::list::BookList;
use super::progress::{BookReport, Steps};
use crate::files::{expect_file, read_capped};

/// The plies of each game that the window counts from a file.
const PLIES_MAX: usize = 60;

/// Characters of a name that come from the name of a file.
const NAME_CHARS: usize = 50;

/// Most books of one name.
const SAME_NAME_MAX: u32 = 1_000;

/// What records held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountedRecords {
    /// Games and trees that were counted.
    pub games: u64,
    /// Games of another kind.
    pub others: u64,
    /// Records that could not be read.
    pub unreadable: u64,
}

/// A book that was opened from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OpenedBook {
    /// Its id in the list.
    pub id: String,
    /// Games of another kind in a file of records; they were not counted.
    pub others: u64,
    /// Records of such a file that could not be read.
    pub unreadable: u64,
}

/// Counts the games of a file. Of a file with a single record every variation is counted, once and without a result
/// ([`GameCounter::count_tree`]); of each game of a collection the main line. Games count under their own rule, as results and
/// forbidden moves depend on it. A RenLib library names no rule and counts under each rule of Gomoku.
///
/// # Errors
/// [`BookFileError`]; what was counted before stays.
pub fn count_records(
    counter: &mut GameCounter,
    path: &Path,
    report: BookReport,
) -> Result<CountedRecords, BookFileError> {
    expect_file(path)?;
    let bytes = read_capped(path, COLLECTION_BYTES_MAX as u64)?;
    let form = format::sniff_file(&bytes, path.extension().and_then(|ending| ending.to_str()));
    let is_library = form.name() == "lib";
    let mut counted = CountedRecords::default();
    // A tree alone in its file waits for what follows.
    let mut waiting: Option<Study> = None;
    let mut done = Ok(());
    let mut steps = Steps::new(report, 0);
    let _ = form.read_each_as(&bytes, None, &mut |record| {
        done = steps.step().and_then(|()| match record.ok().map(Study::of_record) {
            Some(Ok(study)) if study.header.setup.kind() != counter.game() => {
                counted.others += 1;
                Ok(())
            }
            Some(Ok(study)) => {
                counted.games += 1;
                if counted.games == 1 && (is_library || has_variations(&study)) {
                    waiting = Some(study);
                    return Ok(());
                }
                waiting.take().map_or(Ok(()), |first| count_main_line(counter, &first))?;
                count_main_line(counter, &study)
            }
            Some(Err(_)) | None => {
                counted.unreadable += 1;
                Ok(())
            }
        });
        if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done?;
    if let Some(study) = waiting {
        let setups = if is_library { study.header.setup.under_each_rule() } else { vec![study.header.setup.clone()] };
        let mut steps = Steps::new(report, (study.tree().len() * setups.len()) as u64);
        setups.iter().try_for_each(|setup| counter.count_tree(setup, study.tree(), &mut steps))?;
    }
    Ok(counted)
}

fn has_variations(study: &Study) -> bool {
    study.tree().len() > study.tree().main_line().count() + 1
}

fn count_main_line(counter: &mut GameCounter, study: &Study) -> Result<(), BookFileError> {
    let result = study.header.outcome.map(|outcome| outcome.winner);
    counter.count(&Game::new(&study.header.setup), study.moves(), result)
}

/// Returns the game of the first record of a file that has moves.
///
/// # Errors
/// [`BookFileError::NotABook`] if the file has no record.
pub fn game_of_records(path: &Path) -> Result<GameKind, BookFileError> {
    expect_file(path)?;
    let bytes = read_capped(path, COLLECTION_BYTES_MAX as u64)?;
    let form = format::sniff_file(&bytes, path.extension().and_then(|ending| ending.to_str()));
    let mut game = None;
    let _ = form.read_each_as(&bytes, None, &mut |record| {
        let study = record.ok().and_then(|record| Study::of_record(record).ok());
        game = study.filter(|study| study.moves().next().is_some()).map(|study| study.header.setup.kind());
        if game.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    game.ok_or_else(|| BookFileError::NotABook(path.to_owned()))
}

/// Adds a file to the list as its first book. A RenLib library or another file of records is counted into
/// a new book of ours. The list is free during the work.
///
/// # Errors
/// [`BookFileError`]; the list is unchanged.
pub fn open_or_count(list: &Mutex<BookList>, path: &Path, report: BookReport) -> Result<OpenedBook, BookFileError> {
    match list.lock().add(path) {
        Err(BookFileError::NotABook(_)) => {}
        added => return added.map(|id| OpenedBook { id, others: 0, unreadable: 0 }),
    }
    let game = game_of_records(path)?;
    let to = free_path(&mut list.lock(), path)?;
    let mut counter = GameCounter::create(&to, game, if is_tree(path) { usize::MAX } else { PLIES_MAX })?;
    let CountedRecords { others, unreadable, .. } = count_records(&mut counter, path, report)?;
    counter.finish(1, report)?;
    Ok(OpenedBook { id: list.lock().add(&to)?, others, unreadable })
}

/// RenLib's libraries hold a tree alone.
fn is_tree(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("lib"))
}

/// Returns the path of a new book that is called as a file, with a number if a book has that name.
fn free_path(list: &mut BookList, file: &Path) -> Result<PathBuf, BookFileError> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let plain = stem.chars().map(|c| if c.is_alphanumeric() || " -_()".contains(c) { c } else { ' ' });
    let name: String = plain.take(NAME_CHARS).collect();
    let name = if name.trim().is_empty() { "book" } else { name.trim() };
    let numbered = (2..SAME_NAME_MAX).map(|number| format!("{name} {number}"));
    for name in std::iter::once(name.to_owned()).chain(numbered) {
        match list.new_path(&name) {
            Err(BookFileError::Exists(_)) => {}
            path => return path,
        }
    }
    Err(BookFileError::BadName(name.to_owned()))
}
