use super::*;
use crate::base::{BySide, Millis, Outcome, Reason, Score, Side, Stamp};
use crate::explain::merits;
use crate::game::{GameKind, Setup};
use crate::odds::{Handicap, Odds};
use crate::record::TimeControl;
use crate::record::note::Worth;
use crate::search::{Level, Limits, PvLine, SearchInfo};
use crate::study::Study;

const NOW: Stamp = Stamp(1_000);

fn human() -> Player {
    Player::Human { name: String::new() }
}

fn engine(level: u8) -> Player {
    Player::Engine { level: Level::new(level).expect("tests name real levels") }
}

fn config(kind: GameKind, first: Player, second: Player) -> GameConfig {
    GameConfig {
        setup: Setup::usual(kind),
        players: BySide { first, second },
        clock: TimeControl::None,
        coach: Coach::default(),
        odds: None,
    }
}

fn begin(config: GameConfig) -> (Session, Effects) {
    Session::new(config, 7, NOW)
}

fn play(session: &mut Session, moves: &str) -> Effects {
    let mut last = Effects::default();
    for mv in moves.split_whitespace() {
        last = session.apply(Command::Play(mv.to_owned()), NOW).expect("the move is legal");
    }
    last
}

fn task(effects: &Effects) -> &SearchTask {
    let mut tasks = effects.effects.iter().filter_map(|effect| match effect {
        Effect::Think(task) => Some(task),
        _ => None,
    });
    tasks.next().expect("an engine was set thinking")
}

fn built_in_limits(task: &SearchTask) -> Limits {
    let TaskEngine::BuiltIn { limits, .. } = task.by else { panic!("the built-in engine thinks") };
    limits
}

fn info(mv: &str, score: i32) -> SearchInfo<String> {
    SearchInfo {
        best: Some(mv.to_owned()),
        score: Score(score),
        depth: 1,
        depth_selective: 1,
        nodes: 1,
        time: Millis(1),
        hash_permille: 0,
        statistics: Default::default(),
        lines: vec![PvLine { score: Score(score), is_lower_bound: false, chance: None, pv: vec![mv.to_owned()] }],
    }
}

fn answer(session: &mut Session, id: SearchId, mv: &str) -> Effects {
    session.apply(Command::Searched { id, info: info(mv, 0) }, NOW).expect("an answer is never refused")
}

#[test]
fn a_friend_game_runs_to_five() {
    let (mut session, _) = begin(config(GameKind::Gomoku, human(), human()));
    let effects = play(&mut session, "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    let outcome = session.outcome().expect("five in a row ends the game");
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::First), Reason::Five));
    assert!(matches!(effects.events.last(), Some(Event::Ended { .. })));
    assert!(matches!(effects.effects.last(), Some(Effect::Journal(JournalStep::End(_)))));
    assert_eq!(session.snapshot(NOW).board.winning_line.len(), 5);
    let refused = session.apply(Command::Play("m8".to_owned()), NOW).expect_err("the game is over");
    assert_eq!(refused.code, "game-over");
}

#[test]
fn a_refused_move_names_its_reason_and_place_and_changes_nothing() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, human(), human()));
    let before = session.snapshot(NOW);
    let refused = session.apply(Command::Play("b0d1".to_owned()), NOW).expect_err("the elephant stands in the way");
    assert_eq!((refused.code, refused.at.as_deref()), ("blocked-leg", Some("c0")));
    assert_eq!(session.snapshot(NOW), before);
    let unreadable = session.apply(Command::Play("hello".to_owned()), NOW).expect_err("that is no move");
    assert_eq!(unreadable.code, "unreadable-move");
}

#[test]
fn moves_are_read_in_any_notation_and_written_in_all() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, human(), human()));
    play(&mut session, "炮二平五 h8+7 H0-G2 i9h9");
    let rows: Vec<_> = session.rows().iter().map(|row| row.chinese.as_str()).collect();
    assert_eq!(rows, ["炮二平五", "马８进７", "马二进三", "车９平８"]);
    assert_eq!(session.rows()[0].wxf, "C2=5");
    assert_eq!(session.rows()[0].piece, Some('C'));
}

