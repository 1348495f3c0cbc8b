use super::reader::AREA_POINTS_MAX;
use super::*;
use crate::base::{Millis, Outcome, Reason, Side};
use crate::record::format::{Location, ReadFault};
use crate::record::note::{Glyph, Label};
use crate::record::{NodeId, Tree};

fn read(text: &str) -> Record {
    Sgf.read(text.as_bytes()).expect("it can be set up")
}

fn moves(record: &Record) -> Vec<&str> {
    record.tree.main_moves().collect()
}

#[test]
fn a_record_that_breaks_off_keeps_its_moves() {
    let game = read("(;FF[4]GM[1]SZ[15];B[hh];W[gg];B[h");
    assert_eq!((moves(&game), game.faults().len()), (vec!["h8", "g9"], 1));
    assert_eq!(game.faults()[0].message, "the record breaks off here");
}

/// Reads a text, plays its main line, and returns the moves that can be played and the line where it ends.
fn played(text: &str) -> (Vec<String>, Option<usize>) {
    let mut record = read(text);
    let (_, stopped) = crate::study::resolve(&mut record);
    let plies = stopped.as_ref().map_or(usize::MAX, |stopped| stopped.ply - 1);
    let moves = record.tree.main_moves().take(plies).map(str::to_owned).collect();
    (moves, stopped.map(|stopped| stopped.place.number()))
}

#[test]
fn foreign_text_is_one_fault_with_its_line() {
    let text = "(;SZ[15]\n;B[hh]\n%%%% what is this\n;W[zz])";
    let faults: Vec<Location> = read(text).faults().iter().map(|fault| fault.place).collect();
    assert_eq!(faults, [Location::Line(3)]);
    assert_eq!(played(text), (vec!["h8".to_owned()], Some(4)));
}

#[test]
fn a_line_ends_where_the_colours_do_not_take_turns() {
    assert_eq!(played("(;B[hh];W[ii])").1, None);
    assert_eq!(played("(;B[hh]\n;W[ii]\n;W[jj];B[kk])"), (vec!["h8".into(), "i7".into()], Some(3)));
    let game = read("(;W[hh];B[ii];B[jj])");
    assert_eq!((moves(&game)[0], game.tree.len()), ("W[hh] out of turn", 3));
}

#[test]
fn a_line_ends_at_a_pass_and_at_a_stone_off_the_board() {
    for stone in ["W[tt]", "W[]", "W[zz]", "W[h8]", "W[po]"] {
        let text = format!("(;SZ[15];B[hh];W[ih];B[ii]\n;{stone};B[jj];W[gg])");
        assert_eq!(played(&text), (["h8", "i8", "i7"].map(String::from).to_vec(), Some(2)), "{stone}");
        assert_eq!(read(&text).tree.len(), 6);
    }
    // On twenty lines `tt` is a point.
    assert_eq!(played("(;SZ[20];B[tt];W[aa])"), (vec!["t1".into(), "a20".into()], None));
    // A variation ends alone.
    assert_eq!(played("(;B[hh](;W[ii];B[jj])(;W[tt];B[kk]))").0.len(), 3);
}

#[test]
fn free_stones_are_the_start_and_white_moves() {
    let text = "(;GM[4]SZ[15]RU[renju]HA[2]AB[hh][ld]PL[W]C[two];W[aa];B[hg](;W[ab])(;W[ac]))";
    let game = read(text);
    assert_eq!((game.header.setup.free_stones(), moves(&game)), (2, vec!["a15", "h9", "a14"]));
    assert_eq!((game.faults(), game.header.tags.len()), (vec![], 0));
    assert_eq!(game.tree.note(Tree::ROOT).comment, "two");
    let written = crate::record::format::named("sgf").expect("a form").write(&game.header, &game.tree).expect("Gomoku");
    let text = String::from_utf8(written.bytes).expect("text");
    assert!(text.contains("HA[2]AB[hh][ld]PL[W]"), "{text}");
    let again = read(&text);
    assert_eq!((&again.header, &again.tree), (&game.header, &game.tree));
    // Other forms of Gomoku have moves alone.
    for form in ["psq", "pos", "lib", "lines", "txt", "rec"] {
        let codec = crate::record::format::named(form).expect("a form");
        assert!(codec.write(&game.header, &game.tree).is_err(), "{form}");
    }
    // A diagram is not odds: its stones are moves, or refused.
    assert_eq!(read("(;SZ[15]AB[hh]AW[ld];B[aa])").header.setup.free_stones(), 0);
    for other in ["(;SZ[15]AB[hh][ld];B[aa])", "(;SZ[15]AB[hh][ii]PL[W];W[aa])", "(;SZ[15]AB[hh][hh]PL[W];W[aa])"] {
        let read = crate::record::format::read(other.as_bytes());
        assert!(read.is_err() || read.is_ok_and(|game| game.header.setup.free_stones() == 0), "{other}");
    }
}

