use duiyi_core::game::{Game, GameKind, Setup};
use tempfile::TempDir;

use super::*;
use crate::books::{BookEdit, BookList};

struct Table {
    folder: TempDir,
    list: BookList,
    id: String,
    trainer: RepertoireTrainer,
}

const TODAY: Day = 20_000;

impl Table {
    /// A book with these lines, and changes: line, weight, sign, remark of its last move.
    fn new(lines: &[&str], edits: &[(&str, i64, MoveSign, &str)]) -> Table {
        let folder = TempDir::new().expect("a folder");
        let (mut list, _) = BookList::load(Some(folder.path().to_owned()));
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        for line in lines {
            list.add_line(&id, &after(""), &words(line)).expect(line);
        }
        for &(line, weight, sign, remark) in edits {
            let mut words = words(line);
            let mv = words.pop().expect("a move");
            let edit = BookEdit { weight, sign, remark: remark.to_owned() };
            list.edit(&id, &after(&words.join(" ")), &mv, Some(edit)).expect(line);
        }
        let (mut trainer, notice) = RepertoireTrainer::open(Some(folder.path().to_owned()));
        assert!(notice.is_none());
        trainer.rng = Rng::from_seed(5);
        Table { folder, list, id, trainer }
    }

    fn begin(&mut self, side: Side, today: Day) {
        let path = self.list.find(&self.id).expect("its path");
        self.trainer.begin(&self.id, &path, "asian", side, today).expect("a training");
    }

    fn drill(&self) -> &Drill {
        self.trainer.drill().expect("a training")
    }

    fn board(&self) -> String {
        self.drill().path.join(" ")
    }

