// Speaks WebDriver to the built window with `fetch` alone. WebKitWebDriver comes with the package webkit2gtk-driver; on
// Windows tauri-driver starts the msedgedriver in the folder EDGEWEBDRIVER.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";

const WINDOWS = process.platform === "win32";

/** The window that `make test` has just built, unless APP names another one. */
export const APP =
  process.env.APP ??
  fileURLToPath(new URL(`../../target/debug/duiyi-desktop${WINDOWS ? ".exe" : ""}`, import.meta.url));

/** A browser of the same web view, for what the window writes for other programs. */
export const BROWSER =
  ["x86_64", "aarch64"]
    .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
    .find((path) => existsSync(path)) ?? "MiniBrowser";

/** The engine that Debian's package of that name brings. */
export const FISH = "/usr/games/fairy-stockfish";

/** That engine as the file of engines has it. */
export const FISH_ENGINE = {
  id: "fish",
  name: "Fairy-Stockfish",
  game: "xiangqi",
  protocol: "uci",
  command: FISH,
  options: [],
};

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** How long a message stays that is to be read, or that can be undone. */
const LONGEST_MESSAGE_MS = 15_000;

/** Calls `question` until it returns something true, and returns that. */
export async function until(question, what, ms = 15_000) {
  const end = Date.now() + ms;
  let last;
  while (Date.now() < end) {
    try {
      last = await question();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    await sleep(50);
  }
  throw new Error(`waited ${ms} ms for ${what}; last: ${last}`);
}

/** Which of some figures is not exceeded by this share of them. */
export const quantile = (list, share) =>
  list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))];

/** Makes an empty folder for one test's data, and a way to remove it. With `chosen`, these settings were chosen already. */
export function freshHome(chosen = null) {
  const home = WINDOWS ? process.env.APPDATA : mkdtempSync(join(tmpdir(), "duiyi-e2e-"));
  const data = join(home, "duiyi");
  const remove = WINDOWS ? removeOnWindows : () => rmSync(home, { recursive: true, force: true });
  if (WINDOWS) remove();
  if (chosen) {
    mkdirSync(data);
    writeFileSync(join(data, "settings.json"), JSON.stringify(chosen));
  }
  return { home, data, remove };
}

