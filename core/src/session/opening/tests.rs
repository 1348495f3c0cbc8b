use crate::base::{BySide, Millis, Side, Stamp};
use crate::engine::{Engines, SearchRequest};
use crate::game::{Refusal, Setup};
use crate::gomoku::Rule;
use crate::gomoku::protocol::{OpeningChoice, OpeningProtocol, OpeningTurn};
use crate::record::TimeControl;
use crate::search::{Level, Stop, clock};
use crate::session::{Coach, Command, Effect, Event, GameConfig, JournalStep, Player, SearchTask, Session, TaskEngine};
use crate::study::Study;

const NOW: Stamp = Stamp(1_000);

fn human(name: &str) -> Player {
    Player::Human { name: name.to_owned() }
}

fn engine() -> Player {
    Player::Engine { level: Level::new(2).expect("there is a second level") }
}

fn config(protocol: OpeningProtocol, first: Player, second: Player) -> GameConfig {
    let setup = Setup::gomoku(Rule::Freestyle, 15, Some(protocol)).expect("there is room");
    GameConfig {
        setup,
        players: BySide { first, second },
        clock: TimeControl::None,
        coach: Coach::default(),
        odds: None,
    }
}

/// A game with its journal.
struct Game {
    session: Session,
    journal: Vec<String>,
    events: Vec<Event>,
    task: Option<SearchTask>,
}

impl Game {
    fn begin(config: GameConfig) -> Game {
        let (session, effects) = Session::new(config, 7, NOW);
        let mut game = Game { session, journal: Vec::new(), events: Vec::new(), task: None };
        game.take(effects);
        game
    }

    fn take(&mut self, effects: crate::session::Effects) {
        self.events = effects.events;
        for effect in effects.effects {
            match effect {
                Effect::Journal(JournalStep::Ply { mv, .. }) => self.journal.push(mv),
                Effect::Journal(JournalStep::Undo { to_ply, .. }) => self.journal.truncate(to_ply),
                Effect::Think(task) => self.task = Some(*task),
                Effect::StopThinking(_) => self.task = None,
                _ => {}
            }
        }
    }

    fn apply(&mut self, command: Command) -> Result<(), Refusal> {
        let effects = self.session.apply(command, NOW)?;
        self.take(effects);
        Ok(())
    }

    #[track_caller]
    fn play(&mut self, words: &str) {
        for word in words.split_whitespace() {
            self.apply(Command::Play(word.to_owned())).expect(word);
        }
    }

    #[track_caller]
    fn refused(&mut self, word: &str) -> &'static str {
        self.apply(Command::Play(word.to_owned())).expect_err("it is refused").code
    }

    /// Lets the engine decide, as its thread would.
    #[track_caller]
    fn engine_decides(&mut self) -> Vec<OpeningChoice> {
        let task = self.task.take().expect("an engine thinks");
        let TaskEngine::BuiltIn { level, mut limits } = task.by else { panic!("the built-in engine thinks") };
        (limits.nodes, limits.time) = (Some(500), None);
        let ask = SearchRequest::new(limits, level, task.seed);
        let opening = task.opening.expect("an opening goes on");
        let rule = "freestyle".parse().expect("a rule");
        let choices = Engines::new(1).decide(&opening, rule, &ask, &clock::StoppedClock, &Stop::new());
        self.apply(Command::Decided { id: task.id, choices: choices.clone() }).expect("an answer is never refused");
        choices
    }

    fn names(&self) -> BySide<String> {
        self.session.config().players.as_ref().map(Player::record_name)
    }
}

fn friends(protocol: OpeningProtocol) -> Game {
    Game::begin(config(protocol, human("Opener"), human("Guest")))
}

fn named(first: &str, second: &str) -> BySide<String> {
    BySide { first: first.to_owned(), second: second.to_owned() }
}

