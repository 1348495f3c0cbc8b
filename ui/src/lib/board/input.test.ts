import { describe, expect, it } from "vitest";
import { EMPTY_HAND, type Hand, type BoardState, drop, lift, settle, tap, targetsOf } from "./input";
import { XIANGQI_START } from "../bindings";
import { parsePlacement } from "./placement";

const BOARD: BoardState = {
  game: "xiangqi",
  placement: parsePlacement("xiangqi", null, XIANGQI_START),
  sideToMove: "first",
  dests: { h2: ["e2", "h9"], b0: ["a2", "c2"] },
  interactive: true,
  confirm: false,
};
const holding = (selected: string): Hand => ({ selected, preview: null });

describe("a tap in Xiangqi", () => {
  it.each([
    ["picks an own piece", EMPTY_HAND, "h2", holding("h2"), null],
    ["picks an own piece that cannot move", EMPTY_HAND, "e0", holding("e0"), null],
    ["ignores an empty square", EMPTY_HAND, "e4", EMPTY_HAND, null],
    ["ignores the other side", EMPTY_HAND, "h7", EMPTY_HAND, null],
    ["moves to a legal target", holding("h2"), "e2", EMPTY_HAND, "h2e2"],
    ["captures", holding("h2"), "h9", EMPTY_HAND, "h2h9"],
    ["attempts an illegal target and keeps the piece", holding("h2"), "e4", holding("h2"), "h2e4"],
    ["attempts with a piece that has no target", holding("e0"), "e5", holding("e0"), "e0e5"],
    ["picks another own piece instead", holding("h2"), "b0", holding("b0"), null],
    ["puts the same piece down", holding("h2"), "h2", EMPTY_HAND, null],
  ])("%s", (_, hand, square, after, move) => {
    expect(tap(hand, square, BOARD)).toEqual({ hand: after, move });
  });

  it.each([
    ["where it is read only", { ...BOARD, interactive: false }],
    ["while the engine thinks", { ...BOARD, dests: {} }],
  ])("does nothing %s", (_, board) => {
    expect(tap(EMPTY_HAND, "h2", board)).toEqual({ hand: EMPTY_HAND, move: null });
    expect(tap(holding("h2"), "e2", board)).toEqual({ hand: EMPTY_HAND, move: null });
  });
});

describe("a drag", () => {
  it("lifts own pieces only", () => {
    expect(lift(EMPTY_HAND, "h2", BOARD)).toEqual(holding("h2"));
    expect(lift(EMPTY_HAND, "h7", BOARD)).toEqual(EMPTY_HAND);
    expect(lift(holding("h2"), "e4", BOARD)).toEqual(holding("h2"));
  });

  it.each([
    ["on a legal target", "e2", EMPTY_HAND, "h2e2"],
    ["on an illegal one", "g4", holding("h2"), "h2g4"],
    ["on an own piece", "i0", holding("h2"), "h2i0"],
    ["where it began", "h2", holding("h2"), null],
    ["outside the board", null, holding("h2"), null],
  ])("dropped %s", (_, square, hand, move) => {
    expect(drop(holding("h2"), square, BOARD)).toEqual({ hand, move });
  });
});

describe("a tap in Gomoku", () => {
  const board: BoardState = {
    ...BOARD,
    game: "gomoku",
    placement: parsePlacement("gomoku", 5, "5/5/2x2/5/5"),
    sideToMove: "second",
    dests: { "": ["a1", "b2"] },
  };

  it("places at once", () => {
    expect(tap(EMPTY_HAND, "a1", board)).toEqual({ hand: EMPTY_HAND, move: "a1" });
  });

  it("attempts a taken point", () => {
    expect(tap(EMPTY_HAND, "c3", board).move).toBe("c3");
  });

  it("asks for a second tap if the player wants that", () => {
    const asking = { ...board, confirm: true };
    const first = tap(EMPTY_HAND, "a1", asking);
    expect(first).toEqual({ hand: { selected: null, preview: "a1" }, move: null });
    expect(tap(first.hand, "b2", asking)).toEqual({ hand: { selected: null, preview: "b2" }, move: null });
    expect(tap(first.hand, "a1", asking)).toEqual({ hand: EMPTY_HAND, move: "a1" });
  });

  it("says at once why a forbidden point is refused, even when asking", () => {
    expect(tap(EMPTY_HAND, "d4", { ...board, confirm: true }).move).toBe("d4");
  });
});

describe("a new position", () => {
  it("keeps a selection that still holds", () => {
    const hand = holding("h2");
    expect(settle(hand, BOARD)).toBe(hand);
  });

  it("drops a selection whose piece is gone or not to move", () => {
    expect(settle(holding("e4"), BOARD)).toEqual(EMPTY_HAND);
    expect(settle(holding("h2"), { ...BOARD, sideToMove: "second" })).toEqual(EMPTY_HAND);
    expect(settle(holding("h2"), { ...BOARD, dests: {} })).toEqual(EMPTY_HAND);
  });
});

it("shows the targets of the picked piece only while it may move", () => {
  expect(targetsOf(BOARD, holding("b0"))).toEqual(["a2", "c2"]);
  expect(targetsOf(BOARD, holding("e0"))).toEqual([]);
  expect(targetsOf({ ...BOARD, interactive: false }, holding("b0"))).toEqual([]);
});
