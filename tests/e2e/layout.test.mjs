// Where everything lies: one board rectangle on every screen, nothing over it, nothing beyond the window's edge.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { finish, freshHome, saveDialog, until, Window } from "./driver.mjs";
import { SIZES, wear } from "./faces.mjs";
import { myTurn } from "./player.mjs";

const BOARD = ".stage .room .board";

/** The screens of the rail, in the order of their keys. */
const SCREENS = ["play", "study", "library", "puzzles", "engines", "settings", "lessons", "classics"];

let window;
let place;
before(async () => {
  place = freshHome();
  window = await Window.start(place.home);
});
after(() => finish(window, place));

/** The rectangle of an element, in whole pixels. */
const box = (css) =>
  window.run(
    `const box = document.querySelector(arguments[0])?.getBoundingClientRect();
     return box ? [box.x, box.y, box.width, box.height].map(Math.round) : null;`,
    css,
  );

/** Changes the size of the window, and waits until the page has followed. */
async function resize(width, height) {
  await window.resize(width, height);
  let last = "";
  const rests = async () => {
    const now = JSON.stringify([await box("main"), await box(BOARD), await box(".panel")]);
    const same = now === last;
    last = now;
    await sleep(150);
    return same && (await window.run("return innerWidth")) === width;
  };
  await until(rests, `the page to be laid out in ${width} × ${height}`);
}

/** What reaches beyond the right or the lower edge of the window and is not scrolled to, by name. */
const beyond = () =>
  window.run(`
    const within = (one, edge, ways) => {
      for (let up = one.parentElement; up; up = up.parentElement)
        if (ways.test(getComputedStyle(up)[edge]) && up !== document.body) return true;
      return false;
    };
    const scrolled = (one) => within(one, "overflowY", /auto|scroll|hidden/);
    // The open studies scroll sideways.
    const aside = (one) => one.closest("[role=tablist]") !== null && within(one, "overflowX", /auto|scroll/);
    const main = document.querySelector("main");
    return [...document.querySelectorAll("main *, nav *")].filter((one) => {
      if (one.closest("svg") || one.closest(".unseen")) return false;
      const box = one.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) return false;
      return (box.right > innerWidth + 1 && !aside(one)) || (box.bottom > innerHeight + 1 && !scrolled(one));
    }).slice(0, 5).map((one) => one.tagName + "." + one.className).concat(
      main.scrollWidth > main.clientWidth + 1 ? ["main scrolls sideways"] : []);`);

/** In the page, what a list that scrolls shows of an element: the rest cannot be pressed. */
const SHOWN = `
    const shown = (one) => {
      let { left, top, right, bottom } = one.getBoundingClientRect();
      for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowY === "visible") continue;
        const edge = up.getBoundingClientRect();
        [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
      }
      return { left, top, right, bottom };
    };`;

/** Whether two elements lie on one another. */
const cover = (one, other) =>
  window.run(
    `const [a, b] = [...arguments].map((css) => document.querySelector(css)?.getBoundingClientRect());
     return !!a && !!b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;`,
    one,
    other,
  );

/** What can be pressed and lies over something else that can, by name. */
const collisions = () =>
  window.run(`
    ${SHOWN}
    const all = [...document.querySelectorAll("main :is(button, select, input, textarea, [data-testid=opening-name])")]
      .filter((one) => !one.closest("[role=grid], .unseen, .behind, dialog") && !one.matches(".laid-over") && one.checkVisibility())
      .map((one) => ({ one, box: shown(one) }))
      .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2);
    const name = (one) => one.dataset.testid ?? one.textContent.trim();
    return all.flatMap(({ one: a, box: x }, index) => all.slice(index + 1).filter(({ one: b, box: y }) =>
        !a.contains(b) && !b.contains(a) &&
        Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 &&
        Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 1)
      .map(({ one: b }) => name(a) + " and " + name(b)));`);

