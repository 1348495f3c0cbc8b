// The layout of the small boards of a class.

/** A room for tiles, in rem. */
type TileRoom = { width: number; height: number };

/** The least width of a tile, the gap between two, and what a tile has beside its board, across and down. */
const LEAST = 9;
const GAP = 0.75;
const FRAME = 1.125;
const NAMES = 4.5;

/** The columns with which `count` boards are as large as they can be and all in view; else with the least width. */
export function columnsFor(count: number, ratio: number, { width, height }: TileRoom): number {
  const most = Math.max(1, Math.floor((width + GAP) / (LEAST + GAP)));
  for (let columns = 1; columns <= most; columns++) {
    const tile = (width + GAP) / columns - GAP;
    const rows = Math.ceil(count / columns);
    const needed = rows * ((tile - FRAME) / ratio + NAMES) + (rows - 1) * GAP;
    if (needed <= height) return columns;
  }
  return most;
}
