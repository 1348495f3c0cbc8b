//! The reviewed games on disk: one file for all, or a folder with one file for each file that was read.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{self, Component, MAIN_SEPARATOR, Path, PathBuf};

use duiyi_core::record::format;
use duiyi_core::study::Study;
use duiyi_host::files;

use crate::input;
use crate::problem::Problem;

/// The endings of the forms that are written.
const ENDINGS: [&str; 2] = ["pgn", "sgf"];

pub struct Annotated {
    target: PathBuf,
    is_folder: bool,
    /// The file that is being read, below its folder, or with more folders in front if another one has its name.
    below: PathBuf,
    /// The files of the folder that were begun in this run, in small letters, each with the file that is read for it.
    begun: BTreeMap<String, PathBuf>,
    /// The games of the file that is being read, or of all, by the ending of their form.
    games: BTreeMap<&'static str, Vec<u8>>,
    kept: u32,
}

impl Annotated {
    /// Checks the target. It is a folder if one is there, if its name ends so, or if it has no ending.
    ///
    /// # Errors
    /// The target is a file that is read or has something already, no form has its ending, or it cannot be written.
    pub fn new(target: &Path, read: &[PathBuf]) -> Result<Annotated, Problem> {
        let ends = target.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
        let is_folder = target.is_dir() || ends || target.extension().is_none();
        if !is_folder {
            input::expect_unread(target, read)?;
        }
        if is_folder && read.iter().any(|folder| is_same_folder(folder, target)) {
            return Err(Problem::at(target.display(), "this is the folder that is read; write into another one"));
        }
        let ending = target.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if !is_folder && !ENDINGS.contains(&ending) {
            let why = "its ending names no form; name a folder, or a file that ends in .pgn (Xiangqi) or .sgf (Gomoku)";
            return Err(Problem::at(target.display(), why));
        }
        if is_folder {
            expect_folder(target)?;
        } else if input::has_content(target) {
            let why = "this file is there already; write to another one, or into a folder";
            return Err(Problem::at(target.display(), why));
        } else {
            input::expect_writable(target)?;
        }
        let (below, begun, games) = (PathBuf::new(), BTreeMap::new(), BTreeMap::new());
        Ok(Annotated { target: target.to_owned(), is_folder, below, begun, games, kept: 0 })
    }

    pub fn is_folder(&self) -> bool {
        self.is_folder
    }

    /// Returns the number of files that were there already.
    pub fn kept(&self) -> u32 {
        self.kept
    }

    /// Returns whether a file is in the folder that is written: one below the records, whose games would be read at the next
    /// run and written one folder deeper.
    pub fn is_own(&self, place: &Path) -> bool {
        let own = std::fs::canonicalize(&self.target).ok().filter(|_| self.is_folder);
        own.is_some_and(|own| std::fs::canonicalize(place).is_ok_and(|place| place.starts_with(own)))
    }

    /// Begins the file at `place`, whose path below its folder is `below`, and returns whether its games are there already.
    pub fn is_there(&mut self, place: &Path, below: &Path) -> bool {
        if !self.is_folder {
            return false;
        }
        let read = std::fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        for name in names(place, below) {
            self.below = name;
            let own = ENDINGS.map(|ending| self.file(ending));
            // Some systems take names for equal that differ in case.
            let keys = own.each_ref().map(|file| file.to_string_lossy().to_lowercase());
            // A file that was named twice is there after the first time.
            if keys.iter().all(|key| self.begun.get(key).is_none_or(|begun| *begun == read)) {
                self.begun.extend(keys.map(|key| (key, read.clone())));
                let is_there = own.iter().any(|file| file.is_file());
                self.kept += u32::from(is_there);
                return is_there;
            }
        }
        self.kept += 1;
        true
    }

    /// Takes a reviewed game.
    ///
    /// # Errors
    /// The one file of all games has another form.
    pub fn add(&mut self, study: &Study) -> Result<(), Problem> {
        let codec = format::usual(study.header.setup.kind());
        let ending = codec.ending();
        if !self.is_folder && self.target.extension().is_none_or(|own| own != ending) {
            let why = format!("it cannot hold a game of this kind; name a folder, or a file that ends in .{ending}");
            return Err(Problem::at(self.target.display(), why));
        }
        let games = self.games.entry(ending).or_default();
        if !games.is_empty() {
            games.push(b'\n');
        }
        games.extend(study.write());
        Ok(())
    }

    /// Writes the games so far: all of one file of the folder, or the one file, again and whole.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn write(&mut self) -> Result<(), Problem> {
        for (ending, games) in &self.games {
            if self.is_folder {
                let file = self.file(ending);
                let folder = file.parent().unwrap_or(&self.target);
                std::fs::create_dir_all(folder).map_err(|why| Problem::at(folder.display(), why))?;
                input::write(&file, games)?;
            } else {
                input::write(&self.target, games)?;
            }
        }
        if self.is_folder {
            self.games.clear();
        }
        Ok(())
    }

    /// Says what a stopped run has written, and what the next one does with it.
    pub fn when_stopped(&self) -> String {
        let target = self.target.display();
        // The folder is made with its first file.
        let is_unwritten = if self.is_folder { !self.target.is_dir() } else { self.games.is_empty() };
        if is_unwritten {
            format!("{target} was not written")
        } else if self.is_folder {
            format!("{target} has the files that were finished; the next run goes on with the others")
        } else {
            format!("{target} has these games; name another file for the next run")
        }
    }

    /// The file for the games of this form. It keeps its own ending: a folder may have `a.xqf` and `a.txt`.
    fn file(&self, ending: &str) -> PathBuf {
        let mut name = self.target.join(&self.below).into_os_string();
        if self.below.extension().is_none_or(|own| own != ending) {
            name.push(".");
            name.push(ending);
        }
        name.into()
    }
}

/// Lists the names for the file at `place`, the shortest first: below its folder, then with that folder in front, and so on.
fn names(place: &Path, below: &Path) -> impl Iterator<Item = PathBuf> {
    let whole = path::absolute(place).unwrap_or_else(|_| place.to_owned());
    let parts: Vec<OsString> = whole
        .components()
        .filter_map(|part| if let Component::Normal(name) = part { Some(name.to_owned()) } else { None })
        .collect();
    let shortest = parts.len().saturating_sub(below.components().count());
    (0..=shortest).rev().map(move |from| parts[from..].iter().collect())
}

/// Checks that files can be written into a folder, which need not be there yet.
fn expect_folder(target: &Path) -> Result<(), Problem> {
    let place = input::absolute(target)?;
    let there = place.ancestors().find(|folder| folder.exists()).unwrap_or(&place);
    if !there.is_dir() {
        return Err(Problem::at(target.display(), "a file has the name of a folder on this path; name another one"));
    }
    files::expect_writable(&there.join("games")).map_err(|why| input::fault(target.display(), &why))
}

fn is_same_folder(a: &Path, b: &Path) -> bool {
    let place = |folder: &Path| std::fs::canonicalize(folder).ok().filter(|place| place.is_dir());
    place(a).is_some_and(|a| place(b) == Some(a))
}
