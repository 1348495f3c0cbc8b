use super::*;
use crate::base::Rng;

/// A move that is any number the table can store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number(u16);

impl TtMove for Number {
    fn pack(self) -> u16 {
        self.0
    }

    fn unpack(bits: u16) -> Number {
        Number(bits)
    }
}

/// An entry derived from its key alone.
fn entry_of(key: Key) -> TtEntry<Number> {
    let bits = key.0.rotate_left(17) ^ key.0;
    TtEntry {
        mv: Some(Number((bits % 65_535) as u16)),
        score: Score((bits >> 16) as i32 % 20_000),
        eval: Some(Score((bits >> 24) as i32 % 20_000)),
        depth: (bits >> 40 & 63) as Depth,
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][(bits >> 56) as usize % 3],
        pv: bits >> 63 != 0,
    }
}

#[test]
fn entries_come_back_as_they_went() {
    let table = TranspositionTable::new(1);
    let mut rng = Rng::from_seed(1);
    for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
        for score in [Score(0), Score(-1234), Score(28_999), Score::mate_in(20), Score::mated_in(21)] {
            for (mv, eval) in [(None, None), (Some(Number(0)), Some(Score(0))), (Some(Number(65_534)), Some(Score(-9)))]
            {
                for depth in [-64, -1, 0, 7, 120] {
                    let entry = TtEntry { mv, score, eval, depth, bound, pv: depth > 0 };
                    let (key, ply) = (Key(rng.next_u64()), rng.below(20));
                    table.store(key, ply, &entry);
                    assert_eq!(table.probe(key, ply), Some(entry));
                }
            }
        }
    }
}

#[test]
fn a_mate_is_stored_relative_to_its_node() {
    let table = TranspositionTable::new(1);
    let entry = |score| TtEntry { mv: None::<Number>, score, eval: None, depth: 5, bound: Bound::Exact, pv: false };
    table.store(Key(7), 4, &entry(Score::mate_in(7)));
    assert_eq!(table.probe::<Number>(Key(7), 10).map(|found| found.score), Some(Score::mate_in(13)));
    table.store(Key(7), 4, &entry(Score::mated_in(4)));
    assert_eq!(table.probe::<Number>(Key(7), 0).map(|found| found.score), Some(Score::mated_in(0)));
}

#[test]
fn nothing_is_found_in_an_empty_table() {
    let mut table = TranspositionTable::new(1);
    let mut rng = Rng::from_seed(2);
    let empty = |table: &TranspositionTable, key| table.probe::<Number>(key, 0).is_none();
    assert!(empty(&table, Key(0)) && empty(&table, Key(u64::MAX)));
    table.store(Key(0), 0, &entry_of(Key(0)));
    assert_eq!(table.probe(Key(0), 0), Some(entry_of(Key(0))));
    assert!((0..10_000).all(|_| empty(&table, Key(rng.next_u64()))));
    table.clear();
    assert!(empty(&table, Key(0)));
    assert_eq!(table.permille(), 0);
}

#[test]
fn random_stress_finds_no_stranger() {
    let table = TranspositionTable::new(1);
    let mut rng = Rng::from_seed(3);
    let keys: Vec<_> = (0..200_000).map(|_| Key(rng.next_u64())).collect();
    for key in &keys {
        table.store(*key, 0, &entry_of(*key));
    }
    let found = keys.iter().filter_map(|&key| table.probe(key, 0).map(|entry| (key, entry)));
    assert!(found.clone().all(|(key, entry)| entry == entry_of(key)));
    // 16,384 clusters of four slots: most are full, and none overflows.
    assert!((60_000..=65_536).contains(&found.count()));
    assert!(table.permille() > 950);
}

