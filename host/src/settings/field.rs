//! The macros that declare the settings, and the ranges they record.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A type of the schema that knows the ranges of its numbers.
pub(super) trait Ranges {
    /// Returns the range of the number at `path`, a list of names as the file has them; `None` if that is no number
    /// with a range. An empty path means the value itself, whose range its field declares.
    fn range_at(path: &[&str]) -> Option<RangeInclusive<u32>> {
        let _ = path;
        None
    }
}

macro_rules! without_ranges {
    ($($type:ty),+) => { $(impl Ranges for $type {})+ };
}

without_ranges!(bool, u8, u16, u32, String, Vec<String>, BTreeMap<String, String>);

/// Declares an enum whose variants are written to the file as the given words.
macro_rules! choice {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$attribute:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
        $(#[$doc])*
        pub enum $name {
            $($(#[$attribute])* #[doc = concat!("`", $word, "`")] #[serde(rename = $word)] $variant),+
        }

        impl $crate::settings::field::Ranges for $name {}
    };
}

/// Declares a part of the file: each field with its type, the range of a number in brackets, and its default where that
/// is not the type's.
///
/// The file has the fields in camel case. Fields that it lacks take their defaults; unknown ones are kept in `extra`.
macro_rules! settings {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$attribute:meta])* $field:ident: $type:ty $([$range:expr])? $(= $default:expr)?,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
        #[serde(default, rename_all = "camelCase")]
        pub struct $name {
            $($(#[$attribute])* pub $field: $type,)+
            /// Fields of a newer version of the program.
            #[serde(flatten)]
            #[cfg_attr(feature = "bindings", ts(skip))]
            pub extra: Map<String, Value>,
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: value_or_default!($($default)?),)+ extra: Map::new() }
            }
        }

        impl $crate::settings::field::Ranges for $name {
            fn range_at(path: &[&str]) -> Option<std::ops::RangeInclusive<u32>> {
                let (name, rest) = path.split_first()?;
                $(if *name == $crate::settings::field::camel_case(stringify!($field)) {
                    return match rest {
                        [] => optional_range!($($range)?),
                        rest => <$type as $crate::settings::field::Ranges>::range_at(rest),
                    };
                })+
                None
            }
        }
    };
}

macro_rules! value_or_default {
    () => {
        Default::default()
    };
    ($value:expr) => {
        $value
    };
}

macro_rules! optional_range {
    () => {
        None
    };
    ($range:expr) => {
        Some($range)
    };
}

/// Returns a field's name as the file has it: `hash_mib` is `hashMib`.
pub(super) fn camel_case(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    for (index, word) in field.split('_').enumerate() {
        let (first, rest) = word.split_at(word.len().min(1));
        name += &if index == 0 { first.to_owned() } else { first.to_ascii_uppercase() };
        name += rest;
    }
    name
}
