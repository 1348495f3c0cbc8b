use duiyi_core::classics::ClassicFinding;

use super::*;

const TODAY: Day = 20_000;

fn room() -> PuzzleTrainer {
    PuzzleTrainer::open(None).0
}

/// Returns a legal move that is not the solution.
fn wrong_move(room: &PuzzleTrainer) -> String {
    let attempt = room.attempt().unwrap();
    attempt.game().legal_moves().into_iter().find(|mv| Some(mv.as_str()) != attempt.wanted()).unwrap()
}

/// Plays the line to its end.
fn solve(room: &mut PuzzleTrainer) {
    while let Some(mv) = room.attempt().unwrap().wanted().map(str::to_owned) {
        room.play(&mv, TODAY).unwrap();
    }
}

#[test]
fn the_daily_puzzle_is_the_same_for_everybody_and_another_every_day() {
    for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
        let of = |day| room().begin(PuzzleRequest::Daily { game: kind }, day).unwrap().puzzle().id();
        assert_eq!(of(TODAY), of(TODAY));
        let days: std::collections::BTreeSet<String> = (TODAY..TODAY + 30).map(of).collect();
        let all = collection().puzzles().iter().filter(|puzzle| puzzle.start.kind() == kind).count();
        assert!(days.len() > all.min(30) / 2, "{} of {all}", days.len());
    }
}

#[test]
fn a_puzzle_solved_at_once_is_solved_and_does_not_come_again() {
    let mut room = room();
    room.begin(PuzzleRequest::Daily { game: GameKind::Xiangqi }, TODAY).unwrap();
    assert!(!room.overview(TODAY).daily[0].solved);
    solve(&mut room);
    let overview = room.overview(TODAY);
    assert_eq!((overview.streak, overview.due), (1, 0));
    assert!(overview.daily[0].solved && !overview.daily[1].solved);
    assert_eq!(room.overview(TODAY + 400).due, 0);
    let themes = ThemeSet::of(room.attempt().unwrap().puzzle()).into_iter();
    let solved = overview.shelves.iter().filter(|shelf| shelf.solved > 0).map(|shelf| (shelf.theme, shelf.solved));
    assert_eq!(solved.collect::<Vec<_>>(), themes.map(|theme| (theme, 1)).collect::<Vec<_>>());
}

#[test]
fn a_wrong_move_is_noted_once_and_the_puzzle_comes_again() {
    let mut room = room();
    let id = room.begin(PuzzleRequest::Daily { game: GameKind::Gomoku }, TODAY).unwrap().puzzle().id();
    for _ in 0..2 {
        let wrong = wrong_move(&room);
        assert_eq!(room.play(&wrong, TODAY).unwrap().1, AttemptVerdict::Wrong);
        assert!(room.play(&wrong, TODAY).is_err(), "the wrong move stands there");
        room.take_back().unwrap();
    }
    solve(&mut room);
    let tried = room.progress().tried(&id);
    assert_eq!((tried.solved, tried.missed), (1, 1));
    assert_eq!(room.overview(TODAY).due, 0);
    let due = tried.memory.unwrap().due;
    assert_eq!(room.overview(due).due, 1);
    assert_eq!(room.begin(PuzzleRequest::Due, due).unwrap().puzzle().id(), id);
    solve(&mut room);
    assert!(room.progress().tried(&id).memory.unwrap().due > due);
}

#[test]
fn hints_cost_less_than_the_solution() {
    let mut room = room();
    let id = room.begin(PuzzleRequest::Daily { game: GameKind::Xiangqi }, TODAY).unwrap().puzzle().id();
    room.ask(TODAY).unwrap();
    solve(&mut room);
    let nudged = room.progress().tried(&id);
    assert_eq!((nudged.solved, nudged.missed), (1, 0));
    assert!(nudged.memory.is_some());
    room.begin(PuzzleRequest::Daily { game: GameKind::Gomoku }, TODAY).unwrap();
    room.show(TODAY).unwrap();
    let attempt = room.attempt().unwrap();
    assert!(attempt.is_over() && attempt.shown());
    let shown = room.progress().tried(&attempt.puzzle().id());
    assert_eq!((shown.solved, shown.missed), (0, 1));
}

