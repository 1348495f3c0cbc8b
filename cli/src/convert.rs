//! `duiyi convert`: a record in another form.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use duiyi_core::record::format::encoding::TextEncoding;
use duiyi_core::record::format::{self, CODECS, COLLECTION_BYTES_MAX, Codec, ReadFault, Record, UnreadableRecord};
use duiyi_core::record::{Header, NodeId, Tree};
use duiyi_core::study::{self, verdict};
use duiyi_host::files::archive::{self, ArchiveContent, PackedFile, PackedFiles};
use duiyi_host::files::{self, FileError};

use crate::complain;
use crate::drawing::{Drawing, Target};
use crate::problem::{Problem, Status};
use crate::ruling;

/// Write a record in another format
///
/// IN is one record, a collection, or a .zip archive of them, which becomes one collection. Anything that could not be
/// read or stored is reported on standard error. The file is written whole or not at all. A collection becomes a
/// collection; a format that holds one game needs --game. A game can also become html, a page that replays it offline,
/// svg or png, a picture of the position at its end, or gif, which shows its moves one after the other.
#[derive(clap::Args)]
pub struct Args {
    /// The record; - is the standard input
    #[arg(value_name = "IN")]
    from_file: PathBuf,
    /// The file to write; - is the standard output
    #[arg(value_name = "OUT")]
    to_file: PathBuf,
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
    if !is_pipe(&args.from_file) {
        std::fs::metadata(&args.from_file)
            .map_err(|why| crate::input::fault(args.from_file.display(), &FileError::new(&args.from_file, why)))?;
    }
    let to = target(args)?;
    // A part of the record that is read could have no place in the new form.
    crate::input::expect_unread(&args.to_file, [&args.from_file])?;
    if let Some(option) = args.drawing.idle_option(to) {
        return Err(Problem::at(option, format!("{} has no use for this option; leave it out", to.name())));
    }
    let mut conversion = Conversion {
        args,
        to,
        place: input(args),
        is_archive: false,
        written: Vec::new(),
        games: 0,
        games_before: 0,
        written_games: 0,
        refused: None,
        told: 0,
        doubted: false,
    };
    match read(&args.from_file)? {
        Input::Record(bytes) => {
            let _ = conversion.read(&bytes, &args.from_file)?;
        }
        Input::Archive(content) => conversion.unpack(content)?,
    }
    let Conversion { written, games, written_games, refused, told, .. } = conversion;
    if told > TOLD_MAX {
        complain(&format!("{}: {} more sentences like these", input(args), told - TOLD_MAX));
    }
    if written_games == 0 {
        let input = input(args);
        return Err(match (refused, args.game) {
            (Some((place, _, why)), _) => Problem::at(place, why),
            (None, Some(game)) => Problem::at("--game", format!("{input} has no game {game}, only {games}")),
            (None, None) => Problem::at(input, UnreadableRecord::Unknown),
        });
    }
    if let Some((place, game, why)) = refused {
        let game = game.map_or(String::new(), |game| format!("game {game}: "));
        complain(&format!("{place}: {game}{why}"));
    }
    if is_pipe(&args.to_file) {
        out.write_all(&written)?;
    } else {
        crate::input::write(&args.to_file, &written)?;
    }
    Ok(Status::Done)
}

fn target(args: &Args) -> Result<Target, Problem> {
    let ending = args.to_file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let form = args.to.as_deref().map_or_else(|| Target::with_ending(ending), Target::named);
    let why = "its ending names no form; name one with --to, such as --to pgn";
    form.ok_or_else(|| Problem::at(args.to_file.display(), why))
}

/// Returns the form to read: by option, by content, or by the ending of `file`.
fn source(args: &Args, bytes: &[u8], file: &Path) -> &'static dyn Codec {
    if let Some(form) = args.from.as_deref().and_then(format::named) {
        return form;
    }
    format::sniff_file(bytes, file.extension().and_then(|ending| ending.to_str()))
}

/// What the command reads.
enum Input {
    Record(Vec<u8>),
    Archive(ArchiveContent),
}

fn read(file: &Path) -> Result<Input, Problem> {
    let bytes_max = COLLECTION_BYTES_MAX as u64;
    if !is_pipe(file) {
        let place = crate::input::absolute(file)?;
        let fault = |why: FileError| crate::input::fault(file.display(), &why);
        if archive::is_archive_file(&place).map_err(fault)? {
            return Ok(Input::Archive(ArchiveContent::File(place)));
        }
        return files::read_capped(&place, bytes_max).map(Input::Record).map_err(fault);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(bytes_max + 1).read_to_end(&mut bytes).map_err(|why| Problem::at("standard input", why))?;
    if bytes.len() as u64 > bytes_max {
        return Err(Problem::at("standard input", format!("it has more than {bytes_max} bytes")));
    }
    Ok(if archive::is_archive(&bytes) {
        Input::Archive(ArchiveContent::Bytes(bytes.into()))
    } else {
        Input::Record(bytes)
    })
}

/// The limit of printed warnings about the games of a collection.
const TOLD_MAX: usize = 100;

/// Characters of a text that are printed beside a guess at its encoding.
const DOUBT_CHARS_MAX: usize = 40;

/// The state of a conversion.
struct Conversion<'a> {
    args: &'a Args,
    to: Target,
    /// The name of the record in messages.
    place: String,
    is_archive: bool,
    written: Vec<u8>,
    /// Games so far.
    games: u32,
    /// Games of the files before this one in the archive.
    games_before: u32,
    written_games: u32,
    /// The place, the number in it, and the error of what could not be used first.
    refused: Option<(String, Option<u32>, String)>,
    /// Warnings so far, printed or not.
    told: usize,
    /// Whether a doubtful guess at the encoding was reported.
    doubted: bool,
}

