import { describe, expect, test } from "vitest";
import { FORKED, node } from "./fixtures";
import { changed, fork, lineThrough, pathTo, sibling, variationsAround } from "./tree";

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
  });
});

test("what no node names as its child any more is forgotten, and what comes back is there again", () => {
  const without = changed(FORKED, [node(1, 0, [2])]);
  expect([...without.keys()].sort()).toEqual([0, 1, 2, 3, 4]);
  const back = changed(without, [node(1, 0, [2, 5]), node(5, 1, [6]), node(6, 5, [])]);
  expect([...back.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("the variations around a move are those that contain it", () => {
  expect(variationsAround(FORKED, 7)).toEqual([5, 7]);
});
