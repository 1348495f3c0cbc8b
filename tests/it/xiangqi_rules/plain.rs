//! A second, slow implementation of Xiangqi's rules: a board of letters and steps on it. It shares no code with the
//! rules under test.

/// A board of FEN letters, `.` for an empty point; `cells[rank][file]`, rank 0 is Red's back rank.
#[derive(Clone)]
pub struct PlainBoard {
    cells: [[char; 9]; 10],
    red_moves: bool,
}

type Point = (i32, i32);

const STRAIGHT: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl PlainBoard {
    /// Reads the board of a FEN.
    pub fn new(fen: &str) -> PlainBoard {
        let mut fields = fen.split_whitespace();
        let mut cells = [['.'; 9]; 10];
        for (row, text) in fields.next().expect("a FEN begins with the board").split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        cells[9 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        PlainBoard { cells, red_moves: fields.next() != Some("b") }
    }

    fn at(&self, (file, rank): Point) -> Option<char> {
        ((0..9).contains(&file) && (0..10).contains(&rank)).then(|| self.cells[rank as usize][file as usize])
    }

    /// Whether a piece of the given colour is on a point.
    fn is_own(&self, point: Point, red: bool) -> bool {
        self.at(point).is_some_and(|letter| letter != '.' && letter.is_ascii_uppercase() == red)
    }

    /// Lists the steps of the piece on `from`, without regard to checks.
    fn steps(&self, from: Point) -> Vec<Point> {
        let letter = self.at(from).expect("the point is on the board");
        let red = letter.is_ascii_uppercase();
        let plus = |(file, rank): Point, (x, y): Point, n: i32| (file + n * x, rank + n * y);
        let in_palace = |(file, rank): Point| {
            (3..=5).contains(&file) && if red { (0..=2).contains(&rank) } else { (7..=9).contains(&rank) }
        };
        let at_home = |(_, rank): Point| if red { rank <= 4 } else { rank >= 5 };
        let mut targets = Vec::new();
        match letter.to_ascii_lowercase() {
            'k' => targets.extend(STRAIGHT.map(|way| plus(from, way, 1)).into_iter().filter(|&to| in_palace(to))),
            'a' => targets.extend(DIAGONAL.map(|way| plus(from, way, 1)).into_iter().filter(|&to| in_palace(to))),
            'b' => targets.extend(
                DIAGONAL
                    .into_iter()
                    .filter(|&way| self.at(plus(from, way, 1)) == Some('.'))
                    .map(|way| plus(from, way, 2))
                    .filter(|&to| at_home(to)),
            ),
            'n' => {
                for way in STRAIGHT.into_iter().filter(|&way| self.at(plus(from, way, 1)) == Some('.')) {
                    let (x, y) = way;
                    targets.extend([1, -1].map(|turn| plus(plus(from, way, 2), (y, x), turn)));
                }
            }
            'r' | 'c' => {
                for way in STRAIGHT {
                    let mut screens = 0;
                    for n in 1..10 {
                        let to = plus(from, way, n);
                        match (self.at(to), letter.to_ascii_lowercase(), screens) {
                            (None, ..) => break,
                            (Some('.'), _, 0) => targets.push(to),
                            (Some('.'), ..) => {}
                            (Some(_), 'r', _) | (Some(_), 'c', 1) => {
                                targets.push(to);
                                break;
                            }
                            (Some(_), ..) => screens += 1,
                        }
                    }
                }
            }
            'p' => {
                let ahead = if red { 1 } else { -1 };
                targets.push(plus(from, (0, ahead), 1));
                if !at_home(from) {
                    targets.extend([plus(from, (1, 0), 1), plus(from, (-1, 0), 1)]);
                }
            }
            _ => {}
        }
        targets.retain(|&to| self.at(to).is_some() && !self.is_own(to, red));
        targets
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)))
    }

    /// Whether the general of a colour is attacked, or faces the other one.
    fn is_attacked(&self, red: bool) -> bool {
        let general = if red { 'K' } else { 'k' };
        let home = PlainBoard::points().find(|&point| self.at(point) == Some(general)).expect("the general is there");
        let (other, ahead) = if red { ('k', 1) } else { ('K', -1) };
        let seen = (1..10).map(|n| self.at((home.0, home.1 + n * ahead))).find(|seen| *seen != Some('.'));
        let faces = seen == Some(Some(other));
        faces || PlainBoard::points().any(|from| self.is_own(from, !red) && self.steps(from).contains(&home))
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.red_moves)
    }

    /// The letter on the point with this name, `.` if it is empty.
    pub fn piece(&self, name: &str) -> char {
        let bytes = name.as_bytes();
        self.cells[usize::from(bytes[1] - b'0')][usize::from(bytes[0] - b'a')]
    }

    /// Passes the turn.
    pub fn pass(&mut self) {
        self.red_moves = !self.red_moves;
    }

    pub fn red_to_move(&self) -> bool {
        self.red_moves
    }

    /// Plays a move written in coordinates.
    pub fn play(&mut self, mv: &str) {
        let bytes = mv.as_bytes();
        let point = |at: usize| ((bytes[at + 1] - b'0') as usize, (bytes[at] - b'a') as usize);
        let (from, to) = (point(0), point(2));
        self.cells[to.0][to.1] = std::mem::replace(&mut self.cells[from.0][from.1], '.');
        self.red_moves = !self.red_moves;
    }

    /// Lists the legal moves in coordinates, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        let name = |(file, rank): Point| format!("{}{rank}", (b'a' + file as u8) as char);
        let mut moves = Vec::new();
        for from in PlainBoard::points().filter(|&from| self.is_own(from, self.red_moves)) {
            for to in self.steps(from) {
                let mv = name(from) + &name(to);
                let mut after = self.clone();
                after.play(&mv);
                if !after.is_attacked(self.red_moves) {
                    moves.push(mv);
                }
            }
        }
        moves.sort_unstable();
        moves
    }
}
