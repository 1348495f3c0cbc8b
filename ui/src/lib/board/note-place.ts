// The place of a note on the board: near the point that it is about, over none of the points that it names.
import { pointOf, spotOf, type Geometry } from "./geometry";

/** The height of a note of three lines, in cells of a small board. */
const NOTE = 1.8;
/** Half a piece with its ring. */
const PIECE = 0.62;

/** In percent of the board. The note hangs below `y`, or stands on it. */
export type NotePlace = { x: number; y: number; below: boolean };

/** The free place nearest to the first of `squares`; the lower edge if the squares leave no room. */
export function placeNote(geometry: Geometry, squares: readonly string[]): NotePlace {
  const { width, height } = geometry;
  const spots = squares
    .filter((square) => pointOf(geometry, square))
    .map((square) => spotOf(geometry, square));
  const [anchor] = spots;
  if (!anchor) return { x: 50, y: 100, below: false };
  // The edges of the bands between the rows of marked points, from the top down.
  const rows = spots.map(({ y }) => y);
  const edges = rows.flatMap((y) => [
    { y: y - PIECE, below: false },
    { y: y + PIECE, below: true },
  ]);
  const free = edges.filter(({ y, below }) => {
    const [top, bottom] = below ? [y, y + NOTE] : [y - NOTE, y];
    return top >= 0 && bottom <= height && rows.every((row) => row + PIECE <= top || row - PIECE >= bottom);
  });
  const distance = ({ y, below }: { y: number; below: boolean }) =>
    // Above is better than below at the same distance: the hand is below.
    Math.abs(y - anchor.y) + (below ? 0.01 : 0);
  const [best] = free.sort((one, other) => distance(one) - distance(other));
  const x = (anchor.x / width) * 100;
  return best ? { x, y: (best.y / height) * 100, below: best.below } : { x, y: 100, below: false };
}
