//! A person's own sets of puzzles, imported from files of positions and records. They are kept in `puzzle-sets.json`,
//! written whole or not at all, and set aside if damaged.
//!
//! # Stability
//! The names of the fields outlive the program.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use duiyi_core::game::{Game, GameKind, Refusal, Setup};
use duiyi_core::puzzle::{Puzzle, PuzzleGoal, PuzzleGrade, PuzzleStart};
use duiyi_core::record::format::encoding::TextEncoding;
use duiyi_core::record::format::{self, COLLECTION_BYTES_MAX, Record};
use duiyi_core::study::Study;
use serde::{Deserialize, Serialize};

use super::proved;
use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice, read_capped};

/// A puzzle takes some hundred bytes.
const CONTENT: SharedFileFormat = SharedFileFormat {
    bytes_max: 16 << 20,
    version: 1,
    aside: "puzzle-sets-set-aside",
    name: "The list of own puzzles",
};
/// The most puzzles of one set.
pub const PUZZLES_MAX: usize = 500;
/// The most sets; beyond it none is added.
pub const SETS_MAX: usize = 20;
/// The most skipped entries that are listed, besides the first one for which the set had no room.
const SKIPPED_MAX: usize = 100;
/// The longest name of a set or a puzzle, in characters.
const NAME_MAX: usize = 80;

/// A puzzle of a set, as the file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SetPuzzle {
    /// The title in the imported file; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    /// The game's code.
    game: String,
    /// The position in the form of [`PuzzleStart::to_text`].
    start: String,
    /// The proved goal by its code; `better` for a line that the file gives and nothing proves.
    goal: String,
    /// The line in coordinates; its first and last moves are the solver's.
    line: Vec<String>,
}

impl SetPuzzle {
    /// Makes the puzzle; `None` if the line cannot be played.
    fn puzzle(&self) -> Option<Puzzle> {
        let kind: GameKind = self.game.parse().ok()?;
        let start = PuzzleStart::from_text(kind, &self.start)?;
        let goal = PuzzleGoal::ALL.into_iter().find(|goal| goal.code() == self.goal)?;
        let mut game = start.game();
        let playable = self.line.iter().all(|mv| game.advance(mv).is_ok());
        let grade = PuzzleGrade::measured(self.line.len().div_ceil(2), 3);
        let puzzle = Puzzle { start, goal, grade, line: self.line.clone(), also: Vec::new() };
        (playable && !self.line.len().is_multiple_of(2)).then_some(puzzle)
    }

    /// Returns the id of the puzzle, without playing its line.
    fn id(&self) -> Option<String> {
        let start = PuzzleStart::from_text(self.game.parse().ok()?, &self.start)?;
        Some(Puzzle::of_mistake(start, Vec::new(), Vec::new()).id())
    }

    fn is_proved(&self) -> bool {
        self.goal != PuzzleGoal::Better.code()
    }
}

/// A set as the file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OwnSet {
    /// Never used again for another set.
    id: u32,
    name: String,
    puzzles: Vec<SetPuzzle>,
}

/// The form of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SetsFile {
    #[serde(default)]
    sets: Vec<OwnSet>,
    /// The id of the next set, if no set of the file has it.
    #[serde(default)]
    next: u32,
}

impl SetsFile {
    /// Adds a set under an id of its own; a repaired file may lack the next one.
    fn add(&mut self, name: String, puzzles: Vec<SetPuzzle>) {
        let behind = self.sets.iter().map(|set| set.id.saturating_add(1)).max();
        let id = behind.map_or(self.next, |behind| behind.max(self.next));
        self.sets.push(OwnSet { id, name, puzzles });
        self.next = id.saturating_add(1);
    }
}

/// A skipped entry of an imported file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SkippedPuzzle {
    /// The number of the entry in the file, from 1.
    pub number: usize,
    /// Its line, if the file has one entry a line.
    pub line: Option<usize>,
    pub why: Refusal,
}

/// The content of an imported file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadPuzzles {
    /// The name of the file without its ending.
    name: String,
    puzzles: Vec<SetPuzzle>,
    skipped: Vec<SkippedPuzzle>,
    unlisted: usize,
}

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PuzzleImport {
    /// The name of the new set; no set was made if it has no puzzle.
    pub name: String,
    /// The number of its puzzles.
    pub count: usize,
    /// Those with a proved win. The others follow the line of the file.
    pub proved: usize,
    pub skipped: Vec<SkippedPuzzle>,
    /// The number of skipped entries not listed.
    pub unlisted: usize,
}

