//! Conversations in the three protocols, one golden file each, and their invariants.
//!
//! In a golden file `> ` is a line sent and `< ` an expected line, in which `*` matches anything. Lines that begin with
//! `info` or `MESSAGE` are skipped unless the file expects one. `! ` before a sent line means that its answer must come
//! within the protocol's time limit.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// The limit of every answer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// The limit from stop to silence on a busy machine; the promise for an idle one is 50 ms, measured in the release
/// build.
const PROMPT: Duration = Duration::from_millis(1000);

/// Lines that an engine may send at any time.
const CHATTER: [&str; 2] = ["info", "MESSAGE"];

struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    said: Vec<String>,
}

impl Talk {
    fn new(protocol: &str) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_duiyi"))
            .arg(protocol)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
        let (send, output) = mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        let input = child.stdin.take();
        Talk { child, input, output, said: Vec::new() }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the program listens");
        self.said.push(format!("> {line}"));
    }

    /// Waits for a line that fits, and skips chatter in between.
    #[track_caller]
    fn expect(&mut self, pattern: &str) -> String {
        loop {
            let line = self.hear(pattern);
            let is_chatter = CHATTER.iter().any(|word| line.starts_with(word) && !pattern.starts_with(word));
            if is_chatter {
                continue;
            }
            if fits(&line, pattern) {
                return line;
            }
            let may_pass = CHATTER.iter().any(|word| line.starts_with(word));
            assert!(may_pass, "'{line}' instead of '{pattern}' after\n{}", self.said.join("\n"));
        }
    }

    #[track_caller]
    fn hear(&mut self, awaited: &str) -> String {
        let Ok(line) = self.output.recv_timeout(PATIENCE) else {
            panic!("no '{awaited}' after\n{}", self.said.join("\n"));
        };
        self.said.push(format!("< {line}"));
        line
    }

    /// Returns the resident memory of the program, in MiB; Linux only.
    #[cfg(target_os = "linux")]
    fn resident_mib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("the program runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line about memory");
        let kib: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number of kibibytes");
        kib / 1024
    }

    /// Waits for the end of the program and returns its exit status.
    #[track_caller]
    fn ended(mut self) -> i32 {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("the program is ours") {
                return status.code().unwrap_or(-1);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the program goes on after\n{}", self.said.join("\n"));
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // The child must not outlive a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Compares a line with a pattern in which `*` stands for any characters.
fn fits(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut open = false;
    for part in parts {
        open = true;
        match rest.find(part) {
            Some(at) if !part.is_empty() => {
                rest = &rest[at + part.len()..];
                open = false;
            }
            Some(_) => {}
            None => return false,
        }
    }
    open || rest.is_empty()
}

#[track_caller]
fn golden(protocol: &str, text: &str) {
    let mut talk = Talk::new(protocol);
    let mut told = Instant::now();
    let mut hurry = false;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_at(2) {
            ("> ", sent) => {
                talk.send(sent);
                hurry = false;
            }
            ("! ", sent) => {
                talk.send(sent);
                (told, hurry) = (Instant::now(), true);
            }
            ("< ", pattern) => {
                talk.expect(pattern);
                assert!(!hurry || told.elapsed() < PROMPT, "'{pattern}' took {:?}", told.elapsed());
            }
            ("= ", "ended") => {
                assert_eq!(talk.ended(), 0);
                return;
            }
            _ => panic!("a golden file has lines that begin with '> ', '! ', '< ' or '= ended', not '{line}'"),
        }
    }
    panic!("a golden file ends with '= ended'");
}

#[test]
fn uci_as_recorded() {
    golden("uci", include_str!("golden/uci.txt"));
}

#[test]
fn ucci_as_recorded() {
    golden("ucci", include_str!("golden/ucci.txt"));
}

#[test]
fn gomocup_as_recorded() {
    golden("gomocup", include_str!("golden/gomocup.txt"));
}

#[test]
fn nothing_but_the_protocol_comes_out() {
    let garbage = "\u{0}\u{7f}\nxyzzy\n\tgo\u{fffd}\nposition\nposition fen\nposition fen 9/9 w\nsetoption\n\
        setoption name\nsetoption name Hash value x\nsetoption name Hash value 0\nposition startpos moves a0a9\nINFO\nTURN\n\
        BOARD\n1,2\nDONE\nSTART 99\nSTART -1\nTURN 1,1\nTAKEBACK 3,3\nstop\nponderhit\nbanmoves\nquit\nEND\n";
    for (protocol, words) in [
        ("uci", &["info string", "bestmove"][..]),
        ("ucci", &["info message", "bestmove", "nobestmove", "bye"][..]),
        ("gomocup", &["ERROR", "UNKNOWN", "OK", "MESSAGE"][..]),
    ] {
        let ended = crate::run::duiyi(&[protocol], garbage);
        assert_eq!((ended.status, ended.err.as_str()), (0, ""), "{protocol}: {}", ended.out);
        for line in ended.out.lines() {
            assert!(words.iter().any(|word| line.starts_with(word)), "{protocol}: {line}");
        }
    }
}

#[test]
fn after_a_refused_position_there_is_no_move() {
    // Longer than a line may be.
    let long = "position startpos moves".to_owned() + &" h2e2 h9g7 e2h2 g7h9".repeat(20_000);
    for (protocol, refused, none) in [
        ("uci", long.as_str(), "bestmove (none)"),
        ("uci", &long["position ".len()..], "bestmove (none)"),
        ("ucci", &long, "nobestmove"),
        ("uci", "position fen 9/9 w", "bestmove (none)"),
        ("uci", "position", "bestmove (none)"),
        ("uci", "fen 4k4/9/9/9/9/9/9/9/9/4K4 w", "bestmove (none)"),
        ("ucci", "position fen 9/9 w", "nobestmove"),
        ("ucci", "position fen 4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1 moves e0e1", "nobestmove"),
    ] {
        let ended = crate::run::duiyi(&[protocol], &format!("position startpos moves h2e2\n{refused}\ngo depth 1\n"));
        let lines: Vec<&str> = ended.out.lines().collect();
        assert_eq!((lines.len(), lines[2]), (3, none), "{refused:.40}: {}", ended.out);
        assert!(lines[1].ends_with("go: the last position was refused, so there is none to search"), "{}", ended.out);
        let again = format!("{refused}\nposition startpos\ngo depth 1\n");
        let ended = crate::run::duiyi(&[protocol], &again);
        assert!(ended.out.contains("\nbestmove ") && !ended.out.contains(none), "{}", ended.out);
    }
    // The short forms of a FEN, and UCI-Cyclone's position without the word.
    let lone = "5k3/9/9/9/9/9/9/4r4/9/3K5";
    for (protocol, position) in [
        ("uci", format!("position fen {lone} w 0 1")),
        ("uci", format!("fen {lone} w - 0 1 moves")),
        ("ucci", format!("position fen {lone} w 0 1 moves")),
        ("ucci", format!("position fen {lone} w")),
    ] {
        let ended = crate::run::duiyi(&[protocol], &format!("{position}\ngo depth 1\n"));
        assert!(ended.out.contains("\nbestmove d0d1"), "{position}: {}", ended.out);
    }
}

#[test]
fn a_limit_without_its_number_is_reported_and_begins_no_endless_search() {
    for (protocol, go, without, has_move) in [
        ("uci", "go depth abc", Some("depth"), false),
        ("uci", "go nodes", Some("nodes"), false),
        ("uci", "go perft x", Some("perft"), false),
        ("uci", "go wtime 100 winc x", Some("winc"), true),
        ("uci", "go movetime 20.5", None, true),
        ("uci", "go depth 1 nodes 18446744073709551615", None, true),
        ("uci", "go wtime 1 btime 1 winc 18446744073709551615", None, true),
        ("ucci", "go time nan depth", Some("time"), false),
        ("ucci", "go depth 1 nodes -", Some("nodes"), true),
    ] {
        let mut talk = Talk::new(protocol);
        talk.send(go);
        if let Some(word) = without {
            talk.expect(&format!("info * go: a number should follow '{word}'"));
        }
        let answer = talk.expect("*bestmove*");
        assert_eq!(answer.starts_with("bestmove ") && !answer.ends_with("(none)"), has_move, "{go}: {answer}");
        assert_eq!(talk.said.iter().any(|line| line.contains("should follow")), without.is_some(), "{go}");
        talk.send("quit");
        assert_eq!(talk.ended(), 0);
    }
}

/// Old clients of UCCI write `on`, and programs of .NET a byte order mark.
#[test]
fn settings_are_read_as_others_write_them() {
    let answers = |protocol: &str, input: &str| crate::run::duiyi(&[protocol], input).out;
    let ucci =
        answers("ucci", "\u{feff}ucci\nsetoption usemillisec on\nsetoption usebook OFF\ngo time 300 increment 0\n");
    assert!(ucci.contains("ucciok") && ucci.contains("bestmove"), "{ucci}");
    assert!(!ucci.contains("is not a valid value"), "{ucci}");
    let options = "setoption name OwnBook value True\nsetoption Name UCI_Variant Value Xiangqi\n";
    let uci = answers("uci", &format!("\u{feff}uci\n{options}go depth 1\n"));
    assert!(uci.contains("uciok") && uci.contains("bestmove"), "{uci}");
    assert!(!uci.contains("is not a valid value"), "{uci}");
    assert!(answers("gomocup", "\u{feff}START 15\n").starts_with("OK"));
}

#[test]
fn a_piped_search_is_answered_at_the_end_of_the_input() {
    let ended = crate::run::duiyi(&["uci"], "position startpos\ngo depth 3");
    assert!(ended.last().starts_with("bestmove "), "{}", ended.out);
    let ended = crate::run::duiyi(&["uci"], "position startpos\ngo infinite\n");
    assert!(ended.last().starts_with("bestmove "), "{}", ended.out);
    let ended = crate::run::duiyi(&["gomocup"], "START 15\r\nINFO timeout_turn 300\rTURN 7,7\r\n");
    let &[x, y] = &ended.last().split(',').map(|n| n.parse::<u8>().expect("a number")).collect::<Vec<_>>()[..] else {
        panic!("{}", ended.out)
    };
    assert!(x < 15 && y < 15);
}

/// Runs a Gomocup conversation and returns the answers without messages.
fn gomocup(lines: &[&str]) -> Vec<String> {
    let input = format!("START 15\nINFO timeout_turn 200\n{}\n", lines.join("\n"));
    let ended = crate::run::duiyi(&["gomocup"], &input);
    let answers = ended.out.lines().filter(|line| !line.starts_with("MESSAGE")).skip(1);
    answers.map(str::to_owned).collect()
}

#[test]
fn gomocup_takes_a_point_of_a_finished_row_as_taken() {
    // White's four has one end left, which no other move can equal; then none.
    let four = ["BOARD", "4,3,2", "5,3,2", "6,3,2", "7,3,2", "3,3,1", "0,14,1", "2,14,1"];
    let answer = |more: &[&str]| gomocup(&[&four[..], more, &["DONE"]].concat()).pop().expect("an answer");
    assert_eq!(answer(&["4,14,1"]), "8,3");
    assert_ne!(answer(&["4,14,1", "8,3,3"]), "8,3");
    // No five goes across the point, and none is stopped by it.
    let own = ["BOARD", "4,3,1", "5,3,1", "7,3,1", "8,3,1", "4,9,2", "5,9,2", "7,9,2", "9,9,2"];
    let answer = |more: &[&str]| gomocup(&[&own[..], more, &["DONE"]].concat()).pop().expect("an answer");
    assert_eq!(answer(&[]), "6,3");
    assert_ne!(answer(&["6,3,3"]), "6,3");
    assert_eq!(answer(&["0,0,3", "1,1,3", "2,2,3", "3,3,3", "4,4,3"]), "6,3");
    // A point is given once, and a new board has none.
    assert_eq!(gomocup(&["BOARD", "7,7,3", "7,7,1", "DONE"]), ["ERROR there is a blocked point on 7,7"]);
    assert_eq!(gomocup(&["BOARD", "7,7,1", "7,7,3", "DONE"]), ["ERROR there is already a stone on 7,7"]);
    assert_eq!(gomocup(&["BOARD", "99,7,3", "DONE"]), ["ERROR 99,7 is off the 15 x 15 board"]);
    let cleared = ["YXBOARD", "7,7,3", "DONE", "PLAY 7,7", "RESTART", "PLAY 7,7"];
    assert_eq!(gomocup(&cleared), ["ERROR there is a blocked point on 7,7", "OK", "7,7"]);
}

/// The template of Gomocup's engines stops at a `RESTART` and drops the move.
#[test]
fn gomocup_drops_the_move_of_an_aborted_match() {
    let mut talk = Talk::new("gomocup");
    for line in ["START 15", "INFO timeout_turn 600000", "INFO timeout_match 0", "BOARD", "7,7,1", "8,8,2", "DONE"] {
        talk.send(line);
    }
    talk.expect("OK");
    talk.expect("MESSAGE depth*");
    // Lines that came before it are no reason to search on.
    for line in ["TURN 0,0", "INFO timeout_turn 200", "RESTART"] {
        talk.send(line);
    }
    talk.expect("OK");
    talk.send("PLAY 7,7");
    talk.expect("7,7");
    talk.send("TURN 8,8");
    talk.expect("*,*");
    talk.send("END");
    assert_eq!(talk.ended(), 0);
}

#[test]
fn gomocup_obeys_a_command_inside_an_interrupted_list() {
    let told = |word: &str| format!("ERROR {word} came before the DONE of the list; send the list again");
    for list in ["BOARD", "YXBOARD", "SWAP2BOARD"] {
        let stone = if list == "SWAP2BOARD" { "7,7" } else { "7,7,1" };
        assert_eq!(gomocup(&[list, stone, "RESTART", "PLAY 7,7"]), [&told("RESTART"), "OK", "7,7"], "{list}");
        assert_eq!(gomocup(&[list, stone, "start 20", "PLAY 19,19"]), [&told("START"), "OK", "19,19"], "{list}");
        // A refused list, too.
        let answers = gomocup(&[list, stone, "nonsense", "INFO rule 1", "RESTART", "PLAY 0,0"]);
        assert_eq!(answers[1..], [&told("INFO"), "OK", "0,0"], "{list}");
    }
    assert_eq!(gomocup(&["BOARD", "7,7,1", "YXBOARD", "8,8,2", "DONE", "PLAY 7,7"]), [&told("YXBOARD"), "7,7"]);
}

/// Half of a list would be another board than the client's.
#[test]
fn gomocup_plays_no_move_after_a_refused_list() {
    let unknown = "ERROR the stones are unknown after a refused list or START; send START, RESTART or a list";
    let refused: [&[&str]; 6] = [
        &["BOARD", "7,7,1", "7,8,5", "DONE"],
        &["YXBOARD", "7,7,1", "7,7,2", "DONE"],
        &["SWAP2BOARD", "7,7", "DONE"],
        &["BOARD", "7,7,1", "INFO rule 0"],
        &["BOARD", "7,7,1", "TURN 2,2"],
        &["START 99"],
    ];
    for list in refused {
        for needs in ["TURN 1,1", "BEGIN", "PLAY 1,1", "TAKEBACK 7,7", "YXNBEST 2", "YXSHOWFORBID"] {
            let answers = gomocup(&[list, &[needs]].concat());
            assert!(answers.iter().all(|line| line.starts_with("ERROR ")), "{list:?}, {needs}: {answers:?}");
            assert_eq!(answers.last().map(String::as_str), Some(unknown), "{list:?}, {needs}");
        }
        let known: [&[&str]; 3] = [&["START 15"], &["RESTART"], &["YXBOARD", "7,7,1", "7,8,2", "DONE"]];
        for whole in known {
            assert_eq!(gomocup(&[list, whole, &["PLAY 1,1"]].concat()).pop().as_deref(), Some("1,1"), "{list:?}");
        }
    }
}

#[test]
fn gomocup_reads_blanks_inside_numbers() {
    for line in ["7,7, 1", "7, 7,1", " 7 , 7 , 1 ", "7,7,1 ", "7 ,7\t,1"] {
        assert_eq!(
            gomocup(&["YXBOARD", line, "DONE", "PLAY 7,7"]),
            ["ERROR there is already a stone on 7,7"],
            "{line}"
        );
    }
    for line in ["PLAY 7, 7", "PLAY  7 , 7 ", "play 7 ,7"] {
        assert_eq!(gomocup(&[line]), ["7,7"], "{line}");
    }
    for line in ["PLAY 7 7", "PLAY 7,7 7", "PLAY 7,,7", "PLAY ,7", "PLAY 7,x"] {
        assert!(gomocup(&[line])[0].starts_with("ERROR "), "{line}");
    }
    // A stone in a line that is too long refuses the list.
    let long = format!("7,7,1{}", " ".repeat(1 << 18));
    let answers = gomocup(&["BOARD", &long, "DONE", "RESTART", "PLAY 7,7"]);
    assert_eq!(answers, ["OK", "7,7"]);
    for line in ["7,7,", "7,7", "7,7,4", "7,7,1 2"] {
        assert!(gomocup(&["YXBOARD", line, "DONE"])[0].ends_with("is not a stone such as 7,7,1"), "{line}");
    }
}

#[test]
fn gomocup_starts_a_square_of_two_numbers() {
    for line in ["START 20 20", "START 20,20", "RECTSTART 20 , 20", "RECTSTART 20 20", "START  20 "] {
        assert_eq!(gomocup(&[line, "PLAY 19,19"]), ["OK", "19,19"], "{line}");
    }
    for line in
        ["START 15 20", "RECTSTART 15, 20", "START 15 15 15", "START 15,", "START 15,,15", "START x 15", "START"]
    {
        let refused = "ERROR the board must be square and have 5 to 22 lines";
        assert_eq!(gomocup(&[line]), [refused], "{line}");
    }
}

/// The first search, and its stop, must not wait for the allocation of a table.
#[cfg(target_os = "linux")]
#[test]
fn the_engine_and_its_table_stand_before_the_first_search() {
    for (protocol, greeting, ready, option) in [
        ("uci", "uci", "uciok", "setoption name Hash value 256"),
        ("ucci", "ucci", "ucciok", "setoption hashsize 256"),
        ("gomocup", "START 15", "OK", "INFO hash_size 262144"),
    ] {
        let mut talk = Talk::new(protocol);
        let idle = talk.resident_mib();
        talk.send(greeting);
        while talk.hear(ready) != ready {}
        let usual = talk.resident_mib() - idle;
        assert!((64..128).contains(&usual), "{protocol}: {usual} MiB");
        // The answer to the next line comes after the option is set.
        talk.send(option);
        talk.send(greeting);
        while talk.hear(ready) != ready {}
        let large = talk.resident_mib() - idle;
        assert!((256..320).contains(&large), "{protocol}: {large} MiB");
    }
}

#[test]
fn a_second_search_is_never_answered_by_the_first() {
    let mut talk = Talk::new("uci");
    // Red has one legal move in the second position, so a stale answer would show.
    let lone = "5k3/9/9/9/9/9/9/4r4/9/3K5 w - - 0 1";
    for _ in 0..20 {
        talk.send("position startpos");
        talk.send("go infinite");
        talk.send("stop");
        talk.send(&format!("position fen {lone}"));
        talk.send("go depth 1");
        talk.expect("bestmove *");
        let answer = talk.expect("bestmove *");
        assert!(answer.starts_with("bestmove d0d1"), "{answer}");
    }
    talk.send("quit");
    assert_eq!(talk.ended(), 0);
}

#[test]
fn gomocup_plays_a_whole_game_against_itself_under_each_rule() {
    for rule in ["0", "1", "4", "9"] {
        let mut players = ["gomocup"; 2].map(Talk::new);
        for player in &mut players {
            player.send("START 9");
            player.expect("OK");
            player.send(&format!("INFO rule {rule}"));
            player.send("INFO timeout_turn 0");
        }
        let mut stones: Vec<String> = Vec::new();
        players[0].send("BEGIN");
        let end = loop {
            let turn = stones.len() % 2;
            let answer = players[turn].expect("*");
            if answer.starts_with("ERROR") {
                break answer;
            }
            assert!(answer.contains(',') && !stones.contains(&answer), "{answer} after {stones:?}");
            players[1 - turn].send(&format!("TURN {answer}"));
            stones.push(answer);
        };
        let is_over = end.contains("there is already a five") || end.contains("there is no point");
        assert!(is_over && stones.len() >= 9, "{end} after {stones:?}");
    }
}

#[test]
fn only_the_moves_that_are_named_are_searched() {
    let mut talk = Talk::new("uci");
    talk.send("position startpos");
    for (named, answers) in [
        ("searchmoves a0a1 i3i4 depth 3", &["a0a1", "i3i4"][..]),
        ("depth 3 searchmoves a0a1", &["a0a1"]),
        ("depth 2 searchmoves A3A4 wat", &["a3a4"]),
    ] {
        talk.send(&format!("go {named}"));
        let answer = talk.expect("bestmove *");
        assert!(answers.iter().any(|mv| answer.starts_with(&format!("bestmove {mv}"))), "{named}: {answer}");
    }
    // Illegal moves are ignored.
    talk.send("go depth 1 searchmoves a0a9");
    assert!(!talk.expect("bestmove *").starts_with("bestmove a0a9"));
    talk.send("quit");
    assert_eq!(talk.ended(), 0);
}

#[test]
fn a_search_that_is_stopped_at_once_answers_a_legal_move() {
    let fen = "2bak4/4a4/4b1n2/9/2N6/9/4P4/4B4/4A4/3AK1B2 b - - 0 1";
    let legal = crate::run::ok(&["legal", "--game", "xiangqi", "--fen", fen]);
    let legal: Vec<&str> = legal.split_whitespace().collect();
    let mut talk = Talk::new("uci");
    talk.send(&format!("position fen {fen}"));
    for go in ["go infinite\nstop", "go movetime 0", "go nodes 1", "go wtime 1 btime 1", "go depth 50\nstop"].repeat(6)
    {
        talk.send(go);
        let answer = talk.expect("bestmove *");
        let mv = answer.split_whitespace().nth(1).unwrap_or_default();
        assert!(legal.contains(&mv), "{go}: {answer}");
    }
    talk.send("quit");
    assert_eq!(talk.ended(), 0);
}

/// Several searches with their stops in one write are all answered, at once and in order.
#[test]
fn a_stop_is_never_lost_however_early_it_comes() {
    let xiangqi = "go movetime 5000\nstop\ngo movetime 5000\nstop\ngo infinite\ngo depth 90\nstop\nquit\n";
    let ucci = "setoption usemillisec true\ngo time 500000\nstop\ngo time 500000\nstop\ngo infinite\ngo depth 90\nstop\nquit\n";
    let gomocup = "START 15\nINFO timeout_turn 60000\nBEGIN\nYXSTOP\nTURN 0,0\nYXSTOP\nTURN 0,1\nTURN 0,2\nYXSTOP\n";
    for (protocol, said, is_answer) in [
        ("uci", xiangqi, (|line| line.starts_with("bestmove ")) as fn(&str) -> bool),
        ("ucci", ucci, |line| line.starts_with("bestmove ")),
        ("gomocup", gomocup, |line| line.split(',').all(|number| number.parse::<u8>().is_ok())),
    ] {
        let begun = Instant::now();
        let ended = crate::run::duiyi(&[protocol], said);
        assert!(begun.elapsed() < Duration::from_secs(4), "{protocol}: {:?}\n{}", begun.elapsed(), ended.out);
        assert_eq!((ended.status, ended.err.as_str()), (0, ""), "{protocol}");
        let answers = ended.out.lines().filter(|line| is_answer(line)).count();
        assert_eq!(answers, 4, "{protocol}: {}", ended.out);
    }
}

#[test]
fn a_ponderhit_finds_the_search_it_was_meant_for() {
    // The last search ponders, and only the `ponderhit` after it starts its clock.
    let said = "go movetime 200\ngo ponder movetime 100\nponderhit\n";
    let begun = Instant::now();
    let mut talk = Talk::new("uci");
    talk.send(said.trim_end());
    talk.expect("bestmove *");
    talk.expect("bestmove *");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    talk.send("quit");
    assert_eq!(talk.ended(), 0);
}

#[test]
fn a_ponderhit_does_not_wait_for_an_option() {
    for (protocol, go, option) in [
        ("uci", "go ponder depth 1", "setoption name Hash value 8"),
        ("ucci", "go ponder depth 1", "setoption hashsize 8"),
    ] {
        let mut talk = Talk::new(protocol);
        for line in [go, option, option, "ponderhit"] {
            talk.send(line);
        }
        talk.expect("bestmove *");
        talk.send("quit");
        assert_eq!(talk.ended(), 0);
    }
}

/// A move of a book has the score of a draw, which says nothing about the position.
#[test]
fn no_draw_is_accepted_from_a_book() {
    let said = "setoption usemillisec true\nsetoption usebook true\ngo draw time 3000 increment 0\n";
    let ended = crate::run::duiyi(&["ucci"], said);
    assert!(ended.last().starts_with("bestmove ") && !ended.out.contains("draw"), "{}", ended.out);
    assert!(!ended.out.contains("info depth"), "the move is one of the book: {}", ended.out);
}

/// Clients made for Fairy-Stockfish set the variant and count ranks from 1.
#[test]
fn a_client_that_sets_the_variant_has_ranks_from_one() {
    let variant = "setoption name UCI_Variant value xiangqi";
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let answer = |lines: &[&str]| {
        let out = crate::run::duiyi(&["uci"], &(lines.join("\n") + "\n")).out;
        assert!(!out.contains("info string"), "{lines:?}: {out}");
        let pv = out.lines().filter_map(|line| line.split_once(" pv ")).next_back().expect("a line").1;
        let best = out.lines().next_back().and_then(|line| line.split(' ').nth(1)).expect("an answer");
        assert!(pv.starts_with(best), "{out}");
        best.to_owned()
    };
    // No first move of Black has the same text in both numberings.
    let legal = crate::run::ok(&["legal", "--game", "xiangqi", "--moves", "h2e2"]);
    let is_from_one = |mv: &str| !legal.split_whitespace().any(|own| own == mv);
    let moved = format!("position fen {fen} moves h3e3");
    for lines in [&[variant, &moved, "go depth 2"][..], &["position startpos moves h3e3", "go depth 2"]] {
        let mv = answer(lines);
        assert!(is_from_one(&mv), "{lines:?}: {mv}");
    }
    // The other numbering of a list holds from then on.
    let mv = answer(&[variant, "position startpos moves h2e2", "go depth 2"]);
    assert!(!is_from_one(&mv), "{mv}");
    assert_eq!(answer(&["position startpos moves h3e3 h10g8", "go depth 1 searchmoves a1a2"]), "a1a2");
    // A list that fits neither is refused as it stands.
    let out = crate::run::duiyi(&["uci"], &format!("{variant}\nposition startpos moves h3e9\n")).out;
    assert!(out.starts_with("info string position: move 1, 'h3e9': "), "{out}");
}

#[test]
fn without_time_one_iteration_is_searched() {
    for (protocol, said, report) in [
        ("uci", "go movetime 0\n", "info depth 1 "),
        ("uci", "go wtime 0 btime 0\n", "info depth 1 "),
        ("uci", "go infinite\nstop\n", "info depth 1 "),
        ("uci", "go infinite", "info depth 1 "),
        ("ucci", "go time 0\n", "info depth 1 "),
        ("ucci", "go infinite", "info depth 1 "),
        ("gomocup", "START 15\nINFO time_left 0\nINFO timeout_turn 1\nBOARD\n7,7,1\n0,0,2\nDONE\n", "MESSAGE depth 1 "),
        ("gomocup", "START 15\nBOARD\n7,7,1\n0,0,2\nDONE\nYXSTOP\n", "MESSAGE depth 1 "),
    ] {
        let ended = crate::run::duiyi(&[protocol], said);
        assert!(ended.out.contains(report), "{protocol} {said}: {}", ended.out);
        assert!(!ended.last().starts_with("bestmove a0a1"), "{protocol} {said}: {}", ended.out);
    }
}

#[test]
fn counting_and_the_end_of_a_game_are_told_as_they_are() {
    let ended = crate::run::duiyi(&["uci"], "go perft 0\ngo perft 1\ngo perft 12\nstop\nisready\n");
    assert!(ended.out.contains("Nodes searched: 1\n") && ended.out.contains("Nodes searched: 44\n"), "{}", ended.out);
    assert!(ended.out.contains("info string go perft: stopped"), "{}", ended.out);
    let mated = "position fen 5k3/9/9/9/9/9/9/9/4r4/3K5 w - - 0 1\ngo depth 3\n";
    let ended = crate::run::duiyi(&["uci"], mated);
    assert!(ended.out.contains("score mate 0") && ended.last() == "bestmove (none)", "{}", ended.out);
    let mated = ["go", "--game", "xiangqi", "--fen", "5k3/9/9/9/9/9/9/9/4r4/3K5 w - - 0 1"];
    let told = crate::run::ok(&mated);
    assert!(told.contains("\"bestmove\":null") && told.contains("{\"mate\":0}"), "{told}");
}

/// Lines during a search take little memory in any number, and a stop still ends the search.
#[cfg(target_os = "linux")]
#[test]
fn what_waits_for_a_search_is_bounded() {
    for (protocol, begin, line, stop, answer) in [
        ("uci", "go infinite", "x", "stop", "bestmove *"),
        ("uci", "go infinite", "setoption name x", "stop", "bestmove *"),
        ("ucci", "go infinite", "setoption x", "stop", "bestmove *"),
        ("gomocup", "INFO timeout_turn 600000\nSTART 15\nBOARD\n7,7,1\n8,8,2\nDONE", "x", "YXSTOP", "*,*"),
    ] {
        let mut talk = Talk::new(protocol);
        talk.send(begin);
        if protocol == "gomocup" {
            talk.expect("OK");
        }
        let flood = format!("{line}\n").repeat((4 << 20) / (line.len() + 1));
        let input = talk.input.as_mut().expect("the input is open");
        input.write_all(flood.as_bytes()).and_then(|()| input.write_all(&[b'y'; 4 << 20])).expect("it listens");
        input.write_all(format!("\n{stop}\n").as_bytes()).expect("it listens");
        talk.expect(answer);
        let most = talk.resident_mib();
        assert!(most < 192, "{protocol}: {most} MiB, 64 of them for the table");
    }
}

#[test]
fn a_net_judges_and_a_wrong_one_is_refused_with_one_sentence() {
    let net = crate::run::net();
    let path = net.path().display().to_string();
    let cut = net.path().with_extension("cut");
    let bytes = std::fs::read(net.path()).expect("it was written");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("there is room");
    let gomoku = net.path().with_extension("gomoku");
    std::fs::write(&gomoku, crate::run::gomoku_net()).expect("there is room");
    for (protocol, set, told) in [
        ("uci", "setoption name EvalFile value", "info string setoption: EvalFile: "),
        ("ucci", "setoption evalfile", "info message setoption: evalfile: "),
    ] {
        // The score and the nodes of the last iteration, and the answers about options.
        let ask = |options: &[&str]| {
            let options: String = options.iter().map(|file| format!("{set} {file}\n")).collect();
            let ended = crate::run::duiyi(&[protocol], &format!("{options}position startpos\ngo depth 5\n"));
            let iteration = ended.out.lines().rfind(|line| line.contains(" score ")).expect("it searched");
            let words: Vec<&str> = iteration.split(' ').collect();
            let found = ["score", "nodes"].map(|key| {
                let at = words.iter().position(|&word| word == key).expect(iteration);
                words[at + 1..at + 3].join(" ")
            });
            let told = ended.out.lines().filter(|line| line.starts_with(told)).map(str::to_owned);
            (found, told.collect::<Vec<_>>())
        };
        let (built_in, silent) = ask(&[]);
        assert_eq!(silent, Vec::<String>::new());
        for ours in ["built-in", "<empty>"] {
            assert_eq!(ask(&[&path, ours]), (built_in.clone(), Vec::new()), "{protocol}: {ours}");
        }
        let [other, by_hand] = [path.as_str(), "hand-crafted"].map(|name| ask(&[name]).0);
        assert!(other != built_in && by_hand != built_in && by_hand != other, "{protocol}: three minds");
        let text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let cut = cut.to_str().expect("the folder for temporary files has a plain name");
        let gomoku = gomoku.to_str().expect("the folder for temporary files has a plain name");
        let wrong = [
            ("/no/such/net", "/no/such/net"),
            (text, "not a Xiangqi or Gomoku network file"),
            (cut, "bytes instead of"),
            (gomoku, "plays Gomoku alone"),
        ];
        for (file, why) in wrong {
            let (found, told) = ask(&[&path, file]);
            assert_eq!((found, told.len()), (built_in.clone(), 1), "{protocol}: {file}");
            assert!(told[0].contains(why) && told[0].ends_with("; using the built-in network"), "{}", told[0]);
        }
    }
}

#[test]
fn a_table_beyond_the_machine_is_refused_with_one_sentence() {
    for (protocol, said, sentence) in [
        (
            "uci",
            "setoption name Hash value 999999999\nisready\n",
            "info string setoption: hash: 999999999 MiB are more",
        ),
        ("ucci", "setoption hashsize 999999999\nisready\n", "info message setoption: hashsize: 999999999 MiB are more"),
        ("gomocup", "START 15\nINFO hash_size 999999999999999\n", "MESSAGE hash_size: "),
    ] {
        let ended = crate::run::duiyi(&[protocol], said);
        assert_eq!(ended.status, 0, "{protocol}");
        assert!(ended.out.lines().any(|line| line.starts_with(sentence)), "{protocol}: {}", ended.out);
    }
    assert!(crate::run::refused(&["match", "full;hash=999999999", "full", "--game", "xiangqi"]).contains("hash"));
}
