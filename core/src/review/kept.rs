//! A review in the form of a record, and back.
//!
//! Every position of the main line has its evaluation in the note of the move before it; the first position uses the
//! root's note. A fault has its sign, with the better line as a variation that starts with an evaluation. Its refutation
//! is a variation of the same form where it leaves the game; after the last move it is a red mark. A fine move has the
//! best of the other moves as a variation.

use std::collections::BTreeSet;

use super::{Found, Review, ReviewLabel, ended};
use crate::base::{Score, Side};
use crate::record::note::{Evaluation, Mark, Note, Worth};
use crate::record::{NodeId, Tree};
use crate::study::{Aside, Study};

/// Plies of a better line in the record, unless it is a forced win.
const LINE_PLIES: usize = 8;
/// Plies of a forced win in the record.
const WIN_PLIES: usize = 40;

impl Review {
    /// Returns notes for the main line of `study`, which must be the line under review, and variations beside it.
    ///
    /// A sign that the user set stays.
    #[must_use]
    pub fn kept(&self, study: &Study) -> (Vec<(NodeId, Note)>, Vec<Aside>) {
        let before = Review::read(study);
        let worths = self.worths();
        let evaluation = |plies: usize| {
            let depth = self.found[plies].as_ref().and_then(|found| u8::try_from(found.depth).ok()).filter(|&d| d > 0);
            worths[plies].and_then(|score| Evaluation::of(score, self.mover(plies + 1), depth))
        };
        let tree = study.tree();
        let start = Note { evaluation: evaluation(0), ..tree.note(Tree::ROOT).clone() };
        let mut notes = vec![(Tree::ROOT, start)];
        let mut asides = Vec::new();
        // The moves with a better one beside them that some refutation plays.
        let mut refuting = BTreeSet::new();
        for judged in self.judge_all() {
            let node = self.nodes[judged.ply - 1];
            let mut note = Note { evaluation: evaluation(judged.ply), ..tree.note(node).clone() };
            let own = before.as_ref().and_then(|before| before.judge(judged.ply)?.label).map(ReviewLabel::glyph);
            let theirs = note.glyphs.iter().any(|glyph| glyph.sign().is_some() && Some(*glyph) != own);
            if !theirs {
                note.glyphs.retain(|glyph| glyph.sign().is_none());
                if let Some(label) = judged.label {
                    note.glyphs.insert(0, label.glyph());
                }
            }
            let is_slip = judged.label.is_none() && !self.why(&judged).is_empty();
            let is_fault = is_slip || judged.label.is_some_and(ReviewLabel::is_fault);
            if judged.ply == self.moves.len() {
                let known = before.as_ref().and_then(Review::mark_of_end);
                note.marks.retain(|mark| Some(mark) != known.as_ref());
                let is_free = |mark: &Mark| !note.marks.iter().any(|known| known.is_over(mark));
                let new = self.mark_of_end().filter(|mark| is_fault && is_free(mark));
                note.marks.extend(new);
            } else if is_fault {
                refuting.insert(self.leaves_game(&worths, judged.ply) + 1);
            }
            notes.push((node, note));
            let other = match judged.label {
                Some(ReviewLabel::Fine) => self.others[judged.ply].as_ref(),
                Some(_) => self.found[judged.ply - 1].as_ref(),
                None if is_slip || refuting.contains(&judged.ply) => self.found[judged.ply - 1].as_ref(),
                None => None,
            };
            let Some(other) = other.filter(|other| other.line.first().is_some_and(|mv| *mv != judged.played)) else {
                continue;
            };
            let most = if other.score.is_win() { WIN_PLIES } else { LINE_PLIES };
            asides.push(Aside {
                before: tree.parent(node).unwrap_or(Tree::ROOT),
                moves: other.line.iter().take(most).cloned().collect(),
                evaluation: self.evaluation_of_other(judged.ply, other),
            });
        }
        (notes, asides)
    }

    /// Returns the evaluation in the note of an alternative to move number `ply`, which lies one ply later.
    fn evaluation_of_other(&self, ply: usize, other: &Found) -> Option<Evaluation> {
        let depth = u8::try_from(other.depth).ok().filter(|&depth| depth > 0);
        Evaluation::after_move(other.score, self.mover(ply), depth)
    }

