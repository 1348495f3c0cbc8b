//! Nets from files, by which the engines judge instead of by what is built in.

use std::sync::Arc;

use super::xiangqi::net::{NetError, Network};
use crate::game::GameKind;

/// The nets in use. Copies share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nets {
    xiangqi: Option<Arc<Network>>,
}

impl Nets {
    /// Every engine judges by what is built in.
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
        (self.xiangqi.is_some() && game != GameKind::Xiangqi).then(|| "this net plays Xiangqi alone".to_owned())
    }
}
