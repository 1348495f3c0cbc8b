//! How what crosses is made: from what the core says and the host keeps, and back into it.

use duiyi_core::base::{self, BySide, Millis, Outcome};
use duiyi_core::game::repetition::{self, Violation};
use duiyi_core::game::{self, GameKind, SetupCodes};
use duiyi_core::record::TimeControl;
use duiyi_core::search::Level;
use duiyi_core::session::{self, Event, GameConfig, OpeningTurn as Turn};
use duiyi_core::study;
use duiyi_host::desk::{self, CurrentGame, DeskEvent};
use duiyi_host::files;
use duiyi_host::journal::ClockEntry;
use duiyi_host::library::{GameRow, LibraryPage};
use duiyi_host::player::PlayerEntry;

use super::*;

/// Counts that fit a screen fit 32 bits.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn letters(pieces: &[char]) -> Vec<String> {
    pieces.iter().map(char::to_string).collect()
}

impl From<GameKind> for GameKindView {
    fn from(kind: GameKind) -> GameKindView {
        match kind {
            GameKind::Xiangqi => GameKindView::Xiangqi,
            GameKind::Gomoku => GameKindView::Gomoku,
            GameKind::TicTacToe => GameKindView::TicTacToe,
        }
    }
}

/// A game that only a newer program knows is shown on an empty Gomoku board.
fn kind_of(game: &str) -> GameKindView {
    game.parse::<GameKind>().map_or(GameKindView::Gomoku, GameKindView::from)
}

impl From<GameKindView> for GameKind {
    fn from(view: GameKindView) -> GameKind {
        match view {
            GameKindView::Xiangqi => GameKind::Xiangqi,
            GameKindView::Gomoku => GameKind::Gomoku,
            GameKindView::TicTacToe => GameKind::TicTacToe,
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
            session::Player::External { id, name } => {
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
                Ok(session::Player::External { id, name })
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
            TimeControl::ByoYomi { main, period, periods } => {
                ClockConfig::ByoYomi { main_ms: main.0, period_ms: period.0, periods }
            }
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
            ClockConfig::ByoYomi { main_ms, period_ms, periods } => {
                TimeControl::ByoYomi { main: Millis(main_ms), period: Millis(period_ms), periods }
            }
        }
    }
}

impl TryFrom<Setup> for game::Setup {
    type Error = ApiError;

    fn try_from(setup: Setup) -> Result<game::Setup, ApiError> {
        let words = match &setup {
            Setup::Xiangqi { rule, start } => {
                SetupCodes { game: GameKind::Xiangqi.code(), rule, start: start.as_deref(), ..SetupCodes::default() }
            }
            Setup::Gomoku { rule, size, opening } => SetupCodes {
                game: GameKind::Gomoku.code(),
                rule,
                size: Some(*size),
                opening: opening.as_deref(),
                ..SetupCodes::default()
            },
            Setup::TicTacToe { rule } => SetupCodes { game: GameKind::TicTacToe.code(), rule, ..SetupCodes::default() },
        };
        game::Setup::read(words).map_err(|why| desk::DeskError(why).into())
    }
}

impl From<&game::Setup> for Setup {
    fn from(setup: &game::Setup) -> Setup {
        let opening = setup.opening().map(|protocol| protocol.code().to_owned());
        setup_view(setup.kind().into(), setup.rule_code().to_owned(), setup.size(), setup.start_fen(), opening)
    }
}

/// Says a set-up in words; a Gomoku game whose record lost its size is shown on the usual board.
fn setup_view(
    kind: GameKindView,
    rule: String,
    size: Option<u8>,
    start: Option<String>,
    opening: Option<String>,
) -> Setup {
    match kind {
        GameKindView::Xiangqi => Setup::Xiangqi { rule, start },
        GameKindView::Gomoku => Setup::Gomoku { rule, size: size.unwrap_or(game::GOMOKU_SIZE_DEFAULT), opening },
        GameKindView::TicTacToe => Setup::TicTacToe { rule },
    }
}

impl TryFrom<NewGame> for GameConfig {
    type Error = ApiError;

