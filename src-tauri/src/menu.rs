//! The menu bar of macOS, with the items that every program has there. Other systems have none.
//!
//! Undo is missing on purpose: its key belongs to the page, which takes back moves by it.
//!
//! It is compiled for every system, so that its types are checked where it does not run.
#![cfg_attr(not(target_os = "macos"), allow(dead_code, reason = "only macOS has a menu bar"))]

use duiyi_host::settings::Language;
use tauri::AppHandle;
use tauri::menu::{AboutMetadataBuilder, Menu, MenuEvent, MenuItem, PredefinedMenuItem, Submenu, WINDOW_SUBMENU_ID};

use crate::window;

/// The id of the item that closes the window as its button does, so that unsaved games are asked about. The system's own
/// item ends the program at once.
const QUIT: &str = "quit";

/// The texts of the items, as Apple's own programs have them.
struct MenuTexts {
    about: &'static str,
    services: &'static str,
    hide: &'static str,
    hide_others: &'static str,
    show_all: &'static str,
    quit: &'static str,
    edit: &'static str,
    cut: &'static str,
    copy: &'static str,
    paste: &'static str,
    select_all: &'static str,
    window: &'static str,
    minimize: &'static str,
    zoom: &'static str,
    full_screen: &'static str,
    close: &'static str,
}

const ENGLISH: MenuTexts = MenuTexts {
    about: "About Duiyi",
    services: "Services",
    hide: "Hide Duiyi",
    hide_others: "Hide Others",
    show_all: "Show All",
    quit: "Quit Duiyi",
    edit: "Edit",
    cut: "Cut",
    copy: "Copy",
    paste: "Paste",
    select_all: "Select All",
    window: "Window",
    minimize: "Minimize",
    zoom: "Zoom",
    full_screen: "Enter Full Screen",
    close: "Close",
};

const CHINESE: MenuTexts = MenuTexts {
    about: "关于《对弈》",
    services: "服务",
    hide: "隐藏《对弈》",
    hide_others: "隐藏其他",
    show_all: "全部显示",
    quit: "退出《对弈》",
    edit: "编辑",
    cut: "剪切",
    copy: "拷贝",
    paste: "粘贴",
    select_all: "全选",
    window: "窗口",
    minimize: "最小化",
    zoom: "缩放",
    full_screen: "进入全屏幕",
    close: "关闭",
};

const TRADITIONAL: MenuTexts = MenuTexts {
    about: "關於《對弈》",
    services: "服務",
    hide: "隱藏《對弈》",
    hide_others: "隱藏其他",
    show_all: "顯示全部",
    quit: "結束《對弈》",
    edit: "編輯",
    cut: "剪下",
    copy: "拷貝",
    paste: "貼上",
    select_all: "全選",
    window: "視窗",
    minimize: "縮到最小",
    zoom: "縮放",
    full_screen: "進入全螢幕",
    close: "關閉",
};

const VIETNAMESE: MenuTexts = MenuTexts {
    about: "Giới thiệu về Duiyi",
    services: "Dịch vụ",
    hide: "Ẩn Duiyi",
    hide_others: "Ẩn mục khác",
    show_all: "Hiển thị tất cả",
    quit: "Thoát Duiyi",
    edit: "Sửa",
    cut: "Cắt",
    copy: "Sao chép",
    paste: "Dán",
    select_all: "Chọn tất cả",
    window: "Cửa sổ",
    minimize: "Thu nhỏ",
    zoom: "Thu phóng",
    full_screen: "Vào toàn màn hình",
    close: "Đóng",
};

impl MenuTexts {
    /// Returns the texts of `language`, or of the system's language, such as `zh-Hant-TW`.
    fn of(language: Language, system: Option<&str>) -> &'static MenuTexts {
        match language {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
            Language::Traditional => &TRADITIONAL,
            Language::Vietnamese => &VIETNAMESE,
            Language::System => {
                let parts: Vec<&str> = system.unwrap_or_default().split(['-', '_']).collect();
                let is_traditional = parts.iter().any(|part| matches!(*part, "Hant" | "TW" | "HK" | "MO"));
                match parts[0] {
                    // The script outranks the region.
                    "zh" if is_traditional && !parts.contains(&"Hans") => &TRADITIONAL,
                    "zh" => &CHINESE,
                    "vi" => &VIETNAMESE,
                    _ => &ENGLISH,
                }
            }
        }
    }
}

