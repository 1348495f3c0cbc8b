use super::*;
use crate::game::GameKind;
use crate::puzzle::packed::PackedError;
use crate::puzzle::{Collection, PuzzleGrade};

/// A usual run compares every so many puzzles with the index; `DUIYI_SLOW=1` compares all.
const STEP: usize = 7;

fn puzzle(kind: GameKind, goal: PuzzleGoal, start: &str, line: &str) -> Puzzle {
    let start = PuzzleStart::from_text(kind, start).expect("a position");
    let line = line.split(' ').map(str::to_owned).collect();
    Puzzle { start, goal, grade: PuzzleGrade::ALL[0], line, also: Vec::new() }
}

#[track_caller]
fn xiangqi(start: &str, line: &str, has: &[PuzzleTheme], lacks: &[PuzzleTheme]) {
    check(&puzzle(GameKind::Xiangqi, PuzzleGoal::Mate, start, line), has, lacks);
}

#[track_caller]
fn gomoku(goal: PuzzleGoal, start: &str, line: &str, has: &[PuzzleTheme], lacks: &[PuzzleTheme]) {
    check(&puzzle(GameKind::Gomoku, goal, start, line), has, lacks);
}

#[track_caller]
fn check(puzzle: &Puzzle, has: &[PuzzleTheme], lacks: &[PuzzleTheme]) {
    let found = ThemeSet::of(puzzle);
    let named: Vec<PuzzleTheme> = found.into_iter().collect();
    assert!(has.iter().all(|&theme| found.contains(theme)), "{named:?}");
    assert!(!lacks.iter().any(|&theme| found.contains(theme)), "{named:?}");
}

#[test]
fn a_mate_has_its_name_and_length() {
    xiangqi(
        "3aka3/9/9/9/2C6/9/9/4C4/9/3K5 w - - 0 1",
        "c5e5",
        &[PuzzleTheme::DoubleCannon, PuzzleTheme::MateIn1],
        &[PuzzleTheme::OtherMate, PuzzleTheme::Pin, PuzzleTheme::Stalemate],
    );
    xiangqi(
        "3aka3/9/9/9/9/9/4r4/9/4R4/3K5 b - - 0 1",
        "e3e1",
        &[PuzzleTheme::Stalemate],
        &[PuzzleTheme::OtherMate, PuzzleTheme::QuietMove],
    );
}

#[test]
fn a_mate_holds_by_a_pin() {
    // The advisor could go between, but then the cannon on the middle file would have one screen.
    xiangqi("3ak4/4a4/b3b4/8R/p1r5p/2B6/P8/4C3B/4A4/3AK4 w - - 0 1", "i6i9", &[PuzzleTheme::Pin], &[]);
}

#[test]
fn a_discovered_check_comes_from_a_piece_that_did_not_move() {
    let discovered = "3k5/9/9/3N5/9/9/9/9/9/3RK4 w - - 0 1";
    xiangqi(discovered, "d6b7", &[PuzzleTheme::Discovery], &[PuzzleTheme::DoubleCheck, PuzzleTheme::QuietMove]);
    xiangqi(discovered, "d0d1", &[PuzzleTheme::QuietMove], &[PuzzleTheme::Discovery]);
    // The rook becomes the screen of the cannon: two checks, and no line is opened.
    let screened = "C3k1b2/4a4/4b4/3R5/9/4c4/9/9/5r3/3K5 w - - 0 1";
    xiangqi(screened, "d6d9", &[PuzzleTheme::DoubleCheck], &[PuzzleTheme::Discovery]);
}

#[test]
fn a_sacrifice_is_taken_and_worth_more_than_its_prey() {
    let start = "3a5/4akN2/1r2bc3/p2P5/5R3/P4C3/9/4B4/4A4/2B1KA3 w - - 0 1";
    xiangqi(start, "f5f7 f8f7 g8f6", &[PuzzleTheme::Sacrifice, PuzzleTheme::MateIn2], &[PuzzleTheme::QuietMove]);
    xiangqi(start, "f5f7", &[], &[PuzzleTheme::Sacrifice]);
}

#[test]
fn a_quiet_move_is_no_check() {
    let start = "3ak1br1/3R5/9/p3P4/2R3p2/r8/6P2/8N/4A4/3AK1B2 w - - 0 1";
    xiangqi(start, "c5c9 a4a0 c9d9", &[PuzzleTheme::QuietMove], &[PuzzleTheme::Sacrifice, PuzzleTheme::Defence]);
}