#[test]
fn the_engine_answers_a_person_and_a_stale_answer_is_ignored() {
    let (mut session, begun) = begin(config(GameKind::Gomoku, human(), engine(3)));
    assert!(begun.effects.is_empty());
    let effects = play(&mut session, "h8");
    let id = task(&effects).id;
    assert!(session.apply(Command::Play("a1".to_owned()), NOW).is_err_and(|refused| refused.code == "not-your-turn"));
    assert!(answer(&mut session, SearchId(id.0 ^ 1), "a1").events.is_empty());
    let answered = answer(&mut session, id, "h9");
    assert!(matches!(&answered.events[0], Event::Moved { row, ply: 2 } if row.uci == "h9"));
    assert!(session.abilities().play);
    assert!(answer(&mut session, id, "h10").events.is_empty());
}

#[test]
fn an_engine_that_answers_nonsense_costs_nothing() {
    let (mut session, _) = begin(config(GameKind::Gomoku, human(), engine(3)));
    let id = task(&play(&mut session, "h8")).id;
    let effects = answer(&mut session, id, "h8");
    assert!(matches!(&effects.events[0], Event::Trouble { code: "engine-failed", .. }));
    assert_eq!(session.rows().len(), 1);
    let again = session.apply(Command::AiMove, NOW).expect("the engine can be asked again");
    answer(&mut session, task(&again).id, "h9");
    assert_eq!(session.rows().len(), 2);
}

#[test]
fn taking_back_returns_to_the_persons_own_move() {
    let (mut session, _) = begin(config(GameKind::Gomoku, human(), engine(3)));
    let id = task(&play(&mut session, "h8")).id;
    answer(&mut session, id, "h9");
    let effects = session.apply(Command::Undo, NOW).expect("there is a move to take back");
    assert!(
        effects.effects.iter().any(|effect| matches!(effect, Effect::Journal(JournalStep::Undo { to_ply: 0, .. })))
    );
    assert!(session.rows().is_empty() && session.abilities().play && !session.abilities().undo);
    // While the engine thinks, an undo removes only the person's own move and ends the search.
    let id = task(&play(&mut session, "i8")).id;
    let effects = session.apply(Command::Undo, NOW).expect("there is a move to take back");
    assert!(matches!(effects.effects[0], Effect::StopThinking(stopped) if stopped == id));
    assert!(session.rows().is_empty());
}

#[test]
fn the_person_who_answers_can_take_back_only_after_moving() {
    let (mut session, begun) = begin(config(GameKind::Gomoku, engine(2), human()));
    answer(&mut session, task(&begun).id, "h8");
    assert!(!session.abilities().undo);
    let id = task(&play(&mut session, "h9")).id;
    answer(&mut session, id, "i8");
    session.apply(Command::Undo, NOW).expect("there is a move to take back");
    assert_eq!(session.rows().len(), 1);
}

#[test]
fn friends_offer_and_answer_draws() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, human(), human()));
    assert!(session.apply(Command::OfferDraw, NOW).is_err());
    play(&mut session, "h2e2");
    session.apply(Command::OfferDraw, NOW).expect("a draw may be offered");
    assert_eq!(session.snapshot(NOW).draw_offer, Some(Side::Second));
    session.apply(Command::AnswerDraw { accept: false }, NOW).expect("an offer may be declined");
    assert_eq!(session.outcome(), None);
    session.apply(Command::OfferDraw, NOW).expect("a draw may be offered again");
    session.apply(Command::AnswerDraw { accept: true }, NOW).expect("an offer may be accepted");
    assert_eq!(session.outcome().map(|outcome| (outcome.winner, outcome.reason)), Some((None, Reason::Agreement)));
}

#[test]
fn a_move_of_the_other_side_declines_an_offer() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, human(), human()));
    play(&mut session, "h2e2");
    session.apply(Command::OfferDraw, NOW).expect("a draw may be offered");
    play(&mut session, "h9g7");
    assert_eq!(session.snapshot(NOW).draw_offer, Some(Side::Second), "one's own move lets the offer stand");
    let effects = play(&mut session, "h0g2");
    assert!(effects.events.contains(&Event::DrawDeclined { by: Side::First }));
    assert_eq!(session.snapshot(NOW).draw_offer, None);
}

/// A rook of each side goes out along its rank and back, then the other one: no position occurs three times.
const QUIET: &str = "a0a1 a9a8 a1b1 a8b8 b1c1 b8c8 c1d1 c8d8 d1e1 d8e8 e1f1 e8f8 f1g1 f8g8 g1h1 g8h8 h1i1 h8i8 \
                     i1h1 i8h8 h1g1 h8g8 g1f1 g8f8 f1e1 f8e8 e1d1 e8d8 d1c1 d8c8 c1b1 c8b8 b1a1 b8a8 a1a0 a8a9 \
                     i0i1 i9i8 i1h1 i8h8 h1i1 h8i8";

