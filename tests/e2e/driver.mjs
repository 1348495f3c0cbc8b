// Speaks WebDriver to the built window with `fetch` alone; WebKitWebDriver comes with the package webkit2gtk-driver.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";

/** The window that `make test` has just built, unless APP names another one. */
export const APP =
  process.env.APP ?? fileURLToPath(new URL("../../target/debug/duiyi-desktop", import.meta.url));

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

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

/** One running window. */
export class Window {
  #driver;
  #session;
  #base;

  /** Starts the driver on `port` and the window with `args` and `env` added to this process's own environment. */
  static async open({ port = 4455, args = [], env = {} } = {}) {
    const window = new Window();
    window.#base = `http://127.0.0.1:${port}`;
    window.#driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
      stdio: "ignore",
      env: { ...process.env, TAURI_AUTOMATION: "true", TAURI_WEBVIEW_AUTOMATION: "true", ...env },
    });
    try {
      await until(async () => (await window.#ask("GET", "/status")).ready, "the driver");
      const browser = { binary: APP, args };
      const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": browser } };
      window.#session = (await window.#ask("POST", "/session", { capabilities })).sessionId;
    } catch (error) {
      window.#driver.kill();
      throw error;
    }
    return window;
  }

  async close() {
    await this.#here("DELETE", "").catch(() => {});
    this.#driver.kill();
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

  async click(css) {
    return this.#here("POST", `/element/${await this.find(css)}/click`, {});
  }

  /** A PNG of the window after the next two frames, because the driver may hand out an older picture. */
  async picture() {
    await this.wait(
      "await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));",
    );
    return Buffer.from(await this.#here("GET", "/screenshot"), "base64");
  }
}
