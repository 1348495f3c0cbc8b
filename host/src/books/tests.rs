use std::fs;
use std::path::PathBuf;

use duiyi_core::base::Side;
use duiyi_core::book::obk::{ObkKeys, pack};
use duiyi_core::game::{Game, GameKind, Setup};
use duiyi_core::xiangqi;
use rusqlite::{Connection, params};
use tempfile::TempDir;

use super::*;

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().expect("a test has a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn after(moves: &str) -> Game {
    let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
    for mv in moves.split_whitespace() {
        game.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
    }
    game
}

fn position(game: &Game) -> &xiangqi::Position {
    let Game::Xiangqi(played) = game else { panic!("a game of Xiangqi") };
    played.position()
}

/// A row of another program's book: position, whether under its image's key, move, score, counts, validity, remark.
type Row<'a> = (&'a Game, bool, &'a str, i64, [u32; 3], bool, &'a [u8]);

fn obk(path: &Path, table: &str, rows: &[Row]) -> Connection {
    let connection = Connection::open(path).expect("a database");
    connection
        .execute_batch(&format!(
            "CREATE TABLE {table} (id INTEGER PRIMARY KEY, vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex);
             CREATE INDEX k ON {table} (vkey);"
        ))
        .expect("a table");
    let keys = ObkKeys::built_in();
    for (game, mirrored, mv, score, [wins, draws, losses], valid, remark) in rows {
        let mv: xiangqi::Move = mv.parse().expect(mv);
        let mv = if *mirrored { mv.mirrored() } else { mv };
        let key = keys.key(position(game), *mirrored).cast_signed();
        let sql = format!("INSERT INTO {table} VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)");
        connection.execute(&sql, params![key, pack(mv), score, wins, draws, losses, valid, remark]).expect("a row");
    }
    connection
}

fn moves(path: &Path, game: &Game) -> Vec<(String, i64)> {
    let book = OpeningBook::open(path).expect("a book");
    book.moves(game).expect("moves").into_iter().map(|book| (book.mv, book.weight)).collect()
}

fn named(moves: &[(&str, i64)]) -> Vec<(String, i64)> {
    moves.iter().map(|&(mv, weight)| (mv.to_owned(), weight)).collect()
}

#[test]
fn books_of_other_programs_are_read_in_place() {
    for (table, form) in [("bhobk", "obk"), ("pfBook", "pfbook")] {
        let folder = Folder::new();
        let path = folder.path("a.db");
        let start = after("");
        let gb = [0xc6, 0xf0, 0xc2, 0xed]; // 起马 in GB 18030
        drop(obk(
            &path,
            table,
            &[
                (&start, false, "h2e2", 12, [3, 2, 1], true, b""),
                (&start, false, "h0g2", 30, [0, 0, 0], true, &gb),
                (&start, false, "a0a1", -5, [0, 0, 9], false, b""),
            ],
        ));
        let bytes = fs::read(&path).expect("a file");
        let book = OpeningBook::open(&path).expect("a book");
        let found = book.moves(&start).expect("moves");
        assert_eq!(found.iter().map(|book| book.mv.as_str()).collect::<Vec<_>>(), ["h0g2", "h2e2", "a0a1"]);
        assert_eq!((found[1].wins, found[1].draws, found[1].losses), (3, 2, 1));
        assert_eq!(found[0].remark, "起马");
        assert_eq!([found[1].sign, found[2].sign], [MoveSign::Plain, MoveSign::Forbidden]);
        let info = book.info().expect("a size");
        assert_eq!((info.form, info.positions, info.moves), (form, 1, 3));
        assert_eq!(book.moves(&after("h2e2")).expect("moves"), []);
        drop(book);
        assert_eq!(fs::read(&path).expect("a file"), bytes, "the file is unchanged");
        assert_eq!(folder.names(), ["a.db"]);
    }
}

