use proptest::prelude::*;

use super::super::tests::{fresh, game, lost_gomoku, text};
use super::super::{FinishedGame, Library, Query};
use super::*;

fn field(field: Field, value: &str) -> Option<(Field, String)> {
    Some((field, value.to_owned()))
}

#[test]
fn a_text_is_split_into_words_and_fields() {
    let read = |text| {
        let fields = read(text).into_iter().map(|term| match term {
            SearchTerm::Field { field, value, .. } => Some((field, value.to_owned())),
            SearchTerm::Plain(_) | SearchTerm::Unknown(_) => None,
        });
        fields.collect::<Vec<_>>()
    };
    assert_eq!(
        read("  Event:\"Five  Rams\" li year:1999.. "),
        [field(Field::Event, "Five  Rams"), None, field(Field::Year, "1999..")]
    );
    assert_eq!(read("player:\"Xu"), [field(Field::Player, "Xu")], "an open quotation");
    assert_eq!(read("say \"a b\""), [None, None, None], "quotation marks of a plain word are letters");
    assert_eq!(read("tag:\"a\"b"), [field(Field::Tag, "a\"b")]);
    assert_eq!(read("12:30 http://a.b x: 棋手:王"), [None, None, None, None]);
    let unknown = |word| matches!(term(word), SearchTerm::Unknown(_));
    assert!(unknown("plyer:xu") && unknown("x:") && !unknown("12:30") && !unknown("http://a") && !unknown("棋手:王"));
}

#[test]
fn numbers_have_ranges() {
    for (value, range) in [
        ("1999", Some((1999, 1999))),
        ("1999..2005", Some((1999, 2005))),
        ("..2005", Some((1000, 2005))),
        ("1999..", Some((1999, 2999))),
        ("2005..1999", None),
        ("..", None),
        ("99", None),
        ("+999", None),
        ("1999-05", None),
    ] {
        assert_eq!(years(value), range, "{value}");
    }
    for value in ["", "<", "x", "<101", "-1", "80..70", "70..", "nan", "inf"] {
        assert_eq!(percent(value), None, "{value}");
    }
}

fn filled() -> (tempfile::TempDir, Library) {
    let (temp, mut library) = fresh();
    let pgn = |event: &str, first: f64, second: f64| {
        format!(
            "[Game \"Chinese Chess\"]\n[Event \"{event}\"]\n\n{{[%eval 0.30]}} 1. h2e2 {{[%eval {first:.2}]}} h9g7 \
             {{[%eval {second:.2}]}} *\n"
        )
    };
    let mut one = FinishedGame { record: pgn("Five Rams Cup", 0.3, 0.3), date: "1999.05".into(), ..game(1) };
    one.first.name = "ĐẶNG Lan".into();
    let two = FinishedGame { record: pgn("五羊杯", 0.3, 5.0), date: "2005".into(), ..game(2) };
    let mut three = FinishedGame { moves: "h8 i9".into(), date: String::new(), ..lost_gomoku(3) };
    three.second.name.clear();
    let four = FinishedGame { moves: "c3c4 c6c5".into(), date: "2006.01.01".into(), ..game(4) };
    let saved = library.save_all(&[one, two, three, four]).unwrap();
    library.tag(&[saved[1]], "快棋 Blitz Đẹp", true).unwrap();
    (temp, library)
}

