//! Nets, by which the engines judge on top of their hand-crafted evaluations or in their place.

use std::sync::Arc;

use super::xiangqi::net::{NetError, Network};
use crate::game::GameKind;

/// The nets in use: those that are built in, unless somebody chose others. Copies share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nets {
    xiangqi: Option<Arc<Network>>,
}

impl Default for Nets {
    fn default() -> Nets {
        Nets { xiangqi: Some(Network::built_in()) }
    }
}

impl Nets {
    /// No net: every engine judges by its hand-crafted evaluation alone.
    pub const NONE: Nets = Nets { xiangqi: None };
    /// The largest file that can be a net, in bytes.
    pub const BYTES_MAX: u64 = 1 << 20;

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
        let is_chosen = self.xiangqi.is_some() && *self != Nets::default();
        (is_chosen && game != GameKind::Xiangqi).then(|| "this net plays Xiangqi alone".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_that_is_built_in_is_whole_and_in_nobodys_way() {
        let nets = Nets::default();
        assert!(nets.xiangqi().is_some());
        assert_eq!((nets.refusal(GameKind::Xiangqi), nets.refusal(GameKind::Gomoku)), (None, None));
    }
}
