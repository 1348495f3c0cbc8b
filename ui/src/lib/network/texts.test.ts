import { expect, test } from "vitest";
import { GOMOKU, XIANGQI } from "../backend/fixtures";
import { SETUPS } from "../backend/memory";
import type { MoveRow, TableTerms } from "../bindings";
import { NO_COACH } from "../game/players";
import { LANGS, loadAreas, say } from "../i18n/text";
import { sayLast } from "./class-texts";
import { sayTerms } from "./texts";

await Promise.all(LANGS.map((lang) => loadAreas(["class", "network"], lang)));

test("an offer names its game as a part of the sentence", () => {
  const terms: TableTerms = {
    mine: "second",
    setup: SETUPS.xiangqi,
    clock: { kind: "none" },
    coach: NO_COACH,
    first: { kind: "human", name: "Bo" },
    second: { kind: "human", name: "" },
  };
  expect(LANGS.map((lang) => sayTerms(lang, terms)[0])).toEqual([
    "Bo 邀你下象棋。",
    "Bo 邀你下象棋。",
    "Bo offers a game of Xiangqi.",
    "Bo mời bạn một ván cờ tướng.",
  ]);
  const setup = { game: "tictactoe", rule: "" } as const;
  expect(sayTerms("en", { ...terms, setup })[0]).toBe("Bo offers a game of tic-tac-toe.");
});

test("Xiangqi is counted in rounds, and the results name their tie-break", () => {
  const third = XIANGQI.rows[2] as MoveRow;
  expect(sayLast("en", "xiangqi", third, 3, "wxf")).toBe(`Round 2: ${third.wxf}`);
  expect(LANGS.map((lang) => say(lang, "class.results.sb"))).toEqual(["小分", "小分", "SB", "SB"]);
});

test("the stones of Gomoku are counted as stones", () => {
  const stone = GOMOKU.rows[1] as MoveRow;
  expect(LANGS.map((lang) => sayLast(lang, "gomoku", stone, 2, "chinese"))).toEqual([
    "第 2 手：H9",
    "第 2 手：H9",
    "Move 2: H9",
    "Nước 2: H9",
  ]);
});
