import { expect, test } from "vitest";
import type { MoveRow, Side } from "../bindings";
import { followed } from "./followed";
import { parsePlacement } from "./placement";

const row = (uci: string, side: Side) => ({ uci, side }) as MoveRow;
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

test("a line is followed with the pieces that it moves, four moves at most", () => {
  const placement = parsePlacement("xiangqi", null, START);
  const line = ["h2e2", "h9g7", "e2e6", "d9e8", "e6e4"].map((uci, nth) =>
    row(uci, nth % 2 ? "second" : "first"),
  );
  expect(followed(line, placement)).toEqual([
    { from: "h2", to: "e2", side: "first", letter: "c" },
    { from: "h9", to: "g7", side: "second", letter: "n" },
    { from: "e2", to: "e6", side: "first", letter: "c" },
    { from: "d9", to: "e8", side: "second", letter: "a" },
  ]);
});

test("stones have no origin, and a point is numbered once", () => {
  expect(followed([row("h8", "first"), row("i10", "second")], new Map())).toEqual([
    { from: null, to: "h8", side: "first", letter: null },
    { from: null, to: "i10", side: "second", letter: null },
  ]);
  const back = [row("h2e2", "first"), row("h7e7", "second"), row("e2e7", "first")];
  expect(followed(back, parsePlacement("xiangqi", null, START)).map(({ to }) => to)).toEqual(["e2", "e7"]);
});
