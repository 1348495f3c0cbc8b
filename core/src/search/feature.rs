//! Parts of a search that can be switched off, so that matches can measure their Elo.
//!
//! Each engine lists its parts (`engine/*/feature.rs`) and checks [`Features::has`] at the start of each. Players
//! search with [`Features::ALL`]; `duiyi match` removes parts by name (`full;without=razoring+killers`). The documents
//! of the engines have the results.

use std::fmt::Debug;

/// A part of one engine's search.
pub trait SearchFeature: Copy + Debug + PartialEq + 'static {
    /// Every part, in the order of the steps of a node.
    const ALL: &'static [Self];

    /// Returns the index in [`SearchFeature::ALL`].
    fn index(self) -> u32;

    /// Returns the name on the command line.
    fn name(self) -> &'static str;

    /// Returns the part with this name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|feature| feature.name() == name)
    }
}

/// Declares the parts of an engine's search with their names.
macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A part of this engine's search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $($(#[$doc])* $variant,)*
        }

        impl $crate::search::SearchFeature for Feature {
            const ALL: &'static [Feature] = &[$(Feature::$variant),*];

            #[inline]
            fn index(self) -> u32 {
                self as u32
            }

            fn name(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)*
                }
            }
        }

        const _: () = assert!(<Feature as $crate::search::SearchFeature>::ALL.len() <= u64::BITS as usize, "one bit a feature");
    };
}

pub(crate) use features;

/// The parts that a search uses, as bits. The caller knows which engine's list they index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u64);

impl Features {
    /// Every part of any engine.
    pub const ALL: Features = Features(u64::MAX);

    /// Returns whether `feature` is used.
    #[inline]
    #[must_use]
    pub fn has(self, feature: impl SearchFeature) -> bool {
        self.0 & 1 << feature.index() != 0
    }

    /// Returns these without `feature`.
    #[must_use]
    pub fn without(self, feature: impl SearchFeature) -> Features {
        Features(self.0 & !(1 << feature.index()))
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{gomoku, xiangqi};

    fn each_part_can_be_left_out_by_its_name_alone<F: SearchFeature>() {
        for &feature in F::ALL {
            assert_eq!(F::named(feature.name()), Some(feature));
            let rest = Features::ALL.without(feature);
            for &other in F::ALL {
                assert_eq!(rest.has(other), other != feature, "{} without {}", other.name(), feature.name());
            }
        }
    }

    #[test]
    fn each_engine_names_its_own_parts() {
        each_part_can_be_left_out_by_its_name_alone::<xiangqi::Feature>();
        each_part_can_be_left_out_by_its_name_alone::<gomoku::Feature>();
        assert_eq!((xiangqi::Feature::named("razoring"), gomoku::Feature::named("see-pruning")), (None, None));
    }
}
