//! Each fault and its cost, row by row. The external engines are scripts of [`crate::testing::scripted_engine`].

use std::convert::Infallible;
use std::ops::ControlFlow;

use duiyi_core::base::{Millis, Outcome, Reason, Side};
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Stop};

use super::schedule::schedule;
use super::*;
use crate::engines::{EngineCommand, EngineProtocol};
use crate::reactor::Reactor;
use crate::testing::scripted;
use crate::thinking::{EngineSettings, EngineSpec};

/// A UCI engine; `go` is its action on a search request.
fn engine(go: &str) -> EngineSpec {
    let script =
        format!("uci) echo uciok;; isready) echo readyok;; go depth 1) echo bestmove h2e2;; quit) exit;; go*) {go}");
    EngineSpec::External(scripted(&script).with_protocol(EngineProtocol::Uci))
}

/// Plays at most two plies between `first` and a weak level; returns the outcome, the entrant at fault with the code,
/// and the counts.
fn end(first: &EngineSpec) -> (Outcome, Option<(Entrant, &'static str)>, [u32; 3]) {
    let opening = MatchOpening::plain(Setup::usual(GameKind::Xiangqi));
    let control = TimeControl::PerMove { each: Millis(100) };
    let limits = MatchLimits { control, nodes: Some(10), margin: Millis(0), adjudication: Adjudication::default() };
    let weak = EngineSpec::BuiltIn(EngineSettings::new("weak".to_owned(), Level::new(1)));
    let (reactor, stop) = (&Reactor::start(), &Stop::new());
    let runner = MatchRunner { reactor, specs: [first, &weak], limits: &limits, boards: 1, stop, shown: &|_, _| {} };
    let (mut summary, mut outcome) = (MatchSummary::default(), None);
    let Ok(()) = runner.play(schedule(vec![opening], 1, 1), |played| {
        summary.take(&played);
        outcome = Some(played.outcome);
        Ok::<ControlFlow<()>, Infallible>(ControlFlow::Continue(()))
    });
    let fault = summary.last_fault.map(|(entrant, fault)| (entrant, fault.code));
    (outcome.expect("the game was played"), fault, summary.faults[0])
}

#[test]
fn each_fault_has_one_verdict() {
    let missing = EngineSpec::External(EngineCommand::new("/no/such/engine", &[]));
    let (forfeit, time) = (Reason::Forfeit, Reason::TimeForfeit);
    for (spec, reason, code, counts) in [
        (engine("echo bestmove a0a9"), forfeit, "guest-illegal", [1, 0, 0]),
        (engine("echo bestmove wat"), forfeit, "guest-unreadable", [1, 0, 0]),
        (engine("exit 3"), forfeit, "guest-died", [0, 1, 0]),
        (engine("flood info string flood"), forfeit, "guest-flooded", [0, 1, 0]),
        (missing, forfeit, "guest-missing", [0, 1, 0]),
        (engine("sleep 0.5; echo bestmove h2e2"), time, "guest-overran", [0, 0, 1]),
        (engine("sleep 100"), time, "guest-overran", [0, 0, 1]),
    ] {
        let fault = Some((Entrant::A, code));
        assert_eq!(end(&spec), (Outcome::win(Side::Second, reason), fault, counts), "{spec:?}");
    }
    let resigns = (Outcome::win(Side::Second, Reason::Resignation), None, [0, 0, 0]);
    assert_eq!(end(&engine("echo bestmove resign")), resigns, "to resign is no fault");
}
