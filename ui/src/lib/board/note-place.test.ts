import { expect, test } from "vitest";
import { layOut, spotOf, type Geometry } from "./geometry";
import { placeNote, type NoteSize } from "./note-place";
import { parsePlacement } from "./placement";

const gomoku = layOut("gomoku", 15, false, true);
const xiangqi = layOut("xiangqi", null, false, true);
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/** The squares that a note at its place hides in part. */
function hides(geometry: Geometry, size: NoteSize, named: string[], occupied: Iterable<string> = []) {
  const men = [...occupied];
  const { x, y } = placeNote(size, geometry, named, men);
  const [left, top] = [(x / 100) * geometry.width, (y / 100) * geometry.height];
  return [...named, ...men].filter((square) => {
    const at = spotOf(geometry, square);
    const across = Math.min(left + size.width, at.x + 0.45) - Math.max(left, at.x - 0.45);
    const down = Math.min(top + size.height, at.y + 0.45) - Math.max(top, at.y - 0.45);
    return across > 0.01 && down > 0.01;
  });
}

test("a note is above its point, and beside it at the upper edge", () => {
  const size = { width: 5, height: 0.9 };
  const h8 = placeNote(size, gomoku, ["h8"], []);
  expect((h8.y / 100) * gomoku.height + size.height).toBeLessThan(spotOf(gomoku, "h8").y - 0.5);
  expect(hides(gomoku, size, ["h15"])).toEqual([]);
});

test("a note covers none of the stones that it names, however many rows they are in", () => {
  for (const squares of [
    ["h8", "h9", "h10"],
    ["h8", "f8", "g8", "h9", "h10", "h11"],
    ["h8", "g7", "i9", "j10", "f6", "h9"],
    ["h14", "h13", "h12", "h15", "g14"],
  ])
    expect(hides(gomoku, { width: 7, height: 1.8 }, squares), squares.join(" ")).toEqual([]);
});

test.each([
  // One line of a large board, one and two of a board of 560 px, two of a board of 300 px.
  { width: 4, height: 0.35 },
  { width: 6, height: 0.55 },
  { width: 6.9, height: 0.9 },
  { width: 9.1, height: 1.5 },
])("in Xiangqi a note of $width × $height covers no piece of the first moves", (size) => {
  const men = [...parsePlacement("xiangqi", null, START).keys()];
  for (const flipped of [false, true])
    for (const named of [
      ["c0", "b0", "d1"],
      ["b0", "d1", "c0"],
      ["h0", "f1"],
      ["a0", "a4", "a3"],
      ["e9", "d8"],
      ["b2", "b7"],
      ["i9", "i5"],
    ]) {
      const geometry = layOut("xiangqi", null, flipped, true);
      expect(hides(geometry, size, named.slice(0, 1), men), named.join(" ")).toEqual([]);
    }
});

test("where no place is free, a note covers the least, and none of the points that it names", () => {
  const men = [...Array(9).keys()].flatMap((file) =>
    [...Array(10).keys()].map((rank) => `${"abcdefghi"[file]}${rank}`),
  );
  const size = { width: 6, height: 1 };
  expect(hides(xiangqi, size, ["b0", "d1", "c0"])).toEqual([]);
  const named = new Set(["b0", "d1", "c0"]);
  expect(hides(xiangqi, size, [...named], men).filter((square) => named.has(square))).toEqual([]);
});

test("a note about no point of the board is at its foot", () => {
  const size = { width: gomoku.width / 2, height: gomoku.height / 10 };
  const { x, y } = placeNote(size, gomoku, ["?"], ["h8"]);
  expect([x, y].map(Math.round)).toEqual([25, 90]);
});
