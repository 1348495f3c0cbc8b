//! Games between two programs over a network, sockets, and programs that are killed.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use duiyi_core::base::Rng;
#[cfg(target_os = "linux")]
use duiyi_core::game::{Game, GameKind, Setup};
use tempfile::TempDir;

use crate::run::refused;

/// The longest wait for a line.
const PATIENCE: Duration = Duration::from_secs(40);

/// A running `duiyi play` or `duiyi class`.
pub(super) struct Player {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Player {
    fn start(data: &Path, args: &[&str]) -> Player {
        Player::of("play", data, args)
    }

    /// Starts a command of the program.
    pub(super) fn of(name: &str, data: &Path, args: &[&str]) -> Player {
        let mut command = Command::new(env!("CARGO_BIN_EXE_duiyi"));
        command.arg(name).args(args);
        if name == "class" || args.iter().any(|arg| matches!(*arg, "--serve" | "--join")) {
            // Windows would not take another usual folder from the environment.
            command.arg("--data").arg(data);
        }
        let mut child = command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (send, lines) = mpsc::channel();
        let output = child.stdout.take().expect("the output is piped");
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        let input = child.stdin.take();
        Player { child, input, lines, seen: Vec::new() }
    }

    #[cfg(target_os = "linux")]
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        // A program that was killed does not read.
        let _ = input.write_all(format!("{line}\n").as_bytes());
    }

    /// Waits for a line that fits.
    #[track_caller]
    pub(super) fn expect(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.seen.push(line.clone());
                    if fits(&line) {
                        return line;
                    }
                }
                Err(_) => panic!("no {what} in {:#?}", self.seen),
            }
        }
    }

    /// Reads lines until there is none for `quiet`.
    #[cfg(target_os = "linux")]
    fn settle(&mut self, quiet: Duration) {
        while let Ok(line) = self.lines.recv_timeout(quiet) {
            self.seen.push(line);
        }
    }

    /// Returns the number of the last move that was shown.
    #[cfg(target_os = "linux")]
    fn plies(&self) -> usize {
        self.seen.iter().rev().find_map(|line| number_of(line)).unwrap_or(0)
    }

    pub(super) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Closes the input and returns the last line and the status.
    pub(super) fn end(mut self) -> (String, i32) {
        drop(self.input.take());
        let begun = Instant::now();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => self.seen.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end: {:#?}", self.seen),
            }
        }
        assert!(begun.elapsed() < PATIENCE);
        let status = self.child.wait().expect("it ends").code().unwrap_or(-1);
        (self.seen.last().cloned().unwrap_or_default(), status)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads `12. Red plays …` and `The game goes on at move 12. …`.
#[cfg(target_os = "linux")]
fn number_of(line: &str) -> Option<usize> {
    let number = match line.strip_prefix("The game goes on at move ") {
        Some(rest) => rest.split('.').next()?,
        None => line.split_once(". ").filter(|(_, rest)| rest.contains(" plays "))?.0,
    };
    number.parse().ok()
}

/// The port and the code that a host prints.
struct TableSign {
    port: String,
    words: String,
    digits: String,
}

fn serve(data: &Path, args: &[&str]) -> (Player, TableSign) {
    let mut host = Player::start(data, &[args, &["--serve", "--name", "Anna"]].concat());
    let open = host.expect("table", |line| line.starts_with("The table is open at "));
    let port = open.split_once(". Tell").and_then(|(head, _)| head.rsplit_once(':')).expect("an address").1.to_owned();
    let words = host.expect("code", |line| line.starts_with("  ")).trim().to_owned();
    let digits = host.expect("digits", |line| line.starts_with("  ")).trim().to_owned();
    (host, TableSign { port, words, digits })
}

fn join(data: &Path, game: &str, port: &str, code: &str) -> Player {
    Player::start(data, &[game, "--join", &format!("127.0.0.1:{port}"), "--code", code, "--name", "Bo"])
}

pub(super) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_piped_game_ends_alike_on_both_sides_and_is_filed() {
    let (anna, bo) = (folder(), folder());
    let (mut host, sign) = serve(anna.path(), &["gomoku", "--rule", "freestyle"]);
    let mut guest = join(bo.path(), "gomoku", &sign.port, &sign.words);
    for mv in ["h8", "i8", "j8", "k8", "l8"] {
        host.write(mv);
    }
    for mv in ["h9", "i9", "j9", "k9"] {
        guest.write(mv);
    }
    host.expect("the end", |line| line == "result 1-0 five");
    guest.expect("the end", |line| line == "result 1-0 five");
    assert_eq!(host.end(), ("result 1-0 five".to_owned(), 0));
    assert_eq!(guest.end(), ("result 1-0 five".to_owned(), 0));
    for data in [&anna, &bo] {
        let folder = data.path();
        let left = fs::read_dir(folder.join("journal")).expect("the folder of journals").count();
        assert_eq!(left, 0, "the game is in the library");
        assert!(folder.join("library.db").exists());
    }
}