#[test]
fn the_last_shape_decides() {
    let four_three = "freestyle b 15/15/15/15/15/6xx7/6xooo1xx2/5ooxxoxo3/6x2oox3/9xox3/10o4/8o1o4/10x4/15/15";
    gomoku(PuzzleGoal::Vcf, four_three, "f10", &[PuzzleTheme::FourThree], &[PuzzleTheme::DoubleFour]);
    let double_four = "freestyle w 15/15/15/15/4x3x6/7o2x4/6o8/5ox3oxo2/4o1xoo2x1o1/3x1xooxoxo3/3ooxxxoxxxxo1/\
                       4x1o1oxx1o2/8oxoo1x1/8o1x4/8xo1x3";
    gomoku(PuzzleGoal::Vcf, double_four, "h8", &[PuzzleTheme::DoubleFour], &[PuzzleTheme::FourThree]);
}

#[test]
fn a_foul_trap_needs_forbidden_points() {
    let stones = "15/15/15/15/6x1o6/5xoxxx5/6xxo6/7oooxo3/7xxo5/9o5/3x1o3x5/3oox9/15/15/15";
    gomoku(PuzzleGoal::Vcf, &format!("renju w {stones}"), "f8", &[PuzzleTheme::FoulTrap], &[]);
    gomoku(PuzzleGoal::Vcf, &format!("freestyle w {stones}"), "f8", &[], &[PuzzleTheme::FoulTrap]);
}

#[test]
fn a_threat_may_defend_too() {
    let start = "freestyle w 15/15/15/8xox4/15/1x2x1oxo6/2ooxox1o6/1x1oo3x6/2oxox9/3xooxoo6/4x1x1ox1x3/8o1xxo2/\
                 8xo1x3/11o3/15";
    gomoku(
        PuzzleGoal::Threat,
        start,
        "j4 k3 f8 g7 g8",
        &[PuzzleTheme::Defence, PuzzleTheme::Vct],
        &[PuzzleTheme::Vcf3],
    );
}

#[test]
fn an_own_mistake_says_so_and_an_illegal_move_ends_the_line() {
    let mut own = puzzle(GameKind::Xiangqi, PuzzleGoal::Better, "3aka3/9/9/9/2C6/9/9/4C4/9/3K5 w - - 0 1", "c5e5");
    check(&own, &[PuzzleTheme::Better, PuzzleTheme::DoubleCannon], &[PuzzleTheme::MateIn1]);
    own.line = vec!["c5c5".to_owned()];
    assert_eq!(ThemeSet::of(&own), ThemeSet::from_iter([PuzzleTheme::Better]));
}

#[test]
fn the_index_agrees_with_the_puzzles() {
    let step = if std::env::var_os("DUIYI_SLOW").is_some() { 1 } else { STEP };
    for (puzzle, themes) in Collection::built_in().with_themes().step_by(step) {
        assert_eq!(ThemeSet::of(puzzle), themes, "{} {:?}", puzzle.start.to_text(), puzzle.line);
    }
}

#[test]
fn every_puzzle_has_a_theme_of_its_game() {
    for (puzzle, themes) in Collection::built_in().with_themes() {
        assert_ne!(themes, ThemeSet::EMPTY);
        assert!(themes.into_iter().all(|theme| theme.suits(puzzle.start.kind())), "{themes:?}");
    }
}

#[test]
fn an_index_is_read_as_it_was_written() {
    let sets: Vec<ThemeSet> = [
        vec![PuzzleTheme::Fork, PuzzleTheme::MateIn2],
        vec![],
        PuzzleTheme::ALL.into_iter().step_by(3).collect(),
        vec![PuzzleTheme::Better],
    ]
    .into_iter()
    .map(ThemeSet::from_iter)
    .collect();
    let bytes = index::write(GameKind::Xiangqi, &sets);
    assert_eq!(index::read(GameKind::Xiangqi, &bytes), Ok(sets));
    assert_eq!(index::read(GameKind::Gomoku, &bytes), Err(PackedError::Head));
    assert_eq!(index::read(GameKind::Xiangqi, &bytes[..bytes.len() - 1]), Err(PackedError::Puzzle { number: 4 }));
    assert_eq!(index::read(GameKind::Xiangqi, b"duiyi-themes 1 xiangqi fork fame\n\x01"), Err(PackedError::Head));
    assert_eq!(index::read(GameKind::Xiangqi, &index::write(GameKind::Xiangqi, &[])), Ok(Vec::new()));
}

#[test]
fn a_theme_has_one_word() {
    for theme in PuzzleTheme::ALL {
        assert_eq!(PuzzleTheme::ALL.into_iter().filter(|other| other.code() == theme.code()).count(), 1);
        assert_eq!(PuzzleTheme::ALL[theme as usize], theme);
    }
}
