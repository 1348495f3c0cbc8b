//! The one ordered channel to the UI.

use parking_lot::Mutex;
use tauri::ipc::Channel;

use crate::dto::Word;

/// Passes words on to the UI, in order.
#[derive(Default)]
pub struct Listener(Mutex<Option<Channel<Word>>>);

impl Listener {
    /// Sends words to `channel` from now on.
    pub fn connect(&self, channel: Channel<Word>) {
        *self.0.lock() = Some(channel);
    }

    /// Passes `word` on. The sound of a move is chosen by the UI, which knows when the move is seen.
    pub fn tell(&self, word: Word) {
        if let Some(channel) = &*self.0.lock() {
            // A window that is closing hears nothing more, and needs not.
            let _ = channel.send(word);
        }
    }
}
