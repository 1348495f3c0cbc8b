//! The flags of a game that is set up: its rule, its board and its start.

use duiyi_core::game::{GameKind, Setup};
use duiyi_core::gomoku::protocol::OpeningProtocol;

use crate::position::setup;
use crate::problem::Problem;

#[derive(clap::Args)]
pub struct GameArgs {
    /// The rule: freestyle, standard, renju or caro (Gomoku), asian, chinese or simple (Xiangqi, about repetitions)
    #[arg(long, visible_alias = "ruleset")]
    rule: Option<String>,
    /// Lines of the board, 15 if not given (Gomoku)
    #[arg(long, value_name = "N", value_parser = crate::position::size)]
    size: Option<u8>,
    /// The opening rule: swap1, swap, swap2, rif, yamaguchi, soosorv-8 or taraguchi-10 (Gomoku). The first side opens
    #[arg(long, value_name = "O")]
    opening: Option<OpeningProtocol>,
    /// Start from this position (Xiangqi)
    #[arg(long)]
    fen: Option<String>,
}

impl GameArgs {
    pub fn setup(&self, game: GameKind) -> Result<Setup, Problem> {
        setup(game, self.rule.as_deref(), self.size, self.fen.as_deref(), self.opening)
    }
}
