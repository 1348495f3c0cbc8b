//! Reviews of games with known evaluations.

use super::*;
use crate::game::GameKind;
use crate::record::note::{Colour, Glyph, Mark};
use crate::study::Change;

fn study(kind: GameKind, moves: &str) -> Study {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    Study::of(&Setup::usual(kind), &Default::default(), &moves, None, "").expect("the moves can be played")
}

fn found(score: Score, line: &str) -> Found {
    Found { score, depth: 9, line: line.split_whitespace().map(str::to_owned).collect() }
}

/// Red gives a cannon for a horse, Black does not recapture, and Red goes on.
const CANNON: &str = "h2h9 a9a8 b0c2";

/// A review of [`CANNON`] with invented evaluations.
fn cannon() -> (Study, Review) {
    let study = study(GameKind::Xiangqi, CANNON);
    let mut review = Review::of(&study);
    review.record_result(0, found(Score(40), "b0c2 b9c7"));
    review.record_result(1, found(Score(60), "i9h9 b0c2"));
    review.record_result(2, found(Score(500), "b0c2"));
    review.record_result(3, found(Score(-480), "b9c7"));
    (study, review)
}

#[test]
fn a_move_costs_what_the_best_one_was_worth_beyond_it() {
    let (_, review) = cannon();
    let judged = review.judge_all();
    assert_eq!(judged.iter().map(|mv| mv.loss_cp()).collect::<Vec<_>>(), [100, 540, 0]);
    assert_eq!(
        judged.iter().map(|mv| mv.label).collect::<Vec<_>>(),
        [Some(ReviewLabel::Inaccuracy), Some(ReviewLabel::Blunder), None]
    );
    assert_eq!(judged[1].best, ["i9h9", "b0c2"]);
    // The chance is 1 / (1 + e^(-score / 342)): 0.529206 at 40, 0.456253 at -60, 0.543747 at 60 and 0.197260 at -480.
    for (mv, loss) in judged.iter().zip([0.529_206 - 0.456_253, 0.543_747 - 0.197_260, 0.0]) {
        assert!((mv.loss() - loss).abs() < 1e-5, "move {}: {} for {loss}", mv.ply, mv.loss());
    }
    let report = review.report();
    assert_eq!(report.swings, [2, 1]);
    assert_eq!(report.sides.second.counts, [0, 0, 0, 1]);
    assert!(report.sides.first.accuracy > report.sides.second.accuracy);
}

#[test]
fn the_best_move_costs_nothing_whatever_the_search_after_it_says() {
    let mut review = Review::of(&study(GameKind::Xiangqi, "h2e2"));
    review.record_result(0, found(Score(300), "h2e2"));
    review.record_result(1, found(Score(100), "h9g7"));
    let judged = review.judge(1).expect("both positions are known");
    assert_eq!((judged.loss_cp(), judged.label, judged.before), (0, None, Score(-100)));
    // A move that proves better than the supposed best costs nothing either.
    review.record_result(0, found(Score(-300), "b2e2"));
    assert_eq!(review.judge(1).expect("both positions are known").loss_cp(), 0);
}

#[test]
fn what_is_not_known_is_not_judged() {
    let mut review = Review::of(&study(GameKind::Xiangqi, "h2e2 h9g7"));
    assert!(review.judge(1).is_none() && !review.is_complete());
    review.record_result(1, found(Score(0), ""));
    assert!(review.judge_all().is_empty());
    review.record_result(0, found(Score(0), ""));
    assert_eq!(review.judge_all().len(), 1);
    review.record_result(2, found(Score(0), ""));
    assert!(review.is_complete());
}

/// Black's four can be blocked at one end, but both sides play elsewhere.
const FOUR: &str = "h8 g8 i8 a3 j8 a5 k8 a7 a15 c1 l8";