#[test]
fn a_position_is_found_under_its_image_and_a_key_as_a_float() {
    let folder = Folder::new();
    let path = folder.path("a.obk");
    let game = after("h2e2");
    let connection = obk(
        &path,
        "bhobk",
        &[(&game, true, "h9g7", 5, [0, 0, 0], true, b""), (&after("c3c4"), false, "g6g5", 7, [0, 0, 0], true, b"")],
    );
    connection
        .execute("UPDATE bhobk SET vkey = CAST(vkey AS REAL), vscore = '9', vwin = 2.0 WHERE vscore = 7", [])
        .expect("a change");
    drop(connection);
    assert_eq!(moves(&path, &game), named(&[("h9g7", 5)]));
    assert_eq!(
        moves(&path, &after("b2e2")),
        named(&[("b9c7", 5)]),
        "the image of the position has the image of the move"
    );
    let found = OpeningBook::open(&path).expect("a book").moves(&after("c3c4")).expect("moves");
    assert_eq!((found[0].weight, found[0].wins), (9, 2));
}

#[test]
fn a_book_survives_the_way_into_our_form_and_back() {
    let folder = Folder::new();
    let (a, b, c) = (folder.path("a.obk"), folder.path("b.book"), folder.path("c.pfBook"));
    let (start, cannon, stray) = (after(""), after("h2e2"), after("a0a1 a9a8 a1a0"));
    drop(obk(
        &a,
        "bhobk",
        &[
            (&start, false, "h2e2", 12, [3, 2, 1], true, b"main"),
            (&cannon, true, "h9g7", 5, [1, 0, 0], true, b""),
            (&cannon, false, "b9c7", 4, [0, 1, 0], false, b""),
            (&stray, false, "a8a9", 1, [0, 0, 0], true, b""),
        ],
    ));
    let from = OpeningBook::open(&a).expect("a book");
    let report = copy(&from, &start, &b).expect("a copy");
    assert_eq!(report, CopyReport { positions: 2, moves: 3, unreached: 1 });
    let own = OpeningBook::open(&b).expect("our book");
    assert_eq!(own.info().expect("a size"), BookInfo { form: "own", game: GameKind::Xiangqi, positions: 2, moves: 3 });
    for game in [&start, &cannon] {
        assert_eq!(own.moves(game).expect("moves"), from.moves(game).expect("moves"));
    }
    // Red's two central cannons are images of each other and stand for one move.
    assert_eq!(moves(&b, &start).len(), 1);
    assert_eq!(moves(&b, &after("b2e2")).len(), 2);
    let report = export(&own, &start, ForeignForm::PfBook, &c).expect("an export");
    assert_eq!(report, CopyReport { positions: 2, moves: 3, unreached: 0 });
    let back = OpeningBook::open(&c).expect("their book");
    assert_eq!(back.info().expect("a size").form, "pfbook");
    for game in [&start, &cannon] {
        assert_eq!(back.moves(game).expect("moves"), own.moves(game).expect("moves"));
    }
    assert_eq!(folder.names(), ["a.obk", "b.book", "c.pfBook"], "nothing else is left");
}

#[test]
fn games_are_counted_from_the_side_that_moves() {
    let folder = Folder::new();
    let path = folder.path("games.book");
    let mut counter = GameCounter::new(GameKind::Xiangqi, 3);
    let start = after("");
    counter.count(&start, ["h2e2", "h9g7", "h0g2", "i9h9"], Some(Some(Side::First)));
    counter.count(&start, ["b2e2", "b9c7", "b0c2"], Some(Some(Side::Second)));
    counter.count(&start, ["h2e2", "b9c7"], Some(None));
    counter.count(&start, ["c3c4"], None);
    counter.count(&start, ["h2e2", "nonsense", "h0g2"], Some(Some(Side::First)));
    assert_eq!(counter.write(&path, 1).expect("a book"), (3, 5));
    let book = OpeningBook::open(&path).expect("a book");
    let found = book.moves(&start).expect("moves");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[0].weight, found[0].wins, found[0].draws, found[0].losses), (5, 2, 1, 1));
    assert_eq!((found[1].mv.as_str(), found[1].weight, found[1].games()), ("g3g4", 1, 0));
    let replies = book.moves(&after("h2e2")).expect("moves");
    let reply = |mv: &str| replies.iter().find(|book| book.mv == mv).map(|book| (book.wins, book.draws, book.losses));
    assert_eq!(reply("h9g7"), Some((1, 0, 1)), "the image of the second game, and the first");
    assert_eq!(reply("b9c7"), Some((0, 1, 0)));
    assert_eq!(book.moves(&after("h2e2 h9g7 h0g2")).expect("moves"), [], "the fourth ply is not counted");
}

