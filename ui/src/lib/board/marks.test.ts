import { describe, expect, it } from "vitest";
import { layOut } from "./geometry";
import { POSTS, arrow, linesThrough, ticks } from "./marks";
import { grain } from "./grain";
import { CHARACTERS } from "./outlines";
import { characterOf, riverOf } from "./pieces";
import { PIECE_LETTERS } from "./placement";

const XIANGQI = layOut("xiangqi", null, false, true);
const GOMOKU = layOut("gomoku", 15, false, true);

const corners = (path: string) => path.match(/[ML]/g)?.length ?? 0;

describe("an arrow", () => {
  it("is straight for a chariot and bends at the leg of a horse", () => {
    expect(corners(arrow(XIANGQI, "a0", "a2", false).shaft)).toBe(2);
    const horse = arrow(XIANGQI, "b0", "c2", true).shaft;
    expect(corners(horse)).toBe(3);
    // The leg of b0 towards c2 is b1, at (1.95, 9) in cells.
    expect(horse).toContain("L1.95 9L");
  });

  it("does not bend when the squares are no horse's move", () => {
    expect(corners(arrow(XIANGQI, "b0", "b2", true).shaft)).toBe(2);
  });
});

describe("lines", () => {
  it("run along each direction through the point of a foul", () => {
    expect(linesThrough(GOMOKU, "h9", ["h8", "h10", "g9", "i9"]).match(/M/g)).toHaveLength(2);
    expect(linesThrough(GOMOKU, "h9", ["g8", "i10", "g10"]).match(/M/g)).toHaveLength(2);
  });

  it("join the ends of a five, in whatever order it is given", () => {
    const five = linesThrough(GOMOKU, "g9", ["i7", "e11", "g9", "h8", "f10"]);
    expect(five).toBe("M5 5L9 9");
  });

  it("leave out points that are on no line, and garbage", () => {
    expect(linesThrough(GOMOKU, "h9", ["i11", "z99", ""])).toBe("");
    expect(linesThrough(GOMOKU, null, [])).toBe("");
  });
});

it("marks fourteen posts, with the inner ticks only at the edge", () => {
  expect(POSTS).toHaveLength(14);
  expect([0, 4, 8].map((file) => ticks(file).match(/M/g)?.length)).toEqual([2, 4, 2]);
});

it("has an outline for every character that a board shows", () => {
  const shown = (["traditional", "simplified", "letters", "international"] as const).flatMap((set) => [
    ...riverOf(set),
    ...(["first", "second"] as const).flatMap((side) =>
      PIECE_LETTERS.map((letter) => characterOf(set, side, letter)),
    ),
  ]);
  for (const character of shown) {
    expect(CHARACTERS[character]?.path, character).toMatch(/^M/);
  }
});

it("grows the same wood every time, and nearly invisible streaks", () => {
  expect(grain(9.9, 11)).toEqual(grain(9.9, 11));
  for (const { path, opacity } of grain(9.9, 11)) {
    expect(path).not.toContain("NaN");
    expect(opacity).toBeLessThanOrEqual(0.065);
  }
});
