// How many presses of the mouse each way takes: the ceilings of the window's main flows, counted while they are walked.
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { finish, freshHome, openDialog, saveDialog, until, Window } from "./driver.mjs";
import { moves } from "./player.mjs";

const place = freshHome();
let window;
let presses = 0;

/** Presses an element with the pointer, and counts. */
async function click(testid) {
  await window.press(testid);
  presses += 1;
}

/** Walks a way and compares its presses with the ceiling. */
async function within(most, way, walk) {
  presses = 0;
  await walk();
  console.log(`${way}: ${presses} of ${most}`);
  assert.ok(presses <= most, `${way} takes ${presses} presses, not ${most}`);
}

const home = async () => {
  await window.keys("Control+n");
  await window.see("start");
};

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("from Home: a lesson, the coach, odds, an ending and a classical composition", async () => {
  await within(1, "a lesson", async () => {
    await click("home-lessons");
    await window.see("lesson-task");
  });
  await home();
  await within(1, "the coach", async () => {
    await click("coach-warnings");
    assert.ok(await window.run("return document.querySelector('[data-testid=coach-warnings]').checked"));
  });
  await click("coach-warnings");
  await within(2, "odds", async () => {
    // A list opens at the first press and closes at the second.
    await window.choose("odds-select", "left-horse");
    presses += 2;
    await window.says("odds-how", /left horse/);
  });
  await window.choose("odds-select", "none");
  await within(2, "an ending", async () => {
    await click("home-endings");
    await click("ending-pawn-1");
    await window.see("ending-task");
  });
  await home();
  await within(3, "a classical composition", async () => {
    await click("rail-puzzles");
    await click("puzzles-classics");
    await window.see("classics-row", 30_000);
    await click("classics-row");
    await window.see("classic-verdict");
  });
});

test("a game: begun, a hint, taken back, resigned, reviewed, and a rematch", async () => {
  await home();
  await within(1, "the first game", async () => {
    await click("start");
    await window.says("status", /Your move/);
  });
  await window.clickSquare("h2");
  await window.clickSquare("e2");
  await until(async () => (await moves(window)).length === 2, "a reply");
  await within(3, "a hint with its line", async () => {
    for (const pattern of [/has a good move/, /^Try /, /./]) {
      await click("hint");
      await window.says("hint-line", pattern);
    }
  });
  await within(1, "both plies taken back", async () => {
    await click("undo");
    await until(async () => (await moves(window)).length === 0, "no move");
  });
  // A chariot for nothing, so that there is something to review.
  for (const uci of ["a0a1", "a1a2"]) {
    const before = (await moves(window)).length;
    await window.clickSquare(uci.slice(0, 2));
    await window.clickSquare(uci.slice(2));
    await until(async () => (await moves(window)).length === before + 2, "a reply", 30_000);
  }
  await click("resign");
  await click("resign-confirm");
  await window.see("end-card");
  await within(1, "the review", async () => {
    await click("end-review");
    await window.see("screen-study");
  });
  await window.see("review-sides", 90_000);
  await within(2, "the worst mistake, to try again", async () => {
    const worst = await window.run(`
      const faults = [...document.querySelectorAll("[data-testid^=fault-]")];
      return (faults.find((one) => one.textContent.includes("??")) ?? faults[0]).dataset.testid;`);
    await click(worst);
    await click("box-retry");
    await window.see("retry");
  });
  await window.press("retry-leave");
  await window.keys("Control+1");
  await window.see("end-card");
  await within(1, "a rematch", async () => {
    await click("rematch");
    await until(async () => !(await window.has("[data-testid=end-card]")), "the rematch");
  });
});

test("Gomoku at level 4 takes two choices and Start, with the white stones three", async () => {
  await home();
  await window.press("game-xiangqi");
  await within(3, "another game and level, with the black stones", async () => {
    await click("game-gomoku");
    await click("level-4");
    await click("start");
    await window.see("screen-play");
    await window.says("status", /Your move/);
  });
  await home();
  await within(4, "another game, level and colour", async () => {
    await click("game-gomoku");
    await click("level-4");
    await click("seat-second");
    await click("start");
    await window.see("screen-play");
  });
});

