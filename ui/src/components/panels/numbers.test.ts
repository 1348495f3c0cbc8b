// The numbers before moves: rounds in Xiangqi, stones in Gomoku, in the list, the tree and the report alike.
import { render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import type { GameKind, MoveRow, Node } from "../../lib/bindings";
import { numbered } from "../../lib/review/texts";
import MoveList from "./MoveList.svelte";
import MoveTree from "./study/MoveTree.svelte";

const POINTS = ["h8", "i9", "i11", "g7", "f6"];
const rows = POINTS.map((uci, index): MoveRow => ({
  from: null,
  to: uci,
  uci,
  side: index % 2 === 0 ? "first" : "second",
  piece: null,
  capture: null,
  check: false,
  chinese: uci,
  traditional: uci,
  wxf: uci,
  vietnamese: uci,
  iccs: uci,
}));
const numbers = () => [...document.querySelectorAll(".number")].map((one) => one.textContent?.trim());

/** The moves as a tree; the fourth has an alternative. */
const nodes = new Map<number, Node>(
  [0, 1, 2, 3, 4, 5, 6].map((id): [number, Node] => [
    id,
    {
      id,
      parent: id === 0 ? null : id === 6 ? 3 : id - 1,
      children: id === 3 ? [4, 6] : id < 5 ? [id + 1] : [],
      row: rows[id === 6 ? 3 : id - 1] ?? null,
      position: id === 0 ? null : id,
      written: "",
      note: null,
    },
  ]),
);

function list(game: GameKind) {
  render(MoveList, { game, rows, current: 5, notation: "wxf" });
}

function tree(game: GameKind) {
  render(MoveTree, {
    game,
    study: 1,
    nodes,
    transpositions: new Map(),
    current: 5,
    folded: new Set<number>(),
    secondBegins: false,
    notation: "wxf",
    ongo: () => {},
    onfold: () => {},
    oncomment: () => {},
  });
}

describe("numbers before moves", () => {
  test("count stones in the list of a game of Gomoku", () => {
    list("gomoku");
    expect(numbers()).toEqual(["1", "3", "5"]);
    expect(numbered(rows[4] as never, 5, false, "gomoku", "wxf")).toMatch(/^5\. /);
  });

  test("count rounds in Xiangqi", () => {
    list("xiangqi");
    expect(numbers()).toEqual(["1", "2", "3"]);
  });

  test("count stones in a study's tree, in variations too", () => {
    tree("gomoku");
    expect(screen.getByTestId("moves").textContent).toContain("I11");
    expect(numbers()).toEqual(["1", "3", "4", "5"]);
  });
});
