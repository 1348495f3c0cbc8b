//! Converts games to rows of the library and back.

use std::hash::Hasher as _;

use duiyi_core::base::{BySide, Outcome, Reason};
use duiyi_core::game::{Naming, Refusal, Setup, SetupCodes};
use duiyi_core::record::{date, format};
use duiyi_core::session::Player;
use duiyi_core::study::{Node, Study};

use siphasher::sip128::{Hasher128 as _, SipHasher13};

pub(super) use crate::clock::day;
use crate::clock::unix_ms;
use crate::journal::{JournalHeader, new_game_id, words};
use crate::library::{FinishedGame, GameRow};
use crate::player::PlayerEntry;

/// The result of a game that was never finished.
const UNFINISHED: &str = "*";

/// Makes the row of a finished or abandoned game.
pub(super) fn finished(header: &JournalHeader, study: &Study, ended_at_ms: i64) -> FinishedGame {
    let (opener, responder) = (&header.first, &header.second);
    // The library stores the players by colour at the end of the game.
    let players = if study.is_swapped() { (responder, opener) } else { (opener, responder) };
    new_game(study, record(study), header.id.clone(), players, header.started_at_ms, ended_at_ms)
}

/// Makes the row of a game between engines that ends now.
pub(super) fn of_engines(uid: String, study: &Study, players: &BySide<Player>, started_at_ms: i64) -> FinishedGame {
    let players = players.as_ref().map(PlayerEntry::from);
    new_game(study, record(study), uid, (&players.first, &players.second), started_at_ms, unix_ms())
}

/// Writes a study in the usual form of its game.
pub(super) fn record(study: &Study) -> String {
    String::from_utf8(study.write()).expect("the usual forms are text")
}

/// Makes the row of an imported record; `own_words` is the original text, if it is kept. Equal records have equal
/// `uid`s.
pub(super) fn imported(study: &Study, own_words: Option<String>) -> FinishedGame {
    let now = unix_ms();
    let players = study.header.names.as_ref().map(|name| PlayerEntry::from(&Player::Human { name: name.clone() }));
    let usual = record(study);
    let mut hasher = SipHasher13::new();
    // A Xiangqi record does not name its rule for repetitions.
    hasher.write(study.header.setup.rule_code().as_bytes());
    hasher.write(usual.as_bytes());
    let uid = format!("record-{:032x}", hasher.finish128().as_u128());
    new_game(study, own_words.unwrap_or(usual), uid, (&players.first, &players.second), now, now)
}

/// Rebuilds the row of a game from its record.
pub(super) fn reread(record: &str) -> Option<FinishedGame> {
    let study = Study::of_record(format::read_unbounded(record.as_bytes()).ok()?).ok()?;
    // Two lost rows may have had equal records, so each needs a new `uid`.
    Some(FinishedGame { uid: new_game_id(), ..imported(&study, Some(record.to_owned())) })
}

/// Updates the row of a studied game; the kinds of the players are kept, and the reason of a later program.
pub(super) fn studied(before: &FinishedGame, study: &Study) -> FinishedGame {
    let named = |entry: &PlayerEntry, name: &String| {
        if entry.name == *name { entry.clone() } else { PlayerEntry::from(&Player::Human { name: name.clone() }) }
    };
    let names = &study.header.names;
    let (first, second) = (named(&before.first, &names.first), named(&before.second, &names.second));
    let players = (&first, &second);
    let after = new_game(study, record(study), before.uid.clone(), players, before.started_at_ms, before.ended_at_ms);
    let is_unread = Reason::from_code(&before.reason).is_none()
        && study.header.outcome.is_none_or(|outcome| outcome.reason == Reason::Unstated)
        && (&after.result, &after.winner) == (&before.result, &before.winner);
    if is_unread { FinishedGame { reason: before.reason.clone(), ..after } } else { after }
}

/// Makes the row of a study that begins from a position.
pub(super) fn begun(study: &Study) -> FinishedGame {
    let now = unix_ms();
    let unnamed = PlayerEntry::from(&Player::Human { name: String::new() });
    new_game(study, record(study), new_game_id(), (&unnamed, &unnamed), now, now)
}

