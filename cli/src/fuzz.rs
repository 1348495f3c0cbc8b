//! What a fuzzer feeds arbitrary bytes to. Each function takes any bytes and must return; `fuzz/` calls them without end,
//! the ordinary tests for a moment.

use duiyi_core::gomoku;
use duiyi_core::record::format::CODECS;
use duiyi_core::study::Study;
use duiyi_core::xiangqi;

use crate::protocol::{gomocup::Gomocup, rehearse, ucci::Ucci, uci::Uci};

/// Lets the UCI loop hear `bytes` and returns what it says.
#[must_use]
pub fn uci(bytes: &[u8]) -> String {
    rehearse(Uci::new(), &harmless(bytes, "stop"))
}

/// Lets the UCCI loop hear `bytes` and returns what it says.
#[must_use]
pub fn ucci(bytes: &[u8]) -> String {
    rehearse(Ucci::new(), &harmless(bytes, "stop"))
}

/// Lets the Gomocup loop hear `bytes` and returns what it says.
#[must_use]
pub fn gomocup(bytes: &[u8]) -> String {
    rehearse(Gomocup::new(), &harmless(bytes, "YXSTOP"))
}

/// Reads `bytes` as a record, every way there is; what is read must be written and read again as the same game.
///
/// # Panics
/// If a game does not survive that, which would be our fault.
pub fn record(bytes: &[u8]) {
    for codec in CODECS {
        let _ = codec.read(bytes);
    }
    let Ok(study) = Study::read(bytes) else { return };
    let again = Study::read(&study.write()).expect("what was written is read");
    assert_eq!(again.moves().collect::<Vec<_>>(), study.moves().collect::<Vec<_>>(), "the moves are the same");
}

/// Reads `bytes` as a position, every way there is; what is read must be written and read again as the same.
///
/// # Panics
/// If a position does not survive that, which would be our fault.
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

/// Makes sure that a conversation ends soon and needs little memory: numbers keep two digits, a stop follows each line,
/// and leaf positions, whose counting knows no stop, are not counted.
fn harmless(bytes: &[u8], stop: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes).replace("perft", "");
    let mut spoken = String::new();
    for line in text.split(['\n', '\r']) {
        let mut digits = 0;
        for letter in line.chars() {
            digits = if letter.is_ascii_digit() { digits + 1 } else { 0 };
            if digits <= 2 {
                spoken.push(letter);
            }
        }
        spoken.push('\n');
        spoken.push_str(stop);
        spoken.push('\n');
    }
    spoken.into_bytes()
}
