// Tic-tac-toe by keys alone, its whole tree, and the laboratory with a position of each game.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { inEverySize, overflowing, serious } from "./faces.mjs";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home, { env: { LANGUAGE: "en", LANG: "C.UTF-8" } });
  await window.press("rail-settings");
  await window.choose("lang-select", "en");
});
after(() => finish(window, place));

const rows = (testid) =>
  window.run(
    `return [...document.querySelectorAll('[data-testid="' + arguments[0] + '"] tbody tr')]
       .map((row) => [...row.children].map((cell) => cell.textContent.trim()))`,
    testid,
  );

/** The numbers of a cell such as `1,920`. */
const number = (text) => Number(text.replaceAll(",", ""));

const isReady = () => window.says("lab-state", /measured live on this position/, 120_000);

/** The free cells of the board in view. */
const free = () =>
  window.run(
    `return [...document.querySelectorAll("[data-square]")]
       .filter((cell) => /^empty/.test(cell.getAttribute("aria-label"))).map((cell) => cell.dataset.square)`,
  );

test("a game of tic-tac-toe by keys: the perfect level is never beaten, and the game is kept", async () => {
  await window.keys("Control+n");
  await window.see("screen-home");
  for (let round = 0; round < 2; round++) {
    if (round === 0) {
      for (const key of ["t", "3"]) await window.keys(key);
      await window.says("character", /never loses/);
      await window.keys("Enter");
    } else await window.keys("n");
    await window.see("screen-play");
    await until(async () => (await free()).length >= 8, "an empty board");
    for (let turn = 0; turn < 5 && !(await window.has("[data-testid=end-card]")); turn++) {
      await until(
        async () =>
          (await window.has("[data-testid=end-card]")) ||
          /Your move/.test(await window.read("[data-testid=status]")),
        "my turn",
      );
      if (await window.has("[data-testid=end-card]")) break;
      const cells = await free();
      const cell = cells[(turn * 5 + round * 3) % cells.length];
      await window.keys("/");
      await window.see("typed-move");
      await window.type(cell);
      await window.keys("Enter");
      await until(async () => !(await free()).includes(cell), `${cell} to be played`);
      if (await window.has("[data-testid=typed-move]")) await window.keys("Escape");
      if (turn === 1 && round === 0) {
        await window.hears(/^[XO]: [A-C][1-3]/);
        await window.shoot("tictactoe-play");
      }
    }
    await window.see("end-card");
    const side = await window.run(
      `return document.querySelector('[data-testid=player-first] .name').textContent === "You" ? "X wins" : "O wins"`,
    );
    const ended = await window.read("[data-testid=end-card] h2");
    assert.notEqual(ended, side);
    assert.match(await window.read("[data-testid=end-card]"), /library/);
  }
  assert.deepEqual(await serious(window), [], "the end of a game");
  // The game is in the library, and its study has its moves.
  await window.keys("r");
  await window.see("screen-study");
  await window.see("study-at");
});

test("the whole tree of tic-tac-toe is walked by keys", async () => {
  await window.keys("Control+n");
  await window.keys("t");
  await window.press("more-options-summary");
  await window.press("home-lab");
  await window.see("screen-lab");
  await window.says("lab-known", /X to move.*draw/);
  assert.match(await window.read("[data-testid=sheet-whole]"), /255,168 games/);
  await isReady();
  // X in the middle, O at the edge: X wins.
  await window.clickSquare("b2");
  await window.says("lab-known", /O to move.*draw/);
  await window.clickSquare("b1");
  await window.says("lab-known", /X to move.*X wins? in\s\d/);
  await window.run(`document.querySelector("[data-branch]").focus()`);
  let depth = 2;
  while (!/over here/.test(await window.read("[data-testid=lab-known]"))) {
    await window.keys("ArrowRight");
    depth += 1;
    await until(
      async () =>
        (await window.run(`return document.querySelectorAll("[data-testid=lab-path] li").length`)) === depth,
      `${depth} moves in`,
    );
  }
  assert.ok(depth <= 7, "the best moves win soon");
  await window.keys("Home");
  await window.says("lab-known", /X to move.*draw/);
  const methods = await rows("lab-methods");
  assert.equal(number(methods[0][2]), 549_946, "minimax looks at the whole tree");
  await window.shoot("lab-tictactoe");
  assert.deepEqual(await serious(window), [], "the whole game");
});

