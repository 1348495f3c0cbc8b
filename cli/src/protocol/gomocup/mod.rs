//! `duiyi gomocup`: the protocol of the Gomocup tournament (Piskvork), with useful extensions of other engines'
//! interfaces.

mod board;
mod info;

use std::io;

use duiyi_core::base::Side;
use duiyi_core::game::Game;
use duiyi_core::game::GameKind;
use duiyi_core::gomoku::point::{MAX_SIZE, MIN_SIZE};
use duiyi_core::gomoku::protocol::{Opening, OpeningChoice, OpeningProtocol};
use duiyi_core::gomoku::{Point, Position, Rule, forbidden};
use duiyi_core::position::Position as _;
use duiyi_core::search::SearchInfo;

use super::options::{MULTIPV_MAX, open_books};
use super::{Conversation, Flow, LineTiming, ProtocolServer};
use board::{Owner, Stones};
use info::{Info, InfoChange};

/// Speak the Gomocup protocol for Gomoku, for tournament managers and graphical interfaces
#[derive(clap::Args)]
pub struct Args {}

/// Returns a swap2 opening after `stones`: none, the three proposed, or these and the two added.
fn swap2(stones: &[Point], size: u8) -> Result<Opening, Refusal> {
    let mut choices: Vec<OpeningChoice> = stones.iter().map(|&stone| OpeningChoice::Place(stone)).collect();
    match stones.len() {
        0 | 3 => {}
        5 => choices.insert(3, OpeningChoice::AddTwo),
        count => return Err(format!("swap2 needs 0, 3 or 5 stones, not {count}")),
    }
    let mut opening = Opening::new(OpeningProtocol::Swap2, size);
    choices.into_iter().try_for_each(|choice| opening.decide(choice)).map_err(|why| why.to_string())?;
    Ok(opening)
}

/// The reason of an `ERROR` answer, in one sentence.
type Refusal = String;

/// The engine's side of a conversation.
pub struct GomocupServer {
    stones: Option<Stones>,
    /// Whether the client's stones are unknown: a list is not whole, or a `START` was refused.
    is_unknown: bool,
    info: Info,
    /// The purpose of the list of stones that ends with `DONE`.
    listing: Option<Listing>,
    /// The opening in progress.
    opening: Option<Opening>,
}

/// The commands that end a list of stones whose `DONE` never came: its client was interrupted.
const COMMANDS: [&str; 14] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "TAKEBACK",
    "BOARD",
    "SWAP2BOARD",
    "YXBOARD",
    "YXNBEST",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "INFO",
];

/// The commands that need the client's stones.
const NEED_STONES: [&str; 6] = ["BEGIN", "TURN", "PLAY", "TAKEBACK", "YXNBEST", "YXSHOWFORBID"];

/// The purpose of a list of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listing {
    /// Set the position up and move.
    Move,
    /// Set the position up only.
    Setup,
    /// Decide in a swap2 opening.
    Swap2,
    /// A rejected list: skip it.
    Refused,
}

impl GomocupServer {
    pub fn new() -> GomocupServer {
        GomocupServer { stones: None, is_unknown: false, info: Info::new(), listing: None, opening: None }
    }

    fn stones(&mut self) -> Result<&mut Stones, Refusal> {
        self.stones.as_mut().ok_or_else(|| "START should come first".to_owned())
    }

