//! Whole games piped through `duiyi play`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::run::duiyi;

fn play(args: &[&str], input: &str) -> crate::run::Ended {
    let ended = duiyi(&[&["play"], args].concat(), input);
    assert_eq!((ended.status, ended.err.as_str()), (0, ""), "{}", ended.out);
    ended
}

#[test]
fn two_people_play_each_game_to_its_end() {
    let ended = play(&["gomoku", "--side", "both"], "h8\nh9\nmove i8\ni9\nJ8\nj9\nk8\nk9\nl8\n");
    assert_eq!(ended.last(), "result 1-0 five");
    let ended = play(&["tictactoe", "--side", "both"], "a1\nb2\nc3\nb1\nb3\na3\nc1\nc2\na2\n");
    assert_eq!(ended.last(), "result 1/2-1/2 board-full");
    let ended = play(&["xiangqi", "--side", "both"], &"h0g2\nh9g7\ng2h0\ng7h9\n".repeat(2));
    assert_eq!(ended.last(), "result 1/2-1/2 repetition");
}

#[test]
fn odds_decide_the_start_and_the_seat() {
    let ended = play(&["xiangqi", "--odds", "left-horse", "--level", "1", "--seed", "7"], "quit\n");
    assert!(ended.out.contains("Odds: left-horse, given by Red."), "{}", ended.out);
    assert!(ended.out.contains("Black: you."), "{}", ended.out);
    assert!(ended.out.contains("1. Red plays"), "{}", ended.out);
    let ended = play(&["xiangqi", "--side", "both", "--odds", "nine-pieces"], "h2e2\ne6e5\nquit\n");
    assert!(ended.out.contains("1. Red plays 炮二平五 (h2e2)"), "{}", ended.out);
    let ended = play(&["gomoku", "--side", "both", "--odds", "two-stones"], "a1\ni9\na2\nj10\na3\nk11\nquit\n");
    assert_eq!(ended.last(), "result 1-0 five", "{}", ended.out);
}

#[test]
fn odds_that_cannot_be_given_are_refused() {
    for (args, part) in [
        (["play", "xiangqi", "--odds", "queen"], "unknown odds"),
        (["play", "xiangqi", "--odds", "half-time"], "no clocks"),
        (["play", "gomoku", "--odds", "rook"], "another game"),
    ] {
        let ended = duiyi(&args, "");
        assert_ne!(ended.status, 0, "{args:?}");
        assert!(ended.err.contains(part), "{}", ended.err);
    }
}

#[test]
fn a_saved_game_has_its_odds_as_a_tag() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (pgn, sgf) = (folder.path().join("a.pgn"), folder.path().join("a.sgf"));
    let save = |game: &str, odds: &str, moves: &str, path: &std::path::Path| {
        play(&[game, "--side", "both", "--odds", odds], &format!("{moves}\nsave {}\nquit\n", path.display()));
        std::fs::read_to_string(path).expect("the game was saved")
    };
    let text = save("xiangqi", "both-horses", "h2e2", &pgn);
    assert!(text.contains("[Odds \"both-horses\"]") && text.contains("R1BAKAB1R w"), "{text}");
    let text = save("gomoku", "three-stones", "a1\nb2", &sgf);
    assert!(text.contains("HA[3]AB[hh][ld][dd]PL[W]") && text.contains("ODDS[three-stones]"), "{text}");
}

#[test]
fn checkmate_ends_a_game_with_its_line() {
    let fen = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";
    let ended = play(&["xiangqi", "--side", "both", "--fen", fen], "车八进九\n");
    assert_eq!(ended.last(), "result 1-0 checkmate", "{}", ended.out);
}

