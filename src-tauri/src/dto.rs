//! What crosses to the UI and back. The TypeScript types are made from these (see [`crate::bindings`]).

use std::collections::BTreeMap;

use duiyi_core::base::{self, BySide, Millis, Outcome};
use duiyi_core::record::{GameKind, TimeControl};
use duiyi_core::search::Level;
use duiyi_core::session::{self, Event, GameConfig, OpeningTurn as Turn};
use duiyi_host::desk::{self, News, Seen, Shelved};
use duiyi_host::files;
use duiyi_host::journal::{ClockEntry, PlayerEntry};
use duiyi_host::library::{self, GameRow, Page};
use duiyi_host::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// Declares types that travel as JSON with names in camel case.
macro_rules! dto {
    ($($(#[$attribute:meta])* pub $kind:ident $name:ident $body:tt)+) => {
        $(
            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $(#[$attribute])*
            #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
            pub $kind $name $body
        )+
    };
}

/// Like [`dto`], for structs, which have no variants whose fields could be renamed.
macro_rules! dto_struct {
    ($($(#[$attribute:meta])* pub struct $name:ident $body:tt)+) => {
        $(
            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $(#[$attribute])*
            #[serde(rename_all = "camelCase")]
            pub struct $name $body
        )+
    };
}

dto! {
    /// First is Red in Xiangqi and Black in Gomoku.
    #[derive(Copy)]
    pub enum Side { First, Second }

    /// Who sits at the board.
    #[derive(Copy, PartialEq, Eq)]
    pub enum PlayerKind { Human, Engine, Guest }

    /// A clock.
    #[serde(tag = "kind")]
    pub enum ClockConfig {
        /// No clock.
        None,
        /// Time for the game and more for each move.
        Fischer {
            #[cfg_attr(test, ts(type = "number"))]
            main_ms: u64,
            #[cfg_attr(test, ts(type = "number"))]
            increment_ms: u64,
        },
        /// Time for each move.
        PerMove {
            #[cfg_attr(test, ts(type = "number"))]
            per_move_ms: u64,
        },
    }

    /// What is to be decided in an opening.
    #[serde(tag = "kind")]
    pub enum OpeningTurn {
        /// A stone, at most so many rows and columns from the centre.
        Place { reach: Option<u8> },
        /// `swap` or `keep`.
        Swap,
        /// `swap`, `keep` or `add`.
        SwapOrAdd,
        /// How many fifths, 1 to `most`.
        Number { most: u8 },
        /// A stone near the centre, or `ten`.
        Fifth,
        /// Another fifth, of which so many are to be offered.
        Offer { left: u8 },
        /// One of the fifths offered.
        Pick,
    }

    /// Something that happened.
    #[serde(tag = "kind")]
    pub enum GameEvent {
        /// A game began.
        Started,
        /// A game was taken up again.
        Resumed,
        /// A move was played.
        Moved { row: MoveRow, ply: u32 },
        /// Something was decided in an opening that put no stone on the board.
        Decided { by: Side, word: String },
        /// The opening is over, and the colours are settled.
        OpeningOver,
        /// Moves were taken back.
        Undone { ply: u32 },
        /// An engine began to think.
        Thinking { side: Side },
        /// Advice has come.
        Hint,
        /// A draw was offered.
        DrawOffered { by: Side },
        /// An offer was declined.
        DrawDeclined { by: Side },
        /// The game is over.
        Ended { outcome: OutcomeView },
        /// The game is in the library.
        Saved {
            #[cfg_attr(test, ts(type = "number"))]
            id: i64,
        },
        /// Something went wrong; the game is safe.
        Trouble { code: String, message: String, at: Option<String> },
    }
}

/// A game the window plays.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameKind"))]
#[serde(rename_all = "lowercase")]
pub enum GameKindView {
    /// 中国象棋.
    Xiangqi,
    /// 五子棋.
    Gomoku,
}

dto_struct! {
    /// A player.
    pub struct Player {
        pub kind: PlayerKind,
        pub level: Option<u8>,
        pub name: Option<String>,
        /// Which program of the list plays, if one does.
        #[cfg_attr(test, ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub guest: Option<String>,
    }

    /// What is chosen before a game.
    pub struct NewGame {
        pub game: GameKindView,
        /// Xiangqi: `simple`; Gomoku: `freestyle`, `standard`, `renju`, `caro`.
        pub rule: String,
        pub size: Option<u8>,
        /// FEN, where a Xiangqi game does not begin from the usual position.
        pub start: Option<String>,
        /// The opening protocol of a Gomoku game; the first player opens.
        pub opening: Option<String>,
        pub first: Player,
        pub second: Player,
        pub clock: ClockConfig,
    }

    /// An opening that goes on: who is to decide what.
    pub struct DecidingView {
        /// By the colour held now.
        pub by: Side,
        pub turn: OpeningTurn,
        /// The decisions that are no points, to be played like moves; none while no person may decide.
        pub words: Vec<String>,
        /// The fifths offered so far.
        pub offers: Vec<String>,
        /// How many fifths Black will have to offer, as far as that is settled.
        pub fifths: Option<u8>,
    }

    /// What an opening is called.
    pub struct OpeningNameView {
        /// Such as `C91` or `D4`; may be empty.
        pub code: String,
        pub chinese: String,
        pub english: String,
    }

    /// Where a move comes from and goes to.
    pub struct LastMove {
        pub from: Option<String>,
        pub to: String,
    }

    /// One move in every notation; Gomoku fills all with the same form.
    pub struct MoveRow {
        pub uci: String,
        pub chinese: String,
        pub traditional: String,
        pub wxf: String,
        pub iccs: String,
        pub side: Side,
        /// FEN letter of the piece, in Xiangqi.
        pub piece: Option<String>,
        /// FEN letter of the piece taken.
        pub capture: Option<String>,
        pub check: bool,
    }

    /// What is left on the clocks.
    pub struct Clocks {
        #[cfg_attr(test, ts(type = "number"))]
        pub first_ms: u64,
        #[cfg_attr(test, ts(type = "number"))]
        pub second_ms: u64,
        pub running: Option<Side>,
    }

    /// How a game ended.
    pub struct OutcomeView {
        pub winner: Option<Side>,
        pub reason: String,
    }

    /// A point Black may not play under Renju.
    pub struct Forbidden {
        pub point: String,
        pub foul: String,
    }

    /// Advice.
    pub struct HintView {
        pub mv: String,
        pub from: Option<String>,
        pub to: String,
        pub line: Vec<MoveRow>,
    }

    /// An engine that thinks.
    pub struct ThinkingView {
        pub side: Side,
        #[cfg_attr(test, ts(type = "number"))]
        pub elapsed_ms: u64,
    }

    /// What may be asked for now.
    pub struct Abilities {
        pub play: bool,
        pub undo: bool,
        pub hint: bool,
        pub offer_draw: bool,
        pub resign: bool,
        pub move_now: bool,
        pub rematch: bool,
    }

    /// A game at one moment.
    pub struct Snapshot {
        pub uid: String,
        pub game: GameKindView,
        pub rule: String,
        pub size: Option<u8>,
        pub start: Option<String>,
        /// The opening protocol that was chosen.
        pub opening: Option<String>,
        pub first: Player,
        pub second: Player,
        pub clock: ClockConfig,
        /// The board, rows from the top down: the first field of a FEN, or `x`, `o` and numbers in Gomoku.
        pub placement: String,
        pub side_to_move: Side,
        pub ply: u32,
        /// Where the side to move may go; Gomoku has the single key `""`. Empty while no person may move.
        pub dests: BTreeMap<String, Vec<String>>,
        pub check: Option<String>,
        pub last_move: Option<LastMove>,
        pub moves: Vec<MoveRow>,
        /// FEN letters of the pieces the side has lost, most valuable first.
        pub lost_first: Vec<String>,
        pub lost_second: Vec<String>,
        pub clocks: Option<Clocks>,
        pub outcome: Option<OutcomeView>,
        pub thinking: Option<ThinkingView>,
        pub draw_offer: Option<Side>,
        pub winning_line: Vec<String>,
        pub forbidden: Vec<Forbidden>,
        pub hint: Option<HintView>,
        /// The opening while it goes on. Then `side_to_move` is the colour of the next stone, not who decides.
        pub deciding: Option<DecidingView>,
        pub opening_name: Option<OpeningNameView>,
        pub can: Abilities,
    }

    /// What arrives on the one ordered channel.
    pub struct Update {
        /// Grows by one from update to update.
        #[cfg_attr(test, ts(type = "number"))]
        pub seq: u64,
        pub events: Vec<GameEvent>,
        pub snapshot: Snapshot,
    }

    /// A game in the library's list.
    pub struct GameSummary {
        #[cfg_attr(test, ts(type = "number"))]
        pub id: i64,
        pub uid: String,
        pub game: GameKindView,
        pub rule: String,
        pub size: Option<u8>,
        pub first: Player,
        pub second: Player,
        pub result: String,
        pub winner: Option<Side>,
        pub reason: String,
        pub plies: u32,
        #[cfg_attr(test, ts(type = "number"))]
        pub started_at_ms: i64,
        #[cfg_attr(test, ts(type = "number"))]
        pub ended_at_ms: i64,
        pub final_placement: String,
    }

    /// What to list.
    pub struct GameQuery {
        pub game: Option<GameKindView>,
        pub text: String,
        pub limit: u32,
        pub offset: u32,
    }

    /// A part of the list.
    pub struct GamePage {
        pub rows: Vec<GameSummary>,
        pub total: u32,
    }

    /// The board after one move.
    pub struct Frame {
        pub placement: String,
        pub side_to_move: Side,
        pub row: Option<MoveRow>,
        pub last_move: Option<LastMove>,
        pub check: Option<String>,
        pub winning_line: Vec<String>,
        pub clocks: Option<Clocks>,
    }

    /// The first move of a record that could not be played.
    pub struct StoppedView {
        pub line: u32,
        pub ply: u32,
        /// The move as it was written.
        pub written: String,
        pub why: ApiError,
    }

    /// A game to watch: frame 0 is the start, frame n follows move n.
    pub struct Replay {
        pub summary: GameSummary,
        pub frames: Vec<Frame>,
        /// The game as PGN or SGF, or as it was written where it came from outside.
        pub record: String,
        /// What of a record was passed over, each with its line.
        pub faults: Vec<String>,
        /// Where the reading ended early.
        pub stopped: Option<StoppedView>,
        pub opening_name: Option<OpeningNameView>,
    }

    /// A game that an earlier run left unfinished.
    pub struct Unfinished {
        pub uid: String,
        pub game: GameKindView,
        pub rule: String,
        pub size: Option<u8>,
        pub first: Player,
        pub second: Player,
        pub plies: u32,
        #[cfg_attr(test, ts(type = "number"))]
        pub last_at_ms: i64,
        pub placement: String,
        pub clocks: Option<Clocks>,
    }

    /// A sentence to show once.
    pub struct Notice {
        pub code: String,
        pub message: String,
        /// The file or folder it is about.
        pub at: Option<String>,
    }

    /// What the UI needs to begin.
    pub struct Startup {
        pub settings: Settings,
        pub unfinished: Vec<Unfinished>,
        pub notices: Vec<Notice>,
        pub snapshot: Option<Snapshot>,
    }

    /// The version and whose work the app is built on.
    pub struct About {
        pub version: String,
        pub notices: String,
    }
}

mod engines;

#[cfg(test)]
pub use engines::MatchView;
pub use engines::{BuiltIn, Engines, MatchPlan, Word};

/// Counts that fit a screen fit 32 bits.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn letters(pieces: &[char]) -> Vec<String> {
    pieces.iter().map(char::to_string).collect()
}

/// The window offers no other game, so only a record of one could name it; it is shown on an empty Gomoku board.
fn kind_view(kind: GameKind) -> GameKindView {
    match kind {
        GameKind::Xiangqi => GameKindView::Xiangqi,
        GameKind::Gomoku | GameKind::TicTacToe => GameKindView::Gomoku,
    }
}

fn kind_of(game: &str) -> GameKindView {
    if game == GameKind::Xiangqi.code() { GameKindView::Xiangqi } else { GameKindView::Gomoku }
}

impl From<GameKindView> for GameKind {
    fn from(view: GameKindView) -> GameKind {
        match view {
            GameKindView::Xiangqi => GameKind::Xiangqi,
            GameKindView::Gomoku => GameKind::Gomoku,
        }
    }
}

impl From<base::Side> for Side {
    fn from(side: base::Side) -> Side {
        match side {
            base::Side::First => Side::First,
            base::Side::Second => Side::Second,
        }
    }
}

fn side_of(word: Option<&str>) -> Option<Side> {
    match word {
        Some("first") => Some(Side::First),
        Some("second") => Some(Side::Second),
        _ => None,
    }
}

impl From<&session::Player> for Player {
    fn from(player: &session::Player) -> Player {
        match player {
            session::Player::Human { name } => Player {
                kind: PlayerKind::Human,
                level: None,
                name: Some(name.clone()).filter(|name| !name.is_empty()),
                guest: None,
            },
            session::Player::Engine { level } => {
                Player { kind: PlayerKind::Engine, level: Some(level.number()), name: None, guest: None }
            }
            session::Player::Guest { id, name } => {
                Player { kind: PlayerKind::Guest, level: None, name: Some(name.clone()), guest: Some(id.clone()) }
            }
        }
    }
}

impl From<&PlayerEntry> for Player {
    fn from(entry: &PlayerEntry) -> Player {
        let kind = match entry.kind.as_str() {
            "engine" => PlayerKind::Engine,
            "guest" => PlayerKind::Guest,
            _ => PlayerKind::Human,
        };
        let name = Some(entry.name.clone()).filter(|name| !name.is_empty() && kind != PlayerKind::Engine);
        Player { kind, level: entry.level, name, guest: entry.guest.clone() }
    }
}

impl TryFrom<Player> for session::Player {
    type Error = ApiError;

    fn try_from(player: Player) -> Result<session::Player, ApiError> {
        match player.kind {
            PlayerKind::Human => Ok(session::Player::Human { name: player.name.unwrap_or_default() }),
            PlayerKind::Engine => {
                let level = player.level.and_then(Level::new);
                let level = level.ok_or_else(|| ApiError::plain("wrong-level", "a level is a number from 1 to 5"))?;
                Ok(session::Player::Engine { level })
            }
            PlayerKind::Guest => {
                let (id, name) = (player.guest.unwrap_or_default(), player.name.unwrap_or_default());
                Ok(session::Player::Guest { id, name })
            }
        }
    }
}

impl From<TimeControl> for ClockConfig {
    fn from(control: TimeControl) -> ClockConfig {
        match control {
            TimeControl::None => ClockConfig::None,
            TimeControl::Fischer { main, increment } => {
                ClockConfig::Fischer { main_ms: main.0, increment_ms: increment.0 }
            }
            TimeControl::PerMove { each } => ClockConfig::PerMove { per_move_ms: each.0 },
        }
    }
}

impl From<ClockConfig> for TimeControl {
    fn from(clock: ClockConfig) -> TimeControl {
        match clock {
            ClockConfig::None => TimeControl::None,
            ClockConfig::Fischer { main_ms, increment_ms } => {
                TimeControl::Fischer { main: Millis(main_ms), increment: Millis(increment_ms) }
            }
            ClockConfig::PerMove { per_move_ms } => TimeControl::PerMove { each: Millis(per_move_ms) },
        }
    }
}

impl TryFrom<NewGame> for GameConfig {
    type Error = ApiError;

    fn try_from(new: NewGame) -> Result<GameConfig, ApiError> {
        Ok(GameConfig {
            kind: new.game.into(),
            rule: new.rule,
            size: new.size,
            start: new.start,
            opening: match new.opening.as_deref().map(str::parse) {
                None => None,
                Some(Ok(protocol)) => Some(protocol),
                Some(Err(why)) => return Err(ApiError::plain("wrong-opening", why)),
            },
            players: BySide { first: new.first.try_into()?, second: new.second.try_into()? },
            clock: new.clock.into(),
        })
    }
}

impl From<&session::LastMove> for LastMove {
    fn from(points: &session::LastMove) -> LastMove {
        LastMove { from: points.from.clone(), to: points.to.clone() }
    }
}

impl From<&session::MoveRow> for MoveRow {
    fn from(row: &session::MoveRow) -> MoveRow {
        MoveRow {
            uci: row.uci.clone(),
            chinese: row.chinese.clone(),
            traditional: row.traditional.clone(),
            wxf: row.wxf.clone(),
            iccs: row.iccs.clone(),
            side: row.side.into(),
            piece: row.piece.map(String::from),
            capture: row.capture.map(String::from),
            check: row.check,
        }
    }
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> OutcomeView {
        OutcomeView { winner: outcome.winner.map(Side::from), reason: outcome.reason.code().to_owned() }
    }
}

impl From<Seen> for Snapshot {
    fn from(seen: Seen) -> Snapshot {
        snapshot(seen.uid, &seen.snapshot)
    }
}

fn snapshot(uid: String, seen: &session::Snapshot) -> Snapshot {
    let config = &seen.config;
    let can = seen.can;
    Snapshot {
        uid,
        game: kind_view(config.kind),
        rule: config.rule.clone(),
        size: config.size,
        start: config.start.clone(),
        opening: config.opening.map(|protocol| protocol.code().to_owned()),
        first: (&config.players.first).into(),
        second: (&config.players.second).into(),
        clock: config.clock.into(),
        placement: seen.placement.clone(),
        side_to_move: seen.side_to_move.into(),
        ply: count(seen.ply),
        dests: seen.destinations.iter().cloned().collect(),
        check: seen.check.clone(),
        last_move: seen.last_move.as_ref().map(LastMove::from),
        moves: seen.moves.iter().map(MoveRow::from).collect(),
        lost_first: letters(&seen.lost.first),
        lost_second: letters(&seen.lost.second),
        clocks: seen.clocks.map(|left| Clocks {
            first_ms: left.first.0,
            second_ms: left.second.0,
            running: seen.clock_running.map(Side::from),
        }),
        outcome: seen.outcome.map(OutcomeView::from),
        thinking: seen.thinking.map(|(side, since)| ThinkingView { side: side.into(), elapsed_ms: since.0 }),
        draw_offer: seen.draw_offer.map(Side::from),
        winning_line: seen.winning_line.clone(),
        forbidden: seen
            .forbidden
            .iter()
            .map(|(point, foul)| Forbidden { point: point.clone(), foul: (*foul).to_owned() })
            .collect(),
        hint: seen.hint.as_ref().map(|hint| HintView {
            mv: hint.mv.clone(),
            from: hint.points.from.clone(),
            to: hint.points.to.clone(),
            line: hint.line.iter().map(MoveRow::from).collect(),
        }),
        deciding: seen.opening.as_ref().map(DecidingView::from),
        opening_name: seen.opening_name.as_ref().map(OpeningNameView::from),
        can: Abilities {
            play: can.play,
            undo: can.undo,
            hint: can.hint,
            offer_draw: can.offer_draw,
            resign: can.resign,
            move_now: can.move_now,
            rematch: can.rematch,
        },
    }
}

impl From<&session::OpeningView> for DecidingView {
    fn from(view: &session::OpeningView) -> DecidingView {
        DecidingView {
            by: view.by.into(),
            turn: match view.turn {
                Turn::Place { reach } => OpeningTurn::Place { reach },
                Turn::Swap => OpeningTurn::Swap,
                Turn::SwapOrAdd => OpeningTurn::SwapOrAdd,
                Turn::Number { most } => OpeningTurn::Number { most },
                Turn::Fifth => OpeningTurn::Fifth,
                Turn::Offer { left } => OpeningTurn::Offer { left },
                Turn::Pick => OpeningTurn::Pick,
            },
            words: view.words.clone(),
            offers: view.offers.clone(),
            fifths: view.fifths,
        }
    }
}

impl From<&session::OpeningName> for OpeningNameView {
    fn from(name: &session::OpeningName) -> OpeningNameView {
        OpeningNameView {
            code: name.code.to_owned(),
            chinese: name.chinese.to_owned(),
            english: name.english.to_owned(),
        }
    }
}

impl From<&Event> for GameEvent {
    fn from(event: &Event) -> GameEvent {
        match event {
            Event::Started => GameEvent::Started,
            Event::Resumed => GameEvent::Resumed,
            Event::Moved { row, ply } => GameEvent::Moved { row: row.into(), ply: count(*ply) },
            Event::Decided { by, choice } => GameEvent::Decided { by: (*by).into(), word: choice.to_string() },
            Event::OpeningOver => GameEvent::OpeningOver,
            Event::Undone { ply } => GameEvent::Undone { ply: count(*ply) },
            Event::Thinking { side } => GameEvent::Thinking { side: (*side).into() },
            Event::Hint => GameEvent::Hint,
            Event::DrawOffered { by } => GameEvent::DrawOffered { by: (*by).into() },
            Event::DrawDeclined { by } => GameEvent::DrawDeclined { by: (*by).into() },
            Event::Ended { outcome } => GameEvent::Ended { outcome: (*outcome).into() },
            Event::Trouble { code, message, at } => {
                GameEvent::Trouble { code: (*code).to_owned(), message: message.clone(), at: at.clone() }
            }
        }
    }
}

impl From<&desk::Update> for Update {
    fn from(update: &desk::Update) -> Update {
        let events = update.news.iter().map(|news| match news {
            News::Game(event) => event.into(),
            News::Saved { id } => GameEvent::Saved { id: *id },
        });
        Update { seq: update.seq, events: events.collect(), snapshot: snapshot(update.uid.clone(), &update.snapshot) }
    }
}

impl From<GameRow> for GameSummary {
    fn from(GameRow { id, saved, .. }: GameRow) -> GameSummary {
        GameSummary {
            id,
            game: kind_of(&saved.game),
            size: saved.size,
            first: (&saved.first).into(),
            second: (&saved.second).into(),
            winner: side_of(saved.winner.as_deref()),
            plies: saved.plies,
            started_at_ms: saved.started_at_ms,
            ended_at_ms: saved.ended_at_ms,
            uid: saved.uid,
            rule: saved.rule,
            result: saved.result,
            reason: saved.reason,
            final_placement: saved.final_placement,
        }
    }
}

impl From<GameQuery> for library::Query {
    fn from(query: GameQuery) -> library::Query {
        library::Query {
            game: query.game.map(|game| GameKind::from(game).code().to_owned()),
            result: None,
            text: query.text,
            limit: query.limit,
            offset: query.offset,
            include_deleted: false,
        }
    }
}

impl From<Page> for GamePage {
    fn from(page: Page) -> GamePage {
        GamePage { rows: page.rows.into_iter().map(GameSummary::from).collect(), total: page.total }
    }
}

impl From<&session::Frame> for Frame {
    fn from(frame: &session::Frame) -> Frame {
        Frame {
            placement: frame.placement.clone(),
            side_to_move: frame.side_to_move.into(),
            row: frame.row.as_ref().map(MoveRow::from),
            last_move: frame.last_move.as_ref().map(LastMove::from),
            check: frame.check.clone(),
            winning_line: frame.winning_line.clone(),
            clocks: None,
        }
    }
}

impl From<Shelved> for Replay {
    fn from(Shelved { row, film }: Shelved) -> Replay {
        // The last fault is told in the words of `stopped`.
        let passed_over = film.faults.len() - usize::from(film.stopped.is_some());
        Replay {
            record: row.saved.record.clone(),
            summary: row.into(),
            frames: film.frames.iter().map(Frame::from).collect(),
            faults: film.faults[..passed_over].iter().map(ToString::to_string).collect(),
            stopped: film.stopped.map(StoppedView::from),
            opening_name: film.opening_name.as_ref().map(OpeningNameView::from),
        }
    }
}

impl From<session::Stopped> for StoppedView {
    fn from(stopped: session::Stopped) -> StoppedView {
        StoppedView {
            line: count(stopped.line),
            ply: count(stopped.ply),
            written: stopped.written,
            why: desk::DeskError(stopped.why).into(),
        }
    }
}

impl From<&desk::Unfinished> for Unfinished {
    fn from(game: &desk::Unfinished) -> Unfinished {
        let journal = &game.journal;
        Unfinished {
            uid: journal.header.id.clone(),
            game: kind_view(game.config.kind),
            rule: game.config.rule.clone(),
            size: game.config.size,
            first: (&game.config.players.first).into(),
            second: (&game.config.players.second).into(),
            plies: count(journal.plies.len()),
            last_at_ms: journal.last_at_ms,
            placement: game.placement.clone(),
            clocks: clocks_of(journal.header.clock, journal.clock_ms),
        }
    }
}

fn clocks_of(clock: Option<ClockEntry>, left: Option<[u64; 2]>) -> Option<Clocks> {
    clock.and(left).map(|[first_ms, second_ms]| Clocks { first_ms, second_ms, running: None })
}

impl From<files::Notice> for Notice {
    fn from(notice: files::Notice) -> Notice {
        Notice {
            code: notice.code.to_owned(),
            message: notice.message,
            at: notice.place.map(|path| path.display().to_string()),
        }
    }
}
