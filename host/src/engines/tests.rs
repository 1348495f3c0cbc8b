//! Correct and faulty external engines, as scripts of [`crate::testing::scripted_engine`].

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use duiyi_core::base::{BySide, Millis, Score};
use duiyi_core::game::{Game, GameKind, Setup, SetupCodes};
use duiyi_core::search::Stop;

use super::*;
use crate::reactor::Reactor;
use crate::testing::{is_process, scripted};

const PATIENCE: EngineTimeouts = EngineTimeouts {
    handshake: Duration::from_secs(10),
    ready: Duration::from_secs(10),
    late: Duration::from_millis(300),
    stop: Duration::from_millis(300),
    think: Duration::from_secs(4),
    quit: Duration::from_secs(1),
};

/// A UCI engine that answers the handshake, with the answers of `cases`.
fn uci(cases: &str) -> EngineCommand {
    scripted(&format!(
        "uci) echo id name Script 1; echo id author Nobody; echo option name Hash type spin default 16 min 1 max 64; \
         echo option name Clear type button; echo uciok;; \
         isready) echo readyok;; go depth 1) echo bestmove h2e2;; quit) exit;; {cases}"
    ))
    .with_protocol(EngineProtocol::Uci)
}

fn set_up(kind: GameKind, rule: &str, moves: &[&str]) -> Game {
    let words = SetupCodes { game: kind.code(), rule, ..SetupCodes::default() };
    let mut game = Game::new(&Setup::read(words).expect("a usual game"));
    for mv in moves {
        game.play(mv).expect("the move is legal");
    }
    game
}

fn xiangqi(moves: &[&str]) -> Game {
    set_up(GameKind::Xiangqi, "simple", moves)
}

fn try_start(spec: &EngineCommand, patience: EngineTimeouts) -> Result<ExternalEngine, EngineFault> {
    ExternalEngine::start(&Reactor::start(), spec, patience)
}

fn start(spec: &EngineCommand) -> ExternalEngine {
    start_logged(spec).0
}

/// Starts an external engine, with a log of the conversation.
fn start_logged(spec: &EngineCommand) -> (ExternalEngine, Console) {
    let console = Console::new();
    let started = ExternalEngine::start_heard(&Reactor::start(), spec, PATIENCE, &console, &Stop::new());
    let engine = started.unwrap_or_else(|fault| panic!("{spec}: {fault}, {:?} {:?}", fault.heard, fault.errors));
    (engine, console)
}

const NODES: EngineLimits = EngineLimits { depth: None, nodes: Some(100), move_time: None, clock: None };

fn think(engine: &mut ExternalEngine, game: &Game, limits: EngineLimits) -> Result<EngineAnswer, EngineFault> {
    engine.think(&Question { game, limits, moves: &[] }, &Stop::new(), &mut |_| {})
}

fn played(answer: &EngineAnswer) -> &str {
    match &answer.decision {
        Decision::Play { mv, .. } => mv,
        Decision::Resign => "resigns",
    }
}

