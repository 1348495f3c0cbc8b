//! Text as outlines with the fonts of the machine, so that a picture looks alike everywhere.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use duiyi_core::record::export::outlines::LetteredText;
use resvg::tiny_skia::{PathSegment, Point};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{FontResolver, Group, Node, Options, Text, Tree};

/// Font families by preference for texts with Han characters, then for others.
const HAN: [&str; 14] = [
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei UI",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Noto Sans CJK TC",
    "PingFang TC",
    "Microsoft JhengHei",
    "Noto Sans CJK JP",
    "Droid Sans Fallback",
];
const OTHERS: [&str; 9] = [
    "Source Serif 4",
    "Noto Serif",
    "Georgia",
    "Times New Roman",
    "DejaVu Serif",
    "Liberation Serif",
    "Noto Sans",
    "Segoe UI",
    "DejaVu Sans",
];

/// The fonts of the machine, read when the first text needs them.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

pub(super) fn fonts() -> Arc<Database> {
    Arc::clone(&FONTS)
}

/// Draws `text` in one family that has all of it, or else with the fonts that have its characters; `None` if some have
/// none.
#[must_use]
pub fn outline(text: &str, bold: bool) -> Option<LetteredText> {
    let is_han = |c: char| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    let (first, second): (&[&str], &[&str]) = if text.chars().any(is_han) { (&HAN, &OTHERS) } else { (&OTHERS, &HAN) };
    let known = |family: &&&str| FONTS.faces().any(|face| face.families.iter().any(|(name, _)| name == **family));
    let families: Vec<&str> = first.iter().chain(second).filter(known).copied().collect();
    let whole = families.iter().find_map(|family| laid_out(text, bold, family, false));
    whole.or_else(|| {
        let any = FONTS.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone())?;
        laid_out(text, bold, families.first().copied().unwrap_or(&any), true)
    })
}

/// Lays `text` out in `family`, and only in it without `mixed`.
fn laid_out(text: &str, bold: bool, family: &str, mixed: bool) -> Option<LetteredText> {
    let lacks = AtomicBool::new(false);
    let plain = FontResolver::default_fallback_selector();
    let select_fallback = Box::new(|c: char, used: &[_], fonts: &mut Arc<Database>| {
        let found = if mixed { plain(c, used, fonts) } else { None };
        if found.is_none() {
            lacks.store(true, Ordering::Relaxed);
        }
        found
    });
    let font_resolver = FontResolver { select_fallback, ..FontResolver::default() };
    let options = Options { fontdb: fonts(), font_resolver, ..Options::default() };
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let family = family.replace(['&', '<', '"', '\''], "");
    let weight = if bold { 700 } else { 400 };
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\"><text xml:space=\"preserve\" \
         font-family=\"'{family}'\" font-size=\"1000\" font-weight=\"{weight}\">{escaped}</text></svg>"
    );
    let tree = Tree::from_str(&svg, &options).ok()?;
    let drawn = tree.root().children().iter().find_map(|node| text_of(node));
    let drawn = drawn.filter(|_| !lacks.load(Ordering::Relaxed))?;
    let mut path = String::new();
    write_paths(drawn.flattened(), &mut path);
    (!path.is_empty()).then(|| LetteredText { path, advance: f64::from(drawn.bounding_box().right()) })
}

fn text_of(node: &Node) -> Option<&Text> {
    match node {
        Node::Text(text) => Some(text),
        Node::Group(group) => group.children().iter().find_map(text_of),
        Node::Path(_) | Node::Image(_) => None,
    }
}

/// Writes the outlines below a group in whole units.
fn write_paths(group: &Group, out: &mut String) {
    for node in group.children() {
        match node {
            Node::Group(group) => write_paths(group, out),
            Node::Path(path) => {
                let Some(path) = path.data().clone().transform(path.abs_transform()) else { continue };
                path.segments().for_each(|segment| write_segment(segment, out));
            }
            Node::Text(_) | Node::Image(_) => {}
        }
    }
}

fn write_segment(segment: PathSegment, out: &mut String) {
    let (letter, points): (char, &[Point]) = match &segment {
        PathSegment::MoveTo(a) => ('M', &[*a]),
        PathSegment::LineTo(a) => ('L', &[*a]),
        PathSegment::QuadTo(a, b) => ('Q', &[*a, *b]),
        PathSegment::CubicTo(a, b, c) => ('C', &[*a, *b, *c]),
        PathSegment::Close => ('Z', &[]),
    };
    out.push(letter);
    for (index, point) in points.iter().enumerate() {
        let space = if index > 0 { " " } else { "" };
        write!(out, "{space}{} {}", point.x.round(), point.y.round()).expect("writing to a string cannot fail");
    }
}
