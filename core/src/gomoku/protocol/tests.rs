use std::collections::BTreeSet;

use super::*;

fn at(name: &str) -> Point {
    name.parse().expect("the test names a point")
}

/// Takes decisions written as words: a point is placed, offered or picked as the turn asks.
#[track_caller]
fn walk(opening: &mut Opening, words: &str) {
    for word in words.split_whitespace() {
        let (_, turn) = opening.turn().expect("the opening goes on");
        let choice = OpeningChoice::read(word, turn).expect(word);
        assert_eq!(choice.to_string(), word);
        assert_eq!(opening.decide(choice), Ok(()), "{word}");
    }
}

#[track_caller]
fn check(protocol: OpeningProtocol, words: &str, black: Person, stones: usize) {
    let mut opening = Opening::new(protocol, 15);
    walk(&mut opening, words);
    assert_eq!(opening.turn(), None, "{words}");
    assert_eq!((opening.black(), opening.stones().len()), (black, stones), "{words}");
    assert_eq!(opening.decide(OpeningChoice::Keep), Err(OpeningError::Over));
}

#[test]
fn every_protocol_comes_to_its_end() {
    use Person::{Opener, Responder};
    check(OpeningProtocol::Swap1, "a1 keep", Opener, 1);
    check(OpeningProtocol::Swap1, "h8 swap", Responder, 1);
    check(OpeningProtocol::Swap, "a1 b7 o15 keep", Opener, 3);
    check(OpeningProtocol::Swap, "h8 a1 i9 swap", Responder, 3);
    check(OpeningProtocol::Swap2, "a1 b7 o15 keep", Opener, 3);
    check(OpeningProtocol::Swap2, "a1 b7 o15 swap", Responder, 3);
    check(OpeningProtocol::Swap2, "a1 b7 o15 add c3 d4 keep", Opener, 5);
    check(OpeningProtocol::Swap2, "a1 b7 o15 add c3 d4 swap", Responder, 5);
    check(OpeningProtocol::Rif, "h8 i9 j10 swap a1 g7 g9 g7", Responder, 5);
    check(OpeningProtocol::Yamaguchi, "h8 i9 j9 3 keep a1 b2 c3 d4 c3", Opener, 5);
    check(OpeningProtocol::Soosorv8, "h8 h9 h10 swap a1 1 swap g7 g7", Opener, 5);
    check(OpeningProtocol::Taraguchi10, "h8 swap i9 swap j10 keep k11 keep l12 swap", Responder, 5);
    let ten = "h8 keep i9 keep j10 keep k11 keep ten a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a9";
    check(OpeningProtocol::Taraguchi10, ten, Opener, 5);
}

#[test]
fn after_three_stones_of_swap_the_other_person_only_chooses() {
    let mut opening = Opening::new(OpeningProtocol::Swap, 15);
    walk(&mut opening, "a1 b7");
    assert_eq!(opening.turn(), Some((Person::Opener, OpeningTurn::Place { reach: None })));
    walk(&mut opening, "o15");
    assert_eq!(opening.turn(), Some((Person::Responder, OpeningTurn::Swap)));
    assert_eq!(OpeningTurn::Swap.words(), [OpeningChoice::Keep, OpeningChoice::Swap]);
    assert_eq!(opening.decide(OpeningChoice::AddTwo), Err(OpeningError::OutOfTurn));
}

#[test]
fn protocols_are_read_in_their_usual_spellings() {
    for protocol in OpeningProtocol::ALL {
        for text in [protocol.code().to_owned(), protocol.code().to_uppercase(), protocol.code().replace('-', "")] {
            assert_eq!(text.parse(), Ok(protocol), "{text}");
        }
    }
    for text in ["soosyrv-8", "Soosyrv-8", "soosyrv8", "Soosyrv 8", "Soosõrv-8", "SOOSÕRV", "soosorv"] {
        assert_eq!(text.parse(), Ok(OpeningProtocol::Soosorv8), "{text}");
    }
    assert_eq!("Taraguchi".parse(), Ok(OpeningProtocol::Taraguchi10));
    for text in ["", "-", "swap3", "soosyrv-9", "swap swap", "8"] {
        let refused = text.parse::<OpeningProtocol>().expect_err(text);
        assert!(refused.to_string().contains("use swap1, swap, swap2, rif"), "{refused}");
    }
}

#[test]
fn the_deciding_player_follows_the_colours() {
    let mut opening = Opening::new(OpeningProtocol::Soosorv8, 15);
    walk(&mut opening, "h8 h9 h10");
    assert_eq!(opening.turn(), Some((Person::Responder, OpeningTurn::Swap)));
    walk(&mut opening, "swap");
    assert_eq!(opening.turn(), Some((Person::Opener, OpeningTurn::Place { reach: None })), "the opener has White now");
    walk(&mut opening, "a1 2");
    assert_eq!(opening.turn(), Some((Person::Responder, OpeningTurn::Swap)));
}