for (const game of ["xiangqi", "gomoku"])
  test(`the board is where it was in play, study and analysis: ${game}`, async () => {
    await window.keys("Control+n");
    await window.press(`game-${game}`);
    await window.press("opponent-friend");
    await window.press("start");
    await window.see("screen-play");
    if (game === "xiangqi") {
      await window.clickSquare("h2");
      await window.clickSquare("e2");
    } else await window.clickSquare("h8");
    for (const [width, height] of SIZES) {
      await resize(width, height);
      const [seenWidth, seenHeight] = await window.run("return [innerWidth, innerHeight]");
      assert.deepEqual(
        [seenWidth, seenHeight],
        [width, height],
        "the window has the size that was asked for",
      );
      const played = await box(BOARD);
      assert.ok(played, "a board is in view");
      // It ends where the window does, or where the panel begins.
      const panel = await box(".stage .panel");
      const fills = played[3] >= height - 20 || panel[0] - (played[0] + played[2]) <= 20;
      assert.ok(fills, `${played} fills ${width} × ${height}`);
      await window.keys("Control+Tab");
      await window.see("screen-study");
      await until(() => box(BOARD), "the board of the study");
      assert.deepEqual(await box(BOARD), played, `the study at ${width} × ${height}`);
      await window.keys("Shift+a");
      await until(() => window.has("[data-testid=evaluation-bar]"), "the analysis to say something");
      assert.deepEqual(await box(BOARD), played, `the analysis at ${width} × ${height}`);
      assert.equal(await cover("[data-testid=evaluation-bar] .bar", BOARD), false);
      await window.keys("Shift+a");
      await window.keys("Control+1");
      await window.see("screen-play");
    }
    await resize(1200, 800);
  });

/** Begins a game against level 5 from Home that is lost at once; its end card has a lesson. */
async function loseToTwoCannons() {
  await window.press("level-5");
  await window.run(`document.querySelector("[data-testid=more-options]").dataset.open = ""`);
  await window.press("fen");
  await window.type("5k3/9/9/4c4/c8/9/P8/9/9/3AKA3 w - - 0 1");
  await window.press("start");
  await window.says("status", /Your move/);
  for (const square of ["a3", "a4"]) await window.clickSquare(square);
  await window.see("end-card", 30_000);
  await window.says("end-lesson", /Double cannon \(重炮\)/);
}

test("a person sits at the bottom as White, and the panel keeps its place while the engine thinks", async () => {
  await window.keys("Control+n");
  await window.press("game-gomoku");
  await window.press("level-1");
  await window.press("seat-second");
  await window.press("start");
  await myTurn(window, 0);
  const [own, other] = [await box("[data-testid=player-second]"), await box("[data-testid=player-first]")];
  assert.ok(own[1] > other[1], "White's bar is below Black's");
  const list = await box("[data-testid=moves]");
  await window.clickSquare("a1");
  await until(() => window.has(".brush"), "the engine to think");
  assert.deepEqual(await box("[data-testid=moves]"), list);
  await myTurn(window, 2);
  assert.deepEqual(await box("[data-testid=moves]"), list);
});

test("a message covers no board, no clock, no seat and nothing that can be pressed at its foot", async () => {
  await window.keys("Control+n");
  await window.press("game-xiangqi");
  await window.choose("clock-select", "1");
  await window.press("start");
  await window.see("clock-first");
  await window.paste("nothing that could be read as a game");
  await window.see("toast");
  for (const size of [...SIZES, [640, 900]]) {
    await resize(...size);
    for (const css of [
      BOARD,
      "[data-testid=clock-first]",
      "[data-testid=clock-second]",
      ".status",
      ".actions",
    ])
      assert.equal(await cover("[data-testid=toast]", css), false, `${css} at ${size}`);
  }
  await window.press("toast-close");
  await resize(1200, 800);
});

test("Esc drops a piece that the mouse picked and clears a refusal, which stands at the board", async () => {
  await window.clickSquare("b0");
  assert.ok(await window.has("[data-square].picked"));
  await window.keys("Escape");
  assert.equal(await window.has("[data-square].picked"), false);
  await window.clickSquare("b0");
  await window.clickSquare("b1");
  await window.see("refusal");
  const [reason, board] = [await box("[data-testid=refusal]"), await box(BOARD)];
  assert.ok(reason[0] >= board[0] && reason[1] >= board[1], "the reason lies within the board");
  assert.ok(reason[0] + reason[2] <= board[0] + board[2] + 1 && reason[1] + reason[3] <= board[1] + board[3]);
  await window.keys("Escape");
  if (await window.has("[data-testid=refusal]")) await window.keys("Escape");
  assert.equal(await window.has("[data-testid=refusal]"), false);
});