/** Windows gives a program the folders of its user, whatever its environment says: only a machine of CI has none to lose. */
function removeOnWindows() {
  assert.ok(process.env.CI, "these tests would remove the games of this user");
  const { APPDATA, LOCALAPPDATA } = process.env;
  for (const folder of [join(APPDATA, "duiyi"), join(LOCALAPPDATA, "duiyi-data")])
    rmSync(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
}

/** The driver of the system's web view, with the capabilities that start `app` in it. */
function driverFor(port, app, args) {
  if (!WINDOWS) {
    const capabilities = { "webkitgtk:browserOptions": { binary: app, args } };
    return { program: "WebKitWebDriver", flags: [`--port=${port}`, "--host=127.0.0.1"], capabilities };
  }
  const native = join(process.env.EDGEWEBDRIVER ?? "", "msedgedriver.exe");
  const flags = ["--port", port, "--native-port", port + 10_000, "--native-driver", native].map(String);
  const capabilities = { browserName: "wry", "tauri:options": { application: app, args } };
  return { program: "tauri-driver", flags, capabilities };
}

/** Ends the window of a test, whose page must have made no mistakes, and removes its data. */
export async function finish(window, place) {
  const faults = (await window?.faults().catch((error) => [String(error)])) ?? [];
  await window?.close();
  place?.remove();
  assert.deepEqual(faults, [], "the page made no mistakes");
}

/** Runs xdotool, which presses what only the screen has: a dialog of the system, a drag from another window. */
const screen = (...args) => execFileSync("xdotool", args.map(String), { encoding: "utf8" }).trim();

/** The windows on this screen whose title fits. */
export function titled(pattern) {
  try {
    return screen("search", "--onlyvisible", "--name", pattern).split("\n").filter(Boolean);
  } catch {
    // It ends with 1 where there is none.
    return [];
  }
}

/** Where a window lies on the screen, and how large it is. */
function geometry(id) {
  const lines = screen("getwindowgeometry", "--shell", id).split("\n");
  const told = Object.fromEntries(lines.map((line) => line.split("=")));
  const [x, y, width, height] = [told.X, told.Y, told.WIDTH, told.HEIGHT].map(Number);
  return { x, y, width, height };
}

/** What the window is called, in any language. */
const TITLE = "^(Duiyi 对弈|对弈 Duiyi)$";

/** Names a file in the dialog of the system that asks for one, and says yes to it; null closes the dialog. */
export async function saveDialog(path, title = "^Save File$") {
  // The first picture waits for the fonts of the machine, which a debug build reads slowly.
  const isThere = () => titled(title).length > 0 && titled(title);
  const [dialog] = await until(isThere, "the dialog of the system", 60_000);
  // No window manager gives it the keyboard here.
  screen("windowfocus", "--sync", dialog);
  await sleep(300);
  if (path === null) screen("key", "Escape");
  else {
    screen("key", "ctrl+a");
    screen("type", "--delay", "5", path);
    screen("key", "Return");
  }
  await until(() => titled(title).length === 0, "the dialog to close");
}

/** Chooses the file `path` in the dialog of the system that opens one. */
export async function openDialog(path, title = "^Open File$") {
  const [dialog] = await until(() => titled(title).length > 0 && titled(title), "the dialog of the system");
  screen("windowfocus", "--sync", dialog);
  await sleep(300);
  // Ctrl+L shows the field for a path, which the list of files does not have.
  screen("key", "ctrl+l");
  await sleep(300);
  screen("key", "ctrl+a");
  screen("type", "--delay", "5", path);
  await until(async () => {
    // The first Return may only take what the field proposes. A second one in haste would go to the window.
    screen("key", "Return");
    for (let waited = 0; waited < 10 && titled(title).length > 0; waited += 1) await sleep(100);
    return titled(title).length === 0;
  }, "the dialog to close");
}

/** Every process that runs below `root`, and `root` itself. */
export function processTree(root) {
  const parents = new Map();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The name in brackets may hold spaces; the parent is the second field after it.
      const [, parent] = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1).split(" ");
      parents.set(Number(name), Number(parent));
    } catch {
      // A process may end while we look.
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** When a process began: its number may be another's once it has ended. */
function birth(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[19];
  } catch {
    return undefined;
  }
}

/** Whether nothing of a killed process is left. Its threads may outlive its first one, and they keep its files locked. */
function ended(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).length === 1 && stateOf(pid) === "Z";
  } catch {
    return true;
  }
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** The letter that the system gives to what a process does. */
const stateOf = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)[0];

const KEYS = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Delete: "\uE017",
  Home: "\uE011",
  End: "\uE010",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Control: "\uE009",
  Shift: "\uE008",
  Alt: "\uE00A",
  Backspace: "\uE003",
};

/** Each driver gets a port of its own, also beside the tests of another checkout: the last one may still be closing. */
let port = 10_000 + (process.pid % 1_000) * 20;

/** One running window. */
export class Window {
  #app;
  #driver;
  #session;
  #base;
  /** How long it took from the driver's starting the program to its first screen being there, in milliseconds. */
  startMs = 0;

