//! Paths that end a game.

use super::*;
use crate::base::{BySide, Outcome, Reason, Side};
use crate::position::Position as _;
use crate::xiangqi::testing::played;
use crate::xiangqi::{Rule, Setup};

/// Returns the path of `moves` and the position at its end.
#[track_caller]
fn path(fen: &str, moves: &[&str]) -> (History<Position>, Position) {
    let history = played(fen, moves);
    let position = history.end();
    (history, position)
}

/// Checks that the game ends with the last of the moves and not before.
#[track_caller]
fn ends(fen: &str, moves: &[&str], outcome: Outcome) {
    for plies in 0..moves.len() {
        let (history, position) = path(fen, &moves[..plies]);
        assert_eq!(position.outcome(&history), None, "{fen} after {plies} plies");
    }
    let (history, position) = path(fen, moves);
    assert_eq!(position.outcome(&history), Some(outcome), "{fen}");
}

/// Red to move, whose rook can check along the upper ranks.
const RED_ROOK: &str = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
/// The same with the colours changed.
const BLACK_ROOK: &str = "3k5/r8/9/9/9/9/9/9/9/4K4 b";
const RED_CHECKS: [&str; 4] = ["a8a9", "e9e8", "a9a8", "e8e9"];
const BLACK_CHECKS: [&str; 4] = ["a1a0", "e0e1", "a0a1", "e1e0"];

#[test]
fn an_idle_repetition_is_a_draw_at_the_third_occurrence() {
    let cycle = ["a1b1", "e9e8", "b1a1", "e8e9"];
    ends(RED_ROOK, &cycle.repeat(2), Outcome::draw(Reason::Repetition));
}

#[test]
fn perpetual_check_by_one_side_loses() {
    // The position after the first check is the first to stand three times.
    let red = [&["a1a9"], &RED_CHECKS[1..], &RED_CHECKS[..], &RED_CHECKS[..1]].concat();
    ends(RED_ROOK, &red, Outcome::win(Side::Second, Reason::PerpetualCheck));
    let black = [&["a8a0"], &BLACK_CHECKS[1..], &BLACK_CHECKS[..], &BLACK_CHECKS[..1]].concat();
    ends(BLACK_ROOK, &black, Outcome::win(Side::First, Reason::PerpetualCheck));
}

#[test]
fn one_quiet_move_in_the_cycle_makes_it_a_draw() {
    let cycle = ["a1a9", "e9e8", "a9a1", "e8e9"];
    ends(RED_ROOK, &cycle.repeat(2), Outcome::draw(Reason::Repetition));
}

#[test]
fn a_capture_ends_the_repetition() {
    let fen = "4k4/9/9/9/9/9/9/p8/R8/3K5 w";
    let moves = ["a1b1", "e9e8", "b1a1", "e8e9", "a1a2", "e9e8", "a2a1", "e8e9"];
    let (history, position) = path(fen, &moves);
    assert_eq!(position.outcome(&history), None);
    assert_eq!(history.reversible(), 3);
}

#[test]
fn the_limit_of_moves() {
    let almost = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 60";
    ends(almost, &["a1b1"], Outcome::draw(Reason::MoveLimit));
    // A mate on the last ply wins, and a capture starts the count again.
    let mate = "4k4/9/4P4/9/9/9/9/9/R8/3K1R3 w - - 119 60";
    ends(mate, &["a1a9"], Outcome::win(Side::First, Reason::Checkmate));
    let capture = "4k4/9/9/9/9/9/9/p8/R8/3K5 w - - 119 60";
    let (history, position) = path(capture, &["a1a2"]);
    assert_eq!((position.outcome(&history), position.quiet_plies()), (None, 0));
}

#[test]
fn only_ten_checks_of_a_side_count_towards_the_limit() {
    for (start, quiet, cycle) in [
        (RED_ROOK, ["a1a8", "e9f9"], ["a8a9", "f9f8", "a9a8", "f8f9"]),
        (BLACK_ROOK, ["a8a1", "e0f0"], ["a1a0", "f0f1", "a0a1", "f1f0"]),
    ] {
        let checks = |cycles: usize| {
            let moves = [&quiet[..], cycle.repeat(cycles).as_slice()].concat();
            let (history, position) = path(&format!("{start} - - 7 1"), &moves);
            (quiet_plies(&position, &history), usize::from(position.quiet_plies()))
        };
        assert_eq!(checks(5), (7 + 2 + 20, 29), "{start}");
        // Two more checks and the two answers to them are left out.
        assert_eq!(checks(6), (7 + 2 + 20, 33), "{start}");
    }
}

