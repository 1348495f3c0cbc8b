//! `duiyi book`: opening books.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duiyi_core::game::{Game, GameKind, Setup, SetupCodes};
use duiyi_host::books::{
    self, BookFileError, BookMove, BookProgress, BookPruning, ChangeReport, CopyReport, CountedRecords, ForeignForm,
    GameCounter, OpeningBook, OwnBook,
};
use serde::Serialize;

use crate::analyze::bar;
use crate::complain;
use crate::counted::counted;
use crate::position::{PositionArgs, large_game};
use crate::problem::{Problem, Status};

/// Read, make and change opening books
///
/// Books of this program end in .book. Those of other programs, .obk and .pfBook (Xiangqi), are read in place and never
/// changed. Positions that are images of each other are one position. A file at OUT is replaced if it is a book of the form
/// to be written; any other file is left alone.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Info(Info),
    Probe(Box<Probe>),
    Build(Build),
    Import(Import),
    Export(Export),
    Merge(Merge),
    Subtract(Subtract),
    Prune(Prune),
}

/// Count what a book holds
///
/// Prints one line: `form obk game xiangqi positions 120 moves 340`.
#[derive(clap::Args)]
struct Info {
    /// The book
    file: PathBuf,
}

/// List the moves that a book has for a position
///
/// Prints a line for each move, the best first: move, weight, wins, draws and losses of the side to move, sign (!, ?!, x for
/// forbidden) and remark, separated by tabs. The exit status is 1 if the book does not know the position.
#[derive(clap::Args)]
struct Probe {
    /// The book
    file: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
    /// Print each move as a line of JSON
    #[arg(long)]
    json: bool,
}

/// Count games into a new book
///
/// Reads records of any format, also collections. Of a collection the main lines are counted with their results; of a file
/// with one tree, such as a RenLib library, every variation once and without a result, with comments as remarks. Prints one
/// line: `games 120 positions 3400 moves 4100`.
#[derive(clap::Args)]
struct Build {
    /// The book to write
    out: PathBuf,
    /// The records
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// The game: xiangqi or gomoku; games of others are left out
    #[arg(long, value_parser = large_game)]
    game: GameKind,
    /// Count the first plies of each game
    #[arg(long, value_name = "N", default_value_t = 40)]
    plies: usize,
    /// Leave out moves that fewer games played
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,
}

/// Copy a book of another program into a new book of ours
///
/// Follows the moves of the book from the usual start. A RenLib library or another record is counted whole. Prints one line: `positions 120 moves 340 unreached 2`.
#[derive(clap::Args)]
struct Import {
    /// The book to read
    file: PathBuf,
    /// The book to write
    out: PathBuf,
    /// Begin from this position instead of the usual one; not for records
    #[arg(long)]
    fen: Option<String>,
}

/// Write a Xiangqi book for other programs
///
/// Follows the moves of the book from the usual start. OUT ends in .obk or .pfBook. Signs but x are lost. Prints one line:
/// `positions 120 moves 340 unreached 2`.
#[derive(clap::Args)]
struct Export {
    /// The book to read
    file: PathBuf,
    /// The book to write
    out: PathBuf,
    /// Begin from this position instead of the usual one
    #[arg(long)]
    fen: Option<String>,
}

