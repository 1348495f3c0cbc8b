//! The words of a search: plain ones, and fields such as `year:1999..2005` or `event:"Five Rams Cup"`.

use duiyi_core::base::Reason;
use duiyi_core::game::{GameKind, Setup, SetupCodes};

/// A word of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchTerm<'a> {
    Plain(&'a str),
    /// A field with its value, without quotation marks.
    Field {
        field: Field,
        value: &'a str,
        /// The whole word.
        word: &'a str,
    },
    /// A word that looks like a field and is none. It is searched as a plain one.
    Unknown(&'a str),
}

impl SearchTerm<'_> {
    /// Returns whether only the index knows the games.
    pub(super) fn needs_index(&self) -> bool {
        match self {
            SearchTerm::Plain(_) | SearchTerm::Unknown(_) => true,
            SearchTerm::Field { field, .. } => {
                matches!(field, Field::Event | Field::Opening | Field::Moves | Field::Accuracy | Field::Material)
            }
        }
    }
}

/// What a value restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Game,
    Result,
    Winner,
    Loser,
    Level,
    /// The number of a level among those of its game, which a row shows.
    Rank,
    Rule,
    Reason,
    Tag,
    Date,
    Player,
    Event,
    Year,
    Opening,
    Moves,
    Accuracy,
    Material,
    /// Rounds of Xiangqi, stones of Gomoku or moves of tic-tac-toe, which a row shows.
    Length,
}

const FIELDS: [(&str, Field); 18] = [
    ("game", Field::Game),
    ("result", Field::Result),
    ("winner", Field::Winner),
    ("loser", Field::Loser),
    ("level", Field::Level),
    ("rank", Field::Rank),
    ("rule", Field::Rule),
    ("reason", Field::Reason),
    ("tag", Field::Tag),
    ("date", Field::Date),
    ("player", Field::Player),
    ("event", Field::Event),
    ("year", Field::Year),
    ("opening", Field::Opening),
    ("moves", Field::Moves),
    ("accuracy", Field::Accuracy),
    ("material", Field::Material),
    ("length", Field::Length),
];

/// What is wrong with a word of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum QueryFaultKind {
    /// There is no such field; the word is searched as it is.
    Field,
    /// A field without a value.
    Empty,
    Game,
    Result,
    Side,
    Level,
    Rule,
    Reason,
    Date,
    Year,
    Moves,
    Accuracy,
    Material,
    Length,
}

/// A word of a search that cannot be taken as it is meant. Any kind but [`QueryFaultKind::Field`] finds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct QueryFault {
    /// The word as it was typed.
    pub word: String,
    pub kind: QueryFaultKind,
}

/// Longest word that a fault repeats, in characters.
const WORD_CHARS_MAX: usize = 60;

impl QueryFault {
    pub(super) fn new(word: &str, kind: QueryFaultKind) -> QueryFault {
        QueryFault { word: word.chars().take(WORD_CHARS_MAX).collect(), kind }
    }
}

/// Splits a text into its words. A value in quotation marks may have spaces.
pub(super) fn read(text: &str) -> Vec<SearchTerm<'_>> {
    let mut terms = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let word = &rest[..word_len(rest)];
        terms.push(term(word));
        rest = rest[word.len()..].trim_start();
    }
    terms
}

/// Returns the length of the first word in bytes: to the next space that is not in the quotation marks of a value.
fn word_len(text: &str) -> usize {
    let space = text.find(char::is_whitespace).unwrap_or(text.len());
    let Some(colon) = text[..space].find(":\"") else { return space };
    match text[colon + 2..].find('"') {
        Some(end) => {
            let quoted = colon + 2 + end + 1;
            quoted + text[quoted..].find(char::is_whitespace).unwrap_or(text.len() - quoted)
        }
        // Without an end it reaches as far as the text.
        None => text.len(),
    }
}

fn term(word: &str) -> SearchTerm<'_> {
    let Some((name, value)) = word.split_once(':') else { return SearchTerm::Plain(word) };
    let value = value.strip_prefix('"').map_or(value, |value| value.strip_suffix('"').unwrap_or(value)).trim();
    match FIELDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some(&(_, field)) => SearchTerm::Field { field, value, word },
        // A time of day or an address is no field.
        None if is_name(name) && !value.starts_with('/') => SearchTerm::Unknown(word),
        None => SearchTerm::Plain(word),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

pub(super) fn is_game(code: &str) -> bool {
    code.parse::<GameKind>().is_ok()
}

pub(super) fn is_rule(code: &str) -> bool {
    // A game with one rule takes any code.
    let mut usual = GameKind::ALL.map(Setup::usual).into_iter().filter(|setup| !setup.rule_code().is_empty());
    usual.any(|setup| Setup::read(SetupCodes { rule: code, ..setup.codes(None) }).is_ok())
}

pub(super) fn is_reason(code: &str) -> bool {
    Reason::from_code(code).is_some()
}

/// Reads `1999`, `1999..2005`, `1999..` or `..2005` as the first and the last year.
pub(super) fn years(value: &str) -> Option<(u16, u16)> {
    let year = |text: &str| text.parse().ok().filter(|year| (1000..=2999).contains(year) && text.len() == 4);
    match value.split_once("..") {
        None => year(value).map(|year| (year, year)),
        Some(("", "")) => None,
        Some((from, to)) => {
            let from = if from.is_empty() { 1000 } else { year(from)? };
            let to = if to.is_empty() { 2999 } else { year(to)? };
            (from <= to).then_some((from, to))
        }
    }
}

/// Reads `<70`, `<=70`, `>90`, `>=90`, `70..80` or `70` as a condition with two values. `COLUMN` is to be replaced.
pub(super) fn percent(value: &str) -> Option<(&'static str, [f64; 2])> {
    let number = |text: &str| text.trim_end_matches('%').parse().ok().filter(|n| (0.0..=100.0).contains(n));
    let pair = |operator: &'static str, text: &str| number(text).map(|n| (operator, [n, n]));
    if let Some(rest) = value.strip_prefix("<=") {
        return pair("COLUMN <= ? AND COLUMN <= ?", rest);
    }
    if let Some(rest) = value.strip_prefix(">=") {
        return pair("COLUMN >= ? AND COLUMN >= ?", rest);
    }
    if let Some(rest) = value.strip_prefix('<') {
        return pair("COLUMN < ? AND COLUMN < ?", rest);
    }
    if let Some(rest) = value.strip_prefix('>') {
        return pair("COLUMN > ? AND COLUMN > ?", rest);
    }
    if let Some((from, to)) = value.split_once("..") {
        let (from, to) = (number(from)?, number(to)?);
        return (from <= to).then_some(("COLUMN >= ? AND COLUMN <= ?", [from, to]));
    }
    // A row shows whole percents.
    number(value).map(|n: f64| ("COLUMN >= ? AND COLUMN < ?", [n - 0.5, n + 0.5]))
}

#[cfg(test)]
mod tests;