#[test]
fn a_forced_win_missed_is_told_before_anything_else() {
    let study = study(GameKind::Gomoku, FOUR);
    let mut review = Review::of(&study);
    for plies in 0..8 {
        review.record_result(plies, found(Score(0), ""));
    }
    review.record_result(8, found(Score::mate_in(1), "l8"));
    review.record_result(9, found(Score(-900), "l8"));
    review.record_result(10, found(Score::mate_in(1), "l8"));
    let judged = review.judge_all();
    assert_eq!(judged[8].forced, Some(ForcedWin::Missed { moves: 1, is_mate: false }));
    assert_eq!(judged[8].label, Some(ReviewLabel::Inaccuracy), "it is nearly won all the same");
    assert_eq!(judged[9].forced, Some(ForcedWin::Allowed { moves: 1, is_mate: false }));
    assert_eq!((judged[10].forced, judged[10].label, judged[10].chance_after), (None, None, 1.0));
    // The tenth stone allows the win: the position before it has none.
    let phases = [vec![Phase::Opening; 7], vec![Phase::Middle; 3], vec![Phase::Ending]].concat();
    assert_eq!(review.phases(), phases);
    assert_eq!(review.positions(), 11, "the end needs no search");
}

/// A study of Xiangqi from a position.
fn study_from(fen: &str, moves: &str) -> Study {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let setup = Setup::Xiangqi { start: format!("{fen} - - 0 1").parse().expect(fen) };
    Study::of(&setup, &Default::default(), &moves, None, "").expect("the moves can be played")
}

/// Red checks with every move, so its next repetition loses.
const CHECKS: (&str, &str) = ("4k4/R8/9/9/9/9/9/1r7/9/3C1K3 w", "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8");

#[test]
fn a_loss_by_a_ruling_is_no_forced_win_and_has_its_reason() {
    for (score, line) in [(Score::mate_in(1), "e8e9"), (Score::mate_in(503), "")] {
        let mut review = Review::of(&study_from(CHECKS.0, CHECKS.1));
        for plies in 0..7 {
            review.record_result(plies, found(Score(if plies % 2 == 0 { 180 } else { -180 }), "d0d1"));
        }
        review.record_result(7, found(score, line));
        let judged = review.judge(7).expect("both positions are known");
        assert_eq!((judged.forced, judged.label), (None, Some(ReviewLabel::Blunder)));
        let shown = review.show(&judged);
        let warning = shown.repetition.expect("the reply repeats the position");
        assert_eq!(warning.reply.map(|row| row.uci), Some("e8e9".to_owned()));
        assert_eq!((warning.ruled.loser, shown.better_repetition), (Some(Side::First), None));
        let after = found(score, line);
        let tried = review.tried(7, "a9a8", &after).expect("it is legal");
        assert!(tried.forced.is_none() && tried.repetition.is_some());
    }
}

#[test]
fn a_win_by_a_ruling_missed_is_a_merit_of_the_better_move() {
    let mut review = Review::of(&study_from(CHECKS.0, &format!("{} e8e7", CHECKS.1)));
    for plies in 0..7 {
        review.record_result(plies, found(Score(0), ""));
    }
    review.record_result(7, found(Score::mate_in(1), "e8e9"));
    review.record_result(8, found(Score(0), "a8a7"));
    let judged = review.judge(8).expect("both positions are known");
    assert_eq!((judged.forced, judged.label), (None, Some(ReviewLabel::Blunder)));
    let shown = review.show(&judged);
    assert!(shown.repetition.is_none());
    let warning = shown.better_repetition.expect("the better move repeats the position");
    assert_eq!((warning.reply, warning.ruled.loser), (None, Some(Side::First)));
}

#[test]
fn a_win_is_a_mate_only_if_a_check_ends_its_line() {
    for (line, is_mate) in [("a1d1", true), ("a1a8", false), ("", false)] {
        let mut review = Review::of(&study_from("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a2"));
        review.record_result(0, found(Score::mate_in(1), line));
        review.record_result(1, found(Score(0), ""));
        let judged = review.judge(1).expect("both positions are known");
        assert_eq!(judged.forced, Some(ForcedWin::Missed { moves: 1, is_mate }), "{line}");
    }
    let mut review = Review::of(&study_from("3k5/9/9/9/9/9/9/9/R8/4K4 b", "d9d8"));
    review.record_result(0, found(Score(0), ""));
    review.record_result(1, found(Score::mate_in(1), "a1d1"));
    let judged = review.judge(1).expect("both positions are known");
    assert_eq!(judged.forced, Some(ForcedWin::Allowed { moves: 1, is_mate: true }));
}

