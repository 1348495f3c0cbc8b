//! The ruling on a repetition as text.

use duiyi_core::base::{Outcome, Side};
use duiyi_core::game::{GameKind, RepetitionWarning};
use duiyi_core::record::Header;
use duiyi_core::xiangqi::piece::side_name;
use duiyi_core::xiangqi::repetition::{Ruling, Statement, Verdict, Violation};

/// Returns a warning that a move ends the game by repetition, or lets the opponent end it.
#[must_use]
pub fn warning(warning: &RepetitionWarning) -> String {
    let RepetitionWarning { row, reply, ruled } = warning;
    let after = match reply {
        Some(reply) => format!("{} ({}) may be answered by {} ({})", row.chinese, row.uci, reply.chinese, reply.uci),
        None => format!("{} ({}) ends the game", row.chinese, row.uci),
    };
    format!("{after}: {}", sentence(&ruled.ruling))
}

/// Says how a game ends by its rules and what its record says instead, without a full stop.
#[must_use]
pub fn remark(header: &Header, ended: Outcome) -> String {
    let [first, second] = match header.setup.kind() {
        GameKind::Xiangqi => Side::ALL.map(side_name),
        GameKind::Gomoku => ["Black", "White"],
        GameKind::TicTacToe => ["X", "O"],
    };
    let rule = match header.setup.rule_code() {
        "" => "by the rules".to_owned(),
        rule => format!("by the {rule} rule"),
    };
    let verdict = match ended.winner {
        Some(Side::First) => format!("lost for {second}"),
        Some(Side::Second) => format!("lost for {first}"),
        None => "a draw".to_owned(),
    };
    let said = header.outcome.map_or("the record names no result".to_owned(), |said| {
        format!("the record says {}, which is kept", said.score_text())
    });
    format!("{rule} the last position is {verdict} ({}); {said}", ended.reason)
}

/// Returns a sentence with the result of a repetition and the reason, without a full stop.
#[must_use]
pub fn sentence(ruling: &Ruling) -> String {
    let third = "the position occurs for the third time";
    match ruling.verdict {
        Verdict::MustDeviate(side, violation) => {
            let what = did(&ruling.statement(side), violation);
            format!("{} {what}, and {third}: {} loses", side_name(side), side_name(side))
        }
        Verdict::Draw => match (ruling.violations.first, ruling.violations.second) {
            (Some(red), Some(black)) => {
                let did = |side, violation| did(&ruling.statement(side), violation);
                format!("Red {} and Black {}, and {third}: a draw", did(Side::First, red), did(Side::Second, black))
            }
            _ => "The position occurs for the third time and neither side is at fault: a draw".to_owned(),
        },
    }
}

fn did(statement: &Statement, violation: Violation) -> String {
    let moves = statement.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match violation {
        Violation::Check => format!("gave check with every move ({moves})"),
        Violation::Attack => format!("checked, threatened mate or chased with every move ({moves})"),
        Violation::Chase => {
            let prey: Vec<String> = statement
                .prey
                .iter()
                .map(|prey| format!("the {} now on {}", prey.piece.role.name(), prey.at))
                .collect();
            let shams: Vec<String> =
                statement.false_roots.iter().map(|root| format!("the {}", root.role.name())).collect();
            let but = if shams.is_empty() {
                String::new()
            } else {
                format!(", which {} could not protect without exposing the general", shams.join(" and "))
            };
            format!("chased {}{but} with every move ({moves})", prey.join(" and "))
        }
    }
}
