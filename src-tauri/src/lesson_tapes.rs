//! Recorded lessons for the page's test backend: some steps with each board of their solutions and a wrong attempt.

use duiyi_core::lesson::LessonState;
use duiyi_host::lessons::{LessonRequest, LessonRoom};
use serde_json::{Map, Value, json};

use crate::dto::CurrentLesson;

/// The recorded steps, each with an attempt that is refused at its first board.
const STEPS: [(&str, &str); 10] = [
    ("xiangqi.rook.look", "f0"),
    ("xiangqi.rook.reach", "a0b0"),
    ("xiangqi.rook.around", "f0f1"),
    ("xiangqi.rook.capture", "e4e5"),
    ("xiangqi.rook.safe", "e5a5"),
    ("xiangqi.repetition.check", "second"),
    ("gomoku.five.row", "a1"),
    ("gomoku.five.column", "a1"),
    ("gomoku.renju.double-three", "a1"),
    ("gomoku.vcf.two", "a1"),
];

/// Returns the summary of a new learner, and by step its boards and verdicts.
pub fn recorded() -> Value {
    let (mut room, _) = LessonRoom::open(None);
    let summary = room.summary();
    let steps: Map<String, Value> =
        STEPS.into_iter().map(|(id, wrong)| (id.to_owned(), recorded_step(&mut room, id, wrong))).collect();
    json!({ "summary": summary, "steps": steps })
}

fn recorded_step(room: &mut LessonRoom, id: &str, wrong: &str) -> Value {
    let begun = room.begin(&LessonRequest::Step { id: id.to_owned() }).expect("a recorded step exists");
    let solution = begun.step().solution.clone();
    let refused = room.attempt_step(wrong).expect("a wrong attempt is a legal move");
    room.begin(&LessonRequest::Step { id: id.to_owned() }).expect("it began before");
    let seen = |room: &LessonRoom| json!(CurrentLesson::of(room).expect("a step is on the board"));
    let mut boards = vec![seen(room)];
    let mut verdicts = Vec::new();
    for text in &solution {
        verdicts.push(json!(room.attempt_step(text).expect("a solution is legal")));
        boards.push(seen(room));
    }
    assert_eq!(room.attempt().map(duiyi_core::lesson::LessonAttempt::state), Some(LessonState::Solved));
    json!({ "boards": boards, "solution": solution, "verdicts": verdicts, "wrong": wrong, "refused": refused })
}
