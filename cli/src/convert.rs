//! `duiyi convert`: a record in another form.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{self, Path};

use clap::builder::PossibleValuesParser;
use duiyi_core::record::format::encoding::TextEncoding;
use duiyi_core::record::format::{self, CODECS, COLLECTION_BYTES_MAX, Codec, ReadFault, Record, UnreadableRecord};
use duiyi_core::record::{Header, NodeId, Tree};
use duiyi_core::study::{self, verdict};
use duiyi_host::files::{self, FileError};

use crate::complain;
use crate::drawing::{Drawing, Target};
use crate::problem::{Problem, Status};
use crate::ruling;

/// Write a record in another format
///
/// Anything that could not be read or stored is reported on standard error. The file is written whole or not at all. A
/// collection becomes a collection; a format that holds one game needs --game. A game can also become html, a page that
/// replays it offline, svg or png, a picture of the position at its end, or gif, which shows its moves one after the other.
#[derive(clap::Args)]
pub struct Args {
    /// The record; - is the standard input
    #[arg(value_name = "IN")]
    from_file: String,
    /// The file to write; - is the standard output
    #[arg(value_name = "OUT")]
    to_file: String,
    /// The format of IN, if its content does not show it
    #[arg(long, value_name = "FORM", value_parser = forms(), hide_possible_values = true)]
    from: Option<String>,
    /// The format of OUT, if not that of its ending: pgn, pgn-chinese, pgn-wxf, xqf, ubb, sgf, lib, psq, rec, pos, txt, lines,
    /// html, svg, png, gif
    #[arg(long, value_name = "FORM", value_parser = targets(), hide_possible_values = true)]
    to: Option<String>,
    /// The encoding of IN, such as GB18030, Big5 or windows-1251; without it, what IN declares or seems to have
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<TextEncoding>,
    /// Convert only this game of a collection (1 = first)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    #[command(flatten)]
    drawing: Drawing,
}

fn forms() -> PossibleValuesParser {
    PossibleValuesParser::new(CODECS.map(Codec::name))
}

fn encoding(name: &str) -> Result<TextEncoding, String> {
    let choices = TextEncoding::CHOICES.join(", ");
    TextEncoding::named(name).ok_or_else(|| format!("there is no such encoding; there are {choices} and others"))
}

fn targets() -> PossibleValuesParser {
    PossibleValuesParser::new(Target::names())
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    // The input is named first; what comes through a pipe is not waited for.
    if args.from_file != "-" {
        std::fs::metadata(&args.from_file)
            .map_err(|why| crate::input::fault(&args.from_file, &FileError::new(&args.from_file, why)))?;
    }
    let to = target(args)?;
    expect_another_file(args)?;
    let bytes = read(&args.from_file)?;
    let from = source(args, &bytes);
    let mut conversion = Conversion {
        args,
        to,
        written: Vec::new(),
        games: 0,
        written_games: 0,
        refused: None,
        told: 0,
        doubted: false,
    };
    let mut ended = Ok(());
    let _ = from.read_each_as(&bytes, args.encoding, &mut |record| match conversion.take(record) {
        Ok(flow) => flow,
        Err(problem) => {
            ended = Err(problem);
            ControlFlow::Break(())
        }
    });
    ended?;
    let Conversion { written, games, written_games, refused, told, .. } = conversion;
    if told > TOLD_MAX {
        complain(&format!("{}: {} more sentences like these", input(args), told - TOLD_MAX));
    }
    if written_games == 0 {
        let input = input(args);
        return Err(match (refused, args.game) {
            (Some((_, why)), _) => Problem::at(input, why),
            (None, Some(game)) => Problem::at("--game", format!("{input} has no game {game}, only {games}")),
            (None, None) => Problem::at(input, UnreadableRecord::Unknown),
        });
    }
    if let Some((game, why)) = refused {
        complain(&format!("{}: game {game}: {why}", input(args)));
    }
    if args.to_file == "-" {
        out.write_all(&written)?;
    } else {
        crate::input::write(Path::new(&args.to_file), &written)?;
    }
    Ok(Status::Done)
}

/// Refuses to write over the record that is read: a part of it could have no place in the new form.
fn expect_another_file(args: &Args) -> Result<(), Problem> {
    if crate::input::is_same_file(Path::new(&args.from_file), Path::new(&args.to_file)) {
        return Err(Problem::at(&args.to_file, "this is the record itself; write to another file"));
    }
    Ok(())
}

fn target(args: &Args) -> Result<Target, Problem> {
    let ending = Path::new(&args.to_file).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let form = args.to.as_deref().map_or_else(|| Target::with_ending(ending), Target::named);
    form.ok_or_else(|| Problem::at(&args.to_file, "its ending names no form; name one with --to, such as --to pgn"))
}

/// Returns the form to read: by option, by content, or by file ending.
fn source(args: &Args, bytes: &[u8]) -> &'static dyn Codec {
    if let Some(form) = args.from.as_deref().and_then(format::named) {
        return form;
    }
    format::sniff_file(bytes, Path::new(&args.from_file).extension().and_then(|ending| ending.to_str()))
}