    fn command(
        &mut self,
        word: &str,
        rest: &str,
        conversation: &mut Conversation<'_>,
    ) -> io::Result<Result<(), Refusal>> {
        if self.is_unknown && NEED_STONES.contains(&word) {
            return Ok(Err(
                "the stones are unknown after a refused list or START; send START, RESTART or a list".to_owned()
            ));
        }
        Ok(match word {
            "START" | "RECTSTART" => match self.start(rest) {
                Ok(()) => {
                    conversation.thread.clear();
                    conversation.prepare(GameKind::Gomoku);
                    return conversation.say("OK").map(Ok);
                }
                Err(why) => Err(why),
            },
            "RESTART" => match self.stones() {
                Ok(stones) => {
                    stones.clear();
                    self.is_unknown = false;
                    conversation.thread.clear();
                    return conversation.say("OK").map(Ok);
                }
                Err(why) => Err(why),
            },
            "BEGIN" => self.think(conversation, 1),
            "TURN" => self.place(rest, Owner::Opponent).and_then(|_| self.think(conversation, 1)),
            "PLAY" => match self.place(rest, Owner::Own) {
                Ok(point) => return conversation.say(point).map(Ok),
                Err(why) => Err(why),
            },
            "TAKEBACK" => match self.stones().and_then(|stones| stones.read(rest).and_then(|at| stones.take(at))) {
                Ok(()) => return conversation.say("OK").map(Ok),
                Err(why) => Err(why),
            },
            "BOARD" => self.begin_list(Listing::Move),
            "SWAP2BOARD" => self.begin_list(Listing::Swap2),
            "YXBOARD" => self.begin_list(Listing::Setup),
            "YXNBEST" => match rest.parse::<usize>() {
                Ok(lines) => self.think(conversation, lines.clamp(1, MULTIPV_MAX)),
                Err(_) => Err("a number of moves should follow".to_owned()),
            },
            "YXSHOWFORBID" => match self.forbidden() {
                Ok(points) => return conversation.say(format_args!("FORBID {points}.")).map(Ok),
                Err(why) => Err(why),
            },
            "YXHASHCLEAR" => {
                conversation.thread.clear();
                Ok(())
            }
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                match self.info.set(key, value.trim()) {
                    InfoChange::None => Ok(()),
                    InfoChange::Hash => {
                        conversation.thread.set_hash(self.info.options.hash_mib);
                        Ok(())
                    }
                    InfoChange::Books(files) => match open_books(&files, GameKind::Gomoku) {
                        Ok(books) => {
                            conversation.thread.set_books(books);
                            Ok(())
                        }
                        Err(why) => return conversation.say(format_args!("MESSAGE book_file: {why}")).map(Ok),
                    },
                    InfoChange::Trouble(why) => return conversation.say(format_args!("MESSAGE {why}")).map(Ok),
                }
            }
            _ => {
                return conversation.say(format_args!("UNKNOWN {}", word.chars().take(40).collect::<String>())).map(Ok);
            }
        })
    }

    /// Sets an empty board up from `n`, `w,h` or `w h`.
    fn start(&mut self, text: &str) -> Result<(), Refusal> {
        let number = |side: &str| side.trim().parse::<u8>().ok();
        let sides: Vec<Option<u8>> = match text.contains(',') {
            true => text.split(',').map(number).collect(),
            false => text.split_whitespace().map(number).collect(),
        };
        let size = match sides[..] {
            [Some(size)] => Some(size),
            [Some(width), Some(height)] if width == height => Some(width),
            _ => None,
        };
        let size = size.filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        self.is_unknown = size.is_none();
        let size = size.ok_or_else(|| format!("the board must be square and have {MIN_SIZE} to {MAX_SIZE} lines"))?;
        self.stones = Some(Stones::new(size));
        Ok(())
    }

    /// Adds the stone of the text and returns its point in protocol form.
    fn place(&mut self, text: &str, owner: Owner) -> Result<String, Refusal> {
        let stones = self.stones()?;
        let point = stones.read(text)?;
        stones.place(point, owner)?;
        Ok(stones.write(point))
    }

    fn block(&mut self, text: &str) -> Result<(), Refusal> {
        let stones = self.stones()?;
        let point = stones.read(text)?;
        stones.block(point)
    }

    fn think(&mut self, conversation: &mut Conversation<'_>, lines: usize) -> Result<(), Refusal> {
        let rule = self.info.rule;
        let game = self.stones()?.set_up(rule)?;
        if game.legal_moves().is_empty() {
            return Err("there is no point to play on".to_owned());
        }
        let mut ask = self.info.options.ask(self.info.limits());
        ask.options.multipv = lines;
        // A client that requests several lines wants the output of a search.
        ask.book = self.info.options.book && lines == 1;
        conversation.think(game, Vec::new(), ask, false, false);
        Ok(())
    }

    fn begin_list(&mut self, listing: Listing) -> Result<(), Refusal> {
        self.listing = Some(listing);
        let ready = self.stones().map(Stones::clear);
        match ready {
            Ok(()) => self.is_unknown = true,
            Err(_) => self.listing = Some(Listing::Refused),
        }
        ready
    }

    /// Parses a line of a list: `x,y,f` or `DONE`. The field f is 1 for an own stone, 2 for the opponent's and 3 for a
    /// point that neither side may use: a stone of a finished row in a continuous game, or a forbidden point.
    fn list(&mut self, listing: Listing, line: &str, conversation: &mut Conversation<'_>) -> Result<(), Refusal> {
        if line.eq_ignore_ascii_case("done") {
            self.listing = None;
            self.is_unknown &= listing == Listing::Refused;
            return match listing {
                Listing::Move => self.think(conversation, 1),
                // Without a decision the stones have no owners.
                Listing::Swap2 => self.open(conversation).inspect_err(|_| self.is_unknown = true),
                Listing::Setup | Listing::Refused => Ok(()),
            };
        }
        if listing == Listing::Refused {
            return Ok(());
        }
        let stone = match line.rsplit_once(',').map(|(at, field)| (at, field.trim())) {
            // These stones are in playing order without owners: `x,y`.
            _ if listing == Listing::Swap2 => self.place(line, Owner::Own),
            Some((at, "1")) => self.place(at, Owner::Own),
            Some((at, "2")) => self.place(at, Owner::Opponent),
            Some((at, "3")) => return self.block(at).inspect_err(|_| self.listing = Some(Listing::Refused)),
            _ => Err(format!("'{}' is not a stone such as 7,7,1", line.chars().take(20).collect::<String>())),
        };
        stone.map(drop).inspect_err(|_| self.listing = Some(Listing::Refused))
    }

    /// Decides in the opening: proposes three stones, answers three, or chooses the colour after five.
    fn open(&mut self, conversation: &mut Conversation<'_>) -> Result<(), Refusal> {
        let rule = self.info.rule;
        let stones = self.stones()?;
        let opening = swap2(&stones.points(), stones.size())?;
        conversation.open(opening.clone(), rule, self.info.options.ask(self.info.limits()));
        self.opening = Some(opening);
        Ok(())
    }

    /// Returns the points forbidden to Black, two digits for each coordinate.
    fn forbidden(&mut self) -> Result<String, Refusal> {
        let rule = self.info.rule;
        let stones = self.stones()?;
        let size = stones.size();
        let Game::Gomoku(played) = stones.set_up(rule)? else { return Ok(String::new()) };
        let position: &Position = played.position();
        let board = position.board();
        let is_forbidden = |point: &Point| forbidden::foul(board, *point).is_some();
        let points = board.empty_points().filter(|_| rule == Rule::Renju && position.side_to_move() == Side::First);
        Ok(points
            .filter(is_forbidden)
            .map(|point| format!("{:02}{:02}", point.column(), size - 1 - point.row()))
            .collect())
    }

    /// Returns a point in protocol form.
    fn written(&self, mv: &str) -> String {
        match (&self.stones, mv.parse()) {
            (Some(stones), Ok(point)) => stones.write(point),
            _ => mv.to_owned(),
        }
    }
}

