//! A position up to the symmetries of its game.
//!
//! A position index stores the key that all images share. It stores each move as in the image with that key. So it
//! counts reflected games together. On a symmetric position several moves are images of each other. The index stores
//! such a move as it was played, with the [orientation](Image::orientation) of the board.

use super::notation::Notation;
use super::played::{Game, Played};
use super::refusal::Refusal;
use super::setup::{Setup, SetupCodes};
use crate::base::{Key, Side};
use crate::book::Symmetric;
use crate::gomoku;
use crate::position::Position;
use crate::tictactoe;

/// The shared key of a position's images, and the symmetries to the image with the smallest key.
#[derive(Clone, Debug)]
pub struct Image(Ways);

#[derive(Clone, Debug)]
enum Ways {
    Xiangqi(Shared<crate::xiangqi::Position>),
    Gomoku(Shared<gomoku::Position>),
    /// A game without symmetries: the position's own key.
    Itself(Key),
}

#[derive(Clone, Debug)]
struct Shared<P: Symmetric> {
    position: P,
    key: Key,
    /// Several for a symmetric position, in the order of `SYMMETRIES`.
    ways: Vec<P::Symmetry>,
    /// Index of the first way in `SYMMETRIES`.
    first: usize,
}

impl<P: Symmetric + Notation> Shared<P> {
    fn new(position: &P) -> Shared<P> {
        let keys: Vec<Key> = P::SYMMETRIES.iter().map(|&symmetry| position.image_key(symmetry)).collect();
        let key = *keys.iter().min().expect("a board is at least its own image");
        let ways = P::SYMMETRIES.iter().zip(&keys).filter(|&(_, &image)| image == key).map(|(&way, _)| way).collect();
        let first = keys.iter().position(|&image| image == key).unwrap_or_default();
        Shared { position: position.clone(), key, ways, first }
    }

    fn move_there(&self, here: &str) -> Option<String> {
        let mv: P::Move = here.parse().ok()?;
        Some(self.position.image(mv, self.ways[0]).to_string())
    }

    fn move_here(&self, there: &str) -> Option<String> {
        let mv: P::Move = there.parse().ok()?;
        let mv = self.position.image(mv, P::inverse(self.ways[0]));
        self.position.is_legal(mv).then(|| mv.to_string())
    }

    fn canonical_move(&self, here: &str) -> Option<String> {
        let mv: P::Move = here.parse().ok()?;
        self.ways.iter().map(|&way| self.position.image(mv, way).to_string()).min()
    }

    fn moves_alike(&self, here: &str) -> Vec<String> {
        let Ok(mv) = here.parse::<P::Move>() else { return vec![here.to_owned()] };
        let back = P::inverse(self.ways[0]);
        let mut alike: Vec<String> = Vec::new();
        for &way in &self.ways {
            let image = self.position.image(self.position.image(mv, way), back).to_string();
            if !alike.contains(&image) {
                alike.push(image);
            }
        }
        alike
    }
}

impl Image {
    /// Returns the key that all images share: the smallest of theirs.
    #[must_use]
    pub const fn key(&self) -> Key {
        match &self.0 {
            Ways::Xiangqi(shared) => shared.key,
            Ways::Gomoku(shared) => shared.key,
            Ways::Itself(key) => *key,
        }
    }

    /// Returns a number that all boards with the same stones share, and no other image of them. `None` for a position
    /// without a symmetry of its own, whose moves are unambiguous.
    #[must_use]
    pub const fn orientation(&self) -> Option<usize> {
        match &self.0 {
            Ways::Xiangqi(shared) if shared.ways.len() > 1 => Some(shared.first),
            Ways::Gomoku(shared) if shared.ways.len() > 1 => Some(shared.first),
            _ => None,
        }
    }

    /// Returns the moves of the position that lead to images of the same position, the given one first.
    #[must_use]
    pub fn moves_alike(&self, here: &str) -> Vec<String> {
        match &self.0 {
            Ways::Xiangqi(shared) => shared.moves_alike(here),
            Ways::Gomoku(shared) => shared.moves_alike(here),
            Ways::Itself(_) => vec![here.to_owned()],
        }
    }

    /// Converts a move of the position, in coordinates, to the image. `None` for an unreadable move.
    #[must_use]
    pub fn move_there(&self, here: &str) -> Option<String> {
        match &self.0 {
            Ways::Xiangqi(shared) => shared.move_there(here),
            Ways::Gomoku(shared) => shared.move_there(here),
            Ways::Itself(_) => Some(here.to_owned()),
        }
    }

