use duiyi_core::lesson::LessonState;

use super::*;

fn room() -> LessonRoom {
    LessonRoom::open(None).0
}

fn begin(room: &mut LessonRoom, request: &LessonRequest) -> String {
    room.begin(request).expect("there is such a step").step().id.clone()
}

/// Solves the step on the board by its own solution.
fn solve(room: &mut LessonRoom) {
    for text in room.attempt().expect("a step is on the board").step().solution.clone() {
        room.attempt_step(&text).expect("a solution is legal");
    }
    assert_eq!(room.attempt().map(LessonAttempt::state), Some(LessonState::Solved));
}

#[test]
fn a_course_continues_at_its_first_unsolved_step() {
    let mut room = room();
    let xiangqi = LessonRequest::Continue { game: GameKind::Xiangqi };
    assert!(room.summary().is_new);
    let first = begin(&mut room, &xiangqi);
    assert!(!room.summary().is_new);
    solve(&mut room);
    let second = begin(&mut room, &xiangqi);
    assert_ne!(first, second);
    assert_eq!(begin(&mut room, &LessonRequest::Step { id: first.clone() }), first);
    let place = room.place().expect("a step is on the board");
    assert_eq!((place.index, &place.solved[..2], place.next), (0, &[true, false][..], Some(second)));
}

#[test]
fn the_last_step_of_a_chapter_leads_to_the_next_chapter_and_that_of_the_course_to_none() {
    let mut room = room();
    for game in GAMES {
        let course = course(game).expect("it has lessons");
        let ids: Vec<String> = course.steps().map(|step| step.id.clone()).collect();
        for (at, id) in ids.iter().enumerate() {
            begin(&mut room, &LessonRequest::Step { id: id.clone() });
            assert_eq!(room.place().expect("a step").next.as_ref(), ids.get(at + 1));
        }
    }
}

#[test]
fn what_is_shown_is_not_solved_and_can_be_tried_again() {
    let mut room = room();
    let chapter = LessonRequest::Chapter { game: GameKind::Gomoku, code: "vcf".to_owned() };
    let id = begin(&mut room, &chapter);
    room.show().expect("a step is on the board");
    assert_eq!(room.attempt().map(LessonAttempt::state), Some(LessonState::Shown));
    assert_eq!(begin(&mut room, &chapter), id);
    assert_eq!(room.attempt().map(LessonAttempt::state), Some(LessonState::Open));
    solve(&mut room);
    assert_ne!(begin(&mut room, &chapter), id);
}

#[test]
fn progress_that_cannot_be_written_is_reported() {
    let temp = tempfile::tempdir().unwrap();
    let mut room = LessonRoom::open(Some(temp.path().to_owned())).0;
    std::fs::create_dir(temp.path().join("lessons.json")).unwrap();
    begin(&mut room, &LessonRequest::Continue { game: GameKind::Xiangqi });
    assert!(room.unsaved().is_some());
    solve(&mut room);
    assert!(room.unsaved().is_some());
}

#[test]
fn an_unknown_step_is_refused() {
    let mut room = room();
    for request in [
        LessonRequest::Continue { game: GameKind::TicTacToe },
        LessonRequest::Step { id: "xiangqi.rook.fly".to_owned() },
        LessonRequest::Chapter { game: GameKind::Xiangqi, code: "vcf".to_owned() },
    ] {
        assert_eq!(room.begin(&request).map(|_| ()).unwrap_err().0.code, "no-lesson");
    }
    assert_eq!(room.attempt_step("a0a1").map(|_| ()).unwrap_err().0.code, "no-lesson");
}
