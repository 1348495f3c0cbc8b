//! The part of a record's header that a person edits.

use crate::base::Outcome;
use crate::game::GameKind;
use crate::record::Header;

wire! {
    both:
    /// The fields of a header that the study shows and changes.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct StudyHeader {
        pub first: String,
        pub second: String,
        /// `2026.11.22`, or empty.
        pub date: String,
        pub event: String,
        pub site: String,
        pub round: String,
        pub annotator: String,
        pub outcome: Option<Outcome>,
    }
}

/// The tags behind `event`, `site`, `round` and `annotator`, by their names in PGN and in SGF.
const TAGS: [[&str; 2]; 4] = [["Event", "EV"], ["Site", "PC"], ["Round", "RO"], ["Annotator", "AN"]];

impl StudyHeader {
    /// Reads the fields; an absent tag is an empty text.
    #[must_use]
    pub fn of(header: &Header) -> StudyHeader {
        let [event, site, round, annotator] = TAGS.map(|names| {
            let tag = header.tags.iter().find(|(name, _)| names.contains(&name.as_str()));
            tag.map(|(_, value)| value.clone()).unwrap_or_default()
        });
        StudyHeader {
            first: header.names.first.clone(),
            second: header.names.second.clone(),
            date: header.date.clone(),
            event,
            site,
            round,
            annotator,
            outcome: header.outcome,
        }
    }

    /// Returns `before` with these fields, trimmed. An empty text removes its tag; every other tag stays.
    #[must_use]
    pub fn over(self, before: &Header) -> Header {
        let mut header = before.clone();
        header.names.first = self.first.trim().to_owned();
        header.names.second = self.second.trim().to_owned();
        header.date = self.date.trim().to_owned();
        let is_sgf = before.setup.kind() != GameKind::Xiangqi;
        for (names, value) in TAGS.into_iter().zip([self.event, self.site, self.round, self.annotator]) {
            let value = value.trim().to_owned();
            match header.tags.iter().position(|(name, _)| names.contains(&name.as_str())) {
                Some(at) if value.is_empty() => _ = header.tags.remove(at),
                Some(at) => header.tags[at].1 = value,
                None if value.is_empty() => {}
                None => header.tags.push((names[usize::from(is_sgf)].to_owned(), value)),
            }
        }
        header.outcome = self.outcome;
        header
    }
}
