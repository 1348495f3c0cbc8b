import { expect, test } from "vitest";
import { PUZZLE_THEMES } from "../bindings";
import type { Lesson, ThreatKind } from "../bindings";
import { practiceOf } from "./practice";

const lesson = (what: ThreatKind, mate: Lesson["mate"] = null) =>
  ({ mate, fact: { bearing: "allows", threat: { side: "first", what, line: [] } } }) as unknown as Lesson;
const vcf = (moves: number, shape: "fourThree" | "straightFour" | null, foul: "overline" | null = null) =>
  lesson({ kind: "vcf", moves, shape, rows: [], foul });
const piece = { piece: "R", at: "a0" };

test("a lost game is practised by puzzles of its kind", () => {
  expect(practiceOf(lesson({ kind: "mate", moves: 2, pattern: null }, "doubleCannon"))).toBe("doubleCannon");
  expect(practiceOf(lesson({ kind: "mate", moves: 2, pattern: "ironBolt" }))).toBe("ironBolt");
  expect(practiceOf(lesson({ kind: "mate", moves: 2, pattern: null }))).toBe("otherMate");
  expect(practiceOf(vcf(2, "fourThree"))).toBe("fourThree");
  expect(practiceOf(vcf(2, "straightFour"))).toBe("straightFour");
  expect(practiceOf(vcf(2, null, "overline"))).toBe("foulTrap");
  expect([1, 2, 5, 6].map((moves) => practiceOf(vcf(moves, null)))).toEqual([
    "vcf2",
    "vcf2",
    "vcf5",
    "longVcf",
  ]);
  expect(practiceOf(lesson({ kind: "pin", pinned: piece, by: piece, behind: piece }))).toBe("pin");
  expect(practiceOf(lesson({ kind: "openThree", row: [], fours: [] }))).toBe("fourThree");
});

test("what has no puzzles is not offered", () => {
  expect(practiceOf(lesson({ kind: "capture", taker: piece, taken: piece, root: "none" }))).toBeNull();
});

test("every theme that is offered has a shelf", () => {
  const themes = [...PUZZLE_THEMES.xiangqi, ...PUZZLE_THEMES.gomoku].map(({ theme }) => theme);
  for (const theme of [
    "otherMate",
    "fourThree",
    "straightFour",
    "foulTrap",
    "vcf2",
    "longVcf",
    "vct",
    "fork",
  ])
    expect(themes).toContain(theme);
});
