//! Records of other Gomoku programs, a test for each kind: what comes out of them, and what is reported.

use std::fs;
use std::path::{Path, PathBuf};

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::record::format::encoding::TextEncoding;
use duiyi_core::record::format::{self, Record, RecordPart};
use duiyi_core::study;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/cases/gm")
}

fn bytes_of(file: &str) -> Vec<u8> {
    fs::read(folder().join(file)).expect("the file is there")
}

/// What a record says: the moves that can be played, and what is reported.
#[derive(Debug)]
struct Reading {
    record: Record,
    moves: String,
    reports: Vec<String>,
}

/// Reads a file as the programs do.
///
/// # Errors
/// Why all of it is refused.
fn read(file: &str) -> Result<Reading, String> {
    read_bytes(&bytes_of(file), Path::new(file).extension().and_then(|ending| ending.to_str()))
}

fn read_bytes(bytes: &[u8], ending: Option<&str>) -> Result<Reading, String> {
    let mut record = format::sniff_file(bytes, ending).read(bytes).map_err(|why| why.to_string())?;
    let (_, stopped) = study::resolve(&mut record);
    let plies = stopped.as_ref().map_or(usize::MAX, |stopped| stopped.ply - 1);
    let moves = record.tree.main_moves().take(plies).collect::<Vec<_>>().join(" ");
    let mut reports: Vec<String> = record.faults().iter().map(ToString::to_string).collect();
    reports.extend(stopped.map(|stopped| format::ReadFault::from(&stopped).to_string()));
    Ok(Reading { record, moves, reports })
}

#[track_caller]
fn whole(file: &str) -> Reading {
    let reading = read(file).expect("it can be read");
    assert_eq!(reading.reports, Vec::<String>::new(), "{file}");
    reading
}

/// Reads a text that has one thing to report, and returns it with the moves before.
#[track_caller]
fn stopped(text: &str) -> (String, String) {
    let reading = read_bytes(text.as_bytes(), None).expect("it can be read");
    assert_eq!(reading.reports.len(), 1, "{text}: {:?}", reading.reports);
    (reading.moves, reading.reports[0].clone())
}

fn comment(reading: &Reading, ply: usize) -> &str {
    let node = reading.record.tree.main_line().nth(ply - 1).expect("there is such a move");
    &reading.record.tree.note(node).comment
}

fn names(reading: &Reading) -> [&str; 2] {
    let names = &reading.record.header.names;
    [&names.first, &names.second]
}

#[test]
fn renlib_labels_of_empty_points() {
    let reading = whole("lib-labels.lib");
    assert_eq!(reading.moves, "h8 i9 j8");
    let first = reading.record.tree.main_line().next().expect("there are moves");
    let labels = reading.record.tree.note(first).labels.iter().map(|label| format!("{} {}", label.at, label.text));
    assert_eq!(labels.collect::<Vec<_>>(), ["g9 A", "i7 B"]);
}

#[test]
fn renlib_comments_of_old() {
    let reading = whole("lib-oldcomment-even.lib");
    assert_eq!((reading.moves.as_str(), comment(&reading, 2)), ("h8 i9 j8 g7", "best move!"));
    assert_eq!(reading.record.tree.len(), 6);
}

#[test]
fn renlib_without_a_header() {
    assert!(whole("lib-headerless.lib").moves.starts_with("h8 i9 j8"));
    // The content alone tells it, and other first bytes are no library.
    let bytes = bytes_of("lib-headerless.lib");
    assert_eq!(format::sniff(&bytes).name(), "lib");
    assert!(format::named("lib").expect("a form").read(&bytes[2..]).is_err());
}

#[test]
fn renlib_path_without_an_end() {
    assert_eq!(whole("lib-only-h8.lib").moves, "h8");
}

#[test]
fn renlib_points_beyond_the_board() {
    assert_eq!(read("bad.lib").expect_err("it is refused"), "byte 24: f3 is no point of the board");
}

#[test]
fn renlib_passes() {
    let reading = read("lib-pass.lib").expect("it can be read");
    assert_eq!((reading.moves.as_str(), reading.reports.len()), ("h8 i9 j8", 1));
    assert!(reading.reports[0].starts_with("byte 28: move 4, 'pass'"), "{:?}", reading.reports);
    assert_eq!(reading.record.tree.len(), 6);
}

