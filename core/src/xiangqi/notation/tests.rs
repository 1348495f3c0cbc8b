//! Moves in words, case by case; the tables of `tests/data` are read by the acceptance tests.

use super::*;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const START_BLACK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";

/// Two pawns on file 5 and two on file 7 (Red's count), one on file 3.
const TWO_FILES: &str = "3k5/9/2P1P4/2P1P1P2/9/9/9/9/9/4K4 w";
const THREE: &str = "3k5/4P4/4P4/4P4/P8/9/9/9/9/4K4 w";
const FIVE_BLACK: &str = "3k5/9/9/9/9/9/2p6/2p6/2p6/2p1K4 b";
const FOUR: &str = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w";

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

#[track_caller]
fn means(fen: &str, mv: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(&position(fen), text).map(|mv| mv.to_string()).as_deref(), Ok(mv), "{text}");
    }
}

/// Checks the Chinese, the traditional and the WXF form, and that every form is read again.
#[track_caller]
fn written(fen: &str, mv: &str, [chinese, traditional, wxf]: [&str; 3]) {
    let (position, mv) = (position(fen), mv.parse::<Move>().expect(mv));
    assert_eq!(write(&position, mv, NotationStyle::Chinese), chinese);
    assert_eq!(write(&position, mv, NotationStyle::Traditional), traditional);
    assert_eq!(write(&position, mv, NotationStyle::Wxf), wxf);
    for style in NotationStyle::ALL {
        assert_eq!(read(&position, &write(&position, mv, style)), Ok(mv), "{style:?}");
    }
}

#[track_caller]
fn refused(fen: &str, text: &str, message: &str) {
    let error = read(&position(fen), text).expect_err(text);
    assert_eq!(error.to_string(), message, "{text}");
    assert!(!error.code().is_empty());
}

#[test]
fn one_move_in_every_notation() {
    written(START, "h2e2", ["炮二平五", "炮二平五", "C2=5"]);
    written(START, "h0g2", ["马二进三", "馬二進三", "H2+3"]);
    written(START_BLACK, "b9c7", ["马２进３", "馬２進３", "H2+3"]);
    written(START_BLACK, "e6e5", ["卒５进１", "卒５進１", "P5+1"]);
    written(START, "e0e1", ["帅五进一", "帥五進一", "K5+1"]);
    means(START, "h2e2", &["h2e2", "H2E2", "H2-E2", "h2-e2", " 炮二平五 ", "砲2平5", "包２平５", "c2.5", "C2=5"]);
    means(START, "h0g2", &["马二上三", "傌二進三", "馬2上3", "N2+3", "h2+3"]);
    means(START, "i0i1", &["车一进一", "俥一進一", "車1上1", "R1+1"]);
    means(START, "g0e2", &["相三进五", "象三进五", "E3+5", "B3+5"]);
    means(START, "e0e1", &["帅五进一", "将五进一", "G5+1"]);
    means(START_BLACK, "h7e7", &["炮８平５", "炮八平五", "炮8平5", "砲８平５", "c8=5"]);
    means(START_BLACK, "e9e8", &["将５进１", "帅五进一"]);
}

#[test]
fn two_and_three_on_one_file() {
    let rooks = "3k5/9/9/R8/9/R8/9/9/9/4K4 w";
    written(rooks, "a6b6", ["前车平八", "前車平八", "R+=8"]);
    written(rooks, "a4a3", ["后车退一", "後車退一", "R--1"]);
    means(rooks, "a4a3", &["後俥下一", "车后退一", "-R-1", "二车退一"]);
    written(THREE, "e8f8", ["前兵平四", "前兵平四", "15=4"]);
    written(THREE, "e7d7", ["中兵平六", "中兵平六", "25=6"]);
    written(THREE, "e6f6", ["后兵平四", "後兵平四", "35=4"]);
    written(THREE, "a5a6", ["兵九进一", "兵九進一", "P9+1"]);
    means(THREE, "e7d7", &["二兵平六", "P.=6"]);
}

#[test]
fn four_and_more_on_one_file() {
    written(FOUR, "e8d8", ["前兵平六", "前兵平六", "15=6"]);
    written(FOUR, "e7d7", ["二兵平六", "二兵平六", "25=6"]);
    written(FOUR, "e5f5", ["四兵平四", "四兵平四", "45=4"]);
    means(FOUR, "e5f5", &["后兵平四", "4兵平4"]);
    means(FOUR, "e8d8", &["一兵平六"]);
    written(FIVE_BLACK, "c0b0", ["前卒平２", "前卒平２", "13=2"]);
    written(FIVE_BLACK, "c2d2", ["三卒平４", "三卒平４", "33=4"]);
    means(FIVE_BLACK, "c3b3", &["后卒平２", "４卒平２"]);
}

#[test]
fn two_files_with_two_pawns_each() {
    written(TWO_FILES, "e7f7", ["前五平四", "前五平四", "15=4"]);
    written(TWO_FILES, "e6f6", ["后五平四", "後五平四", "25=4"]);
    written(TWO_FILES, "c7b7", ["前七平八", "前七平八", "17=8"]);
    written(TWO_FILES, "g6h6", ["兵三平二", "兵三平二", "P3=2"]);
    // Counted through both files from the right: 一 and 二 on file 5, 三 and 四 on file 7.
    means(TWO_FILES, "e7f7", &["一兵平四", "前5平4"]);
    means(TWO_FILES, "e6f6", &["二兵平四"]);
    means(TWO_FILES, "c7b7", &["三兵平八"]);
    means(TWO_FILES, "c6b6", &["四兵平八"]);
    refused(TWO_FILES, "前兵进一", "ambiguous: c7c8 or e7e8");
    refused(TWO_FILES, "五兵平四", "there are not that many Red soldiers on one file");
}

