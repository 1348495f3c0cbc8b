// A repertoire in the window: a book is made beside a study and trained, a game leaves it, and its gaps are listed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { overflowing } from "./faces.mjs";
import { typeMove } from "./player.mjs";

const place = freshHome();
let window;

const drilled = () =>
  window.run(`return document.querySelector("[data-testid=drill-line]")?.textContent ?? ""`);

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("a book of one line is made beside a study, and trained", async () => {
  await window.paste("h2e2 h9g7 h0g2");
  await window.at(3, 3);
  await window.press("tab-book");
  await window.press("book-new");
  await window.see("book-name");
  await window.type("mine");
  await window.keys("Enter");
  await until(
    () => window.run(`return !document.querySelector("[data-testid=book-add-line]").disabled`),
    "the new book",
  );
  await window.press("book-add-line");
  await window.hears(/3 new moves in mine/);
  await window.click("[data-testid=book-shelf] .opener");
  await window.press("book-train-first");
  await window.says("drill-task", /Red/);
  await typeMove(window, "h2e2");
  await until(async () => /H8\+7/.test(await drilled()), "the reply of the book");
  await window.hears(/horse/i);
  await typeMove(window, "h0g2");
  await window.hears(/The line ends here/);
});

test("the moves of four sources fit the narrowest panel", async () => {
  await window.keys("Escape", "Control+n");
  await window.paste('[Game "Chinese Chess"]\n[Red "A"]\n\n1. h2e2 h9g7 2. h0g2 *');
  await window.at(3, 3);
  await window.press("tab-book");
  await window.keys("Home");
  await window.at(0, 3);
  await window.keys("Shift+a");
  const columns = () =>
    window.run(`return document.querySelectorAll("[data-testid=book-panel] thead th").length`);
  await until(async () => (await columns()) === 5, "a book, the built-in one, the library and the engine");
  await window.resize(900, 640);
  await window.shoot("repertoire-book-900");
  assert.deepEqual(await overflowing(window, "[data-testid=book-panel]"), []);
  const pencil = await window.run(`
    const { right } = document.querySelector("[data-testid=book-edit]").getBoundingClientRect();
    return right <= document.querySelector("[data-testid=book-panel]").getBoundingClientRect().right;`);
  assert.ok(pencil, "the way to change a move is in view");
  await window.keys("Shift+a");
  await window.resize(1200, 800);
});

test("the end of a game says where it left the repertoire, and one key trains it", async () => {
  await window.keys("Escape", "Control+n");
  await window.see("start");
  assert.match(await window.read("[data-testid=home-repertoire]"), /nothing to recall today/);
  await window.press("start");
  await window.says("status", /Your move/);
  await typeMove(window, "c3c4");
  await window.says("status", /Your move/);
  await window.keys("Escape");
  await window.press("resign");
  await window.press("resign-confirm");
  await window.says("end-departure", /^1\. P7\+1 left your repertoire\. The book plays C2=5\.$/);
  await window.hears(/left your repertoire/);
  await window.shoot("repertoire-end-en");
  await window.keys("b");
  // The training before is in view until the new one has begun.
  await until(async () => (await drilled()) === "", "the start to be asked");
  await window.says("drill-task", /Red/);
});

test("a session by keys alone is heard: a wrong answer comes again, until all is done", async () => {
  await typeMove(window, "c3c4");
  await window.hears(/is not in your repertoire\. The book plays/);
  await typeMove(window, "h2e2");
  await window.hears(/Right\. The line ends here\./);
  await window.keys("Enter");
  // What was wrong comes again.
  await window.hears(/Red: play the move of your repertoire\./);
  await typeMove(window, "h2e2");
  await until(() => window.has("[data-testid=drill-next]"), "the end of the line");
  await window.keys("Enter");
  await window.hears(/Done for today: \d+ right, \d+ wrong\./);
  await window.shoot("repertoire-done-en");
  await window.keys("Enter");
  await window.see("repertoire-row");
});

test("the list tells what the repertoire lacks", async () => {
  await window.keys("Control+n");
  await window.press("home-repertoire");
  if (await window.has("[data-testid=drill-task]")) await window.keys("Backspace");
  await window.press("repertoire-gaps");
  await window.says("repertoire-covered", /has an answer in \d+% of games/);
  assert.ok(
    (await window.run(`return document.querySelectorAll("[data-testid=repertoire-gap]").length`)) > 1,
  );
  await window.shoot("repertoire-gaps-en");
  await window.press("repertoire-gap");
  await window.at(2, 2);
});