/// Waits until the process group is empty; Windows has no such groups, so there only until the process ends.
#[track_caller]
fn is_gone(group: u32) {
    let begun = Instant::now();
    let is_there = || {
        if cfg!(unix) {
            let alive = Command::new("sh").args(["-c", &format!("kill -0 -{group} 2>/dev/null")]).status();
            alive.expect("there is a shell").success()
        } else {
            is_process(group)
        }
    };
    while begun.elapsed() < Duration::from_secs(5) {
        if !is_there() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("processes of the group {group} go on");
}

/// Waits until a process ends.
#[track_caller]
fn is_gone_alone(process: u32) {
    let begun = Instant::now();
    while is_process(process) {
        assert!(begun.elapsed() < Duration::from_secs(5), "the process {process} goes on");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Starts an external engine, requests a move, and returns its fault; no process may be left running.
#[track_caller]
fn fault_of(spec: &EngineCommand, limits: EngineLimits) -> EngineFault {
    let mut engine = start(spec);
    let group = engine.process_id();
    let game = xiangqi(&[]);
    engine.new_game(&game).expect("it is ready");
    let fault = think(&mut engine, &game, limits).expect_err("it misbehaves");
    if !fault.kind.leaves_it_running() {
        assert!(!engine.is_running());
        is_gone(group);
    }
    drop(engine);
    is_gone(group);
    fault
}

#[test]
fn an_engine_says_who_it_is_and_what_can_be_set() {
    let (mut engine, console) = start_logged(&uci("setoption name Hash value 32) error set;;"));
    assert_eq!(engine.identity(), &Identity { name: "Script 1".to_owned(), author: "Nobody".to_owned() });
    assert_eq!(engine.options().iter().map(|option| option.name.as_str()).collect::<Vec<_>>(), ["Hash", "Clear"]);
    engine.set_option("hash", "32").expect("it can be set");
    engine.set_option("Clear", "").expect("it can be pressed");
    for (name, value) in [("Hash", "65"), ("Hash", "x"), ("Wat", "1")] {
        assert_eq!(engine.set_option(name, value).expect_err("it cannot be set").code(), "engine-option");
    }
    let sent = |text: &str| console.since(0).iter().any(|line| line.text == text);
    assert!(sent("setoption name Hash value 32") && sent("setoption name Clear") && sent("uciok"));
    let group = engine.process_id();
    engine.quit();
    is_gone(group);
}

#[test]
fn options_of_the_description_are_set_or_named() {
    let mut spec = uci("");
    spec.options = vec![("Hash".to_owned(), "99".to_owned())];
    let fault = try_start(&spec, PATIENCE).expect_err("the value is too great");
    assert_eq!(fault.to_string(), "the option Hash cannot be set: 99 is outside 1 to 64");
}

#[test]
fn saved_options_are_set_as_far_as_they_fit_an_updated_engine() {
    let mut spec = uci("");
    let saved = [("Gone", "5"), ("hash", "99"), ("Clear", "5")];
    spec.options = saved.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    spec.options_are_saved = true;
    let (_, console) = start_logged(&spec);
    let said = console.since(0).into_iter().map(|line| line.text);
    let set: Vec<String> = said.filter(|line| line.starts_with("setoption")).collect();
    assert_eq!(set, ["setoption name Hash value 64"]);
}

#[test]
fn a_missing_program_is_named() {
    let fault = try_start(&EngineCommand::new("/no/such/engine", &[]), PATIENCE).expect_err("there is none");
    assert_eq!(fault.code(), "engine-missing");
    assert!(fault.to_string().contains("/no/such/engine"), "{fault}");
}

/// A shell script: the harness of the scripted engine prints a line, so that engine is never silent.
#[cfg(unix)]
#[test]
fn a_silent_engine_is_given_up_in_every_protocol() {
    let patience = EngineTimeouts { handshake: Duration::from_millis(200), ..PATIENCE };
    let silent = EngineCommand::new("sh", &["-c", "echo hidden trouble >&2; sleep 100"]);
    let fault = try_start(&silent, patience).expect_err("it says nothing");
    assert_eq!((fault.code(), fault.errors), ("engine-silent", vec!["hidden trouble".to_owned()]));
}

#[test]
fn an_engine_of_another_protocol_shows_its_first_lines() {
    let patience = EngineTimeouts { handshake: Duration::from_secs(3), ..PATIENCE };
    let fault = try_start(&scripted("begin) ;; *) echo wat $line"), patience).expect_err("no protocol");
    assert_eq!(fault.code(), "engine-wrong-protocol");
    assert!(fault.heard.contains(&"wat uci".to_owned()) && fault.heard.contains(&"wat ABOUT".to_owned()), "{fault:?}");
    let fault = try_start(&scripted("begin) read; echo bye; exit 7"), patience).expect_err("no protocol");
    assert_eq!(fault.code(), "engine-wrong-protocol");
    let fault =
        try_start(&scripted("begin) exit 7").with_protocol(EngineProtocol::Uci), patience).expect_err("it ends");
    assert_eq!(fault.code(), "engine-died");
    assert!(fault.to_string().contains('7'), "{fault}");
}

#[test]
fn an_engine_that_plays_chess_is_told_apart() {
    let chess = "uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e4";
    let fault = try_start(&scripted(chess), PATIENCE).expect_err("it plays chess");
    assert_eq!(fault.code(), "engine-wrong-game");
    let variants = "uci) echo option name UCI_Variant type combo default chess var chess var crazyhouse; echo uciok";
    assert_eq!(try_start(&scripted(variants), PATIENCE).expect_err("it plays chess").code(), "engine-wrong-game");
}

#[test]
fn ranks_from_one_to_ten_are_found_out_and_rewritten() {
    let cases = "go nodes 100) \
                 echo info depth 3 score mate -2 nodes 5 pv h10g8 h1g3; echo bestmove h10g8 ponder h1g3;;";
    let mut spec = uci(cases);
    spec.args[3] = spec.args[3].replace("bestmove h2e2", "bestmove h3e3");
    let (mut engine, console) = start_logged(&spec);
    let game = xiangqi(&["h2e2"]);
    engine.new_game(&game).expect("it is ready");
    let answer = think(&mut engine, &game, NODES).expect("the move is legal");
    assert_eq!(played(&answer), "h9g7");
    assert_eq!(answer.thought.score, Some(Score::mated_in(4)));
    assert_eq!((answer.thought.depth, answer.thought.nodes), (Some(3), Some(5)));
    assert_eq!(answer.thought.pv, ["h9g7", "h0g2"]);
    let said = console.since(0);
    assert!(said.iter().any(|line| line.text == "position startpos moves h3e3"), "{said:?}");
}

#[test]
fn an_engine_that_dies_while_it_thinks() {
    let fault = fault_of(&uci("go*) error out of memory; exit 3;;"), NODES);
    assert_eq!((fault.code(), &fault.errors[..]), ("engine-died", &["out of memory".to_owned()][..]));
}

#[test]
fn an_engine_that_floods() {
    let fault = fault_of(&uci("go*) flood info string flood;;"), EngineLimits::default());
    assert_eq!(fault.code(), "engine-flooded");
}

#[test]
fn an_engine_that_overruns_its_time_leaves_no_child_behind() {
    let begun = Instant::now();
    let limits = EngineLimits { move_time: Some(Millis(50)), ..EngineLimits::default() };
    let fault = fault_of(&uci("go*) child; sleep 100;;"), limits);
    assert_eq!(fault.code(), "engine-overran");
    let child = fault.errors.iter().find_map(|line| line.strip_prefix("child ")).expect("it has started one");
    is_gone_alone(child.parse().expect("it is a number"));
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn a_search_without_a_time_limit_that_does_not_end_is_one_without_an_answer() {
    let patience = EngineTimeouts { think: Duration::from_millis(300), ..PATIENCE };
    let mut engine = try_start(&uci("go*) sleep 100;;"), patience).expect("it starts");
    let group = engine.process_id();
    let fault = think(&mut engine, &xiangqi(&[]), NODES).expect_err("it goes on");
    assert_eq!(fault.to_string(), "the engine did not answer within 0.3 seconds");
    is_gone(group);
}

/// A shell script: only there does a second process keep the output open.
#[cfg(unix)]
#[test]
fn the_end_of_an_engine_is_seen_while_its_child_holds_the_output() {
    let body = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                'go depth 1') echo bestmove h2e2;; go*) sleep 100 & echo info string bye; exit 3;; esac; done";
    let begun = Instant::now();
    let fault = fault_of(&EngineCommand::new("sh", &["-c", body]).with_protocol(EngineProtocol::Uci), NODES);
    assert_eq!(fault.to_string(), "the engine's process has ended (exit status: 3)");
    assert!(begun.elapsed() < PATIENCE.think, "{:?}", begun.elapsed());
}

#[test]
fn an_engine_that_does_not_stop_is_stopped() {
    let mut engine = start(&uci("go*) sleep 100;;"));
    let (group, game, stop) = (engine.process_id(), xiangqi(&[]), Stop::new());
    stop.ask();
    let question = Question { game: &game, limits: EngineLimits::default(), moves: &[] };
    let fault = engine.think(&question, &stop, &mut |_| {}).expect_err("it goes on");
    assert_eq!(fault.code(), "engine-overran");
    is_gone(group);
}

#[test]
fn an_engine_that_cannot_be_hurried_keeps_its_time() {
    // It reads no stop before it has moved, long after it would be killed for that.
    let mut engine = start(&uci("go*) sleep 1; echo bestmove h2e2;;"));
    let (game, stop) = (xiangqi(&[]), Stop::new());
    stop.ask_to_finish();
    let limits = EngineLimits { move_time: Some(Millis(30_000)), ..EngineLimits::default() };
    let question = Question { game: &game, limits, moves: &[] };
    let answer = engine.think(&question, &stop, &mut |_| {}).expect("it moves when it is ready");
    assert_eq!(played(&answer), "h2e2");
    stop.ask();
    let fault = engine.think(&question, &stop, &mut |_| {}).expect_err("it is not waited for");
    assert_eq!(fault.code(), "engine-overran");
}

#[test]
fn illegal_and_unreadable_moves_cost_the_game_and_not_the_engine() {
    let mut engine =
        start(&uci("go nodes 1) echo bestmove a0a9;; go nodes 2) echo bestmove wat;; go*) echo bestmove h2e2;;"));
    let game = xiangqi(&[]);
    let mut ask = |nodes| think(&mut engine, &game, EngineLimits { nodes: Some(nodes), ..EngineLimits::default() });
    let illegal = ask(1).expect_err("there is a piece between");
    assert_eq!(illegal.code(), "engine-illegal");
    assert!(illegal.to_string().starts_with("the engine played a0a9, which is illegal: "), "{illegal}");
    assert_eq!(ask(2).expect_err("it is no move").code(), "engine-unreadable");
    assert_eq!(played(&ask(3).expect("it goes on")), "h2e2");
}

#[test]
fn what_is_said_of_an_earlier_search_is_not_taken_for_the_next_one() {
    // It answers each search twice; the second answer comes late.
    let mut engine = start(&uci("go nodes 1) echo bestmove h2e2; echo bestmove b2e2;; go*) echo bestmove h0g2;;"));
    let game = xiangqi(&[]);
    for _ in 0..20 {
        let first =
            think(&mut engine, &game, EngineLimits { nodes: Some(1), ..EngineLimits::default() }).expect("a move");
        let second = think(&mut engine, &game, NODES).expect("a move");
        assert_eq!((played(&first), played(&second)), ("h2e2", "h0g2"));
    }
}

#[test]
fn ucci_is_asked_from_the_last_capture_on_in_its_own_units() {
    let body = "ucci) echo id name Elephant; echo option usemillisec type check; \
                echo option newgame type button; echo ucciok;; isready) echo readyok;; quit) echo bye; exit;; \
                go*) echo info depth 2 score 31 pv h9i9; echo bestmove h9i9 draw";
    let (mut engine, console) = start_logged(&scripted(body));
    assert_eq!(engine.protocol(), EngineProtocol::Ucci);
    let game = xiangqi(&["h2e2", "h9g7", "e2e6", "i9h9", "h0g2"]);
    engine.new_game(&game).expect("it is ready");
    let clock = EngineClock {
        main: Millis(60_000),
        left: BySide { first: Millis(60_000), second: Millis(50_000) },
        increment: BySide { first: Millis(100), second: Millis(200) },
        moves_to_go: None,
    };
    let limits = EngineLimits { clock: Some(clock), ..EngineLimits::default() };
    let answer = think(&mut engine, &game, limits).expect("the move is legal");
    assert_eq!(answer.decision, Decision::Play { mv: "h9i9".to_owned(), draw: true });
    assert_eq!(answer.thought.score, Some(Score(31)));
    let sent: Vec<String> = console.since(0).into_iter().map(|line| line.text).collect();
    assert!(sent.contains(&"setoption usemillisec true".to_owned()) && sent.contains(&"setoption newgame".to_owned()));
    let after_capture = sent.iter().find(|line| line.starts_with("position")).expect("a position");
    assert!(after_capture.ends_with(" moves i9h9 h0g2") && after_capture.contains("/p1p1C1p1p/"), "{after_capture}");
    assert!(sent.contains(&"go time 50000 increment 200 opptime 60000 oppincrement 100".to_owned()), "{sent:?}");
}

#[test]
fn an_engine_that_misses_the_start_of_a_game_is_asked_again() {
    // It ignores the second START, and has read only the end of the fourth one.
    let body = "ABOUT) echo name=\"Busy\";; START*#2) ;; START*#4) echo ERROR Unknown command: 15;; \
                START*) echo OK;; BEGIN) echo 7,7;; END) exit";
    let (mut engine, console) = start_logged(&scripted(body).with_protocol(EngineProtocol::Gomocup));
    let game = set_up(GameKind::Gomoku, "freestyle", &[]);
    for _ in 0..2 {
        engine.new_game(&game).expect("it is waited for");
        assert_eq!(played(&think(&mut engine, &game, NODES).expect("it answers")), "h8");
    }
    let starts = console.since(0).iter().filter(|line| line.text.starts_with("START")).count();
    assert_eq!(starts, 5, "the greeting, and two for each game");
}

#[test]
fn gomocup_gets_the_stones_in_their_order_and_then_single_turns() {
    let body = "START*) echo OK;; ABOUT) \
                echo name=\"Brain\", version=\"2\", author=\"A. N. Other\", country=\"XX\";; \
                DONE) echo MESSAGE hello; echo 8,8;; TURN*) echo DEBUG x; echo 9,9;; BEGIN) echo 7,7;; \
                uci|ucci) echo UNKNOWN;; END) exit";
    let (mut engine, console) = start_logged(&scripted(body));
    assert_eq!((engine.protocol(), engine.identity().name.as_str()), (EngineProtocol::Gomocup, "Brain 2"));
    let mut game = set_up(GameKind::Gomoku, "renju", &["h8", "a15", "a14"]);
    engine.new_game(&game).expect("it is ready");
    let limits = EngineLimits { move_time: Some(Millis(500)), ..EngineLimits::default() };
    assert_eq!(played(&think(&mut engine, &game, limits).expect("a move")), "i7");
    for mv in ["i7", "b13"] {
        game.play(mv).expect("the move is legal");
    }
    assert_eq!(played(&think(&mut engine, &game, limits).expect("a move")), "j6");
    let sent: Vec<String> = console.since(0).into_iter().map(|line| line.text).collect();
    let board = ["BOARD", "7,7,2", "0,0,1", "0,1,2", "DONE"].map(str::to_owned);
    assert!(sent.windows(5).any(|lines| lines == board), "{sent:?}");
    for line in ["INFO rule 4", "INFO timeout_turn 500", "INFO time_left 2147483647", "TURN 1,2"] {
        assert!(sent.iter().any(|sent| sent == line), "{line}: {sent:?}");
    }
    engine.new_game(&set_up(GameKind::Gomoku, "caro", &[])).expect("it is ready");
    assert!(console.since(0).iter().any(|line| line.text == "INFO rule 9"));
    let unfit = engine.new_game(&xiangqi(&[])).expect_err("it plays Gomoku");
    assert_eq!(unfit.code(), "engine-unfit");
}

#[test]
fn a_gomocup_engine_gets_the_whole_board_unless_it_has_all_stones_but_the_last() {
    use duiyi_core::game::Played;
    use duiyi_core::gomoku::{self, Point, Position, Rule};

    let body = "START*) echo OK;; ABOUT) echo name=\"Brain\";; DONE#2) echo 9,9;; DONE) echo 8,8;; TURN*) echo 7,7;; \
                BEGIN) echo 7,7;; END) exit";
    let (mut engine, console) = start_logged(&scripted(body).with_protocol(EngineProtocol::Gomocup));
    let [black, white] = ["h8", "h9"].map(|point| vec![point.parse::<Point>().expect("a point")]);
    let setup = gomoku::Setup { black, white, ..gomoku::Setup::empty(15, Rule::Freestyle) };
    let mut set_up_stones = Game::Gomoku(Played::new(Position::from_setup(setup).expect("a position")));
    set_up_stones.play("a15").expect("the move is legal");
    engine.new_game(&set_up_stones).expect("it is ready");
    assert_eq!(played(&think(&mut engine, &set_up_stones, NODES).expect("a move")), "i7");
    // The same moves on an empty board, and that board itself.
    let game = set_up(GameKind::Gomoku, "freestyle", &["a15", "i7", "a14"]);
    assert_eq!(played(&think(&mut engine, &game, NODES).expect("a move")), "j6");
    assert_eq!(played(&think(&mut engine, &set_up(GameKind::Gomoku, "freestyle", &[]), NODES).expect("a move")), "i7");
    let sent: Vec<String> = console.since(0).into_iter().map(|line| line.text).collect();
    assert!(!sent.iter().any(|line| line.starts_with("TURN") || line == "BEGIN"), "{sent:?}");
    assert!(sent.windows(2).any(|lines| lines == ["BOARD", "DONE"]), "{sent:?}");
}

#[test]
fn a_gomocup_clock_at_zero_is_no_game_without_a_limit() {
    let (mut engine, console) = start_logged(&gomocup("echo 7,7"));
    let game = set_up(GameKind::Gomoku, "freestyle", &[]);
    engine.new_game(&game).expect("it is ready");
    let (none, increment) = (BySide::from_fn(|_| Millis(0)), BySide::from_fn(|_| Millis(100)));
    let clock = EngineClock { main: Millis(60_000), left: none, increment, moves_to_go: None };
    think(&mut engine, &game, EngineLimits { clock: Some(clock), ..EngineLimits::default() }).expect("a move");
    let sent: Vec<String> = console.since(0).into_iter().map(|line| line.text).collect();
    let info = ["INFO timeout_turn 1", "INFO timeout_match 60000", "INFO time_left 0"].map(str::to_owned);
    assert!(sent.windows(3).any(|lines| lines == info), "{sent:?}");
}

/// A Gomocup engine whose answer to the first move is `answer`.
fn gomocup(answer: &str) -> EngineCommand {
    scripted(&format!(
        "START*) echo OK;; ABOUT) echo name=\"Brain\";; \
         BEGIN) {answer};; PLAY*) echo $rest;; TURN*) echo 9,9;; END) exit"
    ))
    .with_protocol(EngineProtocol::Gomocup)
}

/// Asks that engine for the first move.
fn first_move(engine: &mut ExternalEngine) -> Result<EngineAnswer, EngineFault> {
    let game = set_up(GameKind::Gomoku, "freestyle", &[]);
    engine.new_game(&game).expect("it is ready");
    think(engine, &game, EngineLimits { move_time: Some(Millis(2_000)), ..EngineLimits::default() })
}

#[test]
fn a_suggestion_is_answered_by_play_and_counts() {
    for suggestion in ["SUGGEST 7,7", "suggest 7, 7", "SUGGEST 7,7 if you like"] {
        let (mut engine, console) = start_logged(&gomocup(&format!("echo MESSAGE I suggest; echo {suggestion}")));
        assert_eq!(played(&first_move(&mut engine).expect("a move")), "h8", "{suggestion}");
        let lines = || console.since(0).into_iter().map(|line| line.text);
        assert_eq!(lines().filter(|line| line == "PLAY 7,7").count(), 1, "{suggestion}");
        // The engine has the stone: the next move is a single turn.
        let game = set_up(GameKind::Gomoku, "freestyle", &["h8", "a15"]);
        assert_eq!(played(&think(&mut engine, &game, NODES).expect("a move")), "j6");
        assert!(console.since(0).iter().any(|line| line.text == "TURN 0,0"));
    }
    // It may suggest again after PLAY, and it may play another point.
    let mut other = start(&gomocup("echo SUGGEST 3,3; read; echo SUGGEST 4,4; read; echo 5,5"));
    assert_eq!(played(&first_move(&mut other).expect("a move")), "f10");
    for answer in ["echo SUGGEST 99,7", "echo SUGGEST"] {
        let fault = first_move(&mut start(&gomocup(answer))).expect_err("no point of the board");
        assert_eq!(fault.code(), "engine-unreadable", "{answer}");
    }
}

/// The engine of the case: it takes a stone only from PLAY.
#[test]
fn the_suggesting_engine_of_the_cases_plays_on() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/cases/gm/suggesting-engine.py");
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped without Python");
        return;
    }
    for habit in ["suggest", "coordtext", "spaces", "trail", "chatty", "crlf"] {
        let mut engine = start(&EngineCommand::new("python3", &[script, habit]).with_protocol(EngineProtocol::Gomocup));
        let mut game = set_up(GameKind::Gomoku, "freestyle", &[]);
        engine.new_game(&game).expect("it is ready");
        for (own, reply) in [("h8", "a1"), ("g9", "a2"), ("h9", "a3")] {
            let answer = think(&mut engine, &game, NODES).unwrap_or_else(|fault| panic!("{habit}: {fault}"));
            assert_eq!(played(&answer), own, "{habit}");
            for mv in [own, reply] {
                game.play(mv).expect("the move is legal");
            }
        }
    }
}