  /** Starts a driver and the window with `args` and `env` added to this process's own environment. */
  static async open({ app = APP, args = [], env = {} } = {}) {
    port += 1;
    const window = new Window();
    window.#app = app;
    window.#base = `http://127.0.0.1:${port}`;
    const { program, flags, capabilities } = driverFor(port, app, args);
    window.#driver = spawn(program, flags, {
      stdio: "ignore",
      env: { ...process.env, TAURI_AUTOMATION: "true", TAURI_WEBVIEW_AUTOMATION: "true", ...env },
    });
    try {
      await until(async () => (await window.#ask("GET", "/status")).ready, "the driver");
      const wanted = { capabilities: { alwaysMatch: capabilities } };
      window.#session = (await window.#ask("POST", "/session", wanted)).sessionId;
    } catch (error) {
      window.#driver.kill();
      throw error;
    }
    return window;
  }

  /**
   * Opens the window with its own data in `home`, waits for the first screen, and notes what the page gets wrong and says.
   * With `first`, another program's first screen is what fits that.
   */
  static async start(home, { env = {}, first = 'main[data-testid^="screen-"]', ...options } = {}) {
    const began = performance.now();
    const window = await Window.open({
      ...options,
      env: { XDG_DATA_HOME: home, XDG_CONFIG_HOME: join(home, ".config"), ...env },
    });
    await until(() => window.has(first), "the first screen");
    window.startMs = performance.now() - began;
    await window.run(`
      window.faults = [];
      // That an observer is called once more in the next frame is a notice, and no mistake.
      addEventListener("error", (event) => {
        if (!/ResizeObserver loop/.test(event.message)) window.faults.push(String(event.message));
      });
      addEventListener("unhandledrejection", (event) => window.faults.push(String(event.reason)));
      const plain = console.error;
      console.error = (...words) => { window.faults.push(words.join(" ")); plain(...words); };
      // The texts that the page hands to the window, in order; aloud.test.mjs listens to the bus itself.
      window.said = [];
      for (const region of document.querySelectorAll("[data-testid^=live-]"))
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes) if (node.textContent) window.said.push(node.textContent);
        }).observe(region, { childList: true });`);
    return window;
  }

  /** The process of the program itself. */
  get pid() {
    const named = (pid) => {
      try {
        return readlinkSync(`/proc/${pid}/exe`) === this.#app;
      } catch {
        return false;
      }
    };
    return processTree(this.#driver.pid).find(named);
  }

  /** Ends the program and waits until nothing of it is left that could still write to its folders. */
  async close() {
    if (WINDOWS) {
      await this.#here("DELETE", "").catch(() => {});
      spawnSync("taskkill", ["/F", "/T", "/PID", String(this.#driver.pid)]);
      return;
    }
    const [, ...tree] = processTree(this.#driver.pid);
    const births = new Map(tree.map((pid) => [pid, birth(pid)]));
    await this.#here("DELETE", "").catch(() => {});
    this.#driver.kill();
    const left = () => tree.filter((pid) => birth(pid) === births.get(pid) && !ended(pid));
    const gone = () => {
      const names = left().map(
        (pid) => `${readFileSync(`/proc/${pid}/comm`, "utf8").trim()} (${stateOf(pid)})`,
      );
      if (names.length) throw new Error(names.join(", "));
      return true;
    };
    // The driver does not always take the program along.
    await until(gone, "the program to end by itself", 2_000).catch(() => left().forEach(kill));
    await until(gone, "the window's processes to be gone", 60_000);
  }

  /** Closes the window, as its own button does. */
  shut() {
    return this.#here("DELETE", "/window");
  }

  /** Asks the program to close its window, as the frame around it does, and waits for its end. */
  async leave() {
    const { pid } = this;
    const closer = fileURLToPath(new URL("closer.py", import.meta.url));
    execFileSync("python3", [closer, titled(TITLE).at(-1)]);
    await until(() => ended(pid), "the end of the program");
    await this.close();
  }

  /** Ends the program as a power cut would. */
  async crash() {
    const { pid } = this;
    process.kill(pid, "SIGKILL");
    // A thread that waits for the disk ends when the disk has answered.
    await until(() => ended(pid), "the program to be gone", 60_000);
    this.#driver.kill("SIGKILL");
  }

  async #ask(method, path, body) {
    const reply = await fetch(this.#base + path, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  #here(method, path, body) {
    return this.#ask(method, `/session/${this.#session}${path}`, body);
  }

  /** Shows another page; only a browser does. */
  visit(url) {
    return this.#here("POST", "/url", { url });
  }

  title() {
    return this.#here("GET", "/title");
  }

  /** Runs the body of a function in the page; `arguments[0]` and so on are `args`. */
  run(script, ...args) {
    return this.#here("POST", "/execute/sync", { script, args });
  }

  /** As `run`, and waits for the promise that the body returns. */
  wait(script, ...args) {
    const wrapped = `const done = arguments[arguments.length - 1];
      (async (...args) => { ${script} })(...[...arguments].slice(0, -1)).then(done, (error) => done(String(error)));`;
    return this.#here("POST", "/execute/async", { script: wrapped, args });
  }

  async find(css) {
    return (await this.#here("POST", "/element", { using: "css selector", value: css }))[ELEMENT];
  }

  async text(css) {
    return this.#here("GET", `/element/${await this.find(css)}/text`);
  }

  /** Clicks the middle of an element. The driver does not scroll to one that is half in view, and then cannot click it. */
  async click(css) {
    await this.run(
      `document.querySelector(arguments[0])
        ?.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });`,
      css,
    );
    return this.#here("POST", `/element/${await this.find(css)}/click`, {});
  }

  /** What of the page a person would call an error. */
  faults() {
    return this.run("return window.faults");
  }

  has(css) {
    return this.run("return document.querySelector(arguments[0]) !== null", css);
  }

  /** The text of the first element that fits, or null. */
  read(css) {
    return this.run("return document.querySelector(arguments[0])?.textContent.trim() ?? null", css);
  }

  /** Waits for an element that fits. */
  see(testid, ms) {
    return until(() => this.has(`[data-testid="${testid}"]`), testid, ms);
  }

  /** Waits until the element's text fits the pattern, and returns it. */
  async says(testid, pattern, ms) {
    const fits = async () => {
      const text = await this.read(`[data-testid="${testid}"]`);
      if (text === null || !pattern.test(text)) throw new Error(`${testid} says ${text}`);
      return text;
    };
    return until(fits, `${testid} to say ${pattern}`, ms);
  }

  /** Waits until a study's board is after `ply` moves, of a line of `last` if that is given. */
  at(ply, last) {
    const whole = last === undefined ? "" : `[data-last="${last}"]`;
    return until(
      () => this.has(`[data-testid=study-at][data-ply="${ply}"]${whole}`),
      `the board at move ${ply} of ${last}`,
    );
  }

  /** The messages, those behind the newest one, too. */
  async toasts() {
    await this.run("document.querySelector('[data-testid=toast-more]')?.click()");
    return this.run(
      "return [...document.querySelectorAll('[data-testid=toast] .said')].map((said) => said.textContent.trim())",
    );
  }

  /** Waits until something that fits was said since the last time this was asked. */
  async hears(pattern) {
    const found = async () => {
      const said = await this.run("return window.said");
      const at = said.findIndex((text) => pattern.test(text));
      if (at < 0) throw new Error(JSON.stringify(said));
      await this.run("window.said.splice(0, arguments[0] + 1)", at);
      return said[at];
    };
    return until(found, `${pattern} to be said`);
  }

  /** What has the focus: its test id, or else its tag. */
  focused() {
    return this.run("return document.activeElement.dataset.testid ?? document.activeElement.tagName");
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(testid) {
    for (let presses = 0; presses < 60; presses++) {
      if ((await this.focused()) === testid) return;
      await this.keys("Tab");
    }
    throw new Error(`${testid} cannot be reached by Tab`);
  }

  /** Clicks with the pointer, as a person does: what is covered by a message is pressed once the message has gone. */
  async press(testid) {
    await this.see(testid);
    let isStale = false;
    const pressed = async () => {
      try {
        await this.click(`[data-testid="${testid}"]`);
      } catch (error) {
        // The driver also calls an element stale that its own click has removed.
        if (!(isStale && /no such element/.test(error.message))) {
          isStale = /stale element/.test(error.message);
          throw error;
        }
      }
      return true;
    };
    await until(pressed, `${testid} to be pressed`, LONGEST_MESSAGE_MS + 5_000);
  }

  /** Presses the newest game of the library; Home lists its newest games, too, as long as it is in view. */
  async pressNewest() {
    await this.press("rail-library");
    await this.see("library-list");
    await this.press("library-row");
  }

  async clickSquare(square) {
    await this.click(`[data-square="${square}"]`);
  }

  /** Moves the mouse of the screen over the middle of an element. */
  async #over(css) {
    const [id] = titled(TITLE);
    const corner = geometry(id);
    const [x, y] = await this.run(
      `const box = document.querySelector(arguments[0]).getBoundingClientRect();
       return [box.x + box.width / 2, box.y + box.height / 2];`,
      css,
    );
    screen("mousemove", Math.round(corner.x + x), Math.round(corner.y + y));
    await sleep(60);
  }

  /** Clicks with the mouse of the screen, so that the window has every event of a hand. */
  async mouseClick(css) {
    await this.#over(css);
    screen("click", 1);
    await sleep(60);
  }

  /** Presses the right button of the mouse on one square and lets go on another. */
  async rightDrag(from, to) {
    await this.#over(`[data-square="${from}"]`);
    screen("mousedown", 3);
    await sleep(60);
    if (from !== to) await this.#over(`[data-square="${to}"]`);
    screen("mouseup", 3);
    await sleep(60);
  }

  /** Drops files on the window from another program. */
  async drop(paths) {
    const source = spawn("/usr/bin/python3", [
      fileURLToPath(new URL("drag_source.py", import.meta.url)),
      ...paths,
    ]);
    try {
      const [from] = await until(
        () => titled("^Files to drag$").length > 0 && titled("^Files to drag$"),
        "the files",
      );
      const [to] = titled(TITLE);
      const middle = (id) => {
        const { x, y, width, height } = geometry(id);
        return [x + width / 2, y + height / 2].map(Math.round);
      };
      screen("mousemove", ...middle(from));
      screen("mousedown", 1);
      const [x, y] = middle(to);
      // A drag begins with a movement, and the window below must have seen it come.
      for (const step of [-60, -40, -20, 0]) {
        screen("mousemove", x + step, y + step);
        await sleep(120);
      }
      screen("mouseup", 1);
      await sleep(200);
    } finally {
      source.kill();
    }
  }

  /** Chooses an option of a list by its value. */
  async choose(testid, value) {
    await this.see(testid);
    return this.run(
      `const list = document.querySelector('[data-testid="' + arguments[0] + '"]');
      list.value = arguments[1];
      list.dispatchEvent(new Event("change", { bubbles: true }));`,
      testid,
      value,
    );
  }

  /** Presses keys one after the other: "a", "Enter", "Control+z", "Control+Shift+r". */
  async keys(...chords) {
    const actions = chords.flatMap((chord) => {
      const names = chord === "+" ? ["+"] : chord.split("+");
      const codes = names.map((name) => KEYS[name] ?? name);
      const down = codes.map((value) => ({ type: "keyDown", value }));
      const up = codes.toReversed().map((value) => ({ type: "keyUp", value }));
      return [...down, ...up];
    });
    await this.#here("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Pastes a text into the page, as Ctrl+V does: its key ends the speech that an announcement would wait for. */
  paste(text) {
    return this.run(
      `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Control", bubbles: true }));
       const data = new DataTransfer();
       data.setData("text/plain", arguments[0]);
       document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));`,
      text,
    );
  }

  /** Types a text into what has the focus. */
  async type(text) {
    const element = (await this.#here("GET", "/element/active"))[ELEMENT];
    await this.#here("POST", `/element/${element}/value`, { text });
  }

  /** Changes the size of the window's inside. */
  async resize(width, height) {
    await this.#here("POST", "/window/rect", { width, height });
    await sleep(300);
  }

  /** Writes a picture of the window to target/e2e. */
  async shoot(name) {
    const folder = fileURLToPath(new URL("../../target/e2e/", import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.png`), await this.picture());
  }

  /** A PNG of the window after the next two frames, because the driver may hand out an older picture. */
  async picture() {
    await this.wait(
      "await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));",
    );
    // The driver waits for something to be painted, and a page at rest paints nothing: a pixel that nobody sees does.
    await this.run(
      `const dot = document.body.appendChild(document.createElement("i"));
       dot.style.cssText = "position:fixed;right:0;bottom:0;width:1px;height:1px;pointer-events:none";
       let on = false;
       window.stopPainting = setInterval(() => (dot.style.background = (on = !on) ? "#00000001" : "#00000002"), 30);
       window.paintedDot = dot;`,
    );
    try {
      return Buffer.from(await this.#here("GET", "/screenshot"), "base64");
    } finally {
      await this.run("clearInterval(window.stopPainting); window.paintedDot.remove();");
    }
  }
}
