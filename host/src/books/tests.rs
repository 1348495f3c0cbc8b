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

/// 兵河五四 and its family: half of all keys have their top bit set.
#[test]
fn a_key_is_found_and_written_as_the_double_with_its_bytes() {
    let folder = Folder::new();
    let (path, own, back) = (folder.path("a.obk"), folder.path("b.book"), folder.path("c.obk"));
    let keys = ObkKeys::built_in();
    let key = |game: &Game, mirrored| keys.key(position(game), mirrored).cast_signed();
    let lines = ["h2e2", "b2e2", "c3c4", "g3g4", "h0g2", "b0c2", "a0a1", "i0i1"].map(after);
    let is_double = |game: &&Game| key(game, false) < 0;
    assert!(lines.iter().any(|game| is_double(&game)) && !lines.iter().all(|game| is_double(&game)));
    let start = after("");
    let mut rows: Vec<Row> = lines.iter().map(|game| (game, false, "i9i8", 7, [0; 3], true, &b""[..])).collect();
    for mv in ["h2e2", "c3c4", "h0g2", "a0a1", "b2e2", "g3g4", "b0c2", "i0i1"] {
        rows.push((&start, false, mv, 5, [0; 3], true, b""));
    }
    let connection = obk(&path, "bhobk", &rows);
    let all = lines.iter().chain([&start]);
    for key in all.clone().map(|game| key(game, false)).filter(|&key| key < 0) {
        let double = f64::from_bits(key.cast_unsigned());
        connection.execute("UPDATE bhobk SET vkey = ?1 WHERE vkey = ?2", params![double, key]).expect("a change");
    }
    drop(connection);
    for game in all.clone() {
        assert!(moves(&path, game).len() >= usize::from(game.ply() > 0), "{:x}", key(game, false));
    }
    let from = OpeningBook::open(&path).expect("a book");
    let report = copy(&from, &start, &own, &mut unwatched).expect("a copy");
    assert_eq!(report, CopyReport { positions: 5, moves: 16, unreached: 0 });
    export(&OpeningBook::open(&own).expect("a book"), &start, ForeignForm::Obk, &back, &mut unwatched).expect("a book");
    let written = Connection::open(&back).expect("a database");
    let mut types = written.prepare("SELECT DISTINCT typeof(vkey) FROM bhobk ORDER BY 1").expect("a statement");
    let types =
        types.query_map([], |row| row.get(0)).and_then(|types| types.collect::<rusqlite::Result<Vec<String>>>());
    assert_eq!(types.expect("types"), ["integer", "real"]);
    for game in all {
        assert_eq!(moves(&back, game).len(), moves(&own, game).len());
    }
}

#[test]
fn a_column_that_no_answer_needs_may_be_missing() {
    let folder = Folder::new();
    let start = after("");
    let without = |name: &str, columns: &[&str]| {
        let path = folder.path(name);
        let connection = obk(&path, "bhobk", &[(&start, false, "h2e2", 12, [3, 2, 1], false, b"main")]);
        connection.execute_batch("DROP INDEX k").expect("a change");
        for column in columns {
            connection.execute_batch(&format!("ALTER TABLE bhobk DROP COLUMN {column}")).expect("a change");
        }
        path
    };
    let found = |path: &Path| OpeningBook::open(path).expect("a book").moves(&start).expect("moves").remove(0);
    let plain = found(&without("a.obk", &["vmemo"]));
    assert_eq!((plain.weight, plain.games(), plain.sign, plain.remark.as_str()), (12, 6, MoveSign::Forbidden, ""));
    let bare = found(&without("b.obk", &["vmemo", "vvalid", "vwin", "vdraw", "vlost", "vindex"]));
    assert_eq!((bare.weight, bare.games(), bare.sign), (12, 0, MoveSign::Plain));
    for column in ["vkey", "vmove", "vscore"] {
        let error = OpeningBook::open(&without(&format!("{column}.obk"), &[column])).expect_err("no book");
        assert!(matches!(error, BookFileError::NotABook(_)), "{column}: {error}");
    }
}

/// A computed column takes no room in the file and any length in memory.
#[test]
fn only_a_book_whose_values_are_in_its_file_is_read() {
    let folder = Folder::new();
    let start = after("");
    let theirs = |name: &str, change: &str| {
        let path = folder.path(name);
        let connection = obk(&path, "bhobk", &[(&start, false, "h2e2", 12, [3, 2, 1], true, b"main")]);
        connection.execute_batch(change).expect("a change");
        path
    };
    let refuses =
        |path: &Path| matches!(OpeningBook::open(path).expect_err("it is refused"), BookFileError::NotABook(_));
    // Nothing is read beside the moves.
    let beside = "CREATE TABLE info (name, twice AS (name || name)); CREATE VIEW names AS SELECT name FROM info; \
                  CREATE TRIGGER t AFTER INSERT ON bhobk BEGIN DELETE FROM info; END;";
    assert_eq!(moves(&theirs("beside.obk", beside), &start), named(&[("h2e2", 12)]));
    let long = "hex(zeroblob(8000000))";
    let computed = format!("ALTER TABLE bhobk DROP COLUMN vmemo; ALTER TABLE bhobk ADD COLUMN vmemo TEXT AS ({long})");
    assert!(refuses(&theirs("computed.obk", &computed)));
    let rows = "DROP TABLE bhobk; CREATE VIRTUAL TABLE bhobk USING fts5(vkey, vmove, vscore)";
    assert!(refuses(&theirs("virtual.obk", rows)));
    for (name, remark) in [("plain.book", "TEXT".to_owned()), ("computed.book", format!("TEXT AS ({long})"))] {
        let (id, game) = (database::APPLICATION_ID, GameKind::Xiangqi.code());
        let schema = format!(
            "PRAGMA application_id = {id}; PRAGMA user_version = 1; CREATE TABLE book (game); \
             INSERT INTO book VALUES ('{game}'); \
             CREATE TABLE move (position, mv, weight, wins, draws, losses, sign, remark {remark});"
        );
        let path = folder.path(name);
        Connection::open(&path).expect("a database").execute_batch(&schema).expect("a book");
        if name == "plain.book" {
            assert_eq!(moves(&path, &start), []);
        } else {
            assert!(refuses(&path));
        }
    }
}

