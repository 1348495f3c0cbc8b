//! Gomoku's rules against recorded verdicts, against a plain checker written from the definitions, and in whole random
//! games.

use std::fs;
use std::path::{Path, PathBuf};

use duiyi_core::base::{Outcome, Reason, Rng, Side};
use duiyi_core::gomoku::notation::read_moves;
use duiyi_core::gomoku::{Foul, Point, Position, Rule, Setup};
use duiyi_core::position::{History, Position as _};

pub mod plain;

use plain::PlainBoard;

/// Judges every line of a table of verdicts and returns how many there were.
fn check_verdicts(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("the table of verdicts can be read");
    let mut rows = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, size, black, white, point, forbidden, kind, source] = fields[..] else {
            panic!("eight fields expected: {row}");
        };
        let stones = |list: &str| read_moves(list.trim_matches('-'), 22).expect("the table lists points");
        let setup = Setup {
            black: stones(black),
            white: stones(white),
            side: Some(Side::First),
            ..Setup::empty(size.parse().expect("the table gives a size"), Rule::Renju)
        };
        let position = Position::from_setup(setup).expect("the table gives positions");
        let point: Point = point.parse().expect("the table names a point");
        let verdict = position.legality(point).err();
        let code = verdict.as_ref().map_or("none", |refusal| refusal.code());
        assert_eq!(verdict.is_some(), forbidden == "1", "{id} ({source}): {position:?} at {point} is {code}");
        assert!(kind == code || forbidden == "1" && kind == "none", "{id}: {kind} expected at {point}, not {code}");
        let listed = position.forbidden_points().iter().any(|&(at, _)| at == point);
        assert_eq!(listed, verdict.is_some(), "{id}");
        rows += 1;
    }
    rows
}

/// Finds a data file beside the workspace, or beside a folder around it.
pub fn shared_data(name: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    workspace.ancestors().skip(1).map(|folder| folder.join("shared/data").join(name)).find(|path| path.is_file())
}

#[test]
fn recorded_verdicts_on_forbidden_points_hold() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/renju-forbidden.tsv");
    assert_eq!(check_verdicts(&ours), 141);
    match shared_data("renju-forbidden.tsv") {
        Some(path) => println!("{} verdicts hold in {}", check_verdicts(&path), path.display()),
        None => println!("skipped: ../shared/data/renju-forbidden.tsv is not there"),
    }
}

/// Draws a random crowded board without a winner under `rule`.
pub fn crowded_board(rng: &mut Rng, size: u8, rule: Rule) -> PlainBoard {
    let mut board = PlainBoard::new(size);
    let side = (6 + rng.below(6)).min(usize::from(size));
    let corner = usize::from(size) - side + 1;
    let (left, bottom) = (rng.below(corner), rng.below(corner));
    let (black, white) = (8 + rng.below(side * side / 3), rng.below(side * side / 6));
    for (stones, colour) in [(black, 'x'), (white, 'o')] {
        for _ in 0..stones {
            let (column, row) = (left + rng.below(side), bottom + rng.below(side));
            if board.get(column, row) == '.' {
                board.set(column, row, colour);
                if board.wins(column, row, rule) {
                    board.set(column, row, '.');
                }
            }
        }
    }
    board
}

#[test]
fn the_definitions_agree_on_random_boards() {
    let mut rng = Rng::from_seed(20_240_607);
    let mut seen = [0_u32; 4];
    let mut points = 0;
    for round in 0..210 {
        let size = [15, 15, 9, 6, 19, 22, 5][round % 7];
        let board = crowded_board(&mut rng, size, Rule::Renju);
        let position = board.to_position(Rule::Renju, Side::First);
        let forbidden = position.forbidden_points();
        assert!(forbidden.is_sorted());
        for point in position.points().filter(|&point| position.stone_at(point).is_none()) {
            let found = forbidden.iter().find(|&&(at, _)| at == point).map(|&(_, foul)| foul);
            let expected = board.foul(usize::from(point.column()), usize::from(point.row()));
            assert_eq!(found, expected, "at {point} in {position:?}");
            assert_eq!(position.is_legal(point), expected.is_none());
            let kind =
                expected.map_or(3, |foul| Foul::ALL.iter().position(|&f| f == foul).expect("ALL has every foul"));
            seen[kind] += 1;
            points += 1;
        }
    }
    println!("{points} points: overline, double-four, double-three, free: {seen:?}");
    assert!(points >= 20_000, "{points} points");
    assert!(seen.iter().all(|&count| count >= 30), "{seen:?}");
}

