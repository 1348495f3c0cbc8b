//! The parts of a search that can be left out, so that a match can say what each is worth.
//!
//! Every search asks [`Features::has`] where a part begins. People play with [`Features::ALL`]; `duiyi match` takes
//! parts out by name (`full;without=razoring+killers`), and `docs/ENGINE.md` says what the matches said.

use std::fmt;
use std::str::FromStr;

macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A part of a search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $($(#[$doc])* $variant,)*
        }

        impl Feature {
            /// Every part, in the order in which a node meets them.
            pub const ALL: &'static [Feature] = &[$(Feature::$variant),*];

            /// Returns the name that people write.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$variant => $name,)*
                }
            }
        }
    };
}

features! {
    /// The first window of an iteration lies around the last one's score.
    Aspiration = "aspiration",
    /// Scores and best moves of positions met before are looked up in the transposition table.
    TableLookup = "table",
    /// No line is searched that could only end in a longer mate than a known one.
    MateDistance = "mate-distance",
    /// The static score is put right by the errors of earlier searches.
    Correction = "correction",
    /// Whether the static score rises from turn to turn says how much to prune.
    Improving = "improving",
    /// A static score far above beta ends a shallow node.
    ReverseFutility = "reverse-futility",
    /// A static score far below alpha ends a shallow node (Gomoku).
    Razoring = "razoring",
    /// A node without a move from the table is searched a ply less deep (Gomoku).
    InternalReduction = "internal-reduction",
    /// Quiet moves that cut off beside this node are tried early.
    Killers = "killers",
    /// Quiet moves are sorted by how they did anywhere.
    Butterfly = "butterfly",
    /// Quiet moves are sorted by how they did after the moves before.
    Continuation = "continuation",
    /// Quiet moves late in the list are dropped in shallow nodes.
    LateMovePruning = "late-move-pruning",
    /// Quiet moves that cannot lift the static score to alpha are dropped.
    Futility = "futility",
    /// Moves that lose material are dropped in shallow nodes.
    SeePruning = "see-pruning",
    /// The table's move is searched deeper where no other is nearly as good.
    Singular = "singular",
    /// Moves that give check are searched deeper.
    CheckExtension = "check-extension",
    /// Late moves are searched less deep first.
    LateMoveReduction = "late-move-reduction",
    /// Late moves that promise little by what they make are searched still less deep (Gomoku).
    PolicyReduction = "policy-reduction",
    /// Late moves are searched less deep where the replies to moves before them cut off at once.
    CutoffReduction = "cutoff-reduction",
    /// Quiescence tries checks at its first ply.
    QuietChecks = "quiet-checks",
    /// Quiescence drops captures that cannot lift the static score to alpha.
    DeltaPruning = "delta-pruning",
    /// Leaves look for wins by continuous fours (Gomoku, as all that follow).
    LeafFours = "leaf-fours",
    /// So does the root, without a bound on their length.
    RootFours = "root-fours",
    /// The root looks for wins by continuous threats.
    RootThreats = "root-threats",
    /// Root moves after which the enemy wins by fours or threats are found before the search and not searched.
    DefenceFilter = "defence-filter",
    /// Against a straight four to come only fours and what may stop it are tried.
    ForcedReplies = "forced-replies",
    /// Answers to a four cost no depth.
    AnswerExtension = "answer-extension",
    /// Moves are sorted by what they make and take.
    Ordering = "ordering",
    /// The evaluation knows which threats are on the board together.
    ThreatMask = "threat-mask",
}

/// Which parts a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u64);

const _: () = assert!(Feature::ALL.len() <= u64::BITS as usize, "one bit a feature");

impl Features {
    /// All of them.
    pub const ALL: Features = Features(u64::MAX);

    /// Returns whether `feature` is used.
    #[inline]
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u32 != 0
    }

    /// Returns these without `feature`.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}

/// A name that no part of a search has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFeature(String);

impl fmt::Display for UnknownFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Feature::ALL.iter().map(|feature| feature.name()).collect();
        write!(f, "'{}' is no part of a search: write one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownFeature {}

impl FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(name: &str) -> Result<Feature, UnknownFeature> {
        let found = Feature::ALL.iter().find(|feature| feature.name() == name);
        found.copied().ok_or_else(|| UnknownFeature(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_can_be_left_out_by_its_name_alone() {
        for &feature in Feature::ALL {
            assert_eq!(feature.name().parse(), Ok(feature));
            let rest = Features::ALL.without(feature);
            for &other in Feature::ALL {
                assert_eq!(rest.has(other), other != feature, "{} without {}", other.name(), feature.name());
            }
        }
        assert!("null".parse::<Feature>().is_err());
    }
}
