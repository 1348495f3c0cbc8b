//! Recovery of the window when the process of its page ends.

#[cfg(any(windows, target_os = "linux"))]
use std::thread;
#[cfg(any(windows, target_os = "linux"))]
use std::time::{Duration, Instant};

/// The code of the notice in the page that is loaded again.
#[cfg(any(test, windows, target_os = "linux"))]
pub const PAGE_RESTARTED: &str = "page-restarted";

/// Loads the page again when its process ends. The game and the study are the desk's, so the new page finds both.
///
/// # Errors
/// [`tauri::Error`] if the window is gone.
#[cfg(target_os = "linux")]
pub fn reload_when_it_ends(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    use std::cell::RefCell;

    use tauri::Manager as _;
    use webkit2gtk::{WebProcessTerminationReason, WebViewExt as _};

    let handle = window.app_handle().clone();
    window.with_webview(move |view| {
        let restarts = RefCell::new(Restarts::default());
        view.inner().connect_web_process_terminated(move |view, reason| {
            if reason == WebProcessTerminationReason::TerminatedByApi {
                return;
            }
            tracing::warn!(?reason, "the page's process ended");
            if may_reload(&handle, &mut restarts.borrow_mut()) {
                view.reload();
            }
        });
    })
}

/// Loads the page again when its process ends. The game and the study are the desk's, so the new page finds both. If
/// the browser's process ends, no web view is left to load it; then the window closes with a message.
///
/// # Errors
/// [`tauri::Error`] if the window is gone.
#[cfg(windows)]
#[expect(unsafe_code, reason = "the interfaces of WebView2 have no safe form")]
pub fn reload_when_it_ends(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    use tauri::Manager as _;
    use webview2_com::Microsoft::Web::WebView2::Win32::{
        COREWEBVIEW2_PROCESS_FAILED_KIND, COREWEBVIEW2_PROCESS_FAILED_KIND_BROWSER_PROCESS_EXITED,
        COREWEBVIEW2_PROCESS_FAILED_KIND_RENDER_PROCESS_EXITED,
    };
    use webview2_com::ProcessFailedEventHandler;

    let handle = window.app_handle().clone();
    window.with_webview(move |view| {
        let mut restarts = Restarts::default();
        let handler = ProcessFailedEventHandler::create(Box::new(move |page, event| {
            let (Some(page), Some(event)) = (page, event) else { return Ok(()) };
            let mut kind = COREWEBVIEW2_PROCESS_FAILED_KIND::default();
            // SAFETY: WebView2 calls the handler with its own objects, on the thread of the window.
            unsafe { event.ProcessFailedKind(&mut kind)? };
            if kind == COREWEBVIEW2_PROCESS_FAILED_KIND_BROWSER_PROCESS_EXITED {
                give_up(&handle, "Microsoft Edge WebView2 has ended; start Duiyi again. The game is kept.".to_owned());
            } else if kind == COREWEBVIEW2_PROCESS_FAILED_KIND_RENDER_PROCESS_EXITED {
                tracing::warn!("the page's process ended");
                if may_reload(&handle, &mut restarts) {
                    // SAFETY: as above.
                    unsafe { page.Reload()? };
                }
            }
            Ok(())
        }));
        let mut token = 0_i64;
        // SAFETY: the controller is that of the window, and this closure runs on the thread of the window.
        let added =
            unsafe { view.controller().CoreWebView2().and_then(|page| page.add_ProcessFailed(&handler, &mut token)) };
        if let Err(error) = added {
            tracing::warn!(%error, "the end of the page's process will not be seen");
        }
    })
}

/// On macOS Tauri loads the page again.
#[cfg(not(any(windows, target_os = "linux")))]
pub fn reload_when_it_ends(_: &tauri::WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Returns whether the page may be loaded again, and prepares for it. Otherwise the window closes with a message.
#[cfg(any(windows, target_os = "linux"))]
fn may_reload(handle: &tauri::AppHandle, restarts: &mut Restarts) -> bool {
    use duiyi_host::files::Notice;
    use tauri::Manager as _;

    use crate::App;

    if !restarts.allow(Instant::now()) {
        // The journal has the game; a window without a page could not even be closed with a question.
        let why = format!("The page ended {MOST} times within a minute; start Duiyi again. The game is kept.");
        give_up(handle, why);
        return false;
    }
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
    true
}

/// Says why the window closes, and closes it.
#[cfg(any(windows, target_os = "linux"))]
fn give_up(handle: &tauri::AppHandle, why: String) {
    let ending = handle.clone();
    // On a thread of its own: a message box inside an event of WebView2 would keep the window from closing.
    let told = thread::Builder::new().name("duiyi-page-end".to_owned()).spawn(move || {
        crate::failure::report_end(&why);
        ending.exit(1);
    });
    if told.is_err() {
        handle.exit(1);
    }
}

/// The most restarts within [`SPAN`]: a page that ends while it loads would be loaded without end.
#[cfg(any(windows, target_os = "linux"))]
const MOST: usize = 3;
#[cfg(any(windows, target_os = "linux"))]
const SPAN: Duration = Duration::from_secs(60);

/// The times of the last restarts.
#[cfg(any(windows, target_os = "linux"))]
#[derive(Default)]
struct Restarts(Vec<Instant>);

#[cfg(any(windows, target_os = "linux"))]
impl Restarts {
    /// Notes an end at `now`; returns whether the page may be loaded again.
    fn allow(&mut self, now: Instant) -> bool {
        self.0.retain(|&before| now.duration_since(before) < SPAN);
        self.0.push(now);
        self.0.len() <= MOST
    }
}

#[cfg(all(test, any(windows, target_os = "linux")))]
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
