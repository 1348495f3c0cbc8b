//! Announcements to screen readers.
//!
//! WebKitGTK 2.50 passes no live region of a page to the accessibility bus. Where the toolkit has a signal for
//! announcements, the window itself announces.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// The way of an announcement to a screen reader on this system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum AnnouncementRoute {
    /// The signal `announcement` of ATK 2.46, emitted by the window.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "ATK is Linux's"))]
    Window,
    /// An `alertdialog` that the page inserts: older ATK, where WebKitGTK still passes no live region.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only WebKitGTK needs it"))]
    AlertDialog,
    /// The page's live regions: WebView2 and WKWebView.
    #[cfg_attr(target_os = "linux", expect(dead_code, reason = "WebKitGTK passes none on"))]
    LiveRegion,
}

impl AnnouncementRoute {
    #[cfg(target_os = "linux")]
    pub fn of_this_system() -> AnnouncementRoute {
        use gtk::atk;
        use gtk::glib::prelude::StaticType as _;
        use gtk::glib::subclass::SignalId;

        match SignalId::lookup(ANNOUNCEMENT, atk::Object::static_type()) {
            Some(_) => AnnouncementRoute::Window,
            None => AnnouncementRoute::AlertDialog,
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn of_this_system() -> AnnouncementRoute {
        AnnouncementRoute::LiveRegion
    }
}

/// The signal of [`gtk::atk::Object`], since ATK 2.46. Orca speaks it since version 45.
#[cfg(target_os = "linux")]
const ANNOUNCEMENT: &str = "announcement";

/// Emits `text` on the accessible of the window. Must run on the main thread. Without [`AnnouncementRoute::Window`]
/// nothing happens.
///
/// # Errors
/// [`tauri::Error`] if the window is gone.
#[cfg(target_os = "linux")]
pub fn announce(window: &tauri::WebviewWindow, text: &str) -> tauri::Result<()> {
    use gtk::glib::prelude::ObjectExt as _;
    use gtk::prelude::WidgetExt as _;

    let window = window.gtk_window()?;
    if AnnouncementRoute::of_this_system() == AnnouncementRoute::Window
        && let Some(accessible) = window.accessible()
    {
        accessible.emit_by_name::<()>(ANNOUNCEMENT, &[&text]);
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub fn announce(_: &tauri::WebviewWindow, _: &str) -> tauri::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use gtk::atk;
    use gtk::glib::Object;
    use gtk::glib::prelude::ObjectExt as _;

    use super::*;

    #[test]
    fn the_signal_carries_the_text() {
        if AnnouncementRoute::of_this_system() != AnnouncementRoute::Window {
            return;
        }
        let said = Rc::new(RefCell::new(Vec::new()));
        let accessible = Object::new::<atk::NoOpObject>();
        let heard = Rc::clone(&said);
        accessible.connect_local(ANNOUNCEMENT, false, move |values| {
            heard.borrow_mut().push(values[1].get::<String>().expect("the signal carries a text"));
            None
        });
        accessible.emit_by_name::<()>(ANNOUNCEMENT, &[&"红炮二平五。"]);
        assert_eq!(*said.borrow(), ["红炮二平五。"]);
    }
}
