//! What a line typed during a game asks for.

use duiyi_core::session::Command;

/// One line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Blank.
    Nothing,
    /// Something for the game.
    Ask(Command),
    /// Show the board.
    Board,
    /// Tell what threatens.
    Threats,
    /// Write the game to a file.
    Save(String),
    /// Take up a game from a file.
    Load(String),
    /// Show what can be typed.
    Help,
    /// End the program.
    Quit,
    /// A known word without what it needs; one sentence.
    Unclear(&'static str),
}

impl Line {
    /// Reads a line. Whatever begins with no known word is taken for a move.
    pub fn read(text: &str) -> Line {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Line::Nothing,
            ("move", "") => Line::Unclear("move: write the move after the word, such as 'move h2e2'"),
            ("move", mv) => Line::Ask(Command::Play(mv.to_owned())),
            ("board", "") => Line::Board,
            ("threats", "") => Line::Threats,
            ("undo", "") => Line::Ask(Command::Undo),
            ("hint", "") => Line::Ask(Command::Hint),
            ("resign", "") => Line::Ask(Command::Resign),
            ("draw", "") => Line::Ask(Command::OfferDraw),
            ("accept", "") => Line::Ask(Command::AnswerDraw { accept: true }),
            ("decline", "") => Line::Ask(Command::AnswerDraw { accept: false }),
            ("save", "") => Line::Unclear("save: write the file's name after the word, such as 'save game.pgn'"),
            ("save", path) => Line::Save(path.to_owned()),
            ("load", "") => Line::Unclear("load: write the file's name after the word, such as 'load game.pgn'"),
            ("load", path) => Line::Load(path.to_owned()),
            ("help" | "?", "") => Line::Help,
            ("quit" | "exit", "") => Line::Quit,
            _ => Line::Ask(Command::Play(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_told_apart() {
        let play = |text: &str| Line::Ask(Command::Play(text.to_owned()));
        assert_eq!(Line::read("  h2e2 "), play("h2e2"));
        assert_eq!(Line::read("move 炮二平五"), play("炮二平五"));
        assert_eq!(Line::read("MOVE h8"), play("h8"));
        assert_eq!(Line::read("save my game.pgn"), Line::Save("my game.pgn".to_owned()));
        assert_eq!(Line::read(" \t"), Line::Nothing);
        assert_eq!(Line::read("undo 3"), play("undo 3"));
        assert!(matches!(Line::read("save"), Line::Unclear(_)));
    }
}
