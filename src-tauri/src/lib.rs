//! The window face of Duiyi: commands and events between the Svelte UI and the session.

/// Opens the main window and runs until it is closed.
///
/// # Errors
/// [`tauri::Error`] if the system has no usable display or web view.
pub fn run() -> tauri::Result<()> {
    tauri::Builder::default().run(tauri::generate_context!())
}