    fn try_from(new: NewGame) -> Result<GameConfig, ApiError> {
        Ok(GameConfig {
            setup: new.setup.try_into()?,
            players: BySide { first: new.first.try_into()?, second: new.second.try_into()? },
            clock: new.clock.into(),
        })
    }
}

impl From<&game::LastMove> for LastMove {
    fn from(points: &game::LastMove) -> LastMove {
        LastMove { from: points.from.clone(), to: points.to.clone() }
    }
}

impl From<&game::MoveRow> for MoveRow {
    fn from(row: &game::MoveRow) -> MoveRow {
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

impl From<&game::Ruled> for RulingView {
    fn from(game::Ruled { ruling, cycle }: &game::Ruled) -> RulingView {
        let loser = match ruling.verdict {
            repetition::Verdict::Draw => None,
            repetition::Verdict::MustDeviate(side, _) => Some(side.into()),
        };
        let fault = |side| Some(fault_view(ruling.violations[side]?, &ruling.statement(side)));
        RulingView {
            loser,
            faults: base::Side::ALL.into_iter().filter_map(fault).collect(),
            cycle: cycle.iter().map(MoveRow::from).collect(),
        }
    }
}

fn fault_view(fault: Violation, statement: &repetition::Statement) -> FaultView {
    let [checks, threats, chases, _] = statement.counts.map(count);
    let standing =
        |prey: &repetition::PieceOnSquare| Standing { piece: prey.piece.letter().to_string(), at: prey.at.to_string() };
    FaultView {
        side: statement.side.into(),
        kind: match fault {
            Violation::Check => Perpetual::Check,
            Violation::Chase => Perpetual::Chase,
            Violation::Attack => Perpetual::Attack,
        },
        checks,
        threats,
        chases,
        prey: statement.prey.iter().map(standing).collect(),
    }
}

impl From<game::Obstacle> for ObstacleView {
    fn from(game::Obstacle { part, points, piece, file }: game::Obstacle) -> ObstacleView {
        let part = match part {
            game::Part::Leg => ObstaclePart::Leg,
            game::Part::Eye => ObstaclePart::Eye,
            game::Part::Way => ObstaclePart::Way,
            game::Part::Screen => ObstaclePart::Screen,
            game::Part::Checker => ObstaclePart::Checker,
            game::Part::General => ObstaclePart::General,
            game::Part::Own => ObstaclePart::Own,
            game::Part::Three => ObstaclePart::Three,
            game::Part::Four => ObstaclePart::Four,
            game::Part::Overline => ObstaclePart::Overline,
        };
        ObstacleView { part, points, piece: piece.map(String::from), file }
    }
}

impl From<&game::RepetitionWarning> for RepetitionView {
    fn from(warning: &game::RepetitionWarning) -> RepetitionView {
        RepetitionView {
            row: (&warning.row).into(),
            reply: warning.reply.as_ref().map(MoveRow::from),
            ruling: (&warning.ruled).into(),
        }
    }
}

impl From<CurrentGame> for Snapshot {
    fn from(seen: CurrentGame) -> Snapshot {
        snapshot(seen.uid, &seen.snapshot, seen.saved)
    }
}

fn snapshot(uid: String, seen: &session::Snapshot, saved: Option<i64>) -> Snapshot {
    let config = &seen.config;
    let can = seen.can;
    Snapshot {
        uid,
        saved,
        setup: (&config.setup).into(),
        first: (&config.players.first).into(),
        second: (&config.players.second).into(),
        clock: config.clock.into(),
        placement: seen.placement.clone(),
        side_to_move: seen.side_to_move.into(),
        ply: count(seen.ply),
        dests: seen.destinations.iter().cloned().collect(),
        check: seen.check.clone(),
        last_move: seen.last_move.as_ref().map(LastMove::from),
        moves_from: count(seen.moves_from),
        moves: seen.moves.iter().map(MoveRow::from).collect(),
        lost_first: letters(&seen.lost.first),
        lost_second: letters(&seen.lost.second),
        clocks: seen.clocks.map(|left| Clocks {
            first_ms: left.first.0,
            second_ms: left.second.0,
            running: seen.clock_running.map(Side::from),
        }),
        outcome: seen.outcome.map(OutcomeView::from),
        ruled: seen.ruled.as_ref().map(RulingView::from),
        repetitions: seen.repetitions.iter().map(RepetitionView::from).collect(),
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
            reasons: hint.reasons.iter().map(Fact::from).collect(),
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
            pause: can.pause,
            go_on: can.go_on,
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

impl From<&game::OpeningName> for OpeningNameView {
    fn from(name: &game::OpeningName) -> OpeningNameView {
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
            Event::Paused => GameEvent::Paused,
            Event::WentOn => GameEvent::WentOn,
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
        let events = update.events.iter().map(|news| match news {
            DeskEvent::Game(event) => event.into(),
            DeskEvent::Saved { id } => GameEvent::Saved { id: *id },
        });
        let snapshot = snapshot(update.uid.clone(), &update.snapshot, update.saved);
        Update { seq: update.seq, events: events.collect(), snapshot }
    }
}

impl From<GameRow> for GameSummary {
    fn from(GameRow { id, saved, deleted_at_ms, tags }: GameRow) -> GameSummary {
        GameSummary {
            id,
            setup: setup_view(kind_of(&saved.game), saved.rule, saved.size, None, None),
            first: (&saved.first).into(),
            second: (&saved.second).into(),
            winner: side_of(saved.winner.as_deref()),
            plies: saved.plies,
            started_at_ms: saved.started_at_ms,
            ended_at_ms: saved.ended_at_ms,
            uid: saved.uid,
            result: saved.result,
            reason: saved.reason,
            final_placement: saved.final_placement,
            opening: saved.opening,
            tags,
            deleted_at_ms,
        }
    }
}

impl From<LibraryPage> for GamePage {
    fn from(page: LibraryPage) -> GamePage {
        GamePage {
            rows: page.rows.into_iter().map(GameSummary::from).collect(),
            total: page.total,
            unindexed: page.unindexed,
        }
    }
}

impl From<study::Stopped> for StoppedView {
    fn from(stopped: study::Stopped) -> StoppedView {
        StoppedView {
            line: count(stopped.place.number()),
            ply: count(stopped.ply),
            written: stopped.written,
            why: desk::DeskError(stopped.why).into(),
        }
    }
}

impl From<&desk::UnfinishedGame> for Unfinished {
    fn from(game: &desk::UnfinishedGame) -> Unfinished {
        let journal = &game.journal;
        Unfinished {
            uid: journal.header.id.clone(),
            setup: (&game.config.setup).into(),
            first: (&game.config.players.first).into(),
            second: (&game.config.players.second).into(),
            plies: count(journal.plies.len()),
            last_at_ms: journal.last_at_ms,
            placement: game.placement.clone(),
            clocks: clocks_of(journal.header.clock, journal.clock_ms),
            damaged: game.damage.is_some(),
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
            games: notice.games,
        }
    }
}
