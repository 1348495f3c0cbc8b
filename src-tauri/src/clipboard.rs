//! A picture on the system's clipboard.

use tauri::AppHandle;

/// Puts a PNG on the clipboard, which belongs to GTK's main thread. Must not run on that thread, for which it waits.
///
/// # Errors
/// A sentence, if the picture cannot be read or the clipboard is not there.
#[cfg(target_os = "linux")]
pub fn put_picture(handle: &AppHandle, png: Vec<u8>) -> Result<(), String> {
    use gtk::gdk_pixbuf::PixbufLoader;
    use gtk::prelude::PixbufLoaderExt as _;

    let (answer, answered) = std::sync::mpsc::channel();
    let put = move || -> Result<(), String> {
        let loader = PixbufLoader::with_type("png").map_err(|why| why.to_string())?;
        loader.write(&png).map_err(|why| why.to_string())?;
        loader.close().map_err(|why| why.to_string())?;
        let picture = loader.pixbuf().ok_or_else(|| "the picture is empty".to_owned())?;
        let clipboard = gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD);
        clipboard.set_image(&picture);
        // It outlives this program where a clipboard manager runs.
        clipboard.store();
        Ok(())
    };
    handle
        .run_on_main_thread(move || {
            let _ = answer.send(put());
        })
        .map_err(|why| why.to_string())?;
    answered.recv().map_err(|why| why.to_string())?
}

/// Puts a PNG on the clipboard.
///
/// # Errors
/// A sentence, if the picture cannot be read or the clipboard is not there.
#[cfg(not(target_os = "linux"))]
pub fn put_picture(_handle: &AppHandle, png: Vec<u8>) -> Result<(), String> {
    let (width, height, rgba) = duiyi_host::pictures::rgba(&png).ok_or("the picture cannot be read")?;
    let picture = arboard::ImageData { width, height, bytes: rgba.into() };
    let mut clipboard = arboard::Clipboard::new().map_err(|why| why.to_string())?;
    clipboard.set_image(picture).map_err(|why| why.to_string())
}
