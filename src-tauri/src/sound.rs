//! Sounds, played from Rust because WebKitGTK cannot play media of the app's own scheme.
//!
//! Errors are harmless: without a sound device the app is silent.

use std::io::Cursor;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rodio::{Decoder, DeviceSinkBuilder, MixerDeviceSink, Source};
use serde::{Deserialize, Serialize};

/// A sound of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SoundName {
    /// A piece is set down.
    Place,
    /// A piece is taken.
    Capture,
    /// A stone is set down.
    Stone,
    /// A piece is picked up.
    Select,
    /// A move is refused.
    Illegal,
    Check,
    /// A clock is about to run out.
    LowTime,
    /// The game is over.
    End,
}

impl SoundName {
    const fn wav(self) -> &'static [u8] {
        match self {
            SoundName::Place => include_bytes!("../sounds/place.wav"),
            SoundName::Capture => include_bytes!("../sounds/capture.wav"),
            SoundName::Stone => include_bytes!("../sounds/stone.wav"),
            SoundName::Select => include_bytes!("../sounds/select.wav"),
            SoundName::Illegal => include_bytes!("../sounds/illegal.wav"),
            SoundName::Check => include_bytes!("../sounds/check.wav"),
            SoundName::LowTime => include_bytes!("../sounds/low-time.wav"),
            SoundName::End => include_bytes!("../sounds/end.wav"),
        }
    }
}

/// A handle on the thread that owns the sound device.
pub struct Sound {
    names: Sender<(SoundName, f32)>,
    /// 0 to 100; 0 is off.
    volume: AtomicU8,
}

impl Sound {
    /// Starts the thread; the device is opened for the first sound.
    #[must_use]
    pub fn start() -> Sound {
        let (names, inbox) = mpsc::channel();
        // Without the thread the app is silent; `play` ignores the missing receiver.
        let _ = thread::Builder::new().name("duiyi-sound".to_owned()).spawn(move || serve(&inbox));
        Sound { names, volume: AtomicU8::new(0) }
    }

    /// Sets the volume, 0 to 100.
    pub fn set_volume(&self, on: bool, volume: u8) {
        self.volume.store(if on { volume.min(100) } else { 0 }, Ordering::Relaxed);
    }

    /// Plays a sound, if sounds are on.
    pub fn play(&self, name: SoundName) {
        let volume = self.volume.load(Ordering::Relaxed);
        if volume > 0 {
            let _ = self.names.send((name, f32::from(volume) / 100.0));
        }
    }
}

/// The pause before another attempt to open a missing device: each attempt makes the system's library print errors.
const AGAIN: Duration = Duration::from_secs(60);

fn serve(inbox: &Receiver<(SoundName, f32)>) {
    let mut device: Option<MixerDeviceSink> = None;
    let mut tried: Option<Instant> = None;
    while let Ok((name, volume)) = inbox.recv() {
        if device.is_none() && tried.is_none_or(|at| at.elapsed() >= AGAIN) {
            tried = Some(Instant::now());
            device = DeviceSinkBuilder::open_default_sink().ok().map(|mut sink| {
                sink.log_on_drop(false);
                sink
            });
        }
        let decoded = Decoder::new(Cursor::new(name.wav()));
        if let (Some(device), Ok(sound)) = (&device, decoded) {
            device.mixer().add(sound.amplify(volume));
        }
    }
}
