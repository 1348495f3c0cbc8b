import { expect, test } from "vitest";
import { sayPlace } from "./place";

test("a place is counted in rounds in Xiangqi and in stones in Gomoku", () => {
  const places = (secondBegins: boolean) =>
    [0, 1, 2, 3].map((ply) => sayPlace("en", "xiangqi", secondBegins, ply, 3));
  expect(places(false)).toEqual([
    "Start · 2 rounds",
    "Round 1 of 2 · Red",
    "Round 1 of 2 · Black",
    "Round 2 of 2 · Red",
  ]);
  expect(places(true)).toEqual([
    "Start · 2 rounds",
    "Round 1 of 2 · Black",
    "Round 2 of 2 · Red",
    "Round 2 of 2 · Black",
  ]);
  expect(sayPlace("en", "xiangqi", true, 0, 0)).toBe("Start · 0 rounds");
  expect(sayPlace("en", "gomoku", false, 3, 9)).toBe("Move 3 of 9");
  expect(sayPlace("zh-CN", "gomoku", false, 3, 9)).toBe("第 3 手，共 9 手");
  expect(sayPlace("vi", "xiangqi", false, 0, 3)).toBe("Thế đầu · 2 hiệp");
  expect(sayPlace("vi", "xiangqi", false, 2, 3)).toBe("Hiệp 1 trên 2 · Đen");
});
