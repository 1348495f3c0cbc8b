import { describe, expect, test } from "vitest";
import type { LabFigures, LabMeasure, LabMethod } from "../bindings";
import { branching, byDepth, choices, compared, emptyCells, firstRate, growth, hitRate } from "./figures";

const NONE: LabFigures = {
  nodes: 0,
  byPly: [],
  leaves: 0,
  ends: 0,
  interior: 0,
  moves: 0,
  cutoffs: 0,
  firstCutoffs: 0,
  pruned: 0,
  probes: 0,
  hits: 0,
  hashCutoffs: 0,
  researches: 0,
};

const measure = (method: LabMethod, depth: number, nodes: number, ended = true): LabMeasure => ({
  method,
  depth,
  worth: ended ? { kind: "centipawns", value: 12 } : null,
  line: [],
  figures: { ...NONE, nodes },
});

describe("figures", () => {
  test("say nothing of what was not counted", () => {
    expect([branching(NONE), choices(NONE), firstRate(NONE), hitRate(NONE)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("are shares and means", () => {
    const figures = {
      ...NONE,
      nodes: 41,
      interior: 4,
      moves: 80,
      cutoffs: 10,
      firstCutoffs: 9,
      probes: 8,
      hits: 2,
    };
    expect([branching(figures), choices(figures), firstRate(figures), hitRate(figures)]).toEqual([
      10, 20, 0.9, 0.25,
    ]);
  });

  test("grow from depth to depth", () => {
    expect([
      growth([10, 40, null, 90], 0),
      growth([10, 40, null, 90], 1),
      growth([10, 40, null, 90], 3),
    ]).toEqual([null, 4, null]);
  });

  test("stand by depth, and what did not come to its end is left out", () => {
    const all = [measure("minimax", 1, 45), measure("alphaBeta", 1, 45), measure("minimax", 2, 500, false)];
    expect(byDepth(all, "minimax", 3)).toEqual([45, null, null]);
    expect(compared([...all, measure("alphaBeta", 2, 90)], ["minimax", "alphaBeta"])).toEqual(
      all.slice(0, 2),
    );
    expect(compared([], ["minimax"])).toEqual([]);
  });

  test("know the free cells", () => {
    expect([emptyCells("3/3/3"), emptyCells("x1o/3/1x1"), emptyCells("xox/xox/oxo")]).toEqual([9, 6, 0]);
  });
});