#[test]
fn other_decisions_are_refused() {
    let mut opening = Opening::new(OpeningProtocol::Rif, 15);
    let far = |name, reach| Err(OpeningError::TooFar { at: at(name), reach });
    assert_eq!(opening.decide(OpeningChoice::Place(at("h9"))), far("h9", 0));
    assert_eq!(opening.decide(OpeningChoice::Swap), Err(OpeningError::OutOfTurn));
    walk(&mut opening, "h8");
    assert_eq!(opening.decide(OpeningChoice::Place(at("h10"))), far("h10", 1));
    assert_eq!(opening.decide(OpeningChoice::Place(at("h8"))), Err(OpeningError::NotEmpty { at: at("h8") }));
    walk(&mut opening, "h9 h10 keep h7");
    // The column of stones is a mirror.
    walk(&mut opening, "g8");
    for same in ["g8", "i8"] {
        assert_eq!(opening.decide(OpeningChoice::Offer(at(same))), Err(OpeningError::Symmetric { at: at(same) }));
    }
    walk(&mut opening, "i9");
    assert_eq!(opening.decide(OpeningChoice::Pick(at("a1"))), Err(OpeningError::NotOffered { at: at("a1") }));
    let mut opening = Opening::new(OpeningProtocol::Yamaguchi, 15);
    walk(&mut opening, "h8 h9 h10");
    assert_eq!(opening.decide(OpeningChoice::Number(13)), Err(OpeningError::Number { most: 12 }));
    assert_eq!(opening.decide(OpeningChoice::Number(0)), Err(OpeningError::Number { most: 12 }));
}

#[test]
fn codes_read_back() {
    for protocol in OpeningProtocol::ALL {
        assert_eq!(protocol.code().parse(), Ok(protocol));
    }
    assert!("swap3".parse::<OpeningProtocol>().is_err());
}

#[test]
fn words_are_read_for_the_turn() {
    let read = |text: &str, turn| OpeningChoice::read(text, turn);
    assert_eq!(read(" Swap ", OpeningTurn::Swap), Ok(OpeningChoice::Swap));
    assert_eq!(read("3", OpeningTurn::Number { most: 8 }), Ok(OpeningChoice::Number(3)));
    assert_eq!(read("H8", OpeningTurn::Place { reach: None }), Ok(OpeningChoice::Place(at("h8"))));
    assert_eq!(read("h8", OpeningTurn::Pick), Ok(OpeningChoice::Pick(at("h8"))));
    assert_eq!(read("h8", OpeningTurn::Swap), Err(OpeningError::OutOfTurn));
    assert_eq!(read("3", OpeningTurn::Pick), Err(OpeningError::OutOfTurn));
    assert_eq!(read("hello", OpeningTurn::Pick), Err(OpeningError::Unreadable));
}

#[test]
fn an_opening_goes_back_to_any_decision() {
    let mut opening = Opening::new(OpeningProtocol::Yamaguchi, 15);
    let mut states = vec![opening.clone()];
    for word in "h8 i9 j9 3 swap a1 b2 c3 d4 c3".split(' ') {
        walk(&mut opening, word);
        states.push(opening.clone());
    }
    for (count, state) in states.iter().enumerate() {
        assert_eq!(&opening.replayed(count), state);
    }
}

#[test]
fn the_points_are_those_that_are_not_refused() {
    let words = "h8 swap i9 swap j10 keep k11 keep ten a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a9";
    let mut opening = Opening::new(OpeningProtocol::Taraguchi10, 15);
    for word in words.split(' ') {
        let (_, turn) = opening.turn().expect("it goes on");
        let taken = |point: &Point| {
            let choice = OpeningChoice::read(&point.to_string(), turn);
            choice.is_ok_and(|choice| opening.clone().decide(choice).is_ok())
        };
        let all: Vec<Point> = Board::new(15).points().filter(taken).collect();
        assert_eq!(BTreeSet::from_iter(opening.points()), BTreeSet::from_iter(all), "before {word}");
        walk(&mut opening, word);
    }
}

#[test]
fn the_steps_ahead_are_known() {
    let mut opening = Opening::new(OpeningProtocol::Soosorv8, 15);
    walk(&mut opening, "h8 h9 h10 swap a1");
    assert_eq!((opening.fifths(), opening.has_swap_ahead()), (None, true));
    walk(&mut opening, "2 keep");
    assert_eq!((opening.fifths(), opening.has_swap_ahead()), (Some(2), false));
    let mut opening = Opening::new(OpeningProtocol::Taraguchi10, 15);
    walk(&mut opening, "h8 keep i9 keep j10 keep k11 keep");
    assert_eq!((opening.fifths(), opening.has_swap_ahead()), (None, true));
    walk(&mut opening, "ten");
    assert_eq!((opening.fifths(), opening.has_swap_ahead()), (Some(10), false));
}
