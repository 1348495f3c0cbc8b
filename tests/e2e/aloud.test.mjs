// What reaches a screen reader: a listener on the accessibility bus hears the window, which is played by keys alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Bus, skip } from "./bus.mjs";
import { finish, freshHome, processTree, until, Window } from "./driver.mjs";

/** The process of the page. */
const pageOf = (pid) =>
  processTree(pid).find((one) => readFileSync(`/proc/${one}/comm`, "utf8").startsWith("WebKitWebProces"));

/** Types a move into the field, which `/` opens. */
async function type(window, text) {
  await window.keys("/");
  await window.see("typed-move");
  await window.type(text);
  await window.keys("Enter");
}

describe("in English", { skip }, () => {
  const place = freshHome({ language: "en" });
  let bus;
  let window;

  before(async () => {
    bus = await Bus.open();
    window = await Window.start(place.home);
  });
  after(async () => {
    bus?.close();
    await finish(window, place);
  });

  /** No control without a name, no nameless landmark, and the page survives to be asked. */
  async function reads(screen) {
    const page = pageOf(window.pid);
    const roles = await bus.asks();
    assert.equal(pageOf(window.pid), page, `${screen}: the page survives a screen reader`);
    for (const [role, names] of Object.entries(roles))
      assert.deepEqual(
        names.filter((name) => name === ""),
        [],
        `${screen}: every ${role} has a name`,
      );
    assert.ok(roles.heading?.length > 0, `${screen}: has a heading`);
  }

  test("home is read, what opens is said once, and the first game is one key away", async () => {
    await reads("home");
    const opened = () => bus.events.filter(({ kind }) => kind === "expanded");
    await window.tabTo("more-options-summary");
    for (const isOpen of [true, false]) {
      const before = opened().length;
      await window.keys(" ");
      const arrived = async () => {
        if (opened().length > before) return true;
        // A busy WebKitGTK holds a state back until the page is asked for something, as Orca does at each key.
        await bus.asks();
        return false;
      };
      await until(arrived, "the state on the bus");
      await sleep(500);
      assert.deepEqual(opened().slice(before), [{ kind: "expanded", role: "push button", isOpen }]);
    }
    await window.keys("Control+n");
    await window.tabTo("start");
    await window.keys("Enter");
    await bus.focuses(/^red general, file five rank one/);
    await bus.hears(/^Xiangqi\. Red to move\.$/);
    await reads("play");
  });

  test("the board is walked, reads itself, and a piece is picked up and put down", async () => {
    await window.keys("h", "2");
    await bus.focuses(/^red cannon, file two rank three$/);
    await window.keys("v");
    await bus.hears(/^No piece attacks cannon on file two rank three\.$/);
    await window.keys("y");
    await bus.hears(/^cannon on file two rank three can move to: /i);
    await window.keys("o");
    await bus.hears(/^No clock\.$/);
    await window.keys("Enter");
    await bus.hears(/^picked up$/);
    await window.keys("ArrowLeft", "ArrowLeft", "ArrowLeft");
    await bus.focuses(/^empty, file five rank three, legal move$/);
    await window.keys("Enter");
    await bus.hears(/^Red: cannon two to five\.$/);
    await bus.hears(/^Black: /);
    await window.keys("l");
    await bus.hears(/^Last move: Black: /);
  });

  test("a refusal gives its reason, twice if need be", async () => {
    await type(window, "a0b2");
    await bus.hears(/does not move that way|blocked|your own/i);
    await window.keys("Control+a");
    await window.type("zz");
    await window.keys("Enter");
    await bus.hears(/not a move Duiyi understands/i);
    await window.keys("Enter");
    await bus.hears(/not a move Duiyi understands/i);
    await window.keys("Escape");
  });

  test("a hint is spoken as moves are", async () => {
    await window.keys("Shift+H");
    await bus.hears(/good move/);
    await window.keys("Shift+H");
    const move = await bus.hears(/^Try /);
    assert.doesNotMatch(move, /[A-Z]\d[+\-=]\d/);
  });

  test("a lost game says so after the focus has gone to its card", async () => {
    await window.keys("Control+Shift+R");
    await window.see("resign-dialog");
    await window.keys("Enter");
    await bus.hears(/^You lost\. Red resigned\.$/);
    await until(async () => (await window.focused()) === "end-card", "the focus on the card");
  });

  test("a review, its worst mistake, and another try", async () => {
    await window.keys("r");
    await bus.focuses(/^Study/);
    await bus.hears(/^(Review finished|No mistakes of yours|Clean game)/, 60_000);
    await window.keys("m");
    await bus.hears(/(Inaccuracy|Mistake|Blunder|No mistakes of yours|Clean game)/);
    await window.keys("t");
    if (bus.announced.some((text) => text.startsWith("Review finished"))) {
      await bus.hears(/^Find a better move\.$/);
      await until(
        () => window.run("return document.activeElement.dataset.square !== undefined"),
        "the board",
      );
      await type(window, "b0c2");
      await bus.hears(/(is the move|costs|already|blocked|cannot)/);
    }
    await reads("study");
  });

  test("a puzzle takes the focus to its board, and its solution is told", async () => {
    await window.keys("Control+4");
    await bus.focuses(/^Puzzles$/);
    await window.tabTo("daily-xiangqi");
    await window.keys("Enter");
    await bus.hears(/to move: /);
    await until(() => window.run("return document.activeElement.dataset.square !== undefined"), "the board");
    await reads("puzzle");
    await window.keys("s");
    await bus.hears(/This is the solution/);
  });

  test("what is announced at once is all heard, in its order", async () => {
    const before = bus.announced.length;
    const texts = Array.from({ length: 100 }, (_, n) => `Sentence ${n}.`);
    await window.run(
      `for (const text of arguments[0]) window.__TAURI_INTERNALS__.invoke("announce", { text });`,
      texts,
    );
    await bus.hears(/^Sentence 99\.$/);
    assert.deepEqual(
      bus.announced.slice(before).filter((text) => text.startsWith("Sentence ")),
      texts,
    );
  });

  test("library, engines and settings are named on arrival, and every text can be asked", async () => {
    for (const [key, name, said] of [
      ["Control+3", "Library", /^1 game$/],
      ["Control+5", "Engines", null],
      ["Control+6", "Settings", null],
    ]) {
      await window.keys(key);
      await bus.focuses(new RegExp(`^${name}$`));
      if (said) await bus.hears(said);
      await reads(name);
    }
  });
});

describe("in Chinese", { skip }, () => {
  const place = freshHome({ language: "zh-CN" });
  let bus;
  let window;

  before(async () => {
    bus = await Bus.open();
    window = await Window.start(place.home);
  });
  after(async () => {
    bus?.close();
    // The page that noted mistakes is gone.
    await window?.close();
    place.remove();
  });

  test("a game of a few moves, and a page whose process ends finds it again", async () => {
    // The page speaks of its focus once a screen reader has asked for its content.
    await bus.asks();
    await window.keys("Enter");
    await bus.focuses(/^红帅，五路第一行/);
    await bus.hears(/^象棋，红方先行。$/);
    await type(window, "炮二平五");
    await bus.hears(/^红炮二平五。$/);
    await bus.hears(/^黑/);
    const page = pageOf(window.pid);
    process.kill(page, "SIGKILL");
    await until(() => pageOf(window.pid) !== undefined && pageOf(window.pid) !== page, "another page");
    await bus.hears(/页面意外停止，已重新载入，对局没有丢失。/);
    const found = async () => JSON.stringify(await bus.asks()).includes("红炮，五路第三行");
    await until(found, "the game on the board again", 60_000);
  });
});
