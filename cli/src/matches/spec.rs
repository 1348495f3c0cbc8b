//! The form of a player on the command line: `level:3`, `full`, `full;nodes=20000;hash=64`, `mcts`, `cmd:PROGRAM`.

use std::path::{Path, PathBuf};

use duiyi_core::base::{Depth, Millis};
use duiyi_core::engine::SearchMethod;
use duiyi_core::engine::scripted::ScriptedStrategy;
use duiyi_core::search::CONTEMPT_MAX;
use duiyi_host::books::OpeningBook;
use duiyi_host::engines::{EngineCommandError, engine_parts};
use duiyi_host::matches::PlayerBooks;
use duiyi_host::thinking::{EngineSettings, EngineSpec};

use crate::{input, machine};

/// Returns a message if the tables of the players do not fit on `boards` boards.
pub fn shortage(players: [&EngineSpec; 2], boards: u16) -> Option<String> {
    let hash_mib = |player: &EngineSpec| match player {
        EngineSpec::BuiltIn(own) => own.hash_mib,
        EngineSpec::Scripted(_) | EngineSpec::External(_) => 0,
    };
    let board = players.map(hash_mib).iter().sum::<usize>();
    machine::shortage(board.saturating_mul(boards.into()), 0)
}

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    pub engine: EngineSpec,
    pub books: PlayerBooks,
}

/// Parses a player: an engine of any kind, with `;book=FILE` and `;choice=best` among its parts.
///
/// # Errors
/// One sentence.
pub fn player_spec(text: &str) -> Result<PlayerSpec, String> {
    player_spec_in(Path::new(""), text)
}

/// Parses a player as [`player_spec`] does. Books and nets are looked for in `folder`.
///
/// # Errors
/// One sentence.
pub fn player_spec_in(folder: &Path, text: &str) -> Result<PlayerSpec, String> {
    let mut books = PlayerBooks::default();
    let mut rest = Vec::new();
    for part in engine_parts(text).map_err(|why| why.to_string())? {
        let plain = part.trim().replace('"', "");
        match plain.split_once('=') {
            Some(("book", value)) => {
                let path = std::path::absolute(found(folder, value)).map_err(|why| format!("'{plain}': {why}"))?;
                OpeningBook::open(&path).map_err(|why| why.to_string())?;
                books.paths.push(path);
            }
            Some(("choice", "best")) => books.best = true,
            Some(("choice", "weighted")) => books.best = false,
            Some(("choice", _)) => return Err(format!("'{plain}': write choice=weighted or choice=best")),
            _ => rest.push(part),
        }
    }
    Ok(PlayerSpec { engine: engine_spec_in(folder, &rest.join(";"))?, books })
}

/// Returns the path of a file that is meant from `folder`.
fn found(folder: &Path, name: &str) -> PathBuf {
    let place = folder.join(name);
    // Tournaments of earlier versions looked in the working folder, and go on with their files.
    if !place.exists() && Path::new(name).exists() { PathBuf::from(name) } else { place }
}

/// Parses an engine.
///
/// # Errors
/// One sentence.
pub fn engine_spec(text: &str) -> Result<EngineSpec, String> {
    engine_spec_in(Path::new(""), text)
}

fn engine_spec_in(folder: &Path, text: &str) -> Result<EngineSpec, String> {
    if text.starts_with("cmd:") {
        return text.parse().map(EngineSpec::External).map_err(|why: EngineCommandError| why.to_string());
    }
    if let Some(script) = ScriptedStrategy::of(text) {
        return Ok(EngineSpec::Scripted(script));
    }
    let mut parts = text.split(';');
    let head = parts.next().unwrap_or_default();
    let level = match head.strip_prefix("level:") {
        Some(number) => Some(crate::go::level(number)?),
        None if head == "full" || head == SearchMethod::Mcts.name() => None,
        None => {
            return Err(format!(
                "'{head}' is no engine: write level:3, full, mcts, beginner, greedy:1, greedy:2, or cmd:PROGRAM ARGS"
            ));
        }
    };
    let mut own = EngineSettings::new(text.to_owned(), level);
    if head == SearchMethod::Mcts.name() {
        own.method = SearchMethod::Mcts;
    }
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let key = key.strip_prefix("option.").unwrap_or(key).to_ascii_lowercase();
        if key == "method" {
            own.method = value.parse().map_err(|why| format!("{why}"))?;
            continue;
        }
        if key == "eval" {
            let is_file = !input::NETS_WITHOUT_FILE.contains(&value);
            let path = if is_file { found(folder, value) } else { PathBuf::from(value) };
            own.nets = input::nets(&path).map_err(|why| why.to_string())?;
            continue;
        }
        if key == "without" {
            own.without = value.parse()?;
            continue;
        }
        let number = value.parse::<u64>().ok().filter(|&number| number > 0);
        let number = number.ok_or_else(|| format!("'{part}' should end with a number above zero"))?;
        let small = |max: u64| {
            let fits = number <= max;
            if fits { Ok(number as usize) } else { Err(format!("'{part}': at most {max} can be asked for")) }
        };
        match key.as_str() {
            "nodes" => own.nodes = Some(number),
            "depth" => own.depth = Some(small(1000)? as Depth),
            "movetime" => own.time = Some(Millis(small(86_400_000)? as u64)),
            "hash" => own.hash_mib = small(machine::hash_mib_max() as u64)?,
            "contempt" => own.contempt = small(CONTEMPT_MAX as u64)? as i32,
            "threads" => own.threads = small(machine::threads_max() as u64)?,
            _ => {
                return Err(format!(
                    "'{part}': an engine of ours takes nodes, depth, movetime, hash, threads, contempt, method, without, eval, book and choice"
                ));
            }
        }
    }
    Ok(EngineSpec::BuiltIn(own))
}