/** Walks into the searched tree and out again. */
async function walkTree() {
  await window.press("tab-tree");
  const way = () =>
    window.run(
      `return document.querySelectorAll("[data-testid=sheet-tree] [data-testid=lab-path] li").length`,
    );
  await window.run(`document.querySelector("[data-testid=sheet-tree] [data-branch]").focus()`);
  // The first move opens the window; the next one is cut off.
  await window.keys("ArrowDown");
  await window.keys("ArrowRight");
  await until(async () => (await way()) === 1, "one move in");
  const inside = await window.read("[data-testid=sheet-tree]");
  assert.match(inside, /pruned/, "a cut-off shows what it left out");
  await window.keys("ArrowRight");
  await until(async () => (await way()) === 2, "two moves in");
  await window.shoot("lab-tree");
  await window.keys("ArrowLeft");
  await until(async () => (await way()) === 1, "one move out");
  await window.keys("Home");
  await until(async () => (await way()) === 0, "the root");
}

for (const [game, moves] of [
  ["xiangqi", ["h2e2", "h9g7"]],
  ["gomoku", ["h8", "i9", "g7"]],
])
  test(`the laboratory is opened from a study of ${game}, with numbers that agree`, async () => {
    await window.press("rail-home");
    await window.press(`game-${game}`);
    await window.press("opponent-friend");
    await window.press("start");
    await window.see("screen-play");
    for (const mv of moves) {
      await window.keys("/");
      await window.see("typed-move");
      await window.type(mv);
      await window.keys("Enter");
      await until(
        () =>
          window.run(`return document.querySelector("[data-testid=typed-move]")?.value !== arguments[0]`, mv),
        mv,
      );
      if (await window.has("[data-testid=typed-move]")) await window.keys("Escape");
    }
    await window.keys("Control+Tab");
    await window.see("screen-study");
    await window.at(moves.length, moves.length);
    await window.keys("Shift+w");
    await window.see("screen-lab");
    await isReady();
    assert.ok(await window.has("[data-testid=lab-chart] canvas"), "there is a chart");
    const found = await rows("lab-methods");
    assert.equal(found.length, 5);
    const nodes = found.map((row) => number(row[2]));
    assert.ok(nodes[0] > nodes[1] && nodes[1] > nodes[2] && nodes.every((n) => n > 10), String(nodes));
    assert.match(await window.read("[data-testid=lab-summary]"), /same value/);
    await window.shoot(`lab-${game}-methods`);
    await window.press("tab-engine");
    const iterations = await rows("lab-iterations");
    assert.ok(iterations.length > 4 && number(iterations.at(-1)[1]) > 50_000, "the engine went on");
    assert.equal((await rows("lab-rivals")).length > 3, game === "gomoku");
    await window.shoot(`lab-${game}-engine`);
    await walkTree();
    assert.deepEqual(await serious(window), [], game);
    // A deeper search is stopped at once.
    await window.choose("lab-depth", "6");
    await window.press("lab-run");
    await isReady();
    await window.keys("Escape");
    await window.see("screen-study");
  });

test("every size, language and theme has room for it", async () => {
  await window.press("rail-study");
  await inEverySize(window, async (at) => {
    for (const screen of ["study", "home"]) {
      await window.press(`rail-${screen}`);
      if (screen === "study") await window.keys("Shift+w");
      else {
        await window.press("game-tictactoe");
        await window.shoot(`home-tictactoe-${at}`);
        if (!(await window.run(`return document.querySelector("[data-testid=more-options]").open`)))
          await window.press("more-options-summary");
        await window.press("home-lab");
      }
      await window.see("screen-lab");
      await window.see("lab-methods", 120_000);
      await until(
        () =>
          window.run(
            `return /数出来|measured live/.test(document.querySelector("[data-testid=lab-state]").textContent)`,
          ),
        "all to be searched",
        120_000,
      );
      for (const tab of screen === "study" ? ["methods", "engine", "tree"] : ["whole"]) {
        await window.press(`tab-${tab}`);
        await window.shoot(`lab-${screen}-${tab}-${at}`);
        assert.deepEqual(await overflowing(window, ".lab-sheet"), [], `${at}, ${tab}`);
      }
      assert.deepEqual(await serious(window), [], `${at}, ${screen}`);
    }
  });
});
