use duiyi_core::base::{BySide, Rng, Stamp};
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Command, GameConfig, Player, Session};
use duiyi_host::desk::Seen;

use super::Snapshot;

/// Returns the bytes that cross to the page after a move: what is new, and the whole game.
fn bytes(session: &Session) -> (usize, usize) {
    let now = Stamp(0);
    let size = |snapshot| {
        let seen = Seen { uid: "game".to_owned(), snapshot, saved: None };
        serde_json::to_string(&Snapshot::from(seen)).expect("plain data").len()
    };
    (size(session.snapshot_since(session.rows().len() - 1, now)), size(session.snapshot(now)))
}

#[test]
fn what_a_move_sends_to_the_page_does_not_grow_with_the_game() {
    let person = || Player::Human { name: String::new() };
    let players = BySide { first: person(), second: person() };
    let config = GameConfig { setup: Setup::usual(GameKind::Xiangqi), players, clock: TimeControl::None };
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