#[test]
fn a_remark_of_any_book_is_cut() {
    let folder = Folder::new();
    let (theirs, ours, long) = (folder.path("a.obk"), folder.path("b.book"), folder.path("long.obk"));
    let start = after("");
    let remark = "马".repeat(9_000);
    drop(obk(&theirs, "bhobk", &[(&start, false, "h2e2", 1, [0; 3], true, remark.as_bytes())]));
    let writer = BookWriter::create(&ours, GameKind::Xiangqi).expect("a book");
    let book = BookMove { mv: "h2e2".to_owned(), remark, ..BookMove::default() };
    writer.add(&own::row(&start.image(), book).expect("a move")).expect("room");
    writer.finish().expect("a book");
    for path in [&theirs, &ours] {
        let found = OpeningBook::open(path).expect("a book").moves(&start).expect("moves");
        assert_eq!(found[0].remark, "马".repeat(2_000));
    }
    // Rows of a damaged file may share their pages, so that a small one has any number of long values.
    drop(obk(&long, "bhobk", &[(&start, false, "h2e2", 1, [0; 3], true, &[b'a'; 100_000])]));
    let error = OpeningBook::open(&long).expect("a book").moves(&start).expect_err("it is too long");
    assert_eq!(error.code(), "damaged-book");
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
    let report = copy(&from, &start, &b, &mut unwatched).expect("a copy");
    assert_eq!(report, CopyReport { positions: 2, moves: 3, unreached: 1 });
    let own = OpeningBook::open(&b).expect("our book");
    assert_eq!(own.info().expect("a size"), BookInfo { form: "own", game: GameKind::Xiangqi, positions: 2, moves: 3 });
    for game in [&start, &cannon] {
        assert_eq!(own.moves(game).expect("moves"), from.moves(game).expect("moves"));
    }
    // Red's two central cannons are images of each other and stand for one move.
    assert_eq!(moves(&b, &start).len(), 1);
    assert_eq!(moves(&b, &after("b2e2")).len(), 2);
    let report = export(&own, &start, ForeignForm::PfBook, &c, &mut unwatched).expect("an export");
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
    let mut counter = GameCounter::create(&path, GameKind::Xiangqi, 3).expect("a book");
    let start = after("");
    counter.count(&start, ["h2e2", "h9g7", "h0g2", "i9h9"], Some(Some(Side::First))).expect("room");
    counter.count(&start, ["b2e2", "b9c7", "b0c2"], Some(Some(Side::Second))).expect("room");
    counter.count(&start, ["h2e2", "b9c7"], Some(None)).expect("room");
    counter.count(&start, ["c3c4"], None).expect("room");
    counter.count(&start, ["h2e2", "nonsense", "h0g2"], Some(Some(Side::First))).expect("room");
    assert_eq!(counter.finish(1, &mut unwatched).expect("a book"), (3, 5));
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
    let mut counter = GameCounter::create(&path, GameKind::Gomoku, 10).expect("a book");
    counter.count(&game(Rule::Freestyle, ""), ["h8", "i9", "j10"], Some(Some(Side::First))).expect("room");
    counter.finish(1, &mut unwatched).expect("a book");
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
        let mut counter = GameCounter::create(path, GameKind::Xiangqi, 10).expect("a book");
        for _ in 0..games {
            counter.count(&after(""), ["h2e2", "h9g7"], Some(None)).expect("room");
        }
        counter.count(&after(""), ["c3c4"], Some(None)).expect("room");
        counter.finish(1, &mut unwatched).expect("a book");
    }
    let open = |path: &Path| OpeningBook::open(path).expect("a book");
    let done = merge(&[open(&a), open(&b)], &joined, &mut unwatched).expect("a book");
    assert_eq!(done, ChangeReport { moves: 3, added: 0, joined: 3, left_out: 0 });
    let found = OpeningBook::open(&joined).expect("a book").moves(&after("")).expect("moves");
    assert_eq!(found.iter().map(BookMove::games).collect::<Vec<_>>(), [4, 2]);
    let pruning = |games_min, weight_min, within| BookPruning { games_min, weight_min, within };
    let prune = |pruning| prune(&own(&joined), &pruned, pruning, &mut unwatched).expect("a book").left_out;
    // The weights are 3 and 1 at the start, and 3 after the first move.
    assert_eq!(prune(pruning(0, Some(1), Some(2))), 0);
    assert_eq!([prune(pruning(0, Some(2), None)), prune(pruning(0, None, Some(1)))], [1, 1]);
    assert_eq!(prune(pruning(3, None, None)), 1);
    assert_eq!(moves(&pruned, &after("")).len(), 1);
    assert_eq!(moves(&pruned, &after("h2e2")).len(), 1);
    let rest = folder.path("r.book");
    let done = subtract(&own(&joined), &own(&pruned), &rest, &mut unwatched).expect("a book");
    assert_eq!(done, ChangeReport { moves: 1, added: 0, joined: 0, left_out: 2 });
    assert_eq!(moves(&rest, &after("")).len(), 1);
}

