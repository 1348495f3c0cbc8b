//! The game of faults, row by row. The guests are small shell scripts.

#![cfg(unix)]

use std::convert::Infallible;

use duiyi_core::base::{Millis, Outcome, Reason, Side};
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Stop};

use super::schedule::schedule;
use super::*;
use crate::engines::{GuestSpec, Protocol};
use crate::reactor::Reactor;

/// A guest of UCI; `go` is what it does when it is asked for a move.
fn guest(go: &str) -> Contender {
    let body = format!(
        "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
         'go depth 1') echo bestmove h2e2;; quit) exit;; go*) {go};; esac; done"
    );
    Contender::Guest(GuestSpec::new("sh", &["-c", &body]).with_protocol(Protocol::Uci))
}

/// Plays a game of two plies at most between `first` and a weak level; returns how it ended, who was at fault with which
/// code, and how it was counted.
fn end(first: &Contender) -> (Outcome, Option<(Entrant, &'static str)>, [u32; 3]) {
    let opening = Opening::plain(Setup::usual(GameKind::Xiangqi));
    let control = TimeControl::PerMove { each: Millis(100) };
    let bounds = Bounds { control, nodes: Some(10), margin: Millis(0) };
    let weak = Contender::BuiltIn(BuiltIn::new("weak".to_owned(), Level::new(1)));
    let (reactor, stop) = (&Reactor::start(), &Stop::new());
    let hall = Hall { reactor, contenders: [first, &weak], bounds: &bounds, boards: 1, stop, shown: &|_, _| {} };
    let (mut standing, mut outcome) = (Standing::default(), None);
    let Ok(()) = hall.play(schedule(vec![opening], 1, 1), |played| {
        standing.take(&played);
        outcome = Some(played.outcome);
        Ok::<Go, Infallible>(Go::On)
    });
    let fault = standing.last_fault.map(|(entrant, fault)| (entrant, fault.code));
    (outcome.expect("the game was played"), fault, standing.faults[0])
}

#[test]
fn each_fault_has_one_verdict() {
    let missing = Contender::Guest(GuestSpec::new("/no/such/engine", &[]));
    let (forfeit, time) = (Reason::Forfeit, Reason::TimeForfeit);
    for (contender, reason, code, counts) in [
        (guest("echo bestmove a0a9"), forfeit, "guest-illegal", [1, 0, 0]),
        (guest("echo bestmove wat"), forfeit, "guest-unreadable", [1, 0, 0]),
        (guest("exit 3"), forfeit, "guest-died", [0, 1, 0]),
        (guest("yes info string flood"), forfeit, "guest-flooded", [0, 1, 0]),
        (missing, forfeit, "guest-missing", [0, 1, 0]),
        (guest("sleep 0.5; echo bestmove h2e2"), time, "guest-overran", [0, 0, 1]),
        (guest("sleep 100"), time, "guest-overran", [0, 0, 1]),
    ] {
        let fault = Some((Entrant::A, code));
        assert_eq!(end(&contender), (Outcome::win(Side::Second, reason), fault, counts), "{contender:?}");
    }
    let resigns = (Outcome::win(Side::Second, Reason::Resignation), None, [0, 0, 0]);
    assert_eq!(end(&guest("echo bestmove resign")), resigns, "to resign is no fault");
}
