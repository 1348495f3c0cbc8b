//! Algebraic moves as servers of chess write them for Xiangqi: `Che3`, `Hg8`, `Rxh10+`, and coordinates with a tenth rank,
//! `h3e3 h10g8`. Some count ranks from 1, as PyChess does, some from 0, as XBoard does; the caller knows which.

use super::error::ReadMoveError;
use crate::position::Position as _;
use crate::xiangqi::{Move, Position, Role, Square};

/// A move as it is written; the ranks are the numbers of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AlgebraicMove {
    /// `None` where both squares are given and no piece is.
    role: Option<Role>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to_file: u8,
    to_rank: u8,
}

/// Returns whether a text is an algebraic move that begins with the letter of a piece.
#[must_use]
pub fn names_piece(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase()) && parse(text).is_some_and(|mv| mv.role.is_some())
}

/// Returns whether a text is an algebraic move that cannot be read as coordinates of a board with ranks from 0 to 9.
#[must_use]
pub fn is_algebraic(text: &str) -> bool {
    parse(text).is_some() && super::iccs::parse(text).is_none()
}

/// Reads a legal move whose ranks are counted from `first_rank`, 0 or 1; `None` if the text is not algebraic.
///
/// # Errors
/// [`ReadMoveError`] if no legal move is meant, or more than one.
pub fn read(position: &Position, text: &str, first_rank: u8) -> Option<Result<Move, ReadMoveError>> {
    let written = parse(text)?;
    let role = written.role.unwrap_or(Role::Pawn);
    let unreachable = || ReadMoveError::Unreachable { role };
    let Some(to) = written.to_rank.checked_sub(first_rank).and_then(|rank| Square::at(written.to_file, rank)) else {
        return Some(Err(unreachable()));
    };
    let is_meant = |mv: &Move| {
        let from = mv.from();
        mv.to() == to
            && written.from_file.is_none_or(|file| file == from.file())
            && written.from_rank.is_none_or(|rank| rank.checked_sub(first_rank) == Some(from.rank()))
            && written.role.is_none_or(|role| position.piece_at(from).is_some_and(|piece| piece.role == role))
    };
    let moves: Vec<Move> = position.legal_moves().into_iter().filter(is_meant).collect();
    Some(match moves[..] {
        [] => Err(unreachable()),
        [mv] => Ok(mv),
        _ => Err(ReadMoveError::Ambiguous { moves }),
    })
}

fn parse(text: &str) -> Option<AlgebraicMove> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if !text.is_ascii() || text.len() > 9 {
        return None;
    }
    let (role, squares) = match text.chars().next()? {
        letter if letter.is_ascii_uppercase() && !is_square_in_capitals(text) => {
            let role = if letter == 'G' { Some(Role::General) } else { Role::from_letter(letter) };
            (Some(role?), &text[1..])
        }
        _ => (None, text),
    };
    let lower = squares.to_ascii_lowercase();
    let (before, to_rank) = split_number(&lower)?;
    let to_file = file(before.chars().last()?)?;
    let before = &before[..before.len() - 1];
    let is_capture = before.ends_with('x');
    let before = before.trim_end_matches(['x', '-', '@', ':']);
    let (files, from_rank) = split_number(before).map_or((before, None), |(files, rank)| (files, Some(rank)));
    let from_file = match files.as_bytes() {
        [] => None,
        &[letter] => Some(file(char::from(letter))?),
        _ => return None,
    };
    let role = match (role, from_file, from_rank) {
        (None, Some(_), Some(_)) => None,
        // A pawn has no letter of its own; XBoard writes the file of one that captures or steps aside, `exe6`, `ed6`.
        (None, None, None) => Some(Role::Pawn),
        (None, Some(from), None) if is_capture || from.abs_diff(to_file) == 1 => Some(Role::Pawn),
        (None, ..) => return None,
        (named, ..) => named,
    };
    Some(AlgebraicMove { role, from_file, from_rank, to_file, to_rank })
}