#[test]
fn a_person_asks_and_the_other_answers_in_the_terminal() {
    let (anna, bo) = (folder(), folder());
    let (mut host, sign) = serve(anna.path(), &["xiangqi", "--tc", "600+5", "--side", "second"]);
    let mut guest = join(bo.path(), "xiangqi", &sign.port, &sign.digits);
    guest.write("炮二平五");
    host.expect("the move", |line| line.contains("(h2e2)"));
    host.expect("the clock", |line| line.starts_with("clock 60"));
    host.write("马8进7");
    guest.expect("the move", |line| line.contains("(h9g7)"));
    guest.write("draw");
    host.expect("the question", |line| line.contains("offers a draw"));
    host.write("no");
    guest.expect("the answer", |line| line.ends_with("says no."));
    guest.write("h2h9");
    guest.expect("a reason", |line| !line.contains("plays") && !line.is_empty());
    guest.write("hint");
    guest.expect("a reason", |line| line.contains("no help"));
    guest.write("resign");
    host.expect("the end", |line| line == "result 0-1 resignation");
    guest.expect("the end", |line| line == "result 0-1 resignation");
    assert_eq!((host.end().1, guest.end().1), (0, 0));
}

#[test]
fn the_host_gives_odds_of_time() {
    for (side, clocks) in [("first", "clock 300 600"), ("second", "clock 600 300")] {
        let (anna, bo) = (folder(), folder());
        let (mut host, sign) = serve(anna.path(), &["xiangqi", "--tc", "600", "--odds", "half-time", "--side", side]);
        let mut guest = join(bo.path(), "xiangqi", &sign.port, &sign.words);
        let players = if side == "first" { [&mut host, &mut guest] } else { [&mut guest, &mut host] };
        let [first, second] = players;
        first.write("h2e2");
        // The giver has half of the other side's time. Some of it has passed.
        let hundreds = |seconds: &str| seconds.parse::<u32>().expect("a number").div_ceil(100) * 100;
        for player in [&mut *first, &mut *second] {
            let line = player.expect("the clocks", |line| line.starts_with("clock "));
            let left: Vec<u32> = line.split(' ').skip(1).map(hundreds).collect();
            assert_eq!(format!("clock {} {}", left[0], left[1]), clocks, "{line}");
        }
        second.write("resign");
        for player in [first, second] {
            player.expect("the end", |line| line == "result 1-0 resignation");
        }
        assert_eq!((host.end().1, guest.end().1), (0, 0));
    }
}

#[test]
fn wrong_arguments_and_wrong_tables_are_one_sentence() {
    let data = folder();
    for (args, why) in [
        (&["gomoku", "--serve", "--side", "both"][..], "--side"),
        (&["gomoku", "--serve", "--odds", "half-time"][..], "give --tc"),
        (&["gomoku", "--join", "127.0.0.1:1", "--code", "apple"][..], "--code"),
        (&["gomoku", "--join", "127.0.0.1:1"][..], "--code"),
        (&["gomoku", "--serve", "--join", "127.0.0.1:1", "--code", "1"][..], "cannot be used with"),
        (&["gomoku", "--join", "127.0.0.1:1", "--code", "000-000-000-000"][..], "The table cannot be joined"),
        (&["gomoku", "--serve", "--resume"][..], "no such unfinished game"),
        (&["gomoku", "--name", "Bo"][..], "--serve|--join"),
        (&["gomoku", "--wait", "9"][..], "--serve"),
    ] {
        let mut player = Player::start(data.path(), args);
        let mut stderr = String::new();
        let mut errors = player.child.stderr.take().expect("the errors are piped");
        std::io::Read::read_to_string(&mut errors, &mut stderr).expect("text");
        assert_eq!(player.end().1, 2, "{args:?}");
        assert!(stderr.contains(why), "{args:?}: {stderr}");
    }
}

#[test]
fn a_game_that_goes_on_keeps_its_terms() {
    for terms in [
        ["--rule", "renju"],
        ["--size", "19"],
        ["--opening", "swap2"],
        ["--fen", "9/9/9/9/9/9/9/9/9/9"],
        ["--odds", "swap"],
        ["--side", "second"],
        ["--tc", "600+5"],
        ["--name", "Anna"],
        ["--wait", "9"],
    ] {
        let why = refused(&[&["play", "gomoku", "--serve", "--resume"][..], &terms[..]].concat());
        assert!(why.contains("--resume") && why.contains("cannot be used with"), "{terms:?}: {why}");
    }
}