/// A set in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PuzzleSet {
    pub id: u32,
    pub name: String,
    pub count: usize,
    pub solved: usize,
    /// Puzzles with a proved win.
    pub proved: usize,
}

/// The set of the puzzle on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlaceInSet {
    pub set: u32,
    pub name: String,
    /// The number of the puzzle, from 1.
    pub number: usize,
    pub count: usize,
    /// The title in the imported file; may be empty.
    pub title: String,
    /// Whether the win is proved. Otherwise the line of the file is followed.
    pub proved: bool,
}

/// Reads a file of puzzles in any known form: FEN and moves a line, PGN, XQF, DhtmlXQ and the other forms of records.
/// Proves each position; it takes some seconds for a hundred.
///
/// # Errors
/// The file cannot be read. A fault of an entry skips that entry only.
pub fn read(path: &Path) -> Result<ReadPuzzles, FileError> {
    let bytes = read_capped(path, COLLECTION_BYTES_MAX as u64)?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    Ok(read_bytes(&name, &bytes, path.extension().and_then(|ending| ending.to_str())))
}

fn read_bytes(name: &str, bytes: &[u8], ending: Option<&str>) -> ReadPuzzles {
    let mut found = ReadPuzzles { name: cut(name), ..ReadPuzzles::default() };
    let codec = format::sniff_file(bytes, ending);
    let text = TextEncoding::guess(bytes).decode(bytes);
    let rows: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, row)| is_entry(row)).collect();
    if codec.name() == "txt" && rows.iter().any(|(_, row)| row_of(row).is_ok()) {
        for (number, (line, row)) in (1..).zip(rows) {
            let entry = || row_of(row).and_then(|(game, moves)| entry(String::new(), &game, &moves));
            found.take(number, Some(line), entry);
        }
        return found;
    }
    let mut number = 0;
    let _ = codec.read_each(bytes, &mut |record| {
        number += 1;
        found.take(number, None, || record.map_err(Refusal::from).and_then(of_record));
        ControlFlow::Continue(())
    });
    found
}

impl ReadPuzzles {
    /// Keeps an entry, or the reason to skip it. Beyond [`PUZZLES_MAX`] entries are counted, and none is read.
    fn take(&mut self, number: usize, line: Option<usize>, entry: impl FnOnce() -> Result<SetPuzzle, Refusal>) {
        let is_full = self.puzzles.len() == PUZZLES_MAX;
        let entry = if is_full { Err(Refusal::plain("set-full", "a set holds 500 puzzles")) } else { entry() };
        match entry {
            Ok(puzzle) if self.puzzles.iter().any(|known| known.start == puzzle.start) => {}
            Ok(puzzle) => self.puzzles.push(puzzle),
            Err(why) => {
                // The first entry without room is listed however many faults are: it is the reason for all that follow.
                let is_first = self.skipped.last().is_none_or(|last| last.why.code != why.code);
                let is_listed = if is_full { is_first } else { self.skipped.len() < SKIPPED_MAX };
                if is_listed {
                    self.skipped.push(SkippedPuzzle { number, line, why });
                } else {
                    self.unlisted += 1;
                }
            }
        }
    }
}

fn is_entry(row: &str) -> bool {
    let row = row.trim_start_matches('\u{feff}').trim();
    !row.is_empty() && !row.starts_with('#')
}

/// Reads a row: a FEN, or rule, side and stones of Gomoku; then, behind a tab, a semicolon or `moves`, the line.
fn row_of(row: &str) -> Result<(Game, Vec<String>), Refusal> {
    let row = row.trim_start_matches('\u{feff}').trim();
    let cut = ["\t", ";", " moves "].into_iter().find_map(|mark| row.split_once(mark));
    let (position, moves) = cut.unwrap_or((row, ""));
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    if let Some(start) = PuzzleStart::from_text(GameKind::Gomoku, position.trim()) {
        return Ok((start.game(), moves));
    }
    let record = format::read(position.trim().as_bytes()).map_err(Refusal::from)?;
    if record.header.setup.start_fen().is_none() {
        return Err(Refusal::plain("unsupported-record", "the row has no position"));
    }
    Ok((Game::new(&record.header.setup), moves))
}

