//! Proposals of three stones that long searches found balanced.
//!
//! `data/books/gomoku-proposals.txt` has one a line: rule, protocol, stones on a board of 15 lines, and after a colon
//! their value for Black. `duiyi datagen proposals` makes the file, and `data/SOURCES.md` documents it.

use crate::base::Rng;
use crate::gomoku::protocol::{Opening, OpeningProtocol};
use crate::gomoku::{Point, Rule, Symmetry};

const PROPOSALS: &str = include_str!("../../../../../data/books/gomoku-proposals.txt");

/// Lines of the board of every proposal.
pub(super) const SIZE: u8 = 15;

/// Returns the protocol whose proposals serve `protocol`.
#[must_use]
const fn weighed_for(protocol: OpeningProtocol) -> Option<OpeningProtocol> {
    match protocol {
        // The chosen number of fifths suits the stones, so both protocols share a list.
        OpeningProtocol::Yamaguchi | OpeningProtocol::Soosorv8 => Some(OpeningProtocol::Yamaguchi),
        OpeningProtocol::Swap1 | OpeningProtocol::Swap2 | OpeningProtocol::Rif => Some(protocol),
        // Even stones serve with and without the choice of two more.
        OpeningProtocol::Swap => Some(OpeningProtocol::Swap2),
        // A swap follows every stone, so the search weighs each stone in play.
        OpeningProtocol::Taraguchi10 => None,
    }
}

/// Returns the rule whose proposals serve `rule`.
const fn weighed_under(rule: Rule) -> Rule {
    match rule {
        Rule::Freestyle | Rule::Standard | Rule::Renju => rule,
        // A few stones block no five at both ends, so standard's balance holds in Caro.
        Rule::Caro => Rule::Standard,
    }
}

/// Lists the proposals for a rule and a protocol.
pub fn all(rule: Rule, protocol: OpeningProtocol) -> impl Iterator<Item = Vec<Point>> {
    PROPOSALS.lines().filter_map(move |line| {
        let (words, _) = line.split_once(':')?;
        let mut words = words.split_whitespace();
        let fits = words.next()? == weighed_under(rule).code() && words.next()? == weighed_for(protocol)?.code();
        let stones = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        fits.then_some(stones)
    })
}

/// Returns the stone that follows those of `opening` in a proposal, in any rotation or reflection.
pub fn next(opening: &Opening, rule: Rule, rng: &mut Rng) -> Option<Point> {
    let (played, size) = (opening.stones(), opening.size());
    if size != SIZE {
        return None;
    }
    let mut following = Vec::new();
    for stones in all(rule, opening.protocol()).filter(|stones| stones.len() > played.len()) {
        for symmetry in Symmetry::ALL {
            let image = stones.iter().map(|&stone| symmetry.apply(stone, size));
            if image.zip(played).all(|(stone, &there)| stone == there) {
                following.push(symmetry.apply(stones[played.len()], size));
            }
        }
    }
    let points = opening.points();
    following.retain(|point| points.contains(point));
    (!following.is_empty()).then(|| following[rng.below(following.len())])
}
