import { describe, expect, test } from "vitest";
import { areaOf, letterAt, placementOfFen, standing, startOf } from "./placement";

describe("placement", () => {
  test("letters stand on their squares", () => {
    expect(letterAt("xiangqi", startOf("xiangqi", 0), "h2")).toBe("C");
    expect(letterAt("xiangqi", startOf("xiangqi", 0), "b9")).toBe("n");
    expect(letterAt("xiangqi", startOf("xiangqi", 0), "e5")).toBeNull();
    expect(standing("gomoku", "5/5/2x2/3o1/5").map(({ at, side }) => at + side)).toEqual([
      "c3first",
      "d2second",
    ]);
  });

  test("a FEN is previewed only when it has the shape of a board", () => {
    expect(placementOfFen("4k4/9/9/9/9/9/9/9/9/4K3H w - - 0 1")).toBe("4k4/9/9/9/9/9/9/9/9/4K3N");
    expect(placementOfFen("4k4/9/9/9/9/9/9/9/9/4K4K")).toBeNull();
    expect(placementOfFen("nonsense")).toBeNull();
  });

  test("areas follow the eye of the player", () => {
    expect(areaOf("h8", 15, false)).toBe("centre");
    expect(areaOf("c13", 15, false)).toBe("upperLeft");
    expect(areaOf("c13", 15, true)).toBe("lowerRight");
    expect(areaOf("n2", 15, false)).toBe("lowerRight");
  });
});
