use duiyi_core::record::Tree;

use super::*;

#[test]
fn the_list_has_every_composition_with_its_manual() {
    let list = list();
    assert_eq!((list.manuals.len(), list.rows.len()), (30, shelf().compositions().len()));
    assert!(list.rows.iter().all(|row| row.manual < list.manuals.len() && !row.title.is_empty()));
    assert!(list.rows.iter().any(|row| row.mate.is_some()));
    // Nothing is called proved without a verdict, and no game has one.
    assert!(list.rows.iter().all(|row| row.verdict.is_some() || !row.is_proved));
    assert!(list.rows.iter().all(|row| !row.is_game || row.verdict.is_none() && !row.is_solvable));
}

#[test]
fn every_composition_can_be_viewed_and_read() {
    for index in (0..shelf().compositions().len()).step_by(37) {
        let (composition, view) = (composition(index).unwrap(), view(index).unwrap());
        assert_eq!(view.line.len(), composition.line.len(), "{}", composition.title);
        assert_eq!(view.variations, composition.variations.len());
        let study = record(index, &ClassicRemarks::default()).unwrap();
        assert_eq!(study.tree().main_moves().count(), composition.line.len(), "{}", composition.title);
        assert_eq!(study.cursor(), Tree::ROOT);
        // No warning that the record has another result than the rules.
        assert_eq!(study.verdict(), None, "{}", composition.title);
    }
    assert_eq!(view(usize::MAX).unwrap_err().code, "no-classic");
    assert_eq!(record(usize::MAX, &ClassicRemarks::default()).unwrap_err().code, "no-classic");
}

#[test]
fn a_game_opens_as_a_tree_with_its_variations_and_our_remark() {
    let games = shelf().compositions().iter().enumerate();
    let (index, game) = games.max_by_key(|(_, game)| game.variations.len()).unwrap();
    assert!(game.is_game() && game.variations.len() > 10, "{}", game.title);
    let remarks = ClassicRemarks { start: "stated".to_owned(), ..ClassicRemarks::default() };
    let study = record(index, &remarks).unwrap();
    let nodes = study.tree().subtree(Tree::ROOT).count();
    assert!(nodes > game.line.len() + game.variations.len(), "{nodes}");
    assert_eq!(study.tree().note(Tree::ROOT).comment, "stated");
    let event = study.header.tags.iter().find(|(name, _)| name == "Event").unwrap();
    assert!(event.1.ends_with(&game.title));
}

#[test]
fn our_better_play_is_a_variation_with_a_remark() {
    let judged = |composition: &Composition| {
        composition.judgement.as_ref().is_some_and(|judgement| judgement.improvement.is_some())
    };
    let (index, composition) =
        shelf().compositions().iter().enumerate().find(|(_, composition)| judged(composition)).unwrap();
    let better = composition.judgement.as_ref().unwrap().improvement.as_ref().unwrap();
    let remarks = ClassicRemarks { better: "better".to_owned(), ..ClassicRemarks::default() };
    let study = record(index, &remarks).unwrap();
    let tree = study.tree();
    let mut node = Tree::ROOT;
    for _ in 0..better.after {
        node = tree.main_child(node).unwrap();
    }
    let first = tree.children(node).find(|&child| tree.mv(child) == Some(&better.line[0].to_string())).unwrap();
    assert_eq!(tree.note(first).comment, "better");
}

#[test]
fn puzzles_are_the_compositions_that_the_judgement_confirms() {
    let puzzles: Vec<_> = puzzles().collect();
    assert!(!puzzles.is_empty());
    let (first, _) = puzzles[0];
    assert_eq!(solvable_from(0), Some(first));
    assert_eq!(solvable_from(first), Some(first));
    assert_eq!(solvable_from(shelf().compositions().len()), None);
}

#[test]
fn a_composition_of_any_side_is_written_and_read_as_a_record() {
    use duiyi_core::record::format;
    use duiyi_core::study::Study;

    let all = shelf().compositions().iter().enumerate();
    let black = all.clone().filter(|(_, composition)| composition.start.side_to_move() == Side::Second).take(3);
    let red = all.step_by(701);
    for (index, composition) in black.chain(red) {
        let study = record(index, &ClassicRemarks { start: "胜 {}".to_owned(), ..ClassicRemarks::default() }).unwrap();
        let read = Study::read(&format::save(&study.header, study.tree())).unwrap();
        assert_eq!(read.header.setup.start_fen(), study.header.setup.start_fen(), "{}", composition.title);
        assert!(read.tree().main_moves().eq(study.tree().main_moves()), "{}", composition.title);
    }
}