/// Returns the addresses of the internet sockets of a process, in the system's form.
#[cfg(target_os = "linux")]
fn sockets_of(process: u32) -> Vec<String> {
    let inodes: Vec<String> = fs::read_dir(format!("/proc/{process}/fd"))
        .expect("the process runs")
        .filter_map(|file| fs::read_link(file.ok()?.path()).ok())
        .filter_map(|link| Some(link.to_str()?.strip_prefix("socket:[")?.trim_end_matches(']').to_owned()))
        .collect();
    let mut found = Vec::new();
    for table in ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"] {
        let Ok(text) = fs::read_to_string(format!("/proc/{process}/net/{table}")) else { continue };
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            if fields.get(9).is_some_and(|inode| inodes.iter().any(|own| own == inode)) {
                found.push(format!("{table} {} {}", fields[1], fields[3]));
            }
        }
    }
    found
}

/// Invariant 7: no socket before a person opens or joins a table, one that listens while it is open, none after that.
#[cfg(target_os = "linux")]
#[test]
fn sockets_exist_while_a_table_is_open_and_at_no_other_time() {
    let (anna, bo) = (folder(), folder());
    let mut alone = Player::start(anna.path(), &["gomoku", "--level", "1"]);
    alone.write("h8");
    alone.expect("the engine's move", |line| line.starts_with("2. "));
    assert!(sockets_of(alone.child.id()).is_empty(), "{:?}", sockets_of(alone.child.id()));
    let (mut host, sign) = serve(anna.path(), &["gomoku"]);
    let port = format!(":{:04X} 0A", sign.port.parse::<u16>().expect("a port"));
    // The table is announced from port 5353, that of multicast DNS.
    let is_announcing = |socket: &String| socket.starts_with("udp") && socket.contains(":14E9 ");
    let open: Vec<String> = sockets_of(host.child.id()).into_iter().filter(|socket| !is_announcing(socket)).collect();
    assert!(open.len() == 1 && open[0].starts_with("tcp ") && open[0].ends_with(&port), "{open:?}");
    let mut guest = join(bo.path(), "gomoku", &sign.port, &sign.words);
    guest.expect("the game", |line| line.contains("Bo (you)"));
    let joined = sockets_of(guest.child.id());
    assert!(joined.len() == 1 && joined[0].ends_with(" 01"), "{joined:?}");
    // A table that is taken is not announced.
    let until = Instant::now() + PATIENCE;
    while sockets_of(host.child.id()).iter().any(is_announcing) {
        assert!(Instant::now() < until, "{:?}", sockets_of(host.child.id()));
        std::thread::sleep(Duration::from_millis(50));
    }
    host.write("quit");
    host.expect("its end", |line| line.starts_with("The game is not finished"));
    assert_eq!(host.end().1, 0);
    let listening = fs::read_to_string("/proc/self/net/tcp").expect("the table of the system");
    assert!(!listening.lines().any(|line| line.contains(&port)), "the port is free");
    guest.expect("its end", |line| line.starts_with("The other player has left"));
    assert_eq!(guest.end().1, 0);
}

