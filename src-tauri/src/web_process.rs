//! Recovery of the window when the process of its page ends.

#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

/// The code of the notice in the page that is loaded again.
#[cfg(any(test, target_os = "linux"))]
pub const PAGE_RESTARTED: &str = "page-restarted";

/// Loads the page again when its process ends. The game and the study are the desk's, so the new page finds both.
///
/// # Errors
/// [`tauri::Error`] if the window is gone.
#[cfg(target_os = "linux")]
pub fn reload_when_it_ends(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    use std::cell::RefCell;

    use duiyi_host::files::Notice;
    use tauri::Manager as _;
    use webkit2gtk::{WebProcessTerminationReason, WebViewExt as _};

    use crate::App;

    let handle = window.app_handle().clone();
    window.with_webview(move |view| {
        let restarts = RefCell::new(Restarts::default());
        view.inner().connect_web_process_terminated(move |view, reason| {
            if reason == WebProcessTerminationReason::TerminatedByApi {
                return;
            }
            if !restarts.borrow_mut().allow(Instant::now()) {
                // The journal has the game; a window without a page could not even be closed with a question.
                tracing::error!("the page ended too often");
                eprintln!("duiyi-desktop: the page ended {MOST} times within a minute; the window closes.");
                handle.exit(1);
                return;
            }
            tracing::warn!(?reason, "the page's process ended");
            eprintln!("duiyi-desktop: the page's process ended; the page is loaded again.");
            let app = handle.state::<App>();
            app.listener.disconnect();
            app.notices.lock().push(Notice {
                code: PAGE_RESTARTED,
                message: "the page's process ended, and the page was loaded again".to_owned(),
                at: None,
                details: Vec::new(),
                games: 0,
                lost: 0,
            });
            view.reload();
        });
    })
}

/// Other web views load the page again by themselves, or end with the window.
#[cfg(not(target_os = "linux"))]
pub fn reload_when_it_ends(_: &tauri::WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// The most restarts within [`SPAN`]: a page that ends while it loads would be loaded without end.
#[cfg(target_os = "linux")]
const MOST: usize = 3;
#[cfg(target_os = "linux")]
const SPAN: Duration = Duration::from_secs(60);

/// The times of the last restarts.
#[cfg(target_os = "linux")]
#[derive(Default)]
struct Restarts(Vec<Instant>);

#[cfg(target_os = "linux")]
impl Restarts {
    /// Notes an end at `now`; returns whether the page may be loaded again.
    fn allow(&mut self, now: Instant) -> bool {
        self.0.retain(|&before| now.duration_since(before) < SPAN);
        self.0.push(now);
        self.0.len() <= MOST
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_ends_again_and_again_is_given_up() {
        let start = Instant::now();
        let mut restarts = Restarts::default();
        for seconds in [0, 1, 2] {
            assert!(restarts.allow(start + Duration::from_secs(seconds)));
        }
        assert!(!restarts.allow(start + Duration::from_secs(3)));
        assert!(restarts.allow(start + Duration::from_secs(64)), "a minute later it may be loaded again");
    }
}