    /// Converts a move of the position, in coordinates, to the image, where one move stands for all that are alike. `None`
    /// for an unreadable move.
    #[must_use]
    pub fn canonical_move(&self, here: &str) -> Option<String> {
        match &self.0 {
            Ways::Xiangqi(shared) => shared.canonical_move(here),
            Ways::Gomoku(shared) => shared.canonical_move(here),
            Ways::Itself(_) => Some(here.to_string()),
        }
    }

    /// Converts a move of the image to the position. `None` for a move that is illegal there.
    #[must_use]
    pub fn move_here(&self, there: &str) -> Option<String> {
        match &self.0 {
            Ways::Xiangqi(shared) => shared.move_here(there),
            Ways::Gomoku(shared) => shared.move_here(there),
            Ways::Itself(_) => Some(there.to_owned()),
        }
    }
}

impl Game {
    /// Returns the image of the present position.
    #[must_use]
    pub fn image(&self) -> Image {
        Image(match self {
            Game::Xiangqi(played) => Ways::Xiangqi(Shared::new(played.position())),
            Game::Gomoku(played) => Ways::Gomoku(Shared::new(played.position())),
            Game::TicTacToe(_) => Ways::Itself(self.key()),
        })
    }

    /// Makes a game from a diagram. `placement` has the form of [`Game::placement`], and `side` is to move. `words`
    /// name the rule and no start. A five may be on the board.
    ///
    /// # Errors
    /// As [`Setup::read`]; `wrong-position` if no position has these stones.
    pub fn of_diagram(words: SetupCodes<'_>, placement: &str, side: Side) -> Result<Game, Refusal> {
        let fen = format!("{placement} {}", if side == Side::First { 'w' } else { 'b' });
        let start = (words.game == "xiangqi").then_some(fen.as_str());
        let setup = Setup::read(SetupCodes { start, opening: None, ..words })?;
        let wrong = |why: &dyn std::fmt::Display| Refusal::plain("wrong-position", why);
        let (rule, size) = match setup {
            Setup::Gomoku { rule, size, .. } => (rule, size),
            Setup::Xiangqi { .. } => return Ok(Game::new(&setup)),
            Setup::TicTacToe => {
                let position = tictactoe::from_placement(placement).map_err(|why| wrong(&why))?;
                return Ok(Game::TicTacToe(Played::new(position)));
            }
        };
        let stones = gomoku::Setup::from_placement(placement, rule).map_err(|why| wrong(&why))?;
        if stones.size != size {
            return Err(wrong(&format_args!("the stones stand on a board of {} lines, not {size}", stones.size)));
        }
        let position = gomoku_position(gomoku::Setup { side: Some(side), ..stones }).map_err(|why| wrong(&why))?;
        Ok(Game::Gomoku(Played::new(position)))
    }
}