#[test]
fn sgf_names_that_begin_with_a_digit() {
    let reading = read("orc.sgf").expect("it can be read");
    let header = &reading.record.header;
    assert_eq!(reading.moves, "h8 h9 j10 i9 g9 k9");
    assert_eq!((names(&reading), header.date.as_str(), header.setup.size()), (["two", "one"], "2011.03.09", Some(15)));
    assert_eq!(header.outcome, Some(Outcome::win(Side::Second, Reason::Resignation)));
    for tag in [("Event", "none"), ("WR", "3d*"), ("5A", "gg"), ("5A", "hi"), ("Title", "one-two(B) : RIF rule")] {
        assert!(header.tags.iter().any(|(name, value)| (name.as_str(), value.as_str()) == tag), "{tag:?}");
    }
    assert_eq!(reading.reports, ["line 2: game number 5 is not Gomoku"]);
}

#[test]
fn sgf_results_in_their_usual_spellings() {
    for (text, outcome) in [
        ("B+Draw", Outcome::draw(Reason::Unstated)),
        ("W+Resign", Outcome::win(Side::Second, Reason::Resignation)),
        ("Black wins", Outcome::win(Side::First, Reason::Unstated)),
        ("黑胜", Outcome::win(Side::First, Reason::Unstated)),
        ("黒中押し勝ち", Outcome::win(Side::First, Reason::Resignation)),
        ("引き分け", Outcome::draw(Reason::Unstated)),
    ] {
        let reading = read_bytes(format!("(;GM[4]SZ[15]RE[{text}];B[hh];W[ih])").as_bytes(), None).expect("a record");
        assert_eq!((reading.record.header.outcome, reading.reports.len()), (Some(outcome), 0), "{text}");
    }
}

#[test]
fn sgf_passes_keep_the_colours() {
    let reading = read("pass-tt.sgf").expect("it can be read");
    assert_eq!((reading.moves.as_str(), reading.reports.len()), ("h8 i8 i7", 1));
    for pass in ["W[]", "W[ ]", "W[tt]"] {
        let (moves, why) = stopped(&format!("(;GM[4]SZ[15];B[hh];W[ih];B[ii]\n;{pass};B[jj];W[gg])"));
        assert_eq!(moves, "h8 i8 i7");
        assert!(why.starts_with("line 2: move 4, 'pass'"), "{why}");
    }
    // Nothing behind the pass is written as another move.
    let written = format::named("sgf").expect("a form").write(&reading.record.header, &reading.record.tree);
    let written = written.expect("it is Gomoku");
    assert_eq!(written.left_out.count(RecordPart::Unplayable), 3);
    let again = read_bytes(&written.bytes, None).expect("our own");
    assert_eq!(again.moves, "h8 i8 i7");
}

#[test]
fn sgf_occupied_points_and_colours_out_of_turn_end_the_line() {
    for (stone, place) in [("W[hh]", 2), ("B[jj]", 2), ("W[zz]", 2), ("W[5]", 2)] {
        let (moves, why) = stopped(&format!("(;GM[4]SZ[15];B[hh];W[ih];B[ii]\n;{stone};B[kk];W[gg])"));
        assert_eq!(moves, "h8 i8 i7", "{stone}");
        assert!(why.starts_with(&format!("line {place}: move 4")), "{why}");
    }
}

#[test]
fn sgf_positions_with_the_wrong_side_to_move_are_refused() {
    for file in ["pl-white.sgf", "handicap.sgf"] {
        let why = read(file).expect_err("no stone changes its colour");
        assert!(why.starts_with("line 1: ") && why.contains("cannot be to move"), "{why}");
    }
    let obeyed = "(;GM[4]SZ[15]AB[hh][hi]AW[ii]PL[W];W[ik];B[gg])";
    assert_eq!(read_bytes(obeyed.as_bytes(), None).expect("a record").moves, "h8 i7 h7 i5 g9");
    let emptied = "(;GM[4]SZ[15]AB[hh][hi][aa]AW[ii]AE[aa]PL[W];W[ik])";
    assert_eq!(read_bytes(emptied.as_bytes(), None).expect("a record").moves, "h8 i7 h7 i5");
}

