//! Moves as text, as PGN and plain text have them: in any notation, with or without numbers, comments in braces or behind
//! `;`, variations in parentheses, a result at the end.

use super::comment;
use super::cursor::Cursor;
use super::encoding::FILE_MARKS;
use super::labelled;
use super::record::{Record, shown};
use super::result;
use super::tags::is_tag;
pub(super) use super::words::{SIGNS, looks_like_a_move, moves_of};
use super::words::{behind_number, is_check, is_ruler, narrow, split_assessment};
use crate::base::{Outcome, Reason};
use crate::game::setup::read_fen;
use crate::game::{GameKind, Refusal};
use crate::record::note::Glyph;
use crate::record::{NodeId, Tree};
use crate::xiangqi;

/// Longest text behind a result that becomes a comment on the last move, in bytes.
const REST_BYTES_MAX: usize = 2_000;

/// The highest number of a move in a FEN.
const NUMBER_MAX: u16 = 9999;

/// What the moves of a game say besides the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveSection {
    /// The result at their end.
    pub outcome: Option<Outcome>,
    /// The number before the first move.
    pub first_number: Option<u16>,
}

impl MoveSection {
    /// Returns the result that the record states elsewhere, with the reason at the end of the moves if it has none; without
    /// one the result at the end of the moves.
    pub fn outcome_or_stated(self, stated: Option<Outcome>) -> Option<Outcome> {
        match (stated, self.outcome) {
            (Some(stated), Some(ended)) if stated.reason == Reason::Unstated && stated.winner == ended.winner => {
                Some(ended)
            }
            (stated, ended) => stated.or(ended),
        }
    }
}

/// A variation that is being read.
struct OpenVariation {
    /// Where the line goes on behind it.
    before: NodeId,
    /// Moves of the tree when it began.
    moves: usize,
}

