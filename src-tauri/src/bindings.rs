//! The TypeScript types of everything that crosses to the UI, made from the Rust ones.
//!
//! `ui/src/lib/bindings.ts` is checked by a test; `DUIYI_WRITE_BINDINGS=1 cargo test -p duiyi-desktop bindings` writes it.

use std::collections::BTreeSet;
use std::path::Path;

use duiyi_core::base::Reason;
use duiyi_core::game::Refusal;
use duiyi_core::{gomoku, xiangqi};
use duiyi_host::engines::FaultKind;
use duiyi_host::guests::console::{ConsoleSource, SeenLine};
use duiyi_host::guests::probe::PROBE_CODES;
use duiyi_host::guests::{EngineOption, GuestEntry, Probe, ProtocolCode};
use duiyi_host::settings::*;
use ts_rs::{Config, TS};

use crate::dto::*;
use crate::error::ApiError;
use crate::sound::SoundName;

const HEADER: &str = "// Made from src-tauri/src/dto.rs by `DUIYI_WRITE_BINDINGS=1 cargo test -p duiyi-desktop bindings`. Do not edit.\n";

/// Why a move or a decision of an opening is refused by the rules.
fn board_codes() -> impl Iterator<Item = &'static str> {
    let moves = xiangqi::IllegalMove::CODES.into_iter().chain(gomoku::IllegalMove::CODES);
    moves.chain(gomoku::protocol::OpeningError::CODES)
}

fn bindings() -> String {
    let config = Config::default();
    macro_rules! declare {
        ($($name:ty),+ $(,)?) => { [$(<$name as TS>::decl(&config)),+] };
    }
    let types = declare![
        Side,
        GameKindView,
        PlayerKind,
        Player,
        ClockConfig,
        NewGame,
        OpeningTurn,
        DecidingView,
        OpeningNameView,
        LastMove,
        MoveRow,
        Clocks,
        OutcomeView,
        Forbidden,
        HintView,
        ThinkingView,
        Abilities,
        Snapshot,
        GameEvent,
        Update,
        ApiError,
        GameSummary,
        GameQuery,
        GamePage,
        Frame,
        StoppedView,
        Replay,
        Unfinished,
        Notice,
        Language,
        Theme,
        Notation,
        XiangqiSet,
        Board,
        Stones,
        Announce,
        GomokuSearch,
        Game,
        Opponent,
        Seat,
        ClockKind,
        ClockChoice,
        NewGameChoice,
        Settings,
        Startup,
        About,
        SoundName,
        ProtocolCode,
        EngineOption,
        GuestEntry,
        Probe,
        ConsoleSource,
        SeenLine,
        MatchPlan,
        MatchView,
        BuiltIn,
        Engines,
        Word,
    ];
    let lists = [
        list("BOARD_CODES", board_codes()),
        list("SETUP_CODES", xiangqi::FenError::CODES),
        list("SESSION_CODES", Refusal::CODES),
        list("HOST_CODES", duiyi_host::CODES),
        list("GUEST_CODES", FaultKind::CODES),
        list("PROBE_CODES", PROBE_CODES),
        list("REASONS", Reason::ALL.map(Reason::code)),
    ];
    types.into_iter().chain(lists).fold(HEADER.to_owned(), |text, words| format!("{text}\nexport {words}\n"))
}

/// Writes a list of codes, each once and in order, for whoever must have words for all of them.
fn list(name: &str, codes: impl IntoIterator<Item = &'static str>) -> String {
    let codes: BTreeSet<_> = codes.into_iter().map(|code| format!("  {code:?},\n")).collect();
    format!("const {name} = [\n{}] as const;", codes.into_iter().collect::<String>())
}

#[test]
fn the_ui_has_the_types_of_this_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/lib/bindings.ts");
    let made = bindings();
    if std::env::var_os("DUIYI_WRITE_BINDINGS").is_some() {
        std::fs::write(&path, &made).expect("the sources can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the types are checked in");
    assert!(written == made, "{} is out of date; write it anew as its first line says", path.display());
}

/// The lists of codes are written by hand, the refusals stand all over: this reads them and compares.
#[test]
fn no_code_is_missing_from_the_lists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known: BTreeSet<_> = Refusal::CODES.into_iter().chain(duiyi_host::CODES).chain(FaultKind::CODES).collect();
    let mut found = BTreeSet::new();
    for folder in [
        "core/src/game",
        "core/src/session",
        "core/src/study",
        "host/src",
        "host/src/desk",
        "host/src/library",
        "host/src/guests",
        "src-tauri/src",
    ] {
        for entry in root.join(folder).read_dir().expect("the sources are here") {
            let path = entry.expect("a folder can be listed").path();
            if path.extension().is_none_or(|extension| extension != "rs") || path.ends_with("bindings.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("sources are text");
            for opening in ["Refusal::plain(\"", "DeskError::disk(\"", "Notice::new(\"", "plain(\"", "code: \""] {
                let codes = text.split(opening).skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(codes.map(str::to_owned));
            }
        }
    }
    assert!(found.len() > 15, "the refusals are found where they stand: {found:?}");
    let missing: Vec<_> = found.iter().filter(|code| !known.contains(code.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?} are in no list of codes");
}
