//! The tags of PGN.

use std::collections::HashSet;
use std::fmt::Write;

use crate::base::{Outcome, Reason};
use crate::game::{GameKind, Refusal, Setup};
use crate::record::format::cursor::Cursor;
use crate::record::format::movetext::{self, MoveSection, begins_moves};
use crate::record::format::record::shown;
use crate::record::format::tags::{Roster, read as read_tag};
use crate::record::format::{LeftOut, Record, RecordPart, comment, labelled, result};
use crate::record::{Header, Tree};
use crate::xiangqi;

/// The tags that the header has fields for; others are kept as they are.
const KNOWN: [&str; 11] =
    ["Game", "Event", "Date", "Red", "White", "Black", "Result", "Termination", "Rule", "FEN", "Format"];

/// Returns which of [`KNOWN`] a reader takes a tag of this name for.
fn known(name: &str) -> Option<&'static str> {
    KNOWN.into_iter().find(|known| known.eq_ignore_ascii_case(name))
}

/// Writes the tags, each on a line.
pub(super) fn write(header: &Header, format: &str, left_out: &mut LeftOut) -> String {
    let mut tags = vec![("Game", "Chinese Chess")];
    tags.extend(header.tag("Event").map(|event| ("Event", event)));
    tags.extend([
        ("Date", if header.date.is_empty() { "????.??.??" } else { &header.date }),
        ("Red", &header.names.first),
        ("Black", &header.names.second),
        ("Result", header.outcome.map_or("*", Outcome::score_text)),
    ]);
    tags.extend(result::termination(header).map(|reason| ("Termination", reason)));
    let start = header.setup.start_fen();
    tags.extend(start.as_deref().map(|fen| ("FEN", fen)));
    let rule = if header.names_rule { Some(header.setup.rule_code()) } else { header.tag("Rule") };
    tags.extend(rule.map(|rule| ("Rule", rule)));
    tags.push(("Format", format));
    let others = header.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let is_carried = |name: &str| match name {
        "Event" | "Termination" => true,
        "Rule" => !header.names_rule,
        // A name that the reader takes for one of its own would come back as a position or a result.
        name => is_name(name) && known(name).is_none(),
    };
    // Of the tags that have a place of their own one is written.
    let mut seen = HashSet::new();
    let mut is_lost = |name: &str| !is_carried(name) || known(name).is_some_and(|known| !seen.insert(known));
    left_out.add(RecordPart::Fact, header.tags.iter().filter(|(name, _)| is_lost(name)).count());
    tags.extend(others.filter(|(name, _)| known(name).is_none() && is_name(name)));
    let mut out = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        writeln!(out, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
    }
    out
}

/// What the tags say that has to wait for the moves.
#[derive(Default)]
pub(super) struct Tags {
    result: Option<Outcome>,
    reason: Option<Reason>,
    start: Option<String>,
    rule: Option<xiangqi::Rule>,
    /// The usual tags that have been read.
    roster: Roster,
    /// The line of the last tag; 0 before the first.
    line: usize,
    /// Whether the tags of the next game follow instead of moves.
    pub is_game_over: bool,
}

