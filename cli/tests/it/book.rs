//! `duiyi book`: books are made of records, turned into the forms of other programs and back, and looked up.

use std::fs;

use tempfile::TempDir;

use crate::run::{duiyi, ok, refused};

const GAMES: &str = "[Result \"1-0\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n\n\
                     [Result \"0-1\"]\n\n1. 炮八平五 马2进3 2. 马八进七 0-1\n\n\
                     [Result \"1/2-1/2\"]\n\n1. 炮二平五 炮8平5 1/2-1/2\n\n\
                     [Result \"*\"]\n\n1. 兵三进一 *\n";

#[test]
fn records_become_a_book_that_goes_through_every_form() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    fs::write(path("games.pgn"), GAMES).expect("a file");
    let (own, obk, pf, back) = (path("a.book"), path("b.obk"), path("c.pfBook"), path("d.book"));
    let built = ok(&["book", "build", &own, &path("games.pgn"), "--game", "xiangqi"]);
    assert_eq!(built, "games 4 positions 3 moves 5\n");
    assert_eq!(ok(&["book", "info", &own]), "form own game xiangqi positions 3 moves 5\n");
    let start = "h2e2\t3\t1\t1\t1\t\t\ng3g4\t1\t0\t0\t0\t\t\n";
    assert_eq!(ok(&["book", "probe", &own, "--game", "xiangqi"]), start);
    for to in [&obk, &pf] {
        assert_eq!(ok(&["book", "export", &own, to]), "positions 3 moves 5 unreached 0\n");
        assert_eq!(ok(&["book", "probe", to, "--game", "xiangqi"]), start);
    }
    assert_eq!(ok(&["book", "info", &pf]), "form pfbook game xiangqi positions 3 moves 5\n");
    assert_eq!(ok(&["book", "import", &obk, &back]), "positions 3 moves 5 unreached 0\n");
    let replies = ["book", "probe", &back, "--game", "xiangqi", "--json", "--moves", "炮八平五"];
    assert_eq!(
        ok(&replies),
        "{\"move\":\"b9c7\",\"weight\":2,\"wins\":1,\"draws\":0,\"losses\":1,\"sign\":\"\",\"remark\":\"\"}\n\
         {\"move\":\"b7e7\",\"weight\":1,\"wins\":0,\"draws\":1,\"losses\":0,\"sign\":\"\",\"remark\":\"\"}\n"
    );
    let merged = duiyi(&["book", "merge", &path("e.book"), &own, &back], "");
    assert_eq!(
        (merged.out.as_str(), merged.err.as_str()),
        ("form own game xiangqi positions 3 moves 5\n", "0 moves were added and 5 joined\n")
    );
    let more = duiyi(&["book", "merge", &path("i.book"), &own, &obk, &pf], "");
    assert_eq!((more.status, more.err.as_str()), (0, "0 moves were added and 10 joined\n"), "books of others, too");
    let pruned = duiyi(&["book", "prune", &path("e.book"), &path("f.book"), "--games", "3"], "");
    assert_eq!(
        (pruned.status, pruned.out.as_str(), pruned.err.as_str()),
        (0, "form own game xiangqi positions 3 moves 4\n", "1 move was left out\n"),
        "a move without counted games stays"
    );
    let near = duiyi(&["book", "prune", &path("e.book"), &path("g.book"), "--within", "0"], "");
    assert_eq!((near.status, near.err.as_str()), (0, "2 moves were left out\n"), "the rarer of two moves, twice");
    let rest = duiyi(&["book", "subtract", &own, &path("f.book"), &path("h.book")], "");
    assert_eq!(
        (rest.status, rest.out.as_str(), rest.err.as_str()),
        (0, "form own game xiangqi positions 1 moves 1\n", "4 moves were left out\n")
    );
    let unknown = duiyi(&["book", "probe", &own, "--game", "xiangqi", "--moves", "a0a1"], "");
    assert_eq!((unknown.status, unknown.out.as_str()), (1, ""));
}

