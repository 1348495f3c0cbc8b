//! Tests: shapes against their definitions, incremental updates against scratch, fouls against the full test.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::shape::{self, ENEMY, HALVES, Half};
use super::*;
use crate::base::{Rng, Side};
use crate::gomoku::line::{Fours, Line, REACH};
use crate::gomoku::point::Direction;
use crate::gomoku::rule::Five;
use crate::gomoku::{Board, Point, forbidden, win};

/// Compares all public results of two boards.
#[track_caller]
fn assert_same(incremental: &PatternBoard, scratch: &PatternBoard) {
    assert_eq!(incremental.board(), scratch.board());
    for point in incremental.board().points() {
        for direction in Direction::ALL {
            assert_eq!(incremental.code(point, direction), scratch.code(point, direction));
        }
    }
    for side in Side::ALL {
        for class in Class::ALL.into_iter().filter(|class| class.is_threat()) {
            assert_eq!(incremental.count_of(side, class), scratch.count_of(side, class), "{side:?} {class:?}");
            assert!(incremental.points_at_least(side, class).eq(scratch.points_at_least(side, class)), "{class:?}");
        }
        assert_eq!(incremental.total(side), scratch.total(side), "{side:?}");
        for point in incremental.board().empty_points() {
            assert_eq!(incremental.class(point, side), scratch.class(point, side), "{point} {side:?}");
            for direction in Direction::ALL {
                assert_eq!(incremental.shape(point, side, direction), scratch.shape(point, side, direction));
            }
        }
    }
}

#[test]
fn incremental_equals_from_scratch() {
    for rule in Rule::ALL {
        let value = |combo: Combo| 7 * combo.index() as i16 % 100 - 40;
        let tables =
            Arc::new(Tables::with_values(rule, |side, combo| [value(combo), side.index() as i16 - value(combo)]));
        for (size, blocked) in [(5, 0), (9, 0), (9, 12), (15, 0), (15, 20), (22, 0)] {
            let mut rng = Rng::from_seed(u64::from(size));
            let mut start = Board::new(size);
            let points: Vec<Point> = start.points().collect();
            for _ in 0..blocked {
                let empty: Vec<Point> = start.empty_points().collect();
                start.block(empty[rng.below(empty.len())]);
            }
            let mut patterns = PatternBoard::new(&start, Arc::clone(&tables));
            for step in 0..1500 {
                // Mostly pushes for a while, then mostly pops, so that the board fills and empties.
                let point = points[rng.below(points.len())];
                let grows = rng.chance_permille(if step / 150 % 2 == 0 { 800 } else { 200 });
                if grows && patterns.board().is_empty_at(point) {
                    patterns.push(point, Side::ALL[rng.below(2)]);
                } else {
                    patterns.pop();
                }
                if step % 10 == 0 {
                    assert_same(&patterns, &PatternBoard::new(patterns.board(), Arc::clone(&tables)));
                }
            }
            while patterns.pop().is_some() {}
            assert_same(&patterns, &PatternBoard::new(&start, Arc::clone(&tables)));
        }
    }
}

/// Lists both sides' combinations at every point; default values on stones.
fn combos(patterns: &PatternBoard) -> Vec<Combos> {
    let combos = |point| match patterns.board().is_empty_at(point) {
        true => Side::ALL.map(|side| patterns.combo(point, side)),
        false => Combos::default(),
    };
    patterns.board().points().map(combos).collect()
}

#[test]
fn whatever_some_stones_changed_is_among_the_changed_points() {
    let mut rng = Rng::from_seed(8);
    for rule in Rule::ALL {
        let mut patterns = PatternBoard::new(&Board::new(15), Arc::new(Tables::new(rule)));
        let points: Vec<Point> = patterns.board().points().collect();
        let seen = |patterns: &PatternBoard| -> Vec<(Combos, [PairCode; Direction::COUNT])> {
            let codes = |point: &Point| match patterns.board().is_empty_at(*point) {
                true => Direction::ALL.map(|direction| patterns.code(*point, direction)),
                false => [0; Direction::COUNT],
            };
            combos(patterns).into_iter().zip(points.iter().map(codes)).collect()
        };
        let (mut boards, mut changed) = (vec![seen(&patterns)], Vec::new());
        for _ in 0..400 {
            let point = points[rng.below(points.len())];
            if patterns.board().is_empty_at(point) && rng.chance_permille(600) {
                patterns.push(point, Side::ALL[rng.below(2)]);
                boards.push(seen(&patterns));
            } else if patterns.pop().is_some() {
                boards.pop();
            }
            let stones = rng.below(boards.len().min(6));
            patterns.changed_points(stones, &mut changed);
            let (before, after) = (&boards[boards.len() - 1 - stones], &boards[boards.len() - 1]);
            for (point, (before, after)) in points.iter().zip(before.iter().zip(after)) {
                let count = changed.iter().filter(|changed| *changed == point).count();
                assert!(count == 1 || count == 0 && before == after, "{point} after {stones} stones");
            }
        }
    }
}

