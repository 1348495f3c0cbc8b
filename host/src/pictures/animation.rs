//! A game as an animated GIF: one palette for all of it, and of each picture only the part that changed.

use std::ops::ControlFlow;

use duiyi_core::record::export::PictureStyle;
use duiyi_core::record::export::replay::{ReplayPart, picture_at, replay, replay_len};
use duiyi_core::record::{Header, NodeId, Tree};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::raster::{draw_over, pixels};
use super::{PictureError, outline};

/// The size and speed of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animation {
    /// In pixels.
    pub width: u32,
    /// The time of each move in view, in hundredths of a second.
    pub move_cs: u16,
    /// The time of the last position in view, in hundredths of a second.
    pub end_cs: u16,
}

impl Default for Animation {
    fn default() -> Animation {
        Animation { width: 600, move_cs: 120, end_cs: 400 }
    }
}

/// Draws a part of a game as an animated GIF. `progress` gets the numbers of drawn and of all pictures, and may stop it.
///
/// # Errors
/// [`PictureError::Stopped`], or [`PictureError::Undrawable`] as for [`super::png`].
pub fn gif(
    header: &Header,
    tree: &Tree,
    (at, part): (NodeId, ReplayPart),
    style: &PictureStyle,
    animation: Animation,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<u8>, PictureError> {
    let total = replay_len(tree, at, part);
    let first = picture_at(header, tree, Tree::ROOT, style, Some(&outline));
    let ground = pixels(&first.ground_svg(), animation.width)?;
    let drawn = |svg: &str| -> Result<Pixmap, PictureError> {
        let mut pixmap = ground.clone();
        draw_over(svg, &mut pixmap)?;
        Ok(pixmap)
    };
    let end = picture_at(header, tree, end_of(tree, at), style, Some(&outline));
    let mut palette = Palette::of(&[drawn(&first.men_svg())?, drawn(&end.men_svg())?]);
    let (width, height) = (ground.width() as u16, ground.height() as u16);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height, &palette.bytes()).map_err(|_| PictureError::Undrawable)?;
    encoder.set_repeat(Repeat::Infinite).map_err(|_| PictureError::Undrawable)?;
    let (mut before, mut result) = (Vec::new(), Ok(()));
    let mut done = 0;
    replay(header, tree, (at, part), style, Some(&outline), &mut |picture| {
        result = drawn(&picture.men_svg()).and_then(|pixmap| {
            let now = palette.indices(&pixmap);
            done += 1;
            let delay = if done == total { animation.end_cs } else { animation.move_cs };
            let frame = Frame { delay, ..changed(&before, &now, (width, height), palette.unchanged()) };
            before = now;
            encoder.write_frame(&frame).map_err(|_| PictureError::Undrawable)
        });
        if result.is_ok() && progress(done, total).is_break() {
            result = Err(PictureError::Stopped);
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result?;
    drop(encoder);
    Ok(out)
}

fn end_of(tree: &Tree, at: NodeId) -> NodeId {
    let mut end = at;
    while let Some(next) = tree.main_child(end) {
        end = next;
    }
    end
}

/// Returns the smallest rectangle that holds every pixel that changed; of one pixel if none did. Pixels within it that did
/// not change are `unchanged`, so that long runs of them take no room.
fn changed(before: &[u8], now: &[u8], (width, height): (u16, u16), unchanged: u8) -> Frame<'static> {
    let across = usize::from(width);
    let whole = [0, 0, across, usize::from(height)];
    let [left, top, right, bottom] = if before.is_empty() {
        whole
    } else {
        let differs = |&index: &usize| before[index] != now[index];
        let mut bounds = [across, usize::from(height), 0, 0];
        for index in (0..now.len()).filter(differs) {
            let (x, y) = (index % across, index / across);
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x + 1), bounds[3].max(y + 1)];
        }
        if bounds[2] == 0 { [0, 0, 1, 1] } else { bounds }
    };
    let seen = |index: usize| if before.get(index) == Some(&now[index]) { unchanged } else { now[index] };
    let buffer: Vec<u8> = (top..bottom).flat_map(|y| (left..right).map(move |x| y * across + x)).map(seen).collect();
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        buffer: buffer.into(),
        transparent: (!before.is_empty()).then_some(unchanged),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    }
}

/// Bits of each channel in which two colours must differ to be two.
const BITS: u32 = 6;
const CELLS: usize = 1 << (3 * BITS);
/// One of the 256 indices of a GIF is for what shows the picture before.
const COLOURS_MAX: usize = 255;

/// No index of a colour: there are at most 255.
const UNKNOWN: u8 = u8::MAX;

