//! Threats and reasons as English sentences.

use duiyi_core::base::Side;
use duiyi_core::explain::{Fact, ForcingShape, MatingPattern, Protection, Threat, ThreatKind};
use duiyi_core::game::{GameKind, MoveRow, PlacedPiece};

use crate::play::words::side;

/// Returns a sentence why a move is good or bad, without a full stop.
pub fn reason(kind: GameKind, fact: &Fact) -> String {
    let what = threat(kind, fact.threat());
    match fact {
        Fact::Allows(_) => format!("overlooked: {what}"),
        Fact::Ignores(_) => format!("not stopped: {what}"),
        Fact::Does(_) => what,
        Fact::Stops(_) => format!("stops this: {what}"),
    }
}

/// Returns a sentence about a threat, without a full stop.
pub fn threat(kind: GameKind, threat: &Threat) -> String {
    let by = side(kind, threat.side);
    let first = || threat.line.first().map_or_else(String::new, |row| row.uci.clone());
    match &threat.what {
        ThreatKind::Mate { moves: 1, pattern } => {
            format!("{by} mates in one: {}{}", written(threat), named(*pattern))
        }
        ThreatKind::Mate { moves, pattern } => {
            format!("{by} mates in {moves}, starting with {}{}", written(threat), named(*pattern))
        }
        ThreatKind::Capture { taker, taken, root } => {
            let how = match root {
                Protection::None => " and undefended",
                Protection::Sham => ", and its defender cannot recapture",
                Protection::Cheap => " and not protected well enough",
            };
            format!("{} is attacked by {}{how}", placed(taken), placed(taker))
        }
        ThreatKind::Fork { by, targets } => {
            let all: Vec<String> = targets.iter().map(placed).collect();
            format!("{} attacks {} at once", placed(by), all.join(" and "))
        }
        ThreatKind::Discovery { mover, by, target } => {
            format!("{} moves away and {} attacks {}", placed(mover), placed(by), placed(target))
        }
        ThreatKind::Screen { mover, by, target } => {
            format!("{} becomes the screen of {}, which attacks {}", placed(mover), placed(by), placed(target))
        }
        ThreatKind::Pin { pinned, by, behind } => {
            format!("{} is pinned to {} by {}", placed(pinned), placed(behind), placed(by))
        }
        ThreatKind::Check { by } => format!("{} can give check on {}", placed(by), first().split_off(2)),
        ThreatKind::Five { row, foul } => {
            let forbidden = foul.map_or_else(String::new, |foul| format!("; Black may not block ({foul})"));
            format!("{by} makes five on {} with {}{forbidden}", first(), row.join(" "))
        }
        ThreatKind::Vcf { moves, shape, foul, .. } => {
            let foul = foul.map_or_else(String::new, |foul| format!("; Black may not block ({foul})"));
            format!("{by} wins by continuous fours in {moves} from {}{}{foul}", first(), made(*shape))
        }
        ThreatKind::Vct { moves, shape } => {
            format!("{by} wins by continuous threats, here in {moves}, from {}{}", first(), made(*shape))
        }
        ThreatKind::OpenThree { row, .. } => format!("{by} has an open three: {}", row.join(" ")),
        ThreatKind::Shape { shape, .. } => format!("{by} can make {} on {}", shape_name(*shape), first()),
        ThreatKind::Apart { at } => format!("{at} is apart: no line of five through it has another stone"),
        ThreatKind::Forbidden { at, foul, .. } => format!("{at} is forbidden to Black: {foul}"),
    }
}

/// Names a piece on its point: `the black chariot on e4`.
fn placed(placed: &PlacedPiece) -> String {
    let side = if placed.piece.is_ascii_uppercase() { "red" } else { "black" };
    let name = duiyi_core::xiangqi::Piece::from_letter(placed.piece).map_or("piece", |piece| piece.role.name());
    format!("the {side} {name} on {}", placed.at)
}

fn written(threat: &Threat) -> String {
    threat.line.first().map_or_else(String::new, |MoveRow { chinese, uci, .. }| format!("{chinese} ({uci})"))
}

