//! The stones of a diagram as moves: an order in which they can have been placed.

use super::{Game, Refusal, Setup};
use crate::base::{BySide, Rng, Side};

/// How many orders are tried. Under renju the first may lead to a stone that would be a foul; a few others nearly always help.
const ORDERS: u64 = 16;

/// How many moves are tried for each stone, in all orders together: diagrams come from files, by the thousand.
const TRIES_PER_STONE: usize = 64;

/// Finds an order of `stones`, in coordinates, that starts from the empty board, in which the sides take turns, no stone is a
/// foul, and the game is not over before the last stone. The given order is kept where it can be.
///
/// # Errors
/// `stones-count` if the numbers do not let the sides take turns, `stones-five` if no order was found.
pub fn arrange(setup: &Setup, stones: &BySide<Vec<String>>) -> Result<Vec<String>, Refusal> {
    let (first, second) = (stones.first.len(), stones.second.len());
    if first != second && first != second + 1 {
        let why = "the stones must be equal in number, or there must be one black stone more";
        return Err(Refusal::plain("stones-count", why));
    }
    let mut tries_left = TRIES_PER_STONE * (first + second);
    for order in 0..ORDERS {
        let mut stones = stones.clone();
        if order > 0 {
            let mut rng = Rng::from_seed(order);
            [&mut stones.first, &mut stones.second].into_iter().for_each(|stones| rng.shuffle(stones));
        }
        if let Some(moves) = in_turn(setup, stones, &mut tries_left) {
            return Ok(moves);
        }
    }
    Err(Refusal::plain("stones-five", "under this rule the game would have ended before all stones were placed"))
}

/// Places at each turn the first stone that can be played.
fn in_turn(setup: &Setup, mut left: BySide<Vec<String>>, tries_left: &mut usize) -> Option<Vec<String>> {
    let mut game = Game::new(setup);
    let mut moves = Vec::new();
    while !(left.first.is_empty() && left.second.is_empty()) {
        let is_last = left.first.len() + left.second.len() == 1;
        let stones = if game.side_to_move() == Side::First { &mut left.first } else { &mut left.second };
        let place = game.checkpoint();
        let at = stones.iter().position(|stone| {
            let can_play = *tries_left > 0 && game.advance(stone).is_ok();
            *tries_left = tries_left.saturating_sub(1);
            let is_over = can_play && !is_last && game.outcome().is_some();
            if is_over {
                game.return_to(place.clone());
            }
            can_play && !is_over
        });
        moves.push(stones.remove(at?));
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;

    fn arranged(rule: Rule, black: &str, white: &str) -> Result<String, &'static str> {
        let setup = Setup::gomoku(rule, 15, None).expect("a usual board");
        let stones = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let stones = BySide { first: stones(black), second: stones(white) };
        arrange(&setup, &stones).map(|moves| moves.join(" ")).map_err(|why| why.code)
    }

    #[test]
    fn the_order_is_kept_where_it_can_be() {
        assert_eq!(arranged(Rule::Freestyle, "h8 i9", "j10 k11"), Ok("h8 j10 i9 k11".into()));
        assert_eq!(arranged(Rule::Freestyle, "a1 a2 a3 a4 a5", "b1 b2 b3 b4"), Ok("a1 b1 a2 b2 a3 b3 a4 b4 a5".into()));
        assert_eq!(arranged(Rule::Freestyle, "h8 i9", ""), Err("stones-count"));
        assert_eq!(arranged(Rule::Freestyle, "a1 a2 a3 a4 a5", "b1 b2 b3 b4 b6"), Err("stones-five"));
    }

    #[test]
    fn a_stone_that_would_be_a_foul_is_placed_earlier() {
        // h8 as Black's fifth or sixth stone would make two open threes.
        let moves = arranged(Rule::Renju, "i8 j8 h9 h10 h8", "a1 a15 o1 o15").expect("there is an order");
        assert_eq!(moves.split(' ').count(), 9);
        assert_ne!(moves.split(' ').nth(8), Some("h8"));
    }
}
