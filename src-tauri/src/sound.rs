//! Sounds, played from Rust because WebKitGTK cannot play media of the app's own scheme. `cargo xtask gen sounds` makes them.
//!
//! Errors are harmless: without a sound device the app is silent.

use std::num::NonZero;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, MixerDeviceSink, Source};
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
        if let (Some(device), Some(sound)) = (&device, decode(name.wav())) {
            device.mixer().add(sound.amplify(volume));
        }
    }
}

/// The first bytes of our files: one channel of 16-bit samples in a chunk of the format, then the chunk of the data.
const HEADER_BYTES: usize = 44;

/// Reads one of our files; `None` if it has another form.
fn decode(wav: &[u8]) -> Option<SamplesBuffer> {
    let (header, data) = wav.split_at_checked(HEADER_BYTES)?;
    let number = |at: usize| Some(u16::from_le_bytes([*header.get(at)?, *header.get(at + 1)?]));
    let (form, channels, bits) = (number(20)?, number(22)?, number(34)?);
    if &header[8..16] != b"WAVEfmt " || &header[36..40] != b"data" || (form, channels, bits) != (1, 1, 16) {
        return None;
    }
    let rate = u32::from_le_bytes(header[24..28].try_into().ok()?);
    let sample = |pair: &[u8]| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32_768.0;
    let samples: Vec<f32> = data.chunks_exact(2).map(sample).collect();
    Some(SamplesBuffer::new(NonZero::new(channels)?, NonZero::new(rate)?, samples))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sound_is_read_with_its_samples() {
        use SoundName::{Capture, Check, End, Illegal, LowTime, Place, Select, Stone};
        for name in [Place, Capture, Stone, Select, Illegal, Check, LowTime, End] {
            let sound = decode(name.wav()).expect("a file of ours");
            assert_eq!((sound.channels().get(), sound.sample_rate().get()), (1, 32_000), "{name:?}");
            let samples: Vec<f32> = sound.collect();
            assert_eq!(samples.len(), (name.wav().len() - HEADER_BYTES) / 2, "{name:?}");
            let loudest = samples.iter().fold(0.0, |loudest: f32, sample| loudest.max(sample.abs()));
            assert!((0.05..=1.0).contains(&loudest), "{name:?}: {loudest}");
        }
    }

    #[test]
    fn other_files_are_not_read() {
        let wav = SoundName::Select.wav();
        assert!(decode(&wav[..HEADER_BYTES - 1]).is_none() && decode(b"").is_none());
        for at in [8, 20, 22, 34, 36] {
            let mut other = wav.to_vec();
            other[at] = 7;
            assert!(decode(&other).is_none(), "{at}");
        }
    }
}