#[test]
fn sgf_set_up_is_a_position() {
    let reading = whole("renju-setup-order.sgf");
    let mut stones: Vec<&str> = reading.moves.split(' ').collect();
    let black: Vec<&str> = stones.iter().copied().step_by(2).collect();
    stones.sort_unstable();
    assert_eq!(stones, ["a15", "h10", "h8", "h9", "h11", "i8", "j8", "k8", "o11", "o13", "o15", "o9"].sorted());
    assert!(["a15", "h8", "h9", "h10", "i8", "j8"].iter().all(|stone| black.contains(stone)));
}

trait Sorted {
    fn sorted(self) -> Vec<&'static str>;
}

impl<const N: usize> Sorted for [&'static str; N] {
    fn sorted(self) -> Vec<&'static str> {
        let mut all = self.to_vec();
        all.sort_unstable();
        all
    }
}

#[test]
fn sgf_root_properties_have_no_order() {
    let (late, early) = (whole("szlate.sgf"), whole("szearly.sgf"));
    assert_eq!(late.record.header.setup.size(), Some(19));
    let (set_up, played) = late.moves.split_at(13);
    assert_eq!((set_up.split(' ').collect::<Vec<_>>().len(), played), (4, " j11 j8"));
    assert!(["j10", "j9", "k9", "k10"].iter().all(|stone| set_up.contains(stone)), "{set_up}");
    assert_eq!((late.moves, late.record.tree), (early.moves, early.record.tree));
}

#[test]
fn sgf_encodings_are_declared_or_guessed() {
    for (file, black, white, moves) in [
        ("latin1-name.sgf", "André", "Björn", "h8 i8 i7"),
        ("cp1251.sgf", "Игрок", "Соперник", "h8 i8 i7"),
        ("sjis.sgf", "ﾀﾅｶ", "中村", "h8 i8 i7"),
        ("big5.sgf", "許功蓋", "陳小明", "h8 i8 i7"),
        ("cut-utf8.sgf", "张三", "李四", "h8 i8 i7 g9"),
    ] {
        let reading = read(file).expect("it can be read");
        let [first, second] = names(&reading);
        assert_eq!((reading.moves.as_str(), reading.reports.len()), (moves, 0), "{file}");
        assert_eq!((first, second), (black, white), "{file}");
    }
    let latin = whole("latin1-comment.sgf");
    assert_eq!(
        (latin.moves.as_str(), latin.record.tree.note(duiyi_core::record::Tree::ROOT).comment.as_str()),
        ("h8 i8 i7", "café")
    );
    assert!(latin.record.encoding.is_doubtful());
    // A person's choice outranks the guess.
    let codec = format::named("sgf").expect("a form");
    let chosen = codec.read_as(&bytes_of("latin1-name.sgf"), TextEncoding::named("windows-1250")).expect("a record");
    assert_eq!((chosen.header.names.first.as_str(), chosen.encoding.is_doubtful()), ("André", false));
}

#[test]
fn sgf_rules_of_renju_with_their_openings() {
    for (rule, opening) in [
        ("Yamaguchi", "yamaguchi"),
        ("Soosyrv-8", "soosorv-8"),
        ("soosyrv8", "soosorv-8"),
        ("Taraguchi-10", "taraguchi-10"),
        ("有禁", ""),
        ("禁手あり", ""),
        ("山口", "yamaguchi"),
        ("索索夫8打", "soosorv-8"),
        ("連珠", ""),
    ] {
        let text = format!("(;GM[4]SZ[15]RU[{rule}];B[hh];W[ih])");
        let reading = read_bytes(text.as_bytes(), None).expect("a record");
        let header = &reading.record.header;
        assert_eq!((header.setup.rule_code(), header.opening.as_str()), ("renju", opening), "{rule}");
        assert_eq!(reading.reports, Vec::<String>::new());
    }
}

#[test]
fn sgf_properties_are_kept_or_reported() {
    let reading = read("props.sgf").expect("it can be read");
    assert_eq!((reading.moves.as_str(), comment(&reading, 1)), ("h8 i8", "The Centre"));
    let reported = |name: &str| reading.reports.iter().any(|report| report.contains(&format!("property {name} ")));
    for name in ["DM", "UC", "GB", "V", "N", "L"] {
        assert!(!reported(name), "{name} has a place");
    }
    for name in ["HO", "SL", "DD", "XX", "OB", "VW", "MN", "PM", "FG", "LN"] {
        assert!(reported(name), "{name} has none");
    }
    assert!(reading.record.header.tags.contains(&("N".to_owned(), "root name".to_owned())));
}

