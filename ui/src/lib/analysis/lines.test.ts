import { expect, test } from "vitest";
import { XIANGQI } from "../backend/fixtures";
import { XIANGQI_START, type FoundLine, type MoveRow, type SetupCodes } from "../bindings";
import { parsePlacement } from "../board/placement";
import { playedOut, ranked, screenOf } from "./lines";

const setup: SetupCodes = { game: "xiangqi", rule: "asian", start: null };
const stone = (uci: string, side: MoveRow["side"]): MoveRow => ({
  uci,
  chinese: "",
  traditional: "",
  wxf: "",
  vietnamese: "",
  iccs: "",
  from: null,
  to: uci,
  side,
  piece: null,
  capture: null,
  check: false,
});
const line = (row: MoveRow, value: number): FoundLine => ({
  worth: { kind: "centipawns", value },
  chance: 500,
  rows: [row],
});

test("the first moves are ranked, and fade by what they give away", () => {
  const [one, two] = XIANGQI.rows as [MoveRow, MoveRow];
  const moves = ranked([line(one, 40), line({ ...two, side: "first" }, -40)]);
  expect(moves.map(({ rank, from, to, strength }) => [rank, from, to, strength])).toEqual([
    [1, "h2", "e2", 1],
    [2, two.from, two.to, 0.5],
  ]);
  const stones = ranked([line(stone("h8", "second"), -40)]);
  expect(stones).toEqual([{ rank: 1, from: null, to: "h8", strength: 1, score: "−0.4" }]);
  expect(ranked([])).toEqual([]);
});

test("a line is played out as the game was", () => {
  for (const plies of [0, 1, 5, XIANGQI.rows.length])
    expect(playedOut(setup, XIANGQI_START, XIANGQI.rows, plies)).toBe(
      XIANGQI.positions[plies]?.placement.split(" ")[0],
    );
  const empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
  const board: SetupCodes = { game: "gomoku", rule: "freestyle", size: 15, opening: null };
  const after = playedOut(board, empty, [stone("h8", "first"), stone("o15", "second")], 2);
  expect(after).toBe("14o/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15");
});

test("a cannon's screen is the one man between", () => {
  const men = parsePlacement("xiangqi", null, XIANGQI_START);
  expect(screenOf(men, "h2", "h9")).toBe("h7");
  expect(screenOf(men, "b2", "h2")).toBeNull();
  expect(screenOf(men, "a0", "i0")).toBeNull();
  expect(screenOf(men, "h2", "g4")).toBeNull();
});