/// Reads the moves up to the result, to the tags or the heading of the next game, or to the end.
pub(super) fn read<'a>(cursor: &mut Cursor<'a>, record: &mut Record) -> MoveSection {
    let mut section = MoveSection::default();
    let mut node = Tree::ROOT;
    let mut open: Vec<OpenVariation> = Vec::new();
    // Comments before the first move of a variation, which are about that move (ChessBase writes them).
    let mut ahead: Vec<&'a str> = Vec::new();
    // The line on which the last word ended: only what begins a line can be a tag, so each line is tried once.
    let mut passed = cursor.line();
    // The number before the last moves outside of variations.
    let mut last_number = None;
    while let Some(c) = cursor.peek() {
        let line = cursor.line();
        let begins_line = line > passed;
        if !c.is_whitespace() {
            passed = line;
        }
        match c {
            _ if c.is_whitespace() => cursor.pass_space(),
            '[' if begins_line && is_tag(cursor.rest()) => break,
            '【' if begins_line && cursor.rest()['【'.len_utf8()..].starts_with(['变', '變']) => {
                pass_variations(cursor, record);
            }
            _ if begins_line && open.is_empty() && last_number > Some(1) && is_heading(cursor.rest()) => break,
            _ if begins_line && is_remark(cursor.rest(), last_number) => {
                let text = cursor.pass_until(|c| c == '\n').trim();
                if !is_ruler(text) {
                    comment::read(text, GameKind::Xiangqi, record.tree.note_mut(node));
                }
            }
            '{' if open.last().is_some_and(|variation| variation.moves == record.tree.len()) => {
                ahead.push(pass_braces(cursor, record));
            }
            '{' => read_braces(cursor, record, node),
            ';' => read_line_comment(cursor, record, node),
            // The standard's escape: the rest of the line belongs to another program.
            '%' if begins_line => read_line_comment(cursor, record, node),
            ',' | '，' => _ = cursor.bump(),
            '(' => {
                cursor.bump();
                open.push(OpenVariation { before: node, moves: record.tree.len() });
                match record.tree.parent(node) {
                    Some(parent) => node = parent,
                    None => record.fault(line, "a variation stands before the first move"),
                }
            }
            '（' => {
                let words = pass_full_width(cursor, record);
                let rest = cursor.rest().trim_start();
                let is_end = open.is_empty() && (rest.is_empty() || rest.starts_with('[') || is_result(rest));
                match result::outcome(words).filter(|_| is_end) {
                    // `（红胜）`
                    Some(outcome) => section.outcome = Some(outcome),
                    None => comment::read(words, GameKind::Xiangqi, record.tree.note_mut(node)),
                }
            }
            '）' => {
                cursor.bump();
                record.fault(line, "a '）' closes nothing");
            }
            ')' => {
                cursor.bump();
                comment_on(record, node, &mut ahead);
                match open.pop() {
                    Some(variation) => node = variation.before,
                    None => record.fault(line, "a ')' closes nothing"),
                }
            }
            '}' => {
                cursor.bump();
                record.fault(line, "a '}' closes nothing");
            }
            _ => {
                let sentence = begins_sentence(cursor.rest()).filter(|_| open.is_empty() && !record.tree.is_empty());
                if let Some((outcome, bytes)) = sentence {
                    cursor.pass(bytes);
                    section.outcome = Some(outcome);
                    read_rest(cursor, record, node);
                    return section;
                }
                let word = match score_bytes(cursor.rest()).or_else(|| result_before_tag(cursor.rest())) {
                    Some(bytes) => cursor.pass(bytes),
                    None => cursor.pass_until(ends_word),
                };
                if open.is_empty() {
                    last_number = number(word).or(last_number);
                }
                if record.tree.is_empty() {
                    section.first_number = number(word).or(section.first_number);
                }
                for word in moves_of(word) {
                    let mv = word.trim_end_matches(SIGNS);
                    let signs = &word[mv.len()..];
                    let outcome = result::outcome(mv);
                    if outcome.is_some() || mv == "*" {
                        match &open[..] {
                            [] => {
                                let outcome = outcome.map(|outcome| read_reason(cursor, record, outcome));
                                section.outcome = outcome.or(section.outcome);
                                read_rest(cursor, record, node);
                                return section;
                            }
                            // `(红胜)` is no variation.
                            [only] if only.moves == record.tree.len() => section.outcome = outcome.or(section.outcome),
                            _ if outcome.is_some() => record.tree.note_mut(node).add_comment(mv),
                            _ => {}
                        }
                        continue;
                    }
                    if is_check(word)
                        || result::is_label(word)
                        || result::is_bare_label(word) && is_result(cursor.rest())
                    {
                        continue;
                    }
                    if let Some(number) = word.strip_prefix('$') {
                        let glyph = number.parse().ok().map(Glyph);
                        record.tree.note_mut(node).glyphs.extend(glyph);
                        continue;
                    }
                    let (mv, assessment) = split_assessment(mv);
                    if !mv.is_empty() {
                        node = match narrow(mv) {
                            Some(mv) => record.push(node, mv, line),
                            None => record.push(node, mv, line),
                        };
                        comment_on(record, node, &mut ahead);
                    }
                    // `(=)` is no variation either.
                    let judged = match open.last() {
                        Some(variation) if variation.moves == record.tree.len() => variation.before,
                        _ => node,
                    };
                    // Most moves have none, and a long game no room for as many empty notes.
                    for glyph in Glyph::from_sign(signs).into_iter().chain(assessment) {
                        record.tree.note_mut(judged).glyphs.push(glyph);
                    }
                }
            }
        }
    }
    if !open.is_empty() {
        comment_on(record, node, &mut ahead);
        record.fault(cursor.line(), "a variation is not closed");
    }
    section
}

/// Reads a result of several words at the start of `text`; returns its length in bytes. It ends with its line.
fn begins_sentence(text: &str) -> Option<(Outcome, usize)> {
    if !text.starts_with(result::BEGINS_SENTENCE) {
        return None;
    }
    let head = &text[..text.floor_char_boundary(result::SENTENCE_BYTES_MAX + 1)];
    let line = head.split(['\n', '{', ';']).next().unwrap_or_default();
    let word = line.split(|c: char| c.is_whitespace() || ".,，。".contains(c)).next().unwrap_or_default();
    let is_likely = word.len() < line.trim_end().len() || word.starts_with(['d', 'D']);
    let outcome = result::begins_sentence(word).then(|| result::sentence(line)).flatten();
    outcome.filter(|_| is_likely).map(|outcome| (outcome, line.len()))
}

/// Returns the length of a score such as `1 - 0` at the start of a text, up to the end of a word or the tags of the
/// next game.
fn score_bytes(text: &str) -> Option<usize> {
    let bytes = result::score_bytes(text)?;
    let behind = &text[bytes..];
    (behind.is_empty() || behind.starts_with(ends_word) || is_tag(behind)).then_some(bytes)
}

/// Returns the length of a result to which the tags of the next game are joined: `1-0[Event "…"]`.
fn result_before_tag(text: &str) -> Option<usize> {
    let word = text.split(ends_word).next().unwrap_or_default();
    let bytes = word.find('[')?;
    let is_end = word[..bytes] == *"*" || result::outcome(&word[..bytes]).is_some();
    (is_end && is_tag(&text[bytes..])).then_some(bytes)
}

