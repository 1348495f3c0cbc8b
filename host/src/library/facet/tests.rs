use super::super::FinishedGame;
use super::super::tests::{fresh, game, lost_gomoku, text};
use super::*;

const DAY_MS: i64 = 86_400_000;

fn pairs(counts: &[ValueCount]) -> Vec<(&str, u32)> {
    counts.iter().map(|count| (count.value.as_str(), count.games)).collect()
}

#[test]
fn each_facet_counts_what_its_other_choices_would_show() {
    let (_temp, mut library) = fresh();
    let late = FinishedGame {
        started_at_ms: 400 * DAY_MS,
        date: "1971.02.05".into(),
        result: "*".into(),
        opening: None,
        ..game(4)
    };
    let ids = library.save_all(&[game(1), game(2), lost_gomoku(3), late]).unwrap();
    library.tag(&ids[..1], "a", true).unwrap();

    let all = library.facets(&Query::default()).unwrap();
    assert_eq!(pairs(&all.game), [("gomoku", 1), ("xiangqi", 3)]);
    assert_eq!(pairs(&all.rule), [("asian", 3), ("renju", 1)]);
    assert_eq!(pairs(&all.result), [("*", 1), ("1-0", 3)]);
    assert_eq!(pairs(&all.level), [("3", 3), ("5", 1)]);
    assert_eq!(pairs(&all.opening), [("中炮对屏风马", 2)]);
    assert_eq!(pairs(&all.tag), [("a", 1)]);
    assert_eq!(pairs(&all.date), [("1971", 1), ("1970", 3)]);
    assert_eq!(pairs(&all.player), [("王天一 1", 1), ("王天一 2", 1), ("王天一 3", 1), ("王天一 4", 1)]);
    assert_eq!(pairs(&all.event), [], "nobody asked for the events");

    // A choice of game narrows every facet except the game facet.
    let gomoku = library.facets(&Query { game: Some("gomoku".into()), ..Query::default() }).unwrap();
    assert_eq!(pairs(&gomoku.game), [("gomoku", 1), ("xiangqi", 3)]);
    assert_eq!(pairs(&gomoku.rule), [("renju", 1)]);
    assert_eq!(pairs(&gomoku.tag), []);

    let year = library.facets(&Query { date: Some("1971".into()), ..Query::default() }).unwrap();
    assert_eq!(pairs(&year.date), [("1971-02", 1), ("1971", 1), ("1970", 3)]);
    assert_eq!(pairs(&year.result), [("*", 1)]);

    assert_eq!(pairs(&library.facets(&text("王天一 level:5")).unwrap().game), [("gomoku", 1)]);
    let won = library.facets(&Query { result: Some("win".into()), ..Query::default() }).unwrap();
    assert_eq!(pairs(&won.result), [("1-0", 2)], "as the person at the board sees it");
}

/// Filtering by a counted value lists exactly the counted games.
#[test]
fn choosing_a_value_lists_what_was_counted() {
    let (_temp, mut library) = fresh();
    let mut games: Vec<FinishedGame> =
        (0..40).map(|number| if number % 3 == 0 { lost_gomoku(number) } else { game(number) }).collect();
    for (number, game) in games.iter_mut().enumerate() {
        game.started_at_ms = number as i64 * 37 * DAY_MS;
        game.date = crate::clock::day(game.started_at_ms);
        game.result = ["1-0", "0-1", "1/2-1/2", "*"][number % 4].into();
        game.opening = (number % 5 == 0).then(|| format!("开局{} Opening", number % 2));
        let event = format!("[Game \"Chinese Chess\"]\n[Event \"Cup {}\"]\n\n1. h2e2 *\n", number % 3);
        game.record = if number % 4 == 0 { event } else { String::new() };
        game.first.name = format!("Li {}", number % 4);
    }
    let ids = library.save_all(&games).unwrap();
    library.tag(&ids[..7], "残局", true).unwrap();
    let base = Query { result: Some("1-0".into()), limit: 0, facts: true, ..Query::default() };
    let facets = library.facets(&base).unwrap();
    let mut checked = 0;
    for (counts, choose) in [
        (&facets.game, (|query, value| Query { game: Some(value), ..query }) as fn(Query, String) -> Query),
        (&facets.rule, |query, value| Query { rule: Some(value), ..query }),
        (&facets.result, |query, value| Query { result: Some(value), ..query }),
        (&facets.level, |query, value| Query { level: value.parse().ok(), ..query }),
        (&facets.opening, |query, value| Query { opening: Some(value), ..query }),
        (&facets.tag, |query, value| Query { tag: Some(value), ..query }),
        (&facets.date, |query, value| Query { date: Some(value), ..query }),
        (&facets.player, |query, value| Query { player: Some(value), ..query }),
        (&facets.event, |query, value| Query { event: Some(value), ..query }),
    ] {
        assert!(!counts.is_empty());
        for ValueCount { value, games } in counts {
            let query = choose(base.clone(), value.clone());
            assert_eq!(library.list(&query).unwrap().total, *games, "{value}");
            checked += 1;
        }
    }
    assert!(checked > 15, "{checked}");
}
