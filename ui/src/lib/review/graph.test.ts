import { expect, test } from "vitest";
import type { ReviewedMove } from "../bindings";
import { bands, chances } from "./graph";

const move = (ply: number, chance: number, loss = 0): ReviewedMove => ({
  ply,
  node: ply,
  side: ply % 2 === 1 ? "first" : "second",
  chance,
  loss,
  label: null,
  forced: null,
  why: [],
  best: [],
  answer: [],
});

test("the line begins with what the first mover had, and has gaps where nothing is known", () => {
  const line = chances([move(1, 0.4, 0.15), move(3, 0.5)], 4);
  expect(line.map((chance) => chance && Math.round(chance))).toEqual([55, 40, null, 50, null]);
  expect(chances([], 2)).toEqual([null, null, null]);
});

test("phases are stretches that touch", () => {
  expect(bands(["opening", "opening", "middle", "ending"])).toEqual([
    { phase: "opening", from: 0, to: 2 },
    { phase: "middle", from: 2, to: 3 },
    { phase: "ending", from: 3, to: 4 },
  ]);
});
