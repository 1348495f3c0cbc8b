//! Pictures on the command line: the kinds of file and the options of the drawing.

use std::ops::ControlFlow;

use clap::ValueEnum;
use duiyi_core::record::export::replay::ReplayPart;
use duiyi_core::record::export::style::{BoardWood, EdgeLabels, PageLanguage, PieceFaces, StoneSurface};
use duiyi_core::record::export::{Export, PictureStyle};
use duiyi_core::record::format::{LeftOut, Written};
use duiyi_core::record::{Header, NodeId, Tree};
use duiyi_core::xiangqi::notation::NotationStyle;
use duiyi_host::pictures::{self, Animation, PNG_WIDTH, WIDTHS};

/// A kind of file that `duiyi convert` writes.
#[derive(Clone, Copy)]
pub enum Target {
    /// A record, a page or a drawing.
    Plain(Export),
    /// A picture in pixels.
    Png,
    /// An animation.
    Gif,
}

impl Target {
    /// Lists the names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Export::all().map(Export::name).chain(["png", "gif"])
    }

    /// Returns the kind of this name.
    pub fn named(name: &str) -> Option<Target> {
        match name.to_ascii_lowercase().as_str() {
            "png" => Some(Target::Png),
            "gif" => Some(Target::Gif),
            name => Export::named(name).map(Target::Plain),
        }
    }

    /// Returns the kind for files of this ending.
    pub fn with_ending(ending: &str) -> Option<Target> {
        Export::with_ending(ending).map(Target::Plain).or_else(|| Target::named(ending))
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Target::Plain(export) => export.name(),
            Target::Png => "png",
            Target::Gif => "gif",
        }
    }

    /// Returns whether a file may hold many games.
    pub fn holds_many(self) -> bool {
        matches!(self, Target::Plain(export) if export.holds_many())
    }

    /// Writes a game; a picture shows the node `at`.
    ///
    /// # Errors
    /// A sentence, if this kind cannot hold such a game.
    pub fn write(self, header: &Header, tree: &Tree, at: NodeId, drawing: &Drawing) -> Result<Written, String> {
        let style = drawing.style();
        let bytes = match self {
            Target::Plain(export) => {
                let written = export.write(header, tree, at, &style, Some(&pictures::outline));
                return written.map_err(|why| why.to_string());
            }
            Target::Png => pictures::png(header, tree, at, &style, drawing.width.unwrap_or(PNG_WIDTH)),
            Target::Gif => {
                let usual = Animation::default();
                let animation = Animation {
                    width: drawing.width.unwrap_or(usual.width),
                    move_cs: drawing.seconds.map_or(usual.move_cs, |seconds| (seconds * 100.0) as u16),
                    ..usual
                };
                let part = if drawing.ply.is_some() { ReplayPart::Line } else { ReplayPart::Game };
                pictures::gif(header, tree, (at, part), &style, animation, &mut |_, _| ControlFlow::Continue(()))
            }
        };
        Ok(Written { bytes: bytes.map_err(|why| why.to_string())?, left_out: LeftOut::default() })
    }
}

/// Options of pictures and pages.
#[derive(clap::Args)]
#[command(next_help_heading = "Pictures and pages")]
pub struct Drawing {
    /// The language of a page; en if not given
    #[arg(long, value_enum)]
    language: Option<LanguageName>,
    /// The notation of the moves; without it that of the language
    #[arg(long, value_parser = notation)]
    notation: Option<NotationStyle>,
    /// The faces of Xiangqi pieces; traditional if not given
    #[arg(long, value_enum)]
    pieces: Option<FacesName>,
    /// The surface of the board; kaya if not given
    #[arg(long, value_enum)]
    board: Option<WoodName>,
    /// The surface of stones; slate if not given
    #[arg(long, value_enum)]
    stones: Option<StonesName>,
    /// The labels at the edges: none, letters, or numerals of the language; numerals if not given
    #[arg(long, value_enum)]
    coordinates: Option<EdgeName>,
    /// Put the second side at the bottom
    #[arg(long)]
    flip: bool,
    /// Number the stones
    #[arg(long)]
    numbers: bool,
    /// Write no players, event and move above the board
    #[arg(long)]
    bare: bool,
    /// The position after this ply in place of the last one; a gif begins there
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// The width of a png or gif in pixels
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(i64::from(*WIDTHS.start())..=i64::from(*WIDTHS.end())))]
    width: Option<u32>,
    /// How long a gif shows each move
    #[arg(long, value_parser = seconds)]
    seconds: Option<f64>,
}

