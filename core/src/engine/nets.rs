//! The nets that correct or replace the hand-crafted evaluations.

use std::sync::Arc;

use super::net::NetError;
use super::{gomoku, xiangqi};
use crate::game::GameKind;

/// The nets of all games, by default the built-in ones. Copies share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nets {
    xiangqi: Option<Arc<xiangqi::net::Network>>,
    gomoku: Option<Arc<gomoku::net::Network>>,
}

impl Default for Nets {
    fn default() -> Nets {
        Nets { xiangqi: Some(xiangqi::net::Network::built_in()), gomoku: Some(gomoku::net::Network::built_in()) }
    }
}

impl Nets {
    /// No net: every engine uses its hand-crafted evaluation alone.
    pub const NONE: Nets = Nets { xiangqi: None, gomoku: None };
    /// Largest accepted net file, in bytes.
    pub const BYTES_MAX: u64 = 1 << 20;

    /// Reads a net file. The other game keeps its built-in net.
    ///
    /// # Errors
    /// [`NetError`]: the fault of the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Nets, NetError> {
        match xiangqi::net::Network::from_bytes(bytes) {
            Err(NetError::Foreign) => {
                let gomoku = Some(Arc::new(gomoku::net::Network::from_bytes(bytes)?));
                Ok(Nets { gomoku, ..Nets::default() })
            }
            net => Ok(Nets { xiangqi: Some(Arc::new(net?)), ..Nets::default() }),
        }
    }

    #[must_use]
    pub const fn xiangqi(&self) -> Option<&Arc<xiangqi::net::Network>> {
        self.xiangqi.as_ref()
    }

    #[must_use]
    pub const fn gomoku(&self) -> Option<&Arc<gomoku::net::Network>> {
        self.gomoku.as_ref()
    }

    /// Returns the checksum of the net for `game`, which identifies it.
    #[must_use]
    pub fn checksum(&self, game: GameKind) -> Option<u64> {
        match game {
            GameKind::Xiangqi => self.xiangqi().map(|net| net.checksum()),
            GameKind::Gomoku => self.gomoku().map(|net| net.checksum()),
            GameKind::TicTacToe => None,
        }
    }

    /// Returns the reason why these nets cannot play `game`.
    #[must_use]
    pub fn refusal(&self, game: GameKind) -> Option<String> {
        let built_in = Nets::default();
        if self.xiangqi.is_some() && self.xiangqi != built_in.xiangqi && game != GameKind::Xiangqi {
            return Some("this net plays Xiangqi alone".to_owned());
        }
        let is_gomoku = self.gomoku.is_some() && self.gomoku != built_in.gomoku;
        (is_gomoku && game != GameKind::Gomoku).then(|| "this net plays Gomoku alone".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nets_that_are_built_in_are_whole_and_in_nobodys_way() {
        let nets = Nets::default();
        assert!(nets.xiangqi().is_some() && nets.gomoku().is_some());
        for nets in [nets, Nets::NONE] {
            assert!(GameKind::ALL.into_iter().all(|game| nets.refusal(game).is_none()));
        }
    }
}
