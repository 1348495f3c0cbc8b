//! A line typed during a game, parsed.

use duiyi_core::session::Command;

/// A parsed input line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    Nothing,
    /// A command to the session.
    Ask(Command),
    Board,
    /// List the threats on the board.
    Threats,
    /// Save the game to a file.
    Save(String),
    /// Continue the game of a file.
    Load(String),
    Help,
    Quit,
    /// A known word without its argument; one sentence.
    Unclear(&'static str),
}

impl InputLine {
    /// Parses a line. Every unknown word counts as a move.
    pub fn read(text: &str) -> InputLine {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => InputLine::Nothing,
            ("move", "") => InputLine::Unclear("usage: move h2e2"),
            ("move", mv) => InputLine::Ask(Command::Play(mv.to_owned())),
            ("board", "") => InputLine::Board,
            ("threats", "") => InputLine::Threats,
            ("undo", "") => InputLine::Ask(Command::Undo),
            ("hint", "") => InputLine::Ask(Command::Hint),
            ("resign", "") => InputLine::Ask(Command::Resign),
            ("draw", "") => InputLine::Ask(Command::OfferDraw),
            ("accept", "") => InputLine::Ask(Command::AnswerDraw { accept: true }),
            ("decline", "") => InputLine::Ask(Command::AnswerDraw { accept: false }),
            ("save", "") => InputLine::Unclear("save: write the file's name after the word, such as 'save game.pgn'"),
            ("save", path) => InputLine::Save(path.to_owned()),
            ("load", "") => InputLine::Unclear("load: write the file's name after the word, such as 'load game.pgn'"),
            ("load", path) => InputLine::Load(path.to_owned()),
            ("help" | "?", "") => InputLine::Help,
            ("quit" | "exit", "") => InputLine::Quit,
            _ => InputLine::Ask(Command::Play(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_told_apart() {
        let play = |text: &str| InputLine::Ask(Command::Play(text.to_owned()));
        assert_eq!(InputLine::read("  h2e2 "), play("h2e2"));
        assert_eq!(InputLine::read("move 炮二平五"), play("炮二平五"));
        assert_eq!(InputLine::read("MOVE h8"), play("h8"));
        assert_eq!(InputLine::read("save my game.pgn"), InputLine::Save("my game.pgn".to_owned()));
        assert_eq!(InputLine::read(" \t"), InputLine::Nothing);
        assert_eq!(InputLine::read("undo 3"), play("undo 3"));
        assert!(matches!(InputLine::read("save"), InputLine::Unclear(_)));
    }
}
