use super::super::FinishedGame;
use super::super::tests::{fresh, game, lost_gomoku};
use super::*;

fn results(wins: u32, draws: u32, losses: u32, unfinished: u32) -> PlayerResults {
    PlayerResults { wins, draws, losses, unfinished }
}

fn line(name: &str, results: PlayerResults) -> PlayerLine {
    PlayerLine { name: name.into(), level: None, results }
}

fn between(number: u32, first: &str, second: &str, result: &str, date: &str) -> FinishedGame {
    let mut made = FinishedGame { result: result.into(), date: date.into(), ..game(number) };
    (made.first.name, made.second.name) = (first.into(), second.into());
    made.second.kind = "human".into();
    made
}

fn reviewed(second: f64) -> String {
    format!("[Game \"Chinese Chess\"]\n\n{{[%eval 0.30]}} 1. h2e2 {{[%eval 0.30]}} h9g7 {{[%eval {second:.2}]}} *\n")
}

#[test]
fn a_page_counts_results_openings_and_opponents_of_all_names() {
    let (_temp, mut library) = fresh();
    let games = [
        FinishedGame { record: reviewed(0.3), ..between(1, "徐天红", "吕钦", "1-0", "1999.05.12") },
        FinishedGame { record: reviewed(9.0), ..between(2, "吕钦", "Xu Tianhong", "1-0", "2001") },
        FinishedGame { opening: None, ..between(3, "Xu Tianhong", "Anna", "1/2-1/2", "") },
        between(4, "徐天红", "Lü Qin", "*", "2001.01"),
        between(5, "Anna", "吕钦", "1-0", "2001.01"),
    ];
    let ids = library.save_all(&games).unwrap();
    library.join_names("Xu Tianhong", "徐天红").unwrap();
    library.join_names("Lü Qin", "吕钦").unwrap();
    let page = library.player(Some("Xu Tianhong"), None).unwrap();
    assert_eq!((page.name.as_str(), &page.aliases[..]), ("徐天红", &["Xu Tianhong".to_owned()][..]));
    assert_eq!(page.sides, BySide { first: results(1, 1, 0, 1), second: results(0, 0, 1, 0) });
    assert_eq!(page.openings, [line("中炮对屏风马", results(1, 0, 1, 1))]);
    assert_eq!(page.opponents, [line("吕钦", results(1, 0, 1, 1)), line("Anna", results(0, 1, 0, 0))]);
    let dates: Vec<(&str, u32)> = page.accuracy.iter().map(|point| (point.date.as_str(), point.games)).collect();
    assert_eq!(dates, [("1999-05", 1), ("2001", 1)]);
    assert!(page.accuracy[0].mean > 99.0 && page.accuracy[1].mean < 30.0, "{:?}", page.accuracy);
    let months: Vec<(&str, PlayerResults)> =
        page.months.iter().map(|month| (month.date.as_str(), month.results)).collect();
    let expected = [("1999-05", results(1, 0, 0, 0)), ("2001", results(0, 0, 1, 0)), ("2001-01", results(0, 0, 0, 1))];
    assert_eq!(months, expected);
    // Of the two reviewed games one has a blunder of this player.
    assert_eq!((page.faults.blunders, page.faults.opening, page.faults.ending), (1, 1, 0));
    assert_eq!(page.reviewed, 2);
    // Deleted games and other kinds do not count.
    library.delete(ids[0]).unwrap();
    assert_eq!(library.player(Some("徐天红"), Some("xiangqi")).unwrap().sides.first, results(0, 1, 0, 1));
    let other = library.player(Some("徐天红"), Some("gomoku")).unwrap();
    assert_eq!((other.sides, other.openings.len()), (BySide::default(), 0));
    assert_eq!(library.player(Some("nobody"), None).unwrap().sides, BySide::default());
}

#[test]
fn a_reviewed_game_without_a_date_counts_with_its_faults() {
    let (_temp, mut library) = fresh();
    let game = |number, date, second| FinishedGame {
        record: reviewed(second),
        ..between(number, "Anna", "吕钦", "1-0", date)
    };
    library.save_all(&[game(1, "1999.05.12", 0.3), game(2, "", 9.0)]).unwrap();
    let page = library.player(Some("吕钦"), None).unwrap();
    assert_eq!((page.reviewed, page.faults.blunders), (2, 1));
    // The chart has the dated game alone.
    let [dated] = &page.accuracy[..] else { panic!("{:?}", page.accuracy) };
    assert_eq!((dated.date.as_str(), dated.games), ("1999-05", 1));
    let mean = page.mean_accuracy.expect("two games are reviewed");
    assert!(dated.mean > 99.0 && mean < 65.0, "{mean} and {}", dated.mean);
    assert_eq!(library.player(Some("nobody"), None).unwrap().mean_accuracy, None);
}

#[test]
fn my_page_has_the_games_against_engines() {
    let (_temp, mut library) = fresh();
    library.save_all(&[game(1), lost_gomoku(2), between(3, "Anna", "王天一", "1-0", "2001")]).unwrap();
    let page = library.player(None, None).unwrap();
    assert_eq!(page.sides, BySide { first: results(1, 0, 0, 0), second: results(0, 0, 1, 0) });
    let levels: Vec<Option<u8>> = page.opponents.iter().map(|line| line.level).collect();
    assert_eq!(levels, [Some(3), Some(5)]);
    assert!(page.opponents.iter().all(|line| line.name.is_empty()));
    assert_eq!((page.name.as_str(), page.aliases.len()), ("", 0));
}
