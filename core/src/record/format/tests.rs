use std::time::Instant;

use proptest::prelude::*;

use super::*;
use crate::base::{Millis, Outcome, Reason, Side};
use crate::game::Setup;
use crate::gomoku::Rule;
use crate::record::note::{Colour, Evaluation, Glyph, Mark, Note, Worth};

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
    let worth = prop_oneof![
        (-99_999..99_999).prop_map(Worth::Centipawns),
        (1..99).prop_map(Worth::Mate),
        (-99..0).prop_map(Worth::Mate)
    ];
    let evaluation = (worth, proptest::option::of(0..100_u8)).prop_map(|(worth, depth)| Evaluation { worth, depth });
    (
        // What a form must escape, and no white space at the ends, which readers take off.
        proptest::option::of("[a-z炮!\\]\\\\();$*][a-z炮 \n\\]\\\\();$*]{0,8}[a-z炮\\]();$]"),
        proptest::collection::vec((1..=139_u8).prop_map(Glyph), 0..3),
        proptest::collection::vec(mark, 0..3),
        proptest::option::of((0..99_999_999_u64).prop_map(Millis)),
        proptest::option::of(evaluation),
    )
        .prop_map(|(comment, glyphs, mut marks, clock, evaluation)| {
            // PGN has a list for rings and one for arrows.
            marks.sort_by_key(|mark| mark.from.is_some());
            Note { comment: comment.unwrap_or_default(), glyphs, marks, clock, evaluation }
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
        let setup = if start { Setup::Xiangqi { rule, start: fen.parse().expect(fen) } } else { Setup::xiangqi(rule) };
        let header = header(setup, &name, outcome, "RedTeam");
        let written = pgn::Pgn.write(&header, &tree);
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
            ..header(Setup::gomoku(Rule::Renju, 15, None).expect("a usual board"), &name, outcome, "EV")
        };
        let written = sgf::Sgf.write(&header, &tree);
        prop_assert_eq!(sniff(&written).name(), "sgf");
        let again = read(&written).expect("what was written is read");
        // Variations that are no games of their own may well not take turns; the colours do.
        prop_assert_eq!(again.faults(), []);
        prop_assert_eq!(&again.header, &header);
        prop_assert_eq!(&again.tree, &tree);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for codec in CODECS {
            let _ = codec.read(&bytes);
        }
    }
}

/// Four mebibytes of what a reader may count, nest or complain about.
#[test]
fn a_reader_takes_time_in_proportion_to_length() {
    let fill = |unit: &str| unit.repeat(RECORD_BYTES_MAX / unit.len()).into_bytes();
    for codec in CODECS {
        for unit in [
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
        ] {
            let bytes = fill(unit);
            let begun = Instant::now();
            let faults = codec.read(&bytes).map_or(0, |record| record.faults().len());
            assert!(faults <= FAULTS_MAX + 1);
            assert!(begun.elapsed().as_secs() < 4, "{} needs {:?} for {unit:?}", codec.name(), begun.elapsed());
        }
    }
}

#[test]
fn a_record_longer_than_any_game_is_refused() {
    let why = read(&vec![b' '; RECORD_BYTES_MAX + 1]).expect_err("it is too long");
    assert!(matches!(why, UnreadableRecord::TooLong { .. }));
}
