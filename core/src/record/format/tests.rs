use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::record::FAULTS_MAX;
use super::*;
use crate::base::{Millis, Outcome, Reason, Side};
use crate::game::Setup;
use crate::gomoku::Rule;
use crate::record::note::{Colour, Evaluation, Glyph, Label, Mark, Note, Worth};
use crate::record::{NodeId, Tree};

/// Points that both games have.
fn point() -> impl Strategy<Value = String> {
    ("[a-i]", 1..10_u8).prop_map(|(column, row)| format!("{column}{row}"))
}

fn note() -> impl Strategy<Value = Note> {
    let mark = (0..4_usize, proptest::option::of(point()), point()).prop_map(|(colour, from, to)| Mark {
        colour: Colour::ALL[colour],
        from: from.map(Into::into),
        to: to.into(),
    });
    let text = prop_oneof![Just("△".to_owned()), "[a-z甲%\\]{}][a-z0-9%\\]{}:]{0,2}"];
    let label = (point(), text).prop_map(|(at, text)| Label { at: at.into(), text: text.into() });
    let worth = prop_oneof![
        (-99_999..99_999).prop_map(Worth::Centipawns),
        (1..99).prop_map(Worth::Mate),
        (-99..0).prop_map(Worth::Mate)
    ];
    let evaluation = (worth, proptest::option::of(0..100_u8)).prop_map(|(worth, depth)| Evaluation { worth, depth });
    let comment = prop_oneof![
        // What a form must escape, and no white space at the ends, which readers take off.
        9 => "[a-z炮!\"\\[\\]\\\\();$*][a-z炮 \n\"\\[\\]\\\\();$*]{0,8}[a-z炮\"\\[\\]();$]",
        1 => Just("from:\n\n[Event \"Cup\"]\n[Red \"A\"]".to_owned()),
    ];
    (
        proptest::option::of(comment),
        proptest::collection::vec((1..=139_u8).prop_map(Glyph), 0..3),
        proptest::collection::vec(mark, 0..3),
        proptest::collection::vec(label, 0..3),
        proptest::option::of((0..99_999_999_u64).prop_map(Millis)),
        proptest::option::of(evaluation),
    )
        .prop_map(|(comment, glyphs, mut marks, mut labels, clock, evaluation)| {
            // SGF has a list for each shape and one for texts.
            labels.sort_by_key(|label: &Label| label.text != Label::TRIANGLE);
            // PGN has a list for rings and one for arrows.
            marks.sort_by_key(|mark| mark.from.is_some());
            Note { comment: comment.unwrap_or_default(), glyphs, marks, labels, clock, evaluation }
        })
}

/// A tree of moves made by `mv`, each hung on a random node before it.
fn tree(mv: impl Strategy<Value = String>) -> impl Strategy<Value = Tree> {
    let step = (0..1_000_usize, mv, proptest::option::of(note()));
    (note(), proptest::collection::vec(step, 0..30)).prop_map(|(root, steps)| {
        let mut tree = Tree::new();
        let mut nodes = vec![Tree::ROOT];
        // A clock belongs to a move.
        *tree.note_mut(Tree::ROOT) = Note { clock: None, ..root };
        for (pick, mv, note) in steps {
            let node = tree.push(nodes[pick % nodes.len()], mv);
            *tree.note_mut(node) = note.unwrap_or_default();
            nodes.push(node);
        }
        tree
    })
}

fn header(setup: Setup, name: &str, outcome: Option<Outcome>, tag: &str) -> Header {
    let mut header = Header::new(setup);
    header.names.first = name.to_owned();
    header.names.second = "乙".to_owned();
    header.date = "2026.11.21".to_owned();
    header.tags = vec![(tag.to_owned(), name.to_owned())].into_iter().filter(|_| !name.is_empty()).collect();
    header.outcome = outcome;
    header
}

fn outcome() -> impl Strategy<Value = Option<Outcome>> {
    proptest::option::of(prop_oneof![
        Just(Outcome::win(Side::First, Reason::Resignation)),
        Just(Outcome::win(Side::Second, Reason::TimeForfeit)),
        Just(Outcome::draw(Reason::Repetition)),
    ])
}

fn xiangqi_move() -> impl Strategy<Value = String> {
    (point(), point()).prop_map(|(from, to)| from + &to)
}

