// A class of a window with many guests of the terminal: two rounds of a Swiss and a shown study, and what it costs the window.
//
// Usage: xvfb-run -a dbus-run-session -- node tests/outside/window-class.mjs [GUESTS]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { finish, freshHome, until, Window } from "../e2e/driver.mjs";

const TERMINAL = process.env.DUIYI ?? fileURLToPath(new URL("../../target/debug/duiyi", import.meta.url));
const count = Number(process.argv[2] ?? 30);

/** Resident memory now and at most, in KiB, and processor time in ms. */
function usage(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const size = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return {
    nowKiB: size("VmRSS"),
    mostKiB: size("VmHWM"),
    cpuMs: 10 * (Number(fields[11]) + Number(fields[12])),
  };
}

const says = (guest, pattern) => until(() => pattern.test(guest.text), `${guest.name}: ${pattern}`, 60_000);

const place = freshHome({ language: "en", playerName: "Ms Li", lastGame: "gomoku" });
const guests = [];
const teacher = await Window.start(place.home);
try {
  await teacher.press("opponent-network");
  await teacher.see("network-class");
  const before = usage(teacher.pid);
  await teacher.press("network-class");
  await teacher.see("class-words");
  const digits = await teacher.read("[data-testid=class-digits]");
  const port = (await teacher.read("[data-testid=class-address]")).split(":").at(-1);
  for (let number = 1; number <= count; number++) {
    const home = freshHome();
    const name = `Pupil ${String(number).padStart(2, "0")}`;
    const args = [
      "play",
      "gomoku",
      "--join",
      `127.0.0.1:${port}`,
      "--code",
      digits,
      "--name",
      name,
      "--data",
      home.home,
    ];
    const child = spawn(TERMINAL, args, { stdio: ["pipe", "pipe", "inherit"] });
    const guest = { name, child, home, text: "" };
    child.stdout.on("data", (bytes) => (guest.text += bytes));
    guests.push(guest);
    // One after the other: a door takes no more than four at once from one address.
    await says(guest, /You are in the class/);
  }
  await until(
    async () => (await teacher.read("[data-testid=class-guests]")).split("Pupil").length > count,
    "all guests",
    120_000,
  );
  const seated = usage(teacher.pid);

  // A study on all screens.
  await teacher.press("rail-study");
  await teacher.see("class-note-show");
  await teacher.press("class-note-show");
  for (const guest of guests) await says(guest, /shown: /);
  for (const square of ["h8", "i9"]) await teacher.clickSquare(square);
  for (const guest of guests) await says(guest, /shown: .*move 2/);
  await teacher.press("class-note-back");
  const shown = usage(teacher.pid);

  await teacher.press("class-pair");
  for (let round = 1; round <= 2; round++) {
    await teacher.says("class-next", new RegExp(`Round ${round} is paired`));
    for (const guest of guests) guest.text = "";
    await teacher.press("class-begin");
    // The first player moves, the second one gives up.
    for (const guest of guests) {
      await says(guest, /\(you\)/);
      guest.child.stdin.write(/\(you\), White/.test(guest.text) ? "h8\n" : "resign\n");
    }
    if (round === 1) await teacher.shoot("class-30");
    for (const guest of guests) await says(guest, /result 1-0/);
    await teacher.says("teacher-class", new RegExp(`Results after round ${round}`));
  }
  await teacher.shoot("class-30-results");
  const played = usage(teacher.pid);
  console.log(JSON.stringify({ guests: count, before, seated, shown, played }));
  await teacher.press("class-end");
  await teacher.press("class-end-yes");
  await teacher.see("screen-home");
} finally {
  for (const guest of guests) {
    guest.child.kill();
    guest.home.remove();
  }
  await finish(teacher, place);
}
