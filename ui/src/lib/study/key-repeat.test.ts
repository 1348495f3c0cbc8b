import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeyRepeat } from "./key-repeat";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("all presses between two frames are one way, and none is lost", () => {
  const steps: number[] = [];
  const held = new KeyRepeat((plies) => steps.push(plies));
  for (let press = 0; press < 7; press++) held.press(1);
  expect(steps).toEqual([]);
  vi.advanceTimersToNextFrame();
  expect(steps).toEqual([7]);
  vi.advanceTimersToNextFrame();
  expect(steps).toEqual([7]);
  held.press(-1);
  vi.advanceTimersToNextFrame();
  expect(steps).toEqual([7, -1]);
});

test("what is still to go is gone before another key counts, and only once", () => {
  const steps: number[] = [];
  const held = new KeyRepeat((plies) => steps.push(plies));
  held.release();
  expect(steps).toEqual([]);
  held.press(1);
  held.press(1);
  held.release();
  expect(steps).toEqual([2]);
  vi.advanceTimersToNextFrame();
  expect(steps).toEqual([2]);
});
