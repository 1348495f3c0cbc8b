//! A failure before the window, shown where a program has no error output: by the system's own message box.

use std::path::Path;

use duiyi_host::files::DataDir;
use duiyi_host::settings::{Language, SettingsFile};

use crate::FOLDER;

/// Reports that the window could not be opened. On Windows and macOS a message box shows it, because a program that was
/// started from a menu has no error output there.
pub fn report(why: &str) {
    tracing::error!(why, "the window could not be opened");
    eprintln!("duiyi-desktop: the window could not be opened: {why}");
    show(&sentence(language(), why));
}

/// Reports, as [`report`] does, why a running window closes by itself.
pub fn report_end(why: &str) {
    tracing::error!(why, "the window closes");
    eprintln!("duiyi-desktop: {why}");
    show(&sentence(language(), why));
}

/// Reports a panic that ended the program; its sentence is on the error output already.
pub fn report_panic() {
    let why = duiyi_host::panics::last_report().unwrap_or_default();
    show(&sentence(language(), &why));
}

#[cfg(any(windows, target_os = "macos"))]
fn show(text: &str) {
    let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error);
    dialog.set_title("Duiyi 对弈").set_description(text).show();
}

#[cfg(not(any(windows, target_os = "macos")))]
fn show(_: &str) {}

/// The language of the settings. The page, which knows the language of the system, is not there.
fn language() -> Language {
    let path = DataDir::default_path(FOLDER).filter(|path| Path::new(path).is_dir());
    let settings = path.and_then(|path| DataDir::open(path).ok()).map(|dir| SettingsFile::load(&dir).0);
    settings.map_or(Language::System, |file| file.settings().language)
}

fn sentence(language: Language, why: &str) -> String {
    let first = match language {
        Language::Chinese => "《对弈》无法继续运行。",
        Language::Traditional => "《對弈》無法繼續執行。",
        Language::Vietnamese => "Duiyi không thể tiếp tục chạy.",
        Language::English | Language::System => "Duiyi cannot go on.",
    };
    format!("{first}\n\n{why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_follows_in_every_language() {
        for (language, first) in [
            (Language::System, "Duiyi cannot go on."),
            (Language::English, "Duiyi cannot go on."),
            (Language::Chinese, "《对弈》"),
            (Language::Traditional, "《對弈》"),
            (Language::Vietnamese, "Duiyi không"),
        ] {
            let text = sentence(language, "WebView2 is missing.");
            assert!(text.starts_with(first) && text.ends_with("\n\nWebView2 is missing."), "{text}");
        }
    }
}
