//! Matches between engines, our own and external ones, and their result line.

use std::fs;

use crate::run::{duiyi, ok, refused, scripted};

/// A parsed result line.
#[derive(Debug, PartialEq)]
struct Told {
    wins: u32,
    draws: u32,
    losses: u32,
    illegal: u32,
    crash: u32,
    timeout: u32,
}

/// Parses `A vs B: +60 =20 -20 elo 147 ±55 los 99.9 illegal 0 crash 0 timeout 0`.
#[track_caller]
fn told(line: &str) -> Told {
    let words: Vec<&str> = line.split(": ").last().expect("there is a colon").split_whitespace().collect();
    let [wins, draws, losses, "elo", elo, error, "los", los, "illegal", illegal, "crash", crash, "timeout", timeout] =
        words[..]
    else {
        panic!("{line}")
    };
    let number = |word: &str, sign: char| word.strip_prefix(sign).and_then(|word| word.parse().ok()).expect("a number");
    elo.parse::<i32>().expect("Elo is a whole number");
    error.strip_prefix('±').and_then(|error| error.parse::<u32>().ok()).expect("so is its error");
    assert!((0.0..=100.0).contains(&los.parse::<f64>().expect("per cent")), "{line}");
    let count = |word: &str| word.parse().expect("a number");
    Told {
        wins: number(wins, '+'),
        draws: number(draws, '='),
        losses: number(losses, '-'),
        illegal: count(illegal),
        crash: count(crash),
        timeout: count(timeout),
    }
}

fn last(out: &str) -> &str {
    out.lines().last().unwrap_or_default()
}

/// This program as an external engine.
fn external(protocol: &str) -> String {
    format!("cmd:\"{}\" {protocol};protocol={protocol}", env!("CARGO_BIN_EXE_duiyi"))
}

#[test]
fn more_nodes_win_and_the_line_adds_up() {
    let out = ok(&["match", "full;nodes=1500", "full;nodes=40", "--game", "xiangqi", "--games", "8", "--seed", "3"]);
    let told = told(last(&out));
    assert_eq!(told.wins + told.draws + told.losses, 8);
    assert!(told.wins > told.losses, "{out}");
    assert_eq!((told.illegal, told.crash, told.timeout), (0, 0, 0));
    assert!(out.starts_with("full;nodes=1500 vs full;nodes=40: "), "{out}");
}

#[test]
fn the_same_seed_gives_the_same_games_however_many_boards_there_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let games = |boards: &str, name: &str| {
        let file = folder.path().join(name);
        let path = file.to_str().expect("a plain path");
        let args =
            ["match", "level:4", "level:3", "--game", "gomoku", "--rule", "renju", "--games", "4", "--nodes", "300"];
        let out = ok(&[&args[..], &["--seed", "9", "--record", path, "--concurrency", boards]].concat());
        (out, fs::read_to_string(file).expect("the games were recorded"))
    };
    let (out, record) = games("1", "a.sgf");
    let again = games("3", "b.sgf");
    assert_eq!((out, &record), (again.0, &again.1));
    assert_eq!(record.matches("(;FF[4]").count(), 4, "{record}");
}

#[test]
fn an_opening_is_played_with_both_colours() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (openings, record) = (folder.path().join("o.txt"), folder.path().join("r.pgn"));
    fs::write(&openings, "# one\nh2e2 h9g7\n").expect("the folder can be written to");
    let (openings, record) = (openings.to_str().expect("a plain path"), record.to_str().expect("a plain path"));
    let args = ["match", "full;nodes=60", "full;nodes=61", "--game", "xiangqi", "--games", "2"];
    ok(&[&args[..], &["--openings", openings, "--record", record]].concat());
    let text = fs::read_to_string(record).expect("the games were recorded");
    assert_eq!(text.matches("1. H2-E2 H9-G7").count(), 2, "{text}");
    for red in ["[Red \"full;nodes=60\"]", "[Red \"full;nodes=61\"]"] {
        assert_eq!(text.matches(red).count(), 1, "{text}");
    }
}

