// What public reports about other analysis boards describe, tried here: each test names its report.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";

const place = freshHome({ language: "en", notation: "uci" });
let window;

before(async () => {
  window = await Window.start(place.home);
  await window.resize(1200, 800);
});
after(() => finish(window, place));

/** The texts of the list that fit, without the signs of branch points and folds. */
const texts = (css) =>
  window.run(
    `const list = document.querySelector("[data-testid=moves]").cloneNode(true);
     for (const one of list.querySelectorAll("[data-testid=branch], .fold")) one.remove();
     return [...list.querySelectorAll(arguments[0])].map((one) => one.textContent.trim());`,
    css,
  );
const moves = () => texts("[role=treeitem]");
const has = (wanted) =>
  until(async () => {
    const found = await moves();
    if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${found}, and not ${wanted}`);
    return true;
  }, `the moves ${wanted}`);
const play = async (from, to) => {
  await window.clickSquare(from);
  await window.clickSquare(to);
};
/** The pieces on the board, by square. */
const board = () =>
  window.run(`
    return [...document.querySelectorAll("[data-square][aria-label]")]
      .map((square) => square.dataset.square + " " + square.getAttribute("aria-label")).join("\\n");`);

test("lila #1881, #239: a variation of the second move has its number, and the first move again goes along", async () => {
  await window.paste("h2e2 h9g7");
  await window.at(2, 2);
  await window.keys("Home", "ArrowRight");
  await window.at(1);
  await play("b9", "c7");
  await has(["h2e2", "h9g7", "b9c7"]);
  assert.ok((await texts(".number")).includes("1…"), "the variation begins with Black's first move");
  await window.keys("Home");
  await window.at(0);
  await play("h2", "e2");
  await window.at(1);
  await has(["h2e2", "h9g7", "b9c7"]);
});

test("lichess mobile #460, lila #1569: a first move becomes the main line, also from a shorter line", async () => {
  await window.paste("h2e2 h9g7 h0g2 i9h9");
  await window.at(4, 4);
  await window.keys("Home");
  await window.at(0);
  await play("c3", "c4");
  await until(async () => (await moves()).includes("c3c4"), "the other first move");
  await window.press("study-main");
  await until(async () => (await moves())[0] === "c3c4", "the pawn to be the main line");
  await window.keys("End");
  assert.deepEqual(
    await window.run("return document.querySelector('[data-testid=study-at]').dataset.ply"),
    "1",
  );
});

test("lila #13291: a move taken out leaves no number behind", async () => {
  await window.paste("h2e2 h9g7 h0g2 b9c7 c3c4");
  await window.at(5, 5);
  await window.keys("Home", "ArrowRight", "ArrowRight", "Delete");
  await has(["h2e2"]);
  assert.deepEqual(await texts(".number"), ["1"]);
});

test("pychess-variants #631: moves from a position with Black to move are listed, and numbered", async () => {
  await window.paste("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
  await window.at(0);
  await play("h9", "g7");
  await has(["h9g7"]);
  await play("h2", "e2");
  await has(["h9g7", "h2e2"]);
});

test("pychess #871, pychess-variants #946 and #996, liground #187: positions as other programs write them", async () => {
  for (const fen of [
    "4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr3r/5K3 w - - - -",
    "4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr2r1/5K3[]_w_-_-_0_1",
    "https://www.pychess.org/analysis/xiangqi?fen=4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr1r2/5K3[]_w_-_-_0_1",
    "4ka3/4aN3/9/RC7/2b3b2/9/9/3p5/3nr3r/5K3 w",
  ]) {
    await window.keys("Control+n");
    await window.see("screen-home");
    await window.paste(fen);
    await window.see("screen-study");
    await window.at(0);
    assert.match(await board(), /d1 .*horse/, fen);
  }
});

test("Sabaki #423: a click in the main line behind a fork shows that line's board", async () => {
  await window.paste("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5");
  await window.at(8, 8);
  await until(async () => !(await board()).includes("b9 black horse"), "the last move on the board");
  const end = await board();
  await window.keys("Home", "ArrowRight", "ArrowRight", "ArrowRight");
  await window.at(3);
  for (const [from, to] of [
    ["b9", "c7"],
    ["a0", "a1"],
    ["a9", "b9"],
  ])
    await play(from, to);
  await window.at(6);
  await window.run(
    `[...document.querySelectorAll("[data-testid=moves] [role=treeitem]")]
       .find((one) => one.textContent.trim() === "c6c5").click();`,
  );
  await window.at(8);
  assert.equal(await board(), end);
});

test("lizzie #296: a record that begins with a fork is read whole", async () => {
  await window.paste("(;GM[4]SZ[15];B[hh](;W[ii];B[jj])(;W[gg];B[ff];W[ee]))");
  await window.at(3, 3);
  assert.deepEqual((await moves()).toSorted(), ["H8", "I7", "J6", "G9", "F10", "E11"].toSorted());
});
