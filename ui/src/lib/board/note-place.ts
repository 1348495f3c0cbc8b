// The place of a note on the board: near the point that it is about, over no piece and over none of the points it names.
import { pointOf, spotOf, type Geometry } from "./geometry";

/** Half a piece, and half a point with its ring, in cells. */
const PIECE = 0.47;
const RING = 0.62;
/** The cost of a hidden area of one cell, in cells of distance from the point. No distance is worth a hidden piece. */
const HIDES_NAMED = 1_000;
const HIDES_PIECE = 30;
/** Steps of the search, in cells. A row of free points between pieces is hardly higher than a line of text. */
const [ACROSS, DOWN] = [0.1, 0.05];

/** Width and height, in cells. */
export type NoteSize = { width: number; height: number };

/** The top left corner of a note, in percent of the board. */
type NotePlace = { x: number; y: number };

type Box = { left: number; right: number; top: number; bottom: number };

/**
 * The nearest place to the first of `named` that hides the least. `occupied` are the squares with pieces. Without a
 * square on this board the note is at the middle of the lower edge.
 */
export function placeNote(
  { width, height }: NoteSize,
  geometry: Geometry,
  named: readonly string[],
  occupied: Iterable<string>,
): NotePlace {
  const onBoard = (squares: Iterable<string>) => [...squares].filter((square) => pointOf(geometry, square));
  const around = (half: number) => (square: string) => {
    const { x, y } = spotOf(geometry, square);
    return { left: x - half, right: x + half, top: y - half, bottom: y + half };
  };
  const points = onBoard(named);
  const [widest, lowest] = [geometry.width - width, geometry.height - height];
  const percent = (x: number, y: number) => ({
    x: (Math.max(0, x) / geometry.width) * 100,
    y: (Math.max(0, y) / geometry.height) * 100,
  });
  const [anchor] = points.map((square) => spotOf(geometry, square));
  if (!anchor) return percent(widest / 2, lowest);
  const rings = points.map(around(RING));
  const pieces = onBoard(occupied).map(around(PIECE));
  const distance = (box: Box) => {
    const across = Math.max(box.left - anchor.x, anchor.x - box.right, 0);
    // Above is better than below at the same distance: the hand is below.
    const down = Math.max(box.top - anchor.y + ACROSS, anchor.y - box.bottom, 0);
    const offCentre = Math.abs((box.left + box.right) / 2 - anchor.x) * 0.01;
    return Math.hypot(across, down) + offCentre;
  };
  let [best, least] = [{ x: 0, y: 0 }, Infinity];
  for (let y = 0; y <= Math.max(0, lowest); y += DOWN)
    for (let x = 0; x <= Math.max(0, widest); x += ACROSS) {
      const box = { left: x, right: x + width, top: y, bottom: y + height };
      const near = distance(box);
      if (near >= least) continue;
      const cost = near + HIDES_NAMED * hidden(box, rings) + HIDES_PIECE * hidden(box, pieces);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  return percent(best.x, best.y);
}

/** The area of `boxes` under `box`. */
function hidden(box: Box, boxes: readonly Box[]): number {
  let area = 0;
  for (const other of boxes) {
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (across > 0 && down > 0) area += across * down;
  }
  return area;
}
