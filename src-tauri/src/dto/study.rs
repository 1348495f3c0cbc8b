//! What crosses of a study: its nodes, its place, and what is wished of it.

use duiyi_core::base::Reason;
use duiyi_core::game::SetupCodes;
use duiyi_core::record::note;
use duiyi_core::record::{self, Note};
use duiyi_core::study;
use duiyi_host::desk;

use super::convert::count;
use super::*;

dto! {
    /// The colour of a mark.
    #[derive(Copy)]
    pub enum Colour { Green, Red, Yellow, Blue }

    /// A wish to change a study.
    #[serde(tag = "kind")]
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
        Draw { node: u32, marks: Vec<MarkView>, labels: Vec<LabelView> },
        /// Corrects a move that cannot be played; what follows it is read again.
        Correct { node: u32, mv: String },
        /// Writes down who played, where and how it ended.
        Describe { header: HeaderView },
    }
}

dto_struct! {
    /// A ring around a point, or an arrow to it.
    #[cfg_attr(test, ts(rename = "BoardMark"))]
    pub struct MarkView {
        pub colour: Colour,
        /// Where an arrow begins; a ring begins nowhere.
        pub from: Option<String>,
        pub to: String,
    }

    /// A text at a point of the board; a shape is the sign that stands for it.
    #[cfg_attr(test, ts(rename = "BoardLabel"))]
    pub struct LabelView {
        pub at: String,
        pub text: String,
    }

    /// What is noted beside a move.
    pub struct NodeNote {
        pub comment: String,
        /// Numbered as in PGN: 1 to 6 are `!`, `?`, `!!`, `??`, `!?` and `?!`.
        pub glyphs: Vec<u8>,
        pub marks: Vec<MarkView>,
        pub labels: Vec<LabelView>,
        /// What the mover's clock showed.
        #[cfg_attr(test, ts(type = "number | null"))]
        pub clock_ms: Option<u64>,
        /// What an engine thought, seen from the first side: `0.35,12` or `#4`.
        pub evaluation: Option<String>,
    }

    /// A move in the tree, or its start.
    #[cfg_attr(test, ts(rename = "StudyNode"))]
    pub struct Node {
        pub id: u32,
        /// The node before it; the start has none.
        pub parent: Option<u32>,
        /// What follows it, the main line first.
        pub children: Vec<u32>,
        /// The move as the record has it.
        pub written: String,
        /// Absent for the start, and where the move cannot be played.
        pub row: Option<MoveRow>,
        /// Absent where nothing is noted.
        pub note: Option<NodeNote>,
    }

    /// What stands above the moves.
    #[cfg_attr(test, ts(rename = "StudyHeader"))]
    pub struct HeaderView {
        pub first: String,
        pub second: String,
        /// `2026.11.22`, or empty.
        pub date: String,
        pub event: String,
        pub site: String,
        pub round: String,
        pub annotator: String,
        pub outcome: Option<OutcomeView>,
    }

    /// Where the cursor stands, and the board there.
    #[cfg_attr(test, ts(rename = "StudyPlace"))]
    pub struct PlaceSeen {
        pub node: u32,
        pub placement: String,
        pub side_to_move: Side,
        pub dests: BTreeMap<String, Vec<String>>,
        pub forbidden: Vec<Forbidden>,
        pub last_move: Option<LastMove>,
        pub check: Option<String>,
        pub winning_line: Vec<String>,
        pub outcome: Option<OutcomeView>,
        pub opening_name: Option<OpeningNameView>,
    }

    /// A study, all of it.
    pub struct Study {
        pub summary: GameSummary,
        /// What is played, with its start.
        pub setup: Setup,
        pub header: HeaderView,
        pub nodes: Vec<Node>,
        /// What of a record was passed over, each with its line.
        pub faults: Vec<String>,
        /// Where the main line could not be read, and the node of that move.
        pub stopped: Option<StoppedView>,
        pub unread: Option<u32>,
        pub place: PlaceSeen,
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
        pub header: Option<HeaderView>,
        /// Present if the header was changed.
        pub summary: Option<GameSummary>,
        pub stopped: Option<StoppedView>,
        pub unread: Option<u32>,
        pub place: PlaceSeen,
        pub can_undo: bool,
        pub can_redo: bool,
        /// Why it is not on disk, if it is not.
        pub unsaved: Option<ApiError>,
    }

    /// A position that was set up.
    #[cfg_attr(test, ts(rename = "SetUpPosition"))]
    pub struct Place {
        /// A Xiangqi position stands in `start`.
        pub setup: Setup,
        /// The stones of a Gomoku board.
        pub placement: String,
    }

    /// Where a game begins: a set-up, and the moves that lead from it to a position.
    pub struct Beginning {
        pub setup: Setup,
        pub moves: Vec<String>,
    }
}

/// The tags of a header that can be written down, by the names they have in PGN and in SGF.
const TAGS: [[&str; 2]; 4] = [["Event", "EV"], ["Site", "PC"], ["Round", "RO"], ["Annotator", "AN"]];

fn name(id: record::NodeId) -> u32 {
    count(id.index())
}