#[test]
fn a_gomoku_book_is_for_gomoku() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    fs::write(path("a.sgf"), "(;FF[4]GM[4]SZ[15]RE[B+];B[hh];W[ig];B[jf])").expect("a file");
    let own = path("a.book");
    let built = duiyi(&["book", "build", &own, &path("a.sgf"), "--game", "gomoku"], "");
    assert_eq!((built.status, built.out.as_str()), (0, "games 1 positions 3 moves 3\n"), "{}", built.err);
    let found = duiyi(&["book", "probe", &own, "--game", "gomoku", "--moves", "h8 g7"], "");
    assert_eq!((found.status, found.out.as_str()), (0, "f6\t2\t1\t0\t0\t\t\n"));
    let why = refused(&["book", "probe", &own, "--game", "xiangqi"]);
    assert!(why.contains("is a book of the game gomoku"), "{why}");
    assert!(refused(&["book", "export", &own, &path("b.obk")]).contains("no Xiangqi book"));
    let none = refused(&["book", "build", &path("c.book"), &path("a.sgf"), "--game", "xiangqi"]);
    assert!(none.contains("no record has a game of xiangqi"), "{none}");
    assert!(!folder.path().join("c.book").exists());
}

#[test]
fn what_is_read_is_not_written_over_and_no_book_is_named() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    fs::write(path("games.pgn"), GAMES).expect("a file");
    let own = path("a.book");
    duiyi(&["book", "build", &own, &path("games.pgn"), "--game", "xiangqi"], "");
    fs::write(path("words.txt"), "no record and no book").expect("a file");
    let before = fs::read(&own).expect("it is there");
    let again = format!("{}/./a.book", folder.path().display());
    for arguments in [
        ["book", "merge", &own, &again],
        ["book", "prune", &own, &again],
        ["book", "import", &path("words.txt"), &path("b.book")],
        ["book", "export", &own, &path("b.pgn")],
        ["book", "info", &path("none.obk"), "--json"],
    ] {
        let why = refused(&arguments);
        assert_eq!(why.lines().count(), 1, "{why}");
    }
    assert_eq!(fs::read(&own).expect("it is there"), before);
}

#[test]
fn an_import_of_records_says_what_is_left_out_and_what_is_wrong() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    let games =
        "(;FF[4]GM[4]SZ[15];B[hh];W[hg])(;FF[4]GM[4]SZ[15];B[hh])(;FF[4]GM[7];B[b2-e2])(;FF[4]GM[4]SZ[3];B[bb])";
    fs::write(path("games.sgf"), games).expect("a file");
    for command in [
        vec!["book", "import", &path("games.sgf"), &path("a.book")],
        vec!["book", "build", &path("b.book"), &path("games.sgf"), "--game", "gomoku"],
    ] {
        let done = duiyi(&command, "");
        assert_eq!(done.status, 0, "{}", done.err);
        let said: Vec<&str> = done.err.lines().collect();
        assert!(said.len() == 2 && said.iter().all(|line| line.contains("games.sgf: 1 game was ")), "{said:?}");
    }
    let why = refused(&["book", "import", &path("games.sgf"), &path("none/a.book")]);
    assert!(why.contains("none") && !why.contains("opening book"), "{why}");
}

