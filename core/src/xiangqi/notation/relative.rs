//! What the Chinese and the WXF notation have in common: a piece named by its file or by its place among its like, a
//! direction and a number. Files and directions are the mover's own.

use super::error::ReadMoveError;
use crate::base::Side;
use crate::position::Position as _;
use crate::xiangqi::{Move, Position, Role, Square};

/// A move as it is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelativeMove {
    pub role: Role,
    pub place: Origin,
    pub action: Action,
    /// Steps or a file, see [`Action`].
    pub number: u8,
}

/// Which of the pieces is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The one on this file.
    File(u8),
    /// One of several on a file: `file`, or whichever file it is.
    Tandem { order: Order, file: Option<u8> },
}

/// Which of the pieces on a file, the front being nearest to the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Front,
    Middle,
    Rear,
    /// Counted from 1 at the front; if several files hold two or more pieces, through these files from the right.
    Nth(u8),
}

/// A direction. The number that follows is the steps of a piece that goes straight ahead or back, and the file of
/// arrival of every other move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Advance,
    Retreat,
    Traverse,
}

/// A piece that shares its file with others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tandem {
    /// Its place from the front, from 1.
    pub nth: u8,
    pub count: u8,
    /// Whether no other file holds several of this kind.
    pub is_only: bool,
}

/// Returns the direction and the number of a move.
pub fn action(role: Role, side: Side, mv: Move) -> (Action, u8) {
    let (from, to) = (mv.from().rank_from(side), mv.to().rank_from(side));
    let file = mv.to().file_number(side);
    let action = match to.cmp(&from) {
        std::cmp::Ordering::Equal => return (Action::Traverse, file),
        std::cmp::Ordering::Greater => Action::Advance,
        std::cmp::Ordering::Less => Action::Retreat,
    };
    (action, if is_straight(role) { to.abs_diff(from) } else { file })
}

/// Returns the place of a piece among those of its kind on its file. Advisors and elephants never need it: of two on
/// one file only one can advance and only the other retreat.
pub fn tandem(position: &Position, role: Role, side: Side, square: Square) -> Option<Tandem> {
    if matches!(role, Role::Advisor | Role::Elephant) {
        return None;
    }
    let groups = groups(position, role, side);
    let group = groups.iter().find(|group| group.contains(&square))?;
    let nth = group.iter().position(|&member| member == square)?;
    Some(Tandem { nth: nth as u8 + 1, count: group.len() as u8, is_only: groups.len() == 1 })
}

/// Finds the one legal move that is meant.
pub fn find(position: &Position, spoken: RelativeMove) -> Result<Move, ReadMoveError> {
    let side = position.side_to_move();
    let mut legal = Vec::new();
    let mut refusal = ReadMoveError::Unreachable { role: spoken.role };
    for from in candidates(position, spoken)? {
        let Some(mv) = arrival(spoken, side, from)?.map(|to| Move::new(from, to)) else { continue };
        match position.legality(mv) {
            Ok(()) => legal.push(mv),
            Err(reason) => refusal = ReadMoveError::Illegal(reason),
        }
    }
    match legal[..] {
        [] => Err(refusal),
        [mv] => Ok(mv),
        _ => {
            legal.sort_unstable();
            Err(ReadMoveError::Ambiguous { moves: legal })
        }
    }
}

/// Returns whether the piece moves along lines only.
fn is_straight(role: Role) -> bool {
    matches!(role, Role::General | Role::Rook | Role::Cannon | Role::Pawn)
}

/// Lists the pieces of a kind on each file that holds several: the files from the mover's right, each from its front.
fn groups(position: &Position, role: Role, side: Side) -> Vec<Vec<Square>> {
    let pieces = position.board().pieces(side, role);
    (1..=Square::FILES)
        .map(|file| {
            let mut group: Vec<Square> = pieces.into_iter().filter(|piece| piece.file_number(side) == file).collect();
            group.sort_unstable_by_key(|piece| std::cmp::Reverse(piece.rank_from(side)));
            group
        })
        .filter(|group| group.len() > 1)
        .collect()
}

/// Lists the pieces that the words may mean; never an empty list.
fn candidates(position: &Position, spoken: RelativeMove) -> Result<Vec<Square>, ReadMoveError> {
    let (side, role) = (position.side_to_move(), spoken.role);
    let (order, file) = match spoken.place {
        Origin::File(file) => {
            let file = checked_file(file)?;
            let pieces = position.board().pieces(side, role);
            let found: Vec<Square> = pieces.into_iter().filter(|piece| piece.file_number(side) == file).collect();
            return if found.is_empty() { Err(ReadMoveError::NoPieceOnFile { side, role, file }) } else { Ok(found) };
        }
        Origin::Tandem { order, file } => (order, file.map(checked_file).transpose()?),
    };
    let mut groups = groups(position, role, side);
    if let Some(file) = file {
        groups.retain(|group| group[0].file_number(side) == file);
    }
    let found: Vec<Square> = match order {
        Order::Front => groups.iter().map(|group| group[0]).collect(),
        Order::Middle => groups.iter().filter(|group| group.len() == 3).map(|group| group[1]).collect(),
        Order::Rear => groups.iter().map(|group| group[group.len() - 1]).collect(),
        Order::Nth(nth) => groups.concat().into_iter().skip(usize::from(nth).wrapping_sub(1)).take(1).collect(),
    };
    if found.is_empty() { Err(ReadMoveError::NotTandem { side, role }) } else { Ok(found) }
}

/// Returns where the words lead from a point; `None` if the piece has no such move or would leave the board.
fn arrival(spoken: RelativeMove, side: Side, from: Square) -> Result<Option<Square>, ReadMoveError> {
    let is_straight = is_straight(spoken.role);
    let steps = if is_straight && spoken.action != Action::Traverse {
        spoken.number
    } else {
        let files = checked_file(spoken.number)?.abs_diff(from.file_number(side));
        match (spoken.role, files) {
            (Role::Horse, 1) => 2,
            (Role::Horse, 2) | (Role::Advisor, 1) => 1,
            (Role::Elephant, 2) => 2,
            (_, 1..) if is_straight => 0,
            _ => return Ok(None),
        }
    };
    let rank = match spoken.action {
        Action::Advance if steps > 0 => from.rank_from(side).checked_add(steps),
        Action::Retreat if steps > 0 => from.rank_from(side).checked_sub(steps),
        Action::Traverse if is_straight => Some(from.rank_from(side)),
        _ => None,
    };
    let file = if is_straight && spoken.action != Action::Traverse {
        from.file()
    } else {
        match side {
            Side::First => Square::FILES - spoken.number,
            Side::Second => spoken.number - 1,
        }
    };
    Ok(rank.and_then(|rank| Square::at(file, rank)).map(|square| match side {
        Side::First => square,
        Side::Second => square.flipped(),
    }))
}

fn checked_file(file: u8) -> Result<u8, ReadMoveError> {
    if (1..=Square::FILES).contains(&file) { Ok(file) } else { Err(ReadMoveError::NoSuchFile { file }) }
}
