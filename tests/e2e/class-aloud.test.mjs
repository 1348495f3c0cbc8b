// A class by keys alone, as teacher and as guest, and what both hear on the accessibility bus.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Bus, skip } from "./bus.mjs";
import { finish, freshHome, until, Window } from "./driver.mjs";

const settings = (language, playerName) => ({ language, playerName, lastGame: "tictactoe" });

/** What is heard, in each language. */
const HEARD = {
  en: {
    teacher: "Ms Li",
    open: /^The class is open\. Code: \w+ \w+ \w+ \w+\. Address: /,
    code: /^Code: \w+ \w+ \w+ \w+\. Address: /,
    joined: (name) => new RegExp(`You are in the class of Ms Li|Joined: ${name}`),
    paired: /^Round 1 is paired: (Bo – Cai|Cai – Bo)\./,
    round: /^Round 1 begins\. 1 game\.$/,
    begins: /Your game against (Bo|Cai) begins\. You play /,
    turn: /Your move/,
    move: /b2|centre|middle/i,
    lead: /In the lead: (Bo|Cai), 1 point\./,
    ended: /^The class has ended\.$/,
  },
  "zh-CN": {
    teacher: "李老师",
    open: /^教室已打开。桌码：\S+ \S+ \S+ \S+。地址：/,
    code: /^桌码：\S+ \S+ \S+ \S+。地址：/,
    joined: (name) => new RegExp(`你已进入李老师的教室|${name} 已加入`),
    paired: /^第 1 轮编排：(Bo – Cai|Cai – Bo)。/,
    round: /^第 1 轮开始，共 1 局。$/,
    begins: /你与\s?(Bo|Cai)\s?的对局开始，你执/,
    turn: /轮到你/,
    move: /b2|B2|中/,
    lead: /领先：(Bo|Cai)，1 分。/,
    ended: /^教室已结束。$/,
  },
};

/** The element that has the focus, by its test id. */
const focused = (window) => window.run("return document.activeElement?.dataset.testid ?? '';");

/** Walks to a control with Tab alone. */
async function tab(window, testid) {
  for (let steps = 0; steps < 90; steps++) {
    if ((await focused(window)) === testid) return;
    await window.keys("Tab");
  }
  assert.fail(`no Tab reaches ${testid}; the last is ${await focused(window)}`);
}

/** Chooses among radio buttons with the arrows. */
async function choose(window, group, testid) {
  const isIn = () =>
    window.run(`return document.activeElement?.dataset.testid?.startsWith(arguments[0]) ?? false;`, group);
  for (let steps = 0; steps < 90 && !(await isIn()); steps++) await window.keys("Tab");
  for (let steps = 0; steps < 12 && (await focused(window)) !== testid; steps++)
    await window.keys("ArrowRight");
  assert.equal(await focused(window), testid);
}

/** Presses a button that Tab reaches. */
async function press(window, testid) {
  await tab(window, testid);
  await window.keys("Enter");
}

for (const [language, heard] of Object.entries(HEARD))
  describe(`a class by keys in ${language}`, { skip }, () => {
    const places = [
      freshHome(settings(language, heard.teacher)),
      freshHome(settings(language, "Bo")),
      freshHome(settings(language, "Cai")),
    ];
    let bus;
    let teacher;
    const guests = [];

    before(async () => {
      bus = await Bus.open();
      teacher = await Window.start(places[0].home);
    });
    after(async () => {
      console.log(bus?.announced.join("\n"));
      bus?.close();
      await finish(teacher, places[0]);
      for (const [index, guest] of guests.entries()) await finish(guest, places[index + 1]);
    });

    test("is opened, and its code is heard", async () => {
      await choose(teacher, "opponent-", "opponent-network");
      await teacher.see("network-class");
      await press(teacher, "network-class");
      await bus.hears(heard.open);
      await teacher.see("class-words");
      // The code can be heard again.
      await tab(teacher, "class-code");
      await bus.focuses(heard.code);
    });

    test("is joined by two guests, and who comes is heard", async () => {
      const code = await teacher.read("[data-testid=class-digits]");
      const address = `127.0.0.1:${(await teacher.read("[data-testid=class-address]")).split(":").at(-1)}`;
      for (const [index, name] of ["Bo", "Cai"].entries()) {
        const guest = await Window.start(places[index + 1].home);
        guests.push(guest);
        await choose(guest, "opponent-", "opponent-network");
        await guest.see("network-join");
        await press(guest, "network-join");
        await guest.see("join-address");
        await tab(guest, "join-address");
        await guest.type(address);
        await tab(guest, "join-code");
        await guest.type(code);
        await guest.keys("Enter");
        await guest.see("guest-class");
        await bus.hears(heard.joined(name));
      }
      await teacher.says("class-guests", /Bo[^]*Cai/);
    });

    test("a round is paired and begun, each hears the game, and a board is watched", async () => {
      await press(teacher, "class-pair");
      await bus.hears(heard.paired);
      await press(teacher, "class-begin");
      await bus.hears(heard.round);
      await bus.hears(heard.begins);
      for (const guest of guests) await guest.see("screen-play");
      await tab(teacher, "class-board-1");
      await teacher.keys("Enter");
      await teacher.see("class-watched");
      const isFirst = await until(async () => {
        for (const guest of guests)
          if (heard.turn.test(await guest.read("[data-testid=status]"))) return guest;
        return null;
      }, "one to be in turn");
      const other = guests.find((guest) => guest !== isFirst);
      await isFirst.keys("/");
      await isFirst.see("typed-move");
      await isFirst.type("b2");
      await isFirst.keys("Enter");
      await bus.hears(heard.move);
      await other.says("status", heard.turn);
      // The other one gives up.
      await press(other, "resign");
      await press(other, "resign-confirm");
      await bus.hears(heard.lead);
    });

    test("is left and ended, and everybody hears it", async () => {
      await press(teacher, "class-end");
      await teacher.see("class-end-dialog");
      await press(teacher, "class-end-yes");
      await bus.hears(heard.ended);
      await teacher.see("screen-home");
      for (const guest of guests)
        await until(async () => !(await guest.has("[data-testid=screen-class]")), "home");
    });
  });
