use super::*;
use crate::game::Setup;
use crate::record::export::Export;
use crate::record::export::style::{BoardWood, EdgeLabels, PageLanguage, PieceFaces, StoneSurface};
use crate::record::note::{Colour, Label, Mark};
use crate::record::{Header, Tree};

fn drawn(game: &Game, note: &Note, style: &PictureStyle) -> String {
    Picture::new(game, note, &[], &Heading::default(), style, None).svg()
}

#[test]
fn every_piece_and_mark_is_drawn_without_a_font() {
    let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
    game.advance("h2e2").expect("it is legal");
    let note = Note {
        marks: vec![
            Mark { colour: Colour::Red, from: Some("b0".into()), to: "c2".into() },
            Mark { colour: Colour::Green, from: None, to: "z9".into() },
        ],
        labels: vec![Label { at: "e9".into(), text: "<".into() }],
        ..Note::EMPTY
    };
    for pieces in [PieceFaces::Traditional, PieceFaces::Simplified, PieceFaces::Letters, PieceFaces::International] {
        for labels in [EdgeLabels::None, EdgeLabels::Chinese, EdgeLabels::Arabic, EdgeLabels::Letters] {
            let svg = drawn(&game, &note, &PictureStyle { pieces, labels, ..PictureStyle::default() });
            assert_eq!(svg.matches("r=\"0.44\"").count(), 32);
            assert!(!svg.contains("<text") && !svg.contains("font"), "{pieces:?} {labels:?}");
            assert!(!svg.contains("NaN") && !svg.contains("href"));
        }
    }
    let svg = drawn(&game, &note, &PictureStyle::default());
    // Two brackets for the last move, none of them on a piece; the horse's arrow bends; the ring is outside the board.
    assert_eq!(svg.matches("stroke=\"#17506e\" stroke-width=\"0.045\"").count(), 2);
    let shaft =
        svg.split("stroke-dasharray=\"0.22 0.09\"").next().and_then(|before| before.rsplit("<path d=\"").next());
    assert_eq!(shaft.map(|shaft| shaft.matches('L').count()), Some(2), "{shaft:?}");
    assert!(!svg.contains("r=\"0.46\""));
}

#[test]
fn stones_have_their_last_mark_or_their_numbers() {
    let mut game = Game::new(&Setup::usual(GameKind::Gomoku));
    let stones = ["h8", "i9", "h9"].map(str::to_owned);
    stones.iter().for_each(|point| _ = game.advance(point).expect("it is free"));
    let plain = drawn(&game, &Note::EMPTY, &PictureStyle::default());
    assert_eq!((plain.matches("r=\"0.448\"").count(), plain.matches("r=\"0.125\"").count()), (3, 1));
    assert!(plain.contains("url(#d-slate)") && plain.contains("url(#d-shell)"));
    let style = PictureStyle { numbers: true, stones: StoneSurface::Flat, ..PictureStyle::default() };
    let numbered = Picture::new(&game, &Note::EMPTY, &stones, &Heading::default(), &style, None).svg();
    assert_eq!((numbered.matches("r=\"0.445\"").count(), numbered.matches("r=\"0.125\"").count()), (3, 0));
    assert!(numbered.contains("height=\"0.045\""), "the last number is underlined");
}

#[test]
fn a_winning_row_is_drawn_through() {
    let mut game = Game::new(&Setup::usual(GameKind::TicTacToe));
    for point in ["a1", "a2", "b1", "b2", "c1"] {
        game.advance(point).expect("it is free");
    }
    let svg = drawn(&game, &Note::EMPTY, &PictureStyle { wood: BoardWood::Lacquer, ..PictureStyle::default() });
    assert!(
        svg.contains("stroke-width=\"0.045\" stroke-linecap=\"round\"") && svg.contains("#efe4cb"),
        "ink is on paper"
    );
}