    /// Reads a review from the notes of a study. `None` if a position of the main line lacks an evaluation.
    #[must_use]
    pub fn read(study: &Study) -> Option<Review> {
        let mut review = Review::of(study);
        let tree = study.tree();
        for plies in 0..review.positions() {
            let node = plies.checked_sub(1).map_or(Tree::ROOT, |last| review.nodes[last]);
            review.found[plies] = Some(found(tree.note(node).evaluation?, review.mover(plies + 1)));
        }
        for ply in 1..=review.moves.len() {
            review.read_other(tree, ply);
        }
        if let Some(&last) = review.nodes.last() {
            let mv = tree.note(last).marks.iter().find_map(|mark| review.move_of_mark(mark));
            if let Some(end) = review.found.last_mut().and_then(Option::as_mut) {
                end.line.extend(mv);
            }
        }
        review.is_complete().then_some(review)
    }

    /// Reads the best variation beside move `ply`.
    fn read_other(&mut self, tree: &Tree, ply: usize) {
        let node = self.nodes[ply - 1];
        let asides = tree.children(tree.parent(node).unwrap_or(Tree::ROOT)).filter(|&aside| aside != node);
        let known = asides.filter_map(|aside| Some((aside, self.worth_of_aside(tree, aside, ply)?)));
        let Some((aside, other)) = known.max_by_key(|(_, other)| other.score) else { return };
        let line = std::iter::successors(Some(aside), |&node| tree.main_child(node)).filter_map(|node| tree.mv(node));
        let other = Found { line: line.map(str::to_owned).collect(), ..other };
        // A better line explains the score of the position. A worse line may make the played move a fine one.
        let is_better = self.worth_after(ply).is_some_and(|after| other.score > after);
        let Some(before) = &mut self.found[ply - 1] else { return };
        if is_better {
            before.line = other.line;
        } else {
            before.line = vec![self.moves[ply - 1].clone()];
            self.others[ply] = Some(other);
        }
    }

    /// Returns the score of the variation `aside`, an alternative to move `ply`, in the mover's view.
    fn worth_of_aside(&self, tree: &Tree, aside: NodeId, ply: usize) -> Option<Found> {
        let after = match tree.note(aside).evaluation {
            Some(evaluation) => found(evaluation, !self.mover(ply)),
            None => {
                let mut game = self.game_at(ply - 1);
                game.advance(tree.mv(aside)?).ok()?;
                Found { score: ended(&game)?, depth: 0, line: Vec::new() }
            }
        };
        Some(Found { score: after.score.before_move(), ..after })
    }

    /// Returns the score of the position after move `ply`, in the mover's view.
    fn worth_after(&self, ply: usize) -> Option<Score> {
        let own = self.found[ply].as_ref().map(|found| found.score);
        let score = if ply == self.moves.len() { self.ended.or(own) } else { own };
        score.map(Score::before_move)
    }
}

/// Converts a record's evaluation of a position with `side` to move.
fn found(evaluation: Evaluation, side: Side) -> Found {
    let sign = if side == Side::First { 1 } else { -1 };
    // Records are untrusted: a number beyond all scores means a won game, not a proof.
    let score = match evaluation.worth {
        Worth::Centipawns(score) => Score(sign * score.clamp(1 - Score::DECISIVE.0, Score::DECISIVE.0 - 1)),
        Worth::Mate(moves) => {
            let moves = sign * moves.clamp(-400, 400);
            let plies = 2 * moves.unsigned_abs() as usize;
            if moves > 0 { Score::mate_in(plies - 1) } else { Score::mated_in(plies) }
        }
    };
    Found { score, depth: evaluation.depth.unwrap_or(0).into(), line: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_read_as_it_was_written() {
        let scores = [Score(0), Score(-35), Score(1_200), Score::mate_in(1), Score::mate_in(9), Score::mated_in(2)];
        for side in Side::ALL {
            for own in scores {
                let written = Evaluation::of(own, side, Some(12)).expect("none of these has ended");
                assert_eq!(found(written, side).score, own, "{written}");
                assert_eq!(found(written, !side).score.0.signum(), -own.0.signum(), "{written}");
            }
        }
        assert_eq!(Evaluation::of(Score::mated_in(0), Side::First, None), None);
    }
}