#[test]
fn stones_set_up_are_a_position() {
    let game = read("(;SZ[15]AW[ii][jj]AB[hh][gg][ff]C[White plays];W[kk](;B[ll])(;B[mm]))");
    assert_eq!((moves(&game), game.faults()), (vec!["h8", "i7", "g9", "j6", "f10", "k5", "l4"], vec![]));
    let fifth = game.tree.main_line().nth(4).expect("there are seven moves");
    assert_eq!(game.tree.note(fifth).comment, "White plays");
    // The properties may come in any order, and in several nodes.
    for text in [
        "(;AB[jj][jk]AW[kk][kj]SZ[19];B[ji];W[jl])",
        "(;SZ[19]PL[B]AW[kk][kj]AB[jj][jk];B[ji];W[jl])",
        "(;SZ[19];AB[jj][jk];AW[kk][kj];B[ji];W[jl])",
        "(;SZ[19]AB[jj:jk][aa]AW[kk][kj]AE[aa];B[ji];W[jl])",
    ] {
        assert_eq!(moves(&read(text)), ["j10", "k9", "j9", "k10", "j11", "j8"], "{text}");
    }
}

#[test]
fn an_empty_value_sets_nothing_up() {
    for text in [
        "(;GM[1]FF[4]SZ[15]HA[0]AB[];B[hh];W[ii])",
        "(;SZ[15]AB[]AW[ ]AE[];B[hh];W[ii])",
        "(;SZ[15];B[hh];AB[]AW[]AE[];W[ii])",
        "(;SZ[15];B[hh];AE[]W[ii])",
    ] {
        assert_eq!(played(text), (vec!["h8".into(), "i7".into()], None), "{text}");
        assert!(read(text).faults().is_empty(), "{text}");
    }
}

#[test]
fn a_position_with_the_wrong_side_to_move_is_refused_with_its_line() {
    for text in [
        "(;SZ[15]\nAB[hh][hi]AW[ii][ij]PL[W];W[ik])",
        "(;SZ[15]\nAB[hh][hi]AW[ii][ij];W[ik])",
        "(;SZ[15]\nAB[hh];B[ii];W[ih])",
        "(;SZ[15]\nAB[hh:ii])",
        "(;SZ[15]\nAB[zz])",
        "(;SZ[15]\nPL[W];W[hh])",
    ] {
        let why = Sgf.read(text.as_bytes()).expect_err("it cannot be played").to_string();
        assert!(why.starts_with("line 2: "), "{why}");
    }
    // Where a board changes after moves, the line ends.
    assert_eq!(played("(;B[hh];W[ii]\n;AB[aa];B[bb])"), (vec!["h8".into(), "i7".into()], Some(2)));
    assert_eq!(played("(;B[hh];W[ii]\n;PL[B];B[bb])").1, None);
    assert_eq!(played("(;B[hh];W[ii]\n;PL[W];W[bb])").1, Some(2));
}

#[test]
fn a_position_of_renju_needs_no_order() {
    let text = "(;GM[4]SZ[15]RU[Renju]AB[ih][jh][hg][hf][hh][aa]AW[oa][oc][oe][og][kh][he])";
    let (moves, stopped) = played(text);
    assert_eq!((moves.len(), stopped), (12, None));
    assert!(["i8", "j8", "h9", "h10", "h8", "a15"].iter().all(|mv| moves.contains(&(*mv).to_owned())));
}

#[test]
fn a_rectangle_is_not_read_for_ever() {
    let game = read(&format!("(;{})", ";B[hh]TR[aa:oo]".repeat(1_000)));
    let labels = game.tree.subtree(Tree::ROOT).map(|node| game.tree.note(node).labels.len());
    assert_eq!(labels.sum::<usize>(), AREA_POINTS_MAX);
}

#[test]
fn a_collection_is_read_game_by_game() {
    let mut lengths = Vec::new();
    let _ = Sgf.read_each(b"(;B[hh];W[ii])\n(;B[hh](;W[gg])(;W[ff]))x(;RU[4]", &mut |game| {
        lengths.push(game.map(|game| game.tree.len()));
        ControlFlow::Continue(())
    });
    assert_eq!(lengths, [Ok(2), Ok(3), Ok(0)]);
}

