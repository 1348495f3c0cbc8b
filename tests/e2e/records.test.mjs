// Records in and out of the built window: dropped files, a second start with a file, what is passed over, drawing with the
// right button, and every way out through the dialog of the system, with what other programs then see.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { APP, BROWSER, finish, freshHome, saveDialog, until, Window } from "./driver.mjs";

const place = freshHome();
const files = join(place.home, "files");
let window;

before(async () => {
  mkdirSync(files);
  window = await Window.start(place.home);
});
after(() => finish(window, place));

/** The seventh move has no such chariot. */
const RECORD = `[Game "Chinese Chess"]
[Event "友谊赛"]
[Red "李"]
[Black "王"]

1. 炮二平五 马8进7
2. 马二进三 车9平8
3. 车一平二 马2进3
4. 兵七平四 卒7进1
5. 车二进六 马7进6 *
`;

const at = (n, of) => window.at(n, of);

/** The tree with everything noted in it, as the shell tells it; the names of the nodes are new each time. */
const wholeTree = () =>
  window.wait(`
    const { nodes, header } = await window.__TAURI_INTERNALS__.invoke("studied");
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const tell = (id) => {
      const { written, note, children } = byId.get(id);
      return { written, note, children: children.map(tell) };
    };
    return { tree: tell(nodes[0].id), names: [header.first, header.second, header.event] };`);

const drawnOn = () =>
  window.run(
    `return {
       marks: Number(document.querySelector("[data-marks]")?.dataset.marks ?? 0),
       labels: [...document.querySelectorAll("[data-label]")].map((label) => label.dataset.label + label.textContent.trim()),
     };`,
  );

/** Exports the study through the dialog of the system, by the keyboard. */
async function exportAs(form, path, byMouse = false) {
  await window.keys("Control+e");
  // By the keyboard the form and Enter, by the mouse its ending.
  if (byMouse) await window.press(`export-now-${form}`);
  else {
    await window.press(`export-${form}`);
    await window.keys("Enter");
  }
  await saveDialog(path);
  await until(() => existsSync(path), `${path} to be written`);
  await window.says("toast", /Saved as/);
  await window.press("toast-close");
}

test("a pasted record with a mistake in its seventh move is corrected, branched, told and drawn upon", async () => {
  await window.paste(RECORD);
  await window.says("study-faults", /“兵七平四”/);
  await window.press("study-correct");
  await window.clickSquare("c3");
  await window.clickSquare("c4");
  await at(7, 10);
  // A variation with words.
  await window.clickSquare("g6");
  await window.clickSquare("g5");
  await at(8, 10);
  await window.keys("ArrowLeft");
  await at(7, 10);
  await window.clickSquare("c6");
  await window.clickSquare("c5");
  await at(8, 8);
  await window.keys("c");
  await until(async () => (await window.focused()) === "comment", "the words");
  await window.type("对挺七卒");
  await window.keys("Control+Enter");
  // Signs and arrows with the right button, as one draws on paper.
  await window.press("sign-△");
  await window.rightDrag("e4", "e4");
  await until(async () => (await drawnOn()).labels.includes("e4△"), "the triangle");
  await window.press("sign-□");
  await window.rightDrag("a4", "a4");
  await window.press("sign-×");
  await window.rightDrag("i4", "i4");
  await window.press("sign-A");
  await window.rightDrag("b5", "b5");
  await window.rightDrag("h5", "h5");
  await window.press("sign-ring");
  await window.rightDrag("c5", "c5");
  await window.rightDrag("h0", "h6");
  await until(async () => (await drawnOn()).marks === 2, "the ring and the arrow");
  assert.deepEqual((await drawnOn()).labels.sort(), ["a4□", "b5A", "e4△", "h5B", "i4×"]);
  await window.shoot("records-drawn");
});

let before_;

test("what was exported as XQF comes in again as the same tree", async () => {
  before_ = await wholeTree();
  assert.equal(before_.tree.children.length, 1);
  const path = join(files, "game.xqf");
  await exportAs("xqf", path);
  assert.equal(readFileSync(path).subarray(0, 2).toString(), "XQ");
  // Another start with the file hands it to this window and ends.
  const second = spawn(APP, [path], { env: { ...process.env, XDG_DATA_HOME: place.home }, stdio: "ignore" });
  const [code] = await new Promise((ended) => second.on("exit", (...how) => ended(how)));
  assert.equal(code, 0);
  await window.says("toast", /Record imported/);
  await at(0, 10);
  assert.deepEqual(await wholeTree(), before_);
  await window.press("rail-library");
  await until(
    () => window.run("return document.querySelectorAll('[data-testid=library-row]').length === 2"),
    "both",
  );
  await window.press("rail-study");
});

