//! The targets of fuzzing. Each function accepts any bytes and must return. `fuzz/` calls them continuously, the
//! ordinary tests briefly.

use std::ops::ControlFlow;

use duiyi_core::gomoku;
use duiyi_core::record::Tree;
use duiyi_core::record::format::{self, CODECS, RecordPart};
use duiyi_core::study::{self, Study};
use duiyi_core::xiangqi;

use crate::protocol::{SearchQuota, gomocup::GomocupServer, rehearse, ucci::UcciServer, uci::UciServer};

/// Feeds `bytes` to the UCI loop and returns its output.
#[must_use]
pub fn uci(bytes: &[u8]) -> String {
    rehearse(UciServer::new(), harmless(bytes, "stop"), search_quota(bytes))
}

/// Feeds `bytes` to the UCCI loop and returns its output.
#[must_use]
pub fn ucci(bytes: &[u8]) -> String {
    rehearse(UcciServer::new(), harmless(bytes, "stop"), search_quota(bytes))
}

/// Feeds `bytes` to the Gomocup loop and returns its output.
#[must_use]
pub fn gomocup(bytes: &[u8]) -> String {
    rehearse(GomocupServer::new(), harmless(bytes, "YXSTOP"), search_quota(bytes))
}

/// Parses `bytes` as a record in every form. A parsed game must survive writing and reading.
///
/// # Panics
/// If a game does not survive, which is a bug of ours.
pub fn record(bytes: &[u8]) {
    for codec in CODECS {
        let _ = codec.read(bytes);
    }
    let Ok(study) = Study::read(bytes) else { return };
    let again = Study::read(&study.write()).expect("what was written is read");
    assert_eq!(again.moves().collect::<Vec<_>>(), study.moves().collect::<Vec<_>>(), "the moves are the same");
}

/// Of so many inputs that a reader takes one is also written and read again, which takes twenty times as long as reading.
const WRITTEN_ONCE_IN: usize = 16;

/// Parses `bytes` as the form `name` and plays its moves. Some inputs, drawn by their bytes, are written in that form and in
/// another. A playable game must come back with the same main line.
///
/// # Panics
/// If a game does not survive, which is a bug of ours, or if there is no such form.
pub fn form(name: &str, bytes: &[u8]) {
    let own = format::named(name).expect("the form is one of ours");
    let lot = lot(bytes);
    let drawn = CODECS[lot / WRITTEN_ONCE_IN % CODECS.len()];
    let _ = own.read_each(bytes, &mut |record| {
        let Ok(mut record) = record else { return ControlFlow::Continue(()) };
        let (_, stopped) = study::resolve(&mut record);
        if !lot.is_multiple_of(WRITTEN_ONCE_IN) {
            return ControlFlow::Continue(());
        }
        for codec in [own, drawn] {
            let Ok(written) = codec.write(&record.header, &record.tree) else { continue };
            let mut again = codec.read(&written.bytes).expect("what was written is read");
            let (_, stopped_again) = study::resolve(&mut again);
            // A form without a rule is read under its default rule.
            let is_whole =
                written.left_out.count(RecordPart::Unplayable) == 0 && again.header.setup == record.header.setup;
            if stopped.is_some() || !is_whole {
                continue;
            }
            assert_eq!(stopped_again, None, "{name} as {}", codec.name());
            // A form may merge two equal sibling moves; the main line of the result is the longer one.
            if !has_twins(&record.tree) {
                assert!(again.tree.main_moves().eq(record.tree.main_moves()), "{name} as {}", codec.name());
            }
        }
        ControlFlow::Continue(())
    });
}

/// Returns whether a node has two children with the same move.
fn has_twins(tree: &Tree) -> bool {
    tree.subtree(Tree::ROOT).any(|node| {
        let mut moves: Vec<_> = tree.children(node).filter_map(|child| tree.mv(child)).collect();
        moves.sort_unstable();
        moves.windows(2).any(|pair| pair[0] == pair[1])
    })
}

/// Parses `bytes` as a position in every form. A parsed position must survive writing and reading.
///
/// # Panics
/// If a position does not survive, which is a bug of ours.
pub fn position(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(position) = text.parse::<xiangqi::Position>() {
        let again = position.to_fen().parse();
        assert_eq!(again, Ok(position), "what was written is read as another position");
    }
    for rule in gomoku::Rule::ALL {
        let _ = gomoku::Setup::from_placement(&text, rule).map(gomoku::Position::from_setup);
    }
    let _ = gomoku::notation::read_moves(&text, 15);
}

/// Returns a number derived from the bytes.
fn lot(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |sum, &byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)))
}

/// Returns the quota of a conversation's searches: mostly one thread and few nodes, or an input takes several times as
/// long.
fn search_quota(bytes: &[u8]) -> SearchQuota {
    let (threads_max, nodes) = if lot(bytes).is_multiple_of(32) { (16, 1024) } else { (2, 96) };
    SearchQuota { hash_mib: 1, threads_max, nodes: Some(nodes) }
}

/// Bounds time and memory of a conversation: numbers keep two digits, or one for a table size, and a stop follows each
/// line.
fn harmless(bytes: &[u8], stop: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut spoken = String::new();
    for line in text.split(['\n', '\r']) {
        let digits_max = if line.to_ascii_lowercase().contains("hash") { 1 } else { 2 };
        let mut digits = 0;
        for letter in line.chars() {
            digits = if letter.is_ascii_digit() { digits + 1 } else { 0 };
            if digits <= digits_max {
                spoken.push(letter);
            }
        }
        spoken.push('\n');
        spoken.push_str(stop);
        spoken.push('\n');
    }
    spoken.into_bytes()
}
