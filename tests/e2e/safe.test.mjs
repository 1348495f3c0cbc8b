// The window gives way to nothing: no folder, a second start, a damaged game, a page that would leave, programs that stay.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { APP, finish, freshHome, processTree, until, Window } from "./driver.mjs";
import { clickMove, moves, myTurn, startWithCannon } from "./player.mjs";

let place;
let window;

afterEach(async () => {
  await finish(window, place);
  place = window = undefined;
});

const toast = (pattern) =>
  until(async () => {
    const all = await window.toasts();
    if (!all.some((one) => pattern.test(one))) throw new Error(JSON.stringify(all));
    return true;
  }, `a message like ${pattern}`);

test("where no folder can be made the window says so and the game is kept in memory", async () => {
  window = await Window.start("/proc", { env: { HOME: "/proc" } });
  await toast(/\/proc\/duiyi cannot be created or used\. .* start Duiyi again/);
  await window.shoot("safe-no-folder");
  assert.equal((await window.toasts()).length, 1, "it is said once");
  await startWithCannon(window);
  assert.ok(await myTurn(window, 1));
  await window.press("resign");
  await window.press("resign-confirm");
  const card = await window.says("end-card", /You lost/);
  assert.match(card, /Not saved: the library cannot be written/);
  assert.doesNotMatch(card, /Saved in/);
});