test("a saved game, the clipboard, and exports", async () => {
  await window.keys("Control+n");
  await within(2, "a saved game", async () => {
    await click("rail-library");
    await window.see("library-row");
    await click("library-row");
    await window.see("study-at");
  });
  // A game opens where it was left.
  const [at, step] = await window.run(`
    const next = document.querySelector("[data-testid=study-next]");
    const isLast = next.disabled || next.ariaDisabled === "true";
    return [document.querySelector("[data-testid=study-at]").textContent, isLast ? "study-previous" : "study-next"];`);
  await within(1, "a step through it", async () => {
    await click(step);
    await until(async () => (await window.read("[data-testid=study-at]")) !== at, "another move");
  });
  await within(1, "a pasted record", async () => {
    await window.paste("1. 炮二平五 马8进7 2. 马二进三");
    presses += 1;
    await window.hears(/imported/);
  });
  await within(2, "a picture of the board", async () => {
    await click("study-export");
    await click("export-now-png");
    const path = join(place.home, "board.png");
    await saveDialog(path);
    await until(() => existsSync(path), "the picture");
    assert.equal(readFileSync(path).subarray(1, 4).toString(), "PNG");
  });
});

test("an external engine is added with three presses", async () => {
  const program = join(place.home, "toy");
  const loop =
    "while read word rest; do case $word in uci) echo id name Toy; echo uciok;; isready) echo readyok;; go) echo bestmove h2e2;; quit) exit;; esac; done";
  writeFileSync(program, `#!/bin/sh\n${loop}\n`);
  chmodSync(program, 0o755);
  await home();
  await within(3, "an external engine", async () => {
    await click("rail-engines");
    await click("engines-choose");
    await openDialog(program);
    await window.see("add-keep", 30_000);
    await click("add-keep");
    await window.says("guest", /Toy/);
  });
});

test("an empty board to analyse is one press away", async () => {
  await window.keys("Control+n");
  await within(1, "the analysis board", async () => {
    await click("rail-study");
    await window.see("study-at");
  });
});

test("a game that was cut off is resumed with one press", async () => {
  await home();
  await window.press("game-xiangqi");
  await window.press("start");
  await window.see("screen-play");
  await window.clickSquare("h2");
  await window.clickSquare("e2");
  await until(async () => (await moves(window)).length === 2, "a reply");
  await window.crash();
  window = await Window.start(place.home);
  await within(1, "resuming", async () => {
    await click("resume");
    await window.see("screen-play");
    await until(async () => (await moves(window)).length >= 2, "the moves");
  });
});

test("an opening book is opened with two presses, followed with one a move, and trained from Home with one", async () => {
  const book = join(place.home, "cannon.pgn");
  writeFileSync(book, '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 2. h0g2 *\n');
  await window.paste("h2e2 h9g7");
  await window.at(2, 2);
  await window.keys("Home");
  await window.at(0, 2);
  await within(2, "an opening book", async () => {
    await click("tab-book");
    await click("book-open");
    await openDialog(book);
    await until(
      async () => /cannon/.test(await window.read("[data-testid=book-panel] thead")),
      "the column of the book",
    );
  });
  await within(2, "two moves of the book", async () => {
    await click("book-move");
    await window.at(1, 2);
    await until(
      async () => /^H8\+7/.test(await window.read("[data-testid=book-move]")),
      "the reply of the book",
    );
    await click("book-move");
    await window.at(2, 2);
  });
  // A repertoire is chosen once.
  await window.click("[data-testid=book-shelf] .opener");
  await window.press("book-train-first");
  await window.says("drill-task", /Red/);
  await home();
  await within(1, "a training", async () => {
    await click("home-repertoire");
    await window.says("drill-task", /Red/);
  });
});
