use super::*;
use crate::engine::gomoku::GomokuEngine;
use crate::search::clock::StoppedClock;

/// Lets the engine of `level` decide for both players until the opening is over.
fn play_out(protocol: OpeningProtocol, rule: Rule, size: u8, level: u8, seed: u64) -> Opening {
    let mut engine = GomokuEngine::new(1);
    let mut opening = Opening::new(protocol, size);
    let limits = Limits { depth: None, nodes: Some(600), time: None };
    let level = Level::new(level).expect("tests name real levels");
    let stop = Stop::new();
    while let Some((who, _)) = opening.turn() {
        let opener = Opener::new(rule, level, seed, &limits, &StoppedClock, &stop);
        let choices = opener.decide(&mut engine, &opening);
        assert!(!choices.is_empty(), "{protocol}: somebody is to decide");
        for choice in choices {
            assert_eq!(opening.turn().map(|(person, _)| person), Some(who), "{protocol}: nobody decides for the other");
            assert_eq!(opening.decide(choice), Ok(()), "{protocol}: {choice}");
        }
    }
    opening
}

#[test]
fn every_protocol_is_played_to_its_end_under_every_rule() {
    for protocol in OpeningProtocol::ALL {
        for (index, rule) in Rule::ALL.into_iter().enumerate() {
            let opening = play_out(protocol, rule, 15, 1 + index as u8, 3);
            assert!(matches!(opening.stones().len(), 1 | 3 | 5), "{protocol}");
        }
    }
}

#[test]
fn boards_of_other_sizes_have_openings_too() {
    for (protocol, size) in OpeningProtocol::ALL.into_iter().zip([9, 11, 10, 19, 22, 9, 13]) {
        play_out(protocol, Rule::Freestyle, size, 5, 1);
    }
}

#[test]
fn the_same_seed_decides_the_same_and_another_one_proposes_something_else() {
    let stones = |seed| play_out(OpeningProtocol::Swap2, Rule::Freestyle, 15, 5, seed).stones().to_vec();
    assert_eq!(stones(7), stones(7));
    assert!((0..4).any(|seed| stones(seed) != stones(7)));
}

/// Decides once at full strength after the choices `words`.
#[track_caller]
fn decide(protocol: OpeningProtocol, rule: Rule, words: &str) -> Vec<OpeningChoice> {
    let mut opening = Opening::new(protocol, 15);
    for word in words.split_whitespace() {
        let (_, turn) = opening.turn().expect("the opening goes on");
        opening.decide(OpeningChoice::read(word, turn).expect(word)).expect(word);
    }
    let limits = Limits { depth: None, nodes: Some(20_000), time: None };
    let stop = Stop::new();
    let opener = Opener::new(rule, Level::MAX, 1, &limits, &StoppedClock, &stop);
    opener.decide(&mut GomokuEngine::new(4), &opening)
}

#[test]
fn the_better_colour_is_taken_and_kept() {
    // White's stone is in a corner, so two free black stones in the middle are worth more.
    assert_eq!(decide(OpeningProtocol::Swap2, Rule::Freestyle, "h8 a1 i9"), [OpeningChoice::Swap]);
    // Black's stones are in corners.
    assert_eq!(decide(OpeningProtocol::Swap2, Rule::Freestyle, "a1 h8 o15"), [OpeningChoice::Keep]);
    // After two more stones the opener, Black so far, decides.
    assert_eq!(decide(OpeningProtocol::Swap2, Rule::Freestyle, "a1 h8 o15 add i9 a15"), [OpeningChoice::Swap]);
    assert_eq!(decide(OpeningProtocol::Swap2, Rule::Freestyle, "h8 a1 i9 add o15 i7"), [OpeningChoice::Keep]);
}

#[test]
fn swap_is_proposed_evenly_and_answered_by_the_better_colour() {
    assert_eq!(decide(OpeningProtocol::Swap, Rule::Freestyle, "h8 a1 i9"), [OpeningChoice::Swap]);
    assert_eq!(decide(OpeningProtocol::Swap, Rule::Freestyle, "a1 h8 o15"), [OpeningChoice::Keep]);
    for rule in Rule::ALL {
        let choices = decide(OpeningProtocol::Swap, rule, "");
        let place = |choice: &OpeningChoice| match choice {
            OpeningChoice::Place(at) => *at,
            other => panic!("{other:?}"),
        };
        let stones: Vec<Point> = choices.iter().map(place).collect();
        let is_listed = |listed: &Vec<Point>| {
            Symmetry::ALL.iter().any(|symmetry| listed.iter().map(|&at| symmetry.apply(at, 15)).eq(stones.clone()))
        };
        assert!(proposals::all(rule, OpeningProtocol::Swap2).any(|listed| is_listed(&listed)), "{rule}: {stones:?}");
    }
}