#[test]
fn a_match_longer_than_its_openings_says_where_they_come_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let openings = folder.path().join("o.txt");
    fs::write(&openings, "h2e2 h9g7\ng3g4\n").expect("the folder can be written to");
    let openings = openings.to_str().expect("a plain path");
    let warning = |games: &str| {
        let args =
            ["match", "full;nodes=60", "full;nodes=61", "--game", "xiangqi", "--openings", openings, "--games", games];
        let ended = duiyi(&args, "");
        assert_eq!(ended.status, 0, "{}", ended.err);
        ended.err
    };
    assert_eq!(warning("4"), "");
    assert!(warning("5").starts_with("--games: openings repeat from game 5 on"));
}

#[test]
fn a_test_ends_as_soon_as_it_is_decided() {
    let args = ["match", "full;nodes=400", "level:1", "--game", "gomoku", "--games", "200", "--nodes", "30"];
    let out = ok(&[&args[..], &["--sprt", "0", "200"]].concat());
    let told = told(last(&out));
    assert!(told.wins + told.draws + told.losses < 200, "{out}");
    assert!(out.lines().any(|line| line.starts_with("sprt [0, 200] llr ") && line.contains(" H1 ")), "{out}");
}

#[test]
fn external_engines_of_all_protocols_play_whole_games() {
    for (protocol, game, own) in
        [("uci", "xiangqi", "full"), ("ucci", "xiangqi", "level:2"), ("gomocup", "gomoku", "full;nodes=50")]
    {
        let out = ok(&["match", &external(protocol), own, "--game", game, "--games", "2", "--nodes", "100"]);
        let told = told(last(&out));
        assert_eq!(told.wins + told.draws + told.losses, 2, "{protocol}: {out}");
        assert_eq!((told.illegal, told.crash, told.timeout), (0, 0, 0), "{protocol}: {out}");
    }
}

#[test]
fn a_clock_is_kept() {
    let out = ok(&[
        "match",
        "full",
        &external("uci"),
        "--game",
        "xiangqi",
        "--games",
        "2",
        "--tc",
        "0.2+0.01",
        "--margin",
        "5000",
    ]);
    assert_eq!(told(last(&out)).timeout, 0, "{out}");
}

#[test]
fn faults_are_scored_against_the_one_who_did_it() {
    let play = |go: &str| {
        scripted(&format!("uci) echo uciok;; isready) echo readyok;; *depth*) echo bestmove h2e2;; {go} quit) exit"))
    };
    for (go, kind) in
        [("go*) echo bestmove a0a9;;", "illegal"), ("go*) exit 3;;", "crash"), ("go*) sleep 60;;", "timeout")]
    {
        let args = [
            "match",
            &play(go),
            "full;nodes=50",
            "--game",
            "xiangqi",
            "--games",
            "2",
            "--movetime",
            "200",
            "--margin",
            "1500",
        ];
        let out = ok(&args);
        let told = told(last(&out));
        assert_eq!((told.wins, told.draws, told.losses), (0, 0, 2), "{kind}: {out}");
        let counts = [("illegal", told.illegal), ("crash", told.crash), ("timeout", told.timeout)];
        for (name, count) in counts {
            assert_eq!(count, if name == kind { 2 } else { 0 }, "{kind}: {out}");
        }
    }
}

