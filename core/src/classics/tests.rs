use super::judgement::{LEVEL_CP, WINNING_CP};
use super::strategy::StrategyProver;
use super::*;
use crate::position::Position as _;

const RED: Side = Side::First;
const BLACK: Side = Side::Second;

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().expect("a move")).collect()
}

/// 梦入神机 1: a double check of horse and pawn, then mate by the horse.
fn composition() -> Composition {
    Composition {
        manual: 0,
        volume: String::new(),
        number: "1".to_owned(),
        title: "由中应外".to_owned(),
        start: position("1RN1k4/3P3rC/6n2/9/9/9/9/4p4/3p5/c1rAK4 w - - 0 1"),
        stated: None,
        line: moves("d8e8 e9f9 e8e9 f9e9 c9d7"),
        is_cut: false,
        variations: Vec::new(),
        agreement: SourceAgreement::Agree,
        judgement: None,
    }
}

fn judgement() -> Judgement {
    let mate = |moves| ClassicFinding::Mate { winner: RED, moves };
    Judgement { start: mate(3), first: mate(3), end: mate(0), other: None, improvement: None }
}

fn file() -> ClassicsFile {
    let manual =
        |title: &str| XiangqiManual { title: title.to_owned(), author: String::new(), date: "ming".to_owned() };
    let judged = Composition { judgement: Some(judgement()), ..composition() };
    let game = Composition {
        manual: 1,
        volume: "卷上".to_owned(),
        title: "顺炮".to_owned(),
        number: String::new(),
        start: Position::start(),
        stated: Some(StatedResult::Wins(BLACK)),
        line: moves("h2e2 h7e7 h0g2"),
        is_cut: true,
        variations: vec![ManualVariation { after: 1, moves: moves("h9g7 h0g2") }],
        agreement: SourceAgreement::PositionsDiffer,
        judgement: Some(Judgement {
            other: Some((moves("b2e2")[0], ClassicFinding::Score { cp: -700 })),
            improvement: Some(Improvement {
                after: 2,
                line: moves("e2e6 d9e8"),
                finding: ClassicFinding::Proved { winner: BLACK, moves: 300 },
            }),
            ..judgement()
        }),
    };
    let same_volume = Composition { judgement: None, stated: Some(StatedResult::Draw), ..game.clone() };
    ClassicsFile {
        judged_by: "duiyi 0, 1 node".to_owned(),
        manuals: vec![manual("梦入神机"), manual("橘中秘")],
        compositions: vec![judged, game, same_volume, composition()],
    }
}

#[test]
fn a_file_reads_as_it_was_written() {
    let file = file();
    let bytes = packed::write(&file).expect("every move is legal");
    assert_eq!(packed::read(&bytes).expect("it was written here"), file);
}

#[test]
fn a_damaged_file_is_refused_with_its_place() {
    use super::packed::PackedClassicsError as Error;
    let bytes = packed::write(&file()).expect("every move is legal");
    assert_eq!(packed::read(b"duiyi-puzzles 1\n"), Err(Error::Head));
    assert_eq!(packed::read(&bytes[..20]), Err(Error::Head));
    let last = Error::Composition { number: 4 };
    assert_eq!(packed::read(&bytes[..bytes.len() - 1]), Err(last));
    for end in 0..bytes.len() {
        // Whatever is left out, nothing panics.
        let _ = packed::read(&bytes[..end]);
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        let _ = packed::read(&damaged);
    }
    let illegal = Composition { line: moves("a0a9"), ..composition() };
    assert_eq!(packed::write(&ClassicsFile { compositions: vec![illegal], ..file() }), None);
    let manuals = vec![XiangqiManual { title: "a\nb".to_owned(), author: String::new(), date: String::new() }];
    assert_eq!(packed::write(&ClassicsFile { manuals, ..ClassicsFile::default() }), None);
}

