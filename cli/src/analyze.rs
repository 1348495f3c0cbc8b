//! `duiyi analyze`: the review of a game.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use duiyi_core::base::{Millis, Side};
use duiyi_core::explain::Fact;
use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::format::{RECORD_BYTES_MAX, ReadFault};
use duiyi_core::review::{ForcedWin, Review, ReviewLabel, ReviewReport, ReviewedMove};
use duiyi_core::search::Stop;
use duiyi_core::study::Study;
use duiyi_host::review::{self, ReviewEffort, ReviewError, ReviewProgress};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::explain::reason;
use crate::position::nodes;
use crate::problem::{Problem, Status};
use crate::score::Told;
use crate::{complain, input, machine};

/// Review a game: what each move has cost, and what would have been better
///
/// FILE is a record in any known format, or plain moves. Each position of its main line is searched for the given time.
/// A move is labelled ?!, ? or ?? where it gives away 5, 10 or 20% of the winning chances, ! where it is the only one
/// that keeps the result and gives something up for it. The last lines are the accuracies of both sides. With --json
/// there is one line a move instead: {"ply":9,"move":"h6h7","score":{"cp":-830},"best":"e3e4","loss":848,"label":"??",
/// "why":"…"}; score is the evaluation after the move, for the mover, and loss the centipawns lost by it.
#[derive(clap::Args)]
pub struct Args {
    /// The record
    file: PathBuf,
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
}

/// Reviews the game and writes the result.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let bytes = input::read(&args.file, RECORD_BYTES_MAX as u64)?;
    let place = args.file.display();
    let study = Study::read(&bytes).map_err(|why| Problem::at(&place, why))?;
    if !study.faults().is_empty() {
        let faults: Vec<String> = study.faults().iter().map(ReadFault::to_string).collect();
        complain(&format!("{place}: {}", faults.join("; ")));
    }
    let begun = Review::of(&study);
    if begun.moves().is_empty() {
        return Err(Problem::at(place, "there is no move in it to review"));
    }
    let effort = args.nodes.map_or(ReviewEffort::Time(Millis(args.time_ms)), ReviewEffort::Nodes);
    let bar = bar();
    let told = |progress: ReviewProgress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    };
    let found = review::review(begun, effort, usize::from(args.threads), &Stop::new(), &told);
    bar.finish_and_clear();
    let found = found.map_err(|ended| match ended {
        ReviewError::Failed(fault) => Problem::Input(fault.why),
        ReviewError::Stopped => unreachable!("nobody stops this search"),
    })?;
    let report = found.report();
    if args.json { json(&found, &report, out) } else { table(&found, &report, out) }?;
    Ok(Status::Done)
}

/// A progress bar on a terminal, hidden if the output is a pipe.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}").expect("the template is well formed");
    ProgressBar::new(0).with_style(style)
}

#[derive(Serialize)]
struct Line<'a> {
    ply: usize,
    #[serde(rename = "move")]
    mv: &'a str,
    score: Told,
    best: Option<&'a str>,
    loss: i32,
    label: &'a str,
    why: String,
}

fn json(review: &Review, report: &ReviewReport, out: &mut dyn Write) -> Result<(), Problem> {
    for (judged, shown) in review.judge_all().iter().zip(&report.moves) {
        let line = Line {
            ply: judged.ply,
            mv: &judged.played,
            score: judged.after.into(),
            best: judged.best.first().map(String::as_str),
            loss: judged.loss_cp(),
            label: judged.label.map_or("", ReviewLabel::sign),
            why: why(review, shown),
        };
        writeln!(out, "{}", serde_json::to_string(&line).expect("numbers and words are always written"))?;
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
            "{:>4}  {:<5} {:<2} {:>7} {:>6.2} {:>5.0} %  {words}{better}{}",
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
        let name = match (review.setup().kind(), side) {
            (GameKind::Xiangqi, Side::First) => "red",
            (GameKind::Gomoku, Side::Second) => "white",
            (GameKind::TicTacToe, Side::First) => "cross",
            (GameKind::TicTacToe, Side::Second) => "nought",
            _ => "black",
        };
        let report = report.sides[side];
        let accuracy = report.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1}"));
        let counts: Vec<String> = ReviewLabel::ALL
            .iter()
            .zip(report.counts)
            .map(|(label, count)| format!("{} {count}", label.sign()))
            .collect();
        writeln!(out, "accuracy {name} {accuracy} %  {}", counts.join("  "))?;
    }
    Ok(())
}

fn worth(told: Told) -> String {
    match told {
        Told::Cp(score) => format!("{:.2}", f64::from(score) / 100.0),
        Told::Mate(moves) => format!("#{moves}"),
    }
}

/// Explains a fault by its proved facts: the missed forced win, the overlooked threats, the merits of the better move.
fn why(review: &Review, shown: &ReviewedMove) -> String {
    let forced = shown.forced.map(|forced| match forced {
        ForcedWin::Missed { moves } => format!("misses a forced win in {moves}"),
        ForcedWin::Allowed { moves } => format!("allows a forced win in {moves}"),
    });
    let reasons = shown.why.iter().map(|fact| match fact {
        Fact::Allows(_) | Fact::Ignores(_) => reason(review.setup().kind(), fact),
        Fact::Does(_) | Fact::Stops(_) => format!("better: {}", reason(review.setup().kind(), fact)),
    });
    forced.into_iter().chain(reasons).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn analyze(text: &str, json: bool) -> Result<String, Problem> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("it can be written");
        let args = Args { file: file.path().to_owned(), time_ms: 360, nodes: Some(2_000), threads: 2, json };
        let mut out = Vec::new();
        run(&args, &mut out)?;
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
    fn the_table_ends_with_both_accuracies() {
        let text = analyze("h2e2 h9g7 h0g2 i9h9", false).expect("a list of moves");
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(last[0].starts_with("accuracy black ") && last[1].starts_with("accuracy red "), "{text}");
        assert!(text.lines().nth(1).is_some_and(|line| line.contains("炮二平五")), "{text}");
    }

    #[test]
    fn what_cannot_be_reviewed_is_refused_in_one_sentence() {
        for garbage in ["", "\0\0\0", "[Event \"x\"]\n\n*", "h2h2"] {
            let why = analyze(garbage, true).expect_err("there is no move").to_string();
            assert!(!why.contains('\n') && why.len() < 400, "{why}");
        }
    }
}