/// Offers the engine a draw after `plies` of [`QUIET`], the last one its own, and returns the result of the game.
fn result_of_offer(plies: usize, thought: impl FnOnce(&str) -> SearchInfo<String>) -> Option<Outcome> {
    let moves: Vec<String> = QUIET.split_whitespace().take(plies).map(str::to_owned).collect();
    let [before @ .., own, reply] = &moves[..] else { panic!("each side has a move") };
    let config = config(GameKind::Xiangqi, human(), engine(5));
    let (mut session, _) = Session::resume(config, 7, before, None, NOW).expect("the moves are legal");
    let id = task(&play(&mut session, own)).id;
    session.apply(Command::Searched { id, info: thought(reply) }, NOW).expect("an answer is never refused");
    assert_eq!((session.rows().len(), session.outcome()), (plies, None));
    let effects = session.apply(Command::OfferDraw, NOW).expect("a draw may be offered");
    let is_declined = effects.events.contains(&Event::DrawDeclined { by: Side::Second });
    assert_eq!(is_declined, session.outcome().is_none());
    session.outcome()
}

#[test]
fn an_engine_accepts_a_draw_unless_it_is_ahead() {
    let agreed = Some(Outcome::draw(Reason::Agreement));
    for (score, result) in [(-1, agreed), (0, agreed), (1, None)] {
        assert_eq!(result_of_offer(42, |mv| info(mv, score)), result, "{score}");
    }
    let of_the_book = |mv: &str| SearchInfo::unsearched(Some(mv.to_owned()), Millis(0));
    assert_eq!(result_of_offer(42, of_the_book), None, "a move of the book says nothing about the position");
}

#[test]
fn an_engine_declines_a_draw_early_on() {
    assert_eq!(result_of_offer(38, |mv| info(mv, -500)), None);
    assert_eq!(result_of_offer(40, |mv| info(mv, -500)), Some(Outcome::draw(Reason::Agreement)));
}

#[test]
fn the_flag_falls_and_a_late_move_does_not_count() {
    let clock = TimeControl::Fischer { main: Millis(5_000), increment: Millis(0) };
    let (mut session, _) = begin(GameConfig { clock, ..config(GameKind::Gomoku, human(), human()) });
    let effects = play(&mut session, "h8");
    assert!(effects.effects.iter().any(|effect| matches!(effect, Effect::WakeAt(Stamp(6_000)))));
    session.apply(Command::Play("h9".to_owned()), Stamp(6_000)).expect("what comes too late is no error");
    assert_eq!(session.rows().len(), 1);
    let outcome = session.outcome().expect("the time is used up");
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::First), Reason::TimeForfeit));
}

#[test]
fn two_engines_wait_for_whoever_paused_them() {
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let (mut session, begun) = begin(GameConfig { clock, ..config(GameKind::Gomoku, engine(1), engine(1)) });
    let answer = |session: &mut Session, id, mv: &str, now| {
        let info = info(mv, 0);
        session.apply(Command::Searched { id, info }, Stamp(now)).expect("an answer is never refused")
    };
    let next = answer(&mut session, task(&begun).id, "h8", 0);
    let paused = session.apply(Command::Pause, Stamp(1_000)).expect("two engines can be paused");
    assert_eq!(paused.events, [Event::Paused]);
    assert!(matches!(paused.effects[..], [Effect::StopThinking(id)] if id == task(&next).id));
    assert!(answer(&mut session, task(&next).id, "h9", 2_000).events.is_empty(), "a late answer is not played");
    let seen = session.snapshot(Stamp(30_000));
    assert_eq!((seen.can.pause, seen.can.go_on, seen.clocks.and_then(|clocks| clocks.running)), (false, true, None));
    assert_eq!(seen.clocks.expect("time is kept").left.second, Millis(59_000));
    // A single move; then the engines pause again.
    let step = session.apply(Command::AiMove, Stamp(30_000)).expect("one of them may move");
    let stepped = answer(&mut session, task(&step).id, "h9", 31_000);
    assert!(!stepped.effects.iter().any(|effect| matches!(effect, Effect::Think(_))));
    assert_eq!(session.snapshot(Stamp(90_000)).clocks.expect("time is kept").left.second, Millis(58_000));
    let on = session.apply(Command::GoOn, Stamp(90_000)).expect("they can go on");
    assert_eq!(on.events[0], Event::WentOn);
    assert_eq!(
        (task(&on).side, session.snapshot(Stamp(90_000)).clocks.and_then(|clocks| clocks.running)),
        (Side::First, Some(Side::First))
    );
}

