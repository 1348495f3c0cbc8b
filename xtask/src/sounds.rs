//! The sounds of stones, wood, drum and bell, computed: a struck body rings in a few damped modes, and the blow itself is
//! a short burst of noise. Mono, 16 bits, 32 kHz.

use crate::{Outcome, write};
use duiyi_core::base::Rng;
use std::f64::consts::{PI, TAU};
use std::path::Path;

const FOLDER: &str = "src-tauri/sounds";
const RATE: u32 = 32_000;
/// The loudest sample of every sound: -3 dB of full scale.
const PEAK: f64 = 0.707_945_784;
/// The blow rises in this time, so that no sound begins with a jump.
const ATTACK_S: f64 = 0.000_4;
/// Share of each sound's end over which it fades to silence.
const FADE: f64 = 0.3;

/// One damped mode of a struck body.
#[derive(Clone, Copy)]
struct Mode {
    hz: f64,
    /// Time in which the amplitude falls to 1/e.
    decay_s: f64,
    level: f64,
}

/// One blow on one body.
struct Blow {
    at_s: f64,
    level: f64,
    modes: &'static [Mode],
    /// Extra pitch at the start, as a share; it decays in about 30 ms: a bent drum skin is tighter.
    glide: f64,
    noise: Noise,
}

/// The scrape of the blow: noise through a one-pole low-pass filter.
struct Noise {
    level: f64,
    decay_s: f64,
    cutoff_hz: f64,
}

struct Sound {
    name: &'static str,
    seconds: f64,
    blows: Vec<Blow>,
}

const fn mode(hz: f64, decay_s: f64, level: f64) -> Mode {
    Mode { hz, decay_s, level }
}

// A boxwood disc on a wooden board: the disc's bending modes are about 1 : 1.7 : 2.7 : 4.2 above the board's own thud.
const DISC: [Mode; 5] = [
    mode(236.0, 0.022, 0.55),
    mode(705.0, 0.017, 1.0),
    mode(1190.0, 0.011, 0.62),
    mode(1905.0, 0.007, 0.40),
    mode(2960.0, 0.004, 0.25),
];
// The same disc thrown on another disc: lower and longer, because the blow is harder.
const DISC_HARD: [Mode; 5] = [
    mode(178.0, 0.036, 0.95),
    mode(598.0, 0.024, 1.0),
    mode(1015.0, 0.015, 0.70),
    mode(1620.0, 0.009, 0.50),
    mode(2510.0, 0.005, 0.35),
];
// Slate on a thick kaya board: a bright tick, and the hollow under the board answers low.
const SLATE: [Mode; 5] = [
    mode(318.0, 0.030, 0.42),
    mode(612.0, 0.016, 0.30),
    mode(2140.0, 0.008, 1.0),
    mode(3580.0, 0.005, 0.70),
    mode(5230.0, 0.003, 0.45),
];
const FINGERTIP: [Mode; 3] = [mode(890.0, 0.010, 1.0), mode(1510.0, 0.006, 0.45), mode(2400.0, 0.003, 0.20)];
const FELT: [Mode; 3] = [mode(148.0, 0.030, 1.0), mode(241.0, 0.020, 0.55), mode(392.0, 0.011, 0.25)];
// An ideal membrane's modes: 1 : 1.593 : 2.136 : 2.295 : 2.917 (zeros of the Bessel functions), on 98 Hz.
const SKIN: [Mode; 5] = [
    mode(98.0, 0.115, 1.0),
    mode(156.1, 0.070, 0.55),
    mode(209.3, 0.046, 0.36),
    mode(224.9, 0.040, 0.28),
    mode(285.9, 0.028, 0.20),
];
// A hollow block: its air resonates at one pitch, the wood adds a fifth and a twelfth.
const TEMPLE_BLOCK: [Mode; 3] = [mode(826.0, 0.026, 1.0), mode(1239.0, 0.014, 0.35), mode(2478.0, 0.006, 0.18)];
// A bowl bell's hum, prime, tierce, quint and nominal, and one partial above; the two primes beat slowly.
const BELL: [Mode; 7] = [
    mode(261.6, 0.40, 0.45),
    mode(523.2, 0.34, 0.9),
    mode(524.6, 0.34, 0.5),
    mode(627.9, 0.24, 0.35),
    mode(784.8, 0.20, 0.25),
    mode(1046.5, 0.15, 0.40),
    mode(1569.8, 0.08, 0.16),
];

