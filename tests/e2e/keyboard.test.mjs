// Two games, the library and a study without ever touching the pointer; and what is said aloud on the way.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FISH, finish, freshHome, saveDialog, until, Window } from "./driver.mjs";
import { board, choosePoint, moves, myTurn, typeMove } from "./player.mjs";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

/** Brings the cursor of the board to `square` by arrow keys. */
async function walkTo(square) {
  await until(
    () => window.run("return document.activeElement.dataset.square !== undefined"),
    "the cursor on the board",
  );
  const places = await window.run(
    `const cells = [...document.querySelectorAll("[role=row]")].map((row) => [...row.querySelectorAll("[data-square]")].map((cell) => cell.dataset.square));
     const find = (name) => cells.flatMap((row, y) => row.flatMap((cell, x) => (cell === name ? [[y, x]] : [])))[0];
     return [find(document.activeElement.dataset.square), find(arguments[0])];`,
    square,
  );
  const [[y, x], [toY, toX]] = places;
  await window.keys(
    ...Array(Math.abs(toY - y)).fill(toY > y ? "ArrowDown" : "ArrowUp"),
    ...Array(Math.abs(toX - x)).fill(toX > x ? "ArrowRight" : "ArrowLeft"),
  );
  const there = () => window.run("return document.activeElement.dataset.square");
  await until(async () => (await there()) === square, `the cursor on ${square}`);
}

/** Types the first of `choices` that the position allows: what the engine answers at its level is its own choice. */
async function typeFirstLegal(...choices) {
  const ply = (await moves(window)).length + 1;
  for (const text of choices) {
    await typeMove(window, text);
    const settled = () =>
      window.run(
        `if (document.querySelectorAll("[data-testid=moves] [data-ply]").length >= arguments[0]) return "played";
         return document.querySelector("[data-testid=typed-move-error]") !== null ? "refused" : null;`,
        ply,
      );
    if ((await until(settled, text)) === "played") return;
  }
  assert.fail(`none of ${choices} can be played at ply ${ply}`);
}

test("the first game is one key away", async () => {
  await window.keys("Enter");
  await window.says("status", /Your move/);
  await window.hears(/Xiangqi/);
});

test("moves by cursor, by Chinese words, by WXF and by coordinates", async () => {
  await window.keys("ArrowUp");
  await walkTo("h2");
  await window.keys("Enter");
  await walkTo("e2");
  await window.keys("Enter");
  await window.hears(/Red: cannon two to five\./);
  await window.hears(/Black: /);
  assert.ok(await myTurn(window, 1));
  // The later ones answer a check or a blocked leg.
  await typeFirstLegal("马二进三", "兵七进一", "炮五平六", "仕四进五");
  assert.ok(await myTurn(window, 3));
  await typeFirstLegal("H8+7", "P7+1", "C5=6", "A4+5", "K5+1");
  assert.ok(await myTurn(window, 5));
  await typeFirstLegal("g3g4", "a3a4", "i3i4", "e2d2", "d0e1", "e0e1");
  assert.ok(await myTurn(window, 7));
});

