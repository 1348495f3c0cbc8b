import { expect, test } from "vitest";
import { XIANGQI_START } from "../bindings";
import {
  asked,
  boardOf,
  draftOf,
  fenOf,
  leftOf,
  move,
  placementOf,
  put,
  turnOf,
  withFen,
} from "./position-draft";

const XIANGQI = draftOf({ game: "xiangqi", rule: "simple", start: null }, "", "first");
const GOMOKU = draftOf({ game: "gomoku", rule: "freestyle", size: 15, opening: null }, "", "first");
const ROOK = { side: "first", letter: "r" } as const;
const KING = { side: "second", letter: "k" } as const;
const BLACK = { side: "first", letter: null } as const;
const WHITE = { side: "second", letter: null } as const;

test("a board in words comes back as it went in", () => {
  expect(placementOf(XIANGQI)).toBe(XIANGQI_START);
  expect(placementOf(GOMOKU)).toBe(Array(15).fill("15").join("/"));
  expect(placementOf({ ...GOMOKU, men: put(GOMOKU.men, "h8", BLACK) }).split("/")[7]).toBe("7x7");
  expect(withFen(XIANGQI, "4k4/9/9/9/9/9/9/9/9/3K5 b")?.side).toBe("second");
  expect(withFen(XIANGQI, "nonsense")).toBeNull();
});

test("a palette has as many pieces as a side begins with", () => {
  expect(leftOf(XIANGQI.men, ROOK)).toBe(0);
  expect(put(XIANGQI.men, "e4", ROOK)).toBe(XIANGQI.men);
  const without = put(XIANGQI.men, "a0", null);
  expect(leftOf(without, ROOK)).toBe(1);
  expect(leftOf(put(without, "e4", ROOK), ROOK)).toBe(0);
  expect(put(without, "a1", null)).toEqual(without);
});

test("the same piece again is taken off, and a general moves instead of coming twice", () => {
  const bare = boardOf(XIANGQI, "empty");
  expect(bare.size).toBe(2);
  expect(put(put(bare, "e4", ROOK), "e4", ROOK)).toEqual(bare);
  const moved = put(bare, "d9", KING);
  expect([moved.has("e9"), moved.get("d9"), moved.size]).toEqual([false, KING, 2]);
  expect(move(moved, "d9", "f9").get("f9")).toEqual(KING);
  expect(move(moved, "d9", null).size).toBe(1);
});

test("stones tell whose turn it is; in Xiangqi it is chosen", () => {
  expect(turnOf(GOMOKU)).toBe("first");
  const one = { ...GOMOKU, men: put(GOMOKU.men, "h8", BLACK) };
  expect(turnOf(one)).toBe("second");
  expect(turnOf({ ...one, men: put(one.men, "h9", WHITE) })).toBe("first");
  expect(fenOf({ ...XIANGQI, side: "second" })).toBe(`${XIANGQI_START} b - - 0 1`);
  expect(asked(XIANGQI).setup).toEqual({
    game: "xiangqi",
    rule: "simple",
    start: `${XIANGQI_START} w - - 0 1`,
  });
});