#[test]
fn only_a_hard_move_that_alone_keeps_the_result_is_fine() {
    let game = study(GameKind::Xiangqi, "a0a1 h9g7 a1f1 i9h9 f1f7");
    let mut review = Review::of(&game);
    for plies in 0..4 {
        review.record_result(plies, found(Score(0), ""));
    }
    review.record_result(4, found(Score(200), "f1f7"));
    review.record_result(5, found(Score(-200), "h9h8"));
    let others = review.alternatives_to_search(5).expect("a chariot is given up");
    assert!(others.len() > 20 && !others.contains(&"f1f7".to_owned()));
    assert!(review.alternatives_to_search(1).is_none(), "nothing is given up");
    review.record_alternative(5, found(Score(150), "f1f2"));
    assert_eq!(review.judge(5).expect("it is known").label, None, "another move is as good");
    review.record_alternative(5, found(Score(-400), "f1f2"));
    assert_eq!(review.judge(5).expect("it is known").label, Some(ReviewLabel::Fine));
}

#[track_caller]
fn comes_back(mut study: Study, review: &Review) -> Study {
    let (notes, asides) = review.kept(&study);
    study.annotate(notes, &asides).expect("the moves are there");
    let read = Study::read(&study.write()).expect("the record can be read");
    for study in [&study, &read] {
        let again = Review::read(study).expect("every position has its evaluation");
        let (before, after) = (review.report(), again.report());
        assert_eq!(after.sides, before.sides);
        assert_eq!(after.swings, before.swings);
        assert_eq!(after.phases, before.phases);
        for (before, after) in review.judge_all().iter().zip(&again.judge_all()) {
            assert_eq!((after.before, after.after, after.label), (before.before, before.after, before.label));
            assert_eq!(after.forced, before.forced);
            if before.label.is_some_and(ReviewLabel::is_fault) {
                assert_eq!(after.best, before.best);
                assert_eq!(after.answer, before.answer, "move {}", before.ply);
                assert_eq!(again.why(after), review.why(before));
            }
        }
    }
    study
}

#[test]
fn a_review_is_kept_in_the_record_and_read_back() {
    let (study, review) = cannon();
    let kept = comes_back(study.clone(), &review);
    let second = review.nodes()[1];
    assert_eq!(kept.tree().note(second).glyphs, [ReviewLabel::Blunder.glyph()]);
    assert!(kept.tree().children(review.nodes()[0]).count() == 2, "the better line stands beside the move");
    // One undo removes signs and lines together. The evaluations stay.
    let mut undone = kept.clone();
    assert!(undone.undo() && !undone.undo());
    assert_eq!(undone.tree().note(second).glyphs, []);
    assert_eq!(undone.tree().len(), study.tree().len());
    assert_eq!(Review::read(&undone).expect("every position has its evaluation").report().sides, review.report().sides);
    assert!(undone.redo());
    assert_eq!(undone.tree(), kept.tree());
}

#[test]
fn a_refutation_that_was_not_played_is_a_variation() {
    let study = study(GameKind::Xiangqi, CANNON);
    let mut review = Review::of(&study);
    review.record_result(0, found(Score(40), "b0c2 b9c7"));
    review.record_result(1, found(Score(360), "i9h9 b0c2 b9c7"));
    // Another capture of the cannon was a little better than the move played.
    review.record_result(2, found(Score(-350), "b0c2"));
    review.record_result(3, found(Score(350), "b9c7 g3g4"));
    let judged = review.judge_all();
    assert_eq!((judged[0].label, judged[1].label), (Some(ReviewLabel::Blunder), None));
    assert_eq!(judged[0].answer, ["i9h9", "b0c2", "b9c7"]);
    let kept = comes_back(study, &review);
    assert_eq!(kept.tree().children(review.nodes()[0]).count(), 2);
    // A second review does not add it again.
    let twice = comes_back(kept.clone(), &review);
    assert_eq!(twice.tree().len(), kept.tree().len());
}

#[test]
fn a_refutation_follows_the_game_while_its_moves_are_the_best() {
    let study = study(GameKind::Xiangqi, CANNON);
    let mut review = Review::of(&study);
    review.record_result(0, found(Score(40), "b0c2 b9c7"));
    review.record_result(1, found(Score(360), "a9a8 g3g4"));
    review.record_result(2, found(Score(-340), "h0g2 b9c7"));
    review.record_result(3, found(Score(360), "b9c7"));
    assert_eq!(review.judge(1).expect("it is known").answer, ["a9a8", "h0g2", "b9c7"]);
    comes_back(study, &review);
}