test("moves that cannot be played say why, beside the field and aloud", async () => {
  const before = await moves(window);
  // What the engine answered is its own choice, so the squares are those of the board as it stands.
  const stands = await board(window);
  const squares = Object.keys(stands);
  const manOn = (square) =>
    /^(red|black) (\w+)/i
      .exec(stands[square])
      ?.slice(1)
      .map((word) => word.toLowerCase());
  const sideOn = (square) => manOn(square)?.[0];
  const [theirs, own] = ["black", "red"].map((side) => squares.find((square) => sideOn(square) === side));
  const free = squares.find((square) => !manOn(square));
  /** Each side counts the files from its right. */
  const fileOf = (square) => {
    const fromLeft = square.charCodeAt(0) - "a".charCodeAt(0) + 1;
    return `file ${sideOn(square) === "red" ? 10 - fromLeft : fromLeft}`;
  };
  const other = squares.find((square) => sideOn(square) === "red" && square !== own);
  // A chariot's file: what stands first above it, and beyond that where it might have gone.
  const blocked = squares
    .filter((square) => String(manOn(square)) === "red,chariot")
    .map((from) => {
      const above = squares.filter((square) => square[0] === from[0] && square[1] > from[1]).toSorted();
      const at = above.findIndex(manOn);
      return { from, by: above[at], to: above.slice(at + 1).find((square) => sideOn(square) !== "red") };
    })
    .find(({ by, to }) => by && to);
  for (const [text, why] of [
    ["nonsense", /not a move Duiyi understands/],
    [`${own}${other}`, new RegExp(`Your own ${manOn(other)[1]} on ${fileOf(other)} is there already`)],
    [
      `${blocked.from}${blocked.to}`,
      new RegExp(`The ${manOn(blocked.by)[1]} on ${fileOf(blocked.by)} blocks the path`),
    ],
    [`${free}${own}`, /no piece on that point/],
    [`${theirs}${free}`, /your opponent’s piece/],
  ]) {
    await typeMove(window, text);
    assert.match(await window.says("typed-move-error", why), why);
    await window.hears(why);
  }
  await window.shoot("keyboard-refused");
  await window.keys("Escape");
  assert.deepEqual(await moves(window), before);
});

test("a hint in three steps", async () => {
  await window.keys("Shift+H");
  await window.says("hint-line", /has a good move/, 10_000);
  await window.hears(/has a good move/);
  await window.keys("Shift+H");
  await window.says("hint-line", /^Try /);
  await window.keys("Shift+H");
  // The line of a search that has just found a better move has this move alone.
  await window.says("hint-line", /^(Likely continuation: |Try )/);
  await until(async () => !(await window.has("[data-testid=hint-line] small")), "the last part of the hint");
  await window.shoot("keyboard-hint");
});

test("undo takes both plies back, flip turns the board, the board reads itself", async () => {
  const before = (await moves(window)).length;
  await window.keys("Control+z");
  await until(async () => (await moves(window)).length === before - 2, "two plies fewer");
  await window.hears(/Move taken back/);
  const first = () => window.run("return document.querySelector('[data-square]').dataset.square");
  assert.equal(await first(), "a9");
  await window.keys("Shift+F");
  assert.equal(await first(), "i0");
  await window.keys("Shift+F");
  assert.ok(await window.run("return document.activeElement.dataset.square !== undefined"));
  await window.keys("Shift+L");
  await window.hears(/Last move/);
  await window.keys("Shift+O");
  await window.hears(/No clock/);
});

test("resigning, and the other language", async () => {
  await window.keys("Control+Shift+R");
  await window.see("resign-dialog");
  await window.keys("Enter");
  await window.says("end-card", /You lost.*Red resigned/);
  await window.hears(/You lost\. Red resigned\./);
  await window.keys("Control+6");
  await window.see("lang-select");
  await window.choose("lang-select", "zh-CN");
  await until(() => window.run("return document.documentElement.lang === 'zh-CN'"), "Chinese");
});

test("Gomoku at level 4 in four keys, won or lost in Chinese, and a rematch", async () => {
  await window.keys("Control+n");
  await window.see("screen-home");
  await window.keys("g", "4", "b", "Enter");
  await window.says("status", /轮到你/);
  assert.match(await window.read("[data-testid=player-second]"), /有段 · 第 4 级/);
  await window.hears(/五子棋，黑方先行。/);
  await window.keys("ArrowUp");
  await walkTo("h8");
  await window.keys("Enter");
  await window.hears(/^黑：H8。$/);
  await window.hears(/^白：[A-O]\d+。$/);
  assert.ok(await myTurn(window, 1, 30_000));
  await typeMove(window, "h8");
  await window.hears(/这里已有棋子。/);
  await window.keys("Escape");
  await window.keys("Control+Shift+R");
  await window.see("resign-dialog");
  await window.keys("Enter");
  await window.hears(/你输了。黑方认输。/);
  await window.keys("n");
  await until(async () => !(await window.has("[data-testid=end-card]")), "the rematch");
  assert.match(await window.read("[data-testid=player-first]"), /有段/);
  await until(async () => (await moves(window)).length >= 1, "the engine's first move", 30_000);
  await window.hears(/^黑：[A-O]\d+。$/);
  const reply = choosePoint(await moves(window));
  await typeMove(window, reply);
  await until(async () => (await moves(window)).length >= 2, reply);
  await window.keys("Escape");
});

