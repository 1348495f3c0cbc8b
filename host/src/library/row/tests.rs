use super::super::tests::{fresh, game, text as words};
use super::super::{GameOrder, Query};
use super::*;

#[test]
fn dates_of_the_library_are_recognized() {
    for date in ["", "1000", "2999", "1989.05", "2026.12.31"] {
        assert!(is_date(date), "{date}");
    }
    for date in [
        "0999",
        "3000",
        "198",
        "19890",
        "1989.00",
        "1989.13",
        "1989.5",
        "1989.05.00",
        "1989.05.32",
        "1989-05",
        "𝟏",
        "198a",
    ] {
        assert!(!is_date(date), "{date}");
    }
}

/// Another program writes an impossible value into one game of two. Every view of the library still has both.
#[test]
fn an_impossible_value_hides_no_game() {
    for sql in [
        "date = '2026.99.99'",
        "date = '999999'",
        "started_at_ms = 9223372036854775807",
        "ended_at_ms = -9223372036854775808",
        "plies = -1",
        "size = 300",
        "first_level = 4000",
        "result = 'both'",
        "winner = 'all'",
        "first_name = CAST(x'ff' AS TEXT)",
    ] {
        let (_temp, mut library) = fresh();
        let ids = library.save_all(&[game(1), game(2)]).unwrap();
        let sql = format!("PRAGMA ignore_check_constraints = ON; UPDATE game SET {sql} WHERE id = {}", ids[1]);
        library.connection.execute_batch(&sql).unwrap();
        for sort in GameOrder::ALL {
            let page = library.list(&Query { sort, ..Query::default() }).unwrap();
            assert_eq!((page.total, page.rows.len()), (2, 2), "{sql}");
            assert_eq!(page.corrected, u32::from(!sql.contains("CAST")), "{sql}");
        }
        let facets = library.facets(&Query { date: Some("2026".into()), ..Query::default() }).unwrap();
        assert!(facets.date.iter().all(|count| count.value.len() < 7 || &count.value[5..] < "13"), "{facets:?}");
        assert_eq!(library.list(&words("duiyi")).unwrap().total, 2, "{sql}");
        let saved = library.load(ids[1]).unwrap().saved;
        assert_eq!(saved.record, game(2).record);
        assert!(TIMES_MS.contains(&saved.started_at_ms) && TIMES_MS.contains(&saved.ended_at_ms));
        library.save(&saved).unwrap();
        assert_eq!(library.list(&Query::default()).unwrap().corrected, 0, "saving again corrects it: {sql}");
    }
}
