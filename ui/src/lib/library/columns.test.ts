import { beforeAll, expect, test } from "vitest";
import type { GameRow } from "../bindings";
import { loadLang } from "../i18n/text";
import { cellText, COLUMNS, columnsIn, directionOf, orderIn, rowText, tracksOf, widthOf } from "./columns";

beforeAll(() => Promise.all([loadLang("en"), loadLang("zh-CN")]));

const row = {
  game: "xiangqi",
  rule: "asian",
  first: { kind: "human", name: "Hu Ronghua" },
  second: { kind: "human", name: "Xu Yinchuan" },
  result: "1-0",
  winner: "first",
  reason: "resignation",
  plies: 45,
  date: "1999.05.12",
  opening: "五七炮 Five-Seventh Cannons",
  openingCode: "C91",
  event: "National Championship",
  round: "3",
  tags: ["★", "endgame"],
  accuracy: { first: 92.4, second: null },
} as unknown as GameRow;

test("each column has the text of its cell", () => {
  expect(COLUMNS.map((column) => cellText("en", column, row))).toEqual([
    "May 12, 1999",
    "National Championship",
    "3",
    "Hu Ronghua",
    "Xu Yinchuan",
    "Red won",
    "C91 Five-Seventh Cannons",
    "23 rounds",
    "Asian rules",
    "★, endgame",
    "92 / –",
  ]);
  const bare = {
    ...row,
    ...{ date: "", event: "", round: "", opening: null, openingCode: "", plies: 0, tags: [] },
    accuracy: { first: null, second: null },
  };
  const empty = ["date", "event", "round", "opening", "plies", "tags", "accuracy"] as const;
  expect(empty.map((column) => cellText("zh-CN", column, bare))).toEqual(empty.map(() => ""));
});

test("a row in words has the players once and no empty cell", () => {
  expect(rowText("en", ["date", "first", "second", "round", "result"], { ...row, round: "" })).toBe(
    "Hu Ronghua – Xu Yinchuan, May 12, 1999, Red won",
  );
});

test("settings of a newer version name unknown columns", () => {
  expect(columnsIn(["event", "weather", "date", "event"])).toEqual(["event", "date"]);
  expect(columnsIn(["weather"])).toEqual(["date"]);
  expect([orderIn("round"), orderIn("added"), orderIn("weather")]).toEqual(["round", "added", "date"]);
  expect(tracksOf(["date", "event"])).toBe("5.75rem minmax(3.5rem, 2fr)");
  expect(widthOf(["date", "event"])).toBe(9.25);
});

test("the direction is that of the values", () => {
  expect([directionOf("date", false), directionOf("date", true)]).toEqual(["descending", "ascending"]);
  expect([directionOf("event", false), directionOf("event", true)]).toEqual(["ascending", "descending"]);
});

test("the usual columns fit beside the filters in a window of 1100 pixels, and of 900 without them", () => {
  const usual = columnsIn(["date", "event", "first", "second", "result", "opening", "plies", "tags"]);
  // What the table of Library.svelte adds: the mark, the gaps, the scrollbar.
  const table = 16 * (widthOf(usual) + 1.5 + 1.5) + 8 * usual.length;
  const [rail, padding, filters] = [56, 2 * 32, 14 * 16 + 16];
  expect(table).toBeLessThanOrEqual(1100 - rail - padding - filters);
  expect(table).toBeLessThanOrEqual(900 - rail - padding);
});
