// How many presses of the mouse, or of keys, each way takes: the ceilings of the window's main flows, counted while they are
// walked. A typed word is one press.
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

/** Presses keys, one after the other, and counts. */
async function type(...keys) {
  for (const key of keys) await window.keys(key);
  presses += keys.length;
}

/** Moves the focus to an element by Tab or another key, and counts. */
async function focus(testid, key = "Tab") {
  const isThere = () =>
    window.run(
      `return document.activeElement?.closest("[data-testid]")?.dataset.testid === arguments[0]`,
      testid,
    );
  for (let n = 0; !(await isThere()); n += 1) {
    assert.ok(n < 60, `${testid} is not reached by ${key}`);
    await type(key);
  }
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
    await window.says("external", /Toy/);
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

test("the library: words and a part of a position are searched for, by the pointer and by keys", async () => {
  await window.paste("1. 炮二平五 马8进7 2. 马二进三 车9平8");
  await window.at(4, 4);
  const found = () => until(() => window.has("[data-testid=library-row]"), "a game");
  await home();
  await within(2, "a search by words", async () => {
    await click("rail-library");
    await click("library-search");
    await window.type("moves:C2=5");
    await found();
  });
  await home();
  await within(8, "a search by words, by keys", async () => {
    await type("Control+3");
    await window.see("library-search");
    await focus("library-search");
    await window.type("moves:C2=5");
    presses += 1;
    await found();
  });
  await window.keys("Control+2");
  await window.see("study-at");
  await within(2, "the games with the pieces of the board", async () => {
    await click("study-position");
    await window.see("editor-find");
    await click("editor-find");
    await window.see("library-part");
    await found();
  });
  await within(1, "all games again", async () => {
    await click("library-part-off");
    await until(async () => !(await window.has("[data-testid=library-part]")), "all games");
  });
});

test("an analyst's tools: a forced win is found and kept as variations, by the pointer and by keys", async () => {
  const open = async (record) => {
    await window.paste(record);
    await window.at(8, 8);
    await window.press("tab-moves");
    await window.run("document.querySelector('[data-testid=moves]').focus()");
  };
  const kept = () => window.hears(/moves? added/);
  await open("h8 a1 i8 a15 h9 o1 i9 o15");
  await within(3, "a forced win as variations", async () => {
    await click("tab-engine");
    await click("search-first");
    await window.see("keep-lines", 120_000);
    await click("keep-lines");
    await kept();
  });
  await open("h8 a1 i8 a15 h9 o1 i9 o14");
  await within(12, "a forced win as variations, by keys", async () => {
    await focus("tab-moves", "Shift+Tab");
    await type("ArrowRight", "ArrowRight");
    await window.see("search-first");
    await focus("search-first");
    await type(" ");
    await window.see("keep-lines", 120_000);
    await focus("keep-lines");
    await type(" ");
    await kept();
  });
});

test("a tournament is begun and its table saved, by the pointer and by keys", async () => {
  const rests = (testid) => window.see(testid, 60_000);
  await window.keys("Control+5");
  await window.see("tournament-form");
  await window.choose("tournament-limit", "move-100");
  await home();
  await within(2, "a tournament", async () => {
    await click("rail-engines");
    await click("tournament-start");
    await window.see("tournament-stop");
  });
  await until(() => window.has("[data-testid=tournament-pairing]"), "a game", 120_000);
  await window.press("tournament-stop");
  await rests("tournament-go-on");
  await within(1, "its table as a file", async () => {
    await click("tournament-save-table");
    const path = join(place.home, "table.json");
    await saveDialog(path);
    await until(() => existsSync(path), "the table");
    const { table, pairings } = JSON.parse(readFileSync(path, "utf8"));
    assert.ok(table.length === 3 && pairings.length > 0 && pairings[0].los > 0);
  });
  await home();
  await within(35, "a tournament, by keys", async () => {
    await type("Control+5");
    await window.see("tournament-start");
    await focus("tournament-start");
    await type("Enter");
    await window.see("tournament-stop");
  });
  // The focus goes to what pauses it.
  await until(
    () => window.run("return document.activeElement?.dataset.testid === 'tournament-stop'"),
    "the focus on the pause",
  );
  await within(1, "its pause, by keys", async () => {
    await type("Enter");
    await rests("tournament-go-on");
  });
});