#[test]
fn advisors_and_elephants_need_no_order() {
    let fen = "3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w";
    written(fen, "c0e2", ["相七进五", "相七進五", "E7+5"]);
    written(fen, "c4e2", ["相七退五", "相七退五", "E7-5"]);
    written(fen, "d2e1", ["仕六退五", "仕六退五", "A6-5"]);
    written(fen, "d0e1", ["仕六进五", "仕六進五", "A6+5"]);
    means(fen, "c4e2", &["前相退五"]);
}

#[test]
fn errors_name_the_reason() {
    refused(START, "炮十平五", "there is no file 10");
    refused(START, "C10=5", "there is no file 10");
    refused(START, "炮二平0", "there is no file 0");
    refused(START, "马三进四", "there is no Red horse on file 3");
    refused(START_BLACK, "H3+4", "there is no Black horse on file 3");
    refused(START, "前炮平五", "there are not that many Red cannons on one file");
    refused(START, "中车进一", "there are not that many Red chariots on one file");
    refused(START, "零兵进一", "'零兵进一' is not a move in any notation");
    refused(START, "0兵进一", "there are not that many Red soldiers on one file");
    refused(START, "马二进二", "the horse cannot make that move");
    refused(START, "马二平三", "the horse cannot make that move");
    refused(START, "车一退一", "the chariot cannot make that move");
    refused(START, "车一平一", "the chariot cannot make that move");
    refused(START, "车一进0", "the chariot cannot make that move");
    refused(START, "R1+99", "the chariot cannot make that move");
    refused(START, "马二进四", "the horse's leg is blocked on g0");
    refused(START, "炮二进五", "the cannon needs a screen to take on h7");
    refused(START, "h9g7", "the horse on h9 is Black's, and it is Red's turn");
    refused(START, "e4e5", "there is no piece on e4");
    refused("3k5/9/9/9/9/9/9/9/9/R3K3R w", "帅五进九", "the general does not move from e0 to e9");
    for text in
        ["", "x", "炮", "炮二平", "炮二平五五", "C=5", "+", "C2=", "=5", "C25", "炮C平五", "1=5", "é+=5", "K999=1"]
    {
        let error = read(&position(START), text).expect_err(text);
        assert_eq!(error.code(), "unrecognised", "{text}: {error}");
    }
    let long = "炮".repeat(1000);
    assert!(read(&position(START), &long).expect_err("no move").to_string().chars().count() < 60);
}

#[test]
fn two_pieces_on_one_file_without_order() {
    let fen = "3k5/9/9/R8/9/R8/9/9/9/4K4 w";
    refused(fen, "车九平八", "ambiguous: a4b4 or a6b6");
    means(fen, "a6a9", &["车九进三", "R9+3"]);
}

#[test]
fn styles_have_codes() {
    for style in NotationStyle::ALL {
        assert_eq!(NotationStyle::from_code(style.code()), Some(style));
    }
    assert_eq!(NotationStyle::from_code("morse"), None);
}

/// P Pháo, M Mã, X Xe, T Tượng, S Sĩ, Tg Tướng, C Chốt; `.` advances, `/` retreats, `-` stays on the rank.
#[test]
fn vietnamese_books() {
    let vietnamese = |fen: &str, mv: &str| write(&position(fen), mv.parse().expect(mv), NotationStyle::Vietnamese);
    assert_eq!(vietnamese(START, "h2e2"), "P2-5");
    assert_eq!(vietnamese(START, "h0g2"), "M2.3");
    assert_eq!(vietnamese(START, "c3c4"), "C7.1");
    assert_eq!(vietnamese(START, "g0e2"), "T3.5");
    assert_eq!(vietnamese(START, "f0e1"), "S4.5");
    assert_eq!(vietnamese(START_BLACK, "e9e8"), "Tg5.1");
    let rooks = "3k5/9/9/R8/9/R8/9/9/9/4K4 w";
    assert_eq!([vietnamese(rooks, "a6b6"), vietnamese(rooks, "a4a3")], ["Xt-8", "Xs/1"]);
    assert_eq!(["e8f8", "e7d7", "e6f6"].map(|mv| vietnamese(THREE, mv)), ["Ct-4", "Cg-6", "Cs-4"]);
    assert_eq!([vietnamese(TWO_FILES, "e7f7"), vietnamese(FOUR, "e7d7")], ["Ct5-4", "C25-6"]);
    means(START, "h2e2", &["P2-5", "p2-5"]);
    means(START, "h0g2", &["M2.3", "m2.3"]);
    means(START, "e3e4", &["C5.1", "B5.1"]);
    means(rooks, "a6a9", &["Xt.3", "xt.3"]);
    means(FOUR, "e7d7", &["C25-6"]);
    means(rooks, "e0e1", &["Tg5.1"]);
    // A cannon of WXF and a soldier of Vietnam share their letter; what is legal decides.
    means(START, "h2e2", &["C2.5"]);
    means(START, "g3g4", &["C3.1"]);
    refused(START, "X2.3", "there is no Red chariot on file 2");
    refused(START, "Xq.3", "'Xq.3' is not a move in any notation");
}
