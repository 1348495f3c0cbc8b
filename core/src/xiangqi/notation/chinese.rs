//! The notation of Chinese books, four characters: 炮二平五, 前马退六, 三兵平四.
//!
//! Red's numbers are written 一 to 九, Black's １ to ９ in full width; both are read from either side, and ASCII too.

use super::relative::{Action, Order, Origin, RelativeMove, action, tandem};
use crate::base::Side;
use crate::xiangqi::{Move, Piece, Position, Role};

/// The characters of one script.
pub struct Characters {
    /// The pieces of each side in the order of the roles.
    pieces: [[char; Role::COUNT]; Side::COUNT],
    advance: char,
    rear: char,
}

/// 帅将, 马车, 进, 后.
pub const SIMPLIFIED: Characters = Characters {
    pieces: [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']],
    advance: '进',
    rear: '后',
};

/// 帥將, 馬車, 進, 後.
pub const TRADITIONAL: Characters = Characters {
    pieces: [['帥', '仕', '相', '馬', '車', '炮', '兵'], ['將', '士', '象', '馬', '車', '炮', '卒']],
    advance: '進',
    rear: '後',
};

const NUMERALS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/// Writes the move of `piece`.
pub fn write(position: &Position, piece: Piece, mv: Move, script: &Characters) -> String {
    let (action, number) = action(piece.role, piece.side, mv);
    let digit = |number: u8| match piece.side {
        Side::First => NUMERALS[usize::from(number) - 1],
        Side::Second => char::from_u32('０' as u32 + u32::from(number)).expect("full-width digits are characters"),
    };
    let (name, file) =
        (script.pieces[piece.side.index()][piece.role.index()], digit(mv.from().file_number(piece.side)));
    let [first, second] = match tandem(position, piece.role, piece.side, mv.from()) {
        None => [name, file],
        Some(tandem) => {
            let order = match (tandem.nth, tandem.count) {
                (1, _) => '前',
                (2, 2) | (3, 3) => script.rear,
                (2, 3) => '中',
                (nth, _) => NUMERALS[usize::from(nth) - 1],
            };
            [order, if tandem.is_only { name } else { file }]
        }
    };
    let third = match action {
        Action::Advance => script.advance,
        Action::Retreat => '退',
        Action::Traverse => '平',
    };
    [first, second, third, digit(number)].into_iter().collect()
}

/// Reads a move in either script.
pub fn parse(text: &str) -> Option<RelativeMove> {
    let mut letters = text.chars();
    let [first, second, third, fourth] = [letters.next()?, letters.next()?, letters.next()?, letters.next()?];
    if letters.next().is_some() {
        return None;
    }
    let action = match third {
        '进' | '進' | '上' => Action::Advance,
        '退' | '下' => Action::Retreat,
        '平' => Action::Traverse,
        _ => return None,
    };
    let nth = |letter| order(letter).or_else(|| number(letter).map(Order::Nth));
    let (role, place) = match (role(first), role(second)) {
        (Some(role), None) => match order(second) {
            Some(order) => (role, Origin::Tandem { order, file: None }),
            None => (role, Origin::File(number(second)?)),
        },
        (None, Some(role)) => (role, Origin::Tandem { order: nth(first)?, file: None }),
        (None, None) => (Role::Pawn, Origin::Tandem { order: nth(first)?, file: Some(number(second)?) }),
        (Some(_), Some(_)) => return None,
    };
    Some(RelativeMove { role, place, action, number: number(fourth)? })
}

/// Returns the role that a character names, for either side.
pub fn role(letter: char) -> Option<Role> {
    match letter {
        '帅' | '帥' | '将' | '將' => Some(Role::General),
        '仕' | '士' => Some(Role::Advisor),
        '相' | '象' => Some(Role::Elephant),
        '马' | '馬' | '傌' => Some(Role::Horse),
        '车' | '車' | '俥' => Some(Role::Rook),
        '炮' | '砲' | '包' => Some(Role::Cannon),
        '兵' | '卒' => Some(Role::Pawn),
        _ => None,
    }
}

fn order(letter: char) -> Option<Order> {
    match letter {
        '前' => Some(Order::Front),
        '中' => Some(Order::Middle),
        '后' | '後' => Some(Order::Rear),
        _ => None,
    }
}

fn number(letter: char) -> Option<u8> {
    let is_it = |&numeral: &char| numeral == letter;
    match letter {
        '0'..='9' => Some(letter as u8 - b'0'),
        '０'..='９' => u8::try_from(letter as u32 - '０' as u32).ok(),
        _ => NUMERALS.iter().position(is_it).map(|index| index as u8 + 1),
    }
}
