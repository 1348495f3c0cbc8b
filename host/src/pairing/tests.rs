use std::collections::HashSet;

use super::*;

fn pairs(pairings: &[Pairing]) -> Vec<[usize; 2]> {
    pairings.iter().map(|pairing| pairing.players).collect()
}

const fn played_pairing(pairing: Pairing, half_points: [u32; 2]) -> PlayedPairing {
    PlayedPairing { pairing, half_points, is_forfeit: false }
}

/// Returns the moves that come most often in a row, and the most by which one kind is ahead of the other after a round.
fn longest_and_widest(moves: &[bool]) -> (usize, i64) {
    let longest = moves.chunk_by(|a, b| a == b).map(<[bool]>::len).max().unwrap_or(0);
    let excess = |count: usize| moves[..count].iter().map(|&is_first| if is_first { 1 } else { -1 }).sum::<i64>();
    (longest, (0..=moves.len()).map(|count| excess(count).abs()).max().unwrap_or(0))
}

/// Plays a tournament in which the lower number wins every game.
fn play_out(rules: PairingRules, format: TournamentFormat, players: usize) -> Vec<PlayedPairing> {
    play_out_by(rules, format, players, |[a, b]| if a < b { [4, 0] } else { [0, 4] })
}

fn play_out_by(
    rules: PairingRules,
    format: TournamentFormat,
    players: usize,
    half_points: fn([usize; 2]) -> [u32; 2],
) -> Vec<PlayedPairing> {
    let mut played = Vec::new();
    loop {
        let next = format.next(rules, players, 2, &played, &[]);
        if next.is_empty() {
            return played;
        }
        played.extend(next.into_iter().map(|pairing| played_pairing(pairing, half_points(pairing.players))));
    }
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_once() {
    let all_rules = [PairingRules::BalancedFirst, PairingRules::AlternatingFirst];
    for (players, rules) in (2..=9).flat_map(|players| all_rules.map(|rules| (players, rules))) {
        let pairings = TournamentFormat::RoundRobin.next(rules, players, 2, &[], &[]);
        let met: HashSet<_> =
            pairings.iter().map(|p| [p.players[0].min(p.players[1]), p.players[0].max(p.players[1])]).collect();
        assert_eq!((pairings.len(), met.len()), (players * (players - 1) / 2, players * (players - 1) / 2));
        for round in 1..=players as u32 {
            let busy: Vec<usize> = pairings.iter().filter(|p| p.round == round).flat_map(|p| p.players).collect();
            assert_eq!(busy.len(), busy.iter().collect::<HashSet<_>>().len(), "a player has one game in a round");
        }
        let firsts = |player| pairings.iter().filter(|p| p.players[0] == player).count().abs_diff(players / 2);
        assert!((0..players).all(|player| firsts(player) <= 1), "{pairings:?}");
    }
}

/// FIDE Handbook C.05, Annex 1: the table for 5 or 6 players.
#[test]
fn a_round_robin_follows_the_berger_tables() {
    let table = [
        [[1, 6], [2, 5], [3, 4]],
        [[6, 4], [5, 3], [1, 2]],
        [[2, 6], [3, 1], [4, 5]],
        [[6, 5], [1, 4], [2, 3]],
        [[3, 6], [4, 2], [5, 1]],
    ];
    for players in [5, 6] {
        let pairings = TournamentFormat::RoundRobin.next(PairingRules::AlternatingFirst, players, 1, &[], &[]);
        for (round, expected) in (1..).zip(table) {
            let is_played = |pair: &[usize; 2]| pair.iter().all(|&number| number <= players);
            let of_round: Vec<Pairing> = pairings.iter().copied().filter(|pairing| pairing.round == round).collect();
            let numbered = pairs(&of_round).into_iter().map(|pair| pair.map(|player| player + 1));
            let numbers: Vec<[usize; 2]> = numbered.collect();
            assert_eq!(numbers, expected.into_iter().filter(is_played).collect::<Vec<_>>(), "{players}, round {round}");
        }
    }
}

#[test]
fn the_first_move_of_a_round_robin_changes_from_round_to_round() {
    for players in 3..=20 {
        let played = play_out(PairingRules::AlternatingFirst, TournamentFormat::RoundRobin, players);
        for player in 0..players {
            let moves = swiss::moves_of(player, &played);
            let firsts = moves.iter().filter(|&&is_first| is_first).count();
            assert!(longest_and_widest(&moves).0 <= 2, "{players}: {moves:?}");
            assert_eq!((2 * firsts).abs_diff(moves.len()), 1 - players % 2, "{players}: {moves:?}");
        }
    }
}

#[test]
fn no_player_of_a_swiss_moves_first_or_second_three_times_in_a_row() {
    let results: [fn([usize; 2]) -> [u32; 2]; 3] =
        [|[a, b]| if a < b { [4, 0] } else { [0, 4] }, |_| [2, 2], |_| [4, 0]];
    for (players, half_points) in (6..=20).flat_map(|players| results.map(|half_points| (players, half_points))) {
        let swiss = TournamentFormat::Swiss { rounds: swiss_rounds(players) + 1 };
        let played = play_out_by(PairingRules::AlternatingFirst, swiss, players, half_points);
        for player in 0..players {
            let moves = swiss::moves_of(player, &played);
            let (longest, widest) = longest_and_widest(&moves);
            assert!(longest <= 2 && widest <= 2, "{players}: {moves:?}");
        }
    }
}

#[test]
fn the_strongest_of_a_knockout_meet_in_the_final() {
    let played = play_out(PairingRules::BalancedFirst, TournamentFormat::Knockout, 6);
    let pairings: Vec<Pairing> = played.iter().map(|played| played.pairing).collect();
    assert_eq!(pairs(&pairings), [[3, 4], [5, 2], [3, 0], [1, 2], [0, 1]]);
    assert_eq!(pairings.iter().map(|pairing| pairing.round).collect::<Vec<_>>(), [1, 1, 2, 2, 3]);
}

#[test]
fn a_level_pairing_of_a_knockout_is_played_again_until_the_first_goes_on() {
    let format = TournamentFormat::Knockout;
    let [forth, back] = [[0, 1], [1, 0]].map(|players| Pairing { round: 1, players });
    for (rules, replays) in
        [(PairingRules::EarlierFirst, [forth; 4]), (PairingRules::BalancedFirst, [forth, back, forth, back])]
    {
        let mut played = Vec::new();
        for pairing in replays {
            assert_eq!(format.next(rules, 2, 2, &played, &[]), [pairing]);
            played.push(played_pairing(pairing, [2, 2]));
        }
        assert_eq!(played.len(), 1 + REPLAYS_MAX as usize);
        assert!(format.next(rules, 2, 2, &played, &[]).is_empty());
        played[1].half_points = [1, 3];
        assert!(format.next(rules, 2, 2, &played[..2], &[]).is_empty());
    }
}

#[test]
fn the_first_move_is_shared_if_a_pairing_has_one_game() {
    let firsts = |played: &[PlayedPairing], player: usize| {
        played.iter().filter(|played| played.pairing.players[0] == player).count()
    };
    let better_firsts = |rules: PairingRules, format: TournamentFormat| {
        let played = play_out(rules, format, 8);
        let is_better = |played: &&PlayedPairing| played.pairing.players[0] < played.pairing.players[1];
        (played.iter().filter(is_better).count(), played)
    };
    let swiss = TournamentFormat::Swiss { rounds: 3 };
    for (format, before, now) in
        [(TournamentFormat::Gauntlet, 7, 4), (TournamentFormat::Knockout, 7, 4), (swiss, 12, 6)]
    {
        assert_eq!(better_firsts(PairingRules::EarlierFirst, format).0, before, "{format:?}");
        assert_eq!(better_firsts(PairingRules::BalancedFirst, format).0, now, "{format:?}");
    }
    let played = play_out(PairingRules::BalancedFirst, TournamentFormat::Swiss { rounds: 8 }, 16);
    for player in 0..16 {
        assert!((3..=5).contains(&firsts(&played, player)), "{player}: {}", firsts(&played, player));
    }
}

#[test]
fn players_of_a_swiss_meet_once_and_have_at_most_one_bye() {
    for players in 3..=20 {
        let rounds = swiss_rounds(players);
        let played = play_out(PairingRules::BalancedFirst, TournamentFormat::Swiss { rounds }, players);
        let met: HashSet<_> = played
            .iter()
            .map(|p| [p.pairing.players[0].min(p.pairing.players[1]), p.pairing.players[0].max(p.pairing.players[1])])
            .collect();
        assert_eq!(met.len(), played.len(), "{players}");
        assert_eq!(played.len(), players / 2 * rounds as usize, "{players}");
        assert!((0..players).all(|player| byes(player, &played) <= 1), "{players}");
        let points = |player| played.iter().map(|p| p.half_points_of(player)).sum::<u32>();
        assert_eq!(points(0), 4 * rounds, "the strongest wins it");
    }
}

#[test]
fn a_swiss_with_more_rounds_than_players_goes_on_with_second_meetings() {
    let played = play_out(PairingRules::BalancedFirst, TournamentFormat::Swiss { rounds: 7 }, 4);
    assert_eq!(played.len(), 14);
    let meetings = |a, b| played.iter().filter(|p| p.has(a) && p.has(b)).count();
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        assert!((2..=3).contains(&meetings(a, b)), "{a} {b}: {}", meetings(a, b));
    }
}

