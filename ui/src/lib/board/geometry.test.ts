import { describe, expect, it } from "vitest";
import {
  cellOf,
  centreOf,
  layOut,
  pointOf,
  rowsOf,
  spotOf,
  squareAt,
  squareNear,
  starPoints,
} from "./geometry";

const XIANGQI = layOut("xiangqi", null, false, true);
const FLIPPED = layOut("xiangqi", null, true, true);

describe("squares", () => {
  it.each([
    ["a0", { row: 9, column: 0 }, { row: 0, column: 8 }],
    ["e0", { row: 9, column: 4 }, { row: 0, column: 4 }],
    ["i9", { row: 0, column: 8 }, { row: 9, column: 0 }],
  ])("%s lies in its cell, upright and flipped", (square, upright, flipped) => {
    expect(cellOf(XIANGQI, square)).toEqual(upright);
    expect(cellOf(FLIPPED, square)).toEqual(flipped);
  });

  it.each(["", "j0", "a10", "A0", "a-1", "aa", "e", "e5x", "5e"])("%j is no square of Xiangqi", (square) => {
    expect(pointOf(XIANGQI, square)).toBeNull();
  });

  it("counts Gomoku ranks from one", () => {
    const board = layOut("gomoku", 22, false, true);
    expect(pointOf(board, "a1")).toEqual({ file: 0, rank: 0 });
    expect(pointOf(board, "v22")).toEqual({ file: 21, rank: 21 });
    expect(pointOf(board, "a0")).toBeNull();
    expect(pointOf(board, "w1")).toBeNull();
  });
});

describe.each([
  ["xiangqi", null, 90],
  ["gomoku", 5, 25],
  ["gomoku", 15, 225],
  ["gomoku", 22, 484],
] as const)("%s %s", (game, size, count) => {
  describe.each([false, true])("flipped %s", (flipped) => {
    it.each([false, true])("cell, spot and square agree everywhere, coordinates %s", (coordinates) => {
      const geometry = layOut(game, size, flipped, coordinates);
      const squares = rowsOf(geometry).flat();
      expect(new Set(squares).size).toBe(count);
      for (const square of squares) {
        const cell = cellOf(geometry, square);
        expect(cell && squareAt(geometry, cell)).toBe(square);
        const { x, y } = spotOf(geometry, square);
        expect(squareNear(geometry, { x: x + 0.45, y: y - 0.45 })).toBe(square);
      }
    });
  });

  it("starts the keyboard cursor on the board", () => {
    const geometry = layOut(game, size, false, true);
    expect(pointOf(geometry, centreOf(geometry))).not.toBeNull();
  });
});

describe("the drawing", () => {
  it.each([false, true])("is 9:10 in Xiangqi, coordinates %s", (coordinates) => {
    const { width, height } = layOut("xiangqi", null, false, coordinates);
    expect(width / height).toBeCloseTo(0.9, 10);
  });

  it("keeps cells of 24 px on the largest board at its smallest, 560 px", () => {
    expect(560 / layOut("gomoku", 22, false, true).width).toBeGreaterThanOrEqual(24);
  });

  it("has no square in the margin", () => {
    expect(squareNear(XIANGQI, { x: 0.2, y: 5 })).toBeNull();
    expect(squareNear(XIANGQI, { x: -1, y: -1 })).toBeNull();
  });
});

describe("star points", () => {
  it.each([
    [15, "d12 d4 h8 l12 l4"],
    [19, "d10 d16 d4 j10 j16 j4 p10 p16 p4"],
    [13, "d10 d4 g7 j10 j4"],
    [9, "c3 c7 e5 g3 g7"],
    [5, "c3"],
    [20, ""],
  ])("of %i", (size, expected) => {
    expect(starPoints(size).sort().join(" ")).toBe(expected);
  });
});
