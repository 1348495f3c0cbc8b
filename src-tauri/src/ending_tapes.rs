//! Recorded endings for the page's test backend: the list, and two endings with a wrong move and a way to the result.

use duiyi_core::ending::EndingGoal;
use duiyi_core::game::{Game, GameKind};
use duiyi_host::endings::{EndingReply, EndingRoom};
use serde_json::{Value, json};

use crate::dto::{CurrentEnding, EndingTurn};

/// Returns the list of a new person, and the recorded endings by their ids.
pub fn recorded() -> Value {
    let (mut room, _) = EndingRoom::open(None);
    let list = room.list();
    let xiangqi = list.iter().filter(|class| class.game == GameKind::Xiangqi).flat_map(|class| &class.endings);
    let win = xiangqi.clone().filter(|row| row.goal == EndingGoal::Win).min_by_key(|row| row.moves);
    let hold = xiangqi.clone().find(|row| row.goal == EndingGoal::Hold);
    let tapes = win.into_iter().chain(hold).map(|row| (row.id.clone(), tape(&mut room, &row.id)));
    let tapes: serde_json::Map<String, Value> = tapes.collect();
    json!({ "list": list, "tapes": tapes })
}

/// Records an ending: its start, a move that gives the result away with what follows, and each step to the result.
fn tape(room: &mut EndingRoom, id: &str) -> Value {
    let seen = |room: &EndingRoom| json!(CurrentEnding::of(room).expect("an ending is on the board"));
    room.begin(id).expect("a listed ending exists");
    let start = seen(room);
    let mut steps = Vec::new();
    let wrong = judged(room, false).expect("some move gives the result away");
    let row = room.play(&wrong).expect("it is legal");
    let given_away = json!(EndingTurn { row, ending: CurrentEnding::of(room).expect("an ending is on the board") });
    room.begin(id).expect("it began before");
    while room.attempt().is_some_and(|attempt| attempt.state() == duiyi_core::ending::EndingState::Open) {
        let mv = judged(room, true).expect("some move keeps the result");
        let row = room.play(&mv).expect("it is legal");
        let turn = json!(EndingTurn { row, ending: CurrentEnding::of(room).expect("an ending is on the board") });
        let answer = room.question().ok().map(|question| {
            let reply = EndingReply { mv: replied(&question.game), keeps: true };
            room.answer(&question, &reply).expect("an ending is on the board");
            seen(room)
        });
        steps.push(json!({ "mv": mv, "turn": turn, "answer": answer }));
    }
    json!({ "start": start, "wrong": wrong, "givenAway": given_away, "steps": steps })
}

/// Returns the best move that keeps the result by the table, or any that does not.
fn judged(room: &EndingRoom, keeps: bool) -> Option<String> {
    let judge = room.judge()?;
    let (table, game) = (judge.table()?, room.attempt()?.game());
    if keeps {
        return table.refutation(game);
    }
    moves(game).find(|mv| {
        let mut after = game.clone();
        after.advance(mv).is_ok() && after.outcome().is_none() && !table.keeps(&after)
    })
}

/// Returns the last legal move: the tape needs no good one.
fn replied(game: &Game) -> Option<String> {
    moves(game).last()
}

fn moves(game: &Game) -> impl Iterator<Item = String> {
    let pieces = game.destinations().into_iter();
    pieces.flat_map(|(from, targets)| targets.into_iter().map(move |to| format!("{from}{to}")))
}
