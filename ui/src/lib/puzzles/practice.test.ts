import { expect, test } from "vitest";
import type { Lesson, ThreatKind } from "../bindings";
import { practiceOf } from "./practice";
import { THEMES } from "./texts";

const lesson = (what: ThreatKind, mate: Lesson["mate"] = null) =>
  ({ mate, fact: { bearing: "allows", threat: { side: "first", what, line: [] } } }) as unknown as Lesson;
const vcf = (moves: number, shape: "fourThree" | "straightFour" | null) =>
  lesson({ kind: "vcf", moves, shape, rows: [], foul: null });
const piece = { piece: "R", at: "a0" };

test("a lost game is practised by puzzles of its kind", () => {
  expect(practiceOf(lesson({ kind: "mate", moves: 2, pattern: null }, "doubleCannon"))).toBe("doubleCannon");
  expect(practiceOf(lesson({ kind: "mate", moves: 2, pattern: "ironBolt" }))).toBe("ironBolt");
  expect(practiceOf(lesson({ kind: "mate", moves: 2, pattern: null }))).toBe("otherMate");
  expect(practiceOf(vcf(2, "fourThree"))).toBe("fourThree");
  expect(practiceOf(vcf(2, "straightFour"))).toBe("doubleFour");
  expect([practiceOf(vcf(5, null)), practiceOf(vcf(6, null))]).toEqual(["vcf", "longVcf"]);
  expect(practiceOf(lesson({ kind: "openThree", row: [], fours: [] }))).toBe("fourThree");
});

test("what has no puzzles is not offered", () => {
  expect(practiceOf(lesson({ kind: "capture", taker: piece, taken: piece, root: "none" }))).toBeNull();
});

test("every theme that is offered has a shelf", () => {
  const shelves: readonly string[] = [...THEMES.xiangqi, ...THEMES.gomoku];
  for (const theme of ["otherMate", "fourThree", "doubleFour", "vcf", "longVcf", "vct"])
    expect(shelves).toContain(theme);
});
