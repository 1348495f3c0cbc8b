//! Lists of Gomoku points, as people and programs write them: `h8 i9`, `h8i9j10`, `1. h8 i9 2. j10`, with tags before them as
//! PlayOK writes them, and a result behind them. `--` is a pass.
//!
//! In PlayOK's games with a swap, `black` or `white` behind the third stone is the chooser's colour. The columns and the tags
//! are the players', not the colours', and behind `white` the first column of the next move is empty: `3. -- h12`.

use std::collections::HashSet;

use super::Record;
use super::sgf::result;
use crate::base::{Outcome, Side};
use crate::game::{GOMOKU_SIZE_DEFAULT, Game, GameKind, Setup};
use crate::gomoku::{Point, Rule, point};
use crate::record::{Header, NodeId, Tree};

/// Separators of points.
const SEPARATORS: [char; 10] = [' ', '\t', ',', ';', '\r', '，', '\u{3000}', '|', '、', '→'];

/// Separators between a move number and its move.
const DOTS: [char; 3] = ['.', '．', '、'];

/// Words of a pass; RenLib and the calculators of openings write two dashes.
const PASSES: [&str; 4] = ["--", "pass", "Pass", "PASS"];

/// Returns whether a text with tags is a list of points.
#[must_use]
pub fn is_tagged(text: &str) -> bool {
    text.trim_start().starts_with('[') && read(text).is_some()
}

/// Reads a list: every character behind the tags belongs to a point, a pass, the number of a move or the result. A list that
/// Xiangqi could be played by is none.
#[must_use]
pub fn read(text: &str) -> Option<Record> {
    let setup = Setup::usual(GameKind::Gomoku);
    let mut list = List {
        record: Record::new(Header { names_rule: false, ..Header::new(setup) }),
        node: Tree::ROOT,
        played: HashSet::new(),
        size: GOMOKU_SIZE_DEFAULT,
        is_packed: true,
        is_over: false,
        choice: None,
        is_column_empty: false,
    };
    let mut named_size = None;
    for (index, line) in text.lines().enumerate() {
        if list.record.tree.is_empty()
            && let Some((name, value)) = tag(line)
        {
            match name {
                "Black" => value.clone_into(&mut list.record.header.names.first),
                "White" => value.clone_into(&mut list.record.header.names.second),
                "Date" => {
                    list.record.header.date = if value.contains('?') { String::new() } else { value.replace('-', ".") }
                }
                "Result" => list.record.header.outcome = result::read(value).flatten(),
                "Size" | "BoardSize" => named_size = Some(value.trim().parse::<u8>().ok()?),
                "FEN" | "Red" => return None,
                _ => list.record.header.tags.push((name.to_owned(), value.to_owned())),
            }
            continue;
        }
        if tag(line).is_some() {
            list.record.fault(index + 1, "another game begins here, which is not read");
            break;
        }
        list.line(line, index + 1)?;
    }
    if list.choice == Some(Side::First) {
        list.exchange_players();
    }
    if list.record.tree.is_empty() || list.is_xiangqi() {
        return None;
    }
    let usual = [GOMOKU_SIZE_DEFAULT, 19, 20].into_iter().find(|&usual| list.size <= usual);
    let size = named_size.filter(|&size| size >= list.size).or(usual).unwrap_or(point::MAX_SIZE);
    list.record.header.setup = Setup::gomoku(Rule::default(), size, None).ok()?;
    Some(list.record)
}

/// Reads `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('[')?.strip_suffix(']')?.split_once('"')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then_some((name, value.strip_suffix('"')?))
}

struct List {
    record: Record,
    node: NodeId,
    /// `h2e2` reads as two points as well; in a game of Gomoku no point is played twice and no row is 0.
    played: HashSet<Point>,
    /// The lines that the points need.
    size: u8,
    /// Whether every word has an even number of points, as moves of Xiangqi would.
    is_packed: bool,
    /// Whether the result has been read.
    is_over: bool,
    /// The colour that the second player chose after the third stone.
    choice: Option<Side>,
    /// Whether the next pass only fills the first column.
    is_column_empty: bool,
}

/// The stones before the choice of a swap.
const SWAP_STONES: usize = 3;

