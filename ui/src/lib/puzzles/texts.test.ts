import { describe, expect, test } from "vitest";
import { moveCount } from "../i18n/text";
import type { CurrentPuzzle, PuzzleGoal, SetupCodes, Side } from "../bindings";
import { dayOf, moveNumber, sayEnd, sayWhy, stars } from "./texts";
import { sayTask } from "./task";

const xiangqi: SetupCodes = { game: "xiangqi", rule: "asian", start: null };
const gomoku: SetupCodes = { game: "gomoku", rule: "renju", size: 15, opening: null };
const task = (setup: SetupCodes, goal: PuzzleGoal, side: Side, moves: number) => ({
  setup,
  goal,
  side,
  moves,
});

describe("a task in words", () => {
  test("is said as native players say it", () => {
    expect(sayTask("zh-CN", task(xiangqi, "mate", "first", 3))).toBe("红先，三步杀。");
    expect(sayTask("zh-CN", task(xiangqi, "mate", "second", 1))).toBe("黑先，一步杀。");
    expect(sayTask("zh-CN", task(xiangqi, "checks", "first", 6))).toBe("红先，六步连将杀。");
    expect(sayTask("zh-CN", task(gomoku, "fours", "second", 4))).toContain("白先");
    expect(sayTask("en", task(xiangqi, "mate", "first", 3))).toBe("Red to move: mate in\u00a03.");
    expect(sayTask("en", task(xiangqi, "mate", "second", 1))).toBe("Black to move: mate in one.");
    expect(sayTask("en", task(gomoku, "threat", "first", 2))).toMatch(/^Black to move/);
  });

  test("why a move is right is not told with answers where it mates at once", () => {
    expect(sayWhy("en", task(xiangqi, "mate", "first", 1))).toBe("Only one move mates.");
    expect(sayWhy("zh-CN", task(xiangqi, "mate", "first", 2))).toContain("无论对方怎么应");
  });

  test("small numbers are characters, and two moves are 两步", () => {
    expect([1, 2, 5, 10, 11].map((n) => moveCount("zh-CN", n))).toEqual(["一", "两", "五", "十", 11]);
  });
});

describe("how it stands", () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({}) as CurrentPuzzle["rows"][number]);

  test("the move to find is counted without the defence and without a wrong move", () => {
    const at = (count: number, state: CurrentPuzzle["state"]) =>
      moveNumber({ rows: rows(count), state, moves: 3 });
    expect([at(0, "solving"), at(2, "solving"), at(3, "wrong"), at(5, "solved")]).toEqual([1, 2, 2, 3]);
  });

  test("the end says how it went and when it comes again", () => {
    const end = { state: "solved", misses: 0, helped: false, again: null } as const;
    expect(sayEnd("en", end)).toBe("Solved.");
    expect(sayEnd("en", { ...end, misses: 1, again: 1 })).toContain("tomorrow");
    expect(sayEnd("zh-CN", { ...end, state: "shown", again: 4 })).toContain("4 天后");
  });

  test("stars are five", () => {
    expect([1, 5].map(stars)).toEqual(["★☆☆☆☆", "★★★★★"]);
  });
});

test("a day is the calendar's, whatever the hour", () => {
  expect(dayOf(new Date(1970, 0, 2, 0, 5))).toBe(1);
  expect(dayOf(new Date(2026, 10, 23, 23, 59))).toBe(dayOf(new Date(2026, 10, 23, 0, 0)));
  expect(dayOf(new Date(2026, 10, 24))).toBe(dayOf(new Date(2026, 10, 23)) + 1);
});

test("a puzzle of an own set says whether its win is proved", () => {
  const place = { set: 0, name: "mine", number: 1, count: 2, title: "" };
  const line = { ...task(xiangqi, "better", "first", 2), place: { ...place, proved: false } };
  expect(sayTask("en", line)).toBe("Red to move: follow the line of the file.");
  expect(sayWhy("en", line)).toBe("No win is proved. Only the moves of the file count.");
  const proved = { ...task(xiangqi, "mate", "first", 2), place: { ...place, proved: true } };
  expect(sayTask("en", proved)).toBe("Red to move: mate in\u00a02.");
  expect(sayWhy("en", proved)).toBe(
    "The win is proved. Every move that mates in time, or keeps the win by fours, counts.",
  );
});
