//! Queries: by facets, by a position, and by a line of words such as `level:4 result:win 中炮`.

use std::collections::{BTreeSet, HashMap};

use duiyi_core::record::date::normalised;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::duplicates;
use super::explorer::PositionKey;
use super::facts::GameFacts;
use super::fold::folded;
use super::order::GameOrder;
use super::pattern::{self, Material, PartOfPosition, Pattern};
use super::row::corrected_row;
use super::terms::{self, Field, QueryFault, QueryFaultKind, SearchTerm};
use super::typed_line::TypedLine;
use super::{COLUMNS, FinishedGame, GameRow, tags};

/// Filters of a list of games. `None` does not filter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase", default))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Query {
    /// `xiangqi`, `gomoku` or `tictactoe`.
    #[cfg_attr(feature = "bindings", ts(as = "Option<duiyi_core::game::GameKind>"))]
    pub game: Option<String>,
    pub rule: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; or `win`, `loss` or `draw` from the person's point of view.
    pub result: Option<String>,
    /// Level of a participating engine.
    pub level: Option<u8>,
    /// The complete name of the opening.
    pub opening: Option<String>,
    pub tag: Option<String>,
    /// Only games without this tag.
    pub without_tag: Option<String>,
    /// Only games from the usual start.
    #[cfg_attr(feature = "bindings", ts(as = "Option<bool>"))]
    pub usual_start: bool,
    /// Year, `2026`, or month, `2026-11`, of the record's date.
    pub date: Option<String>,
    /// The complete name of a player; games under other names of the person count, too.
    pub player: Option<String>,
    /// The complete name of the event.
    pub event: Option<String>,
    /// Only games that had this part of a position.
    pub part: Option<PartOfPosition>,
    /// Only games whose moves another game has, too, those with the same moves together.
    #[cfg_attr(feature = "bindings", ts(as = "Option<bool>"))]
    pub duplicates: bool,
    /// Only games that reached this position.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub position: Option<PositionKey>,
    /// Words that all occur in names, rule, reason, opening, event or comments, in any case; or the first moves of a
    /// game. It may contain fields, such as `year:1999..2005`, `opening:B*` or `event:"Five Rams Cup"`.
    pub text: String,
    pub sort: GameOrder,
    /// Sorts the other way round.
    #[cfg_attr(feature = "bindings", ts(as = "Option<bool>"))]
    pub reversed: bool,
    /// Whether the rows have their [`GameFacts`] and the facets the events, which the index knows.
    #[cfg_attr(feature = "bindings", ts(as = "Option<bool>"))]
    pub facts: bool,
    /// Most games of the page.
    pub limit: u32,
    /// Games before the page.
    pub offset: u32,
    pub shelf: TrashFilter,
}

impl Default for Query {
    fn default() -> Query {
        Query {
            game: None,
            rule: None,
            result: None,
            level: None,
            opening: None,
            tag: None,
            without_tag: None,
            usual_start: false,
            date: None,
            player: None,
            event: None,
            part: None,
            duplicates: false,
            position: None,
            text: String::new(),
            sort: GameOrder::default(),
            reversed: false,
            facts: false,
            limit: 50,
            offset: 0,
            shelf: TrashFilter::default(),
        }
    }
}

/// Whether a list has games of the library, of the trash, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum TrashFilter {
    #[default]
    Kept,
    Trash,
    Both,
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct LibraryPage {
    /// Games in order, without moves and record. [`super::Library::load`] returns those of one game.
    pub rows: Vec<GameRow>,
    /// Number of games in the complete list.
    pub total: u32,
    /// Games that the index lacks: words and positions do not find them yet.
    pub unindexed: u32,
    /// Games of the page with impossible values, which are shown as unknown.
    pub corrected: u32,
    /// Words of the text that cannot be taken as they are meant.
    pub faults: Vec<QueryFault>,
}

/// Most faults of a page.
const FAULTS_MAX: usize = 5;

/// Most different words of a query. A longer text, pasted by mistake, finds nothing. SQLite takes 32,766 values.
const WORDS_MAX: usize = 5_000;

