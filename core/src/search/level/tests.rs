use super::*;

/// The profiles of a game for these tests.
pub const PROFILES: [Profile; 4] = [
    Profile { loss_cp: 350, halving_cp: 90, miss_permille: 0, blind_permille: 350, width: 12, ..PLAIN },
    Profile { loss_cp: 220, halving_cp: 60, miss_permille: 0, blind_permille: 220, width: 10, ..PLAIN },
    Profile { loss_cp: 130, halving_cp: 35, miss_permille: 0, blind_permille: 120, width: 8, ..PLAIN },
    Profile { loss_cp: 60, halving_cp: 18, miss_permille: 0, blind_permille: 50, width: 5, ..PLAIN },
];
const PLAIN: Profile = Profile { shallow_depth: 1, ..Profile::FULL };

fn profile(number: u8) -> &'static Profile {
    if number == 5 { &Profile::FULL } else { &PROFILES[usize::from(number) - 1] }
}

fn choose(candidates: &[Candidate<u8>], level: Level, rng: &mut Rng) -> usize {
    super::choose(candidates, level, profile(level.number()), rng)
}

/// A move with its full score, its shallow score and the opponent's reply.
fn candidate(deep: i32, shallow: i32, reply: u8) -> Candidate<u8> {
    Candidate {
        deep: Score(deep),
        shallow: Some(Score(shallow)),
        reply: Some(reply),
        difficulty: DIFFICULTY,
        reply_difficulty: DIFFICULTY,
        obvious: None,
        repeats: false,
    }
}

/// A move whose shallow score equals its full score.
fn plain(deep: i32, reply: u8) -> Candidate<u8> {
    candidate(deep, deep, reply)
}

fn level(number: u8) -> Level {
    Level::new(number).expect("the number is in range")
}

/// Counts how often each candidate is chosen in `rounds` rounds.
fn counts(candidates: &[Candidate<u8>], number: u8, rounds: u64) -> Vec<u32> {
    let mut counts = vec![0; candidates.len()];
    for seed in 0..rounds {
        counts[choose(candidates, level(number), &mut Rng::from_seed(seed))] += 1;
    }
    counts
}

#[test]
fn there_are_five_levels() {
    assert_eq!((Level::new(0), Level::new(6), Level::default()), (None, None, Level::MAX));
}

#[test]
fn full_strength_plays_the_best_move() {
    let candidates = [candidate(10, -900, 1), candidate(10, 900, 2), candidate(-5, 500, 3)];
    assert_eq!(counts(&candidates, 5, 100), [100, 0, 0]);
}

#[test]
fn what_is_seen_is_bounded() {
    for number in 1..=4 {
        let bound = profile(number).loss_cp;
        let mut rng = Rng::from_seed(u64::from(number));
        for _ in 0..2000 {
            let mut scores: Vec<i32> = (0..8).map(|_| rng.below(1000) as i32 - 500).collect();
            scores.sort_by_key(|&score| -score);
            let candidates: Vec<_> = scores.iter().zip(0..).map(|(&score, reply)| plain(score, reply)).collect();
            let chosen = choose(&candidates, level(number), &mut rng);
            assert!(scores[0] - scores[chosen] <= bound);
        }
    }
}

#[test]
fn only_an_overlooked_reply_exceeds_the_bound() {
    for number in 1..=4 {
        let profile = profile(number);
        let mut rng = Rng::from_seed(u64::from(number));
        let (mut exceeded, rounds) = (0, 3000);
        for _ in 0..rounds {
            let mut scores: Vec<i32> = (0..6).map(|_| rng.below(2000) as i32 - 1000).collect();
            scores.sort_by_key(|&score| -score);
            // Every reply but that to the best move is the same threat.
            let seen = |rng: &mut Rng| rng.below(400) as i32 - 200;
            let candidates: Vec<_> = scores
                .iter()
                .enumerate()
                .map(|(i, &score)| candidate(score, seen(&mut rng), u8::from(i > 0)))
                .collect();
            let mut draws = rng.clone();
            let blind = [(); 2].map(|()| is_overlooked(draws.below(1000), profile.blind_permille, DIFFICULTY));
            let chosen = choose(&candidates, level(number), &mut rng);
            if scores[0] - scores[chosen] > profile.loss_cp {
                exceeded += 1;
                assert!(blind[0] || blind[1], "level {number} saw everything and played {chosen} of {candidates:?}");
            }
        }
        assert!(exceeded > 0, "blind spots must show");
        assert!(exceeded < rounds * 2 * profile.blind_permille as usize / 1000, "{exceeded} at level {number}");
    }
}

