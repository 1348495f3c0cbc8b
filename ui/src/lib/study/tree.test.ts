import { describe, expect, test } from "vitest";
import type { Node } from "../bindings";
import {
  changed,
  fork,
  lineThrough,
  pathTo,
  rowsOf,
  sibling,
  variationsAround,
  type Nodes,
  type Row,
} from "./tree";

const node = (id: number, parent: number | null, children: number[], more: Partial<Node> = {}): Node => ({
  id,
  parent,
  children,
  written: id === 0 ? "" : `m${id}`,
  row: id === 0 ? null : ({ uci: `m${id}` } as Node["row"]),
  note: null,
  ...more,
});
const tree = (...nodes: Node[]): Nodes => new Map(nodes.map((one) => [one.id, one]));
const comment = (text: string) => ({
  comment: text,
  glyphs: [],
  marks: [],
  labels: [],
  clock: null,
  evaluation: null,
});

/** 1 (5 6 (7)) 2 3 4, the variation 5 beside 2 and 7 beside 6. */
const FORKED = tree(
  node(0, null, [1]),
  node(1, 0, [2, 5]),
  node(2, 1, [3]),
  node(3, 2, [4]),
  node(4, 3, []),
  node(5, 1, [6, 7]),
  node(6, 5, []),
  node(7, 5, []),
);

/** "1. 1 2", "  1... 5", "c: text" */
const shown = (rows: Row[]) =>
  rows.map((row) =>
    row.kind === "comment"
      ? `${"  ".repeat(row.depth)}# ${row.text}`
      : `${"  ".repeat(row.depth)}${row.number}. ${row.cells
          .map((cell) => (cell ? `${cell.id}${cell.fold?.folded ? `+${cell.fold.moves}` : ""}` : "-"))
          .join(" ")}`,
  );

describe("rows", () => {
  test("a variation stands below the move that it replaces, and the main line goes on behind it", () => {
    expect(shown(rowsOf(FORKED, new Set(), false))).toEqual([
      "1. 1 2",
      "  1. - 5",
      "  2. 6 -",
      "    2. 7 -",
      "2. 3 4",
    ]);
  });

  test("a folded variation shows its first move and how many more there are", () => {
    expect(shown(rowsOf(FORKED, new Set([5]), false))).toEqual(["1. 1 2", "  1. - 5+2", "2. 3 4"]);
  });

  test("a comment as long as a book is begun in the list", () => {
    const nodes = changed(new Map(), [node(0, null, [], { note: comment("炮".repeat(10_000)) })]);
    expect(rowsOf(nodes, new Set(), false)).toEqual([
      { kind: "comment", key: "c0", depth: 0, node: 0, text: `${"炮".repeat(600)}…` },
    ]);
  });

  test("a comment ends its row, and the second side may begin", () => {
    const nodes = tree(
      node(0, null, [1], { note: comment("before") }),
      node(1, 0, [2], { note: comment("after 1") }),
      node(2, 1, [3]),
      node(3, 2, []),
    );
    expect(shown(rowsOf(nodes, new Set(), false))).toEqual([
      "# before",
      "1. 1 -",
      "# after 1",
      "1. - 2",
      "2. 3 -",
    ]);
    expect(shown(rowsOf(nodes, new Set(), true))).toEqual(["# before", "1. - 1", "# after 1", "2. 2 3"]);
  });

  test("ten thousand moves deep and wide need no deep stack and little time", () => {
    const nodes: Node[] = [];
    for (let id = 0; id < 10_000; id++) {
      const next = id + 1 < 10_000 ? [id + 1] : [];
      nodes.push(node(id, id === 0 ? null : id - 1, id % 10 === 0 ? [...next, 20_000 + id] : next));
      if (id % 10 === 0) nodes.push(node(20_000 + id, id, []));
    }
    const began = performance.now();
    const rows = rowsOf(tree(...nodes), new Set(), false);
    expect(rows.length).toBeGreaterThan(6_000);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe("ways", () => {
  test("the line runs through the node and on along main moves that can be played", () => {
    expect(pathTo(FORKED, 7).map(({ id }) => id)).toEqual([1, 5, 7]);
    expect(lineThrough(FORKED, 5).map(({ id }) => id)).toEqual([1, 5, 6]);
    const stopped = changed(FORKED, [node(4, 3, [], { row: null })]);
    expect(lineThrough(stopped, 1).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test("variations and forks are found in both directions", () => {
    expect([
      sibling(FORKED, 2, 1),
      sibling(FORKED, 5, -1),
      sibling(FORKED, 5, 1),
      sibling(FORKED, 0, 1),
    ]).toEqual([5, 2, null, null]);
    expect([fork(FORKED, 4, -1), fork(FORKED, 0, 1), fork(FORKED, 7, -1), fork(FORKED, 1, -1)]).toEqual([
      1,
      1,
      5,
      null,
    ]);
    expect(variationsAround(FORKED, 7)).toEqual([5, 7]);
  });
});

test("what no node names as its child any more is forgotten, and what comes back is there again", () => {
  const without = changed(FORKED, [node(1, 0, [2])]);
  expect([...without.keys()].sort()).toEqual([0, 1, 2, 3, 4]);
  const back = changed(without, [node(1, 0, [2, 5]), node(5, 1, [6]), node(6, 5, [])]);
  expect([...back.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