/// Makes a puzzle of a record that begins at a position of its own.
fn of_record(record: Record) -> Result<SetPuzzle, Refusal> {
    let tag = |name: &str| record.header.tags.iter().find(|(tag, text)| tag == name && !text.is_empty());
    let title = ["Title", "Event"].into_iter().find_map(tag).map_or_else(String::new, |(_, text)| text.clone());
    let study = Study::of_record(record)?;
    let setup = &study.header.setup;
    let is_usual = match setup {
        Setup::Xiangqi { .. } => setup.start_fen().is_none(),
        _ => Game::new(setup).placement() == Game::new(&Setup::usual(setup.kind())).placement(),
    };
    if is_usual {
        return Err(Refusal::plain("whole-game", "the record begins at the usual start"));
    }
    let moves: Vec<String> = study.moves().map(str::to_owned).collect();
    entry(title, &Game::new(setup), &moves)
}

/// Makes a puzzle of a position: a proved one if it can be proved, otherwise one that follows `moves`.
fn entry(title: String, game: &Game, moves: &[String]) -> Result<SetPuzzle, Refusal> {
    let start = PuzzleStart::of(game).ok_or_else(|| Refusal::plain("no-solution", "this game has no puzzles"))?;
    if let Some(outcome) = game.outcome() {
        return Err(Refusal::plain("game-over", format!("the game is over: {}", outcome.reason.code())));
    }
    let (goal, line) = match proved::win(&start) {
        Some(win) => win,
        None => (PuzzleGoal::Better, followed(game, moves)?),
    };
    Ok(SetPuzzle {
        title: cut(&title),
        game: start.kind().code().to_owned(),
        start: start.to_text(),
        goal: goal.code().to_owned(),
        line,
    })
}

/// Returns the line of the file in coordinates, up to the solver's last move.
fn followed(game: &Game, moves: &[String]) -> Result<Vec<String>, Refusal> {
    let mut game = game.clone();
    let mut line = Vec::new();
    for mv in moves {
        line.push(game.play(mv)?.uci.to_string());
        if game.outcome().is_some() {
            break;
        }
    }
    if line.len().is_multiple_of(2) {
        line.pop();
    }
    if line.is_empty() {
        Err(Refusal::plain("no-solution", "no win is proved, and no line is given"))
    } else {
        Ok(line)
    }
}

fn cut(text: &str) -> String {
    text.trim().chars().filter(|letter| !letter.is_control()).take(NAME_MAX).collect()
}

/// The sets; without a folder they last as long as the program.
#[derive(Debug, Default)]
pub struct PuzzleSets {
    written: SharedFile<SetsFile>,
}

impl PuzzleSets {
    /// Reads the sets in `dir`. An unreadable file is set aside and reported.
    #[must_use]
    pub fn load(dir: Option<&DataDir>) -> (PuzzleSets, Option<Notice>) {
        let (written, notice) = SharedFile::load(dir.map(DataDir::puzzle_sets), CONTENT);
        (PuzzleSets { written }, notice)
    }

    /// Checks that there is room for another set.
    ///
    /// # Errors
    /// `set-full`.
    pub fn expect_room(&self) -> Result<(), Refusal> {
        if self.written.get().sets.len() < SETS_MAX {
            Ok(())
        } else {
            Err(Refusal::plain("set-full", "there are twenty sets already"))
        }
    }

    /// Adds what was read as a new set, for which there must be [room](PuzzleSets::expect_room); nothing if it has no
    /// puzzle.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written.
    pub fn add(&mut self, read: ReadPuzzles) -> Result<PuzzleImport, FileError> {
        let ReadPuzzles { name, puzzles, skipped, unlisted } = read;
        let (count, proved) = (puzzles.len(), puzzles.iter().filter(|puzzle| puzzle.is_proved()).count());
        if count > 0 {
            self.written.change(|file| file.add(name.clone(), puzzles))?;
        }
        Ok(PuzzleImport { name, count, proved, skipped, unlisted })
    }

    /// Deletes a set. The attempts at its puzzles stay known.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written.
    pub fn delete(&mut self, id: u32) -> Result<(), FileError> {
        self.written.change(|file| file.sets.retain(|set| set.id != id))
    }

    /// Lists the sets; `is_solved` knows the ids of solved puzzles.
    pub fn list(&self, is_solved: impl Fn(&str) -> bool) -> Vec<PuzzleSet> {
        let sets = self.written.get().sets.iter().map(|set| {
            let ids: BTreeSet<String> = set.puzzles.iter().filter_map(SetPuzzle::id).collect();
            PuzzleSet {
                id: set.id,
                name: set.name.clone(),
                count: set.puzzles.len(),
                solved: ids.iter().filter(|id| is_solved(id)).count(),
                proved: set.puzzles.iter().filter(|puzzle| puzzle.is_proved()).count(),
            }
        });
        sets.collect()
    }

