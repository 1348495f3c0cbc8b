//! Recordings for the page's test backend: default settings, usual set-ups, scripted games with every snapshot, and the
//! studies of these games ([`crate::tapes`]). So no rule and no snapshot is written a second time in TypeScript.
//!
//! A test compares `ui/src/lib/backend/generated.json` with this program; `DUIYI_WRITE_BINDINGS=1 cargo test -p
//! duiyi-desktop fixtures` writes the file.

use std::path::Path;

use duiyi_core::base::{BySide, Millis, Score, Stamp};
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, PvLine, SearchInfo};
use duiyi_core::session::{Coach, Command, Effect, Effects, GameConfig, Player, SearchId, Session};
use duiyi_host::settings::Settings;
use serde_json::{Map, Value, json};

use crate::{ending_tapes, lesson_tapes, tapes};

const NOW: Stamp = Stamp(0);
/// The number of moves in a hint.
const HINT_PLIES: usize = 3;
/// Fields of an update other than the position.
const BESIDE: [&str; 9] = ["setup", "first", "second", "clock", "coach", "odds", "clocks", "movesFrom", "moves"];

struct Script {
    kind: GameKind,
    moves: &'static str,
    /// Illegal moves, with the ply at which they are tried.
    refused: &'static [(usize, &'static str)],
}

const SCRIPTS: [Script; 2] = [
    // The central cannon against the screen horses, to the middle game.
    Script {
        kind: GameKind::Xiangqi,
        moves: "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 g3g4 g5g4 h0h4 c6c5 h4g4 c5c4",
        refused: &[(0, "b0d1"), (0, "a0a3")],
    },
    // Black makes five on a diagonal with the ninth stone.
    Script { kind: GameKind::Gomoku, moves: "h8 h9 g7 g9 i9 f8 f6 j10 e5", refused: &[] },
];

#[test]
fn the_test_backend_plays_back_this_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/lib/backend/generated.json");
    let made = generated();
    if std::env::var_os("DUIYI_WRITE_BINDINGS").is_some() {
        std::fs::write(&path, &made).expect("the sources can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the recording is checked in");
    assert!(written == made, "{} is out of date; write it anew as src-tauri/src/fixtures.rs says", path.display());
}

/// Returns the JSON, one scripted position a line.
fn generated() -> String {
    let setups: Map<_, _> =
        GameKind::ALL.map(|kind| (kind.code().to_owned(), value(Setup::usual(kind)))).into_iter().collect();
    let mut text = format!(
        "{{\n\"settings\": {},\n\"setups\": {},\n\"games\": {{",
        value(Settings::default()),
        Value::from(setups)
    );
    for (at, script) in SCRIPTS.iter().enumerate() {
        text += &format!("{}\n\"{}\": {{", if at > 0 { "," } else { "" }, script.kind.code());
        let study = tapes::recorded(script.moves, script.kind == GameKind::Xiangqi);
        for (at, (name, part)) in recorded(script).into_iter().chain(study).enumerate() {
            let separator = if at > 0 { "," } else { "" };
            text += &match part {
                Value::Array(entries) => {
                    let lines: Vec<_> = entries.iter().map(Value::to_string).collect();
                    format!("{separator}\n\"{name}\": [\n{}\n]", lines.join(",\n"))
                }
                Value::Object(entries) if name == "places" => {
                    let lines: Vec<_> = entries.iter().map(|(path, place)| format!("{path:?}: {place}")).collect();
                    format!("{separator}\n\"{name}\": {{\n{}\n}}", lines.join(",\n"))
                }
                other => format!("{separator}\n\"{name}\": {other}"),
            };
        }
        text += "\n}";
    }
    text += "\n},\n\"lessons\": {";
    let lessons = lesson_tapes::recorded();
    let steps = lessons["steps"].as_object().expect("the steps are by id");
    text += &format!("\n\"summary\": {},\n\"steps\": {{\n", lessons["summary"]);
    text += &steps.iter().map(|(id, step)| format!("{id:?}: {step}")).collect::<Vec<_>>().join(",\n");
    let endings = ending_tapes::recorded();
    let tapes = endings["tapes"].as_object().expect("the tapes are by id");
    text += &format!("\n}}\n}},\n\"endings\": {{\n\"list\": {},\n\"tapes\": {{\n", endings["list"]);
    text += &tapes.iter().map(|(id, tape)| format!("{id:?}: {tape}")).collect::<Vec<_>>().join(",\n");
    text + "\n}\n}\n}\n"
}

