//! The log of an external engine's input and output.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

/// The number of lines kept.
const LINES_KEPT: usize = 500;

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleDirection {
    Sent,
    Heard,
    Error,
}

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleRecord {
    /// Counts from 1 in each conversation.
    pub number: u64,
    pub direction: ConsoleDirection,
    pub text: String,
}

/// The last lines of a conversation. Clones share it, so it can be read while the engine thinks.
#[derive(Clone, Debug, Default)]
pub struct Console(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<ConsoleRecord>,
    count: u64,
}

impl Console {
    #[must_use]
    pub fn new() -> Console {
        Console::default()
    }

    pub(super) fn push(&self, direction: ConsoleDirection, text: &str) {
        let mut kept = self.0.lock();
        kept.count += 1;
        let number = kept.count;
        if kept.lines.len() == LINES_KEPT {
            kept.lines.pop_front();
        }
        kept.lines.push_back(ConsoleRecord { number, direction, text: text.to_owned() });
    }

    /// Returns the kept lines with numbers above `number`; 0 returns all of them.
    #[must_use]
    pub fn since(&self, number: u64) -> Vec<ConsoleRecord> {
        self.0.lock().lines.iter().filter(|line| line.number > number).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_with_their_numbers() {
        let console = Console::new();
        let count = LINES_KEPT as u64 + 10;
        (0..count).for_each(|_| console.push(ConsoleDirection::Heard, "x"));
        assert_eq!(console.since(0).len(), LINES_KEPT);
        assert_eq!(console.since(count - 2).iter().map(|line| line.number).collect::<Vec<_>>(), [count - 1, count]);
    }
}
