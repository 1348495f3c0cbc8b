// What people meet when files are damaged, folders cannot be used and records make no sense.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { finish, freshHome, processTree, until, Window } from "./driver.mjs";
import { moves, myTurn, startWithCannon } from "./player.mjs";

const GARBAGE = "this was a library once\u0000\u0001".repeat(400);

let place;
let window;

/** Starts the program over a folder that `prepare` has filled. */
async function start(prepare = () => {}) {
  place ??= freshHome();
  prepare(place);
  window = await Window.start(place.home);
}

afterEach(async () => {
  await finish(window, place);
  place = window = undefined;
});

const inside = (data, pattern) => readdirSync(data).filter((name) => pattern.test(name));

/** Waits for a message that fits, and closes it. */
async function toast(pattern) {
  const text = await until(async () => {
    const all = await window.toasts();
    const found = all.find((one) => pattern.test(one));
    if (!found) throw new Error(JSON.stringify(all));
    return found;
  }, `a message like ${pattern}`);
  await window.press("toast-close");
  return text;
}

async function playOneMove() {
  await window.press("rail-home");
  await startWithCannon(window);
  assert.ok(await myTurn(window, 1));
}

test("a library full of garbage is set aside and a new one works", async () => {
  await start(({ data }) => {
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "library.db"), GARBAGE);
  });
  const { data } = place;
  const [aside] = inside(data, /^library\.corrupt-\d+\.db$/);
  assert.equal(readFileSync(join(data, aside), "utf8"), GARBAGE);
  await window.shoot("trouble-library");
  assert.match(await toast(/library was damaged and kept as/), new RegExp(aside));
  await playOneMove();
  await window.press("resign");
  await window.press("resign-confirm");
  await window.says("end-card", /You lost/);
  await window.press("rail-library");
  await window.says("library-count", /1 game/);
});

test("without a folder the game can be played all the same", async () => {
  // Permissions do not stop everyone, a file in the folder's place does.
  await start(({ data }) => writeFileSync(data, "not a folder"));
  assert.match(await toast(/cannot be created or used/), /duiyi/);
  await playOneMove();
  await window.press("undo");
  await until(async () => (await moves(window)).length === 0, "the move taken back");
  await window.press("rail-settings");
  await window.choose("theme-select", "dark");
  await until(() => window.run("return document.documentElement.dataset.theme === 'dark'"), "the dark theme");
  await toast(/lasts until you quit|moved or deleted|cannot be used/);
  assert.equal(readFileSync(place.data, "utf8"), "not a folder");
});

test("settings that make no sense are set aside", async () => {
  await start(({ data }) => {
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "settings.json"), '{"language": "zh-CN", "theme"');
  });
  const [aside] = inside(place.data, /^settings\.json\.corrupt-/);
  assert.match(await toast(/settings were damaged and kept as/), new RegExp(aside));
  await window.press("level-3");
  const kept = () => existsSync(join(place.data, "settings.json"));
  await until(kept, "new settings");
  await until(
    () => JSON.parse(readFileSync(join(place.data, "settings.json"), "utf8")).xiangqiNew.level === 3,
    "the level kept",
  );
});

test("a torn journal gives back what can be read", async () => {
  await start();
  await playOneMove();
  await window.crash();
  const journals = join(place.data, "journal");
  const [name] = readdirSync(journals).filter((file) => file.endsWith(".jsonl"));
  const whole = readFileSync(join(journals, name), "utf8");
  // The power went out in the middle of the last line.
  writeFileSync(join(journals, name), whole.slice(0, -8));
  await start();
  await window.see("resume-dialog");
  await window.keys("Enter");
  await window.see("screen-play");
  assert.equal((await moves(window))[0], "C2=5");
  assert.ok(await myTurn(window, 1), "the engine answers again");
  await window.crash();
  // Nonsense in the middle: the game up to there is offered, and the file is kept.
  const [again] = readdirSync(journals).filter((file) => file.endsWith(".jsonl"));
  const lines = readFileSync(join(journals, again), "utf8").trimEnd().split("\n");
  writeFileSync(
    join(journals, again),
    [...lines.slice(0, 2), "nonsense", ...lines.slice(2)].join("\n") + "\n",
  );
  await start();
  await window.see("resume-dialog");
  await window.shoot("trouble-journal");
  assert.equal(inside(journals, /corrupt/).length, 0, "looking changes nothing");
  await window.keys("Enter");
  await window.see("screen-play");
  assert.equal((await moves(window))[0], "C2=5");
  await toast(/unfinished game \(.*\.jsonl\) is damaged/);
  assert.equal(inside(journals, /corrupt/).length, 1);
});

// Who cannot be raised does not keep others out: the second start says so, and both share the folder without harm.
test("two windows share a folder without harm when the first does not answer", async () => {
  await start();
  process.kill(window.pid, "SIGSTOP");
  const other = await Window.start(place.home);
  process.kill(window.pid, "SIGCONT");
  await playOneMove();
  assert.deepEqual((await other.toasts()).length, 1);
  assert.match((await other.toasts())[0], /Another copy of Duiyi is using .* and is not responding/);
  assert.deepEqual(await other.faults(), []);
  await other.close();
  await window.press("resign");
  await window.press("resign-confirm");
  await window.says("end-card", /Saved in the library/);
});