/// Returns the moves in the only journal below `data`.
#[cfg(target_os = "linux")]
fn journal(data: &Path) -> Vec<String> {
    let mut files = fs::read_dir(data.join("journal")).expect("the folder of journals");
    let path = files.next().expect("a journal").expect("it can be listed").path();
    assert!(files.next().is_none(), "one journal");
    let text = fs::read_to_string(path).expect("a journal is text");
    let moves = text.lines().filter_map(|line| line.strip_prefix(r#"{"entry":"ply","mv":""#)?.split('"').next());
    moves.map(str::to_owned).collect()
}

/// Kills either side at any moment of a move and starts it again. `DUIYI_NETWORK_KILLS` sets the number.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_side_comes_back_and_no_shown_move_is_lost() {
    let kills: usize = std::env::var("DUIYI_NETWORK_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(4);
    let mut rng = Rng::from_seed(11);
    let mut kept = 0;
    let mut done = 0;
    while done < kills {
        let (anna, bo) = (folder(), folder());
        let (mut host, sign) = serve(anna.path(), &["xiangqi", "--rule", "asian"]);
        let mut guest = join(bo.path(), "xiangqi", &sign.port, &sign.words);
        let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
        host.expect("the game", |line| line.contains("Anna (you)"));
        guest.expect("the game", |line| line.contains("Bo (you)"));
        while done < kills && game.outcome().is_none() && game.ply() < 60 {
            let plies = game.ply();
            let legal = game.legal_moves();
            let mv = legal[rng.below(legal.len())].clone();
            let host_moves = plies.is_multiple_of(2);
            if host_moves { &mut host } else { &mut guest }.write(&mv);
            std::thread::sleep(Duration::from_millis(rng.below(25) as u64));
            let quick = Duration::from_millis(1);
            host.settle(quick);
            guest.settle(quick);
            let shown = host.plies().max(guest.plies());
            if rng.below(2) == 0 {
                host.kill();
                host = Player::start(anna.path(), &["xiangqi", "--serve", "--resume"]);
            } else {
                guest.kill();
                guest = join(bo.path(), "xiangqi", &sign.port, &sign.words);
            }
            done += 1;
            host.expect("the game again", |line| line.starts_with("The game goes on at move "));
            guest.expect("the game again", |line| line.starts_with("The game goes on at move "));
            let until = Instant::now() + PATIENCE;
            loop {
                host.settle(Duration::from_millis(60));
                guest.settle(Duration::from_millis(60));
                if host.plies() == guest.plies() {
                    break;
                }
                assert!(Instant::now() < until, "{:#?} {:#?}", host.seen, guest.seen);
            }
            let now = host.plies();
            assert!(now >= shown && (plies..=plies + 1).contains(&now), "{plies} {shown} {now}");
            kept += now - plies;
            if now > plies {
                game.play(&mv).expect("it was legal");
            }
            assert_eq!(journal(anna.path()), journal(bo.path()));
            assert_eq!(journal(anna.path()).len(), game.ply());
        }
        host.kill();
        guest.kill();
    }
    println!("{done} kills, {kept} of the moves on their way arrived, none that was shown is lost");
}

/// What `make network` does for an hour between namespaces, for a moment on this machine: the script, its players and its
/// judgement of both journals.
#[cfg(target_os = "linux")]
#[test]
fn scripted_players_end_their_games_alike_when_programs_are_killed() {
    let trial = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/outside/network.py");
    let output = Command::new("python3")
        .args([trial, env!("CARGO_BIN_EXE_duiyi"), "--here", "--games", "3", "--kills", "2", "--lanes", "3"])
        .output()
        .expect("Python 3 is there, as for scripts/check-metadata");
    let text = String::from_utf8_lossy(&output.stdout);
    let figures = text.lines().last().unwrap_or_default();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(figures.contains("disagreements 0, ") && figures.contains("games 3, "), "{text}");
}

/// A thousand connections at once, silent ones and such that send other protocols, other versions, endless lengths or any
/// bytes, while two people play: the host takes no more memory than a few connections need, and the game goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_thousand_strangers_harm_no_game() {
    const STRANGERS: usize = 1_000;
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    rustix::process::setrlimit(
        rustix::process::Resource::Nofile,
        rustix::process::Rlimit { current: most.maximum, maximum: most.maximum },
    )
    .expect("a process may use the files that it may have");
    let memory = |process: u32| -> u64 {
        let status = fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("it has memory").to_owned();
        line.split_whitespace().nth(1).expect("a number").parse().expect("a number")
    };
    let (anna, bo) = (folder(), folder());
    let (mut host, sign) = serve(anna.path(), &["gomoku"]);
    let mut guest = join(bo.path(), "gomoku", &sign.port, &sign.words);
    guest.expect("the game", |line| line.contains("Bo (you)"));
    host.write("h8");
    guest.expect("the move", |line| line.starts_with("1. "));
    let before = memory(host.child.id());
    let begun = Instant::now();
    let mut rng = Rng::from_seed(19);
    let mut strangers = Vec::new();
    for number in 0..STRANGERS {
        let address = format!("127.0.0.1:{}", sign.port);
        let mut stranger = std::net::TcpStream::connect(&address).expect("the system accepts");
        let any: Vec<u8> = (0..rng.below(300)).map(|_| rng.below(256) as u8).collect();
        let knock: &[u8] = match number % 5 {
            0 => b"",
            1 => b"GET / HTTP/1.1\r\n\r\n",
            2 => b"DUIYI\xff\xff\x00",
            3 => b"DUIYI\x00\x01\x01................................",
            _ => &any,
        };
        // The host may have closed it already.
        let _ = stranger.write_all(knock);
        strangers.push(stranger);
    }
    guest.write("h9");
    host.expect("the move", |line| line.starts_with("2. "));
    let answered = begun.elapsed();
    let grown = memory(host.child.id()) - before;
    println!("{STRANGERS} connections: a move after {} ms, {grown} KiB more", answered.as_millis());
    assert!(grown < 16 * 1024, "{grown} KiB");
    drop(strangers);
    host.write("i9");
    guest.expect("the move", |line| line.starts_with("3. "));
    // The player with the token comes back through the crowd's door.
    drop(guest);
    let mut guest = join(bo.path(), "gomoku", &sign.port, &sign.words);
    guest.expect("the game again", |line| line.starts_with("The game goes on at move 3"));
    guest.write("resign");
    host.expect("the end", |line| line == "result 1-0 resignation");
    guest.expect("the end", |line| line == "result 1-0 resignation");
    assert_eq!((host.end().1, guest.end().1), (0, 0));
}
