// Lessons in the built window: a chapter of each game by keys alone with what is announced, and the progress after a restart.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";

const place = freshHome();
let window;

const state = () => window.run(`return document.querySelector("[data-testid=lesson-state]")?.dataset.state`);
const becomes = (wanted) => until(async () => (await state()) === wanted, `the step to be ${wanted}`);
const task = (pattern) => window.says("lesson-task", pattern);

/** Presses Enter on a point of the focused board. */
async function press(point) {
  await window.keys(...point, "Enter");
}

/** Moves a piece by the keys of the board. */
async function move(from, to) {
  await press(from);
  await press(to);
}

/** Goes to the chapter of a course by Tab and Enter. */
async function open(chapter) {
  await window.keys("Control+7");
  await window.see(`chapter-${chapter}`);
  await window.tabTo(`chapter-${chapter}`);
  await window.keys("Enter");
  await window.see("lesson-task");
}

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("Home leads to the first step with one press, and the chariot's chapter is played by keys", async () => {
  await window.tabTo("home-lessons");
  await window.keys("Enter");
  await task(/Choose the chariot/);
  await window.hears(/Chariot\. The chariot moves any distance .* Step 1 of 5\./);
  await press("e4");
  await window.hears(/Right! 17 points in all/);
  await window.keys("Enter");
  await window.hears(/Step 2 of 5\. Bring the chariot .* Marked: /);
  await move("a0", "b0");
  await window.hears(/That way takes too many moves/);
  await move("a0", "a7");
  await window.hears(/Good\. Continue\./);
  await move("a7", "h7");
  await window.hears(/Right!/);
  await window.keys("Enter");
  await task(/Go around/);
  for (const [from, to] of [
    ["a0", "b0"],
    ["b0", "b6"],
    ["b6", "a6"],
  ])
    await move(from, to);
  await becomes("solved");
  await window.keys("Enter");
  await task(/Capture the soldier and the horse/);
  await move("e4", "a4");
  await move("a4", "a8");
  await becomes("solved");
  await window.keys("Enter");
  await task(/Take the unprotected one/);
  await move("e5", "a5");
  await window.hears(/That piece would be captured/);
  await becomes("wrong");
  await move("e5", "i5");
  await window.hears(/Chapter finished: Chariot\./);
  await window.shoot("lesson-solved");
});

test("the judge of repetitions tells which side must deviate, and why", async () => {
  await open("xiangqi-repetition");
  await window.hears(/Which side must deviate\? Repeated: /);
  await window.keys("3");
  await window.hears(/One side breaks a rule with every move/);
  await window.keys("1");
  await window.hears(/Red loses by perpetual check/);
  await window.shoot("lesson-repetition");
});

test("a chapter of Gomoku is played by keys, and any right point counts", async () => {
  await open("gomoku-three");
  await window.hears(/Open threes\. .* Step 1 of 6\. Make an open three\./);
  // Another point than that of the data.
  await press("f8");
  await window.hears(/Right!/);
  for (const [pattern, point] of [
    [/Join the two stones/, "h8"],
    [/White blocks one row/, "h7"],
    [/too little room/, "i10"],
    [/on the diagonal/, "f6"],
    [/Extend the two/, "f7"],
  ]) {
    await window.keys("Enter");
    await task(pattern);
    await press(point);
    await becomes("solved");
  }
  await window.hears(/Chapter finished: Open threes\./);
});

test("after a restart the progress is there, and the course continues where it was left", async () => {
  await window.close();
  window = await Window.start(place.home);
  await window.says("home-lessons", /^\s*Lessons\s*$/);
  await window.keys("Control+7");
  await window.says("lessons-progress-xiangqi", /^6 of \d+ solved$/);
  await window.says("lessons-progress-gomoku", /^6 of \d+ solved$/);
  await window.press("course-xiangqi");
  await task(/Choose the cannon/);
  assert.equal(await state(), "open");
});
