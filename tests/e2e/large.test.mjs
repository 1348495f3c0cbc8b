// At 200 % on a small screen every text can be read whole, on every screen and in the dialogs.
import { test } from "node:test";
import assert from "node:assert/strict";
import { cutTexts } from "./cut.mjs";
import { finish, freshHome, until, Window } from "./driver.mjs";
import { clickMove } from "./player.mjs";

const [WIDTH, HEIGHT, SCALE] = [1366, 768, "200"];
const RECORD =
  '[Game "Chinese Chess"]\n[Event "第9届五羊杯"]\n[Date "1989.01.05"]\n[Red "许银川"]\n[Black "聂卫平"]\n[Result "1-0"]\n\n' +
  "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 (3. ... 卒7进1 4. 车二进六) 4. 兵七进一 卒7进1 {稳健} 1-0";

for (const language of (process.env.LANGUAGES ?? "en,zh-CN,vi").split(","))
  test(`no text is cut in ${language}`, async () => {
    const place = freshHome({ language });
    const window = await Window.start(place.home);
    const found = {};
    const look = async (what, but) => {
      if (process.env.SHOOT) await window.shoot(`large-${language}-${what.replaceAll(/\W+/g, "-")}`);
      const cut = await cutTexts(window, but);
      if (cut.length) found[what] = cut;
    };
    const open = (testid) =>
      window.run(
        `document.querySelector('[data-testid="' + arguments[0] + '"]').closest(".disclosure").dataset.open = ""`,
        testid,
      );
    const show = (testid) =>
      window.run(
        `document.querySelector('[data-testid="' + arguments[0] + '"]').scrollIntoView({ block: "center" })`,
        testid,
      );
    const quiet = async () => {
      while (await window.has("[data-testid=toast-close]")) await window.press("toast-close");
    };
    const dialog = async (name, testid, reach) => {
      await reach();
      await window.see(testid);
      await look(name);
      await window.keys("Escape");
      await until(async () => !(await window.has(`[data-testid=${testid}]`)), `${name} to close`);
    };
    try {
      await window.resize(WIDTH, HEIGHT);
      await window.keys("Control+6");
      await window.see("scale-select");
      await window.choose("scale-select", SCALE);
      await until(
        async () =>
          (await window.run("return getComputedStyle(document.documentElement).fontSize")) === "32px",
        "the size",
      );
      await window.keys("Control+n");
      await window.see("screen-home");

      for (const game of ["xiangqi", "gomoku", "tictactoe"]) {
        await window.press(`game-${game}`);
        for (const opponent of ["computer", "friend", "network", "engines"]) {
          await window.press(`opponent-${opponent}`);
          await look(`home ${game} ${opponent}`);
        }
        await window.press("opponent-computer");
        await window.run(`document.querySelector("[data-testid=more-options]").dataset.open = ""`);
        await look(`home ${game} options`);
      }
      await dialog("how to play", "howto-page", () => window.press("home-howto"));
      await dialog("palette", "palette-input", () => window.keys("Control+k"));
      await dialog("keys", "keys-dialog", () => window.keys("?"));

      await window.press("game-xiangqi");
      await window.press("opponent-friend");
      await window.choose("clock-select", "10");
      await window.press("start");
      await window.see("screen-play");
      for (const mv of ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"]) await clickMove(window, mv);
      await look("play with a clock");
      await dialog("resigning", "resign-dialog", () => window.press("resign"));
      await window.press("resign");
      await window.press("resign-confirm");
      await window.see("end-card");
      await look("the end of a game");
      await window.keys("Control+n");
      await window.press("opponent-computer");
      await window.press("level-1");
      await window.press("start");
      await window.see("screen-play");
      await look("play");

      await window.keys("Control+2");
      await window.see("screen-study");
      await look("an empty study");
      await window.paste(RECORD);
      await window.at(8, 8);
      await look("a message");
      await quiet();
      for (const tab of ["moves", "book", "engine", "report", "notes"]) {
        await window.press(`tab-${tab}`);
        await look(`study ${tab}`);
      }
      await window.press("tab-moves");
      await window.run(`document.querySelector("[data-testid=moves]").focus()`);
      await window.keys("a");
      await window.see("engine-strip");
      // The line of an engine may be of any length.
      await look("the engine's strip", "[data-testid=strip-line]");
      await window.keys("a");
      await dialog("export", "export-dialog", () => window.press("study-export"));
      await dialog("header", "header-dialog", () => window.press("study-header"));
      await window.press("study-position");
      await window.see("editor-fen");
      await look("the editor");
      await window.press("editor-back");

      await window.keys("Control+3");
      await window.see("library-row");
      await look("library");
      await window.press("view-table");
      await look("library as a table");
      await window.press("view-boards");

      await window.keys("Control+4");
      await window.see("puzzles");
      await look("puzzles");
      await window.press("daily-xiangqi");
      await window.see("puzzle-task");
      await look("a puzzle");
      await window.keys("s");
      await window.see("puzzle-next");
      await look("a solved puzzle");

      await window.keys("Control+5");
      await window.see("match-form");
      await look("engines");
      for (const part of ["match-form", "tournament-form"]) {
        await show(part);
        await look(part);
      }
      await window.press("engine-add");
      await look("a new engine");

      await window.keys("Control+6");
      await window.see("screen-settings");
      await look("settings");
      await window.press("change-keys");
      await window.see("screen-shortcuts");
      await look("shortcuts");

      await window.keys("Control+7");
      await window.see("screen-lessons");
      await look("lessons");
      await window.keys("Control+n");
      await window.press("home-lessons");
      await window.see("lesson-task");
      await look("a lesson");

      await window.keys("Control+8");
      await window.see("classics-row", 30_000);
      await look("classics");
      await window.press("classics-row");
      await window.see("classic-verdict");
      await look("a composition");
      const title = await window.run(
        `return document.querySelector("#classic-title").getBoundingClientRect().bottom`,
      );
      if (title > HEIGHT) found["the title of a composition"] = [`ends at ${title}`];

      await window.keys("Control+9");
      await window.see("screen-endings");
      await look("endings");
      await window.run(`document.querySelector("[data-testid^=ending-]:is(button)").click()`);
      await until(() => window.has(".stage"), "the ending");
      await look("an ending");

      await window.keys("Control+n");
      await window.press("game-xiangqi");
      await window.press("opponent-network");
      await dialog("a table", "table-words", () => window.press("start"));
      await dialog("joining", "join-address", () => window.press("network-join"));
      await show("network-class");
      await window.press("network-class");
      await window.see("class-words");
      await look("a class");
    } catch (error) {
      await window.shoot(`large-${language}-failed`).catch(() => {});
      found.stopped = [String(error)];
    }
    await finish(window, place);
    assert.equal(JSON.stringify(found, null, 2), "{}");
  });