#[test]
fn fresh_puzzles_are_of_the_kind_and_not_the_one_that_was_seen() {
    let mut room = room();
    let shelves = room.overview(TODAY).shelves;
    let shelf = shelves.iter().find(|shelf| shelf.theme == PuzzleTheme::FourThree && shelf.count > 1).unwrap();
    let wish = PuzzleRequest::Fresh { game: GameKind::Gomoku, theme: Some(shelf.theme), grade: Some(shelf.grade) };
    let mut before = String::new();
    for _ in 0..20 {
        let puzzle = room.begin(wish, TODAY).unwrap().puzzle();
        assert!(ThemeSet::of(puzzle).contains(shelf.theme) && puzzle.grade == shelf.grade);
        assert_ne!(puzzle.id(), before);
        before = puzzle.id();
    }
    let odd = PuzzleRequest::Fresh { game: GameKind::Xiangqi, theme: Some(PuzzleTheme::Vct), grade: None };
    assert_eq!(room.begin(odd, TODAY).unwrap_err().0.code, "no-puzzle");
    assert_eq!(room.begin(PuzzleRequest::Own, TODAY).unwrap_err().0.code, "no-puzzle");
    assert_eq!(room.begin(PuzzleRequest::Due, TODAY).unwrap_err().0.code, "no-puzzle");
}

#[test]
fn every_theme_that_is_listed_has_puzzles_of_its_game() {
    let shelves = room().overview(TODAY).shelves;
    for game in [GameKind::Xiangqi, GameKind::Gomoku] {
        let mut counts: BTreeMap<PuzzleTheme, usize> = BTreeMap::new();
        for shelf in shelves.iter().filter(|shelf| shelf.game == game) {
            assert!(shelf.theme.suits(game), "{:?}", shelf.theme);
            *counts.entry(shelf.theme).or_default() += shelf.count;
        }
        println!("{game}: {counts:?}");
        // The rarest named mate, the cannons of heaven and earth, has three.
        assert!(counts.len() >= 11 && counts.values().all(|&count| count >= 3), "{counts:?}");
        // A puzzle counts for each of its themes, and has at least one.
        let puzzles = collection().puzzles().iter().filter(|puzzle| puzzle.start.kind() == game).count();
        assert!(counts.values().sum::<usize>() >= puzzles, "{counts:?}");
    }
}

#[test]
fn the_day_is_told_with_its_boards() {
    let today = room().today(TODAY);
    assert!(today.shelves.is_empty());
    for daily in today.daily {
        let mut room = room();
        let puzzle = room.begin(PuzzleRequest::Daily { game: daily.game }, TODAY).unwrap().puzzle();
        assert_eq!(daily.placement, puzzle.start.game().placement());
        assert_eq!((daily.side, daily.moves), (puzzle.start.side_to_move(), puzzle.moves()));
    }
}

#[test]
fn an_own_mistake_comes_as_a_puzzle() {
    let mut room = room();
    let start = room.begin(PuzzleRequest::Daily { game: GameKind::Xiangqi }, TODAY).unwrap().puzzle().clone();
    let other = wrong_move(&room);
    let own = Puzzle::of_mistake(start.start.clone(), vec![start.line[0].clone()], vec![other.clone()]);
    assert_eq!((room.keep(std::slice::from_ref(&own)).unwrap(), room.keep(&[own]).unwrap()), (1, 0));
    assert_eq!(room.overview(TODAY).own, 1);
    for good in [&start.line[0], &other] {
        assert_eq!(room.begin(PuzzleRequest::Own, TODAY).unwrap().puzzle().goal, PuzzleGoal::Better);
        assert_eq!(room.play(good, TODAY).unwrap().1, AttemptVerdict::Solved);
        assert_eq!(room.attempt().unwrap().wanted(), None);
    }
}

/// Mistakes from own games: the positions of three built-in puzzles.
fn own_mistakes() -> [Puzzle; 3] {
    let mistake = |puzzle: &Puzzle| Puzzle::of_mistake(puzzle.start.clone(), vec![puzzle.line[0].clone()], Vec::new());
    std::array::from_fn(|at| mistake(&collection().puzzles()[at]))
}

#[test]
fn own_mistakes_that_are_given_up_come_in_turn() {
    let mut room = room();
    let own = own_mistakes();
    room.keep(&own).unwrap();
    let mut next = || {
        let id = room.begin(PuzzleRequest::Own, TODAY).unwrap().puzzle().id();
        room.show(TODAY).unwrap();
        id
    };
    let ids = own.map(|puzzle| puzzle.id());
    let came: Vec<String> = (0..6).map(|_| next()).collect();
    assert_eq!(came, [&ids[..], &ids[..]].concat());
}

