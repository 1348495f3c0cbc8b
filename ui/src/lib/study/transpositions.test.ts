import { expect, test } from "vitest";
import { node, tree } from "./fixtures";
import { transpositionsOf } from "./transpositions";

test("two orders of the same moves meet, and what follows both is not marked again", () => {
  // 1 2 3 4 and 5 6 7 8: the positions after three moves are one, and so are those after four.
  const nodes = tree(
    node(0, null, [1, 5]),
    node(1, 0, [2]),
    node(2, 1, [3]),
    node(3, 2, [4], { position: 30 }),
    node(4, 3, [], { position: 40 }),
    node(5, 0, [6]),
    node(6, 5, [7]),
    node(7, 6, [8], { position: 30 }),
    node(8, 7, [], { position: 40 }),
  );
  expect([...transpositionsOf(nodes)]).toEqual([
    [3, 7],
    [7, 3],
  ]);
});

test("a repetition on one line is no transposition", () => {
  const nodes = tree(
    node(0, null, [1]),
    node(1, 0, [2], { position: 9 }),
    node(2, 1, [3]),
    node(3, 2, [4], { position: 9 }),
    node(4, 3, []),
  );
  expect(transpositionsOf(nodes).size).toBe(0);
});

test("the first of the tree is named, wherever its node stands in the map", () => {
  const nodes = tree(
    node(0, null, [7, 1, 4]),
    node(1, 0, [], { position: 5 }),
    node(4, 0, [], { position: 5 }),
    node(7, 0, [8]),
    node(8, 7, [], { position: 5 }),
  );
  expect(new Map(transpositionsOf(nodes))).toEqual(
    new Map([
      [8, 1],
      [1, 8],
      [4, 8],
    ]),
  );
});

test("a game that comes back to one position again and again is soon looked through", () => {
  const length = 20_000;
  const nodes = tree(
    node(0, null, [1]),
    ...Array.from({ length }, (_, at) =>
      node(at + 1, at, at + 1 < length ? [at + 2] : [], { position: at % 4 }),
    ),
  );
  const began = performance.now();
  expect(transpositionsOf(nodes).size).toBe(0);
  expect(performance.now() - began).toBeLessThan(1000);
});
