//! Lists of Gomoku points, as people and programs write them: `h8 i9`, `h8i9j10`, `1. h8 i9 2. j10`, with tags before them as
//! PlayOK writes them, and a result behind them. `--` is a pass.
//!
//! In PlayOK's games with Swap2, `black` or `white` is a choice of colours: behind the third stone the second player's, behind
//! the fifth the first player's. The columns and the tags are the players', not the colours'. A column without a stone has
//! `--`: behind two added stones, and behind a choice of the side whose turn it is not.
//!
//! ```text
//! 1. h8 i9 2. l9 black 3. g9 g10
//! 1. h8 i9 2. l9 white 3. -- h12
//! 1. h8 i9 2. l10 n12 3. h4 -- 4. black j6
//! 1. h8 i9 2. k5 j6 3. m3 -- 4. white -- 5. i8 j9
//! ```

use std::collections::HashSet;

use super::Record;
use super::record::{RECORD_BYTES_MAX, shown};
use super::sgf::result;
use super::tags::{self, Roster, WrittenTag};
use crate::base::{Outcome, Side};
use crate::game::{GOMOKU_SIZE_DEFAULT, GameKind, Setup};
use crate::gomoku::protocol::OpeningProtocol;
use crate::gomoku::{Point, Rule, point};
use crate::position::Position as _;
use crate::record::{Header, NodeId, Tree};
use crate::xiangqi::{self, notation::algebraic};

/// Separators of points.
const SEPARATORS: [char; 10] = [' ', '\t', ',', ';', '\r', '，', '\u{3000}', '|', '、', '→'];

/// Separators between a move number and its move.
const DOTS: [char; 3] = ['.', '．', '、'];

/// Words of a pass; RenLib and the calculators of openings write two dashes.
const PASSES: [&str; 4] = ["--", "pass", "Pass", "PASS"];

/// Returns whether a text with tags is a list of points.
#[must_use]
pub fn is_tagged(text: &str) -> bool {
    text.trim_start().starts_with('[') && is_list(tagged_games(text))
}

/// Reads a list: every character behind the tags belongs to a point, a pass, the number of a move or the result. A list that
/// Xiangqi could be played by is none. Of several games the first is read.
#[must_use]
pub fn read(text: &str) -> Option<Record> {
    let games = games(text);
    let mut record = games.first().filter(|_| is_list(games.iter().copied()))?.read()?;
    if let [_, second, others @ ..] = &games[..] {
        let count = 1 + others.len();
        let noun = if count == 1 { "game is" } else { "games are" };
        record.fault(second.line, format!("{count} more {noun} not read"));
    }
    Some(record)
}

/// A game of a list.
#[derive(Clone, Copy, Debug)]
pub struct WrittenGame<'a> {
    text: &'a str,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// Whether more than tags and a result belong to it.
    has_points: bool,
}

/// Returns whether games are of points: tags and a result, as of a forfeit, do not show what was played.
#[must_use]
pub fn is_list<'a>(games: impl IntoIterator<Item = WrittenGame<'a>>) -> bool {
    games.into_iter().find(|game| game.has_points).is_some_and(|game| game.read().is_some())
}

/// Splits a list into its games. They begin with tags; or each is a line, where the whole text is no game.
#[must_use]
pub fn games(text: &str) -> Vec<WrittenGame<'_>> {
    let tagged: Vec<WrittenGame<'_>> = tagged_games(text).collect();
    if let [only] = tagged[..]
        && only.read().is_none()
    {
        let lines = text.lines().zip(1..).filter(|(text, _)| !text.trim().is_empty());
        let lines: Vec<WrittenGame<'_>> =
            lines.map(|(text, line)| WrittenGame { text, line, has_points: true }).collect();
        if lines.len() > 1 && lines.iter().all(|line| line.read().is_some()) {
            return lines;
        }
    }
    tagged
}