/// A won position is rebuilt from the position before its last stone.
fn gomoku_position(setup: gomoku::Setup) -> Result<gomoku::Position, gomoku::SetupError> {
    let refused = match gomoku::Position::from_setup(setup.clone()) {
        Err(refused @ gomoku::SetupError::Five { .. }) => refused,
        other => return other,
    };
    let mover = !setup.side.unwrap_or(Side::First);
    let stones = if mover == Side::First { &setup.black } else { &setup.white };
    let won = stones.iter().find_map(|&last| {
        let mut before = gomoku::Setup { side: Some(mover), ..setup.clone() };
        let own = if mover == Side::First { &mut before.black } else { &mut before.white };
        own.retain(|&stone| stone != last);
        let mut position = gomoku::Position::from_setup(before).ok()?;
        position.play(last).ok()?;
        Some(position)
    });
    won.ok_or(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameKind;

    fn after(kind: GameKind, moves: &str) -> Game {
        let mut game = Game::new(&Setup::usual(kind));
        for mv in moves.split_whitespace() {
            game.advance(mv).expect(mv);
        }
        game
    }

    fn diagram(game: &Game) -> Game {
        let (words, size) = match game {
            Game::Gomoku(played) => ("gomoku", Some(played.position().size())),
            _ => (game.kind().code(), None),
        };
        let words = SetupCodes { game: words, size, ..SetupCodes::default() };
        Game::of_diagram(words, &game.placement(), game.side_to_move()).expect("it stood on a board")
    }

    #[test]
    fn images_share_a_key_and_their_moves() {
        let (left, right) = (after(GameKind::Xiangqi, "h2e2 h9g7"), after(GameKind::Xiangqi, "b2e2 b9c7"));
        let (one, two) = (left.image(), right.image());
        assert_eq!(one.key(), two.key());
        assert_eq!(one.move_there("h0g2"), two.move_there("b0c2"));
        assert_ne!(one.move_there("h0g2"), two.move_there("h0g2"));
        let there = one.move_there("h0g2").expect("a move");
        assert_eq!(one.move_here(&there).as_deref(), Some("h0g2"));
        assert_eq!(two.move_here(&there).as_deref(), Some("b0c2"));
        assert_ne!(one.key(), after(GameKind::Xiangqi, "h2e2").image().key());
        assert_eq!(one.move_there("炮二平五"), None);
    }

    #[test]
    fn moves_that_are_images_of_each_other_are_alike() {
        let start = after(GameKind::Xiangqi, "").image();
        assert_eq!(start.moves_alike("h2e2"), ["h2e2", "b2e2"]);
        assert_eq!(start.moves_alike("e3e4"), ["e3e4"]);
        // Black's cannon has moved: nothing is symmetric any longer.
        assert_eq!(after(GameKind::Xiangqi, "h2e2").image().moves_alike("h9g7"), ["h9g7"]);
        let stone = after(GameKind::Gomoku, "h8").image();
        let mut around = stone.moves_alike("h9");
        around.sort();
        assert_eq!(around, ["g8", "h7", "h9", "i8"]);
        assert_eq!(stone.moves_alike("h9")[0], "h9");
        assert!(!around.contains(&"i9".to_owned()));
        assert_eq!(stone.moves_alike("swap"), ["swap"]);
        let canonical = stone.canonical_move("h9");
        assert!(around.iter().all(|mv| stone.canonical_move(mv) == canonical), "{canonical:?}");
        assert_ne!(stone.canonical_move("i9"), canonical);
        assert_eq!([stone.canonical_move("swap"), start.canonical_move("炮二平五")], [None, None]);
        assert_eq!(start.canonical_move("h2e2"), start.canonical_move("b2e2"));
    }

    /// A symmetric position keeps the side on which a move was played.
    #[test]
    fn a_move_on_a_symmetric_position_returns_as_it_was_played() {
        for (kind, moves, played) in [
            (GameKind::Xiangqi, "", ["h2e2", "b2e2"]),
            (GameKind::Gomoku, "", ["h8", "c4"]),
            (GameKind::Gomoku, "h8", ["i9", "g7"]),
            (GameKind::Gomoku, "h8 i9", ["j9", "i10"]),
        ] {
            let image = after(kind, moves).image();
            assert!(image.orientation().is_some(), "{moves}");
            for mv in played {
                let there = image.move_there(mv).expect(mv);
                assert_eq!(image.move_here(&there).as_deref(), Some(mv));
            }
        }
        assert_eq!(after(GameKind::Xiangqi, "h2e2").image().orientation(), None);
        let turned = after(GameKind::Gomoku, "h8 g7").image();
        assert_ne!(after(GameKind::Gomoku, "h8 i9").image().orientation(), turned.orientation());
        assert_eq!(after(GameKind::Gomoku, "h8 h10 g7").image().orientation(), None);
    }

    #[test]
    fn eight_images_of_a_gomoku_game_are_one() {
        let keys = gomoku::Symmetry::ALL.map(|symmetry| {
            let image = |mv: &str| symmetry.apply(mv.parse().expect(mv), 15).to_string();
            let moves: Vec<String> = "h8 i9 a1 o3 c5".split(' ').map(image).collect();
            after(GameKind::Gomoku, &moves.join(" ")).image().key()
        });
        assert!(keys.iter().all(|&key| key == keys[0]));
    }

    #[test]
    fn a_diagram_is_the_position_it_was_taken_of() {
        for (kind, moves) in [
            (GameKind::Xiangqi, "h2e2 h9g7 h0g2"),
            (GameKind::Gomoku, "h8 i9 a1"),
            (GameKind::TicTacToe, "b2 a1 c3"),
            // The game is over: five in a row.
            (GameKind::Gomoku, "h8 h9 i8 i9 j8 j9 k8 k9 l8"),
        ] {
            let game = after(kind, moves);
            assert_eq!(diagram(&game).image().key(), game.image().key(), "{moves}");
        }
    }

    #[test]
    fn what_is_no_diagram_is_refused() {
        let words = SetupCodes { game: "gomoku", size: Some(15), ..SetupCodes::default() };
        for placement in ["", "x", "7/7/7/7/7/7/7", "rnbakabnr"] {
            let refused = Game::of_diagram(words, placement, Side::First).expect_err(placement);
            assert_eq!(refused.code, "wrong-position", "{placement}");
        }
        let xiangqi = SetupCodes { game: "xiangqi", ..SetupCodes::default() };
        assert!(Game::of_diagram(xiangqi, "9/9", Side::First).is_err());
    }
}
