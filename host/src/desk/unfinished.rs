//! The games in the journals of earlier runs: unfinished, ended but not filed, and unusable. Reading them changes no
//! file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use duiyi_core::game::Refusal;
use duiyi_core::session::{GameConfig, Player};
use duiyi_core::study::Study;

use super::UnfinishedGame;
use crate::files::{DataDir, FileError, Notice, set_aside};
use crate::journal::{Journal, JournalEntry, JournalError, JournalFault, RecoveredGame, Recovery, words};
use crate::network::class::{ClassDamage, ClassFileError, CutOffClass, find_classes};

/// The result of reading all journals.
#[derive(Debug, Default)]
pub(super) struct UnfinishedGames {
    /// Unfinished games, newest first; of a damaged one, the playable part.
    pub(super) games: Vec<UnfinishedGame>,
    /// Games that ended and have not reached the library.
    pub(super) ended: Vec<RecoveredGame>,
    /// Games without a move, which no library takes.
    pub(super) empty: Vec<RecoveredGame>,
    /// Journals without a usable game.
    pub(super) unusable: Vec<UnusableJournal>,
    /// Notices about damaged files of classes.
    classes: Vec<Notice>,
}

/// A journal without a usable game.
#[derive(Debug)]
pub(super) struct UnusableJournal {
    pub(super) path: PathBuf,
    pub(super) notice: Notice,
    /// Whether the file is damaged; otherwise a newer program wrote it.
    pub(super) broken: bool,
}

impl UnfinishedGames {
    /// Reads every journal that no program holds. There may be thousands, so no caller holds the lock of the game. A game that
    /// begins, ends or goes on meanwhile has a locked journal or none, and is left out. If that happens after its journal was
    /// read, it is found as it was: a command to it reads the journal again.
    pub(super) fn find(dir: &DataDir) -> Result<UnfinishedGames, JournalError> {
        Ok(UnfinishedGames::of(dir, Journal::scan(dir)?))
    }

    /// Reads the journal of the unfinished game `uid`.
    pub(super) fn find_game(dir: &DataDir, uid: &str) -> Result<Option<UnfinishedGame>, JournalError> {
        let left = UnfinishedGames::of(dir, Journal::find(dir, uid)?);
        Ok(left.games.into_iter().find(|game| game.journal.header.id == uid))
    }

    /// Sorts what was found in the journals.
    fn of(dir: &DataDir, found: Recovery) -> UnfinishedGames {
        let mut left = UnfinishedGames::default();
        let classes = find_classes(dir);
        let of_classes: HashSet<&str> = classes.cut_off.iter().flat_map(CutOffClass::games).collect();
        let damaged = classes.cut_off.iter().filter_map(|class| class.damage.as_ref());
        left.classes = damaged.map(ClassDamage::notice).collect();
        left.classes.extend(classes.unreadable.iter().map(ClassFileError::notice));
        for game in found.games {
            if of_classes.contains(game.header.id.as_str()) {
                // It goes on with its class.
            } else if game.plies.is_empty() {
                left.empty.push(game);
            } else {
                left.take(game, None);
            }
        }
        for JournalFault { error, path, readable } in found.faults {
            let broken = matches!(error, JournalError::Corrupt { .. });
            match readable.filter(|game| !game.plies.is_empty()) {
                Some(game) => left.take(game, Some(error.to_string())),
                None => left.unusable.push(UnusableJournal::new(error.code(), &error, path, broken)),
            }
        }
        left.games.sort_by_key(|game| std::cmp::Reverse(game.journal.last_at_ms));
        left
    }

    /// Makes notices about damaged games and unusable journals.
    pub(super) fn notices(&self) -> Vec<Notice> {
        let damaged = self.games.iter().filter_map(|game| {
            let why = game.damage.as_ref()?;
            Some(Notice::new("game-cut-short", why, Some(&game.journal.path)))
        });
        let unusable = self.unusable.iter().map(|journal| journal.notice.clone());
        damaged.chain(unusable).chain(self.classes.iter().cloned()).collect()
    }

