//! Verdicts and conversions: `notation`, `judge`, `solve`, `bench`.

use serde_json::Value;

use crate::run::{duiyi, duiyi_of_bytes, ok, refused};

const GAME: &str = "炮二平五 h9g7 H2+3 R9=8 P7+1 p7+1";

#[test]
fn moves_are_written_every_way() {
    let to = |style: &str| ok(&["notation", "--game", "xiangqi", "--moves", GAME, "--to", style]);
    assert_eq!(to("uci"), "h2e2 h9g7 h0g2 i9h9 c3c4 g6g5\n");
    assert_eq!(to("iccs"), "H2-E2 H9-G7 H0-G2 I9-H9 C3-C4 G6-G5\n");
    assert_eq!(to("wxf"), "C2=5 H8+7 H2+3 R9=8 P7+1 P7+1\n");
    assert_eq!(to("chinese"), "炮二平五 马８进７ 马二进三 车９平８ 兵七进一 卒７进１\n");
    assert!(to("traditional").contains("馬") && !to("traditional").contains('马'));
    let written = to("chinese");
    let back = ok(&["notation", "--game", "xiangqi", "--moves", &written, "--to", "uci"]);
    assert_eq!(back, to("uci"));
    assert!(refused(&["notation", "--game", "gomoku", "--moves", "h8", "--to", "wxf"]).starts_with("--game: "));
    assert!(refused(&["notation", "--game", "xiangqi", "--moves", "h8", "--to", "wxf"]).starts_with("--moves: move 1"));
}

fn judge(args: &[&str]) -> (String, String) {
    let out = ok(&[&["judge", "--game", "xiangqi"], args].concat());
    let verdict: Value = serde_json::from_str(&out).expect("the verdict is JSON");
    let detail = verdict["detail"].as_str().expect("a sentence");
    assert!(detail.ends_with('.') && detail.len() > 10, "{detail}");
    let word = |key: &str| verdict[key].as_str().expect("a word").to_owned();
    (word("outcome"), word("reason"))
}

#[test]
fn the_end_of_a_game_is_judged_with_its_path() {
    let words = |outcome: &str, reason: &str| (outcome.to_owned(), reason.to_owned());
    assert_eq!(judge(&["--moves", GAME]), words("ongoing", "none"));
    let dance = "h0g2 h9g7 g2h0 g7h9 ".repeat(2);
    assert_eq!(judge(&["--moves", &dance]), words("draw", "repetition"));
    let fen = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";
    assert_eq!(judge(&["--fen", fen, "--moves", "b0b9"]), words("red", "checkmate"));
    assert_eq!(judge(&["--fen", "5k3/9/9/9/9/9/9/9/4r4/3K5 w"]), words("black", "stalemate"));
    assert_eq!(judge(&["--fen", "5k3/9/9/9/9/9/9/9/9/3K5 w"]), words("draw", "no-attackers"));
    // Red's rook checks with every move; Black's general has no alternative.
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1";
    let check = "e1d1 d9e9 d1e1 e9d9 ".repeat(3);
    assert_eq!(judge(&["--fen", fen, "--moves", check.trim()]), words("black", "perpetual-check"));
    assert!(refused(&["judge", "--game", "xiangqi", "--ruleset", "wxf"]).starts_with("--rule: "));
}

/// A rook that chases a cannon along its rank and back.
const CHASE: &str = "4k4/9/9/9/R8/9/9/9/9/1c1K5 w";

#[test]
fn a_chase_is_judged_by_the_rules_asked_for() {
    let moves = "a5b5 b0a0 b5a5 a0b0 ".repeat(2);
    let under = |rule: &str| judge(&["--fen", CHASE, "--moves", &moves, "--ruleset", rule]).1;
    assert_eq!(["asian", "chinese", "simple"].map(under), ["perpetual-chase", "perpetual-chase", "repetition"]);
    assert_eq!(judge(&["--fen", CHASE, "--moves", &moves]).1, "perpetual-chase");
    let out = ok(&["judge", "--game", "xiangqi", "--fen", CHASE, "--moves", &moves]);
    assert!(out.contains("Red chased the cannon now on b0 with every move (a5b5 b5a5)"), "{out}");
}

