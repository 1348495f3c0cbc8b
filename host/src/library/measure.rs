//! Times of a big library, in a release build:
//!
//! ```text
//! cargo test --release -p duiyi-host --lib library::measure -- --ignored --nocapture
//! ```
//!
//! `DUIYI_LIBRARY_GAMES` sets the number of games, 100,000 by default. The games begin in the book and continue at
//! random from a fixed seed. Every time is the median of nine.

use std::fs;
use std::time::{Duration, Instant};

use duiyi_core::base::{BySide, Rng};
use duiyi_core::book::Book;
use duiyi_core::game::{Game, GameKind, Setup};
use duiyi_core::position::Position as _;
use duiyi_core::study::Study;
use duiyi_core::{gomoku, xiangqi};

use super::tests::{game, open};
use super::{FinishedGame, GameOrder, Library, PartKind, PartOfPosition, PositionKey, Query, index};
use crate::testing::data_dir;
use crate::testing::timing::{median, tell};

const NAMES: [&str; 12] = [
    "王天一",
    "许银川",
    "赵鑫鑫",
    "吕钦",
    "胡荣华",
    "陶汉明",
    "Anna",
    "Bruno",
    "Chen Wei",
    "Duiyi",
    "Eva",
    "Nguyễn Lan",
];
const COMMENTS: [&str; 6] =
    ["好棋", "弃马抢先，攻势猛烈", "a quiet waiting move", "此着缓", "双炮过河", "loses the exchange"];

struct Generator {
    rng: Rng,
    book: Book<xiangqi::Position>,
}

impl Generator {
    fn game(&mut self, number: u32) -> FinishedGame {
        let kind = if number.is_multiple_of(3) { GameKind::Gomoku } else { GameKind::Xiangqi };
        let moves = if kind == GameKind::Gomoku { self.gomoku() } else { self.xiangqi() };
        let setup = Setup::usual(kind);
        let names = BySide { first: (), second: () }.map(|()| self.pick(&NAMES));
        let study = Study::of(&setup, &names, &moves, None, "2026.11.22").expect("the moves are legal");
        let mut record = String::from_utf8(study.write()).expect("text");
        if kind == GameKind::Xiangqi && number.is_multiple_of(4) {
            // About every sixth game has a comment after its last move.
            record = record.trim_end().trim_end_matches('*').to_owned() + &format!("{{{}}} *\n", self.pick(&COMMENTS));
        }
        let mut made = FinishedGame {
            uid: format!("{number:032x}"),
            game: kind.code().to_owned(),
            rule: setup.rule_code().to_owned(),
            size: setup.size(),
            result: self.pick(&["1-0", "0-1", "1/2-1/2", "*"]),
            plies: moves.len() as u32,
            started_at_ms: 1_500_000_000_000 + i64::from(number) * 2_500_000,
            moves: moves.join(" "),
            record,
            final_placement: study.game().placement(),
            opening: study.opening_name().map(|name| format!("{} {}", name.chinese, name.english)),
            ..game(number)
        };
        made.first.name = names.first;
        made.second.name = names.second;
        made.second.level = Some(1 + (number % 5) as u8);
        made
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.rng.below(from.len())].to_owned()
    }

    fn xiangqi(&mut self) -> Vec<String> {
        let mut position = xiangqi::Position::start();
        let plies = 60 + self.rng.below(40);
        let mut moves = Vec::new();
        for _ in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let by_lot = legal[self.rng.below(legal.len())];
            let mv = self.book.choose(&position, &mut self.rng).unwrap_or(by_lot);
            position.play_unchecked(mv);
            moves.push(mv.to_string());
        }
        moves
    }

    fn gomoku(&mut self) -> Vec<String> {
        let mut position = gomoku::Position::new(15, gomoku::Rule::Freestyle).expect("the usual board");
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..30 + self.rng.below(40) {
            let mv = if moves.is_empty() {
                gomoku::Point::new(7, 7)
            } else {
                // Near the centre, as in games of people.
                gomoku::Point::new(3 + self.rng.below(9) as u8, 3 + self.rng.below(9) as u8)
            };
            if position.play(mv).is_ok() {
                moves.push(mv.to_string());
            }
        }
        moves
    }
}

fn after(moves: &str) -> Game {
    let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
    moves.split_whitespace().for_each(|mv| drop(game.advance(mv).expect(mv)));
    game
}

