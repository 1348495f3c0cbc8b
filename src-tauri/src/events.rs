//! The one ordered channel to the UI, and the sounds that go with what happens.

use std::sync::Arc;

use duiyi_core::session::Event;
use duiyi_host::desk::{News, Update};
use parking_lot::Mutex;
use tauri::ipc::Channel;

use crate::dto;
use crate::sound::{Sound, SoundName};

/// Passes updates on to the UI, in order, and plays their sounds.
pub struct Listener {
    channel: Mutex<Option<Channel<dto::Update>>>,
    sound: Arc<Sound>,
}

impl Listener {
    /// Makes a listener that nobody hears yet.
    #[must_use]
    pub const fn new(sound: Arc<Sound>) -> Listener {
        Listener { channel: Mutex::new(None), sound }
    }

    /// Sends updates to `channel` from now on.
    pub fn connect(&self, channel: Channel<dto::Update>) {
        *self.channel.lock() = Some(channel);
    }

    /// Passes `update` on.
    pub fn tell(&self, update: &Update) {
        if let Some(name) = sound_of(update) {
            self.sound.play(name);
        }
        if let Some(channel) = &*self.channel.lock() {
            // A window that is closing hears nothing more, and needs not.
            let _ = channel.send(dto::Update::from(update));
        }
    }
}

/// Chooses the one sound of an update: the weightiest thing that happened.
fn sound_of(update: &Update) -> Option<SoundName> {
    let sounds = update.news.iter().filter_map(|news| match news {
        News::Game(Event::Ended { .. }) => Some(SoundName::End),
        News::Game(Event::Moved { row, .. }) => Some(match row {
            row if row.check => SoundName::Check,
            row if row.capture.is_some() => SoundName::Capture,
            row if row.piece.is_some() => SoundName::Place,
            _ => SoundName::Stone,
        }),
        News::Game(Event::Undone { .. }) => Some(SoundName::Place),
        _ => None,
    });
    sounds.max_by_key(|name| *name == SoundName::End)
}
