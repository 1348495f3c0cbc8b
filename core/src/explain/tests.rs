use super::*;
use crate::base::Side;
use crate::game::{PlacedPiece, Setup};
use crate::gomoku::Rule;

fn xiangqi(fen: &str) -> Game {
    Game::new(&Setup::Xiangqi { start: format!("{fen} - - 0 1").parse().expect(fen) })
}

fn gomoku(rule: Rule, moves: &str) -> Game {
    let mut game = Game::new(&Setup::gomoku(rule, 15, None).expect("a usual board"));
    for mv in moves.split_whitespace() {
        game.play(mv).expect(mv);
    }
    game
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn placed(text: &str) -> PlacedPiece {
    let (piece, at) = text.split_at(1);
    PlacedPiece { piece: piece.chars().next().expect("a letter"), at: at.to_owned() }
}

/// Returns the proved merit of the first move of a line.
fn merit(game: &Game, line: &str) -> Option<ThreatKind> {
    merits(game, &words(line)).into_iter().find_map(|fact| match fact {
        Fact::Does(threat) => Some(threat.what),
        _ => None,
    })
}

#[track_caller]
fn mates(fen: &str, mv: &str, moves: usize, pattern: Option<MatingPattern>) {
    assert_eq!(merit(&xiangqi(fen), mv), Some(ThreatKind::Mate { moves, pattern }), "{fen} {mv}");
}

#[test]
fn named_mates_match_their_pattern() {
    mates("4k4/9/4N4/9/9/1C7/9/9/9/3K5 w", "b4e4", 1, Some(MatingPattern::HorseCannon));
    // The screen is a pawn, not a horse.
    mates("2P1k4/9/9/4P4/9/1C3R3/9/9/9/3K5 w", "b4e4", 1, None);
    mates("3aka3/9/9/4C4/9/1C7/9/9/9/3K5 w", "b4e4", 1, Some(MatingPattern::DoubleCannon));
    mates("4ka3/4a4/9/1N7/9/9/9/9/3R5/4K4 w", "b6c8", 1, Some(MatingPattern::PalaceHorse));
    mates("3aka3/9/4P4/9/2N6/9/9/9/9/4K4 w", "c5d7", 1, Some(MatingPattern::CornerHorse));
    mates("4k4/4a4/4b4/9/9/9/9/4C4/3R5/3K5 w", "d1d9", 1, Some(MatingPattern::IronBolt));
    // No piece before the general can capture the rook, so the cannon pins nothing.
    mates("4k4/4n4/4b4/9/9/9/9/4C4/3R5/3K5 w", "d1d9", 1, Some(MatingPattern::FacingGeneral));
    mates("4k4/R8/9/9/9/9/1R7/9/9/3K5 w", "b3b9", 1, Some(MatingPattern::TwinRooks));
    // A pawn, not the other rook, closes the next line.
    mates("4k4/3P5/9/9/9/9/1R7/9/9/R4K3 w", "b3b9", 1, None);
    mates("4ka3/4a4/9/9/9/9/9/9/8C/4K4 w", "i1i9", 1, Some(MatingPattern::Smothered));
    // The screen is an elephant.
    mates("4k1b2/5P1P1/9/9/9/9/9/9/8C/3K5 w", "i1i9", 1, None);
    mates("4k4/4a4/2N6/9/9/9/4R4/9/5R3/3K5 w", "e3e8", 1, Some(MatingPattern::HeartPiercer));
    // The captured piece in the middle of the palace is a horse.
    mates("4k4/4n4/2N6/9/9/9/4R4/9/5R3/3K5 w", "e3e8", 1, Some(MatingPattern::TwinRooks));
    mates("C1bak4/4a4/4b4/9/9/4C4/9/9/3R5/5K3 w", "d1d9", 1, Some(MatingPattern::HeavenEarthCannons));
    // Nothing is on the back rank but the general, so the second cannon holds nothing.
    mates("4k4/4a4/4b4/9/9/9/9/4C4/3R5/C2K5 w", "d1d9", 1, Some(MatingPattern::IronBolt));
    mates("4k4/9/6N2/9/9/9/9/9/1R7/3K5 w", "b1b9", 1, Some(MatingPattern::AnglerHorse));
    // A chariot, not the horse, closes the rank before the general.
    mates("4k4/R8/8N/9/9/9/9/9/1R7/3K5 w", "b1b9", 1, Some(MatingPattern::TwinRooks));
    mates("3k5/9/5N3/9/R8/9/9/9/9/5K3 w", "a5d5", 1, Some(MatingPattern::OctagonHorse));
    // The other general closes the middle file, too, so neither is needed alone.
    mates("3k5/9/5N3/9/R8/9/9/9/9/4K4 w", "a5d5", 1, None);
    mates("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1d1", 1, Some(MatingPattern::FacingGeneral));
    // The other general is on another file, so e9 is free.
    assert_eq!(merit(&xiangqi("3k5/9/9/9/9/9/9/9/R8/5K3 w"), "a1d1"), None);
    // Black mates like Red.
    mates("3k5/9/9/9/1c7/9/9/4n4/9/4K4 b", "b5e5", 1, Some(MatingPattern::HorseCannon));
}

#[test]
fn a_mate_has_its_number_of_moves() {
    // The rooks check in turn.
    mates("4k4/9/R8/9/9/9/1R7/9/9/3K5 w", "a7a8", 2, Some(MatingPattern::TwinRooks));
}

#[test]
fn a_capture_has_its_protection() {
    let captures = |fen: &str| -> Vec<(Side, ThreatKind)> {
        let told = threats(&xiangqi(fen)).into_iter();
        told.filter(|threat| matches!(threat.what, ThreatKind::Capture { .. }))
            .map(|threat| (threat.side, threat.what))
            .collect()
    };
    let capture = |taker, taken, root| ThreatKind::Capture { taker: placed(taker), taken: placed(taken), root };
    // An unprotected horse before a rook.
    assert_eq!(captures("3k5/9/9/9/n8/9/9/9/9/R4K3 w"), [(Side::First, capture("Ra0", "na5", Protection::None))]);
    // The other rook protects it, so the exchange loses.
    assert_eq!(captures("r2k5/9/9/9/n8/9/9/9/9/R4K3 w"), []);
    // A protected rook is still worth more than the cannon that captures it.
    let cheap = (Side::First, capture("Ca0", "ra5", Protection::Cheap));
    let pawn = (Side::Second, capture("ra5", "Pa3", Protection::None));
    assert_eq!(captures("r2k5/9/9/9/r8/9/P8/9/9/C4K3 w"), [cheap, pawn]);
}

#[test]
fn a_root_that_would_lose_its_general_is_false() {
    // The advisor on e8 is pinned by the facing generals.
    let game = xiangqi("4k4/4a4/5n3/9/9/9/9/9/5R3/4K4 w");
    let told = threats(&game).into_iter().find(|threat| matches!(threat.what, ThreatKind::Capture { .. }));
    let what = ThreatKind::Capture { taker: placed("Rf1"), taken: placed("nf7"), root: Protection::Sham };
    assert_eq!(told.map(|threat| threat.what), Some(what));
}

#[test]
fn a_piece_held_to_its_general_or_to_a_dearer_one_is_pinned() {
    let pins = |fen: &str| -> Vec<ThreatKind> {
        let told = threats(&xiangqi(fen)).into_iter().map(|threat| threat.what);
        told.filter(|what| matches!(what, ThreatKind::Pin { .. })).collect()
    };
    let pin = |pinned, by, behind| ThreatKind::Pin { pinned: placed(pinned), by: placed(by), behind: placed(behind) };
    assert_eq!(pins("4k4/9/4n4/9/9/9/9/9/4R4/3K5 w"), [pin("ne7", "Re1", "ke9")]);
    // Two pieces are between.
    assert_eq!(pins("4k4/4a4/4n4/9/9/9/9/9/4R4/3K5 w"), []);
    assert_eq!(pins("r3k4/9/n8/9/9/9/9/9/R8/3K5 w"), [pin("na7", "Ra1", "ra9")]);
    // The cannon may not leave the file of the generals, so it takes nothing.
    assert_eq!(pins("4k4/9/9/9/r1nPC4/9/9/9/9/4K4 w"), []);
    assert_eq!(pins("4k4/9/9/9/r1nPC4/9/9/9/9/3K5 w"), [pin("nc5", "Ce5", "ra5")]);
    // The rook on d9 would take the general.
    let held = pin("Rd7", "rd9", "Kd0");
    assert_eq!(pins("3rk4/9/r1nR5/9/9/9/9/9/9/3K5 w"), [held]);
    assert_eq!(pins("3rk4/9/r1nR5/9/9/9/9/9/9/5K3 w"), [pin("nc7", "Rd7", "ra7")]);
}

#[test]
fn a_fork_needs_a_lost_piece() {
    // The horse checks from c8 and takes the rook in the corner.
    let game = xiangqi("r3k4/9/9/1N7/9/9/9/9/9/3K5 w");
    let what = ThreatKind::Fork { by: placed("Nc8"), targets: vec![placed("ke9"), placed("ra9")] };
    assert_eq!(merit(&game, "b6c8"), Some(what));
    // A rook captures the horse.
    assert_eq!(merit(&xiangqi("r3k4/r8/9/1N7/9/9/9/9/9/3K5 w"), "b6c8"), None);
    // The horse behind the advisor is lost after some answers, but not attacked.
    let what = ThreatKind::Fork { by: placed("Re7"), targets: vec![placed("ke9"), placed("af7")] };
    assert_eq!(merit(&xiangqi("4k4/9/3R1a1n1/9/9/9/9/9/9/3K5 w"), "d7e7 f7e8 e7h7"), Some(what));
    // Behind the general nothing is attacked.
    assert_eq!(merit(&xiangqi("5R2C/3ka4/9/8p/6r2/9/2R5P/4B4/4A4/4KAB2 w"), "c3c8 d8d7 c8e8"), None);
}

#[test]
fn a_piece_that_uncovers_is_no_piece_that_moves_in_as_the_screen() {
    let (mover, by, target) = (placed("Ne4"), placed("Re2"), placed("ke9"));
    let what = ThreatKind::Discovery { mover, by, target };
    assert_eq!(merit(&xiangqi("4k4/9/1n7/9/9/4N4/9/4R4/9/3K5 w"), "e4c5 e9f9 c5b7"), Some(what));
    let (mover, by, target) = (placed("Nc5"), placed("Ce2"), placed("ke9"));
    let what = ThreatKind::Screen { mover, by, target };
    assert_eq!(merit(&xiangqi("4k4/9/2na5/9/2N6/9/9/4C4/9/3K5 w"), "c5e6 e9f9 e6c7"), Some(what));
}

#[test]
fn a_move_that_leaves_a_piece_allows_the_capture() {
    let game = xiangqi("3k5/9/9/9/n8/9/9/9/8R/5K3 b");
    let facts = faults(&game, "d9d8", &words("i1i5"));
    assert_eq!(facts, []);
    let facts = faults(&xiangqi("3k5/9/9/9/n8/9/9/9/9/R4K3 b"), "d9d8", &words("a0a5"));
    let [Fact::Ignores(threat)] = &facts[..] else { panic!("{facts:?}") };
    assert_eq!(threat.what, ThreatKind::Capture { taker: placed("Ra0"), taken: placed("na5"), root: Protection::None });
    let facts = faults(&xiangqi("3k5/9/9/1n7/9/9/9/9/9/2R2K3 b"), "b6c4", &words("c0c4"));
    let [Fact::Allows(threat)] = &facts[..] else { panic!("{facts:?}") };
    assert_eq!(threat.what, ThreatKind::Capture { taker: placed("Rc0"), taken: placed("nc4"), root: Protection::None });
    let saved = merits(&xiangqi("3k5/9/9/9/n8/9/9/9/9/R4K3 b"), &words("a5b3"));
    assert!(
        matches!(&saved[..], [Fact::Stops(threat)] if matches!(threat.what, ThreatKind::Capture { .. })),
        "{saved:?}"
    );
}

#[test]
fn an_open_three_that_is_not_stopped_is_a_fault() {
    let game = gomoku(Rule::Freestyle, "h8 a1 h9 a3 h10");
    let facts = why(&game, "a5", &words("h11"), &words("h11"));
    let told: Vec<_> = facts.iter().map(|fact| (fact, &fact.threat().what)).collect();
    assert!(
        matches!(
            told[..],
            [
                (Fact::Ignores(_), ThreatKind::Vcf { moves: 2, shape: Some(ForcingShape::StraightFour), .. }),
                (Fact::Stops(_), ThreatKind::OpenThree { .. })
            ]
        ),
        "{facts:?}"
    );
}

#[test]
fn a_four_three_has_its_name_and_a_four_alone_has_none() {
    let shape = |rule, moves: &str, at: &str| {
        let told = threats(&gomoku(rule, moves)).into_iter();
        told.filter(|threat| threat.line.first().is_some_and(|row| row.uci == at)).find_map(|threat| {
            match threat.what {
                ThreatKind::Shape { shape, .. } => Some(shape),
                _ => None,
            }
        })
    };
    // A three blocked at one end crosses two stones, so h8 makes a four-three.
    let four_three = "e8 d8 f8 a1 g8 a3 h9 a5 h10 o1";
    assert_eq!(shape(Rule::Freestyle, four_three, "h8"), Some(ForcingShape::FourThree));
    // The crossing row is blocked at one end.
    assert_eq!(shape(Rule::Freestyle, "e8 d8 f8 a1 g8 a3 h9 h11 h10 o1", "h8"), None);
    let double_three = "f8 a1 g8 a3 h9 a5 h10 o1";
    assert_eq!(shape(Rule::Freestyle, double_three, "h8"), Some(ForcingShape::DoubleThree));
    assert_eq!(shape(Rule::Renju, double_three, "h8"), None, "Black may not");
    let double_four = "e8 d8 f8 a1 g8 a3 h9 h12 h10 o1 h11 a5";
    assert_eq!(shape(Rule::Freestyle, double_four, "h8"), Some(ForcingShape::DoubleFour));
    assert_eq!(shape(Rule::Renju, double_four, "h8"), None, "Black may not");
}

#[test]
fn forbidden_points_have_their_rows() {
    let told = threats(&gomoku(Rule::Renju, "f8 a1 g8 a3 h9 a5 h10 o1"));
    let forbidden = told.iter().filter_map(|threat| match &threat.what {
        ThreatKind::Forbidden { at, foul, rows } => Some((at.as_str(), *foul, rows.len())),
        _ => None,
    });
    assert_eq!(forbidden.collect::<Vec<_>>(), [("h8", "double-three", 2)]);
}

#[test]
fn a_mate_and_a_stone_are_named_by_themselves() {
    let game = xiangqi("3aka3/9/9/4C4/9/1C7/9/9/9/3K5 w");
    assert_eq!(mating_patterns(&game, "b4e4"), [MatingPattern::DoubleCannon]);
    assert_eq!(mating_patterns(&game, "b4c4"), [], "no mate");
    assert_eq!(mating_patterns(&game, "b4e5"), [], "no move");
    let game = gomoku(Rule::Freestyle, "h8 a1 i8 c1 j8 e1");
    assert_eq!(forcing_shape(&game, "g8"), Some(ForcingShape::StraightFour));
    assert_eq!(forcing_shape(&game, "o15"), None);
}

/// Plays `moves` and returns the facts against `played`, answered by `line`.
fn against(rule: Rule, moves: &str, played: &str, line: &str) -> Vec<Fact> {
    faults(&gomoku(rule, moves), played, &words(line))
}

/// The images of a game under the symmetries of the board, so that every direction is tried.
fn images(moves: &str) -> Vec<String> {
    let turn = |point: crate::gomoku::Point, times: usize| {
        let (mut x, mut y) = (i32::from(point.column()) - 7, i32::from(point.row()) - 7);
        if times >= 4 {
            x = -x;
        }
        for _ in 0..times % 4 {
            (x, y) = (-y, x);
        }
        let column = char::from(b'a' + u8::try_from(x + 7).expect("on the board"));
        format!("{column}{}", y + 8)
    };
    let image = |times| {
        let turned: Vec<String> = moves.split_whitespace().map(|mv| turn(mv.parse().expect(mv), times)).collect();
        turned.join(" ")
    };
    (0..8).map(image).collect()
}

/// Checks `is_so` for the last of `moves`, in every image and with the three on a diagonal and on a line.
#[track_caller]
fn everywhere(moves: &[&str], is_so: impl Fn(&str, &str) -> bool) {
    for moves in moves {
        for image in images(moves) {
            let (before, played) = image.rsplit_once(' ').expect("several moves");
            assert!(is_so(before, played), "{image}");
        }
    }
}

#[test]
fn an_open_three_that_a_stone_would_stop_is_a_slip() {
    let three = |before: &str, played: &str| {
        let told = slips(&gomoku(Rule::Freestyle, before), played);
        matches!(&told[..], [Fact::Ignores(Threat { what: ThreatKind::OpenThree { row, fours }, .. })]
            if row.len() == 3 && !fours.is_empty())
    };
    // On a diagonal, on a line, and with a gap.
    everywhere(
        &["h8 g8 c3 h7 m12 f9 b13", "h8 g9 c3 h9 m12 i9 b13", "h8 f9 c3 g9 m12 i9 b13", "h4 f10 c3 g9 m12 i7 b13"],
        three,
    );
    // A block at either end leaves nothing, and neither does a four of one's own.
    everywhere(&["h8 g8 c3 h7 m12 f9 e10", "h8 g8 c3 h7 m12 f9 i6"], |before, played| !three(before, played));
    everywhere(&["m12 g8 m13 h7 m14 f9 m15"], |before, played| !three(before, played));
    // Nothing is left where one end is blocked.
    everywhere(&["e10 g8 c3 h7 m12 f9 b13"], |before, played| !three(before, played));
}

#[test]
fn a_four_that_a_stone_would_stop_is_a_slip() {
    let four = |before: &str, played: &str| {
        let told = slips(&gomoku(Rule::Freestyle, before), played);
        matches!(&told[..], [Fact::Ignores(Threat { what: ThreatKind::Five { row, .. }, .. })] if row.len() == 4)
    };
    everywhere(&["e10 g8 c3 h7 m12 f9 a1 i6 b13", "e9 f9 c3 g9 m12 h9 a1 i9 b13"], four);
    everywhere(&["e10 g8 c3 h7 m12 f9 a1 i6 j5"], |before, played| !four(before, played));
    // One stone does not stop a straight four.
    everywhere(&["a8 g8 c3 h7 m12 f9 a1 i6 b13"], |before, played| !four(before, played));
}

#[test]
fn a_four_blocked_at_its_open_end_is_no_slip_in_caro() {
    let before = "d8 e8 a1 f8 a3 g8 a5 h8";
    let four = |rule, played: &str| !slips(&gomoku(rule, before), played).is_empty();
    assert!(four(Rule::Caro, "a7") && !four(Rule::Caro, "i8") && !four(Rule::Caro, "j8"));
    assert!(four(Rule::Freestyle, "j8") && four(Rule::Standard, "j8"));
}

#[test]
fn a_three_is_listed_once_and_not_beside_its_four() {
    let threes = |moves: &str| -> Vec<Vec<String>> {
        let told = threats(&gomoku(Rule::Freestyle, moves)).into_iter();
        let mut threes: Vec<Vec<String>> = told
            .filter_map(|threat| match threat.what {
                ThreatKind::OpenThree { row, .. } => Some(row),
                _ => None,
            })
            .collect();
        threes.iter_mut().for_each(|row| row.sort());
        threes
    };
    // One more stone makes a five of all four.
    assert_eq!(threes("a1 h7 a3 h9 a5 h10 a7 h11"), Vec::<Vec<String>>::new());
    // The fourth stone is two points away and makes an overline of six at most.
    assert_eq!(threes("a1 h6 a3 h9 c5 h10 e7 h11"), [words("h10 h11 h9")]);
}

#[test]
fn a_fork_that_a_move_allows_has_its_shape_and_its_rows() {
    // White has a blocked three on a line and two on another: h8 makes a four-three.
    let fork = |before: &str, played: &str, shape| {
        let told = against(Rule::Freestyle, before, played, "");
        told.iter().any(|fact| {
            matches!(&fact.threat().what, ThreatKind::Vcf { shape: Some(known), rows, .. }
                if *known == shape && rows.len() >= 2 && rows.iter().all(|row| row.len() >= 2))
        })
    };
    everywhere(&["d8 e8 a1 f8 a3 g8 o1 h9 o3 h10 a15"], |before, played| fork(before, played, ForcingShape::FourThree));
    everywhere(&["d8 e8 h12 f8 a3 g8 o1 h9 o3 h10 c2 h11 a15"], |before, played| {
        fork(before, played, ForcingShape::DoubleFour)
    });
}

#[test]
fn a_double_three_allowed_or_missed_is_a_win_by_threats() {
    let double = |facts: Vec<Fact>| {
        let mut whats = facts.iter().map(|fact| &fact.threat().what);
        whats.any(|what| matches!(what, ThreatKind::Vct { shape: Some(ForcingShape::DoubleThree), .. }))
    };
    // White's two and two cross at h8.
    everywhere(&["a1 f8 a3 g8 o1 h9 o3 h10 a15 h8"], |before, at| {
        let missed = double(merits(&gomoku(Rule::Freestyle, before), &words(at)));
        let (before, played) = before.rsplit_once(' ').expect("several moves");
        missed && double(against(Rule::Freestyle, before, played, at))
    });
}

#[test]
fn a_foul_walked_into_is_told() {
    let foul = |rule, before: &str, played: &str| {
        against(rule, before, played, "").into_iter().find_map(|fact| match fact {
            Fact::Allows(Threat { what: ThreatKind::Vcf { moves: 2, foul, .. }, .. }) => foul,
            _ => None,
        })
    };
    // White's four must be blocked at h8, where Black would make two threes.
    let walked = "f8 f6 g8 g7 h9 i9 j10 a1 h10";
    everywhere(&[walked], |before, played| foul(Rule::Renju, before, played) == Some("double-three"));
    everywhere(&[walked], |before, played| foul(Rule::Freestyle, before, played).is_none());
}

#[test]
fn a_stone_far_from_all_others_is_apart() {
    everywhere(&["h8 g8 c3", "h8 g8 h7 m12"], |before, played| {
        let told = against(Rule::Freestyle, before, played, "");
        matches!(&told[..], [Fact::Allows(Threat { what: ThreatKind::Apart { .. }, .. })]) || before.contains("h7")
    });
    everywhere(&["h8 g8 d4", "h8 g8 h4", "h8 g8 d8"], |before, played| {
        against(Rule::Freestyle, before, played, "").is_empty()
    });
    assert_eq!(against(Rule::Freestyle, "", "h8", ""), [], "the first stone is apart of nothing");
}

#[test]
fn a_lost_game_has_the_move_that_decided() {
    // Move 7 leaves the open three f9 g8 h7.
    let game = gomoku(Rule::Freestyle, "h8 g8 c3 h7 m12 f9 b13 i6 a1 e10");
    let told = lesson(&game, Side::First).expect("it is proved");
    assert_eq!((told.ply, told.played.uci.as_str()), (7, "b13"));
    assert!(matches!(told.what(), ThreatKind::OpenThree { .. }), "{told:?}");
    assert_eq!(lesson(&gomoku(Rule::Freestyle, "h8 g8 c3"), Side::First), None);
}
