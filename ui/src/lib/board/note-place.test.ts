import { expect, test } from "vitest";
import { layOut, spotOf, type Geometry } from "./geometry";
import { placeNote } from "./note-place";

const gomoku = layOut("gomoku", 15, false, true);
const xiangqi = layOut("xiangqi", null, false, true);

/** Whether a note of three lines covers none of the squares. */
function clear(geometry: Geometry, squares: string[]): boolean {
  const { y, below } = placeNote(geometry, squares);
  const edge = (y / 100) * geometry.height;
  const [top, bottom] = below ? [edge, edge + 1.8] : [edge - 1.8, edge];
  return squares.every((square) => {
    const at = spotOf(geometry, square).y;
    return at + 0.5 <= top || at - 0.5 >= bottom;
  });
}

test("a note stands above its point, and below it near the upper edge", () => {
  expect(placeNote(gomoku, ["h8"]).below).toBe(false);
  expect(placeNote(gomoku, ["h15"]).below).toBe(true);
  expect(placeNote(xiangqi, ["a9"]).below).toBe(true);
});

test("a note covers none of the stones that it names, however many rows they are in", () => {
  for (const squares of [
    ["h8", "h9", "h10"],
    ["h8", "f8", "g8", "h9", "h10", "h11"],
    ["h8", "g7", "i9", "j10", "f6", "h9"],
    ["h14", "h13", "h12", "h15", "g14"],
    ["b0", "c0", "d1"],
    ["e9", "e8", "d9"],
  ])
    for (const geometry of [gomoku, xiangqi].filter((one) => one === gomoku || squares[0] !== "h14"))
      expect(
        clear(
          geometry,
          squares.filter((square) => geometry === gomoku || /[0-9]$/.test(square)),
        ),
        squares.join(" "),
      ).toBe(true);
});

test("a note about no point of the board stands at its foot", () => {
  expect(placeNote(gomoku, ["?"])).toEqual({ x: 50, y: 100, below: false });
});
