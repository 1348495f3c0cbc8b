//! The window: the storage of its web view, and the block on navigation.

use std::fs;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use tauri::webview::NewWindowResponse;
use tauri::{App, AppHandle, Manager, Url, WebviewWindow, WebviewWindowBuilder};
use tauri_plugin_window_state::StateFlags;
use tempfile::TempDir;

use crate::{memory, web_process};

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
    let window = if keeps { window } else { window.data_directory(makeshift(app)?) };
    let window = window.build()?;
    #[cfg(target_os = "linux")]
    paint_without_layers(&window)?;
    web_process::reload_when_it_ends(&window)
}

/// Disables compositing of the page in layers. The driver and the layers took 90 MB, and a page that changes in small
/// places gains nothing from them.
///
/// # Errors
/// [`tauri::Error`] if the window is gone.
#[cfg(target_os = "linux")]
fn paint_without_layers(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};

    window.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Returns what of the window lasts until the next start. Full screen does not: the window would open without a frame,
/// and the page, which asked for it, would not know.
pub fn kept_state() -> StateFlags {
    StateFlags::all() & !StateFlags::FULLSCREEN
}

/// Returns the window, unless it is gone.
pub fn main(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(MAIN)
}

/// Shows the window in front.
pub fn raise(app: &AppHandle) {
    if let Some(window) = main(app) {
        // A desktop may forbid a window to come to the front; the window then requests attention.
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}

/// Closes the window, as its button does.
pub fn close(app: &AppHandle) {
    if let Some(window) = main(app) {
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

/// The temporary folder of the web view, until the program ends.
struct Makeshift(Mutex<Option<TempDir>>);

/// Makes a temporary folder for the web view. Its name is random and it is this user's alone, because the folder above is
/// shared with others.
///
/// # Errors
/// [`tauri::Error`] if none can be made.
fn makeshift(app: &App) -> tauri::Result<PathBuf> {
    let folder = tempfile::Builder::new().prefix("duiyi-web-").tempdir()?;
    let path = folder.path().to_owned();
    app.manage(Makeshift(Mutex::new(Some(folder))));
    Ok(path)
}

/// Removes the temporary folder of the web view, if there is one.
pub fn remove_makeshift(app: &AppHandle) {
    if let Some(Makeshift(folder)) = app.try_state().as_deref() {
        drop(folder.lock().take());
    }
}

fn can_write(folder: &Path) -> bool {
    fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder)).is_ok()
}

/// The web view and its processes take about fifty open files; without them they end without a word.
#[cfg(target_os = "linux")]
const OPEN_FILES_MIN: u64 = 128;

/// Enough for every engine and file at once.
#[cfg(target_os = "linux")]
const OPEN_FILES: u64 = 4096;

/// Raises a low limit of open files as far as the system allows.
///
/// # Errors
/// [`tauri::Error`] with a sentence if it is too low for a window.
pub fn expect_open_files() -> tauri::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let limit = getrlimit(Resource::Nofile);
        let enough = limit.maximum.map_or(OPEN_FILES, |maximum| maximum.min(OPEN_FILES));
        if limit.current.is_some_and(|files| files < enough) {
            // A limit that cannot be raised is judged as it is.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(enough), ..limit });
        }
        if let Some(files) = getrlimit(Resource::Nofile).current.filter(|&files| files < OPEN_FILES_MIN) {
            let why = format!(
                "the system allows it {files} open files, and it needs {OPEN_FILES_MIN}; raise the limit (ulimit -n)."
            );
            return Err(std::io::Error::other(why).into());
        }
    }
    Ok(())
}

/// The name of the desktop file, without its ending: the name of the product, after which Tauri names it.
#[cfg(target_os = "linux")]
const DESKTOP_FILE: &str = "Duiyi";

/// Names the program after its desktop file. A desktop finds the icon of a window by that name, which the toolkit takes
/// for the application id of Wayland and the class of X11. It has to be called before the toolkit starts.
pub fn name_after_desktop_file() {
    // A Flatpak names its files after its identifier.
    #[cfg(target_os = "linux")]
    gtk::glib::set_prgname(Some(std::env::var("FLATPAK_ID").as_deref().unwrap_or(DESKTOP_FILE)));
}

/// Checks that there is a display; the toolkit would panic without one.
///
/// # Errors
/// [`tauri::Error`] with a sentence.
pub fn expect_display() -> tauri::Result<()> {
    #[cfg(target_os = "linux")]
    if gtk::init().is_err() {
        let why = "there is no display; start it in a desktop session, or set DISPLAY or WAYLAND_DISPLAY.";
        return Err(std::io::Error::other(why).into());
    }
    Ok(())
}

/// Checks that the system has a web view that can show the page. Windows 10 may lack it, or keep an old one.
///
/// # Errors
/// [`tauri::Error`] with a sentence.
pub fn expect_web_view() -> tauri::Result<()> {
    if cfg!(windows)
        && let Some(why) = fault_of_web_view(tauri::webview_version().ok().as_deref())
    {
        return Err(std::io::Error::other(why).into());
    }
    Ok(())
}

/// Microsoft's permanent link to the installer of WebView2.
const WEBVIEW2: &str = "https://go.microsoft.com/fwlink/p/?LinkId=2124703";

/// The first WebView2 that can show the page, which mixes colours (`color-mix`). The version is that of its Chromium.
const WEBVIEW2_MIN: u32 = 111;

/// Returns why WebView2 of `version` cannot show the page; `None` if it can. A version in an unknown form passes.
fn fault_of_web_view(version: Option<&str>) -> Option<String> {
    let Some(version) = version else {
        return Some(format!(
            "Microsoft Edge WebView2 is missing; install it from {WEBVIEW2}, then start Duiyi again."
        ));
    };
    let major: u32 = version.split('.').next()?.parse().ok()?;
    (major < WEBVIEW2_MIN).then(|| {
        format!(
            "Microsoft Edge WebView2 {major} is too old, Duiyi needs {WEBVIEW2_MIN}; install the new one from \
             {WEBVIEW2}, then start Duiyi again."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_desktop_file_has_the_name_of_the_product() {
        let config: serde_json::Value = serde_json::from_str(include_str!("../../tauri.conf.json")).unwrap();
        assert_eq!(config["productName"], DESKTOP_FILE);
        assert!(include_str!("../duiyi.desktop").contains("\nStartupWMClass={{name}}\n"));
        assert!(include_str!("../../packaging/aur/PKGBUILD").contains(&format!("/usr\" {DESKTOP_FILE}\n")));
    }

    #[test]
    fn a_web_view_that_is_missing_or_too_old_is_named_with_its_installer() {
        for (version, expected) in [
            (None, Some("WebView2 is missing")),
            (Some("86.0.622.38"), Some("WebView2 86 is too old, Duiyi needs 111")),
            (Some("110.0.1587.41"), Some("WebView2 110 is too old")),
            (Some("111.0.1661.41"), None),
            (Some("143.0.3650.66 beta"), None),
            (Some("unknown"), None),
            (Some(""), None),
        ] {
            let fault = fault_of_web_view(version);
            match expected {
                Some(part) => {
                    let fault = fault.expect("it cannot show the page");
                    assert!(fault.contains(part) && fault.contains(&format!("from {WEBVIEW2}, then")), "{fault}");
                }
                None => assert_eq!(fault, None, "{version:?}"),
            }
        }
    }

    #[test]
    fn full_screen_does_not_last_until_the_next_start() {
        assert!(!kept_state().contains(StateFlags::FULLSCREEN));
        assert!(kept_state().contains(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED));
    }

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