/// A start in which the side to move is that of the piece which makes the first move, as it is in every game.
fn xiangqi_setup(tree: &Tree) -> Setup {
    let first: Option<crate::xiangqi::Move> = tree.main_moves().next().and_then(|mv| mv.parse().ok());
    let mover = first.and_then(|mv| crate::xiangqi::Position::start().piece_at(mv.from())).map(|piece| piece.side);
    let mut setup = crate::xiangqi::Position::start().to_setup();
    setup.side_to_move = mover.unwrap_or(setup.side_to_move);
    Setup::Xiangqi { start: crate::xiangqi::Position::from_setup(setup).expect("nobody is in check at the start") }
}

/// Writes and reads, and expects the same tree and nothing left out.
fn check_whole(codec: &dyn Codec, header: &Header, tree: &Tree) -> Result<(), TestCaseError> {
    check_whole_without(0, codec, header, tree)
}

/// The same for a form that has no place for `facts` facts of the header.
fn check_whole_without(facts: usize, codec: &dyn Codec, header: &Header, tree: &Tree) -> Result<(), TestCaseError> {
    let written = codec.write(header, tree).expect("it is a form of this game");
    let mut left_out = LeftOut::default();
    left_out.add(RecordPart::Fact, facts);
    prop_assert_eq!(written.left_out, left_out);
    prop_assert_eq!(sniff(&written.bytes).name(), codec.name());
    let again = read(&written.bytes).expect("what was written is read");
    prop_assert_eq!(again.faults(), []);
    prop_assert_eq!(&again.header.setup, &header.setup);
    prop_assert_eq!(&again.header.names, &header.names);
    prop_assert_eq!(&again.header.tags, &header.tags);
    prop_assert_eq!(&again.tree, tree);
    Ok(())
}