#[test]
fn a_due_puzzle_that_cannot_be_recorded_does_not_hide_the_others() {
    let temp = tempfile::tempdir().unwrap();
    let (mut room, _) = PuzzleTrainer::open(Some(temp.path().to_owned()));
    room.keep(&own_mistakes()).unwrap();
    for _ in 0..3 {
        room.begin(PuzzleRequest::Own, TODAY).unwrap();
        room.show(TODAY).unwrap();
    }
    let later = TODAY + 100;
    assert_eq!(room.today(later).due, 3);
    drop(temp);
    let ids: std::collections::BTreeSet<String> = (0..3)
        .map(|_| {
            room.begin(PuzzleRequest::Due, later).unwrap();
            solve(&mut room);
            assert!(room.unsaved().is_some());
            room.attempt().unwrap().puzzle().id()
        })
        .collect();
    assert_eq!(ids.len(), 3);
}

#[test]
fn a_daily_puzzle_that_comes_again_is_to_be_solved_again() {
    let mut room = room();
    let wish = PuzzleRequest::Daily { game: GameKind::Xiangqi };
    let solved = |room: &PuzzleTrainer, day| {
        room.today(day).daily.iter().find(|daily| daily.game == GameKind::Xiangqi).unwrap().solved
    };
    let id = room.begin(wish, TODAY).unwrap().puzzle().id();
    assert!(!solved(&room, TODAY));
    solve(&mut room);
    assert!(solved(&room, TODAY));
    let is_again = |day: &Day| collection().daily(GameKind::Xiangqi, *day).unwrap().id() == id;
    let again = (TODAY + 1..).find(is_again).unwrap();
    assert!(!solved(&room, again));
}

#[test]
fn wrong_moves_are_refuted() {
    let mut room = room();
    let mut answered = 0;
    for day in TODAY..TODAY + 6 {
        for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
            room.begin(PuzzleRequest::Daily { game: kind }, day).unwrap();
            let wrong = wrong_move(&room);
            room.play(&wrong, day).unwrap();
            let game = room.attempt().unwrap().game();
            let refutation = Refuter::default().refute(game).unwrap();
            // The other side has an answer, or the game ends with this move.
            assert_eq!(refutation.line.is_empty(), game.outcome().is_some(), "{wrong}");
            answered += usize::from(!refutation.line.is_empty());
        }
    }
    assert!(answered >= 10, "{answered}");
}

#[test]
fn without_a_puzzle_nothing_can_be_done_to_it() {
    let mut room = room();
    assert_eq!(room.play("h8", TODAY).unwrap_err().0.code, "no-puzzle");
    assert!(room.take_back().is_err() && room.ask(TODAY).is_err() && room.show(TODAY).is_err());
}

#[test]
fn progress_that_cannot_be_written_is_reported_and_the_puzzle_goes_on() {
    let temp = tempfile::tempdir().unwrap();
    let (mut room, _) = PuzzleTrainer::open(Some(temp.path().to_owned()));
    room.begin(PuzzleRequest::Daily { game: GameKind::Gomoku }, TODAY).unwrap();
    drop(temp);
    let wrong = wrong_move(&room);
    room.play(&wrong, TODAY).unwrap();
    assert_eq!(room.unsaved().unwrap().0.code, "missing-folder");
    room.take_back().unwrap();
    solve(&mut room);
    assert!(room.attempt().unwrap().is_over());
}

/// The composition whose second first move mates soonest, by proof.
fn second_solution() -> (usize, String) {
    let found = classics::puzzles().filter_map(|(index, _)| {
        let (mv, finding) = classics::composition(index).unwrap().judgement.as_ref()?.other?;
        let ClassicFinding::Proved { moves, .. } = finding else { return None };
        Some((moves, index, mv.to_string()))
    });
    let (_, index, mv) = found.min().expect("some composition has two proved solutions");
    (index, mv)
}

#[test]
fn any_sound_line_solves_a_composition() {
    let (index, other) = second_solution();
    let mut room = room();
    let manual = room.begin(PuzzleRequest::Classic { index }, TODAY).unwrap().puzzle().line.clone();
    assert_eq!(room.classic(), Some(index));
    assert_ne!(manual[0], other);
    let (_, verdict) = room.play(&other, TODAY).unwrap();
    assert_ne!(verdict, AttemptVerdict::Wrong, "{other} mates");
    solve(&mut room);
    let attempt = room.attempt().unwrap();
    assert!(attempt.is_over() && attempt.misses() == 0 && attempt.puzzle().line[0] == other);
    assert_eq!(room.solved_classics(), [index]);
    assert_eq!(room.overview(TODAY).streak, 1);
}

