// Odds in the built window: chosen on Home by mouse and by keyboard, on the board, in the badge, the library and a rematch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { moves } from "./player.mjs";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

const badge = () => window.run(`return document.querySelector('[data-testid="odds-badge"]')?.title ?? "";`);

test("a horse less for the engine, which plays Red and moves first", async () => {
  await window.choose("odds-select", "left-horse");
  await window.says("odds-how", /without the left horse.*You play Black\./);
  await window.press("start");
  await window.see("screen-play");
  assert.equal(await badge(), "Odds: Left horse, given by Red");
  await until(async () => (await moves(window)).length === 1, "the engine to move first");
  await window.says("status", /Your move/);
  await window.shoot("odds");
  assert.deepEqual(await window.faults(), []);
});

test("the game is in the library with its odds, and a rematch keeps them", async () => {
  await window.press("resign");
  await window.press("resign-confirm");
  await window.says("end-card", /You lost/);
  await window.press("rematch");
  await until(async () => (await moves(window)).length === 1, "the engine to move first again");
  assert.equal(await badge(), "Odds: Left horse, given by Red");
  await window.press("rail-library");
  await window.see("library-list");
  await window.says("library-list", /Left horse/);
  assert.deepEqual(await window.faults(), []);
});

test("free stones for two people, by keyboard", async () => {
  await window.press("rail-home");
  await window.press("game-gomoku");
  await window.press("opponent-friend");
  await window.choose("odds-select", "two-stones");
  await window.says("odds-how", /Black begins with two stones/);
  await window.press("start");
  await window.see("screen-play");
  assert.equal(await badge(), "Odds: Two stones, given by White");
  await window.keys("/");
  await window.see("typed-move");
  // The points are taken.
  await window.type("h8");
  await window.keys("Enter");
  assert.equal((await moves(window)).length, 0);
  await window.type("i9");
  await window.keys("Enter");
  await until(async () => (await moves(window)).length === 1, "White to move");
  assert.deepEqual(await window.faults(), []);
});
