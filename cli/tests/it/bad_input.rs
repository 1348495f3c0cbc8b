//! Bad input gives one sentence that names the place, exit status 2, and no output.

use crate::run::{duiyi, refused};

#[test]
fn a_bad_position_is_named() {
    let legal = |args: &[&str]| refused(&[&["legal"], args].concat());
    let fen = |fen: &str| legal(&["--game", "xiangqi", "--fen", fen]);
    assert_eq!(fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P1/1C5C1/9/RNBAKABNR w"), "--fen: rank 3 has 10 files");
    assert_eq!(fen("4k4/9/9/9/9/9/9/9/4K4 w"), "--fen: the board has 9 ranks instead of 10");
    assert_eq!(fen(""), "--fen: the position is empty");
    assert!(fen("9/9/9/9/9/9/9/9/9/9 w").starts_with("--fen: "));
    assert!(fen("4k4/9/9/9/9/9/9/9/9/4K4 w").starts_with("--fen: "), "the generals face each other");
    assert!(fen("不是局面 w").starts_with("--fen: "));
    assert!(legal(&["--game", "gomoku", "--fen", "x"]).starts_with("--fen: "));
    assert!(legal(&["--game", "xiangqi", "--black", "h8"]).starts_with("--black: "));
    assert!(legal(&["--game", "tictactoe", "--rule", "renju"]).starts_with("--rule: "));
    assert!(legal(&["--game", "xiangqi", "--rule", "renju"]).starts_with("--rule: "));
    assert!(legal(&["--game", "gomoku", "--rule", "go"]).starts_with("--rule: unknown rule 'go'"));
}

#[test]
fn a_bad_move_is_named_with_its_reason() {
    let legal = |game: &str, moves: &str| refused(&["legal", "--game", game, "--moves", moves]);
    assert_eq!(legal("gomoku", "h8 h8"), "--moves: move 2, 'h8': there is already a stone on h8");
    assert!(legal("gomoku", "h8 p16").starts_with("--moves: p16 at character 4 is off"));
    assert!(legal("gomoku", "h8 ??").starts_with("--moves: "));
    assert!(legal("xiangqi", "h2e2 h0g3").starts_with("--moves: move 2, 'h0g3': "));
    assert!(legal("xiangqi", "炮二平五 象棋").starts_with("--moves: move 2, '象棋': "));
    assert!(legal("tictactoe", "a1 d4").starts_with("--moves: move 2, 'd4': "));
    let black = ["legal", "--game", "gomoku", "--black", "h8 h9 h10 h11 h12", "--white", "a1 b1 c1 d1"];
    assert!(refused(&black).contains("already a five"));
    assert!(refused(&["forbidden", "--black", "h8 h8", "--white", "a1"]).contains("h8"));
}

#[test]
fn bad_arguments_are_named() {
    for (args, place) in [
        (&["legal", "--game", "chess"][..], "'--game <GAME>'"),
        (&["legal"][..], "--game"),
        (&["legal", "--game", "gomoku", "--size", "4"][..], "--size: "),
        (&["legal", "--game", "gomoku", "--size", "23"][..], "--size: "),
        (&["legal", "--game", "gomoku", "--size", "99999"][..], "--size: "),
        (&["legal", "--game", "gomoku", "--wat"][..], "'--wat'"),
        (&["perft", "--game", "xiangqi", "-1"][..], "'-1'"),
        (&["perft", "--game", "xiangqi", "99"][..], "99"),
        (&["go", "--game", "xiangqi", "--level", "6"][..], "'--level <L>'"),
        (&["go", "--game", "xiangqi", "--depth", "0"][..], "'--depth <D>'"),
        (&["go", "--game", "xiangqi", "--nodes", "x"][..], "'--nodes <N>'"),
        (&["go", "--game", "xiangqi", "--threads", "0"][..], "'--threads <N>'"),
        (&["play", "go"][..], "'<GAME>'"),
        (&["play", "gomoku", "--side", "third"][..], "'--side <SIDE>'"),
        (&["play", "xiangqi", "--fen", "x"][..], "--fen: "),
        (&["play", "xiangqi", "--moves", "a0a9"][..], "--moves: "),
        (&["play", "xiangqi", "--size", "9"][..], "--size: "),
        (&["dance"][..], "'dance'"),
        (&["match", "full", "full", "--game", "gomoku", "--size", "3"][..], "--size: "),
        (&["match", "full", "full", "--game", "gomoku", "--size", "0"][..], "--size: "),
        (&["ladder", "--game", "gomoku", "--size", "255"][..], "--size: "),
        (&["bench", "--threads", "257"][..], "'--threads <N>'"),
        (&["match", "full", "full", "--game", "xiangqi", "--sprt", "0", "1e308"][..], "--sprt"),
        (&["match", "full", "full", "--game", "xiangqi", "--concurrency", "65535"][..], "'--concurrency <K>'"),
    ] {
        let sentence = refused(args);
        assert!(sentence.contains(place), "{args:?}: {sentence}");
    }
}

#[test]
fn help_is_there_for_every_command() {
    for command in
        ["play", "go", "legal", "perft", "forbidden", "notation", "judge", "solve", "bench", "uci", "ucci", "gomocup"]
    {
        let ended = duiyi(&[command, "--help"], "");
        assert_eq!(ended.status, 0, "{command}");
        assert!(ended.out.contains("Usage: duiyi"), "{}", ended.out);
    }
    assert_eq!(duiyi(&["--version"], "").status, 0);
    assert_eq!(duiyi(&[], "").status, 2);
}

#[test]
fn what_a_person_named_cannot_act_on_the_terminal() {
    for args in [&["legal", "--game", "gomoku", "--moves", "\u{1b}[31mh8"][..], &["\u{1b}]0;x\u{7}"][..]] {
        let sentence = refused(args);
        assert!(!sentence.contains(char::is_control), "{sentence:?}");
    }
    for (args, said) in [
        (&["uci"][..], "position \u{1b}[2J\n"),
        (&["gomocup"][..], "\u{1b}[2J\nSTART \u{7}\n"),
        (&["play", "gomoku", "--side", "both"][..], "\u{1b}[2J\nload \u{1b}x\n"),
    ] {
        let ended = duiyi(args, said);
        assert!(!ended.out.contains(|letter: char| letter.is_control() && letter != '\n'), "{args:?}: {:?}", ended.out);
    }
}

/// A pipe or a device in place of a file is refused at once.
#[cfg(unix)]
#[test]
fn only_files_are_read_as_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let (pipe, folder) = (pipe.to_str().expect("a name"), folder.path().to_str().expect("a name"));
    for place in ["/dev/zero", pipe, folder] {
        for args in [
            &["match", "full", "full", "--game", "xiangqi", "--openings", place][..],
            &["datagen", "openings", "--game", "xiangqi", "--from", place],
            &["datagen", "games", "--game", "xiangqi", "--games", "1", "--out", place],
            &["tune", "--game", "xiangqi", "--out", "/dev/null", place],
        ] {
            let sentence = refused(args);
            assert!(sentence.starts_with(place), "{args:?}: {sentence}");
        }
        let ended = duiyi(&["play", "xiangqi", "--side", "both"], &format!("load {place}\nquit\n"));
        assert!(ended.status == 0 && ended.last().starts_with(place), "{}", ended.out);
    }
}