    fn take(&mut self, mut game: RecoveredGame, mut damage: Option<String>) {
        let path = game.path.clone();
        let config = match words::config(&game.header) {
            Ok(config) => config,
            Err(Refusal { message, .. }) => {
                let message = format!(
                    "The unfinished game {} cannot be set up by this program ({message}); it is kept as it is.",
                    path.display()
                );
                let broken = damage.is_some();
                return self.unusable.push(UnusableJournal::new("unknown-game", message, path, broken));
            }
        };
        let (playable, stopped) = playable(&config, &game);
        if let Some(Refusal { message, .. }) = stopped {
            let ply = playable.0 + 1;
            let why = format!(
                "{} is damaged at move {ply} ({message}); the game up to there can be resumed.",
                path.display()
            );
            if playable.0 == 0 {
                return self.unusable.push(UnusableJournal::new("corrupt", why, path, true));
            }
            game.cut(playable.0);
            damage = damage.or(Some(why));
        }
        if game.end.is_some() && damage.is_none() {
            self.ended.push(game);
        } else {
            self.games.push(UnfinishedGame { journal: game, config, placement: playable.1, damage });
        }
    }
}

impl UnusableJournal {
    fn new(code: &'static str, message: impl ToString, path: PathBuf, broken: bool) -> UnusableJournal {
        UnusableJournal { notice: Notice::new(code, message, Some(&path)), path, broken }
    }

    /// Sets a damaged journal aside and returns its notice.
    pub(super) fn set_aside(self) -> Notice {
        match set_aside(&self.path, false) {
            Ok(aside) => {
                let message = format!(
                    "The file of an unfinished game was damaged and is kept as {}; no game could be read from it.",
                    aside.display()
                );
                Notice { details: vec![self.notice.message], ..Notice::new("game-lost", message, Some(&aside)) }
            }
            // The file keeps its name, so the notice keeps it too.
            Err(_) => self.notice,
        }
    }
}

/// Returns the number of playable plies with the board after them, and the refusal of the next one.
fn playable(config: &GameConfig, game: &RecoveredGame) -> ((usize, String), Option<Refusal>) {
    let moves: Vec<String> = game.plies.iter().map(|ply| ply.mv.clone()).collect();
    let names = config.players.as_ref().map(Player::record_name);
    let placement = |plies: usize| {
        Study::of(&config.setup, &names, &moves[..plies], None, "").map(|study| study.game().placement())
    };
    let why = match placement(moves.len()) {
        Ok(placement) => return ((moves.len(), placement), None),
        Err(why) => why,
    };
    // The playable plies are a prefix; bisection finds its length.
    let (mut good, mut bad) = (0, moves.len());
    while bad - good > 1 {
        let middle = good.midpoint(bad);
        if placement(middle).is_ok() { good = middle } else { bad = middle }
    }
    ((good, placement(good).unwrap_or_default()), Some(why))
}

/// Returns the entries of a game without what was taken back. Time spent on that stays spent.
pub(super) fn entries(game: &RecoveredGame) -> Vec<JournalEntry> {
    let mut entries: Vec<JournalEntry> = game.plies.iter().cloned().map(JournalEntry::from).collect();
    let to_ply = u32::try_from(entries.len()).expect("a journal has fewer than 2^32 lines");
    if game.clock_ms.is_some() && game.clock_ms != game.plies.last().and_then(|ply| ply.clock_ms) {
        entries.push(JournalEntry::Undo { to_ply, clock_ms: game.clock_ms, at_ms: game.last_at_ms });
    }
    entries
}

/// Writes the playable part of a game to a new journal; after an error there is none.
pub(super) fn write_again(dir: &DataDir, game: &RecoveredGame) -> Result<Journal, JournalError> {
    let mut journal = Journal::create(dir, &game.header)?;
    match journal.append_all(&entries(game)) {
        Ok(()) => Ok(journal),
        Err(error) => {
            // One that cannot be removed has no move, and is never offered.
            let _ = journal.finish();
            Err(error)
        }
    }
}

/// Sets the damaged file of a game aside, after its readable part has been saved elsewhere.
pub(super) fn put_away(path: &Path) -> Result<(), FileError> {
    set_aside(path, false).map(drop)
}
