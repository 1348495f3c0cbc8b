// Puzzles in the built window: the day's by keys alone, a wrong try with its answer, what is remembered after a restart, a
// timed run, and a file of one's own.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { finish, freshHome, openDialog, until, Window } from "./driver.mjs";

const scouting = freshHome();
const place = freshHome();
let window;
/** The solution as the window writes it. */
let line;
/** Its first move as UCI writes it. */
let first;

const state = () => window.run(`return document.querySelector("[data-testid=puzzle-state]")?.dataset.state`);
const becomes = (wanted) => until(async () => (await state()) === wanted, `the puzzle to be ${wanted}`);

/** Opens the puzzle of the day by keys. */
async function openDaily() {
  await window.keys("Control+4");
  await window.see("daily-xiangqi");
  await window.tabTo("daily-xiangqi");
  await window.keys("Enter");
  await becomes("solving");
}

/** The puzzle on the board, as a command of the shell returns it. */
async function puzzleOf(command, args) {
  const day = Math.floor(
    (await window.run(
      `const now = new Date(); return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())`,
    )) / 86_400_000,
  );
  return window.wait(`return await window.__TAURI_INTERNALS__.invoke(args[0], args[1])`, command, {
    ...args,
    day,
  });
}

/** Types a move and leaves the field. */
async function play(mv) {
  await window.keys("/");
  await window.see("typed-move");
  await window.type(mv);
  await window.keys("Enter");
  await until(() => window.run(`return document.querySelector("[data-testid=typed-move]").value === ""`), mv);
  await window.keys("Escape");
}

before(async () => {
  // Another person has had the solution shown: the puzzle is the same for everybody.
  window = await Window.start(scouting.home);
  await openDaily();
  await window.keys("s");
  await becomes("shown");
  line = (await window.read("[data-testid=puzzle-line]")).trim().split(/\s+/);
  first = (await puzzleOf("show_puzzle", {})).rows[0].uci;
  await finish(window, scouting);
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("a wrong try is told apart, answered on the board, and taken back with Space", async () => {
  await openDaily();
  const { board, moves } = await puzzleOf("begin_puzzle", { wish: { kind: "daily", game: "xiangqi" } });
  assert.equal(line.length, 2 * moves - 1);
  const tries = Object.entries(board.destinations).flatMap(([from, to]) => to.map((square) => from + square));
  await play(tries.find((mv) => mv !== first));
  await becomes("wrong");
  await window.says("puzzle-refuted", /\S/);
  await window.shoot("puzzle-wrong");
  await window.keys(" ");
  await becomes("solving");
});

test("the line is found move by move and the end is told", async () => {
  for (let ply = 0; ply < line.length; ply += 2) await play(line[ply]);
  await becomes("solved");
  await window.says("puzzle-state", /Solved, with help or after a wrong move\..* again/);
  await window.hears(/Solved/);
  await window.shoot("puzzle-solved");
  // The line is stepped through, and Esc stays in the puzzle.
  await window.keys("Escape", "Escape");
  await becomes("solved");
  const current = () => window.read("[data-testid=puzzle-line] [aria-current]");
  assert.equal(await current(), line.at(-1));
  await window.keys("[");
  await until(async () => (await current()) !== line.at(-1) || line.length === 1, "the line to step back");
  await window.says("puzzle-next", /Next Xiangqi puzzle/);
  await window.press("puzzle-analyse");
  await window.see("screen-study");
});

test("after a restart the day's puzzle is solved and the streak stands", async () => {
  await window.close();
  window = await Window.start(place.home);
  await window.says("home-daily", /Solved today/);
  await window.keys("Control+4");
  await window.says("daily-state-xiangqi", /Solved today/);
  await window.says("daily-state-gomoku", /Not solved yet/);
  await window.see("theme-doubleCannon");
  await window.see("theme-fourThree");
  await window.says("puzzle-streak", /Streak: 1 day/);
  await window.shoot("puzzles");
});

test("a timed run is one press, counts down, and stops by Backspace", async () => {
  await window.press("puzzles-run");
  await window.says("run-time", /^(5:00|4:5\d)/);
  await window.hears(/Timed run of five minutes/);
  await becomes("solving");
  await window.shoot("puzzle-run");
  await window.keys("Backspace");
  await becomes("stopped");
  await window.says("run-result", /0 puzzles solved/);
  await window.keys("Backspace");
  await window.see("puzzles-run");
});

test("a file of positions becomes an own set, and each move that keeps the proof is right", async () => {
  const path = join(place.home, "rooks.txt");
  const rows = [
    "4k4/9/R8/1R7/9/9/9/9/9/5K3 w - - 0 1",
    "no position",
    "4k4/9/9/9/9/9/9/9/4N4/5K3 w - - 0 1;e1f3",
  ];
  writeFileSync(path, rows.join("\n"));
  await window.press("sets-import");
  await openDialog(path);
  await window.says("sets-imported", /rooks: 2 puzzles imported, 1 of them proved\./);
  await window.says("sets-imported", /Line 2: /);
  await window.shoot("puzzle-sets");
  await window.press("set-0");
  await window.says("puzzle-place", /rooks: 1 of 2/);
  await play("b6b8");
  await play("a7a9");
  await becomes("solved");
  await window.press("puzzle-next");
  await window.says("puzzle-task", /follow the line of the file/);
  await play("e1f3");
  await becomes("solved");
});