fn read(file: &str) -> Result<Vec<u8>, Problem> {
    let bytes_max = COLLECTION_BYTES_MAX as u64;
    if file != "-" {
        let place = path::absolute(file).map_err(|why| Problem::at(file, why))?;
        return files::read_capped(&place, bytes_max).map_err(|why| crate::input::fault(file, &why));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(bytes_max + 1).read_to_end(&mut bytes).map_err(|why| Problem::at("standard input", why))?;
    if bytes.len() as u64 > bytes_max {
        return Err(Problem::at("standard input", format!("it has more than {bytes_max} bytes")));
    }
    Ok(bytes)
}

/// The limit of printed warnings about the games of a collection.
const TOLD_MAX: usize = 100;

/// Characters of a text that are printed beside a guess at its encoding.
const DOUBT_CHARS_MAX: usize = 40;

/// The state of a conversion.
struct Conversion<'a> {
    args: &'a Args,
    to: Target,
    written: Vec<u8>,
    /// Games so far.
    games: u32,
    written_games: u32,
    /// The number and the error of the first unusable game.
    refused: Option<(u32, String)>,
    /// Warnings so far, printed or not.
    told: usize,
    /// Whether a doubtful guess at the encoding was reported.
    doubted: bool,
}

impl Conversion<'_> {
    fn take(&mut self, record: Result<Record, UnreadableRecord>) -> Result<ControlFlow<()>, Problem> {
        self.games += 1;
        match self.args.game {
            Some(wanted) if wanted != self.games => return Ok(ControlFlow::Continue(())),
            _ => {}
        }
        if let Some(record) = record.as_ref().ok().filter(|_| self.args.encoding.is_none()) {
            self.doubt(record);
        }
        match record.map_err(|why| why.to_string()).and_then(resolved) {
            Ok((header, tree, faults, verdict)) => {
                faults.iter().for_each(|fault| self.tell(input(self.args), fault));
                verdict.iter().for_each(|verdict| self.tell(input(self.args), verdict));
                self.write(&header, &tree)?;
            }
            // An unusable single game is the command's own error, printed at its end.
            Err(why) => match &self.refused {
                None => self.refused = Some((self.games, why)),
                Some(_) => self.tell(input(self.args), &why),
            },
        }
        Ok(if self.args.game.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Reports a doubtful guess at the encoding, once a file.
    fn doubt(&mut self, record: &Record) {
        let text = record.foreign_texts().next().and_then(|text| text.lines().find(|line| !line.is_ascii()));
        if let Some(text) = text.filter(|_| record.encoding.is_doubtful() && !self.doubted) {
            self.doubted = true;
            let text: String = text.chars().take(DOUBT_CHARS_MAX).collect();
            let name = record.encoding.name();
            self.tell(input(self.args), &format!("read as {name}, which is a guess: {text}; --encoding names another"));
        }
    }

    fn write(&mut self, header: &Header, tree: &Tree) -> Result<(), Problem> {
        if self.written_games > 0 && !self.to.holds_many() {
            let name = self.to.name();
            let why = format!("it holds several games and {name} holds one; choose one with --game 1, 2 and so on");
            return Err(Problem::at(input(self.args), why));
        }
        let at = self.place(tree)?;
        let written = self.to.write(header, tree, at, &self.args.drawing);
        let written = written.map_err(|why| Problem::at(&self.args.to_file, why))?;
        if !written.left_out.is_empty() {
            self.tell(&self.args.to_file, &format!("{} left out", written.left_out));
        }
        if self.written_games > 0 {
            self.written.push(b'\n');
        }
        self.written.extend(written.bytes);
        self.written_games += 1;
        Ok(())
    }

    /// The node that a picture shows: after the ply that was asked for, or the last one.
    fn place(&self, tree: &Tree) -> Result<NodeId, Problem> {
        let Some(ply) = self.args.drawing.ply else { return Ok(tree.main_line().last().unwrap_or(Tree::ROOT)) };
        let node =
            if ply == 0 { Some(Tree::ROOT) } else { tree.main_line().filter(|&node| node != Tree::ROOT).nth(ply - 1) };
        node.ok_or_else(|| Problem::at("--ply", format!("the game has no ply {ply}")))
    }

    /// Prints a warning about the current game.
    fn tell(&mut self, file: &str, what: &dyn std::fmt::Display) {
        self.told += 1;
        if self.told > TOLD_MAX {
            return;
        }
        let game = if self.games > 1 { format!("game {}: ", self.games) } else { String::new() };
        let place = if file == "-" { "standard output" } else { file };
        complain(&format!("{place}: {game}{what}"));
    }
}

/// Returns the record's name in messages.
fn input(args: &Args) -> &str {
    if args.from_file == "-" { "standard input" } else { &args.from_file }
}

/// Resolves the moves of a record. Returns its faults, and what the rules say against its result.
///
/// # Errors
/// No move can be used.
fn resolved(mut record: Record) -> Result<(Header, Tree, Vec<ReadFault>, Option<String>), String> {
    let (game, stopped) = study::resolve(&mut record);
    let mut faults = record.faults();
    faults.sort_by_key(|fault| fault.place);
    if let Some(stopped) = &stopped {
        faults.push(ReadFault::from(stopped));
        if stopped.leaves_nothing(&record.header) {
            return Err(ReadFault::from(stopped).to_string());
        }
    }
    let Record { header, tree, .. } = record;
    let ended = stopped.is_none().then(|| verdict(&header, &game)).flatten();
    let remark = ended.map(|ended| ruling::remark(&header, ended));
    Ok((header, tree, faults, remark))
}
