//! Records of other programs: each file of `data/cases/xq` is one kind of what such programs write, and each test has
//! neighbours of its file. A record says who won, why, and by which rule; what we think of it is another statement.

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::record::format::pgn::Pgn;
use duiyi_core::record::format::{self, Codec, Record, UnreadableRecord};
use duiyi_core::record::{Header, Tree};
use duiyi_core::study::{self, Study, verdict};

/// A record as it was read, its moves in coordinates.
struct Opened {
    record: Record,
    verdict: Option<Outcome>,
    /// Faults, the move at which the main line stopped among them.
    faults: Vec<String>,
}

impl Opened {
    fn of(mut record: Record) -> Opened {
        let (game, stopped) = study::resolve(&mut record);
        let verdict = stopped.is_none().then(|| verdict(&record.header, &game)).flatten();
        let mut faults: Vec<String> = record.faults().iter().map(ToString::to_string).collect();
        faults.extend(stopped.map(|stopped| format!("{}: {}", stopped.place, stopped.why)));
        Opened { record, verdict, faults }
    }

    fn header(&self) -> &Header {
        &self.record.header
    }

    fn tree(&self) -> &Tree {
        &self.record.tree
    }

    fn moves(&self) -> String {
        self.tree().main_moves().collect::<Vec<_>>().join(" ")
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.header().tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Every comment, the game's first.
    fn comments(&self) -> String {
        let notes = self.tree().subtree(Tree::ROOT).map(|node| self.tree().note(node).comment.as_str());
        notes.filter(|comment| !comment.is_empty()).collect::<Vec<_>>().join(" | ")
    }

    fn pgn(&self) -> String {
        let written = Pgn::ICCS.write(self.header(), self.tree()).expect("it is Xiangqi");
        assert!(written.left_out.is_empty());
        String::from_utf8(written.bytes).expect("PGN is text")
    }

    /// Expects that nothing was lost.
    #[track_caller]
    fn whole(self) -> Opened {
        assert_eq!(self.faults, [""; 0]);
        self
    }
}

#[track_caller]
fn open(bytes: impl AsRef<[u8]>) -> Opened {
    Opened::of(format::read(bytes.as_ref()).expect("it is a record"))
}

/// Reads every game of a collection.
#[track_caller]
fn open_all(bytes: impl AsRef<[u8]>) -> Vec<Opened> {
    let mut games = Vec::new();
    let _ = format::sniff(bytes.as_ref()).read_each(bytes.as_ref(), &mut |record| {
        games.push(Opened::of(record.expect("it is a game")));
        std::ops::ControlFlow::Continue(())
    });
    games
}

macro_rules! case {
    ($file:literal) => {
        include_bytes!(concat!("../data/cases/xq/", $file))
    };
}

const RED_WINS: Option<Outcome> = Some(Outcome::win(Side::First, Reason::Unstated));
const BLACK_WINS: Option<Outcome> = Some(Outcome::win(Side::Second, Reason::Unstated));
const SHORT: &str = "4k4/4a4/9/9/9/9/9/9/4A4/R3K4";

#[test]
fn a_chase_judged_by_the_record_keeps_its_result() {
    let game = open(case!("chase-result.pgn")).whole();
    assert_eq!(game.header().outcome, Some(Outcome::win(Side::Second, Reason::PerpetualChase)));
    assert_eq!(game.verdict, None);
    let pgn = game.pgn();
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.contains("[Termination \"perpetual chase\"]"), "{pgn}");
    assert!(!pgn.contains("[Event") && !pgn.contains("[Rule"), "{pgn}");