/// Records a script: with two people completely, with engines only the differences.
fn recorded(script: &Script) -> Vec<(&'static str, Value)> {
    let person = || Player::Human { name: String::new() };
    let engine = || Player::Engine { level: Level::MIN };
    let friends = played(script, person(), person());
    let positions: Vec<_> = friends.iter().map(|(session, _)| seen(session)).collect();
    let seated = |first, second| -> Vec<Value> {
        let games = played(script, first, second);
        games.iter().zip(&positions).map(|((session, _), whole)| differing(whole, &seen(session))).collect()
    };
    let (begun, _) = &friends[0];
    let (watched, _) = &played(script, engine(), engine())[0];
    vec![
        ("rows", friends.last().map_or(Value::Null, |(session, _)| value(whole(session)["moves"].clone()))),
        ("friends", positions.clone().into()),
        ("first", seated(person(), engine()).into()),
        ("second", seated(engine(), person()).into()),
        ("engines", seated(engine(), engine()).into()),
        ("over", differing(&positions[0], &seen(&after(begun, Command::Resign)))),
        ("paused", differing(&seen(watched), &seen(&after(watched, Command::Pause)))),
        ("hints", friends.iter().zip(0..).map(|((session, _), ply)| advice(script, session, ply)).collect()),
        ("refusals", refusals(script, &friends)),
    ]
}

/// Plays a script, and returns the session with its effects at the start and after each move.
fn played(script: &Script, first: Player, second: Player) -> Vec<(Session, Effects)> {
    let players = BySide { first, second };
    let config = GameConfig {
        setup: Setup::usual(script.kind),
        players,
        clock: TimeControl::None,
        coach: Coach::default(),
        odds: None,
    };
    let mut game = vec![Session::new(config, 1, NOW)];
    for mv in script.moves.split(' ') {
        let (mut session, effects) = game.last().expect("a game has a start").clone();
        let command = match search_in(&effects) {
            Some(id) => Command::Searched { id, info: SearchInfo::unsearched(Some(mv.to_owned()), Millis(0)) },
            None => Command::Play(mv.to_owned()),
        };
        let effects = session.apply(command, NOW).expect("the moves of a script are legal");
        game.push((session, effects));
    }
    game
}

fn search_in(effects: &Effects) -> Option<SearchId> {
    effects.effects.iter().find_map(|effect| if let Effect::Think(task) = effect { Some(task.id) } else { None })
}

fn after(session: &Session, command: Command) -> Session {
    let mut session = session.clone();
    session.apply(command, NOW).expect("this may be asked for now");
    session
}

/// Returns the hint to continue as the script does; null if no hint is possible.
fn advice(script: &Script, session: &Session, ply: usize) -> Value {
    let mut session = session.clone();
    let moves: Vec<_> = script.moves.split(' ').skip(ply).take(HINT_PLIES).map(str::to_owned).collect();
    let Some(best) = moves.first().cloned() else { return Value::Null };
    let asked = session.apply(Command::Hint, NOW).expect("a person may ask for advice");
    let id = search_in(&asked).expect("advice takes a search");
    let mut info = SearchInfo::unsearched(Some(best), Millis(0));
    info.lines = vec![PvLine { score: Score::DRAW, is_lower_bound: false, chance: None, pv: moves }];
    session.apply(Command::Advised { id, info, reasons: Vec::new() }, NOW).expect("an answer is taken");
    whole(&session)["hint"].clone()
}

/// Returns the refusals of a script, by ply and move.
fn refusals(script: &Script, friends: &[(Session, Effects)]) -> Value {
    let mut found = json!({});
    for &(ply, mv) in script.refused {
        let refusal = friends[ply].0.clone().apply(Command::Play(mv.to_owned()), NOW).expect_err("the rules refuse it");
        found[ply.to_string()][mv] = value(refusal);
    }
    found
}

fn whole(session: &Session) -> Value {
    value(session.snapshot(NOW))
}

fn seen(session: &Session) -> Value {
    let mut seen = whole(session);
    seen.as_object_mut().expect("a snapshot is an object").retain(|name, _| !BESIDE.contains(&name.as_str()));
    seen
}

/// Returns the fields of `other` that differ from `whole`; of the board the differing parts.
fn differing(whole: &Value, other: &Value) -> Value {
    let fields = other.as_object().expect("a snapshot is an object").iter();
    let changed = fields.filter(|(name, now)| whole[name.as_str()] != **now);
    let found = changed
        .map(|(name, now)| (name.clone(), if name == "board" { differing(&whole["board"], now) } else { now.clone() }));
    Value::Object(found.collect())
}

fn value(of: impl serde::Serialize) -> Value {
    serde_json::to_value(of).expect("plain data")
}