test("records that make no sense are told where and why", async () => {
  await start();
  await window.paste("to be or not to be");
  await toast(/Not a game record/);
  await window.paste("(;GM[4]SZ[15]PB[Li]PW[Wu];B[hh];W[hg];B[ih");
  await window.see("study-at");
  await window.press("study-last");
  await until(
    () =>
      window.run(
        "const { ply, last } = document.querySelector('[data-testid=study-at]').dataset; return ply === last && ply >= 2",
      ),
    "the end of the line",
  );
  await toast(/imported/);
  await window.paste(
    '[Game "Chinese Chess"]\n[Red "李"]\n[Black "王"]\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平九 卒7进1\n',
  );
  await window.says(
    "study-faults",
    /Read up to move 4\. Line 7, “车一平九”: Your own chariot on (file 9|a0) is there already\./,
  );
  await window.shoot("trouble-import");
  await window.press("study-last");
  await window.at(4, 4);
  await window.press("rail-settings");
  await window.choose("lang-select", "zh-CN");
  // A change of the language removes the messages in the one before.
  await until(async () => (await window.run("return document.documentElement.lang")) === "zh-CN", "Chinese");
  await window.paste("not a game at all");
  await toast(/无法识别这份棋谱/);
  await window.pressNewest();
  await window.see("study-at");
});

test("a wrong FEN is answered beside its field, with the rank", async () => {
  await start();
  await window.run("document.querySelector('[data-testid=more-options]').dataset.open = ''");
  const fen = async (text) => {
    await window.run(
      "const field = document.querySelector('[data-testid=fen]'); field.value = ''; field.focus()",
    );
    await window.type(text);
    await window.keys("Enter");
  };
  const answer = (pattern) =>
    until(async () => pattern.test(await window.read(".fen small")), `an answer like ${pattern}`);
  await fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C2/9/RNBAKABNR w - - 0 1");
  await answer(/rank 2 does not have nine points/);
  await window.shoot("trouble-fen");
  await fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w - - 0 1");
  await answer(/A general is missing/);
  await fen("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
  await answer(/generals face each other/);
  assert.equal(await window.has("[data-testid=screen-play]"), false);
  await fen("3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1");
  await window.see("screen-play");
});

test("the program opens no socket but those of the desktop itself", async () => {
  await start();
  await playOneMove();
  const inodes = new Map();
  const tree = processTree(window.pid);
  assert.ok(tree.length >= 2, "the program and its web view");
  for (const pid of tree) {
    for (const fd of readdirSync(`/proc/${pid}/fd`)) {
      let target = "";
      try {
        target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        continue;
      }
      const inode = target.match(/^socket:\[(\d+)\]$/)?.[1];
      if (inode) inodes.set(inode, pid);
    }
  }
  assert.ok(inodes.size > 0, "the desktop's own sockets are seen");
  const open = ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"].flatMap((kind) =>
    readFileSync(`/proc/${window.pid}/net/${kind}`, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      // Only the inspector through which this test drives the window may be there.
      .filter((fields) => inodes.has(fields[9]))
      .map((fields) => ({ kind, local: fields[1], remote: fields[2], state: fields[3] })),
  );
  // The driver of this test talks to the page through a port that it names to the program when it starts it.
  const environment = readFileSync(`/proc/${window.pid}/environ`, "latin1").split("\0");
  const inspector = environment.find((entry) => entry.startsWith("WEBKIT_INSPECTOR_SERVER="));
  const driven = Number(inspector.split(":").at(-1)).toString(16).toUpperCase().padStart(4, "0");
  const own = open.filter(({ local, remote }) => ![local, remote].some((end) => end.endsWith(`:${driven}`)));
  assert.deepEqual(own, []);
});

test("a small window shows everything without scrolling sideways", async () => {
  await start();
  const size = () => window.run("return [innerWidth, innerHeight]");
  assert.deepEqual(await size(), [1200, 800]);
  await window.resize(900, 640);
  await until(async () => (await size()).join() === "900,640", "900 × 640");
  const fits = async (name) => {
    await window.shoot(`small-${name}`);
    const over = await window.run(
      "return [document.documentElement, document.querySelector('main')].some((part) => part.scrollWidth > part.clientWidth)",
    );
    assert.equal(over, false, `${name} scrolls sideways`);
  };
  await fits("home");
  await playOneMove();
  await fits("play");
  await window.press("rail-settings");
  await fits("settings");
  await window.press("rail-library");
  await fits("library");
  await window.press("rail-home");
  await window.press("game-gomoku");
  await window.press("start");
  await window.see("screen-play");
  await fits("gomoku");
  // Asking for less than the least size gives the least size.
  await window.resize(500, 400);
  const [width, height] = await size();
  assert.deepEqual([width, height], [640, 480]);
  await fits("least");
});

test("what the window costs", async () => {
  await start();
  const pss = processTree(window.pid).map((pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(text.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
  });
  console.log(
    `first screen after ${Math.round(window.startMs)} ms; memory of ${pss.length} processes: ${Math.round(pss.reduce((sum, kb) => sum + kb, 0) / 1024)} MiB PSS`,
  );
});