/// Most words that are searched among the tags, too: each costs a search of its own.
const TAGGED_WORDS_MAX: usize = 8;

impl Query {
    /// Returns whether the query needs the index.
    pub(super) fn needs_index(&self) -> bool {
        self.facts
            || self.event.is_some()
            || self.part.is_some()
            || self.duplicates
            || self.position.is_some()
            || self.sort.needs_facts()
            || terms::read(&self.text).iter().any(SearchTerm::needs_index)
    }

    /// Returns what games must have on the board at one ply: the part of a position and the typed material.
    pub(super) fn pattern(&self) -> Option<Pattern> {
        let part = self.part.as_ref().map(Pattern::read);
        let terms = terms::read(&self.text);
        let typed = terms.iter().filter_map(|term| match term {
            SearchTerm::Field { field: Field::Material, value, .. } => Material::read(value),
            _ => None,
        });
        match (part, typed.collect::<Vec<Material>>()) {
            (Some(None), _) => None,
            (Some(Some(pattern)), typed) => Some(pattern.with(typed)),
            (None, typed) if typed.is_empty() => None,
            (None, typed) => Some(Pattern::of_chess().with(typed)),
        }
    }
}

/// Returns the text that a word search reads before the index has the game.
pub(super) fn words_of(game: &FinishedGame) -> String {
    let opening = game.opening.as_deref().unwrap_or_default();
    [&game.first.name, &game.second.name, &game.game, &game.rule, &game.reason, opening, &game.date]
        .join("\n")
        .to_lowercase()
}

/// Most games with a position that are looked up one by one. For more, it is faster to read the complete list from a
/// sorted index and filter it.
pub(super) const FEW: usize = 5_000;

/// Lists a page of the games that `query` has found. The index lacks `unindexed` games.
pub(super) fn list(
    connection: &Connection,
    query: &Query,
    unindexed: u32,
    found: &[i64],
) -> rusqlite::Result<LibraryPage> {
    let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let page = &found[found.len().min(query.offset as usize)..];
    let page = &page[..page.len().min(query.limit as usize)];
    // A list shows neither moves nor record, and fifty records may have four megabytes each.
    let columns = COLUMNS.replace("moves, record", "'', ''");
    let mut read = connection
        .prepare(&format!("SELECT {columns} FROM game WHERE id IN ({})", comma_separated(page)))?
        .query_map([], corrected_row)?
        .map(|read| read.map(|(row, corrected)| (row.id, (row, corrected))))
        .collect::<rusqlite::Result<HashMap<i64, (GameRow, bool)>>>()?;
    let corrected = read.values().filter(|(_, corrected)| *corrected).count() as u32;
    let mut rows: Vec<GameRow> = page.iter().filter_map(|id| read.remove(id)).map(|(row, _)| row).collect();
    let has_pattern = query.pattern().is_some();
    for row in &mut rows {
        row.tags = tags::of(connection, row.id)?;
        if query.facts {
            row.facts = GameFacts::read(connection, row.id)?;
        }
        if has_pattern {
            row.at_ply = pattern::ply_of(connection, row.id)?;
        }
    }
    let faults = Filter::without_facets(query, false).faults;
    Ok(LibraryPage { rows, total, unindexed, corrected, faults })
}

/// Returns the numbers of all matching games, in order. One search serves both the count and the page.
pub(super) fn find(connection: &Connection, query: &Query, unindexed: u32, few: usize) -> rusqlite::Result<Vec<i64>> {
    let mut had = query.position.as_ref().map(|position| that_had(connection, position)).transpose()?;
    let mut filter = Filter::new(&Query { position: None, ..query.clone() }, unindexed > 0);
    if let Some(had) = had.take_if(|had| had.len() <= few) {
        filter.and(&format!("id IN ({})", comma_separated(&had)), []);
    }
    let clause = all(&filter.conditions);
    let facts = if query.sort.needs_facts() { "LEFT JOIN idx.facts ON facts.game_id = id" } else { "" };
    let (missing, order) =
        if query.duplicates { (None, duplicates::ORDER.to_owned()) } else { query.sort.order(query.reversed) };
    // Games without a value are last. In a query of their own they leave the others to an index of the library.
    let parts = match missing {
        None => vec![clause],
        Some(missing) => vec![format!("({clause}) AND NOT ({missing})"), format!("({clause}) AND ({missing})")],
    };
    let mut found: Vec<i64> = Vec::new();
    for part in parts {
        let sql = format!("SELECT id FROM game {facts} WHERE {part} ORDER BY {order}");
        let mut statement = connection.prepare(&sql)?;
        let ids = statement.query_map(params_from_iter(&filter.values), |row| row.get(0))?;
        found.extend(ids.collect::<rusqlite::Result<Vec<i64>>>()?);
    }
    if let Some(had) = had {
        found.retain(|id| had.binary_search(id).is_ok());
    }
    Ok(found)
}

