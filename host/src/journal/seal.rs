//! The checksum at the end of each line of a journal.
//!
//! `{"entry":"ply",…}` becomes `{"entry":"ply",…,"sum":"1a2b3c4d"}`: the CRC-32 of the line's number and of everything
//! before the sum. It detects flipped bits, lost lines and moved lines. Programs older than the sum ignore it. Their
//! lines have no sum and are read if they hold known fields only.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const BEFORE: &[u8] = b",\"sum\":\"";
const AFTER: &[u8] = b"\"}";
/// Hexadecimal digits of a sum.
const DIGITS: usize = 8;

/// Returns line `number`, from 1, with its sum and its end. `json` is a non-empty object.
pub(crate) fn line(number: u32, mut json: Vec<u8>) -> Vec<u8> {
    json.pop();
    let sum = sum(number, &json);
    json.extend_from_slice(BEFORE);
    json.extend_from_slice(&sum);
    json.extend_from_slice(AFTER);
    json.push(b'\n');
    json
}

/// A line whose sum fits, or that has none.
pub(crate) struct Line<'a> {
    bytes: &'a [u8],
    sealed: bool,
}

/// Checks line `number`.
///
/// # Errors
/// The fault, if the sum does not fit.
pub(crate) fn open(number: u32, bytes: &[u8]) -> Result<Line<'_>, String> {
    match split(bytes.trim_ascii_end()) {
        Some((before, given)) if given != sum(number, before) => Err("its checksum does not fit".to_owned()),
        split => Ok(Line { bytes, sealed: split.is_some() }),
    }
}

/// Reads line `number`.
///
/// # Errors
/// The fault.
pub(crate) fn read<T: DeserializeOwned + Serialize>(number: u32, bytes: &[u8]) -> Result<T, String> {
    open(number, bytes)?.read()
}

/// Returns whether `bytes` are line `number` with a damaged line end.
pub(crate) fn is_unended(number: u32, bytes: &[u8]) -> bool {
    let Some((_, line)) = bytes.split_last() else { return false };
    split(line).is_some_and(|(before, given)| given == sum(number, before))
}

impl Line<'_> {
    pub(crate) const fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Reads the line.
    ///
    /// # Errors
    /// The fault. A line without a sum must hold no field unknown to `T`, or a line with a damaged sum would pass.
    pub(crate) fn read<T: DeserializeOwned + Serialize>(&self) -> Result<T, String> {
        let value: T = serde_json::from_slice(self.bytes).map_err(|error| error.to_string())?;
        if self.sealed || holds_no_more(self.bytes, &value) {
            Ok(value)
        } else {
            Err("it holds what no program wrote".to_owned())
        }
    }
}

fn holds_no_more(bytes: &[u8], value: &impl Serialize) -> bool {
    let written: Option<Value> = serde_json::from_slice(bytes).ok();
    let known = serde_json::to_value(value).ok();
    match (written, known) {
        // An optional field may be missing or null.
        (Some(Value::Object(written)), Some(Value::Object(known))) => {
            written.keys().all(|name| known.contains_key(name))
        }
        _ => false,
    }
}

/// Splits a line at its sum, if it has one.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (rest, given) = line.strip_suffix(AFTER)?.split_last_chunk::<DIGITS>()?;
    Some((rest.strip_suffix(BEFORE)?, given))
}

fn sum(number: u32, bytes: &[u8]) -> [u8; DIGITS] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(bytes);
    let text = format!("{:08x}", hasher.finalize());
    text.into_bytes().try_into().expect("eight digits hold 32 bits")
}
