use duiyi_core::base::{BySide, Rng, Stamp};
use duiyi_core::game::repetition::Violation;
use duiyi_core::game::{GameKind, ObstaclePart, Refusal, Setup, SetupCodes};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Coach, Command, GameConfig, Player, Session};
use duiyi_host::desk::CurrentGame;

use super::Side;

/// Returns the bytes that cross to the page after a move: what is new, and the whole game.
fn bytes(session: &Session) -> (usize, usize) {
    let now = Stamp(0);
    let size = |snapshot| {
        let seen = CurrentGame { uid: "game".to_owned(), snapshot, saved: None, mine: None };
        serde_json::to_string(&seen).expect("plain data").len()
    };
    (size(session.snapshot_since(session.rows().len() - 1, now)), size(session.snapshot(now)))
}

#[test]
fn what_a_move_sends_to_the_page_does_not_grow_with_the_game() {
    let person = || Player::Human { name: String::new() };
    let players = BySide { first: person(), second: person() };
    let config = GameConfig {
        setup: Setup::usual(GameKind::Xiangqi),
        players,
        clock: TimeControl::None,
        coach: Coach::default(),
        odds: None,
    };
    let (mut session, _) = Session::new(config, 1, Stamp(0));
    let mut rng = Rng::from_seed(7);
    let mut early = 0;
    while session.rows().len() < 100 {
        let reachable = session.game().destinations();
        let (from, to) = &reachable[rng.below(reachable.len())];
        let mv = format!("{from}{}", to[rng.below(to.len())]);
        session.apply(Command::Play(mv), Stamp(0)).expect("a reachable point is legal, and the game goes on");
        if session.rows().len() == 10 {
            early = bytes(&session).0;
        }
    }
    let (late, whole) = bytes(&session);
    println!("update at ply 10: {early} bytes, at ply 100: {late}; the whole game: {whole}");
    assert!(late < early * 5 / 4 && late * 3 < whole, "{early} {late} {whole}");
}

/// Begins a game of Xiangqi between two people by the Asian rules.
fn xiangqi(start: &str) -> Session {
    let words = SetupCodes { game: "xiangqi", rule: "asian", start: Some(start), ..SetupCodes::default() };
    let setup = Setup::read(words).expect("a position that can be played");
    let person = || Player::Human { name: String::new() };
    let players = BySide { first: person(), second: person() };
    Session::new(
        GameConfig { setup, players, clock: TimeControl::None, coach: Coach::default(), odds: None },
        1,
        Stamp(0),
    )
    .0
}

#[test]
fn a_lost_repetition_crosses_before_the_move_and_after_it() {
    // Red's rook goes after the cannon, which has no protector and never rests.
    let mut session = xiangqi("3k5/9/9/9/1c7/R8/9/9/9/4K4 w");
    for mv in ["a4a5", "b5b4", "a5a4", "b4b5", "a4a5", "b5b4", "a5a4", "b4b5"] {
        if session.snapshot(Stamp(0)).board.outcome.is_some() {
            break;
        }
        let before = session.snapshot(Stamp(0));
        session.apply(Command::Play(mv.to_owned()), Stamp(0)).expect("a legal move");
        if session.snapshot(Stamp(0)).board.outcome.is_none() {
            continue;
        }
        let warning = before.repetitions.iter().find(|warning| warning.row.uci == mv).expect("it was told before");
        let (warned, after) =
            (&warning.ruled, session.snapshot(Stamp(0)).ruled.expect("the ruling stays with the game"));
        for ruling in [warned, &after] {
            assert!(matches!(ruling.loser, Some(Side::First)));
            let [fault] = &ruling.faults[..] else { panic!("one side is at fault: {ruling:?}") };
            assert_eq!((fault.kind, fault.checks, fault.prey.len()), (Violation::Chase, 0, 1), "{fault:?}");
            assert_eq!(fault.prey[0].piece, 'c');
            assert_eq!(ruling.cycle.len() % 4, 0);
            assert_eq!(ruling.cycle.last().map(|row| row.uci.as_str()), Some(mv));
        }
        return;
    }
    panic!("the repetition ends the game");
}

#[test]
fn what_hobbles_a_horse_crosses_with_the_refusal() {
    let mut session = xiangqi("3k5/9/9/9/9/9/9/9/9/RNB1K4 w");
    let refusal = session.apply(Command::Play("b0d1".to_owned()), Stamp(0)).expect_err("the elephant hobbles it");
    let Refusal { code, obstacles, .. } = refusal;
    let [leg] = &obstacles[..] else { panic!("one piece: {obstacles:?}") };
    assert_eq!((code, leg.part, leg.file), ("blocked-leg", ObstaclePart::Leg, Some(7)));
    assert_eq!((leg.points.join(" ").as_str(), leg.piece), ("c0", Some('B')));
}