/// Join books into a new one
///
/// Counts are added; the greater weight and the stricter sign of a move stay. Of a book of another program the positions
/// that its moves reach from the usual start are joined. Prints the line of info, and on stderr what was joined.
#[derive(clap::Args)]
struct Merge {
    /// The book to write
    out: PathBuf,
    /// The books to join, two or more
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Leave the moves of one book of ours out of another
///
/// Prints the line of info.
#[derive(clap::Args)]
struct Subtract {
    /// The book to read
    file: PathBuf,
    /// The book whose moves are left out
    other: PathBuf,
    /// The book to write
    out: PathBuf,
}

/// Leave rare or bad moves out of a book of ours
///
/// Moves with a sign or a remark stay, and from --games those of which no games are counted. Prints the line of info.
#[derive(clap::Args)]
struct Prune {
    /// The book to read
    file: PathBuf,
    /// The book to write
    out: PathBuf,
    /// Keep moves with at least so many games, and those without counted games
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: u64,
    /// Keep moves with at least this weight
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    weight: Option<i64>,
    /// Keep moves at most so far below the greatest weight of their position
    #[arg(long, value_name = "N")]
    within: Option<u64>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    match &args.command {
        Command::Info(Info { file }) => info(file, out),
        Command::Probe(probe) => probe.run(out),
        Command::Build(build) => build.run(out),
        Command::Import(Import { file, out: to, fen }) => {
            expect_replaceable(to, [file], None)?;
            let from = match OpeningBook::open(&crate::input::absolute(file)?) {
                Ok(OpeningBook::Own(_)) => {
                    return Err(Problem::at(file.display(), "this is a book of ours already; merge or prune it"));
                }
                Ok(from) => from,
                Err(BookFileError::NotABook(_)) if fen.is_some() => {
                    return Err(Problem::at("--fen", "only a book of another program is read from a position"));
                }
                Err(BookFileError::NotABook(_)) => return import_records(file, to, out),
                Err(why) => return Err(file_problem(file, why)),
            };
            let start = start(fen.as_deref())?;
            reached(with_progress(|report| books::copy(&from, &start, to, report)).map_err(problem)?, out)
        }
        Command::Export(Export { file, out: to, fen }) => {
            let form = ForeignForm::of_ending(to)
                .ok_or_else(|| Problem::at(to.display(), "its ending names no form; end it in .obk or .pfBook"))?;
            let from = open(file)?;
            if from.game() != GameKind::Xiangqi {
                return Err(Problem::at(
                    file.display(),
                    "this is no Xiangqi book, and other programs' forms hold no other",
                ));
            }
            expect_replaceable(to, [file], Some(form))?;
            let start = start(fen.as_deref())?;
            reached(with_progress(|report| books::export(&from, &start, form, to, report)).map_err(problem)?, out)
        }
        Command::Merge(Merge { out: to, files }) => {
            if files.len() < 2 {
                return Err(Problem::Input(
                    "one book cannot be joined; name the file to write, then two books or more".into(),
                ));
            }
            let from = files.iter().map(|file| open(file)).collect::<Result<Vec<_>, _>>()?;
            expect_replaceable(to, files, None)?;
            let done = with_progress(|report| books::merge(&from, to, report)).map_err(problem)?;
            let ChangeReport { added, joined, .. } = done;
            complain(&format!("{} added and {joined} joined", counted_with_verb(added, "move")));
            info(to, out)
        }
        Command::Subtract(Subtract { file, other, out: to }) => {
            let (from, less) = (open_own(file)?, open_own(other)?);
            expect_replaceable(to, [file, other], None)?;
            let done = with_progress(|report| books::subtract(&from, &less, to, report)).map_err(problem)?;
            complain(&left_out(done));
            info(to, out)
        }
        Command::Prune(Prune { file, out: to, games, weight, within }) => {
            let from = open_own(file)?;
            expect_replaceable(to, [file], None)?;
            let pruning = BookPruning { games_min: *games, weight_min: *weight, within: *within };
            let done = with_progress(|report| books::prune(&from, to, pruning, report)).map_err(problem)?;
            complain(&left_out(done));
            info(to, out)
        }
    }
}

fn left_out(ChangeReport { left_out, .. }: ChangeReport) -> String {
    format!("{} left out", counted_with_verb(left_out, "move"))
}

/// Writes a number of things with its verb: `1 move was`, `2 moves were`.
fn counted_with_verb(number: u64, noun: &str) -> String {
    format!("{} {}", counted(number, noun), if number == 1 { "was" } else { "were" })
}

/// Runs `work`, whose progress goes to stderr if that is a terminal.
fn with_progress<T>(work: impl FnOnce(books::BookReport) -> T) -> T {
    let bar = bar();
    let done = work(&mut |BookProgress { done, total }| {
        bar.set_length(total);
        bar.set_position(done);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    done
}

/// Counts the records of a file whole into a new book.
fn import_records(file: &Path, to: &Path, out: &mut dyn Write) -> Result<Status, Problem> {
    let place = crate::input::absolute(file)?;
    let game = books::game_of_records(&place).map_err(problem)?;
    let mut counter = GameCounter::create(to, game, usize::MAX).map_err(problem)?;
    let counted = with_progress(|report| books::count_records(&mut counter, &place, report)).map_err(problem)?;
    let (positions, moves) = with_progress(|report| counter.finish(1, report)).map_err(problem)?;
    lost_games(file, game, counted).iter().for_each(|remark| complain(remark));
    reached(CopyReport { positions, moves, unreached: 0 }, out)
}

/// Says which games of a file are not in the book.
fn lost_games(file: &Path, game: GameKind, counted: CountedRecords) -> Vec<String> {
    let CountedRecords { games, others, unreadable } = counted;
    let shown = file.display();
    let mut remarks = Vec::new();
    if unreadable > 0 {
        remarks.push(format!("{shown}: {} unreadable and left out", counted_with_verb(unreadable, "game")));
    }
    if games > 0 && others > 0 {
        remarks.push(format!("{shown}: {} not of {game} and left out", counted_with_verb(others, "game")));
    }
    if games == 0 && unreadable == 0 {
        remarks.push(format!("{shown}: no game of {game} in it"));
    }
    remarks
}

impl Probe {
    fn run(&self, out: &mut dyn Write) -> Result<Status, Problem> {
        #[derive(Serialize)]
        struct Line<'a> {
            r#move: &'a str,
            weight: i64,
            wins: u32,
            draws: u32,
            losses: u32,
            sign: &'a str,
            remark: &'a str,
        }

        let book = open(&self.file)?;
        let moves = book.moves(&self.position.set_up()?).map_err(problem)?;
        for BookMove { mv, weight, wins, draws, losses, sign, remark } in &moves {
            let (sign, r#move) = (sign.code(), mv.as_str());
            if self.json {
                let line = Line { r#move, weight: *weight, wins: *wins, draws: *draws, losses: *losses, sign, remark };
                writeln!(out, "{}", serde_json::to_string(&line).expect("words are always written"))?;
            } else {
                let remark = remark.split(char::is_control).collect::<Vec<_>>().join(" ");
                writeln!(out, "{mv}\t{weight}\t{wins}\t{draws}\t{losses}\t{sign}\t{remark}")?;
            }
        }
        Ok(if moves.is_empty() { Status::NotSo } else { Status::Done })
    }
}

impl Build {
    fn run(&self, out: &mut dyn Write) -> Result<Status, Problem> {
        expect_replaceable(&self.out, &self.records, None)?;
        let mut counter = GameCounter::create(&self.out, self.game, self.plies).map_err(problem)?;
        let mut games = 0_u64;
        let mut remarks = Vec::new();
        for path in &self.records {
            let place = crate::input::absolute(path)?;
            let read = with_progress(|report| books::count_records(&mut counter, &place, report));
            let counted = read.map_err(|why| file_problem(path, why))?;
            remarks.extend(lost_games(path, self.game, counted));
            games += counted.games;
        }
        if games == 0 {
            return Err(Problem::Input(format!("no record has a game of {}; give others", self.game)));
        }
        for remark in remarks {
            complain(&remark);
        }
        let (positions, moves) = with_progress(|report| counter.finish(self.games, report)).map_err(problem)?;
        writeln!(out, "games {games} positions {positions} moves {moves}")?;
        Ok(Status::Done)
    }
}

fn info(file: &Path, out: &mut dyn Write) -> Result<Status, Problem> {
    let info = open(file)?.info().map_err(problem)?;
    writeln!(out, "form {} game {} positions {} moves {}", info.form, info.game, info.positions, info.moves)?;
    Ok(Status::Done)
}

fn reached(CopyReport { positions, moves, unreached }: CopyReport, out: &mut dyn Write) -> Result<Status, Problem> {
    writeln!(out, "positions {positions} moves {moves} unreached {unreached}")?;
    Ok(Status::Done)
}

fn open(file: &Path) -> Result<OpeningBook, Problem> {
    OpeningBook::open(&crate::input::absolute(file)?).map_err(|why| file_problem(file, why))
}

/// Says what is wrong with a file by the name that it has on the command line.
fn file_problem(file: &Path, why: BookFileError) -> Problem {
    match why {
        BookFileError::File(why) => crate::input::fault(file.display(), &why),
        why => problem(why),
    }
}

fn open_own(file: &Path) -> Result<OwnBook, Problem> {
    match open(file)? {
        OpeningBook::Own(book) => Ok(book),
        OpeningBook::Foreign(_) => {
            Err(Problem::at(file.display(), "this is a book of another program; import it first"))
        }
    }
}

/// Refuses to write over a file that is read, and over one that has anything but a book of the form to be written: `None`
/// is ours.
fn expect_replaceable<'a>(
    to: &Path,
    from: impl IntoIterator<Item = &'a PathBuf>,
    form: Option<ForeignForm>,
) -> Result<(), Problem> {
    crate::input::expect_unread(to, from)?;
    let is_free = std::fs::metadata(to)
        .map_or_else(|why| why.kind() == std::io::ErrorKind::NotFound, |there| there.is_file() && there.len() == 0);
    if is_free {
        return crate::input::expect_writable(to);
    }
    match OpeningBook::open(&crate::input::absolute(to)?) {
        Ok(book) if book.form() == form => Ok(()),
        Ok(_) | Err(BookFileError::NotABook(_)) => {
            let kind = if form.is_none() { "a book of ours" } else { "a book of this form" };
            Err(Problem::at(to.display(), format!("this file is there and is not {kind}; write to another one")))
        }
        Err(why) => Err(file_problem(to, why)),
    }
}

fn start(fen: Option<&str>) -> Result<Game, Problem> {
    let codes = SetupCodes { game: GameKind::Xiangqi.code(), rule: "", size: None, start: fen, opening: None };
    Ok(Game::new(&Setup::read(codes).map_err(|why| Problem::at("--fen", why))?))
}

fn problem(why: BookFileError) -> Problem {
    Problem::Input(why.to_string())
}