#[test]
fn what_makes_no_match_is_refused_with_its_place() {
    let refuse = |args: &[&str]| refused(&[&["match"], args].concat());
    let missing = ["full", "cmd:no-such-program-anywhere", "--game", "xiangqi", "--nodes", "9"];
    assert!(refuse(&missing).starts_with("B: the program"));
    let endless = refuse(&["full", "cmd:no-such-program-anywhere", "--game", "xiangqi"]);
    assert_eq!(endless, "--movetime: an external engine needs --tc, --movetime or --nodes");
    assert!(refuse(&["full", "wat", "--game", "xiangqi"]).contains("'wat' is no engine"));
    assert!(refuse(&["full", "full", "--game", "tictactoe"]).starts_with("--game: "));
    assert!(refuse(&["full;eval=/no/such/net", "full", "--game", "xiangqi"]).contains("/no/such/net"));
    let no_net =
        refuse(&[concat!("full;eval=", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "full", "--game", "xiangqi"]);
    assert!(no_net.contains("not a Xiangqi or Gomoku network file"), "{no_net}");
    let net = crate::run::net();
    let player = format!("full;eval={}", net.path().display());
    assert!(refuse(&[&player, "full", "--game", "gomoku"]).contains("this net plays Xiangqi alone"));
    assert!(refuse(&["full", "full", "--game", "xiangqi", "--size", "15"]).starts_with("--size: "));
    for size in ["0", "1", "3", "255"] {
        assert!(refuse(&["full", "full", "--game", "gomoku", "--size", size]).contains("--size"), "{size}");
    }
    assert!(refuse(&["full", "full", "--game", "gomoku", "--rule", "wat"]).starts_with("--rule: "));
    assert!(refuse(&["full", "full", "--game", "xiangqi", "--sprt", "5", "5"]).starts_with("--sprt: "));
    assert!(refuse(&["full", "full", "--game", "xiangqi", "--openings", "/no/such/file"]).contains("/no/such/file"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("o.txt");
    fs::write(&path, "h2e2\nh2e9\n").expect("the folder can be written to");
    let path = path.to_str().expect("a plain path");
    assert!(refuse(&["full", "full", "--game", "xiangqi", "--openings", path]).contains("line 2: 'h2e9'"));
}

#[test]
fn the_ladder_has_a_line_for_each_pair() {
    let out = ok(&["ladder", "--game", "gomoku", "--games", "2", "--nodes", "60"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    for (index, line) in lines.iter().enumerate() {
        assert!(line.starts_with(&format!("level:{} vs level:{}: +", index + 2, index + 1)), "{line}");
        assert_eq!(told(line).crash, 0);
    }
}

#[test]
fn the_ladder_of_odds_goes_on_where_its_table_ends() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let table = folder.path().join("odds.json");
    let path = table.to_str().expect("a plain path");
    fs::write(&table, "").expect("the folder can be written to");
    let args = ["ladder", "--game", "gomoku", "--odds", "two-stones", "--games", "1", "--nodes", "60", "--table", path];
    let out = ok(&args);
    assert_eq!(out.lines().count(), 10, "{out}");
    assert!(out.lines().all(|line| line.starts_with("two-stones level ") && line.ends_with('%')), "{out}");
    let text = fs::read_to_string(&table).expect("the table was written");
    assert_eq!(text.matches("\"two-stones\"").count(), 10, "{text}");
    assert_eq!(ok(&args), "", "every pair is known");
    let other = refused(&[&args[..], &["--seed", "7"]].concat());
    assert!(other.ends_with("odds.json: its seed is 0 and not 7; remove this table, or name another one"), "{other}");
    assert_eq!(fs::read_to_string(&table).expect("it is there"), text);
    fs::write(&table, b"\xff").expect("the folder can be written to");
    assert!(refused(&args).contains("odds.json: not valid UTF-8"));
    assert_eq!(fs::read(&table).expect("it is there"), b"\xff");
}

#[test]
fn a_match_adds_its_games_to_a_file_of_their_form_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (pgn, xqf) = (path("games.pgn"), path("game.xqf"));
    let play = ["match", "full;nodes=20", "full;nodes=21", "--game", "xiangqi", "--games", "1", "--record"];
    for _ in 0..2 {
        ok(&[&play[..], &[pgn.as_str()]].concat());
    }
    assert_eq!(fs::read_to_string(&pgn).expect("the games were written").matches("[Red ").count(), 2);
    fs::write(path("one.txt"), "h2e2 h9g7").expect("the folder can be written to");
    ok(&["convert", &path("one.txt"), &xqf]);
    let before = fs::read(&xqf).expect("it was written");
    let why = refused(&[&play[..], &[xqf.as_str()]].concat());
    assert!(why.ends_with("xqf: this file is in the form xqf, and games are added in pgn; name another one"), "{why}");
    assert_eq!(fs::read(&xqf).expect("it is there"), before);
}

#[test]
fn the_first_engine_gives_the_odds_in_every_game() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("odds.pgn");
    let path = record.to_str().expect("a plain path");
    ok(&[
        "match", "level:2", "level:1", "--game", "xiangqi", "--odds", "rook", "--games", "2", "--nodes", "60",
        "--record", path,
    ]);
    let text = fs::read_to_string(&record).expect("the games were written");
    assert_eq!(text.matches("[Red \"level:2\"]").count(), 2, "{text}");
    assert_eq!(text.matches("1NBAKABNR w").count(), 2);
    assert_eq!(text.matches("[Odds \"rook\"]").count(), 2);
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_result_so_far() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("r.pgn");
    let child = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["match", "full;nodes=50", "full;nodes=60", "--game", "xiangqi", "--games", "100000", "--record"])
        .arg(&record)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Not before a game has ended, which may take long here.
    let begun = std::time::Instant::now();
    while fs::metadata(&record).map_or(0, |file| file.len()) == 0 && begun.elapsed().as_secs() < 120 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let interrupted = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(interrupted.expect("there is a shell").success());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    let out = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    let told = told(last(&out));
    assert!((1..100_000).contains(&(told.wins + told.draws + told.losses)), "{out}");
}

/// The work was not done, so the status is not that of success.
#[cfg(unix)]
#[test]
fn an_interrupted_review_has_another_status() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("games.pgn");
    fs::write(&record, "[Red \"a\"]\n\n1. h2e2 h9g7 *\n\n".repeat(50_000)).expect("the folder can be written to");
    let mut child = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["analyze", "--nodes", "100"])
        .arg(&record)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("the output is piped"));
    out.read_line(&mut String::new()).expect("a game is reviewed");
    let interrupted = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(interrupted.expect("there is a shell").success());
    // A full pipe would keep the program from its end.
    out.read_to_end(&mut Vec::new()).expect("the output ends");
    let ended = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.starts_with("stopped; games reviewed: "), "{said}");
}