#[test]
fn a_move_that_gives_the_win_away_is_wrong_and_a_composition_is_not_scheduled() {
    let (index, _) = second_solution();
    let mut room = room();
    let puzzle = room.begin(PuzzleRequest::Classic { index }, TODAY).unwrap().puzzle().clone();
    // The worst move of the first ten that are not the line's: one of them must not win.
    let moves: Vec<String> = puzzle.start.game().legal_moves().into_iter().filter(|mv| *mv != puzzle.line[0]).collect();
    let wrong = moves.iter().take(10).any(|mv| {
        let is_wrong = room.play(mv, TODAY).unwrap().1 == AttemptVerdict::Wrong;
        if !is_wrong {
            room.begin(PuzzleRequest::Classic { index }, TODAY).unwrap();
        }
        is_wrong
    });
    assert!(wrong, "every move wins");
    room.take_back().unwrap();
    solve(&mut room);
    let tried = room.progress().tried(&puzzle.id());
    assert!(tried.solved > 0 && tried.missed == 0 && tried.memory.is_none());
    assert_eq!(room.overview(TODAY + 30).due, 0);
}

#[test]
fn the_next_composition_is_one_that_can_be_solved() {
    let mut room = room();
    let (first, _) = classics::puzzles().next().unwrap();
    room.begin(PuzzleRequest::Classic { index: first }, TODAY).unwrap();
    room.begin(PuzzleRequest::Classic { index: first + 1 }, TODAY).unwrap();
    assert!(room.classic().unwrap() > first);
    assert!(room.begin(PuzzleRequest::Classic { index: usize::MAX }, TODAY).is_err());
    room.begin(PuzzleRequest::Daily { game: GameKind::Xiangqi }, TODAY).unwrap();
    assert_eq!(room.classic(), None);
}

