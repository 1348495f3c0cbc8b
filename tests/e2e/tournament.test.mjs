// Tournaments in the built window: levels meet, the program is killed, and the tournament goes on where it was.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { finish, freshHome, openDialog, saveDialog, until, Window } from "./driver.mjs";
import { FACES, wear } from "./faces.mjs";
import { playedGames, readGame } from "./tournament-games.mjs";

let place;
let window;

async function start() {
  place ??= freshHome();
  mkdirSync(place.data, { recursive: true });
  const file = join(place.data, "settings.json");
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ version: 1, language: "en" }));
  window = await Window.start(place.home);
  await window.keys("Control+5");
  await window.see("built-in");
}

afterEach(async () => {
  await finish(window, place);
  place = window = undefined;
});

const games = () => playedGames(window);

/** The table without its ratings: place, engine, points, games, wins, draws, losses. */
const table = () =>
  window.run(
    `return [...document.querySelectorAll("[data-testid=tournament-row]")].map(
       (row) => [...row.children].slice(0, 7).map((cell) => cell.textContent.trim()))`,
  );

/** Points by a count of what the games say of themselves. */
function counted(played) {
  const points = new Map();
  const add = (name, n) => points.set(name, (points.get(name) ?? 0) + n);
  for (const [label] of played) {
    const { first, second, half } = readGame(label);
    add(first, half / 2);
    add(second, 1 - half / 2);
  }
  return points;
}

test("a tournament of three levels is killed, goes on, and every game counts once", async () => {
  await start();
  await window.choose("tournament-game", "gomoku");
  await window.choose("tournament-limit", "move-100");
  await window.shoot("tournament-form");
  await window.press("tournament-start");
  await window.see("tournament-result");
  await until(async () => (await games()).length >= 2, "two games", 120_000);
  await window.shoot("tournament-running");
  const before = await games();
  await window.crash();

  await start();
  await window.says("tournament-state", /^Paused\. \d games? played, \d to play$/);
  const found = await games();
  assert.deepEqual(found.slice(0, before.length), before, "what was shown was kept");
  await window.press("tournament-go-on");
  await window.says("tournament-state", /^Over after 6 games$/, 180_000);
  const played = await games();
  assert.deepEqual(played.slice(0, found.length), found, "no game is played twice");
  assert.ok(
    played.every(([, disabled]) => !disabled),
    "every game is in the library",
  );
  const rows = await table();
  const points = counted(played);
  assert.equal(points.size, 3);
  for (const [, name, own, n] of rows)
    assert.deepEqual([name, own, n], [name, String(points.get(name)), "4"]);
  assert.equal(readdirSync(join(place.data, "tournaments")).length, 1);
  for (const [language, theme] of FACES) {
    await wear(window, language, theme);
    await window.press("rail-engines");
    await window.see("tournament-table");
    await window.run(
      "document.querySelector('[data-testid=tournament-result]').scrollIntoView({ block: 'nearest' })",
    );
    await window.shoot(`tournament-${language}-${theme}`);
  }
  // The games are a collection, and one of them opens with its moves.
  await window.press("tournament-games-summary");
  await window.press("tournament-played");
  await window.see("screen-study");
  await window.keys("End");
  assert.ok(
    (await window.run(
      "return document.querySelectorAll('[data-testid=moves] [role=treeitem], [data-testid=moves] button').length",
    )) > 8,
  );
});

test("openings of a file are played, what was entered is there after a restart, and the games are saved", async () => {
  await start();
  const file = join(place.home, "mine.txt");
  writeFileSync(file, "\ufeff# mine\r\n1. 炮二平五 马8进7\r\nh2e2 h2e2\r\n");
  await window.choose("tournament-limit", "move-100");
  await window.press("tournament-entrant-level-3");
  await window.press("tournament-openings-file");
  await openDialog(file);
  await window.says("toast", /mine\.txt:3 is not an opening of this game/);
  await window.shoot("tournament-openings-refused");
  writeFileSync(file, "\ufeff# mine\r\n1. 炮二平五 马8进7\r\n");
  await window.press("tournament-openings-file");
  await openDialog(file);
  await window.hears(/From file “mine\.txt” \(1\)/);
  await window.shoot("tournament-openings");
  await window.crash();
  await start();
  // The choices and the openings are those from before, and the file is not needed.
  writeFileSync(file, "nothing");
  const entered = () =>
    window.run(`return [
      document.querySelector("[data-testid=tournament-openings]").textContent.includes("mine.txt"),
      document.querySelector("[data-testid=tournament-entrant-level-3]").checked,
      document.querySelector("[data-testid=tournament-entrant-level-2]").checked]`);
  // A busy machine shows the form a moment before what it had.
  await until(async () => (await entered())[0], "the openings of the file");
  assert.deepEqual(await entered(), [true, false, true]);
  await window.press("tournament-start");
  await window.says("tournament-state", /^Over after 2 games$/, 120_000);
  await window.run("document.querySelector('[data-testid=tournament-pairings]').dataset.open = ''");
  await window.run(
    "document.querySelector('[data-testid=tournament-pairings]').scrollIntoView({ block: 'nearest' })",
  );
  await window.shoot("tournament-pairings");
  const save = async (testid, name) => {
    await window.press(testid);
    const path = join(place.home, name);
    await saveDialog(path);
    await until(() => existsSync(path), name);
    return readFileSync(path, "utf8");
  };
  const records = await save("tournament-save-games", "cup.pgn");
  assert.equal(records.match(/1\. H2-E2 H9-G7/g)?.length, 2, records);
  const report = JSON.parse(await save("tournament-save-table", "cup.json"));
  assert.deepEqual([report.games.length, report.pairings.length, report.games_left], [2, 1, 0]);
  const [pairing] = report.pairings;
  assert.equal(pairing.wins + pairing.draws + pairing.losses, 2);
  assert.equal(
    pairing.pairs.reduce((sum, n) => sum + n),
    1,
  );
});