    fn answer(&mut self, mv: &str, today: Day) -> bool {
        self.trainer.answer(mv, today).unwrap_or_else(|why| panic!("{mv}: {why}")).1
    }
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn after(moves: &str) -> Game {
    graph::after(&Game::new(&Setup::usual(GameKind::Xiangqi)), &words(moves)).expect(moves)
}

#[test]
fn the_person_answers_and_the_opponent_replies_from_the_book() {
    let mut table = Table::new(&["h2e2 h9g7 h0g2", "h2e2 h9g7 c3c4"], &[]);
    table.begin(Side::First, TODAY);
    assert_eq!((table.board().as_str(), table.drill().state), ("", DrillState::Asking));
    assert_eq!(table.trainer.list(TODAY)[0].due, 2);
    // The other central cannon is the same move, and the reply its image.
    assert!(table.answer("b2e2", TODAY));
    assert_eq!((table.board().as_str(), table.drill().state), ("b2e2 b9c7", DrillState::Asking));
    assert!(table.answer("马八进七", TODAY), "in any notation, and in the image of the board");
    assert_eq!(table.drill().state, DrillState::LineEnd);
    assert_eq!((table.drill().right, table.drill().wrong), (2, 0));
    table.trainer.next(TODAY).expect("the end");
    assert_eq!(table.drill().state, DrillState::Done);
    assert_eq!(table.trainer.answer("h2e2", TODAY).expect_err("nothing is asked").0.code, "not-now");
    let row = &table.trainer.list(TODAY)[0];
    assert_eq!((row.positions, row.known, row.due), (2, 2, 0));
    assert_eq!(table.trainer.list(TODAY + 30)[0].due, 2, "what is known is asked again");
}

#[test]
fn a_wrong_answer_shows_the_reason_and_comes_again() {
    let mut table = Table::new(
        &["h2e2 h9g7 h0g2"],
        &[("h2e2 h9g7 h0g2", 5, MoveSign::Good, "out first"), ("h2e2 h9g7 e2e6", 9, MoveSign::Forbidden, "too early")],
    );
    table.begin(Side::First, TODAY);
    assert!(table.answer("h2e2", TODAY));
    assert!(!table.answer("e2e6", TODAY), "a forbidden move is wrong, whatever its weight");
    let drill = table.drill();
    assert_eq!((drill.state, drill.remark().as_str(), drill.is_forbidden()), (DrillState::Wrong, "too early", true));
    assert_eq!(drill.shown().iter().map(|row| row.uci.as_str()).collect::<Vec<_>>(), ["h0g2"]);
    assert_eq!(drill.after_tried().expect("a game").ply(), 3);
    assert!(!table.answer("a0a1", TODAY));
    assert_eq!((table.drill().remark().as_str(), table.drill().is_forbidden()), ("out first", false));
    assert!(table.answer("h0g2", TODAY));
    assert_eq!((table.drill().right, table.drill().wrong), (1, 1), "the first answer counts");
    table.trainer.next(TODAY).expect("again");
    assert_eq!((table.board().as_str(), table.drill().state), ("h2e2 h9g7", DrillState::Asking));
    assert!(table.answer("h0g2", TODAY));
    table.trainer.next(TODAY).expect("the end");
    assert_eq!(table.drill().state, DrillState::Done);
    // The answer of the same day does not count as remembered.
    assert_eq!(table.trainer.list(TODAY + 1)[0].due, 1);
    table.begin(Side::First, TODAY + 1);
    assert_eq!(table.board(), "h2e2 h9g7", "what was missed comes first");
}

#[test]
fn a_full_graph_has_the_likeliest_cards_of_the_whole_one() {
    let table = Table::new(
        &["h2e2 h9g7 h0g2", "h2e2 h9g7 c3c4 g6g5 b0c2", "h2e2 b9c7 h0g2", "c3c4 g6g5 h0g2"],
        &[("h2e2 h9g7", 90, MoveSign::Plain, ""), ("h2e2 b9c7", 10, MoveSign::Plain, "")],
    );
    let book = OpeningBook::open(&table.list.find(&table.id).expect("its path")).expect("a book");
    let cards = |cards_max: usize| -> Vec<(Vec<String>, f64)> {
        let graph = RepertoireGraph::walk_for(&book, &after(""), &[], Side::First, cards_max);
        graph.expect("the book can be read").cards().iter().map(|card| (card.path.clone(), card.chance)).collect()
    };
    let all = cards(usize::MAX);
    assert_eq!(all.len(), 5);
    for cards_max in 0..=all.len() {
        assert_eq!(cards(cards_max), all[..cards_max]);
    }
}

#[test]
fn replies_come_by_their_frequency_and_the_longest_overdue_position_first() {
    let mut table = Table::new(
        &["h2e2 h9g7 h0g2", "h2e2 b9c7 h0g2"],
        &[("h2e2 h9g7", 90, MoveSign::Plain, ""), ("h2e2 b9c7", 10, MoveSign::Plain, "")],
    );
    let mut common = 0;
    for seed in 0..200 {
        table.trainer.progress.forget(&table.id, Side::First).expect("a fresh start");
        table.begin(Side::First, TODAY);
        table.trainer.rng = Rng::from_seed(seed);
        assert!(table.answer("h2e2", TODAY));
        common += i32::from(table.board() == "h2e2 h9g7");
    }
    assert!((150..200).contains(&common), "{common} of 200");
}

#[test]
fn each_side_of_a_book_is_a_repertoire_of_its_own_and_new_positions_are_few_a_day() {
    let lines: Vec<String> = [
        "a9a8", "a9a7", "b9c7", "b9a7", "h9g7", "h9i7", "i9i8", "i9i7", "c9e7", "g9e7", "c6c5", "g6g5", "a6a5", "i6i5",
    ]
    .iter()
    .map(|reply| format!("h2e2 {reply} h0g2"))
    .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut table = Table::new(&lines, &[]);
    table.begin(Side::Second, TODAY);
    assert_eq!(table.drill().graph.cards().len(), 1);
    assert_eq!(table.board(), "h2e2");
    table.begin(Side::First, TODAY);
    assert_eq!(table.trainer.list(TODAY).len(), 2);
    assert_eq!(table.trainer.list(TODAY)[1].positions, 15);
    let mut asked = 0;
    while table.drill().state != DrillState::Done {
        if table.drill().state == DrillState::Asking {
            let right = table.drill().answers()[0].mv.clone();
            assert!(table.answer(&right, TODAY));
            asked += 1;
        } else {
            table.trainer.next(TODAY).expect("on");
        }
    }
    assert_eq!(asked, FRESH_MAX, "no more new ones today");
    assert_eq!(table.trainer.list(TODAY + 1)[1].due, 5);
    // Everything survives a restart.
    let again = RepertoireTrainer::open(Some(table.folder.path().to_owned())).0;
    assert_eq!(again.list(TODAY), table.trainer.list(TODAY));
    table.trainer.forget(&table.id, Side::First).expect("it is forgotten");
    assert_eq!(table.trainer.list(TODAY).len(), 1);
}

#[test]
fn a_book_without_a_move_for_the_side_is_refused_and_a_damaged_file_set_aside() {
    let mut table = Table::new(&["h2e2"], &[]);
    let path = table.list.find(&table.id).expect("its path");
    let refused = table.trainer.begin(&table.id, &path, "asian", Side::Second, TODAY).expect_err("nothing to learn");
    assert_eq!(refused.0.code, "no-repertoire");
    assert!(table.trainer.list(TODAY).is_empty());
    std::fs::write(table.folder.path().join("repertoires.json"), b"{").expect("damage");
    let (trainer, notice) = RepertoireTrainer::open(Some(table.folder.path().to_owned()));
    assert_eq!(notice.expect("a notice").code, "repertoires-set-aside");
    assert!(trainer.list(TODAY).is_empty());
}

fn left(table: &Table, moves: &str, side: Side) -> Option<(usize, Vec<String>)> {
    let rows = after("").line(&words(moves));
    let find = |id: &str| table.list.find(id).ok();
    let found = table.trainer.departure(find, &after(""), "simple", &rows, side)?;
    Some((found.line.len(), found.right.into_iter().map(|row| row.uci).collect()))
}

#[test]
fn a_game_left_the_repertoire_where_the_person_played_something_else() {
    let mut table = Table::new(&["h2e2 h9g7 h0g2 i9h9 i0h0", "h2e2 b9c7 c3c4"], &[]);
    table.begin(Side::First, TODAY);
    assert_eq!(left(&table, "h2e2 h9g7 c3c4", Side::First), Some((2, vec!["h0g2".to_owned()])));
    // The image of the book's line is the same line, and its answer is told for the board of the game.
    assert_eq!(left(&table, "b2e2 b9c7 c3c4", Side::First), Some((2, vec!["b0c2".to_owned()])));
    assert_eq!(left(&table, "c3c4", Side::First), Some((0, vec!["h2e2".to_owned()])));
    // The book has ended, the opponent left it, or the person had the other side.
    assert_eq!(left(&table, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2", Side::First), None);
    assert_eq!(left(&table, "h2e2 c6c5 h0g2", Side::First), None);
    assert_eq!(left(&table, "h2e2 h9g7 c3c4", Side::Second), None);
    // Windows does not remove a file that is open.
    table.trainer.leave();
    std::fs::remove_file(table.list.find(&table.id).expect("its path")).expect("it was there");
    assert_eq!(left(&table, "c3c4", Side::First), None, "a book that is gone is passed over");
}

#[test]
fn a_position_left_in_a_game_is_asked_at_once_and_counts_as_missed() {
    let mut table = Table::new(&["h2e2 h9g7 h0g2 i9h9 i0h0"], &[]);
    table.begin(Side::First, TODAY);
    let line = words("h2e2 h9g7");
    let drill = table.trainer.relearn(&line, TODAY).expect("a training");
    assert_eq!((drill.path.join(" ").as_str(), drill.state), ("h2e2 h9g7", DrillState::Asking));
    let key = graph::key_of(&after("h2e2 h9g7"));
    let due = |table: &Table| table.trainer.progress.find(&table.id, Side::First).expect("kept").known[&key].due;
    let before = due(&table);
    assert!(table.answer("h0g2", TODAY));
    assert_eq!(due(&table), before, "the answer that was just shown is no recall");
    assert_eq!((table.drill().right, table.drill().wrong), (1, 0));
    // A line that the book does not have leaves the training as it is.
    let drill = table.trainer.relearn(&words("c3c4"), TODAY).expect("a training");
    assert_ne!(drill.path.join(" "), "c3c4");
}

#[test]
fn a_wrong_answer_to_a_position_left_in_a_game_counts_once() {
    let mut table = Table::new(&["h2e2 h9g7 h0g2"], &[]);
    table.begin(Side::First, TODAY);
    table.trainer.relearn(&[], TODAY).expect("a training");
    assert!(!table.answer("c3c4", TODAY));
    assert!(table.answer("h2e2", TODAY) && table.answer("h0g2", TODAY));
    assert_eq!((table.drill().right, table.drill().wrong), (1, 1));
    table.trainer.next(TODAY).expect("again");
    assert!(table.board().is_empty() && table.answer("h2e2", TODAY));
    table.trainer.next(TODAY).expect("the end");
    assert_eq!((table.drill().state, table.drill().right, table.drill().wrong), (DrillState::Done, 1, 1));
}

/// The legal ones of some replies, with how often they were played.
fn replies(game: &Game, moves: &[(&str, u64)]) -> Vec<(String, u64)> {
    let legal = game.legal_moves();
    let known = moves.iter().map(|&(mv, games)| (mv.to_owned(), games));
    known.filter(|(mv, _)| legal.contains(mv)).collect()
}

#[test]
fn coverage_adds_up_the_replies_that_the_book_does_not_answer() {
    let table = Table::new(&["h2e2 h9g7 h0g2", "h2e2 h7e7 h0g2 h9g7 i0h0"], &[]);
    let path = table.list.find(&table.id).expect("its path");
    // At the first reply four of ten games leave the book; later all follow it.
    let replies = |game: &Game| match game.ply() {
        1 => replies(game, &[("h9g7", 4), ("h7e7", 2), ("b9c7", 0), ("c6c5", 3), ("i9i8", 1)]),
        3 => replies(game, &[("h9g7", 7)]),
        _ => Vec::new(),
    };
    let (setup, coverage) = table.trainer.coverage(&table.id, &path, Side::First, replies).expect("a coverage");
    assert_eq!(setup, Setup::usual(GameKind::Xiangqi));
    let gaps: Vec<(String, u32)> = coverage
        .gaps
        .iter()
        .map(|gap| {
            let line: Vec<&str> = gap.line.iter().map(|row| row.uci.as_str()).collect();
            (line.join(" "), (gap.chance * 100.0).round() as u32)
        })
        .collect();
    assert_eq!(gaps, [("h2e2 c6c5".to_owned(), 30), ("h2e2 i9i8".to_owned(), 10)]);
    assert!((coverage.covered - 0.6).abs() < 1e-9, "{coverage:?}");
}

#[test]
fn chances_of_lines_that_transpose_add_up() {
    let lines = ["h2e2 h9g7 h0g2 b9c7 i0h0 c6c5", "h2e2 b9c7 h0g2 h9g7 i0h0 c6c5"];
    let table = Table::new(&lines, &[]);
    let path = table.list.find(&table.id).expect("its path");
    let replies = |game: &Game| match game.ply() {
        1 | 3 => replies(game, &[("h9g7", 1), ("b9c7", 1)]),
        5 => replies(game, &[("g6g5", 1)]),
        _ => Vec::new(),
    };
    let (_, coverage) = table.trainer.coverage(&table.id, &path, Side::First, replies).expect("a coverage");
    assert_eq!(coverage.gaps.len(), 1, "{coverage:?}");
    assert!((coverage.gaps[0].chance - 1.0).abs() < 1e-9);
    assert!(coverage.covered.abs() < 1e-9);
}

#[test]
fn a_training_of_an_opening_asks_its_positions_alone_and_keeps_the_progress_of_all() {
    let mut table = Table::new(&["h2e2 h9g7 h0g2 i9h9 i0h0", "c3c4 g6g5 h0g2"], &[]);
    let path = table.list.find(&table.id).expect("its path");
    let mut begin = |from: &str| {
        let from = words(from);
        let begun = table.trainer.begin_from(&table.id, &path, "asian", Side::First, &from, TODAY);
        begun.map(|drill| drill.path.join(" "))
    };
    assert_eq!(begin("h2e2").expect("a training"), "h2e2 h9g7", "after the opening");
    assert_eq!(begin("b2e2").expect("its image"), "b2e2 b9c7");
    assert_eq!(begin("h0g2").expect_err("no move").0.code, "no-line");
    assert_eq!(begin("h2e2").expect("a training"), "h2e2 h9g7");
    assert_eq!(table.trainer.left(TODAY), 2, "two positions of the opening");
    assert_eq!(table.trainer.list(TODAY)[0].positions, 4, "all of the repertoire");
    assert!(table.answer("h0g2", TODAY) && table.answer("i0h0", TODAY));
    table.trainer.next(TODAY).expect("the end");
    assert_eq!((table.drill().state, table.trainer.left(TODAY)), (DrillState::Done, 0));
    assert_eq!(table.trainer.list(TODAY)[0].known, 2);
}

#[test]
fn what_left_the_book_is_not_due_and_comes_back_with_what_was_learned() {
    let mut table = Table::new(&["h2e2 h9g7 h0g2"], &[]);
    table.begin(Side::First, TODAY);
    assert!(table.answer("h2e2", TODAY) && table.answer("h0g2", TODAY));
    let row = |table: &Table, day: Day| {
        let row = &table.trainer.list(day)[0];
        (row.positions, row.known, row.due)
    };
    let far = TODAY + 365;
    assert_eq!(row(&table, far), (2, 2, 2));
    let memory = |table: &Table| {
        let known = &table.trainer.progress.find(&table.id, Side::First).expect("a repertoire").known;
        known.values().cloned().collect::<Vec<_>>()
    };
    let learned = memory(&table);
    table.list.edit(&table.id, &after("h2e2 h9g7"), "h0g2", None).expect("a change");
    table.begin(Side::First, TODAY);
    assert_eq!(row(&table, far), (1, 1, 1), "the position after two plies has no answer");
    table.list.edit(&table.id, &after(""), "h2e2", None).expect("a change");
    let path = table.list.find(&table.id).expect("its path");
    let refused = table.trainer.begin(&table.id, &path, "asian", Side::First, TODAY).expect_err("nothing to train");
    assert_eq!((refused.0.code, row(&table, far)), ("no-repertoire", (0, 0, 0)));
    assert!(table.list.undo().expect("the second change") && table.list.undo().expect("the first change"));
    // Also after a restart.
    table.trainer = RepertoireTrainer::open(Some(table.folder.path().to_owned())).0;
    table.begin(Side::First, TODAY);
    assert_eq!(row(&table, far), (2, 2, 2));
    assert_eq!(memory(&table), learned);
}
