import { expect, test } from "vitest";
import { sayPlace } from "./place";

test("a place is counted in rounds in Xiangqi and in stones in Gomoku", () => {
  const places = (secondBegins: boolean) =>
    [0, 1, 2, 3].map((ply) => sayPlace("en", "xiangqi", secondBegins, ply, 3));
  expect(places(false)).toEqual([
    "Start · 2 moves",
    "Move 1 of 2 · Red",
    "Move 1 of 2 · Black",
    "Move 2 of 2 · Red",
  ]);
  expect(places(true)).toEqual([
    "Start · 2 moves",
    "Move 1 of 2 · Black",
    "Move 2 of 2 · Red",
    "Move 2 of 2 · Black",
  ]);
  expect(sayPlace("en", "xiangqi", true, 0, 0)).toBe("Start · 0 moves");
  expect(sayPlace("en", "gomoku", false, 3, 9)).toBe("Move 3 of 9");
});