#[cfg(test)]
mod tests {
    use duiyi_core::game::GameKind;
    use duiyi_core::search::Level;
    use duiyi_host::books::BookWriter;

    use super::*;

    #[test]
    fn players_are_read() {
        let own = |text: &str| match engine_spec(text) {
            Ok(EngineSpec::BuiltIn(own)) => own,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!((own("level:3").level, own("level:3").keeps_to_level), (Level::new(3).expect("it is one"), true));
        let full = own("full;nodes=20000;option.Hash=64;threads=2");
        assert_eq!((full.level, full.nodes, full.hash_mib, full.threads), (Level::MAX, Some(20_000), 64, 2));
        assert_eq!((full.contempt, own("full;contempt=30").contempt), (0, 30));
        assert_eq!(Ok(own("full;without=razoring+killers").without), "razoring+killers".parse());
        let methods = ["full", "mcts", "mcts;nodes=5", "level:2;method=mcts"].map(|text| own(text).method);
        assert_eq!(methods, [SearchMethod::AlphaBeta, SearchMethod::Mcts, SearchMethod::Mcts, SearchMethod::Mcts]);
        let refuses = |text: &str, game| engine_spec(text).expect("it is a player").refusal(game).is_some();
        assert!(refuses("mcts", GameKind::Xiangqi) && !refuses("mcts", GameKind::Gomoku));
        assert!(!refuses("full", GameKind::Xiangqi) && !refuses("full;without=see-pruning", GameKind::Xiangqi));
        assert!(refuses("full;without=see-pruning", GameKind::Gomoku));
        for bad in [
            "full;method=x",
            "full;without=",
            "full;without=x",
            "",
            "level:0",
            "level:6",
            "full;nodes=0",
            "full;nodes",
            "full;x=1",
            "full;contempt=201",
            "stockfish",
            "cmd:",
        ] {
            assert!(engine_spec(bad).is_err(), "{bad}");
        }
        assert!(matches!(engine_spec("cmd:x uci;protocol=uci"), Ok(EngineSpec::External(_))));
    }

    #[test]
    fn a_player_of_any_kind_has_books() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["a.book", "b; c.book"] {
            BookWriter::create(&path(name), GameKind::Xiangqi).and_then(BookWriter::finish).expect("a book");
        }
        let (a, b) = (path("a.book"), path("b; c.book"));
        for engine in ["full;nodes=20000", "cmd:\"my engine\" uci;protocol=uci;option.Hash=64", "greedy:1"] {
            let alone = player_spec(engine).expect("a player");
            assert_eq!(
                alone,
                PlayerSpec { engine: engine_spec(engine).expect("an engine"), books: PlayerBooks::default() }
            );
            let text = format!("{engine};book={};\"book={}\";choice=best", a.display(), b.display());
            let PlayerSpec { engine: with_books, books } = player_spec(&text).expect("a player");
            assert_eq!(with_books, alone.engine);
            assert_eq!(books, PlayerBooks { paths: vec![a.clone(), b.clone()], best: true });
        }
        let external = player_spec("cmd:x;option.book=own.bin").expect("a player");
        assert_eq!(external.books, PlayerBooks::default(), "an option of the engine is its own");
        // Beside a tournament's file.
        let named = player_spec_in(folder.path(), "full;book=a.book").expect("a player");
        assert_eq!(named.books.paths, std::slice::from_ref(&a));
        let built_in = player_spec_in(folder.path(), "full;eval=built-in").expect("a player");
        let EngineSpec::BuiltIn(EngineSettings { nets, .. }) = built_in.engine else { panic!("{built_in:?}") };
        assert_eq!(nets, duiyi_core::engine::Nets::default());
        assert!(player_spec("full;book=a.book").is_err(), "it is not in the working folder");
        for bad in ["full;book=", "cmd:x;book=/nowhere/x.book", "full;choice=first", "cmd:x;choice=", "cmd:x \"y"] {
            assert!(player_spec(bad).is_err(), "{bad}");
        }
    }
}
