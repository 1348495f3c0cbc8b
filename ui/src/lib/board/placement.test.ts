import { describe, expect, it } from "vitest";
import { XIANGQI_START } from "../bindings";
import { parsePlacement, samePlacement } from "./placement";

describe("a Xiangqi placement", () => {
  it("puts the usual start on its squares", () => {
    const men = parsePlacement("xiangqi", null, XIANGQI_START);
    expect(men.size).toBe(32);
    expect(men.get("e0")).toEqual({ side: "first", letter: "k" });
    expect(men.get("e9")).toEqual({ side: "second", letter: "k" });
    expect(men.get("h2")).toEqual({ side: "first", letter: "c" });
    expect(men.get("c6")).toEqual({ side: "second", letter: "p" });
  });

  it("may be the first field of a FEN", () => {
    expect(parsePlacement("xiangqi", null, `${XIANGQI_START} w - - 0 1`).size).toBe(32);
  });
});

describe("a Gomoku placement", () => {
  it("has its top row first and runs of two digits", () => {
    const rows = Array<string>(15).fill("15");
    rows[0] = "x13o";
    rows[14] = "10x4";
    const men = parsePlacement("gomoku", 15, rows.join("/"));
    expect([...men.keys()].sort()).toEqual(["a15", "k1", "o15"]);
    expect(men.get("o15")).toEqual({ side: "second", letter: null });
  });
});

describe("garbage is an empty board", () => {
  it.each([
    "",
    "/",
    "🀄/9/9/9/9/9/9/9/9/9",
    "rnbakabnr",
    XIANGQI_START.replace("9", "8"),
    XIANGQI_START.replace("9", "99999999999999999999"),
    XIANGQI_START.replace("r", "x"),
    `${XIANGQI_START}/9`,
    "rnbakabnrr/9/9/9/9/9/9/9/9/9",
  ])("%j in Xiangqi", (text) => {
    expect(parsePlacement("xiangqi", null, text).size).toBe(0);
  });

  it.each(["5/5/5/5", "5/5/5/5/6", "5/5/5/5/xxxxxx", "5/5/5/5/4z", "-5/5/5/5/5"])("%j in Gomoku", (text) => {
    expect(parsePlacement("gomoku", 5, text).size).toBe(0);
  });

  it("and so is a board without a size", () => {
    expect(parsePlacement("gomoku", null, "5/5/5/5/5").size).toBe(0);
  });
});

it("compares boards by their men", () => {
  const a = parsePlacement("gomoku", 5, "5/5/2x2/5/5");
  expect(samePlacement(a, parsePlacement("gomoku", 5, "5/5/2x2/5/5"))).toBe(true);
  expect(samePlacement(a, parsePlacement("gomoku", 5, "5/5/2o2/5/5"))).toBe(false);
  expect(samePlacement(a, parsePlacement("gomoku", 5, "5/5/x4/5/5"))).toBe(false);
});