#[test]
fn a_gomoku_book_knows_eight_images_and_tells_rules_apart() {
    let folder = Folder::new();
    let path = folder.path("g.book");
    let setup = |rule| Setup::gomoku(rule, 15, None).expect("a usual board");
    let game = |rule, moves: &str| {
        let mut game = Game::new(&setup(rule));
        for mv in moves.split_whitespace() {
            game.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
        }
        game
    };
    use duiyi_core::gomoku::Rule;
    let mut counter = GameCounter::new(GameKind::Gomoku, 10);
    counter.count(&game(Rule::Freestyle, ""), ["h8", "i9", "j10"], Some(Some(Side::First)));
    counter.write(&path, 1).expect("a book");
    for corner in ["i9", "g9", "i7", "g7"] {
        let found = moves(&path, &game(Rule::Freestyle, &format!("h8 {corner}")));
        assert_eq!(found.len(), 1, "{corner}: {found:?}");
    }
    assert_eq!(moves(&path, &game(Rule::Renju, "h8 i9")), []);
}

#[test]
fn books_are_joined_and_pruned() {
    let folder = Folder::new();
    let (a, b, joined, pruned) =
        (folder.path("a.book"), folder.path("b.book"), folder.path("j.book"), folder.path("p.book"));
    for (path, games) in [(&a, 3), (&b, 1)] {
        let mut counter = GameCounter::new(GameKind::Xiangqi, 10);
        for _ in 0..games {
            counter.count(&after(""), ["h2e2", "h9g7"], Some(None));
        }
        counter.count(&after(""), ["c3c4"], Some(None));
        counter.write(path, 1).expect("a book");
    }
    let own = |path: &Path| match OpeningBook::open(path).expect("a book") {
        OpeningBook::Own(book) => book,
        OpeningBook::Foreign(_) => panic!("our own form"),
    };
    merge(&[own(&a), own(&b)], &joined).expect("a book");
    let found = OpeningBook::open(&joined).expect("a book").moves(&after("")).expect("moves");
    assert_eq!(found.iter().map(BookMove::games).collect::<Vec<_>>(), [4, 2]);
    assert_eq!(prune(&own(&joined), &pruned, 3, i64::MIN).expect("a book"), 1);
    assert_eq!(moves(&pruned, &after("")).len(), 1);
    assert_eq!(moves(&pruned, &after("h2e2")).len(), 1);
}

#[test]
fn a_move_is_chosen_by_weight_and_never_a_forbidden_one() {
    let folder = Folder::new();
    let path = folder.path("a.obk");
    let (start, reply) = (after(""), after("c3c4"));
    drop(obk(
        &path,
        "bhobk",
        &[
            (&start, false, "h2e2", 90, [0; 3], true, b""),
            (&start, false, "h0g2", 10, [0; 3], true, b""),
            (&start, false, "a0a1", 900, [0; 3], false, b""),
            (&start, false, "i0i1", -5, [0; 3], true, b""),
            (&reply, false, "h9g7", -7, [0; 3], true, b""),
            (&reply, false, "g6g5", -3, [0; 3], true, b""),
            (&after("c3c4 g6g5"), false, "a0a1", 1, [0; 3], false, b""),
        ],
    ));
    let book = OpeningBook::open(&path).expect("a book");
    let mut rng = duiyi_core::base::Rng::from_seed(5);
    let chosen: Vec<String> = (0..500).filter_map(|_| book.choose(&start, &mut rng).expect("a choice")).collect();
    let count = |mv: &str| chosen.iter().filter(|other| *other == mv).count();
    assert!(count("h2e2") > 400 && count("h0g2") > 20 && count("h2e2") + count("h0g2") == 500);
    assert_eq!(book.choose(&reply, &mut rng).expect("a choice").as_deref(), Some("g6g5"));
    assert_eq!(book.choose(&after("c3c4 g6g5"), &mut rng).expect("a choice"), None);
}

