// How many presses of the mouse each way takes: the ceilings of the window's main flows, counted while they are walked.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { finish, freshHome, saveDialog, until, Window } from "./driver.mjs";
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
  await window.keys("Control+1");
  await window.see("end-card");
  await within(1, "a rematch", async () => {
    await click("rematch");
    await until(async () => !(await window.has("[data-testid=end-card]")), "the rematch");
  });
});

test("Gomoku at level 4 with the white stones takes three choices and Start", async () => {
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