/// Finds the shape of a line by trial of its definition, at most four stones deep.
fn shape_by_trying(line: Line, five: Five) -> Shape {
    let empty = |line: Line| (-REACH..=REACH).filter(move |&offset| line.is_empty_at(offset));
    let fives = |line: Line| -> Vec<i8> { empty(line).filter(|&offset| line.with(offset).is_five(five)).collect() };
    if line.is_five(five) {
        return Shape::Five;
    }
    if line.run_len() >= 5 {
        return Shape::Overline;
    }
    let can_be_stopped = empty(line).any(|offset| fives(line.against(offset)).is_empty());
    match fives(line)[..] {
        [_, _] if can_be_stopped => Shape::Four,
        [left, right] if right - left == 5 => Shape::StraightFour,
        [_, _] => Shape::TwoFours,
        [_] => Shape::Four,
        [] => {
            let next: Vec<Shape> = empty(line).map(|offset| shape_by_trying(line.with(offset), five)).collect();
            let leads = |to: &[Shape]| next.iter().any(|shape| to.contains(shape));
            if leads(&[Shape::StraightFour]) {
                Shape::OpenThree
            } else if leads(&[Shape::Four, Shape::TwoFours]) {
                Shape::SleepingThree
            } else if leads(&[Shape::OpenThree]) {
                Shape::Two
            } else if leads(&[Shape::SleepingThree]) {
                Shape::SleepingTwo
            } else {
                Shape::None
            }
        }
        _ => panic!("a run has two ends: {line:?}"),
    }
}

/// Lists every line with its table index.
fn lines() -> impl Iterator<Item = (usize, Line)> {
    let halves = || 0..HALVES as Half;
    let pairs = halves().flat_map(move |on| halves().map(move |back| (back, on)));
    pairs.filter_map(|(back, on)| Some((shape::place(back, on), shape::line(back, on)?)))
}

#[test]
fn there_are_as_many_lines_as_halves_have_ends() {
    // Halves of up to four cells before an enemy or the edge, or five: twice 1 + 2 + 4 + 8 + 16, plus 32.
    assert_eq!(lines().count(), 94 * 94);
}

#[test]
fn shapes_are_what_trying_finds() {
    for five in Five::ALL {
        let shapes = shape::table(five);
        let mut seen = [0; Shape::COUNT];
        for (place, line) in lines() {
            let [back, on] = [place % HALVES, place / HALVES].map(|half| half as Half);
            let is_asked = [back, on].into_iter().all(|half| half < ENEMY || five.can_be_blocked())
                && [back, on].into_iter().all(|half| half % ENEMY < 2 << shape::reach(five));
            // Trials of lines with many empty cells take long.
            if is_asked && (-REACH..=REACH).filter(|&offset| line.is_empty_at(offset)).count() <= 6 {
                let shape = shapes[place];
                assert_eq!(shape, shape_by_trying(line, five), "{line:?}, {five:?}");
                seen[shape.index()] += 1;
            }
        }
        let expected = if five.is_exact() { Shape::COUNT } else { Shape::COUNT - 1 };
        assert_eq!(seen.iter().filter(|&&count| count > 0).count(), expected, "{seen:?}");
    }
}

#[test]
fn a_line_is_never_a_four_and_a_three_at_once() {
    for (_, line) in lines() {
        if line.run_len() < 5 && line.fours(Five::Exact) != Fours::None {
            assert_eq!(line.straight_four_points(Five::Exact), [None, None], "{line:?}");
        }
    }
}