impl List {
    fn line(&mut self, line: &str, number: usize) -> Option<()> {
        let mut rest = line.trim_matches(SEPARATORS);
        // The points of the word at hand.
        let mut count = 0;
        while !rest.is_empty() {
            if self.is_over {
                return None;
            }
            let is_point = rest.starts_with(|c: char| c.is_ascii_alphabetic());
            let digits = rest[usize::from(is_point)..].bytes().take_while(u8::is_ascii_digit).count();
            if is_point && digits > 0 {
                let point: Point = rest[..=digits].parse().ok()?;
                if !self.played.insert(point) {
                    return None;
                }
                self.size = self.size.max(point.column() + 1).max(point.row() + 1);
                self.node = self.record.push(self.node, point.to_string(), number);
                count += 1;
                rest = &rest[1 + digits..];
            } else if let Some(behind) = PASSES.iter().find_map(|pass| rest.strip_prefix(pass)) {
                if !std::mem::take(&mut self.is_column_empty) || self.record.tree.len() > SWAP_STONES {
                    self.node = self.record.push(self.node, "pass", number);
                    count += 1;
                }
                rest = behind;
            } else if let Some(behind) = self.choose(rest) {
                rest = behind;
            } else if let Some(outcome) = outcome(rest).filter(|_| !self.record.tree.is_empty()) {
                self.record.header.outcome = outcome.or(self.record.header.outcome);
                self.is_over = true;
                rest = "";
            } else if let Some(behind) = rest[digits..].strip_prefix(DOTS).filter(|_| digits > 0) {
                rest = behind.trim_start_matches(DOTS);
            } else {
                // One dash joins two points.
                rest = rest.strip_prefix(['-', '–']).filter(|_| count > 0)?;
            }
            let behind = rest.trim_start_matches(SEPARATORS);
            if behind.len() < rest.len() || behind.is_empty() {
                self.is_packed &= count % 2 == 0;
                count = 0;
            }
            rest = behind;
        }
        Some(())
    }

    /// Reads the choice of a swap, and returns what is behind it.
    fn choose<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let (word, side) = [("black", Side::First), ("white", Side::Second)]
            .into_iter()
            .find(|(word, _)| text.starts_with(word) && self.record.tree.len() == SWAP_STONES)?;
        let behind = text[word.len()..].trim_start_matches(SEPARATORS);
        // `black` alone may be the winner.
        let goes_on = behind.starts_with(|c: char| c.is_ascii_digit()) && !behind.starts_with("1-0");
        if self.choice.is_some() || !(goes_on || behind.is_empty() && !self.record.header.tags.is_empty()) {
            return None;
        }
        self.choice = Some(side);
        self.is_column_empty = side == Side::Second;
        self.record.tree.note_mut(self.node).add_comment(word);
        Some(&text[word.len()..])
    }

    /// Turns what is said of the columns into what is said of the colours.
    fn exchange_players(&mut self) {
        let header = &mut self.record.header;
        std::mem::swap(&mut header.names.first, &mut header.names.second);
        header.outcome = header.outcome.map(|outcome| Outcome { winner: outcome.winner.map(|side| !side), ..outcome });
        for (name, _) in &mut header.tags {
            *name = match name.as_str() {
                "BlackElo" => "WhiteElo".to_owned(),
                "WhiteElo" => "BlackElo".to_owned(),
                _ => continue,
            };
        }
    }

    /// Returns whether the points are moves of Xiangqi, two each, of which the first can be played.
    fn is_xiangqi(&self) -> bool {
        let mut moves = self.record.tree.main_moves();
        let (Some(from), Some(to)) = (moves.next(), moves.next()) else { return false };
        self.is_packed && Game::new(&Setup::usual(GameKind::Xiangqi)).advance(&format!("{from}{to}")).is_ok()
    }
}