fn tagged_games(text: &str) -> impl Iterator<Item = WrittenGame<'_>> {
    let mut rest = text;
    let mut line = 1;
    std::iter::from_fn(move || {
        let (mut has_points, mut is_over) = (false, false);
        let mut end = 0;
        let mut roster = Roster::default();
        let mut is_apart = false;
        for written in rest.split_inclusive('\n') {
            let tag = tag(written);
            is_apart |= tag.is_none();
            match tag {
                Some(_) if has_points || is_over || roster.ends_before(rest[end..].trim_start(), is_apart) => break,
                Some(tag) => {
                    roster.add(tag.name);
                    is_apart = false;
                }
                None if outcome(written.trim()).is_some() => is_over = true,
                None => has_points |= !written.trim().is_empty(),
            }
            end += written.len();
        }
        let (text, behind) = rest.split_at(end);
        let game = WrittenGame { text, line, has_points };
        line += text.matches('\n').count();
        rest = behind;
        (!text.trim().is_empty()).then_some(game)
    })
}

impl WrittenGame<'_> {
    /// Reads the game; `None` if something in it belongs to no list of points, or if it is longer than a record.
    #[must_use]
    pub fn read(self) -> Option<Record> {
        if self.text.len() > RECORD_BYTES_MAX {
            return None;
        }
        let (mut record, named_size) = self.read_lettered(false)?;
        let size = record.header.setup.size();
        if let Some((line, named)) = named_size.filter(|(_, named)| size.is_some_and(|size| size > *named)) {
            // Gomoku 3D leaves out the I, as boards of Go do. The points show it where they fit in no other way.
            let without_i = self.read_lettered(true).filter(|(record, _)| record.header.setup.size() == Some(named));
            match without_i {
                Some((without_i, _)) => record = without_i,
                None => record.fault(line, format!("the points do not fit on {named} lines; {} are taken", size?)),
            }
        }
        Some(record)
    }

    /// Reads the game, and returns it with the size that it names and its line. Columns may be counted without the letter I.
    fn read_lettered(self, lacks_i: bool) -> Option<(Record, Option<(usize, u8)>)> {
        let setup = Setup::usual(GameKind::Gomoku);
        let mut list = List {
            record: Record::new(Header { names_rule: false, ..Header::new(setup) }),
            node: Tree::ROOT,
            played: HashSet::new(),
            size: point::MIN_SIZE,
            lacks_i,
            is_packed: true,
            is_over: false,
            void: None,
            choice: None,
            is_column_empty: false,
            pending_pass: None,
            number: None,
        };
        let mut named_size = None;
        for (index, line) in self.text.lines().enumerate() {
            let number = self.line + index;
            let Some(WrittenTag { name, value, .. }) = tag(line) else {
                match outcome(line.trim()).filter(|_| !self.has_points) {
                    Some(outcome) => list.record.header.outcome = outcome.or(list.record.header.outcome),
                    None => list.line(line, number)?,
                }
                continue;
            };
            match name {
                "Black" => list.record.header.names.first = value,
                "White" => list.record.header.names.second = value,
                "Date" => {
                    list.record.header.date = if value.contains('?') { String::new() } else { value.replace('-', ".") }
                }
                "Result" => match result::read(&value) {
                    Some(outcome) => {
                        list.record.header.outcome = outcome;
                        list.void = result::void_tag(&value).or(list.void.take());
                    }
                    None => list.record.fault(number, format!("the result '{}' is not understood", shown(&value))),
                },
                "Size" | "BoardSize" => named_size = Some((number, value.trim().parse::<u8>().ok()?)),
                "FEN" | "Red" => return None,
                _ if value == "?" => {}
                _ => list.record.header.tags.push((name.to_owned(), value)),
            }
        }
        list.end_column();
        list.record.header.tags.extend(list.void.take());
        if let Some(choice) = list.choice {
            list.note_choice(choice);
        }
        if self.has_points && (list.record.tree.is_empty() || list.is_xiangqi()) {
            return None;
        }
        let usual = [GOMOKU_SIZE_DEFAULT, 19, 20].into_iter().find(|&usual| list.size <= usual);
        let named = named_size.map(|(_, named)| named).filter(|&named| named >= list.size);
        let size = named.or(usual).unwrap_or(point::MAX_SIZE);
        list.record.header.setup = Setup::gomoku(Rule::default(), size, None).ok()?;
        Some((list.record, named_size))
    }
}

