//! The one ordered channel to the UI.

use duiyi_host::desk::Update;
use parking_lot::Mutex;
use tauri::ipc::Channel;

use crate::dto;

/// Passes updates on to the UI, in order.
#[derive(Default)]
pub struct Listener(Mutex<Option<Channel<dto::Update>>>);

impl Listener {
    /// Sends updates to `channel` from now on.
    pub fn connect(&self, channel: Channel<dto::Update>) {
        *self.0.lock() = Some(channel);
    }

    /// Passes `update` on. Its sound is chosen by the UI, which knows when the move is seen.
    pub fn tell(&self, update: &Update) {
        if let Some(channel) = &*self.0.lock() {
            // A window that is closing hears nothing more, and needs not.
            let _ = channel.send(dto::Update::from(update));
        }
    }
}
