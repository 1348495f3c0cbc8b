// The engine beside the board in the built window: what is drawn belongs to the board in view, what is found is kept, and at rest it costs nothing.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { finish, freshHome, processTree, until, Window } from "./driver.mjs";
import { inEverySize, overflowing, serious, wear } from "./faces.mjs";
import { moves } from "./player.mjs";

/** A hundredth of a second, in which Linux counts the time of a processor. */
const TICK_MS = 10;

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

const at = (n, of) => window.at(n, of);
const state = (word) =>
  until(
    async () =>
      (await window.run("return document.querySelector('[data-testid=analysis-state]')?.dataset.state")) ===
      `analysis.${word}`,
    `the engine to be ${word}`,
    60_000,
  );

/** Shows the engine's sheet, and turns it on unless it is. */
async function turnOn() {
  await window.press("tab-engine");
  await window.see("analysis-on");
  const state = "return document.querySelector('[data-testid=analysis-state]').dataset.state";
  if ((await window.run(state)) === "analysis.off") await window.press("analysis-on");
}

/** How many moves are walked through with the engine on; 200 is the whole board. */
const PLIES = Number(process.env.PLIES ?? 60);

/** Stones without a five: every line of the board changes colour after two of them. */
function long() {
  const [black, white] = [[], []];
  for (let y = 0; y < 15; y++)
    for (let x = 0; x < 15; x++) ((x + 2 * y) % 4 < 2 ? black : white).push([x, y]);
  const letter = (n) => String.fromCharCode(97 + n);
  const stones = Array.from({ length: PLIES / 2 }, (_, n) => [
    `;B[${black[n].map(letter).join("")}]`,
    `;W[${white[n].map(letter).join("")}]`,
  ]);
  return `(;GM[4]SZ[15]${stones.flat().join("")})`;
}

/** Watches every change of the page for a ranked move that is not of the move in view. */
const watch = () =>
  window.run(`
    const watched = { stale: [], seen: new Set(), checks: 0 };
    const check = () => {
      const node = document.querySelector("[data-testid=study-at]")?.dataset.node;
      for (const drawn of document.querySelectorAll("[data-ranked]")) {
        watched.checks += 1;
        if (drawn.dataset.node !== node) watched.stale.push(drawn.dataset.node + " at " + node);
        else watched.seen.add(node);
      }
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    let next = 0;
    const frame = () => { check(); next = requestAnimationFrame(frame); };
    frame();
    watched.end = () => { observer.disconnect(); cancelAnimationFrame(next); };
    window.watched = watched;`);

const watched = () =>
  window.run(
    "const { stale, seen, checks, end } = window.watched; end(); return { stale: [...new Set(stale)], seen: seen.size, checks }",
  );

/** The processor time of the window's processes so far, in milliseconds. */
function spent() {
  return processTree(window.pid).reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);
}

