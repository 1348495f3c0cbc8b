//! What a guest's player said at the table. The host may act in that player's name upon nothing else.

use super::message::TableQuestion;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Saying {
    /// Proposes a move.
    Move(String),
    /// Asks the other player.
    Asked(TableQuestion),
    /// Agrees to what the other player asked.
    Agreed(TableQuestion),
}

impl Saying {
    fn consents_to(&self, question: TableQuestion) -> bool {
        matches!(self, Saying::Asked(own) | Saying::Agreed(own) if *own == question)
    }
}

/// The sayings upon which the host may still act, in the order in which it hears them.
///
/// A saying and a step of the host cross on their way. So a step ends only the sayings that the host has heard before it, or
/// that mean nothing after it.
#[derive(Debug, Default)]
pub(super) struct Sayings(Vec<Saying>);

impl Sayings {
    /// Notes a move. The host may take any of those that were proposed in one position: the first one that it hears, or the
    /// one before a lost connection.
    pub(super) fn propose(&mut self, mv: &str) {
        if !self.proposes(mv) {
            self.0.push(Saying::Move(mv.to_owned()));
        }
    }

    pub(super) fn ask(&mut self, question: TableQuestion) {
        self.withdraw(question);
        self.0.push(Saying::Asked(question));
    }

    pub(super) fn agree(&mut self, question: TableQuestion) {
        self.withdraw(question);
        self.0.push(Saying::Agreed(question));
    }

    /// Takes back what was said of a question that is answered with no.
    pub(super) fn withdraw(&mut self, question: TableQuestion) {
        self.0.retain(|saying| !saying.consents_to(question));
    }

    pub(super) fn proposes(&self, mv: &str) -> bool {
        self.0.iter().any(|saying| matches!(saying, Saying::Move(own) if own == mv))
    }

    pub(super) fn consents_to(&self, question: TableQuestion) -> bool {
        self.0.iter().any(|saying| saying.consents_to(question))
    }

    /// The host made this player's move. Questions before it have lapsed, and other moves come too late.
    pub(super) fn moved(&mut self, mv: &str) {
        let heard = self.0.iter().position(|saying| matches!(saying, Saying::Move(own) if own == mv));
        self.0.drain(..heard.map_or(0, |at| at + 1));
        self.drop_moves();
    }

    /// The other player moved, perhaps before it heard a question; it cannot have heard an agreement, since its own question
    /// lapsed with its move.
    pub(super) fn other_moved(&mut self) {
        self.0.retain(|saying| matches!(saying, Saying::Asked(_)));
    }

    /// Moves were taken back; there may be more of them. The question is answered, so it lapses with the next move.
    pub(super) fn taken_back(&mut self) {
        self.drop_moves();
        for saying in &mut self.0 {
            if *saying == Saying::Asked(TableQuestion::TakeBack) {
                *saying = Saying::Agreed(TableQuestion::TakeBack);
            }
        }
    }

    fn drop_moves(&mut self) {
        self.0.retain(|saying| !matches!(saying, Saying::Move(_)));
    }
}

/// What this player may have said before its program ended. A journal has no sayings, so the host may still act once on
/// each of these: a move, a take-back, and a resignation or a draw.
#[derive(Debug, Default)]
pub(super) struct LostSayings {
    has_move: bool,
    has_take_back: bool,
    /// The number of steps that the take-back in progress leaves.
    leaves: Option<u64>,
    has_end: bool,
}

impl LostSayings {
    /// Returns what may have been said in a game that was reopened.
    pub(super) const fn possible() -> LostSayings {
        LostSayings { has_move: true, has_take_back: true, leaves: None, has_end: true }
    }

    /// Returns whether the next step may be a move of this player. A lost move followed the last step of the journal.
    pub(super) const fn proposes_move(&self) -> bool {
        self.has_move
    }

    /// Returns whether moves may be taken back until `to` steps are left. A take-back that begins here leaves `last`.
    pub(super) fn takes_back(&mut self, to: u64, last: u64) -> bool {
        self.has_take_back && to >= *self.leaves.get_or_insert(last)
    }

    /// Returns whether this player may have resigned or agreed to a draw.
    pub(super) const fn ends_game(&self) -> bool {
        self.has_end
    }

    /// Somebody moved.
    pub(super) fn moved(&mut self) {
        self.has_move = false;
        self.has_take_back &= self.leaves.is_none();
    }

    /// Moves were taken back.
    pub(super) fn taken_back(&mut self) {
        self.has_move = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host that moves and takes back in turn would fill the journal of its guest.
    #[test]
    fn a_take_back_that_was_asked_for_is_over_with_the_next_move() {
        let mut sayings = Sayings::default();
        sayings.ask(TableQuestion::TakeBack);
        // The host moved before it heard the question.
        sayings.other_moved();
        assert!(sayings.consents_to(TableQuestion::TakeBack));
        for _ in 0..2 {
            sayings.taken_back();
            assert!(sayings.consents_to(TableQuestion::TakeBack), "its second step may follow");
        }
        sayings.other_moved();
        assert!(!sayings.consents_to(TableQuestion::TakeBack));
        // A draw that was offered meanwhile is another question.
        sayings.ask(TableQuestion::Draw);
        sayings.taken_back();
        sayings.other_moved();
        assert!(sayings.consents_to(TableQuestion::Draw));
    }

    #[test]
    fn a_lost_move_is_the_next_step_or_none() {
        let mut lost = LostSayings::possible();
        assert!(lost.proposes_move());
        lost.moved();
        assert!(!lost.proposes_move());
        let mut lost = LostSayings::possible();
        lost.taken_back();
        assert!(!lost.proposes_move());
        assert!(!LostSayings::default().proposes_move());
    }

    #[test]
    fn a_lost_take_back_goes_to_a_last_step_and_is_one() {
        let mut lost = LostSayings::possible();
        // A lost move before it.
        lost.moved();
        // Of ten steps each player made one of the last two. The take-back goes on to the same step as it began.
        assert!(lost.takes_back(9, 8) && lost.takes_back(8, 7));
        assert!(!lost.takes_back(7, 6));
        lost.moved();
        assert!(!lost.takes_back(8, 7));
        assert!(!LostSayings::default().takes_back(9, 8));
    }
}