#[test]
fn the_heading_says_who_played_and_what_was_played_last() {
    let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
    header.names.first = "许银川 <1>".to_owned();
    header.names.second = "Black & Co".to_owned();
    header.tags.push(("Event".to_owned(), "第9届银荔杯".to_owned()));
    header.date = "1999.12.09".to_owned();
    let mut tree = Tree::new();
    let first = tree.push(Tree::ROOT, "h2e2");
    let second = tree.push(first, "h9g7");
    let written =
        Export::Picture.write(&header, &tree, second, &PictureStyle::default(), None).expect("pictures hold all");
    let svg = String::from_utf8(written.bytes).expect("SVG is text");
    assert!(
        svg.contains(
            "<title>许银川 &lt;1&gt; – Black &amp; Co. 第9届银荔杯 · December 9, 1999 · 1... 马８进７</title>"
        ),
        "{svg}"
    );
    assert!(svg.contains(">许银川 &lt;1&gt;</text>"), "no outline of Han is known to core");
    assert!(
        svg.starts_with(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"792\" height=\"994\" viewBox=\"0 0 9.9 12.43\""
        ),
        "{}",
        &svg[..120]
    );
    let bare = PictureStyle { heading: false, ..PictureStyle::default() };
    let svg = Export::Picture.write(&header, &tree, second, &bare, None).expect("pictures hold all").bytes;
    assert!(String::from_utf8_lossy(&svg).contains("viewBox=\"0 0 9.9 11\""));
    header.names.first = "A name of forty letters in one long line".to_owned();
    header.names.second = "Bo".to_owned();
    let whole = PictureStyle { language: PageLanguage::English, ..PictureStyle::default() };
    // Outlines of ASCII are paths; a letter of Han shows the text as text.
    header.names.first.push('长');
    let svg = Export::Picture.write(&header, &tree, second, &whole, None).expect("pictures hold all").bytes;
    assert!(String::from_utf8_lossy(&svg).contains("one long line长</text>"), "a name beside a short one is whole");
    header.names.first = "长".repeat(200);
    let written =
        Export::Picture.write(&header, &tree, first, &PictureStyle::default(), None).expect("pictures hold all");
    assert!(String::from_utf8_lossy(&written.bytes).contains("长…</text>"), "a name that does not fit is cut");
}

/// Letters of cells were cut above three points, and too small to read above fifteen.
#[test]
fn the_heading_has_the_same_share_of_every_picture() {
    for (kind, size) in [(GameKind::TicTacToe, 3.0), (GameKind::Gomoku, 15.0)] {
        let mut header = Header::new(Setup::usual(kind));
        header.tags.push(("Event".to_owned(), "第9届 Club evening".to_owned()));
        header.date = "1999.12.09".to_owned();
        let tree = Tree::new();
        let style = PictureStyle { language: PageLanguage::English, ..PictureStyle::default() };
        let written = Export::Picture.write(&header, &tree, Tree::ROOT, &style, None).expect("pictures hold all");
        let svg = String::from_utf8(written.bytes).expect("SVG is text");
        assert!(svg.contains("December 9, 1999</text>"), "{size} points: {svg}");
        let zoom = svg.split_once("transform=\"scale(").expect("the heading is scaled").1;
        let zoom: f64 = zoom.split_once(')').expect("a number").0.parse().expect("a number");
        assert!((zoom - (size + 1.0) / 9.9).abs() < 0.12, "{size} points: {zoom}");
    }
}

/// A horse with the character of an elephant (Noto Sans Symbols 2, notofonts/symbols #63).
#[test]
fn every_piece_has_its_own_character() {
    use crate::record::export::men::character_of;
    let characters = |faces| "KABNRCPkabnrcp".chars().filter_map(|cell| character_of(faces, cell)).collect::<String>();
    assert_eq!(characters(PieceFaces::Traditional), "帥仕相傌俥炮兵將士象馬車砲卒");
    assert_eq!(characters(PieceFaces::Simplified), "帅仕相马车炮兵将士象马车炮卒");
}

/// Arrows that miss their squares on a turned board (python-chess #170).
#[test]
fn pieces_labels_and_arrows_turn_with_the_board() {
    let game = Game::new(&Setup::usual(GameKind::Xiangqi));
    let marks = vec![Mark { colour: Colour::Green, from: Some("h2".into()), to: "h9".into() }];
    let note = Note { marks, ..Note::EMPTY };
    let svg = |flipped| {
        let style = PictureStyle { flipped, labels: EdgeLabels::Letters, ..PictureStyle::default() };
        drawn(&game, &note, &style)
    };
    // The cannon on h2, and an arrow from there to the other end of its file; the letter a at its file's end.
    let (plain, turned) = (svg(false), svg(true));
    assert!(plain.contains("translate(7.95 8)") && plain.contains("M7.95 7.53L7.95 1.46"), "{plain}");
    assert!(turned.contains("translate(1.95 3)") && turned.contains("M1.95 3.47L1.95 9.54"), "{turned}");
}