#[test]
fn two_more_stones_are_placed_when_nobody_is_better() {
    let mut added = 0;
    for stones in proposals::all(Rule::Freestyle, OpeningProtocol::Swap2).take(12) {
        let words: Vec<String> = stones.iter().map(ToString::to_string).collect();
        let choices = decide(OpeningProtocol::Swap2, Rule::Freestyle, &words.join(" "));
        if choices[0] == OpeningChoice::AddTwo {
            assert!(matches!(choices[1..], [OpeningChoice::Place(_), OpeningChoice::Place(_)]), "{choices:?}");
            added += 1;
        } else {
            assert_eq!(choices.len(), 1);
        }
    }
    assert!(added > 0, "even stones are answered by two more");
}

#[test]
fn white_picks_the_fifth_that_helps_black_least() {
    // One fifth beside Black's stones and one in the corner.
    assert_eq!(
        decide(OpeningProtocol::Rif, Rule::Renju, "h8 h9 i9 keep g9 g7 a15"),
        [OpeningChoice::Pick("a15".parse().unwrap())]
    );
}

#[test]
fn so_many_fifths_are_offered_as_were_named_and_no_two_are_alike() {
    for number in [1, 5, 12] {
        let choices = decide(OpeningProtocol::Yamaguchi, Rule::Renju, &format!("h8 h9 h10 {number} keep h7"));
        assert_eq!(choices.len(), number);
        // `decide` placed them all, so the protocol found no two symmetric.
        assert!(choices.iter().all(|choice| matches!(choice, OpeningChoice::Offer(_))));
    }
}

#[test]
fn a_better_opening_for_black_is_balanced_by_more_fifths() {
    let number = |stones: &str| match decide(OpeningProtocol::Yamaguchi, Rule::Renju, stones)[..] {
        [OpeningChoice::Number(number)] => number,
        ref other => panic!("a number was asked for: {other:?}"),
    };
    // Flower Moon wins for Black; Comet and Wandering Star win for White.
    assert!(number("h8 h9 i9") > number("h8 i9 f6"), "{} and {}", number("h8 h9 i9"), number("h8 i9 f6"));
}

#[test]
fn proposals_are_even_and_allowed() {
    for rule in Rule::ALL {
        for protocol in [
            OpeningProtocol::Swap1,
            OpeningProtocol::Swap,
            OpeningProtocol::Swap2,
            OpeningProtocol::Rif,
            OpeningProtocol::Yamaguchi,
            OpeningProtocol::Soosorv8,
        ] {
            let mut count = 0;
            for stones in proposals::all(rule, protocol) {
                let mut opening = Opening::new(protocol, 15);
                for stone in stones {
                    assert_eq!(opening.decide(OpeningChoice::Place(stone)), Ok(()), "{rule} {protocol} {stone}");
                }
                assert!(
                    !matches!(opening.turn(), Some((_, OpeningTurn::Place { .. }))),
                    "{rule} {protocol}: one is missing"
                );
                count += 1;
            }
            assert!(count >= 2, "{rule} {protocol}: {count}");
        }
    }
    assert_eq!(proposals::all(Rule::Renju, OpeningProtocol::Taraguchi10).count(), 0);
}

#[test]
fn a_search_that_is_told_to_end_decides_all_the_same() {
    let stop = Stop::new();
    stop.ask();
    let limits = Level::MAX.limits();
    let opener = Opener::new(Rule::Renju, Level::MAX, 1, &limits, &StoppedClock, &stop);
    let mut opening = Opening::new(OpeningProtocol::Soosorv8, 15);
    let mut engine = GomokuEngine::new(1);
    while opening.turn().is_some() {
        for choice in opener.decide(&mut engine, &opening) {
            assert_eq!(opening.decide(choice), Ok(()), "{choice}");
        }
    }
}