#[test]
fn lists_of_points() {
    for (text, moves, reports) in [
        ("h8i9k12", "h8 i9 k12", 0),
        ("h8i9", "h8 i9", 0),
        ("h8 i9 1-0", "h8 i9", 0),
        ("h8i9--j10", "h8 i9", 1),
        ("1. h8 i9 2. j10 黑胜", "h8 i9 j10", 0),
        (
            "[Site \"PlayOK\"]\n[Black \"one\"]\n[White \"two\"]\n[Result \"0-1\"]\n\n1. h8 i9 2. j10 h7 0-1",
            "h8 i9 j10 h7",
            0,
        ),
    ] {
        let reading = read_bytes(text.as_bytes(), None).expect("a list of points");
        assert_eq!((reading.moves.as_str(), reading.reports.len()), (moves, reports), "{text}");
        assert_eq!(reading.record.header.setup.kind(), duiyi_core::game::GameKind::Gomoku);
    }
}

#[test]
fn lists_of_stones_end_at_a_stone_off_the_board() {
    let psq = read("offboard.psq").expect("it can be read");
    assert_eq!((psq.moves.as_str(), psq.reports.len()), ("h8", 1));
    assert!(psq.reports[0].starts_with("line 3: move 2, '16,8,5'"), "{:?}", psq.reports);
    let rec = read("off.rec").expect("it can be read");
    assert_eq!((rec.moves.as_str(), rec.record.header.setup.size(), rec.reports.len()), ("k5", Some(15), 1));
    assert!(rec.reports[0].starts_with("line 4: move 2, '25,3,0'"), "{:?}", rec.reports);
    let pos = read_bytes(&[4, 112, 230, 113, 98], Some("pos")).expect("it can be read");
    assert_eq!((pos.moves.as_str(), pos.reports.len()), ("h8", 1));
}

