// What the built window costs: how soon it is there, memory and processor time of each of its processes, at rest and at work, how
// soon a move is painted and how fast a game is replayed. Run it as `scripts/measure-window`; it prints a table and is no test.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { APP, freshHome, processTree, quantile, until, Window } from "./driver.mjs";
import { moves } from "./player.mjs";

/** Clock ticks of the system in a second, as /proc counts processor time. */
const TICKS_S = 100;
/** How long a state is watched, and how long two engines play for the growth of memory. */
const WATCH_S = Number(process.env.WATCH_S ?? 10);
const GROWTH_S = Number(process.env.GROWTH_S ?? 120);
/** An empty Tauri app, which is the least that a window of this kind can cost. */
const FLOOR = process.env.FLOOR;
/** How often each of the two is started. */
const STARTS = 10;

const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** The window's processes: what each is called, its share of memory in MB, and the processor seconds it has taken. */
function processes(window) {
  return processTree(window.pid).flatMap((pid) => {
    const stat = read(`/proc/${pid}/stat`).split(") ").at(-1).split(" ");
    const pss = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`));
    if (!pss || stat.length < 14) return [];
    const name = read(`/proc/${pid}/comm`).trim();
    return [{ pid, name, mb: Number(pss[1]) / 1024, cpuS: (Number(stat[11]) + Number(stat[12])) / TICKS_S }];
  });
}

const inAll = (list, what) => list.reduce((sum, one) => sum + one[what], 0);
const told = (list, what, digits) => list.map((one) => `${one.name} ${one[what].toFixed(digits)}`).join(", ");

/** Prints the memory of each process. */
function memory(window, what) {
  const now = processes(window);
  console.log(`${what}: ${inAll(now, "mb").toFixed(0)} MB (${told(now, "mb", 0)})`);
  return inAll(now, "mb");
}

/** Prints how many cores each process takes while nothing is done to the window. */
async function cores(window, what, seconds = WATCH_S) {
  const before = new Map(processes(window).map((one) => [one.pid, one.cpuS]));
  const began = performance.now();
  await sleep(seconds * 1000);
  const passed = (performance.now() - began) / 1000;
  const now = processes(window).map((one) => ({
    ...one,
    cores: (one.cpuS - (before.get(one.pid) ?? 0)) / passed,
  }));
  console.log(`${what}: ${inAll(now, "cores").toFixed(3)} cores (${told(now, "cores", 3)})`);
}

/** Prints how many cores each process takes while an engine thinks about a few moves. */
async function thinking(window) {
  const taken = new Map();
  let seconds = 0;
  for (const uci of ["a0a1", "a1a0", "a0a1", "a1a0", "a0a1", "a1a0", "a0a1", "a1a0"]) {
    await until(() => window.has(".board.active"), "the person's turn", 60_000);
    await window.clickSquare(uci.slice(0, 2));
    await window.clickSquare(uci.slice(2));
    await until(() => window.has(".brush"), "the engine to think");
    // The moves themselves are painted before and after; what is watched is the waiting.
    await sleep(700);
    for (;;) {
      const before = new Map(processes(window).map((one) => [one.pid, one.cpuS]));
      const began = performance.now();
      await sleep(500);
      const now = processes(window);
      const passed = (performance.now() - began) / 1000;
      if (!(await window.has(".brush"))) break;
      seconds += passed;
      for (const { pid, name, cpuS } of now)
        taken.set(name, (taken.get(name) ?? 0) + cpuS - (before.get(pid) ?? 0));
    }
  }
  const each = [...taken].map(([name, cpuS]) => `${name} ${(cpuS / seconds).toFixed(3)}`);
  console.log(`level 5 thinks, ${seconds.toFixed(0)} s: cores ${each.join(", ")}`);
}

/** Starts the empty app and the window in turn, and prints how soon each was there, and what the empty one costs. */
async function besideTheFloor() {
  const apps = [
    { name: "floor", app: FLOOR, first: "title" },
    { name: "window", app: APP },
  ].map((one) => ({ ...one, ms: [], mb: [] }));
  for (let n = 0; n < STARTS; n++)
    for (const { app, first, ms, mb } of apps) {
      const place = freshHome();
      const window = await Window.start(place.home, first ? { app, first } : { app });
      ms.push(window.startMs);
      await sleep(5000);
      mb.push(inAll(processes(window), "mb"));
      if (n === STARTS - 1) await cores(window, `${app}, at rest`);
      await window.close();
      place.remove();
    }
  for (const { name, ms, mb } of apps)
    console.log(
      `${name}, ${STARTS} starts: first screen after ${quantile(ms, 0.5).toFixed(0)} ms (${ms.map((one) => one.toFixed(0)).join(", ")}), ${quantile(mb, 0.5).toFixed(0)} MB`,
    );
}

/**
 * Plays both sides, and prints how long it takes from the press on a square to the frame in which the piece stands there, and to
 * the one in which the list has the move, which is on the disk then.
 */
async function painting(window) {
  await window.run(`
    window.painted = { on: "a1", named: "", piece: [], row: [] };
    const name = () => document.querySelector(".board [data-square=" + window.painted.on + "]")?.ariaLabel;
    const plies = () => document.querySelectorAll("[data-testid=moves] [data-ply]").length;
    let pressed = 0, seen = plies();
    addEventListener("pointerdown", (event) => { pressed = event.timeStamp; }, true);
    // The web view sends messages of a channel through another process; a timer follows the frame at once.
    const soon = (what, from) => requestAnimationFrame(() => setTimeout(() => window.painted[what].push(performance.now() - from)));
    new MutationObserver(() => {
      if (name() !== window.painted.named) soon("piece", pressed);
      window.painted.named = name();
      if (plies() !== seen) soon("row", pressed);
      seen = plies();
    }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-label"] });`);
  const took = { piece: [], row: [] };
  // Both chariots walk along their second ranks and back, which stands no position often enough for a draw.
  const files = [..."aabcdefghihgfedcba"];
  for (let ply = 0; ply < 34; ply++) {
    const n = ply >> 1;
    const [home, rank] = ply % 2 === 0 ? [0, 1] : [9, 8];
    const uci = `${files[n]}${n === 0 ? home : rank}${files[n + 1]}${rank}`;
    await window.clickSquare(uci.slice(0, 2));
    // As long as a hand needs: the frame of the piece picked up would hold the next one back by the beat of the screen.
    await sleep(500);
    const to = uci.slice(2);
    await window.run(
      `const [on] = arguments;
       const named = document.querySelector(".board [data-square=" + on + "]").ariaLabel;
       Object.assign(window.painted, { on, named, piece: [], row: [] });`,
      to,
    );
    await window.clickSquare(to);
    await until(() => window.run("return window.painted.row.length > 0"), `${uci} to be painted`);
    const { piece, row } = await window.run("return window.painted");
    took.piece.push(piece[0]);
    took.row.push(row[0]);
    await sleep(300);
  }
  for (const [what, ms] of Object.entries(took))
    console.log(
      `from the press to the painted ${what}, ${ms.length} moves: median ${quantile(ms, 0.5).toFixed(0)} ms, of twenty the slowest ${quantile(ms, 0.95).toFixed(0)} ms`,
    );
}

/** Prints the same for a button of a page that shows nothing else: what the web view and its painter take by themselves. */
async function paintingNothing(window) {
  await window.run(`
    document.querySelector(".app").style.display = "none";
    const button = document.body.appendChild(document.createElement("button"));
    button.id = "floor";
    window.painted = [];
    let pressed = 0;
    addEventListener("pointerdown", (event) => { pressed = event.timeStamp; }, true);
    button.onclick = () => {
      button.textContent += "|";
      requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - pressed)));
    };`);
  for (let n = 0; n < 34; n++) {
    await window.click("#floor");
    await until(
      () => window.run("return window.painted.length > arguments[0]", n),
      "the press to be painted",
    );
    await sleep(300);
  }
  const ms = await window.run("return window.painted");
  console.log(
    `from a press to the painted letter of an empty page, ${ms.length} presses: median ${quantile(ms, 0.5).toFixed(0)} ms, of twenty the slowest ${quantile(ms, 0.95).toFixed(0)} ms`,
  );
  await window.run(`
    document.querySelector("#floor").remove();
    document.querySelector(".app").style.display = "";`);
}

/** A long game: generals and chariots that go to and fro for no repetition of any rule to be judged. */
function longRecord(plies) {
  const rows = [];
  const there = ["h0g2", "h9g7", "g2h0", "g7h9", "b0c2", "b9c7", "c2b0", "c7b9"];
  for (let ply = 0; ply < plies; ply++) rows.push(there[ply % there.length]);
  const moves = rows.map((mv, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${mv}` : mv)).join(" ");
  return `[Game "Chinese Chess"]\n[Format "ICCS"]\n\n${moves.replaceAll(/([a-i]\d)([a-i]\d)/g, (_, a, b) => `${a.toUpperCase()}-${b.toUpperCase()}`)} *\n`;
}

/** Holds → as the keyboard of a person does at `rate` presses a second, and prints how many plies the cursor went and the page painted. */
async function replay(window, rate, seconds = 3) {
  const [went, painted] = await window.wait(
    `const [rate, seconds] = args;
     const at = () => Number(document.querySelector("[data-testid=study-slider]").value);
     const from = at();
     let painted = 0, seen = from, on = true;
     const look = () => { const now = at(); if (now !== seen) painted++; seen = now; if (on) requestAnimationFrame(look); };
     requestAnimationFrame(look);
     const began = performance.now();
     let pressed = 0;
     while (performance.now() - began < seconds * 1000) {
       const due = Math.floor(((performance.now() - began) / 1000) * rate);
       for (; pressed < due; pressed++)
         dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", repeat: pressed > 0, bubbles: true, cancelable: true }));
       await new Promise((go) => setTimeout(go, 4));
     }
     on = false;
     const went = at() - from;
     return [went / ((performance.now() - began) / 1000), painted / seconds];`,
    rate,
    seconds,
  );
  console.log(
    `→ held at ${rate} a second: ${went.toFixed(0)} plies a second, ${painted.toFixed(0)} boards painted`,
  );
}

if (FLOOR) await besideTheFloor();
const place = freshHome();
const window = await Window.start(place.home);
try {
  console.log(`${APP}, first screen after ${window.startMs.toFixed(0)} ms`);
  await sleep(3000);
  memory(window, "Home");
  await cores(window, "Home, at rest");

  await window.press("start");
  await window.see("screen-play");
  await window.clickSquare("h2");
  await window.clickSquare("e2");
  await until(() => window.has(".board.active"), "the engine's answer");
  await sleep(1500);
  memory(window, "after one move");
  await cores(window, "Play, a person to move");

  await window.keys("Control+n");
  await window.press("level-5");
  await window.press("start");
  await window.see("screen-play");
  await thinking(window);

  await window.keys("Control+n");
  await window.press("opponent-friend");
  await window.press("start");
  await until(async () => (await moves(window)).length === 0, "the new game");
  await painting(window);
  await paintingNothing(window);

  await window.keys("Control+n");
  await window.press("game-gomoku");
  await window.press("opponent-engines");
  await window.press("start");
  await window.see("screen-play");
  await sleep(10_000);
  const first = memory(window, "two engines, 10 s");
  await sleep(GROWTH_S * 1000);
  const grown = memory(window, `two engines, ${GROWTH_S + 10} s`) - first;
  console.log(`growth: ${((grown * 3600) / GROWTH_S).toFixed(0)} MB an hour`);

  await window.paste(longRecord(1200));
  await window.see("screen-study");
  await sleep(1000);
  await window.keys("Home");
  await sleep(500);
  for (const rate of [30, 100, 150]) await replay(window, rate);
  memory(window, "a study of 1200 plies");
} finally {
  await window.close();
  place.remove();
}