#[test]
fn shapes_by_name() {
    /// Reads eleven cells: `B` own, `_` empty, `W` enemy, `#` off the board, the middle `p`.
    #[track_caller]
    fn check(text: &str, free: Shape, exact: Shape, caro: Shape) {
        let cell = |offset: i8| match text.as_bytes()[(REACH + offset) as usize] {
            b'_' => Some(None),
            b'B' => Some(Some(Side::First)),
            b'W' => Some(Some(Side::Second)),
            _ => None,
        };
        let shape = |rule| {
            let code = pair::code(pair::reach(rule), cell);
            Shape::ALL[usize::from(pair::table(rule)[code as usize] & 15)]
        };
        let rules = [Rule::Freestyle, Rule::Standard, Rule::Caro];
        assert_eq!(rules.map(shape), [free, exact, caro], "{text}");
    }
    use Shape::{
        Five, Four, None as Nothing, OpenThree, Overline, SleepingThree, SleepingTwo, StraightFour, Two, TwoFours,
    };
    check("_____p_____", Nothing, Nothing, Nothing);
    check("_____pB____", Two, Two, Two);
    check("_____p__B__", Two, Two, Two);
    check("____WpB____", SleepingTwo, SleepingTwo, SleepingTwo);
    check("____BpB____", OpenThree, OpenThree, OpenThree);
    check("____Bp_B___", OpenThree, OpenThree, OpenThree);
    check("___WBpB____", SleepingThree, SleepingThree, SleepingThree);
    check("__W_BpB_W__", SleepingThree, SleepingThree, Nothing);
    check("__#_BpB_W__", SleepingThree, SleepingThree, SleepingThree);
    check("__W_BpB____", OpenThree, OpenThree, SleepingThree);
    check("__WWBpB_W__", Nothing, Nothing, Nothing);
    check("____BpBB___", StraightFour, StraightFour, StraightFour);
    check("__W_BpBB___", StraightFour, StraightFour, Four);
    check("__#_BpBB___", StraightFour, StraightFour, StraightFour);
    check("___WBpBB___", Four, Four, Four);
    check("___WBpBB_W_", Four, Four, Nothing);
    check("___#BpBB_W_", Four, Four, Four);
    check("__B_BpB_B__", TwoFours, TwoFours, TwoFours);
    check("_WB_BpB_B__", TwoFours, TwoFours, Four);
    check("___BBpBB___", Five, Five, Five);
    check("__WBBpBBW__", Five, Five, Overline);
    check("__WBBpBB##_", Five, Five, Five);
    check("___BBpBBB__", Five, Overline, Overline);
    check("____BpBB_B_", StraightFour, Four, Four);
    check("__B_BpBB_B_", StraightFour, Nothing, Nothing);
}

#[test]
fn classes_find_fives_and_fouls() {
    let mut rng = Rng::from_seed(99);
    let mut fouls = 0;
    for rule in Rule::ALL {
        let tables = Arc::new(Tables::new(rule));
        for _ in 0..60 {
            let mut board = Board::new(15);
            for _ in 0..55 {
                let point = Point::new(3 + rng.below(9) as u8, 3 + rng.below(9) as u8);
                if board.is_empty_at(point) {
                    board.place(point, Side::ALL[usize::from(rng.chance_permille(400))]);
                }
            }
            let patterns = PatternBoard::new(&board, Arc::clone(&tables));
            for side in Side::ALL {
                for point in board.empty_points() {
                    let class = patterns.class(point, side);
                    assert_eq!(class == Class::Five, win::makes_five(&board, rule, side, point), "{point}");
                    let foul = if rule.has_fouls(side) { forbidden::foul(&board, point) } else { None };
                    assert_eq!(patterns.foul(point, side), foul, "{point}");
                    let is_certain = matches!(foul, Some(forbidden::Foul::Overline | forbidden::Foul::DoubleFour));
                    assert_eq!(class == Class::Forbidden, is_certain, "{point}");
                    fouls += u32::from(foul.is_some());
                }
                for class in Class::ALL.into_iter().filter(|class| class.is_threat()) {
                    let listed = patterns.points_at_least(side, class).count();
                    assert_eq!(listed > 0, patterns.has_at_least(side, class));
                    let counted: u16 = Class::ALL[class.index()..].iter().map(|&c| patterns.count_of(side, c)).sum();
                    assert_eq!(listed, usize::from(counted));
                }
            }
        }
    }
    assert!(fouls > 100, "{fouls}");
}