#[test]
fn ten_checks_of_each_side_count_towards_the_limit() {
    let red = ["a8a9", "f9f8", "a9a8", "f8f9"].repeat(5);
    let black = ["i1i0", "d0d1", "i0i1", "d1d0"].repeat(5);
    let moves = [&["a1a8", "e9f9"][..], red.as_slice(), &["a8b8"][..], black.as_slice()].concat();
    let (history, position) = path("4k4/9/9/9/9/9/9/9/R7r/3K5 w - - 7 1", &moves);
    assert_eq!(quiet_plies(&position, &history), 7 + 2 + 20 + 1 + 20);
}

/// Plays `game`, makes its end the root, searches along `line` and returns what the last position means.
#[track_caller]
fn judged(fen: &str, game: &[&str], line: &[&str]) -> Option<Recurrence> {
    let moves = [game, line].concat();
    for plies in game.len()..moves.len() {
        let (history, position) = path(fen, &moves[..plies]);
        let found = recurrence(&history, &position, game.len());
        assert!(!matches!(found, Some(Recurrence::Ended(_))), "{found:?} after {:?}", &moves[..plies]);
    }
    let (history, position) = path(fen, &moves);
    recurrence(&history, &position, game.len())
}

const CHECKS: [&str; 4] = ["e9e8", "a9a8", "e8e9", "a8a9"];
const fn pending(side: Side, violation: Violation, in_tree: bool) -> Option<Recurrence> {
    Some(Recurrence::Pending { side, violation, in_tree })
}

const RED_PENDS: Option<Recurrence> = pending(Side::First, Violation::Check, true);
const RED_LOSES: Option<Recurrence> = Some(Recurrence::Ended(Verdict::MustDeviate(Side::First, Violation::Check)));
const DRAWN: Option<Recurrence> = Some(Recurrence::Ended(Verdict::Draw));

#[test]
fn in_the_tree_a_loss_needs_the_third_occurrence() {
    assert_eq!(judged(RED_ROOK, &["a1a9"], &CHECKS), RED_PENDS, "Black is to move after Red's perpetual check");
    assert_eq!(judged(RED_ROOK, &["a1a9", "e9e8"], &["a9a8", "e8e9", "a8a9", "e9e8"]), RED_PENDS);
    assert_eq!(judged(RED_ROOK, &["a1a9"], &CHECKS.repeat(2)), RED_LOSES);
}

#[test]
fn in_the_tree_an_innocent_cycle_is_a_draw_at_once() {
    assert_eq!(judged(RED_ROOK, &[], &["a1a9", "e9e8", "a9a1", "e8e9"]), DRAWN);
    assert_eq!(judged(RED_ROOK, &[], &["a1b1", "e9e8", "b1a1", "e8e9"]), DRAWN);
}

#[test]
fn in_the_tree_checks_and_chases_in_turn_are_a_draw() {
    // A rook that holds against general and cannon: on g1 and c1 it chases the cannon, on c0 and c1 it checks.
    let fen = "3aka3/4n4/9/9/9/9/9/6C2/2r6/4KA3 b";
    let chases = ["c1g1", "g2c2", "g1c1", "c2g2"];
    let checks = ["c1c0", "e0e1", "c0c1", "e1e0"];
    let loss = |violation| Some(Recurrence::Ended(Verdict::MustDeviate(Side::Second, violation)));
    assert_eq!(judged(fen, &[], &chases), pending(Side::Second, Violation::Chase, true));
    assert_eq!(judged(fen, &[], &checks), pending(Side::Second, Violation::Check, true));
    assert_eq!(judged(fen, &[], &chases.repeat(2)), loss(Violation::Chase));
    assert_eq!(judged(fen, &[], &checks.repeat(2)), loss(Violation::Check));
    assert_eq!(judged(fen, &[], &[chases, checks].concat()), DRAWN);
    assert_eq!(judged(fen, &[], &[checks, chases].concat()), DRAWN);
    assert_eq!(judged(fen, &chases, &checks), DRAWN, "the first time round was played in the game");
}