test("the move on the board is in view when a long game is come back to", async () => {
  const there = ["H0-G2", "H9-G7", "G2-H0", "G7-H9", "B0-C2", "B9-C7", "C2-B0", "C7-B9"];
  const moves = Array.from({ length: 90 }, (_, ply) => there[ply % there.length]);
  const text = moves.map((mv, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${mv}` : mv)).join(" ");
  await window.paste(`[Game "Chinese Chess"]\n[Format "ICCS"]\n\n${text} *\n`);
  await window.see("screen-study");
  await window.keys("End");
  const inView = () =>
    window.run(`
      const list = document.querySelector("[data-testid=moves]");
      const mark = list.querySelector("[aria-current=step]");
      if (!mark) return false;
      const [a, b] = [mark, list].map((one) => one.getBoundingClientRect());
      return a.height > 0 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;`);
  await until(inView, "the last move of the study to be in view");
  await window.keys("Control+3");
  await window.see("screen-library");
  await window.keys("Control+2");
  await window.see("screen-study");
  await until(inView, "the last move to be in view again");
  // The keys work at once.
  const at = () => window.run("return Number(document.querySelector('[data-testid=study-slider]').value)");
  const last = await at();
  await window.keys("ArrowLeft");
  await until(async () => (await at()) === last - 1, "the move before it");
});

test("the arrow leads from the library's search to what was found, and Enter opens it", async () => {
  await window.keys("Control+3");
  await window.see("library-row");
  await window.press("library-search");
  await window.keys("ArrowDown");
  await until(async () => (await window.focused()) === "library-row", "the first row to have the focus");
  await window.press("library-search");
  await window.keys("Enter");
  await window.see("screen-study");
});

test("every button of a row is pressed where it is seen, in a list that scrolls", async () => {
  const games = Array.from(
    { length: 15 },
    (_, n) => `[Game "Chinese Chess"]\n[Red "甲${n}"]\n\n1. 炮二平五 马8进7 *\n`,
  );
  await window.paste(games.join("\n"));
  await window.says("toast", /Games imported: 15/);
  await window.press("toast-close");
  await window.keys("Control+3");
  await window.see("screen-library");
  await window.see("library-delete");
  for (const size of [...SIZES, [640, 900]]) {
    await resize(...size);
    const covered = await window.run(`
      const list = document.querySelector("[data-testid=library-list]").getBoundingClientRect();
      return [...document.querySelectorAll("[data-testid=library-list] button")].filter((button) => {
        const box = button.getBoundingClientRect();
        const [x, y] = [box.right - 6, box.y + box.height / 2];
        return box.bottom < list.bottom && !button.contains(document.elementFromPoint(x, y));
      }).map((button) => button.dataset.testid);`);
    assert.deepEqual(covered, [], `at ${size}`);
  }
  await resize(1200, 800);
});

test("two engines are paused, make a single move, go on, and are stopped; that can be taken back", async () => {
  const plies = () => window.run(`return document.querySelectorAll("[data-testid=moves] [data-ply]").length`);
  await window.keys("Control+n");
  await window.press("game-xiangqi");
  await window.press("opponent-engines");
  await window.press("start");
  await until(async () => (await plies()) >= 2, "two moves");
  await window.press("pause");
  await window.says("status", /Paused|已暂停/);
  const stood = await plies();
  await sleep(2500);
  assert.equal(await plies(), stood, "nobody moves");
  await window.press("step");
  await until(async () => (await plies()) === stood + 1, "a single move", 20_000);
  await sleep(2000);
  assert.equal(await plies(), stood + 1);
  await window.press("pause");
  await until(async () => (await plies()) > stood + 1, "they play on", 20_000);
  await window.press("stop");
  await window.see("screen-home");
  await window.press("toast-action");
  await window.hears(/You can resume the game again|又可以继续/);
  await window.press("resume-strip-resume");
  await window.see("screen-play");
  await until(async () => (await plies()) > stood + 1, "the game to be there again");
  await window.press("stop");
  await window.see("screen-home");
});

test("with games to go on with, all that begins a game is in view, and the board is seen whole", async () => {
  for (const [width, height, language] of [
    ...["en", "zh-CN", "zh-TW", "vi"].map((language) => [900, 640, language]),
    [1366, 700, "vi"],
    [1920, 1080, "en"],
  ]) {
    await wear(window, language, "light");
    await window.keys("Control+n");
    await window.see("resume-strip");
    await resize(width, height);
    const at = `in ${language} at ${width} × ${height}`;
    const start = await box("[data-testid=start]");
    assert.ok(start[1] + start[3] <= height, `the way to begin, ${start}, is in view ${at}`);
    const lessons = await box("[data-testid=home-lessons]");
    assert.ok(lessons[1] + lessons[3] <= height, `the lessons, ${lessons}, are in view ${at}`);
    const preview = await box(".preview");
    assert.ok(preview[1] + preview[3] <= height, `the board, ${preview}, is in view ${at}`);
    const strip = (display) =>
      window.run(
        `document.querySelector("[data-testid=resume-strip]").style.display = arguments[0];`,
        display,
      );
    await strip("none");
    assert.deepEqual(
      await box(".preview"),
      preview,
      `the board is where it is with no game to continue ${at}`,
    );
    await strip("");
    const tops = await window.run(
      `return [...document.querySelectorAll(".games label")].map((one) => Math.round(one.getBoundingClientRect().top))`,
    );
    assert.equal(new Set(tops).size, 1, `the three games stand in one row ${at}: ${tops}`);
    assert.deepEqual(await collisions(), [], at);
  }
});

test("at 900 × 640 Home's choices end above the way to begin, and below the card of a lost game the actions are whole", async () => {
  await wear(window, "en", "light");
  await resize(900, 640);
  await window.keys("Control+n");
  await window.press("game-xiangqi");
  await window.press("opponent-computer");
  await window.run(
    `const strip = document.querySelector("[data-testid=resume-strip]"); if (strip) strip.style.display = "none";`,
  );
  const [, moreTop, , moreHeight] = await box("[data-testid=more-options-summary]");
  const [, begins] = await box(".begin");
  assert.ok(moreTop + moreHeight <= begins, `more options end at ${moreTop + moreHeight}, above ${begins}`);
  await loseToTwoCannons();
  const [, panelTop, , panelHeight] = await box(".panel");
  const [, top, , height] = await box(".actions");
  assert.ok(top + height <= panelTop + panelHeight, `the actions end at ${top + height}`);
});

test("nothing that can be pressed lies over another, in the longest words and the narrowest panels", async () => {
  await wear(window, "vi", "light");
  for (const size of [
    [900, 640],
    [640, 900],
    [1200, 800],
  ]) {
    await resize(...size);
    await window.paste("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5");
    await window.see("screen-study");
    await window.see("study-play");
    assert.deepEqual(await collisions(), [], `study at ${size}`);
    assert.deepEqual(await beyond(), [], `study at ${size}`);
    await window.keys("End");
    await window.press("study-play");
    await window.press("from-start");
    await window.see("screen-play");
    await window.see("opening-name");
    assert.deepEqual(await collisions(), [], `play at ${size}`);
    const cut = await window.run(`
      const { scrollWidth, clientWidth } = document.querySelector(".what .kai");
      return scrollWidth > clientWidth;`);
    assert.equal(cut, false, `the name of the game is whole at ${size}`);
  }
});

test("what a message offers stands below its words where there is no room beside them", async () => {
  await wear(window, "en", "light");
  await resize(900, 640);
  await window.paste("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1");
  await window.see("toast-action");
  const [, , width] = await box("[data-testid=toast] .said > span");
  assert.ok(width >= 140, `the words have ${width} px`);
  assert.deepEqual(await beyond(), []);
  await window.press("toast-close");
});

/** The boards that a message in view covers a part of, by their class and place. */
const boardsCovered = () =>
  window.run(`
    ${SHOWN}
    const messages = [...document.querySelectorAll("[data-testid=toast]")].map(shown);
    if (messages.length === 0) return ["no message"];
    return [...document.querySelectorAll("main .board")].map((one) => ({ one, box: shown(one) }))
      .filter(({ box: b }) => b.left < b.right && b.top < b.bottom &&
        messages.some((a) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1))
      .map(({ one, box }) => one.getAttribute("class") + " " + JSON.stringify(box));`);

test("a message covers no board on any screen, and moves none that is set up or looked at", async () => {
  const quiet = async () => {
    while (await window.has("[data-testid=toast-close]")) await window.press("toast-close");
  };
  const screens = {
    home: async () => {
      await window.keys("Control+n");
      await window.press("game-xiangqi");
    },
    editor: async () => {
      await window.keys("Control+2");
      await window.press("study-position");
      await window.see("editor-fen");
    },
    study: () => window.keys("Control+2"),
    library: () => window.keys("Control+3"),
    puzzles: () => window.keys("Control+4"),
    classics: async () => {
      await window.keys("Control+8");
      await window.press("classics-row");
      await window.see("classic-verdict");
    },
    lab: async () => {
      await window.keys("Control+n");
      await window.run(`document.querySelector("[data-testid=more-options]").dataset.open = ""`);
      await window.press("home-lab");
      await window.see("lab-size", 30_000);
    },
  };
  for (const [name, open] of Object.entries(screens)) {
    await quiet();
    await open();
    await window.see(`screen-${name}`);
    for (const size of [...SIZES, [640, 900]]) {
      await quiet();
      await resize(...size);
      const before = await box("main .board");
      await window.paste("nothing that could be read as a game");
      await window.see("toast");
      await sleep(100);
      assert.deepEqual(await boardsCovered(), [], `${name} at ${size}`);
      if (name === "editor" || name === "lab")
        assert.deepEqual(await box("main .board"), before, `${name} at ${size}`);
      assert.deepEqual(await beyond(), [], `${name} at ${size}`);
    }
    await resize(1200, 800);
  }
  await quiet();
});

test("nothing reaches beyond the window: upright from 640, and at 200 %", async () => {
  const seen = async (what) => {
    for (const [key, screen] of SCREENS.entries()) {
      await window.keys(`Control+${key + 1}`);
      if (screen !== "play") await window.see(`screen-${screen}`);
      assert.deepEqual(await beyond(), [], `${screen} ${what}`);
    }
    await window.keys("Control+n");
    await window.see("screen-home");
    assert.deepEqual(await beyond(), [], `home ${what}`);
  };
  await resize(640, 900);
  await seen("at 640 × 900");
  await window.press("start");
  await window.see("screen-play");
  const board = await box(BOARD);
  assert.ok(board[2] >= 420, `a board of ${board[2]} px`);
  assert.deepEqual(await beyond(), [], "a game at 640 × 900");
  await resize(1280, 800);
  await window.keys("Control+6");
  await window.choose("scale-select", "200");
  await seen("at 200 %");
});

test("at 200 % in 1366 × 768 a panel has room for what it is about, below the names of both players", async () => {
  await resize(1366, 768);
  await window.keys("Control+n");
  await window.press("game-xiangqi");
  await window.press("opponent-computer");
  await window.choose("clock-select", "none");
  await window.press("start");
  await window.see("screen-play");
  const [, panelTop, , panelHeight] = await box(".stage .panel");
  for (const testid of ["undo", "resign", "flip"]) {
    const [, y, , height] = await box(`[data-testid=${testid}]`);
    assert.ok(y >= panelTop && y + height <= panelTop + panelHeight + 1, `${testid} is seen whole`);
  }
  await window.paste("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5");
  await window.see("screen-study");
  await window.press("tab-report");
  const sheet = await box("[data-testid=sheet-report]");
  const foot = await box(".stage .panel .foot");
  assert.ok(foot[1] - sheet[1] >= 160, `${foot[1] - sheet[1]} px of the report are seen`);
  for (const side of ["first", "second"]) {
    const [x, y, width, height] = await box(`[data-testid=player-${side}] .name`);
    assert.ok(x >= 0 && y >= 0 && width >= 40 && x + width <= 1366 && y + height <= panelTop, side);
  }
  // The library shows a row with its buttons.
  await window.keys("Control+3");
  await window.see("library-row");
  await window.run(
    `document.querySelector("[data-testid=library-delete]").scrollIntoView({ block: "end" });`,
  );
  const [, top, , rowHeight] = await box("[data-testid=library-row]");
  assert.ok(top >= 0 && top + rowHeight <= 768, `a row from ${top} to ${top + rowHeight}`);
});

test("at 200 % what is said at the edge of a board leaves its rows free, and the review of a lost game is in view", async () => {
  await resize(1366, 768);
  await window.keys("Control+n");
  await window.press("game-gomoku");
  await window.press("opponent-friend");
  await window.run(`document.querySelector("[data-testid=more-options]").dataset.open = ""`);
  assert.deepEqual(await beyond(), [], "every choice of Gomoku");
  await window.choose("opening-select", "taraguchi-10");
  await window.press("start");
  await window.see("opening-strip");
  await window.clickSquare("h8");
  // A stone is nine tenths of its point.
  const [, top, , cell] = await box('[data-square="h15"]');
  const [, stripTop, , stripHeight] = await box(".edge.head");
  assert.ok(stripTop >= 0, `the steps of the opening begin at ${stripTop}`);
  assert.ok(stripTop + stripHeight <= top + 0.1 * cell, "they leave the highest row free");
  await window.keys("Control+n");
  await window.choose("opening-select", "none");
  await window.press("game-xiangqi");
  // The answer of an engine would lead back to the present.
  await window.press("opponent-friend");
  await window.press("start");
  await window.see("screen-play");
  for (const square of ["h2", "e2"]) await window.clickSquare(square);
  await until(() => window.has("[data-testid=moves] [data-ply='1']"), "the move");
  await window.keys("[");
  await window.see("look-back");
  const [, rowTop, , rowHeight] = await box('[data-square="e0"]');
  const [, footTop, , footHeight] = await box("[data-testid=look-back]");
  assert.ok(footTop >= rowTop + 0.9 * rowHeight, "the way back leaves the lowest row free");
  assert.ok(footTop + footHeight <= 768, `it ends at ${footTop + footHeight}`);
  await window.keys("Control+n");
  await window.press("opponent-computer");
  // The driver would leave it below the way to begin.
  await window.see("level-5");
  await window.run(`document.querySelector("[data-testid=level-5]").scrollIntoView({ block: "center" });`);
  await loseToTwoCannons();
  const [, reviewTop, , reviewHeight] = await box("[data-testid=end-review]");
  assert.ok(reviewTop + reviewHeight <= 768, `the review ends at ${reviewTop + reviewHeight}`);
});

test("several long messages stay in the window at 200 %, and cover no red button of the puzzles", async () => {
  const inside = () =>
    window.run(`return [...document.querySelectorAll("[data-testid=toast]")].every((one) => {
      const list = one.parentElement.getBoundingClientRect();
      return list.top >= 0 && list.left >= 0 && list.right <= innerWidth && list.bottom <= innerHeight &&
        one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().right <= innerWidth;
    });`);
  for (const [nth, key] of ["n", "1", "2", "3", "4"].entries()) {
    await window.keys(`Control+${key}`);
    for (const move of ["车九平十", "炮九平十", "马九平十"])
      await window.paste(
        `[Game "Chinese Chess"]\n[Event "${"long ".repeat(nth + 1)}"]\n\n1. 炮二平五 ${move}${"。".repeat(60)}`,
      );
    await until(() => window.has("[data-testid=toast]"), "a message");
    assert.ok(await inside(), `the messages after Ctrl+${key}`);
  }
  // The last record opens its study late.
  await sleep(1500);
  await window.keys("Control+4");
  await window.see("screen-puzzles");
  while (await window.has("[data-testid=toast-close]")) await window.press("toast-close");
  await window.paste("1. 炮二平五 車九平十");
  await window.see("toast");
  assert.equal(await cover("[data-testid=toast]", "main .seal"), false);
  while (await window.has("[data-testid=toast-close]")) await window.press("toast-close");
});

test("of several messages the newest is in view: the board of Home is whole, and the moves of an upright study are seen", async () => {
  const several = async () => {
    while (await window.has("[data-testid=toast-close]")) await window.press("toast-close");
    for (const move of ["車九平十", "炮九平十", "马九平十"])
      await window.paste(`[Game "Chinese Chess"]\n[Event "${Math.random()}"]\n\n1. 炮二平五 ${move}`);
    await window.see("toast-more");
    await sleep(1500);
  };
  for (const size of SIZES) {
    await resize(...size);
    await several();
    await window.keys("Control+n");
    await window.see("start");
    assert.equal(await window.has("[data-testid=toast-more]"), true);
    assert.deepEqual(await boardsCovered(), [], `at ${size}`);
    const [, top, , height] = await box(".preview .board");
    const [, , , room] = await box("main");
    assert.ok(
      top >= 0 && top + height <= room,
      `the board, ${top} + ${height} of ${room}, is whole at ${size}`,
    );
  }
  await resize(640, 900);
  await several();
  assert.equal(await cover("[data-testid=toast]", "[data-testid=moves] [data-ply]"), false);
  while (await window.has("[data-testid=toast-close]")) await window.press("toast-close");
});

/** The baseline of the text of an element. */
const baseline = (css) =>
  window.run(
    `const mark = document.createElement("span");
     mark.style.cssText = "display: inline-block; width: 0; height: 0";
     document.querySelector(arguments[0]).append(mark);
     const { bottom } = mark.getBoundingClientRect();
     mark.remove();
     return bottom;`,
    css,
  );

test("a move and its number share a baseline, in the list of a game and in the tree of a study", async () => {
  await window.paste("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5");
  await window.at(8, 8);
  await window.press("tab-moves");
  await sleep(300);
  const same = async (number, move) => {
    const [one, other] = [await baseline(number), await baseline(move)];
    assert.ok(Math.abs(one - other) <= 0.5, `${number} at ${one}, ${move} at ${other}`);
  };
  await same(".pair .number", ".pair > :nth-child(2)");
  await window.keys("Control+n");
  await window.press("opponent-friend");
  await window.press("start");
  await window.see("screen-play");
  await window.clickSquare("h2");
  await window.clickSquare("e2");
  await window.see("moves");
  await until(() => window.has("[data-testid=moves] [data-ply='1']"), "the move");
  await same("[data-testid=moves] .number", "[data-testid=moves] [data-ply='1']");
});

/** Waits for the rows of long lists: they are hidden, and cannot be focused, until they have been measured. */
const measured = (screen) =>
  until(
    async () => !(await window.has("main [style*='visibility: hidden']")),
    `the rows of ${screen} to be shown`,
  );

/** What can be focused and whose ring, three pixels wide, an edge around it would cut, by name. */
const cutRings = () =>
  window.run(`
    const all = [...document.querySelectorAll("main :is(button, select, input, [tabindex='0']), nav button")]
      .filter((one) => one.checkVisibility() && !one.closest("[role=grid], .unseen, dialog") && !one.matches(".laid-over"));
    const name = (one) => one.dataset.testid ?? one.className;
    return all.filter((one) => {
      one.focus({ preventScroll: true, focusVisible: true });
      const { outlineOffset } = getComputedStyle(one);
      const out = Math.max(0, 3 + parseFloat(outlineOffset));
      const box = one.getBoundingClientRect();
      for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflow === "visible") continue;
        const edge = up.getBoundingClientRect();
        // What is scrolled out is not looked at.
        if (box.bottom < edge.top + 4 || box.top > edge.bottom - 4) return false;
        if (one.matches("[data-testid=study-tab]") && up.scrollWidth > up.clientWidth) return false;
        if (box.left - out < edge.left - 0.5 || box.right + out > edge.right + 0.5) return true;
      }
      return false;
    }).map(name);`);

test("at 200 % on a small screen names, the way through the moves and the rail are in view, and rings are whole", async () => {
  await resize(1366, 768);
  const scale = () => window.run("return getComputedStyle(document.documentElement).fontSize");
  assert.equal(await scale(), "32px");
  await window.keys("Control+3");
  await window.see("library-row");
  const cut = await window.run(`
    return [...document.querySelectorAll("[data-testid=library-row] .who")]
      .filter((who) => who.scrollWidth > who.clientWidth + 1).map((who) => who.textContent);`);
  assert.deepEqual(cut, [], "names of the library are whole");
  const settings = await box("[data-testid=rail-settings] .label");
  assert.ok(
    settings[1] + settings[3] <= 768,
    `the last label of the rail ends at ${settings[1] + settings[3]}`,
  );
  await window.paste("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5");
  await window.see("screen-study");
  const transport = await box(".transport");
  assert.ok(transport[1] + transport[3] <= 768, `the transport, ${transport}, is in view`);
  // The name of its opening takes two lines, and comes after the list has scrolled.
  await wear(window, "en", "light");
  const four = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1";
  await window.paste(`[Game "Chinese Chess"]\n[Event "Cup"]\n\n${four} 1-0`);
  await window.at(8, 8);
  const isWhole = async () => {
    const row = await box("[data-testid=moves] [aria-current=step]");
    return row !== null && row[1] + row[3] <= (await box(".foot"))[1];
  };
  await until(isWhole, "the last move to be whole, above the tools");
  for (const [key, screen] of SCREENS.entries()) {
    await window.keys(`Control+${key + 1}`);
    if (screen !== "play") await window.see(`screen-${screen}`);
    await measured(screen);
    assert.deepEqual(await cutRings(), [], screen);
  }
});

test("the licences open at 200 %: a kept line break once ended the process of the page", async () => {
  await resize(1366, 768);
  await window.keys("Control+6");
  await window.see("notices");
  const height = await window.run(`
    const notices = document.querySelector("[data-testid=notices]");
    notices.closest(".disclosure").dataset.open = "";
    const { scrollHeight } = notices;
    delete notices.closest(".disclosure").dataset.open;
    return scrollHeight;`);
  assert.ok(height > 10_000, `${height} px of licences`);
});

test("at 200 % all five levels stand in one row", async () => {
  await resize(1366, 768);
  await window.keys("Control+n");
  await window.press("game-xiangqi");
  await window.press("opponent-computer");
  await window.see("level-1");
  const [left, top] = await box("[data-testid=level-1]");
  for (let level = 2; level <= 5; level++) {
    const [x, y, width] = await box(`[data-testid=level-${level}]`);
    assert.equal(y, top, `level ${level}`);
    assert.ok(x > left && x + width <= 1366, `level ${level} ends at ${x + width}`);
  }
});

test("at 200 % a choice that takes the focus is above the way to begin, and a long path within its message", async () => {
  await resize(1366, 768);
  await window.keys("Control+n");
  await window.press("game-xiangqi");
  await window.press("opponent-computer");
  await window.see("level-4");
  for (const testid of ["level-4", "seat-second", "clock-select", "odds-select"]) {
    await window.see(testid);
    await window.run(
      `const one = document.querySelector("[data-testid=" + arguments[0] + "]");
       scrollTo(0, 0);
       document.querySelector("main").scrollTop = 0;
       one.focus();
       one.scrollIntoView({ block: "nearest" });`,
      testid,
    );
    assert.equal(await cover(`[data-testid=${testid}]`, "[data-testid=start]"), false, testid);
  }
  const folder = join(place.home, "a-folder-of-a-long-name-".repeat(9), "and-another-one-".repeat(12));
  mkdirSync(folder, { recursive: true });
  await window.paste("h2e2 h9g7 h0g2 i9h9");
  await window.see("screen-study");
  await window.press("study-export");
  await window.press("export-now-png");
  await saveDialog(join(folder, "board.png"));
  await until(async () => (await window.toasts()).some((text) => text.includes(folder)), "the message");
  // The list finds its place once the dialog has gone.
  const within = async () => {
    const toasts = await window.run(
      `return [...document.querySelectorAll("[data-testid=toast]")].map((one) => {
         const { top, bottom } = one.getBoundingClientRect();
         return [top, bottom];
       })`,
    );
    for (const [top, bottom] of toasts)
      assert.ok(top >= 0 && bottom <= 768, `a message from ${top} to ${bottom}`);
    return true;
  };
  await until(within, "the messages to be in the window");
  await window.keys("Escape");
});

test("the editor has no scrollbar sideways in any size, and no script scrolls the stage", async () => {
  for (const size of [...SIZES, [1366, 768], [640, 900]]) {
    await resize(...size);
    await window.keys("Control+2");
    await window.press("study-position");
    await window.see("editor-fen");
    const wide = await window.run(
      `const panel = document.querySelector(".editor .panel"); return panel.scrollWidth - panel.clientWidth;`,
    );
    assert.equal(wide, 0, `the editor's panel at ${size}`);
    // A gradient whose tones are unknown is black.
    const tones = await window.run(
      `return [...document.querySelectorAll(".editor .palette stop")].map((stop) => getComputedStyle(stop).stopColor);`,
    );
    assert.ok(tones.length > 0 && !tones.includes("rgb(0, 0, 0)"), `the pieces to set up: ${tones}`);
    await window.press("editor-back");
  }
  await window.keys("Control+2");
  await window.see("screen-study");
  const scrolled = await window.run(`
    const stage = document.querySelector(".stage");
    stage.scrollTop = 50;
    stage.querySelector(".unseen")?.scrollIntoView();
    return stage.scrollTop;`);
  assert.equal(scrolled, 0);
});

