//! The bounded queue of lines that wait for the end of a search.

use std::collections::VecDeque;

use super::{LineTiming, first_word};

/// The memory limit of queued lines, in bytes: room for a file of a hundred thousand positions.
const BYTES_MAX: usize = 48 << 20;
/// The overhead of a line, in bytes.
const LINE_COST: usize = 64;

/// The message about rejected lines.
pub const FULL: &str = "too many lines wait for the search to end; those that come now are left out";

/// The result of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// Queued, or redundant.
    Taken,
    /// The first line without room since the queue was empty.
    FirstRefused,
    /// Another line without room.
    Refused,
}

/// Lines in order of arrival.
#[derive(Debug, Default)]
pub struct Queue {
    lines: VecDeque<(String, LineTiming)>,
    bytes: usize,
    /// The number of lines that end searches.
    ends: usize,
    /// The number of lines that follow searches.
    follows: usize,
    /// The number of lines that abandon searches.
    abandons: usize,
    /// The number of lines that only wait.
    waits: usize,
    has_refused: bool,
}

impl Queue {
    pub fn new() -> Queue {
        Queue::default()
    }

    /// Adds a line. A line that ends searches with an answer is always accepted, but only once in a row. One that steers
    /// the search passes lines that only wait, such as options: the search may not end without it.
    pub fn push(&mut self, line: String, timing: LineTiming) -> Pushed {
        if matches!(timing, LineTiming::Ends | LineTiming::Leaves) {
            if self.lines.back().is_some_and(|(last, _)| first_word(last) == first_word(&line)) {
                return Pushed::Taken;
            }
        } else if self.has_refused || self.bytes + cost(&line) > BYTES_MAX {
            let was_known = std::mem::replace(&mut self.has_refused, true);
            return if was_known { Pushed::Refused } else { Pushed::FirstRefused };
        }
        self.bytes += cost(&line);
        if timing == LineTiming::Steers && self.waits == self.lines.len() {
            self.lines.push_front((line, timing));
        } else {
            self.lines.push_back((line, timing));
        }
        self.count(timing, 1);
        Pushed::Taken
    }

    /// Removes the first line; during a search only one that need not wait.
    pub fn pop(&mut self, is_searching: bool) -> Option<String> {
        let waits =
            |timing| is_searching && matches!(timing, LineTiming::Abandons | LineTiming::Follows | LineTiming::Waits);
        if self.lines.front().is_none_or(|&(_, timing)| waits(timing)) {
            return None;
        }
        let (line, timing) = self.lines.pop_front()?;
        self.bytes -= cost(&line);
        self.count(timing, -1);
        self.has_refused &= !self.lines.is_empty();
        Some(line)
    }

    /// Returns whether a line of this `timing` is queued: one that ends, abandons or follows searches.
    pub const fn has(&self, timing: LineTiming) -> bool {
        match timing {
            LineTiming::Ends | LineTiming::Leaves => self.ends > 0,
            LineTiming::Abandons => self.abandons > 0,
            LineTiming::Follows => self.follows > 0,
            LineTiming::Aside | LineTiming::Steers | LineTiming::Waits => false,
        }
    }

    const fn count(&mut self, timing: LineTiming, by: isize) {
        match timing {
            LineTiming::Ends | LineTiming::Leaves => self.ends = self.ends.saturating_add_signed(by),
            LineTiming::Abandons => self.abandons = self.abandons.saturating_add_signed(by),
            LineTiming::Follows => self.follows = self.follows.saturating_add_signed(by),
            LineTiming::Waits => self.waits = self.waits.saturating_add_signed(by),
            LineTiming::Aside | LineTiming::Steers => {}
        }
    }
}

/// Returns the memory of a queued line, in bytes.
const fn cost(line: &str) -> usize {
    line.len() + LINE_COST
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(queue: &mut Queue, line: &str, timing: LineTiming) -> Pushed {
        queue.push(line.to_owned(), timing)
    }

    #[test]
    fn lines_keep_their_order_and_only_some_may_pass_during_a_search() {
        let mut queue = Queue::new();
        for (line, timing) in
            [("ponderhit", LineTiming::Steers), ("go", LineTiming::Follows), ("stop", LineTiming::Ends)]
        {
            assert_eq!(push(&mut queue, line, timing), Pushed::Taken);
        }
        assert!(queue.has(LineTiming::Ends) && queue.has(LineTiming::Follows));
        assert_eq!(queue.pop(true).as_deref(), Some("ponderhit"));
        assert_eq!(queue.pop(true), None, "the next one waits for the end of the search");
        assert_eq!(queue.pop(false).as_deref(), Some("go"));
        assert_eq!(queue.pop(true).as_deref(), Some("stop"));
        assert!(!queue.has(LineTiming::Ends) && !queue.has(LineTiming::Follows));
    }

    #[test]
    fn a_line_that_steers_the_search_passes_lines_that_only_wait() {
        let mut queue = Queue::new();
        for (line, timing) in [
            ("setoption", LineTiming::Waits),
            ("setoption 2", LineTiming::Waits),
            ("ponderhit", LineTiming::Steers),
            ("go", LineTiming::Follows),
            ("ponderhit 2", LineTiming::Steers),
        ] {
            assert_eq!(push(&mut queue, line, timing), Pushed::Taken);
        }
        assert_eq!(queue.pop(true).as_deref(), Some("ponderhit"));
        assert_eq!(queue.pop(true), None, "the options wait for the end of the search");
        for line in ["setoption", "setoption 2", "go", "ponderhit 2"] {
            assert_eq!(queue.pop(false).as_deref(), Some(line), "the second one is for the second search");
        }
    }

    #[test]
    fn what_finds_no_room_is_told_once_and_a_stop_always_has_room() {
        let mut queue = Queue::new();
        let long = "x".repeat(1 << 20);
        while push(&mut queue, &long, LineTiming::Waits) == Pushed::Taken {
            assert!(queue.bytes <= BYTES_MAX);
        }
        assert_eq!(push(&mut queue, &long, LineTiming::Waits), Pushed::Refused);
        let short = push(&mut queue, "go", LineTiming::Follows);
        assert_eq!(short, Pushed::Refused, "a line does not pass one that found no room");
        for _ in 0..3 {
            assert_eq!(push(&mut queue, "stop", LineTiming::Ends), Pushed::Taken);
        }
        assert_eq!(queue.ends, 1, "one stop in a row is enough");
        while queue.pop(false).is_some() {}
        assert_eq!(queue.bytes, 0);
        assert_eq!(push(&mut queue, "x", LineTiming::Waits), Pushed::Taken);
    }
}