#[test]
fn openings_are_made_the_same_way_each_time() {
    let args = ["datagen", "openings", "--game", "gomoku", "--count", "3", "--nodes", "200", "--max-cp", "200"];
    let out = ok(&args);
    assert_eq!(out.lines().count(), 3, "{out}");
    assert_eq!(ok(&args), out);
    assert_eq!(duiyi(&["datagen", "openings", "--game", "gomoku", "--plies-min", "9"], "").status, 2);
}

#[test]
fn a_worker_of_openbench_is_given_beginnings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let book = folder.path().join("book.epd");
    let rooks = "3ak4/9/4b4/9/2r6/6P2/9/4B4/4A4/2BAKR3 b";
    std::fs::write(&book, format!("{rooks} - - id \"rooks\";\n\n{rooks} - - 0 40\n")).expect("it can be written");
    let book = book.to_str().expect("a name");
    for (book, plies) in [("None", (5, 10)), (book, (2, 3))] {
        let (min, max) = plies;
        let asked = format!("genfens 6 seed 3 book {book} plies-min {min} plies-max {max} nodes 100");
        let out = ok(&[&asked, "quit"]);
        assert_eq!(out.lines().count(), 6, "{out}");
        assert_eq!(ok(&[&asked, "quit"]), out);
        assert_ne!(ok(&[&asked.replace("seed 3", "seed 4")]), out);
        for line in out.lines() {
            let fen = line.strip_prefix("info string genfens ").expect("the line says what it is");
            assert!(!ok(&["legal", "--game", "xiangqi", "--fen", fen]).is_empty(), "{fen}");
            let pieces = fen.split(' ').next().expect("a board").matches(char::is_alphabetic).count();
            assert_eq!(pieces > 20, book == "None", "{fen}");
        }
    }
    for bad in ["genfens", "genfens 0 seed 1", "genfens 2 seed x", "genfens 2 book nowhere.epd", "genfens 2 sed 1"] {
        refused(&[bad, "quit"]);
    }
    std::fs::write(folder.path().join("book.epd"), format!("{rooks}\nno position\n")).expect("it can be written");
    assert!(refused(&[&format!("genfens 1 book {book}")]).contains("line 2"));
}