#[test]
fn a_second_occurrence_of_a_position_of_the_game_is_no_draw_yet() {
    assert_eq!(judged(RED_ROOK, &["a1b1", "e9e8", "b1a1"], &["e8e9"]), None);
    let pends = pending(Side::First, Violation::Check, false);
    assert_eq!(judged(RED_ROOK, &["a1a9", "e9e8", "a9a8", "e8e9"], &["a8a9"]), pends);
    let twice = [&["a1a9"], &CHECKS[..], &CHECKS[..3]].concat();
    assert_eq!(judged(RED_ROOK, &twice, &["a8a9"]), RED_LOSES);
}

#[test]
fn a_move_chases_what_the_judge_says() {
    let (_, position) = path("3aka3/4n4/9/9/9/9/9/6C2/2r6/4KA3 b", &[]);
    let chased_by = |mv: &str| chased(&position, mv.parse().expect(mv)).into_iter().map(|square| square.to_string());
    assert_eq!(chased_by("c1g1").collect::<Vec<_>>(), ["g2"]);
    assert_eq!(chased_by("c1c0").collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_ruling_shows_its_cycle() {
    let moves = [&["a1b1", "e9e8", "b1a1", "e8e9", "a1a9"], &CHECKS[..], &CHECKS[..]].concat();
    let (history, position) = path(RED_ROOK, &moves);
    let found = ruling(&history, &position).expect("the position occurs for the third time");
    assert_eq!((found.verdict, found.cycle), (Verdict::MustDeviate(Side::First, Violation::Check), 5..13));
    let acts: Vec<Act> = found.moves.iter().map(|judged| judged.act).collect();
    assert_eq!(acts, [Act::Idle, Act::Check].repeat(4));
    let (history, position) = path(RED_ROOK, &moves[..12]);
    assert_eq!(ruling(&history, &position), None);
}

#[test]
fn the_rule_belongs_to_the_position() {
    for rule in Rule::ALL {
        let mut position = Position::start().under(rule);
        position.play("h2e2".parse().expect("a move")).expect("it is legal");
        assert_eq!((position.rule(), position.to_setup().rule), (rule, rule));
        assert_eq!(Position::from_setup(position.to_setup()), Ok(position));
    }
    assert_eq!((Position::start().rule(), Setup::EMPTY.rule), (Rule::default(), Rule::default()));
}

/// A rook that chases a cannon along its rank and back; Red is to move.
const CHASE: &str = "4k4/9/9/9/R8/9/9/9/9/1c1K5 w";
const CHASES: [&str; 4] = ["a5b5", "b0a0", "b5a5", "a0b0"];

/// Plays the cycle twice under a rule and judges.
#[track_caller]
fn under(rule: Rule, fen: &str, cycle: &[&str]) -> Ruling {
    let mut position = fen.parse::<Position>().expect(fen).under(rule);
    let mut history = History::new(position);
    for text in cycle.repeat(2) {
        let mv = text.parse().expect(text);
        assert_eq!(position.legality(mv), Ok(()), "{text}");
        history.play_unchecked(&mut position, mv);
    }
    let found = ruling(&history, &position).expect("the position occurs for the third time");
    assert_eq!(position.outcome(&history), Some(found.outcome()));
    found
}

#[test]
fn perpetual_chase_loses_by_the_rules_that_know_it() {
    for (rule, verdict) in [
        (Rule::Asian, Verdict::MustDeviate(Side::First, Violation::Chase)),
        (Rule::Chinese, Verdict::MustDeviate(Side::First, Violation::Chase)),
        (Rule::Simple, Verdict::Draw),
    ] {
        assert_eq!(under(rule, CHASE, &CHASES).verdict, verdict, "{rule}");
    }
}

#[test]
fn a_ruling_names_chaser_and_chased() {
    let found = under(Rule::Asian, CHASE, &CHASES);
    let red = found.statement(Side::First);
    let write = |standing: &PieceOnSquare| format!("{}{}", standing.piece.letter(), standing.at);
    assert_eq!(red.prey.iter().map(write).collect::<Vec<_>>(), ["cb0"]);
    assert_eq!(red.hunters.iter().map(|piece| piece.letter()).collect::<String>(), "R");
    assert_eq!((red.violation, red.counts), (Some(Violation::Chase), [0, 0, 4, 0]));
    assert_eq!(red.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a5b5", "b5a5"]);
    let black = found.statement(Side::Second);
    assert_eq!((black.violation, black.counts), (None, [0, 0, 0, 4]));
}

#[test]
fn chasing_two_pieces_in_turn_is_allowed() {
    // The rook attacks the cannon from b5 and the horse from a5.
    let fen = "4k4/9/n8/9/R8/9/9/9/9/1c1K5 w";
    let found = under(Rule::Asian, fen, &["a5b5", "e9e8", "b5a5", "e8e9"]);
    assert_eq!(found.verdict, Verdict::Draw);
    assert!(found.moves.iter().all(|judged| (judged.act == Act::Chase) == (judged.side == Side::First)));
}

#[test]
fn check_and_chase_in_turn_are_forbidden_by_the_chinese_rules_alone() {
    // The rook checks from a9 and attacks the horse from a5; protected, it is not chased.
    let (bare, guarded) = ("4k4/9/9/9/R1n6/9/9/9/9/3K5 w", "4k4/9/9/2p6/R1n6/9/9/9/9/3K5 w");
    let cycle = ["a5a9", "e9e8", "a9a5", "e8e9"];
    let red_loses = Verdict::MustDeviate(Side::First, Violation::Attack);
    assert_eq!(under(Rule::Chinese, bare, &cycle).verdict, red_loses);
    assert_eq!(under(Rule::Chinese, guarded, &cycle).verdict, Verdict::Draw);
    assert_eq!(under(Rule::Asian, bare, &cycle).verdict, Verdict::Draw);
}

#[test]
fn threats_of_mate_are_forbidden_by_the_chinese_rules_alone() {
    // With a rook on the rank below, the other one threatens to mate wherever it goes along its rank.
    let (threat, none) = ("2b1k4/R8/9/9/7R1/9/9/9/9/3K5 w", "2b1k4/9/9/9/7R1/9/9/9/9/3K5 w");
    let cycle = ["h5g5", "c9a7", "g5h5", "a7c9"];
    let found = under(Rule::Chinese, threat, &cycle);
    assert_eq!(found.verdict, Verdict::MustDeviate(Side::First, Violation::Attack));
    assert_eq!(found.moves[0].threat.map(|mv| mv.to_string()).as_deref(), Some("g5g9"));
    assert_eq!(under(Rule::Chinese, none, &cycle).verdict, Verdict::Draw);
    assert_eq!(under(Rule::Asian, threat, &cycle).verdict, Verdict::Draw);
}

#[test]
fn both_at_fault_draw_unless_one_alone_always_checks() {
    assert_eq!(
        Verdict::weigh(BySide { first: Some(Violation::Attack), second: Some(Violation::Chase) }),
        Verdict::Draw
    );
    let red_loses = Verdict::MustDeviate(Side::First, Violation::Check);
    assert_eq!(Verdict::weigh(BySide { first: Some(Violation::Check), second: Some(Violation::Chase) }), red_loses);
    assert_eq!(Verdict::weigh(BySide { first: Some(Violation::Check), second: Some(Violation::Check) }), Verdict::Draw);
}

#[test]
fn a_warning_comes_before_the_fatal_move() {
    let moves = CHASES.repeat(2);
    let warned = |plies: usize| {
        let (history, position) = path(CHASE, &moves[..plies]);
        warnings(&history, &position)
            .into_iter()
            .map(|warning| (warning.mv.to_string(), warning.reply.map(|mv| mv.to_string()), warning.ruling.verdict))
            .collect::<Vec<_>>()
    };
    let red_loses = Verdict::MustDeviate(Side::First, Violation::Chase);
    assert_eq!(warned(4), []);
    // Red's last move lets Black go back to where all began; Black's wins.
    assert_eq!(warned(6), [("b5a5".to_owned(), Some("a0b0".to_owned()), red_loses)]);
    assert_eq!(warned(7), [("a0b0".to_owned(), None, red_loses)]);
}
