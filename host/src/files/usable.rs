//! The usable part of JSON that does not fit its type.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

/// The limit of values that are left out. Each costs a pass over the file.
const LEFT_OUT_MAX: usize = 64;

/// Parses JSON without the values that do not fit `T`: a field or an entry of a list. `None` if the text is not JSON, or
/// too little of it fits.
pub(crate) fn usable<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    let mut json: Value = serde_json::from_slice(json).ok()?;
    for _ in 0..LEFT_OUT_MAX {
        match serde_path_to_error::deserialize(&json) {
            Ok(value) => return Some(value),
            Err(error) => leave_out(&mut json, error.path())?,
        }
    }
    None
}

/// Removes the value at `path`; `None` if that is the whole.
fn leave_out(json: &mut Value, path: &Path) -> Option<()> {
    let mut segments =
        path.iter().take_while(|part| matches!(part, Segment::Seq { .. } | Segment::Map { .. })).peekable();
    let mut parent = json;
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match (segment, parent) {
            (&Segment::Seq { index }, Value::Array(list)) if is_last => {
                return (index < list.len()).then(|| drop(list.remove(index)));
            }
            (Segment::Map { key }, Value::Object(map)) if is_last => return map.remove(key).map(drop),
            (&Segment::Seq { index }, Value::Array(list)) => parent = list.get_mut(index)?,
            (Segment::Map { key }, Value::Object(map)) => parent = map.get_mut(key)?,
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Entry {
        id: u32,
        #[serde(default)]
        name: String,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Content {
        #[serde(default)]
        list: Vec<Entry>,
        #[serde(default)]
        map: BTreeMap<String, Option<Entry>>,
    }

    #[test]
    fn one_value_that_does_not_fit_costs_itself() {
        let entry = |id, name: &str| Entry { id, name: name.to_owned() };
        let json = br#"{"list":[{"id":1,"name":"a"},{"id":"x"},5,{"name":"no id"},{"id":2,"name":[]}],
            "map":{"a":{"id":-1},"b":{"id":3},"c":7},"more":true}"#;
        let content: Content = usable(json).unwrap();
        assert_eq!(content.list, [entry(1, "a"), entry(2, "")]);
        assert_eq!(content.map, BTreeMap::from([("b".to_owned(), Some(entry(3, "")))]));
        assert_eq!(usable::<Content>(br#"{"list":7}"#), Some(Content::default()));
    }

    #[test]
    fn what_is_not_json_or_hardly_fits_has_no_usable_part() {
        for json in ["", "{", "5", "{\"list\":[]}x"] {
            assert_eq!(usable::<Content>(json.as_bytes()), None, "{json}");
        }
        let wrong = vec!["7"; LEFT_OUT_MAX + 1].join(",");
        assert_eq!(usable::<Content>(format!("{{\"list\":[{wrong}]}}").as_bytes()), None);
    }
}
