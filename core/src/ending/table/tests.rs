use super::*;
use crate::base::Rng;

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

#[track_caller]
fn check(fen: &str, attacker: Side, expected: TableResult) {
    let position = position(fen);
    for defence in [Defence::Any, Defence::Idle] {
        let table = WinTable::around(&position, attacker, defence, || false).expect("it is not stopped");
        assert_eq!(table.result(&position), Some(expected), "{fen} {defence:?}");
    }
}

#[test]
fn small_endings_have_their_known_results() {
    // A pawn beside the general's palace wins against the bare general; one on the last rank does not.
    check("4k4/9/4P4/9/9/9/9/9/9/4K4 w", Side::First, TableResult::Wins { plies: 3 });
    check("4k2P1/9/9/9/9/9/9/9/9/3K5 w", Side::First, TableResult::Holds);
    // A stalemate in one, and its mirror image.
    check("3k5/4P4/9/9/9/9/9/9/9/4K4 w", Side::First, TableResult::Wins { plies: 1 });
    check("5k3/4P4/9/9/9/9/9/9/9/4K4 w", Side::First, TableResult::Wins { plies: 1 });
    // A cannon alone wins nothing.
    check("4k4/9/9/9/9/9/9/9/4C4/3K5 w", Side::First, TableResult::Holds);
    // A horse wins against one advisor.
    let table = WinTable::around(&position("3k5/4a4/9/9/9/9/9/9/4N4/4K4 w"), Side::First, Defence::Any, || false);
    let table = table.expect("it is not stopped");
    let (wins, all) = table.positions().fold((0, 0), |(wins, all), (_, result)| {
        (wins + usize::from(matches!(result, TableResult::Wins { .. })), all + 1)
    });
    assert!(wins * 10 > all * 8, "{wins} of {all}");
}

/// Each value follows from those after the legal moves.
#[test]
fn every_value_follows_from_those_of_the_next_positions() {
    for (fen, attacker) in [
        ("3k5/4a4/9/9/9/9/9/9/4N4/4K4 w", Side::First),
        ("4k4/9/3a5/9/4P4/9/9/9/9/4K4 w", Side::First),
        ("4k4/9/9/9/9/9/4p4/9/4A4/4K4 w", Side::Second),
        ("4k4/4c4/9/9/9/9/9/9/4A4/3K1R3 w", Side::First),
    ] {
        let table = WinTable::around(&position(fen), attacker, Defence::Any, || false).expect("it is not stopped");
        let mut rng = Rng::from_seed(1);
        for (position, result) in table.positions().filter(|_| rng.chance_permille(50)) {
            let after = position.legal_moves().into_iter().map(|mv| {
                let mut after = position;
                after.make(mv);
                table.result(&after).expect("it is one of the endings")
            });
            let plies = |result: TableResult| match result {
                TableResult::Wins { plies } => Some(plies),
                TableResult::Holds => None,
            };
            let expected = if position.side_to_move() == attacker {
                after.filter_map(plies).min().map(|plies| plies + 1)
            } else {
                after.map(plies).try_fold(0, |most, plies| Some(plies?.saturating_add(1).max(most)))
            };
            assert_eq!(plies(result), expected, "{position:?}");
        }
    }
}

#[test]
fn an_idle_defence_holds_no_more_than_any_defence() {
    let start = position("4k4/9/9/9/9/4n4/9/9/9/3K1R3 w");
    let solve = |defence| WinTable::around(&start, Side::First, defence, || false).expect("it is not stopped");
    let (any, idle) = (solve(Defence::Any), solve(Defence::Idle));
    let mut fewer = 0;
    for (position, result) in any.positions() {
        let held = idle.result(&position) == Some(TableResult::Holds);
        assert!(!held || result == TableResult::Holds, "{position:?}");
        fewer += usize::from(!held && result == TableResult::Holds);
    }
    assert!(fewer > 0, "some positions are held only by checks or chases");
}

#[test]
fn what_no_table_has_is_refused() {
    let start = position("4k4/9/9/9/4P4/9/9/9/9/4K4 w");
    let table = WinTable::around(&start, Side::First, Defence::Any, || false).expect("it is not stopped");
    assert_eq!(table.result(&position("4k4/9/9/9/4R4/9/9/9/9/3K5 b")), None);
    assert_eq!(table.result(&position("4k4/9/9/9/9/4P4/9/9/9/3K5 w")), None, "the pawn has passed this square");
    assert!(WinTable::around(&start, Side::First, Defence::Any, || true).is_none());
    let three = position("4k4/9/9/2P1P1P2/9/9/9/9/9/3K5 w");
    assert_eq!(WinTable::entries(&three), None);
    assert!(WinTable::around(&three, Side::First, Defence::Any, || false).is_none());
}