#[test]
fn the_winner_is_the_stated_one_or_the_one_that_mates() {
    assert_eq!(composition().claimed_winner(), Some(RED));
    assert_eq!(Composition { line: moves("d8e8"), ..composition() }.claimed_winner(), None);
    let stated = |stated| Composition { stated: Some(stated), ..composition() }.claimed_winner();
    assert_eq!(stated(StatedResult::Wins(BLACK)), Some(BLACK));
    assert_eq!(stated(StatedResult::Draw), None);
}

#[test]
fn a_game_begins_with_nearly_all_pieces_at_home() {
    assert!(!composition().is_game());
    let game = |fen| Composition { start: position(fen), ..composition() }.is_game();
    assert!(game("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1"));
    assert!(game("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1"));
    // A piece away from home makes it a middle game.
    assert!(!game("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1"));
}

#[track_caller]
fn check(composition: Composition, judgement: Judgement, verdict: ClassicVerdict, is_proved: bool) {
    let judged = Composition { judgement: Some(judgement.clone()), ..composition };
    assert_eq!((judged.verdict(), judgement.is_proved(&judged)), (Some(verdict), is_proved));
}

#[test]
fn a_verdict_follows_from_the_findings() {
    let cp = |cp| ClassicFinding::Score { cp };
    let proved = |winner| ClassicFinding::Proved { winner, moves: 3 };
    let sound = Judgement { start: proved(RED), first: proved(RED), ..judgement() };
    check(composition(), judgement(), ClassicVerdict::Sound, false);
    check(composition(), sound.clone(), ClassicVerdict::Sound, true);
    // The start is proved by another move; that of the manual is not.
    check(composition(), Judgement { start: proved(RED), ..judgement() }, ClassicVerdict::Sound, false);
    let mv = moves("b9b8")[0];
    let another = |finding| Judgement { other: Some((mv, finding)), ..sound.clone() };
    check(composition(), another(proved(RED)), ClassicVerdict::AnotherWins, true);
    check(composition(), another(cp(WINNING_CP)), ClassicVerdict::AnotherWins, false);
    check(composition(), Judgement { first: cp(0), ..sound.clone() }, ClassicVerdict::FirstMoveFails, false);
    let escape = |finding| Improvement { after: 1, line: moves("e9d9"), finding };
    let missed = |finding| Judgement { improvement: Some(escape(finding)), ..sound.clone() };
    check(composition(), missed(cp(0)), ClassicVerdict::MissedDefence, false);
    check(composition(), missed(proved(BLACK)), ClassicVerdict::MissedDefence, true);
    check(composition(), Judgement { start: cp(WINNING_CP - 1), ..judgement() }, ClassicVerdict::Unclear, false);
    // An evaluation refutes nothing: the mate may be too deep for it.
    check(composition(), Judgement { start: cp(-900), ..judgement() }, ClassicVerdict::Unclear, false);
    let lost = ClassicFinding::Mate { winner: BLACK, moves: 4 };
    check(composition(), Judgement { start: lost, ..judgement() }, ClassicVerdict::ResultWrong, false);
    check(composition(), Judgement { start: proved(BLACK), ..judgement() }, ClassicVerdict::ResultWrong, true);
}

#[test]
fn only_a_mate_refutes_a_stated_draw() {
    let draw = || Composition { stated: Some(StatedResult::Draw), ..composition() };
    let of = |start| Judgement { start, ..judgement() };
    let cp = |cp| of(ClassicFinding::Score { cp });
    check(draw(), cp(LEVEL_CP - 1), ClassicVerdict::Sound, false);
    check(draw(), cp(-LEVEL_CP), ClassicVerdict::Unclear, false);
    check(draw(), cp(5_000), ClassicVerdict::Unclear, false);
    check(draw(), of(ClassicFinding::Mate { winner: RED, moves: 9 }), ClassicVerdict::ResultWrong, false);
    check(draw(), of(ClassicFinding::Proved { winner: RED, moves: 9 }), ClassicVerdict::ResultWrong, true);
}