#[test]
fn a_swiss_has_as_few_second_meetings_as_its_pairings_allow() {
    let repeats = |rules, players, rounds: u32, half_points| {
        let played = play_out_by(rules, TournamentFormat::Swiss { rounds }, players, half_points);
        let mut met = HashSet::new();
        let is_new = |played: &&PlayedPairing| {
            let [a, b] = played.pairing.players;
            met.insert([a.min(b), a.max(b)])
        };
        let first_meetings = played.iter().filter(is_new).count();
        played.len() - first_meetings
    };
    let check = |players, rounds, half_points: fn([usize; 2]) -> [u32; 2], before, now| {
        assert_eq!(repeats(PairingRules::EarlierFirst, players, rounds, half_points), before, "{players} before");
        for rules in [PairingRules::BalancedFirst, PairingRules::AlternatingFirst] {
            assert_eq!(repeats(rules, players, rounds, half_points), now, "{players}, {rules:?}");
        }
    };
    // After these draws the players left are two groups of an odd number.
    check(6, 4, |_| [2, 2], 3, 1);
    check(10, 8, |_| [2, 2], 5, 1);
    // The usual order does not find the pairings without a second meeting in time.
    check(30, 17, |[a, b]| if a < b { [4, 0] } else { [0, 4] }, 11, 0);
}
