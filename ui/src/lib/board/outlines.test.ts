import { expect, test } from "vitest";
import { NUMERALS } from "./numerals";
import { CHARACTERS, EM } from "./outlines";

/** The end points of a path's commands, which are all inside the drawing's box. */
function ends(path: string): [number, number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, letter, text] of path.matchAll(/([Mlqcz])([^Mlqcz]*)/g)) {
    const numbers = [...(text ?? "").matchAll(/-?\d+/g)].map(Number);
    if (numbers.length < 2) continue;
    const [dx, dy] = numbers.slice(-2) as [number, number];
    [x, y] = letter === "M" ? [dx, dy] : [x + dx, y + dy];
    points.push([x, y]);
  }
  return points;
}

test("every character is drawn inside its own box and its em", () => {
  expect(Object.keys(CHARACTERS)).toHaveLength(25);
  expect(NUMERALS).toHaveLength(9);
  for (const [character, { path, box }] of [...Object.entries(CHARACTERS), ...NUMERALS.entries()]) {
    const [left, top, right, bottom] = box;
    expect(left, `${character}`).toBeGreaterThanOrEqual(0);
    expect(right, `${character}`).toBeLessThanOrEqual(EM);
    expect(bottom - top, `${character}`).toBeLessThanOrEqual(EM);
    for (const [x, y] of ends(path)) {
      expect(x >= left && x <= right && y >= top && y <= bottom, `${character} ${x},${y}`).toBe(true);
    }
  }
});

test("the same piece has a drawing of its own for each side and script", () => {
  for (const [one, two] of ["帥帅", "將将", "馬马", "車车", "漢汉", "兵卒", "炮砲"].map((pair) => [
    ...pair,
  ])) {
    expect(CHARACTERS[one!]!.path).not.toBe(CHARACTERS[two!]!.path);
  }
});