fn cell() -> impl Strategy<Value = String> {
    proptest::sample::select(crate::tictactoe::Square::all().map(|cell| cell.to_string()).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn a_whole_tree_survives_pgn(
        tree in tree((point(), point()).prop_map(|(from, to)| from + &to)),
        name in "[a-z\"\\\\甲]{0,6}",
        outcome in outcome(),
        start in any::<bool>(),
    ) {
        let fen = "4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 1";
        let rule = crate::xiangqi::Rule::default();
        let setup = if start { Setup::Xiangqi { start: fen.parse().expect(fen) } } else { Setup::xiangqi(rule) };
        let header = header(setup, &name, outcome, "RedTeam");
        let written = pgn::Pgn::ICCS.write(&header, &tree).expect("it is Xiangqi").bytes;
        prop_assert_eq!(sniff(&written).name(), "pgn");
        let mut again = read(&written).expect("what was written is read");
        prop_assert_eq!(again.faults(), []);
        prop_assert_eq!(&again.header, &header);
        // ICCS is read in its own words; a study turns them into coordinates.
        let nodes: Vec<NodeId> = again.tree.subtree(Tree::ROOT).skip(1).collect();
        for node in nodes {
            let mv = again.tree.mv(node).expect("a move").replace('-', "").to_ascii_lowercase();
            again.tree.rewrite(node, mv);
        }
        prop_assert_eq!(&again.tree, &tree);
    }

    #[test]
    fn a_whole_tree_survives_sgf(tree in tree(point()), name in "[a-z\\[\\]\\\\乙]{0,6}", outcome in outcome()) {
        let header = Header {
            opening: "swap2 h8 i9 a15 keep".to_owned(),
            ..header(Setup::gomoku(Rule::Renju, 15, None).expect("a usual board"), &name, outcome, "Event")
        };
        let written = sgf::Sgf.write(&header, &tree).expect("it is Gomoku").bytes;
        prop_assert_eq!(sniff(&written).name(), "sgf");
        let again = read(&written).expect("what was written is read");
        // Variations that are no games of their own may well not take turns; the colours do.
        prop_assert_eq!(again.faults(), []);
        prop_assert_eq!(&again.header, &header);
        prop_assert_eq!(&again.tree, &tree);
    }

    #[test]
    fn a_whole_tree_survives_xqf(tree in tree(xiangqi_move()), name in "[a-z甲]{0,6}", outcome in outcome()) {
        let header = header(xiangqi_setup(&tree), &name, outcome, "Event");
        // XQF says who won, and not why.
        check_whole_without(usize::from(outcome.is_some()), &xqf::Xqf, &header, &tree)?;
    }

    #[test]
    fn a_whole_tree_survives_dhtmlxq(tree in tree(xiangqi_move()), name in "[a-z甲]{0,6}", outcome in outcome()) {
        let header = header(xiangqi_setup(&tree), &name, outcome, "Event");
        // Lines of one node that leave different lines come back in the order in which those are read.
        check_whole(&dhtmlxq::DhtmlXq, &header, &tree)?;
    }

    #[test]
    fn a_whole_tree_survives_renlib(tree in tree(point())) {
        // RenLib has a tree and what is noted in it, and nothing above it.
        let header = Header::new(Setup::gomoku(Rule::Renju, 15, None).expect("a usual board"));
        check_whole(&renlib::RenLib, &header, &tree)?;
    }

    #[test]
    fn tic_tac_toe_survives_sgf(mut tree in tree(cell()), name in "[a-z甲]{0,6}", drawn in any::<bool>()) {
        let is_cell = |at: &str| at.parse::<crate::tictactoe::Square>().is_ok();
        for node in tree.subtree(Tree::ROOT).collect::<Vec<_>>() {
            let note = tree.note_mut(node);
            note.marks.retain(|mark| is_cell(&mark.to) && mark.from.as_deref().is_none_or(is_cell));
            note.labels.retain(|label| is_cell(&label.at));
        }
        let winner = (!drawn).then_some(Side::First);
        let reason = if drawn { Reason::BoardFull } else { Reason::Three };
        let header = header(Setup::TicTacToe, &name, Some(Outcome { winner, reason }), "Event");
        check_whole(usual(GameKind::TicTacToe), &header, &tree)?;
        let again = read(&save(&header, &tree)).expect("what was written is read");
        prop_assert_eq!(again.header.outcome, header.outcome);
    }

    #[test]
    fn a_main_line_survives_the_lists_of_moves(
        moves in proptest::collection::vec(point(), 1..20),
        names in ("[a-z甲]{1,6}", "[a-z甲]{1,6}"),
        more in tree(point()),
    ) {
        let mut tree = Tree::new();
        moves.iter().fold(Tree::ROOT, |node, mv| tree.push(node, mv.as_str()));
        let mut header = Header::new(Setup::usual(GameKind::Gomoku));
        header.names = crate::base::BySide { first: names.0, second: names.1 };
        for codec in [&piskvork::Psq as &dyn Codec, &piskvork::Rec] {
            check_whole(codec, &header, &tree)?;
            let written = codec.write(&header, &more).expect("it is Gomoku");
            prop_assert_eq!(written.left_out.count(RecordPart::Variation), more.len() - more.main_line().count());
            let again = codec.read(&written.bytes).expect("what was written is read");
            prop_assert!(again.tree.main_moves().eq(more.main_moves()));
        }
        header.names = Default::default();
        let written = pos::Pos.write(&header, &tree).expect("it has fifteen lines");
        prop_assert_eq!(written.left_out, LeftOut::default());
        prop_assert_eq!(pos::Pos.read(&written.bytes).expect("what was written is read").tree, tree);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for codec in CODECS {
            let _ = codec.read(&bytes);
        }
    }
}

/// Returns whether an eighth of a mebibyte takes less than a quarter of a second, or less than three times as long as
/// its length allows beside an eighth of it: a square would take eight times. The least of three tries counts, because
/// a busy machine may suspend one. `timed` reads a text of so many bytes.
fn takes_time_in_proportion(timed: impl Fn(usize) -> Duration) -> bool {
    let is_proportional = || {
        let whole = timed(1 << 17);
        whole < Duration::from_millis(250) || whole < 3 * 8 * timed(1 << 14)
    };
    (0..3).any(|_| is_proportional())
}

/// What a reader may count, nest or complain about, alone and behind moves.
#[test]
fn a_reader_takes_time_in_proportion_to_length() {
    let units = [
        "(;",
        "(",
        ")",
        "(;B[hh]\n",
        ";B[hh]C[x]\n",
        "1. h2e2 (1. c3c4) ",
        "( a ",
        "{",
        "[a \"b\"]\n",
        "\n",
        "h8 ",
        "[",
        "\\",
        "[DhtmlXQ_",
        "[DhtmlXQ_x]",
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
        "1,1,1\n",
        "<Move value=\"77-47\">",
        "炮二平五",
        "1. (a",
        "[%",
        "{[%csl Gh2]}",
        "1...",
        "1. ",
        "1-0 ",
        "-",
        "--h8",
        "h2e2",
        "pass ",
        "!",
        "+",
        "*",
        ". ",
        "9",
        "炮",
        "红",
        "和棋 ",
        "第1步",
        "；",
        "/",
        "rnbakabnr/",
        " w ",
        ":",
        "\"",
        "<",
        "（",
        "（\n",
        "\n（a）",
        "】\n【变",
        "红方：",
        "红方:甲 ",
        "红方跳马好棋\n",
        "------\n",
        "+ + + + + + + + +\n",
        "[DhtmlXQ_ver]",
        "[DhtmlXQ_red]<&",
    ];
    for codec in CODECS {
        for (unit, before) in units.iter().flat_map(|unit| ["", "h8 ", "1. h2e2 "].map(|before| (unit, before))) {
            let timed = |len: usize| {
                let bytes = format!("{before}{}", unit.repeat(len / unit.len())).into_bytes();
                let begun = Instant::now();
                let faults = codec.read(&bytes).map_or(0, |record| record.faults().len());
                if codec.holds_many() {
                    let _ = codec.read_each(&bytes, &mut |_| ControlFlow::Continue(()));
                }
                let elapsed = begun.elapsed();
                assert!(faults <= FAULTS_MAX + 1);
                elapsed
            };
            assert!(takes_time_in_proportion(timed), "{} takes too long for {before:?} and {unit:?}", codec.name());
        }
    }
}

/// Collections of short games, since a reader looks around at each game: for an encoding, for the next game.
#[test]
fn a_collection_takes_time_in_proportion_to_length() {
    let collections: [(&dyn Codec, &str, &[u8]); 6] = [
        (&sgf::Sgf, "(;CA[gb2312]PB[黑];B[hh])", b""),
        (&sgf::Sgf, "(;CA[gb2312]PB[\u{e9}];B[hh])", b""),
        (&sgf::Sgf, "(;CA[UTF-8];B[hh])", b"(;PB[Andr\xe9])"),
        (&sgf::Sgf, "(;B[hh])()", b"(;CA[Big5])"),
        (&pgn::Pgn::ICCS, "*\n", b"[Red \"a\"]\n"),
        (&pgn::Pgn::ICCS, "1. h2e2 {a} 1-0\n", b"[Red \"a\"]\n"),
    ];
    for (codec, unit, end) in collections {
        let timed = |len: usize| {
            let bytes = [unit.repeat(len / unit.len()).as_bytes(), end].concat();
            let begun = Instant::now();
            let _ = codec.read_each(&bytes, &mut |_| ControlFlow::Continue(()));
            begun.elapsed()
        };
        assert!(takes_time_in_proportion(timed), "{} takes too long for many {unit:?}", codec.name());
    }
}

#[test]
fn a_record_longer_than_any_game_is_refused() {
    let why = read(&vec![b' '; RECORD_BYTES_MAX + 1]).expect_err("it is too long");
    assert!(matches!(why, UnreadableRecord::TooLong { .. }));
}

#[test]
fn a_saved_game_is_known_whatever_its_comments_quote() {
    let quotes =
        ["one\ntwo\n7,7,3\n8,8,3", "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]", "<ChineseChessRecord>"];
    for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
        for quote in quotes {
            let mut header = Header::new(Setup::usual(kind));
            header.names.first = quote.into();
            header.tags.push(("Event".into(), quote.into()));
            let mut tree = Tree::new();
            tree.note_mut(Tree::ROOT).comment = quote.into();
            tree.push(Tree::ROOT, if kind == GameKind::Xiangqi { "h2e2" } else { "h8" });
            let saved = save(&header, &tree);
            assert_eq!(sniff(&saved).name(), usual(kind).name(), "{}", String::from_utf8_lossy(&saved));
            let again = read(&saved).expect("it was saved").tree;
            assert_eq!((again.len(), again.note(Tree::ROOT)), (1, tree.note(Tree::ROOT)));
        }
    }
    let forum = "[color=red]a game[/color]\n[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
    assert_eq!(sniff(forum.as_bytes()).name(), "ubb");
}

#[test]
fn a_file_without_content_is_no_record() {
    for codec in CODECS {
        // In a form of bytes a space is a number.
        let blanks = ["", " \n\r\n", "\u{feff}", "\u{feff}\n"];
        for nothing in &blanks[..if codec.is_text() { blanks.len() } else { 1 }] {
            let mut games = 0;
            let _ = codec.read_each(nothing.as_bytes(), &mut |record| {
                games += usize::from(record.is_ok());
                ControlFlow::Continue(())
            });
            assert_eq!((codec.read(nothing.as_bytes()).is_ok(), games), (false, 0), "{} {nothing:?}", codec.name());
        }
    }
}

#[test]
fn the_message_about_unknown_content_counts_the_forms() {
    // The three notations of PGN are one form.
    let forms: std::collections::BTreeSet<&str> = CODECS.iter().map(|codec| codec.ending()).collect();
    assert_eq!(forms.len(), 15, "{forms:?}");
    assert!(UnreadableRecord::Unknown.to_string().contains("none of the fifteen known record forms"));
}
