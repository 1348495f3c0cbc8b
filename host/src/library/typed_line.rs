//! Moves typed as search words: the beginning of a game.

use duiyi_core::game::{Game, GameKind, Setup};
use duiyi_core::gomoku::Rule;

use super::PositionKey;

/// Most moves of a line; a longer text is no line.
const MOVES_MAX: usize = 200;

/// A line from the usual start of a game.
pub(super) struct TypedLine {
    pub game: &'static str,
    /// In coordinates, each followed by a space.
    pub moves: String,
    /// The position after the line: the index finds the games by it, under every rule of the game.
    pub keys: Vec<PositionKey>,
}

impl TypedLine {
    /// Returns the lines that `words` are, in any notation and with or without move numbers. At most one for each game.
    pub(super) fn read(words: &[&str]) -> Vec<TypedLine> {
        let moves: Vec<&str> = words.iter().map(|word| without_number(word)).filter(|word| !word.is_empty()).collect();
        if moves.is_empty() || moves.len() > MOVES_MAX {
            return Vec::new();
        }
        let gomoku = Rule::ALL.into_iter().filter_map(|rule| Setup::gomoku(rule, 15, None).ok()).collect();
        let starts = [vec![Setup::usual(GameKind::Xiangqi)], gomoku];
        starts.iter().filter_map(|setups| TypedLine::of(setups, &moves)).collect()
    }

    fn of(setups: &[Setup], moves: &[&str]) -> Option<TypedLine> {
        let mut line: Option<TypedLine> = None;
        for setup in setups {
            let mut game = Game::new(setup);
            let played: Result<Vec<String>, _> =
                moves.iter().map(|mv| game.advance(mv).map(|mv| mv.to_string())).collect();
            // A rule may forbid a move that another one allows.
            let Ok(played) = played else { continue };
            let line = line.get_or_insert_with(|| TypedLine {
                game: setup.kind().code(),
                moves: played.iter().flat_map(|mv| [mv.as_str(), " "]).collect(),
                keys: Vec::new(),
            });
            line.keys.push(PositionKey::of(&game));
        }
        line
    }

    /// Returns the query of the position index.
    pub(super) fn position_query(&self) -> String {
        let prefixes: Vec<String> = self.keys.iter().map(PositionKey::prefix).collect();
        prefixes.join(" OR ")
    }
}

/// Removes a move number: `1.炮二平五`, `1.`, `1…`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with(['.', '…']) {
        return rest.trim_start_matches(['.', '…']);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&'static str, String)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        TypedLine::read(&words).into_iter().map(|line| (line.game, line.moves)).collect()
    }

    #[test]
    fn moves_in_any_notation_are_a_line() {
        let cannon = vec![("xiangqi", "h2e2 h9g7 ".to_owned())];
        assert_eq!(read("炮二平五 马8进7"), cannon);
        assert_eq!(read("1. 炮二平五 马8进7"), cannon);
        assert_eq!(read("1.C2=5 H8+7"), cannon);
        assert_eq!(read("h2e2 h9g7"), cannon);
        assert_eq!(read("H8 i9"), [("gomoku", "h8 i9 ".to_owned())]);
    }

    #[test]
    fn other_words_are_none() {
        for text in ["", "1.", "李 炮二平五", "中炮", "h2e2 h2e2", "h8 h8"] {
            assert_eq!(read(text), [], "{text}");
        }
    }
}
