//! Whole endings of Xiangqi, solved backwards from mate and stalemate for the side that attacks.
//!
//! Every position of the pieces, and of all that captures leave of them, gets the plies in which the attacker mates
//! against each defence, or none. A win repeats no position, because each of its moves brings the mate nearer; so no
//! rule on repetitions touches it. What is no win is held by play without end, which the rules may forbid: a side must not
//! check or chase for ever. [`Defence::Idle`] therefore counts no defence that checks or chases. What it holds is held
//! under every rule.
//!
//! ```text
//! index of a position   the number of each group of equal pieces, the attacker's general first; then the side to move
//! value                 0 open · plies + 1 · 255 impossible
//! ```
//! A board and its mirror image are one: the attacker's general is on the files a to e of them.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use fxhash::FxHashMap;

use crate::base::Side;
use crate::position::Position as _;
use crate::xiangqi::{Bitboard, Board, Move, Piece, Position, Role, Setup, Square, attacks, repetition, setup};

/// The most kinds of pieces on the board.
const GROUPS_MAX: usize = 14;
/// The most equal pieces of a side in a table.
const EQUAL_MAX: u32 = 2;
/// Positions between two questions to the caller.
const BETWEEN_STOPS: usize = 1 << 16;
const OPEN: u8 = 0;
const IMPOSSIBLE: u8 = 255;
/// The middle file.
const MIDDLE: u8 = 4;

/// The moves that a defence may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// Every legal move.
    Any,
    /// Captures, and moves that neither check nor chase.
    Idle,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableResult {
    /// The attacker mates or stalemates in so many plies, against the longest defence.
    Wins { plies: u8 },
    /// The attacker has no win.
    Holds,
}

/// An ending solved for one attacker, with all that captures leave of it.
#[derive(Debug)]
pub struct WinTable {
    attacker: Side,
    defence: Defence,
    whole: Material,
    tables: FxHashMap<Material, Table>,
}

/// The number of each piece, four bits a kind.
type Material = u64;

/// The squares of the pieces of each group. The second is that of the first if the group has one piece.
type Places = ArrayVec<[Square; 2], GROUPS_MAX>;

impl WinTable {
    /// Solves the endings that can come of `position`, for `attacker`. Returns `None` if a kind of piece is there three
    /// times, or once `stop` returns true.
    #[must_use]
    pub fn around(
        position: &Position,
        attacker: Side,
        defence: Defence,
        mut stop: impl FnMut() -> bool,
    ) -> Option<WinTable> {
        let pieces: Vec<Piece> = position.board().placed().map(|(piece, _)| piece).collect();
        WinTable::solve(&pieces, reach_of_pawns(position.board()), attacker, defence, &mut stop)
    }

    /// Solves the endings of `pieces`, pawns beyond the river.
    #[must_use]
    pub fn of(pieces: &[Piece], attacker: Side, defence: Defence) -> Option<WinTable> {
        let beyond = |side| Square::ALL.into_iter().filter(|square| !square.is_home(side)).collect();
        WinTable::solve(pieces, Side::ALL.map(beyond), attacker, defence, &mut || false)
    }

    /// Returns the number of table entries that [`around`](WinTable::around) makes for `position`; `None` if it makes
    /// none.
    #[must_use]
    pub fn entries(position: &Position) -> Option<u64> {
        let pieces: Vec<Piece> = position.board().placed().map(|(piece, _)| piece).collect();
        let pawns = reach_of_pawns(position.board());
        let mut all = BTreeMap::new();
        entries(material(&pieces)?, &pawns, &mut all);
        Some(all.values().sum())
    }

    fn solve(
        pieces: &[Piece],
        pawns: [Bitboard; Side::COUNT],
        attacker: Side,
        defence: Defence,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<WinTable> {
        let whole = material(pieces)?;
        let mut solved = WinTable { attacker, defence, whole, tables: FxHashMap::default() };
        solved.add(whole, &pawns, stop)?;
        Some(solved)
    }

    /// Returns whether the table was solved for this attacker against these moves.
    pub(super) fn is_of(&self, attacker: Side, defence: Defence) -> bool {
        (self.attacker, self.defence) == (attacker, defence)
    }

    /// Returns the value of a position; `None` if it is none of the endings.
    #[must_use]
    pub fn result(&self, position: &Position) -> Option<TableResult> {
        let pieces: Vec<Piece> = position.board().placed().map(|(piece, _)| piece).collect();
        let table = self.tables.get(&material(&pieces)?)?;
        match table.values[table.layout.index_of(position.board(), position.side_to_move())?] {
            IMPOSSIBLE => None,
            OPEN => Some(TableResult::Holds),
            value => Some(TableResult::Wins { plies: value - 1 }),
        }
    }

    /// Lists the positions with all the pieces.
    pub fn positions(&self) -> impl Iterator<Item = (Position, TableResult)> + '_ {
        let table = &self.tables[&self.whole];
        let is_there = |index: &usize| table.values[*index] != IMPOSSIBLE;
        (0..table.values.len()).filter(is_there).filter_map(|index| {
            let position = table.layout.position(index)?;
            let value = table.values[index];
            let result = if value == OPEN { TableResult::Holds } else { TableResult::Wins { plies: value - 1 } };
            Some((position, result))
        })
    }