#[test]
fn notes_of_other_programs_are_read() {
    let game = read("(;EV[Cup]C[before];B[hh]TE[1]TR[ii]CR[gg]AR[hh:ii]BL[59.5]C[a\\]b\\\\];W[ii]DO[])");
    assert_eq!(game.header.tags, [("Event".to_owned(), "Cup".to_owned())]);
    assert_eq!(game.tree.note(Tree::ROOT).comment, "before");
    let line: Vec<NodeId> = game.tree.main_line().collect();
    let note = game.tree.note(line[0]);
    assert_eq!((note.comment.as_str(), note.clock, &note.glyphs[..]), ("a]b\\", Some(Millis(59_500)), &[Glyph(1)][..]));
    assert_eq!(note.marks.len(), 2);
    assert_eq!(note.labels, [Label { at: "i7".into(), text: Label::TRIANGLE.into() }]);
    assert_eq!(game.tree.note(line[1]).glyphs, [Glyph(6)]);
}

#[test]
fn what_has_no_place_is_reported_once_a_property() {
    let game = read("(;SZ[15]N[root];B[hh]N[The Centre]GB[1]UC[1]V[2]\nDD[aa][bb]XX[x];W[ih]XX[y]L[gg][hg]CR[zz])");
    let faults: Vec<String> = game.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "line 2: one value of the property CR cannot be kept",
            "line 2: 2 values of the property DD cannot be kept",
            "line 2: 2 values of the property XX cannot be kept",
        ]
    );
    assert_eq!(game.header.tags, [("N".to_owned(), "root".to_owned())]);
    let line: Vec<NodeId> = game.tree.main_line().collect();
    let note = game.tree.note(line[0]);
    assert_eq!((note.comment.as_str(), &note.glyphs[..]), ("The Centre", &[Glyph(16), Glyph(13)][..]));
    assert_eq!(note.evaluation.map(|value| value.to_string()), Some("2.00".to_owned()));
    let texts: Vec<&str> = game.tree.note(line[1]).labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(texts, ["a", "b"]);
}

#[test]
fn of_two_clocks_the_one_of_the_player_who_moved_is_kept() {
    // Many Faces of Go writes both.
    let game = read("(;SZ[19]BL[900];B[qd]BL[892]WL[900];W[dp]BL[892]WL[880.5];B[dd]WL[880])");
    let clocks = std::iter::once(Tree::ROOT).chain(game.tree.main_line()).map(|node| game.tree.note(node).clock);
    let left = [900_000, 892_000, 880_500].map(|millis| Some(Millis(millis)));
    assert_eq!(clocks.collect::<Vec<_>>(), [left[0], left[1], left[2], None]);
    let faults: Vec<String> = game.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        ["line 1: one value of the property BL cannot be kept", "line 1: 2 values of the property WL cannot be kept",]
    );
}

#[test]
fn facts_of_other_programs_survive_a_round() {
    let text = "(;GM[4]FF[4]SW[NO]5A[gg][hi]KM[5.5]RU[Yamaguchi]RE[W+Time]DT[2011-03-09];B[hh];W[hg])";
    let game = read(text);
    assert_eq!((game.header.opening.as_str(), game.header.setup.rule_code()), ("yamaguchi", "renju"));
    let written = Sgf.write(&game.header, &game.tree).expect("it is Gomoku");
    assert!(written.left_out.is_empty());
    assert!(String::from_utf8_lossy(&written.bytes).contains("5A[gg][hi]KM[5.5]"));
    assert_eq!(Sgf.read(&written.bytes).expect("our own").header, game.header);
}

#[test]
fn an_oblong_board_is_refused_and_an_unknown_rule_reported() {
    assert!(Sgf.read(b"(;SZ[15:12];B[hh])").is_err());
    assert_eq!(read("(;SZ[19:19];B[jj])").header.setup.size(), Some(19));
    assert_eq!(read("(;RU[house rules];B[jj])").faults().len(), 1);
    assert_eq!(read("(;RE[bye]RU[?];B[jj])").faults().len(), 1);
}

#[test]
fn a_stray_bracket_costs_no_property() {
    // Sabaki #687.
    let game = read("(;GM[4]SZ[15]US[Matsuyama[3d]]PB[Li [5d]]\nPW[Wang]]RE[B+R]C[:] ok];B[hh];W[ii])");
    assert_eq!((moves(&game).len(), game.header.tags.clone()), (2, vec![("US".into(), "Matsuyama[3d]".into())]));
    assert_eq!((game.header.names.first.as_str(), game.header.names.second.as_str()), ("Li [5d]", "Wang"));
    assert_eq!(game.header.outcome, Some(Outcome::win(Side::First, Reason::Resignation)));
    assert_eq!(game.tree.note(Tree::ROOT).comment, ":] ok");
    let faults: Vec<String> = game.faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults, ["line 2: ']' does not belong here"]);
}