impl ProtocolServer for GomocupServer {
    fn line(&mut self, line: &str, conversation: &mut Conversation<'_>) -> io::Result<Flow> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Flow::On);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_uppercase();
        match word.as_str() {
            "END" => return Ok(Flow::Leave),
            "STOP" | "YXSTOP" => {
                conversation.stop();
                return Ok(Flow::On);
            }
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                conversation.say(format_args!(
                    "name=\"Duiyi\", version=\"{version}\", author=\"the Duiyi developers\", country=\"CN\""
                ))?;
                return Ok(Flow::On);
            }
            _ => {}
        }
        if COMMANDS.contains(&word.as_str()) && self.listing.take().is_some() {
            conversation.say(format_args!("ERROR {word} came before the DONE of the list; send the list again"))?;
        }
        let done = match self.listing {
            Some(listing) => self.list(listing, line, conversation),
            None => self.command(&word, rest.trim(), conversation)?,
        };
        if let Err(why) = done {
            conversation.say(format_args!("ERROR {why}"))?;
        }
        Ok(Flow::On)
    }

    fn skip(&mut self, _word: &str) {
        // It may have been a stone.
        self.listing = self.listing.map(|_| Listing::Refused);
    }

    fn timing(&self, word: &str) -> LineTiming {
        match word {
            "stop" | "yxstop" => LineTiming::Ends,
            "restart" => LineTiming::Abandons,
            "end" | "about" => LineTiming::Aside,
            // A stone of a list has no command word.
            _ => LineTiming::Waits,
        }
    }

    fn report(&mut self, thought: &SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let time = conversation.elapsed().as_millis();
        for line in &thought.lines {
            let pv: Vec<String> = line.pv.iter().map(|mv| self.written(mv)).collect();
            let (depth, nodes, score) = (thought.depth, thought.nodes, line.score.0);
            conversation.say(format_args!(
                "MESSAGE depth {depth} score {score} nodes {nodes} time {time} pv {}",
                pv.join(" ")
            ))?;
        }
        Ok(())
    }

    fn answer(&mut self, thought: SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let Some(best) = thought.best else { return conversation.say("ERROR there is no point to play on") };
        let words = self.written(&best);
        match self.place(&words, Owner::Own) {
            Ok(point) => conversation.say(point),
            Err(why) => conversation.say(format_args!("ERROR {why}")),
        }
    }

    fn opened(&mut self, choices: Vec<OpeningChoice>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let (Some(mut opening), Ok(stones)) = (self.opening.take(), self.stones()) else { return Ok(()) };
        let Some((own, _)) = opening.turn().filter(|_| !choices.is_empty()) else {
            self.is_unknown = true;
            return conversation.say("ERROR the search failed; nothing is decided");
        };
        let mut placed = Vec::new();
        for choice in choices {
            opening.decide(choice).expect("the engine decides what it may");
            if let OpeningChoice::Place(point) = choice {
                placed.push(stones.write(point));
            }
        }
        // White's owner moves at once. Until then this program counts as Black.
        let has_white = placed.is_empty() && opening.black() != own;
        stones.share_out(opening.stones(), if has_white { Side::Second } else { Side::First });
        if has_white {
            return self.think(conversation, 1).or_else(|why| conversation.say(format_args!("ERROR {why}")));
        }
        if placed.is_empty() { conversation.say("SWAP") } else { conversation.say(placed.join(" ")) }
    }

    fn trouble(&mut self, why: &str, conversation: &mut Conversation<'_>) -> io::Result<()> {
        conversation.say(format_args!("MESSAGE {why}"))
    }
}
