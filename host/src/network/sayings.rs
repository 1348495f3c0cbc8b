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

    /// Moves were taken back; there may be more of them.
    pub(super) fn taken_back(&mut self) {
        self.drop_moves();
    }

    fn drop_moves(&mut self) {
        self.0.retain(|saying| !matches!(saying, Saying::Move(_)));
    }
}