#[test]
#[ignore = "takes minutes"]
fn a_library_of_a_hundred_thousand_games() {
    let count: u32 = std::env::var("DUIYI_LIBRARY_GAMES").map_or(100_000, |text| text.parse().expect("a number"));
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    let mut generator = Generator { rng: Rng::from_seed(7), book: Book::<xiangqi::Position>::built_in() };
    let (mut read, mut saved) = (Duration::ZERO, Duration::ZERO);
    let mut plies = 0_u64;
    for from in (0..count).step_by(1_000) {
        let games: Vec<FinishedGame> = (from..count.min(from + 1_000)).map(|number| generator.game(number)).collect();
        plies += games.iter().map(|game| u64::from(game.plies)).sum::<u64>();
        let begun = Instant::now();
        for game in &games {
            std::hint::black_box(Study::read(game.record.as_bytes()).expect("a record"));
        }
        read += begun.elapsed();
        let begun = Instant::now();
        library.save_all(&games).unwrap();
        saved += begun.elapsed();
    }
    let begun = Instant::now();
    while library.catch_up(Duration::from_millis(150)).unwrap() > 0 {}
    let indexed = begun.elapsed();
    let whole = read + saved + indexed;
    let rate = f64::from(count) / whole.as_secs_f64();
    println!("{count} games, {plies} plies: {rate:.0} games a second to read, save and index");
    println!("  reading {read:.1?}, saving {saved:.1?}, indexing {indexed:.1?}");
    drop(library);
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let (file, index) = (fs::metadata(dir.library()).unwrap().len(), index::bytes(&dir.library()).unwrap());
    println!("  on disk {:.0} MiB, the index {:.0} MiB", megabytes(file), megabytes(index));

    tell(
        "open",
        median(|| {
            drop(open(&dir));
            0
        }),
    );
    tell("open and first page", median(|| open(&dir).list(&Query::default()).unwrap().total));
    let library = open(&dir);
    let list = |query: &Query| library.list(query).unwrap().total;
    let words = |text: &str| Query { text: text.to_owned(), ..Query::default() };
    for text in ["王天一", "王天一 许银川 中炮", "弃马抢先", "缓", "过河", "quiet", "level:3 gomoku", "zzzz", "duiyi"]
    {
        tell(&format!("words: {text}"), median(|| list(&words(text))));
    }
    for sort in GameOrder::ALL {
        let last = Query { sort, offset: count.saturating_sub(50), ..Query::default() };
        // Another connection has not kept the order.
        tell(&format!("first page, {sort:?}"), median(|| library.beside().unwrap().list(&last).unwrap().total));
        tell(&format!("next page, {sort:?}"), median(|| list(&last)));
    }
    for (what, moves) in [("the start", ""), ("after one move", "h2e2"), ("after four", "h2e2 h9g7 h0g2 i9h9")] {
        let game = after(moves);
        let position = Query { position: Some(PositionKey::of(&game)), ..Query::default() };
        tell(&format!("games with {what}"), median(|| list(&position)));
        tell(&format!("moves at {what}"), median(|| library.explore(&game).unwrap().moves.len() as u32));
    }
    // The second of each three games is Xiangqi.
    let rare = library.load(i64::from(count / 6 * 3 + 2)).unwrap().saved.moves;
    let rare = after(&rare.split(' ').take(40).collect::<Vec<_>>().join(" "));
    tell(
        "games with a position of one game",
        median(|| list(&Query { position: Some(PositionKey::of(&rare)), ..Query::default() })),
    );
    let part = |game: &str, placement: &str, kind| {
        let asked = PartOfPosition { game: game.to_owned(), placement: placement.to_owned(), kind };
        let query = Query { part: Some(asked), ..Query::default() };
        // Without the answer to the same question before.
        tell(&format!("{kind:?}: {placement}"), median(|| open(&dir).list(&query).unwrap().total));
    };
    part("xiangqi", "9/9/2n3n2/9/9/9/9/4C4/9/9", PartKind::Pieces);
    part("xiangqi", "9/4R4/9/9/9/9/9/9/9/3K5", PartKind::Pieces);
    part("gomoku", "15/15/15/15/15/15/7x7/7x7/7x7/7x7/15/15/15/15/15", PartKind::Shape);
    part("gomoku", "15/15/15/15/15/15/7x7/8o6/7x7/6o8/15/15/15/15/15", PartKind::Shape);
    part("xiangqi", "r1bakab1r/9/9/9/9/9/9/9/9/R1BAKAB1R", PartKind::Material);
    tell("material:RH/CC", median(|| open(&dir).list(&words("material:RH/CC")).unwrap().total));
    for text in ["year:1999..2020", "event:cup", "player:王天", "moves:炮二平五,马8进7", "accuracy:<70"] {
        tell(text, median(|| list(&words(text))));
    }
    tell("page of a player", median(|| library.player(Some("王天一"), None).unwrap().sides.first.wins));
    let duplicates = Query { duplicates: true, ..Query::default() };
    tell("duplicates", median(|| library.beside().unwrap().list(&duplicates).unwrap().total));
    tell("facets", median(|| library.facets(&Query::default()).unwrap().game.len() as u32));
    tell("facets of words", median(|| library.facets(&words("王天一")).unwrap().game.len() as u32));
    let backup = dir.root().join("backup");
    tell("backup", median(|| library.back_up(&backup).unwrap()));
    check_budgets(&library, &list(&words("王天一")));
}

/// Also requires results: an empty answer is fast, too.
fn check_budgets(library: &Library, named: &u32) {
    assert!(*named > 0);
    assert!(library.explore(&after("")).unwrap().moves.len() > 3);
}
