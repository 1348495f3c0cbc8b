// The classical manuals in the built window: found by pinyin, solved, read as a study and played out, by keys and by clicks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";

const place = freshHome();
let window;

const text = (testid) => window.read(`[data-testid=${testid}]`);
const rows = () => window.run(`return document.querySelectorAll("[data-testid=classics-row]").length`);
const first = () => text("classics-row");
const state = () => window.run(`return document.querySelector("[data-testid=puzzle-state]")?.dataset.state`);
const becomes = (wanted) => until(async () => (await state()) === wanted, `the puzzle to be ${wanted}`);

/** Types into the empty search field. */
async function search(words) {
  await window.run(
    `const field = document.querySelector("[data-testid=classics-search]"); field.focus(); field.select();`,
  );
  await window.type(words);
}

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("a composition is three clicks from Home, and has a verdict", async () => {
  await window.press("rail-puzzles");
  await window.press("puzzles-classics");
  await window.see("classics-row", 30_000);
  await window.press("classics-row");
  await window.see("classic");
  assert.match(await text("classic"), /气吞关右/);
  assert.match(await text("classics-count"), /2,?876/);
  assert.ok((await text("classic-verdict")).length > 20);
  assert.ok((await rows()) < 200, "only rows in view are in the page");
});

test("pinyin, traditional characters and the name of a mate find compositions", async () => {
  for (const words of ["qtgy", "qitun", "氣吞關右"]) {
    await search(words);
    await until(async () => /气吞关右/.test(await first()), words);
  }
  await search("juzhongmi");
  await until(async () => /橘中秘/.test(await first()), "the manual");
  await search("zzzz");
  await window.see("classics-nothing");
  await window.press("classics-clear");
  await until(async () => (await rows()) > 5, "every row again");
});

test("a composition is solved by keys alone, and is marked as solved", async () => {
  await search("qtgy");
  await until(async () => /气吞关右/.test(await first()), "the composition");
  await window.keys("ArrowDown");
  await window.keys("Enter");
  await window.see("classic-solve");
  await window.tabTo("classic-solve");
  await window.keys("Enter");
  await becomes("solving");
  const { moves } = await window.wait(
    `return await window.__TAURI_INTERNALS__.invoke("begin_puzzle", { wish: { kind: "classic", index: 0 }, day: 20000 })`,
  );
  const line = await window.wait(
    `return (await window.__TAURI_INTERNALS__.invoke("classic", { index: 0 })).line.map((row) => row.uci)`,
  );
  assert.equal(moves, Math.ceil(line.length / 2));
  for (const mv of line.filter((_, ply) => ply % 2 === 0)) {
    await window.keys("/");
    await window.see("typed-move");
    await window.type(mv);
    await window.keys("Enter");
    await until(
      () => window.run(`return (document.querySelector("[data-testid=typed-move]")?.value ?? "") === ""`),
      mv,
    );
    await window.keys("Escape");
  }
  await becomes("solved");
  await window.press("puzzle-back");
  await window.see("classics-row");
  await until(async () => /已解出|Solved/.test(await first()), "the mark of the solved one");
});

test("a composition opens as a study with our remark, and is not filed by reading it", async () => {
  await window.press("classics-row");
  await window.see("classic-read");
  await window.press("classic-read");
  await window.see("study-at");
  await window.keys("Control+3");
  await window.see("screen-library");
  await window.see("library-empty");
});

test("a composition is played out from its position", async () => {
  await window.keys("Control+8");
  await window.see("classics-row");
  await window.press("classics-row");
  await window.see("classic-play");
  await window.press("classic-play");
  await window.see("screen-play");
});
