//! The notation of Vietnamese books: `P2-5`, `M2.3`, `X7/1`, with `.` for an advance, `/` for a retreat and `-` for a
//! move along the rank. `Pt.1` is the front cannon of two (trước), `Ps` the rear (sau), `Cg` the middle soldier (giữa).
//!
//! Letters: Tg Tướng, S Sĩ, T Tượng, X Xe, P Pháo, M Mã, C Chốt.

use super::ReadMoveError;
use super::relative::{self, Action, Order, Origin, RelativeMove, action, tandem};
use crate::xiangqi::{Move, Piece, Position, Role};

/// Writes the move of `piece`.
pub fn write(position: &Position, piece: Piece, mv: Move) -> String {
    let (action, number) = action(piece.role, piece.side, mv);
    let sign = match action {
        Action::Advance => '.',
        Action::Retreat => '/',
        Action::Traverse => '-',
    };
    let (letters, file) = (letters(piece.role), mv.from().file_number(piece.side));
    let Some(tandem) = tandem(position, piece.role, piece.side, mv.from()) else {
        return format!("{letters}{file}{sign}{number}");
    };
    let order = match (tandem.nth, tandem.count) {
        (1, 2 | 3) => "t".to_owned(),
        (2, 2) | (3, 3) => "s".to_owned(),
        (2, 3) => "g".to_owned(),
        (nth, _) => nth.to_string(),
    };
    // A number alone would read as a file.
    let file = if tandem.is_only && tandem.count < 4 { String::new() } else { file.to_string() };
    format!("{letters}{order}{file}{sign}{number}")
}

/// Reads a move in either case. `B` (Binh) is a soldier too.
pub fn parse(text: &str) -> Option<RelativeMove> {
    let end = text.rfind(['.', '/', '-'])?;
    let (who, rest) = text.split_at(end);
    let mut rest = rest.chars();
    let action = match rest.next()? {
        '.' => Action::Advance,
        '/' => Action::Retreat,
        _ => Action::Traverse,
    };
    let number = digit(rest.as_str())?;
    let (role, place) = role_of(who)?;
    let mut place = place.chars();
    let place = match (place.next()?, place.next(), place.next()) {
        (one, None, None) => match order(one) {
            Some(order) => Origin::Tandem { order, file: None },
            None => Origin::File(digit_of(one)?),
        },
        (nth, Some(file), None) => {
            let order = order(nth).or_else(|| digit_of(nth).map(Order::Nth))?;
            Origin::Tandem { order, file: Some(digit_of(file)?) }
        }
        _ => return None,
    };
    Some(RelativeMove { role, place, action, number })
}

/// Reads a move of a record in this notation. `None` if `text` is not written in it.
pub fn read(position: &Position, text: &str) -> Option<Result<Move, ReadMoveError>> {
    Some(relative::find(position, parse(text)?))
}

/// Returns whether `text` can be no WXF move, whose letters and signs overlap with these.
pub fn is_certain(text: &str) -> bool {
    text.contains('/') || text.starts_with(['x', 'X', 'm', 'M', 's', 'S', 't', 'T'])
}

const fn letters(role: Role) -> &'static str {
    match role {
        Role::General => "Tg",
        Role::Advisor => "S",
        Role::Elephant => "T",
        Role::Horse => "M",
        Role::Rook => "X",
        Role::Cannon => "P",
        Role::Pawn => "C",
    }
}

/// Splits a piece's letters from its place. `Tg5` is the general, for elephants never come in threes.
fn role_of(text: &str) -> Option<(Role, &str)> {
    if text.get(..2).is_some_and(|first| first.eq_ignore_ascii_case("tg")) {
        return Some((Role::General, &text[2..]));
    }
    let role = match text.chars().next()?.to_ascii_uppercase() {
        'S' => Role::Advisor,
        'T' => Role::Elephant,
        'M' => Role::Horse,
        'X' => Role::Rook,
        'P' => Role::Cannon,
        'C' | 'B' => Role::Pawn,
        _ => return None,
    };
    Some((role, &text[1..]))
}

const fn order(letter: char) -> Option<Order> {
    match letter.to_ascii_lowercase() {
        't' => Some(Order::Front),
        'g' => Some(Order::Middle),
        's' => Some(Order::Rear),
        _ => None,
    }
}

fn digit(text: &str) -> Option<u8> {
    let mut digits = text.chars();
    let first = digits.next()?;
    if digits.next().is_some() { None } else { digit_of(first) }
}

fn digit_of(letter: char) -> Option<u8> {
    letter.to_digit(10).map(|digit| digit as u8)
}