#[test]
fn friends_open_with_swap2_and_sit_where_they_chose() {
    let mut game = friends(OpeningProtocol::Swap2);
    let view = game.session.snapshot(NOW).deciding.expect("the opening goes on");
    assert_eq!((view.by, view.turn), (Side::First, OpeningTurn::Place { reach: None }));
    game.play("h8 i9");
    assert_eq!(game.session.snapshot(NOW).board.side_to_move, Side::First, "the next stone is black");
    game.play("j10");
    let seen = game.session.snapshot(NOW);
    let view = seen.deciding.expect("the opening goes on");
    assert_eq!((view.by, view.turn), (Side::Second, OpeningTurn::SwapOrAdd));
    assert_eq!(view.words, ["keep", "swap", "add"]);
    assert!(seen.board.destinations.is_empty() && seen.can.play);
    game.play("swap");
    assert!(game.events.contains(&Event::Decided { by: Side::Second, choice: OpeningChoice::Swap }));
    assert_eq!(game.events.last(), Some(&Event::OpeningOver));
    assert_eq!(game.names(), named("Guest", "Opener"));
    let seen = game.session.snapshot(NOW);
    assert_eq!((seen.deciding, seen.board.side_to_move, seen.ply), (None, Side::Second, 3));
    game.play("h9");
    assert_eq!(game.journal, ["h8", "i9", "j10", "swap", "h9"]);
    // The present owner of Black wins.
    game.play("i8 a1 j8 a2 k8 a3 l8");
    let outcome = game.session.outcome().expect("five in a row");
    assert_eq!(outcome.winner, Some(Side::First));
    let study = game.session.study("2026.11.21");
    assert_eq!(study.header.names, named("Guest", "Opener"));
    assert!(study.is_swapped());
    assert_eq!(study.header.opening, "swap2 h8 i9 j10 swap");
    let again = Study::read(&study.write()).expect("our own record");
    assert_eq!(again.header, study.header);
    assert_eq!(again.rows(), study.rows());
    assert_eq!(game.session.begun().players, config(OpeningProtocol::Swap2, human("Opener"), human("Guest")).players);
}

#[test]
fn friends_open_with_swap_and_the_record_keeps_it() {
    let mut game = friends(OpeningProtocol::Swap);
    game.play("h8 i9 j10");
    let view = game.session.snapshot(NOW).deciding.expect("the opening goes on");
    assert_eq!(
        (view.by, view.turn, &view.words[..]),
        (Side::Second, OpeningTurn::Swap, &["keep", "swap"].map(str::to_owned)[..])
    );
    assert_eq!(game.refused("add"), "opening-turn");
    game.play("swap");
    assert_eq!(game.events.last(), Some(&Event::OpeningOver));
    assert_eq!(game.names(), named("Guest", "Opener"));
    game.play("h9 i8 a1 j8 a2 k8 a3 l8");
    let study = game.session.study("2026.11.21");
    assert!(study.is_swapped());
    assert_eq!(study.header.opening, "swap h8 i9 j10 swap");
    let again = Study::read(&study.write()).expect("our own record");
    assert_eq!(again.header, study.header);
    assert_eq!(again.rows(), study.rows());
}

#[test]
fn a_game_resigned_in_its_opening_asks_for_no_decision() {
    let mut game = friends(OpeningProtocol::Swap2);
    game.play("h8");
    game.apply(Command::Resign).expect("the side in turn can resign");
    assert_eq!(game.session.snapshot(NOW).deciding, None);
    assert_eq!(game.session.study("").header.opening, "swap2 h8");
}

