//! `duiyi analyze`: the review of a game, or of many.

mod annotated;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duiyi_core::base::{Millis, Side};
use duiyi_core::explain::Fact;
use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::format::{self, COLLECTION_BYTES_MAX, ReadFault, Record, UnreadableRecord};
use duiyi_core::review::{ForcedWin, Review, ReviewLabel, ReviewReport, ReviewedMove};
use duiyi_core::search::Stop;
use duiyi_core::study::Study;
use duiyi_host::files::archive;
use duiyi_host::review::{self, ReviewEffort, ReviewError, ReviewProgress};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::explain::reason;
use crate::harmless::Harmless;
use crate::position::nodes;
use crate::problem::{Problem, Status};
use crate::records::{self, NamedFile};
use crate::score::UciScore;
use crate::{complain, machine, ruling};
use annotated::Annotated;

/// Review games: what each move has cost, and what would have been better
///
/// FILE is a record in any known format, also plain moves, a collection, a .zip archive, or a folder of them. Each position
/// of a main line is searched for the given time. A move is labelled ?!, ? or ?? where it gives away 5, 10 or 20% of the
/// winning chances, ! where it is the only one that keeps the result and gives something up for it. The last lines are the
/// accuracies of both sides. With --json there is one line a move instead: {"ply":9,"move":"h6h7","score":{"cp":-830},
/// "best":"e3e4","loss":848,"label":"??","why":"…"}; score is the evaluation after the move, for the mover, and loss the
/// centipawns lost by it.
///
/// Of several games each has one line with its accuracies. With --json each line has the game's file and its number in it,
/// too, and after the moves of a game comes {"file":"…","game":3,"accuracy":{"first":92.1,"second":88.4}}.
///
/// Ctrl-C ends the run with status 130; the games reviewed so far are printed, and a message says what was written.
#[derive(clap::Args)]
pub struct Args {
    /// The records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Look at each position this long, in milliseconds
    #[arg(long, value_name = "T", default_value_t = 360, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time_ms: u64,
    /// Visit so many nodes at each position instead; the same everywhere with the same number of threads
    #[arg(long, value_name = "N", value_parser = nodes(), conflicts_with = "time_ms")]
    nodes: Option<u64>,
    /// How many threads share the positions
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = machine::threads())]
    threads: u16,
    /// Print one line of JSON a move
    #[arg(long)]
    json: bool,
    /// Write the games with evaluations, signs and better lines to this new file, or into this folder; files that are in
    /// the folder already stay, and their games are not reviewed again. Of files with one name each further one keeps its
    /// folder
    #[arg(long, value_name = "PATH")]
    annotate: Option<PathBuf>,
}

/// Reviews the games and writes the results. Once `stop` is asked, the games reviewed so far are kept.
pub fn run(args: &Args, stop: &Stop, out: &mut dyn Write) -> Result<Status, Problem> {
    let annotated = args.annotate.as_deref().map(|target| Annotated::new(target, &args.files)).transpose()?;
    let is_one_file =
        matches!(&args.files[..], [file] if file.is_file() && !archive::is_archive_file(file).unwrap_or(false));
    let mut batch = Batch { args, stop, out, annotated, is_one_file, first: None, refused: None, reviewed: 0 };
    records::each_file(&args.files, COLLECTION_BYTES_MAX as u64, &mut |file| batch.file(file))?;
    batch.finish()
}

/// A game of a file.
struct NamedGame {
    place: PathBuf,
    /// From 1.
    number: u32,
    study: Study,
}

/// The state of a run.
struct Batch<'a> {
    args: &'a Args,
    stop: &'a Stop,
    out: &'a mut dyn Write,
    annotated: Option<Annotated>,
    /// Whether one file was named, which may hold one game. A single game is shown move by move.
    is_one_file: bool,
    /// The first game of one file, until another one is found.
    first: Option<NamedGame>,
    /// The error of the first file or game that could not be used.
    refused: Option<Problem>,
    reviewed: u32,
}

