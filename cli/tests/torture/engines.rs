//! Faulty external engines in matches of the built program. Sometimes the program itself is killed. No process may be
//! left behind.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Late, MARK, duiyi, marked, memory_kib, run};
use crate::torture::Round;

/// The time limit of a match of two games with an engine that never answers: a handshake in each protocol, for each
/// game.
const LIMIT: Duration = Duration::from_secs(240);
/// The time after which processes started by a dead program must be gone.
const GONE: Duration = Duration::from_secs(10);

/// The answers of a correct engine up to the search.
const POLITE: &str = "uci) echo id name x; echo uciok;; isready) echo readyok;;";

/// The faults: the action in place of the answer to `go`, or in place of everything.
const MOODS: [(&str, Mood); 32] = [
    ("silence", Mood::Search("sleep 1000")),
    ("death", Mood::Search("exit 0")),
    ("death with a status", Mood::Search("exit 3")),
    ("a signal to itself", Mood::Search("kill -9 $$")),
    ("an abort", Mood::Search("kill -6 $$")),
    ("an illegal move", Mood::Search("echo bestmove a0a9")),
    ("no move", Mood::Search("echo bestmove")),
    ("nonsense", Mood::Search("echo bestmove zzzz")),
    ("null", Mood::Search("echo 'bestmove (none)'")),
    ("resignation", Mood::Search("echo 'bestmove resign'")),
    ("two answers", Mood::Search("echo bestmove h2e2; echo bestmove h2e2")),
    ("the same move for ever", Mood::Search("echo bestmove h2e2")),
    ("an answer in capitals", Mood::Search("echo BESTMOVE H2E2")),
    ("a late answer", Mood::Search("sleep 2; echo bestmove h2e2")),
    ("endless news", Mood::Search("while :; do echo info depth 1 score cp 1 pv h2e2; done")),
    ("an endless line", Mood::Search("tr '\\0' x </dev/zero")),
    ("endless empty lines", Mood::Search("yes ''")),
    ("bytes that are no text", Mood::Search("head -c 100000 /dev/urandom; echo; echo bestmove h2e2")),
    ("endless complaints", Mood::Search("while :; do echo error >&2; done")),
    (
        "huge numbers",
        Mood::Search("echo info depth 99999999999999999999 score mate -9223372036854775809; echo bestmove h2e2"),
    ),
    ("a child that lives on", Mood::Search("sleep 1000 & echo bestmove h2e2")),
    ("a child of another session", Mood::Search("setsid sleep 20 & exit 0")),
    ("deafness to signals", Mood::Search("trap '' TERM INT HUP; sleep 1000")),
    ("a closed output", Mood::Search("exec 1>&-; sleep 1000")),
    ("a closed input", Mood::Search("exec 0<&-; sleep 1000")),
    ("control characters", Mood::Search("printf 'bestmove \\033[2Jh2e2\\n'")),
    ("an option without end", Mood::All("printf 'option name '; tr '\\0' x </dev/zero")),
    ("no greeting", Mood::All("exit 1")),
    ("a greeting without end", Mood::All("while :; do echo id name x; done")),
    ("another tongue", Mood::All("while read -r line; do echo what; done")),
    ("a folder for a program", Mood::Program("/")),
    ("a program that is not there", Mood::Program("/nowhere/at/all")),
];

#[derive(Clone, Copy)]
enum Mood {
    /// Correct until the search.
    Search(&'static str),
    /// Faulty from the start.
    All(&'static str),
    /// Not an engine.
    Program(&'static str),
}

/// Plays a match with one engine, to its end or to a kill.
pub fn sit_down(round: &mut Round) -> Result<(), String> {
    // A short run takes the fast faults, one after the other.
    let (name, mood) = if round.is_long { MOODS[round.rng.below(MOODS.len())] } else { MOODS[1 + round.rng.below(6)] };
    let script = match mood {
        Mood::Search(what) => format!("while read -r line; do case $line in {POLITE} go*) {what};; esac; done"),
        Mood::All(what) => what.to_owned(),
        Mood::Program(_) => String::new(),
    };
    let path = round.folder.path().join("engine.sh");
    std::fs::write(&path, script).map_err(|why| why.to_string())?;
    let engine = match mood {
        Mood::Program(program) => format!("cmd:{program};protocol=uci"),
        Mood::Search(_) | Mood::All(_) => format!("cmd:sh {};protocol=uci", path.display()),
    };
    let mark = round.rng.next_u64().to_string();
    let mut command = duiyi();
    command.env(MARK, &mark).args(["match", &engine, "full;nodes=50", "--game", "xiangqi", "--games", "2"]);
    command.args(["--movetime", "200"]);
    let why = if round.rng.below(3) == 0 { killed(round, &mut command) } else { finished(round, &mut command) };
    round.tried += 1;
    let begun = Instant::now();
    // A process in its own session is out of reach; it ends by itself.
    let patience = if name.contains("another session") { GONE + Duration::from_secs(20) } else { GONE };
    while !marked(&mark).is_empty() && begun.elapsed() < patience {
        thread::sleep(Duration::from_millis(10));
    }
    let left = marked(&mark);
    for id in &left {
        let _ = std::process::Command::new("kill").args(["-9", &id.to_string()]).status();
    }
    why.map_err(|why| format!("{name}: {why}"))?;
    if left.is_empty() { Ok(()) } else { Err(format!("{name}: {} processes are left", left.len())) }
}

/// Waits for the end of the match.
fn finished(round: &mut Round, command: &mut std::process::Command) -> Result<(), String> {
    let ended = run(command, Vec::new(), LIMIT, Late::Hangs)?;
    round.memory_kib = round.memory_kib.max(ended.memory_kib);
    let is_told = match ended.status {
        Some(0) => ended.out.lines().last().is_some_and(|line| line.contains(" vs ") && line.contains("crash")),
        Some(2) => ended.err.lines().count() == 1,
        _ => false,
    };
    let written = ended.out.chars().chain(ended.err.chars());
    if written.clone().any(|letter| letter.is_control() && letter != '\n') {
        return Err(format!("control characters reach the terminal: {:?}", ended.out + &ended.err));
    }
    if is_told { Ok(()) } else { Err(format!("status {:?}, '{}', '{}'", ended.status, ended.out, ended.err)) }
}

/// Kills the program at a random moment.
fn killed(round: &mut Round, command: &mut std::process::Command) -> Result<(), String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| format!("the program does not start: {why}"))?;
    thread::sleep(Duration::from_millis(round.rng.below(900) as u64));
    round.memory_kib = round.memory_kib.max(memory_kib(child.id()));
    let _ = child.kill();
    let _ = child.wait();
    Ok(())
}