fn blow(at_s: f64, level: f64, modes: &'static [Mode], noise: (f64, f64, f64)) -> Blow {
    let (noise_level, decay_s, cutoff_hz) = noise;
    Blow { at_s, level, modes, glide: 0.0, noise: Noise { level: noise_level, decay_s, cutoff_hz } }
}

/// Every sound of the app, by event on the board.
fn palette() -> Vec<Sound> {
    let sound = |name, seconds, blows| Sound { name, seconds, blows };
    vec![
        sound("place", 0.12, vec![blow(0.0, 1.0, &DISC, (0.9, 0.0018, 5200.0))]),
        sound(
            "capture",
            0.18,
            vec![blow(0.0, 0.62, &DISC, (0.9, 0.0016, 6000.0)), blow(0.034, 1.0, &DISC_HARD, (1.3, 0.0028, 4200.0))],
        ),
        sound("stone", 0.11, vec![blow(0.0, 1.0, &SLATE, (1.1, 0.0010, 9000.0))]),
        sound("select", 0.06, vec![blow(0.0, 1.0, &FINGERTIP, (0.3, 0.0010, 3000.0))]),
        sound(
            "illegal",
            0.22,
            vec![blow(0.0, 1.0, &FELT, (0.35, 0.0040, 900.0)), blow(0.085, 0.72, &FELT, (0.25, 0.0040, 900.0))],
        ),
        sound("check", 0.42, vec![Blow { glide: 0.32, ..blow(0.0, 1.0, &SKIN, (0.8, 0.0060, 1400.0)) }]),
        sound("low-time", 0.13, vec![blow(0.0, 1.0, &TEMPLE_BLOCK, (0.35, 0.0012, 4000.0))]),
        sound("end", 0.90, vec![blow(0.0, 1.0, &BELL, (0.12, 0.0030, 3000.0))]),
    ]
}

/// Writes all sounds and prints length, peak, loudness and the last sample of each.
///
/// # Errors
/// A sentence, if a file cannot be written.
pub fn generate(top: &Path) -> Outcome {
    for sound in palette() {
        let samples = samples(&sound);
        write(top, &format!("{FOLDER}/{}.wav", sound.name), &wav(&samples))?;
        let seconds = samples.len() as f64 / f64::from(RATE);
        let (peak, rms) = (decibels(peak(&samples)), decibels(rms(&samples)));
        let last = samples.last().copied().unwrap_or_default();
        println!("    {seconds:.3} s, peak {peak:.1} dB, RMS {rms:.1} dB, ends at {last}");
    }
    Ok(())
}

fn samples(sound: &Sound) -> Vec<i16> {
    let count = (sound.seconds * f64::from(RATE)).round() as usize;
    let mut wave = vec![0.0; count];
    for (index, blow) in sound.blows.iter().enumerate() {
        strike(&mut wave, blow, index as u64);
    }
    let fade_from = (count as f64 * (1.0 - FADE)) as usize;
    for (index, value) in wave.iter_mut().enumerate().skip(fade_from) {
        let gone = (index - fade_from) as f64 / (count - 1 - fade_from) as f64;
        *value *= 0.5 * (1.0 + (PI * gone).cos());
    }
    let loudest = wave.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    wave.iter().map(|value| (value / loudest * PEAK * f64::from(i16::MAX)).round() as i16).collect()
}