    /// Lists the puzzles of a set in the order of its file.
    pub fn puzzles(&self, id: u32) -> Vec<Puzzle> {
        let set = self.written.get().sets.iter().find(|set| set.id == id);
        set.map_or_else(Vec::new, |set| set.puzzles.iter().filter_map(SetPuzzle::puzzle).collect())
    }

    /// Lists the puzzles of all sets.
    pub fn all(&self) -> Vec<Puzzle> {
        self.written.get().sets.iter().flat_map(|set| set.puzzles.iter().filter_map(SetPuzzle::puzzle)).collect()
    }

    /// Returns where the puzzle is, in `set` or the first set that has it.
    pub fn place(&self, puzzle: &Puzzle, set: Option<u32>) -> Option<PlaceInSet> {
        let text = puzzle.start.to_text();
        let sets = self.written.get().sets.iter().filter(|known| set.is_none_or(|set| known.id == set));
        let mut places = sets.filter_map(|set| {
            let at = set.puzzles.iter().position(|known| known.start == text)?;
            let found = &set.puzzles[at];
            Some(PlaceInSet {
                set: set.id,
                name: set.name.clone(),
                number: at + 1,
                count: set.puzzles.len(),
                title: found.title.clone(),
                proved: found.is_proved(),
            })
        });
        places.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::data_dir;

    /// Two rooks mate in two; a horse alone proves nothing; nonsense; a line that cannot be played.
    const ROWS: &str = "\
# my positions
4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1

4k4/9/9/9/9/9/9/9/4N4/5K3 w - - 0 1;e1f3 e9d9 f3e5 d9d8
4k4/9/9/9/9/9/9/9/4N4/5K3 w - - 0 1
4k4/9/9/9/9/9/9/9/4H4/4KK3 w - - 0 1;e1f3
4k4/9/9/9/9/9/9/4N4/9/5K3 w - - 0 1;e2e9
renju w 15/15/15/15/6x1o6/5xoxxx5/6xxo6/7oooxo3/7xxo5/9o5/3x1o3x5/3oox9/15/15/15
";

    #[test]
    fn rows_are_proved_or_followed_and_a_fault_costs_one_row() {
        let found = read_bytes("mine", ROWS.as_bytes(), Some("txt"));
        let goals: Vec<&str> = found.puzzles.iter().map(|puzzle| puzzle.goal.as_str()).collect();
        assert_eq!(goals, ["mate", "better", "fours"], "{found:?}");
        assert_eq!(found.puzzles[1].line, ["e1f3", "e9d9", "f3e5"]);
        let places: Vec<_> = found.skipped.iter().map(|one| (one.number, one.line, one.why.code)).collect();
        assert_eq!(places[0], (3, Some(5), "no-solution"));
        assert_eq!(places.iter().map(|place| place.1).collect::<Vec<_>>(), [Some(5), Some(6), Some(7)], "{places:?}");
    }

    #[test]
    fn records_are_read_by_their_forms() {
        let pgn = "[Event \"Two rooks\"]\n[FEN \"4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1\"]\n\n1. B6-B8 *\n\n\
                   [Event \"A game\"]\n\n1. H2-E2 H9-G7 *\n";
        let found = read_bytes("pgn", pgn.as_bytes(), Some("pgn"));
        assert_eq!(found.puzzles.len(), 1, "{found:?}");
        assert_eq!((found.puzzles[0].title.as_str(), found.puzzles[0].goal.as_str()), ("Two rooks", "mate"));
        assert_eq!(found.skipped.iter().map(|one| (one.number, one.why.code)).collect::<Vec<_>>(), [(2, "whole-game")]);
        let nothing = read_bytes("none", b"\xff\x00\x01", None);
        assert_eq!((nothing.puzzles.len(), nothing.skipped.len()), (0, 1));
    }

    #[test]
    fn each_form_of_records_can_hold_a_puzzle() {
        let pgn = b"[FEN \"4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1\"]\n\n1. B6-B8 E9-D9 2. A7-A9 *\n";
        let record = format::read(pgn).expect("a record");
        let study = Study::of_record(record).expect("it is legal");
        for form in ["pgn", "xqf", "ubb"] {
            let codec = format::named(form).expect("a form");
            let written = codec.write(&study.header, study.tree()).expect("it can be written");
            let found = read_bytes(form, &written.bytes, None);
            assert_eq!((found.puzzles.len(), found.skipped.len()), (1, 0), "{form}: {found:?}");
            assert_eq!(found.puzzles[0].start, "4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1", "{form}");
        }
    }

    #[test]
    fn sets_are_kept_listed_and_deleted() {
        let (_temp, dir) = data_dir();
        let mut sets = PuzzleSets::load(Some(&dir)).0;
        let import = sets.add(read_bytes(" mine\n", ROWS.as_bytes(), None)).unwrap();
        assert_eq!((import.name.as_str(), import.count, import.proved, import.skipped.len()), ("mine", 3, 2, 3));
        let empty = sets.add(read_bytes("none", b"nothing", None)).unwrap();
        assert_eq!((empty.count, empty.skipped.len()), (0, 1));
        let mut again = PuzzleSets::load(Some(&dir)).0;
        let puzzles = again.puzzles(0);
        let first = puzzles[0].id();
        let [set] = &again.list(|id| id == first)[..] else { panic!("one set") };
        assert_eq!((set.id, set.count, set.solved, set.proved), (0, 3, 1, 2));
        let place = again.place(&puzzles[1], None).unwrap();
        assert_eq!((place.number, place.count, place.proved), (2, 3, false));
        again.delete(0).unwrap();
        again.add(read_bytes("mine", ROWS.as_bytes(), None)).unwrap();
        assert_eq!(again.list(|_| false)[0].id, 1, "an id is not used again");
    }

    #[test]
    fn a_set_of_a_repaired_file_gets_an_id_of_its_own() {
        let (_temp, dir) = data_dir();
        let set = |id: u32| format!(r#"{{"id":{id},"name":"old","puzzles":[]}}"#);
        // The number of the next set is lost, or is that of another one.
        for next in ["", r#","next":4"#] {
            let text = format!(r#"{{"version":1,"sets":[{},{}]{next}}}"#, set(4), set(7));
            std::fs::write(dir.puzzle_sets(), text).unwrap();
            let mut sets = PuzzleSets::load(Some(&dir)).0;
            for _ in 0..2 {
                sets.add(read_bytes("mine", ROWS.as_bytes(), None)).unwrap();
            }
            let ids: Vec<u32> = sets.list(|_| false).iter().map(|set| set.id).collect();
            assert_eq!(ids, [4, 7, 8, 9]);
        }
    }

    #[test]
    fn there_is_room_for_twenty_sets() {
        let mut sets = PuzzleSets::default();
        let one = read_bytes("mine", b"4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1\n", None);
        for _ in 0..SETS_MAX {
            sets.expect_room().unwrap();
            sets.add(one.clone()).unwrap();
        }
        assert_eq!(sets.expect_room().unwrap_err().code, "set-full");
    }

    #[test]
    fn entries_beyond_a_full_set_are_counted_and_the_first_is_listed() {
        let puzzle = |at: usize| SetPuzzle {
            title: String::new(),
            game: "xiangqi".to_owned(),
            start: at.to_string(),
            goal: PuzzleGoal::Mate.code().to_owned(),
            line: Vec::new(),
        };
        let mut found = ReadPuzzles::default();
        for at in 0..SKIPPED_MAX + 3 {
            found.take(at, None, || Err(Refusal::plain("no-solution", "no win is proved")));
        }
        (0..PUZZLES_MAX).for_each(|at| found.take(at, None, || Ok(puzzle(at))));
        (0..5).for_each(|at| found.take(PUZZLES_MAX + at, None, || panic!("no more is proved")));
        let last = found.skipped.last().unwrap();
        assert_eq!((last.number, last.why.code), (PUZZLES_MAX, "set-full"));
        assert_eq!((found.skipped.len(), found.unlisted), (SKIPPED_MAX + 1, 3 + 4));
    }

    #[test]
    fn a_set_is_bounded() {
        let row = |at: usize| {
            let (file, rank) = (at % 9, at / 9 % 4);
            let mut ranks = vec!["9".to_owned(); 10];
            ranks[0] = "4k4".to_owned();
            ranks[9] = "5K3".to_owned();
            ranks[2 + rank] = format!("{}P{}", file, 8 - file).replace('0', "");
            format!("{} w - - 0 {}\n", ranks.join("/"), at + 1)
        };
        // Pawns alone prove nothing, and no line is given: all are skipped, and the list ends.
        let text: String = (0..SKIPPED_MAX + 20).map(row).collect();
        let found = read_bytes("many", text.as_bytes(), None);
        assert!(found.puzzles.len() <= PUZZLES_MAX);
        assert_eq!(found.skipped.len() + found.unlisted + found.puzzles.len(), SKIPPED_MAX + 20, "{found:?}");
    }
}