#[test]
fn a_game_with_a_person_is_not_paused() {
    let (mut session, _) = begin(config(GameKind::Gomoku, human(), engine(1)));
    assert_eq!(session.apply(Command::Pause, Stamp(0)).expect_err("a person plays").code, "no-pause");
}

#[test]
fn a_game_is_taken_up_again_with_its_clocks() {
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let config = GameConfig { clock, ..config(GameKind::Gomoku, human(), engine(1)) };
    let moves = ["h8".to_owned(), "h9".to_owned()];
    let left = BySide { first: Millis(50_000), second: Millis(40_000) };
    let (session, effects) =
        Session::resume(config, 7, &moves, Some(left), NOW).expect("the moves were legal when they were made");
    assert_eq!(effects.events, [Event::Resumed]);
    let seen = session.snapshot(NOW + Millis(1_000));
    let left = BySide { first: Millis(49_000), second: Millis(40_000) };
    assert_eq!(seen.clocks, Some(Clocks { left, running: Some(Side::First), controls: None }));
    assert!(seen.can.undo);
}

#[test]
fn a_game_that_is_left_keeps_the_time_spent_in_its_turn() {
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(4_000) };
    let (mut session, _) = begin(GameConfig { clock, ..config(GameKind::Xiangqi, human(), human()) });
    assert_eq!(session.spent(NOW + Millis(9_000)), None, "the first move is untimed");
    session.apply(Command::Play("h2e2".to_owned()), NOW).expect("a legal move");
    let clocks = Some(BySide { first: Millis(60_000), second: Millis(51_000) });
    assert_eq!(session.spent(NOW + Millis(9_000)), Some(JournalStep::Undo { to_ply: 1, clocks }));
    session.apply(Command::Resign, NOW + Millis(10_000)).expect("a person may resign");
    assert_eq!(session.spent(NOW + Millis(11_000)), None, "it is over");
    let (mut untimed, _) = begin(config(GameKind::Xiangqi, human(), human()));
    untimed.apply(Command::Play("h2e2".to_owned()), NOW).expect("a legal move");
    assert_eq!(untimed.spent(NOW), None);
}

#[test]
fn take_backs_add_no_time() {
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(4_000) };
    let (mut session, _) = begin(GameConfig { clock, ..config(GameKind::Xiangqi, human(), human()) });
    for mv in ["h2e2", "h9g7"] {
        session.apply(Command::Play(mv.to_owned()), NOW).expect("a legal move");
    }
    for _ in 0..10 {
        session.apply(Command::Play("h0g2".to_owned()), NOW).expect("a legal move");
        session.apply(Command::Undo, NOW).expect("it can be taken back");
    }
    let left = session.snapshot(NOW).clocks.expect("the game is timed").left;
    assert_eq!(left, BySide { first: Millis(60_000), second: Millis(64_000) });
}

#[test]
fn time_odds_are_a_clock_for_each_side() {
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(4_000) };
    let config = GameConfig { clock, ..config(GameKind::Xiangqi, human(), human()) };
    let config = config.with_odds(Some(Handicap::new(Odds::HalfTime, Side::First))).expect("odds of any game");
    let (mut session, _) = begin(config.clone());
    let left = |session: &Session, now| session.snapshot(now).clocks.expect("the game is timed").left;
    assert_eq!(left(&session, NOW), BySide { first: Millis(30_000), second: Millis(60_000) });
    session.apply(Command::Play("h2e2".to_owned()), NOW).expect("a legal move");
    session.apply(Command::Play("h9g7".to_owned()), NOW + Millis(1_000)).expect("a legal move");
    session.apply(Command::Play("h0g2".to_owned()), NOW + Millis(2_000)).expect("a legal move");
    // A second each, and the increment of the side.
    let expected = BySide { first: Millis(31_000), second: Millis(63_000) };
    assert_eq!(left(&session, NOW + Millis(2_000)), expected);
    let seen = session.snapshot(NOW).clocks.expect("the game is timed");
    assert_eq!(seen.controls.map(|controls| controls.second), Some(clock));
    let moves = ["h2e2", "h9g7", "h0g2"].map(str::to_owned);
    let resumed = Session::resume(config, 7, &moves, Some(expected), NOW).expect("legal moves");
    assert_eq!(left(&resumed.0, NOW), expected);
    let tags = session.study("2026.11.27").header.tags;
    assert_eq!(tags, [("Odds".to_owned(), "half-time first".to_owned())]);
}

