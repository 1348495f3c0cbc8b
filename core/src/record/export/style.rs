//! The choices for pictures and pages, and the colours of the materials.

use crate::xiangqi::notation::NotationStyle;

wire! {
    both:
    /// The surface of a drawn board.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum BoardWood {
        #[default]
        Kaya,
        Rosewood,
        /// Rice paper.
        Xuan,
        Lacquer,
    }

    /// The faces of drawn Xiangqi pieces.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum PieceFaces {
        #[default]
        Traditional,
        Simplified,
        /// The letters of WXF notation.
        Letters,
        /// Pictures with a small character.
        International,
    }

    /// The surface of drawn stones.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum StoneSurface {
        /// Slate and shell, with a shadow.
        #[default]
        Slate,
        Flat,
        /// Flat, with a cross or a ring.
        Letters,
    }

    /// The labels at the edges of a drawn board. Gomoku has letters and numbers with any of them but `None`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum EdgeLabels {
        None,
        /// Files from each player's right: Chinese numerals for Red, Arabic ones for Black.
        #[default]
        Chinese,
        /// Files from each player's right in Arabic numerals.
        Arabic,
        /// Files a to i, ranks 0 to 9.
        Letters,
    }

    /// The language of an exported page.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum PageLanguage {
        #[default]
        English,
        /// In simplified characters.
        Chinese,
        /// In traditional characters.
        Traditional,
        Vietnamese,
    }

    /// A person's choices for pictures and pages.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct PictureStyle {
        pub wood: BoardWood,
        pub pieces: PieceFaces,
        pub stones: StoneSurface,
        pub labels: EdgeLabels,
        /// Whether the right half of the river faces Black.
        pub river_facing: bool,
        /// Whether the second side is at the bottom.
        pub flipped: bool,
        /// Whether stones show their numbers.
        pub numbers: bool,
        /// Whether players, event, date and move are written above the board.
        pub heading: bool,
        pub language: PageLanguage,
        pub notation: NotationStyle,
    }
}

impl Default for PictureStyle {
    fn default() -> PictureStyle {
        PictureStyle {
            wood: BoardWood::default(),
            pieces: PieceFaces::default(),
            stones: StoneSurface::default(),
            labels: EdgeLabels::default(),
            river_facing: false,
            flipped: false,
            numbers: false,
            heading: true,
            language: PageLanguage::default(),
            notation: NotationStyle::Chinese,
        }
    }
}

/// Colours that depend on the surface of the board, as in `ui/src/components/board/board.css`.
pub(super) struct WoodColours {
    pub wood: &'static str,
    pub edge: &'static str,
    /// The grain; absent on paper and lacquer.
    pub streak: Option<&'static str>,
    pub line: &'static str,
    pub green: &'static str,
    pub red: &'static str,
    pub yellow: &'static str,
    pub blue: &'static str,
    /// The last move.
    pub mark: &'static str,
    /// The winning line.
    pub pick: &'static str,
    pub halo: &'static str,
    pub slate_rim: &'static str,
}

impl BoardWood {
    pub(super) const fn colours(self) -> WoodColours {
        const DARK_INKS: WoodColours = WoodColours {
            wood: "#ddb67d",
            edge: "#e9c995",
            streak: Some("#7a4a1c"),
            line: "#3b2a18",
            green: "#1d5c3f",
            red: "#8c1009",
            yellow: "#6b4600",
            blue: "#17506e",
            mark: "#17506e",
            pick: "#8c1009",
            halo: "#fff4dc",
            slate_rim: "#0c0d0e",
        };
        match self {
            BoardWood::Kaya => DARK_INKS,
            BoardWood::Xuan => WoodColours {
                wood: "#efe4cb",
                edge: "#f8f1df",
                streak: None,
                line: "#3a332b",
                halo: "#ffffff",
                ..DARK_INKS
            },
            BoardWood::Rosewood => WoodColours {
                wood: "#6b3f26",
                edge: "#86563a",
                streak: Some("#24100a"),
                line: "#f0d9b5",
                green: "#9be0b8",
                red: "#ffa497",
                yellow: "#ffd36b",
                blue: "#b9def2",
                mark: "#b9def2",
                pick: "#ffc36b",
                halo: "#2a150b",
                slate_rim: "#2a150b",
            },
            BoardWood::Lacquer => WoodColours {
                wood: "#1b1512",
                edge: "#3a2b1f",
                streak: None,
                line: "#c9a86a",
                green: "#9be0b8",
                red: "#ffa497",
                yellow: "#ffd36b",
                blue: "#b9def2",
                mark: "#8abbd8",
                pick: "#ffb65c",
                halo: "#000000",
                slate_rim: "#c9a86a",
            },
        }
    }
}
