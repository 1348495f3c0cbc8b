import { expect, test } from "vitest";
import type { ReviewedMove } from "../bindings";
import { bands, chances, placeSigns } from "./graph";

const move = (ply: number, chance: number, loss = 0): ReviewedMove => ({
  ply,
  node: ply,
  side: ply % 2 === 1 ? "first" : "second",
  chance,
  loss,
  label: null,
  forced: null,
  why: [],
  repetition: null,
  betterRepetition: null,
  best: [],
  answer: [],
});

test("the line begins with what the first mover had, and has gaps where nothing is known", () => {
  const line = chances([move(1, 0.4, 0.15), move(3, 0.5)], 4, "first");
  expect(line.map((chance) => chance && Math.round(chance))).toEqual([55, 40, null, 50, null]);
  expect(chances([], 2, "first")).toEqual([null, null, null]);
});

test("a person's own chances are never upside down", () => {
  const line = chances([move(1, 0.4, 0.15), move(2, 0.3)], 2, "second");
  expect(line.map((chance) => chance && Math.round(chance))).toEqual([45, 60, 70]);
});

test("signs cover neither each other nor leave their area, and the worst has a place first", () => {
  const space = { left: 0, right: 200, top: 0, bottom: 80, height: 12 };
  const signs = Array.from({ length: 40 }, (_, n) => ({
    x: 60 + 3 * n,
    y: (n * 37) % 80,
    text: n % 3 === 0 ? "??" : "?",
    weight: n % 3 === 0 ? 2 : 1,
  }));
  const placed = placeSigns(signs, space, (text) => 7 * text.length);
  expect(placed.length).toBeGreaterThan(15);
  expect(placed.filter(({ weight }) => weight === 2).length).toBeGreaterThanOrEqual(12);
  for (const [n, one] of placed.entries()) {
    expect(one.at.y).toBeGreaterThanOrEqual(6);
    expect(one.at.y).toBeLessThanOrEqual(74);
    for (const other of placed.slice(n + 1)) {
      const apart = (7 * (one.text.length + other.text.length)) / 2;
      expect(Math.abs(one.at.x - other.at.x) >= apart || Math.abs(one.at.y - other.at.y) >= 12).toBe(true);
    }
  }
});

test("phases are stretches that touch", () => {
  expect(bands(["opening", "opening", "middle", "ending"])).toEqual([
    { phase: "opening", from: 0, to: 2 },
    { phase: "middle", from: 2, to: 3 },
    { phase: "ending", from: 3, to: 4 },
  ]);
});