#[test]
fn an_illegal_move_says_why_and_asks_again() {
    let ended = play(&["xiangqi", "--side", "both"], "h0h5\nb0d1\n炮二平五\nnonsense\n马8进7\nboard\n");
    assert!(ended.out.contains("1. Red plays 炮二平五 (h2e2)"), "{}", ended.out);
    assert!(
        ended.out.contains("2. Black plays 马８进７ (h9g7)") || ended.out.contains("马8进7 (h9g7)"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("'nonsense' is not a move"), "{}", ended.out);
    assert!(ended.out.contains("楚河"));
    let ended = play(&["gomoku", "--side", "both"], "h8\nh8\ni8\n");
    assert!(ended.out.contains("there is already a stone on h8"), "{}", ended.out);
    assert!(ended.out.contains("2. White (O) plays i8"), "{}", ended.out);
}

#[test]
fn garbage_is_survived() {
    let ended = play(&["gomoku"], "\u{0}\u{1}\n\t\n棋棋棋\nsave\nsave \nh99\nmove\nundo\nundo\naccept\n?\n");
    assert!(ended.out.contains("save FILE"), "{}", ended.out);
}

#[test]
fn advice_comes_in_three_steps_and_says_why() {
    let moves = "h8 a1 h9 a3 h10 a5";
    let script = "hint\nhint\nhint\nthreats\nresign\n";
    let ended = play(&["gomoku", "--side", "both", "--seed", "1", "--moves", moves], script);
    let told: Vec<&str> = ended.out.lines().filter(|line| line.starts_with("hint: ")).collect();
    let [nudge, mv, line] = told[..] else { panic!("{}", ended.out) };
    assert!(nudge.starts_with("hint: look at the "), "{nudge}");
    assert_eq!(mv.split_whitespace().count(), 2, "{mv}");
    assert!(line.starts_with(mv) && line.len() > mv.len(), "{line}");
    assert!(ended.out.contains("  because Black (X) wins by continuous fours in 2"), "{}", ended.out);
    assert!(ended.out.contains("  Black (X) has an open three: h8 h9 h10"), "{}", ended.out);
}

#[test]
fn a_coach_holds_a_blunder_back_until_it_is_typed_again() {
    let moves = ["--seed", "1", "--moves", "h8 h7 i9 g7 j10 f7"];
    let with = |coach: &str, script| play(&[&["gomoku", "--coach", coach], &moves[..]].concat(), script).out;
    let shown = with("warnings,threats,evaluation", "a1\nA1\n");
    let (before, after) = shown.split_once("Are you sure of a1?").expect("a warning");
    assert!(before.contains("  White (O) has an open three: f7 g7 h7"), "{before}");
    assert!(before.contains("\nevaluation: "), "{before}");
    assert!(after.contains("  not stopped: White (O) wins by continuous fours"), "{after}");
    assert!(after.contains("7. Black (X) plays a1"), "{after}");
    assert!(!with("warnings", "i7\n").contains("Are you sure"), "the three is stopped");
    assert!(!with("threats", "a1\n").contains("Are you sure"), "nobody asked for warnings");

    let script = "h2e2\nb2b9\n炮二平五\nb2b9\nb2b9\n";
    let ended = play(&["xiangqi", "--coach", "warnings", "--level", "1", "--seed", "1"], script);
    assert_eq!(ended.out.matches("Are you sure of 炮八进七 (b2b9)?").count(), 2, "{}", ended.out);
    assert_eq!(ended.out.matches("Red plays 炮八进七").count(), 1, "{}", ended.out);

    let refused = duiyi(&["play", "tictactoe", "--coach", "warnings"], "");
    assert_eq!((refused.status, refused.err.contains("tic-tac-toe has no coach")), (2, true), "{}", refused.err);
}

#[test]
fn the_engine_answers_and_its_move_is_announced() {
    let ended = play(&["xiangqi", "--level", "1", "--seed", "1"], "h2e2\nhint\nundo\nresign\n");
    assert!(ended.out.contains("1. Red plays 炮二平五 (h2e2)"), "{}", ended.out);
    assert!(ended.out.contains("2. Black plays"), "{}", ended.out);
    assert!(ended.out.contains("hint: look at the red "), "{}", ended.out);
    assert!(ended.out.contains("back to move 0"), "{}", ended.out);
    assert_eq!(ended.last(), "result 0-1 resignation");
}

#[test]
fn the_second_player_waits_for_the_engine() {
    let ended = play(&["gomoku", "--side", "second", "--level", "1", "--size", "9"], "quit\n");
    assert!(ended.out.contains("1. Black (X) plays"), "{}", ended.out);
}

#[test]
fn engines_play_each_other_without_input() {
    let ended = play(&["tictactoe", "--side", "none", "--level", "5"], "");
    assert_eq!(ended.last(), "result 1/2-1/2 board-full");
}

#[test]
fn a_draw_is_offered_and_agreed() {
    let ended = play(&["gomoku", "--side", "both"], "draw\nh8\ndraw\ndecline\ndraw\naccept\nboard\n");
    assert!(ended.out.contains("a draw cannot be offered now"), "{}", ended.out);
    assert!(ended.out.contains("declines the draw"), "{}", ended.out);
    assert_eq!(ended.last(), "result 1/2-1/2 agreement");
    assert_eq!(ended.out.matches("result ").count(), 2, "repeated after the board: {}", ended.out);
}

#[test]
fn games_are_saved_whole_and_taken_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, file, moves) in [("xiangqi", "game.pgn", "h2e2\nh9g7\n"), ("gomoku", "game.sgf", "h8\ni9\n")] {
        let path = folder.path().join(file);
        let path = path.to_str().expect("a plain name");
        let ended = play(&[game, "--side", "both"], &format!("{moves}save {path}\n"));
        assert!(ended.out.contains(&format!("Saved to {path}")), "{}", ended.out);
        let ended = play(&[game, "--side", "both"], &format!("load {path}\nundo\n"));
        assert!(ended.out.contains("back to move 1"), "{}", ended.out);
    }
    let ended = play(&["gomoku", "--side", "both"], "h8\nsave /nowhere/at/all.sgf\nload /nowhere/at/all.sgf\ni9\n");
    assert_eq!(ended.out.matches("/nowhere/at/all.sgf: there is no such file or folder").count(), 2, "{}", ended.out);
    assert!(ended.out.contains("2. White (O) plays i9"), "{}", ended.out);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 2, "no other file was left behind");
}

