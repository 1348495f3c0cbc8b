// A tournament of six entrants in the built window, killed twice: no game is lost or played twice, and the table is that of a
// count from the records alone. Then the other formats, in the smallest window and at 200 %.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FISH_ENGINE, finish, freshHome, until, Window } from "./driver.mjs";
import { playedGames, readGame } from "./tournament-games.mjs";

const place = freshHome();
let window;

async function start() {
  window = await Window.start(place.home);
  await window.keys("Control+5");
  await window.see("built-in");
}

before(async () => {
  mkdirSync(place.data, { recursive: true });
  writeFileSync(join(place.data, "settings.json"), JSON.stringify({ version: 1, language: "en" }));
  // Five levels and an engine of elsewhere.
  writeFileSync(join(place.data, "engines.json"), JSON.stringify({ version: 1, guests: [FISH_ENGINE] }));
  await start();
});
after(() => finish(window, place));

const games = () => playedGames(window);

/** Name, points, games, wins, draws, losses and Sonneborn-Berger of each row. */
const table = () =>
  window.run(
    `return [...document.querySelectorAll("[data-testid=tournament-row]")].map(
       (row) => [...row.children].slice(1, 8).map((cell) => cell.textContent.trim()))`,
  );

/** The rows of the table from what the games say of themselves, and nothing else. */
function counted(played) {
  const rows = new Map();
  const pairs = [];
  const row = (name) => rows.get(name) ?? rows.set(name, { won: 0, drawn: 0, lost: 0 }).get(name);
  for (const [label] of played) {
    const { first, second, half } = readGame(label);
    row(first)[["lost", "drawn", "won"][half]] += 1;
    row(second)[["won", "drawn", "lost"][half]] += 1;
    pairs.push([first, second, half], [second, first, 2 - half]);
  }
  const points = (name) => row(name).won + row(name).drawn / 2;
  const sb = (name) =>
    pairs.reduce((sum, [own, other, half]) => sum + (own === name ? (half / 2) * points(other) : 0), 0);
  return new Map(
    [...rows].map(([name, { won, drawn, lost }]) => [
      name,
      { points: points(name), won, drawn, lost, sb: sb(name) },
    ]),
  );
}

async function enter(n) {
  const boxes = await window.run(
    `return [...document.querySelectorAll("[data-testid^=tournament-entrant-]")].map((box) => [box.dataset.testid, box.checked])`,
  );
  for (const [at, [testid, checked]] of boxes.entries()) if (checked !== at < n) await window.press(testid);
  return boxes.length;
}

test("six entrants, killed twice: every game counts once and the table is that of a count", async () => {
  await window.choose("tournament-game", "xiangqi");
  await window.choose("tournament-limit", "move-100");
  const there = await enter(6);
  assert.ok(there >= 6, `${there} entrants`);
  await window.press("tournament-start");
  await window.see("tournament-result");
  let kept = [];
  for (const n of [5, 14]) {
    await until(async () => (await games()).length >= n, `${n} games`, 400_000);
    const before = await games();
    await window.crash();
    await start();
    await window.says("tournament-state", /^Paused\./);
    const found = await games();
    assert.deepEqual(found.slice(0, before.length), before, "what was shown was kept");
    assert.deepEqual(found.slice(0, kept.length), kept, "nothing changed before it");
    kept = found;
    await window.press("tournament-go-on");
  }
  await window.says("tournament-state", /^Over after 30 games$/, 600_000);
  const played = await games();
  assert.equal(played.length, 30);
  assert.deepEqual(played.slice(0, kept.length), kept, "no game is played twice");
  assert.ok(
    played.every(([, disabled]) => !disabled),
    "every game is in the library",
  );
  // Each pair has met once with either colour.
  const met = new Set(played.map(([label]) => label.replace(/^Round \d+: (.*), [^,]*$/, "$1")));
  assert.equal(met.size, 30);
  const own = counted(played);
  const rows = await table();
  for (const [name, points, n, won, drawn, lost, sb] of rows) {
    const one = own.get(name);
    assert.deepEqual(
      [Number(points), Number(n), Number(won), Number(drawn), Number(lost), Number(sb)],
      [one.points, 10, one.won, one.drawn, one.lost, one.sb],
      name,
    );
  }
  const order = rows.map(([, points]) => Number(points));
  assert.deepEqual(
    order,
    [...order].sort((a, b) => b - a),
    "the best first",
  );
  console.log(rows.map((row) => row.join(" | ")).join("\n"));
});

test("gauntlet, knockout and Swiss have room in the smallest window and at 200 %", async () => {
  for (const format of ["gauntlet", "knockout", "swiss"]) {
    await window.choose("tournament-format", format);
    await enter(4);
    await window.press("tournament-start");
    const runs = () =>
      window.run("return document.querySelector('[data-testid=tournament-result]').dataset.running");
    await until(async () => (await runs()) === "true", "its begin");
    await until(async () => (await runs()) === "false", "its end", 400_000);
    await window.says("tournament-state", /^Over after \d+ games$/);
    for (const [width, height, scale] of [
      [900, 640, 100],
      [1280, 800, 200],
    ]) {
      await window.resize(width, height);
      await window.keys("Control+6");
      await window.see("scale-select");
      await window.choose("scale-select", String(scale));
      await window.keys("Control+5");
      await window.see("tournament-table");
      await window.run(
        "document.querySelector('[data-testid=tournament-result]').scrollIntoView({ block: 'nearest' })",
      );
      assert.deepEqual(
        await window.run(
          `return ["html", "main"].filter((css) => { const part = document.querySelector(css); return part.scrollWidth > part.clientWidth; })`,
        ),
        [],
        `${format} ${width} ${scale}`,
      );
      await window.shoot(`tournament-${format}-${width}-${scale}`);
    }
  }
});