test("a second start raises the first window and ends", async () => {
  place = freshHome();
  window = await Window.start(place.home);
  const environment = readFileSync(`/proc/${window.pid}/environ`, "utf8").split("\0");
  const env = Object.fromEntries(
    environment
      .filter((entry) => /^(DISPLAY|XAUTHORITY|XDG_|DBUS|HOME|PATH)/.test(entry))
      .map((entry) => {
        const at = entry.indexOf("=");
        return [entry.slice(0, at), entry.slice(at + 1)];
      }),
  );
  const second = spawn(APP, [], { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  second.stderr.on("data", (text) => (said += text));
  const code = await Promise.race([
    new Promise((ended) => second.once("exit", ended)),
    new Promise((late) => setTimeout(late, 20_000, "goes on")),
  ]);
  second.kill("SIGKILL");
  assert.equal(code, 0, said);
  assert.match(said, /open already; its window was raised/);
  assert.deepEqual(await window.faults(), []);
  assert.ok(await window.has("[data-testid=start]"), "the first goes on");
});

test("a game that the disk does not have keeps the window open until it is written", async () => {
  place = freshHome();
  window = await Window.start(place.home);
  await startWithCannon(window);
  assert.ok(await myTurn(window, 1));
  const journals = join(place.data, "journal");
  renameSync(journals, `${journals}.away`);
  writeFileSync(journals, "");
  await clickMove(window, "h0g2");
  assert.ok(await myTurn(window, 3));
  await toast(/journal/);
  // As the button of the window does. A window that closes may end the driver's session before its answer.
  const closeWindow = () =>
    window.run("void window.__TAURI_INTERNALS__.invoke('close_window')").catch(() => {});
  await closeWindow();
  await window.see("unsaved-dialog");
  await window.shoot("safe-unsaved");
  await window.press("unsaved-stay");
  await window.keys("Control+n");
  await window.see("start");
  await window.press("start");
  await window.says("unsaved-dialog", /journal/);
  await window.press("unsaved-stay");
  rmSync(journals);
  renameSync(`${journals}.away`, journals);
  const { pid } = window;
  await closeWindow();
  await until(() => !existsSync(`/proc/${pid}/exe`), "the program to end");
  await window.crash().catch(() => {});
  window = await Window.start(place.home);
  await window.see("resume-dialog");
  await window.press("resume");
  await until(async () => (await moves(window)).length === 4, "all four moves");
});

test("a game with a move that cannot be played is offered up to there, and its file kept", async () => {
  place = freshHome();
  window = await Window.start(place.home);
  await startWithCannon(window);
  assert.ok(await myTurn(window, 1));
  await window.crash();
  const journals = join(place.data, "journal");
  const [name] = readdirSync(journals);
  const lines = readFileSync(join(journals, name), "utf8").trimEnd().split("\n");
  // As a program without checksums would have written it.
  const impossible = JSON.stringify({ ...JSON.parse(lines[2]), sum: undefined, mv: "a0a9" });
  writeFileSync(join(journals, name), [...lines.slice(0, 2), impossible].join("\n") + "\n");
  window = await Window.start(place.home);
  await window.see("resume-dialog");
  await window.shoot("safe-damaged");
  assert.match(await window.read("[data-testid=resume-damaged]"), / 1 round can be read\./);
  await toast(/is damaged/);
  assert.deepEqual(readdirSync(journals), [name], "looking changes nothing");
  await window.keys("Enter");
  assert.ok(await myTurn(window, 1), "the engine answers anew");
  assert.equal((await moves(window))[0], "C2=5");
  assert.equal(readdirSync(journals).filter((file) => file.includes(".corrupt-")).length, 1);
});

test("the page goes nowhere else and opens no other window", async () => {
  place = freshHome();
  window = await Window.start(place.home);
  await window.run(`location.href = "http://127.0.0.1:9/"; window.open("http://127.0.0.1:9/other");`);
  await new Promise((later) => setTimeout(later, 500));
  assert.match(await window.run("return location.href"), /^tauri:\/\/localhost/);
  assert.ok(await window.has("[data-testid=start]"));
});

test("the start after a crash says so once and names the log, which has the cause", async () => {
  place = freshHome();
  window = await Window.start(place.home);
  await window.crash();
  window = await Window.start(place.home);
  await toast(/did not close properly last time\. The log is .*\/duiyi\/duiyi\.log/);
  const log = readFileSync(join(place.data, "duiyi.log"), "utf8");
  assert.match(log, /INFO duiyi_desktop_lib: start version="/);
  assert.match(log, /WARN duiyi_desktop_lib::commands: a notice code="crashed"/);
  await window.press("toast-close");
  await window.press("rail-settings");
  await window.press("copy-diagnostics");
  await toast(/Diagnostics copied/);
  const { pid } = window;
  process.kill(pid, "SIGTERM");
  await until(() => !existsSync(`/proc/${pid}/exe`), "the end of the program");
  assert.ok(!existsSync(join(place.data, "duiyi.log.running")), "it ended in order");
  await window.close();
  window = await Window.start(place.home);
  assert.deepEqual(await window.toasts(), []);
});

/** An engine that plays h2e2 and then hears nothing any more, beside two children in sessions of their own. */
const DEAF = (ids) => `while read word rest; do case $word in
  uci) echo "id name Deaf"; echo uciok;;
  isready) echo readyok;;
  go) setsid sh -c 'echo $$ >> "${ids}"; exec sleep 1000' &
      (setsid sh -c 'echo $$ >> "${ids}"; exec sleep 1000' &)
      echo $$ >> "${ids}"; trap '' HUP TERM INT; exec <&-; sleep 1000;;
esac; done`;

for (const [how, end] of [
  ["is told to end", () => process.kill(window.pid, "SIGTERM")],
  ["is killed", () => process.kill(window.pid, "SIGKILL")],
  ["is closed", () => window.shut()],
])
  test(`nothing of an engine is left when the window ${how} while it thinks`, async () => {
    place = freshHome();
    mkdirSync(place.data, { recursive: true });
    const [program, ids] = [join(place.home, "deaf"), join(place.home, "ids")];
    writeFileSync(program, `#!/bin/sh\n${DEAF(ids)}\n`);
    chmodSync(program, 0o755);
    const external = {
      id: "deaf",
      name: "Deaf",
      command: program,
      protocol: "uci",
      game: "xiangqi",
      options: [],
    };
    writeFileSync(join(place.data, "engines.json"), JSON.stringify({ version: 1, guests: [external] }));
    const chosen = { version: 1, language: "en", xiangqiNew: { opponent: "guest", guest: "deaf" } };
    writeFileSync(join(place.data, "settings.json"), JSON.stringify(chosen));
    window = await Window.start(place.home);
    await startWithCannon(window);
    const written = () => (existsSync(ids) ? readFileSync(ids, "utf8") : "");
    await until(() => written().trim().split("\n").length === 3, "the engine and its children");
    const pids = written().trim().split("\n");
    const lives = (pid) => {
      try {
        return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)[0] !== "Z";
      } catch {
        return false;
      }
    };
    assert.ok(pids.every(lives), "they run");
    await end();
    await until(() => !pids.some(lives), `the end of ${pids}`);
    await window.close();
    window = undefined;
  });

/** The memory that the program and its web view have filled, in MiB: files that they share with other windows do not count. */
const memory = () =>
  processTree(window.pid).reduce((sum, pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      return sum + Number(text.match(/^Anonymous:\s+(\d+)/m)?.[1] ?? 0) / 1024;
    } catch {
      return sum;
    }
  }, 0);

/** How much more a record of 2 MiB may cost than an empty one, in MiB; what brings it into the page takes a part. */
const RECORD_COST_MAX = 170;

const SHUFFLE = "h0g2 h9g7 g2h0 g7h9 ";
const MIB_2 = 2 << 20;
for (const [what, record] of [
  ["moves", `[Game "Chinese Chess"]\n\n${SHUFFLE.repeat(MIB_2 / SHUFFLE.length)}*\n`],
  ["faults", `(;GM[4]SZ[15];B[hh]${";W[zz]".repeat(MIB_2 / 6)})`],
  ["notes", `[Game "Chinese Chess"]\n\n1. h2e2 {${"炮".repeat(MIB_2 / 3)}} h9g7 *\n`],
])
  test(`2 MiB of ${what} in a record are read within bounds`, { timeout: 120_000 }, async () => {
    place = freshHome();
    window = await Window.start(place.home);
    const floor = memory();
    let peak = floor;
    const watch = setInterval(() => (peak = Math.max(peak, memory())), 200);
    const began = performance.now();
    await window.paste(record);
    await until(
      async () => (await window.has("[data-testid=screen-study]")) || (await window.toasts()).length > 0,
      `the ${what}`,
      100_000,
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    await new Promise((later) => setTimeout(later, 1_000));
    clearInterval(watch);
    console.log(`${what}: floor ${Math.round(floor)} MiB, peak ${Math.round(peak)} MiB, ${seconds} s`);
    assert.ok(peak < floor + RECORD_COST_MAX, `${what}: ${peak} over ${floor} MiB`);
  });