#[test]
fn combined_classes() {
    #[track_caller]
    fn check(rule: Rule, black: &[&str], white: &[&str], at: &str, class: Class) {
        let mut board = Board::new(15);
        for (names, side) in [(black, Side::First), (white, Side::Second)] {
            for name in names {
                board.place(name.parse().expect("a point"), side);
            }
        }
        let patterns = PatternBoard::new(&board, Arc::new(Tables::new(rule)));
        assert_eq!(patterns.class(at.parse().expect("a point"), Side::First), class, "{at}");
    }
    let threes = ["g8", "i8", "h7", "h9"];
    check(Rule::Freestyle, &threes, &[], "h8", Class::DoubleThree);
    check(Rule::Renju, &threes, &[], "h8", Class::DoubleThree);
    let four_three = ["e8", "f8", "g8", "h9", "h7"];
    check(Rule::Renju, &four_three, &["d8"], "h8", Class::FourThree);
    check(Rule::Renju, &four_three, &["d8", "h10", "h6"], "h8", Class::Four);
    let fours = ["e8", "f8", "g8", "h5", "h6", "h7"];
    check(Rule::Freestyle, &fours, &["d8", "h4"], "h8", Class::DoubleFour);
    check(Rule::Renju, &fours, &["d8", "h4"], "h8", Class::Forbidden);
    check(Rule::Standard, &fours, &[], "h8", Class::StraightFour);
    check(Rule::Freestyle, &["h8"], &[], "i8", Class::Two);
    check(Rule::Freestyle, &[], &[], "i8", Class::Quiet);
    let six = ["d8", "e8", "f8", "h8", "i8"];
    check(Rule::Freestyle, &six, &[], "g8", Class::Five);
    check(Rule::Standard, &six, &[], "g8", Class::Quiet);
    check(Rule::Renju, &six, &[], "g8", Class::Forbidden);
    // A four whose five would be blocked at both ends is no four, and a blocked five does not win.
    let four = ["e8", "f8", "g8"];
    check(Rule::Standard, &four, &["d8", "j8"], "h8", Class::Four);
    check(Rule::Caro, &four, &["d8", "j8"], "h8", Class::Quiet);
    check(Rule::Caro, &four, &["d8"], "h8", Class::Four);
    let five = ["e8", "f8", "g8", "h8"];
    check(Rule::Caro, &five, &["d8", "j8"], "i8", Class::Quiet);
    check(Rule::Caro, &five, &["d8"], "i8", Class::Five);
    check(Rule::Caro, &["a8", "b8", "c8", "d8"], &["f8"], "e8", Class::Five);
    check(Rule::Caro, &fours, &[], "h8", Class::StraightFour);
    check(Rule::Caro, &fours, &["c8", "h4"], "h8", Class::DoubleFour);
}

#[test]
fn the_tables_are_made_in_no_time_and_a_move_costs_little() {
    let best = |run: &dyn Fn()| {
        let timed = || {
            let start = Instant::now();
            run();
            start.elapsed()
        };
        (0..5).map(|_| timed()).min().unwrap_or_default()
    };
    for rule in Rule::ALL {
        let made = best(&|| assert_eq!(Tables::new(rule).rule(), rule));
        println!("tables of {rule}: {made:?}");
        // The goal is 20 ms in a release build on an idle machine; tests run unoptimised and in parallel.
        assert!(made < Duration::from_millis(200), "{made:?}");
    }
    let tables = Arc::new(Tables::new(Rule::Renju));
    let mut rng = Rng::from_seed(5);
    let mut board = Board::new(15);
    for point in Board::new(15).points().filter(|_| rng.chance_permille(300)) {
        board.place(point, Side::ALL[point.index() % 2]);
    }
    let empty: Vec<Point> = board.empty_points().collect();
    let moves = best(&|| {
        let mut patterns = PatternBoard::new(&board, Arc::clone(&tables));
        for _ in 0..20 {
            for &point in &empty {
                patterns.push(point, Side::First);
                patterns.pop();
            }
        }
    });
    println!("a stone that comes and goes: {:?}", moves / (20 * empty.len() as u32));
}

/// Lists the variants of an enum in `source` with the diagrams of their comments.
fn diagrams(source: &'static str) -> Vec<(&'static str, &'static str)> {
    let (mut pending, mut found) = (Vec::new(), Vec::new());
    for line in source.lines().map(str::trim) {
        let is_diagram = |text: &&str| text.len() > 1 && text.chars().all(|c| "O_ +".contains(c));
        match line.strip_prefix("///") {
            None if line.starts_with('#') => {}
            Some(comment) => pending.extend(comment.split('`').skip(1).step_by(2).filter(is_diagram)),
            None => found.extend(pending.drain(..).map(|diagram| (line.trim_end_matches(','), diagram))),
        }
    }
    found
}

