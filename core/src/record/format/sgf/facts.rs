//! The facts about a game above its moves. They are collected before any of them is applied: properties have no order.

use super::super::record::shown;
use super::lexer::Property;
use super::properties::{KNOWN, SGF_NAMES};
use super::result;
use super::rule::NamedRule;

use crate::base::{BySide, Outcome, Reason};
use crate::game::{GOMOKU_SIZE_DEFAULT, GameKind, Refusal, Setup};
use crate::record::Header;
use crate::tictactoe::Square;

/// The facts of a game.
#[derive(Clone, Debug)]
pub struct Facts {
    pub size: u8,
    rule: NamedRule,
    names: BySide<String>,
    date: String,
    opening: String,
    tags: Vec<(String, String)>,
    pub outcome: Option<Outcome>,
    /// The tag of a game that does not count.
    void: Option<(String, String)>,
    reason: Option<Reason>,
    /// What stands in `GC` besides our reason.
    pub comment: String,
    /// The black stones before White's first move, if they are those of odds.
    pub free_stones: u8,
    /// Why the board cannot be set up.
    pub refused: Option<Refusal>,
}

/// How a property was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    Whole,
    /// Nothing of it is used, for a reason.
    Unused(String),
    /// It is no fact.
    Foreign,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts {
            size: GOMOKU_SIZE_DEFAULT,
            rule: NamedRule::default(),
            names: BySide::default(),
            date: String::new(),
            opening: String::new(),
            tags: Vec::new(),
            outcome: None,
            void: None,
            reason: None,
            comment: String::new(),
            free_stones: 0,
            refused: None,
        }
    }
}

impl Facts {
    /// Takes a property of a node before the first move.
    pub fn take(&mut self, property: &Property) -> Taken {
        let first = property.values.first().map_or("", |value| value.text.trim());
        let quoted = || shown(first);
        match property.name.as_str() {
            "SZ" => return self.take_size(first),
            "GM" if !matches!(first, "1" | "4") => {
                return Taken::Unused(format!("game number {} is not Gomoku", quoted()));
            }
            "RU" => {
                let rule = NamedRule::read(first);
                if rule == NamedRule::default() && !matches!(first, "" | "?") && first != GameKind::TicTacToe.code() {
                    return Taken::Unused(format!("the rule '{}' is not known; freestyle is taken", quoted()));
                }
                self.rule = rule;
            }
            "PB" => self.names.first = first.to_owned(),
            "PW" => self.names.second = first.to_owned(),
            "DT" => self.date = date(first),
            "ON" => self.opening = first.to_owned(),
            "RE" => match result::read(first) {
                Some(outcome) => {
                    self.outcome = outcome;
                    self.void = result::void_tag(first).or(self.void.take());
                }
                None => return Taken::Unused(format!("the result '{}' is not understood", quoted())),
            },
            "GC" => match first.strip_prefix("reason: ").and_then(Reason::from_code) {
                Some(reason) => self.reason = Some(reason),
                None => self.comment = first.to_owned(),
            },
            // Some managers write the result in place of a glyph.
            "TE" if !matches!(first, "" | "1" | "2") => self.tags.push(("TE".to_owned(), first.to_owned())),
            "FF" | "GM" | "CA" | "AP" | "ST" => {}
            name if KNOWN.contains(&name) => return Taken::Foreign,
            name => {
                let ours = SGF_NAMES.iter().find(|(_, sgf)| *sgf == name).map_or(name, |(ours, _)| ours);
                self.tags.extend(property.values.iter().map(|value| (ours.to_owned(), value.text.clone())));
            }
        }
        Taken::Whole
    }

    fn take_size(&mut self, text: &str) -> Taken {
        let (width, height) = text.split_once([':', 'x', '*']).unwrap_or((text, text));
        match (width.trim().parse(), height.trim().parse::<u8>()) {
            (Ok(width), Ok(height)) if width == height => self.size = width,
            (Ok(_), Ok(_)) => {
                let why = format_args!("a board of {width} by {height} lines is no board of Gomoku");
                self.refused = Some(Refusal::plain("wrong-size", why));
            }
            _ => {
                return Taken::Unused(format!("the board size '{}' is not a number", shown(text)));
            }
        }
        Taken::Whole
    }

    /// Sets up the board.
    ///
    /// # Errors
    /// `wrong-size`.
    pub fn setup(&self) -> Result<Setup, Refusal> {
        match &self.refused {
            Some(refusal) => Err(refusal.clone()),
            // No Gomoku is played on three lines.
            None if self.size == Square::LINES => Ok(Setup::TicTacToe),
            None => {
                let setup = Setup::gomoku(self.rule.rule.unwrap_or_default(), self.size, None)?;
                if self.free_stones == 0 { Ok(setup) } else { setup.with_free_stones(self.free_stones) }
            }
        }
    }

    /// Makes the header of a game of `setup`.
    #[must_use]
    pub fn header(self, setup: Setup) -> Header {
        let mut header = Header::new(setup);
        (header.names, header.date, header.tags) = (self.names, self.date, self.tags);
        if header.setup.free_stones() > 0 {
            // The set-up has the stones.
            header.tags.retain(|(name, _)| name != "HA");
        }
        header.tags.extend(self.void);
        let named = self.rule.opening.map(|opening| opening.code().to_owned());
        header.opening = if self.opening.is_empty() { named.unwrap_or_default() } else { self.opening };
        header.names_rule = self.rule.rule.is_some() || header.setup.kind() == GameKind::TicTacToe;
        header.outcome = self.outcome.map(|outcome| match self.reason {
            Some(reason) => Outcome { reason, ..outcome },
            None => outcome,
        });
        header
    }
}

/// Turns a date of the standard, `2011-03-09`, into ours; words stay as they are.
fn date(text: &str) -> String {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"-,".contains(&byte));
    if is_number { text.replace('-', ".") } else { text.to_owned() }
}
