import { describe, expect, test } from "vitest";
import type { Node } from "../bindings";
import { comment, FORKED, node, tree } from "./fixtures";
import { cellsOf, placesOf, rowsOf, type Cell, type Row } from "./rows";
import { changed } from "./tree";

const move = ({ id, fold, branch }: Cell) =>
  `${id}${fold?.folded ? `+${fold.moves}` : ""}${branch ? `<${branch.number}>` : ""}`;

/** "1. 1 2<1>", "  1A 1:5 6", "# text" */
const shown = (rows: Row[]) =>
  rows.map((row) => {
    const indent = "  ".repeat(row.depth);
    if (row.kind === "comment") return `# ${row.text}`;
    if (row.kind === "moves")
      return `${row.number}. ${row.cells.map((cell) => (cell ? move(cell) : "-")).join(" ")}`;
    const parts = row.parts.map((part) =>
      part.kind === "comment" ? `# ${part.text}` : `${part.numbered ? `${part.ply}:` : ""}${move(part.cell)}`,
    );
    return `${indent}${row.label} ${parts.join(" ")}`;
  });

describe("rows", () => {
  test("variations are lines of their own below the pair, with the number of their branch", () => {
    expect(shown(rowsOf(FORKED, new Set(), false))).toEqual([
      "1. 1 2<1>",
      "  1A 1:5 2:6<2>",
      "    2A 2:7",
      "2. 3 4",
    ]);
  });

  test("a move has a place in its own line", () => {
    const places = placesOf(rowsOf(FORKED, new Set(), false));
    const placeOf = (id: number) => {
      const place = places.get(id);
      return place && `${place.at}/${place.line.size}`;
    };
    expect([1, 2, 3, 4].map(placeOf)).toEqual(["1/4", "2/4", "3/4", "4/4"]);
    expect([5, 6, 7].map(placeOf)).toEqual(["1/2", "2/2", "1/1"]);
  });

  test("an alternative to the first move of a pair leaves the pair whole", () => {
    const nodes = tree(
      node(0, null, [1, 5, 6]),
      node(1, 0, [2, 7]),
      node(2, 1, [3]),
      node(3, 2, []),
      node(5, 0, [8]),
      node(8, 5, []),
      node(6, 0, []),
      node(7, 1, []),
    );
    expect(shown(rowsOf(nodes, new Set(), false))).toEqual([
      "1. 1<1> 2<2>",
      "  1A 0:5 8",
      "  1B 0:6",
      "  2A 1:7",
      "2. 3 -",
    ]);
  });

  test("a folded variation shows its first move and how many more there are", () => {
    expect(shown(rowsOf(FORKED, new Set([5]), false))).toEqual(["1. 1 2<1>", "  1A 1:5+2", "2. 3 4"]);
  });

  test("a comment as long as a book is begun in the list", () => {
    const nodes = changed(new Map(), [node(0, null, [], { note: comment("炮".repeat(10_000)) })]);
    expect(rowsOf(nodes, new Set(), false)).toEqual([
      { kind: "comment", key: "c0", depth: 0, node: 0, text: `${"炮".repeat(600)}…` },
    ]);
  });

  test("a long comment ends before an emoji that would be cut in two", () => {
    const nodes = changed(new Map(), [node(0, null, [], { note: comment(`${"a".repeat(599)}😀b`) })]);
    expect(rowsOf(nodes, new Set(), false)).toMatchObject([{ text: `${"a".repeat(599)}…` }]);
    const whole = changed(new Map(), [node(0, null, [], { note: comment(`${"a".repeat(598)}😀b`) })]);
    expect(rowsOf(whole, new Set(), false)).toMatchObject([{ text: `${"a".repeat(598)}😀…` }]);
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

  test("a comment in a variation stays in its line, and the next move has its number", () => {
    const nodes = changed(FORKED, [node(5, 1, [6], { note: comment("why") })]);
    expect(shown(rowsOf(nodes, new Set(), false))[1]).toBe("  1A 1:5 # why 2:6");
  });

  test("a move that comes after the list, as of a part that was not shown, has its place", () => {
    const part = tree(node(0, null, [1]), node(1, 0, [2, 5]), node(2, 1, [3]), node(3, 2, []));
    expect(shown(rowsOf(part, new Set(), false))).toEqual(["1. 1 2<1>", "2. 3 -"]);
    const followed = changed(part, [node(5, 1, [6, 7])]);
    expect(shown(rowsOf(followed, new Set(), false))).toEqual(["1. 1 2<1>", "  1A 1:5", "2. 3 -"]);
    const further = changed(followed, [node(6, 5, []), node(7, 5, [])]);
    expect(shown(rowsOf(further, new Set(), false))).toEqual([
      "1. 1 2<1>",
      "  1A 1:5 2:6<2>",
      "    2A 2:7",
      "2. 3 -",
    ]);
  });

  test("the variations of a move are lettered beyond Z", () => {
    const heads = Array.from({ length: 30 }, (_, nth) => 100 + nth);
    const nodes = tree(node(0, null, [1, ...heads]), node(1, 0, []), ...heads.map((id) => node(id, 0, [])));
    const labels = rowsOf(nodes, new Set(), false).flatMap((row) => (row.kind === "line" ? row.label : []));
    expect([labels[0], labels[25], labels[26], labels[29]]).toEqual(["1A", "1Z", "1AA", "1AD"]);
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
    expect(rows.length).toBeGreaterThan(5_900);
    expect(rows.flatMap(cellsOf)).toHaveLength(10_999);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test("a variation of ten thousand moves is cut into rows", () => {
    const chain = Array.from({ length: 10_000 }, (_, n) =>
      node(n + 2, n === 0 ? 0 : n + 1, n < 9_999 ? [n + 3] : []),
    );
    const rows = rowsOf(tree(node(0, null, [1, 2]), node(1, 0, []), ...chain), new Set(), false);
    expect(rows.length).toBe(1 + Math.ceil(10_000 / 60));
    const lines = rows.flatMap((row) => (row.kind === "line" ? [row] : []));
    expect([lines[0]?.label, lines[1]?.label]).toEqual(["1A", ""]);
    expect(lines.every(({ parts: [first] }) => first?.kind === "move" && first.numbered)).toBe(true);
  });
});
