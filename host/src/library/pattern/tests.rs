use duiyi_core::base::Rng;
use duiyi_core::game::{Game, GameKind, Setup};
use proptest::prelude::*;

use super::super::tests::{fresh, game, text};
use super::super::{FinishedGame, Library, Query};
use super::*;

/// Plays random legal moves and returns the game with the rows of each of its boards.
fn random(kind: GameKind, seed: u64, plies: usize) -> (FinishedGame, Vec<String>) {
    let setup = Setup::usual(kind);
    let (mut board, mut rng) = (Game::new(&setup), Rng::from_seed(seed));
    let (mut moves, mut boards) = (Vec::new(), vec![board.placement()]);
    // Some stones meet another one, and a five ends the game.
    for _ in 0..4 * plies {
        if moves.len() == plies {
            break;
        }
        let mv = match kind {
            GameKind::Xiangqi => {
                let dests = board.legal_moves();
                if dests.is_empty() {
                    break;
                }
                dests[rng.below(dests.len())].clone()
            }
            // Near the centre: shapes come often.
            _ => format!("{}{}", char::from(b'f' + rng.below(5) as u8), 6 + rng.below(5)),
        };
        match board.advance(&mv) {
            Ok(mv) => moves.push(mv.to_string()),
            Err(_) => continue,
        }
        boards.push(board.placement());
    }
    let made = FinishedGame {
        uid: format!("{kind}-{seed}"),
        game: kind.code().to_owned(),
        rule: setup.rule_code().to_owned(),
        size: setup.size(),
        plies: moves.len() as u32,
        moves: moves.join(" "),
        ..game(1)
    };
    (made, boards)
}

/// The cells of rows, from the upper left, as a person reads them.
fn plain(placement: &str) -> Vec<Vec<char>> {
    let row = |row: &str| {
        let (mut cells, mut digits) = (Vec::new(), String::new());
        for letter in row.chars().chain(['/']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            cells.resize(cells.len() + digits.parse::<usize>().unwrap_or(0), '.');
            digits.clear();
            cells.extend(Some(letter).filter(|&letter| letter != '/'));
        }
        cells
    };
    placement.split('/').map(row).collect()
}

fn written(cells: &[Vec<char>]) -> String {
    let row = |row: &Vec<char>| {
        let (mut out, mut gap) = (String::new(), 0);
        for &cell in row.iter().chain([&'/']) {
            if cell == '.' {
                gap += 1;
                continue;
            }
            if gap > 0 {
                out += &gap.to_string();
                gap = 0;
            }
            out.extend(Some(cell).filter(|&cell| cell != '/'));
        }
        out
    };
    cells.iter().map(row).collect::<Vec<_>>().join("/")
}

/// Whether a board has the part, by the plainest reading of the words.
fn has(board: &[Vec<char>], part: &[Vec<char>], kind: PartKind) -> bool {
    let pieces = |cells: &[Vec<char>]| {
        let mut pieces: Vec<(i32, i32, char)> = Vec::new();
        for (y, row) in cells.iter().enumerate() {
            for (x, &piece) in row.iter().enumerate().filter(|(_, piece)| **piece != '.') {
                pieces.push((x as i32, y as i32, piece));
            }
        }
        pieces
    };
    let (here, wanted) = (pieces(board), pieces(part));
    match kind {
        PartKind::Pieces => wanted.iter().all(|piece| here.contains(piece)),
        PartKind::Material => {
            let kinds = |pieces: &[(i32, i32, char)]| {
                let mut kinds: Vec<char> = pieces.iter().map(|piece| piece.2).collect();
                kinds.sort_unstable();
                kinds
            };
            kinds(&here) == kinds(&wanted)
        }
        PartKind::Shape => {
            let turned = (0..8).map(|turn| {
                let mut all: Vec<(i32, i32, char)> = wanted.clone();
                for (x, y, _) in &mut all {
                    *x *= 1 - 2 * (turn % 2);
                    *y *= 1 - 2 * (turn / 2 % 2);
                    if turn / 4 == 1 {
                        std::mem::swap(x, y);
                    }
                }
                all
            });
            let shifts = || (-30..=30).flat_map(|dx| (-30..=30).map(move |dy| (dx, dy)));
            turned.into_iter().any(|all| {
                shifts().any(|(dx, dy)| all.iter().all(|&(x, y, piece)| here.contains(&(x + dx, y + dy, piece))))
            })
        }
    }
}

