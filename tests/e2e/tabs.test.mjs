// Several studies open at once: by mouse, by keys, spoken, killed, and open again.
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

const RECORDS = [
  `[Game "Chinese Chess"]\n[Event "五羊杯"]\n[Red "胡荣华"]\n[Black "吕钦"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *`,
  `[Game "Chinese Chess"]\n[Red "徐天红"]\n[Black "赵国荣"]\n\n1. 兵七进一 马8进7 2. 马八进七 *`,
  `[Game "Chinese Chess"]\n[Red "王"]\n[Black "李"]\n\n1. 相三进五 炮8平5 *`,
];

/** The names of the tabs, the one in front in brackets. */
const tabs = () =>
  window.run(
    `return [...document.querySelectorAll("[data-testid=study-tab]")].map((tab) =>
       tab.getAttribute("aria-selected") === "true" ? "[" + tab.ariaLabel + "]" : tab.ariaLabel)`,
  );
const tabsAre = (...names) =>
  until(
    async () => JSON.stringify(await tabs()) === JSON.stringify(names),
    `the tabs ${names.join(", ")}`,
  ).catch(async (error) => {
    throw new Error(`${error.message}; they are ${(await tabs()).join(", ")}`);
  });
const ply = async () =>
  Number(await window.run(`return document.querySelector("[data-testid=study-at]").dataset.ply`));
const plyIs = (n) => until(async () => (await ply()) === n, `move ${n}`);

test("three records are three tabs, each with its place", async () => {
  for (const [index, record] of RECORDS.entries()) {
    await window.paste(record);
    await window.see("study-at");
    // Each has another length: the last one was at its end before.
    await plyIs([4, 3, 2][index]);
  }
  await tabsAre("五羊杯", "徐天红 – 赵国荣", "[王 – 李]");
  await window.keys("Control+PageUp");
  await tabsAre("五羊杯", "[徐天红 – 赵国荣]", "王 – 李");
  await window.hears(/^徐天红 – 赵国荣, 2 of 3$/);
  await window.keys("ArrowLeft", "ArrowLeft");
  await plyIs(1);
  await window.press("study-tab");
  await tabsAre("[五羊杯]", "徐天红 – 赵国荣", "王 – 李");
  await plyIs(4);
  await window.keys("Control+PageDown");
  await plyIs(1);
  await window.shoot("study-tabs");
});

/** The comment in view. */
const comment = () => window.run(`return document.querySelector("[data-testid=comment]")?.value`);
const commentIs = (text) => until(async () => (await comment()) === text, `the comment "${text}"`);

test("a comment stays in its study when a tab is pressed while it is typed", async () => {
  await window.keys("Control+PageUp");
  await tabsAre("[五羊杯]", "徐天红 – 赵国荣", "王 – 李");
  await window.keys("c");
  await until(async () => (await window.focused()) === "comment", "the comment");
  await window.type("a trade");
  await window.click("[data-testid=study-tab]:not([aria-selected=true])");
  await tabsAre("五羊杯", "[徐天红 – 赵国荣]", "王 – 李");
  await commentIs("");
  await window.press("study-tab");
  await tabsAre("[五羊杯]", "徐天红 – 赵国荣", "王 – 李");
  await commentIs("a trade");
  await window.keys("Control+PageDown");
  await commentIs("");
  await until(() => window.run("return document.activeElement !== document.body"), "the focus somewhere");
});

/** Where the tab in front begins and ends, in parts of the row that is in view. */
const inFront = () =>
  window.run(
    `const tab = document.querySelector("[data-testid=study-tab][aria-selected=true]").getBoundingClientRect();
     const row = document.querySelector("[role=tablist]:has([data-testid=study-tab])").getBoundingClientRect();
     return [tab.left, tab.right].map((x) => Number(((x - row.left) / row.width).toFixed(2)));`,
  );

test("every size has room for them, and the one in front is in view", async () => {
  await inEverySize(window, async (size) => {
    await window.keys("Control+2");
    await window.see("study-tab");
    assert.deepEqual(await overflowing(window), [], size);
    const [from, to] = await inFront();
    assert.ok(from >= 0 && to <= 1, `of the tab in front ${from} to ${to} of the row is in view at ${size}`);
    await window.shoot(`study-tabs-${size}`);
  });
});

test("a killed window has them again, with their places", async () => {
  // The place is on disk half a second after the last step.
  await new Promise((done) => setTimeout(done, 1_200));
  await window.crash();
  window = await Window.start(place.home);
  await window.keys("Control+2");
  await window.see("study-at");
  await tabsAre("五羊杯", "[徐天红 – 赵国荣]", "王 – 李");
  await plyIs(1);
});

test("a comment that is typed while the window closes is kept", async () => {
  await window.keys("c");
  await until(async () => (await window.focused()) === "comment", "the comment");
  await window.type("the last word");
  await window.leave();
  window = await Window.start(place.home);
  await window.keys("Control+2");
  await commentIs("the last word");
  assert.ok(!(await window.has("[data-testid=toast-close]")), "the window has closed properly");
});

test("a tab is closed by its key, and the last one leaves a board", async () => {
  await window.keys("Control+w");
  await tabsAre("五羊杯", "[王 – 李]");
  await window.press("study-tab-close");
  await until(async () => (await tabs()).length === 0, "one study");
  await window.says("study-header", /五羊杯/);
  await window.keys("Control+t");
  await tabsAre("五羊杯", "[Xiangqi]");
  await window.keys("Control+w");
  await window.says("study-header", /五羊杯/);
  await window.keys("Control+w");
  await until(async () => (await ply()) === 0, "an empty board");
});