#[test]
fn fields_restrict_the_list() {
    let (_temp, library) = filled();
    const NONE: &[i64] = &[];
    for (words, found) in [
        ("player:đặng", &[1][..]),
        ("player:\"đặng lan\"", &[1]),
        ("player:xiangqi", NONE),
        ("player:王天一 year:..2005", &[2]),
        ("event:rams", &[1]),
        ("event:\"FIVE rams\"", &[1]),
        ("event:五羊", &[2]),
        ("year:1999", &[1]),
        ("year:1999..2005", &[2, 1]),
        ("year:2005..", &[4, 2]),
        ("result:red", &[4, 2, 1]),
        ("result:black", &[3]),
        ("result:white", NONE),
        ("opening:中炮", &[4, 2, 1]),
        ("opening:* moves:兵七进一,卒3进1", &[4]),
        ("moves:炮二平五,马8进7", &[2, 1]),
        ("moves:\"1. 炮二平五 马8进7\"", &[2, 1]),
        ("moves:炮二平五，马8进7 year:1999", &[1]),
        ("moves:h8", &[3]),
        ("accuracy:<70", &[2]),
        ("accuracy:>99", &[2, 1]),
        ("accuracy:100", &[2, 1]),
        ("accuracy:0..50%", &[2]),
        ("accuracy:<70 player:đặng", NONE),
        ("length:1 game:xiangqi", &[4, 2, 1]),
        ("length:2", &[3]),
        ("player:*", &[3]),
        ("blitz", &[2]),
        ("Đẹp", &[2]),
        ("快棋 王天一", &[2]),
        ("快棋 đặng", NONE),
        ("a b c d e f g h 快棋", NONE),
    ] {
        let page = library.list(&text(words)).unwrap();
        let ids: Vec<i64> = page.rows.iter().map(|row| row.saved.started_at_ms / 1_000).collect();
        assert_eq!((ids.as_slice(), &page.faults[..]), (found, &[][..]), "{words}");
    }
    // The codes of openings are those of the classification.
    let coded = library.list(&Query { facts: true, text: "moves:炮二平五".into(), ..Query::default() }).unwrap();
    let code = &coded.rows[0].facts.opening_code;
    let letter = &code[..1];
    for (words, total) in
        [(format!("opening:{letter}*"), 2), (format!("opening:{}", code.to_lowercase()), 2), ("opening:Z*".into(), 0)]
    {
        assert_eq!(library.list(&text(&words)).unwrap().total, total, "{words}");
    }
}

#[test]
fn a_wrong_field_or_value_is_named() {
    let (_temp, library) = filled();
    for (word, kind) in [
        ("plyer:xu", QueryFaultKind::Field),
        ("player:", QueryFaultKind::Empty),
        ("event:\"\"", QueryFaultKind::Empty),
        ("game:chess", QueryFaultKind::Game),
        ("result:mate", QueryFaultKind::Result),
        ("winner:nobody", QueryFaultKind::Side),
        ("level:five", QueryFaultKind::Level),
        ("rank:300", QueryFaultKind::Level),
        ("rule:fide", QueryFaultKind::Rule),
        ("reason:rain", QueryFaultKind::Reason),
        ("date:yesterday", QueryFaultKind::Date),
        ("year:2005..1999", QueryFaultKind::Year),
        ("moves:Zz9", QueryFaultKind::Moves),
        ("accuracy:high", QueryFaultKind::Accuracy),
        ("length:long", QueryFaultKind::Length),
    ] {
        let page = library.list(&text(&format!("{word} 王天一"))).unwrap();
        assert_eq!(page.faults, [QueryFault { word: word.into(), kind }], "{word}");
        assert_eq!(page.total, 0, "{word}");
    }
    let long = format!("year:{}", "9".repeat(500));
    assert_eq!(library.list(&text(&long)).unwrap().faults[0].word.chars().count(), WORD_CHARS_MAX);
    assert!(["asian", "renju"].into_iter().all(is_rule));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// A range of years finds what a plain scan finds, whether the records know the month and the day or not, and the list by date
    /// goes from the latest to the earliest, those without a date last.
    #[test]
    fn ranges_of_years_and_the_order_of_dates_equal_a_plain_scan(
        dates in prop::collection::vec((1985_u16..2010, 0_u8..13, 0_u8..29, prop::bool::weighted(0.8)), 1..16),
        from in 1985_u16..2010,
        years in 0_u16..12,
    ) {
        let (_temp, mut library) = fresh();
        let written = |&(year, month, day, is_known): &(u16, u8, u8, bool)| match (is_known, month, day) {
            (false, ..) => String::new(),
            (_, 0, _) => format!("{year}"),
            (_, _, 0) => format!("{year}.{month:02}"),
            _ => format!("{year}.{month:02}.{day:02}"),
        };
        let games: Vec<FinishedGame> =
            (1..).zip(&dates).map(|(number, date)| FinishedGame { date: written(date), ..game(number) }).collect();
        library.save_all(&games).unwrap();
        let to = from + years;
        let ids = |text: &str| {
            let page = library.list(&Query { text: text.to_owned(), ..Query::default() }).unwrap();
            page.rows.into_iter().map(|row| row.saved.date).collect::<Vec<String>>()
        };
        let is_within = |date: &&(u16, u8, u8, bool)| date.3 && (from..=to).contains(&date.0);
        let mut scanned: Vec<String> = dates.iter().filter(is_within).map(written).collect();
        scanned.sort_unstable_by(|one, other| other.cmp(one));
        prop_assert_eq!(ids(&format!("year:{from}..{to}")), scanned);
        let mut every: Vec<String> = dates.iter().map(written).collect();
        every.sort_unstable_by(|one, other| other.cmp(one));
        prop_assert_eq!(ids(""), every);
    }
}
