// A record as a tree: corrected, branched, judged, commented, drawn upon, killed and opened again; played on, and set up anew.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { inEverySize, overflowing } from "./faces.mjs";

const place = freshHome({ notation: "chinese" });
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

/** The seventh move has no such chariot; what follows it can be played once it is right. */
const RECORD = `[Game "Chinese Chess"]
[Event "友谊赛"]
[Red "李"]
[Black "王"]

1. 炮二平五 {[%clk 0:09:58]} 马8进7 {[%clk 0:09:41]}
2. 马二进三 车9平8
3. 车一平二 马2进3
4. 兵七进一 卒7进1
5. 兵三进一 卒7进1
6. 车二进四 卒3进1
7. 车四平三 卒3进1
8. 马三进二 马3进4 *
`;

/** The rows of the list as a person reads them. */
const tree = () =>
  window.run(
    `return [...document.querySelectorAll("[data-testid=moves] .row, [data-testid=moves] .comment")]
       .map((row) => row.textContent.replace(/\\s+/g, " ").trim());`,
  );

const treeSays = (pattern) =>
  until(async () => pattern.test((await tree()).join(" | ")), `the tree to have ${pattern}`);

const at = (n, of) => window.at(n, of);
const focusSquare = (square) =>
  window.run(`document.querySelector('[data-square="' + arguments[0] + '"]').focus()`, square);
const focusList = () => window.run(`document.querySelector("[data-testid=moves]").focus()`);
const openNewest = async () => {
  await window.pressNewest();
  await window.see("study-at");
};

test("a line is copied, and joins another study as a variation", async () => {
  await window.paste("1. 炮二平五 马8进7 2. 兵七进一 车9平8 (2. ... 卒7进1 3. 马二进三)");
  await window.see("study-at");
  await treeSays(/卒７进１/);
  await window.keys("Home");
  await focusList();
  await window.keys("ArrowRight", "Alt+c");
  await window.hears(/^Line copied\.$/);
  await window.paste("1. 兵七进一 马8进7 2. 炮二平五");
  await treeSays(/^1 兵七进一马８进７ \| 2 炮二平五/);
  await focusList();
  await window.keys("Alt+v");
  await window.see("merge-dialog");
  await window.run(`document.querySelector("[data-testid=merge-text]").focus()`);
  await window.keys("Control+v");
  await until(
    () => window.run(`return document.querySelector("[data-testid=merge-text]").value.length > 20`),
    "the copied line in the field",
  );
  await window.press("merge-add");
  await window.hears(/^6 moves added\.$/);
  await treeSays(/车９平８/);
  const marks = () =>
    window.run(`return [...document.querySelectorAll("[data-transposition]")].map((one) => one.title)`);
  assert.deepEqual(await marks(), ["Same position as move 2, 炮二平五", "Same position as move 2, 兵七进一"]);
  await window.shoot("study-merged");
  await window.keys("Control+z");
  await until(async () => (await marks()).length === 0, "the variation to be gone");
});

test("a record with a mistake in its seventh move says where and why", async () => {
  await window.paste(RECORD);
  await window.says("study-faults", /Read up to move 12\. Line 12, “车四平三”: /);
  await at(12, 12);
  assert.equal(await window.read("[data-testid=moves] .unread"), "车四平三");
  assert.equal((await tree()).length, 8, "the rest is kept as it was written");
  await window.keys("Home", "ArrowRight", "ArrowRight");
  await window.says("player-first", /9:58/);
  await window.says("player-second", /9:41/);
  await window.keys("Home");
  await window.shoot("study-stopped");
});

test("a tab that the mouse chose leaves the arrows to the game, one that Tab reached keeps them", async () => {
  const front = () =>
    window.run("return document.querySelector('[data-testid^=tab-][aria-selected=true]').dataset.testid");
  await window.keys("End");
  await at(12, 12);
  await window.mouseClick("[data-testid=tab-moves]");
  await window.mouseClick('[data-square="a0"]');
  await window.keys("ArrowLeft");
  await at(11, 12);
  assert.equal(await front(), "tab-moves");
  // Tab alone exchanges game and study as long as the mouse is at work.
  await window.keys("Shift+Tab");
  await window.tabTo("tab-moves");
  await window.keys("ArrowRight");
  await until(async () => (await front()) === "tab-book", "the next tab");
  await at(11, 12);
  await window.keys("ArrowLeft");
  await until(async () => (await front()) === "tab-moves", "the tab before");
  await focusList();
});

