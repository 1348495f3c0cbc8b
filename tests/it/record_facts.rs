//! What a record says of its game survives every pair of forms, or its loss is reported: result, reason, rule, start and
//! the colour of each move.

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::game::{Game, Setup};
use duiyi_core::record::Header;
use duiyi_core::record::format::{self, CODECS, Codec, Record, RecordPart};
use duiyi_core::study;

use crate::records::corpus;

/// Records longer than this go through each form, but not through each pair of forms.
const PAIR_PLIES_MAX: usize = 120;

/// Records that differ in what they say above the moves.
fn made() -> Vec<Record> {
    let mut records = Vec::new();
    for start in ["", "[FEN \"4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w - - 7 30\"]\n"] {
        for rule in ["", "[Rule \"asian\"]\n", "[Rule \"chinese\"]\n", "[Rule \"simple\"]\n", "[Rule \"WXF\"]\n"] {
            for result in ["1-0", "0-1", "1/2-1/2", "*"] {
                for reason in ["", "[Termination \"resignation\"]\n", "[Termination \"time forfeit\"]\n"] {
                    let moves = if start.is_empty() { "1. h2e2 h9g7" } else { "30. a0a9 e8d9" };
                    let text = format!("[Red \"a\"]\n{start}{rule}[Result \"{result}\"]\n{reason}\n{moves} {result}");
                    records.push(format::read(text.as_bytes()).expect("it is a record"));
                }
            }
        }
    }
    for rule in ["freestyle", "standard", "renju", "caro"] {
        for result in ["B+Resign", "W+Time", "0", "W+", "?"] {
            let text = format!("(;GM[4]SZ[15]RU[{rule}]RE[{result}];B[hh];W[ih];B[jj])");
            records.push(format::read(text.as_bytes()).expect("it is a record"));
        }
    }
    records
}

/// What a record says of its game.
#[derive(Debug, PartialEq)]
struct Facts {
    result: Option<Option<Side>>,
    reason: Option<Reason>,
    rule: &'static str,
    start: Option<String>,
    /// The playable moves of the main line, each with its side.
    moves: Vec<(Side, String)>,
}

impl Facts {
    fn of(record: &Record) -> Facts {
        let Header { setup, outcome, .. } = &record.header;
        let mut game = Game::new(setup);
        let mut moves = Vec::new();
        for mv in record.tree.main_moves() {
            let side = game.side_to_move();
            match game.advance(mv) {
                Ok(mv) => moves.push((side, mv.to_string())),
                Err(_) => break,
            }
        }
        Facts {
            result: outcome.map(|outcome: Outcome| outcome.winner),
            reason: outcome.map(|outcome| outcome.reason),
            rule: setup.rule_code(),
            start: match setup {
                Setup::Xiangqi { start } => Some(start.to_fen()),
                _ => setup.size().map(|size| size.to_string()),
            },
            moves,
        }
    }
}

/// Writes a record and reads it again; `None` if the form refuses it. What was lost must have been reported, with `context`
/// in the message of the failure.
#[track_caller]
fn through(record: &Record, codec: &dyn Codec, context: &str) -> Option<Record> {
    let written = codec.write(&record.header, &record.tree).ok()?;
    let mut again = codec.read(&written.bytes).unwrap_or_else(|why| panic!("{context}: {why}"));
    study::resolve(&mut again);
    let (before, after) = (Facts::of(record), Facts::of(&again));
    let facts = written.left_out.count(RecordPart::Fact);
    let lost = [
        before.result != after.result,
        before.result == after.result && before.reason != after.reason,
        before.rule != after.rule,
        before.start != after.start,
    ];
    let lost = lost.into_iter().filter(|&is_lost| is_lost).count();
    assert!(lost <= facts, "{context}: {facts} facts reported\n{before:?}\n{after:?}");
    // A line may end earlier, and says so; no move changes its colour.
    let common = before.moves.len().min(after.moves.len());
    assert_eq!(before.moves[..common], after.moves[..common], "{context}");
    let unplayable = written.left_out.count(RecordPart::Unplayable);
    assert!(before.moves.len() == after.moves.len() || unplayable > 0, "{context}: moves were lost");
    Some(again)
}

#[test]
fn result_reason_rule_and_colours_survive_every_pair_of_forms_or_are_reported() {
    let mut records: Vec<(String, Record)> =
        made().into_iter().enumerate().map(|(index, record)| (format!("made {index}"), record)).collect();
    for (path, bytes) in corpus() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let _ = format::sniff(&bytes).read_each(&bytes, &mut |record| {
            records.extend(record.ok().map(|record| (name.clone(), record)));
            std::ops::ControlFlow::Continue(())
        });
    }
    let (mut alone, mut pairs) = (0, 0);
    for (name, mut record) in records {
        study::resolve(&mut record);
        for first in CODECS {
            let context = format!("{name} as {}", first.name());
            let Some(again) = through(&record, first, &context) else { continue };
            alone += 1;
            if record.tree.len() > PAIR_PLIES_MAX {
                continue;
            }
            for second in CODECS {
                let context = format!("{context}, then as {}", second.name());
                pairs += usize::from(through(&again, second, &context).is_some());
            }
        }
    }
    assert!(alone > 500 && pairs > 3_000, "only {alone} records were written, and {pairs} pairs");
}
