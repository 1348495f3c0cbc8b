// A class of the window with guests of the terminal, a guest in a second window, and the projector.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { opened, sockets } from "./sockets.mjs";

const TERMINAL = process.env.DUIYI ?? fileURLToPath(new URL("../../target/debug/duiyi", import.meta.url));

const settings = (language, playerName) => ({ language, playerName, lastGame: "tictactoe" });
const places = [
  freshHome(settings("en", "Ms Li")),
  freshHome(settings("zh-CN", "小明")),
  freshHome(settings("en", "")),
];
const guests = [];
let teacher;
let ming;

before(async () => {
  teacher = await Window.start(places[0].home);
});
after(async () => {
  for (const guest of guests) guest.end();
  await finish(teacher, places[0]);
  if (ming) await finish(ming, places[1]);
});

/** A guest in the terminal, with a data folder of its own. */
function terminal(address, code, name, ...more) {
  const place = freshHome();
  const env = { ...process.env, XDG_DATA_HOME: place.home, LC_ALL: "C" };
  const args = ["play", "tictactoe", "--join", address, "--code", code, "--name", name, ...more];
  const child = spawn(TERMINAL, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (bytes) => (text += bytes));
  const guest = {
    name,
    write: (line) => child.stdin.write(`${line}\n`),
    says: (pattern) => until(() => pattern.exec(text), `${name} to see ${pattern}`),
    ends: () => until(() => child.exitCode !== null, `${name} to leave`),
    end() {
      child.kill();
      place.remove();
    },
  };
  guests.push(guest);
  return guest;
}

/** The accessible name of a board. */
const board = (number) =>
  teacher.run(
    `return document.querySelector('[data-testid="class-board-${number}"]')?.getAttribute("aria-label") ?? "";`,
  );
const boardSays = (number, pattern) =>
  until(async () => pattern.test(await board(number)), `board ${number} to say ${pattern}`);

let address;
let code;
/** The sockets of the window before any class: those of its driver. */
let quiet;

test("two guests of the terminal join a class of the window and play a round", async () => {
  quiet = sockets(teacher.pid);
  await teacher.press("opponent-network");
  await teacher.see("network-class");
  assert.deepEqual(opened(teacher, quiet), [], "no socket before a class is opened");
  await teacher.press("network-class");
  await teacher.see("class-words");
  code = await teacher.read("[data-testid=class-digits]");
  address = `127.0.0.1:${(await teacher.read("[data-testid=class-address]")).split(":").at(-1)}`;
  assert.match(code, /^\d{3}-\d{3}-\d{3}-\d{3}$/);
  await teacher.hears(/The class is open\. Code: \w+ \w+ \w+ \w+\./);
  await teacher.shoot("class-open");

  const [bo, cai] = [terminal(address, code, "Bo"), terminal(address, code, "Cai")];
  await teacher.says("class-guests", /Bo[^]*Cai|Cai[^]*Bo/);
  await teacher.press("class-pair");
  await teacher.says("class-next", /Round 1 is paired: (Bo – Cai|Cai – Bo)\./);
  await teacher.shoot("class-paired");
  await teacher.press("class-begin");
  await boardSays(1, /\(×\) to move|\(.+\) to move$/);
  const first = /: (\w+) – /.exec(await board(1))[1] === "Bo" ? [bo, cai] : [cai, bo];
  for (const guest of first) await guest.says(/\(you\)/);
  await teacher.press("class-board-1");
  await teacher.see("class-watched");
  for (const [index, square] of ["a1", "b2", "a2", "c3"].entries()) {
    first[index % 2].write(square);
    const next = first[(index + 1) % 2].name;
    await boardSays(1, new RegExp(`${next} \\(.+\\) to move$`));
  }
  await teacher.shoot("class-watched");
  first[0].write("a3");
  await boardSays(1, new RegExp(`${first[0].name} won\\.$`));
  await teacher.says("class-results", new RegExp(`SB[^]*1${first[0].name}1`));
  await teacher.hears(new RegExp(`In the lead: ${first[0].name}, 1 point\\.`));
  await teacher.shoot("class-results");
  for (const guest of first) await guest.says(/result 1-0/);
});