test("a written file is shown in its folder by the file manager; without one a sentence names the file", async () => {
  const path = join(files, "shown 1.xqf");
  const exported = async () => {
    await window.keys("Control+e");
    await window.press("export-xqf");
    await window.keys("Enter");
    await saveDialog(path);
    await window.says("toast", /Saved as/);
    await window.press("toast-action");
  };
  await exported();
  await window.says("toast", /No other program could show .*shown 1\.xqf/);
  await window.press("toast-close");
  const script = fileURLToPath(new URL("file_manager.py", import.meta.url));
  const manager = spawn("/usr/bin/python3", [script], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const lines = [];
    createInterface(manager.stdout).on("line", (line) => lines.push(line));
    await until(() => lines.length === 1, "the file manager");
    rmSync(path);
    await exported();
    await until(() => lines.length === 2, "the file to be shown");
    assert.deepEqual(lines, ["ready", pathToFileURL(path).href]);
  } finally {
    manager.kill();
  }
});

test("what a form would leave out is told before it is chosen", async () => {
  await window.press("study-export");
  await window.says(
    "export-loss-txt",
    /^Not included: variation moves \(1\), comments \(1\), arrows and rings \(2\), letters and shapes \(5\), game details \(3\)\./,
  );
  assert.equal(await window.has("[data-testid=export-loss-pgn]"), false, "PGN holds everything");
  await window.shoot("records-export");
  await window.press("export-close");
});

test("every other form is written, too", async () => {
  for (const form of ["pgn-chinese", "ubb", "html", "svg", "png", "gif"]) {
    const path = join(files, `game-${form}.${{ "pgn-chinese": "pgn" }[form] ?? form}`);
    await exportAs(form, path, form === "svg" || form === "png");
    assert.ok(statSync(path).size > 200, form);
  }
  const png = readFileSync(join(files, "game-png.png"));
  assert.deepEqual(
    [png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)],
    ["PNG", 2000, 2510],
  );
  assert.equal(readFileSync(join(files, "game-gif.gif")).subarray(0, 6).toString(), "GIF89a");
  assert.match(readFileSync(join(files, "game-pgn-chinese.pgn"), "utf8"), /炮二平五/);
});

test("a picture of the board goes to the clipboard, where another program finds it", async () => {
  await window.keys("Control+Shift+C");
  await window.says("toast", /The picture is on the clipboard/);
  const reader = fileURLToPath(new URL("clipboard_reader.py", import.meta.url));
  const [width, height, ...paper] = execFileSync("/usr/bin/python3", [reader], { encoding: "utf8" })
    .trim()
    .split(" ")
    .map(Number);
  assert.deepEqual([width, height], [1080, 1355]);
  assert.ok(
    paper.every((channel) => channel > 200),
    `the strip above the board is of paper: ${paper}`,
  );
});

test("a folder that may not be written is told, and nothing is left behind", async () => {
  await window.keys("Control+e");
  await window.press("export-xqf");
  await window.keys("Enter");
  await saveDialog("/proc/game.xqf");
  await window.says("export-trouble", /\/proc\/game\.xqf/);
  await window.press("export-close");
});

test("the page replays the game with its variations, and the picture shows it, in a browser without a network", async () => {
  const browser = await Window.open({ app: BROWSER, args: ["--automation"] });
  try {
    await browser.visit(pathToFileURL(join(files, "game-html.html")).href);
    const seen = await browser.run(`
      window.faults = [];
      addEventListener("error", (event) => window.faults.push(String(event.message)));
      addEventListener("securitypolicyviolation", (event) => window.faults.push(event.violatedDirective));
      const pieces = () => document.querySelectorAll("#pieces > g").length;
      const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const now = () => document.querySelector(".now").textContent;
      const told = { moves: document.querySelectorAll("a.m").length, variations: document.querySelectorAll(".v a.m").length };
      told.start = [now(), pieces()];
      press("ArrowRight");
      told.first = now();
      press("End");
      told.end = now();
      press("Home");
      document.querySelector(".v a.m").click();
      told.variation = now();
      // A ring, the head of an arrow, and a label as text or as outlines: one element of each.
      told.drawn = document.querySelectorAll('#marks :is(circle[stroke-width="0.075"], path[stroke-width="0.02"], text, ' +
        'path[transform]:not([fill="none"]))').length;
      told.comment = document.querySelector(".v .c").textContent;
      told.faults = window.faults;
      return told;`);
    assert.deepEqual(seen, {
      moves: 12,
      variations: 1,
      start: ["Start", 32],
      first: "C2=5",
      end: "H7+6",
      variation: "P3+1",
      drawn: 7,
      comment: "对挺七卒",
      faults: [],
    });
    // In a narrow window the moves are below the board, and stepping through them leaves the board in view.
    await browser.resize(520, 600);
    await browser.run(`document.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));`);
    assert.equal(await browser.run("return scrollY"), 0);
    await browser.visit(pathToFileURL(join(files, "game-svg.svg")).href);
    assert.equal(
      await browser.run(
        "return document.documentElement.tagName + document.querySelectorAll('#pieces > g').length",
      ),
      "svg32",
    );
  } finally {
    await browser.close();
  }
});