/// Reads a text, and returns the sentence on the move that ends its main line.
#[track_caller]
fn check_stop(text: &str, expected: &str) {
    let (_, stopped) = crate::study::resolve(&mut read(text));
    assert_eq!(ReadFault::from(&stopped.expect("the line ends")).to_string(), expected, "{text}");
}

#[test]
fn the_message_on_a_move_that_cannot_be_played_says_what_is_wrong() {
    check_stop("(;SZ[15];W[hh];B[ii])", "line 1: move 1, 'W[hh] out of turn': it is Black's turn");
    check_stop("(;SZ[15];B[hh];W[])", "line 1: move 2, 'pass': W[] is a pass, and the game has none");
    check_stop("(;SZ[15];B[tt])", "line 1: move 1, 'pass': B[tt] is a pass, and the game has none");
    check_stop("(;SZ[15];B[po])", "line 1: move 1, 'B[po]': it is not on the board of 15 lines");
    let why = "a point of SGF has two letters from a to o, the column and the row from the top";
    check_stop("(;SZ[15];B[h8])", &format!("line 1: move 1, 'B[h8]': {why}"));
    check_stop("(;SZ[15];B[over the hills and far])", &format!("line 1: move 1, 'B[over the hills and…': {why}"));
    check_stop(
        "(;SZ[15];B[hh]\n;AB[ii])",
        "line 2: move 2, 'AB[ii]': the position is set up anew behind the first move",
    );
    // In a variation it is a fault.
    let mut game = read("(;SZ[15];B[hh](;W[ii])(;W[tt]))");
    let _ = crate::study::resolve(&mut game);
    assert_eq!(game.faults()[0].message, "move 2, 'pass': W[tt] is a pass, and the game has none");
    // What the rules say of a point outranks the form.
    check_stop("(;SZ[15];B[hh];W[hh])", "line 1: move 2, 'h8': there is already a stone on h8");
}

#[test]
fn letters_in_utf_8_below_another_declaration_are_reported() {
    for (declared, name) in [("windows-1251", "Привет"), ("ISO-8859-1", "André")] {
        let game = read(&format!("(;GM[4]CA[{declared}]PB[{name}];B[hh])"));
        let faults: Vec<String> = game.faults().iter().map(ToString::to_string).collect();
        let report = format!("line 1: CA declares {declared}, which the bytes contradict; UTF-8 is taken");
        assert_eq!((game.header.names.first.as_str(), faults), (name, vec![report]));
    }
}

#[test]
fn a_void_game_has_no_result_and_keeps_the_word() {
    let game = read("(;SZ[15]RE[Void];B[hh])");
    assert_eq!((game.faults(), game.header.outcome), (vec![], None));
    assert_eq!(game.header.tags, [("Termination".to_owned(), "Void".to_owned())]);
    let written = Sgf.write(&game.header, &game.tree).expect("it is Gomoku");
    assert!(written.left_out.is_empty() && String::from_utf8_lossy(&written.bytes).contains("RE[Void]"));
    assert_eq!(Sgf.read(&written.bytes).expect("our own").header.tags, game.header.tags);
}

#[test]
fn a_player_who_resigns_in_place_of_a_move_has_lost() {
    let game = read("(;SZ[15];B[hh];W[ii];B[jj];W[resign]C[thanks])");
    assert_eq!((moves(&game).len(), game.faults()), (3, vec![]));
    assert_eq!(game.header.outcome, Some(Outcome::win(Side::First, Reason::Resignation)));
    let told = |text: &str| (read(text).header.outcome, read(text).faults().len());
    let white = |reason| Some(Outcome::win(Side::Second, reason));
    assert_eq!(told("(;RE[W+];B[hh];W[ii];B[Resign])"), (white(Reason::Unstated), 0));
    assert_eq!(told("(;RE[W+R];B[hh];W[resign])"), (white(Reason::Resignation), 1));
    // A variation has no result.
    assert_eq!(told("(;B[hh](;W[ii])(;W[resign]))").0, None);
    assert_eq!(played("(;B[hh](;W[ii];B[resign])(;W[jj];B[ii]))").1, None);
}