/// `duiyi book build --games` counts games without a result by their weight, and a line that a person adds has no games.
#[test]
fn moves_without_counted_games_are_not_pruned_by_games() {
    let folder = Folder::new();
    let (path, pruned) = (folder.path("a.book"), folder.path("p.book"));
    let mut counter = GameCounter::create(&path, GameKind::Xiangqi, 1).expect("a book");
    for result in [None, None, Some(None), Some(None)] {
        let mv = if result.is_none() { "h2e2" } else { "h0g2" };
        counter.count(&after(""), [mv], result).expect("room");
    }
    counter.count(&after(""), ["c3c4"], Some(None)).expect("room");
    counter.finish(2, &mut unwatched).expect("a book");
    let pruning = BookPruning { games_min: 3, weight_min: None, within: None };
    assert_eq!(prune(&own(&path), &pruned, pruning, &mut unwatched).expect("a book").left_out, 1);
    assert_eq!(moves(&pruned, &after("")), named(&[("h2e2", 2)]));
}

/// More rows than are read at a time, with moves of one position on both sides of the border.
#[test]
fn a_long_book_is_read_subtracted_and_joined_in_order() {
    let folder = Folder::new();
    let (all, odd, even, joined) =
        (folder.path("all.book"), folder.path("odd.book"), folder.path("even.book"), folder.path("j.book"));
    let row = |number: i64| {
        let mv = ["a0a1", "b0b1", "c0c1"][number.rem_euclid(3) as usize].to_owned();
        rows::BookRow { position: number.div_euclid(3), book: BookMove { mv, weight: number, ..BookMove::default() } }
    };
    let write = |path: &Path, numbers: &mut dyn Iterator<Item = i64>| {
        let writer = BookWriter::create(path, GameKind::Xiangqi).expect("a book");
        numbers.for_each(|number| writer.add(&row(number)).expect("room"));
        writer.finish().expect("a book");
    };
    let numbers = -4_000..4_000;
    write(&all, &mut numbers.clone());
    write(&odd, &mut numbers.clone().filter(|number| number % 2 != 0));
    let rows = |path: &Path| own(path).rows().collect::<Result<Vec<_>, _>>().expect("rows");
    assert_eq!(rows(&all), numbers.clone().map(row).collect::<Vec<_>>());
    let done = subtract(&own(&all), &own(&odd), &even, &mut unwatched).expect("a book");
    assert_eq!(done, ChangeReport { moves: 4_000, added: 0, joined: 0, left_out: 4_000 });
    assert_eq!(rows(&even), numbers.clone().filter(|number| number % 2 == 0).map(row).collect::<Vec<_>>());
    let done = merge(&[&even, &all].map(|path| OpeningBook::open(path).expect("a book")), &joined, &mut unwatched);
    assert_eq!(done.expect("a book"), ChangeReport { moves: 8_000, added: 4_000, joined: 4_000, left_out: 0 });
    assert_eq!(rows(&joined), rows(&all));
}

fn own(path: &Path) -> OwnBook {
    match OpeningBook::open(path).expect("a book") {
        OpeningBook::Own(book) => book,
        OpeningBook::Foreign(_) => panic!("our own form"),
    }
}

#[test]
fn the_book_of_another_program_is_joined_to_ours() {
    let folder = Folder::new();
    let (a, b, c) = (folder.path("a.book"), folder.path("b.obk"), folder.path("c.book"));
    let mut counter = GameCounter::create(&a, GameKind::Xiangqi, 10).expect("a book");
    counter.count(&after(""), ["h2e2", "h9g7"], Some(None)).expect("room");
    counter.finish(1, &mut unwatched).expect("a book");
    let rows: [Row; 2] = [
        (&after(""), true, "h2e2", 12, [3, 2, 1], true, b"main"),
        (&after("h2e2"), true, "b9c7", 7, [1, 0, 0], false, b""),
    ];
    drop(obk(&b, "bhobk", &rows));
    let books = [&a, &b].map(|path| OpeningBook::open(path).expect("a book"));
    let done = merge(&books, &c, &mut unwatched).expect("a book");
    assert_eq!(done, ChangeReport { moves: 3, added: 1, joined: 1, left_out: 0 });
    let found = OpeningBook::open(&c).expect("a book").moves(&after("")).expect("moves");
    assert_eq!((found[0].weight, found[0].games(), found[0].remark.as_str()), (12, 7, "main"));
    let replies = OpeningBook::open(&c).expect("a book").moves(&after("h2e2")).expect("moves");
    assert_eq!(replies.iter().filter(|book| book.sign == MoveSign::Forbidden).count(), 1);
}

