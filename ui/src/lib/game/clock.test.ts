import { describe, expect, test } from "vitest";
import type { TimeControl } from "../bindings";
import { clockFace, hasWarning, isLow, readClock, readClocks, remaining, trueFor } from "./clock";

const BYO_YOMI: TimeControl = { kind: "byoYomi", main: 600_000, period: 30_000, periods: 3 };
const FISCHER: TimeControl = { kind: "fischer", main: 600_000, increment: 5_000 };

describe("what a clock shows", () => {
  test("is the budget first, and then the period that runs with those that are left", () => {
    expect(readClock(BYO_YOMI, 690_000)).toEqual({ ms: 600_000, periods: null });
    expect(readClock(BYO_YOMI, 90_001)).toEqual({ ms: 1, periods: null });
    expect(readClock(BYO_YOMI, 90_000)).toEqual({ ms: 30_000, periods: 3 });
    expect(readClock(BYO_YOMI, 61_000)).toEqual({ ms: 1_000, periods: 3 });
    expect(readClock(BYO_YOMI, 60_000)).toEqual({ ms: 30_000, periods: 2 });
    expect(readClock(BYO_YOMI, 12_000)).toEqual({ ms: 12_000, periods: 1 });
    expect(readClock(BYO_YOMI, 0)).toEqual({ ms: 0, periods: 0 });
  });

  test("is all that is left where there are no periods", () => {
    expect(readClock(FISCHER, 61_000)).toEqual({ ms: 61_000, periods: null });
  });

  test("is short of time in a period, never in a budget that periods follow", () => {
    expect(isLow(BYO_YOMI, readClock(BYO_YOMI, 95_000))).toBe(false);
    expect(isLow(BYO_YOMI, readClock(BYO_YOMI, 65_000))).toBe(true);
    expect(isLow(FISCHER, readClock(FISCHER, 9_000))).toBe(true);
    expect(isLow(FISCHER, readClock(FISCHER, 11_000))).toBe(false);
  });

  test("is one of each side, by its own control", () => {
    const clocks = { left: { first: 61_000, second: 61_000 }, running: null };
    const controls = { first: FISCHER, second: BYO_YOMI };
    expect(readClocks(BYO_YOMI, { ...clocks, controls })).toEqual({
      first: { ms: 61_000, periods: null },
      second: { ms: 1_000, periods: 3 },
    });
    expect(readClocks(FISCHER, clocks)?.second).toEqual({ ms: 61_000, periods: null });
    expect(readClocks(FISCHER, null)).toBeNull();
  });

  test("warns only where a move or a period begins with more", () => {
    expect([FISCHER, BYO_YOMI, { kind: "perMove", each: 30_000 } as const].map(hasWarning)).not.toContain(
      false,
    );
    expect(hasWarning({ kind: "perMove", each: 5_000 })).toBe(false);
    expect(hasWarning({ ...BYO_YOMI, period: 10_000 })).toBe(false);
  });

  test("stays true until the next second, and for a tenth of one at the end", () => {
    expect([trueFor(61_250), trueFor(61_000), trueFor(9_950)]).toEqual([250, 1000, 100]);
    expect(clockFace(61_250)).toBe("1:01");
  });
});

describe("the face of a clock", () => {
  test("only the running side loses time, and never below zero", () => {
    const clocks = { left: { first: 5000, second: 7000 }, running: "first" as const };
    expect(remaining(clocks, "first", 1200)).toBe(3800);
    expect(remaining(clocks, "second", 1200)).toBe(7000);
    expect(remaining(clocks, "first", 9000)).toBe(0);
    expect(remaining(clocks, "first", -50)).toBe(5000);
  });

  test.each([
    [0, "0:00.0"],
    [9_950, "0:09.9"],
    [10_000, "0:10"],
    [581_000, "9:41"],
    [3_600_000, "1:00:00"],
  ])("%i ms reads %s", (ms, face) => expect(clockFace(ms)).toBe(face));
});
