// The very first start: what is loaded, what can be read without Chinese, and how a game is learned.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { board, typeMove } from "./player.mjs";

const place = freshHome();
let window;

before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("the first screen has loaded no more than 120 KB, in one language", async () => {
  // What is loaded later leaves a link, too: that is how the page asks for it.
  const loaded = await window.run(
    `return [...document.querySelectorAll("link, script[src]")].map((part) => (part.href ?? part.src).split("/").at(-1));`,
  );
  const dist = new URL("../../ui/dist/assets/", import.meta.url);
  const built = readdirSync(dist);
  const linked = [...new Set(loaded)].filter((name) => built.includes(name));
  // A language needs nothing beside it, and so leaves no link.
  const lang = await window.run("return document.documentElement.lang");
  const own = built.filter((name) => name.startsWith(`${lang}-`) && name.endsWith(".js"));
  const names = [...new Set([...linked, ...own])];
  assert.ok(names.length > 5, `the page loads its parts: ${loaded}`);
  const kb = names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, dist))).length, 0) / 1000;
  console.log(`first screen: ${names.length} files, ${kb.toFixed(1)} KB gzip`);
  assert.ok(kb <= 120, `${kb} KB`);
  assert.equal(names.filter((name) => /^(en|vi|zh)/.test(name)).length, 1, names.join(" "));
});

test("in English pieces are pictures and moves are WXF, and stay what they are", async () => {
  const settings = () => JSON.parse(readFileSync(`${place.data}/settings.json`, "utf8"));
  await until(() => settings().notation === "wxf", "the settings");
  assert.equal(settings().xiangqiSet, "international");
  assert.equal(await window.run("return document.documentElement.lang"), "en");
});

test("How to play: every board can be played on, by the real rules", async () => {
  const open = async (game, page) => {
    await window.keys("Control+n");
    await window.see("home-howto");
    await window.click("[data-testid=home-howto]");
    await window.see("howto-page");
    await window.click(`[data-testid=howto-${game}]`);
    for (let n = 0; n < page; n++) await window.keys("ArrowRight");
    await window.click("[data-testid=howto-try]");
    await window.see("screen-play");
  };
  const tries = [
    ["xiangqi", 0, "C2=5", null],
    ["xiangqi", 1, "e4e6", null],
    ["xiangqi", 1, "c2b4", /leg is blocked/],
    ["xiangqi", 2, "c5b5", null],
    ["xiangqi", 3, "b7b9", "You|checkmated"],
    ["gomoku", 0, "l8", "five in a row"],
    ["gomoku", 1, "k8", null],
    ["gomoku", 2, "k8", null],
    ["gomoku", 3, "h8", /[Dd]ouble three/],
  ];
  for (const [game, page, move, outcome] of tries) {
    await open(game, page);
    const before = JSON.stringify(await board(window));
    await typeMove(window, move);
    if (outcome instanceof RegExp) assert.match(await window.says("typed-move-error", outcome), outcome);
    else await until(async () => JSON.stringify(await board(window)) !== before, `${move} is played`);
    if (typeof outcome === "string") await window.says("end-reason", new RegExp(outcome));
  }
});

test("a piece is named where the keyboard is", async () => {
  await window.keys("Control+n");
  await window.see("start");
  await window.click("[data-testid=game-xiangqi]");
  await window.keys("Enter");
  await window.see("screen-play");
  const titled = await window.run(
    `return document.querySelector('[data-square="h2"]').getAttribute('aria-label')`,
  );
  assert.match(titled, /^red cannon, /);
});

test("a pasted FEN is a position, not a record of no moves", async () => {
  await window.paste("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1");
  await window.see("screen-study");
  await window.hears(/The position is on the board/);
  assert.equal(
    (await window.run("return window.said")).some((text) => /imported/.test(text)),
    false,
  );
});

test("the palette finds an action, and a key of one's own does it", async () => {
  await window.keys("Control+k");
  await window.see("palette-input");
  await window.type("change shortcuts");
  await window.keys("Enter");
  await window.see("key-flip");
  await window.run(`document.querySelector("[data-testid=key-flip]").focus()`);
  await window.keys("Enter");
  await window.keys("j");
  await until(() => JSON.parse(readFileSync(`${place.data}/settings.json`, "utf8")).keys.flip === "J", "J");
  await window.keys("Control+1");
  await window.see("screen-play");
  const first = () => window.run("return document.querySelector('[data-square]').dataset.square");
  const corner = await first();
  await window.keys("Shift+J");
  await until(async () => (await first()) !== corner, "the board to be turned");
});

test("each language is loaded when it is chosen, and nothing of another is left", async () => {
  await window.keys("Control+6");
  await window.see("lang-select");
  for (const [language, title, other] of [
    ["vi", "Cài đặt", /Settings/],
    ["zh-TW", "設定", /Cài đặt|设置/],
    ["zh-CN", "设置", /設定/],
    ["en", "Settings", /设置/],
  ]) {
    await window.run(
      `const list = document.querySelector("[data-testid=lang-select]");
       list.value = arguments[0];
       list.dispatchEvent(new Event("change", { bubbles: true }));`,
      language,
    );
    await until(async () => (await window.read("h1")) === title, title);
    assert.doesNotMatch(await window.run("return document.querySelector('nav').textContent"), other);
    await window.shoot(`first-${language}`);
  }
});