/// Returns the games that reached a position, by number.
fn that_had(connection: &Connection, position: &PositionKey) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare("SELECT rowid FROM idx.positions WHERE positions MATCH ? ORDER BY rowid")?
        .query_map([position.prefix()], |row| row.get(0))?
        .collect()
}

pub(super) fn comma_separated(ids: &[i64]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Joins conditions as a balanced tree: SQLite limits the depth of an expression, not its length.
pub(super) fn all(conditions: &[String]) -> String {
    match conditions {
        [] => "1".to_owned(),
        [one] => one.clone(),
        more => {
            let (left, right) = more.split_at(more.len() / 2);
            format!("({} AND {})", all(left), all(right))
        }
    }
}

/// Conditions with a `?` per value. Typed text is always a bound value, never SQL.
#[derive(Default)]
pub(super) struct Filter {
    pub(super) conditions: Vec<String>,
    pub(super) values: Vec<Value>,
    pub(super) faults: Vec<QueryFault>,
}

impl Filter {
    fn new(query: &Query, late: bool) -> Filter {
        let mut filter = Filter::without_facets(query, late);
        if let Some(game) = &query.game {
            filter.and("game = ?", [game]);
        }
        if let Some(rule) = &query.rule {
            filter.and("rule = ?", [rule]);
        }
        if let Some(result) = query.result.as_deref().filter(|result| is_score(result)) {
            filter.and_result(result);
        }
        if let Some(level) = query.level {
            filter.and_level(level);
        }
        if let Some(opening) = &query.opening {
            filter.and("opening = ?", [opening]);
        }
        if let Some(tag) = &query.tag {
            filter.and_tag(tag);
        }
        if let Some(date) = &query.date {
            filter.and_date(date);
        }
        if let Some(player) = &query.player {
            filter.and_player(player);
        }
        if let Some(event) = &query.event {
            filter.and("id IN (SELECT facts.game_id FROM idx.facts WHERE event = ?)", [event]);
        }
        filter
    }

    /// Returns the conditions that no facet sets. `late` means that the index lacks some games.
    pub(super) fn without_facets(query: &Query, late: bool) -> Filter {
        let mut filter = Filter::default();
        match query.shelf {
            TrashFilter::Kept => filter.and("deleted_at_ms IS NULL", []),
            TrashFilter::Trash => filter.and("deleted_at_ms IS NOT NULL", []),
            TrashFilter::Both => {}
        }
        if let Some(result) = query.result.as_deref().filter(|result| !is_score(result)) {
            filter.and_result(result);
        }
        if let Some(tag) = &query.without_tag {
            filter.and("id NOT IN (SELECT game_id FROM tag WHERE tag = ?)", [tag]);
        }
        if query.usual_start {
            filter.and("start IS NULL", []);
        }
        if query.pattern().is_some() {
            filter.and("id IN (SELECT id FROM temp.matched)", []);
        } else if query.part.is_some() {
            filter.and("0", []);
        }
        if query.duplicates {
            filter.and(duplicates::CONDITION, []);
        }
        if let Some(position) = &query.position {
            let condition = "id IN (SELECT rowid FROM idx.positions WHERE positions MATCH ?)";
            filter.and(condition, [&position.prefix()]);
        }
        let mut typed = Vec::new();
        for term in terms::read(&query.text) {
            match term {
                SearchTerm::Plain(word) => typed.push(word),
                SearchTerm::Unknown(word) => {
                    filter.faults.push(QueryFault::new(word, QueryFaultKind::Field));
                    typed.push(word);
                }
                SearchTerm::Field { field, value, word } => {
                    if let Err(kind) = filter.and_field(field, value) {
                        filter.and("0", []);
                        filter.faults.push(QueryFault::new(word, kind));
                    }
                }
            }
        }
        filter.faults.truncate(FAULTS_MAX);
        let words: BTreeSet<&str> = typed.iter().copied().collect();
        if words.len() > WORDS_MAX || filter.conditions.len() > WORDS_MAX {
            return Filter { conditions: vec!["0".to_owned()], ..Filter::default() };
        }
        if !words.is_empty() {
            let mut each = Filter::default();
            each.and_words(&words, late);
            let mut either =
                Filter { conditions: vec![all(&each.conditions)], values: each.values, ..Filter::default() };
            for line in TypedLine::read(&typed) {
                either.and_line(&line);
            }
            filter.and_either(either);
        }
        filter
    }

    /// Restricts to games that begin with a line. The index finds the games with its last position; among them are
    /// mirrored ones, and others that came there by another way.
    fn and_line(&mut self, line: &TypedLine) {
        let length = i64::try_from(line.moves.len()).unwrap_or(i64::MAX);
        self.values.extend([Value::from(line.game.to_owned()), line.position_query().into()]);
        self.values.extend([Value::from(length), line.moves.clone().into()]);
        self.and(
            "game = ? AND start IS NULL AND id IN (SELECT rowid FROM idx.positions WHERE positions MATCH ?)
             AND EXISTS (SELECT 1 FROM game_text WHERE game_id = game.id AND substr(moves || ' ', 1, ?) = ?)",
            [],
        );
    }

    /// Restricts to games in which the side with this name, `red`, `black`, `white`, `x` or `o`, has a result.
    fn and_side(&mut self, side: &str, first: &str, second: &str) -> Result<(), QueryFaultKind> {
        let of = |game: &str, result: &str| format!("game = '{game}' AND result = '{result}'");
        let condition = match side {
            "red" => of("xiangqi", first),
            "black" => format!("{} OR {}", of("xiangqi", second), of("gomoku", first)),
            "white" => of("gomoku", second),
            "x" => of("tictactoe", first),
            "o" => of("tictactoe", second),
            _ => return Err(QueryFaultKind::Side),
        };
        self.and(&condition, []);
        Ok(())
    }

    /// Restricts a field to a typed value; a value that the field does not have is a fault.
    fn and_field(&mut self, field: Field, value: &str) -> Result<(), QueryFaultKind> {
        let lower = value.to_lowercase();
        if value.is_empty() {
            return Err(QueryFaultKind::Empty);
        }
        let known = |is: bool, fault| if is { Ok(()) } else { Err(fault) };
        let level = |value: &str| value.parse().map_err(|_| QueryFaultKind::Level);
        match field {
            Field::Game => {
                known(terms::is_game(&lower), QueryFaultKind::Game)?;
                self.and("game = ?", [&lower]);
            }
            Field::Rule => {
                known(terms::is_rule(&lower), QueryFaultKind::Rule)?;
                self.and("rule = ?", [&lower]);
            }
            Field::Reason => {
                known(terms::is_reason(&lower), QueryFaultKind::Reason)?;
                self.and("reason = ?", [&lower]);
            }
            Field::Result if matches!(lower.as_str(), "win" | "loss" | "draw") || is_score(&lower) => {
                self.and_result(&lower);
            }
            Field::Result => self.and_side(&lower, "1-0", "0-1").map_err(|_| QueryFaultKind::Result)?,
            Field::Winner => self.and_side(&lower, "1-0", "0-1")?,
            Field::Loser => self.and_side(&lower, "0-1", "1-0")?,
            Field::Level => self.and_level(level(value)?),
            Field::Rank => self.and_rank(level(value)?),
            Field::Tag => self.and_tag(value),
            Field::Date => {
                known(normalised(value).is_some(), QueryFaultKind::Date)?;
                self.and_date(value);
            }
            // The person here, whom a row calls "You", or by the colour beside a friend.
            Field::Player if value == "*" => {
                let nameless = |side: &str| format!("({side}_kind = 'human' AND {side}_name = '')");
                self.and(&format!("{} OR {}", nameless("first"), nameless("second")), []);
            }
            Field::Player => {
                // The names come first, each on a line.
                let names = "substr(words, 1, instr(words, char(10) || game || char(10)))";
                // A person is found by each of their names.
                let persons =
                    "SELECT person FROM player_alias WHERE instr(folded(name), ?) OR instr(folded(person), ?)";
                let aliases = format!("{persons} UNION ALL SELECT name FROM player_alias WHERE person IN ({persons})");
                let either =
                    format!("instr(folded({names}), ?) OR first_name IN ({aliases}) OR second_name IN ({aliases})");
                self.and(&either, [folded(value).as_str(); 9]);
            }
            Field::Event => {
                let condition = "id IN (SELECT facts.game_id FROM idx.facts WHERE instr(event_key, ?))";
                self.and(condition, [&folded(value)]);
            }
            Field::Year => {
                let (from, to) = terms::years(value).ok_or(QueryFaultKind::Year)?;
                self.and("date >= ? AND date < ?", [&from.to_string(), &(to + 1).to_string()]);
            }
            Field::Opening => self.and_opening(&folded(value)),
            Field::Moves => {
                let moves: Vec<&str> = value.split([',', '，', '、', ' ']).filter(|mv| !mv.is_empty()).collect();
                let mut either = Filter::default();
                TypedLine::read(&moves).iter().for_each(|line| either.and_line(line));
                known(!either.conditions.is_empty(), QueryFaultKind::Moves)?;
                self.and_either(either);
            }
            Field::Length => {
                let length: u32 = value.parse().map_err(|_| QueryFaultKind::Length)?;
                self.values.push(length.into());
                self.and("CASE game WHEN 'xiangqi' THEN (plies + 1) / 2 ELSE plies END = ?", []);
            }
            // The games are those of the pattern.
            Field::Material => known(Material::read(value).is_some(), QueryFaultKind::Material)?,
            Field::Accuracy => {
                let (condition, values) = terms::percent(value).ok_or(QueryFaultKind::Accuracy)?;
                let of = |column| condition.replace("COLUMN", column);
                let (first, second) = (of("first_accuracy"), of("second_accuracy"));
                self.values.extend([values, values].concat().into_iter().map(Value::from));
                self.and(&format!("id IN (SELECT facts.game_id FROM idx.facts WHERE ({first}) OR ({second}))"), []);
            }
        }
        Ok(())
    }

    /// Restricts to a part of the opening's name; or to its code, or with `*` to the beginning of the code.
    fn and_opening(&mut self, value: &str) {
        let (code, glob) = value.strip_suffix('*').map_or((value, ""), |code| (code, "*"));
        let is_code = code.len() <= 3 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_code && (!code.is_empty() || !glob.is_empty()) {
            let pattern = format!("{}{glob}", code.to_uppercase());
            let coded = "id IN (SELECT facts.game_id FROM idx.facts WHERE opening_code <> '' AND opening_code GLOB ?)";
            self.and(&format!("{coded} OR instr(folded(opening), ?)"), [&pattern, value]);
        } else {
            self.and("instr(folded(opening), ?)", [value]);
        }
    }

    /// Restricts to games that satisfy any of the conditions.
    fn and_either(&mut self, mut either: Filter) {
        self.conditions.push(format!("({})", either.conditions.join(" OR ")));
        self.values.append(&mut either.values);
    }

    /// Searches each word in the index and among the tags. A text of many words is searched in the index alone.
    fn and_words(&mut self, words: &BTreeSet<&str>, late: bool) {
        if words.len() > TAGGED_WORDS_MAX {
            return self.and_indexed(&words.iter().map(|word| folded(word)).collect(), late);
        }
        for &word in words {
            let word = folded(word);
            let mut either = Filter::default();
            either.and("id IN (SELECT game_id FROM tag WHERE instr(folded(tag), ?))", [&word]);
            either.and_indexed(&BTreeSet::from([word]), late);
            self.and_either(either);
        }
    }

    /// Searches words in the index. One or two letters are a prefix of trigrams, more letters a phrase of trigrams. For
    /// games outside the index, it compares their names.
    fn and_indexed(&mut self, words: &BTreeSet<String>, late: bool) {
        let (short, long): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.chars().nth(2).is_none());
        let mut indexed = Vec::new();
        if !long.is_empty() {
            let phrases: Vec<String> = long.iter().map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect();
            self.values.push(phrases.join(" AND ").into());
            indexed.push("id IN (SELECT rowid FROM idx.texts WHERE texts MATCH ?)".to_owned());
        }
        for word in short {
            self.values.extend([word.clone().into(), format!("{word}\u{10ffff}").into()]);
            indexed.push("id IN (SELECT doc FROM idx.grams WHERE term >= ? AND term < ?)".to_owned());
        }
        let indexed = all(&indexed);
        if !late {
            return self.and(&indexed, []);
        }
        let mut named = vec!["change > (SELECT change FROM idx.state)".to_owned()];
        named.extend(words.iter().map(|_| "instr(folded(words), ?)".to_owned()));
        self.values.extend(words.iter().map(|word| Value::from(word.clone())));
        self.and(&format!("{indexed} OR {}", all(&named)), []);
    }

    /// Restricts to games of a person, under any of their names, or of an external engine. A level of the built-in engine
    /// has a facet of its own.
    fn and_player(&mut self, player: &str) {
        let person = "coalesce((SELECT person FROM player_alias WHERE name = ?), ?)";
        let names = format!("SELECT {person} UNION ALL SELECT name FROM player_alias WHERE person = {person}");
        let of = |side: &str| format!("({side}_kind <> 'engine' AND {side}_name IN ({names}))");
        self.and(&format!("{} OR {}", of("first"), of("second")), [player; 8]);
    }

    fn and_level(&mut self, level: u8) {
        self.values.push(level.into());
        self.and("? IN (first_level, second_level)", []);
    }

    /// Restricts to games with the level of this number among those of its game: tic-tac-toe has levels 1, 3 and 5.
    fn and_rank(&mut self, rank: u8) {
        self.values.extend([Value::from(rank.saturating_mul(2).saturating_sub(1)), rank.into()]);
        self.and("CASE game WHEN 'tictactoe' THEN ? ELSE ? END IN (first_level, second_level)", []);
    }

    fn and_tag(&mut self, tag: &str) {
        self.and("id IN (SELECT game_id FROM tag WHERE tag = ?)", [tag]);
    }

    /// Restricts to a year, a month or a day. A dot ends a part of a date, and `/` follows it in ASCII.
    fn and_date(&mut self, date: &str) {
        match normalised(date) {
            Some(from) => {
                let to = format!("{from}/");
                self.and("date >= ? AND date < ?", [&from, &to]);
            }
            None => self.and("0", []),
        }
    }

    fn and_result(&mut self, result: &str) {
        match result {
            "win" => self.and_person("result = CASE first_kind WHEN 'human' THEN '1-0' ELSE '0-1' END"),
            "loss" => self.and_person("result = CASE first_kind WHEN 'human' THEN '0-1' ELSE '1-0' END"),
            "draw" => self.and("result = '1/2-1/2'", []),
            _ => self.and("result = ?", [result]),
        }
    }

    /// Restricts a condition to games between a person and an engine. Only there does the person win or lose.
    fn and_person(&mut self, condition: &str) {
        self.and("(first_kind = 'human') <> (second_kind = 'human')", []);
        self.and(condition, []);
    }

    /// Adds a condition and its values. Values pushed for the condition come first.
    fn and<const N: usize>(&mut self, condition: &str, values: [&str; N]) {
        self.conditions.push(format!("({condition})"));
        self.values.extend(values.map(|value| Value::Text(value.to_owned())));
    }
}

/// Returns whether `result` is a score rather than a result from the person's point of view.
pub(super) fn is_score(result: &str) -> bool {
    matches!(result, "1-0" | "0-1" | "1/2-1/2" | "*")
}
