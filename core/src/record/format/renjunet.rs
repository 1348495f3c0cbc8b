//! The database of RenjuNet (`renjunet_v10_20180803.rif`, also `.xml`): tables of countries, cities, rules, openings, players
//! and tournaments, then the games, which name rows of the tables; it is read, as a collection.
//!
//! ```text
//! <database><countries><country id="1" name="Estonia" abbr="EST"/> … <cities><city id= country= name=/>
//!   <rules><rule id= name=/> <openings><opening id= name= abbr=/> <players><player id= name= surname= country= city=/>
//!   <tournaments><tournament id= name= country= city= year= month= start= end= rule= rated=/>
//!   <games><game id= tournament= round= rule= black= white= bresult="0.5" btime= wtime= opening= alt= swap=>
//!     <move>h8 i9 j10 …</move><info>…</info></game> …
//! ```
//!
//! `bresult` counts Black's points. An attribute of a game that has no field is a tag, under its own name.

use std::collections::HashMap;
use std::ops::ControlFlow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::encoding::{TextEncoding, decode};
use super::record::{Location, ReadFault, shown};
use super::sgf::rule::NamedRule;
use super::{Codec, Record, TakeRecord, UnreadableRecord, Unwritable, Written};
use crate::base::{Outcome, Reason, Side};
use crate::game::{GOMOKU_SIZE_DEFAULT, GameKind, Setup};
use crate::gomoku::{Point, Rule};
use crate::record::date;
use crate::record::{Header, Tree};

/// The database of RenjuNet.
pub struct RenjuNet;

/// How much of a file is looked at for its beginning.
const HEAD_BYTES: usize = 4096;

impl Codec for RenjuNet {
    fn name(&self) -> &'static str {
        "rif"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let head = decode(&bytes[..bytes.len().min(HEAD_BYTES)]);
        let is_table = || ["<countries", "<players", "<rules", "<games", "<game "].iter().any(|tag| head.contains(tag));
        head.trim_start().starts_with('<') && head.contains("<database") && is_table()
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        let mut first = Err(UnreadableRecord::BreaksOff { form: "RenjuNet", bytes: bytes.len() });
        let _ = self.read_each_as(bytes, encoding, &mut |record| {
            first = record;
            ControlFlow::Break(())
        });
        first
    }

    fn holds_many(&self) -> bool {
        true
    }

    fn read_each_as(&self, bytes: &[u8], encoding: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        let encoding = encoding.unwrap_or_else(|| TextEncoding::guess(bytes));
        let text = encoding.decode(bytes);
        let mut reader = DatabaseReader { encoding, tables: HashMap::new(), game: None, element: String::new() };
        reader.read(&text, take)
    }

    fn write(&self, _: &Header, _: &Tree) -> Result<Written, Unwritable> {
        Err(Unwritable::ReadOnly { form: self.name() })
    }
}

/// The attributes of an element.
type Attributes = HashMap<String, String>;

/// A game until its element ends.
struct OpenGame {
    attributes: Vec<(String, String)>,
    moves: String,
    info: String,
    line: usize,
}

struct DatabaseReader {
    encoding: TextEncoding,
    /// Rows by table and number; a table is named as its elements are.
    tables: HashMap<(String, String), Attributes>,
    game: Option<OpenGame>,
    /// The element inside of a game whose text is being read.
    element: String,
}

/// The elements that are rows of tables.
const TABLES: [&str; 6] = ["country", "city", "rule", "opening", "player", "tournament"];

impl DatabaseReader {
    fn read(&mut self, text: &str, take: TakeRecord<'_>) -> ControlFlow<()> {
        let mut xml = Reader::from_str(text);
        xml.config_mut().check_end_names = false;
        let (mut line, mut passed) = (1, 0);
        loop {
            let event = xml.read_event();
            let here = usize::try_from(xml.buffer_position()).unwrap_or(usize::MAX).min(text.len());
            match event {
                Ok(Event::Start(start)) => self.begin(&start, line),
                Ok(Event::Empty(start)) => {
                    self.begin(&start, line);
                    self.end(start.name().as_ref(), take)?;
                }
                Ok(Event::Text(text)) => self.text(&text),
                Ok(Event::CData(text)) => self.text(&text),
                Ok(Event::GeneralRef(name)) => {
                    match (quick_xml::escape::resolve_predefined_entity(&name), name.resolve_char_ref()) {
                        (Some(text), _) => self.text(text),
                        (None, Ok(Some(c))) => self.text(c.encode_utf8(&mut [0; 4])),
                        _ => {}
                    }
                }
                Ok(Event::End(end)) => self.end(end.name().as_ref(), take)?,
                Ok(Event::Eof) => return ControlFlow::Continue(()),
                Ok(_) => {}
                Err(why) => {
                    let message = format!("the XML breaks off here: {why}");
                    return take(Err(UnreadableRecord::Broken(ReadFault::new(Location::Line(line), message))));
                }
            }
            line += text.as_bytes()[passed..here].iter().filter(|&&byte| byte == b'\n').count();
            passed = here;
        }
    }

