// Games between two machines, here two data folders of one machine: window against window, and window against terminal.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { moves } from "./player.mjs";
import { isAnnouncing, opened, sockets } from "./sockets.mjs";

const TERMINAL = process.env.DUIYI ?? fileURLToPath(new URL("../../target/debug/duiyi", import.meta.url));

const settings = (language, playerName) => ({ language, playerName, lastGame: "tictactoe" });
const places = [freshHome(settings("en", "Anna")), freshHome(settings("zh-CN", "小明"))];
let anna;
let ming;

before(async () => {
  [anna, ming] = [await Window.start(places[0].home), await Window.start(places[1].home)];
});
after(async () => {
  await finish(anna, places[0]);
  await finish(ming, places[1]);
});

/** Whether this machine hears what it sends to a group; not every machine that tests has such a network. */
async function hasMulticast() {
  const socket = createSocket("udp4");
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve(false), 2000);
      socket.on("message", () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.bind(0, () => {
        socket.addMembership("224.0.0.251");
        socket.send("?", socket.address().port, "224.0.0.251");
      });
    });
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

async function joinForm(window, address, code) {
  await window.press("rail-home");
  await window.press("opponent-network");
  await window.press("network-join");
  await window.see("join-address");
  await window.click("[data-testid=join-address]");
  await window.type(address);
  await window.click("[data-testid=join-code]");
  await window.type(code);
  await window.keys("Enter");
}

/** The table that a window has opened: its address on this machine, and its code. */
async function table(window) {
  await window.see("table-words");
  const address = await window.read("[data-testid=table-address]");
  return {
    address: `127.0.0.1:${address.split(":").at(-1)}`,
    words: await window.read("[data-testid=table-words]"),
    digits: await window.read("[data-testid=table-digits]"),
  };
}

const played = (window, count) =>
  until(async () => (await moves(window)).length === count, `move ${count} on the board`);

/** Plays moves in turn, each typed by the side that has it. */
async function play(sides, squares) {
  const before = (await moves(sides[0])).length;
  for (const [index, square] of squares.entries()) {
    await sides[index % 2].clickSquare(square);
    for (const side of sides) if (side instanceof Window) await played(side, before + index + 1);
  }
}

test("two windows play, ask and answer, and the game is in both libraries", async () => {
  const [quiet, mings] = [sockets(anna.pid), sockets(ming.pid)];
  await anna.press("opponent-network");
  await anna.see("network-fields");
  await anna.shoot("table-home");
  assert.deepEqual(opened(anna, quiet), [], "no socket before a table is opened");
  await anna.press("start");
  const { address, words, digits } = await table(anna);
  assert.match(words, /^[a-z]+ [a-z]+ [a-z]+ [a-z]+$/);
  assert.match(digits, /^\d{3}-\d{3}-\d{3}-\d{3}$/);
  await anna.hears(new RegExp(`Code: ${words}\\.`));
  await anna.shoot("table-open");
  const ofTable = opened(anna, quiet).filter((socket) => !isAnnouncing(socket));
  assert.equal(ofTable.length, 1, "the socket of the table");

  if (await hasMulticast()) {
    await ming.press("opponent-network");
    await ming.press("network-join");
    await ming.says("found-tables", /Anna.*井字棋/s);
    await ming.shoot("table-found-zh");
    await ming.press("join-cancel");
    await until(() => !opened(ming, mings).some(isAnnouncing), "the search to end");
  }
  await joinForm(ming, address, words);
  await ming.see("terms-accept");
  await ming.shoot("table-terms-zh");
  await ming.says("table-dialog", /Anna 邀你下井字棋/);
  await ming.press("terms-accept");
  for (const window of [anna, ming]) await window.see("screen-play");
  await anna.hears(/小明 is connected\./);
  await ming.hears(/Anna 已连接/);
  await anna.says("status", /Your move/);
  await play([anna, ming], ["a1", "b2"]);
  await ming.shoot("table-play-zh");

  // A move is taken back only if the other player agrees.
  await ming.press("undo");
  await anna.says("table-asked", /小明 asks to take back a move/);
  await anna.hears(/小明 asks to take back a move/);
  await anna.shoot("table-asked");
  await anna.press("table-yes");
  for (const window of [anna, ming]) await played(window, 1);
  await ming.clickSquare("c3");
  await played(anna, 2);
  await ming.press("table-say");
  await ming.press("say-good-luck");
  await anna.says("table-said", /Good luck!/);
  await play([anna, ming], ["a2", "b3", "a3"]);
  await anna.says("end-card", /You won/);
  await ming.see("end-card");
  await ming.shoot("table-end-zh");

  await anna.press("rematch");
  await ming.says("table-asked", /Anna 请求再来一局/);
  await ming.press("table-yes");
  for (const window of [anna, ming])
    await until(() => window.has(".stage") && played(window, 0), "a new game");
  // The colours have changed.
  await ming.clickSquare("b2");
  for (const window of [anna, ming]) await played(window, 1);
  await anna.press("table-adjourn");
  await ming.says("table-asked", /Anna 请求改日再续/);
  await ming.press("table-yes");
  for (const window of [anna, ming]) await window.see("screen-home");
  await until(
    () => opened(anna, quiet).length === 0 && opened(ming, mings).length === 0,
    "no socket to be left",
  );
});