/** Whether a thread of the engine computes, or waits for a processor. */
function computes() {
  const root = `/proc/${window.pid}/task`;
  return readdirSync(root).some((id) => {
    try {
      const stat = readFileSync(`${root}/${id}/stat`, "utf8");
      return /\((duiyi-analyst|duiyi-search)/.test(stat) && stat.split(") ").at(-1).startsWith("R");
    } catch {
      return false;
    }
  });
}

test("through many moves with the engine on, nothing of another position is ever drawn", async () => {
  await window.paste(long());
  await at(PLIES, PLIES);
  await window.keys("Home");
  await at(0, PLIES);
  await window.keys("a");
  await window.see("line", 60_000);
  const step = (key, times, drawn = true) =>
    window.wait(
      `const began = performance.now();
       for (let n = 0; n < arguments[1]; n++) {
         document.body.dispatchEvent(new KeyboardEvent("keydown", { key: arguments[0], bubbles: true }));
         await new Promise((next) => (args[2] ? requestAnimationFrame(next) : setTimeout(next)));
       }
       return performance.now() - began;`.replaceAll("arguments", "args"),
      key,
      times,
      drawn,
    );
  const through = async (key, drawn) => {
    let ms = 0;
    for (let n = 0; n < PLIES; n += 20) ms += await step(key, 20, drawn);
    return `${((1000 * PLIES) / ms).toFixed(0)} plies a second`;
  };
  console.log(`with the engine on: ${await through("ArrowRight", false)}`);
  await window.keys("a");
  console.log(`with the engine off: ${await through("ArrowLeft", false)}`);
  await window.keys("a");
  await at(0, PLIES);
  await watch();
  await through("ArrowRight", true);
  await at(PLIES, PLIES);
  // At the pace of somebody who looks at each position, and back and forth; on a busy machine until enough was drawn.
  const enough = 10;
  const drawn = () => window.run("return window.watched.seen.size");
  const end = Date.now() + 90_000;
  for (let n = 0; n < 40 || ((await drawn()) < enough && Date.now() < end); n++) {
    await step(n % 5 === 4 ? "ArrowRight" : "ArrowLeft", 1 + (n % 3));
    await sleep(30 + (n % 7) * 40);
  }
  const { stale, seen, checks } = await watched();
  console.log(`${checks} ranked moves looked at, on ${seen} positions`);
  assert.deepEqual(stale, []);
  assert.ok(seen >= enough, `moves were drawn on ${seen} positions`);
  await state("looking");
  await window.see("line");
  assert.deepEqual(await window.faults(), []);
});

test("stopped it is quiet at once, and at rest it costs nothing", async () => {
  await window.press("tab-engine");
  await window.run("document.querySelector('[data-testid=analysis-wishes]').dataset.open = ''");
  await window.choose("analysis-seconds", "0");
  const took = [];
  for (let n = 0; n < 10; n++) {
    await window.keys("Home", ...Array.from({ length: n + 1 }, () => "ArrowRight"));
    if (n > 0) await window.keys("a");
    await state("looking");
    await until(computes, "the engine to compute", 30_000);
    await sleep(200);
    // The key itself is pressed in the page: the driver would take longer than the engine.
    await window.run(
      `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }))`,
    );
    const began = performance.now();
    await until(() => !computes(), "the engine to be quiet", 5_000);
    took.push(performance.now() - began);
  }
  const sorted = took.toSorted((a, b) => a - b);
  console.log(
    `from the key to quiet: median ${sorted[5].toFixed(0)} ms, slowest ${sorted.at(-1).toFixed(0)} ms`,
  );
  assert.ok(sorted[5] < 500, `${took}`);
  await state("off");
  // What the search left behind is put away for a while yet, longer on a busy machine; rest is what comes after.
  const shares = [];
  while (shares.length < 6 && !(shares.at(-1) < 2)) {
    const [from, began] = [spent(), performance.now()];
    await sleep(10_000);
    shares.push(((spent() - from) / (performance.now() - began)) * 100);
  }
  console.log(
    `at rest the window takes ${shares.map((share) => share.toFixed(2)).join(", ")} % of a processor`,
  );
  assert.ok(shares.at(-1) < 2, `${shares} %`);
});

const OPENING = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 卒7进1 4. 车二进六 马2进3";

test("what was found is told once at rest, kept on disk and there again at once; Enter plays it", async () => {
  await window.paste(OPENING);
  // What is pasted is seen at its end.
  await at(8, 8);
  await window.keys("Home");
  await at(0, 8);
  await window.keys("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await at(4, 8);
  await window.press("tab-engine");
  await window.see("analysis-seconds");
  await window.choose("analysis-seconds", "3");
  await window.run("window.said = []");
  await window.keys("a");
  await state("resting");
  await window.hears(/^1: \w+ .*, (even|(Red|Black) ahead by \d+\.\d), depth \d+$/);
  const said = await window.run("return window.said.filter((text) => /depth/.test(text)).length");
  assert.equal(said, 0, "not at each depth");
  assert.equal(
    await window.run("return document.querySelector('[data-testid=study-undo]').disabled"),
    true,
    "nothing was done that could be undone",
  );
  const number = await window.read("[data-testid=evaluation]");
  assert.match(number, /^[+−]\d+\.\d$/);
  const arrows = await window.run("return document.querySelectorAll('[data-ranked]').length");
  assert.equal(arrows, 3);
  await window.crash();
  window = await Window.start(place.home);
  await window.pressNewest();
  // The study is still open, where it was left.
  await at(4, 8);
  await until(
    async () => (await window.read("[data-testid=evaluation]")) === number,
    "what was kept, with the engine off",
  );
  await window.keys("a");
  await window.see("line", 60_000);
  await state("resting");
  const best = await window.read("[data-testid=line] .unseen");
  await window.keys("Enter");
  await window.at(5);
  await window.keys("ArrowLeft");
  await window.at(4);
  await until(
    async () => (await window.read("[data-testid=line] .unseen")) === best,
    "the same lines at once",
  );
  assert.equal(await window.read("[data-testid=analysis-state]"), "Paused");
});

test("a line under the pointer or the focus is played out, and a press plays it", async () => {
  await window.press("tab-engine");
  await window.run("document.querySelectorAll('[data-testid=line]')[1].focus()");
  await window.see("played-out");
  await until(
    async () =>
      Number(await window.run("return document.querySelector('[data-testid=played-out]').dataset.plies")) > 2,
    "the line to go on",
  );
  await window.shoot("analysis-played-out");
  await window.keys("Enter");
  await window.at(5);
  await window.keys("ArrowLeft");
});

test("every size, language and theme has it all, and nothing that axe calls serious", () =>
  inEverySize(window, async (at) => {
    await window.press("rail-study");
    await turnOn();
    await window.see("line", 60_000);
    await state("resting");
    await window.shoot(`analysis-${at}`);
    assert.deepEqual(await overflowing(window, ".engine", ".found", ".head"), [], at);
    assert.deepEqual(await serious(window), [], at);
  }));

/** Waits until the game on the board has so many moves. */
const played = (count) =>
  until(async () => (await moves(window)).length === count, `move ${count} to be played`);

test("a game of two people is analysed where it stands and goes on; one against the engine is not", async () => {
  await window.press("rail-home");
  await window.press("game-gomoku");
  await window.press("opponent-friend");
  await window.press("start");
  await window.see("screen-play");
  await window.clickSquare("h8");
  await played(1);
  await window.clickSquare("i9");
  await played(2);
  // The pointer is at work and nothing has the focus: Tab alone will do.
  await window.keys("Tab");
  await window.see("screen-study");
  await at(2, 2);
  await turnOn();
  await window.see("line", 60_000);
  await window.shoot("analysis-gomoku");
  await window.keys("Control+Tab");
  await window.see("screen-play");
  await window.clickSquare("h9");
  await played(3);
  await window.press("play-analyse");
  await window.see("screen-study");
  await at(3, 3);
  await window.press("rail-home");
  await window.press("level-1");
  await window.press("start");
  await window.see("screen-play");
  await window.keys("Control+Tab");
  await window.says("board-note", /when it is over/);
  // What is said on the board is no message beside it, too.
  assert.ok((await window.toasts()).every((text) => !/when it is over/.test(text)));
  assert.equal(await window.has("[data-testid=play-analyse]"), false);
  assert.equal(await window.has("[data-testid=screen-play]"), true);
  assert.deepEqual(await window.faults(), []);
});

test("at 200 % in a large window the page outlives lines in Chinese, whose wrapping once ended its process", async () => {
  await wear(window, "zh-CN", "light");
  await window.choose("notation-select", "chinese");
  await window.paste("1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3");
  await window.at(6, 6);
  await turnOn();
  await window.press("tab-moves");
  await window.see("engine-strip");
  await until(() => window.has("[data-testid=strip-line]"), "a line", 60_000);
  await window.resize(1920, 1080);
  await window.keys("Control+k");
  await window.see("palette-input");
  await window.type("200");
  await window.keys("Enter");
  const size = () => window.run("return getComputedStyle(document.documentElement).fontSize");
  await until(async () => (await size()) === "32px", "large letters");
  await window.shoot("analysis-1920-200-zh");
  assert.ok(await window.has("[data-testid=strip-line]"));
});
