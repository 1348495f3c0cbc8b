//! Nets, by which the engines judge instead of by their hand-crafted evaluations.

use std::sync::{Arc, LazyLock};

use super::xiangqi::net::{NetError, Network};
use crate::game::GameKind;

/// The net for Xiangqi that is built in; `docs/NETS.md` tells how it was made.
static XIANGQI: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../data/nets/xiangqi.net");
    Arc::new(Network::from_bytes(bytes).expect("the net that is built in is whole, as a test shows"))
});

/// The nets in use. Copies share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nets {
    xiangqi: Option<Arc<Network>>,
}

impl Nets {
    /// Every engine judges by its hand-crafted evaluation.
    pub const NONE: Nets = Nets { xiangqi: None };
    /// The largest file that can be a net, in bytes.
    pub const BYTES_MAX: u64 = 1 << 20;

    /// Returns the nets that are built in, which nobody uses who has not chosen them.
    #[must_use]
    pub fn built_in() -> Nets {
        Nets { xiangqi: Some(Arc::clone(&XIANGQI)) }
    }

    /// Reads the file of a net.
    ///
    /// # Errors
    /// One sentence on why it is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Nets, NetError> {
        Ok(Nets { xiangqi: Some(Arc::new(Network::from_bytes(bytes)?)) })
    }

    /// Returns the net for Xiangqi.
    #[must_use]
    pub const fn xiangqi(&self) -> Option<&Arc<Network>> {
        self.xiangqi.as_ref()
    }

    /// Returns why these nets cannot play `game`, if they cannot.
    #[must_use]
    pub fn refusal(&self, game: GameKind) -> Option<String> {
        (self.xiangqi.is_some() && game != GameKind::Xiangqi).then(|| "this net plays Xiangqi alone".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_that_is_built_in_is_whole_and_asked_for_by_nobody() {
        assert!(Nets::built_in().xiangqi().is_some());
        assert!(Nets::default().xiangqi().is_none());
    }
}