test("the mistake is corrected on the board, and the rest is read", async () => {
  await window.press("study-correct");
  await window.says("study-faults", /Play the move that “车四平三” should be/);
  await window.clickSquare("h4");
  await window.clickSquare("e5");
  await window.says("refusal", /chariot|way|move/i);
  await window.clickSquare("g4");
  await at(13, 16);
  assert.equal(await window.has("[data-testid=study-faults]"), false);
  await window.keys("End");
  await at(16, 16);
  await window.hears(/horse/);
  // One step takes the whole correction back, and makes it again.
  await window.keys("Control+z");
  await window.see("study-faults");
  await window.keys("Control+y");
  await until(async () => !(await window.has("[data-testid=study-faults]")), "the correction again");
});

test("a move in the past is a variation, with a comment, a sign, marks and a header", async () => {
  await window.keys("Home", "ArrowRight", "ArrowRight");
  await at(2, 16);
  await window.clickSquare("g3");
  await window.clickSquare("g4");
  await treeSays(/▾兵三进一|兵三进一/);
  await at(3, 3);
  await window.keys("c");
  await until(async () => (await window.focused()) === "comment", "the words");
  await window.type("另一种下法");
  await window.keys("Control+Enter");
  await treeSays(/另一种下法/);
  await window.press("tab-moves");
  await focusList();
  await window.keys("5");
  await treeSays(/兵三进一!\?/);
  await focusSquare("h2");
  await window.keys("Shift+K");
  await window.hears(/Drawing from file two rank three/);
  await focusSquare("e2");
  await window.keys("Shift+K");
  await until(() => window.has('[data-marks="1"]'), "an arrow");
  await focusSquare("e6");
  await window.keys("Shift+K", "Shift+K");
  await until(() => window.has('[data-marks="2"]'), "a ring");
  await window.press("study-header");
  await window.see("header-dialog");
  await window.run("document.querySelector('[data-testid=header-annotator]').focus()");
  await window.type("赵");
  await window.press("header-keep");
  await until(async () => !(await window.has("dialog[open]")), "the dialog to close");
  await window.shoot("study-branch");
});

test("the record goes to the clipboard", async () => {
  await window.press("study-copy");
  await window.says("toast", /Record copied|棋谱已复制/);
});

test("killed at this moment, all of it is there again", async () => {
  const before = await tree();
  await window.crash();
  window = await Window.start(place.home);
  await openNewest();
  await until(async () => JSON.stringify(await tree()) === JSON.stringify(before), "the same tree");
  await window.keys("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown");
  await at(3, 3);
  await until(() => window.has('[data-marks="2"]'), "both marks");
  await window.press("study-header");
  await window.see("header-dialog");
  assert.equal(
    await window.run("return document.querySelector('[data-testid=header-annotator]').value"),
    "赵",
  );
  await window.press("header-cancel");
});

test("the variation becomes the main line and goes back, is deleted and comes back", async () => {
  const before = await tree();
  await window.press("study-main");
  await until(async () => (await tree())[1].includes("兵三进一"), "the variation as the main line");
  await window.keys("Control+z");
  await until(async () => JSON.stringify(await tree()) === JSON.stringify(before), "the old order");
  await window.keys("Delete");
  await until(async () => !(await tree()).join().includes("兵三进一!?"), "the variation gone");
  await window.hears(/Deleted from here on/);
  await window.keys("Control+z");
  await until(async () => JSON.stringify(await tree()) === JSON.stringify(before), "the variation back");
  await window.keys("Home", "]");
  await at(2, 16);
  await focusList();
  await window.keys("ArrowRight", "ArrowDown", "Enter");
  assert.equal(
    await window.has("[data-testid=moves] [aria-expanded]"),
    false,
    "a single move has nothing to fold",
  );
});

