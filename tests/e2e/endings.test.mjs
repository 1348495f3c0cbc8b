// Endings in the built window: one is won against the engine by clicks, given away and taken back, and its stars are kept.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";

const place = freshHome();
let window;

/** A soldier wins in four moves; the engine's king has one reply to each. */
const ENDING = "ending-pawn-1";
const WIN = ["e8d8", "d2e2", "e2e1", "d8e8"];
const GIVES_AWAY = "e8e9";

const state = () => window.run(`return document.querySelector("[data-testid=ending-state]")?.dataset.state`);
const becomes = (wanted) =>
  until(async () => (await state()) === wanted, `the ending to be ${wanted}`, 30_000);
/** The number of moves on the board, once no reply is awaited. */
const plies = async () =>
  (await state()) === "open"
    ? ((await window.read("[data-testid=ending-line]")) ?? "").split(" ").filter(Boolean).length
    : -1;
const stars = (testid) =>
  window.run(
    `return document.querySelector("[data-testid=" + arguments[0] + "]").getAttribute("aria-label")`,
    testid,
  );

async function move(uci) {
  await window.clickSquare(uci.slice(0, 2));
  await window.clickSquare(uci.slice(2));
}

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("an ending is two clicks from Home", async () => {
  await window.press("home-endings");
  await window.press(ENDING);
  await window.says("ending-task", /^Win as Red\./);
  await window.says("ending-title", /soldier/i);
  await window.hears(/Win as Red\./);
});

test("a move that gives the win away is told at once, and is taken back", async () => {
  await move(GIVES_AWAY);
  await becomes("givenAway");
  await window.says("ending-verdict", /This move gives the win away\. .*reply/i);
  await window.hears(/This move gives the win away/);
  await window.shoot("ending-given-away");
  await window.press("ending-take-back");
  await becomes("open");
  await window.hears(/The move is taken back/);
  assert.equal(await window.has("[data-testid=ending-line]"), false, "no move is left on the board");
});

test("the ending is won against the engine, with its stars, which the list keeps", async () => {
  for (const [index, uci] of WIN.entries()) {
    await move(uci);
    if (index === WIN.length - 1) await becomes("reached");
    else await until(async () => (await plies()) === 2 * (index + 1), `a reply to ${uci}`, 30_000);
  }
  await window.says("ending-verdict", /stars/);
  await window.hears(/stars/);
  await window.shoot("ending-won");
  const verdict = await window.read("[data-testid=ending-verdict]");
  await window.press("ending-back");
  await window.see("endings");
  const given = /(\d) stars?/.exec(verdict)[1];
  assert.match(await stars(ENDING), new RegExp(`${given} stars?`));
  await window.says("endings-progress-xiangqi", /^1 of \d+/);
  assert.deepEqual(await window.faults(), []);
});

test("the stars outlive a restart, and the ending is there for the keyboard", async () => {
  await window.close();
  window = await Window.start(place.home);
  await window.keys("Control+9");
  await window.says("endings-progress-xiangqi", /^1 of \d+/);
  await window.tabTo(ENDING);
  await window.keys("Enter");
  await window.says("ending-best", /star/);
  await window.keys(...WIN[0].slice(0, 2), "Enter", ...WIN[0].slice(2), "Enter");
  await until(async () => (await plies()) === 2, "the engine's reply", 30_000);
});
