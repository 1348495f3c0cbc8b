// One side of a game between two windows of different network namespaces; `scripts/test-namespaces` starts both sides. The
// sides share a folder, in which the host leaves its address and code, and each side what it saw.
//
// Usage: node tests/outside/windows.mjs FOLDER host|guest|terminal
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish, freshHome, until, Window } from "../e2e/driver.mjs";
import { moves } from "../e2e/player.mjs";

const [folder, role] = process.argv.slice(2);
/** A whole game: Black has five in a row. */
const GAME = ["h8", "i9", "h9", "i10", "h10", "j9", "h11", "k9", "h12"];
/** The game against the terminal, in which Black resigns. */
const SHORT = ["h8", "i9", "j10"];

const say = (name, value) => {
  writeFileSync(join(folder, `${name}.new`), JSON.stringify(value));
  renameSync(join(folder, `${name}.new`), join(folder, name));
};
const hear = (name) =>
  until(() => existsSync(join(folder, name)), name, 120_000).then(() =>
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  );

const played = (window, count) =>
  until(async () => (await moves(window)).length >= count, `move ${count} on the board`, 60_000);

/** Plays the moves of this side, and waits for those of the other. */
async function play(window, game, mine) {
  for (const [index, square] of game.entries()) {
    if (index % 2 === mine) await window.clickSquare(square);
    await played(window, index + 1);
  }
}

/** The addresses of the machine that the window sees. */
const own = () => execFileSync("hostname", ["-I"], { encoding: "utf8" }).trim().split(/\s+/);

async function openTable(window, name) {
  await window.press("opponent-network");
  await window.press("start");
  await window.see("table-words");
  const address = await window.read("[data-testid=table-address]");
  assert.ok(own().includes(address.split(":")[0]), `${address} is an address of this namespace`);
  await window.shoot(`spaces-${name}-open`);
  say(name, { address, words: await window.read("[data-testid=table-words]") });
}

async function host() {
  const place = freshHome({ language: "en", playerName: "Anna", lastGame: "gomoku" });
  const window = await Window.start(place.home);
  try {
    await openTable(window, "window");
    await window.see("screen-play");
    await window.says("status", /Your move/);
    await play(window, GAME, 0);
    await window.says("end-card", /You won/);
    await window.shoot("spaces-host-won");
    await hear("guest-done");
    await window.press("end-close").catch(() => {});
    await window.press("table-leave").catch(() => {});
    // Against the terminal of the other namespace.
    await window.press("rail-home");
    await window.see("screen-home");
    await openTable(window, "terminal");
    await window.see("screen-play");
    await window.says("status", /Your move/);
    await play(window, SHORT, 0);
    await window.press("resign");
    await window.press("resign-confirm");
    await window.says("end-card", /You lost|resign/i);
    await window.shoot("spaces-host-terminal");
    await hear("terminal-done");
  } finally {
    await finish(window, place);
  }
}

async function guest() {
  const place = freshHome({ language: "zh-CN", playerName: "小明", lastGame: "gomoku" });
  const window = await Window.start(place.home);
  try {
    const { address, words } = await hear("window");
    await window.press("opponent-network");
    await window.press("network-join");
    await window.see("join-address");
    // The table is also found by multicast, in the network between the namespaces.
    const found = await window.says("found-tables", /Anna/).catch(() => "");
    say("found", found);
    await window.click("[data-testid=join-address]");
    await window.type(address);
    await window.click("[data-testid=join-code]");
    await window.type(words);
    await window.keys("Enter");
    await window.see("terms-accept");
    await window.press("terms-accept");
    await window.see("screen-play");
    await play(window, GAME, 1);
    await window.see("end-card");
    await window.shoot("spaces-guest-lost");
    say("guest-done", await moves(window));
  } finally {
    await finish(window, place);
  }
}

async function terminal() {
  const place = freshHome();
  const { address, words } = await hear("terminal");
  const args = [
    "play",
    "gomoku",
    "--join",
    address,
    "--code",
    ...words.split(" "),
    "--name",
    "Bo",
    "--data",
    place.home,
  ];
  const child = spawn(process.env.DUIYI, args, { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (bytes) => (text += bytes));
  const says = (pattern) =>
    until(() => pattern.test(text), `the terminal to say ${pattern}: ${text}`, 60_000);
  await says(/\(you\)/);
  await says(/1\. Black .*plays/);
  child.stdin.write(`${SHORT[1]}\n`);
  await says(/result 0-1 resignation/);
  say(
    "terminal-done",
    text.split("\n").filter((line) => / plays |result /.test(line)),
  );
  child.kill();
  place.remove();
}

await { host, guest, terminal }[role]();
console.log(`${role}: done`);