test("a guest in a window waits, looks at what the teacher shows, and plays", async () => {
  ming = await Window.start(places[1].home);
  await ming.press("opponent-network");
  await ming.press("network-join");
  await ming.see("join-address");
  await ming.click("[data-testid=join-address]");
  await ming.type(address);
  await ming.click("[data-testid=join-code]");
  await ming.type(code);
  await ming.keys("Enter");
  await ming.see("guest-class");
  await ming.says("guest-class", /Ms Li 的教室/);
  await teacher.says("class-guests", /小明/);
  await ming.shoot("class-waiting-zh");

  // A study, shown and followed.
  await teacher.press("rail-study");
  await teacher.see("class-note-show");
  await teacher.press("class-note-show");
  await ming.says("class-sentence", /教师正在演示/);
  await teacher.clickSquare("b2");
  await ming.says("guest-class", /第 1 手/);
  await ming.hears(/教师正在演示/);
  await ming.shoot("class-shown-zh");
  await teacher.shoot("class-study");
  await teacher.press("class-note-hide");
  await until(async () => !(await ming.has("[data-testid=class-position]")), "the position to go");
  await teacher.press("class-note-back");

  await teacher.press("class-pair");
  await teacher.says("class-next", /Round 1 is paired/);
  await teacher.press("class-begin");
  // Three players: one of them has no opponent, in turn.
  await boardSays(2, /to move/);
  for (let round = 1; !(await board(2)).includes("小明") && round < 3; round++) {
    await teacher.press("class-board-2");
    await teacher.run("document.querySelector('[data-testid=class-watched] .disclosure').dataset.open = '';");
    await teacher.press("class-decide-draw");
    await teacher.press("class-decide-confirm");
    await teacher.says("class-next", new RegExp(`Round ${round + 1} is paired`));
    await teacher.press("class-begin");
    await boardSays(2 + round, /to move/);
    if ((await board(2 + round)).includes("小明")) break;
  }
  await ming.see("screen-play");
  await ming.hears(/的对局开始，你执/);
  await ming.says("table-here", /Ms Li 的教室/);
  await ming.shoot("class-game-zh");
});

test("a spectator's window has the board alone, and Esc brings the rest back", async () => {
  const projector = await Window.start(places[2].home);
  try {
    await projector.press("opponent-network");
    await projector.press("network-join");
    await projector.see("join-address");
    await projector.click("[data-testid=join-address]");
    await projector.type(address);
    await projector.click("[data-testid=join-code]");
    await projector.type(code);
    await projector.press("join-watches");
    await projector.press("join-go");
    await projector.see("class-projector");
    await projector.hears(/You watch the boards that the teacher chooses\./);
    await projector.says("class-projector", /小明|Bo|Cai/);
    assert.equal(await projector.has("[data-testid=rail-home]"), false);
    await projector.shoot("class-spectator");
    await teacher.says("teacher-class", /1 spectator/);
    await projector.keys("Escape");
    await projector.press("class-leave");
    await projector.see("screen-home");
    await teacher.says("teacher-class", /^(?![^]*1 spectator)/);
  } finally {
    await finish(projector, places[2]);
  }
});

test("a class whose window is killed goes on with its guests and its games", async () => {
  const number = await teacher.run(
    `return Math.max(...[...document.querySelectorAll('[data-testid^="class-board-"]')]
      .map(({ dataset }) => Number(dataset.testid.slice("class-board-".length))));`,
  );
  const before = await board(number);
  await teacher.crash();
  teacher = await Window.start(places[0].home);
  quiet = sockets(teacher.pid);
  await teacher.says("class-cut-off", /The program ended during a class: Tic-tac-toe/);
  await teacher.shoot("class-cut-off");
  assert.deepEqual(opened(teacher, quiet), [], "no socket before the class goes on");
  await teacher.press("class-go-on");
  await teacher.see("class-words");
  assert.equal(await teacher.read("[data-testid=class-digits]"), code, "the guests know the code");
  await teacher.says("class-guests", /^(?=[^]*Bo)(?=[^]*Cai)(?=[^]*小明)(?![^]*away)/);
  assert.equal(await board(number), before, "the game is as it was");
  await teacher.shoot("class-went-on");
  await ming.says("table-here", /Ms Li 的教室/);
});

test("the end of the class is asked for, and closes its sockets", async () => {
  // As the button of the window does.
  await teacher.run("void window.__TAURI_INTERNALS__.invoke('close_window')");
  await teacher.says("class-end-dialog", /Closing the window ends the class for 3 guests/);
  await teacher.shoot("class-close");
  await teacher.press("class-stay");
  assert.ok(await teacher.has("[data-testid=teacher-class]"), "the window stays");
  await teacher.press("class-end");
  await teacher.says("class-end-dialog", /The connection to 3 guests will be closed/);
  await teacher.shoot("class-end");
  await teacher.press("class-end-yes");
  await teacher.see("screen-home");
  await teacher.hears(/The class has ended\./);
  for (const guest of guests) await guest.says(/left|closed|ended|over/);
  await until(() => opened(teacher, quiet).length === 0, "no socket to be left");
  await until(async () => !(await ming.has("[data-testid=screen-class]")), "the guest to leave the class");
});

test("a window that is closed ends its class first", async () => {
  await teacher.press("opponent-network");
  await teacher.press("network-class");
  await teacher.see("class-words");
  const digits = await teacher.read("[data-testid=class-digits]");
  const port = (await teacher.read("[data-testid=class-address]")).split(":").at(-1);
  const dan = terminal(`127.0.0.1:${port}`, digits, "Dan");
  await teacher.says("class-guests", /Dan/);
  const { pid } = teacher;
  await teacher.run("void window.__TAURI_INTERNALS__.invoke('close_window')");
  await teacher.see("class-end-yes");
  // The driver's session may end before its answer.
  await teacher.press("class-end-yes").catch(() => {});
  await until(() => !existsSync(`/proc/${pid}/exe`), "the program to end");
  await dan.ends();
  await teacher.crash().catch(() => {});
  teacher = await Window.start(places[0].home);
  await teacher.see("rail-home");
});
