//! How core's types cross to the window as JSON, and how TypeScript declares them.
//!
//! The feature `wire` derives `serde`'s traits, the feature `bindings` the TypeScript types. A build without them
//! depends on neither crate. No other file of core names `serde`: types that cross are declared inside [`wire!`].
//!
//! Names are in camel case. An enum without fields is its variant's name; a `tagged` one is an object whose `kind` is
//! the variant's name. Types that the window also sends are marked `both`.

/// Declares types that cross to the window.
///
/// ```text
/// wire! { pub struct Board { … } }                   sent
/// wire! { both: pub enum Side { First, Second } }    sent and received
/// wire! { tagged: pub enum Event { … } }             sent as { "kind": …, fields }
/// wire! { pair("a", "b"): pub enum Fact { X(Y) } }   sent as { "a": "x", "b": y }
/// ```
///
/// `#[wire(…)]` right before a field has serde's attributes for it: `skip` keeps it back.
macro_rules! wire {
    (both: $($items:tt)+) => { wire! { @each (Serialize, Deserialize) () $($items)+ } };
    (tagged: $($items:tt)+) => { wire! { @each (Serialize) (tag = "kind",) $($items)+ } };
    (tagged both: $($items:tt)+) => { wire! { @each (Serialize, Deserialize) (tag = "kind",) $($items)+ } };
    (pair($tag:tt, $content:tt): $($items:tt)+) => {
        wire! { @each (Serialize) (tag = $tag, content = $content,) $($items)+ }
    };

    (@each $traits:tt $form:tt) => {};
    (
        @each $traits:tt $form:tt
        $(#[$attribute:meta])* $vis:vis struct $name:ident { $($fields:tt)* } $($rest:tt)*
    ) => {
        wire! { @fields $traits ($(#[$attribute])* $vis struct $name) {} $($fields)* }
        wire! { @each $traits $form $($rest)* }
    };
    (
        @each $traits:tt $form:tt
        $(#[$attribute:meta])* $vis:vis struct $name:ident <$of:lifetime> { $($fields:tt)* } $($rest:tt)*
    ) => {
        wire! { @fields $traits ($(#[$attribute])* $vis struct $name<$of>) {} $($fields)* }
        wire! { @each $traits $form $($rest)* }
    };
    (
        @each $traits:tt $form:tt
        $(#[$attribute:meta])* $vis:vis struct $name:ident <$of:ident> $fields:tt $($rest:tt)*
    ) => {
        wire! { @derive $traits () $(#[$attribute])* $vis struct $name<$of> $fields }
        wire! { @each $traits $form $($rest)* }
    };
    (
        @each $traits:tt $form:tt
        $(#[$attribute:meta])* $vis:vis struct $name:ident ($($fields:tt)*); $($rest:tt)*
    ) => {
        wire! { @derive $traits () $(#[$attribute])* $vis struct $name($($fields)*); }
        wire! { @each $traits $form $($rest)* }
    };
    (
        @each $traits:tt ($($form:tt)*)
        $(#[$attribute:meta])* $vis:vis enum $name:ident $variants:tt $($rest:tt)*
    ) => {
        wire! {
            @derive $traits ($($form)* rename_all_fields = "camelCase",)
            $(#[$attribute])* $vis enum $name $variants
        }
        wire! { @each $traits ($($form)*) $($rest)* }
    };

    (@fields $traits:tt ($($head:tt)*) { $($fields:tt)* }) => {
        wire! { @derive $traits () $($head)* { $($fields)* } }
    };
    (
        @fields $traits:tt $head:tt { $($fields:tt)* }
        $(#[doc = $doc:expr])* #[wire($($serde:tt)+)] $(#[$attribute:meta])* $vis:vis $field:ident : $of:ty,
        $($rest:tt)*
    ) => {
        wire! {
            @fields $traits $head
            {
                $($fields)*
                #[cfg_attr(feature = "wire", serde($($serde)+))]
                $(#[doc = $doc])* $(#[$attribute])* $vis $field: $of,
            }
            $($rest)*
        }
    };
    (
        @fields $traits:tt $head:tt { $($fields:tt)* }
        $(#[$attribute:meta])* $vis:vis $field:ident : $of:ty, $($rest:tt)*
    ) => {
        wire! { @fields $traits $head { $($fields)* $(#[$attribute])* $vis $field: $of, } $($rest)* }
    };

    (@derive ($($trait:ident),+) ($($form:tt)*) $($item:tt)*) => {
        #[cfg_attr(
            feature = "wire",
            derive($(serde::$trait),+),
            serde($($form)* rename_all = "camelCase")
        )]
        #[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
        #[allow(missing_docs, reason = "a field's name is often enough for the window")]
        $($item)*
    };
    ($($items:tt)+) => { wire! { @each (Serialize) () $($items)+ } };
}

/// Writes types as the text of their `Display`.
#[cfg(feature = "wire")]
macro_rules! as_text {
    ($($name:ident: $($module:ident)::+),+ $(,)?) => {
        $(
            impl serde::Serialize for crate::$($module::)+$name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }
        )+
    };
}

/// Writes enums as their `code`.
#[cfg(feature = "wire")]
macro_rules! as_code {
    ($($name:ident: $($module:ident)::+),+ $(,)?) => {
        $(
            impl serde::Serialize for crate::$($module::)+$name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.code())
                }
            }
        )+
    };
}

/// Reads enums from their `code`.
#[cfg(feature = "wire")]
macro_rules! from_code {
    ($($name:ident: $($module:ident)::+),+ $(,)?) => {
        $(
            impl<'de> serde::Deserialize<'de> for crate::$($module::)+$name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let code = <String as serde::Deserialize>::deserialize(deserializer)?;
                    let unknown = || serde::de::Error::custom(format_args!("'{code}' is no {}", stringify!($name)));
                    Self::ALL.into_iter().find(|value| value.code() == code).ok_or_else(unknown)
                }
            }
        )+
    };
}

/// Declares enums in TypeScript as the union of their codes.
#[cfg(feature = "bindings")]
macro_rules! union_of_codes {
    ($($name:ident: $($module:ident)::+),+ $(,)?) => {
        $(
            impl ts_rs::TS for crate::$($module::)+$name {
                type WithoutGenerics = Self;
                type OptionInnerType = Self;

                fn name(_: &ts_rs::Config) -> String {
                    stringify!($name).to_owned()
                }

                fn inline(_: &ts_rs::Config) -> String {
                    Self::ALL.map(|value| format!("{:?}", value.code())).join(" | ")
                }

                fn decl(config: &ts_rs::Config) -> String {
                    format!("type {} = {};", Self::name(config), Self::inline(config))
                }
            }
        )+
    };
}

/// Declares types in TypeScript as the plain type that they are in JSON.
#[cfg(feature = "bindings")]
macro_rules! plain {
    ($($name:ident: $($module:ident)::+ is $plain:ty),+ $(,)?) => {
        $(
            impl ts_rs::TS for crate::$($module::)+$name {
                type WithoutGenerics = Self;
                type OptionInnerType = Self;

                fn name(config: &ts_rs::Config) -> String {
                    <$plain as ts_rs::TS>::name(config)
                }

                fn inline(config: &ts_rs::Config) -> String {
                    <$plain as ts_rs::TS>::name(config)
                }
            }
        )+
    };
}

#[cfg(feature = "wire")]
as_code! {
    Reason: base,
    GameKind: game,
    OpeningProtocol: gomoku::protocol,
    Odds: odds,
    PuzzleGoal: puzzle,
    PuzzleTheme: puzzle,
    RecordPart: record::format,
}

#[cfg(feature = "wire")]
as_text! {
    OpeningChoice: gomoku::protocol,
    Evaluation: record::note,
}

#[cfg(feature = "wire")]
from_code! {
    Reason: base,
    GameKind: game,
    Odds: odds,
    PuzzleGoal: puzzle,
    PuzzleTheme: puzzle,
}

#[cfg(feature = "bindings")]
union_of_codes! {
    GameKind: game,
    OpeningProtocol: gomoku::protocol,
    Odds: odds,
    PuzzleGoal: puzzle,
    PuzzleTheme: puzzle,
    RecordPart: record::format,
}

// A saved game of a newer version may have ended for a reason that this version does not know.
#[cfg(feature = "bindings")]
plain! {
    Reason: base is str,
    OpeningChoice: gomoku::protocol is str,
    Evaluation: record::note is str,
    Setup: game is crate::game::SetupCodes,
    Level: search is u8,
    NodeId: record is usize,
    PuzzleGrade: puzzle is u8,
}

#[cfg(feature = "wire")]
impl serde::Serialize for crate::puzzle::PuzzleGrade {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number().serialize(serializer)
    }
}

#[cfg(feature = "wire")]
impl<'de> serde::Deserialize<'de> for crate::puzzle::PuzzleGrade {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = <u8 as serde::Deserialize>::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| serde::de::Error::custom("a grade is a number from 1 to 5"))
    }
}

#[cfg(feature = "wire")]
impl serde::Serialize for crate::game::Setup {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let start = self.start_fen();
        self.codes(start.as_deref()).serialize(serializer)
    }
}

#[cfg(feature = "wire")]
impl serde::Serialize for crate::search::Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number().serialize(serializer)
    }
}

#[cfg(feature = "wire")]
impl<'de> serde::Deserialize<'de> for crate::search::Level {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = <u8 as serde::Deserialize>::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| serde::de::Error::custom(format_args!("there is no level {number}")))
    }
}

#[cfg(feature = "wire")]
impl serde::Serialize for crate::record::NodeId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.index().serialize(serializer)
    }
}
