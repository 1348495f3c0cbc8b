//! Upgrades the fields of a file: migrations, then a check of every value.

use serde_json::{Map, Value};

use super::Settings;
use super::field::Ranges as _;

/// One migration for each version; a file of version `n + 1` has had the first `n` applied.
const MIGRATIONS: [Migration; 0] = [];

/// The version of the file that this program writes.
pub const VERSION: u32 = MIGRATIONS.len() as u32 + 1;

pub(super) type Migration = fn(&mut Map<String, Value>);

/// Migrates the fields of a file of `version` and corrects them as [`correct`] does.
pub(super) fn read(mut given: Map<String, Value>, version: u64) -> (Settings, Vec<String>) {
    migrate(&mut given, version, &MIGRATIONS);
    correct(given)
}

/// Applies the migrations that a file of `version` lacks, and sets its version. A newer version's file stays unchanged.
pub(super) fn migrate(given: &mut Map<String, Value>, version: u64, steps: &[Migration]) {
    let done = usize::try_from(version.max(1) - 1).unwrap_or(usize::MAX);
    for step in steps.iter().skip(done) {
        step(given);
    }
    if done <= steps.len() {
        given.insert("version".to_owned(), (steps.len() + 1).into());
    }
}

/// Replaces every invalid value by the nearest or the default one, and returns a sentence for each.
pub(super) fn correct(given: Map<String, Value>) -> (Settings, Vec<String>) {
    let mut settings = serde_json::to_value(Settings::default()).expect("words and numbers are always JSON");
    let mut faults = Vec::new();
    adopt(&mut settings, "", given, &mut faults);
    (serde_json::from_value(settings).expect("each value was tried before it was taken over"), faults)
}

/// Adopts the fields of `given` into the object at the JSON pointer `place`, one by one.
fn adopt(settings: &mut Value, place: &str, given: Map<String, Value>, faults: &mut Vec<String>) {
    for (key, value) in given {
        let child = format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"));
        match (settings.pointer(&child).is_some_and(Value::is_object), value) {
            (true, Value::Object(fields)) => adopt(settings, &child, fields, faults),
            (_, value) => {
                let value = clamp(&child, value, faults);
                let shown = value.to_string();
                let mut trial = settings.clone();
                let fields = trial.pointer_mut(place).and_then(Value::as_object_mut);
                fields.expect("only objects are descended into").insert(key, value);
                if serde_json::from_value::<Settings>(trial.clone()).is_ok() {
                    *settings = trial;
                } else {
                    let shown: String = shown.chars().take(40).collect();
                    faults.push(format!("‘{}’ cannot be {shown}; the usual value is used.", field(&child)));
                }
            }
        }
    }
}

/// Clamps a number to the range of its field. Other values, and numbers without a range, are returned unchanged.
fn clamp(place: &str, value: Value, faults: &mut Vec<String>) -> Value {
    let path: Vec<&str> = place.split('/').skip(1).collect();
    let (Some(range), Some(number)) = (Settings::range_at(&path), value.as_f64()) else { return value };
    let (min, max) = range.into_inner();
    if (f64::from(min)..=f64::from(max)).contains(&number) {
        return value;
    }
    let nearest = if number < f64::from(min) { min } else { max };
    faults.push(format!("‘{}’ is between {min} and {max}, not {value}; {nearest} is used.", field(place)));
    nearest.into()
}

/// Returns a JSON pointer as the messages show it: `xiangqiNew.level`.
fn field(place: &str) -> String {
    place.trim_start_matches('/').replace('/', ".")
}
