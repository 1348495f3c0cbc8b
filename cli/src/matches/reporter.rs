//! The reporter of a match: progress bar, record, result line.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use duiyi_core::game::GameKind;
use duiyi_core::record::format;
use duiyi_host::clock::{day, unix_ms};
use duiyi_host::files::FileError;
use duiyi_host::matches::{MatchResults, MatchSummary, PlayedGame, Sprt, SprtVerdict, record};
use duiyi_host::thinking::FaultCategory;
use indicatif::{ProgressBar, ProgressStyle};

use crate::counted::counted;
use crate::harmless::Harmless;
use crate::problem::Problem;
use crate::{complain, input};

/// How often a match without a bar writes its state.
const INTERVAL: Duration = Duration::from_secs(300);

/// Collects and reports the results.
pub struct MatchReporter {
    names: [String; 2],
    sprt: Option<Sprt>,
    book: Option<GameFile>,
    /// The bar on the error output, hidden if that is not a terminal.
    pub bar: ProgressBar,
    summary: MatchSummary,
    /// When the state was last written, or the match began.
    written: Instant,
}

impl MatchReporter {
    /// Makes the reporter of a match of `games` games.
    pub fn new(names: [String; 2], sprt: Option<Sprt>, book: Option<GameFile>, games: u32) -> MatchReporter {
        let bar = ProgressBar::new(games.into());
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}");
        bar.set_style(style.expect("the template is written as the bar wants it"));
        MatchReporter { names, sprt, book, bar, summary: MatchSummary::default(), written: Instant::now() }
    }

    /// Returns the results so far.
    pub const fn results(&self) -> &MatchResults {
        &self.summary.results
    }

    /// Counts and records a game; breaks if the match is decided. A match without a bar writes its state to the error output
    /// now and then.
    ///
    /// # Errors
    /// The record or the output cannot be written.
    pub fn take(&mut self, played: PlayedGame, out: &mut dyn Write) -> Result<ControlFlow<()>, Problem> {
        if let Some(book) = &mut self.book {
            book.add(&played, &self.names).map_err(|why| Problem::at("--record", why))?;
        }
        self.summary.take(&played);
        if let Some((entrant, fault)) = &played.fault {
            let (number, name) = (played.fixture.number + 1, &self.names[*entrant as usize]);
            writeln!(out, "game {number}: {name} {}", Harmless(fault))?;
            out.flush()?;
        }
        let MatchResults { wins, draws, losses, .. } = self.summary.results;
        self.bar.inc(1);
        self.bar.set_message(format!("+{wins} ={draws} -{losses}"));
        if self.bar.is_hidden() && self.written.elapsed() >= INTERVAL {
            self.written = Instant::now();
            complain(&self.state());
        }
        let ended = self.sprt.is_some_and(|sprt| sprt.verdict(&self.summary.results) != SprtVerdict::Open);
        Ok(if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Returns the line with the state of the test.
    pub fn sprt_line(&self, sprt: &Sprt) -> String {
        let verdict = match sprt.verdict(&self.summary.results) {
            SprtVerdict::Open => "open",
            SprtVerdict::Lower => "H0",
            SprtVerdict::Higher => "H1",
        };
        let (Sprt { elo0, elo1 }, bound) = (sprt, Sprt::BOUND);
        let pairs = self.summary.results.pairs.map(|count| count.to_string()).join(", ");
        // A negative zero would print a sign.
        let llr = (100.0 * sprt.llr(&self.summary.results)).round() / 100.0 + 0.0;
        format!("sprt [{elo0}, {elo1}] llr {llr:.2} (-{bound:.2}, {bound:.2}) {verdict} pairs [{pairs}]")
    }

    /// Returns the result so far, with the state of the test if there is one, in one line.
    fn state(&self) -> String {
        let test = self.sprt.map(|sprt| format!("; {}", self.sprt_line(&sprt))).unwrap_or_default();
        format!("{}: {}{test}", counted(self.summary.results.games(), "game"), self.result())
    }

    /// Returns the result line, whose form scripts depend on.
    pub fn result(&self) -> String {
        let MatchResults { wins, draws, losses, .. } = self.summary.results;
        // After a one-sided match, print the figures of a score half a game short of it: scripts read numbers.
        let (elo, error, los) = self
            .summary
            .results
            .strength()
            .map_or((0.0, 0.0, 50.0), |strength| (strength.elo, strength.error, strength.los));
        let [of_a, of_b] = &self.summary.faults;
        let counted =
            |count: FaultCategory| format!("{} {}", count.word(), of_a[count as usize] + of_b[count as usize]);
        let faults = FaultCategory::ALL.map(counted).join(" ");
        let [a, b] = &self.names;
        // A negative zero would print a sign.
        let elo = elo.round() + 0.0;
        format!("{a} vs {b}: +{wins} ={draws} -{losses} elo {elo:.0} ±{error:.0} los {los:.1} {faults}")
    }
}

/// The beginning of a file that tells its form, in bytes.
const HEAD: u64 = 64 << 10;

/// A file to which whole games are appended.
#[derive(Debug)]
pub struct GameFile {
    file: File,
}

impl GameFile {
    /// Opens `path` for appending games of `kind`.
    ///
    /// # Errors
    /// One sentence that names the file, also if it has anything but a collection in the form of these games.
    pub fn open(path: &Path, kind: GameKind) -> Result<GameFile, Problem> {
        let fault = |why| input::fault(path.display(), &FileError::new(path, why));
        if input::has_content(path) {
            let mut head = Vec::new();
            File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head)).map_err(fault)?;
            let (found, usual) = (format::sniff(&head).name(), format::usual(kind).name());
            if found != usual {
                let why = format!("this file is in the form {found}, and games are added in {usual}; name another one");
                return Err(Problem::at(path.display(), why));
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
        Ok(GameFile { file })
    }

    /// Appends a game in one write.
    ///
    /// # Errors
    /// The system's error.
    pub fn add(&mut self, played: &PlayedGame, names: &[String; 2]) -> io::Result<()> {
        let mut text = record::written(played, names, &day(unix_ms()));
        text.push(b'\n');
        self.file.write_all(&text)?;
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_added_to_a_collection_of_their_form_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games");
        assert!(GameFile::open(&path, GameKind::Gomoku).is_ok(), "nothing is there yet");
        assert!(GameFile::open(&path, GameKind::Xiangqi).is_ok(), "an empty file");
        for (text, pgn, sgf) in [
            ("[Game \"Chinese Chess\"]\n\n1. H2-E2 *\n", true, false),
            ("(;FF[4]GM[4]SZ[15];B[hh])\n", false, true),
            ("XQ\x0c\0\0\0", false, false),
            ("a letter\n", false, false),
        ] {
            std::fs::write(&path, text).expect("it can be written");
            let taken = [GameKind::Xiangqi, GameKind::Gomoku].map(|kind| GameFile::open(&path, kind).is_ok());
            assert_eq!(taken, [pgn, sgf], "{text:?}");
            assert_eq!(std::fs::read(&path).expect("it is there"), text.as_bytes());
        }
    }

    #[test]
    fn the_state_is_the_result_so_far_and_that_of_the_test() {
        let names = ["A", "B"].map(str::to_owned);
        let reporter = MatchReporter::new(names, Some(Sprt { elo0: 0.0, elo1: 10.0 }), None, 8);
        let expected = "0 games: A vs B: +0 =0 -0 elo 0 ±0 los 50.0 illegal 0 crash 0 timeout 0; \
                        sprt [0, 10] llr 0.00 (-2.94, 2.94) open pairs [0, 0, 0, 0, 0]";
        assert_eq!(reporter.state(), expected);
    }
}