/// At most 255 colours. The nearest of them to another colour is searched once, since boards have few thousand.
struct Palette {
    colours: Vec<[u8; 3]>,
    /// The nearest colour to each cell; [`UNKNOWN`] before its first use.
    nearest: Vec<u8>,
}

fn cell_of([red, green, blue]: [u8; 3]) -> usize {
    let part = |value: u8| usize::from(value >> (8 - BITS));
    part(red) << (2 * BITS) | part(green) << BITS | part(blue)
}

fn colours(pixmap: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    // Boards are opaque, so that premultiplied colours are the colours.
    pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

/// Returns how much a box of colours gains by being halved, and the channel in which it is widest.
fn spread(cells: &[([u8; 3], u64)]) -> (u64, usize) {
    let range = |channel: usize| {
        let values = cells.iter().map(|(colour, _)| colour[channel]);
        u64::from(values.clone().max().unwrap_or(0) - values.min().unwrap_or(0))
    };
    let channel = (0..3).max_by_key(|&channel| range(channel)).unwrap_or(0);
    let weight: u64 = cells.iter().map(|(_, count)| count).sum();
    (range(channel) * range(channel) * weight.isqrt(), channel)
}

impl Palette {
    /// Chooses colours by median cut (P. Heckbert, SIGGRAPH 1982): boxes of colours are halved where they are widest.
    fn of(pictures: &[Pixmap]) -> Palette {
        let mut sums = vec![(0u64, [0u64; 3]); CELLS];
        for colour in pictures.iter().flat_map(colours) {
            let (count, sum) = &mut sums[cell_of(colour)];
            *count += 1;
            for (sum, value) in sum.iter_mut().zip(colour) {
                *sum += u64::from(value);
            }
        }
        // Each used cell with its mean colour; the rarest count as much as a hundred pixels, as small marks matter.
        let mut cells: Vec<([u8; 3], u64)> = sums
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, sum)| (sum.map(|value| (value / count) as u8), count.clamp(100, 4000)))
            .collect();
        // Each box with its size and its widest channel.
        let mut boxes = vec![(spread(&cells), 0, cells.len())];
        while boxes.len() < COLOURS_MAX {
            let widest = boxes.iter().enumerate().max_by_key(|(_, span)| **span);
            let Some((index, &((size, channel), from, to))) = widest else { break };
            if size == 0 {
                break;
            }
            boxes.swap_remove(index);
            cells[from..to].sort_by_key(|(colour, _)| colour[channel]);
            let half = cells[from..to].iter().map(|(_, count)| count).sum::<u64>() / 2;
            let mut seen = 0;
            let mut middle = from + 1;
            for (offset, (_, count)) in cells[from..to].iter().enumerate() {
                seen += count;
                if seen > half {
                    middle = from + offset.max(1);
                    break;
                }
            }
            boxes.extend([(from, middle), (middle, to)].map(|(from, to)| (spread(&cells[from..to]), from, to)));
        }
        let mean = |&(_, from, to): &((u64, usize), usize, usize)| {
            let weight: u64 = cells[from..to].iter().map(|(_, count)| count).sum();
            [0, 1, 2].map(|channel| {
                let sum: u64 = cells[from..to].iter().map(|(colour, count)| u64::from(colour[channel]) * count).sum();
                (sum / weight.max(1)) as u8
            })
        };
        let colours: Vec<[u8; 3]> = boxes.iter().map(mean).collect();
        Palette { colours, nearest: vec![UNKNOWN; CELLS] }
    }

    fn nearest(&mut self, cell: usize) -> u8 {
        if self.nearest[cell] == UNKNOWN {
            let mask = (1 << BITS) - 1;
            let middle = |part: usize| ((part << (8 - BITS)) + (1 << (7 - BITS))) as i32;
            let own = [cell >> (2 * BITS), (cell >> BITS) & mask, cell & mask].map(middle);
            let distance = |colour: &[u8; 3]| -> i32 {
                colour.iter().zip(own).map(|(&value, own)| (i32::from(value) - own).pow(2)).sum()
            };
            let colours = self.colours.iter().enumerate();
            self.nearest[cell] = colours.min_by_key(|(_, colour)| distance(colour)).map_or(0, |(index, _)| index as u8);
        }
        self.nearest[cell]
    }

    /// The colours of a GIF's table, with one for [`Palette::unchanged`].
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.extend([0; 3]);
        bytes
    }

    /// The index of no colour.
    fn unchanged(&self) -> u8 {
        self.colours.len() as u8
    }

    fn indices(&mut self, pixmap: &Pixmap) -> Vec<u8> {
        colours(pixmap).map(|colour| self.nearest(cell_of(colour))).collect()
    }
}