#[test]
fn a_remark_may_follow_a_move() {
    for answer in ["7,7 eval 12", "7,7 text", "7,7\teval 12, depth 3", "7, 7", " 7 , 7 ", "7 ,7 8,8"] {
        let mut engine = start(&gomocup(&format!("echo {answer}")));
        assert_eq!(played(&first_move(&mut engine).expect("a move")), "h8", "{answer}");
    }
    for answer in ["7,7,1", "7,7text", "15,7 text", "7, eval"] {
        let fault = first_move(&mut start(&gomocup(&format!("echo {answer}")))).expect_err("no move");
        assert_eq!(fault.code(), "engine-unreadable", "{answer}");
    }
}

#[test]
fn a_seat_starts_its_engine_again_and_gives_up_in_the_end() {
    let mut seat =
        SupervisedEngine::new(&Reactor::start(), uci("go nodes 1) exit;; go*) echo bestmove h2e2;;"), PATIENCE);
    let game = xiangqi(&[]);
    let die = EngineLimits { nodes: Some(1), ..EngineLimits::default() };
    let first = seat.engine().expect("it starts").process_id();
    let fault = think(seat.engine().expect("it runs"), &game, die).expect_err("it dies");
    seat.failed(&fault);
    let second = seat.engine().expect("it starts again").process_id();
    assert_ne!(first, second);
    assert_eq!(played(&think(seat.engine().expect("it runs"), &game, NODES).expect("a move")), "h2e2");
    seat.behaved();
    let mut broken = SupervisedEngine::new(&Reactor::start(), EngineCommand::new("/no/such/engine", &[]), PATIENCE);
    let codes: Vec<&str> = (0..3).map(|_| broken.engine().expect_err("there is none").code()).collect();
    assert_eq!(codes, ["engine-missing"; 3]);
}