test("the adjourned game continues at its table, and a lost connection is waited for", async () => {
  await anna.press("resume-strip-resume");
  const { address } = await table(anna);
  await ming.press("resume-strip-resume");
  await ming.see("join-address");
  await ming.run("document.querySelector('[data-testid=join-address]').select();");
  await ming.type(address);
  await ming.keys("Enter");
  for (const window of [anna, ming]) await window.see("screen-play");
  for (const window of [anna, ming]) await played(window, 1);
  await anna.clickSquare("a1");
  for (const window of [anna, ming]) await played(window, 2);

  await ming.crash();
  await anna.says("table-away", /Waiting for 小明/);
  await anna.hears(/The connection is lost/);
  await anna.shoot("table-away");
  ming = await Window.start(places[1].home);
  await ming.press("resume");
  await ming.see("join-address");
  await ming.run("document.querySelector('[data-testid=join-address]').select();");
  await ming.type(address);
  await ming.keys("Enter");
  await ming.see("screen-play");
  await played(ming, 2);
  await until(async () => !(await anna.has("[data-testid=table-away]")), "the game to go on");
  await play([ming, anna], ["c3", "a2"]);
  await ming.press("table-leave-game");
  await ming.press("leave-later");
  await ming.see("screen-home");
  await anna.hears(/left the table\. Continue the game from Home/);
  await anna.see("screen-home");
});

/** The terminal program with a data folder of its own; its lines come one by one. */
function terminal(...args) {
  const place = freshHome();
  const env = { ...process.env, XDG_DATA_HOME: place.home, LC_ALL: "C" };
  const child = spawn(TERMINAL, ["play", "tictactoe", ...args], { env, stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (bytes) => (text += bytes));
  return {
    write: (line) => child.stdin.write(`${line}\n`),
    says: (pattern) => until(() => pattern.exec(text), `the terminal to say ${pattern}`),
    end() {
      child.kill();
      place.remove();
    },
  };
}

test("the terminal joins a table of the window", async () => {
  await anna.press("rail-home");
  await anna.press("opponent-network");
  await anna.press("start");
  const { address, digits } = await table(anna);
  const bo = terminal("--join", address, "--code", digits, "--name", "Bo");
  try {
    await anna.see("screen-play");
    await bo.says(/Bo \(you\)/);
    await anna.clickSquare("a1");
    await played(anna, 1);
    bo.write("b2");
    await played(anna, 2);
    await anna.press("resign");
    await anna.press("resign-confirm");
    await bo.says(/result 0-1 resignation/);
    await anna.says("end-card", /You lost/);
  } finally {
    bo.end();
  }
});

test("the window joins a table of the terminal", async () => {
  const bo = terminal("--serve", "--name", "Bo");
  try {
    const [, port, words] = await bo.says(/open at \S+:(\d+)\.[^]*?\n {2}(\w+ \w+ \w+ \w+)\n/);
    await joinForm(ming, `127.0.0.1:${port}`, "苹果");
    await ming.says("join-failure", /不是桌码/);
    await ming.run("document.querySelector('[data-testid=join-code]').select();");
    await ming.type(words);
    await ming.keys("Enter");
    await ming.press("terms-accept");
    await ming.see("screen-play");
    bo.write("a1");
    await played(ming, 1);
    await ming.clickSquare("b2");
    await played(ming, 2);
    bo.write("draw");
    await ming.says("table-asked", /Bo 提和/);
    await ming.press("table-yes");
    await bo.says(/result 1\/2-1\/2 agreement/);
    await ming.see("end-card");
  } finally {
    bo.end();
  }
});