    /// Solves the ending of `material` after those that one capture makes of it.
    fn add(
        &mut self,
        material: Material,
        pawns: &[Bitboard; Side::COUNT],
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        if self.tables.contains_key(&material) {
            return Some(());
        }
        for piece in pieces_of(material).filter(|piece| piece.role != Role::General) {
            self.add(material - one(piece), pawns, stop)?;
        }
        let layout = Layout::new(material, pawns, self.attacker);
        let table = Solving::new(layout, self).run(stop)?;
        self.tables.insert(material, table);
        Some(())
    }
}

/// The values of all positions of some pieces.
#[derive(Debug)]
struct Table {
    layout: Layout,
    values: Vec<u8>,
}

/// Equal pieces with the squares that they can be on.
#[derive(Debug)]
struct Group {
    piece: Piece,
    /// One or two.
    count: u32,
    places: Vec<[Square; 2]>,
    /// The number of each of `places`, by the first square · 90 + the second, in both orders; 0 is none.
    numbers: Vec<u16>,
}

impl Group {
    fn new(piece: Piece, count: u32, squares: Bitboard) -> Group {
        let mut places = Vec::new();
        for first in squares {
            match count {
                1 => places.push([first, first]),
                _ => places.extend(squares.into_iter().filter(|second| second > &first).map(|second| [first, second])),
            }
        }
        let mut numbers = vec![0; Square::COUNT * Square::COUNT];
        for (number, [first, second]) in (1..).zip(&places) {
            numbers[first.index() * Square::COUNT + second.index()] = number;
            numbers[second.index() * Square::COUNT + first.index()] = number;
        }
        Group { piece, count, places, numbers }
    }

    fn number(&self, [first, second]: [Square; 2]) -> Option<usize> {
        usize::from(self.numbers[first.index() * Square::COUNT + second.index()]).checked_sub(1)
    }

    fn squares<'a>(&self, places: &'a [Square; 2]) -> &'a [Square] {
        &places[..self.count as usize]
    }
}

/// The numbering of the positions of some pieces.
#[derive(Debug)]
struct Layout {
    /// The attacker's general first.
    groups: Vec<Group>,
    has_attackers: bool,
}

impl Layout {
    fn new(material: Material, pawns: &[Bitboard; Side::COUNT], attacker: Side) -> Layout {
        let general = Piece::new(attacker, Role::General);
        let mut kinds: Vec<Piece> = pieces_of(material).collect();
        kinds.sort_by_key(|piece| *piece != general);
        let group = |piece: &Piece| {
            let squares = places_of(*piece, pawns);
            let half = squares.into_iter().filter(|square| square.file() <= MIDDLE).collect();
            Group::new(*piece, count_of(material, *piece), if *piece == general { half } else { squares })
        };
        let groups = kinds.iter().map(group).collect();
        Layout { groups, has_attackers: kinds.iter().any(|piece| piece.role.is_attacker()) }
    }

    fn len(&self) -> usize {
        self.groups.iter().map(|group| group.places.len()).product::<usize>() * Side::COUNT
    }

    fn places(&self, index: usize) -> Places {
        let mut rest = index / Side::COUNT;
        let place = |group: &Group| {
            let place = group.places[rest % group.places.len()];
            rest /= group.places.len();
            place
        };
        self.groups.iter().map(place).collect()
    }

    /// Returns the index of the board with the pieces of each group on `places`, or of its mirror image.
    fn index(&self, places: &[[Square; 2]], side_to_move: Side) -> Option<usize> {
        let is_mirrored = places[0][0].file() > MIDDLE;
        let mut code = 0;
        for (group, &place) in self.groups.iter().zip(places).rev() {
            let place = if is_mirrored { place.map(Square::mirrored) } else { place };
            code = code * group.places.len() + group.number(place)?;
        }
        Some(code * Side::COUNT + side_to_move.index())
    }

    fn index_of(&self, board: &Board, side_to_move: Side) -> Option<usize> {
        let mut places = Places::new();
        for group in &self.groups {
            let squares = board.pieces(group.piece.side, group.piece.role);
            let first = squares.first()?;
            places.push([first, squares.without(first).first().unwrap_or(first)]);
        }
        self.index(&places, side_to_move)
    }

