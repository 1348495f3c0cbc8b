//! A small game to test the driver with: Connect Four on 7 × 6.

use crate::base::depth::MAX_PLY;
use crate::base::{Depth, Key, Rng, Score};
use crate::search::{Bound, Control, PvTable, RootMove, Searcher, TranspositionTable, TtEntry, TtMove, Window};

const COLUMNS: u16 = 7;
/// Rows of the board; each column takes one more bit, so that lines do not wrap over its edge.
const ROWS: u16 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Column(pub u16);

impl TtMove for Column {
    fn pack(self) -> u16 {
        self.0
    }

    fn unpack(bits: u16) -> Column {
        Column(bits)
    }
}

/// The stones of the side to move and of its opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Four {
    mine: u64,
    theirs: u64,
}

impl Four {
    /// Plays the columns in `moves` from the empty board.
    pub fn after(moves: &[u16]) -> Four {
        moves.iter().fold(Four::default(), |four, &column| four.play(Column(column)))
    }

    /// Plays `plies` random moves, or fewer if the game ends.
    pub fn random(plies: usize, rng: &mut Rng) -> Four {
        let mut four = Four::default();
        for _ in 0..plies {
            let moves = four.moves();
            let next = four.play(moves[rng.below(moves.len())]);
            if next.moves().is_empty() {
                break;
            }
            four = next;
        }
        four
    }

    /// Lists the columns that are not full, the middle first; none when the game is over.
    pub fn moves(self) -> Vec<Column> {
        if self.is_lost() {
            return Vec::new();
        }
        let all = self.mine | self.theirs;
        [3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&c| all >> top(c) & 1 == 0).map(Column).collect()
    }

    pub fn play(self, Column(column): Column) -> Four {
        let all = self.mine | self.theirs;
        let stone = (all + (1 << (column * (ROWS + 1)))) & !all & (0x3f << (column * (ROWS + 1)));
        Four { mine: self.theirs, theirs: self.mine | stone }
    }

    /// Returns whether the last move made four in a row.
    pub fn is_lost(self) -> bool {
        [1, ROWS, ROWS + 1, ROWS + 2].into_iter().any(|step| {
            let pairs = self.theirs & self.theirs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// Returns a score that differs between most positions: each stone counts by its place.
    pub fn evaluate(self) -> Score {
        let value = |stones: u64| -> i32 {
            let squares = (0..49).filter(|square| stones >> square & 1 == 1);
            squares.map(|square| 30 - 7 * (square / 7 - 3i32).abs() - 5 * (square % 7 - 2).abs() + square % 4).sum()
        };
        Score(value(self.mine) - value(self.theirs))
    }

    pub fn key(self) -> Key {
        let mix =
            |stones: u64, family| Key::feature(family, stones as u32) ^ Key::feature(family + 1, (stones >> 32) as u32);
        mix(self.mine, 900) ^ mix(self.theirs, 902)
    }

    /// Returns the end score at `ply`, or the evaluation at depth zero.
    fn leaf(self, moves: &[Column], ply: usize, depth: Depth) -> Option<Score> {
        if self.is_lost() {
            Some(Score::mated_in(ply))
        } else if moves.is_empty() {
            Some(Score::DRAW)
        } else {
            (depth <= 0).then(|| self.evaluate())
        }
    }

    /// Searches without pruning: the reference for every search of this game.
    pub fn minimax(self, ply: usize, depth: Depth) -> Score {
        let moves = self.moves();
        if let Some(score) = self.leaf(&moves, ply, depth) {
            return score;
        }
        let scores = moves.iter().map(|&mv| -self.play(mv).minimax(ply + 1, depth - 1));
        scores.max().expect("there are moves")
    }
}

/// Returns the bit of the highest square of a column.
fn top(column: u16) -> u16 {
    column * (ROWS + 1) + ROWS - 1
}

const _: () = assert!(COLUMNS * (ROWS + 1) <= 64);

/// A plain alpha-beta search of a [`Four`], optionally with the transposition table.
pub struct Search<'a> {
    pub four: Four,
    pub table: Option<&'a TranspositionTable>,
    pub pv: PvTable<Column>,
}

impl<'a> Search<'a> {
    pub fn new(four: Four, table: Option<&'a TranspositionTable>) -> Search<'a> {
        Search { four, table, pv: PvTable::new() }
    }

    fn node(
        &mut self,
        four: Four,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: Depth,
        ctl: &mut Control<'_>,
    ) -> Score {
        self.pv.clear(ply);
        if ctl.visit(ply) || ply >= MAX_PLY - 1 {
            return four.evaluate();
        }
        let mut moves = four.moves();
        if let Some(score) = four.leaf(&moves, ply, depth) {
            return score;
        }
        let known = self.table.and_then(|table| table.probe::<Column>(four.key(), ply));
        if let Some(score) = known.and_then(|entry| entry.cutoff(depth, alpha, beta)) {
            return score;
        }
        if let Some(index) = known.and_then(|entry| entry.mv).and_then(|mv| moves.iter().position(|&m| m == mv)) {
            moves[..=index].rotate_right(1);
        }
        let (asked, mut best, mut best_move) = (alpha, -Score::INFINITE, None);
        for mv in moves {
            let score = -self.node(four.play(mv), -beta, -alpha, ply + 1, depth - 1, ctl);
            if ctl.stopped() {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                self.pv.raise(ply, mv);
                if score >= beta {
                    break;
                }
            }
        }
        if let Some(table) = self.table {
            let bound = Bound::of(best, asked, beta);
            table.store(four.key(), ply, &TtEntry { mv: best_move, score: best, eval: None, depth, bound, pv: false });
        }
        best
    }
}

impl Searcher for Search<'_> {
    type Move = Column;

    fn static_look(&mut self, mv: Column) -> Score {
        let after = self.four.play(mv);
        -after.leaf(&after.moves(), 1, 0).unwrap_or(Score::DRAW)
    }

    fn search_root(
        &mut self,
        roots: &mut [RootMove<Column>],
        depth: Depth,
        window: Window,
        ctl: &mut Control<'_>,
    ) -> Score {
        if ctl.visit(0) {
            return Score::DRAW;
        }
        let (mut alpha, mut best) = (window.alpha, -Score::INFINITE);
        for root in roots {
            let score = -self.node(self.four.play(root.mv), -window.beta, -alpha, 1, depth - 1, ctl);
            if ctl.stopped() {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                root.raise(score, self.pv.line(1));
                alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }
}
