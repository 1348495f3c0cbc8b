// The coach in the built window: a blunder is held back with its reason, in both games, and passes the second time.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { moves } from "./player.mjs";

/** A red chariot can take a black one; one step short of it, it is taken. */
const CHARIOTS = "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

async function choose(from, to) {
  await window.click(`[data-square=${from}]`);
  await window.click(`[data-square=${to}]`);
}

/** Types a move into the field, which stays open from move to move. */
async function type(point) {
  if (!(await window.has("[data-testid=typed-move]"))) await window.keys("/");
  await window.see("typed-move");
  await window.type(point);
  await window.keys("Enter");
}

test("a blunder is held back, and passes the second time", async () => {
  await window.press("coach-warnings");
  await window.press("more-options-summary");
  await window.press("fen");
  await window.type(CHARIOTS);
  await window.press("start");
  await window.says("status", /Your move/);
  await choose("a0", "a4");
  await window.says(
    "coach-warning",
    /Are you sure of .* is attacked by the black chariot on file 1 and undefended/,
  );
  assert.equal((await moves(window)).length, 0);
  await window.shoot("coach");
  await window.keys("Escape");
  await until(async () => !(await window.has("[data-testid=coach-warning]")), "the warning to go");
  await choose("a0", "a4");
  await window.see("coach-warning");
  await choose("a0", "a4");
  await until(async () => (await moves(window)).length === 2, "both to move");
  assert.deepEqual(await window.faults(), []);
});

test("an open three that is left is held back, by keyboard alone", async () => {
  await window.press("rail-home");
  await window.press("game-gomoku");
  await window.press("opponent-friend");
  await window.press("coach-warnings");
  await window.press("start");
  await window.see("screen-play");
  // White only looks on, which is a blunder more than once.
  for (const point of ["h8", "a1", "i8", "a3", "j8"]) {
    const played = (await moves(window)).length;
    await type(point);
    const held = () => window.has("[data-testid=coach-warning]");
    const isPlayed = async () => (await moves(window)).length === played + 1;
    await until(async () => (await isPlayed()) || (await held()), point);
    if (await held()) await type(point);
    await until(isPlayed, point);
  }
  await type("o15");
  await window.says("coach-warning", /open three/);
  assert.equal((await moves(window)).length, 5);
  assert.deepEqual(await window.faults(), []);
});
