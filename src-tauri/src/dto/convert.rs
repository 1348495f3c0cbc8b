//! How what crosses is made: from what the core says and the host keeps, and back into it.

use duiyi_core::base::{BySide, Millis};
use duiyi_core::game::{self, SetupCodes};
use duiyi_core::search::Level;
use duiyi_core::session::{self, GameConfig};
use duiyi_core::study;
use duiyi_host::desk::{self, CurrentGame};
use duiyi_host::files;
use duiyi_host::journal::ClockEntry;
use duiyi_host::library::{GameRow, LibraryPage};
use duiyi_host::player::PlayerEntry;

use super::*;

/// Counts that fit a screen fit 32 bits.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A game that only a newer program knows is shown on an empty Gomoku board.
fn kind_of(game: &str) -> GameKind {
    game.parse().unwrap_or(GameKind::Gomoku)
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
        setup_view(setup.kind(), setup.rule_code().to_owned(), setup.size(), setup.start_fen(), opening)
    }
}

/// Says a set-up in words; a Gomoku game whose record lost its size is shown on the usual board.
fn setup_view(kind: GameKind, rule: String, size: Option<u8>, start: Option<String>, opening: Option<String>) -> Setup {
    match kind {
        GameKind::Xiangqi => Setup::Xiangqi { rule, start },
        GameKind::Gomoku => Setup::Gomoku { rule, size: size.unwrap_or(game::GOMOKU_SIZE_DEFAULT), opening },
        GameKind::TicTacToe => Setup::TicTacToe { rule },
    }
}

impl TryFrom<NewGame> for GameConfig {
    type Error = ApiError;

    fn try_from(new: NewGame) -> Result<GameConfig, ApiError> {
        Ok(GameConfig {
            setup: new.setup.try_into()?,
            players: BySide { first: new.first.try_into()?, second: new.second.try_into()? },
            clock: new.clock,
        })
    }
}

impl From<CurrentGame> for GameSnapshot {
    fn from(CurrentGame { uid, snapshot, saved }: CurrentGame) -> GameSnapshot {
        GameSnapshot {
            uid,
            saved,
            setup: (&snapshot.config.setup).into(),
            first: (&snapshot.config.players.first).into(),
            second: (&snapshot.config.players.second).into(),
            clock: snapshot.config.clock,
            state: snapshot,
        }
    }
}

impl From<desk::Update> for Update {
    fn from(desk::Update { seq, uid, events, snapshot, saved }: desk::Update) -> Update {
        Update { seq, events, snapshot: CurrentGame { uid, snapshot, saved }.into() }
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
    clock.and(left).map(|[first, second]| {
        let left = BySide { first: Millis(first), second: Millis(second) };
        Clocks { left, running: None }
    })
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
