import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { t } from "../../../lib/i18n/i18n.svelte";
import Transport from "./Transport.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a replay shows the last move, and then it is over", async () => {
  let ply = 0;
  const last = 3;
  const props = { game: "gomoku", secondBegins: false, last, node: 0 } as const;
  const onstep = vi.fn((by: number) => {
    ply = Math.max(0, Math.min(last, ply + by));
    rerender();
  });
  const drawn = render(Transport, { ...props, ply, onstep });
  const rerender = () => void drawn.rerender({ ply });
  const run = screen.getByTestId("study-run");
  await fireEvent.click(run);
  const pressed = [];
  for (let second = 1; second <= 4; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    pressed.push([ply, run.getAttribute("aria-label")]);
  }
  // Another file of tests may have chosen the language.
  const [play, pause] = [t("study.run"), t("study.pause")];
  expect(pressed).toEqual([
    [1, pause],
    [2, pause],
    [3, play],
    [3, play],
  ]);
  expect(onstep).toHaveBeenCalledTimes(3);
  // "Play, pressed" would say that it plays.
  expect(run.hasAttribute("aria-pressed")).toBe(false);
});