#[test]
fn repetition_counts_from_the_start_of_the_odds() {
    let config = config(GameKind::Xiangqi, human(), human());
    let config = config.with_odds(Some(Handicap::new(Odds::BothHorses, Side::First))).expect("odds of Xiangqi");
    let (mut session, _) = begin(config);
    for round in 0..2 {
        for (ply, mv) in ["a0a1", "a9a8", "a1a0", "a8a9"].into_iter().enumerate() {
            assert_eq!(session.outcome(), None, "round {round}, ply {ply}");
            session.apply(Command::Play(mv.to_owned()), NOW).expect("a legal move");
        }
    }
    assert_eq!(session.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn advice_is_shown_and_goes_with_the_next_move() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, human(), engine(1)));
    let asked = session.apply(Command::Hint, NOW).expect("advice may be asked for");
    let TaskEngine::BuiltIn { level, .. } = task(&asked).by else { panic!("the built-in engine advises") };
    assert_eq!(level, Level::MAX, "however weak the opponent");
    let (id, purpose) = (task(&asked).id, task(&asked).purpose);
    assert_eq!(purpose, Purpose::Hint);
    assert!(session.abilities().play, "a person may move while advice is sought");
    // The cannon captures the horse, and the rook captures the cannon: an even exchange, so no merit.
    let reasons = merits(session.game(), &["h2h9".to_owned()]);
    assert_eq!(reasons, []);
    let advised = Command::Advised { id, info: info("h2e2", 0), reasons };
    session.apply(advised, NOW).expect("an answer is never refused");
    let hint = session.snapshot(NOW).hint.expect("the advice has come");
    assert_eq!((hint.mv.as_str(), hint.line[0].chinese.as_str()), ("h2e2", "炮二平五"));
    play(&mut session, "b2e2");
    assert_eq!(session.snapshot(NOW).hint, None);
}

#[test]
fn limits_of_levels_and_clocks_reach_the_search() {
    use crate::search::TimeLimit;
    // The engine sets the other limits of a level, in its `levels.rs`.
    for (number, seconds) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 8)] {
        let (_, begun) = begin(config(GameKind::Xiangqi, engine(number), human()));
        let limits = built_in_limits(task(&begun));
        assert_eq!((limits.depth, limits.nodes), (None, None));
        assert_eq!(limits.time, Some(TimeLimit::Move { max: Millis::from_secs(seconds), spend_all: false }));
    }
    let clock = TimeControl::PerMove { each: Millis(2_000) };
    let (_, begun) = begin(GameConfig { clock, ..config(GameKind::Xiangqi, engine(5), human()) });
    assert!(matches!(built_in_limits(task(&begun)).time, Some(TimeLimit::Move { max, .. }) if max < Millis(2_000)));
}

#[test]
fn an_answer_is_not_held_back_until_the_flag_falls() {
    let shown_after = |clock| {
        let (_, begun) = begin(GameConfig { clock, ..config(GameKind::Xiangqi, engine(1), human()) });
        task(&begun).visible_min
    };
    assert!(shown_after(TimeControl::None) >= Millis(350));
    let main = Millis(60_000);
    assert!(shown_after(TimeControl::Fischer { main, increment: Millis(1_000) }) >= Millis(350));
    // A budget that never grows lasts for any number of moves.
    assert_eq!(shown_after(TimeControl::Fischer { main: Millis(12_000), increment: Millis(0) }), Millis(200));
    assert_eq!(shown_after(TimeControl::PerMove { each: Millis(1_000) }), Millis(250));
    let clock = TimeControl::ByoYomi { main: Millis(0), period: Millis(1_000), periods: 5 };
    assert_eq!(shown_after(clock), Millis(250));
}