#[test]
fn a_record_with_more_than_the_game_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("a.pgn"), folder.path().join("b.pgn"));
    let text = "1. 炮二平五 {好} 马8进7 (1... 马2进3) *\n";
    std::fs::write(&path, text).expect("a file");
    let out = loaded(&path, &format!("h0g2\nsave {}\nsave {}\n", path.display(), other.display()));
    assert!(out.contains("save the game under another name") && out.contains("choose another name"), "{out}");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
    let out = loaded(&other, &format!("h9g7\nsave {}\n", other.display()));
    assert!(out.contains(&format!("Saved to {}", other.display())), "{out}");
}

#[test]
fn result_names_and_tags_of_a_record_are_not_replaced_and_its_date_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("a.pgn"), folder.path().join("b.pgn"));
    let (date, moves) = ("[Date \"1999.03.14\"]\n", "\n1. h2e2 *\n");
    let resigned = "[Result \"0-1\"]\n[Termination \"resignation\"]\n";
    for more in ["[Event \"Cup\"]\n", "[Red \"Li\"]\n[Black \"Xu\"]\n", "[Black \"Xu\"]\n", resigned] {
        let text = format!("{date}{more}{moves}");
        std::fs::write(&path, &text).expect("a file");
        let out = loaded(&path, &format!("h9g7\nsave {}\nsave {}\n", path.display(), other.display()));
        assert!(out.contains("save the game under another name") && out.contains("choose another name"), "{out}");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
        assert!(std::fs::read_to_string(&other).expect("it was saved").contains(date), "{out}");
    }
    // The game has all of these records, and goes on at another level.
    for same in ["", "[Black \"Duiyi level 1\"]\n"] {
        std::fs::write(&path, format!("{date}{same}{moves}")).expect("a file");
        let out = loaded(&path, &format!("h9g7\nsave {}\n", path.display()));
        assert!(out.contains(&format!("Saved to {}", path.display())) && !out.contains("another name"), "{out}");
        assert!(std::fs::read_to_string(&path).expect("it was saved").contains(date), "{out}");
    }
}

#[test]
fn a_file_name_without_a_folder_lies_in_the_present_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["play", "gomoku", "--side", "both"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(b"h8\nsave plain.sgf\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Saved to plain.sgf"));
    assert!(folder.path().join("plain.sgf").exists());
}

#[test]
fn a_game_begins_after_given_moves() {
    let ended = play(&["gomoku", "--side", "both", "--moves", "h8 h9 i8 i9 j8 j9 k8 k9"], "l8\n");
    assert_eq!(ended.last(), "result 1-0 five");
    let ended = play(&["tictactoe", "--moves", "a1 a2 b1 b2 c1"], "b3\n");
    assert_eq!(ended.last(), "result 1-0 three");
}

#[test]
fn an_opening_is_played_with_words() {
    let args = ["gomoku", "--side", "both", "--opening", "swap2"];
    let ended = play(&args, "h8\nswap\na1\ni9\nh9\nadd\nb1\nc1\nswap\nh7\n");
    for said in [
        "swap2, Black (X) to decide: place a stone anywhere",
        "another choice has to be made first",
        "swap2, White (O) to decide: 'swap' the colours",
        "White (O) adds two stones",
        "The opening is over.",
        "6. White (O) plays h7",
    ] {
        assert!(ended.out.contains(said), "no '{said}' in {}", ended.out);
    }
    let ended = play(&["gomoku", "--level", "1", "--opening", "taraguchi-10", "--seed", "3"], "h8\n");
    assert!(ended.out.contains("1. Black (X) plays h8"), "{}", ended.out);
    for name in ["soosorv-8", "soosyrv-8", "Soosyrv8"] {
        let ended = play(&["gomoku", "--side", "both", "--opening", name], "");
        assert!(ended.out.contains("soosorv-8, Black (X) to decide: place a stone on the centre"), "{}", ended.out);
    }
    let ended = play(&["gomoku", "--side", "both", "--opening", "swap"], "h8\na1\ni9\nadd\nswap\nh7\n");
    for said in ["swap, White (O) to decide: 'swap' the colours", "The opening is over.", "4. White (O) plays h7"] {
        assert!(ended.out.contains(said), "no '{said}' in {}", ended.out);
    }
    let refused = duiyi(&["play", "xiangqi", "--opening", "swap2"], "");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("--opening"), "{}", refused.err);
}