#[test]
fn threads_never_read_a_mixture() {
    let table = TranspositionTable::new(1);
    // Few keys share few clusters, so that threads write the same slots all the time. Each key is stored with many
    // entries whose fields belong together.
    let paired = |part: u16| TtEntry {
        mv: Some(Number(part)),
        score: Score(i32::from(part)),
        eval: Some(Score(i32::from(part) - 100)),
        depth: Depth::from(part % 100),
        bound: Bound::Exact,
        pv: part.is_multiple_of(2),
    };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (table, paired) = (&table, &paired);
            scope.spawn(move || {
                let mut rng = Rng::from_seed(thread);
                for _ in 0..60_000 {
                    let key = Key((rng.below(3) as u64) << 62 | rng.below(8) as u64);
                    if rng.chance_permille(500) {
                        let part = rng.below(20_000) as u16 & !7 | (key.0 & 7) as u16;
                        table.store(key, 0, &paired(part));
                    } else if let Some(found) = table.probe::<Number>(key, 0) {
                        let part = found.mv.expect("every entry has a move").0;
                        assert_eq!(found, paired(part));
                        assert_eq!(u64::from(part & 7), key.0 & 7, "the entry belongs to the key");
                    }
                }
            });
        }
    });
}

#[test]
fn a_deep_bound_outlives_a_shallow_one_until_it_is_old() {
    let table = TranspositionTable::new(1);
    let entry =
        |depth, bound| TtEntry { mv: Some(Number(depth as u16)), score: Score(1), eval: None, depth, bound, pv: false };
    let depth = |table: &TranspositionTable| table.probe::<Number>(Key(9), 0).map(|found| found.depth);
    table.store(Key(9), 0, &entry(12, Bound::Lower));
    table.store(Key(9), 0, &entry(2, Bound::Lower));
    assert_eq!(depth(&table), Some(12));
    table.store(Key(9), 0, &entry(2, Bound::Exact));
    assert_eq!(depth(&table), Some(2));
    table.store(Key(9), 0, &entry(12, Bound::Lower));
    table.begin_search();
    table.store(Key(9), 0, &TtEntry { mv: None, ..entry(2, Bound::Lower) });
    assert_eq!(depth(&table), Some(2));
    assert_eq!(
        table.probe(Key(9), 0).and_then(|found: TtEntry<Number>| found.mv),
        Some(Number(12)),
        "the move is kept"
    );
}

#[test]
fn old_and_shallow_entries_make_room() {
    let table = TranspositionTable::new(1);
    let entry =
        |depth| TtEntry { mv: None::<Number>, score: Score(1), eval: None, depth, bound: Bound::Lower, pv: false };
    let is_there = |low: u64| table.probe::<Number>(Key(low), 0).is_some();
    for (low, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
        table.store(Key(low), 0, &entry(depth));
    }
    table.store(Key(5), 0, &entry(1));
    assert_eq!([1, 2, 3, 4, 5].map(is_there), [true, false, true, true, true]);
    for _ in 0..2 {
        table.begin_search();
    }
    for low in [6, 7, 8, 9] {
        table.store(Key(low), 0, &entry(0));
    }
    assert_eq!([1, 3, 4, 5].map(is_there), [false; 4], "everything old is gone");
    assert_eq!([6, 7, 8, 9].map(is_there), [true; 4]);
}

#[test]
fn sizes_are_what_they_say() {
    for mebibytes in [0, 1, 3, 16] {
        assert_eq!(TranspositionTable::new(mebibytes).bytes(), mebibytes.max(1) << 20);
    }
}

#[test]
fn bounds_answer_only_what_they_know() {
    let (alpha, beta) = (Score(10), Score(20));
    let cutoff = |score, bound, depth| {
        let entry = TtEntry { mv: None::<Number>, score: Score(score), eval: None, depth: 5, bound, pv: false };
        entry.cutoff(depth, alpha, beta)
    };
    assert_eq!(cutoff(25, Bound::Lower, 5), Some(Score(25)));
    assert_eq!(cutoff(15, Bound::Lower, 5), None);
    assert_eq!(cutoff(10, Bound::Upper, 5), Some(Score(10)));
    assert_eq!(cutoff(15, Bound::Upper, 5), None);
    assert_eq!(cutoff(15, Bound::Exact, 5), Some(Score(15)));
    assert_eq!(cutoff(15, Bound::Exact, 6), None);
    let bounds = [5, 10, 15, 20].map(|score| Bound::of(Score(score), alpha, beta));
    assert_eq!(bounds, [Bound::Upper, Bound::Upper, Bound::Exact, Bound::Lower]);
}