/// `duiyi book build games.pgn more.pgn` forgets the book to write.
#[test]
fn only_a_book_of_the_form_that_is_written_is_replaced() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    let (games, own, obk) = (path("games.pgn"), path("a.book"), path("b.obk"));
    fs::write(&games, GAMES).expect("a file");
    fs::write(path("keep.pgn"), GAMES).expect("a file");
    fs::write(path("keep.pfBook"), "notes of a year").expect("a file");
    let build = |to: &str| ["book", "build", to, &games, "--game", "xiangqi"].map(str::to_owned);
    let plain = |arguments: &[&str]| arguments.iter().map(|&argument| argument.to_owned()).collect::<Vec<_>>();
    ok(&build(&own).each_ref().map(String::as_str));
    ok(&["book", "export", &own, &obk]);
    let kept = ["keep.pgn", "keep.pfBook", "a.book", "b.obk"].map(path);
    let read = || kept.each_ref().map(|path| fs::read(path).expect("it is there"));
    let before = read();
    for arguments in [
        build(&path("keep.pgn")).to_vec(),
        build(&obk).to_vec(),
        plain(&["book", "import", &obk, &path("keep.pgn")]),
        plain(&["book", "import", &games, &path("keep.pgn")]),
        plain(&["book", "export", &own, &path("keep.pfBook")]),
        plain(&["book", "merge", &path("keep.pgn"), &own, &obk]),
        plain(&["book", "merge", &own, &obk]),
        plain(&["book", "prune", &own, &obk]),
        plain(&["book", "subtract", &own, &own, &path("keep.pgn")]),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let why = refused(&arguments);
        assert!(why.contains("write to another one") || why.contains("two books or more"), "{why}");
        assert!(read() == before, "{arguments:?}");
    }
    // A book of one's own is made again, and so is what was exported; an empty file has nothing to lose.
    fs::write(path("empty.book"), "").expect("a file");
    for to in [&own, &path("empty.book")] {
        ok(&build(to).each_ref().map(String::as_str));
    }
    ok(&["book", "export", &own, &obk]);
    assert_eq!(ok(&["book", "info", &path("empty.book")]), ok(&["book", "info", &own]));
}

#[test]
fn every_protocol_plays_from_books_in_files() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    // No search would play these.
    fs::write(path("a.pgn"), "[Result \"1-0\"]\n\n1. a0a1 a9a8 1-0\n").expect("a file");
    fs::write(path("b.pgn"), "[Result \"1-0\"]\n\n1. i0i1 i9i7 1-0\n").expect("a file");
    fs::write(path("g.sgf"), "(;FF[4]GM[4]SZ[15]RE[B+];B[aa];W[bb])").expect("a file");
    let (xiangqi, other, gomoku) = (path("a b.book"), path("b.book"), path("g.book"));
    ok(&["book", "build", &xiangqi, &path("a.pgn"), "--game", "xiangqi"]);
    ok(&["book", "build", &other, &path("b.pgn"), "--game", "xiangqi"]);
    ok(&["book", "build", &gomoku, &path("g.sgf"), "--game", "gomoku"]);
    let none = path("none.obk");
    let ask = |protocol: &str, lines: &[String]| duiyi(&[protocol], &(lines.join("\n") + "\n")).out;
    let go = |moves: &str| format!("position startpos{moves}\ngo nodes 1");

    for (protocol, on, set) in [
        ("uci", "setoption name OwnBook value true", "setoption name BookFile value"),
        ("ucci", "setoption usebook true", "setoption bookfiles"),
    ] {
        let line = |text: &str| text.to_owned();
        let both = format!("{set} {xiangqi};{other}");
        let out = ask(protocol, &[line(on), both.clone(), go(""), go(" moves i0i1"), go(" moves a0a1"), line("quit")]);
        let answers: Vec<&str> = out.lines().filter(|line| line.starts_with("bestmove")).collect();
        // The first move is the image on the mover's right.
        assert!(answers[0].starts_with("bestmove i0i1"), "{out}");
        assert!(answers[1].starts_with("bestmove i9i8"), "the first book answers, as in its image: {out}");
        assert!(answers[2].starts_with("bestmove a9a8"), "{out}");
        let off = ask(protocol, &[both.clone(), go(""), line("quit")]);
        assert!(!off.contains("bestmove i0i1"), "without the option no book answers: {off}");
        let emptied = ask(protocol, &[line(on), both, format!("{set} <empty>"), go(" moves i0i1"), line("quit")]);
        assert!(!emptied.contains("bestmove i9i8"), "{emptied}");
        for wrong in [&none, &gomoku, &path("a.pgn")] {
            let told = ask(protocol, &[format!("{set} {wrong}"), line("quit")]);
            let told: Vec<&str> = told.lines().filter(|&line| line != "bye").collect();
            assert!(told.len() == 1 && told[0].contains(wrong.as_str()), "{told:?}");
        }
    }

    let moves = |set: &str| {
        ask(
            "gomocup",
            &[
                set.to_owned(),
                "INFO book 1".to_owned(),
                "START 15".to_owned(),
                "INFO max_node 1".to_owned(),
                "BEGIN".to_owned(),
            ],
        )
    };
    let out = moves(&format!("INFO book_file {gomoku}"));
    let corners = ["0,0", "14,0", "0,14", "14,14"];
    assert!(out.lines().any(|line| corners.contains(&line)), "{out}");
    let refused = moves(&format!("INFO book_file {xiangqi}"));
    assert!(
        refused.contains("MESSAGE book_file: ") && !refused.lines().any(|line| corners.contains(&line)),
        "{refused}"
    );
}

