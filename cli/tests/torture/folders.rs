//! Data folders: written by programs that are killed, shared by two of them, damaged on the disk.
//!
//! A ply, a saved or an imported game is acknowledged once the desk has told it. Whatever happens then, it must be
//! offered again; and bytes that can no longer be read must still be in the folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::desk;
use crate::program::{Late, memory_kib, run};
use crate::torture::Round;

/// How long a desk may take to tell what a folder holds.
const LIMIT: Duration = Duration::from_secs(60);

/// What desks have acknowledged: plies of each game, games of the library, and the last number noted with one.
#[derive(Debug, Default)]
struct Told {
    plies: BTreeMap<String, usize>,
    saved: Vec<String>,
    numbers: BTreeMap<String, u64>,
    /// Whether somebody was told that not all of it is on the disk.
    is_warned: bool,
}

impl Told {
    fn hear(&mut self, line: &str) {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["ply", uid, ply] => {
                let ply = ply.parse().unwrap_or(0);
                let most = self.plies.entry(uid.to_owned()).or_default();
                *most = ply.max(*most);
            }
            ["saved", uid, _] => self.saved.push(uid.to_owned()),
            ["number", uid, number] => _ = self.numbers.insert(uid.to_owned(), number.parse().unwrap_or(0)),
            ["notice", ..] => self.is_warned = true,
            _ => {}
        }
    }

    fn count(&self) -> usize {
        let numbers: u64 = self.numbers.values().map(|number| number + 1).sum();
        self.plies.values().sum::<usize>() + self.saved.len() + numbers as usize
    }
}

/// What a desk finds in a folder.
#[derive(Debug, Default)]
struct Found {
    offered: BTreeMap<String, usize>,
    rows: Vec<String>,
    numbers: BTreeMap<String, u64>,
    /// What the desk had to say.
    notices: Vec<String>,
    is_alive: bool,
}

/// Looks at a folder with a new desk.
fn look(round: &mut Round, folder: &Path) -> Result<Found, String> {
    let ended = run(&mut desk::command("look", folder, 0), Vec::new(), LIMIT, Late::Hangs)?;
    round.memory_kib = round.memory_kib.max(ended.memory_kib);
    let mut found = Found::default();
    for line in ended.out.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["offered", uid, plies] => _ = found.offered.insert(uid.to_owned(), plies.parse().unwrap_or(0)),
            ["row", uid] => found.rows.push(uid.to_owned()),
            ["number", uid, number] => _ = found.numbers.insert(uid.to_owned(), number.parse().unwrap_or(0)),
            ["notice", ..] => found.notices.push(line.to_owned()),
            ["alive"] => found.is_alive = true,
            _ => {}
        }
    }
    if found.is_alive { Ok(found) } else { Err(format!("no game can be played any more: {}", ended.out)) }
}

/// Returns an acknowledged thing that is not found.
fn lost(told: &Told, found: &Found) -> Option<String> {
    let is_row = |uid: &String| found.rows.contains(uid);
    let ply = told.plies.iter().find(|(uid, plies)| !is_row(uid) && found.offered.get(*uid) < Some(*plies));
    let game = told.saved.iter().find(|uid| !is_row(uid));
    ply.map(|(uid, plies)| {
        format!("{plies} plies of {uid} were acknowledged, {:?} are offered", found.offered.get(uid))
    })
    .or_else(|| game.map(|uid| format!("{uid} was saved and is not in the library")))
    .or_else(|| {
        let (uid, number) = told.numbers.iter().find(|(uid, number)| found.numbers.get(*uid) < Some(*number))?;
        Some(format!("{number} was noted with {uid}, which has {:?}", found.numbers.get(uid)))
    })
}

/// Lets desks work on a folder and kills them, each after a time of its own; returns what they acknowledged.
fn work(round: &mut Round, what: &[&str], folder: &Path, most_ms: usize) -> Told {
    let mut desks: Vec<_> = what
        .iter()
        .map(|what| {
            let mut command = desk::command(what, folder, round.rng.next_u64());
            let mut child =
                command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("this program can start again");
            let lines = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
            let heard = std::thread::spawn(move || {
                let mut told = Told::default();
                lines.map_while(Result::ok).for_each(|line| told.hear(&line));
                told
            });
            (child, heard, Instant::now() + Duration::from_millis(30 + round.rng.below(most_ms) as u64))
        })
        .collect();
    desks.sort_by_key(|(_, _, until)| *until);
    let mut together = Told::default();
    for (mut child, heard, until) in desks {
        std::thread::sleep(until.saturating_duration_since(Instant::now()));
        round.memory_kib = round.memory_kib.max(memory_kib(child.id()));
        let _ = child.kill();
        let _ = child.wait();
        let told = heard.join().expect("the listener does not panic");
        // What may not be on the disk, as the desk has said, is not promised.
        if !told.is_warned {
            together.plies.extend(told.plies);
            together.saved.extend(told.saved);
            together.numbers.extend(told.numbers);
        }
    }
    together
}