/// Returns whether the next word of `text` is a result.
fn is_result(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word == "*" || result::outcome(word).is_some() || score_bytes(text.trim_start()).is_some()
}

/// Reads the start of a game from a FEN; one without counters leaves the number of the first move to the moves.
///
/// # Errors
/// A code of [`xiangqi::FenError`].
pub(super) fn start(fen: &str, section: MoveSection) -> Result<xiangqi::Position, Refusal> {
    let start = read_fen(fen)?;
    let has_counters = fen.split_whitespace().skip(2).any(|field| field.starts_with(|c: char| c.is_ascii_digit()));
    match section.first_number.filter(|_| !has_counters) {
        Some(move_number) => {
            let setup = xiangqi::Setup { move_number: move_number.clamp(1, NUMBER_MAX), ..start.to_setup() };
            Ok(xiangqi::Position::from_setup(setup).unwrap_or(start))
        }
        None => Ok(start),
    }
}

/// Reads a comment in braces.
pub(super) fn read_braces(cursor: &mut Cursor<'_>, record: &mut Record, node: NodeId) {
    let comment = pass_braces(cursor, record);
    comment::read(comment, GameKind::Xiangqi, record.tree.note_mut(node));
}

/// Adds the comments to a move.
fn comment_on(record: &mut Record, node: NodeId, comments: &mut Vec<&str>) {
    for comment in comments.drain(..) {
        comment::read(comment, GameKind::Xiangqi, record.tree.note_mut(node));
    }
}

/// Passes a comment in braces and returns its text.
fn pass_braces<'a>(cursor: &mut Cursor<'a>, record: &mut Record) -> &'a str {
    let line = cursor.line();
    cursor.bump();
    let comment = cursor.pass(comment_bytes(cursor.rest()));
    if cursor.peek() == Some('}') {
        cursor.bump();
    } else {
        record.fault(line, "the comment that begins here is not closed");
    }
    comment
}

/// Passes the variations behind the main line in a text of 东萍, each behind a line as `【变1-0-2】`. Their moves would go
/// on from the last one of the main line.
fn pass_variations(cursor: &mut Cursor<'_>, record: &mut Record) {
    record.fault(cursor.line(), "the variations from here on are not read");
    while let Some(c) = cursor.peek() {
        if c == '[' && is_tag(cursor.rest()) {
            return;
        }
        cursor.pass_until(|c| c == '\n');
        cursor.bump();
    }
}

/// Passes a comment in full-width parentheses and returns its text. One that is not closed ends with its line.
fn pass_full_width<'a>(cursor: &mut Cursor<'a>, record: &mut Record) -> &'a str {
    let line = cursor.line();
    cursor.bump();
    let closed = full_width_bytes(cursor.rest());
    let is_closed = closed.is_some();
    let words = match closed {
        Some(bytes) => cursor.pass(bytes),
        None => cursor.pass_until(|c| c == '\n'),
    };
    cursor.bump();
    let has_moves = words.lines().skip(1).any(|line| number(line.trim_start()).is_some() && begins_moves(line));
    if !is_closed {
        record.fault(line, "the comment that begins here is not closed");
    } else if has_moves {
        record.fault(line, "the comment that begins here has moves in it");
    }
    words.trim()
}

