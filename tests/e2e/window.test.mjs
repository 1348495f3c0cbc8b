// The built window opens, shows its page, and keeps to itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finish, freshHome, until, Window } from "./driver.mjs";

const place = freshHome();
let window;
before(async () => {
  window = await Window.start(place.home);
});
after(() => finish(window, place));

test("the window shows the page that was built into it", async () => {
  assert.equal(await window.title(), "Duiyi 对弈");
  assert.match(await window.run("return location.origin"), /^(tauri:\/\/|http:\/\/tauri\.)localhost$/);
});

test(
  "what the system draws follows the theme of the page",
  { skip: process.platform === "win32" },
  async () => {
    const dark = () => window.run(`return matchMedia("(prefers-color-scheme: dark)").matches`);
    const before = await dark();
    await window.keys("Control+6");
    for (const theme of ["dark", "light", "system"]) {
      await window.choose("theme-select", theme);
      const wanted = theme === "system" ? before : theme === "dark";
      await until(async () => (await dark()) === wanted, `the system's lists in the theme ${theme}`);
    }
  },
);

test("no remote host can be reached from the page", async () => {
  // A request to this very machine would succeed quickly or fail by itself; the policy's own event tells them apart.
  const blocked = await window.wait(`
    const seen = [];
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
    await fetch("http://127.0.0.1:4455/status").catch(() => {});
    const image = new Image();
    await new Promise((settled) => {
      image.onload = image.onerror = settled;
      image.src = "http://127.0.0.1:4455/status";
    });
    await new Promise((later) => setTimeout(later, 100));
    return seen;`);
  assert.deepEqual(blocked.sort(), ["connect-src", "img-src"]);
});

test("the page gets no way into Tauri beside its own module", async () => {
  assert.equal(await window.run("return typeof window.__TAURI__"), "undefined");
  assert.equal(await window.run("return Object.isFrozen(Object.prototype)"), true);
});