/// Returns whether a text begins with a square and is followed by another: `H3-E3` names no horse.
fn is_square_in_capitals(text: &str) -> bool {
    let behind = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    behind.len() + 1 < text.len() && behind.trim_start_matches('-').starts_with(|c: char| c.is_ascii_uppercase())
}

/// Splits the number off the end of a text.
fn split_number(text: &str) -> Option<(&str, u8)> {
    let (before, digits) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    Some((before, digits.parse().ok().filter(|&rank: &u8| rank <= Square::RANKS)?))
}

fn file(letter: char) -> Option<u8> {
    ('a'..='i').contains(&letter).then(|| letter as u8 - b'a')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, text: &str, first_rank: u8, uci: Option<&str>) {
        let position: Position = fen.parse().expect(fen);
        let mv = read(&position, text, first_rank).and_then(Result::ok).map(|mv| mv.to_string());
        assert_eq!(mv.as_deref(), uci, "{text}");
    }

    #[test]
    fn moves_of_servers_are_read_with_their_ranks() {
        let start = crate::xiangqi::fen::START;
        check(start, "Che3", 1, Some("h2e2"));
        check(start, "Che2", 0, Some("h2e2"));
        check(start, "Ce3", 1, None);
        check(start, "Ng3", 1, Some("h0g2"));
        check(start, "Hg2", 0, Some("h0g2"));
        check(start, "c5", 1, Some("c3c4"));
        check(start, "Pc4", 0, Some("c3c4"));
        check(start, "h3e3", 1, Some("h2e2"));
        check(start, "H3-E3", 1, Some("h2e2"));
        check(start, "Ch3-e3", 1, Some("h2e2"));
        check(start, "Cxh10", 1, Some("h2h9"));
        check(start, "Cxh9", 0, Some("h2h9"));
        check(start, "Cbxb10", 1, Some("b2b9"));
        check(start, "Ch3xh10+", 1, Some("h2h9"));
        let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
        check(black, "Hg8", 1, Some("h9g7"));
        check(black, "h10g8", 1, Some("h9g7"));
        check(black, "Hg7", 0, Some("h9g7"));
        check("4k4/9/9/4p4/4P4/9/9/9/9/4K4 w", "exe6", 0, Some("e5e6"));
        check("4k4/9/9/4p4/4P4/9/9/9/9/4K4 w", "dxe6", 0, None);
        check("3k5/9/9/4P4/9/9/9/9/9/5K3 w", "ed6+", 0, Some("e6d6"));
        check("3k5/9/9/4P4/9/9/9/9/9/5K3 w", "ef7", 1, Some("e6f6"));
        check("3k5/9/9/4P4/9/9/9/9/9/5K3 w", "de6", 0, None);
        check("3k5/9/9/9/9/9/9/R8/9/R3K4 w", "R1a2", 1, Some("a0a1"));
        check("3k5/9/9/9/9/9/9/R8/9/R3K4 w", "R3a2", 1, Some("a2a1"));
        check("3k5/9/9/9/9/9/9/R8/9/R3K4 w", "Ra2", 1, None);
    }

    #[test]
    fn other_words_are_no_algebraic_moves() {
        for word in [
            "",
            "C2=5",
            "H8+7",
            "炮二平五",
            "1-0",
            "e",
            "ae5",
            "Z5",
            "Hz5",
            "Che11",
            "hello",
            "aa5",
            "R+-1",
            "C2.5",
            "5",
        ] {
            assert_eq!(parse(word), None, "{word}");
        }
        assert!(is_algebraic("Hg8") && is_algebraic("h10g8") && !is_algebraic("h2e2") && !is_algebraic("H2-E2"));
        assert!(names_piece("Hg8") && !names_piece("h8") && !names_piece("H2-E2") && !names_piece("c5"));
    }
}