#[test]
fn chances_halve_as_losses_grow() {
    let profile = profile(1);
    let candidates = [plain(0, 0), plain(-profile.halving_cp, 1), plain(-2 * profile.halving_cp, 2)];
    let counts = counts(&candidates, 1, 7000);
    // 4 : 2 : 1, within four standard deviations.
    for (count, expected) in counts.iter().zip([4000, 2000, 1000]) {
        assert!(count.abs_diff(expected) < 170, "{counts:?}");
    }
}

#[test]
fn the_same_seed_chooses_the_same() {
    let candidates: Vec<_> = (0..6).map(|i| candidate(-20 * i32::from(i), 10 * i32::from(i), i % 3)).collect();
    let choices = |seed| {
        let mut rng = Rng::from_seed(seed);
        (0..64).map(|_| choose(&candidates, level(1), &mut rng)).collect::<Vec<_>>()
    };
    assert_eq!(choices(3), choices(3));
    assert_ne!(choices(3), choices(4));
}

#[test]
fn a_threat_is_overlooked_for_all_moves_alike() {
    // Only the first move parries reply 9; all others have slightly better shallow scores.
    let mut candidates = vec![plain(0, 1)];
    candidates.extend((0..7).map(|_| candidate(-2000, 5, 9)));
    let fell = 2000 - counts(&candidates, 2, 2000)[0];
    let blind = PROFILES[1].blind_permille * 2;
    assert!(fell.abs_diff(blind * 7 / 8) < 80, "{fell} of 2000, {blind} blind");
}

#[test]
fn from_level_two_nobody_loses_at_once() {
    let dead = Score::mated_in(2).0;
    let candidates = [candidate(-400, -400, 1), candidate(dead, 300, 2), candidate(dead, 200, 3)];
    for number in 2..=4 {
        assert_eq!(counts(&candidates, number, 500), [500, 0, 0]);
    }
    assert!(counts(&candidates, 1, 500)[0] < 500);
    // If every move loses at once, one of them is still played.
    let lost = [candidate(dead, 0, 1), candidate(dead, 0, 2)];
    assert_eq!(counts(&lost, 2, 100).iter().sum::<u32>(), 100);
}

#[test]
fn from_level_two_a_duty_among_the_best_is_done() {
    for number in 1..=4 {
        let mut candidates = [plain(50, 1), plain(40, 2), plain(50 - OBVIOUS_CP, 3)];
        candidates[2].obvious = Some(OBVIOUS_CP);
        let done = counts(&candidates, number, 500)[2];
        assert_eq!(done == 500, number >= 2, "level {number}: {done}");
        candidates[2].deep = Score(49 - OBVIOUS_CP);
        candidates[2].shallow = Some(Score(-500));
        assert!(counts(&candidates, number, 500)[2] < 250, "it loses too much at level {number}");
    }
}

#[test]
fn level_one_does_some_of_the_duties_that_come_to_mind() {
    let mut candidates = [plain(50, 1), plain(-50, 2)];
    candidates[1].obvious = Some(OBVIOUS_CP);
    let done = |obvious_permille, miss_permille| {
        let profile = Profile { obvious_permille, miss_permille, ..*profile(1) };
        let picks = |seed| super::choose(&candidates, level(1), &profile, &mut Rng::from_seed(seed));
        (0..500).filter(|&seed| picks(seed) == 1).count()
    };
    assert!((400..480).contains(&done(800, 0)), "{}", done(800, 0));
    assert!(done(800, 500) < done(800, 0) - 50);
    assert!(done(0, 0) < 200);
}

#[test]
fn from_level_three_a_win_at_once_is_never_missed() {
    let win = Score::mate_in(1).0;
    // By its shallow score the win loses and another move is wonderful.
    let mut candidates = [candidate(win, -300, 1), candidate(1500, 1500, 2)];
    candidates[1].obvious = Some(OBVIOUS_CP);
    for number in 3..=5 {
        assert_eq!(counts(&candidates, number, 500), [500, 0]);
    }
    // Lower levels may not think of the win, but a low shallow score does not deter them.
    candidates[1].obvious = None;
    let careless = Profile { miss_permille: 300, ..*profile(2) };
    let missed = |profile| {
        let picks = |seed| super::choose(&candidates, level(2), profile, &mut Rng::from_seed(seed));
        (0..500).filter(|&seed| picks(seed) == 1).count()
    };
    assert_eq!(missed(profile(2)), 0);
    assert!(missed(&careless) > 50);
}