/// Returns the length of a comment in full-width parentheses, which may hold others, to the one that closes it. On its own
/// line a `)` closes it, too.
fn full_width_bytes(text: &str) -> Option<usize> {
    let head = &text[..text.floor_char_boundary(REST_BYTES_MAX)];
    let (mut depth, mut is_first_line) = (0_usize, true);
    for (at, c) in head.char_indices() {
        match c {
            '\n' => is_first_line = false,
            '（' => depth += 1,
            '(' if is_first_line => depth += 1,
            '）' | ')' if depth == 0 && (c == '）' || is_first_line) => return Some(at),
            '）' => depth -= 1,
            ')' if is_first_line => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the length of a comment: to its brace, or to the tags of the next game behind an empty line unless a brace
/// closes the comment before the next one opens. A game that forgot its brace takes no other with it, and a comment may
/// quote tags.
fn comment_bytes(text: &str) -> usize {
    let is_written_tag = |line: &str| line.starts_with('[') && is_tag(line);
    let mut line = 0;
    let mut is_behind_empty = false;
    // Only to the next brace: a long line may have many comments.
    while let Some(bytes) = text[line..].find(['}', '\n']) {
        let rest = &text[line..];
        if is_behind_empty && rest.lines().take(2).filter(|line| is_written_tag(line.trim_start())).count() == 2 {
            let closing = rest.find(['{', '}']).filter(|&brace| rest[brace..].starts_with('}'));
            return line + closing.unwrap_or(0);
        }
        if rest[bytes..].starts_with('}') {
            return line + bytes;
        }
        is_behind_empty = rest[..bytes].trim().is_empty();
        line += bytes + 1;
    }
    text.len()
}

/// Reads a comment from its sign to the end of the line.
pub(super) fn read_line_comment(cursor: &mut Cursor<'_>, record: &mut Record, node: NodeId) {
    cursor.bump();
    let comment = cursor.pass_until(|c| c == '\n');
    comment::read(comment.trim(), GameKind::Xiangqi, record.tree.note_mut(node));
}

/// Reads the reason in parentheses behind a result, which ends its line. One that the record has already stays.
fn read_reason(cursor: &mut Cursor<'_>, record: &mut Record, outcome: Outcome) -> Outcome {
    let line = cursor.rest().split('\n').next().unwrap_or_default();
    let is_stated = outcome.reason != Reason::Unstated || record.header.tag("Termination").is_some();
    match result::reason_alone(line).filter(|words| !is_stated && !begins_moves(words)) {
        Some(words) => {
            cursor.pass(line.len());
            Outcome { reason: result::note_termination(&mut record.header, words), ..outcome }
        }
        None => outcome,
    }
}

/// Reads what stands behind a result: comments on its line, and the text up to the end if no other game follows.
fn read_rest(cursor: &mut Cursor<'_>, record: &mut Record, node: NodeId) {
    loop {
        cursor.pass_until(|c| c == '\n' || !c.is_whitespace());
        match cursor.peek() {
            Some('{') => read_braces(cursor, record, node),
            Some(';') => read_line_comment(cursor, record, node),
            _ => break,
        }
    }
    if another_game(cursor) {
        return;
    }
    cursor.pass_space();
    let line = cursor.line();
    let rest = cursor.pass(cursor.rest().len()).trim();
    if rest.is_empty() || rest == "}" {
        return;
    }
    if rest.len() > REST_BYTES_MAX || has_moves(rest) {
        record.fault(line, format!("the text behind the result is not read: '{}'", shown(rest)));
    } else {
        let text = rest.trim_start_matches(['{', ';', '%']).trim_end_matches('}');
        record.tree.note_mut(node).add_comment(text.trim());
    }
}

/// Returns whether another game begins in the rest, which follows a result.
pub(super) fn another_game(cursor: &mut Cursor<'_>) -> bool {
    cursor.finds_line(|index, line| {
        let line = line.trim_start();
        let is_first_move = || number(line) == Some(1) && begins_moves(line);
        line.starts_with('[') && is_tag(line) || index > 0 && is_first_move()
    })
}

/// Returns whether `text` begins with the heading of another game: a line of text, behind which the next moves begin
/// with number 1. Unlike a remark it may have the result of its game in it: `甲 红先胜 乙`.
fn is_heading(text: &str) -> bool {
    let (line, behind) = text.split_once('\n').unwrap_or((text, ""));
    let is_label = |word: &str| result::is_label(word) || result::is_bare_label(word);
    if !may_be_text(line) || may_be_moves(line) || line.split_whitespace().next().is_some_and(is_label) {
        return false;
    }
    let behind = &behind[..behind.floor_char_boundary(REST_BYTES_MAX)];
    // Tags or a position tell themselves where another game begins.
    let ends_heading = |line: &&str| line.starts_with(['[', '【']) || has_position(line) || begins_moves(line);
    let next = behind.lines().map(str::trim_start).find(ends_heading);
    next.is_some_and(|line| number(line) == Some(1) && has_moves(line))
}

/// Returns whether `text` begins with a line that is a remark on the moves before it, of which the last had the number
/// `last`. Text before moves that do not go on is the title of another game or of a variation.
fn is_remark(text: &str, last: Option<u16>) -> bool {
    let (line, behind) = text.split_once('\n').unwrap_or((text, ""));
    if is_ruler(line) {
        return true;
    }
    if !is_text(line) {
        return false;
    }
    let behind = &behind[..behind.floor_char_boundary(REST_BYTES_MAX)];
    let is_variation = |line: &str| line.starts_with("【变") || line.starts_with("【變");
    let mut lines = behind.lines().map(str::trim_start);
    let Some(next) = lines.find(|line| is_variation(line) || begins_moves(line)) else { return true };
    if is_variation(next) || is_result(next) {
        return true;
    }
    let number = number(next);
    let behind_digits = next.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_blacks = ["..", "…", ". .", ". …"].iter().any(|dots| behind_digits.starts_with(dots));
    match (number, last) {
        (Some(next), last) => next > last.unwrap_or(1) || is_blacks && Some(next) == last,
        (None, last) => last.is_some(),
    }
}

/// Returns whether a line among moves is text: programs put remarks and their own name there. It has neither a number nor
/// a sign at its beginning nor a result, a move or a position in it, and is not the one or two words that may be misprinted
/// moves. A line of facts behind the moves is text, too.
fn is_text(line: &str) -> bool {
    if !may_be_text(line) {
        return false;
    }
    let is_of_result = |word: &str| {
        word == "*" || result::outcome(word).is_some() || result::is_label(word) || result::is_bare_label(word)
    };
    let is_of_moves = |word: &str| word.starts_with(['$', '_']) || number(word).is_some() || is_of_result(word);
    let words = || line.split(ends_word).filter(|word| !word.is_empty());
    // The date of a fact, `Date: 2020.01.02`, looks like the number of a move.
    if labelled::has_label(line) {
        return !words().any(is_of_result);
    }
    !words().any(is_of_moves) && !may_be_moves(line)
}

/// Returns whether a line has neither a sign at its beginning nor a move or a position in it, and does not begin with a
/// result.
fn may_be_text(line: &str) -> bool {
    let is_sign = line.starts_with(['[', '(', '（', ')', ';', '%', '$']) || line.contains(['{', '}']);
    !is_sign
        && !has_position(line)
        && begins_sentence(line).is_none()
        && !begins_moves(line)
        && line.chars().any(char::is_alphabetic)
}

/// Returns whether a line is of one or two words that may be misprinted moves.
fn may_be_moves(line: &str) -> bool {
    let may_be_move = |word: &str| match word.chars().next() {
        Some(first) if !word.is_ascii() => {
            "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒前中后後".contains(first) && word.chars().nth(5).is_none()
        }
        _ => word.len() < 8,
    };
    let words = || line.split(ends_word).filter(|word| !word.is_empty());
    words().nth(2).is_none() && words().all(may_be_move)
}

/// Returns whether a line has a word with as many ranks as a board.
fn has_position(line: &str) -> bool {
    let is_position = |word: &str| word.matches('/').count() + 1 >= usize::from(xiangqi::Square::RANKS);
    line.split_whitespace().any(is_position)
}

/// Returns whether a word of `text` is a move.
fn has_moves(text: &str) -> bool {
    text.split(ends_word).any(|word| moves_of(word).any(looks_like_a_move))
}

/// Returns whether a line is of moves, not of text.
pub(super) fn begins_moves(line: &str) -> bool {
    let mut words = line.split(ends_word).filter(|word| !word.is_empty());
    let Some(first) = words.next() else { return false };
    let is_moves = |word: &str| moves_of(word).any(looks_like_a_move);
    let is_numbered = behind_number(first).is_some_and(|behind| {
        !first.ends_with(|c: char| c.is_ascii_digit()) || behind.len() < first.len() && !behind.is_empty()
    });
    let is_result = || first == "*" || result::outcome(first).is_some() || score_bytes(line).is_some();
    is_numbered || is_result() || is_moves(first) || words.any(is_moves)
}

/// Returns the number of a move at the start of a word: `33.`.
fn number(word: &str) -> Option<u16> {
    let end = word.find(|c: char| !c.is_ascii_digit())?;
    word[end..].starts_with(['.', '．', '、', '…']).then(|| word[..end].parse().ok()).flatten()
}

/// Returns whether `mv` is read as one move. One that cannot be played may be any text, and a `;` in it would hide the rest
/// of its line.
pub(super) fn is_one_move(mv: &str) -> bool {
    !mv.starts_with(['[', '$', '%'])
        && !mv.contains(FILE_MARKS)
        && !mv.contains(SIGNS)
        && !mv.contains(ends_word)
        && mv != "*"
        && result::outcome(mv).is_none()
        && !result::is_label(mv)
        && !result::is_bare_label(mv)
        && !result::begins_sentence(mv)
        && !is_check(mv)
        && split_assessment(mv).1.is_none()
        && !is_ruler(mv)
        && !is_text(mv)
        && moves_of(mv).eq([mv])
}

/// Returns whether `c` ends a word.
pub(super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || "{}();,，（）".contains(c)
}