impl Batch<'_> {
    fn file(&mut self, file: NamedFile) -> Result<ControlFlow<()>, Problem> {
        let NamedFile { place, below, bytes } = file;
        let is_done = |annotated: &mut Annotated| annotated.is_own(&place) || annotated.is_there(&place, &below);
        if self.annotated.as_mut().is_some_and(is_done) {
            return Ok(ControlFlow::Continue(()));
        }
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(why) => {
                self.refuse(Problem::at(place.display(), why));
                return Ok(ControlFlow::Continue(()));
            }
        };
        let codec = format::sniff_file(&bytes, place.extension().and_then(|ending| ending.to_str()));
        let mut number = 0;
        let mut ended = Ok(());
        let _ = codec.read_each(&bytes, &mut |record| {
            number += 1;
            ended = self.record(&place, number, record);
            if ended.is_err() || self.stop.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        ended?;
        if number == 0 {
            self.refuse(Problem::at(place.display(), UnreadableRecord::Unknown));
        }
        if let Some(only) = self.first.take() {
            self.review(only, false)?;
        }
        // In a folder, a file whose games were not all reviewed is reviewed again.
        if let Some(annotated) =
            self.annotated.as_mut().filter(|annotated| !annotated.is_folder() || !self.stop.is_asked())
        {
            annotated.write()?;
        }
        Ok(if self.stop.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn record(&mut self, place: &Path, number: u32, record: Result<Record, UnreadableRecord>) -> Result<(), Problem> {
        let shown = |number: u32| {
            if number > 1 { format!("{}: game {number}", place.display()) } else { place.display().to_string() }
        };
        let study = match record.map_err(Into::into).and_then(Study::of_record) {
            Ok(study) => study,
            Err(why) => {
                self.refuse(Problem::at(shown(number), why));
                return Ok(());
            }
        };
        if !study.faults().is_empty() {
            let faults: Vec<String> = study.faults().iter().map(ReadFault::to_string).collect();
            complain(&format!("{}: {}", shown(number), faults.join("; ")));
        }
        if Review::of(&study).moves().is_empty() {
            self.refuse(Problem::at(shown(number), "there is no move in it to review"));
            return Ok(());
        }
        let game = NamedGame { place: place.to_owned(), number, study };
        if self.is_one_file && self.reviewed == 0 && self.first.is_none() {
            self.first = Some(game);
            return Ok(());
        }
        for game in self.first.take().into_iter().chain([game]) {
            self.review(game, true)?;
        }
        Ok(())
    }

    /// Keeps the error of the first file or game; the others are printed.
    fn refuse(&mut self, why: Problem) {
        match &self.refused {
            None => self.refused = Some(why),
            Some(_) => complain(&why.to_string()),
        }
    }

    /// Reviews one game, of several if `is_one_of_many`.
    fn review(&mut self, game: NamedGame, is_one_of_many: bool) -> Result<(), Problem> {
        let NamedGame { place, number, mut study } = game;
        if self.stop.is_asked() {
            return Ok(());
        }
        let args = self.args;
        let effort = args.nodes.map_or(ReviewEffort::Time(Millis(args.time_ms)), ReviewEffort::Nodes);
        let bar = bar();
        let told = |progress: ReviewProgress| {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
        };
        let found = review::review(Review::of(&study), effort, usize::from(args.threads), self.stop, &told);
        bar.finish_and_clear();
        let found = match found {
            Ok(found) => found,
            Err(ReviewError::Failed(fault)) => return Err(Problem::Input(fault.why)),
            Err(ReviewError::Stopped) => return Ok(()),
        };
        let report = found.report();
        let of = GameOfFile { file: place.display().to_string(), game: number };
        match (args.json, is_one_of_many) {
            (true, false) => json(&found, &report, None, self.out),
            (true, true) => json(&found, &report, Some(&of), self.out).and_then(|()| {
                let rounded = |side| report.sides[side].accuracy.map(|percent| (percent * 10.0).round() / 10.0);
                let accuracy = BothAccuracies { first: rounded(Side::First), second: rounded(Side::Second) };
                line(&Accuracies { of: &of, accuracy }, self.out)
            }),
            (false, false) => table(&found, &report, self.out),
            (false, true) => summary(&found, &report, &of, self.out),
        }?;
        self.out.flush()?;
        self.reviewed += 1;
        if let Some(annotated) = &mut self.annotated {
            let (notes, asides) = found.kept(&study);
            study.annotate(notes, &asides).map_err(|why| Problem::at(place.display(), why))?;
            annotated.add(&study)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Status, Problem> {
        if self.stop.is_asked() {
            let written = self.annotated.as_ref().map_or_else(String::new, |it| format!("; {}", it.when_stopped()));
            complain(&format!("stopped; games reviewed: {}{written}", self.reviewed));
            return Ok(Status::Interrupted);
        }
        let kept = self.annotated.as_ref().map_or(0, Annotated::kept);
        match self.refused {
            Some(refused) if self.reviewed == 0 && kept == 0 => return Err(refused),
            Some(refused) => complain(&refused.to_string()),
            None if self.reviewed == 0 && kept == 0 => {
                let named: Vec<String> = self.args.files.iter().map(|file| file.display().to_string()).collect();
                return Err(Problem::at(named.join(", "), "there is no record here"));
            }
            None => {}
        }
        if kept > 0 {
            complain(&format!("already there and not reviewed again: {kept}"));
        }
        Ok(Status::Done)
    }
}

/// A progress bar on a terminal, hidden if the output is a pipe.
pub fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}").expect("the template is well formed");
    ProgressBar::new(0).with_style(style)
}

/// The place of a game of many, in JSON.
#[derive(Serialize)]
struct GameOfFile {
    file: String,
    game: u32,
}

/// The accuracies of a game of many, in JSON.
#[derive(Serialize)]
struct Accuracies<'a> {
    #[serde(flatten)]
    of: &'a GameOfFile,
    accuracy: BothAccuracies,
}

/// In percent; none for a side without a move.
#[derive(Serialize)]
struct BothAccuracies {
    first: Option<f64>,
    second: Option<f64>,
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    of: Option<&'a GameOfFile>,
    ply: usize,
    #[serde(rename = "move")]
    mv: &'a str,
    score: UciScore,
    best: Option<&'a str>,
    loss: i32,
    label: &'a str,
    why: String,
}

/// Prints one line of JSON.
fn line(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(out, "{}", serde_json::to_string(value).expect("numbers and words are always written"))?;
    Ok(())
}

fn json(review: &Review, report: &ReviewReport, of: Option<&GameOfFile>, out: &mut dyn Write) -> Result<(), Problem> {
    for (judged, shown) in review.judge_all().iter().zip(&report.moves) {
        let value = Line {
            of,
            ply: judged.ply,
            mv: &judged.played,
            score: judged.after.into(),
            best: judged.best.first().map(String::as_str),
            loss: judged.loss_cp(),
            label: judged.label.map_or("", ReviewLabel::sign),
            why: why(review, shown),
        };
        line(&value, out)?;
    }
    Ok(())
}

fn table(review: &Review, report: &ReviewReport, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(out, " ply  move     score   loss  chance")?;
    let mut game = Game::new(review.setup());
    for (judged, shown) in review.judge_all().iter().zip(&report.moves) {
        // Wide characters come last, where no column follows them.
        let best = judged.best.first().filter(|_| judged.label.is_some_and(ReviewLabel::is_fault));
        let better = best.and_then(|best| game.clone().play(best).ok());
        let row = game.play(&judged.played).expect("the moves were reviewed");
        let label = judged.label.map_or("", ReviewLabel::sign);
        let words = if game.kind() == GameKind::Xiangqi { format!("{} ", row.chinese) } else { String::new() };
        let better = better.map_or(String::new(), |row| match game.kind() {
            GameKind::Xiangqi => format!("better {} {}; ", row.uci, row.chinese),
            _ => format!("better {}; ", row.uci),
        });
        let line = format!(
            "{:>4}  {:<5} {:<2} {:>7} {:>6.2} {:>5.0}%  {words}{better}{}",
            judged.ply,
            judged.played,
            label,
            worth(judged.after.into()),
            f64::from(judged.loss_cp()) / 100.0,
            100.0 * judged.chance_after,
            why(review, shown)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    for side in Side::ALL {
        writeln!(out, "accuracy {}", accuracy(review, report, side))?;
    }
    Ok(())
}

/// Prints one game of many in one line.
fn summary(review: &Review, report: &ReviewReport, of: &GameOfFile, out: &mut dyn Write) -> Result<(), Problem> {
    let [first, second] = Side::ALL.map(|side| accuracy(review, report, side));
    writeln!(out, "{} {}: accuracy {first}; {second}", Harmless(&of.file), of.game)?;
    Ok(())
}

/// Says the accuracy of a side and how many moves have each sign.
fn accuracy(review: &Review, report: &ReviewReport, side: Side) -> String {
    let name = match (review.setup().kind(), side) {
        (GameKind::Xiangqi, Side::First) => "red",
        (GameKind::Gomoku, Side::Second) => "white",
        (GameKind::TicTacToe, Side::First) => "cross",
        (GameKind::TicTacToe, Side::Second) => "nought",
        _ => "black",
    };
    let report = report.sides[side];
    let accuracy = report.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1}%"));
    let counts: Vec<String> =
        ReviewLabel::ALL.iter().zip(report.counts).map(|(label, count)| format!("{} {count}", label.sign())).collect();
    format!("{name} {accuracy}  {}", counts.join("  "))
}

fn worth(score: UciScore) -> String {
    match score {
        UciScore::Cp(score) => format!("{:.2}", f64::from(score) / 100.0),
        UciScore::Mate(moves) => format!("#{moves}"),
    }
}

/// Explains a fault by its proved facts: the missed forced win, the ruling on a repetition, the overlooked threats, the merits
/// of the better move.
fn why(review: &Review, shown: &ReviewedMove) -> String {
    let forced = shown.forced.map(|forced| match forced {
        ForcedWin::Missed { moves, .. } => format!("misses a forced win in {moves}"),
        ForcedWin::Allowed { moves, .. } => format!("allows a forced win in {moves}"),
    });
    let reasons = shown.why.iter().map(|fact| match fact {
        Fact::Allows(_) | Fact::Ignores(_) => reason(review.setup().kind(), fact),
        Fact::Does(_) | Fact::Stops(_) => format!("better: {}", reason(review.setup().kind(), fact)),
    });
    let ruled = shown.repetition.as_ref().map(ruling::warning);
    let better = shown.better_repetition.as_ref().map(|ruled| format!("better: {}", ruling::warning(ruled)));
    forced.into_iter().chain(ruled).chain(better).chain(reasons).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn args(files: &[&Path], json: bool, annotate: Option<PathBuf>) -> Args {
        let files = files.iter().map(|file| file.to_path_buf()).collect();
        Args { files, time_ms: 360, nodes: Some(2_000), threads: 2, json, annotate }
    }

    fn analyze(text: &str, json: bool) -> Result<String, Problem> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("it can be written");
        let args = args(&[file.path()], json, None);
        let mut out = Vec::new();
        run(&args, &Stop::new(), &mut out)?;
        Ok(String::from_utf8(out).expect("it is text"))
    }

    #[test]
    fn one_line_a_move_as_promised() {
        // White can win with other stones after the block of the five, so each oversight changes the winner.
        let text = analyze("h8 g8 i8 h9 j8 i10 k8 g10 a15 c1 l8", true).expect("a list of moves");
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), 11);
        for (index, line) in lines.iter().enumerate() {
            assert_eq!(line["ply"], index + 1);
            assert!(line["loss"].as_i64().is_some_and(|loss| loss >= 0), "{line}");
            assert!(line["score"]["cp"].is_i64() || line["score"]["mate"].is_i64(), "{line}");
            assert!(line["label"].is_string() && line["why"].is_string(), "{line}");
        }
        assert_eq!(lines[8]["move"], "a15");
        assert_eq!(lines[8]["why"], "misses a forced win in 1; better: Black (X) makes five on l8 with h8 i8 j8 k8");
        let five = "Black (X) makes five on l8 with h8 i8 j8 k8";
        assert_eq!(
            lines[9]["why"],
            format!("allows a forced win in 1; not stopped: {five}; better: stops this: {five}")
        );
        assert_eq!(lines[9]["score"], serde_json::json!({"mate": -1}));
    }

    #[test]
    fn a_loss_by_perpetual_check_has_its_ruling_and_no_number() {
        let text = analyze(
            "[Game \"Chinese Chess\"]\n[FEN \"4k4/R8/9/9/9/9/9/1r7/9/3C1K3 w - - 0 1\"]\n\n\
             a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 *",
            false,
        );
        let text = text.expect("a record");
        let line = text.lines().find(|line| line.contains("??")).expect("Red loses");
        let ruled = "车九退一 (a9a8) may be answered by 将５退１ (e8e9): Red gave check with every move";
        assert!(line.contains(ruled) && !line.contains("forced win"), "{text}");
    }

    #[test]
    fn the_table_ends_with_both_accuracies() {
        let text = analyze("h2e2 h9g7 h0g2 i9h9", false).expect("a list of moves");
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(last[0].starts_with("accuracy black ") && last[1].starts_with("accuracy red "), "{text}");
        assert!(text.lines().nth(1).is_some_and(|line| line.contains("炮二平五")), "{text}");
        assert!(text.contains('%') && !text.contains(" %"), "{text}");
    }

    #[test]
    fn what_cannot_be_reviewed_is_refused_in_one_sentence() {
        for garbage in ["", "\0\0\0", "[Event \"x\"]\n\n*", "h2h2"] {
            let why = analyze(garbage, true).expect_err("there is no move").to_string();
            assert!(!why.contains('\n') && why.len() < 400, "{why}");
        }
    }

    #[test]
    fn folders_and_collections_are_reviewed_game_by_game_and_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (records, out) = (folder.path().join("records"), folder.path().join("out"));
        std::fs::create_dir_all(records.join("in")).expect("it can be made");
        let game = |name: &str, moves: &str| format!("[Red \"{name}\"]\n\n1. {moves} *\n\n");
        let two = game("甲", "h2e2 h9g7") + &game("乙", "h2e2 h7e7 2. h0g2");
        std::fs::write(records.join("in/two.pgn"), two).expect("it can be written");
        std::fs::write(records.join("stones.txt"), "h8 i9 j10").expect("it can be written");
        std::fs::write(records.join("noise.bin"), "\0\0\0").expect("it can be written");
        let args = args(&[&records], true, Some(out.clone()));
        let mut printed = Vec::new();
        run(&args, &Stop::new(), &mut printed).expect("there are games");
        let lines: Vec<serde_json::Value> = String::from_utf8(printed)
            .expect("it is text")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let plies: Vec<_> = lines.iter().map(|line| (line["game"].as_u64(), line["ply"].as_u64())).collect();
        let of = |game, ply| (Some(game), Some(ply));
        let whole = |game| (Some(game), None);
        let two = [of(1, 1), of(1, 2), whole(1), of(2, 1), of(2, 2), of(2, 3), whole(2)];
        assert_eq!(plies, [&two[..], &[of(1, 1), of(1, 2), of(1, 3), whole(1)]].concat());
        assert!(lines[2]["accuracy"]["first"].is_f64() && lines[0]["file"].is_string(), "{}", lines[2]);
        // The games come back with their evaluations, in the form of their kind.
        let read = |name: &str| {
            let bytes = std::fs::read(out.join(name)).expect("it was written");
            let mut reviewed = 0;
            let _ = format::sniff(&bytes).read_each(&bytes, &mut |record| {
                let study = Study::of_record(record.expect("a record")).expect("a study");
                reviewed += usize::from(Review::read(&study).is_some());
                ControlFlow::Continue(())
            });
            reviewed
        };
        assert_eq!((read("in/two.pgn"), read("stones.txt.sgf")), (2, 1));
        // What is there is not reviewed again; what is missing is.
        std::fs::remove_file(out.join("stones.txt.sgf")).expect("it is there");
        let mut printed = Vec::new();
        run(&args, &Stop::new(), &mut printed).expect("there are games");
        assert_eq!(String::from_utf8(printed).expect("it is text").lines().count(), 4, "only the stones");
        assert_eq!(read("stones.txt.sgf"), 1);
        // A folder below the records is not read with them.
        let inside = records.join("out");
        for _ in 0..2 {
            let args = self::args(&[&records], false, Some(inside.clone()));
            run(&args, &Stop::new(), &mut Vec::new()).expect("there are games");
            assert!(inside.join("in/two.pgn").exists() && !inside.join("out").exists());
        }
        std::fs::remove_dir_all(&inside).expect("it is there");
        // A stop before the first game writes nothing.
        std::fs::remove_dir_all(&out).expect("it is there");
        let stop = Stop::new();
        stop.ask();
        assert_eq!(run(&args, &stop, &mut Vec::new()).expect("a stop is no error"), Status::Interrupted);
        assert!(!out.join("in/two.pgn").exists());
    }

    #[test]
    fn a_stopped_run_says_what_it_has_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, games) = (folder.path().join("all.pgn"), folder.path().join("games"));
        let mut annotated = Annotated::new(&file, &[]).expect("it can be written");
        assert!(annotated.when_stopped().ends_with("all.pgn was not written"));
        annotated.add(&Study::read(b"h2e2 h9g7").expect("a record")).expect("it is of this kind");
        annotated.write().expect("it can be written");
        assert!(annotated.when_stopped().ends_with("has these games; name another file for the next run"));
        let annotated = Annotated::new(&games, &[]).expect("it can be made");
        assert!(annotated.when_stopped().ends_with("games was not written"));
        std::fs::create_dir(&games).expect("it can be made");
        assert!(annotated.when_stopped().ends_with("the next run goes on with the others"));
    }

    #[test]
    fn names_are_checked_before_the_work_and_nothing_is_an_error() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (record, empty) = (folder.path().join("a.txt"), folder.path().join("empty"));
        std::fs::write(&record, "h8 i9").expect("it can be written");
        std::fs::create_dir(&empty).expect("it can be made");
        for (files, expected) in [
            (&[&record, &folder.path().join("mistyped.pgn")][..], "mistyped.pgn: there is no such file or folder"),
            (&[&empty], "empty: there is no record here"),
        ] {
            let files: Vec<&Path> = files.iter().map(|file| file.as_path()).collect();
            let mut printed = Vec::new();
            let why = run(&args(&files, true, None), &Stop::new(), &mut printed).expect_err("it is refused");
            assert!(why.to_string().contains(expected) && printed.is_empty(), "{why}");
        }
    }

    #[test]
    fn one_file_takes_the_games_of_one_kind() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (a, b) = (folder.path().join("a.txt"), folder.path().join("b.txt"));
        std::fs::write(&a, "h8 i9").expect("it can be written");
        std::fs::write(&b, "h2e2 h9g7").expect("it can be written");
        let (target, mixed) = (folder.path().join("all.sgf"), folder.path().join("mixed.sgf"));
        run(&args(&[&a], false, Some(target.clone())), &Stop::new(), &mut Vec::new()).expect("one kind");
        let text = std::fs::read_to_string(&target).expect("it was written");
        assert!(text.starts_with('('), "{text}");
        let nowhere = folder.path().join("none/o.sgf");
        for (files, target, expected) in [
            (&[&a, &b][..], &mixed, "mixed.sgf: it cannot hold"),
            (&[&a], &a, "this file is read, too"),
            (&[&a], &b, "its ending"),
            (&[&b], &target, "all.sgf: this file is there already"),
            (&[&a], &nowhere, "o.sgf: there is no such file or folder"),
            (&[&a], &target.join("below"), "a file has the name of a folder"),
        ] {
            let files: Vec<&Path> = files.iter().map(|file| file.as_path()).collect();
            let mut printed = Vec::new();
            let why = run(&args(&files, false, Some(target.clone())), &Stop::new(), &mut printed);
            let why = why.expect_err("it is refused").to_string();
            assert!(why.contains(expected), "{why}");
            assert!(files.len() > 1 || printed.is_empty(), "refused before the review: {why}");
        }
        assert_eq!(std::fs::read_to_string(&target).ok(), Some(text));
    }

    #[test]
    fn files_of_one_name_in_several_folders_are_all_reviewed_and_written() {
        let temp = tempfile::tempdir().expect("a temporary folder");
        let folders = ["a", "b", "c/b"].map(|name| temp.path().join(name));
        let out = temp.path().join("out");
        for (folder, moves) in folders.iter().zip(["h2e2 h9g7", "c3c4", "b2e2 h9g7 h0g2"]) {
            std::fs::create_dir_all(folder).expect("it can be made");
            std::fs::write(folder.join("g.pgn"), format!("1. {moves} *\n")).expect("it can be written");
        }
        // The first file once more, by its name.
        let first = folders[0].join("g.pgn");
        let files: Vec<&Path> = folders.iter().chain([&first]).map(PathBuf::as_path).collect();
        let args = args(&files, false, Some(out.clone()));
        let mut printed = Vec::new();
        run(&args, &Stop::new(), &mut printed).expect("there are games");
        assert_eq!(String::from_utf8(printed).expect("it is text").lines().count(), 3);
        let plies = ["g.pgn", "b/g.pgn", "c/b/g.pgn"].map(|name| {
            Study::read(&std::fs::read(out.join(name)).expect("it was written")).expect("a record").moves().count()
        });
        assert_eq!(plies, [2, 1, 3]);
        let mut printed = Vec::new();
        run(&args, &Stop::new(), &mut printed).expect("they are there");
        assert_eq!(printed, b"");
    }
}
