use super::*;

fn room() -> EndingRoom {
    EndingRoom::open(None).0
}

/// The id of the first ending of a class with a goal.
fn first(room: &EndingRoom, code: &str, goal: EndingGoal) -> String {
    let classes = room.list();
    let class = classes.iter().find(|class| class.code == code).expect("there is this class");
    class.endings.iter().find(|row| row.goal == goal).expect("it has this goal").id.clone()
}

/// Finds a move of the person that the table says keeps the result, or one that does not.
fn find(room: &EndingRoom, keeps: bool) -> Option<String> {
    let judge = room.judge().expect("an ending is on the board");
    let table = judge.table().expect("it has a table");
    let game = room.attempt().expect("an ending is on the board").game();
    let moves = game
        .destinations()
        .into_iter()
        .flat_map(|(from, targets)| targets.into_iter().map(move |to| format!("{from}{to}")).collect::<Vec<_>>());
    moves.into_iter().find(|mv| {
        let mut after = game.clone();
        after.advance(mv).expect("it is legal");
        after.outcome().is_none() && table.keeps(&after) == keeps
    })
}

#[test]
fn a_move_that_gives_the_win_away_is_told_at_once_and_taken_back() {
    let mut room = room();
    let id = first(&room, "pawn-advisor", EndingGoal::Win);
    room.begin(&id).expect("there is this ending");
    let wrong = find(&room, false).expect("some moves give it away");
    room.play(&wrong).expect("it is legal");
    let attempt = room.attempt().expect("an ending is on the board");
    assert_eq!((attempt.state(), attempt.mistakes()), (EndingState::GivenAway, 1));
    assert!(attempt.refutation().is_some());
    assert_eq!(room.question().map(|_| ()).unwrap_err().0.code, "not-now");
    room.take_back().expect("an ending is on the board");
    assert_eq!(room.attempt().map(EndingAttempt::state), Some(EndingState::Open));
}

#[test]
fn an_ending_is_won_against_the_engine_and_gets_its_stars() {
    let mut room = room();
    let id = first(&room, "pawn", EndingGoal::Win);
    room.begin(&id).expect("there is this ending");
    while room.attempt().map(EndingAttempt::state) == Some(EndingState::Open) {
        // The fastest way: of the moves that keep the win, one after which the table mates soonest.
        let judge = room.judge().expect("an ending is on the board");
        let table = judge.table().expect("it has a table");
        let game = room.attempt().expect("an ending is on the board").game().clone();
        let best = table.refutation(&game).expect("the side to move wins");
        room.play(&best).expect("it is legal");
        if let Ok(question) = room.question() {
            let reply = opponent::reply(&question.game, question.goal, &Stop::new()).expect("the engine answers");
            room.answer(&question, &reply).expect("an ending is on the board");
        }
    }
    let attempt = room.attempt().expect("an ending is on the board");
    assert_eq!((attempt.state(), attempt.stars()), (EndingState::Reached, Some(3)));
    assert_eq!(room.best(), 3);
    let stars = |room: &EndingRoom| room.list().iter().flat_map(|class| &class.endings).map(|row| row.stars).max();
    assert_eq!(stars(&room), Some(3));
}

#[test]
fn a_late_reply_is_dropped() {
    let mut room = room();
    let id = first(&room, "pawn-advisor", EndingGoal::Hold);
    room.begin(&id).expect("there is this ending");
    let keeping = find(&room, true).expect("some moves hold");
    room.play(&keeping).expect("it is legal");
    let question = room.question().expect("the opponent is to reply");
    room.begin(&id).expect("there is this ending");
    let reply = EndingReply { mv: None, keeps: false };
    room.answer(&question, &reply).expect("an ending is on the board");
    assert_eq!(room.attempt().map(EndingAttempt::state), Some(EndingState::Open));
}

/// Takes the table of the ending on the board away, as if its thread had not begun.
fn forget_table(room: &mut EndingRoom) -> EndingJudge {
    let ending = room.attempt().expect("an ending is on the board").ending().clone();
    let judge = EndingJudge { ending, stop: Stop::new(), table: Arc::default() };
    room.judge = Some(judge.clone());
    judge
}

#[test]
fn a_late_reply_does_not_wait_for_the_table_of_another_ending() {
    let mut room = room();
    let (before, next) = (first(&room, "pawn-advisor", EndingGoal::Hold), first(&room, "pawn", EndingGoal::Win));
    room.begin(&before).expect("there is this ending");
    let keeping = find(&room, true).expect("some moves hold");
    room.play(&keeping).expect("it is legal");
    let question = room.question().expect("the opponent is to reply");
    room.begin(&next).expect("there is this ending");
    let judge = forget_table(&mut room);
    room.answer(&question, &EndingReply { mv: None, keeps: false }).expect("an ending is on the board");
    assert!(judge.table.get().is_none(), "the reply solved the table");
}

#[test]
fn an_ending_that_is_left_keeps_only_a_solved_table() {
    let mut room = room();
    let id = first(&room, "pawn", EndingGoal::Win);
    room.begin(&id).expect("there is this ending");
    let judge = forget_table(&mut room);
    room.leave(&first(&room, "pawn-advisor", EndingGoal::Win));
    assert!(room.judge().is_some(), "another ending was left");
    room.leave(&id);
    assert!(judge.table().is_none() && room.judge().is_none(), "a move that waits for the table is let go");
    room.begin(&id).expect("there is this ending");
    assert!(room.judge().expect("an ending is on the board").table().is_some());
    room.leave(&id);
    assert!(room.judge().is_some());
}

#[test]
fn an_attack_of_gomoku_is_judged_by_the_search() {
    let mut room = room();
    let id = first(&room, "fours", EndingGoal::Win);
    room.begin(&id).expect("there is this ending");
    let corners = ["a1", "a15", "o1", "o15"];
    let played = corners.iter().any(|corner| room.play(corner).is_ok());
    assert!(played && room.judge().is_some_and(|judge| judge.table().is_none()));
    let question = room.question().expect("the opponent is to reply");
    let reply = opponent::reply(&question.game, question.goal, &Stop::new()).expect("the engine answers");
    room.answer(&question, &reply).expect("an ending is on the board");
    let attempt = room.attempt().expect("an ending is on the board");
    assert!(matches!(attempt.state(), EndingState::GivenAway | EndingState::Open));
    assert_eq!(attempt.state() == EndingState::GivenAway, !reply.keeps);
}

#[test]
fn unknown_endings_are_refused() {
    let mut room = room();
    assert_eq!(room.begin("0").map(|_| ()).unwrap_err().0.code, "no-ending");
    assert_eq!(room.play("a0a1").map(|_| ()).unwrap_err().0.code, "no-ending");
    assert_eq!(room.take_back().unwrap_err().0.code, "no-ending");
}
