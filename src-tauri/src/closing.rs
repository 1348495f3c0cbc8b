//! The end of the window and of the program. The page first saves what is typed; one that does not answer does not hold
//! the window open.

use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use tauri::{AppHandle, Manager, Window, WindowEvent};

use crate::App;
use crate::dto::Word;
use crate::{dropped_files, window};

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
    /// The questions without an answer since the last answer.
    missed: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ClosingStep {
    #[default]
    Open,
    /// The page saves what is typed.
    Saving,
    /// The page has saved it.
    Saved,
    /// The page did not answer in time.
    Unanswered,
}

/// The answer to a request to close the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClosingAnswer {
    /// The page must be asked first, for the time with this number.
    Ask(u64),
    Known(PageAnswer),
}

/// The page's answer to the question whether something typed must be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageAnswer {
    /// There is none yet. The window is closed again after it, or after [`PATIENCE`].
    Awaited,
    /// The page has saved what is typed, or is late for the first time, as a busy one is. It can ask the person another
    /// question.
    Given,
    /// The page has not answered twice, so it can ask the person nothing.
    Missing,
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
            ClosingStep::Saving => ClosingAnswer::Known(PageAnswer::Awaited),
            ClosingStep::Saved => {
                // The window may stay open for another reason.
                state.step = ClosingStep::Open;
                ClosingAnswer::Known(PageAnswer::Given)
            }
            ClosingStep::Unanswered => {
                state.step = ClosingStep::Open;
                state.missed += 1;
                ClosingAnswer::Known(if state.missed > 1 { PageAnswer::Missing } else { PageAnswer::Given })
            }
        }
    }

    /// Records that the page has nothing typed that is not saved; the next request closes the window.
    pub fn saved(&self) {
        let mut state = self.0.lock();
        (state.step, state.missed) = (ClosingStep::Saved, 0);
    }

    /// Ends the time of question `number`, and returns whether the page has not answered it.
    fn expire(&self, number: u64) -> bool {
        let mut state = self.0.lock();
        let is_late = state.step == ClosingStep::Saving && state.asked == number;
        if is_late {
            state.step = ClosingStep::Unanswered;
        }
        is_late
    }
}

/// Takes what is dropped on the window, and closes it once nothing would be lost.
pub fn on_window_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::DragDrop(event) => dropped_files::act(window.app_handle(), event),
        WindowEvent::CloseRequested { api, .. } => {
            let app = window.state::<App>();
            // Without a page no answer comes.
            if !app.listener.has_page() {
                return;
            }
            match ask_page(window.app_handle()) {
                PageAnswer::Awaited => api.prevent_close(),
                PageAnswer::Given => {
                    if let Err(why) = app.desk.save_pending() {
                        app.listener.tell(Word::Unsaved { refusal: why.into() });
                        api.prevent_close();
                    } else if app.desk.class().is_some() {
                        app.listener.tell(Word::ClassGoesOn);
                        api.prevent_close();
                    }
                }
                // The page could show neither question. A class goes on from its file at the next start, and the end of
                // the program saves the rest.
                PageAnswer::Missing => tracing::warn!("the window closes without an answer of the page"),
            }
        }
        _ => {}
    }
}

/// Saves what is in memory alone, and ends the log of the run.
pub fn end(handle: &AppHandle) {
    let app = handle.state::<App>();
    // Quit in the Dock, and the end of a session, close no window.
    if let Err(why) = app.desk.save_pending() {
        tracing::error!(code = why.0.code, "what is in memory alone is lost");
    }
    app.batch.lock().pause();
    app.desk.fold_library();
    window::remove_makeshift(handle);
    tracing::info!("end");
    app.log.end_run();
}

/// Asks the page to save what is typed before the window closes. The page closes the window then; after [`PATIENCE`] it
/// is closed without an answer.
fn ask_page(handle: &AppHandle) -> PageAnswer {
    let app = handle.state::<App>();
    let number = match app.closing.request() {
        ClosingAnswer::Ask(number) => number,
        ClosingAnswer::Known(answer) => return answer,
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
    if waiting.is_err()
        && app.closing.expire(number)
        && let ClosingAnswer::Known(answer) = app.closing.request()
    {
        return answer;
    }
    PageAnswer::Awaited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_closes_once_the_page_has_saved() {
        let closing = WindowClosing::default();
        assert_eq!(closing.request(), ClosingAnswer::Ask(1));
        assert_eq!(closing.request(), ClosingAnswer::Known(PageAnswer::Awaited));
        closing.saved();
        assert_eq!(closing.request(), ClosingAnswer::Known(PageAnswer::Given));
        assert!(!closing.expire(1), "the page has answered");
    }

    #[test]
    fn a_page_that_does_not_answer_does_not_hold_the_window_open() {
        let closing = WindowClosing::default();
        let mut number = 0;
        let mut unanswered = || {
            number += 1;
            assert_eq!(closing.request(), ClosingAnswer::Ask(number));
            assert!(closing.expire(number));
            closing.request()
        };
        // A busy page may still ask about a class or an unsaved game; one that stays silent could not.
        assert_eq!(unanswered(), ClosingAnswer::Known(PageAnswer::Given));
        assert_eq!(unanswered(), ClosingAnswer::Known(PageAnswer::Missing));
        closing.saved();
        assert_eq!(closing.request(), ClosingAnswer::Known(PageAnswer::Given));
        assert_eq!(unanswered(), ClosingAnswer::Known(PageAnswer::Given), "it has answered meanwhile");
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