test("a folder is taken in, and what was passed over is told", async () => {
  const folder = join(files, "folder");
  mkdirSync(join(folder, "deeper"), { recursive: true });
  for (let nth = 0; nth < 30; nth++)
    writeFileSync(join(folder, `${nth}.pgn`), RECORD.replace("李", `李${nth}`));
  writeFileSync(join(folder, "deeper", "many.sgf"), "(;GM[4]SZ[15];B[hh];W[hg])(;GM[4]SZ[15];B[hh])");
  writeFileSync(join(folder, "letter.txt"), "to be or not to be");
  await window.drop([folder]);
  await window.says("skipped-sum", /32 games imported, 1 skipped/);
  await window.says("skipped", /letter\.txt.*Not a game record/s);
  await window.shoot("records-skipped");
  await window.press("skipped-close");
  await window.says("library-count", /34/);
});

test("a dropped file that is no record is refused by its name", async () => {
  await window.drop([join(files, "folder", "letter.txt")]);
  await window.says("toast", /letter\.txt: Not a game record/);
});

test("a dropped file of doubtful encoding asks for it, shows the names in each, and opens with the chosen one", async () => {
  const doubtful = join(files, "doubtful.pgn");
  // 甲 in GB18030, 樅 in Big5.
  writeFileSync(doubtful, Buffer.from('[Red "\xbc\xd7"]\n\n1. h2e2 *\n', "latin1"));
  await window.drop([doubtful]);
  await window.says("encoding-texts-gb18030", /doubtful\.pgn.*甲/s);
  await window.choose("encoding-gb18030", "Big5");
  await window.says("encoding-texts-gb18030", /樅/);
  await window.press("encoding-import");
  await window.says("study-at", /Start · 1 round/);
  const { header } = await window.wait('return window.__TAURI_INTERNALS__.invoke("studied");');
  assert.equal(header.first, "樅");
  // The other answer forgets the file.
  await window.drop([doubtful]);
  await window.see("encoding-dialog");
  await window.press("encoding-skip");
  await until(async () => !(await window.has('[data-testid="encoding-dialog"]')), "the dialog to close");
});

test("a result against the rules is kept, and what the rules say stands beside it", async () => {
  // A mate by two chariots, which the record calls a win of Black.
  const fen = "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1";
  const text = `[Game "Chinese Chess"]\n[FEN "${fen}"]\n[Red "Li"]\n[Result "0-1"]\n\n1. b0b9 0-1\n`;
  await window.paste(text);
  await window.says("study-at", /Round 1 of 1/);
  await window.says("study-verdict", /By the rules Red won; the record has another result or none\./);
  const { header } = await window.wait('return window.__TAURI_INTERNALS__.invoke("studied");');
  assert.equal(header.outcome.winner, "second");
  assert.match(await window.text(".result"), /Black won/);
});

test("a window that is started with a file shows its game; an import can be stopped and keeps what came", async () => {
  const own = freshHome();
  const one = join(own.home, "one.pgn");
  writeFileSync(one, RECORD.replace("兵七平四", "兵七进一"));
  const many = join(own.home, "many.pgn");
  const played = RECORD.replace("兵七平四", "兵七进一");
  const records = Array.from({ length: 20_000 }, (_, number) => played.replace("友谊赛", `友谊赛 ${number}`));
  writeFileSync(many, records.join("\n"));
  const started = await Window.start(own.home, { args: [one] });
  await started.at(0, 10);
  const second = spawn(APP, [many], { env: { ...process.env, XDG_DATA_HOME: own.home }, stdio: "ignore" });
  await started.says("import-progress", /games found: \d/);
  await started.press("import-stop");
  const isTold = (text) => /Games imported: \d+/.exec(text);
  const told = await until(async () => (await started.toasts()).find(isTold), "what came");
  const games = Number(/\d+/.exec(told)[0]);
  assert.ok(games > 0 && games < 20_000, told);
  await started.says("library-count", new RegExp(`^${games + 1} games`));
  second.kill();
  await finish(started, own);
});
