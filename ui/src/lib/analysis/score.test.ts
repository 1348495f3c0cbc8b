import { describe, expect, test } from "vitest";
import { ANALYSIS_NOTES, type FoundLine, type Worth } from "../bindings";
import { XIANGQI } from "../backend/fixtures";
import { LANGS, say } from "../i18n/text";
import { lossOf, readEvaluation, sayLine, shareOf, shortWorth, spokenWorth, tinyWorth } from "./score";

const cp = (value: number): Worth => ({ kind: "centipawns", value });
const mate = (value: number): Worth => ({ kind: "mate", value });

test.each([
  [cp(42), "+0.42", "Red ahead by 0.4", "红方优 0.4", "+0.4"],
  [cp(-120), "−1.20", "Black ahead by 1.2", "黑方优 1.2", "−1.2"],
  [cp(4), "+0.04", "even", "均势", "+0.0"],
  [cp(2310), "+23.10", "Red ahead by 23.1", "红方优 23.1", "+23"],
  [mate(3), "Red mates in\u00a03", "Red mates in\u00a03", "红方三步杀", "#3"],
  [mate(-1), "Black mates in\u00a01", "Black mates in\u00a01", "黑方一步杀", "−#1"],
  [mate(249), "Red mates in\u00a0249", "Red mates in\u00a0249", "红方249步杀", "#249"],
  // From 500 plies on the distance is that of a ruling on a repetition.
  [
    mate(251),
    "Red wins by the repetition rule",
    "Red wins by the repetition rule",
    "红方胜（循环判罚）",
    "#",
  ],
  [
    mate(-252),
    "Black wins by the repetition rule",
    "Black wins by the repetition rule",
    "黑方胜（循环判罚）",
    "−#",
  ],
])("%o is told", (worth, short, english, chinese, tiny) => {
  expect(shortWorth("en", "xiangqi", worth)).toBe(short);
  expect(spokenWorth("en", "xiangqi", worth)).toBe(english);
  expect(spokenWorth("zh-CN", "xiangqi", worth)).toBe(chinese);
  expect(tinyWorth(worth)).toBe(tiny);
});

test("decimals are spoken as the language writes them", () => {
  expect(spokenWorth("vi", "xiangqi", cp(42))).toContain("0,4");
  expect(shortWorth("vi", "xiangqi", cp(42))).toBe("+0.42");
});

test("a forced win of Gomoku is no mate", () => {
  expect(shortWorth("en", "gomoku", mate(5))).toBe("Black wins in\u00a05");
  expect(shortWorth("zh-CN", "gomoku", mate(-5))).toBe("白方五步胜");
});

test("a line is words", () => {
  const rows = XIANGQI.rows.slice(0, 2);
  const line: FoundLine = { worth: cp(40), chance: 550, rows };
  expect(sayLine("en", "xiangqi", "chinese", 1, line, 14)).toBe(
    "1: cannon two to five, Red ahead by 0.4, depth 14",
  );
  expect(sayLine("zh-CN", "xiangqi", "chinese", 2, line, 14)).toBe("2：炮二平五，红方优 0.4，深度 14");
});

describe("weight", () => {
  test("the bar is even, one side's, or something between", () => {
    expect(shareOf(cp(0))).toBe(0.5);
    expect(shareOf(cp(220))).toBeCloseTo(0.75);
    expect(shareOf(cp(-220))).toBeCloseTo(0.25);
    expect([shareOf(mate(9)), shareOf(mate(-9))]).toEqual([1, 0]);
  });

  test("what is given away is seen from the side that moves, and never below zero", () => {
    expect(lossOf(cp(40), cp(-20), "first")).toBe(60);
    expect(lossOf(cp(-40), cp(20), "second")).toBe(60);
    expect(lossOf(cp(40), cp(50), "first")).toBe(0);
    expect(lossOf(mate(2), mate(5), "first")).toBe(3);
    expect(lossOf(mate(2), cp(900), "first")).toBeGreaterThan(5000);
    expect(lossOf(cp(0), mate(-2), "first")).toBeGreaterThan(5000);
  });
});

test.each([
  ["0.35,12", cp(35), 12],
  ["-1.20", cp(-120), null],
  ["#-4,9", mate(-4), 9],
])("%s is read", (text, worth, depth) => {
  expect(readEvaluation(text)).toEqual({ worth, depth });
});

test.each(["", "x", "#x", ",12"])("%j is no evaluation", (text) => {
  expect(readEvaluation(text)).toBeNull();
});

test.each(LANGS.flatMap((lang) => ANALYSIS_NOTES.map((note) => [lang, note] as const)))(
  "%s has words for %s",
  (lang, note) => {
    expect(say(lang, `analysis.note.${note}`)).toMatch(/[.。]$/);
  },
);
