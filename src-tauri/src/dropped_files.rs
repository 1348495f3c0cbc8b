//! Files that are dragged over the window and dropped there.

use tauri::{AppHandle, DragDropEvent};

use crate::{records, window};

/// What the page would see of a file over the window, in JavaScript. Where the window takes dropped files, WebView2 and
/// WKWebView show the page no drag.
const ENTER: &str =
    "{let d=new DataTransfer;d.items.add(new File([],''));dispatchEvent(new DragEvent('dragover',{dataTransfer:d}))}";

/// What the page would see at the end of the drag.
const LEAVE: &str = "dispatchEvent(new DragEvent('dragleave'))";

/// Offers dropped files to the page, which shows before where to drop them.
pub fn act(handle: &AppHandle, event: &DragDropEvent) {
    match event {
        DragDropEvent::Enter { paths, .. } if !paths.is_empty() => show_to_page(handle, ENTER),
        DragDropEvent::Leave => show_to_page(handle, LEAVE),
        DragDropEvent::Drop { paths, .. } => {
            show_to_page(handle, LEAVE);
            records::offer(handle, paths.clone());
        }
        _ => {}
    }
}

/// Runs `script` in the page, where the page does not see the drag itself.
fn show_to_page(handle: &AppHandle, script: &str) {
    if cfg!(any(windows, target_os = "macos"))
        && let Some(window) = window::main(handle)
    {
        // Without the hint a drop works all the same.
        let _ = window.eval(script);
    }
}