fn named(pattern: Option<MatingPattern>) -> String {
    let name = match pattern {
        None => return String::new(),
        Some(MatingPattern::HorseCannon) => "horse and cannon, 马后炮",
        Some(MatingPattern::DoubleCannon) => "double cannon, 重炮",
        Some(MatingPattern::PalaceHorse) => "horse at the palace door, 卧槽马",
        Some(MatingPattern::CornerHorse) => "horse at the palace corner, 挂角马",
        Some(MatingPattern::HeavenEarthCannons) => "cannons of heaven and earth, 天地炮",
        Some(MatingPattern::IronBolt) => "iron bolt, 铁门栓",
        Some(MatingPattern::TwinRooks) => "chariots in turn, 双车错",
        Some(MatingPattern::Smothered) => "smothered palace, 闷宫",
        Some(MatingPattern::HeartPiercer) => "chariot through the heart, 大胆穿心",
        Some(MatingPattern::AnglerHorse) => "angler's horse, 钓鱼马",
        Some(MatingPattern::OctagonHorse) => "octagon horse, 八角马",
        Some(MatingPattern::FacingGeneral) => "facing general, 白脸将",
    };
    format!(": {name}")
}

fn made(shape: Option<ForcingShape>) -> String {
    shape.map_or_else(String::new, |shape| format!(", {}", shape_name(shape)))
}

const fn shape_name(shape: ForcingShape) -> &'static str {
    match shape {
        ForcingShape::StraightFour => "a straight four",
        ForcingShape::DoubleFour => "a double four",
        ForcingShape::FourThree => "a four-three",
        ForcingShape::DoubleThree => "a double three",
    }
}

/// Returns a hint where to look for a move.
pub fn nudge(kind: GameKind, mv: &MoveRow, size: u8) -> String {
    match (mv.piece, kind) {
        (Some(piece), GameKind::Xiangqi) => {
            let at = mv.uci.chars().take(2).collect();
            let piece = placed(&PlacedPiece { piece, at });
            format!("look at {piece}")
        }
        _ => format!("look at the {} of the board", area(&mv.uci, size)),
    }
}

/// Names the part of a board around a point.
fn area(point: &str, size: u8) -> &'static str {
    let Some((column, row)) = point.split_at_checked(1) else { return "middle" };
    let column = i32::from(column.bytes().next().unwrap_or(b'a') - b'a') + 1;
    let row: i32 = row.parse().unwrap_or(1);
    // In half points, so that the middle of an even board is an integer.
    let (across, up) = (2 * column - i32::from(size) - 1, 2 * row - i32::from(size) - 1);
    match (across, up) {
        _ if across.abs().max(up.abs()) * 4 <= i32::from(size) => "middle",
        (..0, 0..) => "upper left",
        (0.., 0..) => "upper right",
        (..0, ..0) => "lower left",
        (0.., ..0) => "lower right",
    }
}

/// Returns the heading of one side's threats.
pub fn heading(kind: GameKind, of: Side) -> String {
    format!("{} threatens:", side(kind, of))
}

#[cfg(test)]
mod tests {
    use duiyi_core::explain::threats;
    use duiyi_core::game::{Game, Setup};

    use super::*;

    #[track_caller]
    fn check(fen: &str, sentence: &str) {
        let game = Game::new(&Setup::Xiangqi { start: format!("{fen} - - 0 1").parse().expect(fen) });
        let told: Vec<String> = threats(&game).iter().map(|one| threat(GameKind::Xiangqi, one)).collect();
        assert!(told.iter().any(|told| told == sentence), "{told:#?}");
    }

    #[test]
    fn a_capture_says_what_is_proved() {
        check(
            "r2k5/9/9/9/n8/9/9/9/R8/R4K3 w",
            "the black horse on a5 is attacked by the red chariot on a1 and not protected well enough",
        );
        // A discovered check, no pin, forbids to recapture.
        check(
            "4k4/1n7/3n5/9/4N4/9/9/9/4R4/3K5 w",
            "the black horse on d7 is attacked by the red horse on e5, and its defender cannot recapture",
        );
        check(
            "3k5/9/9/9/n8/9/9/9/9/R4K3 w",
            "the black horse on a5 is attacked by the red chariot on a0 and undefended",
        );
    }
}
