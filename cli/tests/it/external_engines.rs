//! This program as its own external engine, used as the window uses any engine.

use std::time::{Duration, Instant};

use duiyi_core::game::{Game, GameKind, Setup, SetupCodes};
use duiyi_core::search::Stop;
use duiyi_host::Reactor;
use duiyi_host::engines::{
    Decision, EngineCommand, EngineLimits, EngineProtocol, EngineTimeouts, ExternalEngine, Question,
};

/// The number of stopped searches; `DUIYI_STOPS` overrides it.
const STOPS: usize = 20;
/// The limit of nine stops in ten on a busy machine; the promise for an idle one is 50 ms.
const PROMPT: Duration = Duration::from_millis(1000);

/// Starts the program; `DUIYI_PROGRAM` names another build, to measure a release.
fn start(protocol: &str) -> ExternalEngine {
    let program = std::env::var("DUIYI_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_duiyi").to_owned());
    ExternalEngine::start(&Reactor::start(), &EngineCommand::new(&program, &[protocol]), EngineTimeouts::default())
        .expect("it is an engine")
}

fn table(kind: GameKind, rule: &str) -> Game {
    let words = SetupCodes { game: kind.code(), rule, ..SetupCodes::default() };
    Game::new(&Setup::read(words).expect("a usual game"))
}

#[test]
fn the_protocol_is_found_by_asking() {
    for (word, protocol) in
        [("uci", EngineProtocol::Uci), ("ucci", EngineProtocol::Ucci), ("gomocup", EngineProtocol::Gomocup)]
    {
        let engine = start(word);
        assert_eq!(engine.protocol(), protocol);
        assert!(engine.identity().name.starts_with("Duiyi"), "{:?}", engine.identity());
        assert!(!engine.options().is_empty());
        engine.quit();
    }
}

#[test]
fn a_stop_is_answered_promptly_and_by_its_own_search() {
    let stops = std::env::var("DUIYI_STOPS").ok().and_then(|count| count.parse().ok()).unwrap_or(STOPS);
    for (word, kind, rule) in [
        ("uci", GameKind::Xiangqi, "simple"),
        ("ucci", GameKind::Xiangqi, "simple"),
        ("gomocup", GameKind::Gomoku, "renju"),
    ] {
        let mut engine = start(word);
        let mut game = table(kind, rule);
        engine.new_game(&game).expect("it is ready");
        let mut took: Vec<Duration> = (0..stops).map(|search| stopped(&mut engine, &mut game, search)).collect();
        took.sort_unstable();
        let at = |part: usize| took[(took.len() - 1) * part / 100].as_secs_f64() * 1000.0;
        println!(
            "{word}: {stops} stops, ms to quiet: median {:.1}, p90 {:.1}, greatest {:.1}",
            at(50),
            at(90),
            at(100)
        );
        // The scheduler may delay single stops: a dozen other tests may run.
        assert!(at(90) < PROMPT.as_secs_f64() * 1000.0, "{took:?}");
        engine.quit();
    }
}

/// Stops an endless search after a delay derived from its number, plays the move and returns the time from the stop to
/// the answer.
fn stopped(engine: &mut ExternalEngine, game: &mut Game, search: usize) -> Duration {
    if game.outcome().is_some() || game.ply() > 40 {
        game.rewind(0);
        engine.new_game(game).expect("it is ready");
    }
    let stop = Stop::new();
    let (asked, thinking) = (stop.clone(), Duration::from_millis((search % 10) as u64 * 7));
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(thinking);
        asked.ask();
        Instant::now()
    });
    let question = Question { game, limits: EngineLimits::default(), moves: &[] };
    let answer = engine.think(&question, &stop, &mut |_| {}).expect("a legal move");
    let ended = Instant::now();
    let told = stopper.join().expect("it only sleeps");
    let Decision::Play { mv, .. } = answer.decision else { panic!("nobody resigns here") };
    game.play(&mv).expect("the move is legal");
    ended.saturating_duration_since(told)
}

/// Every end of this program ends its external engines: an engine that ignores its input, and its child process.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_does_not_outlive_the_program() {
    use std::process::{Command, Stdio};
    // A zombie process may wait long for its parent.
    let runs = |id: &str| std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    let wait = |what: &str, is_so: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    for signals in [&["KILL"][..], &["INT", "INT"]] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ids = folder.path().join("ids");
        let talk = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; *depth*) echo \
                    bestmove h2e2;;";
        let hang = format!("go*) sleep 1000 & echo $$ $! > '{}'; sleep 1000;; esac; done", ids.display());
        let mut program = Command::new(env!("CARGO_BIN_EXE_duiyi"))
            .args(["match", &format!("cmd:sh -c \"{talk} {hang}\";protocol=uci"), "full", "--game", "xiangqi"])
            .args(["--games", "2", "--movetime", "600000"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let running = || std::fs::read_to_string(&ids).unwrap_or_default();
        wait("the engine is asked", &|| running().ends_with('\n'));
        for name in signals {
            let told = Command::new("sh").args(["-c", &format!("kill -{name} {}", program.id())]).status();
            assert!(told.expect("there is a shell").success());
            // The second process differs only if the first has been read.
            std::thread::sleep(Duration::from_millis(100));
        }
        program.wait().expect("it ends");
        for id in running().split_whitespace() {
            wait(&format!("{id} outlives a program that was told {signals:?}"), &|| !runs(id));
        }
    }
}