#[test]
fn the_first_move_costs_nothing_after_it_was_taken_back_either() {
    let clock = TimeControl::Fischer { main: Millis(10_000), increment: Millis(0) };
    let (mut session, _) = begin(GameConfig { clock, ..config(GameKind::Gomoku, human(), human()) });
    play(&mut session, "h8");
    session.apply(Command::Undo, Stamp(4_000)).expect("a move can be taken back");
    let clocks = session.snapshot(Stamp(60_000)).clocks.expect("time is kept");
    assert_eq!((clocks.running, clocks.left.first, clocks.left.second), (None, Millis(10_000), Millis(10_000)));
}

#[test]
fn resigning_is_the_persons_even_while_the_engine_thinks() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, engine(5), human()));
    session.apply(Command::Resign, NOW).expect("a person may resign");
    assert_eq!(session.outcome().and_then(|outcome| outcome.winner), Some(Side::First));
    let (mut session, _) = begin(config(GameKind::Xiangqi, engine(5), engine(5)));
    assert!(session.apply(Command::Resign, NOW).is_err());
}

#[test]
fn a_game_survives_its_record() {
    for (kind, moves) in [(GameKind::Xiangqi, "h2e2 h9g7 h0g2 i9h9"), (GameKind::Gomoku, "h8 h9 i8 i9 j8")] {
        let (mut session, _) = begin(config(kind, human(), human()));
        play(&mut session, moves);
        session.apply(Command::Resign, NOW).expect("a person may resign");
        let study = session.study("2026.11.21");
        let again = Study::read(&study.write()).expect("our own records are read");
        assert_eq!(again.faults(), []);
        assert_eq!((again.header.clone(), again.rows()), (study.header.clone(), study.rows()));
        assert_eq!(again.rows(), session.rows());
    }
}

#[test]
fn lost_pieces_are_sorted_by_worth() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, human(), human()));
    play(&mut session, "b2b9 a9b9 h2h9 i9h9");
    let seen = session.snapshot(NOW);
    assert_eq!((seen.lost.first, seen.lost.second), (vec!['C', 'C'], vec!['n', 'n']));
}

fn external() -> Player {
    Player::External { id: "g1".to_owned(), name: "Fish".to_owned() }
}

/// A game of tic-tac-toe with an external engine to move.
fn against_an_external_engine() -> (Session, SearchId) {
    let (session, begun) = begin(config(GameKind::TicTacToe, external(), human()));
    let TaskEngine::External { id, clocks, .. } = &task(&begun).by else { panic!("the external engine thinks") };
    assert_eq!((id.as_str(), *clocks), ("g1", None));
    let id = task(&begun).id;
    (session, id)
}

fn external_answers(session: &mut Session, id: SearchId, answer: ExternalAnswer) -> Effects {
    session.apply(Command::ExternalAnswered { id, answer }, NOW).expect("an answer is never refused")
}

#[test]
fn an_external_engine_gets_the_time_controls_of_both_sides() {
    let control = |main, increment| TimeControl::Fischer { main: Millis(main), increment: Millis(increment) };
    let clock = control(60_000, 4_000);
    let config = GameConfig { clock, ..config(GameKind::Xiangqi, human(), external()) };
    let config = config.with_odds(Some(Handicap::new(Odds::HalfTime, Side::First))).expect("odds of any game");
    let moved = play(&mut begin(config).0, "h2e2");
    let TaskEngine::External { controls, .. } = &task(&moved).by else { panic!("the external engine thinks") };
    assert_eq!(*controls, BySide { first: control(30_000, 2_000), second: clock });
}

#[test]
fn an_external_engine_plays_offers_a_draw_and_resigns() {
    let (mut session, id) = against_an_external_engine();
    let answer = ExternalAnswer::Play { mv: "b2".to_owned(), draw: true, score: Some(Score(0)) };
    let effects = external_answers(&mut session, id, answer);
    assert!(effects.events.contains(&Event::DrawOffered { by: Side::First }));
    assert_eq!(session.snapshot(NOW).draw_offer, Some(Side::First));
    let declined = session.apply(Command::AnswerDraw { accept: false }, NOW).unwrap();
    assert!(declined.events.contains(&Event::DrawDeclined { by: Side::Second }));
    let moved = play(&mut session, "a1");
    let (stale, next) = (id, task(&moved).id);
    let ignored = external_answers(&mut session, stale, ExternalAnswer::Resign);
    assert!(ignored.events.is_empty(), "a stale answer is ignored");
    external_answers(&mut session, next, ExternalAnswer::Resign);
    assert_eq!(session.outcome(), Some(Outcome::win(Side::Second, Reason::Resignation)));
}

