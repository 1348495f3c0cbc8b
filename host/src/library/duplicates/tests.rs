use duiyi_core::record::format;
use duiyi_core::study::Study;
use proptest::prelude::*;

use super::super::tests::{game, open};
use super::super::{Query, TrashFilter};
use super::*;
use crate::testing::data_dir;

/// A game of Gomoku with these moves.
fn stones(number: u32, moves: &str) -> FinishedGame {
    let plies = moves.split_whitespace().count() as u32;
    let size = Some(15);
    FinishedGame { game: "gomoku".to_owned(), size, start: None, moves: moves.to_owned(), plies, ..game(number) }
}

const LONG: &str = "h8 i9 j10 g7 h9 h10 i8 j8 g8 f8 g9 f10 i11 j12 e7 d6 k11 l12";

#[test]
fn headers_and_forms_decide_nothing_and_moves_everything() {
    let text = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Date \"1999.01.02\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 \
                马2进3 4. 兵七进一 卒7进1 5. 车二进六 炮8平9 6. 车二平三 炮9退1 7. 马八进七 士4进5 8. 炮八平九 炮9平7 1-0\n";
    let print = |text: &[u8]| {
        let study = Study::read(text).expect("a record");
        let moves: Vec<&str> = study.tree().main_moves().collect();
        let start = study.header.setup.start_fen();
        fingerprint(&FinishedGame { game: "xiangqi".to_owned(), size: None, start, moves: moves.join(" "), ..game(1) })
    };
    let own = print(text.as_bytes());
    assert!(own.is_some());
    let study = Study::read(text.as_bytes()).expect("a record");
    for form in ["xqf", "ubb", "pgn-wxf", "pgn-chinese", "lines"] {
        let written = format::named(form).expect("a form").write(&study.header, study.tree()).expect("it holds it");
        assert_eq!(print(&written.bytes), own, "{form}");
    }
    assert_eq!(print(text.replace("甲", "乙").replace("1-0", "0-1").as_bytes()), own);
    assert_ne!(print(text.replace("炮9平7", "炮9平8").as_bytes()), own, "the last move");
    assert_eq!(print(text.split(" 8.").next().unwrap_or_default().as_bytes()), None, "a short line is no game");
}

proptest! {
    #[test]
    fn a_turned_board_is_the_same_game_and_another_stone_is_not(
        points in proptest::sample::subsequence((0..225_u8).collect::<Vec<_>>(), PLIES_MIN..60).prop_shuffle(),
        image in 0..IMAGES,
        at in 0..PLIES_MIN,
    ) {
        let written = |points: &[(u8, u8)]| {
            let moves: Vec<String> =
                points.iter().map(|&(column, row)| format!("{}{}", char::from(b'a' + column), row + 1)).collect();
            fingerprint(&stones(1, &moves.join(" ")))
        };
        let points: Vec<(u8, u8)> = points.iter().map(|point| (point % 15, point / 15)).collect();
        let image: Vec<(u8, u8)> = points.iter().map(|&point| turned(point, 15, image)).collect();
        prop_assert_eq!(written(&points), written(&image));
        let mut other = points.clone();
        other.swap(at, (at + 1) % PLIES_MIN);
        prop_assert_ne!(written(&points), written(&other));
    }
}

#[test]
fn duplicates_are_listed_together_and_all_but_the_longest_record_are_spare() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    let mirrored: Vec<String> = LONG
        .split(' ')
        .map(|mv| {
            let (column, row) = stone(mv).expect("a point");
            format!("{}{}", char::from(b'a' + 14 - column), row + 1)
        })
        .collect();
    let lonely = LONG.replace("h8", "a1");
    let mut games = vec![
        stones(1, LONG),
        stones(2, &lonely),
        stones(3, &mirrored.join(" ")),
        stones(4, "h8 i9"),
        stones(5, "h8 i9"),
    ];
    games[2].record.push_str("(a longer record)");
    let ids = library.save_all(&games).unwrap();
    let query = Query { duplicates: true, ..Query::default() };
    let listed = || library.ids(&query).unwrap();
    assert_eq!(listed(), [ids[0], ids[2]]);
    assert_eq!(library.list(&query).unwrap().total, 2);
    assert_eq!(library.spare_duplicates(&query).unwrap(), [ids[0]]);
    library.tag(&[ids[0]], "mine", true).unwrap();
    assert_eq!(library.spare_duplicates(&query).unwrap(), [ids[2]], "a tag is a person's own");
    library.tag(&[ids[0]], "mine", false).unwrap();
    let print = fingerprint(&games[0]).unwrap();
    assert_eq!(library.same_moves(print).unwrap(), Some(ids[0]));
    library.delete(ids[0]).unwrap();
    assert_eq!(library.ids(&query).unwrap(), [0; 0]);
    assert_eq!(library.same_moves(print).unwrap(), Some(ids[2]), "a game in the trash is no twin");
    library.purge(ids[0]).unwrap();
    let in_trash = Query { shelf: TrashFilter::Trash, ..query };
    assert_eq!(library.ids(&in_trash).unwrap(), [0; 0]);
}
