use super::super::tests::{fresh, game, lost_gomoku};
use super::super::{FinishedGame, Library, Query};
use super::*;

fn record(event: &str, round: &str) -> String {
    format!("[Game \"Chinese Chess\"]\n[Event \"{event}\"]\n[Round \"{round}\"]\n\n1. h2e2 h9g7 *\n")
}

/// Four games, each with other values.
fn filled() -> (tempfile::TempDir, Library) {
    let (_temp, mut library) = fresh();
    let one = FinishedGame { record: record("beta", "10"), plies: 9, date: String::new(), ..game(1) };
    let two = FinishedGame { record: record("Alpha", "第2轮"), result: "0-1".into(), opening: None, ..game(2) };
    let three = FinishedGame { record: record("Alpha", "决赛"), result: "*".into(), moves: String::new(), ..game(3) };
    let mut four = FinishedGame { result: "1/2-1/2".into(), ..lost_gomoku(4) };
    (four.first.name, four.second.name) = (String::new(), "Anna".into());
    let ids = library.save_all(&[one, two, three, four]).unwrap();
    library.tag(&ids[..1], "b", true).unwrap();
    library.tag(&ids[1..2], "a", true).unwrap();
    (_temp, library)
}

#[test]
fn every_order_has_two_directions_and_no_value_is_last() {
    let (_temp, library) = filled();
    let ids = |sort, reversed| {
        let page = library.list(&Query { sort, reversed, ..Query::default() }).unwrap();
        page.rows.iter().map(|row| row.id).collect::<Vec<_>>()
    };
    for (sort, there, back) in [
        (GameOrder::Date, [4, 3, 2, 1], [2, 3, 4, 1]),
        (GameOrder::Added, [4, 3, 2, 1], [1, 2, 3, 4]),
        (GameOrder::Plies, [1, 4, 3, 2], [2, 3, 4, 1]),
        (GameOrder::First, [1, 2, 3, 4], [3, 2, 1, 4]),
        (GameOrder::Second, [4, 1, 2, 3], [3, 2, 1, 4]),
        (GameOrder::Event, [3, 2, 1, 4], [1, 2, 3, 4]),
        (GameOrder::Round, [3, 2, 1, 4], [1, 2, 3, 4]),
        (GameOrder::Result, [1, 4, 2, 3], [2, 4, 1, 3]),
        (GameOrder::Rule, [4, 1, 2, 3], [3, 2, 1, 4]),
        (GameOrder::Tags, [2, 1, 3, 4], [1, 2, 4, 3]),
    ] {
        assert_eq!((ids(sort, false), ids(sort, true)), (there.to_vec(), back.to_vec()), "{sort:?}");
    }
    // Games without a name of their opening are last in both directions.
    for reversed in [false, true] {
        assert_eq!(ids(GameOrder::Opening, reversed)[2..].iter().sum::<i64>(), 6, "{reversed}");
    }
}

/// Each page is a part of the whole list, in each order.
#[test]
fn pages_are_parts_of_one_list() {
    let (_temp, mut library) = fresh();
    let games: Vec<FinishedGame> = (0..25).map(|n| if n % 3 == 0 { lost_gomoku(n) } else { game(n) }).collect();
    library.save_all(&games).unwrap();
    for sort in GameOrder::ALL {
        for reversed in [false, true] {
            let whole = Query { sort, reversed, ..Query::default() };
            let all = library.list(&whole).unwrap().rows;
            assert_eq!(all.len(), 25);
            for offset in (0..25).step_by(10) {
                let part = library.list(&Query { offset, limit: 10, ..whole.clone() }).unwrap();
                assert_eq!(part.rows, all[offset as usize..].iter().take(10).cloned().collect::<Vec<_>>(), "{sort:?}");
            }
        }
    }
}

#[test]
fn a_kept_order_follows_every_change() {
    let (_temp, mut library) = fresh();
    let mut other = library.beside().unwrap();
    let ids = library.save_all(&(1..=5).map(game).collect::<Vec<_>>()).unwrap();
    for query in [
        Query::default(),
        Query { sort: GameOrder::Tags, ..Query::default() },
        Query { facts: true, ..Query::default() },
    ] {
        let check = |library: &Library, what: &str| {
            let page = Query { offset: 1, limit: 3, ..query.clone() };
            let expected = library.beside().unwrap().ids(&query).unwrap();
            let rows = library.list(&page).unwrap();
            let listed: Vec<i64> = rows.rows.iter().map(|row| row.id).collect();
            assert_eq!(listed, expected[1..expected.len().min(4)], "{what}");
            assert_eq!(library.ids(&query).unwrap(), expected, "{what}");
        };
        check(&library, "at first");
        library.tag(&ids[2..4], "b", true).unwrap();
        check(&library, "a tag");
        other.tag(&ids[..1], "a", true).unwrap();
        check(&library, "a tag by another connection");
        other.delete(ids[1]).unwrap();
        check(&library, "a deletion by another connection");
        library.restore(ids[1]).unwrap();
        check(&library, "a restored game");
        other.save(&game(6)).unwrap();
        check(&library, "a new game");
    }
}