/// Kills a desk at any moment, whatever it is at.
pub fn kill(round: &mut Round) -> Result<(), String> {
    let folder = round.folder.path().to_owned();
    let what = ["play", "import", "edit", "tag"][round.rng.below(4)];
    let told = work(round, &[what], &folder, 400);
    round.tried += told.count() as u64;
    check(round, &folder, &told)
}

/// Lets two desks work on one folder at the same time.
pub fn share(round: &mut Round) -> Result<(), String> {
    let folder = round.folder.path().to_owned();
    let both = [["play", "play"], ["play", "import"]][round.rng.below(2)];
    let told = work(round, &both, &folder, 500);
    round.tried += told.count() as u64;
    check(round, &folder, &told)
}

/// Looks whether everything acknowledged is there; what the folder holds is told with what is not.
fn check(round: &mut Round, folder: &Path, told: &Told) -> Result<(), String> {
    let found = look(round, folder)?;
    let Some(why) = lost(told, &found) else { return Ok(()) };
    let files = files_below(folder).into_iter().map(|path| {
        let bytes = fs::metadata(&path).map_or(0, |data| data.len());
        format!("{} {bytes}", path.strip_prefix(folder).unwrap_or(&path).display())
    });
    Err(format!("{why}; {} rows, {:?}; {}", found.rows.len(), found.notices, files.collect::<Vec<_>>().join(", ")))
}

/// Cuts a journal anywhere and flips bits of it. Every whole line before a cut is offered again; whatever is not is still
/// in the folder.
pub fn damage_journal(round: &mut Round) -> Result<(), String> {
    let whole = round.folder.path().join("whole");
    let told = work(round, &["play"], &whole, 150);
    let journals = files_below(&whole.join("journal"));
    let Some(path) = journals.iter().max_by_key(|path| fs::metadata(path).map_or(0, |data| data.len())) else {
        return Ok(());
    };
    let bytes = fs::read(path).map_err(|why| why.to_string())?;
    let name = path.file_name().expect("a file has a name");
    let uid = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let plies = told.plies.get(uid).copied().unwrap_or(0);
    // A game that is not over has a line for its beginning and one for each ply.
    let is_plain = !told.saved.iter().any(|saved| saved == uid) && lines > plies;
    for trial in 0..if round.is_long { 40 } else { 2 } {
        let folder = round.folder.path().join(trial.to_string());
        let place = folder.join("journal").join(name);
        fs::create_dir_all(folder.join("journal")).map_err(|why| why.to_string())?;
        let mut damaged = bytes.clone();
        let cut = round.rng.below(2) == 0;
        let at = round.rng.below(bytes.len().max(1));
        if cut {
            damaged.truncate(at);
        } else if let Some(byte) = damaged.get_mut(at) {
            *byte ^= 1 << round.rng.below(8);
        }
        fs::write(&place, &damaged).map_err(|why| why.to_string())?;
        let found = look(round, &folder)?;
        round.tried += 1;
        let offered = found.offered.get(uid).copied();
        let left = damaged.iter().filter(|&&byte| byte == b'\n').count();
        // Nothing is lost of a game in which nothing was played.
        if cut && is_plain && left > 1 && offered < Some(left - 1) {
            return Err(format!(
                "cut after {at} bytes, {left} whole lines are left, and {offered:?} plies are offered"
            ));
        }
        let is_kept = || files_below(&folder).iter().any(|file| fs::read(file).is_ok_and(|bytes| bytes == damaged));
        if offered.is_none() && !found.rows.contains(&uid.to_owned()) && !damaged.is_empty() && !is_kept() {
            return Err(format!("damaged at {at}, the journal is neither offered nor kept"));
        }
    }
    Ok(())
}

/// Overwrites pages of the library.
pub fn damage_library(round: &mut Round) -> Result<(), String> {
    const PAGE: usize = 4096;
    let folder = round.folder.path().to_owned();
    work(round, &["import"], &folder, 400);
    let path = folder.join("library.db");
    let mut bytes = fs::read(&path).unwrap_or_default();
    for _ in 0..1 + round.rng.below(4) {
        let at = round.rng.below(bytes.len() / PAGE + 1) * PAGE;
        let fill = round.rng.below(3);
        let end = bytes.len().min(at + PAGE);
        for byte in bytes.get_mut(at..end).unwrap_or_default() {
            *byte = [0, 0xff, round.rng.below(256) as u8][fill];
        }
        round.tried += 1;
    }
    if round.rng.below(4) == 0 {
        bytes.truncate(round.rng.below(bytes.len().max(1)));
    }
    fs::write(&path, &bytes).map_err(|why| why.to_string())?;
    // What was written beside it belongs to the library that was.
    let _ = fs::remove_file(folder.join("library.db-wal"));
    look(round, &folder)?;
    // And once more: whatever was done about the damage must not be done for ever.
    look(round, &folder).map(drop)
}

/// Lists the files in a folder and in those below it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