/// Reads the tags before the moves, and the text and the comments between them.
pub(super) fn read(cursor: &mut Cursor<'_>, record: &mut Record) -> Tags {
    let mut tags = Tags::default();
    loop {
        cursor.pass_space();
        let line = cursor.line();
        match cursor.peek() {
            None => return tags,
            // Tags may be all of a game: a forfeit, a position without even a `*`.
            Some('[') if tags.roster.ends_before(cursor.rest(), line > tags.line + 1) => {
                tags.is_game_over = true;
                return tags;
            }
            Some('[') => match read_tag(cursor.rest()) {
                Some(tag) => {
                    let (name, value) = (tag.name, tag.value);
                    cursor.pass(tag.bytes);
                    tags.take(name, value, line, record);
                }
                None => {
                    let text = cursor.rest().split('\n').next().unwrap_or_default();
                    let title_end = text.find(']').map(|end| end + 1).filter(|&end| begins_moves(&text[end..]));
                    let written = cursor.pass(title_end.unwrap_or(text.len())).trim();
                    if title_end.is_some() {
                        record.tree.note_mut(Tree::ROOT).add_comment(written);
                        return tags;
                    }
                    let written: String = written.chars().take(40).collect();
                    record.fault(line, format!("the tag '{written}' is not closed"));
                }
            },
            Some('{') => movetext::read_braces(cursor, record, Tree::ROOT),
            Some(';' | '%') => movetext::read_line_comment(cursor, record, Tree::ROOT),
            Some('(' | ')' | '}' | '$' | '*') => return tags,
            Some(_) if begins_moves(cursor.rest().lines().next().unwrap_or_default()) => return tags,
            Some(_) => {
                let text = cursor.pass_until(|c| c == '\n' || c == '{');
                if !labelled::take(text, &mut record.header) {
                    comment::read(text.trim(), GameKind::Xiangqi, record.tree.note_mut(Tree::ROOT));
                }
            }
        }
    }
}

impl Tags {
    /// Returns whether no tag has been read.
    pub const fn are_missing(&self) -> bool {
        self.line == 0
    }

    fn take(&mut self, name: &str, value: String, line: usize, record: &mut Record) {
        let header = &mut record.header;
        self.roster.add(name);
        self.line = line;
        let known = known(name);
        match known.unwrap_or(name) {
            "Red" | "White" => header.names.first = value,
            "Black" => header.names.second = value,
            "Date" => header.date = if value.starts_with('?') { String::new() } else { value },
            "FEN" if !value.trim().is_empty() => self.start = Some(value),
            "Rule" => match value.parse() {
                Ok(rule) => self.rule = Some(rule),
                // Another federation's word; a second one is a repetition.
                Err(_) if header.tags.iter().any(|(name, _)| name == "Rule") => {}
                Err(_) => header.tags.push(("Rule".to_owned(), value)),
            },
            "Result" => {
                self.result = result::outcome(&value).or_else(|| result::sentence(&value));
                if self.result.is_none() && !matches!(value.trim(), "" | "*" | "?" | "未知") {
                    record.fault(line, format!("the result '{}' is not understood", shown(&value)));
                }
            }
            "Termination" => self.reason = Some(result::note_termination(header, &value)),
            "Event" if !matches!(value.as_str(), "" | "?") => header.tags.push(("Event".to_owned(), value)),
            _ if known.is_some() || value.is_empty() => {}
            _ => header.tags.push((name.to_owned(), value)),
        }
    }

    /// Completes the header. The tags are the authority where the moves, which begin on `line`, end with another result.
    ///
    /// # Errors
    /// Why the start cannot be set up.
    pub fn apply(self, section: MoveSection, line: usize, record: &mut Record) -> Result<(), Refusal> {
        let start = match &self.start {
            Some(fen) => movetext::start(fen, section)?,
            None => xiangqi::Position::start(),
        };
        // A record without the tag is read by the usual rule, whatever form it is in.
        record.header.names_rule = self.rule.is_some();
        record.header.setup = Setup::Xiangqi { start: start.under(self.rule.unwrap_or_default()) };
        if let (Some(said), Some(ended)) = (self.result, section.outcome)
            && said.winner != ended.winner
        {
            let (said, ended) = (said.score_text(), ended.score_text());
            record.fault(line, format!("the moves end with {ended} and the tags say {said}, which is kept"));
        }
        let outcome = section.outcome_or_stated(self.result.or(record.header.outcome));
        record.header.outcome = outcome.map(|outcome| Outcome {
            reason: self.reason.filter(|&reason| reason != Reason::Unstated).unwrap_or(outcome.reason),
            ..outcome
        });
        Ok(())
    }
}