/// Adds one blow to `wave`.
fn strike(wave: &mut [f64], blow: &Blow, seed: u64) {
    let step = 1.0 / f64::from(RATE);
    let mut rng = Rng::from_seed(seed);
    let smoothing = 1.0 - (-TAU * blow.noise.cutoff_hz * step).exp();
    let mut noise = 0.0;
    // The glide adds the same phase to every mode, in proportion to its frequency.
    let mut bent_s = 0.0;
    let start = (blow.at_s * f64::from(RATE)).round() as usize;
    for (index, value) in wave.iter_mut().skip(start).enumerate() {
        let t = index as f64 * step;
        let attack = (t / ATTACK_S).min(1.0);
        let ring: f64 =
            blow.modes.iter().map(|m| m.level * (-t / m.decay_s).exp() * (TAU * m.hz * (t + bent_s)).sin()).sum();
        bent_s += blow.glide * (-t / 0.03).exp() * step;
        noise += smoothing * (white(&mut rng) - noise);
        let scrape = blow.noise.level * (-t / blow.noise.decay_s).exp() * noise;
        *value += blow.level * attack * (ring + scrape);
    }
}

/// A random number in -1..1.
fn white(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn peak(samples: &[i16]) -> f64 {
    samples.iter().map(|sample| f64::from(sample.unsigned_abs())).fold(0.0, f64::max) / f64::from(i16::MAX)
}

fn rms(samples: &[i16]) -> f64 {
    let energy: f64 = samples.iter().map(|&sample| f64::from(sample).powi(2)).sum();
    (energy / samples.len() as f64).sqrt() / f64::from(i16::MAX)
}

fn decibels(share: f64) -> f64 {
    20.0 * share.log10()
}

/// Wraps samples in the 44-byte header of an uncompressed WAV file.
fn wav(samples: &[i16]) -> Vec<u8> {
    let bytes = u32::try_from(samples.len() * 2).expect("a sound of seconds");
    let mut file = Vec::with_capacity(44 + samples.len() * 2);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + bytes).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16u32.to_le_bytes());
    // Format 1 is plain PCM; then one channel, the rate, bytes per second, bytes and bits per sample.
    file.extend_from_slice(&1u16.to_le_bytes());
    file.extend_from_slice(&1u16.to_le_bytes());
    file.extend_from_slice(&RATE.to_le_bytes());
    file.extend_from_slice(&(RATE * 2).to_le_bytes());
    file.extend_from_slice(&2u16.to_le_bytes());
    file.extend_from_slice(&16u16.to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&bytes.to_le_bytes());
    for sample in samples {
        file.extend_from_slice(&sample.to_le_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_short_loud_enough_and_ends_in_silence() {
        for sound in palette() {
            let samples = samples(&sound);
            let seconds = samples.len() as f64 / f64::from(RATE);
            let longest = if sound.name == "end" { 0.9 } else { 0.45 };
            assert!(seconds <= longest, "{} lasts {seconds} s", sound.name);
            let peak = decibels(peak(&samples));
            assert!((-3.05..=-2.95).contains(&peak), "{} peaks at {peak} dB", sound.name);
            let loudness = decibels(rms(&samples));
            assert!((-30.0..=-8.0).contains(&loudness), "{} is {loudness} dB on average", sound.name);
            let tail = &samples[samples.len() - RATE as usize / 1000..];
            assert!(tail.iter().all(|sample| sample.unsigned_abs() < 66), "{} ends with a click: {tail:?}", sound.name);
            assert_eq!((samples[0], samples[samples.len() - 1]), (0, 0), "{} starts or ends off zero", sound.name);
        }
    }

    #[test]
    fn the_checked_in_sounds_are_what_the_generator_makes() {
        let mut total = 0;
        for sound in palette() {
            let name = format!("{FOLDER}/{}.wav", sound.name);
            let file = std::fs::read(crate::top().join(&name)).expect("the sounds are checked in");
            let made = wav(&samples(&sound));
            assert_eq!(file.len(), made.len(), "{name}");
            // Sine and exponential may differ in the last bit between systems, hence one step of tolerance.
            for (one, two) in file[44..].chunks(2).zip(made[44..].chunks(2)) {
                let value = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
                assert!(value(one).abs_diff(value(two)) <= 1, "{name} is out of date; run `cargo xtask gen sounds`");
            }
            total += file.len();
        }
        assert!(total <= 150_000, "all sounds together take {total} bytes");
    }
}
