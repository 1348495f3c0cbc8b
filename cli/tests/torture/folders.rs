//! Data folders: written by killed programs, shared by two of them, damaged on disk.
//!
//! A ply, a saved or an imported game is acknowledged once the desk has printed it. Afterwards it must always be
//! offered again. Unreadable bytes must still be in the folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::desk;
use crate::program::{Late, memory_kib, run};
use crate::torture::Round;

/// The time limit of a desk to print the content of a folder.
const LIMIT: Duration = Duration::from_secs(60);

/// The longest life of a desk that is killed within a game. Windows starts processes slowly, Wine more so.
const RESUMED_MS: usize = if cfg!(windows) { 2_000 } else { 400 };

/// The acknowledgements of desks: plies of each game, games of the library, and the last number of each.
#[derive(Debug, Default)]
struct Told {
    plies: BTreeMap<String, usize>,
    /// Plies of each game that was resumed, at that moment.
    resumed: BTreeMap<String, usize>,
    saved: Vec<String>,
    numbers: BTreeMap<String, u64>,
    /// Whether a desk has warned that not everything is on disk.
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
            ["resumed", uid, plies] => _ = self.resumed.insert(uid.to_owned(), plies.parse().unwrap_or(0)),
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

/// The content of a folder, as a desk prints it.
#[derive(Debug, Default)]
struct Found {
    offered: BTreeMap<String, usize>,
    rows: Vec<String>,
    numbers: BTreeMap<String, u64>,
    notices: Vec<String>,
    is_alive: bool,
}

/// Runs a new desk on a folder and returns the content.
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

/// Returns an acknowledged item that is missing.
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

/// Runs desks on a folder and kills each after a random time; returns their acknowledgements.
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
        // After a warning there is no promise.
        if !told.is_warned {
            together.plies.extend(told.plies);
            together.resumed.extend(told.resumed);
            together.saved.extend(told.saved);
            together.numbers.extend(told.numbers);
        }
    }
    together
}

/// Kills a desk at a random moment.
pub fn kill(round: &mut Round) -> Result<(), String> {
    let folder = round.folder.path().to_owned();
    let what = ["play", "import", "edit", "tag"][round.rng.below(4)];
    let told = work(round, &[what], &folder, 400);
    round.tried += told.count() as u64;
    check(round, &folder, &told)
}

/// Kills a desk again and again while it plays one game, which the next desk resumes.
pub fn resume(round: &mut Round) -> Result<(), String> {
    let folder = round.folder.path().to_owned();
    let mut all = Told::default();
    let kills = if round.is_long { 10 } else { 3 };
    // A kill before the first ply proves nothing; on a slow machine most are so early.
    for _ in 0..10 * kills {
        if round.tried == kills {
            break;
        }
        let told = work(round, &["resume"], &folder, RESUMED_MS);
        for (uid, plies) in &told.resumed {
            let acknowledged = all.plies.get(uid).copied().unwrap_or(0);
            if *plies < acknowledged {
                return Err(format!("{acknowledged} plies of {uid} were acknowledged, {plies} are resumed"));
            }
        }
        round.tried += u64::from(!told.plies.is_empty());
        all.plies.extend(told.plies);
        all.saved.extend(told.saved);
    }
    check(round, &folder, &all)
}

/// Fills the disk and frees it at random steps, and kills the desk at a random moment. A game that was left is offered
/// whole, or it is in the library.
#[cfg(target_os = "linux")]
pub fn fill(round: &mut Round) -> Result<(), String> {
    let folder = round.folder.path().to_owned();
    let desk = desk::command("fill", &folder, round.rng.next_u64());
    let mut child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(desk.get_program())
        .args(desk.get_args())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| why.to_string())?;
    let lines = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
    let heard = std::thread::spawn(move || lines.map_while(Result::ok).collect::<Vec<_>>());
    std::thread::sleep(Duration::from_millis(50 + round.rng.below(800) as u64));
    round.memory_kib = round.memory_kib.max(memory_kib(child.id()));
    let _ = child.kill();
    let _ = child.wait();
    let mut told = Told::default();
    for line in heard.join().expect("the listener does not panic") {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["left", uid, ply] => told.hear(&format!("ply {uid} {ply}")),
            ["stuck", ..] => return Err(line),
            _ => {}
        }
    }
    round.tried += told.count() as u64;
    check(round, &folder, &told)
}

/// Runs two desks on one folder at the same time.
pub fn share(round: &mut Round) -> Result<(), String> {
    let folder = round.folder.path().to_owned();
    let both = [["play", "play"], ["play", "import"]][round.rng.below(2)];
    let told = work(round, &both, &folder, 500);
    round.tried += told.count() as u64;
    check(round, &folder, &told)
}

/// Checks that every acknowledged item is there; a failure reports the content of the folder.
fn check(round: &mut Round, folder: &Path, told: &Told) -> Result<(), String> {
    let found = look(round, folder)?;
    let Some(why) = lost(told, &found) else { return Ok(()) };
    let files = files_below(folder).into_iter().map(|path| {
        let bytes = fs::metadata(&path).map_or(0, |data| data.len());
        format!("{} {bytes}", path.strip_prefix(folder).unwrap_or(&path).display())
    });
    Err(format!("{why}; {} rows, {:?}; {}", found.rows.len(), found.notices, files.collect::<Vec<_>>().join(", ")))
}

/// Cuts a journal at a random place and flips bits in it. Every whole line before a cut is offered again; all other
/// bytes are still in the folder.
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
    // An unfinished game has one line for its start and one for each ply.
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
        // A game without plies loses nothing.
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
    // Its log belongs to the previous library.
    let _ = fs::remove_file(folder.join("library.db-wal"));
    look(round, &folder)?;
    // Again: the damage must not be repaired a second time.
    look(round, &folder).map(drop)
}

/// Lists the files in a folder and its subfolders.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