#[test]
fn who_is_far_ahead_still_takes_what_hangs() {
    let candidates = [plain(2900, 1), plain(2000, 2), plain(1500, 3)];
    for number in 2..=4 {
        assert_eq!(counts(&candidates, number, 500), [500, 0, 0], "level {number}");
    }
}

#[test]
fn who_is_ahead_does_not_go_in_circles() {
    let mut candidates = [plain(900, 1), plain(880, 2)];
    candidates[0].repeats = true;
    for number in 1..=4 {
        assert_eq!(counts(&candidates, number, 500), [0, 500], "level {number}");
    }
    // The side behind takes the repetition as a draw.
    candidates.iter_mut().for_each(|candidate| candidate.deep -= 2000);
    assert!(counts(&candidates, 1, 500)[0] > 100);
}

#[test]
fn an_end_in_sight_is_worth_more_than_any_advantage() {
    let scores = [Score::mate_in(1), Score::mate_in(9), Score(9000), Score(1500), Score(0), Score(-9000)];
    let losing = [Score::mated_in(8), Score::mated_in(2)];
    let worths: Vec<_> = scores.iter().chain(&losing).map(|&score| worth(score)).collect();
    assert!(worths.is_sorted_by(|better, worse| better >= worse), "{worths:?}");
    assert!(worths[0] - worths[1] >= PROVEN, "a win at once is not put off");
    assert!(worths[1] > worths[2] && worths[5] > worths[6] && worths[6] > worths[7]);
}

#[test]
fn weights_fall_smoothly_and_end_at_the_bound() {
    for profile in PROFILES.iter().filter(|profile| profile.loss_cp > 0) {
        let weights: Vec<_> = (0..=profile.loss_cp).map(|loss| weight(loss, profile)).collect();
        assert!(weights.is_sorted_by(|near, far| near >= far));
        assert!(weights.iter().all(|&weight| weight > 0));
        assert_eq!(weight(profile.loss_cp + 1, profile), 0);
    }
}

#[test]
fn what_is_harder_to_see_is_overlooked_more_often() {
    let fell = |difficulty| {
        let mut candidates = [plain(0, 1), candidate(-900, 50, 9)];
        candidates[1].reply_difficulty = difficulty;
        counts(&candidates, 2, 2000)[1]
    };
    let fell = [300, 1000, 1900].map(fell);
    assert!(fell[0] > 0 && 2 * fell[0] < fell[1] && 3 * fell[1] < 2 * fell[2], "{fell:?}");
}

#[test]
fn a_move_that_does_not_come_to_mind_is_not_played_but_a_duty_is() {
    let forgetful = Profile { miss_permille: 900, loss_cp: 10, ..PROFILES[1] };
    let mut candidates = [plain(300, 1), plain(0, 2)];
    let played = |candidates: &[Candidate<u8>]| {
        let choice = |seed| super::choose(candidates, level(2), &forgetful, &mut Rng::from_seed(seed));
        (0..1000).filter(|&seed| choice(seed) == 0).count()
    };
    let seen = played(&candidates);
    assert!((850..950).contains(&seen), "one of two comes to mind now and then, else both are seen: {seen}");
    candidates[0].obvious = Some(OBVIOUS_CP);
    assert_eq!(played(&candidates), 1000);
}

#[test]
fn a_lapse_makes_a_move_of_level_two() {
    static ROWS: [Profile; 5] =
        [PROFILES[0], PROFILES[1], Profile { lapse_permille: 250, ..PROFILES[2] }, PROFILES[3], Profile::FULL];
    let lapses = |number: usize| (0..4000).filter(|&seed| Profile::at(&ROWS, number - 1, seed) == &ROWS[1]).count();
    assert!(lapses(3).abs_diff(1000) < 110, "{}", lapses(3));
    assert_eq!((lapses(4), lapses(5), lapses(2)), (0, 0, 4000));
}

#[test]
fn a_level_narrows_what_is_asked_and_widens_nothing() {
    let own = Profile { depth: Some(6), nodes: Some(4_000), ..Profile::FULL };
    let asked = Limits { depth: Some(3), nodes: None, time: None };
    assert_eq!(own.narrowed(asked), Limits { depth: Some(3), nodes: Some(4_000), time: None });
    let time = Level::MAX.limits();
    assert_eq!(own.narrowed(time), Limits { depth: Some(6), nodes: Some(4_000), ..time });
    assert_eq!(Profile::FULL.narrowed(asked), asked);
}