test("at 200 % a message covers no board of Home or of the editor", async () => {
  await resize(1366, 768);
  await window.keys("Control+n");
  await window.paste("nothing that could be read as a game");
  await window.see("toast");
  assert.deepEqual(await boardsCovered(), [], "home");
  await window.keys("Control+2");
  await window.press("study-position");
  await window.see("editor-fen");
  await window.paste("nothing that could be read as a game");
  assert.deepEqual(await boardsCovered(), [], "the editor");
  await window.press("editor-back");
  while (await window.has("[data-testid=toast-close]")) await window.press("toast-close");
});

test("at 200 % the number of the evaluation covers no coordinate, and the forms of an export have the dialog's room", async () => {
  await resize(1366, 768);
  await window.paste("h8 i9 h9");
  await window.at(3, 3);
  await window.keys("a");
  await window.see("evaluation", 30_000);
  const covered = await window.run(`
    const box = (one) => one.getBoundingClientRect();
    const number = box(document.querySelector("[data-testid=evaluation]"));
    return [...document.querySelectorAll(".board-place svg text")].filter((text) => {
      const { left, top, right, bottom } = box(text);
      return left < number.right && right > number.left && top < number.bottom && bottom > number.top;
    }).map((text) => text.textContent);`);
  assert.deepEqual(covered, []);
  await window.keys("a");
  await window.press("study-export");
  await window.see("export-dialog");
  const [share, low] = await window.run(`
    const forms = document.querySelector("[data-testid=export-dialog] .forms");
    const save = document.querySelector("[data-testid=export-save]").getBoundingClientRect();
    return [forms.clientHeight / innerHeight, save.bottom <= innerHeight];`);
  assert.ok(share >= 0.4 && low, `the forms have ${share} of the window, above the red button`);
  await window.keys("Escape");
});
