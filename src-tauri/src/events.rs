//! The one ordered channel to the page.

use parking_lot::Mutex;
use tauri::ipc::Channel;

use crate::dto::Word;

/// Sends words to the page, in order.
#[derive(Default)]
pub struct Listener(Mutex<Option<Channel<Word>>>);

impl Listener {
    /// Sends words to `channel` from now on.
    pub fn connect(&self, channel: Channel<Word>) {
        *self.0.lock() = Some(channel);
    }

    /// Sends no more words, until the next page connects. On macOS Tauri loads the page again.
    #[cfg(any(windows, target_os = "linux"))]
    pub fn disconnect(&self) {
        *self.0.lock() = None;
    }

    /// Returns whether a page listens.
    pub fn has_page(&self) -> bool {
        self.0.lock().is_some()
    }

    /// Sends `word`. The page chooses the sound of a move, since it knows when the move is shown.
    pub fn tell(&self, word: Word) {
        if let Some(channel) = &*self.0.lock() {
            // A closed window needs no more words.
            let _ = channel.send(word);
        }
    }
}