#[test]
fn a_renlib_library_is_a_book_in_which_lines_meet() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    // Two orders of the same five stones, and a line of its own with a comment.
    let tree = "(;FF[4]GM[4]SZ[15]RU[renju];B[hh](;W[hg];B[ig](;W[gi];B[ii])(;W[jj];B[gg]C[the point]))(;W[gi];B[ig];W[hg];B[ii]))";
    fs::write(path("a.sgf"), tree).expect("a file");
    ok(&["convert", &path("a.sgf"), &path("a.lib")]);
    let (a, b) = (path("a.book"), path("b.book"));
    assert_eq!(ok(&["book", "import", &path("a.lib"), &a]), "positions 32 moves 40 unreached 0\n", "under four rules");
    assert_eq!(ok(&["book", "build", &b, &path("a.lib"), "--game", "gomoku"]), "games 1 positions 32 moves 40\n");
    let probe = |moves: &str| ok(&["book", "probe", &a, "--game", "gomoku", "--rule", "renju", "--moves", moves]);
    let [one, other] = ["h8 h9 i9 g7", "h8 g7 i9 h9"].map(probe);
    assert_eq!(one, other, "both orders lead to one position");
    assert!(one.starts_with("i7\t2\t"), "{one}");
    assert!(probe("h8 h9 i9 j6").ends_with("\tthe point\n"), "{}", probe("h8 h9 i9 j6"));
}

/// The book that was there stays until the new one is whole, whenever the program is killed.
#[test]
fn a_killed_count_leaves_the_old_book() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = TempDir::new().expect("a test has a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("its name is text").to_owned();
    fs::write(path("few.pgn"), GAMES).expect("a file");
    fs::write(path("many.pgn"), GAMES.repeat(1_500)).expect("a file");
    let own = path("a.book");
    let build = |records: &str| {
        let mut build = Command::new(env!("CARGO_BIN_EXE_duiyi"));
        build.args(["book", "build", &own, records, "--game", "xiangqi"]).stdout(Stdio::null()).stderr(Stdio::null());
        build.spawn().expect("the program starts")
    };
    build(&path("few.pgn")).wait().expect("the program ends");
    let before = fs::read(&own).expect("a book");
    let begun = Instant::now();
    build(&path("many.pgn")).wait().expect("the program ends");
    let whole = begun.elapsed();
    let after = fs::read(&own).expect("a book");
    assert_ne!(before, after);
    let mut old = 0;
    for tenth in 0..10 {
        fs::write(&own, &before).expect("the old book");
        let mut count = build(&path("many.pgn"));
        std::thread::sleep(whole.mul_f64(f64::from(tenth) / 10.0).max(Duration::from_millis(1)));
        count.kill().expect("it can be killed");
        count.wait().expect("it has ended");
        let now = fs::read(&own).expect("a book");
        assert!(now == before || now == after, "half a book after {tenth} tenths");
        old += u32::from(now == before);
    }
    assert!(old > 0, "no kill came in time");
}