#[test]
fn work_that_is_stopped_leaves_nothing() {
    let folder = Folder::new();
    let (a, b, c) = (folder.path("a.book"), folder.path("b.obk"), folder.path("c.book"));
    let counter = |to: &Path| {
        let mut counter = GameCounter::create(to, GameKind::Xiangqi, 10).expect("a book");
        counter.count(&after(""), ["h2e2", "h9g7"], Some(None)).expect("room");
        counter
    };
    counter(&a).finish(1, &mut unwatched).expect("a book");
    fs::write(&c, "an old file").expect("a file");
    let mut told = Vec::new();
    let mut stop = |progress| {
        told.push(progress);
        std::ops::ControlFlow::Break(())
    };
    let start = after("");
    let open = || OpeningBook::open(&a).expect("a book");
    let pruning = BookPruning { games_min: 1, weight_min: None, within: None };
    let ended = [
        counter(&c).finish(1, &mut stop).map(drop),
        merge(&[open(), open()], &c, &mut stop).map(drop),
        prune(&own(&a), &c, pruning, &mut stop).map(drop),
        subtract(&own(&a), &own(&a), &c, &mut stop).map(drop),
        copy(&open(), &start, &c, &mut stop).map(drop),
        export(&open(), &start, ForeignForm::Obk, &b, &mut stop).map(drop),
    ];
    assert!(ended.iter().all(|ended| matches!(ended, Err(BookFileError::Stopped))), "{ended:?}");
    let totals: Vec<u64> = told.iter().map(|progress| progress.total).collect();
    assert_eq!(totals, [2, 4, 2, 2, 4, 2], "moves, of an export positions, of a copy both");
    assert_eq!(fs::read(&c).expect("a file"), b"an old file");
    assert_eq!(folder.names(), ["a.book", "c.book"]);
}