#[test]
fn an_engine_that_is_not_ready_is_not_waited_for_after_a_stop() {
    let patience = EngineTimeouts { handshake: Duration::from_secs(60), ..PATIENCE };
    let silent = |handshake: &str, protocol| {
        scripted(&format!("{handshake} START*) ;; begin) echo hello")).with_protocol(protocol)
    };
    for spec in [
        silent("", EngineProtocol::Uci),
        silent("uci) echo uciok;;", EngineProtocol::Uci),
        silent("", EngineProtocol::Gomocup),
    ] {
        let stop = Stop::new();
        let mut seat = SupervisedEngine::new(&Reactor::start(), spec, patience);
        seat.heed(&stop);
        let asks = thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            stop.ask();
        });
        let begun = Instant::now();
        seat.engine().expect_err("it is never ready");
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
        asks.join().expect("the stop is asked for");
    }
}

#[test]
fn thoughts_are_told_as_they_come() {
    let mut engine = start(&uci("go*) echo info depth 1 score cp 5 wdl 300 500 200 pv h2e2; echo info string hi; \
        echo info depth 2 score cp 9 multipv 2 pv b2e2; echo bestmove h2e2;;"));
    let game = xiangqi(&[]);
    let mut depths = Vec::new();
    let question = Question { game: &game, limits: NODES, moves: &[] };
    let answer = engine.think(&question, &Stop::new(), &mut |thought| {
        depths.push((thought.depth, thought.line, thought.text.clone()));
    });
    let answer = answer.expect("a move");
    assert_eq!(depths, [(Some(1), 1, None), (None, 1, Some("hi".to_owned())), (Some(2), 2, None)]);
    assert_eq!((answer.thought.score, answer.thought.depth), (Some(Score(5)), Some(1)));
    // Three wins and five draws in ten games.
    assert_eq!(answer.thought.chance, Some(550));
}

