// What an analyst has beside one line: several engines on one position in a table, and every defence against a threat.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FISH_ENGINE, finish, freshHome, until, Window } from "./driver.mjs";

const place = freshHome();
let window;

before(async () => {
  mkdirSync(place.data, { recursive: true });
  writeFileSync(join(place.data, "engines.json"), JSON.stringify({ version: 1, guests: [FISH_ENGINE] }));
  const analysis = { lines: 1, seconds: 3, threads: 1, hashMib: 16, analysts: ["", "fish"] };
  writeFileSync(
    join(place.data, "settings.json"),
    JSON.stringify({ version: 1, language: "en", notation: "chinese", analysis }),
  );
  window = await Window.start(place.home);
});
after(() => finish(window, place));

const focusList = () => window.run(`document.querySelector("[data-testid=moves]").focus()`);
const texts = (testid) =>
  window.run(
    `return [...document.querySelectorAll('[data-testid="' + arguments[0] + '"]')].map((one) => one.textContent.replace(/\\s+/g, " ").trim())`,
    testid,
  );

test("two engines are one table, each with its own chance", async () => {
  await window.paste("1. 炮二平五 马8进7");
  await window.see("study-at");
  await focusList();
  await window.keys("a");
  await window.press("tab-engine");
  await until(async () => (await texts("engine-chance")).length === 2, "two rows", 30_000);
  const rows = await texts("engine-row");
  assert.match(rows[0], /^Built-in engine ?\d+ ?[+−]/);
  assert.match(rows[1], /^Fairy-Stockfish ?\d+ ?[+−]/);
  for (const chance of await texts("engine-chance")) assert.match(chance, /^\d+%, (by|from) /);
  console.log(rows.join("\n"));
  await window.shoot("engine-table");
  await until(
    async () => (await window.read("[data-testid=analysis-state]")) === "Paused",
    "both to rest",
    30_000,
  );
});

test("every move that stops an open three is listed, ringed and played", async () => {
  await window.paste("h8 a1 i8 a3 j8");
  // The study before it is in view until then.
  await until(
    () => window.run(`return document.querySelector("[data-testid=study-at]")?.dataset.ply === "5"`),
    "the pasted moves",
  );
  await focusList();
  await window.keys("x");
  await window.see("defences");
  await until(async () => (await texts("defence-holding")).length > 0, "the defences", 60_000);
  assert.deepEqual(await texts("defence-holding"), ["G8", "K8"]);
  assert.deepEqual(await texts("defence-open"), []);
  await window.hears(/^2 moves stop the threat\.$/);
  assert.equal(await window.run(`return document.querySelector("[data-marks]").dataset.marks`), "2");
  await window.shoot("defences");
  await window.press("defence-holding");
  await until(async () => (await texts("defences")).length === 0, "another board");
  assert.equal(await window.run(`return document.querySelector("[data-testid=study-at]").dataset.ply`), "6");
});

const at = (ply) =>
  until(
    () =>
      window.run(
        `return document.querySelector("[data-testid=study-at]")?.dataset.ply === arguments[0]`,
        String(ply),
      ),
    `ply ${ply}`,
  );

test("a fourth and a fifth stone that leave an even board are listed and played", async () => {
  await window.paste("h8 i9 j10");
  await at(3);
  await window.press("tab-engine");
  await window.press("search-balance");
  await until(async () => (await texts("even-stones")).length > 3, "the stones", 120_000);
  const [first] = await texts("even-stones");
  assert.match(first, /^[A-O]\d+ [A-O]\d+ ?[+−]0\.\d\d$/);
  await window.hears(/^\d+ choices\. Closest to even: /);
  // The three searches are one row, and a message covers none of the choices that are in view.
  await window.press("study-copy");
  await window.see("toast");
  const rows = await window.run(`return new Set([...document.querySelectorAll(".starts button")]
    .map((button) => button.getBoundingClientRect().top)).size`);
  assert.equal(rows, 1);
  const covered = await window.run(`
    const section = document.querySelector("[data-testid=study-searches]");
    section.scrollTop = section.scrollHeight;
    const toast = document.querySelector("[data-testid=toast]")?.getBoundingClientRect();
    const covers = (button) => {
      const box = button.getBoundingClientRect();
      return box.bottom > toast.top && box.top < toast.bottom;
    };
    return toast ? [...document.querySelectorAll("[data-testid=even-stones]")].filter(covers).length : null`);
  assert.equal(covered, 0, "stones behind the message");
  await window.shoot("even-stones");
  await window.press("even-stones");
  await at(5);
});

test("the tree of a forced win becomes variations by one press, and one undo takes it back", async () => {
  await window.paste("h8 a1 i8 a15 h9 o1 i9 o15");
  await at(8);
  await window.press("tab-engine");
  await window.press("search-first");
  await until(async () => (await texts("attack-line")).length > 0, "the tree", 120_000);
  await window.hears(/^Black wins by VC[FT]: \d+ lines?\.$/);
  await window.shoot("threat-search");
  await window.press("keep-lines");
  await window.hears(/moves? added/);
  await window.press("tab-moves");
  await window.shoot("threat-tree");
  await focusList();
  await window.keys("Control+z");
  await window.hears(/undone/i);
});

test("a win that needs a quiet move is said to need one", async () => {
  await window.paste(
    "i10 h8 e5 j8 i9 j6 i7 i8 k8 h9 j7 h7 h6 g10 h11 g12 g8 g13 j9 l7 g11 f11 e12 l6 l9 i6 i11 k11",
  );
  await at(28);
  await window.press("tab-engine");
  await window.press("search-first");
  await window.hears(/^Black wins by VCT with a quiet move that threatens a VCF: \d+ lines?\.$/);
  await window.shoot("quiet-win");
});

test("an ending of few pieces is solved, and its best move leaves one ply less", async () => {
  await window.paste('[Game "Chinese Chess"]\n[FEN "3ak4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"]\n\n*');
  await at(0);
  await window.press("tab-engine");
  await window.press("search-exact");
  const plies = async () =>
    Number((await texts("search-result"))[0]?.match(/^Red wins in (\d+) plies?\.$/)?.[1] ?? 0);
  await until(async () => (await plies()) > 0, "the result", 120_000);
  const before = await plies();
  await window.shoot("exact");
  await window.press("exact-move");
  await until(async () => (await plies()) === before - 1, "one ply less", 60_000);
});