#[test]
fn a_book_of_two_gibibytes_is_opened_in_place() {
    let folder = Folder::new();
    let (path, empty) = (folder.path("big.obk"), folder.path("empty.obk"));
    let start = after("");
    drop(obk(&path, "bhobk", &[(&start, false, "h2e2", 12, [3, 2, 1], true, b"")]));
    // Without blocks on the disk.
    let lengthen = |path: &Path| {
        let file = fs::File::options().create(true).append(true).open(path).expect("a file");
        file.set_len(2 << 30).expect("a file system with files of that length");
    };
    lengthen(&path);
    lengthen(&empty);
    let begun = std::time::Instant::now();
    assert_eq!(moves(&path, &start), named(&[("h2e2", 12)]));
    assert!(begun.elapsed() < std::time::Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(matches!(OpeningBook::open(&empty), Err(BookFileError::NotABook(_))), "zeros alone");
    assert_eq!(fs::metadata(&path).expect("a file").len(), 2 << 30);
}

#[test]
fn a_tree_is_counted_with_its_variations_and_comments() {
    let folder = Folder::new();
    let (file, path) = (folder.path("tree.pgn"), folder.path("tree.book"));
    let tree = "[Result \"1-0\"]\n\n1. 炮二平五 马8进7 (1... 炮8平5 {the same side} 2. 马二进三) 2. 马二进三 \
                (2. 兵七进一 马2进3) 2... 车9平8 1-0\n";
    fs::write(&file, tree).expect("a file");
    let count = |plies: usize| {
        let mut counter = GameCounter::create(&path, GameKind::Xiangqi, plies).expect("a book");
        let counted = count_records(&mut counter, &file, &mut unwatched).expect("a tree");
        assert_eq!(counted, CountedRecords { games: 1, others: 0, unreadable: 0 });
        counter.finish(2, &mut unwatched).expect("a book")
    };
    // Only the commented move is kept: every other one stands once in the tree.
    assert_eq!(count(99), (1, 1));
    let replies = OpeningBook::open(&path).expect("a book").moves(&after("h2e2")).expect("moves");
    assert_eq!((replies[0].mv.as_str(), replies[0].weight, replies[0].games()), ("h7e7", 1, 0));
    assert_eq!(replies[0].remark, "the same side");
    assert_eq!(count(1), (0, 0), "the second ply is not counted");
    assert_eq!(game_of_records(&file).expect("a tree"), GameKind::Xiangqi);
    fs::write(&file, "no record").expect("a file");
    assert_eq!(game_of_records(&file).expect_err("no record").code(), "not-a-book");
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

/// The program or the machine died between the first written page of a change and the removal of its journal.
#[test]
fn a_book_that_was_left_in_the_middle_of_a_change_is_rolled_back() {
    let folder = Folder::new();
    let start = after("");
    let (own, theirs) = (folder.path("a.book"), folder.path("b.obk"));
    let mut counter = GameCounter::create(&own, GameKind::Xiangqi, 10).expect("a book");
    counter.count(&start, ["h2e2", "h9g7"], Some(None)).expect("room");
    counter.finish(1, &mut unwatched).expect("a book");
    drop(obk(&theirs, "bhobk", &[(&start, false, "h2e2", 12, [3, 2, 1], true, b"")]));
    let left = |from: &Path, name: &str, change: &str| {
        let to = folder.path(name);
        let connection = Connection::open(from).expect("a database");
        // With pages for hardly a row, changes reach the file before the transaction ends.
        connection.execute_batch("PRAGMA cache_size = 1; BEGIN IMMEDIATE").expect("a transaction");
        connection.execute_batch(change).expect("a change");
        for suffix in ["", "-journal"] {
            let copied = |path: &Path| crate::files::with_suffix(path, suffix);
            fs::copy(copied(from), copied(&to)).expect("a copy");
        }
        to
    };
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)";
    let change = format!(
        "UPDATE move SET weight = 99; {numbers} INSERT INTO move SELECT i, 'a0a1', 1, 0, 0, 0, '', 'remark' FROM n"
    );
    let path = left(&own, "left.book", &change);
    let journal = crate::files::with_suffix(&path, "-journal");
    assert_ne!(fs::read(&path).expect("a file"), fs::read(&own).expect("a file"), "the change is half in the file");
    let (mut list, _) = BookList::load(Some(folder.path("data")));
    let id = list.add(&path).expect("a book");
    assert_eq!(moves(&path, &start), moves(&own, &start));
    assert_eq!(own_rows(&path), own_rows(&own));
    assert!(!journal.exists());
    list.edit(&id, &start, "c3c4", Some(BookEdit { weight: 7, sign: MoveSign::Plain, remark: String::new() }))
        .expect("it can be changed again");

    let change = format!(
        "UPDATE bhobk SET vscore = 99; {numbers} INSERT INTO bhobk SELECT NULL, i, 1, 1, 0, 0, 0, 1, 'remark', 0 FROM n"
    );
    let path = left(&theirs, "left.obk", &change);
    let bytes = fs::read(&path).expect("a file");
    let error = OpeningBook::open(&path).expect_err("its program rolls it back");
    assert_eq!(error.code(), "unfinished-book");
    assert_eq!(fs::read(&path).expect("a file"), bytes, "another program's file is never changed");
    assert!(crate::files::with_suffix(&path, "-journal").exists());
}

fn own_rows(path: &Path) -> Vec<rows::BookRow> {
    own(path).rows().collect::<Result<Vec<_>, _>>().expect("rows")
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
fn a_change_that_cannot_be_completed_leaves_the_version_before() {
    let folder = Folder::new();
    let path = folder.path("a.book");
    let change = |fails: bool| {
        let writer = BookWriter::create(&path, GameKind::Xiangqi).expect("a book");
        let temporary = folder.names().into_iter().find(|name| name.starts_with('.')).expect("a temporary file");
        if fails {
            fs::remove_file(folder.path(&temporary)).expect("another program takes it");
        }
        writer.finish_keeping()
    };
    BookWriter::create(&path, GameKind::Xiangqi).expect("a book").finish().expect("a book");
    change(true).expect_err("nothing to put in its place");
    assert_eq!(folder.names(), ["a.book"]);
    change(false).expect("a change");
    fs::write(folder.path("a.book.before"), "an older one").expect("a file");
    change(true).expect_err("nothing to put in its place");
    assert_eq!(fs::read(folder.path("a.book.before")).expect("a file"), b"an older one");
    assert_eq!(folder.names(), ["a.book", "a.book.before"]);
    change(false).expect("a change");
    assert_ne!(fs::read(folder.path("a.book.before")).expect("a file"), b"an older one");
    assert_eq!(folder.names(), ["a.book", "a.book.before"]);
}

#[test]
fn a_book_that_cannot_be_completed_leaves_the_old_one() {
    let folder = Folder::new();
    let (a, b) = (folder.path("a.book"), folder.path("b.book"));
    fs::write(&b, "an old file").expect("a file");
    let mut counter = GameCounter::create(&a, GameKind::Xiangqi, 10).expect("a book");
    counter.count(&after(""), ["h2e2"], None).expect("room");
    counter.finish(1, &mut unwatched).expect("a book");
    let g = folder.path("g.book");
    let mut counter = GameCounter::create(&g, GameKind::Gomoku, 10).expect("a book");
    counter.count(&Game::new(&Setup::usual(GameKind::Gomoku)), ["h8"], None).expect("room");
    counter.finish(1, &mut unwatched).expect("a book");
    let open = |path: &Path| OpeningBook::open(path).expect("a book");
    let error = merge(&[open(&a), open(&g)], &b, &mut unwatched).expect_err("two games");
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
        answer.moves.iter().map(|mv| (mv.row.uci.clone(), mv.book.weight)).collect()
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
    fn the_changes_of_a_removed_file_are_passed_over_by_undo() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let [kept, removed] = ["kept", "removed"].map(|name| list.create(name, GameKind::Xiangqi).expect("a book"));
        let start = after("");
        list.edit(&kept, &start, "h2e2", edit(5, MoveSign::Plain, "")).expect("a change");
        list.edit(&removed, &start, "h2e2", edit(5, MoveSign::Plain, "")).expect("a change");
        let path = list.find(&removed).expect("its path");
        // Windows removes no file that is open; a list opens its files anew.
        list.open.clear();
        std::fs::remove_file(path).expect("it can be removed");
        assert_eq!(list.undoable(), 1);
        assert!(list.undo().expect("the change of the other book"));
        assert_eq!(of(&mut list, &kept, &start), []);
        assert_eq!(list.undoable(), 0);
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

    /// A folder may be away, and the list may come from Windows.
    #[test]
    fn a_book_that_is_not_there_keeps_its_place() {
        let folder = Folder::new();
        let mut list = books(&folder);
        for name in ["a", "b", "c"] {
            list.create(name, GameKind::Xiangqi).expect("a book");
        }
        drop(list);
        let (written, own) = (folder.path("data/books.json"), folder.path("data/books/b.book"));
        let mut json: serde_json::Value =
            serde_json::from_slice(&fs::read(&written).expect("a list")).expect("it is JSON");
        let foreign = r"C:\Users\li\x.obk";
        json["books"].as_array_mut().expect("a list").insert(0, serde_json::json!({ "id": foreign }));
        fs::write(&written, json.to_string()).expect("a file");
        fs::rename(&own, folder.path("away")).expect("it goes");

        let mut list = books(&folder);
        let first = list.list().remove(0);
        assert_eq!((first.used.id.as_str(), first.path.as_deref()), (foreign, Some(foreign)));
        assert_eq!((first.trouble.map(|why| why.code), first.removable), (Some("book-missing"), true));
        list.create("d", GameKind::Xiangqi).expect("a book");
        assert_eq!(ids(&mut list), ["d.book", foreign, "c.book", "a.book", BUILT_IN]);
        fs::rename(folder.path("away"), &own).expect("it comes back");
        let mut list = books(&folder);
        assert_eq!(ids(&mut list), ["d.book", foreign, "c.book", "b.book", "a.book", BUILT_IN]);
        list.remove(foreign).expect("it is taken off");
        assert_eq!(ids(&mut list), ["d.book", "c.book", "b.book", "a.book", BUILT_IN]);
    }

    #[test]
    fn a_book_that_is_gone_for_good_takes_no_room_and_leaves_nothing_to_another_of_its_name() {
        let folder = Folder::new();
        let mut list = books(&folder);
        for name in ["a", "b"] {
            list.create(name, GameKind::Xiangqi).expect("a book");
        }
        let uses = list.list().into_iter().map(|book| BookUse { first: false, ..book.used }).collect();
        list.arrange(uses).expect("they are written");
        drop(list);
        let (written, own) = (folder.path("data/books.json"), folder.path("data/books"));
        let mut json: serde_json::Value =
            serde_json::from_slice(&fs::read(&written).expect("a list")).expect("it is JSON");
        // As many as the list can show.
        let gone = (0..100).map(|number| serde_json::json!({ "id": format!("gone-{number}.book") }));
        json["books"].as_array_mut().expect("a list").extend(gone);
        fs::write(&written, json.to_string()).expect("a file");
        fs::copy(own.join("a.book"), own.join("new.book")).expect("a copy");
        let mut list = books(&folder);
        assert_eq!(ids(&mut list), ["b.book", "a.book", "new.book", BUILT_IN]);

        fs::remove_file(own.join("a.book")).expect("it is deleted");
        list.create("a", GameKind::Xiangqi).expect("its name is free");
        let used = list.list().remove(0).used;
        assert_eq!((used.id.as_str(), used.first), ("a.book", true));
    }

    /// Other systems than Windows allow colons in names.
    #[cfg(unix)]
    #[test]
    fn only_a_path_with_a_drive_is_one_of_windows() {
        let folder = Folder::new();
        let mut list = books(&folder);
        list.create("a", GameKind::Xiangqi).expect("a book");
        drop(list);
        let written = folder.path("data/books.json");
        let mut json: serde_json::Value =
            serde_json::from_slice(&fs::read(&written).expect("a list")).expect("it is JSON");
        // The first one was a book of the folder, and is gone.
        for id in ["b: c.book", "C:/Users/x.obk"] {
            json["books"].as_array_mut().expect("a list").push(serde_json::json!({ "id": id }));
        }
        fs::write(&written, json.to_string()).expect("a file");
        assert_eq!(ids(&mut books(&folder)), ["a.book", BUILT_IN, "C:/Users/x.obk"]);
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
    fn a_book_that_takes_too_long_is_asked_once_until_the_list_is_opened_again() {
        let folder = Folder::new();
        let path = folder.path("slow.obk");
        let start = after("");
        let other = obk(&path, "bhobk", &[(&start, false, "h2e2", 12, [3, 2, 1], true, b"")]);
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)";
        let rows = format!("{numbers} INSERT INTO bhobk SELECT NULL, i, 1, 1, 0, 0, 0, 1, '', 0 FROM n");
        other.execute_batch(&format!("DROP INDEX k; {rows};")).expect("a book without an index");
        let mut list = books(&folder);
        let id = list.add(&path).expect("a book");
        let mut book = OpeningBook::open(&path).expect("a book");
        if let OpeningBook::Foreign(book) = &mut book {
            book.probe_time = std::time::Duration::ZERO;
        }
        list.open.insert(path.clone(), Some(book));
        let trouble = |list: &mut BookList| {
            let answers = list.answers(&start);
            assert_eq!(answers[0].id, id);
            answers[0].trouble.as_ref().map(|why| why.code)
        };
        assert_eq!(trouble(&mut list), Some("slow-book"));
        // It could be read quickly now, and is not read at all.
        other.execute_batch("CREATE INDEX k ON bhobk (vkey)").expect("an index");
        assert_eq!(trouble(&mut list), Some("slow-book"));
        assert!(list.choose(&start, &mut Rng::from_seed(1)).is_some(), "the built-in book answers");
        list.list();
        assert_eq!(trouble(&mut list), None);
        assert_eq!(of(&mut list, &id, &start), named(&[("h2e2", 12)]));
    }

    #[test]
    fn a_book_is_changed_as_a_whole_and_its_version_before_comes_back() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let other = list.create("other", GameKind::Xiangqi).expect("a book");
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        let start = after("");
        list.edit(&id, &start, "h2e2", edit(5, MoveSign::Plain, "")).expect("a change");
        list.edit(&other, &start, "h0g2", edit(3, MoveSign::Plain, "")).expect("a change");
        let path = list.find(&id).expect("its path");
        let list = parking_lot::Mutex::new(list);
        let merge = WholeChange::Merge { other: other.clone() };
        let now = |list: &parking_lot::Mutex<BookList>| of(&mut list.lock(), &id, &start);
        let kept = |list: &parking_lot::Mutex<BookList>| {
            list.lock().list().into_iter().find(|book| book.used.id == id).expect("it is listed").kept
        };
        let mut is_refused = false;
        let done = change_whole(&list, &id, &merge, &mut |_| {
            // Nothing else changes the book meanwhile, and it answers.
            let refused = list.lock().edit(&id, &start, "c3c4", edit(1, MoveSign::Plain, "")).expect_err("busy");
            is_refused = refused.code() == "book-busy";
            assert_eq!(now(&list), named(&[("h2e2", 5)]));
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(done.expect("a merge"), ChangeReport { moves: 2, added: 1, joined: 0, left_out: 0 });
        assert!(is_refused && kept(&list));
        assert_eq!(now(&list), named(&[("h2e2", 5), ("h0g2", 3)]));
        assert_eq!(moves(&path, &start).len(), 2, "it is on the disk");
        list.lock().edit(&id, &start, "c3c4", edit(1, MoveSign::Plain, "")).expect("free again");
        assert!(list.lock().undo().expect("the edit"));
        assert!(list.lock().undo().expect("the merge"));
        assert_eq!(now(&list), named(&[("h2e2", 5)]));
        list.lock().swap_with_kept(&id).expect("the merged version is the one before now");
        assert_eq!(now(&list).len(), 2);

        let prune = WholeChange::Prune { pruning: BookPruning { games_min: 0, weight_min: Some(4), within: None } };
        assert_eq!(change_whole(&list, &id, &prune, &mut unwatched).expect("pruned").left_out, 1);
        assert_eq!(now(&list), named(&[("h2e2", 5)]));
        let less = WholeChange::Subtract { other: id.clone() };
        assert_eq!(change_whole(&list, &id, &less, &mut unwatched).expect("subtracted").moves, 0);
        let stopped = change_whole(&list, &id, &merge, &mut |_| std::ops::ControlFlow::Break(())).expect_err("stopped");
        assert_eq!(stopped.code(), "stopped");
        assert_eq!(now(&list), []);
        // After a restart the version before is still there. Windows replaces no file that the first list has open.
        drop(list);
        let again = parking_lot::Mutex::new(books(&folder));
        assert!(kept(&again) && !again.lock().list().iter().any(|book| book.used.id == other && book.kept));
        again.lock().swap_with_kept(&id).expect("before the subtraction");
        assert_eq!(now(&again), named(&[("h2e2", 5)]));
        let nothing = again.lock().swap_with_kept(&other).expect_err("nothing is kept");
        assert_eq!(nothing.code(), "no-earlier-book");
        let names: Vec<String> = fs::read_dir(path.parent().expect("a folder"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names.len(), 3, "{names:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_book_behind_a_link_comes_back_too_and_stays_behind_it() {
        let folder = Folder::new();
        let (target, link) = (folder.path("target.book"), folder.path("link.book"));
        let mut list = books(&folder);
        let other = list.create("other", GameKind::Xiangqi).expect("a book");
        let start = after("");
        list.edit(&other, &start, "h0g2", edit(3, MoveSign::Plain, "")).expect("a change");
        BookWriter::create(&target, GameKind::Xiangqi).expect("a book").finish().expect("a book");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let id = list.add(&link).expect("a book");
        let list = parking_lot::Mutex::new(list);
        change_whole(&list, &id, &WholeChange::Merge { other }, &mut unwatched).expect("a merge");
        let mut list = list.into_inner();
        assert_eq!(of(&mut list, &id, &start).len(), 1);
        assert!(list.list().into_iter().any(|book| book.used.id == id && book.kept));
        list.swap_with_kept(&id).expect("the version before");
        assert_eq!(of(&mut list, &id, &start), []);
        assert!(link.is_symlink() && moves(&target, &start).is_empty());
    }

    #[test]
    fn a_library_of_renlib_is_opened_as_a_new_book() {
        let folder = Folder::new();
        let list = parking_lot::Mutex::new(books(&folder));
        let file = folder.path("my: lines.lib");
        let tree = "(;FF[4]GM[4]SZ[15]RU[renju];B[hh](;W[hg];B[ig])(;W[ih];B[gi];W[hg]))";
        let study = duiyi_core::study::Study::read(tree.as_bytes()).expect("a record");
        let form = duiyi_core::record::format::with_ending("lib").expect("a form");
        let written = form.write(&study.header, study.tree()).expect("a library");
        fs::write(&file, written.bytes).expect("a file");
        let open = |report: BookReport| open_or_count(&list, &file, report);
        let stopped = open(&mut |_| std::ops::ControlFlow::Break(())).expect_err("stopped");
        assert_eq!(stopped.code(), "stopped");
        assert_eq!(ids(&mut list.lock()), [BUILT_IN]);
        let name = "my  lines.book";
        assert_eq!(open(&mut unwatched).expect("a book").id, name);
        assert_eq!(open(&mut unwatched).expect("another").id, "my  lines 2.book");
        // The two replies are images of each other, and the second move of White is an image of the other's.
        for rule in duiyi_core::gomoku::Rule::ALL {
            let game = |size| Game::new(&Setup::gomoku(rule, size, None).expect("a usual board"));
            let [mut usual, mut large] = [game(15), game(19)];
            usual.play("h8").expect("the centre");
            large.play("h8").expect("a point");
            assert_eq!(of(&mut list.lock(), name, &usual).len(), 1, "{rule}");
            assert_eq!(of(&mut list.lock(), name, &large), [], "{rule} on a board of another size");
        }
        let book = list.lock().list().into_iter().find(|book| book.used.id == name).expect("it is listed");
        assert!(book.editable && book.game == Some(GameKind::Gomoku));
        fs::write(&file, "no record").expect("a file");
        assert_eq!(open(&mut unwatched).expect_err("no book").code(), "not-a-book");
    }

    #[test]
    fn games_that_a_file_of_records_loses_are_counted() {
        let folder = Folder::new();
        let list = parking_lot::Mutex::new(books(&folder));
        let file = folder.path("games.sgf");
        let games = "(;FF[4]GM[4]SZ[15];B[hh];W[hg])(;FF[4]GM[4]SZ[15];B[hh];W[ig])(;FF[4]GM[7];B[b2-e2])(;FF[4]GM[4]SZ[3];B[bb])";
        fs::write(&file, games).expect("a file");
        let opened = open_or_count(&list, &file, &mut unwatched).expect("a book");
        assert_eq!(opened, OpenedBook { id: "games.book".to_owned(), others: 1, unreadable: 1 });
        let path = list.lock().find("games.book").expect("its path");
        let again = open_or_count(&list, &path, &mut unwatched).expect("a book");
        assert_eq!(again, OpenedBook { id: "games.book".to_owned(), others: 0, unreadable: 0 });
    }

    #[test]
    fn a_book_that_another_program_holds_says_so() {
        let folder = Folder::new();
        let path = folder.path("theirs.obk");
        let other = obk(&path, "bhobk", &[(&after(""), false, "h2e2", 12, [3, 2, 1], true, b"")]);
        let mut list = books(&folder);
        let id = list.add(&path).expect("a book");
        other.execute_batch("BEGIN EXCLUSIVE").expect("its lock");
        let listed = list.list().into_iter().find(|book| book.used.id == id).expect("it is listed");
        assert_eq!(listed.trouble.map(|why| why.code), Some("locked"));
        other.execute_batch("COMMIT").expect("it lets go");
        assert_eq!(of(&mut list, &id, &after("")), named(&[("h2e2", 12)]));
    }

    #[test]
    fn a_position_is_named_by_the_other_orders_of_its_moves() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let start = after("");
        let played = line("c3c4 h9g7 h0g2 i9h9");
        for known in ["c3c4 h9g7 h0g2 i9h9", "h0g2 h9g7 c3c4 i9h9", "c3c4 i9i8 h0g2 h9g7"] {
            list.add_line(&id, &start, &line(known)).expect("a line");
        }
        let orders = |list: &mut BookList, moves: &[String]| -> Vec<String> {
            let found = list.orders(&start, moves).into_iter();
            found.map(|rows| rows.iter().map(|row| row.uci.as_str()).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(orders(&mut list, &played), ["h0g2 h9g7 c3c4 i9h9"]);
        assert_eq!(orders(&mut list, &line("h0g2 h9g7 c3c4 i9h9")), ["c3c4 h9g7 h0g2 i9h9"]);
        assert_eq!(orders(&mut list, &played[..2]), [] as [&str; 0]);
        assert_eq!(orders(&mut list, &line("a0a1 a9a8 a1a0")), [] as [&str; 0], "no book has it");
        assert_eq!(orders(&mut list, &line("h2e2 nonsense h0g2")), [] as [&str; 0]);
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

    /// Cfish#77: a book that knows only positions walked into a draw by repetition.
    #[test]
    fn a_move_that_ends_the_game_by_repetition_is_left_to_the_search() {
        let folder = Folder::new();
        let mut list = books(&folder);
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        let round = "a0a1 a9a8 a1a0 a8a9";
        let line: Vec<String> = round.split(' ').map(str::to_owned).collect();
        list.add_line(&id, &after(""), &line).expect("a line");
        let once = after(&format!("{round} a0a1 a9a8 a1a0"));
        let before = after("a0a1 a9a8 a1a0");
        let path = list.find(&id).expect("its path");
        let mut rng = Rng::from_seed(77);
        let mut chosen = |list: &mut BookList, game: &Game| {
            let book = OpeningBook::open(&path).expect("a book");
            let alone = book.choose(game, &mut rng).expect("a choice");
            assert_eq!(choose(&[book], game, true, &mut rng), alone, "in a match");
            assert_eq!(list.choose(game, &mut rng), alone, "in the window");
            alone
        };
        assert_eq!(chosen(&mut list, &before).as_deref(), Some("a8a9"), "nothing is repeated yet");
        assert_eq!(chosen(&mut list, &once), None, "the third time the position would be there");
        list.edit(&id, &once, "h9g7", edit(1, MoveSign::Plain, "")).expect("a change");
        assert_eq!(chosen(&mut list, &once).as_deref(), Some("h9g7"), "the other move of the book");
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