#[test]
fn a_strategy_is_proved_by_the_rules_whatever_is_suggested() {
    let start = Position::start();
    let first_legal = |position: &Position| position.legal_moves().first().copied();
    assert_eq!(StrategyProver::new(first_legal, 3).mates(&start), None);
    assert_eq!(StrategyProver::new(|_: &Position| None, 100).mates(&start), None);
    let illegal = |_: &Position| "e0e9".parse().ok();
    assert_eq!(StrategyProver::new(illegal, 100).mates(&start), None);
    // A mate in one needs no suggestion.
    let mate = position("3aka3/9/9/9/2C6/9/9/4C4/9/3K5 w - - 0 1");
    assert_eq!(StrategyProver::new(|_: &Position| None, 0).mates(&mate), Some(1));
    assert_eq!(StrategyProver::new(|_: &Position| None, 0).mates_by(&mate, moves("c5e5")[0]), Some(1));
    assert_eq!(StrategyProver::new(|_: &Position| None, 0).mates_by(&mate, moves("c5c6")[0]), None);
}

#[test]
fn the_built_in_manuals_can_be_read() {
    let shelf = ClassicsShelf::built_in();
    assert_eq!(shelf.manuals().len(), 30);
    assert!(shelf.compositions().len() > 2_800);
    assert!(!shelf.judged_by().is_empty());
    for composition in shelf.compositions() {
        assert!(!composition.title.is_empty());
        if let Some(puzzle) = composition.puzzle() {
            assert!(!puzzle.line.len().is_multiple_of(2), "{}", composition.title);
        }
    }
}

/// A plain search may run out of positions, but it never says that there is no mate.
#[test]
fn a_plain_search_contradicts_no_short_proof() {
    use crate::puzzle::mates::{MateProver, MatingMoves};
    const NODES: u64 = 100_000;
    let shelf = ClassicsShelf::built_in();
    let short = shelf.compositions().iter().filter_map(|composition| {
        let ClassicFinding::Proved { winner, moves } = composition.judgement.as_ref()?.start else { return None };
        (moves <= 4).then_some((composition, winner, moves as u8))
    });
    let mut confirmed = 0;
    for (composition, winner, moves) in short.take(12) {
        assert_eq!(winner, composition.start.side_to_move(), "{}", composition.title);
        let checks = MateProver::new(MatingMoves::Checks, NODES).fewest(&composition.start, moves);
        let any = MateProver::new(MatingMoves::AnyMove, NODES).fewest(&composition.start, moves);
        assert_ne!(any, Ok(None), "{}", composition.title);
        confirmed += usize::from(matches!(any, Ok(Some(_))) || matches!(checks, Ok(Some(_))));
    }
    assert!(confirmed > 0);
}

/// A line may end with the defence; the solver still has the last move.
#[test]
fn a_puzzle_ends_with_the_move_of_the_solver() {
    let even = Composition { line: moves("d8e8 e9f9 e8e9 f9e9"), judgement: Some(judgement()), ..composition() };
    let even = Composition { stated: Some(StatedResult::Wins(RED)), ..even };
    assert_eq!(even.puzzle().map(|puzzle| puzzle.line.len()), Some(3));
    // Without a move of its own there is nothing to solve, and without a confirmed win nothing to ask for.
    assert_eq!(Composition { line: Vec::new(), ..even.clone() }.puzzle(), None);
    assert_eq!(Composition { judgement: None, ..even.clone() }.puzzle(), None);
    let first = ClassicFinding::Score { cp: 0 };
    assert_eq!(Composition { judgement: Some(Judgement { first, ..judgement() }), ..even }.puzzle(), None);
}

#[test]
fn every_puzzle_can_be_solved_by_its_own_line() {
    use crate::puzzle::{AttemptVerdict, PuzzleAttempt};
    let shelf = ClassicsShelf::built_in();
    let puzzles: Vec<_> = shelf.compositions().iter().filter_map(Composition::puzzle).collect();
    assert!(!puzzles.is_empty());
    for puzzle in puzzles.into_iter().step_by(11) {
        let mut attempt = PuzzleAttempt::new(puzzle);
        while let Some(mv) = attempt.wanted().map(str::to_owned) {
            let (_, verdict) = attempt.play(&mv).expect("the line is legal");
            assert_ne!(verdict, AttemptVerdict::Wrong);
        }
        assert!(attempt.is_over());
    }
}