thread_local! {
    /// The time of the trainers of one test.
    static NOW: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A trainer whose clock is [`NOW`].
fn room_with_clock() -> PuzzleTrainer {
    PuzzleTrainer { now: || Stamp(NOW.get()), ..room() }
}

#[test]
fn a_timed_run_counts_solved_puzzles_and_ends_at_the_third_miss() {
    let mut room = room_with_clock();
    let mut wish = PuzzleRequest::Run { game: GameKind::Xiangqi };
    for solved in 0..4 {
        room.begin(wish, TODAY).unwrap();
        assert_eq!(room.run().unwrap().solved, solved);
        solve(&mut room);
        wish = PuzzleRequest::NextOfRun;
    }
    for missed in 1..=3 {
        room.begin(wish, TODAY).unwrap();
        let wrong = wrong_move(&room);
        assert_eq!(room.play(&wrong, TODAY).unwrap().1, AttemptVerdict::Wrong);
        let id = room.attempt().unwrap().puzzle().id();
        assert_eq!((room.run().unwrap().missed, room.progress().tried(&id).missed), (missed, 1));
        assert!(room.progress().tried(&id).memory.is_some(), "a missed puzzle comes again");
    }
    let run = room.run().unwrap();
    assert_eq!((run.solved, run.end, run.best), (4, Some(RunEnd::Misses), None));
    assert_eq!(room.begin(PuzzleRequest::NextOfRun, TODAY).unwrap_err().0.code, "no-puzzle");
    assert_eq!(room.today(TODAY).runs, [BestRun { game: GameKind::Xiangqi, solved: 4 }]);
    room.begin(PuzzleRequest::Run { game: GameKind::Xiangqi }, TODAY).unwrap();
    assert_eq!(room.run().unwrap().best, Some(4));
    solve(&mut room);
    assert_eq!(room.progress().best(GameKind::Xiangqi), Some(4), "a worse run changes nothing");
}

#[test]
fn a_timed_run_ends_with_its_time() {
    let mut room = room_with_clock();
    room.begin(PuzzleRequest::Run { game: GameKind::Gomoku }, TODAY).unwrap();
    NOW.set(TimedRun::TIME.0 - 1);
    assert_eq!(room.run().unwrap().left, Millis(1));
    NOW.set(TimedRun::TIME.0);
    let mv = room.attempt().unwrap().wanted().unwrap().to_owned();
    assert_eq!(room.play(&mv, TODAY).unwrap_err().0.code, "not-now");
    assert_eq!(room.run().unwrap().end, Some(RunEnd::Time));
    assert_eq!(room.progress().best(GameKind::Gomoku), None);
}

#[test]
fn a_timed_run_has_no_help_and_ends_with_another_puzzle() {
    let mut room = room_with_clock();
    room.begin(PuzzleRequest::Run { game: GameKind::Gomoku }, TODAY).unwrap();
    for refused in [room.ask(TODAY), room.show(TODAY), room.take_back()] {
        assert_eq!(refused.unwrap_err().0.code, "not-now");
    }
    assert!(room.begin(PuzzleRequest::NextOfRun, TODAY).is_err(), "no puzzle is skipped");
    room.stop_run().unwrap();
    assert_eq!(room.run().unwrap().end, Some(RunEnd::Stopped));
    assert!(room.begin(PuzzleRequest::NextOfRun, TODAY).is_err());
    room.begin(PuzzleRequest::Daily { game: GameKind::Gomoku }, TODAY).unwrap();
    assert_eq!(room.run(), None);
    room.ask(TODAY).unwrap();
    assert_eq!(room.begin(PuzzleRequest::NextOfRun, TODAY).unwrap_err().0.code, "no-puzzle");
}

#[test]
fn the_best_run_is_kept() {
    let temp = tempfile::tempdir().unwrap();
    let (mut room, _) = PuzzleTrainer::open(Some(temp.path().to_owned()));
    room.begin(PuzzleRequest::Run { game: GameKind::Gomoku }, TODAY).unwrap();
    solve(&mut room);
    let again = PuzzleTrainer::open(Some(temp.path().to_owned())).0;
    assert_eq!(again.today(TODAY).runs, [BestRun { game: GameKind::Gomoku, solved: 1 }]);
}

#[test]
fn an_own_set_is_solved_by_any_move_that_keeps_the_proof() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("rooks.txt");
    let (mate, follow) = ("4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1", "4k4/9/9/9/9/9/9/9/4N4/5K3 w - - 0 1;e1f3");
    std::fs::write(&file, format!("{mate}\n{follow}\n")).unwrap();
    let mut room = room();
    let import = room.add_set(sets::read(&file).unwrap()).unwrap();
    assert_eq!((import.name.as_str(), import.count, import.proved), ("rooks", 2, 1));
    let wish = PuzzleRequest::OwnSet { set: 0 };
    let puzzle = room.begin(wish, TODAY).unwrap().puzzle().clone();
    assert!(room.place().unwrap().proved);
    // Another first move that mates in time is right, one that does not is wrong.
    let game = puzzle.start.game();
    let mates = |mv: &String| {
        let mut game = game.clone();
        game.advance(mv).unwrap();
        proved::continuation(&game, puzzle.goal, puzzle.moves() - 1).is_some()
    };
    let moves: Vec<String> = game.legal_moves().into_iter().filter(|mv| *mv != puzzle.line[0]).collect();
    let (other, wrong) = (moves.iter().find(|mv| mates(mv)).unwrap(), moves.iter().find(|mv| !mates(mv)).unwrap());
    assert_eq!(room.play(wrong, TODAY).unwrap().1, AttemptVerdict::Wrong);
    room.take_back().unwrap();
    assert_ne!(room.play(other, TODAY).unwrap().1, AttemptVerdict::Wrong);
    solve(&mut room);
    assert_eq!(room.today(TODAY).sets[0].solved, 1);
    // The other puzzle follows the line of the file.
    room.begin(wish, TODAY).unwrap();
    assert_eq!((room.place().unwrap().number, room.place().unwrap().proved), (2, false));
    let wrong = wrong_move(&room);
    assert_eq!(room.play(&wrong, TODAY).unwrap().1, AttemptVerdict::Wrong);
    room.take_back().unwrap();
    solve(&mut room);
    let id = room.attempt().unwrap().puzzle().id();
    let due = room.progress().tried(&id).memory.unwrap().due;
    room.begin(PuzzleRequest::Daily { game: GameKind::Gomoku }, TODAY).unwrap();
    assert_eq!(room.begin(PuzzleRequest::Due, due).unwrap().puzzle().id(), id);
    assert_eq!(room.place().unwrap().number, 2);
    room.delete_set(0).unwrap();
    assert!(room.begin(wish, TODAY).is_err() && room.today(TODAY).sets.is_empty());
    room.begin(PuzzleRequest::Daily { game: GameKind::Xiangqi }, TODAY).unwrap();
    assert_eq!(room.place(), None);
}
