//! The TypeScript types of everything that crosses to the UI, made from the Rust ones.
//!
//! `ui/src/lib/bindings.ts` is checked by a test; `DUIYI_WRITE_BINDINGS=1 cargo test -p duiyi-desktop bindings` writes it.

#[cfg(test)]
mod tests {
    use std::path::Path;

    use duiyi_host::settings::*;
    use ts_rs::{Config, TS};

    use crate::dto::*;
    use crate::error::ApiError;
    use crate::sound::SoundName;

    const HEADER: &str = "// Made from src-tauri/src/dto.rs by `DUIYI_WRITE_BINDINGS=1 cargo test -p duiyi-desktop bindings`. Do not edit.\n";

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
        ];
        types.iter().fold(HEADER.to_owned(), |text, declaration| format!("{text}\nexport {declaration}\n"))
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
}