fn notation(name: &str) -> Result<NotationStyle, String> {
    let choices = NotationStyle::ALL.map(NotationStyle::code).join(", ");
    NotationStyle::from_code(name).ok_or_else(|| format!("there is no such notation; there are {choices}"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=60.0).contains(seconds));
    seconds.ok_or_else(|| "give between 0.1 and 60 seconds".to_owned())
}

/// Declares the words of an option, each with its meaning in core.
macro_rules! names {
    ($($name:ident: $of:ty { $($word:ident = $value:ident $(as $written:literal)?),+ })+) => {
        $(
            #[derive(Clone, Copy, ValueEnum)]
            enum $name { $($(#[value(name = $written)])? $word),+ }

            impl From<$name> for $of {
                fn from(name: $name) -> $of {
                    match name { $($name::$word => <$of>::$value),+ }
                }
            }
        )+
    };
}

names! {
    FacesName: PieceFaces {
        Traditional = Traditional, Simplified = Simplified, Letters = Letters, International = International
    }
    WoodName: BoardWood { Kaya = Kaya, Rosewood = Rosewood, Xuan = Xuan, Lacquer = Lacquer }
    StonesName: StoneSurface { Slate = Slate, Flat = Flat, Letters = Letters }
    LanguageName: PageLanguage {
        English = English as "en", Chinese = Chinese as "zh-CN", Traditional = Traditional as "zh-TW", Vietnamese = Vietnamese as "vi"
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EdgeName {
    None,
    Numerals,
    Letters,
}

impl Drawing {
    /// Returns the first of the given options that changes nothing in a file of this kind.
    pub fn idle_option(&self, to: Target) -> Option<&'static str> {
        let is_drawn = !matches!(to, Target::Plain(Export::Form(_)));
        let (is_gif, has_pixels) = (matches!(to, Target::Gif), matches!(to, Target::Png | Target::Gif));
        // Each option, whether it was given, and whether it has a use.
        let options = [
            ("--language", self.language.is_some(), is_drawn),
            ("--notation", self.notation.is_some(), is_drawn),
            ("--pieces", self.pieces.is_some(), is_drawn),
            ("--board", self.board.is_some(), is_drawn),
            ("--stones", self.stones.is_some(), is_drawn),
            ("--coordinates", self.coordinates.is_some(), is_drawn),
            ("--flip", self.flip, is_drawn),
            ("--numbers", self.numbers, is_drawn),
            ("--bare", self.bare, is_drawn),
            ("--ply", self.ply.is_some(), is_drawn),
            ("--width", self.width.is_some(), has_pixels),
            ("--seconds", self.seconds.is_some(), is_gif),
        ];
        options.into_iter().find(|&(_, is_given, is_used)| is_given && !is_used).map(|(name, ..)| name)
    }

    fn style(&self) -> PictureStyle {
        let language = self.language.map_or(PageLanguage::English, PageLanguage::from);
        let (labels, notation) = match language {
            PageLanguage::English => (EdgeLabels::Arabic, NotationStyle::Wxf),
            PageLanguage::Vietnamese => (EdgeLabels::Arabic, NotationStyle::Vietnamese),
            PageLanguage::Chinese => (EdgeLabels::Chinese, NotationStyle::Chinese),
            PageLanguage::Traditional => (EdgeLabels::Chinese, NotationStyle::Traditional),
        };
        PictureStyle {
            wood: self.board.map_or(BoardWood::Kaya, BoardWood::from),
            pieces: self.pieces.map_or(PieceFaces::Traditional, PieceFaces::from),
            stones: self.stones.map_or(StoneSurface::Slate, StoneSurface::from),
            labels: match self.coordinates {
                Some(EdgeName::None) => EdgeLabels::None,
                None | Some(EdgeName::Numerals) => labels,
                Some(EdgeName::Letters) => EdgeLabels::Letters,
            },
            flipped: self.flip,
            numbers: self.numbers,
            heading: !self.bare,
            language,
            notation: self.notation.unwrap_or(notation),
            ..PictureStyle::default()
        }
    }
}
