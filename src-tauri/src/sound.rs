//! Sounds, played from Rust because WebKitGTK cannot play media of the app's own scheme. `cargo xtask gen sounds` makes them.
//!
//! Errors are harmless: without a sound device the app is silent.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rodio::buffer::SamplesBuffer;
use rodio::{CpalError, CpalErrorKind, DeviceSinkBuilder, MixerDeviceSink, Source};
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
        let _ = thread::Builder::new().name("duiyi-sound".to_owned()).spawn(move || serve(&inbox, IDLE, Speaker::open));
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
/// The pause after a sound before the device is closed. An open one keeps Windows from sleeping, and stays the device that
/// was the system's choice when it was opened.
const IDLE: Duration = Duration::from_secs(30);

/// A sound device, open until it is dropped.
trait SoundDevice {
    fn play(&self, name: SoundName, volume: f32);

    /// Returns whether the device is gone, so that another one must be opened.
    fn is_lost(&self) -> bool;
}

/// Plays each sound of `inbox` on a device that `open` opens for it and that is closed after `idle` without a sound.
fn serve<D: SoundDevice>(inbox: &Receiver<(SoundName, f32)>, idle: Duration, open: impl Fn() -> Option<D>) {
    let mut device: Option<D> = None;
    let mut failed: Option<Instant> = None;
    loop {
        let next = match device {
            Some(_) => inbox.recv_timeout(idle),
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let (name, volume) = match next {
            Ok(sound) => sound,
            Err(RecvTimeoutError::Timeout) => {
                device = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        // Closed before the next one is opened: some systems give a device out once.
        drop(device.take_if(|device| device.is_lost()));
        if device.is_none() && failed.is_none_or(|at| at.elapsed() >= AGAIN) {
            device = open();
            failed = device.is_none().then(Instant::now);
        }
        if let Some(device) = &device {
            device.play(name, volume);
        }
    }
}

/// The system's usual sound device.
struct Speaker {
    sink: MixerDeviceSink,
    is_lost: Arc<AtomicBool>,
}

impl Speaker {
    fn open() -> Option<Speaker> {
        let is_lost = Arc::new(AtomicBool::new(false));
        let lost = Arc::clone(&is_lost);
        let on_error = move |error: CpalError| {
            use CpalErrorKind::{DeviceNotAvailable, HostUnavailable, StreamInvalidated};
            // The others are short interruptions.
            if matches!(error.kind(), DeviceNotAvailable | HostUnavailable | StreamInvalidated) {
                lost.store(true, Ordering::Relaxed);
            }
        };
        let mut sink = DeviceSinkBuilder::from_default_device()
            .and_then(|usual| usual.with_error_callback(on_error).open_sink_or_fallback())
            .or_else(|_| DeviceSinkBuilder::open_default_sink())
            .ok()?;
        sink.log_on_drop(false);
        Some(Speaker { sink, is_lost })
    }
}

impl SoundDevice for Speaker {
    fn play(&self, name: SoundName, volume: f32) {
        if let Some(sound) = decode(name.wav()) {
            self.sink.mixer().add(sound.amplify(volume));
        }
    }

    fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
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
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// A device that is gone after `lost_after` sounds, and reports its end.
    struct FakeDevice {
        played: AtomicUsize,
        lost_after: usize,
        closed: Sender<usize>,
    }

    impl SoundDevice for FakeDevice {
        fn play(&self, _: SoundName, _: f32) {
            self.played.fetch_add(1, Ordering::Relaxed);
        }

        fn is_lost(&self) -> bool {
            self.played.load(Ordering::Relaxed) >= self.lost_after
        }
    }

    impl Drop for FakeDevice {
        fn drop(&mut self) {
            let _ = self.closed.send(self.played.load(Ordering::Relaxed));
        }
    }

    /// Returns the sounds that each device has played, where one is gone after `lost_after` sounds.
    fn played(sounds: usize, lost_after: usize) -> Vec<usize> {
        let (names, inbox) = mpsc::channel();
        (0..sounds).for_each(|_| names.send((SoundName::Place, 1.0)).expect("the inbox is open"));
        drop(names);
        let (closed, devices) = mpsc::channel();
        let open = || Some(FakeDevice { played: AtomicUsize::new(0), lost_after, closed: closed.clone() });
        serve(&inbox, Duration::from_secs(3_600), open);
        drop(closed);
        devices.iter().collect()
    }

    #[test]
    fn a_device_that_is_gone_is_replaced_for_the_next_sound() {
        assert_eq!(played(5, usize::MAX), [5]);
        assert_eq!(played(5, 2), [2, 2, 1]);
    }

    #[test]
    fn an_idle_device_is_closed_and_opened_again() {
        let (names, inbox) = mpsc::channel();
        let (closed, devices) = mpsc::channel();
        let open =
            move || Some(FakeDevice { played: AtomicUsize::new(0), lost_after: usize::MAX, closed: closed.clone() });
        let thread = thread::spawn(move || serve(&inbox, Duration::from_millis(1), open));
        for _ in 0..2 {
            names.send((SoundName::Place, 1.0)).expect("the inbox is open");
            assert_eq!(devices.recv(), Ok(1));
        }
        drop(names);
        thread.join().expect("it ends with its inbox");
    }

    #[test]
    fn a_missing_device_is_not_opened_for_each_sound() {
        let (names, inbox) = mpsc::channel();
        (0..3).for_each(|_| names.send((SoundName::Place, 1.0)).expect("the inbox is open"));
        drop(names);
        let opened = AtomicUsize::new(0);
        serve(&inbox, IDLE, || {
            opened.fetch_add(1, Ordering::Relaxed);
            None::<FakeDevice>
        });
        assert_eq!(opened.into_inner(), 1);
    }

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