#[test]
fn an_external_engine_that_fails_loses_its_own_game_and_the_person_is_told() {
    let failure = ExternalAnswer::Fail { code: "engine-died", why: "it died".to_owned() };
    let nonsense = ExternalAnswer::Play { mv: "z9".to_owned(), draw: false, score: None };
    for (answer, code) in [(failure, "engine-died"), (nonsense, "engine-illegal")] {
        let (mut session, id) = against_an_external_engine();
        let effects = external_answers(&mut session, id, answer);
        let told = effects.events.iter().any(|event| {
            matches!(event, Event::Trouble { code: told, at: Some(name), .. } if *told == code && name == "Fish")
        });
        assert!(told, "{:?}", effects.events);
        assert_eq!(session.outcome(), Some(Outcome::win(Side::Second, Reason::Forfeit)));
        assert!(session.abilities().rematch);
    }
}

#[test]
fn advice_against_an_external_engine_comes_from_the_built_in_engine() {
    let (mut session, id) = against_an_external_engine();
    external_answers(&mut session, id, ExternalAnswer::Play { mv: "b2".to_owned(), draw: false, score: None });
    for command in [Command::Hint, Command::AiMove] {
        let asked = session.apply(command, NOW).unwrap();
        assert!(matches!(task(&asked).by, TaskEngine::BuiltIn { level: Level::MAX, .. }));
    }
}

#[test]
fn a_book_move_says_nothing_about_a_draw() {
    let (mut session, begun) = begin(config(GameKind::Xiangqi, engine(5), human()));
    let id = task(&begun).id;
    let known = SearchInfo::unsearched(Some("h2e2".to_owned()), Millis(0));
    session.apply(Command::Searched { id, info: known }, NOW).expect("an answer is never refused");
    assert_eq!((session.rows().len(), session.opinion.first), (1, None));
}

#[test]
fn two_engines_tell_the_value_of_the_board_and_one_against_a_person_does_not() {
    let (mut session, begun) = begin(config(GameKind::Xiangqi, engine(1), engine(1)));
    assert_eq!(session.snapshot(NOW).worth, None);
    let first = Command::Searched { id: task(&begun).id, info: info("h2e2", 30) };
    let effects = session.apply(first, NOW).expect("an answer is never refused");
    assert_eq!(session.snapshot(NOW).worth, Some(Worth::Centipawns(30)));
    // Black is ahead in its own view, so that Red is behind.
    let second = Command::Searched { id: task(&effects).id, info: info("h9g7", 50) };
    session.apply(second, NOW).expect("an answer is never refused");
    assert_eq!(session.snapshot(NOW).worth, Some(Worth::Centipawns(-50)));

    let (mut session, begun) = begin(config(GameKind::Xiangqi, engine(1), human()));
    answer(&mut session, task(&begun).id, "h2e2");
    assert_eq!(session.snapshot(NOW).worth, None);
}

#[test]
fn a_take_back_forgets_what_the_engine_thought_of_the_moves() {
    let (mut session, _) = begin(config(GameKind::Xiangqi, human(), engine(5)));
    let id = task(&play(&mut session, "h2e2")).id;
    let line = PvLine { score: Score(-500), is_lower_bound: false, chance: None, pv: vec!["h9g7".to_owned()] };
    let info = SearchInfo { lines: vec![line], ..SearchInfo::unsearched(Some("h9g7".to_owned()), Millis(0)) };
    session.apply(Command::Searched { id, info }, NOW).expect("an answer is never refused");
    assert_eq!(session.opinion.second, Some(Score(-500)));
    session.apply(Command::Undo, NOW).expect("a move may be taken back");
    assert_eq!(session.opinion.second, None);
}

#[test]
fn a_game_that_is_taken_up_again_keeps_its_day_form() {
    let config = config(GameKind::Xiangqi, human(), engine(3));
    let (mut session, _) = begin(config.clone());
    let played = play(&mut session, "h2e2");
    let begun = task(&played);
    let moves = ["h2e2", "h9g7"].map(str::to_owned);
    let (mut resumed, _) = Session::resume(config, begun.day_form, &moves, None, NOW).expect("legal moves");
    let played = play(&mut resumed, "h0g2");
    let later = task(&played);
    assert_eq!(later.day_form, begun.day_form);
    assert_ne!(later.seed, begun.seed, "the first choices are not drawn again");
}