/// Returns the output of a game of two people that is loaded from `path`.
fn loaded(path: &std::path::Path, more: &str) -> String {
    let game = if path.extension().is_some_and(|ending| ending == "sgf") { "gomoku" } else { "xiangqi" };
    play(&[game, "--side", "both"], &format!("load {}\n{more}", path.display())).out
}

#[test]
fn an_opening_is_saved_and_continued_at_each_of_its_steps() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, again) = (folder.path().join("s.sgf"), folder.path().join("t.sgf"));
    let args = ["gomoku", "--opening", "swap2", "--side", "both"];
    let words = ["h8", "i9", "j10", "add", "a1", "b1", "swap", "c1"];
    for count in 0..=words.len() {
        play(&args, &format!("{}\nsave {}\n", words[..count].join("\n"), path.display()));
        let out = loaded(&path, &format!("{}\nsave {}\n", words[count..].join("\n"), again.display()));
        assert_eq!(out.contains("The opening is over."), count < 7, "{out}");
        let text = std::fs::read_to_string(&again).expect("it was saved");
        assert!(text.contains("ON[swap2 h8 i9 j10 add a1 b1 swap]"), "{text}");
    }
    // The stones alone do not say who chose what.
    let bare = folder.path().join("bare.sgf");
    std::fs::write(&bare, "(;GM[4]SZ[15]ON[swap2];B[hh];W[ig];B[jf];W[aa])").expect("a file");
    let out = loaded(&bare, "h9\n");
    assert!(out.contains("does not say how its opening swap2 was decided; the game goes on without it"), "{out}");
    assert!(out.contains("5. Black (X) plays h9"), "{out}");
}

#[test]
fn coach_and_odds_are_saved_and_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, again) = (folder.path().join("a.pgn"), folder.path().join("b.pgn"));
    let odds = ["xiangqi", "--level", "1", "--odds", "left-horse", "--coach", "threats", "--seed", "7"];
    play(&odds, &format!("save {}\n", path.display()));
    let args = ["xiangqi", "--level", "1", "--seed", "7", "--coach", "warnings"];
    let out = play(&args, &format!("load {}\nsave {}\n", path.display(), again.display())).out;
    assert!(out.contains("Red: Duiyi level 1, Black: you. Odds"), "the person receives them: {out}");
    let text = std::fs::read_to_string(&again).expect("it was saved");
    assert!(text.contains("[Odds \"left-horse\"]") && text.contains("[Coach \"warnings threats\"]"), "{text}");
    for (tag, why) in [("half-time first", "need clocks"), ("rook", "another start"), ("queen", "unknown odds 'queen'")]
    {
        std::fs::write(&path, format!("[Odds \"{tag}\"]\n\n1. h2e2 *\n")).expect("a file");
        let out = loaded(&path, "h9g7\n");
        assert!(out.contains(why) && out.contains("the game goes on without odds"), "{out}");
        assert!(out.contains("2. Black plays"), "{out}");
    }
}

#[test]
fn a_resigned_game_goes_on_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.sgf");
    for (opening, words) in [(&[][..], "h8\ni9\n"), (&["--opening", "swap2"], "h8\n")] {
        let ended = play(
            &[&["gomoku", "--side", "both"], opening].concat(),
            &format!("{words}save {0}\nresign\nsave {0}\n", path.display()),
        );
        assert!(ended.last().starts_with("result "), "{}", ended.out);
        let out = loaded(&path, "j10\n");
        assert!(out.contains("resignation; the game goes on without it"), "{out}");
        assert!(out.contains(" plays j10"), "{out}");
    }
}

#[test]
fn a_game_resigned_in_its_opening_ends_with_its_result() {
    for opening in ["swap2", "taraguchi-10"] {
        let ended = play(&["gomoku", "--opening", opening, "--side", "both"], "h8\nresign\n");
        assert!(ended.last().starts_with("result "), "{}", ended.out);
        let (_, after) = ended.out.split_once("resignation\n").expect("the end");
        assert!(!after.contains("to decide"), "{after}");
    }
}

#[test]
fn a_hint_is_no_new_board_for_the_coach() {
    let args = ["gomoku", "--side", "both", "--coach", "threats,evaluation", "--moves", "h8 a1 h9 a3 h10 a5"];
    let ended = play(&args, "hint\nhint\nhint\n");
    assert_eq!(ended.out.matches("  Black (X) has an open three").count(), 1, "{}", ended.out);
    assert!(ended.out.matches("evaluation: ").count() <= 1, "{}", ended.out);
    let ended = play(&["gomoku", "--opening", "swap2", "--side", "both"], "hint\n");
    assert_eq!(ended.last(), "there are no hints in an opening");
}