#[test]
fn what_is_not_asked_for_is_refused_with_its_reason() {
    let mut game = friends(OpeningProtocol::Rif);
    assert_eq!(game.refused("swap"), "opening-turn");
    assert_eq!(game.refused("h9"), "too-far");
    assert_eq!(game.refused("hello"), "opening-word");
    game.play("h8 h9 h10 keep h7 g8");
    assert_eq!(game.refused("i8"), "same-fifth");
    assert_eq!(game.refused("h8"), "occupied");
    game.play("i9");
    assert_eq!(game.session.snapshot(NOW).deciding.expect("it goes on").offers, ["g8", "i9"]);
    assert_eq!(game.refused("a1"), "not-offered");
    assert_eq!(game.apply(Command::OfferDraw).expect_err("not in an opening").code, "no-draw-now");
    let hint = game.apply(Command::Hint).expect_err("not in an opening");
    assert_eq!((hint.code, hint.message.as_str()), ("no-hint-now", "there are no hints in an opening"));
    game.play("g8");
    assert_eq!(game.session.rows().len(), 5);
    assert_eq!(game.session.snapshot(NOW).board.side_to_move, Side::Second);
}

#[test]
fn every_step_of_every_opening_can_be_taken_back_and_taken_up_again() {
    for (protocol, words) in [
        (OpeningProtocol::Swap1, "a1 swap h8"),
        (OpeningProtocol::Swap, "h8 i9 j10 swap h9"),
        (OpeningProtocol::Swap2, "h8 i9 j10 add c3 d4 swap h9"),
        (OpeningProtocol::Rif, "h8 i9 j10 swap a1 g7 g9 g7 g8"),
        (OpeningProtocol::Yamaguchi, "h8 i9 j9 3 keep a1 b2 c3 d4 c3 a2"),
        (OpeningProtocol::Soosorv8, "h8 h9 h10 swap a1 1 swap g7 g7 a2"),
        (OpeningProtocol::Taraguchi10, "h8 swap i9 swap j10 keep k11 keep l12 swap h9"),
    ] {
        let mut game = friends(protocol);
        let mut states = vec![game.session.snapshot(NOW)];
        for word in words.split(' ') {
            game.play(word);
            states.push(game.session.snapshot(NOW));
            let clocks = None;
            let begun = game.session.begun();
            let (resumed, _) = Session::resume(begun, 9, &game.journal, clocks, NOW).expect("it was played");
            assert_eq!(&resumed.snapshot(NOW), states.last().expect("a state"), "{protocol} resumed after {word}");
        }
        assert_eq!(game.journal.join(" "), words);
        while let Some(now) = states.pop() {
            assert_eq!(game.session.snapshot(NOW), now, "{protocol} after {}", game.journal.join(" "));
            match game.apply(Command::Undo) {
                Ok(()) => {}
                Err(why) => assert_eq!((why.code, states.len()), ("nothing-to-undo", 0)),
            }
        }
    }
}

#[test]
fn the_engine_answers_a_persons_opening_and_undo_goes_back_to_the_persons_last_decision() {
    let mut game = Game::begin(config(OpeningProtocol::Swap2, human(""), engine()));
    assert!(game.task.is_none());
    game.play("h8 a1 i9");
    assert!(!game.session.abilities().play, "the engine is to choose");
    let choices = game.engine_decides();
    assert_eq!(choices[0], OpeningChoice::Swap, "two stones in the middle are better than one in a corner");
    assert!(game.session.config().players.second.is_human(), "the person has White now");
    assert!(game.session.abilities().play);
    game.apply(Command::Undo).expect("there is something to take back");
    assert_eq!(game.journal, ["h8", "a1"]);
    assert!(game.session.config().players.first.is_human());
    assert!(game.session.snapshot(NOW).deciding.is_some() && game.session.abilities().play);
    assert!(game.task.is_none());
}

#[test]
fn the_engine_opens_and_a_stale_answer_is_ignored() {
    let mut game = Game::begin(config(OpeningProtocol::Swap2, engine(), human("")));
    let first = game.task.clone().expect("the engine opens");
    assert_eq!((first.side, first.game.ply()), (Side::First, 0));
    assert_eq!(game.refused("h8"), "not-your-turn");
    assert_eq!(game.engine_decides().len(), 3);
    let stale = Command::Decided { id: first.id, choices: vec![OpeningChoice::Swap] };
    game.apply(stale).expect("an answer is never refused");
    assert_eq!(game.session.snapshot(NOW).deciding.map(|view| view.turn), Some(OpeningTurn::SwapOrAdd));
    game.play("add");
    for _ in 0..2 {
        let free = game.session.snapshot(NOW).board.destinations[""][0].clone();
        game.play(&free);
    }
    let choices = game.engine_decides();
    assert!(matches!(choices[..], [OpeningChoice::Swap | OpeningChoice::Keep]), "{choices:?}");
    assert!(game.session.snapshot(NOW).deciding.is_none());
}

