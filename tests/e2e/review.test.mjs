// A finished game, reviewed and learned from by keys alone; a record reviewed, left, and opened again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { FACES, overflowing, SIZES, serious, wear } from "./faces.mjs";
import { clickMove } from "./player.mjs";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

/** Red's chariot goes where a cannon takes it, in the fifth move. */
const GAME = ["a0a1", "h9g7", "a1f1", "i9h9", "f1f7", "h7f7"];
/** A longer game, in which both sides err. */
const RECORD = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 a9a8 h0h4 a8f8 e3e4 f8f3 b2b6 f3c3 a0b0 h7i7";

const retryIs = (state) =>
  until(
    async () =>
      (await window.run("return document.querySelector('[data-testid=retry]')?.dataset.state")) === state,
    `the retry to be ${state}`,
  );
/** The texts of the box at each mistake. */
async function boxes() {
  const faults = await window.run(
    "return [...document.querySelectorAll('[data-testid^=fault-]')].map((one) => one.dataset.testid.slice(6))",
  );
  const texts = [];
  for (const ply of faults) {
    await window.press(`fault-${ply}`);
    await until(() => window.has(`[data-testid=review-box][data-ply="${ply}"]`), `the box of move ${ply}`);
    texts.push(await window.run("return document.querySelector('[data-testid=review-box]').textContent"));
  }
  return texts;
}

const board = () =>
  window.run(
    "return [...document.querySelectorAll('[data-square]')].map((cell) => cell.ariaLabel).join('|')",
  );
test("a finished game is reviewed with R, and its worst mistake tried again with M and T", async () => {
  await window.press("opponent-friend");
  await window.press("start");
  await window.see("screen-play");
  for (const mv of GAME) await clickMove(window, mv);
  await window.press("resign");
  await window.keys("Enter");
  await window.see("end-card");
  await window.keys("r");
  await window.see("screen-study");
  await window.see("review-sides", 60_000);
  await window.hears(/Review finished\. Mistakes: \d+\./);
  await window.says("fault-5", /\?\?/);
  await window.keys("m");
  await window.at(5, 6);
  await window.says("review-box", /\?\?[^]*Refutation: [^]*Better: /);
  await window.see("review-marks");
  await window.shoot("review-box");
  await window.keys("t");
  await retryIs("waiting");
  await window.at(4, 6);
  await window.shoot("review-retry");
});

test("a wrong try shows what answers it on the board, and nothing of it stays", async () => {
  const before = await board();
  await window.keys("/");
  await window.see("typed-move");
  await window.type("f1f8");
  await window.keys("Enter");
  await retryIs("wrong");
  await window.see("retry-answer");
  await until(async () => (await board()) !== before, "the board to show the answer");
  await until(
    () => window.run("return document.activeElement.dataset.square !== undefined"),
    "the board to take the focus from the field that the try has closed",
  );
  await window.shoot("review-wrong");
  await window.keys("t");
  await retryIs("waiting");
  await until(async () => (await board()) === before, "the board to stand before the mistake again");
});

test("the better move is right, and stays on the board", async () => {
  const better = await window.run(
    `const line = [...document.querySelectorAll("[data-testid=retry] .disclosure p")].map((p) => p.textContent)[0];
     return line.trim().split(" ")[0];`,
  );
  await window.keys("/");
  await window.see("typed-move");
  await window.type(better);
  await window.keys("Enter");
  await retryIs("right");
  await window.see("review-marks");
  assert.equal(await window.has("[data-testid=review-marks] [data-review=right]"), true);
  await window.shoot("review-right");
  await window.press("retry-leave");
});

test("the graph is a slider that moves the board, and has a table beside it", async () => {
  await window.run("document.querySelector('[data-testid=review-graph]').focus()");
  await window.keys("Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await window.at(5, 6);
  const value = await window.run(
    "return document.querySelector('[data-testid=review-graph]').getAttribute('aria-valuetext')",
  );
  assert.match(value, /^Round 3 of 3 · Red, Red \d+%, Blunder$/);
  await window.run("document.querySelector('[data-testid=review-table] .opener').click()");
  await window.says("review-table", /\?\?/);
});

test("a review can be stopped, and leaves the study as it was", async () => {
  await window.paste(RECORD);
  await window.at(18, 18);
  await window.keys("r");
  await window.see("review-running");
  const since = Date.now();
  await window.press("review-stop");
  await until(async () => !(await window.has("[data-testid=review-running]")), "the review to be over");
  console.log(`stopped in the page after ${Date.now() - since} ms`);
  assert.equal(await window.has("[data-testid=review-sides]"), false);
});

test("a longer record is reviewed; it keeps the review, and looks well in every face", async () => {
  await window.keys("r");
  await window.see("review-sides", 60_000);
  const languages = ["en", "zh-CN", "zh-TW", "vi"];
  const fresh = {};
  for (const language of languages) {
    await wear(window, language, "light");
    await window.press("rail-study");
    await window.press("tab-report");
    fresh[language] = await boxes();
  }
  assert.ok(fresh.en.length >= 2 && fresh.en.some((text) => /Refutation: /.test(text)), fresh.en.join("\n"));
  // The study is closed, so that the review comes from the record.
  await window.run("document.querySelector('[data-testid=moves]').focus()");
  await window.keys("Control+w");
  await until(
    () => window.run(`return document.querySelector("[data-testid=study-at]")?.dataset.last !== "18"`),
    "the study to close",
  );
  await window.paste("h2e2 h9g7");
  await window.at(2, 2);
  await window.press("rail-library");
  await until(
    () => window.run("return document.querySelectorAll('[data-testid=library-row]').length === 3"),
    "the game and both records",
  );
  await window.run("document.querySelectorAll('[data-testid=library-row]')[2].click()");
  await window.at(0, 18);
  for (const language of languages) {
    await wear(window, language, "light");
    await window.press("rail-study");
    await window.press("tab-report");
    await window.see("review-sides");
    assert.deepEqual(await boxes(), fresh[language], language);
  }
  const found = [];
  for (const [language, theme] of FACES) {
    await wear(window, language, theme);
    await window.press("rail-study");
    await window.press("tab-report");
    await window.see("review-graph");
    found.push(...(await serious(window)).map((fault) => `${language} ${theme}: ${fault}`));
    for (const [width, height] of SIZES) {
      await window.resize(width, height);
      await window.shoot(`review-${width}-${language}-${theme}`);
    }
  }
  assert.deepEqual(found, []);
  // The longest words in the narrowest panel.
  await wear(window, "vi", "light");
  await window.press("rail-study");
  await window.press("tab-report");
  await window.see("review-sides");
  await window.resize(900, 640);
  assert.deepEqual(await overflowing(window, "[data-testid=report]"), []);
});
