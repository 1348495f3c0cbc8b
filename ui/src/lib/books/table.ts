// The moves of a position from several sources in one table: a row for each move, a cell for each source.
import type {
  BookAnswer,
  ExploredMove,
  ExploredPosition,
  FoundLine,
  ListedMove,
  MoveRow,
  MoveSign,
  Side,
  Worth,
} from "../bindings";
import type { Ranked } from "../analysis/lines";

export type TableRow = {
  row: MoveRow;
  /** What each book says of the move, in the order of the answers. */
  cells: (ListedMove | null)[];
  library: ExploredMove | null;
  worth: Worth | null;
};

/**
 * Joins the moves of books, library and engine, in this order of priority; moves that are forbidden come last. Of moves that
 * are images of each other a row shows the one of the open game, `next`, or the one that the games of the library played.
 */
export function joinMoves(
  answers: readonly BookAnswer[],
  explored: ExploredPosition | null,
  lines: readonly FoundLine[],
  next: readonly MoveRow[],
): TableRow[] {
  const rows: (TableRow & { alike: readonly string[] })[] = [];
  const rowOf = (row: MoveRow, alike: readonly string[]) => {
    const known = rows.find((one) => one.alike.includes(row.uci) || alike.includes(one.row.uci));
    if (known) return known;
    const made = { row, alike, cells: answers.map(() => null), library: null, worth: null };
    rows.push(made);
    return made;
  };
  answers.forEach(({ moves }, index) => {
    // Another program's book may name two images of a move; the better one comes first.
    for (const move of moves) rowOf(move.row, move.alike).cells[index] ??= move;
  });
  for (const move of explored?.moves ?? []) {
    const row = rowOf(move.row, move.alike);
    row.library = move;
    row.row = move.row;
  }
  for (const played of next.toReversed()) {
    const row = rows.find(({ row, alike }) => row.uci === played.uci || alike.includes(played.uci));
    if (row) row.row = played;
  }
  for (const { rows: line, worth } of lines) if (line[0]) rowOf(line[0], [line[0].uci]).worth ??= worth;
  return rows
    .map(({ alike: _, ...row }) => row)
    .toSorted((one, other) => Number(isForbidden(one)) - Number(isForbidden(other)));
}

/** Whether any book forbids the move. */
export const isForbidden = ({ cells }: TableRow): boolean => cells.some((cell) => cell?.sign === "forbidden");

/** The sign of a move in the first book that has one. */
export const signOf = ({ cells }: TableRow): MoveSign =>
  cells.find((cell) => cell && cell.sign !== "plain")?.sign ?? "plain";

/** Games with a result, and the share of points of the side that plays the move; null without games. */
export function resultsOf(move: ListedMove): { games: number; share: number } | null {
  const games = move.wins + move.draws + move.losses;
  return games === 0 ? null : { games, share: (move.wins + move.draws / 2) / games };
}

/** The same of a move of the library. */
export function libraryResults(move: ExploredMove, side: Side): { games: number; share: number | null } {
  const { first, draws, second, unfinished } = move;
  const ended = first + draws + second;
  const wins = side === "first" ? first : second;
  return { games: ended + unfinished, share: ended === 0 ? null : (wins + draws / 2) / ended };
}

/** The moves to point at: those of the books, with a strength by their weight in the first book that has them. */
export function bookArrows(rows: readonly TableRow[], most: number): Ranked[] {
  const weighed = rows.flatMap((row) => {
    const cell = row.cells.find((one) => one !== null);
    return cell && !isForbidden(row) ? [{ row: row.row, weight: cell.weight }] : [];
  });
  const heaviest = Math.max(1, ...weighed.map(({ weight }) => weight));
  return weighed.slice(0, most).map(({ row, weight }, index) => ({
    rank: index + 1,
    from: row.from,
    to: row.to,
    strength: Math.max(0, weight) / heaviest,
    score: String(weight),
  }));
}