    fn begin(&mut self, start: &BytesStart<'_>, line: usize) {
        let name = start.name().as_ref().to_owned();
        let attributes = start.attributes().flatten().map(|attribute| {
            let value = quick_xml::escape::unescape(&attribute.value)
                .map_or_else(|_| attribute.value.clone().into_owned(), |value| value.into_owned());
            (attribute.key.as_ref().to_owned(), value)
        });
        if name == "game" {
            let attributes = attributes.collect();
            self.game = Some(OpenGame { attributes, moves: String::new(), info: String::new(), line });
        } else if self.game.is_none() && TABLES.contains(&name.as_str()) {
            let attributes: Attributes = attributes.collect();
            if let Some(id) = attributes.get("id").cloned() {
                self.tables.insert((name.clone(), id), attributes);
            }
        }
        self.element = name;
    }

    fn text(&mut self, text: &str) {
        if let Some(game) = &mut self.game {
            match self.element.as_str() {
                "move" => game.moves.push_str(text),
                "game" => {}
                _ => game.info.push_str(text),
            }
        }
    }

    fn end(&mut self, name: &str, take: TakeRecord<'_>) -> ControlFlow<()> {
        self.element.clear();
        match self.game.take() {
            Some(game) if name == "game" => take(self.record(&game)),
            game => {
                self.game = game;
                ControlFlow::Continue(())
            }
        }
    }

