import { expect, test } from "vitest";
import type { MoveRow, RepetitionWarning, ReviewedMove, Side } from "../bindings";
import { XIANGQI } from "../backend/fixtures";
import type { Teller } from "../explain/texts";
import { writtenLine } from "../game/notation";
import { moveTexts, sayForced } from "./texts";

const en: Teller = { lang: "en", notation: "wxf", game: "xiangqi" };
const [cannon, horse] = XIANGQI.rows as [MoveRow, MoveRow];
const fault = (side: Side) => ({ side, kind: "check" as const, checks: 3, threats: 0, chases: 0, prey: [] });
const ruled = (loser: Side, reply: MoveRow | null): RepetitionWarning => ({
  row: cannon,
  reply,
  ruled: { loser, faults: [fault(loser)], cycle: [] },
});
const move: ReviewedMove = {
  ply: 7,
  node: 7,
  side: "first",
  chance: 0,
  loss: 0.6,
  label: "blunder",
  forced: null,
  why: [],
  repetition: null,
  betterRepetition: null,
  best: [],
  answer: [],
};
const texts = (change: Partial<ReviewedMove>) =>
  moveTexts(en, { ...move, ...change }, (rows) => writtenLine(rows, "xiangqi", "wxf"));

test("a ruling on a repetition is a fault of the move, or a merit of the better one", () => {
  expect(texts({ repetition: ruled("first", horse) }).faults).toEqual([
    "After C2=5, Black may repeat the position a third time with H8+7: Red loses by perpetual check.",
  ]);
  expect(texts({ betterRepetition: ruled("second", null) }).merits).toEqual([
    "C2=5 repeats the position for the third time: Black loses by perpetual check.",
  ]);
});

test("a forced win is a mate only if a check ends it", () => {
  expect(sayForced("en", { kind: "missed", moves: 1, isMate: true })).toContain("mate");
  expect(sayForced("en", { kind: "missed", moves: 1, isMate: false })).toContain("forced win");
  expect(sayForced("en", null)).toBe("");
});