/// Plays a random game, checking each move and the end with the plain rules. Returns the outcome.
fn play_out(rng: &mut Rng, rule: Rule, size: u8) -> Outcome {
    let start = Position::new(size, rule).expect("the size is a board's");
    let mut position = start.clone();
    let mut history = History::new(start);
    let mut plain = PlainBoard::new(size);
    loop {
        let side = position.side_to_move();
        let legal = position.legal_moves();
        if let Some(outcome) = position.outcome(&history) {
            assert!(legal.is_empty() && !position.is_legal(Point::new(0, 0)));
            return outcome;
        }
        if history.len().is_multiple_of(40) {
            let expected = plain.legal_points(rule, side);
            assert_eq!(legal.as_slice(), expected, "{position:?}");
        }
        // Moves beside stones make rows, fouls and fives more common than a uniform choice does.
        let mut mv = legal[rng.below(legal.len())];
        for _ in 0..8 {
            if plain.touches_stone(mv) {
                break;
            }
            mv = legal[rng.below(legal.len())];
        }
        let (column, row) = (usize::from(mv.column()), usize::from(mv.row()));
        assert_eq!(plain.get(column, row), '.');
        if rule == Rule::Renju && side == Side::First {
            assert_eq!(plain.foul(column, row), None, "{mv} in {position:?}");
        }
        history.play_unchecked(&mut position, mv);
        plain.set(column, row, if side == Side::First { 'x' } else { 'o' });
        let won = plain.wins(column, row, rule);
        assert_eq!(position.winner(), won.then_some(side), "{mv} led to {position:?}");
        assert!(position.winning_line().is_none_or(|line| line.contains(&mv) && line.len() >= 5));
        assert!(!position.is_legal(mv));
    }
}

/// Plays 200 random games on boards of all sizes.
fn check_random_games(rule: Rule) {
    let mut rng = Rng::from_seed(7 + rule as u64);
    let mut ends = [0; 3];
    for game in 0..200 {
        let outcome = play_out(&mut rng, rule, [15, 5, 9, 6, 19, 12, 7, 22][game % 8]);
        let end = match (outcome.winner, outcome.reason) {
            (Some(side), Reason::Five) => side.index(),
            (None, Reason::BoardFull) => 2,
            other => panic!("no random game ends so: {other:?}"),
        };
        ends[end] += 1;
    }
    println!("{rule}: Black won {}, White won {}, drawn {}", ends[0], ends[1], ends[2]);
    assert!(ends.iter().all(|&count| count > 0), "{rule}: {ends:?}");
}

#[test]
fn random_freestyle_games_follow_the_plain_rules() {
    check_random_games(Rule::Freestyle);
}

#[test]
fn random_standard_games_follow_the_plain_rules() {
    check_random_games(Rule::Standard);
}

#[test]
fn random_renju_games_follow_the_plain_rules() {
    check_random_games(Rule::Renju);
}

#[test]
fn random_caro_games_follow_the_plain_rules() {
    check_random_games(Rule::Caro);
}

#[test]
fn caro_asks_for_five_that_the_enemy_does_not_block_at_both_ends() {
    /// Plays `stone` of Black's in a row of letters on the middle line, from column a on.
    #[track_caller]
    fn check(row: &str, stone: usize, wins: bool) {
        let mut board = PlainBoard::new(15);
        for (column, letter) in row.chars().enumerate() {
            board.set(column, 7, letter);
        }
        let mut position = board.to_position(Rule::Caro, Side::First);
        position.play(Point::new(stone as u8, 7)).expect("the point is empty");
        assert_eq!(position.winner(), wins.then_some(Side::First), "{row}");
        board.set(stone, 7, 'x');
        assert_eq!(board.wins(stone, 7, Rule::Caro), wins, "{row}");
        assert_eq!(position.winning_line().map(|line| line.len()), wins.then_some(5));
    }
    check("...oxx.xxo.....", 6, false);
    check("...oxx.xx......", 6, true);
    check("....xx.xxo.....", 6, true);
    check("xx.xxo.........", 2, true);
    check("........oxxxx..", 13, true);
    check(".........oxxxx.", 14, true);
    check("....xx.xxx.....", 6, false);
    // A blocked five on one line does not affect shapes of the same stone elsewhere, nor later shapes.
    let mut board = PlainBoard::new(15);
    for (column, letter) in "...oxx.xxo.....".chars().enumerate() {
        board.set(column, 7, letter);
    }
    (3..7).for_each(|row| board.set(6, row, 'x'));
    let mut position = board.to_position(Rule::Caro, Side::First);
    position.play(Point::new(6, 7)).expect("the point is empty");
    assert_eq!(position.winner(), Some(Side::First));
    board.set(6, 3, '.');
    board.set(6, 7, 'x');
    let dead = board.to_position(Rule::Caro, Side::Second);
    assert_eq!(dead.winner(), None, "a five that is blocked may stand on a board that is set up");
}