    // Neighbours: the other winner, no result at all, and a rule by which nobody loses.
    let text = std::str::from_utf8(case!("chase-result.pgn")).expect("it is text");
    let against = open(text.replace("0-1", "1-0")).whole();
    assert_eq!(against.header().outcome.and_then(|outcome| outcome.winner), Some(Side::First));
    assert_eq!(against.verdict, Some(Outcome::win(Side::Second, Reason::PerpetualChase)));
    let unsaid = open(text.replace("0-1", "*").replace("[Termination \"perpetual chase\"]\n", "")).whole();
    assert_eq!((unsaid.header().outcome, unsaid.verdict), (None, against.verdict));
    let simple = open(format!("[Rule \"simple\"]\n{text}")).whole();
    assert_eq!(simple.header().outcome, game.header().outcome);
    assert_eq!(simple.verdict, Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn a_binary_record_keeps_its_result_too() {
    let game = open(case!("redwins-chase.xqf")).whole();
    assert_eq!(game.header().outcome, RED_WINS);
    // PGN and XQF are read by the same rule.
    let pgn = open(game.pgn()).whole();
    assert_eq!((pgn.header().outcome, pgn.verdict), (RED_WINS, game.verdict));
    assert_eq!(game.verdict, Some(Outcome::win(Side::Second, Reason::PerpetualChase)));
    assert_eq!(pgn.header().setup, game.header().setup);
    for (byte, outcome) in [(0, None), (2, BLACK_WINS), (3, Some(Outcome::draw(Reason::Unstated)))] {
        let mut bytes = case!("redwins-chase.xqf").to_vec();
        bytes[0x33] = byte;
        assert_eq!(open(bytes).header().outcome, outcome, "{byte}");
    }
}

#[test]
fn an_agreed_draw_and_a_flag_stay() {
    let game = open(case!("own-agreed.pgn")).whole();
    assert_eq!(game.header().outcome, Some(Outcome::draw(Reason::Agreement)));
    assert!(game.pgn().contains("[Termination \"agreement\"]") && game.pgn().contains("[Rule \"asian\"]"));
    let game = open(case!("idle-result.pgn")).whole();
    assert_eq!(game.header().outcome, Some(Outcome::win(Side::First, Reason::TimeForfeit)));
    assert!(game.pgn().contains("[Termination \"time forfeit\"]\n"), "{}", game.pgn());
    let resigned = open("[Result \"0-1\"]\n[Termination \"Red resigned\"]\n\n1. H2-E2 0-1").whole();
    assert_eq!(resigned.header().outcome, Some(Outcome::win(Side::Second, Reason::Resignation)));
    let normal = open("[Result \"0-1\"]\n[Termination \"normal\"]\n\n1. H2-E2 0-1").whole();
    assert_eq!((normal.header().outcome, normal.tag("Termination")), (BLACK_WINS, Some("normal")));
}

#[test]
fn a_mate_on_the_board_does_not_overrule_the_tag() {
    let mate = "[Result \"R\"]\n[FEN \"3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1\"]\n\n1. B7-B9";
    for (result, is_contradicted) in [("1-0", false), ("0-1", true), ("1/2-1/2", true)] {
        let game = open(mate.replace("\"R\"", &format!("\"{result}\""))).whole();
        assert_eq!(game.header().outcome.map(Outcome::score_text), Some(result));
        let won = Outcome::win(Side::First, Reason::Checkmate);
        assert_eq!(game.verdict, is_contradicted.then_some(won), "{result}");
    }
    // A game that stops at a move that cannot be read has no end to judge.
    let stopped = open(mate.replace("\"R\"", "\"0-1\"") + " 2. nonsense 0-1");
    assert_eq!((stopped.header().outcome, stopped.verdict, stopped.faults.len()), (BLACK_WINS, None, 1));
    // Two results in one record: the tag is kept and the other reported.
    let torn = open("[Result \"1-0\"]\n\n1. H2-E2 0-1");
    assert_eq!((torn.header().outcome, torn.faults.len()), (RED_WINS, 1));
}

#[test]
fn a_fen_without_its_empty_fields_is_read() {
    let game = open(case!("fen-short.pgn")).whole();
    assert_eq!(game.header().setup.start_fen().as_deref(), Some("4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"));
    assert_eq!(game.moves(), "a0a9 e8d9");
    let game = open(case!("fen-short.txt")).whole();
    assert_eq!((game.header().setup.start_fen(), game.moves().as_str()), (None, "h2e2 h9g7"));
    for (fields, read) in [
        ("w 3 40", "w - - 3 40"),
        ("b - 3 40", "b - - 3 40"),
        ("w - - 3", "w - - 3 1"),
        ("b 5", "b - - 5 1"),
        ("r", "w - - 0 1"),
        ("", "w - - 0 1"),
        ("w - -", "w - - 0 1"),
        // Some programs write an unknown counter so.
        ("w - - - 0", "w - - 0 1"),
        ("b - - 7 -", "b - - 7 1"),
    ] {
        for text in [format!("[FEN \"{SHORT} {fields}\"]\n\n*"), format!("{SHORT} {fields}")] {
            let start = open(&text).whole().header().setup.start_fen();
            assert_eq!(start, Some(format!("{SHORT} {read}")), "{text}");
        }
    }
    for odd in ["w 0 1 2", "w KQ", "w - - - - 0", "x 0 1", "w 0 1 -"] {
        let read = format::read(format!("[FEN \"{SHORT} {odd}\"]\n\n*").as_bytes());
        assert!(matches!(read, Err(UnreadableRecord::Setup(_))), "{odd}");
    }
}

#[test]
fn several_tags_may_share_a_line() {
    let game = open(case!("tags-one-line-silent.pgn")).whole();
    assert_eq!(game.tag("Event"), Some("Club match"));
    assert_eq!((game.header().names.first.as_str(), game.header().names.second.as_str()), ("Player A", "Player B"));
    assert_eq!(game.header().outcome, RED_WINS);
    assert!(game.header().setup.start_fen().is_some_and(|fen| fen.contains("R1BAKABNR")));
    let all = open("[Red \"a ] b\"][Black \"c \\\" d\"] [Result \"0-1\"] 1. H2-E2 H9-G7 0-1").whole();
    assert_eq!((all.header().names.first.as_str(), all.header().names.second.as_str()), ("a ] b", "c \" d"));
    assert_eq!((all.moves().as_str(), all.header().outcome), ("h2e2 h9g7", BLACK_WINS));
    let quoted = open("[Event \"the \"big\" cup\"] [red \"a\"]\n\n*").whole();
    assert_eq!((quoted.tag("Event"), quoted.header().names.first.as_str()), (Some("the \"big\" cup"), "a"));
}

#[test]
fn text_before_the_tags_is_kept() {
    let game = open(case!("lead-text-silent.pgn")).whole();
    assert_eq!(game.comments(), "Saved from the club page");
    assert_eq!(game.header().outcome, RED_WINS);
    assert!(game.header().setup.start_fen().is_some_and(|fen| fen.contains("R1BAKABNR")));
    assert_eq!(game.moves(), "h2e2 h9g7 h0g2 i9h9");
    for (before, comment) in [
        ("; a comment\n", "a comment"),
        ("% escaped 1. H2-E2\n", "escaped 1. H2-E2"),
        ("{in braces}\n", "in braces"),
        ("第一局\n 2020 年\n", "第一局\n2020 年"),
    ] {
        let game = open(format!("{before}[Red \"甲\"]\n\n1. H2-E2 *")).whole();
        assert_eq!((game.header().names.first.as_str(), game.moves().as_str()), ("甲", "h2e2"), "{before}");
        assert_eq!(game.comments(), comment);
    }
}

#[test]
fn two_games_behind_a_comment_are_two_games() {
    let games = open_all(case!("lead-two-games.pgn"));
    assert_eq!(games.len(), 2);
    let (first, second) = (&games[0], &games[1]);
    assert_eq!(first.faults, [""; 0]);
    assert_eq!(first.comments(), "database of the club, 2 games\nfirst | a (b) [c] | line comment | x");
    assert_eq!((first.moves().as_str(), first.tree().len()), ("h2e2 h9g7 h0g2 i9h9 i0h0", 8));
    assert_eq!(first.header().outcome, BLACK_WINS);
    assert_eq!((second.header().names.first.as_str(), second.moves().as_str()), ("Player C", "h2e2"));
    // Between games and behind the last one nothing is lost.
    let text = "[Red \"a\"]\n\n1. H2-E2 1-0 {resigned}\n% private\nround 2\n[Red \"b\"]\n\n1. C3-C4 *\nthe end\n";
    let games = open_all(text);
    assert_eq!(
        games.iter().map(|game| game.comments()).collect::<Vec<_>>(),
        ["resigned", "private\nround 2 | the end"]
    );
    // Games without tags.
    assert_eq!(open_all("[Red \"a\"]\n\n1. H2-E2 1-0\n\n1. C3-C4 0-1\n").len(), 2);
}

#[test]
fn a_comment_to_the_end_of_its_line_is_kept() {
    let game = open(case!("semicolon.pgn")).whole();
    assert_eq!((game.moves().as_str(), game.comments().as_str()), ("h2e2 h9g7 h0g2", "a strong start | fine"));
    assert!(game.pgn().contains("{a strong start}"));
    let game = open("1. H2-E2 ;one\n;two {x} (y)\n% three\n H9-G7;four\n*").whole();
    assert_eq!(game.comments(), "one\ntwo {x} (y)\nthree | four");
}

#[test]
fn tags_of_other_programs_are_kept_once() {
    let game = open(case!("foreign-tags.pgn")).whole();
    let pgn = game.pgn();
    for tag in ["[Termination \"time forfeit\"]", "[Rule \"WXF\"]", "[PlyCount \"2\"]", "[Date \"2020.05.??\"]"] {
        assert_eq!(pgn.matches(tag).count(), 1, "{pgn}");
    }
    assert_eq!((pgn.matches("[Rule ").count(), pgn.matches("[Termination ").count()), (1, 1));
    let again = open(&pgn);
    assert_eq!((again.pgn(), again.header().outcome), (pgn, game.header().outcome));
    let named = open("[Rule \"Chinese\"]\n[SetUp \"1\"]\n\n*").whole();
    assert!(named.header().names_rule && named.pgn().contains("[Rule \"chinese\"]"));
    assert_eq!(named.tag("SetUp"), Some("1"));
}

#[test]
fn a_position_is_found_behind_its_label() {
    let game = open(case!("start-label.txt")).whole();
    assert_eq!(game.header().setup.start_fen().as_deref(), Some("4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"));
    assert_eq!((game.moves().as_str(), game.comments().as_str()), ("a0a9 e8d9", ""));
    for label in ["FEN:", "FEN：", "fen ", "初始局面：", "初始局面:\n", "开局：", "開始局面: ", "FEN: \"", ""]
    {
        for moves in ["\n1. 车九进九 士5退4", " 1. a0a9 e8d9", " moves a0a9 e8d9", "\n着法：\n车九进九 士５退４\n"]
        {
            let game = open(format!("{label}{SHORT} w - - 0 1{moves}")).whole();
            assert!(game.header().setup.start_fen().is_some_and(|fen| fen.starts_with(SHORT)), "{label}");
            assert_eq!((game.moves().as_str(), game.comments().as_str()), ("a0a9 e8d9", ""), "{label}{moves}");
        }
    }
    let titled = open(format!("第三局 象棋残局\nFEN: {SHORT} w\n1. 车九进九 红胜")).whole();
    assert_eq!((titled.moves().as_str(), titled.comments().as_str()), ("a0a9", "第三局 象棋残局"));
    assert_eq!(titled.header().outcome, RED_WINS);
}

#[test]
fn files_of_the_federation_are_read() {
    let game = open(case!("playok.wxf")).whole();
    assert_eq!((game.header().names.first.as_str(), game.header().names.second.as_str()), ("Ann", "Bob"));
    assert_eq!((game.tag("RedElo"), game.tag("BlackElo")), (Some("1500"), Some("1490")));
    assert_eq!((game.header().outcome, game.header().date.as_str()), (BLACK_WINS, "2020.02.25"));
    assert_eq!(game.moves(), "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5");
    let game = open(case!("usual.wxf")).whole();
    assert_eq!((game.header().setup.start_fen(), game.moves().as_str()), (None, "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5"));
    let short = open("FORMAT WXF\r\nRED X\r\nSTART{\r\nC2.5 n8+7\r\nN2+3 R9.8 1-0}END\r\n").whole();
    assert_eq!((short.moves().as_str(), short.header().outcome), ("h2e2 h9g7 h0g2 i9h9", RED_WINS));
    let set = open("FORMAT\tWXF\nFEN\t4k4/4a4/9/9/9/9/9/9/4A4/R3K4 b 7 9\nSTART{\n9... k5.4 }END").whole();
    assert_eq!((set.moves().as_str(), set.header().setup.first_ply()), ("e9d9", 17));
}

#[test]
fn a_main_line_may_be_a_variation_of_itself() {
    let game = open(case!("dpxq-main-as-move.txt")).whole();
    assert_eq!((game.moves().as_str(), game.tree().len()), ("h2e2 h9g7 h0g2 i9h9", 5));
    assert_eq!(game.comments(), "central cannon");
    let text = std::str::from_utf8(case!("dpxq-main-as-move.txt")).expect("it is text");
    let other = open(text.replace("move_0_1_0", "move_0_0_0")).whole();
    assert_eq!(other.tree().len(), 5);
    // A main line of its own stays, and the second one is reported.
    let both = open(
        text.replace("[DhtmlXQ_move_0_1_0]", "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_1_0]"),
    );
    assert_eq!((both.moves().as_str(), both.faults.len()), ("h2e2 h9g7", 1));
}

#[test]
fn the_first_number_is_kept() {
    let game = open(case!("black-first.pgn")).whole();
    assert_eq!(game.moves(), "h9g7 h0g2 i9h9");
    assert!(game.pgn().contains("\n33... H9-G7 34. H0-G2 I9-H9 *"), "{}", game.pgn());
    assert!(game.pgn().contains(" b - - 1 33\"]"));
    // A FEN without counters leaves the number to the moves.
    let game = open(format!("[FEN \"{SHORT} w\"]\n\n12. A0-A9 E8-D9 *")).whole();
    assert!(game.pgn().contains("\n12. A0-A9 E8-D9 *"), "{}", game.pgn());
    let game = open(format!("{SHORT} b - - 4 70\n70... e8d7 71. a0a9")).whole();
    assert!(game.pgn().contains("\n70... E8-D7 71. A0-A9"), "{}", game.pgn());
}

#[test]
fn algebraic_moves_are_read_with_ranks_from_one_and_from_zero() {
    let line = "h2e2 h9g7 h0g2 i9h9 i0h0 c6c5 b0c2 b9c7";
    let game = open(case!("san-pychess.pgn")).whole();
    assert_eq!((game.moves().as_str(), game.tag("Variant")), (line, Some("Xiangqi")));
    for text in [
        "1. Che2 Hg7 2. Hg2 Rh9 3. Rh0 Pc5 4. Hc2 Hc7",
        "1. Che3 Ng8 2. Ng3 Rh10 3. Rh1 c6 4. Nc3 Nc8",
        "1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1 c7c6 4. b1c3 b10c8",
        "1. Ch3-e3 Hh10-g8 2. Hh1-g3 Ri10-h10 3. Ri1-h1 Pc7-c6 4. Hb1-c3 Hb10-c8",
    ] {
        let game = open(format!("[Variant \"Xiangqi\"]\n\n{text} *")).whole();
        assert_eq!(game.moves(), line, "{text}");
    }
    assert_eq!(open("1. Che3 Hg8 2. Hg3 Rh10 (2... Pc6) 3. Rh1").whole().tree().len(), 6);
    // The way back to a variation is played as it was understood, not as it is written.
    let branched = "1. Che3 Ng8 (1... Nc8) 2. Ng3 Rh10 (2... c6) 3. Rh1 c6 (3... Nc8 4. c5) 4. Nc3 Nc8 (4... c5)";
    assert_eq!(open(branched).whole().tree().len(), 13);
}

#[test]
fn results_in_words_are_read() {
    let moves = "1. 炮二平五 马8进7 2. 马二进三 车9平8";
    for (word, outcome) in [
        ("和局", Some(Outcome::draw(Reason::Unstated))),
        ("和棋", Some(Outcome::draw(Reason::Unstated))),
        ("平局", Some(Outcome::draw(Reason::Unstated))),
        ("红先和", Some(Outcome::draw(Reason::Unstated))),
        ("红胜", RED_WINS),
        ("紅勝", RED_WINS),
        ("红先胜", RED_WINS),
        ("(红胜)", RED_WINS),
        ("（紅先勝）", RED_WINS),
        ("结果：红胜", RED_WINS),
        ("黑胜", BLACK_WINS),
        ("黑勝。", BLACK_WINS),
        ("红先负", BLACK_WINS),
        ("紅先負", BLACK_WINS),
        ("红方认输", Some(Outcome::win(Side::Second, Reason::Resignation))),
    ] {
        let game = open(format!("{moves} {word}")).whole();
        assert_eq!((game.header().outcome, game.tree().len()), (outcome, 4), "{word}");
        let tagged = open(format!("[Result \"{word}\"]\n\n{moves}")).whole();
        assert_eq!(tagged.header().outcome, outcome, "{word}");
    }
    let odd = open(format!("[Result \"unclear\"]\n\n{moves} 1-0"));
    assert_eq!((odd.header().outcome, odd.faults.len()), (RED_WINS, 1));
}

#[test]
fn text_of_other_encodings_is_read() {
    let game = open(case!("viet-utf8.xqf")).whole();
    assert_eq!((game.header().names.first.as_str(), game.header().names.second.as_str()), ("Người A", "Người B"));
    assert_eq!(game.tag("Title"), Some("Trận đấu giao hữu"));
    let game = open(case!("trad-big5.pgn")).whole();
    assert_eq!((game.header().names.first.as_str(), game.header().names.second.as_str()), ("紅方", "黑方"));
    assert_eq!((game.tag("Event"), game.header().outcome), (Some("友誼賽"), RED_WINS));
    assert_eq!(game.moves(), "h2e2 h9g7 h0g2 i9h9");
}

#[test]
fn positions_without_moves_are_a_game_each() {
    // Neither has a `*`; the next game is known by a tag that a game has once.
    let [one, two, three] = [(0, "w"), (1, "b"), (2, "w")].map(|(column, side)| {
        format!("3k5/9/9/9/9/9/9/9/{}R{}/4K4 {side} - - 0 {}", 4 + column, 4 - column, column + 1)
    });
    let text = format!("[Event \"one\"]\n[FEN \"{one}\"]\n[Event \"two\"]\n[FEN \"{two}\"]\n[FEN \"{three}\"]\n\n*\n");
    let games = open_all(&text);
    let starts: Vec<_> = games.iter().map(|game| game.header().setup.start_fen()).collect();
    assert_eq!(starts, [Some(one), Some(two), Some(three)]);
    assert_eq!(games.iter().map(|game| game.tag("Event")).collect::<Vec<_>>(), [Some("one"), Some("two"), None]);
    assert!(games.iter().all(|game| game.faults.is_empty()));
}

#[test]
fn one_bad_byte_leaves_the_encoding_alone() {
    let mut bytes = "[Event \"冠军赛\"]\n[Red \"甲\"]\n\n1. H2-E2 {中炮 x} H9-G7 {正马} *\n".as_bytes().to_vec();
    let at = bytes.iter().position(|&byte| byte == b'x').expect("it is there");
    bytes[at] = 0xe7;
    let game = open(&bytes);
    assert_eq!((game.tag("Event"), game.moves().as_str()), (Some("冠军赛"), "h2e2 h9g7"));
    assert_eq!(game.comments(), "中炮 \u{FFFD} | 正马");
}

#[test]
fn a_move_that_two_pieces_can_make_ends_its_line() {
    let game = open(case!("san-ambiguous.pgn"));
    assert_eq!((game.header().names.first.as_str(), game.tag("Variant")), ("A", Some("xiangqi")));
    assert!(game.header().setup.start_fen().is_some_and(|fen| fen.starts_with("3k5/")));
    assert_eq!(game.faults, ["line 8: 'Re3': ambiguous: a2e2 or i2e2"]);
    // The study of it shows the position; nothing is left of a game from the usual start.
    assert!(Study::read(case!("san-ambiguous.pgn")).is_ok());
    assert!(Study::read(b"[Red \"a\"]\n\n1. nonsense *").is_err());
    let text = std::str::from_utf8(case!("san-ambiguous.pgn")).expect("it is text");
    let later = open(text.replace("1. Re3", "1. Ra4 Kd9 2. Ra3 Kd10 3. Re3"));
    assert_eq!((later.moves().split(' ').count(), later.faults.len()), (7, 1));
}

#[test]
fn an_asterisk_ends_a_game_only_at_its_end() {
    let game = open("[Result \"1-0\"]\n\n1. H2-E2 {a * b} H9-G7 ; * c\n2. H0-G2 (2. C3-C4 *) I9-H9 1-0").whole();
    assert_eq!((game.moves().as_str(), game.header().outcome), ("h2e2 h9g7 h0g2 i9h9", RED_WINS));
    // What stands behind it is reported.
    let torn = open("[Result \"1-0\"]\n\n1. H2-E2 * H9-G7 2. H0-G2 1-0");
    assert_eq!((torn.moves().as_str(), torn.header().outcome, torn.faults.len()), ("h2e2", RED_WINS, 1));
}

#[test]
fn signs_may_stand_between_two_moves() {
    let game = open(case!("signs-between.pgn")).whole();
    assert_eq!(game.moves(), "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 g6g5 h6g6");
    assert!(game.pgn().contains("I0-H0 $5") && game.pgn().contains("H0-H6 $6"), "{}", game.pgn());
    let game = open("1. H2-E2 ?!H9-G7 2. H0-G2!!I9-H9? *").whole();
    assert_eq!(game.moves(), "h2e2 h9g7 h0g2 i9h9");
    assert!(game.pgn().contains("H2-E2 $6") && game.pgn().contains("H0-G2 $3") && game.pgn().contains("I9-H9 $2"));
}

#[test]
fn pawns_of_wxf_may_have_dots() {
    let dots = open(case!("wxf-dots.pgn")).whole();
    let text = std::str::from_utf8(case!("wxf-dots.pgn")).expect("it is text");
    let signs = open(text.replace("15.4", "15=4").replace("27.8", "27=8")).whole();
    assert_eq!((dots.moves(), dots.tree().len()), (signs.moves(), 4));
    assert_eq!(open(text.replace("1. 15.4", "1.15.4")).whole().moves(), signs.moves());
}

#[test]
fn pawns_that_capture_name_their_file() {
    let game = open("[Variant \"xiangqi\"]\n[FEN \"4k4/9/9/4p4/4P4/9/9/9/9/4K4 w\"]\n\n1. exe6 Kd9 *").whole();
    assert_eq!(game.moves(), "e5e6 e9d9");
}

#[test]
fn lines_of_facts_and_results_of_several_words_are_read() {
    let game = open(case!("labels.txt")).whole();
    assert_eq!((game.tag("Event"), game.tag("Site")), (Some("Club evening"), Some("Town")));
    assert_eq!((game.header().names.first.as_str(), game.header().names.second.as_str()), ("甲", "乙"));
    assert_eq!(game.header().outcome, Some(Outcome::win(Side::First, Reason::TimeForfeit)));
    assert_eq!((game.moves().as_str(), game.comments().as_str()), ("h2e2 h9g7 h0g2 i9h9 i0h0", "not the end: *"));
    // The same lines below a tag.
    let game = open("[Event \"sparring\"]\nSite: Town\nRound: 2\n1. C2=5 n8+7 result *").whole();
    assert_eq!((game.tag("Site"), game.tag("Round"), game.moves().as_str()), (Some("Town"), Some("2"), "h2e2 h9g7"));
    for (words, outcome) in [
        ("Black resigned", Some(Outcome::win(Side::First, Reason::Resignation))),
        ("draw by agreement", Some(Outcome::draw(Reason::Agreement))),
        ("红方 胜", RED_WINS),
        ("黑方 认输", Some(Outcome::win(Side::First, Reason::Resignation))),
    ] {
        let game = open(format!("1. 炮二平五 马8进7\n{words}\n")).whole();
        assert_eq!((game.header().outcome, game.tree().len()), (outcome, 2), "{words}");
        assert_eq!(open(format!("[Result \"{words}\"]\n\n1. 炮二平五")).whole().header().outcome, outcome, "{words}");
    }
}

#[test]
fn coordinates_with_a_tenth_rank_are_xiangqi_where_they_can_be_played() {
    for text in ["h3e3 h10g8 h1g3", "h3e3h10g8h1g3", "1. h3e3 h10g8 2. h1g3"] {
        assert_eq!(open(text).whole().moves(), "h2e2 h9g7 h0g2", "{text}");
    }
    for digits in ["77477062", "7747 7062", "77-47, 70-62"] {
        assert_eq!(open(digits).whole().moves(), "h2e2 h9g7", "{digits}");
    }
}

#[test]
fn the_stage_of_a_binary_record_is_kept() {
    let mut bytes = case!("redwins-chase.xqf").to_vec();
    bytes[0x40] = 2;
    let game = open(&bytes).whole();
    assert_eq!(game.tag("Type"), Some("中局"));
    let ubb = format::named("ubb").expect("a form").write(game.header(), game.tree()).expect("it is Xiangqi");
    assert!(String::from_utf8_lossy(&ubb.bytes).contains("[DhtmlXQ_type]中局[/DhtmlXQ_type]"));
}

#[test]
fn positions_of_a_list_are_games() {
    let list = format!("{SHORT} w - - 0 1\n\n{SHORT} b - - 0 1 ; second\n");
    let games = open_all(&list);
    assert_eq!(games.iter().map(|game| game.comments()).collect::<Vec<_>>(), ["", "second"]);
    assert!(games.iter().all(|game| game.faults.is_empty()));
}
