//! A game at a terminal: keys, completion, colours.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// How long a slow machine may take to answer a key.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal with `duiyi` in it.
struct Terminal {
    keys: File,
    program: Child,
    /// Everything that the program has written.
    screen: Arc<Mutex<Vec<u8>>>,
    /// The length of the screen at the last key.
    seen: usize,
}

impl Terminal {
    fn play(args: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let mut terminal = Terminal::run(&[&["play"], args].concat(), environment);
        terminal.expect("> ");
        terminal
    }

    fn run(args: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let master: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).expect("a terminal of ours");
        unlockpt(&master).expect("a terminal that opens");
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(master.as_fd(), size).expect("a size");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let end = || {
            let path = name.to_str().expect("a plain path");
            fs::OpenOptions::new().read(true).write(true).open(path).expect("the other end")
        };
        let program = Command::new(env!("CARGO_BIN_EXE_duiyi"))
            .args(args)
            .env("TERM", "xterm")
            .env_remove("CI")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(environment.iter().copied())
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program starts");
        let keys = File::from(master);
        let screen = Arc::new(Mutex::new(Vec::new()));
        let (mut shown, all) = (keys.try_clone().expect("a second handle"), Arc::clone(&screen));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails once the program has closed its end.
            while let Ok(count @ 1..) = shown.read(&mut bytes) {
                all.lock().expect("no panic").extend_from_slice(&bytes[..count]);
            }
        });
        Terminal { keys, program, screen, seen: 0 }
    }

    fn since_key(&self) -> String {
        String::from_utf8_lossy(&self.screen.lock().expect("no panic")[self.seen..]).into_owned()
    }

    /// Waits for `text` on the screen after the last key, and forgets what stood before.
    #[track_caller]
    fn expect(&mut self, text: &str) -> String {
        let begun = Instant::now();
        while !self.since_key().contains(text) {
            assert!(begun.elapsed() < PATIENCE, "no {text:?} in {:?}", self.since_key());
            thread::sleep(Duration::from_millis(5));
        }
        // What follows in the same write belongs to it.
        thread::sleep(Duration::from_millis(50));
        let shown = self.since_key();
        self.seen += shown.len();
        shown
    }

    #[track_caller]
    fn press(&mut self, keys: &str, answer: &str) -> String {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.expect(answer)
    }

    /// Waits for the end of the program and returns its status.
    #[track_caller]
    fn end(mut self, keys: &str) -> Option<i32> {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
        let begun = Instant::now();
        loop {
            if let Some(status) = self.program.try_wait().expect("a child of ours") {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end: {:?}", self.since_key());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const TWO_PEOPLE: [&str; 3] = ["xiangqi", "--side", "both"];
const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";

#[test]
fn tab_completes_a_move_and_lists_several() {
    let mut terminal = Terminal::play(&TWO_PEOPLE, &[]);
    terminal.press("h2e\t\r", "1. Red plays 炮二平五 (h2e2)");
    let listed = terminal.press("马\t\t", "马２进１ b9a7");
    assert!(listed.contains("马８进７ h9g7"), "{listed:?}");
    // The candidates are 15 columns wide, so four of them have room beside each other in 80.
    let row = listed.lines().find(|row| row.contains("马２进１")).expect("a row of candidates");
    assert!(row.contains("马８进"), "{row:?}");
    terminal.press("8进7\r", "2. Black plays 马８进７ (h9g7)");
    assert_eq!(terminal.end("quit\r"), Some(0));
}

#[test]
fn arrow_keys_edit_the_line_and_bring_earlier_ones_back() {
    let mut terminal = Terminal::play(&TWO_PEOPLE, &[]);
    terminal.press("nonsense\r", "'nonsense' is not a move");
    // A wide character is erased as a whole.
    terminal.press("炮二平五六\x7f\r", "1. Red plays 炮二平五 (h2e2)");
    terminal.press(&format!("9g7{}h\r", LEFT.repeat(3)), "2. Black plays 马８进７ (h9g7)");
    terminal.press(&format!("{UP}{UP}{UP}\r"), "'nonsense' is not a move");
    assert_eq!(terminal.end("quit\r"), Some(0));
}

#[test]
fn pasted_lines_are_played_one_by_one() {
    let mut terminal = Terminal::play(&["tictactoe", "--side", "both"], &[]);
    terminal.press("a1\nb1\na2\nb2\na3\n", "result 1-0 three");
    assert_eq!(terminal.end("quit\r"), Some(0));
}

#[test]
fn control_c_asks_before_it_leaves() {
    let mut terminal = Terminal::play(&TWO_PEOPLE, &[]);
    terminal.press("h2e2\x03", "Press Ctrl-C again to leave.");
    terminal.press("h2e2\r", "1. Red plays");
    terminal.press("\x03", "Press Ctrl-C again to leave.");
    assert_eq!(terminal.end("\x03"), Some(0));
}

#[test]
fn control_d_ends_the_game_on_an_empty_line_only() {
    let mut terminal = Terminal::play(&TWO_PEOPLE, &[]);
    terminal.press(&format!("xh2e2{}\x04\r", LEFT.repeat(5)), "1. Red plays");
    assert_eq!(terminal.end("\x04"), Some(0));
}

#[test]
fn only_a_terminal_with_colours_gets_them() {
    let red = "\x1b[31m";
    let mut coloured = Terminal::play(&TWO_PEOPLE, &[]);
    assert!(coloured.press("board\r", "九 八").contains(red));
    let mut plain = Terminal::play(&TWO_PEOPLE, &[("NO_COLOR", "1")]);
    assert!(!plain.press("board\r", "九 八").contains(red));
    // A machine that builds says by `CI` that it shows colours; its terminal may still have none.
    let mut dumb = Terminal::play(&TWO_PEOPLE, &[("TERM", "dumb"), ("CI", "true")]);
    let board = dumb.press("board\n", "九 八");
    assert!(!board.contains('\x1b'), "{board:?}");
    dumb.press("炮二平五\n", "1. Red plays");
    assert_eq!(dumb.end("\x04"), Some(0));
}

#[test]
fn help_has_colours_where_a_game_has() {
    let environments: [(&[(&str, &str)], bool); 3] =
        [(&[], true), (&[("NO_COLOR", "1")], false), (&[("TERM", "dumb"), ("CI", "true")], false)];
    for (environment, has_colours) in environments {
        for args in [&["go", "--help"][..], &["book"]] {
            let help = Terminal::run(args, environment).expect("--help");
            assert_eq!(help.contains('\x1b'), has_colours, "{args:?} {environment:?}: {help:?}");
        }
    }
}