#[test]
fn a_bound_leaves_the_last_exact_score_and_its_depth() {
    for bound in ["mate 10 upperbound", "cp 3 upperbound", "cp 900 lowerbound"] {
        let mut engine = start(&uci(&format!(
            "go*) echo info depth 20 score cp 31 nodes 5 pv h2e2 h9g7; \
             echo info depth 21 score {bound} nodes 9 pv b2e2; echo bestmove h2e2;;"
        )));
        let thought = think(&mut engine, &xiangqi(&[]), NODES).expect("a move").thought;
        assert_eq!((thought.score, thought.depth, thought.nodes), (Some(Score(31)), Some(20), Some(9)), "{bound}");
        assert_eq!(thought.pv, ["h2e2", "h9g7"], "{bound}");
    }
}

/// Child processes in other sessions, with and without a living parent, end with the engine: after our kill, and after
/// our own death.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_an_engine_started_outlives_it_or_us() {
    const NAME: &str = "engines::tests::nothing_that_an_engine_started_outlives_it_or_us";
    // Only a shell starts sessions of its own.
    let hang = |folder: &std::path::Path| {
        let ids = folder.join("ids");
        let note = format!("echo \\$\\$ >> '{0}'; exec sleep 1000", ids.display());
        let (child, orphan) = (format!("setsid sh -c \"{note}\" &"), format!("(setsid sh -c \"{note}\" &)"));
        let go = format!("{child} {orphan}; echo $$ >> '{}'; sleep 1000", ids.display());
        let body = format!(
            "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
             'go depth 1') echo bestmove h2e2;; quit) exit;; go*) {go};; esac; done"
        );
        EngineCommand::new("sh", &["-c", &body]).with_protocol(EngineProtocol::Uci)
    };
    let runs = |id: &str| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    let begin = |spec: &EngineCommand| {
        let mut engine = start(spec);
        engine.new_game(&xiangqi(&[])).expect("it is ready");
        engine
    };
    let ask = |engine: &mut ExternalEngine, time_ms| {
        think(engine, &xiangqi(&[]), EngineLimits { move_time: Some(Millis(time_ms)), ..EngineLimits::default() })
    };
    if let Some(folder) = std::env::var_os(crate::testing::CHILD) {
        let _ = ask(&mut begin(&hang(std::path::Path::new(&folder))), 600_000);
        return;
    }
    let wait = |what: &str, is_so: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
            thread::sleep(Duration::from_millis(10));
        }
    };
    for signal in [None, Some("TERM"), Some("KILL")] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ids = || std::fs::read_to_string(folder.path().join("ids")).unwrap_or_default();
        let all_there = || ids().lines().count() == 3 && ids().ends_with('\n');
        if let Some(signal) = signal {
            let mut program = crate::testing::again(NAME, folder.path()).spawn().expect("the program starts");
            wait("the engine is asked", &all_there);
            let kill = Command::new("kill").args([format!("-{signal}"), program.id().to_string()]).status();
            assert!(kill.expect("there is a kill").success());
            program.wait().expect("it ends");
        } else {
            let fault = ask(&mut begin(&hang(folder.path())), 1_000).expect_err("it does not answer");
            assert_eq!(fault.code(), "engine-overran");
            assert!(all_there(), "{}", ids());
        }
        for id in ids().split_whitespace() {
            wait(&format!("{id} outlives {signal:?}"), &|| !runs(id));
        }
    }
}