test("the library by keys: search, open, play through, delete, restore", async () => {
  await window.keys("Control+3");
  await window.see("library-search");
  const rows = () => window.run("return document.querySelectorAll('[data-testid=library-row]').length");
  await until(async () => (await rows()) === 2, "two games");
  await window.tabTo("library-search");
  await window.type("象棋");
  await until(async () => (await rows()) === 1, "one game");
  await window.tabTo("library-row");
  await window.keys("Enter");
  await window.see("study-at");
  const at = () => window.run("return Number(document.querySelector('[data-testid=study-slider]').value)");
  await window.keys("ArrowRight");
  assert.equal(await at(), 1);
  await window.hears(/^红炮二平五。$/);
  await window.keys("End");
  const last = await at();
  assert.ok(last >= 5, `${last} plies`);
  await window.keys("Home", "Shift+ArrowRight");
  assert.equal(await at(), Math.min(10, last));
  await window.keys("f");
  assert.equal(await window.run("return document.querySelector('[data-square]').dataset.square"), "i0");
  await window.keys("Control+3");
  await until(async () => (await rows()) === 1, "what was looked for, still");
  await window.tabTo("library-search");
  await window.keys("End", "Backspace", "Backspace");
  await until(async () => (await rows()) === 2, "two games again");
  await window.tabTo("library-row");
  await window.keys("Delete");
  await until(async () => (await rows()) === 1, "one game left");
  await window.hears(/已删除一局。/);
  await window.tabTo("toast-action");
  await window.keys("Enter");
  await until(async () => (await rows()) === 2, "the game back");
  await window.hears(/已恢复。/);
});

test("typing in a field is taken back with Ctrl+Z, and typed again with Ctrl+Shift+Z", async () => {
  const text = () => window.run("return document.activeElement.value");
  await window.tabTo("library-search");
  const before = await text();
  await window.keys("End", "q", "z");
  assert.equal(await text(), `${before}qz`);
  await window.keys("Control+z");
  await until(async () => (await text()) === before, "the letters to be gone");
  await window.keys("Control+Shift+z");
  await until(async () => (await text()) === `${before}qz`, "the letters to be there again");
  await window.keys("Control+z");
  await until(async () => (await text()) === before, "the letters to be gone again");
});

test("a record is pasted and written to a file, and both are said", async () => {
  await window.paste("1. 炮二平五 马8进7 2. 马二进三");
  await window.hears(/棋谱已导入/);
  await window.see("study-at");
  await window.keys("Control+e");
  await window.see("export-pgn");
  await window.keys("Enter");
  const path = join(place.home, "pasted.pgn");
  await saveDialog(path);
  await until(() => existsSync(path), "the file");
  await window.hears(/pasted\.pgn/);
});

test(
  "an engine of one's own is asked, kept and told",
  { skip: !existsSync(FISH) && "fairy-stockfish is not installed" },
  async () => {
    await window.keys("Control+5");
    await window.tabTo("engine-add");
    await window.keys("Enter");
    await window.see("add-form");
    await window.tabTo("add-advanced-summary");
    await window.keys("Enter");
    await until(async () => (await window.focused()) === "add-command", "the command line");
    await window.type(FISH);
    await window.tabTo("add-test");
    await window.keys("Enter");
    await window.hears(/毫秒应答/);
    await window.tabTo("add-keep");
    await window.keys("Enter");
    await window.hears(/已可使用，可在首页选为对手/);
    await window.see("external");
  },
);

test("the level that fits is one key, and its name is told", async () => {
  await window.keys("Control+n");
  await window.see("screen-home");
  await window.keys("x", "6");
  await window.says("character", /^按你最近的对局选级别，目前是(初学|入门|业余|有段|大师)。/);
  await window.keys("Enter");
  await window.says("status", /轮到你|思考/);
  await window.hears(/象棋/);
});