fn found(library: &Library, part: PartOfPosition) -> Vec<(String, u32)> {
    let query = Query { part: Some(part), sort: super::super::GameOrder::Added, reversed: true, ..Query::default() };
    while library.catch_up(std::time::Duration::from_secs(1)).unwrap() > 0 {}
    let page = library.list(&query).unwrap();
    assert_eq!(library.ids(&query).unwrap().len(), page.rows.len());
    assert_eq!(library.facets(&query).unwrap().game.iter().map(|count| count.games).sum::<u32>(), page.total);
    page.rows.into_iter().map(|row| (row.saved.uid, row.at_ply.expect("a match"))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// The index finds what a plain scan of all boards finds, at the same ply.
    #[test]
    fn a_search_equals_a_plain_scan(seed in 0_u64..1_000_000, kept in 1_usize..6, of in 0_usize..8) {
        let (_temp, mut library) = fresh();
        for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
            let games: Vec<_> = (0..8).map(|n| random(kind, seed + n, 20 + 4 * n as usize)).collect();
            library.save_all(&games.iter().map(|(game, _)| game.clone()).collect::<Vec<_>>()).unwrap();
            // A part of a board that one of them had.
            let mut rng = Rng::from_seed(seed);
            let boards = &games[of].1;
            let mut part = plain(&boards[rng.below(boards.len())]);
            let cells: Vec<(usize, usize)> = (0..part.len())
                .flat_map(|y| (0..part[y].len()).map(move |x| (x, y)))
                .filter(|&(x, y)| part[y][x] != '.')
                .collect();
            let kinds: &[PartKind] = match kind {
                GameKind::Xiangqi => &[PartKind::Material, PartKind::Pieces],
                _ => &[PartKind::Shape, PartKind::Pieces],
            };
            for &wanted in kinds {
                if wanted != PartKind::Material {
                    let keep: Vec<(usize, usize)> =
                        (0..kept).filter_map(|_| cells.get(rng.below(cells.len().max(1))).copied()).collect();
                    for &(x, y) in cells.iter().filter(|cell| !keep.contains(cell)) {
                        part[y][x] = '.';
                    }
                }
                if part.iter().flatten().all(|&cell| cell == '.') {
                    continue;
                }
                let expected: Vec<(String, u32)> = games
                    .iter()
                    .filter_map(|(game, boards)| {
                        let ply = boards.iter().position(|board| has(&plain(board), &part, wanted))?;
                        Some((game.uid.clone(), ply as u32))
                    })
                    .collect();
                let asked =
                    PartOfPosition { game: kind.code().into(), placement: written(&part), kind: wanted };
                prop_assert_eq!(found(&library, asked), expected, "{} {:?}", written(&part), wanted);
            }
        }
    }
}

fn part(game: &str, placement: &str, kind: PartKind) -> PartOfPosition {
    PartOfPosition { game: game.into(), placement: placement.into(), kind }
}

#[test]
fn a_part_is_found_at_its_ply_and_follows_the_library() {
    let (_temp, mut library) = fresh();
    let cannon = || part("xiangqi", "9/9/9/9/9/9/9/4C4/9/9", PartKind::Pieces);
    library.save(&game(1)).unwrap();
    assert_eq!(found(&library, cannon()), [("uid-1".to_owned(), 1)]);
    // The same question after a change has another answer.
    library.save(&FinishedGame { moves: "c3c4 c6c5 h2e2".into(), plies: 3, ..game(2) }).unwrap();
    assert_eq!(found(&library, cannon()), [("uid-1".to_owned(), 1), ("uid-2".to_owned(), 3)]);
    library.delete(1).unwrap();
    assert_eq!(found(&library, cannon()), [("uid-2".to_owned(), 3)]);
    // A start of its own; and no board at all finds nothing.
    let start = "3k5/9/9/9/9/9/9/9/4R4/4K4 w".to_owned();
    library.save(&FinishedGame { start: Some(start), moves: "e1e5".into(), plies: 1, ..game(3) }).unwrap();
    let rook = part("xiangqi", "9/9/9/9/4R4/9/9/9/9/9", PartKind::Pieces);
    assert_eq!(found(&library, rook), [("uid-3".to_owned(), 1)]);
    for placement in ["", "9/9", "9/9/9/9/9/9/9/9/9/9", "☃", "9999999999999999999999/9", &"9/".repeat(1_000)] {
        assert_eq!(found(&library, part("xiangqi", placement, PartKind::Pieces)), [], "{placement:.20}");
    }
}

#[test]
fn material_is_typed_as_a_signature() {
    let (_temp, mut library) = fresh();
    let ending = |number: u32, fen: &str| FinishedGame {
        start: Some(format!("{fen} w")),
        moves: String::new(),
        plies: 0,
        ..game(number)
    };
    library
        .save_all(&[
            ending(1, "3k5/9/9/9/2c6/6c2/9/5N3/4R4/4K4"),
            ending(2, "3k5/9/9/9/2c6/9/9/5N3/4R4/4K4"),
            ending(3, "3k1a3/4P4/9/9/2c6/6c2/9/5N3/4R4/4K4"),
        ])
        .unwrap();
    let ids = |words: &str| library.ids(&text(words)).unwrap();
    assert_eq!(ids("material:R+H/CC"), [3, 1]);
    assert_eq!(ids("material:rn/cc"), [3, 1]);
    assert_eq!(ids("material:RHS/CCA"), [3]);
    assert_eq!(ids("material:RH/C"), [2]);
    assert_eq!(ids("material:RH/-"), [] as [i64; 0]);
    for word in ["material:RH", "material:RX/C", "material:/", "material:RRRRRRR/C"] {
        let page = library.list(&text(word)).unwrap();
        assert_eq!((page.total, page.faults.len()), (0, 1), "{word}");
    }
}