#[test]
fn scores_are_judged_by_games_that_others_played() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("games.pgn");
    let record = record.to_str().expect("a name");
    let players = ["match", "full;nodes=60", "level:1", "--game", "xiangqi", "--games", "4", "--nodes", "40"];
    ok(&[&players[..], &["--record", record]].concat());
    let text = fs::read_to_string(record).expect("it was written");
    assert!(text.contains("[%eval "), "what the players thought of their moves stands beside them: {text}");
    let args = ["calibrate", "--nodes", "60", "--every", "2", record];
    let out = ok(&args);
    assert_eq!(ok(&args), out);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 23, "{out}");
    assert!(lines[10].starts_with("own scale ") && lines[21].starts_with("record scale "), "{out}");
    assert!(lines[22].starts_with("games 4 left-out 0 positions "), "{out}");
    // Without evaluations no figures are printed for them; without results there is no verdict.
    let plain: String = text
        .split('{')
        .enumerate()
        .map(|(n, part)| if n == 0 { part } else { part.split_once('}').expect("a comment ends").1 })
        .collect();
    fs::write(record, &plain).expect("it can be written");
    let out = ok(&args);
    assert_eq!(out.lines().count(), 12, "{out}");
    fs::write(record, "[Game \"Chinese Chess\"]\n\n1. H2-E2 H9-G7 *\n").expect("it can be written");
    assert!(refused(&args).contains("too few"));
}

#[test]
fn engines_agree_on_a_result_only_where_that_is_asked_for() {
    let games = |more: &[&str]| {
        let args = ["match", "full", "level:1", "--game", "gomoku", "--nodes", "60", "--games", "4"];
        told(last(&ok(&[&args[..], more].concat())))
    };
    let drawn = games(&["--draw", "30000", "1", "2"]);
    assert_eq!((drawn.wins, drawn.draws, drawn.losses), (0, 4, 0));
    // No game is that long.
    assert_eq!(games(&["--draw", "0", "1", "30000", "--resign", "30000", "30000"]), games(&[]));
    assert!(refused(&["match", "full", "full", "--game", "gomoku", "--resign", "0", "1"]).contains("--resign"));
}

#[test]
fn an_external_engine_plays_from_a_book() {
    let folder = tempfile::tempdir().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    // The engine resigns where the book ends.
    let engine = scripted(
        "uci) echo uciok;; isready) echo readyok;; *depth*) echo bestmove h2e2;; go*) echo bestmove resign;; quit) exit",
    );
    fs::write(path("a.pgn"), "[Result \"1-0\"]\n\n1. a0a1 a9a8 2. i0i1 i9i8 1-0\n").expect("a file");
    fs::write(path("start"), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n")
        .expect("a file");
    let (book, record, start) = (path("my; own.book"), path("games.pgn"), path("start"));
    ok(&["book", "build", &book, &path("a.pgn"), "--game", "xiangqi"]);
    let with = format!("{engine};\"book={book}\";choice=best");
    let args = [
        "match",
        &with,
        &with,
        "--game",
        "xiangqi",
        "--games",
        "2",
        "--nodes",
        "1",
        "--openings",
        &start,
        "--record",
        &record,
    ];
    let results = |args: &[&str]| {
        let Told { wins, draws, losses, .. } = told(last(&ok(args)));
        (wins, draws, losses)
    };
    assert_eq!(results(&args), (1, 0, 1), "Red resigns after the book, once each");
    let records = fs::read_to_string(&record).expect("the games");
    let record = duiyi_core::record::format::read(records.as_bytes()).expect("the first game");
    assert_eq!(record.tree.main_line().count(), 4, "{records}");
    let alone = ["match", &engine, &engine, "--game", "xiangqi", "--games", "2", "--nodes", "1"];
    assert_eq!(results(&alone), (1, 0, 1));
    let why = refused(&["match", &format!("{engine};book={}", path("none.obk")), "level:1", "--game", "xiangqi"]);
    assert!(why.contains("none.obk"), "{why}");
}