#[test]
fn the_refutation_of_the_last_move_is_a_mark() {
    let study = study(GameKind::Xiangqi, "h2h9 a9a8");
    let mut review = Review::of(&study);
    review.record_result(0, found(Score(40), "b0c2 b9c7"));
    review.record_result(1, found(Score(60), "i9h9 b0c2"));
    review.record_result(2, found(Score(500), "h9h8 b9c7"));
    assert_eq!(review.judge(2).expect("it is known").answer, ["h9h8"]);
    let kept = comes_back(study, &review);
    let [mark] = &kept.tree().note(review.nodes()[1]).marks[..] else { panic!("one mark") };
    assert_eq!((mark.from.as_deref(), mark.to.as_str(), mark.colour), (Some("h9"), "h8", Colour::Red));
    assert_eq!(kept.tree().main_line().count(), 2, "the main line does not grow");
    let mut other = review.clone();
    other.record_result(2, found(Score(500), "b0c2"));
    let again = comes_back(kept, &other);
    assert_eq!(again.tree().note(review.nodes()[1]).marks.len(), 1, "the mark of the older review goes");
}

#[test]
fn a_mark_of_the_person_stays_the_only_one_at_its_place() {
    let mut study = study(GameKind::Xiangqi, "h2h9 a9a8");
    let mut review = Review::of(&study);
    review.record_result(0, found(Score(40), "b0c2 b9c7"));
    review.record_result(1, found(Score(60), "i9h9 b0c2"));
    review.record_result(2, found(Score(500), "h9h8 b9c7"));
    let last = review.nodes()[1];
    let own = Mark { colour: Colour::Green, from: Some("h9".into()), to: "h8".into() };
    study.change(Change::Draw(last, vec![own.clone()], Vec::new())).expect("the move is there");
    let (notes, _) = review.kept(&study);
    let (_, note) = notes.iter().find(|(node, _)| *node == last).expect("each move has a note");
    assert_eq!(note.marks, [own]);
}

#[test]
fn a_review_without_refutations_is_read_too() {
    let record = "[Game \"Chinese Chess\"]\n\n{[%eval 0.40]} 1. h2h9?? {[%eval -3.60]} \
        (1. b0c2 {[%eval 0.40]}) a9a8 {[%eval -3.50]} 2. b0c2 {[%eval -3.50]} *";
    let review = Review::read(&Study::read(record.as_bytes()).expect("a record")).expect("it has its evaluations");
    let report = review.report();
    assert_eq!(report.moves[0].label, Some(ReviewLabel::Blunder));
    assert_eq!(report.moves[0].best.len(), 1);
    assert!(report.moves[0].answer.is_empty(), "nothing says what was better than the reply");
}

#[test]
fn wins_missed_and_made_are_read_back_too() {
    let study = study(GameKind::Gomoku, FOUR);
    let mut review = Review::of(&study);
    for plies in 0..8 {
        review.record_result(plies, found(Score(0), ""));
    }
    review.record_result(8, found(Score::mate_in(1), "l8"));
    review.record_result(9, found(Score::mated_in(4), "l8"));
    review.record_result(10, found(Score::mate_in(1), "l8"));
    comes_back(study, &review);
}

#[test]
fn the_sign_of_a_person_stays_and_that_of_an_older_review_goes() {
    let (mut study, review) = cannon();
    let (first, second) = (review.nodes()[0], review.nodes()[1]);
    study.change(crate::study::Change::Judge(first, Some(Glyph(5)))).expect("the move is there");
    let mut study = comes_back(study, &review);
    assert_eq!(study.tree().note(first).glyphs, [Glyph(5)], "a person found it interesting");
    // A deeper search finds the second move sound.
    let mut again = review;
    again.record_result(1, found(Score(-500), "a9a8"));
    let (notes, asides) = again.kept(&study);
    study.annotate(notes, &asides).expect("the moves are there");
    assert_eq!(study.tree().note(second).glyphs, []);
    assert_eq!(study.tree().note(first).glyphs, [Glyph(5)]);
}

#[test]
fn evaluations_from_anywhere_are_read_without_harm() {
    let record = "[Game \"Chinese Chess\"]\n\n{[%eval 655.00]} 1. h2e2 {[%eval #-2147483647]} h9g7 {[%eval -655.35]} *";
    let study = Study::read(record.as_bytes()).expect("a record");
    let review = Review::read(&study).expect("every position has an evaluation");
    assert!(review.report().moves.iter().all(|mv| (0.0..=1.0).contains(&mv.loss)));
}
