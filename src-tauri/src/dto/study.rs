//! What crosses of a study: its nodes, its place, and what is wished of it.

use duiyi_core::game::SetupCodes;
use duiyi_core::record::note::{Label, Mark};
use duiyi_core::record::{self, NodeId};
use duiyi_core::study::{self, Node};
use duiyi_host::desk::{self, study::StudyCursor};

use super::*;

dto! {
    /// A wish to change a study.
    #[serde(tag = "kind")]
    #[derive(Deserialize)]
    pub enum StudyEdit {
        /// Takes a move with everything after it out of the tree.
        Remove { node: u32 },
        /// Puts its line one place before its siblings.
        Promote { node: u32 },
        /// Puts its line one place behind its siblings.
        Demote { node: u32 },
        /// Makes the line that leads to it the main line.
        MakeMain { node: u32 },
        /// Says something about a move; no words take away what was said.
        Comment { node: u32, text: String },
        /// Judges a move by one of the six signs, numbered as in PGN; none takes the sign away.
        Judge { node: u32, glyph: Option<u8> },
        /// Draws on the board after a move, and writes on points of it.
        Draw { node: u32, marks: Vec<Mark>, labels: Vec<Label> },
        /// Corrects a move that cannot be played; what follows it is read again.
        Correct { node: u32, mv: String },
        /// Writes down who played, where and how it ended.
        Describe { header: StudyHeader },
    }
}

dto_struct! {
    /// What stands above the moves.
    #[derive(Deserialize)]
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

    /// A study, all of it.
    pub struct Study {
        pub summary: GameSummary,
        /// What is played, with its start.
        pub setup: Setup,
        pub header: StudyHeader,
        pub nodes: Vec<Node>,
        /// What of a record was passed over, each with its line.
        pub faults: Vec<String>,
        /// Where the main line could not be read, and the node of that move.
        pub stopped: Option<StoppedView>,
        pub unread: Option<NodeId>,
        pub place: StudyCursor,
        pub can_undo: bool,
        pub can_redo: bool,
        /// Why it is not on disk, if it is not.
        pub unsaved: Option<ApiError>,
    }

    /// What a change has changed.
    pub struct StudyChange {
        /// The nodes that look different. What no node names as its child any more is gone.
        pub nodes: Vec<Node>,
        /// Present if the header was changed.
        pub header: Option<StudyHeader>,
        /// Present if the header was changed.
        pub summary: Option<GameSummary>,
        pub stopped: Option<StoppedView>,
        pub unread: Option<NodeId>,
        pub place: StudyCursor,
        pub can_undo: bool,
        pub can_redo: bool,
        /// Why it is not on disk, if it is not.
        pub unsaved: Option<ApiError>,
    }

    /// A position that was set up.
    #[cfg_attr(test, ts(rename = "SetUpPosition"))]
    #[derive(Deserialize)]
    pub struct Place {
        /// A Xiangqi position stands in `start`.
        pub setup: Setup,
        /// The stones of a Gomoku board.
        pub placement: String,
    }

    /// Where a game begins: a set-up, and the moves that lead from it to a position.
    #[derive(Deserialize)]
    pub struct Beginning {
        pub setup: Setup,
        pub moves: Vec<String>,
    }
}

/// The tags of a header that can be written down, by the names they have in PGN and in SGF.
const TAGS: [[&str; 2]; 4] = [["Event", "EV"], ["Site", "PC"], ["Round", "RO"], ["Annotator", "AN"]];

impl StudyHeader {
    fn of(header: &record::Header) -> StudyHeader {
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

    /// Writes this into a header; whatever else stands there stays.
    pub fn over(self, before: &record::Header) -> record::Header {
        let mut header = before.clone();
        header.names.first = self.first.trim().to_owned();
        header.names.second = self.second.trim().to_owned();
        header.date = self.date.trim().to_owned();
        let is_sgf = before.setup.kind() != duiyi_core::game::GameKind::Xiangqi;
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

/// The longest text at a point, in characters: more does not fit there.
const LABEL_MAX: usize = 8;

/// Makes a label that a person has typed fit to be drawn.
pub fn fitting(label: &Label) -> Label {
    let text: String = label.text.chars().filter(|c| !c.is_control()).take(LABEL_MAX).collect();
    Label { at: label.at.clone(), text: text.into() }
}

impl From<desk::study::OpenedStudy> for Study {
    fn from(opened: desk::study::OpenedStudy) -> Study {
        let (unread, stopped) = opened.stopped.unzip();
        let mut faults: Vec<String> = opened.faults.iter().map(ToString::to_string).collect();
        if opened.nodes.len() == study::SHOWN_MAX {
            faults.push(format!("Only the first {} moves are shown; the record is kept whole.", study::SHOWN_MAX));
        }
        Study {
            header: StudyHeader::of(&opened.header),
            setup: (&opened.header.setup).into(),
            summary: opened.row.into(),
            nodes: opened.nodes,
            faults,
            stopped: stopped.map(StoppedView::from),
            unread,
            place: opened.place,
            can_undo: opened.undo_redo.0,
            can_redo: opened.undo_redo.1,
            unsaved: opened.unsaved.map(ApiError::from),
        }
    }
}

impl From<desk::study::StudyUpdate> for StudyChange {
    fn from(changed: desk::study::StudyUpdate) -> StudyChange {
        let (unread, stopped) = changed.stopped.unzip();
        let header = changed.described.as_ref().map(|(_, header)| StudyHeader::of(header));
        StudyChange {
            nodes: changed.nodes,
            header,
            summary: changed.described.map(|(row, _)| row.into()),
            stopped: stopped.map(StoppedView::from),
            unread,
            place: changed.place,
            can_undo: changed.undo_redo.0,
            can_redo: changed.undo_redo.1,
            unsaved: changed.unsaved.map(ApiError::from),
        }
    }
}

impl TryFrom<Place> for study::Beginning {
    type Error = ApiError;

    fn try_from(Place { setup, placement }: Place) -> Result<study::Beginning, ApiError> {
        let words = match &setup {
            Setup::Xiangqi { rule, start } => {
                SetupCodes { game: "xiangqi", rule, start: start.as_deref(), ..SetupCodes::default() }
            }
            Setup::Gomoku { rule, size, .. } => {
                SetupCodes { game: "gomoku", rule, size: Some(*size), ..SetupCodes::default() }
            }
            Setup::TicTacToe { rule } => SetupCodes { game: "tictactoe", rule, ..SetupCodes::default() },
        };
        Ok(study::Beginning::read(words, &placement)?)
    }
}

impl TryFrom<Beginning> for study::Beginning {
    type Error = ApiError;

    fn try_from(Beginning { setup, moves }: Beginning) -> Result<study::Beginning, ApiError> {
        Ok(study::Beginning { setup: duiyi_core::game::Setup::try_from(setup)?, moves })
    }
}

impl From<&study::Beginning> for Beginning {
    fn from(beginning: &study::Beginning) -> Beginning {
        Beginning { setup: (&beginning.setup).into(), moves: beginning.moves.clone() }
    }
}