/// An output error is an error of every command.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["go", "--help"],
        &["legal", "--game", "gomoku"],
        &["perft", "--game", "gomoku", "1"],
        &["go", "--game", "xiangqi", "--depth", "1"],
        &["judge", "--game", "xiangqi"],
        &["notation", "--game", "xiangqi", "--moves", "h2e2", "--to", "uci"],
        &["play", "gomoku"],
        &["uci"],
        &["gomocup"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has this device");
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_duiyi"))
            .args(args)
            .stdin(std::process::Stdio::piped())
            .stdout(full)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("the input is piped");
        // A program that ends early may leave a broken pipe.
        let _ = std::io::Write::write_all(&mut input, b"uci\nABOUT\nquit\n");
        drop(input);
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    }
}

/// The sentence is about what was typed: its name, its option, the game that was named.
#[test]
fn a_sentence_speaks_of_what_was_typed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (missing, below, here) = (place("mistyped.pgn"), place("none/a.pgn"), place(""));
    let record = place("a.txt");
    std::fs::write(&record, "1. h2e2 h9g7").expect("it can be written");
    let matched = ["match", "full", "full", "--game", "xiangqi", "--games", "1", "--nodes", "10"];
    let (table, book, kept) = (place("none/t.json"), place("none/x.book"), place("kept.pgn"));
    std::fs::write(&kept, "1. c3c4 *").expect("it can be written");
    let opened = place("openings.txt");
    std::fs::write(&opened, "h2e2").expect("it can be written");
    let ladder = ["ladder", "--game", "gomoku", "--nodes", "9", "--table", &table];
    let notation = ["notation", "--game", "xiangqi", "--to", "uci"];
    let judged = ["judge", "--game", "xiangqi", "--lines"];
    let (inside, other, dash) = (place("a.txt/data"), place("y.book"), ["convert", "-x.txt", "y.pgn"]);
    let go = ["go", "--game", "xiangqi"];
    let find = ["datagen", "puzzles", "find", "--game", "xiangqi", "--games", "1"];
    let own = "a.txt: this file is read, too; write to another one";
    let cases: [(&[&str], &str); 54] = [
        (&["convert", &missing, "-"], "mistyped.pgn: there is no such file or folder; check the name"),
        (&["convert", &missing, "out.pgn"], "mistyped.pgn: there is no such file or folder"),
        (&["convert", &record, &below], "a.pgn: there is no such file or folder"),
        (&["convert", &here, "out.pgn"], "expected a file, found a folder, pipe or device"),
        (&["convert", &record, "-", "--to", "pgn", "--game", "3"], "has no game 3, only 1"),
        (&["analyze", &missing], "there is no such file or folder"),
        (&["analyze", &here, "--annotate", &here], "this is the folder that is read"),
        (&[&matched[..], &["--openings", &missing]].concat(), "there is no such file or folder"),
        (&[&matched[..], &["--record", &below]].concat(), "there is no such file or folder"),
        (&["go", "--game", "xiangqi", "--size", "3"], "--size: only Gomoku asks for this"),
        (&["play", "xiangqi", "--size", "99"], "--size: only Gomoku asks for this"),
        (&["play", "tictactoe", "--size", "9"], "--size: only Gomoku asks for this"),
        (&["go", "--game", "gomoku", "--size", "4"], "--size: a Gomoku board has 5 to 22 lines"),
        (&["forbidden", "--size", "23"], "--size: a Gomoku board has 5 to 22 lines"),
        (&["go", "--game", "xiangqi", "--seed", "-1"], "--seed: -1 is less than zero"),
        (&["go", "--game", "xiangqi", "--nodes", "-5"], "--nodes: -5 is less than zero"),
        (&["match", "full", "full", "--game", "gomoku", "--games", "-2"], "--games: -2 is less than zero"),
        (&["judge", "--game", "gomoku"], "--game: only Xiangqi games are judged"),
        (&["notation", "--game", "chess", "--to", "uci"], "'chess' is not the game xiangqi"),
        (&["match", "full", "full", "--game", "tictactoe"], "--game: matches are played at xiangqi or gomoku"),
        (&["ladder", "--game", "go"], "is not one of these games: xiangqi, gomoku"),
        (&["bench", "--game", "tictactoe"], "[possible values: xiangqi, gomoku, all]"),
        (&["analyze", &record, "--annotate", &below], "a.pgn: there is no such file or folder"),
        (&["analyze", &record, "--annotate", &kept], "kept.pgn: this file is there already"),
        (&ladder, "t.json: there is no such file or folder"),
        (&[&ladder[..], &["--odds", "all"]].concat(), "t.json: there is no such file or folder"),
        (&["book", "build", &book, &record, "--game", "xiangqi"], "x.book: there is no such file or folder"),
        (&[&notation[..], &["--size", "99"]].concat(), "--size: only Gomoku asks for this"),
        (&[&notation[..], &["--black", "zz"]].concat(), "--black: only Gomoku asks for this"),
        (&[&notation[..], &["--white", "zz"]].concat(), "--white: only Gomoku asks for this"),
        (&[&notation[..], &["--side", "black"]].concat(), "--side: only Gomoku asks for this"),
        (&[&judged[..], &["--size", "15"]].concat(), "--size: only Gomoku asks for this"),
        (&[&judged[..], &["--side", "white"]].concat(), "--side: only Gomoku asks for this"),
        (&["warnings", "--game", "tictactoe", "--level", "1"], "--game: tic-tac-toe has no coach"),
        (&["datagen", "openings", "--game", "tictactoe"], "--game: there are openings of xiangqi and gomoku"),
        (&[&matched[..], &["--draw", "10", "0", "0"]].concat(), "--draw: MOVES is at least 1"),
        (&["ladder", "--game", "gomoku", "--draw", "10", "0", "0"], "--draw: MOVES is at least 1"),
        (&[&matched[..], &["--openings", &opened, "--record", &opened]].concat(), "openings.txt: this file is read"),
        (&["class", "tictactoe", "--data", &record], "a.txt: expected a folder, found a file"),
        (&["play", "tictactoe", "--serve", "--data", &inside], "a.txt: expected a folder, found a file"),
        (&[&go[..], &["--nodez", "100"]].concat(), "unexpected argument '--nodez' found; did you mean '--nodes'?"),
        (&["tune", "--game", "xiangqi", "--out", &record, &record], own),
        (&["datagen", "positions", "--game", "xiangqi", "--out", &record, &record], own),
        (&["datagen", "puzzles", "pack", "--game", "xiangqi", "--out", &record, &record], own),
        (&["datagen", "puzzles", "themes", "--game", "xiangqi", "--out", &record, &record], own),
        (&[&find[..], &["--positions", &record, "--out", &record]].concat(), own),
        (&["datagen", "classics", "judge", "--out", &record, &record], own),
        (&["goo"], "unrecognized subcommand 'goo'; did you mean 'go'?"),
        (&["play", "gomoku", "--side", "frist"], "; did you mean 'first'?"),
        (&dash, "unexpected argument '-x' found; write ./ before a name that begins with -"),
        (&[&go[..], &["--time-ms=-5"]].concat(), "--time-ms: -5 is less than zero"),
        (&[&go[..], &["--threads=-1"]].concat(), "--threads: -1 is less than zero, and it may not be"),
        (&[&go[..], &["--threads=0"]].concat(), "'--threads <N>': 0 is not in 1..="),
        (&["book", "import", &record, &other, "--fen", "x"], "--fen: only a book of another program"),
    ];
    for (args, expected) in cases {
        let sentence = refused(args);
        assert!(sentence.contains(expected), "{args:?}: {sentence}");
    }
    let text = |path: &str| std::fs::read_to_string(path).expect("it is there");
    assert_eq!([text(&opened), text(&kept), text(&record)], ["h2e2", "1. c3c4 *", "1. h2e2 h9g7"]);
}