#[test]
fn many_games_are_judged_line_by_line() {
    let input = format!("{CHASE}\ta5b5 b0a0\n{CHASE}\t{}\n", "a5b5 b0a0 b5a5 a0b0 ".repeat(2));
    let judged = duiyi(&["judge", "--game", "xiangqi", "--lines"], &input);
    let chases: Vec<bool> = judged.out.lines().map(|line| line.contains("perpetual-chase")).collect();
    assert_eq!((judged.status, chases), (0, vec![false, true]));
    let judged = duiyi(&["judge", "--game", "xiangqi", "--lines"], &format!("{CHASE}\ta5b6\n"));
    assert!(judged.status == 2 && judged.err.contains("line 1: --moves: move 1, 'a5b6'"), "{}", judged.err);
    let marked = duiyi(&["judge", "--game", "xiangqi", "--lines"], &format!("\u{feff}{CHASE}\ta5b5\n"));
    assert_eq!((marked.status, marked.out.lines().count(), marked.err.as_str()), (0, 1, ""));
}

/// What cannot be read is an error of the input, not of the output.
#[test]
fn a_line_that_is_no_text_is_named() {
    let input = [CHASE.as_bytes(), b"\n\xc5\xda\n"].concat();
    let ended = duiyi_of_bytes(&["judge", "--game", "xiangqi", "--lines"], &input);
    assert_eq!(ended.status, 2, "{}", ended.err);
    assert!(ended.err.starts_with("standard input, line 2: "), "{}", ended.err);
}

fn solve(args: &[&str]) -> (i32, Value) {
    let ended = duiyi(&[&["solve"], args].concat(), "");
    assert_eq!(ended.err, "", "{args:?}");
    (ended.status, serde_json::from_str(&ended.out).expect("the answer is JSON"))
}

#[test]
fn wins_by_continuous_fours_are_found_or_disproved() {
    // VP001 of the collection in tests/data.
    let (black, white) = ("i8 h11 h8 j8 h10 i9 j10", "e5 i11 f11 k8 h9 k7 k11");
    let (status, answer) = solve(&["--rule", "renju", "--black", black, "--white", white]);
    assert_eq!((status, &answer["win"], &answer["kind"]), (0, &Value::Bool(true), &Value::from("vcf")));
    let moves = answer["moves"].as_array().expect("the moves");
    assert_eq!(answer["plies"], 11, "{answer}");
    assert!(moves.len() == 11 || moves.len() == 9, "{answer}");
    assert!(["g7", "g8", "g11"].contains(&moves[0].as_str().expect("a point")), "{answer}");
    assert!(answer["nodes"].is_u64() && answer["time_ms"].is_u64());

    let same = "i8 e5 h11 i11 h8 f11 j8 k8 h10 h9 i9 k7 j10 k11";
    let (_, by_moves) = solve(&["--rule", "renju", "--moves", same]);
    assert_eq!(by_moves["moves"], answer["moves"]);

    let (status, answer) = solve(&["--rule", "freestyle", "--moves", "h8 i9"]);
    assert_eq!((status, &answer["win"], &answer["proved"]), (1, &Value::Bool(false), &Value::Bool(true)));
    let (status, _) =
        solve(&["--rule", "freestyle", "--black", "h8 h9 h10 h11", "--white", "a1 a2 a3", "--side", "black"]);
    assert_eq!(status, 0);
    let (status, _) = solve(&["--rule", "freestyle", "--moves", "h8 a1 h9 a2 h10 a3", "--side", "white"]);
    assert_eq!(status, 1);
    // VCT includes VCF: a win by fours alone counts, and a single stone has none.
    let (status, answer) = solve(&["--rule", "renju", "--black", black, "--white", white, "--kind", "vct"]);
    assert_eq!((status, &answer["win"], &answer["kind"]), (0, &Value::Bool(true), &Value::from("vct")));
    let (status, answer) = solve(&["--rule", "renju", "--moves", "h8 i9", "--kind", "vct"]);
    assert_eq!((status, &answer["win"], &answer["proved"]), (1, &Value::Bool(false), &Value::Bool(true)));
    assert!(refused(&["solve", "--rule", "renju", "--moves", "h8 i9", "--kind", "vcx"]).contains("--kind"));
    assert!(refused(&["solve", "--rule", "renju", "--black", "h8 h9"]).starts_with("--black, --white: "));
}

#[test]
fn the_signature_stays_the_same() {
    for game in ["xiangqi", "gomoku"] {
        let nodes = || {
            let ended = duiyi(&["bench", "--game", game, "--depth", "3"], "");
            assert_eq!(ended.status, 0);
            let last: Vec<String> = ended.last().split(' ').map(str::to_owned).collect();
            let [nodes, "nodes", nps, "nps"] = &last.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
                panic!("{last:?}")
            };
            assert!(nps.parse::<u64>().is_ok());
            nodes.parse::<u64>().expect("a count")
        };
        let first = nodes();
        assert!(first > 100, "{first}");
        assert_eq!(first, nodes(), "{game}");
    }
}