impl HeaderView {
    fn of(header: &record::Header) -> HeaderView {
        let [event, site, round, annotator] = TAGS.map(|names| {
            let tag = header.tags.iter().find(|(name, _)| names.contains(&name.as_str()));
            tag.map(|(_, value)| value.clone()).unwrap_or_default()
        });
        HeaderView {
            first: header.names.first.clone(),
            second: header.names.second.clone(),
            date: header.date.clone(),
            event,
            site,
            round,
            annotator,
            outcome: header.outcome.map(OutcomeView::from),
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
        header.outcome = self.outcome.map(|outcome| duiyi_core::base::Outcome {
            winner: outcome.winner.map(Into::into),
            reason: Reason::from_code(&outcome.reason).unwrap_or(Reason::Abandoned),
        });
        header
    }
}

impl From<Side> for duiyi_core::base::Side {
    fn from(side: Side) -> duiyi_core::base::Side {
        match side {
            Side::First => duiyi_core::base::Side::First,
            Side::Second => duiyi_core::base::Side::Second,
        }
    }
}

impl From<note::Colour> for Colour {
    fn from(colour: note::Colour) -> Colour {
        match colour {
            note::Colour::Green => Colour::Green,
            note::Colour::Red => Colour::Red,
            note::Colour::Yellow => Colour::Yellow,
            note::Colour::Blue => Colour::Blue,
        }
    }
}

impl From<MarkView> for note::Mark {
    fn from(mark: MarkView) -> note::Mark {
        let colour = match mark.colour {
            Colour::Green => note::Colour::Green,
            Colour::Red => note::Colour::Red,
            Colour::Yellow => note::Colour::Yellow,
            Colour::Blue => note::Colour::Blue,
        };
        note::Mark { colour, from: mark.from.map(Into::into), to: mark.to.into() }
    }
}

/// The longest text at a point, in characters: more does not fit there.
const LABEL_MAX: usize = 8;

impl From<LabelView> for note::Label {
    fn from(label: LabelView) -> note::Label {
        let text: String = label.text.chars().filter(|c| !c.is_control()).take(LABEL_MAX).collect();
        note::Label { at: label.at.into(), text: text.into() }
    }
}

impl From<&note::Label> for LabelView {
    fn from(label: &note::Label) -> LabelView {
        LabelView { at: label.at.to_string(), text: label.text.to_string() }
    }
}

impl From<&Note> for NodeNote {
    fn from(note: &Note) -> NodeNote {
        let mark = |mark: &note::Mark| MarkView {
            colour: mark.colour.into(),
            from: mark.from.as_ref().map(ToString::to_string),
            to: mark.to.to_string(),
        };
        NodeNote {
            comment: note.comment.clone(),
            glyphs: note.glyphs.iter().map(|glyph| glyph.0).collect(),
            marks: note.marks.iter().map(mark).collect(),
            labels: note.labels.iter().map(LabelView::from).collect(),
            clock_ms: note.clock.map(|left| left.0),
            evaluation: note.evaluation.as_ref().map(ToString::to_string),
        }
    }
}

impl From<&study::Node> for Node {
    fn from(node: &study::Node) -> Node {
        Node {
            id: name(node.id),
            parent: node.parent.map(name),
            children: node.children.iter().copied().map(name).collect(),
            written: node.written.clone(),
            row: node.row.as_ref().map(MoveRow::from),
            note: (!node.note.is_empty()).then(|| (&node.note).into()),
        }
    }
}

impl From<&desk::study::StudyCursor> for PlaceSeen {
    fn from(place: &desk::study::StudyCursor) -> PlaceSeen {
        let frame = &place.frame;
        let forbidden = frame.forbidden.iter();
        PlaceSeen {
            node: name(place.node),
            placement: frame.placement.clone(),
            side_to_move: frame.side_to_move.into(),
            dests: frame.destinations.iter().cloned().collect(),
            forbidden: forbidden
                .map(|(point, foul)| Forbidden { point: point.clone(), foul: (*foul).to_owned() })
                .collect(),
            last_move: frame.last_move.as_ref().map(LastMove::from),
            check: frame.check.clone(),
            winning_line: frame.winning_line.clone(),
            outcome: frame.outcome.map(OutcomeView::from),
            opening_name: place.opening_name.as_ref().map(OpeningNameView::from),
        }
    }
}

impl From<desk::study::OpenedStudy> for Study {
    fn from(opened: desk::study::OpenedStudy) -> Study {
        let (unread, stopped) = opened.stopped.unzip();
        let mut faults: Vec<String> = opened.faults.iter().map(ToString::to_string).collect();
        if opened.nodes.len() == study::SHOWN_MAX {
            faults.push(format!("Only the first {} moves are shown; the record is kept whole.", study::SHOWN_MAX));
        }
        Study {
            header: HeaderView::of(&opened.header),
            setup: (&opened.header.setup).into(),
            summary: opened.row.into(),
            nodes: opened.nodes.iter().map(Node::from).collect(),
            faults,
            stopped: stopped.map(StoppedView::from),
            unread: unread.map(name),
            place: (&opened.place).into(),
            can_undo: opened.undo_redo.0,
            can_redo: opened.undo_redo.1,
            unsaved: opened.unsaved.map(ApiError::from),
        }
    }
}

impl From<desk::study::StudyUpdate> for StudyChange {
    fn from(changed: desk::study::StudyUpdate) -> StudyChange {
        let (unread, stopped) = changed.stopped.unzip();
        let header = changed.described.as_ref().map(|(_, header)| HeaderView::of(header));
        StudyChange {
            nodes: changed.nodes.iter().map(Node::from).collect(),
            header,
            summary: changed.described.map(|(row, _)| row.into()),
            stopped: stopped.map(StoppedView::from),
            unread: unread.map(name),
            place: (&changed.place).into(),
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
