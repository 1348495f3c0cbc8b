// From the first start to the study of two whole games, in the window that a person gets.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { FACES, wear } from "./faces.mjs";
import { board, clickMove, moves, myTurn, playGomoku, playXiangqi } from "./player.mjs";

const place = freshHome();
let window;
/** What each game looked like at its end, by game. */
const ended = {};

before(async () => {
  window = await Window.start(place.home);
  console.log(`start to first screen: ${Math.round(window.startMs)} ms`);
});
after(() => finish(window, place));

/** Takes a picture of one station in both languages and both themes. */
async function shootAll(name, arrive) {
  for (const [language, theme] of FACES) {
    await wear(window, language, theme);
    if (name === "settings") await window.see("lang-select");
    else await arrive();
    await window.shoot(`${name}-${language}-${theme}`);
    const wide = "return document.documentElement.scrollWidth <= innerWidth";
    assert.ok(await window.run(wide), `${name} does not scroll sideways`);
  }
}

test("the first start shows the first screen and nothing else", async () => {
  await window.see("screen-home");
  assert.equal(await window.has("dialog[open]"), false);
  assert.equal(await window.has("[data-testid=toast]"), false);
  assert.equal(await window.has("[data-testid=resume-strip]"), false);
  await shootAll("home", () => window.press("rail-home"));
  await shootAll("settings");
  await shootAll("library-empty", () => window.press("rail-library"));
});

test("a whole game of Gomoku against level 1", async () => {
  await window.press("rail-home");
  await window.press("game-gomoku");
  await window.press("level-1");
  await window.press("start");
  await window.see("screen-play");
  const plies = await playGomoku(window);
  assert.ok(plies >= 9, `${plies} plies`);
  const card = await window.says("end-card", /five in a row|board is full/);
  console.log(`Gomoku: ${plies} plies, ${card}`);
  ended.gomoku = { plies, board: await board(window) };
  await shootAll("gomoku-end", () => window.press("rail-play"));
});

test("ten moves of Xiangqi against level 3, then the program is killed", async () => {
  await window.press("rail-home");
  await window.press("game-xiangqi");
  await window.press("level-3");
  await window.press("start");
  await window.says("status", /Your move/);
  const used = new Set();
  for (let move = 0; move < 10; move++) {
    const ply = await playXiangqi(window, used);
    assert.ok(await myTurn(window, ply), "the game goes on");
  }
  ended.xiangqi = { plies: (await moves(window)).length, board: await board(window) };
  assert.equal(ended.xiangqi.plies, 20);
  // The game is looked back at without leaving it; on the board arrows are the cursor's.
  await window.press("rail-play");
  await window.keys("ArrowLeft", "ArrowLeft");
  await window.says("look-back", /^Looking at round 9 of 10/);
  await window.shoot("looking-back");
  await window.keys("Home");
  await window.says("look-back", /^Looking at the start/);
  assert.match((await board(window)).h2, /cannon/);
  await window.keys("End");
  assert.equal(await window.has("[data-testid=look-back]"), false);
  assert.deepEqual(await board(window), ended.xiangqi.board);
  await window.click("[data-testid=moves] [data-ply='3']");
  await window.says("look-back", /^Looking at round 2 of 10/);
  await window.press("look-present");
  assert.deepEqual(await board(window), ended.xiangqi.board);
  await shootAll("xiangqi", () => window.press("rail-play"));
  assert.deepEqual(await window.faults(), []);
  await window.crash();
});

test("the next start offers the game back, and Enter takes it up at the same move", async () => {
  for (const [language, theme] of FACES) {
    window = await Window.start(place.home);
    await window.see("resume-dialog");
    // It opens in the face that was chosen before the crash; over the rounds that is each of the four.
    const face = "const { lang, dataset } = document.documentElement; return `${lang}-${dataset.theme}`;";
    await window.shoot(`resume-${await window.run(face)}`);
    await window.keys("Escape");
    await window.see("resume-strip");
    await wear(window, language, theme);
    await window.press("rail-home");
    await window.crash();
  }
  window = await Window.start(place.home);
  await window.see("resume-dialog");
  await window.keys("Enter");
  await window.see("screen-play");
  assert.equal((await moves(window)).length, ended.xiangqi.plies);
  assert.deepEqual(await board(window), ended.xiangqi.board);
});

test("resigning asks once and ends the game", async () => {
  await window.press("resign");
  await window.see("resign-dialog");
  await window.shoot("resign");
  await window.press("resign-confirm");
  assert.match(await window.says("end-card", /You lost/), /Red resigned/);
  ended.xiangqi.board = await board(window);
  assert.equal(await window.has("[data-testid=resign-dialog]"), false);
});

test("both games are in the library and are played through to their last move", async () => {
  await shootAll("library", () => window.press("rail-library"));
  await window.says("library-count", /2 games/);
  for (const [row, game] of ["xiangqi", "gomoku"].entries()) {
    await window.press("rail-library");
    await until(
      () => window.run("return document.querySelectorAll('[data-testid=library-row]').length === 2"),
      "two rows",
    );
    await window.run("document.querySelectorAll('[data-testid=library-row]')[arguments[0]].click()", row);
    await window.see("study-at");
    const { plies } = ended[game];
    const slider = () =>
      window.run(
        "const { value, max } = document.querySelector('[data-testid=study-slider]'); return [Number(value), Number(max)]",
      );
    assert.deepEqual(await slider(), [0, plies]);
    await window.keys("ArrowRight", "ArrowRight", "ArrowLeft");
    assert.deepEqual(await slider(), [1, plies]);
    for (let ply = 2; ply <= plies; ply++) await window.keys("ArrowRight");
    assert.deepEqual(await slider(), [plies, plies]);
    await window.at(plies, plies);
    await until(
      async () => JSON.stringify(await board(window)) === JSON.stringify(ended[game].board),
      "the board as it stood at the end",
    );
    await window.keys("Home");
    assert.deepEqual(await slider(), [0, plies]);
    await window.keys("End");
    assert.deepEqual(await slider(), [plies, plies]);
    await window.shoot(`study-${game}`);
  }
  await window.press("rail-home");
  await until(
    () => window.run("return document.querySelectorAll('.recent [data-testid=library-row]').length === 2"),
    "recent games",
  );
  await window.shoot("home-recent");
});
