import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PuzzleRun } from "../bindings";
import { RunClock, type RunWarning } from "./run-clock.svelte";

const run = (left: number, end: PuzzleRun["end"] = null): PuzzleRun => ({
  game: "xiangqi",
  solved: 0,
  missed: 0,
  missesMax: 3,
  left,
  end,
  best: null,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function clock() {
  const told: (RunWarning | "end")[] = [];
  return {
    told,
    clock: new RunClock({ onwarn: (warning) => told.push(warning), onend: () => told.push("end") }),
  };
}

test("warns once at a minute and at ten seconds, and ends once", () => {
  const { told, clock: counted } = clock();
  counted.follow(run(300_000));
  vi.advanceTimersByTime(239_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1_500);
  expect(told).toEqual(["minute"]);
  // An answer of the shell goes on with the same time.
  counted.follow(run(59_000));
  vi.advanceTimersByTime(50_000);
  expect(told).toEqual(["minute", "seconds"]);
  vi.advanceTimersByTime(20_000);
  expect(told).toEqual(["minute", "seconds", "end"]);
  expect(counted.left).toBeNull();
});

test("stops with the run", () => {
  const { told, clock: counted } = clock();
  counted.follow(run(5_000));
  expect(counted.left).toBe(5_000);
  counted.follow(run(4_000, "misses"));
  expect(counted.left).toBeNull();
  counted.follow(run(5_000));
  counted.follow(null);
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([]);
});