/// Reads a line that is a tag.
fn tag(line: &str) -> Option<WrittenTag<'_>> {
    let line = line.trim();
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    tags::read(line).filter(|tag| tag.bytes == line.len() && is_name(tag.name))
}

struct List {
    record: Record,
    node: NodeId,
    /// `h2e2` reads as two points as well; in a game of Gomoku no point is played twice and no row is 0.
    played: HashSet<Point>,
    /// The lines that the points need.
    size: u8,
    /// Whether no column has the letter I.
    lacks_i: bool,
    /// Whether every word has an even number of points, as moves of Xiangqi would.
    is_packed: bool,
    /// Whether the result has been read.
    is_over: bool,
    /// The tag of a game that does not count.
    void: Option<(String, String)>,
    /// The choice of a swap.
    choice: Option<Choice>,
    /// Whether the next pass only fills the column of the player who has chosen.
    is_column_empty: bool,
    /// The number of the last move that has one.
    number: Option<u32>,
    /// The line of a pass behind the fifth stone, which a choice of colours turns into an empty column.
    pending_pass: Option<usize>,
}

/// A choice of colours.
#[derive(Clone, Copy)]
struct Choice {
    side: Side,
    /// The stones before it.
    stones: usize,
}

/// The stones before the second player's choice.
const SWAP_STONES: usize = 3;
/// The stones before the first player's choice, where the second player has added two.
const ADDED_STONES: usize = 5;

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
            let digits = if is_point { self.row_digits(&rest[1..], digits) } else { digits };
            if is_point && digits > 0 {
                let point = self.point(&rest[..=digits])?;
                self.end_column();
                if !self.played.insert(point) {
                    return None;
                }
                self.size = self.size.max(point.column() + 1).max(point.row() + 1);
                self.node = self.record.push(self.node, point.to_string(), number);
                count += 1;
                rest = &rest[1 + digits..];
            } else if let Some(behind) = PASSES.iter().find_map(|pass| rest.strip_prefix(pass)) {
                self.pass(number);
                count += 1;
                rest = behind;
            } else if let Some(behind) = self.choose(rest) {
                rest = behind;
            } else if let Some(outcome) = outcome(rest).filter(|_| !self.record.tree.is_empty()) {
                self.record.header.outcome = outcome.or(self.record.header.outcome);
                self.void = self.void.take().or_else(|| result::void_tag(rest));
                self.is_over = true;
                rest = "";
            } else if let Some(behind) = rest[digits..].strip_prefix(DOTS).filter(|_| digits > 0) {
                self.number = rest[..digits].parse().ok();
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

    fn point(&self, text: &str) -> Option<Point> {
        let point: Point = text.parse().ok()?;
        match point.letter() {
            'i' if self.lacks_i => None,
            'j'.. if self.lacks_i => Some(Point::new(point.column() - 1, point.row())),
            _ => Some(point),
        }
    }

    /// Returns how many of the `digits` that `text` begins with are of a row; the number of the next move may be joined
    /// to it: `1.h8i92.j10`.
    fn row_digits(&self, text: &str, digits: usize) -> usize {
        let next = self.number.filter(|_| text[digits..].starts_with(DOTS)).map(|number| number.saturating_add(1));
        let row = next.and_then(|next| text[..digits].strip_suffix(&next.to_string()));
        row.map_or(digits, str::len)
    }

    /// Reads a pass or an empty column.
    fn pass(&mut self, line: usize) {
        let stones = self.record.tree.len();
        let is_column =
            std::mem::take(&mut self.is_column_empty) && self.choice.is_some_and(|choice| choice.stones == stones);
        if is_column {
            return;
        }
        self.end_column();
        if stones == ADDED_STONES && self.choice.is_none() {
            self.pending_pass = Some(line);
        } else {
            self.push_pass(line);
        }
    }

    fn push_pass(&mut self, line: usize) {
        self.node = self.record.push_unplayable(self.node, "pass", line, "Gomoku has no pass");
    }

    /// Takes what may have been an empty column for a pass.
    fn end_column(&mut self) {
        if let Some(line) = self.pending_pass.take() {
            self.push_pass(line);
        }
    }

    /// Reads the choice of a swap, and returns what is behind it.
    fn choose<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let stones = self.record.tree.len();
        let is_choice = stones == SWAP_STONES || stones == ADDED_STONES;
        let (word, side) = [("black", Side::First), ("white", Side::Second)]
            .into_iter()
            .find(|(word, _)| text.starts_with(word) && is_choice && self.choice.is_none())?;
        let behind = text[word.len()..].trim_start_matches(SEPARATORS);
        // `black` alone may be the winner.
        let is_point = behind.starts_with(|c: char| c.is_ascii_alphabetic())
            && behind[1..].starts_with(|c: char| c.is_ascii_digit());
        let is_number = behind.starts_with(|c: char| c.is_ascii_digit()) && !behind.starts_with("1-0");
        let goes_on = is_number || is_point || PASSES.iter().any(|pass| behind.starts_with(pass));
        let has_tags = !self.record.header.tags.is_empty();
        if !(goes_on || behind.is_empty() && has_tags) {
            return None;
        }
        self.pending_pass = None;
        self.choice = Some(Choice { side, stones });
        self.is_column_empty = side == Side::Second;
        Some(&text[word.len()..])
    }

    /// Writes the choice down as an opening, and turns what is said of the columns into what is said of the colours.
    fn note_choice(&mut self, choice: Choice) {
        let stones: Vec<&str> = self.record.tree.main_moves().take(choice.stones).collect();
        let (first, added) = stones.split_at(SWAP_STONES);
        let add = if added.is_empty() { String::new() } else { format!(" add {}", added.join(" ")) };
        // Behind three stones the second player chooses, behind five the first.
        let is_swap = (choice.side == Side::First) == added.is_empty();
        let decision = if is_swap { "swap" } else { "keep" };
        self.record.header.opening = format!("{} {}{add} {decision}", OpeningProtocol::Swap2, first.join(" "));
        if is_swap {
            self.exchange_players();
        }
    }

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

    /// Returns whether the points are moves of Xiangqi, two each, that can be played from its opening position; ranks may be
    /// counted from 0 or from 1.
    fn is_xiangqi(&self) -> bool {
        let points: Vec<&str> = self.record.tree.main_moves().collect();
        let can_be_played = |first_rank| {
            let mut position = xiangqi::Position::start();
            points.chunks(2).all(|squares| match algebraic::read(&position, &squares.concat(), first_rank) {
                Some(Ok(mv)) => {
                    position.play_unchecked(mv);
                    true
                }
                _ => false,
            })
        };
        self.is_packed && [0, 1].into_iter().any(can_be_played)
    }
}

/// The longest text that can be a result. Every step of a list asks, so a longer one would make it quadratic.
const OUTCOME_BYTES_MAX: usize = 200;

/// Reads a result behind the points.
fn outcome(text: &str) -> Option<Option<Outcome>> {
    if text.len() > OUTCOME_BYTES_MAX {
        return None;
    }
    let is_score = ["1-0", "0-1", "1/2-1/2", "½-½", "0.5-0.5", "*"].contains(&text.trim());
    let is_word = text.starts_with(|c: char| !c.is_ascii()) || text.contains(['+', ' ']) || text.len() > 3;
    if is_score || (is_word && !text.starts_with(|c: char| c.is_ascii_digit())) { result::read(text) } else { None }
}

#[cfg(test)]
mod tests;