#[test]
fn sgf_openings_of_quest() {
    let text = "(;GM[4]SZ[15]RE[B+]\n;QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])";
    let reading = read_bytes(text.as_bytes(), None).expect("it can be read");
    assert_eq!((reading.moves.as_str(), reading.reports), ("h8 h9 j10 i9 g9 i7", vec![]));
    assert_eq!(reading.record.header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
    // What is no stone ends the line: the next stones keep their colours.
    assert_eq!(stopped("(;GM[4]SZ[15];QPR[hh,hg,?];QSLW[ig];B[gg])").0, "h8 h9");
}

#[test]
fn sgf_in_another_encoding_than_it_declares() {
    let text = "(;GM[4]CA[gb2312]SZ[15]PB[黑方甲]PW[白方乙];B[hh]C[天元])";
    let reading = read_bytes(text.as_bytes(), None).expect("it can be read");
    assert_eq!((names(&reading), comment(&reading, 1)), (["黑方甲", "白方乙"], "天元"));
}

#[test]
fn a_result_without_a_reason_has_none() {
    let five = "(;GM[4]SZ[15]RE[B+];B[hh];W[aa];B[hg];W[ca];B[hi];W[ea];B[hf];W[ga];B[hj])";
    let reading = read_bytes(five.as_bytes(), None).expect("it can be read");
    assert_eq!(reading.record.header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
}

#[test]
fn a_text_is_no_list_of_stones() {
    assert!(read_bytes(format!("{}\n", ".".repeat(15)).repeat(15).as_bytes(), Some("pos")).is_err());
}

/// Reads every game of a collection, as [`read_bytes`] reads the first.
fn games(file: &str) -> Vec<Reading> {
    let bytes = bytes_of(file);
    let mut games = Vec::new();
    let _ = format::sniff(&bytes).read_each(&bytes, &mut |record| {
        let mut record = record.expect("it is a game");
        let (_, stopped) = study::resolve(&mut record);
        let moves = record.tree.main_moves().collect::<Vec<_>>().join(" ");
        let mut reports: Vec<String> = record.faults().iter().map(ToString::to_string).collect();
        reports.extend(stopped.map(|stopped| format::ReadFault::from(&stopped).to_string()));
        games.push(Reading { record, moves, reports });
        std::ops::ControlFlow::Continue(())
    });
    games
}

#[test]
fn lists_of_swap_games_name_colours_and_opening() {
    let games = games("playok-swap2.txt");
    let told: Vec<(&str, [&str; 2], &str)> =
        games.iter().map(|game| (game.moves.as_str(), names(game), game.record.header.opening.as_str())).collect();
    assert_eq!(
        told,
        [
            ("h8 i9 l10 n12 h4 j6 h7 k7 h6 h5 f8 j8", ["opener", "responder"], "swap2 h8 i9 l10 add n12 h4 keep"),
            ("h8 i9 k5 j6 m3 i8 j9 k7 l8", ["responder", "opener"], "swap2 h8 i9 k5 add j6 m3 swap"),
            ("h8 i9 l9 g9 g10", ["responder", "opener"], "swap2 h8 i9 l9 swap"),
        ]
    );
    let winners: Vec<_> =
        games.iter().map(|game| game.record.header.outcome.and_then(|outcome| outcome.winner)).collect();
    assert_eq!(winners, [Some(Side::First), Some(Side::Second), Some(Side::First)]);
    assert!(games.iter().all(|game| game.reports.is_empty()));
    // Read alone, the first game says that there are others.
    assert_eq!(read("playok-swap2.txt").expect("a list").reports, ["line 15: 2 more games are not read"]);
}

#[test]
fn sgf_that_contradicts_its_encoding_is_reported() {
    let reading = read("ca-lies.sgf").expect("it can be read");
    assert_eq!((names(&reading), comment(&reading, 1)), (["黑方甲", "白方乙"], "天元"));
    assert_eq!(reading.reports, ["line 1: CA declares gb2312, which the bytes contradict; UTF-8 is taken"]);
    // A person's choice is no contradiction.
    let codec = format::named("sgf").expect("a form");
    let chosen = codec.read_as(&bytes_of("ca-lies.sgf"), TextEncoding::named("UTF-8")).expect("a record");
    assert_eq!(chosen.faults(), []);
    for (text, reports) in [("CA[utf8]", 0), ("CA[UTF-8]", 0), ("CA[GBK]", 0), ("CA[klingon]", 1), ("CA[UTF-16]", 0)] {
        let reading = read_bytes(format!("(;GM[4]{text};B[hh])").as_bytes(), None).expect("a record");
        assert_eq!(reading.reports.len(), reports, "{text}");
    }
}

#[test]
fn sgf_comments_keep_their_blanks() {
    let reading = whole("comment-blanks.sgf");
    assert_eq!((reading.moves.as_str(), comment(&reading, 2)), ("h8 i8 i9", " only text, two blanks before the end  "));
    let written = format::named("sgf").expect("a form").write(&reading.record.header, &reading.record.tree);
    let again = read_bytes(&written.expect("it is Gomoku").bytes, None).expect("our own");
    assert_eq!(again.record.tree, reading.record.tree);
}

#[test]
fn psq_keeps_why_a_game_ended() {
    let reading = whole("timeout.psq");
    let tags = [("Termination", "time forfeit"), ("Levels", "11:11")];
    assert_eq!(reading.record.header.tags, tags.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let odd = read_bytes(b"Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n12\n", None).expect("a record");
    assert_eq!(odd.reports, ["line 5: Piskvork's code of the end, 12, is not kept"]);
}

#[test]
fn databases_of_renju_are_collections() {
    let games = games("renjunet.rif");
    assert_eq!(games.iter().map(|game| game.moves.as_str()).collect::<Vec<_>>(), ["h8 i8 i9 h9 g7", "h8 i9 j10"]);
    assert!(games.iter().all(|game| game.reports.is_empty()));
    let header = &games[0].record.header;
    assert_eq!((names(&games[0]), header.date.as_str()), (["Ann One", "Bob Two"], "2001.05.12"));
    assert_eq!((header.setup.rule_code(), header.opening.as_str()), ("renju", "yamaguchi"));
    assert_eq!(header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
    for tag in
        [("Event", "Club cup"), ("Site", "Town, Nowhere"), ("Round", "1"), ("OPENING", "D4 Kagetsu"), ("ALT", "g9")]
    {
        assert!(header.tags.iter().any(|(name, value)| (name.as_str(), value.as_str()) == tag), "{tag:?}");
    }
    assert_eq!(games[1].record.header.outcome, Some(Outcome::draw(Reason::Unstated)));
    // SGF has room for all of it.
    let written = format::named("sgf").expect("a form").write(header, &games[0].record.tree).expect("it is Gomoku");
    assert!(written.left_out.is_empty());
}
