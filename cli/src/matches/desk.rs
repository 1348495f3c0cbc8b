//! Where the results of a match come together: the bar, the record, the last line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use duiyi_host::clock::{day, unix_ms};
use duiyi_host::matches::{Count, Go, Played, Sprt, Standing, Tally, Verdict, record};
use indicatif::{ProgressBar, ProgressStyle};

use crate::problem::Problem;

/// Where results come together.
pub struct Desk {
    names: [String; 2],
    sprt: Option<Sprt>,
    book: Option<Book>,
    /// The bar on the error output, hidden where that is no terminal.
    pub bar: ProgressBar,
    standing: Standing,
}

impl Desk {
    /// Opens the desk for a match of `games` games.
    pub fn new(names: [String; 2], sprt: Option<Sprt>, book: Option<Book>, games: u32) -> Desk {
        let bar = ProgressBar::new(games.into());
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}");
        bar.set_style(style.expect("the template is written as the bar wants it"));
        Desk { names, sprt, book, bar, standing: Standing::default() }
    }

    /// Returns the results so far.
    pub const fn tally(&self) -> &Tally {
        &self.standing.tally
    }

    /// Counts a game, writes it down, and says whether the match goes on.
    ///
    /// # Errors
    /// What keeps the record or the output from being written.
    pub fn take(&mut self, played: Played, out: &mut dyn Write) -> Result<Go, Problem> {
        if let Some(book) = &mut self.book {
            book.add(&played, &self.names).map_err(|why| Problem::at("--record", why))?;
        }
        self.standing.take(&played);
        if let Some((entrant, fault)) = &played.fault {
            writeln!(out, "game {}: {} {fault}", played.fixture.number + 1, self.names[*entrant as usize])?;
            out.flush()?;
        }
        let Tally { wins, draws, losses, .. } = self.standing.tally;
        self.bar.inc(1);
        self.bar.set_message(format!("+{wins} ={draws} -{losses}"));
        let ended = self.sprt.is_some_and(|sprt| sprt.verdict(&self.standing.tally) != Verdict::Open);
        Ok(if ended { Go::Home } else { Go::On })
    }

    /// Writes what the test has come to.
    pub fn sprt_line(&self, sprt: &Sprt) -> String {
        let verdict = match sprt.verdict(&self.standing.tally) {
            Verdict::Open => "open",
            Verdict::Lower => "H0",
            Verdict::Higher => "H1",
        };
        let (Sprt { elo0, elo1 }, bound) = (sprt, Sprt::BOUND);
        let pairs = self.standing.tally.pairs.map(|count| count.to_string()).join(", ");
        let llr = sprt.llr(&self.standing.tally);
        format!("sprt [{elo0}, {elo1}] llr {llr:.2} (-{bound:.2}, {bound:.2}) {verdict} pairs [{pairs}]")
    }

    /// Writes the result as the terminal contract has it.
    pub fn result(&self) -> String {
        let Tally { wins, draws, losses, .. } = self.standing.tally;
        // Where one side won every game the numbers are those of a score half a game short of it: scripts read numbers.
        let (elo, error, los) = self
            .standing
            .tally
            .strength()
            .map_or((0.0, 0.0, 50.0), |strength| (strength.elo, strength.error, strength.los));
        let [of_a, of_b] = &self.standing.faults;
        let counted = |count: Count| format!("{} {}", count.word(), of_a[count as usize] + of_b[count as usize]);
        let faults = Count::ALL.map(counted).join(" ");
        let [a, b] = &self.names;
        // A negative zero would be written with its sign.
        let elo = elo.round() + 0.0;
        format!("{a} vs {b}: +{wins} ={draws} -{losses} elo {elo:.0} ±{error:.0} los {los:.1} {faults}")
    }
}

/// A file that grows by whole games.
#[derive(Debug)]
pub struct Book {
    file: File,
}

impl Book {
    /// Opens `path`; games are added to what is there.
    ///
    /// # Errors
    /// The system's.
    pub fn open(path: &Path) -> io::Result<Book> {
        Ok(Book { file: OpenOptions::new().create(true).append(true).open(path)? })
    }

    /// Adds a game in one piece.
    ///
    /// # Errors
    /// The system's.
    pub fn add(&mut self, played: &Played, names: &[String; 2]) -> io::Result<()> {
        let mut text = record::written(played, names, &day(unix_ms()));
        text.push(b'\n');
        self.file.write_all(&text)?;
        self.file.flush()
    }
}