/// A name need not be UTF-8 on Linux: Chinese programs of old write GBK.
#[cfg(target_os = "linux")]
#[test]
fn names_of_any_bytes_are_files() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = folder.path().join(OsStr::from_bytes(b"\xc6\xe5.txt"));
    let to = folder.path().join(OsStr::from_bytes(b"\xc6\xe5.pgn"));
    std::fs::write(&name, "h2e2 h9g7").expect("it can be written");
    let run = |args: &[&OsStr]| {
        let ended = std::process::Command::new(env!("CARGO_BIN_EXE_duiyi")).args(args).output().expect("it starts");
        (ended.status.code(), String::from_utf8(ended.stderr).expect("the program writes UTF-8"))
    };
    assert_eq!(run(&["convert".as_ref(), name.as_ref(), to.as_ref()]), (Some(0), String::new()));
    assert!(std::fs::read_to_string(&to).is_ok_and(|text| text.contains("h2e2") || text.contains("H2-E2")));
    let (status, sentence) = run(&["analyze".as_ref(), name.as_ref(), "--nodes".as_ref(), "-5".as_ref()]);
    assert_eq!((status, sentence.trim_end()), (Some(2), "--nodes: -5 is less than zero, and it may not be"));
}

/// With any amount of memory the program works, or ends with one sentence; it is never aborted.
#[cfg(target_os = "linux")]
#[test]
fn the_end_of_the_memory_is_one_sentence() {
    /// Enough for the file of the program.
    const LOADED_MIB: u64 = 50;

    let (mut refused, mut is_loaded) = (0, false);
    for mebibytes in (20..=160).step_by(10) {
        let limited = format!("ulimit -v {}; exec \"$0\" uci", mebibytes << 10);
        let program = std::process::Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_duiyi")])
            .stdin(std::process::Stdio::null())
            .env_remove("RUST_BACKTRACE")
            .output()
            .expect("a shell is there");
        let error = String::from_utf8_lossy(&program.stderr);
        let (status, sentences) = (program.status.code(), error.lines().count());
        // The system kills a program that it cannot load, and its loader speaks for itself.
        is_loaded |= status.is_some();
        let has_begun = is_loaded && !error.contains("error while loading shared libraries");
        if !is_loaded && mebibytes < LOADED_MIB && error.is_empty() {
            continue;
        }
        assert!(status.is_some() && (!has_begun || sentences <= 1), "{mebibytes} MiB: {status:?} {error}");
        let is_blunt = ["memory allocation of", "report this sentence"].iter().any(|words| error.contains(words));
        assert!(!is_blunt, "{mebibytes} MiB: {error}");
        refused += usize::from(status == Some(2));
    }
    assert!(refused > 0, "the least of them is not enough");
}
