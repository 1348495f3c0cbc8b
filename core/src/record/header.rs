//! The header of a record: every fact that is not a move.

use crate::base::{BySide, Outcome};
use crate::game::Setup;

/// The facts about a game that are not moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Game, rule and start. An opening protocol is in [`Header::opening`], not here.
    pub setup: Setup,
    /// The players' names.
    pub names: BySide<String>,
    /// The day the game began, `2026.11.21`, or empty.
    pub date: String,
    /// How the opening was chosen, in words: `swap2 h8 i9 j10 swap`; empty where no opening rule was played.
    pub opening: String,
    /// Further facts, each with the name it has in the record (`Event`, `RedTeam`, `PC`).
    pub tags: Vec<(String, String)>,
    /// How the game ended as the record says; `None` while it goes on or where the record does not say. What the rules
    /// say of the last position is another statement: [`crate::study::verdict`].
    pub outcome: Option<Outcome>,
    /// Whether the record names the rule of `setup`. A reader takes the usual rule where the record does not.
    pub names_rule: bool,
}

impl Header {
    /// Returns an empty header for a game of `setup`.
    #[must_use]
    pub fn new(setup: Setup) -> Header {
        let (names, date, opening) = (BySide::default(), String::new(), String::new());
        Header { setup, names, date, opening, tags: Vec::new(), outcome: None, names_rule: true }
    }

    /// Returns the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}
