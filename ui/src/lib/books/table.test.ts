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