impl Conversion<'_> {
    /// Reads every game of a record; `file` is its name.
    fn read(&mut self, bytes: &[u8], file: &Path) -> Result<ControlFlow<()>, Problem> {
        let mut ended = Ok(ControlFlow::Continue(()));
        let _ = source(self.args, bytes, file).read_each_as(bytes, self.args.encoding, &mut |record| {
            ended = self.take(record);
            if let Ok(flow) = ended { flow } else { ControlFlow::Break(()) }
        });
        ended
    }

    /// Reads every game in an archive; its games are numbered through.
    fn unpack(&mut self, content: ArchiveContent) -> Result<(), Problem> {
        self.is_archive = true;
        let archive = self.place.clone();
        let files = PackedFiles::open(Path::new(&archive), content, COLLECTION_BYTES_MAX as u64);
        for PackedFile { place, bytes, .. } in files.map_err(|why| Problem::at(&archive, why))? {
            self.place = place.display().to_string();
            self.games_before = self.games;
            match bytes {
                Ok(bytes) => {
                    if self.read(&bytes, &place)?.is_break() {
                        break;
                    }
                }
                Err(why) => self.refuse(None, why.to_string()),
            }
        }
        self.place = archive;
        Ok(())
    }

    /// Reports what could not be used. The first one is the command's own error if nothing could.
    fn refuse(&mut self, game: Option<u32>, why: String) {
        match &self.refused {
            None => self.refused = Some((self.place.clone(), game, why)),
            Some(_) => self.tell_of_input(&why),
        }
    }

    fn tell_of_input(&mut self, what: &dyn std::fmt::Display) {
        self.tell(&self.place.clone(), what);
    }

    fn take(&mut self, record: Result<Record, UnreadableRecord>) -> Result<ControlFlow<()>, Problem> {
        // A file of an archive that is no record has no number among the games.
        if let Err(UnreadableRecord::Unknown) = record
            && self.is_archive
        {
            self.refuse(None, UnreadableRecord::Unknown.to_string());
            return Ok(ControlFlow::Continue(()));
        }
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
                faults.iter().for_each(|fault| self.tell_of_input(fault));
                verdict.iter().for_each(|verdict| self.tell_of_input(verdict));
                self.write(&header, &tree)?;
            }
            // An unusable single game is the command's own error, printed at its end.
            Err(why) => self.refuse(Some(self.games - self.games_before), why),
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
            self.tell_of_input(&format!("read as {name}, which is a guess: {text}; --encoding names another"));
        }
    }

    fn write(&mut self, header: &Header, tree: &Tree) -> Result<(), Problem> {
        if self.written_games > 0 && !self.to.holds_many() {
            let name = self.to.name();
            let why = format!("it holds several games and {name} holds one; choose one with --game 1, 2 and so on");
            return Err(Problem::at(input(self.args), why));
        }
        let at = self.place(tree)?;
        let written = match self.to.write(header, tree, at, &self.args.drawing) {
            Ok(written) => written,
            // A game that the form cannot hold costs no other game of a collection or an archive.
            Err(why) if self.to.holds_many() || self.is_archive => {
                self.refuse(Some(self.games - self.games_before), why);
                return Ok(());
            }
            Err(why) => return Err(Problem::at(output(self.args), why)),
        };
        if !written.left_out.is_empty() {
            self.tell(&output(self.args), &format!("{} left out", written.left_out));
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
    fn tell(&mut self, place: &str, what: &dyn std::fmt::Display) {
        self.told += 1;
        if self.told > TOLD_MAX {
            return;
        }
        let game = self.games - self.games_before;
        let game = if game > 1 { format!("game {game}: ") } else { String::new() };
        complain(&format!("{place}: {game}{what}"));
    }
}

/// Returns the record's name in messages.
fn input(args: &Args) -> String {
    if is_pipe(&args.from_file) { "standard input".to_owned() } else { args.from_file.display().to_string() }
}

/// Returns the name of the written file in messages.
fn output(args: &Args) -> String {
    if is_pipe(&args.to_file) { "standard output".to_owned() } else { args.to_file.display().to_string() }
}

/// Returns whether a name stands for the standard input or output.
fn is_pipe(file: &Path) -> bool {
    file == Path::new("-")
}

/// Resolves the moves of a record. Returns its faults, and what the rules say against its result.
///
/// # Errors
/// No move can be used.
fn resolved(mut record: Record) -> Result<(Header, Tree, Vec<ReadFault>, Option<String>), String> {
    let (game, stopped) = study::resolve(&mut record);
    let faults = study::faults_of(&record, stopped.as_ref()).map_err(|fault| fault.to_string())?;
    let Record { header, tree, .. } = record;
    let ended = stopped.is_none().then(|| verdict(&header, &game)).flatten();
    let remark = ended.map(|ended| ruling::remark(&header, ended));
    Ok((header, tree, faults, remark))
}
