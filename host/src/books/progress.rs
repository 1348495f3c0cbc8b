//! The progress of long work on a book, and its end on request.

use std::ops::ControlFlow;

use super::error::BookFileError;
use crate::long_work::LongWork;

/// The rows between two reports.
const ROWS: u64 = 256;

/// How much of the work is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BookProgress {
    /// Moves, positions or games so far.
    pub done: u64,
    /// All of them; 0 as long as it is not known.
    pub total: u64,
}

/// Receives the progress, and may stop the work.
pub type BookReport<'a> = &'a mut dyn FnMut(BookProgress) -> ControlFlow<()>;

/// A [`BookReport`] that never stops the work.
#[cfg(test)]
pub fn unwatched(_: BookProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Counts what is done.
pub(super) struct Steps<'a> {
    report: BookReport<'a>,
    progress: BookProgress,
}

impl<'a> Steps<'a> {
    /// Begins to count to `total`, 0 if it is not known.
    pub(super) fn new(report: BookReport<'a>, total: u64) -> Steps<'a> {
        Steps { report, progress: BookProgress { done: 0, total } }
    }

    /// Counts one more.
    ///
    /// # Errors
    /// [`BookFileError::Stopped`].
    pub(super) fn step(&mut self) -> Result<(), BookFileError> {
        self.pass(1)
    }

    /// Counts some more.
    ///
    /// # Errors
    /// [`BookFileError::Stopped`].
    pub(super) fn pass(&mut self, rows: u64) -> Result<(), BookFileError> {
        let BookProgress { done: before, total } = self.progress;
        let done = before + rows;
        self.progress.done = done;
        let is_told = before == 0 || before / ROWS < done / ROWS;
        let shown = if total == 0 { done } else { done.min(total) };
        if is_told && (self.report)(BookProgress { done: shown, total }).is_break() {
            Err(BookFileError::Stopped)
        } else {
            Ok(())
        }
    }
}

/// The long work on books in the window, one at a time.
#[derive(Debug, Default)]
pub struct BookWork(LongWork);

impl BookWork {
    /// Runs `work` after the end of other work, and passes some of its progress to `told`. Returns `None` if it was stopped.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn run<T>(
        &self,
        told: &mut dyn FnMut(BookProgress),
        work: impl FnOnce(BookReport) -> Result<T, BookFileError>,
    ) -> Result<Option<T>, BookFileError> {
        let _turn = self.0.take_turn();
        match work(&mut self.0.reports(told)) {
            Err(BookFileError::Stopped) => Ok(None),
            done => done.map(Some),
        }
    }

    /// Stops the work in progress.
    pub fn stop(&self) {
        self.0.stop();
    }
}
