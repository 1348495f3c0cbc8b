// Engines of one's own in the built window: a real one is added and played, and bad ones cost nobody but themselves.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { FISH, finish, freshHome, processTree, until, Window } from "./driver.mjs";
import { FACES, wear } from "./faces.mjs";
import { clickMove, moves, myTurn, startWithCannon } from "./player.mjs";

let place;
let window;

async function start(settings = {}) {
  place ??= freshHome();
  mkdirSync(place.data, { recursive: true });
  const file = join(place.data, "settings.json");
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ version: 1, language: "en", ...settings }));
  window = await Window.start(place.home);
}

afterEach(async () => {
  await finish(window, place);
  place = window = undefined;
});

/** Writes a program of the shell and returns its command. */
function script(name, body) {
  const path = join(place.home, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** An engine of UCI that knows one move for Red at the start; `go` is what it does once moves have been played. */
const UCI = (go) => `while read word rest; do case $word in
  uci) echo "id name Toy"; echo uciok;;
  isready) echo readyok;;
  quit) exit;;
  position) position=$rest;;
  go) case $position in *moves*) ${go};; *) echo bestmove h2e2;; esac;;
esac; done`;

/** Fills a field anew, as typing does. */
const fill = (testid, value) =>
  window.run(
    `const field = document.querySelector('[data-testid="' + arguments[0] + '"]');
     field.focus();
     field.value = arguments[1];
     field.dispatchEvent(new Event("input", { bubbles: true }));`,
    testid,
    value,
  );

async function openEngines() {
  await window.keys("Control+5");
  await window.see("built-in");
}

/** Asks a program who it is; returns what the window says of it. */
async function ask(command, protocol = "any") {
  await window.press("engine-add");
  await window.see("add-form");
  await window.press("add-advanced-summary");
  await until(async () => (await window.focused()) === "add-command", "the command line");
  await window.type(command);
  if (protocol !== "any") await window.choose("add-protocol", protocol);
  await window.press("add-test");
  return until(
    async () => {
      const kind = await window.run(
        "return document.querySelector('[data-testid=add-probe]')?.dataset.kind ?? null",
      );
      return kind && kind !== "asking" ? window.read("[data-testid=add-probe]") : null;
    },
    `an answer of ${command}`,
    25_000,
  );
}

async function add(command, name, protocol) {
  assert.match(await ask(command, protocol), /Answers in \d+ ms|毫秒应答/);
  if (name) await fill("add-name", name);
  await window.press("add-keep");
  await until(
    () => window.run("return !document.querySelector('[data-testid=add-form]')"),
    "the form to close",
  );
}

async function chooseExternal() {
  await window.press("rail-home");
  await window.see("start");
  const external = await window.run(
    "return document.querySelector('[data-testid^=opponent-external-]').dataset.testid",
  );
  // A message may lie over it for a while.
  await window.press(external);
}

/** A game against the built-in engine, as far as its first answer. */
async function playBuiltIn() {
  await window.press("rail-home");
  await window.press("level-1");
  await startWithCannon(window);
  assert.ok(await myTurn(window, 1));
}

/** Pictures of the screen in both languages and both lights. */
async function pictures(name) {
  for (const [language, theme] of FACES) {
    await wear(window, language, theme);
    await window.press("rail-engines");
    await window.see("built-in");
    await window.shoot(`${name}-${language}-${theme}`);
  }
}

test(
  "fairy-stockfish is added with three clicks, set, talked to, and plays six plies",
  { skip: !existsSync(FISH) && "fairy-stockfish is not installed" },
  async () => {
    await start();
    await openEngines();
    await window.says("engines-empty", /UCI, UCCI or Gomocup/);
    await window.shoot("engines-empty");
    assert.match(await ask(FISH), /Answers in \d+ ms as UCI: .*Fairy-Stockfish/);
    await window.shoot("engines-answer");
    await fill("add-name", "Fairy-Stockfish");
    await window.press("add-keep");
    await window.see("external");
    await window.press("external-options");
    await window.see("option-Hash");
    await window.choose("option-Hash", "32");
    await until(
      () => window.run("return !document.querySelector('[data-testid=options-reset]').disabled"),
      "the option to be kept",
    );
    await window.shoot("engines-options");
    await window.press("external-options");
    await window.press("external-console");
    await window.see("console-line");
    await fill("console-line", "isready");
    await window.press("console-send");
    await window.says("console-log", /readyok/);
    await window.shoot("engines-console");
    await window.press("external-console");
    await chooseExternal();
    await window.shoot("engines-home");
    await window.press("start");
    await window.says("player-second", /Fairy-Stockfish/);
    await window.says("status", /Your move/);
    const plan = ["h2e2", "h0g2", "b0c2", "a0a1", "g3g4", "i0i1", "c3c4", "a3a4"];
    for (let ply = 0; ply < 6; ply += 2) {
      let played = false;
      while (!played) played = await clickMove(window, plan.shift());
      assert.ok(await myTurn(window, ply + 1), "the game goes on");
    }
    assert.equal((await moves(window)).length, 6);
    await window.shoot("engines-play");
    // No part of it opens a socket: neither the program nor the engine it started.
    const sockets = processTree(window.pid).filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/exe`) === FISH &&
          readdirSync(`/proc/${pid}/fd`).some((fd) =>
            readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith("socket:"),
          )
        );
      } catch {
        return false;
      }
    });
    assert.deepEqual(sockets, []);
    await window.press("resign");
    await window.press("resign-confirm");
    await window.says("end-card", /You lost/);
    await window.press("rail-library");
    await until(
      async () => /Fairy-Stockfish/.test(await window.read("[data-testid=library-row]")),
      "its name",
    );
  },
);

test(
  "two engines play a match with live numbers, and the result stays",
  { skip: !existsSync(FISH) && "fairy-stockfish is not installed" },
  async () => {
    await start();
    await openEngines();
    await add(FISH, "Fairy-Stockfish");
    await window.run(
      `const list = document.querySelector("[data-testid=match-first]");
     list.value = [...list.options].find((option) => option.value.startsWith("guest-")).value;
     list.dispatchEvent(new Event("change", { bubbles: true }));`,
    );
    await window.choose("match-second", "level-1");
    await window.choose("match-games", "50");
    await window.choose("match-time", "100");
    await window.press("match-start");
    await window.says("match-progress", /Game 1 of 50/);
    await window.says("match-wins", /[1-9]/, 120_000);
    // Fewer than six won games say nothing about the difference.
    await window.says("match-elo", /[+−]\d+ ± \d+|at (least|most) [+−]\d+/, 120_000);
    await pictures("engines-match");
    await window.press("match-stop");
    await window.see("match-start");
    await window.says("match-progress", /\d+ of \d+ games/);
  },
);

test("what a program that is no engine does is said in one sentence, and the app plays on", async () => {
  await start();
  const dying = script("dying", "exit 7");
  await openEngines();
  const cases = [
    ["no-such-program-anywhere", /Program “no-such-program-anywhere” not found/, "missing"],
    ["cat", /The program answers “uci, ucci, gomocup”, but not like an engine/, "protocol"],
    ["yes", /kept producing output|not like an engine/, "flood"],
    [dying, /The program quit before answering|No reply/, "died"],
  ];
  for (const [command, sentence, name] of cases) {
    assert.match(await ask(command), sentence);
    await window.shoot(`engines-fault-${name}`);
    await window.press("add-remove");
  }
  assert.match(await ask("sleep 1000", "ucci"), /No reply to “ucci” in 5 s/);
  await window.shoot("engines-fault-silent");
  await window.press("add-choose");
  assert.equal(await window.focused(), "add-protocol");
  await window.press("add-remove");
  await playBuiltIn();
});

test("an external engine that dies in its search loses its game only, and the next game works", async () => {
  await start();
  await openEngines();
  await add(script("dies", UCI("echo info depth 1; kill -9 $$")), "Mortal");
  await chooseExternal();
  await startWithCannon(window);
  await window.says("end-card", /You won.*Black’s engine failed/s, 30_000);
  assert.ok((await window.toasts()).some((text) => /Mortal quit during the game/.test(text)));
  await window.shoot("engines-died");
  await playBuiltIn();
});

test("endless output and nonsense lose the game, too", async () => {
  await start();
  await openEngines();
  await add(script("floods", UCI("while true; do echo info string y; done")), "Flood");
  for (const [go, name, sentence] of [
    [null, "Flood", /Flood kept producing output/],
    ["echo bestmove wat", "Nonsense", /Nonsense sent something that is not a move/],
  ]) {
    if (go) {
      await openEngines();
      await window.press("external-remove");
      await add(script("other", UCI(go)), name);
    }
    await chooseExternal();
    await startWithCannon(window);
    await window.says("end-card", /You won/, 30_000);
    assert.ok(
      (await window.toasts()).some((text) => sentence.test(text)),
      JSON.stringify(await window.toasts()),
    );
  }
  await playBuiltIn();
});

test("after a crash a game whose engine is gone says so and goes on against the built-in engine", async () => {
  await start();
  await openEngines();
  // Black's right horse is its answer to everything, which is a move once.
  const path = script("once", UCI("echo bestmove h9g7"));
  await add(path, "Gone Fish");
  await chooseExternal();
  await startWithCannon(window);
  assert.ok(await myTurn(window, 1));
  await window.crash();
  rmSync(path);
  window = await Window.start(place.home);
  await window.see("resume-dialog");
  await window.press("resume");
  await window.says("gone-dialog", /Gone Fish was removed or its program cannot be found/);
  await window.shoot("engines-gone");
  await window.choose("gone-level", "2");
  await window.press("gone-go");
  await window.says("player-second", /Apprentice/);
  assert.equal((await moves(window)).length, 2);
  await window.clickSquare("h0");
  await window.clickSquare("g2");
  assert.ok(await myTurn(window, 3));
});
