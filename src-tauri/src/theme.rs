//! The theme of what the system draws for the page: lists of choices, menus and dialogs.

use duiyi_host::settings::Theme;
use tauri::AppHandle;

/// Lets GTK draw in `theme`. The web view reports GTK's preference as the system's, so that is restored for
/// [`Theme::System`].
#[cfg(target_os = "linux")]
pub fn show(handle: &AppHandle, theme: Theme) {
    use std::sync::OnceLock;

    use gtk::prelude::GtkSettingsExt as _;

    /// Whether the system prefers a dark theme, as it was before the first change.
    static SYSTEM: OnceLock<bool> = OnceLock::new();

    // A program that ends needs no theme.
    let _ = handle.run_on_main_thread(move || {
        let Some(settings) = gtk::Settings::default() else { return };
        let system = *SYSTEM.get_or_init(|| settings.is_gtk_application_prefer_dark_theme());
        settings.set_gtk_application_prefer_dark_theme(match theme {
            Theme::System => system,
            Theme::Light => false,
            Theme::Dark => true,
        });
    });
}

/// Elsewhere the web view draws its lists by the page's own colour scheme.
#[cfg(not(target_os = "linux"))]
pub fn show(_: &AppHandle, _: Theme) {}
