//! WXF letters: `C2=5`, `H8+7`, `R+-1`, and for pawns that need it `15=6`, the first pawn of file 5.

use super::relative::{Action, Order, Origin, RelativeMove, action, tandem};
use crate::xiangqi::{Move, Piece, Position, Role};

/// Writes the move of `piece`.
pub fn write(position: &Position, piece: Piece, mv: Move) -> String {
    let (action, number) = action(piece.role, piece.side, mv);
    let sign = match action {
        Action::Advance => '+',
        Action::Retreat => '-',
        Action::Traverse => '=',
    };
    let (letter, file) = (letter(piece.role), mv.from().file_number(piece.side));
    match tandem(position, piece.role, piece.side, mv.from()) {
        None => format!("{letter}{file}{sign}{number}"),
        Some(tandem) if tandem.count == 2 && tandem.is_only => {
            format!("{letter}{}{sign}{number}", if tandem.nth == 1 { '+' } else { '-' })
        }
        Some(tandem) => format!("{}{file}{sign}{number}", tandem.nth),
    }
}

/// Reads a move in either case; `.` stands for `=` too, `E`, `H`, `K` may be `B`, `N`, `G`, and `+C=5` is `C+=5`.
pub fn parse(text: &str) -> Option<RelativeMove> {
    let end = text.rfind(['+', '-', '=', '.'])?;
    let (who, rest) = text.split_at(end);
    let mut rest = rest.chars();
    let action = match rest.next()? {
        '+' => Action::Advance,
        '-' => Action::Retreat,
        _ => Action::Traverse,
    };
    let number = number(rest.as_str())?;
    let mut letters = who.chars();
    let first = letters.next()?;
    let (role, place) = if let (Some(order), Some(role)) = (order(first), letters.next().and_then(role_of)) {
        letters.next().is_none().then_some((role, Origin::Tandem { order, file: None }))?
    } else if let Some(nth) = first.to_digit(10) {
        let file = Some(self::number(&who[1..])?);
        (Role::Pawn, Origin::Tandem { order: Order::Nth(nth as u8), file })
    } else {
        let (role, place) = (role_of(first)?, &who[1..]);
        let mut signs = place.chars();
        match (signs.next().and_then(order), signs.next()) {
            (Some(order), None) => (role, Origin::Tandem { order, file: None }),
            _ => (role, Origin::File(self::number(place)?)),
        }
    };
    Some(RelativeMove { role, place, action, number })
}

const fn letter(role: Role) -> char {
    match role {
        Role::General => 'K',
        Role::Advisor => 'A',
        Role::Elephant => 'E',
        Role::Horse => 'H',
        Role::Rook => 'R',
        Role::Cannon => 'C',
        Role::Pawn => 'P',
    }
}

fn role_of(letter: char) -> Option<Role> {
    if letter.eq_ignore_ascii_case(&'g') { Some(Role::General) } else { Role::from_letter(letter) }
}

fn order(sign: char) -> Option<Order> {
    match sign {
        '+' => Some(Order::Front),
        '-' => Some(Order::Rear),
        '.' | '=' => Some(Order::Middle),
        _ => None,
    }
}

fn number(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
