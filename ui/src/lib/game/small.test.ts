import { describe, expect, test } from "vitest";
import { layoutFor } from "../app/layout";
import { newGameOf } from "../app/choice";
import { DEFAULT_SETTINGS } from "../backend/memory";
import { clockFace, remaining } from "./clock";
import { areaOf, letterAt, placementOfFen, standing, startOf } from "./placement";

describe("clock", () => {
  test("only the running side loses time, and never below zero", () => {
    const clocks = { firstMs: 5000, secondMs: 7000, running: "first" as const };
    expect(remaining(clocks, "first", 1200)).toBe(3800);
    expect(remaining(clocks, "second", 1200)).toBe(7000);
    expect(remaining(clocks, "first", 9000)).toBe(0);
    expect(remaining(clocks, "first", -50)).toBe(5000);
  });

  test.each([
    [0, "0:00.0"],
    [9_950, "0:09.9"],
    [10_000, "0:10"],
    [581_000, "9:41"],
    [3_600_000, "1:00:00"],
  ])("%i ms reads %s", (ms, face) => expect(clockFace(ms)).toBe(face));
});

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

describe("new game", () => {
  const choice = DEFAULT_SETTINGS.xiangqiNew;

  test("a choice becomes two players, a rule and a clock", () => {
    expect(newGameOf("xiangqi", { ...choice, level: 4, seat: "second" }, "", [], () => "first")).toEqual({
      setup: { game: "xiangqi", rule: "asian", start: null },
      first: { kind: "engine", level: 4, name: null },
      second: { kind: "human", level: null, name: null },
      clock: { kind: "none" },
    });
    const clock = { kind: "per-move" as const, mainS: 30, incrementS: 0, periodS: 30, periods: 3 };
    const gomoku = newGameOf(
      "gomoku",
      { ...choice, opponent: "friend", rule: "renju", clock },
      "ignored",
      [],
      () => "first",
    );
    expect(gomoku.setup).toEqual({ game: "gomoku", rule: "renju", size: 15, opening: null });
    expect([gomoku.first.kind, gomoku.second.kind]).toEqual(["human", "human"]);
    expect(gomoku.clock).toEqual({ kind: "perMove", perMoveMs: 30_000 });
  });

  test("chance is asked only for a random seat", () => {
    let asked = 0;
    const seat = () => (asked++, "second" as const);
    expect(newGameOf("xiangqi", { ...choice, seat: "first" }, "", [], seat).first.kind).toBe("human");
    expect(asked).toBe(0);
    expect(newGameOf("xiangqi", { ...choice, seat: "random" }, "", [], seat).second.kind).toBe("human");
    expect(asked).toBe(1);
  });
});

test.each([
  [1600, 1000, 100, "wide", false],
  [1200, 800, 100, "standard", false],
  [900, 640, 100, "narrow", true],
  [640, 900, 100, "portrait", false],
  [640, 700, 100, "portrait", false],
  [640, 640, 100, "narrow", true],
  [1080, 1920, 100, "portrait", false],
  [1280, 800, 200, "narrow", true],
  [1600, 1200, 150, "narrow", false],
  [1440, 700, 100, "wide", true],
] as const)("%i × %i at %i %% is %s", (width, height, scale, layout, short) => {
  expect(layoutFor(width, height, scale)).toEqual({ layout, short });
});
