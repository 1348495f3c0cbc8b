//! The stones of the conversation with their owners, in order of arrival.

use duiyi_core::base::Side;
use duiyi_core::game::Game;
use duiyi_core::game::Played;
use duiyi_core::gomoku::{Point, Position, Rule, Setup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This program.
    Own,
    Opponent,
}

/// A board with `0,0` in the top left corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    size: u8,
    stones: Vec<(Point, Owner)>,
    /// The points of finished rows in a continuous game, and those that the manager calls forbidden.
    blocked: Vec<Point>,
}

impl Stones {
    /// Makes an empty board of `size` lines.
    pub const fn new(size: u8) -> Stones {
        Stones { size, stones: Vec::new(), blocked: Vec::new() }
    }

    pub const fn size(&self) -> u8 {
        self.size
    }

    pub fn clear(&mut self) {
        self.stones.clear();
        self.blocked.clear();
    }

    /// Parses `x,y`.
    ///
    /// # Errors
    /// One sentence.
    pub fn read(&self, text: &str) -> Result<Point, String> {
        let mut numbers = text.split(',').map(|number| number.trim().parse::<u8>().ok());
        let (Some(Some(x)), Some(Some(y)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
            let shown: String = text.chars().take(20).collect();
            return Err(format!("'{shown}' is not a point such as 7,7"));
        };
        let point = (y < self.size).then(|| Point::checked(x, self.size - 1 - y)).flatten();
        point
            .filter(|point| point.is_on_board(self.size))
            .ok_or_else(|| format!("{x},{y} is off the {size} x {size} board", size = self.size))
    }

    /// Returns `x,y`.
    pub fn write(&self, point: Point) -> String {
        format!("{},{}", point.column(), self.size - 1 - point.row())
    }

    /// Adds a stone.
    ///
    /// # Errors
    /// One sentence if the point is taken.
    pub fn place(&mut self, point: Point, owner: Owner) -> Result<(), String> {
        self.check_free(point)?;
        self.stones.push((point, owner));
        Ok(())
    }

    /// Makes a point unusable for both sides.
    ///
    /// # Errors
    /// One sentence if the point is taken.
    pub fn block(&mut self, point: Point) -> Result<(), String> {
        self.check_free(point)?;
        self.blocked.push(point);
        Ok(())
    }

    fn check_free(&self, point: Point) -> Result<(), String> {
        let what = if self.stones.iter().any(|&(stone, _)| stone == point) {
            "already a stone"
        } else if self.blocked.contains(&point) {
            "a blocked point"
        } else {
            return Ok(());
        };
        Err(format!("there is {what} on {}", self.write(point)))
    }

    /// Removes the stone at `point`.
    ///
    /// # Errors
    /// One sentence if there is none.
    pub fn take(&mut self, point: Point) -> Result<(), String> {
        let at = self.stones.iter().position(|&(stone, _)| stone == point);
        let at = at.ok_or_else(|| format!("there is no stone on {}", self.write(point)))?;
        self.stones.remove(at);
        Ok(())
    }

    /// Lists the stones in order of arrival.
    pub fn points(&self) -> Vec<Point> {
        self.stones.iter().map(|&(point, _)| point).collect()
    }

    /// Replaces the stones by these, in alternate colours from Black; this program has the colour `own`.
    pub fn share_out(&mut self, stones: &[Point], own: Side) {
        let owner =
            |place: usize| if place.is_multiple_of(2) == (own == Side::First) { Owner::Own } else { Owner::Opponent };
        self.stones = stones.iter().enumerate().map(|(place, &point)| (point, owner(place))).collect();
    }

    /// Sets the position up with this program to move: as Black unless the opponent has more stones. Stones that came in turn
    /// are played, because the search learns from the last ones.
    ///
    /// # Errors
    /// One sentence if the game is over or the stones are invalid.
    pub fn set_up(&self, rule: Rule) -> Result<Game, String> {
        let points = |wanted| {
            let of = self.stones.iter().filter(move |&&(_, owner)| owner == wanted);
            of.map(|&(point, _)| point).collect::<Vec<_>>()
        };
        let (own, theirs) = (points(Owner::Own), points(Owner::Opponent));
        let side = if theirs.len() > own.len() { Side::Second } else { Side::First };
        let (black, white) = if side == Side::First { (own, theirs) } else { (theirs, own) };
        let blocked = self.blocked.clone();
        let setup = Setup { size: self.size, rule, black, white, blocked, side: Some(side) };
        let position = Position::from_setup(setup).map_err(|why| why.to_string())?;
        Ok(self.played(rule, side).unwrap_or_else(|| Game::Gomoku(Played::new(position))))
    }

    /// Plays the stones in order of arrival, this program with the colour `own`; `None` if they did not come in turn.
    fn played(&self, rule: Rule, own: Side) -> Option<Game> {
        let empty = Setup { blocked: self.blocked.clone(), ..Setup::empty(self.size, rule) };
        let mut game = Game::Gomoku(Played::new(Position::from_setup(empty).ok()?));
        for &(point, owner) in &self.stones {
            if (game.side_to_move() == own) != (owner == Owner::Own) {
                return None;
            }
            game.advance(&point.to_string()).ok()?;
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_count_from_the_top_left() {
        let stones = Stones::new(15);
        assert_eq!(stones.read("0,0").map(|point| point.to_string()).as_deref(), Ok("a15"));
        assert_eq!(stones.read(" 7 , 7").map(|point| point.to_string()).as_deref(), Ok("h8"));
        for point in ["0,0", "14,0", "3,11"] {
            assert_eq!(stones.write(stones.read(point).expect("a point of the board")), point);
        }
        for bad in ["15,0", "0,15", "-1,0", "7", "7,7,7", "", "a,b", "300,1"] {
            assert!(stones.read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn stones_that_come_in_turn_are_a_game_and_others_a_position() {
        let set_up = |owners: &[Owner]| {
            let mut stones = Stones::new(15);
            for (column, &owner) in owners.iter().enumerate() {
                stones.place(Point::new(column as u8, 7), owner).expect("a free point");
            }
            let game = stones.set_up(Rule::Freestyle).expect("a position");
            assert_eq!(game.side_to_move(), if owners.len().is_multiple_of(2) { Side::First } else { Side::Second });
            game.ply()
        };
        use Owner::{Opponent, Own};
        assert_eq!(set_up(&[Opponent]), 1);
        assert_eq!(set_up(&[Own, Opponent, Own, Opponent]), 4);
        assert_eq!(set_up(&[Own, Own, Opponent, Opponent]), 0, "an order that says nothing");
        assert_eq!(set_up(&[Opponent, Own]), 0, "the opponent began, but we are to move with as many stones");
    }
}
