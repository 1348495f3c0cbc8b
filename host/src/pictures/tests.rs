use std::ops::ControlFlow;

use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::export::replay::ReplayPart;
use duiyi_core::record::export::style::{BoardWood, StoneSurface};
use duiyi_core::record::note::{Colour, Mark};

use super::*;

fn game(kind: GameKind, moves: &[&str]) -> (Header, Tree, NodeId) {
    let mut tree = Tree::new();
    let end = moves.iter().fold(Tree::ROOT, |at, mv| tree.push(at, *mv));
    let mut header = Header::new(Setup::usual(kind));
    header.names.first = "Anna".to_owned();
    header.names.second = "Bo".to_owned();
    (header, tree, end)
}

#[test]
fn a_png_shows_the_wood_and_the_pieces() {
    let (header, tree, end) = game(GameKind::Xiangqi, &["h2e2", "h9g7"]);
    let style = PictureStyle { heading: false, ..PictureStyle::default() };
    let bytes = png(&header, &tree, end, &style, 198).expect("it can be drawn");
    let picture = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("it is a PNG");
    assert_eq!((picture.width(), picture.height()), (198, 220));
    let at = |x: u32, y: u32| {
        let colour = picture.pixel(x, y).expect("inside");
        (colour.red(), colour.green(), colour.blue())
    };
    let (red, green, blue) = at(2, 110);
    assert!(red > 190 && (140..220).contains(&green) && blue < 170, "wood: {:?}", at(2, 110));
    // The cannon on e2, whose column is the middle one: boxwood beside its character.
    assert!(at(99 - 8, 160 - 6).0 > 150, "{:?}", at(91, 154));
    assert_eq!(png(&header, &tree, end, &style, 0), Err(PictureError::Undrawable));
}

#[test]
fn an_animation_has_a_picture_for_each_position_and_can_be_stopped() {
    let (header, tree, end) = game(GameKind::Gomoku, &["h8", "i9", "h9", "i8"]);
    let style = PictureStyle { stones: StoneSurface::Flat, heading: false, ..PictureStyle::default() };
    let animation = Animation { width: 120, ..Animation::default() };
    let mut heard = Vec::new();
    let mut hear = |done, total| {
        heard.push((done, total));
        ControlFlow::Continue(())
    };
    let bytes = gif(&header, &tree, (Tree::ROOT, ReplayPart::Game), &style, animation, &mut hear).expect("it is drawn");
    assert_eq!(heard, [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).expect("it is a GIF");
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        frames.push((frame.width, frame.height, frame.delay));
    }
    assert_eq!((frames.len(), frames[0].0, frames[4].2), (5, 120, 400));
    assert!(frames[1..].iter().all(|frame| frame.0 < 30), "only what changed is written: {frames:?}");
    let line = gif(&header, &tree, (end, ReplayPart::Line), &style, animation, &mut |_, total| {
        assert_eq!(total, 1);
        ControlFlow::Continue(())
    });
    assert!(line.is_ok());
    let stopped = gif(&header, &tree, (end, ReplayPart::Game), &style, animation, &mut |_, _| ControlFlow::Break(()));
    assert_eq!(stopped, Err(PictureError::Stopped));
}

#[test]
fn letters_are_outlined_by_the_fonts_of_the_machine() {
    // A machine without fonts outlines nothing, and says so.
    let Some(drawn) = outline("Éa", true) else { return };
    assert!(drawn.path.starts_with('M') && drawn.advance > 500.0);
    assert!(outline("\u{10ffff}", false).is_none(), "no font has it");
}

/// Plays an animation as a viewer does: each frame lies over the one before.
fn shown(bytes: &[u8]) -> Vec<Vec<[u8; 4]>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("it is a GIF");
    let across = usize::from(decoder.width());
    let mut canvas = vec![[0; 4]; across * usize::from(decoder.height())];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
            canvas[(y + usize::from(frame.top)) * across + x + usize::from(frame.left)].copy_from_slice(pixel);
        }
        pictures.push(canvas.clone());
    }
    pictures
}

/// Wrong colours, marks left out, captured pieces left over and the side at the bottom: reports of other programs
/// (lila #7844, #11612, #19440, lila-gif #232, vschess #9).
#[test]
fn each_frame_shows_what_a_picture_of_its_position_shows() {
    let (header, mut tree, end) = game(GameKind::Xiangqi, &["h2e2", "h9g7", "e2e6", "g7e6"]);
    let arrow = Mark { colour: Colour::Red, from: Some("a0".into()), to: "a6".into() };
    tree.note_mut(end).marks.push(arrow);
    for (wood, flipped) in [(BoardWood::Kaya, false), (BoardWood::Rosewood, true)] {
        let style = PictureStyle { wood, flipped, ..PictureStyle::default() };
        let animation = Animation { width: 240, ..Animation::default() };
        let part = (end, ReplayPart::Game);
        let bytes = gif(&header, &tree, part, &style, animation, &mut |_, _| ControlFlow::Continue(())).expect("drawn");
        let frames = shown(&bytes);
        let mut nodes: Vec<NodeId> = tree.path(end).collect();
        nodes.reverse();
        assert_eq!(frames.len(), nodes.len());
        for (index, (frame, node)) in frames.iter().zip(nodes).enumerate() {
            let (_, _, direct) = rgba(&png(&header, &tree, node, &style, 240).expect("drawn")).expect("it is a PNG");
            let (mut sum, mut far) = (0u64, 0);
            for (seen, wanted) in frame.iter().zip(direct.chunks_exact(4)) {
                let error = (0..3).map(|channel| u64::from(seen[channel].abs_diff(wanted[channel]))).max();
                let error = error.unwrap_or(0);
                sum += error;
                far += u64::from(error > 40);
            }
            let pixels = frame.len() as u64;
            let measured = format!("frame {index} in {wood:?}: mean {:.2}, far {far}", sum as f64 / pixels as f64);
            assert!(sum < 4 * pixels && far * 500 < pixels, "{measured} of {pixels}");
            assert!(frame.iter().all(|pixel| pixel[3] == 255), "no pixel is transparent");
        }
    }
}

/// A name in letters that no font has is not left out whole (LilypadClient #2, browser-use #648).
#[test]
fn a_name_that_no_single_font_has_is_still_drawn() {
    let (mut header, tree, end) = game(GameKind::Gomoku, &["h8"]);
    let strip = |header: &Header| {
        let bytes = png(header, &tree, end, &PictureStyle::default(), 600).expect("it can be drawn");
        rgba(&bytes).expect("it is a PNG").2
    };
    header.names.first = String::new();
    let without = strip(&header);
    header.names.first = "Éva \u{10fffd}".to_owned();
    if outline("Éa", true).is_some() {
        assert_ne!(strip(&header), without);
    }
}
