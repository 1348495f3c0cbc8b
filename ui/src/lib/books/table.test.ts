import { expect, test } from "vitest";
import type { BookAnswer, ExploredMove, ExploredPosition, ListedMove, MoveRow } from "../bindings";
import { joinMoves } from "./table";

const row = (uci: string) => ({ uci }) as MoveRow;
const alike = ["g7", "i7", "g9", "i9"];
const book = {
  moves: [{ row: row("g7"), alike } as ListedMove, { row: row("h7"), alike: ["h7"] } as ListedMove],
};
const explored = { moves: [{ row: row("i9"), alike } as ExploredMove] } as ExploredPosition;
const shown = (next: MoveRow[], found: ExploredPosition | null = explored) =>
  joinMoves([book as BookAnswer], found, [], next).map((one) => [one.row.uci, one.library !== null]);

test("of images of each other a row shows what the games played, and first what the open game plays", () => {
  expect(shown([], null)).toEqual([
    ["g7", false],
    ["h7", false],
  ]);
  expect(shown([])).toEqual([
    ["i9", true],
    ["h7", false],
  ]);
  expect(shown([row("i7"), row("g9")])).toEqual([
    ["i7", true],
    ["h7", false],
  ]);
});

test("of two images that one book names the first, better one is shown", () => {
  const named = (uci: string, weight: number) => ({ row: row(uci), alike, weight }) as ListedMove;
  const [first, second] = [named("i9", 90), named("g9", 1)];
  const shown = joinMoves(
    [{ moves: [first, second] } as BookAnswer, { moves: [second] } as BookAnswer],
    null,
    [],
    [],
  );
  expect(shown.map((one) => [one.row.uci, one.cells])).toEqual([["i9", [first, second]]]);
});