    fn board(&self, places: &[[Square; 2]]) -> Option<Board> {
        let mut board = Board::EMPTY;
        for (group, place) in self.groups.iter().zip(places) {
            for &square in group.squares(place) {
                if board.set(square, Some(group.piece)).is_some() {
                    return None;
                }
            }
        }
        Some(board)
    }

    /// Returns the position with this index, if it is possible.
    fn position(&self, index: usize) -> Option<Position> {
        let board = self.board(&self.places(index))?;
        Position::from_setup(Setup { board, side_to_move: Side::ALL[index % Side::COUNT], ..Setup::EMPTY }).ok()
    }
}

/// An ending on its way to a table. Positions are settled ply by ply of their distance to mate.
struct Solving<'a> {
    layout: Layout,
    smaller: &'a WinTable,
    values: Vec<u8>,
    /// By position of the holder: the moves that are not known to lose.
    open: Vec<u8>,
    /// By distance: positions of the attacker with a win in so many plies.
    wins: Vec<Vec<u32>>,
    /// By distance: positions of the holder, once for each capture after which it loses in so many plies.
    drops: Vec<Vec<u32>>,
    /// By distance: positions of the holder that lose.
    losses: Vec<Vec<u32>>,
}

impl<'a> Solving<'a> {
    fn new(layout: Layout, smaller: &'a WinTable) -> Solving<'a> {
        let len = layout.len();
        let layers = || vec![Vec::new(); usize::from(IMPOSSIBLE)];
        Solving {
            layout,
            smaller,
            values: vec![OPEN; len],
            open: vec![0; len / Side::COUNT],
            wins: layers(),
            drops: layers(),
            losses: layers(),
        }
    }

    fn run(mut self, stop: &mut dyn FnMut() -> bool) -> Option<Table> {
        for index in 0..self.values.len() {
            if index.is_multiple_of(BETWEEN_STOPS) && stop() {
                return None;
            }
            match self.layout.position(index) {
                Some(position) => self.look(index, &position),
                None => self.values[index] = IMPOSSIBLE,
            }
        }
        for plies in 0..usize::from(IMPOSSIBLE) - 1 {
            if stop() {
                return None;
            }
            let value = plies as u8 + 1;
            for index in std::mem::take(&mut self.losses[plies]) {
                self.values[index as usize] = value;
                self.for_each_before(index as usize, |solving, before, _| {
                    solving.wins[plies + 1].push(before as u32);
                });
            }
            for index in std::mem::take(&mut self.wins[plies]) {
                if self.values[index as usize] == OPEN {
                    self.values[index as usize] = value;
                    self.for_each_before(index as usize, |solving, before, mv| {
                        if solving.is_defence(before, mv) {
                            solving.drop_one(before, plies);
                        }
                    });
                }
            }
            for index in std::mem::take(&mut self.drops[plies]) {
                self.drop_one(index as usize, plies);
            }
        }
        Some(Table { layout: self.layout, values: self.values })
    }

    /// Looks at a position for the first time: its captures, and the number of defences.
    fn look(&mut self, index: usize, position: &Position) {
        let is_attackers = position.side_to_move() == self.smaller.attacker;
        if is_attackers {
            if self.layout.has_attackers {
                for mv in position.captures() {
                    if let Some(plies) = self.after_capture(position, mv) {
                        self.wins[plies + 1].push(index as u32);
                    }
                }
            }
            return;
        }
        let mut defences = match self.smaller.defence {
            Defence::Any => position.count_legal_moves(),
            Defence::Idle => {
                let quiets = position.quiets();
                let idle = quiets.iter().filter(|&&mv| is_idle(position, mv)).count();
                (idle + position.captures().len()) as u64
            }
        };
        // Without pieces that mate the game is a draw, unless there is no move.
        if !self.layout.has_attackers {
            defences = position.count_legal_moves();
        }
        self.open[index / Side::COUNT] = defences as u8;
        if defences == 0 {
            self.losses[0].push(index as u32);
        } else if self.layout.has_attackers {
            for mv in position.captures() {
                if let Some(plies) = self.after_capture(position, mv) {
                    self.drops[plies].push(index as u32);
                }
            }
        }
    }

    /// Returns the plies in which the attacker mates after a capture.
    fn after_capture(&self, position: &Position, mv: Move) -> Option<usize> {
        let mut after = *position;
        after.make(mv);
        match self.smaller.result(&after).expect("the endings after a capture are solved before") {
            TableResult::Wins { plies } => Some(plies.into()),
            TableResult::Holds => None,
        }
    }

    /// Counts one defence less in a position whose move leads to mate in `plies`.
    fn drop_one(&mut self, index: usize, plies: usize) {
        let open = &mut self.open[index / Side::COUNT];
        *open -= 1;
        if *open == 0 {
            self.losses[plies + 1].push(index as u32);
        }
    }

    fn is_defence(&self, index: usize, mv: Move) -> bool {
        match self.smaller.defence {
            Defence::Any => true,
            Defence::Idle => self.layout.position(index).is_some_and(|position| is_idle(&position, mv)),
        }
    }

    fn visit_open(&mut self, places: &Places, mover: Side, mv: Move, visit: &mut impl FnMut(&mut Self, usize, Move)) {
        if let Some(index) = self.layout.index(places, mover).filter(|&index| self.values[index] == OPEN) {
            visit(self, index, mv);
        }
    }

    /// Calls `visit` with the open positions one quiet move before that of `index`, and the move.
    fn for_each_before(&mut self, index: usize, mut visit: impl FnMut(&mut Self, usize, Move)) {
        if !self.layout.has_attackers {
            return;
        }
        let mover = Side::ALL[index % Side::COUNT].opponent();
        let mut places = self.layout.places(index);
        let occupied: Bitboard = places.iter().flatten().copied().collect();
        for at in 0..places.len() {
            let Group { piece, count, .. } = self.layout.groups[at];
            if piece.side != mover {
                continue;
            }
            let present = places[at];
            for which in 0..count as usize {
                let square = present[which];
                for from in before(piece, square, occupied) & !occupied {
                    places[at][which] = from;
                    if count == 1 {
                        places[at][1] = from;
                    }
                    let mv = Move::new(from, square);
                    self.visit_open(&places, mover, mv, &mut visit);
                    // The position after the move is its mirror image, too, if the attacker's general leaves the middle.
                    if at == 0 && from.file() == MIDDLE && square.file() != MIDDLE {
                        let mirrored: Places = places.iter().map(|place| place.map(Square::mirrored)).collect();
                        self.visit_open(&mirrored, mover, mv, &mut visit);
                    }
                }
                places[at] = present;
            }
        }
    }
}

/// Returns whether a quiet move neither checks nor chases.
fn is_idle(position: &Position, mv: Move) -> bool {
    !position.gives_check(mv) && repetition::chased(position, mv).is_empty()
}

/// Returns the squares from which a piece comes to `square` without a capture, some of them occupied.
fn before(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::General => attacks::general(square),
        Role::Advisor => attacks::advisor(square),
        Role::Elephant => attacks::elephant(square, occupied),
        Role::Horse => attacks::horse_to(square, occupied),
        Role::Rook | Role::Cannon => attacks::rook(square, occupied),
        Role::Pawn => attacks::pawn_to(piece.side, square),
    }
}

