// What is proved about a board: the threats of both sides with X, and a hint that says why, by keys alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

/** The threats as the list has them, and how many the board draws. */
const threats = () =>
  window.run(
    `return {
       words: [...document.querySelectorAll("[data-testid=threat]")].map((line) => line.textContent.replace(/\\s+/g, " ").trim()),
       drawn: Number(document.querySelector("[data-threats]")?.dataset.threats ?? 0),
     };`,
  );

const threatsSay = (pattern) =>
  until(async () => {
    const { words, drawn } = await threats();
    return drawn === words.length && pattern.test(words.join(" | "));
  }, `threats with ${pattern}`);

const speak = async (lang) => {
  await window.keys("Control+6");
  await window.choose("lang-select", lang);
  await until(() => window.run("return document.documentElement.lang === arguments[0]", lang), lang);
  await window.press("rail-study");
};

/** Goes on against level 1 from the board of the study. */
const playFromHere = async () => {
  await window.press("study-play");
  await window.see("play-from-dialog");
  await window.press("from-start");
  await window.see("screen-play");
};

test("Gomoku: X shows the threats of the board in view, never those of another", async () => {
  await window.paste("h8 a1 h9 a3 h10 a5");
  await window.at(6, 6);
  await window.keys("End");
  await window.at(6, 6);
  assert.equal(await window.has("[data-testid=threats]"), false);
  await window.keys("x");
  await threatsSay(/Black has an open three \(H8.*H10\) and wins in\s2 with a straight four/);
  await window.hears(/Threats: \d+\./);
  await window.shoot("threats-gomoku-en");
  await window.keys("Home");
  await window.see("threats-none");
  assert.equal((await threats()).drawn, 0);
  await window.keys("End");
  await threatsSay(/open three/);
  await speak("zh-CN");
  await window.keys("x");
  await threatsSay(/黑方已有活三（H8.*H10），在 H(7|11) 成活四，2 手取胜/);
  await window.shoot("threats-gomoku-zh");
  await window.keys("x");
  await until(async () => !(await window.has("[data-testid=threats]")), "no threats");
  await speak("en");
});

test("a hint names where to look, the move, then the line and why", async () => {
  await window.keys("End");
  await playFromHere();
  await window.says("status", /Your move/);
  await window.keys("x");
  await window.hears(/hidden in games against the computer/);
  assert.equal(await window.has("[data-testid=threats]"), false);
  await window.keys("Shift+H");
  await window.says("hint-line", /There is a good move in the/, 30_000);
  assert.equal(await window.has("[data-testid=hint-reasons]"), false);
  await window.keys("Shift+H");
  await window.says("hint-line", /^Try H(7|11)\./);
  await window.keys("Shift+H");
  await window.says(
    "hint-reasons",
    /Black has an open three \(H8.*H10\) and wins in\s2 with a straight four at H(7|11)\./,
  );
  await window.hears(/straight four/);
  await window.shoot("hint-gomoku-en");
  await window.keys("Control+6");
  await window.choose("lang-select", "zh-CN");
  await window.press("rail-play");
  await window.says("hint-reasons", /黑方已有活三（H8 H9 H10），在 H(7|11) 成活四，2 手取胜。/);
  await window.shoot("hint-gomoku-zh");
});

test("Xiangqi: pieces that hang, pins and mates, in both languages", async () => {
  await speak("en");
  // Red mates with the cannon behind the horse; a chariot stands where the other takes it.
  await window.paste("4k4/9/4N4/9/9/1C7/9/8r/8R/3K5 w - - 0 1");
  await window.at(0, 0);
  await window.keys("x");
  await threatsSay(/Red mates in one: C8=5, horse and cannon/);
  await threatsSay(/[Tt]he black chariot on .* is attacked by the red chariot on .* and undefended/);
  await window.shoot("threats-xiangqi-en");
  await speak("zh-CN");
  await window.keys("x");
  await threatsSay(/红方一步杀：炮八平五，马后炮.*9路黑车被一路红车捉，且无根/);
  await window.shoot("threats-xiangqi-zh");
});

test("a Xiangqi hint says which mate it is", async () => {
  await playFromHere();
  await window.says("status", /轮到你/);
  await window.keys("Shift+H");
  await window.says("hint-line", /你的炮有好着/, 30_000);
  await window.keys("Shift+H");
  await window.keys("Shift+H");
  await window.says("hint-reasons", /红方一步杀：炮八平五，马后炮。/);
  await window.shoot("hint-xiangqi-zh");
});