test("a game goes on from here against level 1 and comes back as a variation", async () => {
  await window.keys("Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await at(4, 16);
  await window.press("study-play");
  await window.see("play-from-dialog");
  await window.shoot("study-play-from");
  await window.press("from-start");
  await window.see("screen-play");
  await window.says("status", /Your move/);
  await window.clickSquare("i3");
  await window.clickSquare("i4");
  const plies = () => window.run("return document.querySelectorAll('[data-testid=moves] [data-ply]').length");
  await until(async () => (await plies()) >= 6, "the engine's answer", 30_000);
  await window.press("study-bring");
  await window.see("study-at");
  await treeSays(/兵一进一/);
  await until(
    async () =>
      await window.run(
        "const { ply, last } = document.querySelector('[data-testid=study-at]').dataset; return ply === last && ply >= 6",
      ),
    "the end of the line",
  );
});

test("a position that cannot be is told in words, and one that can is studied", async () => {
  await window.press("rail-home");
  await window.run("document.querySelector('[data-testid=more-options]').dataset.open = ''");
  await window.press("home-position");
  await window.says("editor-verdict", /is playable/);
  await window.press("editor-empty");
  await window.says("editor-verdict", /generals face each other/);
  await window.press("man-first-p");
  await window.clickSquare("e4");
  await window.says("editor-verdict", /is playable/);
  await window.clickSquare("e1");
  await window.says("editor-verdict", /could never have got there/);
  await window.shoot("editor");
  await window.clickSquare("e1");
  await window.says("editor-verdict", /is playable/);
  await window.press("editor-study");
  await at(0, 0);
  await window.clickSquare("e4");
  await window.clickSquare("e5");
  await at(1, 1);
  await window.press("rail-home");
  await window.press("game-gomoku");
  await window.run("document.querySelector('[data-testid=more-options]').dataset.open = ''");
  await window.press("home-position");
  await window.clickSquare("h8");
  await window.clickSquare("h9");
  await window.says("editor-verdict", /equal in number/);
  await window.press("man-second-stone");
  await window.clickSquare("i9");
  await window.says("editor-verdict", /is playable/);
  await window.press("editor-play");
  await window.press("from-start");
  await window.see("screen-play");
  await window.says("status", /Your move/);
});

test("every size and face shows all of it", async () => {
  await window.press("rail-study");
  await inEverySize(window, async (at) => {
    await openNewest();
    await window.keys("ArrowRight", "ArrowRight", "ArrowRight");
    await window.shoot(`study-${at}`);
    assert.deepEqual(await overflowing(window, ".tools", ".transport", ".buttons"), [], at);
  });
});

/** A thousand variations of ten stones each. */
function large() {
  const letter = (n) => String.fromCharCode(97 + n);
  const variations = Array.from({ length: 1000 }, (_, nth) => {
    const stones = Array.from({ length: 10 }, (_, stone) => {
      const point = ((Math.floor(nth / 5) + stone * 31) % 225) + nth * 7;
      return `;${stone % 2 ? "W" : "B"}[${letter((point % 225) % 15)}${letter(Math.floor((point % 225) / 15))}]`;
    });
    return `(${stones.join("")})`;
  });
  return `(;GM[4]SZ[15]${variations.join("")})`;
}

test("ten thousand moves scroll, and a change among them is told at once", async () => {
  await window.paste(large());
  const list = (what) =>
    window.run(
      "return Number(document.querySelector('[data-testid=moves]')?.dataset[arguments[0]] ?? 0)",
      what,
    );
  const rows = () => list("rows");
  await until(async () => (await list("moves")) >= 9_000, "ten thousand moves");
  assert.ok((await rows()) >= 999, "a thousand lines");
  const drawn = await window.run("return document.querySelectorAll('[data-testid=moves] .row').length");
  assert.ok(drawn < 120, `${drawn} of ${await rows()} rows are in the page`);
  const frames = await window.wait(`
    const list = document.querySelector("[data-testid=moves]");
    const times = [];
    await new Promise((done) => {
      let last = performance.now();
      const step = (now) => {
        times.push(now - last);
        last = now;
        list.scrollTop += 240;
        if (times.length < 180) requestAnimationFrame(step); else done();
      };
      requestAnimationFrame(step);
    });
    return times.slice(1);`);
  const sorted = frames.toSorted((a, b) => a - b);
  const p = (share) => sorted[Math.floor(sorted.length * share)].toFixed(1);
  console.log(
    `frames while scrolling: median ${p(0.5)} ms, p95 ${p(0.95)} ms, slowest ${sorted.at(-1).toFixed(1)} ms`,
  );
  await window.keys("Home");
  await focusList();
  const took = await window.wait(`
    const began = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
    while (!document.querySelector("[data-testid=glyph-3][aria-pressed=true]"))
      await new Promise((next) => setTimeout(next, 1));
    return performance.now() - began;`);
  console.log(`a step and a sign among ten thousand moves: ${took.toFixed(0)} ms`);
  assert.ok(took < 2_000, `${took} ms`);
});
