//! The window: the storage of its web view, and the block on navigation.

use std::fs;
use std::path::{Path, PathBuf};

use tauri::webview::NewWindowResponse;
use tauri::{App, AppHandle, Manager, Url, WebviewWindowBuilder};

use crate::memory;

/// The name of the window in `tauri.conf.json`.
const MAIN: &str = "main";

/// Opens the window. If the web view's data folder is unusable, a temporary folder replaces it.
///
/// # Errors
/// [`tauri::Error`] if the system has no usable display or web view.
pub fn open(app: &App) -> tauri::Result<()> {
    memory::bound_the_page();
    let config = &app.config().app.windows[0];
    let dev = app.config().build.dev_url.clone().filter(|_| tauri::is_dev());
    let window = WebviewWindowBuilder::from_config(app.handle(), config)?
        .on_navigation(move |url| is_ours(url, dev.as_ref()))
        .on_new_window(|_, _| NewWindowResponse::Deny);
    let keeps = app.path().app_local_data_dir().is_ok_and(|folder| can_write(&folder));
    // A web view without storage would not know our own protocol; one with an unusable folder ends the program.
    let window = if keeps { window } else { window.data_directory(makeshift()) };
    let window = window.build()?;
    #[cfg(target_os = "linux")]
    paint_without_layers(&window)?;
    Ok(())
}

/// Disables compositing of the page in layers. The driver and the layers took 90 MB, and a page that changes in small
/// places gains nothing from them.
///
/// # Errors
/// [`tauri::Error`] if the window is gone.
#[cfg(target_os = "linux")]
fn paint_without_layers(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};

    window.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Shows the window in front.
pub fn raise(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        // A desktop may forbid a window to come to the front; the window then requests attention.
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}

/// Closes the window, as its button does.
pub fn close(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        // A window that is gone already needs no closing.
        let _ = window.close();
    }
}

/// Returns whether the page may navigate to `url`: its own origin, or that of the development server.
fn is_ours(url: &Url, dev: Option<&Url>) -> bool {
    let place = (url.scheme(), url.host_str());
    let ours = [("tauri", Some("localhost")), ("http", Some("tauri.localhost")), ("https", Some("tauri.localhost"))];
    ours.contains(&place) && url.port().is_none()
        || url.as_str() == "about:blank"
        || dev.is_some_and(|dev| dev.origin() == url.origin())
}

/// Returns a temporary folder for the web view: always the same, unless another user owns it.
fn makeshift() -> PathBuf {
    let folders = ["duiyi-web".to_owned(), format!("duiyi-web-{}", std::process::id())];
    let mut folders = folders.into_iter().map(|name| std::env::temp_dir().join(name));
    folders.find(|folder| can_write(folder)).unwrap_or_else(std::env::temp_dir)
}

fn can_write(folder: &Path) -> bool {
    let probe = folder.join(".probe");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&probe, b"probe"));
    written.and_then(|()| fs::remove_file(probe)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_goes_nowhere_else() {
        let dev: Url = "http://127.0.0.1:1420/".parse().expect("that is one");
        let may = |text: &str, dev| is_ours(&text.parse().expect("that is one"), dev);
        for ours in ["tauri://localhost/index.html", "http://tauri.localhost/", "about:blank"] {
            assert!(may(ours, None), "{ours}");
        }
        assert!(may("http://127.0.0.1:1420/src/main.ts", Some(&dev)));
        for other in [
            "http://127.0.0.1:1420/",
            "https://example.org/",
            "http://tauri.localhost.example.org/",
            "http://tauri.localhost:81/",
            "tauri://elsewhere/",
            "file:///etc/passwd",
            "data:text/html,x",
            "javascript:alert(1)",
        ] {
            assert!(!may(other, None), "{other}");
        }
    }
}