/// Returns the shape of a diagram's line under `rule`, with any stone as the last. Of two fours only a shared stone
/// makes both.
fn shape_of(diagram: &str, rule: Rule) -> Shape {
    let size = diagram.len() as u8;
    let point = |column: usize| Point::new(column as u8, 7);
    let stones = diagram.bytes().enumerate().filter(|&(_, cell)| cell == b'O').map(|(column, _)| column);
    let shapes = stones.clone().map(|last| {
        let mut board = Board::new(15);
        // An enemy stone ends the diagram on one side, the edge on the other.
        board.place(point(usize::from(size)), Side::Second);
        stones.clone().filter(|&column| column != last).for_each(|column| board.place(point(column), Side::First));
        PatternBoard::new(&board, Arc::new(Tables::new(rule))).shape(point(last), Side::First, Direction::Horizontal)
    });
    let shapes: Vec<Shape> = shapes.collect();
    let made = shapes.iter().copied().max().expect("a diagram has a stone");
    assert!(made == Shape::TwoFours || shapes.iter().all(|&shape| shape == made), "{diagram} {rule:?}: {shapes:?}");
    made
}

#[test]
fn the_diagrams_are_true() {
    let shapes = diagrams(include_str!("shape.rs"));
    for shape in Shape::ALL {
        assert!(shapes.iter().any(|(name, _)| *name == format!("{shape:?}")), "{shape:?} has no diagram");
    }
    for (name, diagram) in shapes {
        let rules = if name == "Overline" { &[Rule::Standard][..] } else { &[Rule::Freestyle, Rule::Standard] };
        for &rule in rules {
            assert_eq!(format!("{:?}", shape_of(diagram, rule)), name, "{diagram} {rule:?}");
        }
    }
    let classes = diagrams(include_str!("class.rs"));
    for class in Class::ALL {
        assert!(classes.iter().any(|(name, _)| *name == format!("{class:?}")), "{class:?} has no diagram");
    }
    for (name, diagram) in classes {
        let has_fouls = name == "Forbidden";
        let rule = if has_fouls { Rule::Standard } else { Rule::Freestyle };
        assert_eq!(format!("{:?}", Class::of(shapes_of(diagram, rule), has_fouls)), name, "{diagram}");
    }
}

/// Returns the shapes of the lines of a diagram, joined by `+`.
fn shapes_of(diagram: &str, rule: Rule) -> [Shape; Direction::COUNT] {
    let mut shapes = [Shape::None; Direction::COUNT];
    diagram.split(" + ").zip(&mut shapes).for_each(|(line, shape)| *shape = shape_of(line, rule));
    shapes
}

#[test]
fn the_diagrams_of_combinations_are_the_same_in_any_direction() {
    let diagrams = diagrams(include_str!("combo.rs"));
    let diagrams: Vec<_> = diagrams.iter().filter(|(name, _)| name.starts_with("pub struct Combo")).collect();
    let mut seen = Vec::new();
    for (_, diagram) in &diagrams {
        let mut shapes = shapes_of(diagram, Rule::Freestyle);
        let of = |shapes: [Shape; Direction::COUNT]| {
            Combo::of_nibbles(shapes.iter().rev().fold(0, |bits, &shape| bits << 4 | shape as u16))
        };
        let combo = of(shapes);
        for _ in 0..Direction::COUNT {
            shapes.rotate_left(1);
            assert_eq!(of(shapes), combo, "{diagram}");
        }
        shapes.sort_unstable();
        assert_eq!(combo.shapes(), shapes, "{diagram}");
        assert!(!seen.contains(&combo), "{diagram} is there twice");
        seen.push(combo);
    }
    assert_eq!(seen.len(), 4);
    assert_eq!(Class::of(seen[2].shapes(), false), Class::FourThree);
}

#[test]
fn the_diagrams_of_pairs_are_true() {
    let rows = include_str!("pair.rs").lines().filter_map(|line| line.strip_prefix("/// | `"));
    let table = pair::table(Rule::Freestyle);
    let mut count = 0;
    for row in rows {
        let [line, first, second] = row.trim_end_matches("` |").split("` | `").collect::<Vec<_>>()[..] else {
            panic!("{row} has three columns")
        };
        let point = line.find('*').expect("a point") as i8;
        let cell = |offset: i8| match line.as_bytes().get(usize::try_from(point + offset).ok()?)? {
            b'O' => Some(Some(Side::First)),
            b'X' => Some(Some(Side::Second)),
            _ => Some(None),
        };
        let shapes = table[pair::code(pair::reach(Rule::Freestyle), cell) as usize];
        let found = [shapes & 15, shapes >> 4].map(|shape| format!("{:?}", Shape::ALL[usize::from(shape)]));
        assert_eq!(found, [first, second], "{line}");
        count += 1;
    }
    assert_eq!(count, 5);
}