#[test]
fn what_is_no_book_is_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.path("x.obk");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let error = OpeningBook::open(&path).expect_err("no book");
        assert_eq!(fs::read(&path).expect("a file"), bytes);
        error
    };
    assert!(matches!(refused(b""), BookFileError::NotABook(_)));
    assert!(matches!(
        refused(b"no database at all, but long enough to be one of those that are opened"),
        BookFileError::NotABook(_)
    ));
    drop(Connection::open(folder.path("other.db")).expect("a database").execute_batch("CREATE TABLE t (x)"));
    assert!(matches!(OpeningBook::open(&folder.path("other.db")), Err(BookFileError::NotABook(_))));
    assert!(matches!(OpeningBook::open(&folder.path("none.obk")), Err(BookFileError::File(_))));
    assert!(matches!(OpeningBook::open(folder.0.path()), Err(BookFileError::File(_))));

    let start = after("");
    drop(obk(&folder.path("cut.obk"), "bhobk", &[(&start, false, "h2e2", 1, [0; 3], true, &[b'a'; 9_000])]));
    let whole = fs::read(folder.path("cut.obk")).expect("a file");
    for length in (0..whole.len()).step_by(512) {
        fs::write(&path, &whole[..length]).expect("a file");
        if let Ok(book) = OpeningBook::open(&path) {
            let _ = book.moves(&start);
            let _ = book.info();
        }
    }
}

#[test]
fn a_book_that_cannot_be_completed_leaves_the_old_one() {
    let folder = Folder::new();
    let (a, b) = (folder.path("a.book"), folder.path("b.book"));
    fs::write(&b, "an old file").expect("a file");
    let mut counter = GameCounter::new(GameKind::Xiangqi, 10);
    counter.count(&after(""), ["h2e2"], None);
    counter.write(&a, 1).expect("a book");
    let mut counter = GameCounter::new(GameKind::Gomoku, 10);
    counter.count(&Game::new(&Setup::usual(GameKind::Gomoku)), ["h8"], None);
    counter.write(&folder.path("g.book"), 1).expect("a book");
    let own = |path: &Path| match OpeningBook::open(path).expect("a book") {
        OpeningBook::Own(book) => book,
        OpeningBook::Foreign(_) => panic!("our own form"),
    };
    let error = merge(&[own(&a), own(&folder.path("g.book"))], &b).expect_err("two games");
    assert!(matches!(error, BookFileError::OtherGame { .. }), "{error}");
    assert_eq!(fs::read(&b).expect("a file"), b"an old file");
    assert_eq!(folder.names(), ["a.book", "b.book", "g.book"]);
}

mod list {
    use duiyi_core::base::Rng;
    use duiyi_core::game::Refusal;

    use super::*;

    fn books(folder: &Folder) -> BookList {
        let (list, notice) = BookList::load(Some(folder.path("data")));
        assert!(notice.is_none(), "{notice:?}");
        list
    }

    fn edit(weight: i64, sign: MoveSign, remark: &str) -> Option<BookEdit> {
        Some(BookEdit { weight, sign, remark: remark.to_owned() })
    }

    /// Returns the moves of the book with their weights.
    fn of(list: &mut BookList, id: &str, game: &Game) -> Vec<(String, i64)> {
        let answers = list.answers(game);
        let answer = answers.iter().find(|answer| answer.id == id).unwrap_or_else(|| panic!("{id} in {answers:?}"));
        answer.moves.iter().map(|mv| (mv.row.uci.clone(), mv.weight)).collect()
    }

    fn ids(list: &mut BookList) -> Vec<String> {
        list.list().into_iter().map(|book| book.used.id).collect()
    }

