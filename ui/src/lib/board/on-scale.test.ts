import { afterEach, expect, test, vi } from "vitest";
import { onScale } from "./on-scale";

afterEach(() => void vi.unstubAllGlobals());

/** A screen of which the scale changes. */
function screenOf(scale: number) {
  let query = new EventTarget();
  const asked: string[] = [];
  vi.stubGlobal("matchMedia", (text: string) => {
    asked.push(text);
    return (query = new EventTarget());
  });
  const change = (to: number) => {
    vi.stubGlobal("devicePixelRatio", to);
    query.dispatchEvent(new Event("change"));
  };
  vi.stubGlobal("devicePixelRatio", scale);
  return { asked, change };
}

test("each change of the scale is told, and none after the end", () => {
  const { asked, change } = screenOf(1);
  const run = vi.fn();
  const leave = onScale(run);
  change(2);
  change(1.5);
  expect(run).toHaveBeenCalledTimes(2);
  expect(asked).toEqual(["(resolution: 1dppx)", "(resolution: 2dppx)", "(resolution: 1.5dppx)"]);
  leave();
  change(1);
  expect(run).toHaveBeenCalledTimes(2);
});