/// Shows the menu bar in `language`, on macOS.
#[cfg(target_os = "macos")]
pub fn show(app: &AppHandle, language: Language) {
    let system = sys_locale::get_locale();
    let shown = build(app, MenuTexts::of(language, system.as_deref())).and_then(|menu| app.set_menu(menu));
    if let Err(error) = shown {
        // The system's own menu bar, or that in the language before, still works.
        tracing::warn!(%error, "no menu bar");
    }
}

/// Does nothing: only macOS has a menu bar.
#[cfg(not(target_os = "macos"))]
pub fn show(_: &AppHandle, _: Language) {}

/// Acts on an item of ours; the system acts on the others.
pub fn act(app: &AppHandle, event: MenuEvent) {
    if event.id() == QUIT {
        window::close(app);
    }
}

fn build(app: &AppHandle, texts: &MenuTexts) -> tauri::Result<Menu<tauri::Wry>> {
    let about = AboutMetadataBuilder::new()
        .name(Some("Duiyi 对弈"))
        .version(Some(env!("CARGO_PKG_VERSION")))
        .license(Some(env!("CARGO_PKG_LICENSE")))
        .build();
    let line = || PredefinedMenuItem::separator(app);
    let own = Submenu::with_items(
        app,
        "Duiyi",
        true,
        &[
            &PredefinedMenuItem::about(app, Some(texts.about), Some(about))?,
            &line()?,
            &PredefinedMenuItem::services(app, Some(texts.services))?,
            &line()?,
            &PredefinedMenuItem::hide(app, Some(texts.hide))?,
            &PredefinedMenuItem::hide_others(app, Some(texts.hide_others))?,
            &PredefinedMenuItem::show_all(app, Some(texts.show_all))?,
            &line()?,
            &MenuItem::with_id(app, QUIT, texts.quit, true, Some("Cmd+Q"))?,
        ],
    )?;
    let edit = Submenu::with_items(
        app,
        texts.edit,
        true,
        &[
            &PredefinedMenuItem::cut(app, Some(texts.cut))?,
            &PredefinedMenuItem::copy(app, Some(texts.copy))?,
            &PredefinedMenuItem::paste(app, Some(texts.paste))?,
            &PredefinedMenuItem::select_all(app, Some(texts.select_all))?,
        ],
    )?;
    let window = Submenu::with_id_and_items(
        app,
        WINDOW_SUBMENU_ID,
        texts.window,
        true,
        &[
            &PredefinedMenuItem::minimize(app, Some(texts.minimize))?,
            &PredefinedMenuItem::maximize(app, Some(texts.zoom))?,
            &PredefinedMenuItem::fullscreen(app, Some(texts.full_screen))?,
            &line()?,
            &PredefinedMenuItem::close_window(app, Some(texts.close))?,
        ],
    )?;
    Menu::with_items(app, &[&own, &edit, &window])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_of_the_settings_precedes_that_of_the_system() {
        let quit = |language, system| MenuTexts::of(language, system).quit;
        assert_eq!(quit(Language::English, Some("zh-Hans-CN")), "Quit Duiyi");
        assert_eq!(quit(Language::Traditional, None), "結束《對弈》");
        for (system, expected) in [
            (Some("zh-Hans-CN"), CHINESE.quit),
            (Some("zh"), CHINESE.quit),
            (Some("zh-Hant-TW"), TRADITIONAL.quit),
            (Some("zh_HK"), TRADITIONAL.quit),
            (Some("zh-Hans-HK"), CHINESE.quit),
            (Some("vi-VN"), VIETNAMESE.quit),
            (Some("en-GB"), ENGLISH.quit),
            (Some("fr"), ENGLISH.quit),
            (None, ENGLISH.quit),
        ] {
            assert_eq!(quit(Language::System, system), expected, "{system:?}");
        }
    }
}