    #[test]
    fn a_change_is_on_the_disk_and_can_be_undone() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        let (start, path) = (after(""), list.find(&id).expect("its path"));
        list.edit(&id, &start, "h2e2", edit(5, MoveSign::Good, " main line ")).expect("a change");
        let on_disk = OpeningBook::open(&path).expect("a book").moves(&start).expect("moves");
        assert_eq!(on_disk.len(), 1);
        assert_eq!((on_disk[0].weight, on_disk[0].sign, on_disk[0].remark.as_str()), (5, MoveSign::Good, "main line"));
        // The other central cannon is the same move.
        list.edit(&id, &start, "b2e2", edit(7, MoveSign::Plain, "")).expect("a change");
        assert_eq!(of(&mut list, &id, &start), named(&[("h2e2", 7)]));
        list.edit(&id, &start, "h2e2", None).expect("a change");
        assert_eq!(of(&mut list, &id, &start), []);
        assert_eq!(list.undoable(), 3);
        assert!(list.undo().expect("the third"));
        assert_eq!(of(&mut list, &id, &start), named(&[("h2e2", 7)]));
        assert!(list.undo().expect("the second") && list.undo().expect("the first"));
        assert_eq!(moves(&path, &start), []);
        assert!(!list.undo().expect("none is left"));
    }

    #[test]
    fn a_line_is_added_once_and_undone_as_one() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(list.add_line(&id, &after(""), &line("h2e2 h9g7 h0g2")).expect("a line"), 3);
        assert_eq!(list.add_line(&id, &after(""), &line("b2e2 b9c7 c3c4")).expect("a line"), 1);
        assert_eq!(list.add_line(&id, &after(""), &line("h2e2 h9g7")).expect("a line"), 0);
        assert_eq!(of(&mut list, &id, &after("h2e2 h9g7")).len(), 2);
        let refused = list.add_line(&id, &after(""), &line("c3c4 h0h9")).expect_err("no such move");
        assert_eq!(refused.code(), "unreadable-move");
        assert_eq!(of(&mut list, &id, &after("")), named(&[("h2e2", 1)]), "nothing of the refused line");
        assert!(list.undo().expect("the second line") && list.undo().expect("the first line"));
        assert!(!list.undo().expect("no more"));
        assert_eq!(of(&mut list, &id, &after("")), []);
    }

    #[test]
    fn a_book_of_another_program_is_only_read() {
        let folder = Folder::new();
        let path = folder.path("theirs.obk");
        drop(obk(&path, "bhobk", &[(&after(""), false, "h2e2", 12, [3, 2, 1], true, b"")]));
        let bytes = fs::read(&path).expect("a file");
        let mut list = books(&folder);
        let id = list.add(&path).expect("a book");
        let refused = list.edit(&id, &after(""), "h2e2", edit(1, MoveSign::Plain, "")).expect_err("read only");
        let refused = Refusal::from(refused);
        assert_eq!((refused.code, refused.at.as_deref()), ("read-only-book", path.to_str()));
        assert_eq!(fs::read(&path).expect("a file"), bytes);
        let book = list.list().into_iter().find(|book| book.used.id == id).expect("it is listed");
        assert!(!book.editable && book.removable && book.trouble.is_none());
        list.remove(&id).expect("it is taken off");
        assert!(!ids(&mut list).contains(&id) && path.exists());
    }

    #[test]
    fn the_order_and_the_colours_are_kept() {
        let folder = Folder::new();
        let mut list = books(&folder);
        assert_eq!(ids(&mut list), [BUILT_IN]);
        list.create("a", GameKind::Xiangqi).expect("a book");
        list.create("b", GameKind::Xiangqi).expect("a book");
        assert_eq!(ids(&mut list), ["b.book", "a.book", BUILT_IN]);
        let used = |id: &str, first, second| BookUse { id: id.to_owned(), first, second, best: false };
        list.arrange(vec![used(BUILT_IN, false, true), used("a.book", true, false), used("gone", true, true)])
            .expect("an order");
        let mut again = books(&folder);
        assert_eq!(ids(&mut again), [BUILT_IN, "a.book", "b.book"]);
        let answering = |list: &mut BookList, game| -> Vec<String> {
            list.answers(&game).into_iter().map(|answer| answer.id).collect()
        };
        assert_eq!(answering(&mut again, after("")), ["a.book", "b.book"]);
        assert_eq!(answering(&mut again, after("h2e2")), [BUILT_IN, "b.book"]);
        let gomoku = Game::new(&Setup::usual(GameKind::Gomoku));
        assert_eq!(answering(&mut again, gomoku), [] as [&str; 0], "books of another game say nothing");
    }

    #[test]
    fn the_first_book_that_knows_the_position_answers_and_no_forbidden_move_does() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let second = list.create("second", GameKind::Xiangqi).expect("a book");
        let first = list.create("first", GameKind::Xiangqi).expect("a book");
        let start = after("");
        list.edit(&second, &start, "h2e2", edit(100, MoveSign::Forbidden, "")).expect("a change");
        list.edit(&first, &start, "b2e2", edit(90, MoveSign::Plain, "")).expect("a change");
        list.edit(&first, &start, "h0g2", edit(9, MoveSign::Plain, "")).expect("a change");
        list.edit(&first, &start, "c3c4", edit(1, MoveSign::Plain, "")).expect("a change");
        let mut rng = Rng::from_seed(3);
        let mut chosen = |list: &mut BookList, game: &Game| -> Vec<String> {
            (0..200).filter_map(|_| list.choose(game, &mut rng)).collect()
        };
        let all = chosen(&mut list, &start);
        let count = |mv: &str| all.iter().filter(|other| *other == mv).count();
        assert_eq!(all.len(), 200);
        assert!(count("h2e2") + count("b2e2") == 0, "another book forbids it: {all:?}");
        assert!(count("h0g2") > 140 && all.iter().any(|mv| mv != "h0g2"), "{all:?}");
        let uses = list.list().into_iter().map(|book| BookUse { best: true, ..book.used }).collect();
        list.arrange(uses).expect("an order");
        assert!(chosen(&mut list, &start).iter().all(|mv| mv == "h0g2"));
        // Nobody but the built-in book knows the reply.
        let replies = chosen(&mut list, &after("h2e2"));
        assert_eq!(replies.len(), 200);
        assert_eq!(list.choose(&after("a0a1 a9a8 a1a0 a8a9 i0i1"), &mut rng), None);
    }

    #[test]
    fn what_is_damaged_missing_or_held_is_told_and_the_others_answer() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        list.edit(&id, &after(""), "h2e2", edit(5, MoveSign::Plain, "")).expect("a change");
        let path = list.find(&id).expect("its path");
        let gone = folder.path("gone.obk");
        drop(obk(&gone, "bhobk", &[(&after(""), false, "h2e2", 12, [0; 3], true, b"")]));
        let gone_id = list.add(&gone).expect("a book");
        fs::remove_file(&gone).expect("it goes");
        let listed = list.list();
        let trouble = |id: &str| {
            listed.iter().find(|book| book.used.id == id).and_then(|book| book.trouble.clone()).map(|why| why.code)
        };
        assert_eq!((trouble(&gone_id), trouble(&id)), (Some("book-missing"), None));
        let answers = list.answers(&after(""));
        assert_eq!(answers[0].trouble.as_ref().map(|why| why.code), Some("book-missing"));
        assert_eq!(answers[1].moves.len(), 1);
        assert!(list.choose(&after(""), &mut Rng::from_seed(1)).is_some(), "the others answer");

        let other = Connection::open(&path).expect("another program");
        other.execute_batch("BEGIN EXCLUSIVE").expect("its lock");
        let refused = list.edit(&id, &after(""), "c3c4", edit(1, MoveSign::Plain, "")).expect_err("held");
        assert_eq!(refused.code(), "locked");
        drop(other);
        list.edit(&id, &after(""), "c3c4", edit(1, MoveSign::Plain, "")).expect("free again");

        let mut bytes = fs::read(&path).expect("a file");
        for at in (100..bytes.len()).step_by(7) {
            bytes[at] ^= 0x5a;
        }
        fs::write(&path, &bytes).expect("damage");
        assert!(list.list().iter().any(|book| book.used.id == id));
        let _ = list.answers(&after(""));
        let _ = list.edit(&id, &after(""), "h2e2", None);
        assert!(list.choose(&after("h2e2"), &mut Rng::from_seed(1)).is_some(), "the built-in book answers");
    }

    #[test]
    fn a_name_is_a_plain_one_and_free() {
        let folder = Folder::new();
        let mut list = books(&folder);
        for name in ["", " ", "../up", "a/b", "a.b", "con", "*", &"x".repeat(61)] {
            assert_eq!(list.create(name, GameKind::Xiangqi).expect_err(name).code(), "bad-book-name", "{name}");
        }
        list.create("我的布局 1", GameKind::Gomoku).expect("a book");
        assert_eq!(list.create("我的布局 1", GameKind::Gomoku).expect_err("taken").code(), "book-exists");
        let (mut memory, _) = BookList::load(None);
        assert_eq!(memory.create("a", GameKind::Xiangqi).expect_err("no folder").code(), "no-book");
        assert_eq!(memory.list().len(), 1);
    }

    #[test]
    fn a_weight_of_any_size_is_chosen_by_lot() {
        let folder = Folder::new();
        let path = folder.path("a.obk");
        let rows = ["h2e2", "h0g2", "c3c4"].map(|mv| (mv, i64::MAX));
        let start = after("");
        let rows: Vec<Row> =
            rows.iter().map(|&(mv, weight)| (&start, false, mv, weight, [0; 3], true, &b""[..])).collect();
        drop(obk(&path, "bhobk", &rows));
        let book = OpeningBook::open(&path).expect("a book");
        assert!(book.choose(&start, &mut Rng::from_seed(1)).expect("a choice").is_some());
    }
}