/// Reads a result behind the points.
fn outcome(text: &str) -> Option<Option<Outcome>> {
    let is_score = ["1-0", "0-1", "1/2-1/2", "½-½", "0.5-0.5", "*"].contains(&text.trim());
    let is_word = text.starts_with(|c: char| !c.is_ascii()) || text.contains(['+', ' ']) || text.len() > 3;
    if is_score || (is_word && !text.starts_with(|c: char| c.is_ascii_digit())) { result::read(text) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Reason, Side};

    #[track_caller]
    fn check(text: &str, moves: &str) -> Header {
        let record = read(text).expect("it is a list of points");
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>().join(" "), moves, "{text}");
        record.header
    }

    #[test]
    fn points_are_read_with_passes_and_results() {
        let win = |side| Some(Outcome::win(side, Reason::Unstated));
        assert_eq!(check("h8i9--j10", "h8 i9 pass j10").outcome, None);
        assert_eq!(check("h8 i9 1-0", "h8 i9").outcome, win(Side::First));
        assert_eq!(check("1. h8 i9 2. j10 0-1", "h8 i9 j10").outcome, win(Side::Second));
        assert_eq!(check("h8 i9\nj10 1/2-1/2\n", "h8 i9 j10").outcome, Some(Outcome::draw(Reason::Unstated)));
        assert_eq!(check("h8 i9 j10 黑胜", "h8 i9 j10").outcome, win(Side::First));
        assert_eq!(check("h8-i9-j10", "h8 i9 j10").outcome, None);
        assert_eq!(check("h8, i9, j10 *", "h8 i9 j10").outcome, None);
    }

    #[test]
    fn what_xiangqi_refuses_is_gomoku() {
        assert_eq!(check("h8i9k12", "h8 i9 k12").setup.size(), Some(15));
        check("h8i9", "h8 i9");
        check("h8i9 j10k11", "h8 i9 j10 k11");
        for xiangqi in ["h2e2", "h2e2 h9g7", "h2e2h9g7", "1. h2e2 h9g7", "b2e2 h9g7 1-0"] {
            assert!(read(xiangqi).is_none(), "{xiangqi}");
        }
        // One point a word is no move of Xiangqi.
        check("h2 e2 h9 g7", "h2 e2 h9 g7");
    }

    #[test]
    fn a_list_may_have_tags() {
        let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020-01-02\"]\n[Round \"-\"]\n[Black \"one\"]\n[White \"two\"]\n\
            [Result \"0-1\"]\n\n1. h8 i9 2. j10 h7 0-1\n";
        let header = check(text, "h8 i9 j10 h7");
        assert_eq!((header.names.second.as_str(), header.date.as_str()), ("two", "2020.01.02"));
        assert_eq!(header.outcome.and_then(|outcome| outcome.winner), Some(Side::Second));
        assert!(is_tagged(text) && !is_tagged("h8 i9") && !is_tagged("[Red \"a\"]\n1. h2e2 h9g7"));
    }

    #[test]
    fn the_choice_of_a_swap_turns_columns_into_colours() {
        let tags = "[Site \"PlayOK\"]\n[Black \"one\"]\n[White \"two\"]\n[Result \"0-1\"]\n[BlackElo \"1500\"]\n\n";
        let header =
            check(&format!("{tags}1. h8 i9 2. l9 black 3. g9 g10 4. h10\ni11 0-1\n"), "h8 i9 l9 g9 g10 h10 i11");
        assert_eq!(
            (header.names.first.as_str(), header.outcome.and_then(|outcome| outcome.winner)),
            ("two", Some(Side::First))
        );
        assert!(header.tags.contains(&("WhiteElo".to_owned(), "1500".to_owned())), "{:?}", header.tags);
        let header = check(&format!("{tags}1. h8 i9 2. l9 white\n3. -- g9 4. g10 -- 0-1"), "h8 i9 l9 g9 g10 pass");
        assert_eq!(
            (header.names.first.as_str(), header.outcome.and_then(|outcome| outcome.winner)),
            ("one", Some(Side::Second))
        );
        // A winner is no choice.
        assert_eq!(check("h8 i9 j10 black", "h8 i9 j10").outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
    }

    #[test]
    fn a_second_game_is_reported() {
        let record = read("[Black \"one\"]\n\n1. h8 i9 1-0\n\n[Black \"two\"]\n\n1. h8 g7").expect("it is a list");
        assert_eq!((record.tree.len(), record.faults().len()), (2, 1));
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["", "hello", "h8 h8", "1-0", "h8 i9 1-0 j10", "a0 b1", "h8 i9 and more", "8, 7"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