fn new_game(
    study: &Study,
    record: String,
    uid: String,
    (first, second): (&PlayerEntry, &PlayerEntry),
    started_at_ms: i64,
    ended_at_ms: i64,
) -> FinishedGame {
    let Study { header, .. } = study;
    let end = study.final_game();
    let moves: Vec<&str> = study.tree().main_moves().take(end.ply()).collect();
    FinishedGame {
        uid,
        game: header.setup.kind().code().to_owned(),
        rule: header.setup.rule_code().to_owned(),
        size: header.setup.size(),
        first: first.clone(),
        second: second.clone(),
        result: header.outcome.map_or(UNFINISHED, Outcome::score_text).to_owned(),
        winner: header.outcome.and_then(|outcome| outcome.winner).map(words::side),
        reason: header.outcome.map_or(Reason::Abandoned, |outcome| outcome.reason).code().to_owned(),
        plies: u32::try_from(moves.len()).expect("a game has fewer than 2^32 moves"),
        date: date::normalised(&header.date).unwrap_or_default(),
        started_at_ms,
        ended_at_ms,
        start: header.setup.start_fen(),
        moves: moves.join(" "),
        record,
        final_placement: end.placement(),
        opening: Naming::new(&end).of(&end).map(|name| format!("{} {}", name.chinese, name.english)),
    }
}

/// A game of the library as a study, with the cursor at its end.
pub(super) struct FiledStudy {
    pub study: Study,
    /// The nodes of the study.
    pub nodes: Vec<Node>,
    /// Whether the record of the row was read, with or without faults. Otherwise only the moves of the row were, and
    /// writing the record anew would lose what else it has.
    pub is_recorded: bool,
}

/// Opens a game of the library. The record of the row is opened if it has the row's start, and begins with its moves;
/// otherwise only the moves of the row are.
///
/// The record is replayed once; one of Xiangqi under the rule of the row, since it does not always name its own. It is
/// stored verbatim: a new reading gives the same variations, notes and faults, and that of a later version more.
pub(super) fn study(row: &GameRow) -> Result<FiledStudy, Refusal> {
    let saved = &row.saved;
    let (start, rule) = (saved.start.as_deref(), saved.rule.as_str());
    let setup = Setup::read(SetupCodes { game: &saved.game, rule, size: saved.size, start, opening: None })?;
    let outcome = (saved.result != UNFINISHED).then(|| Outcome {
        winner: words::side_of(saved.winner.as_deref()),
        reason: Reason::from_code(&saved.reason).unwrap_or(Reason::Unstated),
    });
    let recorded = format::read_unbounded(saved.record.as_bytes()).ok();
    let recorded = recorded.filter(|read| is_same_start(&read.header.setup, &setup));
    let opened = recorded.and_then(|mut record| {
        if matches!(setup, Setup::Xiangqi { .. }) {
            record.header.setup = setup.clone();
        }
        Study::with_nodes(record).ok()
    });
    let begins_with_moves = |study: &Study| {
        let mut main = study.tree().main_moves().take(study.game().ply());
        saved.moves.split_whitespace().all(|mv| main.next() == Some(mv))
    };
    if let Some((mut study, nodes)) = opened
        && begins_with_moves(&study)
    {
        study.header.outcome = outcome;
        return Ok(FiledStudy { study, nodes, is_recorded: true });
    }
    let names = BySide { first: &saved.first, second: &saved.second }.map(|entry| entry.name.clone());
    let moves: Vec<String> = saved.moves.split_whitespace().map(str::to_owned).collect();
    let study = Study::of(&setup, &names, &moves, outcome, &day(saved.started_at_ms))?;
    let nodes = study.nodes();
    Ok(FiledStudy { study, nodes, is_recorded: saved.record.is_empty() })
}

/// Returns whether two games have the same start. The rule does not count: an older version may have read another one.
fn is_same_start(read: &Setup, filed: &Setup) -> bool {
    let start = |setup: &Setup| (setup.kind(), setup.size(), setup.start_fen());
    start(read) == start(filed)
}
