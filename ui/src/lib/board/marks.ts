// Shapes of the marks on a board as SVG path data: brackets, arrows, lines of stones, ticks.

import type { Mark } from "../bindings";
import { type Geometry, type Spot, pointOf, spotOf, squareName } from "./geometry";

/** Four corners around a point, at `reach` from it, with arms of `arm`. */
export function brackets(reach: number, arm: number): string {
  const corner = (sx: number, sy: number) =>
    `M${n(sx * reach)} ${n(sy * (reach - arm))}V${n(sy * reach)}H${n(sx * (reach - arm))}`;
  return corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1);
}

/** The four L marks around a post of the Xiangqi board; at the edge only the inner two. */
export function ticks(file: number): string {
  const offset = 0.075;
  const length = 0.18;
  const mark = (sx: number, sy: number) =>
    `M${n(sx * offset)} ${n(sy * (offset + length))}V${n(sy * offset)}H${n(sx * (offset + length))}`;
  const left = file > 0 ? mark(-1, -1) + mark(-1, 1) : "";
  const right = file < 8 ? mark(1, -1) + mark(1, 1) : "";
  return left + right;
}

/** Cannon and soldier posts of Xiangqi. */
export const POSTS: readonly string[] = ["b2", "h2", "b7", "h7"].concat(
  ["3", "6"].flatMap((rank) => ["a", "c", "e", "g", "i"].map((file) => file + rank)),
);

/** An arrow: its shaft as a path to stroke and its head as a path to fill. */
export type Arrow = { shaft: string; head: string };

/** Draws an arrow between two squares. A horse's arrow bends at its leg, to show the point that must be free. */
export function arrow(geometry: Geometry, from: string, to: string, horse: boolean): Arrow {
  const a = spotOf(geometry, from);
  const b = spotOf(geometry, to);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const elbow =
    horse && Math.abs(dx * dy) === 2
      ? { x: a.x + (Math.abs(dx) === 2 ? dx / 2 : 0), y: a.y + (Math.abs(dy) === 2 ? dy / 2 : 0) }
      : null;
  const start = towards(a, elbow ?? b, 0.47);
  const bend = elbow ?? start;
  const length = Math.hypot(b.x - bend.x, b.y - bend.y) || 1;
  const [ux, uy] = [(b.x - bend.x) / length, (b.y - bend.y) / length];
  const tip = { x: b.x - ux * 0.12, y: b.y - uy * 0.12 };
  const base = { x: tip.x - ux * 0.34, y: tip.y - uy * 0.34 };
  const wing = 0.19;
  const points = [
    tip,
    { x: base.x - uy * wing, y: base.y + ux * wing },
    { x: base.x + uy * wing, y: base.y - ux * wing },
  ];
  return {
    shaft: line(elbow ? [start, elbow, base] : [start, base]),
    head: `${line(points)}Z`,
  };
}

/**
 * The mark that the right button draws from `from` to `to`; the modifier keys choose its colour. Control with the left button of
 * a Mac is that button, and no colour.
 */
export function markOf(
  from: string,
  to: string,
  keys: Pick<MouseEvent, "shiftKey" | "altKey" | "ctrlKey" | "button">,
): Mark {
  const colour =
    keys.shiftKey && keys.altKey
      ? "yellow"
      : keys.shiftKey || (keys.ctrlKey && keys.button === 2)
        ? "red"
        : keys.altKey
          ? "blue"
          : "green";
  return { colour, from: from === to ? null : from, to };
}

/** The marks after drawing `mark`: an equal one is removed, one of another colour is replaced. */
export function drawn(marks: readonly Mark[], mark: Mark): Mark[] {
  const others = marks.filter(({ from, to }) => from !== mark.from || to !== mark.to);
  const again = marks.some(
    ({ colour, from, to }) => colour === mark.colour && from === mark.from && to === mark.to,
  );
  return again ? others : [...others, mark];
}

/** The lines of a foul or a five: one segment for each direction of points, seen from `through`. */
export function linesThrough(geometry: Geometry, through: string | null, squares: string[]): string {
  const points = squares.flatMap((square) => pointOf(geometry, square) ?? []);
  const centre = (through ? pointOf(geometry, through) : null) ?? points[0];
  if (!centre) return "";
  const axes = new Map<string, { file: number; rank: number }[]>();
  for (const point of points) {
    const file = point.file - centre.file;
    const rank = point.rank - centre.rank;
    // Only rows, columns and diagonals are lines of stones.
    if ((file === 0 && rank === 0) || (file !== 0 && rank !== 0 && Math.abs(file) !== Math.abs(rank)))
      continue;
    const sign = file < 0 || (file === 0 && rank < 0) ? -1 : 1;
    const axis = `${Math.sign(file) * sign},${Math.sign(rank) * sign}`;
    axes.set(axis, [...(axes.get(axis) ?? [centre]), point]);
  }
  return [...axes.values()]
    .map((axis) => {
      const ordered = axis.sort((a, b) => a.file - b.file || a.rank - b.rank);
      const ends = [ordered[0], ordered.at(-1)].flatMap((point) => point ?? []);
      return line(ends.map(({ file, rank }) => spotOf(geometry, squareName(geometry.game, file, rank))));
    })
    .join("");
}

function towards(a: Spot, b: Spot, distance: number): Spot {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) / length) * distance, y: a.y + ((b.y - a.y) / length) * distance };
}

function line(spots: Spot[]): string {
  return spots.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${n(x)} ${n(y)}`).join("");
}

/** Three decimals are a twentieth of a pixel on the largest screen. */
function n(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