/// Returns the squares that the pawns of each side can still reach.
fn reach_of_pawns(board: &Board) -> [Bitboard; Side::COUNT] {
    Side::ALL.map(|side| {
        let mut reach = board.pieces(side, Role::Pawn);
        loop {
            let steps = reach.into_iter().fold(reach, |all, square| all | attacks::pawn_from(side, square));
            if steps == reach {
                return reach;
            }
            reach = steps;
        }
    })
}

fn places_of(piece: Piece, pawns: &[Bitboard; Side::COUNT]) -> Bitboard {
    let possible = setup::possible(piece);
    if piece.role == Role::Pawn { possible & pawns[piece.side.index()] } else { possible }
}

fn shift(piece: Piece) -> usize {
    4 * (piece.side.index() * Role::COUNT + piece.role.index())
}

fn one(piece: Piece) -> Material {
    1 << shift(piece)
}

fn count_of(material: Material, piece: Piece) -> u32 {
    (material >> shift(piece)) as u32 & 15
}

fn pieces_of(material: Material) -> impl Iterator<Item = Piece> {
    let kinds = Side::ALL.into_iter().flat_map(|side| Role::ALL.map(|role| Piece::new(side, role)));
    kinds.filter(move |&piece| count_of(material, piece) > 0)
}

/// Returns the number of each piece; `None` if one is there too often for a table.
fn material(pieces: &[Piece]) -> Option<Material> {
    let material = pieces.iter().map(|&piece| one(piece)).sum();
    pieces_of(material).all(|piece| count_of(material, piece) <= EQUAL_MAX).then_some(material)
}

/// Adds the entries of the table of `material` and of those after it.
fn entries(material: Material, pawns: &[Bitboard; Side::COUNT], all: &mut BTreeMap<Material, u64>) {
    if all.contains_key(&material) {
        return;
    }
    let of = |piece: Piece| {
        let squares = u64::from(places_of(piece, pawns).count());
        if count_of(material, piece) == 1 { squares } else { squares * squares.saturating_sub(1) / 2 }
    };
    let product: u64 = pieces_of(material).map(of).product();
    // The mirror image of a third of the squares of a general is left out.
    all.insert(material, product * Side::COUNT as u64 * 2 / 3);
    for piece in pieces_of(material).filter(|piece| piece.role != Role::General) {
        entries(material - one(piece), pawns, all);
    }
}

#[cfg(test)]
mod tests;