    /// Returns an attribute of a row.
    fn row(&self, table: &str, id: &str, attribute: &str) -> Option<&str> {
        let row = self.tables.get(&(table.to_owned(), id.to_owned()))?;
        row.get(attribute).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    fn record(&self, game: &OpenGame) -> Result<Record, UnreadableRecord> {
        let mut record = Record::new(Header::new(Setup::usual(GameKind::Gomoku)));
        record.encoding = self.encoding;
        let mut rule = NamedRule { rule: Some(Rule::Renju), opening: None };
        for (name, value) in &game.attributes {
            let (name, value) = (name.as_str(), value.trim());
            let header = &mut record.header;
            let tag = |name: &str| Some((name.to_owned(), value.to_owned()));
            let tag = match name {
                _ if value.is_empty() => None,
                "id" => tag("ID"),
                "black" | "white" => {
                    let player = self.player(value);
                    if player.is_none() {
                        record.fault(game.line, format!("the database has no player '{}'", shown(value)));
                    }
                    let names = &mut record.header.names;
                    let seat = if name == "black" { &mut names.first } else { &mut names.second };
                    *seat = player.unwrap_or_default();
                    None
                }
                "bresult" => {
                    match value.parse::<f32>() {
                        Ok(1.0) => header.outcome = Some(Outcome::win(Side::First, Reason::Unstated)),
                        Ok(0.5) => header.outcome = Some(Outcome::draw(Reason::Unstated)),
                        Ok(0.0) => header.outcome = Some(Outcome::win(Side::Second, Reason::Unstated)),
                        _ => record.fault(game.line, format!("the result '{}' is not understood", shown(value))),
                    }
                    None
                }
                "rule" => match self.row("rule", value, "name") {
                    Some(named) => {
                        let read = NamedRule::read(named);
                        rule = NamedRule { rule: read.rule.or(rule.rule), opening: read.opening };
                        // A name that the opening's code does not say.
                        let said = read.opening.is_some_and(|opening| opening.code().eq_ignore_ascii_case(named));
                        (!said).then(|| ("RULE".to_owned(), named.to_owned()))
                    }
                    None => tag("RULE"),
                },
                "tournament" => {
                    self.tournament(value, header);
                    None
                }
                "round" => tag("Round"),
                "opening" => {
                    let row = |attribute| self.row("opening", value, attribute);
                    let words: Vec<&str> = [row("abbr"), row("name")].into_iter().flatten().collect();
                    let named = if words.is_empty() { value.to_owned() } else { words.join(" ") };
                    Some(("OPENING".to_owned(), named))
                }
                _ => tag(&name.to_uppercase()),
            };
            record.header.tags.extend(tag);
        }
        let mut node = Tree::ROOT;
        for word in game.moves.split_whitespace() {
            let point = word.to_ascii_lowercase().parse::<Point>();
            let mv = point.map_or_else(|_| shown(word), |point| point.to_string());
            node = record.push(node, mv, game.line);
        }
        record.tree.note_mut(Tree::ROOT).add_comment(game.info.trim());
        let header = &mut record.header;
        header.opening = rule.opening.map_or_else(String::new, |opening| opening.code().to_owned());
        header.setup = Setup::gomoku(rule.rule.unwrap_or(Rule::Renju), GOMOKU_SIZE_DEFAULT, None)?;
        Ok(record)
    }

    /// Returns the name and surname of a player.
    fn player(&self, id: &str) -> Option<String> {
        let names = [self.row("player", id, "name"), self.row("player", id, "surname")];
        let names: Vec<&str> = names.into_iter().flatten().collect();
        (!names.is_empty()).then(|| names.join(" "))
    }

    /// Notes where and when a game was played.
    fn tournament(&self, id: &str, header: &mut Header) {
        let row = |attribute| self.row("tournament", id, attribute);
        header.tags.push(("Event".to_owned(), row("name").unwrap_or(id).to_owned()));
        let place = |table, attribute| row(attribute).and_then(|id| self.row(table, id, "name"));
        let places: Vec<&str> = [place("city", "city"), place("country", "country")].into_iter().flatten().collect();
        if !places.is_empty() {
            header.tags.push(("Site".to_owned(), places.join(", ")));
        }
        let month = || Some(format!("{}-{:0>2}", row("year")?, row("month").unwrap_or("0")));
        let start = row("start").and_then(date::normalised).or_else(|| date::normalised(&month()?));
        header.date = start.unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database version=\"10\">\n<countries>\
        <country id=\"1\" name=\"Eesti\" abbr=\"EST\"/></countries>\n<cities><city id=\"2\" country=\"1\" name=\"Tallinn\"/>\
        </cities>\n<rules><rule id=\"3\" name=\"Sosyrv\"/><rule id=\"4\" name=\"Taraguchi-10\"><info>x</info></rule>\n\
        <rule id=\"5\" name=\"Gomoku\"/></rules><openings><opening id=\"6\" name=\"Kagetsu\" abbr=\"D4\"/></openings>\n\
        <players><player id=\"7\" name=\"A\" surname=\"B &amp; C\" country=\"1\" city=\"2\"/><player id=\"8\" name=\"D\" \
        surname=\"\"/></players>\n<tournaments><tournament id=\"9\" name=\"Cup\" country=\"1\" city=\"2\" year=\"2001\" \
        month=\"5\" start=\"0000-00-00\" end=\"\" rule=\"4\" rated=\"1\"/></tournaments>\n<games>\n\
        <game id=\"10\" publisher=\"7\" tournament=\"9\" round=\"R1\" rule=\"4\" black=\"7\" white=\"8\" bresult=\"0.5\" \
        btime=\"35\" wtime=\"\" opening=\"6\" alt=\"g9\" swap=\"--w\">\n<move>h8 I9 j10</move>\n<info>said &lt;so&gt;</info>\n\
        </game>\n<game id=\"11\" rule=\"5\" black=\"1\" white=\"8\" bresult=\"1\"><move>h8 h8 z9</move></game>\n\
        <game id=\"12\" bresult=\"x\"><move/></game></games></database>";

    fn games(text: &str) -> Vec<Result<Record, UnreadableRecord>> {
        let mut games = Vec::new();
        let _ = RenjuNet.read_each(text.as_bytes(), &mut |game| {
            games.push(game);
            ControlFlow::Continue(())
        });
        games
    }

    #[test]
    fn a_database_is_read_game_by_game() {
        assert!(RenjuNet.sniff(TEXT.as_bytes()) && !RenjuNet.sniff(b"<database>") && !RenjuNet.sniff(b"h8 i9"));
        let games = games(TEXT);
        let games: Vec<&Record> = games.iter().map(|game| game.as_ref().expect("it is a game")).collect();
        let header = &games[0].header;
        assert_eq!(games[0].faults(), []);
        assert_eq!(games[0].tree.main_moves().collect::<Vec<_>>(), ["h8", "i9", "j10"]);
        assert_eq!((header.names.first.as_str(), header.names.second.as_str()), ("A B & C", "D"));
        assert_eq!((header.setup.rule_code(), header.opening.as_str()), ("renju", "taraguchi-10"));
        assert_eq!((header.date.as_str(), header.outcome), ("2001.05", Some(Outcome::draw(Reason::Unstated))));
        let tags: Vec<String> = header.tags.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let expected = "ID 10, PUBLISHER 7, Event Cup, Site Tallinn, Eesti, Round R1, BTIME 35, OPENING D4 Kagetsu, ALT g9, \
            SWAP --w";
        assert_eq!(tags.join(", "), expected);
        assert_eq!(games[0].tree.note(Tree::ROOT).comment, "said <so>");
        let moves: Vec<&str> = games[1].tree.main_moves().collect();
        assert_eq!((moves, games[1].faults().len()), (vec!["h8", "h8", "z9"], 1));
        assert_eq!(games[1].header.setup.rule_code(), "freestyle");
        assert_eq!((games[2].tree.len(), games[2].faults().len()), (0, 1));
    }

    #[test]
    fn a_database_that_breaks_off_gives_its_games() {
        let cut = TEXT.find("<game id=\"11\"").expect("it is there");
        let read = games(&TEXT[..cut + 9]);
        assert_eq!(read.len(), 2);
        assert!(read[0].is_ok() && read[1].is_err());
        assert!(matches!(RenjuNet.read(b"<database><games>"), Err(UnreadableRecord::BreaksOff { .. })));
    }
}
