//! The end of the window: the page first saves what is typed. A page that does not answer does not hold the window open.

use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use tauri::{AppHandle, Manager};

use crate::App;
use crate::dto::Word;
use crate::window;

/// How long the page has to save what is typed.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of a request to close the window.
#[derive(Default)]
pub struct WindowClosing(Mutex<ClosingState>);

#[derive(Default)]
struct ClosingState {
    step: ClosingStep,
    /// The number of the last question to the page.
    asked: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ClosingStep {
    #[default]
    Open,
    /// The page saves what is typed.
    Saving,
    /// The page has saved it, or its time is over.
    Saved,
}

/// The answer to a request to close the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClosingAnswer {
    /// The page must be asked first, for the time with this number.
    Ask(u64),
    /// The page was asked already.
    Wait,
    /// Nothing typed is lost.
    Close,
}

impl WindowClosing {
    fn request(&self) -> ClosingAnswer {
        let mut state = self.0.lock();
        match state.step {
            ClosingStep::Open => {
                state.step = ClosingStep::Saving;
                state.asked += 1;
                ClosingAnswer::Ask(state.asked)
            }
            ClosingStep::Saving => ClosingAnswer::Wait,
            ClosingStep::Saved => {
                // The window may stay open for another reason.
                state.step = ClosingStep::Open;
                ClosingAnswer::Close
            }
        }
    }

    /// Records that the page has nothing typed that is not saved; the next request closes the window.
    pub fn saved(&self) {
        self.0.lock().step = ClosingStep::Saved;
    }

    /// Ends the time of question `number`, and returns whether the page has not answered it.
    fn expire(&self, number: u64) -> bool {
        let mut state = self.0.lock();
        let is_late = state.step == ClosingStep::Saving && state.asked == number;
        if is_late {
            state.step = ClosingStep::Saved;
        }
        is_late
    }
}

/// Returns whether the window may close now. Otherwise the page saves what is typed and closes it; after [`PATIENCE`] it
/// closes anyway.
pub fn may_close(handle: &AppHandle) -> bool {
    let app = handle.state::<App>();
    let number = match app.closing.request() {
        ClosingAnswer::Ask(number) => number,
        ClosingAnswer::Wait => return false,
        ClosingAnswer::Close => return true,
    };
    let late = handle.clone();
    let waiting = thread::Builder::new().name("duiyi-closing".to_owned()).spawn(move || {
        thread::sleep(PATIENCE);
        if late.state::<App>().closing.expire(number) {
            window::close(&late);
        }
    });
    app.listener.tell(Word::Closing);
    // Without the thread a page that does not answer would hold the window open.
    waiting.is_err() && app.closing.expire(number) && app.closing.request() == ClosingAnswer::Close
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_closes_once_the_page_has_saved() {
        let closing = WindowClosing::default();
        assert_eq!(closing.request(), ClosingAnswer::Ask(1));
        assert_eq!(closing.request(), ClosingAnswer::Wait);
        closing.saved();
        assert_eq!(closing.request(), ClosingAnswer::Close);
        assert!(!closing.expire(1), "the page has answered");
    }

    #[test]
    fn a_page_that_does_not_answer_does_not_hold_the_window_open() {
        let closing = WindowClosing::default();
        assert_eq!(closing.request(), ClosingAnswer::Ask(1));
        assert!(closing.expire(1));
        assert_eq!(closing.request(), ClosingAnswer::Close);
    }

    #[test]
    fn a_window_that_stays_open_asks_again() {
        let closing = WindowClosing::default();
        closing.request();
        closing.saved();
        closing.request();
        assert_eq!(closing.request(), ClosingAnswer::Ask(2));
        assert!(!closing.expire(1), "the time of the first question is no time of the second");
        assert!(closing.expire(2));
    }
}
