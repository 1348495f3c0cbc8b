//! The reviewed games on disk: one file for all, or a folder with one file for each file that was read.

use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use duiyi_core::record::format;
use duiyi_core::study::Study;

use crate::input;
use crate::problem::Problem;

pub struct Annotated {
    target: PathBuf,
    is_folder: bool,
    /// The file that is being read, below its folder.
    below: PathBuf,
    /// The games of the file that is being read, or of all, by the ending of their form.
    games: BTreeMap<&'static str, Vec<u8>>,
    kept: u32,
}

impl Annotated {
    /// Checks the target. It is a folder if one is there, if its name ends so, or if it has no ending.
    ///
    /// # Errors
    /// The target is a file that is read, or no form has its ending.
    pub fn new(target: &Path, read: &[PathBuf]) -> Result<Annotated, Problem> {
        let ends = target.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
        let is_folder = target.is_dir() || ends || target.extension().is_none();
        if !is_folder && read.iter().any(|file| input::is_same_file(file, target)) {
            return Err(Problem::at(target.display(), "this is the record itself; write to another file"));
        }
        if is_folder && read.iter().any(|folder| is_same_folder(folder, target)) {
            return Err(Problem::at(target.display(), "this is the folder that is read; write into another one"));
        }
        let ending = target.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if !is_folder && !["pgn", "sgf"].contains(&ending) {
            let why = "its ending names no form; name a folder, or a file that ends in .pgn (Xiangqi) or .sgf (Gomoku)";
            return Err(Problem::at(target.display(), why));
        }
        Ok(Annotated { target: target.to_owned(), is_folder, below: PathBuf::new(), games: BTreeMap::new(), kept: 0 })
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

    /// Begins the file of this path below its folder, and returns whether its games are there already.
    pub fn is_there(&mut self, below: &Path) -> bool {
        below.clone_into(&mut self.below);
        let is_there = self.is_folder && ["pgn", "sgf"].iter().any(|ending| self.file(ending).is_file());
        self.kept += u32::from(is_there);
        is_there
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

fn is_same_folder(a: &Path, b: &Path) -> bool {
    let place = |folder: &Path| std::fs::canonicalize(folder).ok().filter(|place| place.is_dir());
    place(a).is_some_and(|a| place(b) == Some(a))
}
