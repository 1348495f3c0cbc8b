// A swap2 opening against the engine with the keyboard alone, in both languages; cut off in its middle and taken up again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { moves, typeMove } from "./player.mjs";

const place = freshHome();
let window;

/** Chooses an option of the focused list by its arrow keys. */
async function arrowTo(testid, value) {
  for (let presses = 0; presses < 12; presses++) {
    const now = await window.run(
      `return document.querySelector('[data-testid="' + arguments[0] + '"]').value`,
      testid,
    );
    if (now === value) return;
    await window.keys("ArrowDown");
  }
  assert.fail(`${testid} has no ${value}`);
}

const sides = () =>
  window.run(
    `return ["first", "second"].map((side) => document.querySelector('[data-testid="player-' + side + '"] .name').textContent)`,
  );

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("the opening rule is chosen on the first screen", async () => {
  // At a level whose ear is good enough to tell lopsided stones from even ones every time.
  await window.keys("g", "3", "b");
  await window.tabTo("more-options-summary");
  await window.keys("Enter");
  await window.tabTo("opening-select");
  await arrowTo("opening-select", "swap2");
  await window.says("opening-how", /three stones/);
  await window.shoot("opening-choice-en");
  await window.tabTo("start");
  await window.keys("Enter");
  await window.says("opening-task", /^Place a black stone anywhere\.$/);
  await window.hears(/Place a black stone anywhere/);
});

test("three stones, the second of them white, and back", async () => {
  await typeMove(window, "h8");
  await window.says("opening-task", /^Place a white stone anywhere\.$/);
  await window.hears(/Place a white stone anywhere/);
  await typeMove(window, "swap");
  await window.says("typed-move-error", /Another choice has to be made first/);
  await typeMove(window, "a1");
  await window.says("opening-task", /^Place a black stone/);
  await window.keys("Escape");
  await window.keys("Control+z");
  await window.says("opening-task", /^Place a white stone/);
  assert.deepEqual(await moves(window), ["H8"]);
  await window.shoot("opening-stones-en");
});

test("an opening that is cut off comes back where it was", async () => {
  await window.crash();
  window = await Window.start(place.home);
  await window.see("resume-dialog");
  await window.keys("Enter");
  await window.says("opening-task", /^Place a white stone anywhere\.$/);
  assert.deepEqual(await moves(window), ["H8"]);
});

test("the engine takes the better colour, and the game goes on with the right person", async () => {
  await typeMove(window, "a1");
  await window.says("opening-task", /^Place a black stone/);
  await typeMove(window, "i9");
  // Two stones in the middle against one in a corner: nobody leaves Black to the other.
  await window.hears(/Club player takes Black\. You are White now\. The opening is over\./);
  await window.says("opening-decided", /Club player takes Black\. You are White now\./);
  assert.match((await sides())[1], /You/);
  await window.says("status", /Your move/);
  await typeMove(window, "i8");
  await until(async () => (await moves(window)).length >= 5, "the engine's answer as Black");
  assert.equal(await window.has("[data-testid=opening]"), false);
  await window.shoot("opening-over-en");
});

test("the engine opens, and the person places two more, in Chinese", async () => {
  await window.keys("Escape", "Control+6");
  await window.choose("lang-select", "zh-CN");
  await window.keys("Control+n");
  await window.see("start");
  await window.keys("w");
  await window.tabTo("start");
  await window.keys("Enter");
  await window.says("opening-task", /选择颜色，或再摆两子让对方选/, 20_000);
  await window.hears(/选择颜色，或再摆两子/);
  assert.equal((await moves(window)).length, 3);
  // The buttons have the keyboard, in their order.
  await until(async () => (await window.focused()) === "opening-keep", "the first button to have the focus");
  await window.shoot("opening-choice-zh");
  await window.keys("Tab", "Tab");
  assert.equal(await window.focused(), "opening-add");
  await window.keys("Enter");
  await window.says("opening-task", /落一枚白子/);
  const free = async () =>
    window.run(
      `const taken = [...document.querySelectorAll("[data-square]")].filter((cell) => /^空/.test(cell.ariaLabel));
       return taken[0].dataset.square;`,
    );
  await typeMove(window, await free());
  await window.says("opening-task", /落一枚黑子/);
  await typeMove(window, await free());
  await window.hears(/开局完成，你执/);
  assert.ok((await moves(window)).length >= 5);
  await window.shoot("opening-over-zh");
});

test("fifth stones are offered, seen and picked", async () => {
  await window.keys("Escape", "Control+n");
  await window.see("start");
  await window.choose("opening-select", "rif");
  await window.choose("rule-select", "renju");
  await window.press("opponent-friend");
  await window.press("start");
  for (const [task, word, zone] of [
    [/天元/, "h8"],
    [/3\s×\s3/, "h9", 3],
    [/5\s×\s5/, "i9", 5],
  ]) {
    await window.says("opening-task", task);
    if (zone) assert.ok(await window.has(`[data-zone="${zone}"]`), `a zone of ${zone}`);
    await typeMove(window, word);
  }
  await window.says("opening-task", /继续执白方，还是交换/);
  await window.keys("Escape");
  await window.press("opening-keep");
  await window.says("opening-name", /花月/);
  await typeMove(window, "g7");
  await window.says("opening-task", /还差 2 个/);
  await typeMove(window, "i7");
  await window.says("opening-task", /还差 1 个/);
  await typeMove(window, "i7");
  await window.says("typed-move-error", /对称或相同/);
  await typeMove(window, "j10");
  await window.says("opening-task", /从五手打点中留一个/);
  assert.equal(await window.run("return document.querySelectorAll('[data-offer]').length"), 2);
  await window.shoot("opening-fifths-zh");
  await window.clickSquare("i7");
  await until(async () => (await moves(window)).length === 5, "the fifth stone to stay");
  assert.equal(await window.has("[data-testid=opening]"), false);
});