#[test]
fn an_engine_that_decides_nonsense_keeps_its_turn() {
    let mut game = Game::begin(config(OpeningProtocol::Swap2, engine(), human("")));
    let id = game.task.take().expect("the engine opens").id;
    game.apply(Command::Decided { id, choices: vec![OpeningChoice::Swap] }).expect("an answer is never refused");
    assert!(matches!(game.events[..], [Event::Trouble { code: "engine-failed", .. }]));
    assert!(game.journal.is_empty());
    game.apply(Command::AiMove).expect("the engine can be asked again");
    assert_eq!(game.engine_decides().len(), 3);
}

#[test]
fn two_engines_play_every_opening_to_its_end() {
    for protocol in OpeningProtocol::ALL {
        let mut game = Game::begin(config(protocol, engine(), engine()));
        while game.session.snapshot(NOW).deciding.is_some() {
            game.engine_decides();
        }
        assert!(game.task.as_ref().is_some_and(|task| task.opening.is_none()), "{protocol}: the game goes on");
    }
}

#[test]
fn an_external_engine_is_opened_for() {
    let external = Player::External { id: "g".to_owned(), name: "Fish".to_owned() };
    let mut game = Game::begin(config(OpeningProtocol::Swap1, external, human("")));
    game.engine_decides();
    game.play("keep");
    game.play("h9");
    let task = game.task.expect("the external engine plays");
    assert!(matches!(task.by, TaskEngine::External { .. }));
}

#[test]
fn no_time_is_kept_in_an_opening() {
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let set_up = GameConfig { clock, ..config(OpeningProtocol::Swap2, human("a"), human("b")) };
    let (mut session, _) = Session::new(set_up, 7, NOW);
    let play = |session: &mut Session, word: &str, at: u64| {
        session.apply(Command::Play(word.to_owned()), Stamp(at)).expect(word);
    };
    for word in ["h8", "i9", "j10", "swap"] {
        play(&mut session, word, 90_000);
    }
    assert_eq!(session.snapshot(Stamp(200_000)).clocks.expect("time is kept").left.first, Millis(60_000));
    play(&mut session, "h9", 200_000);
    assert_eq!(session.snapshot(Stamp(210_000)).clocks.expect("time is kept").left.first, Millis(50_000));
    for _ in 0..2 {
        session.apply(Command::Undo, Stamp(211_000)).expect("there is something to take back");
    }
    assert!(session.snapshot(NOW).deciding.is_some());
    assert_eq!(session.snapshot(Stamp(900_000)).clocks.and_then(|clocks| clocks.running), None);
}

#[test]
fn the_last_step_of_a_player_is_a_decision_or_a_stone() {
    let (mut session, _) = Session::new(config(OpeningProtocol::Swap2, human("a"), human("b")), 7, NOW);
    let mut after = |word: &str| {
        session.apply(Command::Play(word.to_owned()), NOW).expect(word);
        Side::ALL.map(|seat| session.last_step_of(seat))
    };
    assert_eq!(after("h8"), [Some(0), None]);
    assert_eq!(after("i9"), [Some(1), None]);
    assert_eq!(after("j10"), [Some(2), None]);
    // The responder has Black now, and the opener moves next.
    assert_eq!(after("swap"), [Some(2), Some(3)]);
    assert_eq!(after("h9"), [Some(4), Some(3)]);
    assert_eq!(after("h10"), [Some(4), Some(5)]);
}
